"""Edges where two rules meet, and the ends of games for more than two."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.game import Homeworlds
from pyrnot.play.turns import legal_turns

BEA = "Bea(s)y2b1,s:g3"

LEGAL = {
    "H12-build-what-was-sacrificed": (
        f"Al(n)y3b2,n:g1g1g1/{BEA} n",
        "sacrifice g1 Al; build g1 Al",
        f"Al(n)y3b2,n:g1g1g1/{BEA} s",
    ),
    "H12-star-of-a-system-that-disappeared": (
        f"Al(n)y3b2,n:y2g2/{BEA}r1r1/Mars()r1,n:y1 n",
        "sacrifice y2 Al; move y1 Mars Al; discover y1 Al r1 Venus",
        f"Al(n)y3b2,n:g2/{BEA}r1r1/Venus()r1,n:y1 s",
    ),
    "H12-star-from-a-catastrophe": (
        f"Al(n)y3b2,n:y2g2/{BEA}/Mars()y3,n:y1,s:r1r1r1r2 n",
        "catastrophe Mars red; discover y1 Mars r1 Venus",
        f"Al(n)y3b2,n:y2g2/{BEA}/Venus()r1,n:y1 s",
    ),
    "H9-with-a-ship-just-traded": (
        f"Al(n)y3g2,n:b2y1/{BEA} n",
        "sacrifice b2 Al; trade y1 r1 Al; trade r1 b1 Al",
        f"Al(n)y3g2,n:b1/{BEA} s",
    ),
    "H9-no-ship-is-left-where-it-was": (
        f"Al(n)y3r2,n:y1/{BEA}/Mars()b1,n:b1/Venus()g2,n:g1 n",
        "sacrifice b1 Mars; trade g1 r1 Venus",
        f"Al(n)y3r2,n:y1/{BEA}/Venus()g2,n:r1 s",
    ),
    "H10-all-actions-dropped": (f"Al(n)y3r2,n:y1g3/{BEA} n", "sacrifice g3 Al", f"Al(n)y3r2,n:y1/{BEA} s"),
    "H10-more-passes-than-actions": (
        f"Al(n)y3r2,n:y1g1/{BEA} n",
        "sacrifice g1 Al; pass; pass; pass",
        f"Al(n)y3r2,n:y1/{BEA} s",
    ),
    "H15-both-stars-of-both": (
        "Al(n)g3b3,n:y3y1/Bea(s)y2b1,s:g3 n",
        "move y1 Al Bea",
        "Al(n)g3b3,n:y3/Bea(s)y2b1,n:y1,s:g3 s",
    ),
    "H17-no-larger-than-the-largest": (
        f"Al(n)r3b2,n:y3/{BEA}/Mars()r1,n:y2y1,s:b2 n",
        "attack b2 Mars",
        f"Al(n)r3b2,n:y3/{BEA}/Mars()r1,n:y2b2y1 s",
    ),
    "H19-out-and-back-in": (
        f"Al(n)g3b2,n:y3/{BEA}/Mars()r1,n:y2 n",
        "sacrifice y2 Mars; discover y3 Al r1 Venus; move y3 Venus Al",
        f"Al(n)g3b2,n:y3/{BEA} s",
    ),
    "H19-another-ship-comes-in": (
        f"Al(n)g3b2,n:y2/{BEA}/Mars()r1,n:y1 n",
        "sacrifice y2 Al; pass; move y1 Mars Al",
        f"Al(n)g3b2,n:y1/{BEA} s",
    ),
    "H19-one-star-left-and-a-ship-comes-in": (
        f"Al(n)g3b2,n:g1g1g2/{BEA}/Mars()r1,n:y1 n",
        "catastrophe Al green; move y1 Mars Al",
        f"Al(n)b2,n:y1/{BEA} s",
    ),
    "H22-five-pieces": (
        f"Al(n)g3b2,n:y3/{BEA}/Mars()b1,n:y1,s:r1r1r1r2r2 n",
        "catastrophe Mars red; pass",
        f"Al(n)g3b2,n:y3/{BEA}/Mars()b1,n:y1 s",
    ),
    "H23-two-stars-of-another-seat-of-one-colour": (
        "Al(n)g3b2,n:y3/Bea(s)b3b1,n:b1,s:g3b2 n",
        "catastrophe Bea blue; pass",
        "Al(n)g3b2,n:y3 n out=s",
    ),
    "H24-before-and-after-the-action": (
        f"Al(n)g3b2,n:y3/{BEA}/Mars()b1,s:r1r1r2r2g1/Venus()g3,n:y1,s:y1y1 n",
        "catastrophe Mars red; build y2 Venus; catastrophe Venus yellow",
        f"Al(n)g3b2,n:y3/{BEA}/Mars()b1,s:g1 s",
    ),
    "H24-only-what-an-action-made": (
        f"Al(n)g3b2,n:y3/{BEA}/Mars()g3,n:y1,s:y1y1 n",
        "build y2 Mars; catastrophe Mars yellow",
        f"Al(n)g3b2,n:y3/{BEA} s",
    ),
    "H26-ships-elsewhere-stay": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1/Mars()r1,s:y1 n",
        "attack g1 Bea",
        "Al(n)g3b2,n:y3/Bea()y2b1,n:r3g1/Mars()r1,s:y1 n out=s",
    ),
    "H29-no-seat-is-left": (
        "Al(n)y3b1,n:g1/Bea(s)b2,s:g1g1g2 n",
        "move g1 Al Bea; catastrophe Bea green",
        "- s out=ns",
    ),
    "H21-own-homeworld-with-a-guest": (
        f"Al(n)g3b2,n:y3,s:r1/{BEA} n",
        "discover y3 Al r1 Mars",
        f"Al()g3b2,s:r1/{BEA}/Mars()r1,n:y3 s out=n",
    ),
}


@pytest.mark.parametrize(("before", "turn", "after"), LEGAL.values(), ids=LEGAL)
def test_legal(judge, full, before, turn, after):
    assert GAME.write_position(judge(before, turn).position) == full(after)


ILLEGAL = {
    "H12-not-before-it-returns": (f"Al(n)y3g2,n:g1g1g1/{BEA} n", "build g1 Al", "H13", "build-size"),
    "H8-power-of-a-ship-that-was-sacrificed": (
        f"Al(n)y3r2,n:g1b1/{BEA} n",
        "sacrifice b1 Al; build g1 Al",
        "H9",
        "sacrifice-colour",
    ),
    "H8-no-power-without-the-sacrifice": (f"Al(n)y3r2,n:b1/{BEA}/Mars()b1,n:y1 n", "build y1 Mars", "H8", "no-power"),
    "H13-a-star-is-no-template": (f"Al(n)g3b2,n:y3/{BEA} n", "build b1 Al", "H13", "build-no-template"),
    "H15-one-of-two-stars": (f"Al(n)g3b2,n:y3y1/{BEA}/Mars()r2,n:b1 n", "move y1 Al Mars", "H15", "not-connected"),
    "H15-into-a-homeworld": (f"Al(n)g3b2,n:y3/{BEA}/Mars()r1,n:y1 n", "move y1 Mars Bea", "H15", "not-connected"),
    "H16-second-star-of-a-homeworld": (f"Al(n)g3b2,n:y3/{BEA} n", "discover y3 Al r2 Mars", "H16", "not-connected"),
    "H18-gone-with-its-last-ship": (
        f"Al(n)g3b2,n:y3g1/{BEA}/Mars()r1,n:g1 n",
        "sacrifice g1 Mars; build g1 Mars",
        "H13",
        "unknown-system",
    ),
    "H19-an-empty-home-has-no-ship-to-act": (
        f"Al(n)g3b2,n:g2/{BEA}/Mars()r1,n:y1 n",
        "sacrifice g2 Al; build g1 Al",
        "H8",
        "no-ship",
    ),
    "H22-another-colour": (
        f"Al(n)g3b2,n:y3/{BEA}/Mars()b1,s:r1r1r2r2 n",
        "catastrophe Mars blue",
        "H22",
        "no-overpopulation",
    ),
    "H23-gone-at-once": (
        f"Al(n)g3b2,n:y3/{BEA}/Mars()b1,s:r1r1r2r2 n",
        "catastrophe Mars red; catastrophe Mars blue",
        "H22",
        "unknown-system",
    ),
}


@pytest.mark.parametrize(("before", "turn", "rule", "code"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal(judge, before, turn, rule, code):
    with pytest.raises(Illegal) as caught:
        judge(before, turn)
    assert (caught.value.rule, caught.value.code) == (rule, code)


AL, CY = "Al(n)g3b2,n:y3", "Cy(s)g3b2,s:y3"
ENDS = {
    # before, turn, variant, winner ("" for none yet), who is out then
    "H28-of-three-goes-on": (f"{AL}/Bea(e)y2b1,e:g1/{CY} n", "sacrifice y3 Al", "", "", "n"),
    "H28-of-two-left-of-three": (f"{AL}/{CY} n out=e", "sacrifice y3 Al", "", "South", "ne"),
    "H29-of-two-left-of-three": (
        "Al(n)y3b1,n:g1/Cy(s)b2,s:g1g1g2 n out=e",
        "move g1 Al Cy; catastrophe Cy green",
        "",
        "draw",
        "nes",
    ),
    "H35-both-others-in-one-turn": (
        f"{AL}/Bea(e)y2b1,n:r3,e:g1/Cy(s)g2b1,n:r2,s:y1/Mars()b3,n:r2 n",
        "sacrifice r2 Mars; attack g1 Bea; attack y1 Cy",
        "",
        "North",
        "es",
    ),
    "H35-the-other-first": (
        f"{AL}/Bea(e)y2b1,n:r3,e:g1/Cy(s)g2b1,n:r2,s:y1/Mars()b3,n:r2 n",
        "sacrifice r2 Mars; attack y1 Cy; attack g1 Bea",
        "sinister",
        "North",
        "es",
    ),
    "H35-only-the-other": (
        f"{AL}/Bea(e)y2b1,n:r3,e:g1/Cy(s)g2b1,n:r2,s:y1 n",
        "attack y1 Cy",
        "sinister",
        "",
        "s",
    ),
    "H35-target-and-itself": (
        f"Al(n)y3b1,n:g1/Bea(e)b2,e:g1g1g2/{CY}/Di(w)y2r1,w:g3 n",
        "move g1 Al Bea; catastrophe Bea green",
        "sinister",
        "",
        "ne",
    ),
    "H35-target-and-itself-of-three": (
        f"Al(n)y3b1,n:g1/Bea(e)b2,e:g1g1g2/{CY} n",
        "move g1 Al Bea; catastrophe Bea green",
        "sinister",
        "South",
        "ne",
    ),
    "H35-sinister-of-two": ("Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1 n", "attack g1 Bea", "sinister", "North", "s"),
}


@pytest.mark.parametrize(("before", "turn", "variant", "winner", "out"), ENDS.values(), ids=ENDS)
def test_ends(judge, before, turn, variant, winner, out):
    seats = 4 if "(w)" in before else 3 if "(e)" in before or "out=e" in before else 2
    position = judge(before, turn, variant, seats).position
    outcome = GAME.outcome(position)
    assert (outcome.word if outcome else "") == winner
    assert GAME.write_position(position).endswith(f" out={out}")


def test_h34_the_next_seat_of_four_that_is_not_out(judge):
    four = f"Al(n)g3b2,n:y3/Bea(e)y2b1,n:r3,e:g1/{CY}/Di(w)y1r2,w:g3"
    position = judge(f"{four} n", "attack g1 Bea", seats=4).position
    order = []
    for _ in range(4):
        order.append(position.to_move)
        position = judge(position, "pass").position
    assert order == ["South", "West", "North", "South"]


def test_hc3_strict_forbids_it_with_three_too(judge):
    before = f"{AL}/Bea(e)y2b1,e:g1/{CY} n"
    with pytest.raises(Illegal) as caught:
        judge(before, "sacrifice y3 Al", "strict", 3)
    assert caught.value.rule == "H28"


def test_hc3_strict_forbids_a_draw(judge):
    with pytest.raises(Illegal) as caught:
        judge("Al(n)y3b1,n:g1/Bea(s)b2,s:g1g1g2 n", "move g1 Al Bea; catastrophe Bea green", "strict")
    assert caught.value.rule == "H28"


def test_h31_strict_ignores_what_follows_a_win(judge):
    before = "Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2 n"
    played = judge(before, "move g1 Al Bea; catastrophe Bea green; pass; build y1 Al", "strict")
    assert GAME.outcome(played.position).word == "North"


class WithoutEmptyHome(Homeworlds):
    """Homeworlds as another program plays it: the mover's own homeworld may not be empty even within a turn."""

    def play(self, position, action):
        played = super().play(position, action)
        home = played.position.home_of(position.to_move)
        if home is None or not home.ships[position.mover]:
            raise Illegal("self-elimination", "H19", "an empty home")
        return played


COUNTED = {
    "two-homeworlds": (f"Al(n)g3b2,n:y3/{BEA} n", 5),
    "two-homeworlds-of-the-other": (f"Al(n)g3b2,n:y3/{BEA} s", 5),
    "middle": ("Al(n)g3b2,n:y2y1g1/Bea(s)y2b1,s:g3r1/Mars()r1,n:y1,s:b1 n", 191),
    "twin-systems": (f"Al(n)g3b2,n:g1/{BEA}/Mars()r1,n:y1/Venus()r1,n:y1 n", 24),
    "catastrophes": ("Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2 n", 21),
    "all-powers": ("Al(n)r3b2,n:b3r2y1g1/Bea(s)y2b1,n:g2,s:g3y1r1/Mars()g3,n:y2,s:b2 n", 654),
}
"""Positions that one turn leads to, as counted by another program, which plays by the strict rules without H19."""


@pytest.mark.parametrize(("short", "count"), COUNTED.values(), ids=COUNTED)
def test_hn7_as_another_program_counts(full, short, count):
    game = WithoutEmptyHome()
    position = game.read_position(full(short), Tags({"Variant": "strict"}))
    assert sum(1 for _ in legal_turns(game, position)) == count
