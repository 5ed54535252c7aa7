"""Links of fair dice in mails: their lines, the tags that keep what was shown, and when a link is shown (FD)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.mixins import UsesChance, seats_from_mover
from pyrnot.core.tags import Tags
from pyrnot.play.fair_dice import Chain, FairDice, broken_chain, chain_tag, link_tag, read_fair_dice
from pyrnot.play.fair_start import undrawn_start

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Record


class Shown(Struct, frozen=True):
    """A line of a mail with a link, or with the anchor of a new chain (`is_anchor`), which serves turns from `turn`
    on."""

    seat: str
    turn: int
    link: bytes
    is_anchor: bool = False

    @property
    def line(self) -> str:
        """The line, which a person can read past."""
        return f"Fair dice: {self.seat} {'chain' if self.is_anchor else 'link'} {self.turn} {self.link.hex()}"


_LINE = re.compile(
    r"^[ \t>]*Fair dice:[\s>]+(\w+)[\s>]+(chain|link)[\s>]+(\d{1,4})[\s>]+([0-9a-f]{64})[^\S\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line with a link. A mail program may have broken it."""


def take_lines(message: str) -> tuple[str, list[Shown]]:
    """A message without its lines of fair dice, and what they show."""
    found = [
        Shown(match[1].capitalize(), int(match[3]), bytes.fromhex(match[4]), match[2].lower() == "chain")
        for match in _LINE.finditer(message)
    ]
    return _LINE.sub("", message), found


def with_shown(game: AnyGame, tags: Tags, shown: Iterable[Shown], played: int = 0) -> dict[str, str]:
    """The new values of tags after what a mail shows with `played` turns in the record. Raises `Illegal` for what
    contradicts the chains that are known, and for a new chain for a turn that has been played."""
    known = tags
    for link in shown:
        known = _with_one(game, known, link, played)
    return {name: known[name] for name in known if known[name] != tags.get(name)}


def _with_one(game: AnyGame, tags: Tags, shown: Shown, played: int) -> Tags:
    """The tags with one more link or anchor."""
    seat = shown.seat
    dice = read_fair_dice(game, tags)
    chains = [chain for chain in dice.chains if chain.seat == seat] if dice is not None else []
    if seat not in game.info.seats:
        raise broken_chain(f"{seat} is not a seat of {game.info.title}")
    if not shown.is_anchor:
        return _with_link(tags, chains, shown)
    if any(chain.anchor == shown.link for chain in chains):
        return tags
    return _with_anchor(tags, chains, shown, played)


def _with_anchor(tags: Tags, chains: Sequence[Chain], shown: Shown, played: int) -> Tags:
    """The tags with the anchor of one more chain of a seat, which has these."""
    seat = shown.seat
    for chain in chains:
        if chain.first >= shown.turn:
            raise broken_chain(f"{seat} has already published another chain for turn {shown.turn}")
    if shown.turn <= played:
        raise broken_chain(f"{seat}'s new chain begins at turn {shown.turn}, which has been played")
    value = f"sha256:{shown.link.hex()}" if shown.turn == 1 else f"{shown.turn} sha256:{shown.link.hex()}"
    return tags.having(chain_tag(seat), ", ".join(filter(None, (tags.get(chain_tag(seat)), value))))


def _with_link(tags: Tags, chains: Sequence[Chain], shown: Shown) -> Tags:
    """The tags with a link of a seat's last chain that has begun; the same if a later link is known."""
    seat = shown.seat
    begun = [chain for chain in chains if chain.first <= shown.turn]
    if not begun:
        raise broken_chain(f"{seat} has published no chain")
    chain = begun[-1]
    if not chain.is_link(shown.turn, shown.link):
        raise broken_chain(f"the link for turn {shown.turn} does not lead to {seat}'s chain")
    if shown.turn <= chain.turn:
        return tags
    earlier = [f"{link.turn} {link.link.hex()}" for link in chains if link is not chain and link.turn >= link.first]
    return tags.having(link_tag(seat), ", ".join([*earlier, f"{shown.turn} {shown.link.hex()}"]))


def due_links(dice: FairDice, record: Record, position: Any, length: int) -> list[Shown]:
    """What the players whose chains are known to their end may show after `length` turns: each the link before that
    of the player's next turn, so that every other player can roll and none can roll for that player. Nothing before
    all have chains: a player without one could choose it by what the others have shown."""
    game = record.game
    assert game is not None
    position = position or undrawn_start(game, record.tags)
    if position is None:
        return []
    seats = game.rolling_seats(position) if isinstance(game, UsesChance) else seats_from_mover(position)
    shown = []
    for distance, seat in enumerate(seats):
        turn = length + distance
        chains = dice.chains_for(seats, max(turn, 1))
        if len(chains) < len(seats) or not chains[seat].is_own:
            continue
        link = chains[seat].link_for(turn)
        if link is not None:
            shown.append(Shown(seat, turn, link))
    return shown
