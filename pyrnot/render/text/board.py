"""A board as text: a frame with coordinates, and on each square its stack with the top pyramid at the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct

from pyrnot.core.diagram import Board, Mark, Shown
from pyrnot.render.text.large import large_cells
from pyrnot.render.text.lines import Piece, columns, fold
from pyrnot.render.text.pen import Pen


class _Layout(Struct, frozen=True, kw_only=True):
    """How a board is laid out: the columns of a cell, and what is left of the letters in it.

    If it is not ruled, there is no line between ranks and no column between files.
    """

    cell: int
    margin: str
    is_ruled: bool

    def has_room(self, board: Board, square: int) -> bool:
        """Whether pyramids gone from the square are drawn on it, above its stack."""
        return self.is_ruled or square not in board.stacks


def board_text(board: Board, pen: Pen, width: int, *, flip: bool, zoom: int = 1) -> str:
    """The board in at most `width` columns where possible, with lines below for its paths and for pyramids that are
    no longer there. With a `zoom` of 2 or more each pyramid is a block of that many lines."""
    layout = _lay_out(board, pen, width)
    cells: Mapping[int, Sequence[str]] = {}
    if zoom > 1:
        cell, cells = large_cells(board, pen, zoom)
        layout = _Layout(cell=cell, margin="", is_ruled=True)
    text = "\n".join(_frame(board, cells or _cells(board, layout, pen), layout, pen, flip=flip))
    if paths := path_texts(board):
        text += "\n" + _list("Path" if len(paths) == 1 else "Paths", paths, pen, width)
    gone = [
        f"{pen.pyramid(shown)}{pen.mark(shown.mark)} {board.grid.names[square]}"
        for square, ghosts in board.ghosts.items()
        if zoom == 1 and not layout.has_room(board, square)
        for shown in ghosts
    ]
    if gone:
        text += "\n" + _list("No longer there", gone, pen, width)
    return text


def path_texts(board: Board) -> list[str]:
    """The paths and swaps of the turn, with their numbers if there are several: `1. a2-b3`, `2. c4<>d5`."""
    names = board.grid.names
    texts = [
        ("<>" if index in board.swaps else "-").join([names[at] for at in path])
        for index, path in enumerate(board.paths)
    ]
    return texts if len(texts) == 1 else [f"{number}. {text}" for number, text in enumerate(texts, 1)]


def has_ghosts(board: Board, pen: Pen, width: int) -> bool:
    """Whether a pyramid that is no longer there is drawn on its square."""
    return bool(board.ghosts) and any(_lay_out(board, pen, width).has_room(board, square) for square in board.ghosts)


def _lay_out(board: Board, pen: Pen, width: int) -> _Layout:
    stacks = [*board.stacks.values(), *board.ghosts.values()]
    letters = max([2, *[len(pen.letters(shown)) for stack in stacks for shown in stack]])
    # A large board of single pyramids needs no rules between its ranks, unless it has lost a stack.
    is_ruled = board.grid.ranks < 7 or max(map(len, stacks), default=0) > 1
    # Beside the letters there are a symbol of the square, one of the pyramid, and another of the square.
    cell, margin = letters + 3, " "
    if board.grid.files * (cell + is_ruled) + 6 > width:
        cell, margin = letters + 1, ""
    return _Layout(cell=cell, margin=margin, is_ruled=is_ruled)


def _cells(board: Board, layout: _Layout, pen: Pen) -> dict[int, Sequence[str]]:
    """By square index, the cells of each square that is not blank, bottom up."""
    cell, margin = layout.cell, layout.margin
    room = cell - len(margin)
    shade = pen.paint("quiet", pen.glyphs.outside * cell)
    cells: dict[int, Sequence[str]] = dict.fromkeys(board.outside, (shade,))
    for square, stack in board.stacks.items():
        if stack:
            cells[square] = [margin + pen.in_cell(shown, room) for shown in stack]
    for square, gone in board.ghosts.items():
        if layout.has_room(board, square):
            below = cells[square] if board.stacks.get(square) else []
            cells[square] = [*below, *[_ghost(shown, pen, cell, board.waves.get(square)) for shown in gone]]
    for square in board.spots | board.marks.keys():
        ground = _ground(board, square, layout, pen)
        if ground:
            cells[square] = [ground, *cells.get(square, ())[1:]]
    return cells


def _ground(board: Board, square: int, layout: _Layout, pen: Pen) -> str:
    """The lowest cell of a square that has symbols; "" if they are not drawn."""
    spot = pen.paint("quiet", pen.glyphs.spot) if square in board.spots else ""
    symbol = pen.mark(_own_mark(board, square))
    stack = board.stacks.get(square)
    if not (spot or symbol):
        return ""
    if stack and layout.margin:
        return (spot or layout.margin) + pen.in_cell(stack[0], layout.cell - 1, symbol)
    if stack:
        # In a narrow cell, the pyramid's own mark takes precedence.
        return "" if stack[0].mark else pen.pyramid(stack[0]) + (symbol or spot)
    if square in board.ghosts:
        return ""
    is_outside = board.region is not None and square not in board.region
    return _empty_cell(layout.cell, spot, symbol, pen.glyphs.outside if is_outside else " ")


def _own_mark(board: Board, square: int) -> Mark | None:
    """The mark of a square, unless a pyramid on it (or gone from it) bears the same mark."""
    mark = board.marks.get(square)
    if mark is None:
        return None
    pyramids = board.stacks.get(square, ()) + board.ghosts.get(square, ())
    return None if mark in [shown.mark for shown in pyramids] else mark


def _empty_cell(cell: int, spot: str, symbol: str, fill: str) -> str:
    """A square with nothing on it but its own glyphs."""
    if spot and symbol:
        return f"{spot}{fill * (cell - 2)}{symbol}"
    before = cell // 2
    return f"{fill * before}{spot or symbol}{fill * (cell - 1 - before)}"


def _ghost(shown: Shown, pen: Pen, cell: int, wave: int | None) -> str:
    """A pyramid that is no longer there, in brackets if there is room for them; the number of its wave is its mark."""
    letters = len(pen.letters(shown))
    symbol = pen.paint(Mark.REMOVED, str(wave)[-1]) if wave else pen.mark(shown.mark) or " "
    if cell < letters + 3:
        return f"{pen.pyramid(shown)}{symbol}{' ' * (cell - 1 - letters)}"
    return f"({pen.pyramid(shown)}){symbol}{' ' * (cell - 3 - letters)}"


def _frame(board: Board, cells: Mapping[int, Sequence[str]], layout: _Layout, pen: Pen, *, flip: bool) -> Iterator[str]:
    """The lines of the board: coordinates, edges, and each rank with its stacks."""
    glyphs, cell, is_ruled = pen.glyphs, layout.cell, layout.is_ruled
    files, ranks = board.grid.files, board.grid.ranks
    names = "abcdefgh"[:files][:: -1 if flip else 1]
    edge = "   " + (" " if is_ruled else "").join([name.center(cell) for name in names]).rstrip()
    blank, bar = (" " * cell, glyphs.bar) if is_ruled else (glyphs.empty.center(cell), "")
    empty = (blank,)
    rule = _rule(glyphs.inner, files, layout) if is_ruled else ""
    yield edge
    yield _rule(glyphs.top, files, layout)
    order = range(ranks) if flip else range(ranks - 1, -1, -1)
    for rank in order:
        if is_ruled and rank != order[0]:
            yield rule
        first = rank * files
        squares = range(first + files - 1, first - 1, -1) if flip else range(first, first + files)
        ground, *levels = zip_longest(*[cells.get(square, empty) for square in squares], fillvalue=blank)
        for level in reversed(levels):
            yield f"  {glyphs.bar}{bar.join(level)}{glyphs.bar}"
        yield f"{rank + 1} {glyphs.bar}{bar.join(ground)}{glyphs.bar} {rank + 1}"
    yield _rule(glyphs.bottom, files, layout)
    yield edge


def _rule(shape: str, files: int, layout: _Layout) -> str:
    """A line above, below or between ranks; `shape` is a left corner, the line, a crossing and a right corner."""
    left, dash, cross, right = tuple(shape)
    return f"  {left}{(cross if layout.is_ruled else '').join([dash * layout.cell] * files)}{right}"


def _list(label: str, texts: Sequence[str], pen: Pen, width: int) -> str:
    """A labelled list below the board, folded between its texts."""
    taken = [pen.columns(text) for text in texts]
    if len(label) + sum(taken) + 2 * len(taken) <= width:
        return f"{pen.paint('label', label)}: {', '.join(texts)}"
    pieces = [Piece(f"{text},", of_text + 1) for text, of_text in zip(texts[:-1], taken[:-1], strict=True)]
    first = Piece(f"{pen.paint('label', label)}:", columns(label) + 1)
    return fold([*pieces, Piece(texts[-1], taken[-1])], width, first=first, indent=2, gap=1)
