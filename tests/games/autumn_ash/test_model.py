"""Compares the engine of Autumn Ash with a slow model that follows the rules sentence by sentence.

The model shares nothing with the engine: squares are names, pyramids are two letters, and every turn is judged from
its text. Both judge random positions, random turns on them (legal and illegal ones), and all legal turns.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.autumn_ash.game import GAME
from pyrnot.play.turns import legal_turns, play_turn
from pyrnot.record.grammars import parse_action
from support import few_or_many

CHAIN = {"r": "gyrbk", "x": "twocp"}
PIPS = {"P": 1, "D": 2, "Q": 3}
FILES = "abcdefgh"
VARIANT_NAMES = ("", "easy", "unsettled", "easy, unsettled")


class Broken(Exception):
    """A turn breaks a rule, whose id is the only argument."""


class Model:
    """A position within a turn, read from a position string."""

    def __init__(self, setup: str, variant: str) -> None:
        board, self.seat, rainbow, xeno = setup.split()
        self.easy, self.unsettled = "easy" in variant, "unsettled" in variant
        self.files, self.ranks = (8, 8) if self.unsettled else (6, 5)
        self.points = {"r": int(rainbow), "x": int(xeno)}
        self.stacks: dict[str, list[str]] = {}
        for rank, row in zip(range(self.ranks, 0, -1), board.split("/"), strict=True):
            file = 0
            for cell in row.split(","):
                if cell.isdigit():
                    file += int(cell)
                else:
                    self.stacks[f"{FILES[file]}{rank}"] = re.findall("..", cell)
                    file += 1
        self.entered: str | None = None
        self.moved = False

    def copy(self) -> Model:
        other = Model.__new__(Model)
        other.__dict__.update(self.__dict__)
        other.points = dict(self.points)
        other.stacks = {square: list(stack) for square, stack in self.stacks.items()}
        return other

    def on_board(self, square: str) -> bool:
        return square[0] in FILES[: self.files] and int(square[1]) <= self.ranks

    def top(self, square: str) -> str | None:
        stack = self.stacks.get(square)
        return stack[-1] if stack else None

    def stash(self, pyramid: str) -> int:
        trios = 1 if pyramid[1] in "gt" else 2
        return trios - sum(stack.count(pyramid) for stack in self.stacks.values())

    def is_within_playfield(self) -> bool:
        return any(self.rectangles())

    def rectangles(self) -> Iterator[set[str]]:
        """The corners of each playfield that holds every pyramid."""
        held = {square for square, stack in self.stacks.items() if stack}
        return (corners for inside, corners in playfields() if held <= inside)

    def enter(self, size: str, square: str) -> None:
        if self.moved or self.entered:
            raise Broken("AA3")
        pyramid = size + CHAIN[self.seat][0]
        if not self.on_board(square) or self.top(square) or not self.stash(pyramid):
            raise Broken("AA3")
        if self.unsettled:
            if not any(square in corners for corners in self.rectangles()):
                raise Broken("AA21")
        elif square not in ("a1", "a5", "f1", "f5"):
            raise Broken("AA3")
        self.stacks[square] = [pyramid]
        self.entered = square

    def move(self, size: str, path: list[str], new_size: str | None) -> tuple[list[str], int]:
        """The squares bagged from, and the points."""
        own, opposing = CHAIN[self.seat], CHAIN["x" if self.seat == "r" else "r"]
        start = path[0]
        if self.moved or not self.on_board(start):
            raise Broken("AA4")
        mover = self.top(start)
        if mover is None or mover[1] not in own[:-1] or mover[0] != size:
            raise Broken("AA4")
        if len(path) > 3:
            raise Broken("AA5")
        self.stacks[start].pop()
        for number in range(1, len(path)):
            self.step(mover, path, number, opposing)
        end = path[-1]
        colour = own[own.index(mover[1]) + 1]
        if self.top(end):
            if new_size not in (None, "P"):
                raise Broken("AA7")
            new_size = "P"
        if new_size is None or not self.stash(new_size + colour):
            raise Broken("AA7")
        self.stacks.setdefault(end, []).append(new_size + colour)
        self.moved = True
        rows = rows_of(self.stacks, end, colour, self.files, self.ranks)
        if not rows:
            return [], 0
        points = {"r": 3, "o": 3, "b": 6, "c": 6, "k": 12, "p": 12}.get(colour, 0)
        for square in rows:
            points += sum(PIPS[pyramid[0]] for pyramid in self.stacks[square] if pyramid[1] == colour)
            self.stacks[square] = [pyramid for pyramid in self.stacks[square] if pyramid[1] != colour]
        self.points[self.seat] += points
        return sorted(rows), points

    def step(self, mover: str, path: list[str], number: int, opposing: str) -> None:
        here, to = path[number - 1], path[number]
        is_last = number == len(path) - 1
        file, rank = FILES.index(to[0]), int(to[1])
        file_step, rank_step = file - FILES.index(here[0]), rank - int(here[1])
        if not self.on_board(to) or abs(file_step) + abs(rank_step) != 1:
            raise Broken("AA5")
        under = self.top(to)
        if under and not is_last:
            raise Broken("AA5")
        if to == path[0] and (to == self.entered if self.unsettled else to in ("a1", "a5", "f1", "f5")):
            raise Broken("AA5")
        if not self.easy:
            beside = [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1), (file, rank)]
            tops = [self.top(f"{FILES[f]}{r}") for f, r in beside if 0 <= f < 8]
            if mover[0] == "Q" and any(top and top[0] == "P" and top[1] in opposing for top in tops):
                raise Broken("AA8")
            if 0 <= file + file_step < 8 and mover[0] in "QD":
                ahead = self.top(f"{FILES[file + file_step]}{rank + rank_step}")
                if ahead and ahead[0] == "D" and ahead[1] in opposing:
                    raise Broken("AA9")
        if under:
            allowed = {"Q": "QDP", "D": "DP", "P": "P"} if self.easy else {"Q": "QDP", "D": "P", "P": "DP"}
            if (self.easy or under[1] in opposing) and mover[0] not in allowed[under[0]]:
                raise Broken("AA20" if self.easy else "AA10")
        if self.unsettled:
            self.stacks.setdefault(to, []).append(mover)
            fits = self.is_within_playfield()
            self.stacks[to].pop()
            if not fits:
                raise Broken("AA21")

    def judge(self, turn: str) -> None:
        """Plays a turn by AA3 to AA14."""
        for action in turn.split("; "):
            if action == "pass":
                raise Broken("AA16")
            if action.startswith("+"):
                self.enter(action[1], action[2:])
                continue
            found = re.fullmatch(r"([PDQ])([-a-h1-8]+)(?:=([PDQ]))?(?: X([a-h1-8,]+))?(?: \+([0-9]+))?", action)
            assert found, action
            size, path, new_size, squares, points = found.groups()
            bagged, scored = self.move(size, path.split("-"), new_size)
            if squares is not None and (not bagged or sorted(squares.split(",")) != bagged):
                raise Broken("AA13")
            if points is not None and (not bagged or int(points) != scored):
                raise Broken("AA14")
        if not self.moved:
            raise Broken("AA4")

    def hand_over(self) -> None:
        self.seat = "x" if self.seat == "r" else "r"
        self.moved, self.entered = False, None

    def won(self) -> bool:
        return max(self.points.values()) > 20

    def text(self) -> str:
        rows = []
        for rank in range(self.ranks, 0, -1):
            cells = ["".join(self.stacks.get(f"{file}{rank}", [])) for file in FILES[: self.files]]
            # Runs of empty cells become numbers.
            runs = re.sub(r"(?:_,?)+", lambda run: f"{run[0].count('_')},", ",".join(cell or "_" for cell in cells))
            rows.append(runs.strip(","))
        return f"{'/'.join(rows)} {self.seat} {self.points['r']} {self.points['x']}"

    def turns(self) -> Iterator[tuple[str, Model]]:
        """Every turn by AA3 to AA14, with the position after it."""
        squares = [f"{file}{rank}" for file in FILES[: self.files] for rank in range(1, self.ranks + 1)]
        for entry in ("", *(f"+{size}{square}; " for size in "PDQ" for square in squares)):
            if entry:
                try:
                    self.copy().enter(entry[1], entry[2:4])
                except Broken:
                    continue
            for start in squares:
                top = f"{entry[1]}{CHAIN[self.seat][0]}" if entry[2:4] == start else self.top(start)
                if top is None or top[1] not in CHAIN[self.seat]:
                    continue
                for path in paths(start, squares):
                    for new_size in "PDQ":
                        turn = f"{entry}{top[0]}{'-'.join(path)}={new_size}"
                        after = self.copy()
                        try:
                            after.judge(turn)
                        except Broken:
                            continue
                        after.hand_over()
                        yield turn, after

    def legal_ends(self) -> set[str]:
        """The positions after all legal turns, including AA16."""
        return {after.text() for _, after in self.turns() if after.won() or next(after.turns(), None)}


def paths(start: str, squares: list[str]) -> Iterator[list[str]]:
    def beside(square: str) -> list[str]:
        file, rank = ord(square[0]), int(square[1])
        return [
            to
            for f, r in ((file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1))
            if (to := f"{chr(f)}{r}") in squares
        ]

    for first in beside(start):
        yield [start, first]
        for second in beside(first):
            yield [start, first, second]


@cache
def playfields() -> list[tuple[set[str], set[str]]]:
    """The squares and corners of every playfield of the 8 by 8 board (AA21)."""
    found = []
    for wide, high in ((6, 5), (5, 6)):
        for left in range(8 - wide + 1):
            for low in range(1, 8 - high + 2):
                files, ranks = range(left, left + wide), range(low, low + high)
                inside = {f"{FILES[file]}{rank}" for file in files for rank in ranks}
                found.append(
                    (inside, {f"{FILES[file]}{rank}" for file in files[:: wide - 1] for rank in ranks[:: high - 1]})
                )
    return found


@cache
def lines(files: int, ranks: int) -> list[set[str]]:
    """Every straight line of three squares or more, including the parts of longer ones."""
    found = []
    for file in range(files):
        for rank in range(1, ranks + 1):
            for file_step, rank_step in ((0, 1), (1, 0), (1, 1), (1, -1)):
                for length in range(3, 9):
                    places = [(file + file_step * i, rank + rank_step * i) for i in range(length)]
                    if all(0 <= f < files and 1 <= r <= ranks for f, r in places):
                        found.append({f"{FILES[f]}{r}" for f, r in places})
    return found


def rows_of(stacks: dict[str, list[str]], square: str, colour: str, files: int, ranks: int) -> set[str]:
    """The squares of rows (AA12), found by trying every straight line of three squares or more."""
    holding = {at for at, stack in stacks.items() if any(pyramid[1] == colour for pyramid in stack)}
    found = {at for line in lines(files, ranks) if square in line and line <= holding for at in line}
    if sum(p[1] == colour for p in stacks.get(square, [])) >= 3:
        found.add(square)
    return found


def random_setup(rng: random.Random, variant: str) -> str:
    """A position string that AA22 allows: crowded, nearly empty, or of few colours."""
    model = Model("8/8/8/8/8/8/8/8 r 0 0" if "unsettled" in variant else "6/6/6/6/6 r 0 0", variant)
    wide, high = rng.choice(((6, 5), (5, 6))) if model.unsettled else (6, 5)
    left, low = rng.randrange(model.files - wide + 1), rng.randrange(1, model.ranks - high + 2)
    colours = rng.sample("gyrbktwocp", rng.randint(2, 10))
    number = rng.randint(1, 40)
    if rng.random() < 0.4:
        # Burnt pyramids on all corners and hardly anything else, so that seats run out of turns.
        corners = [f"{FILES[file]}{rank}" for file in (left, left + wide - 1) for rank in (low, low + high - 1)]
        burnt = rng.sample([size + colour for size in "PDQ" for colour in "kp"], 4)
        model.stacks.update((square, [pyramid]) for square, pyramid in zip(corners, burnt, strict=True))
        colours, number = [rng.choice("gyrb"), rng.choice("twoc")], rng.randint(0, 4)
    for _ in range(number):
        square = f"{FILES[rng.randrange(left, left + wide)]}{rng.randrange(low, low + high)}"
        pyramid = rng.choice("PDQ") + rng.choice(colours)
        if model.top(square) and (pyramid[0] != "P" or pyramid[1] in "gt"):
            continue
        if model.stash(pyramid):
            model.stacks.setdefault(square, []).append(pyramid)
    model.seat = rng.choice("rx")
    model.points = {"r": rng.randrange(21), "x": rng.randrange(21)}
    return model.text()


def random_turn_text(rng: random.Random, model: Model) -> str:
    """A turn that is sometimes legal, and otherwise wrong in any way."""

    def any_square() -> str:
        return f"{rng.choice(FILES)}{rng.randint(1, 8)}"

    def near(square: str) -> str:
        if rng.random() < 0.05:
            return any_square()
        f, r = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        return f"{FILES[(FILES.index(square[0]) + f) % 8]}{(int(square[1]) - 1 + r) % 8 + 1}"

    actions = []
    occupied = [square for square, stack in model.stacks.items() if stack]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        square = rng.choice(("a1", "f1", "a5", "f5")) if rng.random() < 0.6 else any_square()
        actions.append(f"+{rng.choice('PDQ')}{square}")
        occupied.append(square)
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2))):
        own = [square for square in occupied if (model.top(square) or "?g")[1] in CHAIN[model.seat]]
        path = [rng.choice(own if own and rng.random() < 0.9 else [*occupied, any_square()])]
        for _ in range(rng.choice((1, 1, 1, 2, 2, 2, 2, 3))):
            path.append(near(path[-1]))
        top = model.top(path[0])
        size = top[0] if top and rng.random() < 0.9 else rng.choice("PDQ")
        text = size + "-".join(path)
        if rng.random() < 0.85:
            text += f"={rng.choice('PPDQ')}"
        if rng.random() < 0.05:
            text += f" X{any_square()}"
        if rng.random() < 0.05:
            text += f" +{rng.randrange(20)}"
        actions.append(text)
    if rng.random() < 0.1:
        rng.shuffle(actions)
    return "; ".join(actions) or "pass"


def tags_for(setup: str, variant: str) -> Tags:
    return Tags({"Setup": setup, **({"Variant": variant} if variant else {})})


def check_diagnostics(count: int, seed: int) -> set[str]:
    rng = random.Random(seed)
    met: set[str] = set()
    for _ in range(count):
        variant = rng.choice(VARIANT_NAMES)
        setup = random_setup(rng, variant)
        position = GAME.start(tags_for(setup, variant))
        for _ in range(10):
            turn = random_turn_text(rng, Model(setup, variant))
            model = Model(setup, variant)
            try:
                model.judge(turn)
            except Broken as broken:
                expected = broken.args[0]
            else:
                model.hand_over()
                expected = model.text() if model.won() or next(model.turns(), None) else "AA16"
            try:
                played = play_turn(GAME, position, [parse_action(GAME, action) for action in turn.split("; ")])
            except Illegal as illegal:
                found = illegal.rule
            else:
                found = GAME.write_position(played.position)
            assert found == expected, (setup, variant, turn)
            met.add(found if found.startswith("AA") else "legal")
    return met


def check_turns(count: int, seed: int) -> int:
    rng = random.Random(seed)
    draws = 0
    for _ in range(count):
        variant = rng.choice(VARIANT_NAMES)
        setup = random_setup(rng, variant)
        position = GAME.start(tags_for(setup, variant))
        expected = Model(setup, variant).legal_ends()
        found = [GAME.write_position(turn.position) for turn in legal_turns(GAME, position)]
        assert len(found) == len(set(found))
        assert set(found) == expected, (setup, variant)
        outcome = GAME.outcome(position)
        assert (outcome is not None and outcome.word == "draw") == (not expected), (setup, variant)
        draws += not expected
    return draws


@few_or_many("games", 80, 200)
def test_diagnostics_of_random_turns(games: int) -> None:
    assert check_diagnostics(games, 17) >= {"legal", "AA3", "AA4", "AA5", "AA7", "AA8", "AA9", "AA10", "AA20", "AA21"}


def test_legal_turns_of_random_positions() -> None:
    check_turns(4, 3)


@pytest.mark.slow
def test_diagnostics_of_many_random_turns() -> None:
    every = {"legal", *(f"AA{number}" for number in (3, 4, 5, 7, 8, 9, 10, 13, 14, 16, 20, 21))}
    assert check_diagnostics(5_000, 1616) == every


@pytest.mark.slow
def test_legal_turns_of_many_random_positions() -> None:
    check_turns(40, 33)
