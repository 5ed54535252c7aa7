"""The reader of transcripts (HF1 to HF15), on invented transcripts."""

from __future__ import annotations

import pytest

from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.foreign import foreign_records
from pyrnot.foreign.forms.sdg import recognises
from pyrnot.foreign.transcript import read_transcript
from pyrnot.foreign.verbs import read_action
from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.actions import Attack, Build, Catastrophe, Discover, Homeworld, Move, Pass, Trade
from pyrnot.games.homeworlds.position import PYRAMID_OF_LETTERS, Seat
from pyrnot.play.replay import replay
from pyrnot.record.model import Record, Turn
from pyrnot.record.source import SourceText

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
    return read_transcript(SourceText(text, form="sdg"), "an SDG transcript")


def said_in(turns: str) -> Record:
    """The record of a transcript with the usual header and these turns."""
    return transcript(HEAD + turns)


def number_of(turn: Turn, said: Record) -> int:
    """The number that a turn begins with."""
    return int(said.source.text[turn.span.start :].split(")")[0])


def actions_of(turn):
    return [action.written.action for action in turn.actions]


def piece(letters):
    return PYRAMID_OF_LETTERS[letters]


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


def test_hf2_no_variants():
    assert not transcript(WHOLE.replace('Variants: "Unrated"\n', "")).diagnostics


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
    faults = transcript(WHOLE.replace(old, new)).diagnostics
    assert faults[0].code == code
    assert (faults[0].rule, faults[0].ply) == ("HF2", 0)


def test_hf2_other_files_are_one_fault():
    (fault,) = transcript("# Notes\n\nNothing to see here,\n\nand nothing there.\n").diagnostics
    assert (fault.code, fault.rule) == ("bad-header", "HF2")
    assert transcript("").diagnostics


def test_hf2_turns_are_read_whatever_the_first_line_says():
    said = transcript(WHOLE.replace("Homeworlds Online (SDG# 99999)", "Game 99999"))
    assert [fault.code for fault in said.diagnostics] == ["bad-header"]
    assert len(said.turns) == 8


def test_hf2_no_empty_line_after_the_header():
    said = transcript(WHOLE.replace("Winner: Al\n\n", "Winner: Al\n"))
    assert len(said.turns) == 8
    assert not said.diagnostics


def test_hf1_lines_end_with_lf_alone():
    said = said_in("1) Al: Pass\n\tAl: one\rtwo\x85Build Y1 Al\x0cthree\n\n2) Bea: Pass\n")
    assert [actions_of(turn) for turn in said.turns] == [[Pass()], [Pass()]]
    assert said.turns[0].comments[0].text == "{ Al: one two Build Y1 Al three }"


def test_hf4_first_action_after_the_name_or_on_the_next_line():
    said = said_in("1) Al:\nHomeworld G3 B2 Y3\n\n2) bea: Pass\n")
    assert [actions_of(turn) for turn in said.turns] == [
        [Homeworld((piece("g3"), piece("b2")), piece("y3"))],
        [Pass()],
    ]
    assert [turn.seat.text for turn in said.turns] == [Seat.NORTH, Seat.SOUTH]
    assert not said.diagnostics


def test_hf4_lists_in_a_chat_are_not_turns():
    text = "1) Al: Pass\n\tAl: I see two ways:\n2) first: this\n1) Al: that\n3) Bea: and this\n\n2) Bea: Pass\n"
    said = said_in(text)
    assert [number_of(turn, said) for turn in said.turns] == [1, 2]
    assert not said.diagnostics


def test_hf4_gaps_and_strangers_are_faults():
    gap = said_in("1) Al: Pass\n\n3) Bea: Pass\n")
    assert [(fault.code, fault.ply) for fault in gap.diagnostics] == [("wrong-number", 2)]
    assert [number_of(turn, gap) for turn in gap.turns] == [1, 3]
    stranger = said_in("1) Al: Pass\n\n2) Cy: Pass\n")
    assert [(fault.code, fault.ply) for fault in stranger.diagnostics] == [("unknown-player", 2)]
    empty = said_in("1) Al:\n\n2) Bea: Pass\n")
    assert [(fault.code, fault.ply) for fault in empty.diagnostics] == [("no-action", 1)]
    assert empty.turns[0].is_broken


def test_hf5_empty_lines_do_not_end_a_turn():
    said = said_in("1) Al: Sacrifice Y3 Al\n\nMove Y1 Mars Al\n \n\nPass\n\n2) Bea: Pass\n")
    assert len(said.turns[0].actions) == 3


def test_hf6_chat_runs_to_the_next_turn():
    text = '1) Al: Pass\n\tAl: hello\nBuild Y1 Al\n\nand so on\n\tBea:\n\tBea: [White "x"] {!}\n\n2) Bea: Pass\n'
    said = said_in(text)
    assert actions_of(said.turns[0]) == [Pass()]
    assert [chat.text for chat in said.turns[0].comments] == [
        "{ Al: hello\nBuild Y1 Al\n\nand so on }",
        '{ Bea: [White "x"] (!) }',
    ]
    source = HEAD + text
    for chat in said.turns[0].comments:
        assert source[chat.span.start] == "\t"
        assert source[chat.span.end - 1] not in "\n\t"
    assert said_in("\tAl: before all\n\n1) Al: Pass\n").comments[0][1].text == "{ Al: before all }"


def test_chat_becomes_a_valid_comment():
    (chat,) = said_in('1) Al: Pass\n\tAl: a\n[White "x"]\n').turns[0].comments
    assert chat.text == '{ Al: a\n(White "x"] }'


NO_PLAYERS: dict[str, Seat] = {}
TWO = {"al": Seat.NORTH, "bea": Seat.SOUTH}
THREE = {"al": Seat.NORTH, "bea": Seat.SOUTH, "cy": Seat.EAST}
ACTIONS = {
    "HF7-short-verbs": ("D Y1 Al R1 Mars", NO_PLAYERS, Discover(piece("y1"), "Al", piece("r1"), "Mars")),
    "HF7-a-is-an-attack": ("A Y1 Mars", NO_PLAYERS, Attack(piece("y1"), "Mars")),
    "HF7-construct": ("Con Y1 Al", NO_PLAYERS, Build(piece("y1"), "Al")),
    "HF7-c-is-a-catastrophe": ("C Mars R", NO_PLAYERS, Catastrophe("Mars", Colour.RED)),
    "HF7-system-like-a-piece": ("Move Y1 B1 G2", NO_PLAYERS, Move(piece("y1"), "B1", "G2")),
    "HF7-system-like-a-verb": ("Build Y1 Build", NO_PLAYERS, Build(piece("y1"), "Build")),
    "HF7-system-like-a-colour": ("Catastrophe Blue Blue", NO_PLAYERS, Catastrophe("Blue", Colour.BLUE)),
    "HF7-system-like-a-number": ("Build y1 42", NO_PLAYERS, Build(piece("y1"), "42")),
    "HF8-junk-on-a-piece": ("Trade G3!!! r3? Bea", NO_PLAYERS, Trade(piece("g3"), piece("r3"), "Bea")),
    "HF8-owner": ("Attack Y1N Mars", NO_PLAYERS, Attack(piece("y1"), "Mars", Seat.NORTH)),
    "HF8-junk-on-an-attacked-piece": ("Attack Y1! Mars", NO_PLAYERS, Attack(piece("y1"), "Mars")),
    "HF8-no-owner-but-a-word": ("Attack Y1now Mars", NO_PLAYERS, Attack(piece("y1"), "Mars")),
    "HF8-one-star": ("Homeworld G3 - Y3", NO_PLAYERS, Homeworld((piece("g3"),), piece("y3"))),
    "HF9-first-letter": ("Catastrophe Mars Yelow", NO_PLAYERS, Catastrophe("Mars", Colour.YELLOW)),
    "HF10-any-word": ("Build y1 Dy/dx", NO_PLAYERS, Build(piece("y1"), "Dy/dx")),
    "HF10-a-double-quote": ('Build y1 "Al"', NO_PLAYERS, Build(piece("y1"), "'Al'")),
    "HF11-more-words": ("Build y1 Al (s) and more", NO_PLAYERS, Build(piece("y1"), "Al")),
    "HF11-name-of-two-words": (
        "Discover Y1 Al R1 The Moon",
        NO_PLAYERS,
        Discover(piece("y1"), "Al", piece("r1"), "The"),
    ),
    "HF11-owner-of-two": ("Attack Y1 Mars North", TWO, Attack(piece("y1"), "Mars")),
    "HF11-owner-by-seat": ("Attack Y1 Mars North", THREE, Attack(piece("y1"), "Mars", Seat.NORTH)),
    "HF11-owner-by-letter": ("Attack Y1 Mars (e)", THREE, Attack(piece("y1"), "Mars", Seat.EAST)),
    "HF11-owner-by-name": ("Attack Y1 Mars Bea", THREE, Attack(piece("y1"), "Mars", Seat.SOUTH)),
    "HF11-no-owner": ("Attack Y1 Mars Notrh", THREE, Attack(piece("y1"), "Mars")),
    "HF12-star": ("Homeworld G3 B2 Y3 *", NO_PLAYERS, Homeworld((piece("g3"), piece("b2")), piece("y3"))),
    "HF7-more-blanks": ("Build  Y1  Al", NO_PLAYERS, Build(piece("y1"), "Al")),
}


@pytest.mark.parametrize(("text", "players", "action"), ACTIONS.values(), ids=ACTIONS)
def test_actions(text, players, action):
    assert read_action(text, players).action == action


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


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Bild Y1 Al", "Bild"),
        ("Co Y1 Al", "Co"),
        ("Build Q1 Al", "Q1"),
        ("Build Y1", "1"),
        ("Catastrophe Mars Purple", "Purple"),
        ("Homeworld - G3 Y3", "-"),
        ("Homeworld G3", "3"),
        ("Attack", "k"),
        ("Attack Y1", "1"),
        ("...", "..."),
    ],
)
def test_hf7_not_an_action(line, shown):
    text = f"{HEAD}1) Al: Pass\n{line}\nPass\n\n2) Bea: Pass\n"
    said = transcript(text)
    (fault,) = said.diagnostics
    assert (fault.code, fault.rule, fault.ply) == ("not-notation", "HF7", 1)
    assert text[fault.span.start : fault.span.end] == shown
    assert said.turns[0].is_broken
    assert actions_of(said.turns[0]) == [Pass()]
    assert not said.turns[1].is_broken


def test_hf4_action_before_the_first_turn():
    (fault,) = said_in("Build Y1 Al\nand so on\n1) Al: Pass\n").diagnostics
    assert (fault.code, fault.rule, fault.ply) == ("not-notation", "HF4", 0)


def test_hn4_recognised_by_its_first_line():
    assert recognises(WHOLE.split("\n")[0])
    assert not recognises('[Game "Homeworlds"]\n')
    assert list(foreign_records(SourceText("\ufeff" + WHOLE, form="sdg")))
    assert not list(foreign_records(SourceText('[Game "Homeworlds"]\n', form="sdg")))


def judged(text: str):
    return [replay(record) for record in foreign_records(SourceText(text, form="sdg"))]


def test_tr1_quoted_transcript():
    """Each line keeps its place in the file; a line that is not quoted is left out, and named."""
    quoted = "Look at this:\n\n" + "".join(f"> > {line}\n" for line in WHOLE.splitlines())
    (whole,) = judged(f"{quoted}\nCheers\n".removeprefix("Look at this:\n\n"))
    assert not whole.has_error
    assert whole.length == 8
    assert whole.record.source.place(whole.record.turns[0].start) == (7, 5)
    assert [(line.number, line.text) for line in whole.record.reading.left_out] == [(27, "Cheers")]


def test_tr1_several_transcripts_in_a_file():
    second = WHOLE.replace("99999", "99998").replace("Build Y1 Al", "Build Y2 Al")
    first, other = judged(f"{WHOLE}\n{second}")
    assert not first.has_error
    (fault,) = other.diagnostics
    assert fault.code == "build-size"
    assert (first.record.source.number, other.record.source.number) == (1, 2)
    assert other.record.source.place(fault.span.start).line == len(WHOLE.splitlines()) + 1 + 12


def test_tr1_transcript_without_its_head():
    """The seats follow from who plays first (HF3)."""
    (bare,) = judged(WHOLE.removeprefix(HEAD))
    assert not bare.has_error
    assert (bare.record.tags["North"], bare.record.tags["South"]) == ("Al", "Bea")
    assert bare.outcome.word == "North"


def test_hn4_transcript_becomes_a_record():
    record = transcript(WHOLE)
    replayed = replay(record)
    assert not replayed.has_error
    assert replayed.length == 8
    assert GAME.write_position(replayed.position) == "Al(n)g3b2,n:y1/Nova()g3,s:r3 332233331323 n out=s"
    assert replayed.outcome.word == "North"
    assert [turn.parent for turn in record.turns] == list(range(-1, 7))
    assert [comment.words for comment in record.turns[1].comments] == ["Al: Good luck!"]


def test_hn5_winner_that_the_moves_contradict():
    replayed = replay(transcript(WHOLE.replace("Winner: Al", "Winner: Bea")))
    (fault,) = [fault for fault in replayed.diagnostics if fault.code == "result-tag"]
    assert fault.message.startswith("the line `Winner:` ")
    cut = WHOLE.replace("Winner: Al", "Winner: Bea").split("8) Bea")[0]
    assert not replay(transcript(cut)).diagnostics


def test_hf15_passing_before_the_homeworld():
    text = (
        f"{HEAD}1) Al: Pass\n\n2) Bea: Homeworld B1 Y2 G3\n\n3) Al: Pass\n\n4) Bea: Build G1 Bea\n\n5) Al: H G3 B2 Y3\n"
    )
    replayed = replay(transcript(text))
    assert not replayed.diagnostics
    assert replayed.length == 5


def test_record_without_seats_has_no_start():
    record = transcript(WHOLE.replace("Participants", "Players"))
    assert not record.has_start
    assert replay(record).has_error


@pytest.mark.parametrize("end", range(0, len(WHOLE), 7))
def test_cut_transcripts_raise_nothing(end):
    record = transcript(WHOLE[:end])
    replay(record)
    assert isinstance(record.tags, Tags)
