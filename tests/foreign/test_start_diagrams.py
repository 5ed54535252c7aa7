"""Games of one turn a line that begin with a position, positions alone, and variations (TR1.1). All are invented."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Severity
from pyrnot.foreign.forms import load_form
from pyrnot.foreign.load import foreign_records
from pyrnot.foreign.source import ForeignText
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record

POSITION = "<0>; Al(0,g3b2)y3y1-; Mars(r1)g1-; Bea(1,y2b1)-g3\n"
SETUP = "Al(n)g3b2,n:y3y1/Mars()r1,n:g1/Bea(s)y2b1,s:g3 - n"


def judged(text: str) -> list[Replay]:
    """The replays of a text, which must be recognised as of this form."""
    assert load_form("lines").recognises(text)
    return [replay(record) for record in foreign_records(ForeignText(text, form="lines"))]


def written(text: str) -> list[str]:
    """The turns of each record of a text, as a record has them."""
    return [write_record(replayed).partition("\n\n")[2] for replayed in judged(text)]


def warnings_of(replayed: Replay) -> list[str]:
    return [found.message for found in replayed.diagnostics if found.code == "read-as"]


def errors_of(replayed: Replay) -> list[str]:
    return [found.message for found in replayed.diagnostics if found.severity is Severity.ERROR]


@pytest.mark.parametrize(
    "text",
    [
        POSITION,
        POSITION.replace("; ", ";"),
        POSITION.replace("; ", " ;\n"),
        POSITION.upper().replace("AL", "Al").replace("MARS", "Mars").replace("BEA", "Bea"),
        "<0>;\n Al (0, g3b2) y3 y1- ;\n Mars (r1) g1 - ;\n Bea (1, y2 b1) - g3;\n",
    ],
)
def test_tr1_a_position(text: str):
    (replayed,) = judged(text)
    assert not replayed.has_error
    assert replayed.record.tags["Setup"] == SETUP
    assert warnings_of(replayed) == ["read as the start: North moves, and the bank is what the systems leave"]


def test_tr1_a_position_that_does_not_say_who_moves():
    (replayed,) = judged(POSITION.removeprefix("<0>; ").replace("; ", "\n"))
    assert replayed.record.tags["Setup"] == SETUP
    assert warnings_of(replayed) == [
        "read as the start: North moves, since no `<0>` says who, and the bank is what the systems leave"
    ]


def test_tr1_a_position_of_three_players():
    (replayed,) = judged("<2>; Al(0,g3b2)y3--; Bea(1,y2b1)-g3-; Cy(2,b2r1)--g3\n")
    assert not replayed.has_error
    assert replayed.record.tags["Setup"] == "Al(n)g3b2,n:y3/Bea(e)y2b1,e:g3/Cy(s)b2r1,s:g3 - s"


def test_tr1_a_game_that_begins_with_a_position():
    (replayed,) = judged(f"# an ending\n{POSITION}\nb y1 al\n\nt g3 r3 bea\n")
    assert not replayed.has_error
    assert write_record(replayed).endswith("{ an ending }\n1. build y1 Al\n2. trade g3 r3 Bea\n")


def test_tr1_a_set_of_positions_with_comments():
    other = POSITION.replace("<0>", "<1>")
    games = judged(f"# first\n{POSITION}# below it\n\n# second\n{other}\n# third\n{POSITION}b y2 al\n")
    assert [[comment.words for _, comment in game.record.comments] for game in games] == [
        ["first", "below it"],
        ["second"],
        ["third"],
    ]
    assert [game.record.tags["Setup"][-1] for game in games] == ["n", "s", "n"]
    assert [game.record.source.number for game in games] == [1, 2, 3]
    assert [len(game.record.turns) for game in games] == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (POSITION.replace("r1", "r4"), "Mars(r4)g1-", "write a system as in Alpha(0,r3b2)g3y2-"),
        (POSITION.replace("<0>", "<2>"), POSITION[:3], "write the players as numbers from 0 to 1"),
        (POSITION.replace("(1,", "(3,"), POSITION[:3], "write the players as numbers from 0 to 1"),
    ],
)
def test_tr1_a_faulty_position(text: str, place: str, message: str):
    (record,) = foreign_records(ForeignText(f"{text}b y2 al\n", form="lines"))
    (found,) = [found for found in replay(record).diagnostics if found.severity is Severity.ERROR]
    assert found.message.startswith(message)
    assert text[found.span.start :].startswith(place.replace("<0", text[:2]))


@pytest.mark.parametrize(
    ("text", "rule"),
    [(POSITION.replace("g1-", "-"), "H18"), (POSITION.replace("y3y1", "y3y3y3y3"), "H4")],
)
def test_tr1_a_position_that_no_game_leads_to(text: str, rule: str):
    (replayed,) = judged(text)
    (found,) = [found for found in replayed.diagnostics if found.severity is Severity.ERROR]
    assert (found.rule, found.span.start) == (rule, 0)


def test_tr1_a_position_with_one_name_twice_is_marked():
    text = "<0>;\nAl(0,g3b2)y3-;\nBea(1,y2b1)-g3;\nBea(r1)-y1;\n"
    (replayed,) = judged(text)
    (found,) = [found for found in replayed.diagnostics if found.severity is Severity.ERROR]
    assert (found.message, found.span) == ("two systems are called Bea", (0, len(text.rstrip())))


def test_tr1_a_second_game_in_a_text():
    game = "hw g3 b2 y3 Al\nhw b1 y2 g3 Bea\nb y1 al\nb g1 bea\n"
    first, second = judged(game + game.replace("Al", "Cy").replace("al", "cy"))
    assert (len(first.record.turns), len(second.record.turns)) == (4, 4)
    assert not first.has_error
    assert not second.has_error
    assert warnings_of(second) == ["read as the beginning of another game"]


HOMES = "homeworld g3 b2 y3 Al\nhomeworld b1 y2 g3 Bea\n"
TREE = f"""\
{HOMES}
build y1 Al/orig/
build g1 Bea/worse/too slow; see https://example.org
(
    # 4
    trade g3 r3 Bea//better than {{this}}
    (
        pass/better
        pass
    )
    (
        build g1 Bea
    )
    build y1 Al
)
build y1 Al // last
"""


def test_tr1_variations_and_notes():
    assert written(TREE) == [
        """\
1. homeworld g3 b2 y3 Al
2. homeworld b1 y2 g3 Bea
3. build y1 Al
4. build g1 Bea { worse: too slow; see https://example.org } { 4 }
(4. trade g3 r3 Bea { better than (this) }
(4. pass { better }
5. pass)
(4. build g1 Bea)
5. build y1 Al)
5. build y1 Al { last }
"""
    ]


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (f"{HOMES}build y1 Al\n(\nbuild y1 Al\n", "close this bracket with a line `)`"),
        (f"{HOMES}build y1 Al\n)\n", "remove this bracket: none is open"),
        (f"(\n{HOMES})\n", "write the turn that the variation replaces above this bracket"),
    ],
)
def test_tr1_faulty_brackets(tree: str, message: str):
    (record,) = foreign_records(ForeignText(tree, form="lines"))
    assert message in errors_of(replay(record))


def test_tr1_an_error_in_a_variation_names_it():
    (replayed,) = judged(TREE.replace("        build g1 Bea\n", "        build g1 Nowhere\n        burn g1 Bea\n"))
    places = [(found.line_of_play, found.ply) for found in replayed.diagnostics if found.severity is Severity.ERROR]
    assert places == [("variation 3 at ply 4", 4), ("variation 3 at ply 4", 5)]


def test_tr1_deep_variations_are_read():
    text = f"{HOMES}" + "pass\n(\n" * 3000 + "pass\n" + ")\n" * 3000
    (record,) = foreign_records(ForeignText(text, form="lines"))
    assert (len(record.turns), len(record.variations)) == (3003, 3001)


def test_tr1_a_seat_without_a_homeworld_is_out():
    (replayed,) = judged("<2>; Al(0,g3b2)y3--; Mars(r1)-g1-; Cy(2,b2r1)--g3\nbuild g1 Cy\n")
    assert replayed.record.tags["Setup"].endswith(" - s out=e")
    assert warnings_of(replayed)[0].startswith("read as the start: South moves, East is out without a homeworld")
    assert not replayed.has_error


def test_tr1_a_system_without_a_name():
    (replayed,) = judged(POSITION.replace("Mars", "") + "move y1 Al System2\n")
    assert not replayed.has_error


def test_show_format_line(run, make):
    make("game.txt", f"{POSITION}build y1 Al\n")
    done = run("show", "game.txt", "--format", "line")
    assert done.stdout == "<1>; Al(0,g3b2)y3y1y1-; Mars(r1)g1-; Bea(1,y2b1)-g3\n"
    make("other.pyr", '[Game "Martian Life"]\n\n1. Sd5=M\n')
    done = run("show", "other.pyr", "--format", "line")
    assert done.exit_code == 1
    assert "--format line is for Homeworlds; choose --format position" in done.stderr


DIAGRAMS = f"""\
# first
{POSITION}# below

# second
{POSITION.replace("<0>", "<1>")}build g1 Bea # later
"""


@pytest.mark.parametrize(
    ("options", "positions"),
    [
        ((), ["# first\n# below\n" + POSITION, "# later\n" + POSITION.replace("-g3", "-g3g1")]),
        (("--ply", "0"), ["# first\n# below\n" + POSITION, "# second\n" + POSITION.replace("<0>", "<1>")]),
    ],
)
def test_export_to_line(run, make, options: tuple[str, ...], positions: list[str]):
    make("some.txt", DIAGRAMS)
    done = run("export", "some.txt", "--to", "line", *options, "-o", "again.txt")
    assert done.exit_code == 0
    with open("again.txt", encoding="utf-8") as file:
        text = file.read()
    assert text == "\n".join(positions)
    run("export", "again.txt", "--to", "line", "-o", "twice.txt")
    with open("twice.txt", encoding="utf-8") as file:
        assert file.read() == text


def test_export_to_line_of_what_has_no_such_position(run, make):
    make("game.txt", f"{HOMES}build y1 Al\n")
    assert run("export", "game.txt", "--to", "line", "--ply", "all").stdout.count("<") == 2
    done = run("export", "game.txt", "--to", "line", "--ply", "1")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "a line needs a position in which all homeworlds have been placed" in done.stderr
    make("other.pyr", '[Game "Martian Life"]\n\n1. Sd5=M\n')
    done = run("export", "other.pyr", "--to", "line")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "it is not a game of Homeworlds" in done.stderr


LOG = """\
homeworld r1 b2 g3 Ana
homeworld y3 b1 g3 Bea
<0>; Ana(0,r1b2)g3-; Bea(1,y3b1)-g3
build g1 Ana
{}
build g1 Bea
"""


@pytest.mark.parametrize(
    ("position", "count"),
    [
        ("<1>; Ana(0,r1b2)g3g1-; Bea(1,y3b1)-g3", 1),
        ("<1>; Bea(1,y3b1)-g3; Anna(0,r1b2)g3g1-", 1),
        ("Ana(0,r1b2)g3g1-;\nBea(1,y3b1)-g3", 1),
        ("<0>; Ana(0,r1b2)g3g1-; Bea(1,y3b1)-g3", 2),
        ("<1>; Ana(0,r1b2)g3y1-; Bea(1,y3b1)-g3", 2),
        ("<1>; Ana(0,r1b2)g3g1-; Ana(1,r1r1)-r1r1r1r1", 2),
    ],
)
def test_tr1_positions_between_turns(position: str, count: int):
    """One that the turns above it lead to begins no other game, as any other does."""
    replays = judged(LOG.format(position))
    assert len(replays) == count
    if count == 1:
        assert warnings_of(replays[0]) == errors_of(replays[0]) == []
        assert written(LOG.format(position)) == written(LOG.replace("{}\n", ""))


def test_tr1_a_position_between_turns_after_a_start():
    text = POSITION + "build y1 Al\n<1>; Al(0,g3b2)y3y1y1-; Mars(r1)g1-; Bea(1,y2b1)-g3\nbuild g1 Bea\n"
    (without,) = judged(text.replace("<1>; Al(0,g3b2)y3y1y1-; Mars(r1)g1-; Bea(1,y2b1)-g3\n", ""))
    (replayed,) = judged(text)
    assert write_record(replayed) == write_record(without)
