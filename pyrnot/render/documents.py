"""Records as text: Markdown, with diagrams in code blocks and comments as quotations, and plain text for mail.

In Markdown, text from a record is escaped, so that no Markdown or HTML in it takes effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.diagram import Diagram
from pyrnot.core.patterns import lazy_pattern
from pyrnot.play.line_tree import START, LineTree, Node
from pyrnot.play.plies import AnyPly
from pyrnot.record.model import Tag
from pyrnot.record.source import SourceText
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, Piece, clean, columns, fold_words
from pyrnot.render.words import say_diagnostic, say_diagram

Picture = Callable[[Node], str]
"""Makes the picture of a node, and returns its address as a link takes it."""

_MAIL_WIDTH = 72
"""Columns; a line of this length can be quoted a few times before a mail program breaks it."""
_SPECIAL = lazy_pattern(r"([\\`*_\[\]<>|~&$])")
_WORDS = lazy_pattern(r"[^\s|]+|[\s|]+")
_LINKED = lazy_pattern(r"://|@\w|\b(?:www\.|mailto:|xmpp:)", re.IGNORECASE)
_OPENS_BLOCK = lazy_pattern(r"(\d*)([-+=#.)])")


def _body(
    line_tree: LineTree, plies: Sequence[AnyPly] | None, *, variations: bool
) -> Iterator[str | Node | Diagram | Diagnostic | list[Node]]:
    """What is between the tags and the result: comments, turns, positions after them, diagnostics; and, if all plies
    are given (None), the list of the turns that were not judged."""
    if plies is None:
        yield from line_tree.node(START).comments
    for node in line_tree.chosen(plies, variations=variations):
        yield from node.starting_comments
        yield node
        if node.is_legal and node.position is not None:
            yield node.diagram
        if node.turn != START:
            yield from node.comments
        yield from node.diagnostics
    unjudged = [*line_tree.unjudged(variations=variations)]
    if unjudged and plies is None:
        yield unjudged
        yield from [diagnostic for node in unjudged for diagnostic in node.diagnostics]


def draw_markdown(
    line_tree: LineTree,
    plies: Sequence[AnyPly] | None = None,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    variations: bool = True,
    picture: Picture | None = None,
) -> Iterator[str]:
    """One record in pieces of text that end in a line end; joined, they are the document.

    Positions are drawn as text, or, with `picture`, shown by links to the pictures that it makes.
    """
    record = line_tree.record
    yield f"# {inline(line_tree.title)}\n"
    if record.tag_lines:
        yield f"\n{_tag_table(record.tag_lines)}\n"
    node = line_tree.node(START)
    for part in _body(line_tree, plies, variations=variations):
        match part:
            case str():
                yield f"\n{_quotation(part)}\n"
            case Node():
                node = part
                yield f"\n{_heading(node)}\n"
            case Diagram() if picture is not None:
                yield f"\n![{_describe(node, part)}]({picture(node)})\n"
            case Diagram():
                yield f"\n{fenced(draw_text(part, charset=charset, flip=flip))}\n"
            case Diagnostic():
                said = "\n".join(clean(line, charset) for line in say_diagnostic(part, record.source))
                yield f"\n{fenced(said)}\n"
            case list():
                yield f"\n## Turns not judged\n\n{_listed(part)}\n"
    if line_tree.result and plies is None:
        yield f"\n**Result:** {inline(line_tree.result)}\n"


def _tag_table(tags: Iterable[Tag]) -> str:
    """The tags as a table."""
    rows = [f"| {inline(tag.name)} | {inline(tag.value)} |" for tag in tags]
    return "\n".join(["| Tag | Value |", "| --- | --- |", *rows])


def _quotation(comment: str) -> str:
    """A comment as a quotation, line by line."""
    lines = (_line(line) for line in comment.split("\n"))
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _listed(nodes: Iterable[Node]) -> str:
    """The turns of nodes as a list."""
    return "\n".join(f"- {node.ply}\\. {_code(node.text)}" for node in nodes)


def _describe(node: Node, diagram: Diagram) -> str:
    """What the picture of a node shows, for those who do not see it."""
    title = f"Position after {node.caption}" if node.ply else "Position at the start"
    return inline(". ".join([title, *say_diagram(diagram)]))


def _heading(node: Node) -> str:
    if node.turn == START:
        return "## Start"
    level, where = ("###", f" ({node.line})") if node.line else ("##", "")
    seat = f"{node.seat}: " if node.seat else ""
    marks = f" {' '.join(node.marks)}" if node.marks else ""
    return f"{level} {node.ply}. {inline(seat)}{_code(node.text)}{inline(marks + where)}"


def fenced(text: str) -> str:
    """A code block that none of its lines can end: its fence is longer than any run of backticks in it."""
    fence = _fence(text, 3)
    return f"{fence}text\n{text}\n{fence}"


def _fence(text: str, least: int) -> str:
    return "`" * max([least, *(len(run) + 1 for run in re.findall(r"`+", text))])


def _code(text: str) -> str:
    """A turn as inline code."""
    text = clean(text, Charset.UNICODE)
    fence = _fence(text, 1)
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}" if text else ""


def _line(text: str) -> str:
    """One line of running text, escaped so that it does not start a list, a heading or another block."""
    text = inline(text.strip())
    found = _OPENS_BLOCK.match(text)
    return f"{found[1]}\\{text[found.start(2) :]}" if found else text


def inline(text: str) -> str:
    """Text escaped for use within a line. Words that sites make links of (addresses, `@names`) are code."""
    words = _WORDS.findall(clean(text, Charset.UNICODE))
    return "".join(_code(word) if _LINKED.search(word) else _SPECIAL.sub(r"\\\1", word) for word in words)


def draw_mail(
    line_tree: LineTree,
    plies: Sequence[AnyPly] | None = None,
    *,
    charset: Charset = Charset.UNICODE,
    flip: bool = False,
    variations: bool = True,
) -> Iterator[str]:
    """One record as plain text, one diagram below the other, on lines that mail programs do not break; in pieces as
    those of `draw_markdown`."""
    record = line_tree.record
    yield _underlined(_folded(line_tree.title, charset), "=")
    if record.tag_lines:
        tags = (_folded(tag.value, charset, f"{tag.name}: ") for tag in record.tag_lines)
        yield "\n" + "\n".join(tags) + "\n"
    for part in _body(line_tree, plies, variations=variations):
        match part:
            case str():
                yield f"\n{_paragraphs(part, charset)}\n"
            case Node():
                yield f"\n\n{_underlined(_mail_heading(part, charset), '-')}"
            case Diagram():
                yield "\n" + draw_text(part, charset=charset, width=_MAIL_WIDTH, flip=flip) + "\n"
            case Diagnostic():
                yield f"\n{_mail_diagnostic(part, record.source, charset)}\n"
            case list():
                turns = "\n".join(_folded(node.text, charset, f"{node.ply}. ") for node in part)
                yield f"\n\nTurns not judged:\n\n{turns}\n"
    if line_tree.result and plies is None:
        yield "\n\n" + _folded(line_tree.result, charset, "Result: ") + "\n"


def _paragraphs(comment: str, charset: Charset) -> str:
    """A comment in paragraphs, each of them folded."""
    return "\n\n".join(_folded(" ".join(text.split()), charset) for text in comment.split("\n\n"))


def _folded(text: str, charset: Charset, first: str = "") -> str:
    """Text of a mail after `first`, broken between words, with the other lines indented."""
    start = Piece(first, len(first))
    return fold_words(clean(text, charset), _MAIL_WIDTH, first=start, indent=min(len(first), 8))


def _mail_heading(node: Node, charset: Charset) -> str:
    """The line above the diagram of a node: its ply, seat, turn, marks and variation."""
    if node.turn == START:
        return "Start"
    seat = f"{node.seat}: " if node.seat else ""
    where = f"  ({node.line})" if node.line else ""
    return _folded(" ".join((node.text, *node.marks)) + where, charset, f"{node.ply}. {seat}")


def _mail_diagnostic(diagnostic: Diagnostic, source: SourceText, charset: Charset) -> str:
    """A diagnostic with its message folded."""
    first, *rest = say_diagnostic(diagnostic, source)
    # Never break the excerpt: its underline would no longer point at what is wrong.
    return "\n".join([_folded(first, charset), *(clean(line, charset) for line in rest)])


def _underlined(text: str, line: str) -> str:
    return f"{text}\n{line * max(columns(row) for row in text.split(chr(10)))}\n"
