"""How much is played to find out what an action is: counted, not timed. What it is found to be must be the same."""

from __future__ import annotations

from typing import Any

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.braces import GAME, branches, game, readings, steps
from pyrnot.play.turns import play_turn
from pyrnot.record.grammars import parse_action

_HIGH = "5/5/2,LwLwLwLbLbLbLnMwMwMwMbMbMbMnSwSwSwSbSbSbSn,2/5/5 w"
_EVERY = "withdraw, same-stack, capture, two-colours, double-brace"
_BETWEEN = "5/5/2,MpSn,LbLbLwMpMyMySb,Sy/2,LnSy,MnSw,1/2,LyLpSrSb,Mb,1 w"
_LATE = "4,Mb/2,LnSn,2/1,Mg,LwLgLwLrLbMnSb,SgSnSgSw,1/2,LbMgMwMrSrSrSn,2/5 w L0M0S2"
_TWO = "5/1,Sr,LwLpLnLbMyMnSwSgSn,2/2,LgLbLyMgMbMbSbSb,2/2,Sy,2/5 w"
_FALSE_X = "DIG 6/{}; Sc4-b4-b3-a3-b3-b2 XMc4 XLc3 XMc4 XMc3; Sc3-c4"
_LEGAL_X = "DIG 4/4 R 6/3; Sc2-d2; L(w)c4-c5 XLc4; Sc4-d4 XS(7)c3 XL(p)c4; Sc4-b4 XSb4 XSc4"
_FOUR_X = "withdraw, same-stack, two-colours, double-brace"
_CASES = {
    # Variants, set-up, turn, rule, the most arrivals that may be looked at. In brackets how many there were once.
    "too-long (92)": ("same-stack", _HIGH, "TIP 6/5; Sc3-c4-c3-c4-c3-c4-c3-c4-c3", "B8", 12),
    "unwritten (77)": ("same-stack", _HIGH, "DIG 6/1; Sc3-c4-c3-c4-c3", "B21", 12),
    "all-branches-end-there (338)": (_EVERY, _BETWEEN, "DIG 6/5; Sd2-e2-d2-e2-d2-e2-d2-e2; Sd2-c2-c3", "B7", 15),
    "bare-wild (1455)": (_EVERY, _BETWEEN, "WILD 6/5; Sd2-e2-d2-e2-d2-e2-d2-e2; Sd2-c2-c3", "B6", 10),
    "x-of-several (300)": (
        "withdraw, same-stack, neutralize",
        _LATE,
        "WILD 6/5; Sd3-c3-d3-c3 XMc2; Sc4-c3",
        "B6",
        70,
    ),
    "false-x (60)": (_FOUR_X, _TWO, _FALSE_X.format(1), "B32", 40),
    "swap-of-likes (171)": ("same-stack", _HIGH, "SWAP 6/1; Sc3<>Sc3; Lc3-c4", "B31", 6),
}


@pytest.mark.parametrize(("variant", "setup", "turn", "rule", "most"), _CASES.values(), ids=_CASES)
def test_few_steps_are_played(
    variant: str, setup: str, turn: str, rule: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = GAME.start(Tags({"Variant": variant, "Setup": setup}))
    landed: list[object] = []

    def count(module: Any, name: str) -> None:
        real = getattr(module, name)

        def counted(*given: Any, **more: Any) -> Any:
            landed.append(given)
            return real(*given, **more)

        monkeypatch.setattr(module, name, counted)

    count(steps, "land")
    count(readings, "swap_places")
    monkeypatch.setattr(game, "_PLAYS_TO_LIST", 0)  # so that nothing is played for the message
    with pytest.raises(Illegal) as refused:
        play_turn(GAME, position, [parse_action(GAME, action) for action in turn.split("; ")])
    assert refused.value.rule == rule
    assert len(landed) <= most


def test_landings_are_remembered_for_branches_and_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other dice, the same steps: what could change at each arrival was worked out again."""
    position = GAME.start(Tags({"Variant": _FOUR_X, "Setup": _TWO}))
    found: list[object] = []
    real = steps.find_options
    monkeypatch.setattr(steps, "find_options", lambda *given: found.append(given) or real(*given))
    worked_out = []
    for die in (1, 2, 3):
        with pytest.raises(Illegal):
            play_turn(GAME, position, [parse_action(GAME, action) for action in _FALSE_X.format(die).split("; ")])
        worked_out.append(len(found))
    assert worked_out[0] == worked_out[2]


def test_names_are_shortened_without_a_search_for_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of what a shorter name could mean is illegal; why it is was found out each time."""
    position = GAME.start(Tags({"Variant": _FOUR_X, "Setup": _TWO}))
    turn = play_turn(GAME, position, [parse_action(GAME, action) for action in _LEGAL_X.split("; ")])
    sought: list[object] = []

    class Counted(branches._Path):
        def __init__(self, *given: Any, **more: Any) -> None:
            sought.extend(filter(None, more.values()))
            super().__init__(*given, **more)

    monkeypatch.setattr(branches, "_Path", Counted)
    assert GAME.write_turn(turn.taken, turn.ended) == _LEGAL_X
    assert not sought
