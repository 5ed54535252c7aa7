"""The stepping machine: every command, by its key, from every kind of turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import read_table

from pyrnot.viewer.bindings import KEYS, Command, groups
from pyrnot.viewer.stepper import State, find_ply, go_to, obey, tick
from support import SAMPLES

TABLES = Path(__file__).with_name("stepper.txt")
TICK = "tick"


@pytest.fixture
def walk(line_tree, legal_line_tree):
    """`walk("n n v")` gives the state after those keys, from the start of the first of two records; a number is a ply
    that was typed."""

    def keys(text: str, state: State | None = None) -> State:
        state = state or State()
        line_trees = [line_tree, legal_line_tree]
        for key in text.split():
            if key == TICK:
                state = tick(state, line_trees[state.record])
            elif key.isdigit():
                state = go_to(state, key, line_trees[state.record])
            else:
                state = obey(state, KEYS[key], line_trees)
        return state

    return keys


@pytest.fixture
def place(line_tree):
    """The ply and variation of a state."""

    def found(state: State) -> tuple[int, int]:
        node = line_tree.node(state.turn)
        return node.ply, node.variation

    return found


@pytest.mark.parametrize(("keys", "expected"), read_table(TABLES, "moves"))
def test_keys_move(walk, place, keys: str, expected: str) -> None:
    """To a ply of a variation."""
    assert "{} {}".format(*place(walk(keys))) == expected


@pytest.mark.parametrize(("keys", "message"), read_table(TABLES, "messages"))
def test_keys_that_cannot_move_say_why(walk, keys: str, message: str) -> None:
    assert walk(keys).message == message
    assert walk(f"{keys} f").message == "", "the message is shown once"


def test_turns_after_an_illegal_turn_cannot_be_reached(walk, place) -> None:
    assert place(walk("9")) == (0, 0)
    assert place(walk("e n n n")) == (8, 0)


def test_flip_is_kept_for_another_record(walk) -> None:
    state = walk("f n ]")
    assert (state.record, state.turn, state.flip) == (1, -1, True)
    assert walk("] e d").message == "no other error or warning"
    assert walk("] [").record == 0


def test_a_game_without_a_board_has_nothing_to_flip(make_line_tree) -> None:
    ring = make_line_tree((SAMPLES / "spectrum" / "two-seats.pyr").read_text("utf-8"))
    assert obey(State(), Command.FLIP, [ring]) == State(message="no board to flip")


def test_a_single_record(line_tree) -> None:
    assert obey(State(), Command.NEXT_RECORD, [line_tree]).message == "this is the only record"


def test_what_is_not_a_ply(line_tree) -> None:
    assert go_to(State(), "x²", line_tree).message == "type a ply number, then press Enter"
    assert go_to(State(), "", line_tree) == State()


def test_autoplay_stops_at_the_end(walk, place) -> None:
    state = walk("a")
    assert state.auto
    for ply in range(1, 9):
        state = walk(TICK, state)
        assert place(state) == (ply, 0)
    state = walk(TICK, state)
    assert (state.auto, state.message) == (False, "already at the last turn")
    again = walk("a", state)
    assert (again.auto, again.turn) == (True, -1), "from the end it starts again"


def test_steps_stop_autoplay(walk) -> None:
    for key in ("n", "b", "escape", "3", "d"):
        assert not walk(f"a {key}").auto
    assert walk("a f").auto
    assert walk(TICK).turn == -1, "a late tick does nothing"


def test_every_step_works_in_a_record_without_a_start(startless) -> None:
    for command in list(Command)[: list(Command).index(Command.SEARCH)]:
        if command is not Command.GO_TO:
            assert obey(State(), command, [startless, startless]).turn == -1
    assert go_to(State(), "4", startless).turn == -1


def test_every_command_has_a_key_and_a_heading() -> None:
    assert set(KEYS.values()) == set(Command)
    assert [command for commands in groups().values() for command in commands] == list(Command)


def test_find_ply(line_tree) -> None:
    inner = line_tree.first_of(2)
    assert find_ply(line_tree, inner, 3) == line_tree.first_of(1)
    assert find_ply(line_tree, inner, 4) == inner
    assert find_ply(line_tree, inner, 5) is None
    assert find_ply(line_tree, inner, 0) == -1
