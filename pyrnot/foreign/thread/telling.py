"""One part of a text read as a game: its items, its story, and its questions with their answers applied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.games import subject_with_number
from pyrnot.foreign.thread.items import Item, Kind, Part, Question, diagnostic_at, short, tag_diagnostics
from pyrnot.foreign.thread.linehead import NAMED
from pyrnot.foreign.thread.lines import LineReader
from pyrnot.foreign.thread.numbers import read_number
from pyrnot.foreign.thread.questions import BadAnswer, answer_for, apply, is_done, look_ahead, unasked
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook, start_of
from pyrnot.foreign.thread.set_up import SetUp
from pyrnot.foreign.thread.slots import known_slots
from pyrnot.foreign.thread.story import Given, Story, Teller
from pyrnot.foreign.thread.talk import Judge, endings_of
from pyrnot.foreign.thread.text import fold_name
from pyrnot.foreign.thread.timeline import in_time, newest_first
from pyrnot.foreign.thread.words import Signal, is_introduction, is_small_talk, signal_of, tokens_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.play.replay import Replay
    from pyrnot.record.source import SourceText

_LONGEST_LABELLED = 400


class PartReader:
    """Reads one part of a text as a game."""

    def __init__(self, source: SourceText, game: AnyGame, part: Part, known: Replay | None = None) -> None:
        self.source = source
        self.game = game
        self.part = part
        self.known = known_slots(known) if known is not None else []
        known_tags = known.record.tags.items() if known is not None else ()
        self.tags = Tags([*((tag.name, tag.value) for tag in part.tags), *known_tags])
        self.reader = TurnReader(game)
        self.book = SeatBook(game, self.tags, part.messages)
        self.lines = LineReader(self.reader, self.book)
        self._find_labels()
        self.items = self._read_items()
        self.set_up = self._read_set_up()
        self.given = Given()
        self.diagnostics: list[Diagnostic] = tag_diagnostics(part.tags)
        self.asked: set[int] = set()
        """The lines of its open questions."""

    # Items

    def _find_labels(self) -> None:
        """Notes who plays here by name: in closed forms, and before turns where two or more do so."""
        labels: dict[str, list[str]] = {}
        seats = {str(seat).lower() for seat in self.game.info.seats}
        texts = [text for message in self.part.messages for text in message.texts if len(text) <= _LONGEST_LABELLED]
        for text in texts:
            number = read_number(text)
            found = NAMED.match(text, number.end if number is not None else 0)
            if found and (self.lines.body(rest := text[found.end() :]) or self.reader.holds(rest)):
                labels.setdefault(found["who"], []).append(rest)
            may_declare = not {":", "(", "="}.isdisjoint(text) or not seats.isdisjoint(tokens_of(text))
            names = [name for name, _ in self.book.declarations(text)] if may_declare and len(text) <= 160 else []
            for name in (*names, *self.book.names_in(text)):
                if len(name) > 1:
                    self.book.labels.setdefault(fold_name(name), name)
        named = [who for who in labels if self.book.knows(who)]
        others = [who for who in labels if who not in named and not is_introduction(who) and not signal_of(who)]
        turns = [who for who in others if any(self.lines.reads(rest) for rest in labels[who])]
        is_few = len(named) + len(others) <= len(self.game.info.seats)
        for who in turns if is_few and len(named) + len(turns) >= 2 and not self.book.tagged else ():
            self.book.labels.setdefault(fold_name(who), who)

    def _read_items(self) -> list[Item]:
        messages, copying = in_time(self.part.messages)
        items = [item for message in messages for item in self.lines.read(message)]
        for item in items:
            item.may_copy = id(item.message) in copying
        if newest_first(items):
            items.reverse()
        for order, item in enumerate(items):
            item.order = order
        return items

    def first_turn(self) -> int:
        """The place of the first turn among the items."""
        return next((item.order for item in self.items if item.kind is Kind.TURN), len(self.items))

    def _read_set_up(self) -> SetUp:
        place = self.first_turn()
        first = min((item.line.start for item in self.items if item.kind is Kind.TURN), default=0)
        talk = [item for item in self.items if item.kind is Kind.TALK]
        before = [item for item in talk if item.order < place or item.line.start < first]
        after = [item for item in talk if item.order >= place and item.line.start >= first]
        heads = [
            replace(item, text=item.line.text[:at])
            for item in self.items[place : place + 1]
            if (at := item.line.text.find(item.text[:8])) > 0
        ]
        self.book.read([*before, *heads])
        found = SetUp(self.reader.informal)
        found.read(before, self.book, is_before=True)
        if not found.tags:
            near = self.items[: place + self.reader.informal.set_up_lines]
            found.read_listed([item for item in near if item.kind in (Kind.TALK, Kind.UNREAD, Kind.TURN)])
        if self.reader.informal.set_up_tags:
            found.read(after, self.book, is_before=False)
        return found

    # Telling

    def start(self, book: SeatBook) -> tuple[Any, dict[str, str]]:
        """The position at the start, None if there is none, and the tags that were inferred. `Seats` is among
        them only where the other tags do not give as many."""
        more = {name: value for name, (value, _) in self.set_up.tags.items() if name not in self.tags}
        for seat in book.seats:
            if seat in book.names and seat not in self.tags:
                more[seat] = book.names[seat]
        if book.first_by is not None and "First" not in self.tags and book.first != book.seats[0]:
            more["First"] = book.first
        position = start_of(self.game, self.tags, more)
        is_free = "Seats" in self.game.info.tags and {"Seats", "Setup"}.isdisjoint({*self.tags, *more})
        if is_free and (position is None or len(position.seats) != len(book.seats)):
            more["Seats"] = str(len(book.seats))
            position = start_of(self.game, self.tags, more)
        return position, more

    def tell(self, items: Sequence[Item], given: Given) -> Story:
        """The game that items make."""
        book = _copy_book(self.book)
        for seat, name in given.seats.items():
            book.names[seat] = name
            book.seat_by_name[fold_name(name)] = seat
        speakers = {
            fold_name(item.speaker) for item in items if item.kind is Kind.TURN and item.speaker and not item.is_quoted
        }
        if len(book.seats) < len(speakers):
            book.widen(len(speakers))
        position, _ = self.start(book)
        if position is not None:
            book.first = str(position.to_move)
        told = Story(items, given, book, list(self.known), self.known[-1].after if self.known else position)
        Teller(self.reader, told).tell()
        Judge(self.reader, told).judge()
        self._end(told)
        self._ask_seats(told)
        self._ask_variant(told)
        self._ask_subject(told)
        told.border = self._border(told)
        asked = told.asked()
        told.remarks = [
            (ply, kept) for ply, shown in told.remarks if (kept := [item for item in shown if item.order not in asked])
        ]
        told.questions.sort(key=lambda question: (question.items[0].order, question.line))
        return told

    def _border(self, told: Story) -> Item | None:
        """The turn with which another game begins."""
        if told.given.borders:
            return next((item for item in told.items if item.line.start in told.given.borders), None)
        best = 0
        has_result = False
        first, end = told.slot_of(1), told.slots[-1] if told.slots else None
        is_over = end is not None and end.after is not None and self.game.outcome(end.after) is not None
        for item in told.items:
            if item.kind is Kind.RESULT and not item.is_quoted and best:
                has_result = True
            if item.kind is not Kind.TURN or item.is_quoted or item.is_settled:
                continue
            is_later = end is not None and item.order > end.item.order and item.order not in told.copies
            if item.number is None and is_later and (is_over or has_result):
                return item if is_over else None
            is_restart = item.number == 1 and not item.is_second and best > 1
            if is_restart and first is not None and first.item.written != item.written:
                if not has_result:
                    self._ask_border(told, item)
                return item if has_result else None
            best = max(best, item.number or 1)
        return None

    def _ask_border(self, told: Story, item: Item) -> None:
        later = {each.order for each in told.items if each.order >= item.order}
        told.questions = [
            question for question in told.questions if later.isdisjoint(each.order for each in question.items)
        ]
        told.diagnostics = [
            diagnostic
            for diagnostic in told.diagnostics
            if diagnostic.span is None or diagnostic.span.start < item.line.start
        ]
        told.slots = list(takewhile(lambda slot: slot.item.order < item.order, told.slots))
        self._ask_game(told, item, "The turns are numbered from 1 again")

    def _ask_game(self, told: Story, item: Item, why: str) -> None:
        ply = sum(slot.item.order < item.order for slot in told.slots)
        message = f"does another game begin here? {why}"
        told.questions.append(Question([item], message, ["game", "out"], ply, rule="TR1", is_border=True))

    def _end(self, told: Story) -> None:
        """The result after the last turn."""
        slots, items = told.slots, told.items
        last = slots[-1].item.order if slots else -1
        answered = [item for item in items if item.kind is Kind.RESULT and item.is_settled]
        said = answered or [item for item in items if item.kind is Kind.RESULT and item.order > last and slots]
        found: dict[str, Item] = {}
        for item in said:
            endings = [item.ending] if item.is_settled else endings_of(item, item.ending, told.book)
            goes_on = self._goes_on(item, told)
            is_clear = len(endings) == 1 and told.book.is_player(item.speaker) is not False and not goes_on
            if not item.is_settled and not is_clear:
                text = "did the game end like this?" if goes_on else "how did the game end?"
                told.questions.append(_ask_result([item], f"{text} {short(item.text)!r}", endings, len(slots)))
                return
            found.setdefault(endings[0], item)
        if len({"draw" if ending.startswith("draw") else ending for ending in found}) > 1:
            message = f"which result counts: {' or '.join(found)}?"
            told.questions.append(_ask_result([*found.values()], message, list(found), len(slots)))
        elif found:
            ending, item = next(iter(found.items()))
            told.result = ending, item.line

    def _goes_on(self, result: Item, told: Story) -> bool:
        """Whether talk after a result may take it back."""
        names = told.book.player_words()
        later = [item for item in told.items if item.order > result.order and item.kind is Kind.TALK]
        return any(
            signal_of(item.text) > Signal.NONE and not is_small_talk(item.text, names)
            for item in later
            if not (item.is_quoted or item.is_settled)
        )

    def _ask_seats(self, told: Story) -> None:
        """Asks who plays which seat, where a line before the first turn may say it and nothing else does."""
        book = told.book
        is_free = bool(book.inferred) or (not book.names and "First" not in self.tags and "Setup" not in self.tags)
        if not is_free:
            return
        doubtful = {item.order for item in self.book.doubtful if not item.is_settled} - told.asked()
        fresh = [
            item for item in told.items if item.order in doubtful and item.kind is Kind.TALK and not book.agrees(item)
        ]
        if fresh:
            offers = ["out"]
            for seat in book.seats:
                offers += [f"seat {seat}: {name}" for name in dict.fromkeys(book.names.values())]
            message = f"who plays which seat? {short(fresh[0].text)!r}"
            told.questions.append(Question(fresh, message, offers[:8], 0, rule="TR4"))

    def _ask_subject(self, told: Story) -> None:
        """Asks whether another game begins with a new subject, or with one that differs in its number."""
        subject = self.part.new_subject or subject_with_number(self.part.messages)
        turns = [item for item in told.items if item.kind is Kind.TURN]
        first = next((item for item in turns if subject and item.message.subject == subject), None)
        is_open = first is not None and not first.is_settled and not told.given.borders
        if first is not None and is_open and any(item.number is None for item in turns):
            self._ask_game(told, first, f"The mail has a new subject: {short(subject)!r}")

    def _ask_variant(self, told: Story) -> None:
        """Asks whether a line before the first turn means the optional rule that it names."""
        given = self.tags.get("Variant", "")
        if not given and "Variant" in self.set_up.tags:
            return
        asked = told.asked()
        rules = [name for name in self.game.info.variants if name not in given]
        first = self.first_turn()
        for item in told.items:
            if item.kind is not Kind.TALK or item.order in asked or item.is_quoted:
                continue
            words = " ".join(tokens_of(item.text))
            name = next((rule for rule in rules if re.search(rf"\b{' '.join(tokens_of(rule))}\b", words)), "")
            if name and (item.order < first or not name.isalpha()):
                message = f'does the optional rule {name!r} apply? If so, add the line [Variant "{name}"]'
                told.questions.append(Question([item], message, ["out"], 0, rule="TR3"))

    def read(self) -> tuple[Story, list[Diagnostic]]:
        """The game with its answers applied, and the diagnostics of answers that asked nothing."""
        answers = self.source.answers
        used: set[int] = set()
        diagnostics: list[Diagnostic] = []
        told = self._newest_first() or self.tell(self.items, self.given)
        if self.book.in_prose and not self.book.tagged and self._is_seated_otherwise(told):
            self._ask_prose()
            told = self.tell(self.items, self.given)
        if answers.by_line:
            self.asked = {question.line for question, _ in look_ahead(told, self.reader, self.tell)}
        while True:
            given = ((question, answer_for(question, answers)) for question in told.questions)
            question, text = next(
                (pair for pair in given if pair[1] is not None and pair[0].line not in used), (None, None)
            )
            if question is None or text is None or told.border is not None:
                break
            used.add(question.line)  # the others may be asked otherwise when it is answered
            try:
                apply(text, question, self.reader, told.book, self.given)
            except BadAnswer as wrong:
                diagnostics.append(unasked(self.source, question.line, f"{wrong}"))
            told = self.tell(self.items, self.given)
        done = {line for line in self.asked - used if is_done(answers.by_line.get(line, ""), line, told)}
        self.used = used | done
        return told, diagnostics

    def _newest_first(self) -> Story | None:
        """The game of lines without numbers and dates from the last to the first, where that alone replays (TR4.1)."""
        turns = [item for item in self.items if item.kind is Kind.TURN]
        if len(turns) < 2 or any(item.number is not None or item.is_quoted or item.message.when for item in turns):
            return None
        as_it_stands = self.tell(self.items, self.given)
        if len({item.speaker for item in turns}) < 2 or as_it_stands.questions or _is_sound(as_it_stands):
            return None
        items = [replace(item, order=order) for order, item in enumerate(reversed(self.items))]
        told = self.tell(items, self.given)
        if not _is_sound(told) or told.remarks:
            return None
        self.items = items
        message = "the turns are read from the last line to the first"
        self.diagnostics.append(
            diagnostic_at(turns[0].line, CoreCodes.READ_ORDER, "TR4", message, is_error=False, ply=0)
        )
        return told

    def _is_seated_otherwise(self, told: Story) -> bool:
        """Whether the turns are played by others than the words before them say."""
        turns = [item for item in self.items if item.kind is Kind.TURN and item.speaker and not item.is_quoted]
        return (
            any(diagnostic.code is CoreCodes.WRONG_SEAT for diagnostic in told.diagnostics)
            or any(item in self.book.in_prose for item, _, _ in told.book.conflicts)
            or any(told.book.is_player(item.speaker) is False for item in turns[: len(told.book.seats)])
        )

    def _ask_prose(self) -> None:
        """Takes the seats from the order of play, and asks about the sentences that say otherwise."""
        in_prose = self.book.in_prose
        others = [item for item in self.items[: self.first_turn()] if item not in in_prose]
        self.book = SeatBook(self.game, self.tags, self.part.messages)
        self.book.read([item for item in others if item.kind is Kind.TALK])
        self.book.doubtful += in_prose


def _is_sound(told: Story) -> bool:
    """Whether all turns are legal and nothing is open."""
    is_legal = told.position is not None and bool(told.slots)
    return (
        is_legal
        and not told.questions
        and not any(diagnostic.severity is Severity.ERROR for diagnostic in told.diagnostics)
    )


def _copy_book(book: SeatBook) -> SeatBook:
    other = copy(book)
    for key, value in vars(book).items():
        if isinstance(value, dict | list | set):
            setattr(other, key, value.copy())
    return other


def _ask_result(items: list[Item], message: str, endings: Sequence[str], ply: int) -> Question:
    return Question(items, message, ["out", *(f"result: {ending}" for ending in endings)], ply, rule="TR3")


def split_at(part: Part, border: Item) -> list[Part]:
    """A part cut before a turn, in the order of time: the game before it, and that which begins with it; nothing if
    there is no text before it."""
    ordered, _ = in_time(part.messages)
    place = next(place for place, message in enumerate(ordered) if message is border.message)
    lines = ordered[place].lines
    upper = replace(ordered[place], lines=[line for line in lines if line.start < border.line.start])
    lower = replace(ordered[place], lines=[line for line in lines if line.start >= border.line.start])
    before = [*ordered[:place], upper]
    if not any(line.text for message in before for line in message.lines):
        return []
    game_tags = [tag for tag in part.tags if tag.name.lower() in ("game", "variant", "seats", "trios", "circle")]
    after = Part([lower, *ordered[place + 1 :]], game_tags, title=part.title)
    return [replace(part, messages=before), after]
