"""A record with all that somebody who looks through it can meet, and its course."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.notation.tags import read_record
from pyrnot.replay import replay
from pyrnot.source import SourceText
from pyrnot.stops import Course, plot_course

HOSTILE = '</script><img src=x onerror="document.title=1"> [red] `x` *y* {{7*7}}'

GAME = """\
[Game "Autumn Ash"]
[Event "Club evening"]
[Rainbow "Ann"]
[Xeno "Ben <i>"]
[Variant "unsettled"]

{ Opening comment. }
1. +Pg2; Pg2-g1=Q !
2. +Qh1; Qh1-g1=P { A comment
in two lines. }
3. +Dc1; Dc1-c2-d2=P
( { Instead: } 3. +Qc6; Qc6-c5=P ?! { A try. } 4. Pg1-g2=D ( 4. +Pb5; Pb5-b4=P ) )
( 3. +Pb5; Pb5-b4=P )
4. Pg1-g2=D
5. +Qc6; Pd2-e2-e1=Q
6. Dg2-g3=P
7. +Pc1; Qg1-f1-e1=P
"""
BAD_END = """\
8. Pg3-a1=P { This cannot be. }
9. Qc6-c5=P $3
10. nonsense
Rainbow wins
"""
GOOD_END = "*\n"


def course_of(text: str, *, number: int = 1, file: str = "folder/game.pyr") -> Course:
    return plot_course(replay(read_record(SourceText(text, file=file, number=number))))


@pytest.fixture(scope="session")
def plot() -> Callable[..., Course]:
    """`plot(text)` is the course of a record."""
    return course_of


@pytest.fixture(scope="session")
def course() -> Course:
    """Seven legal turns with variations, then an illegal one and two that are not judged."""
    return course_of(GAME + BAD_END)


@pytest.fixture(scope="session")
def good_course() -> Course:
    """The same without the illegal end."""
    return course_of(GAME + GOOD_END)


@pytest.fixture(scope="session")
def startless() -> Course:
    """A record without a start."""
    return course_of('[Game "Autumn Ash"]\n[Variant "nonesuch"]\n\n1. +Pg2; Pg2-g1=Q\n')


@pytest.fixture(scope="session")
def text() -> str:
    """The record of `course`."""
    return GAME + BAD_END


@pytest.fixture(scope="session")
def hostile_course() -> Course:
    """A record that says what it can to break out of where it is shown."""
    value = HOSTILE.replace('"', r"\"")
    tags = f'[Game "Autumn Ash"]\n[Rainbow "{value}"]\n[Event "{value}"]'
    return course_of(f"{tags}\n\n{{ {HOSTILE} }}\n1. <script>alert(1)</script>\n")


@pytest.fixture(scope="session")
def hostile_text() -> str:
    """What that record says."""
    return HOSTILE
