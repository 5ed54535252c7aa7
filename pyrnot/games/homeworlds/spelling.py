"""Canonical text of actions (HN2): full verbs, small letters, systems as first written."""

from __future__ import annotations

from typing import assert_never

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
)
from pyrnot.games.homeworlds.names import write_name
from pyrnot.games.homeworlds.position import LETTERS, Position


def spell(position: Position, action: Action) -> str:
    """The action in full; the owner of an attacked ship only where several seats have one like it."""
    match action:
        case Homeworld(stars, ship, name):
            second = LETTERS[stars[1]] if len(stars) > 1 else "-"
            named = write_name(name or position.rules.names[position.mover], is_home=True)
            return f"homeworld {LETTERS[stars[0]]} {second} {LETTERS[ship]} {named}"
        case Build(piece, system):
            return f"build {LETTERS[piece]} {_known(position, system)}"
        case Trade(piece, new, system):
            return f"trade {LETTERS[piece]} {LETTERS[new]} {_known(position, system)}"
        case Move(piece, origin, target):
            return f"move {LETTERS[piece]} {_known(position, origin)} {_known(position, target)}"
        case Discover(piece, origin, star, name):
            return f"discover {LETTERS[piece]} {_known(position, origin)} {LETTERS[star]} {write_name(name)}"
        case Attack(piece, system, owner):
            index = position.find(system)
            owners = rules.owners_of(position, position.systems[index], piece) if index is not None else ()
            letter = owner.letter.upper() if owner is not None and len(owners) > 1 else ""
            return f"attack {LETTERS[piece]}{letter} {_known(position, system)}"
        case Sacrifice(piece, system):
            return f"sacrifice {LETTERS[piece]} {_known(position, system)}"
        case Catastrophe(system, colour):
            return f"catastrophe {_known(position, system)} {colour}"
        case Pass():
            return "pass"
        case _:
            assert_never(action)


def _known(position: Position, name: str) -> str:
    """A system's name as it was first written; one that is unknown (said after the win, H31) as it stands."""
    index = position.find(name)
    if index is None:
        return write_name(name)
    system = position.systems[index]
    return write_name(system.name, is_home=system.home is not None)
