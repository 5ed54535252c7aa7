"""The help line of each usual slip: what to write instead of text that is not notation (R3, R6.1)."""

from __future__ import annotations

import pytest
from reading import MARTIAN, judge

BRACES = '[Game "Braces"]\n[Setup "1,LbMb,LbMbSb,LbMbSb,Sw/5/2,LnMnSn,2/5/MwSb,LwSw,LwMwSw,LwMw,1 w"]\n'
TRIUMVIRATE = '[Game "Triumvirate"]\n[RedCard "L_ M_ S_"]\n[BlueCard "L_ M_ S_"]\n'
HOMEWORLDS = '[Game "Homeworlds"]\n1. homeworld g3 b2 y3 Al\n2. homeworld b1 y2 g3 Bea\n'
SPECTRUM = '[Game "Spectrum"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n[Seats "3"]\n'


def wide(text: str) -> str:
    """The full-width forms of ASCII characters."""
    return "".join(chr(ord(sign) + 0xFEE0) for sign in text)


SEMICOLON = "separate actions with `;`"
WHOLE = "write `DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2`"
NO_NUMBERS = "end each turn with a full stop, or number the turns: `1.`, `2.` and so on"
DRAW = "write `draw`, or `draw agreed` if the players agreed on it"

HELP_LINES = [
    # A missing `;`, or another sign for it
    ("no-semicolon-after-dice", BRACES + "1. DIG 5/2 Sc3-c4-c5 XSd5; Ma1-a2", WHOLE),
    ("no-semicolon-after-a-claim", BRACES + "1. DIG 5/2; Sc3-c4-c5 XSd5 Ma1-a2", WHOLE),
    ("comma", BRACES + "1. DIG 5/2, Sc3-c4-c5 XSd5, Ma1-a2", WHOLE),
    ("colon", BRACES + "1. DIG 5/2: Sc3-c4-c5 XSd5; Ma1-a2", WHOLE),
    ("then", HOMEWORLDS + "3. sacrifice y3 Al then pass", "write `sacrifice y3 Al; pass`"),
    ("full-stop", BRACES + "1. DIG 5/2; Ma1-a2. Sc3-c4", f"{SEMICOLON}: a full stop ends the turn"),
    (
        "no-semicolon-or-a-pair",
        HOMEWORLDS + "3. build y1 Al build g1 Bea",
        f"{SEMICOLON}, or number the reply: `3... build g1 Bea`",
    ),
    # Dice
    ("dice-comma", BRACES + "1. DIG 5,1; Sc3-c4", "write `DIG 5/1; Sc3-c4`"),
    ("dice-blank", BRACES + "1. DIG 5 1; Sc3-c4", "write `DIG 5/1; Sc3-c4`"),
    ("dice-comma-after-face", BRACES + "1. DIG, 5/1; Sc3-c4", "write `DIG 5/1; Sc3-c4`"),
    ("dice-equal-sign", BRACES + "1. DIG=5/1; Sc3-c4", "write the dice as `DIG 5/1`"),
    ("dice-before-face", BRACES + "1. 5,1,DIG; Sc3-c4", "write `DIG 5/1; Sc3-c4`"),
    ("dice-before-a-slip", BRACES + "1. DIG 5,1; Sc3-c9-c4", "write the dice as `DIG 5/1`"),
    (
        "dice-without-face",
        BRACES + "1. 5/1; Sc3-c4",
        "write the face of the treehouse die first, as in `DIG 5/1`",
    ),
    # Numbers
    ("bare-lines", MARTIAN + "Sc4\nSd3\nSe6", NO_NUMBERS),
    ("bare-lines-of-words", HOMEWORLDS.split("1.")[0] + "homeworld r1 b2 g3 Bo\nbuild g1 Bo", NO_NUMBERS),
    ("bare-lines-of-several-actions", BRACES + "DIG 5/2; Sc3-c4; Ma1-a2\nTIP 4/1; LSc5-c4", NO_NUMBERS),
    ("bracket", MARTIAN + "1) Sc4\n2) Sd3", "write `1.`, not `1)`"),
    ("two-brackets", MARTIAN + "1. Sc4 2. Sd3\n(3) Se6", "write `3.`, not `(3)`"),
    ("no-full-stop", MARTIAN + "1 Sc4\n2 Sd3", "write `1.`, not `1`"),
    ("colon-after-number", MARTIAN + "1: Sc4", "write `1.`, not `1:`"),
    ("escaped-number", MARTIAN + "1\\. Sc4", "write `1.`, not `1\\.`"),
    ("pair", MARTIAN + "1. Sc4 Sd3\n2. Se6 Sh8", "number the reply: `1... Sd3`"),
    ("pair-with-comma", MARTIAN + "1. Sc4, Sd3", "number the reply: `1... Sd3`"),
    ("pair-with-full-stop", MARTIAN + "1. Sc4. Sd3. 2. Se6", "number the reply: `1... Sd3.`"),
    (
        "pair-of-several-actions",
        BRACES + "1. DIG 5/2; Ma1-a2 TIP 4/1; Ld5-d4",
        "number the reply: `1... TIP 4/1; Ld5-d4`",
    ),
    # Results
    ("first-wins", MARTIAN + "1. Sc4 1-0", "write `Red wins`"),
    ("second-wins", MARTIAN + "1. Sc4\n0-1", "write `Yellow wins`"),
    ("half", MARTIAN + "1. Sc4\n1/2-1/2", DRAW),
    ("score-of-three", SPECTRUM + "1. pass\n1-0", "write the result in words, such as `A wins`"),
    ("a-draw", MARTIAN + "1. Sc4\na draw", DRAW),
    ("gives-up", MARTIAN + "1. Sc4\nYellow gives up", "write `Yellow resigns`"),
    ("player-gives-up", f'{MARTIAN}[Red "Ana Ruiz"]\n1. Sc4\nAna gives up', "write `Red resigns`"),
    ("nobody-known-gives-up", MARTIAN + "1. Sc4\nMarek gives up", "write `Red resigns` or `Yellow resigns`"),
    ("letter-wins", BRACES + "1. DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2\nW wins", "write `White wins`"),
    ("resigned", MARTIAN + "1. Sc4\nred resigned.", "write `Red resigns`"),
    ("won", MARTIAN + "1. Sc4\nRed has won!", "write `Red wins`"),
    # Words
    ("words-after-a-turn", MARTIAN + "1. Sc4 nice one!\n2. Sd3", "put words in braces: `{ nice one! }`"),
    ("words-on-a-line", MARTIAN + "1. Sc4\nnice one!\n2. Sd3", "put words in braces: `{ nice one! }`"),
    ("words-in-brackets", MARTIAN + "1. Sc4 (nice one)\n2. Sd3", "put words in braces: `{ nice one }`"),
    (
        "words-with-squares",
        MARTIAN + "1. Sc4 bags c3, d2 and e1",
        None,
    ),
    ("words-first", MARTIAN + "Hi Ana, here we go:\n1. Sc4", "put words in braces: `{ Hi Ana, here we go: }`"),
    ("words-before-an-action", MARTIAN + "1. I play Sc4", "write `Sc4`"),
    ("words-after-a-full-stop", MARTIAN + "1. Sc4. Have fun. 2. Sd3", "put words in braces: `{ Have fun. }`"),
    ("a-slip-is-not-prose", HOMEWORLDS + "3. buidl y1 Al", "write `build y1 Al`"),
    ("a-square-is-not-prose", MARTIAN + "1. Sx9", None),
    # What programs do to text
    ("entity", TRIUMVIRATE + "1. &lt;L_ S_ M^&gt;; Lh1-h3", "write `1. <L_ S_ M^>; Lh1-h3`, without HTML"),
    ("entity-for-a-blank", MARTIAN + "1. Sc4&nbsp;", "write `1. Sc4`, without HTML"),
    ("line-break", MARTIAN + "1. Sc4<br>\n2. Sd3<br />", "write `1. Sc4`, without HTML"),
    ("tag-of-entities", "[Game &quot;Martian Life&quot;]\n1. Sc4", 'write `[Game "Martian Life"]`, without HTML'),
    (
        "card-lost",
        TRIUMVIRATE + "1. ; Lh1-h3",
        "write the card before the `;`, as in `<L_ M^ S_>` (web pages drop it with its angle brackets)",
    ),
    ("card-in-brackets", TRIUMVIRATE + "1. (L_ S_ M^); Lh1-h3", "write `<L_ S_ M^>; Lh1-h3`"),
    (
        "card-without-characters",
        TRIUMVIRATE + "1. <L S^ M_>; Lh1-h3",
        "write `_` (flat) or `^` (upright) after each size, as in `<L_ M^ S_>` (forums drop these characters)",
    ),
    ("full-width-number", MARTIAN + wide("1.") + "Sc4", "write `1.Sc4`, without full-width characters"),
    ("full-width-letter", MARTIAN + "1. " + wide("S") + "c4", "write `1. Sc4`, without full-width characters"),
    (
        "full-width-semicolon",
        BRACES + "1. DIG 5/2" + wide(";") + " Sc3-c4",
        "write `1. DIG 5/2; Sc3-c4`, without full-width characters",
    ),
    (
        "full-width-tag",
        wide("[") + "Game " + wide('"') + "Martian Life" + wide('"]') + "\n1. Sc4",
        'write `[Game "Martian Life"]`, without full-width characters',
    ),
    ("alien-letter", MARTIAN + "1. S\u0441" + "4", "write the Latin letter `c`: this `\u0441` is a Cyrillic one"),
    ("zero-width-space", MARTIAN + "1. S\u200bc4", "remove the zero-width character U+200B here"),
    ("direction", MARTIAN + "\u200e1. Sc4", "remove the zero-width character U+200E here"),
    ("zero-width-before-a-tag", '\u200b[Game "Martian Life"]\n1. Sc4', "remove the zero-width character U+200B here"),
    ("arrow", MARTIAN + "1. Sc4→d4", "write `-` instead of `→`"),
    ("code-fence", MARTIAN + "1. Sc4\n```", "remove the backticks"),
    (
        "utf-16",
        "".join(f"{sign}\0" for sign in MARTIAN + "1. Sc4\n"),
        "the file is UTF-16: save it as UTF-8, or read it with --encoding utf-16-le",
    ),
    # Tags that a game needs
    ("no-goals", '[Game "Spectrum"]\n1. pass', 'add a tag such as [Goals "SrMkLw SoMoLi SaMtLy"]'),
    ("no-card", '[Game "Triumvirate"]\n1. pass', 'add a tag such as [RedCard "L_ M_ S_"]'),
    # Turns that are comments
    ("turns-in-comments", MARTIAN + "#1 Sd5=M\n#2 Sc6", "remove the `#`: write `1. Sd5=M`"),
    ("turn-in-braces", MARTIAN + "{1. Sd5=M}", "remove the braces: write `1. Sd5=M`"),
]


@pytest.mark.parametrize(("text", "line"), [row[1:] for row in HELP_LINES], ids=[f"R3-{row[0]}" for row in HELP_LINES])
def test_help_line(text: str, line: str | None) -> None:
    found = [fault.hint for fault in judge(text).diagnostics]
    assert line in found


@pytest.mark.parametrize("comment", ["# Sd5=M is best", "{ 3 plies }", "#1 idea", "# a record without turns"])
def test_no_warning_of_comments_that_are_only_comments(comment: str) -> None:
    assert judge(MARTIAN + comment + "\n*").diagnostics == ()
    assert [fault.code for fault in judge(MARTIAN + comment).diagnostics] == []


FIXES = [
    # Lines after the tags, and the same lines once the fix of their first fault has been made; None: it has no fix
    ("no-semicolon", BRACES, "1. DIG 5/2 Sc3-c4-c5 XSd5; Ma1-a2", "1. DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2"),
    ("comma", BRACES, "1. DIG 5/2 , Sc3-c4-c5 XSd5; Ma1-a2", "1. DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2"),
    ("then", HOMEWORLDS, "3. sacrifice y3 Al then pass", "3. sacrifice y3 Al; pass"),
    ("several-advices", HOMEWORLDS, "3. build y1 Al build g1 Bea", None),
    ("dice", BRACES, "1. {so} 5,1,DIG; Sc3-c4", "1. {so} DIG 5/1; Sc3-c4"),
    ("an-example-is-no-fix", BRACES, "1. 5/1; Sc3-c4", None),
    ("card", TRIUMVIRATE, "1. (L_ S_ M^); Lh1-h3", "1. <L_ S_ M^>; Lh1-h3"),
    ("card-lost", TRIUMVIRATE, "1. ; Lh1-h3", None),
    ("number", MARTIAN, "1) Sc4", "1. Sc4"),
    ("number-in-brackets", MARTIAN, "1. Sc4 2. Sd3\n(3) Se6", "1. Sc4 2. Sd3\n3. Se6"),
    ("wrong-number", MARTIAN, "1. Sc4\n3. Sd3", "1. Sc4\n2. Sd3"),
    ("score", MARTIAN, "1. Sc4 1-0", "1. Sc4 Red wins"),
    ("draw", MARTIAN, "1. Sc4\na draw!", "1. Sc4\ndraw"),
    ("resigned", MARTIAN, "1. Sc4\nred resigned.", "1. Sc4\nRed resigns"),
    ("who-resigned", MARTIAN, "1. Sc4\nMarek gives up", None),
    ("more-words", MARTIAN, "1. Sc4\nYellow gives up, sadly", None),
    ("words", MARTIAN, "1. Sc4 nice one! 2. Sd3", "1. Sc4 { nice one! } 2. Sd3"),
    ("words-before", MARTIAN, "1. Ooh la Sc4", "1. { Ooh la } Sc4"),
    ("words-in-brackets", MARTIAN, "1. Sc4 (nice one)", "1. Sc4 { nice one }"),
    ("words-around-a-comment", MARTIAN, "1. Sc4 nice { very } one", None),
    ("html", MARTIAN, "1. Sc4<br>", "1. Sc4"),
    ("full-width", MARTIAN, "1. " + wide("S") + "c4", "1. Sc4"),
    ("full-width-beside-a-comment", MARTIAN, "1. " + wide("S") + "c4 {" + wide("!") + "}", f"1. Sc4 {{{wide('!')}}}"),
    ("alien-letter", MARTIAN, "1. S\u0441" + "4", "1. Sc4"),
    ("zero-width", MARTIAN, "1. S\u200bc4", "1. Sc4"),
    ("code-fence", MARTIAN, "1. Sc4\n```", "1. Sc4\n"),
    ("turns-in-comments", MARTIAN, "#1 Sd5=M", "1. Sd5=M"),
    ("comment", MARTIAN, "1. Sc4 { good \n2. Sd3", "1. Sc4 { good } \n2. Sd3"),
    ("comment-of-lines", MARTIAN, "1. Sc4 { good\nor not\n2. Sd3", None),
    ("variation", MARTIAN, "1. Sc4 ( 1. Sd3 ( 1. Se4", "1. Sc4 ( 1. Sd3 ( 1. Se4 ) )"),
    ("variation-before-a-turn", MARTIAN, "1. Sc4 ( 1. Sd3\n2. Sb2\n2. Sb3", "1. Sc4 ( 1. Sd3\n2. Sb2\n) 2. Sb3"),
    ("variation-without-end", MARTIAN, "1. Sc4 ( 1. Sd3\n2. Sb2", None),
    ("game", "", '[Game "Martan Life"]\n1. Sc4', '[Game "martian-life"]\n1. Sc4'),
]


@pytest.mark.parametrize(("tags", "lines", "after"), [row[1:] for row in FIXES], ids=[row[0] for row in FIXES])
def test_fix(tags: str, lines: str, after: str | None) -> None:
    text = tags + lines
    fault = judge(text).diagnostics[0]
    fixed = None
    if fault.fix is not None:
        (start, end), new = fault.fix
        fixed = text[:start] + new + text[end:]
        assert fault.code not in {other.code for other in judge(fixed).diagnostics if other.span.start <= start}
    assert fixed == (None if after is None else tags + after)


def test_remedies_change_nothing_but_the_help_line() -> None:
    """The severity, the code, the location and the message of a fault are as they would be without a remedy."""
    (fault,) = judge(MARTIAN + "1. Sc4 1-0").diagnostics
    assert (fault.severity, fault.code, fault.rule, fault.ply) == ("error", "not-notation", "R3", 1)
    assert fault.message.startswith("'1' is not Martian Life notation here")
