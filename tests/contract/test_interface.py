"""Laws on what every game provides: its facts, its rulebook, its grammar's labels, and which modules know which."""

from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import pyrnot
from pyrnot import games
from pyrnot.core.game import AnyGame
from pyrnot.games import game_ids, game_key, game_names, load_game
from pyrnot.play.start import KNOWN_TAGS
from pyrnot.record.grammars import NotNotation, action_terminals, parse_action
from pyrnot.record.outline import BRACKET, RESERVED
from support import package_of, step_forgotten, tags_for

PACKAGE = Path(pyrnot.__file__).parent


def test_found_by_every_spelling_of_its_name(game: AnyGame) -> None:
    spellings = {game.info.id, game.info.title, game.info.title.upper(), game_key(game.info.title)}
    spellings |= {game.info.title.replace(" ", "_"), *game.info.aliases}
    for name in spellings:
        assert load_game(name) is game, name


def test_found_by_a_title_that_is_not_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"martian-life": ("Life on Mars", "Mars")}
    monkeypatch.setattr(games, "game_names", lambda game_id: names.get(game_id, (game_id,)))
    for name in ("Life on Mars", "life-on-mars", "LifeOnMars", "mars"):
        found = load_game(name)
        assert found is not None, name
        assert found.info.id == "martian-life", name
    assert load_game("Life on Venus") is None


def test_its_package_names_it(game: AnyGame) -> None:
    assert game_names(game.info.id) == (game.info.title, *game.info.aliases), step_forgotten("Package")


LOADED = r"""
import re, sys
from pyrnot.games import load_game
for name in sys.argv[1:]:
    for module in [module for module in sys.modules if module.startswith("pyrnot.games.")]:
        del sys.modules[module]
    assert load_game(name) is not None
    print(*(found[1] for found in map(re.compile(r"pyrnot\.games\.(\w+)\.game").fullmatch, sys.modules) if found))
"""


def test_found_by_its_names_without_importing_another_game() -> None:
    names = [game_names(game_id)[-1] for game_id in game_ids()]
    done = subprocess.run([sys.executable, "-c", LOADED, *names], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == [*map(package_of, game_ids()), ""]


def test_seats_have_different_first_letters(game: AnyGame) -> None:
    letters = {seat[0].lower() for seat in game.info.seats}
    assert len(letters) == len(game.info.seats), f"two seats begin alike. {step_forgotten('Package')}"


def test_seats_have_names_of_no_tag(game: AnyGame) -> None:
    """A seat's player is a tag, and an option of `new`: it would hide the tag or option of that name."""
    taken = {name.lower() for name in (*KNOWN_TAGS, *game.info.tags, "seat", "seed", "output", "force", "help")}
    clashes = [seat for seat in game.info.seats if seat.lower() in taken]
    assert not clashes, f"{', '.join(clashes)} is the name of a tag or option. {step_forgotten('Package')}"


def test_every_square_of_the_grammar_is_lowered(game: AnyGame) -> None:
    """Examples of the notation on other squares are actions too; whether the board has them is for the rules."""
    notation = game.info.notation
    on_a_square = rf"(?<![A-Za-z])((?:{notation.pyramid})?){notation.square}(?![0-9])"
    for form in game.rulebook().notation:
        for square in () if form.example.startswith("[") else ("a1", "d4", "h8"):
            text = re.sub(on_a_square, rf"\g<1>{square}", form.example, count=1)
            try:
                parse_action(game, text)
            except NotNotation:
                continue  # the grammar has fewer squares
            except Exception as bug:
                pytest.fail(f"`{text}` raises {bug!r}. {step_forgotten('Grammar')}")


def test_rulebook_is_complete(game: AnyGame) -> None:
    book = game.rulebook()
    ids = [rule.id for rule in book.rules]
    assert len(set(ids)) == len(ids)
    assert all(rule.text.strip() for rule in book.rules)
    assert any(rule.is_ruling for rule in book.rules), f"no rule is a ruling. {step_forgotten('Rulebook')}"
    assert book.notation
    assert book.summary


def test_notation_examples_are_notation(game: AnyGame) -> None:
    for form in game.rulebook().notation:
        if form.example.startswith("["):
            continue
        try:
            parse_action(game, form.example)
        except NotNotation as error:
            pytest.fail(f"{form.example}: {error}")


def test_no_terminal_of_an_action_may_hold_a_delimiter(game: AnyGame) -> None:
    """The scan cuts the text at these delimiters before the grammar sees it: `record.lark` lists them and the
    exceptions."""
    for name, pattern in action_terminals(game.info.grammar).items():
        if pattern not in (r"\(", r"\)"):
            held = [delimiter for delimiter in sorted(RESERVED) if may_hold(_parser.parse(pattern), delimiter)]
            assert not held, f"{game.info.grammar}: the terminal {name} may hold {' '.join(held)}"
    for form in game.rulebook().notation:
        brackets = [] if form.example.startswith("[") else re.findall(r"\([^)]*\)?", form.example)
        for bracket in brackets:
            is_left = BRACKET.fullmatch(bracket) and not form.example.startswith("(")
            assert is_left, f"{form.example}: the scan takes {bracket} for a variation"


def may_hold(pattern: Iterable[tuple[Any, Any]], delimiter: str) -> bool:
    """Whether a match of a parsed pattern may contain a delimiter, except between double quotes."""
    parts = list(pattern)
    quote = (_constants.LITERAL, ord('"'))
    if len(parts) > 1 and parts[0] == parts[-1] == quote:
        return False
    return any(part_may_hold(kind, value, delimiter) for kind, value in parts)


def part_may_hold(kind: Any, value: Any, delimiter: str) -> bool:
    match str(kind):
        case "LITERAL":
            return chr(value) == delimiter
        case "NOT_LITERAL":
            return chr(value) != delimiter
        case "RANGE":
            return value[0] <= ord(delimiter) <= value[1]
        case "CATEGORY":
            return "_NOT_" in str(value)  # no delimiter is a letter, a digit or white space
        case "ANY":
            return True
        case "IN":
            is_negated = str(value[0][0]) == "NEGATE"
            return any(part_may_hold(*part, delimiter) for part in value[is_negated:]) != is_negated
        case "BRANCH":
            return any(may_hold(branch, delimiter) for branch in value[1])
        case "SUBPATTERN" | "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return may_hold(value[-1], delimiter)
        case "ATOMIC_GROUP":
            return may_hold(value, delimiter)
        case "ASSERT" | "ASSERT_NOT" | "AT":
            return False
        case other:
            raise AssertionError(f"unknown part of a pattern: {other}")


def test_position_example_is_read_and_written(game: AnyGame) -> None:
    example = game.rulebook().position_example
    position = game.read_position(example, tags_for(game, ""))
    assert game.write_position(position) == example


def test_every_rule_id_raised_is_in_the_rulebook(game: AnyGame) -> None:
    known = {rule.id for rule in game.rulebook().rules}
    prefix = re.match(r"[A-Z]+", next(iter(known)))
    assert prefix is not None
    for path in game_folder(game).glob("*.py"):
        for found in re.findall(rf'"({prefix.group()}\d+)"', path.read_text(encoding="utf-8")):
            assert found in known, f"{path.name} names {found}"


def game_folder(game: AnyGame) -> Path:
    return PACKAGE / "games" / package_of(game.info.id)


LOADS = """\
import sys
from pyrnot.cli import main
lines = "--version", "--help", "check .", "stats .", "perft martian-life --depth 1", "replay --help", "replay a.pyr"
for line in lines:
    sys.argv[1:] = line.split()
    try:
        main()
    except SystemExit:
        print("loaded:", line, {"textual", "distributed", "dask", "pyrnot.foreign.thread"} & {*sys.modules})
"""


def test_what_is_slow_to_import_is_loaded_only_by_the_commands_that_need_it(tmp_path: Path) -> None:
    """Textual, Dask and the reader of threads take longer to import than most commands to run."""
    (tmp_path / "a.pyr").write_text('[Game "Martian Life"]\n1. Sf3\n', encoding="utf-8")
    command = [sys.executable, "-c", LOADS]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    loaded = [line for line in done.stdout.splitlines() if line.startswith("loaded:")]
    assert len(loaded) == 7, done
    assert all(line.endswith("set()") for line in loaded), loaded


FEW = {
    "pyrnot.foreign.thread.classify.results._phrases",  # lists of words
    "pyrnot.foreign.thread.words._index",
    "pyrnot.foreign.thread.words._introductions",
    "pyrnot.foreign.thread.words._piece_words",
    "pyrnot.foreign.thread.words._small_talk",
    "pyrnot.foreign.thread.words.read_section",
    "pyrnot.core.game._module_beside",  # modules of games
    "pyrnot.games.spectrum.moves.equal_lots",  # lots that a stash can hold of a colour
    "pyrnot.games.spectrum.moves.lots_within",
    "pyrnot.play.start.known_tag_names",  # games
    "pyrnot.record.grammars.action_parser",
    "pyrnot.record.grammars.action_starts",
    "pyrnot.record.grammars.action_terminals",
    "pyrnot.record.grammars.has_brackets",
    "pyrnot.render.html.document.asset",  # files of the package
    "pyrnot.render.html.document.page_script",
    "pyrnot.render.html.document.style",
    "pyrnot.render.raster.has_fonts",  # nothing
    "pyrnot.render.svg.style._sheet",  # nothing
    "pyrnot.render.svg.style.svg_page_style",
    "pyrnot.render.svg.style.svg_style",  # themes
    "pyrnot.render.svg.style.svg_variables",
    "pyrnot.render.svg.symbols._symbols",  # sets of marks and colours
}
"""Functions with an unbounded cache that stays small, however long a file is."""


def test_caches_are_bounded() -> None:
    """The memory for a file depends on its longest record, not on its length."""
    unbounded = set()
    for found in pkgutil.walk_packages(pyrnot.__path__, "pyrnot."):
        if found.name != "pyrnot.__main__":
            module = importlib.import_module(found.name)
            cached = {name: value for name, value in vars(module).items() if hasattr(value, "cache_parameters")}
            for name, value in cached.items():
                if value.__module__ == found.name and value.cache_parameters()["maxsize"] is None:
                    unbounded.add(f"{found.name}.{name}")
    assert unbounded <= FEW
