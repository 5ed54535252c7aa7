"""The options that say how a game without a record begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from pyrnot.cli.completion import complete_variants
from pyrnot.cli.options import grouped, reads
from pyrnot.core.diagnostics import Diagnostic, Illegal
from pyrnot.core.game import AnyGame, ParsedAction
from pyrnot.core.tags import Tags
from pyrnot.record.typed import read_dice


def _read_tags(assignments: tuple[str, ...]) -> list[tuple[str, str]]:
    """The tags that `NAME=VALUE` give. Raises ValueError."""
    pairs = []
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"{assignment!r} is not NAME=VALUE")
        pairs.append((name.strip(), value))
    return pairs


def _start_tags(variant: str | None, setup: str | None, extra: Sequence[tuple[str, str]]) -> Tags:
    """The tags that the options give. Raises `click.UsageError`."""
    pairs = list(extra)
    if variant:
        pairs.append(("Variant", variant))
    if setup is not None:
        pairs.append(("Setup", setup))
    return joined_tags(pairs)


def joined_tags(pairs: Iterable[tuple[str, str]]) -> Tags:
    """The tags that several options give. Raises `click.UsageError` for one that is given twice."""
    tags = Tags()
    for name, value in pairs:
        if not tags.add(name, value):
            raise click.UsageError(f"give {name} only once: two options set it")
    return tags


start_options = grouped(
    "start",
    _start_tags,
    click.option(
        "--variant", metavar="NAMES", help="Optional rules, separated by commas.", shell_complete=complete_variants
    ),
    click.option("--setup", "--position", metavar="POSITION", help="Position string to start from."),
    click.option(
        "--tag",
        "extra",
        multiple=True,
        callback=reads(_read_tags),
        metavar="NAME=VALUE",
        help="Another tag, such as Seats=3.",
    ),
)
"""`--variant`, `--setup` and `--tag`: the command receives `start`, the tags of a record that starts like this."""


dice_option = click.option("--dice", metavar="DICE", help='Dice of the turn, such as "DIG 5/2" in Braces.')


def parse_dice(game: AnyGame, dice: str | None) -> ParsedAction | None:
    """The action that `--dice` gives for the start of a turn, None in a game without dice.

    Raises `click.UsageError`.
    """
    if dice is None and game.info.opening is not None:
        raise click.UsageError(f'give --dice, such as --dice "{game.info.opening}": {game.info.title} needs dice')
    try:
        return read_dice(game, dice)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--dice") from None


def usage_error(diagnostic: Illegal | Diagnostic) -> click.UsageError:
    """The usage error for an option whose value the game does not allow."""
    if diagnostic.hint:
        return click.UsageError(f"{diagnostic.message} ({diagnostic.hint})")
    return click.UsageError(diagnostic.message)
