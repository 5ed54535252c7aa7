"""The options about plies: which of them, and which parts of their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import click

from pyrnot.cli.options import grouped, reads
from pyrnot.cli.printing import note
from pyrnot.cli.reports import report_record
from pyrnot.play.line_tree import is_on_board
from pyrnot.play.plies import AnyPly, NoSuchPly, choose_plies, read_plies
from pyrnot.play.replay import Replay
from pyrnot.render.svg.parts import ALL_PARTS, Part, read_parts

F = TypeVar("F", bound=Callable[..., Any])

PLY_HELP = "start, end, all, 3, 3-7, -1, or a list with commas; 4v1 is ply 4 of variation 1"


def _read_ply(text: str) -> str:
    read_plies(text)
    return text


def ply_option(help: str, *, default: str | None = None) -> Callable[[F], F]:
    """`--ply P`, as `choose_plies` reads it; whether a record has those plies is another question."""
    return click.option("--ply", default=default, callback=reads(_read_ply), metavar="P", help=help)


def chosen_plies(text: str, replayed: Replay, *, with_illegal: bool = False) -> list[AnyPly]:
    """The plies that `--ply` lists, `with_illegal` also the first illegal one; none if the record has no start or has
    not all of them, which is reported."""
    if replayed.start is None:
        return []
    try:
        return choose_plies(text, replayed, with_illegal=with_illegal)
    except NoSuchPly as error:
        report_record(replayed.record, error)
        return []


flip_option = click.option("--flip", is_flag=True, help="Draw the board from the other side.")


def warning_of_flip(replays: Iterable[Replay], *, flip: bool) -> Iterator[Replay]:
    """The replays; if they are to be flipped, warns once for each game without a board that `--flip` has no effect on
    it."""
    warned: set[str] = set()
    for replayed in replays:
        game = replayed.record.game
        if flip and game is not None and game.info.title not in warned and not is_on_board(replayed):
            warned.add(game.info.title)
            note(f"warning: --flip has no effect on {game.info.title}, which has no board")
        yield replayed


def _read_parts(text: str) -> frozenset[Part]:
    return read_parts(name.strip().lower() for name in text.split(","))


def _chosen_parts(parts: frozenset[Part] | None, board_only: bool) -> frozenset[Part] | None:
    if not board_only:
        return parts
    if parts is not None:
        raise click.UsageError("--board-only is --parts board; give one of the two")
    return frozenset({Part.BOARD})


parts_options = grouped(
    "parts",
    _chosen_parts,
    click.option(
        "--parts",
        callback=reads(_read_parts),
        metavar="PARTS",
        help=f"Parts to draw: {','.join(Part)} (default: all).",
    ),
    click.option("--board-only", is_flag=True, help="Draw only the board: --parts board."),
)
"""`--parts` and `--board-only`: the command receives `parts`, None if neither is there."""


def parts_to_draw(parts: frozenset[Part] | None, *, has_record: bool) -> frozenset[Part]:
    """The parts that the options name, else all, but a caption only where there is a record."""
    if parts is not None:
        return parts
    return ALL_PARTS if has_record else ALL_PARTS - {Part.CAPTION}
