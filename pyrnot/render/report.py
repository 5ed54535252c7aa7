"""Verdicts and diagnostics as `check` prints them: for people, as JSON, or as annotations of a GitHub workflow.

For people, a diagnostic is the message and the user's own line with what is wrong underlined (R6.2). Gives strings,
which have colours where a `Paint` gives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.render.text.ansi import Paint, plain
from pyrnot.render.text.lines import columns, hang, printable
from pyrnot.render.threads import draw_answers, draw_hint, draw_question, given_answers

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay
    from pyrnot.record.opening import Unreadable
    from pyrnot.record.source import SourceText

_TAB = " " * 4
_WIDTH = 96
"""Longest excerpt in characters; a line of a record may be ten megabytes long."""
_NARROWEST = 10
"""Shortest excerpt in columns."""


def draw_json_verdict(replay: Replay) -> str:
    """The line of `check --format json` about a record."""
    from pyrnot.render.data import dump_json, verdict_data

    return dump_json(verdict_data(replay)) + "\n"


def draw_in_form(
    diagnostic: Diagnostic, source: SourceText, form: str, paint: Paint, width: int | None = None
) -> str:
    """What `check` prints about a diagnostic of a record, lines with their ends; `form` is `text` or `github`."""
    if form == "github":
        return _annotation(diagnostic, source)
    return draw_diagnostic(diagnostic, source, paint, width=width) + "\n\n"


def draw_unreadable_verdict(unreadable: Unreadable, form: str, paint: Paint, width: int | None = None) -> str:
    """What `check` prints about a file that contains no record."""
    if form != "json":
        return draw_in_form(*unreadable.diagnosed, form, paint, width)
    from pyrnot.render.data import dump_json, unreadable_data

    return dump_json(unreadable_data(unreadable)) + "\n"


def draw_diagnostic(
    diagnostic: Diagnostic,
    source: SourceText,
    paint: Paint = plain,
    *,
    file: str | None = None,
    width: int | None = None,
) -> str:
    """A diagnostic for people: several lines, without an end of line after the last. `file` is called so instead of
    as `source` says. Words are broken to lines of `width` columns, and excerpts are cut to it, unless it is None. A
    question, or a remark on lines of a thread, is drawn as `draw_question` does."""
    if (diagnostic.is_question or diagnostic.code == CoreCodes.REMARK) and diagnostic.span is not None:
        return draw_question(diagnostic, source, paint, file=file or "", width=width)
    rule = f" {diagnostic.rule}" if diagnostic.rule else ""
    file = printable(source.file if file is None else file)
    head = f"{diagnostic.severity}[{diagnostic.code}]"
    message = hang(f"{rule}: {printable(diagnostic.message)}", width, first=len(head), indent=2)
    lines = [paint(diagnostic.severity, head) + paint("bold", message)]
    where = _where(diagnostic, source)
    margin = " "
    if diagnostic.span is None:
        lines.append(_draw_place(file, where, paint, width))
    else:
        margin = " " * len(str(source.place(diagnostic.span.start).line))
        lines += _locate(diagnostic.span, source, paint, file, diagnostic.severity, where, margin, width)
    lines += _draw_help(diagnostic, margin, paint, width)
    if diagnostic.related is not None:
        related = hang(f": {printable(diagnostic.related.message)}", width, first=4, indent=6)
        lines.append(paint("note", "note") + paint("bold", related))
        if diagnostic.related.span is not None:
            where = f"ply {diagnostic.related.ply}"
            lines += _locate(diagnostic.related.span, source, paint, file, "note", where, margin, width)
    return "\n".join(lines)


def _draw_help(diagnostic: Diagnostic, margin: str, paint: Paint, width: int | None) -> Iterator[str]:
    """The hint of a diagnostic, and the answers that would do what its repairs say."""
    if diagnostic.hint:
        yield draw_hint(diagnostic.hint, f"{margin} ", paint, width)
    answers = [repair.answer for repair in diagnostic.repairs if repair.answer is not None]
    yield from draw_answers([(answer.text, answer.effect) for answer in answers], f"{margin} ", paint, width)


def _locate(
    span: Span,
    source: SourceText,
    paint: Paint,
    file: str,
    style: str,
    where: str,
    margin: str,
    width: int | None,
) -> Sequence[str]:
    """Where a span is: its file, line and column and `where`, the line itself, and an underline in a style. The
    number of the line is as wide as `margin`."""
    start = source.place(span.start)
    part = source.part_at(span.start)
    where += f", {printable(part)}" if part else ""
    text, pad, carets = _excerpt(span, source, None if width is None else width - len(f"{margin} | "))
    return (
        _draw_place(f"{file}:{start.line}:{start.column}", where, paint, width),
        f"{paint('location', f'{start.line:>{len(margin)}} |')} {text}".rstrip(),
        f"{paint('location', f'{margin} |')} {pad}{paint(style, carets)}",
    )


def _draw_place(place: str, where: str, paint: Paint, width: int | None) -> str:
    """A file and a line, and the record and the ply: below each other if they are too long for one line."""
    is_long = width is not None and columns(f"  --> {place}  {where}") > width
    gap = f"\n{' ' * len('  --> ')}" if is_long and where else "  "
    return f"  {paint('location', '-->')} {place}{gap}{where}".rstrip()


def _where(diagnostic: Diagnostic, source: SourceText) -> str:
    """The record, the variation and the ply of a diagnostic."""
    where = f"record {source.number}" if source.number else ""
    if diagnostic.line_of_play:
        where += f", {diagnostic.line_of_play}"
    if diagnostic.ply is not None:
        where += f", ply {diagnostic.ply}" if diagnostic.ply else ", before the first turn"
    return where


def _excerpt(span: Span, source: SourceText, room: int | None) -> tuple[str, str, str]:
    """The line that contains the start of what is wrong, the blanks before the underline, and the underline, which
    stops at the end of that line. A line too long is cut around what is wrong, to `room` columns if that is given."""
    most = min(_WIDTH, len(source.line_at(span.start)[0]))
    drawn = _cut_excerpt(span, source, most)
    while room is not None and (over := columns(drawn[0]) - max(room, _NARROWEST)) > 0:
        # A character takes up to two columns, a tab four: what is over tells nearly how many are too many.
        most = max(most - -(-over // 2), 0)
        drawn = _cut_excerpt(span, source, most)
    return drawn


def _cut_excerpt(span: Span, source: SourceText, most: int) -> tuple[str, str, str]:
    """The excerpt with at most `most` characters of the line."""
    text, within = source.line_at(span.start)
    first = min(within, len(text))
    last = max(min(first + max(1, span.end - span.start), len(text)), first + 1)
    cut_left = cut_right = ""
    if len(text) > most:
        left = max(0, min(first - most // 3, len(text) - most))
        right = min(len(text), left + most)
        cut_left = "…" if left else ""
        cut_right = "…" if right < len(text) else ""
        text = text[left:right]
        first = first - left
        last = min(last, right) - left
    before, at, after = (
        printable(part.replace("\t", _TAB)) for part in (text[:first], text[first:last], text[last:])
    )
    pad = " " * (len(cut_left) + columns(before))
    carets = "^" * max(1, columns(at.rstrip() or at))
    return f"{cut_left}{before}{at}{after}{cut_right}".rstrip(), pad, carets


def _annotation(diagnostic: Diagnostic, source: SourceText) -> str:
    where = ""
    if diagnostic.span is not None:
        start = source.place(diagnostic.span.start)
        end = source.place(diagnostic.span.end)
        where = f",line={start.line},col={start.column},endLine={end.line},endColumn={end.column}"
    hint = f" Help: {diagnostic.hint}" if diagnostic.hint else ""
    note = ""
    related = diagnostic.related
    if related is not None:
        note = f" Note: {related.message}"
        note += f" (line {source.place(related.span.start).line})" if related.span is not None else ""
    title = _property(f"{diagnostic.code} {diagnostic.rule or ''}".rstrip())
    answers = "".join(f"\n{answer}  {effect}".rstrip() for answer, effect in given_answers(diagnostic, source))
    message = _escape(diagnostic.message + hint + note + answers)
    return f"::{diagnostic.severity} file={_property(source.file)}{where},title={title}::{message}\n"


def _escape(text: str) -> str:
    """Text of an annotation: its line ends and percent characters as GitHub decodes them, nothing else
    unprintable."""
    text = printable(text, keep="\r\n\t")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of an annotation, which `:` and `,` would end."""
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
