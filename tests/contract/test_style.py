"""Laws on how code reads: an `if` where an `if` is meant, one statement a line, few functions that decide much, and
a name for each class."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import pyrnot
from support import nodes_of

PACKAGE = Path(pyrnot.__file__).parent
COMPLEX = {
    "tests/games/triumvirate/test_slow_model.py",
    "tests/label_placement.py",
}
"""The files with a function of a complexity beyond 12 (ruff's C901). Take one off when it is unfolded; add none."""


Nodes = Sequence[ast.AST]
"""All nodes of a module's syntax tree."""


@pytest.fixture(scope="module")
def modules() -> dict[Path, Nodes]:
    """The nodes of each module."""
    return {path: nodes_of(path) for path in sorted(PACKAGE.rglob("*.py"))}


def nested_conditions(nodes: Nodes) -> Iterator[int]:
    """The lines of conditional expressions that hold another."""
    for node in nodes:
        if isinstance(node, ast.IfExp):
            parts = (node.body, node.orelse, node.test)
            if any(isinstance(inner, ast.IfExp) for part in parts for inner in ast.walk(part)):
                yield node.lineno


def loops_as_conditions(nodes: Nodes) -> Iterator[int]:
    """The lines of loops over one thing or another: `for x in xs if condition else ()`."""
    for node in nodes:
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.IfExp):
            yield node.iter.lineno


def numbers_of_truths(nodes: Nodes) -> Iterator[int]:
    """The lines that calculate with a comparison: `"s" * (count > 1)`."""
    for node in nodes:
        if (isinstance(node, ast.BinOp) and isinstance(node.left, ast.Compare)) or (
            isinstance(node, ast.BinOp) and isinstance(node.right, ast.Compare)
        ):
            yield node.lineno


def packed_statements(nodes: Nodes) -> Iterator[int]:
    """The lines that give several names several values at once, where no two values change places."""
    for node in nodes:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple):
            continue
        if isinstance(node.value, ast.Tuple):
            targets = sorted(ast.dump(target).replace("Store()", "Load()") for target in node.targets[0].elts)
            if sorted(map(ast.dump, node.value.elts)) != targets and not _is_updated(node):
                yield node.lineno


def _is_updated(node: ast.Assign) -> bool:
    """Whether a value needs what a name before it had: `low, high = high, low + high`."""
    assert isinstance(node.targets[0], ast.Tuple)
    names = {ast.unparse(target) for target in node.targets[0].elts}
    return any(ast.unparse(inner) in names for inner in ast.walk(node.value))


@pytest.mark.parametrize("find", [nested_conditions, loops_as_conditions, numbers_of_truths, packed_statements])
def test_code_can_be_read_aloud(modules: dict[Path, Nodes], find: Callable[[Nodes], Iterator[int]]) -> None:
    found = [f"{path.relative_to(PACKAGE)}:{line}" for path, nodes in modules.items() for line in find(nodes)]
    assert not found


def test_the_list_of_complex_functions_only_shrinks() -> None:
    project = PACKAGE.parent / "pyproject.toml"
    if not project.exists():
        pytest.skip("not in a checkout")
    ignored = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]["per-file-ignores"]
    assert {path for path, codes in ignored.items() if "C901" in codes} <= COMPLEX


def test_a_class_name_exists_once(modules: dict[Path, Nodes]) -> None:
    """Outside games, of which each has its `Action` and its `Position`. The library's public types are exempt: they
    bear the names that users know, and some mirror a type inside, such as `Record`, where the name is right too."""
    places: dict[str, list[str]] = {}
    for path, nodes in modules.items():
        room = path.relative_to(PACKAGE).parts[0]
        if room == "games":
            continue
        for node in nodes:
            is_mirror = room == "library" and isinstance(node, ast.ClassDef) and node.name in pyrnot.__all__
            if isinstance(node, ast.ClassDef) and not is_mirror:
                places.setdefault(node.name, []).append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
