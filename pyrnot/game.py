"""The one interface between pyrnot and a game, and how a game is found by its name.

A game is a package `pyrnot/games/<id with underscores>/` that has a `GAME` object of class `Game`.
Everything else (reading, replay, random play, perft, drawing) is written once against this class.
Nothing here says board, two seats, or one action a turn.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Illegal, Notice, Span

if TYPE_CHECKING:
    from types import ModuleType

    from lark import Tree

    from pyrnot.diagram import Diagram
    from pyrnot.rulebook import Explanation, Rulebook
    from pyrnot.spoken import Spoken
    from pyrnot.tags import Tags

T = TypeVar("T")


class PositionLike(Hashable, Protocol):
    """What every game's position shows to the core. Equal means equal for the rules."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, in turn order."""
        ...

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        ...


P = TypeVar("P", bound=PositionLike)
W = TypeVar("W", bound="Written")
A = TypeVar("A", bound=Hashable)


class Written(Struct, kw_only=True, frozen=True):
    """One action as the player left it, as vague as that may be. Each game has its own subclasses.

    `spans` are the places of its parts by name, counted from the start of the action's text; a
    game raises `Illegal(part=...)` with these names.
    """

    spans: Mapping[str, Span] = {}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _fields_but_spans(self) == _fields_but_spans(other)

    def __hash__(self) -> int:
        return hash(_fields_but_spans(self))


def _fields_but_spans(written: Written) -> tuple[object, ...]:
    return tuple(getattr(written, name) for name in type(written).__struct_fields__ if name != "spans")


class Throw(Struct, frozen=True):
    """One die thrown: which die, all its faces in order, and the face that came up."""

    die: str
    faces: tuple[str, ...]
    face: str


class Event(Struct, frozen=True):
    """Something that an action or the end of a turn did. Each game has its own subclasses.

    `kind` is one word of the shared vocabulary: moved, placed, swapped, changed, promoted, culled,
    captured, held, bagged, scored, exchanged, converted, drawn, turned, built, traded, sacrificed,
    returned, eliminated, rolled, arranged, passed.
    """

    kind: ClassVar[str] = ""

    @property
    def text(self) -> str:
        """The event as a short sentence for players, without a full stop."""
        return self.kind

    @property
    def places(self) -> tuple[str, ...]:
        """Names of the squares, slots or systems that it touched."""
        return ()

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The dice thrown in it, those of throws that did not count too."""
        return ()


class Outcome(Struct, frozen=True):
    """How a game ended by its rules: the winner's seat (None: a draw), the rule, and why in words."""

    winner: str | None
    rule: str
    message: str

    @property
    def word(self) -> str:
        """The outcome as JSON and the `Result` tag have it: a seat or `draw`."""
        return self.winner or "draw"


class Played(Struct, Generic[P], frozen=True):
    """The position after an action (or after a turn's end) and what happened."""

    position: P
    events: tuple[Event, ...] = ()


class Reading(Struct, Generic[A], frozen=True):
    """One exact action that a written one may mean.

    Readings of rank 0 are tried before those of rank 1, over the whole turn. If no rank plays, `fault`
    is reported, where there is one, instead of the fault of the last rank tried. A game that had to play the action to
    find its readings gives what it `played`, so that nobody plays it twice.
    """

    action: A
    rank: int = 0
    fault: Illegal | None = None
    played: Played[Any] | None = None


class Taken(Struct, Generic[P, W, A], frozen=True):
    """One action of a turn that was played: from where, what was written (None: nothing), what it
    did, and what ought to be said of it."""

    before: P
    written: W | None
    action: A
    played: Played[P]
    notices: Sequence[Notice] = ()


class Chance(Protocol):
    """Where dice and draws come from when turns are made up: never from the engine."""

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`: the first for perft, any for random play."""
        ...


class FirstChance:
    """Always the first option: perft and the list of legal turns."""

    def pick(self, options: Sequence[T]) -> T:
        return options[0]


class GameInfo(Struct, frozen=True):
    """Facts about a game that are known without playing it."""

    id: str
    title: str
    designer: str
    seats: tuple[str, ...]
    """All the seats that there can be, in turn order."""
    min_seats: int = 2
    aliases: tuple[str, ...] = ()
    tags: Mapping[str, str] = {}
    """Tags of the game's own: name -> what its value says."""
    variants: Mapping[str, str] = {}
    """Optional rules: name -> what it changes, in one sentence with the rule's id."""
    opening: str | None = None
    """What stands before each turn's own actions and cannot be left to pyrnot: an example of it (`DIG 5/2`)."""
    perft_counts_turns: bool = False
    """Whether perft counts two turns that lead to the same position as two."""
    perft_needs_setup: bool = False
    fixed_order: bool = True
    """Whether the seats move in turn order, come what may: then a seat can be judged where the position is unknown."""
    ambiguity_rule: str = "R3"
    """The rule that an action breaks which can be played in several ways."""
    terminals: Mapping[str, str] = {}
    """Labels for players of the grammar's own terminals: name -> "a size (S, M or L)"."""

    @property
    def grammar(self) -> str:
        """File name of the grammar."""
        return f"{self.id}.lark"


class Game(ABC, Generic[P, W, A]):
    """All that a game provides. Methods neither print nor read files, nor change their arguments."""

    info: GameInfo

    # Positions

    @abstractmethod
    def start(self, tags: Tags) -> P:
        """Position at ply 0, from `Setup` or from the rules.

        Raises `Illegal` with the tag's name as `part` if a tag that the game needs is wrong or missing (R2.5).
        """

    @abstractmethod
    def read_position(self, text: str, tags: Tags) -> P:
        """The position that `text` shows, under the variants and seats of `tags`.

        Raises `Illegal` (rule R8, or the game's own for a position that breaks one of its rules; part "Setup").
        """

    @abstractmethod
    def write_position(self, position: P) -> str:
        """Position string between turns; the exact inverse of `read_position`."""

    def tag_conflicts(self, position: P, tags: Tags) -> Iterable[Illegal]:
        """Faults of tags that contradict `Setup` but leave the judging as it is (R2.5)."""
        return ()

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        """`tags` with all those added that a new game needs (`random`, and `perft` without a set-up)."""
        return tags

    # What is written

    def check_parts(self, writtens: Sequence[W]) -> None:
        """What must hold of a turn's parts before one is played: their order and kinds.

        Raises `Illegal` with the `index` of the action at fault.
        """

    @abstractmethod
    def readings(self, position: P, written: W) -> Sequence[Reading[A]]:
        """The exact actions that `written` may mean here, every choice of the mover settled.

        It refuses nothing that `play` could judge; raises `Illegal` if it can mean nothing at all.
        """

    # What is done

    @abstractmethod
    def play(self, position: P, action: A) -> Played[P]:
        """The only judge of an action: pure and total. Raises `Illegal`."""

    @abstractmethod
    def end_turn(self, position: P) -> Played[P]:
        """What must hold of a whole turn, what its end does, and the next seat. Raises `Illegal`."""

    @abstractmethod
    def actions(self, position: P, chance: Chance) -> Iterable[A]:
        """Every exact action worth trying next, the smallest there are; may offer too many, never too few.

        Draws and dice come from `chance`.
        """

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Who has won (or that it is drawn) and by which rule; None while the game goes on."""

    def perft_key(self, position: P) -> Hashable:
        """What tells positions apart for perft."""
        return position

    def check_claims(self, written: W, played: Played[P]) -> Sequence[Notice]:
        """Compares the results written with an action (claims) with what it did.

        Gives what is missing but certain as notices; raises `Illegal` for a claim that is false.
        """
        return ()

    def check_end_claims(self, writtens: Sequence[W], ended: Played[P]) -> Sequence[Notice]:
        """The same for claims that only the end of the turn can answer. `Illegal.index` names the action."""
        return ()

    def force_end(self, position: P) -> P | None:
        """The position after a turn that `end_turn` refuses, where it is clear all the same what it is; else None."""
        return None

    def hand_over(self, position: P, seat: str) -> tuple[P, Notice] | None:
        """The position with `seat` to move instead and a notice of it, where turns may be missing; else None."""
        return None

    # What is shown

    @abstractmethod
    def spell(self, taken: Taken[P, W, A]) -> str:
        """Canonical text of one action, as short as it can be without being ambiguous, with its results."""

    def write_turn(self, taken: Sequence[Taken[P, W, A]], ended: Played[P]) -> str:
        """Canonical text of a whole turn, without number, seat and full stop."""
        return "; ".join(text for text in map(self.spell, taken) if text)

    def ambiguous(self, written: W, survivors: Sequence[Taken[P, W, A]]) -> Illegal:
        """The fault of an action that several readings fit, listing the ways to write it."""
        ways = sorted({self.spell(taken) for taken in survivors})
        return Illegal(
            CoreCodes.AMBIGUOUS,
            self.info.ambiguity_rule,
            f"this fits several ways to play: write {' or '.join(ways)}",
            hint=None,
        )

    def join(self, actions: Sequence[A]) -> Sequence[A]:
        """The same turn as a player would write it: steps of one pyramid joined to a path, for example."""
        return actions

    # What the package's other modules provide, each imported when it is first asked for

    def lower(self, node: Tree[Any]) -> W:
        """What the parse node of one action says (`lower` of the package's `notation`). Applies no rule."""
        written: W = self._module("notation").lower(node)
        return written

    def diagram(self, position: P, before: P | None = None, events: Sequence[Event] = ()) -> Diagram:
        """The diagram of a position in full (`draw` of the package's `diagram`).

        Given the position before the turn and the turn's events, it marks what the turn changed.
        """
        drawn: Diagram = self._module("diagram").draw(position, before, events)
        return drawn

    def rulebook(self) -> Rulebook:
        """The game's rules and notation (`RULEBOOK` of the package's `rulebook`)."""
        book: Rulebook = self._module("rulebook").RULEBOOK
        return book

    def explanations(self) -> Sequence[Explanation]:
        """An explanation of each code and rule that the game raises (`FAULTS` of the package's `faults`)."""
        faults: Sequence[Explanation] = self._module("faults").FAULTS
        return faults

    def spoken(self) -> Spoken:
        """What players write instead of its notation (`SPOKEN` of the package's `spoken`; a game may have none)."""
        from pyrnot.spoken import Spoken

        try:
            spoken: Spoken = self._module("spoken").SPOKEN
        except ModuleNotFoundError:
            return Spoken()
        return spoken

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")


AnyGame = Game[Any, Any, Any]
