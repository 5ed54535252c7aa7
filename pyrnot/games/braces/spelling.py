"""How actions are written: played actions -> canonical text (`spell`, `spell_turn`).

Canonical names are the shortest that are not ambiguous, and every X is in its place (B31 to B33). Whether a shorter
name is clear is asked of `readings` and `rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played, Taken
from pyrnot.core.pieces import Colour
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
from pyrnot.games.braces.board import GRID, WILD
from pyrnot.games.braces.claims import Claims, changes_of, check_claims
from pyrnot.games.braces.ending import end_turn
from pyrnot.games.braces.position import LETTER_OF_COLOUR, Position
from pyrnot.games.braces.readings import readings
from pyrnot.games.braces.steps import TOP
from pyrnot.games.braces.work import OutOfPlays, limited

ThisTaken = Taken[Position, WrittenAction, Action]

# Turns


def spell_turn(taken: Sequence[ThisTaken]) -> str:
    """Canonical text of a turn. The use of a WILD is written only if the turn needs a power (B6)."""
    dice = taken[0].action
    assert isinstance(dice, Dice)
    if dice.face == WILD and dice.use is not None:
        bare = _play_without_power(taken)
        if bare is not None:
            return "; ".join([_spell_dice(replace(dice, use=None)), *map(spell, bare)])
    return "; ".join(map(spell, taken))


def _play_without_power(taken: Sequence[ThisTaken]) -> list[ThisTaken] | None:
    """The actions after the dice as a bare WILD allows them, None if the turn needs a power.

    Their names are read as without any power, the value used as in B7. Read with TIP, the first use that a bare WILD is
    tried as, a name may fit more pyramids, since there is more to spend: then the name is ambiguous and another use is
    tried, but it never means something else.
    """
    rolled = taken[0].played.position
    pending = rolled.pending
    assert pending is not None
    powerless = replace(rolled, pending=replace(pending, power=None, left=pending.value))
    retaken: list[ThisTaken] = []
    try:
        for each in taken[1:]:
            played = rules.play(powerless, each.action)
            retaken.append(Taken(before=powerless, written=None, action=each.action, played=played))
            powerless = played.position
        end_turn(powerless)
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
            full = _swap_in_full(taken.before, taken.action, taken.played)
            return _write(_shorten(taken.before, full, taken.played))
        case Dice():
            return _spell_dice(taken.action)
        case Pass():
            return "pass"
        case _:
            assert_never(taken.action)


def _spell_dice(dice: Dice) -> str:
    """The dice, with the larger number of each roll first (B4)."""
    face = dice.face if dice.use is None else f"{dice.face}={dice.use}"
    return f"{face} " + " R ".join([f"{max(roll)}/{min(roll)}" for roll in dice.rolls])


def _spell_path(before: Position, path: Path, played: Played[Position]) -> str:
    """A path; step by step if no name makes it clear as one path.

    That happens where a pyramid changed by one arrival could have been withdrawn from at an earlier one (B40).
    """
    full = _path_in_full(before, path, played)
    if len(path.picks) > 1 and before.rules.withdraw and not _is_clear(before, full, played.position):
        texts: list[str] = []
        depths = path.depths
        for number, picks in enumerate(path.picks):
            step = Path(path.squares[number : number + 2], depths, (picks,))
            after = rules.play(before, step)
            texts.append(_write(_shorten(before, _path_in_full(before, step, after), after)))
            before, depths = after.position, TOP[len(depths)]
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
        claims=_claims_in_full(played.events, len(path.picks) - 1),
    )


def _swap_in_full(before: Position, swap: Swap, played: Played[Position]) -> WrittenSwap:
    """A swap with every name in full."""
    names = []
    for square, level in (swap.first, swap.second):
        pyramid = before.cells[square][level - 1]
        names.append(Name(pyramid.size, pyramid.colour, level, GRID.names[square]))
    return WrittenSwap(first=names[0], second=names[1], claims=_claims_in_full(played.events, 0))


def _claims_in_full(events: Sequence[Event], last: int) -> tuple[Claim, ...]:
    """An X for each change, in the order of the arrivals, then of the squares (a1, a2 ... b1 ...; B32)."""
    claims: list[Claim] = []
    for made in sorted(changes_of(events), key=lambda made: (made.arrival, GRID.names[made.change.square])):
        change, before, after = made.change, made.change.before, made.change.after
        claims.append(
            Claim(
                name=Name(before.size, before.colour, change.level, GRID.names[change.square]),
                arrival=None if made.arrival == last else made.arrival,
                new=Colour.CLEAR if change.is_neutralizing else None,
                is_capture=after is None,
            )
        )
    return tuple(claims)


# Shortening

_TRIALS = 20_000
"""The most plays to shorten the names of one action: about half a second."""
_Named = WrittenPath | WrittenSwap


def _shorten(before: Position, full: _Named, played: Played[Position]) -> _Named:
    """The action with its names shortened in order, each while those after it are in full.

    In the highest stacks a trial takes long; names for which no trial is left stay in full.
    """
    written = full
    try:
        with limited(_TRIALS):
            for slot in range(_first_claim(full) + len(full.claims)):
                for shorter in _shorter(before, written, slot):
                    if _is_alone(before, written, slot) or _is_clear(before, shorter, played.position):
                        written = shorter
                        break
    except OutOfPlays:
        pass
    return written


def _is_alone(before: Position, written: _Named, slot: int) -> bool:
    """Whether a name means the only pyramid of its size on its square, and so is clear without a trial."""
    if before.rules.withdraw or slot >= _first_claim(written):
        return False
    if isinstance(written, WrittenPath):
        sizes, square = written.sizes, written.squares[0]
    else:
        name = (written.first, written.second)[slot]
        sizes, square = (name.size,), name.square
    pile = before.cells[GRID.index[square]]
    return len(sizes) == 1 and [pyramid.size for pyramid in pile].count(sizes[0]) == 1


def _first_claim(written: _Named) -> int:
    """How many names come before the X results."""
    return 1 if isinstance(written, WrittenPath) else 2


def _shorter(before: Position, written: _Named, slot: int) -> Iterator[_Named]:
    """The action with one of its names, now in full, in each shorter form, the shortest first."""
    index = slot - _first_claim(written)
    if index >= 0:
        claims = written.claims
        for name in _shorter_names(claims[index].name):
            yield replace(written, claims=(*claims[:index], replace(claims[index], name=name), *claims[index + 1 :]))
    elif isinstance(written, WrittenPath):
        yield replace(written, colour=None, levels=None)
        pile = before.cells[GRID.index[written.squares[0]]]
        colours = {pile[level - 1].colour for level in written.levels or ()}
        if len(colours) == 1:
            yield replace(written, colour=colours.pop(), levels=None)
        if len(written.sizes) == 1:
            yield replace(written, colour=None)
    else:
        key = ("first", "second")[slot]
        for name in _shorter_names(getattr(written, key)):
            yield replace(written, **{key: name})


def _shorter_names(name: Name) -> Iterator[Name]:
    yield replace(name, colour=None, level=None)
    yield replace(name, level=None)
    yield replace(name, colour=None)


def _is_clear(before: Position, written: _Named, after: Position) -> bool:
    """Whether everything that an action as written can mean leads to the board of `after`."""
    try:
        found = list(_legal_readings(before, written, every=False))
    except Illegal:
        return False
    boards = [(played.position.cells, played.position.used) for _, played in found]
    return bool(boards) and all(board == (after.cells, after.used) for board in boards)


def find_meanings(before: Position, written: WrittenAction) -> Sequence[ThisTaken]:
    """All that an ambiguous action can mean, each position that it leads to once."""
    meanings: dict[Position, ThisTaken] = {}
    for action, played in _legal_readings(before, written, every=True):
        taken: ThisTaken = Taken(before=before, written=written, action=action, played=played)
        meanings.setdefault(played.position, taken)
    return tuple(meanings.values())


def _legal_readings(
    before: Position, written: WrittenAction, *, every: bool
) -> Iterator[tuple[Action, Played[Position]]]:
    """The readings of an action that are legal and agree with its X results. Raises `Illegal` if it has none at all."""
    claims = Claims(written.claims) if isinstance(written, WrittenPath | WrittenSwap) else None
    for reading in readings(before, written, every=every, only_legal=True):
        try:
            played = reading.played
            if played is None:
                if reading.refused is not None:
                    continue
                played = rules.play(before, reading.action)
            if claims is not None:
                check_claims(claims, played.events, 0)
        except Illegal:
            continue
        yield reading.action, played


# Text


def _write(written: _Named) -> str:
    if isinstance(written, WrittenSwap):
        text = f"{_write_name(written.first)}<>{_write_name(written.second)}"
        return text + "".join(map(_write_claim, written.claims))
    start, *others = written.squares
    levels = "" if written.levels is None else ",".join(map(str, written.levels))
    text = "".join([size.letter for size in written.sizes]) + _write_mark(written.colour, levels) + start
    last = len(others) - 1
    for number, square in enumerate(others):
        here = [claim for claim in written.claims if number == (last if claim.arrival is None else claim.arrival)]
        text += f"-{square}" + "".join(map(_write_claim, here))
    return text


def _write_name(name: Name) -> str:
    return f"{name.size.letter}{_write_mark(name.colour, '' if name.level is None else str(name.level))}{name.square}"


def _write_mark(colour: Colour | None, levels: str) -> str:
    """What is in the parentheses of a name, with them."""
    mark = ("" if colour is None else LETTER_OF_COLOUR[colour]) + levels
    return f"({mark})" if mark else ""


def _write_claim(claim: Claim) -> str:
    new = "=x" if claim.is_capture else "" if claim.new is None else f"={LETTER_OF_COLOUR[claim.new]}"
    return f" X{_write_name(claim.name)}{new}"
