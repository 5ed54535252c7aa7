"""Who sits where: by tags, by closed forms of words before the first turn, and by the order of play (TR4.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.items import Item
from pyrnot.foreign.thread.text import Message, fold_name
from pyrnot.foreign.thread.words import read_section, tokens_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

ME = frozenset(("me", "i", "ich", "moi", "je", "yo", "io", "ik", "jag", "myself", "mine", "я", "eu", "jeg"))
YOU = frozenset(("you", "u", "du", "toi", "tu", "tú", "te", "jij", "você", "yours"))
_IS = read_section("is")
"""Words between a player and a seat."""
_NO_NAME = read_section("no name")
_FIRST = read_section("first")
_PARTS = re.compile(
    r"\s*(?:[,;|&+()\[\]/!?–—。、]|\.(?=\s|$)|\s-+\s|\b(?:vs?|versus|against|gegen|contre|contra|and|und|et|y|e)\b\.?|:(?=\s))\s*"
)
_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*)?")
_SET_UP = re.compile(r"[,;]?\s*\b(?:goals?|cards?|both)\b", re.IGNORECASE)
_EQUATED = re.compile(
    r"(?<!\w)(?P<left>[^\W\d_][\w.'’ -]{0,30}?)\s*[:=]\s*"
    r"(?P<right>[^\W\d_][\w.'’-]*(?:(?<!\w\w\.) [^\W\d_a-z][\w.'’-]*(?!\s*[:=]))?)"
)
_BRACKETED = re.compile(r"(?P<name>[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}) ?\((?P<seat>[^\W\d_]{1,9})\)")
_BEFORE_NAME = {"between", "with", "w", "mit"}
_LONGEST = 200
_LONGEST_HEADING = 120
_MOST_NAME_WORDS = 3
_CIRCLES = {"🔴": "red", "🔵": "blue", "🟡": "yellow", "⚪": "white", "⚫": "black", "🟢": "green"}
_CIRCLE = re.compile("[🔴🔵🟡⚪⚫🟢]")


class SeatBook:
    """The seats of one game and who has them.

    `names` gives the name of a seat's player, `inferred` the seats that only the order of play gives, `doubtful` the
    items that name a seat in words that are not read, and `in_prose` those that give seats in a sentence (`I'm Red`).
    """

    def __init__(self, game: AnyGame, tags: Tags, messages: Sequence[Message]) -> None:
        self.game = game
        self.tags = tags
        self.seats, self.first = self._count_seats()
        self.names: dict[str, str] = {seat: tags[seat] for seat in game.info.seats if tags.get(seat)}
        self.tagged = frozenset(self.names)
        self.seat_by_name: dict[str, str] = {}
        for seat, name in self.names.items():
            self._learn(name, seat)
        self.senders = {fold_name(message.sender): message.sender for message in messages if message.sender}
        self.addressees = dict.fromkeys(message.to for message in messages if message.to and not message.depth)
        self.labels: dict[str, str] = {}
        """Names before turns that no tag and no sender has, folded."""
        self.doubtful: list[Item] = []
        self.in_prose: list[Item] = []
        self.conflicts: list[tuple[Item, str, str]] = []
        self.first_by: Item | None = None
        self.inferred: list[str] = []
        self.heading: tuple[str, ...] = ()

    def _count_seats(self) -> tuple[tuple[str, ...], str]:
        start = start_of(self.game, self.tags, {}) or start_of(self.game, self.tags, {"Seats": "2"})
        if start is not None:
            return tuple(map(str, start.seats)), str(start.to_move)
        named = [place for place, seat in enumerate(self.game.info.seats) if seat in self.tags]
        seats = self.game.info.seats[: max([2, *(place + 1 for place in named)])]
        first = self.tags.get("First", "")
        return tuple(map(str, seats)), first if first in seats else str(seats[0])

    def widen(self, count: int) -> None:
        """Counts as many seats as there are players, where no tag gives the number."""
        is_given = "Seats" in self.tags or "Seats" not in self.game.info.tags or len(self.tagged) > 1
        if is_given or count <= len(self.seats):
            return
        start = start_of(self.game, self.tags, {"Seats": str(count)})
        self.seats = tuple(map(str, self.game.info.seats[:count] if start is None else start.seats))

    def _learn(self, name: str, seat: str) -> None:
        """Notes what a player may be called: the whole name, and its first word."""
        for called in (fold_name(name), fold_name(name.split(" ")[0])):
            known = self.seat_by_name.setdefault(called, seat)
            if called and known != seat:
                self.seat_by_name[called] = ""

    # Whose a word is

    def seat_word(self, word: str) -> str | None:
        """The seat that a word names, or its letter in capitals, or a circle of its colour."""
        folded = _CIRCLES.get(word, word.strip().lower())
        for seat in self.game.info.seats:
            if (len(seat) > 1 and folded == seat.lower()) or word.strip() == seat[0].upper():
                return str(seat)
        return None

    def seat_of(self, name: str) -> str | None:
        """The seat of the player that a word names, None if it names no player."""
        if not name:
            return None
        folded = fold_name(name)
        if (seat := self.seat_by_name.get(folded)) is not None:
            return seat or None
        if (seat := self.seat_word(name)) is not None:
            return seat if seat in self.seats else None
        named = [
            seat
            for seat, player in self.names.items()
            if (len(folded) > 1 and "".join(word[0].lower() for word in player.split()) == folded)
            or (len(folded) > 2 - ("\ufffd" in name) and fold_name(player).startswith(folded))
        ]
        return named[0] if len(named) == 1 else None

    def is_player(self, name: str) -> bool | None:
        """Whether a name is a player's; None if that is not known."""
        if not name:
            return None
        if self.seat_of(name) is not None:
            return True
        return False if len(self.names) >= len(self.seats) or len(self.seat_by_name) >= len(self.seats) else None

    def knows(self, word: str) -> bool:
        """Whether a word before a turn is a seat's, a player's, or the name of a sender."""
        folded = fold_name(word)
        if folded in self.senders or folded in self.labels or folded in ME or folded in YOU:
            return True
        return self.seat_of(word) is not None or (len(word) > 1 and self.seat_word(word) is not None)

    def player_words(self) -> frozenset[str]:
        """The words of the names of all senders and players, in small letters."""
        known = [*self.senders.values(), *self.names.values(), *self.labels.values()]
        return frozenset(word for name in known for word in tokens_of(name))

    def other(self, seat: str | None) -> str | None:
        """The other seat, where there are two."""
        rest = [known for known in self.seats if known != seat]
        return rest[0] if seat and len(rest) == 1 else None

    def seat_of_item(self, item: Item) -> str | None:
        """The seat of the player who says an item."""
        folded = fold_name(item.who) if item.who else ""
        if folded in ME | YOU and folded not in self.seat_by_name:
            seat = self.seat_of(item.message.sender)
            return seat if folded in ME else self.other(seat)
        return self.seat_of(item.speaker)

    # What players say before the first turn

    def read(self, items: Iterable[Item]) -> None:
        """Reads who has which seat in the talk before the first turn."""
        for item in items:
            text = item.text if self.seat_word(item.who) is None else f"{item.who}: {item.text}"
            if len(text) > _LONGEST:
                continue
            found = self.declarations(text)
            for name, seat in found:
                if name.lower() in ME:
                    self._declare_speaker(item.speaker, seat, item)
                elif name.lower() in YOU:
                    self._declare_speaker(item.speaker, self.other(seat), item)
                else:
                    self.declare(name, seat, item)
            says_first = self._reads_first(item)
            if found and not _EQUATED.search(text) and not _BRACKETED.search(text):
                self.in_prose.append(item)
            elif not found and not says_first and self._seats_in(text):
                self.doubtful.append(item)
            elif not found and not says_first and not self.heading:
                self.heading = self.names_in(text)

    def _seats_in(self, text: str) -> list[str]:
        """The seats that a text names in full."""
        words = {token.removesuffix("'s") for token in tokens_of(text)}
        return [seat for seat in self.seats if len(seat) > 1 and seat.lower() in words]

    def agrees(self, item: Item) -> bool:
        """Whether a line that names one seat may well mean the one that its writer plays: `ok, black then`; or, of the
        other player, the other one: `you be white`."""
        words = tokens_of(item.text)
        seat = self.seat_of(item.speaker)
        if not YOU.isdisjoint(words):
            seat = self.other(seat) if ME.isdisjoint(words) else None
        return seat is not None and self._seats_in(item.text) == [seat]

    def _reads_first(self, item: Item) -> bool:
        """Whether an item says who begins, which is then noted."""
        for part in _PARTS.split(item.text):
            words = tokens_of(part)
            for cut in range(1, min(4, len(words))):
                who, rest = " ".join(words[:cut]), " ".join(words[cut:])
                if rest in _FIRST or rest.removeprefix("will ") in _FIRST:
                    named = item.speaker if who in ME else who
                    seat = self.seat_of(named) if named else self.seat_by_name.get("me")
                    if seat is not None and "First" not in self.tags and "Setup" not in self.tags and len(who) > 1:
                        self.first, self.first_by = seat, item
                        return True
        return False

    def _declare_speaker(self, speaker: str, seat: str | None, item: Item) -> None:
        if speaker and seat is not None:
            self.declare(speaker, seat, item)
        elif seat is not None:
            self.seat_by_name.setdefault("me", seat)
            if (other := self.other(seat)) is not None:
                self.seat_by_name.setdefault("you", other)

    def declare(self, name: str, seat: str, item: Item | None) -> None:
        """Notes who has a seat, as an item says."""
        known = self.seat_of(name) if fold_name(name) in self.seat_by_name or self.names else None
        if known is not None and known != seat and self.seat_word(name) is None:
            if item is not None:
                self.conflicts.append((item, name, seat))
            return
        if seat in self.names:
            if fold_name(self.names[seat]) != fold_name(name) and self.seat_of(name) is None:
                if item is None or seat not in self.tagged:
                    self._learn(name, seat)
                else:
                    self.conflicts.append((item, name, seat))
            return
        folded = fold_name(name)
        called = [full for full in self.senders.values() if folded in (fold_name(full), fold_name(full.split(" ")[0]))]
        self.names[seat] = called[0] if len(called) == 1 else name
        self._learn(name, seat)
        self._learn(self.names[seat], seat)
        if seat not in self.seats:
            self.widen(list(map(str, self.game.info.seats)).index(seat) + 1)

    def declarations(self, text: str) -> list[tuple[str, str]]:
        """The players and their seats that a text names in a closed form; `me` and `you` are names here too."""
        if len(text) > _LONGEST:
            return []
        found: list[tuple[str, str]] = []
        rest = _CIRCLE.sub(lambda circle: f" {_CIRCLES[circle.group()]} ", text)
        for match in _BRACKETED.finditer(rest):
            if seat := self.seat_word(match["seat"]):
                if name := self._clean(match["name"]):
                    found.append((name, seat))
                rest = rest.replace(match.group(), " , ")
            elif seat := self.seat_word(match["name"].split()[-1]):
                found.append((match["seat"], seat))
                rest = rest.replace(match.group(), " , ")
        for match in _EQUATED.finditer(rest):
            left, right = match["left"].strip(), match["right"].strip()
            if (seat := self.seat_word(left.split()[-1])) and self.seat_word(right) is None and self._clean(right):
                found.append((self._clean(right), seat))
            elif (seat := self.seat_word(right)) and self._clean(left) and "=" in match.group():
                found.append((self._clean(left), seat))
        if found and not any(name in ME | YOU for name, _ in found):
            return self._without_twins(found)
        for part in _PARTS.split(rest):
            found += self._in_part(part.strip())
        return self._without_twins(found)

    def _without_twins(self, found: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Declarations in which each seat has one player and each player one seat; else none."""
        pairs = list(dict.fromkeys(found))
        is_clear = len({seat for _, seat in pairs}) == len(pairs) == len({fold_name(name) for name, _ in pairs})
        return pairs if is_clear else []

    def _clean(self, name: str) -> str:
        """A name without the words before it that are none: `and`, `between`."""
        words = [word for word in name.split() if fold_name(word)]
        while words and words[0].lower().strip(".'’") in _NO_NAME | _BEFORE_NAME:
            words.pop(0)
        if not words or len(words) > _MOST_NAME_WORDS or any(word.lower() in _NO_NAME for word in words):
            return ""
        return " ".join(words).strip(" .'’-")

    def _in_part(self, part: str) -> list[tuple[str, str]]:
        """The declarations of a part of a line: `Ana is Red`, `White Petra`, `max W ivy B`, `I'm Xeno`."""
        words = re.findall(r"[^\W\d_][\w.'’-]*", part)
        words = [piece for word in words for piece in re.split(r"['’](?=(?:m|re|ll)$)", word)]
        title = {token for name in (self.game.info.title, *self.game.info.aliases) for token in tokens_of(name)}
        while words and words[0].lower() in title:
            words.pop(0)
        kinds = [self.seat_word(word) for word in words]
        seats = [seat for seat in kinds if seat]
        if not seats or len(words) > 12:
            return []
        if len(seats) == 1:
            return self._beside_one(words, next(place for place, seat in enumerate(kinds) if seat), str(seats[0]))
        groups = " ".join("S" if kind else "w" for kind in kinds)
        plain = [word for word, kind in zip(words, kinds, strict=True) if not kind]
        are_names = _NO_NAME.isdisjoint(word.lower() for word in plain) and _IS.isdisjoint(plain)  # Ben is a name
        is_list = groups in ("w S w S", "S w S w") and are_names
        return list(zip(plain, map(str, seats), strict=True)) if is_list else []

    def _beside_one(self, words: Sequence[str], place: int, seat: str) -> list[tuple[str, str]]:
        """The declaration of words of which the one at a place names a seat."""
        before = [word for word in words[:place] if word.lower() not in _IS]
        after = [word for word in words[place + 1 :] if word.lower() not in _IS]
        has_verb = any(word.lower() in _IS for word in words)
        if len(words[place]) == 1 and not has_verb and len(words) != 2:
            return []
        if before and before[-1].lower() in ME | YOU and (has_verb or len(words) <= 3):
            return [(before[-1].lower(), seat)]
        if after and not before and after[0].lower() in ME | YOU and len(after) <= 2:
            return [(after[0].lower(), seat)]
        name = " ".join(before or after)
        is_proper = all(word[:1].isupper() for word in name.split())
        is_called = is_proper or (" " not in name and (has_verb or len(words) <= 2))
        is_name = len(name) > 1 and not (before and after) and self._clean(name) == name
        return [(name, seat)] if is_name and is_called else []

    def names_in(self, text: str) -> tuple[str, ...]:
        """The players whom a heading names without their seats, in its order: `Autumn Ash (Ida / Tom)`."""
        titles = [title for title in (self.game.info.title, *self.game.info.aliases) if title.lower() in text.lower()]
        if not titles or len(text) > _LONGEST_HEADING:
            return ()
        at = text.lower().index(titles[0].lower())
        rest = _SET_UP.split(text[:at] + " , " + text[at + len(titles[0]) :])[0]
        names = [name for part in _PARTS.split(rest) if (name := part.strip(" .:"))]
        if len(names) == 1 and len(names[0].split()) == len(self.seats):
            names = names[0].split()
        words = {word.lower() for name in names for word in name.split()}
        are_names = words.isdisjoint(_NO_NAME | _IS) and all(map(_NAME.fullmatch, names))
        return tuple(names) if are_names and len(names) == len(self.seats) else ()

    # By the order of play

    def settle(self, turns: Sequence[tuple[Item, str]]) -> None:
        """Gives those who make turns the seats that they play by their order, where nothing else does; then the seats
        that are left to those to whom they write, or whom the heading names."""
        for item, seat in turns:
            name = item.speaker
            if not name or self.seat_of_item(item) is not None:
                continue
            if fold_name(name) in ME | YOU:
                self.seat_by_name[fold_name(name)] = seat
            elif seat not in self.names:
                self._infer(name, seat)
        left = [seat for seat in self.seats if seat not in self.names]
        named = list(zip(self.seats, self.heading, strict=False))
        others = [name for name in self.addressees if self.seat_of(name) is None]
        if len(self.seats) == 2 and len(left) == len(others) == 1:
            self._infer(others[0], left[0])
        elif self.heading and all(fold_name(self.names.get(seat, name)) == fold_name(name) for seat, name in named):
            for seat, name in named:
                if seat in left:
                    self._infer(name, seat)

    def _infer(self, name: str, seat: str) -> None:
        self.names[seat] = name
        self._learn(name, seat)
        self.inferred.append(seat)


def start_of(game: AnyGame, tags: Tags, more: Mapping[str, str]) -> Any:
    """The position with which a game of these tags starts, where `more` come first; None if they give none."""
    try:
        return game.start(Tags([*more.items(), *tags.items()]))
    except Illegal:
        return None
