"""Canonical text of actions and turns (B31 to B33): the shortest names that are not ambiguous, every X in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event, Played, Taken
from pyrnot.games.braces import rules
from pyrnot.games.braces.actions import (
    Action,
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
from pyrnot.games.braces.board import GRID, WILD, Power
from pyrnot.games.braces.claims import changes_of, check_claims
from pyrnot.games.braces.position import LETTER_OF_COLOUR, Position
from pyrnot.games.braces.readings import readings
from pyrnot.games.braces.stacks import MOST
from pyrnot.pieces import Colour

ThisTaken = Taken[Position, WrittenAction, Action]

# Turns


def spell_turn(taken: Sequence[ThisTaken]) -> str:
    """Canonical text of a whole turn. A wild die says as what it is used only if the turn needs a power (B6)."""
    dice = taken[0].action
    assert isinstance(dice, Dice)
    if dice.face == WILD and dice.use is not None:
        bare = _play_without_power(taken)
        if bare is not None:
            return "; ".join([spell_dice(replace(dice, use=None)), *map(spell, bare)])
    return "; ".join(map(spell, taken))


def _play_without_power(taken: Sequence[ThisTaken]) -> list[ThisTaken] | None:
    """The actions after the dice as the wild die written bare allows them, None if the turn needs a power.

    What needs no power and uses the value as B7 has it is legal with TIP, the first use of a bare die, too; only a
    pass may not be, and it has no names.
    """
    rolled = taken[0].played.position
    pending = rolled.pending
    assert pending is not None
    powerless = replace(rolled, pending=replace(pending, power=None, left=pending.value))
    tip = replace(rolled, pending=replace(pending, power=Power.TIP, left=MOST))
    try:
        end = powerless
        for each in taken[1:]:
            end = rules.play(end, each.action).position
        rules.end_turn(end)
        if isinstance(taken[1].action, Pass):
            return list(taken[1:])
        retaken: list[ThisTaken] = []
        for each in taken[1:]:
            played = rules.play(tip, each.action)
            retaken.append(Taken(tip, None, each.action, played))
            tip = played.position
    except Illegal:
        return None
    return retaken


# Actions


def spell(taken: ThisTaken) -> str:
    """Canonical text of one action with its X results."""
    match taken.action:
        case Path():
            return _spell_path(taken.before, taken.action, taken.played)
        case Swap():
            return _write(_shorten(taken.before, _swap_in_full(taken.before, taken.action, taken.played), taken.played))
        case Dice():
            return spell_dice(taken.action)
        case Pass():
            return "pass"
        case _:
            assert_never(taken.action)


def spell_dice(dice: Dice) -> str:
    """The dice, the larger number of each roll first (B4)."""
    face = dice.face if dice.use is None else f"{dice.face}={dice.use}"
    return f"{face} " + " R ".join([f"{max(roll)}/{min(roll)}" for roll in dice.rolls])


def _spell_path(before: Position, path: Path, played: Played[Position]) -> str:
    """A path; step by step if as one path it is ambiguous under every name.

    That can be so where a pyramid that one arrival changes could, at an earlier one, have been withdrawn from (B40).
    """
    full = _path_in_full(before, path, played)
    if len(path.picks) > 1 and before.rules.withdraw and not _is_clear(before, full, played.position):
        texts: list[str] = []
        depths = path.depths
        for number, picks in enumerate(path.picks):
            step = Path(path.squares[number : number + 2], depths, (picks,))
            after = rules.play(before, step)
            texts.append(_write(_shorten(before, _path_in_full(before, step, after), after)))
            before, depths = after.position, rules.TOP[len(depths)]
        return "; ".join(texts)
    return _write(_shorten(before, full, played))


def _path_in_full(before: Position, path: Path, played: Played[Position]) -> WrittenPath:
    """A path with every name in full."""
    pile = before.cells[path.squares[0]]
    pyramids = [pile[-1 - depth] for depth in path.depths]
    return WrittenPath(
        sizes=tuple([pyramid.size for pyramid in pyramids]),
        colour=pyramids[0].colour if len(pyramids) == 1 else None,
        levels=tuple([len(pile) - depth for depth in path.depths]),
        squares=tuple([GRID.names[square] for square in path.squares]),
        claims=tuple(_claims_in_full(played.events, len(path.picks) - 1)),
    )


def _swap_in_full(before: Position, swap: Swap, played: Played[Position]) -> WrittenSwap:
    """A swap with every name in full."""
    return WrittenSwap(
        first=_name_in_full(before, *swap.first, "first"),
        second=_name_in_full(before, *swap.second, "second"),
        claims=tuple(_claims_in_full(played.events, 0)),
    )


def _name_in_full(position: Position, square: int, level: int, part: str) -> Name:
    pyramid = position.cells[square][level - 1]
    return Name(pyramid.size, pyramid.colour, level, GRID.names[square], part)


def _claims_in_full(events: Sequence[Event], last: int) -> Iterator[Claim]:
    """An X for each change, in the order of the arrivals, then of the squares (a1, a2 ... b1 ...; B32)."""
    for made in sorted(changes_of(events), key=lambda made: (made.arrival, GRID.names[made.change.square])):
        square, level, before, after = made.change.square, made.change.level, made.change.before, made.change.after
        arrival = made.arrival
        name = Name(before.size, before.colour, level, GRID.names[square], "x")
        neutral = after is not None and after.colour is Colour.CLEAR
        yield Claim(name, None if arrival == last else arrival, Colour.CLEAR if neutral else None, after is None)


# Shortening

Named = WrittenPath | WrittenSwap


def _shorten(before: Position, full: Named, played: Played[Position]) -> Named:
    """The action with each name as short as can be: in the order in which they stand, each while those after it are
    in full."""
    written = full
    for slot in range(_first_claim(full) + len(full.claims)):
        for shorter in _shorter(before, written, slot):
            if _is_alone(before, written, slot) or _is_clear(before, shorter, played.position):
                written = shorter
                break
    return written


def _is_alone(before: Position, written: Named, slot: int) -> bool:
    """Whether a name is of the one pyramid of its size on its square, and so clear without being tried."""
    if before.rules.withdraw or slot >= _first_claim(written):
        return False
    if isinstance(written, WrittenPath):
        sizes, square = written.sizes, written.squares[0]
    else:
        name = (written.first, written.second)[slot]
        sizes, square = (name.size,), name.square
    pile = before.cells[GRID.index[square]]
    return len(sizes) == 1 and [pyramid.size for pyramid in pile].count(sizes[0]) == 1


def _first_claim(written: Named) -> int:
    """How many names stand before the X results."""
    return 1 if isinstance(written, WrittenPath) else 2


def _shorter(before: Position, written: Named, slot: int) -> Iterator[Named]:
    """The action with one of its names, now in full, in each shorter form, the shortest first."""
    index = slot - _first_claim(written)
    if index >= 0:
        claims = written.claims
        for name in _shorter_names(claims[index].name):
            yield replace(written, claims=(*claims[:index], replace(claims[index], name=name), *claims[index + 1 :]))
    elif isinstance(written, WrittenPath):
        yield replace(written, colour=None, levels=None)
        colours = _colours(before, written)
        if len(colours) == 1:
            yield replace(written, colour=colours.pop(), levels=None)
        if len(written.sizes) == 1:
            yield replace(written, colour=None)
    elif slot == 0:
        for name in _shorter_names(written.first):
            yield replace(written, first=name)
    else:
        for name in _shorter_names(written.second):
            yield replace(written, second=name)


def _shorter_names(name: Name) -> Iterator[Name]:
    yield replace(name, colour=None, level=None)
    yield replace(name, level=None)
    yield replace(name, colour=None)


def _colours(before: Position, written: WrittenPath) -> set[Colour]:
    """The colours of the pyramids that a path in full names."""
    pile = before.cells[GRID.index[written.squares[0]]]
    return {pile[level - 1].colour for level in written.levels or ()}


def _is_clear(before: Position, written: Named, after: Position) -> bool:
    """Whether an action as written can mean nothing but what leads to the board of `after`."""
    try:
        found = readings(before, written)
    except Illegal:
        return False
    is_legal = False
    for reading in found:
        try:
            played = rules.play(before, reading.action)
            check_claims(written.claims, played.events, 0)
        except Illegal:
            continue
        if (played.position.cells, played.position.used) != (after.cells, after.used):
            return False
        is_legal = True
    return is_legal


# Text


def _write(written: Named) -> str:
    if isinstance(written, WrittenSwap):
        text = f"{_write_name(written.first)}<>{_write_name(written.second)}"
        return text + "".join([_write_claim(claim) for claim in written.claims])
    start, *others = written.squares
    text = "".join([size.letter for size in written.sizes]) + _write_mark(written) + start
    last = len(others) - 1
    for number, square in enumerate(others):
        here = [
            claim for claim in written.claims if claim.arrival == number or (claim.arrival is None and number == last)
        ]
        text += f"-{square}" + "".join(map(_write_claim, here))
    return text


def _write_mark(written: WrittenPath) -> str:
    colour = "" if written.colour is None else LETTER_OF_COLOUR[written.colour]
    levels = "" if written.levels is None else ",".join(map(str, written.levels))
    return f"({colour}{levels})" if colour or levels else ""


def _write_name(name: Name) -> str:
    colour = "" if name.colour is None else LETTER_OF_COLOUR[name.colour]
    level = "" if name.level is None else str(name.level)
    mark = f"({colour}{level})" if colour or level else ""
    return f"{name.size.letter}{mark}{name.square}"


def _write_claim(claim: Claim) -> str:
    new = "=x" if claim.is_capture else "" if claim.new is None else f"={LETTER_OF_COLOUR[claim.new]}"
    return f" X{_write_name(claim.name)}{new}"
