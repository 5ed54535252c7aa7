"""Lines and messages of a thread, and what is stripped from a line before it is read (TR2).

Knows no game. A `Line` keeps its place in the source, so that a diagnostic can point at it whatever was stripped.
"""

from __future__ import annotations

import html
import re
import unicodedata

from msgspec import Struct

_ZERO_WIDTH = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe0e\ufe0f\ufeff]")
_CONTROL = re.compile("\x1b\\[[0-9;?]{0,20}[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f\x02\x03\x0f\x16]")
_HTML_TAG = re.compile(
    r"</?(?:a|abbr|article|b|big|blockquote|body|br|center|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|head|header|hr|html|i|"
    r"img|ins|li|main|mark|meta|ol|p|pre|s|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|"
    r"tt|u|ul|link|script|style)(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~[^~]{1,500}~~|<(s|del|strike)>.{0,500}?</\1>|\[s\].{0,500}?\[/s\]", re.IGNORECASE)
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|code|quote|url|color|size|font|center|list|img|spoiler|o|tt|pre|left|right|table|tr|td|\*)"
    r"(?:=[^\[\]\n]{0,200})?\]",
    re.IGNORECASE,
)
_MARKDOWN_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~^;=])")
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|__|(?<![\w*])\*(?=\S)|(?<!\w)_(?=\w))(.+?)\1")
_TICKS = re.compile(r"`+")
_EDITED = re.compile(r"\s*[(\[](?:edited|bearbeitet|modifié|editado|redigerad)[)\]]\s*$", re.IGNORECASE)
_REACTIONS = re.compile(r"\s+(?::[a-z0-9_+-]+:\s*\d*\s*)+$|\s+[\U0001f300-\U0001faff\u2600-\u27bf]\s*\d+\s*$")
_NAME_TAG = re.compile(r'^\s*\[\s*[A-Za-z]\w*\s*["“„«‟″]')


class Line(Struct, frozen=True):
    """One line of a thread.

    `number` is that of the file's line, from 1; `start` and `end` are offsets of its text in the source, without quote
    marks and line end. `text` is what is read: `raw` with everything stripped that mail programs and sites put in.
    """

    number: int
    start: int
    end: int
    raw: str
    text: str
    is_struck: bool = False


class Message(Struct, frozen=True):
    """What one sender wrote at one time: `sender` is "" and `when` None where nothing tells.

    `when` sorts; `depth` counts quote marks: a deeper message is an older one.
    """

    lines: tuple[Line, ...]
    sender: str = ""
    when: tuple[int, ...] | None = None
    depth: int = 0
    subject: str = ""
    is_chat: bool = False


def strip_line(raw: str) -> str:
    """A line without markup, entities, invisible signs and emphasis; blanks at both ends gone (TR2.2).

    The line of a tag keeps everything but entities and markup of HTML, since a name may hold anything.
    """
    text = html.unescape(html.unescape(raw)) if "&" in raw else raw
    if "<" in text:
        text = _HTML_TAG.sub(" ", text)
    if _NAME_TAG.match(text):
        return text.replace("\\_", "_").strip()
    text = _CONTROL.sub("", _ZERO_WIDTH.sub("", text))
    text = unicodedata.normalize("NFKC", text) if not text.isascii() else text
    text = _STRUCK.sub(" ", text)
    if "[" in text:
        text = _BBCODE.sub("", text)
    if "\\" in text:
        text = _MARKDOWN_ESCAPE.sub(r"\1", text)
    text = _TICKS.sub("", text)
    if text.count("*") > 1 or "__" in text:
        text = _EMPHASIS.sub(r"\2", text)
    text = _EDITED.sub("", text)
    return " ".join(_REACTIONS.sub("", text).split())


def make_line(number: int, start: int, raw: str) -> Line:
    """A line of the source whose text begins at the offset `start`."""
    return Line(
        number=number,
        start=start,
        end=start + len(raw),
        raw=raw,
        text=strip_line(raw),
        is_struck=bool(_STRUCK.search(raw)),
    )


def fold_name(name: str) -> str:
    """A player's name as it is compared: letters and digits only, without accents, in small letters."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in decomposed if sign.isalnum())
