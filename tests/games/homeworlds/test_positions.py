"""Position strings: reading and writing are inverses, and impossible positions are refused (HN3, R8)."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME
from support import check_mark

START = "- 333333333333 n"
SAME = {
    "HN3-start": START,
    "HN3-start-of-four": "- 555555555555 e",
    "HN3-one-homeworld": "Al(n)g3b2,n:y3 333332332323 s",
    "H2-one-star": "Al(n)g3,n:y3 333332332333 s",
    "HN3-equal-stars": "Al(n)r1r1,n:r1 033333333333 s",
    "HN3-order-of-ships": "Al(n)g3b2,n:y3g3y2r1y1b1/Bea(s)y2b1,s:g3 233212330123 n",
    "HN3-order-of-founding": "Bea(s)y2b1,s:g3/Mars()r1,n:y1/Al(n)g3b2,n:y3/Venus()b3,s:r1 133222331222 s",
    "HN3-several-seats": "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)g3b2,s:y3/Mars()r1,n:g1,e:b1,s:y1b1 344332341124 n",
    "H21-abandoned-home": "Al(n)g3b2,n:y3/Bea()y2b1,n:r3g1 332322232223 n out=s",
    "HN3-out-of-four": "Al(n)g3b2,n:y3/Cy(s)g3b2,s:y3 555553553535 n out=ew",
    "H29-no-seat-is-left": "- 333333333333 s out=ns",
    "HN2-quoted": '"Dy/dx"(n)g3b2,n:y3/"Orion."(s)y2b1,s:g3/"The Moon"()r1,n:y1 233222331223 n',
    "HN2-quoted-home-of-digits": '"12"(n)g3b2,n:y3/"Draw"(s)y2b1,s:g3/12a()r1,n:y1/13()r1,n:y1 133122331223 n',
    "HN2-letters-of-any-script": "Ærø(n)g3b2,n:y3/Ωmega_1-'x(s)y2b1,s:g3 333322331223 n",
    "HN2-neither-letter-nor-digit": '"½"(n)g3b2,n:y3/"-"(s)y2b1,s:g3 333322331223 n',
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_written_as_read(text):
    tags = Tags({"Setup": text})
    position = GAME.start(tags)
    assert GAME.write_position(position) == text
    assert GAME.read_position(text, tags) == position
    assert hash(GAME.read_position(text, tags)) == hash(position)


READ = {
    "HN3-pieces-in-another-order": (
        "Al(n)b2g3,n:y1y3/Bea(s)b1y2,s:g3 333222331223 n",
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 333222331223 n",
    ),
    "HN3-seats-in-another-order": (
        "Al(n)g3b2,s:g3,n:y3/Bea(s)y2b1,s:b3 333322331222 n",
        "Al(n)g3b2,n:y3,s:g3/Bea(s)y2b1,s:b3 333322331222 n",
    ),
    "HN3-out-in-another-order": (
        "Al(n)g3b2,n:y3/Cy(s)g3b2,s:y3 555553553535 n out=we",
        "Al(n)g3b2,n:y3/Cy(s)g3b2,s:y3 555553553535 n out=ew",
    ),
    "H34-finished-game-with-a-seat-that-is-out-to-move": (
        "Al(n)g3b2,n:y3 333332332323 s out=s",
        "Al(n)g3b2,n:y3 333332332323 s out=s",
    ),
    "HN2-needless-quotes": ('"Al"(n)g3b2,n:y3 333332332323 s', "Al(n)g3b2,n:y3 333332332323 s"),
    "HN2-home-of-digits-bare": ("12(n)g3b2,n:y3 333332332323 s", '"12"(n)g3b2,n:y3 333332332323 s'),
    "HN2-dash": ('"Jean\u2013Luc"(n)g3b2,n:y3 333332332323 s', "Jean-Luc(n)g3b2,n:y3 333332332323 s"),
}


@pytest.mark.parametrize(("text", "canonical"), READ.values(), ids=READ)
def test_read_alike(text, canonical):
    assert GAME.write_position(GAME.read_position(text, Tags())) == canonical


HOMES = "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3"
BANK = "333322331223"
WRONG = {
    "empty": "",
    "no-fields": "Al",
    "no-mover": f"{HOMES} {BANK}",
    "mover": f"{HOMES} {BANK} x",
    "mover-in-capitals": f"{HOMES} {BANK} N",
    "mover-of-three": f"{HOMES} {BANK} e",
    "short-bank": f"{HOMES} {BANK[1:]} n",
    "bank-of-letters": f"{HOMES} 33332233122x n",
    "bank-of-other-digits": f"{HOMES} 33332233122٣ n",
    "system-without-brackets": f"Alg3b2,n:y3 {BANK} n",
    "system-without-a-star": "Al(n),n:y3 333332333333 n",
    "three-stars": "Al(n)g3b2b1,n:y3 333332332223 n",
    "no-such-piece": f"Al(n)g4b2,n:y3 {BANK} n",
    "pieces-in-capitals": f"Al(n)G3B2,n:y3 {BANK} n",
    "no-such-seat": "Al(x)g3b2,n:y3 333332332323 n",
    "seat-of-three-in-two": "Al(e)g3b2,e:y3 333332332323 n",
    "ships-of-a-seat-twice": "Al(n)g3b2,n:y3,n:y1 333232332323 n",
    "seat-without-ships": "Al(n)g3b2,n: 333333332323 n",
    "name-that-needs-quotes": "A.l(n)g3b2,n:y3 333332332323 n",
    "empty-name": '""(n)g3b2,n:y3 333332332323 n',
    "blank-name": '"  "(n)g3b2,n:y3 333332332323 n',
    "unclosed-name": '"Al(n)g3b2,n:y3 333332332323 n',
    "trailing-slash": f"{HOMES}/ {BANK} n",
    "out-unknown": f"{HOMES} {BANK} n out=x",
    "out-empty": f"{HOMES} {BANK} n out=",
    "out-twice": "Al(n)g3b2,n:y3 333332332323 n out=ss",
    "other-state": f"{HOMES} {BANK} n in=s",
    "H1-no-seats": "- 222222222222 n",
    "H1-too-many": "- 666666666666 n",
    "H4-a-piece-too-many": f"{HOMES} 433322331223 n",
    "H4-a-piece-too-few": f"{HOMES} 233322331223 n",
    "HF10-two-of-one-name": "Al(n)g3b2,n:y3/AL(s)y2b1,s:g3 333322331223 n",
    "H5-two-homeworlds": "Al(n)g3b2,n:y3/Bea(n)y2b1,n:g3 333322331223 n",
    "H6-ships-of-a-seat-without-a-homeworld": "Al(n)g3b2,n:y3,s:y1 333232332323 n",
    "H18-a-system-without-ships": "Al(n)g3b2,n:y3/Mars()r1 233332332323 n",
    "H26-no-ship-at-home": "Al(n)g3b2,s:y3/Bea(s)y2b1,s:g3 333322331223 n",
    "H26-out-and-at-home": f"{HOMES} {BANK} n out=s",
    "H4-too-many-in-the-systems": "Al(n)g3g3,n:g3/Bea(s)y2b1,s:g3 n",
    "H4-more-systems-than-pieces": "/".join(f"A{number}()r1,n:g1" for number in range(61)) + " n",
    "H34-to-move-and-out": "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3 444433442334 s out=s",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_refused(text):
    with pytest.raises(Illegal) as caught:
        GAME.start(Tags({"Setup": text}))
    assert caught.value.part == "Setup"
    assert caught.value.code == "bad-setup"


def test_every_cut_of_a_string_is_refused():
    """Malformed strings raise nothing but `Illegal`."""
    text = SAME["HN2-quoted"]
    for end in range(len(text)):
        with pytest.raises(Illegal):
            GAME.read_position(text[:end], Tags())


@pytest.mark.parametrize(
    ("seats", "is_wrong"), [("2", False), ("3", True), ("4", True)], ids=["HN1-two", "HN1-three", "HN1-four"]
)
def test_seats_against_setup(seats, is_wrong):
    tags = Tags({"Setup": SAME["HN3-one-homeworld"], "Seats": seats})
    faults = list(GAME.tag_conflicts(GAME.start(tags), tags))
    assert [(fault.part, fault.rule) for fault in faults] == ([("Seats", "HN1")] if is_wrong else [])


def test_wrong_seats_leave_no_position_even_with_setup():
    with pytest.raises(Illegal) as caught:
        GAME.start(Tags({"Setup": SAME["HN3-one-homeworld"], "Seats": "six"}))
    assert caught.value.part == "Seats"


ENDED = {
    "H27-one-is-left": ("Al(n)g3b2,n:y3 333332332323 n out=s", "North"),
    "H29-no-seat-is-left": ("- 333333333333 n out=ns", "draw"),
    "H35-two-are-left": ("Al(n)g3b2,n:y3/Cy(s)g3b2,s:y3 444442442424 n out=e", None),
    "HN3-not-placed-is-not-out": ("Al(n)g3b2,n:y3 333332332323 s", None),
}


@pytest.mark.parametrize(("text", "word"), ENDED.values(), ids=ENDED)
def test_setup_is_judged(text, word):
    outcome = GAME.outcome(GAME.start(Tags({"Setup": text})))
    assert (outcome and outcome.word) == word


def test_setup_may_have_an_overpopulated_system():
    """H22: a system may stay overpopulated from turn to turn."""
    text = "Al(n)g3b2,n:g3y1g1g1/Bea(s)y2b1,s:r3 332223131223 n"
    assert GAME.write_position(GAME.read_position(text, Tags())) == text


LEFT_OUT = {
    "HN3-bank-left-out": ({}, f"{HOMES} n", f"{HOMES} {BANK} n"),
    "HN3-bank-left-out-and-a-seat-out": ({}, "Al(n)g3b2,n:y3 n out=s", "Al(n)g3b2,n:y3 333332332323 n out=s"),
    "HN3-no-bank": ({}, f"{HOMES} - n", f"{HOMES} {BANK} n"),
    "HN3-no-systems": ({}, "- n", "- 333333333333 n"),
    "HN3-neither": ({}, "-  -  s", "- 333333333333 s"),
    "HN3-seats-by-tag": ({"Seats": "4"}, "- n", "- 555555555555 n"),
    "HN3-seats-by-names": ({"East": "Cy"}, "- n", "- 444444444444 n"),
    "HN3-seats-by-letters": ({}, "Al(n)g3b2,n:y3 w", "Al(n)g3b2,n:y3 555554554545 w"),
    "HN3-seats-by-who-is-out": ({}, f"{HOMES} n out=e", f"{HOMES} 444433442334 n out=e"),
}


@pytest.mark.parametrize(("tags", "text", "full"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_bank_left_out(tags, text, full):
    tags = Tags({**tags, "Setup": text})
    position = GAME.start(tags)
    assert GAME.write_position(position) == full
    assert not list(GAME.tag_conflicts(position, tags))


def test_several_blanks_and_blanks_in_names():
    text = ' "The  Moon"(n)g3b2,n:y3   333332332323  s '
    assert GAME.write_position(GAME.read_position(text, Tags())) == '"The  Moon"(n)g3b2,n:y3 333332332323 s'


RIGHT_BANK = f"the bank is {BANK}"
MARKED = {
    "H4-bank": (f"{HOMES} «333322331222» n", RIGHT_BANK, "H4"),
    "H4-bank-too-short": (f"{HOMES} «33332233122» n", RIGHT_BANK, "R8"),
    "H4-bank-of-letters": (f"{HOMES} «r1r2» n", RIGHT_BANK, "R8"),
    "R8-seat": (f"{HOMES} {BANK} «x»", None, "R8"),
    "R8-seat-in-capitals": (f"{HOMES} {BANK} «N»", "write n", "R8"),
    "R8-out": (f"{HOMES} {BANK} n «out=x»", None, "R8"),
    "R8-home": ("«Al(N)g3b2,n:y3» 333332332323 s", None, "R8"),
    "R8-ships": ("«Al(n)g3b2,n:y4» 333332332323 s", None, "R8"),
    "R8-ships-twice": ("«Al(n)g3b2,n:y3,n:y1»/Mars()r1,n:g1 s", None, "R8"),
    "R8-system": ("Al(n)g3b2,n:y3/«Marsr1,n:y1» s", None, "R8"),
    "R8-no-system": (f"{HOMES}/«» {BANK} n", None, "R8"),
    "H16-two-of-one-name": ("Al(n)g3b2,n:y3/«AL(s)y2b1,s:g3» n", None, "H16"),
}


@pytest.mark.parametrize(("text", "hint", "rule"), MARKED.values(), ids=MARKED)
def test_marked(text, hint, rule):
    assert check_mark(GAME, text, hint).rule == rule
