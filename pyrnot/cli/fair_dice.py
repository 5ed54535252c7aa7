"""Fair dice on the command line: the secrets in a file beside the record, and the links that mails show."""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Mapping, Sequence

import click
from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.mixins import UsesChance
from pyrnot.core.tags import Tags
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dice import LINKS, FairDice, MissingLink, hash_often, read_fair_dice
from pyrnot.play.fair_links import Shown, due_links, with_shown
from pyrnot.play.fair_start import DRAWN_TAG, draw_start
from pyrnot.play.replay import Replay, replay
from pyrnot.play.retag import TagChanges, retag
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly

_SECRET = re.compile(r"^[0-9a-f]{64}$", re.MULTILINE)
_SUFFIX = ".secret"


def secret_file(file: str) -> str:
    """The name of the file with the secrets of a record's chains."""
    return file + _SUFFIX


def read_secrets(file: str) -> list[bytes]:
    """The secrets that are kept for a record's file: none if there is no such file. Raises `click.UsageError`."""
    try:
        with open(secret_file(file), encoding="ascii") as kept:
            return [bytes.fromhex(secret) for secret in _SECRET.findall(kept.read())]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return []
        raise click.UsageError(f"cannot read the secrets in {secret_file(file)}: {error}") from None


def draw_secret(file: str) -> bytes:
    """A new secret, which is kept for a record's file, which no one else may read; returns the anchor of its
    chain. Raises `click.UsageError`."""
    secret = secrets.token_bytes(32)
    try:
        descriptor = os.open(secret_file(file), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as kept:
            kept.write(f"{secret.hex()}\n")
            kept.flush()
            os.fsync(kept.fileno())
    except OSError as error:
        raise click.UsageError(f"cannot keep the secret in {secret_file(file)}: {error.strerror}") from None
    return hash_often(secret, LINKS)


class Dealer(Struct, frozen=True):
    """Knows the secrets for a record's file, and fills in what they decide."""

    secrets: Sequence[bytes]

    def dice(self, record: Record) -> FairDice | None:
        """The chains of a record, the own ones known to their end; None if it has none."""
        assert record.game is not None
        try:
            dice = read_fair_dice(record.game, record.tags)
        except Illegal:
            return None  # a diagnostic of the record says what is wrong
        return None if dice is None else dice.with_secrets(self.secrets)

    def receive(self, old: Replay, shown: Sequence[Shown]) -> Replay:
        """The record with what a mail shows of the chains, and with its start, if that can be drawn now. Raises
        `Refused`."""
        record = old.record
        if record.game is None:
            return old
        try:
            values = with_shown(record.game, record.tags, shown, old.length)
        except Illegal as illegal:
            raise Refused(f"a line of fair dice is wrong: {illegal.message}") from None
        old = _retagged(old, values)
        dice = self.dice(old.record)
        if dice is None or old.record.main_line:
            return old
        try:
            drawn = draw_start(record.game, old.record.tags, dice)
        except MissingLink:
            return old
        return _retagged(old, drawn)

    def fill(self, old: Replay, turn: str) -> str:
        """A typed turn with the dice or the draw that the chains give, where it has none. Raises `Refused`."""
        game = old.record.game
        dice = self.dice(old.record)
        if dice is None or old.position is None or not isinstance(game, UsesChance):
            return turn
        try:
            rolls = dice.rolls_for(game, old.position, old.length + 1)
        except MissingLink:
            return turn
        return game.add_rolls(turn, rolls)

    def show_due(self, new: Replay) -> tuple[Replay, list[Shown]]:
        """The record with the links that its players may show now, and those links."""
        dice = self.dice(new.record)
        if dice is None or new.record.game is None:
            return new, []
        due = due_links(dice, new.record, new.position, new.length)
        return _retagged(new, with_shown(new.record.game, new.record.tags, due)), due


def _retagged(old: Replay, values: Mapping[str, str]) -> Replay:
    """The replay of a record with new values of tags. Raises `Refused`."""
    changes = {name: value for name, value in values.items() if value != old.record.tags.get(name)}
    if not changes:
        return old
    new = old.record.source.changed(retag(old, TagChanges(dict(changes))))
    return replay(read_strictly(new, old.record.game))


def chain_tags(game: AnyGame, tags: Tags, seat: str, file: str, drawn: Sequence[str]) -> Tags:
    """The tags of a new game with a new chain of a seat, and the names of the tags that are to be drawn."""
    anchor = Shown(seat, 1, draw_secret(file), is_anchor=True)
    for name, value in with_shown(game, tags, [anchor]).items():
        tags = tags.having(name, value)
    return tags.having(DRAWN_TAG, " ".join(drawn)) if drawn else tags
