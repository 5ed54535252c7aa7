"""A second judge of turns of Braces: slow, written from the rules alone, sharing nothing with the game.

It takes text apart with simple expressions, and tries every pyramid that a name may mean and every choice at an
arrival. Each function names the rules it is written from. It reads plain spelling only (single spaces, lower-case
squares) and finds no faults of notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, groupby, permutations, product
from typing import NamedTuple

from games.braces.slow_arrivals import Arrival, Claim, Turn, Way, arrive, closeness
from games.braces.slow_board import (
    COST,
    SQUARES,
    Board,
    Pyramid,
    Rules,
    State,
    can_step,
    cap_penalty,
    everything,
    having,
    is_capped,
    is_over,
    may_land,
    read_position,
    stack_on,
    write_position,
)

FACES = ("TIP", "HOP", "SWAP", "DIG", "AIM")


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
            # A path is the way of one pyramid, the one that starts it (B40).
            for world in relabelled(turn, now, square) if index == 0 else {now}:
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
