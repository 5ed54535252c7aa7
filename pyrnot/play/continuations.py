"""What may follow a beginning of a turn, one step further, and the legal turns that begin with it.

A turn has up to 300,000 ends and several million ways to them, so it is never listed to be completed: the actions
that `GameRules.actions` offers next are played and spelt, and their texts are cut into steps where
`Notation.parts` says. What follows a beginning is offered only if a legal turn begins so.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, ParsedAction, PlayedAction, T, Transition
from pyrnot.core.mixins import JoinsActions
from pyrnot.core.notation import PartKind
from pyrnot.core.patterns import lazy_pattern
from pyrnot.play.plies import OWN_NUMBER
from pyrnot.play.turns import TurnPlayed, first_end, legal_turns, play_action, play_actions, play_turn
from pyrnot.record.grammars import NotNotation, parse_action

By: TypeAlias = Literal["step", "action"]
"""How far a continuation goes: to the next pyramid, square or choice, or to the end of an action."""

_PLAYS = 20_000
"""The plays that it may take to find what follows a beginning; after that, the rest is not looked at."""
PLAYS_OF_A_COUNT = 2_000
"""The plays that it may take to count the turns that begin in one way."""
_PICKS = 7
"""The picks of dice and draws of which every option is offered: a face, its use, a double, and another roll."""
_NUMBER = lazy_pattern("[0-9.]+")
_CLOSING = ")"

Way: TypeAlias = tuple[PlayedAction[Any, Any, Any], ...]
"""The actions of a beginning, played."""


class Touch(Struct, frozen=True):
    """A part of a step: what a player touches to play it on a board.

    `name` is the square, slot, system, seat or face as a turn writes it. `pyramids` of a square, slot or stash are
    the letters of their sizes; a pyramid from the mover's stash or from the bank is named by `kind`.
    """

    kind: PartKind
    name: str


class TurnStep(Struct, frozen=True):
    """One step further: `text` is the beginning with the step, `added` the step alone, without the blanks and the `;`
    before it. `touches` are its parts. `ways` are the beginnings that it leads to or that it may still become."""

    text: str
    added: str
    touches: tuple[Touch, ...]
    ways: tuple[Way, ...]


class Ahead(Struct, frozen=True):
    """What may follow a beginning. `turn` is the beginning as a legal turn, None if it is none yet; `begun` are its
    whole actions, as a turn that has not ended; `is_complete` unless there was too much to look at all of it. The
    last action of the beginning, or the next one if that is yet to begin, starts at `start` in the texts of the
    steps."""

    steps: tuple[TurnStep, ...]
    turn: TurnPlayed[Any, Any, Any] | None
    begun: TurnPlayed[Any, Any, Any] | None = None
    start: int = 0
    is_complete: bool = True


class Beginning(NamedTuple):
    """A beginning of a turn as typed, read and played as far as it goes.

    `head` is the text up to its last action, with the blank after it; `last` is that action, whole or not, "" if the
    next one is yet to begin; `played` are the actions before it.
    """

    head: str
    last: str
    played: Way
    settled: Way
    """The first of these: what they mean does not depend on what follows, so they need not be played again."""
    written: tuple[ParsedAction, ...]
    position: Any
    """The position before the last action."""


class Spelt(NamedTuple):
    """A whole action that may come next: its canonical text, the same without blanks and in small letters, and the
    action itself, played."""

    text: str
    key: str
    played: PlayedAction[Any, Any, Any]


def read_beginning(game: AnyGame, before: Any, text: str) -> Beginning:
    """A typed beginning of a turn from a position; its number, and the seat if it is the one to move, are left out.

    Raises `NotNotation` for an action that is none, and `Illegal`, for all but the last action.
    """
    *done, last = _without_head(text, str(before.to_move)).split(";")
    texts = [" ".join(action.split()) for action in done]
    written = tuple(parse_action(game, action) for action in texts)
    settled = _settle(game, before, written)
    played = play_actions(game, before, written, begun=settled)
    position = played[-1].transition.position if played else before
    head = "".join([f"{action}; " for action in texts])
    return Beginning(head, " ".join(last.split()), played, settled, written, position)


def _settle(game: AnyGame, before: Any, written: Sequence[ParsedAction]) -> Way:
    """The first actions, up to one whose meaning depends on what follows, or that is not legal."""
    settled: list[PlayedAction[Any, Any, Any]] = []
    for action in written:
        try:
            played = play_action(game, settled[-1].transition.position if settled else before, action)
        except Illegal:
            break
        if played is None:
            break
        settled.append(played)
    return tuple(settled)


def _without_head(text: str, seat: str) -> str:
    """A turn's text without its number, and without the seat to move."""
    text = text.strip()
    number = OWN_NUMBER.match(text)
    text = text[number.end() :] if number else text
    start, colon, rest = text.partition(":")
    return rest if colon and start.strip().casefold() == seat.casefold() else text


def look_ahead(game: AnyGame, before: Any, text: str = "", by: By = "step") -> Ahead:
    """What may follow the beginning `text` of a turn from the position `before`; nothing if the game is over or no
    legal turn begins so.

    Raises `NotNotation` and `Illegal` for an action, but the last, that is none or not legal.
    """
    begun = read_beginning(game, before, text)
    if game.outcome(before) is not None:
        return Ahead((), None, start=len(begun.head))
    search = _Lookahead(game, before, begun)
    steps: list[TurnStep] = []
    is_complete = True
    try:
        steps.extend(step for step in search.steps(by) if search.has_end(step.ways))
    except OutOfBudget:
        is_complete = False
    return Ahead(tuple(steps), search.whole_turn(), search.begun_turn(), len(begun.head), is_complete)


def turns_from(game: AnyGame, before: Any, text: str) -> Iterator[TurnPlayed[Any, Any, Any]]:
    """The legal turns from a position that begin with `text`, as `legal_turns` lists them. Raises the same as
    `look_ahead`, and `OutOfBudget`."""
    search = _Lookahead(game, before, read_beginning(game, before, text))
    return legal_turns(game, before, begun=search.ways())


def count_ways(
    game: AnyGame, before: Any, ways: Iterable[Way], most: int, plays: int = PLAYS_OF_A_COUNT
) -> tuple[int, bool]:
    """How many legal turns begin in these ways, and whether these are all: at most `most` are counted, with at most
    `plays`."""
    count = 0
    try:
        # Depth first: the first ends are found at once, however many other turns have begun.
        turns = legal_turns(game, before, begun=ways, width=0, budget=Budget(plays))
        for _ in islice(turns, most):
            count += 1
        return count, next(turns, None) is None
    except OutOfBudget:
        return count, False


class _Lookahead:
    """Looks for what may follow one beginning."""

    def __init__(self, game: AnyGame, before: Any, begun: Beginning) -> None:
        self.game = game
        self.before = before
        self.begun = begun
        self.budget = Budget(_PLAYS)
        self.known_ends: dict[Hashable, bool] = {}

    @cached_property
    def whole(self) -> PlayedAction[Any, Any, Any] | None:
        """The last action, if it is legal as it is."""
        return self.play_last(self.begun.last) if self.begun.last else None

    def whole_turn(self) -> TurnPlayed[Any, Any, Any] | None:
        """The beginning as a legal turn; None if it is none yet."""
        begun = self.begun
        try:
            written = [*begun.written, parse_action(self.game, begun.last)]
            return play_turn(self.game, self.before, written, begun=begun.settled)
        except (Illegal, NotNotation):
            return None

    def begun_turn(self) -> TurnPlayed[Any, Any, Any] | None:
        """The whole actions of the beginning, as a turn that has not ended; None if there are none."""
        played = self.begun.played if self.whole is None else (*self.begun.played, self.whole)
        return TurnPlayed(played, Transition(played[-1].transition.position)) if played else None

    def has_end(self, ways: Iterable[Way]) -> bool:
        """Whether a legal turn begins in one of these ways. Raises `OutOfBudget`."""
        return any(first_end(self.game, way[-1].transition.position, self.known_ends, self.budget) for way in ways)

    def ways(self) -> Iterator[Way]:
        """Every way that the beginning may have been meant: the actions up to the last one, and what that may be.

        Raises `OutOfBudget`."""
        begun = self.begun
        if not begun.last:
            yield begun.played
            return
        if self.whole is not None:
            yield (*begun.played, self.whole)
        for spelt in self._begun_actions():
            yield (*begun.played, spelt.played)

    def steps(self, by: By) -> Iterator[TurnStep]:
        """The steps that may follow, whether a legal turn begins so or not. Raises `OutOfBudget`."""
        begun = self.begun
        whole = self.whole
        yield from self._cut(begun.head, self._begun_actions(), begun.played, begun.last, by)
        if whole is None:
            return
        legs = {leg.played.transition.position for leg in self._legs(begun.last, whole)}
        after = whole.transition.position
        others = [spelt for spelt in self._offered(after) if spelt.played.transition.position not in legs]
        yield from self._cut(f"{begun.head}{begun.last}; ", others, (*begun.played, whole), "", by)

    def play_last(self, text: str) -> PlayedAction[Any, Any, Any] | None:
        """The action `text` after those before the last one, None if it is not whole or not legal."""
        begun = self.begun
        try:
            written = (*begun.written, parse_action(self.game, text))
            return play_actions(self.game, self.before, written, begun=begun.settled)[-1]
        except (NotNotation, Illegal):
            return None

    def _offered(self, position: Any) -> Sequence[Spelt]:
        return spelt_actions(self.game, position, self.budget)

    def _begun_actions(self) -> list[Spelt]:
        """The actions that the last one may become."""
        begun = self.begun
        whole = self.whole
        key = _key(begun.last)
        reached = whole and whole.transition.position
        actions = [
            spelt
            for spelt in self._offered(begun.position)
            if spelt.key.startswith(key) and spelt.played.transition.position != reached
        ]
        if whole is not None:
            return [*actions, *self._legs(begun.last, whole)]
        return actions or self._legs_begun(key)

    def _legs_begun(self, key: str) -> list[Spelt]:
        """The longer paths that begin with a text which ends within a leg."""
        text = self.begun.last
        for end in range(len(text) - 1, 0, -1):
            if not text[end].isalnum():
                whole = self.play_last(text[:end].rstrip())
                if whole is not None:
                    return [leg for leg in self._legs(text[:end].rstrip(), whole) if leg.key.startswith(key)]
        return []

    def _legs(self, text: str, whole: PlayedAction[Any, Any, Any]) -> list[Spelt]:
        """The action `text`, which is `whole`, with one more step of the same pyramids: only where the longer text is
        clear, since the step may be a separate action, too."""
        game = self.game
        if not isinstance(game, JoinsActions):
            return []
        legs = []
        for spelt in self._offered(whole.transition.position):
            if len(game.join((whole.action, spelt.played.action))) > 1:
                continue
            first, *_ = step_ends(game, spelt)
            longer = text + spelt.text[first:]
            self.budget.spend()
            played = self.play_last(longer)
            if played is not None and played.transition.position == spelt.played.transition.position:
                legs.append(Spelt(longer, _key(longer), played))
        return legs

    def _cut(self, head: str, actions: Sequence[Spelt], played: Way, begun: str, by: By) -> Iterator[TurnStep]:
        """The actions, up to the next step after what is `begun` of them; those with the same one are one."""
        steps: dict[str, list[Spelt]] = {}
        ends: dict[str, tuple[int, int]] = {}
        for spelt in actions:
            start = _length_of(spelt.text, _key(begun))
            known = next((text for text in steps if _begins(spelt.text, text)), None) if by == "step" else None
            if known is None:
                known = spelt.text if by == "action" else spelt.text[: self._end_after(spelt, start)]
                ends[known] = (start, len(known))
            steps.setdefault(known, []).append(spelt)
        for text, group in steps.items():
            start, end = ends[text]
            if len(group) == 1 and self._is_result(group[0], end):
                end = len(group[0].text)
            shown = group[0].text[:end]
            touches = tuple(touches_of(self.game, group[0], start, end))
            ways = tuple((*played, spelt.played) for spelt in group)
            yield TurnStep(head + shown, shown[start:].strip(), touches, ways)

    def _end_after(self, spelt: Spelt, start: int) -> int:
        return next(end for end in step_ends(self.game, spelt) if end > start)

    def _is_result(self, spelt: Spelt, start: int) -> bool:
        """Whether all that follows in an action are its results."""
        if not spelt.text[start:].lstrip().startswith(("X", "+")):
            return False
        touches = touches_of(self.game, spelt, start, len(spelt.text))
        return any(touch.kind is PartKind.RESULT for touch in touches)


# Parts of actions


def _parts(game: AnyGame, spelt: Spelt) -> list[tuple[int, int, PartKind]]:
    """Where the parts of an action begin and end for which its game says what they are, from the first on."""
    action = type(spelt.played.action).__name__
    found = []
    for name, span in parse_action(game, spelt.text).spans.items():
        kind = _kind_of_part(game, action, name)
        if kind is not None:
            found.append((span.start, span.end, kind))
    return sorted(found)


@lru_cache(maxsize=1024)
def _kind_of_part(game: AnyGame, action: str, name: str) -> PartKind | None:
    """What a part is, by its name in a kind of action; the numbers in the name count parts that are alike."""
    kinds = game.info.notation.parts
    part = " ".join(_NUMBER.sub(" ", name).split())
    return kinds.get(f"{action}.{part}") or kinds.get(part)


def step_ends(game: AnyGame, spelt: Spelt) -> list[int]:
    """Where the steps of an action end: the last one with the action."""
    text = spelt.text
    ends: list[int] = []
    until = 0
    for _, end, kind in sorted(_parts(game, spelt), key=lambda part: (part[0], -part[1])):
        if kind.is_step and end > until:  # not a part of the one before it
            until = end
            ends.append(end + 1 if text[end : end + 1] == _CLOSING else end)
    return [*ends[:-1], len(text)]


def touches_of(game: AnyGame, spelt: Spelt, start: int, end: int) -> Iterator[Touch]:
    """The parts of an action between two offsets; `-`, for no star, touches nothing."""
    for first, last, kind in _parts(game, spelt):
        if start <= first and last <= end and spelt.text[first:last] != "-":
            yield Touch(kind, _name_of(game, kind, spelt.text[first:last]))


def _name_of(game: AnyGame, kind: PartKind, written: str) -> str:
    """What a part is called, as boards call it."""
    match kind:
        case PartKind.SLOT:
            return game.info.notation.slots[written]
        case PartKind.SEAT:
            return written.partition(":")[0]
        case _:
            return written.strip('"')


def _begins(text: str, step: str) -> bool:
    """Whether a text begins with a step: not in the middle of a word."""
    after = text[len(step) : len(step) + 1]
    return text.startswith(step) and not (after.isalnum() and step[-1].isalnum())


def _length_of(text: str, key: str) -> int:
    """The length of the beginning of a text that has this key."""
    length = 0
    while len(_key(text[:length])) < len(key):
        length += 1
    return length


def _key(text: str) -> str:
    return "".join(text.lower().split())


# Actions


@lru_cache(maxsize=16)
def _spelt_actions(game: AnyGame, position: Any) -> tuple[Spelt, ...]:
    return tuple(_spell_all(game, position, Budget(_PLAYS)))


def spelt_actions(game: AnyGame, position: Any, budget: Budget) -> Sequence[Spelt]:
    """The legal actions in a position within a turn, each with its text, with all that dice and draws may give. The
    last few positions are remembered: a player adds one step after another.

    Raises `OutOfBudget`.
    """
    actions = _spelt_actions(game, position)
    budget.spend(len(actions))
    return actions


def _spell_all(game: AnyGame, position: Any, budget: Budget) -> Iterator[Spelt]:
    seen: set[Hashable] = set()
    for action in _actions(game, position, budget):
        try:
            played: PlayedAction[Any, Any, Any] = PlayedAction(position, None, action, game.play(position, action))
        except Illegal:
            continue
        text = game.spell(played)
        if text not in seen:
            seen.add(text)
            yield Spelt(text, _key(text), played)


class _EveryChance:
    """Dice and draws, one way after another: the first picks take each of their options in turn, later ones the
    first.

    A double may be rolled again without end, so only a few picks vary.
    """

    def __init__(self) -> None:
        self._way: list[int] = []
        self._counts: list[int] = []
        self._index = 0

    def pick(self, options: Sequence[T]) -> T:
        index = self._index
        self._index = self._index + 1
        if index >= _PICKS:
            return options[0]
        if index == len(self._way):
            self._way.append(0)
            self._counts.append(len(options))
        return options[self._way[index]]

    def advance(self) -> bool:
        """Goes to the next way; False after the last."""
        self._index = 0
        while self._way:
            self._way[-1] += 1
            if self._way[-1] < self._counts[-1]:
                return True
            self._way.pop()
            self._counts.pop()
        return False


def _actions(game: AnyGame, position: Any, budget: Budget) -> Iterator[Any]:
    """The actions worth trying, with each of the dice or draws that there can be, up to the budget."""
    chance = _EveryChance()
    seen = set()
    while True:
        for action in game.actions(position, chance):
            if action not in seen:
                seen.add(action)
                yield action
        budget.left -= 1
        if budget.left < 0 or not chance.advance():
            return
