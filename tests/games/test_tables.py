"""The small boards of all games: tables of turns, positions, notation and perft counts beside each game's other
tests.

A table is a text file with one case a line, its cells apart by ` |`: first a name, which says the rule. A line of
tags is for the cases below it, until the next. `«` and `»` stand around what a diagnostic marks; `\\n` is a line end.

- turns.txt: position | turn | position after it, or the diagnostic's rule, code and message | outcome
- positions.txt: tags, position | the same if it is written otherwise, or the diagnostic's rule and hint | outcome, or
  words of its message; a mark in a tag without a diagnostic says that it contradicts the position
- written.txt: position | turn | the turn as it is written
- alike.txt: an action | the same action in another way, and so on
- spans.txt: an action | a part = what it is in the text, and so on
- not_notation.txt: no action of the game | words of its message
- perft.txt: position | depth, `with` the first action of every turn | count | `slow`
- diagrams.txt: under a heading: tags, position and turn, each if there is one, and the drawing; `--renew` writes it
- related.txt: position | turns, the last of which is illegal | its rule and code | what an earlier turn did, if one
  explains it
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reading import read

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.mixins import ComparesTags
from pyrnot.core.tags import Tags
from pyrnot.games import import_game
from pyrnot.play.replay import replay
from pyrnot.play.turns import TurnPlayed, perft, play_turn
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.render.text.diagram import draw_text

HERE = Path(__file__).parent
TAG = r'\[(\w+) "([^"]*)"\]'
MANY = 1_100
"""Counts of more turns than these are left to the slow run."""
ERROR = re.compile(r"([A-Z]+\d+)(?: ([a-z][a-z-]*))?(?:: (.*))?")


def cases(kind: str) -> pytest.MarkDecorator:
    """The cases of all tables of a kind, each with its game and tags."""
    found = []
    for path in sorted(HERE.glob(f"*/{kind}.txt")):
        game = import_game(path.parent.name.replace("_", "-"))
        found += list(_cases_of(path, game))
    return pytest.mark.parametrize(("game", "tags", "cells"), found)


def _cases_of(path: Path, game: AnyGame) -> Iterator[Any]:
    tags: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.fullmatch(rf"({TAG} ?)+", line):
            tags = dict(re.findall(TAG, line))
        elif line and not line.startswith("#"):
            name, *cells = (cell.strip() for cell in f"{line} ".replace("\\n", "\n").split(" |"))
            is_deep = path.stem == "perft" and (int(cells[1][0]) > 2 or int(cells[2]) > MANY)
            marks = [pytest.mark.slow] * (is_deep or cells[-1:] == ["slow"])
            yield pytest.param(
                game,
                tags,
                [name, *cells] if path.stem == "not_notation" else cells,
                marks=marks,
                id=f"{game.info.id}-{name}",
            )


def play(game: AnyGame, position: Any, turn: str) -> TurnPlayed[Any, Any, Any]:
    return play_turn(game, position, [parse_action(game, action.strip()) for action in turn.split(";")])


def start(game: AnyGame, tags: dict[str, str], text: str) -> Any:
    return game.start(Tags({**tags, "Setup": text} if text else tags))


def outcome(game: AnyGame, position: Any) -> str:
    found = game.outcome(position)
    return f"{found.word} {found.rule}" if found else ""


@cases("turns")
def test_turn(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    """What is legal can be written in canonical text, which means the same."""
    setup, turn, expected, result = (*cells, "")[:4]
    position = start(game, tags, setup)
    if found := ERROR.fullmatch(expected):
        with pytest.raises(Illegal) as caught:
            play(game, position, re.sub("[«»]", "", turn))
        illegal = caught.value
        assert marked(game, re.sub("[«»]", "", turn), illegal) == turn
        assert (illegal.rule, illegal.code) == (found[1], found[2] or illegal.code)
        assert (found[3] or "") in illegal.message
        return
    played = play(game, position, turn)
    assert game.write_position(played.position) == game.write_position(start(game, tags, expected))
    assert outcome(game, played.position) == result
    again = play(game, position, game.write_turn(played.actions, played.ended))
    assert again.position == played.position


def marked(game: AnyGame, turn: str, illegal: Illegal) -> str:
    """A turn with `«` and `»` around what a diagnostic marks: none for a diagnostic of the turn as such."""
    if illegal.index is None:
        return turn
    *before, action = turn.split(";")[: illegal.index + 1]
    begin = len(";".join([*before, ""])) + len(action) - len(action.lstrip())
    start, end = parse_action(game, action.strip()).spans.get(illegal.field, (0, len(action.strip())))
    return f"{turn[: begin + start]}«{turn[begin + start : begin + end]}»{turn[begin + end :]}"


@cases("positions")
def test_position(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    """Read and written are inverses."""
    text, expected, result = (*cells, "", "")[:3]
    text, given = re.sub(rf"{TAG} ?", "", text), tags | dict(re.findall(TAG, text))
    given |= {"Setup": text} if text else {}
    plain = {name: re.sub("[«»]", "", value) for name, value in given.items()}
    if found := ERROR.fullmatch(expected):
        with pytest.raises(Illegal) as caught:
            game.start(Tags(plain))
        illegal = caught.value
        if illegal.field in plain:
            value = plain[illegal.field]
            begin, end = illegal.within or (0, len(value))
            plain[illegal.field] = f"{value[:begin]}«{value[begin:end]}»{value[end:]}"
        assert plain == given
        assert (illegal.rule, illegal.hint) == (found[1], found[3])
        assert result in illegal.message
        return
    position = game.start(Tags(plain))
    assert game.write_position(position) == (expected or text)
    assert outcome(game, position) == result
    conflicts: list[str] = []
    if isinstance(game, ComparesTags):
        conflicts = [illegal.field for illegal in game.tag_conflicts(position, Tags(plain))]
    assert conflicts == [name for name in given if plain[name] != given[name]]
    again = game.read_position(expected or text, Tags(plain))
    assert (again, hash(again)) == (position, hash(position))


@cases("written")
def test_written(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    setup, turn, expected = cells
    position = start(game, tags, setup)
    played = play(game, position, turn)
    assert game.write_turn(played.actions, played.ended) == expected
    again = play(game, position, expected)
    assert again.position == played.position
    assert game.write_turn(again.actions, again.ended) == expected


@cases("alike")
def test_read_alike(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    first, *others = (parse_action(game, text) for text in cells)
    assert all(other == first for other in others)


@cases("spans")
def test_spans(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    text, *parts = cells
    spans = parse_action(game, text).spans
    assert [f"{part} = {text[slice(*span)]}" for part, span in spans.items()] == parts


@cases("not_notation")
def test_not_notation(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    with pytest.raises(NotNotation) as caught:
        parse_action(game, cells[0])
    assert all(words in caught.value.message for words in cells[1:])


@cases("perft")
def test_perft(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    setup, depth, count = cells[:3]
    depth, _, opening = depth.partition(" with ")
    first = parse_action(game, opening) if opening else None
    assert perft(game, start(game, tags, setup), int(depth), first) == int(count)


@cases("related")
def test_related(game: AnyGame, tags: dict[str, str], cells: list[str]) -> None:
    setup, turns, error, expected = (*cells, "")[:4]
    given = {"Game": game.info.id, **tags} | ({"Setup": setup} if setup else {})
    lines = "".join(f'[{name} "{value}"]\n' for name, value in given.items())
    (diagnostic,) = replay(read(f"{lines}{turns}"), hints=False).diagnostics
    assert f"{diagnostic.rule} {diagnostic.code}" == error
    assert ((diagnostic.related and diagnostic.related.message) or "") == expected


@pytest.mark.parametrize("path", sorted(HERE.glob("*/diagrams.txt")), ids=lambda path: path.parent.name)
def test_diagrams(path: Path, renew: bool) -> None:
    game = import_game(path.parent.name.replace("_", "-"))
    text = path.read_text(encoding="utf-8")
    drawn = re.sub(
        r"(^## .*\n(?:\[.*\n)?)(.*\n)(.+\n)?\n(?:.*\n)*?(?=## |\Z)",
        lambda case: "".join([case[1], case[2], case[3] or "", "\n", draw(game, *case.groups()), "\n\n"]),
        text,
        flags=re.MULTILINE,
    )
    drawn = drawn.rstrip("\n") + "\n"
    if renew:
        path.write_text(drawn, encoding="utf-8")
    assert drawn == text


def draw(game: AnyGame, head: str, setup: str, turn: str | None) -> str:
    """The drawing of a position, or of what a turn from it did."""
    position = start(game, dict(re.findall(TAG, head)), setup.strip())
    if not turn:
        return draw_text(game.diagram(position))
    played = play(game, position, turn)
    events = [event for action in played.actions for event in action.transition.events] + list(played.ended.events)
    return draw_text(game.diagram(played.position, position, events))
