"""The board for the slow second judge of Braces: stacks, caps, costs and the win. Written from the rules alone."""

from __future__ import annotations

import re
from typing import NamedTuple

COST = {"S": 1, "M": 2, "L": 3}
SQUARES = [file + rank for rank in "12345" for file in "abcde"]
START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w"


class Pyramid(NamedTuple):
    """The number tells like pyramids apart, which only B40 needs."""

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
    """Where a turn has got to. `uses` counts pyramids made neutral so far, L, M, S (B45). For B40, `moved` has the
    numbers that a step or swap took, and `gone` those that a step took off the square on which they began the
    turn."""

    board: Board
    uses: tuple[int, ...]
    spent: int = 0
    has_swapped: bool = False
    moved: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()

    def public(self) -> tuple[str, tuple[int, ...], int]:
        """The state without the pyramids' numbers, by which states are compared."""
        return write_board(self.board), self.uses, self.spent


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
    """The stack on a square; empty for a square that does not exist."""
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
    """Whether one pyramid of the mover's or a neutral one has an ordinary step that costs no more than `limit`
    (B7)."""
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
