"""What only some games provide: mixins for a class derived from `GameRules`.

A caller asks `isinstance(game, ...)` first, and decides there what happens in all other games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import AnyGame, Chance, ParsedAction, PlayedAction, PositionLike
from pyrnot.core.tags import Tags

P = TypeVar("P", bound=PositionLike)
W = TypeVar("W", bound=ParsedAction)
A = TypeVar("A", bound=Hashable)

Rolls = Callable[[int], Chance]
"""The chance of each roll of a turn, by its number from 1."""


class ComparesTags(ABC, Generic[P]):
    """A game with tags that say again what `Setup` says."""

    @abstractmethod
    def tag_conflicts(self, position: P, tags: Tags) -> Iterable[Illegal]:
        """What is wrong with tags that contradict `Setup`; it does not affect the judging of turns (R2.5)."""


class JoinsActions(ABC, Generic[A]):
    """A game whose players write as one action what `GameRules.actions` offers in several."""

    @abstractmethod
    def join(self, actions: Sequence[A]) -> Sequence[A]:
        """The actions as a player would write them, for example with the steps of a pyramid joined to a path."""


class MergesPositions(ABC, Generic[P]):
    """A game in which positions that are not equal may count as one."""

    @abstractmethod
    def perft_key(self, position: P) -> Hashable:
        """The key under which perft and the list of legal turns merge positions."""


class BoundsWins(ABC, Generic[P]):
    """A game in which few positions within a turn can lead to a win, and the others are found without playing on."""

    @abstractmethod
    def may_win(self, position: P) -> bool:
        """Whether a turn that has come to a position may win the game; False only where it is certain that it does
        not, whatever it does next."""


class ForcesEnd(ABC, Generic[P]):
    """A game in which it may be clear what follows a turn, although the turn is illegal as such."""

    @abstractmethod
    def force_end(self, position: P) -> P | None:
        """The position after a turn that `end_turn` refuses, if it is clear nevertheless; else None."""


class NamesOpenings(ABC, Generic[P]):
    """A game whose players have names for its openings."""

    @abstractmethod
    def opening_name(self, position: P) -> str | None:
        """The name of the opening that ends with a position; None if it is not over."""


class SingleActionTurns:
    """A game in which every turn is a single action, so that a second one must be the next seat's."""


class SkipsSeats(ABC, Generic[P, W]):
    """A game of three or more in which the others play on when a seat has left, with the turn `resign` or without a
    word."""

    @abstractmethod
    def skip_to(self, position: P, seat: str, parsed_actions: Sequence[W]) -> tuple[P, Notice | None] | None:
        """The position with `seat` to move instead, if the game allows that for this turn, and a notice where turns
        may be missing; else None."""


class Roll(Struct, frozen=True):
    """What an action says was rolled or drawn, and what chance gives, both in notation."""

    written: str
    given: str


class UsesChance(ABC, Generic[P, W, A]):
    """A game in which turns have dice or draws, which fair dice can give and prove (FD)."""

    def rolling_seats(self, position: P) -> tuple[str, ...]:
        """The seats from whose links a roll follows: those in play, from the one to move on."""
        return seats_from_mover(position)

    @abstractmethod
    def next_rolls(self, position: P, rolls: Rolls) -> Sequence[str]:
        """What the turn at a position may roll or draw, in notation: the dice with each re-roll that they allow, or
        each draw that may come."""

    @abstractmethod
    def add_rolls(self, text: str, rolls: Sequence[str]) -> str:
        """The text of a turn with what `next_rolls` gives, where it leaves that out."""

    @abstractmethod
    def compare_roll(self, played: PlayedAction[P, W, A], rolls: Rolls) -> Roll | None:
        """What an action says was rolled or drawn, and what chance gives; None for an action without any."""


def seats_from_mover(position: PositionLike) -> tuple[str, ...]:
    """The seats of a position in turn order, from the one to move on."""
    at = position.seats.index(position.to_move)
    return (*position.seats[at:], *position.seats[:at])


def position_key(game: AnyGame, position: PositionLike) -> Hashable:
    """The key under which perft and the list of legal turns merge positions: by default the position itself."""
    if isinstance(game, MergesPositions):
        key: Hashable = game.perft_key(position)
        return key
    return position
