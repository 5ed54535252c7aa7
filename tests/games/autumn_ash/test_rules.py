"""Autumn Ash, rule by rule: a position, a turn, and the position after it or the rule that it breaks.

The test ids name the rule and the case; the tables have both sides of each edge. If a turn breaks two rules, the one
checked first counts.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games import load_game
from pyrnot.games.autumn_ash.position import PROGRESSION, Seat
from pyrnot.play.turns import legal_turns, play_turn
from pyrnot.record.grammars import parse_action

GAME = load_game("autumn-ash")
assert GAME is not None

# name | position | turn | position after it, or the rule that it breaks
STANDARD = """
AA2-green-pawn-is-on-the-board | 6/6/2,Pg,3/6/6 r 0 0 | +Pa1; Pa1-a2=D | AA3
AA2-green-pawn-is-in-the-stash | 6/6/2,Py,3/6/6 r 0 0 | +Pa1; Pa1-a2=D | 6/6/2,Py,3/Dy,5/6 x 0 0
AA2-second-yellow-drone | 6/6/2,Dy,3/6/Pg,5 r 0 0 | Pa1-a2=D | 6/6/2,Dy,3/Dy,5/6 x 0 0
AA2-third-yellow-drone | Dy,5/6/2,Dy,3/6/Pg,5 r 0 0 | Pa1-a2=D | AA7

AA3-enter-and-move-it | 6/6/6/6/6 r 0 0 | +Qa1; Qa1-a2=D | 6/6/6/Dy,5/6 x 0 0
AA3-enter-and-move-another | 6/6/6/2,Py,3/6 r 0 0 | +Qf5; Pc2-c3=D | 5,Qg/6/2,Dr,3/6/6 x 0 0
AA3-xeno-enters-clear | 6/6/6/6/6 x 0 0 | +Pf1; Pf1-e1-e2=Q | 6/6/6/4,Qw,1/6 r 0 0
AA3-beside-an-opposing-pawn | 6/6/6/Pt,5/6 r 0 0 | +Qa1; Qa1-b1=D | 6/6/6/Pt,5/1,Dy,4 x 0 0
AA3-no-entry-is-needed | 6/6/6/2,Py,3/6 r 0 0 | Pc2-c3=D | 6/6/2,Dr,3/6/6 x 0 0
AA3-second-entry | 6/6/6/6/6 r 0 0 | +Qa1; +Df1; Qa1-a2=D | AA3
AA3-second-entry-off-the-board | 6/6/6/6/6 r 0 0 | +Qa1; +Dh8; Qa1-a2=D | AA3
AA3-after-the-move | 6/6/6/2,Py,3/6 r 0 0 | Pc2-c3=D; +Qa1 | AA3
AA3-off-the-board-file | 6/6/6/6/6 r 0 0 | +Qg1; Qg1-f1=D | AA3
AA3-off-the-board-rank | 6/6/6/6/6 r 0 0 | +Qa6; Qa6-a5=D | AA3
AA3-not-vacant-own | 6/6/6/6/Pr,5 r 0 0 | +Qa1; Qa1-a2=D | AA3
AA3-not-vacant-opposing | 6/6/6/6/Qt,5 r 0 0 | +Qa1; Qa1-a2=D | AA3
AA3-no-entry-square-edge | 6/6/6/6/6 r 0 0 | +Qb1; Qb1-b2=D | AA3
AA3-no-entry-square-middle | 6/6/6/6/6 r 0 0 | +Qc3; Qc3-c4=D | AA3

AA4-the-one-just-entered | 6/6/6/6/6 r 0 0 | +Pf5; Pf5-f4=P | 6/5,Py/6/6/6 x 0 0
AA4-entry-alone | 6/6/6/2,Py,3/6 r 0 0 | +Qa1 | AA4
AA4-second-move | 6/6/6/2,Py,Py,2/6 r 0 0 | Pc2-c3=D; Pd2-d3=D | AA4
AA4-off-the-board | 6/6/6/6/5,Pg r 0 0 | Pg1-f1=D | AA4
AA4-empty-square | 6/6/6/2,Py,3/6 r 0 0 | Pc3-c4=D | AA4
AA4-opposing-pyramid | 6/6/6/2,Pw,3/6 r 0 0 | Pc2-c3=D | AA4
AA4-another-size | 6/6/6/2,Py,3/6 r 0 0 | Dc2-c3=D | AA4
AA4-burnt-black | 6/6/6/2,Pk,3/6 r 0 0 | Pc2-c3=D | AA4
AA4-burnt-purple | 6/6/6/2,Pp,3/6 x 0 0 | Pc2-c3=D | AA4
AA4-a-cap-on-its-own | 6/6/6/2,QgPy,3/6 r 0 0 | Pc2-c3=D | 6/6/2,Dr,3/2,Qg,3/6 x 0 0
AA4-under-its-own-cap | 6/6/6/2,QgPy,3/6 r 0 0 | Qc2-c3=D | AA4
AA4-under-an-opposing-cap | 6/6/6/2,PgPw,3/6 r 0 0 | Pc2-c3=D | AA4

AA5-one-step | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-d3=D | 6/6/3,Dy,2/6/6 x 0 0
AA5-two-steps-straight | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5=D | 2,Dy,3/6/6/6/6 x 0 0
AA5-two-steps-with-a-turn | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-b3-b2=D | 6/6/6/1,Dy,4/6 x 0 0
AA5-back-to-where-it-began | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-c4-c3=D | 6/6/2,Dy,3/6/6 x 0 0
AA5-back-onto-the-pyramid-below | 6/6/2,DwPy,3/6/6 r 0 0 | Pc3-c4-c3 | 6/6/2,DwPr,3/6/6 x 0 0
AA5-three-steps | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5-d5=D | AA5
AA5-three-steps-over-a-blocked-square | 6/2,Pw,3/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5-d5=D | AA5
AA5-diagonal | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-d4=D | AA5
AA5-two-squares-in-one-step | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-e3=D | AA5
AA5-no-step | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-c3=D | AA5
AA5-over-the-edge-of-the-files | 6/6/5,Qg/6/6 r 0 0 | Qf3-g3=D | AA5
AA5-around-the-edge | 6/6/5,Qg/6/6 r 0 0 | Qf3-a4=D | AA5
AA5-over-the-edge-of-the-ranks | 2,Qg,3/6/6/6/6 r 0 0 | Qc5-c6=D | AA5
AA5-on-over-its-own-queen | 6/2,Qy,3/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5=D | AA5
AA5-on-over-an-opposing-queen | 6/2,Qw,3/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5=D | AA5
AA5-on-over-a-blocking-pawn | 6/2,Pw,3/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5=D | AA5
AA5-onto-a-pyramid-at-last | 2,Qw,3/6/2,Qg,3/6/6 r 0 0 | Qc3-c4-c5 | 2,QwPy,3/6/6/6/6 x 0 0
AA5-to-an-entry-square | 6/6/6/Qg,5/6 r 0 0 | Qa2-a1=D | 6/6/6/6/Dy,5 x 0 0
AA5-back-to-the-entry-square | 6/6/6/6/Qy,5 r 0 0 | Qa1-b1-a1=D | AA5
AA5-back-to-the-entry-square-just-entered | 6/6/6/6/6 r 0 0 | +Qa1; Qa1-b1-a1=D | AA5
AA5-back-to-the-entry-square-onto-a-pyramid | 6/6/6/6/QwPy,5 r 0 0 | Pa1-b1-a1 | AA5
AA5-to-another-pyramid-on-its-entry-square | 6/6/6/Qy,5/6 r 0 0 | +Qa1; Qa2-a1 | 6/6/6/6/QgPr,5 x 0 0

AA6-drone-becomes-a-queen-beside-a-pawn | 6/2,Pw,3/6/2,Dg,3/6 r 0 0 | Dc2-c3=Q | 6/2,Pw,3/2,Qy,3/6/6 x 0 0
AA6-queen-that-becomes-a-pawn-is-still-a-queen | 6/2,Pw,3/6/2,Qg,3/6 r 0 0 | Qc2-c3=P | AA8
AA6-queen-that-becomes-a-cap-is-still-a-queen | 6/2,Dw,3/6/2,Qg,3/6 r 0 0 | Qc2-c3=P | AA9

AA7-green-becomes-yellow | 6/6/2,Pg,3/6/6 r 0 0 | Pc3-c4=P | 6/2,Py,3/6/6/6 x 0 0
AA7-yellow-becomes-red | 6/6/2,Py,3/6/6 r 0 0 | Pc3-c4=D | 6/2,Dr,3/6/6/6 x 0 0
AA7-red-becomes-blue | 6/6/2,Pr,3/6/6 r 0 0 | Pc3-c4=Q | 6/2,Qb,3/6/6/6 x 0 0
AA7-blue-becomes-black | 6/6/2,Pb,3/6/6 r 0 0 | Pc3-c4=D | 6/2,Dk,3/6/6/6 x 0 0
AA7-clear-becomes-white | 6/6/2,Qt,3/6/6 x 0 0 | Qc3-c4=P | 6/2,Pw,3/6/6/6 r 0 0
AA7-white-becomes-orange | 6/6/2,Qw,3/6/6 x 0 0 | Qc3-c4=D | 6/2,Do,3/6/6/6 r 0 0
AA7-orange-becomes-cyan | 6/6/2,Qo,3/6/6 x 0 0 | Qc3-c4=Q | 6/2,Qc,3/6/6/6 r 0 0
AA7-cyan-becomes-purple | 6/6/2,Qc,3/6/6 x 0 0 | Qc3-c4=D | 6/2,Dp,3/6/6/6 r 0 0
AA7-cap-without-a-size | 6/2,Qw,3/2,Qg,3/6/6 r 0 0 | Qc3-c4 | 6/2,QwPy,3/6/6/6 x 0 0
AA7-cap-with-its-size | 6/2,Qw,3/2,Qg,3/6/6 r 0 0 | Qc3-c4=P | 6/2,QwPy,3/6/6/6 x 0 0
AA7-cap-cannot-be-a-drone | 6/2,Qw,3/2,Qg,3/6/6 r 0 0 | Qc3-c4=D | AA7
AA7-cap-of-its-own-cannot-be-a-queen | 6/2,Qy,3/2,Qg,3/6/6 r 0 0 | Qc3-c4=Q | AA7
AA7-size-is-missing | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-c4 | AA7
AA7-stash-has-one-left | Qy,5/6/2,Qg,3/6/6 r 0 0 | Qc3-c4=Q | Qy,5/2,Qy,3/6/6/6 x 0 0
AA7-stash-has-none | Qy,5/5,Qy/2,Qg,3/6/6 r 0 0 | Qc3-c4=Q | AA7
AA7-stash-has-none-before-the-bagging | 6/2,Qy,3/6/2,Qy,Qg,2/6 r 0 0 | Qd2-d3-c3=Q | AA7
AA7-stash-has-another-size-for-the-bagging | 6/2,Qy,3/6/2,Qy,Qg,2/6 r 0 0 | Qd2-d3-c3=D | 6/6/6/6/6 x 8 0
AA7-stash-has-no-pawn-for-the-cap | Py,5/5,Py/2,Qg,3/2,Qw,3/6 r 0 0 | Qc3-c2 | AA7
AA7-fault-before-AA13 | 6/6/2,Qg,3/6/6 r 0 0 | Qc3-c4 Xa1 | AA7

AA8-queen-beside-a-pawn-ahead | 6/2,Pw,3/6/2,Qg,3/6 r 0 0 | Qc2-c3=D | AA8
AA8-queen-beside-a-pawn-to-the-left | 6/6/1,Pw,4/2,Qg,3/6 r 0 0 | Qc2-c3=D | AA8
AA8-queen-beside-a-pawn-to-the-right | 6/6/3,Pw,2/2,Qg,3/6 r 0 0 | Qc2-c3=D | AA8
AA8-queen-above-a-pawn | 6/6/6/1,Qg,4/2,Pw,3 r 0 0 | Qb2-c2=D | AA8
AA8-queen-diagonal-to-a-pawn | 6/1,Pw,4/6/2,Qg,3/6 r 0 0 | Qc2-c3=D | 6/1,Pw,4/2,Dy,3/6/6 x 0 0
AA8-queen-two-squares-from-a-pawn | 2,Pw,3/6/6/2,Qg,3/6 r 0 0 | Qc2-c3=D | 2,Pw,3/6/2,Dy,3/6/6 x 0 0
AA8-first-step | 6/6/1,Pw,4/2,Qg,3/6 r 0 0 | Qc2-c3-d3=D | AA8
AA8-second-step | 6/1,Pw,4/6/2,Qg,3/6 r 0 0 | Qc2-c3-c4=D | AA8
AA8-leaving-is-free | 6/6/6/1,Pw,Qg,3/6 r 0 0 | Qc2-c3=D | 6/6/2,Dy,3/1,Pw,4/6 x 0 0
AA8-back-to-beside-the-pawn | 6/6/6/1,Pw,Qg,3/6 r 0 0 | Qc2-c3-c2=D | AA8
AA8-onto-the-pawn | 6/6/2,Pw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA8
AA8-cap-beside-a-pawn | 6/6/1,Pw,Qw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA8
AA8-burnt-pawn | 6/6/1,Pp,4/2,Qg,3/6 r 0 0 | Qc2-c3=D | AA8
AA8-pawn-that-caps | 6/6/1,QgPp,4/2,Qy,3/6 r 0 0 | Qc2-c3=D | AA8
AA8-pawn-under-a-cap | 6/6/1,PwPr,4/2,Qg,3/6 r 0 0 | Qc2-c3=D | 6/6/1,PwPr,Dy,3/6/6 x 0 0
AA8-own-pawn | 6/6/1,Py,4/2,Qg,3/6 r 0 0 | Qc2-c3=D | 6/6/1,Py,Dy,3/6/6 x 0 0
AA8-drone-is-free | 6/6/1,Pw,4/2,Dg,3/6 r 0 0 | Dc2-c3=D | 6/6/1,Pw,Dy,3/6/6 x 0 0
AA8-pawn-is-free | 6/6/1,Pw,4/2,Pg,3/6 r 0 0 | Pc2-c3=D | 6/6/1,Pw,Dy,3/6/6 x 0 0
AA8-xenos-queen | 6/6/1,Pg,4/2,Qt,3/6 x 0 0 | Qc2-c3=D | AA8
AA8-comes-before-AA9 | 6/2,Dw,3/1,Pw,4/2,Qg,3/6 r 0 0 | Qc2-c3=D | AA8

AA9-queen-head-on | 6/2,Dw,3/6/2,Qg,3/6 r 0 0 | Qc2-c3=D | AA9
AA9-drone-head-on | 6/2,Dw,3/6/2,Dg,3/6 r 0 0 | Dc2-c3=D | AA9
AA9-pawn-head-on | 6/2,Dw,3/6/2,Pg,3/6 r 0 0 | Pc2-c3=D | 6/2,Dw,3/2,Dy,3/6/6 x 0 0
AA9-head-on-from-above | 2,Dg,3/6/2,Dw,3/6/6 r 0 0 | Dc5-c4=D | AA9
AA9-head-on-from-the-left | 6/6/Dg,1,Dw,3/6/6 r 0 0 | Da3-b3=D | AA9
AA9-head-on-from-the-right | 6/6/2,Dw,1,Dg,1/6/6 r 0 0 | De3-d3=D | AA9
AA9-from-the-side | 6/2,Dw,3/1,Dg,4/6/6 r 0 0 | Db3-c3=D | 6/2,Dw,3/2,Dy,3/6/6 x 0 0
AA9-from-the-side-by-a-queen | 6/2,Dw,3/1,Qg,4/6/6 r 0 0 | Qb3-c3=D | 6/2,Dw,3/2,Dy,3/6/6 x 0 0
AA9-second-step | 2,Dw,3/6/6/2,Dg,3/6 r 0 0 | Dc2-c3-c4=D | AA9
AA9-second-step-from-the-side | 6/2,Dw,3/6/1,Dg,4/6 r 0 0 | Db2-b3-c3=D | 6/2,Dw,3/2,Dy,3/6/6 x 0 0
AA9-first-step | 6/2,Dw,3/6/2,Dg,3/6 r 0 0 | Dc2-c3-b3=D | AA9
AA9-two-squares-away | 2,Dw,3/6/6/2,Dg,3/6 r 0 0 | Dc2-c3=D | 2,Dw,3/6/2,Dy,3/6/6 x 0 0
AA9-leaving-is-free | 6/6/2,Dw,3/2,Dg,3/6 r 0 0 | Dc2-b2=D | 6/6/2,Dw,3/1,Dy,4/6 x 0 0
AA9-onto-a-pyramid-in-front-of-the-drone | 6/2,Dw,3/2,Qw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA9
AA9-onto-its-own-in-front-of-the-drone | 6/2,Dw,3/2,Py,3/2,Dg,3/6 r 0 0 | Dc2-c3 | AA9
AA9-burnt-drone | 6/2,Dp,3/6/2,Dg,3/6 r 0 0 | Dc2-c3=D | AA9
AA9-own-drone | 6/2,Dy,3/6/2,Dg,3/6 r 0 0 | Dc2-c3=D | 6/2,Dy,3/2,Dy,3/6/6 x 0 0
AA9-drone-under-a-cap | 6/2,DwPy,3/6/2,Dg,3/6 r 0 0 | Dc2-c3=D | 6/2,DwPy,3/2,Dy,3/6/6 x 0 0
AA9-xenos-drone | 6/2,Dg,3/6/2,Dt,3/6 x 0 0 | Dc2-c3=D | AA9
AA9-comes-before-AA10 | 6/2,Dw,3/2,Do,3/2,Dg,3/6 r 0 0 | Dc2-c3 | AA9

AA10-pawn-onto-pawn | 6/6/2,Pw,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,PwPy,3/6/6 x 0 0
AA10-pawn-onto-drone | 6/6/2,Dw,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,DwPy,3/6/6 x 0 0
AA10-pawn-onto-queen | 6/6/2,Qw,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,QwPy,3/6/6 x 0 0
AA10-drone-onto-pawn | 6/6/2,Pw,3/2,Dg,3/6 r 0 0 | Dc2-c3 | 6/6/2,PwPy,3/6/6 x 0 0
AA10-drone-onto-drone | 6/6/2,Dw,3/2,Dg,3/6 r 0 0 | Dc2-c3 | AA10
AA10-drone-onto-queen | 6/6/2,Qw,3/2,Dg,3/6 r 0 0 | Dc2-c3 | 6/6/2,QwPy,3/6/6 x 0 0
AA10-queen-onto-drone | 6/6/2,Dw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA10
AA10-queen-onto-queen | 6/6/2,Qw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | 6/6/2,QwPy,3/6/6 x 0 0
AA10-queen-onto-own-pawn | 6/6/2,Py,3/2,Qg,3/6 r 0 0 | Qc2-c3 | 6/6/2,PyPy,3/6/6 x 0 0
AA10-queen-onto-own-drone | 6/6/2,Dy,3/2,Qg,3/6 r 0 0 | Qc2-c3 | 6/6/2,DyPy,3/6/6 x 0 0
AA10-drone-onto-own-drone | 6/6/2,Dy,3/2,Dg,3/6 r 0 0 | Dc2-c3 | 6/6/2,DyPy,3/6/6 x 0 0
AA10-drone-onto-own-pawn | 6/6/2,Py,3/2,Dg,3/6 r 0 0 | Dc2-c3 | 6/6/2,PyPy,3/6/6 x 0 0
AA10-pawn-onto-own-burnt-queen | 6/6/2,Qk,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,QkPy,3/6/6 x 0 0
AA10-pawn-onto-burnt-drone | 6/6/2,Dp,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,DpPy,3/6/6 x 0 0
AA10-queen-onto-burnt-drone | 6/6/2,Dp,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA10
AA10-onto-a-stack-by-its-top | 6/6/2,DwPo,3/2,Dg,3/6 r 0 0 | Dc2-c3 | 6/6/2,DwPoPy,3/6/6 x 0 0
AA10-onto-a-drone-under-its-own | 6/6/2,DwPy,3/2,Qg,3/6 r 0 0 | Qc2-c3 | 6/6/2,DwPyPy,3/6/6 x 0 0
AA10-comes-before-AA7 | 6/6/2,Dw,3/2,Dg,3/6 r 0 0 | Dc2-c3=Q | AA10

AA11-under-a-cap-counts-for-rows | 6/6/1,QyPw,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=D | 6/6/1,Pw,4/6/6 x 7 0
AA11-a-cap-off-lets-move-again | 6/6/2,QgPw,3/6/6 x 0 0 | Pc3-c4=D | 6/2,Do,3/2,Qg,3/6/6 r 0 0

AA12-along-a-rank | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P | 6/6/6/6/6 x 5 0
AA12-along-a-file | 6/2,Dy,3/2,Dy,3/3,Qg,2/6 r 0 0 | Qd2-c2=P | 6/6/6/6/6 x 5 0
AA12-along-a-diagonal | 6/3,Dy,2/2,Dy,3/6/1,Qg,4 r 0 0 | Qb1-b2=P | 6/6/6/6/6 x 5 0
AA12-along-the-other-diagonal | 6/1,Dy,4/2,Dy,3/6/3,Qg,2 r 0 0 | Qd1-d2=P | 6/6/6/6/6 x 5 0
AA12-in-the-middle | 6/6/1,Dy,1,Dy,2/2,Qg,3/6 r 0 0 | Qc2-c3=P | 6/6/6/6/6 x 5 0
AA12-four-squares | 6/6/Py,Dy,1,Dy,2/2,Qg,3/6 r 0 0 | Qc2-c3=P | 6/6/6/6/6 x 6 0
AA12-two-squares | 6/6/2,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P | 6/6/2,Dy,Py,2/6/6 x 0 0
AA12-a-gap | 6/6/Dy,Dy,4/3,Qg,2/6 r 0 0 | Qd2-d3=P | 6/6/Dy,Dy,1,Py,2/6/6 x 0 0
AA12-a-bend-is-not-a-line | 6/3,Dy,2/2,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P | 6/3,Dy,2/2,Dy,Py,2/6/6 x 0 0
AA12-other-colour | 6/6/1,Dr,Dr,3/3,Qg,2/6 r 0 0 | Qd2-d3=P | 6/6/1,Dr,Dr,Py,2/6/6 x 0 0
AA12-the-old-colour | 6/6/1,Dr,Dr,3/3,Qr,2/6 r 0 0 | Qd2-d3=P | 6/6/1,Dr,Dr,Pb,2/6/6 x 0 0
AA12-a-row-elsewhere | 6/6/6/Dy,Dy,Py,1,Qg,1/6 r 0 0 | Qe2-e3=Q | 6/6/4,Qy,1/Dy,Dy,Py,3/6 x 0 0
AA12-a-row-beyond-a-gap | 6/6/6/Dy,Dy,Py,1,Qg,1/6 r 0 0 | Qe2-e1=P | 6/6/6/Dy,Dy,Py,3/4,Py,1 x 0 0
AA12-around-the-edge-is-not-a-line | 6/6/4,Dy,Dy/Qg,5/6 r 0 0 | Qa2-a3-a4=P | 6/Py,5/4,Dy,Dy/6/6 x 0 0
AA12-vertical | 6/6/2,QrPwPr,3/3,Qy,2/6 r 0 0 | Qd2-d3-c3 | 6/6/2,Pw,3/6/6 x 8 0
AA12-vertical-beneath-all | 6/6/2,DrPrPwPo,3/2,Py,3/6 r 0 0 | Pc2-c3 | 6/6/2,PwPo,3/6/6 x 7 0
AA12-two-in-a-stack | 6/6/2,QrPw,3/2,Py,3/6 r 0 0 | Pc2-c3 | 6/6/2,QrPwPr,3/6/6 x 0 0
AA12-start-is-not-a-row | 6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 r 0 0 | Pb2-b1=D | 6/2,Qt,Dt,Pt,1/6/2,Dg,Qg,2/1,Dy,4 x 0 0

AA13-rank-and-file | 6/6/1,Dr,Dr,1,Py,1/3,Qr,2/3,Qr,2 r 0 0 | Pe3-d3=P | 6/6/6/6/6 x 14 0
AA13-rank-and-diagonal | 6/6/1,Dr,Dr,1,Py,1/2,Qr,3/1,Qr,4 r 0 0 | Pe3-d3=P | 6/6/6/6/6 x 14 0
AA13-several-on-one-square | 6/6/1,Dr,DrPwPr,1,Py,1/6/6 r 0 0 | Pe3-d3=Q | 6/6/2,Pw,3/6/6 x 11 0
AA13-row-and-stack | 6/6/1,Dr,Dr,QrPr,Py,1/6/6 r 0 0 | Pe3-d3 | 6/6/6/6/6 x 12 0
AA13-stack-alone | 6/6/2,Dr,QrPr,Py,1/6/6 r 0 0 | Pe3-d3 | 6/6/2,Dr,3/6/6 x 8 0
AA13-the-rest-drops-down | 6/6/1,QrPo,DrPwPr,DwPo,Py,1/6/6 r 0 0 | Pe3-d3 | 6/6/1,Po,Pw,DwPo,2/6/6 x 10 0
AA13-burnt-ones | 6/6/1,Dk,Dk,1,Pb,1/6/6 r 0 0 | Pe3-d3=P | 6/6/6/6/6 x 17 0
AA13-a-neighbour-stays | 6/2,Pr,3/1,Dr,Dr,1,Py,1/6/6 r 0 0 | Pe3-d3=Q | 6/2,Pr,3/6/6/6 x 10 0
AA13-squares-listed | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xb3,c3,d3 | 6/6/6/6/6 x 5 0
AA13-squares-in-another-order | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xd3,b3,c3 | 6/6/6/6/6 x 5 0
AA13-a-square-too-few | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xb3,c3 | AA13
AA13-a-square-too-many | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xa3,b3,c3,d3 | AA13
AA13-a-square-off-the-board | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xb3,c3,d3,h8 | AA13
AA13-a-square-twice | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xb3,b3,c3,d3 | AA13
AA13-a-square-twice-for-another | 6/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0 | Qd2-d3=P Xb3,b3,d3 | AA13
AA13-nothing-is-bagged | 6/6/6/3,Qg,2/6 r 0 0 | Qd2-d3=P Xd3 | AA13
AA13-comes-before-AA14 | 6/6/6/3,Qg,2/6 r 0 0 | Qd2-d3=P Xd3 +1 | AA13

AA14-yellow | 6/6/1,Dy,Py,3/3,Qg,2/6 r 0 0 | Qd2-d3=Q +6 | 6/6/6/6/6 x 6 0
AA14-red | 6/6/1,Dr,Pr,3/3,Qy,2/6 r 0 0 | Qd2-d3=Q +9 | 6/6/6/6/6 x 9 0
AA14-blue | 6/6/1,Db,Pb,3/3,Qr,2/6 r 0 0 | Qd2-d3=Q +12 | 6/6/6/6/6 x 12 0
AA14-black | 6/6/1,Dk,Pk,3/3,Qb,2/6 r 0 0 | Qd2-d3=Q +18 | 6/6/6/6/6 x 18 0
AA14-white | 6/6/1,Dw,Pw,3/3,Qt,2/6 x 0 0 | Qd2-d3=Q +6 | 6/6/6/6/6 r 0 6
AA14-orange | 6/6/1,Do,Po,3/3,Qw,2/6 x 0 0 | Qd2-d3=Q +9 | 6/6/6/6/6 r 0 9
AA14-cyan | 6/6/1,Dc,Pc,3/3,Qo,2/6 x 0 0 | Qd2-d3=Q +12 | 6/6/6/6/6 r 0 12
AA14-purple | 6/6/1,Dp,Pp,3/3,Qc,2/6 x 0 0 | Qd2-d3=Q +18 | 6/6/6/6/6 r 0 18
AA14-the-bonus-once-for-two-rows | 6/6/1,Dr,Dr,1,Py,1/3,Qr,2/3,Qr,2 r 0 0 | Pe3-d3=P +14 | 6/6/6/6/6 x 14 0
AA14-leading-zero | 6/6/1,Dy,Py,3/3,Qg,2/6 r 0 0 | Qd2-d3=Q +06 | 6/6/6/6/6 x 6 0
AA14-one-too-many | 6/6/1,Dy,Py,3/3,Qg,2/6 r 0 0 | Qd2-d3=Q +7 | AA14
AA14-zero-for-a-bag | 6/6/1,Dy,Py,3/3,Qg,2/6 r 0 0 | Qd2-d3=Q Xb3,c3,d3 +0 | AA14
AA14-zero-for-no-bag | 6/6/6/3,Qg,2/6 r 0 0 | Qd2-d3=Q +0 | AA14

AA16-pass | 6/6/6/3,Qg,2/6 r 0 0 | pass | AA16
AA16-leaves-no-turn | Qk,3,Qc,PwPp/3,Qg,2/6/2,Pb,3/Pp,2,Db,1,QcPk r 0 13 | Qd4-d5-d4=P | AA16
AA16-leaves-a-turn-on-the-board | Qk,4,Qk/3,Pg,2/6/Po,5/Dk,4,Dk r 0 0 | Pd4-d3=P | Qk,4,Qk/6/3,Py,2/Po,5/Dk,4,Dk x 0 0
AA16-leaves-turns-against-it | Qk,4,Qk/3,Pb,2/6/Po,5/Dk,4,Dk r 0 0 | Pd4-d3=P | Qk,4,Qk/6/3,Pk,2/Po,5/Dk,4,Dk x 0 0
AA16-leaves-an-entry | Qk,4,Qk/3,Pg,2/6/6/Dk,5 r 0 0 | Pd4-d3=P | Qk,4,Qk/6/3,Py,2/6/Dk,5 x 0 0
AA16-fills-the-last-entry-square | Qk,4,Qk/6/6/4,Pg,1/Dk,5 r 0 0 | Pe2-e1-f1=D | AA16
AA16-unless-it-wins-by-a-row | Qk,4,Qk/6/1,Dr,Dr,1,Py,1/6/Dk,4,Dk r 15 0 | Pe3-d3=P | Qk,4,Qk/6/6/6/Dk,4,Dk x 23 0
AA16-one-point-short-of-a-win | Qk,4,Qk/6/1,Dr,Dr,1,Py,1/6/Dk,4,Dk r 12 0 | Pe3-d3=P | AA16
"""

EASY = """
AA20-no-pawn-blocks | 6/2,Pw,3/6/2,Qg,3/6 r 0 0 | Qc2-c3=D | 6/2,Pw,3/2,Dy,3/6/6 x 0 0
AA20-no-drone-blocks | 6/2,Dw,3/6/2,Qg,3/6 r 0 0 | Qc2-c3=D | 6/2,Dw,3/2,Dy,3/6/6 x 0 0
AA20-pawn-onto-pawn | 6/6/2,Pw,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,PwPy,3/6/6 x 0 0
AA20-drone-onto-pawn | 6/6/2,Pw,3/2,Dg,3/6 r 0 0 | Dc2-c3 | AA20
AA20-queen-onto-pawn | 6/6/2,Pw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA20
AA20-pawn-onto-drone | 6/6/2,Dw,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,DwPy,3/6/6 x 0 0
AA20-drone-onto-drone | 6/6/2,Dw,3/2,Dg,3/6 r 0 0 | Dc2-c3 | 6/6/2,DwPy,3/6/6 x 0 0
AA20-queen-onto-drone | 6/6/2,Dw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA20
AA20-queen-onto-queen | 6/6/2,Qw,3/2,Qg,3/6 r 0 0 | Qc2-c3 | 6/6/2,QwPy,3/6/6 x 0 0
AA20-drone-onto-own-pawn | 6/6/2,Py,3/2,Dg,3/6 r 0 0 | Dc2-c3 | AA20
AA20-queen-onto-own-drone | 6/6/2,Dy,3/2,Qg,3/6 r 0 0 | Qc2-c3 | AA20
AA20-pawn-onto-own-pawn | 6/6/2,Py,3/2,Pg,3/6 r 0 0 | Pc2-c3 | 6/6/2,PyPy,3/6/6 x 0 0
AA20-back-onto-the-pyramid-below | 6/6/2,PwPy,3/6/6 r 0 0 | Pc3-c4-c3 | 6/6/2,PwPr,3/6/6 x 0 0
AA20-comes-before-AA7 | 6/6/2,Py,3/2,Dg,3/6 r 0 0 | Dc2-c3=Q | AA20
"""

UNSETTLED = """
AA21-enter-at-will-on-an-empty-board | 8/8/8/8/8/8/8/8 r 0 0 | +Qc3; Qc3-c4=D | 8/8/8/8/2,Dy,5/8/8/8 x 0 0
AA21-enter-on-the-edge-of-the-board | 8/8/8/8/8/8/8/8 r 0 0 | +Qd1; Qd1-d2=D | 8/8/8/8/8/8/3,Dy,4/8 x 0 0
AA21-no-corner-of-any-playfield | 8/8/8/8/8/8/8/8 r 0 0 | +Qd4; Qd4-d5=D | AA21
AA21-corner-of-the-tall-playfield | 8/8/8/8/Pw,7/8/8/8 r 0 0 | +Qe6; Qe6-d6=D | 8/8/3,Dy,4/8/Pw,7/8/8/8 x 0 0
AA21-corner-of-no-playfield-that-holds-all | 8/8/8/8/Pw,7/8/8/8 r 0 0 | +Qg4; Qg4-f4=D | AA21
AA21-not-vacant-is-AA3 | 8/8/8/8/Pw,7/8/8/8 r 0 0 | +Qa4; Qa4-a5=D | AA3
AA21-stash-is-AA3 | 8/8/8/8/Qg,7/8/8/8 r 0 0 | +Qh8; Qh8-h7=D | AA3
AA21-second-entry-is-AA3 | 8/8/8/8/8/8/8/8 r 0 0 | +Qc3; +Dd4; Qc3-c4=D | AA3
AA21-must-enter | 8/8/8/8/8/8/8/8 r 0 0 | Qc3-c4=D | AA4
AA21-six-files-and-five-ranks | 8/8/8/Pw,7/8/8/8/5,Pg,2 r 0 0 | Pf1-e1=D | 8/8/8/Pw,7/8/8/8/4,Dy,3 x 0 0
AA21-step-to-a-sixth-file | 8/8/8/Pw,7/8/8/8/4,Pg,3 r 0 0 | Pe1-f1=D | 8/8/8/Pw,7/8/8/8/5,Dy,2 x 0 0
AA21-step-to-a-seventh-file | 8/8/8/Pw,7/8/8/8/5,Pg,2 r 0 0 | Pf1-g1=D | AA21
AA21-step-to-six-by-six | 8/8/Pw,7/8/8/8/8/4,Pg,3 r 0 0 | Pe1-f1=D | AA21
AA21-five-files-and-six-ranks | 8/8/Pw,7/8/8/8/8/4,Pg,3 r 0 0 | Pe1-e2=D | 8/8/Pw,7/8/8/8/4,Dy,3/8 x 0 0
AA21-out-and-in-again | 8/8/8/Pw,7/8/8/8/5,Pg,2 r 0 0 | Pf1-g1-f1=D | AA21
AA21-out-over-the-tall-playfield | 8/8/Pw,7/8/8/8/8/4,Pg,3 r 0 0 | Pe1-f1-f2=D | AA21
AA21-the-last-one-holds-nothing-back | 8/8/8/8/8/8/8/7,Pg r 0 0 | Ph1-g1=D | 8/8/8/8/8/8/8/6,Dy,1 x 0 0
AA21-back-to-the-square-entered | 8/8/8/8/8/8/8/8 r 0 0 | +Qc3; Qc3-c4-c3=D | AA5
AA21-back-to-the-entry-square-of-an-earlier-turn | 8/8/8/8/2,Qg,5/8/8/8 r 0 0 | Qc4-c5-c4=D | 8/8/8/8/2,Dy,5/8/8/8 x 0 0
AA21-back-elsewhere-than-entered | 8/8/8/8/2,Qy,5/8/8/8 r 0 0 | +Qc3; Qc4-c5-c4=D | 8/8/8/8/2,Dr,5/2,Qg,5/8/8 x 0 0
AA21-onto-the-one-that-entered | 8/8/8/8/2,Qy,5/8/8/8 r 0 0 | +Qc3; Qc4-c3 | 8/8/8/8/8/2,QgPr,5/8/8 x 0 0
AA21-blocking-holds | 8/8/8/2,Pw,5/8/2,Qg,5/8/8 r 0 0 | Qc3-c4=D | AA8
"""

BOTH = """
AA20-AA21-no-pawn-blocks | 8/8/8/2,Pw,5/8/2,Qg,5/8/8 r 0 0 | Qc3-c4=D | 8/8/8/2,Pw,5/2,Dy,5/8/8/8 x 0 0
AA20-AA21-drone-onto-pawn | 8/8/8/8/2,Py,5/2,Dg,5/8/8 r 0 0 | Dc3-c4 | AA20
AA20-AA21-out-of-the-playfield | 8/8/8/Pw,7/8/8/8/5,Pg,2 r 0 0 | Pf1-g1=D | AA21
"""


def tags_for(setup: str, variant: str = "") -> Tags:
    return Tags({"Setup": setup, **({"Variant": variant} if variant else {})})


def play(setup: str, turn: str, variant: str = "") -> str:
    """The position after a turn. Raises `Illegal`."""
    position = GAME.start(tags_for(setup, variant))
    assert GAME.outcome(position) is None
    written = [parse_action(GAME, action.strip()) for action in turn.split(";")]
    return GAME.write_position(play_turn(GAME, position, written).position)


def rows() -> list[object]:
    tables = (("", STANDARD), ("easy", EASY), ("unsettled", UNSETTLED), ("easy, unsettled", BOTH))
    return [
        pytest.param(variant, *cells, id=name)
        for variant, table in tables
        for name, *cells in ([cell.strip() for cell in line.split("|")] for line in table.splitlines() if line)
    ]


@pytest.mark.parametrize(("variant", "setup", "turn", "expected"), rows())
def test_turn(variant: str, setup: str, turn: str, expected: str) -> None:
    if expected.startswith("AA"):
        with pytest.raises(Illegal) as fault:
            play(setup, turn, variant)
        assert fault.value.rule == expected
    else:
        assert play(setup, turn, variant) == expected


def test_points_of_hundreds_of_digits() -> None:
    setup = "6/6/1,Dy,Py,3/3,Qg,2/6 r 0 0"
    with pytest.raises(Illegal) as fault:
        play(setup, "Qd2-d3=Q +" + "9" * 900)
    assert fault.value.rule == "AA14"
    assert play(setup, "Qd2-d3=Q +" + "0" * 900 + "6").endswith("x 6 0")


@pytest.mark.parametrize("seat", list(Seat), ids=["AA7-rainbow", "AA7-xeno"])
def test_progression(seat: Seat) -> None:
    letters = {"Rainbow": "gyrbk", "Xeno": "twocp"}[seat]
    names = {"Rainbow": "green yellow red blue black", "Xeno": "clear white orange cyan purple"}[seat]
    assert [str(colour) for colour in PROGRESSION[seat]] == names.split()
    for old, new in pairwise(letters):
        assert play(f"6/6/2,P{old},3/6/6 {seat[0].lower()} 0 0", "Pc3-c4=D").startswith(f"6/2,D{new},3/6/6/6")


# Turns by both seats in succession, for rules that depend on an earlier turn.
GAMES = [
    pytest.param(
        "6/6/6/2,Pg,3/6 r 0 0",
        ["Pc2-c3=D", "+Pf5; Pf5-f4=D", "+Pa1; Pa1-a2=P"],
        "6/5,Dw/2,Dy,3/Py,5/6 x 0 0",
        id="AA2-AA7-the-old-pyramid-is-back-in-the-stash",
    ),
    pytest.param(
        "6/2,Qw,3/2,Qg,3/6/6 r 0 0",
        ["Qc3-c4", "+Pf5; Pf5-f4=D", "Pc4-d4=D", "Qc4-c5=Q"],
        "2,Qo,3/3,Dr,1,Dw/6/6/6 r 0 0",
        id="AA11-uncovered-again",
    ),
    pytest.param(
        "6/6/1,Dy,Dy,1,Dw,1/3,Qg,2/6 r 0 0",
        ["Qd2-d3=Q", "+Pf5; Pf5-f4=D", "+Qa1; Qa1-a2=Q", "Df4-f3=P", "+Dc1; Dc1-c2=P"],
        "AA3",
        id="AA13-bagged-pyramids-are-back-in-the-stash",
    ),
]


@pytest.mark.parametrize(("setup", "turns", "expected"), GAMES)
def test_turns(setup: str, turns: list[str], expected: str) -> None:
    *before, last = turns
    for turn in before:
        setup = play(setup, turn)
    if expected.startswith("AA"):
        with pytest.raises(Illegal) as fault:
            play(setup, last)
        assert fault.value.rule == expected
    else:
        assert play(setup, last) == expected


# name | position | winner, "draw" or "-"
OUTCOMES = """
AA15-twenty-points-do-not-win | 6/6/6/6/6 r 20 0 | -
AA15-twenty-one-points-win | 6/6/6/6/6 x 21 0 | Rainbow
AA15-xeno-wins | 6/6/6/6/6 x 3 44 | Xeno
AA15-before-AA17 | Qk,4,Qk/6/6/6/Dk,4,Dk r 21 0 | Rainbow
AA17-nothing-to-move-and-no-entry-square | Qk,4,Qk/6/6/6/Dk,4,Dk r 0 0 | draw
AA17-only-burnt-ones-and-an-entry-square | Qk,4,Qk/6/6/6/Dk,5 r 0 0 | -
AA17-only-burnt-ones-and-an-empty-stash | Qk,4,PgPp/6/PtPk,5/6/QgPp,3,DgPc,1 r 0 0 | draw
AA17-blocked-on-all-sides | Qk,4,Qk/2,Pw,3/1,Pw,Qg,Po,2/2,Po,3/Dk,4,Dk r 0 0 | draw
AA17-one-side-open | Qk,4,Qk/2,Pw,3/1,Pw,Qg,3/2,Po,3/Dk,4,Dk r 0 0 | -
AA17-no-pyramid-of-the-next-colour | Qk,4,Qk/Pk,5/Pk,4,Po/2,Pb,3/Dk,4,Dk r 0 0 | draw
AA17-one-pyramid-of-the-next-colour | Qk,4,Qk/Pk,5/5,Po/2,Pb,3/Dk,4,Dk r 0 0 | -
AA17-every-turn-breaks-AA16 | Qk,4,Qk/3,Pg,2/6/6/Dk,4,Dk r 0 0 | draw
AA17-one-turn-opens-a-square-to-the-opponent | Qk,4,Qk/6/6/4,Pg,1/Dk,4,Py r 0 0 | -
AA17-every-turn-breaks-AA16-but-one-wins | Qk,4,Qk/6/1,Dr,Dr,1,Py,1/6/Dk,4,Dk r 15 0 | -
"""


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        pytest.param(*cells, id=name)
        for name, *cells in ([cell.strip() for cell in line.split("|")] for line in OUTCOMES.split("\n") if line)
    ],
)
def test_outcome(setup: str, expected: str) -> None:
    position = GAME.start(tags_for(setup))
    outcome = GAME.outcome(position)
    assert (outcome.word if outcome else "-") == expected
    turns = list(legal_turns(GAME, position))
    assert bool(turns) == (outcome is None)


def test_aa17_draw_after_a_reply_that_itself_breaks_aa16() -> None:
    """AA16 looks at AA3 to AA14 only, so a reply that would break AA16 satisfies it; the draw comes one ply later."""
    after = play("PtPk,4,QgPp/6/1,Pg,4/6/Dk,Dt,Dk,2,DgPp r 4 4", "Pb3-b2=P")
    outcome = GAME.outcome(GAME.start(tags_for(after)))
    assert outcome is not None
    assert (outcome.word, outcome.rule) == ("draw", "AA17")


def test_a_position_within_a_turn_is_not_a_draw() -> None:
    position = GAME.start(tags_for("6/6/6/6/6 r 0 0"))
    position = GAME.play(position, next(iter(GAME.actions(position, FirstChance())))).position
    assert GAME.outcome(position) is None
