"""One record of a replay page: its header, its turn list, and a section for each position.

All of it is in one `<noscript>`: without scripts it is the page; with them it is text that costs nothing until the
script makes elements of the parts that are looked at. All text from a record is escaped, so none ends the
`<noscript>`.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Iterator, Sequence

from pyrnot.core.diagnostics import Diagnostic, Related, Severity
from pyrnot.core.diagram import Diagram, Facts, Remarks
from pyrnot.play.line_tree import START, LineTree, Node
from pyrnot.play.write import write_record
from pyrnot.render.data import dump_json
from pyrnot.render.html.pictures import Pictures
from pyrnot.render.seats import seat_colours
from pyrnot.render.svg.text import html_lines, html_text
from pyrnot.render.words import say_diagnostic, say_location, say_mark, sentences

_FACT_TAGS = ("Event", "Site", "Date", "Round", "Annotator")
_ENDS = dict.fromkeys(("result", "termination"), ' class="ends"')
"""The class of the tags that say how the game ended, which the page can hide."""
_EXCERPT_COLUMNS = 39
"""Those of the location of a diagnostic: as many as fit beside the board, and on a phone."""
_NOT_PLAYED = "This turn was not played. The picture shows the position before it."
_REFUSED = "This turn was not played. The picture shows in red what was written and what is wrong."
LONGEST_LINK = 12_000
"""The most characters after the `#` that the site takes."""
_REMARK = 300
"""How much of a turn's comments the list of turns shows, in characters; beside the board there is all."""


class RecordPage:
    """Writes the record that is number `number` of its page, whose pictures `pictures` draws. `site` is the address
    of the page on which it is played on, "" if there is none."""

    def __init__(self, line_tree: LineTree, number: int, pictures: Pictures, site: str = "") -> None:
        self.line_tree = line_tree
        self.site = site
        self.number = number
        self.pictures = pictures
        self.anchor = f"r{number}"
        """The id of the record's element, to which links lead."""
        start = line_tree.replay.start
        self.colours = seat_colours(start.seats if start is not None else ())
        """The colours of the seats' marks."""
        self.shown: frozenset[int] = frozenset()
        """The turns that have a section on the page."""

    def write(self, nodes: Sequence[Node], listed: Iterable[Node]) -> Iterator[str]:
        """The record's `<article>`: a section for each of the nodes, and the list of turns."""
        self.shown = frozenset(node.turn for node in nodes)
        title = html_text(self.line_tree.title)
        yield f'<article class="record" id="{self.anchor}" data-title="{title}">\n<noscript>\n'
        yield self._header()
        flipped = " data-flipped" if self.pictures.flip else ""
        yield f'<div class="game">\n<div class="stage"{flipped}>\n'
        yield from self._nested(nodes)
        yield "</div>\n"
        yield f'<nav class="turns" aria-label="Turns of record {self.number}">\n<ol>\n'
        yield from self._list(listed)
        yield "</ol>\n</nav>\n</div>\n</noscript>\n</article>\n"

    # The header

    def _header(self) -> str:
        record = self.line_tree.record
        title = record.game.info.title if record.game else self.line_tree.title
        parts = [f'<header class="about">\n<div class="names"><h1>{html_text(title)}</h1>\n', self._players()]
        ended = self.line_tree.ending
        if ended not in ("", "*"):
            parts.append(f'<p class="result">{html_text(ended)}</p>\n')
        parts.append("</div>\n")
        facts = [html_text(record.tags[name]) for name in _FACT_TAGS if record.tags.get(name, "").strip("? .")]
        if facts:
            parts.append(f'<p class="event">{" &middot; ".join(facts)}</p>\n')
        parts += [self._alert(), self._tags(), "</header>\n"]
        return "".join(parts)

    def _players(self) -> str:
        """The players by their seats; empty if none is named."""
        names = self.line_tree.node(START).names
        if not names:
            return ""
        who = []
        for seat in self.colours:
            player = html_text(names.get(seat, ""))
            called = f"{player} <b>({html_text(seat)})</b>" if player else f"<b>{html_text(seat)}</b>"
            who.append(f"<span>{self._mark(seat)}{called}</span>")
        return f'<p class="who">{" ".join(who)}</p>\n'

    def _mark(self, seat: str) -> str:
        """The mark of a seat; empty for none."""
        if seat not in self.colours:
            return ""
        return f'<span class="by {self.colours[seat]}" data-by="{html_text(seat[:1])}"></span>'

    def _tags(self) -> str:
        """The tags, and a link from which the record is saved as a file."""
        rows = "".join(
            f"<dt>{html_text(tag.name)}</dt><dd{_ENDS.get(tag.name.lower(), '')}>{html_text(tag.value)}</dd>"
            for tag in self.line_tree.record.tag_lines
        )
        file_name, what, text = self._file()
        encoded = base64.b64encode(text.encode("utf-8", "replace")).decode()
        return (
            f'<details class="tags"><summary>Tags and record</summary>\n<dl>{rows}</dl>\n'
            f'<p><a class="get" download="{html_text(file_name)}" '
            f'href="data:text/plain;charset=utf-8;base64,{encoded}">Download the {what}</a></p>\n</details>\n'
            f"{self._site_link(text)}"
        )

    def _site_link(self, text: str) -> str:
        """A link to the site with a text, which its address holds after the `#`; empty without a site, and for a text
        that is too long."""
        link = site_link(self.site, text) if self.site else None
        if link is None:
            return ""
        return f'<p class="site"><a href="{html_text(link)}">Play on, or judge it again, on the web page</a></p>\n'

    def _file(self) -> tuple[str, str, str]:
        """The name of the file as which the record is saved, what it is, and its text."""
        record = self.line_tree.record
        replay = self.line_tree.replay
        name = f"{record.game.info.id if record.game else 'record'}-{record.source.number}"
        if record.transcript is None:
            return f"{name}.pyr", "record (.pyr)", record.source.original
        # A thread becomes a record, unless it has an error or an open question.
        if replay.has_error:
            return f"{name}.txt", "text", record.source.original
        return f"{name}.pyr", "record (.pyr)", write_record(replay)

    def _alert(self) -> str:
        """The diagnostics of the record, with a link to each ply that has a section."""
        links = []
        for node in (node for node in self.line_tree.nodes if node.diagnostics):
            for diagnostic in node.diagnostics:
                where = "before the first turn" if node.turn == START else f"at ply {node.ply}"
                link = f'<a href="#{self._id(node)}">{where}</a>' if node.can_stand else where
                kind = "question" if diagnostic.is_question else diagnostic.severity
                links.append(f"<li>{kind} {link}: {html_text(diagnostic.message)}</li>")
        if not links:
            return ""
        kind = "error" if self.line_tree.replay.has_error else "warning"
        return f'<ul class="alert {kind}">{"".join(links)}</ul>\n'

    # Positions

    def _id(self, node: Node) -> str:
        """The id of the section of a node: `12`, `2/12` in the second record, `12v1` in variation 1."""
        record = f"{self.number}/" if self.number > 1 else ""
        variation = f"v{node.variation}" if node.variation else ""
        return f"{record}{node.ply}{variation}"

    def _nested(self, nodes: Iterable[Node]) -> Iterator[str]:
        """The sections of the nodes, those of each variation in one element."""
        open_now: list[int] = []
        for node in nodes:
            chain = self._chain(node.variation)
            while open_now != chain[: len(open_now)]:
                open_now.pop()
                yield "</section>\n"
            for variation in chain[len(open_now) :]:
                open_now.append(variation)
                replaced = self.line_tree.node(self.line_tree.record.variations[variation].instead_of)
                yield (
                    f'<section class="variation" data-line="{variation}">'
                    f"<h2>Variation {variation}, instead of {replaced.ply}. {html_text(replaced.text)}</h2>\n"
                )
            yield from self._section(node)
        yield "</section>\n" * len(open_now)

    def _chain(self, variation: int) -> list[int]:
        """The variations that this one is nested in, outermost first, then itself."""
        chain: list[int] = []
        while variation:
            chain.insert(0, variation)
            variation = self.line_tree.record.turns[self.line_tree.record.variations[variation].instead_of].variation
        return chain

    def _section(self, node: Node) -> Iterator[str]:
        is_bad = not node.is_legal
        name = self._id(node)
        diagram = node.diagram if node.position is not None else None
        board, rest = self.pictures.draw(diagram, node.events) if diagram is not None else ("", "")
        yield (
            f'<section class="ply{" bad" if is_bad else ""}" id="{name}" data-turn="{node.turn}" '
            f'data-parent="{node.parent}" data-line="{node.variation}" data-ply="{node.ply}"'
            f"{self._instead(node)}{' data-said' if node.comments or node.starting_comments else ''}"
            f"{' data-diagnostic' if node.diagnostics else ''}>\n"
        )
        yield f"<h2>{self._heading(node)}</h2>\n"
        yield _note(node, diagram)
        yield f'{board}<div class="told">\n'
        if diagram is not None:
            yield _facts(diagram)
        for comment in (*node.starting_comments, *node.comments):
            yield f'<p class="comment" dir="auto">{html_lines(comment)}</p>\n'
        for diagnostic in node.diagnostics:
            yield self._diagnostic(diagnostic)
        yield rest
        if diagram is not None:
            yield self._words(node, diagram)
        yield "</div>\n</section>\n"

    def _instead(self, node: Node) -> str:
        """The attribute that names the turn which a variation replaces; only its first turn has one."""
        if not node.variation or self.line_tree.first_of(node.variation) != node.turn:
            return ""
        return f' data-instead="{self.line_tree.record.variations[node.variation].instead_of}"'

    def _heading(self, node: Node) -> str:
        if node.turn == START:
            return "Start"
        seat = f'<span class="seat">{html_text(node.seat)}</span> ' if node.seat else ""
        marks = f' <span class="marks">{_marks(node)}</span>' if node.marks else ""
        return (
            f'<span class="number">{node.ply}.</span> {seat}<span class="turn">{html_text(node.text)}</span>{marks}'
        )

    def _words(self, node: Node, diagram: Diagram) -> str:
        """The position in words and as a position string. The script looks for squares in it."""
        game = self.line_tree.record.game
        assert game is not None
        said = [f"<li><b>{html_text(head)}</b>{html_text(rest)}</li>" for head, rest in sentences(diagram)]
        position = html_text(game.write_position(node.position))
        return (
            f'<details class="words"><summary>In words</summary><ul>{"".join(said)}</ul>'
            f"<p>Position: <code>{position}</code></p></details>\n"
        )

    def _diagnostic(self, diagnostic: Diagnostic) -> str:
        source = self.line_tree.record.source
        message, *_ = say_diagnostic(diagnostic, source)
        kind = "error" if diagnostic.severity is Severity.ERROR else "warning"
        shown = html_lines("\n".join(say_location(diagnostic, source, _EXCERPT_COLUMNS)))
        related = self._related(diagnostic.related)
        # The excerpt may be scrolled sideways, by keys too.
        said = f'<p>{html_text(message)}</p><pre tabindex="0">{shown}</pre>{related}'
        return f'<div class="diagnostic {kind}">{said}</div>\n'

    def _related(self, related: Related | None) -> str:
        """The earlier turn that explains a diagnostic, as a link to it; empty without one."""
        if related is None:
            return ""
        message = html_text(related.message)
        if related.turn in self.shown:
            message = f'<a href="#{self._id(self.line_tree.node(related.turn))}">{message}</a>'
        return f'<p class="related">note: {message}</p>'

    # The turn list

    def _list(self, nodes: Iterable[Node]) -> Iterator[str]:
        for node in nodes:
            depth = len(self._chain(node.variation))
            kinds = [f"inner d{min(depth, 6)}"] if depth else []
            kinds += ["first"] if self._instead(node) else []
            kinds += ["wrong"] if node.diagnostics else []
            attributes = f' class="{" ".join(kinds)}"' if kinds else ""
            text = "Start"
            if node.turn != START:
                text = f"<b>{node.ply}.</b> {self._mark(node.seat)}{html_text(node.text)}"
            if node.marks:
                text += f" <i>{_marks(node)}</i>"
            if node.can_stand:
                entry = f'<a href="#{self._id(node)}">{text}</a>'
            else:
                entry = f'<span class="unjudged" title="not judged">{text}</span>'
            yield f"<li{attributes}>{entry}{_remark(node)}</li>\n"


def site_link(site: str, text: str) -> str | None:
    """The address at which a site shows a text, as its own links are; None if the text is too long for a link."""
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    kept = dump_json({"text": text, "game": "", "answers": {}}).encode("utf-8", "replace")
    packed = base64.urlsafe_b64encode(packer.compress(kept) + packer.flush()).decode().rstrip("=")
    return f"{site.partition('#')[0]}#z={packed}" if len(packed) <= LONGEST_LINK else None


def _facts(diagram: Diagram) -> str:
    """The facts about the position, and the effects of the turn."""
    facts = [pair for block in diagram.blocks if isinstance(block, Facts) for pair in block.pairs]
    did = [
        f"<li>{html_text(line)}</li>"
        for block in diagram.blocks
        if isinstance(block, Remarks)
        for line in block.lines
    ]
    said = "".join(f"<div><dt>{html_text(name)}</dt> <dd>{html_text(value)}</dd></div>" for name, value in facts)
    text = f'<dl class="facts">{said}</dl>\n' if facts else ""
    return text + (f'<ul class="did">{"".join(did)}</ul>\n' if did else "")


def _note(node: Node, diagram: Diagram | None) -> str:
    """What the picture of a turn that was not played shows; empty for any other."""
    if node.is_legal:
        return ""
    is_marked = diagram is not None and diagram.shows_fault
    return f'<p class="note">{_REFUSED if is_marked else _NOT_PLAYED}</p>\n'


def _marks(node: Node) -> str:
    return html_text(" ".join(map(say_mark, node.marks)))


def _remark(node: Node) -> str:
    """The comments of a turn for the list of turns, all on one line and not too long."""
    text = " ".join((*node.starting_comments, *node.comments))
    short = f"{text[:_REMARK].rsplit(' ', 1)[0]} …" if len(text) > _REMARK else text
    return f'<p dir="auto">{html_text(short)}</p>' if text else ""
