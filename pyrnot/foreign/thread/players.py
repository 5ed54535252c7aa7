"""Who plays which seat: by tags, by closed forms of words above the first turn, and by the order of play (TR4.4).

`Players` is a frozen value: each function below returns another one that knows more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.model import Kind, Message, ThreadLine, by_message, own_turns_of, turns_of
from pyrnot.foreign.thread.text import fold_name
from pyrnot.foreign.thread.words import read_section, seats_in_other_words, tokens_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

ME = read_section("me")
YOU = read_section("you")

PRONOUNS = ME | YOU


class Players(Struct, frozen=True):
    """The seats of one game, and who has them."""

    game: AnyGame
    tags: Tags
    seats: tuple[str, ...]
    first: str
    """The seat that begins."""
    names: Mapping[str, str] = {}
    """The players by their seats."""
    tagged: frozenset[str] = frozenset()
    """The seats whose players are named by tags."""
    seat_by_name: Mapping[str, str] = {}
    """The seats by the folded names of their players; "" for a name that two have."""
    senders: Mapping[str, str] = {}
    """Who sent messages: names by their folded form."""
    labels: Mapping[str, str] = {}
    """Names before turns that no tag and no sender has, by their folded form."""
    addressees: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()
    """The players whom a heading names without their seats."""
    inferred: tuple[str, ...] = ()
    """The seats that only the order of play gives."""
    first_by: ThreadLine | None = None
    """The line that says who begins."""
    conflicts: tuple[tuple[ThreadLine, str, str], ...] = ()
    """Lines that give a player another seat than is known, each with the player and that seat."""
    doubtful: tuple[ThreadLine, ...] = ()
    """Lines that name a seat in words that are not read."""

    # Whose a word is

    def seat_word(self, word: str) -> str | None:
        """The seat that a word of any language names, or its letter in capitals, or a circle of its colour."""
        seats: tuple[str, ...] = self.game.info.seats
        return _seat_word(seats, word)

    def seat_of(self, name: str) -> str | None:
        """The seat that a word names, else that of the player whom it names (R3.4); None if it names neither."""
        own = _named(self.seats, name.strip(), name)
        if own is not None:
            return own
        folded = fold_name(name)
        known = self.seat_by_name.get(folded)
        if known is not None:
            return known or None
        seat = self.seat_word(name)
        if seat in self.seats:
            return seat
        return self._seat_called(folded, shortest=1 if folded in self.labels else 3)

    def is_short_for_one(self, name: str) -> bool:
        """Whether one player's name alone begins so, with however few letters: `A` for Ana."""
        return self._seat_called(fold_name(name), shortest=1) is not None

    def _seat_called(self, folded: str, *, shortest: int) -> str | None:
        return _only([seat for seat, player in self.names.items() if _may_call(player, folded, shortest)])

    def seat_of_line(self, line: ThreadLine) -> str | None:
        """The seat of the player who says a line."""
        if not line.who:
            return self._seat_of_sender(line.author)
        folded = fold_name(line.who)
        if folded not in PRONOUNS or folded in self.seat_by_name:
            return self.seat_of(line.who)
        seat = self._seat_of_sender(line.message.sender)
        return seat if folded in ME else self.other(seat)

    def _seat_of_sender(self, name: str) -> str | None:
        """The seat of whoever sent a message: a sender is a player, even one who is called as a seat is."""
        return self.seat_by_name.get(fold_name(name)) or self.seat_of(name)

    def is_player(self, name: str) -> bool | None:
        """Whether a name is a player's; None if that is not known."""
        if not name:
            return None
        if self.seat_of(name) is not None:
            return True
        are_all_known = len({*self.names, *filter(None, self.seat_by_name.values())}) >= len(self.seats)
        return False if are_all_known else None

    def knows(self, word: str) -> bool:
        """Whether a word before a turn is a seat's, a player's, or the name of a sender."""
        folded = fold_name(word)
        if folded in PRONOUNS or _calls_one_of(folded, (*self.senders.values(), *self.labels.values())):
            return True
        return self.seat_of(word) is not None

    def player_words(self) -> frozenset[str]:
        """The words of the names of all senders and players, in small letters."""
        known = [*self.senders.values(), *self.names.values(), *self.labels.values()]
        return frozenset(word for name in known for word in tokens_of(name))

    def other(self, seat: str | None) -> str | None:
        """The other seat, where there are two."""
        return _only([known for known in self.seats if known != seat])

    @property
    def is_first_tagged(self) -> bool:
        """Whether a tag says which seat begins."""
        return "First" in self.tags or "Setup" in self.tags

    @property
    def another_first(self) -> ThreadLine | None:
        """The line that says who begins, if without it another seat would."""
        return self.first_by if self.first != self.seats[0] else None

    @property
    def rotation(self) -> tuple[str, ...]:
        """The seats in the order of play, from the one that begins."""
        at = self.seats.index(self.first) if self.first in self.seats else 0
        return (*self.seats[at:], *self.seats[:at])

    def seat_at(self, ply: int) -> str:
        """The seat that moves at a ply, where the seats move in turn."""
        return self.rotation[(ply - 1) % len(self.rotation)]


def _only(found: Sequence[str]) -> str | None:
    """What was found, if it is one thing alone."""
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=1024)  # in a chat every line begins with one of few names
def _seat_word(seats: tuple[str, ...], word: str) -> str | None:
    bare = word.strip()
    return _named(seats, bare, seats_in_other_words().get(bare.lower(), bare))


def _named(seats: tuple[str, ...], letter: str, word: str) -> str | None:
    """The seat of a letter, which is a capital, or the one that a word names in any case."""
    folded = word.strip().lower()
    named = (seat for seat in seats if letter == seat[0] or (len(seat) > 1 and folded == seat.lower()))
    return next(named, None)


@lru_cache(maxsize=1024)
def _may_call(player: str, folded: str, shortest: int) -> bool:
    """Whether a folded name is a player's initials, or so much of the beginning of their name."""
    initials = "".join(word[0].lower() for word in player.split())
    if len(folded) > 1 and initials == folded:
        return True
    return len(folded) >= shortest and fold_name(player).startswith(folded)


def _forms_of(name: str) -> tuple[str, str]:
    """How a player may be called, as names are compared: by the whole name, and by its first word."""
    return fold_name(name), fold_name(name.strip().split(" ")[0])


@lru_cache(maxsize=1024)
def _calls_one_of(folded: str, senders: tuple[str, ...]) -> bool:
    """Whether a folded word is the name of some sender, or its first word."""
    return any(folded in _forms_of(sender) for sender in senders)


# What is known before any line is read


def known_players(game: AnyGame, tags: Tags, messages: Sequence[Message]) -> Players:
    """What tags and heads of messages tell."""
    seats, first = _count_seats(game, tags)
    names = {str(seat): tags[seat] for seat in game.info.seats if tags.get(seat)}
    players = Players(
        game,
        tags,
        seats,
        first,
        names,
        tagged=frozenset(names),
        senders={fold_name(message.sender): message.sender for message in messages if message.sender},
        addressees=tuple(dict.fromkeys(message.to for message in messages if message.to)),
    )
    for seat, name in names.items():
        players = _with_names(players, name, seat)
    return players


def _count_seats(game: AnyGame, tags: Tags) -> tuple[tuple[str, ...], str]:
    """The seats of a game with these tags, and the one that begins: those of the position at the start, else as many
    as the tags name."""
    start = start_of(game, tags, {})
    if start is not None:
        return tuple(map(str, start.seats)), str(start.to_move)
    named = [at for at, seat in enumerate(game.info.seats, 1) if seat in tags or tags.get("Seats") == str(at)]
    seats = tuple(map(str, game.info.seats[: max([2, *named])]))
    return seats, tags.get("First", seats[0])


def as_declared(players: Players) -> Players:
    """The players without what only the order of play says."""
    return replace(without_seats(players, frozenset(players.inferred)), inferred=())


def without_seats(players: Players, seats: AbstractSet[str]) -> Players:
    """The players without those of some seats."""
    names = {seat: name for seat, name in players.names.items() if seat not in seats}
    by_name = {name: seat for name, seat in players.seat_by_name.items() if seat not in seats}
    return replace(players, names=names, seat_by_name=by_name)


def widen(players: Players, count: int) -> Players:
    """As many seats as there are players, where no tag gives the number."""
    is_free = "Seats" not in players.tags and len(players.tagged) < 2
    if not is_free or count <= len(players.seats):
        return players
    return replace(players, seats=tuple(map(str, players.game.info.seats[:count])))


def widen_to(players: Players, lines: Sequence[ThreadLine]) -> Players:
    """As many seats as people write turns, up to the first who comes again after another: later it is advice, or one
    of them by another name. A number that its writer gives again is that of a correction; one that comes again with
    the same turn, that of a copy. The first turn of one may stand among words. A table of turns without names has a
    column for each. Where two or more are named as players, those are all."""
    if len(players.names) > 1:
        return players
    own = _without_copies([line for line in own_turns_of(lines) if line.author])
    numbered: dict[tuple[str, int], ThreadLine] = {}
    for line in own:
        numbered.setdefault((_hand(players, line), line.number_value or -line.order), line)
    writers: set[str] = set()
    end = len(lines)
    for hand, turns in groupby(numbered.values(), lambda line: _hand(players, line)):
        if hand in writers:
            end = next(turns).order
            break
        writers.add(hand)
    among_words = {_hand(players, line) for line in lines[:end] if line.kind is Kind.CANDIDATE}
    with_turns = {_hand(players, line) for line in own}
    return widen(players, max(_count_columns(lines), len(writers | among_words & with_turns)))


def _count_columns(lines: Sequence[ThreadLine]) -> int:
    """How many columns of turns a table has; turns that are in no table are one."""
    return max((line.column + 1 for line in own_turns_of(lines)), default=0)


def _hand(players: Players, line: ThreadLine) -> str:
    """Who writes a line, as a seat if nothing else tells: `North` and `N` are one hand."""
    return players.seat_word(line.author) or fold_name(line.author)


def _without_copies(turns: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The turns but those that have the number and the text of one above them."""
    first = {(line.number_value or -line.order, line.written): line for line in reversed(turns)}
    return [*reversed(first.values())]


def _with_name(players: Players, name: str, seat: str) -> Players:
    """Knows a player by a name, whole or its first word."""
    by_name = dict(players.seat_by_name)
    whole, first = _forms_of(name)
    forms = (whole,) if players.seat_word(first) else (whole, first)  # `Red: Blue Sanderson`
    for form in filter(None, forms):
        if by_name.setdefault(form, seat) != seat:
            by_name[form] = ""
    return replace(players, seat_by_name=by_name)


def _with_names(players: Players, name: str, seat: str) -> Players:
    """Knows a player by a name, and by that of the sender whom it calls."""
    return _with_name(_with_name(players, name, seat), _full_name(players, name), seat)


def _with_player(players: Players, name: str, seat: str) -> Players:
    """Gives a seat to the player of a name."""
    players = replace(players, names={**players.names, seat: _full_name(players, name)})
    return _with_names(players, name, seat)


def with_labels(players: Players, names: Iterable[str]) -> Players:
    """Knows that people are called so, whatever their seats."""
    labels = dict(players.labels)
    for name in names:
        labels.setdefault(fold_name(name), name)
    return replace(players, labels=labels)


def with_answer(players: Players, seat: str, name: str) -> Players:
    """The players with one whose seat an answer gives."""
    by_name = {**players.seat_by_name, fold_name(name): seat}
    return replace(players, names={**players.names, seat: name}, seat_by_name=by_name)


# What lines say


def declare(players: Players, name: str, seat: str, line: ThreadLine) -> Players:
    """Notes who has a seat, as a line says; what contradicts is known as a conflict."""
    if _known_seat(players, name) not in (None, seat):
        return _with_conflict(players, line, name, seat)
    if seat in players.names:
        return _declare_again(players, name, seat, line)
    players = _with_player(players, name, seat)
    if seat not in players.seats:
        place = list(map(str, players.game.info.seats)).index(seat)
        players = widen(players, max(place, len(players.seats)) + 1)  # East plays from three players on
    return players


def _known_seat(players: Players, name: str) -> str | None:
    """The seat that a player is known to have; a sender with the name of a seat may have another."""
    folded = fold_name(name)
    if folded in players.senders:
        return players.seat_by_name.get(folded) or None
    return players.seat_of(name)


def _declare_again(players: Players, name: str, seat: str, line: ThreadLine) -> Players:
    """Another name for a seat that has a player."""
    if players.seat_of(name) is not None:
        return players
    if seat not in players.tagged:
        return _with_name(players, name, seat)
    return _with_conflict(players, line, name, seat)


def _with_conflict(players: Players, line: ThreadLine, name: str, seat: str) -> Players:
    return replace(players, conflicts=(*players.conflicts, (line, name, seat)))


def _full_name(players: Players, name: str) -> str:
    """The name of the one sender whose name, or first name, this is; else the name itself."""
    folded = fold_name(name)
    return _only([full for full in players.senders.values() if folded in _forms_of(full)]) or name


def declare_speaker(players: Players, speaker: str, seat: str | None, line: ThreadLine) -> Players:
    """Notes the seat of whoever says a line; where that is not known, of `me`."""
    if seat is None:
        return players
    if speaker:
        return declare(players, speaker, seat, line)
    by_name = dict(players.seat_by_name)
    by_name.setdefault("me", seat)
    return replace(players, seat_by_name=by_name)


# By the order of play


def with_order_of_play(players: Players, lines: Sequence[ThreadLine], plies: Mapping[int, int]) -> Players:
    """Gives those who make turns the seats that they play by their order, where nothing else does; then the seats
    that are left to those to whom they write, or whom the heading names. `plies` are those of numbered turns, by
    their `order`."""
    heads = _told_turns(lines)
    unknown = next((at for at, line in enumerate(heads) if line.author), 0)
    told = [_by_its_sender(players, line) for line in heads]
    turns = [line for line in (*told, *_added_to_lists(players, heads, plies)) if line.author]
    order = _by_number(players, turns, plies) if plies else _by_appearance(players, turns, unknown)
    for line, seat in order:
        players = _settle(players, line, seat)
    return _with_stranger(_with_others(players), turns)


def _told_turns(lines: Sequence[ThreadLine]) -> Sequence[ThreadLine]:
    """The candidates at their heads or with a number; all of them, where the players write their turns in sentences,
    or where only so none of them has two in a row."""
    candidates = [line for line in lines if line.kind is Kind.CANDIDATE]
    heads = [line for line in candidates if line.is_at_head or line.number is not None]
    return candidates if 2 * len(heads) < len(candidates) or are_in_sentences(candidates) else heads


def are_in_sentences(candidates: Sequence[ThreadLine]) -> bool:
    """Whether the players take turns, and write most turns in sentences, or one of them all of theirs."""
    heads = turns_of(candidates)
    return _alternate(candidates) and (2 * len(heads) < len(candidates) or not _alternate(heads))


def _alternate(turns: Sequence[ThreadLine]) -> bool:
    """Whether no writer has two turns in a row."""
    return all(one.author != other.author for one, other in pairwise(turns))


def _with_stranger(players: Players, turns: Sequence[ThreadLine]) -> Players:
    """The one writer of turns who is not known is the one player who writes none by name."""
    strangers = Counter(line.author for line in turns if players.is_player(line.author) is False)
    silent = set(players.seats) - {players.seat_of_line(line) for line in turns}
    is_one_of_each = len(strangers) == len(silent) == 1
    if not is_one_of_each or strangers.total() < 2:
        return players
    (stranger,) = strangers
    (seat,) = silent
    return replace(_with_name(players, stranger, seat), inferred=(*players.inferred, seat))


def _added_to_lists(players: Players, heads: Sequence[ThreadLine], plies: Mapping[int, int]) -> list[ThreadLine]:
    """The last turn that was added to a list each time it was sent again, as its sender's own, where whole rounds and
    one turn were added; of a sender who did so only once, none."""
    added: list[ThreadLine] = []
    known: set[int] = set()
    for said in by_message(heads):
        turns = {plies[line.order]: line for line in said if line.order in plies}
        new = turns.keys() - known
        known |= new
        if len(new) % len(players.seats) == 1 and turns[max(new)].is_listed:
            added.append(replace(turns[max(new)], is_listed=False))
    counts = Counter(line.author for line in added)
    return [line for line in added if counts[line.author] > 1]


def _by_its_sender(players: Players, line: ThreadLine) -> ThreadLine:
    """A turn with its sender in place of the seat before it: `White: Sc4` in a mail of Ana's is hers, and so is
    `me: Sc4`; in a list of several turns nobody's."""
    is_own = fold_name(line.who) in ME and line.message.sender != ""
    return replace(line, who="") if is_own or players.seat_word(line.who) is not None else line


def _by_number(
    players: Players, turns: Sequence[ThreadLine], plies: Mapping[int, int]
) -> list[tuple[ThreadLine, str]]:
    """The first turn of each speaker with the seat whose numbers most of their turns have, last those who write only
    one, as an example may be; none for a speaker who writes down the turns of several seats alike, or of another seat
    first."""
    seats_of: dict[str, list[tuple[ThreadLine, str]]] = {}
    for line in sorted(turns, key=lambda line: plies.get(line.order, 0)):
        if line.order in plies:
            seats_of.setdefault(fold_name(line.author), []).append((line, players.seat_at(plies[line.order])))
    settled = []
    for said in sorted(seats_of.values(), key=lambda said: len(said) == 1):
        line, first = said[0]
        ((most, count),) = Counter(seat for _, seat in said).most_common(1)
        others = len(said) - count
        plays_its_first = most == first and len(seats_of) > 1  # nobody else writes: one hand for all seats
        if count > 2 * others or (plays_its_first and count > others):
            settled.append((line, most))
    return settled


def _by_appearance(players: Players, turns: Sequence[ThreadLine], unknown: int) -> list[tuple[ThreadLine, str]]:
    """Each speaker who has no seat has the next one that is free, after as many turns as nobody is known to have
    written; of more speakers than seats, those with several turns before those with one, which may be advice."""
    taken = {*players.names, *(players.seat_of_line(line) for line in turns)}
    at = unknown % len(players.rotation)
    free = [seat for seat in (*players.rotation[at:], *players.rotation[:at]) if seat not in taken]
    first: dict[str, ThreadLine] = {}
    for line in turns:
        if players.seat_of_line(line) is None:
            first.setdefault(line.author, line)
    counts = Counter(line.author for line in turns)
    players_first = sorted(first.values(), key=lambda line: (counts[line.author] == 1, line.order))
    playing = sorted(players_first[: len(free)], key=lambda line: line.order)
    return list(zip(playing, free, strict=False))


def _settle(players: Players, line: ThreadLine, seat: str) -> Players:
    """Gives a seat to whoever says a line, if they have none and the seat has no player."""
    if players.seat_of_line(line) is not None:
        return players
    folded = fold_name(line.author)
    if line.who and folded in PRONOUNS:
        inferred = players.inferred if seat in players.names else (*players.inferred, seat)
        return replace(players, seat_by_name={**players.seat_by_name, folded: seat}, inferred=inferred)
    return players if seat in players.names else _infer(players, line.author, seat)


def _with_others(players: Players) -> Players:
    """The seats that are left go to those to whom the others write, or whom a heading names."""
    left = [seat for seat in players.seats if seat not in players.names]
    others = [name for name in players.addressees if players.seat_of(name) is None]
    if len(left) == len(others) == 1:
        return _infer(players, others[0], left[0])
    named = list(zip(players.seats, players.heading, strict=False))
    agrees = all(fold_name(players.names.get(seat, name)) == fold_name(name) for seat, name in named)
    if not agrees:
        return players
    for seat, name in named:
        if seat in left:
            players = _infer(players, name, seat)
    return players


def _infer(players: Players, name: str, seat: str) -> Players:
    """Gives a seat to a player as one that only the order of play gives."""
    return replace(_with_player(players, name, seat), inferred=(*players.inferred, seat))


def start_of(game: AnyGame, tags: Tags, more: Mapping[str, str]) -> Any:
    """The position with which a game of these tags starts, where `more` come first; None if they give none."""
    try:
        return game.start(Tags([*more.items(), *tags.items()]))
    except Illegal:
        return None
