"""What to do about text that is not notation: looks at the text around a diagnostic and names the usual slip.

Asked only where something is wrong, and changes nothing but the hint and the fix of a diagnostic: what is
wrong, and how bad it is, is left to the readers. Knows no game by name; a game's own slips, such as dice with
a comma, come from its `GameInfo.slips`, and its grammar tells what reads as an action.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span, shorten
from pyrnot.core.game import AnyGame
from pyrnot.core.marks import ALIKE, DISGUISED_LETTER
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags, plain_characters
from pyrnot.record.diagnostic_context import DiagnosticContext, first_action
from pyrnot.record.leaving import read_leaving
from pyrnot.record.model import Comment, Number, Turn
from pyrnot.record.names import find_seat_or_player
from pyrnot.record.tokens import LETTER, LOOSER_NUMBER, RESULT
from pyrnot.record.typed import body_start, parse_turn, read_typed, written_actions

_SUGGESTIONS_SOUGHT = 100
"""The number of diagnostics of a record that are looked at: each may take a few parses."""
_COMMENTS_TRIED = 100
_SHOWN = 60
_OF_THE_FILE = frozenset({CoreCodes.MISSING_GAME, CoreCodes.TURN_AFTER_RESULT})
"""Codes of diagnostics that have a hint already, which only a slip of the text as such replaces."""
_SOUGHT = _OF_THE_FILE | {CoreCodes.NOT_NOTATION, CoreCodes.STRAY_SIGN, CoreCodes.BAD_MARK, CoreCodes.BAD_TAG}
"""The codes of the diagnostics that a slip may be the cause of."""

_ODD_NUMBER = lazy_pattern(
    r"(?:turn\s+|no\.?\s*)?[(#]?\s*([0-9]{1,4})(?:\s*\)\s*\.?|\s*[:\-]|(?=\s))\s*",
    re.IGNORECASE,
)
_NUMBERED = lazy_pattern(r"([0-9]{1,4})\s*[.…]+\s*")
_NEXT_NUMBER = lazy_pattern(rf"[\s(]{LOOSER_NUMBER}")
_GAP = lazy_pattern(r"[ \t]{3,}|\t")
"""What parts the columns of two seats."""
_SEPARATOR = lazy_pattern(r"(?:[,:/|+&.]|->|(?:and|then|und)\b)\s*", re.IGNORECASE)
_SCORE = lazy_pattern(r"(?:1\s*-\s*0|0\s*-\s*1)(?![\w/])")
_DRAWS = ("draw", "draw agreed")
_HALF = r"(?:1/2|½|0[.,]5)"
_DRAW = lazy_pattern(
    rf"(?:{_HALF}\s*-\s*{_HALF}(?![\w/])"
    r"|(?:remis|stalemate|drawn|(?:a|an agreed|agreed|it'?s a|it is a|we agree on a|game)\s+drawn?)\b)",
    re.IGNORECASE,
)
_ENDS = lazy_pattern(
    r"(?:has\s+|have\s+)?(?:(?:won|wins?|winner|is the winner)|"
    r"(?P<loses>resign(?:s|ed)?|gives?\s+up|gave\s+up|given\s+up|concede[sd]?|lost|loses?|surrenders?|quits?))\b",
    re.IGNORECASE,
)
"""What ends a game, after a name."""
_PUNCTUATION = " \t.,:!?()-"
"""What may be written between the result and the words after it."""
_LONGEST_RESULT = 200
_RESULT = lazy_pattern(RESULT)
_RESULT_BEFORE = lazy_pattern(rf"({RESULT})[\s.]*\Z")
_BOLD = lazy_pattern(r"\*{1,3}([^\s*](?:[^*\n]*[^\s*])?)\*{1,3}")
_COMMENT = lazy_pattern(r"\{[^{}]*\}")
_REMARK = lazy_pattern(r"(?://+|/\*+)\s*(.*?)[\s*/]*\Z")
"""A comment as programming languages have it."""
_NAME = lazy_pattern(r"([^\W_][\w'-]*)\s+")
_WORD = lazy_pattern(rf"{LETTER}{{2,}}")
_NOTATION = lazy_pattern(r"[0-9;<>=^_@]")
"""What a text has that may be notation: it is never proposed as a comment."""
_PROPOSED = lazy_pattern(r"write the [\w ]+(?: as|:) `([^`]+)`")
"""The text that the advice on a slip proposes; an example is none."""
_WORDS_OF_A_SENTENCE = 3
_WORDS_TRIED = 8
"""The number of words before an action that are taken for words."""


_FindSuggestion = Callable[[DiagnosticContext], Diagnostic | None]
"""Gives the diagnostic with the hint and the fix that put a slip right, None where the text has no such slip."""


def add_suggestions(
    diagnostics: Sequence[Diagnostic], text: str, game: AnyGame | None, tags: Tags, turns: Sequence[Turn]
) -> list[Diagnostic]:
    """The diagnostics of one record, with hints and fixes for those that a usual slip explains."""
    result = list(diagnostics)
    plain = plain_characters(text)
    sought = 0
    for index, diagnostic in enumerate(diagnostics):
        if diagnostic.code not in _SOUGHT or diagnostic.span is None:
            continue
        sought += 1
        if sought > _SUGGESTIONS_SOUGHT:
            break
        start = diagnostic.span.start
        context = DiagnosticContext(diagnostic, plain, start, game, tags, _turn_at(turns, start))
        has_hint = diagnostic.hint is not None and diagnostic.code not in _OF_THE_FILE
        find = _numbered_result if has_hint else _find_suggestion
        result[index] = find(context) or diagnostic
    return result


def _turn_at(turns: Sequence[Turn], offset: int) -> Turn | None:
    """The last turn that begins at an offset or before it."""
    index = bisect_right(turns, offset, key=lambda turn: turn.start) - 1
    return turns[index] if index >= 0 else None


def _find_suggestion(context: DiagnosticContext) -> Diagnostic | None:
    """The diagnostic with the hint for the first slip that its text has."""
    if context.game is None or context.diagnostic.code in _OF_THE_FILE:
        return _disguised(context) or _leaving(context) or _after_result(context)
    for find in _OF_TURNS:
        suggestion = find(context)
        if suggestion is not None:
            return suggestion
    return None


def find_turns_in_comments(comments: Sequence[Comment], game: AnyGame) -> Diagnostic | None:
    """A warning of the first comment that reads as a numbered turn, for a record that has nothing but comments."""
    for comment in comments[:_COMMENTS_TRIED]:
        number = _ODD_NUMBER.match(comment.words) or _NUMBERED.match(comment.words)
        if number is None:
            continue
        actions = comment.words[number.end() :]
        if first_action(game, actions) is None:
            continue
        right = f"{number[1]}. {actions}"
        return Diagnostic(
            severity=Severity.WARNING,
            code=CoreCodes.TURNS_IN_COMMENTS,
            rule="R4",
            span=comment.span,
            message="the record has no turns, but this comment reads as one",
            hint=f"remove the `#` or the braces: write `{shorten(right.splitlines()[0], _SHOWN)}`",
            ply=0,
            fix=Fix(comment.span, right),
        )
    return None


# Slips of any text


_DISGUISES: tuple[tuple[int, str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (
        500,
        "full-width characters",
        lazy_pattern("[\uff01-\uff5e]"),
        lambda character: chr(ord(character[0]) - 0xFEE0),
    ),
    (
        500,
        "typeset fractions",
        lazy_pattern("[\xbc-\xbe\u2044\u2150-\u215e\u2215]"),
        lambda sign: re.sub("[\u2044\u2215]", "/", unicodedata.normalize("NFKC", sign[0])),
    ),
    (
        500,
        "HTML",
        lazy_pattern(
            r"&(?:[a-z]{2,8}|#[0-9]{1,6}|#x[0-9a-f]{1,6});|"
            r"</?(?:a|b|blockquote|br|code|div|em|font|i|li|ol|p|pre|span|strong|td|tr|tt|u|ul)\b[^<>\n]*>",
            re.IGNORECASE,
        ),
        lambda markup: "" if markup[0].startswith("<") else html.unescape(markup[0]),
    ),
    (
        1,
        "zero-width characters",
        lazy_pattern(r"[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"),
        "",
    ),
    (
        8,
        "letters of other alphabets",
        lazy_pattern(DISGUISED_LETTER),
        lambda letter: ALIKE[letter[0]],
    ),
    (1, "control characters", lazy_pattern("[\0\x1a]+"), ""),
    (1, "backticks", lazy_pattern("`+"), ""),
    (5, "backslashes", lazy_pattern(r"\\"), ""),
    (1, "struck-out text", lazy_pattern(r"~~[^~\n]+~~"), ""),
    (1, "`→`", lazy_pattern("→"), "-"),
    (1, "`~`", lazy_pattern("~"), "-"),
)
"""What other programs, phones and alphabets make of notation: in how many characters from the diagnostic on it is
sought, what it is, and what was meant."""
_POINTED_AT = ("full-width characters", "typeset fractions", "letters of other alphabets")
"""Those of which one character is the cause."""
_DASHES = ("`→`", "`~`")
"""Those that may stand for something else too: what is meant must be a turn."""


def _disguised(context: DiagnosticContext) -> Diagnostic | None:
    """The line of the diagnostic as it was before another program changed its characters."""
    for reach, what, pattern, meant in _DISGUISES:
        disguise = pattern.search(context.text, max(context.start - 1, 0), context.line_end)
        if disguise is None or disguise.start() >= context.start + reach:
            continue
        if pattern.search(context.line) is None:
            continue  # it is in a comment
        if what == "typeset fractions" and _draw(context.rest) is not None:
            continue  # a result
        if what in _DASHES and not _is_turn(context, partial(pattern.sub, meant)):
            continue
        right = " ".join(pattern.sub(meant, context.line).split())
        hint = f"write `{shorten(right, _SHOWN)}`, without {what}" if right else f"remove the {what}"
        suggestion = context.suggest(hint, context.rewrite_line(right))
        return _at_character(suggestion, disguise) if what in _POINTED_AT else suggestion
    return None


def _is_turn(context: DiagnosticContext, change: Callable[[str], str]) -> bool:
    """Whether the actions of the turn at the diagnostic are notation once they are changed."""
    if context.game is None:
        return True
    start = context.start if context.turn is None else context.turn.start
    actions = written_actions(context.text, start, context.start)
    return actions is not None and parse_turn(context.game, change(actions.text)) is not None


def _at_character(diagnostic: Diagnostic, character: re.Match[str]) -> Diagnostic:
    """The diagnostic at the character that is the cause, where it was at the word before."""
    return replace(diagnostic, message=f"{character[0]!r} is not notation", span=Span(*character.span()))


# Leaving and results


def _leaving(context: DiagnosticContext) -> Diagnostic | None:
    """A sentence that says who leaves a game that the others play on; or a result that says so, with turns after
    it."""
    if context.diagnostic.code == CoreCodes.TURN_AFTER_RESULT:
        before = _COMMENT.sub("", context.text[max(context.start - _LONGEST_RESULT, 0) : context.start])
        result = _RESULT_BEFORE.search(before)
        leaving = result and read_leaving(result[1], context.game, context.tags)
        if not leaving:
            return None
        return context.suggest(f"write `{leaving[0]}` as a numbered turn, since the others play on")
    leaving = read_leaving(context.rest, context.game, context.tags)
    if leaving is None:
        return None
    turn, length = leaving
    is_all = not context.rest[length:].strip(" .!")
    if _follows_action(context):
        return _own_turn(context, turn, is_all=is_all)
    return context.suggest(f"write `{turn}`", context.rewrite(context.rest, turn) if is_all else None)


def _follows_action(context: DiagnosticContext) -> bool:
    """Whether the diagnostic follows an action of the same turn."""
    if context.turn is None:
        return False
    return bool(context.turn.actions) or (bool(context.head) and context.action(context.head) is not None)


def _own_turn(context: DiagnosticContext, leaving: str, *, is_all: bool) -> Diagnostic:
    """The advice to give the turn of a seat that leaves its number, where it was read as a part of the turn before.
    Turns that follow are to be renumbered, so it is put right only if there are none."""
    assert context.turn is not None
    number = context.turn.number
    if number is None or number.value is None:
        return context.suggest(f"end each turn with a full stop: `{leaving}.`")
    right = f"{number.value + 1}. {leaving}"
    if _NEXT_NUMBER.search(context.text, context.start):
        return context.suggest(f"write `{right}`, and number the turns after it from {number.value + 2}")
    is_certain = is_all and bool(context.head)  # without a head, a `;` before it would be left over
    return context.suggest(f"write `{right}`", context.rewrite(context.rest, right) if is_certain else None)


def _numbered_result(context: DiagnosticContext) -> Diagnostic | None:
    """A result that is written with a number: the turn of a seat that leaves, or the result with its seat. An
    asterisk may also be that of text in bold."""
    bold = _BOLD.match(context.rest)
    if bold is not None:
        return context.suggest(f"write `{bold[1]}`, without asterisks", context.rewrite(bold[0], bold[1]))
    ending = None if context.game is None else _sentence(context, context.rest)
    fix = context.diagnostic.fix
    if ending is None or fix is None or len(ending[0]) > 1:
        return _leaving(context)
    (right,) = ending[0]
    return _leaving(context) or context.suggest(f"write `{right}`", Fix(fix.span, right))


def _after_result(context: DiagnosticContext) -> Diagnostic | None:
    """Words after the result, or only punctuation, as in `Red wins!`."""
    if context.diagnostic.code != CoreCodes.TURN_AFTER_RESULT:
        return None
    text = context.rest
    words = text.strip(_PUNCTUATION)
    if not text or _NOTATION.search(text):
        return None
    if not words:
        return context.suggest(f"remove `{text}`", context.rewrite(text, ""))
    if context.game is None or not words[0].isalpha() or _RESULT.match(words) or context.action(words) is not None:
        return None
    hint = f"put words in braces: `{{ {shorten(words, _SHOWN)} }}`"
    blank = "" if context.text[context.start - 1].isspace() else " "
    return context.suggest(hint, context.rewrite(text, f"{blank}{{ {words} }}"))


def _result(context: DiagnosticContext) -> Diagnostic | None:
    """A score, or a sentence that says who won."""
    text = context.rest
    ending = _score(context, text) or _draw(text) or _sentence(context, text)
    if ending is None:
        return None
    rights, length = ending
    hint = f"write {' or '.join(f'`{right}`' for right in rights)}"
    is_all = not text[length:].strip(" .!")
    is_certain = len(rights) == 1 or rights == _DRAWS
    return context.suggest(hint, context.rewrite(text, rights[0]) if is_all and is_certain else None)


def _score(context: DiagnosticContext, text: str) -> tuple[Sequence[str], int] | None:
    """The results that a score with which a text begins may be, and its length: `1-0`. Within a turn it may be a roll
    of dice."""
    if context.turn is not None and not context.begins_line and not context.head:
        return None
    score = _SCORE.match(text)
    if score is None:
        return None
    seats = _seats(context)
    if len(seats) == 2:
        seats = (seats[1],) if text.startswith("0") else (seats[0],)
    return [f"{seat} wins" for seat in seats], score.end()


def _draw(text: str) -> tuple[Sequence[str], int] | None:
    """The results that a draw in other words may be, and the length of these: `remis`, `1/2-1/2`."""
    draw = _DRAW.match(text)
    return None if draw is None else (_DRAWS, draw.end())


def _sentence(context: DiagnosticContext, text: str) -> tuple[Sequence[str], int] | None:
    """The results that a sentence about a seat or a player may be, and its length: `Ana has won`."""
    name = _NAME.match(text)
    if name is None:
        return None
    ending = _ENDS.match(text, name.end())
    if ending is None:
        return None
    seats = _seats(context)
    seat = find_seat_or_player(seats, context.tags, name[1])
    if seat is not None:
        seats = (seat,)
    verb = "resigns" if ending["loses"] else "wins"
    return [f"{seat} {verb}" for seat in seats], ending.end()


def _seats(context: DiagnosticContext) -> tuple[str, ...]:
    """The seats in play as far as the tags name them, else all that the game can have."""
    assert context.game is not None
    seats = context.game.info.seats
    named = tuple(seat for seat in seats if seat in context.tags)
    return named if len(named) >= context.game.info.min_seats else seats


# Turns


def _typed(context: DiagnosticContext) -> Diagnostic | None:
    """A turn that is one by its game's table of spellings: the turn as it should be written."""
    assert context.game is not None
    start = context.start if context.turn is None else context.turn.start
    written = written_actions(context.text, start, context.start)
    if written is None:
        return None
    text = written.text
    reply = _reply_in_column(context, text)
    if reply is not None:
        return context.suggest(reply)
    ways = read_typed(context.game, text)
    if not ways:
        return None
    way = ways[0]
    actions = parse_turn(context.game, way) or ()
    has_new_semicolon_only = "".join(way.replace(";", "").split()) == "".join(text.split())
    if has_new_semicolon_only and len(actions) == 2 and all(context.may_be_turn([action]) for action in actions):
        return None  # the second action may be the reply
    return context.suggest(f"write `{way}`", Fix(written.span, way))


def _reply_in_column(context: DiagnosticContext, text: str) -> str | None:
    """The advice on a line with a turn and, after a gap, the reply; None if it is not that. Without it the moves of
    one seat would become those of the other."""
    assert context.game is not None
    texts = _GAP.split(text.strip())
    if len(texts) != 2:
        return None
    turns = [read_typed(context.game, one) or ([one] if parse_turn(context.game, one) else []) for one in texts]
    if not all(turns):
        return None
    (first, *_), (reply, *_) = turns
    number = None if context.turn is None else context.turn.number
    return f"write `{first}`, and {_end_turn(number, reply)}"


def _own_slip(context: DiagnosticContext) -> Diagnostic | None:
    """A slip that only this game has."""
    assert context.game is not None
    start = context.start
    if context.turn is not None:
        start = max(context.turn.start, context.line_start)
    start += body_start(context.text[start : context.line_end])
    for pattern, advice in context.game.info.slips.items():
        slip = re.match(pattern, context.text[start : context.line_end], re.IGNORECASE)
        if slip is None or start + slip.end() <= context.start:
            continue
        if context.action(slip[0]) is not None:
            continue
        hint = slip.expand(advice)
        proposed = _PROPOSED.match(hint)
        return context.suggest(hint, context.rewrite(slip[0], proposed[1], start) if proposed else None)
    return None


def _number(context: DiagnosticContext) -> Diagnostic | None:
    """A turn numbered in another way, as `1)` or `#1`."""
    number = _ODD_NUMBER.match(context.rest)
    if number is None or (context.head and not context.begins_line):
        return None
    if context.action(context.rest[number.end() :]) is None:
        return None
    written = number.group()
    start = context.start
    if context.text[start - 1 : start] == "(":
        written = f"({written}"
        start -= 1
    fix = context.rewrite(written, f"{number[1]}. ", start)
    return context.suggest(f"write `{number[1]}.`, not `{written.strip()}`", fix)


def _no_numbers(context: DiagnosticContext) -> Diagnostic | None:
    """A turn a line, with neither numbers nor full stops."""
    if context.turn is None or context.turn.number is not None or not context.begins_line:
        return None
    if context.start == context.turn.start or context.action(context.rest) is None:
        return None
    last_line = context.head.rpartition("\n")[2]
    if context.action(last_line) is None:
        return None
    return context.suggest("end each turn with a full stop, or number the turns: `1.`, `2.` and so on")


def _second_action(context: DiagnosticContext) -> Diagnostic | None:
    """An action that follows another without a `;`: a part of the same turn, or the reply."""
    turn = context.turn
    if turn is None:
        return None
    match = _SEPARATOR.match(context.rest)
    separator = match.group() if match else ""
    text = context.rest[len(separator) :]
    second = context.action(text)
    first = context.action(context.head)
    if first is None or second is None:
        return None
    before = [*(action.written for action in turn.actions), first]
    end_turn = _end_turn(turn.number, text)
    if not context.may_be_turn([*before, second]):
        return context.suggest(end_turn)
    hint = "separate actions with `;`"
    if separator:
        return context.suggest(f"{hint}, not `{separator.strip()}`", context.separate(separator))
    if turn.number is not None and context.may_be_turn(before) and context.may_be_turn([second]):
        return context.suggest(f"{hint}, or {end_turn}")
    return context.suggest(hint, context.separate(""))


def _end_turn(number: Number | None, reply: str) -> str:
    """The advice to end a turn with this number before the reply to it."""
    if number is None:
        return "end each turn with a full stop"
    return f"number the reply: `{number.value}... {shorten(reply, _SHOWN)}`"


def _words(context: DiagnosticContext) -> Diagnostic | None:
    """Words between the turns, which belong in a comment."""
    start = context.start - len(_begun_word(context))
    if start < context.start:  # a word of which the first letters were notation
        context = replace(context, start=start)
    text = context.rest.rstrip(")").strip()
    if not _WORD.search(text) or not text[0].isalpha() or "}" in text or "{" in text:
        return None
    if not context.head or context.action(context.head) is None:
        blank = _blank_before_action(context, text)
        if blank is not None:
            words = text[: blank.start()]
            action = text[blank.end() :]
            if _is_seat(context, words):
                hint = f"write `{words}: {shorten(action, _SHOWN)}`"
                return context.suggest(hint, context.rewrite(words, f"{words}:"))
            return None if _NOTATION.search(words) else _comment(context, words, f" {shorten(action, _SHOWN)}")
    return _comment(context, text) if _is_prose(context, text) else None


def _is_seat(context: DiagnosticContext, words: str) -> bool:
    """Whether words at the beginning of a turn are its seat or player (R3.4)."""
    is_first = context.turn is not None and not context.turn.actions and not context.head
    return is_first and find_seat_or_player(_seats(context), context.tags, words) is not None


def _remark(context: DiagnosticContext) -> Diagnostic | None:
    """A comment after `//`."""
    remark = _REMARK.match(context.rest)
    if remark is None or not _WORD.search(remark[1]):
        return None
    hint = f"put words in braces: `{{ {shorten(remark[1], _SHOWN)} }}`"
    return context.suggest(hint, context.rewrite(remark[0], f"{{ {remark[1]} }}"))


def _begun_word(context: DiagnosticContext) -> str:
    """The letters of a word before the diagnostic, within which it begins; "" if it begins at no letter."""
    if not re.match(LETTER, context.rest):
        return ""
    start = context.start
    while start > context.line_start and re.match(LETTER, context.text[start - 1]):
        start -= 1
    return context.text[start : context.start]


def _blank_before_action(context: DiagnosticContext, text: str) -> re.Match[str] | None:
    """The white space after the first words of a text that an action follows."""
    for blank in islice(re.finditer(r"\s+", text), _WORDS_TRIED):
        if context.action(text[blank.end() :]) is not None:
            return blank
    return None


def _is_prose(context: DiagnosticContext, text: str) -> bool:
    """Whether a text without an action in it is words not meant as notation."""
    assert context.game is not None
    if context.text[context.start - 1 : context.start] == "(" and len(_WORD.findall(text)) >= _WORDS_OF_A_SENTENCE:
        return True
    if _NOTATION.search(text):
        return False
    words_of_an_action = 3 if context.game.info.name_parts else 1
    return len(_WORD.findall(text)) > words_of_an_action or text.endswith(("!", "?"))


def _comment(context: DiagnosticContext, words: str, after: str = "") -> Diagnostic:
    """The advice to make a comment of words, with the action `after` them."""
    hint = f"put words in braces: `{{ {shorten(words, _SHOWN)} }}{after}`"
    comment = f"{{ {words} }}"
    if context.text[context.start - 1 : context.start] == "(":
        return context.suggest(hint, context.rewrite(f"({words})", comment, context.start - 1))
    return context.suggest(hint, context.rewrite(words, comment))


_OF_TURNS: tuple[_FindSuggestion, ...] = (
    _disguised,
    _leaving,
    _result,
    _remark,
    _typed,
    _own_slip,
    _number,
    _no_numbers,
    _second_action,
    _words,
)
