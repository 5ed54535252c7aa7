"""Laws on the earlier turn that explains a diagnostic: it is earlier, it is where it is said to be, and what the
diagnostic is about changed in it for the last time."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import HINTED_DIAGNOSTICS
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record
from pyrnot.play.random import random_record
from pyrnot.play.replay import Replay, replay
from pyrnot.play.turns import play_turn
from pyrnot.record.source import SourceText
from support import step_forgotten

GAMES_EACH = 2
SLOW_GAMES_EACH = 60


def judge(text: str) -> Replay:
    return replay(read_record(SourceText(text)), hints=False)


def with_repeated_turns(game: AnyGame, seed: int) -> Replay:
    """A random game in which earlier turns are tried once more in place of the last one, each in a variation: most of
    what they need has gone since."""
    rng = random.Random(seed)
    text = random_record(game, Tags(), rng, rng.randint(6, 40))
    head, turns = text.split("\n\n", 1)
    lines = [line for line in turns.splitlines() if line[:1].isdecimal()]
    number, _, _ = lines[-1].partition(" ")
    before = lines[:-1]
    tried = rng.sample(before, min(len(before), HINTED_DIAGNOSTICS))
    again = "\n".join(f"( {number} {turn.partition(' ')[2]} )" for turn in tried)
    return judge("\n".join([f"{head}\n", *lines, again]))


def check_related(judged: Replay) -> int:
    """Checks the diagnostics of the variations of a record; how many have an earlier turn."""
    record = judged.record
    related = 0
    for variation in record.variations[1:]:
        index = variation.turns[0]
        turn = record.turns[index]
        for diagnostic in [one for one in judged.diagnostics if one.line_of_play == variation.name]:
            found = diagnostic.related
            assert (found and found.ply) == last_change(judged, index), diagnostic
            if found is None:
                continue
            related += 1
            assert found.ply < turn.ply
            cause = record.turns[found.turn]
            assert cause.ply == found.ply
            assert cause.start <= found.span.start < found.span.end <= cause.end
            assert found.message.endswith(f" in turn {found.ply}")
    return related


def last_change(judged: Replay, index: int) -> int | None:
    """The ply of the last change of what an illegal turn is about, found from the start on: the slow way."""
    record = judged.record
    assert record.game is not None
    turn = record.turns[index]
    line = []
    while turn.parent >= 0:
        line.insert(0, judged.plies[turn.parent])
        turn = record.turns[turn.parent]
    before = line[-1].position
    if record.game.outcome(before) is not None:
        return line[-1].turn.ply
    with pytest.raises(Illegal) as caught:
        play_turn(record.game, before, [action.written for action in record.turns[index].actions])
    about = caught.value.about
    if about is None:
        return None
    states = [(0, about.state(line[0].before))]
    for ply in line:
        states += [(ply.turn.ply, about.state(position)) for position in ply.positions]
    if states[-1][1] != about.now:
        return None
    changes = [now[0] for was, now in pairwise(states) if was[1] != now[1] == about.now]
    return changes[-1] if changes else None


def test_the_earlier_turn_is_where_it_changed(game: AnyGame) -> None:
    related = sum(check_related(with_repeated_turns(game, seed)) for seed in range(GAMES_EACH))
    assert related, f"no illegal turn says what it is about. {step_forgotten('Package')}"


@pytest.mark.slow
def test_the_earlier_turn_is_where_it_changed_in_many_games(game: AnyGame) -> None:
    for seed in range(GAMES_EACH, SLOW_GAMES_EACH):
        check_related(with_repeated_turns(game, seed))


def test_a_right_record_is_asked_for_nothing(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrnot.play.replay.find_related", lambda *_: pytest.fail("a walk back in a right record"))
    judged = judge(random_record(game, Tags(), random.Random(3), 20))
    assert not judged.has_error
