"""The worst records known: what a short text can make `check` do, and the memory of many small parts.

A wrong turn that comes again is judged once. So that this does not hide what it costs, no two turns of a case are the
same: they have other dice, or go another way.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple

from measuring import Row, ask_child, interleave, run

from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.games import import_game
from pyrnot.play.random import random_turn
from pyrnot.play.write import write_tag

_SIZE = 100_000
_PARTS = {"bad tags": "[\n", "comments": "#\n", "tags": '[a "b"]\n', "turns": "Sa1.", "variations": "(Sa1)"}


class Case(NamedTuple):
    """What takes long to judge: wrong turns from one position, each with other dice, as variations or as records; and
    the options with which it is checked."""

    tags: Mapping[str, str]
    turns: Sequence[str]
    as_records: bool = False
    options: tuple[str, ...] = ()

    def write(self, turns: Sequence[str]) -> str:
        """A text of such turns, as long as those that are measured."""
        game = import_game(self.tags["Game"].lower().replace(" ", "-"))
        head = "\n".join([*(write_tag(name, value) for name, value in self.tags.items()), "", ""])
        first = "" if self.as_records else f"{head}1. {self._legal(game, 1)[0]}\n"
        part = f"{head}1. {{}}\n\n" if self.as_records else "(1. {})\n"
        text = first
        for turn in cycle(turns):
            text += part.format(turn)
            if len(text) > _SIZE:
                return text
        raise AssertionError("there are no turns")

    @property
    def hostile(self) -> str:
        """The text of the wrong turns."""
        return self.write(self.turns)

    @property
    def honest(self) -> str:
        """A text as long of legal turns from the same position."""
        return self.write(self._legal(import_game(self.tags["Game"].lower().replace(" ", "-")), 60))

    def _legal(self, game: AnyGame, count: int) -> list[str]:
        """Random legal turns."""
        rng, start = random.Random(count), game.start(Tags(self.tags))
        turns = [random_turn(game, start, rng) for _ in range(count)]
        return [game.write_turn(turn.taken, turn.ended) for turn in turns if turn is not None]


def _rolled(face: str, *turns: str) -> list[str]:
    """The turns after every throw with this face; in each, `{x}` is a square next to c3, and `{y}` one next to that."""
    ways = [("c4", "c5"), ("b3", "a3"), ("d3", "e3"), ("c2", "c1")]
    rolls = list(product(range(1, 7), repeat=2))
    return [
        f"{face} {left}/{right}; {turn.format(x=x, y=y)}" for turn, (x, y), (left, right) in product(turns, ways, rolls)
    ]


def _braces(variant: str, setup: str) -> Mapping[str, str]:
    return {"Game": "Braces", "Variant": variant, "Setup": f"{setup} w"}


_HIGH = _braces("same-stack", "5/5/2,LwLwLwLbLbLbLnMwMwMwMbMbMbMnSwSwSwSbSbSbSn,2/5/5")
_MIXED = _braces("same-stack", "5/5/2,LwLbLwLbLwLbLnMwMbMwMbMwMbMnSwSbSwSbSwSbSn,2/5/5")
_EVERY = "withdraw, same-stack, capture, two-colours, double-brace"
_MANY = _braces(_EVERY, "5/5/2,MpSn,LbLbLwMpMyMySb,Sy/2,LnSy,MnSw,1/2,LyLpSrSb,Mb,1")
_TWO = _braces(
    "withdraw, same-stack, two-colours, double-brace",
    "5/1,Sr,LwLpLnLbMyMnSwSgSn,2/2,LgLbLyMgMbMbSbSb,2/2,Sy,2/5",
)
_ENDS = ("c3-{x}", "{x}-{y}", "{y}-{x}", "{x}-c3")
_AUTUMN = {
    "Game": "Autumn Ash",
    "Variant": "unsettled",
    "Setup": "8/8/1,PwPo,Qp,1,Pk,3/2,Pb,5/2,QoPp,5/Pk,Dk,1,Qk,Qk,3/1,Qp,6/Qw,Dk,2,Pb,3 r 0 17",
}
_TRIUMVIRATE = {
    "Game": "Triumvirate",
    "Setup": "6,Lb,1/7,Mb/Mb,Sr,1,Mr,Sr,Lb,2/1,Mb,2,Mr,3/4,Sb,2,Lr/5,Lr,2/3,Mr,4/Lr,7 r "
    "L_,S_,M_|L^,S_,- S^,L^,M^|L^,-,- LMSS MSS p",
}
_SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
_WRONG = _rolled("TIP", "S(1)c3-{x}", "S(2)c3-{x}", "S(3)c3-{x}", "M(1)c3-{x}", "M(2)c3-{x}", "Sc3-{y}", "Lc3-{y}")
_SWAPS = _rolled("SWAP", *(f"Sc3<>Sc3 XM{{x}}; S{end}" for end in _ENDS))
_FALSE = _rolled("DIG", *(f"Sc4-b4-b3-a3-b3-b2 XMc4 XLc3 XMc4 XMc3; S{end}" for end in _ENDS))
_CASES = {
    "hints in a high stack": Case(_HIGH, _WRONG),
    "hints in many records": Case(_HIGH, _WRONG, as_records=True),
    "hints in Autumn Ash": Case(_AUTUMN, [f"Q{a}-{b}" for a in _SQUARES for b in _SQUARES], as_records=True),
    "hints in Triumvirate": Case(
        _TRIUMVIRATE, [f"<L^ S^ M^>; Sd5-{a}; S{a}-{b}" for a in _SQUARES for b in _SQUARES], as_records=True
    ),
    "paths of seven Smalls": Case(
        _MIXED, _rolled("DIG", *(f"Sc3-{{x}}-c3-{{x}}-c3-{{x}}-{{y}}-{{x}}; S{end}" for end in _ENDS))
    ),
    "swaps of two of seven": Case(_MIXED, _SWAPS),
    "swaps of two of seven, --keep-going": Case(_MIXED, _SWAPS, options=("--keep-going",)),
    "choices without an X": Case(_MANY, _rolled("TIP", *(f"Sd2-e2-d2-e2-d2-e2-d2-e2; S{end}" for end in _ENDS))),
    "choices, bare WILD": Case(_MANY, _rolled("WILD", *(f"Sd2-e2-d2-e2-d2-e2; S{end}" for end in _ENDS))),
    "faults of notation": Case({"Game": "Martian Life"}, [f"S{a}→{b}" for a in _SQUARES for b in _SQUARES], True),
    "false X results, DIG": Case(_TWO, _FALSE),
    "false X results, --keep-going": Case(_TWO, _FALSE, options=("--keep-going",)),
    "false X results in many records": Case(_TWO, _FALSE, as_records=True),
    "many wrong dice": Case({"Game": "Braces"}, [f"DIG {number}; Sb1-b2" for number in range(7, 3_000)], True),
}
_THREADS = {
    "thread of near-turns": ("Braces", "é{face} {left}/{right}; S{x}-{y}; M{y}-{x}"),
    "thread of near-turns, game not named": ("", "é{face} {left}/{right}; S{x}-{y}; M{y}-{x}"),
    "thread of long lines": ("Braces", "; ".join(["{face} {left}/{right}; S{x}-{y}", "M{y}-g{left}"] * 6)),
    "thread of bars": ("Autumn Ash", "| P{x}-{y}-{x}=P{left} | |"),
    "thread of illegal turns": ("Autumn Ash", "P{x}-{y}"),
}
"""Texts that anybody may send: a game's title or none, and what each line says."""


def _write_thread(title: str, line: str) -> str:
    """A text of such lines, of which no two are the same."""
    rng = random.Random(1)
    text = f"{title}\n\n"
    while len(text) < _SIZE:
        x, y = rng.sample(_SQUARES, 2)
        face, left, right = rng.choice(("TIP", "HOP", "SWAP", "DIG")), rng.randint(1, 6), rng.randint(1, 6)
        text += line.format(face=face, left=left, right=right, x=x, y=y) + "\n"
    return text


def _measure_threads(folder: Path, rounds: int) -> Iterator[Row]:
    """Seconds for 100 kB of lines that are not turns of a game, beyond those for as much chatter."""
    check = [sys.executable, "-m", "pyrnot", "check", "--from", "thread"]
    honest = folder / "honest.txt"
    honest.write_text("Braces\n\n" + "It rained all day, and we stayed at home.\n" * (_SIZE // 42), encoding="utf-8")
    for what, (title, line) in _THREADS.items():
        hostile = folder / "hostile.txt"
        hostile.write_text(_write_thread(title, line), encoding="utf-8")
        cases = {"hostile": partial(run, [*check, str(hostile)]), "honest": partial(run, [*check, str(honest)])}
        found = interleave(cases, rounds)
        spent, least = (min(cost.cpu for cost in costs) for costs in found.values())
        note = f"s: {spent:.2f}, chatter {least:.2f}"
        yield Row("hostile", f"{what}, 100 kB", spent - least, 1.0, 0.5, is_cost=True, note=note)


def measure(folder: Path, rounds: int) -> Iterator[Row]:
    """Seconds for 100 kB of wrong turns, beyond those for as much text of legal turns from the same position.

    And memory as a multiple of the text, beyond that of an empty record.
    """
    check = [sys.executable, "-m", "pyrnot", "check"]
    for what, case in _CASES.items():
        hostile, honest = folder / "hostile.pyr", folder / "honest.pyr"
        hostile.write_text(case.hostile, encoding="utf-8")
        honest.write_text(case.honest, encoding="utf-8")
        cases = {"hostile": [*check, *case.options, str(hostile)], "honest": [*check, str(honest)]}
        found = interleave({name: partial(run, command) for name, command in cases.items()}, rounds)
        spent, least = (min(cost.cpu for cost in costs) for costs in found.values())
        note = f"s: {spent:.2f}, legal turns {least:.2f}"
        yield Row("hostile", f"{what}, 100 kB", spent - least, 1.0, 0.5, is_cost=True, note=note)
    yield from _measure_threads(folder, rounds)
    empty = folder / "empty.pyr"
    empty.write_text('[Game "Martian Life"]\n\n*\n', encoding="utf-8")
    base = ask_child("peak", *check, empty)["peak"]
    for what, part in _PARTS.items():
        file = folder / "parts.pyr"
        start = "Sa1 " if what == "variations" else ""  # they replace a turn
        file.write_text(f'[Game "Martian Life"]\n{start}' + part * (50 * _SIZE // len(part)), encoding="utf-8")
        peak = ask_child("peak", *check, file)["peak"]
        ratio = (peak - base) / (file.stat().st_size / 1e6)
        note = f"MB: {peak:.0f} for {file.stat().st_size / 1e6:.0f}"
        yield Row("hostile", f"memory of {what}", ratio, 20.0, 20.0, is_cost=True, note=note)
