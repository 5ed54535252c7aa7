"""What an editor shows of a record: hover, completion, outline, folds, colours."""

from __future__ import annotations

import re

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record
from pyrnot.games import all_games
from pyrnot.lsp.complete import MOST, complete
from pyrnot.lsp.document import Document
from pyrnot.lsp.hover import MEANINGS, hover
from pyrnot.lsp.outline import folds, record_symbol
from pyrnot.lsp.tokens import tokens
from pyrnot.play.replay import replay
from pyrnot.play.start import KNOWN_TAGS
from pyrnot.record.source import SourceText
from pyrnot.render.documents import fenced
from support import SAMPLES, few_or_many, samples_of

MARTIAN = '[Game "Martian Life"]\n[Red "Ana Lee"]\n\n'


def sample(name: str) -> str:
    return (SAMPLES / f"{name}.pyr").read_text(encoding="utf-8")


def before(name: str, ply: int) -> str:
    """A sample up to the turn of a ply."""
    return sample(name).split(f"\n{ply}. ")[0] + "\n"


# Hover


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (MARTIAN + "1. S|f3\n", ["Position after ply 1", "1. Red: Sf3 XSe4 XSf3", "│", "removed"]),
        (MARTIAN + "1. Sc4 (1. S|d3)\n", ["after ply 1:", "1. Red: Sd3 XSd4,Se4 XSd3 (variation 1 at ply 1)"]),
        (
            MARTIAN + "1. Sd|4\n2. Sc6\n",
            ["This turn is not legal. Position before it", "To move: Ana Lee (Red)", r"**ML3**"],
        ),
        (MARTIAN + "1. Sd4\n2. S|c6\n", ["This turn is not judged"]),
        ('[Ga|me "Braces"]\n', ["**Game**", "by Jim Aikin", "Seats: White, Black"]),
        ('[Game "Braces"]\n[Var|iant "withdraw"]\n', ["- `withdraw`: "]),
        ('[Game "Braces"]\n[Wh|ite "Ann"]\n', ["The player of the seat White."]),
        ('[Game "Martian Life"]\n[Tri|os "5"]\n', ["How many trios each stash has"]),
        (
            '[Game "Martian Life"]\n[Trios "1"]\n[Set|up "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"]\n',
            ["position string", "│"],
        ),
        ('[Game "Braces"]\n[Od|d_ "x"]\n', [r"**Odd\_**", "does not use"]),
    ],
)
def test_hover(at, text: str, shown: list[str]) -> None:
    _, part, offset = at(text)
    found = hover(part, offset)
    assert found is not None
    assert [piece for piece in shown if piece not in found.text] == []


def test_hover_says_nothing_where_nothing_is(at) -> None:
    for text in (MARTIAN + "1. Sc4\n\n|\n", MARTIAN + "1. Sc4 { a |comment }\n", "|\n", "1. S|c4\n"):
        _, part, offset = at(text)
        assert hover(part, offset) is None, text


def test_every_common_tag_has_a_meaning() -> None:
    assert set(MEANINGS) == set(KNOWN_TAGS)


def test_no_line_of_a_code_block_ends_it() -> None:
    assert fenced("a\n```\nb") == "````text\na\n```\nb\n````"


# Completion

TAGS = [
    ("[|", ["Game", "Event"], None),
    (MARTIAN.strip() + "\n[Va|", ["Variant"], "Va"),
    ('[Game "M|', ["Martian Life"], "M"),
    ('[Game "Braces"]\n[Variant "withdraw, sa|"]', ["same-stack"], "sa"),
    ('[Game "Braces"]\n[First "|"]', ["White", "Black"], ""),
    ('[Game "Braces"]\n[Result "|"]', ["White", "draw", "*"], ""),
    ('[Game "Braces"]\n[Date "|', ["2026.11.22"], ""),
    ('[Game "Spectrum"]\n[Seats "|"]', [], ""),
]
TURNS = [
    ("on an empty line", MARTIAN + "|", ["1. Sa1", "Red resigns", "draw agreed"], ""),
    ("next number", MARTIAN + "1. Sc4\n|", ["2. Sa1", "2. Se5=M"], ""),
    ("after a comment", MARTIAN + "1. Sc4 { good }\n|", ["2. Sa1"], ""),
    ("half a number", MARTIAN + "1. Sc4\n2|", ["2. Sa1"], "2"),
    ("in pairs", MARTIAN + "1. Sc4\n1... Sc6\n2. Sf3\n|", ["2... Sa1"], ""),
    ("without numbers", MARTIAN + "Sc4. |", ["Sa1"], ""),
    ("after a number", MARTIAN + "1. |", ["Sa1", "Red: "], ""),
    ("after a seat", MARTIAN + "1. Red: S|", ["Sa1"], "S"),
    ("after a name", MARTIAN + "1. Ana Lee: S|", ["Sa1"], "S"),
    ("in any case", MARTIAN + "1. sE4|", ["Se4=M"], "sE4"),
    ("in a variation", MARTIAN + "1. Sf3 XSe4 XSf3 (1. Sc4 2. |", ["Sa1", "Yellow: "], ""),
    ("after a variation", MARTIAN + "1. Sc4 (1. Sd3)\n|", ["2. Sa1"], ""),
    ("dice", '[Game "Braces"]\n\n1. dig 5|', ["DIG 5/2", "DIG 5/5"], "dig 5"),
    ("an action", before("braces/authors-line", 2) + "2. TIP 4/1; LS|", ["LSc5-c4"], "LS"),
    ("the next", before("braces/authors-line", 2) + "2. TIP 4/1; LSc5-c4; |", ["Ld5-d4"], ""),
    ("a colour", before("spectrum/win-of-another-seat", 15) + "15. M(|", ["M(r)=L"], "M("),
    ("half a bracket", before("spectrum/win-of-another-seat", 15) + "15. M(y)>SS(g|", ["M(y)>SS(g)"], "M(y)>SS(g"),
    ("a variation", before("spectrum/win-of-another-seat", 15) + "15. M(y)>SS(g) (|", ["15. M(r)=L"], ""),
    ("a bracket", before("braces/first-game", 12) + "12. HOP 4/1; Sa1-a2; Ma2-b2; S(|", ["S(n)a2-a3"], "S("),
    ("the next step", before("braces/authors-line", 1) + "1. DIG 5/2; Sc3-c4-|", ["Sc3-c4-c5 XSd5"], "Sc3-c4-"),
    ("cards", before("triumvirate/hostages", 2) + "2. <M_ S|", ["<M_ S_ L_>"], "<M_ S"),
    ("paths", before("autumn-ash/two-rows-at-once", 2) + "2. Dd4-d3-|", ["Dd4-d3-c3=Q"], "Dd4-d3-"),
    ("systems", before("homeworlds/sacrifice-chain", 8) + "8. build y1 J|", ["build y1 Jon"], "build y1 J"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "offered", "typed"), TAGS)
def test_tags_are_completed(at, text: str, offered: list[str], typed: str | None) -> None:
    _, part, offset = at(text)
    found = complete(part, offset, today="2026.11.22")
    assert found is not None
    labels = [choice.label for choice in found.choices]
    assert [label for label in offered if label not in labels] == []
    assert part.text[found.span.start : found.span.end] == (typed or "")


@pytest.mark.parametrize(("text", "offered", "typed"), [case[1:] for case in TURNS], ids=[case[0] for case in TURNS])
def test_turns_are_completed(at, text: str, offered: list[str], typed: str) -> None:
    """Each action that is offered is legal: with it the record has the same diagnostics, but for a turn that must go
    on."""
    _, part, offset = at(text)
    found = complete(part, offset)
    assert found is not None
    labels = [choice.text for choice in found.choices]
    assert [label for label in offered if label not in labels] == []
    assert part.text[found.span.start : found.span.end] == typed
    assert len(labels) == len(set(labels)) <= MOST + 5
    for choice in found.choices[:5]:
        record = read_record(SourceText(part.text[: found.span.start] + choice.text))
        diagnostics = [
            diagnostic
            for diagnostic in replay(record, hints=False).diagnostics
            if diagnostic.ply == len(record.main_line)
        ]
        assert choice.detail.endswith("continues") or not [
            diagnostic for diagnostic in diagnostics if diagnostic.rule != "R4"
        ], choice


def test_nothing_is_offered_where_nothing_is_known(at) -> None:
    for text in (
        MARTIAN + "1. Sc4 { a |",
        MARTIAN + "1. Sc4 # a |",
        "1. |",
        MARTIAN + "1. Sd4\n2. |",
        MARTIAN + "*\n|",
    ):
        _, part, offset = at(text)
        assert complete(part, offset) is None, text


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@few_or_many("step", 161, 23)
def test_completion_at_any_offset_is_bounded_and_raises_nothing(at, game: AnyGame, step: int) -> None:
    text = samples_of(game)[0].read_text(encoding="utf-8")
    for offset in range(0, min(len(text), 700), step):
        _, part, here = at(f"{text[:offset]}|{text[offset:]}")
        found = complete(part, here)
        assert found is None or len(found.choices) <= MOST + 30


# Outline, folds, colours

GAME = """\
[Game "Martian Life"]
[Red "Ana Lee"]

{ A comment
of two lines. }
1. Sc4 ! (1. Sd3 2. Sc6 (2. Sb6)
) (1. Sb3)
2. Yellow: Sc6
Red resigns
"""


def test_outline_has_turns_and_variations() -> None:
    document = Document(GAME)
    symbol = record_symbol(document, document.parts[0])
    assert symbol.name == "Martian Life: Ana Lee"
    first, second = symbol.children
    assert (first.name, second.name) == ("1. Sc4", "2. Yellow: Sc6")
    assert [inner.name for inner in first.children] == ["(1. Sd3)", "(1. Sb3)"]
    assert [inner.name for inner in first.children[0].children[1].children] == ["(2. Sb6)"]
    waiting = [symbol]
    while waiting:
        one = waiting.pop()
        head = one.selection_range
        assert one.range.start <= head.start <= head.end <= one.range.end, one.name
        assert all(one.range.start <= child.range.start for child in one.children)
        assert all(child.range.end <= one.range.end for child in one.children)
        waiting += one.children


def test_outline_of_deep_variations_is_cut() -> None:
    document = Document(MARTIAN + "1. Sc4 " + "(1. Sc4 " * 900)
    assert str(record_symbol(document, document.parts[0])).count("1. Sc4") < 200


def test_folds() -> None:
    document = Document(GAME)
    found = [(fold.kind, fold.start_line, fold.end_line) for fold in folds(document, document.parts[0])]
    assert found == [("region", 0, 8), ("imports", 0, 1), ("comment", 3, 4)]


def test_colours() -> None:
    found = [f"{GAME[token.start : token.end]}:{token.kind}" for token in tokens(read_record(SourceText(GAME)))]
    assert found[:5] == [
        "Game:property",
        "Martian Life:string",
        "Red:property",
        "Ana Lee:string",
        "{ A comment:comment",
    ]
    assert found[5:12] == [
        "of two lines. }:comment",
        "1.:number",
        "Sc4:variable",
        "!:decorator",
        "(:operator",
        "1.:number",
        "Sd3:variable",
    ]
    assert found[-4:] == ["2.:number", "Yellow:parameter", "Sc6:variable", "Red resigns:macro"]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_every_character_of_a_sample_is_coloured_once(game: AnyGame) -> None:
    for path in samples_of(game):
        text = path.read_text(encoding="utf-8")
        last = 0
        rest = []
        for token in tokens(read_record(SourceText(text))):
            assert last <= token.start < token.end
            assert "\n" not in text[token.start : token.end]
            rest.append(text[last : token.start])
            last = token.end
        assert re.fullmatch(r'[\s\[\]".,:…]*', "".join([*rest, text[last:]])), path
