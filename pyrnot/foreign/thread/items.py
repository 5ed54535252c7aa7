"""What `finder` finds in the lines of a thread, each with where it stands and who said it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.results import Ending
from pyrnot.foreign.thread.text import Line
from pyrnot.foreign.thread.turn_text import TurnText


class Item(Struct, frozen=True, kw_only=True):
    """Something in a thread that matters. `order` is its place in the story that the thread tells (not in the file),
    `message` its message's and `mail` its mail's; `depth` counts quote marks and heads above it without any, `chain`
    those heads alone; `who` is the seat or the player named with it, `speaker` the sender.
    """

    line: Line
    order: int = 0
    message: int = 0
    mail: int = 0
    when: tuple[int, ...] | None = None
    depth: int = 0
    chain: int = 0
    is_chat: bool = False
    speaker: str = ""
    who: str = ""
    to: str = ""
    """Who wrote what its sender answers, where that is all that tells of the sender."""
    number: int | None = None
    section: str = ""
    """What marks the game to which it belongs, where a text has several."""

    @property
    def name(self) -> str:
        """Whose it is: the name written with it, else the sender's."""
        return self.who or self.speaker


AnItem = TypeVar("AnItem", bound=Item)


class Candidate(Item, frozen=True, kw_only=True):
    """A turn. `ways` are its readings, mostly one; `pair` two whole turns that the same text may be.

    `is_reply`: its dots or its column make it the second of its number. `follows`: it stands right under the turn
    before it,
    with neither number nor name. `corrects`: its writer says that it takes another's place (`is_sorry`: says only
    sorry).
    """

    ways: tuple[TurnText, ...]
    written: str
    pair: tuple[TurnText, TurnText] | None = None
    is_pair: bool = False
    """Whether it can be nothing but the two."""
    is_reply: bool = False
    column: int | None = None
    follows: bool = False
    corrects: bool = False
    is_sorry: bool = False
    dice: str = ""
    dice_line: Line | None = None
    is_number_respelt: bool = False
    struck: str = ""
    """A turn that its writer struck out on the same line."""
    lines: tuple[Line, ...] = ()
    """All lines that it takes, where they are several."""


class Doubt(Item, frozen=True, kw_only=True):
    """A line that is not a turn but may represent one: `near` to one, `open`, `prose` with a number, `lost`, `same`
    again, a `retraction`, or a turn that does not say `whose` it is; a `mention` of some notation in a sentence, a
    `sentence` that ends in a turn, a turn that the line above it only supposes (`led`), a `hesitation`, a line that
    puts one of the `squares` in the place of another, or the end of a line that is `cut`."""

    kind: str
    text: str
    turn: Candidate | None = None
    """A turn after whole sentences: it counts where the game cannot go on without it."""


def promoted(doubt: Doubt) -> Candidate | None:
    """The turn that a doubt may be, in its place."""
    if doubt.turn is None:
        return None
    return replace(
        doubt.turn,
        order=doubt.order,
        message=doubt.message,
        mail=doubt.mail,
        when=doubt.when,
        depth=doubt.depth,
        is_chat=doubt.is_chat,
        speaker=doubt.speaker,
        to=doubt.to,
    )


def first_after(items: Sequence[AnItem], order: int) -> AnItem | None:
    """The first of items in their order that comes after a place in it."""
    place = bisect_right(items, order, key=_order_of)
    return items[place] if place < len(items) else None


def last_before(items: Sequence[AnItem], order: int) -> AnItem | None:
    """The last of items in their order that comes before a place in it."""
    place = bisect_left(items, order, key=_order_of)
    return items[place - 1] if place else None


def goes_on(first: Candidate, second: Candidate) -> bool:
    """Whether a turn may go on with the one above it: in one message, or after a `;` of the same sender's."""
    is_begun = first.line.text.endswith(";") and first.speaker == second.speaker
    return first.message == second.message or is_begun


def between(items: Sequence[AnItem], start: int, end: int) -> Sequence[AnItem]:
    """Those of items in their order that come after one place in it and before another."""
    return items[bisect_right(items, start, key=_order_of) : bisect_left(items, end, key=_order_of)]


def _order_of(item: Item) -> int:
    return item.order


def follows(item: Item, other: Item) -> bool:
    """Whether an item was written after another one, and not only quoted after it."""
    if item.order <= other.order:
        return False
    return not item.depth or (item.when is not None and other.when is not None and item.when > other.when)


def doubted(turn: Candidate, kind: str) -> Doubt:
    """A turn as a doubt of its sender's."""
    return Doubt(
        line=turn.line,
        order=turn.order,
        message=turn.message,
        mail=turn.mail,
        when=turn.when,
        depth=turn.depth,
        is_chat=turn.is_chat,
        speaker=turn.speaker,
        number=turn.number,
        section=turn.section,
        kind=kind,
        text=turn.written,
    )


class Roll(Item, frozen=True, kw_only=True):
    """Dice said apart from their turn."""

    dice: str


class Ended(Item, frozen=True, kw_only=True):
    """A line that says how the game ended."""

    ending: Ending


class Said(Item, frozen=True, kw_only=True):
    """Something that a player says to the other: `take-back`, `no-take-backs`, `offer`, `accept`, `decline`, `kidding`,
    `rematch`, `withdrawal` (of an offer or a claim), `denial` (of the
    other's claim), `play-on`."""

    kind: str


AnyItem = Candidate | Doubt | Roll | Ended | Said

TAKES_BACK = ("kidding", "withdrawal", "play-on", "retraction")
"""What somebody may say of an earlier result or offer: it counts no longer."""


def kind_of(item: AnyItem) -> str:
    """The kind of something said or doubted; "" for anything else."""
    return item.kind if isinstance(item, Said | Doubt) else ""
