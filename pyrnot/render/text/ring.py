"""A ring of slots as text: in a circle if it fits, otherwise as a list."""

from __future__ import annotations

import math

from pyrnot.core.diagram import Rack, Ring
from pyrnot.render.text.blocks import rack_text, write_group
from pyrnot.render.text.lines import Piece, columns, fold_words, short
from pyrnot.render.text.pen import Pen

_WIDTH = 72


def ring_text(ring: Ring, pen: Pen, width: int, *, zoom: int = 1) -> str:
    """The slots in a circle, the first at the top; if there is no room for one, a list that states the direction."""
    symbol, word = (
        (pen.glyphs.clockwise, "clockwise") if ring.clockwise else (pen.glyphs.counter, "counter-clockwise")
    )
    lines = _circle(ring, pen, min(width, _WIDTH * zoom), f"{symbol} {word}")
    between = "\n" * (2 * zoom - 1)
    slots = ["\n".join(lines[at : at + 2]) for at in range(0, len(lines), 2)]
    if slots:
        return between.join(slots)
    name = short(ring.label, pen.charset, width // 3)
    first = Piece(f"{pen.paint('label', name)} {symbol}: ", columns(name) + columns(symbol) + 3)
    head = fold_words(f"{word}, slots in clockwise order:", width, first=first, indent=2)
    return f"{head}\n{rack_text(Rack('', ring.slots), pen, width)}"


def _circle(ring: Ring, pen: Pen, width: int, direction: str) -> list[str]:
    """The lines of the circle, none if it does not fit: each slot takes two, its label and its pyramids."""
    slots = [write_group(slot, pen, width) for slot in ring.slots]
    radius = (width - max([max(slot.label.columns, slot.content.columns) for slot in slots], default=0)) / 2
    lines: list[list[tuple[float, Piece]]] = [[] for _ in range(2 * (len(slots) // 2 + 1))]
    for number, slot in enumerate(slots):
        middle = width / 2 + radius * math.sin(2 * math.pi * number / len(slots))
        row = min(number, len(slots) - number)
        lines[2 * row].append((middle, slot.label))
        lines[2 * row + 1].append((middle, slot.content))
    name = short(ring.label, pen.charset, width // 3)
    centre = len(lines) // 2 - 1
    lines[centre].append((width / 2, Piece(pen.paint("label", name), columns(name))))
    lines[centre + 1].append((width / 2, Piece(direction, len(direction))))
    drawn = [text for text in map(_place, lines) if text is not None]
    return drawn if len(drawn) == len(lines) else []


def _place(pieces: list[tuple[float, Piece]]) -> str | None:
    """A line with each piece centred on its column, None if two pieces touch."""
    line = ""
    taken = 0
    for middle, piece in sorted(pieces):
        start = round(middle - piece.columns / 2)
        if start < taken + bool(line):
            return None
        line += " " * (start - taken) + piece.text
        taken = start + piece.columns
    return line
