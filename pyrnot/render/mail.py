"""The text that players send to each other."""

from __future__ import annotations

from pyrnot.foreign.receive import frame_board
from pyrnot.play.line_tree import node_at
from pyrnot.play.plies import players
from pyrnot.play.replay import Replay
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset

_WIDTH = 72


def message_of(replayed: Replay, text: str) -> str:
    """The text to send to the other players: what is new, and the last board between two lines, in ASCII;
    no board where the start is not known yet."""
    if replayed.start is None:
        return text
    diagram = node_at(replayed, replayed.length).diagram
    caption = [*filter(None, [players(replayed)])]
    board = draw_text(diagram, charset=Charset.ASCII, width=_WIDTH, caption=caption)
    where = f"after turn {replayed.length}" if replayed.length else "at the start"
    return f"{text}\n{frame_board(board, where)}"
