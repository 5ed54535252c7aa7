"""The reader of transcripts (HF1 to HF15), on invented transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import read_table

from pyrnot.core.tags import Tags
from pyrnot.foreign.forms.sdg import recognises
from pyrnot.foreign.load import foreign_records
from pyrnot.foreign.sites.sdg import read_transcript
from pyrnot.foreign.sites.verbs import read_action
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.actions import Pass
from pyrnot.games.homeworlds.game import GAME
from pyrnot.games.homeworlds.position import Seat
from pyrnot.play.replay import replay
from pyrnot.record.grammars import parse_action
from pyrnot.record.model import Record

HEAD = """Homeworlds Online (SDG# 99999)
Variants: "Unrated"
Started: 2020.1.1, Ended: 2020.1.12
Participants: Bea (S), Al (N)
Winner: Al

"""
WHOLE = f"""{HEAD}1) Al: Homeworld G3 B2 Y3

2) Bea: Homeworld B1 Y2 G3
\tAl: Good luck!

3) Al: Build Y1 Al

4) Bea: T G3 R3 Bea

5) Al: Discover Y1 Al R1 Mars the red one

6) Bea: Pass

7) Al: Sacrifice Y3 Al
Move Y1 Mars Al
Pass
Pass

8) Bea: Discover R3 Bea G3 Nova
"""


def transcript(text: str) -> Record:
    return read_transcript(ForeignText(text, form="sdg"))


def said_in(turns: str) -> Record:
    """The record of a transcript with the usual header and these turns."""
    return transcript(HEAD + turns)


def actions_of(turn):
    return [action.written.action for action in turn.actions]


def test_hf2_header_becomes_tags():
    said = transcript(WHOLE)
    assert not said.diagnostics
    assert {tag.name: tag.value for tag in said.tag_lines} == {
        "Game": "Homeworlds",
        "Site": "SuperDuperGames",
        "Round": "99999",
        "Options": "Unrated",
        "Date": "2020.01.01",
        "EndDate": "2020.01.12",
        "North": "Al",
        "South": "Bea",
        "Result": "North",
    }
    for tag in said.tag_lines:
        shown = WHOLE[tag.span.start : tag.span.end]
        assert shown in (tag.value, "2020.1.1", "2020.1.12", "Al", HEAD.split("\n")[0])


@pytest.mark.parametrize(
    ("words", "variant", "options"),
    [
        ("Sinister", "sinister", None),
        ("Left man down", "sinister", None),
        ("No undo, Sinister, Hard time", "sinister", "No undo, Hard time"),
        ("Hard time", None, "Hard time"),
    ],
    ids=["H35-sinister", "H35-left-man-down", "HF2-several", "HF2-without-a-rule"],
)
def test_variants(words, variant, options):
    tags = {tag.name: tag.value for tag in transcript(WHOLE.replace("Unrated", words)).tag_lines}
    assert (tags.get("Variant"), tags.get("Options")) == (variant, options)


def test_hf2_three_and_four_seats():
    three = transcript(WHOLE.replace("Bea (S), Al (N)", "Bea (S), Al (N), Cy (E)"))
    assert [tag.value for tag in three.tag_lines if tag.name in list(Seat)] == ["Al", "Cy", "Bea"]
    four = transcript(WHOLE.replace("Bea (S), Al (N)", "Bea (S), Di (W), Al (N), Cy (E)"))
    assert [tag.value for tag in four.tag_lines if tag.name in list(Seat)] == ["Al", "Cy", "Bea", "Di"]
    assert not three.diagnostics
    assert not four.diagnostics


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Homeworlds Online (SDG# 99999)", "Homeworlds Online", "bad-header"),
        ("Started: 2020.1.1, ", "", "bad-header"),
        ("Bea (S), Al (N)", "Bea (S)", "bad-header"),
        ("Bea (S), Al (N)", "Bea (S), Al (E)", "bad-header"),
        ("Bea (S), Al (N)", "Bea (S), Al (S)", "bad-header"),
        ("Bea (S), Al (N)", "Al (S), al (N)", "bad-header"),
        ("Bea (S), Al (N)", "Bea, Al", "bad-header"),
        ("Winner: Al", "Winner: Cy", "unknown-player"),
        ("Winner: Al\n", "", "bad-header"),
    ],
)
def test_hf2_wrong_headers(old, new, code):
    diagnostics = transcript(WHOLE.replace(old, new)).diagnostics
    assert diagnostics[0].code == code
    assert (diagnostics[0].rule, diagnostics[0].ply) == ("HF2", 0)


def test_hf2_other_files_are_one_error():
    (diagnostic,) = transcript("# Notes\n\nNothing to see here,\n\nand nothing there.\n").diagnostics
    assert (diagnostic.code, diagnostic.rule) == ("bad-header", "HF2")
    assert transcript("").diagnostics


def test_hf2_turns_are_read_whatever_the_first_line_says():
    said = transcript(WHOLE.replace("Homeworlds Online (SDG# 99999)", "Game 99999"))
    assert [diagnostic.code for diagnostic in said.diagnostics] == ["bad-header"]
    assert len(said.turns) == 8


def test_hf2_no_empty_line_after_the_header():
    said = transcript(WHOLE.replace("Winner: Al\n\n", "Winner: Al\n"))
    assert len(said.turns) == 8
    assert not said.diagnostics


SEATS = {"two seats": {"al": Seat.NORTH, "bea": Seat.SOUTH}}
SEATS["three seats"] = SEATS["two seats"] | {"cy": Seat.EAST}
ACTIONS = read_table(Path(__file__).with_name("sdg_actions.txt"))


@pytest.mark.parametrize("cells", [cells[1:] for cells in ACTIONS], ids=[cells[0] for cells in ACTIONS])
def test_actions(cells):
    said, notation, *seats = cells
    assert read_action(said, SEATS[seats[0]] if seats else {}).action == parse_action(GAME, notation).action


def test_spans():
    text = HEAD + "1) Al: Attack Y1N!! Mars\n"
    (turn,) = transcript(text).turns
    (action,) = turn.actions
    assert text[action.span.start : action.span.end] == "Attack Y1N!! Mars"
    parts = {part: span.shift(action.span.start) for part, span in action.written.spans.items()}
    assert {part: text[span.start : span.end] for part, span in parts.items()} == {
        "verb": "Attack",
        "ship": "Y1",
        "owner": "N",
        "system": "Mars",
    }
    assert text[turn.seat.span.start : turn.seat.span.end] == "Al"
    assert text[turn.span.start : turn.span.end] == "1) Al: Attack Y1N!! Mars"


@pytest.mark.parametrize(("line", "shown"), read_table(Path(__file__).with_name("sdg_errors.txt")))
def test_hf7_not_an_action(line, shown):
    text = f"{HEAD}1) Al: Pass\n{line}\nPass\n\n2) Bea: Pass\n"
    said = transcript(text)
    (diagnostic,) = said.diagnostics
    assert (diagnostic.code, diagnostic.rule, diagnostic.ply) == ("not-notation", "HF7", 1)
    assert text[diagnostic.span.start : diagnostic.span.end] == shown
    assert said.turns[0].is_broken
    assert actions_of(said.turns[0]) == [Pass()]
    assert not said.turns[1].is_broken


def test_hf4_action_before_the_first_turn():
    (diagnostic,) = said_in("Build Y1 Al\nand so on\n1) Al: Pass\n").diagnostics
    assert (diagnostic.code, diagnostic.rule, diagnostic.ply) == ("not-notation", "HF4", 0)


def test_hn4_recognised_by_its_first_line():
    assert recognises(WHOLE.split("\n")[0])
    assert not recognises('[Game "Homeworlds"]\n')
    assert list(foreign_records(ForeignText("\ufeff" + WHOLE, form="sdg")))
    assert not list(foreign_records(ForeignText('[Game "Homeworlds"]\n', form="sdg")))


def judged(text: str):
    return [replay(record) for record in foreign_records(ForeignText(text, form="sdg"))]


def test_tr1_quoted_transcript():
    """Each line keeps its place in the file; a line that is not quoted is left out, and named."""
    quoted = "Look at this:\n\n" + "".join(f"> > {line}\n" for line in WHOLE.splitlines())
    (whole,) = judged(f"{quoted}\nCheers\n".removeprefix("Look at this:\n\n"))
    assert not whole.has_error
    assert whole.length == 8
    assert whole.record.source.place(whole.record.turns[0].start) == (7, 5)
    assert [(line.number, line.text) for line in whole.record.transcript.left_out] == [(27, "Cheers")]


def test_tr1_several_transcripts_in_a_file():
    second = WHOLE.replace("99999", "99998").replace("Build Y1 Al", "Build Y2 Al")
    first, other = judged(f"{WHOLE}\n{second}")
    assert not first.has_error
    (diagnostic,) = other.diagnostics
    assert diagnostic.code == "build-size"
    assert (first.record.source.number, other.record.source.number) == (1, 2)
    assert other.record.source.place(diagnostic.span.start).line == len(WHOLE.splitlines()) + 1 + 12


def test_tr1_transcript_without_its_head():
    """The seats follow from who plays first (HF3)."""
    (bare,) = judged(WHOLE.removeprefix(HEAD))
    assert not bare.has_error
    assert (bare.record.tags["North"], bare.record.tags["South"]) == ("Al", "Bea")
    assert bare.outcome.word == "North"


def test_hn5_winner_that_the_moves_contradict():
    replayed = replay(transcript(WHOLE.replace("Winner: Al", "Winner: Bea")))
    (diagnostic,) = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.code == "result-tag"]
    assert diagnostic.message.startswith("the line `Winner:` ")
    cut = WHOLE.replace("Winner: Al", "Winner: Bea").split("8) Bea")[0]
    assert not replay(transcript(cut)).diagnostics


def test_record_without_seats_has_no_start():
    record = transcript(WHOLE.replace("Participants", "Players"))
    assert not record.has_start
    assert replay(record).has_error


@pytest.mark.parametrize(
    "end", [pytest.param(end, marks=[pytest.mark.slow] * (end % 21 > 0)) for end in range(0, len(WHOLE), 7)]
)
def test_cut_transcripts_raise_nothing(end):
    record = transcript(WHOLE[:end])
    replay(record)
    assert isinstance(record.tags, Tags)
