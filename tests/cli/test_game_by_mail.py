"""A game by mail, from `new` to its end by `add` alone: two files in two folders, each mail pasted on the other side.

Each game has a take-back, a dispute settled by `why`, and a resignation.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pyrnot.cli import cli
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record, read_sources
from pyrnot.games import all_games
from pyrnot.play.random import random_turn
from pyrnot.play.replay import replay
from support import few_or_many

PLAYERS = ("Ana Ruiz", "Ben")
EXTRA = {"triumvirate": ("--red-card", "L_ M^ S_", "--blue-card", "S_ M_ L^")}
PAIRS = {"homeworlds": ("North", "South"), "martian-chess": ("South", "North")}
"""The seats of a game for two where these are not the first two of all."""

ILLEGAL = {
    "autumn-ash": "Qa1-f5",
    "braces": "DIG 5/2; Sa5-a4",
    "homeworlds": "build r3 Nowhere",
    "martian-chess": "Qa1-d5",
    "martian-life": "Ld5",
    "spectrum": "LLL(r)>S(o)",
    "triumvirate": "Sa8-a1",
}


class Player:
    """One side: a folder with a copy of the record. The commands run in that folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        folder.mkdir()

    def run(self, *args: str, mail: str | None = None) -> Result:
        self.monkeypatch.chdir(self.folder)
        return CliRunner().invoke(cli, list(args), input=mail, catch_exceptions=False)

    def do(self, *args: str, mail: str | None = None) -> str:
        result = self.run(*args, mail=mail)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    @property
    def text(self) -> str:
        return (self.folder / "game.pyr").read_text(encoding="utf-8")

    def turn(self, game: AnyGame, rng: random.Random) -> str:
        """A random legal turn that goes on with the game."""
        (source,) = read_sources(str(self.folder / "game.pyr"))
        position = replay(read_record(source)).position
        while True:
            turn = random_turn(game, position, rng)
            assert turn is not None
            if game.outcome(turn.position) is None:
                return game.write_turn(turn.actions, turn.ended)


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    return Player(tmp_path / "ana", monkeypatch), Player(tmp_path / "ben", monkeypatch)


def quoted(mail: str) -> str:
    return "".join(f"> {line}\n" for line in mail.splitlines())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@few_or_many("plies", 2, 7)
def test_a_whole_game_by_mail(game: AnyGame, plies: int, sides: tuple[Player, Player]) -> None:
    ana, ben = sides
    rng = random.Random(2)
    seats = PAIRS.get(game.info.id, game.info.seats[:2])
    names = [part for seat, name in zip(seats, PLAYERS, strict=True) for part in ("--seat", f"{seat}={name}")]
    begun = ana.do("new", game.info.id, *names, *EXTRA.get(game.info.id, ()))
    for side in sides:
        (side.folder / "game.pyr").write_text(begun, encoding="utf-8")

    for ply in range(plies):
        mine, theirs = (ana, ben) if ply % 2 == 0 else (ben, ana)
        player = PLAYERS[ply % 2].split()[0]
        dress: Callable[[str], str] = quoted if ply % 3 == 1 else str
        turn = mine.turn(game, rng)
        mail = mine.do("add", "game.pyr", f"{ply + 1}. {player}: {turn} !? {{ply {ply + 1}}}", "--mail")
        shown = theirs.do("add", "game.pyr", "-", mail=dress(mail))
        assert shown.startswith(f"{ply + 1}. {seats[ply % 2]}: {turn}\n")
        assert "To move: " in shown
        assert mine.text == theirs.text
        # The same mail again is harmless, and the next one cannot jump ahead.
        assert "already there" in theirs.do("add", "game.pyr", "-", mail=mail)
        assert theirs.run("add", "game.pyr", f"{ply + 3}. {turn}").exit_code == 1
        assert mine.text == theirs.text

    take_back(game, ana, ben, plies)
    dispute(game, ana, ben)
    mail = ben.do("add", "game.pyr", "{Well played.} Ben resigns", "--mail")
    assert ana.do("add", "game.pyr", "-", mail=quoted(mail)).startswith(f"{seats[1]} resigns\n")
    assert ana.text == ben.text
    assert ana.text.endswith(f" {{better}} {{Well played.}}\n{seats[1]} resigns\n")
    assert ana.run("check", "--strict", "game.pyr").exit_code == 0
    assert ana.run("fmt", "--check", "game.pyr").exit_code == 0
    assert len(re.findall(r"^\d+\. ", ana.text, re.MULTILINE)) == plies
    assert "already ends with" in ana.run("add", "game.pyr", f"{plies + 1}. {ana.turn(game, rng)}").stderr


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_its_mails_in_one_text_are_the_game(game: AnyGame, sides: tuple[Player, Player]) -> None:
    """Also an invitation alone, which has no turn yet: the boards in the mails take no turn away."""
    ana, _ = sides
    seats = PAIRS.get(game.info.id, game.info.seats[:2])
    names = [part for seat, name in zip(seats, PLAYERS, strict=True) for part in ("--seat", f"{seat}={name}")]
    given = [*names, *EXTRA.get(game.info.id, ()), "-o", "game.pyr", "--mail"]
    mails = [ana.do("new", game.info.id, *given)]
    assert ana.do("check", "-", mail=mails[0]).startswith("1 record, 0 turns, no errors\n")
    rng = random.Random(5)
    turns = []
    for ply in range(3):
        turns.append(ana.turn(game, rng))
        mails.append(ana.do("add", "game.pyr", f"{ply + 1}. {turns[-1]}", "--mail"))
    thread = "\n".join(mails)
    for text in (thread, quoted(thread)):
        read = ana.do("fmt", "-", mail=text)
        assert re.findall(r"^\d+\. (.*)$", read, re.MULTILINE) == turns
        assert "3 turns, no errors\n" in ana.do("check", "-", mail=text)


STORED = """From: {name} <{name}@example.org>
To: Ana <ana@example.org>
Date: Mon, 2 Nov 2026 10:00:00 +0000
Message-ID: <2@example.org>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Gr=C3=BC=C3=9Fe!

{turn}

"""


def test_tr5_5_a_mail_is_added_as_it_is_stored(sides: tuple[Player, Player]) -> None:
    """As a mail program hands it over: quoted-printable has `=3D` for `=`."""
    ana, _ = sides
    names = ("--red", "Ana", "--yellow", "Ben")
    ana.do("new", "martian-life", *names, "-o", "game.pyr")
    ana.do("add", "game.pyr", "Sd5=M")
    stored = STORED.format(name="Ben", turn="2. Se5=3DM")
    assert ana.do("add", "game.pyr", "-", mail=stored).startswith("2. Yellow: Se5=M\n")
    broken = STORED.format(name="Ana", turn="3. Se4=3D=\nM")
    as_mailbox = f"From ana@example.org Mon Nov  2 11:00:00 2026\n{broken}"
    assert ana.do("add", "game.pyr", "-", mail=as_mailbox).startswith("3. Red: Se4=M\n")


def take_back(game: AnyGame, ana: Player, ben: Player, plies: int) -> None:
    """Ana takes her turn back, the last of so many, both undo it, and she plays another."""
    before = ana.text
    other = next(text for seed in range(1, 99) if (text := _another(game, ana, seed)) not in before)
    for side in (ana, ben):
        assert side.do("undo", "game.pyr").startswith(f"taken back:\n{plies}. ")
    assert ana.text == ben.text
    mail = ana.do("add", "game.pyr", f"{other} {{better}}", "--mail")
    ben.do("add", "game.pyr", "-", mail=mail)
    assert ana.text == ben.text != before


def _another(game: AnyGame, side: Player, seed: int) -> str:
    """A random legal turn in place of the last one."""
    (source,) = read_sources(str(side.folder / "game.pyr"))
    played = replay(read_record(source)).main_plies[-1]
    turn = random_turn(game, played.before, random.Random(seed))
    assert turn is not None
    return (
        game.write_turn(turn.actions, turn.ended)
        if game.outcome(turn.position) is None
        else played.turn.comments[0].text
    )


def dispute(game: AnyGame, ana: Player, ben: Player) -> None:
    """Ben claims a turn that Ana's rules refuse; `why` and `add` agree, and nothing changes."""
    before = ben.text
    claim = ILLEGAL[game.info.id]
    said = ana.run("why", "game.pyr", claim)
    assert said.exit_code == 1
    assert "error[" in said.stdout
    refused = ben.run("add", "game.pyr", claim, "--mail")
    assert refused.exit_code == 1
    assert not refused.stdout
    code = re.search(r"error\[([\w-]+)\]", said.stdout)
    assert code
    assert code[0] in refused.stderr
    assert ben.text == before
