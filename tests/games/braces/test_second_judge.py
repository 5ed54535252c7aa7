"""A slow second judge agrees with the game on turns: verdict, rule of the fault, position after it, canonical names."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from games.braces import slow_model
from games.braces.random_turns import VARIANTS, fewer_results, mutate, random_position, rules_of
from games.braces.slow_arrivals import Turn
from games.braces.slow_board import Pyramid, State, everything, is_over, read_position, stack_on

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.foreign.files import read_sources
from pyrnot.foreign.reading import read_record
from pyrnot.games.braces import GAME
from pyrnot.games.braces.position import Position
from pyrnot.play.random import random_turn
from pyrnot.play.replay import replay
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import NotNotation, parse_action
from support import samples_of


def tags_of(variants: tuple[str, ...]) -> Tags:
    return Tags({"Variant": ", ".join(variants)} if variants else {})


def play(position: Position, text: str) -> TurnPlayed:
    return play_turn(GAME, position, [parse_action(GAME, action) for action in text.split("; ")])


def verdict(position: Position, text: str) -> tuple[str | None, str]:
    """The game's own verdict: the rule that the turn breaks, or the position after it."""
    try:
        return None, GAME.write_position(play(position, text).position)
    except Illegal as fault:
        return fault.rule, ""


def compare(seed: int, count: int) -> Counter[str | None]:
    """Lets both judge a random turn, also with mistakes, from a random position; gives the number of each verdict."""
    rng = random.Random(f"braces {seed}")
    variants = VARIANTS[seed % len(VARIANTS)]
    rules = rules_of(variants)
    setup = random_position(rng, rules)
    position = GAME.read_position(setup, tags_of(variants))
    assert (GAME.outcome(position) is not None) == is_over(rules, read_position(setup)[0]), setup
    turn = None if GAME.outcome(position) else random_turn(GAME, position, rng)
    found: Counter[str | None] = Counter()
    if turn is None:
        return found
    legal = GAME.write_turn(turn.taken, turn.ended)
    texts = [legal]
    for _ in range(count - 1):
        text = legal
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            text = mutate(rng, rules, text)
        texts.append(text)
    for text in texts:
        try:
            fast = verdict(position, text)
        except NotNotation:
            continue
        slow = slow_model.judge(rules, setup, text)
        assert fast == (slow.rule, slow.position), f"[{', '.join(variants)}] {setup} | {text} (seed {seed})"
        found[fast[0]] += 1
    assert verdict(position, legal) == (None, GAME.write_position(turn.position)), legal
    played = play(position, legal)
    assert not any(taken.notices for taken in played.taken), legal
    return found


def test_turns_with_mistakes() -> None:
    found: Counter[str | None] = Counter()
    for seed in range(25):
        found += compare(seed, 7)
    assert found.total() > 125
    assert found[None] > 25
    assert {"B7", "B9", "B10", "B21", "B31", "B32"} <= found.keys()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_turns_with_mistakes() -> None:
    found: Counter[str | None] = Counter()
    for seed in range(1000, 1200):
        found += compare(seed, 8)
    assert found.total() > 1_000
    rules = "B4 B5 B6 B7 B8 B9 B10 B15 B21 B25 B28 B29 B30 B31 B32"
    assert set(rules.split()) <= found.keys()


RESULTS = [
    ("neutralize",),
    ("same-stack", "neutralize"),
    ("withdraw", "neutralize"),
    ("withdraw", "same-stack", "neutralize"),
    ("capture", "two-colours"),
]
"""The optional rules with which the mover chooses most."""


def compare_results(seed: int) -> Counter[str | None]:
    """Lets both judge a random turn in which something changes, with each set of its X results."""
    rng = random.Random(f"results {seed}")
    variants = RESULTS[seed % len(RESULTS)]
    rules = rules_of(variants)
    setup = random_position(rng, rules)
    position = GAME.read_position(setup, tags_of(variants))
    turn = None if GAME.outcome(position) else random_turn(GAME, position, rng)
    found: Counter[str | None] = Counter()
    dice, *actions = GAME.write_turn(turn.taken, turn.ended).split("; ") if turn else [""]
    for index, action in enumerate(actions):
        for less in fewer_results(action) if "X" in action else ():
            text = "; ".join([dice, *actions[:index], less, *actions[index + 1 :]])
            fast, slow = verdict(position, text), slow_model.judge(rules, setup, text)
            assert fast == (slow.rule, slow.position), f"[{', '.join(variants)}] {setup} | {text} (seed {seed})"
            found[fast[0]] += 1
    return found


def test_fewer_results() -> None:
    found: Counter[str | None] = Counter()
    for seed in range(12):
        found += compare_results(seed)
    assert {None, "B21", "B31"} <= found.keys()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_fewer_results() -> None:
    found: Counter[str | None] = Counter()
    for seed in range(1000, 1300):
        found += compare_results(seed)
    assert min(found["B21"], found["B31"], found["B32"]) > 0


def letters(reserve: str) -> str:
    """The letters of the colours that a tag names."""
    return "".join("u" if name.strip() == "blue" else name.strip()[0] for name in reserve.split(","))


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", samples_of(GAME), ids=lambda path: path.stem)
def test_samples(path: Path, step: int) -> None:
    """The turns of the samples, variations included."""
    for source in read_sources(str(path)):
        replayed = replay(read_record(source))
        tags = replayed.record.tags
        rules = rules_of(tuple(name.strip() for name in tags.get("Variant", "").split(",") if name.strip()))
        if "WhiteReserve" in tags:
            rules = rules._replace(white="w" + letters(tags["WhiteReserve"]))
        if "BlackReserve" in tags:
            rules = rules._replace(black="b" + letters(tags["BlackReserve"]))
        for ply in replayed.plies[::step]:
            assert ply is not None
            text = GAME.write_turn(ply.played.taken, ply.played.ended)
            slow = slow_model.judge(rules, GAME.write_position(ply.before), text)
            assert (slow.rule, slow.position) == (None, GAME.write_position(ply.played.position)), text
            board = read_position(slow.position)[0]
            assert (GAME.outcome(ply.played.position) is not None) == is_over(rules, board), text


# --- Canonical names ----------------------------------------------------------------------------------------------

NAME = re.compile(r"(X?)([SML]+)\(([^)]*)\)([a-e][1-5])")


def in_full(text: str, done: slow_model.Played) -> str:
    """An action with every name in full, and all of its X results where they belong (B32)."""
    levels, colours = iter(done.levels), iter(done.kinds)

    def name(found: re.Match[str]) -> str:
        level, colour = next(levels), next(colours)
        return f"{found[1]}({colour if len(level) == 1 else ''}{','.join(map(str, level))}){found[2]}"

    bare = re.sub(slow_model.CLAIM, "", text).replace(" ", "")
    named = re.sub(r"(?<!-)(?<![a-e])([SML]+)(?:\([^)]*\))?([a-e][1-5])", name, bare)
    start, *squares = re.split("(?=-)", named) if "<>" not in named else ("", named)
    for index, square in enumerate(squares):
        start += square
        for change in sorted(made.change for made in done.made if made.arrival == index):
            new = f"={change.new}" if change.new in "xn" else ""
            start += f" X{change.pyramid.size}({change.pyramid.colour}{change.level}){change.square}{new}"
    return start


def shorter(found: re.Match[str], colours: str, lowest: str) -> list[str]:
    """The other forms of a name in full, the shortest first; `colours` are those of the unit, if it is one, and
    `lowest` the levels of the lowest like ones of those that an action names."""
    mark, sizes, detail, square = found.groups()
    if len(sizes) > 1:
        by_colour = [f"{sizes}({colour}){square}" for colour in set(colours) if {colour} == set(colours)]
        return [sizes + square, *by_colour, f"{sizes}({lowest}){square}"]
    levels = range(1, int(detail[1:]) + 1)
    return [f"{mark}{sizes}{square}", f"{mark}{sizes}({detail[0]}){square}"] + [
        f"{mark}{sizes}({level}){square}" for level in levels
    ]


def canonical(turn: Turn, state: State, action: str, done: slow_model.Played, *, strict: bool) -> str:
    """The action with its names shortened in their order, each while those after it are in full. If `strict`, a name
    must also tell which of like pyramids is meant (B40)."""
    full, wanted = in_full(action, done), told(turn, done.state, strict=strict)
    square = re.search("[a-e][1-5]", action)
    assert square is not None
    place = 0
    while found := NAME.search(full, place):
        place = found.end()
        lowest = lowest_likes(stack_on(state.board, square[0]), done.levels[0])
        for form in shorter(found, done.kinds[0], lowest):
            text = full[: found.start()] + form + full[found.end() :]
            try:
                is_clear = told(turn, slow_model.play_action(turn, state, text).state, strict=strict) == wanted
            except slow_model.Fault:
                is_clear = False
            if is_clear:
                full, place = text, found.start() + len(form)
                break
    return full


def told(turn: Turn, state: State, *, strict: bool) -> object:
    """What a name must tell: the position; if `strict`, also what each pyramid has done this turn."""
    begun = {p.number: q for q, _, p in everything(turn.start)}
    past = [[(begun[p.number], p.number in state.moved, p.number in state.gone) for p in pile] for pile in state.board]
    return state.public(), past if strict and "withdraw" in turn.rules.variants else None


def lowest_likes(stack: tuple[Pyramid, ...], levels: tuple[int, ...]) -> str:
    """The levels of a unit, each as low as a like pyramid is in its row."""
    rows = slow_model.rows_of(stack)
    taken: list[int] = []
    for level in levels:
        taken.append(next(low for low, row in enumerate(rows, 1) if row == rows[level - 1] and low not in taken))
    return ",".join(map(str, taken))


def compare_names(seed: int) -> int:
    """Compares the names in a random turn with canonical form by the rules; gives the number of actions."""
    rng = random.Random(f"names {seed}")
    variants = VARIANTS[seed % len(VARIANTS)]
    rules = rules_of(variants)
    setup = random_position(rng, rules)
    position = GAME.read_position(setup, tags_of(variants))
    turn = None if GAME.outcome(position) else random_turn(GAME, position, rng)
    if turn is None:
        return 0
    dice, *actions = GAME.write_turn(turn.taken, turn.ended).split("; ")
    slow = slow_model.judge(rules, setup, "; ".join([dice, *actions]))
    board, mover, uses = read_position(setup)
    value = int(dice.split()[-1][0])
    running = Turn(rules, mover, slow.face, 7 if slow.face == "TIP" else value, board)
    state = State(board, uses)
    for action in actions if actions != ["pass"] else ():
        done = slow_model.play_action(running, state, action)
        names = {canonical(running, state, action, done, strict=strict) for strict in (False, True)}
        assert action in names, f"[{', '.join(variants)}] {setup} | {dice}; {'; '.join(actions)} (seed {seed}): {names}"
        state = done.state
    return len(actions)


def test_canonical_names() -> None:
    assert sum(compare_names(seed) for seed in range(10)) > 12


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_canonical_names() -> None:
    assert sum(compare_names(seed) for seed in range(1000, 1150)) > 150
