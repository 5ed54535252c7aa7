"""Laws on the parts that a new game needs. Each failure names the step of `pyrnot/games/README.md` that is missing.

The first laws look at files alone, so they hold for a game that cannot be imported yet.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyrnot
from pyrnot.core.game import AnyGame
from pyrnot.games import game_ids, import_game
from support import SAMPLES, STEPS, TOP, package_of, step_forgotten

PACKAGES = Path(pyrnot.__file__).parent / "games"
NEEDED = {
    "Package": ("__init__.py", "game.py", "notation.py", "diagram.py"),
    "Rulebook": ("rules.md",),
    "Codes": ("explanations.md",),
}
"""Files of every game's package, by the step that makes them."""
SAMPLES_AT_LEAST = 5

FOLDERS = sorted({path.parent.name for path in PACKAGES.glob("[!_]*/*") if path.name != "__pycache__"})
each_folder = pytest.mark.parametrize("package", FOLDERS)


def test_the_document_has_the_steps_that_the_laws_name() -> None:
    assert [*STEPS] == ["Grammar", "Package", "Rulebook", "Codes", "Samples", "Tests", "README"]


@each_folder
def test_game_has_a_grammar(package: str) -> None:
    path = TOP / "grammars" / f"{package.replace('_', '-')}.lark"
    assert path.exists(), f"{package} has no {path.name}. {step_forgotten('Grammar')}"


@each_folder
@pytest.mark.parametrize("step", NEEDED)
def test_game_has_its_modules(package: str, step: str) -> None:
    missing = [name for name in NEEDED[step] if not (PACKAGES / package / name).exists()]
    assert not missing, f"{package} has no {', '.join(missing)}. {step_forgotten(step)}"


@each_folder
def test_game_has_samples(package: str) -> None:
    folder = SAMPLES / package.replace("_", "-")
    count = len(list(folder.glob("*.pyr")))
    assert count >= SAMPLES_AT_LEAST, f"{folder.name} has {count} sample games. {step_forgotten('Samples')}"


@each_folder
def test_game_has_tests(package: str) -> None:
    folder = TOP / "tests" / "games" / package
    assert (folder / "turns.txt").exists(), f"tests/games/{package} has no turns.txt. {step_forgotten('Tests')}"


def names_rule(test_id: str, rule: str) -> bool:
    """Whether a test's id names a rule: `test_ml3_promotion` or `test_turn[martian-life-ML3-occupied]`.

    In brackets the case must be right, for there b1 is a square and B1 is a rule.
    """
    name, _, case = test_id.partition("::")[2].partition("[")
    in_name = re.search(rf"(?<![a-z0-9]){rule}(?![a-z0-9])", name, re.IGNORECASE)
    return bool(in_name or re.search(rf"(?<![A-Za-z0-9]){rule}(?![0-9])", case))


def test_every_rule_has_a_test(game: AnyGame, test_ids: list[str]) -> None:
    """The id of each rule is in the id of a test of the game."""
    package = package_of(game.info.id)
    ids = [test_id for test_id in test_ids if f"tests/games/{package}/" in test_id or f"[{game.info.id}-" in test_id]
    missing = [rule.id for rule in game.rulebook().rules if not any(names_rule(test_id, rule.id) for test_id in ids)]
    assert not missing, f"no id of a test of {package} names {', '.join(missing)}. {step_forgotten('Tests')}"


@pytest.mark.parametrize(
    ("test_id", "names"),
    [
        ("tests/a.py::test_play[B12-short]", True),
        ("tests/a.py::test_b12_short", True),
        ("tests/B12.py::test_play", False),
        ("tests/a.py::test_play[Sb12]", False),
        ("tests/a.py::test_play[b12]", False),
        ("tests/a.py::test_play[B123]", False),
        ("tests/a.py::test_b123", False),
    ],
)
def test_an_id_names_a_rule(test_id: str, names: bool) -> None:
    assert names_rule(test_id, "B12") is names


def readme_rows() -> dict[str, list[str]]:
    """The rows of the README's table of games by title, without links: designer, seats, optional rules."""
    text = (TOP / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## Games\n")[2].partition("\n## ")[0]
    plain = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", section)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in plain.splitlines() if line[:1] == "|"]
    return {title: cells for title, *cells in rows[2:]}


@pytest.mark.parametrize("game_id", game_ids())
def test_game_has_a_row_in_the_readme(game_id: str) -> None:
    info = import_game(game_id).info
    row = readme_rows().get(info.title)
    assert row is not None, f"{info.title} has no row in the table of games. {step_forgotten('README')}"
    assert row == [info.designer, ", ".join(info.seats), ", ".join(info.variants)]
