"""What each line of a message is: turns, dice, a result, or talk (TR3.1, TR3.2).

A turn is a line that reads to its end as one, after heads of a closed list; a head never takes notation away. What is
not understood to its end is talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from pyrnot.foreign.thread.dice import read_dice
from pyrnot.foreign.thread.items import Item, Kind
from pyrnot.foreign.thread.linehead import NAMED, Head, HeadReader
from pyrnot.foreign.thread.numbers import read_number
from pyrnot.foreign.thread.reading import TURN, TurnReader, TurnText
from pyrnot.foreign.thread.results import LONGEST_RESULT, read_result
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.set_up import cut_set_up
from pyrnot.foreign.thread.tables import read_table, split_row
from pyrnot.foreign.thread.text import Line, Message
from pyrnot.foreign.thread.words import Signal, is_introduction, is_small_talk, names_pieces, signal_of

_MOST_WRAPPED = 6
"""Lines over which a mail program may break one turn."""
_LONGEST_TABLE = 1_000
_WIDE = 45
"""Characters of a line that a mail program may have broken."""
_AGO = re.compile(
    r"\s+(?:[(\[])?(?:(?:about|over|almost)\s+)?(?:an?|\d{1,3})\s+(?:second|minute|hour|day|week|month|year)s?\s+ago[)\]]?$"
)
_LATE_TIME = re.compile(r"\s+[\[(]\d{1,2}[:.]\d{2}(?::\d\d)?(?:\s?[ap]m)?[\])]$")
_APART = re.compile(r"\s[-–—]{1,2}\s|\s[({#]|\s//|[.!?]+\s|,\s|\s?…|;\s|:\s|\s(?=[^\w\s.,;:!?()<>+=@^\[\]-])|\s{2,}")
"""Where a remark may be set apart from the turn before it."""
_ENDS_DICE = re.compile(r"\s*(?:[;:]|,(?=\s)|->|→|\s-\s)\s*")
_FIGURE = re.compile(r"\d|\b[ivxlIVXL]+[.)]")
_MARKED = re.compile(r"(?:[\])>*_~|\t]|  )(?P<word>[^\W\d_]+)")
"""A word right after markup or a wide blank."""
_BLANK = re.compile(r"\s(?P<word>[^\W\d_]+)")
_INNER_NUMBER = re.compile(r"(?<=\s)(?=[(#]?\d{1,3}(?:\s?[.)]+:?|…)\s*\S)")
_SENTENCE_END = re.compile(r"(?:[.!…][)\"'”’]?|[:;]-?[)(DP])\s*$")


class LineReader:
    """Reads the lines of one game's messages."""

    def __init__(self, reader: TurnReader, book: SeatBook) -> None:
        self.reader = reader
        self.book = book
        self.head_reader = HeadReader(reader, book)
        self._has_pairs = False
        """Whether a number alone on its line has stood above two turns."""

    def read(self, message: Message) -> list[Item]:
        """The items of a message, in its order."""
        items: list[Item] = []
        lines = message.lines
        place = 0
        above: Item | None = None
        while place < len(lines):
            line = lines[place]
            if line.why or not line.text:
                place += 1
                continue
            for read in (self._table, self._below_number, self._wrapped):
                count, found = read(lines, place, message)
                if count:
                    break
            if found[0].kind is Kind.TURN and above is not None and self._is_unfinished(above, found[0]):
                found[0].follows = above
            items += found
            above = found[-1] if found[-1].kind is Kind.TALK and found[-1].text else None
            place += count
        numbered = [item for item in items if item.kind is Kind.TURN and item.number is not None]
        for item in numbered if len({item.number for item in numbered}) > 1 else ():
            item.is_listed = True
        return items

    # What several lines are

    def _table(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[Item]]:
        if not split_row(lines[place]):
            return 0, []
        rows = lines[place : place + _LONGEST_TABLE]
        count, cells = read_table(rows, self._seat_of_heading, lambda text: bool(self.body(text)))
        items: list[Item] = []
        is_pairs = any(cell.column == 1 for cell in cells)
        for cell in cells:
            whole = f"{read_dice(cell.dice, self.reader, self.book) or cell.dice}; {cell.text}"
            text = whole if cell.dice and self.body(whole) else cell.text
            item = self._one(cell.line, text, message, cell.line.text)
            if item.kind is Kind.TURN:
                named = self.book.declarations(cell.who)
                for name, seat in named if len(named) == 1 else ():
                    self.book.declare(name, seat, None)
                item.who = named[0][0] if len(named) == 1 else cell.who
                item.number, item.has_head = cell.number, True
                item.is_pair, item.is_second = is_pairs and cell.column is not None, cell.column == 1
            items.append(item)
        taken = {text for cell in cells for text in (cell.text, cell.dice, cell.who)}
        for line in rows[:count]:
            words = " ".join(cell for cell in split_row(line) if cell not in taken)
            if signal_of(words) is Signal.ASK:
                items.append(Item(Kind.TALK, (line,), words, message))
        return count, sorted(items, key=lambda item: item.line.number)

    def _seat_of_heading(self, word: str) -> str | None:
        names = self.book.declarations(word)
        return self.book.seat_of(word) or (names[0][1] if len(names) == 1 else None)

    def _below_number(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[Item]]:
        """One turn without a number, below a line that is its number, perhaps with its player."""
        number = read_number(lines[place].text)
        who = lines[place].text[number.end :].strip(" :()-–—") if number is not None else ""
        if number is None or number.is_bare or (who and not self.book.knows(who)):
            return 0, []
        following = [at for at, line in enumerate(lines[place + 1 : place + 2 * _MOST_WRAPPED], place + 1) if line.text]
        if not following or lines[following[0]].why:
            return 0, []
        count, items = self._wrapped(lines, following[0], message)
        after = next((at for at in following if at >= following[0] + count), None)
        is_one = items[0].kind is Kind.TURN and items[0].number is None and len(items) == 1
        self._has_pairs = self._has_pairs or (is_one and after is not None and self.reads(lines[after].text))
        if not is_one or self._has_pairs:
            return 0, []
        items[0].number, items[0].is_second, items[0].has_head = number.value, number.is_reply, True
        items[0].who = items[0].who or who
        return following[0] + count - place, items

    def _wrapped(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[Item]]:
        """What the line at a place is, with the lines after it over which a mail program broke its turn."""
        line = lines[place]
        alone = self.line(line, line.text, message)
        if not self._may_be_broken(alone[-1], line):
            return 1, alone
        text, taken = line.text, [line]
        best: tuple[int, list[Item]] | None = None
        for following in lines[place + 1 : place + _MOST_WRAPPED]:
            if following.why or not following.text:
                break
            text, taken = f"{text} {following.text}", [*taken, following]
            items = self.line(line, text, message)
            if items[-1].kind is Kind.TURN:
                for item in items:
                    item.lines = tuple(taken)
                best = len(taken), items
                if not following.text.endswith((";", ",", "-")):
                    break
        return best or (1, alone)

    def _may_be_broken(self, alone: Item, line: Line) -> bool:
        """Whether a line may be the beginning of a turn."""
        is_open = line.text.endswith((";", ",", "-", "<", "(", "=", "/", ">", ":", "–"))
        if alone.kind is Kind.TURN:
            return is_open
        heads = self.head_reader.heads(line.text)
        rest = next((head.rest for head in heads if self.reader.may_begin(head.rest)), "")
        return rest.startswith("<") or (bool(rest) and (is_open or len(line.text) >= _WIDE))

    def _is_unfinished(self, above: Item, turn: Item) -> bool:
        """Whether the talk right above a turn line is a sentence to which the turn may belong (TR3.3)."""
        apart = turn.line.number - above.lines[-1].number
        if turn.who or apart > 2:
            return False
        text = above.text.rstrip(' *_"”')
        if cut_set_up(text, self.reader.informal)[0]:
            return False
        if text.endswith(":"):
            clause = re.split(r"[.!?,;–—]\s+|:\s", text.rstrip(": "))[-1]
            return not (is_introduction(clause) or is_introduction(text) or self._is_heading(text))
        if apart > 1 or turn.number is not None or self._is_heading(text):
            return False
        is_closed = text.endswith((".", "!", ")", "]", ">", "…")) or is_introduction(text)
        return text.endswith("?") or signal_of(text) > Signal.NONE or not is_closed

    def _is_heading(self, text: str) -> bool:
        """Whether a line with a colon at its end names the game or a player and nothing else."""
        bare = text.rstrip(": ")
        info = self.reader.game.info
        is_titled = any(title.lower() in bare.lower() for title in (info.title, *info.aliases))
        is_small = is_small_talk(bare, self.book.player_words()) and not text.endswith("?")
        return is_titled or is_small or self.book.knows(bare)

    # What one line is

    def line(self, line: Line, text: str, message: Message) -> list[Item]:
        """The items of a line's text: several where it holds several turns, or a turn and a result."""
        given, rest = cut_set_up(text, self.reader.informal)
        if given:
            said = Item(Kind.TALK, (line,), text, message, who=self.head_reader.speaker(text))
            found = self.line(line, rest, message) if rest and self.reader.may_hold(rest) else []
            return [said, *found] if any(item.kind is Kind.TURN for item in found) else [said]
        one = self._one(line, text, message, line.raw)
        if one.kind not in (Kind.TALK, Kind.UNREAD) or not self.reader.may_hold(text):
            return [one]
        return self._after_dice(line, text, message) or self._several(line, text, message) or [one]

    def _one(self, line: Line, text: str, message: Message, raw: str) -> Item:
        number: Head | None = None
        may_be_turn = self.reader.may_hold(text) or _FIGURE.search(text[:40]) is not None
        for head in self.head_reader.heads(text) if may_be_turn else ():
            if head.number is not None and not head.is_bare:
                number = head
            found = self.body(head.rest, raw)
            if found is None:
                continue
            ways, remark = found
            is_doubtful = signal_of(remark) is not Signal.NONE or self.reader.holds(remark)
            if is_doubtful and (head.number is None or head.is_bare):
                continue
            is_pass = ways[0].text.lower() == "pass"
            return Item(
                Kind.TURN,
                (line,),
                head.rest,
                message,
                who=head.who,
                number=head.number,
                is_second=head.is_second,
                is_number_respelt=head.is_respelt,
                has_head=head.is_any and not (is_pass and not head.number),
                ways=ways,
                remark=remark,
                is_doubtful=is_doubtful,
            )
        who = self.head_reader.speaker(text)
        if dice := read_dice(text, self.reader, self.book):
            return Item(Kind.DICE, (line,), text, message, who=who, dice=dice)
        for head in self.head_reader.heads(text) if len(text) <= LONGEST_RESULT else ():
            if head.number is None and (ending := read_result(head.rest, self.book.knows)):
                return Item(Kind.RESULT, (line,), head.rest, message, who=head.who or who, ending=ending)
        if number is not None and len(number.rest) < 400 and not self._has_words_after(number.rest):
            who = number.who or who
            return Item(Kind.UNREAD, (line,), number.rest, message, who, number.number, number.is_second)
        rest = text.removeprefix(who).lstrip(" :>|") if who else text
        return Item(Kind.TALK, (line,), rest, message, who=who)

    def _has_words_after(self, text: str) -> bool:
        """Whether a text is a turn and then nothing but words."""
        words = text.split()
        for count in range(len(words) - 1, 0, -1):
            if self.reader.read(" ".join(words[:count])):
                rest = words[count:]
                return not self.reader.holds(" ".join(rest)) and any(
                    len(word.strip(".,!?")) > 2 and word.strip(".,!?'’-").isalpha() for word in rest
                )
        return False

    def reads(self, text: str) -> bool:
        """Whether a text is a turn after its heads."""
        return any(self.body(head.rest) for head in self.head_reader.heads(text))

    def _after_dice(self, line: Line, text: str, message: Message) -> list[Item]:
        """A turn and the dice before it, in words and set apart from it: `I rolled 5 and 2, so DIG 5/2; La4-b4`."""
        for head in self.head_reader.heads(text) if self.reader.game.info.opening else ():
            for found in _ENDS_DICE.finditer(head.rest[:80]) if head.rest[:1].isalnum() else ():
                said, rest = head.rest[: found.start()], head.rest[found.end() :]
                dice = read_dice(said, self.reader, self.book)
                if dice is None or (turn := self._one(line, rest, message, line.raw)).kind is not Kind.TURN:
                    continue
                turn.number = head.number if turn.number is None else turn.number
                turn.who, turn.has_head = turn.who or head.who, turn.has_head or head.is_any
                whole = [replace(way, is_respelt=True) for way in self.reader.read(f"{dice}; {turn.text}")]
                if whole and not turn.remark:
                    turn.text, turn.ways = head.rest, tuple(whole)
                    return [turn]
                return [Item(Kind.DICE, (line,), said, message, who=turn.who, dice=dice), turn]
        return []

    def _several(self, line: Line, text: str, message: Message) -> list[Item]:
        """The turns of a line with several: each with its number or its player, or two to a number; talk before the
        first of them."""
        cuts = [0, *(found.start() for found in _INNER_NUMBER.finditer(text)), len(text)]
        parts = [part for start, end in pairwise(cuts) if (part := text[start:end].strip())]
        items: list[Item] = []
        for place, part in enumerate(parts):
            if pair := self._pair(line, part, message, is_listed=len(parts) > 1):
                items += pair
                continue
            item = self._one(line, part, message, line.raw)
            is_talk = not place and _SENTENCE_END.search(part) and not self.reader.holds(item.text)
            if item.kind is not Kind.TURN and (len(parts) == 1 or not is_talk):
                return []
            items.append(item)
        turns = [item for item in items if item.kind is Kind.TURN]
        if any(turn.is_pair for turn in turns):
            turns[-1].is_pair = turns[-1].number is not None
        return items if turns and len({turn.is_pair for turn in turns}) == 1 else []

    def _pair(self, line: Line, text: str, message: Message, *, is_listed: bool) -> list[Item]:
        """Two turns one after the other: with their players, or with one number, of a game whose turns are single
        actions or where other numbered turns are on the line, and both as they are written."""
        head = next((head for head in self.head_reader.heads(text) if head.number is not None), None)
        rest = head.rest if head is not None else text
        has_one_action = self.reader.game.info.has_one_action
        if self.reader.parse(rest) is not None:
            return []
        for found in re.finditer(r"\s+(?=\S)", rest):
            left, right = rest[: found.start()], rest[found.end() :]
            is_named = (named := NAMED.match(right)) is not None and self.book.knows(named["who"])
            if left.endswith(",") or not (is_named or (head is not None and (has_one_action or is_listed))):
                continue
            one, two = self._one(line, left, message, line.raw), self._one(line, right, message, line.raw)
            if not (one.kind is two.kind is Kind.TURN) or one.remark:
                continue
            if is_named or has_one_action or not any(way.is_respelt or way.kind != TURN for way in one.ways + two.ways):
                for item in (one, two):
                    item.number = head.number if head is not None else None
                    item.is_pair, item.is_second, item.has_head = head is not None, item is two, True
                return [one, two]
        return []

    def body(self, text: str, raw: str = "") -> tuple[tuple[TurnText, ...], str] | None:
        """The turn that a text is, perhaps with a remark that is set apart from it, by blanks or markup of the `raw`
        line too; the remark may have weak signal words and notation that is not a turn."""
        text = _LATE_TIME.sub("", _AGO.sub("", text))
        if not self.reader.may_hold(text):
            return None
        asks = text.endswith("?") and not text.endswith(("!?", "??", "?!", " ?"))
        if not asks and (ways := self.reader.read(text)):
            return ways, ""
        apart = list(_APART.finditer(text[:600]))
        if raw and len(raw) < 2_000:
            marked = {match["word"] for match in _MARKED.finditer(raw)}
            apart += [match for match in _BLANK.finditer(text[:600]) if match["word"] in marked]
            apart.sort(key=lambda match: match.start())
        for found in reversed(apart):
            if not found.start() or not (ways := self.reader.read(text[: found.start()].rstrip())):
                continue
            remark = text[found.start() :].strip(" ,.;:-–—!#/(){}…")
            if asks and not is_small_talk(remark, self.book.player_words()):
                return None  # Sc4, right?
            if ways[0].text.lower() == "pass" and found.group()[0] in " ,":
                return None  # pass, let me think
            has_pieces = self.reader.holds(remark) or names_pieces(remark)
            is_apart = "(" in found.group() and not self.reader.turns(remark)
            is_plain = signal_of(remark) < Signal.SHOW and (is_apart or not has_pieces)
            return (ways, remark) if is_plain or is_small_talk(remark, self.book.player_words()) else None
        return None
