"""Between the text of an action and what it says: lowers parse nodes, spells actions (HN2).

The only module of the game that knows lark. Applies no rule.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from pyrnot.diagnostics import Span
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
from pyrnot.games.homeworlds.names import read_name
from pyrnot.games.homeworlds.position import COLOUR_OF_LETTER, PIECE_OF_LETTERS, SEAT_OF_LETTER
from pyrnot.pieces import Pyramid

_PARTS = {
    "homeworld": ("verb", "star 1", "star 2", "ship", "name"),
    "build": ("verb", "piece", "system"),
    "trade": ("verb", "piece", "new", "system"),
    "move": ("verb", "piece", "system", "to"),
    "discover": ("verb", "piece", "system", "star", "name"),
    "attack": ("verb", "piece", "system"),
    "sacrifice": ("verb", "piece", "system"),
    "catastrophe": ("verb", "system", "colour"),
    "passing": ("verb",),
}


def lower(node: Tree[Any]) -> WrittenAction:
    """What the parse node of one action says."""
    tokens = [child for child in node.children if isinstance(child, Token)]
    spans = {part: Span.of(token) for part, token in zip(_PARTS[node.data], tokens, strict=False)}
    action: Action
    match node.data:
        case "homeworld":
            stars = [_piece(token) for token in tokens[1:3] if token.type == "PIECE"]
            name = read_name(tokens[4]) if len(tokens) > 4 else None
            action = Homeworld(tuple(stars), _piece(tokens[3]), name)
        case "build":
            action = Build(_piece(tokens[1]), read_name(tokens[2]))
        case "trade":
            action = Trade(_piece(tokens[1]), _piece(tokens[2]), read_name(tokens[3]))
        case "move":
            action = Move(_piece(tokens[1]), read_name(tokens[2]), read_name(tokens[3]))
        case "discover":
            action = Discover(_piece(tokens[1]), read_name(tokens[2]), _piece(tokens[3]), read_name(tokens[4]))
        case "attack":
            owner = None
            if tokens[1].type == "PIECE_AND_OWNER":
                owner = SEAT_OF_LETTER[tokens[1][-1].lower()]
                end = spans["piece"].end
                spans |= {"piece": Span(spans["piece"].start, end - 1), "owner": Span(end - 1, end)}
            action = Attack(_piece(tokens[1]), read_name(tokens[2]), owner)
        case "sacrifice":
            action = Sacrifice(_piece(tokens[1]), read_name(tokens[2]))
        case "catastrophe":
            action = Catastrophe(read_name(tokens[1]), COLOUR_OF_LETTER[tokens[2][0].lower()])
        case "passing":
            action = Pass()
        case _:
            raise AssertionError(f"the grammar has a production unknown here: {node.data}")
    return WrittenAction(action=action, spans=spans)


def _piece(token: Token) -> Pyramid:
    """The piece of a token such as `G3` or `g 3`, with or without an owner behind it."""
    return PIECE_OF_LETTERS["".join(token.lower().split())[:2]]
