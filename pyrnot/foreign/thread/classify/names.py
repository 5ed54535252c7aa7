"""The names of players before or after their turns, or in a heading, whatever their seats (TR4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.declarations import NO_NAME, declarations, names_in
from pyrnot.foreign.thread.classify.lines import SIGNED, LineClassifier
from pyrnot.foreign.thread.classify.prefixes import BARE_WORD, IN_BRACKETS, NAMED, after_time, end_of_day
from pyrnot.foreign.thread.model import Message
from pyrnot.foreign.thread.numbers import number_end
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.text import WORD, texts_in
from pyrnot.foreign.thread.words import has_cue, is_introduction, tokens_of

_NOT_IN_NAMES = lazy_pattern(r"(?<!\b[^\W\d_a-z])\.|['’][a-z]|^(?i:g|game) ?#?\d{1,2}$")
"""A stop that is not an initial's, or an apostrophe within a word: `J. R.` and `O'Brien` are names; the mark of a
game, `G2`."""
_WORD_AND_NUMBER = lazy_pattern(rf"^(?P<who>{WORD})\s+(?P<number>\d{{1,3}}[.):]+\s+)(?=\S)")
"""A word before the number of a turn, `Dad 2. Sc6`, which may as well follow it."""
_NUMBER_AND_NAME = lazy_pattern(r"(?:[^\W\d_]+\s)?\d{1,3}\W{1,4}[^\W\d_]+\)?")
"""The number of a turn and who makes it, alone above that: `Turn 1 (Ann)`."""
_FEW = 3
"""Words alone before turns that may be players' names: fewer may be any."""


def names_before_turns(messages: Iterable[Message], reader: TurnReader, players: Players) -> list[str]:
    """Who plays by name: in closed forms of words, in a heading, and before turns where two or more do so."""
    classifier = LineClassifier(reader, players)
    texts = _with_turns_below([*map(_without_time, texts_in(messages))])
    texts = [_WORD_AND_NUMBER.sub(r"\g<number>\g<who> ", text) for text in texts]
    numbered = [text[number_end(text) :] for text in texts]
    undated = [text[end_of_day(text) :] for text in texts]  # `Mon 2 Nov: Ann Sf3`
    before_turns = _words_beside(numbered, reader) or _words_beside(undated, reader)
    declared: list[str] = []
    for text, rest in zip(texts, numbered, strict=True):
        if reader.parse(rest) is not None:
            continue  # `L(p)>MS(i)@C:M` gives no seat to a player M
        before_turns += _named_in(rest, classifier)
        declared += _declared_in(text, players)
    declared = [name for name in declared if not reader.parse(name)]  # `Red: Sf3. Yellow: Sg3.`
    return declared + _labels(before_turns, players)


def _named_in(text: str, classifier: LineClassifier) -> list[str]:
    """The name, with a colon or in brackets, with which a text begins, if a turn follows it: `(Sg4) Sg3` names
    nobody."""
    named = NAMED.match(text) or IN_BRACKETS.match(text)
    if named is None or classifier.reader.read(named["who"]):
        return []
    return [named["who"]] if classifier.begins_with_turn(text[named.end() :]) else []


def _with_turns_below(texts: Sequence[str]) -> list[str]:
    """The lines, those with only a number and a name with what is below them."""
    pairs = pairwise([*texts, ""])
    return [f"{text}: {below}" if _NUMBER_AND_NAME.fullmatch(text) else text for text, below in pairs]


def _words_beside(rests: Sequence[str], reader: TurnReader) -> list[str]:
    """The words alone before the turns of a list, `1 kiri Se4=M`, `Ana Sc6`, or the names in brackets after them,
    `1. Se4=M (Ana)`, if each of its turns has one; given its lines without their numbers."""
    if any(map(reader.parse, rests)):
        return []
    words = filter(None, map(BARE_WORD.match, rests))
    before = [word["who"] for word in words if reader.parse(after_time(word.string[word.end() :]))]
    if len(before) >= _FEW:
        return before
    names = filter(None, map(SIGNED.search, rests))
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
