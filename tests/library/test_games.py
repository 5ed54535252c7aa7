"""Games that are read: from files, folders and texts, right and wrong, in pyrnot's own format and in others."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import Result

import pyrnot
from pyrnot.games import game_ids, import_game
from support import SAMPLES, samples_of

MARTIAN = SAMPLES / "martian-life"
WRONG = """\
[Game "Martian Life"]
[Red "Ann"]

{ Before. }
1. Sf3 ! ( { Instead: } 1. Sc3 { Here. } 2. Sf6 ( 2. Sc6 ) )
2. Sc6 { Fine. }
3. Sa1=Q ( 3. Sf6 )
4. Sc3
Red resigns { After. }
"""


def test_a_diagnostic_has_the_earlier_turn_that_explains_it() -> None:
    (diagnostic,) = pyrnot.loads("1. Sf3\n2. Sc6\n3. Sa1\n4. Sc6\n", game="martian-life").diagnostics
    assert diagnostic.related is not None
    assert (diagnostic.related.ply, diagnostic.related.line, diagnostic.related.column) == (2, 2, 4)
    assert diagnostic.related.message == "the yellow Small came to c6 in turn 2"
    assert str(diagnostic).endswith("\n  note: the yellow Small came to c6 in turn 2 (line 2)")
    (diagnostic,) = pyrnot.loads("1. Sd4\n", game="martian-life").diagnostics
    assert diagnostic.related is None
    assert "note" not in str(diagnostic)


def test_a_wrong_record_is_read_up_to_its_error() -> None:
    game = pyrnot.loads(WRONG)
    assert not game.ok
    assert [diagnostic.code for diagnostic in game.diagnostics] == ["not-notation"]
    assert (game.diagnostics[0].line, game.diagnostics[0].ply) == (7, 3)
    assert [str(turn) for turn in game] == ["Sf3 XSe4 XSf3", "Sc6"]
    assert (len(game), game.number, game.file, game.result) == (2, 1, "-", "Red resigns")
    assert game.comments == ("Before.", "After.")
    assert str(game) == WRONG.rstrip("\n")
    assert repr(game) == "<Game of Martian Life: 2 turns, with errors>"


def test_turns_have_their_marks_comments_and_variations() -> None:
    first, second = pyrnot.loads(WRONG)
    assert (first.marks, first.comments, second.comments) == (("!",), (), ("Fine.",))
    ((instead, reply),) = first.variations
    assert (instead.number, instead.comments, str(reply)) == (1, ("Instead:", "Here."), "Sf6")
    ((other,),) = reply.variations
    assert str(other) == "Sc6"
    assert other.before == reply.before == instead.board
    assert other.board.parent == instead.board
    assert instead.before == first.before
    assert other.board.turn == other


@pytest.mark.parametrize("name", game_ids())
def test_samples_are_as_the_replay_has_them(name: str) -> None:
    """A loop, an index and a board must agree."""
    for path in samples_of(import_game(name))[:2]:
        game = pyrnot.load(path)
        turns = list(game)
        assert turns == [game[index] for index in range(len(game))] == game[:]
        for turn in turns:
            assert turn.board == game.board(turn.number)
            assert turn.before == game.board(turn.number - 1)
            assert turn.board.parent == turn.before
            assert turn.before.why(str(turn)) == []
        assert game.board().outcome == game.outcome


def test_plies_are_counted_like_those_of_show() -> None:
    game = pyrnot.loads(WRONG)
    assert game.board(0).parent is None
    assert game.board(-1) == game.board() == game.board(2)
    assert game.board(-3) == game.board(0) == pyrnot.Board("martian-life")
    assert game.board("start") == game.board(0)
    assert game.board("end") == game.board("-1") == game.board()
    assert game.board("1v1") == game[0].variations[0][0].board
    assert game.board("2v2").turn == game[0].variations[0][1].variations[0][0]
    for ply, diagnostic in (
        (3, "ply 3 is illegal; the last ply before it is 2"),
        (-4, "there is no ply -4; the last ply is 2"),
        ("4v1", "there is no ply 4 in variation 1"),
        ("all", "'all' is more than one ply"),
        ("first", "'first' is not a ply"),
    ):
        with pytest.raises(IndexError, match=diagnostic):
            game.board(ply)
    with pytest.raises(IndexError, match="there is no turn 2; the game has 2"):
        game[2]
    assert game[-1] == game[1]


def test_an_illegal_turn_is_drawn_in_the_line_where_it_is() -> None:
    text = "1. Se4=M 2. Se5=M 3. Sd5=M (3. Sf3 4. Sf3=M) (3. Sf3 4. Sc6)"
    game = pyrnot.loads(text, game="martian-life")
    assert "4. Yellow: Sf3=M (variation 1 at ply 3)" in game.illegal_svg(variation=1)
    for variation in (0, 2, 3):
        with pytest.raises(IndexError, match=f"{'variation' if variation else 'main line'}.* has no illegal turn"):
            game.illegal_svg(variation=variation)
    wrong = pyrnot.loads(text.replace("Sd5=M", "Sd5=L"), game="martian-life")
    assert "3. Red: Sd5=L" in wrong.illegal_svg()


def test_a_record_without_a_start_has_no_boards() -> None:
    game = pyrnot.loads('[Game "Braces"]\n[Variant "nonesuch"]\n\n1. DIG 5/2; Sc3-c4\n')
    assert (game.ok, len(game), list(game), game.outcome, game.result) == (False, 0, [], None, "*")
    with pytest.raises(pyrnot.IllegalStart, match="nonesuch") as caught:
        game.board()
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["unknown-variant"]
    unknown = pyrnot.loads('[Game "Nonesuch"]\n\n1. Sf3\n')
    assert unknown.info is None
    assert repr(unknown) == "<Game of an unknown game: 0 turns, with errors>"
    with pytest.raises(pyrnot.IllegalStart, match="unknown game 'Nonesuch'"):
        unknown.gif()


@pytest.mark.parametrize("method", [pyrnot.load, pyrnot.check])
def test_a_missing_file_is_an_error_of_the_system(method: Callable[[str], object]) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        method("nowhere.pyr")
    assert caught.value.filename == "nowhere.pyr"


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "no-record"), (b"# only a comment", "no-record"), (b"\xff", "not-utf-8")]
)
def test_what_holds_no_record(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "none.pyr"
    path.write_bytes(data)
    with pytest.raises(pyrnot.NotARecord) as caught:
        pyrnot.load(path)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]
    assert str(path) in str(caught.value)
    with pytest.raises(pyrnot.NotARecord):
        pyrnot.loads("  \n")
    path.unlink()
    with pytest.raises(pyrnot.NotARecord, match=r"no \.pyr file in this folder"):
        pyrnot.load(tmp_path)


def test_a_bad_file_in_a_folder_stops_the_reading_unless_told_otherwise(
    make: Callable[..., Path], tmp_path: Path
) -> None:
    make("a.pyr", "")
    make("b.pyr", WRONG)
    os.symlink("gone", tmp_path / "c.pyr")
    with pytest.raises(pyrnot.NotARecord):
        list(pyrnot.read(tmp_path))
    diagnostics: list[Exception] = []
    assert [len(game) for game in pyrnot.read(tmp_path, on_error=diagnostics.append)] == [2]
    assert [type(diagnostic) for diagnostic in diagnostics] == [pyrnot.NotARecord, FileNotFoundError]


def test_a_game_is_a_page(make: Callable[..., Path], run: Callable[..., Result]) -> None:
    make("game.pyr", WRONG)
    run("export", "game.pyr", "-o", "game.html")
    game = pyrnot.load("game.pyr")
    assert game.html() == Path("game.html").read_text(encoding="utf-8")
    assert game.html(theme="dark", flip=True) != game.html()
    with pytest.raises(ValueError, match="pink"):
        game.html(theme="pink")


def test_a_record_keeps_the_answers_about_its_thread() -> None:
    game = pyrnot.load(MARTIAN / "threads" / "a-typo.txt", answers={8: "replaces 5: Sf3"})
    assert game[4].comments == ("line 8: replaces Sf2",)
    assert pyrnot.loads(str(game)).board() == game.board()


def test_texts_in_other_forms_are_games() -> None:
    for path in [SAMPLES / "homeworlds" / "transcripts" / "99001.raw", MARTIAN / "threads" / "by-mail.txt"]:
        game = pyrnot.load(path)
        assert game.ok
        assert (
            pyrnot.loads(str(game)).board() == game.board() == pyrnot.loads(path.read_text(encoding="utf-8")).board()
        )


def test_games_keep_no_file_open(make: Callable[..., Path]) -> None:
    mail = (MARTIAN / "threads" / "by-mail.txt").read_text(encoding="utf-8")
    mailbox = make("a.mbox", f"From ana Tue Mar  5 19:30:00 2024\nFrom: ana@example.org\n\n{mail}")
    gc.freeze()  # only what follows is looked through
    before = len(os.listdir("/proc/self/fd"))
    games = [pyrnot.load(path) for path in (MARTIAN / "threads" / "by-mail.txt", mailbox) for _ in range(4)]
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before
    assert all(len(game) == 3 for game in games)


def test_the_game_of_records_that_do_not_name_theirs(make: Callable[..., Path]) -> None:
    text = "1. Sf3\n2. Sc6\n"
    path = make("a.pyr", text)
    assert [diagnostic.code for diagnostic in pyrnot.load(path).diagnostics] == ["missing-game"]
    assert len(pyrnot.load(path, game="martian life")) == 2
    assert pyrnot.loads(text, game="martian-life").board() == pyrnot.loads(text).board()
    assert pyrnot.check(path, game="martian-life")[0].plies == 2
    with pytest.raises(pyrnot.UnknownName, match="did you mean martian-life"):
        pyrnot.loads(text, game="martian-live")


def test_check_gives_what_the_command_prints(run: Callable[..., Result], make: Callable[..., Path]) -> None:
    make("wrong.pyr", WRONG)
    make("empty.pyr", "")
    for name in ("martian-chess", "homeworlds/transcripts/99001.raw", "martian-life/threads/by-mail.txt"):
        path = SAMPLES / name
        printed = [json.loads(line) for line in run("check", "--format", "json", str(path)).output.splitlines()]
        assert [json.loads(msgspec.json.encode(verdict)) for verdict in pyrnot.check(path)] == printed
    printed = [json.loads(line) for line in run("check", "--format", "json", ".").output.splitlines()]
    assert [json.loads(msgspec.json.encode(verdict)) for verdict in pyrnot.check(".")] == printed
    (line,) = run("check", "--format", "json", "--strict", "--mainline", "-", stdin=WRONG).output.splitlines()
    assert [
        json.loads(msgspec.json.encode(verdict)) for verdict in pyrnot.check(WRONG, strict=True, mainline=True)
    ] == [json.loads(line)]


def test_half_a_character_in_a_stored_mail_is_read() -> None:
    mail = "From: a@a.org\nTo: b@a.org\nMessage-ID: <1@a.org>\nSubject: x\n\n1. Sf3 {cut off \ud83d}\n"
    assert pyrnot.loads(mail, game="martian-life")[0].comments == ("cut off \ufffd",)
    assert pyrnot.new("martian-life").add(mail).turn is not None
