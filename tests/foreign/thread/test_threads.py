"""Threads as people write them, and what they come to: a record, turn by turn, or an error in the line that an honest
arbiter would point at.

`threads.txt` has a block for each, and `threads-copied.txt` for those copied from chats and forums: `=== RULE name: read`
(or `inferred`, where a warning says so, or `refused in LINES`), the thread, and after `=>` the turns and the result of
its game, perhaps after tags that it must have, with a line `.` between two games.
"""

from __future__ import annotations

import random
import re
import string
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pyrnot.core.diagnostics import Severity
from pyrnot.foreign.thread import read_threads
from pyrnot.foreign.thread.text import strip_line
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.source import SourceText

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
_BLOCK = re.compile(r"^=== (?P<name>.+?): (?P<end>read|inferred|refused in (?P<lines>[\d, ]+))\n", re.MULTILINE)


class Thread(NamedTuple):
    """A thread and its end: the games that it holds, each a list of turns and perhaps a result, or the lines at
    fault."""

    name: str
    text: str
    games: list[list[str]]
    is_inferred: bool
    lines: set[int]


def blocks() -> Iterator[Thread]:
    whole = "\n".join((HERE / name).read_text(encoding="utf-8") for name in ("threads.txt", "threads-copied.txt"))
    found = list(_BLOCK.finditer(whole))
    for block, after in zip(found, [*found[1:], None], strict=True):
        body = whole[block.end() : after.start() if after else None]
        text, _, right = body.partition("\n=>\n")
        lines = {int(number) for number in block["lines"].split(",")} if block["lines"] else set()
        games = [game.strip("\n").split("\n") for game in re.split(r"^\.$", right, flags=re.MULTILINE)] if right else []
        yield Thread(block["name"], text.rstrip("\n") + "\n", games, block["end"] == "inferred", lines)


THREADS = list(blocks())


def read(text: str) -> list[Replay]:
    return [replay(thread.record) for thread in read_threads(SourceText(text, file="thread.txt"), None)]


def games_of(replays: list[Replay]) -> list[list[str]]:
    """The turns of each game, and its result if it has one."""
    games = []
    for replayed in replays:
        turns = re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE)
        result = replayed.record.result
        games.append([*turns, *([result.text] if result else [])])
    return games


def faults(replays: list[Replay], severity: Severity) -> list[str]:
    return [fault.message for replayed in replays for fault in replayed.diagnostics if fault.severity is severity]


def lines_at_fault(text: str, replays: list[Replay]) -> set[int]:
    return {
        text.count("\n", 0, fault.span.start) + 1
        for replayed in replays
        for fault in replayed.diagnostics
        if fault.severity is Severity.ERROR and fault.span is not None
    }


@pytest.mark.parametrize("thread", THREADS, ids=[thread.name.replace(" ", "-") for thread in THREADS])
def test_thread(thread: Thread) -> None:
    replays = read(thread.text)
    if thread.lines:
        assert lines_at_fault(thread.text, replays) == thread.lines, faults(replays, Severity.ERROR)
        return
    assert not faults(replays, Severity.ERROR)
    assert games_of(replays) == [[line for line in game if not line.startswith("[")] for game in thread.games]
    for replayed, game in zip(replays, thread.games, strict=True):
        assert {line for line in game if line.startswith("[")} <= set(write_record(replayed).split("\n"))
    assert bool(faults(replays, Severity.WARNING)) == thread.is_inferred


HOMEWORLDS = """Homeworlds: Al (North) - Bea (South)

Al: homeworld r2 y1 g3 Al
Bea: homeworld g2 y1 b3 Bea
Al: build g1 Al
Bea: trade b3 g3 Bea
Al: discover g1 Al b3 Vega
Bea: build g1 Bea
"""
LAST_TURNS = (
    "Trading g1 for b1 at Vega", "trade my g1 at Vega for b1", "trade g1 → b1 @ Vega", "trade green small for blue at Vega",
    "TRADE G1 B1 VEGA", "→ trade g1 b1 Vega", "move 7 = trade g1 b1 Vega", "lol trade g1 b1 Vega",
)  # fmt: skip
MAY_BE_TURNS = (
    "In Vega I trade g1 for b1", "t g1b1 vega", "at Vega: g1 -> b1", "swap g1 for b1 at Vega", "trade(g1,b1,Vega)",
    "build another green in Al", "bg1 Al", "add g1 to Al", "g1 moves from Vega to Bea", "nothing to do here, pass.",
)  # fmt: skip
TALK = (
    "nice g1 in Vega", "Attack on my large red was mean", "Trade you my blue large for your yellow one any day :)",
    "Catastrophe incoming!", "pass the popcorn", "b1 or not b1, that's the question", "Discover Weekly is great btw",
    "If you move g1 to Vega I'm dead", "what about a draw later", "my cat is on the keyboard",
)  # fmt: skip
ENDS = {
    "Winner: Al": "north wins", "Result: Bea": "south wins", "Al beats Bea": "north wins", "Al won on time": "north wins",
    "Game over, Al wins": "north wins", "Draw agreed": "draw agreed", "Game drawn by agreement": "draw agreed",
    "Al: I'm resigning": "north resigns",
}  # fmt: skip


@pytest.mark.parametrize("line", [*LAST_TURNS, *MAY_BE_TURNS, *TALK, *ENDS], ids=lambda line: f"TR3-{line!a}")
def test_last_words_are_a_turn_a_result_or_talk_or_leave_it_open(line: str) -> None:
    replays = read(f"{HOMEWORLDS}{line if line in ENDS else f'Al: {line}'}\n")
    if line in MAY_BE_TURNS:
        assert faults(replays, Severity.ERROR)
        return
    assert not faults(replays, Severity.ERROR)
    more = "trade g1 b1 Vega" if line in LAST_TURNS else ENDS.get(line)
    assert games_of(replays)[0][6:] == ([more] if more else [])


@pytest.mark.parametrize(
    "line",
    ["Yellow starts", "Ann: I start as Yellow", "Ann (Yellow) begins.", "Ann: I'm Yellow and I start", "I begin, playing Yellow:"],
    ids=lambda line: f"TR4.5-{line}",
)  # fmt: skip
def test_a_line_above_the_turns_says_who_begins(line: str) -> None:
    (replayed,) = read(f'[Game "Martian Life"]\nFrom: Ann\nDate: Mon, 1 Jul 2024 12:00:00 +0200\n\n{line}\n\nSa1\n')
    assert not faults([replayed], Severity.ERROR)
    assert replayed.record.tags.get("First") == "Yellow"


PUBLIC = sorted(path for path in CASES.glob("*.txt") if "mbox" not in path.name and "csv" not in path.name)


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: f"TR3-{path.stem}")
def test_public_case(path: Path) -> None:
    replays = read(path.read_text(encoding="utf-8"))
    if "no-dice" in path.name or "card-eaten" in path.name:
        assert faults(replays, Severity.ERROR)
        return
    assert not faults(replays, Severity.ERROR)
    right = (path.parent / f"{path.stem}.right.pyr").read_text(encoding="utf-8")
    assert "".join(map(write_record, replays)).strip() == right.strip()


@pytest.mark.parametrize("between", [" ", " | "])
def test_a_line_that_is_too_long_is_never_read_in_part(between: str) -> None:
    """TR1: nothing is silent."""
    turns = "Sd5=M", "Sc6", "Sc4 XSd4", "Sb3"
    for repeats, lines in ((0, set()), (2_000, {3})):
        row = between.join(f"{number}. {turn}" for number, turn in enumerate(turns, 1))
        text = f"Martian Life\n\n{row}{between * repeats}thanks\n" if repeats else f"Martian Life\n\n{row}\n"
        assert lines_at_fault(text, read(text)) == lines


def test_left_out_lines_are_listed_with_their_reasons() -> None:
    text = (
        '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n12:01 <ana> hi\n12:02 <ana> Sd5=M\n12:03 <bruno> Sc6\n'
        "12:04 <carl> Sa3\n12:05 <bruno> Sc6\n12:06 * ana grins\n"
    )
    (thread,) = read_threads(SourceText(text, file="thread.txt"), None)
    left = {found.number: found.reason for found in thread.left_out}
    assert set(left) == {5, 8, 9, 10}
    assert left[8] == "said by somebody who does not play"
    assert left[9] == "a turn that another line gives"
    assert thread.line_count == 9
    assert thread.inferred == 0


def test_each_of_several_games_counts_its_own_lines() -> None:
    head = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n'
    text = f"Game 1\n{head}hello there\n1. Sd5=M\n2. Sc6\n\nGame 2\n{head}1. Sd5=M\nbye\nbye\n2. Sc6\n"
    found = [
        (thread.line_count, [left.number for left in thread.left_out])
        for thread in read_threads(SourceText(text, file="thread.txt"), None)
    ]
    assert found == [(7, [1, 6]), (8, [10, 16, 17])]


def test_remarks_are_kept_as_comments_where_asked() -> None:
    text = '[Game "Martian Life"]\n\n1) Sd5=M (a {quiet} start)\n2) Sc6\n'
    for keep, comments in ((False, []), (True, ["a (quiet) start"])):
        (thread,) = read_threads(SourceText(text, file="thread.txt"), None, keep_comments=keep)
        assert [comment.words for turn in thread.record.turns for comment in turn.comments] == comments


HARD = (
    ">" * 100_000, "> " * 50_000 + "1. Sc4", "| " * 50_000, "[" * 100_000, "(" * 100_000, "*" * 100_000,
    "_" * 100_000, "~~" * 50_000, "1. " * 50_000, "1) Sc4 " * 20_000, "On " * 50_000 + "wrote:", "From: " * 20_000,
    "<a " * 50_000, "&lt;" * 50_000, "`" * 100_000, "12:03 " * 30_000, "Sc4 " * 50_000, "Sc4; " * 50_000,
    "Ana: " * 50_000, "6/3 " * 50_000, "[quote=" * 30_000, "😀" * 50_000, "-" * 100_000, "a" * 1_000_000,
    "\x00" * 100_000, "\x03" * 100_000, "\u0336a" * 50_000, "+" * 100_000, "|-+" * 30_000, "8 . . . . " * 10_000,
    "Sr " * 30_000, "i rolled " * 20_000, "with " * 20_000, "sorry " * 20_000, "so so " * 20_000, "\u202e" * 100_000,
    "\r" * 100_000,
)  # fmt: skip


@pytest.mark.parametrize("line", HARD, ids=lambda line: f"TR2-{line[:8]!r}")
def test_no_line_is_slow_or_raises(line: str) -> None:
    text = f'[Game "Martian Life"]\n\n1. Sd5=M\n{line}\n2) Sc6\n{line[:1500]}\n{line[:300]}\n'
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "text",
    [
        "1. Sd5=M\n\u01301. Sc6\n",
        "1. Sd5=M\nturn \u0130: Sc6\n",
        '[Red " "]\n[Yellow "\u3000"]\nRed: Sd5=M\nBen: Sc6\n',
    ],
    ids=["TR2-figures", "TR2-roman", "TR4-blank-name"],
)
def test_signs_that_are_nearly_others_raise_nothing(text: str) -> None:
    assert read(f'[Game "Martian Life"]\n{text}')


def test_a_goal_in_nearly_right_words_raises_nothing() -> None:
    goals = "small red med\u0131um black large white; small orange medium orange large pink; small grey medium clear large yellow"
    assert read(f'[Game "Spectrum"]\nGoals: {goals}\nA: MM(r)>LS(o); G1=small red med\u0131um black large white\n')


@pytest.mark.parametrize("part", [" ", "\u3000", "_", "<a>", "(edited ", " :a:", "😀 1 "], ids=ascii)
def test_no_marks_of_a_line_are_slow_to_strip(part: str) -> None:
    started = time.process_time()
    for _ in range(20):
        strip_line(part * (2_000 // len(part)))
    assert time.process_time() - started < 2


@pytest.mark.parametrize("line", ["-" * 60, "---- " * 12, ": = " * 20, "roll " * 30, "numbers - " * 20, "2 " * 60])
def test_no_line_is_slow_to_be_tried_as_dice(line: str) -> None:
    started = time.process_time()
    read(f'[Game "Braces"]\n\n{line}\nTIP 4/1; Sc1-c2\n')
    assert time.process_time() - started < 2


@pytest.mark.parametrize("seed", range(12), ids=lambda seed: f"TR2-{seed}")
def test_no_text_raises(seed: int) -> None:
    """Threads cut up and put together again, with rubbish between: whatever comes out, it is a verdict."""
    rng = random.Random(seed)
    pool = [line for thread in THREADS for line in thread.text.split("\n")]
    lines = [rng.choice(pool) for _ in range(25)]
    for _ in range(5):
        place = rng.randrange(len(lines))
        line = lines[place]
        cut = rng.randrange(len(line) + 1)
        rubbish = "".join(rng.choices(string.printable + "“”‘’—→©½⚀😀\u200b", k=3))
        lines[place] = line[:cut] + rubbish + line[cut:]
    read("\n".join(lines))
