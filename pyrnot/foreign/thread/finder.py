"""Finds the turns of a thread: which lines hold one, alone or together, and which only nearly do (TR2.5, TR3).

Knows no order and no rule; `sequence` and `resolve` put together what is found here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.chatter import is_chatter
from pyrnot.foreign.thread.items import TAKES_BACK, AnyItem, Candidate, Doubt, Ended, Roll, Said
from pyrnot.foreign.thread.leads import (
    EXAMPLE,
    OPEN,
    goes_on,
    is_condition,
    is_unfinished,
    judge_lead,
    last_words_of,
    supposes_list,
)
from pyrnot.foreign.thread.linehead import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.linereader import LineReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.results import read_ending
from pyrnot.foreign.thread.shelf import Spill, shelved
from pyrnot.foreign.thread.tables import Cell, read_table
from pyrnot.foreign.thread.text import LONGEST_LINE, Line, Message
from pyrnot.foreign.thread.turn_head import Head
from pyrnot.foreign.thread.turn_text import INCOMPLETE
from pyrnot.foreign.work import OutOfWork

_DANGLING = re.compile(r"(?:[;(,<>=@/-]|(?<=\s)[SMLPDQ])$")


_GOES_ON = re.compile(r"[-–;=<>@,)]|[xX](?:[SMLPDQ]|[a-h][1-8])")
"""What begins a line that goes on with the one above it, though that is a turn by itself."""

_ENDS_PLAIN = re.compile(r"(?:^|\s)[^\W\d_]{2,}[.!?,:)]*$")
_BEGINS_PLAIN = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?[.!?,:)]*(?:\s|$)")
_PLAIN = re.compile(r"(?<!\S)[a-z]{3,}(?!\w)")
_MOST_PLAIN = 12
"""Words of a language in a turn that is broken into lines, however it is spelt."""
_ENDS_IN_WORD = re.compile(r"(?:^|\s)[a-z]{3,}[.!?,:)]*$")
_BEGINS_WITH_WORD = re.compile(r"[a-z]{3,}[.!?,:)]*(?:\s|$)")
"""Words that no mail program breaks."""
_FARTHEST_HEAD = 3
"""How many lines below a head the line may be that it heads."""
_NEXT = (1, 3)
"""How far a line begins from the end of the one above it: a line end, and perhaps a quote mark with its blank."""
_REMEMBERED = 5_000
"""Lines whose reading is kept for those before them, and for the like of them: quotes repeat lines."""
_MOST_IN_VAIN = 40
"""Lines that are nearly turns, one after another, that are joined with those after them."""
_COUNTED = re.compile(r"(\d{1,3})[.)](?=\s)")
_MOST_SOUGHT_IN_VAIN = 6
"""The same, where only which game it is matters: there are turns among them that need not be joined."""
_MAY_GO_ON = ("near", "open", "prose", "mention", "sentence")
"""Doubts that the line after them may settle, if a mail program broke the two."""


_SPEAKS_OF = ("mention", "sentence", "prose", "hesitation", "open", "decline")
"""What a line may hold that speaks of the turn under it."""


def _is_near(item: AnyItem) -> bool:
    return isinstance(item, Doubt) and item.kind == "near"


def _is_cut(line: Line) -> bool:
    """Whether a line goes on beyond what is read of it."""
    return len(line.raw) > LONGEST_LINE


def _cut(line: Line) -> Doubt:
    return Doubt(line=line, kind="cut", text=line.text)


def _is_incomplete(items: Sequence[AnyItem]) -> bool:
    """Whether a line's turn leaves out something that the next line may have."""
    return all(isinstance(item, Candidate) and item.ways[0].kind == INCOMPLETE for item in items)


def _is_near_above(lines: Sequence[Line], place: int) -> bool:
    """Whether a line may head the next one: it is not far above it."""
    return place + 1 < len(lines) and lines[place + 1].number - lines[place].number <= _FARTHEST_HEAD


def _may_be_broken(text: str, following: Sequence[Line], verbs: re.Pattern[str] | None) -> bool:
    """Whether a line may be broken off before the next one: words of a language on both sides of the break make two
    lines of chatter, not worth trying together."""
    after = following[0].text if following else ""
    is_broken = not (_ENDS_PLAIN.search(text) and _BEGINS_PLAIN.match(after))
    return bool(after) and (is_broken or bool(verbs and verbs.search(text)))


def _counts_on(text: str, after: str) -> bool:
    """Whether a line has a number, and the one after it the next: then it is another turn."""
    one, other = _COUNTED.match(text), _COUNTED.match(after)
    return one is not None and other is not None and int(other[1]) == int(one[1]) + 1


class _Lead(Struct, frozen=True):
    """A line that may speak of the turn under it, which is not one itself; `number` is that of the last line that it
    is known to speak of."""

    text: str
    number: int
    end: int = 0
    """Where that line ends."""
    sender: str = ""
    governs: bool = False
    """Whether it spoke of a turn already."""

    def gap(self, line: Line) -> int:
        """How many lines below it a line is. A message that lies on one line of its file has no numbers to count: the
        places tell whether the lines of it are next to each other, with a quote mark or none."""
        rows = line.number - self.number
        return rows or (1 if line.start - self.end in _NEXT else 2)

    def down_to(self, line: Line) -> _Lead:
        """The same, known to speak of a line."""
        return replace(self, number=line.number, end=line.end)

    def judge(self, items: Sequence[AnyItem], line: Line) -> str:
        """What it makes of what a line below it holds: turns that nothing else introduces."""
        is_plain = items and all(isinstance(item, Candidate) and not item.who and not item.corrects for item in items)
        is_listed = is_plain and all(item.number is not None for item in items)
        if is_listed:
            return OPEN if supposes_list(self.text) and self.gap(line) <= _FARTHEST_HEAD else ""
        is_plain = is_plain and all(item.number is None for item in items)
        gap = self.gap(line)
        farthest = 1 if self.governs else _FARTHEST_HEAD
        return judge_lead(self.text, gap) if is_plain and gap <= farthest else ""

    def is_gone_on_with(self, items: Sequence[AnyItem], line: Line) -> bool:
        """Whether the line under a turn of which it spoke is still about that: a few words, or a result."""
        is_next = self.governs and self.gap(line) == 1
        return is_next and all(isinstance(item, Ended) for item in items) and goes_on(line.text, self.text)


def _moved(part: Line, line: Line) -> Line:
    """A line, or a part of one, as it stands where `line` does."""
    return line if part.text == line.text else replace(line, text=part.text)


class Finder:
    """Finds what matters among the lines of messages, for one game.

    `seat_of` gives the seat that a word names, `knows` whether a word is anybody's name, `emoji_of` whom a picture
    stands for. `only_seeks`: only whether there are turns is of interest.
    """

    def __init__(
        self,
        reader: TurnReader,
        seat_of: Callable[[str], str | None],
        emoji_of: Callable[[str], str | None] = lambda emoji: None,
        *,
        only_seeks: bool = False,
    ) -> None:
        self._only_seeks = only_seeks
        self._vain = 0
        self.reader = reader
        self.seat_of = lru_cache(maxsize=_REMEMBERED)(seat_of)
        self.lines = LineReader(reader, self.seat_of, emoji_of)
        self._read: dict[tuple[str, bool], list[AnyItem]] = {}
        self._heads: dict[str, Head | None] = {}
        self._spill = Spill()
        self.order = 0
        self.mail = 0
        self._lead: _Lead | None = None
        self._begun: Candidate | None = None
        """A turn at the end of a chat's message that is not whole by its `;`: the sender's next one goes on with it."""
        self._sender = ""

    def begin_again(self) -> None:
        """Prepares to find once more, in the same messages; what lines hold is still known."""
        self._vain = self.order = self.mail = 0
        self._lead = None

    def find(self, message: Message, index: int) -> Iterator[AnyItem]:
        """What the lines of a message hold, in their order."""
        looked_at = (line for line in message.lines if not line.why and (line.text or line.struck))
        lines = shelved(looked_at, Line, self._spill)
        self.mail += message.opens
        place = barren = 0
        carried: Head | None = None
        last = self._begun if message.is_chat and message.sender == self._sender else None
        self._begun = None
        self._keep_lead(message, lines)
        while place < len(lines):
            if lines[place].stands_for:
                carried, last, self._lead = None, None, None
                place += 1
                continue
            is_barren = place < barren
            count, cells = (0, []) if is_barren else read_table(lines, place, self.seat_of, self._reads_cell)
            barren = max(barren, place + count)
            if cells:
                for cell in cells:
                    yield from self._placed(self._read_cell(cell), message, index)
                cut = [_cut(line) for line in lines[place : place + count] if _is_cut(line)]
                yield from self._placed(cut, message, index)
                place += count
                carried, last, self._lead = None, None, None
                continue
            is_headed = carried is not None
            try:
                taken, items, carried = self._take(lines, place, carried, message)
            except OutOfWork as spent:
                spent.place = lines[place].start
                raise
            lead = self._lead
            governs = lead is not None and lead.governs and lead.gap(lines[place]) == 1
            if lead is not None and governs and carried is not None:
                self._lead = lead.down_to(lines[place])
            elif governs or not is_headed:
                items = self._led(items, lines[place])
            if _is_cut(lines[place]) and any(isinstance(item, Candidate | Ended) for item in items):
                items = [*items, _cut(lines[place])]
            for item in items:
                if isinstance(item, Candidate):
                    if (
                        last is not None
                        and item.number is None
                        and not item.who
                        and not (item.corrects or item.is_sorry)
                        and (place or item.line.number > last.line.number)
                        and carried is None
                    ):
                        item = replace(item, follows=not item.struck)
                    last = item
                elif not isinstance(item, Said) or item.kind in TAKES_BACK:
                    last = None
                yield from self._placed([item], message, index)
            if not items and lines[place].text:
                last = None
            place += taken
        if last is not None and message.is_chat and last.line.text.endswith(";"):
            self._begun = last

    def _keep_lead(self, message: Message, lines: Sequence[Line]) -> None:
        """Keeps the lead above a message where the same person goes on in a chat, as if it were the line before."""
        lead = self._lead
        is_same = lead is not None and lines and message.is_chat and message.sender and lead.sender == message.sender
        may_go_on = lead is not None and (not lead.governs or is_condition(lead.text))
        is_lead = lead is not None and is_same and may_go_on and not lead.text.endswith("?")
        self._lead = replace(lead, number=lines[0].number - 1) if lead is not None and is_lead else None
        self._sender = message.sender if message.is_chat else ""

    def _led(self, items: list[AnyItem], line: Line) -> list[AnyItem]:
        """What a line holds, in the light of the one above it."""
        lead = self._lead
        verdict = lead.judge(items, line) if lead is not None else ""
        if lead is not None and lead.is_gone_on_with(items, line):
            self._lead = lead.down_to(line)
            return [Doubt(line=line, kind="mention", text=line.text)] if items else []  # `After X` / `I resign`
        if lead is None or not verdict:
            speaks = [item.kind for item in items if isinstance(item, Doubt | Said) and item.kind in _SPEAKS_OF]
            is_lead = len(speaks) == len(items) and (not items or is_unfinished(line.text) or "hesitation" in speaks)
            text = line.text if is_lead else last_words_of(items, line.text)
            self._lead = _Lead(text, line.number, line.end, self._sender) if text else None
            return items
        self._lead = replace(lead.down_to(line), governs=True)
        if verdict == EXAMPLE:
            return [Doubt(line=replace(line, text=f"{lead.text} {line.text}"), kind="mention", text=line.text)]
        number = next((item.number for item in items if item.number is not None), None)
        return [Doubt(line=line, kind="led", text=line.text, number=number)]

    def _placed(self, items: Sequence[AnyItem], message: Message, index: int) -> Iterator[AnyItem]:
        for item in items:
            self.order += 1
            yield replace(
                item,
                order=self.order,
                message=index,
                mail=self.mail,
                when=message.when,
                depth=message.depth,
                chain=message.chain,
                speaker=item.speaker or message.sender,
                to=message.to,
                is_chat=message.is_chat,
            )

    def _take(
        self, lines: Sequence[Line], place: int, carried: Head | None, message: Message
    ) -> tuple[int, list[AnyItem], Head | None]:
        """What begins at a line: how many lines it takes, what it is, and the head that it is for the next line."""
        line = lines[place]
        if is_chatter(line, self.reader.game):
            return 1, [], None
        items = self._alone(line) if carried is None else self.lines.read(line, carried)
        if all(isinstance(item, Candidate) for item in items) and items:
            joined = self._join(lines, place, carried, must_dangle=not _is_incomplete(items))
        elif any(isinstance(item, Roll) for item in items) or (
            items and not all(isinstance(item, Doubt) and item.kind in _MAY_GO_ON for item in items)
        ):
            joined = None
        else:
            joined = self._join_in_doubt(lines, place, carried, items)
        if joined is not None or (not self._only_seeks and any(isinstance(item, Candidate) for item in items)):
            self._vain = 0
        if joined is not None:
            return joined[0], joined[1], None
        if not items and _is_near_above(lines, place) and (head := self._head(line.text)):
            return 1, [], head
        return 1, items, None

    def _join_in_doubt(
        self, lines: Sequence[Line], place: int, carried: Head | None, items: Sequence[AnyItem]
    ) -> tuple[int, list[AnyItem]] | None:
        """As `_join` for a line that by itself is not a turn. It is not tried after many lines that are nearly turns,
        with no turn among them: each of them is an error anyway."""
        may_be_vain = self._only_seeks or (bool(items) and all(map(_is_near, items)))
        if may_be_vain and self._vain >= (_MOST_SOUGHT_IN_VAIN if self._only_seeks else _MOST_IN_VAIN):
            return None
        joined = self._join(lines, place, carried, must_dangle=False)
        if may_be_vain and joined is None and LOOKS_LIKE_TURN.search(lines[place].text):
            self._vain += 1
        return joined

    def _head(self, text: str) -> Head | None:
        """The head that a line is, remembered."""
        if text not in self._heads:
            if len(self._heads) >= _REMEMBERED:
                self._heads.clear()
            self._heads[text] = self.lines.heads.read_alone(text)
        return self._heads[text]

    def _alone(self, line: Line) -> list[AnyItem]:
        """What a line holds by itself, remembered for the lines before it, which may go on with it, and for its
        copies."""
        if line.struck:
            return self.lines.read(line, None)
        key = line.text, "½" in line.raw
        if key not in self._read:
            if len(self._read) >= _REMEMBERED:
                self._read.clear()
            self._read[key] = [] if is_chatter(line, self.reader.game) else self.lines.read(line, None)
        return [replace(item, line=_moved(item.line, line)) for item in self._read[key]]

    def _join(
        self, lines: Sequence[Line], place: int, carried: Head | None, *, must_dangle: bool
    ) -> tuple[int, list[AnyItem]] | None:
        """A line with those after it that a mail program broke off, if they read as a turn together only (TR2.5)."""
        first = lines[place]
        if not first.text or (not must_dangle and not LOOKS_LIKE_TURN.search(first.text)):
            return None
        if not _may_be_broken(first.text, lines[place + 1 : place + 2], self.reader.spoken.verbs):
            return None
        text = first.text
        for count, following in enumerate(lines[place + 1 : place + 4], 1):
            if following.stands_for or _counts_on(first.text, following.text):
                return None
            alone = self._alone(following)
            is_turn = any(isinstance(item, (Candidate, Ended)) for item in alone)
            dangles = bool(_DANGLING.search(text))
            if self.reader.spoken.verbs is None and not (dangles or self.reader.may_hold(following.text)):
                return None
            if (is_turn and not (dangles and not self.lines.heads.read(following.text).number)) or following.struck:
                return None
            if (
                must_dangle
                and not dangles
                and not (_GOES_ON.match(following.text) and any(_is_near(item) for item in alone))
            ):
                return None
            if self.reader.spoken.verbs is None and len(_PLAIN.findall(f"{text} {following.text}")) > _MOST_PLAIN:
                return None
            may_be_cut = not dangles and not (_ENDS_IN_WORD.search(text) or _BEGINS_WITH_WORD.match(following.text))
            for glue in (" ", "") if text.endswith(("-", "/", "<", "=")) or may_be_cut else (" ",):
                joined = f"{text}{glue}{following.text}"
                items = self.lines.read_turn(replace(first, text=joined), carried)
                if items and all(
                    isinstance(item, Candidate) and not any(way.remark for way in item.ways) for item in items
                ):
                    used = tuple(lines[place : place + count + 1])
                    return count + 1, [replace(item, line=first, lines=used) for item in items]
            text = f"{text} {following.text}"
        return None

    def _reads_cell(self, text: str) -> bool:
        return bool(self.reader.look(text, is_sure=True).ways)

    def _read_cell(self, cell: Cell) -> list[AnyItem]:
        text = cell.text
        look = self.reader.look(text, is_sure=True)
        head = Head(rest=text, number=cell.number, who=cell.who)
        if look.ways:
            candidate = self.lines.candidate(cell.line, head, look, text)
            dice = self.reader.spoken.read_dice(cell.dice) if cell.dice else None
            return [
                replace(
                    candidate, column=cell.column, pair=None, dice=dice or "", dice_line=cell.line if dice else None
                )
            ]
        if ending := read_ending(text):
            return [Ended(line=cell.line, ending=ending, who=cell.who, number=cell.number)]
        return [Doubt(line=cell.line, kind="near", text=text, who=cell.who, number=cell.number)]
