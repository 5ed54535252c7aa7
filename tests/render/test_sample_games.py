"""The diagrams of all sample games, ply by ply: text fits, colour changes no letter, SVG can be read back, no two
labels in it touch, and it is not too tall."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from labels import touching_labels

from pyrnot.cli.inputs import Input
from pyrnot.core.diagram import Board, Cards, Diagram, Mark, Rack, Ring, Shown
from pyrnot.play.course import plot_course
from pyrnot.play.plies import choose_plies
from pyrnot.play.replay import replay
from pyrnot.record.opening import Unreadable
from pyrnot.render.svg.diagram import draw_svg
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, columns
from pyrnot.render.text.terminal import draw_colour

SAMPLES = Path(__file__).parents[2] / "sample_games"
FILES = sorted(SAMPLES.rglob("*.pyr"))
TALLEST = {
    "autumn-ash": 1.1,
    "braces": 1.0,
    "homeworlds": 1.7,
    "martian-life": 1.0,
    "spectrum": 1.5,
    "triumvirate": 1.2,
}
"""How many times as tall as wide the pictures of a game may be."""
NS = "{http://www.w3.org/2000/svg}"


def diagrams(file: Path, *, step: int) -> Iterator[tuple[str, Diagram]]:
    """The last ply of each record, and every `step`th before it."""
    for record in Input((str(file),)).records():
        assert not isinstance(record, Unreadable)
        replayed = replay(record)
        for stop in plot_course(replayed).chosen(choose_plies("all", replayed)[::-step]):
            yield stop.caption, stop.diagram


def pyramids_of(diagram: Diagram) -> Counter[tuple[str, int, str]]:
    """The pyramids of a diagram except those that are gone: place, level (0 off the board), letters."""
    found = Counter[tuple[str, int, str]]()

    def see(where: str, pyramids: tuple[Shown, ...]) -> None:
        for shown in pyramids:
            if shown.mark not in (Mark.REMOVED, Mark.LEFT):
                found[where, 0, shown.letters] += shown.count

    for block in diagram.blocks:
        match block:
            case Board():
                for square, stack in block.stacks.items():
                    for level, shown in enumerate(stack, 1):
                        found[block.grid.names[square], level, shown.letters] += 1
            case Rack():
                for group in block.groups:
                    label = block.label.partition(" (")[0]
                    see("/".join(filter(None, (label, group.label))), group.pyramids)
            case Ring():
                for group in block.slots:
                    see("/".join(filter(None, (block.label, group.label))), group.pyramids)
            case Cards():
                for card in (card for row in block.rows for card in row):
                    for group in card.groups:
                        see("/".join(filter(None, (card.title, group.label))), group.pyramids)
            case _:
                pass
    return found


def read_back(picture: ET.Element) -> Counter[tuple[str, int, str]]:
    """The same for the pyramids in a picture."""
    found = Counter[tuple[str, int, str]]()
    for node in picture.iter(f"{NS}g"):
        if (node.get("class") or "").startswith("pyramid "):
            of = node.attrib
            found[of["data-at"], int(of.get("data-level", "0")), of["data-letters"]] += int(of.get("data-count", "1"))
    return found


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_plies_are_drawn_completely(path: Path, step: int) -> None:
    for caption, diagram in diagrams(path, step=step):
        for charset in Charset:
            text = draw_text(diagram, charset=charset, caption=[caption])
            assert max(map(columns, text.split("\n"))) <= 80
            assert draw_colour(diagram, charset=charset, caption=[caption]).plain == text
        picture = ET.fromstring(draw_svg(diagram, title=caption, description=text, caption=[caption]))
        assert read_back(picture) == pyramids_of(diagram)
        assert touching_labels(picture) == [], caption
        width, height = map(float, picture.attrib["viewBox"].split()[2:])
        assert height <= TALLEST[path.relative_to(SAMPLES).parts[0]] * width
