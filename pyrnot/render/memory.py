"""What was drawn of parts that come again, so that each is drawn once. Knows no diagram."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Part = TypeVar("_Part")
_Drawing = TypeVar("_Drawing")


def remember(draw: Callable[[_Part], _Drawing], limit: int = 4096) -> Callable[[_Part], _Drawing]:
    """`draw`, which must depend on nothing but its part, and not run again for one that it has drawn.

    Positions of a game have most of their stacks and groups in common, and a game makes one object of those that are
    equal. So a part is known by its identity: to compare two would take as long as to draw one. A part is kept with
    its drawing, so that no other can have its id. Of equal parts that are two objects each is drawn, no more.
    """
    drawings: dict[int, tuple[_Part, _Drawing]] = {}

    def recall(part: _Part) -> _Drawing:
        known = drawings.get(id(part))
        if known is None:
            if len(drawings) >= limit:
                drawings.clear()
            known = drawings[id(part)] = (part, draw(part))
        return known[1]

    return recall
