"""Logs of Homeworlds Live, and the form with numbers for systems (TR1.1). All games are invented."""

from __future__ import annotations

import re

import pytest

from pyrnot.foreign.forms import load_form
from pyrnot.foreign.load import foreign_records
from pyrnot.foreign.source import ForeignText
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record

TURNS = """\
1. homeworld g3 b2 y3 "1"
2. homeworld b1 y2 g3 "2"
3. build y1 "1"
4. trade g3 r3 "2"
5. discover y1 "1" r1 3
6. pass
7. sacrifice y3 "1"; move y1 3 "1"; pass; pass
8. trade r3 g3 "2"
"""
LETTERS = """\
h,g3A,b2A,y3A
h,b1A,y2A,g3B
b,y1A,1
t,g3B,r3A
d,y1A,r1A
pass
s,y3A;m,y1A,1;pass;pass
t,r3A,g3B
"""
NUMBERS = """\
h,g3,b2,y3,1
h,b1,y2,g3,2
b,y1,1
t,g3,r3,2
d,y1,1,r1,3
p
s,y3,1;m,y1,3,1;p;p
t,r3,g3,2
"""


def judged(text: str) -> list[Replay]:
    """The replays of a text, which must be recognised as a log."""
    assert load_form("hwl").recognises(text)
    return [replay(record) for record in foreign_records(ForeignText(text, form="hwl"))]


def turns_of(replayed: Replay) -> str:
    return write_record(replayed).partition("\n\n")[2]


@pytest.mark.parametrize("text", [LETTERS, NUMBERS, LETTERS.lower(), NUMBERS.replace(",", ", ")])
def test_tr1_hwl(text: str):
    (replayed,) = judged(text)
    assert not replayed.has_error
    assert turns_of(replayed) == TURNS


def test_tr1_hwl_header():
    (replayed,) = judged(f"Players: Al, Bea\nWinner: bea\n{LETTERS}")
    assert write_record(replayed).startswith('[Game "Homeworlds"]\n[North "Al"]\n[South "Bea"]\n')
    assert turns_of(replayed) == f"{TURNS}South wins\n"


@pytest.mark.parametrize(("header", "end"), [("Winner: bea\n", ""), ("Winner: none\n", "e,al\n")])
def test_tr1_hwl_the_winner_is_named_by_the_seat(header: str, end: str):
    (replayed,) = judged(f"Players: Al,Bea\n{header}{LETTERS}{end}")
    (warning,) = [found for found in replayed.diagnostics if found.code == "unproved-result"]
    assert warning.message == "unproven result `South wins`: by the rules the game is not over"


def test_tr1_hwl_players_called_like_seats_are_in_turn_order():
    (replayed,) = judged(f"Players: south,north\nWinner: north\n{LETTERS}")
    assert "[North" not in write_record(replayed)
    assert turns_of(replayed) == f"{TURNS}South wins\n"


def test_tr1_hwl_several_games():
    assert [turns_of(game) for game in judged(f"Players: Al,Bea\n{LETTERS}\nPlayers: Cy,Di\n{LETTERS}")] == [
        TURNS
    ] * 2


def test_tr1_hwl_the_turn_that_is_being_played_is_left_out():
    (replayed,) = judged(f"{LETTERS}b,y1B,1;...\n")
    assert turns_of(replayed) == TURNS
    assert [(line.number, line.reason) for line in replayed.record.transcript.left_out] == [
        (9, "the turn was not ended")
    ]


NOT_JUDGED = " (the turns after this one are not judged)"

OVERPOPULATED = """\
h,g3A,r2A,b3A
h,b1A,y2A,g3B
b,b1B,1
pass
b,b1C,1
pass
t,b1B,y1A
pass
b,b1B,1
pass
b,b2A,1
pass
"""


@pytest.mark.parametrize(("form", "turn"), [("letters", "c,b,1;pass"), ("numbers", "c,1,blue;pass")])
def test_tr1_hwl_catastrophe(form: str, turn: str):
    text = OVERPOPULATED if form == "letters" else re.sub("[ABC]", "", OVERPOPULATED.replace("y1A", "y1,1"))
    (replayed,) = judged(text + turn)
    assert turns_of(replayed).splitlines()[-1] == '13. catastrophe "1" blue; pass'


@pytest.mark.parametrize(
    ("turn", "written", "message"),
    [
        ("m,r1A,2", "r1A", "write a ship that is in play: 'r1A' is not"),
        ("b,r1A", "b,r1A", "write 2 words after 'b', separated by commas"),
        ("c,y,1,2", "c,y,1,2", "write 2 words after 'c', separated by commas"),
        ("q,r1A,2", "q,r1A,2", "'q' is not an action"),
    ],
)
def test_tr1_hwl_faults(turn: str, written: str, message: str):
    (replayed,) = judged(f"{LETTERS}{turn}\npass\n")
    diagnostic = replayed.diagnostics[0]
    assert diagnostic.message.removesuffix(NOT_JUDGED) == message
    start, end = diagnostic.span
    assert (f"{LETTERS}{turn}"[start:end], diagnostic.ply) == (written, 9)


def test_tr1_hwl_a_ship_that_a_catastrophe_took_is_not_in_play():
    (replayed,) = judged(f"{OVERPOPULATED}c,b,1;pass\npass\nm,b1B,2\n")
    assert replayed.diagnostics[0].message.removesuffix(NOT_JUDGED) == "write a ship that is in play: 'b1B' is not"


def test_tr1_hwl_an_illegal_action_is_shown_at_its_own_words():
    text = f"{LETTERS}b,r1A,1\n"
    (replayed,) = judged(text)
    (diagnostic,) = [found for found in replayed.diagnostics if found.severity == "error"]
    assert text[diagnostic.span.start : diagnostic.span.end] in ("b,r1A,1", "r1A", "r1")


PLAYERS = "Players: Al,Bea\nWinner: none\n"


@pytest.mark.parametrize("end", ["e,Bea\n", "pass;e,bea\n", "PASS;E, Bea \n"])
def test_tr1_hwl_a_player_who_leaves_a_game_for_two_has_lost(end: str):
    (replayed,) = judged(f"{PLAYERS}{LETTERS}{end}")
    turns = "9. pass\n" if "pass" in end.lower() else ""
    assert turns_of(replayed) == f"{TURNS}{turns}North wins\n"


def test_tr1_hwl_a_player_who_leaves_may_be_called_by_the_seat():
    (replayed,) = judged(f"{LETTERS}e,north\n")
    assert turns_of(replayed) == f"{TURNS}South wins\n"


THREE = """\
Players: Al,Bea,Cy
h,g3A,b2A,y3A
h,b1A,y2A,g3B
h,r1A,y2B,b3A
"""


def test_tr1_hwl_players_who_leave_a_game_for_three():
    (replayed,) = judged(f"{THREE}e,Cy;b,y1A,1\nb,g1A,2\ne,Al\n")
    assert not replayed.has_error
    turns = ["4. South: resign", '5. build y1 "1"', '6. build g1 "2"', "7. resign", "East wins"]
    assert turns_of(replayed).splitlines()[3:] == turns
    (replayed,) = judged(f"{THREE}b,y1A,1;e,Cy\nb,g1A,2\n")
    assert turns_of(replayed).splitlines()[3:] == ['4. build y1 "1"', "5. South: resign", '6. build g1 "2"']


def test_tr1_hwl_a_stranger_who_leaves():
    text = f"{PLAYERS}{LETTERS}e,Dan\n"
    (replayed,) = judged(text)
    (found,) = [found for found in replayed.diagnostics if found.severity == "error"]
    assert found.message == "write a player of the line `Players:` here: 'Dan' is not one"
    assert text[found.span.start : found.span.end] == "Dan"
