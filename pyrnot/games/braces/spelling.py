"""How actions are written: played actions -> canonical text (`spell`).

Canonical names are the shortest that are not ambiguous, and every X is in its place (B31 to B33). Whether a shorter
name is clear is asked of `interpretations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, PlayedAction, Transition
from pyrnot.core.pieces import Colour
from pyrnot.games.braces import rules
from pyrnot.games.braces.actions import (
    Action,
    Changed,
    Claim,
    Dice,
    Name,
    Pass,
    Path,
    Swap,
    WrittenAction,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.board import GRID
from pyrnot.games.braces.claims import check_claims
from pyrnot.games.braces.interpretations import interpretations
from pyrnot.games.braces.position import LETTER_OF_COLOUR, Position
from pyrnot.games.braces.steps import TOP

ThisPlayedAction = PlayedAction[Position, WrittenAction, Action]
_Named = WrittenPath | WrittenSwap


def spell(played: ThisPlayedAction) -> str:
    """Canonical text of one action with its X results."""
    match played.action:
        case Path():
            return _spell_path(played.before, played.action, played.transition)
        case Swap():
            full = _swap_in_full(played.before, played.action, played.transition)
            return _write(_shorten(played.before, full, played.transition.position))
        case Dice():
            return spell_dice(played.action)
        case Pass():
            return "pass"
        case _:
            assert_never(played.action)


def spell_dice(dice: Dice) -> str:
    """The dice, with the larger number of each roll first (B4)."""
    face = dice.face if dice.use is None else f"{dice.face}={dice.use}"
    return f"{face} " + " R ".join([f"{max(roll)}/{min(roll)}" for roll in dice.rolls])


def _spell_path(before: Position, path: Path, played: Transition[Position]) -> str:
    """A path; step by step if no name makes it clear as one path.

    That happens where a pyramid changed by one arrival could have been withdrawn from at an earlier one (B40).
    """
    full = _path_in_full(before, path, played)
    if len(path.picks) > 1 and before.rules.withdraw and not _is_clear(before, full, played.position):
        return "; ".join(_spell_steps(before, path))
    return _write(_shorten(before, full, played.position))


def _spell_steps(position: Position, path: Path) -> Iterator[str]:
    """Each step of a path as a separate action."""
    depths = path.depths
    for number, picks in enumerate(path.picks):
        step = Path(path.squares[number : number + 2], depths, (picks,))
        played = rules.play(position, step)
        yield _write(_shorten(position, _path_in_full(position, step, played), played.position))
        position = played.position
        depths = TOP[len(depths)]


# In full


def _path_in_full(before: Position, path: Path, played: Transition[Position]) -> WrittenPath:
    """A path with every name in full."""
    pile = before.cells[path.squares[0]]
    pyramids = [pile[-1 - depth] for depth in path.depths]
    return WrittenPath(
        sizes=tuple([pyramid.size for pyramid in pyramids]),
        colour=pyramids[0].colour if len(pyramids) == 1 else None,
        levels=tuple([len(pile) - depth for depth in path.depths]),
        squares=tuple([GRID.names[square] for square in path.squares]),
        claims=_claims_in_full(played.events, len(path.picks) - 1),
    )


def _swap_in_full(before: Position, swap: Swap, played: Transition[Position]) -> WrittenSwap:
    """A swap with every name in full."""
    names = []
    for square, level in (swap.first, swap.second):
        pyramid = before.cells[square][level - 1]
        names.append(Name(pyramid.size, pyramid.colour, level, GRID.names[square]))
    return WrittenSwap(first=names[0], second=names[1], claims=_claims_in_full(played.events, 0))


def _claims_in_full(events: Sequence[Event], last: int) -> tuple[Claim, ...]:
    """An X for each change, in the order of the arrivals, then of the squares (a1, a2 ... b1 ...; B32)."""
    claims: list[Claim] = []
    changes = [event for event in events if isinstance(event, Changed)]
    for event in sorted(changes, key=lambda event: (event.arrival, GRID.names[event.change.square])):
        change = event.change
        claims.append(
            Claim(
                name=Name(change.before.size, change.before.colour, change.level, GRID.names[change.square]),
                arrival=None if event.arrival == last else event.arrival,
                new=Colour.CLEAR if change.is_neutralizing else None,
                is_capture=change.after is None,
            )
        )
    return tuple(claims)


# Shortening


def _shorten(before: Position, full: _Named, after: Position) -> _Named:
    """An action, which leads to `after`, with its names shortened one by one, while those after it are in full."""
    written = full
    for slot in range(_first_claim(full) + len(full.claims)):
        written = _shorten_name(before, written, slot, after)
        while (lower := _lower(written, slot)) is not None and _is_clear(before, lower, after):
            written = lower
    return written


def _shorten_name(before: Position, written: _Named, slot: int, after: Position) -> _Named:
    """The action with one of its names in the shortest form that leaves it clear."""
    for shorter in _shorter(before, written, slot):
        if _is_alone(before, written, slot) or _is_clear(before, shorter, after):
            return shorter
    return written


def _is_clear(before: Position, written: _Named, after: Position) -> bool:
    """Whether an action as written is legal and leads to `after`."""
    try:
        meanings = interpretations(before, written)
        played = meanings[0].transition
        assert played is not None
        if len(meanings) > 1 or played.position != after:
            return False
        check_claims(written.claims, played)
    except Illegal:
        return False
    return True


def _is_alone(before: Position, written: _Named, slot: int) -> bool:
    """Whether a name means the only pyramid of its size on its square, and so is clear without a trial."""
    if slot >= _first_claim(written):
        return False
    if isinstance(written, WrittenPath):
        if len(written.sizes) > 1:
            return False
        size = written.sizes[0]
        square = written.squares[0]
    else:
        name = (written.first, written.second)[slot]
        size = name.size
        square = name.square
    pile = before.cells[GRID.index[square]]
    return [pyramid.size for pyramid in pile].count(size) == 1


def _first_claim(written: _Named) -> int:
    """How many names come before the X results."""
    return 1 if isinstance(written, WrittenPath) else 2


def _shorter(before: Position, written: _Named, slot: int) -> Iterator[_Named]:
    """The action with one of its names, now in full, in each other form that it may take, the shortest first."""
    if isinstance(written, WrittenPath) and slot == 0:
        levels = written.levels or ()
        pile = before.cells[GRID.index[written.squares[0]]]
        yield replace(written, colour=None, levels=None)
        colours = {pile[level - 1].colour for level in levels}
        if len(colours) == 1:
            yield replace(written, colour=colours.pop(), levels=None)
        yield replace(written, colour=None, levels=_lowest_likes(pile.rows, levels))
        yield replace(written, colour=None)
    else:
        name = _name(written, slot)
        yield _renamed(written, slot, replace(name, colour=None, level=None))
        yield _renamed(written, slot, replace(name, level=None))
        yield _renamed(written, slot, replace(name, colour=None))


def _lower(written: _Named, slot: int) -> _Named | None:
    """The action with the level below in one of its names, which may be that of a like pyramid.

    None if there is none. The lowest form of a path's name is one of `_shorter`.
    """
    if isinstance(written, WrittenPath) and slot == 0:
        return None
    name = _name(written, slot)
    if name.level is None or name.level == 1:
        return None
    return _renamed(written, slot, replace(name, level=name.level - 1))


def _name(written: _Named, slot: int) -> Name:
    """The name of a pyramid of a swap, or of an X result."""
    if isinstance(written, WrittenSwap) and slot < 2:
        return (written.first, written.second)[slot]
    return written.claims[slot - _first_claim(written)].name


def _renamed(written: _Named, slot: int, name: Name) -> _Named:
    """The action with another name there."""
    if isinstance(written, WrittenSwap) and slot < 2:
        return replace(written, first=name) if slot == 0 else replace(written, second=name)
    index = slot - _first_claim(written)
    claims = written.claims
    return replace(written, claims=(*claims[:index], replace(claims[index], name=name), *claims[index + 1 :]))


def _lowest_likes(rows: Sequence[int], levels: Sequence[int]) -> tuple[int, ...]:
    """The levels with each pyramid's lowest like one in its row that is not named already."""
    lowest: list[int] = []
    for level in levels:
        low = rows.index(rows[level - 1]) + 1
        while low in lowest:
            low += 1
        lowest.append(low)
    return tuple(lowest)


# Text


def _write(written: _Named) -> str:
    if isinstance(written, WrittenSwap):
        text = f"{_write_name(written.first)}<>{_write_name(written.second)}"
        return text + "".join(map(_write_claim, written.claims))
    start, *steps = written.squares
    sizes = "".join([size.letter for size in written.sizes])
    text = sizes + _write_mark(written.colour, written.levels or ()) + start
    last = len(steps) - 1
    for number, square in enumerate(steps):
        arrival = None if number == last else number
        claims = [claim for claim in written.claims if claim.arrival == arrival]
        text += f"-{square}" + "".join(map(_write_claim, claims))
    return text


def _write_name(name: Name) -> str:
    levels = () if name.level is None else (name.level,)
    return f"{name.size.letter}{_write_mark(name.colour, levels)}{name.square}"


def _write_mark(colour: Colour | None, levels: Sequence[int]) -> str:
    """What is in the parentheses of a name, with them: `(w2)`; "" if there is nothing."""
    mark = "" if colour is None else LETTER_OF_COLOUR[colour]
    mark += ",".join(map(str, levels))
    return f"({mark})" if mark else ""


def _write_claim(claim: Claim) -> str:
    text = f" X{_write_name(claim.name)}"
    if claim.is_capture:
        return f"{text}=x"
    if claim.new is not None:
        return f"{text}={LETTER_OF_COLOUR[claim.new]}"
    return text
