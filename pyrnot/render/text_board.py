"""A board as text: a frame with coordinates, each stack in its cell with the top pyramid at the top."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pyrnot.render.text_lines import Charset, Piece, fold
from pyrnot.render.text_pen import SIGNS, Pen, letters_of

if TYPE_CHECKING:
    from pyrnot.diagram import Board, Shown

_ROOMY = 3
"""Columns of a cell beside the letters: a sign of the square, one of the pyramid, another of the square."""


class _Places(NamedTuple):
    """Where squares lie on the page, by square index: the row from the top, and the column."""

    row: tuple[int, ...]
    column: tuple[int, ...]


@lru_cache(maxsize=64)
def _places(files: int, ranks: int, flip: bool) -> _Places:
    squares = range(files * ranks)
    rows = tuple(square // files if flip else ranks - 1 - square // files for square in squares)
    places = tuple(files - 1 - square % files if flip else square % files for square in squares)
    return _Places(rows, places)


def board_text(board: Board, pen: Pen, width: int, flip: bool) -> str:
    """The board, with a line for its paths if it has any; `width` is in columns."""
    grid = board.grid
    files, ranks = grid.files, grid.ranks
    stacks, ghosts = board.stacks, board.ghosts
    row_of, column_of = _places(files, ranks, flip)

    letters = 2
    heights = [1] * ranks
    for square, stack in stacks.items():
        height = len(stack)
        if height > heights[row_of[square]]:
            heights[row_of[square]] = height
        for shown in stack:
            if len(shown.letters) > 2 or shown.count != 1:
                letters = max(letters, len(letters_of(shown, pen.signs)))
    # Boards of single pyramids need no rules between the ranks, unless they are small.
    is_ruled = ranks < 7 or max(heights) > 1
    for square, gone in ghosts.items():
        if is_ruled:
            height = len(stacks.get(square, ())) + len(gone)
            heights[row_of[square]] = max(heights[row_of[square]], height)
        letters = max(letters, *(len(letters_of(shown, pen.signs)) for shown in gone))

    cell = letters + _ROOMY
    margin = " "
    if files * (cell + is_ruled) + 6 > width:
        cell, margin = letters + 1, ""
    blank = " " * cell if is_ruled else pen.signs.empty.center(cell)
    slots = [blank] * (files * sum(heights))

    ground = []
    passed = 0
    for height in heights:
        passed += height * files
        ground.append(passed - files)

    write = pen.on_board(cell, margin)
    for square, stack in stacks.items():
        at = ground[row_of[square]] + column_of[square]
        for shown in stack:
            slots[at] = write(shown)
            at -= files

    taken_off: list[Piece] = []
    for square, gone in ghosts.items():
        at = ground[row_of[square]] + column_of[square] - files * len(stacks.get(square, ()))
        for shown in gone:
            if is_ruled or square not in stacks:
                slots[at] = _ghost(shown, pen, cell)
                at -= files
            else:
                sign = pen.mark(shown.mark) if shown.mark else ""
                name = grid.names[square]
                taken_off.append(
                    Piece(
                        f"{pen.pyramid(shown)}{sign} {name}",
                        len(letters_of(shown, pen.signs)) + bool(sign) + 1 + len(name),
                    )
                )
    if board.marks or board.spots or board.region is not None:
        for square in _special(board):
            at = ground[row_of[square]] + column_of[square]
            slots[at] = _special_cell(board, square, pen, cell, margin, slots[at])

    text = _frame(files, ranks, cell, is_ruled, flip, pen.charset, tuple(heights)) % tuple(slots)
    if board.paths:
        names = grid.names
        paths = [Piece(path, len(path)) for path in ("-".join([names[at] for at in path]) for path in board.paths)]
        text += "\n" + _line("Path" if len(paths) == 1 else "Paths", paths, pen, width)
    if taken_off:
        text += "\n" + _line("No longer there", taken_off, pen, width)
    return text


def _line(label: str, pieces: list[Piece], pen: Pen, width: int) -> str:
    """A list below the board, folded between its pieces."""
    listed = [Piece(piece.text + ",", piece.columns + 1) for piece in pieces[:-1]] + pieces[-1:]
    return fold(listed, width, Piece(pen.label(label) + ":", len(label) + 1), 2, 1)


def _special(board: Board) -> list[int]:
    """Squares whose cell says more than the pyramids on it."""
    squares = set(board.marks) | board.spots
    if board.region is not None:
        squares.update(square for square in range(board.grid.size) if square not in board.region)
    return sorted(squares)


def _special_cell(board: Board, square: int, pen: Pen, cell: int, margin: str, slot: str) -> str:
    """The ground of a square with signs of its own; `slot` is what stands there without them."""
    is_outside = board.region is not None and square not in board.region
    spot = pen.quiet(pen.signs.spot) if square in board.spots else ""
    sign = pen.mark(board.marks[square]) if _says_more(board, square) else ""
    stack = board.stacks.get(square)
    if stack:
        if margin:
            return pen.in_cell(stack[0], cell, spot or margin, sign or " ")
        # In a narrow cell a pyramid's own mark goes first.
        return slot if stack[0].mark or not (spot or sign) else pen.pyramid(stack[0]) + (sign or spot)
    if square in board.ghosts:
        return slot
    if not spot and not sign:
        return pen.quiet(pen.signs.outside * cell) if is_outside else slot
    fill = pen.signs.outside if is_outside else " "
    if spot and sign:
        return f"{spot}{fill * (cell - 2)}{sign}"
    before = cell // 2
    return f"{fill * before}{spot or sign}{fill * (cell - 1 - before)}"


def _says_more(board: Board, square: int) -> bool:
    """Whether the square has a mark that no pyramid on it (or gone from it) shows already."""
    if square not in board.marks:
        return False
    mark = board.marks[square]
    return all(shown.mark is not mark for at in (board.stacks, board.ghosts) for shown in at.get(square, ()))


def _ghost(shown: Shown, pen: Pen, cell: int) -> str:
    """A pyramid that is no longer there, in brackets where there is room for them."""
    pen.has_ghosts = True
    sign = pen.mark(shown.mark) if shown.mark else " "
    letters = letters_of(shown, pen.signs)
    if cell < len(letters) + 3:
        return f"{pen.pyramid(shown)}{sign}{' ' * (cell - 1 - len(letters))}"
    return f"({pen.pyramid(shown)}){sign}{' ' * (cell - 3 - len(letters))}"


@lru_cache(maxsize=4096)
def _frame(
    files: int, ranks: int, cell: int, is_ruled: bool, flip: bool, charset: Charset, heights: tuple[int, ...]
) -> str:
    """The board with a `%s` for each slot: rows from the top, each from the left."""
    signs = SIGNS[charset]
    gap = 1 if is_ruled else 0
    names = "abcdefgh"[:files][:: -1 if flip else 1]
    edge = "   " + (" " * gap).join(name.center(cell) for name in names).rstrip()
    numbers = range(1, ranks + 1) if flip else range(ranks, 0, -1)

    def line(shape: str) -> str:
        left, dash, cross, right = tuple(shape)
        return f"  {left}{(cross * gap).join([dash * cell] * files)}{right}"

    bar = signs.bar
    row = f"{bar}{(bar * gap).join(['%s'] * files)}{bar}"
    rows = []
    for number, height in zip(numbers, heights, strict=True):
        lines = [f"  {row}"] * (height - 1) + [f"{number} {row} {number}"]
        rows.append("\n".join(lines))
    rule = f"\n{line(signs.inner)}\n" if is_ruled else "\n"
    body = rule.join(rows)
    return f"{edge}\n{line(signs.top)}\n{body}\n{line(signs.bottom)}\n{edge}"
