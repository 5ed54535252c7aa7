"""One class for each line of a message: a candidate for a turn, dice, set-up, a result, or talk (TR3).

A line's class comes from its own text and its message alone. At its head a candidate has nothing before it but
prefixes of a closed list, and nothing after it but a remark that is set apart; else it is embedded in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from msgspec.structs import replace

from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.dice import read_dice, read_dice_among_words, read_dice_apart
from pyrnot.foreign.thread.classify.prefixes import MENTION, NAMED, Prefix, PrefixReader
from pyrnot.foreign.thread.classify.remarks import BRACKETS, LONE_SQUARE, LONE_WORD, RemarkReader, marked_bad
from pyrnot.foreign.thread.classify.results import DRAW_AGREED, is_draw, read_result
from pyrnot.foreign.thread.classify.set_up import CARD, cut_set_up
from pyrnot.foreign.thread.model import Kind, Line, Message, ThreadLine, TurnNumber, turns_of
from pyrnot.foreign.thread.numbers import WrittenNumber, number_end, read_sure_number
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import LONGEST_LINE_READ, TURN, TurnReader
from pyrnot.foreign.thread.text import WORD, strip_line
from pyrnot.foreign.thread.words import speaks_of_the_end

_ENDS_DICE = lazy_pattern(r"\s*(?:[;:]|,(?=\s)|->|→|\s-\s)\s*")
INNER_NUMBER = lazy_pattern(r"(?<=\s)(?=[(#]?\d{1,3}(?:\s?[.)]+:?|…)\s*\S)")
_ASIDE = lazy_pattern(rf"(?![(\[]\d+[)\]]){BRACKETS.pattern}")
"""Brackets that hold more than a number."""
_SENTENCE_END = lazy_pattern(r"(?:[.!?…:][)\"'”’]?|[:;]-?[)(DP])\s*$")
_SPEAKER = lazy_pattern(rf"(?:^|(?<=\s))(?P<who>{WORD})\s?:\s*(?=\S)")
_STROKE = lazy_pattern(r"\s+[|/]\s+")
_UPRIGHT_STROKE = lazy_pattern(r"\s\|\s")
_HALF = lazy_pattern(r"(?<![,;])\s+(?P<stroke>[|/]\s+)?(?=[^\s(\[])")
"""Where one turn of two may end."""
_HALF_OF_NAMES = lazy_pattern(rf"{_HALF.pattern}(?![^\W\d_]+;)")
"""The same where turns hold names: not before the last word of an action, `sacrifice g1 kiri; build g1 kiri`."""
_COLUMNS = lazy_pattern(r"(?<=\S)(?:\s{2,}|\t+)(?=\S)")
_OPEN_CLAUSE = lazy_pattern(r",\s[^\W\d_]+(?:\s[^\W\d_]+)*$")
"""Words after a comma, and nothing after them."""
SIGNED = lazy_pattern(rf"\s(?:[(\[]|[-–—]+\s*)(?P<who>{WORD}(?: {WORD})?)[)\]]?\s*$")
"""The name after a turn: `Sf3 (Ann)`, `Sf3 - Ann`; `Sf3, Ann` speaks to her."""
_RESPELLING = 2
"""Times as many may be looked at for spellings to put right: a mail of 1 kB takes up to 22 for each that it has."""


class TooMuchNotation(Exception):
    """A text with more turns than a game may have, or so full of what is nearly a turn that to look at it all would
    take minutes."""


def new_line(kind: Kind, line: Line, text: str, message: Message, *, who: str = "") -> ThreadLine:
    """A line, or a part of one, with its class; its order among the lines of the game is given later."""
    return ThreadLine(kind=kind, order=0, lines=(line,), text=text, message=message, who=who)


class LineClassifier:
    """Gives lines their classes, and looks at no more than `most` characters for it; to say only whether a text is a
    turn takes none of them."""

    def __init__(self, reader: TurnReader, players: Players, *, most: int = 0) -> None:
        self.left = most
        self.most_respelt = reader.respelt + _RESPELLING * most
        self.reader = reader
        self.players = players
        self.prefix_reader = PrefixReader(reader, players)
        self.remarks = RemarkReader(reader, players)

    def beginning(self, text: str) -> str:
        """What follows a line's prefixes, if an action may begin so; "" otherwise."""
        for prefix in self.prefix_reader.prefixes(text):
            if self.reader.may_begin(prefix.rest):
                return prefix.rest
        return ""

    def line(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The classes of a line's text: several where it holds several turns, or set-up and a turn."""
        pairs, left = cut_set_up(text, self.reader.informal, self.players)
        if any(name != CARD for name, _ in pairs):
            return self._set_up(line, text, left, message)
        one = self.one(line, text, message, line.raw)
        if pairs and not one.is_at_head:  # a card alone among words, which may be set up
            return [self.talk(line, text, message)]
        return self._one_or_several(line, text, message, one)

    def _one_or_several(self, line: Line, text: str, message: Message, one: ThreadLine) -> list[ThreadLine]:
        """The classes of a text that holds no set-up, given its class as one thing."""
        if together := self._round_with_strokes(line, text, message):
            return together
        is_settled = one.is_at_head and one.kind not in (Kind.TALK, Kind.UNREAD)
        if (is_settled and not self._is_parted(line, text)) or not self.reader.may_hold(text):
            return self._with_result(one)
        after_dice = [] if is_settled else self._after_dice(line, text, message)
        return after_dice or self.several(line, text, message) or [one]

    def _with_result(self, one: ThreadLine) -> list[ThreadLine]:
        """What a text is, and the result that its remark is: `Sf3, 1-0`."""
        ending = read_result(one.remark, self.players) if one.is_turn else ""
        if not ending:
            return [one]
        result = new_line(Kind.RESULT, one.line, one.remark, one.message, who=one.who)
        return [replace(one, remark=""), replace(result, ending=ending)]

    def _is_parted(self, line: Line, text: str) -> bool:
        """Whether a line has columns, or a stroke between its parts; `/` may be between the actions of a turn."""
        strokes = _STROKE if isinstance(self.reader.game, SingleActionTurns) else _UPRIGHT_STROKE
        return _right_column(line) != "" or strokes.search(text) is not None

    def _set_up(self, line: Line, text: str, left: str, message: Message) -> list[ThreadLine]:
        """The line that gives set-up, and the turns in what is `left` of it."""
        said = new_line(Kind.TALK, line, text, message, who=self.prefix_reader.speaker(text))
        return [said, *turns_of(self.line(line, left, message))]

    def talk(self, line: Line, text: str, message: Message) -> ThreadLine:
        """A text that is only talk, perhaps with its speaker before it."""
        who = self.prefix_reader.speaker(text)
        rest = text.removeprefix(who).lstrip(" :>|") if who else text
        return new_line(Kind.TALK, line, rest, message, who=who)

    def one(self, line: Line, text: str, message: Message, raw: str) -> ThreadLine:
        """The class of a text that is one thing."""
        prefixes = self.prefix_reader.prefixes(text)
        return (
            self._head(line, text, message, prefixes, raw)
            or self._dice(line, text, message)
            or self._result(line, text, message, prefixes)
            or self._broken(line, text, message, prefixes)
            or self.talk(line, text, message)
        )

    def _head(
        self, line: Line, text: str, message: Message, prefixes: Sequence[Prefix], raw: str
    ) -> ThreadLine | None:
        """The candidate at the head of a text: one as it is written, or with its number, before one respelt."""
        if not self.reader.may_hold(text):
            return None
        self.left -= len(text)
        if self.left < 0 or self.reader.respelt > self.most_respelt:
            raise TooMuchNotation(f"too much up to line {line.number} looks like a turn and cannot be read as one")
        respelt: ThreadLine | None = None
        for prefix in sorted(prefixes, key=_begins_with_a_figure):
            turn = self._at_head(line, prefix, message, raw)
            if turn is not None and (turn.number is not None or not turn.interpretations[0].is_respelt):
                return turn
            respelt = respelt or turn
        return respelt

    def _dice(self, line: Line, text: str, message: Message) -> ThreadLine | None:
        if not self.reader.game.info.opening:
            return None
        apart, remark = read_dice_apart(text, self.reader, self.players)
        dice = apart or read_dice_among_words(text, self.reader)
        if not dice:
            return None
        said = new_line(Kind.DICE, line, text, message, who=self.prefix_reader.speaker(text))
        dice_of = "".join(MENTION.findall(text)[:1])
        return replace(said, dice=dice, dice_of=dice_of, remark=remark, are_among_words=not apart)

    def _broken(self, line: Line, text: str, message: Message, prefixes: Sequence[Prefix]) -> ThreadLine | None:
        """A candidate among words, or what should be a turn and is not one."""
        last = prefixes[-1]
        is_numbered = last.number is not None and not last.number.is_bare
        if self._stops_being_notation(last.rest, is_numbered=is_numbered):
            return self._unread(line, text, message, last)
        if not is_numbered:
            return self._embedded(line, text, message, Prefix(text))
        return self._embedded(line, text, message, last) or self._unread(line, text, message, last)

    def _stops_being_notation(self, text: str, *, is_numbered: bool) -> bool:
        """Whether a text begins with notation, and then goes on with what is none: with words after a number, unless
        they can only be small talk; with more notation anywhere."""
        text = text[:LONGEST_LINE_READ].lstrip(" ;,.…-–")
        words = text.split()
        is_word = words[:1] == [text[:1]]  # a verb of one letter is one in a whole turn only
        if is_word or not self.reader.may_begin(text):
            return False
        turn, count = self.reader.turn_at(words, 0)
        rest = words[count:]
        if turn is not None and self._is_talk(rest):
            return False
        return is_numbered or (not self._begins_with_a_fraction(words) and self.reader.holds(" ".join(rest)))

    def _is_talk(self, words: Sequence[str]) -> bool:
        """Whether what follows a turn is talk, in which squares may stand: `and e5 dies`. A colon at its end
        announces another turn: `is not possible, so:`."""
        text = " ".join(words)
        names_size = not {*self.reader.game.info.notation.sizes}.isdisjoint(words)
        if self.reader.informal.has_names or names_size or text.endswith(":") or speaks_of_the_end(text):
            return False
        talk = LONE_SQUARE.sub(" ", text)
        return LONE_WORD.search(talk) is not None and not self.reader.holds(talk)

    def _begins_with_a_fraction(self, words: Sequence[str]) -> bool:
        """Whether words begin with one that is not a face of a die, before what may be dice: `tomorrow 6/3`."""
        may_be_dice = bool(self.reader.game.info.opening) and words[0].isalpha()
        return may_be_dice and self.reader.informal.read_dice(" ".join(words[:2]).rstrip(";,.")) is None

    def _at_head(self, line: Line, prefix: Prefix, message: Message, raw: str) -> ThreadLine | None:
        """The candidate that a text is after a prefix."""
        body = self.remarks.body(prefix.rest, raw) or self.remarks.body_before_mark(prefix)
        if body is None:
            return None
        interpretations, remark = body
        is_pass = interpretations[0].text.lower() == "pass"
        who = prefix.who or ("" if message.sender else self._signer(prefix.rest))
        candidate = new_line(Kind.CANDIDATE, line, prefix.rest, message, who=who)
        return replace(
            candidate,
            number=turn_number(prefix.number),
            has_head=prefix.number is not None or (prefix.is_any and not is_pass),
            interpretations=interpretations,
            remark=remark,
        )

    def _signer(self, text: str) -> str:
        """The player who is named at the end of a turn's line, "" without one."""
        signed = SIGNED.search(text)
        return signed["who"] if signed is not None and self.players.knows(signed["who"]) else ""

    def _result(self, line: Line, text: str, message: Message, prefixes: Sequence[Prefix]) -> ThreadLine | None:
        """The result that a whole line says."""
        if not message.sender and is_draw(text):
            ending = text if text == "draw" else DRAW_AGREED  # as a record has it, which may be by a rule (R5.1)
            return replace(new_line(Kind.RESULT, line, text, message), ending=ending)
        for prefix in takewhile(lambda prefix: not prefix.is_marked, prefixes):  # `Our first game: 1-0` is of another
            ending = read_result(prefix.rest, self.players)
            if ending:
                result = new_line(Kind.RESULT, line, prefix.rest, message, who=self._speaker(prefix, text))
                return replace(result, ending=ending)
        return None

    def _embedded(self, line: Line, text: str, message: Message, prefix: Prefix) -> ThreadLine | None:
        """The candidate that stands among words: all whole turns of the line are what it may be."""
        ways = {turn.text: turn for turn in self.reader.turns(prefix.rest)}
        if not ways:
            return None
        candidate = new_line(Kind.CANDIDATE, line, prefix.rest, message, who=self._speaker(prefix, text))
        number = turn_number(prefix.number)
        inner = 0 if number is not None or len(ways) > 1 else self._inner_number(text)
        return replace(
            candidate, is_at_head=False, number=number, inner_number=inner, interpretations=tuple(ways.values())
        )

    def _inner_number(self, text: str) -> int:
        """The number right before the only turn among words, 0 without one."""
        numbers = ((start, read_sure_number(text[start:])) for start in _inner_numbers(text))
        values = [
            number.value for start, number in numbers if number and self.reader.may_begin(text[start + number.end :])
        ]
        return values[0] if len(values) == 1 else 0

    def _unread(self, line: Line, text: str, message: Message, prefix: Prefix) -> ThreadLine:
        """A line that should be a turn and is not one."""
        unread = new_line(Kind.UNREAD, line, prefix.rest, message, who=self._speaker(prefix, text))
        return replace(unread, number=turn_number(prefix.number))

    def _speaker(self, prefix: Prefix, text: str) -> str:
        """The player before what a prefix leaves of a text, or with whose name that or the text begins."""
        return prefix.who or self.prefix_reader.speaker(prefix.rest) or self.prefix_reader.speaker(text)

    def is_turn(self, text: str) -> bool:
        """Whether a text is a turn after its prefixes."""
        return any(self.remarks.body(prefix.rest) for prefix in self.prefix_reader.prefixes(text))

    def begins_with_turn(self, text: str) -> bool:
        """Whether a text is a turn after its prefixes, or begins with one that has its number before words."""
        numbered = self.numbered(text)
        has_number = numbered is not None and self.reader.turn_at(numbered.rest.split(), 0)[0] is not None
        return has_number or self.is_turn(text)

    def _after_dice(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """A turn and the dice before it, in words and set apart from it: `I rolled 5 and 2, so DIG 5/2; La4-b4`."""
        for prefix in self.prefix_reader.prefixes(text):
            for match in _ENDS_DICE.finditer(prefix.rest[:80]):
                said = prefix.rest[: match.start()]
                rest = prefix.rest[match.end() :]
                dice = read_dice(said, self.reader, self.players)
                turn = self._turn(line, rest, message) if dice else None
                if turn is not None:
                    number = turn.number or turn_number(prefix.number)
                    who = turn.who or prefix.who
                    dice_line = replace(new_line(Kind.DICE, line, said, message, who=who), dice=dice)
                    return [dice_line, replace(turn, number=number, who=who)]
        return []

    def several(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The turns of a line with several: each with its number or its player, or two to a number; talk before the
        first of them. None where the words after one go on with the next: `3. Sd5=M, if 4. Sd4=M`."""
        parts = [text[start:end].strip() for start, end in pairwise(_cuts(text))]
        found: list[ThreadLine] = []
        for place, part in enumerate(parts):
            together = self._pair(line, part, message) or self._round(line, part, message)
            classified = together or [self.one(line, part, message, line.raw)]
            may_be_talk = place == 0 and _SENTENCE_END.search(part) is not None
            if turns_of(classified) != classified and not may_be_talk:
                return []
            found += classified
        are_apart = not any(_OPEN_CLAUSE.search(turn.text) for turn in turns_of(found[:-1]))
        return found if are_apart else []

    def _pair(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """Two turns one after the other, of a text that is not one turn: in columns, with their players, or with
        one number."""
        prefix = self.numbered(text) or Prefix(text)
        if not self.beginning(prefix.rest) or self.reader.parse(prefix.rest) is not None:
            return []
        right_column = _right_column(line)
        ends = _HALF_OF_NAMES if self.reader.informal.has_names else _HALF
        for left, right, is_stroke in sorted(_halves(prefix.rest, ends), key=lambda half: half[1] != right_column):
            is_apart = prefix.number is not None or is_stroke or right == right_column
            if is_apart or self._begins_with_name(right):
                two = self._two(line, left, right, message, is_numbered=prefix.number is not None)
                if two:
                    number = turn_number(prefix.number)
                    return [_of_pair(two[0], number, column=0), _of_pair(two[1], number, column=1)]
        return []

    def numbered(self, text: str) -> Prefix | None:
        """What precedes the rest of a text, up to its number."""
        return next((prefix for prefix in self.prefix_reader.prefixes(text) if prefix.number is not None), None)

    def _round(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The turns of three or more players one after the other, each after its player."""
        speakers = [match for match in _SPEAKER.finditer(text) if self._is_player(match["who"])]
        if len(speakers) < 3 or self.reader.holds(text[: speakers[0].start()]):
            return []
        ends = [*(match.start() for match in speakers[1:]), len(text)]
        said = [text[speaker.end() : end].strip() for speaker, end in zip(speakers, ends, strict=True)]
        turns = zip(speakers, self._turns(line, said, message), strict=False)
        return [replace(turn, who=speaker["who"], has_head=True, is_listed=True) for speaker, turn in turns]

    def _round_with_strokes(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The turns of two or more players after the number of a round, with strokes between them; the actions of
        one turn may have strokes too, where the first is one that goes on."""
        if not 1 < len(_STROKE.split(text)) <= len(self.players.game.info.seats):
            return []
        prefix = self.numbered(text)
        if prefix is None:
            return []
        turns = self._turns(line, _STROKE.split(prefix.rest), message)
        if not all(map(self._is_whole, turns)):
            return []
        return [_of_pair(turn, turn_number(prefix.number), column=column) for column, turn in enumerate(turns)]

    def _is_whole(self, turn: ThreadLine) -> bool:
        """Whether a candidate is a turn with its dice and without a remark, and not one that goes on."""
        goes_on = self.reader.informal.first_of_several.match(turn.text) is not None
        return turn.interpretations[0].kind == TURN and not turn.remark and not goes_on

    def _is_player(self, word: str) -> bool:
        """Whether a word names a player or a seat, also one that only more players have."""
        return self.players.knows(word) or self.players.seat_word(word) is not None

    def _begins_with_name(self, text: str) -> bool:
        named = NAMED.match(text)
        return named is not None and self.players.knows(named["who"])

    def _two(self, line: Line, left: str, right: str, message: Message, *, is_numbered: bool) -> list[ThreadLine]:
        """Two texts, if both are turns and nothing else stands between them."""
        one = self._half(line, left, message, is_numbered=is_numbered)
        if one is None or one.remark:
            return []
        other = self._half(line, right, message, is_numbered=is_numbered)
        if other is None or _is_in_other_words(one, other):
            return []
        return [one, other]

    def _half(self, line: Line, text: str, message: Message, *, is_numbered: bool) -> ThreadLine | None:
        """A turn of a pair; where the pair has a number, a `?` after it is the mark of a bad turn."""
        turn = self._turn(line, text, message)
        if turn is not None or not is_numbered or not text.endswith("?"):
            return turn
        bad = self._turn(line, text.removesuffix("?"), message)
        return replace(bad, interpretations=marked_bad(bad.interpretations)) if bad is not None else None

    def _turns(self, line: Line, texts: Sequence[str], message: Message) -> list[ThreadLine]:
        """The candidates that parts of a line are, if each of them is one; else none."""
        turns = [*filter(None, (self._turn(line, text, message) for text in texts))]
        return turns if len(turns) == len(texts) else []

    def _turn(self, line: Line, text: str, message: Message) -> ThreadLine | None:
        """The candidate at the head of a text that is part of a line."""
        return self._head(line, text, message, self.prefix_reader.prefixes(text), line.raw)


def _begins_with_a_figure(prefix: Prefix) -> bool:
    """Whether what follows a prefix begins with a figure, as a number does and no action: what follows that number
    is preferred."""
    return prefix.rest[:1].isdecimal()


def _is_in_other_words(one: ThreadLine, other: ThreadLine) -> bool:
    """Whether a text says the turn before it once more: `M(p)=L, a medium purple for a large one`."""
    again = other.interpretations[0]
    return again.is_respelt and again.text == one.interpretations[0].text


def _inner_numbers(text: str) -> list[int]:
    """Where the numbers of turns begin within a text: `(2)` too; but what brackets hold with a number was not
    played."""
    played = _ASIDE.sub(lambda aside: "_" * len(aside.group()), text)
    return [found.start() for found in INNER_NUMBER.finditer(played)]


def turn_number(number: WrittenNumber | None) -> TurnNumber | None:
    if number is None:
        return None
    column = 1 if number.is_reply else 0
    return TurnNumber(number.value, counts_pairs=number.is_reply, column=column, is_respelt=number.is_respelt)


def _cuts(text: str) -> list[int]:
    """Where the parts of a line begin that have a number each, and where the last one ends; the number of a round
    begins the line, `Round 1. Red: Sf3. Yellow: Sg3.`."""
    first = number_end(text)
    return [0, *(start for start in _inner_numbers(text) if start >= first), len(text)]


def _halves(text: str, ends: re.Pattern[str]) -> Iterator[tuple[str, str, bool]]:
    """The ways to part a text where the first turn may end, as a pattern says: at a blank, but after a comma or `;`,
    or at a stroke between blanks; and whether it is one."""
    for match in ends.finditer(text, 0, LONGEST_LINE_READ):
        yield text[: match.start()], text[match.end() :], match["stroke"] is not None


def _right_column(line: Line) -> str:
    """What comes after the first wide blank in a line, "" if it has none."""
    _, *right = _COLUMNS.split(line.raw.strip(), maxsplit=1)
    return strip_line("".join(right))


def _of_pair(turn: ThreadLine, number: TurnNumber | None, *, column: int) -> ThreadLine:
    if number is None:
        return replace(turn, has_head=True, is_listed=True)
    return replace(turn, number=replace(number, counts_pairs=True, column=column), has_head=True)
