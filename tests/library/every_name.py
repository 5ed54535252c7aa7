"""A user's script that uses every public name of pyrnot: `mypy --strict` accepts it, and it runs.

The argument is a folder in which there are the sample games and to which it may write.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pyrnot


def shown(turn: pyrnot.Turn) -> str:
    remarks = " ".join((*turn.marks, *turn.comments))
    return f"{turn.number}. {turn.seat}: {turn} {remarks}".rstrip()


def what_is_open(questions: tuple[pyrnot.Question, ...]) -> list[str]:
    return [f"{question.line}={answer}" for question in questions for answer in question.answers]


def what_happened(events: tuple[pyrnot.Event, ...]) -> list[str]:
    return [f"{event.kind} on {', '.join(event.places)}: {event}" for event in events]


def winner(outcome: pyrnot.Outcome | None) -> str | None:
    return None if outcome is None else outcome.winner


def standing(board: pyrnot.Board) -> dict[str, tuple[pyrnot.Pyramid, ...]]:
    return {square: board[square] for square in board}


def errors(diagnostics: tuple[pyrnot.Diagnostic, ...] | list[pyrnot.Diagnostic]) -> Iterator[str]:
    return (
        f"{diagnostic.line}:{diagnostic.column} {diagnostic}" for diagnostic in diagnostics if diagnostic.is_error
    )


def look(folder: Path) -> None:
    game: pyrnot.Game = pyrnot.load(folder / "sample_games" / "braces" / "authors-line.pyr")
    assert game.ok
    assert not list(errors(game.diagnostics))
    assert game.tags["White"] == "Nadia Frei"
    assert not what_is_open(game.questions)
    assert winner(game.outcome) == "White"
    assert game.result == "White wins"
    for turn in game:
        board: pyrnot.Board = turn.board
        assert board.parent == turn.before
        assert shown(turn)
        assert what_happened(turn.events) == what_happened(board.events)
        assert not turn.variations
        assert board.to_move in board.seats
    info: pyrnot.GameInfo | None = game.info
    assert info in pyrnot.games()
    assert sum(len(other) for other in pyrnot.read(folder / "sample_games" / "triumvirate")) > len(game)
    assert standing(game.board("start"))["b1"][-1].owner == "White"
    last = game[-1]
    assert last.board == game.board() == game.board(len(game))
    pictures: tuple[str, str, str, bytes] = (
        game.html(theme="light"),
        str(last.board),
        last.board.svg(theme="dark", parts=("board",)),
        last.board.png(),
    )
    assert all(pictures)
    verdicts: list[pyrnot.Verdict] = pyrnot.check(str(game))
    assert [verdict.ok for verdict in verdicts] == [True]


def play(folder: Path) -> None:
    board = pyrnot.Board("braces", variant="withdraw")
    first = next(board.moves(dice="DIG 5/2"))
    after = board.play(first)
    assert after == board.play(str(first))
    assert after.turn == first
    assert board.why(str(first)) == []
    record: pyrnot.Record = pyrnot.new("braces", white="Ann", black="Ben", variant="withdraw")
    assert record.add(str(first)) == after
    record.tags["Event"] = "Club night"
    record.save(folder / "game.pyr")
    assert record.undo().startswith("1. ")
    assert len(pyrnot.load(folder / "game.pyr")) == 1
    assert pyrnot.loads(str(record)).board() == board
    record.join(record.seats_to_join[0])
    secrets: list[str] = record.secrets
    assert (len(secrets), record.seats_to_join) == (1, ())
    other: pyrnot.Record = pyrnot.Record.from_mail(record.mail())
    other.join("Black")
    record.add(other.mail())
    rolls: tuple[str, ...] = record.roll()
    assert record.add(str(next(record.game.board().moves(dice=rolls[0])))).to_move == "Black"


def compare(folder: Path) -> None:
    games = list(pyrnot.read(folder / "sample_games" / "martian-chess"))
    assert pyrnot.stats(games)["records"] == len(games)
    assert sum(group.games for group in pyrnot.stats(games, by="date")) == len(games)
    assert all(standing.total.games >= 0 for standing in pyrnot.standings(games))
    assert pyrnot.diff(games[0], games[0]) == []
    assert pyrnot.diff(games[0], games[1])
    assert [found.kind for found in pyrnot.duplicates([games[0], games[0]])] == ["same"]
    game: pyrnot.Game = pyrnot.random("martian-life", seed=3, plies=2)
    assert len(game) == 2
    assert game.gif(parts="board").startswith(b"GIF89a")
    assert pyrnot.perft(game.board("start"), 1) > 50


def ask() -> None:
    rules: pyrnot.Rules = pyrnot.rules("braces")
    rule: pyrnot.Rule = rules["B7"]
    assert rule in rules.values()
    explanations: tuple[pyrnot.Explanation, ...] = pyrnot.explain("no-power")
    assert all(pyrnot.loads(explanation.right).ok for explanation in explanations)


def fail(folder: Path) -> list[type[pyrnot.PyrnotError]]:
    caught: list[type[pyrnot.PyrnotError]] = []
    try:
        pyrnot.Board("chess")
    except pyrnot.UnknownName as error:
        caught.append(type(error))
    try:
        pyrnot.Board("braces", setup="nonsense")
    except pyrnot.IllegalStart as error:
        caught += [type(error)] * len(list(errors(error.diagnostics)))
    try:
        pyrnot.Board("braces").play("DIG 5/2")
    except pyrnot.IllegalTurn as error:
        caught += [type(error)] * len(list(errors(error.diagnostics)))
    (folder / "empty.pyr").write_text("", encoding="utf-8")
    try:
        pyrnot.load(folder / "empty.pyr")
    except pyrnot.NotARecord as error:
        caught.append(type(error))
    return caught


if __name__ == "__main__":
    where = Path(sys.argv[1])
    look(where)
    play(where)
    compare(where)
    ask()
    print(*(kind.__name__ for kind in fail(where)))
