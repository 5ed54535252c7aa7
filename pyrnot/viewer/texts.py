"""What the viewer shows, as rich text: the head, the picture, the turn with its comments and its diagnostics, a row
of the turn list.

Every text of a record is cleaned here and becomes a `rich.text.Text` as it is: nothing in it is read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from rich.console import Group
from rich.text import Text

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.diagram import BoardBlock, Diagram, Remarks
from pyrnot.core.players import with_seat
from pyrnot.play.line_tree import START, LineTree, Node
from pyrnot.render.seats import seat_colours
from pyrnot.render.text.board import Scale
from pyrnot.render.text.diagram import lay_out
from pyrnot.render.text.lines import Charset, clean, columns, counted, short
from pyrnot.render.text.pen import Pen
from pyrnot.render.text.terminal import WORDS, draw_colour, pyramid_style
from pyrnot.render.words import say_diagnostic
from pyrnot.viewer.stepper import State, variations_here

_LONGEST_COMMENT = 10_000
"""Characters of a comment that are shown, more than anyone scrolls through."""
_REMARKS = 6
"""The lines kept free below a picture for what the turn did; more are scrolled to."""
_SCALES = [Scale(zoom=zoom, is_even=True) for zoom in (4, 3, 2, 1)]
_LISTED = replace(_SCALES[-1], gone=False)
"""The scale of a board for which the screen is too low otherwise."""
_PEN = Pen(Charset.UNICODE)
_LEAST_OF_NAME = 4
"""The columns of a name that is cut, at least."""
_BOTTOM = "  └"
"""How the lower edge of a board begins."""
_MARKS = {"error": "✗", "question": "?", "warning": "⚠"}
"""What marks a turn with a diagnostic of each kind."""
_KINDS = [*_MARKS]
"""The kinds of diagnostics, the worst first."""


def draw_head(line_tree: LineTree, width: int) -> Text:
    """The game, its players, its event, and how it ended. The names are cut if the seats would not fit `width`
    columns."""
    record = line_tree.record
    title = record.game.info.title if record.game else "unknown game"
    head = Text.assemble((f" {title} ", "bold reverse"))
    event = ", ".join(record.tags[name] for name in ("Event", "Site", "Date", "Round") if name in record.tags)
    room = width - head.cell_len - 3  # with a column for the ellipsis of what follows
    for part in (_players(line_tree, room), event, line_tree.ending):
        if part:
            head.append("  " + safe(part))
    return head


def _players(line_tree: LineTree, room: int) -> str:
    """The players with their seats; if they take more than `room` columns, with all long names cut to one length."""
    start = line_tree.replay.start
    names = line_tree.node(START).names
    if start is None or not names:
        return ""
    for most in range(max(room, _LEAST_OF_NAME), _LEAST_OF_NAME - 1, -1):
        cut = {seat: short(name, Charset.UNICODE, most) for seat, name in names.items()}
        text = ", ".join(with_seat(seat, cut) for seat in start.seats)
        if columns(text) <= room:
            break
    return text


def draw_counts(state: State, line_tree: LineTree, records: int) -> Text:
    """The number of errors, or else of questions or warnings, and which record this is."""
    counts = Text()
    kinds = [_kind(diagnostic) for diagnostic in line_tree.replay.diagnostics]
    if kinds:
        worst = min(kinds, key=_KINDS.index)
        counts.append(f"  {counted(kinds.count(worst), worst)}", f"bold {WORDS[worst]}")
    if records > 1:
        counts.append(f"  record {state.record + 1} of {records}", "dim")
    return counts


def draw_ply(state: State, line_tree: LineTree) -> Text:
    """Which ply this is."""
    node = line_tree.node(state.turn)
    last = line_tree.record.main_line[-1] if line_tree.record.main_line else START
    where = f"ply {node.ply} of {line_tree.node(last).ply}"
    if node.variation:
        where = f"{node.line}, ply {node.ply}"
    return Text(f"  ▶ {where}" if state.auto else f"  {where}", "bold")


def draw_picture(node: Node, width: int, height: int, *, flip: bool) -> Text:
    """The diagram, with the board as large as there is room for. Where there is too little, what is below the board
    is scrolled to."""
    if node.position is None:
        return Text("No position to show: the record has no legal start.", "bold")
    lines = _fitted(node.diagram, width, height, flip=flip)
    return Text("\n").join(lines or _scrolled(node.diagram, width, height, flip=flip))


def _fitted(diagram: Diagram, width: int, height: int, *, flip: bool) -> list[Text]:
    """The lines of a diagram with its board as large as there is room for; none if there is too little."""
    # The number of remarks differs from turn to turn, and the board should keep its size.
    remarks = sum(1 + len(block.lines) for block in diagram.blocks if isinstance(block, Remarks))
    ranks = max((block.grid.ranks for block in diagram.blocks if isinstance(block, BoardBlock)), default=0)
    for scale in _SCALES:
        lines = _measured(diagram, scale, width, flip=flip)
        spare = height - (len(lines) - remarks + _REMARKS)
        if spare < 0 or max(map(columns, lines)) > width:
            continue
        extra = spare // ranks if ranks else 0
        return _draw_lines(diagram, replace(scale, extra=extra), width, flip=flip)
    return []


def _scrolled(diagram: Diagram, width: int, height: int, *, flip: bool) -> list[Text]:
    """The lines of a diagram that needs more than there is room for: the first way to draw it of which the board at
    least is in sight."""
    board_first = Diagram(tuple(sorted(diagram.blocks, key=lambda block: not isinstance(block, BoardBlock))))
    ways = (
        (_SCALES[-1], diagram),
        (_LISTED, diagram),
        (_LISTED, board_first),
        (replace(_LISTED, rules=False), board_first),
    )
    for scale, ordered in ways:
        if _height_of_board(_measured(ordered, scale, width, flip=flip)) <= height:
            break
    return _draw_lines(ordered, scale, width, flip=flip)


def _measured(diagram: Diagram, scale: Scale, width: int, *, flip: bool) -> Sequence[str]:
    """The lines of a diagram without colours, which take longer than all the rest."""
    return lay_out(diagram, _PEN, width, flip=flip, caption=(), scale=scale).split("\n")


def _draw_lines(diagram: Diagram, scale: Scale, width: int, *, flip: bool) -> list[Text]:
    return [*draw_colour(diagram, width=width, flip=flip, scale=scale).split("\n")]


def _height_of_board(lines: Sequence[str]) -> int:
    """The lines down to the lower edge of the board, or to the end if there is none."""
    return next((at for at, line in enumerate(lines, 1) if line.startswith(_BOTTOM)), len(lines))


def draw_turn(line_tree: LineTree, turn: int) -> Text:
    """The turn in full, and how many variations can be entered from it."""
    node = line_tree.node(turn)
    text = _written(node, f"{node.seat}: " if node.seat else "")
    text.stylize("bold")
    if not node.is_legal:
        text.append("  (not played)", WORDS["error"])
    here = variations_here(line_tree, turn)
    if here:
        text.append(f"  ({counted(here, 'variation')})", "dim")
    return text


def draw_comments(line_tree: LineTree, turn: int, sought: str = "") -> Text:
    """The comments on a turn, with what was searched for marked."""
    node = line_tree.node(turn)
    comments = (comment[:_LONGEST_COMMENT].split("\n") for comment in (*node.starting_comments, *node.comments))
    text = Text("\n".join(safe(line) for lines in comments for line in lines), "italic")
    if sought:
        text.highlight_words([sought], "reverse", case_sensitive=False)
    return text


def draw_diagnostics(line_tree: LineTree, turn: int, width: int | None = None) -> Group:
    """What is wrong with a turn; on the last that can be visited, also with those after it. Lines have at most
    `width` columns, unless it is None."""
    node = line_tree.node(turn)
    is_last = not node.is_legal or not line_tree.replay.start
    hidden = (
        (diagnostic for unjudged in line_tree.unjudged() for diagnostic in unjudged.diagnostics) if is_last else ()
    )
    diagnostics = (*node.diagnostics, *hidden)
    said = (say_diagnostic(diagnostic, line_tree.record.source, width) for diagnostic in diagnostics)
    return draw_answer(map("\n".join, said))


_STYLES = {kind: WORDS[kind] for kind in _MARKS} | {"not ": WORDS["error"], "legal:": WORDS["help"]}
"""The styles of diagnostics and answers, by how they begin."""


def draw_answer(answer: Iterable[str]) -> Group:
    """Diagnostics, and the answer to a turn that was tried."""
    drawn: list[Text] = []
    for first, *rest in (line.split("\n") for line in answer):
        style = next((style for start, style in _STYLES.items() if first.startswith(start)), "")
        drawn.append(Text(safe(first), f"bold {style}" if style else ""))
        # An excerpt must stay above its underline, so it is cut and not wrapped.
        drawn += [Text(safe(line), style, no_wrap=True, overflow="ellipsis") for line in rest]
    return Group(*drawn)


def draw_row(line_tree: LineTree, turn: int, width: int) -> Text:
    """A row of the turn list."""
    node = line_tree.node(turn)
    line = _written(node, mark=_mark(line_tree, node))
    line.truncate(max(width - 2 * bool(node.diagnostics), 1), overflow="ellipsis")
    if node.diagnostics:  # with a mark that no long turn hides
        worst = min(map(_kind, node.diagnostics), key=_KINDS.index)
        line.append(f" {_MARKS[worst]}", f"bold {WORDS[worst]}")
    comments = " ".join((*node.starting_comments, *node.comments))
    if comments and line.cell_len + len("  {…") <= width:
        line.append(f"  {{{safe(comments[: max(width, 0)])}}}", "dim italic")
    if not node.can_stand:
        line.stylize("dim strike")
    line.truncate(max(width, 1), overflow="ellipsis")
    return line


def _kind(diagnostic: Diagnostic) -> str:
    """Whether a diagnostic is an error, a question or a warning."""
    return "question" if diagnostic.is_question else str(diagnostic.severity)


def _mark(line_tree: LineTree, node: Node) -> Text:
    """The first letter of the seat whose turn it is on the seat's colour, and a blank; empty if it has none."""
    start = line_tree.replay.start
    colour = seat_colours(start.seats).get(node.seat) if start is not None else None
    if colour is None:
        return Text()
    return Text(node.seat[:1], pyramid_style(colour)).append(" ", "default on default")


def _written(node: Node, seat: str = "", mark: Text | None = None) -> Text:
    """The number, the mark or the seat if one is given, the turn and its marks."""
    if node.turn == START:
        return Text("Start")
    text = Text(f"{node.ply}. {seat}").append_text(mark or Text())
    text.append(safe(node.text), WORDS["error"] if node.diagnostics and not node.is_legal else "")
    return text.append("".join(f" {mark}" for mark in node.marks), WORDS["warning"])


def safe(text: str) -> str:
    """Text of a record on one line, without anything that could control the terminal."""
    return clean(text, Charset.UNICODE)
