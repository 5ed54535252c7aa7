"""Laws on codes and their explanations: each code is used and explained, and each explanation is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from reading import judge_once, read

import pyrnot
from pyrnot.cli import cli
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import Explanation, common_explanations, read_explanations
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.load import read_sources
from pyrnot.games import all_games, game_ids, import_game
from pyrnot.play.plies import judge_turn
from pyrnot.play.replay import Replay
from pyrnot.record.lines import MAX_DIAGNOSTICS
from pyrnot.record.model import Record, Turn
from pyrnot.record.opening import Unreadable
from support import few_or_many, nodes_of, package_of, step_forgotten, tags_for

WHOLE_TURN = {
    # A turn after the end, or one that has nothing but the diagnostic.
    ("turn-after-end", "R5"),
    ("needless-pass", "ML8"),
    ("needless-pass", "AA16"),
    ("needless-pass", "S9"),
    ("leaving-two", "S13"),
    ("leaving-two", "H33"),
    ("seat-out", "H33"),
    # Something is missing at the end of the turn.
    ("no-move", "AA4"),
    ("no-move", "MC3"),
    ("size-missing", "AA7"),
    ("turn-empty", "R3"),
    ("cost-not-met", "B7"),
    ("conversion-missing", "S10"),
    ("points-left", "T9"),
    ("nothing-done", "T9"),
    # The effect of the complete turn is at fault, or the action cannot be a turn.
    ("no-reply", "AA16"),
    ("self-elimination", "H28"),
    ("second-homeworld", "H5"),
    ("no-homeworld", "H6"),
    ("ambiguous", "H17"),
}
"""Diagnostics whose wrong record has the caret under a complete turn, and why."""


class Told(NamedTuple):
    """An explanation and its owner: a game's package, or "" for the core."""

    owner: str
    explanation: Explanation

    @property
    def diagnostic(self) -> tuple[str, str]:
        """The code and the rule."""
        return self.explanation.code, self.explanation.rule

    @property
    def is_shown(self) -> bool:
        """Whether a record can show the diagnostic."""
        return bool(self.explanation.wrong)


def explanations_of(owner: str) -> tuple[Explanation, ...]:
    """The explanations of a game's package, or of the core (""); none if the game has no `explanations.md`."""
    if not owner:
        return common_explanations()
    path = package_folder(owner) / "explanations.md"
    return read_explanations(str(path)) if path.exists() else ()  # test_adding_a_game reports it


def package_folder(owner: str) -> Path:
    return Path(pyrnot.__file__).parent.joinpath(*(("games", owner) if owner else ()))


OWNERS = ("", *map(package_of, game_ids()))
TOLD = tuple(Told(owner, explanation) for owner in OWNERS for explanation in explanations_of(owner))
SHOWN = tuple(told for told in TOLD if told.is_shown)


def name_of(told: Told) -> str:
    return f"{told.owner or 'core'}-{told.explanation.rule}-{told.explanation.code}"


each_owner = pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner or "core")


# Each explanation is true


def shown_of(owner: str) -> list[Told]:
    return [told for told in SHOWN if told.owner == owner]


@each_owner
def test_wrong_records_have_their_diagnostic_first(owner: str) -> None:
    for told in shown_of(owner):
        found = [
            (diagnostic.code, diagnostic.rule)
            for diagnostic in judge_once(told.explanation.wrong, hints=False).diagnostics
        ]
        assert found[:1] == [told.diagnostic], name_of(told)


@each_owner
@few_or_many("step", 3, 1)
def test_a_fix_removes_its_diagnostic(owner: str, step: int) -> None:
    def count(replayed: Replay, like: Diagnostic) -> int:
        kind = like.code, like.ply, like.line_of_play
        return sum(
            (diagnostic.code, diagnostic.ply, diagnostic.line_of_play) == kind for diagnostic in replayed.diagnostics
        )

    for told in shown_of(owner)[::step]:
        judged = judge_once(told.explanation.wrong)
        text = judged.record.source.text
        for diagnostic in judged.diagnostics:
            if diagnostic.fix is not None:
                fixed = judge_once(
                    text[: diagnostic.fix.span.start] + diagnostic.fix.text + text[diagnostic.fix.span.end :],
                    hints=False,
                )
                assert count(fixed, diagnostic) < count(judged, diagnostic), diagnostic


@each_owner
def test_right_records_have_no_diagnostic_and_are_of_the_game(owner: str) -> None:
    for told in shown_of(owner):
        judged = judge_once(told.explanation.right, hints=False)
        assert not judged.diagnostics, f"{name_of(told)}: {judged.diagnostics[0]}"
        assert judged.start is not None
        assert judged.length == len(judged.record.main_line)
        assert judged.record.game is not None
        assert owner in ("", package_of(judged.record.game.info.id))


def test_explanations_are_at_least_two_sentences() -> None:
    for told in TOLD:
        text = told.explanation.story
        assert text.endswith("."), name_of(told)
        assert len(text.split(". ")) >= 2, f"{name_of(told)}: state the rule, what is wrong, and what to do"
        assert bool(told.explanation.wrong) is bool(told.explanation.right), name_of(told)


@each_owner
@few_or_many("step", 3, 1)
def test_hints_in_wrong_records_are_legal(owner: str, step: int) -> None:
    for judged in (judge_once(told.explanation.wrong) for told in shown_of(owner)[::step]):
        for diagnostic in judged.diagnostics:
            hint = diagnostic.hint or ""
            if not hint.endswith("would be legal"):
                continue
            turn = turn_at(judged.record, diagnostic)
            before = judged.plies[turn.parent] if turn.parent >= 0 else None
            position = judged.start if before is None else before.position
            seat = f"{turn.seat.text}: " if turn.seat else ""
            assert judged.record.game is not None
            for text in re.findall("`([^`]*)`", hint):
                again = judge_turn(judged.record.game, position, seat + text)
                assert not again.has_error, f"{text}: {again.diagnostics[0]}"
                assert again.length == 1


def turn_at(record: Record, diagnostic: Diagnostic) -> Turn:
    """The innermost turn around a diagnostic's span."""
    assert diagnostic.span is not None
    start, end = diagnostic.span
    around = [turn for turn in record.turns if turn.span.start <= start and end <= turn.span.end]
    return max(around, key=lambda turn: turn.span.start)


# Every code is used, and explained by the package that declares it


@cache
def texts_of(owner: str) -> dict[str, str]:
    """The modules that may use the codes of `owner`: its own and those that import its package; for the core all but
    the games."""
    root = package_folder("")
    own, package = (f"games/{owner}/", f"pyrnot.games.{owner}") if owner else ("core/", "")
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in root.rglob("*.py")}
    return {
        path: text
        for path, text in texts.items()
        if path.startswith(own) or (not path.startswith("games/") and package in text)
    }


def calls_of(owner: str) -> list[tuple[str, list[str], str]]:
    """Every call that may raise a diagnostic: the code and the rules that it names, and where."""
    return [call for path, text in texts_of(owner).items() for call in calls_in(path, text)]


@cache
def calls_in(path: str, text: str) -> list[tuple[str, list[str], str]]:
    """Those of a module."""
    found = []
    if "Illegal" in text or "Notice" in text or "CoreCodes" in text or "illegal_setup" in text:
        for call in (node for node in nodes_of(package_folder("") / path) if isinstance(node, ast.Call)):
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            texts = [str(node.value) for node in given if isinstance(node, ast.Constant)]
            rules = [text for text in texts if re.fullmatch(r"[A-Z]+\d+", text)]
            function = getattr(call.func, "id", "")
            code = next(filter(None, (code_of(node) for node in given)), None)
            if code is None and function == "illegal_setup":
                code = CoreCodes.BAD_SETUP
            elif code is None and (rules or function in ("Illegal", "Notice")):
                written = (node.value for node in call.args[:2] if isinstance(node, ast.Constant))
                code = next((text for text in written if isinstance(text, str) and text not in rules), None)
            if code is not None:
                found.append((code, rules, f"{path}:{call.lineno}"))
    return found


def code_of(node: ast.expr) -> str | None:
    """The code that an expression such as `CoreCodes.BAD_TAG` names."""
    table, _, name = ast.unparse(node).rpartition(".") if isinstance(node, ast.Attribute) else ("", "", "")
    return CoreCodes[name] if table == "CoreCodes" else None


@each_owner
def test_every_code_is_explained(owner: str) -> None:
    explained = {told.explanation.code for told in TOLD if not owner or told.owner in ("", owner)}
    missing = [f"{where}: {code}" for code, _, where in calls_of(owner) if code not in explained]
    assert not missing, "\n".join(["not explained:", *missing, step_forgotten("Codes")])


def test_every_code_of_the_core_is_explained() -> None:
    assert {told.explanation.code for told in TOLD if not told.owner} == {*CoreCodes}


@each_owner
def test_every_code_that_is_explained_is_used(owner: str) -> None:
    """By a module of the package; the core gives a game's `bad-setup` and `ambiguous` on the game's behalf."""
    names = {name for text in texts_of("").values() for name in re.findall(r"CoreCodes\.([A-Z_0-9]+)", text)}
    written = {found for text in texts_of(owner).values() for found in re.findall(r'"([a-z-]+)"', text)}
    used = {CoreCodes[name] for name in names} | {code for code, _, _ in calls_of(owner)} | written
    unused = sorted({told.explanation.code for told in TOLD if told.owner == owner} - used)
    assert not unused, f"no module of {owner or 'pyrnot'} uses {', '.join(unused)}: remove the explanation"


@pytest.mark.parametrize("owner", OWNERS[1:])
def test_a_code_of_the_core_keeps_its_meaning_in_a_game(owner: str) -> None:
    """A game may repeat a code of the core only to explain it under a rule of its own."""
    for told in TOLD:
        if told.owner == owner and told.explanation.code in set(CoreCodes):
            message = f"{told.explanation.code} ({told.explanation.rule}): the core explains this; use CoreCodes"
            assert not re.fullmatch(r"R\d+", told.explanation.rule), message


@each_owner
def test_every_rule_under_which_a_code_is_raised_is_explained(owner: str) -> None:
    """In the game's words, or in the core's for a diagnostic that all games share; a game's rule only in the game's.
    What is read from a thread is explained once for a code, whichever part of TR it breaks."""
    told = {one.diagnostic for one in TOLD if not owner or one.owner in ("", owner)}
    codes = {code for code, _ in told}
    missing = [
        f"{where}: {code} ({rule})"
        for code, rules, where in calls_of(owner)
        for rule in rules
        if (code, rule) not in told and not (rule.startswith("TR") and code in codes)
    ]
    assert not missing, "\n".join(["not explained:", *missing, step_forgotten("Codes")])


def test_a_diagnostic_has_one_explanation() -> None:
    for owner in OWNERS:
        diagnostics = [one.diagnostic for one in TOLD if one.owner in ("", owner)]
        assert len(set(diagnostics)) == len(diagnostics), sorted(
            {diagnostic for diagnostic in diagnostics if diagnostics.count(diagnostic) > 1}
        )


def test_rules_of_explanations_are_rules() -> None:
    games = {package_of(game_id): import_game(game_id) for game_id in game_ids()}
    for one in TOLD:
        known = {rule.id for rule in games[one.owner].rulebook().rules} if one.owner else set()
        assert one.explanation.rule in known or re.fullmatch(r"R[1-8]|TR[1-6]|FD", one.explanation.rule), name_of(one)


# The caret


def is_narrow(judged: Replay) -> bool:
    """Whether the first diagnostic has a span, and one that does not cover all actions of a turn."""
    span = judged.diagnostics[0].span
    if span is None:
        return False
    whole = [turn.actions_span for turn in judged.record.turns]
    return not any(span.start <= turn.start and turn.end <= span.end for turn in whole)


def test_carets_are_under_the_part_at_fault() -> None:
    wide = {told.diagnostic for told in SHOWN if not is_narrow(judge_once(told.explanation.wrong, hints=False))}
    assert not wide - WHOLE_TURN


# Diagnostics that no record can show


RECORD = '[Game "Martian Life"]\n\n1. Sc4\n'
TRANSCRIPT = next(told.explanation.right for told in SHOWN if told.explanation.rule.startswith("HF"))


def read_file(path: Path) -> None:
    list(read_sources(str(path)))


def write_over(path: Path) -> None:
    """Writes as `add` and `fmt --write` do, after another program has changed the file."""
    edited = EditedFile(str(path))
    path.write_text(RECORD, encoding="utf-8")
    edited.write()


def write_more_than_the_encoding_has(path: Path) -> None:
    edited = EditedFile(str(path), "latin-1")
    edited.replace(0, RECORD + "{ Ω }")
    edited.write()


FILES: dict[str, tuple[bytes | None, Callable[[Path], None]]] = {
    "unreadable": (None, read_file),
    "not-utf-8": (b"1. Sc4 \xff\n", read_file),
    "no-record": (b"# nothing yet\n", read_file),
    "changed-meanwhile": (RECORD.replace("c4", "d3").encode(), write_over),
    "not-encodable": (RECORD.encode(), write_more_than_the_encoding_has),
    "foreign-format": (TRANSCRIPT.encode(), write_over),
}
"""The bytes of a file (None: there is no such file) and what is done with it."""


@pytest.mark.parametrize("code", FILES)
def test_diagnostic_of_a_file(code: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pyr"
    data, act = FILES[code]
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        act(path)
    assert caught.value.code == code


def test_no_such_record(tmp_path: Path) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(RECORD, encoding="utf-8")
    assert "[no-such-record]" in CliRunner().invoke(cli, ["show", str(path), "--record", "2"]).output


def test_every_diagnostic_of_a_file_has_a_test() -> None:
    """Those of a record that is too long are in `tests/record/test_limits.py`."""
    assert {*FILES, "no-such-record", "record-too-long"} == {
        told.explanation.code for told in TOLD if told.explanation.rule == "R1"
    }


def test_too_many_faults() -> None:
    text = '[Game "Martian Life"]\n\n' + "".join(f"{ply}. Sc9\n" for ply in range(1, MAX_DIAGNOSTICS + 3))
    last = read(text).diagnostics[-1]
    assert (last.code, last.rule) == ("too-many-faults", "R3")


def test_ambiguity_by_the_common_rule() -> None:
    """The rule of a game that has no ambiguity rule of its own."""
    game = next(game for game in all_games() if game.info.ambiguity_rule == "R3")
    diagnostic = game.ambiguous(None, ())
    assert (diagnostic.code, diagnostic.rule) == ("ambiguous", "R3")


UNSHOWN_BY_CORE = {"variation-too-deep", "too-many-faults", "ambiguous", "missed-win"}


def test_every_other_diagnostic_of_the_core_is_shown() -> None:
    unshown = {
        one.explanation.code
        for one in TOLD
        if not one.owner and not one.is_shown and not one.explanation.rule.startswith(("R1", "TR"))
    }
    assert unshown == UNSHOWN_BY_CORE


def test_every_other_diagnostic_of_a_game_is_that_of_a_turn_without_an_action(game: AnyGame) -> None:
    for told in TOLD:
        if told.owner == package_of(game.info.id) and not told.is_shown:
            with pytest.raises(Illegal) as caught:
                game.end_turn(game.start(tags_for(game, "")))
            assert (caught.value.code, caught.value.rule) == told.diagnostic
