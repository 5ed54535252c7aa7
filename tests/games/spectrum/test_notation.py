"""The grammar, spans, canonical text, rulebook and diagram of Spectrum."""

from __future__ import annotations

import pytest
from reading import whole_grammar

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.diagram import Facts, Mark, Rack, Remarks, Ring
from pyrnot.core.tags import Tags
from pyrnot.games.spectrum import GAME
from pyrnot.record.grammars import NotNotation, parse_action


@pytest.mark.parametrize(
    "text",
    [
        "1. MM(r)>LS(o)@B:L (1. M(b)=L; G2=SrMkLw (1. M(b)=L@C)) 2. M(w)=L; G3 3. L(p)>SSS(b) A wins",
        "A: M(b)=L@c (MM(r)>LS(o)@B:L@c:SS; G2=SrMkLw.). M(b)=L; G3. pass. draw",
    ],
)
def test_grammar_reads_whole_records(text):
    assert whole_grammar(GAME.info.grammar).parse(text)


SAME = {
    "sizes-in-any-order": ("MMS(r)>LSS(o)", "SMM(r)>SLS(o)"),
    "blanks": ("MM(r)>LS(o)@B:LS", "M M ( r ) > L S\n(o) @ B : L S"),
    "seat-in-lower-case": ("MM(r)>LS(o)@B:L", "MM(r)>LS(o)@b:L"),
    "sizes-of-a-seat": ("MM(r)>LS(o)@B:LS", "MM(r)>LS(o)@B:SL"),
    "upconversion": ("M(b)=L@C", "M (b) = L @ c"),
    "goal": ("G2=SrMkLw", "G 02 = S r M k L w"),
    "pass": ("pass", "PASS"),
}


@pytest.mark.parametrize(("plain", "other"), SAME.values(), ids=SAME)
def test_same_action(plain, other):
    assert parse_action(GAME, plain) == parse_action(GAME, other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "M(r)",
        "Mr=L",
        "M(r)>SS",
        "M(R)>SS(o)",
        "m(r)>SS(o)",
        "M(r)>(o)",
        "(r)>SS(o)",
        "M(r)>SS(o)@B",
        "M(r)>SS(o)@E:S",
        "M(r)>SS(o)@B:",
        "M(b)=L@C:L",
        "M(b)=",
        "M(x)=L",
        "G",
        "G=SrMkLw",
        "G2=",
        "G2=Sr Mk L",
        "g2=SrMkLw",
        "pass pass",
    ],
)
def test_not_notation(text):
    with pytest.raises(NotNotation):
        parse_action(GAME, text)


SPANS = {
    "MM(r)>LS(o)@B:L @C:SS": {
        "give": Span(0, 2),
        "from": Span(3, 4),
        "take": Span(6, 8),
        "to": Span(9, 10),
        "source 1": Span(12, 15),
        "source 2": Span(17, 21),
    },
    "M(b)=L@C@D": {
        "give": Span(0, 1),
        "from": Span(2, 3),
        "take": Span(5, 6),
        "source 1": Span(7, 8),
        "source 2": Span(9, 10),
    },
    "G2=SrMkLw": {
        "goal": Span(0, 2),
        "drawn": Span(3, 9),
        "drawn 1": Span(3, 5),
        "drawn 2": Span(5, 7),
        "drawn 3": Span(7, 9),
    },
    "G2": {"goal": Span(0, 2)},
}


@pytest.mark.parametrize(("text", "spans"), SPANS.items(), ids=SPANS)
def test_spans(text, spans):
    assert parse_action(GAME, text).spans == spans


CANONICAL = {
    "sizes-largest-first": ("Sr,Lr,Lt,Lt/Lg,Lg,Lg", "SL(r)>MM(o)", "LS(r)>MM(o)"),
    "seats-are-named": ("Mr,Lt,Lt/So,So,So,Lg,Lg,Lg", "M(r)>SS(o)", "M(r)>SS(o)@B:S"),
    "seats-in-seat-order": (
        "Mr,Lt,Lt/So,So,Lp,Lp/So,So,Lp,Lp",
        "M(r)>SS(o)@C:S@B:S",
        "M(r)>SS(o)@B:S@C:S",
    ),
    "sizes-of-a-seat": ("Mr,Mr,Lt/So,So,So,So,Lo,Lo,Lo,Lo", "MM(r)>LS(o)@B:SL", "MM(r)>LS(o)@B:LS"),
    "upconversion": ("Mb,Lt,Lt/Lb,Lb,Lb,Lb", "M(b)=L", "M(b)=L@B"),
    "conversion": ("Sr,Mw,Mk,Lt,Lt,Lt/Lg,Lg,Lg", "M(w)=L; G01=SbMbLb", "M(w)=L; G1=SbMbLb"),
    "no-draw-added": ("Sr,Mw,Mk,Lt,Lt/Lg,Lg,Lg", "M(w)=L; G1", "M(w)=L; G1"),
    "a-draw-kept": ("Sr,Mw,Mk,Lt,Lt/Lg,Lg,Lg", "M(w)=L; G1=SbMbLb", "M(w)=L; G1=SbMbLb"),
}


@pytest.mark.parametrize(("stashes", "turn", "text"), CANONICAL.values(), ids=CANONICAL)
def test_canonical_text(judge, stashes, turn, text):
    played = judge(f"roygcbpiwakt + {stashes} SrMkLw/SoMoLi/SaMtLy A", turn)
    assert GAME.write_turn(played.taken, played.ended) == text


def test_message_of_an_ambiguous_turn_lists_ways_to_write_it(judge):
    with pytest.raises(Illegal) as fault:
        judge("roygcbpiwakt + Mb,Lt,Lt/Lg,Lb,Lb/Lb,Lb,Lp SrMkLw/SoMoLi/SaMtLy A", "M(b)=L")
    assert fault.value.message.endswith("M(b)=L@B or M(b)=L@C")


def test_rulebook():
    book = GAME.rulebook()
    assert [rule.id for rule in book.rules] == [f"S{number}" for number in range(1, 13)]
    for form in book.notation:
        if not form.example.startswith("["):
            parse_action(GAME, form.example)
    GAME.read_position(book.position_example, Tags())


def test_diagram(judge):
    played = judge("roygcbpiwakt + Sr,Mw,Mk,Lt,Lt,Lt/Lg,Lg,Lg SrMkLw/SoMoLi/SaMtLy A", "M(w)=L; G1=SbMbLb")
    events = [event for taken in played.taken for event in taken.played.events]
    blocks = GAME.diagram(played.position, played.taken[0].before, events).blocks
    facts, ring, goals, first, second, remarks = blocks
    assert isinstance(facts, Facts)
    assert facts.pairs == (("To move", "B"), ("Indicator", "counter-clockwise"))
    assert isinstance(ring, Ring)
    assert not ring.clockwise
    assert [slot.label for slot in ring.slots][:3] == ["red", "orange", "yellow"]
    assert [shown.count for shown in ring.slots[0].pyramids] == [4, 4, 4]
    assert [slot.label for slot in ring.slots if slot.mark] == ["red", "white", "black"]
    assert isinstance(goals, Rack)
    assert [group.mark for group in goals.groups] == [Mark.CHANGED, None, None]
    assert isinstance(first, Rack)
    assert first.label == "A's stash (9 pips)"
    assert isinstance(second, Rack)
    assert [(group.label, group.pyramids[0].count) for group in second.groups] == [("green", 3)]
    assert isinstance(remarks, Remarks)
    assert remarks.lines == (
        "A gave 1 white Medium for 1 white Large",
        "A gave back the red Small, the black Medium and the white Large for goal 1",
        "the new goal 1 is SbMbLb",
        "the indicator turned counter-clockwise",
    )


def test_diagram_of_an_empty_stash():
    text = "roygcbpiwakt + -/Lg,Lg,Lg SrMkLw/SoMoLi/SaMtLy B"
    stash = GAME.diagram(GAME.read_position(text, Tags())).blocks[3]
    assert isinstance(stash, Rack)
    assert stash.label == "A's stash (0 pips)"
    assert [(group.label, group.pyramids, group.note) for group in stash.groups] == [("", (), "none")]


def test_diagram_of_a_finished_game():
    text = "roygcbpiwakt + Lt,Lt/Lg,Lg,Lg SrMkLw/SoMoLi/- B"
    facts, _, goals, *_ = GAME.diagram(GAME.read_position(text, Tags())).blocks
    assert isinstance(facts, Facts)
    assert facts.pairs[0] == ("Won by", "A")
    assert isinstance(goals, Rack)
    assert goals.groups[2].note == "none drawn"
