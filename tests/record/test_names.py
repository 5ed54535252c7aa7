"""Seats by players' names (R3.4), in turns and results."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import found, judge, read, whole_grammar
from tables import read_table

from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.games import all_games
from pyrnot.play.write import write_record
from pyrnot.record.names import PlayerNames

TABLES = Path(__file__).with_name("names.txt")
TITLE = '[Game "Martian Life"]\n'


def named(red: str, yellow: str = "Ben") -> str:
    return f'{TITLE}[Red "{red}"]\n[Yellow "{yellow}"]\n\n'


@pytest.mark.parametrize(("red", "written"), read_table(TABLES, "players"))
def test_a_player_is_a_seat(red: str, written: str) -> None:
    judged = judge(
        f"{named(red)}1. {written}: Sf3 {{{written}: {written} wins}} 2. Ben : Sd3 3. Sf3 {written} resigns"
    )
    assert found(judged) == []
    assert judged.length == 3
    assert write_record(judged).splitlines()[-1] == "Red resigns"
    assert f"{{{written}: {written} wins}}" in write_record(judged)


def test_a_name_needs_no_number_before_it() -> None:
    judged = judge(f"{named('J. Smith')}J. Smith: Sf3. Ben: Sd3. J. Smith: Sf3. Ben forfeits")
    assert found(judged) == []
    assert judged.record.result
    assert judged.record.result.text == "yellow forfeits"


def test_a_name_may_begin_a_variation() -> None:
    judged = judge(f"{named('J. Smith')}1. Sf3 (1. J. Smith: Sc3 2. Ben: Sd3) 2. Sd3")
    assert found(judged) == []


@pytest.mark.parametrize(("red", "yellow", "written"), read_table(TABLES, "nobody"))
def test_a_name_that_is_not_one_seat_s_own_means_nothing(red: str, yellow: str, written: str) -> None:
    judged = judge(f"{named(red, yellow)}1. {written}: Sf3\n")
    assert any(diagnostic.code in ("wrong-seat", "not-notation") for diagnostic in judged.diagnostics)


def test_the_player_who_is_not_to_move_is_named_by_its_seat() -> None:
    judged = judge(f"{named('Ana Ruiz')}1. Ben: Sf3\n")
    assert judged.diagnostics[0].message == "Red is to move here, not Yellow"


def test_a_result_by_a_name_is_judged_as_its_seat() -> None:
    text = '[Game "Martian Life"]\n[Result "Red"]\n[Red "Ana Ruiz"]\n\n1. Sf3 Ana Ruiz resigns\n'
    assert found(judge(text)) == ["R5@1 result-tag"]
    assert found(judge(f"{named('Ana')}1. Sf3 Cy resigns\n")) == ["R5@1 bad-result"]


def test_a_seat_s_own_name_comes_first() -> None:
    names = PlayerNames(("Red", "Yellow"), Tags({"Red": "Yellow Ann", "Yellow": "R"}))
    assert names.seat_of("Yellow") == "Yellow"
    assert names.seat_of("yellow  ann") == "Red"
    assert names.seat_of("R") == "R"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_grammar_reads_a_name_as_a_seat(game: AnyGame) -> None:
    """The grammar reads what the scan makes of a name: one word of letters."""
    example = next(form.example for form in game.rulebook().notation if not form.example.startswith("["))
    seat = game.info.seats[0]
    text = f'[Game "{game.info.title}"]\n[{seat} "Ana M. Ruiz"]\n1. Ana M. Ruiz: {example} Ana M. Ruiz resigns\n'
    record = read(text)
    assert not record.diagnostics
    assert record.turns[0].seat
    assert record.turns[0].seat.text == seat
    assert record.source.text[slice(*record.turns[0].seat.span)] == "Ana M. Ruiz"
    assert record.result
    assert record.result.text == f"{seat.lower()} resigns"
    start = text.index("1. ")
    as_words = PlayerNames(game.info.seats, record.tags).as_words(text, start)
    assert len(as_words) == len(text)
    parser = whole_grammar(game.info.grammar)
    tokens = [str(token) for token in parser.parse(as_words).scan_values(lambda token: "Ruiz" in token)]
    assert [token.rstrip(": ")[:11] for token in tokens[1:]] == ["Ana\u02bcM\u02bc\u02bcRuiz"] * 2
