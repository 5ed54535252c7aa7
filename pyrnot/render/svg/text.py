"""Text in SVG: made safe for XML, measured, broken into lines. Knows no diagram."""

from __future__ import annotations

import re
from functools import lru_cache

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))


def escape(text: str) -> str:
    """`text` fit for content and attributes of XML; characters that XML forbids give way to U+FFFD."""
    if text.isalnum() and text.isascii():
        return text
    if not text.isprintable():
        text = _FORBIDDEN.sub("\ufffd", text)
    for char, entity in _ENTITIES:
        if char in text:
            text = text.replace(char, entity)
    return text


@lru_cache(maxsize=4096)  # the same few labels stand in every diagram of a game
def text_width(text: str, size: float) -> float:
    """About how wide `text` is in DejaVu Sans of `size` units; rather too wide than too narrow."""
    return size * sum([_WIDTHS.get(char, 1.0) for char in text])


# Widths of that font's characters in ems; letters with accents are as wide as most letters.
_WIDTHS = {
    char: width
    for width, chars in {
        0.29: "'ijlIJ",
        0.35: " ,./:;\\|f",
        0.41: "-()[]t!r",
        0.53: '"*_`sz?c',
        0.59: "LFkvxy",
        0.64: "PTYaoeESbdghnpqu$0123456789{}" + "".join(map(chr, range(0xC0, 0x250))),
        0.72: "KAVBRXZCU",
        0.79: "HNDG&OQ",
        0.86: "w#+<=>^~M",
    }.items()
    for char in chars
}


def wrap(text: str, width: float, size: float) -> list[str]:
    """`text` in lines of at most `width` units, broken between words, or within a word that is too long."""
    if len(text) * 0.98 * size <= width or text_width(text, size) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while text_width(word, size) > width and len(word) > 1:
            room = max(1, int(width / size))
            lines.append(word[:room])
            word = word[room:]
        line = word
    return [*lines, line] if line or not lines else lines


def cut(text: str, width: float, size: float) -> str:
    """`text`, with an ellipsis at its end if it is wider than `width` units."""
    if text_width(text, size) <= width:
        return text
    text = text[: int(width / (0.29 * size))]
    while text and text_width(text, size) > width - size:
        text = text[:-1]
    return text + "\N{HORIZONTAL ELLIPSIS}"
