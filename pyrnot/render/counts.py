"""The counts of `stats`: as columns of text, standings also as CSV and as a table of a page."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pyrnot.play.counts import GroupCounts, Score, Standing
from pyrnot.render.svg.text import html_text
from pyrnot.render.text.lines import Piece, columns, counted, fold, hang, printable


def draw_count(data: dict[str, Any], width: int | None = None) -> str:
    """What `pyrnot.play.counts.count_data` returns as lines for people, of at most `width` columns unless it is None,
    without an end of line after the last."""
    return "\n".join(_lines(data, width))


def _lines(data: dict[str, Any], width: int | None) -> Iterator[str]:
    yield f"{counted(data['records'], 'record')}"
    for game, count in data["games"].items():
        yield ""
        yield f"{game}: {count['records']}"
        yield from _table("results", count["results"])
        plies = count["plies"]
        if plies:
            label = "  plies     "
            lengths = (
                f"shortest {plies['shortest']}, median {plies['median']:g}, mean {plies['mean']}, "
                f"longest {plies['longest']}"
            )
            yield label + hang(lengths, width, first=len(label), indent=len(label))
        yield from _table("problems", count["faults"])
        yield from _table("rolls", count["rolls"])
        yield from _dice(count["dice"], width)


def _table(label: str, counts: dict[str, int]) -> Iterator[str]:
    for number, (name, count) in enumerate(counts.items()):
        yield f"  {label if not number else '':9} {count:6}  {name}"


def _dice(dice: list[dict[str, Any]], width: int | None) -> Iterator[str]:
    for die in dice:
        label = f"  {printable(die['player'])}, {die['die']}, {counted(die['throws'], 'throw')}: "
        faces = [f"{face} {count}" for face, count in die["faces"].items()]
        pieces = [Piece(face, len(face)) for face in faces]
        room = sys.maxsize if width is None else width
        lines = fold(pieces, room, first=Piece(label, columns(label)), indent=4, gap=2)
        yield "\n".join(map(str.rstrip, lines.split("\n")))


def draw_tally(rows: Sequence[GroupCounts], width: int | None = None) -> str:
    """The rows of groups as columns of plain text, of at most `width` columns unless it is None, without an end of
    line after the last."""
    widest = max(len(row.game) for row in rows)
    lines = []
    for row in rows:
        label = f"{row.games:6}  {row.game:{widest}}  "
        text = f"{printable(row.name)}: {_outcomes(row.outcomes)}"
        lines.append(label + hang(text, width, first=len(label), indent=len(label)))
    return "\n".join(lines)


def _outcomes(outcomes: dict[str, int]) -> str:
    return ", ".join(f"{outcome} {count:,}" for outcome, count in outcomes.items() if count)


_COLUMNS = ("games", "won", "drawn", "lost", "score")
_LONG_NAME = 28
"""The columns of the longest name; a longer one has a separate line."""
_BELOW = Piece("  against ", 10)
"""What begins the line below a player's numbers."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that a spreadsheet would compute; the last four are of full width."""


def draw_standings(rows: Sequence[Standing], width: int = 80) -> str:
    """The players as columns, with against whom each has played, below its numbers where lines of at most `width`
    columns have no room beside them."""
    longest = max([len("player"), *(columns(printable(row.name)) for row in rows)])
    wide = max(min(longest, _LONG_NAME, width - 6 * len(_COLUMNS)), len("player"))
    indent = wide + 6 * len(_COLUMNS) + 2
    is_beside = indent + _LONG_NAME // 2 <= width
    lines = ["player".ljust(wide) + "".join(f"{name:>6}" for name in _COLUMNS) + "  against" * is_beside]
    for row in rows:
        name = printable(row.name)
        gap = wide - columns(name)
        start = (name + " " * gap if gap >= 0 else f"{name}\n{' ' * wide}") + "".join(
            f"{number:>6}" for number in _numbers(row.total)
        )
        pieces = _against(row)
        if is_beside:
            lines.append(fold(pieces, width, first=Piece(f"{start}  ", indent), indent=indent, gap=1).rstrip())
            continue
        lines.append(start)
        if pieces:
            lines.append(fold(pieces, width, first=_BELOW, indent=4, gap=1))
    return "\n".join(lines)


def _against(row: Standing) -> list[Piece]:
    """Against whom a player has played, and how many games are unfinished, each with a comma except the last."""
    against = [f"{printable(name)} {_of(score)}" for name, score in row.against.items()]
    against += [f"{row.unfinished} unfinished"] if row.unfinished else []
    return [Piece(text, columns(text)) for text in (*(f"{text}," for text in against[:-1]), *against[-1:])]


def write_csv(rows: Sequence[Standing]) -> str:
    """A table with a heading: a row for each player, and a column for the score against each of them, empty where
    they have not played."""
    table: list[Sequence[object]] = [("player", *_COLUMNS, "unfinished", *(row.name for row in rows))]
    for row in rows:
        scores = (row.against.get(other.name) for other in rows)
        against = ["" if score is None else _points(score) for score in scores]
        table.append((row.name, *_numbers(row.total), row.unfinished, *against))
    return _csv(table)


def standings_table(rows: Sequence[Standing]) -> str:
    """The table of a page."""
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Player", *map(str.capitalize, _COLUMNS), "Against"))
    lines = []
    for row in rows:
        against = ", ".join(f"{name} {_of(score)}" for name, score in row.against.items())
        cells = "".join(f"<td>{number}</td>" for number in _numbers(row.total))
        lines.append(f'<tr><th scope="row">{html_text(row.name)}</th>{cells}<td>{html_text(against)}</td></tr>\n')
    return f'<table class="standings">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{"".join(lines)}</tbody>\n</table>\n'


def write_count_csv(data: dict[str, Any]) -> str:
    """The counts of all games as a table with a heading: a row for each number, what it counts and for which name."""
    rows = [("game", "of", "name", "number")]
    for game, count in data["games"].items():
        rows.append((game, "records", "", count["records"]))
        rows += [(game, "results", name, number) for name, number in count["results"].items()]
        rows += [(game, "plies", name, number) for name, number in (count["plies"] or {}).items()]
        rows += [(game, "problems", name, number) for name, number in count["faults"].items()]
        rows += [(game, "rolls", name, number) for name, number in count["rolls"].items()]
        for die in count["dice"]:
            named = f"{die['player']}, {die['die']}"
            rows += [(game, "dice", f"{named}: {face}", number) for face, number in die["faces"].items()]
    return _csv(rows)


def write_tally_csv(rows: Sequence[GroupCounts], by: str) -> str:
    """The rows of groups as a table with a heading, a column for each outcome; empty where a game has no such one."""
    outcomes = list(dict.fromkeys(outcome for row in rows for outcome in row.outcomes))
    table = [(row.name, row.game, row.games, *(row.outcomes.get(name, "") for name in outcomes)) for row in rows]
    return _csv([(by, "game", "games", *outcomes), *table])


def _csv(rows: Iterable[Sequence[object]]) -> str:
    """A table without an end of line after the last row."""
    file = io.StringIO()
    # A spreadsheet that parts columns at `;` would take what follows one in a name for another cell.
    writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([map(_cell, map(str, row)) for row in rows])
    return file.getvalue().rstrip("\n")


def _numbers(score: Score) -> list[str]:
    return [*map(str, (score.games, score.won, score.drawn, score.lost)), _points(score)]


def _points(score: Score) -> str:
    return f"{score.score:g}"


def _of(score: Score) -> str:
    """The score against a player, of how many games: `2.5 of 3`."""
    return f"{_points(score)} of {score.games}"


def _cell(text: str) -> str:
    """A text of a record that a spreadsheet shows and does not compute."""
    text = printable(text)
    return f"'{text}" if text.startswith(_FORMULA) else text
