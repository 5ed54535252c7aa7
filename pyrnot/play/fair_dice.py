"""Dice that no player has to trust: rolls and draws that follow from secrets of all players, and their proof (FD).

Each player has a chain of links, in which every link is the SHA-256 hash of the next one. The hash of the first is
published before the game, and a link is shown only when its roll comes, so no player can choose or change a roll.
The topic `fair-dice` tells it to players, with the formula for other programs; what is here must do what it says.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity
from pyrnot.core.game import FirstChance
from pyrnot.core.mixins import UsesChance, seats_from_mover
from pyrnot.core.tags import Tags

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, PlayedAction, T
    from pyrnot.record.model import Record, Turn

LINKS = 512
"""The links of a chain, one for each turn that it serves."""
RULE = "FD"
DRAWN_TAG = "Drawn"
"""The tag with the names of the tags that are drawn before the first turn."""

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
    """Draws from the bytes that the links give: HMAC-SHA256, and more of it if 32 bytes are not enough."""

    def __init__(self, key: bytes, message: str) -> None:
        self._bytes = self._stream(key, message)

    @staticmethod
    def _stream(key: bytes, message: str) -> Iterator[int]:
        while True:
            yield from hmac.digest(key, message.encode(), "sha256")
            message += " more"

    def pick(self, options: Sequence[T]) -> T:
        """The option that the next byte names; a byte that would favour some options is left out."""
        fair = 256 - 256 % len(options)
        byte = next(byte for byte in self._bytes if byte < fair)
        return options[byte % len(options)]


class MissingLink(Exception):
    """A roll cannot be known, since the link of `seat` for `turn` is not."""

    def __init__(self, seat: str, turn: int) -> None:
        super().__init__(f"{seat}'s link for turn {turn} is not known")
        self.seat = seat


class FairDice(Struct, frozen=True):
    """The chains of a game, and the rolls that follow from them."""

    game_id: str
    chains: tuple[Chain, ...]

    def chance(self, turn: int, roll: int, seats: Sequence[str]) -> _LinkChance:
        """The chance of a roll in a turn of the first of `seats`, which are in turn order. Turn 0 is the start, drawn
        with the links for turn 1. Raises `MissingLink`."""
        linked = max(turn, 1)
        chains = self.chains_for(seats, linked)
        key = b"".join(self._link(seat, chains, linked) for seat in seats)
        return _LinkChance(key, f"pyrnot dice 1 {self.game_id} {turn} {roll}")

    def _link(self, seat: str, chains: Mapping[str, Chain], turn: int) -> bytes:
        link = chains[seat].link_for(turn) if seat in chains else None
        if link is None:
            raise MissingLink(seat, turn)
        return link

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
            message = f"the link for turn {turn} does not lead to {seat}'s chain"
            hint = "ask for the line again: it is old, of another game, or altered"
            raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, message, field=link_tag(seat), hint=hint)
        chains[chains.index(own)] = replace(own, turn=turn, link=link)
    return chains


def _read(pattern: re.Pattern[str], tags: Tags, name: str, form: str) -> list[tuple[str, str]]:
    """The parts of a tag, which stand between commas."""
    if name not in tags:
        return []
    parts = [pattern.fullmatch(part.strip()) for part in tags[name].split(",")]
    if None in parts:
        raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, f"{name} must be {form}", field=name)
    return [(match[1] or "", match[2]) for match in parts if match is not None]


# The proof of a record


class TurnToProve(Struct, frozen=True):
    """A turn as written, the position before it, and its actions, played."""

    turn: Turn
    before: Any
    actions: Sequence[PlayedAction[Any, Any, Any]]


class Proof(Struct, frozen=True):
    """How many rolls of a record the chains prove, and what is wrong with the others."""

    rolls: int
    diagnostics: tuple[Diagnostic, ...]


def prove(record: Record, turns: Iterable[TurnToProve]) -> Proof | None:
    """Compares all that was rolled and drawn in a record's main line with its chains; None if it has none."""
    game = record.game
    assert game is not None
    try:
        dice = read_fair_dice(game, record.tags)
        if dice is None:
            return None
        faulty = [*_compare_start(record, dice)]
    except Illegal as illegal:
        tag = record.tag(illegal.field)
        span = tag.value_span if tag is not None else None
        return Proof(0, (Diagnostic(Severity.ERROR, illegal.code, RULE, span, illegal.message, illegal.hint, 0),))
    compared: list[Diagnostic | None] = []
    if isinstance(game, UsesChance):
        for turn in turns:
            compared += _compare_turn(game, dice, turn)
    faulty += [diagnostic for diagnostic in compared if diagnostic is not None]
    return Proof(compared.count(None), tuple(faulty))


def _compare_turn(
    game: UsesChance[Any, Any, Any], dice: FairDice, proved: TurnToProve
) -> Iterator[Diagnostic | None]:
    """For each roll of a turn what is wrong with it, None where it is proved."""
    turn = proved.turn
    seats = game.rolling_seats(proved.before)
    for action, written in zip(proved.actions, turn.actions, strict=False):
        try:
            roll = game.compare_roll(action, lambda number: dice.chance(turn.ply, number, seats))
        except MissingLink as missing:
            message = f"the roll cannot be proved: {missing}"
            yield Diagnostic(Severity.WARNING, CoreCodes.CHAIN_MISSING, RULE, written.span, message, None, turn.ply)
            continue
        if roll is None:
            continue
        if roll.written == roll.given:
            yield None
            continue
        message = f"the chains give {roll.given}, not {roll.written}"
        hint = f"write `{roll.given}`; `pyrnot rules fair-dice` says why no player can choose it"
        yield Diagnostic(Severity.ERROR, CoreCodes.DICE_FALSE, RULE, written.span, message, hint, turn.ply)


def _compare_start(record: Record, dice: FairDice) -> Iterator[Diagnostic]:
    """What is wrong with the tags that were drawn."""
    names = record.tags.get(DRAWN_TAG, "").split()
    if not names:
        return
    assert record.game is not None
    try:
        drawn = draw_start(record.game, record.tags, dice)
    except MissingLink as missing:
        message = f"the start cannot be proved: {missing}"
        tag = record.tag(DRAWN_TAG)
        span = tag.span if tag is not None else None
        yield Diagnostic(Severity.WARNING, CoreCodes.CHAIN_MISSING, RULE, span, message, None, 0)
        return
    for name in names:
        tag = record.tag(name)
        if tag is not None and tag.value != drawn.get(name):
            message = f"the chains give {drawn.get(name)}, not {tag.value}"
            yield Diagnostic(Severity.ERROR, CoreCodes.DICE_FALSE, RULE, tag.value_span, message, None, 0)


def drawn_names(game: AnyGame, tags: Tags) -> list[str]:
    """The tags of a new game that chance decides: those with another value if it falls otherwise."""
    first = game.set_up_tags(FirstChance(), tags)
    last = game.set_up_tags(_LastChance(), tags)
    return [name for name in first if first[name] != last.get(name)]


class _LastChance:
    """Always picks the last option."""

    def pick(self, options: Sequence[T]) -> T:
        return options[-1]


def is_to_be_drawn(game: AnyGame, tags: Tags) -> bool:
    """Whether tags are those of a new game whose start is right but for what fair dice have still to draw."""
    names = tags.get(DRAWN_TAG, "").split()
    if all(name in tags for name in names):
        return False
    try:
        game.start(game.set_up_tags(FirstChance(), tags))
    except Illegal:
        return False
    return True


def draw_start(game: AnyGame, tags: Tags, dice: FairDice) -> Mapping[str, str]:
    """The values of the tags that are drawn (those named by `Drawn`). Raises `MissingLink`."""
    names = tags.get(DRAWN_TAG, "").split()
    given = Tags({name: tags[name] for name in tags if name not in names})
    seats = game.start(game.set_up_tags(FirstChance(), given)).seats
    drawn = game.set_up_tags(dice.chance(0, 1, seats), given)
    values = {name: drawn[name] for name in names if name in drawn}
    if "First" in names:
        values["First"] = dice.chance(0, 2, seats).pick(seats)
    return values


# Links in mails


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
        raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, f"{seat} is not a seat of {game.info.title}")
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
            message = f"{seat} has already published another chain for turn {shown.turn}"
            raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, message)
    if shown.turn <= played:
        message = f"{seat}'s new chain begins at turn {shown.turn}, which has been played"
        raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, message)
    value = f"sha256:{shown.link.hex()}" if shown.turn == 1 else f"{shown.turn} sha256:{shown.link.hex()}"
    return tags.having(chain_tag(seat), ", ".join(filter(None, (tags.get(chain_tag(seat)), value))))


def _with_link(tags: Tags, chains: Sequence[Chain], shown: Shown) -> Tags:
    """The tags with a link of a seat's last chain that has begun; the same if a later link is known."""
    seat = shown.seat
    begun = [chain for chain in chains if chain.first <= shown.turn]
    if not begun:
        raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, f"{seat} has published no chain")
    chain = begun[-1]
    if not chain.is_link(shown.turn, shown.link):
        message = f"the link for turn {shown.turn} does not lead to {seat}'s chain"
        raise Illegal(CoreCodes.CHAIN_BROKEN, RULE, message)
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
    if position is None:
        if not is_to_be_drawn(game, record.tags):
            return []
        position = game.start(game.set_up_tags(FirstChance(), record.tags))
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
