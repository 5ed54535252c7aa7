"""The options that choose records by what they say and by how they went, shared by all commands that read many.

In a command that can draw a position without a record, `--position` and `--variant` say which if there is no PATH.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec.structs import replace

from pyrnot.cli.options import Input, chosen_game_option, input_options_of, offering, with_options
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.selection import Selection
    from pyrnot.record.model import Record

F = TypeVar("F", bound=Callable[..., Any])

POSITION_FILE = "position"
"""The name of a position's file in messages and file names."""

_OPTIONS = ("players", "variants", "since", "until", "results", "length", "position", "faulty")


def selection_options(*, has_own_sound: bool = False, is_drawn: bool = False) -> Callable[[F], F]:
    """Adds the options to a command below its `collection_options`: its `given` then has the selected records alone.

    A command that `has_own_sound`, an option `--sound` for something else, knows ours by its longer name only. In one
    where a position without a record `is_drawn`, PATH may be missing: see `any_input_options`.
    """
    sound = ["--only-sound"] if has_own_sound else ["--sound", "--only-sound"]
    variant, position = "Only games with this optional rule.", "Only games that reach this position."
    if is_drawn:
        variant = "With PATH, only games with this optional rule; without, optional rules of --position (with commas)."
        position = "With PATH, only games that reach this position; without, the position of --game to draw."
    options = (
        click.option(
            "--player", "players", multiple=True, metavar="NAME", help="Only games of this player; A* matches Ann."
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help=variant,
            shell_complete=offering("complete_variants"),
        ),
        click.option(
            "--since",
            metavar="DATE",
            help="Only games from this day, month or year on; an unknown month or day is the first.",
        ),
        click.option("--until", metavar="DATE", help="Only games up to this day, month or year."),
        click.option(
            "--result", "results", multiple=True, metavar="WHO", help="Only games won by WHO, or draw, or unfinished."
        ),
        click.option("--length", metavar="N-M", help="Only games of this many turns: 30, 20-40, 20- or -40."),
        click.option("--position", metavar="POSITION", help=position),
        click.option("--faulty", is_flag=True, help="Only records with an error."),
        click.option(*sound, "only_sound", is_flag=True, help="Only records without an error."),
    )

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, given: Input, only_sound: bool, **values: Any) -> Any:
            found = {"sound": only_sound, **{name: values.pop(name) for name in _OPTIONS}}
            criteria: dict[str, Any] = {name: value for name, value in found.items() if value not in (None, (), False)}
            if is_drawn and not given.paths:
                given = replace(given, beginning=_beginning(given, **criteria))
            elif criteria or given.game is not None:
                given = replace(given, selection=_select(game=given.game and given.game.info.id, **criteria))
            try:
                return command(*args, given=given, **values)
            finally:
                if given.selection is not None and not given.taken.records:
                    _say_nothing_fits(given, given.selection)

        return with_options(call, options)  # type: ignore[no-any-return]

    return decorate


def _say_nothing_fits(given: Input, selection: Selection) -> None:
    """Says why no record was taken, for which the files are read once more."""
    from pyrnot.cli.output import note
    from pyrnot.foreign.reading import read_records
    from pyrnot.play.selection import unmet
    from pyrnot.record.opening import STANDARD_INPUT, Unreadable

    if STANDARD_INPUT in given.paths:
        note("no record meets all criteria")
        return
    texts = [text for text in given.sources() if not isinstance(text, Unreadable)]
    if texts:
        note(unmet(selection, (record for text in texts for record in read_records(text, given.game))))


def _select(
    *, since: str | None = None, until: str | None = None, length: str | None = None, **criteria: Any
) -> Selection:
    """The selection by these criteria. Raises `click.UsageError` for a malformed one."""
    from pyrnot.games import all_games
    from pyrnot.play.selection import BadCriterion, Selection, check_position, read_day, read_length

    if "faulty" in criteria and "sound" in criteria:
        raise click.UsageError("no record is both faulty and sound")
    try:
        if "position" in criteria:
            check_position(criteria["position"], all_games())
        return Selection(
            since=read_day(since) if since else None,
            until=read_day(until, is_last=True) if until else None,
            length=read_length(length) if length else None,
            **criteria,
        )
    except BadCriterion as fault:
        raise click.UsageError(str(fault)) from None


def _beginning(
    given: Input, *, position: str | None = None, variants: tuple[str, ...] = (), **others: object
) -> SourceText:
    """The record that begins with what `--game`, `--position` and `--variant` say. Raises `click.UsageError` if more or
    less is given."""
    if position is None:
        raise click.UsageError("Missing argument 'PATH...' (or --position with --game).")
    if given.game is None:
        raise click.UsageError("Missing argument 'PATH...': without it, --position needs --game.")
    if others:
        raise click.UsageError("Missing argument 'PATH...': without it, there are no records to choose from.")
    from pyrnot.play.write import write_tag

    tags = {"Game": given.game.info.title, "Setup": " ".join(position.split())}
    if variants:
        tags["Variant"] = ",".join(variants)
    text = "".join([f"{write_tag(name, value)}\n" for name, value in tags.items()])
    return SourceText(text, file=POSITION_FILE)


def any_input_options(command: F) -> F:
    """PATH... and the options that choose records, or `--position` and `--game` with no PATH: the command receives
    `given`, an `Input`."""
    return input_options_of("[PATH...]", game=chosen_game_option)(selection_options(is_drawn=True)(command))


def selected_records(source: SourceText, game_id: str | None, selection: Selection | None) -> Iterator[Record]:
    """The selected records of a text, one by one; `game_id` names the game of those without a tag. Raises
    `Unreadable`."""
    from pyrnot.foreign.reading import read_records
    from pyrnot.games import import_game

    records = read_records(source, import_game(game_id) if game_id else None)
    return (record for record in records if selection is None or selection.takes(record))
