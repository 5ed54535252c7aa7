"""What the page asks about a text, answered as JSON and HTML. It runs in the worker of the page, under Pyodide.

It calls the public library and nothing else, so the page says what the commands say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import pyrnot

_SHOWN = ("board", "stashes")
"""The parts of a board that the page shows in itself; it says the rest in words."""


class Text:
    """A text, in the file `name`. `game` is that of records without a tag ("" if it is not known), `answers` are
    those to questions: a JSON object, line -> answer."""

    def __init__(self, name: str, game: str = "", answers: str = "{}") -> None:
        # As a path, since a string that begins with `[` would be a text.
        self._path = Path(name)
        self._game = game or None
        self._answers = msgspec.json.decode(answers, type=dict[int, str])
        self._games: dict[int, pyrnot.Game] = {}

    def verdicts(self) -> str:
        """The verdicts on the records, a JSON list of what `pyrnot check --format json` prints."""
        return _dump(pyrnot.check(self._path, game=self._game, answers=self._answers))

    def records(self) -> str:
        """The records, a JSON list: `number`, `title`, the canonical `text` ("" if the record has an error), the open
        `questions` in the order of the game, the legal `turns` with their seats, and whether the game `is_open`, so
        that a turn can be added."""
        self._games = {game.number: game for game in self._read(self._answers)}
        return _dump(
            {
                "number": number,
                "title": repr(game).strip("<>"),
                "text": f"{game}\n" if game.ok else "",
                "questions": sorted(game.questions, key=lambda question: (question.ply, question.line)),
                "turns": [(turn.seat, str(turn)) for turn in game],
                "is_open": game.ok and not game.questions and game.result == "*",
            }
            for number, game in self._games.items()
        )

    def page(self, number: int) -> str:
        """The replay page of a record."""
        return self._games[number].html()

    def picture(self, number: int, ply: str) -> str:
        """The SVG file of a record's board after a ply, such as `7v1`; if there is none, after the last legal
        turn."""
        game = self._games[number]
        try:
            return game.board(ply).svg()
        except IndexError:
            return game.board().svg()

    def view(self, number: int, ply: int) -> str:
        """The pictures of a record's board after a ply, a JSON list: the board, and what is beside it. After the last
        legal turn comes the illegal one, if it was judged: the position in which it was refused."""
        game = self._games[number]
        try:
            draw = game.board(ply).svg if ply <= len(game) else game.illegal_svg
            return _dump(draw(parts=[part]) for part in _SHOWN)
        except IndexError:
            return _dump(game.board().svg(parts=[part]) for part in _SHOWN)

    def touch(self, number: int, beginning: str) -> str:
        """What may follow a beginning of the next turn, a JSON object: the `steps`, each with its `text`, what is
        `added` and its `touches`; the `turn`, if it is complete; and `pictures` as of `view`, with the actions so far.

        Where the next step is a verb, which is nowhere on the table, the `actions` are what may be touched first.
        `error` is what is wrong with a beginning that was typed."""
        board = self._games[number].board()
        about = {"to_move": board.to_move, "player": board.tags.get(board.to_move, ""), "squares": board.squares()}
        try:
            ahead = board.continuations(beginning)
            actions = board.continuations(beginning, by="action") if _begins_with_words(ahead) else ()
        except pyrnot.IllegalTurn as error:
            return _dump({**about, "steps": [], "actions": [], "turn": None, "error": str(error)})
        shown = ahead.turn if ahead.turn and not ahead else ahead.begun
        return _dump(
            {
                **about,
                "steps": [_step(step) for step in ahead],
                "actions": [_step(step) for step in actions],
                "turn": str(ahead.turn) if ahead.turn else None,
                "pictures": [(shown.board if shown else board).svg(parts=[part]) for part in _SHOWN],
                "error": "",
            }
        )

    def add(self, number: int, added: str) -> str:
        """The record with a turn, a result or what a mail adds to it, a JSON object: its `text`, or the `error`."""
        record = self._games[number].edit()
        try:
            record.add(added)
        except pyrnot.PyrnotError as error:
            return _dump({"text": "", "error": str(error)})
        return _dump({"text": f"{record}\n", "error": ""})

    def undo(self, number: int) -> str:
        """The record without its last turn."""
        record = self._games[number].edit()
        record.undo()
        return f"{record}\n"

    def boards(self, number: int, line: int, is_conflict: bool) -> str:
        """The boards for the question at a line, a JSON list of `caption` and `svg`: the board before the line, or of
        a conflict the one after each answer."""
        game = self._games[number]
        (question,) = (question for question in game.questions if question.line == line)
        drawn = []
        for answer in [*question.answers][: 4 if is_conflict else 0]:  # for each, the text is read again
            others = [other for other in self._read({**self._answers, line: answer}) if other.number == number]
            turns = [turn for other in others for turn in other[question.ply : question.ply + 1]]
            drawn += [(f"{answer}: {turn}", turn.board) for turn in turns]
        if not drawn:
            board = game.board(min(question.ply, len(game)))
            drawn = [(f"before turn {board.number + 1}: {board.to_move} to move", board)]
        return _dump({"caption": caption, "svg": board.svg(parts=("board",))} for caption, board in drawn)

    def _read(self, answers: dict[int, str]) -> Iterator[pyrnot.Game]:
        return pyrnot.read(self._path, game=self._game, answers=answers, on_error=lambda diagnostic: None)


def begin(game: str, variant: str, names: str) -> str:
    """The record of a new game; `names` are the players in turn order, a JSON list ("" for one without a name). What
    chance decides before the first turn is drawn here, and what the players choose has its usual value."""
    players = msgspec.json.decode(names, type=list[str])
    info = pyrnot.rules(game).info
    seats: dict[str, Any] = {"seats": len(players)} if "Seats" in info.tags else {}
    start = pyrnot.Board(game, variant=variant or None, **seats)
    given: dict[str, Any] = {name.lower(): value for name, value in start.tags.items() if name != "Game"}
    named: dict[str, Any] = {seat.lower(): name for seat, name in zip(start.seats, players, strict=False) if name}
    return f"{pyrnot.new(game, **given, **named)}\n"


def _step(step: Any) -> dict[str, object]:
    return {"text": step.text, "added": step.added, "touches": [(touch.kind, touch.name) for touch in step.touches]}


def _begins_with_words(steps: Iterable[Any]) -> bool:
    return any(touch.kind == "word" for step in steps for touch in step.touches)


def explain(code: str, rule: str, game: str) -> str:
    """What a diagnostic means, a JSON object: the `rule` in words ("" for one that all games share), its `story`, and
    a `wrong` and a `right` record."""
    explained = [explanation for explanation in pyrnot.explain(code) if explanation.rule == rule] or pyrnot.explain(
        code
    )
    words = pyrnot.rules(game).get(rule) if game else None
    told = {name: getattr(explained[0], name).strip() for name in ("story", "wrong", "right")}
    return _dump({"rule": words.text if words else "", **told})


def _dump(value: object) -> str:
    return msgspec.json.encode(list(value) if isinstance(value, Iterator) else value).decode()
