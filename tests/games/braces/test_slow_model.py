"""A second, slow implementation of turns, straight from the rules, checks the fast one on random positions.

It shares nothing with the game but the position string. Each pyramid has a number that identifies it; every level is
tried, and every set of changes at each arrival.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import NamedTuple

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.braces import GAME
from pyrnot.play.turns import legal_turns
from pyrnot.record.grammars import parse_action

Square = tuple[int, int]
SQUARES = [(file, rank) for rank in range(5) for file in range(5)]
COST = {"S": 1, "M": 2, "L": 3}


class Pyramid(NamedTuple):
    number: int
    size: str
    colour: str


class Game(NamedTuple):
    """What stays the same during a turn: the optional rules, the colours by seat, the mover, the board at the start."""

    variants: frozenset[str]
    ladders: dict[str, str]
    mover: str
    start: dict[Square, tuple[Pyramid, ...]]


class State(NamedTuple):
    """The board, the points left, and by number the pyramids a step or swap took and those a step took off."""

    board: tuple[tuple[Pyramid, ...], ...]
    left: int
    swapped: bool
    used: tuple[int, int, int]
    touched: frozenset[int] = frozenset()
    off: frozenset[int] = frozenset()
    won: bool = False

    def at(self, square: Square) -> tuple[Pyramid, ...]:
        return self.board[SQUARES.index(square)]

    def where(self, number: int) -> Square | None:
        for square, stack in zip(SQUARES, self.board, strict=True):
            if any(pyramid.number == number for pyramid in stack):
                return square
        return None

    def put(self, square: Square, stack: tuple[Pyramid, ...]) -> State:
        at = SQUARES.index(square)
        return self._replace(board=(*self.board[:at], stack, *self.board[at + 1 :]))


def adjacent(one: Square, other: Square) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def owner(game: Game, pyramid: Pyramid) -> str:
    return next((seat for seat in "wb" if pyramid.colour in game.ladders[seat]), "n")


def grade(game: Game, pyramid: Pyramid) -> int:
    return game.ladders[owner(game, pyramid)].index(pyramid.colour)


def is_capped(game: Game, stack: tuple[Pyramid, ...], pyramid: Pyramid) -> bool:
    """B13."""
    return {owner(game, pyramid), owner(game, stack[-1])} == {"w", "b"}


def penalty(game: Game, stack: tuple[Pyramid, ...], pyramid: Pyramid) -> int:
    """B14."""
    if not is_capped(game, stack, pyramid):
        return 0
    letters = "".join(owner(game, each) for each in stack).replace("n", "")
    return len(letters) - len(letters.rstrip(letters[-1]))


# Arrivals


def seats_bracing(game: Game, state: State, arrived: set[int], target: Pyramid, t: Square) -> tuple[set[str], set[str]]:
    """Who braces or swarms a pyramid, and who of them with two grey-scale halves (B17, B18, B41, B44)."""
    everyone = [
        (pyramid, square) for square in SQUARES for pyramid in state.at(square) if pyramid.number != target.number
    ]
    seats, double = set(), set()
    for (p, q), (other, u) in product(everyone, everyone):
        if p.number not in arrived or p.number == other.number or not (p.size == other.size == target.size):
            continue
        apart = q != u and adjacent(q, t) and adjacent(u, t)
        stacked = (q == t and adjacent(u, t)) or (u == t and adjacent(q, t))
        if not (apart or (stacked and "same-stack" in game.variants)):
            continue
        for seat in "wb":
            if serves(game, state, seat, [(p, q), (other, u)]):
                seats.add(seat)
                if all(pyramid.colour == seat for pyramid in (p, other)):
                    double.add(seat)
    if target.size != "S":
        beside = [(pyramid, square) for pyramid, square in everyone if pyramid.size == "S" and adjacent(square, t)]
        for swarm in combinations(beside, 3):
            if len({square for _, square in swarm}) == 3 and arrived & {pyramid.number for pyramid, _ in swarm}:
                seats |= {seat for seat in "wb" if serves(game, state, seat, list(swarm))}
    return seats, double


def serves(game: Game, state: State, seat: str, parts: list[tuple[Pyramid, Square]]) -> bool:
    """Whether each part is the seat's and not capped, or neutral, and one of them is the seat's."""
    whose = [owner(game, pyramid) for pyramid, _ in parts]
    return seat in whose and all(
        by == "n" or (by == seat and not is_capped(game, state.at(square), pyramid))
        for by, (pyramid, square) in zip(whose, parts, strict=True)
    )


Changes = dict[int, str]
"""By number: the new colour, x for captured."""


def results(game: Game, state: State, target: Pyramid, seats: set[str], double: set[str]) -> set[str]:
    """What the seats make of a pyramid (B19, B42 to B45)."""
    seat = owner(game, target)
    if seat == "n":
        return set()
    ladder, here = game.ladders[seat], grade(game, target)
    other = "wb".replace(seat, "")
    new = set()
    if other in seats:
        if here < len(ladder) - 1:
            by = 2 if other in double and "double-brace" in game.variants else 1
            new.add(ladder[min(here + by, len(ladder) - 1)])
        elif "capture" in game.variants:
            new.add("x")
        elif "neutralize" in game.variants and state.used["SML".index(target.size)] < 2:
            new.add("n")
    if seat in seats and here:
        new.add(ladder[here - 1])
    return new


def arrivals(game: Game, state: State, arrived: set[int], withdrawn: set[int]) -> list[State]:
    """The states after an arrival, for every choice of the mover (B20, B21, B40, B45)."""
    certain: dict[int, str] = {}
    optional: dict[int, str] = {}
    where: dict[int, tuple[Square, Pyramid]] = {}
    for square in SQUARES:
        for target in state.at(square):
            where[target.number] = (square, target)
            new = results(game, state, target, *seats_bracing(game, state, arrived, target, square))
            if len(new) == 1:
                certain[target.number] = new.pop()
            elif not new and target.number in withdrawn:
                for colour in results(game, state, target, {game.mover}, set()):
                    optional[target.number] = colour

    def is_allowed(changes: Changes) -> bool:
        squares = [where[number][0] for number in changes]
        made = [where[number][1].size for number, new in changes.items() if new == "n"]
        uses = [used + made.count(size) for size, used in zip("SML", state.used, strict=True)]
        return len(squares) == len(set(squares)) and max(uses) <= max(2, *state.used)

    found = []
    possible = list((certain | optional).items())
    by_square: dict[Square, list[tuple[int, str] | None]] = {}
    for number, new in possible:
        by_square.setdefault(where[number][0], [None]).append((number, new))
    for chosen in product(*by_square.values()):
        changes = dict(each for each in chosen if each is not None)
        if not is_allowed(changes):
            continue
        if any(number not in changes and is_allowed({**changes, number: new}) for number, new in certain.items()):
            continue
        found.append(make(game, state, changes))
    return found


def make(game: Game, state: State, changes: Changes) -> State:
    used = list(state.used)
    for square in SQUARES:
        stack = state.at(square)
        if any(pyramid.number in changes for pyramid in stack):
            for pyramid in stack:
                used["SML".index(pyramid.size)] += changes.get(pyramid.number) == "n"
            stack = tuple(
                pyramid._replace(colour=changes.get(pyramid.number, pyramid.colour))
                for pyramid in stack
                if changes.get(pyramid.number) != "x"
            )
            state = state.put(square, stack)
    state = state._replace(used=tuple(used))
    return state._replace(won=any(has_won(game, state, seat) for seat in "wb"))


def has_won(game: Game, state: State, seat: str) -> bool:
    """B29, B42."""
    everyone = [pyramid for stack in state.board for pyramid in stack]
    other = "wb".replace(seat, "")
    theirs = [pyramid for pyramid in everyone if owner(game, pyramid) == other]
    if all(pyramid.colour == game.ladders[other][-1] for pyramid in theirs):
        return True
    return "capture" in game.variants and any(
        all(pyramid.size != size for pyramid in theirs)
        and any(pyramid.size == size and pyramid.colour == seat for pyramid in everyone)
        for size in "SML"
    )


def withdrawn_from(game: Game, state: State, moved: set[int], here: Square) -> set[int]:
    """The pyramids that the mover may change because of the step just made from `here` (B40)."""
    if "withdraw" not in game.variants:
        return set()
    start = {pyramid.number: (square, pyramid) for square, stack in game.start.items() for pyramid in stack}
    found = set()
    for (p, (p_home, p_was)), (target, (t_home, t_was)) in product(start.items(), repeat=2):
        if p not in moved or p_home != here or target in state.touched or state.where(target) != t_home:
            continue
        for other, (other_home, other_was) in start.items():
            halves = [(p_was, p_home), (other_was, other_home)]
            whose = [owner(game, pyramid) for pyramid, _ in halves]
            if (
                other_home != p_home
                and p_was.size == other_was.size == t_was.size
                and adjacent(p_home, t_home)
                and adjacent(other_home, t_home)
                and all(
                    by == "n" or (by == game.mover and not is_capped(game, game.start[home], pyramid))
                    for by, (pyramid, home) in zip(whose, halves, strict=True)
                )
                and game.mover in whose
                and {p, other} <= state.off
                and all((at := state.where(number)) is not None and not adjacent(at, t_home) for number in (p, other))
            ):
                found.add(target)
    return found


# Turns


def steps(game: Game, state: State, power: str, limit: int) -> list[State]:
    """The states after every single step that the rules allow for at most this many points."""
    found = []
    for here in SQUARES:
        stack = state.at(here)
        for count in range(1, len(stack) + 1):
            for taken in combinations(stack, count):
                whose = {owner(game, pyramid) for pyramid in taken}
                if len(whose) > 1 or (power != "DIG" and not whose <= {game.mover, "n"}):
                    continue
                if count > 1 and any(is_capped(game, stack, pyramid) for pyramid in taken):
                    continue
                cost = sum(COST[pyramid.size] + penalty(game, stack, pyramid) for pyramid in taken)
                if cost > limit:
                    continue
                for there in reach(here, power):
                    landed = state.at(there)
                    if not landed or COST[landed[-1].size] >= COST[taken[0].size]:
                        found += step(game, state, here, there, taken, cost)
    return found


def reach(here: Square, power: str) -> list[Square]:
    found = []
    for there in SQUARES:
        across, along = sorted((abs(here[0] - there[0]), abs(here[1] - there[1])))
        if (across, along) == (0, 1) or (across, along, power) in ((1, 1, "AIM"), (0, 2, "HOP")):
            found.append(there)
    return found


def step(game: Game, state: State, here: Square, there: Square, taken: tuple[Pyramid, ...], cost: int) -> list[State]:
    numbers = {pyramid.number for pyramid in taken}
    after = state.put(here, tuple(pyramid for pyramid in state.at(here) if pyramid.number not in numbers))
    after = after.put(there, after.at(there) + taken)
    home = {pyramid.number: square for square, stack in game.start.items() for pyramid in stack}
    off = set(state.off)
    for number in numbers:
        if home[number] == there:
            off.discard(number)
        elif home[number] == here:
            off.add(number)
    after = after._replace(left=state.left - cost, touched=state.touched | numbers, off=frozenset(off))
    return arrivals(game, after, numbers, withdrawn_from(game, after, numbers, here))


def swaps(game: Game, state: State) -> list[State]:
    found = []
    everyone = [(pyramid, square) for square in SQUARES for pyramid in state.at(square)]
    home = {pyramid.number: square for square, stack in game.start.items() for pyramid in stack}
    for (one, q), (other, t) in combinations(everyone, 2):
        if one.size != other.size:
            continue
        places = {one.number: other, other.number: one}
        after = state
        for square in {q, t}:
            after = after.put(square, tuple(places.get(pyramid.number, pyramid) for pyramid in after.at(square)))
        back = {number for number, square in ((one.number, t), (other.number, q)) if home[number] == square}
        numbers = {one.number, other.number}
        after = after._replace(swapped=True, touched=state.touched | numbers, off=state.off - back)
        found += arrivals(game, after, numbers, set())
    return found


def ordinary_step_exists(game: Game, state: State, limit: int) -> bool:
    """B7, B30: of one pyramid, without any power."""
    return any(
        COST[pyramid.size] + penalty(game, state.at(here), pyramid) <= limit
        and any(
            adjacent(here, there) and (not state.at(there) or COST[state.at(there)[-1].size] >= COST[pyramid.size])
            for there in SQUARES
        )
        for here in SQUARES
        for pyramid in state.at(here)
        if owner(game, pyramid) in (game.mover, "n")
    )


def ends(text: str, power: str, value: int, variants: frozenset[str]) -> set[str]:
    """The position strings after every legal turn."""
    ladders = {"w": "wgy", "b": "brp"} if "two-colours" in variants else {"w": "wg", "b": "br"}
    board, mover, used = read(text)
    game = Game(variants, ladders, mover, dict(zip(SQUARES, board, strict=True)))
    limit = 7 if power == "TIP" else value
    first = State(board, limit, False, used)
    if any(has_won(game, first, seat) for seat in "wb"):
        return set()
    found = set()
    if not ordinary_step_exists(game, first, limit):
        found.add(write(game, first))
    waiting, seen = [first], {first}
    while waiting:
        state = waiting.pop()
        if state is not first and (
            state.won or power == "TIP" or not state.left or not ordinary_step_exists(game, state, state.left)
        ):
            found.add(write(game, state))
        if state.won:
            continue
        after = steps(game, state, power, state.left)
        if power == "SWAP" and not state.swapped:
            after += swaps(game, state)
        fresh = set(after) - seen
        seen |= fresh
        waiting += fresh
    return found


# Position strings


def read(text: str) -> tuple[tuple[tuple[Pyramid, ...], ...], str, tuple[int, int, int]]:
    board, mover, *state = text.split(" ")
    number = 0
    cells: list[tuple[Pyramid, ...]] = []
    for row in reversed(board.split("/")):
        for cell in row.split(","):
            if cell.isdigit():
                cells += [()] * int(cell)
                continue
            stack = []
            for size, colour in zip(cell[::2], cell[1::2], strict=True):
                stack.append(Pyramid(number, size, colour))
                number += 1
            cells.append(tuple(stack))
    used = tuple(int(state[0][at]) for at in (5, 3, 1)) if state else (0, 0, 0)
    return tuple(cells), mover, used


def write(game: Game, state: State) -> str:
    rows = []
    for rank in range(4, -1, -1):
        row, run = [], 0
        for stack in state.board[rank * 5 : rank * 5 + 5]:
            if not stack:
                run += 1
                continue
            row += [str(run)] * (run > 0) + ["".join(pyramid.size + pyramid.colour for pyramid in stack)]
            run = 0
        rows.append(",".join(row + [str(run)] * (run > 0)))
    text = f"{'/'.join(rows)} {'wb'.replace(game.mover, '')}"
    if "neutralize" in game.variants:
        text += " L{2}M{1}S{0}".format(*state.used)
    return text


def random_position(rng: random.Random, variants: frozenset[str], most: int) -> str:
    """A position string with few pyramids, most of one size, near the middle, so that much happens; nobody has won."""
    used = [rng.randint(0, 2) if "neutralize" in variants else 0 for _ in "SML"]
    colours = {"w": "wgy", "b": "brp"} if "two-colours" in variants else {"w": "wg", "b": "br"}
    pool = [size + rng.choice(colours[seat]) for seat in "wb" for size in "SSSMMMLL"]
    pool += [size + "n" for size, more in zip("SML", used, strict=True) for _ in range(1 + more)]
    favoured = rng.choice("SSML")
    pool.sort(key=lambda pyramid: (pyramid[0] != favoured) + rng.random() * 1.2)
    squares = rng.sample([(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2), (2, 3), (1, 3), (2, 0)], rng.randint(4, 8))
    stacks: dict[Square, list[str]] = {}
    for pyramid in ["Lw", "Lb", *pool[: most - 2]]:
        stacks.setdefault(rng.choice(squares), []).append(pyramid)
    rows = []
    for rank in range(4, -1, -1):
        row, run = [], 0
        for file in range(5):
            stack = stacks.get((file, rank))
            if stack is None:
                run += 1
                continue
            stack.sort(key=lambda pyramid: -COST[pyramid[0]])
            row += [str(run)] * (run > 0) + ["".join(stack)]
            run = 0
        rows.append(",".join(row + [str(run)] * (run > 0)))
    state = f" L{used[2]}M{used[1]}S{used[0]}" if "neutralize" in variants else ""
    return f"{'/'.join(rows)} {rng.choice('wb')}{state}"


VARIANTS = [
    (),
    ("withdraw",),
    ("same-stack",),
    ("capture",),
    ("two-colours",),
    ("two-colours", "double-brace"),
    ("neutralize",),
    ("withdraw", "neutralize", "same-stack"),
    ("withdraw", "capture", "same-stack"),
    ("withdraw", "capture", "two-colours", "double-brace", "same-stack"),
]


def compare(seed: int, variants: frozenset[str], most: int, faces: tuple[str, ...], values: tuple[int, ...]) -> int:
    """Compares all ends of one turn from a random position; gives their number."""
    rng = random.Random(f"{seed} {sorted(variants)}")
    text = random_position(rng, variants, most)
    face, value = rng.choice(faces), rng.choice(values)
    tags = Tags({"Variant": ", ".join(sorted(variants))} if variants else {})
    position = GAME.read_position(text, tags)
    opening = parse_action(GAME, f"{face} {value}/1")
    fast = {GAME.write_position(turn.position) for turn in legal_turns(GAME, position, opening)}
    slow = ends(text, face, value, variants)
    assert fast == slow, f"{text} {face} {value} {sorted(variants)}: {sorted(fast ^ slow)[:4]}"
    return len(slow)


each_variant = pytest.mark.parametrize("variants", VARIANTS, ids=lambda names: "+".join(names) or "standard")


@each_variant
def test_random_turns(variants: tuple[str, ...]) -> None:
    faces = ("HOP", "SWAP", "DIG", "AIM")
    found = sum(compare(seed, frozenset(variants), most=6, faces=faces, values=(1, 2)) for seed in range(3))
    assert found >= 15
    compare(0, frozenset(variants), most=2, faces=("TIP",), values=(1,))


@pytest.mark.slow
@each_variant
def test_many_random_turns(variants: tuple[str, ...]) -> None:
    faces = ("HOP", "SWAP", "DIG", "AIM")
    for seed in range(15):
        compare(seed, frozenset(variants), most=6, faces=faces, values=(1, 2, 3))
    for seed in range(2):
        compare(seed, frozenset(variants), most=4, faces=("TIP",), values=(1,))
