"""A turn of a thread as text: how one was read, and what of a text is the turn alone (TR3)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.core.tags import plain_characters
from pyrnot.foreign.thread.text import EMOJI

if TYPE_CHECKING:
    from pyrnot.core.game import Written

LONGEST_LINE_READ = 600
"""Characters of a line that is looked at: no turn is longer."""
_MARKS = re.compile(r"(?:\s*+(?:!\?(?=(?:\?\?)*+(?!\?))|!|\?\?|\?!|\$\d{1,3}+))++$")
"""Marks at the end. Each way to part them is tried once: `!?!` is `!?` and `!`, never `!` and `?!`."""
_MARK = re.compile(r"!!|\?\?|!\?|\?!|!|\$\d{1,3}")

LOOKS_LIKE_TURN = re.compile(
    r"(?<![A-Za-z])[+<xX]?[A-Za-z]{0,3}(?:\([a-z0-9,]{1,5}\))?[a-zA-Z]\d(?!\d)|\d/\d|;|<>|\w=\w|[SML]_|\([a-z]\)|>\w"
)
"""Something in a text that is notation of some game."""

TURN, NO_DICE, INCOMPLETE = "turn", "no-dice", "incomplete"


class TurnText(Struct, frozen=True):
    """A turn as read: its actions, and the text that was parsed.

    `is_respelt`: the text is not quite what was written, so the reading is reported (`read-as`). `kind` is `turn`;
    `no-dice` where its opening stands elsewhere; `incomplete` where only a position can complete `text`.
    """

    writtens: tuple[Written, ...]
    text: str
    marks: tuple[str, ...] = ()
    is_respelt: bool = False
    kind: str = TURN


_SMILEY = re.compile(
    r"(?<!\S)(?:[:;=8xX]['’]?-?[()DPpOo3/\\|*\]\[]+|<3+|\^_?\^|xD+|XD+|[oO]_[oO]|lol|haha\w*|hehe\w*|hihi|gg|glhf|"
    r"gl)(?!\S)"
)
_TRAILING_EMOJI = re.compile(rf"(?:\s*{EMOJI.pattern[:-1]})+\s*$")  # one character each: two ways to repeat hang it
_LONGEST_SMILEY = 8
_LAST_WORD = re.compile(rf"\s(\S{{1,{_LONGEST_SMILEY}}})\Z")


def strip_ornaments(text: str) -> str:
    """Text without pictures, smileys and the like at its end."""
    before = None
    while before != text:
        before = text
        if not text.isascii():
            text = text[:-60] + _TRAILING_EMOJI.sub("", text[-60:])
        found = _LAST_WORD.search(text[-_LONGEST_SMILEY - 2 :])
        if found and _SMILEY.fullmatch(found[1]):
            text = text[: -len(found.group())].rstrip()
    return text


@lru_cache(maxsize=64)  # a text is parsed unchanged, and then looked at again and again
def bare_turn(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without what stands beside a turn, and the marks of that turn."""
    bare = strip_ornaments(plain_characters(text).strip())
    marks: tuple[str, ...] = ()
    if ("!" in bare or "?" in bare or "$" in bare) and (found := _MARKS.search(bare)):
        marks = tuple(_MARK.findall(found.group()))
        bare = strip_ornaments(bare[: found.start()])
    return bare.rstrip(" .;,").strip(), marks
