"""A board as text: a frame with coordinates, each stack in its cell with the top pyramid at the top."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from pyrnot.render.memory import remember
from pyrnot.render.text.lines import Charset, Piece, fold
from pyrnot.render.text.pen import SIGNS, Another, Pen, letters_of

if TYPE_CHECKING:
    from pyrnot.diagram import Board, Mark, Shown

_ROOMY = 3
"""Columns of a cell beside the letters: a sign of the square, one of the pyramid, another of the square."""


_Cells = tuple[tuple[str, ...], frozenset["Mark"]]
"""The cells of a stack, from its ground up, and the marks in them."""


class _Frame(Struct, frozen=True):
    """A board without pyramids: the lines above it and those below, and between them its own lines from the top, each
    in as many parts, among them its slots. For each square, by its index, where its ground is among the parts."""

    head: str
    parts: tuple[str, ...]
    end: str
    ground: tuple[int, ...]
    pitch: int
    """Parts of a line: how far below a slot the next one is."""


class _Places(NamedTuple):
    """Where squares lie on the page, by square index: the row from the top, and the column."""

    row: tuple[int, ...]
    column: tuple[int, ...]


@lru_cache(maxsize=64)
def _places(files: int, ranks: int, flip: bool) -> _Places:
    squares = range(files * ranks)
    rows = tuple(square // files if flip else ranks - 1 - square // files for square in squares)
    columns = tuple(files - 1 - square % files if flip else square % files for square in squares)
    return _Places(rows, columns)


def board_text(board: Board, pen: Pen, width: int, flip: bool) -> str:
    """The board, with a line for its paths if it has any; `width` is in columns."""
    grid = board.grid
    files, ranks = grid.files, grid.ranks
    stacks, ghosts = board.stacks, board.ghosts
    row_of = _places(files, ranks, flip).row

    letters = max(map(_widest, stacks.values()), default=2)
    heights = [1] * ranks
    for square, stack in stacks.items():
        height = len(stack)
        if height > 1 and height > heights[row_of[square]]:
            heights[row_of[square]] = height
    # Boards of single pyramids need no rules between the ranks, unless they are small or lost a stack.
    is_ruled = ranks < 7 or max(heights) > 1 or any(len(gone) > 1 for gone in ghosts.values())
    for square, gone in ghosts.items():
        if is_ruled:
            height = len(stacks.get(square, ())) + len(gone)
            heights[row_of[square]] = max(heights[row_of[square]], height)
        letters = max(letters, _widest(gone))

    cell = letters + _ROOMY
    margin = " "
    if files * (cell + is_ruled) + 6 > width:
        cell, margin = letters + 1, ""
    spots = board.spots
    frame = _frame(files, ranks, cell, is_ruled, flip, pen.another, pen.charset, tuple(heights), spots)
    ground, pitch = frame.ground, frame.pitch
    parts = list(frame.parts)

    writers = _stack_writers(pen.another, pen.charset, cell, margin, grid.size, spots)
    for square, stack in stacks.items():
        cells, marks = writers[square](stack)
        at = ground[square]
        for text in cells:
            parts[at] = text
            at -= pitch
        if marks:
            pen.used |= marks

    taken_off: list[str] = []
    taken_off_columns: list[int] = []
    for square, gone in ghosts.items():
        at = ground[square] - pitch * len(stacks.get(square, ()))
        for shown in gone:
            if is_ruled or square not in stacks:
                parts[at] = _ghost(shown, pen, cell)
                at -= pitch
            else:
                sign = pen.mark(shown.mark) if shown.mark else ""
                name = grid.names[square]
                taken_off.append(f"{pen.pyramid(shown)}{sign} {name}")
                taken_off_columns.append(len(letters_of(shown, pen.signs)) + bool(sign) + 1 + len(name))
    if board.marks or board.region is not None:
        for square in _special(board):
            parts[ground[square]] = _special_cell(board, square, pen, cell, margin, parts[ground[square]])

    text = f"{frame.head}{''.join(parts)}{frame.end}"
    if board.paths:
        names = grid.names
        paths = ["-".join([names[at] for at in path]) for path in board.paths]
        text += "\n" + _line("Path" if len(paths) == 1 else "Paths", paths, list(map(len, paths)), pen, width)
    if taken_off:
        text += "\n" + _line("No longer there", taken_off, taken_off_columns, pen, width)
    return text


def _widest_of(stack: tuple[Shown, ...]) -> int:
    """Columns that the longest letters in a stack take, at least 2."""
    # It makes no difference to that which charset they are written in.
    return max([2, *[len(letters_of(shown, SIGNS[Charset.ASCII])) for shown in stack]])


_widest = remember(_widest_of)


@lru_cache(maxsize=64)
def _stack_writers(
    another: Another, charset: Charset, cell: int, margin: str, squares: int, spots: frozenset[int]
) -> list[Callable[[tuple[Shown, ...]], _Cells]]:
    """For each square, what writes the stacks on it in cells of so many columns."""

    def write(stack: tuple[Shown, ...]) -> _Cells:
        pen = another(charset)
        return tuple([pen.in_cell(shown, cell, margin) for shown in stack]), frozenset(pen.used)

    def write_on_spot(stack: tuple[Shown, ...]) -> _Cells:
        cells, marks = write(stack)
        if not cells:
            return cells, marks
        pen = another(charset)
        ground = _ground_cell(stack[0], pen, cell, margin, pen.quiet(pen.signs.spot), "", cells[0])
        return (ground, *cells[1:]), marks

    usual, on_spot = remember(write), remember(write_on_spot)
    return [on_spot if square in spots else usual for square in range(squares)]


def _line(label: str, texts: list[str], columns: list[int], pen: Pen, width: int) -> str:
    """A list below the board of texts that take so many columns each, folded between them."""
    head = pen.label(label) + ":"
    if len(label) + sum(columns) + 2 * len(columns) <= width:
        return f"{head} {', '.join(texts)}"
    listed = [Piece(text + ",", taken + 1) for text, taken in zip(texts[:-1], columns[:-1], strict=True)]
    return fold([*listed, Piece(texts[-1], columns[-1])], width, Piece(head, len(label) + 1), 2, 1)


def _special(board: Board) -> list[int]:
    """Squares whose cell says more than the pyramids on it, and that it is a spot."""
    squares = [square for square in board.marks if _says_more(board, square)]
    if board.region is not None:
        squares += [square for square in range(board.grid.size) if square not in board.region]
    return squares


def _special_cell(board: Board, square: int, pen: Pen, cell: int, margin: str, slot: str) -> str:
    """The ground of a square with signs of its own; `slot` is what stands there without them."""
    is_outside = board.region is not None and square not in board.region
    spot = pen.quiet(pen.signs.spot) if square in board.spots else ""
    sign = pen.mark(board.marks[square]) if _says_more(board, square) else ""
    stack = board.stacks.get(square)
    if stack:
        return _ground_cell(stack[0], pen, cell, margin, spot, sign, slot)
    if square in board.ghosts:
        return slot
    if not spot and not sign:
        return pen.quiet(pen.signs.outside * cell) if is_outside else slot
    return _empty_cell(cell, spot, sign, pen.signs.outside if is_outside else " ")


def _ground_cell(shown: Shown, pen: Pen, cell: int, margin: str, spot: str, sign: str, slot: str) -> str:
    """The lowest pyramid of a square with the square's own signs; `slot` is what stands there without them."""
    if margin:
        return pen.in_cell(shown, cell, spot or margin, sign or " ")
    # In a narrow cell a pyramid's own mark goes first.
    return slot if shown.mark or not (spot or sign) else pen.pyramid(shown) + (sign or spot)


def _empty_cell(cell: int, spot: str, sign: str, fill: str) -> str:
    """A square with nothing on it but its own signs."""
    if spot and sign:
        return f"{spot}{fill * (cell - 2)}{sign}"
    before = cell // 2
    return f"{fill * before}{spot or sign}{fill * (cell - 1 - before)}"


def _says_more(board: Board, square: int) -> bool:
    """Whether the square has a mark that no pyramid on it (or gone from it) shows already."""
    if square not in board.marks:
        return False
    mark = board.marks[square]
    shown = board.stacks.get(square, ()) + board.ghosts.get(square, ())
    return mark not in [pyramid.mark for pyramid in shown]


def _ghost(shown: Shown, pen: Pen, cell: int) -> str:
    """A pyramid that is no longer there, in brackets where there is room for them."""
    pen.has_ghosts = True
    sign = pen.mark(shown.mark) if shown.mark else " "
    letters = letters_of(shown, pen.signs)
    if cell < len(letters) + 3:
        return f"{pen.pyramid(shown)}{sign}{' ' * (cell - 1 - len(letters))}"
    return f"({pen.pyramid(shown)}){sign}{' ' * (cell - 3 - len(letters))}"


@lru_cache(maxsize=1024)
def _frame(
    files: int,
    ranks: int,
    cell: int,
    is_ruled: bool,
    flip: bool,
    another: Another,
    charset: Charset,
    heights: tuple[int, ...],
    spots: frozenset[int],
) -> _Frame:
    """The board with an empty cell for each slot; `heights` are those of its rows."""
    signs = SIGNS[charset]
    names = "abcdefgh"[:files][:: -1 if flip else 1]
    edge = "   " + (" " if is_ruled else "").join(name.center(cell) for name in names).rstrip()
    parts: list[str] = []
    ground_of_row = []
    pitch = 2 * files + 1
    for row, height in enumerate(heights):
        parts += _row(files, cell, is_ruled, charset, row + 1 if flip else ranks - row, height, row == ranks - 1)
        ground_of_row.append(len(parts) - pitch + 1)
    ground = tuple([ground_of_row[row] + 2 * column for row, column in zip(*_places(files, ranks, flip), strict=True)])
    if spots:
        spot = _empty_cell(cell, another(charset).quiet(signs.spot), "", " ")
        for square in spots:
            parts[ground[square]] = spot
    top, bottom = [_rule(shape, files, cell, is_ruled) for shape in (signs.top, signs.bottom)]
    return _Frame(f"{edge}\n{top}", tuple(parts), f"{bottom}{edge}", ground, pitch)


@lru_cache(maxsize=1024)
def _row(
    files: int, cell: int, is_ruled: bool, charset: Charset, number: int, height: int, is_last: bool
) -> tuple[str, ...]:
    """The parts of the lines of one rank, and of the rule below it, if any."""
    signs = SIGNS[charset]
    blank = " " * cell if is_ruled else signs.empty.center(cell)
    between = signs.bar if is_ruled else ""
    slots = [blank, *[part for _ in range(files - 1) for part in (between, blank)]]
    rule = _rule(signs.inner, files, cell, is_ruled) if is_ruled and not is_last else ""
    above = [f"  {signs.bar}", *slots, f"{signs.bar}\n"] * (height - 1)
    return (*above, f"{number} {signs.bar}", *slots, f"{signs.bar} {number}\n{rule}")


@lru_cache(maxsize=64)
def _rule(shape: str, files: int, cell: int, is_ruled: bool) -> str:
    """A line above, below or between ranks, with its end: `shape` is a left corner, the line, a crossing, a right
    corner."""
    left, dash, cross, right = tuple(shape)
    return f"  {left}{(cross if is_ruled else '').join([dash * cell] * files)}{right}\n"
