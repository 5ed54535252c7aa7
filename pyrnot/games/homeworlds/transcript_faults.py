"""Explanations of the faults that a transcript can have, each with a wrong transcript and the same one corrected."""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.homeworlds.codes import Codes


def _transcript(turns: str, header: str = "Participants: Bea (S), Al (N)", winner: str = "Al") -> str:
    """A transcript of a game for two with these turns."""
    lines = ["Homeworlds Online (SDG# 99999)", "Started: 2020.1.1, Ended: 2020.1.2", header, f"Winner: {winner}"]
    return "\n".join(lines) + f"\n\n{turns}"


_SAID = "1) Al: Homeworld G3 B2 Y3\n\n2) Bea: Homeworld B1 Y2 G3\n"

TRANSCRIPT_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_HEADER,
        rule="HF2",
        story=(
            "A transcript begins with its number, its variants if any, its dates, its participants with their seats, "
            "and its winner, one line each in this order, and then an empty line. Here a line is missing or malformed. "
            "Without the participants no turn can be judged."
        ),
        wrong=_transcript(_SAID, header="Players: Bea (S), Al (N)"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.UNKNOWN_PLAYER,
        rule="HF2",
        story=(
            "The winner in the header of a transcript must be one of its participants. Here it is somebody else. "
            "Correct the name; upper and lower case do not matter."
        ),
        wrong=_transcript(_SAID, winner="Cy"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.WRONG_NUMBER,
        rule="HF4",
        story=(
            "The turns of a transcript are numbered from 1 without gaps. Here the number is wrong, so a turn may be "
            "missing. The turns are judged in the order in which they are written."
        ),
        wrong=_transcript("1) Al: Homeworld G3 B2 Y3\n\n3) Bea: Homeworld B1 Y2 G3\n"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.TURN_IN_CHAT,
        rule="HF4",
        story=(
            "Chat begins with a tab and goes on to the next turn: the next number with the name of a participant. Here "
            "a line of the chat looks like a turn, but has another number or name. Players do write lists, so this is "
            "only a warning; but if a turn is missing, the rest of the game is read as chat. In that case add the "
            "turn, or correct the number or the name."
        ),
        wrong=_transcript(f"{_SAID}\tAl: hello\n\n4) Bea: Build G1 Bea\n"),
        right=_transcript(f"{_SAID}\tAl: hello\n\n3) Al: Build Y1 Al\n\n4) Bea: Build G1 Bea\n"),
    ),
    Explanation(
        code=Codes.UNKNOWN_PLAYER,
        rule="HF4",
        story=(
            "A turn of a transcript begins with its number and the name of a participant. Here the name is not in the "
            "header. Usually it is misspelt; upper and lower case do not matter."
        ),
        wrong=_transcript("1) Al: Homeworld G3 B2 Y3\n\n2) Cy: Homeworld B1 Y2 G3\n"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.NO_ACTION,
        rule="HF4",
        story=(
            "A turn of a transcript has at least one action, after the name or on the lines below it, before any chat. "
            "Here there is none. A player who did nothing wrote `Pass`."
        ),
        wrong=_transcript("1) Al: Homeworld G3 B2 Y3\n\n2) Bea:\n\tBea: hello\n"),
        right=_transcript("1) Al: Homeworld G3 B2 Y3\n\n2) Bea: Pass\n\tBea: hello\n"),
    ),
    Explanation(
        code=Codes.NOT_NOTATION,
        rule="HF4",
        story=(
            "After the header of a transcript come its turns, each with its number and player. Here there is text "
            "before the first turn that belongs to none. Chat must begin with a tab."
        ),
        wrong=_transcript(f"Homeworld G3 B2 Y3\n{_SAID}"),
        right=_transcript(_SAID),
    ),
    Explanation(
        code=Codes.NOT_NOTATION,
        rule="HF7",
        story=(
            "An action of a transcript is a verb (homeworld, build, trade, move, discover, attack, sacrifice, "
            "catastrophe or pass, in full or cut short) and its words in a fixed order. Here a word is wrong or "
            "missing. Extra words at the end are ignored."
        ),
        wrong=_transcript(f"{_SAID}\n3) Al: Build Al\n"),
        right=_transcript(f"{_SAID}\n3) Al: Build Y1 Al\n"),
    ),
)
