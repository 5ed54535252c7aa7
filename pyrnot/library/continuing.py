"""What may follow a beginning of a turn, as users of the library see it; it is looked for in `play.continuations`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, overload

from pyrnot.core.game import AnyGame
from pyrnot.library.arguments import expect_number, expect_text
from pyrnot.library.judging import AnyTurnPlayed, refusing
from pyrnot.play.continuations import By, Touch, TurnStep, count_ways, look_ahead

T = TypeVar("T")
"""A legal turn: the class is of another module, which imports this one."""


class Continuation:
    """One step by which a beginning of a turn may continue: the next pyramid, square, choice or die.

    `text` is the beginning with the step, in the game's notation; `added` is what the step adds to it. `touches` are
    what a player touches on the table, each with a `kind` and a `name`: a `square`, a `slot` or a `system`, as in
    `Board.squares`; a `pyramid` or a `ship` there, or one from the `stash` or the `bank`, by its letters; the `size`
    that it changes to; a `die` by its face; a `card` section; a `goal`; the `seat` that something is taken from; a
    `result` that may be chosen; a `word`, such as a verb, for what is not on the table.

    >>> import pyrnot
    >>> board = pyrnot.Board("braces")
    >>> step = board.continuations("SWAP 6/3; Lb1")[0]
    >>> step.text, step.added, [(str(touch.kind), touch.name) for touch in step.touches]
    ('SWAP 6/3; Lb1-b2', '-b2', [('square', 'b2')])
    >>> step.count(limit=50)
    (50, False)
    """

    __slots__ = ("_before", "_rules", "_step")

    def __init__(self, rules: AnyGame, before: Any, step: TurnStep) -> None:
        self._rules = rules
        self._before = before
        self._step = step

    @property
    def text(self) -> str:
        """The beginning with the step."""
        return self._step.text

    @property
    def added(self) -> str:
        """What the step adds, without the `;` before a new action."""
        return self._step.added

    @property
    def touches(self) -> tuple[Touch, ...]:
        """What a player touches on the table, in the order of the text."""
        return self._step.touches

    def count(self, *, limit: int = 100) -> tuple[int, bool]:
        """How many legal turns begin so, and whether these are all: at most `limit` are counted, and only as long as
        that is quick. Turns that lead to the same position are one, as in `Board.moves`."""
        expect_number("limit", limit, 0)
        return count_ways(self._rules, self._before, self._step.ways, limit)

    def __repr__(self) -> str:
        return f"<Continuation {self.text}>"


class Continuations(Sequence[Continuation], Generic[T]):
    """The steps by which a beginning of a turn may continue, from `Board.continuations`. `turn` is the beginning as a
    legal turn, None if it is none yet; `begun` are its whole actions, as a turn that has not ended: its board shows
    them played; None if there are none. `is_complete` is False if there was too much to look at all of it."""

    def __init__(self, steps: Sequence[Continuation], turn: T | None, begun: T | None, *, is_complete: bool) -> None:
        self._steps = tuple(steps)
        self.turn = turn
        self.begun = begun
        self.is_complete = is_complete

    @overload
    def __getitem__(self, index: int) -> Continuation: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Continuation]: ...

    def __getitem__(self, index: int | slice) -> Continuation | Sequence[Continuation]:
        return self._steps[index]

    def __len__(self) -> int:
        return len(self._steps)

    def __repr__(self) -> str:
        return f"<Continuations: {', '.join(step.added for step in self)}>"


def continue_turn(
    rules: AnyGame, before: Any, prefix: str, by: By, make_turn: Callable[[AnyTurnPlayed, bool], T]
) -> Continuations[T]:
    """What may follow a beginning of a turn from the position `before`. Raises `IllegalTurn` and ValueError."""
    if by not in ("step", "action"):
        raise ValueError(f"by must be 'step' or 'action', not {by!r}")
    expect_text("prefix", prefix)
    with refusing():
        found = look_ahead(rules, before, prefix, by)
    steps = [Continuation(rules, before, step) for step in found.steps]
    turn = None if found.turn is None else make_turn(found.turn, True)
    begun = None if found.begun is None else make_turn(found.begun, False)
    return Continuations(steps, turn, begun, is_complete=found.is_complete)
