"""Deals fair dice for a player: what the chains of a record give where the player's own secrets are known (FD).

Takes the secrets as they are: where they are kept is the matter of the caller. They are in nothing that it gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.mixins import UsesChance
from pyrnot.core.tags import find_seat
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dice import LINKS, FairDice, MissingLink, hash_often, read_fair_dice
from pyrnot.play.fair_links import Shown, due_links, with_shown
from pyrnot.play.fair_start import draw_start, undrawn_start
from pyrnot.play.replay import Replay, replay
from pyrnot.play.retag import TagChanges, retag
from pyrnot.record.model import Record
from pyrnot.record.read import read_strictly


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
        """A typed turn with the dice or the draw that the chains give, where it has none."""
        game = old.record.game
        try:
            return game.add_rolls(turn, self.roll(old)) if isinstance(game, UsesChance) else turn
        except Refused:
            return turn

    def roll(self, old: Replay, place: str = "the secrets") -> Sequence[str]:
        """What the next turn of a game rolls or draws, in notation. Raises `Refused`: for a link that is not known,
        with what to do; `place` is where the secrets are kept."""
        game = old.record.game
        dice = self.dice(old.record) if game is not None else None
        if dice is None or game is None:
            raise Refused("no fair dice; begin a game with `pyrnot new GAME --fair-dice`")
        try:
            if _position(old) is not None and old.start is None:
                draw_start(game, old.record.tags, dice)  # raises for the link that it lacks
            if old.start is None or old.outcome is not None:
                raise Refused("there is no next turn to roll for; run `pyrnot check` to see why")
            rolls = dice.rolls_for(game, old.position, old.length + 1)
        except MissingLink as missing:
            what = (
                f"turn {old.length + 1} cannot be rolled"
                if old.start is not None
                else "the start is still to be drawn"
            )
            raise Refused(f"{what}: {missing}; {self._remedy(old, missing, place)}") from None
        if not rolls:
            raise Refused(f"{game.info.title} has no dice")
        return rolls

    def _remedy(self, old: Replay, missing: MissingLink, place: str) -> str:
        """What brings a link that is not known."""
        seat = missing.seat
        to_join = self.seats_to_join(old)
        if to_join and not missing.has_chain:
            return f"join as {' or '.join(to_join)} with `pyrnot roll FILE --join SEAT`, and send what it prints"
        if not missing.has_chain:
            return f"ask {seat} to join, and add the mail that comes"
        if to_join and old.position is not None and seat == old.position.to_move:
            return f"it follows from {seat}'s secret, which is not in {place}"
        return f"it comes with {seat}'s mail"

    def seats_to_join(self, old: Replay) -> Sequence[str]:
        """The seats for one of which the player may draw a chain: none if the player has one of the newest chains, or
        the game has no dice; those without such a chain; all of them if there are none, as the player's secret is
        lost then."""
        game = old.record.game
        position = _position(old)
        if not isinstance(game, UsesChance) or position is None or old.outcome is not None:
            return ()
        seats = game.rolling_seats(position)
        dice = self.dice(old.record)
        newest = dice.chains_for(seats, old.length + LINKS) if dice is not None else {}
        if any(chain.is_own for chain in newest.values()):
            return ()
        return [seat for seat in position.seats if seat in seats and seat not in newest] or seats

    def first_turn(self, old: Replay, seat: str) -> int:
        """The turn from which a new chain of a seat serves. Raises `Refused` where its chain is in order."""
        dice = self.dice(old.record)
        mine = [chain for chain in dice.chains if chain.seat == seat] if dice is not None else []
        if not mine or dice is None:
            return old.length + 1
        newest = max(chain.first for chain in dice.chains)
        if newest > mine[-1].first:
            return newest  # another player has a new chain
        position = _position(old)
        if position is not None and mine[-1].link_for(old.length + len(position.seats)) is not None:
            raise Refused(f"{seat} has a chain, and its secret is kept; `pyrnot rules fair-dice` explains it")
        return old.length + 1

    def join(self, old: Replay, seat: str, turn: int, secret: bytes) -> tuple[Replay, list[Shown]]:
        """The record with a new chain of a seat from a turn on, and what its player sends. Raises `Refused`."""
        anchor = Shown(seat, turn, hash_often(secret, LINKS), is_anchor=True)
        dealer = Dealer([*self.secrets, secret])
        new, due = dealer.show_due(dealer.receive(old, [anchor]))
        return new, [shown for shown in (anchor, *due) if shown.seat == seat]

    def to_send(self, old: Replay) -> list[Shown]:
        """What the player's next mail shows: new chains, and the links that may be shown now."""
        dice = self.dice(old.record)
        chains = dice.chains if dice is not None else ()
        new = [chain for chain in chains if chain.is_own and chain.first > old.length]
        anchors = [Shown(chain.seat, chain.first, chain.anchor, is_anchor=True) for chain in new]
        return [*anchors, *self.show_due(old)[1]]

    def show_due(self, new: Replay) -> tuple[Replay, list[Shown]]:
        """The record with the links that its players may show now, and those links."""
        dice = self.dice(new.record)
        if dice is None or new.record.game is None:
            return new, []
        due = due_links(dice, new.record, new.position, new.length)
        return _retagged(new, with_shown(new.record.game, new.record.tags, due)), due


def _position(old: Replay) -> Any | None:
    """The position at which the next turn is rolled; a start that is still to be drawn has any draw. None if there is
    no position."""
    game = old.record.game
    return old.position or (None if game is None else undrawn_start(game, old.record.tags))


def read_seat(old: Replay, word: str) -> str:
    """The seat of a record's game that a word names. Raises `Refused`."""
    game = old.record.game
    seat = find_seat(game.info.seats, word) if game is not None else None
    if seat is None:
        raise Refused(f"{word!r} is not a seat" + (f" ({', '.join(game.info.seats)})" if game else ""))
    return seat


def _retagged(old: Replay, values: Mapping[str, str]) -> Replay:
    """The replay of a record with new values of tags. Raises `Refused`."""
    changes = {name: value for name, value in values.items() if value != old.record.tags.get(name)}
    if not changes:
        return old
    new = old.record.source.changed(retag(old, TagChanges(dict(changes))))
    return replay(read_strictly(new, old.record.game))
