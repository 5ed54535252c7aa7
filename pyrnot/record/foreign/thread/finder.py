"""Finds the turns of a thread: which lines hold one, with its number and whose it is, and which only nearly do (TR3).

Knows no order and no rule; `assemble` puts together what is found here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.record.foreign.thread import says
from pyrnot.record.foreign.thread.items import AnyItem, Candidate, Doubt, Ended, Roll, Said
from pyrnot.record.foreign.thread.numbers import read_number
from pyrnot.record.foreign.thread.reading import NO_DICE, TURN, Look, TurnReader
from pyrnot.record.foreign.thread.results import read_ending
from pyrnot.record.foreign.thread.tables import Cell, read_table
from pyrnot.record.foreign.thread.text import EMOJI, Line, Message, fold_name
from pyrnot.record.foreign.thread.times import CALENDAR

_BULLET = re.compile(r"^(?:[-*•·–—‣◦▪+]|o(?=\s))\s+")
_NAME = re.compile(
    r"^(?P<name>[^\s:;<>|,.!?()\[\]{}#*+/=][^:;<>|!?()\[\]{}/=]{0,40}?)(?:\s*\((?P<aside>[^()]{1,20})\))?(?:['’]s (?:move|turn|play|roll|dice))?\s*(?::(?![\w])|[:>](?=\s)|\s[-–—](?=\s))\s*"
)
_BRACKETED_NAME = re.compile(r"^[(\[](?P<name>[^\W\d_][^()\[\]]{0,30})[)\]]\s*:?\s*")
_SIGNED = re.compile(r"\s*[(\[]\s*(?P<name>[^\W\d_][\w .'’-]{0,30})\s*[)\]]$")
_PLAIN_NAME = re.compile(r"^(?P<name>[^\W\d_][\w'’-]{0,20})\s+(?:(?:plays|moves|spielt|zieht|joue)\s*:?\s+)?(?=\S)")
_PHRASE = re.compile(
    r"^(?:(?:and |so |ok(?:ay)?[,.!]? |right[,.]? |well[,.]? |then |now |hi[,!.]? |here(?:'s| is|’s|'re| are)? |this is )?(?:my|our|the|next|a)?\s*"
    r"(?:next |new |first |second )?(?:move|turn|reply|answer|response|play|zug|antwort|coup|drag|actions?)(?: is| would be| then)?\s*[:=–—>-]+|"
    r"(?:ok(?:ay)?[,.!]? |so[,.]? |then |and |now |well[,.]? )?(?:i(?:'ll| will|’ll|'m going to|'m)?|ich|je|we) (?:play|move|go|do|answer|reply|respond|choose|spiele|ziehe|joue|playing|going)(?: with)?\s*:?|"
    r"playing\s*:?|(?:plays|moves)\s*:?|(?:ok(?:ay)?|so|right|alright|well|now|then)\s*[:,]|(?:move|turn|reply|answer|play)\s*:)\s+",
    re.IGNORECASE,
)
_I_PASS = re.compile(r"^(?:i|we|ich)(?:'ll|’ll| will| must| have to)?\s+pass(?:e)?[\s.!]*$", re.IGNORECASE)
_IS = re.compile(r"^(?:is|was|should (?:be|read|have been)|stands as|remains|reads)\s*:?\s+(?=\S)", re.IGNORECASE)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?"
_DATE = re.compile(
    rf"^[\[(]?(?:{CALENDAR}(?:,?\s+(?:at\s+|um\s+)?{_CLOCK})?|{_CLOCK})[\])]?\s*[-–—:,|]?\s+(?=\S)", re.IGNORECASE
)
_SECTION = re.compile(
    r"^[\[(]?(?P<key>(?:game|board|match|partie|spiel|brett)\s*#?\s*(?:\d{1,3}|[A-Z]))[\])]?\s*(?:[:.)–—-]+\s*|\s(?=\S))",
    re.IGNORECASE,
)
_INNER_NAME = re.compile(r"(?<=\s)(?P<name>[^\W\d_][\w'’-]{0,30})\s*:\s+")
_INNER_NUMBER = re.compile(r"(?:^|(?<=\s))(?P<number>\d{1,3})(?P<dots>\.\.\.|…|[.)])\s*(?=[^\s\d.])")
_DICE_HEAD = re.compile(
    r"^(?:(?P<name>[^\W\d_][\w.'’ -]{0,30}?)(?:['’]s?)?\s+(?:has\s+|have\s+)?(?:rolls?|rolled|threw|throws|got|dice|gets|würfelt|hat gewürfelt)\b|(?:roll|dice)\s+(?:for|of|by)\s+(?P<for>[^\W\d_][\w.'’-]{0,30}))\W*",
    re.IGNORECASE,
)
_LOOKS_LIKE_TURN = re.compile(
    r"(?<![A-Za-z])[+<xX]?[A-Za-z]{0,3}(?:\([a-z0-9,]{1,5}\))?[a-zA-Z]\d(?!\d)|\d/\d|;|<>|\w=\w|[SML]_|\([a-z]\)|>\w"
)
_DANGLING = re.compile(r"(?:[;(,<>=@/-]|(?<=\s)[SMLPDQ])$")
_LABELS = {
    "idea",
    "example",
    "note",
    "notes",
    "threat",
    "alternative",
    "alternatively",
    "plan",
    "best",
    "or",
    "maybe",
    "ps",
    "pps",
    "hint",
    "analysis",
    "variation",
    "line",
    "computer",
    "engine",
    "was",
    "better",
    "instead",
    "previously",
    "last",
    "before",
    "eg",
    "ie",
    "if",
    "then",
    "rules",
    "question",
    "position",
    "setup",
    "current",
    "comment",
    "thinking",
    "option",
    "options",
    "candidate",
    "candidates",
    "possible",
    "suggestion",
    "todo",
    "subject",
    "re",
    "game",
    "result",
    "score",
    "kibitz",
    "kibitzer",
    "spoiler",
    "nb",
    "btw",
    "fyi",
    "warning",
    "remember",
    "expected",
    "illegal",
    "typo",
    "expects",
    "prediction",
    "guess",
}
_HEADS = 7


class Head(Struct):
    """What stands before a turn on its line."""

    rest: str
    number: int | None = None
    is_reply: bool = False
    is_number_respelt: bool = False
    who: str = ""
    section: str = ""
    corrects: bool = False
    is_sorry: bool = False
    has_phrase: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it says that a turn follows."""
        return self.number is not None or bool(self.who) or self.has_phrase or self.corrects

    @property
    def is_empty(self) -> bool:
        """Whether there is none."""
        return not (self.is_sure or self.section or self.is_sorry)


class Finder:
    """Finds what matters among the lines of messages, for one game.

    `seat_of` gives the seat that a word names, `knows` whether a word is anybody's name, `emoji_of` whom a picture stands for.
    """

    def __init__(
        self,
        reader: TurnReader,
        seat_of: Callable[[str], str | None],
        emoji_of: Callable[[str], str | None] = lambda emoji: None,
    ) -> None:
        self.reader = reader
        self.seat_of = seat_of
        self.emoji_of = emoji_of
        self.order = 0
        self.mail = 0

    def find(self, message: Message, index: int) -> Iterator[AnyItem]:
        """What the lines of a message hold, in their order."""
        lines = [line for line in message.lines if not line.why and (line.text or line.struck)]
        self.mail += message.opens
        place = 0
        carried: Head | None = None
        last: Candidate | None = None
        while place < len(lines):
            count, cells = read_table(lines, place, self.seat_of)
            if count and cells:
                for cell in cells:
                    yield from self._placed(self._read_cell(cell), message, index)
                place += count
                carried, last = None, None
                continue
            taken, items, carried = self._take(lines, place, carried, message)
            for item in items:
                if isinstance(item, Candidate):
                    if (
                        last is not None
                        and item.number is None
                        and not item.who
                        and not item.corrects
                        and place
                        and carried is None
                    ):
                        item = replace(item, follows=not item.struck)
                    last = item
                elif not isinstance(item, Said):
                    last = None
                yield from self._placed([item], message, index)
            if not items and lines[place].text and not _is_blank(lines[place]):
                last = None
            place += taken

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
                speaker=message.sender,
                is_chat=message.is_chat,
            )

    def _take(
        self, lines: Sequence[Line], place: int, carried: Head | None, message: Message
    ) -> tuple[int, list[AnyItem], Head | None]:
        """What begins at a line: how many lines it takes, what it is, and the head that it is for the next line."""
        line = lines[place]
        items = self.read_line(line, carried)
        if all(isinstance(item, Candidate) for item in items) and items:
            joined = self._join(lines, place, carried, must_dangle=True)
        elif any(isinstance(item, Roll) for item in items) or (
            items and not all(isinstance(item, Doubt) and item.kind in ("near", "open", "prose") for item in items)
        ):
            joined = None
        else:
            joined = self._join(lines, place, carried, must_dangle=False)
        if joined is not None:
            return joined[0], joined[1], None
        if not items and (head := self._only_head(line)):
            return 1, [], head
        return 1, items, None

    def _join(
        self, lines: Sequence[Line], place: int, carried: Head | None, *, must_dangle: bool
    ) -> tuple[int, list[AnyItem]] | None:
        """A line with those after it that a mail program broke off, if they read as a turn together only (TR2.5)."""
        first = lines[place]
        if not first.text or (not must_dangle and not _LOOKS_LIKE_TURN.search(first.text)):
            return None
        text = first.text
        for count, following in enumerate(lines[place + 1 : place + 4], 1):
            alone = self.read_line(following, None)
            is_turn = any(isinstance(item, (Candidate, Ended)) for item in alone)
            dangles = bool(_DANGLING.search(text))
            if (is_turn and not (dangles and not self._head(following.text).number)) or following.struck:
                return None
            if (
                must_dangle
                and not dangles
                and not any(isinstance(item, Doubt) and item.kind == "near" for item in alone)
            ):
                return None
            for glue in (" ", "") if text.endswith(("-", "/", "<", "=")) or not dangles else (" ",):
                joined = f"{text}{glue}{following.text}"
                items = self.read_line(replace(first, text=joined), carried)
                if items and all(
                    isinstance(item, Candidate) and not any(way.remark for way in item.ways) for item in items
                ):
                    used = tuple(lines[place : place + count + 1])
                    return count + 1, [replace(item, line=first, lines=used) for item in items]
            text = f"{text} {following.text}"
        return None

    # One line

    def read_line(self, line: Line, carried: Head | None = None) -> list[AnyItem]:
        """What one line holds."""
        text = line.text
        if not text:
            return self._struck_alone(line)
        if said := self._said(line):
            return said
        if parts := self._numbered_parts(text):
            return [item for part in parts for item in self.read_line(replace(line, text=part))]
        plain = self.reader.look(text)
        if (
            carried is None
            and plain.ways
            and not any(way.is_respelt or way.remark for way in plain.ways)
            and plain.ways[0].kind == TURN
        ):
            return [self._candidate(line, Head(rest=text), plain, text)]
        if roll := self._roll(line, text):
            return [roll if carried is None else replace(roll, who=roll.who or carried.who, number=carried.number)]
        head = self._head(text)
        if carried is not None:
            head = _merged(carried, head)
        elif head.is_empty and head.rest == text:
            return self._bare(line, text, plain)
        return self._headed(line, head, plain)

    def _headed(self, line: Line, head: Head, plain: Look) -> list[AnyItem]:
        """What a line with a head holds."""
        rest = head.rest
        if named := self._several_names(line, head):
            return named
        look = self.reader.look(rest, is_sure=head.is_sure)
        if (not look.ways or look.ways[0].remark) and (signed := self._signed(rest)):
            look, head.who = self.reader.look(signed[1], is_sure=True), head.who or signed[0]
        if look.ways:
            if (
                plain.ways
                and plain.ways[0].kind == TURN
                and not head.number
                and len(plain.ways[0].text) > len(look.ways[0].text) + 6
            ):
                return [self._candidate(line, Head(rest=line.text), plain, line.text)]
            return [self._candidate(line, head, look, rest)]
        if head.number is not None and (pair := self._pair(rest)):
            return [self._candidate(line, head, Look((pair[0],), TURN), rest, pair=pair)]
        if dice := self.reader.spoken.read_dice(rest):
            return [Roll(line=line, dice=dice, who=head.who, number=head.number)]
        if (ending := read_ending(rest)) and (head.number is not None or head.who):
            return [Ended(line=line, ending=ending, who=head.who, number=head.number)]
        if plain.ways and head.number is None:
            return [self._candidate(line, Head(rest=line.text), plain, line.text)]
        if says.is_same_again(rest) and head.is_sure:
            return [Doubt(line=line, kind="same", text=rest, who=head.who, number=head.number)]
        if says.is_lost(rest):
            return [Doubt(line=line, kind="lost", text=rest, who=head.who, number=head.number)]
        return self._headed_doubt(line, head, look)

    def _headed_doubt(self, line: Line, head: Head, look: Look) -> list[AnyItem]:
        """A line with a head that cannot be read as a turn, where it ought to be one (TR3.4)."""
        rest = head.rest
        if fold_name(head.who) in _LABELS and not self.seat_of(head.who):
            return []
        looks_like = bool(_LOOKS_LIKE_TURN.search(rest)) and len(rest) < 200
        if look.verdict in ("near", "open") or (look.verdict == "prose" and head.number is not None):
            kind = look.verdict
        elif (head.number is not None or head.corrects) and looks_like:
            kind = "near"
        elif head.is_sorry and look.verdict:
            kind = look.verdict
        else:
            return (
                self._bare(line, line.text, self.reader.look(line.text))
                if head.number is None and head.is_sorry
                else []
            )
        if (
            kind == "near"
            and head.has_phrase
            and not head.who
            and head.number is None
            and not look.verdict
            and not looks_like
        ):
            return []
        return [Doubt(line=line, kind=kind, text=rest, who=head.who, number=head.number)]

    def _bare(self, line: Line, text: str, look: Look) -> list[AnyItem]:
        """What a line without a head holds."""
        if (not look.ways or look.ways[0].remark) and (signed := self._signed(text)):
            signed_look = self.reader.look(signed[1], is_sure=True)
            if signed_look.ways:
                return [self._candidate(line, Head(rest=signed[1], who=signed[0]), signed_look, signed[1])]
        if look.ways:
            return [self._candidate(line, Head(rest=text), look, text)]
        if _I_PASS.match(text) and (way := self.reader.parse("pass")):
            return [Candidate(line=line, ways=(replace(way, is_respelt=True),), written=text)]
        if ending := read_ending(text):
            return [Ended(line=line, ending=ending)]
        if says.is_lost(text):
            return [Doubt(line=line, kind="lost", text=text)]
        if says.is_same_again(text):
            return [Doubt(line=line, kind="same", text=text)]
        if look.verdict in ("near", "open", "prose"):
            return [Doubt(line=line, kind=look.verdict, text=text)]
        return []

    def _said(self, line: Line) -> list[AnyItem]:
        """What a player says to the other; a line may say that and hold a turn as well."""
        text = line.text
        if len(text) > 200:
            return []
        for kind, says_so in (
            ("no-take-backs", says.forbids_take_backs),
            ("take-back", says.asks_take_back),
            ("offer", says.offers_draw),
            ("kidding", says.is_kidding),
            ("rematch", says.is_rematch),
        ):
            if says_so(text):
                return [Said(line=line, kind=kind)]
        if says.is_retraction(text):
            return [Doubt(line=line, kind="retraction", text=text)]
        if says.accepts(text) and not self.reader.look(text).ways and self._head(text).is_empty:
            return [Said(line=line, kind="accept")]
        return [Said(line=line, kind="decline")] if says.declines(text) and self._head(text).is_empty else []

    def _struck_alone(self, line: Line) -> list[AnyItem]:
        """A line that is struck out whole: if it held a turn, that is taken back."""
        found = self.read_line(replace(line, text=line.struck, struck="")) if line.struck else []
        return [
            Doubt(line=line, kind="struck", text=line.struck, number=item.number, who=item.who)
            for item in found
            if isinstance(item, Candidate)
        ]

    def _roll(self, line: Line, text: str) -> Roll | None:
        """Dice said apart from a turn, perhaps with the name of who rolled."""
        read = self.reader.spoken.read_dice
        if self.reader.game.info.opening is None:
            return None
        bare = EMOJI.sub(" ", text).strip()
        if dice := read(bare):
            return Roll(line=line, dice=dice)
        if found := _DICE_HEAD.match(bare):
            name = found["name"] or found["for"]
            if (dice := read(bare[found.end() :])) and fold_name(name) not in _LABELS:
                return Roll(line=line, dice=dice, who=name.removeprefix("@"))
        if found := re.match(r"^@(?P<name>[\w.-]{1,30})\W+", bare):
            if dice := read(bare[found.end() :]):
                return Roll(line=line, dice=dice, who=found["name"])
        return None

    # Heads

    def _head(self, text: str) -> Head:
        """The elements of a head, in any order, as far as they go."""
        head = Head(rest=text)
        for _ in range(_HEADS):
            if not head.rest or (head.rest != text and self._reads_exactly(head.rest)) or not self._take_element(head):
                break
        return head

    def _take_element(self, head: Head) -> bool:
        rest = head.rest
        if found := EMOJI.match(rest):
            stands_for = self.emoji_of(found.group())
            head.who = head.who or stands_for or ""
            head.rest = rest[found.end() :].lstrip(" :–—-")
            return True
        if found := _BULLET.match(rest):
            head.rest = rest[found.end() :]
            return True
        if not head.section and (found := _SECTION.match(rest)):
            head.section, head.rest = " ".join(found["key"].lower().split()), rest[found.end() :]
            return True
        if found := _DATE.match(rest):
            head.rest = rest[found.end() :]
            return True
        if head.number is None and (number := read_number(rest)) and not (number.is_bare and self._reads(rest)):
            follows = rest[number.end :]
            follows_is = _IS.match(follows)
            if (
                not number.is_bare
                or (follows_is and self._reads(follows[follows_is.end() :]))
                or self._reads(follows)
                or self._names(follows)
                or _LOOKS_LIKE_TURN.search(follows[:40])
            ):
                head.number, head.is_reply, head.is_number_respelt = number.value, number.is_reply, number.is_respelt
                head.rest = follows
                if found := _IS.match(follows):
                    head.corrects, head.rest = (
                        head.corrects or "should" in found.group().lower(),
                        follows[found.end() :],
                    )
                return True
        if found := _PHRASE.match(rest):
            head.has_phrase, head.rest = True, rest[found.end() :]
            return True
        return self._take_name(head) or self._take_correction(head)

    def _take_correction(self, head: Head) -> bool:
        if head.corrects or head.is_sorry or not (cut := says.cut_correction(head.rest)):
            return False
        rest, is_said = cut
        if head.rest.startswith("*") and not self._reads(rest):
            return False
        head.corrects, head.is_sorry, head.rest = is_said, not is_said, rest
        return True

    def _take_name(self, head: Head) -> bool:
        """A name with its colon or dash; one that is known also in brackets or with nothing after it."""
        if head.who:
            return False
        rest = head.rest
        found = _NAME.match(rest)
        if found and not self._reads(rest):
            name, aside = found["name"].strip(), found["aside"]
            is_known = self.seat_of(name) is not None or bool(aside and self.seat_of(aside))
            if is_known or (":" in found.group() and _is_name(name)):
                head.who = aside if aside and self.seat_of(name) is None and self.seat_of(aside) else name
                head.rest = rest[found.end() :]
                return True
        if (found := _BRACKETED_NAME.match(rest)) and self.seat_of(found["name"]) and len(found["name"]) > 1:
            head.who, head.rest = found["name"], rest[found.end() :]
            return True
        found = _PLAIN_NAME.match(rest)
        if (
            found
            and len(found["name"]) > 1
            and self.seat_of(found["name"])
            and self._reads_plainly(rest[found.end() :])
        ):
            head.who, head.rest = found["name"], rest[found.end() :]
            return True
        return False

    def _names(self, text: str) -> bool:
        found = _NAME.match(text) or _PLAIN_NAME.match(text)
        return bool(found) and found is not None and self.seat_of(found["name"]) is not None

    def _only_head(self, line: Line) -> Head | None:
        """The head that a line is as a whole (`Turn 3 (Ana)`, `Ana:`, `My move:`): it belongs to the line after it."""
        text = line.text
        if len(text) > 60:
            return None
        head = self._head(f"{text.rstrip(' :.')}: ;")
        if (
            head.rest.strip() in (";", ": ;")
            and not head.is_empty
            and not (head.who and self.seat_of(head.who) is None and ":" not in text)
        ):
            return head
        if re.match(r"^(?:here(?:'s| is|’s) )?my (?:move|turn|reply|answer)\b.{0,20}[:.]?$", text, re.IGNORECASE):
            return Head(rest="", has_phrase=True)
        return None

    # Parts of a line

    def _numbered_parts(self, text: str) -> list[str]:
        """The parts of a line that has several numbered turns, [] if it has not."""
        found = list(_INNER_NUMBER.finditer(text)) if text[:1].isdigit() else []
        if len(found) < 2 or found[0].start() != 0:
            return []
        values = [int(match["number"]) for match in found]
        for before, after, match in zip(values, values[1:], found[1:], strict=False):
            if after - before not in (0, 1) or (after == before and match["dots"] not in ("...", "…")):
                return []
        starts = [match.start() for match in found]
        return [text[start:end].strip() for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]

    def _several_names(self, line: Line, head: Head) -> list[AnyItem]:
        """The turns of a line that has one for each of several names."""
        starts = [
            found for found in _INNER_NAME.finditer(head.rest) if self.seat_of(found["name"]) is not None or head.who
        ]
        if not starts or not head.is_sure:
            return []
        names = [head.who, *(found["name"] for found in starts)]
        cuts = [0, *(found.end() for found in starts)]
        ends = [*(found.start() for found in starts), len(head.rest)]
        found_all: list[AnyItem] = []
        for place, (name, start, end) in enumerate(zip(names, cuts, ends, strict=True)):
            piece = head.rest[start:end].strip(" ,;/|–—-")
            look = self.reader.look(piece, is_sure=True)
            if not look.ways or not name:
                return []
            found_all.append(
                self._candidate(line, Head(rest=piece, number=head.number, is_reply=bool(place), who=name), look, piece)
            )
        return found_all

    def _pair(self, text: str) -> tuple | None:  # type: ignore[type-arg]
        """Two whole turns one after the other, as under one number of a record in pairs."""
        for found in re.finditer(r"\s*[,/|–—]\s+|\s+-\s+|\s+", text):
            first, second = text[: found.start()], text[found.end() :]
            one, two = self.reader.parse(first), self.reader.parse(second)
            if one is not None and two is not None and one.kind == two.kind == TURN:
                return one, two
        return None

    def _signed(self, text: str) -> tuple[str, str] | None:
        """A turn with its player's name in brackets behind it."""
        found = _SIGNED.search(text)
        if found and len(found["name"]) > 1 and self.seat_of(found["name"]) is not None:
            return found["name"], text[: found.start()]
        return None

    def _candidate(self, line: Line, head: Head, look: Look, written: str, pair: tuple | None = None) -> Candidate:  # type: ignore[type-arg]
        if pair is None and head.number is not None and not head.is_reply and any(way.is_respelt for way in look.ways):
            pair = self._pair(written)
        remarks = " ".join(way.remark for way in look.ways)
        return Candidate(
            line=line,
            ways=look.ways,
            written=written,
            pair=pair,
            number=head.number,
            is_reply=head.is_reply,
            is_number_respelt=head.is_number_respelt,
            who=head.who,
            section=head.section,
            struck=line.struck if line.struck and self._head_reads(line.struck) else "",
            corrects=head.corrects or bool(re.search(r"\b(?:correct(?:ed|ion)|i meant)\b", remarks, re.IGNORECASE)),
            is_sorry=head.is_sorry or bool(re.search(r"\b(?:typo|sorry|oops)\b", remarks, re.IGNORECASE)),
        )

    def _read_cell(self, cell: Cell) -> list[AnyItem]:
        text = cell.text
        look = self.reader.look(text, is_sure=True)
        head = Head(rest=text, number=cell.number, who=cell.who)
        if look.ways:
            candidate = self._candidate(cell.line, head, look, text)
            dice = self.reader.spoken.read_dice(cell.dice) if cell.dice else None
            return [
                replace(
                    candidate, column=cell.column, pair=None, dice=dice or "", dice_line=cell.line if dice else None
                )
            ]
        if ending := read_ending(text):
            return [Ended(line=cell.line, ending=ending, who=cell.who, number=cell.number)]
        return [Doubt(line=cell.line, kind="near", text=text, who=cell.who, number=cell.number)]

    def _reads(self, text: str) -> bool:
        """Whether a text begins with a turn."""
        return bool(self.reader.look(text).ways)

    def _reads_exactly(self, text: str) -> bool:
        """Whether a text is a turn as it stands, so that nothing of it is a head."""
        look = self.reader.look(text)
        return bool(look.ways) and not look.ways[0].is_respelt and not look.ways[0].remark

    def _head_reads(self, text: str) -> bool:
        """Whether a text is a turn, with a head or without."""
        return self._reads(text) or self._reads(self._head(text).rest)

    def _reads_plainly(self, text: str) -> bool:
        look = self.reader.look(text, is_sure=True)
        return bool(look.ways) and look.ways[0].kind in (TURN, NO_DICE) and not look.ways[0].is_respelt


def _is_name(text: str) -> bool:
    """Whether what stands before a colon may be a name: few words, none of which only labels what follows."""
    words = text.split()
    return (
        len(words) <= 4
        and fold_name(text) not in _LABELS
        and bool(re.search(r"[^\W\d_]", text))
        and not any(fold_name(word) in ("if", "or", "maybe") for word in words)
    )


def _is_blank(line: Line) -> bool:
    return not line.text


def _merged(carried: Head, head: Head) -> Head:
    """The head of a line with that of the line above it."""
    head.number = carried.number if head.number is None else head.number
    head.is_reply = head.is_reply or carried.is_reply
    head.who = head.who or carried.who
    head.section = head.section or carried.section
    head.has_phrase = True
    return head
