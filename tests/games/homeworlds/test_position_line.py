"""Positions in one line, as the players of Homeworlds write them, in place of a position string (HN3)."""

from __future__ import annotations

import msgspec
import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds.game import GAME
from pyrnot.games.homeworlds.position_line import is_position_line, write_position_line

LINE = "<0>; Al(0,g3b2)y3y1-; Mars(r1)g1-; Bea(1,y2b1)-g3"
STRING = "Al(n)g3b2,n:y3y1/Mars()r1,n:g1/Bea(s)y2b1,s:g3 - n"


@pytest.mark.parametrize(
    ("line", "string"),
    [
        (LINE, STRING),
        (LINE.replace("; ", ";\n"), STRING),
        (LINE.removeprefix("<0>; "), STRING),
        (f"  {LINE.replace('(0,', ' (0, ')} ; ", STRING),
        (LINE.replace("Mars(", "("), STRING.replace("Mars", "System2")),
        ("<2>; Al(0,g3b2)y3--; Cy(2,b2r1)-y1-g3", "Al(n)g3b2,n:y3/Cy(s)b2r1,e:y1,s:g3 - s out=e"),
        ("<1>; Al(0,g3b2)y3-", "Al(n)g3b2,n:y3 - s"),
        ("<0>; Al(0,g3b2)y3-; Mars(r1)g1-", "Al(n)g3b2,n:y3/Mars()r1,n:g1 - n out=s"),
    ],
)
def test_hn3_a_line_is_read_as_a_position_string_is(line: str, string: str):
    assert is_position_line(line)
    assert not is_position_line(string)
    assert GAME.read_position(line, Tags({})) == GAME.read_position(string, Tags({}))
    assert GAME.start(Tags({"Setup": line})) == GAME.start(Tags({"Setup": string}))


@pytest.mark.parametrize(
    ("line", "marked", "message"),
    [
        (LINE.replace("r1)", "r4)"), "Mars(r4)g1-", "write a system as in Alpha"),
        (LINE.replace("<0>", "<2>"), None, "write the players as numbers from 0 to 1"),
        (LINE.replace("Mars", "Al"), None, "two systems are called Al"),
        ("<0>", "<0>", "write the players as numbers"),
    ],
)
def test_hn3_a_faulty_line(line: str, marked: str | None, message: str):
    with pytest.raises(Illegal) as caught:
        GAME.read_position(line, Tags({}))
    assert caught.value.message.startswith(message)
    assert caught.value.within is not None
    assert line[slice(*caught.value.within)] == (marked or line)


@pytest.mark.parametrize("line", [LINE, "<2>; Al(0,g3b2)y3--; Bea(1,y2b1)-g3-; Cy(2,b2r1)--g3"])
def test_a_position_is_written_as_it_is_read(line: str):
    assert write_position_line(GAME.read_position(line, Tags({}))) == line


def test_a_name_of_several_words_becomes_one_word():
    position = GAME.read_position(LINE, Tags({}))
    home, mars, other = position.systems
    systems = (home, msgspec.structs.replace(mars, name="New Mars"), other)
    assert "New_Mars(r1)g1-" in write_position_line(msgspec.structs.replace(position, systems=systems))
