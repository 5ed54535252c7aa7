"""Deals fair dice for a player: what the chains of a record give where the player's own secrets are known (FD).

Takes the secrets as they are: where they are kept is the matter of the caller. They are in nothing that it gives.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.mixins import UsesChance, seats_from_mover
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dice import CHAIN, LINK, LINKS, FairDice, MissingLink, Shown, hash_often, read_fair_dice
from pyrnot.play.fair_start import draw_start, undrawn_start
from pyrnot.play.line_tree import START, Node
from pyrnot.play.replay import Replay, replay
from pyrnot.play.results import write_result
from pyrnot.play.retag import TagChanges, retag
from pyrnot.record.model import Record
from pyrnot.record.names import find_seat_or_player
from pyrnot.record.read import read_strictly

_NO_TURN = "there is no next turn to roll for; run `pyrnot check` to see why"


class Dealer(Struct, frozen=True):
    """Knows the secrets for a record's file, and fills in what they decide."""

    secrets: Sequence[bytes]

    def update(self, old: Replay, shown: Sequence[Shown] = ()) -> tuple[Replay, list[Shown]]:
        """The record with what a mail shows of the chains, with its start, if that can be drawn now, and with the
        links that the player may show now; and what the player's next mail shows. Raises `Refused`."""
        if old.record.game is None and not shown:
            return old, []
        dice = self._dice(old.record, shown, old.length)
        new = _retagged(old, dice.tags())
        if not new.record.main_line:
            with contextlib.suppress(MissingLink, Illegal):  # of wrong tags, the record has a diagnostic
                new = _retagged(new, draw_start(dice.game, new.record.tags, dice))
        due = dice.due(_seats(new), new.length)
        for each in due:
            dice = dice.having(each)
        return _retagged(new, dice.tags()), due

    def dice_after(self, old: Replay, node: Node) -> str | None:
        """The dice that the chains give for the turn after a node; None in a game without dice, after another node
        than the last legal one of the main line, and where they are not known."""
        game = old.record.game
        if game is None or game.info.opening is None or not _is_last(old, node):
            return None
        try:
            return self.roll(old)[0]
        except Refused:
            return None

    def fill_after(self, old: Replay, node: Node, turn: str) -> str:
        """A turn that is typed after a node, with the dice or the draw that the chains give, if it is the next of the
        main line."""
        return self.fill(old, turn) if _is_last(old, node) else turn

    def knowing(self, old: Replay) -> Replay:
        """The replay of a record whose tags have the links for the next turn that the player knows, by which its dice
        are judged. They are not to be shown yet."""
        turn = old.length + 1
        try:
            dice = self._dice(old.record)
        except Refused:
            return old
        for seat, chain in dice.chains_for(_seats(old), turn).items():
            link = chain.link_for(turn)
            dice = dice if link is None else dice.having(Shown(seat, LINK, turn, link))
        tags = old.record.tags
        for name, value in dice.tags().items():
            tags = tags.having(name, value)
        return replace(old, record=replace(old.record, tags=tags))

    def fill(self, old: Replay, turn: str) -> str:
        """A typed turn with the dice or the draw that the chains give, where it has none."""
        game = old.record.game
        try:
            return game.add_rolls(turn, self.roll(old)) if isinstance(game, UsesChance) else turn
        except Refused:
            return turn

    def roll(self, old: Replay) -> Sequence[str]:
        """What the next turn of a game rolls or draws, in notation. Raises `Refused`: for a link that is not known,
        with who brings it."""
        game = old.record.game
        dice = self._dice(old.record)
        try:
            if old.start is None:
                draw_start(dice.game, old.record.tags, dice)  # raises for what it lacks
            if old.start is None:
                raise Refused(_NO_TURN)
            if old.outcome is not None:
                raise Refused(f"the game is over: {write_result(old.outcome)}")
            if not isinstance(game, UsesChance):
                raise Refused(f"{dice.game.info.title} has no dice")
            return game.next_rolls(old.position, partial(dice.chance, old.length + 1, _seats(old)))
        except (MissingLink, Illegal) as reason:
            raise Refused(str(reason)) from None

    def seats_to_join(self, old: Replay) -> Sequence[str]:
        """The seats for one of which the player may draw a chain: none if the player has one of the newest chains, or
        the game has no dice; those without such a chain; all of them if there are none, as the player's secret is
        lost then."""
        seats = _seats(old)
        if not isinstance(old.record.game, UsesChance) or old.outcome is not None:
            return ()
        newest = self._dice(old.record).chains_for(seats, old.length + LINKS)
        if any(chain.secret is not None for chain in newest.values()):
            return ()
        return [seat for seat in seats if seat not in newest] or seats

    def join(self, old: Replay, word: str, secret: bytes) -> tuple[Replay, list[Shown]]:
        """The record with a new chain of the seat that a word names (by its name, its letter or its player), which
        begins with the next turn, or with the new chain of another seat; and what its player sends. Raises `Refused`:
        where its chain is in order, too, as is that of every seat while the player has a secret in use."""
        seats = _seats(old)
        seat = find_seat_or_player(seats, old.record.tags, word)
        if seat is None:
            raise Refused(f"{word!r} is not a seat that plays on ({', '.join(seats)})" if seats else _NO_TURN)
        dice = self._dice(old.record)
        newest = dice.chains_for(seats, old.length + LINKS)
        last = old.length + len(seats)  # a chain that ends before has to be followed by another
        own = [
            name for name, chain in newest.items() if chain.secret is not None and chain.link_for(last) is not None
        ]
        if seat in newest and own:
            reason = f"{seat} has a chain, and its secret is kept"
            if seat not in own:
                reason = f"leave it to {seat}'s player: {seat} has a chain, and the secret kept here is {own[0]}'s"
            raise Refused(f"{reason}; `pyrnot rules fair-dice` explains it")
        turn = max([old.length + 1, *(chain.first for chain in dice.chains)])
        anchor = Shown(seat, CHAIN, turn, hash_often(secret, LINKS))
        return Dealer([*self.secrets, secret]).update(old, [anchor])

    def _dice(self, record: Record, shown: Sequence[Shown] = (), played: int = 0) -> FairDice:
        """The chains of a record, with what a mail shows of them after `played` turns, and with the player's secrets.
        Raises `Refused`."""
        if record.game is None:
            raise Refused(_NO_TURN)
        try:
            dice = read_fair_dice(record.game, record.tags, self.secrets)
            for each in shown:
                dice = _taking(dice, each, played)
            return dice
        except Illegal as illegal:
            raise Refused(f"fair dice: {illegal.message}; {illegal.hint}") from None


def _taking(dice: FairDice, shown: Shown, played: int) -> FairDice:
    """The chains with what a mail shows after `played` turns. Raises `Illegal`, and `Refused` for a new chain of a
    seat whose secret the player has: one who drew the chains of all seats could choose the rolls."""
    taken = dice.having(shown, played)
    own = {chain.seat for chain in dice.chains if chain.secret is not None}
    for chain in taken.chains[len(dice.chains) :]:
        if chain.seat in own and chain.secret is None:
            fix = f"ask for the mail without {chain.seat}'s new chain"
            raise Refused(f"fair dice: {fix}: it was not drawn here, where {chain.seat}'s secret is kept")
    return taken


def _is_last(old: Replay, node: Node) -> bool:
    """Whether a node is the last legal one of the main line."""
    return node.turn == (old.record.main_line[old.length - 1] if old.length else START)


def _seats(old: Replay) -> Sequence[str]:
    """The seats whose links the next turn needs, from the one to move on; a start that is still to be drawn has any
    draw. No seat if there is no position."""
    game = old.record.game
    position = old.position or (undrawn_start(game, old.record.tags) if game is not None else None)
    if position is None:
        return ()
    return game.rolling_seats(position) if isinstance(game, UsesChance) else seats_from_mover(position)


def _retagged(old: Replay, values: Mapping[str, str]) -> Replay:
    """The replay of a record with new values of tags. Raises `Refused`."""
    source = old.record.source
    try:
        text = retag(old, TagChanges(values))
    except Refused as refused:
        raise Refused("the fair dice contradict it", refused.diagnostics) from None
    return old if text == source.original else replay(read_strictly(source.changed(text), old.record.game))
