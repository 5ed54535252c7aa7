"""Marks on a diagram what an illegal turn wrote and what is wrong with it.

Knows no rule: the judge has said what is wrong, by the names of squares, slots and systems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Refusal
from pyrnot.core.diagram import Block, BoardBlock, Card, Cards, Diagram, Group, Mark, Rack, RefusedRoutes, Ring

OWED = "owed"
"""The word at the end of what is owed."""
Route = tuple[str, ...]
"""The places that an action names, first to last."""


def mark_refusal(diagram: Diagram, refusal: Refusal, route: Route = ()) -> Diagram:
    """The diagram with the `route` that was written and refused, and with what is wrong.

    Where no place of the picture is wrong in itself, the word for it stands at the end of the route.
    """
    shown = {name for block in diagram.blocks for name in _names(block)}
    wrong = {}
    if refusal.owed:
        wrong[refusal.owed[-1]] = OWED
    if refusal.place:
        wrong[refusal.place] = refusal.word
    if not shown.intersection(wrong) and shown.intersection(route):
        wrong[next(name for name in reversed(route) if name in shown)] = refusal.word
    beside = {name: word for name, word in wrong.items() if name not in shown}
    marker = _Marker(route, refusal.owed, wrong, beside)
    return Diagram(tuple([marker.block(block) for block in diagram.blocks]))


def _names(block: Block) -> Iterator[str]:
    """The names of the squares of a board, the slots of a ring, the systems on cards."""
    match block:
        case BoardBlock():
            yield from block.grid.names
        case Ring():
            yield from [slot.label for slot in block.slots]
        case Cards():
            yield from [card.title for row in block.rows for card in row]
        case _:
            pass


class _Marker(Struct, frozen=True):
    """Marks what was written, what is owed, and each place that is wrong, with the word for it; `beside` are those
    that are not in the picture but beside it."""

    route: Route
    owed: Route
    wrong: Mapping[str, str]
    beside: Mapping[str, str]

    def block(self, block: Block) -> Block:
        """The block with its marks."""
        match block:
            case BoardBlock():
                return self._board(block)
            case Ring():
                return replace(block, slots=tuple([self._group(slot) for slot in block.slots]))
            case Cards():
                return replace(block, rows=tuple([tuple([self._card(card) for card in row]) for row in block.rows]))
            case Rack():
                return self._rack(block)
            case _:
                return block

    def _board(self, board: BoardBlock) -> BoardBlock:
        index = board.grid.index
        route = tuple([index[name] for name in self.route if name in index])
        owed = tuple([index[name] for name in self.owed if name in index])
        wrong = {index[name]: word for name, word in self.wrong.items() if name in index}
        marks = {**board.marks, **dict.fromkeys((*route, *owed), Mark.WRITTEN), **dict.fromkeys(wrong, Mark.WRONG)}
        return replace(board, marks=marks, refused=RefusedRoutes(route, owed, wrong))

    def _card(self, card: Card) -> Card:
        if card.title in self.wrong:
            word = Group("", (), self.wrong[card.title], Mark.WRONG)
            return replace(card, mark=Mark.WRONG, groups=(*card.groups, word))
        is_written = card.title in self.route and card.mark is None
        return replace(card, mark=Mark.WRITTEN) if is_written else card

    def _group(self, group: Group) -> Group:
        if group.label in self.wrong:
            return replace(group, mark=Mark.WRONG, note=self.wrong[group.label])
        is_written = group.label in self.route and group.mark is None
        return replace(group, mark=Mark.WRITTEN) if is_written else group

    def _rack(self, rack: Rack) -> Rack:
        """A rack with a mark on what is missing from it. Supplies are named as in a sentence: `the bank`, `Red's
        reserve`; goals by their labels."""
        label = rack.label.partition(" (")[0].casefold()
        missing = {place.casefold().removeprefix("the "): word for place, word in self.beside.items()}
        if label in missing:
            return replace(rack, groups=(*rack.groups, Group("", (), missing[label], Mark.WRONG)))
        groups = []
        for group in rack.groups:
            name = group.label.casefold()
            word = missing.get(name) or missing.get(f"{name}'s {label}")
            groups.append(group if word is None else replace(group, mark=Mark.WRONG, note=word))
        return replace(rack, groups=tuple(groups))
