"""Very long records: their plies are worked out again when they are used, and are those that were replayed."""

from __future__ import annotations

import pytest
from reading import MARTIAN, read

from pyrnot.play import long_plies
from pyrnot.play.replay import replay

TURNS = "1. Sa1 (1. Sh8 2. Sa1 (2. Sb9 3. Sc1)) 2. Sh8 (2. Sg8 (2. Sg7)) 3. Sa1 4. Sh8 XSa1 5. Sb1 6. Zz9 7. Sa1"


@pytest.mark.parametrize("options", [{}, {"mainline_only": True}, {"keep_going": True}], ids=str)
def test_plies_of_a_long_record(monkeypatch: pytest.MonkeyPatch, options: dict[str, bool]) -> None:
    record = read(MARTIAN + TURNS)
    kept = replay(record, **options)
    monkeypatch.setattr("pyrnot.play.replay.KEPT", 3)
    for block in (1, 2, 5):
        monkeypatch.setattr(long_plies, "_BLOCK", block)
        judged = replay(record, **options)
        assert isinstance(judged.plies, long_plies.LongPlies)
        assert tuple(judged.plies) == kept.plies
        assert tuple(reversed(judged.plies)) == kept.plies[::-1]
        assert tuple(judged.plies[1:-2]) == kept.plies[1:-2]
        assert judged.plies[-2] == kept.plies[-2]
        assert tuple(judged.main_plies) == kept.main_plies
        assert judged.main_plies[-1] == kept.main_plies[-1]
        assert tuple(judged.main_plies[1:]) == kept.main_plies[1:]
        assert (judged.length, judged.position, judged.diagnostics) == (kept.length, kept.position, kept.diagnostics)


def test_a_jump_replays_few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variations that are read after what they replace, which stands far before them, replay no block twice."""
    monkeypatch.setattr("pyrnot.play.replay.KEPT", 3)
    monkeypatch.setattr(long_plies, "_BLOCK", 2)
    judged = replay(read(MARTIAN + TURNS))
    blocks = []
    again = judged.plies._again
    judged.plies._again = lambda lines, turns: blocks.append(turns) or again(lines, turns)
    for _ in range(3):
        assert judged.plies[0]
        assert judged.plies[5]
    assert blocks == [range(2), range(4, 6)]
