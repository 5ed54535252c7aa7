"""All blocks of a diagram but the board, as text: racks, rings, cards, facts, remarks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pyrnot.render.text_lines import Piece, clean, columns, fold, fold_words, short
from pyrnot.render.text_pen import Pen, letters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.diagram import Card, Cards, Facts, Group, Rack, Remarks, Ring

_RING_WIDTH = 72


def rack_text(rack: Rack, pen: Pen, width: int) -> str:
    """The rack's label and its groups: on one line if they fit, else below the label."""
    label = short(rack.label, pen.charset, width - 1)
    first = Piece(f"{pen.label(label)}:" if label else "", columns(label) + 1 if label else 0)
    groups = [_group_pieces(group, pen, width) for group in rack.groups]
    whole = [_joined(pieces) for pieces in groups]
    gap = 2 if len(groups) == 1 else 3
    if first.columns + sum([gap + piece.columns for piece in whole]) <= width:
        texts = [piece.text for piece in whole]
        return (" " * gap).join([first.text, *texts] if label else texts)
    lines = [first.text] if label else []
    line: list[Piece] = []
    for pieces, piece in zip(groups, whole, strict=True):
        if piece.columns + 2 <= width:
            line.append(piece)
            continue
        if line:
            lines.append(fold(line, width, Piece("  ", 2), 2, 3))
            line = []
        lines.append(fold(pieces, width, Piece("  ", 2), 4, 1))
    if line:
        lines.append(_table(line, width) or fold(line, width, Piece("  ", 2), 2, 3))
    return "\n".join(lines)


def _table(pieces: Sequence[Piece], width: int) -> str:
    """The pieces in even columns, as many as fit the width."""
    cell = max(piece.columns for piece in pieces)
    count = max(1, (width - 2 + 3) // (cell + 3))
    # Rows of equal length look better than one full row and a rest.
    rows = -(-len(pieces) // count)
    count = -(-len(pieces) // rows)
    lines = []
    for at in range(0, len(pieces), count):
        row = pieces[at : at + count]
        padded = [piece.text + " " * (cell - piece.columns) for piece in row[:-1]]
        lines.append("  " + "   ".join([*padded, row[-1].text]))
    return "\n".join(lines)


def _group_pieces(group: Group, pen: Pen, width: int) -> list[Piece]:
    """A group's label, pyramids and note; never empty."""
    pieces = []
    if group.label:
        label = short(group.label, pen.charset, width - 10)
        sign = f" {pen.mark(group.mark)}" if group.mark else ""
        pieces.append(Piece(f"{pen.label(label)}{sign}:", columns(label) + (3 if sign else 1)))
    elif group.mark:
        pieces.append(Piece(pen.mark(group.mark), 1))
    for shown in group.pyramids:
        text = pen.pyramid(shown)
        taken = len(shown.letters) if shown.count == 1 else len(letters_of(shown, pen.signs))
        if shown.mark:
            text += pen.mark(shown.mark)
            taken += 1
        pieces.append(Piece(text, taken))
    if group.note:
        note = short(group.note, pen.charset, width - 8)
        if group.pyramids and not note.endswith(")"):
            note = f"({note})"
        pieces.append(Piece(pen.quiet(note), columns(note)))
    elif not group.pyramids:
        pieces.append(Piece("-", 1))
    return pieces


def _joined(pieces: Sequence[Piece]) -> Piece:
    """Several pieces with a blank between them, not to be broken."""
    if len(pieces) == 1:
        return pieces[0]
    return Piece(" ".join([piece.text for piece in pieces]), sum([piece.columns for piece in pieces]) + len(pieces) - 1)


def ring_text(ring: Ring, pen: Pen, width: int) -> str:
    """The slots in a ring, the first at the top, if they fit; else a list that says the direction."""
    slots = [_slot(group, pen, width) for group in ring.slots]
    return _round(ring, slots, pen, min(width, _RING_WIDTH)) or _listed(ring, pen, width)


def _slot(group: Group, pen: Pen, width: int) -> tuple[Piece, Piece]:
    """The two lines of a slot: its label, its pyramids."""
    pieces = _group_pieces(group, pen, width)
    if not group.label and not group.mark:
        return Piece("", 0), _joined(pieces)
    label = pieces.pop(0)
    text = label.text[:-1] if group.label else label.text
    return Piece(text, label.columns - bool(group.label)), _joined(pieces)


def _turns(ring: Ring, pen: Pen) -> tuple[str, str]:
    """The sign and the word for the way the indicator points."""
    signs = pen.signs
    return (signs.clockwise, "clockwise") if ring.clockwise else (signs.counter, "counter-clockwise")


def _round(ring: Ring, slots: Sequence[tuple[Piece, Piece]], pen: Pen, width: int) -> str:
    """The ring proper, "" if it does not fit: each slot two lines of text, two slots side by side in most rows."""
    count = len(slots)
    if count < 3:
        return ""
    slot_width = max(max(label.columns, pyramids.columns) for label, pyramids in slots)
    radius = (width - slot_width) / 2
    if radius < slot_width / 2 + 1:
        return ""
    rows: list[list[tuple[int, Piece]]] = [[] for _ in range(2 * (count // 2 + 1))]
    taken: dict[int, list[tuple[int, int]]] = {}
    for number, lines in enumerate(slots):
        row = min(number, count - number)
        middle = width / 2 + radius * math.sin(2 * math.pi * number / count)
        span = (round(middle - slot_width / 2), round(middle + slot_width / 2))
        if any(span[0] < end + 1 and start < span[1] + 1 for start, end in taken.get(row, ())):
            return ""
        taken.setdefault(row, []).append(span)
        for below, piece in enumerate(lines):
            rows[2 * row + below].append((round(middle - piece.columns / 2), piece))
    sign, word = _turns(ring, pen)
    label = short(ring.label, pen.charset, width // 3)
    centre = [Piece(pen.label(label), columns(label)), Piece(f"{sign} {word}", len(sign) + 1 + len(word))]
    for row, piece in enumerate(centre, len(rows) // 2 - 1):
        at = round((width - piece.columns) / 2)
        if any(at < start + other.columns + 1 and start < at + piece.columns + 1 for start, other in rows[row]):
            return ""
        rows[row].append((at, piece))
    lines_out = []
    for placed in rows:
        line = ""
        reached = 0
        for at, piece in sorted(placed, key=lambda item: item[0]):
            line += " " * (at - reached) + piece.text
            reached = at + piece.columns
        lines_out.append(line)
    return "\n".join(lines_out)


def _listed(ring: Ring, pen: Pen, width: int) -> str:
    """The slots in a list, in clockwise order, with the direction in words."""
    sign, word = _turns(ring, pen)
    label = short(ring.label, pen.charset, width // 3)
    ways = [f"{word} {sign},", "slots", "in", "clockwise", "order:"]
    head = fold([Piece(way, len(way)) for way in ways], width, Piece(pen.label(label) + ":", columns(label) + 1), 2, 1)
    slots = [fold(_group_pieces(group, pen, width), width, Piece("  ", 2), 4, 1) for group in ring.slots]
    return "\n".join([head, *slots])


def cards_text(cards: Cards, pen: Pen, width: int) -> str:
    """The cards as boxes, those of a row side by side as far as they fit."""
    lines = [f"{pen.label(short(cards.label, pen.charset, width - 1))}:"] if cards.label else []
    for row in cards.rows:
        boxes = [_box(card, pen, width) for card in row]
        at = 0
        while at < len(boxes):
            end, taken = at, -1
            while end < len(boxes) and (end == at or taken + 1 + boxes[end][0] <= width):
                taken += 1 + boxes[end][0]
                end += 1
            lines.extend(_side_by_side(boxes[at:end]))
            at = end
    return "\n".join(lines)


def _box(card: Card, pen: Pen, width: int) -> tuple[int, list[str]]:
    """One card: its width in columns and its lines, all of that width."""
    signs = pen.signs
    inside = width - 4
    title = short(card.title, pen.charset, width // 2 - 6)
    owner = f" ({short(card.owner, pen.charset, width // 2 - 6)})" if card.owner else ""
    mark = f" {pen.mark(card.mark)}" if card.mark else ""
    head = Piece(pen.label(title) + owner + mark, columns(title + owner) + len(mark and "  "))
    lines: list[Piece] = []
    for group in card.groups:
        pieces = _group_pieces(group, pen, inside)
        while pieces:
            part = [pieces.pop(0)]
            while pieces and sum(piece.columns + 1 for piece in part) + pieces[0].columns <= inside:
                part.append(pieces.pop(0))
            lines.append(_joined(part))
    cell = max([head.columns, *(line.columns for line in lines)])
    left, dash, _, right = tuple(signs.top)
    low_left, low_dash, _, low_right = tuple(signs.bottom)
    box = [f"{left}{dash}{head.text}{dash * (cell + 1 - head.columns)}{right}"]
    box += [f"{signs.bar} {line.text}{' ' * (cell - line.columns)} {signs.bar}" for line in lines]
    box.append(f"{low_left}{low_dash * (cell + 2)}{low_right}")
    return cell + 4, box


def _side_by_side(boxes: Sequence[tuple[int, list[str]]]) -> list[str]:
    """The lines of boxes that stand in one row, from the same line on."""
    height = max(len(lines) for _, lines in boxes)
    rows = []
    for number in range(height):
        parts = [lines[number] if number < len(lines) else " " * width for width, lines in boxes]
        rows.append(" ".join(parts).rstrip())
    return rows


def facts_text(facts: Facts, pen: Pen, width: int) -> str:
    """The facts one after the other, as many on a line as fit."""
    pieces = []
    for name, value in facts.pairs:
        name, value = short(name, pen.charset, width // 2), clean(value, pen.charset)
        first = Piece(f"{pen.label(name)}: ", columns(name) + 2)
        taken = first.columns + columns(value)
        if taken > width:
            pieces.append(Piece(fold_words(value, width, first, 2), width))
        else:
            pieces.append(Piece(first.text + value, taken))
    return fold(pieces, width, Piece("", 0), 0, 3)


def remarks_text(remarks: Remarks, pen: Pen, width: int) -> str:
    """The sentences, one a line, below their label."""
    bullet = Piece(f"  {pen.signs.bullet} ", 4)
    lines = [f"{pen.label(short(remarks.label, pen.charset, width - 1))}:"] if remarks.label else []
    lines += [fold_words(clean(line, pen.charset), width, bullet, 4) for line in remarks.lines]
    return "\n".join(lines)
