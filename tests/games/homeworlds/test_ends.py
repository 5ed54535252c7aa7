"""Who is out, who wins, who is next; seats whose turns are missing (H26 to H35, HN1, HN6)."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.actions import Sacrifice

CROWDED = "Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2"
"""North's g1 can move to Bea, which is overpopulated then."""

TWO = {
    "H26-home-is-gone": (f"{CROWDED} n", "move g1 Al Bea; catastrophe Bea green", "North", "H27"),
    "H26-no-ship-at-home": ("Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1 n", "attack g1 Bea", "North", "H27"),
    "H26-ships-elsewhere-do-not-count": (
        "Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1/Mars()r1,s:y3 n",
        "attack g1 Bea",
        "North",
        "H27",
    ),
    "H26-one-ship-is-enough": ("Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1g1 n", "attack g1 Bea", None, None),
    "H28-last-ship-moves-away": ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n", "discover y3 Al r1 Mars", "South", "H28"),
    "H28-last-ship-is-sacrificed": ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n", "sacrifice y3 Al", "South", "H28"),
    "H28-own-home-without-a-star": (
        "Al(n)g3,n:g1g1g2y2/Bea(s)y2b1,s:g3/Mars()r1,n:y1 n",
        "catastrophe Al green",
        "South",
        "H28",
    ),
    "H29-both": ("Al(n)y3b1,n:g1/Bea(s)b2,s:g1g1g2 n", "move g1 Al Bea; catastrophe Bea green", "draw", "H29"),
    "H30-a-win-with-an-overpopulated-home": (
        "Al(n)y3b1,n:g1y1y2y2/Bea(s)b2,s:g1g1g2 n",
        "move g1 Al Bea; catastrophe Bea green",
        "North",
        "H27",
    ),
    "H31-what-follows-is-ignored": (
        f"{CROWDED} n",
        "move g1 Al Bea; catastrophe Bea green; sacrifice y1 Al; build r3 Nowhere; pass",
        "North",
        "H27",
    ),
    "H31-the-only-star-is-gone-and-ships-are-left": (
        "Al(n)y3b1,n:g1y1/Bea(s)g2,s:g1g1y3 n",
        "move g1 Al Bea; catastrophe Bea green; sacrifice y1 Al; build r3 Nowhere; pass",
        "North",
        "H27",
    ),
    "H32-a-lone-ship-can-pass": ("Al(n)r3,n:r1/Bea(s)y2b1,s:g3 n", "pass", None, None),
}


@pytest.mark.parametrize(("before", "turn", "winner", "rule"), TWO.values(), ids=TWO)
def test_two_seats(judge, before, turn, winner, rule):
    outcome = GAME.outcome(judge(before, turn).position)
    assert (outcome and outcome.word) == winner
    assert (outcome and outcome.rule) == rule


def test_h31_ignored_actions_are_reported_except_passes(judge):
    turn = "sacrifice y1 Al; move g1 Al Bea; catastrophe Bea green; build y1 Al; pass"
    played = judge("Al(n)y3b1,n:y3g1y1/Bea(s)b2,s:g1g1g2 n", turn)
    said = [event.text for taken in played.taken[3:] for event in taken.played.events]
    assert said == ["an action after North had won was ignored", "North passed"]


def test_h31_an_empty_own_home_is_filled_first(judge, full):
    """The opponent is out while the mover's home is empty: the turn wins only once a ship has come in."""
    before = "Al(n)y3b1,n:y2/Bea(s)b2,s:g1g1g2/Mars()r3,n:g1y1 n"
    played = judge(before, "sacrifice y2 Al; move g1 Mars Bea; catastrophe Bea green; discover y1 Mars r1 Venus")
    assert GAME.outcome(played.position).word == "draw"
    before = "Al(n)y3b1,n:y2/Bea(s)b2,s:g1g1g2/Mars()r2,n:y1/Venus()r3,n:g1 n"
    played = judge(before, "sacrifice y2 Al; move g1 Venus Bea; catastrophe Bea green; move y1 Mars Al; pass; pass")
    assert GAME.outcome(played.position).word == "North"
    assert GAME.write_position(played.position) == full("Al(n)y3b1,n:y1 n out=s")


def test_h21_abandoned_home_is_an_ordinary_system(judge, full):
    played = judge("Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1/Mars()r1,s:y3 n", "attack g1 Bea")
    after = "Al(n)g3b2,n:y3/Bea()y2b1,n:r3g1/Mars()r1,s:y3 n out=s"
    assert GAME.write_position(played.position) == full(after)
    assert [event.text for event in played.ended.events] == [
        "Bea is no longer South's homeworld",
        "South is out",
    ]


def test_h27_a_finished_game_has_no_further_actions(judge):
    position = judge(f"{CROWDED} n", "move g1 Al Bea; catastrophe Bea green").position
    assert not list(GAME.actions(position, None))


THREE = "Al(n)g3b2,n:y3/Bea(e)y2b1,n:r3,e:g1/Cy(s)g3b2,s:y3"
"""North can capture East's last ship at home."""


def test_h34_a_seat_that_is_out_is_skipped(judge, full):
    played = judge(f"{THREE} n", "attack g1 Bea", seats=3)
    assert GAME.outcome(played.position) is None
    after = "Al(n)g3b2,n:y3/Bea()y2b1,n:r3g1/Cy(s)g3b2,s:y3 s out=e"
    assert GAME.write_position(played.position) == full(after, 3)
    assert judge(played.position, "pass").position.to_move == "North"


SINISTER = {
    "H35-next-seat": (f"{THREE} n", "attack g1 Bea", "North"),
    "H35-not-the-next-seat": ("Al(n)g3b2,n:y3/Bea(e)y2b1,e:g1,s:r3/Cy(s)g3b2,s:y3 s", "attack g1 Bea", None),
    "H35-the-next-after-it": ("Al(n)g3b2,n:y3/Cy(s)y2b1,n:r3,s:g1 n out=e", "attack g1 Cy", "North"),
    "H35-self-elimination-decides-nothing": (f"{THREE} s", "sacrifice y3 Cy", None),
    "H35-last-seat-in-play": ("Al(n)g3b2,n:y3/Cy(s)g3b2,s:y3 s out=e", "sacrifice y3 Cy", "North"),
}


@pytest.mark.parametrize(("before", "turn", "winner"), SINISTER.values(), ids=SINISTER)
def test_sinister(judge, before, turn, winner):
    outcome = GAME.outcome(judge(before, turn, "sinister", seats=3).position)
    assert (outcome and outcome.word) == winner
    assert outcome is None or outcome.rule == "H35"


def test_h35_plain_game_goes_on_to_the_last_seat(judge):
    before = "Al(n)g3b2,n:y3/Cy(s)y2b1,n:r3,s:g1 n out=e"
    assert GAME.outcome(judge(before, "attack g1 Cy", seats=3).position).rule == "H35"
    assert GAME.outcome(judge(f"{THREE} n", "attack g1 Bea", seats=3).position) is None


def test_h35_a_finished_sinister_turn_ignores_the_rest(judge):
    played = judge(f"{THREE} n", "attack g1 Bea; build g3 Nowhere", "sinister", seats=3)
    assert GAME.outcome(played.position).word == "North"


def four(full, variant=""):
    systems = "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)y2b1,n:r3,s:g1/Di(w)g3b2,w:y3"
    return GAME.read_position(full(f"{systems} e", 4), Tags({"Variant": variant} if variant else {}))


def test_hn6_another_seat_may_move(full, judge):
    position = four(full)
    handed, _ = GAME.hand_over(position, "North")
    assert handed.to_move == "North"
    assert judge(handed, "pass").position.to_move == "East"
    assert GAME.hand_over(position, "Nobody") is None


def test_hn6_with_three_seats_too(full):
    position = GAME.read_position(full(f"{THREE} n", 3), Tags())
    assert GAME.hand_over(position, "South")[0].to_move == "South"


def test_messages_name_who_lost_and_who_won(judge, full):
    won = judge(f"{CROWDED} n", "move g1 Al Bea; catastrophe Bea green").position
    assert GAME.outcome(won).message == "South is out, so North wins"
    lost = judge("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n", "sacrifice y3 Al").position
    assert GAME.outcome(lost).message == "North eliminated itself, so South wins"
    read = GAME.outcome(GAME.read_position(GAME.write_position(lost), Tags()))
    assert (read.winner, read.rule, read.message) == ("South", "H27", "North is out, so South wins")


def test_hn6_neither_with_two_seats_nor_one_that_is_out(full):
    two = GAME.read_position(full("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n"), Tags())
    assert GAME.hand_over(two, "South") is None
    three = GAME.read_position(full("Al(n)g3b2,n:y3/Cy(s)y2b1,n:r3,s:g1 n out=e", 3), Tags())
    assert GAME.hand_over(three, "East") is None


def test_h34_a_seat_whose_turns_are_missing_is_not_a_target(full, judge):
    """East has left, so South is the next seat after North, until East moves again."""
    position, _ = GAME.hand_over(four(full, "sinister"), "South")
    assert position.absent == {"East"}
    position = judge(judge(position, "pass").position, "pass").position
    assert position.to_move == "North"
    assert GAME.outcome(judge(position, "attack g1 Cy").position).word == "North"
    position = judge(judge(position, "pass").position, "pass").position
    assert not position.absent
    position = judge(judge(position, "pass").position, "pass").position
    assert GAME.outcome(judge(position, "attack g1 Cy").position) is None


def test_h33_hf14_resignation_is_not_a_move(judge):
    assert GAME.outcome(judge("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n", "pass").position) is None


def test_keep_going_plays_a_turn_that_a_strict_game_forbids(judge, full):
    before = GAME.read_position(full("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n"), Tags({"Variant": "strict"}))
    with pytest.raises(Illegal) as caught:
        judge(before, "sacrifice y3 Al")
    assert (caught.value.rule, caught.value.index) == ("H28", None)
    mid = GAME.play(before, Sacrifice(Pyramid(Size.LARGE, Colour.YELLOW), "Al")).position
    assert GAME.outcome(GAME.force_end(mid)).word == "South"


SEATS = {
    "HN1-two": ({}, ("North", "South")),
    "HN1-tag": ({"Seats": "3"}, ("North", "East", "South")),
    "HN1-four": ({"seats": " 4 "}, ("North", "East", "South", "West")),
    "HN1-names-of-two": ({"North": "Al", "South": "Bea"}, ("North", "South")),
    "HN1-names-of-three": ({"North": "Al", "East": "Bea", "South": "Cy"}, ("North", "East", "South")),
    "HN1-names-of-four": (
        {"West": "Di", "North": "Al", "East": "Bea", "South": "Cy"},
        ("North", "East", "South", "West"),
    ),
}


@pytest.mark.parametrize(("tags", "seats"), SEATS.values(), ids=SEATS)
def test_seats(tags, seats):
    position = GAME.start(Tags(tags))
    assert position.seats == seats
    assert position.to_move == "North"


@pytest.mark.parametrize("value", ["1", "5", "two", "", "2.0", "٣"])
def test_hn1_wrong_number_of_seats(value):
    with pytest.raises(Illegal) as caught:
        GAME.start(Tags({"Seats": value}))
    assert (caught.value.rule, caught.value.part) == ("HN1", "Seats")


def test_first_seat(judge):
    position = GAME.start(Tags({"First": "South"}))
    position = judge(position, "homeworld g3 b2 y3").position
    assert GAME.write_position(position).startswith("South(s)g3b2,s:y3 ")
    assert position.to_move == "North"


def test_hf3_turn_order(judge):
    position = GAME.start(Tags({"Seats": "4"}))
    order = []
    for _ in range(5):
        order.append(position.to_move)
        position = judge(position, "pass").position
    assert order == ["North", "East", "South", "West", "North"]
