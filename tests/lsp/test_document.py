"""Edits of a document: its positions, and what is judged again after each."""

from __future__ import annotations

import pytest

from pyrnot.games import all_games
from pyrnot.play.replay import replay
from pyrnot.record.read import read_strictly
from support import few_or_many, samples_of

pytest.importorskip("pygls", reason="pygls is not installed")
from lsprotocol.types import Position

from pyrnot.lsp.document import Document, RecordPart

ODD = "a\u00e9\u540d\U0001f53a\nb\u2028c\n\n\U0001f53a"
RECORDS = "".join(f'[Game "Martian Life"]\n[Event "{number}"]\n\n1. Sc4\n2. Sc6\n*\n\n' for number in range(5))


def judged(text: str, before: Document | None = None) -> Document:
    document = Document(text, before=before)
    for part in document.parts:
        _ = document.use(part).replay
    return document


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_offset_has_a_position_and_back(encoding: str) -> None:
    document = Document(ODD, encoding)
    (part,) = document.parts
    positions = [document.position(part, offset) for offset in range(len(ODD) + 1)]
    assert [document.find(position)[1] for position in positions] == list(range(len(ODD) + 1))
    unit = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    assert positions[4].character == len(ODD[:4].encode(f"{encoding}{'-le' if unit > 1 else ''}")) // unit
    assert document.find(Position(0, 99))[1] == 4, "the end of the line"
    assert document.find(Position(99, 0))[1] == len(ODD)


def test_a_column_within_a_character_is_its_start() -> None:
    assert Document("\U0001f53ab").find(Position(0, 1))[1] == 0


def test_line_ends_are_those_of_an_editor() -> None:
    assert Document("a\r\nb\rc\u2028d").text == "a\nb\nc\u2028d"


def test_a_position_is_in_its_record() -> None:
    document = Document(RECORDS)
    for line, text in enumerate(RECORDS.split("\n")[:-1]):
        part, offset = document.find(Position(line, 2))
        assert part is document.parts[line // 7]
        assert part.text[offset:].startswith(text[2:])
        assert document.position(part, offset) == Position(line, min(2, len(text)))


def test_an_edit_leaves_the_verdicts_on_other_records() -> None:
    before = judged(RECORDS)
    after = Document(RECORDS.replace('"1"]\n\n1. Sc4', '"1"]\n\n1. Sd4xSe4'), before=before)
    assert [part.diagnostics is None for part in after.parts] == [False, True, False, False, False]
    assert [one is other for one, other in zip(before.parts, after.parts, strict=True)] == [True, False] + [True] * 3
    assert [diagnostic.code for diagnostic in judged(after.text, after).parts[1].diagnostics or ()] == ["occupied"]


def test_alike_records_are_apart() -> None:
    one = RECORDS[: RECORDS.index("[Game", 5)]
    before = judged(one * 3)
    assert len(set(before.parts)) == 3
    after = judged(one.replace("Sc4", "Zz9") + one * 2, before)
    assert [bool(part.diagnostics) for part in after.parts] == [True, False, False]


def test_only_a_few_records_keep_their_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrnot.lsp.document._RECENT", 2)
    document = judged(RECORDS)
    assert [part._replay is not None for part in document.parts] == [False] * 3 + [True] * 2
    assert [part.diagnostics for part in document.parts] == [()] * 5


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@few_or_many("length", 4, 60)
def test_typing_a_record_gives_the_verdicts_of_each_text(game, length: int) -> None:
    """The end of a sample is typed character by character."""
    text = samples_of(game)[0].read_text(encoding="utf-8")[:1_500]
    document = None
    for end in range(len(text) - length, len(text)):
        document = judged(text[:end], document)
        part: RecordPart = document.parts[-1]
        expected = replay(read_strictly(part.source), hints=False)
        assert part.diagnostics == expected.diagnostics
        assert part.replay.position == expected.position
