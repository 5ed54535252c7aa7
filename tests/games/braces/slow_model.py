"""A second judge of turns of Braces: slow, written from the rules alone, sharing nothing with the game.

It takes text apart with simple expressions, and tries every pyramid that a name may mean and every choice at an
arrival. Each function names the rules it is written from. It reads plain spelling only (single spaces, lower-case
squares) and judges no notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, groupby, islice, product
from typing import NamedTuple

from games.braces.slow_arrivals import Claim, Done, Turn, arrive, is_told
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


MOST_MEANINGS = 200


class Played(NamedTuple):
    """A meaning of an action that is legal and does what is written."""

    state: State
    made: tuple[Done, ...]
    levels: tuple[tuple[int, ...], ...]
    """The levels of each pyramid or unit that the action names."""
    kinds: tuple[str, ...]
    """Their colours."""


class Failed(NamedTuple):
    """A meaning that fails; of several the one with the largest `progress` decides (B47)."""

    progress: int
    rule: str


Meaning = Played | Failed


class Refusal(Exception):
    """A turn that breaks the rule `args[0]`."""


class Verdict(NamedTuple):
    """`rule` is what the turn breaks, None if it is legal; `face` is what the treehouse die was used as."""

    rule: str | None
    position: str = ""
    face: str = ""
    actions: tuple[Played, ...] = ()


SQUARE = "[a-h][1-8]"
NAME = rf"([SML]+)(?:\(([^)]*)\))?({SQUARE})"
CLAIM = rf"X([SML])(?:\(([a-z]?)(\d*)\))?({SQUARE})(?:=([a-z]))?"


class Name(NamedTuple):
    sizes: str
    colour: str
    levels: tuple[int, ...]
    square: str

    def means(self, board: Board) -> list[tuple[int, ...]]:
        """The levels of every pyramid or unit on its square that it fits, whoever owns it (B31, B33); of like ones in
        a row only the lowest (B40)."""
        stack = stack_on(board, self.square)
        rows = rows_of(stack)
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        for unit in combinations(enumerate(stack, 1), len(self.sizes)):
            levels = tuple(level for level, _ in unit)
            if (
                "".join(p.size for _, p in unit) == self.sizes
                and (not self.colour or all(p.colour == self.colour for _, p in unit))
                and (not self.levels or levels == self.levels)
            ):
                found.setdefault(tuple(rows[level - 1] for level in levels), levels)
        return list(found.values())


def rows_of(stack: tuple[Pyramid, ...]) -> list[int]:
    """By level: the number of its row of like pyramids."""
    rows = [list(row) for _, row in groupby(stack, key=lambda p: (p.size, p.colour))]
    return [number for number, row in enumerate(rows) for _ in row]


def read_name(sizes: str, detail: str | None, square: str) -> Name:
    colour = "".join(re.findall("[a-z]", detail or "")).replace("t", "n")
    return Name(sizes, colour, tuple(map(int, re.findall(r"\d+", detail or ""))), square)


def read_claims(text: str, arrival: int | None) -> list[Claim]:
    return [
        Claim(size, colour.replace("t", "n"), level, square, new.replace("t", "n"), arrival)
        for size, colour, level, square, new in re.findall(CLAIM, text)
    ]


def readings(turn: Turn, state: State, text: str) -> Iterator[Meaning]:
    """Every meaning of one action."""
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


def swap_readings(turn: Turn, state: State, first: Name, second: Name, claims: list[Claim]) -> Iterator[Meaning]:
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
        tried = set()
        for one, other in product(every_level(state.board, first), every_level(state.board, second)):
            places = ((first.square, one), (second.square, other))
            mine, its = (stack_on(state.board, square)[level - 1] for square, level in places)
            alike: frozenset[object] = frozenset(places)
            if mine.colour == its.colour:
                alike = frozenset((q, rows_of(stack_on(state.board, q))[level - 1]) for q, level in places)
            if (alike, places[0] == places[1]) in tried:
                continue  # the same swap, of like ones or named the other way round
            tried.add((alike, places[0] == places[1]))
            if places[0] == places[1]:
                yield Failed(4, "B25")
                continue
            after, arrived = swapped(turn, state, first.square, one, second.square, other)
            ways = list(arrive(turn, after, arrived, None, [], claims, 0))
            if not ways:
                yield Failed(5, "B21")
            for done, made in ways:
                yield finish(done, made, claims, ((one,), (other,)), (mine.colour, its.colour))


def every_level(board: Board, name: Name) -> list[int]:
    """The levels of all pyramids that a single name fits."""
    return [
        level
        for level, p in enumerate(stack_on(board, name.square), 1)
        if p.size == name.sizes and name.colour in ("", p.colour) and name.levels in ((), (level,))
    ]


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


def path_readings(turn: Turn, state: State, name: Name, targets: list[str], claims: list[Claim]) -> Iterator[Meaning]:
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
            colours = "".join(pyramid.colour for pyramid in unit)
            for way in walk(turn, state, name.square, levels, targets, claims, 0, []):
                yield way if isinstance(way, Failed) else finish(*way, claims, (levels,), (colours,))


Way = tuple[State, list[Done]]


def walk(
    turn: Turn,
    state: State,
    square: str,
    levels: tuple[int, ...],
    targets: list[str],
    claims: list[Claim],
    index: int,
    made: list[Done],
) -> Iterator[Way | Failed]:
    """Every way to take the rest of a path with the pyramids on these levels (B12), with the order of B47."""
    if not targets:
        yield state, made
        return
    if index:  # Those that move are the top of their stack, whatever was captured below them.
        height = len(stack_on(state.board, square))
        levels = tuple(range(height - len(levels) + 1, height + 1))
    failed = step_refusal(turn, state, square, levels, targets[0])
    if failed:
        yield Failed(4 + 5 * index + failed.progress, failed.rule)
        return
    after, arrived = stepped(turn, state, square, levels, targets[0])
    ways = list(arrive(turn, after, arrived, square, made, claims, index))
    if not ways:
        yield Failed(4 + 5 * index + 4, "B21")
    for done, all_made in ways:
        yield from walk(turn, done, targets[0], levels, targets[1:], claims, index + 1, all_made)


def finish(
    state: State, made: list[Done], claims: list[Claim], levels: tuple[tuple[int, ...], ...], kinds: tuple[str, ...]
) -> Meaning:
    """A meaning played to its end, which is legal if its X results are right (B32)."""
    return Played(state, tuple(made), levels, kinds) if is_told(made, claims) else Failed(10_000, "B32")


def step_refusal(turn: Turn, state: State, square: str, levels: tuple[int, ...], target: str) -> Failed | None:
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


def after_the_change(found: re.Match[str]) -> str:
    """`XS(r2)d5` as `XS(2)d5=r`."""
    level = f"({found[3]})" if found[3] else ""
    return f"X{found[1]}{level}{found[4]}={found[2]}"


def legal_readings(turn: Turn, state: State, text: str) -> list[Played]:
    """All legal meanings of an action; raises `Refusal` if there is none."""
    found = list(islice(readings(turn, state, text), MOST_MEANINGS + 1))
    if len(found) > MOST_MEANINGS:
        raise Refusal("B31")
    legal = [meaning for meaning in found if isinstance(meaning, Played)]
    if not legal:
        failed = [meaning for meaning in found if isinstance(meaning, Failed)]
        raise Refusal(max(failed, key=lambda meaning: meaning.progress).rule)
    return legal


def play_action(turn: Turn, state: State, text: str) -> Played:
    """The legal meaning of an action, the first of those that lead to one position; raises `Refusal` (B31, B47).

    Where it has none, the colours of its X results may be those after the changes (B32)."""
    legal = []
    try:
        legal = legal_readings(turn, state, text)
    except Refusal:
        other = re.sub(r"X([SML])\(([a-z])(\d*)\)([a-e][1-5])(?!=)", after_the_change, text)
        with suppress(Refusal):
            legal = legal_readings(turn, state, other)
        if not legal:
            raise
    if len({meaning.state.public() for meaning in legal}) > 1:
        raise Refusal("B31")
    return legal[0]


def play_actions(rules: Rules, position: str, face: str, value: int, actions: list[str]) -> Verdict:
    """A turn with this face of the treehouse die; raises `Refusal`."""
    if not actions:
        raise Refusal("B30")
    board, mover, uses = read_position(position)
    turn = Turn(rules, mover, face, 7 if face == "TIP" else value, board)
    state = State(board, uses)
    taken: list[Played] = []
    if actions == ["pass"]:
        if can_step(rules, state, mover, turn.limit):
            raise Refusal("B30")
    else:
        for text in actions:
            taken.append(play_action(turn, state, text))
            state = taken[-1].state
        left = 0 if face == "TIP" else turn.limit - state.spent
        if not is_over(rules, state.board) and can_step(rules, state, mover, left):
            raise Refusal("B7")
    return Verdict(None, write_position(rules, state, "b" if mover == "w" else "w"), face, tuple(taken))


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
        except Refusal as refusal:
            rule = refusal.args[0]
    return Verdict("B6" if is_bare else rule)
