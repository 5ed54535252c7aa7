"""The options that say which records to read: the files, and the criteria that records must meet.

In a command that can draw a position without a record, `--position` and `--variant` say which if there is no PATH.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from pyrnot.cli.completion import complete_variants
from pyrnot.cli.inputs import Input
from pyrnot.cli.options import encoding_option, file_argument, game_option, grouped, reads
from pyrnot.cli.printing import note
from pyrnot.foreign.forms import FORMS
from pyrnot.foreign.load import read_all
from pyrnot.games import all_games
from pyrnot.play.selection import Selection, check_position, read_day, read_length, unmet
from pyrnot.record.answers import read_answers
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.source import SourceText

F = TypeVar("F", bound=Callable[..., Any])

answer_option = click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="LINE=ANSWER",
    callback=reads(read_answers),
    help="Answer a question about a line of a thread, as `check` lists it, such as 8=out; talk leaves out all open "
    "lines.",
)
"""`--answer`: the command receives `answers`, an `Answers`."""


def input_options_of(metavar: str, *, game: Callable[[Any], Any] | None = None) -> Callable[[F], F]:
    """The paths, `--game`, `--encoding`, `--from` and `--answer`: the command receives `inputs`, an `Input`."""
    paths = file_argument("paths", metavar, nargs=-1, required=not metavar.startswith("["))
    form = click.option(
        "--from",
        "source_form",
        type=click.Choice(list(FORMS)),
        help="Read the files as transcripts in this form (normally detected).",
    )
    return grouped("inputs", Input, paths, game or game_option(), encoding_option, form, answer_option)


input_options: Callable[[F], F] = input_options_of("PATH...")


def collection_options(
    metavar: str = "PATH...", *, has_own_sound: bool = False, is_drawn: bool = False
) -> Callable[[F], F]:
    """What a command takes that reads many records: the options of `input_options`, and those that choose records.

    Its `inputs` then has the selected records alone. Those without an error are chosen with `--only-sound`, and with
    `--sound` too but where the command `has_own_sound`, an option of that name that means something else. In a
    command where a position without a record `is_drawn`, PATH may be missing: `--position` and `--game` say which
    position.
    """
    selection_options = grouped(
        "selection",
        Selection,
        click.option(
            "--player", "players", multiple=True, metavar="NAME", help="Only games of this player; A* matches Ann."
        ),
        _variant_option(is_drawn),
        click.option(
            "--since",
            metavar="DATE",
            callback=reads(read_day),
            help="Only games from this day, month or year on; an unknown month or day counts as the first.",
        ),
        click.option(
            "--until",
            metavar="DATE",
            callback=reads(partial(read_day, is_last=True)),
            help="Only games up to this day, month or year.",
        ),
        click.option(
            "--result", "results", multiple=True, metavar="WHO", help="Only games won by WHO, or draw, or unfinished."
        ),
        click.option(
            "--length",
            metavar="N-M",
            callback=reads(read_length),
            help="Only games of this many turns: 30, 20-40, 20- or -40.",
        ),
        _position_option(is_drawn),
        click.option("--faulty", is_flag=True, help="Only records with an error."),
        _only_sound_option(has_own_sound),
    )
    game = game_option("Only records of this game; also the game of records without a Game tag.")

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, inputs: Input, selection: Selection, **values: Any) -> Any:
            if is_drawn and not inputs.paths:
                inputs.beginning = _beginning(inputs, selection)
                return command(*args, inputs=inputs, **values)
            _check(selection)
            inputs.selection = replace(selection, game=inputs.game and inputs.game.info.id)
            try:
                return command(*args, inputs=inputs, **values)
            finally:
                if not inputs.count and inputs.selection != Selection():
                    _say_nothing_fits(inputs)

        return input_options_of(metavar, game=game)(selection_options(call))  # type: ignore[return-value]

    return decorate


def _variant_option(is_drawn: bool) -> Callable[[F], F]:
    without_path = "; without PATH, that of --position" if is_drawn else ""
    return click.option(
        "--variant",
        "variants",
        multiple=True,
        metavar="NAME",
        help=f"Only games with this optional rule{without_path}.",
        shell_complete=complete_variants,
    )


def _position_option(is_drawn: bool) -> Callable[[F], F]:
    without_path = "; without PATH, the one to draw" if is_drawn else ""
    help = f"Only games that reach this position{without_path}."
    return click.option("--position", "--setup", "position", metavar="POSITION", help=help)


def _only_sound_option(has_own_sound: bool) -> Callable[[F], F]:
    names = ["--only-sound"] if has_own_sound else ["--sound", "--only-sound"]
    return click.option(*names, "sound", is_flag=True, help="Only records without an error.")


def _say_nothing_fits(inputs: Input) -> None:
    """Says why no record was selected, for which the files are read once more."""
    if STANDARD_INPUT in inputs.paths:
        note("no record meets all criteria")
        return
    records = [record for record in read_all(inputs.sources(), inputs.game) if isinstance(record, Record)]
    if records:
        note(unmet(inputs.selection, records))


def _check(selection: Selection) -> None:
    """Raises `click.UsageError` for criteria that no record can meet."""
    if selection.faulty and selection.sound:
        raise click.UsageError("no record is both faulty and sound")
    if selection.since is not None and selection.until is not None and selection.until < selection.since:
        raise click.UsageError("give the earlier date as --since: no day lies between these")
    if selection.position is None:
        return
    try:
        check_position(selection.position, all_games())
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _beginning(inputs: Input, selection: Selection) -> SourceText:
    """The record, called `position` like a file, that begins with what `--game`, `--position` and `--variant` say.
    Raises `click.UsageError` if more or less is given."""
    if selection.position is None:
        raise click.UsageError("Missing argument 'PATH...' (or --position with --game).")
    if inputs.game is None:
        raise click.UsageError("Missing argument 'PATH...': without it, --position needs --game.")
    if selection != Selection(position=selection.position, variants=selection.variants):
        raise click.UsageError("Missing argument 'PATH...': without it, there are no records to choose from.")
    from pyrnot.play.write import write_tag  # which commands on records do not need

    tags = {"Game": inputs.game.info.title, "Setup": " ".join(selection.position.split())}
    if selection.variants:
        tags["Variant"] = ",".join(selection.variants)
    text = "".join([f"{write_tag(name, value)}\n" for name, value in tags.items()])
    return SourceText(text, file="position")
