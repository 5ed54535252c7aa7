"""Dice that no player has to trust: the chains of a game, and the rolls and draws that follow from them (FD).

Each player has a chain of links, in which every link is the SHA-256 hash of the next one. The hash of the first is
published before the game, and a link is shown only when its roll comes, so no player can choose or change a roll.
The topic `fair-dice` tells it to players, with the formula for other programs; what is here must do what it says.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.mixins import UsesChance
from pyrnot.core.tags import Tags

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, T

LINKS = 512
"""The links of a chain, one for each turn that it serves."""
RULE = "FD"

_ANCHOR = re.compile(r"(?:(\d{1,4}) )?sha256:([0-9a-f]{64})")
_LINK = re.compile(r"(\d{1,4}) ([0-9a-f]{64})")


def chain_tag(seat: str) -> str:
    """The tag with the anchors of a seat's chains: `sha256:...`, those of later chains after the turn they begin
    at."""
    return f"{seat}Chain"


def link_tag(seat: str) -> str:
    """The tag with the last link that a seat has shown of each of its chains, after the turn that it is for."""
    return f"{seat}Link"


def hash_often(link: bytes, times: int) -> bytes:
    """The link that comes before another one in its chain, by a number of places."""
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link


def broken_chain(message: str, field: str = "", hint: str | None = None) -> Illegal:
    """What is wrong with a chain, in the tag `field` or in a mail."""
    return Illegal(CoreCodes.CHAIN_BROKEN, RULE, message, field=field, hint=hint)


class Chain(Struct, frozen=True):
    """A player's chain, as far as it is known: `link` is the one for the roll of `turn`; it may be the anchor, which
    comes before that of the `first` turn."""

    seat: str
    first: int
    anchor: bytes
    turn: int
    link: bytes

    @property
    def is_own(self) -> bool:
        """Whether it is known to its end: its secret is."""
        return self.turn == self.first + LINKS - 1

    def link_for(self, turn: int) -> bytes | None:
        """The link for the roll of a turn; None if it is not known, or the chain does not serve the turn."""
        return hash_often(self.link, self.turn - turn) if self.first <= turn <= self.turn else None

    def is_link(self, turn: int, link: bytes) -> bool:
        """Whether a link is that of this chain for a turn."""
        steps = turn - self.first + 1
        return 0 <= steps <= LINKS and hash_often(link, steps) == self.anchor


class _LinkChance:
    """Draws from the bytes that the links give."""

    def __init__(self, key: bytes, message: str) -> None:
        self._bytes = _stream(key, message)

    def pick(self, options: Sequence[T]) -> T:
        """The option that the next byte names; a byte that would favour some options is left out."""
        fair = 256 - 256 % len(options)
        byte = next(byte for byte in self._bytes if byte < fair)
        return options[byte % len(options)]


def _stream(key: bytes, message: str) -> Iterator[int]:
    """The bytes of HMAC-SHA256, and more of it if 32 bytes are not enough."""
    while True:
        yield from hmac.digest(key, message.encode(), "sha256")
        message += " more"


class MissingLink(Exception):
    """A roll cannot be known, since the link of `seat` for `turn` is not. `has_chain` says whether the seat has a
    chain that gives it."""

    def __init__(self, seat: str, turn: int, *, has_chain: bool) -> None:
        super().__init__(f"{seat}'s link for turn {turn} is not known")
        self.seat = seat
        self.has_chain = has_chain


class FairDice(Struct, frozen=True):
    """The chains of a game, and the rolls that follow from them."""

    game_id: str
    chains: tuple[Chain, ...]

    def chance(self, turn: int, roll: int, seats: Sequence[str]) -> _LinkChance:
        """The chance of a roll in a turn of the first of `seats`, which are in turn order. Turn 0 is the start, drawn
        with the links for turn 1. Raises `MissingLink`, for a seat without a chain before the others."""
        linked = max(turn, 1)
        chains = self.chains_for(seats, linked)
        links = {seat: chains[seat].link_for(linked) if seat in chains else None for seat in seats}
        for seat in sorted(seats, key=chains.__contains__):
            if links[seat] is None:
                raise MissingLink(seat, linked, has_chain=seat in chains)
        key = b"".join(link for link in links.values() if link is not None)
        return _LinkChance(key, f"pyrnot dice 1 {self.game_id} {turn} {roll}")

    def chains_for(self, seats: Sequence[str], turn: int) -> dict[str, Chain]:
        """The chains of these seats that serve a turn together: only those that begin at the same turn as the last of
        them. With an older one of another seat, of which links are known, a player could choose a chain by its
        rolls."""
        serving = {seat: chain for seat in seats if (chain := self.chain_of(seat, turn))}
        first = max([chain.first for chain in serving.values()], default=1)
        return {seat: chain for seat, chain in serving.items() if chain.first == first}

    def chain_of(self, seat: str, turn: int) -> Chain | None:
        """The chain of a seat that serves a turn: the last one that has begun."""
        begun = [chain for chain in self.chains if chain.seat == seat and chain.first <= max(turn, 1)]
        return begun[-1] if begun else None

    def with_secrets(self, secrets: Iterable[bytes]) -> FairDice:
        """The same chains, those whose last link is among `secrets` known to their end."""
        by_anchor = {hash_often(secret, LINKS): secret for secret in secrets}
        chains = [
            replace(chain, turn=chain.first + LINKS - 1, link=by_anchor[chain.anchor])
            if chain.anchor in by_anchor
            else chain
            for chain in self.chains
        ]
        return replace(self, chains=tuple(chains))

    def rolls_for(self, game: AnyGame, position: Any, turn: int) -> Sequence[str]:
        """What the turn at a position may roll or draw, in notation. Raises `MissingLink`."""
        if not isinstance(game, UsesChance):
            return ()
        seats = game.rolling_seats(position)
        rolls: Sequence[str] = game.next_rolls(position, lambda roll: self.chance(turn, roll, seats))
        return rolls


def read_fair_dice(game: AnyGame, tags: Tags) -> FairDice | None:
    """The chains that the tags of a record give; None if there are none. Raises `Illegal` for a tag that is wrong,
    and for a link that does not lead to its chain."""
    chains = [chain for seat in game.info.seats for chain in _read_chains(seat, tags)]
    return FairDice(game.info.id, tuple(chains)) if chains else None


def _read_chains(seat: str, tags: Tags) -> list[Chain]:
    """The chains of a seat, each with the last link of it that the tags show."""
    chains = []
    for written, anchor in _read(_ANCHOR, tags, chain_tag(seat), "sha256: and 64 hexadecimal digits"):
        first = int(written or 1)
        chains.append(Chain(seat, first, bytes.fromhex(anchor), first - 1, bytes.fromhex(anchor)))
    for written, digits in _read(_LINK, tags, link_tag(seat), "the number of a turn and 64 hexadecimal digits"):
        turn = int(written)
        link = bytes.fromhex(digits)
        own = next((chain for chain in chains if chain.is_link(turn, link)), None)
        if own is None:
            hint = "ask for the line again: it is old, of another game, or altered"
            raise broken_chain(f"the link for turn {turn} does not lead to {seat}'s chain", link_tag(seat), hint)
        chains[chains.index(own)] = replace(own, turn=turn, link=link)
    return chains


def _read(pattern: re.Pattern[str], tags: Tags, name: str, form: str) -> list[tuple[str, str]]:
    """The parts of a tag, which stand between commas."""
    if name not in tags:
        return []
    parts = [pattern.fullmatch(part.strip()) for part in tags[name].split(",")]
    if None in parts:
        raise broken_chain(f"{name} must be {form}", name)
    return [(match[1] or "", match[2]) for match in parts if match is not None]
