"""Fixtures: sample diagrams of all kinds of blocks, from realistic boards to hostile text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.core.diagram import BoardBlock, Card, Cards, Diagram, DrawnPyramid, Facts, Group, Rack, Remarks, Ring
from pyrnot.core.grid import Grid
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.core.tags import Tags
from pyrnot.games import import_game
from pyrnot.play.turns import play_turn
from pyrnot.record.grammars import parse_action


def of(game_id: str, setup: str, turn: str = "", **tags: str) -> Diagram:
    """The diagram of a position, or of what a turn from it did."""
    game = import_game(game_id)
    position = game.start(Tags({**tags, "Setup": setup}))
    if not turn:
        return game.diagram(position)
    played = play_turn(game, position, [parse_action(game, action) for action in turn.split("; ")])
    events = [event for action in played.actions for event in action.transition.events] + list(played.ended.events)
    return game.diagram(played.position, position, events)


BRACES_START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w"
AUTHORS_LINE = "1,LbMb,LbMbSb,LbMbSb,Sw/5/2,LnMnSn,2/5/MwSb,LwSw,LwMwSw,LwMw,1 w"
STASHES = (
    "Sr,Sr,Mo,Ly,Ly,Sg,Mb,Lp,Si,Mw,Sa,Lk,Mt",
    "Mr,So,My,Lg,Lg,Lc,Mc,Sb,Mi,Lw,Ma,Sk,Lt",
    "Lr,Mo,Sy,Sy,Mg,Sc,Lb,Mp,Li,Sw,La,Mk,St",
    "Mr,Lo,My,Mg,Mc,Mb,Sp,Sp,Mi,Mw,Ma,Mk,Mt",
)


def spectrum(seats: int = 4) -> Diagram:
    """The ring, stashes and goals, clockwise if the seats are even."""
    direction = "-" if seats % 2 else "+"
    return of("spectrum", f"roygcbpiwakt {direction} {'/'.join(STASHES[:seats])} SrMkLw/SoMoLi/SaMtLy B")


ALL: dict[str, Callable[[], Diagram]] = {
    "braces": lambda: of("braces", BRACES_START),
    "braces-turn": lambda: of("braces", AUTHORS_LINE, "DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2"),
    "tall": lambda: of(
        "braces",
        "Lb,Mb,1,Sw,1/5/2,LwLbLnMwMrMnSgSwSnSbSr,LwMwMb,1/4,Sb/LwMw,Lr,3 w",
        "HOP 1/1; Sd5-d3",
    ),
    "martian": lambda: of("martian-life", "8/8/8/8/8/8/Sy,Sr,6/Sr,Sy,1,Sy,Sr,3 r", "Sc1"),
    "unsettled": lambda: of(
        "autumn-ash",
        "8/8/4,QwPy,3/3,Dt,4/2,QyPwPc,5/3,Pr,4/8/8 r 12 8",
        "Pd3-c3-c4",
        Variant="unsettled",
    ),
    "spectrum": spectrum,
    "homeworlds": lambda: of(
        "homeworlds",
        'Al(n)g3b2,n:y3y1g1/Bea(s)y2b1,s:g3g2/Mars()r3,n:y1,s:r1/"Züri\'s Star"()y3,s:b1/日本()b3,n:g1g1,s:y2 s',
        "move g2 Bea Mars",
    ),
    "triumvirate": lambda: of(
        "triumvirate",
        "8/8/8/8/Mb,Sb,6/Lr,7/8/5,Sr,Sr,1 r L_,M^,S_|-,S^,- L_,M_,S_|-,-,L^ - -",
        "<L_ S^ M_>; La3xMa4; La4xSb4; +Mh1; Mh1-g3; HD=M_",
    ),
}
FIVE = Grid(5, 5)


HOSTILE = "a\x1b[31mred\x00\x07 <b>&\"' ]]> \u202egnp \ud800 \ufffe \u2028 日本 [red]x[/red] :smile:" + "w" * 200


PAWN = DrawnPyramid(Pyramid(Size.SMALL, Colour.WHITE), "Sw")


def hostile() -> Diagram:
    """Hostile text: control characters, markup and very long words."""
    return Diagram(
        (
            BoardBlock(FIVE, {0: (PAWN,)}, spots=frozenset({0}), spot_label=HOSTILE, region=frozenset({0}),
                  region_label=HOSTILE),
            Rack(HOSTILE, (Group(HOSTILE, (PAWN,), note=HOSTILE), Group("", ()))),
            Ring(HOSTILE, tuple(Group(HOSTILE, (PAWN,)) for _ in range(5))),
            Cards(HOSTILE, ((Card(HOSTILE, (Group(HOSTILE, (PAWN,)),), owner=HOSTILE),),)),
            Facts(((HOSTILE, HOSTILE),)),
            Remarks(HOSTILE, (HOSTILE,)),
        )
    )  # fmt: skip


@pytest.fixture(params=[*ALL, "hostile"])
def sample(request: pytest.FixtureRequest) -> Diagram:
    """Each of the diagrams."""
    return {**ALL, "hostile": hostile}[request.param]()


@pytest.fixture
def draw() -> dict[str, Callable[[], Diagram]]:
    """Functions that make the diagrams, by name."""
    return {**ALL, "hostile": hostile}


@pytest.fixture
def hostile_text() -> str:
    """Hostile text: control characters, markup and very long words."""
    return HOSTILE
