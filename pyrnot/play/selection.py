"""Which records of a collection are wanted: by players, date, variant, result, length, position, diagnostics.

What the tags answer is asked of the record alone, before it is replayed; the rest is asked of its replay. Where the
criteria come from, and what is done with the records, is left to the commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import chain
from math import inf
from unicodedata import combining, normalize

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, nearest
from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.players import players_by_seat
from pyrnot.core.tags import Tags
from pyrnot.play.replay import Replay
from pyrnot.play.results import read_result
from pyrnot.record.model import Record
from pyrnot.record.tag_section import is_date

_DATE = lazy_pattern(r"(\d{4})(?:[.-](\d\d|\?\?)(?:[.-](\d\d|\?\?))?)?")
_LENGTH = lazy_pattern(r"(\d{0,9})(-?)(\d{0,9})")

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
    turns. With `strict` a record with a warning is faulty too.
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

    @property
    def asks_for_errors(self) -> bool:
        """Whether a criterion is about errors, which may be in variations."""
        return self.faulty or self.sound

    @property
    def needs_replay(self) -> bool:
        """Whether the tags of a record cannot answer all criteria."""
        return bool(self.results or self.length or self.position or self.asks_for_errors)

    def takes_tags(self, record: Record) -> bool:
        """Whether the tags of a record meet the criteria that they can answer."""
        return all(is_met(self, record) for is_met in _OF_TAGS)

    def takes(self, replayed: Replay) -> bool:
        """Whether a record meets all criteria."""
        return self.takes_tags(replayed.record) and all(is_met(self, replayed) for is_met in _OF_REPLAY)


# The criteria


def _is_of_game(selection: Selection, record: Record) -> bool:
    if selection.game is None:
        return True
    return record.game is not None and record.game.info.id == selection.game


def _has_players(selection: Selection, record: Record) -> bool:
    if not selection.players:
        return True
    names = players_of(record).values()
    return all(_has_player(names, player) for player in selection.players)


def _has_variants(selection: Selection, record: Record) -> bool:
    return all(fold(variant) in variants_of(record) for variant in selection.variants)


def _is_within(selection: Selection, record: Record) -> bool:
    """Whether a record is of one of the days wanted; one without a date is not."""
    if selection.since is None and selection.until is None:
        return True
    day = date_of(record)
    if day is None:
        return False
    is_after = selection.since is None or selection.since <= day
    is_before = selection.until is None or day <= selection.until
    return is_after and is_before


_OF_TAGS: tuple[Callable[[Selection, Record], bool], ...] = (_is_of_game, _has_players, _has_variants, _is_within)
"""The criteria that the tags of a record answer."""


def _is_as_faulty(selection: Selection, replayed: Replay) -> bool:
    if not selection.asks_for_errors:
        return True
    is_faulty = bool(replayed.diagnostics) if selection.strict else replayed.has_error
    return is_faulty == selection.faulty


def _is_as_long(selection: Selection, replayed: Replay) -> bool:
    if selection.length is None:
        return True
    least, most = selection.length
    return least <= replayed.length <= most


def _ended_as_wanted(selection: Selection, replayed: Replay) -> bool:
    return not selection.results or any(_has_result(replayed, wanted) for wanted in selection.results)


def _reaches_position(selection: Selection, replayed: Replay) -> bool:
    return selection.position is None or reaches(replayed, selection.position)


_OF_REPLAY: tuple[Callable[[Selection, Replay], bool], ...] = (
    _is_as_faulty,
    _is_as_long,
    _ended_as_wanted,
    _reaches_position,
)
"""The criteria that only the replay of a record answers."""


# What records say


def fold(text: str) -> str:
    """A name for comparison: it makes no difference how its letters are composed (é), nor its case and its blanks."""
    folded = " ".join(text.casefold().split())
    return folded if folded.isascii() else normalize("NFC", folded)


def players_of(record: Record) -> dict[str, str]:
    """The names of the players, by seat, as far as tags give them."""
    return players_by_seat(record.tags, record.game.info.seats if record.game else ())


def _has_player(names: Iterable[str], wanted: str) -> bool:
    """Whether one of the names is the one wanted, which may be typed without accents and with a straight apostrophe;
    `*` and `?` stand for any letters, as in names of files."""
    wanted = fold_player(wanted)
    return any(fnmatchcase(name, wanted) or name == wanted for name in map(fold_player, names))


def fold_player(name: str) -> str:
    """A player's name for comparison: as `fold`, without accents and with straight apostrophes."""
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
        if record.game is not None:
            games.add(record.game.info.id)
        names.update(players_of(record).values())
    if selection.game is not None and selection.game not in games:
        there_are = f"; there are records of {', '.join(sorted(games))}" if games else ""
        return f"no record is of this game{there_are}"
    for player in selection.players:
        if not _has_player(names, player):
            guess = nearest(player, names)
            did_you_mean = f"; did you mean {guess!r}?" if guess else ""
            return f"no player is called {player!r}{did_you_mean}"
    return "no record meets all criteria"


def variants_of(record: Record) -> list[str]:
    """The optional rules in the `Variant` tag, in small letters and in order; `none` for none."""
    names = sorted(fold(name) for name in record.tags.get("Variant", "").split(",") if name.strip())
    return names or [PLAIN]


def read_day(text: str, *, is_last: bool = False) -> str:
    """The first day of a date, or the last one, as `2024.05.01`; its month and day may be missing or `??`.

    Raises ValueError for anything else.
    """
    match = _DATE.fullmatch(text.strip())
    if match is None or not is_date(".".join(part or "??" for part in match.groups())):
        raise ValueError(f"{text!r} is not a date such as 2024, 2024.05 or 2024.05.31")
    year, month, day = match.groups()
    if month in (None, "??"):
        month = "12" if is_last else "01"
    if day in (None, "??"):
        day = "31" if is_last else "01"
    return f"{year}.{month}.{day}"


def date_of(record: Record) -> str | None:
    """The first day that the `Date` tag allows, as `2024.05.01`; None without a date, and for one that no calendar
    has."""
    try:
        return read_day(record.tags.get("Date", ""))
    except ValueError:
        return None


def read_length(text: str) -> tuple[int, float]:
    """A range of lengths: `30`, `20-40`, `20-` or `-40`. Raises ValueError."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or text.strip() in ("", "-"):
        raise ValueError(f"{text!r} is not a number of turns such as 30, 20-40, 20- or -40")
    first, dash, last = match.groups()
    least = int(first or 0)
    most: float = least
    if last:
        most = int(last)
    elif dash:
        most = inf
    if most < least:
        raise ValueError(f"{text!r} is an empty range: write the smaller one first")
    return least, most


def result_of(replayed: Replay) -> str:
    """A seat, `draw`, or `unfinished`: by the rules, else by the record's result, else by its `Result` tag."""
    if replayed.outcome is not None:
        return replayed.outcome.word
    record = replayed.record
    seats = _seats_of(replayed)
    if record.result is None:
        return _result_of_tag(record, seats)
    meaning = read_result(record.result, seats)
    if meaning is None or meaning.winner in (None, "", "*"):
        return UNFINISHED
    return meaning.winner


def _result_of_tag(record: Record, seats: Sequence[str]) -> str:
    """What the `Result` tag says: a seat, or `draw`; else `unfinished`."""
    tag = fold(record.tags.get("Result", ""))
    for word in (*seats, DRAW):
        if fold(word) == tag:
            return word
    return UNFINISHED


def _seats_of(replayed: Replay) -> Sequence[str]:
    """The seats in play, all of the game if it has no start."""
    if replayed.start is not None:
        return tuple(map(str, replayed.start.seats))
    return replayed.record.game.info.seats if replayed.record.game else ()


def _has_result(replayed: Replay, wanted: str) -> bool:
    """Whether a game ended as wanted: `draw`, `unfinished` (or `*`), the seat that won, or the name of the player who
    did."""
    result = result_of(replayed)
    names = [result]
    if result == UNFINISHED:
        names.append("*")
    elif winner := players_of(replayed.record).get(result):
        names.append(winner)
    return fold_player(wanted) in map(fold_player, names)


def reaches(replayed: Replay, text: str) -> bool:
    """Whether the main line has a position with this position string, by any order of moves."""
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
    for game in games:
        for variant in ("", *game.info.variants):
            tags = Tags({"Variant": variant}) if variant else Tags({})
            if _canonical(game, text, tags) is not None:
                return
    raise ValueError(f"{text!r} is not a position of any game")
