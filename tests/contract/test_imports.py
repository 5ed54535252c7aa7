"""Laws on the layout: each room imports only from those before it, no files import each other, and libraries
stay in the rooms that they serve.

Imports inside functions and those under TYPE_CHECKING count like any other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pyrnot
from support import nodes_of

PACKAGE = Path(pyrnot.__file__).parent
ROOMS = ("core", "games", "record", "play", "foreign", "render", "library", "site", "viewer", "lsp", "cli")
"""The folders of the package, each of which imports only from itself and from those before it."""
PARTS_OF_THREADS = ("split", "classify", "resolve", "report")
"""The folders of `foreign/thread`, in the order of the steps; above them are those of all steps together."""
SHARED_BY_THREADS = ("text", "words", "numbers", "reading", "model", "players")
"""The modules of `foreign/thread` from which all its folders import."""
LIBRARIES = {
    "lark": ("core", "games", "record"),  # core and games name the types of its trees
    "textual": ("viewer",),
    "rich": ("cli", "render", "viewer"),
    "click": ("cli", "render", "viewer"),
    "pygls": ("lsp",),
    "lsprotocol": ("lsp",),
    "distributed": ("cli",),
    "dask": ("cli",),
}
"""The rooms that may import each library."""


@cache
def imports() -> dict[str, set[str]]:
    """Of each module in a room, the modules and the names of modules that it imports anywhere."""
    return {
        ".".join(("pyrnot", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): {
            *_imports_of(nodes_of(path))
        }
        for path in sorted(PACKAGE.glob("*/**/*.py"))
    }


def _imports_of(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(module: str) -> str:
    return module.split(".")[1]


def test_every_folder_is_a_room() -> None:
    assert {room_of(module) for module in imports()} == {*ROOMS}
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_rooms_before_it(room: str) -> None:
    allowed = {*ROOMS[: ROOMS.index(room) + 1]}
    misplaced = [
        (module, name)
        for module, names in imports().items()
        for name in names
        if room_of(module) == room and name.startswith("pyrnot.") and room_of(name) not in allowed
    ]
    assert not misplaced


def test_a_step_of_threads_imports_only_steps_before_it() -> None:
    thread = "pyrnot.foreign.thread"
    allowed = {*SHARED_BY_THREADS}
    for part in ("", *PARTS_OF_THREADS):
        modules = {f"{thread}.{name}" for name in SHARED_BY_THREADS if not part}
        modules |= {module for module in imports() if part and module.startswith(f"{thread}.{part}.")}
        assert modules
        allowed |= {part}
        names = {name for module in modules for name in imports()[module] if name.startswith(f"{thread}.")}
        assert {name.split(".")[3] for name in names} <= allowed, part or "what all steps share"


def test_no_files_import_each_other() -> None:
    def file_of(name: str) -> str:
        while name not in imports() and "." in name:
            name = name.rpartition(".")[0]
        return name

    graph = {module: {*map(file_of, names)} - {module} for module, names in imports().items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_libraries_stay_in_their_rooms() -> None:
    misplaced = [
        (module, name)
        for module, names in imports().items()
        for name in names
        if room_of(module) not in LIBRARIES.get(name.split(".")[0], ROOMS)
    ]
    assert not misplaced


def test_a_game_imports_no_other_game_and_no_randomness() -> None:
    for module, names in imports().items():
        if room_of(module) == "games" and module.count(".") > 2:
            others = {name.split(".")[2] for name in names if name.startswith("pyrnot.games.")} - {
                module.split(".")[2]
            }
            assert not others, f"{module}: a game must not import another game: {others}"
            assert not any(name.split(".")[0] == "random" for name in names), f"{module}: the engine never rolls"
