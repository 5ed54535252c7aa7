"""Every rule of Martian Life on small boards: a position string, a turn, what comes of it."""

from __future__ import annotations

import pytest

from pyrnot.diagnostics import Illegal
from pyrnot.game import Tags
from pyrnot.games.martian_life import GAME
from pyrnot.turns import legal_turns

START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r"
# Red holds both of its Smalls, both Mediums and no Large of two trios; Yellow can still act.
TWO_TRIOS = "8/8/8/3,Sr,Mr,3/3,Sy,Mr,Sr,2/4,Sy,3/8/8 r"
# One trio a seat, all of it on the board: nobody can do anything.
STUCK = "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"


LEGAL = {
    "ML3-place": (START, "Sc4", "5", "8/8/8/3,Sr,Sy,3/2,Sr,Sy,Sr,3/8/8/8 y"),
    "ML3-place-in-a-corner-dies": (START, "Sa1", "5", "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 y"),
    "ML3-small-to-medium": (START, "Sd5=M", "5", "8/8/8/3,Mr,Sy,3/3,Sy,Sr,3/8/8/8 y"),
    "ML3-medium-to-large": (
        "8/8/8/2,Sr,Mr,Sy,3/2,Sr,Sy,Sr,3/8/8/8 r",
        "Md5=L",
        "5",
        "8/8/8/2,Sr,Lr,Sy,3/2,Sr,Sy,Sr,3/8/8/8 y",
    ),
    "ML2-last-small": (START, "Sc4", "3", "8/8/8/3,Sr,Sy,3/2,Sr,Sy,Sr,3/8/8/8 y"),
    "ML2-medium-though-no-small-is-left": (START, "Sd5=M", "2", "8/8/8/3,Mr,Sy,3/3,Sy,Sr,3/8/8/8 y"),
    "ML2-replaced-pyramid-is-back": (
        "8/8/8/3,Mr,Sy,3/3,Sy,Sr,3/8/8/8 r",
        "Sc4",
        "2",
        "8/8/8/3,Mr,Sy,3/2,Sr,Sy,Sr,3/8/8/8 y",
    ),
    "ML2-unlimited": (
        "Sr,Sr,1,Sr,Sr,1,Sr,Sr/8/Sr,Sr,1,Sr,Sr,1,Sr,Sr/8/8/8/8/8 r",
        "Sa7",
        "unlimited",
        "Sr,Sr,1,Sr,Sr,1,Sr,Sr/1,1,6/Sr,Sr,1,Sr,Sr,1,Sr,Sr/8/8/8/8/8 y",
    ),
    "ML4-small-lives-with-1": ("8/8/8/8/8/8/8/Sr,7 r", "Sb1", "5", "8/8/8/8/8/8/8/Sr,Sr,6 y"),
    "ML4-small-lives-with-3": ("8/8/8/8/8/8/1,Sr,6/Sr,Sy,6 r", "Sa2", "5", "8/8/8/8/8/8/Sr,Sr,6/Sr,Sy,6 y"),
    "ML5-small-dies-with-4": (
        "8/8/8/8/8/8/Sr,Sy,Sy,5/Sr,7 r",
        "Sb1",
        "5",
        "8/8/8/8/8/8/Sr,1,Sy,5/Sr,Sr,6 y",
    ),
    "ML4-medium-lives-with-5": (
        "8/8/8/8/8/1,Sy,6/Sy,Mr,Sy,5/Sr,7 r",
        "Sc1",
        "5",
        "8/8/8/8/8/1,Sy,6/Sy,Mr,Sy,5/Sr,1,Sr,5 y",
    ),
    "ML5-medium-dies-with-6": (
        "8/8/8/8/8/Sy,1,Sy,5/Sy,Mr,Sy,5/Sr,7 r",
        "Sc1",
        "5",
        "8/8/8/8/8/Sy,1,Sy,5/Sy,1,Sy,5/Sr,1,Sr,5 y",
    ),
    "ML4-medium-dies-with-2": ("8/8/8/8/8/8/Sr,7/Sr,Sy,6 r", "Sa1=M", "5", "8/8/8/8/8/8/Sr,7/1,Sy,6 y"),
    "ML4-large-dies-with-4": (
        "8/8/8/8/8/1,Sy,6/Sy,Mr,Sy,5/Sr,7 r",
        "Mb2=L",
        "5",
        "8/8/8/8/8/1,Sy,6/Sy,1,Sy,5/Sr,7 y",
    ),
    "ML4-large-lives-with-5": (
        "8/8/8/8/8/1,Sy,6/Sy,Mr,Sy,5/Sr,1,Sy,5 r",
        "Mb2=L",
        "5",
        "8/8/8/8/8/1,Sy,6/Sy,Lr,Sy,5/Sr,1,Sy,5 y",
    ),
    "ML4-large-lives-with-7": (
        "8/8/8/8/8/1,Sy,Sy,5/Sy,Lr,Sy,5/Sr,1,Sy,5 r",
        "Sa3",
        "5",
        "8/8/8/8/8/Sr,Sy,Sy,5/Sy,Lr,Sy,5/Sr,1,Sy,5 y",
    ),
    "ML8-pass": (TWO_TRIOS, "pass", "2", None),
    "ML8-pass-in-capitals": (TWO_TRIOS, "PASS", "2", None),
}
LEGAL = {name: case for name, case in LEGAL.items() if case[3] is not None or "pass" in name}
