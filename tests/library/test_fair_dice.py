"""Fair dice in the library: two players whose records have only their own secrets."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

import pyrnot
from support import few_or_many


def joined() -> tuple[pyrnot.Record, pyrnot.Record]:
    """Ann, who has invited and plays White, and Ben, who has accepted; his answer is on its way to her."""
    ann = pyrnot.new("braces", white="Ann", black="Ben")
    ann.join("White")
    ben = pyrnot.Record.from_mail(f"{ann.mail()}\nBest,\nAnn\n")
    ben.join("black")
    return ann, ben


def play(mover: pyrnot.Record, other: pyrnot.Record) -> str:
    """Plays the first turn with the dice that are rolled, and sends it; returns the mail."""
    dice = mover.roll()[0]
    turn = str(next(mover.game.board().moves(dice=dice)))
    mover.add(turn.removeprefix(f"{dice}; "))
    assert str(mover.game[-1]) == turn
    mail = mover.mail()
    other.add(f"Hello!\n\n{mail}\nYours\n")
    return mail


@few_or_many("rounds", 1, 2)
def test_a_game_needs_no_mail_for_its_dice(rounds: int) -> None:
    ann, ben = joined()
    answer = f"Hi Ann,\n\n{ben.mail()}\nBest,\nBen\n"
    ann.add(answer)
    assert ann.seats_to_join == ben.seats_to_join == ()
    mails = [answer]
    for _ in range(rounds):
        mails += [play(ann, ben), play(ben, ann)]
    assert str(ann) == str(ben)
    (verdict,) = pyrnot.check(str(ann))
    assert (verdict.ok, verdict.diagnostics, verdict.proved_rolls) == (True, (), 2 * rounds)
    assert [mail.count("Fair dice:") for mail in mails] == [2, *[1, 1] * rounds]
    shown = "".join([*mails, str(ann), repr(ann), ann.game.html()])
    assert not any(secret in shown for secret in ann.secrets + ben.secrets)


def test_a_greeting_beside_the_links_is_read_past() -> None:
    ann, ben = joined()
    lines = "\n".join(line for line in ben.mail().splitlines() if line.startswith("Fair dice:"))
    ann.add(f"Hi Ann,\n\n{lines}\nHave fun!\n")
    assert ann.roll()
    with pytest.raises(pyrnot.IllegalTurn, match="the message has an error"):
        ann.add("Hi Ann,\n\nhave fun!\n")


def test_a_wrong_turn_beside_links_is_refused() -> None:
    ann, ben = joined()
    before = str(ann)
    with pytest.raises(pyrnot.IllegalTurn):
        ann.add(f"{ben.mail()}\n1. TIP 2/1; Sb9-b8\n")
    assert str(ann) == before


def test_who_may_join() -> None:
    ann, _ = joined()
    assert pyrnot.Record(str(ann)).seats_to_join == ("Black",)
    assert pyrnot.new("braces").seats_to_join == ("White", "Black")
    assert pyrnot.new("martian-life").seats_to_join == ()
    with pytest.raises(pyrnot.PyrnotError, match="'Green' is not a seat"):
        ann.join("Green")
    with pytest.raises(pyrnot.PyrnotError, match="its secret is kept"):
        ann.join("White")


def test_after_a_lost_secret_both_join_again() -> None:
    ann, ben = joined()
    ann.add(ben.mail())
    play(ann, ben)
    ann.secrets = []
    assert set(ann.seats_to_join) == {"White", "Black"}
    ann.join("White")
    ben.add(ann.mail())
    assert ben.seats_to_join == ("Black",)
    ben.join("Black")
    ann.add(ben.mail())
    ben.add(ann.mail())
    play(ben, ann)
    play(ann, ben)
    (verdict,) = pyrnot.check(str(ann))
    assert (verdict.diagnostics, verdict.proved_rolls) == ((), 3)


def test_a_mistyped_seat_changes_no_roll() -> None:
    ann, ben = joined()
    ann.add(ben.mail())
    play(ann, ben)
    play(ben, ann)
    rolled = ann.roll()
    before = str(ann), ann.secrets
    with pytest.raises(pyrnot.PyrnotError, match="leave it to Black's player"):
        ann.join("Black")
    assert (str(ann), ann.secrets, ann.roll()) == (*before, rolled)


def test_a_chain_that_another_player_drew_for_ones_own_seat_is_refused() -> None:
    ann, ben = joined()
    ann.add(ben.mail())
    play(ann, ben)
    play(ben, ann)
    alone = pyrnot.Record(str(ann))
    alone.join("Black")
    alone.join("White")
    before = str(ben)
    with pytest.raises(pyrnot.IllegalTurn, match="ask for the mail without Black's new chain"):
        ben.add(alone.mail())
    assert str(ben) == before


def test_a_mail_without_a_game_begins_nothing() -> None:
    with pytest.raises(pyrnot.NotARecord):
        pyrnot.Record.from_mail("Hi Ann,\n\nhave fun!\n")


def test_a_start_is_drawn_when_both_have_chains() -> None:
    ann = pyrnot.Record('[Game "Spectrum"]\n[A "Ann"]\n[B "Ben"]\n[Seats "2"]\n[Drawn "Goals"]\n\n*\n')
    assert ann.seats_to_join == ("A", "B")
    ann.join("A")
    with pytest.raises(pyrnot.PyrnotError, match="its secret is kept"):
        ann.join("A")
    ben = pyrnot.Record.from_mail(ann.mail())
    assert ben.seats_to_join == ("B",)
    ben.join("B")
    ann.add(ben.mail())
    turn = str(next(ann.game.board().moves()))
    ann.add(turn)
    ben.add(ann.mail())
    assert len(ann.game.tags["Goals"].split()) == 3
    assert (ben.game.tags["Goals"], str(ben.game[0])) == (ann.game.tags["Goals"], turn)
    assert pyrnot.loads(str(ben)).diagnostics == ()


def test_three_players_draw_the_start_when_all_have_joined() -> None:
    ann = pyrnot.new("spectrum", a="Ann", b="Ben", c="Eve", fair_dice=True)
    assert (ann.game.tags["Drawn"], "Goals" in ann.game.tags) == ("Goals", False)
    ann.join("A")
    players = [ann, *(pyrnot.Record.from_mail(f"Shall we?\n\n{ann.mail()}\nAnn\n") for _ in range(2))]
    for player, seat in zip(players[1:], "BC", strict=True):
        player.join(seat)
    with pytest.raises(pyrnot.IllegalStart, match="Goals is still to be drawn by fair dice"):
        ann.add(players[1].mail())
    assert "BChain" in ann.game.tags
    for _ in range(2):  # the chains, then the links
        for sender in players:
            for player in players:
                if player is not sender:
                    receive(player, sender.mail())
    assert len(ann.game.tags["Goals"].split()) == 3
    turn = str(next(ann.game.board().moves()))
    ann.add(turn)
    with pytest.raises(pyrnot.IllegalTurn, match="Goals is still to be drawn by fair dice"):
        players[1].add(re.sub("Fair dice: A link.*\n", "", ann.mail()))
    for player in players[1:]:
        player.add(ann.mail())
    assert [(player.game.tags["Goals"], str(player.game[0])) for player in players] == [
        (ann.game.tags["Goals"], turn)
    ] * 3


def receive(player: pyrnot.Record, mail: str) -> None:
    """Adds what a mail shows before the first turn: links, after which the start may still be to be drawn."""
    with suppress(pyrnot.IllegalStart):
        player.add(f"Hi,\n\n{mail}\nBye\n")


def test_only_what_chance_decides_is_drawn() -> None:
    assert "Drawn" not in pyrnot.new("braces", white="Ann", fair_dice=True).game.tags
    given = pyrnot.new("spectrum", goals="SrMkLw SoMoLi SaMtLy", fair_dice=True)
    assert "Drawn" not in given.game.tags
    with pytest.raises(pyrnot.IllegalStart, match="Triumvirate needs"):
        pyrnot.new("triumvirate", fair_dice=True)
    with pytest.raises(pyrnot.IllegalStart, match="is not a number of seats"):
        pyrnot.new("spectrum", seats=9, fair_dice=True)
