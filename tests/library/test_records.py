"""Records that grow: begun, continued, taken back and saved."""

from __future__ import annotations

import datetime
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import pyrnot
from support import SAMPLES

BEGUN = '[Game "Martian Life"]\n[Date "2026.11.22"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n'


def begun() -> pyrnot.Record:
    return pyrnot.new("martian-life", red="Ann", yellow="Ben", date="2026.11.22")


def test_a_record_grows_and_shrinks() -> None:
    record = begun()
    assert str(record) == BEGUN + "*"
    assert record.add("Sf3 { Hello! }").to_move == "Yellow"
    assert record.add("2. Ben: Sc6 !\n3. Sb7").number == 3
    assert str(record) == BEGUN + "1. Sf3 XSe4 XSf3 { Hello! }\n2. Sc6 !\n3. Sb7\n*"
    assert record.undo(2) == "2. Sc6 !\n3. Sb7"
    record.add("Ben resigns")
    assert record.game.result == "Yellow resigns"
    with pytest.raises(pyrnot.IllegalTurn, match="already ends with"):
        record.add("Sc6")
    assert record.undo(0) == "Yellow resigns"
    with pytest.raises(pyrnot.PyrnotError, match="only one turn"):
        record.undo(2)
    assert repr(record) == "<Record: <Game of Martian Life: 1 turn, *>>"


def test_a_wrong_turn_changes_nothing() -> None:
    record = begun()
    for text, code in (("Sf3 XMa1", "claim-false"), ("2. Sf3", "wrong-number"), ("Yellow: Sf3", "wrong-seat")):
        with pytest.raises(pyrnot.IllegalTurn) as caught:
            record.add(text)
        assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]
        assert str(caught.value).endswith("it has an error")
    with pytest.raises(pyrnot.IllegalTurn, match="there is no turn in it"):
        record.add("")
    assert str(record) == BEGUN + "*"


def test_a_mail_is_added() -> None:
    record = begun()
    record.add("Sf3")
    assert record.add("Hi Ann,\n\n2. Sc6\n\nYours, Ben\n\n> 1. Sf3 XSe4 XSf3\n").number == 2


def test_the_links_of_fair_dice_in_a_mail_are_taken() -> None:
    whole = (SAMPLES / "braces" / "fair-dice.pyr").read_text(encoding="utf-8")
    record = pyrnot.Record(re.sub(r'\[\w+Link "[^"]*"\]\n', "", whole))
    links = re.findall(r'\[(\w+)Link "([^"]*)"\]', whole)
    mail = "Your turn!\n" + "".join(f"\n> Fair dice: {seat} link {link}\n" for seat, link in links)
    last = str(record.game[-1])
    record.undo(1)
    before = str(record)
    assert {each.code for each in record.game.diagnostics} == {"chain-missing"}
    altered = mail.replace("link 12 4", "link 12 5")
    with pytest.raises(pyrnot.IllegalTurn, match="does not lead to White's chain"):
        record.add(f"{last}\n{altered}")
    assert str(record) == before
    number = len(record.game) + 1
    assert record.add(f"{number}. {last}\n{mail}").number == number
    assert not record.game.diagnostics
    only_links = pyrnot.Record(before)
    only_links.add(mail.removeprefix("Your turn!"))
    assert not only_links.game.diagnostics
    assert len(only_links.game) == number - 1


def test_new_has_what_the_players_choose() -> None:
    assert pyrnot.new("braces").game.tags["Date"] == f"{datetime.date.today():%Y.%m.%d}"
    assert pyrnot.new("spectrum", seed=3).game.tags["Seed"] == "3"
    with pytest.raises(pyrnot.IllegalStart, match="Triumvirate needs red_card='L_ M_ S_', blue_card='L_ M_ S_'"):
        pyrnot.new("triumvirate")
    for fair_dice in (False, True):
        with pytest.raises(pyrnot.IllegalStart, match="'yesterday' is not a date"):
            pyrnot.new("spectrum", seats=3, date="yesterday", fair_dice=fair_dice)
        with pytest.raises(pyrnot.IllegalStart, match="not a valid tag"):
            pyrnot.new("spectrum", a="Ann\nB", fair_dice=fair_dice)
    with pytest.raises(pyrnot.IllegalStart, match="West is not in play"):
        pyrnot.new("homeworlds", seats=2, west="Di")
    with pytest.raises(pyrnot.NotARecord):
        pyrnot.Record("\n")


def test_save_and_continue(tmp_path: Path) -> None:
    path = tmp_path / "game.pyr"
    record = begun()
    with pytest.raises(ValueError, match="say where"):
        record.save()
    record.save(path)
    record.add("Sf3")
    record.save()
    again = pyrnot.load(path).edit()
    again.add("Sc6")
    again.save()
    assert path.read_text(encoding="utf-8") == BEGUN + "1. Sf3 XSe4 XSf3\n2. Sc6\n*\n"
    with pytest.raises(OSError, match="has changed since it was read"):
        record.save()
    record.save(tmp_path / "copy.pyr")
    assert len(pyrnot.load(tmp_path / "copy.pyr")) == 1
    with pytest.raises(FileNotFoundError):
        record.save(tmp_path / "nowhere" / "game.pyr")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_the_lines_of_a_text_end_in_one_way(tmp_path: Path, end: str) -> None:
    record = pyrnot.Record(f"{BEGUN}1. Sf3\n*\n".replace("\n", end))
    record.add("Sc6")
    expected = f"{BEGUN}1. Sf3\n2. Sc6\n*"
    assert str(record) == expected
    record.save(tmp_path / "new.pyr")
    assert (tmp_path / "new.pyr").read_bytes().decode() == f"{expected}\n"


def test_the_other_records_of_a_file_stay(make: Callable[[str, str], Path]) -> None:
    text = f"{BEGUN}1. Sf3\n*\n\n".replace("\n", "\r\n")
    path = make("game.pyr", text * 3)
    second = [*pyrnot.read(path)][1].edit()
    second.add("Sc6")
    second.save()
    second.add("Sb7")
    second.save()
    assert path.read_bytes().decode() == text + text.replace("*\r\n", "2. Sc6\r\n3. Sb7\r\n*\r\n") + text


@pytest.mark.parametrize("other", ["{folder}/./game.pyr", "{folder}/link.pyr"])
def test_the_other_records_stay_however_the_path_is_written(make: Callable[[str, str], Path], other: str) -> None:
    path = make("game.pyr", f"{BEGUN}1. Sf3\n*\n\n" * 2)
    path.with_name("link.pyr").symlink_to(path)
    first, second = pyrnot.read(path)
    record = first.edit()
    record.add("Sc6")
    record.save(other.format(folder=path.parent))
    assert [len(game) for game in pyrnot.read(path)] == [2, 1]
    stale = second.edit()
    path.write_text(BEGUN, encoding="utf-8")
    with pytest.raises(OSError, match="has changed since it was read"):
        stale.save(other.format(folder=path.parent))


def test_a_game_in_another_form_becomes_a_record(tmp_path: Path) -> None:
    record = pyrnot.loads("Hi!\n\n1. Sf3\n2. Sc6\n\nBye").edit()
    record.add("3. Sb7")
    record.save(tmp_path / "game.pyr")
    assert len(pyrnot.load(tmp_path / "game.pyr")) == 3


def test_a_record_is_copied_as_it_is() -> None:
    record = begun()
    again = pickle.loads(pickle.dumps(record))
    again.add("Sf3")
    assert (len(record.game), len(again.game)) == (0, 1)


def test_tags_are_set_and_deleted() -> None:
    record = pyrnot.loads('[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3\n').edit()
    record.tags["red"] = "Ann Lee"
    record.tags.update(Event="Club", Site="Here")
    del record.tags["SITE"]
    assert str(record).startswith('[Game "Martian Life"]\n[Red "Ann Lee"]\n[Event "Club"]\n\n1. Sf3')
    assert dict(record.tags) == dict(record.game.tags)
    with pytest.raises(KeyError):
        del record.tags["Date"]
    with pytest.raises(pyrnot.PyrnotError, match="bad-setup"):
        record.tags["Setup"] = "3"
    assert "Setup" not in record.tags
    with pytest.raises(pyrnot.PyrnotError, match="does not name its game"):
        record.tags.clear()
    assert record.tags["Game"] == "Martian Life"


def test_a_variation_is_added_after_those_that_are_there() -> None:
    record = pyrnot.Record('[Game "Martian Life"]\n1. Sf3 {x} 2. Sc6\n(2. Sa1)\n3. Sa2 # hi\n*')
    assert record.add_variation(1, ["Sc3", "Sf6"]).number == 2
    assert record.add_variation(2, "Sb1 {y} # z").to_move == "Red"
    first = pyrnot.Board("martian-life").play("Sf3").play("Sc6").play("Sb7").turn
    assert first is not None
    assert record.add_variation(3, [first]).turn == first
    assert str(record) == (
        '[Game "Martian Life"]\n1. Sf3 {x}\n(1. Sc3 XSd4 XSc3\n2. Sf6)\n2. Sc6\n(2. Sa1)\n(2. Sb1 XSb1 {y} # z\n)\n'
        "3. Sa2 # hi\n(3. Sb7)\n*"
    )
    assert record.game.ok
    text = str(record)
    for turns, diagnostic in (
        ("Sz9", "not Martian Life notation"),
        ("4. Sa5", "the next turn of the record is `1.`"),
        ("", "no turn"),
    ):
        with pytest.raises(pyrnot.IllegalTurn, match=diagnostic):
            record.add_variation(1, turns)
    with pytest.raises(pyrnot.IllegalTurn, match="a variation has no result"):
        record.add_variation(1, "Sc3\nYellow resigns")
    with pytest.raises(IndexError, match="no turn at ply 4"):
        record.add_variation(4, "Sc3")
    assert str(record) == text


def test_a_variation_is_numbered_as_the_record_is() -> None:
    pairs = pyrnot.Record('[Game "Martian Life"]\n1. Sf3 1... Sc6\n2. Sa2 2... Sb7')
    pairs.add_variation(2, ["Sf6", "Sa1"])
    assert "(1... Sf6\n2. Sa1 XSa1)" in str(pairs)
    pairs.add_variation(2, ["1... Sd6", "Sa1"])
    assert "(1... Sd6" in str(pairs)
    with pytest.raises(pyrnot.IllegalTurn, match=r"not `4\.`"):
        pairs.add_variation(2, ["4. Sd6"])
    bare = pyrnot.Record('[Game "Martian Life"]\nSf3.\nSc6.')
    bare.add_variation(2, "Sf6.")
    assert bare.game[1].variations


def test_a_mail_has_the_result_that_a_player_gave() -> None:
    ann = pyrnot.new("martian-life", red="Ann", yellow="Ben", date="2026.11.21")
    ann.add("1. Sf3")
    ben = pyrnot.Record(str(ann))
    ann.add("Yellow resigns")
    assert ann.mail().startswith("1. Red: Sf3 XSe4 XSf3\nYellow resigns\n")
    ben.add(ann.mail())
    assert str(ben) == str(ann)
