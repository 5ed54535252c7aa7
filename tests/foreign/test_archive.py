"""The transcripts that people really played, for those who have the archive.

They belong to their players, so they are not part of this project. The environment variable names their folder,
superdupergames-archive of the public repository Quuxplusone/Homeworlds, with 3,858 files called `<number>.raw`:

    PYRNOT_SDG_ARCHIVE=<folder> pytest tests/foreign/test_archive.py
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from pyrnot.cli import cli
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record, read_sources, split_text
from pyrnot.games.homeworlds.game import GAME
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record

VARIABLE = "PYRNOT_SDG_ARCHIVE"
FOLDER = os.environ.get(VARIABLE)

pytestmark = pytest.mark.skipif(not FOLDER, reason=f"set {VARIABLE} to the folder of the transcripts")

DIAGNOSTICS = {
    "710": (25, "build-size", "H13"),
    "10634": (45, "turn-after-end", "R5"),
    "32225": (84, "trade-same-colour", "H14"),
    "10237": (77, "bank-empty", "H16"),
    "23818": (111, "attack-no-target", "H17"),
}
"""Number of each faulty transcript -> ply, code and rule of its one diagnostic."""


class Judged(NamedTuple):
    """A transcript, its number of seats, the winner of its header as a seat, and the verdict of `check`."""

    path: Path
    seats: int
    winner: str
    verdict: dict


@pytest.fixture(scope="module")
def archive() -> dict[str, Judged]:
    """All transcripts by number, judged by `check`."""
    result = CliRunner().invoke(
        cli, ["check", "--from", "sdg", "--format", "json", str(FOLDER)], catch_exceptions=False
    )
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    judged = {}
    for verdict in verdicts:
        path = Path(verdict["file"])
        if path.suffix != ".raw":
            assert not verdict["ok"], f"{path} is not a transcript"
            continue
        text = path.read_bytes().decode()
        seats = dict(re.findall(r"([\w-]+) \(([NESW])\)", re.search("^Participants: (.*)$", text, re.MULTILINE)[1]))
        winner = re.search("^Winner: (.*)$", text, re.MULTILINE)[1]
        judged[path.stem] = Judged(path, len(seats), seats[winner], verdict)
    assert len(judged) == 3_858
    return judged


def test_legal_except_the_faulty_ones(archive):
    found = {
        number: [
            (diagnostic["ply"], diagnostic["code"], diagnostic["rule"])
            for diagnostic in judged.verdict["diagnostics"]
        ]
        for number, judged in archive.items()
        if judged.verdict["diagnostics"]
    }
    assert found == {number: [diagnostic] for number, diagnostic in DIAGNOSTICS.items()}
    counts = Counter((judged.seats == 2, judged.verdict["ok"]) for judged in archive.values())
    assert counts == {(True, True): 3_688, (True, False): 3, (False, True): 165, (False, False): 2}
    for number, (ply, *_) in DIAGNOSTICS.items():
        assert archive[number].verdict["plies"] == ply - 1


def test_winner_of_the_header(archive):
    """HN5: the moves of a decided game agree with its header, even in 10634, which went on after its end."""
    decided = [judged for judged in archive.values() if judged.verdict["outcome"]]
    assert [judged.path.name for judged in decided if judged.verdict["outcome"][0] != judged.winner] == []
    assert Counter(judged.seats for judged in decided)[2] == 1_619
    assert sum(judged.seats > 2 for judged in decided) == 66
    for number in ("11214", "32289", "35846"):
        assert archive[number] in decided, "H31: what follows the win is ignored"


def read(text: str, file: str, form: str | None = None) -> Replay:
    (source,) = split_text(file, text, form)
    return replay(read_record(source))


def positions(replayed: Replay) -> list:
    return [replayed.start, *(ply.position for ply in replayed.main_plies)]


def written(replayed: Replay, game: AnyGame) -> list[str]:
    return [game.write_position(position) for position in positions(replayed)]


def test_converted(archive):
    """HN4: each is written as a record that replays to the same positions at every ply; faulty ones up to the
    diagnostic."""
    plies = 0
    for judged in archive.values():
        (source,) = read_sources(str(judged.path))
        transcript = replay(read_record(source))
        if transcript.has_error:
            turn = transcript.record.turns[transcript.length]
            transcript = read(source.text[: turn.span.start], str(judged.path), "sdg")
        text = write_record(transcript)
        record = read(text, str(judged.path))
        assert not record.has_error, judged.path
        assert positions(record) == positions(transcript), judged.path
        assert written(record, GAME) == written(transcript, GAME), judged.path
        assert record.outcome == transcript.outcome, judged.path
        assert chat(record) == chat(transcript), judged.path
        assert write_record(record) == text, judged.path
        plies += record.length
    assert plies == sum(judged.verdict["plies"] for judged in archive.values())


def chat(replayed: Replay) -> list[list[str]]:
    """The chat before the first turn and in each turn."""
    record = replayed.record
    remarks = [[comment for _, comment in record.comments], *(turn.comments for turn in record.turns)]
    return [[comment.words for comment in said] for said in remarks]
