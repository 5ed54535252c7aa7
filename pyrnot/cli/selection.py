"""The options that choose records by what they say and by how they went, shared by all commands that read many.

In a command that can draw a position without a record, `--position` and `--variant` say which if there is no PATH.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from pyrnot.cli.options import Input, offering, with_options

if TYPE_CHECKING:
    from pyrnot.play.selection import Selection
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

F = TypeVar("F", bound=Callable[..., Any])


class Criteria(Struct, frozen=True):
    """The criteria as given on the command line."""

    players: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    results: tuple[str, ...] = ()
    length: str | None = None
    position: str | None = None
    faulty: bool = False
    only_sound: bool = False

    def read(self) -> Selection | None:
        """What they select; None if there are none. Raises `click.UsageError` for a malformed one."""
        if self == Criteria():
            return None
        from pyrnot.games import all_games
        from pyrnot.play.selection import BadCriterion, Selection, check_position, read_day, read_length

        if self.faulty and self.only_sound:
            raise click.UsageError("no record is both faulty and sound")
        try:
            if self.position is not None:
                check_position(self.position, all_games())
            return Selection(
                players=self.players,
                variants=self.variants,
                since=read_day(self.since) if self.since else None,
                until=read_day(self.until, is_last=True) if self.until else None,
                results=self.results,
                length=read_length(self.length) if self.length else None,
                position=self.position,
                faulty=self.faulty,
                sound=self.only_sound,
            )
        except BadCriterion as fault:
            raise click.UsageError(str(fault)) from None


def selected_records(source: SourceText, game_id: str | None, selection: Selection | None) -> Iterator[Record]:
    """The selected records of a text, one by one; `game_id` names the game of those without a tag. Raises
    `Unreadable`."""
    from pyrnot.foreign.reading import read_records
    from pyrnot.games import import_game

    records = read_records(source, import_game(game_id) if game_id else None)
    return (record for record in records if selection is None or selection.takes(record))


_VARIANT, _POSITION = "Only games with this optional rule.", "Only games that reach this position."
_DRAWN_VARIANT = "With PATH, only games with this optional rule; without, optional rules of --position (with commas)."
_DRAWN_POSITION = "With PATH, only games that reach this position; without, the position of --game to draw."


def selection_options(
    *, has_own_sound: bool = False, without_path: Callable[[Any, Criteria], Input] | None = None
) -> Callable[[F], F]:
    """Adds the options to a command below its `input_options`: its `given` then has the selected records alone.

    A command that `has_own_sound`, an option `--sound` for something else, knows ours by its longer name only.
    `without_path` gives the input where there is no PATH, in a command that can draw `--position` itself.
    """
    is_drawn = without_path is not None
    variants, sound = offering("complete_variants"), ["--sound"] * (not has_own_sound)
    options = (
        click.option(
            "--player", "players", multiple=True, metavar="NAME", help="Only games of this player; A* matches Ann."
        ),
        click.option(
            "--variant",
            "variants",
            multiple=True,
            metavar="NAME",
            help=_DRAWN_VARIANT if is_drawn else _VARIANT,
            shell_complete=variants,
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
        click.option("--position", metavar="POSITION", help=_DRAWN_POSITION if is_drawn else _POSITION),
        click.option("--faulty", is_flag=True, help="Only records with an error."),
        click.option(*sound, "--only-sound", "only_sound", is_flag=True, help="Only records without an error."),
    )

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(*args: Any, given: Input, **values: Any) -> Any:
            criteria = Criteria(**{name: values.pop(name) for name in Criteria.__struct_fields__})
            if given.paths or without_path is None:
                given = replace(given, selection=criteria.read())
            else:
                given = without_path(given, criteria)
            return command(*args, given=given, **values)

        return with_options(call, options)  # type: ignore[no-any-return]

    return decorate
