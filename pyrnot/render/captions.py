"""The captions of pictures: the turn, what it did or why it is illegal, the game and its players."""

from __future__ import annotations

from enum import StrEnum

from pyrnot.core.diagnostics import shorten
from pyrnot.play.line_tree import LineTree, Node
from pyrnot.play.plies import players
from pyrnot.render.svg.words import Caption

_LONGEST = 240
"""Characters that tell what a turn did."""


class Style(StrEnum):
    """What a picture has unless its parts are chosen: the board with a caption below it, to be posted, or all."""

    POST = "post"
    FULL = "full"


def caption_of(line_tree: LineTree, node: Node, style: Style = Style.FULL) -> Caption:
    """The caption of the picture of a node."""
    game = line_tree.record.game
    who = players(line_tree.replay)
    named = ": ".join(filter(None, (game.info.title if game else "", who)))
    error = _error(node)
    if style is Style.FULL:
        return Caption(tuple(filter(None, (node.caption, named))), error)
    did = "" if error else _did(line_tree, node)
    return Caption(tuple(filter(None, (node.caption, did, named))), error, is_below=True)


def _did(line_tree: LineTree, node: Node) -> str:
    """What a turn did, and how the game ended with it."""
    did = shorten("; ".join(event.text for event in node.events), _LONGEST)
    return "; ".join(filter(None, (did, _ended(line_tree, node))))


def _ended(line_tree: LineTree, node: Node) -> str:
    """How the game ended with a turn, "" if it did not."""
    if node.turn in line_tree.record.main_line[-1:]:
        return line_tree.ending
    outcome = node.game.outcome(node.position) if node.game is not None and node.turn >= 0 else None
    return outcome.message if outcome is not None else ""


def _error(node: Node) -> str:
    """Why a turn was not played; "" if it was, or was not judged. A wrong number is not the reason."""
    if node.refused is None:
        return ""
    reason = next(diagnostic.message for diagnostic in node.diagnostics if diagnostic.refusal is not None)
    kind = "Not read" if node.refused.turn.is_broken else "Not legal"
    return f"{kind}: {reason}"
