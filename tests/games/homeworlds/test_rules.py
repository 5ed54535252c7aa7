"""Every rule of a turn on small positions, on both sides of each edge."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME

HOMES = "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3"
"""Al: green and blue stars, a large yellow ship; Bea: yellow and blue stars, a large green ship."""

LEGAL = {
    "H5-two-stars": ("- n", "homeworld g3 b2 y3 Al", "Al(n)g3b2,n:y3 s"),
    "H5-equal-stars": ("- n", "homeworld r1 r1 r1 Al", "Al(n)r1r1,n:r1 s"),
    "H5-one-star": ("- n", "homeworld b2 - g1 Al", "Al(n)b2,n:g1 s"),
    "H5-stars-in-any-order": ("- n", "homeworld b1 y2 g3 Al", "Al(n)y2b1,n:g3 s"),
    "H6-pass-before-the-homeworld": ("- n", "pass", "- s"),
    "H6-late-homeworld": ("Bea(s)y2b1,s:g3 n", "homeworld g3 b2 y3 Al", f"{'Bea(s)y2b1,s:g3'}/Al(n)g3b2,n:y3 s"),
    "HF15-pass-while-the-other-plays": ("Bea(s)y2b1,s:g3 n", "pass", "Bea(s)y2b1,s:g3 s"),
    "H7-free-action": (f"{HOMES} n", "build y1 Al", "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 s"),
    "H8-power-of-a-star": (f"{HOMES} n", "trade y3 r3 Al", "Al(n)g3b2,n:r3/Bea(s)y2b1,s:g3 s"),
    "H8-power-of-an-own-ship": (f"{HOMES} s", "build g1 Bea", "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3g1 n"),
    "H9-no-power-needed": (
        "Al(n)y3b2,n:g1y1/Bea(s)y2b1,s:g3/Mars()r1,n:r2 n",
        "sacrifice g1 Al; build r1 Mars",
        "Al(n)y3b2,n:y1/Bea(s)y2b1,s:g3/Mars()r1,n:r2r1 s",
    ),
    "H9-as-many-as-its-size": (
        "Al(n)g3b2,n:g3y1/Bea(s)y2b1,s:g3 n",
        "sacrifice g3 Al; build y1 Al; build y1 Al; build y2 Al",
        "Al(n)g3b2,n:y2y1y1y1/Bea(s)y2b1,s:g3 s",
    ),
    "H9-with-a-ship-just-moved": (
        "Al(n)b3r2,n:y2g1/Bea(s)y2b1,s:g3/Mars()g1,n:b3 n",
        "sacrifice y2 Al; move b3 Mars Al; discover b3 Al g1 Venus",
        "Al(n)b3r2,n:g1/Bea(s)y2b1,s:g3/Venus()g1,n:b3 s",
    ),
    "H10-unspent-actions": (
        "Al(n)g3b2,n:g3y1/Bea(s)y2b1,s:g3 n",
        "sacrifice g3 Al; build y1 Al",
        "Al(n)g3b2,n:y1y1/Bea(s)y2b1,s:g3 s",
    ),
    "H10-unspent-actions-passed": (
        "Al(n)g3b2,n:g3y1/Bea(s)y2b1,s:g3 n",
        "sacrifice g3 Al; pass; build y1 Al; pass",
        "Al(n)g3b2,n:y1y1/Bea(s)y2b1,s:g3 s",
    ),
    "H10-surplus-pass": (f"{HOMES} n", "build y1 Al; pass; pass", "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 s"),
    "H10-surplus-pass-after-a-homeworld": ("- n", "homeworld g3 b2 y3 Al; pass", "Al(n)g3b2,n:y3 s"),
    "H11-whole-turn": (f"{HOMES} n", "pass", f"{HOMES} s"),
    "H11-pass-and-a-catastrophe": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()y1,n:g1,s:y1y1y2 n",
        "pass; catastrophe Mars yellow",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s",
    ),
    "H12-returned-at-once": (
        "Al(n)y3y3,n:y3g2/Bea(s)g1b1,s:g3/Mars()b2,n:y2 n",
        "sacrifice y3 Al; discover y2 Mars y3 Venus",
        "Al(n)y3y3,n:g2/Bea(s)g1b1,s:g3/Venus()y3,n:y2 s",
    ),
    "H13-smallest-in-the-bank": (
        "Al(n)g3b2,n:y1y1y1/Bea(s)y2b1,s:g3 n",
        "build y2 Al",
        "Al(n)g3b2,n:y2y1y1y1/Bea(s)y2b1,s:g3 s",
    ),
    "H14-another-colour": (f"{HOMES} s", "trade g3 b3 Bea", "Al(n)g3b2,n:y3/Bea(s)y2b1,s:b3 n"),
    "H15-no-size-in-common": (
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3/Mars()r1,n:g1 n",
        "move y1 Al Mars",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1g1 s",
    ),
    "H15-homeworld-with-one-star-left": (
        "Al(n)b2,n:y3y1/Bea(s)y3b1,s:g3 n",
        "move y1 Al Bea",
        "Al(n)b2,n:y3/Bea(s)y3b1,n:y1,s:g3 s",
    ),
    "H16-star-and-ship": (
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 n",
        "discover y1 Al r1 Mars",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1 s",
    ),
    "HF10-name-used-again": (
        "Al(n)g3b2,n:y3y2/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "sacrifice y2 Al; move y1 Mars Al; discover y1 Al b1 MARS",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/MARS()b1,n:y1 s",
    ),
    "H17-same-size": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b1 n",
        "attack b1 Mars",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1b1 s",
    ),
    "H17-largest-ship-of-any-colour": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:g3r1,s:b3 n",
        "attack b3S Mars",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:g3b3r1 s",
    ),
    "H18-last-ship-leaves": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "move y1 Mars Al",
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 s",
    ),
    "H18-last-ship-is-sacrificed": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "sacrifice y1 Mars",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s",
    ),
    "H18-others-keep-it": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1,s:r1 n",
        "move y1 Mars Al",
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3/Mars()r1,s:r1 s",
    ),
    "H19-empty-home-filled-again": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "sacrifice y3 Al; move y1 Mars Al",
        "Al(n)g3b2,n:y1/Bea(s)y2b1,s:g3 s",
    ),
    "H19-home-blown-empty-and-filled-again": (
        "Al(n)g3b2,n:g1g1g2/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "catastrophe Al green; move y1 Mars Al",
        "Al(n)b2,n:y1/Bea(s)y2b1,s:g3 s",
    ),
    "H22-stars-and-ships-of-all": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:r1y1,s:r2r2y2 n",
        "catastrophe Mars red; pass",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s",
    ),
    "H22-four-are-enough": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,s:r3r1r2 n",
        "catastrophe Mars red",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s",
    ),
    "H23-star-survives": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:r1r1y1,s:r2r2 n",
        "catastrophe Mars red; pass",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:y1 s",
    ),
    "H23-no-ship-is-left": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:r1r1,s:r2r2 n",
        "catastrophe Mars red; pass",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s",
    ),
    "H23-homeworld-loses-one-star": (
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3y1y2y3 n",
        "catastrophe Bea yellow; pass",
        "Al(n)g3b2,n:y3y1/Bea(s)b1,s:g3 s",
    ),
    "H24-with-no-ship-there": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n",
        "catastrophe Mars red; pass",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:y1 s",
    ),
    "H24-between-actions": (
        "Al(n)g3b2,n:y2g1/Bea(s)y2b1,s:g3/Mars()r1,n:y1r2,s:r1r2r3 n",
        "sacrifice y2 Al; move y1 Mars Al; catastrophe Mars red; discover y1 Al r1 Venus",
        "Al(n)g3b2,n:g1/Bea(s)y2b1,s:g3/Venus()r1,n:y1 s",
    ),
    "H24-not-called": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1,s:r1r1r2 n",
        "pass",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1,s:r2r1r1 s",
    ),
    "H24-several": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()g2,n:y1r3,s:r1r1r2y1y2y3 n",
        "catastrophe Mars red; catastrophe Mars yellow; pass",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s",
    ),
    "H25-catastrophe-alone": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n",
        "catastrophe Mars red",
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:y1 s",
    ),
    "H25-catastrophe-and-action": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n",
        "catastrophe Mars red; build y1 Al",
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3/Mars()b1,s:y1 s",
    ),
}


@pytest.mark.parametrize(("before", "turn", "after"), LEGAL.values(), ids=LEGAL)
def test_legal(judge, full, before, turn, after):
    position = judge(before, turn).position
    assert GAME.write_position(position) == full(after)
    assert GAME.read_position(full(after), Tags()) == position


ILLEGAL = {
    "H5-not-in-the-bank": ("X(s)r1r1,s:r1 n", "homeworld r1 b2 y3 Al", "H5", "bank-empty", "star 1"),
    "H5-twice-the-last": ("X(s)r1r2,s:r1 n", "homeworld b1 r1 r1 Al", "H5", "bank-empty", "ship"),
    "H5-second-homeworld": (f"{HOMES} n", "homeworld r1 r2 r3 Mars", "H5", "second-homeworld", ""),
    "H6-nothing-after-it": ("- n", "homeworld g3 b2 y3 Al; build y1 Al", "H6", "no-action-left", ""),
    "H6-nothing-before-it": ("- n", "pass; homeworld g3 b2 y3 Al", "H6", "no-action-left", ""),
    "H6-no-catastrophe-after-it": (
        "Bea(s)y2b1,s:g3g1g1g2 n",
        "homeworld y3 b2 y3 Al; catastrophe Bea green",
        "H6",
        "no-action-left",
        "",
    ),
    "H6-action-without-a-homeworld": ("Bea(s)y2b1,s:g3 n", "build g1 Bea", "H6", "no-homeworld", ""),
    "H6-catastrophe-without-a-homeworld": (
        "Bea(s)y2b1,s:g3g1g1g2 n",
        "catastrophe Bea green",
        "H6",
        "no-homeworld",
        "",
    ),
    "H7-two-free-actions": (f"{HOMES} n", "build y1 Al; build y1 Al", "H7", "no-action-left", "verb"),
    "H7-action-after-a-pass": (f"{HOMES} n", "pass; build y1 Al", "H7", "no-action-left", "verb"),
    "H7-sacrifice-after-an-action": (f"{HOMES} n", "build y1 Al; sacrifice y1 Al", "H7", "no-action-left", "verb"),
    "H7-two-sacrifices": (
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 n",
        "sacrifice y1 Al; sacrifice y3 Al",
        "H7",
        "no-action-left",
        "verb",
    ),
    "H8-no-power": (f"{HOMES} n", "attack y1 Al", "H8", "no-power", "verb"),
    "H8-not-the-opponents-power": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:y1,s:g1 n",
        "build y1 Mars",
        "H8",
        "no-power",
        "verb",
    ),
    "H8-power-where-the-ship-leaves": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,n:g1/Venus()y3,n:g2 n",
        "move g1 Mars Venus",
        "H8",
        "no-power",
        "verb",
    ),
    "H8-no-ship-in-that-system": (f"{HOMES} n", "build g1 Bea", "H8", "no-ship", "system"),
    "H8-no-ship-under-a-sacrifice": (
        "Al(n)g3b2,n:r3y1/Bea(s)y2b1,s:g3 n",
        "sacrifice r3 Al; attack g3 Bea",
        "H8",
        "no-ship",
        "system",
    ),
    "H9-another-colour": (
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 n",
        "sacrifice y1 Al; build y1 Al",
        "H9",
        "sacrifice-colour",
        "verb",
    ),
    "H9-one-too-many": (
        "Al(n)g3b2,n:y3g1/Bea(s)y2b1,s:g3 n",
        "sacrifice g1 Al; build y1 Al; build y1 Al",
        "H9",
        "no-action-left",
        "verb",
    ),
    "H10-a-passed-action-is-gone": (
        "Al(n)g3b2,n:y3g1/Bea(s)y2b1,s:g3 n",
        "sacrifice g1 Al; pass; build y1 Al",
        "H9",
        "no-action-left",
        "verb",
    ),
    "H10-a-passed-action-frees-nothing": (
        "Al(n)g3b2,n:y3g2/Bea(s)y2b1,s:g3 n",
        "sacrifice g2 Al; pass; sacrifice y3 Al",
        "H7",
        "no-action-left",
        "verb",
    ),
    "H9-not-there": (f"{HOMES} n", "sacrifice g3 Al", "H9", "no-ship", "ship"),
    "H9-opponents-ship": (f"{HOMES} n", "sacrifice g3 Bea", "H9", "no-ship", "ship"),
    "H13-no-ship-of-that-colour": (f"{HOMES} n", "build g1 Al", "H13", "build-no-template", "ship"),
    "H13-opponents-ship-is-no-template": (
        "Al(n)g3b2,n:y3,s:r1/Bea(s)y2b1,s:g3 n",
        "build r1 Al",
        "H13",
        "build-no-template",
        "ship",
    ),
    "HF13-not-the-smallest": (f"{HOMES} n", "build y2 Al", "H13", "build-size", "ship"),
    "HF13-smallest-is-gone": ("Al(n)g3b2,n:y1y1y1/Bea(s)y2b1,s:g3 n", "build y1 Al", "H13", "build-size", "ship"),
    "H13-none-in-the-bank": (
        "Al(n)g3b2,n:y1y1y1y2y2y3/Bea(s)y2b1,s:g3y3y3 n",
        "build y1 Al",
        "H13",
        "bank-empty",
        "ship",
    ),
    "H13-no-such-system": (f"{HOMES} n", "build y1 Mars", "H13", "unknown-system", "system"),
    "H14-another-size": (f"{HOMES} n", "trade y3 r2 Al", "H14", "trade-size", "new"),
    "H14-the-same-colour": (f"{HOMES} n", "trade y3 y3 Al", "H14", "trade-same-colour", "new"),
    "H14-not-in-the-bank": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:r3r3r3g3 n",
        "trade y3 r3 Al",
        "H14",
        "bank-empty",
        "new",
    ),
    "H14-not-there": (f"{HOMES} n", "trade g3 r3 Al", "H14", "no-ship", "ship"),
    "H15-a-size-in-common": (f"{HOMES} n", "move y3 Al Bea", "H15", "not-connected", "to"),
    "H15-to-where-it-is": (f"{HOMES} n", "move y3 Al al", "H15", "not-connected", "to"),
    "H15-to-no-system": (f"{HOMES} n", "move y3 Al Mars", "H15", "unknown-system", "to"),
    "H15-not-there": (f"{HOMES} n", "move g3 Al Bea", "H15", "no-ship", "ship"),
    "H16-a-size-in-common": (f"{HOMES} n", "discover y3 Al r2 Mars", "H16", "not-connected", "star"),
    "H16-not-in-the-bank": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:r1r1r1g3 n",
        "discover y3 Al r1 Mars",
        "H16",
        "bank-empty",
        "star",
    ),
    "H16-not-the-star-of-the-system-left": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:r1r1g3/Mars()r1,n:y1 n",
        "discover y1 Mars r1 Venus",
        "H16",
        "not-connected",
        "star",
    ),
    "H16-name-of-a-system": (f"{HOMES} n", "discover y3 Al r1 BEA", "H16", "duplicate-name", "name"),
    "H16-name-of-the-system-left": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "discover y1 Mars r2 Mars",
        "H16",
        "duplicate-name",
        "name",
    ),
    "HF10-homeworld-of-a-living-name": ("X(s)r1r1,s:r1 n", "homeworld g3 b2 y3 x", "H16", "duplicate-name", "name"),
    "H17-too-big": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b2 n",
        "attack b2 Mars",
        "H17",
        "attack-too-big",
        "ship",
    ),
    "H17-no-such-ship": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b1 n",
        "attack y1 Mars",
        "H17",
        "attack-no-target",
        "ship",
    ),
    "H17-own-ship": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b1 n",
        "attack g1 Mars",
        "H17",
        "attack-no-target",
        "ship",
    ),
    "H17-own-ship-by-letter": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b1 n",
        "attack g1N Mars",
        "H17",
        "attack-no-target",
        "owner",
    ),
    "H17-no-such-owner": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b1 n",
        "attack b1E Mars",
        "H17",
        "attack-no-target",
        "owner",
    ),
    "H18-system-is-gone": (
        "Al(n)g3b2,n:y3y2/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "sacrifice y2 Al; move y1 Mars Al; move y1 Al Mars",
        "H15",
        "unknown-system",
        "to",
    ),
    "H22-three-are-not-enough": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1,s:r1r2 n",
        "catastrophe Mars red",
        "H22",
        "no-overpopulation",
        "colour",
    ),
    "H22-three-and-one-of-another-colour": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:b1,s:r1r2 n",
        "catastrophe Mars red",
        "H22",
        "no-overpopulation",
        "colour",
    ),
    "H23-home-without-a-star-is-gone": (
        "Al(n)g3,n:g1g1g2y2/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "catastrophe Al green; move y1 Mars Al",
        "H15",
        "unknown-system",
        "to",
    ),
    "H24-no-such-system": (f"{HOMES} n", "catastrophe Mars red", "H22", "unknown-system", "system"),
}


@pytest.mark.parametrize(
    ("before", "turn", "rule", "code", "part"),
    ILLEGAL.values(),
    ids=ILLEGAL,
)
def test_illegal(judge, before, turn, rule, code, part):
    with pytest.raises(Illegal) as caught:
        judge(before, turn)
    assert (caught.value.rule, caught.value.code, caught.value.part) == (rule, code, part)
    assert caught.value.index is not None


def test_hc1_actions_are_judged_in_order(judge):
    """The first illegal action is the one reported, after those before it were played."""
    with pytest.raises(Illegal) as caught:
        judge("Al(n)g3b2,n:g3y1/Bea(s)y2b1,s:g3 n", "sacrifice g3 Al; build y1 Al; build r1 Al; build g1 Nowhere")
    assert (caught.value.index, caught.value.code) == (2, "build-no-template")


def test_hc2_each_kind_of_fault_has_its_own_code():
    """A rule may be broken in several ways, each with its own code."""
    names = {case[3] for case in ILLEGAL.values()}
    assert {"unknown-system", "duplicate-name", "no-ship", "no-power", "no-action-left", "sacrifice-colour"} <= names
    assert {"bank-empty", "build-size", "build-no-template", "trade-size", "trade-same-colour"} <= names
    assert {"not-connected", "attack-too-big", "attack-no-target", "no-overpopulation", "second-homeworld"} <= names


def test_h20_home_of_another_seat_is_gone_at_once(judge, full):
    """East's home disappears with the catastrophe, so nothing can move there; with three seats the game goes on."""
    before = "Al(n)y3b1,n:y2g1y1/Bea(e)b2,e:g1g1g2/Cy(s)y2b1,s:g3/Mars()r3,n:g1 n"
    turn = "sacrifice y2 Al; move g1 Al Bea; catastrophe Bea green"
    played = judge(before, turn, seats=3)
    assert GAME.write_position(played.position) == full("Al(n)y3b1,n:y1/Cy(s)y2b1,s:g3/Mars()r3,n:g1 s out=e", 3)
    with pytest.raises(Illegal) as caught:
        judge(before, f"{turn}; move y1 Al Bea", seats=3)
    assert caught.value.code == "unknown-system"


STRICT = {
    "HC3-surplus-pass": (f"{HOMES} n", "build y1 Al; pass", "H10", "needless-pass"),
    "HC3-two-passes": (f"{HOMES} n", "pass; pass", "H10", "needless-pass"),
    "HC3-pass-after-a-homeworld": ("- n", "homeworld g3 b2 y3 Al; pass", "H10", "needless-pass"),
    "HC3-catastrophe-before-the-action": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n",
        "catastrophe Mars red; build y1 Al",
        "H24",
        "early-catastrophe",
    ),
    "HC3-catastrophe-before-a-pass": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n",
        "catastrophe Mars red; pass",
        "H24",
        "early-catastrophe",
    ),
    "H28-self-elimination": (f"{HOMES} n", "sacrifice y3 Al", "H28", "self-elimination"),
}


@pytest.mark.parametrize(("before", "turn", "rule", "code"), STRICT.values(), ids=STRICT)
def test_strict_forbids(judge, before, turn, rule, code):
    judge(before, turn)
    with pytest.raises(Illegal) as caught:
        judge(before, turn, "strict")
    assert (caught.value.rule, caught.value.code) == (rule, code)


@pytest.mark.parametrize(
    ("before", "turn"),
    [
        ("Al(n)g3b2,n:g3y1/Bea(s)y2b1,s:g3 n", "sacrifice g3 Al; build y1 Al; pass; pass"),
        ("Al(n)g3b2,n:g3y1/Bea(s)y2b1,s:g3 n", "sacrifice g3 Al; build y1 Al"),
        (f"{HOMES} n", "pass"),
        ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n", "pass; catastrophe Mars red"),
        ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()b1,s:r1r1r2r2y1 n", "catastrophe Mars red"),
        ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n", "sacrifice y3 Al; move y1 Mars Al"),
    ],
    ids=["H10-passed", "H10-dropped", "H11", "H24-last", "H25-alone", "H19-grace"],
)
def test_strict_allows(judge, before, turn):
    judge(before, turn, "strict")


def test_h17_owner_must_be_named_where_two_have_such_a_ship(judge, full):
    before = "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)g3b2,s:y3/Mars()r1,n:g2,e:b1,s:b1y1 n"
    with pytest.raises(Illegal) as caught:
        judge(before, "attack b1 Mars", seats=3)
    assert (caught.value.code, caught.value.rule) == ("ambiguous", "H17")
    assert "attack b1E Mars or attack b1S Mars" in caught.value.message
    played = judge(before, "attack b1e mars", seats=3)
    assert GAME.write_turn(played.taken, played.ended) == "attack b1E Mars"
    after = "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)g3b2,s:y3/Mars()r1,n:g2b1,s:y1b1 e"
    assert GAME.write_position(played.position) == full(after, 3)
    unambiguous = judge(before, "attack y1S Mars", seats=3)
    assert GAME.write_turn(unambiguous.taken, unambiguous.ended) == "attack y1 Mars"


def test_h17_same_ship_in_other_words_is_not_ambiguous(judge):
    """An attack on a ship that only one seat has is never ambiguous, even if it is too large."""
    before = "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)g3b2,s:y3/Mars()r1,n:g1,e:b1,s:b2 n"
    assert judge(before, "attack b1 Mars", seats=3)
    with pytest.raises(Illegal) as caught:
        judge(before, "attack b2 Mars", seats=3)
    assert caught.value.code == "attack-too-big"


MESSAGES = {
    "H17-no-such-ship": ("attack y1 Mars", "no other seat has a y1 at Mars"),
    "H17-only-the-mover": ("attack g1 Mars", "the g1 at Mars is North's own ship"),
    "H17-not-that-seat": ("attack y1S Mars", "South has no y1 at Mars"),
    "H17-own": ("attack g1N Mars", "the g1 at Mars is North's own ship"),
    "H22-one-piece": ("catastrophe Mars blue", "Mars has 1 blue piece; a catastrophe needs four"),
    "H22-no-piece": ("catastrophe Mars yellow", "Mars has 0 yellow pieces; a catastrophe needs four"),
    "H8-power": ("trade g1 r1 Mars", "no power to trade: North has no blue ship at Mars, and no star there is blue"),
    "H13-smallest": ("build g3 Mars", "the smallest green piece in the bank is g1, not g3"),
    "H15-sizes": (
        "sacrifice y3 Al; move g1 Mars Bea",
        "Mars (r1) and Bea (y2 and b1) are not connected: they have stars of the same size",
    ),
    "H7-used": ("pass; build g1 Mars", "this turn's free action is already used"),
    "H9-colour": (
        "sacrifice y3 Al; build g1 Mars",
        "a yellow sacrifice grants only moves and discoveries",
    ),
}


@pytest.mark.parametrize(("turn", "message"), MESSAGES.values(), ids=MESSAGES)
def test_messages(judge, turn, message):
    with pytest.raises(Illegal) as caught:
        judge("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/Mars()r1,n:g1,s:b1 n", turn)
    assert message in caught.value.message


FIRST = "Al(n)g3b2,n:y3 s"
TWINS = "Al(n)g3b3,n:y3 s"
REMARKS = {
    "H5-usual": ("- n", "homeworld g3 b2 y3", ""),
    "H5-one-star": ("- n", "homeworld g3 - b3", "one star, fewer than three colours"),
    "H5-small-ship": ("- n", "homeworld g3 b2 y2", "no large ship"),
    "HF12-few-colours": ("- n", "homeworld g3 b2 g3", "fewer than three colours"),
    "H5-no-green": ("- n", "homeworld r3 b2 y3", "no green"),
    "H5-no-blue": ("- n", "homeworld g3 r2 y3", "no blue"),
    "H5-one-size-in-common": (FIRST, "homeworld b1 y2 g3", ""),
    "H5-no-size-in-common": (FIRST, "homeworld b1 y1 g3", "no star size in common with Al"),
    "H5-the-same-sizes": (FIRST, "homeworld b3 y2 g3", "no star size that Al does not have"),
    "H5-one-of-its-sizes": (FIRST, "homeworld b2 y2 g3", "no star size that Al does not have"),
    "H5-the-size-of-twins": (TWINS, "homeworld b3 y3 g3", ""),
}


@pytest.mark.parametrize(("before", "turn", "remark"), REMARKS.values(), ids=REMARKS)
def test_unusual_homeworlds_are_remarked_and_legal(judge, before, turn, remark):
    played = judge(before, turn)
    assert not played.notices
    (event,) = played.taken[0].played.events
    assert event.kind == "placed"
    assert event.text.partition(" (unusual: ")[2] == (remark and f"{remark})")


def test_h3_h4_nothing_is_lost(judge):
    """The number of pieces of each kind is the same after a turn that moves, returns and takes pieces."""
    before = "Al(n)g3b2,n:y2/Bea(s)y2b1,s:g3/Mars()r1,n:y1r2,s:r1r2r3 n"
    position = judge(before, "sacrifice y2 Al; move y1 Mars Al; catastrophe Mars red; discover y1 Al r1 Venus").position
    GAME.read_position(GAME.write_position(position), Tags())  # counts the pieces


@pytest.mark.parametrize("count", [2, 3, 4])
def test_h1_bank_begins_with_one_more_than_seats(count):
    position = GAME.start(Tags({"Seats": str(count)}))
    assert GAME.write_position(position) == f"- {str(count + 1) * 12} n"
