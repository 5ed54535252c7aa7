"""The pictures of a replay page: the board as one drawing; what is beside it as small drawings that flow with the
text.

Stashes, banks and cards are HTML boxes with one drawing for each group of pyramids, so that they use whatever room
there is and their letters are never smaller than the text around them. Knows nothing of records.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pyrnot.core.diagram import Block, BoardBlock, Card, Cards, Diagram, Facts, Group, Mark, Rack, Remarks, Ring
from pyrnot.core.game import Event
from pyrnot.render.svg.board import MARGIN, board_size, draw_board, side_of
from pyrnot.render.svg.diagram import Shared
from pyrnot.render.svg.groups import draw_group
from pyrnot.render.svg.layout import legend
from pyrnot.render.svg.ring import draw_ring
from pyrnot.render.svg.symbols import use_mark
from pyrnot.render.svg.text import escape, html_text
from pyrnot.render.svg.words import WIDTH

_EM = 0.108
"""The size of a unit of a drawing, by that of the text: the smallest letters, 7.6 units high, are then 0.82 em."""

_USUAL = 44
"""The height of a group with a label and one row of pyramids."""

_ACROSS = 26
"""The width of a board of cards in ems, on a usual screen."""
_MOST_ROWS = 6
_ROOM = 150
"""The greatest width of a group in units, so that it fits a narrow phone."""


class Pictures:
    """Draws the pictures of a page, and collects the drawings that they share."""

    def __init__(self, *, flip: bool) -> None:
        self.flip = flip
        self.shared = Shared()

    def draw(self, diagram: Diagram, events: Sequence[Event] = ()) -> tuple[str, str]:
        """The figures of a position: of the board, ring or cards, to which the `events` led, and of everything beside
        it."""
        drawn = [block for block in diagram.blocks if not isinstance(block, Facts | Remarks)]
        main = next((block for block in drawn if isinstance(block, BoardBlock | Ring | Cards)), None)
        beside = "".join([self._beside(block) for block in drawn if block is not main])
        board = ""
        if main is not None:
            kind = f"board cards rows{_count_rows(main)}" if isinstance(main, Cards) else "board"
            squares = ""
            if isinstance(main, BoardBlock):
                # Where the squares are in the picture, for the script: left, top, side, files, ranks.
                squares = f' data-squares="{MARGIN} 2 {side_of(main)} {main.grid.files} {main.grid.ranks}"'
            board = (
                f'<figure class="{kind}"{squares}{_motion(events)}>{self._main(main)}{_legend(diagram)}</figure>\n'
            )
        return board, f'<figure class="rest" aria-hidden="true">{beside}</figure>\n' if beside else ""

    def _main(self, block: BoardBlock | Ring | Cards) -> str:
        match block:
            case BoardBlock():
                wide, high = board_size(block)
                # The script turns the group to show the board from the other side.
                return _picture(f"<g>{draw_board(block, self.shared.put, flip=self.flip)}</g>", wide, high)
            case Ring():
                svg, height = draw_ring(block, self.shared.put)
                return _picture(svg, WIDTH, height)
            case Cards():
                return self._cards(block)

    def _beside(self, block: Block) -> str:
        match block:
            case Rack():
                name, bracket, note = block.label.partition(" (")
                heading = html_text(name) + (f" <small>{html_text(bracket.strip() + note)}</small>" if note else "")
                return f'<div class="box"><b>{heading}</b>{self._groups(block.groups, name)}</div>'
            case Cards():
                label = f"<p>{html_text(block.label)}</p>" if block.label else ""
                return f"{label}{self._cards(block)}"
            case _:
                return ""  # a diagram has one board or ring

    def _cards(self, cards: Cards) -> str:
        rows = ["".join([self._card(card) for card in row]) for row in cards.rows]
        # Words say the same, but a picture in HTML has no one element to say it.
        return "".join([f'<div class="row" aria-hidden="true">{row}</div>' for row in rows])

    def _card(self, card: Card) -> str:
        owner = f" <small>{html_text(card.owner)}</small>" if card.owner and card.owner != card.title else ""
        kind = f" {card.mark}" if card.mark else " vacant" * card.is_vacant
        heading = f"{_symbol(card.mark)}{html_text(card.title)}{owner}"
        groups = self._groups(card.groups, card.title, is_counted=False)
        return f'<div class="box{kind}" data-at="{escape(card.title)}"><b>{heading}</b>{groups}</div>'

    def _groups(self, groups: Sequence[Group], where: str, *, is_counted: bool = True) -> str:
        """One drawing for each group; its height gives its width, too. The style sheet has the height of most."""
        drawings = []
        for group in groups:
            drawn = draw_group(group, escape(where), _ROOM, is_counted=is_counted)
            box = f"0 0 {drawn.width + 1:.0f} {drawn.height:g}"
            used = self.shared.put(drawn.svg)
            height = "" if drawn.height == _USUAL else f' height="{drawn.height * _EM:.1f}em"'
            drawings.append(f'<svg viewBox="{box}"{height}>{used}</svg>')
        return "".join(drawings)


def _count_rows(cards: Cards) -> int:
    """How many rows of cards there are on a board of usual width: as high as they then are, they fill the window."""
    count = 0
    for row in cards.rows:
        taken = _ACROSS + 1.0
        for card in row:
            groups = [draw_group(group, escape(card.title), _ROOM, is_counted=False) for group in card.groups]
            wide = sum(group.width * _EM + 0.8 for group in groups) + 1.5
            if taken + wide > _ACROSS:
                count += 1
                taken = 0.0
            taken += wide
    return min(count, _MOST_ROWS)


def _motion(events: Sequence[Event]) -> str:
    """The attribute that tells the script what happened where, event by event."""
    happened = [[event.kind, *event.places] for event in events if event.places]
    if not happened:
        return ""
    text = json.dumps(happened, ensure_ascii=False, separators=(",", ":"))
    # Apostrophes round the attribute leave quotation marks as they are.
    safe = escape(text).replace("&quot;", '"')
    return f" data-events='{safe}'"


def _picture(svg: str, width: float, height: float) -> str:
    return f'<svg class="pyr" role="img" aria-label="Board" viewBox="0 0 {width:g} {height:g}">{svg}</svg>'


def _legend(diagram: Diagram) -> str:
    """What the symbols in the pictures mean."""
    entries = [
        f'<span><svg viewBox="-8 -8 16 16">{symbol}</svg>{html_text(words)}</span>'
        for symbol, words in legend(diagram)
    ]
    return f"<figcaption>{''.join(entries)}</figcaption>"


def _symbol(mark: Mark | None) -> str:
    return f'<svg class="pyr symbol" viewBox="-8 -8 16 16">{use_mark(mark)}</svg>' if mark else ""
