"""A position of each game as the programs draw it with which people open a picture: every pyramid has its colour
where it belongs, every label can be read, every arrow is there, and no program's picture differs from another's.

A program is skipped where it is not installed; with PYRNOT_NEEDS_PROGRAMS set, that is a failure.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from label_placement import HREF, NS, labels_of, placed
from reading import judge

from pyrnot.cli.inputs import Input
from pyrnot.core.pieces import Colour, Size
from pyrnot.play.line_tree import build_tree, node_at
from pyrnot.play.plies import choose_plies
from pyrnot.render.palette import PAINTS
from pyrnot.render.raster import draw_png
from pyrnot.render.svg.diagram import draw_svg
from pyrnot.render.svg.symbols import CHIP_WIDTH, HALF_BASE
from pyrnot.render.svg.words import Caption
from support import SAMPLES, lacking

pytestmark = [pytest.mark.timeout(120), pytest.mark.slow]
Image = pytest.importorskip("PIL.Image", reason="the extra images is not installed")
chops = pytest.importorskip("PIL.ImageChops")

POSITIONS = {
    "autumn-ash/two-rows-at-once": -1,
    "braces/every-rule": 11,
    "homeworlds/sacrifice-chain": -1,
    "martian-life/cascade-of-three-waves": -1,
    "spectrum/four-seats": -1,
    "triumvirate/hostages": -1,
}


ILLEGAL = '[Game "Braces"]\n[Setup "Mb,4/5/2,LwSw,2/5/4,Lw w"]\n\n1. HOP 2/1; Sc3-c4; Sc4-e5\n*\n'


@cache
def picture_of(sample: str) -> str:
    if sample == "illegal":
        return draw_svg(build_tree(judge(ILLEGAL)).node(0).diagram, title="")
    (replayed,) = Input((str(SAMPLES / f"{sample}.pyr"),)).replays()
    node = node_at(replayed, choose_plies(str(POSITIONS[sample]), replayed)[0])
    return draw_svg(node.diagram, title="", caption=Caption((node.caption,)))


@pytest.fixture(params=["resvg", "rsvg-convert", "inkscape", "cairosvg", "chromium"])
def render(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """`render(svg)` is the picture as a program draws it."""
    file = tmp_path / "picture.svg"

    def by_browser(svg: str) -> bytes:
        file.write_text(svg)
        page.goto(file.as_uri())
        return page.locator("svg").screenshot()

    def by_command(svg: str) -> bytes:
        file.write_text(svg)  # not through a pipe, of which Inkscape loses the end
        options = ["--export-type=png", "--export-filename=-"] if request.param == "inkscape" else []
        return subprocess.run([request.param, *options, file], capture_output=True, check=True).stdout

    match request.param:
        case "resvg":
            draw = draw_png
        case "cairosvg":
            try:
                draw = import_module("cairosvg").svg2png
            except (ImportError, OSError):  # the package, or the library that it loads
                lacking("CairoSVG is not installed", "PYRNOT_NEEDS_PROGRAMS")
        case "chromium":
            page = request.getfixturevalue("browser").new_page(viewport={"width": 1200, "height": 1600})
            draw = by_browser
        case program:
            if not shutil.which(program):
                lacking(f"{program} is not installed", "PYRNOT_NEEDS_PROGRAMS")
            draw = by_command
    yield lambda svg: _open(draw(svg))
    if draw is by_browser:
        page.close()


def _open(png: bytes) -> Any:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("sample", [*POSITIONS, "illegal"])
def test_every_program_draws_the_picture(render, sample: str) -> None:
    svg = picture_of(sample)
    picture, ours = render(svg), _open(draw_png(svg))
    root = ET.fromstring(svg)
    scale = picture.width / float(root.attrib["viewBox"].split()[2])
    for letters, paint, box, share in pyramids(root):
        region = picture.crop([round(edge * scale) for edge in box])
        mask = chops.difference(region, Image.new("RGB", region.size, paint)).convert("L").point(lambda far: far < 12)
        assert mask.histogram()[1] > share * region.width * region.height, f"{letters} at {box} is not {paint}"
    for label in labels_of(root):
        low, high = picture.crop([round(edge * scale) for edge in label[:4]]).convert("L").getextrema()
        assert high - low > 70, f"no letters where {label} is"
    for x, y in heads(root):
        red, green, blue = picture.getpixel((round(x * scale), round(y * scale)))
        assert red + blue > 3 * green, f"no arrow leads to {x}, {y}"
    # Averages of small squares, because no two programs draw the edges of letters alike.
    assert picture.size == ours.size
    small = [each.resize((each.width // 12, each.height // 12), Image.BOX) for each in (picture, ours)]
    assert max(high for _, high in chops.difference(*small).getextrema()) < 45


def pyramids(root: ET.Element) -> Iterator[tuple[str, str, tuple[float, ...], float]]:
    """The letters of each pyramid that is drawn, its colour, a box in which it has that colour, and how much of the
    box has it: less on a rim, which is shaded, below another pyramid."""
    for node, x, y, scale, kind in placed(root):
        if node.get("class", "").startswith("pyramid"):
            uses, texts = node.findall(f"{NS}use"), node.findall(f"{NS}text")
            for use in uses[-1:] if len(texts) < len(uses) else uses:  # another one covers it, but not in the tower
                symbol, size = use.attrib[HREF][3], Size(int(use.attrib[HREF][4]))
                match symbol:
                    case "U" | "I":
                        wide = high = HALF_BASE[size] * (0.46 if symbol == "I" else 1)
                    case "D" | "C":
                        wide, high = CHIP_WIDTH[symbol][size] / 2, 4.0
                    case _:
                        wide, high = 2.0, 3.0  # the middle of a flat pyramid
                cx, cy = x + float(use.attrib["x"]) * scale, y + float(use.attrib["y"]) * scale
                box = (cx - wide * scale, cy - high * scale, cx + wide * scale, cy + high * scale)
                colour = next(colour for colour in Colour if f"py-{colour}" in kind.split())
                share = 0.05 if texts[0].get("class") == "py-rim" else 0.12
                yield node.attrib["data-letters"], PAINTS[colour].fill, box, share


def heads(root: ET.Element) -> Iterator[tuple[float, float]]:
    """The middle of the head of each arrow."""
    for node, x, y, scale, _ in placed(root):
        for head in node.get("d", "").split("z")[:-1] if node.get("class") == "py-head" else ():
            numbers = [float(number) for number in re.findall(r"[-\d.]+", head)]
            if len(numbers) == 6:  # not that in the legend, which is written another way
                yield x + sum(numbers[::2]) / 3 * scale, y + sum(numbers[1::2]) / 3 * scale
