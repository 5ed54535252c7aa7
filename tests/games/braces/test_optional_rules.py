# ruff: noqa: E501 - a line of a table is one case
"""The optional rules of Braces: by `Variant`, a position, a turn, and the position after it or the rule it breaks."""

from __future__ import annotations

import pytest

# name | position | turn | position after it, or the rule that it breaks
TABLES = {
    "": """
B40-not-in-play | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | B32
B41-not-in-play-other-half-there | Lb,4/5/2,SbSw,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,SbSw,2/5/4,Lw b
B42-not-in-play | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
""",
    "withdraw": """
B40-both-leave | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | Lb,4/5/Sw,1,Sr,1,Sw/5/4,Lw b
B40-is-optional | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 | Lb,4/5/Sw,1,Sb,1,Sw/5/4,Lw b
B40-the-first-one-does-nothing | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3 XSc3; Sd3-e3 | B32
B40-the-step-and-not-a-later-one | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sb3-a3; Sd3-e3; Se3-e4 XSc3 | B32
B40-on-the-way-at-the-end | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sb3-a3; Sd3-e3-e4 XSc3 | Lb,4/4,Sw/Sw,1,Sr,2/5/4,Lw b
B40-its-own-colour-back | Lb,4/5/1,Sw,Sg,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | Lb,4/5/Sw,1,Sw,1,Sw/5/4,Lw b
B40-the-opponent's-colour-stays | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | B32
B40-one-neutral | Lb,4/5/1,Sn,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | Lb,4/5/Sn,1,Sr,1,Sw/5/4,Lw b
B40-one-of-the-opponent's | Lb,4/5/1,Sb,Sr,Sw,1/5/4,Lw w | DIG 2/1; Sb3-a3; Sd3-e3 XSc3 | B32
B40-two-of-the-opponent's | Lb,4/5/1,Sb,Sr,Sb,1/5/4,Lw w | DIG 2/1; Sb3-a3; Sd3-e3 XSc3 | B32
B40-another-size | Lb,4/5/1,Sw,Mb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XMc3 | B32
B40-one-capped-at-the-start | Lb,4/5/1,SwSb,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sb3-a3; Sd3-e3 XSc3 | B32
B40-capped-later-does-not-matter | Lb,4/5/1,Mw,Mb,Mw,1/1,Sb,3/4,Lw w | DIG 6/1; Sb2-b3; Mb3-a3; Md3-e3 XMc3 | Lb,4/5/Mw,Sb,Mr,1,Mw/5/4,Lw b
B40-one-is-still-beside-it | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sb3-b4-c4; Sd3-e3 XSc3 | B32
B40-the-second-is-still-beside-it | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sb3-a3; Sd3-d4-c4 XSc3 | Lb,4/2,Sw,2/Sw,1,Sr,2/5/4,Lw b
B40-the-second-goes-straight-beside-it | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | AIM 2/1; Sb3-a3; Sd3-c4 XSc3 | B32
B40-leaving-it-from-another-square | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 4/1; Sb3-b4-c4; Sd3-e3; Sc4-c5 XSc3 | B32
B40-onto-it-is-not-beside-it | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-c3 XS(b)c3 | Lb,4/5/Sw,1,SrSw,2/5/4,Lw b
B40-they-come-back-and-leave-again | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 4/1; Sb3-a3; Sd3-e3; Se3-d3-e3 XSc3 | Lb,4/5/Sw,1,Sr,1,Sw/5/4,Lw b
B40-the-first-is-back | Lb,4/5/1,Sw,Sn,Sw,1/2,Sb,2/4,Lw w | HOP 3/1; Sb3-a3-b3; Sd3-e3 XSc3 | B32
B40-not-there-at-the-start | Lb,4/5/Sw,1,Sb,Sw,1/5/4,Lw w | HOP 3/1; Sd3-e3; Sa3-b3-a3 XSc3 | B32
B40-it-has-moved | Lb,4/5/1,Sw,Sg,Sw,1/5/4,Lw w | HOP 4/1; Sc3-c4-c3; Sb3-a3; Sd3-e3 XSc3 | B32
B40-what-is-above-it-moves | Lb,4/5/1,Mw,MbSn,Mw,1/5/4,Lw w | HOP 5/1; Sc3-c4; Mb3-a3; Md3-e3 XMc3 | Lb,4/2,Sn,2/Mw,1,Mr,1,Mw/5/4,Lw b
B40-what-is-below-it-moves | Lb,4/5/1,Sw,LnSb,Sw,1/5/4,Mw w | HOP 5/1; Lc3-c4; Sb3-a3; Sd3-e3 XSc3 | Lb,4/2,Ln,2/Sw,1,Sr,1,Sw/5/4,Mw b
B40-a-swap-took-it | Lb,4/5/1,Sw,Sb,Sw,1/5/Sb,3,Lw w | SWAP 2/1; Sc3<>Sa1; Sb3-a3; Sd3-e3 XSc3 | B32
B40-a-swap-takes-nothing-away | Lb,4/5/1,Sw,Sb,Sw,1/5/Sn,3,Lw w | SWAP 2/1; Sb3<>Sa1; Sd3-e3-e4 XSc3 | B32
B40-both-on-one-square | Lb,4/5/1,SwSw,Sb,2/5/4,Lw w | HOP 2/1; Sb3-a3; Sb3-b4 XSc3 | B32
B40-a-like-one-stays | Lb,4/5/1,SwSw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | Lb,4/5/Sw,Sw,Sr,1,Sw/5/4,Lw b
B40-which-of-like-ones-has-gone | Lb,4/5/1,Sw,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 3/1; Sd3-e3; Sb2-b3; Sb3-a3 XSc3 | Lb,4/5/Sw,Sw,Sr,1,Sw/5/4,Lw b
B40-which-of-like-ones-goes-on-in-a-path | Lb,4/5/1,Sw,Sb,Sw,1/1,Sw,3/4,Lw w | HOP 3/1; Sd3-e3; Sb2-b3-a3 XSc3 | B32
B40-a-path-is-the-way-of-the-one-that-starts-it | LwMw,4/5/2,Sb,Sw,1/Sw,1,Sw,2/4,LbMb w | TIP 6/1; Sd3-d2-e2; Sa2-b2-c2-c1 XSc3 | B32
B40-another-may-go-on-in-another-action | LwMw,4/5/2,Sb,Sw,1/Sw,1,Sw,2/4,LbMb w | TIP 6/1; Sd3-d2-e2; Sa2-b2-c2; Sc2-c1 XSc3 | LwMw,4/5/2,Sr,2/2,Sw,1,Sw/2,Sw,1,LbMb b
B40-a-unit-leaves | Lb,4/5/1,MwSw,Mb,Mw,1/5/4,Lw w | HOP 5/1; MSb3-a3; Md3-e3 XMc3 | Lb,4/5/MwSw,1,Mr,1,Mw/5/4,Lw b
B40-two-targets | Lb,4/2,Sb,Sw,1/2,Sw,Sb,1/5/4,Lw w | HOP 2/1; Sc3-b3; Sd4-e4 XSc4 XSd3 | Lb,4/2,Sr,1,Sw/1,Sw,1,Sr,1/5/4,Lw b
B40-one-of-two-targets | Lb,4/2,Sb,Sw,1/2,Sw,Sb,1/5/4,Lw w | HOP 2/1; Sc3-b3; Sd4-e4 XSd3 | Lb,4/2,Sb,1,Sw/1,Sw,1,Sr,1/5/4,Lw b
B40-a-choice-on-one-square | Lb,4/5/1,Sw,SbSb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XS(2)c3 | Lb,4/5/Sw,1,SbSr,1,Sw/5/4,Lw b
B40-two-on-one-square | Lb,4/5/1,Sw,SbSb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XS(1)c3 XS(2)c3 | B32
B40-a-choice-that-is-not-clear | Lb,4/5/1,Sw,SbSb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3 | B31
B40-wins | 5/5/1,Sw,Sb,Sw,1/5/5 w | HOP 6/1; Sb3-a3; Sd3-e3 XSc3 | 5/5/Sw,1,Sr,1,Sw/5/5 b
B40-a-step-after-the-win | 5/5/1,Sw,Sb,Sw,1/5/5 w | HOP 6/1; Sb3-a3; Sd3-e3 XSc3-e4 | B29
B40-no-win-without-its-X | 5/5/1,Sw,Sb,Sw,1/5/5 w | HOP 2/1; Sb3-a3; Sd3-e3 | 5/5/Sw,1,Sb,1,Sw/5/5 b
""",
    "same-stack": """
B41-the-other-half-is-there | Lb,4/5/2,SbSw,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sw,SrSw,2/5/4,Lw b
B41-the-other-half-is-there-and-capped | Lb,4/5/2,SwSb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,SwSb,2/5/4,Lw b
B41-a-neutral-half-there | Lb,4/5/2,SnSb,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 XSc3 | Lb,4/5/1,Sw,SnSr,2/5/4,Lw b
B41-the-one-that-arrives-is-there | Lb,4/5/2,Sb,Sw,1/2,Sw,2/4,Lw w | HOP 1/1; Sc2-c3 XSc3 | Lb,4/5/2,SrSw,Sw,1/5/4,Lw b
B41-both-there | Lb,4/5/2,SbSw,2/2,Sw,2/4,Lw w | HOP 1/1; Sc2-c3 | Lb,4/5/2,SbSwSw,2/5/4,Lw b
B41-not-the-target-itself | Lb,4/5/2,Sg,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-b3 | Lb,4/5/1,Sw,Sg,2/5/4,Lw b
B41-a-unit-braces-one-of-its-own | Lb,4/5/3,Sw,1/2,SgSw,2/4,Lw w | HOP 2/1; SSc2-c3 XS(1)c3 | Lb,4/5/2,SwSw,Sw,1/5/4,Lw b
B41-no-swarm-from-there | Lb,4/5/1,Sw,LbSw,2/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 | Lb,4/5/1,Sw,LbSw,2/2,Sw,2/4,Lw b
B41-after-a-swap-on-one-square | Lb,4/5/2,SwSb,Sw,1/5/4,Lw w | SWAP 3/1; S(w)c3<>S(b)c3 XS(1)c3; Le1-e2 | Lb,4/5/2,SrSw,Sw,1/4,Lw/5 b
""",
    "capture": """
B42-grey-scale-changes-first | Lb,4/5/1,Sw,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B42-colour-is-captured | LbSb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | LbSb,4/5/1,Sw,1,Sw,1/5/4,Lw b
B42-captured-without-the-x | LbSb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3 | LbSb,4/5/1,Sw,1,Sw,1/5/4,Lw b
B42-not-red-but-captured | LbSb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=r | B32
B42-not-captured-but-red | Lb,4/5/1,Sw,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | B32
B42-by-a-swarm | LbSb,4/5/1,Sw,Mr,Sw,1/1,Sw,3/Mb,3,Lw w | HOP 1/1; Sb2-c2 XMc3=x | LbSb,4/5/1,Sw,1,Sw,1/2,Sw,2/Mb,3,Lw b
B42-from-within-a-stack | LbSb,4/5/1,Sw,LnSrSn,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | LbSb,4/5/1,Sw,LnSn,Sw,1/5/4,Lw b
B42-by-its-owner-back | Lb,4/5/1,Sb,Sr,2/3,Sb,1/4,LwSw b | HOP 1/1; Sd2-d3 XSc3 | Lb,4/5/1,Sb,Sb,Sb,1/5/4,LwSw w
B42-both-seats-so-nothing | LbSb,4/2,Sw,2/2,Sr,2/2,Sb,2/3,Sn,Lw w | HOP 2/1; Sd1-d2-d3 | LbSb,4/2,Sw,2/2,Sr,Sn,1/2,Sb,2/4,Lw b
B42-two-like-ones-need-no-choice | LbSb,4/5/1,Sw,SrSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | LbSb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B42-two-like-ones-nothing-written | LbSb,4/5/1,Sw,SrSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 | LbSb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B42-two-like-ones-the-upper | LbSb,4/5/1,Sw,SrSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XS(2)c3 | LbSb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B42-two-like-ones-both | LbSb,4/5/1,Sw,SrSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XS(1)c3 XS(2)c3 | B32
B42-two-like-ones-apart | LbSb,4/5/1,Sw,SrSnSr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3 | B31
B42-capture-or-change | Lb,4/5/1,Sw,SrSb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 | B21
B42-the-new-colour-tells | Lb,4/5/1,Sw,SrSb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw b
B42-the-stack-below-drops-its-roof | LbMbSb,4/5/1,Sw,MnSr,2/3,Sw,Mw/4,Lw w | HOP 3/1; Sd2-d3 XSc3; Me2-e3 | LbMbSb,4/5/1,Sw,Mn,Sw,Mw/5/4,Lw b
B42-a-captured-cap-caps-no-more | LbSb,4/5/1,Sw,SwSr,2/3,Sw,1/4,Lw w | HOP 2/1; Sd2-d3 XSc3; Sc3-c4 | LbSb,4/2,Sw,2/1,Sw,1,Sw,1/5/4,Lw b
B42-a-cap-that-stays | LbSb,4/5/1,Sw,SwSb,2/3,Sw,1/4,Lw w | HOP 2/1; Sd2-d3 XSc3; Sc3-c4 | B7
B42-a-size-is-lost | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 6/1; Sd2-d3 XSc3=x | Lb,4/5/1,Sw,1,Sw,1/5/4,Lw b
B42-a-step-after-that-win | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 6/1; Sd2-d3 XSc3=x-d4 | B29
B42-a-size-is-lost-but-its-own-are-colour | Lb,4/5/1,Sg,Sr,2/3,Sg,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | Lb,4/5/1,Sg,1,Sg,1/5/4,Lw b
B42-that-one-goes-on | Lb,4/5/1,Sg,Sr,2/3,Sg,1/4,Lw w | HOP 2/1; Sd2-d3 XSc3=x-d4 | Lb,4/3,Sg,1/1,Sg,3/5/4,Lw b
""",
    "two-colours": """
B43-the-first-reserve-colour | Lb,4/5/1,Sw,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=r | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b
B43-the-second | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | Lb,4/5/1,Sw,Sp,Sw,1/5/4,Lw b
B43-no-further | Lb,4/5/1,Sw,Sp,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 | Lb,4/5/1,Sw,Sp,Sw,1/5/4,Lw b
B43-one-back | Lb,4/5/1,Sw,Sy,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=g | Lb,4/5/1,Sw,Sg,Sw,1/5/4,Lw b
B43-back-to-the-first | Lb,4/5/1,Sw,Sg,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=w | Lb,4/5/1,Sw,Sw,Sw,1/5/4,Lw b
B43-both-seats-so-nothing | Lb,4/2,Sw,2/2,Sr,2/2,Sb,2/3,Sn,Lw w | HOP 2/1; Sd1-d2-d3 | Lb,4/2,Sw,2/2,Sr,Sn,1/2,Sb,2/4,Lw b
B43-both-seats-but-one-can-do-nothing | Lb,4/2,Sw,2/2,Sp,2/2,Sb,2/3,Sn,Lw w | HOP 2/1; Sd1-d2-d3 | Lb,4/2,Sw,2/2,Sr,Sn,1/2,Sb,2/4,Lw b
B43-both-seats-an-X | Lb,4/2,Sw,2/2,Sr,2/2,Sb,2/3,Sn,Lw w | HOP 2/1; Sd1-d2-d3 XSc3 | B32
B43-halves-in-colour-go-one | Lb,4/5/1,Sy,Sb,2/3,Sg,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=r | Lb,4/5/1,Sy,Sr,Sg,1/5/4,Lw b
B43-no-win-before-the-last-colour | 5/5/1,Sw,Sb,2/3,Sw,1/5 w | HOP 2/1; Sd2-d3 XSc3-d4 | 5/3,Sw,1/1,Sw,Sr,2/5/5 b
B43-a-win | 5/5/1,Sw,Sr,2/3,Sw,1/5 w | HOP 2/1; Sd2-d3 XSc3 | 5/5/1,Sw,Sp,Sw,1/5/5 b
B43-grey-scale-halves-go-one | Lb,4/5/1,Sw,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | B32
""",
    "two-colours, double-brace": """
B44-two-grey-scale-halves | Lb,4/5/1,Sw,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | Lb,4/5/1,Sw,Sp,Sw,1/5/4,Lw b
B44-not-beyond-the-last | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | Lb,4/5/1,Sw,Sp,Sw,1/5/4,Lw b
B44-one-half-in-colour | Lb,4/5/1,Sg,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=r | Lb,4/5/1,Sg,Sr,Sw,1/5/4,Lw b
B44-one-half-neutral | Lb,4/5/1,Sn,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=r | Lb,4/5/1,Sn,Sr,Sw,1/5/4,Lw b
B44-one-such-among-several | Lb,4/2,Sw,2/1,Sg,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | Lb,4/2,Sw,2/1,Sg,Sp,Sw,1/5/4,Lw b
B44-by-its-owner-one-back | Lb,4/5/1,Sw,Sy,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=g | Lb,4/5/1,Sw,Sg,Sw,1/5/4,Lw b
B44-a-swarm-goes-one | Lb,4/5/1,Sw,Mb,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3=r | Lb,4/5/1,Sw,Mr,Sw,1/2,Sw,2/4,Lw b
""",
    "two-colours, double-brace, withdraw": """
B40-the-lowest-of-like-ones-in-a-swap | 2,Lw,2/1,Ln,LbLr,LwLw,1/5/5/5 w | SWAP 6/2; Ld4<>Lc5 XL(b)c4; L(2)d4-d5; Lb4-c4 XLc4 | 2,Lw,Lw,1/2,LpLpLn,Lw,1/5/5/5 b
B40-another-of-like-ones-in-a-swap | 2,Lw,2/1,Ln,LbLr,LwLw,1/5/5/5 w | SWAP 6/2; L(2)d4<>Lc5 XL(b)c4; L(2)d4-d5; Lb4-c4 XLc4 | B32
B44-a-withdrawal-goes-one | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3=r | Lb,4/5/Sw,1,Sr,1,Sw/5/4,Lw b
B44-a-withdrawal-never-two | Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3=p | B32
""",
    "two-colours, capture": """
B42-not-before-the-last-colour | LbSb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=p | LbSb,4/5/1,Sw,Sp,Sw,1/5/4,Lw b
B42-in-the-last-colour | LbSb,4/5/1,Sw,Sp,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=x | LbSb,4/5/1,Sw,1,Sw,1/5/4,Lw b
""",
    "neutralize": """
B45-grey-scale-changes-first | Lb,4/5/1,Sw,Sb,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b L0M0S0
B45-colour-becomes-neutral | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=n | Lb,4/5/1,Sw,Sn,Sw,1/5/4,Lw b L0M0S1
B45-a-second-time | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w L0M0S1 | HOP 1/1; Sd2-d3 XSc3=n | Lb,4/5/1,Sw,Sn,Sw,1/5/4,Lw b L0M0S2
B45-not-a-third-time | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w L0M0S2 | HOP 1/1; Sd2-d3 | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw b L0M0S2
B45-each-size-by-itself | Lb,4/5/1,Mw,Mr,2/3,Mw,1/4,Lw w L2M1S2 | HOP 2/1; Md2-d3 XMc3=n | Lb,4/5/1,Mw,Mn,Mw,1/5/4,Lw b L2M2S2
B45-by-a-swarm | Lb,4/5/1,Sw,Mr,Sw,1/1,Sw,3/4,Lw w | HOP 1/1; Sb2-c2 XMc3=n | Lb,4/5/1,Sw,Mn,Sw,1/2,Sw,2/4,Lw b L0M1S0
B45-t-is-n | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=t | Lb,4/5/1,Sw,Sn,Sw,1/5/4,Lw b L0M0S1
B45-by-its-owner-back | Lb,4/5/1,Sw,Sg,2/3,Sw,1/4,Lw w | HOP 1/1; Sd2-d3 XSc3=w | Lb,4/5/1,Sw,Sw,Sw,1/5/4,Lw b L0M0S0
B45-both-seats-so-nothing | Lb,4/2,Sw,2/2,Sr,2/2,Sb,2/3,Sn,Lw w | HOP 2/1; Sd1-d2-d3 | Lb,4/2,Sw,2/2,Sr,Sn,1/2,Sb,2/4,Lw b L0M0S0
B45-both-seats-but-none-are-left | Lb,4/2,Sw,2/2,Sr,2/2,Sb,2/3,Sn,Lw w L0M0S2 | HOP 2/1; Sd1-d2-d3 | Lb,4/2,Sw,2/2,Sb,Sn,1/2,Sb,2/4,Lw b L0M0S2
B45-belongs-to-nobody-then | Lb,4/5/1,Sw,Sr,2/3,Sw,1/4,Lw w | HOP 2/1; Sd2-d3 XSc3=n; Sc3-c4 | Lb,4/2,Sn,2/1,Sw,1,Sw,1/5/4,Lw b L0M0S1
B45-more-than-are-left-one-is-chosen | Lb,4/1,Sw,1,Sw,1/1,Sr,1,Sr,1/2,Sw,2/4,Lw w L0M0S1 | HOP 1/1; Sc2-c3 XSb3=n | Lb,4/1,Sw,1,Sw,1/1,Sn,Sw,Sr,1/5/4,Lw b L0M0S2
B45-more-than-are-left-the-other | Lb,4/1,Sw,1,Sw,1/1,Sr,1,Sr,1/2,Sw,2/4,Lw w L0M0S1 | HOP 1/1; Sc2-c3 XSd3 | Lb,4/1,Sw,1,Sw,1/1,Sr,Sw,Sn,1/5/4,Lw b L0M0S2
B45-more-than-are-left-not-written | Lb,4/1,Sw,1,Sw,1/1,Sr,1,Sr,1/2,Sw,2/4,Lw w L0M0S1 | HOP 1/1; Sc2-c3 | B21
B45-more-than-are-left-both-written | Lb,4/1,Sw,1,Sw,1/1,Sr,1,Sr,1/2,Sw,2/4,Lw w L0M0S1 | HOP 1/1; Sc2-c3 XSb3 XSd3 | B32
B45-as-many-as-are-left | Lb,4/1,Sw,1,Sw,1/1,Sr,1,Sr,1/2,Sw,2/4,Lw w | HOP 1/1; Sc2-c3 | Lb,4/1,Sw,1,Sw,1/1,Sn,Sw,Sn,1/5/4,Lw b L0M0S2
B45-scarce-beside-a-sure-change | Lb,4/1,Sw,1,Sw,1/1,Sb,1,Sr,1/2,Sw,2/4,Lw w L0M0S1 | HOP 1/1; Sc2-c3 | Lb,4/1,Sw,1,Sw,1/1,Sr,Sw,Sn,1/5/4,Lw b L0M0S2
B45-a-choice-beside-what-uses-up-the-rest | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 XSd3=n | B21
B45-both-choices-written | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 XSd3=n XS(b)b3 | LwMw,4/5/Sw,SrSr,Sw,Sn,Sw/5/4,LbMb b L0M0S2
B45-the-last-one-needs-its-X | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 XS(b)b3 | B21
B45-the-other-of-one-square | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 XSb3=n | LwMw,4/5/Sw,SbSn,Sw,Sr,Sw/5/4,LbMb b L0M0S2
B45-one-X-that-leaves-one-way | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 XSb3 | LwMw,4/5/Sw,SbSn,Sw,Sr,Sw/5/4,LbMb b L0M0S2
B45-two-X-that-fit-one-way-only | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 XSb3 XSd3 | LwMw,4/5/Sw,SrSr,Sw,Sn,Sw/5/4,LbMb b L0M0S2
B45-no-X-where-two-could-change | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S1 | HOP 1/1; Sc2-c3 | B21
B45-none-is-left-so-one-is-certain | LwMw,4/5/Sw,SbSr,1,Sr,Sw/2,Sw,2/4,LbMb w L0M0S2 | HOP 1/1; Sc2-c3 | LwMw,4/5/Sw,SrSr,Sw,Sr,Sw/5/4,LbMb b L0M0S2
B45-the-last-grey-scale-one-wins | 5/5/1,Sw,Sb,2/3,Sw,1/4,Lr w | HOP 6/1; Sd2-d3 XSc3 | 5/5/1,Sw,Sr,Sw,1/5/4,Lr b L0M0S0
""",
    "same-stack, withdraw": """
B47-a-false-X-and-two-ways-to-choose | 4,Lb/5/3,Mr,1/3,MbMw,MgMn/Lw,2,Mb,1 b | AIM 5/3; Me2-d2 XMd1 XMd2-c2 XM(g)d2 | B32
""",
    "neutralize, withdraw": """
B45-by-a-withdrawal | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3=n | Lb,4/5/Sw,1,Sn,1,Sw/5/4,Lw b L0M0S1
B45-by-a-withdrawal-none-are-left | Lb,4/5/1,Sw,Sr,Sw,1/5/4,Lw w L0M0S2 | HOP 2/1; Sb3-a3; Sd3-e3 XSc3=n | B32
B45-a-withdrawal-counts-among-what-could-be-made | 4,Lb/1,Sr,3/2,SwSg,Sr,1/2,SrSn,2/Lw,4 b | HOP 3/2; S(n)c2-e2-e3; Sd3-d2 XS(w)c3 | B21
B45-a-withdrawal-that-is-not-chosen | 4,Lb/1,Sr,3/2,SwSg,Sr,1/2,SrSn,2/Lw,4 b | HOP 3/2; S(n)c2-e2-e3 XSd3=n; Sd3-d2 XSc2=n XSc3 | 4,Lb/1,Sr,3/2,SgSg,1,Sn/2,Sn,Sn,1/Lw,4 w L0M0S2
""",
    "capture, withdraw": """
B42-by-a-withdrawal | LbSb,4/5/1,Sw,Sr,Sw,1/5/4,Lw w | HOP 2/1; Sb3-a3; Sd3-e3 XSc3=x | LbSb,4/5/Sw,3,Sw/5/4,Lw b
B40-of-like-ones-a-swap-took-the-lowest | 3,Sr,Lb/2,Sb,SgSg,SbSw/1,Mb,1,Sn,1/Mw,4/Lw,4 b | SWAP 4/2; Sd4<>S(w)e4 XSd4; Sd5-d4-c4 XS(1)d4; SSc4-d4 XSd4=x | B32
B40-the-level-says-another-of-like-ones | 3,Sr,Lb/2,Sb,SgSg,SbSw/1,Mb,1,Sn,1/Mw,4/Lw,4 b | SWAP 4/2; S(2)d4<>S(w)e4 XSd4; Sd5-d4-c4 XS(1)d4; SSc4-d4 XSd4=x | 4,Lb/3,SwSbSr,SbSg/1,Mb,1,Sn,1/Mw,4/Lw,4 w
""",
}

CASES = [
    (variants, *[part.strip() for part in line.split("|")])
    for variants, table in TABLES.items()
    for line in table.strip().splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case[1] for case in CASES])
def test_optional_rule(check_turn, case):
    variants, _, setup, turn, expected = case
    check_turn(setup, turn, expected, variants)


def test_names_differ():
    names = [case[1] for case in CASES]
    assert len(set(names)) == len(names)
