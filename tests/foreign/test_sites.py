"""Homeworlds as other sites write it: one turn a line, Abstract Play's records, Board Game Arena's logs (TR1.1).

All texts are invented; what real sites publish belongs to the players.
"""

from __future__ import annotations

import json

import pytest

from pyrnot.foreign.forms import load_form
from pyrnot.foreign.load import foreign_records
from pyrnot.foreign.source import ForeignText
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record

RIGHT = """\
1. homeworld g3 b2 y3 Al
2. homeworld b1 y2 g3 Bea
3. build y1 Al
4. trade g3 r3 Bea
5. discover y1 Al r1 Mars
6. pass
7. sacrifice y3 Al; move y1 Mars Al; pass; pass
8. trade r3 g3 Bea
"""


def judged(form: str, text: str) -> Replay:
    """The replay of the one record of a text, which must be recognised as of that form."""
    assert load_form(form).recognises(text)
    (record,) = foreign_records(ForeignText(text, form=form))
    return replay(record)


def turns_of(replayed: Replay) -> str:
    return write_record(replayed).partition("\n\n")[2]


def lines(text: str) -> Replay:
    return judged("lines", text)


PUBLISHED = """\
# Al vs Bea
hw G3 b2 y3 (Al)
h b1 y2 g3 Bea

b y1 al
Trade g3 r3 bea   # the rook

d y1 al r1 Mars
p
"""


@pytest.mark.parametrize(
    "last",
    [
        "s y3 al;m y1 mars al;pass;pass\nt r3 g3 bea\n",
        "s y3 al , m y1 mars al , pass 2\nt r3 g3 bea\n",
        "sac y3 al / move y1 mars al / pass / pass\nt r3 g3 bea\n",
        "s y3 al m y1 mars al pass pass\nt r3 bea g *\n",
        "s y3 al /\nm y1 mars al /\npass /\npass\nt r3 g3 bea\n",
    ],
    ids=["semicolons", "commas", "slashes", "blanks", "line breaks"],
)
def test_tr1_lines(last: str):
    replayed = lines(PUBLISHED + last)
    assert not replayed.has_error
    assert turns_of(replayed).replace("{ Al vs Bea }\n", "").replace(" { the rook }", "") == RIGHT


def test_tr1_lines_comments_and_places():
    replayed = lines(f"{PUBLISHED}b r1 al\n")
    (diagnostic,) = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.code == "build-no-template"]
    assert replayed.record.source.place(diagnostic.span.start).line == 10
    (comment,) = replayed.record.turns[3].comments
    assert comment.words == "the rook"
    assert replayed.record.comments[0][1].words == "Al vs Bea"


def test_tr1_lines_homes_called_by_numbers():
    """A name that a record must quote is a word here (HN2)."""
    replayed = lines("h g3 b2 y3 1\nh b1 y2 g3 2\nb y1 1\nt g3 r3 2\nd y1 1 r1 3\n")
    assert not replayed.has_error
    assert 'discover y1 "1" r1' in turns_of(replayed) or "discover y1 1 r1 3" in turns_of(replayed)
    assert 'homeworld g3 b2 y3 "1"' in turns_of(replayed)


def test_tr1_lines_characters_in_names():
    replayed = lines("h g3 b2 y3 Al\nh b1 y2 g3 Bea\nb y1 Al\nt g3 r3 Bea\nd y1 Al r1 J?\n")
    assert not replayed.has_error
    assert 'discover y1 Al r1 "J?"' in turns_of(replayed)


def test_tr1_lines_other_words_order():
    """Abstract Play's trade names the system before the new colour, its builds no size: the bank decides (H13)."""
    replayed = lines("h g3 b2 y3 Al\nh b1 y2 g3 Bea\nbuild y Al\ntrade g3 Bea red\nb y Al\n")
    assert not replayed.has_error
    assert turns_of(replayed).splitlines()[2:] == ["3. build y1 Al", "4. trade g3 r3 Bea", "5. build y1 Al"]


def test_tr3_lines_two_readings_that_are_legal():
    """`trade y1 g1 b`: at b for a green ship, or at g1 for a blue one. Neither is chosen."""
    start = "h g3 b2 y3 b\nh b1 y2 g3 Bea\nb y1 b\nb g1 Bea\nb y1 b\nb g1 Bea\n"
    replayed = lines(f"{start}d y1 b b1 g1\np\nt y1 g1 b\n")
    (diagnostic,) = replayed.diagnostics
    assert (diagnostic.code, diagnostic.ply) == ("ambiguous", 9)
    assert not lines(f"{start}d y1 b b1 Mars\np\nt y1 g1 b\n").diagnostics


def test_tr3_lines_no_turn_is_an_error():
    replayed = lines("h g3 b2 y3 Al\nh b1 y2 g3 Bea\n" + "b y1 Al\nb g1 Bea\n" * 5 + "I think he resigned\n")
    diagnostic = next(diagnostic for diagnostic in replayed.diagnostics if diagnostic.code == "not-notation")
    assert replayed.record.source.place(diagnostic.span.start) == (13, 1)


def ap(moves: list, **header: object) -> str:
    head = {
        "game": {"name": "Homeworlds", "variants": []},
        "site": {"name": "Abstract Play", "gameid": "7"},
        "date-start": "2024-01-02T10:00:00.000Z",
        "date-end": "2024-02-03T10:00:00.000Z",
        "players": [{"name": "Al", "result": 1}, {"name": "Bea", "result": 0}],
    }
    return json.dumps({"header": {**head, **header}, "moves": moves}, indent=1)


ROUNDS = [
    ["homeworld g3 b2 y3 *", "homeworld b1 y2 g3"],
    ["build y north", "trade g3 south r"],
    ["discover y1 north r1 mars", "pass"],
    ["sacrifice y3 north, move y1 mars north, pass 2", "trade r3 south g"],
]


def test_tr1_abstract_play():
    replayed = judged("ap", ap(ROUNDS))
    assert not replayed.diagnostics
    expected = RIGHT.replace("Al", "North").replace("Bea", "South").replace("Mars", "mars")
    assert turns_of(replayed) == expected
    tags = dict(replayed.record.tags)
    assert (tags["North"], tags["South"], tags["Date"], tags["EndDate"]) == ("Al", "Bea", "2024.01.02", "2024.02.03")
    assert (tags["Site"], tags["Round"], tags["Result"]) == ("Abstract Play", "7", "North")


def test_tr1_abstract_play_says_where():
    """A diagnostic has the number of its round in place of a line."""
    replayed = judged("ap", ap([*ROUNDS[:1], ["build q north", "pass"]]))
    source, diagnostic = replayed.record.source, replayed.diagnostics[0]
    assert source.written(diagnostic.span) == "q"
    assert source.line_at(diagnostic.span.start) == ("build q north", 6)
    assert (source.place(diagnostic.span.start), source.part_at(diagnostic.span.start)) == ((2, 7), "round 2, North")
    wrong = judged("ap", ap([*ROUNDS[:1], ["build r north", "pass"]]))
    assert wrong.diagnostics[0].code == "build-no-template"


def test_tr1_abstract_play_moves_with_numbers_and_gaps():
    """Converted transcripts have SDG's word order in objects; a player who dropped out has null."""
    rounds = [[{"sequence": 1, "move": "Homeworld G3 B2 Y3"}, {"sequence": 2, "move": "Homeworld B1 Y2 G3"}]]
    replayed = judged("ap", ap([*rounds, [{"sequence": 3, "move": "Build Y1 North"}, None]]))
    assert not replayed.has_error
    assert replayed.length == 3


def test_tr1_abstract_play_other_games_and_several():
    (chess,) = foreign_records(ForeignText(ap([["e4", "e5"]], game={"name": "Chess"}), form="ap"))
    assert replay(chess).has_error
    both = foreign_records(ForeignText(f"[{ap(ROUNDS)}, {ap(ROUNDS)}]", form="ap"))
    assert [record.source.number for record in both] == [1, 2]


CHESS = {"name": "Martian Chess", "variants": ["Of Knights and Kings"]}


def test_tr1_abstract_play_of_a_game_in_its_own_notation():
    """What the site writes shortly is respelt, and its rules are an optional rule of the game."""
    replayed = judged("ap", ap([["b3-b4", "b6-b5"], ["b4xb5", "c6-c5"], ["c3-c4"]], game=CHESS))
    assert not replayed.diagnostics
    assert turns_of(replayed).split("\n")[:5] == ["1. Pb3-b4", "2. Pb6-b5", "3. Pb4xb5 +1", "4. Pc6-c5", "5. Pc3-c4"]
    tags = dict(replayed.record.tags)
    assert (tags["Game"], tags["Variant"]) == ("Martian Chess", "abstract-play, knights-and-kings")
    assert (tags["South"], tags["North"], tags["Result"]) == ("Al", "Bea", "South")


def test_tr1_abstract_play_calls_the_clock():
    moves = ["b1-a1", "c8-d8", "a1-b1", "d8-c8"] * 2
    rounds = [[*pair] for pair in zip(moves[::2], moves[1::2], strict=True)]
    replayed = judged("ap", ap([*rounds, ["b1-a1*"]], game={"name": "Martian Chess"}))
    assert not replayed.diagnostics
    assert "\n9. clock; Db1-a1\n" in turns_of(replayed)
    assert judged("ap", ap([["b1-a1*"]], game={"name": "Martian Chess"})).diagnostics[0].code == "clock-early"


def test_tr1_abstract_play_says_where_another_game_is_wrong():
    replayed = judged("ap", ap([["b3-b4", "a8 takes"]], game=CHESS))
    source, diagnostic = replayed.record.source, replayed.diagnostics[0]
    assert (diagnostic.code, source.written(diagnostic.span)) == ("not-notation", "a8 takes")
    illegal = judged("ap", ap([["b3-b4", "a8-a1"]], game=CHESS)).diagnostics[0]
    assert (illegal.code, illegal.ply) == ("blocked", 2)


LOG = """\
Move 1 :1/2/2024 10:26:36 AM
Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.
Move 2 :10:27:00 AM
Bea Q establishes a homeworld with a g3 ship at b1 and y2 binary stars.
Move 3 :10:28:00 AM
Al builds a y1 ship in Homeworld Al.
Move 4 :10:28:10 AM
Al restarts their turn.
Al builds a y1 ship in Homeworld Al.
Al ends their turn.
Bea Q trades a g3 ship for a r3 ship in Homeworld Bea Q.
Bea Q ends their turn.
Al discovers a r1 system named Mars.
Al moves a y1 ship from Homeworld Al to Mars.
Al ends their turn.
Bea Q ends their turn.
Al sacrifices a y3 ship in Homeworld Al.
Al moves a y1 ship from Mars to Homeworld Al.
Mars is forgotten.
Al ends their turn.
Bea Q trades a r3 ship for a g3 ship in Homeworld Bea Q.
Bea Q ends their turn.
Al builds a y1 ship in Homeworld Al.
Al concedes the game.
The end of the game: Bea Q wins!
"""


@pytest.mark.parametrize("quotes", ["", "> > "])
def test_tr1_board_game_arena(quotes: str):
    replayed = judged("bga", "".join(f"{quotes}{line}\n" for line in LOG.splitlines()))
    assert not replayed.diagnostics
    expected = RIGHT.replace("; pass; pass", "").replace(" Bea\n", ' "Bea Q"\n')
    assert turns_of(replayed) == f"{expected}North resigns\n"
    assert dict(replayed.record.tags)["South"] == "Bea Q"
    reasons = [(line.number, line.reason) for line in replayed.record.transcript.left_out]
    assert reasons == [(6, "taken back in line 8"), (23, "the turn was not ended")]


def test_tr1_board_game_arena_an_unproved_winner_is_named_by_the_seat():
    (warning,) = judged("bga", LOG.replace("Al concedes the game.\n", "")).diagnostics
    assert warning.message == "unproven result `South wins`: by the rules the game is not over"


@pytest.mark.parametrize(
    ("player", "turn"),
    [
        ("Al", "Al sacrifices a y3 ship in Homeworld Al.\nAl moves a y1 ship from Mars to Homeworld Al.\n"),
        ("Bea Q", "Bea Q trades a r3 ship for a g3 ship in Homeworld Bea Q.\n"),
        ("Al", "Al discovers a r1 system named Mars.\n"),
    ],
)
def test_tr1_board_game_arena_a_log_copied_within_a_turn(player: str, turn: str):
    """A turn counts once `X ends their turn.` says so; where a result follows it, it is left out too."""
    before = LOG.partition(turn)[0]
    cut = judged("bga", before + turn)
    (warning,) = cut.diagnostics
    assert (warning.code, warning.message) == ("read-as", f"left out: the log ends before {player}'s turn does")
    assert turns_of(cut) == turns_of(judged("bga", before))
    left_out = [line.text for line in cut.record.transcript.left_out if line.reason == "the turn was not ended"]
    assert left_out == turn.splitlines()


def test_tr1_board_game_arena_says_what_is_unknown():
    """An action that the log is not known to have is never left out."""
    replayed = judged("bga", LOG.replace("Al builds a y1 ship", "Al builds a y9 ship", 1))
    assert next(diagnostic for diagnostic in replayed.diagnostics).code == "not-notation"
    (diagnostic, *_) = judged("bga", LOG.replace("Al moves a y1 ship from Homeworld Al to Mars.\n", "")).diagnostics
    assert diagnostic.message == "no ship goes to this star"


def test_tr1_board_game_arena_newest_first():
    """A table that is being played at shows its log so."""
    replayed = judged("bga", "\n".join(reversed(LOG.splitlines())))
    assert [diagnostic.code for diagnostic in replayed.diagnostics] == ["read-order"]
    assert turns_of(replayed) == turns_of(judged("bga", LOG))


DRAWN = """\
Al offers a draw.
Al ends their turn.
Bea Q cancels draw offer.
This position has occurred 3 times. Al may declare a draw.
Bea Q accepts the draw.
End of game (tie)
"""


def test_tr1_bga_several_tables():
    again = LOG.replace("Al", "Cy")
    records = list(foreign_records(ForeignText(f"{LOG}\n{again}", form="bga")))
    assert [record.tags["North"] for record in records] == ["Al", "Cy"]
    assert [turns_of(replay(record)) for record in records] == [
        turns_of(judged("bga", LOG)),
        turns_of(judged("bga", again)),
    ]


def test_tr1_board_game_arena_draws_and_notices():
    """All that the site's implementation writes beside actions (jpeterbaker/bga_homeworlds)."""
    log = LOG.replace("Al concedes the game.\nThe end of the game: Bea Q wins!\n", DRAWN)
    replayed = judged("bga", log)
    assert not replayed.diagnostics
    assert turns_of(replayed).endswith("draw agreed\n")
    assert [line.number for line in replayed.record.transcript.left_out] == [6]
    without_end = judged("bga", log.replace("End of game (tie)\n", ""))
    assert turns_of(without_end) == turns_of(replayed)


def test_tr1_board_game_arena_a_player_called_like_a_star():
    replayed = judged("bga", LOG.replace("Bea Q", "Mars"))
    assert replayed.has_error


def test_tr1_abstract_play_order_within_a_round():
    """`sequence` says in which order a round was played; where a player has no entry, whose entries the others
    are."""
    made = [{"sequence": number, "move": move} for number, move in ((1, "build y north"), (2, "trade g3 south r"))]
    assert turns_of(judged("ap", ap([ROUNDS[0], made]))) == turns_of(judged("ap", ap(ROUNDS[:2])))
    second_first = [{"sequence": 2, "move": "build y north"}, {"sequence": 1, "move": "trade g3 south r"}]
    assert judged("ap", ap([ROUNDS[0], second_first])).has_error
    cut = judged("ap", ap([ROUNDS[0], made[:1], made[1:]]))
    assert turns_of(cut) == turns_of(judged("ap", ap(ROUNDS[:2])))


BLOCKS = "h g3 b2 y3 Al\n\nh b1 y2 g3 Bea\n\nb y1 Al\n\nb g1 Bea\n\nd y1 Al r1 Mars\n\n"


def test_tr2_lines_a_blank_line_in_a_turn():
    """A sacrifice whose actions follow a blank line, where nothing else is legal."""
    broken = lines(f"{BLOCKS}b g1 Bea\n\ns y3 Al\n\nm y1 Mars Al\n\npass\n")
    whole = lines(f"{BLOCKS}b g1 Bea\n\ns y3 Al;m y1 Mars Al\n\npass\n")
    assert [diagnostic.code for diagnostic in broken.diagnostics] == ["read-as"]
    assert turns_of(broken) == turns_of(whole)
    assert broken.record.transcript.inferred == 1
