"""Which records of a collection are wanted: by players, date, variant, result, length, position, diagnostics.

What the tags answer is asked of the record alone; the rest is asked of its replay, which is made only then. Where the
criteria come from, and what is done with the records, is left to the commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import chain
from unicodedata import combining, normalize

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, nearest
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.play.replay import Replay, replay
from pyrnot.play.results import read_result
from pyrnot.record.model import Record

_DATE = re.compile(r"(\d{4})(?:[.-](\d\d|\?\?)(?:[.-](\d\d|\?\?))?)?")
_LENGTH = re.compile(r"(\d{0,9})(-?)(\d{0,9})")

DRAW = "draw"
UNFINISHED = "unfinished"
"""What a result is called that no seat won."""

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u2032`\u00b4", "'"))

PLAIN = "none"
"""What `--variant` calls a game without optional rules."""


class Selection(Struct, frozen=True, kw_only=True):
    """Criteria that records must meet, all of them; without any, every record does.

    `game` is the id of the only game wanted. `players` and `variants` must all be there; one of `results` is enough.
    `since` and `until` are days as `read_day` gives them, `length` is the least and the greatest number of legal
    turns. With `strict` a record with a warning is faulty too; with `mainline` its variations do not count.
    """

    game: str | None = None
    players: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    results: tuple[str, ...] = ()
    length: tuple[int, float] | None = None
    position: str | None = None
    faulty: bool = False
    sound: bool = False
    strict: bool = False
    mainline: bool = False

    def takes(self, record: Record) -> bool:
        """Whether a record meets all criteria; replays it only if its tags cannot answer."""
        if not (
            (self.game is None or (record.game is not None and record.game.info.id == self.game))
            and all(_has_player(players_of(record).values(), player) for player in self.players)
            and all(fold(variant) in variants_of(record) for variant in self.variants)
            and _is_within(record, self.since, self.until)
        ):
            return False
        if not (self.results or self.length or self.position or self.faulty or self.sound):
            return True
        replayed = replay(record, mainline_only=self.mainline)
        is_faulty = replayed.has_error or (self.strict and bool(replayed.diagnostics))
        return (
            (is_faulty == self.faulty or not (self.faulty or self.sound))
            and (self.length is None or self.length[0] <= replayed.length <= self.length[1])
            and (not self.results or any(_has_result(replayed, wanted) for wanted in self.results))
            and (self.position is None or reaches(replayed, self.position))
        )


def fold(text: str) -> str:
    """A name for comparison: it makes no difference how its letters are composed (é), nor its case and its blanks."""
    folded = " ".join(text.casefold().split())
    return folded if folded.isascii() else normalize("NFC", folded)


def players_of(record: Record) -> dict[str, str]:
    """The names of the players, by seat, as far as tags give them."""
    seats = record.game.info.seats if record.game else ()
    return {seat: record.tags[seat].strip() for seat in seats if record.tags.get(seat, "").strip(" ?")}


def _has_player(names: Iterable[str], wanted: str) -> bool:
    """Whether one of the names is the one wanted, which may be typed without accents and with a straight apostrophe;
    `*` and `?` stand for any letters, as in names of files."""
    wanted = _typed(wanted)
    return any(fnmatchcase(name, wanted) or name == wanted for name in map(_typed, names))


def _typed(name: str) -> str:
    """A name as a plain keyboard has it."""
    folded = fold(name)
    if folded.isascii():
        return folded
    return "".join(letter for letter in normalize("NFKD", folded) if not combining(letter)).translate(_APOSTROPHES)


def unmet(selection: Selection, records: Iterable[Record]) -> str:
    """Why none of these records is taken: no record is of the game, or no player has one of the names (with the
    nearest name that there is); else that no record meets all criteria."""
    games: set[str] = set()
    names: set[str] = set()
    for record in records:
        games.update([record.game.info.id] if record.game else [])
        names.update(players_of(record).values())
    if selection.game is not None and selection.game not in games:
        return "no record is of this game" + (f"; there are records of {', '.join(sorted(games))}" if games else "")
    for player in selection.players:
        if not _has_player(names, player):
            guess = nearest(player, names)
            return f"no player is called {player!r}" + (f"; did you mean {guess!r}?" if guess else "")
    return "no record meets all criteria"


def variants_of(record: Record) -> list[str]:
    """The optional rules in the `Variant` tag, in small letters and in order; `none` for none."""
    names = sorted(fold(name) for name in record.tags.get("Variant", "").split(",") if name.strip())
    return names or [PLAIN]


def read_day(text: str, *, is_last: bool = False) -> str:
    """The first day of a date, or the last one, as `2024.05.01`; its month and day may be missing or `??`.

    Raises ValueError for anything else.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a date such as 2024, 2024.05 or 2024.05.31")
    unknown = ("12", "31") if is_last else ("01", "01")
    parts = zip(found.groups()[1:], unknown, strict=True)
    month, day = (part if part and part != "??" else other for part, other in parts)
    return f"{found[1]}.{month}.{day}"


def date_of(record: Record) -> str | None:
    """The first day that the `Date` tag allows, as `2024.05.01`; None without a date."""
    try:
        return read_day(record.tags.get("Date", ""))
    except ValueError:
        return None


def _is_within(record: Record, since: str | None, until: str | None) -> bool:
    if since is None and until is None:
        return True
    day = date_of(record)
    return day is not None and (since or day) <= day <= (until or day)


def read_length(text: str) -> tuple[int, float]:
    """A range of lengths: `30`, `20-40`, `20-` or `-40`. Raises ValueError."""
    found = _LENGTH.fullmatch(text.strip())
    if found is None or not (found[1] or found[3]):
        raise ValueError(f"{text!r} is not a number of turns such as 30, 20-40, 20- or -40")
    least = int(found[1] or 0)
    if found[3]:
        most: float = int(found[3])
    else:
        most = float("inf") if found[2] else least
    if most < least:
        raise ValueError(f"{text!r} is a range without a number in it: write the smaller one first")
    return least, most


def result_of(replayed: Replay) -> str:
    """A seat, `draw`, or `unfinished`: by the rules, else by the record's result, else by its `Result` tag."""
    if replayed.outcome is not None:
        return replayed.outcome.word
    record = replayed.record
    seats = _seats_of(replayed)
    if record.result is None:
        told = fold(record.tags.get("Result", ""))
        return next((word for word in (*seats, DRAW) if fold(word) == told), UNFINISHED)
    meaning = read_result(record.result, seats)
    return meaning.winner if meaning and meaning.winner and meaning.winner != "*" else UNFINISHED


def _seats_of(replayed: Replay) -> Sequence[str]:
    """The seats in play, all of the game if it has no start."""
    if replayed.start is not None:
        return tuple(map(str, replayed.start.seats))
    return replayed.record.game.info.seats if replayed.record.game else ()


def _has_result(replayed: Replay, wanted: str) -> bool:
    """Whether a game ended as wanted: `draw`, `unfinished` (or `*`), the seat that won, or the name of the player who
    did."""
    result = result_of(replayed)
    names = (result, players_of(replayed.record).get(result, result), "*" if result == UNFINISHED else result)
    return fold(wanted) in map(fold, names)


def reaches(replayed: Replay, text: str) -> bool:
    """Whether the main line has a position with this position string, however it came about."""
    game = replayed.record.game
    if game is None or replayed.start is None:
        return False
    wanted = _canonical(game, text, replayed.record.tags)
    positions = chain([replayed.start], (ply.position for ply in replayed.main_plies))
    return wanted is not None and any(game.write_position(position) == wanted for position in positions)


def _canonical(game: AnyGame, text: str, tags: Tags) -> str | None:
    """A position string as the game writes it, None if it is none of this game under the variants of `tags`."""
    try:
        return game.write_position(game.read_position(text, tags))
    except Illegal:
        return None


def check_position(text: str, games: Iterable[AnyGame]) -> None:
    """Raises ValueError if no game has such a position string, whatever its variants."""
    tried = ((game, {"Variant": name} if name else {}) for game in games for name in ("", *game.info.variants))
    if all(_canonical(game, text, Tags(tags)) is None for game, tags in tried):
        raise ValueError(f"{text!r} is not a position of any game")
