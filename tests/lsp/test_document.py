"""Edits of a document: the text and the verdicts are those of the text opened anew, and only what changed is judged."""

from __future__ import annotations

import random

import pytest

from pyrnot.games import all_games
from pyrnot.lsp.document import Document, Recent
from pyrnot.lsp.ruler import Place, Ruler, Units, plain_lines
from pyrnot.play.replay import replay
from pyrnot.record.read import read_strictly
from support import samples_of

ODD = "a\u00e9\u540d\U0001f53a\nb\u2028c\n\n\U0001f53a"
RECORDS = "".join(f'[Game "Martian Life"]\n[Event "{number}"]\n\n1. Sc4\n2. Sc6\n*\n\n' for number in range(5))


@pytest.mark.parametrize("units", Units)
def test_every_offset_has_a_place_and_back(units: Units) -> None:
    ruler = Ruler(ODD, units)
    places = [ruler.place(offset) for offset in range(len(ODD) + 1)]
    assert [ruler.offset(place) for place in places] == list(range(len(ODD) + 1))
    assert places == sorted(places)
    codec = {Units.UTF_8: 1, Units.UTF_16: 2, Units.UTF_32: 4}[units]
    name = f"{units.value}{'-le' if codec > 1 else ''}"
    assert places[4].column == len(ODD[:4].encode(name)) // codec
    assert ruler.offset(Place(0, 99)) == 4, "the end of the line"
    assert ruler.offset(Place(99, 0)) == len(ODD)


def test_a_column_within_a_character_is_its_start() -> None:
    assert Ruler("\U0001f53ab", Units.UTF_16).offset(Place(0, 1)) == 0


def test_line_ends_are_those_of_an_editor() -> None:
    assert plain_lines("a\r\nb\rc\u2028d") == "a\nb\nc\u2028d"


def test_random_edits_leave_the_document_as_if_opened_anew() -> None:
    """Pieces of records, tag lines and signs are put in, taken out and joined; a third of them quoted as in mail."""
    rng = random.Random(7)
    pieces = ["\n", "[", '[Game "Braces"]\n', "{", "}", "3. Sc4\n", "> ", "*\n", "x", "", "\r\n", "(1. Sd4)"]
    for round_number in range(24):
        text = RECORDS if round_number % 3 else "> " + RECORDS.replace("\n", "\n> ")
        document = Document(text)
        for _ in range(8):
            start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
            end = min(end, start + rng.choice([0, 1, 5, 60]))
            piece = rng.choice(pieces)
            ruler = Ruler(text, Units.UTF_16)
            document.edit(ruler.place(start), ruler.place(end), piece)
            text = text[:start] + plain_lines(piece) + text[end:]
            anew = Document(text)
            assert document.text == text
            assert [part.key for part in document.parts] == [part.key for part in anew.parts]
            place = Place(rng.randrange(40), rng.randrange(30))
            index, offset = document.find(place)
            assert document.place(index, offset) == ruler_place(text, place)
        for part in document.parts:
            if part.is_record:
                assert document.judge(part).diagnostics == replay(read_strictly(part.source), hints=False).diagnostics


def ruler_place(text: str, place: Place) -> Place:
    ruler = Ruler(text, Units.UTF_16)
    return ruler.place(ruler.offset(place))


def test_an_edit_leaves_the_verdicts_on_other_records() -> None:
    document = Document(RECORDS)
    for part in document.parts:
        document.judge(part)
    before = list(document.parts)
    document.edit(Place(10, 3), Place(10, 6), "Sd4xSe4")
    assert list(document.unjudged()) == [document.parts[1]]
    assert [one is other for one, other in zip(before, document.parts, strict=True)] == [True, False, True, True, True]
    document.edit(Place(0, 0), Place(0, 0), "\n")
    assert len(list(document.unjudged())) == 2
    assert document.parts[2:] == before[2:]


def test_alike_records_are_apart() -> None:
    document = Document(RECORDS[: RECORDS.index("[Game", 5)] * 3)
    assert len(set(map(id, document.parts))) == 3
    document.edit(Place(3, 3), Place(3, 6), "Zz9")
    assert [bool(document.judge(part).diagnostics) for part in document.parts] == [True, False, False]


def test_only_a_few_records_of_all_documents_keep_their_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrnot.lsp.document._KEPT", len(RECORDS))
    recent = Recent()
    documents = [Document(RECORDS, recent=recent) for _ in range(3)]
    for document in documents:
        for part in document.parts:
            document.judge(part)
        assert not list(document.unjudged())
    kept = [[part.replays != () for part in document.parts] for document in documents]
    assert kept == [[False] * 5, [False] * 5, [True] * 5]
    for number in range(9):
        documents[2].edit(Place(1, 8), Place(1, 9), str(number))
        documents[2].judge(documents[2].parts[0])
    assert len(recent) == 5, "parts that an edit has replaced are not kept"
    documents[2].close()
    assert len(recent) == 0


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_typing_a_record_gives_the_verdicts_of_each_text(game) -> None:
    """A sample's last lines are typed sign by sign."""
    text = samples_of(game)[0].read_text(encoding="utf-8")[:1_500]
    begin = len(text) - 60
    document = Document(text[:begin])
    ruler = Ruler(text, Units.UTF_16)
    for offset in range(begin, len(text)):
        document.edit(ruler.place(offset), ruler.place(offset), text[offset])
        part = document.parts[-1]
        expected = replay(read_strictly(part.source), hints=False)
        assert document.judge(part).diagnostics == expected.diagnostics
        assert part.replay.position == expected.position
    assert document.text == text
