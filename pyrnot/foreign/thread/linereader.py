"""What one line of a thread holds: a turn, dice, a result, something said, or nothing (TR3).

Knows no other line, no order and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from pyrnot.foreign.thread import players, says
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Ended, Roll, Said
from pyrnot.foreign.thread.linehead import LOOKS_LIKE_TURN, ODD_WORD, HeadReader
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.results import read_ending
from pyrnot.foreign.thread.sentences import SentenceReader, is_plain_word
from pyrnot.foreign.thread.text import EMOJI, Line, fold_name
from pyrnot.foreign.thread.turn_head import LABELS, Head, merged, speaker_of
from pyrnot.foreign.thread.turn_text import TURN, Look
from pyrnot.foreign.thread.wording import supposes
from pyrnot.foreign.work import spend

_LONG_HEAD = 6
"""Characters of a head that may be a part of the turn."""
_WORK = 40
"""What a line takes to read, however short, counted in characters read."""
_RECAP = re.compile(r"^(?P<label>[^\d:;<>|]{1,40}):\s+(?=1[.)])")
_INNER_NAME = re.compile(r"(?<=\s)(?P<name>[^\W\d_][\w'’-]{0,30})\s*:\s+")
_INNER_NUMBER = re.compile(r"(?:^|(?<=\s))(?P<number>\d{1,3})(?P<dots>\.\.\.|…|[.)])\s*(?=[^\s\d.])")
_DICE_HEAD = re.compile(
    r"^(?:(?:i\s+(?:have\s+)?)?(?:roll(?:ed|ing)?|dice)\s+for\s+(?:you,?\s+)?(?P<other>[^\W\d_][\w.'’-]{0,30})\s*"
    r"[:=–—-]|"
    r"(?P<name>[^\W\d_][\w.'’ -]{0,30}?)(?:,\s+your?)?(?:['’]s?)?\s+(?:has\s+|have\s+)?(?:rolls?|rolled|threw|throws|"
    r"got|dice|gets?|würfelt|hat gewürfelt)\b(?:\s+(?:is|are|were)\b)?|"
    r"(?:roll|dice)\s+(?:for|of|by)\s+(?P<for>[^\W\d_][\w.'’-]{0,30}))\W*",
    re.IGNORECASE,
)
_DOUBLE = re.compile(
    r"(?P<dice>(?P<face>\d)\W{1,3}(?P=face))\W+(?:an?\s+)?(?:doubles?|doublet|pasch)\b[^\d]*$", re.IGNORECASE
)
"""What players say of a double that they roll again: `DIG 6/6, double, so again`."""
_DICE_TAIL = re.compile(r"(?P<sign>,|\s+for)\s+(?P<name>[^\W\d_][\w.'’-]{0,30})[.!]*$", re.IGNORECASE)
"""Whom dice are for, or who is told of them: `I rolled DIG 5/2 for Ida`."""
_VARIATION = re.compile(r"^\(\s*\d{1,3}\s*(?:\.|…).*\)$")
_MISSPELT_PASS = re.compile(r"^(?:p+a*s+[a-z]?|(?=[pas]{3,5}\b)p?[as]*p?[as]*)[.!]*$", re.IGNORECASE)
_LABELS_RESULT = re.compile(r"^(?:the )?(?:winner|result|score|final (?:result|score))\s*:", re.IGNORECASE)
_AT_NAME = re.compile(r"^@(?P<name>[\w.-]{1,30})\W+")
_SIGNED = re.compile(r"\s*[(\[]\s*(?P<name>[^\W\d_][\w .'’-]{0,30})\s*[)\]]$")
_I_PASS = re.compile(
    r"^(?:passing|(?:i|we|ich)(?:'ll|’ll| will| must| have to)?\s+pass(?:e)?)(?:\s+(?:too|as well|again|then|here|now|"
    r"this (?:turn|time|one)))?[\s.!]*$",
    re.IGNORECASE,
)

_INSTEAD = re.compile(r",?\s+(?:instead|rather|please)[.!]*\s*$", re.IGNORECASE)
_SAYS_I = re.compile(r"(?:i|we|ich|je)\b", re.IGNORECASE)
_FIRST_WORDS = 4
"""Words after a number among which those are that make a turn of a line."""


def _is_prose(item: AnyItem) -> bool:
    return isinstance(item, Doubt) and item.kind == "prose" and item.number is None


class LineReader:
    """Reads lines, for one game."""

    def __init__(
        self, reader: TurnReader, seat_of: Callable[[str], str | None], emoji_of: Callable[[str], str | None]
    ) -> None:
        self.reader = reader
        self.seat_of = seat_of
        self.heads = HeadReader(reader, seat_of, emoji_of)
        self.sentences = SentenceReader(reader, self.heads)

    def read_turn(self, line: Line, carried: Head | None) -> list[AnyItem]:
        """What lines put together hold, where only turns matter."""
        spend(_WORK + len(line.text))
        return self._read(line, carried)

    def read(self, line: Line, carried: Head | None = None) -> list[AnyItem]:
        """What one line holds."""
        items = [*self._read(line, carried)]
        if len(items) == 1 and isinstance(items[0], Candidate):
            items += self._said_beside(items[0])
        if not items or (len(items) == 1 and _is_prose(items[0])):
            return self.sentences.read(line) or items or self._squares(line)
        return items

    def _squares(self, line: Line) -> list[AnyItem]:
        """A line that puts one square in the place of another, and is not a turn."""
        changes = self.reader.has_squares and says.changed_square(line.text) is not None
        return [Doubt(line=line, kind="squares", text=line.text, who=self.heads.read(line.text).who)] if changes else []

    def _said_beside(self, turn: Candidate) -> list[AnyItem]:
        """What follows right after a turn: a result, or the offer of a draw."""
        remark = turn.ways[0].remark.strip(" \t,;:.()–—-")
        if not remark:
            return []
        if says.offers_draw(remark):
            return [Said(line=turn.line, kind="offer", who=turn.who)]
        ending = read_ending(remark)
        if ending is None or not (
            ending.place or ending.verb in ("resigns", "forfeits", "wins") or "½" in turn.line.raw
        ):
            return []
        return [Ended(line=turn.line, ending=ending, who=turn.who)]

    def _read(self, line: Line, carried: Head | None) -> list[AnyItem]:
        text = line.text
        if not text:
            return self._struck_alone(line)
        if said := self._said(line):
            return [*said, *(self._asked_for(line, said[0]) or self.sentences.read(line))]
        if _VARIATION.match(text) or self.heads.numbers_player(text) is not None:
            return []
        if _LABELS_RESULT.match(text) and carried is None and (ending := read_ending(text)):
            return [Ended(line=line, ending=ending)]
        if parts := self._numbered_parts(text):
            return [item for part in parts for item in self.read(replace(line, text=part))]
        labelled = _RECAP.match(text)
        if (
            labelled
            and self.seat_of(labelled["label"]) is None
            and not supposes(labelled["label"])
            and (parts := self._numbered_parts(text[labelled.end() :]))
        ):
            return [item for part in parts for item in self.read(replace(line, text=part))]
        if carried is None and (turn := self.reader.read_exactly(text)) is not None:
            return [self.candidate(line, Head(rest=text), Look((turn,), TURN), text)]
        if roll := self._roll(line, text):
            return [roll if carried is None else replace(roll, who=roll.who or carried.who, number=carried.number)]
        head = self.heads.read(text)
        if carried is not None:
            head = merged(carried, head)
        elif head.is_empty and head.rest == text:
            return self._bare(line, text, self.reader.look(text))
        return self._headed(line, head)

    def _headed(self, line: Line, head: Head) -> list[AnyItem]:
        """What a line with a head holds."""
        rest = head.rest
        if named := self._several_names(line, head):
            return named
        look = self.reader.look(rest, is_sure=head.is_sure)
        if (not look.ways or look.ways[0].remark) and (signed := self._signed(rest)):
            look, head.who = self.reader.look(signed[1], is_sure=True), head.who or signed[0]
        if look.ways:
            may_be_longer = not head.number and len(line.text) - len(rest) >= _LONG_HEAD
            plain = self.reader.look(line.text) if may_be_longer else Look()
            if (
                plain.ways
                and plain.ways[0].kind == TURN
                and len(plain.ways[0].text) > len(look.ways[0].text) + _LONG_HEAD
            ):
                return [self.candidate(line, Head(rest=line.text), plain, line.text)]
            return [self.candidate(line, head, look, rest)]
        if head.number is not None and (pair := self._pair(rest)):
            return [replace(self.candidate(line, head, Look((pair[0],), TURN), rest, pair=pair), is_pair=True)]
        if dice := self.reader.spoken.read_dice(rest):
            return [Roll(line=line, dice=dice, who=head.who, number=head.number)]
        if head.who and (roll := self._roll(line, rest)):
            return [replace(roll, who=roll.who or head.who, speaker=head.who, number=head.number)]
        is_word = head.is_sorry and not _SAYS_I.match(rest)  # `No surrender` is not an apology
        ending = None if is_word or look.verdict == "open" else read_ending(rest)
        if ending and (head.number is not None or head.who or head.section or read_ending(line.text)):
            return [Ended(line=line, ending=ending, who=head.who, number=head.number, section=head.section)]
        if head.number is None and (plain := self.reader.look(line.text)).ways:
            return [self.candidate(line, Head(rest=line.text), plain, line.text)]
        if _I_PASS.match(rest) and (way := self.reader.parse("pass")):
            return [self.candidate(line, head, Look((replace(way, is_respelt=True),), TURN), rest)]
        if says.is_same_again(rest) and head.is_sure:
            return [Doubt(line=line, kind="same", text=rest, who=head.who, number=head.number)]
        if says.is_lost(rest):
            return [Doubt(line=line, kind="lost", text=rest, who=head.who, number=head.number)]
        return self._headed_doubt(line, head, look)

    def _headed_doubt(self, line: Line, head: Head, look: Look) -> list[AnyItem]:
        """A line with a head that cannot be read as a turn, where one is expected (TR3.4)."""
        rest = head.rest
        if fold_name(head.who) in LABELS and not self.seat_of(head.who):
            return []
        verbs = self.reader.spoken.verbs
        is_sentence = all(map(is_plain_word, rest.split()[: _FIRST_WORDS + 1]))
        looks_like = len(rest) < 200 and bool(
            LOOKS_LIKE_TURN.search(rest.replace(";", " ") if is_sentence else rest)
            or ODD_WORD.match(rest)
            or (verbs and verbs.match(rest))
        )
        if head.number is not None and _MISSPELT_PASS.match(rest):
            return [Doubt(line=line, kind="near", text=rest, who=head.who, number=head.number)]
        if look.verdict in ("near", "open") or (look.verdict == "prose" and head.number is not None):
            kind = look.verdict
        elif (head.number is not None or head.corrects) and looks_like:
            begins = " ".join(rest.split()[:_FIRST_WORDS])
            is_near = head.corrects or LOOKS_LIKE_TURN.search(begins) or ODD_WORD.match(rest) or verbs
            kind = "near" if is_near else "prose"
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
                return [self.candidate(line, Head(rest=signed[1], who=signed[0]), signed_look, signed[1])]
        if look.ways:
            return [self.candidate(line, Head(rest=text), look, text)]
        if _I_PASS.match(text) and (way := self.reader.parse("pass")):
            return [Candidate(line=line, ways=(replace(way, is_respelt=True),), written=text)]
        if look.verdict != "open" and (ending := read_ending(text)):
            return [Ended(line=line, ending=ending)]
        if says.is_lost(text):
            return [Doubt(line=line, kind="lost", text=text)]
        if says.is_same_again(text):
            return [Doubt(line=line, kind="same", text=text)]
        if look.verdict in ("near", "open", "prose"):
            return [Doubt(line=line, kind=look.verdict, text=text)]
        label, _ = self.heads.cut_label(text)
        if label and fold_name(label) not in LABELS and not supposes(label):
            return [Doubt(line=line, kind="open", text=text)]
        return []

    def _said(self, line: Line) -> list[AnyItem]:
        """What a player says to the other; a line may say that and hold a turn as well."""
        text = line.text
        if len(text) > 200:
            return []
        who, text = self._speaker(text)
        for kind, says_so in (
            ("no-take-backs", says.forbids_take_backs),
            ("take-back", says.asks_take_back),
            ("offer", says.offers_draw),
            ("kidding", says.is_kidding),
            ("rematch", says.is_rematch),
            ("withdrawal", says.withdraws),
            ("denial", says.denies),
            ("play-on", says.plays_on),
        ):
            if says_so(text):
                is_beside = kind in ("offer", "play-on") and self.heads.holds_turn(text)
                return [] if is_beside else [Said(line=line, kind=kind, who=who)]
        if says.is_retraction(text):
            return [Doubt(line=line, kind="retraction", text=text, who=who)]
        if (number := says.denied_turn(text)) is not None:
            return [Doubt(line=line, kind="retraction", text=text, who=who, number=number)]
        if says.hesitates(text):
            return [Doubt(line=line, kind="hesitation", text=text, who=who)]
        if LOOKS_LIKE_TURN.search(text) or (not who and read_ending(line.text)):
            return []
        ending = read_ending(text)
        if ending is not None and ending.verb in ("loses", "wins", "resigns", "forfeits"):
            return []
        if says.accepts(text) and not self.heads.holds_turn(text) and not self.heads.read(text).is_named:
            return [Said(line=line, kind="accept", who=who)]
        head = self.heads.read(text)
        is_more = head.is_sure or head.section or self.heads.holds_turn(text) or read_ending(head.rest)
        is_sorry = head.is_sorry and not is_more  # `no, I won!`
        is_no = says.declines(text) and (head.is_empty or is_sorry)
        return [Said(line=line, kind="decline", who=who)] if is_no else []

    def _asked_for(self, line: Line, said: AnyItem) -> list[AnyItem]:
        """The turn that a player asks for with its number in place of another: `May I take that back? 3. Sc6
        instead`."""
        asks, mark, rest = line.text.partition("? ")
        if not (isinstance(said, Said) and said.kind == "take-back" and mark and says.asks_take_back(asks)):
            return []
        found = self._read(replace(line, text=_INSTEAD.sub("", rest)), None)
        return [
            replace(item, line=line, who=item.who or said.who)
            for item in found
            if isinstance(item, Candidate) and item.number is not None and len(found) == 1
        ]

    def _speaker(self, text: str) -> tuple[str, str]:
        """Whose name and a colon precede the words after it; "" and the text where there is none. The name may be one
        that only the turns below it tell to be a player's."""
        name, colon, rest = text.partition(": ")
        if not colon or not 1 < len(name) < 40:
            return "", text
        is_named = bool(self.seat_of(name)) or speaker_of(text) == name
        return (name, rest.strip()) if is_named else ("", text)

    def _struck_alone(self, line: Line) -> list[AnyItem]:
        """A line that is struck out whole: if it held a turn, that is taken back."""
        found = self.read(replace(line, text=line.struck, struck="")) if line.struck else []
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
        if dice := read(bare) or read(_DOUBLE.sub(r"\g<dice>", bare)):
            return Roll(line=line, dice=dice)
        tail = _DICE_TAIL.search(bare)
        if tail and (fold_name(tail["name"]) in players.YOU or self.seat_of(tail["name"])):
            roll = self._roll(line, bare[: tail.start()])
            return replace(roll, who=tail["name"]) if roll and tail["sign"] != "," else roll
        if found := _DICE_HEAD.match(bare):
            name = found["other"] or found["name"] or found["for"]
            if (dice := read(bare[found.end() :])) and fold_name(name) not in LABELS:
                return Roll(line=line, dice=dice, who=name.removeprefix("@"))
        found = _AT_NAME.match(bare)
        if found and (dice := read(bare[found.end() :])):
            return Roll(line=line, dice=dice, who=found["name"])
        return None

    # Parts of a line

    def _numbered_parts(self, text: str) -> list[str]:
        """The parts of a line that has several numbered turns; [] for any other line."""
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
                self.candidate(line, Head(rest=piece, number=head.number, is_reply=bool(place), who=name), look, piece)
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
        """A turn with its player's name in brackets after it."""
        found = _SIGNED.search(text)
        if found and len(found["name"]) > 1 and self.seat_of(found["name"]) is not None:
            return found["name"], text[: found.start()]
        return None

    def candidate(self, line: Line, head: Head, look: Look, written: str, pair: tuple | None = None) -> Candidate:  # type: ignore[type-arg]
        if (
            pair is None
            and head.number is not None
            and not head.is_reply
            and ("," in written or any(way.is_respelt for way in look.ways))
        ):
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
            struck=line.struck if line.struck and self.heads.holds_turn(line.struck) else "",
            corrects=head.corrects or bool(re.search(r"\b(?:correct(?:ed|ion)|i meant)\b", remarks, re.IGNORECASE)),
            is_sorry=head.is_sorry or bool(re.search(r"\b(?:typo|misread|mistyped)\b", remarks, re.IGNORECASE)),
        )
