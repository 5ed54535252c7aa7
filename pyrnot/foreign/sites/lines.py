"""Homeworlds as its games are published: one turn a line, without numbers and full stops, `#` before a comment.

A game may begin with a position (`<0>; Alpha(0,r3b2)g3y2-; ...`), a text may hold several games and positions, and a
turn may have a note after slashes (`build g1 Alpha/worse/too slow`). A position that the turns above it lead to
begins no game: programs write one after each turn. Lines that are a bracket enclose a variation: what might have been
played instead of the turn above. `called_actions` reads games in which an action has brackets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import islice, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.sites.called_actions import has_calls, read_called
from pyrnot.foreign.sites.homeworlds import (
    SiteLine,
    SiteTurn,
    build_record,
    join_broken,
    position_after,
    site_diagnostic,
    site_lines,
    site_tag,
    start_of,
)
from pyrnot.foreign.sites.openings import LINES_TITLE
from pyrnot.foreign.sites.start_diagrams import find_diagrams, read_diagram
from pyrnot.foreign.sites.verbs import NotAnAction, read_turn
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.actions import Action as AnyAction
from pyrnot.games.homeworlds.actions import Homeworld, Pass, WrittenAction
from pyrnot.games.homeworlds.position import Position
from pyrnot.record.model import Comment, Record, Tag

_SAMPLE = 100
_SHARE = 0.9
_SHARE_AFTER_DIAGRAM = 0.7
_FEW = 4
_COMMENT = lazy_pattern(r"(?:^|(?<=\s))#")
_NOTE = lazy_pattern(r"/[ \t]*(?:(?P<worth>orig|better|worse|none)[ \t]*(?:/|$)|/)", re.IGNORECASE)
"""What begins the note after a turn: how good it is, or nothing, between slashes."""
_WORTHS = ("better", "worse")
_NOT_LINE_END = lazy_pattern(r"[^\n]")
_CONTINUES = (";", ",", "/")
_TAG = lazy_pattern(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*\Z')


class PieceKind(Enum):
    """What a piece of the text is. A turn may also be a tag, or no notation at all."""

    TURN = auto()
    COMMENT = auto()
    DIAGRAM = auto()
    OPENS = auto()
    CLOSES = auto()


_BRACKETS = {"(": PieceKind.OPENS, ")": PieceKind.CLOSES}


class TextPiece(NamedTuple):
    """A turn, a comment, a position or a bracket, and where it is in the text."""

    kind: PieceKind
    line: SiteLine


def is_game(head: str) -> bool:
    """Whether a text begins with a homeworld or a position, and its lines are turns of Homeworlds without numbers."""
    if has_calls(head):
        return True
    whole = head[: head.rfind("\n") + 1] or head
    pieces = list(islice(filter(_is_of_game, _pieces_of(whole)), _SAMPLE))
    turns = [piece.line for piece in pieces if piece.kind is PieceKind.TURN]
    is_good = [_read_turn(turn).diagnostic is None for turn in turns]
    if pieces and pieces[0].kind is PieceKind.DIAGRAM:
        return _is_position(pieces[0].line) and sum(is_good) >= _SHARE_AFTER_DIAGRAM * len(turns)
    if len(turns) < 2 or turns[0].text.split()[0].lower()[:1] != "h":
        return False
    return is_good[0] and sum(is_good) >= _SHARE * len(turns)


def _is_of_game(piece: TextPiece) -> bool:
    """Whether a piece is neither a comment nor a tag."""
    return piece.kind is not PieceKind.COMMENT and not _TAG.match(piece.line.text)


def _is_position(diagram: SiteLine) -> bool:
    try:
        read_diagram(diagram)
    except NotAnAction:
        return False
    return True


def read_games(source: ForeignText) -> list[Record]:
    """The games and positions of the text; a line that is not a turn is an error. A position begins another game, and
    so does a homeworld once two have been placed and others have moved."""
    if has_calls(source.text):
        return [read_called(source)]
    readers = [_GameReader(source.text)]
    waiting: list[Comment] = []  # those below the last turn, or above the first
    for piece in _pieces_of(source.text):
        reader = readers[-1]
        if piece.kind is PieceKind.COMMENT:
            comment = _comment(piece.line)
            waiting += [comment] if comment is not None else []
            continue
        is_next = reader.ends_before(piece)
        if is_next:
            waiting = reader.take_comments_below(waiting)
            reader = _GameReader(source.text)
            readers.append(reader)
        reader.take_comments(waiting)
        waiting = []
        reader.take(piece, is_next=is_next)
        if len(reader.turns) > RECORD_TURNS:
            break
    readers[-1].take_comments(waiting)
    return [reader.finish(source) for reader in readers if reader.has_game]


class _GameReader:
    """Reads one game, piece by piece."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: list[Tag] = []
        self.turns: list[SiteTurn] = []
        self.before: list[Comment] = []  # comments above the first turn
        self.diagnostics: list[Diagnostic] = []
        self.has_diagram = False
        self.homes = 0
        self.has_moved = False
        self.end = 0  # of what has been read
        self.last = -1  # the index of the turn that the next one follows
        self.is_turn_above = False  # on the same line of play
        self.instead_of: int | None = None  # the turn that the next one replaces
        self.reached: Any = None  # the position after `played` turns; None once one is illegal
        self.played = -1  # -1: not even the start is known
        self.brackets: list[tuple[int | None, Span]] = []  # what each that is open replaces, and its location

    @property
    def has_game(self) -> bool:
        """Whether it has a position, or turns of Homeworlds: passes alone may be those of any game."""
        return self.has_diagram or any(turn.actions and not _only_passes(turn) for turn in self.turns)

    def ends_before(self, piece: TextPiece) -> bool:
        """Whether a piece begins another game."""
        if piece.kind is PieceKind.DIAGRAM:
            return (self.has_diagram or bool(self.turns)) and not self._leads_to(piece.line)
        is_settled = self.homes > 1 and self.has_moved and not self.brackets
        return is_settled and piece.kind is PieceKind.TURN and _places_home(_read_turn(piece.line))

    def _leads_to(self, diagram: SiteLine) -> bool:
        """Whether the turns of a game without variations lead to a position, whatever its systems are called."""
        if not self.turns or self.brackets or any(turn.instead_of is not None for turn in self.turns):
            return False
        if self.played < 0:
            self.reached = start_of(self.tags)
            self.played = 0
        while self.played < len(self.turns):
            self.reached = position_after(self.reached, self.turns[self.played])
            self.played += 1
        return self.reached is not None and _shows(diagram, self.reached)

    def take_comments_below(self, comments: Sequence[Comment]) -> list[Comment]:
        """Takes those comments that are right below what has been read, without a blank line; returns the others."""
        count = 0
        for comment in comments:
            if self.text.count("\n", self.end, comment.span.start) > 1:
                break
            self.end = comment.span.end
            count += 1
        self.take_comments(comments[:count])
        return list(comments[count:])

    def take_comments(self, comments: Sequence[Comment]) -> None:
        """Takes comments, which belong to the turn above them."""
        if not self.turns:
            self.before += comments
        elif comments:
            turn = self.turns[-1]
            self.turns[-1] = replace(turn, comments=(*turn.comments, *comments))

    def take(self, piece: TextPiece, *, is_next: bool) -> None:
        """Takes a tag, a turn, a position or a bracket; `is_next`: it is the first of another game."""
        line = piece.line
        self.end = line.start + len(line.text)
        match piece.kind:
            case PieceKind.DIAGRAM:
                if not self.turns:
                    self._take_diagram(line)
            case PieceKind.OPENS:
                self._open(line)
            case PieceKind.CLOSES:
                self._close(line)
            case _:
                tag = None if self.turns else _TAG.match(line.text)
                if tag is not None:
                    value = re.sub(r'\\(["\\])', r"\1", tag[2])
                    self.tags.append(Tag(tag[1], value, line.span(), Span(*tag.span(2)).shift(line.start)))
                    return
                if is_next:
                    self._warn("read as the beginning of another game", line.span(), 1)
                self._take_turn(line)

    def _take_diagram(self, line: SiteLine) -> None:
        """Takes the position that a game begins with."""
        self.has_diagram = True
        try:
            setup = read_diagram(line)
        except NotAnAction as error:
            self.diagnostics.append(site_diagnostic(CoreCodes.BAD_SETUP, error.span, error.message))
            return
        self.tags.append(site_tag("Setup", setup.value, line.span()))
        self._warn(setup.message("no `<0>` says who"), line.span(), 0)

    def _warn(self, message: str, span: Span, ply: int) -> None:
        self.diagnostics.append(Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR1", span, message, None, ply))

    def _open(self, line: SiteLine) -> None:
        """Takes a bracket, in which other turns replace the one above."""
        replaced = self.last if self.is_turn_above else None
        if replaced is None:
            self._report("write the turn that the variation replaces above this bracket", line.span())
        self.brackets.append((replaced, line.span()))
        self.instead_of = replaced
        self.is_turn_above = False

    def _close(self, line: SiteLine) -> None:
        """Takes a bracket that ends a variation."""
        if not self.brackets:
            self._report("remove this bracket: none is open", line.span())
            return
        replaced, _ = self.brackets.pop()
        self.instead_of = None
        if replaced is not None:
            self.last = replaced
            self.is_turn_above = True

    def _report(self, message: str, span: Span) -> None:
        self.diagnostics.append(site_diagnostic(CoreCodes.NOT_NOTATION, span, message, ply=len(self.turns)))

    def _take_turn(self, line: SiteLine) -> None:
        """Takes a turn, with the note after it."""
        note = _NOTE.search(line.text)
        parent = self.last if self.instead_of is None else _parent_of(self.turns[self.instead_of])
        turn = replace(_read_turn(line), parent=parent, instead_of=self.instead_of)
        if note:
            words = _note_words(note, line.text)
            span = line.span(note.start())
            turn = replace(turn, comments=(Comment(f"{{ {words} }}", span),) if words else ())
        self.last = len(self.turns)
        self.is_turn_above = True
        self.instead_of = None
        self.turns.append(turn)
        places_home = _places_home(turn)
        self.homes += places_home
        self.has_moved = self.has_moved or not (places_home or _only_passes(turn))

    def finish(self, source: ForeignText) -> Record:
        """The record of the game."""
        for _, span in self.brackets:
            self._report("close this bracket with a line `)`", span)
        diagnostics = list(self.diagnostics)
        turns = self.turns
        is_tree = any(turn.instead_of is not None for turn in turns)
        if not is_tree and _has_blocks(source.text):
            turns, joined = join_broken([replace(turn, parent=None) for turn in turns], self.tags)
            diagnostics += joined
        record = build_record(source, LINES_TITLE, turns, self.tags, comments=self.before, diagnostics=diagnostics)
        has_faulty_diagram = self.has_diagram and "Setup" not in record.tags
        return replace(record, has_start=False) if has_faulty_diagram else record


def _shows(diagram: SiteLine, position: Position) -> bool:
    """Whether a diagram shows a position, but for the names of its systems; one may leave out who moves."""
    try:
        setup = read_diagram(diagram)
    except NotAnAction:
        return False
    shown = start_of([site_tag("Setup", setup.value, diagram.span())])
    if shown is None or (setup.says_mover and setup.mover is not position.to_move):
        return False
    return _nameless(shown) == _nameless(position)


def _nameless(position: Position) -> Counter[tuple[Any, ...]]:
    return Counter((system.home, system.stars, system.ships) for system in position.systems)


def _parent_of(turn: SiteTurn) -> int:
    """The index of the turn before one of this form, which always has it."""
    return -1 if turn.parent is None else turn.parent


def _places_home(turn: SiteTurn) -> bool:
    return any(isinstance(action, Homeworld) for action in _actions_of(turn))


def _actions_of(turn: SiteTurn) -> Iterator[AnyAction]:
    """The actions of a turn as they are most likely meant."""
    return (action.written.action for action in turn.actions if isinstance(action.written, WrittenAction))


def _only_passes(turn: SiteTurn) -> bool:
    return all(isinstance(action, Pass) for action in _actions_of(turn))


def _read_turn(line: SiteLine) -> SiteTurn:
    """A turn, without the note after it."""
    note = _NOTE.search(line.text)
    text = line.text[: note.start()] if note else line.text
    return read_turn(text.rstrip().replace("\n", " "), line.start)


def _note_words(note: re.Match[str], text: str) -> str:
    """A note as a comment says it: `worse: too slow`. `orig` is left out: it marks a turn that was played."""
    words = _harmless(text[note.end() :])
    worth = (note["worth"] or "").lower()
    return ": ".join(part for part in (worth if worth in _WORTHS else "", words) if part)


def _comment(piece: SiteLine) -> Comment | None:
    """The comment that is written after `#`; None if it is empty."""
    words = _harmless(piece.text[1:])
    return Comment(f"{{ {words} }}", piece.span()) if words else None


def _harmless(text: str) -> str:
    """What any comment can hold: words without braces."""
    return text.strip().replace("{", "(").replace("}", ")")


def _pieces_of(text: str) -> Iterator[TextPiece]:
    """Turns, tags, comments, positions and brackets, in the order of the text."""
    diagrams = list(find_diagrams(text))
    parts: list[str] = []  # of the text, in which positions are blank
    end = 0
    for diagram in diagrams:
        parts += [text[end : diagram.start], _NOT_LINE_END.sub(" ", diagram.text)]
        end = diagram.start + len(diagram.text)
    text = "".join([*parts, text[end:]])
    pieces = [TextPiece(PieceKind.DIAGRAM, diagram) for diagram in diagrams]
    return iter(sorted([*pieces, *_lines_of(text), *_comments_of(text)], key=attrgetter("line.start")))


def _lines_of(text: str) -> Iterator[TextPiece]:
    """Turns, tags and brackets. A line that ends with a separator continues in the next, and where blank
    lines part the turns, a line continues the one right above it."""
    begin: int | None = None  # of a turn that continues
    end = 0
    filled = [bool(line.strip()) for line in text.split("\n")]
    has_blocks = _has_blocks(text)
    for line, is_followed in zip(site_lines(text), [*filled[1:], False], strict=True):
        note, written = _without_comment(line.text)
        bare = written.strip()
        bracket = _BRACKETS.get(bare)
        if bracket is not None:
            yield TextPiece(bracket, SiteLine(line.start + written.find(bare), bare))
        elif bare:
            end = line.start + len(written.rstrip())
            begin = end - len(bare) if begin is None else begin
            continues = bare.endswith(_CONTINUES) or (has_blocks and is_followed and written == line.text)
            if note or not continues:
                yield TextPiece(PieceKind.TURN, SiteLine(begin, text[begin:end]))
                begin = None
    if begin is not None:
        yield TextPiece(PieceKind.TURN, SiteLine(begin, text[begin:end]))


def _without_comment(text: str) -> tuple[re.Match[str] | None, str]:
    """Where the note in a line begins, and the line without its comment."""
    note, remark = _find_note(text)
    return note, text[: remark.start()] if remark else text


def _comments_of(text: str) -> Iterator[TextPiece]:
    """The comments after `#`."""
    for line in site_lines(text):
        _, remark = _find_note(line.text)
        if remark:
            words = line.text[remark.start() :].strip()
            yield TextPiece(PieceKind.COMMENT, SiteLine(line.start + remark.start(), words))


def _find_note(text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Where in a line a note begins, and where a comment after `#`: one that is within the other is not there."""
    note = _NOTE.search(text)
    remark = _COMMENT.search(text)
    if note is None or remark is None:
        return note, remark
    return (note, None) if note.start() < remark.start() else (None, remark)


def _has_blocks(text: str) -> bool:
    """Whether blank lines part the turns: most lines have one above and below."""
    filled = [bool(line.strip()) for line in text.split("\n")]
    together = sum(1 for is_filled, is_next_filled in pairwise(filled) if is_filled and is_next_filled)
    return sum(filled) > _FEW and together * 3 < sum(filled)
