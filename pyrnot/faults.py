"""The long stories of all faults that are no game's own, each with a wrong record and the same made right.

`pyrnot explain` prints them; a game's own stand in its `faults` module. Where no text of a record can show a fault,
or only one too long to print, `wrong` and `right` are empty.
"""

from __future__ import annotations

from pyrnot.codes import CoreCodes
from pyrnot.rulebook import Explanation

_MARTIAN = '[Game "Martian Life"]\n'
_CARD = "L_,M_,S_|-,-,-"
_ONE_SHORT = f'[Game "Triumvirate"]\n[Setup "8/8/8/7,Sb/8/7,Lr/8/8 r {_CARD} {_CARD} LLMMS -"]\n'
"""Red wins with its next capture."""

_FILES = (
    Explanation(
        code=CoreCodes.UNREADABLE,
        rule="R1",
        story=(
            "The file named cannot be read: it is not there, may not be read by you, or the disk fails. The "
            "reason that the system gives stands in the message. The other files named are read all the same; the "
            "exit code is 2."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NOT_UTF_8,
        rule="R1",
        story=(
            "A record is UTF-8 text, and this file has a byte that is none; the message says at which offset, "
            "counted from 0. Mostly an old program wrote the file in another encoding: read it with `--encoding "
            "cp1252`, or the one that it is in. The other files named are read all the same; the exit code is 2."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NO_RECORD,
        rule="R1",
        story=(
            "There is nothing to judge: the file is empty or holds nothing but white space and comments, or the "
            "folder has no .pyr file below it. A record is a tag section, turns and a result; each may be "
            "missing, but not all."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.NO_SUCH_RECORD,
        rule="R1",
        story=(
            "`--record` asks for a record that the file has not. Records are counted from 1, or from the end with "
            "-1, -2 and so on; a new one begins at the first tag line after turns or a result."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.CHANGED_MEANWHILE,
        rule="R1",
        story=(
            "Another program wrote the file after pyrnot had read it, so pyrnot left it as it is. Nothing is "
            "lost. Give the command again."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.FOREIGN_FORMAT,
        rule="R1",
        story=(
            "The file holds another program's transcripts. pyrnot reads and judges them as they are, but never "
            "writes into such a file. `pyrnot fmt` without --write shows the same games as records, which may be "
            "kept in a file of their own."
        ),
        wrong="",
        right="",
    ),
)

_TAGS = (
    Explanation(
        code=CoreCodes.BAD_TAG,
        rule="R2",
        story=(
            'A line that begins with `[` is a tag line: `[Name "value"]`, one a line, with nothing but a comment '
            "behind it. Here quotes or the closing bracket are missing, or something else stands on the line. "
            'Within the quotes write \\" and \\\\ for " and \\.'
        ),
        wrong=_MARTIAN + "[Red Ann]\n\n1. Sc4\n",
        right=_MARTIAN + '[Red "Ann"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.TAG_TWICE,
        rule="R2",
        story=(
            "A tag stands in a record once; its name is read in any case. Here it stands there again: the first "
            "one counts. Take one of them out."
        ),
        wrong=_MARTIAN + '[Red "Ann"]\n[Red "Ben"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_TAG,
        rule="R2",
        story=(
            "Tags that pyrnot does not know are kept and mean nothing. Here one has almost the name of one that "
            "it knows, and that one is not there. It is a warning: correct the name, if that was meant; a tag of "
            "your own is better called something else."
        ),
        wrong=_MARTIAN + '[Anotator "Ann"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Annotator "Ann"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.NAME_TWICE,
        rule="R2",
        story=(
            "The tags of the seats name the players. Here one name stands at two seats, and mostly that is a "
            "slip. It is a warning: the record is judged all the same."
        ),
        wrong=_MARTIAN + '[Red "Ann"]\n[Yellow "Ann"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.BAD_DATE,
        rule="R2",
        story=(
            "The tag Date is YYYY.MM.DD, with ?? (or ???? for the year) for what is not known. Here the form is "
            "another, or there is no such day. It is a warning: the record is judged all the same."
        ),
        wrong=_MARTIAN + '[Date "24.12.2024"]\n\n1. Sc4\n',
        right=_MARTIAN + '[Date "2024.12.24"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.MISSING_GAME,
        rule="R2",
        story=(
            'The tag Game says which game the record is of, such as `[Game "Braces"]`. Without it pyrnot knows no '
            "rules to judge by. Add the tag, or name the game with --game."
        ),
        wrong="1. Sc4\n",
        right=_MARTIAN + "\n1. Sc4\n",
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_GAME,
        rule="R2",
        story=(
            "The tag Game names a game that pyrnot does not know; `pyrnot games` lists those that it does. Names "
            "are read in any case, with or without blanks and hyphens between their words. No turn is judged."
        ),
        wrong='[Game "Martian Live"]\n\n1. Sc4\n',
        right=_MARTIAN + "\n1. Sc4\n",
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_VARIANT,
        rule="R2",
        story=(
            "The tag Variant lists optional rules of the game, with commas between them; `pyrnot rules GAME` "
            "names those that there are. Here one is named that the game has not. It is not known by which rules "
            "the game was played, so no turn is judged."
        ),
        wrong='[Game "Autumn Ash"]\n[Variant "esay"]\n\n1. Pb2-b3=D\n',
        right='[Game "Autumn Ash"]\n[Variant "easy"]\n\n1. Pb2-b3=D\n',
    ),
    Explanation(
        code=CoreCodes.UNKNOWN_SEAT,
        rule="R2",
        story=(
            "The tag First names the seat that moves first, in full or by its first letter. Here it names none of "
            "this game. Without the tag the first seat in turn order begins."
        ),
        wrong=_MARTIAN + '[First "Green"]\n\n1. Sc4\n',
        right=_MARTIAN + '[First "Yellow"]\n\n1. Sc4\n',
    ),
    Explanation(
        code=CoreCodes.TAG_AGAINST_SETUP,
        rule="R2",
        story=(
            "A position string in Setup says who is to move, and it decides. A First tag beside it that names "
            "another seat is an error, since one of the two must be a slip. The turns are judged by Setup."
        ),
        wrong=_MARTIAN + '[First "Yellow"]\n[Setup "8/8/8/8/8/8/Sr,Sy,6/8 r"]\n\n1. Sa1\n',
        right=_MARTIAN + '[First "Red"]\n[Setup "8/8/8/8/8/8/Sr,Sy,6/8 r"]\n\n1. Sa1\n',
    ),
    Explanation(
        code=CoreCodes.BAD_SETUP,
        rule="R8",
        story=(
            "The tag Setup holds a position string of the game, as `pyrnot show --format position` prints it. "
            "Here it is none: a field is missing or too many, a rank has not its length, or there is no such "
            "pyramid. The message says which. `pyrnot rules GAME` tells how the game's position string looks. No "
            "turn is judged."
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
            "The text is no notation of this game, so it says nothing that could be judged by the game's rules. "
            "The caret stands where reading failed, and the message says what could stand there. `pyrnot rules "
            "GAME` lists the forms. The turn counts as illegal; reading goes on with the next one."
        ),
        wrong=_MARTIAN + "\n1. Sc9\n",
        right=_MARTIAN + "\n1. Sc4\n",
    ),
    Explanation(
        code=CoreCodes.STRAY_SIGN,
        rule="R3",
        story=(
            "A sign stands where it means nothing: a second full stop behind a turn, a quotation mark, or a "
            "square bracket that begins no tag line. The turn before it is judged all the same. Take the sign "
            "out."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ]\n2. Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.WRONG_NUMBER,
        rule="R3",
        story=(
            "Turns are numbered from 1, each seat's turn with a number of its own; or in pairs, `1.` and `1...`, "
            "if all of the record is. Here a number is out of sequence: a turn may be missing or stand there "
            "twice. The turns are judged in the order in which they are written. If nothing else is wrong, `check "
            "--fix` numbers them anew."
        ),
        wrong=_MARTIAN + "\n1. Sc4\n3. Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.WRONG_SEAT,
        rule="R3",
        story=(
            "A seat written before a turn must be the one to move, by its name or its first letter. Here it is "
            "another, or no seat of the game. The turn is judged as that of the seat to move. Mostly a turn is "
            "missing before it; or leave the seat out."
        ),
        wrong=_MARTIAN + "\n1. Yellow: Sc4\n",
        right=_MARTIAN + "\n1. Red: Sc4\n",
    ),
    Explanation(
        code=CoreCodes.TOO_MANY_FAULTS,
        rule="R3",
        story=(
            "The record has a thousand faults, and the rest of it is not read. Mostly it is no record at all, or "
            "one of another game. Mend the first faults and check it again; other records of the file are judged "
            "all the same."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.AMBIGUOUS,
        rule="R3",
        story=(
            "The action can mean several things that lead to different positions, and pyrnot does not guess. "
            "Write it more fully, in one of the ways that the message lists. The games whose notation leaves "
            "something open have a rule of their own for it, and name that one."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.COMMENT_UNCLOSED,
        rule="R4",
        story=(
            "A comment that begins with { ends with }, and may run over several lines; one that begins with # "
            "ends with its line. Here the } is missing: what follows, to the next tag line or the end of the "
            "file, was taken for the comment."
        ),
        wrong=_MARTIAN + "\n1. Sc4 { a good start\n2. Sf6\n",
        right=_MARTIAN + "\n1. Sc4 { a good start }\n2. Sf6\n",
    ),
    Explanation(
        code=CoreCodes.BAD_MARK,
        rule="R4",
        story=(
            "The marks are !, ?, !!, ??, !?, ?! and $0 to $255, and they stand behind a whole turn, before or "
            "after its full stop. Here the number is too large or missing, or no turn stands before the mark."
        ),
        wrong=_MARTIAN + "\n1. Sc4 $256\n",
        right=_MARTIAN + "\n1. Sc4 $6\n",
    ),
    Explanation(
        code=CoreCodes.STRAY_SIGN,
        rule="R4",
        story=(
            "A closing bracket or brace stands here, and nothing is open that it could close. The turn before it "
            "is judged all the same. Take it out, or open the variation or the comment where it begins."
        ),
        wrong=_MARTIAN + "\n1. Sc4 )\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 )\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_MISPLACED,
        rule="R4",
        story=(
            "A variation stands in parentheses behind the turn that it replaces, and begins with that turn's "
            "number. Here no turn stands before it."
        ),
        wrong=_MARTIAN + "\n( 1. Sd3 ) 1. Sc4\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 )\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_EMPTY,
        rule="R4",
        story=(
            "A variation holds at least one turn, the one that is played instead. Here there is none. Write it, "
            "or take the parentheses out; for words there are comments in braces."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ( { or d3 } )\n",
        right=_MARTIAN + "\n1. Sc4 { or d3 }\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_UNCLOSED,
        rule="R4",
        story=(
            "A variation that begins with ( ends with ). Here the ) is missing, so that everything behind it was "
            "taken for the variation. Close it where it ends."
        ),
        wrong=_MARTIAN + "\n1. Sc4 ( 1. Sd3\n",
        right=_MARTIAN + "\n1. Sc4 ( 1. Sd3 )\n",
    ),
    Explanation(
        code=CoreCodes.VARIATION_TOO_DEEP,
        rule="R4",
        story=(
            "Variations may stand within variations, a thousand deep. Here they go deeper. What lies too deep is "
            "not read; the rest is judged. Look for a bracket that was never closed, or say the deepest lines in "
            "a comment."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.RESULT_IN_VARIATION,
        rule="R4",
        story=(
            "Only the record as a whole has a result, as its last word. Here one stands in a variation. Say it in "
            "a comment, or leave it out: what the rules make of the variation's last position is known without."
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
            "By the game's rules the game is over before this turn; the message says who won, or why it is a "
            "draw. This turn and those behind it are not replayed. Take them out; if they were played, a turn "
            "before may be recorded wrongly."
        ),
        wrong=_ONE_SHORT + "\n1. Lh3xSh5\n2. pass\nRed wins\n",
        right=_ONE_SHORT + "\n1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=CoreCodes.TURN_AFTER_RESULT,
        rule="R5",
        story=(
            "The result is the last word of a record; nothing but comments may follow it. Here more follows. A "
            "new record begins with a tag line: if one was meant, its Game tag is missing."
        ),
        wrong=_MARTIAN + "\n1. Sc4\nYellow resigns\n2. Sf6\n",
        right=_MARTIAN + "\n1. Sc4\n2. Sf6\nYellow resigns\n",
    ),
    Explanation(
        code=CoreCodes.BAD_RESULT,
        rule="R5",
        story=(
            "The last word names a seat that does not play in this game. Results are `White wins`, `White "
            "resigns`, `White forfeits` with the game's own seats, `draw`, `draw agreed`, and `*` for a game that "
            "is not finished."
        ),
        wrong=_MARTIAN + "\n1. Sc4\nWhite resigns\n",
        right=_MARTIAN + "\n1. Sc4\nYellow resigns\n",
    ),
    Explanation(
        code=CoreCodes.RESULT_TAG,
        rule="R5",
        story=(
            "The tag Result names the winner's seat, `draw` or `*`. Here it says another thing than the last word "
            "of the record, or than the rules where there is no last word. One of the two is a slip."
        ),
        wrong=_MARTIAN + '[Result "Yellow"]\n\n1. Sc4\nYellow resigns\n',
        right=_MARTIAN + '[Result "Red"]\n\n1. Sc4\nYellow resigns\n',
    ),
    Explanation(
        code=CoreCodes.WRONG_RESULT,
        rule="R5",
        story=(
            "By the game's rules the game ended otherwise than the last word says. The rules decide: correct the "
            "result, or the turn that was recorded wrongly."
        ),
        wrong=_ONE_SHORT + "\n1. Lh3xSh5\nBlue wins\n",
        right=_ONE_SHORT + "\n1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=CoreCodes.MISSING_RESULT,
        rule="R5",
        story=(
            "By the game's rules the game is over, but the record has no result, or `*`. It is a warning. Write "
            "the result that the hint names; `check --fix` adds it."
        ),
        wrong=_ONE_SHORT + "\n1. Lh3xSh5\n",
        right=_ONE_SHORT + "\n1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=CoreCodes.UNPROVED_RESULT,
        rule="R5",
        story=(
            "The record says that a seat wins, or a draw, but by the game's rules the game goes on. It is a "
            "warning, for the opponent may have given up. Then write `Yellow resigns`, `Yellow forfeits` or `draw "
            "agreed`, which need no proof."
        ),
        wrong=_MARTIAN + "\n1. Sc4\nRed wins\n",
        right=_MARTIAN + "\n1. Sc4\nYellow resigns\n",
    ),
)

EXPLANATIONS: tuple[Explanation, ...] = (*_FILES, *_TAGS, *_TURNS, *_RESULTS)
