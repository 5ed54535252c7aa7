"""Messages that continue a record (TR5.5): which of their turns it has already, and which are new."""

from __future__ import annotations

import pytest
from reading import judge

from pyrnot.foreign.receive import Refused, extend_by_text

SPECTRUM = '[Game "Spectrum"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n[A "Ana"]\n[B "Jon"]\n'
THREE = f"{SPECTRUM}1. M(r)=L\n2. M(y)=L\n3. M(o)=L\n"
FOR_THREE = f'{SPECTRUM}[Seats "3"]\n[C "Cy"]\n1. M(r)=L\n2. M(o)=L\n3. M(y)=L\n'
PASSES = (
    '[Game "Homeworlds"]\n[North "Al"]\n[South "Bea"]\n'
    "1. homeworld r1 b2 g3 Al\n2. homeworld y3 b2 g3 Bea\n3. pass\n4. pass\n"
)


@pytest.mark.parametrize(
    ("before", "message", "repeated", "count"),
    [
        (THREE, "Hello, Ana!\n\n> M(y)=L\n> M(o)=L\n\nM(b)=L", (2, 3), 4),
        (THREE, "Hello, Ana! Mine is the same:\nM(o)=L", (), 4),
        (f"{THREE}4. M(o)=L\n", "Once more, and mine:\nM(o)=L\nM(b)=L", (4,), 5),
        (THREE, "So far we have:\nM(r)=L\nM(y)=L\nM(o)=L\nand now\nM(b)=L", (1, 2, 3), 4),
        (THREE, "Jon: 4. M(o)=L\nAna: M(b)=L", (), 5),
        (PASSES, "It goes on quietly:\n5. pass\n6. pass", (), 6),
        (FOR_THREE, "That was it for me.\nJon: I resign", (), 4),
    ],
)
def test_which_turns_are_new(before: str, message: str, repeated: tuple[int, ...], count: int) -> None:
    added = extend_by_text(judge(before), message, name="mail", is_message=True)
    assert (added.repeated, added.replay.length) == (repeated, count)


def test_the_beginning_of_the_record_is_not_played_again() -> None:
    with pytest.raises(Refused, match="no turn or result"):
        extend_by_text(judge(THREE), "Remember how it began?\nM(r)=L\nM(y)=L", name="mail", is_message=True)


@pytest.mark.parametrize(
    "message",
    [
        '[Game "Braces"]\n4. M(o)=L\n',
        '[Game "Braces"]\n[White "Al"]\n[Black "Bea"]\nShall we?\n',
        'Hello, Ana!\n\n[Game "Braces"]\n4. DIG 5/2; Lb1-b2\n',
        'M(y)=L\nM(o)=L\n\nM(b)=L\n[Game "Braces"]\n',
        'Hello, Ana!\n\n[Game "Homeworlds"]\n\n1. homeworld r1 b2 g3 Al\n2. homeworld y3 b2 g3 Bea\n',
    ],
)
def test_a_message_about_another_game_is_refused(message: str) -> None:
    with pytest.raises(Refused, match=r"it is about \w+, but the record is about Spectrum"):
        extend_by_text(judge(THREE), message, name="mail", is_message=True)
