"""Replaying a record after an edit: what an earlier replay knows is not judged again, and no verdict changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as changed

from pyrnot.foreign.reading import read_record
from pyrnot.play.replay import play_turn, replay
from pyrnot.record.source import SourceText
from support import SAMPLES


@pytest.mark.parametrize("sample", ["braces/authors-line", "homeworlds/sacrifice-chain", "triumvirate/hostages"])
def test_only_turns_that_changed_are_judged(sample: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fifth turn is made illegal and put right again; then a comment moves all turns."""
    text = (SAMPLES / f"{sample}.pyr").read_text(encoding="utf-8")
    judged: list[Any] = []

    def counted(*args: Any, **options: Any) -> Any:
        judged.append(args)
        return play_turn(*args, **options)

    def run(text: str, *earlier: Any) -> tuple[Any, int]:
        judged.clear()
        return replay(read_record(SourceText(text)), earlier=earlier), len(judged)

    monkeypatch.setattr("pyrnot.play.replay.play_turn", counted)
    good, everything = run(text)
    wrong = text.replace("\n5. ", "\n5. pass; ")
    bad, count = run(wrong, good)
    assert bad.diagnostics == run(wrong)[0].diagnostics != ()
    assert count <= 1, "the turn that was edited"
    again, count = run(text, bad, good)
    assert (again.plies, again.diagnostics, count) == (good.plies, good.diagnostics, 0)
    moved, count = run(text.replace("\n1. ", "\n1. { slower } ", 1), bad)
    assert (moved.position, count) == (good.position, everything - 4)


def test_without_hints_everything_else_is_the_same() -> None:
    record = read_record(SourceText('[Game "Martian Life"]\n\n1. Sd4xSe4\n'))
    quick, full = replay(record, hints=False), replay(record)
    without = tuple(changed(fault, hint=None, fix=None) for fault in full.diagnostics)
    assert full.diagnostics != quick.diagnostics == without
