"""The grammar, spans, names and canonical text (HN2)."""

from __future__ import annotations

import pytest
from reading import whole_grammar

from pyrnot.core.diagnostics import Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.files import split_text
from pyrnot.foreign.reading import read_record
from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.moves import fresh_name
from pyrnot.games.homeworlds.position import fold, write_name
from pyrnot.play.replay import replay
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.source import SourceText


@pytest.mark.parametrize(
    "text",
    [
        '1. homeworld g3 b2 y3 Al 2. H B1 - G3 "12" 3. c "a b" y; pass ! (3. p 4. a y1S 12) 4. b y1 draw North wins',
        "homeworld g3 b2 y3. South: homeworld b1 y2 g3 draw-1. build y1 12. homeworld g3 b2 y3 draw",
        "1. homeworld g3 b2 y3 2. homeworld b1 y2 g3 South wins",
    ],
)
def test_grammar_reads_whole_records(text):
    assert whole_grammar(GAME.info.grammar).parse(text)


ALIKE = {
    "HN2-capitals": ("homeworld g3 b2 y3 Al", "HOMEWORLD G3 B2 Y3 Al"),
    "HF7-homeworld": ("homeworld g3 b2 y3 Al", "Home g3 b2 y3 Al", "hom g3 b2 y3 Al", "H g3 b2 y3 Al"),
    "HF7-build": ("build y1 Al", "Buil y1 Al", "Bu y1 Al", "b y1 Al", "Construct y1 Al", "Con y1 Al"),
    "HF7-trade": ("trade g3 r3 Bea", "Tr g3 r3 Bea", "T G3 R3 Bea"),
    "HF7-move": ("move y1 Mars Al", "M y1 Mars Al", "mov y1 Mars Al"),
    "HF7-discover": ("discover y1 Al r1 Mars", "Disco y1 Al r1 Mars", "D y1 Al r1 Mars"),
    "HF7-attack": ("attack y1S Mars", "A Y1s Mars", "att y1S Mars"),
    "HF7-sacrifice": ("sacrifice y3 Al", "Sac y3 Al", "S y3 Al"),
    "HF7-catastrophe": ("catastrophe Mars yellow", "Cat Mars Yellow", "C Mars y", "c Mars YEL"),
    "HF7-pass": ("pass", "P", "Pas", "PASS"),
    "HN2-white-space": ("build y1 Al", " build\ty1\n  Al ", "build y 1 Al"),
    "HN2-needless-quotes": ("build y1 Al", 'build y1 "Al"', 'build y1 " Al "'),
}


@pytest.mark.parametrize("texts", ALIKE.values(), ids=ALIKE)
def test_read_alike(texts):
    first, *others = (parse_action(GAME, text).action for text in texts)
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bild y1 Al",
        "co y1 Al",
        "builds y1 Al",
        "build",
        "build y1",
        "build Al y1",
        "build y4 Al",
        "build o1 Al",
        "build 1y Al",
        "build y1Al",
        "buildy1 Al",
        "build y1! Al",
        "build y1S Al",
        "build y1 Al please",
        "build y1 The Moon",
        "build y1 Orion.",
        "build y1 Dy/dx",
        "build y1 -Al",
        "build y1 _Al",
        'build y1 ""',
        'build y1 "  "',
        'build y1 "Al',
        "homeworld g3 b2",
        "homeworld - g3 y3",
        "homeworld g3 b2 - Al",
        "homeworld g3 b2 y3 12",
        "homeworld g3 b2 y3 draw",
        "homeworld g3 b2 y3 Draw",
        "homeworld g3 b2 y3 Al *",
        "homeworld g3 b2 y3 The Moon",
        "move y1 Mars",
        "discover y1 Al r1",
        "attack y1X Mars",
        "attack y1 S Mars",
        "attack y1 Mars North",
        "catastrophe Mars purple",
        "catastrophe yellow",
        "catastrophe Mars yellowish",
        "pass 2",
        "pass *",
        "passing",
    ],
)
def test_hf11_not_notation(text):
    with pytest.raises(NotNotation):
        parse_action(GAME, text)


def test_spans():
    assert parse_action(GAME, "homeworld g3 - y3 Al").spans == {
        "verb": Span(0, 9),
        "star 1": Span(10, 12),
        "star 2": Span(13, 14),
        "ship": Span(15, 17),
        "name": Span(18, 20),
    }
    assert parse_action(GAME, "a y1S Mars").spans == {
        "verb": Span(0, 1),
        "ship": Span(2, 4),
        "owner": Span(4, 5),
        "system": Span(6, 10),
    }
    spans = parse_action(GAME, 'discover y1 Al r1 "Dy/dx"').spans
    assert spans["name"] == Span(18, 25)
    assert parse_action(GAME, "trade g3 r3 Bea").spans["new"] == Span(9, 11)
    assert parse_action(GAME, "move y1 Mars Al").spans["to"] == Span(13, 15)
    assert parse_action(GAME, "catastrophe Mars red").spans["colour"] == Span(17, 20)


HOMES = {
    "HN2-fourth-word": ("homeworld g3 b2 y3 Mars", {"North": "Al"}, "Mars(n)"),
    "HN2-name-tag": ("homeworld g3 b2 y3", {"North": "Al"}, "Al(n)"),
    "HN2-seat": ("homeworld g3 b2 y3", {}, "North(n)"),
    "HN2-empty-name-tag": ("homeworld g3 b2 y3", {"North": " "}, "North(n)"),
    "HN2-two-words": ("homeworld g3 b2 y3", {"North": "Ann Lee"}, '"Ann Lee"(n)'),
    "HN2-quotes-in-the-name": ("homeworld g3 b2 y3", {"North": 'Al "X" Lee'}, "\"Al 'X' Lee\"(n)"),
    "HN2-digits": ("homeworld g3 b2 y3", {"North": "1234"}, '"1234"(n)'),
    "HN2-quoted-digits": ('homeworld g3 b2 y3 "12"', {}, '"12"(n)'),
    "HN2-quoted-draw": ('homeworld g3 b2 y3 "draw"', {}, '"draw"(n)'),
    "HN2-begins-with-a-digit": ("homeworld g3 b2 y3 3rd", {}, "3rd(n)"),
    "HN2-begins-with-draw": ("homeworld g3 b2 y3 draw-1", {}, "draw-1(n)"),
}


@pytest.mark.parametrize(("turn", "tags", "home"), HOMES.values(), ids=HOMES)
def test_names_of_homeworlds(judge, turn, tags, home):
    position = GAME.start(Tags(tags))
    played = judge(position, turn)
    assert GAME.write_position(played.position).startswith(f"{home}g3b2,n:y3 ")
    text = GAME.write_turn(played.taken, played.ended)
    assert text == f"homeworld g3 b2 y3 {home.removesuffix('(n)')}"
    assert judge(position, text).position == played.position


CANONICAL = {
    "HN2-system-as-first-written": ("M Y1 mars AL", "move y1 Mars Al"),
    "HN2-new-name-as-written": ("D y1 mars b2 veNus", "discover y1 Mars b2 veNus"),
    "HN2-quotes-where-needed": ('d y1 Mars b2 "The Moon"', 'discover y1 Mars b2 "The Moon"'),
    "HN2-quotes-not-needed": ('d y1 Mars b2 "Moon"', "discover y1 Mars b2 Moon"),
    "HN2-digits-bare": ("d y1 Mars b2 12", "discover y1 Mars b2 12"),
    "HN2-draw-bare": ("d y1 Mars b2 draw", "discover y1 Mars b2 draw"),
    "HF7-construct": ("Con Y1 Al", "build y1 Al"),
    "HF9-colour": ("pass; C mars R", "pass; catastrophe Mars red"),
    "H17-owner-not-needed": ("a r1S mars", "attack r1 Mars"),
}


@pytest.mark.parametrize(("turn", "text"), CANONICAL.values(), ids=CANONICAL)
def test_canonical_text(judge, turn, text):
    before = "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:r3y1,s:r1r2 n"
    played = judge(before, turn)
    assert GAME.write_turn(played.taken, played.ended) == text


def test_hn2_homeworld_of_digits_is_quoted(judge, full):
    before = 'Al(n)g3b2,n:y3/"12"(s)y2b1,n:y1,s:g3 n'
    played = judge(before, "sacrifice y3 al; discover y1 12 r3 13")
    assert GAME.write_turn(played.taken, played.ended) == 'sacrifice y3 Al; discover y1 "12" r3 13'


def test_hf8_one_star_is_written_with_a_dash(judge):
    played = judge(GAME.start(Tags({"North": "Al"})), "H G3 - Y3")
    assert GAME.write_turn(played.taken, played.ended) == "homeworld g3 - y3 Al"


def test_fresh_names_are_never_in_use():
    live: set[str] = set()
    for _ in range(60):
        name = fresh_name(live)
        assert fold(name) not in live
        assert write_name(name) == name
        live.add(fold(name))
    assert {"vega", "vega2", "rigel2"} <= live


def test_h31_ignored_actions_are_written_as_they_were(judge):
    before = "Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2 n"
    played = judge(before, 'M g1 al bea; c bea g; build r3 "No where"; p')
    text = GAME.write_turn(played.taken, played.ended)
    assert text == 'move g1 Al Bea; catastrophe Bea green; build r3 "No where"; pass'
    assert judge(before, text).position == played.position


def test_messages_name_what_is_expected():
    with pytest.raises(NotNotation) as caught:
        parse_action(GAME, "build x1 Al")
    assert "a piece" in caught.value.message


SIGNS = "\u2010\u2014\u2212\u00a0\u1680\u2003\u2009\u200a\u205f\u2060\u3000\u00d7"


@pytest.mark.parametrize("sign", SIGNS, ids=[f"HN2-U+{ord(sign):04X}" for sign in SIGNS])
def test_a_home_can_be_written_as_its_tag_is(sign):
    """R3.7 makes a sign plain in a turn, so it does the same in the name that a homeworld takes from a tag."""
    text = f"""[Game "Homeworlds"]
[North "Al{sign}Bo"]

1. homeworld g3 b2 y3
2. homeworld b1 y2 g3
3. build y1 "Al{sign}Bo"
"""
    (source,) = split_text("a.pyr", text)
    replayed = replay(read_record(source))
    assert not replayed.diagnostics
    assert replayed.length == 3


@pytest.mark.parametrize("space", ["  ", "     ", "\u2003", " \u2009 ", "\t"])
def test_hn2_a_space_of_any_length_in_a_name(space):
    """In the name of a home, which may come from a tag, and in an action the same name."""
    tags = f'[Game "Homeworlds"]\n[North "Ana{space}Ruiz"]\n'
    turns = (
        f'1. homeworld g3 b2 y3\n2. homeworld b1 y2 g3 "The{space}Sun"\n3. build y1 "Ana Ruiz"\n4. build g1 "The Sun"\n'
    )
    judged = replay(read_record(SourceText(tags + turns)))
    assert [(fault.code, fault.ply) for fault in judged.diagnostics] == []
