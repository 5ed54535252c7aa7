"""`pyrnot moves`, `pyrnot random` and `pyrnot perft`: turns made up by the rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import click

from pyrnot.cli.options import GameName, pick_records, reading_options, record_option
from pyrnot.cli.trouble import say_faults, say_unreadable
from pyrnot.diagnostics import Illegal
from pyrnot.game import AnyGame, FirstChance
from pyrnot.record.files import Unreadable
from pyrnot.tags import Tags

if TYPE_CHECKING:
    from pyrnot.game import Written

dice_option = click.option("--dice", metavar="DICE", help='What the turn begins with: "DIG 5/2" in Braces.')
variant_option = click.option("--variant", metavar="NAMES", help="Optional rules, with commas.")
setup_option = click.option("--setup", metavar="POSITION", help="A position string to begin from.")


@click.command("moves")
@reading_options
@record_option
@click.option("--ply", default="end", metavar="P", help="After which ply: start, end, 3, -1.")
@dice_option
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="List so many turns at most.")
@click.pass_context
def moves_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    game: AnyGame | None,
    encoding: str,
    number: int | None,
    ply: str,
    dice: str | None,
    limit: int | None,
) -> None:
    """List the legal turns at a ply, one a line: for each position that can be reached, one way to reach it."""
    from pyrnot.play.plies import NoSuchPly, choose_plies
    from pyrnot.play.replay import replay
    from pyrnot.play.turns import join_turn, legal_turns

    exit_code = 0
    for record in pick_records(paths, game, encoding, number, 1):
        if isinstance(record, Unreadable):
            exit_code = max(exit_code, say_unreadable(record))
            continue
        replayed = replay(record)
        if replayed.start is not None and record.game is not None:
            opening = _opening(record.game, dice)
            try:
                for chosen in choose_plies(ply, replayed):
                    position = replayed.main_plies[chosen - 1].position if chosen else replayed.start
                    for count, turn in enumerate(legal_turns(record.game, position, opening), 1):
                        joined = join_turn(record.game, position, turn)
                        click.echo(record.game.write_turn(joined.taken, joined.ended))
                        if count == limit:
                            break
            except (NoSuchPly, Illegal) as fault:
                click.echo(f"{record.source.file}, record {record.source.number}: {fault}", err=True)
                exit_code = 1
        exit_code = max(exit_code, say_faults(replayed))
    ctx.exit(exit_code)


@click.command("random")
@click.argument("game", type=GameName())
@click.option("--seed", type=int, default=0, show_default=True, help="The same record for the same seed.")
@click.option("--plies", type=click.IntRange(min=0), default=40, show_default=True, help="So many turns at most.")
@variant_option
@setup_option
@click.option("--tag", "extra", multiple=True, metavar="NAME=VALUE", help="A tag of the game's own (Seats=3).")
def random_command(
    game: AnyGame, seed: int, plies: int, variant: str | None, setup: str | None, extra: tuple[str, ...]
) -> None:
    """Make up a legal record of at most so many turns."""
    from pyrnot.play.random import random_record

    try:
        text = random_record(game, _tags(variant, setup, extra), random.Random(seed), plies)
    except Illegal as fault:
        raise click.UsageError(_words(fault)) from None
    click.echo(text, nl=False)


@click.command("perft")
@click.argument("game", type=GameName())
@click.option("--depth", type=click.IntRange(min=0), required=True, help="How many turns.")
@setup_option
@dice_option
@variant_option
@click.option("--tag", "extra", multiple=True, metavar="NAME=VALUE", help="A tag of the game's own.")
@click.option("--divide", is_flag=True, help="The count behind each first turn, too.")
def perft_command(
    game: AnyGame,
    depth: int,
    setup: str | None,
    dice: str | None,
    variant: str | None,
    extra: tuple[str, ...],
    divide: bool,
) -> None:
    """Count the positions that so many turns lead to, as each game's rules define it. The count is the last word."""
    from pyrnot.play.turns import counted_turns, join_turn, perft

    if game.info.perft_needs_setup and setup is None:
        raise click.UsageError(f"perft of {game.info.title} needs --setup")
    tags = _tags(variant, setup, extra)
    try:
        position = game.start(tags if setup is not None else game.set_up_tags(FirstChance(), tags))
        opening = _opening(game, dice)
        if divide and depth:
            for turn in counted_turns(game, position, opening):
                joined = join_turn(game, position, turn)
                text = game.write_turn(joined.taken, joined.ended)
                click.echo(f"{text}: {perft(game, turn.position, depth - 1, opening)}")
        click.echo(perft(game, position, depth, opening))
    except Illegal as fault:
        raise click.UsageError(_words(fault)) from None


def _tags(variant: str | None, setup: str | None, extra: tuple[str, ...]) -> Tags:
    pairs: dict[str, str] = {}
    for item in extra:
        name, sign, value = item.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"{item!r} is not NAME=VALUE", param_hint="--tag")
        pairs[name.strip()] = value
    if variant:
        pairs["Variant"] = variant
    if setup is not None:
        pairs["Setup"] = setup
    return Tags(pairs)


def _opening(game: AnyGame, dice: str | None) -> Written | None:
    """What `--dice` says. Raises a usage error if the game needs dice that are not there, or has none."""
    if game.info.opening is None:
        if dice is not None:
            raise click.UsageError(f"{game.info.title} has no dice")
        return None
    if dice is None:
        raise click.UsageError(f'{game.info.title} needs --dice, such as --dice "{game.info.opening}"')
    from pyrnot.record.grammars import NotNotation, parse_action

    try:
        return parse_action(game, dice)
    except NotNotation as fault:
        raise click.BadParameter(f"{fault.message}: {dice!r}", param_hint="--dice") from None


def _words(fault: Any) -> str:
    return f"{fault.message} ({fault.hint})" if fault.hint else str(fault.message)
