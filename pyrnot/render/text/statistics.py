"""The counts of `stats` as columns of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pyrnot.play.tallies import Row
from pyrnot.render.text.lines import printable


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


def draw_tally(rows: Sequence[Row]) -> str:
    """The rows of a tally as columns of plain text, without an end of line after the last."""
    width = max(len(row.game) for row in rows)
    return "\n".join(
        f"{row.games:6}  {row.game:{width}}  {printable(row.name)}: {_outcomes(row.outcomes)}" for row in rows
    )


def _outcomes(outcomes: dict[str, int]) -> str:
    return ", ".join(f"{outcome} {count:,}" for outcome, count in outcomes.items() if count)
