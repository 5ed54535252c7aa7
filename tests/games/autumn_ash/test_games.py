"""Complete games of Autumn Ash: perft counts, laws along random games, samples, explanations, diagrams."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.diagram import Board, Facts, Mark, Rack, Remarks
from pyrnot.core.game import FirstChance
from pyrnot.core.rulebook import Explanation
from pyrnot.core.tags import Tags
from pyrnot.foreign.reading import read_record
from pyrnot.games import load_game
from pyrnot.games.autumn_ash import moves
from pyrnot.games.autumn_ash.actions import Move
from pyrnot.games.autumn_ash.lookahead import has_turn
from pyrnot.games.autumn_ash.position import TRIOS, Position, count_stash, find_winner, hand_over
from pyrnot.play.random import random_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.play.turns import perft, play_turn
from pyrnot.record.grammars import parse_action
from pyrnot.record.source import SourceText

GAME = load_game("autumn-ash")
assert GAME is not None

ROOT = Path(__file__).parents[3]
VARIANTS = ["", "easy", "unsettled", "easy, unsettled"]
START = "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 r 0 0"


def start(setup: str = "", variant: str = "") -> Position:
    pairs = {"Setup": setup, "Variant": variant}
    position = GAME.start(Tags({name: value for name, value in pairs.items() if value}))
    assert isinstance(position, Position)
    return position


# Position, variant, depth, count. The counts come from elsewhere, not from this engine.
PERFT = [
    (START, "", 1, 71),
    (START, "", 2, 5075),
    ("QtPk,4,DtPk/6/2,Pt,1,Pr,1/2,Py,3/Pp,4,Qp r 0 0", "", 2, 2133),
    ("Dp,4,PoPr/1,Qg,1,Qc,2/1,Dp,4/6/PtPk,Qr,3,Qk r 1 18", "", 2, 1071),
    ("3,QwPr,1,Qt/3,QgPy,2/DkPwPc,Qr,4/1,Dw,1,DrPyPrPw,2/2,PpPoPoPb,3 r 10 13", "", 1, 501),
    ("6/6/6/6/6 r 21 0", "", 1, 0),
    ("6/6/6/6/6 r 21 0", "", 0, 1),
    ("Qk,4,Qk/6/6/6/Dk,4,Dk r 0 0", "", 1, 0),
]


@pytest.mark.parametrize(("setup", "variant", "depth", "count"), PERFT)
def test_perft(setup: str, variant: str, depth: int, count: int) -> None:
    assert perft(GAME, start(setup, variant), depth) == count


@pytest.mark.parametrize("variant", VARIANTS)
def test_laws_along_random_games(variant: str) -> None:
    check_random_games(variant, 1, 7)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_laws_along_many_random_games(variant: str) -> None:
    check_random_games(variant, 15, 77)


def check_random_games(variant: str, count: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        position = start(variant=variant)
        for _ in range(60):
            if GAME.outcome(position) is not None:
                break
            if rng.random() < 0.05:
                check_offers(position)
                check_lookahead(position)
            turn = random_turn(GAME, position, rng)
            assert turn is not None
            check_turn(position, turn.position)
            position = turn.position


def check_offers(position: Position) -> None:
    """Every action offered can be played, as the look-ahead of AA16 and AA17 assumes."""
    for action in moves.actions(position):
        after = GAME.play(position, action).position
        if not isinstance(action, Move):
            for move in moves.moves(after):
                GAME.play(after, move)
        else:
            assert list(moves.actions(after)) == []


def check_lookahead(position: Position) -> None:
    """The look-ahead, with its shortcut by free corners, agrees with playing every turn."""
    assert position.stash == count_stash(position.cells)
    assert has_turn(position) == bool(positions_after(position))
    lasts = any(find_winner(after) is not None or bool(positions_after(after)) for after in positions_after(position))
    assert (GAME.outcome(position) is None) == lasts


def positions_after(position: Position) -> list[Position]:
    """The position after each turn by AA3 to AA14."""
    begun = [position, *(GAME.play(position, entry).position for entry in moves.entries(position))]
    return [hand_over(GAME.play(start, move).position) for start in begun for move in moves.moves(start)]


def check_turn(before: Position, after: Position) -> None:
    """No pyramid appears or vanishes, no seat loses points, and the opponent is to move."""
    GAME.read_position(GAME.write_position(after), Tags({"Variant": variant_of(after)} if variant_of(after) else {}))
    for colour, trios in TRIOS.items():
        assert sum(pyramid.colour is colour for stack in after.cells for pyramid in stack) <= 3 * trios
    mover = before.to_move
    assert after.to_move is mover.opponent
    assert after.points_of(mover) >= before.points_of(mover)
    assert after.points_of(mover.opponent) == before.points_of(mover.opponent)
    assert (after.entered, after.has_moved) == (None, False)


def variant_of(position: Position) -> str:
    names = (("easy", position.variant.is_easy), ("unsettled", position.variant.is_unsettled))
    return ", ".join(name for name, is_on in names if is_on)


@pytest.mark.parametrize("variant", VARIANTS)
def test_play_does_not_change_its_argument(variant: str) -> None:
    position = start(variant=variant)
    before = GAME.write_position(position)
    for action in GAME.actions(position, FirstChance()):
        GAME.play(position, action)
    assert GAME.write_position(position) == before


def replay_text(text: str) -> Replay:
    return replay(read_record(SourceText(text)))


SAMPLES = sorted((ROOT / "sample_games" / "autumn-ash").glob("*.pyr"))


def test_samples_cover_every_variant_and_theme() -> None:
    """Each optional rule and both, a vertical row, two rows at once, burnt pyramids, blocking."""
    variants = set()
    for path in SAMPLES:
        replayed = replay_text(path.read_text(encoding="utf-8"))
        assert replayed.outcome is not None, f"{path.name} is not a finished game"
        variants.add(replayed.record.tags.get("Variant", ""))
    assert variants == set(VARIANTS)
    assert {path.stem for path in SAMPLES} >= {
        "vertical-row",
        "two-rows-at-once",
        "burnt-bag",
        "pawn-keeps-queens-off",
        "drones-head-on",
    }


def test_comments_on_blocking_are_true() -> None:
    """Moves that the samples' comments call blocked are, by the rule that they mean."""
    for stem, ply, turn, rule in (
        ("pawn-keeps-queens-off", 23, "Qd3-c3=P", "AA8"),
        ("pawn-keeps-queens-off", 27, "Qd3-c3=P", "AA8"),
        ("drones-head-on", 7, "Dd4-d3=P", "AA9"),
        ("drones-head-on", 9, "Dd4-e4=P", "AA9"),
        ("drones-head-on", 34, "Df2-e2=P", "AA10"),
        ("drones-head-on", 36, "Df2-e2-e3=P", "AA9"),
    ):
        replayed = replay_text((ROOT / "sample_games" / "autumn-ash" / f"{stem}.pyr").read_text(encoding="utf-8"))
        with pytest.raises(Illegal) as fault:
            play_turn(GAME, replayed.main_plies[ply - 1].position, [parse_action(GAME, turn)])
        assert fault.value.rule == rule, (stem, ply)


@pytest.mark.parametrize("one", GAME.explanations(), ids=lambda one: f"{one.rule}-{one.code}")
def test_explanations_are_true(one: Explanation) -> None:
    first = replay_text(one.wrong).diagnostics[0]
    assert (first.code, first.rule) == (one.code, one.rule)
    assert not replay_text(one.right).diagnostics


def blocks(setup: str, turn: str, variant: str = "") -> tuple[Facts, Board, list[Rack], Remarks]:
    """The blocks of the diagram after a turn: facts, board, stashes, remarks."""
    position = start(setup, variant)
    played = play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])
    events = [event for taken in played.taken for event in taken.played.events]
    facts, board, *racks, remarks = GAME.diagram(played.position, position, events).blocks
    assert isinstance(facts, Facts)
    assert isinstance(board, Board)
    assert isinstance(remarks, Remarks)
    return facts, board, [rack for rack in racks if isinstance(rack, Rack)], remarks


def test_diagram_of_a_bag() -> None:
    facts, board, racks, remarks = blocks("6/6/6/2,QyPw,Dy,2/6 r 0 0", "+Da1; Da1-b1-b2=P")
    index = board.grid.index
    assert facts.pairs == (("To move", "Xeno"), ("Rainbow", "6 points"), ("Xeno", "0 points"))
    assert [shown.letters for shown in board.stacks[index["c2"]]] == ["Pw"]
    assert {square: [shown.letters for shown in ghosts] for square, ghosts in board.ghosts.items()} == {
        index["b2"]: ["Py"],
        index["c2"]: ["Qy"],
        index["d2"]: ["Dy"],
    }
    assert board.marks == {
        index["a1"]: Mark.LEFT,
        **{index[name]: Mark.REMOVED for name in ("b2", "c2", "d2")},
    }
    assert board.paths == ((index["a1"], index["b1"], index["b2"]),)
    assert board.spots == {index[name] for name in ("a1", "f1", "a5", "f5")}
    assert board.region is None
    assert [rack.label for rack in racks] == ["Rainbow's stash", "Xeno's stash"]
    assert [group.label for group in racks[0].groups] == ["green", "yellow", "red", "blue", "black"]
    assert [(shown.letters, shown.count) for shown in racks[1].groups[1].pyramids] == [("Pw", 1), ("Dw", 2), ("Qw", 2)]
    assert remarks.lines[-1] == "Rainbow scores 6 and now has 6"


def test_diagram_marks_what_entered_and_what_moved() -> None:
    _, board, _, _ = blocks("6/6/6/Dy,5/6 r 0 0", "+Qa1; Da2-a1")
    assert [(shown.letters, shown.mark) for shown in board.stacks[board.grid.index["a1"]]] == [
        ("Qg", Mark.PLACED),
        ("Pr", Mark.MOVED),
    ]


def test_diagram_of_an_unsettled_playfield() -> None:
    facts, board, _, _ = blocks("8/8/8/Qw,7/8/8/8/4,Py,3 r 0 0", "Pe1-d1=D", "unsettled")
    names = board.grid.names
    assert ("Optional rules", "unsettled") in facts.pairs
    assert board.region is not None
    assert {names[square] for square in board.region} == {
        *(f"{file}{rank}" for file in "abcdef" for rank in range(1, 6)),
        *(f"{file}{rank}" for file in "abcde" for rank in range(1, 7)),
    }
    assert {names[square] for square in board.spots} == {"a1", "f1", "f5", "e1", "e6", "a6"}


@pytest.mark.parametrize(
    ("setup", "pair"),
    [
        ("6/6/6/6/6 r 0 24", ("Won by", "Xeno")),
        ("Qk,4,Qk/6/6/6/Dk,4,Dk r 0 0", ("Drawn", "Rainbow has no legal turn")),
        ("6/6/6/6/6 x 1 0", ("To move", "Xeno")),
    ],
)
def test_diagram_shows_the_result_or_who_is_to_move(setup: str, pair: tuple[str, str]) -> None:
    facts = GAME.diagram(start(setup)).blocks[0]
    assert isinstance(facts, Facts)
    assert facts.pairs[0] == pair
