"""Which pyramids of a square a name fits (B31, B33). What they may do is left to `steps` and `swaps`.

Of like pyramids right above each other, where it does not matter which, the lowest that the name fits is meant (B40).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Colour, Size
from pyrnot.core.subjects import Subject, on_square
from pyrnot.games.braces.actions import ABSURD, Name, WrittenPath, WrittenSwap
from pyrnot.games.braces.board import GRID, OFF_BOARD, Place
from pyrnot.games.braces.position import COLOUR_WORD, Position, letters, pyramid_at
from pyrnot.games.braces.progress import NOT_THERE, WRONG_ORDER
from pyrnot.games.braces.stacks import Pile


def find_units(position: Position, written: WrittenPath, start: int) -> Sequence[tuple[int, ...]]:
    """The pyramids, or sets of pyramids, that the name of a path fits, by their depths, the lowest first (B31, B33).
    Raises `Illegal` if there are none, or if a unit is not named from the bottom up (B15)."""
    levels = written.levels or ()
    if len(written.sizes) > 1 or levels:
        _check_order(written.sizes, levels)
    pile = position.cells[start] if start != OFF_BOARD else position.rules.empty
    units = _find_fitting(pile, written)
    if not units:
        raise _not_there(written.squares[0], written.sizes, written.colour, levels, pile, field="name")
    if len(units) > 1:
        units = _lowest_of_like(pile, units)
    return [tuple([len(pile) - level for level in unit]) for unit in units]


def _find_fitting(pile: Pile, written: WrittenPath) -> list[tuple[int, ...]]:
    """The pyramids, or sets of pyramids, of a stack that the name of a path fits, by their levels."""
    sizes = written.sizes
    colour = written.colour
    levels = written.levels
    fitting = [
        level
        for level, pyramid in enumerate(pile, 1)
        if pyramid.size in sizes and (colour is None or colour is pyramid.colour)
    ]
    if levels is not None:
        is_there = set(levels) <= set(fitting) and sizes == tuple([pile[level - 1].size for level in levels])
        return [levels] if is_there else []
    if len(sizes) == 1:
        return [(level,) for level in fitting]
    return sorted(_sets(pile, fitting, sizes))


def _lowest_of_like(pile: Pile, units: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Of units that differ only in like pyramids right above each other the first, which has the lowest (B40)."""
    lowest: dict[tuple[int, ...], tuple[int, ...]] = {}
    for unit in units:
        rows = tuple([pile.rows[level - 1] for level in unit])
        lowest.setdefault(rows, unit)
    return list(lowest.values())


def _check_order(sizes: Sequence[Size], levels: Sequence[int]) -> None:
    """A unit is named from the bottom up (B15)."""
    has_growing_sizes = any(low < high for low, high in pairwise(sizes))
    if has_growing_sizes or any(low >= high for low, high in pairwise(levels)):
        named = "".join([size.letter for size in sizes[:12]])
        message = f"{named} is not in order: name a unit from the bottom up"
        raise Illegal("wrong-order", "B15", message, field="name", progress=WRONG_ORDER)


def _sets(pile: Pile, levels: Sequence[int], sizes: Sequence[Size]) -> Iterator[tuple[int, ...]]:
    """Every set of the given levels that has exactly these sizes, from the bottom up (B33)."""
    of_size = [
        combinations([level for level in levels if pile[level - 1].size is size], sizes.count(size))
        for size in sorted(set(sizes), reverse=True)
    ]
    for parts in product(*of_size):
        yield tuple([level for part in parts for level in part])


def find_pairs(position: Position, written: WrittenSwap) -> Sequence[tuple[Place, Place]]:
    """The pairs of pyramids that the names of a swap fit, of any owner, the lowest first (B25, B31); a pyramid with
    itself is one. Raises `Illegal` if a name fits nothing."""
    lowest: dict[object, tuple[Place, Place]] = {}
    for first, second in product(_find_places(position, written.first), _find_places(position, written.second)):
        places: frozenset[Place] = frozenset([first, second])
        if pyramid_at(position, first) == pyramid_at(position, second):
            places = frozenset([_row_of(position, first), _row_of(position, second)])
        lowest.setdefault((places, first == second), (first, second))
    return list(lowest.values())


def _row_of(position: Position, place: Place) -> tuple[int, int]:
    """The square of a pyramid, and the number of its row of like ones there (`Pile.rows`)."""
    square, level = place
    return square, position.cells[square].rows[level - 1]


def _find_places(position: Position, name: Name) -> list[Place]:
    """The pyramids that a name fits (B31). Raises `Illegal` if there are none."""
    square = GRID.index.get(name.square, OFF_BOARD)
    pile = position.cells[square] if square != OFF_BOARD else position.rules.empty
    places = [
        (square, level)
        for level, pyramid in enumerate(pile, 1)
        if pyramid.size is name.size and name.colour in (None, pyramid.colour) and name.level in (None, level)
    ]
    if not places:
        levels = () if name.level is None else (name.level,)
        raise _not_there(name.square, (name.size,), name.colour, levels, pile, field=name.field)
    return places


def _not_there(
    square: str, sizes: Sequence[Size], colour: Colour | None, levels: Sequence[int], pile: Pile, *, field: str
) -> Illegal:
    """What is wrong with a name that fits nothing (B31)."""
    where = f"{field} square"
    index = GRID.index.get(square, OFF_BOARD)
    if square not in GRID.index:
        return Illegal("off-board", "B31", f"no such square: {square}", field=where, progress=NOT_THERE)
    if not pile:
        about = on_square(index, square, pile, "")
        message = f"{square} is empty"
        return Illegal("no-such-pyramid", "B31", message, field=where, progress=NOT_THERE, about=about)
    stack = " ".join([letters(pyramid) for pyramid in pile])
    sizes_there = [pyramid.size for pyramid in pile]
    if any(sizes.count(size) > sizes_there.count(size) for size in sizes):
        wanted = sizes[0].word if len(sizes) == 1 else "such unit"
        message = f"there is no {wanted} on {square}, only {stack}"
        about = _about_name(square, sizes, colour, levels)
        return Illegal("no-such-pyramid", "B31", message, field=f"{field} size", progress=NOT_THERE, about=about)
    what = sizes[0].word if len(sizes) == 1 else "unit"
    adjective = f"{COLOUR_WORD[colour]} " if colour is not None else ""
    place = _place_in_words(square, levels)
    message = f"there is no {adjective}{what} on {place}; from the bottom up, {square} has {stack}"
    about = _about_name(square, sizes, colour, levels)
    return Illegal("no-such-pyramid", "B31", message, field=f"{field} mark", progress=NOT_THERE, about=about)


def _about_name(square: str, sizes: Sequence[Size], colour: Colour | None, levels: Sequence[int]) -> Subject:
    """What an action is about whose name fits nothing on a square."""
    index = GRID.index[square]
    what = sizes[0].word if len(sizes) == 1 else "".join([size.letter for size in sizes])
    adjective = f"{COLOUR_WORD[colour]} " if colour is not None else ""

    def fits(position: Position) -> bool:
        return _fits(position.cells[index], sizes, colour, levels)

    return Subject(fits, False, f"{_place_in_words(square, levels)} lost its {adjective}{what}", square)


def _fits(pile: Pile, sizes: Sequence[Size], colour: Colour | None, levels: Sequence[int]) -> bool:
    """Whether a name fits pyramids of a stack: those on its levels, if it has any."""
    of_colour = [pyramid if colour in (None, pyramid.colour) else None for pyramid in pile]
    if levels:
        named = [of_colour[level - 1] if level <= len(pile) else None for level in levels]
        return list(sizes) == [pyramid and pyramid.size for pyramid in named]
    there = [pyramid.size for pyramid in of_colour if pyramid is not None]
    return all(sizes.count(size) <= there.count(size) for size in sizes)


def _place_in_words(square: str, levels: Sequence[int]) -> str:
    """`level 1 and 2 of c3`; `c3` without levels."""
    if not levels:
        return square
    if max(levels) >= ABSURD:
        return f"so high a level of {square}"
    return f"level {' and '.join(map(str, levels))} of {square}"
