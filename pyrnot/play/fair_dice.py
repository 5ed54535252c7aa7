"""Dice that no player has to trust: the chains of a game, and the chance that follows from them (FD).

Each player has a chain of links, in which every link is the SHA-256 hash of the next one. The hash of the first is
published before the game, and a link is shown only when its roll comes, so no player can choose or change a roll.
The topic `fair-dice` tells it to players, with the formula for other programs; what is here must do what it says.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, T

LINKS = 512
"""The links of a chain, one for each turn that it serves."""
RULE = "FD"
CHAIN = "Chain"
LINK = "Link"

_FORMS = {
    CHAIN: (lazy_pattern(r"(?:(\d{1,4}) )?sha256:([0-9a-f]{64})"), "sha256: and 64 hexadecimal digits"),
    LINK: (lazy_pattern(r"(\d{1,4}) ([0-9a-f]{64})"), "the number of a turn and 64 hexadecimal digits"),
}
"""What a part of the tag of a seat's chains or links looks like, by the end of the tag's name."""
_LINE = lazy_pattern(
    r"^[ \t>]*Fair dice:[\s>]+(\w+)[\s>]+(chain|link)[\s>]+(\d{1,4})[\s>]+([0-9a-f]{64})[^\S\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of a mail with a chain or a link. A mail program may have broken it."""


class Shown(Struct, frozen=True):
    """What a player shows: `link`, which is for `turn`; or, if the kind is CHAIN, the anchor of a new chain, which
    serves turns from `turn` on."""

    seat: str
    kind: str
    turn: int
    link: bytes

    @property
    def tag(self) -> str:
        """The tag that keeps it."""
        return self.seat + self.kind

    @property
    def line(self) -> str:
        """The line of a mail, which a person can read past."""
        return f"Fair dice: {self.seat} {self.kind.lower()} {self.turn} {self.link.hex()}"


def take_lines(message: str) -> tuple[str, list[Shown]]:
    """A message without its lines of fair dice, and what they show."""
    found = [
        Shown(match[1].capitalize(), match[2].capitalize(), int(match[3]), bytes.fromhex(match[4]))
        for match in _LINE.finditer(message)
    ]
    return _LINE.sub("", message), found


def hash_often(link: bytes, times: int) -> bytes:
    """The link that comes before another one in its chain, by a number of places."""
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link


class Chain(Struct, frozen=True):
    """A player's chain: `link` is the last one that was shown, for the roll of `turn`; it may be the anchor, which
    comes before that of the `first` turn. The `secret`, the last link of all, is known only to the player."""

    seat: str
    first: int
    anchor: bytes
    turn: int
    link: bytes
    secret: bytes | None = None

    def link_for(self, turn: int) -> bytes | None:
        """The link for the roll of a turn; None if it is not known, or the chain does not serve the turn."""
        last = self.first + LINKS - 1
        known, link = (self.turn, self.link) if self.secret is None else (last, self.secret)
        return hash_often(link, known - turn) if self.first <= turn <= known else None

    def is_link(self, turn: int, link: bytes) -> bool:
        """Whether a link is that of this chain for a turn."""
        steps = turn - self.first + 1
        return 0 <= steps <= LINKS and hash_often(link, steps) == self.anchor


class _LinkChance:
    """Draws from the bytes that the links give."""

    def __init__(self, key: bytes, message: str) -> None:
        messages = (message + " more" * number for number in itertools.count())  # where 32 bytes are not enough
        self._bytes = (byte for each in messages for byte in hmac.digest(key, each.encode(), "sha256"))

    def pick(self, options: Sequence[T]) -> T:
        """The option that the next byte names; a byte that would favour some options is left out."""
        fair = 256 - 256 % len(options)
        byte = next(byte for byte in self._bytes if byte < fair)
        return options[byte % len(options)]


class MissingLink(Exception):
    """A roll cannot be known yet: it says for which turn, and who brings what it lacks."""


class FairDice(Struct, frozen=True):
    """The chains of a game, those of each seat in the order of the turns at which they begin. `secrets` are those
    that are known, whichever chains they belong to."""

    game: AnyGame
    secrets: Sequence[bytes] = ()
    chains: tuple[Chain, ...] = ()

    def having(self, shown: Shown, played: int = 0) -> FairDice:
        """These chains with what is shown after `played` turns. Raises `Illegal` where that contradicts them."""
        chains = [chain for chain in self.chains if chain.seat == shown.seat]
        if shown.kind == CHAIN:
            return self._with_chain(shown, chains, played)
        own = next((chain for chain in chains if chain.is_link(shown.turn, shown.link)), None)
        if own is None:
            raise _broken(shown, f"the link for turn {shown.turn} does not lead to {shown.seat}'s chain")
        if shown.turn <= own.turn:
            return self
        later = replace(own, turn=shown.turn, link=shown.link)
        return replace(self, chains=tuple(later if chain is own else chain for chain in self.chains))

    def _with_chain(self, shown: Shown, chains: Sequence[Chain], played: int) -> FairDice:
        """These chains with one more of a seat that has `chains`. Raises `Illegal`."""
        if shown.seat not in self.game.info.seats:
            raise _broken(shown, f"{shown.seat} is not a seat of {self.game.info.title}")
        if any(chain.anchor == shown.link for chain in chains):
            return self
        fixed = max([played, *(chain.first for chain in chains)])
        if shown.turn <= fixed:
            reason = f"the rolls up to turn {fixed} are fixed"
            raise _broken(shown, f"{shown.seat}'s chain cannot begin at turn {shown.turn}: {reason}")
        secret = next((secret for secret in self.secrets if hash_often(secret, LINKS) == shown.link), None)
        new = Chain(shown.seat, shown.turn, shown.link, shown.turn - 1, shown.link, secret)
        return replace(self, chains=(*self.chains, new))

    def tags(self) -> dict[str, str]:
        """The tags that say what was shown of the chains."""
        parts = defaultdict(list)
        for chain in self.chains:
            turn = "" if chain.first == 1 else f"{chain.first} "
            parts[chain.seat + CHAIN].append(f"{turn}sha256:{chain.anchor.hex()}")
            if chain.turn >= chain.first:
                parts[chain.seat + LINK].append(f"{chain.turn} {chain.link.hex()}")
        return {name: ", ".join(values) for name, values in parts.items()}

    def chains_for(self, seats: Sequence[str], turn: int) -> dict[str, Chain]:
        """The chains of these seats that serve a turn together: only those that begin at the same turn as the last of
        them. With an older one of another seat, of which links are known, a player could choose a chain by its
        rolls."""
        serving = {chain.seat: chain for chain in self.chains if chain.seat in seats and chain.first <= max(turn, 1)}
        first = max([chain.first for chain in serving.values()], default=1)
        return {seat: chain for seat, chain in serving.items() if chain.first == first}

    def chance(self, turn: int, seats: Sequence[str], roll: int) -> _LinkChance:
        """The chance of a roll in a turn of the first of `seats`, which are in turn order. Turn 0 is the start, drawn
        with the links for turn 1. Raises `MissingLink`, for a seat without a chain before the others."""
        linked = max(turn, 1)
        chains = self.chains_for(seats, linked)
        links = {seat: chains[seat].link_for(linked) for seat in seats if seat in chains}
        what = f"turn {turn}" if turn else "the start"
        for seat in sorted(seats, key=links.__contains__):
            if seat not in links:
                joining = f"which {seat} draws by joining (`pyrnot roll FILE --join {seat}`)"
                if any(chain.first > 1 for chain in chains.values()):
                    joining += "; new chains change the roll, so join only if all agree to it"
                raise MissingLink(f"{what} needs {seat}'s chain, {joining}")
            if links[seat] is None:
                sources = f"which comes with {seat}'s mail, or from the secret that {seat} keeps"
                raise MissingLink(f"{what} needs {seat}'s link, {sources}")
        key = b"".join(filter(None, links.values()))
        return _LinkChance(key, f"pyrnot dice 1 {self.game.info.id} {turn} {roll}")

    def due(self, seats: Sequence[str], played: int) -> list[Shown]:
        """What the players whose secrets are known show after `played` turns, `seats` in turn order from the one to
        move on: chains that have not begun, and each the link before that of the player's next turn, so that every
        other player can roll and none can roll for that player. No link before all have chains: a player without one
        could choose it by what the others have shown."""
        own = [chain for chain in self.chains if chain.secret is not None]
        due = [Shown(chain.seat, CHAIN, chain.first, chain.anchor) for chain in own if chain.first > played]
        for turn, seat in enumerate(seats, played):
            chains = self.chains_for(seats, turn)
            link = chains[seat].link_for(turn) if len(chains) == len(seats) else None
            if link is not None and chains[seat] in own:
                due.append(Shown(seat, LINK, turn, link))
        return due


def read_fair_dice(game: AnyGame, tags: Tags, secrets: Sequence[bytes] = ()) -> FairDice:
    """The chains that the tags of a record give, with those of `secrets` that are theirs. Raises `Illegal` for a tag
    that is wrong, and for a link that does not lead to its chain."""
    dice = FairDice(game, secrets)
    written = [(seat, kind) for kind in _FORMS for seat in game.info.seats if seat + kind in tags]
    for seat, kind in written:
        pattern, form = _FORMS[kind]
        for part in tags[seat + kind].split(","):
            match = pattern.fullmatch(part.strip())
            if match is None:
                raise _broken(Shown(seat, kind, 0, b""), f"{seat}{kind} must be {form}")
            dice = dice.having(Shown(seat, kind, int(match[1] or 1), bytes.fromhex(match[2])))
    return dice


def _broken(shown: Shown, message: str) -> Illegal:
    """What is wrong with a chain or a link, in the tag of its seat or in a mail."""
    hint = "ask for the line again: it is old, of another game, or altered"
    return Illegal(CoreCodes.CHAIN_BROKEN, RULE, message, field=shown.tag, hint=hint)
