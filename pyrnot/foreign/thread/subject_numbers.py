"""Numbers at the end of subjects: they mostly count turns, but `Martian Life 1` and `Martian Life 2` may be two games
(TR1.3).

They are two where every number has mails by both players, and where all make sense as one game too, nothing tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.foreign.thread.game_thread import Reading
from pyrnot.foreign.thread.several import NAMED_GAME, clean_subject, without_reply
from pyrnot.foreign.thread.text import Message, fold_name
from pyrnot.record.model import in_order

_NUMBER = re.compile(r"(?<=\s)#?(?P<number>\d{1,3})\s*$")
_COUNTS_TURNS = re.compile(r"\b(?:move|turn|zug|ply|coup|reply|round|runde|day|week)s?\b", re.IGNORECASE)
_MOST = 1_000


def number_of(subject: str) -> str:
    """The number at the end of a subject that may be a game's, "" for any other subject."""
    bare = without_reply(subject)
    found = _NUMBER.search(bare)
    return found["number"] if found and not NAMED_GAME.search(bare) and not _COUNTS_TURNS.search(bare) else ""


def numbered_subject(subject: str) -> str:
    """A subject as it tells games apart, with the number at its end."""
    return f"{clean_subject(subject)} {number_of(subject)}".strip()


def may_number_games(messages: Iterable[Message]) -> bool:
    """Whether several subjects differ only in a number, and each of them is of a mail and an answer to it."""
    senders: dict[tuple[str, str], set[str]] = {}
    for message in messages:
        number = number_of(message.subject) if message.subject and message.sender else ""
        if number:
            key = clean_subject(message.subject), number
            if key not in senders and len(senders) >= _MOST:
                return False
            senders.setdefault(key, set()).add(fold_name(message.sender))
    bases = {base for base, _ in senders}
    return 1 == len(bases) < len(senders) and all(len(names) > 1 for names in senders.values())


def settle_numbers(together: list[Reading], apart: list[Reading]) -> list[Reading]:
    """The games of a text whose subjects may number games: `together` is read as if they counted turns."""
    if len(apart) < 2 or not all(reading.is_sound and reading.record.turns for reading in apart):
        return together
    if not all(reading.is_sound for reading in together):
        return apart
    return [_doubted(together[0], apart[1]), *together[1:]]


def _doubted(reading: Reading, second: Reading) -> Reading:
    fault = Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.THREAD_UNCLEAR,
        rule="TR1",
        span=second.record.turns[0].span,
        message="the number in the subjects may count turns or games: the turns make sense as one game and as several",
        hint="write `game 1`, `game 2` in the subjects of several games, or no number at all",
    )
    reading.record = replace(reading.record, diagnostics=in_order([*reading.record.diagnostics, fault]))
    reading.is_sound = False
    return reading
