"""Turns with their numbers and seats, white space and full stops (R3); one fault for each bad turn (R6.3)."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from reading import MARTIAN, at_fault, found, judge, read, turn_texts

from pyrnot.record.numbering import is_in_pairs
from pyrnot.record.turns import read_turns


class Row(NamedTuple):
    id: str
    text: str
    plies: int = 2
    faults: tuple[str, ...] = ()
    """Abbreviated; every turn of a correct record is legal."""


BROKEN_1 = ("R3@1 not-notation",)
BROKEN_2 = ("R3@2 not-notation",)
NUMBER_2 = ("R3@2 wrong-number",)
NUMBER_3 = ("R3@3 wrong-number",)

ROWS = [
    # R3.1
    Row("R3.1-number", "1. Sa1 2. Sh8"),
    Row("R3.1-seat", "1. Red: Sa1 2. Yellow: Sh8"),
    Row("R3.1-full-stop", "1. Sa1. 2. Sh8."),
    Row("R3.1-some-full-stops", "1. Sa1. 2. Sh8 3. Sa1.", 3),
    Row("R3.1-all", "1. Red: Sa1. 2. Yellow: Sh8."),
    Row("R3.1-two-stops", "1. Sa1.. 2. Sh8", 2, ("R3@1 stray-sign",)),
    Row("R3.1-two-stops-apart", "1. Sa1. . 2. Sh8", 2, ("R3@1 stray-sign",)),
    Row("R3.1-ellipsis-is-not-a-stop", "1. Sa1… 2. Sh8", 2, ("R3@1 stray-sign",)),
    Row("R3.1-stop-before-all", ". 1. Sa1 2. Sh8", 2, ("R3@0 stray-sign",)),
    Row("R3.1-no-action", "1. 2. Sh8", 0, BROKEN_1),
    Row("R3.1-no-action-but-stop", "1. . 2. Sh8", 0, BROKEN_1),
    Row("R3.1-no-action-at-the-end", "1. Sa1 2.", 1, BROKEN_2),
    Row("R3.1-seat-alone", "1. Red: 2. Sh8", 0, BROKEN_1),
    # R3.2
    Row("R3.2-plies", "1. Sa1 2. Sh8 3. Sa1 4. Sh8", 4),
    Row("R3.2-pairs", "1. Sa1 1... Sh8 2. Sa1 2... Sh8 3. Sa1", 5),
    Row("R3.2-pairs-from-the-seat-that-moves-first", "1. Red: Sa1 1... Yellow: Sh8"),
    Row("R3.2-gap", "1. Sa1 2. Sh8 4. Sa1 5. Sh8 6. Sa1", 5, NUMBER_3),
    Row("R3.2-gap-and-back", "1. Sa1 2. Sh8 4. Sa1 4. Sh8 5. Sa1", 5, NUMBER_3),
    Row("R3.2-repeated", "1. Sa1 2. Sh8 2. Sa1 3. Sh8", 4, NUMBER_3),
    Row("R3.2-twice-wrong", "1. Sa1 3. Sh8 5. Sa1", 3, (*NUMBER_2, *NUMBER_3)),
    Row("R3.2-wrong-from-the-start", "0. Sa1 1. Sh8 2. Sa1", 3, ("R3@1 wrong-number",)),
    Row("R3.2-huge", f"1. Sa1 {'9' * 5000}. Sh8 3. Sa1", 3, NUMBER_2),
    Row("R3.2-one-of-the-pairs-wrong", "1. Sa1 1... Sh8 3. Sa1 2... Sh8 3. Sa1", 5, NUMBER_3),
    Row("R3.2-pairs-gap", "1. Sa1 1... Sh8 3. Sa1 3... Sh8 4. Sa1", 5, NUMBER_3),
    Row("R3.2-pairs-in-one-place", "1. Sa1 2. Sh8 3. Sa1 3... Sh8 5. Sa1 6. Sh8", 6, ("R3@4 wrong-number",)),
    Row("R3.2-plies-in-one-place", "1. Sa1 1... Sh8 2. Sa1 4. Sh8 3. Sa1 3... Sh8", 6, ("R3@4 wrong-number",)),
    Row("R3.2-pairs-not-throughout", "1. Sa1 1... Sh8 3. Sa1", 3, NUMBER_3),
    Row("R3.2-plies-not-throughout", "1. Sa1 2. Sh8 2. Sa1 2... Sh8", 4, (*NUMBER_3, "R3@4 wrong-number")),
    Row("R3.2-pairs-begin-with-dots", "1... Sa1 2. Sh8 2... Sa1", 3, ("R3@1 wrong-number", *NUMBER_3)),
    Row("R3.2-dots-without-a-pair", "1... Sa1", 1, ("R3@1 wrong-number",)),
    Row("R3.2-illegal-turns-are-counted", "1. Sd4 3. Sh8", 0, ("ML3@1 occupied", *NUMBER_2)),
    # R3.3
    Row("R3.3-no-numbers", "Sa1. Sh8. Sa1.", 3),
    Row("R3.3-last-without-stop", "Sa1. Sh8. Sa1", 3),
    Row("R3.3-one-turn", "Sa1", 1),
    Row("R3.3-seats", "Red: Sa1. Yellow: Sh8."),
    Row("R3.3-number-in-between", "Sa1. 2. Sh8. Sa1.", 1, BROKEN_2),
    Row("R3.3-number-instead-of-stop", "Sa1 2. Sh8. Sa1.", 1, BROKEN_2),
    Row("R3.3-number-missing", "1. Sa1. Sh8. 3. Sa1.", 1, BROKEN_2),
    Row("R3.3-number-missing-at-the-end", "1. Sa1. 2. Sh8. Sa1", 2, ("R3@3 not-notation",)),
    Row("R3.3-stop-missing", "Sa1 Sh8. Sa1.", 0, BROKEN_1),
    Row("R3.3-stop-missing-after-comment", "Sa1 {a} Sh8. Sa1.", 0, BROKEN_1),
    Row("R3.3-variation", "Sa1. Sh8. (Sh1. Sa8) Sa1.", 3),
    Row("R3.3-variation-with-numbers", "Sa1. Sh8. (2. Sh1.) Sa1.", 3, BROKEN_2),
    Row("R3.3-variation-without-numbers", "1. Sa1 2. Sh8 (Sh1) 3. Sa1", 3, BROKEN_2),
    # R3.4
    Row("R3.4-first-letter", "1. R: Sa1 2. Y: Sh8"),
    Row("R3.4-any-case", "1. rED : Sa1 2. y : Sh8"),
    Row("R3.4-line-ends", "1.\nRed\n:\nSa1 2. Sh8"),
    Row("R3.4-not-to-move", "1. Yellow: Sa1 2. Sh8", 2, ("R3@1 wrong-seat",)),
    Row("R3.4-not-a-seat", "1. Purple: Sa1 2. Sh8", 2, ("R3@1 wrong-seat",)),
    Row("R3.4-part-of-a-name", "1. Re: Sa1 2. Sh8", 2, ("R3@1 wrong-seat",)),
    Row("R3.4-twice", "1. Red: Red: Sa1 2. Sh8", 0, BROKEN_1),
    Row("R3.4-seat-of-an-illegal-turn", "1. Sa1 2. Red: Zz9", 1, ("R3@2 wrong-seat", *BROKEN_2)),
    Row("R3.4-seats-after-an-illegal-turn", "1. Sd4 2. Red: Sh8", 0, ("ML3@1 occupied", "R3@2 wrong-seat")),
    Row("R3.4-right-seats-after-it", "1. Sd4 2. Yellow: Sh8 3. Red: Sa1", 0, ("ML3@1 occupied",)),
    # R3.5
    Row("R3.5-line-ends-are-free", "1.\nS\na1\n2.\nSh8"),
    Row("R3.5-no-white-space", "1.Sa12.Sh83.Sa1", 3),
    Row("R3.5-no-white-space-two-digits", "".join(f"{ply}.S{'a1' if ply % 2 else 'h8'}" for ply in range(1, 13)), 12),
    Row("R3.5-no-white-space-with-stops", "1.Sa1.2.Sh8.3.Sa1.", 3),
    Row("R3.5-number-after-word", "1. Sa1 2. Sh8 {pass}3. Sa1!4. Sh8", 4),
    Row("R3.5-number-and-dots-are-one", "1 . Sa1", 0, BROKEN_1),
    Row("R3.5-number-and-dots-are-one-after-a-turn", "1. Sa1 2\n. Sh8 2. Sh8", 0, BROKEN_1),
    Row("R3.5-square-is-one", "1. Sa 1 2. Sh8", 0, BROKEN_1),
    Row("R3.5-square-off-the-board", "1. Sa1 2. Si9", 1, BROKEN_2),
    Row("R3.5-two-actions", "1. Sa1; Sh8", 0, ("ML3@1 second-action",)),
    Row("R3.5-comma-is-not-a-semicolon", "1. Sa1, Sh8", 0, BROKEN_1),
    Row("R3.5-semicolon-at-the-end", "1. Sa1; 2. Sh8", 0, BROKEN_1),
    Row("R3.5-semicolon-first", "1. ; Sa1 2. Sh8", 0, BROKEN_1),
    Row("R3.5-two-semicolons", "1. Sa1;; Sh8 2. Sh8", 0, BROKEN_1),
    Row("R3.5-semicolon-after-the-stop", "1. Sa1.; Sh8 2. Sh8", 0, BROKEN_1),
    Row("R3.5-semicolon-opens-the-record", "; Sa1", 0, BROKEN_1),
    # R3.7
    Row("R3.7-capital-squares", "1. SA1 2. SH8"),
    Row("R3.7-small-size-letter", "1. sa1", 0, BROKEN_1),
    Row("R3.7-x-alike", "1. Sa1 xSa1 2. Sh8 XSh8 3. Sa1 \u00d7SA1", 3),
    Row("R3.7-words-in-any-case", "1. Sa1 2. PASS", 1, ("ML8@2 needless-pass",)),
    Row("R3.7-ellipsis", "1. Sa1 1… Sh8"),
    Row("R3.7-leading-zeros", "01. Sa1 0002. Sh8"),
    Row("R3.7-leading-zeros-many", f"{'0' * 1000}1. Sa1 2. Sh8"),
    Row("R3.7-other-digits-are-not-digits", "\u0661. Sa1", 0, BROKEN_1),
    Row("R3.7-no-break-spaces", "1.\u00a0Sa1\u202f2.\u2007\u00a0Sh8\ufeff3.\u2060Sa1", 3),
    Row("R1.1-separators-are-blanks", "1.\u2028Sa1\u00852.\fSh8\x0b3.\u2029Sa1\x1c4.\u3000Sh8", 4),
    # R6.3: reading goes on after a bad turn
    Row("R6.3-next-number", "1. Zz9 (foo; bar. baz! $ {c} 2. Sh8 4. Sh8", 0, (*BROKEN_1, *NUMBER_3)),
    Row("R6.3-next-stop", "Zz9 foo; bar! {c}. Sh8. Yy8.", 0, (*BROKEN_1, "R3@3 not-notation")),
    Row("R6.3-number-inside-a-bad-turn", "1. foo 2. bar 3. Sa1", 0, (*BROKEN_1, *BROKEN_2)),
    Row("R6.3-once-a-turn", "1. Zz9; Yy8; ;; ] Xx7 2. Sh8", 0, BROKEN_1),
    Row("R6.3-actions-before-the-fault", "1. Sa1; Zz9; Sb2 2. Sh8", 0, BROKEN_1),
    Row("R6.3-bracket-after", "1. Sa1 ] 2. Sh8", 2, ("R3@1 stray-sign",)),
    Row("R6.3-brackets-around-text", "1. Sa1 [foo] 2. Sh8", 0, ("R3@1 stray-sign",)),
    Row("R6.3-action-after-a-bracket", "1. Sa1 ] Sh8 2. Sh8", 0, ("R3@1 stray-sign",)),
    Row("R6.3-action-after-a-closing-bracket", "1. Sa1 ) Sh8 2. Sh8", 0, ("R4@1 stray-sign",)),
    Row("R6.3-comment-and-mark-after-a-bracket", "1. Sa1 ] {c} ! 2. Sh8", 2, ("R3@1 stray-sign",)),
    Row("R6.3-result-after-a-bracket", "1. Sa1 2. Sh8 ] Red resigns", 2, ("R3@2 stray-sign",)),
    Row("R6.3-text-and-result-after-a-bracket", "1. Sa1 2. Sh8 ] Sb2 Red resigns", 1, ("R3@2 stray-sign",)),
    Row("R6.3-text-after-a-result-in-a-variation", "1. Sa1 (1. Sb2 draw Sb3) 2. Sh8", 2, ("R4@1 result-in-variation",)),
    Row("R6.3-full-stops-once-a-turn", "1. Sa1 . . .. . 2. Sh8 . . 3. Sa8", 3, ("R3@1 stray-sign", "R3@2 stray-sign")),
    Row("R6.3-strays-of-several-kinds-once-a-turn", "1. Sa1 . . ] } ) . 2. Sh8", 2, ("R3@1 stray-sign",)),
    Row("R6.3-strays-before-the-first-turn-once", ". ] . } ! ) . 1. Sa1", 1, ("R3@0 stray-sign",)),
    Row("R6.3-bracket-within", "1. Sa1 ]; Sh8 2. Sh8", 0, ("R3@1 stray-sign",)),
    Row("R6.3-bracket-first", "1. ] Sa1 2. Sh8", 0, BROKEN_1),
    Row("R6.3-text-after-a-comment", "1. Sa1 {c} foo 2. Sh8", 0, BROKEN_1),
    Row("R6.3-next-stop-after-a-stray-sign", "Sa1 ]. Sh8. Sb1", 3, ("R3@1 stray-sign",)),
    Row(
        "R6.3-next-stop-after-a-stray-sign-and-semicolon",
        "Sa1 ]; Sb1. Sh8. Zz9",
        0,
        ("R3@1 stray-sign", "R3@3 not-notation"),
    ),
    Row("R6.3-text-before-that-stop", "Sa1 ] foo. Sh8.", 0, ("R3@1 stray-sign",)),
    Row("R6.3-prose", "Hello there", 0, BROKEN_1),
]


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_turns(row: Row) -> None:
    judged = judge(MARTIAN + row.text)
    assert (found(judged), judged.length) == (list(row.faults), row.plies)
    if not row.faults:
        assert len(judged.record.main_line) == row.plies


FILE_ROWS = [
    ("R1.1-crlf", '[Game "Martian Life"]\r\n\r\n1. Sa1\r\n2. Sh8\r\n'),
    ("R1.1-cr", '[Game "Martian Life"]\r\r1. Sa1\r2. Sh8\r'),
    ("R1.1-mixed", '[Game "Martian Life"]\r\n\r1. Sa1\n2. Sh8'),
    ("R1.1-byte-order-mark", '\ufeff[Game "Martian Life"]\n1. Sa1 2. Sh8'),
    ("R3.7-mail", '> [Game "Martian Life"]\n>\n> 1. Sa1\n\n> 2. Sh8\n'),
    ("R3.7-mail-tight", '>[Game "Martian Life"]\n>1.\n>Sa1 2. Sh8\n'),
    ("R3.7-mail-nested", '>> [Game "Martian Life"]\n> > 1. Sa1\n>> 2. Sh8\n'),
    ("R3.7-mail-comment", '> [Game "Martian Life"]\n> {a\n> b > c} 1. Sa1 2. Sh8\n'),
    ("R2.4-tag-after-blanks", ' \t[Game "Martian Life"]\n 1. Sa1 2. Sh8\n'),
]


@pytest.mark.parametrize("text", [row[1] for row in FILE_ROWS], ids=[row[0] for row in FILE_ROWS])
def test_files_read_without_complaint(text: str) -> None:
    judged = judge(text)
    assert (found(judged), judged.length) == ([], 2)


def test_quote_marks_that_not_every_line_has_are_text() -> None:
    """R3.7: only as many as every line has are quote marks."""
    assert found(judge('> [Game "Martian Life"]\n> 1. Sa1\n>> 2. Sh8\n'))[0] == "R3@1 not-notation"


def test_one_line_without_quote_marks_makes_all_of_them_text() -> None:
    judged = judge('[Game "Martian Life"]\n> 1. Sa1\n')
    assert found(judged) == ["R3@1 not-notation", "R3@2 not-notation"]


def test_no_break_space_in_comment_and_value_is_kept() -> None:
    record = read(MARTIAN + '[Red "a\u00a0\u2013"]\n1. Sa1 {b\u00a0\u2013\u00d7…}')
    assert record.tags["Red"] == "a\u00a0\u2013"
    assert record.turns[0].comments[0].words == "b\u00a0\u2013\u00d7…"


def test_broken_turn_mentions_that_later_turns_are_not_judged() -> None:
    """R6.3: once, in its diagnostic."""
    judged = judge(MARTIAN + "1. Zz9 2. Sd4 3. Sd4")
    assert [fault.message.count("not judged") for fault in judged.diagnostics] == [1]
    assert "not judged" not in judge(MARTIAN + "1. Sa1 2. Zz9").diagnostics[0].message


POINTED_AT = [
    ("1. Sa1 2. Sd4", "d4"),
    ("1. Sa1 2. Zz9", "Zz9"),
    ("1. Sa1 4. Sh8", "4."),
    ("1. Sa1 1. Sh8", "1."),
    ("1. Sa1 1… Sh8 3… Sa1", "3…"),
    ("1. Blue: Sa1", "Blue"),
    ("1. Sa1 2. Red: Sh8", "Red"),
    ("1. Sa1 $256 2. Sh8", "$256"),
    ("1. Sa1 {a", "{"),
    ("1. Sa1 (1. Sh1", "("),
    ("1. Sa1 ()", "()"),
    ("1. Sa1 Purple \n wins", "Purple \n wins"),
    ("1. 2. Sh8", "1."),
    ("1. Sa1 2. Yellow: \n", "2. Yellow:"),
    ("1. Sa1; 2. Sh8", ";"),
    ("1. Sa1. Sh8. 3. Sa1", "Sh8"),
]


@pytest.mark.parametrize(("text", "part"), POINTED_AT)
def test_fault_points_at_the_part(text: str, part: str) -> None:
    assert at_fault(judge(MARTIAN + text)) == part


OTHER_GAMES = [
    ("dice-apart", "Braces", "1. DIG 5 / 2 ; Sc3 - c4 2. HOP6/1;Mb1-b2", ["DIG 5 / 2;Sc3 - c4", "HOP6/1;Mb1-b2"]),
    (
        "dice-apart-without-numbers",
        "Braces",
        "DIG 5/ 2; Sc3-c4. HOP 6/ 1; Mb1-b2.",
        ["DIG 5/ 2;Sc3-c4", "HOP 6/ 1;Mb1-b2"],
    ),
    ("number-after-dice-and-path", "Braces", "1.DIG 5/2;Sc3-c42.HOP 6/1;Mb1-b2", ["DIG 5/2;Sc3-c4", "HOP 6/1;Mb1-b2"]),
    (
        "colour-in-brackets",
        "Braces",
        "1. DIG 5/2; M (w) a1-a2 XM(2)b1 2. TIP 3/1; pass",
        ["DIG 5/2;M (w) a1-a2 XM(2)b1", "TIP 3/1;pass"],
    ),
    ("levels-and-variation", "Braces", "1. DIG 5/2; LS(1,3)b1-b2 (1. DIG 5/2; pass)", ["DIG 5/2;LS(1,3)b1-b2"]),
    (
        "variation-without-numbers",
        "Braces",
        "DIG 5/2; pass. (DIG 5/2; pass) HOP 6/1; pass",
        ["DIG 5/2;pass", "HOP 6/1;pass"],
    ),
    ("dashes", "Braces", "1. DIG 5/2; Sc3\u2013c4\u2212c5", ["DIG 5/2;Sc3\u2013c4\u2212c5"]),
    (
        "points",
        "Autumn Ash",
        "1. Pb2-b3=D Xb3,c3,d3 +8 2. Pe4-e3=D Xe3 +8. 3. Pb2-b3",
        ["Pb2-b3=D Xb3,c3,d3 +8", "Pe4-e3=D Xe3 +8", "Pb2-b3"],
    ),
    ("size-before-number", "Autumn Ash", "1.Pb2-b3=D2.Pe4-e3=D", ["Pb2-b3=D", "Pe4-e3=D"]),
    ("card", "Triumvirate", "1. < L_ M^ S_ >; Lh1-h3; Mg1 \u00d7 Sf2", ["< L_ M^ S_ >;Lh1-h3;Mg1 \u00d7 Sf2"]),
    (
        "colours-and-seats",
        "Spectrum",
        "1. A: MM(r)>LS(o)@B:L2. M(b)=L@C ( 2. S(k)=M ) 3. pass",
        ["MM(r)>LS(o)@B:L", "M(b)=L@C", "pass"],
    ),
    ("pass-in-a-variation", "Spectrum", "M(b)=L. (pass) pass.", ["M(b)=L", "pass"]),
    (
        "names-of-digits",
        "Homeworlds",
        "1. discover y1 Al r1 7. 2. build y1 7 3. build y1 12.",
        ["discover y1 Al r1 7", "build y1 7", "build y1 12"],
    ),
    (
        "names-of-digits-without-numbers",
        "Homeworlds",
        "discover y1 Al r1 7. build y1 7. move y1 7 Al",
        ["discover y1 Al r1 7", "build y1 7", "move y1 7 Al"],
    ),
    (
        "names-like-results",
        "Homeworlds",
        "1. discover y1 Al r1 draw 2. move y1 Al wins draw",
        ["discover y1 Al r1 draw", "move y1 Al wins"],
    ),
    ("home-before-result", "Homeworlds", "1. homeworld g3 b2 y3 draw agreed", ["homeworld g3 b2 y3"]),
    (
        "quoted-names",
        "Homeworlds",
        '1. homeworld g3 b2 y3 "a. {b} (c" 2. build y1 "7."',
        ['homeworld g3 b2 y3 "a. {b} (c"', 'build y1 "7."'],
    ),
    ("variation-of-a-letter", "Homeworlds", "build y1 AL. (p) p", ["build y1 AL", "p"]),
]


@pytest.mark.parametrize(
    ("title", "text", "turns"), [row[1:] for row in OTHER_GAMES], ids=[f"{row[1]}-{row[0]}" for row in OTHER_GAMES]
)
def test_turns_of_other_games(title: str, text: str, turns: list[str]) -> None:
    record = read(f'[Game "{title}"]\n{text}')
    assert [fault.message for fault in record.diagnostics] == []
    assert turn_texts(record) == turns


def test_number_with_three_dots_is_not_a_name() -> None:
    record = read('[Game "Homeworlds"]\n1. build y1 1... build y1 Al')
    assert [(fault.code, fault.ply) for fault in record.diagnostics] == [("not-notation", 1)]


def test_pairs_are_for_records_of_two_seats() -> None:
    """R3.2: so in Spectrum with two seats, but not with three."""
    goals = '[Goals "SrMkLw SoMoLi SaMtLy"]\n'
    turns = "1. S(k)=M 1... S(k)=M 2. S(k)=M 2... S(k)=M"
    two = judge(f'[Game "Spectrum"]\n[Seats "2"]\n{goals}{turns}')
    three = judge(f'[Game "Spectrum"]\n[Seats "3"]\n{goals}{turns}')
    assert not [fault for fault in two.diagnostics if fault.code == "wrong-number"]
    assert two.record.pairs
    assert "R3@2 wrong-number" in found(three)
    assert not three.record.pairs


def test_style_of_numbers() -> None:
    assert is_in_pairs(read(MARTIAN + "1. Sa1 (1. Sh1 1... Sa8)").turns)
    assert not is_in_pairs(read(MARTIAN + "1. Sa1 (1. Sh1 2. Sa8)").turns)
    assert not is_in_pairs(read(MARTIAN + "1. Sa1").turns)


def test_unknown_game_is_read() -> None:
    record = read('[Game "Chess"]\n1. e4 e5 {a} 2. Nf3 (2. f4) White wins')
    assert [turn.ply for turn in record.turns] == [1, 2, 2]
    assert record.result is not None


def test_single_turn_without_tags() -> None:
    from pyrnot.core.tags import Tags
    from pyrnot.games import load_game
    from pyrnot.record.source import SourceText

    record = read_turns(SourceText("Sa1"), load_game("martian-life"), Tags())
    assert turn_texts(record) == ["Sa1"]
    assert not record.diagnostics


def test_any_number_of_stray_full_stops_is_one_fault() -> None:
    """R6.3."""
    judged = judge(f"{MARTIAN}1. Sa1 {'. ' * 100_000}\n2. Sh8")
    assert (found(judged), judged.length) == (["R3@1 stray-sign"], 2)
