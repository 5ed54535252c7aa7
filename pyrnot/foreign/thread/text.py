"""Lines and messages of a thread, and what is stripped from a line before it is read (TR2).

Knows no game. A `Line` keeps its place in the source, so that a diagnostic can point at it whatever was stripped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern

_HIDDEN = "\u00ad\u034f\u061c\u180e\u20e3\ufe0e\ufe0f\ufeff" + "".join(
    map(chr, (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x2070)))
)
"""Signs that are not seen: of no width, or for the direction of writing."""
_INVISIBLE = lazy_pattern(f"[{_HIDDEN}]")
_HARD_BLANK = lazy_pattern("[\u00a0\u2007\u202f]")
"""A blank at which no line is broken: programs put them anywhere."""
_COLOUR_CODE = lazy_pattern("\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?")
_CONTROL = lazy_pattern("\x1b\\[[0-9;?]{0,20}[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HTML_TAG = lazy_pattern(
    r"<a?:\w{1,32}:\d{1,20}>|(?<!:\d\d )(?<!:\d\d\] )"
    r"</?(?:a|abbr|article|b|big|blockquote|body|br|center|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|head|header|hr|"
    r"html|i|img|ins|li|link|main|mark|meta|nowiki|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|"
    r"table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul)(?:\s[^<>]{0,1000})?/?>",
    re.IGNORECASE,
)
"""Also an emoji as Discord stores it, `<:pyramid:123>`. What follows a time is a nick: `20:02 <Mark> Sa1`."""
_STRUCK = lazy_pattern(
    r"~~[^~]{1,500}~~|(?<![\w~])~[^\s~](?:[^~]{0,200}[^\s~])?~(?![\w~])|"
    r"<(?P<tag>s|del|strike)>.{0,500}?</(?P=tag)>|\[s\].{0,500}?\[/s\]|"
    r"<span\s[^<>]{0,200}\bline-through\b[^<>]{0,200}>.{0,500}?</span>",
    re.IGNORECASE,
)
_STRUCK_SIGN = lazy_pattern("(?:[^\u0336]\u0336){2,}")
_BBCODE = lazy_pattern(
    r"\[/?(?:b|i|u|s|code|q|quote|url|color|colour|size|font|center|list|img|spoiler|o|tt|pre|left|right|table|tr|"
    r"t[dh]|email|\*)(?:[=\s][^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
_BBCODE_CELLS = lazy_pattern(r"\[/(?P<cell>t[dh])\]\s*\[(?P=cell)\]", re.IGNORECASE)
"""What parts the cells of a table's row."""
_MARKDOWN_ESCAPE = lazy_pattern(r"\\([\\`*_{}\[\]()#+\-.!|<>~^;=\"'])")
_EMPHASIS = lazy_pattern(r"(\*\*\*|\*\*|__|(?<![\w*])\*(?=[^\s*])|(?<![\w_])_(?=[^\s_]))(.{1,600}?)(?<=\S)\1(?![\w])")
_WIKI_LINK = lazy_pattern(r"\[\[(?:[^\[\]|]{1,200}\|)?([^\[\]|]{1,200})\]\]")
"""A link of a wiki or of Obsidian, to a page with this name, or to another: `[[Ida]]`, `[[User:Ida|Ida]]`."""
_TICKS = lazy_pattern(r"`{3,}(?:[a-z]{1,12}$)?|`|'{2,5}")
"""Signs around code, and the apostrophes with which a wiki makes words bold."""
_SPOILER = lazy_pattern(r"^\s*\|\|([^|]{1,600})\|\|\s*$")
_EDITED = lazy_pattern(
    r"(?<!\s)\s*(?:[(\[<][^()\[\]<>]{0,30})?"
    r"\b(?:edited|bearbeitet|modifi[ée]|modificato|editad[ao]|editó|redigerad|bewerkt|düzenlendi|edytowan[ao]|"
    r"изменено)\b"
    r"[^()\[\]]{0,30}[)\]>]\s*$",
    re.IGNORECASE,
)
_EMOJI = "\U0001f000-\U0001faff\u2600-\u267f\u2686-\u27bf\u2b00-\u2bff\u231a-\u23ff\u25a0-\u25ff"
_REACTION = lazy_pattern(
    rf"\s(?::[a-z0-9_+-]{{1,40}}:(?:\s?\d{{1,3}})?|[{_EMOJI}\U0001f3fb-\U0001f3ff\u200d]{{1,12}}\s?\d{{1,3}})$",
    re.IGNORECASE,
)
"""The last of the pictures below a message: a name between colons, or an emoji that is counted."""
_ENDS_REACTION = frozenset(":0123456789")
_LONGEST_REACTION = 50
_NAME_TAG = lazy_pattern(r'^\s*[\[\uff3b]\s*[A-Za-z\uff21-\uff5a]\w*\s*["“„«‟″\uff02]')
_FULL_WIDTH = str.maketrans({"\uff3b": "[", "\uff3d": "]", "\uff02": '"'})

_COMPATIBLE = lazy_pattern("[^\u3131-\u318e]+")
"""All but single Korean letters, with which people laugh: they would become those that begin a syllable."""
_NOTE_SIGN = lazy_pattern("(?<=\\S)[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
"""The raised figures of a note below, which would become figures of the turn: `Sf3\u00b9`."""
_STROKES = str.maketrans("\u2044\u2215\u2502\u2503\u2551\u3002", "//|||.")
"""Slashes of fractions, what parts the columns of a table in a frame, and the full stop of Chinese and Japanese."""

_BLANK_IN_WIDE_SIGN = lazy_pattern(
    "(?<=[^\\s\uff08])(?=\uff08(?:[a-h][1-8])?[^!-~\uff01-\uff5e])|"
    "(?<=[\uff01\uff0c\uff1f\u3002])(?=(?:[a-h][1-8])?[^\\W\\d_A-Za-z])"
)
"""Where a full-width sign has a blank within it: before a bracket with words, perhaps with a square before them, but
not one with letters of a turn, and after a stop before such words."""

_LEADERS = lazy_pattern(r"(?<=\S)\s\.{5,}\s(?=\S)")
"""Dots that lead from one column to the next."""

_SIGN = lazy_pattern(r"\S")
_LONGEST_SOUGHT = 600
"""Characters of a line in which a place is sought."""

WORD = rf"[^\W\d_][\w{MARKS}.'’-]*"
"""A word of a name."""

_PLAIN = lazy_pattern(r"[A-Za-z0-9 ,.;!?'-]*")
"""A line from which there is nothing to strip but blanks."""

EMOJI = lazy_pattern(rf"[{_EMOJI}\U0001f3fb-\U0001f3ff\u200d]+")
"""Pictures that stand beside words; the faces of dice are none."""


class Line(Struct, frozen=True):
    """One line of a thread.

    `number` is that of the file's line, from 1; `start` and `end` are offsets of its text in the source, without
    quote marks and line end. `text` is what is read: `raw` with everything stripped that mail programs and sites put
    in, and what its writer struck out. `why` is set where a line is not looked at: a head, a signature, a board.
    """

    number: int
    start: int
    end: int
    raw: str
    text: str
    why: str = ""

    @property
    def is_read(self) -> bool:
        """Whether it is neither blank nor left out."""
        return self.text != "" and not self.why

    @property
    def span(self) -> Span:
        """Its place in the source; a blank line has one character."""
        return Span(self.start, max(self.end, self.start + 1))


class Message(Struct, frozen=True):
    """What one sender wrote at one time: `sender` is "" and `when` None where nothing tells.

    `when` sorts; `depth` counts quote marks: a deeper message is an older one. `opens` marks the first message of a
    mail, whose quotations follow it.
    """

    lines: Sequence[Line]
    sender: str = ""
    when: tuple[int, ...] | None = None
    depth: int = 0
    subject: str = ""
    is_chat: bool = False
    opens: bool = False
    to: str = ""
    """The addressee, by its header."""
    id: str = ""
    stamp: str = ""
    """When it was written, in the words of its head."""
    chain: int = 0
    """How much of its depth comes of heads without quote marks, each of which begins something older."""
    edited: tuple[int, ...] | None = None
    """When it was edited, where its program says so; it sorts like `when`."""
    has_open_date: bool = False
    """Whether its text runs forwards or backwards in time, as the day or the month comes first in its dates."""
    clock: tuple[int, ...] | None = None
    """The time of day, where no day is known: it tells no order, but whether the lines run forwards."""

    @property
    def texts(self) -> list[str]:
        """The texts of its lines that are neither blank nor left out."""
        return [line.text for line in self.lines if line.is_read]


def lines_in(messages: Iterable[Message]) -> Iterator[Line]:
    """The lines of some messages, also those that are blank or left out."""
    return chain.from_iterable(message.lines for message in messages)


def texts_in(messages: Iterable[Message]) -> list[str]:
    """The texts of some messages' lines that are neither blank nor left out."""
    return [text for message in messages for text in message.texts]


def strip_line(raw: str) -> str:
    """A line without markup, entities, invisible characters and emphasis; blanks at both ends gone (TR2.2).

    The line of a tag keeps everything but entities and markup of HTML, since a name may hold anything.

    >>> strip_line(" **ㅋㅋ**  Sc5… ")
    'ㅋㅋ Sc5...'
    """
    text = raw[:LINE_CHARACTERS]
    if "....." in text:
        text = _LEADERS.sub(" | ", text)
    if _PLAIN.fullmatch(text):
        return " ".join(text.split())
    if "&" in text:
        import html  # which is slow to import: it has all entities

        text = html.unescape(html.unescape(text))
    if "~" in text or "</" in text or "[/" in text:
        text = _STRUCK.sub(" ", text)
    if "<" in text:
        text = _HTML_TAG.sub(" ", text)
    if _NAME_TAG.match(text):
        return text.translate(_FULL_WIDTH).replace("\\_", "_").strip()
    if not text.isprintable():
        text = _CONTROL.sub("", _COLOUR_CODE.sub("", text))
    if not text.isascii():
        text = _NOTE_SIGN.sub("", _INVISIBLE.sub("", _STRUCK_SIGN.sub(" ", text)))
        text = _BLANK_IN_WIDE_SIGN.sub(" ", text)
        text = _COMPATIBLE.sub(lambda part: unicodedata.normalize("NFKC", part[0]), text)
        text = text.translate(_STROKES).replace("\u0e4d\u0e32", "\u0e33")
    return " ".join(_strip_marks(text).split())


def _strip_marks(text: str) -> str:
    """Text without BBCode, the marks of Markdown and of wikis, `(edited)` and reactions."""
    if "[" in text:
        text = _BBCODE_CELLS.sub(" | ", _WIKI_LINK.sub(r"\1", text))
        text = _BBCODE.sub("", text)
    text = _MARKDOWN_ESCAPE.sub(r"\1", text)
    if "`" in text or "''" in text:
        text = _TICKS.sub("", text)
    if not {"*", "_"}.isdisjoint(text):
        text = _EMPHASIS.sub(r"\2", text)
    text = _SPOILER.sub(r"\1", text).strip()
    if text.endswith((")", "]", ">")):
        text = _EDITED.sub("", text).strip()
    while text[-1:] in _ENDS_REACTION and (found := _REACTION.search(text, max(len(text) - _LONGEST_REACTION, 0))):
        text = text[: found.start()].rstrip()
    return text


def find_in_raw(raw: str, text: str) -> int:
    """The last place in a line from which a text is read, 0 if there is none.

    >>> find_in_raw("2. Sf5\u3000\uff45\uff15!", "e5")
    7
    """
    raw = raw[:_LONGEST_SOUGHT]
    places = [sign.start() for sign in _SIGN.finditer(raw)]
    return next((at for at in reversed(places) if strip_line(raw[at:]).startswith(text)), 0)


def make_line(number: int, start: int, raw: str) -> Line:
    """A line of the source whose text begins at the offset `start`."""
    end = start + len(raw)
    if not raw.isascii():
        raw = _HARD_BLANK.sub(" ", raw.lstrip(_HIDDEN))
    return Line(number=number, start=end - len(raw), end=end, raw=raw, text=strip_line(raw))


def in_small_letters(text: str) -> str:
    """A text in small letters, of the same length. A long pattern for it compiles in half the time that one takes
    which ignores case.

    >>> in_small_letters("İ, Mon 5 March 2024")
    'i, mon 5 march 2024'
    """
    return text.replace("İ", "i").lower()


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """A player's name as it is compared: letters and digits only, without accents, in small letters; signs as they
    are where it has nothing else."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(filter(str.isalnum, decomposed)) or name.strip()
