"""Actions of Homeworlds as text (HN2): lowers parse nodes, and spells actions in canonical form.

Judges nothing. Transcripts spell actions in their own way, which `pyrnot.foreign.sites.verbs` reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from pyrnot.core.diagnostics import Span
from pyrnot.core.leaving import RESIGN, Resign
from pyrnot.core.marks import MARKS
from pyrnot.core.notation import Notation, PartKind
from pyrnot.core.pieces import Pyramid
from pyrnot.games.homeworlds import rules
from pyrnot.games.homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    WrittenAction,
)
from pyrnot.games.homeworlds.position import (
    COLOUR_OF_LETTER,
    LETTERS,
    PYRAMID_OF_LETTERS,
    SEAT_OF_LETTER,
    Position,
    read_name,
    write_name,
)

if TYPE_CHECKING:
    from lark import ParseTree, Token

NOTATION = Notation(
    "[rygb][123]",
    sizes="123",
    colours="rygb",
    colour_words=("red", "yellow", "green", "blue"),
    name=rf"\"[^\"]*\"|[\w'{MARKS}-]+",
    parts={
        **dict.fromkeys(["star", "new", "Homeworld.ship", "Build.ship"], PartKind.BANK),
        "ship": PartKind.SHIP,
        **dict.fromkeys(["system", "to"], PartKind.SYSTEM),
        **dict.fromkeys(["verb", "name", "owner", "colour"], PartKind.WORD),
    },
)
"""What pyramids and names look like (`GameInfo.notation`)."""

_PARTS = {
    "homeworld": ("verb", "star 1", "star 2", "ship", "name"),
    "build": ("verb", "ship", "system"),
    "trade": ("verb", "ship", "new", "system"),
    "move": ("verb", "ship", "system", "to"),
    "discover": ("verb", "ship", "system", "star", "name"),
    "attack": ("verb", "ship", "system"),
    "sacrifice": ("verb", "ship", "system"),
    "catastrophe": ("verb", "system", "colour"),
    "passing": ("verb",),
    "leaving": ("verb",),
}
"""The parts of each production, in the order of its tokens."""
_WITHOUT_PARTS: dict[str, Action] = {"passing": Pass(), "leaving": Resign()}


def lower(node: ParseTree) -> WrittenAction:
    """The action that a parse node is."""
    tokens: list[Any] = node.children
    spans = {part: Span.of(token) for part, token in zip(_PARTS[node.data], tokens, strict=False)}
    action: Action
    match node.data:
        case "homeworld":
            action = _lower_homeworld(tokens)
        case "build":
            action = Build(_pyramid(tokens[1]), read_name(tokens[2]))
        case "trade":
            action = Trade(_pyramid(tokens[1]), _pyramid(tokens[2]), read_name(tokens[3]))
        case "move":
            action = Move(_pyramid(tokens[1]), read_name(tokens[2]), read_name(tokens[3]))
        case "discover":
            action = Discover(_pyramid(tokens[1]), read_name(tokens[2]), _pyramid(tokens[3]), read_name(tokens[4]))
        case "attack":
            return _lower_attack(tokens, spans)
        case "sacrifice":
            action = Sacrifice(_pyramid(tokens[1]), read_name(tokens[2]))
        case "catastrophe":
            action = Catastrophe(read_name(tokens[1]), COLOUR_OF_LETTER[tokens[2][0].lower()])
        case "passing" | "leaving":
            action = _WITHOUT_PARTS[node.data]
        case _:
            raise AssertionError(f"unknown production: {node.data}")
    return WrittenAction(action=action, spans=spans)


def _lower_homeworld(tokens: Sequence[Token]) -> Homeworld:
    """A homeworld of one or two stars, with a name or without."""
    stars = [_pyramid(token) for token in tokens[1:3] if token.type == "PYRAMID"]
    name = read_name(tokens[4]) if len(tokens) > 4 else None
    return Homeworld(tuple(stars), _pyramid(tokens[3]), name)


def _lower_attack(tokens: Sequence[Token], spans: dict[str, Span]) -> WrittenAction:
    """An attack; the letter of the ship's owner is a separate field."""
    owner = None
    if tokens[1].type == "PYRAMID_AND_OWNER":
        owner = SEAT_OF_LETTER[tokens[1][-1].lower()]
        start, end = spans["ship"]
        spans = {**spans, "ship": Span(start, end - 1), "owner": Span(end - 1, end)}
    return WrittenAction(action=Attack(_pyramid(tokens[1]), read_name(tokens[2]), owner), spans=spans)


def _pyramid(token: Token) -> Pyramid:
    """The pyramid of a token such as `G3` or `g 3`, which may end with the letter of an owner."""
    return PYRAMID_OF_LETTERS["".join(token.lower().split())[:2]]


def spell(position: Position, action: Action) -> str:
    """The action in full (HN2)."""
    match action:
        case Homeworld():
            return _spell_homeworld(position, action)
        case Build(ship, system):
            return f"build {LETTERS[ship]} {_system(position, system)}"
        case Trade(ship, new, system):
            return f"trade {LETTERS[ship]} {LETTERS[new]} {_system(position, system)}"
        case Move(ship, origin, target):
            return f"move {LETTERS[ship]} {_system(position, origin)} {_system(position, target)}"
        case Discover(ship, origin, star, name):
            return f"discover {LETTERS[ship]} {_system(position, origin)} {LETTERS[star]} {write_name(name)}"
        case Attack():
            return _spell_attack(position, action)
        case Sacrifice(ship, system):
            return f"sacrifice {LETTERS[ship]} {_system(position, system)}"
        case Catastrophe(system, colour):
            return f"catastrophe {_system(position, system)} {colour}"
        case Pass():
            return "pass"
        case Resign():
            return RESIGN
        case _:
            assert_never(action)


def _spell_homeworld(position: Position, action: Homeworld) -> str:
    """A homeworld with its name, which the mover may not have written; `-` for a second star that it lacks."""
    first, *others = [LETTERS[star] for star in action.stars]
    second = others[0] if others else "-"
    name = write_name(action.name or position.rules.names[position.mover], is_home=True)
    return f"homeworld {first} {second} {LETTERS[action.ship]} {name}"


def _spell_attack(position: Position, action: Attack) -> str:
    """An attack, with the owner of the ship where several seats have such a ship (H17)."""
    index = position.find(action.system)
    owners = rules.owners_of(position, position.systems[index], action.ship) if index is not None else ()
    letter = action.owner.letter.upper() if action.owner is not None and len(owners) > 1 else ""
    return f"attack {LETTERS[action.ship]}{letter} {_system(position, action.system)}"


def _system(position: Position, name: str) -> str:
    """A system's name as it was first written; as given if no system has it, as may be after a win (H31)."""
    index = position.find(name)
    if index is None:
        return write_name(name)
    system = position.systems[index]
    return write_name(system.name, is_home=system.home is not None)
