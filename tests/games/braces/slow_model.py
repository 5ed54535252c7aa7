"""A second judge of a whole turn of Braces: slow, straightforward, from the rules alone, with no part of the game.

Text is taken apart by simple expressions; every pyramid that a name may mean, every choice of what an arrival changes
and every way to pair the written X results with the changes is tried. Each function names the rules it is written from.
It reads plain spelling only (single blanks, small letters for squares) and knows no faults of notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, groupby, permutations, product
from typing import NamedTuple

FACES = ("TIP", "HOP", "SWAP", "DIG", "AIM")
COST = {"S": 1, "M": 2, "L": 3}
SQUARES = [file + rank for rank in "12345" for file in "abcde"]
START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w"


class Pyramid(NamedTuple):
    """The number tells it from its like: only B40 asks which one it was."""

    number: int
    size: str
    colour: str


Board = tuple[tuple[Pyramid, ...], ...]
"""A stack, bottom up, for each of `SQUARES`."""


class Rules(NamedTuple):
    """The optional rules of a game, and each seat's colours: the first one, then its reserve colours in order."""

    variants: frozenset[str]
    white: str
    black: str

    def line(self, seat: str) -> str:
        return self.white if seat == "w" else self.black

    def owner(self, pyramid: Pyramid) -> str | None:
        """B2"""
        return next((seat for seat in "wb" if pyramid.colour in self.line(seat)), None)


class State(NamedTuple):
    """Where a turn has got to. `uses`: pyramids made neutral so far, L, M, S (B45). For B40: `moved`, the numbers that
    a step or swap took, and `gone`, those that a step took off the square on which they began the turn."""

    board: Board
    uses: tuple[int, ...]
    spent: int = 0
    has_swapped: bool = False
    moved: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()

    def public(self) -> tuple[str, tuple[int, ...], int]:
        """What tells two positions apart: numbers do not."""
        return write_board(self.board), self.uses, self.spent


class Turn(NamedTuple):
    """What stays the same within a turn. `start` is the board before it."""

    rules: Rules
    mover: str
    face: str
    limit: int
    start: Board


class Change(NamedTuple):
    """What an arrival can do to a pyramid, told as right after the arrival; `new` is a colour, or x (captured)."""

    square: str
    level: int
    pyramid: Pyramid
    new: str


class Arrival(NamedTuple):
    """An arrival, judged before its changes. `optional`: what can be withdrawn from (B40)."""

    rules: Rules
    state: State
    certain: frozenset[Change]
    optional: frozenset[Change]
    chosen: frozenset[Change]


Way = tuple[State, tuple[Arrival, ...]]
"""What a path has done so far."""


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


class Done(NamedTuple):
    """A reading of an action that is legal and does what is written."""

    state: State
    arrivals: tuple[Arrival, ...]
    levels: tuple[tuple[int, ...], ...]
    """The levels of each pyramid or unit that the action names."""
    kinds: tuple[str, ...]
    """Their colours."""


class Failed(NamedTuple):
    """A reading that fails; of several the one with the largest `progress` names the fault (B47)."""

    progress: int
    rule: str


class Fault(Exception):
    """A turn that breaks the rule `args[0]`."""


class Verdict(NamedTuple):
    """`rule` is what the turn breaks, None if it is legal; `face` is what the treehouse die was used as."""

    rule: str | None
    position: str = ""
    face: str = ""
    actions: tuple[Done, ...] = ()


# --- The board ----------------------------------------------------------------------------------------------------


def read_position(text: str) -> tuple[Board, str, tuple[int, ...]]:
    """Board, seat to move, and how often each of L, M, S was made neutral."""
    board, mover, *uses = text.split()
    stacks: list[tuple[Pyramid, ...]] = []
    number = 0
    for rank in reversed(board.split("/")):
        for cell in rank.split(","):
            if cell.isdigit():
                stacks += [()] * int(cell)
                continue
            stack = []
            for size, colour in re.findall("(.)(.)", cell):
                stack.append(Pyramid(number := number + 1, size, colour))
            stacks.append(tuple(stack))
    return tuple(stacks), mover, tuple(map(int, re.findall(r"\d", "".join(uses)))) or (0, 0, 0)


def write_board(board: Board) -> str:
    ranks = []
    for first in (20, 15, 10, 5, 0):
        cells = ["".join(p.size + p.colour for p in stack) or "-" for stack in board[first : first + 5]]
        ranks.append(re.sub("-(,-)*", lambda run: str(run[0].count("-")), ",".join(cells)))
    return "/".join(ranks)


def write_position(rules: Rules, state: State, mover: str) -> str:
    uses = " L{}M{}S{}".format(*state.uses) if "neutralize" in rules.variants else ""
    return f"{write_board(state.board)} {mover}{uses}"


def stack_on(board: Board, square: str) -> tuple[Pyramid, ...]:
    """The stack on a square, none on a square that the board has not."""
    return board[SQUARES.index(square)] if square in SQUARES else ()


def having(board: Board, square: str, stack: tuple[Pyramid, ...]) -> Board:
    index = SQUARES.index(square)
    return (*board[:index], stack, *board[index + 1 :])


def everything(board: Board) -> list[tuple[str, int, Pyramid]]:
    """Every pyramid with its square and its level, counted from 1."""
    return [(q, level, p) for q, stack in zip(SQUARES, board, strict=True) for level, p in enumerate(stack, 1)]


def is_next(one: str, other: str) -> bool:
    """Whether two squares are orthogonally adjacent."""
    return abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1])) == 1


def is_capped(rules: Rules, board: Board, square: str, pyramid: Pyramid) -> bool:
    """B13"""
    seat, top = rules.owner(pyramid), rules.owner(stack_on(board, square)[-1])
    return seat is not None and top is not None and seat != top


def cap_penalty(rules: Rules, board: Board, square: str, pyramid: Pyramid) -> int:
    """B14"""
    run = 0
    if is_capped(rules, board, square, pyramid):
        for above in reversed(stack_on(board, square)):
            if rules.owner(above) == rules.owner(pyramid):
                break
            run += rules.owner(above) is not None
    return run


def has_won(rules: Rules, board: Board, seat: str) -> bool:
    """B29, B42, B43, B45"""
    mine, theirs = rules.line(seat), rules.line("b" if seat == "w" else "w")
    pyramids = [p for _, _, p in everything(board)]
    if all(p.colour == theirs[-1] for p in pyramids if p.colour in theirs):
        return True
    return "capture" in rules.variants and any(
        any(p.size == size and p.colour == mine[0] for p in pyramids)
        and not any(p.size == size and p.colour in theirs for p in pyramids)
        for size in COST
    )


def is_over(rules: Rules, board: Board) -> bool:
    return has_won(rules, board, "w") or has_won(rules, board, "b")


def can_step(rules: Rules, state: State, mover: str, limit: int) -> bool:
    """Whether one pyramid of the mover's or a neutral one has an ordinary step that costs no more than `limit` (B7)."""
    return any(
        rules.owner(pyramid) in (mover, None)
        and COST[pyramid.size] + cap_penalty(rules, state.board, square, pyramid) <= limit
        and any(is_next(square, to) and may_land(state.board, to, pyramid) for to in SQUARES)
        for square, _, pyramid in everything(state.board)
    )


def may_land(board: Board, square: str, pyramid: Pyramid) -> bool:
    """B9"""
    stack = stack_on(board, square)
    return not stack or COST[stack[-1].size] >= COST[pyramid.size]


# --- Arrivals -----------------------------------------------------------------------------------------------------


def new_colour(rules: Rules, state: State, target: Pyramid, seat: str, colours: int) -> str | None:
    """What a brace or swarm by `seat` makes of the target, None: nothing (B19, B42, B43, B44, B45)."""
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
    """B45"""
    return 2 - state.uses["LMS".index(size)]


def serves(rules: Rules, board: Board, square: str, pyramid: Pyramid, seat: str) -> bool:
    """Whether it can be half of a brace, or one of a swarm, by `seat` (B17, B18)."""
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
    """What each choice makes of an arrival that has led to `state`; `origin` is None for a swap (B20, B21, B23).

    Only what one of the `claims` names can be withdrawn from, without them all that is possible (B40)."""
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
    """The sets of changes that can happen at once, none of which could be larger (B21, B45)."""
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
    """How well what was played agrees with the X results: 0 if B21 is broken, 1 if B32 is, 2 if it does agree; and how
    many X results fit. Before the action is played to its end, only those bound to an arrival so far may be wrong."""
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
            if index != other and claims[index].arrival in (None, at) and (pairing[other] or (at,))[0] == at
        )
        best = max(best, ((1 if false else 2) if is_choice_clear else 0, len(paired)))
    return best


def is_settled(arrival: Arrival, named: frozenset[Change]) -> bool:
    """Whether all that the mover had to choose is named by an X (B21, B40, B45)."""
    state, pool = arrival.state, arrival.certain | arrival.chosen
    needed = arrival.chosen & arrival.optional
    for square in SQUARES:
        here = [change for change in pool if change.square == square]
        if len({changed(state, frozenset([change])).public() for change in here}) > 1:
            needed |= arrival.chosen.intersection(here)
    for size in COST:
        made = [change for change in pool if change.new == "n" and change.pyramid.size == size]
        if len({change.square for change in made}) > neutral_left(state, size):
            needed |= arrival.chosen.intersection(made)
    return needed <= named


def clashes(arrival: Arrival, one: Claim, other: Claim) -> bool:
    """Whether two X results name two pyramids of one square that each could change in this arrival (B21)."""
    return any(
        first.square == second.square and one.fits(first) and other.fits(second)
        for first, second in permutations(arrival.certain | arrival.optional, 2)
    )


# --- Actions ------------------------------------------------------------------------------------------------------

SQUARE = "[a-h][1-8]"
NAME = rf"([SML]+)(?:\(([^)]*)\))?({SQUARE})"
CLAIM = rf"X([SML])(?:\(([a-z]?)(\d*)\))?({SQUARE})(?:=([a-z]))?"


class Name(NamedTuple):
    sizes: str
    colour: str
    levels: tuple[int, ...]
    square: str

    def means(self, board: Board) -> list[tuple[int, ...]]:
        """The levels of every pyramid or unit on its square that it fits, whoever owns it (B31, B33)."""
        found = enumerate(stack_on(board, self.square), 1)
        return [
            tuple(level for level, _ in unit)
            for unit in combinations(found, len(self.sizes))
            if "".join(p.size for _, p in unit) == self.sizes
            and (not self.colour or all(p.colour == self.colour for _, p in unit))
            and (not self.levels or tuple(level for level, _ in unit) == self.levels)
        ]


def read_name(sizes: str, detail: str | None, square: str) -> Name:
    colour = "".join(re.findall("[a-z]", detail or "")).replace("t", "n")
    return Name(sizes, colour, tuple(map(int, re.findall(r"\d+", detail or ""))), square)


def read_claims(text: str, arrival: int | None) -> list[Claim]:
    return [
        Claim(size, colour.replace("t", "n"), level, square, new.replace("t", "n"), arrival)
        for size, colour, level, square, new in re.findall(CLAIM, text)
    ]


def readings(turn: Turn, state: State, text: str) -> Iterator[Done | Failed]:
    """Every reading of one action."""
    swap = re.match(f"{NAME}<>{NAME}", text)
    if swap:
        names = read_name(*swap.groups()[:3]), read_name(*swap.groups()[3:])
        return swap_readings(turn, state, *names, read_claims(text[swap.end() :], 0))
    name = re.match(NAME, text)
    assert name is not None, text
    parts = text[name.end() :].split("-")[1:]
    claims: list[Claim] = []
    for index, part in enumerate(parts):
        claims += read_claims(part[2:], index if index < len(parts) - 1 else None)
    return path_readings(turn, state, read_name(*name.groups()), [part[:2] for part in parts], claims)


def swap_readings(turn: Turn, state: State, first: Name, second: Name, claims: list[Claim]) -> Iterator[Done | Failed]:
    """B25, and the order of B47."""
    if is_over(turn.rules, state.board):
        yield Failed(0, "B29")
    elif turn.face != "SWAP":
        yield Failed(1, "B28")
    elif state.has_swapped or first.sizes != second.sizes:
        yield Failed(2, "B25")
    elif not first.means(state.board) or not second.means(state.board):
        yield Failed(3, "B31")
    else:
        for one, other in product(first.means(state.board), second.means(state.board)):
            if (one, first.square) == (other, second.square):
                yield Failed(4, "B25")
                continue
            mine, its = (
                stack_on(state.board, first.square)[one[0] - 1],
                stack_on(state.board, second.square)[other[0] - 1],
            )
            for world in relabelled(turn, state, first.square, second.square):
                after, arrived = swapped(turn, world, first.square, one[0], second.square, other[0])
                ways: list[Way] = [(done, (arrival,)) for done, arrival in arrive(turn, after, arrived, None, claims)]
                yield from finish(ways, claims, (one, other), (mine.colour, its.colour))


def swapped(
    turn: Turn, state: State, square: str, level: int, other_square: str, other_level: int
) -> tuple[State, set[int]]:
    """The position after a swap, before its arrivals are judged, and the numbers of the two that arrive."""
    one, other = stack_on(state.board, square)[level - 1], stack_on(state.board, other_square)[other_level - 1]
    places = {one.number: other, other.number: one}
    board = tuple(tuple(places.get(p.number, p) for p in stack) for stack in state.board)
    arrived = {one.number, other.number}
    begun = {p.number: q for q, _, p in everything(turn.start)}
    back = {p.number for q, _, p in everything(board) if begun[p.number] == q}
    moved = state.moved | arrived
    return state._replace(board=board, has_swapped=True, moved=moved, gone=state.gone - back), arrived


def relabelled(turn: Turn, state: State, *squares: str) -> set[State]:
    """Of like pyramids in a row on one square the mover may say which is which, if their ways differ (B40)."""
    begun = {p.number: q for q, _, p in everything(turn.start)}

    def ways(board: Board) -> list[list[object]]:
        return [[(*p[1:], begun[n], n in state.moved, n in state.gone) for p in s for n in p[:1]] for s in board]

    worlds = {str(ways(state.board)): state}
    if "withdraw" in turn.rules.variants:
        for square in squares:
            for world in tuple(worlds.values()):
                stack = stack_on(world.board, square)
                like = [list(row) for _, row in groupby(stack, key=lambda p: p[1:])]
                for orders in product(*map(permutations, like)):
                    named = {p: q for old, new in zip(like, orders, strict=True) for p, q in zip(old, new, strict=True)}
                    board = having(world.board, square, tuple(named[p] for p in stack))
                    worlds.setdefault(str(ways(board)), world._replace(board=board))
    return set(worlds.values())


def path_readings(
    turn: Turn, state: State, name: Name, targets: list[str], claims: list[Claim]
) -> Iterator[Done | Failed]:
    """B10, B15, B31, B33, and the order of B47."""
    rules, board = turn.rules, state.board
    costs = [COST[size] for size in name.sizes]
    if costs != sorted(costs, reverse=True) or list(name.levels) != sorted(set(name.levels)):
        yield Failed(0, "B15")
        return
    if not name.means(board):
        yield Failed(1, "B31")
    for levels in name.means(board):
        unit = [stack_on(board, name.square)[level - 1] for level in levels]
        owners = {rules.owner(pyramid) for pyramid in unit}
        if turn.face != "DIG" and owners - {turn.mover, None}:
            yield Failed(2, "B10")
        elif len(owners) > 1 or (len(unit) > 1 and is_capped(rules, board, name.square, unit[0])):
            yield Failed(3, "B15")
        else:
            yield from walk(turn, state, name.square, levels, targets, claims)


def walk(
    turn: Turn, state: State, square: str, levels: tuple[int, ...], targets: list[str], claims: list[Claim]
) -> Iterator[Done | Failed]:
    """Every way to take a path with the pyramids on these levels (B12), with the order of B47."""
    ways: list[Way] = [(state, ())]
    named, colours = levels, "".join(stack_on(state.board, square)[level - 1].colour for level in levels)
    for index, target in enumerate(targets):
        further = []
        for now, arrivals in ways:
            if index:  # Those that move are the top of their stack, whatever was captured below them.
                height = len(stack_on(now.board, square))
                levels = tuple(range(height - len(levels) + 1, height + 1))
            failed = step_fault(turn, now, square, levels, target)
            if failed:
                yield Failed(4 + 4 * index + failed.progress, failed.rule)
                continue
            for world in relabelled(turn, now, square):
                after, arrived = stepped(turn, world, square, levels, target)
                here = [claim for claim in claims if claim.arrival in (None, index)]
                for done, arrival in arrive(turn, after, arrived, square, here):
                    further.append((done, (*arrivals, arrival)))
        close = [closeness(arrivals, claims, is_whole=False)[0] for _, arrivals in further]
        ways = [way for way, how in zip(further, close, strict=True) if how == max(close)]
        square = target
    yield from finish(ways, claims, (named,), (colours,))


def finish(
    ways: list[Way], claims: list[Claim], levels: tuple[tuple[int, ...], ...], kinds: tuple[str, ...]
) -> Iterator[Done | Failed]:
    """Of the ways to play an action by its steps, those that most of its X results fit: what is wrong with them."""
    close = [closeness(arrivals, claims, is_whole=True) for _, arrivals in ways]
    for (state, arrivals), (how, count) in zip(ways, close, strict=True):
        if count == max(count for _, count in close):
            yield Failed(1000 + how, ("B21", "B32")[how]) if how < 2 else Done(state, arrivals, levels, kinds)


def step_fault(turn: Turn, state: State, square: str, levels: tuple[int, ...], target: str) -> Failed | None:
    """What is wrong with one step (B7, B8, B9, B24, B26, B28, B29), in the order of B47."""
    unit = [stack_on(state.board, square)[level - 1] for level in levels]
    if is_over(turn.rules, state.board):
        return Failed(0, "B29")
    by = sorted((abs(ord(square[0]) - ord(target[0])), abs(ord(square[1]) - ord(target[1]))))
    if target not in SQUARES or by not in ([0, 1], [1, 1], [0, 2]):
        return Failed(1, "B9")
    if (by == [1, 1] and turn.face != "AIM") or (by == [0, 2] and turn.face != "HOP"):
        return Failed(1, "B28")
    if not may_land(state.board, target, unit[0]):
        return Failed(2, "B9")
    if state.spent + step_cost(turn.rules, state.board, square, unit) > turn.limit:
        return Failed(3, "B8" if turn.face == "TIP" else "B7")
    return None


def step_cost(rules: Rules, board: Board, square: str, unit: list[Pyramid]) -> int:
    """B11, B15"""
    return sum(COST[p.size] + cap_penalty(rules, board, square, p) for p in unit)


def stepped(turn: Turn, state: State, square: str, levels: tuple[int, ...], target: str) -> tuple[State, set[int]]:
    """The position after a step, before its arrival is judged, and the numbers of those that arrive."""
    stack = stack_on(state.board, square)
    unit = [stack[level - 1] for level in levels]
    board = having(state.board, square, tuple(p for p in stack if p not in unit))
    board = having(board, target, stack_on(board, target) + tuple(unit))
    arrived = {p.number for p in unit}
    begun = {p.number: q for q, _, p in everything(turn.start)}
    gone = state.gone | {number for number in arrived if begun[number] == square}
    gone -= {number for number in arrived if begun[number] == target}
    spent = state.spent + step_cost(turn.rules, state.board, square, unit)
    return state._replace(board=board, spent=spent, moved=state.moved | arrived, gone=gone), arrived


# --- Turns --------------------------------------------------------------------------------------------------------


def play_action(turn: Turn, states: list[State], text: str) -> list[Done]:
    """All legal readings of an action, which lead to one position; raises `Fault` (B31, B47)."""
    found = [reading for state in states for reading in readings(turn, state, text)]
    done = [reading for reading in found if isinstance(reading, Done)]
    if not done:
        raise Fault(max(reading for reading in found if isinstance(reading, Failed)).rule)
    if len({reading.state.public() for reading in done}) > 1:
        raise Fault("B31")
    if (
        "withdraw" in turn.rules.variants
    ):  # Which of like ones was taken stays open if the position does not tell (B40).
        bare = re.sub(r"(?<!X[SML])\([^)]*\)", "", text)
        found = [reading for state in states for reading in readings(turn, state, bare)]
        told = done[0].kinds, done[0].state.public()
        done += [r for r in found if isinstance(r, Done) and (r.kinds, r.state.public()) == told]
    return done


def play_actions(rules: Rules, position: str, face: str, value: int, actions: list[str]) -> Verdict:
    """A turn with this face of the treehouse die; raises `Fault`."""
    if not actions:
        raise Fault("B30")
    board, mover, uses = read_position(position)
    turn = Turn(rules, mover, face, 7 if face == "TIP" else value, board)
    states = [State(board, uses)]
    taken: list[Done] = []
    if actions == ["pass"]:
        if can_step(rules, states[0], mover, turn.limit):
            raise Fault("B30")
    else:
        for text in actions:
            done = play_action(turn, states, text)
            states = list(dict.fromkeys(reading.state for reading in done))
            taken.append(done[0])
        left = 0 if face == "TIP" else turn.limit - states[0].spent
        if not is_over(rules, states[0].board) and can_step(rules, states[0], mover, left):
            raise Fault("B7")
    return Verdict(None, write_position(rules, states[0], "b" if mover == "w" else "w"), face, tuple(taken))


def judge(rules: Rules, position: str, text: str) -> Verdict:
    """The verdict on a turn, written in full: dice, then actions or `pass` (B4-B8, B30)."""
    dice, *actions = text.split("; ")
    parts = re.fullmatch(r"([A-Z]+)(?:=([A-Z]+))? (\d+/\d+(?: R \d+/\d+)*)", dice)
    assert parts is not None, dice
    face, use = parts[1], parts[2]
    rolls = [sorted(map(int, roll.split("/"))) for roll in parts[3].split(" R ")]
    if face not in (*FACES, "WILD") or (use and use not in FACES) or any(not 1 <= n <= 6 for r in rolls for n in r):
        return Verdict("B4")
    if any(low != high for low, high in rolls[:-1]):
        return Verdict("B5")
    is_bare = face == "WILD" and use is None
    rule = None
    for tried in FACES if is_bare else (use or face,):
        try:
            return play_actions(rules, position, tried, rolls[-1][1], actions)
        except Fault as fault:
            rule = fault.args[0]
    return Verdict("B6" if is_bare else rule)


# --- Without text -------------------------------------------------------------------------------------------------


def ends(rules: Rules, position: str, face: str, value: int) -> set[str]:
    """The positions after every legal turn with these dice."""
    board, mover, uses = read_position(position)
    turn = Turn(rules, mover, face, 7 if face == "TIP" else value, board)
    found: set[str] = set()
    states = [State(board, uses)]
    if not can_step(rules, states[0], mover, turn.limit):
        found.add(write_position(rules, states[0], "b" if mover == "w" else "w"))
    known = set(states)
    for state in states:  # It grows.
        for after in successors(turn, state):
            if after not in known:
                known.add(after)
                states.append(after)
                left = 0 if face == "TIP" else turn.limit - after.spent
                if is_over(rules, after.board) or not can_step(rules, after, mover, left):
                    found.add(write_position(rules, after, "b" if mover == "w" else "w"))
    return found


def successors(turn: Turn, state: State) -> Iterator[State]:
    """Every state after one step or swap."""
    if is_over(turn.rules, state.board):
        return
    for square, stack in zip(SQUARES, state.board, strict=True):
        levels = range(1, len(stack) + 1)
        for unit in (unit for count in levels for unit in combinations(levels, count)):
            owners = {turn.rules.owner(stack[level - 1]) for level in unit}
            is_capped_unit = len(unit) > 1 and is_capped(turn.rules, state.board, square, stack[unit[0] - 1])
            if len(owners) > 1 or is_capped_unit or (turn.face != "DIG" and owners - {turn.mover, None}):
                continue
            for target in SQUARES:
                if step_fault(turn, state, square, unit, target) is None:
                    for world in relabelled(turn, state, square):
                        after, arrived = stepped(turn, world, square, unit, target)
                        yield from (done for done, _ in arrive(turn, after, arrived, square, None))
    if turn.face == "SWAP" and not state.has_swapped:
        for (square, level, one), (other_square, other_level, other) in combinations(everything(state.board), 2):
            if one.size == other.size:
                for world in relabelled(turn, state, square, other_square):
                    after, arrived = swapped(turn, world, square, level, other_square, other_level)
                    yield from (done for done, _ in arrive(turn, after, arrived, None, None))
