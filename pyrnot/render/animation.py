"""Draws the plies of a game as an animation: one picture after another, all of one size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pyrnot.play.line_tree import LineTree, Node
from pyrnot.render.captions import Style, caption_of
from pyrnot.render.raster import Frame, draw_gif
from pyrnot.render.svg.diagram import draw_svg, picture_height
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.svg.style import Theme

_ACTION = 0.4
"""How long an animation shows an action within a turn, by how long it shows the turn."""


def draw_animation(
    line_tree: LineTree,
    nodes: Sequence[Node],
    *,
    delay: float,
    style: Style = Style.FULL,
    theme: Theme = Theme.LIGHT,
    size: int | None = None,
    scale: float = 1,
    flip: bool = False,
    parts: frozenset[Part] = ALL_PARTS,
) -> bytes:
    """A GIF with a picture for each action of each node, under the node's caption; its last one is shown for `delay`
    seconds."""
    captions = [caption_of(line_tree, node, style) for node in nodes]
    # All pictures of an animation are as high as the highest.
    heights = [picture_height(node.diagram, caption, parts) for node, caption in zip(nodes, captions, strict=True)]
    height = max(heights, default=0)

    def frames() -> Iterator[Frame]:
        for node, caption in zip(nodes, captions, strict=True):
            draw = partial(
                draw_svg,
                title=f"{line_tree.title}, {node.caption}",
                caption=caption,
                height=height,
                theme=theme,
                size=size,
                scale=scale,
                flip=flip,
                parts=parts,
            )
            for diagram in node.diagrams_within():
                yield Frame(draw(diagram), delay * _ACTION)
            yield Frame(draw(node.diagram), delay)

    return draw_gif(frames())
