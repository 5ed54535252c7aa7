"""The stepping machine: every key, from every kind of turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

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
    """The ply and variation of a state."""

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
def test_keys_move(walk, place, keys: str, expected: tuple[int, int]) -> None:
    assert place(walk(keys)) == expected


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("b", "already at the start"),
        ("e n", "already at the last turn"),
        ("o", "already on the main line"),
        ("v", "no variation here"),
        ("e c", "no comment after this turn"),
        ("C", "no comment before this turn"),
        ("n n 2 enter", "already at that ply"),
        ("9 9 enter", "no ply 99: this line ends at ply 8"),
        ("n n v 5 enter", "no ply 5: this line ends at ply 4"),
        ("[", "already at the first record"),
        ("] ]", "already at the last record"),
        ("x", "press ? for help"),
        ("3 x", "type a ply number, then press Enter"),
    ],
)
def test_keys_that_cannot_move_say_why(walk, keys: str, message: str) -> None:
    assert walk(keys).message == message
    assert walk(f"{keys} escape escape f").message == "", "the message is shown once"


def test_turns_after_an_illegal_turn_cannot_be_reached(walk, place) -> None:
    assert place(walk("9 enter")) == (0, 0)
    assert place(walk("e n n n")) == (8, 0)


def test_flip_is_kept_for_another_record(walk) -> None:
    state = walk("f n ]")
    assert (state.record, state.turn, state.flip) == (1, -1, True)
    assert walk("] e d").message == "no other error or warning"
    assert walk("] [").record == 0


def test_a_single_record(course) -> None:
    assert step(State(), "]", [course]).message == "this is the only record"


def test_any_key_leaves_help(walk) -> None:
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


def test_any_key_stops_autoplay(walk) -> None:
    for key in ("n", "b", "escape", "?", "g", "3"):
        assert not walk(f"a {key}").auto
    assert walk(TICK).turn == -1, "a late tick does nothing"


def test_each_turn_starts_unscrolled(walk) -> None:
    assert walk("j j k").scroll == 1
    assert walk("k").scroll == 0
    assert walk("j j n").scroll == 0


def test_every_key_works_in_a_record_without_a_start(startless) -> None:
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
