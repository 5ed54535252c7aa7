"""The options of `show` and `export` that say which parts of a picture to draw."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyrnot.cli.options import Input

if TYPE_CHECKING:
    from pyrnot.render.svg.parts import Part

F = TypeVar("F", bound=Callable[..., Any])

_PARTS = ("board", "caption", "stashes", "turn", "legend")
"""The names of the parts of a picture, for the help text: importing `Part` takes time."""

PLY_HELP = "start, end, all, 3, 3-7, -1, or a list with commas; 4v1 is ply 4 of variation 1"


def _read_parts(_ctx: click.Context, _param: click.Parameter, value: str | None) -> frozenset[Part]:
    """The parts of a list separated by commas. Raises `click.BadParameter`."""
    if value is None:
        return frozenset()
    from pyrnot.render.svg.parts import Part

    names = [name.strip().lower() for name in value.split(",")]
    unknown = next((name for name in names if name not in _PARTS), None)
    if unknown is not None:
        raise click.BadParameter(f"unknown part {unknown!r}; the parts are {', '.join(_PARTS)}")
    return frozenset(map(Part, names))


def parts_options(command: F) -> F:
    """`--parts` and `--board-only`: the command receives `parts`, none if neither is given."""

    @click.option(
        "--parts", callback=_read_parts, metavar="PARTS", help=f"Parts to draw: {','.join(_PARTS)} (default: all)."
    )
    @click.option("--board-only", is_flag=True, help="Draw only the board: --parts board.")
    @functools.wraps(command)
    def call(*args: Any, parts: frozenset[Part], board_only: bool, **values: Any) -> Any:
        if board_only and parts:
            raise click.UsageError("--board-only is --parts board; give one of the two")
        if board_only:
            from pyrnot.render.svg.parts import Part

            parts = frozenset({Part.BOARD})
        return command(*args, parts=parts, **values)

    return call  # type: ignore[return-value]


def usual_parts(given: Input) -> frozenset[Part]:
    """The parts that are drawn unless an option says otherwise: all, but a position has no caption."""
    from pyrnot.render.svg.parts import ALL_PARTS, Part

    return ALL_PARTS if given.beginning is None else ALL_PARTS - {Part.CAPTION}
