"""The counts of `stats` as tables of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


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
        yield f"  {die['player']}, {die['die']}, {die['throws']} throws: {faces}"
        yield f"      chi-square {die['chi_square']:.2f}{p}: {die['says']}"
