"""What the page asks about a text, answered as JSON and HTML. It runs in the worker of the page, under Pyodide.

It calls the public library and nothing else, so the page says what the commands say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

import pyrnot


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
        """The records, a JSON list: `number`, `title`, the canonical `text` ("" if the record has an error), and the
        open `questions` in the order of the game."""
        self._games = {game.number: game for game in self._read(self._answers)}
        return _dump(
            {
                "number": number,
                "title": repr(game).strip("<>"),
                "text": f"{game}\n" if game.ok else "",
                "questions": sorted(game.questions, key=lambda question: (question.ply, question.line)),
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
