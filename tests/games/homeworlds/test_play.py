"""What the tables of Homeworlds cannot say: names of homeworlds, turns that are missing, and what is offered."""

from __future__ import annotations

import random
import re
from typing import Any
from unicodedata import category, name

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.marks import MARKS
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record
from pyrnot.games.homeworlds.actions import (
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
)
from pyrnot.games.homeworlds.game import GAME, Homeworlds
from pyrnot.games.homeworlds.moves import fresh_name
from pyrnot.games.homeworlds.position import BARE_NAME, COLOURS, KINDS, Position, fold, write_name
from pyrnot.play.random import random_turn
from pyrnot.play.replay import replay
from pyrnot.play.turns import TurnPlayed, legal_turns, play_turn
from pyrnot.record.grammars import action_terminals, parse_action
from pyrnot.record.source import SourceText
from support import few_or_many

HOMES = "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n"
CROWDED = "Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2 n"
"""North's g1 can move to Bea, which is overpopulated then."""
THREE = "Al(n)g3b2,n:y3/Bea(e)y2b1,n:r3,e:g1/Cy(s)g3b2,s:y3 n"
FOUR = "Al(n)g3b2,n:y3/Bea(e)y2b1,n:r3,e:g1/Cy(s)y2b1,n:r3,s:g1/Di(w)g3b2,w:y3"


def at(setup: str, **tags: str) -> Position:
    return GAME.start(Tags({"Setup": setup, **tags}))


def play(position: Position, turn: str) -> TurnPlayed[Any, Any, Any]:
    return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])


def movers(position: Position, turn: str, plies: int) -> list[str]:
    """Who is to move, after a turn and then passes."""
    position, order = play(position, turn).position, []
    for _ in range(plies):
        order.append(position.to_move)
        position = play(position, "pass").position
    return order


def test_hf3_h34_turn_order() -> None:
    assert movers(GAME.start(Tags({"Seats": "4"})), "pass", 4) == ["East", "South", "West", "North"]
    assert movers(at(f"{FOUR} n", Seats="4"), "attack g1 Bea", 4) == ["South", "West", "North", "South"]


def test_hn6_another_seat_may_move() -> None:
    """With three seats and more, and none that is out."""
    handed, _ = GAME.skip_to(at(f"{FOUR} e", Seats="4"), "North", ())
    assert handed.to_move == "North"
    assert play(handed, "pass").position.to_move == "East"
    assert GAME.skip_to(at(f"{FOUR} e", Seats="4"), "Nobody", ()) is None
    assert GAME.skip_to(at(THREE, Seats="3"), "South", ())[0].to_move == "South"
    assert GAME.skip_to(at(HOMES), "South", ()) is None
    assert GAME.skip_to(at("Al(n)g3b2,n:y3/Cy(s)y2b1,s:g3 n out=e", Seats="3"), "East", ()) is None


def test_h34_a_seat_whose_turns_are_missing_is_not_a_target() -> None:
    """East has left, so South is the next seat after North, until East moves again."""
    four = "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)y2b1,n:r3,s:g1/Di(w)g3b2,w:y3"
    position, _ = GAME.skip_to(at(f"{four} e", Seats="4", Variant="sinister"), "South", ())
    assert position.absent == {"East"}
    position = play(play(position, "pass").position, "pass").position
    assert position.to_move == "North"
    assert GAME.outcome(play(position, "attack g1 Cy").position).word == "North"
    position = play(play(position, "pass").position, "pass").position
    assert not position.absent
    position = play(play(position, "pass").position, "pass").position
    assert GAME.outcome(play(position, "attack g1 Cy").position) is None


def test_h27_h28_messages_name_who_lost_and_who_won() -> None:
    won = play(at(CROWDED), "move g1 Al Bea; catastrophe Bea green").position
    assert GAME.outcome(won).message == "South is out, so North wins"
    assert not list(GAME.actions(won, FirstChance()))
    lost = play(at(HOMES), "sacrifice y3 Al").position
    assert GAME.outcome(lost).message == "North eliminated itself, so South wins"
    read = GAME.outcome(at(GAME.write_position(lost)))
    assert (read.winner, read.rule, read.message) == ("South", "H27", "North is out, so South wins")


def test_h31_ignored_actions_are_reported_except_passes() -> None:
    turn = "sacrifice y1 Al; move g1 Al Bea; catastrophe Bea green; build y1 Al; pass"
    played = play(at("Al(n)y3b1,n:y3g1y1/Bea(s)b2,s:g1g1g2 n"), turn)
    said = [event.text for action in played.actions[3:] for event in action.transition.events]
    assert said == ["an action after North had won was ignored", "North passed"]


def test_h28_keep_going_plays_a_turn_that_a_strict_game_forbids() -> None:
    before = at(HOMES, Variant="strict")
    within = GAME.play(before, Sacrifice(Pyramid(Size.LARGE, Colour.YELLOW), "Al")).position
    assert GAME.outcome(GAME.force_end(within)).word == "South"


FIRST = "Al(n)g3b2,n:y3 s"
REMARKS = {
    "H5-usual": ("- n", "homeworld g3 b2 y3", ""),
    "H5-one-star": ("- n", "homeworld g3 - b3", "one star, fewer than three colours"),
    "H5-small-ship": ("- n", "homeworld g3 b2 y2", "no large ship"),
    "HF12-few-colours": ("- n", "homeworld g3 b2 g3", "fewer than three colours"),
    "H5-no-green": ("- n", "homeworld r3 b2 y3", "no green"),
    "H5-no-blue": ("- n", "homeworld g3 r2 y3", "no blue"),
    "H5-one-size-in-common": (FIRST, "homeworld b1 y2 g3", ""),
    "H5-no-size-in-common": (FIRST, "homeworld b1 y1 g3", "no star size in common with Al"),
    "H5-the-same-sizes": (FIRST, "homeworld b3 y2 g3", "no star size that Al does not have"),
    "H5-one-of-its-sizes": (FIRST, "homeworld b2 y2 g3", "no star size that Al does not have"),
    "H5-the-size-of-twins": ("Al(n)g3b3,n:y3 s", "homeworld b3 y3 g3", ""),
}


@pytest.mark.parametrize(("before", "turn", "remark"), REMARKS.values(), ids=REMARKS)
def test_unusual_homeworlds_are_remarked_and_legal(before: str, turn: str, remark: str) -> None:
    played = play(at(before), turn)
    assert not played.notices
    (event,) = played.actions[0].transition.events
    assert event.kind == "placed"
    assert event.text.partition(" (unusual: ")[2] == (remark and f"{remark})")


def test_h4_set_up_tags() -> None:
    assert dict(GAME.set_up_tags(FirstChance(), Tags())) == {"Seats": "2"}
    assert dict(GAME.set_up_tags(FirstChance(), Tags({"East": "Bea"}))) == {"East": "Bea", "Seats": "3"}


# --- Names ----------------------------------------------------------------------------------------------------------


def test_hn2_quotes_in_the_name_of_a_tag() -> None:
    played = play(GAME.start(Tags({"North": 'Al "X" Lee'})), "homeworld g3 b2 y3")
    assert GAME.write_position(played.position).startswith("\"Al 'X' Lee\"(n)")
    assert GAME.write_turn(played.actions, played.ended) == "homeworld g3 b2 y3 \"Al 'X' Lee\""


@pytest.mark.parametrize("pattern", [action_terminals(GAME.info.grammar)["SYSTEM"], BARE_NAME])
def test_hn2_a_combining_mark_belongs_to_its_letter(pattern: str) -> None:
    whole = re.compile(pattern)
    other = re.compile(rf"[\w'{MARKS}-]")
    for character in map(chr, range(0x2000)):
        is_of_name = other.match(character) is not None
        assert (whole.fullmatch(f"A{character}") is not None) == is_of_name, ascii(character)


def test_hn2_the_marks_are_those_of_the_scripts_that_people_write() -> None:
    mark = re.compile(f"[{MARKS}]")
    written = re.compile("DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|THAI")
    for character in map(chr, range(0x1000)):
        if category(character) in ("Mn", "Mc") and written.match(name(character)):
            assert mark.match(character), ascii(character)


def test_hn2_names_with_signs_are_kept_in_hints() -> None:
    text = '[Game "Homeworlds"]\n\n1. homeworld g3 b2 y3 ध्रुव\n2. homeworld y2 b1 g3 நி\n3. build g1 ध्रुव\n'
    assert replay(read_record(SourceText(text))).diagnostics[0].hint == "`build y1 ध्रुव` would be legal"


def test_hn2_fresh_names_are_never_in_use() -> None:
    live: set[str] = set()
    for _ in range(60):
        name = fresh_name(live)
        assert fold(name) not in live
        assert write_name(name) == name
        live.add(fold(name))
    assert {"vega", "vega2", "rigel2"} <= live


@pytest.mark.parametrize(
    "character", [*"\u2010\u2014\u2212\u00a0\u1680\u2003\u200a\u2060\u3000\u00d7", "  ", " \u2009 ", "\t"]
)
def test_hn2_a_home_can_be_written_as_its_tag_is(character: str) -> None:
    """R3.7 makes a character plain in a turn, so it does the same in the name that a homeworld takes from a tag."""
    turns = f'1. homeworld g3 b2 y3\n2. homeworld b1 y2 g3 "The{character}Sun"\n3. build y1 "Al{character}Bo"\n'
    replayed = replay(read_record(SourceText(f'[Game "Homeworlds"]\n[North "Al{character}Bo"]\n\n{turns}')))
    assert not replayed.diagnostics
    assert replayed.length == 3


def test_hn7_names_and_the_order_of_founding_do_not_count() -> None:
    first, other = (
        at("Al(n)g3b2,n:y3/Mars()r1,n:y1/Venus()g1,n:r1 n"),
        at("Al(n)g3b2,n:y3/Sol()g1,n:r1/Rigel()r1,n:y1 n"),
    )
    assert first != other
    assert GAME.perft_key(first) == GAME.perft_key(other)
    turns = list(legal_turns(GAME, at("Al(n)g3b2,n:y2y1/Bea(s)y1b1,s:g1 n")))
    assert (
        len({GAME.perft_key(turn.position) for turn in turns}) == len({turn.position for turn in turns}) == len(turns)
    )


# --- What is offered ------------------------------------------------------------------------------------------------


def every_action(position: Position) -> list[Any]:
    """Every action that can be written, with one name for discovered systems."""
    names = [system.name for system in position.systems]
    found: list[Any] = [Pass()]
    for system in names:
        found += [Catastrophe(system, colour) for colour in COLOURS]
        for pyramid in KINDS:
            found += [Build(pyramid, system), Sacrifice(pyramid, system)]
            found += [Attack(pyramid, system, seat) for seat in position.seats]
            found += [Trade(pyramid, new, system) for new in KINDS]
            found += [Move(pyramid, system, target) for target in names]
            found += [Discover(pyramid, system, star, "New") for star in KINDS]
    return found


def is_legal(position: Position, action: Any) -> bool:
    try:
        GAME.play(position, action)
    except Illegal:
        return False
    return True


def played_out(seed: int, plies: int, variant: str, seats: int) -> list[Position]:
    """The positions of a random game, including those within turns."""
    rng = random.Random(seed)
    position = GAME.start(Tags({"Seats": str(seats), "Variant": variant}))
    positions = [position]
    for _ in range(plies):
        if GAME.outcome(position) is not None:
            break
        turn = random_turn(GAME, position, rng)
        assert turn is not None
        positions += [action.transition.position for action in turn.actions]
        position = turn.position
        positions.append(position)
    return positions


@pytest.mark.parametrize("variant", ["", "strict", "sinister"])
@few_or_many("count", 8, 40)
def test_every_legal_action_is_offered(variant: str, count: int) -> None:
    """`actions` offers every action that `play` accepts, except surplus passes."""
    rng = random.Random(5)
    met = [position for seed in range(6) for position in played_out(seed, 12, variant, seats=2 + seed % 2)]
    for position in rng.sample(met, count):
        if GAME.outcome(position) is not None or not position.placed[position.mover]:
            continue
        offered = {
            Discover(action.ship, action.origin, action.star, "New") if isinstance(action, Discover) else action
            for action in GAME.actions(position, FirstChance())
        }
        legal = {action for action in every_action(position) if is_legal(position, action)}
        assert legal - {Pass()} == {action for action in offered if is_legal(position, action)} - {Pass()}


def test_h5_homeworlds_offered() -> None:
    """Every pair of stars in one order only, and every single star, with every ship."""
    position = GAME.start(Tags())
    homeworlds = [action for action in GAME.actions(position, FirstChance()) if isinstance(action, Homeworld)]
    assert len(homeworlds) == len(set(homeworlds)) == (78 + 12) * 12
    assert all(is_legal(position, action) for action in homeworlds)


class WithoutEmptyHome(Homeworlds):
    """Homeworlds as another program plays it: the mover's own homeworld may not be empty even within a turn."""

    def play(self, position: Any, action: Any) -> Any:
        played = super().play(position, action)
        home = played.position.home_of(position.to_move)
        if home is None or not home.ships[position.mover]:
            raise Illegal("self-elimination", "H19", "an empty home")
        return played


COUNTED = {
    "two-homeworlds": (HOMES, 5),
    "two-homeworlds-of-the-other": ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 s", 5),
    "middle": ("Al(n)g3b2,n:y2y1g1/Bea(s)y2b1,s:g3r1/Mars()r1,n:y1,s:b1 n", 191),
    "twin-systems": ("Al(n)g3b2,n:g1/Bea(s)y2b1,s:g3/Mars()r1,n:y1/Venus()r1,n:y1 n", 24),
    "catastrophes": ("Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2 n", 21),
    "all-powers": ("Al(n)r3b2,n:b3r2y1g1/Bea(s)y2b1,n:g2,s:g3y1r1/Mars()g3,n:y2,s:b2 n", 654),
}
"""Positions that one turn leads to, as counted by another program, which plays by the strict rules without H19."""


@pytest.mark.parametrize(("setup", "count"), COUNTED.values(), ids=COUNTED)
def test_hn7_as_another_program_counts(setup: str, count: int) -> None:
    game = WithoutEmptyHome()
    assert sum(1 for _ in legal_turns(game, game.start(Tags({"Setup": setup, "Variant": "strict"})))) == count
