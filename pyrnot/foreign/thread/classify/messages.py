"""The lines of messages, each with its class; a turn may be broken over several, and a table holds many.

`lines` says what one line is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, takewhile

from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.declarations import declarations
from pyrnot.foreign.thread.classify.dice import is_dice_cell, read_dice, without_idle_dice
from pyrnot.foreign.thread.classify.lines import INNER_NUMBER, LineClassifier, new_line, turn_number
from pyrnot.foreign.thread.classify.remarks import shown
from pyrnot.foreign.thread.classify.set_up import CARD, cut_set_up
from pyrnot.foreign.thread.classify.table_columns import CellReaders
from pyrnot.foreign.thread.classify.table_rows import has_one_cell, split_row
from pyrnot.foreign.thread.classify.tables import Cell, counts_rounds, read_table, with_own_numbers
from pyrnot.foreign.thread.model import Kind, Line, Message, ThreadLine, TurnNumber, turns_of
from pyrnot.foreign.thread.numbers import WrittenNumber, read_sure_number
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import LONGEST_LINE_READ, TurnReader
from pyrnot.foreign.thread.text import texts_in
from pyrnot.foreign.thread.words import has_cue

_MOST_WRAPPED = 6
"""Lines over which a mail program may break one turn."""
_LONGEST_TABLE = 1_000
_WIDE = 45
"""Characters of a line that a mail program may have broken."""
_LONGEST_RUN = 60
"""Lines of a game that is written as running text."""
_OPEN_END = (";", ",", "-", "<", "(", "=", "/", ">", ":", "–")
_WITH_SIGN = r"[-–][a-h][1-8]|<>|;\s*[+<\w]|=\s?[A-Z]\b|[xX](?:[A-Z](?:\(\w{1,2}\))?)?[a-h][1-8]"
_REST = lazy_pattern(rf"(?:{_WITH_SIGN})(?!.*\?$)")
"""How a line begins that can only be the rest of what is above it, and asks nothing."""
_WITHOUT_STOP = lazy_pattern(r"[^.]$")
_BEFORE_REST = lazy_pattern(rf";\s*(?={_WITH_SIGN})")
_LEAST_WORK = 400_000
"""Characters looked at in any text, beside as many as it has: a line that is not quite a turn is looked at in many
ways, with the lines below it. A chat of 1 MB takes 0.6 for each that it has, a short mail up to 10."""


def classify(
    messages: Iterable[Message], reader: TurnReader, players: Players, copying: frozenset[int]
) -> Sequence[ThreadLine]:
    """The lines of a game's messages, each with its class, in the order of the messages. `copying` are the identities
    of the messages of which the text may hold the originals too."""
    messages = tuple(messages)
    length = sum(map(len, texts_in(messages)))
    classifier = _MessageClassifier(reader, players, most=_LEAST_WORK + length)
    lines = [
        replace(line, is_quoted_copy=id(message) in copying)
        for message in messages
        for line in classifier.message(message)
    ]
    return without_idle_dice([replace(line, order=order) for order, line in enumerate(lines)])


class _MessageClassifier:
    """Gives the lines of one game's messages their classes, and looks at no more than `most` characters for it."""

    def __init__(self, reader: TurnReader, players: Players, *, most: int) -> None:
        self.reader = reader
        self.players = players
        self.classifier = LineClassifier(reader, players, most=most)
        self.remarks = self.classifier.remarks
        self.texts: list[str] = []
        """Those of the lines of the message that is looked at."""
        self.has_list: bool | None = None
        """Whether they list turns, once that was asked."""
        self.cell_readers = CellReaders(
            self._seat_of_heading,
            is_turn=self.classifier.is_turn,
            is_dice=lambda text: is_dice_cell(text, reader),
            goes_on=self._is_rest_of_turn,
        )

    def message(self, message: Message) -> list[ThreadLine]:
        """The lines of a message, in its order."""
        found: list[ThreadLine] = []
        lines = message.lines
        self.texts = [line.text for line in lines]
        self.has_list = None
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
        give set-up or have a word of a turn gone wrong, and whole turns and the one result in other columns."""
        texts = {text for cell in cells for text in (cell.text, cell.dice, cell.who)}
        read = texts | {part for text in texts for part in text.split("; ")}
        beside: list[ThreadLine] = []
        for line in rows:
            unread = [cell for cell in split_row(line) if cell not in read]
            beside += self._beside_turns(line, unread, message)
        heading = ", ".join(split_row(rows[0])) if cells else ""
        if declarations(self.players, heading):
            beside.append(self.classifier.talk(rows[0], heading, message))
        return _with_one_result(beside)

    def _beside_turns(self, line: Line, cells: Sequence[str], message: Message) -> list[ThreadLine]:
        """What the cells of a row say that are not read as turns."""
        words = " ".join(cells).strip()
        if has_one_cell(line):
            return [self.classifier.one(line, words, message, words)]
        found = [self.classifier.one(line, cell, message, cell) for cell in cells]
        turns = [replace(turn, is_at_head=False) for turn in found if turn.is_turn]
        is_set_up = bool(cut_set_up(words, self.reader.informal, self.players)[0])
        is_note = (has_cue(words) or is_set_up) and not turns
        results = [said for said in found if said.kind is Kind.RESULT]
        return [self.classifier.talk(line, words, message)] if is_note else [*turns, *results]

    def _cell(self, cell: Cell, message: Message, *, is_pairs: bool) -> ThreadLine:
        """The class of a cell, whose row tells its number, its player and its dice."""
        whole = f"{read_dice(cell.dice, self.reader, self.players)}; {cell.text}"
        text = whole if cell.dice and self.remarks.body(whole) else cell.text
        line = self.classifier.one(cell.line, text, message, cell.line.text)
        number = line.number
        if cell.number is not None:
            number = TurnNumber(cell.number, counts_pairs=is_pairs, column=cell.column or 0)
        who = self._player_of(cell) or line.who
        return replace(line, who=who, number=number, has_head=True, is_at_head=True)

    def _above_numbers(self, cell: Cell, message: Message) -> ThreadLine:
        """The class of a cell above the first row with a number, which may have the players' cards."""
        text = f"{CARD}: {cell.text}"
        if cut_set_up(text, self.reader.informal, self.players)[0]:
            return new_line(Kind.TALK, cell.line, text, message, who=self._player_of(cell))
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
        return end - place, [*others, replace(turn, number=turn_number(number), has_head=True, who=turn.who or who)]

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
        if goes_on or not INNER_NUMBER.search(text) or not _has_number(text):
            return 0, []
        joined = list(takewhile(lambda line: line.is_read, lines[place : place + _LONGEST_RUN]))
        whole = " ".join(line.text for line in joined)
        left = self.classifier.left
        turns = self.classifier.several(joined[0], whole, message)
        if len(turns) < 3:
            self.classifier.left = left  # each line is tried once
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
        return self.classifier.is_turn(line.text) and self.classifier.numbered(line.text) is None

    def _wrapped(self, lines: Sequence[Line], place: int, message: Message) -> tuple[int, list[ThreadLine]]:
        """The line at a place, with those after it over which a mail program broke its turn."""
        is_last = place + 1 == len(lines)
        if not is_last and (turn := self._on_lines_of_a_message(lines, place, message)):
            return turn
        line = lines[place]
        alone = self.classifier.line(line, line.text, message)
        if not self._may_be_broken(alone[-1], line):
            return 1, alone
        text = line.text
        best = 1, alone
        for count, joined in self._continuations(lines, place):
            text = f"{text} {joined[-1].text}"
            if not self.reader.may_hold(text):
                continue
            classified = self.classifier.line(line, text, message)
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
        is_first = informal.first_of_several.match(self.classifier.beginning(lines[place].text))
        below = informal.next_of_several if is_first and not self._lists_turns() else informal.never_first
        return self._on_lines_of_their_own(lines, place, message, below)

    def _on_lines_of_their_own(
        self, lines: Sequence[Line], place: int, message: Message, below: re.Pattern[str]
    ) -> tuple[int, list[ThreadLine]] | None:
        """The turn at a place whose actions stand on a line each: `sacrifice y2 Dex`, and `below` it
        `move r1 Dex Vega`; or that goes on with a sign with which nothing begins: `-c4`, `; Sc3-c4`. A full stop ends
        a turn (R3.3)."""
        if not _WITHOUT_STOP.search(self.classifier.beginning(lines[place].text)):
            return None
        rows = lines[place + 1 : place + 2 * _MOST_WRAPPED]
        rest = list(takewhile(lambda line: self._goes_on_with(line.text, below), rows))
        for count in range(len(rest), 0, -1):
            joined = (lines[place], *rest[:count])
            actions = "; ".join(line.text.rstrip(" ;,.") for line in joined)
            whole = _BEFORE_REST.sub(" ", actions)
            if self.classifier.is_turn(whole):
                turn = self.classifier.line(lines[place], whole, message)[-1]
                ways = shown(turn.interpretations) if turn.remark else turn.interpretations
                return 1 + count, [replace(turn, lines=joined, interpretations=ways)]
        return None

    def _goes_on_with(self, text: str, action: re.Pattern[str]) -> bool:
        """Whether a turn may go on with a line: with an `action`, or with a sign with which nothing begins."""
        is_action = action.match(text) is not None and self.remarks.body(text) is not None
        return is_action or _REST.match(text) is not None

    def _lists_turns(self) -> bool:
        """Whether the message lists turns without numbers or names, so that what is below one may be the next."""
        if self.has_list is None:
            self.has_list = any(map(self._stands_alone, ["", *self.texts], self.texts))
        return self.has_list

    def _stands_alone(self, above: str, text: str) -> bool:
        """Whether a line is a turn without number or name, and not an action of one that begins above it."""
        first = self.reader.informal.first_of_several
        if any(map(first.match, (text, self.classifier.beginning(above)))) or self.reader.may_begin(above):
            return False
        return self.remarks.body(text) is not None

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
        rest = self.classifier.beginning(line.text)
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


def _with_one_result(beside: list[ThreadLine]) -> list[ThreadLine]:
    """What a table says beside its turns: a column with several results, as a score in each row, only talks."""
    results = [line for line in beside if line.kind is Kind.RESULT and not has_one_cell(line.line)]
    if len(results) < 2:
        return beside
    return [replace(line, kind=Kind.TALK, ending="") if line in results else line for line in beside]


def _texts_below(lines: Sequence[Line], place: int) -> list[int]:
    """The places of the next lines with text."""
    below = range(place + 1, min(place + 2 * _MOST_WRAPPED, len(lines)))
    return [at for at in below if lines[at].is_read]


def _has_number(text: str) -> bool:
    """Whether a line begins with the number of a turn: `2. Sc6`."""
    return read_sure_number(text) is not None
