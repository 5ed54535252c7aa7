"""A seat leaves a game of three or four (S13, H33): its turn in a record, what players write for it, and `add`."""

from __future__ import annotations

import pytest
from reading import judge, shorten

from pyrnot.play.extend import Refused, extend
from pyrnot.play.write import write_record
from pyrnot.record.source import SourceText

SPECTRUM = '[Game "Spectrum"]\n[Seats "3"]\n[B "Jon"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n\n'
HOMEWORLDS = '[Game "Homeworlds"]\n[Seats "3"]\n[East "Sol"]\n\n'
HOMES = "1. homeworld r1 b2 g3 Al\n2. homeworld y3 b2 g3 Bea\n3. homeworld g3 b2 y3 Cy\n"


def seats_to_move(text: str) -> list[str]:
    replayed = judge(text)
    assert not replayed.diagnostics
    return [replayed.start.to_move, *(str(ply.position.to_move) for ply in replayed.main_plies)]


@pytest.mark.parametrize(
    ("turns", "seats"),
    [
        ("1. resign\n2. M(r)>SS(o)\n3. M(r)>SS(o)\n4. M(y)=L", "ABCBC"),
        ("1. M(r)>SS(o)\n2. C: resign\n3. M(r)>SS(o)\n4. M(y)=L", "ABBAB"),
        ("1. M(r)>SS(o)\n2. A: resign\n3. M(r)>SS(o)\n4. M(y)=L", "ABBCB"),
        ("1. M(r)>SS(o)\n2. Jon: resigns\n3. M(r)>SS(o)\n4. M(y)=L", "ABCAC"),
        ("1. C: resign\n2. A: resign\nB wins", "AAB"),
        ("1. C: resign\n2. B: resign\nA wins", "AAA"),
    ],
)
def test_spectrum_plays_on(turns: str, seats: str) -> None:
    assert "".join(seats_to_move(SPECTRUM + turns)) == seats


@pytest.mark.parametrize(
    ("turns", "seats", "position"),
    [
        (
            "4. East: resign\n5. build g1 Al\n6. build y1 Cy",
            ["North", "South", "North"],
            "Al(n)b2r1,n:g3g1/Bea()y3b2,e:g3/Cy(s)g3b2,s:y3y1 344342341414 n out=e",
        ),
        (
            "4. build g1 Al\n5. resign\n6. build y1 Cy",
            ["East", "South", "North"],
            "Al(n)b2r1,n:g3g1/Bea()y3b2,e:g3/Cy(s)g3b2,s:y3y1 344342341414 n out=e",
        ),
    ],
)
def test_homeworlds_plays_on(turns: str, seats: list[str], position: str) -> None:
    """The homeworld of a player who leaves becomes an ordinary system, with its ships."""
    text = HOMEWORLDS + HOMES + turns
    assert seats_to_move(text)[4:] == seats
    replayed = judge(text)
    assert replayed.record.game is not None
    assert replayed.record.game.write_position(replayed.position) == position


def test_ships_of_a_player_who_left_may_be_attacked() -> None:
    setup = '[Setup "Al(n)g3b2,n:y3r1/Bea(e)y2b1,e:g3,n:r3/Cy(s)g3b2,s:y3 n"]\n'
    replayed = judge(HOMEWORLDS.replace("\n\n", f"\n{setup}\n") + "1. East: resign\n2. attack g3 Bea")
    assert not replayed.diagnostics
    assert replayed.length == 2


def test_player_who_left_is_no_target_in_sinister() -> None:
    """Who leaves is not eliminated by anybody: the game goes on, and the target is the seat after it (H35)."""
    setup = '[Variant "sinister"]\n[Setup "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)g3b2,s:y1,n:r3 n"]\n'
    head = HOMEWORLDS.replace("\n\n", f"\n{setup}\n")
    assert judge(f"{head}1. East: resign").outcome is None
    assert judge(f"{head}1. East: resign\n2. attack y1 Cy").outcome is not None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (SPECTRUM + "1. resign\n2. A: resign\n3. M(y)=L", "S13@2 seat-left"),
        (SPECTRUM + "1. M(y)=L; resign", "S13@1 second-action"),
        (SPECTRUM + "1. resign; M(y)=L", "S13@1 second-action"),
        (SPECTRUM + "1. resign; pass", "S13@1 second-action"),
        (SPECTRUM + "1. resign; G1", "S13@1 second-action"),
        (SPECTRUM + "1. resign\n2. resign\n3. M(y)=L", "R5@3 turn-after-end"),
        (SPECTRUM + "1. C: M(y)=L", "R3@1 wrong-seat"),
        (SPECTRUM.replace("3", "2") + "1. resign", "S13@1 leaving-two"),
        (HOMEWORLDS + HOMES + "4. build g1 Al; resign", "H33@4 second-action"),
        (HOMEWORLDS + HOMES + "4. resign; build g1 Al", "H33@4 second-action"),
        (HOMEWORLDS + HOMES + "4. East: resign\n5. East: resign", "H33@5 seat-out"),
        (HOMEWORLDS.replace('[Seats "3"]\n[East "Sol"]', '[Seats "2"]') + "1. resign", "H33@1 leaving-two"),
    ],
)
def test_what_is_wrong(text: str, found: str) -> None:
    assert shorten(judge(text).diagnostics[0]) == found


@pytest.mark.parametrize(
    "turns",
    [
        "1. M(r)>SS(o)\n2. C: resign\n3. M(y)=L\n4. resign\nB wins\n",
        "1. resign\n2. B: resign\nC wins\n".replace("B: ", ""),
        "1. M(r)>SS(o)\n(1. C: resign 2. M(y)=L)\n2. M(y)=L\n",
    ],
)
def test_it_is_written_as_it_was(turns: str) -> None:
    """The seat is written only of one that was not to move."""
    replayed = judge(SPECTRUM + turns)
    assert not replayed.has_error
    again = judge(write_record(replayed))
    assert [ply.position for ply in again.main_plies] == [ply.position for ply in replayed.main_plies]
    assert write_record(again) == write_record(replayed)


@pytest.mark.parametrize(
    ("turn", "hint"),
    [
        ("2. B resigns", "write `B: resign`"),
        ("2. Jon resigns.", "write `B: resign`"),
        ("2. Jon drops out", "write `B: resign`"),
        ("2. C drops out", "write `C: resign`"),
        ("2. C has left the game", "write `C: resign`"),
        ("2. leaves", "write `resign`"),
        ("2. resigned", "write `resign`"),
        ("B resigns", "write `B: resign` as a numbered turn, since the others play on"),
    ],
)
def test_what_players_write_for_it(turn: str, hint: str) -> None:
    found = judge(f"{SPECTRUM}1. M(r)>SS(o)\n{turn}\n3. M(y)=L\n").diagnostics
    assert hint in [diagnostic.hint for diagnostic in found]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            HOMEWORLDS + HOMES + "South: resign\n4. build y1 Al",
            "write `4. South: resign`, and number the turns after it from 5",
        ),
        (HOMEWORLDS + HOMES + "South: resign\n*", "write `4. South: resign`"),
        (HOMEWORLDS + HOMES + "Sol has left", "write `4. East: resign`"),
        (SPECTRUM + "1. M(r)>SS(o)\nresign\n2. M(y)=L", "write `2. resign`, and number the turns after it from 3"),
        (
            SPECTRUM + "1. M(r)>SS(o) C: resign 2. M(y)=L",
            "write `2. C: resign`, and number the turns after it from 3",
        ),
        (SPECTRUM + "1. M(r)>SS(o); C: resign", "write `2. C: resign`"),
        (SPECTRUM + "M(r)>SS(o)\nC: resign.\nM(y)=L.", "end each turn with a full stop: `C: resign.`"),
    ],
)
def test_without_a_number_it_was_read_as_a_part_of_the_turn_before(text: str, hint: str) -> None:
    (found,) = judge(text).diagnostics
    assert found.hint == hint


def test_game_of_two_has_a_result_instead() -> None:
    (found,) = judge(SPECTRUM.replace('"3"', '"2"') + "1. M(r)>SS(o)\n2. Jon resigns\n").diagnostics
    assert found.hint == "write `B resigns`"


@pytest.mark.parametrize(
    ("added", "text", "to_move"),
    [
        ("Jon resigns", "2. resign\n", "C"),
        ("resign", "2. resign\n", "C"),
        ("C resigns { bye }", "2. C: resign { bye }\n", "B"),
        ("2. A: resign", "2. A: resign\n", "B"),
        ("A forfeits", "2. A: resign\n", "B"),
    ],
)
def test_add(added: str, text: str, to_move: str) -> None:
    """A result alone that says who resigns becomes that seat's turn: the others play on."""
    old = judge(SPECTRUM + "1. M(r)>SS(o)\n")
    extension = extend(old, SourceText(added))
    assert extension.text == f"{SPECTRUM}1. M(r)>SS(o)\n{text}"
    assert extension.replay.position.to_move == to_move


def test_add_the_last_but_one_who_leaves() -> None:
    old = judge(SPECTRUM + "1. M(r)>SS(o)\n2. resign\n")
    extension = extend(old, SourceText("A resigns"))
    assert extension.text == f"{SPECTRUM}1. M(r)>SS(o)\n2. resign\n3. A: resign\nC wins\n"


def test_add_of_a_seat_that_has_left() -> None:
    with pytest.raises(Refused) as refused:
        extend(judge(SPECTRUM + "1. M(r)>SS(o)\n2. resign\n"), SourceText("Jon resigns"))
    assert "B has already left the game" in str(refused.value.diagnostics[0][0].message)
