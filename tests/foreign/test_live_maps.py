"""Positions that Homeworlds Live exports as maps (TR1.1). All are invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pyrnot.core.diagnostics import Severity
from pyrnot.foreign.forms import load_form, recognise_form
from pyrnot.foreign.load import foreign_records
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.position_string import write_position
from pyrnot.play.replay import Replay, replay

PLACES: dict[str, Any] = {
    "b1A": None,
    "b2A": {"at": 1, "owner": None},
    "g3A": {"at": 1, "owner": None},
    "y3B": {"at": 1, "owner": "north"},
    "r1C": {"at": 3, "owner": None},
    "g1A": {"at": 3, "owner": "north"},
    "y2A": {"at": 2, "owner": None},
    "b1B": {"at": 2, "owner": None},
    "g3C": {"at": 2, "owner": "south"},
}
HOMES = {"north": 1, "south": 2}
SETUP = '"1"(n)b2g3,n:y3/"2"(s)y2b1,s:g3/3()r1,n:g1 - '


def map_of(places: dict[str, Any] = PLACES, **others: Any) -> str:
    return json.dumps({"map": places, "homeworldData": HOMES} | others, indent=4)


def judged(text: str) -> Replay:
    """The replay of a map, which must be recognised as one."""
    assert recognise_form(text) == "hwl"
    (record,) = foreign_records(ForeignText(text, form="hwl"))
    return replay(record)


def errors_of(replayed: Replay) -> list[str]:
    return [found.message for found in replayed.diagnostics if found.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("others", "mover"),
    [
        ({}, "n"),
        ({"turn": "south"}, "s"),
        ({"turn": "north", "actions": {"number": 1, "sacrifice": None}, "phase": "playing"}, "n"),
    ],
)
def test_tr1_a_map(others: dict[str, Any], mover: str):
    replayed = judged(map_of(**others))
    assert errors_of(replayed) == []
    assert replayed.record.tags["Setup"] == SETUP + mover
    assert not replayed.record.turns


def test_tr1_a_map_says_what_was_assumed():
    (found,) = judged(map_of()).diagnostics
    assert found.message == (
        "read as the start: North moves, since the map does not say who, and the bank is what the systems leave"
    )
    (found,) = judged(map_of(turn="south")).diagnostics
    assert found.message == "read as the start: South moves, and the bank is what the systems leave"


def test_tr1_a_map_of_three_players():
    replayed = judged(map_of({**PLACES, "y1A": {"at": 3, "owner": "east"}}, turn="east"))
    assert "e:y1" in replayed.record.tags["Setup"]
    assert replayed.record.tags["Setup"].endswith(" - e")


@pytest.mark.parametrize(
    ("last", "count", "bank", "out"),
    [
        ("C", 2, "233322231223", ""),
        ("D", 3, "344433342334", "out=e"),
        ("E", 4, "455544453445", "out=ew"),
    ],
)
def test_tr1_the_pyramids_of_a_map_say_how_many_play(last: str, count: int, bank: str, out: str):
    """Seats whose pyramids and homeworlds are gone play no longer, but the bank is that of all seats (H1)."""
    replayed = judged(map_of({**PLACES, "b3A": None, f"b3{last}": None}, turn="north"))
    assert errors_of(replayed) == []
    assert len(replayed.start.seats) == count
    assert write_position(replayed.start).split()[1:] == [bank, "n", *out.split()]


@pytest.mark.parametrize("turn", [{"turn": "south"}, {}])
def test_tr1_a_seat_of_a_map_without_a_homeworld_is_out(turn: dict[str, str]):
    replayed = judged(map_of({**PLACES, "y1A": {"at": 1, "owner": "east"}}, **turn))
    assert errors_of(replayed) == []
    assert replayed.record.tags["Setup"].endswith(" out=e")
    assert ", East is out without a homeworld, and the bank" in replayed.diagnostics[0].message


def test_tr1_a_map_of_a_game_that_is_over():
    text = map_of({**PLACES, "g3C": {"at": 2, "owner": "north"}}, homeworldData={"north": 1}, turn="north")
    replayed = judged(text)
    assert errors_of(replayed) == []
    assert replayed.outcome is not None
    assert replayed.outcome.winner == "North"


def test_tr1_a_map_before_all_homeworlds_have_been_placed():
    """The seat to move has none, so no seat is out; the map may name fewer seats than play."""
    places = {pyramid: place for pyramid, place in PLACES.items() if place is None or place["at"] == 1}
    replayed = judged(map_of({**places, "r1E": None}, homeworldData={"north": 1}, turn="east", phase="setup"))
    assert errors_of(replayed) == []
    assert (len(replayed.start.seats), replayed.start.out) == (4, (False,) * 4)


@pytest.mark.parametrize("actions", [{"number": 0, "sacrifice": None}, {"number": 2, "sacrifice": "y"}])
def test_tr1_a_map_within_a_turn_is_refused(actions: dict[str, Any]):
    (error,) = errors_of(judged(map_of(actions=actions)))
    assert error.startswith("export the map at the beginning of a turn")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (map_of()[:-3], "paste the whole map"),
        (map_of({**PLACES, "y1A": {"at": "3", "owner": None}}), "write a pyramid"),
        (map_of({**PLACES, "y1A": {"at": 3, "owner": ["north"]}}), "write a pyramid"),
        (map_of({**PLACES, "y1A": 3}), "write a pyramid"),
        (map_of({**PLACES, "z9": {"at": 3, "owner": None}}), "write a pyramid"),
    ],
)
def test_tr1_a_faulty_map(text: str, message: str):
    (error,) = errors_of(judged(text))
    assert error.startswith(message)


@pytest.mark.parametrize("homes", [[], {"north": [1], "south": {}, "up": 1}, {"north": None}])
def test_tr1_a_map_without_homes(homes: Any):
    assert errors_of(judged(map_of(homeworldData=homes)))


@pytest.mark.parametrize("end", range(40, 400, 40))
def test_tr1_a_cut_map(end: int):
    text = map_of()[:end]
    assert load_form("hwl").recognises(text)
    assert len(errors_of(judged(text))) == 1
