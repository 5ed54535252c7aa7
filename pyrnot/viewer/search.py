"""Searches the comments and the players' names of all records that are being looked through.

A record is read to find out, but replayed only where something was found in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.play.line_tree import START
from pyrnot.play.selection import players_of
from pyrnot.record.model import Record
from pyrnot.viewer.line_trees import LineTrees


def find_next(line_trees: LineTrees, record: int, turn: int, text: str, *, way: int = 1) -> tuple[int, int] | None:
    """The nearest match after a node (`way` -1: before it): its record and turn. Continues at the other end of the
    file, and returns to the node itself last; None if nothing matches."""
    sought = _plain(text)
    if not sought:
        return None
    count = len(line_trees)
    for distance in range(count + 1):
        index = (record + way * distance) % count
        matches = _matches(line_trees, index, sought)
        if distance in (0, count):  # what comes after the node, and in the end what came before it
            is_rest = distance == count
            matches = [match for match in matches if ((match - turn) * way > 0) != is_rest]
        if matches:
            return index, (min if way > 0 else max)(matches)
    return None


def _matches(line_trees: LineTrees, index: int, sought: str) -> list[int]:
    """The turns of a record that can be visited and match."""
    record = line_trees.record(index)
    if not any(sought in _plain(text) for text in _texts(record)):
        return []
    names = tuple(players_of(record).values())
    return [
        node.turn
        for node in line_trees[index].nodes
        if node.can_stand
        and any(
            sought in _plain(text)
            for text in (*node.starting_comments, *node.comments, *(names if node.turn == START else ()))
        )
    ]


def _texts(record: Record) -> Iterator[str]:
    """All that may match."""
    yield from players_of(record).values()
    of_lines = [line.comments for line in record.variations]
    of_turns = [turn.comments for turn in record.turns]
    for comments in ([comment for _, comment in record.comments], record.tail, *of_lines, *of_turns):
        yield from (comment.words for comment in comments)


def _plain(text: str) -> str:
    """A text as it is compared: in small letters, with single blanks."""
    return " ".join(text.split()).casefold()
