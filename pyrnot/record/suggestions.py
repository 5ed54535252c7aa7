"""What to do about text that is not notation: looks at the text around a diagnostic and names the usual slip.

Asked only where something is wrong, and changes nothing but the hint and the fix of a diagnostic: what is a diagnostic,
and how bad it is, is left to the readers. Knows no game by name; a game's own slips, such as dice with a comma, come
from its `GameInfo.slips`, and its grammar tells what reads as an action.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, shorten
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags, find_seat, plain_characters
from pyrnot.record.diagnostic_context import DiagnosticContext
from pyrnot.record.model import Comment, Turn
from pyrnot.record.names import PlayerNames
from pyrnot.record.tokens import LETTER
from pyrnot.record.typed import body_start, parse_turn, read_typed, written_actions

_SUGGESTIONS_SOUGHT = 100
"""The number of diagnostics of a record that are looked at: each may take a few parses."""
_COMMENTS_TRIED = 100
_SHOWN = 60
_OF_THE_FILE = frozenset({CoreCodes.MISSING_GAME, CoreCodes.TURN_AFTER_RESULT})
"""Codes of diagnostics that have a hint already, which only a slip of the text as such replaces."""
_SOUGHT = _OF_THE_FILE | {CoreCodes.NOT_NOTATION, CoreCodes.STRAY_SIGN, CoreCodes.BAD_MARK, CoreCodes.BAD_TAG}
"""The codes of the diagnostics that a slip may be the cause of."""

_ODD_NUMBER = re.compile(r"(?:turn\s+|no\.?\s*)?[(#]?\s*([0-9]{1,4})(?:\s*\)\s*\.?|\s*[:\-]|(?=\s))\s*", re.IGNORECASE)
_NUMBERED = re.compile(r"([0-9]{1,4})\s*[.…]+\s*")
_SEPARATOR = re.compile(r"(?:[,:/|+&.]|->|(?:and|then|und)\b)\s*", re.IGNORECASE)
_SCORE = re.compile(r"(?:1\s*-\s*0|0\s*-\s*1)(?![\w/])")
_HALF = r"(?:1/2|½|0[.,]5)"
_DRAW = re.compile(
    rf"(?:{_HALF}\s*-\s*{_HALF}(?![\w/])"
    r"|(?:remis|stalemate|drawn|(?:a|an agreed|agreed|it'?s a|it is a|we agree on a|game)\s+drawn?)\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?:has\s+|have\s+)?(?:(?:won|wins?|winner|is the winner)|"
    r"(?P<loses>resign(?:s|ed)?|gives?\s+up|gave\s+up|given\s+up|concede[sd]?|lost|loses?|surrenders?|quits?))\b",
    re.IGNORECASE,
)
"""What ends a game, after a name."""
_NAME = re.compile(r"([^\W_][\w'-]*)\s+")
_WORD = re.compile(rf"{LETTER}{{2,}}")
_NOTATION = re.compile(r"[0-9;<>=^_@]")
"""What a text has that may be notation: it is never proposed as a comment."""
_PROPOSED = re.compile(r"write the [\w ]+(?: as|:) `([^`]+)`")
"""The text that the advice on a slip proposes; an example is none."""
_WORDS_TRIED = 8
"""The number of words before an action that are taken for words."""


class Suggestion(NamedTuple):
    """What a slip is about, and the change that puts it right if that is certain."""

    hint: str
    fix: Fix | None = None


_FindSuggestion = Callable[[DiagnosticContext], Suggestion | None]


def add_suggestions(
    diagnostics: Iterable[Diagnostic], text: str, game: AnyGame | None, tags: Tags, turns: Sequence[Turn]
) -> list[Diagnostic]:
    """The diagnostics of one record, with hints and fixes for those that a usual slip explains."""
    result = list(diagnostics)
    plain = plain_characters(text)
    sought = [
        index for index, diagnostic in enumerate(result) if diagnostic.code in _SOUGHT and diagnostic.span is not None
    ]
    for index in sought[:_SUGGESTIONS_SOUGHT]:
        diagnostic = result[index]
        assert diagnostic.span is not None
        turn = bisect_right(turns, diagnostic.span.start, key=lambda turn: turn.start) - 1
        context = DiagnosticContext(plain, diagnostic.span.start, game, tags, turns[turn] if turn >= 0 else None)
        known = (_undressed,) if diagnostic.code in _OF_THE_FILE or game is None else _OF_TURNS
        suggestion = next(filter(None, (find(context) for find in known)), None)
        if suggestion is not None:
            result[index] = replace(diagnostic, hint=suggestion.hint, fix=suggestion.fix)
    return result


def find_turns_in_comments(comments: Sequence[Comment], game: AnyGame, tags: Tags) -> Diagnostic | None:
    """A warning of the first comment that reads as a numbered turn, for a record that has nothing but comments."""
    for comment in comments[:_COMMENTS_TRIED]:
        number = _ODD_NUMBER.match(comment.words) or _NUMBERED.match(comment.words)
        if number and DiagnosticContext(comment.words, 0, game, tags).action(comment.words[number.end() :]):
            right = f"{number[1]}. {comment.words[number.end() :]}"
            hint = f"remove the `#` or the braces: write `{shorten(right.splitlines()[0], _SHOWN)}`"
            message, fix = "the record has no turns, but this comment reads as one", Fix(comment.span, right)
            code = CoreCodes.TURNS_IN_COMMENTS
            return Diagnostic(Severity.WARNING, code, "R4", comment.span, message, hint, ply=0, fix=fix)
    return None


# Slips of any text


_ALIKE = dict(zip("асеорхАВСЕМНОРТХЅѕΑΒΕΗΜΟΡΤΧο", "aceopxABCEMHOPTXSsABEHMOPTXo", strict=True))  # noqa: RUF001
"""Letters of other alphabets that look like Latin ones."""
_LETTERS = f"[{''.join(_ALIKE)}]"
_DRESS: tuple[tuple[int, str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (500, "full-width characters", re.compile("[\uff01-\uff5e]"), lambda found: chr(ord(found[0]) - 0xFEE0)),
    (
        500,
        "HTML",
        re.compile(
            r"&(?:[a-z]{2,8}|#[0-9]{1,6}|#x[0-9a-f]{1,6});|"
            r"</?(?:a|b|blockquote|br|code|div|em|font|i|li|ol|p|pre|span|strong|td|tr|tt|u|ul)\b[^<>\n]*>",
            re.IGNORECASE,
        ),
        lambda found: "" if found[0][0] == "<" else html.unescape(found[0]),
    ),
    (1, "zero-width characters", re.compile(r"[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"), ""),
    (
        8,
        "Cyrillic or Greek letters",
        re.compile(rf"(?<=[A-Za-z0-9]){_LETTERS}|{_LETTERS}(?=[A-Za-z0-9])"),
        lambda found: _ALIKE[found[0]],
    ),
    (1, "backticks", re.compile("`+"), ""),
    (5, "backslashes", re.compile(r"\\"), ""),
    (1, "`→` and `~`", re.compile("[→~]"), "-"),
)
"""What other programs, phones and alphabets make of notation: in how many characters from the diagnostic on it is
sought, what it is, and what was meant."""


def _undressed(context: DiagnosticContext) -> Suggestion | None:
    """The line of the diagnostic as it was before another program dressed it up."""
    for reach, what, pattern, meant in _DRESS:
        found = pattern.search(context.text, max(context.start - 1, 0), context.line_end)
        if found and found.start() < context.start + reach and pattern.search(context.line):
            right = " ".join(pattern.sub(meant, context.line).split())
            hint = f"write `{shorten(right, _SHOWN)}`, without {what}" if right else f"remove the {what}"
            return Suggestion(hint, context.rewrite_line(right))
    return None


# Results


def _result(context: DiagnosticContext) -> Suggestion | None:
    """A score, or a sentence that says who won."""
    text, seats = context.rest, _seats(context)
    name = _NAME.match(text)
    may_be_score = context.begins_line or context.head or context.turn is None
    if may_be_score and (found := _SCORE.match(text)):
        winners = [seats[text.startswith("0")]] if len(seats) == 2 else seats
        rights = [f"{seat} wins" for seat in winners]
    elif found := _DRAW.match(text):
        rights = ["draw", "draw agreed"]
    elif name and (found := _ENDS.match(text, name.end())):
        seat = find_seat(seats, PlayerNames(seats, context.tags).seat_of(name[1]))
        rights = [f"{one} {'resigns' if found['loses'] else 'wins'}" for one in ([seat] if seat else seats)]
    else:
        return None
    is_certain = (len(rights) == 1 or rights[0] == "draw") and not text[found.end() :].strip(" .!")
    fix = context.rewrite(text, rights[0]) if is_certain else None
    return Suggestion(f"write {' or '.join(f'`{right}`' for right in rights)}", fix)


def _seats(context: DiagnosticContext) -> tuple[str, ...]:
    """The seats in play as far as the tags name them, else all that the game can have."""
    assert context.game is not None
    seats = context.game.info.seats
    named = tuple(seat for seat in seats if seat in context.tags)
    return named if len(named) >= context.game.info.min_seats else seats


# Turns


def _typed(context: DiagnosticContext) -> Suggestion | None:
    """A turn that is one by its game's table of spellings: the turn as it should be written."""
    assert context.game is not None
    start = context.start if context.turn is None else context.turn.start
    span = written_actions(context.text, start, context.start)
    text = "" if span is None else context.text[slice(*span)]
    for way in read_typed(context.game, text)[:1]:
        parsed_actions = parse_turn(context.game, way) or ()
        is_pair = len(parsed_actions) == 2 and all(context.may_be_turn([written]) for written in parsed_actions)
        if not (is_pair and "".join(way.replace(";", "").split()) == "".join(text.split())):  # or it is the reply
            return Suggestion(f"write `{way}`", None if span is None else Fix(span, way))
    return None


def _own_slip(context: DiagnosticContext) -> Suggestion | None:
    """A slip that only this game has."""
    assert context.game is not None
    start = context.start if context.turn is None else max(context.turn.start, context.line_start)
    start += body_start(context.text[start : context.line_end])
    for pattern, advice in context.game.info.slips.items():
        found = re.match(pattern, context.text[start : context.line_end], re.IGNORECASE)
        if found is not None and context.start < start + found.end() and context.action(found[0]) is None:
            hint = found.expand(advice)
            proposed = _PROPOSED.match(hint)
            return Suggestion(hint, context.rewrite(found[0], proposed[1], start) if proposed else None)
    return None


def _number(context: DiagnosticContext) -> Suggestion | None:
    """A turn numbered in another way, as `1)` or `#1`."""
    found = _ODD_NUMBER.match(context.rest)
    if found is None or not (context.begins_line or not context.head):
        return None
    if context.action(context.rest[found.end() :]) is None:
        return None
    opening = "(" if context.text[context.start - 1 : context.start] == "(" else ""
    written = opening + found.group()
    fix = context.rewrite(written, f"{found[1]}. ", context.start - len(opening))
    return Suggestion(f"write `{found[1]}.`, not `{written.strip()}`", fix)


def _no_numbers(context: DiagnosticContext) -> Suggestion | None:
    """A turn a line, with neither numbers nor full stops."""
    if context.turn is None or context.turn.number is not None or not context.begins_line:
        return None
    if context.start == context.turn.start or context.action(context.rest) is None:
        return None
    last_line = context.head.rpartition("\n")[2]
    if context.action(last_line) is None:
        return None
    return Suggestion("end each turn with a full stop, or number the turns: `1.`, `2.` and so on")


def _second_action(context: DiagnosticContext) -> Suggestion | None:
    """An action that follows another without a `;`: a part of the same turn, or the reply."""
    turn = context.turn
    if turn is None:
        return None
    separator = _SEPARATOR.match(context.rest)
    written = separator.group() if separator else ""
    rest = context.rest[len(written) :]
    second = context.action(rest)
    first = context.action(context.head)
    if first is None or second is None:
        return None
    before = [*(action.written for action in turn.actions), first]
    is_one = context.may_be_turn([*before, second])
    hint = "separate actions with `;`"
    if separator is not None and is_one:
        return Suggestion(f"{hint}, not `{written.strip()}`", context.separate(written))
    if turn.number is None or turn.number.value is None:
        return Suggestion(hint, context.separate("")) if is_one else Suggestion("end each turn with a full stop")
    reply = f"`{turn.number.value}... {shorten(rest, _SHOWN)}`"
    if not is_one:
        return Suggestion(f"number the reply: {reply}")
    if context.may_be_turn(before) and context.may_be_turn([second]):
        return Suggestion(f"{hint}, or number the reply: {reply}")
    return Suggestion(hint, context.separate(""))


def _words(context: DiagnosticContext) -> Suggestion | None:
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


def _comment(context: DiagnosticContext, words: str, after: str = "") -> Suggestion:
    """The advice to make a comment of words, with the action `after` them."""
    hint = f"put words in braces: `{{ {shorten(words, _SHOWN)} }}{after}`"
    is_in_brackets = context.text[context.start - 1 : context.start] == "("
    old, start = (f"({words})", context.start - 1) if is_in_brackets else (words, context.start)
    return Suggestion(hint, context.rewrite(old, f"{{ {words} }}", start))


_OF_TURNS: tuple[_FindSuggestion, ...] = (
    _undressed,
    _result,
    _typed,
    _own_slip,
    _number,
    _no_numbers,
    _second_action,
    _words,
)
