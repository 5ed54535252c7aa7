"""Prints boards, in colour where the stream has it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pyrnot.cli.printing import drawn_width, say, say_styled
from pyrnot.cli.streams import has_colour
from pyrnot.core.diagram import Diagram
from pyrnot.play.line_tree import node_at
from pyrnot.play.plies import players
from pyrnot.play.replay import Replay
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset


def say_board(
    diagram: Diagram,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    caption: Sequence[str] = (),
    legend: bool = True,
    err: bool = False,
) -> None:
    """Prints a diagram that fits the terminal: `caption` is lines above it, `legend` explains its marks below."""
    stream = sys.stderr if err else sys.stdout
    width = drawn_width(stream)
    if has_colour(stream):
        from pyrnot.render.text.terminal import ansi_codes, draw_colour

        coloured = draw_colour(diagram, charset=charset, width=width, flip=flip, caption=caption, legend=legend)
        text = ansi_codes(coloured)
    else:
        text = draw_text(diagram, charset=charset, width=width, flip=flip, caption=caption, legend=legend)
    say_styled(text, err=err)


def show_position(replayed: Replay, *, err: bool = False) -> None:
    """Prints the last position of a record, with who is to move, or how the game has ended."""
    say("", err=err)
    say_board(node_at(replayed, replayed.length).diagram, err=err, caption=caption_of(replayed))


def caption_of(replayed: Replay) -> list[str]:
    """The lines above a board of a record: its players, if its tags name any."""
    names = players(replayed)
    return [names] if names else []
