"""`pyrnot new`: begins a record.

Which tags a game needs, and which its players choose, the game says itself (`set_up_tags`, `choices`). Each seat's
name and each of a game's own tags is an option.
"""

from __future__ import annotations

import datetime
import re
import secrets
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping

import click
from msgspec import Struct

from pyrnot.cli.board import show_position
from pyrnot.cli.fair_dice import join
from pyrnot.cli.options import force_option, game_argument, grouped, output_option
from pyrnot.cli.printing import note, say
from pyrnot.cli.start_options import joined_tags, start_options, usage_error
from pyrnot.cli.streams import is_quiet
from pyrnot.cli.target import STANDARD_OUTPUT, Target
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, Choice, FirstChance, PositionLike
from pyrnot.core.mixins import UsesChance
from pyrnot.core.tags import Tags, find_seat
from pyrnot.foreign.load import read_record
from pyrnot.games import all_games
from pyrnot.play.fair_start import DRAWN_TAG, undrawn_tags
from pyrnot.play.random import begin_record, faults_of_new, write_beginning
from pyrnot.play.replay import Replay, replay
from pyrnot.record.files import SUFFIX
from pyrnot.record.names import find_seat_or_player
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from pyrnot.render.mail import message_of

_SEED_LIMIT = 10**9
_DRAWN = "drawn"
"""The value of `--first` that lets fair dice decide."""


def _option_name(name: str) -> str:
    """The option for a seat or a tag: `RedCard` -> `--red-card`."""
    return "--" + re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _game_options() -> Iterator[click.Option]:
    """An option for each seat and each own tag of the games, whichever is begun: `--white`, `--goals`."""
    meanings_by_name: dict[str, list[str]] = {}
    for game in all_games():
        meanings_in_game = {**dict.fromkeys(game.info.seats, "player's name"), **game.info.tags}
        for name, meaning in meanings_in_game.items():
            meanings_by_name.setdefault(name, []).append(f"{game.info.title}: {meaning}")
    for name, meanings in meanings_by_name.items():
        yield click.Option([_option_name(name), f"own_{name}"], metavar="TEXT", help=f"{'; '.join(meanings)}.")


class NewGameOptions(Struct, frozen=True):
    """What the options say about a game that is about to begin."""

    names: tuple[str, ...]
    event: str | None
    date: str | None
    first: str | None

    def tags(self, game: AnyGame) -> Iterator[tuple[str, str]]:
        """The tags that say it. Raises `click.BadParameter`."""
        if self.event is not None:
            yield "Event", self.event
        if self.date:
            yield "Date", self.date
        if self.first is not None:
            yield "First", self.first
        yield from _names(game, self.names)


@click.command("new")
@game_argument
@output_option("FILE", "File to write (default: print the record).")
@force_option
@grouped(
    "head",
    NewGameOptions,
    click.option("--seat", "names", multiple=True, metavar="SEAT=NAME", help="A player's name, as in White=Ann."),
    click.option("--event", metavar="TEXT", help="Name of the event."),
    click.option("--date", metavar="DATE", help="Date as YYYY.MM.DD, with ?? for unknown parts (default: today)."),
    click.option("--first", metavar="SEAT", help="Seat that moves first; drawn lets --fair-dice decide."),
)
@click.option("--seed", type=int, metavar="N", help="Seed for what is drawn, kept in a tag (default: random).")
@click.option("--mail", is_flag=True, help="Print text to send to the other players: the tags and the board.")
@click.option(
    "--fair-dice",
    "fair_seat",
    is_flag=False,
    flag_value="",
    metavar="[SEAT]",
    help="Let the chains of all players decide the dice, and draw yours for this seat (default: the first to move).",
)
@start_options
def new_command(
    game: AnyGame,
    output: str | None,
    force: bool,
    head: NewGameOptions,
    seed: int | None,
    mail: bool,
    fair_seat: str | None,
    start: Tags,
    **own_values: str | None,
) -> None:
    """Runs `pyrnot new`."""
    target = Target(output, SUFFIX[1:], force=force)
    tags = joined_tags([*head.tags(game), *_own_tags(game, own_values), *start.items()])
    if "Date" not in tags:
        tags = tags.having("Date", f"{datetime.date.today():%Y.%m.%d}")
    tags = _with_first_seat(game, tags)
    if fair_seat is not None:
        if seed is not None:
            raise click.UsageError("leave out --seed: with --fair-dice, the chains of all players draw")
        _begin_fairly(game, tags, fair_seat, target, mail=mail)
        return
    if tags.get("First", "").lower() == _DRAWN:
        raise click.UsageError("add --fair-dice: only fair dice draw who moves first")
    if seed is None:
        seed = secrets.randbelow(_SEED_LIMIT)
    try:
        text = begin_record(game, _complete(game, tags), seed)
    except Illegal as illegal:
        raise usage_error(illegal) from None
    _check_characters(text)
    replayed = _judge(text, target.output)
    name = target.name(game.info.id)
    if output is not None or not mail:
        target.write(name, text)
    if mail:
        say(message_of(replayed, text.removesuffix("\n*\n")), nl=False)
    elif not is_quiet():
        show_position(replayed, err=name == STANDARD_OUTPUT)


def _begin_fairly(game: AnyGame, tags: Tags, word: str, target: Target, *, mail: bool) -> None:
    """Begins a record with a chain of fair dice for a seat; what is drawn at the start waits for the other chains."""
    if target.output == STANDARD_OUTPUT or target.is_folder:
        raise click.UsageError("--fair-dice needs -o FILE, since the secret is kept beside it")
    name = target.name(game.info.id)
    target.check(name)
    draws_first = tags.get("First", "").lower() == _DRAWN
    if draws_first:
        tags = Tags({known: tags[known] for known in tags if known != "First"})
    try:
        tags = _complete(game, tags)
        seat = _read_fair_seat(game.start(game.set_up_tags(FirstChance(), tags)), tags, word)
        tags = undrawn_tags(game, tags, draws_first=draws_first)
    except Illegal as illegal:
        raise usage_error(illegal) from None
    if DRAWN_TAG not in tags and not isinstance(game, UsesChance):
        raise click.UsageError(f"{game.info.title} has no dice; only --first drawn would be rolled")
    text = write_beginning(game, tags)
    _check_characters(text)
    text, _ = join(replay(read_record(SourceText(text, file=name))), name, seat)
    target.write(name, text)
    _show_begun(replay(read_record(SourceText(text, file=name))), text, mail=mail)


def _with_first_seat(game: AnyGame, tags: Tags) -> Tags:
    """`tags` with the seat that moves first by its name, where its letter or its player is given."""
    first = tags.get("First", "")
    seat = find_seat_or_player(game.info.seats, tags, first)
    return Tags({name: seat if seat and name.lower() == "first" else tags[name] for name in tags})


def _read_fair_seat(position: PositionLike, tags: Tags, word: str) -> str:
    """The seat of the player who begins a game with fair dice. Raises `click.BadParameter`."""
    seat = find_seat_or_player(position.seats, tags, word) if word else position.to_move
    if seat is None:
        raise click.BadParameter(f"{word!r} is not a seat ({', '.join(position.seats)})", param_hint="--fair-dice")
    return seat


def _show_begun(replayed: Replay, text: str, *, mail: bool) -> None:
    """Prints a new record as a mail, or its board; of one whose start is yet to be drawn the tags alone."""
    if mail and replayed.start is not None:
        say(message_of(replayed, text.removesuffix("\n*\n")), nl=False)
    elif mail:
        say(text.removesuffix("\n*\n"))
    elif not is_quiet() and replayed.start is not None:
        show_position(replayed)


new_command.params += _game_options()


def _names(game: AnyGame, pairs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The name tags that `--seat SEAT=NAME` gives. Raises `click.BadParameter`."""
    for pair in pairs:
        word, equals, name = pair.partition("=")
        seat = find_seat(game.info.seats, word) if equals else None
        if seat is None:
            message = f"{pair!r} is not SEAT=NAME; the seats in {game.info.title}: {', '.join(game.info.seats)}"
            raise click.BadParameter(message, param_hint="--seat")
        yield seat, name


def _own_tags(game: AnyGame, values: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    """The tags that the options of seats and of games' own tags give. Raises `click.UsageError`."""
    known = (*game.info.seats, *game.info.tags)
    for param, value in values.items():
        if value is None:
            continue
        name = param.removeprefix("own_")
        if name not in known:
            options = ", ".join(map(_option_name, known))
            raise click.UsageError(f"{_option_name(name)} is not for {game.info.title}; its options: {options}")
        yield name, value


def _check_characters(text: str) -> None:
    """Raises `click.UsageError` for bytes of an argument that are not UTF-8, which Python keeps in its text."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise click.UsageError(f"a value has {text[error.start]!a}, which is not a character; use UTF-8") from None


def _complete(game: AnyGame, tags: Tags) -> Tags:
    """`tags` with everything that the players must choose: on a terminal asked, with the seats' names, else demanded.

    Raises `click.UsageError`, and `Illegal` for a tag that was given and is wrong.
    """
    if sys.stdin.isatty() and sys.stderr.isatty():
        while choices := game.choices(tags):
            tags = _ask(game, tags, choices[0])
        return _ask_names(game, tags)
    demanded = [choice for choice in game.choices(tags) if choice.default is None]
    if demanded:
        needs = " and ".join(_option_name(choice.tag) for choice in demanded)
        example = " ".join(f"{_option_name(choice.tag)} {shlex.quote(choice.example)}" for choice in demanded)
        meanings = "".join(f"\n  {choice.tag}: {game.info.tags[choice.tag]}" for choice in demanded)
        raise click.UsageError(f"{game.info.title} needs {needs}, for example {example}{meanings}")
    return tags


def _ask(game: AnyGame, tags: Tags, choice: Choice) -> Tags:
    """`tags` with the tag that the user chooses, asked until its value is right."""

    def having(value: str) -> Tags:
        chosen = tags.having(choice.tag, value.strip())
        try:
            game.start(game.set_up_tags(FirstChance(), chosen))
        except Illegal as illegal:
            if illegal.field == choice.tag:
                raise click.UsageError(illegal.message) from None
        return chosen

    say(f"{choice.tag}: {game.info.tags[choice.tag]}", err=True)
    shown = choice.tag if choice.default is not None else f"{choice.tag} (such as {choice.example})"
    chosen: Tags = click.prompt(shown, default=choice.default, value_proc=having, err=True)
    return chosen


def _ask_names(game: AnyGame, tags: Tags) -> Tags:
    """`tags` with the names of the seats in play that the user gives. Raises `Illegal` for a tag that is wrong."""
    # Names may change how many seats play, so the seats are those without any more names.
    seats = game.start(game.set_up_tags(FirstChance(), tags)).seats
    for seat in seats:
        if seat not in tags:
            name = click.prompt(f"{seat}'s name (Enter for none)", default="", show_default=False, err=True).strip()
            if name:
                tags = tags.having(seat, name)
    return tags


def _judge(text: str, file: str) -> Replay:
    """The replay of the new record; its warnings go to stderr. Raises `click.UsageError` if it has an error."""
    replayed = replay(read_strictly(SourceText(text, file=file)))
    for fault in faults_of_new(replayed):
        raise usage_error(fault)
    for diagnostic in replayed.diagnostics:
        note(f"warning: {usage_error(diagnostic).message}")
    return replayed
