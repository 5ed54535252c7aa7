"""The one interface between pyrnot and a game, and how a game is found by its name.

A game is a package `pyrnot/games/<id with underscores>/` that has a `GAME` object of class `Game`.
Everything else (reading, replay, random play, perft, drawing) is written once against this class.
Nothing here says board, two seats, or one action a turn.
"""

from __future__ import annotations

import importlib
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from pyrnot.diagnostics import Illegal, Notice, Span
from pyrnot.names import nearest
from pyrnot.values import Value

if TYPE_CHECKING:
    from lark import Tree

    from pyrnot.diagram import Diagram

T = TypeVar("T")


class Tags(Mapping[str, str]):
    """The tags of a record: values by name, names in any case, in the order written."""

    __slots__ = ("_names", "_values")

    def __init__(self, pairs: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, str] = {}
        for name, value in dict(pairs).items():
            self._names.setdefault(name.lower(), name)
            self._values.setdefault(name.lower(), value)

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.values())

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._values

    def having(self, name: str, value: str) -> Tags:
        """These tags with one added or replaced."""
        pairs = {known: self[known] for known in self if known.lower() != name.lower()}
        return Tags({**pairs, name: value})


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


class Written(Value, kw_only=True):
    """One action as the player left it, as vague as that may be. Each game has its own subclasses.

    `spans` are the places of its parts by name, counted from the start of the action's text; a
    game raises `Illegal(part=...)` with these names.
    """

    _uncompared: ClassVar[frozenset[str]] = frozenset({"spans"})
    spans: Mapping[str, Span] = {}


class Throw(NamedTuple):
    """One die thrown: which die, all its faces in order, and the face that came up."""

    die: str
    faces: tuple[str, ...]
    face: str


class Event(Value):
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


class Outcome(NamedTuple):
    """How a game ended by its rules: the winner's seat (None: a draw), the rule, and why in words."""

    winner: str | None
    rule: str
    message: str

    @property
    def word(self) -> str:
        """The outcome as JSON and the `Result` tag have it: a seat or `draw`."""
        return self.winner or "draw"


class Played(NamedTuple, Generic[P]):
    """The position after an action (or after a turn's end) and what happened."""

    position: P
    events: tuple[Event, ...] = ()


class Reading(NamedTuple, Generic[A]):
    """One exact action that a written one may mean.

    Readings of rank 0 are tried before those of rank 1, over the whole turn. If no rank plays, `fault`
    is reported, where there is one, instead of the fault of the last rank tried.
    """

    action: A
    rank: int = 0
    fault: Illegal | None = None


class Taken(NamedTuple, Generic[P, W, A]):
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


class Rule(Value):
    """One numbered rule of a game, as `pyrnot rules` prints it."""

    id: str
    text: str
    is_ruling: bool = False


class Form(Value):
    """One form of a game's notation, with an example that its grammar reads as an action (or a tag line)."""

    example: str
    meaning: str


class Rulebook(Value):
    """A game's rules, notation and position string in players' words."""

    summary: str
    rules: tuple[Rule, ...]
    notation: tuple[Form, ...]
    position: str
    position_example: str


class Explanation(Value):
    """The long story of a diagnostic's code, as `pyrnot explain` prints it.

    `wrong` is a whole record whose first diagnostic has this code, `right` the same made right.
    """

    code: str
    rule: str
    story: str
    wrong: str
    right: str


class GameInfo(Value):
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

    @abstractmethod
    def lower(self, node: Tree[Any]) -> W:
        """The parse node of one action -> what it says. Applies no rule."""

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

    def hand_over(self, position: P, seat: str) -> P | None:
        """The position with `seat` to move instead, where the rules let turns be missing (HN6); else None."""
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
            "ambiguous", self.ambiguity_rule, f"this fits several ways to play: write {' or '.join(ways)}", hint=None
        )

    ambiguity_rule: ClassVar[str] = "R3"

    def join(self, actions: Sequence[A]) -> Sequence[A]:
        """The same turn as a player would write it: steps of one pyramid joined to a path, for example."""
        return actions

    @abstractmethod
    def diagram(self, position: P, before: P | None = None, events: Sequence[Event] = ()) -> Diagram:
        """The picture of all of `position`. With the position before the turn and the turn's
        events, what the turn changed is marked."""

    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The game's rules and notation."""

    def explanations(self) -> Sequence[Explanation]:
        """The long story of every code that the game itself raises, one for each code and rule."""
        return ()


AnyGame = Game[Any, Any, Any]

_GAMES_FOLDER = os.path.join(os.path.dirname(__file__), "games")


def game_key(name: str) -> str:
    """A game's name without case and without what may stand between its words (R2.2)."""
    return re.sub("[ _-]+", "", name).lower()


def game_ids() -> tuple[str, ...]:
    """Ids of all games that there are, sorted: one a folder under `pyrnot/games`."""
    names = os.listdir(_GAMES_FOLDER)
    found = (name for name in names if os.path.isfile(os.path.join(_GAMES_FOLDER, name, "__init__.py")))
    return tuple(sorted(name.replace("_", "-") for name in found))


def load_game(name: str) -> AnyGame | None:
    """The game called `name` in a `Game` tag or on the command line, None if there is none.

    Imports that game alone, unless `name` is an alias that only the games themselves know.
    """
    key = game_key(name)
    for game_id in game_ids():
        if game_key(game_id) == key:
            return import_game(game_id)
    for game in all_games():
        if key in map(game_key, game.info.aliases):
            return game
    return None


def import_game(game_id: str) -> AnyGame:
    """The game with this id, which must be one of `game_ids()`."""
    game: AnyGame = importlib.import_module(f"pyrnot.games.{game_id.replace('-', '_')}").GAME
    return game


def all_games() -> tuple[AnyGame, ...]:
    """Every game, sorted by id. Imports them all."""
    return tuple(import_game(game_id) for game_id in game_ids())


def read_variants(info: GameInfo, tags: Tags) -> frozenset[str]:
    """Names of the optional rules that the `Variant` tag asks for (R2.3).

    Raises `Illegal` for a name that the game does not know. Which go together is the game's own affair.
    """
    names = [name.strip(" ").lower() for name in tags.get("Variant", "").split(",")]
    if names == [""]:
        return frozenset()
    for name in names:
        if name not in info.variants:
            known = ", ".join(info.variants) or "none"
            guess = nearest(name, info.variants)
            raise Illegal(
                "unknown-variant",
                "R2",
                f"{info.title} has no optional rule {name!r}",
                part="Variant",
                hint=f"did you mean {guess}? {info.title} has: {known}" if guess else f"its optional rules: {known}",
            )
    return frozenset(names)


def read_first(seats: Sequence[str], tags: Tags) -> str:
    """The seat that moves first: that of the `First` tag, else the first of `seats` (R2.4).

    Raises `Illegal` if the tag names no seat of the game.
    """
    text = tags.get("First")
    if text is None:
        return seats[0]
    seat = find_seat(seats, text)
    if seat is None:
        raise Illegal(
            "unknown-seat",
            "R2",
            f"{text!r} is no seat of this game",
            part="First",
            hint=f"its seats: {', '.join(seats)}",
        )
    return seat


def find_seat(seats: Sequence[str], text: str) -> str | None:
    """The seat that `text` names, in any case, in full or by its first letter (R3.4); None if there is none."""
    word = text.strip(" ").lower()
    for seat in seats:
        if word in (seat.lower(), seat[0].lower()):
            return seat
    return None


def setup_fault(message: str, rule: str = "R8", code: str = "bad-setup") -> Illegal:
    """A fault of a position string."""
    return Illegal(code, rule, message, part="Setup")
