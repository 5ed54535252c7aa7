"""The game compared with a second, slow implementation of a turn, written straight from the rules.

The two share only the position string: here a state is plain text and numbers, and every turn is tried.
"""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from pyrnot.core.pieces import SIZE_OF_LETTER
from pyrnot.core.tags import Tags
from pyrnot.games.triumvirate.actions import Arrangement
from pyrnot.games.triumvirate.game import GAME
from pyrnot.games.triumvirate.position import Laid
from pyrnot.play.turns import legal_turns

Board = dict[tuple[int, int], str]
STARTS = {"r": [(7, 0), (6, 0), (5, 0)], "b": [(0, 7), (1, 7), (2, 7)]}
CARDS = [
    tuple(size + pose for size, pose in zip(sizes, poses, strict=True))
    for sizes in permutations("SML")
    for poses in product("_^", repeat=3)
]


def read(text: str) -> tuple[Board, str, dict, dict, dict]:
    board_text, mover, *rest = text.split(" ")
    board: Board = {}
    for rank, row in zip(range(7, -1, -1), board_text.split("/"), strict=True):
        file = 0
        for cell in row.split(","):
            if cell.isdigit():
                file += int(cell)
            else:
                board[file, rank] = cell
                file += 1
    own = {seat: tuple(card.split("|")[0].split(",")) for seat, card in zip("rb", rest, strict=False)}
    hostages = {seat: tuple(card.split("|")[1].split(",")) for seat, card in zip("rb", rest, strict=False)}
    held = {seat: sorted(row.replace("-", "")) for seat, row in zip("rb", rest[2:4], strict=True)}
    return board, mover, own, hostages, held


def write(board: Board, mover: str, own: dict, hostages: dict, held: dict, passes: str) -> str:
    rows = []
    for rank in range(7, -1, -1):
        row, run = [], 0
        for file in range(8):
            cell = board.get((file, rank))
            if cell is None:
                run += 1
                continue
            row += [str(run)] * (run > 0) + [cell]
            run = 0
        rows.append(",".join(row + [str(run)] * (run > 0)))
    cards = [f"{','.join(own[seat])}|{','.join(hostages[seat])}" for seat in "rb"]
    prisoners = ["".join(sorted(held[seat], key="LMS".index)) or "-" for seat in "rb"]
    return " ".join(["/".join(rows), mover, *cards, *prisoners, *([passes] if passes else [])])


def manner(start: tuple[int, int], end: tuple[int, int], board: Board) -> str | None:
    """O, D or L (T10), None for an illegal move."""
    across, along = abs(start[0] - end[0]), abs(start[1] - end[1])
    if sorted((across, along)) == [1, 2]:
        return "L"
    if max(across, along) == 2 and ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2) in board:
        return None
    return {(0, 1): "O", (0, 2): "O", (1, 1): "D", (2, 2): "D"}.get((min(across, along), max(across, along)))


def sections(card: tuple[str, ...], hostages: tuple[str, ...], pyramid: str) -> set[str]:
    return {section for section, *laid in zip("ODL", card, hostages, strict=True) if pyramid in laid}


def wins(held: list[str]) -> bool:
    return all(held.count(size) >= 2 for size in "SML")


def turns(text: str, card: tuple[str, ...]) -> set[str]:
    """Position strings after every turn that begins with this card."""
    board, mover, own, hostages, held = read(text)
    other = "b" if mover == "r" else "r"
    ends: set[str] = set()

    def end(board: Board, own: dict, hostages: dict, held: dict, passes: str = "") -> None:
        ends.add(write(board, other, own, hostages, held, passes))

    def uses(board: Board, own: dict, held: dict) -> list[tuple[Board, str]]:
        found = []
        for start, pyramid in board.items():
            if pyramid[1] != mover:
                continue
            for target in product(range(8), repeat=2):
                there = board.get(target, "")
                how = manner(start, target, board)
                if how is None or how not in sections(own[mover], hostages[mover], pyramid[0] + "_"):
                    continue
                guards = sections(own[other], hostages[other], there[0] + "^") if there else set()
                if there[1:] == mover or (guards and how not in guards):
                    continue
                found.append(({**{at: on for at, on in board.items() if at != start}, target: pyramid}, there[:1]))
        for square in STARTS[mover]:
            for size in "SML":
                used = 1 + list(board.values()).count(size + mover)
                used += held[other].count(size) + sum(place[0] == size for place in hostages[other])
                if square not in board and used < 5:
                    found.append(({**board, square: size + mover}, ""))
        return found

    seen: set[tuple] = set()

    def go(board: Board, own: dict, held: dict, prisoners: str, points: int, is_first: bool) -> None:
        key = (tuple(sorted(board.items())), own[mover], tuple(held[mover]), prisoners, points, is_first)
        if key in seen:
            return
        seen.add(key)
        found = uses(board, own, held) if points else []
        for after, captured in found:
            mine = sorted([*held[mover], *captured])
            if wins(mine):
                end(after, own, hostages, {**held, mover: mine})
            else:
                taken = "".join(sorted(prisoners + captured))
                go(after, own, {**held, mover: mine}, taken, points - 1, False)
        if not found:
            if is_first:
                end(board, own, hostages, held, "pp" if text.endswith(" p") else "p")
            else:
                place(board, own, hostages, held, prisoners, "")

    def place(board: Board, own: dict, hostages: dict, held: dict, prisoners: str, named: str) -> None:
        end(board, own, hostages, held)
        if wins(held[mover]):
            return
        for size in set(prisoners):
            for index, section in enumerate("ODL"):
                if section in named:
                    continue
                mine = list(held[mover])
                mine.remove(size)
                mine += hostages[mover][index].replace("-", "")[:1]
                for pose in "_^":
                    places = list(hostages[mover])
                    places[index] = size + pose
                    after = {**hostages, mover: tuple(places)}
                    left = prisoners.replace(size, "", 1)
                    place(board, own, after, {**held, mover: mine}, left, named + section)

    points = 3 + sum(place != "-" for place in hostages[mover])
    go(board, {**own, mover: card}, held, "", points, True)
    return ends


def random_position(rng: random.Random) -> str:
    """A position with few pyramids close together, few points and many prisoners."""
    near = rng.sample(list(product(range(2, 5), range(2, 5))), 5)
    squares = near + rng.sample(STARTS["r"] + STARTS["b"], rng.randrange(3))
    rng.shuffle(squares)
    mover = rng.choice("rb")
    board: Board = {}
    own = {seat: rng.choice(CARDS) for seat in "rb"}
    hostages, held = {}, {}
    for seat, other in ("rb", "br"):
        left = sorted("SML" * 4, key=lambda _: rng.random())
        for _ in range(rng.choice([1, 2]) if seat == mover else 3):
            board[squares.pop()] = left.pop() + seat
        places = ["-", "-", "-"]
        for index in range(3 if seat == mover else rng.choice([0, 1])):
            places[index] = rng.choice(["-", left.pop() + rng.choice("_^")])
        rng.shuffle(places)
        hostages[other] = tuple(places)
        held[other] = left
        while wins(held[other]):
            held[other] = [size for size in held[other] if size != rng.choice("SML")]
    return write(board, mover, own, hostages, held, rng.choice(["", "p"]))


def compare(seed: int) -> None:
    rng = random.Random(seed)
    text = random_position(rng)
    position = GAME.read_position(text, Tags())
    for card in rng.sample(CARDS, 3):
        laid = tuple(Laid(SIZE_OF_LETTER[size], is_flat=pose == "_") for size, pose in card)
        begun = GAME.play(position, Arrangement(laid)).position
        found = {GAME.write_position(turn.position) for turn in legal_turns(GAME, begun)}
        assert found == turns(text, card), f"{text} {card}"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 4))])
def test_turns_equal_those_of_the_model(seed: int) -> None:
    compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, *range(5, 12), *range(100, 160)])
def test_more_turns_equal_those_of_the_model(seed: int) -> None:
    compare(seed)
