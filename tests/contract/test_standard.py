"""The standard, `grammars/README.md`, is true: its registry is that of the games (`--renew` writes it), its limits,
codes and examples are those of the code."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import pyrnot
from pyrnot.core import limits
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import common_explanations
from pyrnot.games import all_games
from support import TOP, package_of

STANDARD = TOP / "grammars" / "README.md"
BEGIN, END = "<!-- registry -->\n", "<!-- end of registry -->\n"
WIDTH = 150


def registry() -> str:
    """The section of each game, sorted by their titles."""
    games = sorted(all_games(), key=lambda game: game.info.title)
    return "\n".join("\n".join(_entry(game)) for game in games)


def _entry(game: AnyGame) -> Iterator[str]:
    info = game.info
    package = f"../pyrnot/games/{package_of(info.id)}"
    aliases = "".join(f", also `{alias}`" for alias in info.aliases)
    yield f"### {info.title}"
    seats = ", ".join(info.seats) + (f" ({info.min_seats} to {len(info.seats)} play)" if len(info.seats) > 2 else "")
    links = f"[grammar]({info.id}.lark), [rulebook]({package}/rules.md)"
    yield f"`{info.id}`{aliases}, by {info.designer}, for {seats}: {links}"
    for name, meaning in info.tags.items():
        yield from _item(f"tag `{name}`", meaning)
    if info.variants:
        yield from _item("optional rules", ", ".join(f"`{name}`" for name in info.variants))
    yield from _item("rules", ", ".join(_ranges([rule.id for rule in game.rulebook().rules])))
    codes: dict[str, list[str]] = {}
    for explanation in game.explanations():
        codes.setdefault(explanation.rule, []).append(explanation.code)
    rules = sorted(codes, key=lambda rule: (rule.startswith("R"), *_letters_and_number(rule)))
    yield from _item("codes", "; ".join(" ".join([rule, *codes[rule]]) for rule in rules))
    yield f"- position: `{game.rulebook().position_example}`\n"


def _ranges(ids: Sequence[str]) -> Iterator[str]:
    """Rule ids in order, those that follow each other as `B1 to B33`."""
    first = last = ids[0]
    for rule in [*ids[1:], ""]:
        letters, number = _letters_and_number(last)
        if rule == f"{letters}{number + 1}":
            last = rule
            continue
        yield first if first == last else f"{first} to {last}"
        first = last = rule


def _letters_and_number(rule: str) -> tuple[str, int]:
    letters = rule.rstrip("0123456789")
    return letters, int(rule.removeprefix(letters))


def _item(name: str, text: str) -> list[str]:
    return textwrap.wrap(f"- {name}: {text}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def parts() -> tuple[str, str, str]:
    """The standard: what precedes the registry, the registry, what follows it."""
    before, _, rest = STANDARD.read_text(encoding="utf-8").partition(BEGIN)
    inside, _, after = rest.partition(END)
    return before, inside, after


def test_the_registry_is_that_of_the_games(renew: bool) -> None:
    before, inside, after = parts()
    if renew:
        STANDARD.write_text(before + BEGIN + registry() + END + after, encoding="utf-8")
        return
    assert inside == registry()


def test_a_reader_learns_the_canonical_turn_of_every_game() -> None:
    _, _, after = parts()
    assert re.findall(r"^\| ([A-Z][\w ]+) \|", after, re.MULTILINE) == sorted(game.info.title for game in all_games())


def test_it_has_the_codes_of_the_format() -> None:
    before, _, _ = parts()
    own = {"no-such-record", "changed-meanwhile", "not-encodable", "foreign-format", "too-many-faults", "missed-win"}
    """Codes of what pyrnot does with files, of its own limit of diagnostics, and of its advice about right turns."""
    of_records = {
        (found.rule, found.code)
        for found in common_explanations()
        if found.rule.startswith("R") and found.code not in own
    }
    named = {
        (rule, code)
        for rule, cell in re.findall(r"^\| (R\d) \|[^|]*\|(.*)\|$", before, re.MULTILINE)
        for code in re.findall(r"`([a-z]+(?:-[\w]+)*)`", cell)
        if code != "Setup"
    }
    assert named == of_records
    section = before.partition("## Fair dice (FD)")[2]
    assert all(f"`{found.code}`" in section for found in common_explanations() if found.rule == "FD")


def test_it_has_the_limits() -> None:
    before, _, _ = parts()
    words = " ".join(before.split())
    assert f"{limits.RECORD_CHARACTERS:,} characters, {limits.RECORD_TURNS:,} turns" in words
    assert f"nested {limits.NESTING} deep, {limits.TURN_ACTIONS} actions a turn" in words
    assert f"{limits.ACTION_CHARACTERS:,} characters an action" in words


def test_its_record_is_right_and_canonical() -> None:
    (text,) = re.findall(r"^```\n(\[Game.*?)^```$", STANDARD.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    game = pyrnot.loads(text)
    assert not game.diagnostics
    assert f"{game}\n" == text


def test_its_tags_are_those_of_every_game() -> None:
    from pyrnot.play.start import KNOWN_TAGS

    section = parts()[0].partition("## R2 ")[2].partition("## R3 ")[0]
    assert set(KNOWN_TAGS) <= set(re.findall(r"`([A-Z]\w+)`", section))


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", STANDARD.read_text(encoding="utf-8")):
        assert (STANDARD.parent / target).exists(), target


def test_it_is_short() -> None:
    assert len(STANDARD.read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", sorted((TOP / "grammars").glob("*.lark")), ids=lambda path: path.stem)
def test_it_leads_to_every_grammar(path: Path) -> None:
    if path.stem != "terminals":
        assert f"]({path.name})" in STANDARD.read_text(encoding="utf-8")
