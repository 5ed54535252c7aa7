"""Turns that a user tries: added to the line tree of a record as further lines, which no file ever sees.

Such a line is stepped through as a variation is. Judging the turn is left to `render.answer`, which `why` uses too.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.line_tree import START, LineTree, build_tree, node_at
from pyrnot.play.plies import read_query
from pyrnot.play.replay import Ply, Replay
from pyrnot.record.model import Variation
from pyrnot.render.answer import answer


class TriedLine(Variation, frozen=True, kw_only=True):
    """A line that a user tried: the `place`-th of them, from 1."""

    place: int

    @property
    def name(self) -> str:
        """What the viewer calls it, unlike a variation of the record."""
        return f"try {self.place}"


class TriedTurn(Struct, frozen=True):
    """The line tree after a turn was tried, the turn to go to, and the answer. The first two are as before if the
    turn is not legal."""

    line_tree: LineTree
    turn: int
    is_legal: bool
    lines: tuple[str, ...]


def base_of(line_tree: LineTree, turn: int) -> int:
    """The node after which a turn is tried: the one before it, if it was not replayed."""
    node = line_tree.node(turn)
    return turn if node.is_legal else node.parent


def try_turn(line_tree: LineTree, turn: int, text: str, dealt: Replay | None = None) -> TriedTurn:
    """Judges a turn at a node and, if it is legal, continues from it: to the turn of the record if it is the same.
    `dealt` is the replay of the record with what only the player knows of its fair dice."""
    base = base_of(line_tree, turn)
    node = line_tree.node(base)
    if node.position is None:
        return TriedTurn(line_tree, turn, False, ("there is no position to try a turn in",))
    query = read_query(text, line_tree.replay)
    answered = answer(dealt or line_tree.replay, query, node)
    if not answered.is_legal:
        return TriedTurn(line_tree, turn, False, answered.lines)
    ply = answered.judged.main_plies[0]
    known = _find(line_tree, base, node_at(answered.judged, 1).text)
    if known is not None:
        return TriedTurn(line_tree, known, True, answered.lines)
    return TriedTurn(_graft(line_tree, base, ply), len(line_tree.record.turns), True, answered.lines)


def _find(line_tree: LineTree, base: int, text: str) -> int | None:
    """The legal turn after a node that has this canonical text; None if there is none. Another turn may lead to the
    same position."""
    following = line_tree.after.get(base, START)
    if following == START:
        return None
    for turn in (following, *(line_tree.first_of(number) for number in line_tree.variations(following))):
        node = line_tree.node(turn)
        if node.is_legal and node.text == text:
            return turn
    return None


def _graft(line_tree: LineTree, base: int, ply: Ply) -> LineTree:
    """The line tree with a turn added after a node: to the end of a line that was tried, else as a new line."""
    record = line_tree.record
    node = line_tree.node(base)
    index = len(record.turns)
    following = line_tree.after.get(base, START)
    is_longer = following == START and isinstance(record.variations[node.variation], TriedLine)
    number = node.variation if is_longer else len(record.variations)
    turn = replace(ply.turn, ply=node.ply + 1, parent=base, variation=number, variations=())
    turns = [*record.turns, turn]
    lines = list(record.variations)
    if is_longer:
        lines[number] = replace(lines[number], turns=(*lines[number].turns, index))
    else:
        place = 1 + sum(isinstance(line, TriedLine) for line in lines)
        lines.append(TriedLine(number, following, (), (index,), place=place))
        if following != START:
            replaced = turns[following]
            turns[following] = replace(replaced, variations=(*replaced.variations, number))
    record = replace(record, turns=tuple(turns), variations=tuple(lines))
    plies = (*line_tree.replay.plies, replace(ply, turn=turn))
    return build_tree(replace(line_tree.replay, record=record, plies=plies))
