"""Racks, cards, facts and remarks as text, and the groups that racks, cards and rings consist of."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.render.text.lines import Piece, clean, columns, fold, fold_words, short

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.diagram import Card, Cards, Facts, Group, Rack, Remarks
    from pyrnot.render.text.pen import Pen


# Groups


def group_label(group: Group, pen: Pen, width: int) -> str:
    """The label of a group and the sign of its mark, without a colon; "" if it has neither."""
    if not group.label:
        return pen.mark(group.mark)
    label = pen.label(short(group.label, pen.charset, width - 10))
    return f"{label} {pen.mark(group.mark)}" if group.mark else label


def _group_texts(group: Group, pen: Pen, width: int, *, with_label: bool = True) -> list[str]:
    """The label, pyramids and note of a group, between which a line may be broken; never empty."""
    texts = []
    if with_label and (group.label or group.mark):
        label = group_label(group, pen, width)
        texts.append(f"{label}:" if group.label else label)
    texts += [pen.pyramid(shown) + pen.mark(shown.mark) for shown in group.pyramids]
    if group.note:
        note = short(group.note, pen.charset, width - 8)
        if group.pyramids and not note.endswith(")"):
            note = f"({note})"
        texts.append(pen.quiet(note))
    elif not group.pyramids:
        texts.append("-")
    return texts


@lru_cache(maxsize=4096)
def group_piece(group: Group, pen: Pen, width: int, *, with_label: bool = True) -> Piece:
    """A group on one line, however long."""
    text = " ".join(_group_texts(group, pen, width, with_label=with_label))
    return Piece(text, pen.columns(text))


def group_pieces(group: Group, pen: Pen, width: int) -> list[Piece]:
    """A group in pieces that fit on lines of `width` columns."""
    return [Piece(text, pen.columns(text)) for text in _group_texts(group, pen, width)]


# Racks


def rack_text(rack: Rack, pen: Pen, width: int) -> str:
    """The rack's label and its groups: on one line if they fit, else below the label."""
    label = short(rack.label, pen.charset, width - 1)
    lines = [f"{pen.label(label)}:"] if label else []
    if not rack.groups:
        return "".join(lines)
    pieces = [group_piece(group, pen, width) for group in rack.groups]
    taken = [piece.columns for piece in pieces]
    gap = 2 if len(pieces) == 1 else 3
    if (columns(label) + 1 if label else 0) + sum(taken) + gap * len(pieces) <= width:
        return (" " * gap).join([*lines, *[piece.text for piece in pieces]])
    # Groups that fit on a line are set in a table; the others are broken.
    row: list[Piece] = []
    if max(taken) + 2 <= width:
        row = pieces
    else:
        for group, piece in zip(rack.groups, pieces, strict=True):
            if piece.columns + 2 <= width:
                row.append(piece)
                continue
            if row:
                lines.append(fold(row, width, first=Piece("  ", 2), indent=2, gap=3))
                row = []
            lines.append(fold(group_pieces(group, pen, width), width, first=Piece("  ", 2), indent=4, gap=1))
    return "\n".join(lines + _table(row, width) if row else lines)


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


class _Box(Struct, frozen=True):
    """A card: its lines, each `columns` wide."""

    lines: list[str]
    columns: int


def cards_text(cards: Cards, pen: Pen, width: int) -> str:
    """The cards as boxes; cards in a row are side by side as far as they fit."""
    lines = [f"{pen.label(short(cards.label, pen.charset, width - 1))}:"] if cards.label else []
    for row in cards.rows:
        beside: list[_Box] = []
        for box in [_box(card, pen, width) for card in row]:
            if beside and sum(other.columns + 1 for other in beside) + box.columns > width:
                lines += _side_by_side(beside)
                beside = []
            beside.append(box)
        lines += _side_by_side(beside)
    return "\n".join(lines)


def _box(card: Card, pen: Pen, width: int) -> _Box:
    """One card in at most `width` columns."""
    room = width - 4
    title = pen.label(short(card.title, pen.charset, width // 2 - 6))
    owner = f" ({short(card.owner, pen.charset, width // 2 - 6)})" if card.owner else ""
    head = title + owner + (f" {pen.mark(card.mark)}" if card.mark else "")
    lines = [line for group in card.groups for line in _group_lines(group, pen, room)]
    cell = max([pen.columns(head), *[line.columns for line in lines]])
    left, dash, _, right = tuple(pen.signs.top)
    low_left, low_dash, _, low_right = tuple(pen.signs.bottom)
    bar = pen.signs.bar
    drawn = [f"{left}{dash}{head}{dash * (cell + 1 - pen.columns(head))}{right}"]
    drawn += [f"{bar} {text}{' ' * (cell - taken)} {bar}" for text, taken in lines]
    drawn.append(f"{low_left}{low_dash * (cell + 2)}{low_right}")
    return _Box(drawn, cell + 4)


def _group_lines(group: Group, pen: Pen, width: int) -> list[Piece]:
    """A group on one line, or broken into several if it is wider than `width`."""
    piece = group_piece(group, pen, width)
    if piece.columns <= width:
        return [piece]
    lines = fold(group_pieces(group, pen, width), width, indent=0, gap=1).split("\n")
    return [Piece(line, pen.columns(line)) for line in lines]


def _side_by_side(boxes: Sequence[_Box]) -> list[str]:
    """The lines of boxes in one row, aligned at the top."""
    height = max([len(box.lines) for box in boxes], default=0)
    padded = [box.lines + [" " * box.columns] * (height - len(box.lines)) for box in boxes]
    return [" ".join(line).rstrip() for line in zip(*padded, strict=True)]


# Words


def facts_text(facts: Facts, pen: Pen, width: int) -> str:
    """The facts one after the other, as many on a line as fit."""
    pieces = []
    for name, value in facts.pairs:
        name, value = short(name, pen.charset, width // 2), clean(value, pen.charset)
        first = Piece(f"{pen.label(name)}: ", columns(name) + 2)
        taken = first.columns + columns(value)
        if taken > width:
            pieces.append(Piece(fold_words(value, width, first=first, indent=2), width))
        else:
            pieces.append(Piece(first.text + value, taken))
    return fold(pieces, width, indent=0, gap=3)


def remarks_text(remarks: Remarks, pen: Pen, width: int) -> str:
    """The sentences, one a line, below their label."""
    lines = [f"{pen.label(short(remarks.label, pen.charset, width - 1))}:"] if remarks.label else []
    bullet = Piece(f"  {pen.signs.bullet} ", 4)
    lines += [fold_words(clean(line, pen.charset), width, first=bullet, indent=4) for line in remarks.lines]
    return "\n".join(lines)
