"""Fair dice: a game by mail between two folders, every way to cheat, and a second implementation from the topic
alone."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import shutil
import stat
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyrnot.cli import cli
from pyrnot.cli.replay import say_roll
from pyrnot.core.mixins import seats_from_mover
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record
from pyrnot.games import load_game
from pyrnot.play.fair_dice import LINKS, FairDice, MissingLink, hash_often, read_fair_dice
from pyrnot.play.random import random_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.record.grammars import parse_action
from pyrnot.record.source import SourceText
from support import SAMPLES, few_or_many

SECRETS = {"White": bytes(range(32)), "Black": bytes(range(32, 64)), "Other": bytes(range(64, 96))}


class Side:
    """One player's copy of the game: a file in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.file = folder / "game.pyr"

    def do(self, command: str, *args: str, mail: str | None = None, code: int = 0) -> str:
        result = CliRunner().invoke(cli, [command, *args], input=mail)
        assert result.exit_code == code, result.output
        return result.output if code else result.stdout

    def add(self, turn: str, *args: str, mail: str | None = None, code: int = 0) -> str:
        return self.do("add", str(self.file), turn, *args, mail=mail, code=code)

    @property
    def replayed(self) -> Replay:
        return replay(read_record(SourceText(self.file.read_text(encoding="utf-8"))))

    def roll(self) -> str:
        said = re.match(r"turn \d+, \w+: ([^\n]*)", self.do("roll", str(self.file)))
        assert said is not None
        return said[1].split(" or ")[0]

    def random_actions(self, rng: random.Random) -> str:
        """A random legal turn after the dice of the next turn, without them."""
        game = load_game("braces")
        position = self.replayed.position
        dice = game.interpretations(position, parse_action(game, self.roll()))[0].action
        turn = random_turn(game, game.play(position, dice).position, rng)
        assert turn is not None
        return "; ".join(map(game.spell, turn.actions))


@pytest.fixture(scope="module")
def joined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of two players when both have joined."""
    folder: Path = tmp_path_factory.mktemp("joined")
    ann, ben = Side(folder / "ann"), Side(folder / "ben")
    invitation = ann.do("new", "braces", "-o", str(ann.file), "--fair-dice", "--mail")
    ben.add("-", mail=invitation)
    ann.add("-", mail=ben.do("roll", str(ben.file), "--join", "Black"))
    return folder


@pytest.fixture
def sides(joined: Path, tmp_path: Path) -> tuple[Side, Side]:
    """Ann, who has invited and plays White, and Ben, who has accepted."""
    shutil.copytree(joined, tmp_path, dirs_exist_ok=True)
    return Side(tmp_path / "ann"), Side(tmp_path / "ben")


def play(sides: tuple[Side, Side], plies: int) -> list[str]:
    """The mails of a game in which each turn is one mail."""
    rng = random.Random(1)
    mails = []
    for ply in range(plies):
        mover, other = sides[ply % 2], sides[1 - ply % 2]
        mails.append(mover.add(mover.random_actions(rng), "--mail"))
        other.add("-", mail=f"Hello!\n\n{mails[-1]}\nYours\n")
    return mails


@few_or_many("plies", 2, 12)
def test_a_game_by_mail_needs_no_mail_for_its_dice(sides, plies: int) -> None:
    mails = play(sides, plies)
    ann, ben = sides
    assert ann.file.read_bytes() == ben.file.read_bytes()
    assert ann.do("check", str(ann.file)) == f"1 record, {plies} turns, no errors, {plies} rolls proved\n"
    assert all(len(re.findall("^Fair dice:", mail, re.MULTILINE)) == 1 for mail in mails)
    secret = Path(f"{ann.file}.secret")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    word = secret.read_text(encoding="ascii").strip()
    shown = [*mails, ann.file.read_text(encoding="utf-8"), ann.do("check", "--format", "json", str(ann.file))]
    assert not any(word in text for text in shown)
    assert re.search(rf"rolls +{plies}  proved", ann.do("stats", str(ann.file)))


def test_the_mails_of_a_game_alone_prove_its_rolls(tmp_path: Path) -> None:
    sides = Side(tmp_path / "ann"), Side(tmp_path / "ben")
    ann, ben = sides
    mails = [ann.do("new", "braces", "-o", str(ann.file), "--fair-dice", "--mail")]
    ben.add("-", mail=mails[0])
    mails.append(ben.do("roll", str(ben.file), "--join", "Black"))
    ann.add("-", mail=mails[1])
    mails += play(sides, 2)
    text = "\n".join(mails)
    read = CliRunner().invoke(cli, ["check", "-"], input=text)
    assert read.output.startswith("1 record, 2 turns, no errors, 2 rolls proved\n")
    written = tmp_path / "written.pyr"
    written.write_text(CliRunner().invoke(cli, ["fmt", "-"], input=text).stdout, encoding="utf-8")
    assert (
        replay(read_record(SourceText(written.read_text(encoding="utf-8")))).record.tags == ann.replayed.record.tags
    )
    last = re.findall(r"^Fair dice: White link 2 (\w+)$", text, re.MULTILINE)[-1]
    refused = CliRunner().invoke(cli, ["check", "-"], input=text.replace(last, f"{last[::-1]}"))
    assert refused.exit_code == 1
    assert "error[chain-broken] FD: the link for turn 2 does not lead to White's chain" in refused.output


def test_a_document_of_a_game_is_read_in_a_mail(tmp_path: Path, sides) -> None:
    """Its chains are tags in a list there, and no lines of mails."""
    play(sides, 2)
    document = Side(tmp_path / "doc").do("export", str(sides[0].file), "--to", "txt", "-o", "-")
    read = CliRunner().invoke(cli, ["check", "-"], input=f"Hi,\n\n{document}")
    assert read.exception is None or isinstance(read.exception, SystemExit)
    assert "2 turns" in read.output


def test_a_broken_line_of_a_mail_is_read(sides) -> None:
    ann, ben = sides
    mail = ann.add(ann.random_actions(random.Random(2)), "--mail")
    broken = re.sub(r"^(Fair dice: White link 2) ", r"> \1\n> ", mail, flags=re.MULTILINE)
    assert broken != mail
    ben.add("-", mail=broken)
    assert ben.roll()


def test_other_dice_are_refused(sides) -> None:
    ann, _ = sides
    other = "TIP 2/1" if ann.roll() != "TIP 2/1" else "TIP 3/1"
    said = ann.add(f"{other}; Sb1-a1", code=1)
    assert "dice-false" in said
    assert f"the chains give {ann.roll()}, not {other}" in said
    assert "nothing added: the fair dice contradict it" in said


def test_a_roll_with_its_links_is_added_without_a_warning(sides) -> None:
    ann, ben = sides
    turn = ann.random_actions(random.Random(8))
    result = CliRunner().invoke(cli, ["add", str(ann.file), turn, "--mail"])
    assert (result.exit_code, result.stderr) == (0, "")
    without = re.sub("^Fair dice:.*\n", "", result.stdout, flags=re.MULTILINE)
    received = CliRunner().invoke(cli, ["add", str(ben.file), "-"], input=without)
    assert "turn 1 needs White's link" in received.stderr


def test_a_roll_is_the_same_however_often(sides) -> None:
    ann, ben = sides
    first = ann.roll()
    assert {ann.roll() for _ in range(5)} == {first}
    turn = ann.random_actions(random.Random(3))
    ann.add(turn)
    ann.do("undo", str(ann.file))
    assert ann.roll() == first
    assert "turn 1 needs White's link" in ben.do(
        "roll", str(ben.file), code=1
    )  # only the mover can roll before the mail


def test_why_and_moves_know_the_dice_of_the_next_turn(sides) -> None:
    """As `add` does; not those of another turn, nor for a player who does not know them yet."""
    ann, ben = sides
    dice = ann.roll()
    filled = re.compile(dice.replace(" ", "(?:=[A-Z]+)? ") + "; ")
    turn = ann.random_actions(random.Random(4))
    for asked in (turn, f"1. {turn}", f"White: {turn}", f"{dice}; {turn}"):
        said = ann.do("why", str(ann.file), asked)
        assert filled.match(said.partition("\nlegal: ")[2])
        assert "chain-missing" not in said
    assert "dice-missing" in ben.do("why", str(ben.file), turn, code=1)
    first, *_ = turn.split("; ")
    assert filled.match(ann.do("moves", str(ann.file), first.split(" X")[0]))
    few = ("--limit", "5", "--format", "json")
    listed = ann.do("moves", str(ann.file), *few)
    assert listed == ann.do("moves", str(ann.file), "--dice", dice, *few)
    other = "TIP 2/1" if dice != "TIP 2/1" else "TIP 3/1"
    assert "dice-false" in ann.do("why", str(ann.file), f"{other}; Sb1-a1", code=1)
    assert f'"{other}; ' in ann.do("moves", str(ann.file), "--dice", other, *few)
    assert "needs dice" in ben.do("moves", str(ben.file), code=2)
    ann.add(turn)
    assert "dice-missing" in ann.do("why", str(ann.file), f"1. {turn}", code=1)


def test_the_viewer_says_what_roll_says(sides) -> None:
    ann, ben = sides
    sources = [SourceText(side.file.read_text(encoding="utf-8"), file=str(side.file)) for side in sides]
    shown = [say_roll(replay(read_record(source))) for source in sources]
    assert shown[0] == ann.do("roll", str(ann.file)).splitlines()[0]
    assert "turn 1 needs White's link" in shown[1]
    assert shown[1] in ben.do("roll", str(ben.file), code=1)


def test_a_game_that_is_over_has_no_roll(tmp_path: Path) -> None:
    side = Side(tmp_path)
    shutil.copy(SAMPLES / "braces" / "first-game.pyr", side.file)
    over = "the game is over: White wins"
    assert side.do("roll", str(side.file), code=1) == f"{side.file}: {over}\n"
    assert say_roll(side.replayed) == over


def line_for(turn: int, link: bytes, seat: str = "White") -> str:
    return f"Fair dice: {seat} link {turn} {link.hex()}"


def test_false_links_are_refused(sides) -> None:
    ann, ben = sides
    right = ann.add(ann.random_actions(random.Random(4)), "--mail")
    before = ben.file.read_bytes()
    shown = re.search(r"^Fair dice: White link 2 (\w+)$", right, re.MULTILINE)
    assert shown is not None
    link = bytes.fromhex(shown[1])
    falsehoods = {
        "of another game": line_for(2, hash_often(SECRETS["Other"], LINKS - 2)),
        "an old one": line_for(2, hash_often(link, 1)),
        "for a later turn": line_for(3, link),
        "of the other seat": line_for(2, link, "Black"),
        "of no seat": line_for(2, link, "Green"),
    }
    for name, line in falsehoods.items():
        said = ben.add("-", mail=right.replace(shown[0], line), code=1)
        assert "nothing added: fair dice: " in said, name
        assert "ask for the line again: it is old, of another game, or altered" in said, name
        assert ben.file.read_bytes() == before, name
    ben.add("-", mail=right)


def test_a_chain_cannot_be_exchanged(sides) -> None:
    _, ben = sides
    play(sides, 2)
    other = hash_often(SECRETS["Other"], LINKS)
    before = ben.file.read_bytes()
    said = ben.add("-", mail=f"Fair dice: White chain 1 {other.hex()}", code=1)
    assert "White's chain cannot begin at turn 1: the rolls up to turn 2 are fixed" in said
    assert ben.file.read_bytes() == before
    exchanged = re.sub(r'(?<=WhiteChain "sha256:)\w+', other.hex(), before.decode())
    ben.file.write_text(exchanged, encoding="utf-8")
    assert "chain-broken" in ben.do("check", str(ben.file), code=1)
    beside = re.sub(r'(?<=WhiteChain ")(sha256:\w+)', rf"\1, sha256:{other.hex()}", before.decode())
    ben.file.write_text(beside, encoding="utf-8")
    assert "White's chain cannot begin at turn 1" in ben.do("check", str(ben.file), code=1)


def test_a_secret_that_cannot_be_read_is_told(sides) -> None:
    ann, _ = sides
    secret = Path(f"{ann.file}.secret")
    kept = secret.read_text(encoding="ascii")
    secret.write_text(f"{kept}my secret\n", encoding="ascii")
    before = ann.file.read_bytes()
    for command, *args in (("roll", "--join", "White"), ("roll",), ("add", "Sb1-a1")):
        said = ann.do(command, str(ann.file), *args, code=2)
        assert f"cannot read the secrets in {secret}: a line of it is not 64 hexadecimal digits" in said
        assert "Usage" not in said
        assert kept.strip() not in said
    assert ann.file.read_bytes() == before
    assert secret.read_text(encoding="ascii") == f"{kept}my secret\n"


def test_a_file_of_secrets_that_cannot_be_opened_is_told_in_plain_words(sides) -> None:
    ann, _ = sides
    secret = Path(f"{ann.file}.secret")
    secret.unlink()
    secret.mkdir()
    for command, *args in (("roll",), ("roll", "--join", "White"), ("why", "Sb1-a1"), ("moves",)):
        said = ann.do(command, str(ann.file), *args, code=2)
        assert said.startswith("cannot read the secrets in ")
        assert "Errno" not in said
        assert "Usage" not in said
    sources = SourceText(ann.file.read_text(encoding="utf-8"), file=str(ann.file))
    assert "cannot read the secrets" in say_roll(replay(read_record(sources)))


@pytest.mark.parametrize(
    ("text", "mail", "reason"),
    [
        ("hello\n", "", "there is no next turn to roll for"),
        ('[Game "Chess"]\n\n*\n', "", "there is no next turn to roll for"),
        ('[Game "Spectrum"]\n[Seats "9"]\n[Drawn "Goals"]\n\n*\n', "Hi Ann!\n", "the record has an error"),
        ('[Game "Spectrum"]\n[Seats "2"]\n[Drawn "Goals"]\n\n*\n', "1. M(r)=L\n", "the record has an error"),
    ],
)
def test_links_are_added_to_a_game_alone(tmp_path, text, mail, reason) -> None:
    side = Side(tmp_path / "ann")
    side.file.write_text(text, encoding="utf-8")
    anchor = hash_often(SECRETS["Other"], LINKS).hex()
    said = side.add("-", mail=f"{mail}Fair dice: B chain 1 {anchor}\n", code=1)
    assert f"nothing added: {reason}" in said
    assert side.file.read_text(encoding="utf-8") == text


def test_a_seat_that_does_not_play_has_no_chain(sides) -> None:
    ann, _ = sides
    secret = Path(f"{ann.file}.secret").read_bytes()
    assert "'Green' is not a seat that plays on (White, Black)" in ann.do(
        "roll", str(ann.file), "--join", "Green", code=1
    )
    assert Path(f"{ann.file}.secret").read_bytes() == secret


def test_a_new_chain_of_one_player_proves_nothing(sides) -> None:
    """Its owner could choose it by a roll, since the other's link is known."""
    ann, ben = sides
    play(sides, 2)
    chosen = hash_often(SECRETS["Other"], LINKS)
    said = ben.add("-", mail=f"Fair dice: White chain 2 {chosen.hex()}", code=1)
    assert "White's chain cannot begin at turn 2: the rolls up to turn 2 are fixed" in said
    for file in (ann.file, ben.file):
        text = re.sub(r'(\[WhiteChain "[^"]*)', rf"\1, 3 sha256:{chosen.hex()}", file.read_text("utf-8"))
        file.write_text(text, encoding="utf-8")
    said = ann.do("roll", str(ann.file), code=1)
    assert "turn 3 needs Black's chain" in said
    assert "new chains change the roll, so join only if all agree to it" in said
    dice = read_fair_dice(load_game("braces"), ben.replayed.record.tags, [*SECRETS.values()])
    with pytest.raises(MissingLink, match="turn 3 needs Black's chain"):
        dice.chance(3, seats_from_mover(ben.replayed.position), 1)


def test_a_seat_that_has_left_needs_no_link() -> None:
    game = load_game("spectrum")
    tags = Tags({"Setup": "roygcbpiwakt + Mr,Lt,Lt/So,So/Lg,Lg,Lg SrMkLw/SoMoLi/SaMtLy B out=A"})
    assert game.rolling_seats(game.start(tags)) == ("B", "C")


def test_a_seat_may_be_its_players_name(tmp_path) -> None:
    ann = Side(tmp_path)
    names = ("--white", "Ann Lee", "--black", "Ben")
    ann.do("new", "braces", *names, "--first", "ben", "--fair-dice", "Ben", "-o", str(ann.file))
    text = ann.file.read_text(encoding="utf-8")
    assert '[First "Black"]' in text
    assert "[BlackChain" in text
    assert "Fair dice: White chain 1" in ann.do("roll", str(ann.file), "--join", "Ann")
    assert "'Cy' is not a seat" in ann.do("roll", str(ann.file), "--join", "Cy", code=1)


def test_only_a_game_with_dice_has_fair_ones(tmp_path) -> None:
    side = Side(tmp_path / "ann")
    said = side.do("new", "martian-life", "-o", str(side.file), "--fair-dice", code=2)
    assert "Martian Life has no dice" in said
    assert not list(side.file.parent.iterdir())
    side.do("new", "martian-life", "-o", str(side.file), "--fair-dice", "--first", "drawn")


def test_a_roll_without_its_link_is_a_warning(sides) -> None:
    ann, _ = sides
    play(sides, 2)
    ann.file.write_text(re.sub(r"\[WhiteLink[^\n]*\n", "", ann.file.read_text("utf-8")), encoding="utf-8")
    said = ann.do("check", str(ann.file))
    assert "chain-missing" in said
    assert "the roll cannot be proved: turn 1 needs White's link" in said
    assert re.search(r"rolls +2  unproved", ann.do("stats", str(ann.file)))


def test_after_a_lost_secret_both_begin_new_chains(sides) -> None:
    ann, ben = sides
    play(sides, 2)
    Path(f"{ann.file}.secret").unlink()
    assert "turn 3 needs White's link, which comes with White's mail, or from the secret that White keeps" in ann.do(
        "roll", str(ann.file), code=1
    )
    assert "has a chain" in ben.do("roll", str(ben.file), "--join", "Black", code=1)
    ben.add("-", mail=ann.do("roll", str(ann.file), "--join", "White"))
    ann.add("-", mail=ben.do("roll", str(ben.file), "--join", "Black"))
    rng = random.Random(5)
    for mover, other in ((ann, ben), (ben, ann)):
        other.add("-", mail=mover.add(mover.random_actions(rng), "--mail"))
    assert ann.do("check", str(ann.file)) == "1 record, 4 turns, no errors, 4 rolls proved\n"


def secret_of(side: Side) -> Path:
    return Path(f"{side.file}.secret")


def test_who_keeps_a_secret_leaves_the_other_seat_to_its_player(sides) -> None:
    ann, ben = sides
    for plies, side, other, own in (
        (0, ben, "White", "Black"),
        (2, ann, "Black", "White"),
        (0, ben, "White", "Black"),
    ):
        play(sides, plies)
        kept = side.file.read_bytes(), secret_of(side).read_bytes()
        said = side.do("roll", str(side.file), "--join", other, code=1)
        reason = f"leave it to {other}'s player: {other} has a chain, and the secret kept here is {own}'s"
        assert f"no chain drawn: {reason}" in said
        assert (side.file.read_bytes(), secret_of(side).read_bytes()) == kept
    ann.roll()


def drawn_by_ann_alone(ann: Side, folder: Path) -> list[str]:
    """The lines with new chains of both seats, which Ann drew in a copy of the record without her secret, as often as
    she liked."""
    cheat = Side(folder)
    shutil.copy(ann.file, cheat.file)
    cheat.do("roll", str(cheat.file), "--join", "Black")
    return cheat.do("roll", str(cheat.file), "--join", "White").splitlines()


def test_no_new_chain_is_taken_for_a_seat_whose_secret_is_kept(sides, tmp_path) -> None:
    """One who draws the chains of all seats can choose the rolls."""
    ann, ben = sides
    play(sides, 2)
    before = ben.file.read_bytes()
    lines = drawn_by_ann_alone(ann, tmp_path / "cheat")
    reason = "ask for the mail without Black's new chain: it was not drawn here, where Black's secret is kept"
    for mail in (lines, [line for line in lines if " Black chain 3 " in line]):
        said = ben.add("-", mail="\n".join(mail), code=1)
        assert f"nothing added: fair dice: {reason}" in said
        assert ben.file.read_bytes() == before
    ben.add("-", mail="\n".join(line for line in lines if " White chain 3 " in line))  # Ann may have lost her secret
    assert "turn 3 needs Black's chain" in ben.do("roll", str(ben.file), code=1)


def test_a_chain_that_its_player_drew_elsewhere_is_taken_with_its_secret(sides, tmp_path) -> None:
    ann, ben = sides
    play(sides, 2)
    secret_of(ann).unlink()
    whites = ann.do("roll", str(ann.file), "--join", "White")
    ben.add("-", mail=whites)
    elsewhere = Side(tmp_path / "elsewhere")
    shutil.copy(ben.file, elsewhere.file)
    blacks = elsewhere.do("roll", str(elsewhere.file), "--join", "Black")
    assert "it was not drawn here" in ben.add("-", mail=blacks, code=1)
    with secret_of(ben).open("a", encoding="ascii") as kept:
        kept.write(secret_of(elsewhere).read_text(encoding="ascii"))
    ben.add("-", mail=blacks)
    ann.add("-", mail=blacks)
    assert ann.roll()
    ben.add("-", mail=ann.add(ann.random_actions(random.Random(9)), "--mail"))
    assert ben.roll()


def test_who_begins_is_drawn(tmp_path) -> None:
    ann, ben = Side(tmp_path / "ann"), Side(tmp_path / "ben")
    invitation = ann.do("new", "braces", "-o", str(ann.file), "--fair-dice", "--first", "drawn", "--mail")
    ben.add("-", mail=invitation)
    answer = ann.add("-", mail=ben.do("roll", str(ben.file), "--join", "Black"))
    first = ann.replayed.record.tags["First"]
    if first == "Black":
        ben.add("-", mail=answer)
        assert ben.replayed.record.tags["First"] == first
    mover, other = (ann, ben) if first == "White" else (ben, ann)
    other.add("-", mail=mover.add(mover.random_actions(random.Random(7)), "--mail"))
    assert ann.do("check", str(ann.file)) == "1 record, 1 turn, no errors, 1 roll proved\n"
    wrong = {"White": "Black", "Black": "White"}[first]
    ann.file.write_text(
        ann.file.read_text("utf-8").replace(f'[First "{first}"]', f'[First "{wrong}"]'), encoding="utf-8"
    )
    assert f"chains give {first}, not {wrong}" in ann.do("check", str(ann.file), code=1)


def play_spectrum(players: Sequence[Side], plies: int) -> None:
    """Plays random turns, whose goals are left out, from the first player on; each turn is one mail."""
    rng = random.Random(6)
    game = load_game("spectrum")
    for ply in range(plies):
        mover = players[ply % len(players)]
        turn = random_turn(game, mover.replayed.position, rng)
        assert turn is not None
        written = re.sub(r"(G[1-3])=\w+", r"\1", game.write_turn(turn.actions, turn.ended))
        mail = mover.add(written, "--mail")
        for player in players:
            if player is not mover:
                player.add("-", mail=mail)


@few_or_many("plies", 3, 6)
def test_spectrum_for_three_draws_its_goals(tmp_path, plies: int) -> None:
    players = [Side(tmp_path / name) for name in ("ann", "ben", "eve")]
    ann = players[0]
    invitation = ann.do("new", "spectrum", "-o", str(ann.file), "--fair-dice", "--seats", "3", "--mail")
    accepted = []
    for player, seat in zip(players[1:], "BC", strict=True):
        player.add("-", mail=invitation)
        accepted.append(player.do("roll", str(player.file), "--join", seat))
    assert not re.search("Fair dice: . link", "".join(accepted))  # the last player could choose by it
    shown = [player.add("-", mail="\n".join(accepted)) for player in players]
    assert [player.add("-", mail=accepted[0]) for player in players] == shown  # nothing new came: they are told again
    said = [player.add("-", mail="\n".join(shown)) for player in players]
    assert said == ["", "", ""]
    assert re.fullmatch(r"(\S+ ){2}\S+", ann.replayed.record.tags["Goals"])
    assert "ALink" not in ann.replayed.record.tags  # A shows it after the first turn
    assert ann.replayed.diagnostics == ()
    play_spectrum(players, plies)
    assert ann.do("check", str(ann.file)).startswith(f"1 record, {plies} turns, no errors")
    goals = ann.replayed.record.tags["Goals"]
    ann.file.write_text(ann.file.read_text("utf-8").replace(goals, " ".join(goals.split()[::-1])), encoding="utf-8")
    assert "dice-false" in ann.do("check", str(ann.file), code=1)


def test_after_a_lost_secret_all_three_begin_new_chains(tmp_path) -> None:
    players = [Side(tmp_path / name) for name in ("ann", "ben", "eve")]
    ann, ben, eve = players
    invitation = ann.do("new", "spectrum", "-o", str(ann.file), "--fair-dice", "--seats", "3", "--mail")
    accepted = []
    for player, seat in ((ben, "B"), (eve, "C")):
        player.add("-", mail=invitation)
        accepted.append(player.do("roll", str(player.file), "--join", seat))
    shown = [player.add("-", mail="\n".join(accepted)) for player in players]
    for player in players:
        player.add("-", mail="\n".join(shown))
    play_spectrum(players, 3)
    secret_of(ben).unlink()
    assert "the secret kept here is C's" in eve.do("roll", str(eve.file), "--join", "B", code=1)
    for player, seat in ((ben, "B"), (ann, "A"), (eve, "C")):
        lines = player.do("roll", str(player.file), "--join", seat)
        for other in players:
            other.add("-", mail=lines)
    shown = [player.add("-", mail=lines) for player in players]
    for player in players:
        player.add("-", mail="\n".join(shown))
    play_spectrum(players, 3)
    assert "6 turns, no errors" in ann.do("check", "--strict", str(ann.file))


def test_a_start_to_be_drawn_says_what_is_missing(tmp_path) -> None:
    ann, ben = Side(tmp_path / "ann"), Side(tmp_path / "ben")
    invitation = ann.do("new", "spectrum", "-o", str(ann.file), "--fair-dice", "--mail")
    ben.add("-", mail=invitation)

    def missing(side: Side) -> str:
        return side.do("roll", str(side.file), code=1).partition("the start needs ")[2]

    by_joining = "B's chain, which B draws by joining (`pyrnot roll FILE --join B`)\n"
    assert missing(ann) == missing(ben) == by_joining
    checked = ann.do("check", str(ann.file), code=1)
    assert "chain-missing" in checked
    assert "Goals is still to be drawn by fair dice" in checked
    assert f"the start needs {by_joining}" in checked
    assert f"the start needs {by_joining}" in ann.add("-", mail="", code=1)
    accepted = ben.do("roll", str(ben.file), "--join", "B")
    assert missing(ben).startswith("A's link, which comes with A's mail")
    assert "the start needs A's link, which comes with A's mail" in ben.add("-", mail="", code=1)
    ann.add("-", mail=accepted.splitlines()[0])
    assert missing(ann).startswith("B's link, which comes with B's mail")
    ann.add("-", mail=accepted)
    ann.do("roll", str(ann.file))


def test_who_has_no_chain_is_told_to_join(sides, tmp_path) -> None:
    ann, _ = sides
    eve = Side(tmp_path / "eve")
    without = re.sub(r"\[Black\w+ [^\n]*\n", "", ann.file.read_text("utf-8"))
    eve.file.write_text(without, encoding="utf-8")
    said = eve.do("roll", str(eve.file), code=1)
    assert "turn 1 needs Black's chain, which Black draws by joining (`pyrnot roll FILE --join Black`)" in said


def test_a_goal_is_filled_in_where_it_is_left_out() -> None:
    rolls = ["G1=SrMkLw", "G2=SoMoLi", "G3=SaMtLy"]
    add_rolls = load_game("spectrum").add_rolls
    assert add_rolls("M(r)>SS(o); G2", rolls) == "M(r)>SS(o); G2=SoMoLi"
    assert add_rolls("M(r)>SS(o); g3 = SaMtLk", rolls) == "M(r)>SS(o); g3 = SaMtLk"
    assert add_rolls("M(r)>SS(o)", rolls) == "M(r)>SS(o)"


def fair_dice(white: str) -> FairDice:
    """The chains of two seats, known to their end; White's has the secret of that name."""
    anchors = {"White": hash_often(SECRETS[white], LINKS), "Black": hash_often(SECRETS["Black"], LINKS)}
    tags = Tags({f"{seat}Chain": f"sha256:{anchor.hex()}" for seat, anchor in anchors.items()})
    return read_fair_dice(load_game("braces"), tags, [*SECRETS.values()])


def second_implementation(turn: int, white: str) -> str:
    """The dice of a turn of Braces, written from the topic `fair-dice` alone."""

    def link(seat: str) -> bytes:
        value = SECRETS[white if seat == "White" else seat]
        for _ in range(512 - turn):
            value = hashlib.sha256(value).digest()
        return value

    def draw(count: int) -> int:
        while True:
            byte = stream.pop(0)
            if byte < 256 - 256 % count:
                return byte % count

    mover, other = ("White", "Black") if turn % 2 else ("Black", "White")
    message = f"pyrnot dice 1 braces {turn} 1".encode("ascii")
    stream = list(hmac.new(link(mover) + link(other), message, hashlib.sha256).digest())
    face = ["TIP", "HOP", "SWAP", "DIG", "AIM", "WILD"][draw(6)]
    numbers = sorted((draw(6) + 1, draw(6) + 1), reverse=True)
    return f"{face} {numbers[0]}/{numbers[1]}"


@pytest.mark.parametrize("white", ["White", pytest.param("Other", marks=pytest.mark.slow)])
@few_or_many("step", 9, 1)
def test_a_second_implementation_agrees(white, step) -> None:
    game = load_game("braces")
    dice = fair_dice(white)
    for turn in range(1, LINKS, step):
        tags = Tags({"First": "White" if turn % 2 else "Black"})
        start = game.start(tags)
        rolls = game.next_rolls(start, partial(dice.chance, turn, game.rolling_seats(start)))
        assert rolls[0] == second_implementation(turn, white)


@few_or_many("turns", 10, 40)
def test_every_face_is_as_likely(turns: int) -> None:
    """Of thousands of dice in the last turns of chains, whose links are a few hashes from the secret."""
    dice = fair_dice("White")
    faces: Counter[int] = Counter()
    for turn in range(LINKS + 1 - turns, LINKS + 1):
        for roll in range(1, 251):
            chance = dice.chance(turn, ("White", "Black"), roll)
            faces.update(chance.pick(range(6)) for _ in range(10))
    assert (sorted(faces), faces.total()) == (list(range(6)), turns * 2_500)
    expected = turns * 2_500 / 6
    assert all(abs(count - expected) < 6 * expected**0.5 for count in faces.values())


def test_a_record_without_chains_needs_no_proof(run, make) -> None:
    make("a.pyr", '[Game "Braces"]\n\n1. TIP 2/1; Sb1-a1\n*\n')
    assert run("check", "a.pyr").stdout == "1 record, 1 turn, no errors\n"
    rolled = run("roll", "a.pyr")
    assert rolled.exit_code == 1
    assert (
        "turn 2 needs Black's chain, which Black draws by joining (`pyrnot roll FILE --join Black`)" in rolled.stderr
    )
