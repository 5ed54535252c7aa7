"""The options of `show` and `export` that say what to draw: parts of a picture, and a position without a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from pyrnot.cli.options import Input, grouped, input_options_of
from pyrnot.cli.selection import Criteria, selection_options
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.core.diagram import Diagram
    from pyrnot.render.svg.parts import Part

F = TypeVar("F", bound=Callable[..., Any])

_PARTS = ("board", "caption", "stashes", "turn", "legend")
"""The names of the parts of a picture, for the help text: importing `Part` takes time."""

PLY_HELP = "start, end, all, 3, 3-7, -1, or a list with commas; 4v1 is ply 4 of variation 1"
POSITION_FILE = "position"
"""The name of a position's file in messages and file names."""


# The parts of a picture


class PartNames(click.ParamType):  # type: ignore[type-arg]  # generic only in late versions of click
    """A list of parts, separated by commas."""

    name = "PARTS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> frozenset[Part]:
        from pyrnot.render.svg.parts import Part

        if isinstance(value, frozenset):
            return value
        names = [name.strip().lower() for name in value.split(",")]
        unknown = next((name for name in names if name not in _PARTS), None)
        if unknown is not None:
            self.fail(f"unknown part {unknown!r}; the parts are {', '.join(_PARTS)}", param, ctx)
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
        if self.parts is not None:
            return self.parts
        return ALL_PARTS if given.beginning is None else ALL_PARTS - {Part.CAPTION}


PARTS_OPTIONS = (
    click.option(
        "--parts", type=PartNames(), metavar="PARTS", help=f"Parts to draw: {','.join(_PARTS)} (default: all)."
    ),
    click.option("--board-only", is_flag=True, help="Draw only the board: --parts board."),
)
parts_options = grouped("chosen", Chosen, *PARTS_OPTIONS)
"""`--parts` and `--board-only`: the command receives `chosen`."""


def only(diagram: Diagram, parts: frozenset[Part]) -> Diagram:
    """The blocks of a diagram that belong to these parts."""
    from pyrnot.core.diagram import Diagram
    from pyrnot.render.svg.parts import chosen_blocks

    return Diagram(tuple(chosen_blocks(diagram.blocks, parts)))


def _without_path(given: Input, criteria: Criteria) -> Input:
    """What `--game`, `--position` and `--variant` say. Raises `click.UsageError` if more or less is given."""
    if criteria.position is None:
        raise click.UsageError("Missing argument 'PATH...' (or --position with --game).")
    if given.game is None:
        raise click.UsageError("Missing argument 'PATH...': without it, --position needs --game.")
    if criteria != Criteria(position=criteria.position, variants=criteria.variants):
        raise click.UsageError("Missing argument 'PATH...': without it, there are no records to choose from.")
    from pyrnot.play.write import write_tag

    tags = {"Game": given.game.info.title, "Setup": " ".join(criteria.position.split())}
    if criteria.variants:
        tags["Variant"] = ",".join(criteria.variants)
    text = "".join([f"{write_tag(name, value)}\n" for name, value in tags.items()])
    return replace(given, beginning=SourceText(text, file=POSITION_FILE))


def any_input_options(command: F) -> F:
    """PATH... and the options that choose records, or `--position` and `--game` with no PATH: the command receives
    `given`, an `Input`."""
    return input_options_of(required=False)(selection_options(without_path=_without_path)(command))
