"""A game of Martian Chess by mail: a thread in the words of its players becomes a record."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pyrnot.cli import cli

MAILS = """\
From: Ada Linden <ada@example.org>
To: Max Hazel <max@example.org>
Date: Thu, 3 Nov 2016 19:00:00 +0000
Subject: Martian Chess?

I begin:

1. pawn c3 to b4

From: Max Hazel <max@example.org>
To: Ada Linden <ada@example.org>
Date: Thu, 3 Nov 2016 20:00:00 +0000
Subject: Re: Martian Chess?

> 1. pawn c3 to b4
2. Da6-a5

From: Ada Linden <ada@example.org>
To: Max Hazel <max@example.org>
Date: Fri, 4 Nov 2016 19:00:00 +0000
Subject: Re: Martian Chess?

> 2. Da6-a5
3. b4xa5 (+2)

From: Max Hazel <max@example.org>
To: Ada Linden <ada@example.org>
Date: Fri, 4 Nov 2016 21:00:00 +0000
Subject: Re: Martian Chess?

> 3. b4xa5 (+2)
4. pawn b6 to c5, and I call the clock

From: Ada Linden <ada@example.org>
To: Max Hazel <max@example.org>
Date: Sat, 5 Nov 2016 10:00:00 +0000
Subject: Re: Martian Chess?

5. Drone d3 takes d5
"""


def test_a_thread_is_read(tmp_path: Path) -> None:
    thread = tmp_path / "thread.txt"
    thread.write_text(MAILS.replace("takes", "to"), encoding="utf-8")
    done = CliRunner().invoke(cli, ["fmt", "--from", "thread", "--game", "martian-chess", str(thread)])
    turns = ["1. Pc3-b4", "2. Da6-a5", "3. Pb4xa5 +2", "4. clock; Pb6-c5", "5. Dd3-d5"]
    assert [line for line in done.stdout.splitlines() if line[:1].isdigit()] == turns, done.output
    assert '[South "Ada Linden"]' in done.stdout


def test_a_wrong_turn_of_a_thread_is_found(tmp_path: Path) -> None:
    thread = tmp_path / "thread.txt"
    thread.write_text(MAILS, encoding="utf-8")
    done = CliRunner().invoke(cli, ["check", "--from", "thread", "--game", "martian-chess", str(thread)])
    assert done.exit_code == 1
    assert "error[claim-false] MC5: nothing is captured: d5 is empty" in done.output
