"""Laws on the layout: each room imports only from the rooms before it, and libraries stay in the rooms that they serve.

Imports inside functions and those under TYPE_CHECKING count like any other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyrnot

PACKAGE = Path(pyrnot.__file__).parent
ROOMS = ("core", "games", "record", "play", "foreign", "render", "library", "viewer", "lsp", "cli")
"""The folders of the package, each of which imports only from itself and from those before it."""
LIBRARIES = {
    "lark": ("record",),
    "textual": ("viewer",),
    "rich": ("cli", "render", "viewer"),
    "click": ("cli", "render", "viewer"),
    "pygls": ("lsp",),
    "lsprotocol": ("lsp",),
    "distributed": ("cli",),
    "dask": ("cli",),
}
"""The rooms that may import each library."""
FACES = {PACKAGE / "__init__.py", PACKAGE / "__main__.py"}
"""The files above all rooms."""
FILES = sorted({*PACKAGE.rglob("*.py")} - FACES)
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))


def imports_of(path: Path) -> Iterator[str]:
    """The modules, or the names in modules, that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_file_is_in_a_room() -> None:
    assert {path.relative_to(PACKAGE).parts[0] for path in FILES} == {*ROOMS}


@each_file
def test_a_room_imports_only_rooms_before_it(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    allowed = {*ROOMS[: ROOMS.index(room) + 1], "__version__"}
    imported = {name.split(".")[1] for name in imports_of(path) if name.startswith("pyrnot.")}
    assert imported <= allowed, f"{room} must not import {imported - allowed}"


@each_file
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    outside = {name.split(".")[0] for name in imports_of(path)}
    misplaced = {library for library in outside & {*LIBRARIES} if room not in LIBRARIES[library]}
    assert not misplaced, f"{room} must not import {misplaced}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*/*.py")), ids=lambda path: "/".join(path.parts[-2:]))
def test_a_game_imports_no_other_game_and_no_randomness(path: Path) -> None:
    imported = {*imports_of(path)}
    others = {name.split(".")[2] for name in imported if name.startswith("pyrnot.games.")} - {path.parent.name}
    assert not others, f"a game must not import another game: {others}"
    assert not any(name.split(".")[0] == "random" for name in imported), "the engine never rolls"
