"""Reads SVG pictures: the pyramids in them, and labels that touch each other, by geometry: from the places, fonts and
transforms.

A label is a `<text>`; symbols of marks count as labels too, since they hide what is below them. Widths are estimated
by the metrics of the font, as the drawing code does.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pyrnot.core.diagram import BoardBlock, Cards, Diagram, DrawnPyramid, Mark, Rack, Ring
from pyrnot.render.svg.text import text_width
from pyrnot.render.svg.words import BOLD

NS = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
GAP = 0.15
"""Labels of text side by side that are closer than this, in ems, read as one word."""
ASCENT, DESCENT = 0.74, 0.22
"""How far letters reach above and below their baseline, in ems."""
SIGN_RADIUS = {"b": 7.4, "s": 7.4 * 0.46, "t": 7.4 * 0.3}
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_SCALE = re.compile(r"scale\(([-\d.]+)")


class Label(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    text: str


def touching_labels(picture: ET.Element) -> list[tuple[str, str]]:
    """The pairs of labels that overlap in a picture, or that are too close."""
    labels = sorted(labels_of(picture))
    found = []
    for at, one in enumerate(labels):
        for other in labels[at + 1 :]:
            if other.left >= one.right:
                break
            if one.top < other.bottom and other.top < one.bottom:
                found.append((one.text, other.text))
    return found


def labels_of(picture: ET.Element) -> Iterator[Label]:
    """All labels of a picture."""
    for node, x, y, scale, kind in placed(picture):
        if node.tag == f"{NS}text":
            yield _of_text(node, x, y, scale, kind.split())
        elif node.tag == f"{NS}use" and node.attrib[HREF][3] in SIGN_RADIUS:
            # Of a round symbol, what would hide a letter: its corners are empty.
            radius = 0.85 * SIGN_RADIUS[node.attrib[HREF][3]] * scale
            cx, cy = x + float(node.get("x", 0)) * scale, y + float(node.get("y", 0)) * scale
            yield Label(cx - radius, cy - radius, cx + radius, cy + radius, node.attrib[HREF])


def placed(
    node: ET.Element, x: float = 0, y: float = 0, scale: float = 1, kind: str = ""
) -> Iterator[tuple[ET.Element, float, float, float, str]]:
    """Every drawn element, where its origin is, its scale, and the classes around it and its own."""
    if node.tag in (f"{NS}defs", f"{NS}style", f"{NS}title", f"{NS}desc"):
        return
    transform = node.get("transform", "")
    if move := _MOVE.match(transform):
        x, y = x + float(move[1]) * scale, y + float(move[2]) * scale
    if resize := _SCALE.search(transform):
        scale *= float(resize[1])
    kind = f"{kind} {node.get('class', '')}"
    yield node, x, y, scale, kind
    for child in node:
        yield from placed(child, x, y, scale, kind)


def _of_text(node: ET.Element, x: float, y: float, scale: float, kind: list[str]) -> Label:
    size, is_bold, is_middle = _font(kind)
    text = node.text or ""
    width = text_width(text, size) * (BOLD if is_bold else 1)
    left, base = float(node.attrib["x"]), float(node.attrib["y"])
    left = x + (left - width / 2 if is_middle else left) * scale
    top, bottom = y + (base - ASCENT * size) * scale, y + (base + DESCENT * size) * scale
    return Label(left, top, left + (width + GAP * size) * scale, bottom, text)


def _font(kind: list[str]) -> tuple[float, bool, bool]:
    """The size of a text in units, whether it is bold, and whether it is centred, as the style sheet has them."""
    if "pyramid" in kind or "ghost" in kind:
        if "py-rim" in kind:
            return 5.6, True, False
        if "py-r" in kind:
            return 7.6, False, True
        if "py-g" in kind:
            return (7.2 if "py-m" in kind else 10), True, True
        if "py-k" in kind and "py-o" not in kind:
            return (5.8 if "py-m" in kind else 9.4), True, True
        return (11.2 if "py-o" in kind else 13), True, True
    if "py-word" in kind:
        return 12, True, True
    if "py-n" in kind:
        return 10, False, True
    if "py-b" in kind:
        return 10, True, True
    return (9 if "py-t" in kind else 11), "py-v" in kind, False


def pyramids_of(diagram: Diagram) -> Counter[tuple[str, int, str]]:
    """The pyramids of a diagram except those that are gone: place, level (0 off the board), letters."""
    found = Counter[tuple[str, int, str]]()

    def see(where: str, pyramids: tuple[DrawnPyramid, ...]) -> None:
        for shown in pyramids:
            if shown.mark not in (Mark.REMOVED, Mark.LEFT):
                found[where, 0, shown.letters] += shown.count

    for block in diagram.blocks:
        match block:
            case BoardBlock():
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
            assert (node.findtext(f"{NS}text") or "").endswith(of["data-letters"])
            found[of["data-at"], int(of.get("data-level", "0")), of["data-letters"]] += int(of.get("data-count", "1"))
    return found
