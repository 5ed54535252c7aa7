"""Boards to play on: how they begin, what may be played, how they look; and the values of the library as values."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from typing import Any

import pytest

import pyrnot
from pyrnot.games import game_ids, import_game
from pyrnot.play.hints import find_similar_turns
from support import SAMPLES, few_or_many, samples_of

DICE = {"braces": "DIG 5/2"}


def board_of(name: str) -> pyrnot.Board:
    """A board in the middle of the first sample of a game."""
    game = pyrnot.load(samples_of(import_game(name))[0])
    return game.board(len(game) // 2)


@pytest.mark.parametrize("name", game_ids())
@few_or_many("count", 6, 20)
def test_every_game_begins_plays_and_draws(name: str, count: int) -> None:
    board = pyrnot.Board(name, seed=1)
    assert (board.info.id, board.number, board.turn, board.parent, board.events) == (name, 0, None, None, ())
    assert board.position == pyrnot.Board(name, seed=1).position
    for turn in islice(board.moves(dice=DICE.get(name)), count):
        assert board.play(turn) == board.play(str(turn)) == turn.board
        assert board.why(str(turn)) == []
        assert (turn.number, turn.seat, turn.before) == (1, board.to_move, board)
    after = turn.board
    assert (after.parent, after.turn, after.number) == (board, turn, 1)
    assert [event.text for event in after.events] == [str(event) for event in turn.events]
    assert f"1. {turn.seat}: {turn}" in re.sub(r"\n +", " ", after.text())
    assert after.text(ascii=True).isascii()
    assert max(map(len, after.text(width=60).splitlines())) <= 60


def test_tags_are_keywords() -> None:
    board = pyrnot.Board("triumvirate", red_card="M_ L_ S_", blue_card="L_ M_ S_", first="blue", red="Ann")
    assert (board.tags["RedCard"], board.to_move, board.tags["Red"]) == ("M_ L_ S_", "Blue", "Ann")
    assert board.text().startswith("Ann (Red), Blue\n")
    assert pyrnot.Board("spectrum", seats=3, seed=7) == pyrnot.Board("spectrum", seats="3", seed=7)
    assert pyrnot.Board("spectrum", seed=7).tags["Seed"] == "7"
    with pytest.raises(
        TypeError, match="Martian Life does not have a tag 'white'; in addition to those of every game"
    ):
        pyrnot.Board("martian-life", white="Ann")


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ({"variant": "nonesuch"}, "unknown-variant"),
        ({"setup": "nonsense"}, "bad-setup"),
        ({"first": "Green"}, "unknown-seat"),
    ],
    ids=lambda value: str(value),
)
def test_wrong_tags_leave_no_board(tags: dict[str, str], code: str) -> None:
    with pytest.raises(pyrnot.IllegalStart) as caught:
        pyrnot.Board("braces", seed=None, **tags)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]
    assert f"error[{code}]" in str(caught.value)


@pytest.mark.parametrize(
    ("turn", "code", "message"),
    [
        ("Sf3 XMa1", "claim-false", "culls no pyramid"),
        ("Zf3", "not-notation", "'Zf3'"),
        ("Yellow: Sf3", "wrong-seat", "Red is to move"),
        ("Sf3. Sc6.", "not-notation", "not a turn but 2"),
        ("1. Sf3 2. Sc6", "not-notation", "not a turn but 2"),
        ("", "not-notation", "not a turn"),
        ("draw agreed", "not-notation", "not a turn"),
    ],
)
def test_what_is_not_legal_is_told_and_refused(turn: str, code: str, message: str) -> None:
    board = pyrnot.Board("martian-life")
    diagnostics = board.why(turn)
    assert code in [diagnostic.code for diagnostic in diagnostics]
    with pytest.raises(pyrnot.IllegalTurn, match=re.escape(message)) as caught:
        board.play(turn)
    assert list(caught.value.diagnostics) == diagnostics
    assert board == pyrnot.Board("martian-life")


def refused(board: pyrnot.Board, turn: str) -> pyrnot.IllegalTurn:
    with pytest.raises(pyrnot.IllegalTurn) as caught:
        board.play(turn)
    return caught.value


@pytest.mark.parametrize("turn", ["(i)=L", "((i)=L)", ")M(i)=L", "(M(i)=L"])
def test_a_turn_that_begins_with_a_bracket_is_judged_as_in_a_record(turn: str) -> None:
    text = '[Game "Spectrum"]\n[Seats "2"]\n[Goals "SaMcLt SbMtLw SrMwLg"]\n\n1. M(k)=L\n'
    in_record = [
        (found.code, found.message, found.hint) for found in pyrnot.check(f"{text}2. {turn}\n")[0].diagnostics
    ]
    board = pyrnot.loads(text).board()
    assert [(found.code, found.message, found.hint) for found in board.why(turn)] == in_record
    assert in_record


@pytest.mark.parametrize("turn", ["Sd5", "1. Sd5", "  12. Red: Sd5", "\n1...\nSd5", "1\n.  Sd5\n"])
def test_what_is_wrong_is_told_where_it_is_written(turn: str) -> None:
    (diagnostic,) = pyrnot.Board("martian-life").why(turn)
    line = turn.split("\n")[(diagnostic.line or 0) - 1]
    assert line[(diagnostic.column or 0) - 1 : (diagnostic.end_column or 0) - 1] == "d5"


def test_a_refused_turn_looks_for_hints_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    sought: list[int] = []

    def seek(*arguments: Any) -> list[str]:
        sought.append(1)
        return find_similar_turns(*arguments)

    monkeypatch.setattr("pyrnot.play.hints.find_similar_turns", seek)
    board = pyrnot.Board("martian-life")
    board.play("Sf3")
    error = refused(board, "Se4=L")
    assert not sought
    assert error.diagnostics[0].hint == "`Se4=M` would be legal"
    assert str(error) == error.message == error.args[0]
    assert len(sought) == 1, "each further question is answered from memory"


def test_a_refused_turn_has_the_earlier_turn_of_the_board_that_explains_it() -> None:
    board = pyrnot.Board("martian-life").play("Sf3").play("Sc6").play("Sh8")
    for diagnostic in (*board.why("Sc6"), *refused(board, "Sc6").diagnostics):
        assert diagnostic.related is not None
        assert (diagnostic.related.ply, diagnostic.related.line, diagnostic.related.column) == (2, None, None)
        assert str(diagnostic).endswith("\n  note: the yellow Small came to c6 in turn 2")
    assert pyrnot.Board("martian-life", setup=board.position).why("Sc6")[0].related is None


@pytest.mark.parametrize(
    "ask",
    [
        lambda error: (str(error), error.diagnostics),
        lambda error: (error.message, error.diagnostics),
        lambda error: error.args,
        lambda error: pickle.loads(pickle.dumps(error)).args,
        lambda error: copy.copy(error).args,
    ],
    ids=["text", "message", "args", "pickled", "copied"],
)
def test_a_refused_turn_says_the_same_however_it_is_asked(ask: Callable[[Exception], Any]) -> None:
    board = pyrnot.Board("martian-life")
    diagnostics = tuple(board.why("Sd4"))
    drawn = refused(board, "Sd4").message
    assert drawn.startswith("error[occupied] ML3: cannot place a Small on d4: there is a yellow Small on it\n  --> ")
    assert ask(refused(board, "Sd4")) == (drawn, diagnostics)
    assert repr(refused(board, "Sd4")) == f"IllegalTurn({drawn!r}, {diagnostics!r})"
    with pytest.raises(AttributeError, match="nonsense"):
        _ = refused(board, "Sd4").nonsense


def test_a_turn_may_be_written_as_in_a_record() -> None:
    board = pyrnot.Board("martian-life", red="Ann Lee")
    for text in ("Sf3", "7. Sf3.", "Red: Sf3", "Ann: Sf3 !? { Well. }"):
        assert str(board.play(text).turn) == "Sf3 XSe4 XSf3"
    turn = board.play("Ann: Sf3 !? { Well. }").turn
    assert turn is not None
    assert (turn.marks, turn.comments, turn.variations) == (("!?",), ("Well.",), ())


@pytest.mark.parametrize(
    ("name", "dice", "kind"),
    [
        ("braces", None, ValueError),
        ("braces", "nonsense", ValueError),
        ("braces", "Sc3-c4", pyrnot.IllegalTurn),
        ("martian-life", "DIG 5/2", ValueError),
    ],
)
def test_dice_are_checked(name: str, dice: str | None, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=r"dice|roll|higher|throw|DIG|notation"):
        list(pyrnot.Board(name).moves(dice=dice))


def test_a_finished_game_has_no_moves() -> None:
    board = pyrnot.load(SAMPLES / "martian-life" / "normal-win.pyr").board()
    assert board.outcome is not None
    assert str(board.outcome) == board.outcome.message
    assert list(board.moves()) == []
    with pytest.raises(pyrnot.IllegalTurn, match="the game is over"):
        board.play("Sa1")


def test_pictures() -> None:
    board = board_of("braces")
    light, dark, flipped = board.svg(theme="light"), board.svg(theme="dark"), board.svg(theme="light", flip=True)
    assert len({light, dark, flipped, board.svg()}) == 4
    assert f"{board.number}. " in light
    assert 'width="960"' in board.svg(size=960)
    assert 'width="752"' in light, "the stashes are next to the board, which is no smaller for them"
    small = board.png(size=240)
    assert small[16:20] == (240).to_bytes(4)
    assert small == board.png(size=240, theme="auto") != board.png(size=240, theme="dark")
    assert board.text(flip=True) != board.text() == str(board)
    alone = board.svg(theme="light", parts=("board",))
    assert alone == board.svg(theme="light", parts="board") != light
    assert f">{board.number}. " not in alone
    assert board.svg(parts=("board", "caption", "stashes", "turn", "legend")) == board.svg()
    assert len(board.png(scale=2, parts=["board"])) > len(board.png(parts=["board"]))
    with pytest.raises(ValueError, match="'pink' is not a theme; the themes are light, dark, auto"):
        board.svg(theme="pink")
    with pytest.raises(ValueError, match="'frame' is not a part; the parts are board, caption,"):
        board.svg(parts=["board", "frame"])


def test_a_notebook_shows_the_picture_with_the_text_beside() -> None:
    board = board_of("homeworlds")
    bundle = board._repr_mimebundle_(include=None, exclude=None)  # as a notebook, which chooses of what there is
    described = bundle.pop("text/html")
    assert bundle == {"image/svg+xml": board.svg(), "text/plain": str(board)}
    assert re.match(r'<img alt="Homeworlds; [^"]+; Bank: red[^"]+" src="data:image/svg', described)
    assert json.dumps(bundle)
    assert repr(board).startswith("<Board of Homeworlds after turn ")


@pytest.mark.parametrize("name", game_ids())
def test_squares_have_what_the_position_has(name: str) -> None:
    board = board_of(name)
    pyramids = [pyramid for square in board for pyramid in board[square]]
    assert pyramids
    assert all(pyramid.owner in (None, *board.seats) for pyramid in pyramids)
    assert any(pyramid.owner for pyramid in pyramids) == (name != "spectrum")
    assert board.squares() == tuple(board)
    with pytest.raises(KeyError, match="nowhere is not on this board, which has " + board.squares()[0]):
        board["nowhere"]


def test_systems_and_stacks() -> None:
    board = pyrnot.load(SAMPLES / "homeworlds" / "sacrifice-chain.pyr").board()
    assert [(str(pyramid), pyramid.owner) for pyramid in board["Jon"]] == [
        ("g2", None),
        ("b1", None),
        ("y2", "North"),
        ("g1", "North"),
    ]
    board = pyrnot.load(SAMPLES / "braces" / "short-game.pyr").board(2)
    assert [(str(pyramid), pyramid.owner) for pyramid in board["c3"]] == [("Ln", None), ("Mn", None), ("Sn", None)]
    assert [(str(pyramid), pyramid.owner) for pyramid in board["d3"]] == [("Lg", "White")]
    assert [(pyramid.size, pyramid.pips, pyramid.colour) for pyramid in board["d3"]] == [("Large", 3, "green")]


def test_squares_and_systems_are_named_in_any_case() -> None:
    board = pyrnot.load(SAMPLES / "homeworlds" / "sacrifice-chain.pyr").board()
    assert board["jon"] == board["JON"] == board["Jon"]
    assert "jon" in board
    assert "nowhere" not in board
    braces = pyrnot.Board("braces")
    assert braces["B1"] == braces["b1"]
    assert repr(pyrnot.Board("braces", white="Ann").tags) == "Tags({'Game': 'Braces', 'White': 'Ann'})"


def test_who_moves_first_may_be_a_players_name() -> None:
    assert pyrnot.Board("braces", first="Ben", white="Ann", black="Ben Hur").to_move == "Black"


def test_a_turn_that_is_refused_has_the_number_of_the_next_turn() -> None:
    board = pyrnot.load(SAMPLES / "homeworlds" / "sacrifice-chain.pyr").board(6)
    (diagnostic,) = board.why("South: pass")
    assert (diagnostic.ply, diagnostic.hint) == (7, "the seat to move is North")
    (first,) = pyrnot.Board("homeworlds").why("South: pass")
    assert (first.ply, first.hint) == (1, 'if South moved first, add the tag [First "South"]')


def test_a_text_is_not_a_turn() -> None:
    board = pyrnot.Board("martian-life")
    assert board.play("Sf3").turn in board.moves()
    assert pyrnot.Board("martian-life").play("Sf3").turn in board.moves()
    assert board.play("Sf3").play("Sc6").turn not in board.moves()
    with pytest.raises(TypeError, match=r"ask board.why\('Sf3'\)"):
        assert "Sf3" in board.moves()


def test_names_of_seats_are_plain_strings() -> None:
    for name in game_ids():
        assert {type(seat) for seat in import_game(name).info.seats} == {str}
        outcome = next(game.outcome for game in pyrnot.read(SAMPLES / name) if game.outcome)
        assert type(outcome.winner) in (str, type(None))


def test_a_turn_drives_no_terminal() -> None:
    """The name of a system may have any characters; the text of the turn has escapes, and it can be played."""
    board = pyrnot.Board("homeworlds").play('homeworld r1 b2 g3 "Ve\x1b[31mga"')
    assert board.turn is not None
    assert str(board.turn) == r'homeworld r1 b2 g3 "Ve\x1b[31mga"'
    assert pyrnot.Board("homeworlds").play(board.turn) == board
    assert len(board["Ve\x1b[31mga"]) == 3


# Values


@cache
def things(name: str) -> list[Any]:
    """Everything of the library that does not change, of one game."""
    game = pyrnot.load(min(samples_of(import_game(name)), key=lambda path: path.stat().st_size))
    board = game.board(0)
    played = board.play(str(game[0]))
    turns = game[:2]
    return [game, *turns, *(turn.board for turn in turns), board, played, played.turn, *game.diagnostics, game.info]


@pytest.mark.parametrize("duplicate", [lambda one: pickle.loads(pickle.dumps(one)), copy.copy, copy.deepcopy])
@pytest.mark.parametrize("name", game_ids())
def test_copies_are_equal_and_remember(name: str, duplicate: Callable[[Any], Any]) -> None:
    for one in things(name):
        again = duplicate(one)
        assert again == one
        assert str(again) == str(one)
        if isinstance(one, pyrnot.Game | pyrnot.Board | pyrnot.Turn):
            assert hash(again) == hash(one)
        if isinstance(one, pyrnot.Board):
            assert (again.parent, again.turn, again.number) == (one.parent, one.turn, one.number)


def test_different_things_are_different() -> None:
    for name in game_ids():
        boards = [turn.board for turn in pyrnot.load(samples_of(import_game(name))[0])]
        assert len({*boards, *boards}) == len(boards)
    board = pyrnot.Board("martian-life")
    assert board != pyrnot.Board("braces")
    assert board.play("Sf3").turn != board.play("Sc6").turn
    assert (board == 1, board.play("Sf3").turn == 1, pyrnot.loads("1. Sf3\n2. Sc6") == 1) == (False, False, False)


def test_values_do_not_change() -> None:
    game = pyrnot.load(samples_of(import_game("braces"))[0])
    for one, name in [(game, "ok"), (game[0], "number"), (game.board(), "position"), (game.board(), "extra")]:
        with pytest.raises(AttributeError):
            setattr(one, name, 1)
    with pytest.raises(TypeError, match="come from"):
        pyrnot.Game()


def test_a_board_after_thousands_of_turns_is_pickled_too() -> None:
    """A chain of boards is longer than what pickle and the interpreter follow from one to the next."""
    board = pyrnot.Board("martian-life", trios="unlimited")
    for at in range(1_200):
        board = board.play(f"S{'ah'[at // 2 % 2]}{1 + 7 * (at % 2)}")
    again = pickle.loads(pickle.dumps(board))
    assert (again, again.number) == (board, 1_200)
    assert again.parent == board.parent
    del again, board


def test_threads_share_games_boards_and_records() -> None:
    game = pyrnot.load(samples_of(import_game("braces"))[0])
    record = pyrnot.new("martian-life", trios="unlimited")

    def work(number: int) -> tuple[list[str], list[str], int]:
        turns = [str(turn) for turn in game]
        moves = [str(turn) for turn in islice(game.board(3).moves(dice="HOP 1/1"), 20)]
        return turns, moves, record.add("S" + "abcdefgh"[number] + "1").number

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(8)))
    assert all(one[:2] == found[0][:2] for one in found)
    assert sorted(number for *_, number in found) == [*range(1, 9)]
    assert record.game.ok


def test_names_of_other_libraries_lead_to_ours() -> None:
    board = pyrnot.Board("martian-life")
    assert board.is_legal("Sf3")
    assert not board.is_legal("Sz9")
    assert not board.is_over
    assert pyrnot.load("sample_games/braces/authors-line.pyr").board().is_over
    for thing, name, instead in (
        (board, "legal_moves", "board.moves()"),
        (board, "push", "board.play(turn)"),
        (pyrnot.loads("1. Sf3", game="martian-life"), "save", "game.edit().save(path)"),
    ):
        with pytest.raises(AttributeError, match=re.escape(instead)):
            getattr(thing, name)
    with pytest.raises(AttributeError, match=r"has no attribute 'colour'$"):
        _ = getattr(board, "colour")  # noqa: B009
    assert not hasattr(board, "legal_moves")


def test_moves_and_continuations_take_a_beginning() -> None:
    board = pyrnot.Board("braces")
    steps = board.continuations("DIG 2/1; Mb1")
    assert steps
    assert all(step.text.startswith("DIG 2/1; Mb1-") for step in steps)
    assert steps[0].touches[0].name in board.squares()
    assert steps[0].count(limit=2)[0] in (1, 2)
    for turn in islice(board.moves(prefix=steps[0].text), 5):
        assert str(turn).startswith(steps[0].text)
    with pytest.raises(ValueError, match="not both"):
        board.moves(dice="DIG 2/1", prefix="Mb1")
    with pytest.raises(pyrnot.IllegalTurn, match="a1 is empty"):
        board.continuations("DIG 2/1; La1-a2; Mb1")
    with pytest.raises(ValueError, match="'step' or 'action'"):
        board.continuations(by="turn")  # type: ignore[arg-type]
