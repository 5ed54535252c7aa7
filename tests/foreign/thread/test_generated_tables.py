"""Legal random games in tables of many shapes: no turn is lost or misread in silence, and hardly any table is not
read."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from endings import end_of, played
from mail_formatting import PlayedGame

from pyrnot.games import all_games
from support import few_or_many


class Style(NamedTuple):
    """How a table is typed: what parts its columns, whether strokes frame it, and the line below its heading."""

    between: str
    left: str = ""
    right: str = ""
    rule: str = ""


STYLES = (
    Style(" | "),
    Style(" | ", rule="-"),
    Style(" | ", "| ", " |", "-"),
    Style(" | ", "| "),
    Style(" │ ", "│ ", " │", "─"),
    Style("\t"),
    Style("    "),
)
ASIDES = {"Date": "{} Nov", "Score": "{}:0", "Comment": ""}
"""Columns that hold no turns, by their headings, with what a row has in them."""


def pairs(game: PlayedGame, rng: random.Random) -> list[list[str]]:
    """A round a row."""
    turns = list(game.turns)
    heading = rng.choice([[name for _, name in game.names], [f"{name} ({seat})" for seat, name in game.names], []])
    rows = [turns[at : at + 2] for at in range(0, len(turns), 2)]
    return _numbered(heading, [[*row, *[""] * (2 - len(row))] for row in rows], rng)


def players_beside_turns(game: PlayedGame, rng: random.Random) -> list[list[str]]:
    """A turn a row, after its player."""
    heading = rng.choice([["Player", "Move"], []])
    return _numbered(heading, [[game.player(at), turn] for at, turn in enumerate(game.turns)], rng)


def rounds_beside_each_other(game: PlayedGame, rng: random.Random) -> list[list[str]]:
    """A player a row, and a round a column."""
    count = (len(game.turns) + 1) // 2
    rows = [[name, *game.turns[at::2]] for at, (_, name) in enumerate(game.names)]
    return [["", *map(str, range(1, count + 1))], *rows]


def _numbered(heading: list[str], rows: list[list[str]], rng: random.Random) -> list[list[str]]:
    """A table, perhaps with numbers before its rows, and perhaps with a column that holds no turns after them."""
    table = [heading, *rows] if heading else rows
    if rng.random() < 0.7:
        words = ["#"] if heading else []
        table = [[word, *row] for word, row in zip([*words, *map(str, range(1, len(rows) + 1))], table, strict=True)]
    if heading and rng.random() < 0.5:
        word, aside = rng.choice(list(ASIDES.items()))
        asides = [word, *map(aside.format, range(10, 10 + len(rows)))]
        table = [[*row, aside] for row, aside in zip(table, asides, strict=True)]
    return table


def typed(table: Sequence[Sequence[str]], style: Style) -> str:
    """A table with columns of one width, the last one bare of blanks."""
    width = max(map(len, table))
    full = [[*row, *[""] * (width - len(row))] for row in table]
    widths = [0 if style.between == "\t" else max(1, *map(len, column)) for column in zip(*full, strict=True)]
    lines = []
    for row in full:
        cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=True)]
        lines.append(f"{style.left}{style.between.join(cells)}{style.right}".rstrip(" "))
    if style.rule:
        strokes = (style.rule * size for size in widths)
        lines.insert(1, f"{style.left}{style.between.join(strokes)}{style.right}")
    return "\n".join(lines) + "\n"


def _games(rng: random.Random) -> list[PlayedGame]:
    return [played(game, rng) for game in all_games() for _ in range(4)]


@few_or_many("count", 30, 3_000)
def test_no_turn_of_a_table_is_lost(count: int) -> None:
    rng = random.Random(3)
    games = _games(rng)
    ends: Counter[str] = Counter()
    for _ in range(count):
        game = rng.choice(games)
        make = rng.choice((pairs, players_beside_turns, rounds_beside_each_other))
        table = make(game, rng)
        style = rng.choice(STYLES)
        head = game.head if rng.random() < 0.5 else f'[Game "{game.title}"]\n' + "\n".join(game.tags) + "\n\n"
        text = head + typed(table, style._replace(rule="") if table[0][-1] in game.turns else style)
        ends[end_of(text, "table.txt", [(game, "")])] += 1
    assert not [end for end in ends if end.startswith("misread")]
    assert ends["shown"] <= 0.002 * count, ends
    assert ends["read"] >= 0.9 * count, ends


@few_or_many("count", 12, 1_000)
def test_a_turn_that_a_table_lacks_is_missed(count: int) -> None:
    """A cell is blank, or a numbered row is gone."""
    rng = random.Random(4)
    games = [game for game in _games(rng) if len(game.turns) > 4]
    for _ in range(count):
        game = rng.choice(games)
        table = [list(row) for row in pairs(game, rng)]
        place = rng.choice([place for place, row in enumerate(table) if game.turns[2] in row or game.turns[3] in row])
        if table[0][0] in ("#", "1") and rng.random() < 0.5:
            del table[place]
        else:
            row = table[place]
            row[rng.choice([at for at, cell in enumerate(row) if cell in game.turns])] = ""
        style = rng.choice(STYLES if table[0][0] in ("#", "1") else STYLES[:-1])  # bare blanks alone tell no column
        text = game.head + typed(table, style._replace(rule=""))
        end = end_of(text, "table.txt", [(game, "")])
        assert end == "asked" or end.startswith("refused"), text
