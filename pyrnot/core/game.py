"""The interface between pyrnot and a game.

A game is a package `pyrnot/games/<id with underscores>/` whose module `game` has an object `GAME` of a class derived
from `GameRules`; reading, replay, random play, perft and drawing are written once, against that class. It assumes
neither a board nor two seats nor one action a turn. Finding a game by its name is left to `pyrnot.games`.
"""

from __future__ import annotations

import importlib
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal, Notice, Span
from pyrnot.core.notation import Notation
from pyrnot.core.pieces import Colour, Stack

if TYPE_CHECKING:
    from types import ModuleType

    from lark import ParseTree

    from pyrnot.core.diagram import Diagram
    from pyrnot.core.informal import InformalNotation
    from pyrnot.core.rulebook import Explanation, Rulebook
    from pyrnot.core.tags import Tags

T = TypeVar("T")


class PositionLike(Hashable, Protocol):
    """What every game's position has in common. Equal positions are equal under the rules."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, in turn order."""
        ...

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        ...


P = TypeVar("P", bound=PositionLike)
W = TypeVar("W", bound="ParsedAction")
A = TypeVar("A", bound=Hashable)


class ParsedAction(Struct, kw_only=True, frozen=True):
    """One action as written: whatever the player left open is still open. Each game has its own subclasses.

    `spans` are the locations of its fields by name, counted from the start of the action's text; `Illegal(field=...)`
    refers to these names. Equality ignores them.
    """

    spans: Mapping[str, Span] = {}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _fields_but_spans(self) == _fields_but_spans(other)

    def __hash__(self) -> int:
        return hash(_fields_but_spans(self))


def _fields_but_spans(written: ParsedAction) -> tuple[object, ...]:
    return tuple(getattr(written, name) for name in type(written).__struct_fields__ if name != "spans")


class Throw(Struct, frozen=True):
    """One throw of a die: its name, all its faces in order, and the face that came up."""

    die: str
    faces: tuple[str, ...]
    face: str


ROLLS = ("rolled", "drawn")
"""The kinds of events that chance decides."""


class Event(Struct, frozen=True):
    """Something that an action or the end of a turn did: a `SimpleEvent`, or a game's own subclass.

    >>> import pyrnot
    >>> event = pyrnot.Board("martian-life").play("Sf3").events[0]
    >>> event.kind, event.text, event.places
    ('placed', 'Red placed a Small on f3', ('f3',))

    `kind` is a word of the shared vocabulary: moved, placed, swapped, changed, promoted, culled,
    captured, held, bagged, scored, exchanged, converted, drawn, turned, built, traded, sacrificed,
    returned, eliminated, resigned, rolled, arranged, passed.
    """

    def __str__(self) -> str:
        return self.text

    @property
    def kind(self) -> str:
        """What it did, as a word of the shared vocabulary."""
        return ""

    @property
    def text(self) -> str:
        """The event as a short sentence for players, without a full stop."""
        return self.kind

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the squares, slots or systems affected."""
        return ()

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The dice thrown, including throws that did not count."""
        return ()


class SimpleEvent(Event, frozen=True):
    """An event that a sentence says in full. `pyramids` are those that it did something to: diagrams mark them."""

    kind: str
    text: str
    places: tuple[str, ...] = ()
    pyramids: Stack = ()
    seat: str | None = None


class Outcome(Struct, frozen=True):
    """How a game ended by its rules: the winner's seat (None: a draw), the rule, and the reason as a sentence.

    >>> import pyrnot
    >>> outcome = pyrnot.load("sample_games/braces/authors-line.pyr").outcome
    >>> outcome.winner, outcome.rule
    ('White', 'B29')
    """

    winner: str | None
    rule: str
    message: str

    def __str__(self) -> str:
        return self.message

    @property
    def word(self) -> str:
        """The outcome in JSON and in the `Result` tag: a seat or `draw`."""
        return self.winner or "draw"

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The outcome and the reason for it, as pairs for a diagram's facts."""
        if self.winner is None:
            return (("Drawn", self.message),)
        return (("Won by", self.winner), ("Because", self.message))


class Transition(Struct, Generic[P], frozen=True):
    """The position after an action or after the end of a turn, and what happened."""

    position: P
    events: tuple[Event, ...] = ()


class Interpretation(Struct, Generic[A], frozen=True):
    """One exact action that a written one may mean.

    Interpretations of rank 0 are tried before those of rank 1, each rank over the entire turn. If no rank can be
    played, `illegal` is reported, if given, instead of what was wrong with the last rank tried. A game that had to
    play the action to find its interpretations passes the result as `transition`, or what was wrong as `refused`, so
    that it is not played twice.
    """

    action: A
    rank: int = 0
    illegal: Illegal | None = None
    transition: Transition[Any] | None = None
    refused: Illegal | None = None


class PlayedAction(Struct, Generic[P, W, A], frozen=True):
    """One action of a turn that has been played: the position before it, what was written (None: nothing), what it
    did, and notices about it."""

    before: P
    written: W | None
    action: A
    transition: Transition[P]
    notices: Sequence[Notice] = ()


class Chance(Protocol):
    """The source of dice and draws when turns are generated; the engine itself never rolls."""

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`: the first one for perft, a random one for random play."""
        ...


class FirstChance:
    """Always picks the first option: for perft and the list of legal turns."""

    def pick(self, options: Sequence[T]) -> T:
        return options[0]


class Choice(Struct, frozen=True):
    """A tag that the players choose before a new game: an example of its value, and the value that it has if they
    do not choose (None: they must)."""

    tag: str
    example: str
    default: str | None = None


class GameInfo(Struct, frozen=True):
    """Static facts about a game.

    >>> import pyrnot
    >>> info = pyrnot.Board("braces").info
    >>> info.id, info.title, info.seats
    ('braces', 'Braces', ('White', 'Black'))
    """

    id: str
    title: str
    designer: str
    seats: tuple[str, ...]
    """All possible seats, in turn order."""
    notation: Notation
    """What pyramids, squares and names look like in a turn."""
    min_seats: int = 2
    aliases: tuple[str, ...] = ()
    tags: Mapping[str, str] = {}
    """The tags that only this game has: name -> description of its value."""
    variants: Mapping[str, str] = {}
    """Optional rules: name -> a sentence on what it changes, with the rule's id."""
    opening: str | None = None
    """An example (`DIG 5/2`) of what must be given before a turn's actions can be listed; None if nothing must."""
    perft_counts_turns: bool = False
    """Whether perft counts turns that lead to the same position separately."""
    perft_needs_setup: bool = False
    """Whether perft has no default position to start from."""
    ambiguity_rule: str = "R3"
    """The rule that an ambiguous action breaks."""
    terminals: Mapping[str, str] = {}
    """What messages call the terminals of the game's grammar: name -> "a size (S, M or L)"."""
    slips: Mapping[str, str] = {}
    """What players write instead of the notation: a pattern, in any case, of how the text of a turn begins -> what to
    do about it, in which `\\1` is the pattern's first group."""
    name_parts: tuple[str, ...] = ()
    """The parts of actions that are names given by the players, by their keys in `ParsedAction.spans`."""

    @property
    def grammar(self) -> str:
        """The file name of the game's grammar."""
        return f"{self.id}.lark"


class GameRules(ABC, Generic[P, W, A]):
    """Everything that every game provides; `mixins` has what only some do.

    Methods do not print, read files, or change their arguments.
    """

    info: GameInfo

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled and copied, a game is that of its module: there is one object of each."""
        return _game_of, (type(self).__module__,)

    # Positions

    @abstractmethod
    def start(self, tags: Tags) -> P:
        """The position at ply 0, from `Setup` or from the rules.

        Raises `Illegal` with the tag's name as `field` if a tag that the game needs is wrong or missing (R2.5).
        """

    @abstractmethod
    def read_position(self, text: str, tags: Tags) -> P:
        """The position with the position string `text`, under the variants and seats of `tags`.

        Raises `Illegal` with field "Setup": rule R8, or the game's own rule for a position that breaks one.
        """

    @abstractmethod
    def write_position(self, position: P) -> str:
        """The position string of a position between turns; the exact inverse of `read_position`."""

    def choices(self, tags: Tags) -> Sequence[Choice]:
        """What the players of a new game still have to choose, given `tags` (`new`). The rest, chance included, is
        up to `set_up_tags`."""
        return ()

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        """`tags` and all others that a new game needs (for `random`, and `perft` without a set-up)."""
        return tags

    # What is written

    def check_parts(self, parsed_actions: Sequence[W]) -> None:
        """Checks the order and kinds of a turn's actions before any of them is played.

        Raises `Illegal` with the `index` of the action that is wrong.
        """

    @abstractmethod
    def interpretations(self, position: P, written: W) -> Sequence[Interpretation[A]]:
        """The exact actions that `written` may mean here, with every choice of the mover made.

        Refuses nothing that `play` could judge; raises `Illegal` if there is no interpretation at all.
        """

    # What is done

    @abstractmethod
    def play(self, position: P, action: A) -> Transition[P]:
        """Plays an action and is the only judge of it; pure and total. Raises `Illegal`."""

    @abstractmethod
    def end_turn(self, position: P) -> Transition[P]:
        """Judges the turn as such, applies its end, and passes the turn to the next seat. Raises `Illegal`."""

    @abstractmethod
    def actions(self, position: P, chance: Chance) -> Iterable[A]:
        """Every exact action worth trying next, in the smallest steps; may offer too many, never too few.

        Draws and dice come from `chance`.
        """

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Who has won or that the game is drawn, and by which rule; None while it is not over."""

    def assumed_tags(self, tags: Tags, first_turns: Sequence[Sequence[W]]) -> Mapping[str, str]:
        """The tags that a record lacks although they may differ from table to table, each with the value that is
        assumed for it. `first_turns` are the first turn of each seat, as written. May raise `Illegal`, as `start`
        does."""
        return {}

    def check_claims(self, written: W, played: Transition[P]) -> Sequence[Notice]:
        """Compares the results written with an action (its claims) with what it did.

        Returns a notice for each missing claim that follows from the rules; raises `Illegal` for a false one.
        """
        return ()

    def check_end_claims(self, parsed_actions: Sequence[W], ended: Transition[P]) -> Sequence[Notice]:
        """Like `check_claims`, for claims about the end of the turn. `Illegal.index` is the action with the claim."""
        return ()

    # What is shown

    def owners(self, position: P) -> Mapping[Colour, str]:
        """The seat that owns the pyramids of each colour, for the colours that tell it."""
        return {}

    def route(self, written: W) -> tuple[str, ...]:
        """The squares, slots or systems that an action names, in the order in which it comes to them; a diagram of an
        illegal turn shows them."""
        return ()

    @abstractmethod
    def spell(self, played: PlayedAction[P, W, A]) -> str:
        """The canonical text of one action: the shortest that is unambiguous, with its results."""

    def write_turn(self, actions: Sequence[PlayedAction[P, W, A]], ended: Transition[P]) -> str:
        """The canonical text of a turn, without number, seat and full stop."""
        return "; ".join(text for text in map(self.spell, actions) if text)

    def ambiguous(self, written: W, survivors: Sequence[PlayedAction[P, W, A]]) -> Illegal:
        """What is wrong with an action that has several legal interpretations; lists how to write each."""
        ways = sorted({self.spell(survivor) for survivor in survivors})
        return Illegal(
            CoreCodes.AMBIGUOUS,
            self.info.ambiguity_rule,
            f"ambiguous action; write {' or '.join(ways)}",
            hint=None,
        )

    # What the package's other modules provide, each imported on first use

    def lower(self, node: ParseTree) -> W:
        """The written action of a parse node, without applying a rule (`lower` in the package's `notation`)."""
        written: W = self._module("notation").lower(node)
        return written

    def diagram(self, position: P, before: P | None = None, events: Sequence[Event] = ()) -> Diagram:
        """The diagram of a position (`draw` in the package's `diagram`).

        Given the position before the turn and the turn's events, it marks what the turn changed.
        """
        drawn: Diagram = self._module("diagram").draw(position, before, events)
        return drawn

    def rulebook(self) -> Rulebook:
        """The game's rules and notation (the package's `rules.md`)."""
        from pyrnot.core.rulebook import read_rulebook  # reading and judging need none

        return read_rulebook(self._file("rules.md"))

    def explanations(self) -> Sequence[Explanation]:
        """An explanation of each code and rule that the game raises (the package's `explanations.md`)."""
        from pyrnot.core.rulebook import read_explanations

        return read_explanations(self._file("explanations.md"))

    def informal(self) -> InformalNotation:
        """What players write instead of its notation (`INFORMAL` of the package's `informal`, if it has that)."""
        from pyrnot.core.informal import InformalNotation

        try:
            informal: InformalNotation = self._module("informal").INFORMAL
        except ModuleNotFoundError as missing:
            if not str(missing.name).endswith(".informal"):
                raise
            return InformalNotation()
        return informal

    def _file(self, name: str) -> str:
        """The path of a file of the game's package."""
        module = sys.modules[type(self).__module__]
        assert module.__file__ is not None
        return os.path.join(os.path.dirname(module.__file__), name)

    def _module(self, name: str) -> ModuleType:
        return _module_beside(type(self).__module__, name)


AnyGame = GameRules[Any, Any, Any]


@cache
def _module_beside(module: str, name: str) -> ModuleType:
    return importlib.import_module(f"{module.rpartition('.')[0]}.{name}")


def _game_of(module: str) -> AnyGame:
    game: AnyGame = importlib.import_module(module).GAME
    return game
