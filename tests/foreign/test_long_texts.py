"""Texts longer than memory: they read as short ones do, take bounded memory, and time that grows with their length."""

from __future__ import annotations

import csv
import gc
import io
import json
import pickle
import time
import tracemalloc
import weakref
from collections.abc import Callable, Iterable
from copy import copy
from html import escape
from pathlib import Path

import pytest

from pyrnot.foreign import arena, decoded, foreign_file, homeworlds, pages, placed_json, stored_mail, thread
from pyrnot.foreign.files import read_sources
from pyrnot.foreign.placed_json import read_json, stream
from pyrnot.foreign.reading import read_records
from pyrnot.foreign.thread import blocks, game_thread, read_threads, shelf
from pyrnot.play.replay import Replay, replay
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from support import count_calls

TAGS = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n'
NAMES = ("Ana", "Bruno")
TURNS = ("1. Sd5=M", "2. Sc6", "3. Sc4 XSd4", "4. Sc4")  # the last is not legal
WORDS = ("hello", "we went home and it was late then 🙂", "it rained at 9:20 for all of that day", "so it was, and is")


def said(count: int) -> list[tuple[str, str, str]]:
    """Who says what when: turns, each after as many remarks."""
    words = [word for turn in TURNS for word in ([WORDS[at % len(WORDS)] for at in range(count)] + [turn])]
    who = [NAMES[TURNS.index(word) % 2 if word in TURNS else at % 2] for at, word in enumerate(words)]
    return [
        (name, f"2024-03-{at // 1440 % 28 + 1:02} {at // 60 % 24:02}:{at % 60:02}", word)
        for at, (name, word) in enumerate(zip(who, words, strict=True))
    ]


def chat_of(count: int) -> str:
    return TAGS + "".join(f"[{when}] {name}: {word}\n" for name, when, word in said(count))


def mail_of(count: int) -> str:
    return TAGS + "".join(
        f"From: {name}\nSent: {when}\nSubject: Mars\n\n{word}\n\n> so it was\n\n" for name, when, word in said(count)
    )


def plain_of(count: int) -> str:
    board = "  a b c d e f\n1 · · Sb · · · 1\n2 · · · · · · 2\n3 · · · · · · 3\n\n"
    return f"{TAGS}\n" + "".join(
        f"{board}{word}\n\nRules:\nS1 A move is what a player makes.\n\n" for *_, word in said(count)
    )


def page_of(count: int) -> str:
    lines = "".join(
        f"<p>[{when}] <b>{name}</b>:\n {escape(word)}<!-- {when} --></p>\n" for name, when, word in said(count)
    )
    return f"<html><head><style>p {{}}</style></head><body><pre>{escape(TAGS, quote=False)}</pre>\n{lines}<!-- <p <!["


def table_of(count: int) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(
        [("Author", "Date", "Content"), ("Ana", "", TAGS), *((n, w, t) for n, w, t in said(count))]
    )
    return file.getvalue()


def rows_of(count: int) -> str:
    rows = "".join(f"{at},{turn.partition(' ')[2]},\n" for at, turn in enumerate(TURNS, 1))
    return "Red,Ana\nYellow,Bruno\nGame,Martian Life\nNo,Move,Note\n" + rows + "9,,long\n" * count


def export_of(count: int) -> str:
    messages = [{"author": {"name": "Ana"}, "content": TAGS}]
    messages += [
        {"author": {"name": name}, "timestamp": f"{when.replace(' ', 'T')}:00+00:00", "content": f"> so?\n{word}"}
        for name, when, word in said(count)
    ]
    return json.dumps({"messages": [], "guild": {"id": 1.5}, "messages ": 1}, indent=1)[:-2] + (
        f',\n"messages": {json.dumps(messages, indent=1, ensure_ascii=False)}, "count": {count}}}\n'
    )


TEXTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "chat": ("thread", chat_of),
    "mails": ("thread", mail_of),
    "plain": ("thread", plain_of),
    "page": ("html", page_of),
    "table": ("csv", table_of),
    "rows": ("csv", rows_of),
    "export": ("chat", export_of),
}


def read(path: Path, form: str, encoding: str = "utf-8") -> list[Replay]:
    return [replay(record) for source in read_sources(str(path), encoding, form) for record in read_records(source)]


def told(replays: Iterable[Replay]) -> list[object]:
    """What is read, what is left out, and where the faults are."""
    found: list[object] = []
    for judged in replays:
        source, reading = judged.record.source, judged.record.reading
        assert reading is not None
        faults = [
            (fault.message, source.place(fault.span.start), source.line_at(fault.span.start))
            for fault in judged.diagnostics
        ]
        written = [source.written(turn.actions_span) for turn in judged.record.turns]
        found.append((judged.length, reading.line_count, list(reading.left_out), faults, written))
    return found


@pytest.fixture
def small_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that can be on disk is in memory."""
    for where, name, value in (
        (shelf, "MOST_IN_MEMORY", 0), (shelf, "CHUNK", 8), (shelf, "SHORT", 12), (blocks, "SHORT", 12),
        (foreign_file, "HELD", 0), (decoded, "HELD", 0), (foreign_file, "BLOCK", 50), (pages, "_PIECE", 90),
    ):  # fmt: skip
        monkeypatch.setattr(where, name, value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("kind", TEXTS)
def test_tr5_a_long_text_reads_as_a_short_one(kind: str, encoding: str, tmp_path: Path, request: pytest.FixtureRequest):
    form, make = TEXTS[kind]
    path = tmp_path / "long"
    path.write_text(make(6), encoding=encoding, newline="")
    held = told(read(path, form))
    request.getfixturevalue("small_memory")
    assert told(read(path, form)) == held
    assert held[0][0] == 3, "the fourth turn is not legal"  # type: ignore[index]


def test_tr1_the_places_of_a_stored_text(tmp_path: Path, small_memory: None):
    path = tmp_path / "long.txt"
    text = "é🙂 one\r\n\ntwo\n" * 70 + "end\n"
    path.write_text(text, encoding="utf-8", newline="")
    (source,) = read_sources(str(path), form="thread")
    stored, held = foreign_file.stored(source), SourceText(text)
    assert (stored.text, stored.size) == ("", held.size)
    assert list(stored.lines()) == list(held.lines())
    for offset in range(len(text) + 1):
        assert (stored.place(offset), stored.line_at(offset)) == (held.place(offset), held.line_at(offset)), offset
    copied = pickle.loads(pickle.dumps(stored))
    assert (copied.text, copied.line_at(9)) == (text, held.line_at(9))


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "[1", "[1,]", "12", "nul", "[] []",
     '{"a" 1}', '{"messages": [1 2]}', "{1: 2}", "[" * 9000, '["\\ud800"]',
     '{"messages": [], "messages": [{"a": "b\\n"}, 2.5e3, null, "x"], "b": [1]}', '\ufeff[{"a": 1}]\n', '"a'],
    ids=lambda text: ascii(text[:20]),
)  # fmt: skip
def test_a_stream_of_json_says_what_the_whole_says(text: str, monkeypatch: pytest.MonkeyPatch):
    source = SourceText(text)
    monkeypatch.setattr(source, "blocks", lambda: iter(text))
    try:
        pieces = list(stream(source, "messages"))
    except (ValueError, RecursionError):
        assert read_json(text) is None
        return
    whole = read_json(text)
    lists = [place for place, piece in enumerate(pieces) if piece.kind == "list"]
    if lists:
        items = [piece.value for piece in pieces[lists[-1] :] if piece.kind == "item"]
        assert items == (whole["messages"] if isinstance(whole, dict) else whole)
    values = {piece.key: piece.value for piece in pieces if piece.kind == "value"}
    assert (
        all(values[key] == value for key, value in whole.items() if key != "messages")
        if isinstance(whole, dict)
        else True
    )


@pytest.mark.parametrize("kind", ["chat", "export"])
def test_tr5_memory_does_not_grow_with_a_text(kind: str, tmp_path: Path, small_memory: None):
    form, make = TEXTS[kind]
    peaks = []
    for count in (10, 40):
        path = tmp_path / f"{count}"
        path.write_text(make(count), encoding="utf-8")
        read(path, form)  # what is made once
        tracemalloc.start()
        read(path, form)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 30 * len(TURNS) * 400


def test_tr5_a_turn_of_a_thread_takes_little():
    """Its position is dropped where nothing asks for it, and equal turns are one object."""
    peaks = []
    for count in (10, 500):
        lines = (f"{number}. Sa1 Sh8\n" for number in range(1, count + 1))
        source = SourceText(f"{TAGS}\n{''.join(lines)}")
        if count == 10:
            list(read_threads(source, None))  # what is made once
        tracemalloc.start()
        (found,) = read_threads(source, None)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(found.record.turns) == 2 * count
    assert peaks[1] - peaks[0] < 2 * 490 * 2_500


@pytest.mark.parametrize("limit", ["MOST_ITEMS", "_ITEMS_OF_ANY"])
@pytest.mark.parametrize(("turn", "line"), [("Sd5=M", 24), ("1. Sd5=M Sc6", 14)], ids=["turns", "pairs"])
def test_tr5_a_text_with_too_much_that_may_be_a_turn_is_refused(
    turn: str, line: int, limit: str, monkeypatch: pytest.MonkeyPatch
):
    """A long text may have more, since its memory may be more."""
    monkeypatch.setattr(game_thread, "_SIZE_OF_ITEM", 1_000)
    monkeypatch.setattr(game_thread, limit, 20)
    (found,) = read_threads(SourceText(f"{TAGS}\n" + f"{turn}\n" * 30), None)
    (fault,) = found.record.diagnostics
    assert "too long for one game" in fault.message
    assert found.record.source.place(fault.span.start).line == line


def test_tr1_a_text_with_too_many_games_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thread, "_GAMES_OF_ANY", 2)
    monkeypatch.setattr(thread, "_SIZE_OF_GAME", 1_000)
    for count, faults in ((2, 0), (3, 1)):
        text = "".join(f'{TAGS}[Round "{game}"]\n\n1. Sd5=M\n2. Sc6\n\n' for game in range(count))
        found = read_threads(SourceText(text), None)
        assert sum(len(one.record.diagnostics) for one in found) == faults
    (fault,) = found[0].record.diagnostics
    assert "too many games" in fault.message
    assert found[0].record.source.place(fault.span.start).line == 17


HARD = {
    "sentences": lambda count: (
        TAGS + "\n1. Sd5=M\n" + "Ana: I think of Sc6 then.\nBruno: Sc7 is better.\n" * count + "2. Sc6\n"
    ),
    "quotes": lambda count: (
        TAGS
        + "".join(
            f"From: {NAMES[at % 2]}\nSent: 1 Mar {2000 + at} 20:00\n\nSa{at % 8 + 1}\n> Sb1\n> Sb2\n\n"
            for at in range(count)
        )
    ),
    "doubts": lambda count: TAGS + "\n" + "Ana: Sd5=\nBruno: ok\n" * count,
    "fields": lambda count: TAGS + "From: Ana\n" * count,
    "take-backs": lambda count: TAGS + "\n1. Sd5=M\n" + "Ana: take back?\nBruno: ok\nAna: same again\n" * count,
}


@pytest.mark.parametrize("kind", HARD)
def test_tr5_the_time_for_a_thread_grows_with_its_length(kind: str):
    calls = [count_calls(lambda count=count: read_threads(SourceText(HARD[kind](count)), None)) for count in (20, 80)]
    assert calls[1] < 5 * calls[0]


@pytest.mark.parametrize(
    ("players", "most", "count"), [("Cleo", 100, 2), ("Ana", 100, 3), ("Ana", 4, 2)], ids=["players", "one", "long"]
)
def test_tr5_games_are_read_as_one_only_where_they_may_be(
    players: str, most: int, count: int, monkeypatch: pytest.MonkeyPatch
):
    """One fault in one of many games does not have all of them read once more."""
    text = "".join(
        f"From: Ana\nSent: {day} Mar 2024\nSubject: {subject}\n\n" + "\n".join(turns) + "\n\n"
        for day, subject, turns in (
            (1, "Mars game 1", [TAGS, *TURNS[:3]]),
            (2, "Mars game 2", [TAGS.replace("Ana", players), *TURNS]),
        )
    )
    monkeypatch.setattr(thread, "MOST_TURNS_OF_PARTS", most)
    read, sections = thread.read_section, []
    monkeypatch.setattr(thread, "read_section", lambda *given, **how: sections.append(given) or read(*given, **how))
    read_threads(SourceText(text), None)
    assert len(sections) == count


def test_tr5_lines_left_out_of_many_games_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A mailbox is not read again for each of its games."""
    path = tmp_path / "games.mbox"
    path.write_text(
        "".join(
            f"From a@b.c Mon Mar  4 20:00:00 2024\nFrom: {NAMES[at % 2]} <a@b.c>\nMessage-ID: <{game}.{at}@b.c>\n"
            f"Date: {at + 1} Mar 2024 20:00:00 +0000\nSubject: Mars no. {game}x\n\n"
            f"{'' if at else TAGS}\n{turn}\nbye\n\n"
            for game in range(100, 112)
            for at, turn in enumerate(TURNS[:3])
        )
    )
    found = read(path, "mbox")
    assert len(found) == 12
    decodes = []
    decode = stored_mail.decode_part
    monkeypatch.setattr(stored_mail, "decode_part", lambda part: decodes.append(part) or decode(part))
    listed = [[line.text for line in judged.record.reading.left_out] for judged in found]
    assert listed == [listed[0]] * 12
    assert len(decodes) < 80


GAME = {"header": {"game": {"name": "Homeworlds"}, "players": [{"name": "Al"}, {"name": "Bea"}]}}
COLLECTIONS = {
    "sdg": "".join(
        f"Homeworlds Online (SDG# {number})\nParticipants: Al (S), Bea (N)\nWinner: Al\n\n"
        "1) Al: Homeworld G3 B2 Y3\n2) Bea: Homeworld B1 Y2 G3\n\tAl: hello\n3) Al: Build Y1 Bea\n\n"
        for number in range(20)
    ),
    "ap": json.dumps(
        [GAME | {"moves": [["homeworld b3 y1 g3", "homeworld b2 y3 g3"], ["build y north"]]} for _ in range(20)],
        indent=1,
    ),
}


@pytest.mark.parametrize("form", COLLECTIONS)
def test_tr1_the_records_of_a_collection_are_read_one_by_one(form: str, tmp_path: Path, small_memory: None):
    path = tmp_path / "games"
    path.write_text(COLLECTIONS[form])
    (source,) = read_sources(str(path), form=form)
    assert not source.text
    texts, places, lines = [], [], []
    for record in read_records(source):
        judged = replay(record)
        fault = judged.diagnostics[0]
        places.append(record.source.place(fault.span.start).line)
        lines.append(record.reading.line_count)
        texts.append(weakref.ref(record.source))
        del record, judged, fault
        gc.collect()
        assert sum(text() is not None for text in texts) <= 1
    whole = path.read_text().split("\n")
    assert [whole[place - 1].strip() for place in places] == [whole[places[0] - 1].strip()] * 20
    assert len(set(places)) == 20
    assert len(set(lines)) == 1
    assert lines[0] < len(whole) / 10, "the lines of one game"


ONE_GAME = {
    "lines": "homeworld g3 b2 y3 Al\nhomeworld b1 y2 g3 Bea\n",
    "bga": "Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.\n",
    "ap": json.dumps(GAME | {"moves": []}),
}


@pytest.mark.parametrize("form", ONE_GAME)
def test_tr1_one_game_that_is_too_long_is_refused(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "game"
    path.write_text(ONE_GAME[form])
    monkeypatch.setattr(foreign_file, "LARGEST_GAME", 40)
    with pytest.raises(Unreadable, match="split the file: it has more than") as refused:
        read(path, form)
    assert refused.value.code == "unreadable"


@pytest.mark.parametrize("form", ["csv", "html", "sdg", "thread"])
def test_tr1_a_line_that_is_too_long_is_refused(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_memory: None
):
    monkeypatch.setattr(foreign_file, "LONGEST_LINE", 200)
    path = tmp_path / "game"
    path.write_text("hello\n" * 30 + "x" * 400)
    with pytest.raises(Unreadable, match="break line 31: it has more than"):
        read(path, form)
    path.write_text(f"{'hello ' * 20}\n" * 30)
    read_sources(str(path), form=form)


def test_tr1_one_of_several_transcripts_that_is_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(foreign_file, "LARGEST_GAME", 300)
    first, second, third = COLLECTIONS["sdg"].split("Homeworlds Online")[1:4]
    text = "".join(f"Homeworlds Online{one}" for one in (first, second + "\tAl: hello\n" * 20, third))
    records = list(read_records(SourceText(text, form="sdg")))
    assert [len(record.turns) for record in records] == [3, 0, 3]
    (fault,) = records[1].diagnostics
    assert "too long for one game" in fault.message
    assert records[1].source.place(fault.span.start).line == 10


@pytest.mark.parametrize("form", ["chat", "ap"])
def test_tr1_what_is_not_json_is_not_held(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "game"
    path.write_text('[{"from": "Al", "text": "hi"},\n' + "x" * 500)
    monkeypatch.setattr(placed_json, "LONGEST", 100)
    monkeypatch.setattr(foreign_file, "HELD", 0)
    monkeypatch.setattr(foreign_file, "BLOCK", 50)
    with pytest.raises(Unreadable, match="from line 2: this is not JSON, or one value of more than"):
        read(path, form)


@pytest.mark.parametrize("form", ["lines", "ap", "bga"])
def test_tr1_one_game_of_too_many_turns_is_an_error(form: str, monkeypatch: pytest.MonkeyPatch):
    for where in (homeworlds, arena):
        monkeypatch.setattr(where, "MOST_TURNS", 5)
    home = "Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.\n"
    text = {
        "lines": ONE_GAME["lines"] + "build y1 Al\nbuild g1 Bea\n" * 5,
        "ap": json.dumps(GAME | {"moves": [["pass", "pass"]] * 5}),
        "bga": home + home.replace("Al", "Bea") + "Al passes.\nAl ends their turn.\n" * 5,
    }[form]
    (record,) = read_records(SourceText(text, form=form))
    (fault,) = record.diagnostics
    assert not record.turns
    assert fault.message == "this is too long for one game: more than 5 turns"


@pytest.mark.parametrize(
    "rest",
    ["build y1;\n" * 40_000, "build y1\n" + "# word\n" * 40_000, "build " * 500_000, "build y1\n" + " #" * 500_000],
    ids=["one turn", "comments", "one line", "one comment"],
)
def test_tr1_the_time_for_a_game_of_one_turn_a_line_grows_with_its_length(rest: str):
    start = time.process_time()
    list(read_records(SourceText(ONE_GAME["lines"] + rest, form="lines")))
    assert time.process_time() - start < 2


def test_tr1_long_lines_of_a_log_are_not_actions():
    home = "Al establishes a homeworld with a y3 ship at g3 and b2 binary stars.\n"
    (record,) = read_records(
        SourceText(f"{home}Al moves a g1 ship from {'a to ' * 500}\n{'hello ' * 500}\n", form="bga")
    )
    (fault,) = record.diagnostics
    assert "too long for an action" in fault.message
    assert [line.number for line in record.reading.left_out] == [3]


def test_a_copy_of_a_text_shares_its_file(tmp_path: Path, small_memory: None):
    path = tmp_path / "long.txt"
    path.write_text(chat_of(9), encoding="utf-8")
    (source,) = read_sources(str(path), form="thread")
    text = foreign_file.stored(source)
    line = text.line_at(50)
    same = copy(text)
    del source, text
    gc.collect()
    assert not same.text
    assert same.line_at(50) == line


def test_workers_open_a_file_by_its_path(tmp_path: Path):
    path = tmp_path / "long.txt"
    path.write_text(chat_of(9), encoding="utf-8")
    (source,) = read_sources(str(path), form="thread")
    sent = pickle.dumps(source)
    assert len(sent) < 500
    assert pickle.loads(sent).text == source.text
    with foreign_file.sending_bytes():
        assert len(pickle.dumps(source)) > path.stat().st_size
    path.write_text("other")
    assert isinstance(pickle.loads(sent), Unreadable)
