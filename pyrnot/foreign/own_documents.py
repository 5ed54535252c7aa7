"""Documents that pyrnot made of records, from which no record can be read whole: JSON, Markdown, plain text and
pictures.
"""

from __future__ import annotations

from pyrnot.core.patterns import lazy_pattern

_FOR_PROGRAMS = lazy_pattern(r'\{"format": "pyrnot-records"|\{"file": "(?:[^"\\\n]|\\.)*", "record": \d')
"""How the documents of `export --to json` begin, and the verdicts and plies of `--format json`."""
_MARKDOWN = lazy_pattern(r"# [^\n]+\n\n\| Tag \| Value \|\n\| --- \| --- \|\n")
_PLAIN_TEXT = lazy_pattern(r"[^\n]+\n(?:[^\n]+\n){0,9}=+\n\n(?:[A-Za-z]\w*: [^\n]*\n(?: [^\n]*\n)*)+")
"""A title, underlined, and a list of tags, whose values may continue in indented lines."""
_PLY = lazy_pattern(r"\n\n\n(?:Start|\d+\. [^\n]+(?:\n [^\n]+)*)\n-+\n")
"""The heading of a ply in plain text."""

_PICTURE = lazy_pattern(r'<svg [^<>]*class="pyr"')


def refuse_document(head: str) -> str | None:
    """What to say of a text that begins like a document of pyrnot's; None if it is none."""
    head = head.removeprefix("\ufeff").replace("\r\n", "\n")
    if _FOR_PROGRAMS.match(head):
        return "read the records themselves: this is JSON that pyrnot made of them for other programs"
    if _MARKDOWN.match(head) or (_PLAIN_TEXT.match(head) and _PLY.search(head)):
        return "read the records themselves (.pyr): this is a text that `pyrnot export` made of them for people"
    if _PICTURE.match(head):
        return "read the records themselves (.pyr): this is a picture (SVG) that `pyrnot export` made of them"
    return None
