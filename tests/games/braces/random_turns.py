"""Random positions of Braces in which much happens, and random mistakes in turns, for comparing the two judges."""

from __future__ import annotations

import random
import re

from games.braces.slow_board import COST, SQUARES, Pyramid, Rules, write_board

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("withdraw",),
    ("same-stack",),
    ("capture",),
    ("two-colours",),
    ("two-colours", "double-brace"),
    ("neutralize",),
    ("withdraw", "same-stack"),
    ("withdraw", "capture"),
    ("withdraw", "neutralize"),
    ("withdraw", "two-colours"),
    ("same-stack", "capture"),
    ("same-stack", "neutralize"),
    ("same-stack", "two-colours", "double-brace"),
    ("capture", "two-colours"),
    ("capture", "two-colours", "double-brace"),
    ("withdraw", "two-colours", "double-brace"),
    ("withdraw", "same-stack", "capture"),
    ("withdraw", "same-stack", "neutralize"),
    ("withdraw", "same-stack", "capture", "two-colours", "double-brace"),
)


def rules_of(variants: tuple[str, ...]) -> Rules:
    has_two = "two-colours" in variants
    return Rules(frozenset(variants), "wgy" if has_two else "wg", "brp" if has_two else "br")


# --- Positions ----------------------------------------------------------------------------------------------------


def random_position(rng: random.Random, rules: Rules) -> str:
    """A position string: crowded or nearly empty, with tall mixed stacks, colours and neutral pyramids."""
    kind = rng.choice(("crowded", "tall", "few", "one size", "spread", "withdrawn"))
    if kind == "withdrawn" and "withdraw" in rules.variants:
        return position_to_withdraw(rng, rules)
    keep, most = {"few": (0.25, 25), "tall": (0.8, 5), "crowded": (1, 9), "one size": (1, 12)}.get(kind, (0.85, 25))
    is_grey = rng.choice((0.2, 0.5, 0.8))
    uses = random_uses(rng, rules)
    pyramids = []
    for size in rng.sample("LMS", 1) if kind == "one size" else "LMS":
        for line in (rules.white, rules.black):
            colours = [line[0] if rng.random() < is_grey else rng.choice(line[1:]) for _ in range(3)]
            pyramids += [size + colour for colour in colours if rng.random() < keep]
        pyramids += [size + "n" for _ in range(1 + uses[size]) if rng.random() < max(keep, 0.5)]
    squares = rng.sample(SQUARES, rng.randint(2, most))
    if rng.random() < 0.6:
        centre = rng.choice(SQUARES)
        squares = sorted(SQUARES, key=lambda square: distance(square, centre) + rng.random())[: len(squares)]
    return write(rng, rules, uses, [(rng.choice(squares), pyramid) for pyramid in pyramids], rng.choice("wb"))


def position_to_withdraw(rng: random.Random, rules: Rules) -> str:
    """A position string with many like pyramids beside those of the opponent, so that much can be withdrawn from."""
    mover = rng.choice("wb")
    mine, theirs = rules.line(mover), rules.line("b" if mover == "w" else "w")
    centre = rng.choice("bcd") + rng.choice("234")
    beside = [square for square in SQUARES if distance(square, centre) == 1]
    uses = random_uses(rng, rules)
    placed = [(rng.choice(("a5", "e5")), "L" + theirs[0]), (rng.choice(("a1", "e1")), "L" + mine[0])]
    for size in rng.choice(("S", "S", "SM", "M")):
        colour = rng.choice((rng.choice(mine), mine))
        halves = [size + rng.choice(colour) for _ in range(3)] + [size + "n"] * (1 + uses[size])
        placed += [(rng.choice([*beside, *beside, centre]), half) for half in halves]
        placed += [
            (rng.choice((centre, centre, *beside)), size + rng.choice(theirs)) for _ in range(rng.randint(1, 3))
        ]
    return write(rng, rules, uses, placed, mover)


def random_uses(rng: random.Random, rules: Rules) -> dict[str, int]:
    """How often each size was made neutral (B45)."""
    return {size: rng.choice((0, 0, 1, 2)) if "neutralize" in rules.variants else 0 for size in "LMS"}


def distance(square: str, other: str) -> int:
    return abs(ord(square[0]) - ord(other[0])) + abs(ord(square[1]) - ord(other[1]))


def write(rng: random.Random, rules: Rules, uses: dict[str, int], placed: list[tuple[str, str]], mover: str) -> str:
    rng.shuffle(placed)
    placed.sort(key=lambda place: -COST[place[1][0]])
    stacks = [tuple(Pyramid(0, *pyramid) for on, pyramid in placed if on == square) for square in SQUARES]
    state = " L{L}M{M}S{S}".format(**uses) if "neutralize" in rules.variants else ""
    return f"{write_board(tuple(stacks))} {mover}{state}"


# --- Mistakes -----------------------------------------------------------------------------------------------------

SQUARE = "[a-h][1-8]"
MARK = r"\([^)]*\)"
RESULT = rf" X[SML](?:{MARK})?{SQUARE}(?:=[a-z])?"
PART = re.compile(rf"({RESULT}|[SML]+(?=[(a-h])|{MARK}|-{SQUARE}|{SQUARE})")
"""A part of an action: a result, sizes, a mark, a step, a square."""


def mutate(rng: random.Random, rules: Rules, text: str) -> str:
    """The turn with one change, legal or not."""
    dice, *actions = text.split("; ")
    if actions == ["pass"]:
        return text
    if rng.random() < 0.15:
        return "; ".join([mutate_dice(rng, dice), *actions])
    if rng.random() < 0.15:
        return "; ".join([dice, *mutate_actions(rng, actions)])
    index = rng.randrange(len(actions))
    actions[index] = mutate_action(rng, rules, actions[index])
    return "; ".join([dice, *actions])


def mutate_dice(rng: random.Random, dice: str) -> str:
    face, rolls = dice.split(" ", 1)
    if rng.random() < 0.5:
        return rng.choice(("TIP", "HOP", "SWAP", "DIG", "AIM", "WILD", "WILD", "WILD=DIG", "HIP")) + " " + rolls
    other = f"{rng.randint(1, 6)}/{rng.randint(1, 6)}"
    return f"{face} {rng.choice((other, other, other, '7/2', '0/1', '3/3 R 4/2', '3/2 R 4/2'))}"


def mutate_actions(rng: random.Random, actions: list[str]) -> list[str]:
    index, other = rng.randrange(len(actions)), rng.randrange(len(actions))
    match rng.randrange(6):
        case 5:
            return joined(actions)
        case 0 if len(actions) > 1:
            return actions[:index] + actions[index + 1 :]
        case 1:
            return [*actions[:index], actions[other], *actions[index:]]
        case 2:
            size = rng.choice("SML")
            squares = re.findall("[a-e][1-5]", "".join(actions)) + rng.sample(SQUARES, 2)
            return [*actions[:index], f"{size}{rng.choice(squares)}<>{size}{rng.choice(squares)}", *actions[index:]]
        case 3 if rng.random() < 0.2:
            return ["pass"]
    return rng.sample(actions, len(actions))


def joined(actions: list[str]) -> list[str]:
    """The actions with the first two paths that meet made one, which may mean something else (B40)."""
    for index in range(1, len(actions)):
        one, two = actions[index - 1], actions[index]
        start = re.match(rf"[SML]+(?:{MARK})?({SQUARE})(?=-)", two)
        if start and "<>" not in one and re.findall(rf"-({SQUARE})", one)[-1:] == [start[1]]:
            return [*actions[: index - 1], one + two[start.end() :], *actions[index + 1 :]]
    return actions


def mutate_action(rng: random.Random, rules: Rules, action: str) -> str:
    """The action with a part removed, doubled, changed or in another's position, or with a step or a result more."""
    parts = PART.split(action)
    if len(parts) == 1:
        return action
    index, other = (2 * rng.randrange(len(parts) // 2) + 1 for _ in range(2))
    match rng.randrange(9):
        case 0 | 1:
            parts[index] = ""
        case 2:
            parts[index] *= 2
        case 8 if "<>" not in action:
            parts.append(f"-{near(rng, re.findall(SQUARE, action)[-1])}")
        case 3:
            parts[index], parts[other] = parts[other], parts[index]
        case 4 | 5:
            squares = [at for at in range(1, len(parts), 2) if re.fullmatch(f"-?{SQUARE}", parts[at])][1:] or [index]
            at = rng.choice(squares)
            parts[at] += random_result(rng, rules, rng.choice("SML"), near(rng, (re.findall(SQUARE, action))[-1]))
        case _:
            parts[index] = changed(rng, rules, parts[index])
    return "".join(parts)


def changed(rng: random.Random, rules: Rules, part: str) -> str:
    """Another part of this kind."""
    if part.startswith(" X"):
        return random_result(rng, rules, part[2], re.findall(SQUARE, part)[-1])
    if part[0] in "SML":
        return rng.choice((rng.choice("SML"), part + rng.choice("SML"), "L" + part)) + rng.choice(
            ("", random_mark(rng, rules, part))
        )
    if part[0] == "(":
        return random_mark(rng, rules, "S" * (part.count(",") + 1))
    step = "-" if part[0] == "-" else ""
    return step + near(rng, part[-2:]) + rng.choice(("", f"-{near(rng, part[-2:])}" if step else ""))


def near(rng: random.Random, square: str) -> str:
    """A square nearby, which may not exist."""
    files, ranks = rng.choice(((1, 0), (0, 1), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (0, 0), (1, 2)))
    file = "abcdefgh".index(square[0]) + files * rng.choice((1, -1))
    rank = int(square[1]) + ranks * rng.choice((1, -1))
    return f"{'abcdefgh'[max(0, min(file, 7))]}{max(1, min(rank, 8))}"


def random_mark(rng: random.Random, rules: Rules, sizes: str) -> str:
    """A colour, levels, or both."""
    colour = rng.choice(rules.white + rules.black + "nnt")
    levels = sorted(rng.choices(range(1, 7), k=len(sizes)))
    if rng.random() < 0.1:
        levels.reverse()
    both = f"({colour}{levels[0]})" if len(sizes) == 1 else f"({colour})"
    return rng.choice((f"({colour})", f"({','.join(map(str, levels))})", both))


def random_result(rng: random.Random, rules: Rules, size: str, square: str) -> str:
    new = rng.choice(("", "", "", "=" + rng.choice(rules.white + rules.black + "nx")))
    return f" X{size}{rng.choice(('', random_mark(rng, rules, 'S')))}{square}{new}"
