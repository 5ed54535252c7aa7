"""Text in SVG and HTML: made safe for XML, measured, broken into lines."""

from __future__ import annotations

import html

from pyrnot.render.text.lines import Charset, clean, printable


def escape(text: str) -> str:
    """`text` for the content and attributes of XML; what is not printable, and so all that XML
    forbids, becomes a visible escape."""
    if text.isalnum() and text.isascii():  # most of what a picture says
        return text
    return html.escape(printable(text, keep="\t\n"))


def html_text(text: str) -> str:
    """Text from a record on one line, escaped and without unprintable characters."""
    return escape(clean(text, Charset.UNICODE))


def html_lines(text: str) -> str:
    """Text from a record on its own lines, escaped and without unprintable characters."""
    return "\n".join(html_text(line.expandtabs(4)) for line in text.split("\n"))


def text_width(text: str, size: float) -> float:
    """The approximate width of `text` in DejaVu Sans of `size` units, rather too wide than too narrow."""
    return size * sum([_WIDTHS.get(char, 1.0) for char in text])


# Widths of the font's characters in ems; accented letters are as wide as most letters.
_WIDTHS = {
    char: width
    for width, chars in {
        0.29: "'ijlIJ",
        0.35: " ,./:;\\|f",
        0.41: "-()[]t!rіїІЇίιϊΐΙΊΪ",  # noqa: RUF001
        0.53: '"*_`sz?c\N{EN DASH}',
        0.59: "LFkvxy\N{BULLET}",
        0.64: "PTYaoeESbdghnpqu$0123456789{}"
        + "".join(map(chr, range(0xC0, 0x250)))
        + "абвгезклорстухчьэяёєґўћђβγδεζηθκλμνξοπρςστυχέήόύϋΰ",
        0.72: "KAVBRXZCUдийнпцъџАБВГЕЗКРСТУХЧЬЭЯЁЄҐЎαφψάΑΒΓΔΕΖΚΛΞΡΣΤΥΧΆΫ",  # noqa: RUF001
        0.79: "HNDG&OQмыДИЙЛНОПЦЪЋЂЏΗΘΝΟΠΦΨΩΈΉ",  # noqa: RUF001
        0.86: "w#+<=>^~M\N{MULTIPLICATION SIGN}фюМФωώΜΌΎΏ",
        1.12: "жшщљњЖШЩЫЮЉЊ",
    }.items()
    for char in chars
}


def _fits(text: str, width: float, size: float) -> bool:
    """Whether a text is at most `width` units wide; a long one is not measured to know."""
    return len(text) * size <= 4 * width and text_width(text, size) <= width


def wrap(text: str, width: float, size: float) -> list[str]:
    """`text` in lines of at most `width` units, broken between words, or within a word that is too long: after a
    hyphen, if it has one there.

    It is made printable first: escapes are wider than what they stand for.
    """
    text = printable(text, keep="\t\n")
    if _fits(text, width, size):
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if _fits(longer, width, size):
            line = longer
            continue
        if line:
            lines.append(line)
        while len(word) > 1 and not _fits(word, width, size):
            room = _room_for(word, width, size)
            lines.append(word[:room])
            word = word[room:]
        line = word
    return [*lines, line] if line or not lines else lines


def _room_for(word: str, width: float, size: float) -> int:
    """How many characters of a word that is too long fit on a line, one at least."""
    count = 0
    taken = 0.0
    for char in word:
        taken += text_width(char, size)
        if taken > width and count:
            break
        count += 1
    return word.rfind("-", 1, count) + 1 or count


def cut_name(text: str, width: float, size: float) -> str:
    """`text` cut at its end, or within the name if it is what a player has: `Ada L…'s stash (Rainbow)`."""
    text = printable(text)
    name, apostrophe, rest = text.rpartition("'s ")
    what = apostrophe + rest
    room = width - text_width(what, size)
    if not apostrophe or _fits(text, width, size) or room < 2 * size:
        return cut(text, width, size)
    return cut(name, room, size) + what


def cut(text: str, width: float, size: float) -> str:
    """`text` made printable, with an ellipsis at its end if it is wider than `width` units."""
    text = printable(text)
    if _fits(text, width, size):
        return text
    text = text[: int(4 * width / size)]
    while text and text_width(text, size) > width - size:
        text = text[:-1]
    return text.rstrip() + "\N{HORIZONTAL ELLIPSIS}"
