"""A board as text: a frame with coordinates, and on each square its stack with the top pyramid at the top.

On a large screen each pyramid is a block of several lines, wider for each size and narrower at its top, with its
letters on the lowest line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagram import BoardBlock, DrawnPyramid, Mark
from pyrnot.core.refusal import OWED
from pyrnot.render.text.lines import Piece, columns, fold
from pyrnot.render.text.pen import Pen

_AROUND = 5
"""The columns beside the squares of a ruled board: its ranks, and one edge more than it has files."""
_ASPECT = 2
"""A line of a terminal is about this many times as high as a column is wide."""
_FAULTS = (Mark.WRITTEN, Mark.WRONG)
"""Marks of squares that matter more than what became of the pyramids on them."""
_SYMBOLS = 3
"""The columns beside the letters in a cell: a symbol of the square, one of the pyramid, and another of the square."""


class Scale(Struct, frozen=True, kw_only=True):
    """How large a board is drawn.

    With a `zoom` of 2 or more each pyramid is a block of that many lines, whatever the width. If the board `is_even`,
    all its ranks have the same number of lines, `extra` more than the highest stack needs, and the letters of the
    files are on its edges. An even board may do without pyramids `gone` from above stacks, which are then listed
    below it, and without `rules` between its ranks.
    """

    zoom: int = 1
    is_even: bool = False
    extra: int = 0
    gone: bool = True
    rules: bool = True


DEFAULT_SCALE = Scale()
"""That of a page, which is as high as it needs to be."""


class _BoardLayout(Struct, frozen=True, kw_only=True):
    """How a board is laid out: the columns of a cell, and the lines of a cell without a stack.

    A pyramid has `block` lines, and `growth` more columns on each side for each of its pips. If the board is not
    ruled, there is no line between ranks and no column between files; `rules` are those between ranks. Pyramids
    `gone` from above stacks may be drawn there. `tall` is also the least number of lines of a rank, of which `below`
    are under its stacks.
    """

    cell: int
    is_ruled: bool
    gone: bool
    rules: bool = True
    is_even: bool = False
    tall: int = 1
    below: int = 0
    block: int = 1
    growth: int = 0

    def has_room(self, board: BoardBlock, square: int) -> bool:
        """Whether pyramids gone from the square are drawn on it, above its stack."""
        return self.gone or square not in board.stacks


class _Row(Struct, frozen=True):
    """A line of a cell: a text in its middle, the columns of it, and the symbol of a mark to the right of it."""

    text: str
    columns: int
    mark: str

    def draw(self, cell: int, spot: str = "", symbol: str = "", *, is_fault: bool = False) -> str:
        """The line with symbols of its square at the left and at the right. Where a narrow cell has no room for them,
        the pyramid's own mark takes precedence, unless the symbol at the right shows what is wrong."""
        left = (cell - self.columns) // 2
        right = cell - self.columns - 1 - left
        if cell < self.columns + 3:
            marks = (symbol, self.mark, spot) if is_fault else (self.mark, symbol, spot)
            return f"{' ' * left}{self.text}{next(filter(None, marks), ' ')}{' ' * right}"
        return f"{spot or ' '}{' ' * (left - 1)}{self.text}{self.mark or ' '}{' ' * (right - 1)}{symbol or ' '}"


def board_text(board: BoardBlock, pen: Pen, width: int, *, flip: bool, scale: Scale = DEFAULT_SCALE) -> str:
    """The board in at most `width` columns where possible, with lines below for its paths and for pyramids that are
    no longer there."""
    layout = _lay_out(board, pen, width, scale)
    if scale.is_even:
        layout = _even(board, layout, scale, width)
    text = "\n".join(_frame(board, layout, pen, flip=flip))
    if paths := path_texts(board):
        text += "\n" + _list("Path" if len(paths) == 1 else "Paths", paths, pen, width)
    for label, parts in refused_texts(board):
        text += "\n" + _list(label, [pen.paint(Mark.WRITTEN, part) for part in parts], pen, width)
    gone = [
        f"{pen.pyramid(shown)}{pen.mark(shown.mark)} {board.grid.names[square]}"
        for square, ghosts in board.ghosts.items()
        if not layout.has_room(board, square)
        for shown in ghosts
    ]
    if gone:
        text += "\n" + _list("No longer there", gone, pen, width)
    return text


def path_texts(board: BoardBlock) -> list[str]:
    """The paths and swaps of the turn, with their numbers if there are several: `1. a2-b3`, `2. c4<>d5`; each leg by
    itself if the board counts legs."""
    names = board.grid.names
    routes = [pair for path in board.paths for pair in pairwise(path)] if board.counts_legs else board.paths
    texts = [
        ("<>" if index in board.swaps else "-").join([names[at] for at in route])
        for index, route in enumerate(routes)
    ]
    return texts if len(texts) == 1 else [f"{number}. {text}" for number, text in enumerate(texts, 1)]


def refused_texts(board: BoardBlock) -> list[tuple[str, list[str]]]:
    """What an illegal turn wrote, what is owed and what is wrong, each list with its label."""
    if board.refused is None:
        return []
    names = board.grid.names
    lists = [
        ("Written", ["-".join([names[at] for at in board.refused.written])]),
        ("Owed", ["-".join([names[at] for at in board.refused.owed])]),
        ("Wrong", [f"{names[square]} {word}" for square, word in board.refused.wrong.items() if word != OWED]),
    ]
    return [(label, texts) for label, texts in lists if any(texts)]


def _lay_out(board: BoardBlock, pen: Pen, width: int, scale: Scale) -> _BoardLayout:
    zoom = scale.zoom
    stacks = [*board.stacks.values(), *board.ghosts.values()]
    letters = max([2, *[len(pen.letters(shown)) for stack in stacks for shown in stack]])
    highest = max(map(len, stacks), default=0)
    if zoom > 1:
        # A tree of three blocks is narrower at each line; where nothing stands that high, the blocks need the height.
        growth, tall = (zoom - 1, zoom) if highest > 2 else (1, zoom + 1)
        return _BoardLayout(
            cell=letters + 6 * growth + 4, is_ruled=True, gone=True, tall=tall, block=zoom, growth=growth
        )
    # A large board of single pyramids needs no rules between its ranks, unless it has lost a stack.
    is_ruled = scale.is_even or board.grid.ranks < 7 or highest > 1
    is_wide = board.grid.files * (letters + _SYMBOLS + is_ruled) + 6 <= width
    return _BoardLayout(cell=letters + (_SYMBOLS if is_wide else 1), is_ruled=is_ruled, gone=is_ruled)


def _even(board: BoardBlock, layout: _BoardLayout, scale: Scale, width: int) -> _BoardLayout:
    """The layout with ranks of the same height, and with squares as wide as they are high where there is room."""
    layout = replace(layout, is_even=True, gone=scale.gone, rules=scale.rules)
    ghosts = {square: len(gone) for square, gone in board.ghosts.items() if layout.has_room(board, square)}
    stacks = [len(stack) * layout.block + ghosts.get(square, 0) for square, stack in board.stacks.items()]
    lines = max([layout.tall, *stacks, *ghosts.values()]) + scale.extra
    room = (width - _AROUND) // board.grid.files - 1
    cell = max(layout.cell, min(_ASPECT * lines + _SYMBOLS, room))
    return replace(layout, tall=lines, below=scale.extra // 2, cell=cell)


def _cell(board: BoardBlock, square: int, layout: _BoardLayout, pen: Pen) -> list[str]:
    """The lines of a square, bottom up: its stack, what is gone from above it, and the symbols of the square, of
    which a pyramid may bear one; none for a blank square."""
    spot = pen.paint("quiet", pen.glyphs.spot) if square in board.spots else ""
    symbol = _symbol(board, square, pen) if square in board.marks else ""
    rows = _stack_rows(board, square, layout, pen)
    if rows:
        below = [" " * layout.cell] * layout.below
        is_fault = board.marks.get(square) in _FAULTS
        lowest = rows[0].draw(layout.cell, spot, symbol, is_fault=is_fault)
        return [*below, lowest, *[row.draw(layout.cell) for row in rows[1:]]]
    is_outside = board.region is not None and square not in board.region
    if not (is_outside or spot or symbol):
        return []
    return _bare_lines(spot, symbol, layout, pen, pen.glyphs.outside if is_outside else " ")


def _bare_lines(spot: str, symbol: str, layout: _BoardLayout, pen: Pen, fill: str) -> list[str]:
    """The lines of a square without pyramids, filled with `fill`, with its symbols in the middle."""
    lines = [pen.paint("quiet", fill * layout.cell)] * layout.tall
    if spot and symbol:
        lines[layout.tall // 2] = _Row("", 0, "").draw(layout.cell, spot, symbol).replace(" ", fill)
    elif spot or symbol:
        lines[layout.tall // 2] = _Row(spot or symbol, 1, "").draw(layout.cell).replace(" ", fill)
    return lines


def _symbol(board: BoardBlock, square: int, pen: Pen) -> str:
    """The symbol of a square's mark, unless a pyramid on it or gone from it has the same."""
    own = board.marks[square]
    pyramids = (*board.stacks.get(square, ()), *board.ghosts.get(square, ()))
    return pen.mark(own) if own not in [shown.mark for shown in pyramids] else ""


def _stack_rows(board: BoardBlock, square: int, layout: _BoardLayout, pen: Pen) -> list[_Row]:
    """The lines of the stack on a square, bottom up, and of what is gone from above it."""
    rows = [row for shown in board.stacks.get(square, ()) for row in _block(shown, layout, pen)]
    if layout.has_room(board, square):
        wave = board.waves.get(square)
        rows += [_ghost(shown, pen, layout.cell, wave) for shown in board.ghosts.get(square, ())]
    return rows


def _block(shown: DrawnPyramid, layout: _BoardLayout, pen: Pen) -> Iterator[_Row]:
    """The lines of a pyramid, bottom up."""
    letters = pen.letters(shown)
    base = len(letters) + 2 * shown.pyramid.size * layout.growth
    yield _Row(pen.paint(shown.pyramid.colour, letters.center(base)), base, pen.mark(shown.mark))
    for line in range(1, layout.block):
        # The two upper lines are equally wide, so that the next pyramid of a tree stands on a ledge.
        wide = max(base - 2 * min(line, layout.block - 2), 2)
        yield _Row(pen.paint(shown.pyramid.colour, " " * wide), wide, "")


def _ghost(shown: DrawnPyramid, pen: Pen, cell: int, wave: int | None) -> _Row:
    """A pyramid that is no longer there, in brackets, and the number of its wave as its mark. Without room for
    brackets, its own mark tells it from those that are there, also where there are no colours."""
    letters = pen.letters(shown)
    if cell < len(letters) + 3:
        return _Row(pen.paint("quiet", letters), len(letters), pen.mark(shown.mark))
    symbol = pen.paint(Mark.REMOVED, str(wave)[-1]) if wave else pen.mark(shown.mark)
    return _Row(f"({pen.pyramid(shown)})", len(letters) + 2, symbol)


def _frame(board: BoardBlock, layout: _BoardLayout, pen: Pen, *, flip: bool) -> Iterator[str]:
    """The lines of the board: coordinates, edges, and each rank with its stacks."""
    glyphs = pen.glyphs
    names = "abcdefgh"[: board.grid.files][:: -1 if flip else 1]
    if layout.is_even:
        yield _rule(board, glyphs.top, layout, names, flip=flip)
        yield from _ranks(board, layout, pen, flip=flip)
        yield _rule(board, glyphs.bottom, layout, names, flip=flip)
        return
    centred = [name.center(layout.cell) for name in names]
    coordinates = "   " + _joined(board, centred, " " if layout.is_ruled else "", " ", flip=flip).rstrip()
    yield coordinates
    yield _rule(board, glyphs.top, layout, flip=flip)
    yield from _ranks(board, layout, pen, flip=flip)
    yield _rule(board, glyphs.bottom, layout, flip=flip)
    yield coordinates


def _ranks(board: BoardBlock, layout: _BoardLayout, pen: Pen, *, flip: bool) -> Iterator[str]:
    """The lines of all ranks, and those between them."""
    ranks = range(board.grid.ranks)
    order = ranks if flip else ranks[::-1]
    for rank in order:
        above = rank if flip else rank + 1
        if above in board.rank_lines:
            yield _rule(board, pen.glyphs.divider, layout, flip=flip)
        elif layout.is_ruled and layout.rules and rank != order[0]:
            yield _rule(board, pen.glyphs.inner, layout, flip=flip)
        yield from _rank(board, rank, layout, pen, flip=flip)


def _rank(board: BoardBlock, rank: int, layout: _BoardLayout, pen: Pen, *, flip: bool) -> Iterator[str]:
    """The lines of a rank: its stacks, with the coordinates beside the lowest line of a stack."""
    edge = pen.glyphs.bar
    if layout.is_ruled:
        blank = " " * layout.cell
        bar = edge
    else:
        blank = pen.glyphs.empty.center(layout.cell)
        bar = ""
    empty = (blank,) * layout.tall
    files = board.grid.files
    squares = range(rank * files, (rank + 1) * files)[:: -1 if flip else 1]
    cells = [_cell(board, square, layout, pen) or empty for square in squares]
    levels = [*zip_longest(*cells, fillvalue=blank)]
    levels += [(blank,) * files] * (layout.tall - len(levels))
    for at, level in reversed([*enumerate(levels)]):
        name = rank + 1 if at == layout.below else ""
        line = _joined(board, level, bar, pen.glyphs.divider_bar, flip=flip)
        yield f"{name:<2}{edge}{line}{edge} {name}".rstrip()


def _rule(board: BoardBlock, shape: str, layout: _BoardLayout, names: str = "", *, flip: bool) -> str:
    """A line above, below or between ranks, with the names of files; `shape` is a left corner, the line, a crossing
    and a right corner."""
    left, dash, cross, right = tuple(shape)
    dashes = [name.center(layout.cell, dash) for name in names or dash * board.grid.files]
    return f"  {left}{_joined(board, dashes, cross if layout.is_ruled else '', cross, flip=flip)}{right}"


def _joined(board: BoardBlock, cells: Sequence[str], usual: str, divider: str, *, flip: bool) -> str:
    """What is drawn of a line's cells, from the left, with what is usual between two of them, and the divider where
    the board is divided."""
    at_line = {board.grid.files - line if flip else line for line in board.file_lines}
    between = [divider if place in at_line else usual for place in range(1, len(cells))]
    return "".join([part for pair in zip(cells, [*between, ""], strict=True) for part in pair])


def _list(label: str, texts: Sequence[str], pen: Pen, width: int) -> str:
    """A labelled list below the board, folded between its texts."""
    *others, last = texts
    pieces = [Piece(text, pen.columns(text)) for text in (*(f"{text}," for text in others), last)]
    first = Piece(f"{pen.paint('label', label)}:", columns(label) + 1)
    return fold(pieces, width, first=first, indent=2, gap=1)
