"""One class for each line of a message: a candidate for a turn, dice, set-up, a result, or talk (TR3).

A line's class comes from its own text and its message alone. At its head a candidate has nothing before it but
prefixes of a closed list, and nothing after it but a remark that is set apart; else it is embedded in words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, groupby, pairwise, takewhile

from msgspec.structs import replace

from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.declarations import NO_NAME, declarations, names_in
from pyrnot.foreign.thread.classify.dice import (
    is_dice_cell,
    read_dice,
    read_dice_among_words,
    read_dice_and_remark,
    without_idle_dice,
)
from pyrnot.foreign.thread.classify.prefixes import (
    BARE_WORD,
    IN_BRACKETS,
    MENTION,
    NAMED,
    Prefix,
    PrefixReader,
    after_time,
    end_of_day,
)
from pyrnot.foreign.thread.classify.results import DRAW_AGREED, is_draw, is_form, read_result
from pyrnot.foreign.thread.classify.set_up import CARD, cut_set_up
from pyrnot.foreign.thread.classify.table_columns import CellReaders
from pyrnot.foreign.thread.classify.table_rows import has_one_cell, split_row
from pyrnot.foreign.thread.classify.tables import Cell, counts_rounds, read_table, with_own_numbers
from pyrnot.foreign.thread.model import Kind, Line, Message, Override, ThreadLine, TurnNumber, Verb, turns_of
from pyrnot.foreign.thread.numbers import WrittenNumber, read_number, read_sure_number
from pyrnot.foreign.thread.players import ME, YOU, Players
from pyrnot.foreign.thread.reading import INCOMPLETE, LONGEST_LINE_READ, TURN, TurnReader, TurnText
from pyrnot.foreign.thread.text import WORD, fold_name, strip_line, texts_in
from pyrnot.foreign.thread.words import has_cue, is_introduction, is_small_talk, speaks_of_the_end, tokens_of

_MOST_WRAPPED = 6
"""Lines over which a mail program may break one turn."""
_LONGEST_TABLE = 1_000
_WIDE = 45
"""Characters of a line that a mail program may have broken."""
_AGO = lazy_pattern(
    r"\s+(?:[(\[])?(?:(?:about|over|almost)\s+)?(?:an?|\d{1,3})\s+"
    r"(?:second|minute|hour|day|week|month|year)s?\s+ago[)\]]?$"
)
_LATE_TIME = lazy_pattern(r"\s+(?:[\[(]\d{1,2}[:.]\d{2}(?::\d\d)?(?:\s?[ap]m)?[\])]|\d{1,2}[:.]\d\d(?:\s?[ap]m)?)$")
_APART = lazy_pattern(
    r"\s[-–—]{1,2}\s|\s(?:--|—)(?=[^\W\d_])|\s<?[-–—=]+>?\s|\s[({#\[]|\s//|[.!?]+\s|,\s|[、。]|\s?…|:\s|"
    r"\s(?=[^\w\s.,;:!?()<>+=@^\[\]-])|\s(?=[:;]-?[)(DPp](?!\w))|\s{2,}|(?<=\S)\[(?=(?:[a-z]{1,2}|\d{1,2})\]$)"
)
"""Where a remark may be set apart from the turn before it; the mark of a note below needs no blank: `Sf3[a]`."""
_ENDS_DICE = lazy_pattern(r"\s*(?:[;:]|,(?=\s)|->|→|\s-\s)\s*")
_MARKED = lazy_pattern(r"(?:[\])>*_~|\t]|  )(?P<word>[^\W\d_]+)")
"""A word right after markup or a wide blank."""
_BLANK = lazy_pattern(r"\s(?P<word>[^\W\d_]*)")
_INNER_NUMBER = lazy_pattern(r"(?<=\s)(?=[(#]?\d{1,3}(?:\s?[.)]+:?|…)\s*\S)")
_SENTENCE_END = lazy_pattern(r"(?:[.!?…:][)\"'”’]?|[:;]-?[)(DP])\s*$")
_NOT_IN_NAMES = lazy_pattern(r"(?<!\b[^\W\d_a-z])\.|['’][a-z]|^(?i:g|game) ?#?\d{1,2}$")
"""A stop that is not an initial's, or an apostrophe within a word: `J. R.` and `O'Brien` are names; the mark of a
game, `G2`."""
_SPEAKER = lazy_pattern(rf"(?:^|(?<=\s))(?P<who>{WORD})\s?:\s*(?=\S)")
_GOES_ON_WITH_WORDS = lazy_pattern(r"[ ,](?! *[(\[{])")
"""The sign after which a sentence goes on; a bracket is apart from it."""
_WORD_AND_NUMBER = lazy_pattern(rf"^(?P<who>{WORD})\s+(?P<number>\d{{1,3}}[.):]+\s+)(?=\S)")
"""A word before the number of a turn, `Dad 2. Sc6`, which may as well follow it."""
_NUMBER_AND_NAME = lazy_pattern(r"(?:[^\W\d_]+\s)?\d{1,3}\W{1,4}[^\W\d_]+\)?")
"""The number of a turn and who makes it, alone above that: `Turn 1 (Ann)`."""
_FEW = 3
"""Words alone before turns that may be players' names: fewer may be any."""
_LONGEST_RUN = 60
"""Lines of a game that is written as running text."""
_STROKE = lazy_pattern(r"\s+[|/]\s+")
_HALF = lazy_pattern(r"(?<![,;])\s+(?P<stroke>[|/]\s+)?(?=[^\s(\[])")
"""Where one turn of two may end."""
_HALF_OF_NAMES = lazy_pattern(rf"{_HALF.pattern}(?![^\W\d_]+;)")
"""The same where turns hold names: not before the last word of an action, `sacrifice g1 kiri; build g1 kiri`."""
_COLUMNS = lazy_pattern(r"(?<=\S)(?:\s{2,}|\t+)(?=\S)")
_OPEN_END = (";", ",", "-", "<", "(", "=", "/", ">", ":", "–")
_WITH_SIGN = r"[-–][a-h][1-8]|<>|;\s*[+<\w]|=\s?[A-Z]\b|[xX](?:[A-Z](?:\(\w{1,2}\))?)?[a-h][1-8]"
_REST = lazy_pattern(rf"(?:{_WITH_SIGN})(?!.*\?$)")
"""How a line begins that can only be the rest of what is above it, and asks nothing."""
_WITHOUT_STOP = lazy_pattern(r"[^.]$")
_BEFORE_REST = lazy_pattern(rf";\s*(?={_WITH_SIGN})")
_OPEN_CLAUSE = lazy_pattern(r",\s[^\W\d_]+(?:\s[^\W\d_]+)*$")
"""Words after a comma, and nothing after them."""
_SIGNED = lazy_pattern(rf"\s(?:[(\[]|[-–—]+\s*)(?P<who>{WORD}(?: {WORD})?)[)\]]?\s*$")
"""The name after a turn: `Sf3 (Ann)`, `Sf3 - Ann`; `Sf3, Ann` speaks to her."""
_IN_BRACKETS = lazy_pattern(r"(?:(?<=\s)|^)(?:\((?:[^()]++|\([^()]*+\))*+\)|\[[^\[\]]*\])")
_LONGEST_ASIDE = 40
"""Characters of small talk after a turn, where nothing sets it apart."""
_LONE_SQUARE = lazy_pattern(r"(?<!\S)[a-h][1-8](?![A-Za-z0-9=<>/-])")
_LONE_WORD = lazy_pattern(r"(?<!\S)[^\W\d_]{2,}(?![\w=<>/-])")
"""A word without a sign or a figure, as notation has them."""

_COMMENT = lazy_pattern(r"\{[^{}]*(?:\}|$)")
"""A comment as records have it (R4.1), which holds what it likes; a mail program may have broken its line."""

_LEAST_WORK = 400_000
"""Characters looked at in any text, beside as many as it has: a line that is not quite a turn is looked at in many
ways, with the lines below it. A chat of 1 MB takes 0.6 for each that it has, a short mail up to 10."""
_RESPELLING = 2
"""Times as many may be looked at for spellings to put right: a mail of 1 kB takes up to 22 for each that it has."""
_ASKED_HOW_IT_ENDED = {Kind.RESULT: 2, Kind.TALK: 1}
_ASKED_WHETHER_TURN = {Kind.CANDIDATE: 1, Kind.RESULT: 1}
"""The kinds that a question may be about, of several lines with one number: the likeliest has the highest figure."""


class TooMuchNotation(Exception):
    """A text with more turns than a game may have, or so full of what is nearly a turn that to look at it all would
    take minutes."""


def classify(
    messages: Iterable[Message], reader: TurnReader, players: Players, copying: frozenset[int]
) -> Sequence[ThreadLine]:
    """The lines of a game's messages, each with its class, in the order of the messages. `copying` are the identities
    of the messages of which the text may hold the originals too."""
    messages = tuple(messages)
    length = sum(map(len, texts_in(messages)))
    classifier = _Classifier(reader, players, most=_LEAST_WORK + length)
    lines = [
        replace(line, is_quoted_copy=id(message) in copying)
        for message in messages
        for line in classifier.message(message)
    ]
    return without_idle_dice([replace(line, order=order) for order, line in enumerate(lines)])


def override_lines(
    lines: Sequence[ThreadLine], overrides: Mapping[int, Override], reader: TurnReader
) -> tuple[ThreadLine, ...]:
    """The lines with the classes that answers give them; an answer concerns the lines that begin where it was
    asked."""
    changed: list[ThreadLine] = []
    for number, group in groupby(lines, key=lambda line: line.line.number):
        same = list(group)
        override = overrides.get(number)
        changed += same if override is None else _override(same, override, reader)
    return tuple(changed)


def _override(same: Sequence[ThreadLine], override: Override, reader: TurnReader) -> Sequence[ThreadLine]:
    """The class that an answer gives to the line that was asked about; a message of an export may have several lines
    with one number."""
    if override.verb is Verb.GAME:
        return [replace(line, override=override) for line in same]
    asked = _asked_about(same, override)
    changed = replace(asked, kind=Kind.OUT, override=override)
    if override.verb in (Verb.TURN, Verb.REPLACES):
        ways = reader.read(override.text) or tuple(filter(None, [reader.parse(override.text)]))
        ending = f"{override.seat} resigns" if override.seat else ""
        changed = replace(
            changed,
            kind=Kind.CANDIDATE,
            is_at_head=True,
            inner_number=0,
            interpretations=ways,
            text=override.text,
            remark="",
            ending=ending,
        )
    elif override.verb is Verb.RESULT:
        changed = replace(changed, kind=Kind.RESULT, ending=override.text)
    return [
        changed if line is asked else line for line in same if line is asked or line.line.start != asked.line.start
    ]


def _asked_about(same: Sequence[ThreadLine], override: Override) -> ThreadLine:
    """The one of several lines that an answer is about: that which it means, else the last turn or result, since a
    text is asked about beside one above it; how the game ended may be asked about talk too."""
    kinds = _ASKED_HOW_IT_ENDED if override.verb is Verb.RESULT else _ASKED_WHETHER_TURN
    return max(same, key=lambda line: (kinds.get(line.kind, 0), _is_meant(line, override), line.order))


def _is_meant(line: ThreadLine, override: Override) -> bool:
    """Whether an answer is about one turn of a line with several: it has its text, or its number."""
    is_its_number = line.number is not None and line.number.value == override.ply
    return is_its_number or any(way.text == override.text for way in line.interpretations)


class _Classifier:
    """Gives the lines of one game's messages their classes, and looks at no more than `most` characters for it."""

    def __init__(self, reader: TurnReader, players: Players, *, most: int = _LEAST_WORK) -> None:
        self.left = most
        self.most_respelt = reader.respelt + _RESPELLING * most
        self.reader = reader
        self.players = players
        self.names = players.player_words()
        self.prefix_reader = PrefixReader(reader, players)
        self.cell_readers = CellReaders(
            self._seat_of_heading,
            is_turn=self.is_turn,
            is_dice=lambda text: is_dice_cell(text, reader),
            goes_on=self._is_rest_of_turn,
        )

    def message(self, message: Message) -> list[ThreadLine]:
        """The lines of a message, in its order."""
        found: list[ThreadLine] = []
        lines = message.lines
        self.lists_turns = cache(partial(self._lists_turns, [line.text for line in lines]))
        place = 0
        while place < len(lines):
            if not lines[place].is_read:
                place += 1
                continue
            count, classified = self._at(lines, place, message)
            found += classified
            place += count
        numbers = {line.number.value for line in found if line.kind is Kind.CANDIDATE and line.number is not None}
        if len(numbers) < 2:
            return found
        return [replace(line, is_listed=line.number is not None) for line in found]

    def _at(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        """What begins at a line: how many lines it takes, and their classes."""
        for read in (self._table, self._below_number, self._running):
            count, classified = read(lines, place, message)
            if count:
                return count, classified
        return self._wrapped(lines, place, message)

    # What several lines are

    def _table(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        rows = lines[place : place + _LONGEST_TABLE]
        count, cells = read_table(rows, self.cell_readers)
        if count == 0:
            return 0, []
        cells = with_own_numbers(cells)
        is_pairs = counts_rounds(cells)
        numbered = next((at for at, cell in enumerate(cells) if cell.number is not None), 0)
        classified = [self._above_numbers(cell, message) for cell in cells[:numbered]]
        classified += [self._cell(cell, message, is_pairs=is_pairs) for cell in cells[numbered:]]
        classified += self._beside_cells(rows[:count], cells, message)
        return count, sorted(classified, key=lambda line: line.line.number)

    def _beside_cells(self, rows: Sequence[Line], cells: Sequence[Cell], message: Message) -> list[ThreadLine]:
        """What a table says beside its turns: the heading that names the seats of its columns, notes in a row that
        give set-up or have a word of a turn gone wrong, and whole turns in other columns."""
        texts = {text for cell in cells for text in (cell.text, cell.dice, cell.who)}
        read = texts | {part for text in texts for part in text.split("; ")}
        beside: list[ThreadLine] = []
        for line in rows:
            unread = [cell for cell in split_row(line) if cell not in read]
            beside += self._beside_turns(line, unread, message)
        heading = ", ".join(split_row(rows[0])) if cells else ""
        return [*beside, self._talk(rows[0], heading, message)] if declarations(self.players, heading) else beside

    def _beside_turns(self, line: Line, cells: Sequence[str], message: Message) -> list[ThreadLine]:
        """What the cells of a row say that are not read as turns."""
        words = " ".join(cells).strip()
        if has_one_cell(line):
            return [self._one(line, words, message, words)]
        found = [self._one(line, cell, message, cell) for cell in cells]
        turns = [replace(turn, is_at_head=False) for turn in found if turn.is_turn]
        is_set_up = bool(cut_set_up(words, self.reader.informal, self.players)[0])
        is_note = (has_cue(words) or is_set_up) and not turns
        return [self._talk(line, words, message)] if is_note else turns

    def _cell(self, cell: Cell, message: Message, *, is_pairs: bool) -> ThreadLine:
        """The class of a cell, whose row tells its number, its player and its dice."""
        whole = f"{read_dice(cell.dice, self.reader, self.players)}; {cell.text}"
        text = whole if cell.dice and self.body(whole) else cell.text
        line = self._one(cell.line, text, message, cell.line.text)
        number = line.number
        if cell.number is not None:
            number = TurnNumber(cell.number, counts_pairs=is_pairs, column=cell.column or 0)
        who = self._player_of(cell) or line.who
        return replace(line, who=who, number=number, has_head=True, is_at_head=True)

    def _above_numbers(self, cell: Cell, message: Message) -> ThreadLine:
        """The class of a cell above the first row with a number, which may have the players' cards."""
        text = f"{CARD}: {cell.text}"
        if cut_set_up(text, self.reader.informal, self.players)[0]:
            return self._new(Kind.TALK, cell.line, text, message, who=self._player_of(cell))
        return self._cell(cell, message, is_pairs=False)

    def _player_of(self, cell: Cell) -> str:
        """Who plays the turn of a cell, by its heading or its row; "" for `Player 1`, where tags name all players, or
        for a heading that names several."""
        who, *others = [name for name, _ in declarations(self.players, cell.who)] or [cell.who]
        are_tagged = self.players.tagged.issuperset(self.players.seats)
        return "" if others or (are_tagged and not self.players.knows(who)) else who

    def _is_rest_of_turn(self, cell: str) -> bool:
        """Whether a cell holds what a turn never begins with: a new goal."""
        return self.reader.informal.never_first.match(cell) is not None

    def _seat_of_heading(self, word: str) -> str | None:
        named = declarations(self.players, word)
        return self.players.seat_of(word) or (named[0][1] if len(named) == 1 else None)

    def _below_number(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        """One turn without a number, below a line that is its number, perhaps with its player."""
        alone = self._number_alone(lines[place].text)
        following = _texts_below(lines, place)
        if alone is None or not following:
            return 0, []
        number, who = alone
        actions = self.reader.informal.next_of_several
        on_lines = self._on_lines_of_their_own(lines, following[0], message, actions) if who else None
        count, classified = on_lines or self._after_dice_line(lines, following[0], message)
        *others, turn = classified
        if turns_of(classified) != [turn] or turn.number is not None:
            return 0, []
        end = following[0] + count
        after = [lines[at] for at in following if at >= end][:1]
        if not turn.who and any(map(self._is_second, after)):
            return 0, []
        return end - place, [*others, replace(turn, number=_number(number), has_head=True, who=turn.who or who)]

    def _after_dice_line(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        """What begins at a line; if it gives dice, with what begins below it."""
        count, classified = self._wrapped(lines, place, message)
        below = _texts_below(lines, place + count - 1)
        if classified[-1].kind is not Kind.DICE or not below:
            return count, classified
        more, turn = self._wrapped(lines, below[0], message)
        return below[0] + more - place, [*classified, *turn]

    def _number_alone(self, text: str) -> tuple[WrittenNumber, str] | None:
        """The number that a line is, and the player named after it, "" if nobody is; None if a line is more."""
        number = read_sure_number(text)
        if number is None:
            return None
        who = text[number.end :].strip(" :()-–—")
        return (number, who) if not who or self.players.knows(who) else None

    def _running(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        """Three or more numbered turns one after the other, in lines that are broken anywhere within them."""
        text = lines[place].text
        goes_on = place > 0 and self.reader.may_hold(lines[place - 1].text)  # tried from its first line on
        if goes_on or not _INNER_NUMBER.search(text) or not _has_number(text):
            return 0, []
        joined = list(takewhile(lambda line: line.is_read, lines[place : place + _LONGEST_RUN]))
        whole = " ".join(line.text for line in joined)
        left = self.left
        turns = self._several(joined[0], whole, message)
        if len(turns) < 3:
            self.left = left  # each line is tried once
            return 0, []
        starts = [0, *accumulate(len(line.text) + 1 for line in joined)]
        found: list[ThreadLine] = []
        end = 0
        for turn in turns:
            start = whole.index(turn.text, end)
            end = start + len(turn.text)
            own = joined[bisect_right(starts, start) - 1 : bisect_left(starts, end)]
            found.append(replace(turn, lines=tuple(own)))
        return len(joined), found

    def _is_second(self, line: Line) -> bool:
        """Whether a turn without a number follows, so that the number above counts a pair; between those with names,
        `rounds` decides."""
        return self.is_turn(line.text) and self._numbered(line.text) is None

    def _wrapped(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        """The line at a place, with those after it over which a mail program broke its turn."""
        is_last = place + 1 == len(lines)
        if not is_last and (turn := self._on_lines_of_a_message(lines, place, message)):
            return turn
        line = lines[place]
        alone = self.line(line, line.text, message)
        if not self._may_be_broken(alone[-1], line):
            return 1, alone
        text = line.text
        best = 1, alone
        for count, joined in self._continuations(lines, place):
            text = f"{text} {joined[-1].text}"
            if not self.reader.may_hold(text):
                continue
            classified = self.line(line, text, message)
            if classified[-1].is_turn:
                best = count, [replace(part, lines=joined) for part in classified]
                if not joined[-1].text.endswith((";", ",", "-")):
                    break
        return best

    def _on_lines_of_a_message(
        self, lines: Sequence[Line], place: int, message: Message
    ) -> tuple[int, list[ThreadLine]] | None:
        """The turn at a place that goes on in the lines below, if these are not other turns of a list."""
        informal = self.reader.informal
        is_first = informal.first_of_several.match(self._beginning(lines[place].text))
        below = informal.next_of_several if is_first and not self.lists_turns() else informal.never_first
        return self._on_lines_of_their_own(lines, place, message, below)

    def _on_lines_of_their_own(
        self, lines: Sequence[Line], place: int, message: Message, below: re.Pattern[str]
    ) -> tuple[int, list[ThreadLine]] | None:
        """The turn at a place whose actions stand on a line each: `sacrifice y2 Dex`, and `below` it
        `move r1 Dex Vega`; or that goes on with a sign with which nothing begins: `-c4`, `; Sc3-c4`. A full stop ends
        a turn (R3.3)."""
        if not _WITHOUT_STOP.search(self._beginning(lines[place].text)):
            return None
        rows = lines[place + 1 : place + 2 * _MOST_WRAPPED]
        rest = list(takewhile(lambda line: self._goes_on_with(line.text, below), rows))
        for count in range(len(rest), 0, -1):
            joined = (lines[place], *rest[:count])
            actions = "; ".join(line.text.rstrip(" ;,.") for line in joined)
            whole = _BEFORE_REST.sub(" ", actions)
            if self.is_turn(whole):
                turn = self.line(lines[place], whole, message)[-1]
                ways = _shown(turn.interpretations) if turn.remark else turn.interpretations
                return 1 + count, [replace(turn, lines=joined, interpretations=ways)]
        return None

    def _goes_on_with(self, text: str, action: re.Pattern[str]) -> bool:
        """Whether a turn may go on with a line: with an `action`, or with a sign with which nothing begins."""
        is_action = action.match(text) is not None and self.body(text) is not None
        return is_action or _REST.match(text) is not None

    def _lists_turns(self, texts: Sequence[str]) -> bool:
        """Whether a message lists turns without numbers or names, so that what is below one may be the next."""
        return any(map(self._stands_alone, ["", *texts], texts))

    def _stands_alone(self, above: str, text: str) -> bool:
        """Whether a line is a turn without number or name, and not an action of one that begins above it."""
        first = self.reader.informal.first_of_several
        if any(map(first.match, (text, self._beginning(above)))) or self.reader.may_begin(above):
            return False
        return self.body(text) is not None

    def _continuations(self, lines: Sequence[Line], place: int) -> Iterator[tuple[int, tuple[Line, ...]]]:
        """The lines after one on which its turn may go on, one more at a time, each with how many lines it is below;
        a blank line is passed over where the action before it ends with a comma or `;`. A line that begins with a
        number is another turn, and no turn is longer than what is read of a line."""
        joined: tuple[Line, ...] = (lines[place],)
        length = len(lines[place].text)
        for at in range(place + 1, min(place + 2 * _MOST_WRAPPED, len(lines))):
            line = lines[at]
            length += 1 + len(line.text)
            if line.why or length > LONGEST_LINE_READ or _has_number(line.text):
                return
            if line.text:
                joined = (*joined, line)
                yield at - place + 1, joined
            elif not joined[-1].text.endswith((";", ",")):
                return

    def _may_be_broken(self, alone: ThreadLine, line: Line) -> bool:
        """Whether a line may be the beginning of a turn."""
        is_open = line.text.endswith(_OPEN_END)
        if alone.is_turn:
            return is_open
        rest = self._beginning(line.text)
        if rest.startswith("<") or (alone.kind is Kind.UNREAD and self._is_begun(alone)):
            return True
        return rest != "" and (is_open or len(line.text) >= _WIDE)

    def _is_begun(self, line: ThreadLine) -> bool:
        """Whether what cannot be read is dice alone, or the turn of a number up to where it would go on."""
        if line.number is None:
            return read_dice(line.text, self.reader, self.players) != ""
        return self._is_notation_to_its_end(line.text)

    def _is_notation_to_its_end(self, text: str) -> bool:
        """Whether a text that is not a turn goes wrong at its end alone, and so may be the beginning of one."""
        span, _, _ = self.reader.diagnostic(text)
        return span.end >= len(text)

    def _beginning(self, text: str) -> str:
        """What follows a line's prefixes, if an action may begin so; "" otherwise."""
        for prefix in self.prefix_reader.prefixes(text):
            if self.reader.may_begin(prefix.rest):
                return prefix.rest
        return ""

    # What one line is

    def line(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The classes of a line's text: several where it holds several turns, or set-up and a turn."""
        pairs, left = cut_set_up(text, self.reader.informal, self.players)
        if any(name != CARD for name, _ in pairs):
            return self._set_up(line, text, left, message)
        one = self._one(line, text, message, line.raw)
        if pairs and not one.is_at_head:  # a card alone among words, which may be set up
            return [self._talk(line, text, message)]
        return self._one_or_several(line, text, message, one)

    def _one_or_several(self, line: Line, text: str, message: Message, one: ThreadLine) -> list[ThreadLine]:
        """The classes of a text that holds no set-up, given its class as one thing."""
        if together := self._round_with_strokes(line, text, message):
            return together
        is_settled = one.is_at_head and one.kind not in (Kind.TALK, Kind.UNREAD)
        if (is_settled and not self._is_parted(line, text)) or not self.reader.may_hold(text):
            return self._with_result(one)
        after_dice = [] if is_settled else self._after_dice(line, text, message)
        return after_dice or self._several(line, text, message) or [one]

    def _with_result(self, one: ThreadLine) -> list[ThreadLine]:
        """What a text is, and the result that its remark is: `Sf3, 1-0`."""
        ending = read_result(one.remark, self.players) if one.is_turn else ""
        if not ending:
            return [one]
        result = self._new(Kind.RESULT, one.line, one.remark, one.message, who=one.who)
        return [replace(one, remark=""), replace(result, ending=ending)]

    def _is_parted(self, line: Line, text: str) -> bool:
        """Whether a line has columns, or a stroke between its parts; `/` may be between the actions of a turn."""
        strokes = (" | ", " / ") if isinstance(self.reader.game, SingleActionTurns) else (" | ",)
        return _right_column(line) != "" or any(stroke in text for stroke in strokes)

    def _set_up(self, line: Line, text: str, left: str, message: Message) -> list[ThreadLine]:
        """The line that gives set-up, and the turns in what is `left` of it."""
        said = self._new(Kind.TALK, line, text, message, who=self.prefix_reader.speaker(text))
        return [said, *turns_of(self.line(line, left, message))]

    def _new(self, kind: Kind, line: Line, text: str, message: Message, *, who: str = "") -> ThreadLine:
        return ThreadLine(kind=kind, order=0, lines=(line,), text=text, message=message, who=who)

    def _talk(self, line: Line, text: str, message: Message) -> ThreadLine:
        who = self.prefix_reader.speaker(text)
        rest = text.removeprefix(who).lstrip(" :>|") if who else text
        return self._new(Kind.TALK, line, rest, message, who=who)

    def _one(self, line: Line, text: str, message: Message, raw: str) -> ThreadLine:
        """The class of a text that is one thing."""
        prefixes = self.prefix_reader.prefixes(text)
        return (
            self._head(line, text, message, prefixes, raw)
            or self._dice(line, text, message)
            or self._result(line, text, message, prefixes)
            or self._broken(line, text, message, prefixes)
            or self._talk(line, text, message)
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
        dice = read_dice(text, self.reader, self.players)
        remark = ""
        if not dice:
            dice, remark = read_dice_and_remark(text, self.reader, self.players)
        are_among_words = not dice
        dice = dice or read_dice_among_words(text, self.reader)
        if not dice:
            return None
        said = self._new(Kind.DICE, line, text, message, who=self.prefix_reader.speaker(text))
        names = MENTION.findall(text)
        dice_of = names[0] if names else ""
        return replace(said, dice=dice, dice_of=dice_of, remark=remark, are_among_words=are_among_words)

    def _broken(self, line: Line, text: str, message: Message, prefixes: Sequence[Prefix]) -> ThreadLine | None:
        """A candidate among words, or what should be a turn and is not one."""
        last = prefixes[-1]
        is_numbered = last.number is not None and not last.number.is_bare
        if self._stops_being_notation(last.rest, is_numbered=is_numbered):
            return self._unread(line, text, message, last)
        embedded = self._embedded(line, text, message, last if is_numbered else Prefix(text))
        if embedded is None and is_numbered:
            return self._unread(line, text, message, last)
        return embedded

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
        names_size = any(size in words for size in self.reader.game.info.notation.sizes)
        if self.reader.informal.has_names or names_size or text.endswith(":") or speaks_of_the_end(text):
            return False
        talk = _LONE_SQUARE.sub(" ", text)
        return _LONE_WORD.search(talk) is not None and not self.reader.holds(talk)

    def _begins_with_a_fraction(self, words: Sequence[str]) -> bool:
        """Whether words begin with one that is not a face of a die, before what may be dice: `tomorrow 6/3`."""
        may_be_dice = bool(self.reader.game.info.opening) and words[0].isalpha()
        return may_be_dice and self.reader.informal.read_dice(" ".join(words[:2]).rstrip(";,.")) is None

    def _at_head(self, line: Line, prefix: Prefix, message: Message, raw: str) -> ThreadLine | None:
        """The candidate that a text is after a prefix."""
        body = self.body(prefix.rest, raw) or self._body_before_mark(prefix)
        if body is None:
            return None
        interpretations, remark = body
        is_pass = interpretations[0].text.lower() == "pass"
        who = prefix.who or ("" if message.sender else self._signer(prefix.rest))
        candidate = self._new(Kind.CANDIDATE, line, prefix.rest, message, who=who)
        return replace(
            candidate,
            number=_number(prefix.number),
            has_head=prefix.number is not None or (prefix.is_any and not is_pass),
            interpretations=interpretations,
            remark=remark,
        )

    def _signer(self, text: str) -> str:
        """The player who is named at the end of a turn's line, "" without one."""
        signed = _SIGNED.search(text)
        return signed["who"] if signed is not None and self.players.knows(signed["who"]) else ""

    def _result(self, line: Line, text: str, message: Message, prefixes: Sequence[Prefix]) -> ThreadLine | None:
        """The result that a whole line says."""
        if not message.sender and is_draw(text):
            ending = text if text == "draw" else DRAW_AGREED  # as a record has it, which may be by a rule (R5.1)
            return replace(self._new(Kind.RESULT, line, text, message), ending=ending)
        for prefix in prefixes:
            is_marked = prefix.number is not None or prefix.has_phrase  # `Our first game: 1-0` is of another
            ending = "" if is_marked else read_result(prefix.rest, self.players)
            if ending:
                result = self._new(Kind.RESULT, line, prefix.rest, message, who=self._speaker(prefix, text))
                return replace(result, ending=ending)
        return None

    def _embedded(self, line: Line, text: str, message: Message, prefix: Prefix) -> ThreadLine | None:
        """The candidate that stands among words: all whole turns of the line are what it may be."""
        ways = {turn.text: turn for turn in self.reader.turns(prefix.rest)}
        if not ways:
            return None
        candidate = self._new(Kind.CANDIDATE, line, prefix.rest, message, who=self._speaker(prefix, text))
        number = _number(prefix.number)
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
        unread = self._new(Kind.UNREAD, line, prefix.rest, message, who=self._speaker(prefix, text))
        return replace(unread, number=_number(prefix.number))

    def _speaker(self, prefix: Prefix, text: str) -> str:
        """The player before what a prefix leaves of a text, or with whose name that or the text begins."""
        return prefix.who or self.prefix_reader.speaker(prefix.rest) or self.prefix_reader.speaker(text)

    def is_turn(self, text: str) -> bool:
        """Whether a text is a turn after its prefixes."""
        return any(self.body(prefix.rest) for prefix in self.prefix_reader.prefixes(text))

    def begins_with_turn(self, text: str) -> bool:
        """Whether a text is a turn after its prefixes, or begins with one that has its number before words."""
        numbered = self._numbered(text)
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
                    number = turn.number or _number(prefix.number)
                    who = turn.who or prefix.who
                    dice_line = replace(self._new(Kind.DICE, line, said, message, who=who), dice=dice)
                    return [dice_line, replace(turn, number=number, who=who)]
        return []

    # Several turns on a line

    def _several(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The turns of a line with several: each with its number or its player, or two to a number; talk before the
        first of them. None where the words after one go on with the next: `3. Sd5=M, if 4. Sd4=M`."""
        parts = [text[start:end].strip() for start, end in pairwise(_cuts(text))]
        found: list[ThreadLine] = []
        for place, part in enumerate(parts):
            together = self._pair(line, part, message) or self._round(line, part, message)
            classified = together or [self._one(line, part, message, line.raw)]
            may_be_talk = place == 0 and _SENTENCE_END.search(part) is not None
            if not all(part.is_turn for part in classified) and not may_be_talk:
                return []
            found += classified
        are_apart = not any(_OPEN_CLAUSE.search(turn.text) for turn in turns_of(found[:-1]))
        return found if are_apart else []

    def _pair(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """Two turns one after the other, of a text that is not one turn: in columns, with their players, or with
        one number."""
        prefix = self._numbered(text) or Prefix(text)
        if not self._beginning(prefix.rest) or self.reader.parse(prefix.rest) is not None:
            return []
        right_column = _right_column(line)
        ends = _HALF_OF_NAMES if self.reader.informal.has_names else _HALF
        for left, right, is_stroke in sorted(_halves(prefix.rest, ends), key=lambda half: half[1] != right_column):
            is_apart = prefix.number is not None or is_stroke or right == right_column
            if is_apart or self._begins_with_name(right):
                two = self._two(line, left, right, message, is_numbered=prefix.number is not None)
                if two:
                    number = _number(prefix.number)
                    return [_of_pair(two[0], number, column=0), _of_pair(two[1], number, column=1)]
        return []

    def _numbered(self, text: str) -> Prefix | None:
        """What precedes the rest of a text, up to its number."""
        return next((prefix for prefix in self.prefix_reader.prefixes(text) if prefix.number is not None), None)

    def _round(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The turns of three or more players one after the other, each after its player."""
        speakers = [match for match in _SPEAKER.finditer(text) if self._is_player(match["who"])]
        if len(speakers) < 3 or self.reader.holds(text[: speakers[0].start()]):
            return []
        found: list[ThreadLine] = []
        ends = [*(match.start() for match in speakers[1:]), len(text)]
        for speaker, end in zip(speakers, ends, strict=True):
            turn = self._turn(line, text[speaker.end() : end].strip(), message)
            if turn is None:
                return []
            found.append(replace(turn, who=speaker["who"], has_head=True, is_listed=True))
        return found

    def _round_with_strokes(self, line: Line, text: str, message: Message) -> list[ThreadLine]:
        """The turns of two or more players after the number of a round, with strokes between them; the actions of
        one turn may have strokes too, where the first is one that goes on."""
        if not 1 < len(_STROKE.split(text)) <= len(self.players.game.info.seats):
            return []
        prefix = self._numbered(text)
        if prefix is None:
            return []
        turns = [self._turn(line, part, message) for part in _STROKE.split(prefix.rest)]
        whole = [turn for turn in turns if turn is not None and self._is_whole(turn)]
        if len(whole) < len(turns):
            return []
        return [_of_pair(turn, _number(prefix.number), column=column) for column, turn in enumerate(whole)]

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
        return replace(bad, interpretations=_marked_bad(bad.interpretations)) if bad is not None else None

    def _turn(self, line: Line, text: str, message: Message) -> ThreadLine | None:
        """The candidate at the head of a text that is part of a line."""
        return self._head(line, text, message, self.prefix_reader.prefixes(text), line.raw)

    # A turn and its remark

    def body(self, text: str, raw: str = "") -> tuple[tuple[TurnText, ...], str] | None:
        """The turn that a text is, perhaps with a remark that is set apart from it, by blanks or markup of the `raw`
        line too; None if it is none. No remark outside brackets and comments holds notation."""
        text = _LATE_TIME.sub("", _AGO.sub("", text))
        whole = self.reader.read(text) or self.reader.read(self._without_signature(text))
        if not whole:
            return self._with_remark(text, raw)
        if not whole[0].is_respelt:
            return whole, ""
        if self.players.knows(text):
            return None  # an l may be read as a 1: `Red: Sal`
        return self._written_with_remark(text, raw, whole[0]) or (whole, "")

    def _written_with_remark(self, text: str, raw: str, whole: TurnText) -> tuple[tuple[TurnText, ...], str] | None:
        """The turn as it is written with which a text begins, and its remark, though with that it may be another turn
        of as many actions, `M(b)>SS(p) (two small purples)`; None if there is none."""
        apart = None if self.reader.informal.has_names else self._with_remark(text, raw)
        if apart is None or apart[0][0].is_respelt or apart[0][0].kind != TURN:
            return None
        return apart if len(apart[0][0].parsed_actions) == len(whole.parsed_actions) else None

    def _body_before_mark(self, prefix: Prefix) -> tuple[tuple[TurnText, ...], str] | None:
        """The turn with a number before a `?`, which is a mark of a bad turn there; after any other it asks."""
        text = prefix.rest.rstrip()
        if prefix.number is None or not text.endswith("?"):
            return None
        ways = self.reader.read(text.removesuffix("?"))
        return (_marked_bad(ways), "") if ways else None

    def _with_remark(self, text: str, raw: str) -> tuple[tuple[TurnText, ...], str] | None:
        """The turn with which a text begins, and the remark that is set apart from it; None if it is none."""
        for match in self._places_apart(text, raw):
            ways = self.reader.read(text[: match.start()].rstrip())
            if not ways:
                continue
            if ways[0].text.lower() == "pass" and _GOES_ON_WITH_WORDS.match(match.group()):
                continue  # pass, let me think
            remark = text[match.start() :]
            is_begun = ways[0].kind == INCOMPLETE and remark.lstrip().startswith('"')  # a name may belong to the turn
            outside = _COMMENT.sub(" ", remark)
            words = _IN_BRACKETS.sub(" ", outside)
            names = self._only_names(words)
            if is_begun or self._goes_on(words) != names or self._has_another(outside, ways):
                return None
            if names:  # what they name may be another turn
                ways = _shown(ways)
            return ways, remark.strip(" ,.;:-–—!#/(){}…")
        return None

    def _only_names(self, remark: str) -> bool:
        """Whether words only name squares or pyramids, of which no other action of the turn can be: `, and e5 dies`
        where a turn has one action; `, the last small yellow` where an action has a verb."""
        if not _LONE_WORD.search(remark) or not self._goes_on(remark):
            return False
        if self.reader.informal.has_names:
            words = remark.split()
            return not any(self.reader.may_begin(" ".join(words[place:])) for place in range(len(words)))
        return isinstance(self.reader.game, SingleActionTurns) and not self._goes_on(_LONE_SQUARE.sub(" ", remark))

    def _has_another(self, remark: str, ways: Sequence[TurnText]) -> bool:
        """Whether a remark has another turn in brackets and nothing else in them: `Sf3 [Sf2]`."""
        others = (self.reader.read(found.group()[1:-1]) for found in _IN_BRACKETS.finditer(remark))
        return any(way.text != ways[0].text for read in others for way in read[:1])

    def _without_signature(self, text: str) -> str:
        """A text without the name of a player at its end: `Sf2 XSf2 Opa`."""
        turn, _, name = text.rstrip(" .!").rpartition(" ")
        is_pronoun = fold_name(name) in ME | YOU
        return turn if len(name) > 1 and not is_pronoun and self.players.knows(name) else ""

    def _goes_on(self, remark: str) -> bool:
        """Whether what seems to be a remark is notation, or has another action after a `;`."""
        actions = remark.split(";")[1:]
        return self.reader.holds(remark) or any(self.reader.may_begin(action.strip()) for action in actions)

    def _is_remark(self, text: str) -> bool:
        """Whether a short text can only be a remark, with nothing before it: a result, or small talk, where no action
        has a name at its end."""
        if is_form(text, self.players):
            return True
        may_be = text[1:2].isalpha() and len(text) <= _LONGEST_ASIDE and not self.reader.informal.has_names
        return may_be and is_small_talk(text, self.names)

    def _places_apart(self, text: str, raw: str) -> Sequence[re.Match[str]]:
        """Where a remark may begin, from the last place on."""
        marked = {match["word"] for match in _MARKED.finditer(raw[:2_000])}
        may_be_turn = self.reader.may_begin(text)
        places = [
            match
            for match in _BLANK.finditer(text[:600])
            if match["word"] in marked or (may_be_turn and self._is_remark(text[match.start() :]))
        ]
        return sorted([*places, *_APART.finditer(text[:600])], key=lambda match: -match.start())


def _begins_with_a_figure(prefix: Prefix) -> bool:
    """Whether what follows a prefix begins with a figure, as a number does and no action: what follows that number
    is preferred."""
    return prefix.rest[:1].isdecimal()


def _is_in_other_words(one: ThreadLine, other: ThreadLine) -> bool:
    """Whether a text says the turn before it once more: `M(p)=L, a medium purple for a large one`."""
    again = other.interpretations[0]
    return again.is_respelt and again.text == one.interpretations[0].text


def _shown(ways: Iterable[TurnText]) -> tuple[TurnText, ...]:
    """What a text may be, so that a warning shows which it was."""
    return tuple(replace(way, is_respelt=True) for way in ways)


def _marked_bad(ways: Iterable[TurnText]) -> tuple[TurnText, ...]:
    return tuple(replace(way, marks=(*way.marks, "?")) for way in ways)


def _inner_numbers(text: str) -> list[int]:
    """Where the numbers of turns begin within a text: `(2)` too; but what brackets hold with a number was not
    played."""
    brackets = [found.span() for found in _IN_BRACKETS.finditer(text) if not found.group()[1:-1].isdigit()]
    starts = [found.start() for found in _INNER_NUMBER.finditer(text)]
    return [start for start in starts if not any(begin <= start < end for begin, end in brackets)]


def _number(number: WrittenNumber | None) -> TurnNumber | None:
    if number is None:
        return None
    column = 1 if number.is_reply else 0
    return TurnNumber(number.value, counts_pairs=number.is_reply, column=column, is_respelt=number.is_respelt)


def _has_number(text: str) -> bool:
    """Whether a line begins with the number of a turn: `2. Sc6`."""
    return read_sure_number(text) is not None


def _cuts(text: str) -> list[int]:
    """Where the parts of a line begin that have a number each, and where the last one ends; the number of a round
    begins the line, `Round 1. Red: Sf3. Yellow: Sg3.`."""
    number = read_number(text)
    first = number.end if number is not None else 0
    return [0, *(start for start in _inner_numbers(text) if start >= first), len(text)]


def _halves(text: str, ends: re.Pattern[str]) -> Iterator[tuple[str, str, bool]]:
    """The ways to part a text where the first turn may end, as a pattern says: at a blank, but after a comma or `;`,
    or at a stroke between blanks; and whether it is one."""
    for match in ends.finditer(text, 0, LONGEST_LINE_READ):
        yield text[: match.start()], text[match.end() :], match["stroke"] is not None


def _right_column(line: Line) -> str:
    """What comes after the first wide blank in a line, "" if it has none."""
    gap = _COLUMNS.search(line.raw.strip())
    return strip_line(line.raw.strip()[gap.end() :]) if gap is not None else ""


def _of_pair(turn: ThreadLine, number: TurnNumber | None, *, column: int) -> ThreadLine:
    if number is None:
        return replace(turn, has_head=True, is_listed=True)
    return replace(turn, number=replace(number, counts_pairs=True, column=column), has_head=True)


def _texts_below(lines: Sequence[Line], place: int) -> list[int]:
    """The places of the next lines with text."""
    below = range(place + 1, min(place + 2 * _MOST_WRAPPED, len(lines)))
    return [at for at in below if lines[at].is_read]


# Names


def names_before_turns(messages: Iterable[Message], reader: TurnReader, players: Players) -> list[str]:
    """Who plays by name: in closed forms of words, in a heading, and before turns where two or more do so."""
    classifier = _Classifier(reader, players)
    texts = [_without_time(text) for text in texts_in(messages)]
    texts = [_WORD_AND_NUMBER.sub(r"\g<number>\g<who> ", text) for text in _with_turns_below(texts)]
    numbered = [(text, read_number(text)) for text in texts]
    undated = [(text[end_of_day(text) :], None) for text in texts]  # `Mon 2 Nov: Ann Sf3`
    before_turns = _words_beside(numbered, reader) or _words_beside(undated, reader)
    declared: list[str] = []
    for text, number in numbered:
        end = number.end if number is not None else 0
        if reader.parse(text[end:]) is not None:
            continue  # `L(p)>MS(i)@C:M` gives no seat to a player M
        before_turns += _named_at(text, end, classifier)
        declared += _declared_in(text, players)
    declared = [name for name in declared if not reader.parse(name)]  # `Red: Sf3. Yellow: Sg3.`
    return declared + _labels(before_turns, players)


def _named_at(text: str, end: int, classifier: _Classifier) -> list[str]:
    """The name at a place in a line, if a turn follows it: `3. (Sg4) Sg3` names nobody."""
    named = _name_after(text, end)
    if named is None or classifier.reader.read(named["who"]):
        return []
    return [named["who"]] if classifier.begins_with_turn(text[named.end() :]) else []


def _with_turns_below(texts: Sequence[str]) -> list[str]:
    """The lines, those with only a number and a name with what is below them."""
    pairs = pairwise([*texts, ""])
    return [f"{text}: {below}" if _NUMBER_AND_NAME.fullmatch(text) else text for text, below in pairs]


def _words_beside(numbered: Iterable[tuple[str, WrittenNumber | None]], reader: TurnReader) -> list[str]:
    """The words alone before the turns of a list, `1 kiri Se4=M`, `Ana Sc6`, or the names in brackets after them,
    `1. Se4=M (Ana)`, if each of its turns has one; given its lines, each with its number."""
    rests = [text[number.end :] if number is not None else text for text, number in numbered]
    if any(map(reader.parse, rests)):
        return []
    words = filter(None, map(BARE_WORD.match, rests))
    before = [word["who"] for word in words if reader.parse(after_time(word.string[word.end() :]))]
    if len(before) >= _FEW:
        return before
    names = filter(None, map(_SIGNED.search, rests))
    after = [name["who"] for name in names if reader.parse(name.string[: name.start()])]
    comes_again = len(set(after)) < len(after)
    return after if comes_again and not any(map(str.islower, after)) else []


def _without_time(text: str) -> str:
    """What follows the time or the day with which a line begins; with a colon a day may be a name, `1. Jan: Sc4`."""
    rest = after_time(text)
    if rest != text:
        return rest
    end = end_of_day(text)
    return text if text[:end].rstrip().endswith(":") else text[end:]


def _name_after(text: str, end: int) -> re.Match[str] | None:
    """The name, with a colon or in brackets, at the beginning of a line or where the number of a turn ends."""
    return NAMED.match(text, end) or IN_BRACKETS.match(text, end)


def _declared_in(text: str, players: Players) -> list[str]:
    seats = {str(seat).lower() for seat in players.game.info.seats}
    may_declare = not {":", "(", "="}.isdisjoint(text) or not seats.isdisjoint(tokens_of(text))
    found = [name for name, _ in declarations(players, text)] if may_declare else []
    return [*found, *names_in(players, text)]


def _may_be_name(text: str) -> bool:
    """Whether what precedes a turn's colon may be a name: `Here's my reply` is none."""
    if is_introduction(text) or has_cue(text) or _NOT_IN_NAMES.search(text):
        return False
    is_initial = len(text) == 1 and text.isupper()  # `a` is a word
    return is_initial or NO_NAME.isdisjoint(tokens_of(text))


def _labels(before_turns: Iterable[str], players: Players) -> list[str]:
    """The names before turns, if they are few enough to be the players', or those that come again are. Where two or
    more people send the turns, one that comes but once may be any phrase: `Kitchen table: Sd5=M`."""
    counts = Counter(who for who in before_turns if players.knows(who) or _may_be_name(who))
    names = list(counts)
    most = len(players.game.info.seats)
    are_all = len(players.senders) < 2 and _count_hands(names, players) <= most
    own = names if are_all else [who for who in names if counts[who] > 1]
    if not 1 < _count_hands(own, players) <= most:
        return []
    return [who for who in names if players.is_short_for_one(who)] if players.tagged else names


def _count_hands(names: Iterable[str], players: Players) -> int:
    """How many players some names are, of which `North` and `N` are one."""
    return len({players.seat_word(name) or name for name in names})
