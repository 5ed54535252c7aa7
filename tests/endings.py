"""How threads made of legal random games end: read as what was played, asked about, refused, or misread."""

from __future__ import annotations

import random
import re

from mail_formatting import PlayedGame

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.core.game import AnyGame, FirstChance
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_records, split_text
from pyrnot.foreign.thread.text import fold_name
from pyrnot.play.random import random_record
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record

NAMES = (("Ida Brandt", "Jonas Weil"), ("Ana", "Bruno"), ("Maja", "Nils"), ("Zoë Öberg", "Tom Reed"))
_MARKS = re.compile(r"(?: (?:!!?|\?\?|!\?|\?!|\$\d+|\{.*\}|#.*))+$")


def played(game: AnyGame, rng: random.Random) -> PlayedGame:
    """A random game of a few turns, with the tags that it needs."""
    seats = game.start(game.set_up_tags(FirstChance(), Tags())).seats
    names = tuple(zip(seats, rng.choice(NAMES), strict=True))
    text = random_record(game, Tags(names), rng, rng.choice((3, 4, 5, 6, 8)))
    turns = tuple(re.findall(r"^\d+\. (.*)$", text, re.MULTILINE))
    tags = tuple(
        tag for tag in re.findall(r"^\[.*\]$", text, re.MULTILINE) if tag.split()[0][1:] not in ("Game", *seats)
    )
    movers = tuple(seats[index % 2] for index in range(len(turns)))
    return PlayedGame(title=game.info.title, tags=tags, names=names, turns=turns, seats=movers)


def read(text: str, file: str, form: str | None = None) -> list[Replay]:
    """The games that a text comes to."""
    return [replay(record) for source in split_text(file, text, form) for record in read_records(source)]


def end_of(text: str, file: str, games: list[tuple[PlayedGame, str]], form: str | None = None) -> str:
    """How a text that is some games with their results ends: `read`, `asked`, `refused` with its first error,
    `shown` if it was misread with a remark beside it, or `misread` with the text."""
    replays = read(text, file, form)
    diagnostics = [
        diagnostic
        for replayed in replays
        for diagnostic in replayed.diagnostics
        if diagnostic.severity is Severity.ERROR
    ]
    if any(diagnostic.code == CoreCodes.QUESTION for diagnostic in diagnostics):
        return "asked"
    if diagnostics:
        return f"refused: {diagnostics[0].code}"
    is_shown = any(diagnostic.code == CoreCodes.REMARK for replayed in replays for diagnostic in replayed.diagnostics)
    misread = "shown" if is_shown else f"misread:\n{text}"
    left = list(games)
    for replayed in replays:
        found = next((game for game in left if _is_read(replayed, *game)), None)
        if found is None:
            return misread
        left.remove(found)
    return misread if left else "read"


def _is_read(replayed: Replay, game: PlayedGame, result: str) -> bool:
    """Whether a game was read as what was played."""
    turns = re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE)
    said = replayed.record.result.text if replayed.record.result else ""
    return (
        [_MARKS.sub("", turn) for turn in turns] == list(game.turns)
        and _is_named(game, replayed)
        and _same_result(said, result)
    )


def _is_named(game: PlayedGame, replayed: Replay) -> bool:
    """Whether nobody sits in another's seat."""
    return all(
        (found := replayed.record.tags.get(seat)) is None or fold_name(found.split()[0]) == fold_name(name.split()[0])
        for seat, name in game.names
    )


def _same_result(said: str, result: str) -> bool:
    said = said.lower().removesuffix(" agreed").replace("*", "")
    return said == result.lower()
