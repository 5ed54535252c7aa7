"""The nodes of a record for a user who steps through it, and the ways between them.

A `LineTree` is a record's turns as a tree of nodes: the start, each replayed turn, and the first turn of a line that
could not be replayed, which shows what is wrong. The turns after that one are listed, but cannot be visited. Draws
nothing and knows no keys: the terminal, the page and the listings are built on it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, Refusal, Span
from pyrnot.core.diagram import Block, Diagram, Facts
from pyrnot.core.players import TO_MOVE, name_seats, named_seats, with_seat
from pyrnot.play.plies import VariationPly
from pyrnot.play.replay import skip_to
from pyrnot.play.results import agrees
from pyrnot.play.turns import play_actions

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic
    from pyrnot.core.game import AnyGame, Event
    from pyrnot.play.plies import AnyPly
    from pyrnot.play.replay import Ply, Replay
    from pyrnot.record.model import Comment, Record, Turn

START = -1
"""Stands for the start where a turn's index is expected."""


class Node(Struct, frozen=True, kw_only=True, dict=True):
    """One turn of a record, or its start, with its comments and diagnostics.

    `turn` is its index in the record (`START` for the start), `parent` that of the turn before it, `line` the name of
    its variation, "" on the main line. `written` is the turn as written. `starting_comments` are the comments before
    the first turn of a variation. `replayed` is the replayed turn, None if there is none; `position` is the one after
    it, without it the one before, and None for a record without a start and after a turn that could not be replayed.
    `refused` is what its diagram shows of an illegal turn, None where there is nothing to show. `names` are the
    players by their seats. `ended` is the result in the record with which the game ended there, "" if it did not.
    """

    turn: int
    parent: int
    variation: int
    ply: int
    seat: str
    line: str = ""
    written: str = ""
    marks: tuple[str, ...] = ()
    starting_comments: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    replayed: Ply | None = None
    position: Any = None
    game: AnyGame | None = None
    refused: RefusedTurn | None = None
    names: Mapping[str, str] = {}
    ended: str = ""

    @property
    def is_legal(self) -> bool:
        """Whether it is the start or was replayed."""
        return self.turn == START or self.replayed is not None

    @property
    def can_stand(self) -> bool:
        """Whether it can be visited: not after a turn that could not be replayed."""
        return self.turn == START or self.position is not None

    @property
    def events(self) -> Sequence[Event]:
        """What the turn did."""
        return self.replayed.events if self.replayed is not None else ()

    @property
    def caption(self) -> str:
        """The line above the diagram: the ply, who moved, the turn, and the variation if it is in one."""
        where = f" ({self.line})" if self.line else ""
        return f"{self.ply}. {self.seat}: {self.text}{where}" if self.ply else "Start"

    @property
    def diagram(self) -> Diagram:
        """The picture of `position`, which there must be, or of where a turn was refused; drawn again at each use."""
        assert self.game is not None
        if self.refused is not None:
            diagram = self.refused.draw(self.game, self.position)
        else:
            diagram = self.game.diagram(self.position, self.replayed.before if self.replayed else None, self.events)
        if self.ended:
            diagram = _without_mover(diagram, self.ended)
        return name_seats(diagram, self.names)

    def diagrams_within(self) -> Iterator[Diagram]:
        """The pictures of a replayed turn after each action that did something on the table, but for the last thing
        that it did, whose picture is `diagram`."""
        if self.replayed is None or self.game is None:
            return
        played = self.replayed.played
        acted = [action for action in played.actions if any(map(_is_on_table, action.transition.events))]
        if acted and not any(map(_is_on_table, played.ended.events)):
            acted.pop()
        events: list[Event] = []
        for action in played.actions:
            events += action.transition.events
            if action in acted:
                diagram = self.game.diagram(action.transition.position, self.replayed.before, events)
                yield name_seats(diagram, self.names)

    @cached_property
    def text(self) -> str:
        """The turn in canonical form, or as written if it was not replayed; made when it is used, since most of the
        time that a node takes is this."""
        if self.replayed is None or self.game is None:
            return self.written
        return self.game.write_turn(self.replayed.played.actions, self.replayed.played.ended)


def _without_mover(diagram: Diagram, ended: str) -> Diagram:
    """The diagram of a game that a result has ended: it says so instead of who is to move."""
    blocks: list[Block] = []
    for block in diagram.blocks:
        if isinstance(block, Facts):
            pairs = [("Ended", ended) if name == TO_MOVE else (name, value) for name, value in block.pairs]
            block = Facts(tuple(pairs))
        blocks.append(block)
    return Diagram(tuple(blocks))


def _is_on_table(event: Event) -> bool:
    return bool(event.places)


class RefusedTurn(Struct, frozen=True):
    """An illegal turn that was not replayed: its actions as written, and what a diagram shows of it."""

    turn: Turn
    refusal: Refusal

    def draw(self, game: AnyGame, before: Any) -> Diagram:
        """The position in which the turn was refused, within it if it has legal actions before the refused one, with
        what was written and what is wrong."""
        from pyrnot.core.refusal import mark_refusal  # judging draws nothing

        before, _ = skip_to(game, before, self.turn)
        parsed_actions = [action.written for action in self.turn.actions]
        index = self.refusal.index
        try:
            played = play_actions(game, before, parsed_actions[:index])
        except Illegal:  # actions that are read in another way with the refused one
            played = ()
        if played:
            events = [event for action in played for event in action.transition.events]
            diagram = game.diagram(played[-1].transition.position, before, events)
        else:
            diagram = game.diagram(before)
        route = () if index is None or self.turn.is_broken else game.route(parsed_actions[index])
        return mark_refusal(diagram, self.refusal, route)


class LineTree(Struct, frozen=True):
    """All nodes of a record: the start and its turns, in the order of the text.

    `after` maps a turn's index to that of the next on the same line of play.
    """

    replay: Replay
    nodes: tuple[Node, ...]
    after: Mapping[int, int]

    @property
    def record(self) -> Record:
        """The record whose nodes these are."""
        return self.replay.record

    def node(self, turn: int) -> Node:
        """The node of a turn, by its index."""
        return self.nodes[turn + 1]

    def variations(self, turn: int) -> tuple[int, ...]:
        """The numbers of the variations that replace a turn, except those without turns."""
        if turn == START:
            return ()
        return tuple(number for number in self.record.turns[turn].variations if self.record.variations[number].turns)

    def first_of(self, variation: int) -> int:
        """The index of a variation's first turn."""
        return self.record.variations[variation].turns[0]

    def path(self, turn: int) -> list[int]:
        """The turns that lead to a node, from the first one to its own."""
        found: list[int] = []
        while turn != START:
            found.append(turn)
            turn = self.node(turn).parent
        return found[::-1]

    @property
    def title(self) -> str:
        """The record's title: the game and its players, or its event."""
        return title_of(self.replay)

    @property
    def result(self) -> str:
        """The record's result as players write it: `White wins`, `draw`; "" if it has none."""
        return _result(self.record)

    @property
    def ending(self) -> str:
        """How the game ended: the outcome by the rules and the reason for it, or the result in the record."""
        outcome = self.replay.outcome
        if outcome is None:
            return self.result
        if outcome.winner is None:
            return outcome.message if "draw" in outcome.message.lower() else f"Draw: {outcome.message}"
        who = with_seat(outcome.winner, self.node(START).names)
        has_said = f"{outcome.winner} wins".lower() in outcome.message.lower() and who == outcome.winner
        return outcome.message if has_said else f"{who} wins: {outcome.message}"

    def chosen(self, plies: Sequence[AnyPly] | None, *, variations: bool = True) -> Sequence[Node]:
        """The nodes to write out: those of the given plies, or (None) all that can be visited, in the
        order of the text, with or without those of variations."""
        if plies is not None:
            return [self.node(self.turn_of(ply)) for ply in plies]
        return [node for node in self.turns(variations=variations) if node.can_stand]

    def turn_of(self, ply: AnyPly) -> int:
        """The turn that leads to a ply."""
        if isinstance(ply, VariationPly):
            return ply.turn
        return self.record.main_line[ply - 1] if ply else START

    def unjudged(self, *, variations: bool = True) -> Sequence[Node]:
        """The turns after one that was not replayed, in the order of the text."""
        return [node for node in self.turns(variations=variations) if not node.can_stand]

    def turns(self, *, variations: bool = True) -> Sequence[Node]:
        """All nodes, in the order of the text, with or without those of variations."""
        return [node for node in self.nodes if variations or not node.variation]


def _result(record: Record) -> str:
    """The result of a record as players write it; "" if it has none."""
    text = record.result.text if record.result else ""
    return text if text.startswith("draw") else text.capitalize()


def _ended(replay: Replay) -> str:
    """The result in the record, if it ended the game before the rules did; "" if it did not, or is false."""
    result = replay.record.result
    if result is None or result.text == "*" or replay.start is None:
        return ""
    return _result(replay.record) if agrees(result, replay.start.seats, replay.outcome) else ""


def node_at(replay: Replay, ply: AnyPly) -> Node:
    """The node at a ply of the main line (0: the start) or of a variation."""
    line_tree = build_tree(replay)
    return line_tree.node(line_tree.turn_of(ply))


def is_on_board(replayed: Replay) -> bool:
    """Whether a game is played on a board that can be seen from another side; so is one whose start is not known."""
    game = replayed.record.game
    if game is None or replayed.start is None:
        return True
    return game.diagram(replayed.start, None, ()).has_board


def title_of(replayed: Replay) -> str:
    """The title of a record: the game and its players, or its event."""
    record = replayed.record
    name = record.game.info.title if record.game else "Unknown game"
    seats = replayed.start.seats if replayed.start is not None else ()
    players = [record.tags[seat] for seat in seats if record.tags.get(seat)]
    if len(players) == len(seats) and players:
        return f"{name}: {' - '.join(players)}"
    return f"{name}: {record.tags['Event']}" if record.tags.get("Event") else name


def build_tree(replay: Replay) -> LineTree:
    """The line tree of a replay."""
    record = replay.record
    diagnostics = _place_diagnostics(replay)
    names = named_seats(record.tags, replay.start.seats) if replay.start is not None else {}
    nodes = [_start_node(replay, diagnostics[START], names)]
    after: dict[int, int] = {}
    for index, turn in enumerate(record.turns):
        line = record.variations[turn.variation]
        # A line that a user has tried after the last turn of another one replaces no turn.
        begins_variation = bool(turn.variation) and line.turns[0] == index and line.instead_of != START
        if not begins_variation:
            after[turn.parent] = index
        node = _turn_node(
            replay, index, nodes[turn.parent + 1], diagnostics[index], begins_variation=begins_variation, names=names
        )
        nodes.append(node)
    return LineTree(replay, tuple(nodes), after)


def _start_node(replay: Replay, diagnostics: Iterable[Diagnostic], names: Mapping[str, str]) -> Node:
    """The node of a record's start, with the comments before its first turn."""
    record = replay.record
    return Node(
        turn=START,
        parent=START,
        variation=0,
        ply=0,
        seat=replay.start.to_move if replay.start is not None else "",
        comments=words_of(comment for _, comment in record.comments),
        diagnostics=tuple(diagnostics),
        position=replay.start,
        game=record.game,
        names=names,
        ended="" if record.main_line else _ended(replay),
    )


def _turn_node(
    replay: Replay,
    index: int,
    before: Node,
    diagnostics: Iterable[Diagnostic],
    *,
    begins_variation: bool,
    names: Mapping[str, str],
) -> Node:
    """The node of the turn with an index, after the node `before`."""
    record = replay.record
    turn = record.turns[index]
    line = record.variations[turn.variation]
    ply = replay.plies[index]
    position = before.position if before.is_legal else None
    is_last = bool(record.main_line) and index == record.main_line[-1]
    return Node(
        turn=index,
        parent=turn.parent,
        variation=turn.variation,
        ply=turn.ply,
        seat=_seat(record, turn, position) if ply is None else ply.before.to_move,
        line=line.name,
        written=_written(record, turn),
        marks=tuple(turn.marks),
        starting_comments=words_of(line.comments) if begins_variation else (),
        comments=words_of(turn.comments) + (words_of(record.tail) if is_last else ()),
        diagnostics=tuple(diagnostics),
        replayed=ply,
        position=position if ply is None else ply.position,
        game=record.game,
        refused=_refused(turn, diagnostics) if ply is None and position is not None else None,
        names=names,
        ended=_ended(replay) if is_last and ply is not None else "",
    )


def _refused(turn: Turn, diagnostics: Iterable[Diagnostic]) -> RefusedTurn | None:
    """What a diagram shows of a turn that was not replayed; None if it was not refused by the rules."""
    refusals = (diagnostic.refusal for diagnostic in diagnostics if diagnostic.refusal is not None)
    refusal = next(refusals, None)
    return None if refusal is None else RefusedTurn(turn, refusal)


def _written(record: Record, turn: Turn) -> str:
    """The turn as written, without its number and seat; of one that is not notation, without a result that ends
    it."""
    span = turn.actions_span
    if turn.actions:
        return record.source.written(span)
    start = max(turn.number.end if turn.number else span.start, turn.seat.span.end if turn.seat else span.start)
    result = record.result.span.start if record.result else span.end
    end = result if start < result < span.end else span.end
    return record.source.written(Span(start, end)).strip(": \t\r\n")


def _seat(record: Record, turn: Turn, position: Any) -> str:
    """The seat of a turn that was not replayed; "" if the position before it is unknown."""
    if position is None or record.game is None:
        return ""
    return str(skip_to(record.game, position, turn)[0].to_move)


def words_of(comments: Iterable[Comment]) -> tuple[str, ...]:
    """The comments without their delimiters and without empty ones."""
    return tuple(words for words in (comment.words for comment in comments) if words)


def _place_diagnostics(replay: Replay) -> defaultdict[int, list[Diagnostic]]:
    """The diagnostics by turn: each belongs to that of its line and ply, else to the last turn before it."""
    record = replay.record
    turn_of = {
        (record.variations[turn.variation].name, turn.ply): index
        for index, turn in reversed(list(enumerate(record.turns)))
    }
    begins = [turn.start for turn in record.turns]
    placed: defaultdict[int, list[Diagnostic]] = defaultdict(list)
    for diagnostic in replay.diagnostics:
        turn_at = START
        if diagnostic.ply:
            turn_at = turn_of.get((diagnostic.line_of_play, diagnostic.ply), START)
            if turn_at == START and diagnostic.span is not None:
                turn_at = bisect_right(begins, diagnostic.span.start) - 1
        placed[turn_at].append(diagnostic)
    return placed
