# ruff: noqa: E501 - a line of a table is one case
"""Braces rule by rule: a position, a turn, and the position after it or the rule that it breaks.

The id of each case says what it is about; both sides of every limit are covered. A turn without an `X` where pyramids
change is legal, with a warning.
"""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.braces import GAME
from pyrnot.games.braces.actions import Pass

# name | position | turn | position after it, or the rule that it breaks
STANDARD = """
B2-neutral-moves-like-its-own | Lb,4/5/2,Sn,2/5/4,Lw w | HOP 1/1; Sc3-c4 | Lb,4/2,Sn,2/5/5/4,Lw b
B2-reserve-colour-is-its-own | Lb,4/5/2,Sg,2/5/4,Lw w | HOP 1/1; Sc3-c4 | Lb,4/2,Sg,2/5/5/4,Lw b
B2-reserve-colour-of-the-other | Lb,4/5/2,Sr,2/5/4,Lw w | HOP 1/1; Sc3-c4 | B10

B3-a-larger-one-cannot-land-on-a-smaller | Lb,4/2,Sb,2/2,Mw,2/5/4,Lw w | HOP 2/1; Mc3-c4 | B9
B3-a-stack-closes-up-in-order | Lb,4/5/2,LwMwSw,2/5/4,Lw w | HOP 2/1; Mc3-c4 | Lb,4/2,Mw,2/2,LwSw,2/5/4,Lw b

B4-either-order | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 1/2; Mc3-c4 | Lb,4/2,Mw,2/5/5/4,Lw b
B4-any-case | Lb,4/5/2,Mw,2/5/4,Lw w | hop 1/2; Mc3-c4 | Lb,4/2,Mw,2/5/5/4,Lw b
B4-seven | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 7/1; Sc3-c4 | B4
B4-zero | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/0; Sc3-c4 | B4
B4-no-such-face | Lb,4/5/2,Sw,2/5/4,Lw w | HIP 1/1; Sc3-c4 | B4
B4-seven-thrown-away | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 7/7 R 1/1; Sc3-c4 | B4
B4-seven-with-a-wild-die | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 7/1; Sc3-c4 | B4
B4-wild-as-no-face | Lb,4/5/2,Sw,2/5/4,Lw w | WILD=HIP 1/1; Sc3-c4 | B4

B5-the-larger-number | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 2/1; Mc3-c4 | Lb,4/2,Mw,2/5/5/4,Lw b
B5-a-double | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 2/2; Mc3-c4 | Lb,4/2,Mw,2/5/5/4,Lw b
B5-rolled-again | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 3/3 R 1/2; Mc3-c4 | Lb,4/2,Mw,2/5/5/4,Lw b
B5-rolled-again-twice | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 3/3 R 4/4 R 2/1; Mc3-c4 | Lb,4/2,Mw,2/5/5/4,Lw b
B5-rolled-again-not-a-double | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 3/1 R 2/1; Mc3-c4 | B5
B5-rolled-again-second-no-double | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 3/3 R 3/1 R 2/1; Mc3-c4 | B5

B6-used-as-aim | Lb,4/5/2,Sw,2/5/4,Lw w | WILD=AIM 1/1; Sc3-d4 | Lb,4/3,Sw,1/5/5/4,Lw b
B6-bare-aim | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-d4 | Lb,4/3,Sw,1/5/5/4,Lw b
B6-bare-tip | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-c4-d4-d3 | Lb,4/5/3,Sw,1/5/4,Lw b
B6-bare-dig | Lb,4/5/2,Sb,2/5/4,Lw w | WILD 1/1; Sc3-c4 | Lb,4/2,Sb,2/5/5/4,Lw b
B6-bare-swap | Lb,4/5/2,Sb,2/5/4,Sw w | WILD 1/1; Sc3<>Se1; Sc3-c4 | Lb,4/2,Sw,2/5/5/4,Sb b
B6-tip-before-dig | Lb,4/5/2,SbSw,2/5/4,Lw w | WILD 1/1; Sc3-c4 | Lb,4/2,Sw,2/2,Sb,2/5/4,Lw b
B6-the-use-written-is-another | Lb,4/5/2,Sw,2/5/4,Lw w | WILD=HOP 1/1; Sc3-d4 | B28
B6-under-no-use | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-e5 | B6
B6-two-powers | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 2/1; Sc3-d4-d2 | B6
B6-tip-and-aim | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 1/1; Sc3-c4-d5 | B6
B6-bare-with-value-left | Lb,4/5/2,Sw,2/5/4,Lw w | WILD 2/1; Sc3-d4 | B6
B6-wild-as-wild | Lb,4/5/2,Sw,2/5/4,Lw w | WILD=WILD 1/1; Sc3-c4 | B6
B6-dig-as-hop | Lb,4/5/2,Sw,2/5/4,Lw w | DIG=HOP 1/1; Sc3-c4 | B6
B6-bare-pass | 4,Lw/5/5/Sb,4/Mw,Sb,3 w | WILD 2/1; pass | 4,Lw/5/5/Sb,4/Mw,Sb,3 b

B7-exactly | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 4/1; Sc3-c4; Le1-e2 | Lb,4/2,Sw,2/5/4,Lw/5 b
B7-more | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 3/1; Sc3-c4; Le1-e2 | B7
B7-less | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 4/1; Le1-e2 | B7
B7-less-and-nothing-is-cheap-enough | Lb,4/5/2,Sb,2/5/4,Lw w | HOP 4/1; Le1-e2 | Lb,4/5/2,Sb,2/4,Lw/5 b
B7-less-and-a-neutral-one-could-step | Lb,4/5/2,Sn,2/5/4,Lw w | HOP 4/1; Le1-e2 | B7
B7-less-and-only-a-leap-is-possible | 4,Lw/5/5/Sb,4/Mw,Sb,3 w | HOP 5/1; Le5-e4 | 5/4,Lw/5/Sb,4/Mw,Sb,3 b
B7-less-and-only-dig-could-step | 4,Lw/5/5/Sb,4/Mw,Sb,3 w | DIG 5/1; Le5-e4 | 5/4,Lw/5/Sb,4/Mw,Sb,3 b
B7-the-leap-may-be-made | 4,Lw/5/5/Sb,4/Mw,Sb,3 w | HOP 5/1; Le5-e4; Ma1-a3 | 5/4,Lw/Mw,4/Sb,4/1,Sb,3 b
B7-the-penalty-makes-it-too-expensive | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 4/1; Le1-e2 | Lb,4/5/2,SwSb,2/4,Lw/5 b
B7-the-penalty-is-affordable | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 5/1; Le1-e2 | B7
B7-swap-leaves-all-of-the-value | Lb,4/5/2,Sb,2/5/4,Sw w | SWAP 1/1; Sc3<>Se1 | B7
B7-swap-and-no-step-is-cheap-enough | Lb,4/5/2,Lb,2/5/4,Lw w | SWAP 2/1; Lc3<>Le1 | Lb,4/5/2,Lw,2/5/4,Lb b
B7-swap-shuts-the-last-one-in | 4,Mw/5/5/Sb,4/Mb,Sb,3 w | SWAP 2/1; Me5<>Ma1 | 4,Mb/5/5/Sb,4/Mw,Sb,3 b
B7-swap-and-the-value | Lb,4/5/2,Sb,2/5/4,Sw w | SWAP 1/1; Sc3<>Se1; Sc3-c4 | Lb,4/2,Sw,2/5/5/4,Sb b
B7-nothing-left | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-c4-c3 | B7

B8-one-of-seven | Lb,4/5/2,Sw,2/5/4,Lw w | TIP 6/5; Sc3-c4 | Lb,4/2,Sw,2/5/5/4,Lw b
B8-seven | Lb,4/5/2,Sw,2/5/4,Lw w | TIP 1/1; Le1-e2-e3; Sc3-c4 | Lb,4/2,Sw,2/4,Lw/5/5 b
B8-eight | Lb,4/5/2,Sw,2/5/4,Lw w | TIP 6/1; Le1-e2-e3; Sc3-c4-c5 | B8
B8-the-penalty-counts | Lb,4/5/2,SwSb,2/5/4,Lw w | TIP 6/1; Le1-e2-e3; Sc3-c4 | B8

B9-vacant | Lb,4/5/2,Lw,2/5/4,Mw w | HOP 3/1; Lc3-c2 | Lb,4/5/5/2,Lw,2/4,Mw b
B9-on-the-same-size | Lb,4/5/2,Mw,2/2,Mb,2/4,Lw w | HOP 2/1; Mc3-c2 | Lb,4/5/5/2,MbMw,2/4,Lw b
B9-on-a-larger-one | Lb,4/5/2,Mw,2/2,Lb,2/4,Lw w | HOP 2/1; Mc3-c2 | Lb,4/5/5/2,LbMw,2/4,Lw b
B9-on-a-smaller-one | Lb,4/5/2,Mw,2/2,Sb,2/4,Lw w | HOP 2/1; Mc3-c2 | B9
B9-the-top-counts | Lb,4/5/2,Mw,2/2,LbSb,2/4,Lw w | HOP 2/1; Mc3-c2 | B9
B9-from-below-in-a-stack | Lb,4/5/2,LwMwSw,2/5/4,Lw w | HOP 2/1; Mc3-c2 | Lb,4/5/2,LwSw,2/2,Mw,2/4,Lw b
B9-back-under-what-was-above | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 4/1; Mc3-c2-c3 | B9
B9-its-own-square | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-c3 | B9
B9-too-far | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-c1-c4 | B9
B9-a-knight's-step | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-d5 | B9
B9-three-squares | Lb,4/Sw,4/5/5/4,Lw w | HOP 1/1; Sa4-d4 | B9
B9-two-diagonal | Lb,4/5/2,Sw,2/5/4,Lw w | AIM 1/1; Sc3-e5 | B9
B9-off-the-board | Lb,4/5/4,Sw/5/4,Lw w | HOP 1/1; Se3-f3 | B9
B9-off-the-board-by-a-leap | Lb,4/5/4,Sw/5/4,Lw w | HOP 1/1; Se3-g3 | B9

B10-the-opponent's | Lb,4/5/2,Sb,2/5/4,Lw w | AIM 1/1; Sc3-c4 | B10
B10-the-opponent's-with-dig | Lb,4/5/2,Sb,2/5/4,Lw w | DIG 1/1; Sc3-c4 | Lb,4/2,Sb,2/5/5/4,Lw b
B10-some-of-the-value | Lb,4/5/2,Sb,2/5/4,Sw w | DIG 2/1; Sc3-c4; Se1-e2 | Lb,4/2,Sb,2/5/4,Sw/5 b
B10-named-by-colour | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 1/1; S(b)c3-c4 | B10
B10-named-by-level | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 1/1; S(2)c3-c4 | B10
B10-a-unit | Lb,4/5/2,MbSb,2/5/4,Lw w | HOP 3/1; MSc3-c4 | B10
B10-a-unit-with-dig | Lb,4/5/2,MbSb,2/5/4,Lw w | DIG 3/1; MSc3-c4 | Lb,4/2,MbSb,2/5/5/4,Lw b

B11-small | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-c4 | Lb,4/2,Sw,2/5/5/4,Lw b
B11-medium | Lb,4/5/2,Mw,2/5/4,Lw w | HOP 1/1; Mc3-c4 | B7
B11-large | Lb,4/5/2,Lw,2/5/4,Lw w | HOP 2/1; Lc3-c4 | B7

B12-back-again | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 2/1; Sc3-c4-c3 | Lb,4/5/2,Sw,2/5/4,Lw b
B12-not-through-a-smaller-one | Lb,4/2,Sb,2/2,Mw,2/5/4,Lw w | HOP 4/1; Mc3-c4-d4 | B9
B12-rest-and-move-again | Lb,4/5/2,Sw,2/5/4,Sw w | HOP 3/1; Sc3-c4; Se1-e2; Sc4-c3 | Lb,4/5/2,Sw,2/4,Sw/5 b
B12-changes-on-the-way | Lb,4/1,Sn,1,Sb,1/2,Sw,2/5/4,Lw w | HOP 3/1; Sc3-c4-c3-c4 | Lb,4/1,Sn,Sw,Sb,1/5/5/4,Lw b
B12-a-change-on-the-way | 1,Lb,3/3,Sn,1/2,Sb,2/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3 XSc3-a3 | B32
B12-a-change-on-the-way-stays | 1,Lb,3/2,Sn,2/2,Sb,2/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3 XSc3-a3 | 1,Lb,3/2,Sn,2/Sw,1,Sr,2/5/4,Lw b

B13-capped-by-the-other | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 1/1; Sc3-c4 | B7
B13-a-neutral-top-caps-nothing | Lb,4/5/2,SwSbSn,2/5/4,Lw w | HOP 1/1; S(w)c3-c4 | Lb,4/2,Sw,2/2,SbSn,2/5/4,Lw b
B13-neutral-ones-are-never-capped | Lb,4/5/2,SnSb,2/5/4,Lw w | HOP 1/1; Sc3-c4 | Lb,4/2,Sn,2/2,Sb,2/5/4,Lw b
B13-its-own-top-caps-nothing | Lb,4/5/2,SwSbSw,2/5/4,Lw w | HOP 1/1; S(1)c3-c4 | Lb,4/2,Sw,2/2,SbSw,2/5/4,Lw b

B14-one | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 2/1; Sc3-c4 | Lb,4/2,Sw,2/2,Sb,2/5/4,Lw b
B14-two | Lb,4/5/2,SwSbSb,2/5/4,Lw w | HOP 3/1; Sc3-c4 | Lb,4/2,Sw,2/2,SbSb,2/5/4,Lw b
B14-three-around-a-neutral-one | Lb,4/5/2,SwSbSnSbSb,2/5/4,Lw w | HOP 4/1; S(w)c3-c4 | Lb,4/2,Sw,2/2,SbSnSbSb,2/5/4,Lw b
B14-two-would-be-too-few-there | Lb,4/5/2,SwSbSnSbSb,2/5/4,Lw w | HOP 3/1; S(w)c3-c4 | B7
B14-the-run-ends-at-the-other-seat | Lb,4/5/2,SwSbSwSb,2/5/4,Lw w | HOP 2/1; S(1)c3-c4 | Lb,4/2,Sw,2/2,SbSwSb,2/5/4,Lw b
B14-for-both-capped-ones | Lb,4/5/2,SwSbSwSb,2/5/4,Lw w | HOP 2/1; S(3)c3-c4 | Lb,4/2,Sw,2/2,SwSbSb,2/5/4,Lw b
B14-whoever-moves-it | Lb,4/5/2,SbSw,2/5/4,Lw w | DIG 2/1; S(b)c3-c4 | Lb,4/2,Sb,2/2,Sw,2/5/4,Lw b
B14-the-cap-itself-pays-nothing | Lb,4/5/2,SwSb,2/5/4,Lw w | DIG 1/1; S(b)c3-c4 | Lb,4/2,Sb,2/2,Sw,2/5/4,Lw b
B14-only-on-leaving | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 3/1; Sc3-c4-c5 | Lb,1,Sw,2/5/2,Sb,2/5/4,Lw b

B15-a-unit | Lb,4/5/2,LwMwSw,2/5/4,Lw w | HOP 6/1; LMSc3-c4 | Lb,4/2,LwMwSw,2/5/5/4,Lw b
B15-a-unit-goes-on | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 6/1; MSc3-c4-d4 | Lb,4/3,MwSw,1/5/5/4,Lw b
B15-costs-each-step | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 5/1; MSc3-c4-d4 | B7
B15-out-of-the-middle | Lb,4/5/2,LwMwMnSw,2/5/4,Lw w | HOP 3/1; MS(2,4)c3-c4 | Lb,4/2,MwSw,2/2,LwMn,2/5/4,Lw b
B15-neutral-together | Lb,4/5/2,MnSn,2/5/4,Lw w | HOP 3/1; MSc3-c4 | Lb,4/2,MnSn,2/5/5/4,Lw b
B15-colour-and-grey-scale | Lb,4/5/2,MgSw,2/5/4,Lw w | HOP 3/1; MSc3-c4 | Lb,4/2,MgSw,2/5/5/4,Lw b
B15-own-and-neutral | Lb,4/5/2,MwSn,2/5/4,Lw w | HOP 3/1; MSc3-c4 | B15
B15-of-two-seats | Lb,4/5/2,MwSb,2/5/4,Lw w | DIG 3/1; MSc3-c4 | B15
B15-of-two-seats-without-dig | Lb,4/5/2,MwSb,2/5/4,Lw w | HOP 3/1; MSc3-c4 | B10
B15-a-capped-one | Lb,4/5/2,MwSwSb,2/5/4,Lw w | HOP 5/1; MS(w)c3-c4 | B15
B15-a-capped-unit | Lb,4/5/2,MwSwSb,2/5/4,Lw w | HOP 5/1; MSc3-c4 | B15
B15-under-a-neutral-top | Lb,4/5/2,MwSwSbSn,2/5/4,Lw w | HOP 3/1; MSc3-c4 | Lb,4/2,MwSw,2/2,SbSn,2/5/4,Lw b
B15-from-the-top-down | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 3/1; SMc3-c4 | B15
B15-levels-from-the-top-down | Lb,4/5/2,SwSw,2/5/4,Lw w | HOP 2/1; SS(2,1)c3-c4 | B15
B15-the-largest-must-land | Lb,4/2,Sb,2/2,MwSw,2/5/4,Lw w | HOP 3/1; MSc3-c4 | B9
B15-order-before-what-is-there | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 3/1; SMc4-c5 | B15

B16-the-target-steps-between | Lb,4/5/1,Sw,1,Sw,1/2,Sb,2/4,Lw b | HOP 1/1; Sc2-c3 | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w
B16-an-uncapping | Lb,4/5/1,MwSb,Mb,Mw,1/5/4,Lw b | HOP 1/1; Sb3-b4 | Lb,4/1,Sb,3/1,Mw,Mb,Mw,1/5/4,Lw w
B16-a-brace-already-there | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Sw w | HOP 1/1; Se1-e2 | Lb,4/5/1,Sw,Sb,Sw,1/4,Sw/5 b

B17-two-of-its-own | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B17-round-a-corner | Lb,4/2,Sw,2/2,Sb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/2,Sw,2/1,Sw,Sr,2/5/4,Lw b
B17-with-a-neutral-one | Lb,4/5/2,Sb,Sn,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sw,Sr,Sn,1/5/4,Lw b
B17-the-neutral-one-arrives | Lb,4/5/2,Sb,Sw,1/1,Sn,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sn,Sr,Sw,1/5/4,Lw b
B17-one-alone | Lb,4/5/2,Sb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sb,2/5/4,Lw b
B17-halves-of-two-seats | Lb,4/5/2,Sb,Sb,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sb,Sb,1/5/4,Lw b
B17-both-on-one-square | Lb,4/5/1,Sw,Sb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,SwSw,Sb,2/5/4,Lw b
B17-another-size | Lb,4/5/2,Mb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Mb,Sw,1/5/4,Lw b
B17-a-half-of-another-size | Lb,4/5/2,Sb,Mw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sb,Mw,1/5/4,Lw b
B17-diagonal-is-not-beside | Lb,4/3,Sw,1/2,Sb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/3,Sw,1/1,Sw,Sb,2/5/4,Lw b
B17-at-any-level | Lb,4/5/2,LbMbSn,Mw,1/1,Mw,3/4,Lw w | HOP 2/1; Mb2-b3 XMc3 | Lb,4/5/1,Mw,LbMrSn,Mw,1/5/4,Lw b
B17-the-other-half-is-in-a-stack | Lb,4/5/2,Mb,MwSw,1/1,Mw,3/4,Lw w | HOP 2/1; Mb2-b3 XMc3 | Lb,4/5/1,Mw,Mr,MwSw,1/5/4,Lw b
B17-the-other-half-is-capped | Lb,4/5/2,Mb,MwSb,1/1,Mw,3/4,Lw w | HOP 2/1; Mb2-b3 | Lb,4/5/1,Mw,Mb,MwSb,1/5/4,Lw b
B17-a-capped-neutral-half-counts | Lb,4/5/2,Mb,MnSb,1/1,Mw,3/4,Lw w | HOP 2/1; Mb2-b3 XMc3 | Lb,4/5/1,Mw,Mr,MnSb,1/5/4,Lw b
B17-the-target-is-capped | Lb,4/5/2,MbSw,Mw,1/1,Mw,3/4,Lw w | HOP 2/1; Mb2-b3 XMc3 | Lb,4/5/1,Mw,MrSw,Mw,1/5/4,Lw b
B17-it-arrives-under-a-cap | Lb,4/5/2,Mb,Mw,1/1,MbSb,3/Mw,3,Lw w | SWAP 3/1; Ma1<>Mb2; Le1-e2 | Lb,4/5/2,Mb,Mw,1/1,MwSb,2,Lw/Mb,4 b
B17-it-arrives-within-a-stack | Lb,4/5/1,MbSw,Mb,Mw,1/5/Mw,3,Lw w | SWAP 3/1; Ma1<>Mb3 XMc3; Le1-e2 | Lb,4/5/1,MwSw,Mr,Mw,1/4,Lw/Mb,4 b
B17-it-arrives-within-a-stack-and-is-capped | Lb,4/5/1,MbSb,Mb,Mw,1/5/Mw,3,Lw w | SWAP 3/1; Ma1<>Mb3; Le1-e2 | Lb,4/5/1,MwSb,Mb,Mw,1/4,Lw/Mb,4 b
B17-two-squares-at-once | Lb,4/1,Sw,1,Sw,1/1,Sb,1,Sb,1/2,Sw,2/4,Lw w | HOP 1/1; Sc2-c3 XSb3 XSd3 | Lb,4/1,Sw,1,Sw,1/1,Sr,Sw,Sr,1/5/4,Lw b

B18-three-smalls | Lb,4/5/1,Sw,Lb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XLc3 | Lb,4/5/1,Sw,Lr,Sw,1/2,Sw,2/4,Lw b
B18-a-medium | Lb,4/5/1,Sw,Mb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3 | Lb,4/5/1,Sw,Mr,Sw,1/2,Sw,2/4,Lw b
B18-with-a-neutral-one | Lb,4/5/1,Sw,Mb,Sn,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3 | Lb,4/5/1,Sw,Mr,Sn,1/2,Sw,2/4,Lw b
B18-the-neutral-one-arrives | Lb,4/5/1,Sw,Mb,Sw,1/1,Sn,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3 | Lb,4/5/1,Sw,Mr,Sw,1/2,Sn,2/4,Lw b
B18-two-are-too-few | Lb,4/5/1,Sw,Mb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 | Lb,4/5/1,Sw,Mb,2/2,Sw,2/4,Lw b
B18-three-on-two-squares | Lb,4/5/1,SwSw,Mb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 | Lb,4/5/1,SwSw,Mb,2/2,Sw,2/4,Lw b
B18-a-capped-one | Lb,4/5/1,SwSb,Mb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 | Lb,4/5/1,SwSb,Mb,Sw,1/2,Sw,2/4,Lw b
B18-one-of-the-other-seat | Lb,4/5/1,Sb,Mb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 | Lb,4/5/1,Sb,Mb,Sw,1/2,Sw,2/4,Lw b
B18-in-a-stack | Lb,4/5/1,LwSw,LbMn,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XLc3 | Lb,4/5/1,LwSw,LrMn,Sw,1/2,Sw,2/4,Lw b
B18-not-by-a-medium | Lb,4/5/1,Sw,Mb,Sw,1/1,Mw,Sw,2/4,Lw w | HOP 2/1; Mb2-b1 | Lb,4/5/1,Sw,Mb,Sw,1/2,Sw,2/1,Mw,2,Lw b

B19-its-own-colour-back | Lb,4/5/2,Sg,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sw,Sw,Sw,1/5/4,Lw b
B19-its-own-grey-scale | Lb,4/5/2,Sw,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sw,Sw,1/5/4,Lw b
B19-the-opponent's-colour | Lb,4/5/2,Sr,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B19-a-neutral-one | Lb,4/5/2,Sn,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sn,Sw,1/5/4,Lw b
B19-colour-halves-do-as-well | Lb,4/5/2,Sb,Sg,1/1,Sg,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sg,Sr,Sg,1/5/4,Lw b
B19-a-swarm-gives-back | Lb,4/5/1,Sw,Mg,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3 | Lb,4/5/1,Sw,Mw,Sw,1/2,Sw,2/4,Lw b

B20-the-seed's-edge-case | 4,Mb/1,Lb,1,Lw,1/1,Lr,1,Lb,1/2,Ln,2/4,Mw w | HOP 3/1; Lc2-c3 XLb3 XLd3 | 4,Mb/1,Lb,1,Lw,1/1,Lb,Ln,Lr,1/5/4,Mw b

B21-a-choice | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(1)c3 | Lb,4/5/1,Sw,SrSb,Sw,1/5/4,Lw b
B21-the-other-choice | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(2)c3 | Lb,4/5/1,Sw,SbSr,Sw,1/5/4,Lw b
B21-the-choice-is-not-written | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | B21
B21-the-choice-is-not-clear | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | B31
B21-both-are-written | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(1)c3 XS(2)c3 | B32
B21-both-are-written-in-any-way | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3 XSc3 XS(2)c3-b4 | B32
B21-none-of-the-two-is-written | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(3)c3 | B21
B21-one-can-change-so-no-choice | Lb,4/5/2,SrSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,SrSr,Sw,1/5/4,Lw b
B21-a-swarm-on-two-sizes | Lb,4/5/1,Sw,LbMb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3 | Lb,4/5/1,Sw,LbMr,Sw,1/2,Sw,2/4,Lw b
B21-a-swarm-on-two-sizes-not-written | Lb,4/5/1,Sw,LbMb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 | B21
B21-before-a-false-X | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSe5 | B21
B21-the-choice-and-a-false-X | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(1)c3 XSe5 | B32
B21-on-the-way-at-the-end | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3-b4 XS(1)c3 | Lb,4/1,Sw,3/2,SrSb,Sw,1/5/4,Lw b

B22-without-an-X | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b

B23-a-unit-judged-together | Lb,4/5/2,MbSb,MwSw,1/1,MwSw,3/4,Lw w | HOP 3/1; MSb2-b3 XSc3 | Lb,4/5/1,MwSw,MbSr,MwSw,1/5/4,Lw b
B23-a-unit-needs-one-choice | Lb,4/5/2,MbSb,MwSw,1/1,MwSw,3/4,Lw w | HOP 3/1; MSb2-b3 | B21
B23-a-unit-changes-one-a-square | Lb,4/5/2,MbSb,MwSw,1/1,MwSw,3/4,Lw w | HOP 3/1; MSb2-b3 XSc3 XMc3 | B32
B23-a-swap-one-braces-the-other | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | SWAP 3/1; Sc3<>Sd3; Le1-e2 | Lb,4/5/2,Sw,Sb,1/1,Sw,2,Lw/5 b
B23-a-swap-the-target-arrives | Lb,4/2,Sw,2/1,Sb,Sw,2/5/4,Lw w | SWAP 3/1; Sb3<>Sc3; Le1-e2 | Lb,4/2,Sw,2/1,Sw,Sr,2/4,Lw/5 b
B23-a-swap-halves-of-each-other | Lb,4/2,Sb,2/1,Sb,Sb,Sw,1/5/2,Sw,1,Lw w | SWAP 3/1; Sb3<>Sc1; Le1-e2 | Lb,4/2,Sb,2/1,Sw,Sr,Sw,1/4,Lw/2,Sb,2 b

B24-a-leap | Lb,4/5/2,Lw,2/2,Sb,2/4,Mw w | HOP 3/1; Lc3-c1 | Lb,4/5/5/2,Sb,2/2,Lw,1,Mw b
B24-over-a-vacant-square | Lb,4/5/2,Lw,2/5/4,Mw w | HOP 3/1; Lc3-c1 | Lb,4/5/5/5/2,Lw,1,Mw b
B24-the-landing-counts | Lb,4/5/2,Lw,2/5/2,Sb,1,Mw w | HOP 3/1; Lc3-c1 | B9
B24-nothing-arrives-between | Lb,4/5/1,Sw,Sb,Sw,1/5/1,Sw,2,Lw w | HOP 1/1; Sb1-b3 | Lb,4/5/1,SwSw,Sr,Sw,1/5/4,Lw b
B24-no-brace-from-between | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b4 | Lb,4/1,Sw,3/2,Sb,Sw,1/5/4,Lw b
B24-steps-and-leaps | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 2/1; Sc3-c1-c2 | Lb,4/5/5/2,Sw,2/4,Lw b
B24-a-unit-leaps | Lb,4/5/2,MwSw,2/2,Sb,2/4,Lw w | HOP 3/1; MSc3-c1 | Lb,4/5/5/2,Sb,2/2,MwSw,1,Lw b

B25-level-for-level | Lb,4/5/2,LbMwSn,2/5/Mb,3,Lw w | SWAP 3/1; Mc3<>Ma1; Le1-e2 | Lb,4/5/2,LbMbSn,2/4,Lw/Mw,4 b
B25-two-of-the-opponent's | Lb,4/5/2,Mb,2/5/Mr,3,Lw w | SWAP 3/1; Mc3<>Ma1; Le1-e2 | Lb,4/5/2,Mr,2/4,Lw/Mb,4 b
B25-the-opponent's-with-a-neutral-one | Lb,4/5/2,Mb,2/5/Mn,3,Lw w | SWAP 3/1; Mc3<>Ma1; Le1-e2 | Lb,4/5/2,Mn,2/4,Lw/Mb,4 b
B25-on-one-square | Lb,4/5/2,SwSb,2/5/4,Lw w | SWAP 3/1; S(w)c3<>S(b)c3; Le1-e2 | Lb,4/5/2,SbSw,2/4,Lw/5 b
B25-like-ones | Lb,4/5/2,Sw,2/5/Sw,3,Lw w | SWAP 3/1; Sc3<>Sa1; Le1-e2 | Lb,4/5/2,Sw,2/4,Lw/Sw,4 b
B25-like-ones-brace | Lb,4/5/1,Sw,Sb,Sw,1/5/Sw,3,Lw w | SWAP 3/1; Sb3<>Sa1 XSc3; Le1-e2 | Lb,4/5/1,Sw,Sr,Sw,1/4,Lw/Sw,4 b
B25-with-itself | Lb,4/5/2,Sw,2/5/4,Lw w | SWAP 3/1; Sc3<>Sc3; Le1-e2 | B25
B25-two-like-ones-on-one-square | Lb,4/5/2,SwSw,2/5/4,Lw w | SWAP 3/1; Sc3<>Sc3; Le1-e2 | Lb,4/5/2,SwSw,2/4,Lw/5 b
B25-two-sizes | Lb,4/5/2,Sw,2/5/Mb,3,Lw w | SWAP 3/1; Sc3<>Ma1; Le1-e2 | B25
B25-two-sizes-before-what-is-there | Lb,4/5/2,Sw,2/5/Mb,3,Lw w | SWAP 3/1; Sc4<>Ma1; Le1-e2 | B25
B25-a-second-swap | Lb,4/5/2,Sw,2/5/Sb,3,Lw w | SWAP 3/1; Sc3<>Sa1; Sc3<>Sa1; Le1-e2 | B25
B25-between-paths | Lb,4/5/2,Sw,2/5/Sb,3,Lw w | SWAP 4/1; Sc3-c4; Sc4<>Sa1; Le1-e2 | Lb,4/2,Sb,2/5/4,Lw/Sw,4 b
B25-not-there | Lb,4/5/2,Sw,2/5/Sb,3,Lw w | SWAP 3/1; Sc3<>Sb1; Le1-e2 | B31
B25-off-the-board | Lb,4/5/2,Sw,2/5/Sb,3,Lw w | SWAP 3/1; Sc3<>Sh8; Le1-e2 | B31

B26-diagonal | Lb,4/5/2,Lw,2/5/4,Mw w | AIM 3/1; Lc3-b2 | Lb,4/5/5/1,Lw,3/4,Mw b
B26-a-combination | Lb,4/5/2,Sw,2/5/4,Lw w | AIM 2/1; Sc3-d4-d5 | Lb,2,Sw,1/5/5/5/4,Lw b
B26-braces-stay-orthogonal | Lb,4/3,Sw,1/2,Sb,2/Sw,4/4,Lw w | AIM 1/1; Sa2-b3 | Lb,4/3,Sw,1/1,Sw,Sb,2/5/4,Lw b

B27-the-owner-is-served | Lb,4/5/2,Sw,Sb,1/1,Sb,3/4,Lw w | DIG 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sb,Sg,Sb,1/5/4,Lw b
B27-the-opponent's-colour-back | Lb,4/5/2,Sr,Sb,1/1,Sb,3/4,Lw w | DIG 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sb,Sb,Sb,1/5/4,Lw b

B28-diagonal | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-d4 | B28
B28-leap | Lb,4/5/2,Sw,2/5/4,Lw w | AIM 1/1; Sc3-c5 | B28
B28-swap | Lb,4/5/2,Sw,2/5/Sb,3,Lw w | DIG 1/1; Sc3<>Sa1; Sa1-a2 | B28
B28-swap-before-two-sizes | Lb,4/5/2,Sw,2/5/Mb,3,Lw w | DIG 1/1; Sc3<>Ma1; Sa1-a2 | B28
B28-the-top-comes-later | Lb,4/3,Sb,1/2,Mw,2/5/4,Lw w | HOP 2/1; Mc3-d4 | B28

B29-a-win | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 1/1; Sb2-b3 XSc3 | 5/5/1,Sw,Sr,Sw,1/5/5 b
B29-the-value-need-not-be-used | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 6/1; Sb2-b3 XSc3 | 5/5/1,Sw,Sr,Sw,1/5/5 b
B29-a-step-after-it | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 6/1; Sb2-b3-b4 | B29
B29-an-action-after-it | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 6/1; Sb2-b3; Sd3-d4 | B29
B29-a-swap-after-it | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | SWAP 6/1; Sb2-b3; Sd3<>Sc3 | B29
B29-not-there-is-checked-first | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 6/1; Sb2-b3; Se5-e4 | B31
B29-a-swap-after-it-before-no-power | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 6/1; Sb2-b3; Sd3<>Sc3 | B29
B29-the-opponent-wins-in-the-mover's-turn | 5/5/2,Sw,Sb,1/1,Sb,3/5 w | DIG 1/1; Sb2-b3 | 5/5/1,Sb,Sg,Sb,1/5/5 b
B29-a-false-X-with-the-win | 5/5/2,Sb,Sw,1/1,Sw,3/5 w | HOP 1/1; Sb2-b3 XSc4 | B32

B30-nothing-can-step | Mw,4/Lb,Sb,3/5/5/5 w | HOP 6/1; pass | B30
B30-shut-in | Mw,Sb,3/Sb,4/5/5/5 w | HOP 6/1; pass | Mw,Sb,3/Sb,4/5/5/5 b
B30-all-cost-too-much | Lw,4/5/5/5/4,Lb w | HOP 2/1; pass | Lw,4/5/5/5/4,Lb b
B30-seven-with-tip | Lw,4/5/5/5/4,Lb w | TIP 2/1; pass | B30
B30-shut-in-with-tip | Mw,Sb,3/Sb,4/5/5/5 w | TIP 6/1; pass | Mw,Sb,3/Sb,4/5/5/5 b
B30-a-neutral-one-can | Mw,Sb,3/Sb,4/5/5/4,Sn w | HOP 6/1; pass | B30
B30-the-power-instead | Mw,Sb,3/Sb,4/5/5/5 w | HOP 2/1; Ma5-c5 | 1,Sb,Mw,2/Sb,4/5/5/5 b
B30-the-power-instead-and-then-the-value | Mw,Sb,3/Sb,4/5/5/5 w | HOP 4/1; Ma5-c5 | B7
B30-opponent's-pyramids-do-not-count | Mw,Sb,3/Sb,4/5/5/5 w | DIG 6/1; pass | Mw,Sb,3/Sb,4/5/5/5 b
B30-a-swap-instead | Mw,Sb,3/Sb,4/5/5/4,Mb w | SWAP 2/1; Ma5<>Me1 | B7
B30-a-swap-instead-that-frees-nothing | MwSn,Sb,3/Sb,4/5/5/5 w | SWAP 6/1; Sa5<>Sb5; pass | R3

B31-one-candidate | Lb,4/5/2,SwSb,2/5/4,Lw w | HOP 2/1; Sc3-c4 | Lb,4/2,Sw,2/2,Sb,2/5/4,Lw b
B31-two-candidates | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; Sc3-c4 | B31
B31-by-colour | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(w)c3-c4 | Lb,4/2,Sw,2/2,Sn,2/5/4,Lw b
B31-by-level | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(1)c3-c4 | Lb,4/2,Sw,2/2,Sn,2/5/4,Lw b
B31-by-both | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(n2)c3-c4 | Lb,4/2,Sn,2/2,Sw,2/5/4,Lw b
B31-t-is-neutral | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(t)c3-c4 | Lb,4/2,Sn,2/2,Sw,2/5/4,Lw b
B31-both-that-do-not-agree | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(w2)c3-c4 | B31
B31-a-level-of-another-size | Lb,4/5/2,LwSw,2/5/4,Lw w | HOP 1/1; S(1)c3-c4 | B31
B31-a-colour-of-no-game | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 1/1; S(u)c3-c4 | B31
B31-like-ones-side-by-side | Lb,4/5/2,SwSw,2/5/4,Lw w | HOP 1/1; Sc3-c4 | Lb,4/2,Sw,2/2,Sw,2/5/4,Lw b
B31-like-ones-apart | Lb,4/5/2,SwSnSw,2/5/4,Lw w | HOP 1/1; S(w)c3-c4 | B31
B31-the-other-is-too-expensive | Lb,4/5/2,SwSnSb,2/5/4,Lw w | HOP 1/1; Sc3-c4 | Lb,4/2,Sn,2/2,SwSb,2/5/4,Lw b
B31-value-left-drops-nobody | Lb,4/5/2,SwSnSb,2/5/4,Lw w | HOP 2/1; Sc3-c4 | B31
B31-an-X-tells-which | 4,LbMb/1,SwSn,3/2,Sr,2/2,Sb,2/LwMw,4 w | HOP 1/1; Sb4-c4 XSc3 | 4,LbMb/1,Sw,Sn,2/2,Sb,2/2,Sb,2/LwMw,4 b
B31-without-the-X-nothing-tells | 4,LbMb/1,SwSn,3/2,Sr,2/2,Sb,2/LwMw,4 w | HOP 1/1; Sb4-c4 | B31
B31-what-comes-later-does-not-help | Lb,4/5/2,SwSn,2/5/4,Lw w | HOP 2/1; Sc3-c4; S(n)c3-d3 | B31
B31-dig-adds-candidates | Lb,4/5/2,SwSb,2/5/4,Lw w | DIG 2/1; Sc3-c4 | B31
B31-not-there | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc2-c1 | B31
B31-another-size | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Mc3-c2 | B31
B31-off-the-board | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sf3-e3 | B31
B31-not-there-before-whose | Lb,4/5/2,Mb,2/5/4,Lw w | HOP 1/1; Sc3-c4 | B31
B31-a-swap-any-two | Lb,4/5/2,SwSb,2/5/Sn,3,Lw w | SWAP 3/1; Sc3<>Sa1; Le1-e2 | B31
B31-a-swap-by-colour | Lb,4/5/2,SwSb,2/5/Sn,3,Lw w | SWAP 3/1; S(b)c3<>Sa1; Le1-e2 | Lb,4/5/2,SwSn,2/4,Lw/Sb,4 b
B31-the-furthest-names-the-fault | Lb,4/5/2,MwSnSb,2/5/4,Lw w | DIG 1/1; Sc3-c2-c1-c4 | B7
B31-an-ambiguous-one-that-leaves-a-choice | Lb,4/5/2,SbSb,Sw,1/1,SwSn,3/4,Lw w | HOP 1/1; Sb2-b3 XS(1)c3 | B31

B31-a-swap-of-either-of-like-ones | Lb,4/5/2,SbSb,2/5/Sw,3,Lw w | SWAP 3/1; Sc3<>Sa1; Le1-e2 | B31
B31-a-swap-of-one-of-like-ones | Lb,4/5/2,SbSb,2/5/Sw,3,Lw w | SWAP 3/1; S(2)c3<>Sa1; Le1-e2 | Lb,4/5/2,SbSw,2/4,Lw/Sb,4 b
B31-196-meanings | 5/5/2,LwLbLwLbLwLbLnMwMbMwMbMwMbMnSwSbSwSb,2/5/5 w | HOP 1/1; LMSc3-c2 | B15
B31-245-meanings | 5/5/2,LwLbLwLbLwLbLnMwMbMwMbMwMbMnSwSbSwSbSn,2/5/5 w | HOP 1/1; LMSc3-c2 | B31

B32-after-its-square | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3 XSc3-b4 | Lb,4/1,Sw,3/2,Sr,Sw,1/5/4,Lw b
B32-at-the-end | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3-b4 XSc3 | Lb,4/1,Sw,3/2,Sr,Sw,1/5/4,Lw b
B32-too-early | Lb,4/5/2,Sb,Sw,1/5/Sw,3,Lw w | HOP 3/1; Sa1-a2 XSc3-a3-b3 | B32
B32-too-late-on-the-way | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 3/1; Sb2-b3-b4 XSc3-b5 | B32
B32-colour-before-the-change | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(b)c3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B32-colour-after-the-change | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(r)c3 | B32
B32-a-wrong-level | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XS(2)c3 | B32
B32-level-after-the-arrival | Lb,4/5/1,Sw,SwSb,2/5/4,Lw w | HOP 2/1; Sc3-c2 XS(1)c3 | Lb,4/5/1,Sw,Sr,2/2,Sw,2/4,Lw b
B32-level-before-the-arrival | Lb,4/5/1,Sw,SwSb,2/5/4,Lw w | HOP 2/1; Sc3-c2 XS(2)c3 | B32
B32-the-new-colour | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3=r | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B32-a-wrong-new-colour | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3=g | B32
B32-not-captured | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3=x | B32
B32-not-neutral | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3=n | B32
B32-no-such-pyramid | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSe5 | B32
B32-off-the-board | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSh8 | B32
B32-twice | Lb,4/5/2,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 XSc3 | B32
B32-no-brace | Lb,4/5/2,Sb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | B32
B32-after-a-bad-step | Lb,4/5/2,Sb,2/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3 XSc3-e3 | B9
B32-a-swap's | Lb,4/5/1,MbSw,Mb,Mw,1/5/Mw,3,Lw w | SWAP 3/1; Ma1<>Mb3 XMd3; Le1-e2 | B32
B32-there-and-back | Lb,4/5/2,Sb,Sw,1/1,Sn,Sb,2/4,Lw w | HOP 3/1; Sb2-b3 XSc3-b4-c4 XSc3 | Lb,4/2,Sn,2/2,Sb,Sw,1/2,Sb,2/4,Lw b
B32-there-and-back-at-the-end | Lb,4/5/2,Sb,Sw,1/1,Sn,Sb,2/4,Lw w | HOP 3/1; Sb2-b3-b4-c4 XSc3=r XSc3=b | Lb,4/2,Sn,2/2,Sb,Sw,1/2,Sb,2/4,Lw b
B32-there-and-back-at-the-end-thrice | Lb,4/5/2,Sb,Sw,1/1,Sn,Sb,2/4,Lw w | HOP 3/1; Sb2-b3-b4-c4 XSc3 XSc3 XSc3 | B32

B33-by-sizes | Lb,4/5/2,MwSw,2/5/4,Lw w | HOP 3/1; MSc3-c4 | Lb,4/2,MwSw,2/5/5/4,Lw b
B33-like-ones | Lb,4/5/2,MwSwSw,2/5/4,Lw w | HOP 3/1; MSc3-c4 | Lb,4/2,MwSw,2/2,Sw,2/5/4,Lw b
B33-two-sets | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MSc3-c4 | B31
B33-one-colour | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MS(w)c3-c4 | Lb,4/2,MwSw,2/2,Sg,2/5/4,Lw b
B33-levels | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MS(1,3)c3-c4 | Lb,4/2,MwSg,2/2,Sw,2/5/4,Lw b
B33-levels-that-are-not-there | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MS(1,4)c3-c4 | B31
B33-one-level-too-few | Lb,4/5/2,MwSwSg,2/5/4,Lw w | HOP 3/1; MSS(1,3)c3-c4 | B31
B33-one-level-too-many | Lb,4/5/2,LwMwSw,2/5/5 w | TIP 6/1; MS(1,2,3)c3-c2 | B31
B33-a-colour-not-of-all | Lb,4/5/2,MwSg,2/5/4,Lw w | HOP 3/1; MS(w)c3-c4 | B31
B33-with-dig-of-either-seat | Lb,4/5/2,MwMbSwSb,2/5/4,Lw w | DIG 3/1; MSc3-c4 | Lb,4/2,MbSb,2/2,MwSw,2/5/4,Lw b

B47-a-missing-X-before-a-later-step | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b3-e5 | B21
B47-a-missing-X-after-its-step | Lb,4/5/2,SbSb,Sw,1/1,Sw,3/4,Lw w | HOP 2/1; Sb2-b5-b3 | B9
B47-the-win-after-a-missing-X | 5/5/5/1,Sg,SnSgSb,2/1,Mw,3 w | AIM 6/4; Sc2-c1-b2 | B29
B47-the-first-action | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 2/1; Sc3-d4; Sa1-a2 | B28
B47-the-kind-of-step-before-the-cost | Lb,4/5/2,Lw,2/5/4,Mw w | HOP 1/1; Lc3-d4 | B28
B47-the-top-before-the-cost | Lb,4/2,Sb,2/2,Lw,2/5/4,Mw w | HOP 1/1; Lc3-c4 | B9
B47-whose-before-the-step | Lb,4/5/2,Sb,2/5/4,Lw w | HOP 1/1; Sc3-d4 | B10
B47-the-steps-before-the-value-left | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 4/1; Sc3-c4-c6 | B9
B47-the-X-before-the-value-left | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 4/1; Sc3-c4 XSc5 | B32
B47-a-choice-not-written-that-could-win | 5/5/2,SbSg,Sw,1/1,Sw,3/5 w | HOP 3/1; Sb2-b3-b4 | B21
B47-a-choice-written-that-wins | 5/5/2,SbSg,Sw,1/1,Sw,3/5 w | HOP 3/1; Sb2-b3 XS(b)c3-b4 | B29

R3-no-dice | Lb,4/5/2,Sw,2/5/4,Lw w | Sc3-c4 | R3
R3-dice-alone | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1 | R3
R3-dice-twice | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; Sc3-c4; HOP 1/1; Sc4-c5 | R3
R3-dice-last | Lb,4/5/2,Sw,2/5/4,Lw w | Sc3-c4; HOP 1/1 | R3
R3-pass-and-a-step | Lb,4/5/2,Sw,2/5/4,Lw w | HOP 1/1; pass; Sc3-c4 | R3
R3-pass-alone | Lb,4/5/2,Sw,2/5/4,Lw w | pass | R3
"""


def lines_of(table: str) -> list[tuple[str, ...]]:
    lines = [tuple(part.strip() for part in line.split("|")) for line in table.strip().splitlines() if line.strip()]
    assert len({line[0] for line in lines}) == len(lines)
    return lines


STANDARD_LINES = lines_of(STANDARD)


@pytest.mark.parametrize("line", STANDARD_LINES, ids=[line[0] for line in STANDARD_LINES])
def test_standard(check_turn, line):
    _, setup, turn, expected = line
    check_turn(setup, turn, expected)


@pytest.mark.parametrize(("mover", "winner"), [("w", "White"), ("b", "Black")])
def test_b29_one_arrival_finishes_both_so_the_mover_wins(judge, mover, winner):
    after = judge(f"1,Sr,3/1,Sw,3/2,Sb,Sg,1/1,Sn,3/5 {mover}", "HOP 1/1; Sb2-b3").position
    assert GAME.write_position(after).startswith("1,Sr,3/1,Sg,3/1,Sn,Sr,Sg,1/5/5 ")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (winner, "B29")


def test_b31_too_many_meanings_are_told_from_several(judge):
    """There is no list of ways to write it."""
    high = "5/5/2,LwLbLwLbLwLbLnMwMbMwMbMwMbMnSwSbSwSbSn,2/5/5 w"
    with pytest.raises(Illegal, match="write every X result and the level of each pyramid"):
        judge(high, "HOP 1/1; LMSc3-c2")
    with pytest.raises(Illegal, match="this could mean 5 ways to play: write"):
        judge(high, "DIG 1/1; Sc3-c2")


def test_r3_nothing_is_played_before_the_dice():
    """Whoever asks; turns are refused before it comes to this."""
    with pytest.raises(Illegal) as fault:
        GAME.play(GAME.start(Tags()), Pass())
    assert fault.value.code == "dice-missing"
