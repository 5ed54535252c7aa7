"""Threads as people write them, and what they come to: a record, perhaps with talk that is shown; questions; or an
error in the line that an honest arbiter would point at.

Each file in `cases` has a block for each thread of a family: `=== RULE name: END`, the thread, and after `=>` the
turns and the result of its game, perhaps after tags that it must have, with a line `.` between two games. END is
`certain`, `remarked in LINES`, `asks in LINES` or `error in LINES`; where it asks, what stands after `=>` is what was
played, as far as anybody can know.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.informal import InformalNotation
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import read_threads
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import Answers, read_answers
from support import few_or_many

HERE = Path(__file__).parent
_BLOCK = re.compile(
    r"^=== (?P<name>.+?): (?P<end>certain|(?:remarked|asks|error)(?= in ))(?: in (?P<lines>[\d, ]+))?\n", re.MULTILINE
)


class Thread(NamedTuple):
    """A thread and its end: the games that it holds, each a list of turns and perhaps a result, or lines."""

    name: str
    text: str
    games: list[list[str]]
    end: str
    lines: set[int]


def blocks() -> Iterator[Thread]:
    for path in sorted((HERE / "cases").glob("*.txt")):
        yield from _blocks_of(path.read_text(encoding="utf-8"))


def _blocks_of(whole: str) -> Iterator[Thread]:
    found = list(_BLOCK.finditer(whole))
    for block, after in zip(found, [*found[1:], None], strict=True):
        body = whole[block.end() : after.start() if after else None]
        text, _, right = body.partition("\n=>\n")
        lines = {int(number) for number in block["lines"].split(",")} if block["lines"] else set()
        games = (
            [game.strip("\n").split("\n") for game in re.split(r"^\.$", right, flags=re.MULTILINE)] if right else []
        )
        yield Thread(block["name"], text.rstrip("\n") + "\n", games, block["end"], lines)


THREADS = list(blocks())


def read(text: str, *answers: str) -> list[Replay]:
    given = read_answers(answers) if answers else Answers()
    source = ForeignText(text, "thread", file="thread.txt", answers=given)
    return [replay(thread.record) for thread in read_threads(source, None)]


def games_of(replays: list[Replay]) -> list[list[str]]:
    """The turns of each game that has no error, and its result if it has one."""
    games = []
    for replayed in replays:
        if replayed.has_error:
            continue
        turns = re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE)
        result = replayed.record.result
        games.append([*turns, *([result.text] if result else [])])
    return games


def said(replays: list[Replay]) -> list[Diagnostic]:
    return [diagnostic for replayed in replays for diagnostic in replayed.diagnostics]


def lines_of(text: str, diagnostics: list[Diagnostic]) -> set[int]:
    return {
        text.count("\n", 0, diagnostic.span.start) + 1 for diagnostic in diagnostics if diagnostic.span is not None
    }


def questions(replays: list[Replay]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in said(replays) if diagnostic.code == "question"]


@pytest.mark.parametrize("thread", THREADS, ids=[thread.name.replace(" ", "-") for thread in THREADS])
def test_thread(thread: Thread) -> None:
    replays = read(thread.text)
    errors = [diagnostic for diagnostic in said(replays) if diagnostic.severity is Severity.ERROR]
    asked = questions(replays)
    if thread.end == "asks":
        assert lines_of(thread.text, asked) == thread.lines, errors
        return
    assert not asked
    if thread.end == "error":
        assert lines_of(thread.text, errors) == thread.lines, errors
        return
    assert not errors
    assert (
        lines_of(thread.text, [diagnostic for diagnostic in said(replays) if diagnostic.code == "remark"])
        == thread.lines
    )
    assert games_of(replays) == [[line for line in game if not line.startswith("[")] for game in thread.games]
    for replayed, game in zip(replays, thread.games, strict=True):
        assert {line for line in game if line.startswith("[")} <= set(write_record(replayed).split("\n"))


def test_r6_1_an_error_points_behind_wide_blanks() -> None:
    text = '[Game "Martian Life"]\n\n1. Se4=M\n21:09\tけんじ\t2. Sf5\u3000f5\n'
    (diagnostic,) = [found for found in said(read(text)) if found.severity is Severity.ERROR]
    assert diagnostic.span is not None
    assert text[diagnostic.span.start :] == "f5\n"


def _at_each_line(sign: str, text: str) -> str:
    return re.sub(r"^(?=.)", sign, text, flags=re.MULTILINE)


DRESSES: dict[str, Callable[[str], str]] = {
    "blanks at which no line is broken": lambda text: re.sub(r"(?<=\S) (?=\S)", "\u00a0", text),
    "a margin": lambda text: _at_each_line("    ", text),
    "signs for the direction of writing": lambda text: _at_each_line("\u200f", text),
    "quote marks": lambda text: _at_each_line("> ", text),
}
"""What programs do to the whole of a text."""
read_plain = cache(read)
"""Each dress is held against the same reading."""


@few_or_many("of_all", 30, 3)
@pytest.mark.parametrize("dress", DRESSES, ids=lambda name: name.replace(" ", "-"))
def test_what_all_lines_have_is_no_part_of_them(dress: str, of_all: int) -> None:
    for thread in THREADS[::of_all]:
        text = DRESSES[dress](thread.text)
        if dress == "quote marks" and re.search(r"^> +\|", text, re.MULTILINE):
            continue  # a stroke at the beginning of a line may be one too
        plain = read_plain(thread.text)
        dressed = read(text)
        assert lines_of(text, questions(dressed)) == lines_of(thread.text, questions(plain)), thread.name
        assert games_of(dressed) == games_of(plain), thread.name


@few_or_many("of_all", 60, 5)
def test_a_blank_line_below_each_changes_nothing(of_all: int) -> None:
    with_gaps = [
        thread for thread in THREADS if "\n\n" in thread.text and not re.search(r"^ *[>|]", thread.text, re.M)
    ]
    for thread in with_gaps[::of_all]:
        dressed = read(thread.text.replace("\n", "\n\n"))
        assert games_of(dressed) == games_of(read_plain(thread.text)), thread.name


MARTIAN = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n'
HOMEWORLDS = (
    '[Game "Homeworlds"]\n[North "Ida"]\n[South "Jon"]\n\nIda: homeworld y2 b1 g3 Ida\nJon: homeworld g2 b1 y3 Jon\n'
)


def test_seats_are_not_exchanged_where_a_turn_is_missing() -> None:
    text = "Martian Life\n\nAna: Sd5=M\nBruno: Sc6\nAna: Sa3\nAna: Sb5\nBruno: Sc4\n"
    (replayed,) = read(text)
    assert questions([replayed])
    assert (replayed.record.tags["Red"], replayed.record.tags["Yellow"]) == ("Ana", "Bruno")


def test_seats_are_written_only_where_the_names_do_not_tell_how_many_play() -> None:
    assert "Seats" not in write_record(read(f"{HOMEWORLDS}Ida: build g1\n")[0])
    unnamed = '[Game "Spectrum"]\n[Goals "SaMgLw SbMwLr SkMcLt"]\n\nA: M(g)>SS(c)\nB: M(c)>SS(b)\nC: M(r)=L\n'
    assert '[Seats "3"]' in write_record(read(unnamed)[0])


TYPO = f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nBruno: Sorry, typo! I meant Sb6.\nAna: Sa3\n"
ANSWERS = {
    ("7=out",): ["Sd5=M", "Sc6", "Sa3 XSa3"],
    ("7=replaces 2: Sb6",): ["Sd5=M", "Sb6 XSb6", "Sa3 XSa3"],
    ("7=replaces 2: Sb5",): ["Sd5=M", "Sb5 XSb5", "Sa3 XSa3"],
    ("7=result: Yellow resigns", ): ["Sd5=M", "Sc6", "Sa3 XSa3", "yellow resigns"],
    ("7=Result: yellow Resigns", ): ["Sd5=M", "Sc6", "Sa3 XSa3", "yellow resigns"],
    ("7=result: Draw agreed", ): ["Sd5=M", "Sc6", "Sa3 XSa3", "draw agreed"],
    ("talk",): ["Sd5=M", "Sc6", "Sa3 XSa3"],
}  # fmt: skip


@pytest.mark.parametrize(("answers", "game"), ANSWERS.items(), ids=map(str, ANSWERS))
def test_an_answer_settles_a_question(answers: tuple[str, ...], game: list[str]) -> None:
    replays = read(TYPO, *answers)
    assert not questions(replays)
    assert games_of(replays) == [game]


def test_an_answer_says_who_has_a_seat() -> None:
    text = "Martian Life\n\n1. Sd5=M\n2. Sc6\nI wonder about Sc4\n"
    (replayed,) = read(text, "5=seat yellow: Carla")
    assert (replayed.record.tags.get("Yellow"), games_of([replayed])) == ("Carla", [["Sd5=M", "Sc6"]])
    (error,) = [known for known in said(read(text, "5=seat Green: Carla")) if known.code == "unasked-answer"]
    assert error.message == "'Green' is not a seat of Martian Life"


def test_one_answer_settles_a_result_that_was_taken_back() -> None:
    text = f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nAna: I resign.\nBruno: already?\nAna: no, wait, I don't resign\n"
    assert games_of(read(text, "7=out")) == [["Sd5=M", "Sc6"]]
    assert games_of(read(text, "7=result: Red resigns")) == [["Sd5=M", "Sc6", "red resigns"]]


def test_the_likeliest_result_is_offered_first() -> None:
    for talk, first in (("shall we call it a draw?", "draw agreed"), ("I should give up", "Red resigns")):
        (question,) = questions(read(f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nAna: {talk}\n"))
        assert question.answers[0].text == f"result: {first}"


def test_who_wins_is_offered_where_talk_speaks_of_winning() -> None:
    (question,) = questions(read(f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nAna: no time left, so Bruno won\n"))
    offered = [answer.text for answer in question.answers]
    assert offered[:3] == ["result: Red resigns", "result: Yellow resigns", "result: Yellow wins"]


def test_an_answer_says_that_one_who_does_not_play_is_right() -> None:
    replays = read(f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nCarl: Ana wins\n", "7=result: Red wins")
    assert games_of(replays) == [["Sd5=M", "Sc6", "red wins"]]


def test_a_question_offers_answers_and_says_what_they_do() -> None:
    (question,) = questions(read(TYPO))
    offered = {answer.text: answer.effect for answer in question.answers}
    assert offered["out"] == "turn 2 stays Sc6"
    assert offered["replaces 2: Sb6 XSb6"] == "turn 2 is Sb6 XSb6, not Sc6; turn 3 stays legal"
    assert question.ply == 1


def test_the_effect_of_an_answer_names_the_rule_that_a_turn_breaks() -> None:
    text = f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nBruno: Sorry, typo! I meant Sb6, not Sd5.\nAna: Sd5\n"
    (question,) = questions(read(text))
    offered = {answer.text: answer.effect for answer in question.answers}
    assert offered["replaces 2: Sb6 XSb6"] == "turn 2 is Sb6 XSb6, not Sc6; turn 3 becomes illegal: ML3"
    assert "replaces 2: Sd5" not in offered, "it would be illegal"


def test_a_question_and_a_conflict_say_who_wrote_it_and_when() -> None:
    (question,) = questions(read(TYPO.replace("Bruno: Sorry", "[Tue 07:41] Bruno: Sorry")))
    assert question.said_by == "Bruno, Tue 07:41"
    (question,) = questions(read(f"{MARTIAN}[07:41] Ana: 1. Sd5=M\n[07:50] Bruno: 2. Sc6\n[08:02] Bruno: 2. Sb6\n"))
    assert "`Sc6` in line 6 (Bruno, 07:50) or `Sb6` in line 7 (Bruno, 08:02)" in question.message
    mail = "On Tue, 5 Mar 2024 at 21:14, Bruno <b@example.org> wrote:\n> 2. Sc6\n> Sorry, I meant Sb6.\n"
    (question,) = questions(read(f"{MARTIAN}3. Sa3\n\n{mail}>\n>> 1. Sd5=M\n"))
    assert question.said_by == "Bruno, Tue, 5 Mar 2024 at 21:14"


def test_a_remark_is_by_whoever_wrote_the_line_that_it_points_at() -> None:
    head = f"From: Ana\nDate: Wed, 6 Mar 2024 08:00:00 +0000\n\n{MARTIAN}"
    quoted = "On Tue, 5 Mar 2024 at 21:14, Bruno <b@example.org> wrote:\n> 2. Sc6\n> It snows here.\n>> 1. Sd5=M\n"
    found = said(read(f"{head}This goes nowhere, I fear.\n\n{quoted}"))
    (remark,) = [known for known in found if known.code == "remark"]
    assert "'This goes nowhere, I fear.'" in remark.message
    assert remark.said_by.startswith("Ana")


REMARKED = {
    "the turn is no talk, what is said with it is": (
        "Ana: 3. Sc4, sorry, a slip\nBen: 4. Sb3\n",
        ["'sorry, a slip'"],
    ),
    "what is an error is no talk": ("Ana: 3. Sc4 sorry, a slip\nBen: 4. Sb3\n", []),
    "what hangs on a question is no talk": ("Ana: let me go Sc4 now\nBen: and I may go Sb3 then\n", []),
    "what follows an illegal turn below a question is no talk": (
        "Ana: 3. Sc4\nAna: 3. Sa3\nBen: 4. Sc4\nAna: are you sure of that\n",
        [],
    ),
    "what may be another game is no talk": ("Ana: 1. Sa1\nAna: well\nBen: 2. Sh8\nBen: then\nAna: see you\n", []),
}


@pytest.mark.parametrize(("below", "shown"), REMARKED.values(), ids=list(REMARKED))
def test_tr4_3_a_remark_shows_talk_alone(below: str, shown: list[str]) -> None:
    told = said(read(f"Martian Life\nAna: 1. Sd5=M\nBen: 2. Sc6\n{below}"))
    remarks = [diagnostic.message.rpartition(": ")[2] for diagnostic in told if diagnostic.code == "remark"]
    assert remarks == shown


def test_tr3_4_a_right_card_before_what_cannot_be_read_gets_no_advice() -> None:
    cards = '[Game "Triumvirate"]\n[RedCard "L_ M_ S_"]\n[BlueCard "L_ M_ S_"]\n\n'
    (wrong,) = said(read(f"{cards}Hi Ana, my move: 1. <L^ S^ M_>; Mg1-f3; Mf3-\n\nBye\n"))
    assert (wrong.code, wrong.hint) == ("not-notation", None)


ANEW = (
    f"{MARTIAN}Ana: 1. Sc3\nBruno: 2. Sf6\nAna: 3. Sd4\nBruno: 4. Se5\nAna: Shall we both go back?\nBruno: Gladly.\n"
    "Ana: 3. Sa3\nBruno: 4. Sa8\nAna: 5. Sh2\n"
)


def test_turns_that_are_played_anew_are_one_question() -> None:
    (question,) = questions(read(ANEW))
    assert lines_of(ANEW, [question]) == {11}
    first = question.answers[0]
    assert first.text == "replaces 3: Sa3 XSa3"
    assert first.effect == "turn 3 is Sa3 XSa3, not Sd4, and turn 4 is Sa8; turns 4 to 5 stay legal"
    replays = read(ANEW, "11=replaces 3: Sa3")
    assert not questions(replays)
    assert games_of(replays) == [["Sc3 XSd4 XSc3", "Sf6", "Sa3 XSa3", "Sa8 XSa8", "Sh2 XSh2"]]
    (question,) = questions(read(ANEW, "11=out"))
    assert lines_of(ANEW, [question]) == {12}


def test_of_who_reports_the_end_is_asked_about_whom_the_words_name_first() -> None:
    text = f"{MARTIAN}Ana: 1. Sc3\nBruno: 2. Sf6\n\nCarla: Three days and nothing heard. Bruno forfeits.\n"
    (question,) = questions(read(text))
    assert [answer.text for answer in question.answers][:2] == ["result: Yellow resigns", "result: Red resigns"]


GOALS = (
    "Spectrum\n\nAna: goals SwMcLo StMkLi SkMiLk\nBruno: the last one is clear here\n"
    "Ana: true: SwMcLo StMkLi SkMiLt\nAna: M(r)=L\nBruno: M(g)=L\n"
)
GOAL_ANSWERS = {
    "3=tag Goals: SwMcLo StMkLi SkMiLt": "SwMcLo StMkLi SkMiLt",
    "3=tag goals: SwMcLo StMkLi SkMiLk": "SwMcLo StMkLi SkMiLk",
    "3=out": "SwMcLo StMkLi SkMiLt",
}


def test_goals_that_are_given_twice_are_a_question() -> None:
    (question,) = questions(read(GOALS))
    assert lines_of(GOALS, [question]) == {3}
    assert [answer.text for answer in question.answers] == [
        "tag Goals: SwMcLo StMkLi SkMiLt",
        "tag Goals: SwMcLo StMkLi SkMiLk",
    ]


@pytest.mark.parametrize(("answer", "goals"), GOAL_ANSWERS.items(), ids=GOAL_ANSWERS)
def test_an_answer_gives_the_goals(answer: str, goals: str) -> None:
    (replayed,) = read(GOALS, answer)
    assert not [known for known in said([replayed]) if known.severity is Severity.ERROR]
    assert f'[Goals "{goals}"]' in write_record(replayed)


def test_an_answer_names_a_tag_of_the_game() -> None:
    messages = [diagnostic.message for diagnostic in said(read(GOALS, "3=tag Target: S"))]
    assert "'Target' is not a tag of Spectrum" in messages


CARDS = (
    "Triumvirate\n\nAna: I am Red. Red L_ M_ S_, Blue L_ M_ S_\nBruno: no: Red L_ M_ S^, Blue L_ M^ S_\n"
    "Ana: 1. Sf1-g3; Sg3-e2; Lh1-h2\n"
)


def test_one_answer_tells_which_of_two_lines_gives_all_cards() -> None:
    (question,) = questions(read(CARDS))
    (replayed,) = read(CARDS, f"3={question.answers[-1].text}")
    assert not questions([replayed])
    tags = write_record(replayed)
    assert '[RedCard "L_ M_ S_"]' in tags
    assert '[BlueCard "L_ M_ S_"]' in tags


SENTENCES = """\
[Game "Martian Life"]

Ana: so I begin with Sb3 then
Bruno: SC6 THEN
Ana: nice
Ana: Sf6
Bruno: Sc5
"""


def offers(replays: list[Replay]) -> dict[int, list[str]]:
    """The answers that each question offers, by its line."""
    return {
        lines_of(SENTENCES, [question]).pop(): [answer.text for answer in question.answers]
        for question in questions(replays)
    }


def test_the_lines_below_an_answer_are_judged_again() -> None:
    """With the first turn, the second one is the only text for its slot."""
    assert offers(read(SENTENCES)) == {3: ["turn 1: Sb3 XSb3", "out"]}
    replays = read(SENTENCES, "3=turn 1: Sb3")
    assert not questions(replays)
    assert [turn.split()[0] for turn in games_of(replays)[0]] == ["Sb3", "Sc6", "Sf6", "Sc5"]
    assert "read-as" in [diagnostic.code for diagnostic in said(replays)]


def test_an_answer_about_a_turn_leaves_open_what_is_said_after_it() -> None:
    text = f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nAna: hmm, it is Sa3 for me\nBruno: well, I resign I guess\n"
    assert lines_of(text, questions(read(text))) == {7}
    assert lines_of(text, questions(read(text, "7=turn 3: Sa3"))) == {8}
    assert lines_of(text, questions(read(text, "7=out"))) == {8}


def test_an_answer_about_a_turn_leaves_open_what_its_writer_says_after_it() -> None:
    text = f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\nAna: hmm, it is Sa3 for me\nAna: well, I should give up I guess\n"
    assert lines_of(text, questions(read(text, "7=out"))) == {8}


def test_a_result_that_an_answer_leaves_out_does_not_come_back_in_a_quotation() -> None:
    text = (
        f"{MARTIAN}From: Ana\nDate: Mon, 2 Mar 2026 10:00\n\n1. Sd5=M\n\n"
        "From: Bruno\nDate: Mon, 2 Mar 2026 11:00\n\n2. Sc6\n\n"
        "From: Ana\nDate: Mon, 2 Mar 2026 12:00\n\nI resign.\n\n"
        "From: Ana\nDate: Mon, 2 Mar 2026 12:30\n\nNo, I do not resign yet.\n\n"
        "From: Bruno\nDate: Mon, 2 Mar 2026 13:00\n\nGood!\n\nAna wrote:\n> I resign.\n"
    )
    (question,) = questions(read(text))
    line = text[: question.span.start].count("\n") + 1
    (replay,) = read(text, f"{line}=out")
    assert replay.record.result is None


def test_a_result_that_an_answer_gives_is_not_shown() -> None:
    text = f"{MARTIAN}Ana: Sd5=M\nBruno: well, I resign I guess\n"
    assert lines_of(text, questions(read(text))) == {6}
    assert not said(read(text, "6=result: Yellow resigns"))


def test_the_one_unknown_writer_is_the_one_silent_player() -> None:
    """Nothing is asked about a name that the tags do not have, but what was inferred is reported."""
    text = f"{MARTIAN}[12:00] annie77: Sd5=M\n[12:01] Bruno: Sc6\n[12:02] annie77: Sa3\n[12:03] Bruno: Sb5\n"
    replays = read(text)
    assert not questions(replays)
    assert [diagnostic.code for diagnostic in said(replays)] == ["read-seat"]
    assert [turn.split()[0] for turn in games_of(replays)[0]] == ["Sd5=M", "Sc6", "Sa3", "Sb5"]


@pytest.mark.parametrize(
    "text",
    [
        "Martian Chess - South: Urs, North: Reto\n\nUrs: 1. Pc3-d4\nReto: 2. Da6-a4\n",
        "Autumn Ash: Kasia (Rainbow) i Marek (Xeno)\n\nKasia: 1. Qd2-d1-c1=Q\nMarek: 2. Pe4-f4-e4=P\n",
        "Autumn Ash: Ida (Rainbow) und Jan (Xeno)\n\nIda: 1. Qd2-d1-c1=Q\nJan: 2. Pe4-f4-e4=P\n",
    ],
    ids=["behind-the-title", "and-in-polish", "and-in-german"],
)
def test_tr44_a_heading_gives_both_seats(text: str) -> None:
    assert not said(read(text))


def test_tr23_writers_who_have_turns_of_both_seats_are_named() -> None:
    """Who plays which seat is not known then, and that is said."""
    (replayed,) = read("Martian Life\n\nAna: 1. Sd5=M\nTom: 2. Se5=M\nTom: 3. Se4=M\nAna: 4. Sd4=M\n")
    (warning,) = replayed.diagnostics
    assert (
        warning.message
        == "seats come from numbers and order of play alone: it is not clear which ones Ana and Tom play"
    )
    assert replayed.length == 4


def test_tr23_speakers_whom_nobody_knows_are_named() -> None:
    text = "Martian Life\n\nSpeaker 1: 1. Sd5=M\nSpeaker 2: 2. Se5=M\nSpeaker 1: 3. Se4=M\nSpeaker 2: 4. Sd4=M\n"
    (warning,) = said(read(text))
    assert warning.message.endswith("order of play alone: it is not clear which ones Speaker 1 and Speaker 2 play")


def test_tr23_words_before_turns_are_no_speakers_where_they_do_not_come_back() -> None:
    text = "Martian Life\n\nfirst of all: 1. Sd5=M\nso: 2. Se5=M\nSc5, that is: 3. Se4=M\nat last: 4. Sd4=M\n"
    assert "read-seat" not in [diagnostic.code for diagnostic in said(read(text))]


def test_an_answer_is_read_as_a_turn_of_a_thread_is() -> None:
    text = MARTIAN + "Ana: Sd5=M\nBruno: I thought about Sc6 or Sb6\n"
    assert games_of(read(text, "6=turn 2: sc6")) == [["Sd5=M", "Sc6"]]


def test_an_answer_to_a_line_that_asks_nothing_is_an_error() -> None:
    assert "unasked-answer" in [diagnostic.code for diagnostic in said(read(TYPO, "7=out", "5=out"))]


def test_an_answer_that_says_what_is_read_anyway_is_no_error() -> None:
    """The answers below it may have settled its line."""
    text = f"{MARTIAN}Ana: Sd5=M\nBruno: Sc6\n"
    assert not said(read(text, "6=turn 2: Sc6"))
    assert "unasked-answer" in [diagnostic.code for diagnostic in said(read(text, "6=turn 2: Sb6"))]
    assert "unasked-answer" in [diagnostic.code for diagnostic in said(read(text, "5=turn 2: Sc6"))]


@pytest.mark.parametrize("more", ["", "Ana: pass\n"], ids=["two-lines", "three-lines"])
def test_actions_on_lines_of_their_own_are_offered_as_one_turn(more: str) -> None:
    text = (
        '[Game "Homeworlds"]\n[North "Ana"]\n[South "Bea"]\n\nAna: 1. homeworld g3 b2 y3 Holm\n'
        "Bea: 2. homeworld b1 g2 b3 Lotus\nAna: 3. build y1 Holm\nBea: 4. trade b3 g3 Lotus\nAna: 5. trade y1 g1 Holm\n"
        "Bea: 6. build g1 Lotus\nAna: 7. build g1 Holm\nBea: 8. trade g1 y1 Lotus\n"
        f"Ana: 9. sacrifice g1 Holm\nAna: build g1 Holm\n{more}Bea: 10. build g1 Lotus\n"
    )
    joined = "sacrifice g1 Holm; build g1 Holm" + ("; pass" if more else "")
    (question,) = questions(read(text))
    assert question.answers[0].text == f"replaces 9: {joined}"
    (game,) = games_of(read(text, f"14=replaces 9: {joined}"))
    assert game[8:] == [joined, "build g1 Lotus"]


def test_dice_that_cannot_be_read_are_not_called_missing() -> None:
    (error,) = said(read('[Game "Braces"]\n\nHello! I threw AIM and a 5 and a 2.\n1. Ld1-d2; Mc1-c2\n'))
    assert error.message == "`Ld1-d2; Mc1-c2` is a turn without its dice, and none can be read above it"


def test_an_answer_that_is_no_turn_is_an_error() -> None:
    assert "unasked-answer" in [diagnostic.code for diagnostic in said(read(TYPO, "7=replaces 2: Sz9"))]


def test_an_answer_that_is_none_is_one_error() -> None:
    (wrong, question) = said(read(TYPO, "7=turn 3: Sh9"))
    assert (wrong.message, question.code) == ("`Sh9` is not a turn of Martian Life", "question")


def test_talk_leaves_conflicts_open() -> None:
    text = f"{MARTIAN}1. Sd5=M\n2. Sc6\n2. Sb6\n"
    assert questions(read(text, "talk"))
    assert games_of(read(text, "7=replaces 2: Sb6")) == [["Sd5=M", "Sb6 XSb6"]]


@few_or_many("edits", 25, 180)
def test_an_edit_of_a_record_is_never_passed_over(edits: int) -> None:
    """A text reads as certain only where the same record does (TR1.2)."""
    rng = random.Random(0)
    lines = ["1. Sd5=M", "2. Sc6", "3. Sc4 XSd4", "4. Sb3"]
    for _ in range(edits):
        place = rng.randrange(len(lines))
        line = lines[place]
        at = rng.randrange(3, len(line))
        edited = line[:at] + rng.choice(("", "x", "9", "X", "S", "=")) + line[at + rng.randrange(2) :]
        changed = MARTIAN + "\n".join([*lines[:place], edited, *lines[place + 1 :]]) + "\n"
        if not said(read(changed)):
            assert all(
                not replay(thread.record).has_error for thread in read_threads(ForeignText(changed, "thread"), None)
            )
            turns = [re.sub(r"^\d+\. ", "", each) for each in changed.strip().split("\n")[-4:]]
            assert [game.split()[0] for game in games_of(read(changed))[0]] == [
                turn.split()[0].rstrip("=.") for turn in turns
            ]


@pytest.mark.parametrize(
    "name", ["a-game-without-numbers-above-one", "a-rematch-without-a-heading", "the-tags-repeated-above-turns"]
)
def test_tr1_3_an_answer_begins_another_game(name: str) -> None:
    thread = next(thread for thread in THREADS if name in thread.name)
    (line,) = thread.lines
    assert games_of(read(thread.text, f"{line}=game"))[: len(thread.games)] == thread.games


def test_tr1_3_an_answer_says_that_no_other_game_begins() -> None:
    text = f"{MARTIAN}Ana: Sc6\nBruno: Sa2\nAna: I resign\nBruno: no, go on\nAna: Sg2\n"
    assert lines_of(text, questions(read(text))) == {9}
    assert len(games_of(read(text, "9=turn 3: Sg2"))[0]) == 3
    (subject,) = (thread.text for thread in THREADS if thread.name == "TR1.3 a-new-subject-and-no-numbers")
    (question,) = questions(read(subject))
    assert [answer.text for answer in question.answers] == ["game", "turn 3: Sa3 XSa3", "out"]
    replays = read(subject, "17=turn 3: Sa3")
    assert not questions(replays)
    assert len(games_of(replays)[0]) == 4


EXAMPLE = (
    '[Game "Martian Life"]\n\nOlga, Mon 10:00: Number your turns, like this:\n1. Sf3\n2. Sc6\n3. Sd5\n'
    "Ana, Tue 10:00: 1. Sd5=M\nBruno, Tue 11:00: 2. Sc6\nAna, Wed 10:00: 3. Sa3\n"
)


def test_tr1_3_an_answer_leaves_out_an_example_above_a_game() -> None:
    (question,) = questions(read(EXAMPLE))
    assert lines_of(EXAMPLE, [question]) == {4}
    assert [answer.text for answer in question.answers] == ["out", "turn 1: Sf3 XSe4 XSf3"]
    assert games_of(read(EXAMPLE, "4=out")) == [["Sd5=M", "Sc6", "Sa3 XSa3"]]
    (question,) = questions(read(EXAMPLE, "4=turn 1: Sf3"))
    assert [answer.text for answer in question.answers] == ["game", "out"]


def test_tr4_2_an_answer_replaces_a_turn_far_above_its_line() -> None:
    """The turns between stay where they are, though no number tells their places."""
    thread = next(thread for thread in THREADS if "two-messages-later" in thread.name)
    assert games_of(read(thread.text, "11=replaces 5: trade g1 y1 Ida")) == thread.games


def test_tr4_1_lines_from_the_newest_to_the_oldest_are_turned_round() -> None:
    replays = read(f"{MARTIAN}Bruno: Sb5\nAna: Sa3\nBruno: Sc6\nAna: Sd5=M\n")
    assert games_of(replays) == [["Sd5=M", "Sc6", "Sa3 XSa3", "Sb5"]]
    assert [diagnostic.code for diagnostic in said(replays)] == ["read-order"]


BRACES = '[Game "Braces"]\n[White "Ida"]\n[Black "Jo"]\n\n'


def test_two_rolls_for_one_turn_are_asked_about_with_the_turn_of_each() -> None:
    text = f"{BRACES}[12:01] DiceBot: Ida rolled TIP 3/1\n[12:02] DiceBot: Ida rolled TIP 4/1\n[12:03] Ida: MSc3-c2\n"
    (question,) = questions(read(text))
    assert "`TIP 3/1` in line 5" in question.message
    assert "`TIP 4/1` in line 6" in question.message
    assert question.answers
    for answer in question.answers[:-1]:
        (replayed,) = read(text, f"7={answer.text}")
        assert not [known for known in said([replayed]) if known.severity is Severity.ERROR]
        assert games_of([replayed]) == [[answer.text.removeprefix("turn 1: ")]]


def test_dice_that_a_player_spoke_of_before_other_dice_are_shown() -> None:
    text = (
        f"{BRACES}[12:01] Ida: I rolled SWAP 6/4, hm\n[12:02] Ida: SWAP 6/3; Mb1-a1; MSc3-c2; Lc1<>Lb5; Sc1-b1 XLc1\n"
    )
    replays = read(text)
    assert not questions(replays)
    shown = [known for known in said(replays) if known.code == "read-as"]
    assert lines_of(text, shown) == {5}


def test_a_numbered_turn_as_it_is_written_is_read_without_spellings(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are many patterns, and each takes time for every text."""
    monkeypatch.setattr(InformalNotation, "respellings", lambda _, text: pytest.fail(text))
    (game,) = read('From: Ann\n\n[Game "Martian Life"]\n1. Sf3\n2. Sc6\n\nYour turn!\n')
    assert games_of([game]) == [["Sf3 XSe4 XSf3", "Sc6"]]


def test_dice_among_words_are_shown() -> None:
    text = f"{BRACES}Ida: I hope for DIG 5/2\nIda: Lc3-d3; Sc3-c4-b4\n"
    (warning,) = (known for known in said(read(text)) if known.code == "read-as")
    assert warning.message.endswith("4-b4`, with the dice in line 5: `Ida: I hope for DIG 5/2`")


def test_dice_of_which_the_other_player_speaks_are_asked_about() -> None:
    text = f"{BRACES}Jo: if you roll DIG 5/2 now I am lost\nIda: Lc3-d3; Sc3-c4-b4\n"
    (question,) = questions(read(text))
    assert question.message == "are these the dice of turn 1: `DIG 5/2` in line 5?"
    assert games_of(read(text, f"6={question.answers[0].text}")) == [["DIG 5/2; Lc3-d3; Sc3-c4-b4"]]


def test_dice_that_their_turn_has_too_are_not_reported() -> None:
    turn = "SWAP 6/3; Mb1-a1; MSc3-c2; Lc1<>Lb5; Sc1-b1 XLc1"
    text = f'[Game "Braces"]\n\n[12:00] Ida: I rolled SWAP 6/3, let me think a while\n[12:20] Ida: {turn}\n'
    assert "read-as" not in [diagnostic.code for diagnostic in said(read(text))]


def test_talk_answers_what_is_asked_about_a_turn_at_the_head_of_its_line() -> None:
    text = f"{MARTIAN}Ana: 1. Sd5=M\nBruno: 2. Sc6\nAna: Sb3, but only if you agree to it\n"
    assert questions(read(text))
    assert not questions(read(text, "talk"))


@pytest.mark.parametrize(
    ("numbers", "warned"),
    [
        ("1. 2. 3. 4. 5. 6.", []),
        ("1. 2. 3. 4. 3. 6.", ["the number 3 was read as 5, by the order of play"]),
        ("1. 2. 2. 3. 4. 5.", ["the number 2 was read as 3, by the order of play"]),
        ("1. 1... 2. 2... 3. 3...", []),
        ("1. 1... 2. 2... 2. 3...", ["the number 2 was read as 3, by the order of play"]),
        ("1. 1... 2. 1... 3. 3...", ["the number 1 was read as 2, by the order of play"]),
    ],
)
def test_a_number_that_is_put_right_is_told_once(numbers: str, warned: list[str]) -> None:
    (replayed,) = read(_numbered(numbers))
    told = [diagnostic.message for diagnostic in replayed.diagnostics if "was read as" in diagnostic.message]
    assert told == warned
    assert games_of([replayed]) == [["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3", "Sa1 XSa1", "Sb4"]]


def _numbered(numbers: str) -> str:
    """A chat whose turns have some numbers."""
    turns = ("Sd5=M", "Sc6", "Sc4 XSd4", "Sb3", "Sa1", "Sb4")
    said = zip(["Ana", "Bo"] * 3, numbers.split(), turns, strict=False)
    lines = [f"{name}, Mon 20:1{minute}: {number} {turn}" for minute, (name, number, turn) in enumerate(said)]
    return "\n".join(["Martian Life", "", *lines, ""])


@pytest.mark.parametrize(
    ("numbers", "answers"),
    [
        ("1. 2. 3. 2.", ["replaces 2: Sb3 XSb3", "turn 4: Sb3", "out"]),
        ("1. 1... 2. 2... 2.", ["replaces 3: Sa1 XSa1", "turn 5: Sa1 XSa1", "out"]),
    ],
)
def test_a_number_that_is_too_low_may_be_that_of_a_turn_of_its_own(numbers: str, answers: list[str]) -> None:
    text = _numbered(numbers)
    (question,) = questions(read(text))
    assert [answer.text for answer in question.answers] == answers
    count = len(numbers.split())
    (game,) = games_of(read(text, f"{2 + count}={answers[1]}"))
    assert game == ["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3", "Sa1 XSa1"][:count]


def test_tr3_1_talk_that_names_a_square_is_shown() -> None:
    text = "Martian Life\nRed: Ana, Yellow: Bo\nAna: 1. Sc3\nBo: 2. Sd6\nAna: 3. Sf4, no, g4\nBo: 4. Sc5\n"
    (warning,) = (known for known in said(read(text)) if known.code == "read-as")
    assert warning.message == "`Sf4, no, g4` was read as `Sf4`"


def test_tr4_1_numbers_among_words_give_the_order() -> None:
    text = (
        "Martian Life\n\nJul 9 18:00  @sib:matrix.example  1. Sd5=M\nJul 9 18:09  @sib:matrix.example  3. Sc4 XSd4\n"
        "Jul 9 18:09  @tor:matrix.example  2. Sc6\nJul 9 18:15  @tor:matrix.example  4. Sb3\n"
    )
    replays = read(text)
    assert not questions(replays)
    assert games_of(replays) == [["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3"]]


def test_a_weekday_is_no_date() -> None:
    (replayed,) = read('[Game "Martian Life"]\nDate: Tuesday, 10 November\nEvent: Club night\n\n1. Sd5=M\n2. Sc6\n')
    assert dict(replayed.record.tags.items()) == {"Game": "Martian Life", "Event": "Club night"}


def test_tr4_an_illegal_turn_without_a_number_breaks_a_rule_of_the_game() -> None:
    turns = ("1. Sd5=M", "2. Sc6", "3. Sc4 XSd4", "4. Sb3", "Se4", "6. Sb4")
    lines = [f"{name}: {turn}\n" for name, turn in zip(["Ana", "Bruno"] * 3, turns, strict=True)]
    (replayed,) = read(MARTIAN + "".join(lines))
    (error,) = (known for known in replayed.diagnostics if known.severity is Severity.ERROR)
    assert (error.rule, error.ply) == ("ML3", 5)


def test_tr5_a_tag_of_every_game_is_an_answer_too() -> None:
    text = '[Game "Martian Life"]\n\nFirst: Red\nFirst: Yellow\n\nAna: Sd5=M\nBruno: Sc6\n'
    assert [question.answers[1].text for question in questions(read(text))] == ["tag First: Red"]
    (replayed,) = read(text, "3=tag First: Red")
    assert not [known for known in replayed.diagnostics if known.severity is Severity.ERROR]
    assert replayed.record.tags["First"] == "Red"


def test_tr3_2_a_turn_that_cannot_be_read_has_no_dice() -> None:
    """A game's mails, quoted and wrapped at each reply: what begins with dice may be no turn."""
    text = """> Paths: 1. d5-d4, 2. d4-d2
black:
>> 2. White: SWAP 4/3; Mb5<>Md5; Lc2-c3;
>>> 1. Black: TIP 1/1 R 6/2; LMSc3-c2 {
A
>>>   - TIP 1/1 R 6/2, worth 6
>>>> [Game "Braces"]
"""
    assert questions(read(text))
