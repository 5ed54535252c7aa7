"""The earlier turn that explains a diagnostic (R6): where it is a fact of the replay, and where there is none.
`tests/games/*/related.txt` has what each game says."""

from __future__ import annotations

import pytest
from reading import MARTIAN, judge

from pyrnot.core.diagnostics import Related
from pyrnot.core.limits import HINTED_DIAGNOSTICS
from pyrnot.foreign.load import read_record, split_text
from pyrnot.play.extend import Refused, extend
from pyrnot.play.line_tree import node_at
from pyrnot.play.plies import read_query
from pyrnot.play.replay import replay
from pyrnot.record.source import SourceText
from pyrnot.render.answer import answer

HOMEWORLDS = '[Game "homeworlds"]\n'


def notes(text: str) -> list[str | None]:
    """What the diagnostics of a record say of earlier turns."""
    return [diagnostic.related and diagnostic.related.message for diagnostic in judge(text).diagnostics]


def test_where_it_is_written() -> None:
    """At the action that made the change, or at all of them if that was the end of the turn."""
    judged = judge(MARTIAN + "1. Sf3\n2. Red: Sc6\n3. Sa1\n4. Sc6")
    related = judged.diagnostics[-1].related
    assert related is not None
    assert isinstance(related, Related)
    assert (related.turn, related.ply) == (1, 2)
    assert judged.record.source.written(related.span) == "Sc6"


def test_at_the_action_of_several() -> None:
    turns = "1. sacrifice y3 Al; discover y1 Al b3 Mars; pass; move y1 Mars Al 2. build g1 Bea 3. sacrifice y3 Al"
    judged = judge(f'{HOMEWORLDS}[Setup "Al(n)g2b1,n:y3y1/Bea(s)y2b1,s:g3 n"]\n{turns}')
    related = judged.diagnostics[-1].related
    assert related is not None
    assert judged.record.source.written(related.span) == "sacrifice y3 Al"


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ("1. Sf3 2. Sc6 3. Sa1 4. Sc6", "the yellow Small came to c6 in turn 2"),
        ("1. Sd4", None),  # since the start
        ("1. Sf3 2. Sa1 3. Sb2=M", None),  # always empty
        ("1. Sf3 2. Sa1; Sa1", None),  # what is wrong is not on the board
        ("1. Sf3 2. Zz9", None),
        ("1. Sf3 2. Red: Sa1", None),
    ],
)
def test_only_what_an_earlier_turn_did(turns: str, expected: str | None) -> None:
    assert notes(MARTIAN + turns)[-1] == expected


def test_what_changed_within_the_turn_itself() -> None:
    start = f"{HOMEWORLDS}1. homeworld g2 b1 y2 Al 2. homeworld y1 b2 g3 Bea 3. build y1 Al 4. build g1 Bea "
    assert notes(start + "5. sacrifice y2 Al; discover y1 Al b3 Mars; move y1 Al Mars") == [None]


def test_the_end_of_the_game() -> None:
    drawn = f'{MARTIAN}[Trios "1"]\n[Setup "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"]\n1. pass 2. pass '
    assert notes(drawn + "3. Sa1 4. Sh8 draw") == ["the game ended in turn 2"]


def test_no_turn_ended_a_game_that_is_over_at_the_start() -> None:
    assert notes(f'{MARTIAN}[Setup "8/8/8/8/8/8/8/8 r"]\n1. Sa1 draw') == [None]


def test_no_note_for_the_result_of_the_last_turn() -> None:
    """The turn that ended the game is the one that the diagnostic is at."""
    drawn = f'{MARTIAN}[Trios "1"]\n[Setup "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"]\n1. pass 2. pass '
    assert notes(drawn + "Red wins") == [None]


def test_in_a_variation() -> None:
    """Its own turns count, and those that it follows, but not those that it replaces."""
    text = f"{MARTIAN}1. Sf3 2. Sc6 3. Sa1 ( 3. Sb6 4. Sc6 ) ( 3. Sc6 ) 4. Sh1 ( 4. Sb6 5. Sc6 )"
    judged = judge(text)
    assert [(one.line_of_play, one.related and one.related.message) for one in judged.diagnostics] == [
        ("variation 1 at ply 3", "the yellow Small came to c6 in turn 2"),
        ("variation 2 at ply 3", "the yellow Small came to c6 in turn 2"),
        ("variation 3 at ply 4", "the yellow Small came to c6 in turn 2"),
    ]
    assert notes(f"{MARTIAN}1. Sf3 2. Sc6 ( 2. Sb6 3. Sc6 4. Sc6 )") == ["the red Small came to c6 in turn 3"]


def test_through_a_turn_that_is_kept_though_illegal() -> None:
    """With `keep_going`, positions follow an illegal turn too."""
    (source,) = split_text("a.pyr", f"{MARTIAN}1. Sf3 2. Sc6 XSd4 3. Sa1 4. Sc6")
    judged = replay(read_record(source), keep_going=True)
    assert [one.related and one.related.ply for one in judged.diagnostics] == [None, 2]


@pytest.mark.parametrize(
    ("turn", "expected"),
    [("Sc6", "the yellow Small came to c6 in turn 2"), ("Sd4", None), ("3. Sf3=M", "f3 was emptied in turn 1")],
)
def test_a_turn_judged_alone_has_the_turns_of_its_record(turn: str, expected: str | None) -> None:
    """It is written in another text, so there is no line to show."""
    old = judge(f"{MARTIAN}1. Sf3 2. Sc6 ( 2. Sb6 )")
    with pytest.raises(Refused) as caught:
        extend(old, SourceText(turn))
    ((added, _),) = caught.value.diagnostics
    (asked,) = answer(old, read_query(turn, old), node_at(old, 2)).judged.diagnostics
    for diagnostic in (added, asked):
        assert (diagnostic.related and diagnostic.related.message) == expected
        assert diagnostic.related is None or (diagnostic.related.turn, diagnostic.related.span) == (-1, None)


def test_the_turns_of_a_message_come_before_those_of_its_record() -> None:
    with pytest.raises(Refused) as caught:
        extend(judge(f"{MARTIAN}1. Sf3 2. Sc6"), SourceText("3. Sb6 4. Sb6"))
    ((diagnostic, source),) = caught.value.diagnostics
    assert diagnostic.related is not None
    assert diagnostic.related.message == "the red Small came to b6 in turn 3"
    assert diagnostic.related.span is not None
    assert source.written(diagnostic.related.span) == "Sb6"


def test_only_the_first_faults_have_one() -> None:
    """There may be thousands of variations, each with a walk to the start."""
    text = f"{MARTIAN}1. Sf3 2. Sc6 3. Sa1 " + "( 3. Sc6 ) " * (HINTED_DIAGNOSTICS + 3)
    expected = ["the yellow Small came to c6 in turn 2"] * HINTED_DIAGNOSTICS + [None] * 3
    assert notes(text) == expected
