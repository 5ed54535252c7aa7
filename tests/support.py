"""What the laws for all games and other tests share: packages, samples, optional rules, the steps for adding a game,
what a machine may lack."""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, FirstChance
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record, read_sources
from pyrnot.play.random import RandomChance, random_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action

TOP = Path(__file__).parents[1]
SAMPLES = TOP / "sample_games"
_ADDING = (TOP / "pyrnot" / "games" / "README.md").read_text(encoding="utf-8")
STEPS = dict(re.findall(r"^\d+\. (\w+): (.*(?:\n   .*)*)", _ADDING, re.MULTILINE))
"""The steps of `pyrnot/games/README.md` by their first word, in order."""


def package_of(game_id: str) -> str:
    """The name of a game's package, and of the folder of its tests."""
    return game_id.replace("-", "_")


def step_forgotten(name: str) -> str:
    """Says which of the steps for adding a game was forgotten, for the message of a failed law."""
    number = [*STEPS].index(name) + 1
    return f"pyrnot/games/README.md, step {number} ({name}): {' '.join(STEPS[name].split())}"


@cache
def nodes_of(path: Path) -> Sequence[ast.AST]:
    """All nodes of a module's syntax tree: many laws read the modules, and each is parsed once for all of them."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def samples_of(game: AnyGame) -> list[Path]:
    """The sample games of a game, sorted."""
    return sorted((SAMPLES / game.info.id).glob("*.pyr"))


@cache
def replays_of(path: Path) -> Sequence[Replay]:
    """The replays of the records of a sample: many laws look at them, and each is made once for all of them."""
    return tuple(replay(read_record(source)) for source in read_sources(str(path)))


each_sample = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] * (index > 0), id=f"{folder.name}/{path.stem}")
        for folder in sorted(SAMPLES.iterdir())
        for index, path in enumerate(sorted(folder.glob("*.pyr")))
    ],
)
"""For laws on drawings and documents: a sample game of each game, and the others in the slow run."""


def few_or_many(name: str, few: object, many: object) -> pytest.MarkDecorator:
    """Parametrizes a law to try `few` of something, and `many` in the slow run."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.slow)])


def time_grows_with_length(work: Callable[[int], object], length: int) -> bool:
    """Whether work on a text of a length takes at most twice its share of the time for a quarter of it: each part
    read once takes four times as long, each compared with all of them sixteen times.

    So a slow machine changes nothing; one that is disturbed gets two more tries.
    """

    def seconds(length: int) -> float:
        start = time.process_time()
        work(length)
        return time.process_time() - start

    seconds(1)  # what is loaded once does not count
    return any(seconds(length) < 2 * 4 * seconds(length // 4) for _ in range(3))


def allowed_variants(game: AnyGame) -> list[str]:
    """Values of the `Variant` tag: none (""), each optional rule, and each pair that the game allows."""
    names = list(game.info.variants)
    values = ["", *names, *(", ".join(pair) for pair in combinations(names, 2))]
    return [value for value in values if _is_allowed(game, value)]


def _is_allowed(game: AnyGame, value: str) -> bool:
    try:
        game.start(tags_for(game, value))
    except Illegal:
        return False
    return True


def tags_for(game: AnyGame, variant: str, seed: int = 0) -> Tags:
    """The tags of a new game under `variant`; with a seed, draws are random."""
    tags = Tags({"Variant": variant} if variant else {})
    chance = RandomChance(random.Random(seed)) if seed else FirstChance()
    return game.set_up_tags(chance, tags)


def random_turns(game: AnyGame, tags: Tags, rng: random.Random, plies: int) -> Iterator[TurnPlayed]:
    """The turns of a random game, as they are read back from their text, which must change nothing."""
    position = game.start(tags)
    for _ in range(plies):
        if game.outcome(position) is not None:
            return
        turn = random_turn(game, position, rng)
        assert turn is not None
        text = game.write_turn(turn.actions, turn.ended)
        again = play_turn(game, position, [parse_action(game, action.strip()) for action in text.split(";")])
        assert again.position == turn.position, text
        assert game.write_turn(again.actions, again.ended) == text
        position = again.position
        string = game.write_position(position)
        assert game.read_position(string, tags) == position, string
        yield again


def as_user(user: int, groups: list[int], act: Callable[[], object]) -> int:
    """Runs `act` as another user, in a child process; gives 0, or the number of the system's error. Needs root."""
    child = os.fork()
    if not child:
        code = 99
        try:
            os.setgroups(groups)
            os.setegid(groups[0])
            os.seteuid(user)
            act()
            code = 0
        except OSError as error:
            code = error.errno or 98
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def lacking(reason: str, variable: str = "PYRNOT_NEEDS_BROWSER") -> NoReturn:
    """Skips a test for lack of a program; with this variable set, that is a failure."""
    if os.environ.get(variable):
        pytest.fail(f"{reason}, and {variable} is set")
    pytest.skip(reason)


def violations(page: Any) -> list[str]:
    """What axe-core finds diagnostic with."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        lacking("axe-playwright-python is not installed")
    found = Axe().run(page).response["violations"]
    return [
        f"{diagnostic['id']}: {diagnostic['help']}: {node['html'][:200]}"
        for diagnostic in found
        for node in diagnostic["nodes"]
    ]


def build_package(kind: str, source: Path, target: Path) -> Path:
    """Builds the wheel or the sdist of a checkout into a folder."""
    pytest.importorskip("hatchling", reason="building needs hatchling (in the extra `test`)")
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    return next(target.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


def check_mark(game: AnyGame, marked: str, hint: str | None = None, variant: str = "") -> Illegal:
    """The diagnostic of a position string in which `«` and `»` stand around what is wrong: checks its place and its
    hint."""
    start, end = marked.index("«"), marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    with pytest.raises(Illegal) as caught:
        game.start(Tags({"Setup": text} | ({"Variant": variant} if variant else {})))
    assert (caught.value.field, caught.value.within) == ("Setup", (start, end)), caught.value
    assert caught.value.hint == hint
    return caught.value


def count_calls(work: Callable[[], object]) -> int:
    """The steps of a work, the same on every machine."""
    steps = 0

    def count(_frame: object, _event: str, _argument: object) -> object:
        nonlocal steps
        steps += 1
        return count

    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(None)
    return steps
