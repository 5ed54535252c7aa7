"""Racks, cards, facts and remarks as text, and the groups that racks, cards and rings consist of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.diagram import Card, Cards, Facts, Group, Rack, Remarks
from pyrnot.render.text.lines import Piece, clean, columns, fold, fold_words, short, short_name
from pyrnot.render.text.pen import Pen

# Groups


class GroupText(Struct, frozen=True):
    """A group as text: its label (and mark), its pyramids and note, both on one line, and the pieces of that line."""

    label: Piece
    content: Piece
    line: Piece
    pieces: tuple[Piece, ...]


@lru_cache(maxsize=4096)
def write_group(group: Group, pen: Pen, width: int) -> GroupText:
    """The group, with its label and note cut so that each fits on a line of `width` columns.

    Positions of a game share most of their groups, so each is written once.
    """
    label = pen.paint("label", short(group.label, pen.charset, width - 10)) if group.label else ""
    label = " ".join(filter(None, (label, pen.mark(group.mark))))
    texts = [pen.pyramid(shown) + pen.mark(shown.mark) for shown in group.pyramids]
    if group.note:
        note = short(group.note, pen.charset, width - 8)
        if group.pyramids and not note.endswith(")"):
            note = f"({note})"
        texts.append(pen.paint("quiet", note))
    elif not group.pyramids:
        texts.append("-")
    head = []
    if label:
        head = [f"{label}:" if group.label else label]
    return GroupText(
        label=_measured(label, pen),
        content=_measured(" ".join(texts), pen),
        line=_measured(" ".join([*head, *texts]), pen),
        pieces=tuple([_measured(text, pen) for text in [*head, *texts]]),
    )


def _measured(text: str, pen: Pen) -> Piece:
    return Piece(text, pen.columns(text))


# Racks


def rack_text(rack: Rack, pen: Pen, width: int) -> str:
    """The rack's label and its groups: on one line if they fit, else below the label."""
    label = short_name(rack.label, pen.charset, width - 1)
    lines = [f"{pen.paint('label', label)}:"] if label else []
    if not rack.groups:
        return "".join(lines)
    groups = [write_group(group, pen, width) for group in rack.groups]
    taken = [group.line.columns for group in groups]
    gap = 2 if len(groups) == 1 else 3
    if (columns(label) + 1 if label else 0) + sum(taken) + gap * len(groups) <= width:
        return (" " * gap).join([*lines, *[group.line.text for group in groups]])
    return "\n".join([*lines, *_below(groups, width)])


def _below(groups: Sequence[GroupText], width: int) -> list[str]:
    """The lines of groups below the label of their rack. Those that fit on a line are set in a table; the others are
    broken."""
    lines: list[str] = []
    row: list[Piece] = []
    for group in groups:
        if group.line.columns + 2 <= width:
            row.append(group.line)
            continue
        if row:
            lines.append(fold(row, width, first=Piece("  ", 2), indent=2, gap=3))
            row = []
        lines.append(fold(group.pieces, width, first=Piece("  ", 2), indent=4, gap=1))
    return lines + _table(row, width) if row else lines


def _table(cells: Sequence[Piece], width: int) -> list[str]:
    """Cells in columns of the same width, as many side by side as fit."""
    cell = max([piece.columns for piece in cells]) + 3
    count = max(1, (width + 1) // cell)
    # Rows of equal length look better than full rows and a remainder.
    rows = -(-len(cells) // count)
    count = -(-len(cells) // rows)
    lines = []
    for at in range(0, len(cells), count):
        *row, last = cells[at : at + count]
        lines.append(f"  {''.join([text + ' ' * (cell - taken) for text, taken in row])}{last.text}")
    return lines


# Cards


def cards_text(cards: Cards, pen: Pen, width: int, *, zoom: int = 1) -> str:
    """The cards as boxes, row after row, as many side by side as fit. A `zoom` of 2 or more makes the pyramids on
    them wider and sets the lines apart."""
    wide = pen.padded(zoom - 1)
    lines = [f"{pen.paint('label', short(cards.label, pen.charset, width - 1))}:"] if cards.label else []
    beside: list[list[Piece]] = []
    for box in [_box(card, wide, width, zoom - 1) for row in cards.rows for card in row]:
        if beside and sum(other[0].columns + 1 for other in beside) + box[0].columns > width:
            lines += _side_by_side(beside)
            beside = []
        beside.append(box)
    return "\n".join([*lines, *_side_by_side(beside)])


def _box(card: Card, pen: Pen, width: int, gap: int) -> list[Piece]:
    """The lines of one card, in at most `width` columns, with `gap` empty ones around each."""
    room = width - 4
    title = pen.paint("label", short_name(card.title, pen.charset, width // 2 - 6))
    owner = f" ({short(card.owner, pen.charset, width // 2 - 6)})" if card.owner else ""
    head = _measured(title + owner + (f" {pen.mark(card.mark)}" if card.mark else ""), pen)
    blank = [Piece("", 0)] * gap
    lines = [
        *blank,
        *(part for group in card.groups for line in _group_lines(group, pen, room) for part in (line, *blank)),
    ]
    cell = max([head.columns, *[line.columns for line in lines]])
    left, dash, _, right = tuple(pen.glyphs.top)
    low_left, low_dash, _, low_right = tuple(pen.glyphs.bottom)
    bar = pen.glyphs.bar
    drawn = [f"{left}{dash}{head.text}{dash * (cell + 1 - head.columns)}{right}"]
    drawn += [f"{bar} {text}{' ' * (cell - taken)} {bar}" for text, taken in lines]
    drawn.append(f"{low_left}{low_dash * (cell + 2)}{low_right}")
    return [Piece(line, cell + 4) for line in drawn]


def _group_lines(group: Group, pen: Pen, width: int) -> list[Piece]:
    """A group on one line, or broken into several if it is wider than `width`."""
    written = write_group(group, pen, width)
    if written.line.columns <= width:
        return [written.line]
    lines = fold(written.pieces, width, indent=0, gap=1).split("\n")
    return [_measured(line, pen) for line in lines]


def _side_by_side(boxes: Sequence[list[Piece]]) -> list[str]:
    """The lines of boxes in one row, aligned at the top."""
    height = max(map(len, boxes), default=0)
    padded = [box + [Piece(" " * box[0].columns, 0)] * (height - len(box)) for box in boxes]
    return [" ".join([piece.text for piece in line]).rstrip() for line in zip(*padded, strict=True)]


# Words


def facts_text(facts: Facts, pen: Pen, width: int) -> str:
    """The facts one after the other, as many on a line as fit."""
    pieces = []
    for name, value in facts.pairs:
        name = short(name, pen.charset, width // 2)
        value = clean(value, pen.charset)
        first = Piece(f"{pen.paint('label', name)}: ", columns(name) + 2)
        taken = first.columns + columns(value)
        if taken > width:
            pieces.append(Piece(fold_words(value, width, first=first, indent=2), width))
        else:
            pieces.append(Piece(first.text + value, taken))
    return fold(pieces, width, indent=0, gap=3)


def remarks_text(remarks: Remarks, pen: Pen, width: int) -> str:
    """The sentences, one a line, below their label."""
    lines = [f"{pen.paint('label', short(remarks.label, pen.charset, width - 1))}:"] if remarks.label else []
    bullet = Piece(f"  {pen.glyphs.bullet} ", 4)
    lines += [fold_words(clean(line, pen.charset), width, first=bullet, indent=4) for line in remarks.lines]
    return "\n".join(lines)
