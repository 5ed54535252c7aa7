"""The diagrams of all sample games, ply by ply: text fits, SVG can be read back, no two labels in it touch, and it is
not too tall."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from label_placement import pyramids_of, read_back, touching_labels

from pyrnot.cli.inputs import Input
from pyrnot.core.diagram import Diagram
from pyrnot.play.line_tree import build_tree
from pyrnot.play.plies import choose_plies
from pyrnot.render.svg.diagram import draw_svg
from pyrnot.render.svg.words import Caption
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, columns
from support import SAMPLES, each_sample, few_or_many

TALLEST = {
    "autumn-ash": 1.1,
    "braces": 1.0,
    "homeworlds": 1.7,
    "martian-life": 1.0,
    "spectrum": 1.5,
    "triumvirate": 1.2,
}
"""How many times as tall as wide the pictures of a game may be; those of any other, as a half board is."""
TALLEST_OF_OTHERS = 2.1


def diagrams(file: Path, *, step: int) -> Iterator[tuple[str, Diagram]]:
    """The last ply of each record, and every `step`th before it."""
    for replayed in Input((str(file),)).replays():
        for node in build_tree(replayed).chosen(choose_plies("all", replayed)[::-step]):
            yield node.caption, node.diagram


@few_or_many("step", 20, 1)
@each_sample
def test_plies_are_drawn_completely(path: Path, step: int) -> None:
    for caption, diagram in diagrams(path, step=step):
        for charset in Charset:
            text = draw_text(diagram, charset=charset, caption=[caption])
            assert max(map(columns, text.split("\n"))) <= 80
        picture = ET.fromstring(draw_svg(diagram, title=caption, caption=Caption((caption,))))
        assert read_back(picture) == pyramids_of(diagram)
        assert touching_labels(picture) == [], caption
        width, height = map(float, picture.attrib["viewBox"].split()[2:])
        assert height <= TALLEST.get(path.relative_to(SAMPLES).parts[0], TALLEST_OF_OTHERS) * width
