"""Dice told in words, or apart from the turn that they are for (TR3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.model import Kind, ThreadLine, by_message
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import NO_DICE, TurnReader
from pyrnot.foreign.thread.words import read_section

if TYPE_CHECKING:
    from pyrnot.core.informal import InformalNotation

_DICE_WORDS = read_section("dice")
_FACES = frozenset(["tip", "hop", "swap", "dig", "aim", "wild"])
_FACE = lazy_pattern("|".join(sorted(_FACES)), re.IGNORECASE)
_NUMBERS = frozenset("123456")
"""What one number die shows."""
_WORDS = lazy_pattern(r"\w+(?:[./'’-]\w+)*")
_APART = lazy_pattern(r"[.!]+\s+|,\s|\s[-–—]+\s|\s*[(\[]")
"""Where a remark may be set apart from dice."""
_FIGURES = lazy_pattern(r"\d\W{0,3}\d|\b[A-Z]{3,4}\b")
_FIGURE = lazy_pattern(r"\d")
_MAY_BE_PLAYED = lazy_pattern(
    r"^\W{0,3}\d+[.)]|\b(?:[A-Z]{3,4}|[a-h][1-8])\b|\d\s?/\s?\d|(?<![\d.,])[1-6](?![\d.,]*\d)"
)
"""The number of a turn, other dice or one of them, a square."""
_SENTENCE_END = lazy_pattern(r"[.!?]\s")
_AND = lazy_pattern(f" (?:{'|'.join(sorted(read_section('and')))}) ")
_ROLL = lazy_pattern(rf"(?<![\w=])(?:[A-Z]{{3,4}}=)?[A-Z]{{3,4}} \d(?:[/+-]|{_AND.pattern})\d(?: R \d/\d)*(?![\w/])")
"""A whole roll by its notation, wherever it stands."""
_WHOLE_ROLL = lazy_pattern(r"[A-Z]{2,}.*/")
_OF_A_PLAYER = lazy_pattern(r"['’]s$")
"""The end of a name in `Ana's dice`."""
_LONGEST = 200


def read_dice(text: str, reader: TurnReader, players: Players) -> str:
    """The dice that a text gives and nothing else, as the opening of a turn or a part of it; between words, only all
    of it; "" if it gives none."""
    if not reader.game.info.opening or len(text) > _LONGEST:
        return ""
    rest = text
    while (word := _WORDS.match(rest)) and _is_dice_word(word.group(), players):
        rest = rest[word.end() :].lstrip(" :,–-")
    at_end = reader.read_dice(rest)
    if at_end or not _FACE.search(text):
        return at_end
    words = [word for word in _WORDS.findall(text) if not _is_dice_word(word, players)]
    between = reader.read_dice(" ".join(sorted(words, key=lambda word: word[0].isdigit())))
    return between if is_whole_roll(between) else ""


def read_dice_apart(text: str, reader: TurnReader, players: Players) -> tuple[str, str]:
    """The dice that a text gives and nothing else; or the whole roll with which it begins, and the remark that is set
    apart from it and has neither figures nor a turn; two empty texts if it does neither."""
    alone = read_dice(text, reader, players)
    if alone or not _FACE.search(text):
        return alone, ""
    for match in _APART.finditer(text[:_LONGEST]):
        dice = read_dice(text[: match.start()], reader, players)
        if is_whole_roll(dice):
            remark = text[match.end() :]
            return ("", "") if _FIGURES.search(remark) or reader.turns(remark) else (dice, remark)
    return "", ""


def read_dice_among_words(text: str, reader: TurnReader) -> str:
    """The whole roll by its notation in a sentence without other figures; "" if there is none, or
    another, or something that may be a turn."""
    found = _ROLL.search(text)
    if found is None or len(text) > _LONGEST:
        return ""
    before = text[: found.start()]
    after = text[found.end() :]
    sentence = _SENTENCE_END.split(before)[-1] + _SENTENCE_END.split(after)[0]
    if _FIGURE.search(sentence) or _MAY_BE_PLAYED.search(f"{before} {after}"):
        return ""
    return reader.read_dice(_AND.sub("/", found.group()))


def without_idle_dice(lines: Sequence[ThreadLine]) -> Sequence[ThreadLine]:
    """The lines, in which dice among words, and a face that may be any word, are talk where the turn below has its
    own dice, or there is none: `I was afraid of SWAP 6/6`, and `Tip`, a button of BGG."""
    kept: list[ThreadLine] = []
    is_wanted = False
    for line in reversed(lines):
        if line.kind is Kind.CANDIDATE:
            is_wanted = not has_own_dice(line)
        is_idle = (line.are_among_words or _is_word(line)) and not is_wanted
        kept.append(replace(line, kind=Kind.TALK, dice="") if is_idle else line)
    return kept[::-1]


def _is_word(said: ThreadLine) -> bool:
    """Whether the dice of a line are a face without numbers, which is not written in capitals."""
    return said.dice.lower() in _FACES and said.dice not in said.text


def is_dice_cell(text: str, reader: TurnReader) -> bool:
    """Whether a cell of a table gives dice and nothing else: one number, a roll, a face, or all of them."""
    if not reader.game.info.opening:
        return False
    return text in _NUMBERS if text.isdigit() else reader.informal.read_dice(text) is not None


def _is_dice_word(word: str, players: Players) -> bool:
    low = word.lower()
    return low not in _FACES and (low in _DICE_WORDS or players.knows(_OF_A_PLAYER.sub("", word)))


def deal_dice(lines: Iterable[ThreadLine], informal: InformalNotation) -> dict[int, tuple[ThreadLine, ...]]:
    """The dice said before each turn, by its order; what a quotation says again does not count, nor what a message
    says below a turn of its dice, where the next turn has dice too. The lines of each message are taken as they
    stand, though the messages may come in another order."""
    dealt: dict[int, tuple[ThreadLine, ...]] = {}
    pending: list[ThreadLine] = []
    seen: set[str] = set()
    given: tuple[ThreadLine, ...] = ()  # the dice that were dealt last
    number = 0  # of the turn that has them
    last: ThreadLine | None = None
    for line in _as_they_stand(lines):
        if line.kind is Kind.DICE and not (line.is_quoted and line.dice in seen):
            seen.add(line.dice)
            pending.append(line)
        elif line.is_turn and pending:
            given = _without_repeated(pending, last, line, informal)
            dealt[line.order] = given
            pending = []
            number = line.number_value
        elif line.number_value == number > 0:
            dealt[line.order] = given  # another text for the same turn
        last = line if line.is_turn else last
    return dealt


def _as_they_stand(lines: Iterable[ThreadLine]) -> Iterator[ThreadLine]:
    """The lines, those of each message in the order of the text."""
    for said in by_message(lines):
        yield from sorted(said, key=lambda line: line.line.start)


def _without_repeated(
    pending: Sequence[ThreadLine], last: ThreadLine | None, turn: ThreadLine, informal: InformalNotation
) -> tuple[ThreadLine, ...]:
    """The dice said before a turn; where it has its own, without those that the message of the `last` turn says once
    more."""
    if last is None or not has_own_dice(turn):
        return tuple(pending)
    return tuple(said for said in pending if said.message is not last.message or not agree(said.dice, last, informal))


def has_own_dice(line: ThreadLine) -> bool:
    """Whether a candidate begins with its dice."""
    return any(way.kind != NO_DICE for way in line.interpretations[:1])


def is_aside(said: ThreadLine, turn: ThreadLine) -> bool:
    """Whether dice are talk beside a turn that has its own: its writer speaks of them in an earlier message."""
    is_earlier = said.author == turn.author and said.message is not turn.message
    return bool(said.remark) and is_earlier and has_own_dice(turn)


def are_for(said: ThreadLine, seat: str, players: Players) -> bool:
    """Whether dice are for a seat's turn: those that name another are not."""
    return not said.dice_of or players.seat_of(said.dice_of) == seat


def join_dice(dice: Sequence[ThreadLine], informal: InformalNotation) -> str:
    """What several lines with dice say together; of whole rolls the last counts."""
    return reduce(lambda opening, line: _joined(opening, line.dice, informal), dice, "")


def _joined(opening: str, dice: str, informal: InformalNotation) -> str:
    """An opening with the dice of the next line; these alone, where the two do not go together."""
    return dice if opening in ("", dice) else informal.join_dice(opening, dice) or dice


def whole_rolls(dice: Iterable[ThreadLine]) -> list[str]:
    """The different whole rolls that lines say, in their order."""
    return list(dict.fromkeys(filter(is_whole_roll, (said.dice for said in dice))))


def is_whole_roll(dice: str) -> bool:
    """Whether dice are a face with its numbers."""
    return _WHOLE_ROLL.match(dice) is not None


def agree(said: str, line: ThreadLine, informal: InformalNotation) -> bool:
    """Whether the dice that lines give are those in a turn: all that they name; a wild die may be used as any."""
    openings = (informal.read_dice(way.text.partition(";")[0]) or "" for way in line.interpretations)
    return any(_names_of(said) <= _names_of(opening) for opening in openings)


def _names_of(dice: str) -> set[str]:
    """The faces and the numbers that dice name."""
    return {*dice.replace("=", " ").split()}
