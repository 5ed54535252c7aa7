"""What each line of a message is: turns, dice, a result, or talk (TR3.1, TR3.2).

A turn is a line that reads to its end as one, after heads of a closed list; a head never takes notation away. What is
not understood to its end is talk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Span
from pyrnot.foreign.thread.items import Item, Kind
from pyrnot.foreign.thread.notation import Notation
from pyrnot.foreign.thread.numbers import read_number
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.results import may_be_result, read_result
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.set_up import cut_set_up
from pyrnot.foreign.thread.tables import read_table, split_row
from pyrnot.foreign.thread.text import EMOJI, Line, Message, fold_name
from pyrnot.foreign.thread.turn_text import TURN, TurnText
from pyrnot.foreign.thread.words import (
    Signal,
    is_introduction,
    is_small_talk,
    names_pieces,
    read_section,
    signal_of,
    tokens_of,
)

_MOST_HEADS = 6
_MOST_WRAPPED = 6
"""Lines over which a mail program may break one turn."""
_MOST_HEADINGS = 3
"""Rows above a table's rows of which one may be its heading."""
_LONGEST_TABLE = 1_000
_WIDE = 45
"""Characters of a line that a mail program may have broken."""
_BULLET = re.compile(r"(?:[-*•·–—▪‣◦»→➤▶]|>(?=\s))\s+(?=\S)|[•▪‣◦➤▶]\s*(?=\S)")
_TIME = re.compile(r"[\[(]?\d{1,2}[:.h]\d{2}(?::\d\d)?(?:\s?[ap]\.?m\.?)?[\])]?\s*(?:[-–—|:]\s*)?(?=\S)", re.IGNORECASE)
_NAMED = re.compile(
    r"(?P<who>@?[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}|@[\w.-]+)\s*(?:\((?P<seat>[^\W\d_]{1,9})\))?"
    r"\s*(?P<sign>[:：>|]|\s[-–—]+>?\s|=>|->|→|\))\s*(?=\S)"
)
_MENTION = re.compile(r"(?:<@[^<>\s]{1,40}>|@[\w.-]{1,40})[,:]?\s+(?=\S)")
"""Whom a message of a chat is for."""
_BARE_NAMED = re.compile(r"(?P<who>[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*)?)\s+(?=\S)")
_IN_BRACKETS = re.compile(r"[\[(](?P<who>[^\W\d_][\w .'’-]{0,30})[\])]\s*:?\s*(?=\S)")
_CLAUSE = re.compile(r"(?P<clause>[^.!?:;,…]{1,60})(?P<stop>[.!?:;,…]+)\s+(?=\S)")
_AGO = re.compile(
    r"\s+(?:[(\[])?(?:(?:about|over|almost)\s+)?(?:an?|\d{1,3})\s+(?:second|minute|hour|day|week|month|year)s?\s+ago[)\]]?$"
)
_LATE_TIME = re.compile(r"\s+[\[(]\d{1,2}[:.]\d{2}(?::\d\d)?(?:\s?[ap]m)?[\])]$")
_APART = re.compile(r"\s[-–—]{1,2}\s|\s[({#]|\s//|[.!?]+\s|,\s|\s?…|;\s|:\s|\s(?=[^\w\s.,;:!?()<>+=@^\[\]-])|\s{2,}")
"""Where a remark may be set apart from the turn before it."""
_FIGURE = re.compile(r"\d|\b[ivxlIVXL]+[.)]")
_MARKED = re.compile(r"(?:[\])>*_~|\t]|  )(?P<word>[^\W\d_]+)")
"""A word right after markup or a wide blank."""
_BLANK = re.compile(r"\s(?P<word>[^\W\d_]+)")
_INNER_NUMBER = re.compile(r"(?<=\s)(?=[(#]?\d{1,3}(?:\s?[.)]+:?|…)\s*\S)")
_SENTENCE_END = re.compile(r"(?:[.!…][)\"'”’]?|[:;]-?[)(DP])\s*$")
_DICE_WORDS = read_section("dice")
_FACES = frozenset(["tip", "hop", "swap", "dig", "aim", "wild"])


class _Head(Struct):
    """What precedes the rest of a line."""

    rest: str
    number: int | None = None
    is_second: bool = False
    is_respelt: bool = False
    is_bare: bool = False
    who: str = ""
    has_phrase: bool = False

    @property
    def is_any(self) -> bool:
        """Whether there is any."""
        return self.number is not None or bool(self.who) or self.has_phrase


class LineReader:
    """Reads the lines of one game's messages."""

    def __init__(self, reader: TurnReader, notation: Notation, book: SeatBook) -> None:
        self.reader = reader
        self.notation = notation
        self.book = book
        self._failed = 0
        """Rows one after another that head no table with a turn."""
        self._no_table: set[int] = set()
        """Where the rows of a table begin that holds no turn."""

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
            count, found = self._table(lines, place, message)
            if not count:
                count, found = self._wrapped(lines, place, message)
            if found[0].kind is Kind.TURN and above is not None and self._is_unfinished(above, found[0], lines, place):
                found[0].follows = above
            items += found
            above = found[-1] if found[-1].kind is Kind.TALK and found[-1].text else None
            place += count
        return items

    # What several lines are

    def _table(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[Item]]:
        line = lines[place]
        if "|" not in line.text and "\t" not in line.raw:
            self._failed = 0
            return 0, []
        if line.start in self._no_table:
            return 0, []
        if line.text.count("|") == 1 and self.line(line, line.text, message)[0].kind is Kind.TURN:
            return 0, []
        rows = [row for row in lines[place : place + _LONGEST_TABLE] if row.text and not row.why]
        count, cells = read_table(rows, 0, self._seat_of_heading, lambda text: bool(self.body(text)))
        if not count or not any(self.body(cell.text) for cell in cells):
            self._failed += 1
            self._no_table = {row.start for row in rows[: max(count, 1)]} if self._failed >= _MOST_HEADINGS else set()
            return 0, []
        count = next(at for at in range(place, len(lines)) if lines[at] is rows[count - 1]) + 1 - place
        items: list[Item] = []
        used: set[int] = set()
        is_pairs = any(cell.column == 1 for cell in cells)
        for cell in cells:
            used.add(cell.line.start)
            text = f"{cell.dice}; {cell.text}" if cell.dice and self.body(f"{cell.dice}; {cell.text}") else cell.text
            item = self._one(cell.line, text, message, cell.line.text)
            if cell.dice and text == cell.text and item.kind is Kind.TURN:
                items.append(Item(Kind.DICE, (cell.line,), cell.dice, message, dice=self.dice(cell.dice) or ""))
            if item.kind is Kind.TURN:
                item.number, item.who, item.has_head = cell.number, self._player_of(cell.who), True
                item.is_pair, item.is_second = is_pairs and cell.column is not None, cell.column == 1
            items.append(item)
        taken = {text for cell in cells for text in (cell.text, cell.dice, cell.who)}
        talked = {item.line.start for item in items if item.kind is Kind.TALK}
        for line in lines[place : place + count]:
            if line.text and not line.why and line.start not in talked:
                words = " ".join(cell for cell in split_row(line) if cell not in taken and not cell.isdigit())
                if signal_of(words) is Signal.ASK:
                    items.append(Item(Kind.TALK, (line,), words, message))
                elif line.start not in used:
                    items.append(Item(Kind.OUT, (line,), line.text, message))
        return count, sorted(items, key=lambda item: item.line.number)

    def _seat_of_heading(self, word: str) -> str | None:
        seat = self.book.seat_of(word) or self.book.seat_word(word)
        if seat is None:
            names = self.book.declarations(word)
            seat = names[0][1] if len(names) == 1 else None
        return seat

    def _player_of(self, heading: str) -> str:
        """Whom the heading of a column names."""
        if len(names := self.book.declarations(heading)) == 1:
            self.book.declare(*names[0], None)
            return names[0][0]
        return heading

    def _wrapped(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[Item]]:
        """What the line at a place is, with the lines after it over which a mail program broke its turn."""
        line = lines[place]
        alone = self.line(line, line.text, message)
        last = alone[-1]
        is_open = line.text.endswith((";", ",", "-", "<", "(", "=", "/", ">", ":", "–")) or last.kind is not Kind.TURN
        if not is_open or not self._may_be_broken(alone, line):
            return 1, alone
        text, taken = line.text, [line]
        best: tuple[int, list[Item]] | None = None
        for following in lines[place + 1 : place + _MOST_WRAPPED]:
            if following.why or not following.text or self._begins_another(following.text):
                break
            glue = (
                ""
                if text.endswith(("-", "–")) and following.text[:1].isalpha() and len(following.text.split()[0]) < 5
                else " "
            )
            text, taken = f"{text}{glue}{following.text}", [*taken, following]
            items = self.line(line, text, message)
            if items[-1].kind is Kind.TURN and not (items[-1].remark and items[-1].remark in following.text):
                for item in items:
                    item.lines = tuple(taken)
                best = len(taken), items
                if not following.text.endswith((";", ",", "-")):
                    break
        return best or (1, alone)

    def _may_be_broken(self, alone: Sequence[Item], line: Line) -> bool:
        """Whether a line that is not a whole turn may be its beginning."""
        if alone[-1].kind is Kind.TURN:
            return True
        if alone[-1].kind is Kind.DICE:
            return line.text.rstrip().endswith((";", ",", ":"))
        if not self.reader.may_hold(line.text):
            return False
        for head in self._heads(line.text):
            if self.reader.may_begin(head.rest):
                is_wide = len(line.text) >= _WIDE
                return (
                    is_wide
                    or line.text.endswith((";", ",", "-", "<", "(", "=", "/", ">", "–"))
                    or head.rest.startswith("<")
                )
        return False

    def _begins_another(self, text: str) -> bool:
        """Whether a line has a head."""
        head = next((head for head in self._heads(text) if head.is_any), None)
        return head is not None and ((head.number is not None and not head.is_bare) or bool(head.who))

    def _is_unfinished(self, above: Item, turn: Item, lines: Sequence[Line], place: int) -> bool:
        """Whether the talk right above a turn line is a sentence that goes on with it (TR3.3)."""
        start = lines[place].number
        if turn.who:
            return False
        if turn.message is not above.message or start - above.lines[-1].number > 2:
            return False
        text = above.text.rstrip(' *_"”')
        if self.reader.spoken.set_up_tags and cut_set_up(text, self.reader.spoken)[0]:
            return False
        if text.endswith(":"):
            clause = re.split(r"[.!?,;–—]\s+|:\s", text.rstrip(": "))[-1]
            return not (is_introduction(clause) or is_introduction(text) or self._is_heading(text))
        if start - above.lines[-1].number > 1 or self._is_heading(text):
            return False
        if turn.number is not None:
            return False
        if text.endswith("?") or signal_of(text) > Signal.NONE:
            return text.endswith("?") or not is_small_talk(text, self.names())
        is_closed = text.endswith((".", "!", ")", "]", ">", "…")) or EMOJI.fullmatch(text[-1:]) is not None
        is_known = is_small_talk(text, self.names()) or is_introduction(text) or bool(self.book.declarations(text))
        return not (is_closed or is_known)

    def _is_heading(self, text: str) -> bool:
        """Whether a line with a colon at its end names the game or a player and nothing else."""
        bare = text.rstrip(": ")
        titles = {title.lower() for title in (self.book.game.info.title, *self.book.game.info.aliases)}
        is_titled = any(title in bare.lower() for title in titles) and signal_of(bare) < Signal.SHOW
        return is_titled or self.book.knows(bare) or (is_small_talk(bare, self.names()) and not text.endswith("?"))

    def names(self) -> frozenset[str]:
        """The words of the names of everybody who writes or plays here, in small letters."""
        known = [*self.book.senders.values(), *self.book.names.values(), *self.book.labels.values()]
        return frozenset(word for name in known for word in tokens_of(name))

    # What one line is

    def line(self, line: Line, text: str, message: Message) -> list[Item]:
        """The items of a line's text: several where it holds several turns, or a turn and a result."""
        given, rest = cut_set_up(text, self.reader.spoken) if self.reader.spoken.set_up_tags else ([], "")
        if given:
            said = Item(Kind.TALK, (line,), text, message, who=self._speaker(text))
            found = self.line(line, rest, message) if rest and self.reader.may_hold(rest) else []
            return [said, *found] if any(item.kind is Kind.TURN for item in found) else [said]
        one = self._one(line, text, message, line.raw)
        if one.kind not in (Kind.TALK, Kind.UNREAD) or not self.reader.may_hold(text):
            return [one]
        return self._several(line, text, message) or [one]

    def _one(self, line: Line, text: str, message: Message, raw: str) -> Item:
        number: _Head | None = None
        may_be_turn = self.reader.may_hold(text) or _FIGURE.search(text[:40]) is not None
        for head in self._heads(text) if may_be_turn else ():
            if head.number is not None and not head.is_bare:
                number = head
            found = self.body(head.rest, raw)
            if found is None:
                continue
            ways, remark = found
            is_doubtful = not is_small_talk(remark, self.names()) and (
                signal_of(remark) is not Signal.NONE or self.notation.holds(remark) or names_pieces(remark)
            )
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
        who = self._speaker(text)
        if dice := self.dice(text):
            return Item(Kind.DICE, (line,), text, message, who=who, dice=dice)
        for head in self._heads(text) if may_be_result(text) else ():
            if head.number is None and (ending := read_result(head.rest, self.book.knows)):
                return Item(Kind.RESULT, (line,), head.rest, message, who=head.who or who, ending=ending)
        if number is not None and len(number.rest) < 400 and not self._has_words_after(number.rest):
            span, why, hint = self.reader.fault(number.rest)
            at = line.raw.find(number.rest[: span.start + 1] or number.rest)
            at = at + span.start if at >= 0 else 0
            fault = (
                Span(line.start + at, max(line.start + at + 1, line.start + at + span.end - span.start)),
                why,
                hint,
            )
            return Item(
                Kind.UNREAD,
                (line,),
                number.rest,
                message,
                who=number.who or who,
                number=number.number,
                is_second=number.is_second,
                fault=fault,
            )
        rest = text
        if who:
            rest = text[len(who) :].lstrip(" :>|") if text.startswith(who) else text
        return Item(Kind.TALK, (line,), rest, message, who=who)

    def _has_words_after(self, text: str) -> bool:
        """Whether a text is a turn and then nothing but words."""
        words = text.split()
        for count in range(len(words) - 1, 0, -1):
            if self.reader.read(" ".join(words[:count])):
                rest = words[count:]
                return not self.notation.holds(" ".join(rest)) and any(
                    len(word.strip(".,!?")) > 2 and word.strip(".,!?'’-").isalpha() for word in rest
                )
        return False

    def reads(self, text: str) -> bool:
        """Whether a text is a turn after its heads."""
        return any(self.body(head.rest) for head in self._heads(text))

    def _several(self, line: Line, text: str, message: Message) -> list[Item]:
        """The turns of a line with several, each with its number or its player; talk before the first of them."""
        cuts = [found.start() for found in _INNER_NUMBER.finditer(text)]
        parts = [text[start:end].strip() for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        items: list[Item] = []
        heads = [next((head for head in self._heads(part) if head.number is not None), None) for part in parts if part]
        numbered = [head for head in heads if head is not None]
        if 1 < len(numbered) == len(heads) and all(self._cut(head.rest) for head in numbered[:-1]):
            return self._pairs(line, numbered, message)
        for place, part in enumerate(parts):
            if not part:
                continue
            item = self._one(line, part, message, line.raw)
            if item.kind is Kind.TURN:
                items.append(item)
            elif pair := self._pair(line, part, message):
                items += pair
            elif not place and len(parts) > 1 and _SENTENCE_END.search(part) and not self.notation.holds(item.text):
                items.append(item)
            else:
                return []
        return items if any(item.kind is Kind.TURN for item in items) else []

    def _cut(self, text: str) -> tuple[str, str] | None:
        """Two whole turns of which a text consists, as they stand."""
        if self.reader.parse(text) is not None:
            return None
        for found in re.finditer(r"\s+", text[:200]):
            one, two = self.reader.parse(text[: found.start()]), self.reader.parse(text[found.end() :])
            if one is not None and two is not None and one.kind == two.kind == TURN:
                return text[: found.start()], text[found.end() :]
        return None

    def _pairs(self, line: Line, heads: Sequence[_Head], message: Message) -> list[Item]:
        """The turns of a line on which each number is that of two turns."""
        items: list[Item] = []
        for head in heads:
            for place, text in enumerate(self._cut(head.rest) or (head.rest,)):
                item = self._one(line, text, message, line.raw)
                item.number, item.is_pair, item.is_second, item.has_head = head.number, True, bool(place), True
                items.append(item)
        return items if all(item.kind is Kind.TURN for item in items) else []

    def _pair(self, line: Line, text: str, message: Message) -> list[Item]:
        """Two turns one after the other: with their players, with a reply's dots, or of a game whose turns are single
        actions."""
        head = next((head for head in self._heads(text) if head.number is not None), None)
        rest = head.rest if head is not None else text
        for found in re.finditer(r"\s+(?=\S)", rest):
            left, right = rest[: found.start()], rest[found.end() :]
            named = _NAMED.match(right)
            is_named = named is not None and self.book.knows(named["who"])
            if not (is_named or (self.reader.game.info.has_one_action and head is not None) or "  " in found.group()):
                continue
            if named and not is_named:
                continue
            one, two = self._one(line, left, message, line.raw), self._one(line, right, message, line.raw)
            if one.kind is two.kind is Kind.TURN and not one.remark and not left.endswith(","):
                number = head.number if head is not None else None
                for item, is_second in ((one, False), (two, True)):
                    item.number, item.is_pair, item.is_second = number, number is not None, is_second
                    item.has_head = True
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
        if ways := self._with_dice_in_words(text):
            return ways, ""
        apart = list(_APART.finditer(text[:600]))
        if raw and len(raw) < 2_000:
            marked = {match["word"] for match in _MARKED.finditer(raw)}
            apart += [match for match in _BLANK.finditer(text[:600]) if match["word"] in marked]
            apart.sort(key=lambda match: match.start())
        for found in reversed(apart):
            if not found.start() or not (ways := self.reader.read(text[: found.start()].rstrip())):
                continue
            if found.group().strip() in ("?", "??") and not text[: found.end()].rstrip().endswith(("!?", "??", "?!")):
                return None
            remark = text[found.start() :].strip(" ,.;:-–—!#/(){}…")
            if ways[0].text.lower() == "pass" and found.group()[0] in " ,":
                return None
            if asks and not is_small_talk(remark, self.names()):
                return None
            has_pieces = self.notation.holds(remark) or names_pieces(remark)
            is_apart = "(" in found.group() and not self.notation.turns(remark)
            is_plain = signal_of(remark) < Signal.SHOW and (is_apart or not has_pieces)
            return (ways, remark) if is_plain or is_small_talk(remark, self.names()) else None
        return None

    def _speaker(self, text: str) -> str:
        """The name before a line's colon."""
        named = _NAMED.match(text)
        if named and named["sign"].strip() in (":", "：", ">") and self.book.knows(named["who"].lstrip("@")):
            return named["who"].lstrip("@")
        return ""

    def _heads(self, text: str) -> Iterator[_Head]:
        """What a line may be after fewer or more of its heads."""
        head = _Head(text)
        yield head
        for _ in range(_MOST_HEADS):
            taken = self._take(head)
            if taken is None or taken.rest == head.rest:
                return
            head = taken
            yield head

    def _take(self, head: _Head) -> _Head | None:
        """A line's head with one more part of it."""
        text = head.rest
        if (found := _BULLET.match(text)) or (found := _TIME.match(text)):
            return replace(head, rest=text[found.end() :])
        if found := _MENTION.match(text):
            return replace(head, rest=text[found.end() :], has_phrase=True)
        if not text.isascii() and (found := EMOJI.match(text)):
            who = head.who or (found.group() if self.book.seat_of(found.group()) else "")
            return replace(head, rest=text[found.end() :].lstrip("\ufe0f "), who=who)
        number = read_number(text) if head.number is None else None
        if number is not None and number.end < len(text):
            rest = text[number.end :]
            if not number.is_bare or self.reader.may_begin(rest) or _NAMED.match(rest):
                return replace(
                    head,
                    rest=rest,
                    number=number.value,
                    is_second=number.is_reply,
                    is_respelt=number.is_respelt,
                    is_bare=number.is_bare,
                )
        if not head.who and (named := self._take_name(text)) is not None:
            return replace(head, rest=named[1], who=named[0])
        if found := _CLAUSE.match(text):
            clause, stop = found["clause"].strip(), found["stop"]
            is_known = is_introduction(clause) or (stop[0] != ":" and is_small_talk(clause, self.names()))
            if (is_known and "?" not in stop) or (stop[0] in ".,!;" and self.book.declarations(clause)):
                return replace(head, rest=text[found.end() :], has_phrase=True)
        words = text.split(maxsplit=5)
        for count in range(min(4, len(words) - 1), 0, -1):
            if is_introduction(" ".join(words[:count])) and words[0][:1].isalpha():
                rest = text.split(maxsplit=count)[count].lstrip(":,–—=- ")
                return replace(head, rest=rest, has_phrase=True)
        return None

    def _take_name(self, text: str) -> tuple[str, str] | None:
        """The player's name or the seat with which a text begins, and what follows it."""
        for pattern in (_NAMED, _IN_BRACKETS):
            found = pattern.match(text)
            if found and self.book.knows(found["who"].lstrip("@")) and self._agrees(found):
                return found["who"].lstrip("@"), text[found.end() :]
        found = _BARE_NAMED.match(text)
        if found and self.book.knows(found["who"]) and self.reader.may_begin(text[found.end() :]):
            return found["who"], text[found.end() :]
        return None

    def _agrees(self, found: re.Match[str]) -> bool:
        """Whether the seat in brackets after a name is that player's."""
        named = found.groupdict().get("seat")
        seat = self.book.seat_word(named) if named else None
        return not named or seat is None or self.book.seat_of(found["who"]) in (None, seat)

    # Dice

    def _with_dice_in_words(self, text: str) -> tuple[TurnText, ...]:
        """A turn whose dice are in words, up to a sign that parts them from what follows."""
        if not self.reader.game.info.opening:
            return ()
        if (not text[:1].isalnum() and text[:1] not in "([") or self._speaker(text):
            return ()
        for found in re.finditer(r"\s*(?:[;:]|,(?=\s)|->|→|\s-\s)\s*", text[:80]):
            dice = self.dice(text[: found.start()])
            if (
                dice is not None
                and "/" in dice
                and not dice[0].isdigit()
                and (ways := self.reader.read(f"{dice}; {text[found.end() :]}"))
            ):
                return tuple(replace(way, is_respelt=True) for way in ways)
        return ()

    def dice(self, text: str) -> str | None:
        """The dice that a text gives and nothing else, as the opening of a turn or a part of it."""
        if not self.reader.game.info.opening or len(text) > 200:
            return None
        if found := self.reader.spoken.read_dice(text):
            return found
        bare = re.sub(r"@?([\w.-]+)", lambda word: " " if self._is_dice_word(word[1]) else word.group(), text)
        rest = re.findall(r"[^\W_]+", bare)
        faces = [word for word in rest if word.lower() in _FACES]
        numbers = [word for word in rest if word in "123456" and len(word) == 1]
        if len(faces) + len(numbers) != len(rest) or len(numbers) != 2 or not faces:
            return None
        face = (
            faces[0]
            if len(faces) == 1
            else f"{faces[0]}={faces[1]}"
            if len(faces) == 2 and faces[0].lower() == "wild"
            else ""
        )
        return self.reader.spoken.read_dice(f"{face} {numbers[0]}/{numbers[1]}") if face else None

    def _is_dice_word(self, word: str) -> bool:
        low = word.lower()
        return low in _DICE_WORDS or (
            (fold_name(word) in self.book.senders or self.book.knows(word)) and low not in _FACES
        )
