"""What an arrival changes, and how well the X results agree, for the slow second judge of Braces.

Written from the rules alone (B16 to B23, B32, B40 to B45): it tries every set of changes, and every way to pair the X
results with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
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
    """What an arrival can do to a pyramid, described as just after the arrival; `new` is a colour, or x (captured)."""

    square: str
    level: int
    pyramid: Pyramid
    new: str


class Arrival(NamedTuple):
    """An arrival before its changes; `optional` are those by withdrawal (B40)."""

    rules: Rules
    state: State
    certain: frozenset[Change]
    optional: frozenset[Change]
    chosen: frozenset[Change]


Way = tuple[State, tuple[Arrival, ...]]
"""A state and the arrivals that led to it."""


class Claim(NamedTuple):
    """A written X result; `arrival` counts the squares of the path, None: any of them (B32)."""

    size: str
    colour: str
    level: str
    square: str
    new: str
    arrival: int | None

    def fits(self, change: Change) -> bool:
        pyramid = change.pyramid
        return (
            (self.size, self.square) == (pyramid.size, change.square)
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
        and not (p.number in now and is_next(now[p.number], t))
    ]
    for (p_square, p), (q_square, q) in combinations(halves, 2):
        leaves_now = (p.number in stepped and p_square == origin) or (q.number in stepped and q_square == origin)
        if p_square != q_square and leaves_now and turn.mover in (rules.owner(p), rules.owner(q)):
            return new_colour(rules, state, target, turn.mover, 1)
    return None


def arrive(
    turn: Turn, state: State, arrived: set[int], origin: str | None, claims: list[Claim] | None
) -> Iterator[tuple[State, Arrival]]:
    """The states that an arrival in `state` can lead to; `origin` is None for a swap (B20, B21, B23).

    Only pyramids that one of the `claims` names can be withdrawn from, or any if `claims` is None (B40).
    """
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
    nameable = [change for change in optional if claims is None or any(claim.fits(change) for claim in claims)]
    for count in range(len(nameable) + 1):
        for extra in combinations(nameable, count):
            for chosen in choices(state, certain.union(extra)):
                if chosen.issuperset(extra):
                    arrival = Arrival(turn.rules, state, frozenset(certain), frozenset(optional), chosen)
                    yield changed(state, chosen), arrival


def choices(state: State, pool: set[Change]) -> list[frozenset[Change]]:
    """The sets of changes that can happen at once and that nothing can be added to (B21, B45)."""
    by_square: dict[str, list[Change | None]] = {}
    for change in sorted(pool):
        by_square.setdefault(change.square, [None]).append(change)
    sets = []
    for choice in product(*by_square.values()):
        chosen = frozenset(change for change in choice if change)
        sizes = [change.pyramid.size for change in chosen if change.new == "n"]
        if all(sizes.count(size) <= neutral_left(state, size) for size in COST):
            sets.append(chosen)
    return [chosen for chosen in sets if not any(chosen < other for other in sets)]


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


def closeness(arrivals: tuple[Arrival, ...], claims: list[Claim], is_whole: bool) -> tuple[int, int]:
    """How well the play agrees with the X results: 0 if B21 is broken, 1 if B32 is, 2 if neither; and how many X
    results fit. Before the end of the action, only those bound to an arrival so far can be wrong."""
    changes = [(index, change) for index, arrival in enumerate(arrivals) for change in arrival.chosen]
    options = [
        [pair for pair in changes if claim.arrival in (None, pair[0]) and claim.fits(pair[1])] for claim in claims
    ]
    best = (0, 0)
    for pairing in product(*([None, *pairs] for pairs in options)):
        paired = [pair for pair in pairing if pair]
        lost = [index for index, pair in enumerate(pairing) if pair is None]
        if len(set(paired)) < len(paired) or any(pair not in paired for index in lost for pair in options[index]):
            continue  # Every X is another change, and none is left over that has one.
        false = [index for index in lost if is_whole or claims[index].arrival in range(len(arrivals))]
        is_choice_clear = all(
            is_settled(arrival, frozenset(change for at, change in paired if at == index))
            for index, arrival in enumerate(arrivals)
        ) and not any(
            clashes(arrival, claims[index], claims[other])
            for index, other in product(false, range(len(claims)))
            for at, arrival in enumerate(arrivals)
            if index != other
            and claims[index].arrival in (None, at)
            and claims[other].arrival in (None, at)
            and (pairing[other] or (at,))[0] == at
        )
        best = max(best, ((1 if false else 2) if is_choice_clear else 0, len(paired)))
    return best


def is_settled(arrival: Arrival, named: frozenset[Change]) -> bool:
    """Whether, of all that the arrival could do, only one result is left if each of the named changes happens, and no
    withdrawal but those named (B21, B22, B40, B45)."""
    state = arrival.state
    left = set()
    for count in range(len(arrival.optional) + 1):
        for extra in combinations(arrival.optional & named, count):
            for chosen in choices(state, arrival.certain.union(extra)):
                if chosen.issuperset(extra) and chosen >= named and (chosen & arrival.optional) <= named:
                    left.add(changed(state, chosen).public())
    return left == {changed(state, arrival.chosen).public()}


def clashes(arrival: Arrival, one: Claim, other: Claim) -> bool:
    """Whether two X results name two pyramids of one square, either of which could change in this arrival (B21)."""
    return any(
        first.square == second.square and one.fits(first) and other.fits(second)
        for first, second in permutations(arrival.certain | arrival.optional, 2)
    )
