"""The counts of `stats`: as columns of plain text, and as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pyrnot.render.text.lines import printable

if TYPE_CHECKING:
    from pyrnot.play.tallies import Row
    from pyrnot.render.text.tables import Column

CountTable: TypeAlias = "tuple[str, list[Column], list[list[object]]]"
"""A table: its title, its columns, its rows."""


def draw_count(data: dict[str, Any]) -> str:
    """What `pyrnot.play.statistics.Count.data` returns as lines for people, without an end of line after the last."""
    return "\n".join(_lines(data))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    yield f"{data['records']} record{'' if data['records'] == 1 else 's'}"
    for game, count in data["games"].items():
        yield ""
        yield f"{game}: {count['records']}"
        yield from _table("results", count["results"])
        plies = count["plies"]
        if plies:
            yield (
                f"  plies     shortest {plies['shortest']}, median {plies['median']}, mean {plies['mean']}, "
                f"longest {plies['longest']}"
            )
        yield from _table("faults", count["faults"])
        yield from _dice(count["dice"])


def _table(label: str, counts: dict[str, int]) -> Iterator[str]:
    for number, (name, count) in enumerate(counts.items()):
        yield f"  {label if not number else '':9} {count:6}  {name}"


def _dice(dice: list[dict[str, Any]]) -> Iterator[str]:
    for die in dice:
        faces = "  ".join(f"{face} {count}" for face, count in die["faces"].items())
        p = "" if die["p"] is None else f", p = {die['p']:.4f}"
        yield f"  {printable(die['player'])}, {die['die']}, {die['throws']} throws: {faces}"
        yield f"      chi-square {die['chi_square']:.2f}{p}: {die['says']}"


def count_tables(data: dict[str, Any]) -> Iterator[CountTable]:
    """The same counts as tables: the games, then the faults and the dice if there are any."""
    from pyrnot.render.text.tables import Column

    def numbers(*titles: str) -> list[Column]:
        return [Column(title, is_number=True) for title in titles]

    game = Column("Game", style="bold")
    games = [game, *numbers("Records"), Column("Results"), *numbers("Shortest", "Median", "Mean", "Longest")]
    yield "Games", games, [_game_row(name, count) for name, count in data["games"].items()]
    faults = [
        [name, number, *kind.split(" ")]
        for name, count in data["games"].items()
        for kind, number in count["faults"].items()
    ]
    if faults:
        columns = [game, *numbers("Count"), Column("Severity"), Column("Rule"), Column("Code")]
        yield "Faults", columns, faults
    dice = [_die_row(name, die) for name, count in data["games"].items() for die in count["dice"]]
    if dice:
        tests = [*numbers("Chi-square", "p"), Column("Says")]
        columns = [game, Column("Player"), Column("Die"), *numbers("Throws"), Column("Faces"), *tests]
        yield "Dice", columns, dice


def _game_row(name: str, count: dict[str, Any]) -> list[object]:
    results = _outcomes(count["results"])
    plies = count["plies"] or {}
    return [name, count["records"], results, *(plies.get(key, "") for key in ("shortest", "median", "mean", "longest"))]


def _die_row(name: str, die: dict[str, Any]) -> list[object]:
    faces = " ".join(f"{count}\N{MULTIPLICATION SIGN}{face}" for face, count in die["faces"].items())
    p = "" if die["p"] is None else f"{die['p']:.4f}"
    return [name, die["player"], die["die"], die["throws"], faces, f"{die['chi_square']:.2f}", p, die["says"]]


def draw_tally(rows: Sequence[Row]) -> str:
    """The rows of a tally as columns of plain text, without an end of line after the last."""
    width = max(len(row.game) for row in rows)
    return "\n".join(
        f"{row.games:6}  {row.game:{width}}  {printable(row.name)}: {_outcomes(row.outcomes)}" for row in rows
    )


def tally_table(rows: Sequence[Row], title: str) -> tuple[list[Column], list[list[object]]]:
    """The columns and cells of the same rows as a table; `title` is what they are counted by."""
    from pyrnot.render.text.tables import Column

    columns = [Column("Games", is_number=True), Column("Game"), Column(title, style="bold")]
    cells: list[list[object]] = [[row.games, row.game, row.name] for row in rows]
    if not _are_for_players(rows):
        return [*columns, Column("Results")], [
            [*start, _outcomes(row.outcomes)] for start, row in zip(cells, rows, strict=True)
        ]
    columns += [Column(outcome.capitalize(), is_number=True) for outcome in rows[0].outcomes]
    return columns, [[*start, *row.outcomes.values()] for start, row in zip(cells, rows, strict=True)]


def _are_for_players(rows: Sequence[Row]) -> bool:
    """Whether all rows have the same outcomes, which then have a column each."""
    return bool(rows) and "won" in rows[0].outcomes


def _outcomes(outcomes: dict[str, int]) -> str:
    return ", ".join(f"{outcome} {count:,}" for outcome, count in outcomes.items() if count)
