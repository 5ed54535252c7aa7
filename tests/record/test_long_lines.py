"""Turns and lines of play that are packed because there are very many: they are the same as those that are not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pyrnot.foreign.files import read_sources
from pyrnot.foreign.reading import read_records
from pyrnot.play.replay import replay
from pyrnot.record import long_lines, packed
from pyrnot.record.long_lines import Long
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText

SAMPLES = Path(__file__).parents[2] / "sample_games"
WITH_VARIATIONS = [path for path in sorted(SAMPLES.rglob("*.pyr")) if "\n(" in path.read_text(encoding="utf-8")]
TEXT = """\
[Game "Martian Life"]

1. Red: Sa1 !? { one } { two } (1. Sb2; Sb3 $7 (1. Sc3 {three}) 2. Sd4) ({ lead } 1. Sa2) (1. Sa3)
2... Sh8. 12345678901. Sg7 # rest
4. nonsense 5. Sc6; Sc7; Sc8; Sd1; Sd2; Sd3; Sd5; Sd6; Sd7 !!!!!!!!!!!! ; 6.
"""


def read(text: str, form: str | None = None) -> list[Record]:
    return read_records(SourceText(text, form=form))


def pack_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lines, "KEPT", 1)
    monkeypatch.setattr(packed, "_SHORT", 1)


def plain(parts: Sequence[object]) -> tuple[object, ...]:
    return tuple(parts)


def same(record: Record, other: Record) -> bool:
    """Compared part by part: a tuple is never equal to another kind of sequence."""
    pairs = [*zip(record.turns, other.turns, strict=True), *zip(record.variations, other.variations, strict=True)]
    return all(
        type(a) is type(b)
        and all(
            plain(getattr(a, name)) == plain(getattr(b, name))
            if isinstance(getattr(a, name), Sequence) and not isinstance(getattr(a, name), str)
            else getattr(a, name) == getattr(b, name)
            for name in a.__struct_fields__
        )
        for a, b in pairs
    )


def test_every_part_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    (before,) = read(TEXT)
    pack_all(monkeypatch)
    (after,) = read(TEXT)
    assert isinstance(after.turns, Long)
    assert isinstance(after.variations, Long)
    assert same(before, after)
    assert before.diagnostics == after.diagnostics
    assert after.turns[-1] == after.turns[len(after.turns) - 1]
    assert len(after.turns[1:3]) == 2
    with pytest.raises(IndexError):
        after.turns[len(after.turns)]


@pytest.mark.parametrize("path", WITH_VARIATIONS, ids=lambda path: path.stem)
def test_samples(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def judged() -> list[tuple[object, ...]]:
        replays = [replay(record) for source in read_sources(str(path)) for record in read_records(source)]
        return [(one.length, one.position, one.outcome, one.diagnostics) for one in replays]

    before = judged()
    pack_all(monkeypatch)
    assert judged() == before
