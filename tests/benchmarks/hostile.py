"""The worst records known: what a short text can make `check` do, and the memory of many small parts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measuring import Row, ask_child, interleave, run

_SIZE = 100_000
_STACK = "LwLwLwLbLbLbLnMwMwMwMbMbMbMnSwSwSwSbSbSbSn"
_HEAD = f'[Game "Braces"]\n[Variant "same-stack"]\n[Setup "5/5/2,{_STACK},2/5/5 w"]\n\n'
_FIRST = f"{_HEAD}1. TIP 6/5; Lc3-c4\n"
_PARTS = {"bad tags": "[\n", "comments": "#\n", "tags": '[a "b"]\n', "turns": "Sa1.", "variations": "(Sa1)"}
_WORK = {
    "hints in a high stack": (_FIRST, "(1. TIP 6/5; S(1)c3-c4)\n"),
    "hints in many records": ("", f"{_HEAD}1. TIP 6/5; S(1)c3-c4\n\n"),
    "paths of seven Smalls": (_FIRST, "(1. TIP 6/5; Sc3-c4-c3-c4-c3-c4-c3-c4-c3)\n"),
}
"""What takes long to judge: the text before, and the part that is repeated."""


def measure(folder: Path, rounds: int) -> Iterator[Row]:
    """Seconds for 100 kB of illegal turns, beyond those to read their text.

    And memory as a multiple of the text, beyond that of an empty record.
    """
    check = [sys.executable, "-m", "pyrnot", "check"]
    for what, (before, part) in _WORK.items():
        judged, read = folder / "judged.pyr", folder / "read.pyr"
        text = before + part * (_SIZE // len(part))
        judged.write_text(text, encoding="utf-8")
        read.write_text(text.replace('"Braces"', '"Unknown"'), encoding="utf-8")
        cases = {"judged": [*check, str(judged)], "read": [*check, str(read)]}
        found = interleave({name: partial(run, command) for name, command in cases.items()}, rounds)
        spent, least = (min(cost.cpu for cost in costs) for costs in found.values())
        note = f"s: {spent:.2f}, to read them {least:.2f}"
        yield Row("hostile", f"{what}, 100 kB", spent - least, 1.0, 0.5, is_cost=True, note=note)
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
