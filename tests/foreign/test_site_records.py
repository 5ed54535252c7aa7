"""Games of Homeworlds written for other programs, and read again. All games are invented."""

from __future__ import annotations

import json

import pytest

from pyrnot.foreign.forms import load_form
from pyrnot.foreign.load import foreign_records, split_text
from pyrnot.foreign.sites.write import Unwritable, dump_ap, write_ap, write_hwl, write_sdg
from pyrnot.foreign.source import ForeignText
from pyrnot.play.replay import Replay, replay
from pyrnot.record.read import read_strictly
from support import SAMPLES

TAGS = """\
[Game "Homeworlds"]
[Site "SuperDuperGames"]
[Round "7"]
[Date "2024.03.05"]
[EndDate "2024.04.11"]
[North "Al"]
[South "Bea"]
"""
GAME = f"""{TAGS}
1. homeworld g3 b2 y3 "The Hub" {{ a comment }}
2. homeworld b1 y2 g3 Bea
3. build y1 "The Hub"
4. trade g3 r3 Bea
5. discover y1 "The Hub" r1 Bea-2
(5. pass)
6. pass
7. sacrifice y3 "The Hub"; move y1 Bea-2 "The Hub"; pass; pass
8. trade r3 g3 Bea
9. discover y1 "The Hub" r1 "Far out."
South wins
"""
SDG = """\
Homeworlds Online (SDG# 7)
Started: 2024.3.5, Ended: 2024.4.11
Participants: Bea (S), Al (N)
Winner: Bea

1) Al: Homeworld G3 B2 Y3
2) Bea: Homeworld B1 Y2 G3
3) Al: Build Y1 Al
4) Bea: Trade G3 R3 Bea
5) Al: Discover Y1 Al R1 Bea-2
6) Bea: Pass
7) Al: Sacrifice Y3 Al
Move Y1 Bea-2 Al
Pass
Pass
8) Bea: Trade R3 G3 Bea
9) Al: Discover Y1 Al R1 Far_out
"""
HWL = """\
Players: Al,Bea
Winner: Bea
h,g3A,b2A,y3A
h,b1A,y2A,g3B
b,y1A,1
t,g3B,r3A
d,y1A,r1A
pass
s,y3A;m,y1A,1
t,r3A,g3B
d,y1A,r1A
"""
AP_MOVES = [
    ["homeworld g3 b2 y3", "homeworld b1 y2 g3"],
    ["build y north", "trade g3 south r"],
    ["discover y1 north r1 Bea-2", "pass"],
    ["sacrifice y3 north, move y1 Bea-2 north, pass, pass", "trade r3 south g"],
    ["discover y1 north r1 Far_out"],
]
THREE = """\
[Game "Homeworlds"]
[Seats "3"]

1. homeworld g3 b2 y3 Al
2. homeworld b1 y2 g3 Bea
3. homeworld b1 r2 y3 Cy
4. build y1 Al
5. build g1 Bea
6. pass
"""


def played(text: str) -> Replay:
    (source,) = split_text("-", text)
    replayed = replay(read_strictly(source))
    assert not replayed.has_error, replayed.diagnostics
    return replayed


def again(form: str, text: str) -> Replay:
    """The replay of a text in the form of another program."""
    (record,) = foreign_records(ForeignText(text, form=form))
    replayed = replay(record)
    assert not replayed.has_error, replayed.diagnostics
    return replayed


def shape(replayed: Replay) -> list[object]:
    """The positions of a game, without the names of the systems."""
    return [
        (ply.position.mover, ply.position.bank, [(one.home, one.stars, one.ships) for one in ply.position.systems])
        for ply in replayed.main_plies
    ]


def test_sdg():
    game = played(GAME)
    text = write_sdg(game)
    assert text.upper() == SDG.upper()
    assert text.startswith(SDG.partition("1)")[0])
    assert shape(again("sdg", text)) == shape(game)
    assert again("sdg", text).record.tags["Result"] == "South"


@pytest.mark.parametrize("missing", ["Date", "EndDate", "Round"])
def test_sdg_has_no_header_of_which_a_line_is_unknown(missing: str):
    game = played(
        "".join(line for line in GAME.splitlines(True) if f"[{missing} " not in line and line != f"{missing}\n")
    )
    text = write_sdg(game)
    assert text.startswith("1) Al: Homeworld")
    assert shape(again("sdg", text)) == shape(game)


def test_hwl():
    game = played(GAME)
    assert write_hwl(game) == HWL
    assert shape(again("hwl", HWL)) == shape(game)
    assert again("hwl", HWL).record.result.text == "south wins"


def test_ap():
    game = played(GAME)
    data = write_ap(game)
    assert data["moves"] == AP_MOVES
    assert data["header"]["players"] == [{"name": "Al", "result": 0}, {"name": "Bea", "result": 1}]
    assert data["header"]["date-start"] == "2024-03-05"
    text = dump_ap([data])
    assert shape(again("ap", text)) == shape(game)
    assert again("ap", text).record.tags["Result"] == "South"
    assert len(json.loads(dump_ap([data, data]))) == 2


CATASTROPHE = """\
[Game "Homeworlds"]

1. homeworld g3 r2 b3 Al
2. homeworld b1 y2 g3 Bea
3. build b1 Al
4. pass
5. build b1 Al
6. pass
7. trade b1 y1 Al
8. pass
9. build b1 Al
10. pass
11. build b2 Al
12. pass
13. catastrophe Al blue; pass
14. build g1 Bea
15. pass
16. trade g1 b1 Bea
"""


def test_hwl_the_letters_of_what_a_catastrophe_took_are_free():
    game = played(CATASTROPHE)
    text = write_hwl(game)
    assert text.splitlines()[-4:] == ["c,b,1", "b,g1A,2", "pass", "t,g1A,b1B"]
    assert shape(again("hwl", text)) == shape(game)


WON = """\
[Game "Homeworlds"]

1. homeworld g3 b1 y3 Al
2. homeworld r1 b2 g3 Bea
3. build y1 Al
4. build g1 Bea
5. build y1 Al
6. build g1 Bea
7. build y1 Al
8. build g1 Bea
9. catastrophe Bea green{}
"""


@pytest.mark.parametrize(
    "ignored",
    [
        "build y2 Mars",
        "attack g1 Al",
        "sacrifice r3 Al",
        "discover y1 Al b2 Mars; build y2 Mars",
        "build y2 Mars; pass",
    ],
)
def test_what_follows_a_win_is_left_out(ignored: str):
    game = played(WON.format(f"; {ignored}"))
    passing = played(WON.format("; pass" if ignored.endswith("pass") else ""))
    assert write_sdg(game) == write_sdg(passing)
    assert write_ap(game) == write_ap(passing)
    assert write_hwl(game) == write_hwl(passing)
    assert shape(again("hwl", write_hwl(game))) == shape(game)


@pytest.mark.parametrize("variant", ["", '[Variant "sinister"]\n'])
def test_three_players(variant: str):
    game = played(variant + THREE)
    if variant:
        with pytest.raises(Unwritable, match="sinister"):
            write_sdg(game)
        assert shape(again("ap", dump_ap([write_ap(game)]))) == shape(game)
        with pytest.raises(Unwritable, match="sinister"):
            write_hwl(game)
    else:
        text = write_sdg(game)
        assert text.splitlines()[1] == "2) East: Homeworld b1 y2 g3"
        assert shape(again("sdg", text)) == shape(game)
        assert shape(again("hwl", write_hwl(game))) == shape(game)
        with pytest.raises(Unwritable, match="sinister"):
            write_ap(game)


def test_sdg_says_in_its_header_that_a_game_is_sinister():
    sinister = (SAMPLES / "homeworlds" / "three-seats.pyr").read_text()
    dates = '[Round "7"]\n[EndDate "2024.06.01"]\n[Variant "Sinister, strict"]'
    game = played(sinister.replace('[Variant "sinister"]', dates))
    text = write_sdg(game)
    assert text.splitlines()[1] == 'Variants: "Sinister"'
    read = again("sdg", text)
    assert shape(read) == shape(game)
    assert read.outcome == game.outcome


def test_hwl_is_recognised_although_a_player_passes_before_placing_a_homeworld():
    text = write_hwl(played((SAMPLES / "homeworlds" / "four-seats.pyr").read_text()))
    assert text.splitlines()[3] == "pass"
    assert load_form("hwl").recognises(text)


@pytest.mark.parametrize("leaves", ["", "e,Cleo-II;"])
@pytest.mark.parametrize("owner", ["W", "E"])
def test_hwl_says_by_the_letter_of_a_ship_whose_it_is(owner: str, leaves: str):
    sample = (SAMPLES / "homeworlds" / "four-seats.pyr").read_text()
    game = played(sample.partition("22. ")[0].replace("attack g1W", f"attack g1{owner}"))
    text = write_hwl(game).replace("b,g1E,3", f"{leaves}b,g1E,3")
    assert text.endswith(f"x,g1{'A' if owner == 'W' else 'B'}\n")
    read = again("hwl", text)
    assert leaves or shape(read) == shape(game)
    assert [event.text for event in read.main_plies[-1].events] == [
        f"North captured {'West' if owner == 'W' else 'East'}'s g1 at 6"
    ]


@pytest.mark.parametrize("write", [write_sdg, write_ap, write_hwl])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Game "Homeworlds"]\n[Setup "Al(n)g3b2,n:y3/Bea(s)b1y2,s:g3 n"]\n\n1. pass\n', "begins with a position"),
        ('[Game "Martian Life"]\n\n1. Sd5=M\n', "not a game of Homeworlds"),
    ],
)
def test_what_no_program_has_words_for(write, text: str, why: str):
    with pytest.raises(Unwritable, match=why):
        write(played(text))


def test_hwl_has_no_homeworld_of_one_star():
    with pytest.raises(Unwritable, match="one star"):
        write_hwl(played('[Game "Homeworlds"]\n\n1. homeworld g3 - y3 Al\n'))


LEFT = """\
[Game "Homeworlds"]
[Seats "3"]
[Variant "{}"]

1. homeworld g3 b2 y3 Al
2. homeworld b1 y2 g3 Bea
3. homeworld r1 y2 b3 Cy
4. South: resign
5. build y1 Al
6. resign
"""


def test_a_player_who_leaves():
    game = played(LEFT.replace('[Variant "{}"]\n', ""))
    text = write_hwl(game)
    assert text.splitlines()[-2:] == ["e,South;b,y1A,1", "e,East"]
    assert shape(again("hwl", text)) == shape(game)
    with pytest.raises(Unwritable, match="a player leaves"):
        write_sdg(game)
    with pytest.raises(Unwritable, match="a player leaves"):
        write_ap(played(LEFT.format("sinister")))
