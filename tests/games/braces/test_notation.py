"""The grammar, spans, canonical text, missing claims, random games, the rulebook and the diagram of Braces."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from msgspec.structs import replace
from reading import whole_grammar

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.diagram import Board, Facts, Mark, Rack, Remarks
from pyrnot.core.tags import Tags
from pyrnot.foreign.reading import read_record
from pyrnot.games.braces import GAME
from pyrnot.games.braces.actions import Dice, Pass, Path
from pyrnot.games.braces.board import GRID
from pyrnot.play.replay import replay
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.source import SourceText
from support import random_turns

RECORD = """[Game "Braces"]
1. White: DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2. !? {a comment} (1. TIP 3/3 R 4/2; LM(w)a1-a2 2. WILD=HOP 1/1; pass)
2. SWAP 1/1; S(w)a1<>Sb2 XM(2)c3=x; LS(1,3)b1-b2
White wins"""
STOPPED = "White: DIG 5/2; Sc3-c4 XSd4-c5. (WILD 6/1; M(w2)a1-a2.) SWAP 5/5 R 4/1; Sa1<>Sa2. TIP 1/1; pass draw"


@pytest.mark.parametrize("text", [RECORD, STOPPED])
def test_grammar_reads_whole_records(text):
    assert whole_grammar(GAME.info.grammar).parse(text)


SAME = {
    "blanks": ("Sc3-c4 XSd4=r-c5", " S c3 - c4X S d4 = r\n- c5 "),
    "capitals": ("Sc3-c4 XSd4", "SC3-C4 XSD4"),
    "small-x": ("Sc3-c4 XSd4=x", "Sc3-c4 xSd4=X"),
    "dice": ("WILD=DIG 3/3 R 5/2", "wild = Dig 03/3R5 /2"),
    "marks": ("M(w2)a1-a2", "M ( w 02 ) a1-a2"),
    "levels": ("LS(1,3)b1-b2", "L S(1 , 3) b1-b2"),
    "neutral": ("S(n)a1<>S(n)b1 XS(n)c1=n", "S(t)a1 <> S(t)b1 XS(t)c1=t"),
    "pass": ("pass", "PASS"),
}


@pytest.mark.parametrize(("plain", "other"), SAME.values(), ids=SAME)
def test_read_alike(plain, other):
    assert parse_action(GAME, plain) == parse_action(GAME, other)


NOT_NOTATION = [
    *("", "S", "Sc3", "Sc3-", "Sc3-c9", "sc3-c4", "Qc3-c4", "c3-c4", "Sc3--c4", "Sc3-c4-", "Sc3 XSd4-c4", "Sc3-c4;"),
    *("S()c3-c4", "S(2w)c3-c4", "S(W)c3-c4", "S(z)c3-c4", "S(1,2)c3-c4", "S(ww)c3-c4", "LS(w,b)c3-c4", "LS(w1,2)c3-c4"),
    *(
        "LS(1)c3-c4",
        "Sc3-c4 X",
        "Sc3-c4 XSS(1,2)d4",
        "Sc3-c4 XSd4=",
        "Sc3-c4 XSd4=S",
        "LSc3<>LSd4",
        "Sc3<>",
        "Sc3<>Sd4-d5",
    ),
    *(
        "Sc3<>Sd4<>Se5",
        "DIG",
        "DIG 5",
        "DIG 5/",
        "DIG 5/2/1",
        "DIG 5/2 r 1/1",
        "DIG 5/2 R",
        "WILD= 5/2",
        "5/2",
        "pass 5/2",
    ),
    *("passes", "DIG -1/2", "Sc3xc4", "Sc3-c4=r"),
]


@pytest.mark.parametrize("text", NOT_NOTATION)
def test_not_notation(text):
    with pytest.raises(NotNotation):
        parse_action(GAME, text)


def test_long_numbers_are_read():
    digits = "9" * 990
    with pytest.raises(Illegal, match="1 to 6"):
        GAME.play(GAME.start(Tags()), Dice("DIG", None, parse_action(GAME, f"DIG {digits}/1").rolls))
    assert parse_action(GAME, f"S({digits})c3-c4").levels == (1000,)
    assert parse_action(GAME, "DIG 000005/2").rolls == ((5, 2),)


def parts(text: str) -> dict[str, str]:
    return {key: text[span.start : span.end] for key, span in parse_action(GAME, text).spans.items()}


def test_spans_of_dice():
    assert parts("WILD=DIG 3/3 R 5/2") == {
        "face": "WILD",
        "use": "DIG",
        "roll 1 left": "3",
        "roll 1 right": "3",
        "reroll 1": "R",
        "roll 2 left": "5",
        "roll 2 right": "2",
    }


def test_spans_of_a_path():
    found = parts("LS(1,3)b1-b2 XM(w2)c2=x-c2 XSd2")
    assert found["name"] == "LS(1,3)b1"
    assert found["name size"] == "LS"
    assert found["name mark"] == found["name level"] == "1,3"
    assert found["name square"] == "b1"
    assert (found["to 1"], found["to 2"]) == ("b2", "c2")
    assert (found["x 1"], found["x 2"]) == ("XM(w2)c2=x", "XSd2")
    assert [found[f"x 1 {key}"] for key in ("size", "colour", "level", "mark", "square", "new")] == [
        *("M", "w", "2", "w2", "c2", "x")
    ]


def test_spans_of_a_swap():
    found = parts("S(w)a1<>Sb2 XSc3")
    assert (found["first"], found["second"], found["x 1"]) == ("S(w)a1", "Sb2", "XSc3")


# turn | where the caret is
FAULTS = """
HOP 7/1; Sc3-c4 | 7
HOP 1/1; Sc3-d4 | d4
HOP 1/1; Se5-e4 | e5
HOP 1/1; Mc3-c4 | M
HOP 1/1; S(g)c3-c4 | g
HOP 1/1; Sc3-c4 XSd5 | d5
HOP 2/1; Sc3-c4-d4-e4 | e4
HOP 2/1 R 1/1; Sc3-c4 | R
DIG=HOP 1/1; Sc3-c4 | HOP
WILD 1/1; Sc3-e5 | WILD
"""


@pytest.mark.parametrize("line", FAULTS.strip().splitlines())
def test_where_a_fault_is(judge, line):
    turn, shown = line.split(" | ")
    with pytest.raises(Illegal) as fault:
        judge("Lb,4/5/2,Sw,2/5/4,Lw w", turn)
    text = turn.split(";")[fault.value.index].strip()
    span = parse_action(GAME, text).spans[fault.value.part]
    assert text[span.start : span.end] == shown


# name | position | turn | canonical text
CANONICAL = """
larger-number-first | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 1/2; Mc3-c4 | HOP 2/1; Mc3-c4
in-every-roll | Lb,4/5/2,Mw,2/5/4,Lw w | hop 3/3 R 1/2; Mc3-c4 | HOP 3/3 R 2/1; Mc3-c4
needless-colour | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 2/1; M(w1)c3-c4 | HOP 2/1; Mc3-c4
colour-before-level | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(1)c3-c4 | HOP 1/1; S(w)c3-c4
level-before-both | Lb,4/5/2,SwSnSw,2/5/4,Lw w | HOP 1/1; S(w1)c3-c4 | HOP 1/1; S(1)c3-c4
of-like-ones-the-lowest | Lb,4/5/2,SwSwSnSw,2/5/4,Lw w | HOP 1/1; S(2)c3-c4 | HOP 1/1; S(1)c3-c4
like-ones-need-neither | Lb,4/5/2,SwSw,2/5/4,Lw w | HOP 1/1; S(2)c3-c4 | HOP 1/1; Sc3-c4
dig-takes-a-colour | Lb,4/5/2,SwSb,2/5/4,Lw w | DIG 2/1; S(1)c3-c4 | DIG 2/1; S(w)c3-c4
too-expensive-to-be-meant | Lb,4/5/2,SwSnSb,2/5/4,Lw w | HOP 1/1; S(n)c3-c4 | HOP 1/1; Sc3-c4
an-X-tells | 4,LbMb/1,SwSn,3/2,Sr,2/2,Sb,2/LwMw,4 w | HOP 1/1; S(n)b4-c4 XSc3 | HOP 1/1; Sb4-c4 XSc3
an-X-is-added | 4,LbMb/1,SwSn,3/2,Sr,2/2,Sb,2/LwMw,4 w | HOP 1/1; S(n)b4-c4 | HOP 1/1; Sb4-c4 XSc3
unit-by-sizes | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 3/1; MS(w)c3-c4 | HOP 3/1; MSc3-c4
unit-by-colour | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MS(1,2)c3-c4 | HOP 3/1; MS(w)c3-c4
unit-of-like-ones-the-lowest | Lb,4/5/2,MwSwSwSg,2/5/4,Lw w | HOP 4/1; MSS(1,3,4)c3-c4 | HOP 4/1; MSS(1,2,4)c3-c4
unit-by-levels | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MS(1,3)c3-c4 | HOP 3/1; MS(1,3)c3-c4
neither-joined-nor-split | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 3/1; Sc3-c4; Sc4-c5-c4 | HOP 3/1; Sc3-c4; Sc4-c5-c4
swap-first-name-first | Lb,4/5/2,SwSb,2/5/Sn,3,Lw w | SWAP 3/1; S(w1)c3<>S(n1)a1; Le1-e2 | SWAP 3/1; S(w)c3<>Sa1; Le1-e2
swap-order-is-kept | Lb,4/5/2,Sw,2/5/Sb,3,Lw w | SWAP 3/1; Sc3<>Sa1; Le1-e2 | SWAP 3/1; Sc3<>Sa1; Le1-e2
swap-of-two-on-a-square | Lb,4/5/2,SwSb,2/5/4,Lw w | SWAP 3/1; S(w)c3<>S(b)c3; Le1-e2 | SWAP 3/1; Sc3<>Sc3; Le1-e2
swap-of-two-of-three | Lb,4/5/2,SwSbSn,2/5/4,Lw w | SWAP 3/1; S(w)c3<>S(b)c3; Le1-e2 | SWAP 3/1; S(w)c3<>S(b)c3; Le1-e2
each-X-after-its-square | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3-b4 XSc3 | HOP 2/1; Sb2-b3 XSc3-b4
X-in-order | Lb,4/1,Sw,1,Sw,1/1,Sb,1,Sb,1/2,Sw,2/4,Lw w | HOP 1/1; Sc2-c3 XSd3 XSb3 | HOP 1/1; Sc2-c3 XSb3 XSd3
X-added | Lb,4/1,Sw,1,Sw,1/1,Sb,1,Sb,1/2,Sw,2/4,Lw w | HOP 1/1; Sc2-c3 | HOP 1/1; Sc2-c3 XSb3 XSd3
X-new-colour-left-out | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(b)c3=r | HOP 1/1; Sb2-b3 XSc3
X-choice | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(b2)c3 | HOP 1/1; Sb2-b3 XS(2)c3
wild-as-written | Lb,4/5/2,Sw,2/5/4,Lw w | WILD=DIG 1/1; Sc3-c4 | WILD=DIG 1/1; Sc3-c4
wild-names-read-by-the-use | Lb,4/5/2,SbSw,2/5/4,Lw w | WILD=DIG 2/1; S(b)c3-c4 | WILD=DIG 2/1; S(b)c3-c4
wild-the-next-use-if-one-is-not-clear | 5/5/2,LnLgMb,1,Mw/5/5 w | WILD 3/2; Lc3-c2 | WILD=HOP 3/2; Lc3-c2
wild-names-shortened-by-the-use | 5/5/2,LnLgMb,1,Mw/5/5 w | WILD 3/2; L(n)c3-c2 | WILD=TIP 3/2; L(n)c3-c2
wild-with-a-power | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-d4 | WILD=AIM 1/1; Sc3-d4
wild-with-tip-for-more | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-c4-c5 | WILD=TIP 1/1; Sc3-c4-c5
wild-with-tip-for-less | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 2/1; Sc3-c4 | WILD=TIP 2/1; Sc3-c4
wild-tip-comes-first | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 2/1; Sc3-c4-c5 | WILD=TIP 2/1; Sc3-c4-c5
wild-with-swap | Lb,4/5/2,Sb,2/5/4,Sw w | WILD 1/1; Sc3<>Se1; Sc3-c4 | WILD=SWAP 1/1; Sc3<>Se1; Sc3-c4
wild-with-dig | Lb,4/5/2,Sb,2/5/4,Lw w | WILD 1/1; Sc3-c4 | WILD=DIG 1/1; Sc3-c4
wild-with-hop | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-c5 | WILD=HOP 1/1; Sc3-c5
wild-less-and-nothing-is-cheap-enough | Lb,4/5/2,Sb,2/5/4,Lw w | WILD=AIM 4/1; Le1-e2 | WILD=AIM 4/1; Le1-e2
wild-pass | 4,Lw/5/5/Sb,4/Mw,Sb,3 w | WILD 2/1; pass | WILD=HOP 2/1; pass
wild-won | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | WILD 6/1; Sb2-b3 | WILD=TIP 6/1; Sb2-b3 XSc3
"""
CANONICAL_LINES = [tuple(part.strip() for part in line.split("|")) for line in CANONICAL.strip().splitlines()]


@pytest.mark.parametrize("line", CANONICAL_LINES, ids=[line[0] for line in CANONICAL_LINES])
def test_canonical(judge, line):
    _, setup, turn, text = line
    played = judge(setup, turn)
    assert GAME.write_turn(played.taken, played.ended) == text
    again = judge(setup, text)
    assert again.position == played.position
    assert GAME.write_turn(again.taken, again.ended) == text


# variants | position | turn | canonical text
CANONICAL_WITH = """
capture | LbSb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 | HOP 1/1; Sd2-d3 XSc3=x
capture | LbSb,4/5/1,Sw,SrSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XS(2)c3 | HOP 1/1; Sd2-d3 XSc3=x
capture | LbMb,4/5/1,Sw,SrSrSnSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XS(2)c3 | HOP 1/1; Sd2-d3 XS(1)c3=x
neutralize | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=t | HOP 1/1; Sd2-d3 XSc3=n
two-colours | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | HOP 1/1; Sd2-d3 XSc3
withdraw | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XS(b)c3 | HOP 2/1; Sb3-a3; Sd3-e3 XSc3
withdraw | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sb3-a3; Sd3-e3-e4 XSc3 | HOP 3/1; Sb3-a3; Sd3-e3 XSc3-e4
"""


@pytest.mark.parametrize("line", CANONICAL_WITH.strip().splitlines())
def test_canonical_with_optional_rules(judge, line):
    variants, setup, turn, text = (part.strip() for part in line.split("|"))
    played = judge(setup, turn, variants)
    assert GAME.write_turn(played.taken, played.ended) == text
    assert judge(setup, text, variants).position == played.position


def test_b40_a_path_that_is_clear_only_step_by_step(judge):
    """The X after the last square could belong to a withdrawal on the way, so the path is written step by step."""
    setup, variants = "Lb,4/2,Sw,2/1,Sw,Sb,Sw,1/5/4,Lw w", "withdraw, two-colours"
    turn = "HOP 3/1; Sb3-a3; Sd3-e3; Se3-d3 XSc3"
    played = judge(setup, turn, variants)
    with pytest.raises(Illegal, match="2 ways"):
        judge(setup, "HOP 3/1; Sb3-a3; Sd3-e3-d3 XSc3", variants)
    position = played.taken[0].before
    taken = []
    for action in GAME.join([taken.action for taken in played.taken]):
        after = GAME.play(position, action)
        taken.append(replace(played.taken[0], before=position, written=None, action=action, played=after))
        position = after.position
    assert len(taken) == 3
    assert GAME.write_turn(taken, GAME.end_turn(position)) == turn


def notices(judge, setup: str, turn: str, variants: str = "") -> list[tuple[str, str, str]]:
    played = judge(setup, turn, variants)
    return [(notice.code, notice.rule, notice.part) for taken in played.taken for notice in taken.notices]


def test_b32_a_change_without_an_x_gives_a_notice(judge):
    setup = "Lb,4/1,Sw,1,Sw,1/1,Sb,1,Sb,1/2,Sw,2/4,Lw w"
    missing = ("claim-missing", "B32", "to 1")
    assert notices(judge, setup, "HOP 1/1; Sc2-c3") == [missing, missing]
    assert notices(judge, setup, "HOP 1/1; Sc2-c3 XSb3") == [missing]
    assert notices(judge, setup, "HOP 1/1; Sc2-c3 XSb3 XSd3") == []


def test_b40_a_withdrawal_not_made_gives_no_notice(judge):
    assert notices(judge, "Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w", "HOP 2/1; Sb3-a3; Sd3-e3", "withdraw") == []


AMBIGUOUS = {
    "by-colour": ("Lb,4/5/2,SwSn,2/5/4,Lw w", "HOP 1/1; Sc3-c4", ["S(n)c3-c4", "S(w)c3-c4"]),
    "by-level": ("Lb,4/5/2,SwSnSw,2/5/4,Lw w", "HOP 1/1; S(w)c3-c4", ["S(1)c3-c4", "S(3)c3-c4"]),
    "an-X": ("Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w", "HOP 1/1; Sb2-b3 XSc3", ["XS(1)c3", "XS(2)c3"]),
}


@pytest.mark.parametrize(("setup", "turn", "ways"), AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_b31_lists_the_ways_to_write_it(judge, setup, turn, ways):
    with pytest.raises(Illegal) as fault:
        judge(setup, turn)
    assert fault.value.code == "ambiguous"
    assert all(way in fault.value.message for way in ways)


def test_join():
    def path(*squares: int, depths: tuple[int, ...] = (0,)) -> Path:
        return Path(squares, depths, ((),) * (len(squares) - 1))

    dice = Dice("DIG", None, ((5, 2),))
    assert GAME.join([dice, path(0, 1, depths=(2,)), path(1, 2), path(2, 3)]) == [dice, path(0, 1, 2, 3, depths=(2,))]
    assert GAME.join([dice, path(0, 1), path(1, 2, depths=(1,))]) == [dice, path(0, 1), path(1, 2, depths=(1,))]
    assert GAME.join([dice, path(0, 1), path(3, 4)]) == [dice, path(0, 1), path(3, 4)]
    unit = path(0, 1, depths=(1, 0))
    assert GAME.join([dice, unit, path(1, 2)]) == [dice, unit, path(1, 2)]
    assert GAME.join([dice, Pass()]) == [dice, Pass()]


VARIANTS = ["", "withdraw", "same-stack, capture", "neutralize, withdraw", "two-colours, double-brace"]


@pytest.mark.parametrize("variants", VARIANTS)
def test_random_games_are_read_as_they_are_written(variants):
    tags = Tags({"Variant": variants} if variants else {})
    for again in random_turns(GAME, tags, random.Random(1), plies=25):
        assert not [notice for taken in again.taken for notice in taken.notices]
        check_count(again.taken[0].before, again.position, variants)


def check_count(before, after, variants: str) -> None:
    """No pyramid appears or vanishes unless it is captured, and none is on a smaller one (B3)."""
    counts = [sorted(pyramid.size for pile in position.cells for pyramid in pile) for position in (before, after)]
    assert counts[0] == counts[1] or ("capture" in variants and len(counts[0]) > len(counts[1]))
    for pile in after.cells:
        assert all(low.size >= high.size for low, high in pairwise(pile))


def test_rulebook():
    book = GAME.rulebook()
    ids = [rule.id for rule in book.rules]
    assert ids == [f"B{number}" for number in (*range(1, 34), *range(40, 48))]
    for form in book.notation:
        assert form.example.startswith("[") or parse_action(GAME, form.example)
    assert GAME.write_position(GAME.read_position(book.position_example, Tags())) == book.position_example


def test_diagram(judge):
    played = judge("LbSb,4/5/1,Sw,LnSrSb,2/3,Sw,1/4,LwMw w", "HOP 3/1; Me1-e2; Sd2-d3 XS(r)c3", "capture")
    before = played.taken[0].before
    events = [event for taken in played.taken for event in taken.played.events]
    facts, board, white, black, remarks = GAME.diagram(played.position, before, events).blocks
    assert isinstance(facts, Facts)
    assert facts.pairs == (("Won by", "White"), ("Because", "Black has lost every Medium"))
    assert isinstance(board, Board)
    c3, d3, e2 = (GRID.index[name] for name in ("c3", "d3", "e2"))
    assert [shown.letters for shown in board.stacks[c3]] == ["Ln", "Sb"]
    assert [shown.letters for shown in board.ghosts[c3]] == ["Sr"]
    assert [shown.mark for shown in board.stacks[d3]] == [Mark.MOVED]
    assert [shown.mark for shown in board.stacks[e2]] == [Mark.MOVED]
    assert isinstance(white, Rack)
    assert isinstance(black, Rack)
    assert black.groups[1].note == "none (-1)"
    assert isinstance(remarks, Remarks)
    assert "red Small on c3 is captured" in remarks.lines


def test_diagram_of_a_change_and_a_swap(judge):
    played = judge("Lb,4/5/1,MbSw,Mb,Mw,1/5/Mw,3,Lw w", "SWAP 3/1; Ma1<>Mb3 XMc3; Le1-e2")
    events = [event for taken in played.taken for event in taken.played.events]
    board = GAME.diagram(played.position, played.taken[0].before, events).blocks[1]
    assert isinstance(board, Board)
    marks = {GRID.names[square]: [shown.mark for shown in stack] for square, stack in board.stacks.items()}
    assert marks["b3"] == [Mark.MOVED, None]
    assert marks["c3"] == [Mark.CHANGED]
    assert marks["a1"] == [Mark.MOVED]
    assert [[GRID.names[square] for square in path] for path in board.paths] == [["a1", "b3"], ["e1", "e2"]]
    assert board.swaps == {0}


@pytest.mark.parametrize("name", ["S({})b1", "S(b{})b1", "LS(1,{})b1"])
@pytest.mark.parametrize("digits", [3, 400])
def test_b31_a_level_of_any_length_is_a_level(name, digits):
    """Not a bracket of a variation, which would be R4."""
    level = "9" * digits
    text = f'[Game "Braces"]\n1. DIG 5/2; {name.format(level)}-b2\n'
    (fault,) = replay(read_record(SourceText(text))).diagnostics
    assert (fault.rule, fault.code) == ("B31", "no-such-pyramid")
    assert "1000" not in fault.message
