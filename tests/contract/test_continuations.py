"""Laws on what may follow a beginning of a turn: step by step, every legal turn is reached and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pyrnot.core.budget import Budget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, FirstChance, PlayedAction
from pyrnot.core.mixins import position_key
from pyrnot.core.notation import PartKind
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record
from pyrnot.games import load_game
from pyrnot.library.squares import squares_of
from pyrnot.play.continuations import By, TurnStep, count_ways, look_ahead, turns_from
from pyrnot.play.plies import judge_turn
from pyrnot.play.random import random_record
from pyrnot.play.replay import replay
from pyrnot.play.turns import TurnPlayed, legal_turns, play_actions, play_turn
from pyrnot.record.grammars import parse_action
from pyrnot.record.source import SourceText
from support import allowed_variants, few_or_many

MOST = 8
"""The legal turns that begin as a turn does which is walked through."""
MANY = 400
"""The same in the slow run."""
DICE = ("SWAP 1/1", "HOP 2/1")
PLACES = {PartKind.SQUARE, PartKind.SLOT, PartKind.SYSTEM}


def sampled_positions(game: AnyGame, seed: int, variant: str = "", plies: int = 24, parts: int = 3) -> Iterator[Any]:
    """Some positions of a random game, which part it evenly, its first and last among them."""
    tags = Tags({"Variant": variant} if variant else {})
    judged = replay(read_record(SourceText(random_record(game, tags, random.Random(seed), plies))))
    positions = [judged.start, *(ply.position for ply in judged.main_plies)]
    yield from (*positions[:: len(positions) // parts or 1], positions[-1])


def parts_for(most: int) -> int:
    """In how many parts the positions divide a game in which so many turns are walked through."""
    return 3 if most > MOST else 1


def beginnings(
    game: AnyGame, before: Any, most: int = MOST
) -> Iterator[tuple[str, dict[Any, TurnPlayed[Any, Any, Any]]]]:
    """Beginnings of a turn, as short as they can be with few enough ends, each with these ends."""
    rng = random.Random(1)
    for text in DICE if game.info.opening else ("",):
        for _ in range(6):
            ends = legal_ends(game, before, text, most)
            if ends is not None:
                yield text, ends
                break
            steps = look_ahead(game, before, text, "action").steps
            text = rng.choice(steps).text


def walk(game: AnyGame, before: Any, text: str, by: By) -> dict[Any, str]:
    """By the key of the position that it leads to, a whole turn that the continuations of a beginning lead to."""
    ends: dict[Any, str] = {}
    waiting = [text]
    seen = set(waiting)
    while waiting:
        text = waiting.pop()
        found = look_ahead(game, before, text, by)
        assert found.is_complete, text
        assert found.turn is not None or found.steps, f"{text!r} leads to no legal turn"
        if found.turn is not None:
            ends[position_key(game, found.turn.position)] = text
        for step in found.steps:
            assert step.text.startswith(text), "the text grows"
            assert step.text.endswith(step.added)
            if step.text not in seen:
                seen.add(step.text)
                waiting.append(step.text)
    return ends


def legal_ends(game: AnyGame, before: Any, text: str, most: int) -> dict[Any, TurnPlayed[Any, Any, Any]] | None:
    """The legal turns that begin with whole actions, by the key of the position that each leads to; None for more
    than `most`."""
    actions = [parse_action(game, action.strip()) for action in text.split(";") if action.strip()]
    ends = {}
    for turn in legal_turns(game, before, begun=[play_actions(game, before, actions)], width=0):
        ends[position_key(game, turn.position)] = turn
        if len(ends) > most:
            return None
    return ends


def check_walk(game: AnyGame, before: Any, *ways: By, most: int = MOST) -> int:
    """Walks from each beginning of a turn that has few ends, in each of the ways; returns the number of ends."""
    walked = 0
    judged = set()
    for text, legal in beginnings(game, before, most):
        for by in ways:
            if not legal:
                assert look_ahead(game, before, text, by).steps == ()
                continue
            reached = walk(game, before, text, by)
            missing = [turn for key, turn in legal.items() if key not in reached]
            unreached = [game.write_turn(turn.actions, turn.ended) for turn in missing[:1]]
            assert not missing, f"{game.write_position(before)}: {unreached} is not reached by {by}"
            for turn in {*reached.values()} - judged:
                verdict = judge_turn(game, before, turn)
                assert not verdict.has_error, f"{turn}: {verdict.diagnostics[0].message}"
            judged |= {*reached.values()}
            # Draws are all offered, and only the first is in the list.
            assert reached.keys() == legal.keys() or game.info.id == "spectrum"
            walked += len(reached)
    return walked


@few_or_many("most", MOST, MANY)
def test_continuations_lead_to_exactly_the_legal_turns(game: AnyGame, most: int) -> None:
    assert sum(
        check_walk(game, before, "step", "action", most=most)
        for before in sampled_positions(game, 1, parts=parts_for(most))
    )


@pytest.mark.slow
def test_continuations_lead_to_the_legal_turns_under_variants(game: AnyGame) -> None:
    """In the last position of a random game under each of the optional rules."""
    for seed, variant in enumerate(allowed_variants(game), 2):
        *_, before = sampled_positions(game, seed, variant, plies=10)
        check_walk(game, before, "step", most=MANY)


def random_walk(game: AnyGame, before: Any, rng: random.Random) -> Iterator[tuple[str, TurnStep]]:
    """One way through the continuations, each step with the beginning that it follows."""
    text = ""
    while steps := look_ahead(game, before, text).steps:
        step = rng.choice(steps)
        yield text, step
        text = step.text


@few_or_many("seeds", 1, 3)
def test_touches_are_places_on_the_board(game: AnyGame, seeds: int) -> None:
    touched = 0
    for seed in range(seeds):
        for before in sampled_positions(game, seed, parts=min(seeds, 3)):
            places = squares_of(game.diagram(before), game.owners(before))
            for text, step in random_walk(game, before, random.Random(seed)):
                names = [touch.name for touch in step.touches if touch.kind in PLACES]
                is_new = "discover" in step.text or "homeworld" in step.text  # its name is not on the board yet
                assert is_new or set(names) <= set(places), f"{text!r}: {step}"
                assert step.touches or step.added in ("pass", "-"), f"{text!r}: {step}"
                touched += len(names)
    assert touched or game.info.id == "homeworlds"


@few_or_many("most", MOST, MANY)
def test_turns_that_begin_with_a_text_are_those_of_the_list(game: AnyGame, most: int) -> None:
    """For each first step; a turn is the beginning itself, or begins with one of the first steps."""
    for before in sampled_positions(game, 5, parts=parts_for(most)):
        for text, legal in beginnings(game, before, most):
            found = look_ahead(game, before, text)
            begun = set() if found.turn is None else {position_key(game, found.turn.position)}
            for step in found.steps:
                turns = list(turns_from(game, before, step.text))
                begun |= {position_key(game, turn.position) for turn in turns}
                counted, is_all = count_ways(game, before, step.ways, most)
                assert not is_all or counted == len(turns), step.text
            assert begun >= legal.keys()


def test_a_beginning_is_read_as_a_turn_is_typed() -> None:
    game = load_game("braces")
    assert game is not None
    before = game.start(Tags())
    steps = look_ahead(game, before, "SWAP 6/3; Lb1").steps
    assert steps
    for typed in ("1. SWAP 6/3; Lb1", "White: SWAP 6/3;lb1", " SWAP  6/3 ;  L b1"):
        assert look_ahead(game, before, typed).steps == steps, typed
    turn = play_turn(game, before, [parse_action(game, action) for action in ("DIG 2/1", "Mb1-b2")])
    assert look_ahead(game, turn.position, "").steps


def test_a_wild_die_means_what_the_next_actions_need() -> None:
    """It is read again with each action that follows, while clear actions are not."""
    game = load_game("braces")
    assert game is not None
    before = game.start(Tags())
    steps = {
        use: look_ahead(game, before, f"WILD{use} 6/3; Sb1<>Sc1", "action").steps for use in ("", "=SWAP", "=DIG")
    }
    assert steps["=SWAP"]
    assert [step.added for step in steps[""]] == [step.added for step in steps["=SWAP"]]
    assert not steps["=DIG"]


@few_or_many("seeds", 1, 6)
def test_an_action_is_offered_if_and_only_if_a_legal_turn_begins_so(game: AnyGame, seeds: int) -> None:
    """Other actions may lead to the same end, so a walk to all ends does not find one that is missing."""
    tried = 0
    for seed in range(seeds):
        for before in sampled_positions(game, seed, plies=20 if seeds == 1 else 30, parts=2 if seeds == 1 else 3):
            if game.info.opening or game.outcome(before) is not None:
                continue
            offered = {step.text for step in look_ahead(game, before, "", "action").steps}
            for action in game.actions(before, FirstChance()):
                try:
                    played: PlayedAction[Any, Any, Any] = PlayedAction(
                        before, None, action, game.play(before, action)
                    )
                except Illegal:
                    continue
                # Depth first: the first end is found after a few plays, however many turns begin so.
                turns = legal_turns(game, before, begun=[(played,)], width=0, budget=Budget(2_000))
                can_end = next(turns, None) is not None
                assert (game.spell(played) in offered) == can_end, game.spell(played)
                tried += 1
    assert tried or game.info.opening


@pytest.mark.parametrize(
    ("position", "entry", "can_go_on"),
    [
        # The queen can change to a pawn on b5, and so can a pawn that enters on a5: both lead to the same end.
        ("1,Qy,1,Pp,2/6/Pk,4,Dp/2,Pp,3/Pk,1,Dk,3 x 0 0", "+Qa5", True),
        ("5,Qp/Qk,Dp,2,Qp,1/6/1,Py,Pk,1,Qk,1/5,Qg x 0 0", "+Qa1", False),
    ],
)
def test_a_step_is_offered_if_a_legal_turn_begins_so(position: str, entry: str, can_go_on: bool) -> None:
    """In Autumn Ash a pyramid may enter after which its seat has no move, which it must have (AA4)."""
    game = load_game("autumn-ash")
    assert game is not None
    before = game.read_position(position, Tags())
    offered = [step.text for step in look_ahead(game, before, "").steps]
    assert offered
    assert (entry in offered) == can_go_on
    assert bool(list(turns_from(game, before, entry))) == can_go_on
