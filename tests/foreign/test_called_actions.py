"""Games whose actions have brackets, as the first players of Homeworlds wrote them (TR1.1). All are invented."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Severity
from pyrnot.foreign.forms import load_form, recognise_form
from pyrnot.foreign.load import foreign_records
from pyrnot.foreign.source import ForeignText
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record

GAME = """\
Our game by mail, see https://example.org
{Turns}

Ana:1:Homeworld (LGMB, ly)
Bea:2:Homeworld (SBMY, lg) Name (SBMY, "Hub")
Ana:3:Construct (LGMB, sy) Name (LGMB, "Al")
Bea:4:Trade (Hub, lg,lr)
Ana:5:Discover (Al, sy, SR)
Bea:6: Pass
Ana:7:Sacrifice (Al, ly): Move (SR, sy, Al); Pass; Pass
Bea:8:Trade (Hub,lr, lg
"""
TURNS = """\
1. homeworld g3 b2 y3 Al
2. homeworld b1 y2 g3 Hub
3. build y1 Al
4. trade g3 r3 Hub
5. discover y1 Al r1 SR
6. pass
7. sacrifice y3 Al; move y1 SR Al; pass; pass
8. trade r3 g3 Hub
"""


def judged(text: str) -> Replay:
    """The replay of a text, which must be recognised."""
    assert recognise_form(text) == "lines"
    (record,) = foreign_records(ForeignText(text, form="lines"))
    return replay(record, hints=False)


def turns_of(replayed: Replay) -> str:
    return write_record(replayed).partition("\n\n")[2]


def messages_of(replayed: Replay, severity: Severity) -> list[str]:
    return [found.message for found in replayed.diagnostics if found.severity is severity]


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        "\ufeff" + GAME.partition("\n\n")[2],
        GAME.replace("\n", "\r\n"),
        GAME.lower().replace("al", "Al").replace("hub", "Hub").replace('sr"', 'SR"'),
        GAME.replace("Construct", "Build").replace("1:", "1. ").replace('"', "“"),
        GAME.replace("LGMB", "LCMT").replace("ly", "lm").replace("SBMY", "STMM").replace("sy", "sm"),
        GAME.replace("Name (LGMB", "Name (MBLG"),
    ],
)
def test_tr1_actions_with_brackets(text: str):
    replayed = judged(text)
    assert messages_of(replayed, Severity.ERROR) == []
    assert turns_of(replayed) == TURNS
    assert replayed.record.tags["North"].lower() == "ana"


def test_tr1_turns_without_players_and_numbers():
    text = "\n".join(line.rpartition(":" if "Sacrifice" not in line else "7:")[2] for line in GAME.splitlines())
    replayed = judged(text.replace("//example.org", "").replace("(Al, ly)", "(Al, ly):"))
    assert turns_of(replayed) == TURNS
    assert "North" not in replayed.record.tags


def test_tr1_words_are_left_out():
    replayed = judged(GAME)
    assert [line.number for line in replayed.record.transcript.left_out] == [1, 2]


def test_tr1_systems_without_names_differ():
    text = GAME + "Ana:9:Construct (Al, sy)\nBea:10:Pass\nAna:11:Discover (Al, sy, SR)\n"
    text += "Bea:12:Pass\nAna:13:Move (SR, sy, Al)\n"
    assert turns_of(judged(text)).endswith("11. discover y1 Al r1 SR2\n12. pass\n13. move y1 SR2 Al\n")


def test_tr1_stars_of_another_homeworld_that_has_a_name():
    """A player whose homeworld has no name means that one."""
    replayed = judged(GAME.replace("(LGMB, sy) Name (LGMB,", "(SBMY, sy) Name (SBMY,"))
    assert turns_of(replayed) == TURNS
    assert "read as LGMB, the player's own homeworld: SBMY has a name already" in messages_of(
        replayed, Severity.WARNING
    )


CROWD = """\
Ana:1:Homeworld (LGMB, ly) Name (LGMB, "Al")
Bea:2:Homeworld (SBMY, lg) Name (SBMY, "Hub")
Ana:3:Construct (Al, sy)
Bea:4:Construct (Hub, sg)
Ana:5:Construct (Al, sy)
Bea:6:Pass
Ana:7:Construct (Al, sy)
Bea:8:Pass
Ana:9:Pass; Catastrophe
"""


@pytest.mark.parametrize(
    ("end", "turn"),
    [
        ("Discover (Al, sy, SR); Catastrophe (Al)", "Illegal"),
        ("Trade (Al, sy, sr); Catastrophe", "Illegal"),
        ("Catastrophe (Al)", "catastrophe Al yellow"),
        ("Catastrophe (Al, yellow)", "catastrophe Al yellow"),
        ("Sacrifice (Hub, lg): Catastrophe", "Illegal"),
    ],
)
def test_tr1_a_catastrophe_may_leave_out_its_colour(end: str, turn: str):
    replayed = judged(CROWD.replace("Pass; Catastrophe", end))
    if turn == "Illegal":
        assert messages_of(replayed, Severity.ERROR)
    else:
        assert turn in turns_of(replayed)


def test_tr1_a_catastrophe_may_leave_out_its_system():
    text = CROWD.replace("Ana:9:Pass; Catastrophe", "Ana:9:Construct (Al, my); Catastrophe\n")
    assert "9. build y2 Al; catastrophe Al yellow" in turns_of(judged(text))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Construct (LGMB, sy)", "Destroy (LGMB, sy)", "'Destroy' is not an action"),
        ("Construct (LGMB, sy)", "Construct (LGMB, xy)", "write a pyramid as in sg: 'xy' is not one"),
        ("Construct (LGMB, sy)", "Construct (sy)", "write 2 words in brackets after 'Construct'"),
        (
            "Construct (LGMB, sy)",
            "Construct (LGMB, sy) + more",
            "write an action as in Construct (Peace, sg): '+ more",
        ),
        ('Name (LGMB, "Al")', 'Name (SRSR, "Al")', "write a system that is in play: 'SRSR' is not"),
        ("(LGMB, ly)", "(LGMB, ly); Homeworld (LGx, ly)", "write stars as in LGSB: 'LGx' is not two pyramids"),
        ("Bea:6: Pass", "Bea:6: Catastrophe", "write the system in brackets: Catastrophe (Peace)"),
    ],
)
def test_tr1_faults(old: str, new: str, message: str):
    found = messages_of(judged(GAME.replace(old, new)), Severity.ERROR)
    assert found[0].startswith(message)


def test_tr1_other_texts_are_not_such_games():
    assert not load_form("lines").recognises("Ana: Construct (Al, sy)\nBea: Trade (Hub, sg, sb)\n")
    assert not load_form("lines").recognises("We played Homeworld (LGMB, ly).\nThen Homeworld (SBMY, lg).\n")
