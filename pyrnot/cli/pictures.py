"""The options of `show` and `export` that say which parts of a picture to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec import Struct

from pyrnot.cli.options import Input, grouped

if TYPE_CHECKING:
    from pyrnot.render.svg.parts import Part

_PARTS = ("board", "caption", "stashes", "turn", "legend")
"""The names of the parts of a picture, for the help text: importing `Part` takes time."""

PLY_HELP = "start, end, all, 3, 3-7, -1, or a list with commas; 4v1 is ply 4 of variation 1"


def _read_parts(_ctx: click.Context, _param: click.Parameter, value: str | None) -> frozenset[Part] | None:
    """The parts of a list separated by commas. Raises `click.BadParameter`."""
    if value is None:
        return None
    from pyrnot.render.svg.parts import Part

    names = [name.strip().lower() for name in value.split(",")]
    unknown = next((name for name in names if name not in _PARTS), None)
    if unknown is not None:
        raise click.BadParameter(f"unknown part {unknown!r}; the parts are {', '.join(_PARTS)}")
    return frozenset(map(Part, names))


class Chosen(Struct, frozen=True):
    """The parts to draw, as given by `--parts` and `--board-only`."""

    parts: frozenset[Part] | None
    board_only: bool

    @property
    def is_all(self) -> bool:
        """Whether neither option was given."""
        return self.parts is None and not self.board_only

    def of(self, given: Input) -> frozenset[Part]:
        """The parts to draw of what was given; usually all, but a position has no caption. Raises `UsageError`."""
        from pyrnot.render.svg.parts import ALL_PARTS, Part

        if self.board_only and self.parts is not None:
            raise click.UsageError("--board-only is --parts board; give one of the two")
        if self.board_only:
            return frozenset({Part.BOARD})
        return self.parts or (ALL_PARTS if given.beginning is None else ALL_PARTS - {Part.CAPTION})


parts_options = grouped(
    "chosen",
    Chosen,
    click.option(
        "--parts", callback=_read_parts, metavar="PARTS", help=f"Parts to draw: {','.join(_PARTS)} (default: all)."
    ),
    click.option("--board-only", is_flag=True, help="Draw only the board: --parts board."),
)
"""`--parts` and `--board-only`: the command receives `chosen`."""
