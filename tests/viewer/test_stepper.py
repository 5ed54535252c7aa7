"""The stepping machine: every key from every kind of place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyrnot.viewer.stepper import KEYS, TICK, Command, State, find_ply, step


@pytest.fixture
def walk(course, good_course):
    """`walk("n n v")` gives the state after those keys, from the start of the first of two records."""

    def keys(text: str, state: State | None = None) -> State:
        state = state or State()
        for key in text.split():
            state = step(state, " " if key == "space" else key, [course, good_course])
        return state

    return keys


@pytest.fixture
def place(course):
    """Where a state stands, as (ply, variation)."""

    def found(state: State) -> tuple[int, int]:
        stop = course.stop(state.turn)
        return stop.ply, stop.variation

    return found


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("n", (1, 0)),
        ("right space l enter", (4, 0)),
        ("n n left", (1, 0)),
        ("n n b b b", (0, 0)),
        ("end", (8, 0)),
        ("e n", (8, 0)),
        ("e home", (0, 0)),
        ("pagedown", (8, 0)),
        ("e pageup", (0, 0)),
        ("n n n v", (3, 1)),
        ("n n v", (3, 1)),
        ("n n v v", (3, 3)),
        ("n n v v v", (3, 1)),
        ("n n v n", (4, 1)),
        ("n n v n v", (4, 2)),
        ("n n v n v o", (4, 1)),
        ("n n v n v o o", (3, 0)),
        ("n n v e", (4, 1)),
        ("n n v b", (2, 0)),
        ("n n v b n", (3, 0)),
        ("n n v n s", (0, 0)),
        ("c", (2, 0)),
        ("c c", (3, 1)),
        ("c c c", (8, 0)),
        ("c c c C", (3, 1)),
        ("c C", (0, 0)),
        ("d", (8, 0)),
        ("d d", (8, 0)),
        ("5 enter", (5, 0)),
        ("g 6 enter", (6, 0)),
        ("1 2 backspace enter", (1, 0)),
        ("n 7 escape", (1, 0)),
        ("n n v n 3 enter", (3, 1)),
        ("n n v n 2 enter n", (3, 0)),
        ("e 0 enter", (0, 0)),
    ],
)
def test_keys_lead(walk, place, keys: str, expected: tuple[int, int]) -> None:
    assert place(walk(keys)) == expected


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("b", "this is the start"),
        ("e n", "this is the last turn"),
        ("o", "this is the main line"),
        ("v", "there is no variation here"),
        ("e c", "there is no comment after this turn"),
        ("C", "there is no comment before this turn"),
        ("9 9 enter", "there is no ply 99 on this line: it ends at 8"),
        ("n n v 5 enter", "there is no ply 5 on this line: it ends at 4"),
        ("[", "this is the first record"),
        ("] ]", "this is the last record"),
        ("x", "press ? for the keys"),
        ("3 x", "type a ply's number, then Enter"),
    ],
)
def test_keys_that_lead_nowhere_say_so(walk, keys: str, said: str) -> None:
    assert walk(keys).message == said
    assert walk(f"{keys} escape escape f").message == "", "it is said once"


def test_nobody_gets_behind_a_turn_that_was_not_played(walk, place) -> None:
    assert place(walk("9 enter")) == (0, 0)
    assert place(walk("e n n n")) == (8, 0)


def test_flip_stays_on_the_way_to_another_record(walk) -> None:
    state = walk("f n ]")
    assert (state.record, state.turn, state.flip) == (1, -1, True)
    assert walk("] e d").message == "there is no other fault"
    assert walk("] [").record == 0


def test_one_record_alone_has_no_other(course) -> None:
    assert step(State(), "]", [course]).message == "there is no other record"


def test_help_is_left_by_any_key(walk) -> None:
    assert walk("?").help
    left = walk("? n")
    assert not left.help
    assert left.turn == -1
    assert walk("? q").done


def test_quit(walk) -> None:
    for key in ("q", "ctrl-c", "ctrl-d"):
        assert walk(key).done
    assert walk("3 ctrl-c").done
    assert not walk("3 q").done


def test_playing_by_itself_goes_on_to_the_end_and_stops(walk, place) -> None:
    state = walk("a")
    assert state.auto
    for ply in range(1, 9):
        state = walk(TICK, state)
        assert place(state) == (ply, 0)
    state = walk(TICK, state)
    assert (state.auto, state.message) == (False, "this is the last turn")
    again = walk("a", state)
    assert (again.auto, again.turn) == (True, -1), "from the end it begins anew"


def test_any_step_of_the_reader_stops_it(walk) -> None:
    for key in ("n", "b", "escape", "?", "g", "3"):
        assert not walk(f"a {key}").auto
    assert walk(TICK).turn == -1, "a tick that comes late does nothing"


def test_scrolling_begins_anew_at_each_turn(walk) -> None:
    assert walk("j j k").scroll == 1
    assert walk("k").scroll == 0
    assert walk("j j n").scroll == 0


def test_a_record_without_a_start_can_be_walked_through_without_harm(startless) -> None:
    state = State()
    for key in (*KEYS, TICK, "4", "enter", "escape"):
        if KEYS.get(key) is not Command.QUIT:
            state = step(replace(state, help=False), key, [startless, startless])
            assert state.turn == -1


def test_every_command_has_a_key() -> None:
    assert set(KEYS.values()) == set(Command)


def test_find_ply(course) -> None:
    inner = course.first_of(2)
    assert find_ply(course, inner, 3) == course.first_of(1)
    assert find_ply(course, inner, 4) == inner
    assert find_ply(course, inner, 5) is None
    assert find_ply(course, inner, 0) == -1
