"""The long stories of the faults that a transcript can have, each with a wrong one and the same made right.

`pyrnot explain` prints them. Nothing is read or judged here.
"""

from __future__ import annotations

from pyrnot.games.homeworlds.codes import Codes
from pyrnot.rulebook import Explanation


def _transcript(turns: str, header: str = "Participants: Bea (S), Al (N)", winner: str = "Al") -> str:
    """A transcript of two players with these turns."""
    lines = ["Homeworlds Online (SDG# 99999)", "Started: 2020.1.1, Ended: 2020.1.2", header, f"Winner: {winner}"]
    return "\n".join(lines) + f"\n\n{turns}"


_SAID = "1) Al: Homeworld G3 B2 Y3\n\n2) Bea: Homeworld B1 Y2 G3\n"

TRANSCRIPT_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_HEADER,
        rule="HF2",
        story=(
            "A transcript begins with its number, its variants if it has any, its dates, its participants with "
            "their seats, and its winner, a line each in this order, and then an empty line. Here a line is "
            "missing or has another form. Without the participants no turn can be judged."
        ),
        wrong=_transcript(_SAID, header="Players: Bea (S), Al (N)"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.UNKNOWN_PLAYER,
        rule="HF2",
        story=(
            "The header of a transcript names the winner, who is one of its participants. Here it names somebody "
            "else. Correct the name; it is compared in any case."
        ),
        wrong=_transcript(_SAID, winner="Cy"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.WRONG_NUMBER,
        rule="HF4",
        story=(
            "The turns of a transcript are numbered from 1 without a gap. Here another number stands there: a "
            "turn may be missing. The turns are judged in the order in which they stand."
        ),
        wrong=_transcript("1) Al: Homeworld G3 B2 Y3\n\n3) Bea: Homeworld B1 Y2 G3\n"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.TURN_IN_CHAT,
        rule="HF4",
        story=(
            "What players say runs from a line that begins with a tab to the next turn: the next number with the "
            "name of a participant. Here a line of it looks like a turn, but its number or its name is another. "
            "Players do write lists, so it is only a warning; but where a turn is missing, the rest of the game "
            "is read as chat. Then write the turn, or correct the number or the name."
        ),
        wrong=_transcript(f"{_SAID}\tAl: hello\n\n4) Bea: Build G1 Bea\n"),
        right=_transcript(f"{_SAID}\tAl: hello\n\n3) Al: Build Y1 Al\n\n4) Bea: Build G1 Bea\n"),
    ),
    Explanation(
        code=Codes.UNKNOWN_PLAYER,
        rule="HF4",
        story=(
            "A turn of a transcript begins with its number and the name of a participant. Here the name is none "
            "of the header's. Mostly it is misspelt; it is compared in any case."
        ),
        wrong=_transcript("1) Al: Homeworld G3 B2 Y3\n\n2) Cy: Homeworld B1 Y2 G3\n"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.NO_ACTION,
        rule="HF4",
        story=(
            "A turn of a transcript has at least one action, behind the name or on the lines below it, before "
            "anything is said. Here there is none. A player who did nothing wrote `Pass`."
        ),
        wrong=_transcript("1) Al: Homeworld G3 B2 Y3\n\n2) Bea:\n\tBea: hello\n"),
        right=_transcript("1) Al: Homeworld G3 B2 Y3\n\n2) Bea: Pass\n\tBea: hello\n"),
    ),
    Explanation(
        code=Codes.NOT_NOTATION,
        rule="HF4",
        story=(
            "The turns of a transcript follow its header, each with its number and its player. Here something "
            "stands before the first turn that belongs to none. What players said begins with a tab."
        ),
        wrong=_transcript(f"Homeworld G3 B2 Y3\n{_SAID}"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.NOT_NOTATION,
        rule="HF7",
        story=(
            "An action of a transcript is a verb (homeworld, build, trade, move, discover, attack, sacrifice, "
            "catastrophe, pass, in full or cut short) and what belongs to it, in its order. Here a word is "
            "another, or one is missing. More words behind it mean nothing and are read over."
        ),
        wrong=_transcript(f"{_SAID}\n3) Al: Build Al\n"),
        right=_transcript(f"{_SAID}\n3) Al: Build Y1 Al\n"),
    ),
)
