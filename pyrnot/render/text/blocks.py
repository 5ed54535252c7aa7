"""All blocks of a diagram but the board, as text: racks, rings, cards, facts, remarks."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.render.memory import remember
from pyrnot.render.text.lines import Piece, clean, columns, fold, fold_words, short
from pyrnot.render.text.pen import Another, Pen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.diagram import Card, Cards, Facts, Group, Mark, Rack, Remarks, Ring
    from pyrnot.render.text.lines import Charset

_RING_WIDTH = 72


class _Slot(Struct, frozen=True):
    """The two lines of a slot, the columns of the wider one, and the marks in them."""

    label: Piece
    pyramids: Piece
    columns: int
    marks: frozenset[Mark]


class _Lines(Struct, frozen=True):
    """The lines of a ring: for each its pieces from the left to the right, by number; and for each piece the column
    where it begins, by how many columns it takes. First come the labels of all slots, then their pyramids, then what
    stands in the middle of the ring."""

    pieces: tuple[tuple[int, ...], ...]
    starts: tuple[tuple[int, ...], ...]


def rack_text(rack: Rack, pen: Pen, width: int) -> str:
    """The rack's label and its groups: on one line if they fit, else below the label."""
    label = short(rack.label, pen.charset, width - 1)
    lines = [f"{pen.label(label)}:"] if label else []
    if not rack.groups:
        return "".join(lines)
    write = _group_writer(pen.another, pen.charset, width)
    texts, taken, marks = zip(*map(write, rack.groups), strict=True)
    pen.used.update(*marks)
    gap = 2 if len(texts) == 1 else 3
    if (columns(label) + 1 if label else 0) + sum(taken) + gap * len(texts) <= width:
        return (" " * gap).join([*lines, *texts])
    if max(taken) + 2 <= width:
        return "\n".join(lines + _table(texts, taken, width))
    line: list[Piece] = []
    for group, text, of_group in zip(rack.groups, texts, taken, strict=True):
        if of_group + 2 <= width:
            line.append(Piece(text, of_group))
            continue
        if line:
            lines.append(fold(line, width, Piece("  ", 2), 2, 3))
            line = []
        lines.append(fold(_group_pieces(group, pen, width), width, Piece("  ", 2), 4, 1))
    if line:
        lines += _table([text for text, _ in line], [of_group for _, of_group in line], width)
    return "\n".join(lines)


def _table(texts: Sequence[str], taken: Sequence[int], width: int) -> list[str]:
    """Texts that take so many columns each, in even columns, as many as fit the width."""
    cell = max(taken)
    count = max(1, (width - 2 + 3) // (cell + 3))
    # Rows of equal length look better than one full row and a rest.
    rows = -(-len(texts) // count)
    count = -(-len(texts) // rows)
    padded = [text + " " * (cell + 3 - of_text) for text, of_text in zip(texts, taken, strict=True)]
    ends = range(count, len(texts), count)
    lines = [f"  {''.join(padded[end - count : end - 1])}{texts[end - 1]}" for end in ends]
    return [*lines, f"  {''.join(padded[len(ends) * count : -1])}{texts[-1]}"]


def _group_texts(group: Group, pen: Pen, width: int, *, label: bool = True) -> list[str]:
    """A group's label (if it is wanted), pyramids and note; never empty."""
    texts = []
    if label and (group.label or group.mark):
        head = _group_label(group, pen, width)
        texts.append(f"{head}:" if group.label else head)
    is_plain, times = pen.is_plain, pen.signs.times
    for shown in group.pyramids:
        # As `letters_of`: a call for each pyramid of each stash would cost more than all else here.
        letters = shown.letters if shown.count == 1 else f"{shown.count}{times}{shown.letters}"
        text = letters if is_plain else pen.pyramid(shown)
        texts.append(text if shown.mark is None else text + pen.mark(shown.mark))
    if group.note:
        note = short(group.note, pen.charset, width - 8)
        if group.pyramids and not note.endswith(")"):
            note = f"({note})"
        texts.append(pen.quiet(note))
    elif not group.pyramids:
        texts.append("-")
    return texts


def _group_label(group: Group, pen: Pen, width: int) -> str:
    """A group's label and its sign; "" if it has neither."""
    if not group.label:
        return pen.mark(group.mark) if group.mark else ""
    label = pen.label(short(group.label, pen.charset, width - 10))
    return f"{label} {pen.mark(group.mark)}" if group.mark else label


def _group_pieces(group: Group, pen: Pen, width: int) -> list[Piece]:
    """What a group consists of, to be broken anywhere between."""
    texts = _group_texts(group, pen, width)
    plain = texts if pen.is_plain else _group_texts(group, Pen(pen.charset), width)
    return list(map(Piece, texts, map(columns, plain)))


def _group_piece(group: Group, pen: Pen, width: int, *, label: bool = True) -> Piece:
    """The same with a blank between them, not to be broken."""
    text = " ".join(_group_texts(group, pen, width, label=label))
    plain = text if pen.is_plain else _group_piece(group, Pen(pen.charset), width, label=label).text
    return Piece(text, columns(plain))


@lru_cache(maxsize=64)
def _group_writer(
    another: Another, charset: Charset, width: int
) -> Callable[[Group], tuple[str, int, frozenset[Mark]]]:
    """What writes a group with such a pen, not to be broken: its text, the columns that it takes, the marks in it."""

    def write(group: Group) -> tuple[str, int, frozenset[Mark]]:
        pen = another(charset)
        return *_group_piece(group, pen, width), frozenset(pen.used)

    return remember(write)


def ring_text(ring: Ring, pen: Pen, width: int) -> str:
    """The slots in a ring, the first at the top, if they fit; else a list that says the direction."""
    slots = list(map(_slot_writer(pen.another, pen.charset, width), ring.slots))
    pen.used.update(*[slot.marks for slot in slots])
    return _round(ring, slots, pen, min(width, _RING_WIDTH)) or _listed(ring, pen, width)


@lru_cache(maxsize=64)
def _slot_writer(another: Another, charset: Charset, width: int) -> Callable[[Group], _Slot]:
    """What writes a slot with such a pen."""

    def write(group: Group) -> _Slot:
        pen = another(charset)
        label = _group_label(group, pen, width)
        plain = label if pen.is_plain else _group_label(group, Pen(charset), width)
        pyramids = _group_piece(group, pen, width, label=False)
        taken = columns(plain)
        return _Slot(Piece(label, taken), pyramids, max(taken, pyramids.columns), frozenset(pen.used))

    return remember(write)


def _turns(ring: Ring, pen: Pen) -> tuple[str, str]:
    """The sign and the word for the way the indicator points."""
    signs = pen.signs
    return (signs.clockwise, "clockwise") if ring.clockwise else (signs.counter, "counter-clockwise")


def _round(ring: Ring, slots: Sequence[_Slot], pen: Pen, width: int) -> str:
    """The ring proper, "" if it does not fit: each slot two lines of text, two slots side by side in most rows."""
    if len(slots) < 3:
        return ""
    labels, pyramids, taken_by_slots, _ = zip(
        *((slot.label, slot.pyramids, slot.columns, slot.marks) for slot in slots), strict=True
    )
    lines = _lines(len(slots), width, max(taken_by_slots))
    if lines is None:
        return ""
    sign, word = _turns(ring, pen)
    name = short(ring.label, pen.charset, width // 3)
    middle = (Piece(pen.label(name), columns(name)), Piece(f"{sign} {word}", len(sign) + 1 + len(word)))
    pieces: tuple[Piece, ...] = (*labels, *pyramids, *middle)
    starts = lines.starts
    parts: list[str] = []
    for numbers in lines.pieces:
        reached = 0
        for number in numbers:
            text, taken = pieces[number].text, pieces[number].columns
            at = starts[number][taken]
            if at <= reached and number != numbers[0]:
                # Slots leave each other room; what stands in the middle touches one.
                return ""
            parts.append(" " * (at - reached))
            parts.append(text)
            reached = at + taken
        parts.append("\n")
    return "".join(parts[:-1])


@lru_cache(maxsize=256)
def _lines(count: int, width: int, slot_width: int) -> _Lines | None:
    """Where the pieces of a ring stand, None if two slots in a row would touch."""
    middles = _middles(count, width, slot_width)
    if not middles:
        return None
    columns_of = [middle for _, middle in middles] * 2 + [width / 2] * 2
    lines: list[list[int]] = [[] for _ in range(2 * (count // 2 + 1))]
    for number, (row, _) in enumerate(middles):
        lines[2 * row].append(number)
        lines[2 * row + 1].append(count + number)
    for number in range(2):
        lines[len(lines) // 2 - 1 + number].append(2 * count + number)
    # What stands in the middle may be wider than a narrow page.
    widths = range(max(width, 24) + 1)
    starts = tuple(tuple(round(middle - taken / 2) for taken in widths) for middle in columns_of)
    return _Lines(tuple(tuple(sorted(line, key=columns_of.__getitem__)) for line in lines), starts)


@lru_cache(maxsize=256)
def _middles(count: int, width: int, slot_width: int) -> tuple[tuple[int, float], ...]:
    """For each slot of a ring its row and the column of its middle; none if two in a row would touch."""
    radius = (width - slot_width) / 2
    if radius < slot_width / 2 + 1:
        return ()
    middles: list[tuple[int, float]] = []
    taken: dict[int, list[tuple[int, int]]] = {}
    for number in range(count):
        row = min(number, count - number)
        middle = width / 2 + radius * math.sin(2 * math.pi * number / count)
        span = (round(middle - slot_width / 2), round(middle + slot_width / 2))
        if any(span[0] < end + 1 and start < span[1] + 1 for start, end in taken.get(row, ())):
            return ()
        taken.setdefault(row, []).append(span)
        middles.append((row, middle))
    return tuple(middles)


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
    draw = _box_drawer(pen.another, pen.charset, width)
    for row in cards.rows:
        boxes = list(map(draw, row))
        at = 0
        while at < len(boxes):
            end, taken = at, -1
            while end < len(boxes) and (end == at or taken + 1 + boxes[end].columns <= width):
                taken += 1 + boxes[end].columns
                end += 1
            for box in boxes[at:end]:
                if box.marks:
                    pen.used |= box.marks
            lines.extend(_side_by_side(boxes[at:end]))
            at = end
    return "\n".join(lines)


class _Box(Struct, frozen=True):
    """A card: its width in columns, its lines, all of that width, and the marks in it."""

    columns: int
    lines: list[str]
    marks: frozenset[Mark]


@lru_cache(maxsize=64)
def _box_drawer(another: Another, charset: Charset, width: int) -> Callable[[Card], _Box]:
    """What draws a card with such a pen."""
    return remember(lambda card: _box(card, another(charset), width))


def _box(card: Card, pen: Pen, width: int) -> _Box:
    """One card, drawn with a pen that has drawn nothing yet."""
    signs = pen.signs
    inside = width - 4
    write = _group_writer(pen.another, pen.charset, inside)
    title = short(card.title, pen.charset, width // 2 - 6)
    owner = f" ({short(card.owner, pen.charset, width // 2 - 6)})" if card.owner else ""
    mark = f" {pen.mark(card.mark)}" if card.mark else ""
    head = pen.label(title) + owner + mark
    head_columns = columns(title + owner) + (2 if mark else 0)
    lines: list[tuple[str, int]] = []
    for group in card.groups:
        text, taken, marks = write(group)
        pen.used |= marks
        if taken <= inside:
            lines.append((text, taken))
            continue
        line = Piece("", 0)
        for piece in _group_pieces(group, pen, inside):
            if line.columns and line.columns + 1 + piece.columns > inside:
                lines.append(line)
                line = Piece("", 0)
            blank = " " if line.columns else ""
            line = Piece(f"{line.text}{blank}{piece.text}", line.columns + len(blank) + piece.columns)
        lines.append(line)
    cell = max([head_columns, *[taken for _, taken in lines]])
    left, dash, _, right = tuple(signs.top)
    low_left, low_dash, _, low_right = tuple(signs.bottom)
    bar = signs.bar
    box = [f"{left}{dash}{head}{dash * (cell + 1 - head_columns)}{right}"]
    box += [f"{bar} {text}{' ' * (cell - taken)} {bar}" for text, taken in lines]
    box.append(f"{low_left}{low_dash * (cell + 2)}{low_right}")
    return _Box(cell + 4, box, frozenset(pen.used))


def _side_by_side(boxes: Sequence[_Box]) -> list[str]:
    """The lines of boxes that stand in one row, from the same line on."""
    if len(boxes) == 1:
        return boxes[0].lines
    height = max([len(box.lines) for box in boxes])
    columns_of_lines = [box.lines + [" " * box.columns] * (height - len(box.lines)) for box in boxes]
    return [" ".join(row).rstrip() for row in zip(*columns_of_lines, strict=True)]


def facts_text(facts: Facts, pen: Pen, width: int) -> str:
    """The facts one after the other, as many on a line as fit."""
    return _facts_text(facts.pairs, pen.another, pen.charset, width)


@lru_cache(maxsize=1024)
def _facts_text(pairs: tuple[tuple[str, str], ...], another: Another, charset: Charset, width: int) -> str:
    pen = another(charset)
    pieces = []
    for name, value in pairs:
        name, value = short(name, charset, width // 2), clean(value, charset)
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
    for line in remarks.lines:
        if len(line) + bullet.columns <= width and line.isascii() and line.isprintable():
            lines.append(bullet.text + line)
        else:
            lines.append(fold_words(clean(line, pen.charset), width, bullet, 4))
    return "\n".join(lines)
