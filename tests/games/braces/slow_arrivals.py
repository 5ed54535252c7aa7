"""What an arrival changes, and what the X results allow of it, for the slow second judge of Braces.

Written from the rules alone (B16 to B23, B31, B32, B40 to B45): it tries every set of changes, and every way to pair
the X results with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from games.braces.slow_board import COST, Board, Pyramid, Rules, State, everything, is_capped, is_next


class Turn(NamedTuple):
    """What stays the same within a turn. `start` is the board before it."""

    rules: Rules
    mover: str
    face: str
    limit: int
    start: Board


class Change(NamedTuple):
    """What an arrival can do to a pyramid, described as just after the arrival; `new` is a colour, or x
    (captured)."""

    square: str
    level: int
    pyramid: Pyramid
    new: str


class Done(NamedTuple):
    """A change that was made, the number of its arrival in the action, and whether it must have an X."""

    change: Change
    arrival: int
    needs_x: bool


class Claim(NamedTuple):
    """A written X result; `arrival` counts the squares of the path, None: any of them (B32)."""

    size: str
    colour: str
    level: str
    square: str
    new: str
    arrival: int | None

    def fits(self, done: Done) -> bool:
        change, pyramid = done.change, done.change.pyramid
        return (
            self.arrival in (None, done.arrival)
            and (self.size, self.square) == (pyramid.size, change.square)
            and self.colour in ("", pyramid.colour)
            and self.level in ("", str(change.level))
            and self.new in ("", change.new)
        )


def new_colour(rules: Rules, state: State, target: Pyramid, seat: str, colours: int) -> str | None:
    """What a brace or swarm by `seat` makes of the target; None if nothing (B19, B42 to B45)."""
    owner = rules.owner(target)
    if owner is None:
        return None
    line = rules.line(owner)
    now, last = line.index(target.colour), len(line) - 1
    if owner == seat:
        return line[now - 1] if now > 0 else None
    if now < last:
        return line[min(now + colours, last)]
    if "capture" in rules.variants:
        return "x"
    return "n" if "neutralize" in rules.variants and neutral_left(state, target.size) > 0 else None


def neutral_left(state: State, size: str) -> int:
    """How many more of this size can become neutral (B45)."""
    return 2 - state.uses["LMS".index(size)]


def serves(rules: Rules, board: Board, square: str, pyramid: Pyramid, seat: str) -> bool:
    """Whether a pyramid can be half of a brace, or part of a swarm, by `seat` (B17, B18)."""
    owner = rules.owner(pyramid)
    return owner is None or (owner == seat and not is_capped(rules, board, square, pyramid))


def brace_or_swarm(rules: Rules, state: State, arrived: set[int], t: str, target: Pyramid, seat: str) -> str | None:
    """What one arrival makes of the target by `seat` (B17, B18, B41, B44)."""
    board = state.board
    halves = [
        (q, p)
        for q, _, p in everything(board)
        if p.number != target.number and serves(rules, board, q, p, seat) and (is_next(q, t) or q == t)
    ]
    colours = 0
    for (p_square, p), (q_square, q) in combinations(halves, 2):
        on_target = (p_square == t) + (q_square == t)
        is_brace = (
            p.size == q.size == target.size
            and p_square != q_square
            and (on_target == 0 or (on_target == 1 and "same-stack" in rules.variants))
            and (p.number in arrived or q.number in arrived)
            and seat in (rules.owner(p), rules.owner(q))
        )
        if is_brace:
            both_grey = p.colour == q.colour == rules.line(seat)[0]
            colours = max(colours, 2 if both_grey and "double-brace" in rules.variants else 1)
    smalls = [(q, p) for q, p in halves if p.size == "S" and q != t] if target.size != "S" else []
    for trio in combinations(smalls, 3):
        is_swarm = (
            len({q for q, _ in trio}) == 3
            and any(p.number in arrived for _, p in trio)
            and any(rules.owner(p) == seat for _, p in trio)
        )
        if is_swarm:
            colours = max(colours, 1)
    return new_colour(rules, state, target, seat, colours) if colours else None


def withdrawal(turn: Turn, state: State, stepped: set[int], origin: str, t: str, target: Pyramid) -> str | None:
    """What the mover may make of the target, right after `stepped` left `origin` (B40)."""
    if target.number in state.moved:
        return None
    rules = turn.rules
    now = {p.number: q for q, _, p in everything(state.board)}
    halves = [
        (q, p)
        for q, _, p in everything(turn.start)
        if p.size == target.size
        and is_next(q, t)
        and serves(rules, turn.start, q, p, turn.mover)
        and p.number in state.gone
        and not (p.number in now and (now[p.number] == t or is_next(now[p.number], t)))
    ]
    for (p_square, p), (q_square, q) in combinations(halves, 2):
        leaves_now = (p.number in stepped and p_square == origin) or (q.number in stepped and q_square == origin)
        if p_square != q_square and leaves_now and turn.mover in (rules.owner(p), rules.owner(q)):
            return new_colour(rules, state, target, turn.mover, 1)
    return None


def arrive(
    turn: Turn, state: State, arrived: set[int], origin: str | None, made: list[Done], claims: list[Claim], index: int
) -> Iterator[tuple[State, list[Done]]]:
    """The states that an arrival in `state` can lead to as far as the X results allow it, with all that was made so
    far; none if an X is missing (B20 to B23). `origin` is None for a swap, `made` was made by earlier arrivals."""
    certain, optional = possible(turn, state, arrived, origin)
    scarce = scarce_sizes(state, certain | optional)
    allowed: list[tuple[State, list[Done], list[bool]]] = []
    for chosen in choices(state, certain, optional):
        here = [Done(change, index, needs_x(state, change, certain, optional, scarce)) for change in sorted(chosen)]
        taken = [done for done in made if done.needs_x]
        if can_all_have_one(taken + [done for done in here if done.needs_x], claims):
            named = [can_all_have_one([*taken, done], claims) for done in here]
            allowed.append((changed(state, chosen), made + here, named))
    if not scarce:
        # Where an X right after this square names a change, nothing else is left open there.
        told = {
            done.change.square
            for _, all_made, _ in allowed
            for done in all_made[len(made) :]
            if any(claim.arrival is not None and claim.fits(done) for claim in claims)
        }
        allowed = [
            (after, all_made, named)
            for after, all_made, named in allowed
            if told
            <= {
                done.change.square
                for done in all_made[len(made) :]
                if any(claim.arrival is not None and claim.fits(done) for claim in claims)
            }
        ]
    # Of like pyramids captured the lowest that has an X is gone.
    best: dict[object, tuple[State, list[Done], list[bool]]] = {}
    for way in allowed:
        known = best.setdefault(way[0].public(), way)
        if sum(way[2]) > sum(known[2]):
            best[way[0].public()] = way
    for after, all_made, _ in best.values():
        yield after, all_made


def possible(turn: Turn, state: State, arrived: set[int], origin: str | None) -> tuple[set[Change], set[Change]]:
    """What an arrival changes or could change for certain, and what may be withdrawn from (B17 to B20, B40)."""
    certain, optional = set(), set()
    for square, level, pyramid in everything(state.board):
        wishes = [brace_or_swarm(turn.rules, state, arrived, square, pyramid, seat) for seat in "wb"]
        match [new for new in wishes if new]:
            case [new]:
                certain.add(Change(square, level, pyramid, new))
            case [] if origin and "withdraw" in turn.rules.variants:
                withdrawn = withdrawal(turn, state, arrived, origin, square, pyramid)
                if withdrawn:
                    optional.add(Change(square, level, pyramid, withdrawn))
    return certain, optional


def scarce_sizes(state: State, could: set[Change]) -> set[str]:
    """The sizes of which one arrival could make more neutral than are left, with one on each square (B45)."""
    return {
        size
        for size in COST
        if len({change.square for change in could if change.new == "n" and change.pyramid.size == size})
        > neutral_left(state, size)
    }


def needs_x(state: State, change: Change, certain: set[Change], optional: set[Change], scarce: set[str]) -> bool:
    """Whether a change happens only if its X is written (B21, B40, B45)."""
    if change in optional or (change.new == "n" and change.pyramid.size in scarce):
        return True
    ways = {changed(state, frozenset({other})).public() for other in certain if other.square == change.square}
    return len(ways) > 1


def choices(state: State, certain: set[Change], optional: set[Change]) -> Iterator[frozenset[Change]]:
    """The sets of changes that can happen at once and that no certain one can be added to (B21, B45)."""
    squares = sorted({change.square for change in certain | optional})
    each: list[list[Change | None]] = []
    for square in squares:
        forced, free = (sorted(change for change in some if change.square == square) for some in (certain, optional))
        each.append([*forced, *free, None])
    for choice in product(*each):
        chosen = frozenset(change for change in choice if change)
        more = [chosen | {change} for change in certain if change.square not in {other.square for other in chosen}]
        if can_be(state, chosen) and not any(can_be(state, further) for further in more):
            yield chosen


def can_be(state: State, chosen: frozenset[Change]) -> bool:
    """Whether no more become neutral than may (B45)."""
    sizes = [change.pyramid.size for change in chosen if change.new == "n"]
    return all(sizes.count(size) <= neutral_left(state, size) for size in COST)


def pairings(made: list[Done], claims: list[Claim]) -> Iterator[tuple[int, ...]]:
    """Every way to give the changes different X results that fit them, as indices; -1 for none (B32)."""
    options = [[-1, *(i for i, claim in enumerate(claims) if claim.fits(done))] for done in made]
    for given in product(*options):
        used = [index for index in given if index >= 0]
        if len(set(used)) == len(used):
            yield given


def can_all_have_one(made: list[Done], claims: list[Claim]) -> bool:
    """Whether there is a different X for each of these changes."""
    return any(-1 not in given for given in pairings(made, claims))


def is_told(made: list[Done], claims: list[Claim]) -> bool:
    """Whether every X has its change, and every change that needs one its X (B32)."""
    return any(
        set(range(len(claims))) <= set(given)
        and all(index >= 0 or not done.needs_x for done, index in zip(made, given, strict=True))
        for given in pairings(made, claims)
    )


def changed(state: State, changes: frozenset[Change]) -> State:
    """The position after these changes, all at once (B20)."""
    new = {change.pyramid.number: change.new for change in changes}
    board = tuple(
        tuple(p._replace(colour=new.get(p.number, p.colour)) for p in stack if new.get(p.number) != "x")
        for stack in state.board
    )
    made = [change.pyramid.size for change in changes if change.new == "n"]
    uses = tuple(used + made.count(size) for size, used in zip("LMS", state.uses, strict=True))
    return state._replace(board=board, uses=uses)
