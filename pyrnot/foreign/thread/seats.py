"""Who plays which seat: by the tags' names, by what players say, by nicks, else by the order of play (TR4.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from pyrnot.core.diagnostics import Illegal
from pyrnot.foreign.thread import players
from pyrnot.foreign.thread.kept import first_lines
from pyrnot.foreign.thread.text import EMOJI, Line, Message, fold_name
from pyrnot.foreign.thread.turn_head import is_name, speaker_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.core.tags import Tags

_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|hallo|liebe[rs]?|moin|bonjour|salut|hola|ciao|good (?:morning|evening|day))[\s,"
    r"]+(?!(?:all|there|again|both|every\w+|guys|folks|you|zusammen|alle|tous)\b)(?P<name>[^\W\d_][\w'’-]{1,20})\s*(?:[,!.:)-]*$|[!.]+\s|,\s)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^(?:cheers|(?:best|kind|warm)?\s*(?:regards|wishes)|best|greetings|love|yours|ciao|bye|see you|thanks|"
    r"(?:viele |liebe |beste )?grüße|gruß|lg|mfg|"
    r"amitiés|à bientôt|saludos)\b.{0,20}$",
    re.IGNORECASE,
)
_SHORT_NAME = re.compile(r"[^\W\d_][\w'’-]{1,20}(?: [^\W\d_][\w'’-]{1,20})?")
_BOT = re.compile(r"bot\b|dice|roll|🎲|würfel", re.IGNORECASE)
_SEAT_LETTER = re.compile(r"(?<=[^\W\d_] )\((?P<letter>[A-Z])\)(?!\w)")
"""The letter of a seat after its player's name: `Gus (W)`."""
_SEAT_HEAD = re.compile(r"^\W{0,3}(?P<seat>[^\W\d_]{1,9})\s*[:=–—-]\s+")
_PERSON = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,3}")
_LIST = re.compile(r"club|list|league|liga|group|gruppe|team|board|forum|pyramid|players|friends|all\b", re.IGNORECASE)
"""What the name of a mailing list has."""
_HEADING = 6
"""Lines of a text in which its heading is."""
_REMEMBERED = 5_000
_SHORTEST = 2
"""Letters of a nick that is the beginning of a name."""


def signature_of(message: Message) -> str:
    """Who signs a message: the name after `Cheers,` or `-- `, else "".

    One that stands alone on the last line is not a signature unless it is a player's, which the caller knows."""
    lines = (line for line in message.lines if line.text and line.why in ("", "a signature"))
    for line, after in pairwise(lines):
        name = after.text.strip(" .!,-/")
        if (_CLOSING.match(line.text) or line.text == "--") and _SHORT_NAME.fullmatch(name):
            return name
    return ""


def last_word_of(message: Message) -> str:
    """A name alone on the last line of a message, "" if there is none."""
    last = next((line.text for line in reversed(message.lines) if line.text), "").strip(" .!,-–—/")
    return last if _SHORT_NAME.fullmatch(last) else ""


@lru_cache(maxsize=32)
def _names_seat(seats: tuple[str, ...]) -> re.Pattern[str]:
    """What finds the name of a seat; a letter only where it stands alone, in capitals."""
    words = (rf"(?<![^\W\d_]){seat}(?![^\W\d_])" if len(seat) == 1 else f"(?i:{seat})" for seat in seats)
    return re.compile("|".join(words))


def _closing_name(message: Message) -> str:
    """One name alone on the last line of a letter, "" where that line may be anything else."""
    name = last_word_of(message)
    is_name = name[:1].isupper() and not name.isupper() and " " not in name and not _CLOSING.match(name)
    return name if is_name and len(message.lines) > 2 else ""


class SeatBook:
    """Whose names are whose, for one game.

    `seats` are those in play, `first` the one that moves first. `names` are players' names that no tag gives.
    """

    def __init__(
        self, game: AnyGame, tags: Tags, messages: Sequence[Message], reads: Callable[[str], bool] = lambda _: False
    ) -> None:
        """`reads` tells a turn from a name: `Red: Sb2` seats nobody."""
        self.game = game
        self._reads = reads
        self.tags = tags
        self.names: dict[str, str] = {}
        self.declared: dict[str, str] = {}
        self.conflicts: list[tuple[Line, str, str, str]] = []
        """Lines that give a player another seat than the tags: the name, that seat, and the tags'."""
        self.emoji: dict[str, str] = {}
        self.emoji_lines: dict[int, Line] = {}
        self.by_order: dict[str, str] = {}
        """Seats that the order of play gives to names, which nothing else does."""
        self.lines: set[int] = set()
        """Places of the lines that say who sits where."""
        self.starter: tuple[str, Line] | None = None
        self.unread_starters: list[Line] = []
        """Lines that may say that another begins than the first seat, in words that are not read."""
        self.writer = ""
        """Who signs the text, where it has no sender."""
        self._mates: dict[str, str] = {}
        self._organisers: set[str] = set()
        self._tagged_names: dict[tuple[str, int, int], str | None] = {}
        titles = "|".join(map(re.escape, (game.info.title, *game.info.aliases)))
        self._before_names = re.compile(
            rf"^(?:.*\b(?:between|zwischen|entre|tra)\s+|(?:{titles})\s+(?:with|mit|avec)?\s*)", re.IGNORECASE
        )
        self._names_seat = _names_seat(tuple(map(str, game.info.seats)))
        self.seats, self.first = self._count_seats()
        mails = [message for message in messages if not message.is_chat]
        self.writers = {fold_name(mail.sender): mail.sender for mail in mails if mail.sender}
        """Who wrote mails, and to whom."""
        for mail in mails:
            if _PERSON.fullmatch(mail.to) and not _LIST.search(mail.to):
                self.writers.setdefault(fold_name(mail.to), mail.to)
        self.senders = {fold_name(message.sender) for message in messages if message.sender}
        self.versus = self._versus(messages)
        """The players whom a heading names, in its order."""
        self._read(messages)
        if self.starter is not None and "First" not in self.tags and "Setup" not in self.tags:
            self.first = self.seat_of(self.starter[0]) or self.first
        self.widen(len(set(self.declared.values())))

    def copy(self) -> SeatBook:
        """The same, to be written in for one of the games."""
        other = copy(self)
        for key, value in vars(self).items():
            if isinstance(value, dict | list | set):
                setattr(other, key, value.copy())
        return other

    def _count_seats(self) -> tuple[tuple[str, ...], str]:
        for tags in (self.tags, self.tags.having("Seats", "2")):
            try:
                start = self.game.start(tags)
            except Illegal:
                continue
            return tuple(str(seat) for seat in start.seats), str(start.to_move)
        named = [seat for seat in self.game.info.seats if seat in self.tags]
        seats = self.game.info.seats[: max(2, *(self.game.info.seats.index(seat) + 1 for seat in named), 2)]
        return seats, self.tags.get("First", seats[0]) if self.tags.get("First") in seats else seats[0]

    def _versus(self, messages: Sequence[Message]) -> tuple[str, str] | None:
        texts = [message.subject for message in messages[:1] if message.subject]
        texts += [
            line.text for message in messages[:1] for line in first_lines(message.lines, _HEADING) if not line.why
        ]
        found = (players.read_versus(text, title) for text in texts if text for title in self._titles())
        return next((names for names in found if names is not None), None)

    def _titles(self) -> tuple[str, ...]:
        return (self.game.info.title, *self.game.info.aliases)

    def widen(self, count: int) -> None:
        """Counts more seats, where that many players make turns and no tag gives the number."""
        is_told = "Seats" in self.tags or sum(seat in self.tags for seat in self.game.info.seats) > 1
        if is_told or count <= len(self.seats) or "Seats" not in self.game.info.tags:
            return
        try:
            self.seats = tuple(str(seat) for seat in self.game.start(self.tags.having("Seats", str(count))).seats)
        except Illegal:
            self.seats = self.game.info.seats[:count]

    # What players say

    def _read(self, messages: Iterable[Message]) -> None:
        subject = ""
        for message in messages:
            if message.subject != subject:
                subject = message.subject
                self._read_subject(subject)
            if not message.sender and not message.depth:
                self.writer = signature_of(message) or _closing_name(message) or self.writer
            for line in message.lines:
                if line.why or line.stands_for or not line.text or len(line.text) > 160:
                    continue
                self._read_line(line, message)

    def _read_subject(self, subject: str) -> None:
        """The seats that a mail's subject names: `Braces: Ida (White) - Jonas (Black)`."""
        for declared in players.read_seats(subject, self.seat_named):
            name, seat = declared.name, declared.seat
            if name not in ("me", "you") and not EMOJI.search(name) and self._tagged(name) in (None, seat):
                self.declared.setdefault(fold_name(name), seat)
                if seat not in self.tags:
                    self.names.setdefault(seat, name)

    def _read_line(self, line: Line, message: Message) -> None:
        sender = message.sender or speaker_of(line.text)
        text = _SEAT_LETTER.sub(self._spell_seat, line.text) if "(" in line.text else line.text
        may_name = bool(self._names_seat.search(text) or (not text.isascii() and EMOJI.search(text)))
        head = _SEAT_HEAD.match(text) if may_name else None
        is_turn = head is not None and bool(self.seat_named(head["seat"])) and self._reads(text[head.end() :])
        may_name = may_name and not is_turn
        declared_all = list(players.read_seats(text, self.seat_named, self._is_sender)) if may_name else []
        if len(declared_all) < 2 and not is_turn:
            declared_all = players.read_letters(line.text, self._seat_lettered) or declared_all
        for declared in declared_all:
            if EMOJI.fullmatch(declared.name):
                self.emoji.setdefault(declared.name, declared.seat)
                self.emoji_lines.setdefault(line.start, line)
                self.lines.add(line.start)
                continue
            name = self._before_names.sub("", declared.name) or declared.name
            if name in ("me", "you"):
                seat = declared.seat if name == "me" else self.other(declared.seat)
                if seat is None or not sender:
                    continue
                name, declared_seat = sender, seat
            else:
                declared_seat = declared.seat
            tagged = self._tagged(name)
            if tagged not in (None, declared_seat):
                self.conflicts.append((line, name, declared_seat, tagged))
                continue
            self.declared.setdefault(fold_name(name), declared_seat)
            self.lines.add(line.start)
            if declared_seat not in self.tags:
                self.names.setdefault(declared_seat, name)
        if organiser := players.read_organiser(line.text):
            self._organisers.add(fold_name(organiser))
            self.lines.add(line.start)
        if self.starter is None and (starter := self._starter(line.text, sender)):
            self.starter = (starter, line)
        elif may_name and players.may_name_starter(line.text):
            seats = [str(seat) for seat in self.seats if seat != self.first and len(seat) > 1]
            if any(players.may_begin(line.text, seat) for seat in seats):
                self.unread_starters.append(line)
        if found := _GREETING.match(line.text):
            self._mates.setdefault(fold_name(message.sender), found["name"])

    def _starter(self, text: str, sender: str) -> str:
        """Who begins, as a line says it, or a clause of it that names a player or a seat; "" where none does."""
        if not players.may_name_starter(text):
            return ""
        whole = players.read_starter(text)
        if whole and is_name(whole):
            folded = fold_name(whole)
            return sender if folded in players.ME else "" if folded in players.YOU else whole
        for name in filter(None, map(players.read_starter, players.clauses(text))):
            if fold_name(name) in players.ME and sender:
                return sender
            if len(name) > 1 and self.seat_of(name):
                return name
        return ""

    def seat_named(self, word: str) -> str | None:
        """The seat that a word is the whole name of."""
        folded = word.strip().lower()
        return next((seat for seat in self.game.info.seats if seat.lower() == folded), None)

    def _is_sender(self, name: str) -> bool:
        return fold_name(name) in self.senders

    def _spell_seat(self, found: re.Match[str]) -> str:
        """A seat's letter in brackets with the seat's name in its place."""
        named = [seat for seat in self.seats if seat.startswith(found["letter"])]
        return f"({named[0]})" if len(named) == 1 else found.group()

    def _seat_lettered(self, letter: str) -> str | None:
        """The seat that a word is the name of, or the first letter where seats are not letters themselves."""
        seats = [seat for seat in self.game.info.seats if len(seat) > 1]
        return next((seat for seat in seats if seat[0] == letter), None) or self.seat_named(letter)

    def other(self, seat: str) -> str | None:
        """The other seat, where there are two."""
        rest = [known for known in self.seats if known != seat]
        return rest[0] if len(rest) == 1 else None

    # Whose a word is

    def knows(self, word: str) -> str | None:
        """The seat that a word before a turn names; a name without a seat for one that somebody here bears."""
        seat = self.seat_of(word)
        if seat is not None:
            return seat
        folded = fold_name(word)
        return "" if folded in self.senders or folded in players.ME or folded in players.YOU else None

    def emoji_of(self, emoji: str) -> str | None:
        """Whom a picture stands for."""
        return self.emoji.get(emoji)

    def seat_of(self, word: str) -> str | None:
        """The seat that a word written before a turn names: a player's, the seat's own name or its letter."""
        if not word:
            return None
        named = self.seat_of_player(word)
        if named is not None:
            return named
        folded = word.strip().lower()
        return next((seat for seat in self.seats if folded in (seat.lower(), seat[0].lower())), None)

    def seat_of_player(self, name: str) -> str | None:
        """The seat of a player by the tags, by the players' words, or by the order of play (TR4.5)."""
        if not name:
            return None
        folded = fold_name(name)
        seat = self._tagged(name) or self.declared.get(folded) or self.by_order.get(folded)
        if seat is None and folded in self.seat_names():
            seat = self.seat_named(name)
        return seat

    def seat_of_writer(self, sender: str) -> str | None:
        """The seat of a player who writes here; of two, the one that the other does not have."""
        seat = self.seat_of_player(sender)
        others = [known for name in self.senders - {fold_name(sender)} if (known := self.seat_of_player(name))]
        if seat is not None or len(self.senders) != 2 or len(self.seats) != 2 or len(others) != 1:
            return seat
        return self.other(others[0])

    def seat_names(self) -> set[str]:
        """The seats' own names as they are compared, but for letters that many words are."""
        return {fold_name(seat) for seat in self.seats if len(seat) > 1}

    def _tagged(self, name: str) -> str | None:
        """The seat whose player a name is: whole, its first word, one of its words, or the only one that it begins."""
        key = (name, len(self.names), len(self.seats))
        if key not in self._tagged_names:
            if len(self._tagged_names) > _REMEMBERED:
                self._tagged_names.clear()
            self._tagged_names[key] = self._find_tagged(name)
        return self._tagged_names[key]

    def _find_tagged(self, name: str) -> str | None:
        folded = fold_name(name)
        if not folded:
            return None
        players = {seat: self.tags.get(seat) or self.names.get(seat) or "" for seat in self.seats}
        words = {seat: [fold_name(word) for word in player.split()] for seat, player in players.items() if player}
        given = sorted(fold_name(word) for word in re.split(r"[\s,_.]+", name) if word)
        for is_named in (
            [seat for seat in words if fold_name(players[seat]) == folded],
            [seat for seat in words if sorted(words[seat]) == given],
            [seat for seat in words if words[seat][:1] == [folded]],
            [seat for seat in words if len(folded) > 2 and folded in words[seat][1:]],
            [seat for seat in words if len(folded) >= _SHORTEST and fold_name(players[seat]).startswith(folded)],
        ):
            if is_named:
                return is_named[0] if len(is_named) == 1 else None
        return None

    def is_whole_name(self, name: str) -> bool:
        """Whether a name is a player's as the tags have it, or a seat's own."""
        folded = fold_name(name)
        return folded in self.seat_names() or any(fold_name(self.tags.get(seat, "")) == folded for seat in self.seats)

    def is_bot(self, name: str) -> bool:
        """Whether somebody is a program that rolls dice."""
        return bool(_BOT.search(name)) and self.seat_of_player(name) is None

    def is_organiser(self, name: str) -> bool:
        """Whether somebody rules and does not play, by the name or by what a line says."""
        folded = fold_name(name)
        return players.is_organiser(folded) or folded in self._organisers or self._is_organisers_nick(name, folded)

    def _is_organisers_nick(self, name: str, folded: str) -> bool:
        """Whether a nick of nobody who plays begins the name of one who rules."""
        return (
            len(folded) > _SHORTEST
            and any(known.startswith(folded) for known in self._organisers)
            and self.seat_of_player(name) is None
        )

    def mate_of(self, sender: str) -> str | None:
        """Whom a sender greets."""
        return self._mates.get(fold_name(sender))

    def real_name(self, word: str, sender: str) -> str:
        """Who is meant by `me` (the sender, or who signs) and `you` (whom the sender greets); any other word as it
        is."""
        folded = fold_name(word)
        if folded in players.ME:
            return sender if sender and fold_name(sender) not in players.ME else self.writer or word
        if folded not in players.YOU:
            return word
        seat = self.seat_of_player(sender or self.writer)
        other = self.other(seat) if seat else None
        return (self.name_of(other) if other else None) or self.mate_of(sender) or word

    def name_of(self, seat: str) -> str | None:
        """The player's name at a seat, by a tag or by what was read."""
        return self.tags.get(seat) or self.names.get(seat)
