"""Whole games: a worked example, what `actions` offers, perft, diagrams."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.diagram import Cards, Facts, Mark, Pose, Rack, Remarks
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME
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
from pyrnot.games.homeworlds.position import COLOURS, KINDS, Position
from pyrnot.play.random import random_turn
from pyrnot.play.turns import legal_turns, perft

WORKED = [
    ("Homeworld G3 B2 Y3", "333332332323"),
    ("Homeworld B1 Y2 G3", "333322331223"),
    ("Build Y1 Al", "333222331223"),
    ("T G3 R3 Bea", "332222332223"),
    ("Discover Y1 Al R1 Mars", "232222332223"),
    ("Pass", "232222332223"),
    ("Sacrifice Y3 Al; Move Y1 Mars Al; Pass; Pass", "332223332223"),
    ("Discover R3 Bea G3 Nova", "332233331323"),
]


def test_worked_example(judge):
    tags = Tags({"North": "Al", "South": "Bea"})
    position = GAME.start(tags)
    for turn, bank in WORKED:
        assert GAME.outcome(position) is None
        played = judge(position, turn)
        position = played.position
        assert GAME.write_position(position).split()[1] == bank
        assert GAME.read_position(GAME.write_position(position), tags) == position
    outcome = GAME.outcome(position)
    assert (outcome.word, outcome.rule) == ("North", "H28")
    assert GAME.write_position(position) == "Al(n)g3b2,n:y1/Nova()g3,s:r3 332233331323 n out=s"


def played_out(seed: int, plies: int, variant: str = "", seats: int = 2) -> list[Position]:
    """The positions of a random game, including those within turns."""
    rng = random.Random(seed)
    position = GAME.start(Tags({"Seats": str(seats), "Variant": variant}))
    positions = [position]
    for _ in range(plies):
        if GAME.outcome(position) is not None:
            break
        turn = random_turn(GAME, position, rng)
        assert turn is not None
        positions += [taken.played.position for taken in turn.taken]
        position = turn.position
        positions.append(position)
    return positions


def every_action(position: Position):
    """Every action that can be written, with one name for discovered systems."""
    names = [system.name for system in position.systems]
    yield Pass()
    for system in names:
        for colour in COLOURS:
            yield Catastrophe(system, colour)
        for pyramid in KINDS:
            yield Build(pyramid, system)
            yield Sacrifice(pyramid, system)
            yield from (Attack(pyramid, system, seat) for seat in position.seats)
            yield from (Trade(pyramid, new, system) for new in KINDS)
            yield from (Move(pyramid, system, target) for target in names)
            yield from (Discover(pyramid, system, star, "New") for star in KINDS)


def is_legal(position, action):
    try:
        GAME.play(position, action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("variant", ["", "strict", "sinister"])
def test_every_legal_action_is_offered(variant):
    """`actions` offers every action that `play` accepts, except surplus passes."""
    rng = random.Random(5)
    met = [position for seed in range(6) for position in played_out(seed, 12, variant, seats=2 + seed % 2)]
    for position in rng.sample(met, 40):
        if GAME.outcome(position) is not None or not position.placed[position.mover]:
            continue
        offered = {
            Discover(action.ship, action.origin, action.star, "New") if isinstance(action, Discover) else action
            for action in GAME.actions(position, FirstChance())
        }
        if position.pending is not None and not (position.pending.is_free or position.pending.left):
            offered.add(Pass())
        legal = {action for action in every_action(position) if is_legal(position, action)}
        assert legal - {Pass()} == {action for action in offered if is_legal(position, action)} - {Pass()}


def test_homeworlds_offered(judge):
    """H5: every pair of stars in one order only, and every single star, with every ship."""
    position = GAME.start(Tags())
    homeworlds = [action for action in GAME.actions(position, FirstChance()) if isinstance(action, Homeworld)]
    assert len(homeworlds) == len(set(homeworlds)) == (78 + 12) * 12
    assert all(is_legal(position, action) for action in homeworlds)


def nameless_perft(position, depth):
    """The count of HN7, by walking the legal turns."""
    if depth == 0:
        return 1
    ends = {GAME.perft_key(turn.position): turn.position for turn in legal_turns(GAME, position)}
    return sum(nameless_perft(end, depth - 1) for end in ends.values())


NEW = [f"New{number}" for number in range(9)]


def slow_perft(position, depth):
    """The same count without `actions`, `legal_turns` or `perft_key`: tries every action that can be written."""
    if depth == 0:
        return 1
    if GAME.outcome(position) is not None:
        return 0
    reached, seen, ends = [position], {position}, {}
    while reached:
        within = reached.pop()
        if within is not position:
            ended = GAME.end_turn(within).position
            homes = frozenset(system for system in ended.systems if system.home)
            found = sorted(repr((system.stars, system.ships)) for system in ended.systems if not system.home)
            ends[ended.to_move, ended.bank, ended.out, homes, tuple(found)] = ended
        for action in every_action(within):
            if isinstance(action, Discover):
                action = replace(action, name=next(name for name in NEW if within.find(name) is None))
            try:
                after = GAME.play(within, action).position
            except Illegal:
                continue
            if after not in seen:
                seen.add(after)
                reached.append(after)
    return sum(slow_perft(end, depth - 1) for end in ends.values())


MIDDLE = "Al(n)g3b2,n:y2y1g1/Bea(s)y2b1,s:g3r1/Mars()r1,n:y1,s:b1 n"
TWINS = "Al(n)g3b2,n:g1/Bea(s)y2b1,s:g3/Mars()r1,n:y1/Venus()r1,n:y1 n"
FELLABLE = "Al(n)y3b1,n:g1y1/Bea(s)b2,s:g1g1g2 n"
PERFT = {
    "HN7-two-homeworlds": ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n", 2),
    "HN7-twin-systems": (TWINS, 1),
    "HN7-catastrophes": (FELLABLE, 1),
}


@pytest.mark.parametrize(("short", "depth"), PERFT.values(), ids=PERFT)
def test_perft_agrees_with_a_slow_model(full, short, depth):
    position = GAME.read_position(full(short), Tags())
    assert nameless_perft(position, depth) == slow_perft(position, depth)


@pytest.mark.slow
def test_perft_agrees_with_a_slow_model_in_the_middle_of_a_game(full):
    position = GAME.read_position(full(MIDDLE), Tags())
    assert nameless_perft(position, 1) == slow_perft(position, 1)


COUNTS = {
    "HN7-first-turn": ("- n", 1, 1081),
    "HN7-two-homeworlds": ("Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 n", 2, 49),
    "HN7-middle": (MIDDLE, 1, 217),
    "HN7-twin-systems": (TWINS, 1, 31),
    "HN7-catastrophes": (FELLABLE, 2, 224),
    "HN7-finished": ("Al(n)g3b2,n:y3 n out=s", 1, 0),
}


@pytest.mark.parametrize(("short", "depth", "count"), COUNTS.values(), ids=COUNTS)
def test_perft(full, short, depth, count):
    assert nameless_perft(GAME.read_position(full(short), Tags()), depth) == count


def test_hn7_names_and_the_order_of_founding_do_not_count():
    first = GAME.read_position("Al(n)g3b2,n:y3/Mars()r1,n:y1/Venus()g1,n:r1 133232232323 n", Tags())
    other = GAME.read_position("Al(n)g3b2,n:y3/Venus()g1,n:r1/Rigel()r1,n:y1 133232232323 n", Tags())
    assert first != other
    assert GAME.perft_key(first) == GAME.perft_key(other)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", ["", "sinister", "strict", "sinister, strict"])
def test_random_games_keep_all_pieces(variant, seats):
    """H4; position strings between turns can be read back."""
    tags = Tags({"Seats": str(seats), "Variant": variant})
    for seed in range(3):
        for position in played_out(seed, 20, variant, seats):
            if position.pending is None:
                assert GAME.read_position(GAME.write_position(position), tags) == position


def block(diagram, kind):
    return next(found for found in diagram.blocks if isinstance(found, kind))


def test_diagram_shows_all_and_marks_the_turn(judge, full):
    before = GAME.read_position(full("Al(n)g3b2,n:y3y1/Mars()r1,n:g1,s:b1/Bea(s)y2b1,s:g3 n"), Tags())
    played = judge(before, "sacrifice y3 Al; move y1 Al Mars; discover y1 Mars b2 Venus")
    events = [event for taken in played.taken for event in taken.played.events] + list(played.ended.events)
    diagram = GAME.diagram(played.position, before, events)
    rows = [[card.title for card in row] for row in block(diagram, Cards).rows]
    assert rows == [["Al"], ["Mars"], ["Venus"], ["Bea"]]
    al = block(diagram, Cards).rows[0][0]
    assert (al.mark, al.owner) == (Mark.REMOVED, "North")
    assert [(group.label, [(shown.letters, shown.mark) for shown in group.pyramids]) for group in al.groups] == [
        ("gone", [("y3", Mark.REMOVED), ("y1", Mark.LEFT), ("g3", Mark.REMOVED), ("b2", Mark.REMOVED)])
    ]
    venus = block(diagram, Cards).rows[2][0]
    assert venus.mark is Mark.PLACED
    assert [(group.label, [(shown.letters, shown.mark) for shown in group.pyramids]) for group in venus.groups] == [
        ("star", [("b2", None)]),
        ("North", [("y1", Mark.MOVED)]),
    ]
    assert [[shown.pose for shown in group.pyramids] for group in venus.groups] == [[Pose.UPRIGHT], [Pose.FLAT]]
    mars = block(diagram, Cards).rows[1][0]
    assert [(shown.letters, shown.mark) for shown in mars.groups[-1].pyramids] == [("y1", Mark.LEFT)]
    assert ("Won by", "South") in block(diagram, Facts).pairs
    assert [group.label for group in block(diagram, Rack).groups] == ["red", "yellow", "green", "blue"]
    assert block(diagram, Remarks).lines[0] == "North sacrificed y3 at Al"


def titles(diagram):
    return [[card.title for card in row] for row in block(diagram, Cards).rows]


def test_diagram_of_four_seats_goes_round_clockwise(full):
    """Homeworlds at the ends; between them, first the systems that are connected with the first homeworlds only."""
    homes = "Al(n)g3b2,n:y3/Bo(e)y3b2,e:g3/Cy(s)y2b1,s:g3/Di(w)g2r1,w:y3"
    found = "Big()r3,n:y1/Small()r1,n:y1/Middle()g2,n:y1/Tiny()b1,e:y1"
    position = GAME.read_position(full(f"{homes}/{found} n", 4), Tags())
    assert titles(GAME.diagram(position)) == [["Al", "Bo"], ["Small", "Tiny"], ["Middle"], ["Big"], ["Di", "Cy"]]


def test_diagram_before_the_first_homeworld():
    assert not [found for found in GAME.diagram(GAME.start(Tags())).blocks if isinstance(found, Cards)]


def test_diagram_keeps_the_place_of_what_disappeared(judge, full):
    """A system that disappeared and a new one of the same name have a card each."""
    before = GAME.read_position(full("Al(n)g3b2,n:y3y2/Mars()r1,n:y1/Bea(s)y2b1,s:g3 n"), Tags())
    played = judge(before, "sacrifice y2 Al; move y1 Mars Al; discover y1 Al b1 Mars")
    events = [event for taken in played.taken for event in taken.played.events]
    rows = block(GAME.diagram(played.position, before, events), Cards).rows
    assert [[(card.title, card.mark) for card in row] for row in rows] == [
        [("Al", None)],
        [("Mars", Mark.PLACED), ("Mars", Mark.REMOVED)],
        [("Bea", None)],
    ]


def test_diagram_marks_an_abandoned_homeworld(judge, full):
    before = GAME.read_position(full("Al(n)g3b2,n:y3/Bea(s)y2b1,n:r3,s:g1 n"), Tags())
    played = judge(before, "attack g1 Bea")
    events = [event for taken in played.taken for event in taken.played.events] + list(played.ended.events)
    (card,) = block(GAME.diagram(played.position, before, events), Cards).rows[1]
    assert (card.title, card.owner, card.mark) == ("Bea", None, Mark.CHANGED)


def test_diagram_states_the_facts(full):
    position = GAME.read_position(full("Al(n)g3b2,n:g3g1g2/Mars()r1,n:y1 s"), Tags())
    pairs = dict(block(GAME.diagram(position), Facts).pairs)
    assert pairs == {"To move": "South", "No homeworld yet": "South", "Overpopulated": "Al (green)"}
    drawn = GAME.read_position("- 333333333333 s out=ns", Tags())
    assert dict(block(GAME.diagram(drawn), Facts).pairs)["Out"] == "North, South"


def test_diagram_states_what_one_more_pyramid_overpopulates(full):
    """H22: a system with three pyramids of a colour; not after the end, when nothing can be added."""
    position = GAME.read_position(full("Al(n)g3b2,n:g3y3y2/Bea(s)y1b1,s:g1/Mars()r2,n:g1g2,s:g2 s"), Tags())
    assert dict(block(GAME.diagram(position), Facts).pairs)["One more overpopulates"] == "Mars (green)"
    ended = GAME.read_position(full("Al(n)g3b2,n:g3g1 n out=s"), Tags())
    assert [label for label, _ in block(GAME.diagram(ended), Facts).pairs] == ["Won by", "Because", "Out"]


def test_legal_turns_reach_each_position_once_whatever_systems_are_called(full):
    """HN7: `sacrifice y2; discover; discover` reaches the same systems under other names."""
    position = GAME.read_position(full("Al(n)g3b2,n:y2y1/Bea(s)y1b1,s:g1 n"), Tags())
    keys = [GAME.perft_key(turn.position) for turn in legal_turns(GAME, position)]
    assert len(keys) == len(set(keys)) == perft(GAME, position, 1)
    assert len({turn.position for turn in legal_turns(GAME, position)}) == len(keys)


def test_set_up_tags():
    assert dict(GAME.set_up_tags(FirstChance(), Tags())) == {"Seats": "2"}
    assert dict(GAME.set_up_tags(FirstChance(), Tags({"East": "Bea"}))) == {"East": "Bea", "Seats": "3"}
