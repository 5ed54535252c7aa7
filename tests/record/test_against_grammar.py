"""The scan against the published grammars: both must accept the same records and find the same in them.

`grammars/record.lark` defines what a record is; the scan is how records are read. Both read the samples, random games
written in every way that the format allows, and random sequences of tokens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from reading import whole_grammar

from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record, read_sources
from pyrnot.games import all_games
from pyrnot.play.random import random_turn
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText
from pyrnot.record.turns import read_turns
from support import few_or_many, samples_of, tags_for

Parser = Callable[[str], Tree[Any]]


@pytest.fixture(params=all_games(), ids=lambda game: game.info.id)
def game(request: pytest.FixtureRequest) -> AnyGame:
    found: AnyGame = request.param
    return found


@pytest.fixture(scope="module")
def parsers() -> dict[str, Lark]:
    return {game.info.id: whole_grammar(game.info.grammar) for game in all_games()}


class Seen(NamedTuple):
    """The contents of a turn: number, seat, places of its actions, and what follows them."""

    number: str
    seat: str
    actions: list[tuple[int, int]]
    marks: list[str]
    comments: list[str]
    variations: list[Any]


class Contents(NamedTuple):
    """The contents of a record."""

    tags: list[tuple[str, str]]
    comments: list[str]
    turns: list[Seen]
    result: str
    tail: list[str]


# What the grammar found


def name_of(node: Tree[Any] | Token) -> str:
    """The name of a node in record.lark: importing it puts a prefix before most names."""
    name = node.type if isinstance(node, Token) else str(node.data)
    return name.removeprefix("record__")


def by_grammar(tree: Tree[Any]) -> Contents:
    tags: list[tuple[str, str]] = []
    comments: list[str] = []
    tail: list[str] = []
    result = ""
    for child in tree.children:
        if isinstance(child, Token):
            if result:
                tail.append(str(child))
            else:
                comments.append(str(child))
        elif name_of(child) == "tag":
            tags.append((str(child.children[0]), str(child.children[1])[1:-1]))
        elif name_of(child) == "result":
            result = " ".join(child.children[0].lower().split())
    return Contents(tags, comments, [turn_of(turn) for turn in turns_in(tree)], result, tail)


def turns_in(tree: Tree[Any]) -> Iterator[Tree[Any]]:
    for child in tree.children:
        if isinstance(child, Tree) and name_of(child) in ("numbered", "stopped", "last"):
            yield child


def turn_of(turn: Tree[Any]) -> Seen:
    seen = Seen("", "", [], [], [], [])
    for child in turn.children:
        if isinstance(child, Tree):
            if name_of(child) == "variation":
                lead = [str(comment) for comment in child.children if isinstance(comment, Token)]
                seen.variations.append((lead, [turn_of(inner) for inner in turns_in(child)]))
            else:
                seen.actions.append((child.meta.start_pos, child.meta.end_pos))
        elif name_of(child) == "NUMBER":
            seen = seen._replace(number=str(child))
        elif name_of(child) == "SEAT":
            seen = seen._replace(seat=child[:-1].rstrip())
        elif name_of(child) == "MARK":
            seen.marks.append(str(child))
        else:
            assert name_of(child) == "COMMENT"
            seen.comments.append(str(child))
    return seen


# What the scan found


def by_scan(record: Record) -> Contents:
    def line(number: int) -> list[Seen]:
        return [turn(index) for index in record.variations[number].turns]

    def turn(index: int) -> Seen:
        of = record.turns[index]
        text = record.source.text
        return Seen(
            text[slice(*of.number.span)] if of.number else "",
            of.seat.text if of.seat else "",
            [tuple(action.span) for action in of.actions],
            list(of.marks),
            [comment.text for comment in of.comments],
            [
                ([comment.text for comment in record.variations[number].comments], line(number))
                for number in of.variations
            ],
        )

    return Contents(
        [(tag.name, record.source.text[slice(*tag.value_span)]) for tag in record.tag_lines],
        [comment.text for _, comment in record.comments],
        line(0),
        record.result.text if record.result else "",
        [comment.text for comment in record.tail],
    )


def agree(game: AnyGame, parser: Lark, text: str) -> bool:
    """Asserts that scan and grammar agree on the text; returns whether it is notation."""
    record = read_record(SourceText(text), game)
    refused = [diagnostic for diagnostic in record.diagnostics if diagnostic.rule in ("R3", "R4")]
    try:
        tree = parser.parse(text)
    except UnexpectedInput:
        assert refused, "only the grammar refuses"
        return False
    assert not refused, f"only the scan refuses: {refused[0].message}"
    assert by_scan(record) == by_grammar(tree)
    return True


@few_or_many("samples", 2, 99)
def test_samples(game: AnyGame, parsers: dict[str, Lark], samples: int) -> None:
    for path in samples_of(game)[:samples]:
        text = path.read_text(encoding="utf-8")
        if text.startswith(">"):
            # The quote marks of mail are removed before any grammar sees the text.
            text = write_record(replay(read_record(next(read_sources(str(path))))))
        assert agree(game, parsers[game.info.id], text), path.name


# Random games in every spelling


class Writer:
    """Writes turns in any way that the format allows, chosen by a seeded generator."""

    def __init__(self, rng: random.Random, game: AnyGame, turns: list[str], seats: list[str]) -> None:
        self.rng = rng
        self.game = game
        self.turns = turns
        self.seats = seats
        self.style = rng.choice(["plies", "pairs", "none"])
        self.tags = [("Game", game.info.title), ("Event", 'a \\"b\\"')]

    def write(self) -> str:
        tags = "".join(f'[{name} "{value}"]{self.remark()}\n' for name, value in self.tags)
        body = self.line(0, len(self.turns), 2)
        result = self.rng.choice(["", "*", f"{self.game.info.seats[0]} wins", "draw", "DRAW\nagreed", "Foo resigns"])
        blank = self.blank() if self.style == "none" or not body.endswith(".") else self.gap()
        return f"{self.remark()}\n{tags}{self.remark()}{body}{blank}{result}{self.remark() if result else ''}"

    def line(self, first: int, end: int, depth: int) -> str:
        text = ""
        for index in range(first, end):
            turn = self.turn(index, is_last=index == end - 1, depth=depth)
            text += turn + (self.gap() if turn.endswith((")", ".", "}", "!")) else self.blank())
        return text.rstrip(" ")

    def turn(self, index: int, *, is_last: bool, depth: int) -> str:
        rng = self.rng
        ply = index + 1
        number = {
            "plies": f"{ply}.",
            "none": "",
            "pairs": f"{(ply + 1) // 2}{'.' if ply % 2 else rng.choice(['...', '…'])}",
        }
        seat = rng.choice(["", "", f"{self.seats[index]}:", f"{self.seats[index][0].lower()} :"])
        text = number[self.style] + self.gap() + (self.remark() if self.style != "none" else "")
        text += seat + self.gap() + self.turns[index].replace("; ", f"{self.gap()};{self.gap()}{self.remark()}")
        text += self.after(index, depth)
        if (self.style == "none" and not is_last) or rng.random() < 0.3:
            text += self.gap() + "." + self.after(index, depth)
        return text

    def after(self, index: int, depth: int) -> str:
        text = ""
        while self.rng.random() < 0.25:
            kind = self.rng.choice(["mark", "remark", "variation"])
            if kind == "mark":
                text += self.gap() + self.rng.choice(["!", "?", "!!", "??", "!?", "?!", "$0 ", "$255 "])
            elif kind == "remark" or not depth:
                text += self.remark()
            else:
                end = self.rng.randint(index + 1, min(index + 3, len(self.turns)))
                text += f"{self.gap()}({self.remark()}{self.gap()}{self.line(index, end, depth - 1)}{self.gap()})"
        return text

    def remark(self) -> str:
        return self.rng.choice(["", "", "", "{a}", " {b ( [ . 1. } ", "{}", " # c ; {\n"])

    def blank(self) -> str:
        return self.rng.choice([" ", " ", "\n", "\n\n  ", "\t"])

    def gap(self) -> str:
        return self.rng.choice(["", " ", "\n"])


def random_record(game: AnyGame, seed: int, plies: int = 8) -> str:
    rng = random.Random(seed)
    position = game.start(tags_for(game, "", seed + 1))
    turns: list[str] = []
    seats: list[str] = []
    while len(turns) < plies and game.outcome(position) is None:
        turn = random_turn(game, position, rng)
        if turn is None:
            break
        turns.append(game.write_turn(turn.actions, turn.ended))
        seats.append(position.to_move)
        position = turn.position
    return Writer(rng, game, turns, seats).write()


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
def test_random_records(game: AnyGame, parsers: dict[str, Lark], seed: int) -> None:
    assert agree(game, parsers[game.info.id], random_record(game, seed))


# Random sequences of tokens

TOKENS = [
    "1. ", "2. ", "3. ", "1... ", "2… ", ";", ";", ";", " (", ")", "{c}", "!", "?!", "$5 ", "$255 ", ".", ".", ".",
    "\n", " Red wins", " White wins", " draw", " draw agreed ", "*", "Red:", "w:", "# c\n", "{}", "]", "}",
    "$256 ", " x ",
]  # fmt: skip


def sequence(game: AnyGame, rng: random.Random, actions: list[str]) -> str:
    """Some turns in sequence, mostly correct, with an odd token among them now and then."""
    words: list[str] = []
    is_numbered = rng.random() < 0.6
    for ply in range(1, rng.randint(2, 7)):
        if rng.random() < 0.2:
            words.append(rng.choice(TOKENS))
        words.append((f"{ply}. " if is_numbered else "") + rng.choice(actions))
        if not is_numbered or rng.random() < 0.3:
            words.append(".")
        if rng.random() < 0.2:
            words.append(rng.choice(TOKENS))
    glue = [" ", " ", "\n"] if game.info.id == "homeworlds" else [" ", " ", "\n", ""]
    return "".join(word + rng.choice(glue) for word in words)


def actions_of(game: AnyGame) -> list[str]:
    """The examples of the rulebook, which cover every form of action, and the beginning of one."""
    examples = [form.example for form in game.rulebook().notation if not form.example.startswith("[")]
    return [*examples, examples[0][:2]]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 40))])
def test_random_sequences_of_tokens(game: AnyGame, parsers: dict[str, Lark], seed: int) -> None:
    rng = random.Random(seed)
    actions = actions_of(game)
    for _ in range(25):
        text = sequence(game, rng, actions)
        record = read_turns(SourceText(text), game, Tags())
        try:
            tree = parsers[game.info.id].parse(text)
        except UnexpectedInput:
            assert record.diagnostics, f"only the grammar refuses {text!r}"
        else:
            assert not record.diagnostics, f"only the scan refuses {text!r}: {record.diagnostics[0].message}"
            assert by_scan(record) == by_grammar(tree), text
