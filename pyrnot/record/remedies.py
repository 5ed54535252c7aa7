"""What to do about text that is not notation: looks at the text around a fault and names the usual slip.

Asked only where something is wrong, and changes nothing but the help line of a diagnostic: what is a fault, and how bad
it is, is left to the readers. Knows no game by name; a game's own slips, such as dice with a comma, come from its
`GameInfo.slips`, and its grammar tells what reads as an action.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, shorten
from pyrnot.core.tags import find_seat, plain_signs
from pyrnot.record.around import Around

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Written
    from pyrnot.core.tags import Tags
    from pyrnot.record.model import Comment, Turn

_REMEDIES_SOUGHT = 100
"""The number of faults of a record that are looked at: each may take a few parses."""
_COMMENTS_TRIED = 100
_SHOWN = 60
_SOUGHT = frozenset(
    {
        CoreCodes.NOT_NOTATION,
        CoreCodes.STRAY_SIGN,
        CoreCodes.BAD_MARK,
        CoreCodes.BAD_TAG,
        CoreCodes.MISSING_GAME,
        CoreCodes.TURN_AFTER_RESULT,
    }
)
"""The codes of the faults that a slip may be the cause of."""
_OF_THE_FILE = frozenset({CoreCodes.MISSING_GAME, CoreCodes.TURN_AFTER_RESULT})
"""Those that have a help line already, which only a slip of the text as such replaces."""

_ODD_NUMBER = re.compile(
    r"(?:turn\s+|no\.?\s*)?[(#]?\s*([0-9]{1,4})(?:\s*\)\s*\.?|\s*[:\-]|\s*\\\.|(?=\s))\s*", re.IGNORECASE
)
_NUMBERED = re.compile(r"([0-9]{1,4})\s*[.…]+\s*")
_SEPARATOR = re.compile(r"(?:[,:/|+&.]|->|(?:and|then|und)\b)\s*", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,6});")
_MARKUP = re.compile(
    r"</?(?:a|b|blockquote|br|code|div|em|font|i|li|ol|p|pre|span|strong|td|tr|tt|u|ul)\b[^<>\n]*>", re.IGNORECASE
)
_SCORE = re.compile(r"(?:1\s*-\s*0|0\s*-\s*1|(?:1/2|½|0[.,]5)\s*-\s*(?:1/2|½|0[.,]5))(?![\w/])")
_DRAW_WORDS = re.compile(
    r"(?:remis|stalemate|drawn|(?:a|an agreed|agreed|it'?s a|it is a|we agree on a|game)\s+drawn?)\b"
)
_WINS = re.compile(r"(?:has\s+|have\s+)?(?:won|wins?|winner|is the winner)\b")
_LOSES = re.compile(
    r"(?:has\s+|have\s+)?(?:resign(?:s|ed)?|gives?\s+up|gave\s+up|given\s+up|concede[sd]?|lost|loses?|surrenders?|quits?)\b"
)
_NAME = re.compile(r"([^\W_][\w'-]*)\s+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_DIGIT = re.compile(r"[0-9]")
_FULL_WIDTH = re.compile("[\uff01-\uff5e]")
_ADVICE = re.compile(r"\\([1-9])")
"""A group in the advice on a slip. `Match.expand` would parse it each time, which takes longer than all else."""
_WORDS_TRIED = 8
"""The number of words before an action that are taken for words."""
_ALIKE = dict(zip("асеорхАВСЕМНОРТХЅѕΑΒΕΗΜΟΡΤΧο", "aceopxABCEMHOPTXSsABEHMOPTXo", strict=True))  # noqa: RUF001
"""Letters of other alphabets that look like Latin ones."""
_NULS = 4
"""A text with a NUL in every few characters is UTF-16 read as if it were UTF-8."""


def add_remedies(
    faults: Iterable[Diagnostic], text: str, game: AnyGame | None, tags: Tags, turns: Sequence[Turn]
) -> list[Diagnostic]:
    """The faults of one record, with help lines for those that a usual slip explains."""
    result = list(faults)
    left = _REMEDIES_SOUGHT
    plain = plain_signs(text)
    for place, fault in enumerate(result):
        if fault.code not in _SOUGHT or fault.span is None or not left:
            continue
        left -= 1
        index = bisect_right(turns, fault.span.start, key=lambda turn: turn.start) - 1
        around = Around(
            text=plain,
            start=fault.span.start,
            turn=turns[index] if index >= 0 else None,
            before=turns[index - 1] if index > 0 else None,
            game=game,
            tags=tags,
        )
        known = _OF_ANY_TEXT if fault.code in _OF_THE_FILE else _OF_TURNS if game is not None else _OF_ANY_TEXT
        help_line = next(filter(None, (remedy(around) for remedy in known)), None)
        if help_line is not None:
            result[place] = replace(fault, hint=help_line)
    return result


def find_turns_in_comments(comments: Iterable[Comment], game: AnyGame | None, tags: Tags) -> Diagnostic | None:
    """A warning of the first comment that reads as a numbered turn, for a record that has nothing but comments."""
    for comment in islice(comments, _COMMENTS_TRIED) if game is not None else ():
        number = _ODD_NUMBER.match(comment.words) or _NUMBERED.match(comment.words)
        text = comment.words[number.end() :] if number else ""
        around = Around(text=text, start=0, turn=None, before=None, game=game, tags=tags)
        if number is None or around.action(text) is None:
            continue
        signs = "`#`" if comment.text.startswith("#") else "braces"
        turn = f"{number[1]}. {shorten(around.line, _SHOWN)}"
        return Diagnostic(
            severity=Severity.WARNING,
            code=CoreCodes.TURNS_IN_COMMENTS,
            rule="R4",
            span=comment.span,
            message="the record has no turns, but this comment reads as one",
            hint=f"remove the {signs}: write `{turn}`",
            ply=0,
        )
    return None


# Slips of any text


def _utf_16(around: Around) -> str | None:
    sample = around.text[:400]
    if sample.count("\0") * _NULS < len(sample):
        return None
    order = "be" if sample.startswith("\0") else "le"
    return f"the file is UTF-16: save it as UTF-8, or read it with --encoding utf-16-{order}"


def _zero_width(around: Around) -> str | None:
    for place in (around.start, around.start - 1):
        sign = around.text[place : place + 1] if place >= 0 else ""
        if sign and unicodedata.category(sign) == "Cf":
            return f"remove the zero-width sign U+{ord(sign):04X} here"
    return None


def _alien_letter(around: Around) -> str | None:
    """A letter of another alphabet that looks like a Latin one."""
    found = next((sign for sign in around.rest[:8] if sign in _ALIKE), None)
    if found is None:
        return None
    alphabet = "Greek" if unicodedata.name(found).startswith("GREEK") else "Cyrillic"
    return f"write the Latin letter `{_ALIKE[found]}`: this `{found}` is a {alphabet} one"


def _full_width(around: Around) -> str | None:
    line = around.line
    plain = _FULL_WIDTH.sub(lambda sign: chr(ord(sign[0]) - 0xFEE0), line)
    return f"write `{shorten(plain, _SHOWN)}`, without full-width signs" if plain != line else None


def _html(around: Around) -> str | None:
    line = around.text[around.line_start : around.line_end].strip()
    plain = html.unescape(_MARKUP.sub("", line)) if _ENTITY.search(line) or _MARKUP.search(line) else line
    plain = " ".join(plain.split())
    if plain == line:
        return None
    return f"write `{shorten(plain, _SHOWN)}`, without HTML" if plain else "remove the HTML"


# Results


def _result(around: Around) -> str | None:
    """A score, or a sentence that says who won."""
    text = around.rest
    if around.begins_line or around.head or around.turn is None:
        score = _SCORE.match(text)
        if score is not None:
            return _score(around, score.group()[0] if "/" not in score.group() else "½")
    words = text.lower()
    if _DRAW_WORDS.match(words):
        return "write `draw`, or `draw agreed` if the players agreed on it"
    name = _NAME.match(text)
    if name is None:
        return None
    loses = _LOSES.match(words, name.end())
    if loses is None and not _WINS.match(words, name.end()):
        return None
    verb = "resigns" if loses else "wins"
    seats = _seats(around)
    seat = name_seat(name[1], seats, around.tags)
    if seat is not None:
        return f"write `{seat} {verb}`"
    return f"write {' or '.join(f'`{seat} {verb}`' for seat in seats)}"


def _score(around: Around, points: str) -> str:
    seats = _seats(around)
    if points not in "10":
        return "write `draw`, or `draw agreed` if the players agreed on it"
    if len(seats) != 2:
        return f"write the result in words, such as `{seats[0]} wins`"
    return f"write `{seats[points == '0']} wins`"


def _seats(around: Around) -> tuple[str, ...]:
    """The seats in play as far as the tags name them, else all that the game can have."""
    assert around.game is not None
    seats = around.game.info.seats
    named = tuple(seat for seat in seats if seat in around.tags)
    return named if len(named) >= around.game.info.min_seats else seats


def name_seat(name: str, seats: Iterable[str], tags: Tags) -> str | None:
    """The seat that a word of a result means: its name, its first letter or its player's name."""
    seats = tuple(seats)
    seat = find_seat(seats, name)
    if seat is not None:
        return seat
    word = name.lower()
    played = [seat for seat in seats if word in tags.get(seat, "").lower().split()]
    return played[0] if len(played) == 1 else None


# Turns


def _own_slip(around: Around) -> str | None:
    """A slip that only this game has."""
    assert around.game is not None
    start, body = around.body
    for pattern, advice in around.game.info.slips.items():
        found = re.match(pattern, body, re.IGNORECASE)
        if found is not None and start <= around.start < start + found.end() and around.action(found.group()) is None:
            return "".join([found[int(part)] if part.isdecimal() else part for part in _ADVICE.split(advice)])
    return None


def _number(around: Around) -> str | None:
    """A turn numbered in another way, as `1)` or `#1`."""
    found = _ODD_NUMBER.match(around.rest)
    if found is None or not (around.begins_line or not around.head):
        return None
    if around.action(around.rest[found.end() :]) is None:
        return None
    opening = "(" if around.text[around.start - 1 : around.start] == "(" else ""
    return f"write `{found[1]}.`, not `{opening}{found.group().strip()}`"


def _no_numbers(around: Around) -> str | None:
    """A turn a line, with neither numbers nor full stops."""
    if around.turn is None or around.turn.number is not None or not around.begins_line:
        return None
    if around.start == around.turn.start or around.action(around.rest) is None:
        return None
    last_line = around.head.rpartition("\n")[2]
    if around.action(last_line) is None:
        return None
    return "end each turn with a full stop, or number the turns: `1.`, `2.` and so on"


def _second_action(around: Around) -> str | None:
    """An action that follows another without a `;`: a part of the same turn, or the reply."""
    turn = around.turn
    if turn is None:
        return None
    rest = around.rest
    sign = _SEPARATOR.match(rest)
    second = around.action(rest[sign.end() :] if sign else rest)
    if second is None:
        return None
    first = around.action(around.head)
    if first is None:
        return _after_full_stop(around, second)
    is_one = around.may_be_turn([*(action.written for action in turn.actions), first, second])
    if sign is not None and is_one:
        return f"separate actions with `;`, not `{sign.group().strip()}`"
    if turn.number is None or turn.number.value is None:
        return "separate actions with `;`" if is_one else "end each turn with a full stop"
    reply = f"`{turn.number.value}... {shorten(rest[sign.end() :] if sign else rest, _SHOWN)}`"
    if not is_one:
        return f"number the reply: {reply}"
    is_two = around.may_be_turn([*(action.written for action in turn.actions), first]) and around.may_be_turn([second])
    return f"separate actions with `;`, or number the reply: {reply}" if is_two else "separate actions with `;`"


def _after_full_stop(around: Around, second: Written) -> str | None:
    """An action after a full stop, in a record whose turns are numbered."""
    turn, before = around.turn, around.before
    if turn is None or before is None or turn.number is not None or before.number is None or around.start != turn.start:
        return None
    if around.may_be_turn([*(action.written for action in before.actions), second]):
        return "separate actions with `;`: a full stop ends the turn"
    return f"number the reply: `{before.number.value}... {shorten(around.rest, _SHOWN)}`"


# Signs and words


_SIGNS = {
    "`": "remove the backticks",
    "\\": "remove the `\\`",
    "→": "write `-` instead of `→`",
    "~": "write `-` instead of `~`",
}


def _sign(around: Around) -> str | None:
    """A sign of Markdown or of a phone's keyboard."""
    return _SIGNS.get(around.text[around.start : around.start + 1])


def _words(around: Around) -> str | None:
    """Words between the turns, which belong in a comment."""
    text = around.rest.rstrip(")").strip()
    words = _WORD.findall(text)
    if not words or not text[0].isalpha() or "}" in text or "{" in text:
        return None
    if around.head and around.action(around.head) is not None:
        return _as_comment(text) if len(words) > 1 or text.endswith(("!", "?")) else None
    for found in islice(re.finditer(r"\s+", text), _WORDS_TRIED):
        if around.action(text[found.end() :]) is not None:
            is_prose = not _DIGIT.search(text[: found.start()])
            return _as_comment(text[: found.start()], text[found.end() :]) if is_prose else None
    return _as_comment(text) if len(words) > 1 and not _DIGIT.search(text) else None


def _as_comment(words: str, after: str = "") -> str:
    text = f"{{ {shorten(words, _SHOWN)} }}"
    return f"put words in braces: `{text} {shorten(after, _SHOWN)}`" if after else f"put words in braces: `{text}`"


_OF_ANY_TEXT: tuple[Callable[[Around], str | None], ...] = (
    _utf_16,
    _zero_width,
    _alien_letter,
    _full_width,
    _html,
    _sign,
)
_OF_TURNS: tuple[Callable[[Around], str | None], ...] = (
    *_OF_ANY_TEXT,
    _result,
    _own_slip,
    _number,
    _no_numbers,
    _second_action,
    _words,
)
