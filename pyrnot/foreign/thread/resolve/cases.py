"""The table of TR4.2: what becomes of a candidate, by what the sequence tells of it.

Of several rows that hold the first counts. Nothing else decides, and no word does.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum

from msgspec import Struct


class Numbered(StrEnum):
    """What the number of a candidate says."""

    NONE = "none"
    """It has none, and no other has one."""
    LACKS = "lacks"
    """It has none, though others have."""
    NEXT = "next"
    """The ply expected; or a number too low by one turn whose slot is the writer's own."""
    FILLED = "filled"
    BEYOND = "beyond"


class Writer(StrEnum):
    """Who writes a candidate."""

    MOVER = "mover"
    UNKNOWN = "unknown"
    """It is not known, or lists the turns of several."""
    OTHER = "other"
    STRANGER = "stranger"
    """Somebody who does not play."""


class Around(StrEnum):
    """What the candidates around one that may not be a turn tell."""

    MISSING = "missing"
    """Without it a number or a seat's turn is missing, and it is the only candidate for that slot."""
    WHOLE = "whole"
    """With the others the sequence is complete without it."""
    OPEN = "open"


class Leaving(StrEnum):
    """What a candidate says of a seat that leaves a game which the others play on."""

    NONE = "none"
    """Nothing, or its number is beyond the one expected."""
    SURE = "sure"
    OPEN = "open"
    """It is not known which seat, its number is that of another turn, or the seat has turns after it."""
    AGAIN = "again"
    """The seat has left."""


class Decision(StrEnum):
    """What becomes of a candidate."""

    TURN = "turn"
    READ_AS = "read-as"
    """A turn, and a warning that shows its line."""
    COPY = "copy"
    MENTION = "mention"
    WHICH = "which"
    """A question: which text fills a slot?"""
    WHETHER = "whether"
    """A question: is it a turn?"""
    GAP = "gap"
    UNREAD = "unread"


class Case(Struct, frozen=True):
    """All that decides what becomes of a candidate."""

    number: Numbered = Numbered.NONE
    writer: Writer = Writer.UNKNOWN
    is_at_head: bool = True
    is_legal: bool = True
    """Whether it is a legal turn of the mover."""
    is_notation: bool = True
    """Whether it holds a whole turn; what goes on with words after a number does so only where its slot is filled."""
    is_answered: bool = False
    """Whether an answer makes it a turn."""
    repeats: bool = False
    """Whether it is the turn that its slot has, or one that is quoted or pasted again."""
    is_needed: bool = False
    """Whether it is the only candidate with the number expected, at its head, and higher numbers follow."""
    is_rival: bool = False
    """Whether its slot is filled by another turn that it might replace, or its seat has just moved."""
    may_go_on: bool = False
    """Whether it is legal, and other actions may follow in its turn."""
    has_legal_rival: bool = False
    """Whether a legal candidate for the same slot is beside it."""
    around: Around = Around.WHOLE
    is_lone_pass: bool = False
    """Whether it is a bare `pass` without number or head, and another player has talked since the last turn."""
    is_said_again: bool = False
    """Whether it says again the last turn of its message, below talk, and who writes is not known."""
    is_own_quotation: bool = False
    """Whether the player to move quotes it, without a number or a name, and no turn follows: players quote what
    was played, not what they are about to play."""
    leaving: Leaving = Leaving.NONE
    is_after_result: bool = False
    """Whether a player has said before it, and after the last turn, how the game ended."""

    @property
    def is_certain(self) -> bool:
        """Whether it is at its head, and has its number where the others have one."""
        return self.is_at_head and self.number is not Numbered.LACKS


class Row(Struct, frozen=True):
    """A row of the table. It holds where each value of the case that it names is among those that it lists."""

    name: str
    decision: Decision
    values: Mapping[str, AbstractSet[object]] = {}

    def holds(self, case: Case) -> bool:
        """Whether it holds for a case."""
        return all(getattr(case, name) in listed for name, listed in self.values.items())


_YES = frozenset((True,))
_NO = frozenset((False,))

CASES = (
    Row("an answer makes it a turn", Decision.TURN, {"is_answered": _YES}),
    Row("a slot that is filled, the same turn", Decision.COPY, {"is_notation": _YES, "repeats": _YES}),
    Row(
        "the last turn of its message once more, and not legal",
        Decision.COPY,
        {"is_notation": _YES, "is_said_again": _YES, "is_legal": _NO},
    ),
    Row(
        "the writer does not play, and the numbers after it need it",
        Decision.READ_AS,
        {"writer": {Writer.STRANGER}, "is_needed": _YES, "is_legal": _YES},
    ),
    Row("a seat has left", Decision.COPY, {"leaving": {Leaving.AGAIN}}),
    Row("a seat leaves", Decision.TURN, {"leaving": {Leaving.SURE}, "is_legal": _YES}),
    Row("a seat may leave", Decision.WHETHER, {"leaving": {Leaving.OPEN}, "is_legal": _YES}),
    Row("a seat that cannot leave", Decision.MENTION, {"leaving": {Leaving.SURE, Leaving.OPEN}}),
    Row("the writer does not play", Decision.MENTION, {"writer": {Writer.STRANGER}}),
    Row(
        "after a result, and not the turn expected",
        Decision.MENTION,
        {"is_after_result": _YES, "number": {Numbered.FILLED, Numbered.BEYOND}},
    ),
    Row("after a result, and not legal", Decision.MENTION, {"is_after_result": _YES, "is_legal": _NO}),
    Row(
        "it cannot be read, though its number is expected",
        Decision.UNREAD,
        {"is_notation": _NO, "number": {Numbered.NEXT}, "has_legal_rival": _NO},
    ),
    Row(
        "it cannot be read, and without it a turn is missing",
        Decision.UNREAD,
        {
            "is_notation": _NO,
            "number": {Numbered.NONE, Numbered.LACKS},
            "writer": {Writer.MOVER, Writer.UNKNOWN},
            "around": {Around.MISSING, Around.OPEN},
        },
    ),
    Row("it cannot be read", Decision.MENTION, {"is_notation": _NO}),
    Row("a number beyond the one expected", Decision.GAP, {"number": {Numbered.BEYOND}, "is_at_head": _YES}),
    Row("embedded, with a number beyond", Decision.MENTION, {"number": {Numbered.BEYOND}}),
    Row("a slot that is filled, another turn; or two turns in a row by one seat", Decision.WHICH, {"is_rival": _YES}),
    Row("a slot that is filled, a turn that is illegal there", Decision.MENTION, {"number": {Numbered.FILLED}}),
    Row(
        "illegal, and embedded, and only it has the number expected",
        Decision.TURN,
        {"is_legal": _NO, "is_at_head": _NO, "number": {Numbered.NEXT}, "around": {Around.OPEN}},
    ),
    Row("illegal, and embedded", Decision.MENTION, {"is_legal": _NO, "is_at_head": _NO}),
    Row("illegal, and beside a legal one", Decision.MENTION, {"is_legal": _NO, "has_legal_rival": _YES}),
    Row(
        "embedded, and the words after it may say how the turn goes on",
        Decision.UNREAD,
        {"is_at_head": _NO, "number": {Numbered.NEXT}, "may_go_on": _YES, "around": {Around.MISSING, Around.OPEN}},
    ),
    Row(
        "embedded: without it a turn is missing",
        Decision.READ_AS,
        {
            "is_certain": _NO,
            "around": {Around.MISSING},
            "writer": {Writer.MOVER, Writer.UNKNOWN},
        },
    ),
    Row(
        "embedded: the sequence is complete without it",
        Decision.MENTION,
        {"is_certain": _NO, "around": {Around.WHOLE}},
    ),
    Row(
        "illegal, and without a number, by the player to move",
        Decision.TURN,
        {"is_certain": _NO, "is_legal": _NO, "writer": {Writer.MOVER}},
    ),
    Row(
        "embedded, and by a player who is not to move",
        Decision.MENTION,
        {"is_at_head": _NO, "writer": {Writer.OTHER}},
    ),
    Row("embedded: neither is certain", Decision.WHETHER, {"is_certain": _NO}),
    Row("the writer is known and not to move", Decision.WHETHER, {"writer": {Writer.OTHER}}),
    Row("a bare pass", Decision.WHETHER, {"is_lone_pass": _YES}),
    Row("the last turn of its message once more", Decision.WHETHER, {"is_said_again": _YES}),
    Row("the player to move quotes it", Decision.WHETHER, {"is_own_quotation": _YES}),
    Row("the turn expected", Decision.TURN),
)
"""The table of TR4.2. A turn that is illegal is an error of the replay."""


def decide(case: Case) -> Row:
    """The row of the table that holds for a case."""
    return next(row for row in CASES if row.holds(case))
