"""One record of a replay page: its header, its turn list, and a section for each position.

All of it is in one `<noscript>`: without scripts it is the page; with them it is text that costs nothing until the
script makes elements of the parts that are looked at. All text from a record is escaped, so none ends the `<noscript>`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.diagram import Diagram, Facts, Remarks
from pyrnot.play.course import START, Course, Stop
from pyrnot.play.write import write_record
from pyrnot.render.html.pictures import Pictures
from pyrnot.render.svg.text import html_lines, html_text
from pyrnot.render.words import say_fault, say_mark, sentences

_FACT_TAGS = ("Event", "Site", "Date", "Round", "Annotator")
_ENDS = dict.fromkeys(("result", "termination"), ' class="ends"')
"""The class of the tags that say how the game ended, which the page can hide."""
_REMARK = 300
"""How much of a turn's comments the list of turns shows, in characters; beside the board there is all."""


class RecordPage:
    """Writes the record that is number `number` of its page, whose pictures `pictures` draws."""

    def __init__(self, course: Course, number: int, pictures: Pictures) -> None:
        self.course = course
        self.number = number
        self.pictures = pictures
        self.anchor = f"r{number}"
        """The id of the record's element, to which links lead."""

    def write(self, stops: Iterable[Stop], listed: Iterable[Stop]) -> Iterator[str]:
        """The record's `<article>`: a section for each of the stops, and the list of turns."""
        title = html_text(self.course.title)
        yield f'<article class="record" id="{self.anchor}" data-title="{title}">\n<noscript>\n'
        yield self._header()
        flipped = " data-flipped" if self.pictures.flip else ""
        yield f'<div class="game">\n<div class="stage"{flipped}>\n'
        yield from self._nested(stops)
        yield "</div>\n"
        yield f'<nav class="turns" aria-label="Turns of record {self.number}">\n<ol>\n'
        yield from self._list(listed)
        yield "</ol>\n</nav>\n</div>\n</noscript>\n</article>\n"

    # The header

    def _header(self) -> str:
        record, replay = self.course.record, self.course.replay
        name = record.game.info.title if record.game else self.course.title
        parts = [f'<header class="about">\n<div class="names"><h1>{html_text(name)}</h1>\n']
        facts = [html_text(record.tags[name]) for name in _FACT_TAGS if record.tags.get(name, "").strip("? .")]
        seats = replay.start.seats if replay.start is not None else ()
        players = [(html_text(seat), html_text(record.tags[seat])) for seat in seats if record.tags.get(seat)]
        if players:
            who = " ".join(f"<span><b>{seat}</b> {player}</span>" for seat, player in players)
            parts.append(f'<p class="who">{who}</p>\n')
        ended = how_it_ended(self.course)
        if ended not in ("", "*"):
            parts.append(f'<p class="result">{html_text(ended)}</p>\n')
        parts.append("</div>\n")
        if facts:
            parts.append(f'<p class="event">{" &middot; ".join(facts)}</p>\n')
        parts.append(self._alert())
        name = f"{record.game.info.id if record.game else 'record'}-{record.source.number}"
        # A thread becomes a record, unless it has an error or an open question.
        is_record = record.source.form is None or not replay.has_error
        text = write_record(replay) if is_record and record.source.form is not None else record.source.original
        file_name, what = (f"{name}.pyr", "record (.pyr)") if is_record else (f"{name}.txt", "text")
        rows = "".join(
            f"<dt>{html_text(tag.name)}</dt><dd{_ENDS.get(tag.name.lower(), '')}>{html_text(tag.value)}</dd>"
            for tag in record.tag_lines
        )
        encoded = base64.b64encode(text.encode("utf-8", "replace")).decode()
        parts.append(
            f'<details class="tags"><summary>Tags and record</summary>\n<dl>{rows}</dl>\n'
            f'<p><a class="get" download="{html_text(file_name)}" '
            f'href="data:text/plain;charset=utf-8;base64,{encoded}">Download the {what}</a></p>\n</details>\n'
        )
        return "".join(parts) + "</header>\n"

    def _alert(self) -> str:
        """The faults of the record, with a link to each ply that has a section."""
        links = []
        for stop in (stop for stop in self.course.stops if stop.faults):
            for fault in stop.faults:
                where = "before the first turn" if stop.turn == START else f"at ply {stop.ply}"
                link = f'<a href="#{self._id(stop)}">{where}</a>' if stop.can_stand else where
                kind = "question" if fault.code == CoreCodes.QUESTION else fault.severity
                links.append(f"<li>{kind} {link}: {html_text(fault.message)}</li>")
        if not links:
            return ""
        kind = "error" if self.course.replay.has_error else "warning"
        return f'<ul class="alert {kind}">{"".join(links)}</ul>\n'

    # Positions

    def _id(self, stop: Stop) -> str:
        """The id of the section of a stop: `12`, `2/12` in the second record, `12v1` in variation 1."""
        record = f"{self.number}/" if self.number > 1 else ""
        variation = f"v{stop.variation}" if stop.variation else ""
        return f"{record}{stop.ply}{variation}"

    def _nested(self, stops: Iterable[Stop]) -> Iterator[str]:
        """The sections of the stops, those of each variation in one element."""
        open_now: list[int] = []
        for stop in stops:
            chain = self._chain(stop.variation)
            while open_now != chain[: len(open_now)]:
                open_now.pop()
                yield "</section>\n"
            for variation in chain[len(open_now) :]:
                open_now.append(variation)
                replaced = self.course.stop(self.course.record.variations[variation].instead_of)
                yield (
                    f'<section class="variation" data-line="{variation}">'
                    f"<h2>Variation {variation}, instead of {replaced.ply}. {html_text(replaced.text)}</h2>\n"
                )
            yield from self._section(stop)
        yield "</section>\n" * len(open_now)

    def _chain(self, variation: int) -> list[int]:
        """The variations that this one is nested in, outermost first, then itself."""
        chain: list[int] = []
        while variation:
            chain.insert(0, variation)
            variation = self.course.record.turns[self.course.record.variations[variation].instead_of].variation
        return chain

    def _section(self, stop: Stop) -> Iterator[str]:
        is_bad = not stop.is_legal
        name = self._id(stop)
        diagram = stop.diagram if stop.position is not None else None
        board, rest = self.pictures.draw(diagram) if diagram is not None else ("", "")
        yield (
            f'<section class="ply{" bad" if is_bad else ""}" id="{name}" data-turn="{stop.turn}" '
            f'data-parent="{stop.parent}" data-line="{stop.variation}" data-ply="{stop.ply}"'
            f"{self._instead(stop)}{' data-said' if stop.comments or stop.lead else ''}"
            f"{' data-fault' if stop.faults else ''}>\n"
        )
        yield f"<h2>{self._heading(stop)}</h2>\n"
        if is_bad:
            yield '<p class="note">This turn was not played. The picture shows the position before it.</p>\n'
        yield f'{board}<div class="told">\n'
        if diagram is not None:
            yield _facts(diagram)
        for comment in (*stop.lead, *stop.comments):
            yield f'<p class="comment" dir="auto">{html_lines(comment)}</p>\n'
        for fault in stop.faults:
            yield self._fault(fault)
        yield rest
        if diagram is not None:
            yield self._words(stop, diagram)
        yield "</div>\n</section>\n"

    def _instead(self, stop: Stop) -> str:
        """The attribute that names the turn which a variation replaces; only its first turn has one."""
        if not stop.variation or self.course.first_of(stop.variation) != stop.turn:
            return ""
        return f' data-instead="{self.course.record.variations[stop.variation].instead_of}"'

    def _heading(self, stop: Stop) -> str:
        if stop.turn == START:
            return "Start"
        seat = f'<span class="seat">{html_text(stop.seat)}</span> ' if stop.seat else ""
        marks = f' <span class="marks">{_marks(stop)}</span>' if stop.marks else ""
        return f'<span class="number">{stop.ply}.</span> {seat}<span class="turn">{html_text(stop.text)}</span>{marks}'

    def _words(self, stop: Stop, diagram: Diagram) -> str:
        """The position in words and as a position string. The script looks for squares in it."""
        game = self.course.record.game
        assert game is not None
        said = [f"<li><b>{html_text(head)}</b>{html_text(rest)}</li>" for head, rest in sentences(diagram)]
        position = html_text(game.write_position(stop.position))
        return (
            f'<details class="words"><summary>In words</summary><ul>{"".join(said)}</ul>'
            f"<p>Position: <code>{position}</code></p></details>\n"
        )

    def _fault(self, fault: Diagnostic) -> str:
        message, *excerpt = say_fault(fault, self.course.record.source)
        kind = "error" if fault.severity is Severity.ERROR else "warning"
        shown = html_lines("\n".join(excerpt))
        return f'<div class="fault {kind}"><p>{html_text(message)}</p><pre>{shown}</pre></div>\n'

    # The turn list

    def _list(self, stops: Iterable[Stop]) -> Iterator[str]:
        for stop in stops:
            depth = len(self._chain(stop.variation))
            kinds = [f"inner d{min(depth, 6)}"] if depth else []
            kinds += ["first"] if self._instead(stop) else []
            kinds += ["wrong"] if stop.faults else []
            attributes = f' class="{" ".join(kinds)}"' if kinds else ""
            text = "Start" if stop.turn == START else f"<b>{stop.ply}.</b> {html_text(stop.text)}"
            if stop.marks:
                text += f" <i>{_marks(stop)}</i>"
            if stop.can_stand:
                entry = f'<a href="#{self._id(stop)}">{text}</a>'
            else:
                entry = f'<span class="unjudged" title="not judged">{text}</span>'
            yield f"<li{attributes}>{entry}{_remark(stop)}</li>\n"


def how_it_ended(course: Course) -> str:
    """How the game ended: the outcome by the rules and the reason for it, or the result in the record."""
    outcome = course.replay.outcome
    if outcome is None:
        return course.result
    who = f"{outcome.winner} wins" if outcome.winner else "Draw"
    return outcome.message if who.lower() in outcome.message.lower() else f"{who}: {outcome.message}"


def _facts(diagram: Diagram) -> str:
    """The facts about the position, and the effects of the turn."""
    facts = [pair for block in diagram.blocks if isinstance(block, Facts) for pair in block.pairs]
    did = [
        f"<li>{html_text(line)}</li>" for block in diagram.blocks if isinstance(block, Remarks) for line in block.lines
    ]
    said = "".join(f"<div><dt>{html_text(name)}</dt> <dd>{html_text(value)}</dd></div>" for name, value in facts)
    text = f'<dl class="facts">{said}</dl>\n' if facts else ""
    return text + (f'<ul class="did">{"".join(did)}</ul>\n' if did else "")


def _marks(stop: Stop) -> str:
    return html_text(" ".join(map(say_mark, stop.marks)))


def _remark(stop: Stop) -> str:
    """The comments of a turn for the list of turns, all on one line and not too long."""
    text = " ".join((*stop.lead, *stop.comments))
    short = f"{text[:_REMARK].rsplit(' ', 1)[0]} …" if len(text) > _REMARK else text
    return f'<p dir="auto">{html_text(short)}</p>' if text else ""
