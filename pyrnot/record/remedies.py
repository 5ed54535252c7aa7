"""What to do about text that is not notation: looks at the text around a fault and names the usual slip.

Asked only where something is wrong, and changes nothing but the hint and the fix of a diagnostic: what is a fault, and
how bad it is, is left to the readers. Knows no game by name; a game's own slips, such as dice with a comma, come from
its `GameInfo.slips`, and its grammar tells what reads as an action.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span, shorten
from pyrnot.core.game import AnyGame, Written
from pyrnot.core.tags import Tags, find_seat, plain_characters
from pyrnot.record.fault_context import FaultContext
from pyrnot.record.model import Comment, Turn
from pyrnot.record.typed import parse_turn, read_typed, written_actions

_REMEDIES_SOUGHT = 100
"""The number of faults of a record that are looked at: each may take a few parses."""
_COMMENTS_TRIED = 100
_SHOWN = 60
_OF_THE_FILE = frozenset({CoreCodes.MISSING_GAME, CoreCodes.TURN_AFTER_RESULT})
"""Codes of faults that have a hint already, which only a slip of the text as such replaces."""
_SOUGHT = _OF_THE_FILE | {CoreCodes.NOT_NOTATION, CoreCodes.STRAY_SIGN, CoreCodes.BAD_MARK, CoreCodes.BAD_TAG}
"""The codes of the faults that a slip may be the cause of."""

_ODD_NUMBER = re.compile(
    r"(?:turn\s+|no\.?\s*)?[(#]?\s*([0-9]{1,4})(?:\s*\)\s*\.?|\s*[:\-]|\s*\\\.|(?=\s))\s*", re.IGNORECASE
)
_NUMBERED = re.compile(r"([0-9]{1,4})\s*[.…]+\s*")
_SEPARATOR = re.compile(r"(?:[,:/|+&.]|->|(?:and|then|und)\b)\s*", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,6});")
_MARKUP = re.compile(
    r"</?(?:a|b|blockquote|br|code|div|em|font|i|li|ol|p|pre|span|strong|td|tr|tt|u|ul)\b[^<>\n]*>", re.IGNORECASE
)
_SCORE = re.compile(r"(?:1\s*-\s*0|0\s*-\s*1)(?![\w/])")
_HALF = r"(?:1/2|½|0[.,]5)"
_DRAW = re.compile(
    rf"(?:{_HALF}\s*-\s*{_HALF}(?![\w/])"
    r"|(?:remis|stalemate|drawn|(?:a|an agreed|agreed|it'?s a|it is a|we agree on a|game)\s+drawn?)\b)"
)
_WINS = re.compile(r"(?:has\s+|have\s+)?(?:won|wins?|winner|is the winner)\b")
_LOSES = re.compile(
    r"(?:has\s+|have\s+)?(?:resign(?:s|ed)?|gives?\s+up|gave\s+up|given\s+up|concede[sd]?|lost|loses?|surrenders?|quits?)\b"
)
_NAME = re.compile(r"([^\W_][\w'-]*)\s+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NOTATION = re.compile(r"[0-9;<>=^_@]")
"""What a text has that may be notation: it is never proposed as a comment."""
_PROPOSED = re.compile(r"write the [\w ]+(?: as|:) `([^`]+)`")
"""The text that the advice on a slip proposes; an example is none."""
_WORDS_TRIED = 8
"""The number of words before an action that are taken for words."""


class Remedy(NamedTuple):
    """What a slip is about, and the change that puts it right if that is certain."""

    hint: str
    fix: Fix | None = None


_FindRemedy = Callable[[FaultContext], Remedy | None]


def add_remedies(
    faults: Iterable[Diagnostic], text: str, game: AnyGame | None, tags: Tags, turns: Sequence[Turn]
) -> list[Diagnostic]:
    """The faults of one record, with hints and fixes for those that a usual slip explains."""
    result = list(faults)
    plain = plain_characters(text)
    sought = [index for index, fault in enumerate(result) if fault.code in _SOUGHT and fault.span is not None]
    for index in sought[:_REMEDIES_SOUGHT]:
        fault = result[index]
        assert fault.span is not None
        turn = bisect_right(turns, fault.span.start, key=lambda turn: turn.start) - 1
        context = FaultContext(
            plain,
            fault.span.start,
            game,
            tags,
            turns[turn] if turn >= 0 else None,
            turns[turn - 1] if turn > 0 else None,
        )
        known = _OF_ANY_TEXT if fault.code in _OF_THE_FILE or game is None else _OF_TURNS
        remedy = next(filter(None, (find(context) for find in known)), None)
        if remedy is not None:
            result[index] = replace(fault, hint=remedy.hint, fix=remedy.fix)
    return result


def find_turns_in_comments(comments: Iterable[Comment], game: AnyGame | None, tags: Tags) -> Diagnostic | None:
    """A warning of the first comment that reads as a numbered turn, for a record that has nothing but comments."""
    for comment in islice(comments, _COMMENTS_TRIED) if game is not None else ():
        number = _ODD_NUMBER.match(comment.words) or _NUMBERED.match(comment.words)
        if number is None:
            continue
        text = comment.words[number.end() :]
        context = FaultContext(text, 0, game, tags)
        if context.action(text) is None:
            continue
        delimiters = "`#`" if comment.text.startswith("#") else "braces"
        return Diagnostic(
            severity=Severity.WARNING,
            code=CoreCodes.TURNS_IN_COMMENTS,
            rule="R4",
            span=comment.span,
            message="the record has no turns, but this comment reads as one",
            hint=f"remove the {delimiters}: write `{number[1]}. {shorten(context.line, _SHOWN)}`",
            ply=0,
            fix=Fix(comment.span, f"{number[1]}. {text}"),
        )
    return None


# Slips of any text


def _utf_16(context: FaultContext) -> Remedy | None:
    sample = context.text[:400]
    if sample.count("\0") * _NULS < len(sample):
        return None
    order = "be" if sample.startswith("\0") else "le"
    return Remedy(f"the file is UTF-16: save it as UTF-8, or read it with --encoding utf-16-{order}")


_NULS = 4
"""A text with a NUL in every few characters is UTF-16 read as if it were UTF-8."""
_ALIKE = dict(zip("асеорхАВСЕМНОРТХЅѕΑΒΕΗΜΟΡΤΧο", "aceopxABCEMHOPTXSsABEHMOPTXo", strict=True))  # noqa: RUF001
"""Letters of other alphabets that look like Latin ones."""
_CHARACTERS: tuple[tuple[re.Pattern[str], range, str, str | None], ...] = (
    (
        re.compile(r"[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"),
        range(-1, 1),
        "remove the zero-width character {code} here",
        "",
    ),
    (
        re.compile(f"[{''.join(_ALIKE)}]"),
        range(8),
        "write the Latin letter `{latin}`: this `{found}` is a {alphabet} one",
        None,
    ),
    (re.compile("`+"), range(1), "remove the backticks", ""),
    (re.compile(r"\\"), range(1), "remove the `\\`", ""),
    (re.compile("[→~]"), range(1), "write `-` instead of `{found}`", "-"),
)
"""Characters that no notation has: where they are sought from the fault on, the advice, and what to write instead
(None: the Latin letter that looks alike)."""


def _character(context: FaultContext) -> Remedy | None:
    """A character of Markdown, of a phone's keyboard or of another alphabet."""
    for pattern, reach, advice, instead in _CHARACTERS:
        found = pattern.search(context.text, max(context.start + reach.start, 0), context.line_end)
        if found is not None and found.start() < context.start + reach.stop:
            character = found.group()[0]
            latin = _ALIKE.get(character, "")
            alphabet = "Greek" if unicodedata.name(character, "").startswith("GREEK") else "Cyrillic"
            hint = advice.format(code=f"U+{ord(character):04X}", latin=latin, found=character, alphabet=alphabet)
            return Remedy(hint, Fix(Span(*found.span()), latin if instead is None else instead))
    return None


_FULL_WIDTH = re.compile("[\uff01-\uff5e]")


def _full_width(context: FaultContext) -> Remedy | None:
    right = _FULL_WIDTH.sub(lambda found: chr(ord(found[0]) - 0xFEE0), context.line)
    return _line(context, right, "full-width characters") if right != context.line else None


def _html(context: FaultContext) -> Remedy | None:
    line = context.text[context.line_start : context.line_end]
    if not _ENTITY.search(line) and not _MARKUP.search(line):
        return None
    return _line(context, " ".join(html.unescape(_MARKUP.sub("", line)).split()), "HTML")


def _line(context: FaultContext, right: str, what: str) -> Remedy:
    """The advice to write the line of the fault as it was before another program dressed it up."""
    hint = f"write `{shorten(right, _SHOWN)}`, without {what}" if right else f"remove the {what}"
    return Remedy(hint, context.rewrite_line(right))


# Results


def _result(context: FaultContext) -> Remedy | None:
    """A score, or a sentence that says who won."""
    text, words = context.rest, context.rest.lower()
    seats = _seats(context)
    if context.begins_line or context.head or context.turn is None:
        score = _SCORE.match(text)
        if score is not None and len(seats) != 2:
            return Remedy(f"write the result in words, such as `{seats[0]} wins`")
        if score is not None:
            right = f"{seats[score.group().startswith('0')]} wins"
            return Remedy(f"write `{right}`", _write_result(context, score.end(), right))
    draw = _DRAW.match(words)
    if draw is not None:
        hint = "write `draw`, or `draw agreed` if the players agreed on it"
        return Remedy(hint, _write_result(context, draw.end(), "draw"))
    name = _NAME.match(text)
    loses = _LOSES.match(words, name.end()) if name else None
    found = loses or (_WINS.match(words, name.end()) if name else None)
    if name is None or found is None:
        return None
    verb = "resigns" if loses else "wins"
    seat = _name_seat(name[1], seats, context.tags)
    if seat is None:
        return Remedy(f"write {' or '.join(f'`{seat} {verb}`' for seat in seats)}")
    return Remedy(f"write `{seat} {verb}`", _write_result(context, found.end(), f"{seat} {verb}"))


def _write_result(context: FaultContext, end: int, words: str) -> Fix | None:
    """The fix for a result that is written up to `end` in the rest of the line, unless other words follow it."""
    return None if context.rest[end:].strip(" .!") else context.rewrite(context.rest, words)


def _seats(context: FaultContext) -> tuple[str, ...]:
    """The seats in play as far as the tags name them, else all that the game can have."""
    assert context.game is not None
    seats = context.game.info.seats
    named = tuple(seat for seat in seats if seat in context.tags)
    return named if len(named) >= context.game.info.min_seats else seats


def _name_seat(name: str, seats: Sequence[str], tags: Tags) -> str | None:
    """The seat that a word of a result means: its name, its first letter or its player's name."""
    seat = find_seat(seats, name)
    if seat is not None:
        return seat
    played = [seat for seat in seats if name.lower() in tags.get(seat, "").lower().split()]
    return played[0] if len(played) == 1 else None


# Turns


def _typed(context: FaultContext) -> Remedy | None:
    """A turn that is one by its game's table of spellings: the turn as it should be written."""
    assert context.game is not None
    start = context.start if context.turn is None else context.turn.start
    span = written_actions(context.text, start, context.start)
    text = "" if span is None else context.text[slice(*span)]
    for way in read_typed(context.game, text)[:1]:
        writtens = parse_turn(context.game, way) or ()
        is_pair = len(writtens) == 2 and all(context.may_be_turn([written]) for written in writtens)
        if not (is_pair and "".join(way.replace(";", "").split()) == "".join(text.split())):  # or it is the reply
            return Remedy(f"write `{way}`", None if span is None else Fix(span, way))
    return None


def _own_slip(context: FaultContext) -> Remedy | None:
    """A slip that only this game has."""
    assert context.game is not None
    start, body = context.body
    for pattern, advice in context.game.info.slips.items():
        found = re.match(pattern, body, re.IGNORECASE)
        if found is None or not start <= context.start < start + found.end():
            continue
        if context.action(found.group()) is None:
            hint = found.expand(advice)
            proposed = _PROPOSED.match(hint)
            return Remedy(hint, context.rewrite(found.group(), proposed[1], start) if proposed else None)
    return None


def _number(context: FaultContext) -> Remedy | None:
    """A turn numbered in another way, as `1)` or `#1`."""
    found = _ODD_NUMBER.match(context.rest)
    if found is None or not (context.begins_line or not context.head):
        return None
    if context.action(context.rest[found.end() :]) is None:
        return None
    opening = "(" if context.text[context.start - 1 : context.start] == "(" else ""
    written = opening + found.group()
    fix = context.rewrite(written, f"{found[1]}. ", context.start - len(opening))
    return Remedy(f"write `{found[1]}.`, not `{written.strip()}`", fix)


def _no_numbers(context: FaultContext) -> Remedy | None:
    """A turn a line, with neither numbers nor full stops."""
    if context.turn is None or context.turn.number is not None or not context.begins_line:
        return None
    if context.start == context.turn.start or context.action(context.rest) is None:
        return None
    last_line = context.head.rpartition("\n")[2]
    if context.action(last_line) is None:
        return None
    return Remedy("end each turn with a full stop, or number the turns: `1.`, `2.` and so on")


def _second_action(context: FaultContext) -> Remedy | None:
    """An action that follows another without a `;`: a part of the same turn, or the reply."""
    turn = context.turn
    if turn is None:
        return None
    separator = _SEPARATOR.match(context.rest)
    written = separator.group() if separator else ""
    rest = context.rest[len(written) :]
    second = context.action(rest)
    if second is None:
        return None
    first = context.action(context.head)
    if first is None:
        return _after_full_stop(context, second)
    before = [*(action.written for action in turn.actions), first]
    is_one = context.may_be_turn([*before, second])
    hint = "separate actions with `;`"
    if separator is not None and is_one:
        return Remedy(f"{hint}, not `{written.strip()}`", context.separate(written))
    if turn.number is None or turn.number.value is None:
        return Remedy(hint, context.separate("")) if is_one else Remedy("end each turn with a full stop")
    reply = f"`{turn.number.value}... {shorten(rest, _SHOWN)}`"
    if not is_one:
        return Remedy(f"number the reply: {reply}")
    if context.may_be_turn(before) and context.may_be_turn([second]):
        return Remedy(f"{hint}, or number the reply: {reply}")
    return Remedy(hint, context.separate(""))


def _after_full_stop(context: FaultContext, second: Written) -> Remedy | None:
    """An action after a full stop, in a record whose turns are numbered."""
    turn, before = context.turn, context.before
    if turn is None or before is None or turn.number is not None or before.number is None:
        return None
    if context.start != turn.start:
        return None
    if context.may_be_turn([*(action.written for action in before.actions), second]):
        return Remedy("separate actions with `;`: a full stop ends the turn")
    return Remedy(f"number the reply: `{before.number.value}... {shorten(context.rest, _SHOWN)}`")


def _words(context: FaultContext) -> Remedy | None:
    """Words between the turns, which belong in a comment."""
    text = context.rest.rstrip(")").strip()
    if not _WORD.search(text) or not text[0].isalpha() or "}" in text or "{" in text:
        return None
    if not context.head or context.action(context.head) is None:
        for found in islice(re.finditer(r"\s+", text), _WORDS_TRIED):
            before, after = text[: found.start()], text[found.end() :]
            if context.action(after) is not None:
                is_prose = not _NOTATION.search(before)
                return _comment(context, before, f" {shorten(after, _SHOWN)}") if is_prose else None
    assert context.game is not None
    most = 3 if context.game.info.name_parts else 1  # words that may be those of an action
    is_prose = not _NOTATION.search(text) and (len(_WORD.findall(text)) > most or text.endswith(("!", "?")))
    return _comment(context, text) if is_prose else None


def _comment(context: FaultContext, words: str, after: str = "") -> Remedy:
    """The advice to make a comment of words, with the action `after` them."""
    hint = f"put words in braces: `{{ {shorten(words, _SHOWN)} }}{after}`"
    is_in_brackets = context.text[context.start - 1 : context.start] == "("
    old, start = (f"({words})", context.start - 1) if is_in_brackets else (words, context.start)
    return Remedy(hint, context.rewrite(old, f"{{ {words} }}", start))


_OF_ANY_TEXT: tuple[_FindRemedy, ...] = (_utf_16, _full_width, _html, _character)
_OF_TURNS: tuple[_FindRemedy, ...] = (
    *_OF_ANY_TEXT,
    _result,
    _typed,
    _own_slip,
    _number,
    _no_numbers,
    _second_action,
    _words,
)
