"""The long stories of diagnostics: each is told, true and short of nothing that a game or the core can raise.

`pytest -s` prints how many wrong records have the caret under a part of the turn.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from raised import Raised, raised

from pyrnot.cli import cli
from pyrnot.diagnostics import Diagnostic, Illegal
from pyrnot.faults import EXPLANATIONS
from pyrnot.game import AnyGame
from pyrnot.games import all_games
from pyrnot.play.plies import judge_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.record.edit import EditedFile
from pyrnot.record.files import Unreadable, read_sources, split_text
from pyrnot.record.lines import MAX_DEPTH, MAX_FAULTS
from pyrnot.record.model import Record, Turn
from pyrnot.record.read import read_record
from pyrnot.rulebook import Explanation
from support import tags_for

NARROW_AT_LEAST = 0.9
WHOLE_TURN = {
    # A turn after the end, or one that has nothing but the fault.
    ("turn-after-end", "R5"),
    ("needless-pass", "ML8"),
    ("needless-pass", "AA16"),
    ("needless-pass", "S9"),
    # Something is missing behind all that is written.
    ("no-move", "AA4"),
    ("size-missing", "AA7"),
    ("turn-empty", "R3"),
    ("cost-not-met", "B7"),
    ("conversion-missing", "S10"),
    ("points-left", "T9"),
    ("nothing-done", "T9"),
    # What the turn as a whole leads to, or an action that cannot be a turn.
    ("no-reply", "AA16"),
    ("self-elimination", "H28"),
    ("second-homeworld", "H5"),
    ("no-homeworld", "H6"),
    ("ambiguous", "H17"),
}
"""Faults whose wrong record has the caret under a whole turn, and why."""
LEGAL_HINT = re.compile(r"`(.+)` would be legal")


class Told(NamedTuple):
    """A story and who tells it: a game's package, "" for the core."""

    owner: str
    story: Explanation

    @property
    def fault(self) -> tuple[str, str]:
        return self.story.code, self.story.rule

    @property
    def is_shown(self) -> bool:
        """Whether the text of a record shows the fault."""
        return bool(self.story.wrong)


def package_of(game: AnyGame) -> str:
    return game.info.id.replace("-", "_")


def all_told() -> Iterator[Told]:
    yield from (Told("", story) for story in EXPLANATIONS)
    for game in all_games():
        yield from (Told(package_of(game), story) for story in game.explanations())


TOLD = tuple(all_told())
SHOWN = tuple(told for told in TOLD if told.is_shown)


def name_of(told: Told) -> str:
    return f"{told.owner or 'core'}-{told.story.rule}-{told.story.code}"


each_shown = pytest.mark.parametrize("told", SHOWN, ids=name_of)


def judge(text: str) -> Replay:
    return replay(read(text))


def read(text: str) -> Record:
    """The one record of a text, be it another program's transcript."""
    (source,) = split_text("a.pyr", text)
    return read_record(source)


# Each story is true


@each_shown
def test_wrong_record_has_this_fault_first(told: Told) -> None:
    found = [(fault.code, fault.rule) for fault in judge(told.story.wrong).diagnostics]
    assert found[:1] == [told.fault], found


@each_shown
def test_right_record_has_no_fault(told: Told) -> None:
    judged = judge(told.story.right)
    assert not judged.diagnostics, judged.diagnostics[0]
    assert judged.start is not None
    assert judged.length == len(judged.record.main_line)


@each_shown
def test_records_are_of_the_game_that_tells_them(told: Told) -> None:
    game = judge(told.story.right).record.game
    assert game is not None
    assert told.owner in ("", package_of(game))


@pytest.mark.parametrize("told", TOLD, ids=name_of)
def test_story_is_told_in_sentences(told: Told) -> None:
    assert told.story.story.endswith(".")
    assert len(told.story.story.split(". ")) >= 2, "it says what the rule is, what is wrong, and what to do"
    assert bool(told.story.wrong) is bool(told.story.right)


@each_shown
def test_hints_in_wrong_record_are_legal(told: Told) -> None:
    judged = judge(told.story.wrong)
    for fault in judged.diagnostics:
        hint = LEGAL_HINT.search(fault.hint or "")
        if hint is None:
            continue
        turn = turn_at(judged.record, fault)
        before = judged.plies[turn.parent] if turn.parent >= 0 else None
        position = judged.start if before is None else before.position
        seat = f"{turn.seat.text}: " if turn.seat else ""
        assert judged.record.game is not None
        again = judge_turn(judged.record.game, position, seat + hint[1])
        assert not again.has_error, f"{hint[1]}: {again.diagnostics[0]}"
        assert again.length == 1


def turn_at(record: Record, fault: Diagnostic) -> Turn:
    """The innermost turn that a fault's place is in."""
    assert fault.span is not None
    start, end = fault.span
    around = [turn for turn in record.turns if turn.span.start <= start and end <= turn.span.end]
    return max(around, key=lambda turn: turn.span.start)


# Every code has its story, and only codes that there are


def owned(owner: str) -> dict[tuple[str, str], list[Raised]]:
    """The places where each code with its rule is raised, by a game or the core."""
    places: dict[tuple[str, str], list[Raised]] = defaultdict(list)
    for one in raised():
        if one.owner == owner:
            places[one.code, one.rule].append(one)
    return places


OWNERS = ("", *map(package_of, all_games()))
each_owner = pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner or "core")


@each_owner
def test_every_code_raised_has_a_story(owner: str) -> None:
    """A game's own, or the core's of a fault that they share; of a game's rule that the core judges, the game's."""
    told = {one.fault for one in TOLD if not owner or one.owner in ("", owner)}
    missing = {fault: places[0].where for fault, places in owned(owner).items() if fault not in told}
    assert not missing, "\n".join(f"{code} ({rule}) of {where}" for (code, rule), where in sorted(missing.items()))


@each_owner
def test_no_story_of_a_code_that_is_never_raised(owner: str) -> None:
    possible = {*owned(owner), *(owned("") if owner else ())}
    lost = [one.fault for one in TOLD if one.owner == owner and one.fault not in possible]
    assert not lost


def test_a_fault_has_one_story() -> None:
    for owner in OWNERS:
        faults = [one.fault for one in TOLD if one.owner in ("", owner)]
        assert len(set(faults)) == len(faults), sorted({fault for fault in faults if faults.count(fault) > 1})


def test_rules_of_stories_are_rules() -> None:
    games = {package_of(game): game for game in all_games()}
    for one in TOLD:
        known = {rule.id for rule in games[one.owner].rulebook().rules} if one.owner else set()
        assert one.story.rule in known or re.fullmatch(r"R[1-8]", one.story.rule), name_of(one)


# The caret


def is_narrow(judged: Replay) -> bool:
    """Whether the first fault has a place, and one that does not hold all actions of a turn."""
    span = judged.diagnostics[0].span
    if span is None:
        return False
    whole = [turn.actions_span for turn in judged.record.turns]
    return not any(span.start <= turn.start and turn.end <= span.end for turn in whole)


def test_carets_are_under_the_part_at_fault() -> None:
    wide = [told for told in SHOWN if not is_narrow(judge(told.story.wrong))]
    print(f"\n{'':14}{'codes':>7}{'stories':>9}{'shown':>7}{'narrow':>8}  not narrow")
    for owner in OWNERS:
        codes = {one.story.code for one in TOLD if one.owner == owner}
        stories, shown, not_narrow = ([one for one in told if one.owner == owner] for told in (TOLD, SHOWN, wide))
        counts = f"{len(codes):7}{len(stories):9}{len(shown):7}{len(shown) - len(not_narrow):8}"
        print(f"{owner or 'core':14}{counts}  {', '.join(' '.join(one.fault) for one in not_narrow)}")
    assert not {told.fault for told in wide} - WHOLE_TURN
    assert len(wide) <= (1 - NARROW_AT_LEAST) * len(SHOWN)


# Faults that no text of a record can show


RECORD = '[Game "Martian Life"]\n\n1. Sc4\n'
TRANSCRIPT = next(told.story.right for told in SHOWN if told.story.rule.startswith("HF"))


def read_file(path: Path) -> None:
    list(read_sources(str(path)))


def write_over(path: Path) -> None:
    """What `add` and `fmt --write` do, with another program at work on the file."""
    edited = EditedFile(str(path))
    path.write_text(RECORD, encoding="utf-8")
    edited.write()


FILES: dict[str, tuple[bytes | None, Callable[[Path], None]]] = {
    "unreadable": (None, read_file),
    "not-utf-8": (b"1. Sc4 \xff\n", read_file),
    "no-record": (b"# nothing yet\n", read_file),
    "changed-meanwhile": (RECORD.replace("c4", "d3").encode(), write_over),
    "foreign-format": (TRANSCRIPT.encode(), write_over),
}
"""What a file holds (None: it is not there) and what is done with it."""


@pytest.mark.parametrize("code", FILES)
def test_fault_of_a_file(code: str, tmp_path: Path) -> None:
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


def test_every_fault_of_a_file_has_a_test() -> None:
    assert {*FILES, "no-such-record"} == {told.story.code for told in TOLD if told.story.rule == "R1"}


def test_variation_too_deep() -> None:
    deep = MAX_DEPTH + 1
    text = '[Game "Martian Life"]\n\n1. Sc4 ' + "( 1. Sd3 " * deep + ")" * deep
    found = [(fault.code, fault.rule) for fault in read(text).diagnostics]
    assert found == [("variation-too-deep", "R4")]


def test_too_many_faults() -> None:
    text = '[Game "Martian Life"]\n\n' + "".join(f"{ply}. Sc9\n" for ply in range(1, MAX_FAULTS + 3))
    last = read(text).diagnostics[-1]
    assert (last.code, last.rule) == ("too-many-faults", "R3")


def test_ambiguity_by_the_common_rule() -> None:
    """Where a game leaves nothing open, and so has no rule of its own for it."""
    game = next(game for game in all_games() if game.info.ambiguity_rule == "R3")
    fault = game.ambiguous(None, ())
    assert (fault.code, fault.rule) == ("ambiguous", "R3")


UNSHOWN_BY_CORE = {"variation-too-deep", "too-many-faults", "ambiguous"}


def test_every_other_fault_of_the_core_is_shown() -> None:
    unshown = {one.story.code for one in TOLD if not one.owner and not one.is_shown and one.story.rule != "R1"}
    assert unshown == UNSHOWN_BY_CORE


def test_every_other_fault_of_a_game_is_that_of_a_turn_without_an_action(game: AnyGame) -> None:
    for told in TOLD:
        if told.owner == package_of(game) and not told.is_shown:
            with pytest.raises(Illegal) as caught:
                game.end_turn(game.start(tags_for(game, "")))
            assert (caught.value.code, caught.value.rule) == told.fault
