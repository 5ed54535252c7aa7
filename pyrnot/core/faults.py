"""Explanations of the codes that belong to no game (`CoreCodes`), as `pyrnot explain` prints them.

Each has a wrong record and the same record corrected; both are empty where no record can show the fault, or only one
too long to print. Those of files are in `file_faults`, those of threads in `thread_faults`; each game explains its own
codes in its `faults` module.
"""

from __future__ import annotations

from pyrnot.core.codes import CoreCodes
from pyrnot.core.file_faults import FILE_FAULTS
from pyrnot.core.rulebook import Explanation
from pyrnot.core.thread_faults import THREAD_FAULTS

_SPECTRUM = """\
[Game "Spectrum"]
[Seats "{seats}"]
[Goals "SrMkLw SoMoLi SaMtLy"]
[A "Ann"]
[B "Ben"]
[C "Cy"]

1. M(b)=L
"""
_MARTIAN = '[Game "Martian Life"]\n'
_CARD = "L_,M_,S_|-,-,-"
_ONE_SHORT = f'[Game "Triumvirate"]\n[Setup "8/8/8/7,Sb/8/7,Lr/8/8 r {_CARD} {_CARD} LLMMS -"]\n'
"""Red wins with its next capture."""

_TAGS = (
    Explanation(
        code=CoreCodes.BAD_TAG,
        rule="R2",
        story=(
            'A line that starts with `[` is a tag line: `[Name "value"]`, one tag per line, followed by nothing '
            "but a comment. Here the quotes or the closing bracket are missing, or there is something else on the "
            'line. Inside the quotes, write \\" for " and \\\\ for \\.'
        ),
        wrong=_MARTIAN + "[Red Ann]\n\n1. Sc4\n",
        right=_MARTIAN + '[Red "Ann"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.TAG_TWICE,
        rule="R2",
        story=(
            "Remove one of the two tags. A record has each tag once, whatever the case of its name; pyrnot uses "
            "the first."
        ),
        wrong=_MARTIAN + '[Red "Ann"]\n[Red "Ben"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_TAG,
        rule="R2",
        story=(
            "pyrnot keeps the tags it does not know and ignores them. This one looks like a misspelling of a tag "
            "that it knows and that the record lacks. This is a warning: correct the name if it is a typo, or "
            "choose a less similar name for a tag of your own."
        ),
        wrong=_MARTIAN + '[Anotator "Ann"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Annotator "Ann"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.NAME_TWICE,
        rule="R2",
        story=(
            "The seat tags name the players. Here two seats have the same name, which is usually a slip. This is a "
            "warning: the record is still judged."
        ),
        wrong=_MARTIAN + '[Red "Ann"]\n[Yellow "Ann"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.IDLE_SEAT,
        rule="R2",
        story=(
            "In some games fewer seats may play than there can be, and Seats or Setup tells how many. Here a tag names "
            "the player of a seat that is not in play. Remove the tag, or correct the number of seats. This is a "
            "warning: the record is still judged."
        ),
        wrong=_SPECTRUM.format(seats=2),
        right=_SPECTRUM.format(seats=3),
    ),
    Explanation(
        code=CoreCodes.BAD_DATE,
        rule="R2",
        story=(
            "Write the Date tag as YYYY.MM.DD, with ?? (???? for the year) for unknown parts. Here it has another "
            "form, or there is no such day. This is a warning: the record is still judged."
        ),
        wrong=_MARTIAN + '[Date "24.12.2024"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Date "2024.12.24"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.MISSING_GAME,
        rule="R2",
        story=(
            'Add a Game tag such as `[Game "Braces"]`, or name the game with --game. Without it pyrnot does not '
            "know which rules to apply."
        ),
        wrong="1. Sc4\n",
        right=_MARTIAN + "\n1. Sc4\n",
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_GAME,
        rule="R2",
        story=(
            "The Game tag names a game that pyrnot does not know; `pyrnot games` lists those it does. Case does "
            "not matter, and neither do blanks and hyphens between words. No turn is judged."
        ),
        wrong='[Game "Martian Live"]\n\n1. Sc4\n',
        right=_MARTIAN + "\n1. Sc4\n",
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_VARIANT,
        rule="R2",
        story=(
            "The Variant tag lists optional rules of the game, separated by commas; `pyrnot rules GAME` names the "
            "rules to choose from. Here it names one that the game does not have. No turn is judged, since it is "
            "not clear which rules were in force."
        ),
        wrong='[Game "Autumn Ash"]\n[Variant "esay"]\n\n1. Pb2-b3=D\n',
        right='[Game "Autumn Ash"]\n[Variant "easy"]\n\n1. Pb2-b3=D\n',
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_SEAT,
        rule="R2",
        story=(
            "The First tag names the seat that moves first, in full or by its first letter. Here it names a seat "
            "that this game does not have. Without the tag, the first seat in turn order begins."
        ),
        wrong=_MARTIAN + '[First "Green"]\n\n1. Sc4\n',
        right=_MARTIAN + '[First "Yellow"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.TAG_AGAINST_SETUP,
        rule="R2",
        story=(
            "A position string in Setup states which seat is to move, and it takes precedence. Here a First tag "
            "names another seat, so one of the two must be a slip. The turns are judged by Setup."
        ),
        wrong=_MARTIAN + '[First "Yellow"]\n[Setup "8/8/8/8/8/8/Sr,Sy,6/8 r"]\n\n1. Sa1\n',
        right=_MARTIAN + '[First "Red"]\n[Setup "8/8/8/8/8/8/Sr,Sy,6/8 r"]\n\n1. Sa1\n',
    ),
    Explanation(
        code=CoreCodes.BAD_SETUP,
        rule="R8",
        story=(
            "The Setup tag holds a position string, as `pyrnot show --format position` prints it. Here the string "
            "is malformed; the message says where: a field is missing or superfluous, a rank has the wrong length, "
            "or a pyramid does not exist. `pyrnot rules GAME` describes the game's position string. No turn is "
            "judged."
        ),
        wrong=_MARTIAN + '[Setup "8/8/8/8/8/8/Sr,Sy,5/8 r"]\n\n1. Sa1\n',
        right=_MARTIAN + '[Setup "8/8/8/8/8/8/Sr,Sy,6/8 r"]\n\n1. Sa1\n',
    ),
)

_TURNS = (
    Explanation(
        code=CoreCodes.NOT_NOTATION,
        rule="R3",
        story=(
            "This text is not valid notation for the game, so there is nothing to judge by the game's rules. The "
            "caret shows where reading failed, and the message says what was expected there. `pyrnot rules GAME` "
            "lists the forms. The turn counts as illegal; reading continues with the next one."
        ),
        wrong=_MARTIAN + "\n1. Sc9\n",
        right=_MARTIAN + "\n1. Sc4\n",
    ),
    Explanation(
        code=CoreCodes.STRAY_SIGN,
        rule="R3",
        story=(
            "Remove this sign, which has no meaning here: a second full stop after a turn, a quotation mark, or a "
            "square bracket that does not start a tag line. The turn before it is still judged."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ]\n2. Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.WRONG_NUMBER,
        rule="R3",
        story=(
            "Turns are numbered from 1, with a new number for each seat's turn; or in pairs, `1.` and `1...`, "
            "throughout the record. Here a number is out of sequence: a turn may be missing or repeated. The turns "
            "are judged in the order in which they are written. If nothing else is wrong, `check --fix` renumbers "
            "them."
        ),
        wrong=_MARTIAN + "\n1. Sc4\n3. Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.WRONG_SEAT,
        rule="R3",
        story=(
            "A seat written before a turn must be the one to move, given by its name or first letter. Here it is "
            "another seat, or not a seat in this game. The turn is judged as a turn of the seat to move. Usually a "
            "turn is missing before this one; or leave the seat out."
        ),
        wrong=_MARTIAN + "\n1. Yellow: Sc4\n",
        right=_MARTIAN + "\n1. Red: Sc4\n",
    ),
    Explanation(
        code=CoreCodes.TOO_MANY_FAULTS,
        rule="R3",
        story=(
            "The record has a thousand errors, and the rest of it was not read. Usually the text is not a record, "
            "or is a record of another game. Fix the first errors and check again; the file's other records are "
            "still judged."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.AMBIGUOUS,
        rule="R3",
        story=(
            "The action can be played in several ways that lead to different positions, and pyrnot does not guess. "
            "Write it in one of the fuller forms that the message lists. A game whose notation leaves such choices "
            "open has a rule about them, and its diagnostics name that rule instead."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.COMMENT_UNCLOSED,
        rule="R4",
        story=(
            "A comment that starts with { ends with } and may span several lines; one that starts with # ends with "
            "its line. Here the } is missing, so everything up to the next tag line or the end of the file was "
            "read as part of the comment."
        ),
        wrong=_MARTIAN + "\n1. Sc4 { a good start\n2. Sf6\n",
        right=_MARTIAN + "\n1. Sc4 { a good start }\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.TURNS_IN_COMMENTS,
        rule="R4",
        story=(
            "The record has comments and no turns, and a comment reads as a turn. A `#` comments out the rest of its "
            "line, so `#1 Sc4` is a comment: write `1. Sc4`. This is a warning: nothing is wrong if the comment is "
            "meant as one."
        ),
        wrong=_MARTIAN + "\n#1 Sc4\n#2 Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.BAD_MARK,
        rule="R4",
        story=(
            "The marks are !, ?, !!, ??, !?, ?! and $0 to $255. A mark follows a complete turn, before or after "
            "its full stop. Here its number is missing or too large, or there is no turn before it."
        ),
        wrong=_MARTIAN + "\n1. Sc4 $256\n",
        right=_MARTIAN + "\n1. Sc4 $6\n",
    ),
    Explanation(
        code=CoreCodes.STRAY_SIGN,
        rule="R4",
        story=(
            "This closing bracket or brace closes nothing. Remove it, or open the variation or comment where it "
            "starts. The turn before it is still judged."
        ),
        wrong=_MARTIAN + "\n1. Sc4 )\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 )\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_MISPLACED,
        rule="R4",
        story=(
            "A variation is written in parentheses after the turn it replaces, and starts with that turn's number. "
            "Here there is no turn before it."
        ),
        wrong=_MARTIAN + "\n( 1. Sd3 ) 1. Sc4\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 )\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_EMPTY,
        rule="R4",
        story=(
            "A variation contains at least one turn, the one played instead. This one contains none. Add the turn, "
            "or remove the parentheses; for remarks, use a comment in braces."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ( { or d3 } )\n",
        right=_MARTIAN + "\n1. Sc4 { or d3 }\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_UNCLOSED,
        rule="R4",
        story=(
            "A variation that starts with ( ends with ). Here the ) is missing, so everything after the ( was read "
            "as part of the variation. Close it where it ends."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ( 1. Sd3\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 )\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_TOO_DEEP,
        rule="R4",
        story=(
            "Variations may contain variations, up to 50 levels deep. Here they go deeper, so the record is not "
            "judged. Look for a bracket that was never closed, or put the deepest lines into a comment."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.RESULT_IN_VARIATION,
        rule="R4",
        story=(
            "A result belongs at the end of the record, never in a variation. Put it into a comment, or leave it "
            "out: pyrnot works out by the rules how the variation's last position stands."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ( 1. Sd3 Yellow resigns )\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 { Yellow would resign } )\n",
    ),
)

_RESULTS = (
    Explanation(
        code=CoreCodes.TURN_AFTER_END,
        rule="R5",
        story=(
            "By the rules the game was over before this turn; the message says who won, or why it is a draw. This "
            "turn and those after it are not replayed. Remove them; if they were really played, an earlier turn "
            "may be recorded wrongly."
        ),
        wrong=_ONE_SHORT + "\n1. Lh3xSh5\n2. pass\nRed wins\n",
        right=_ONE_SHORT + "\n1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=CoreCodes.TURN_AFTER_RESULT,
        rule="R5",
        story=(
            "A record ends with its result; only comments may follow. Here something else follows. If the game went on "
            "after a `*`, replace the `*` (`pyrnot add` does). If what follows is another record, add its Game tag: "
            "a new record starts with a tag line."
        ),
        wrong=_MARTIAN + "\n1. Sc4\nYellow resigns\n2. Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\nYellow resigns\n",
    ),
    Explanation(
        code=CoreCodes.BAD_RESULT,
        rule="R5",
        story=(
            "The result names a seat that does not take part in this game. Write `White wins`, `White resigns` or "
            "`White forfeits` with one of the game's seats, `draw`, `draw agreed`, or `*` for an unfinished game."
        ),
        wrong=_MARTIAN + "\n1. Sc4\nWhite resigns\n",
        right=_MARTIAN + "\n1. Sc4\nYellow resigns\n",
    ),
    Explanation(
        code=CoreCodes.RESULT_TAG,
        rule="R5",
        story=(
            "The Result tag gives the winner's seat, `draw` or `*`. Here it contradicts the result at the end of "
            "the record, or, if there is none, the outcome by the rules. One of the two is a slip."
        ),
        wrong=_MARTIAN + '[Result "Yellow"]\n\n1. Sc4\nYellow resigns\n',
        right=_MARTIAN + '[Result "Red"]\n\n1. Sc4\nYellow resigns\n',
    ),
    Explanation(
        code=CoreCodes.WRONG_RESULT,
        rule="R5",
        story=(
            "Correct the result, or the turn that was recorded wrongly. By the rules the game ended differently "
            "from what the result states, and the rules decide."
        ),
        wrong=_ONE_SHORT + "\n1. Lh3xSh5\nBlue wins\n",
        right=_ONE_SHORT + "\n1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=CoreCodes.MISSING_RESULT,
        rule="R5",
        story=(
            "By the rules the game is over, but the record has no result, or `*`. This is a warning. Add the "
            "result given in the hint, or let `check --fix` add it."
        ),
        wrong=_ONE_SHORT + "\n1. Lh3xSh5\n",
        right=_ONE_SHORT + "\n1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=CoreCodes.UNPROVED_RESULT,
        rule="R5",
        story=(
            "The record claims a win or a draw, but by the rules the game is not over. This is a warning, because "
            "the opponent may have given up. In that case write `Yellow resigns`, `Yellow forfeits` or `draw "
            "agreed`, which need no proof."
        ),
        wrong=_MARTIAN + "\n1. Sc4\nRed wins\n",
        right=_MARTIAN + "\n1. Sc4\nYellow resigns\n",
    ),
)

EXPLANATIONS: tuple[Explanation, ...] = (*FILE_FAULTS, *_TAGS, *_TURNS, *_RESULTS, *THREAD_FAULTS)
