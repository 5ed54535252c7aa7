"""How far the candidates of one game are resolved, while they are walked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from pyrnot.foreign.thread.model import Kind, ResolvedTurn, ThreadLine, turns_of
from pyrnot.foreign.thread.players import Players, are_in_sentences
from pyrnot.foreign.thread.resolve.interpreting import plain
from pyrnot.foreign.thread.resolve.leaving import count_leaving
from pyrnot.foreign.thread.resolve.ordering import count_plies, numbers_lead, walk_order

_FEW_TURNS = 2
"""Turns that one who does not play may well have written by mistake."""


class Progress:
    """The candidates of one game, which do not change, and the turns that they have come to so far."""

    def __init__(
        self, lines: Sequence[ThreadLine], players: Players, position: Any, known: tuple[ResolvedTurn, ...]
    ) -> None:
        self.lines = lines
        self.players = players
        self.plies = count_leaving(lines, count_plies(lines, players), players, len(known))
        """The plies of numbered lines, by their `order`."""
        self.candidates = walk_order(lines, self.plies, len(known))
        self.heads = _heads(self.candidates)
        """The places of the candidates at their heads; of all, where the players write in sentences."""
        self.scribe = _scribe(turns_of(self.candidates))
        self.answering = _answering(lines, players)
        self.is_numbered = numbers_lead(lines, self.plies)
        self.talk = _talk_of(lines)
        self.by_ply: dict[int, list[ThreadLine]] = defaultdict(list)
        for line in self.candidates:
            if line.order in self.plies:
                self.by_ply[self.plies[line.order]].append(line)
        self.numbers = sorted(self.by_ply)
        self.results = _results(lines, players)
        self.turns: list[ResolvedTurn] = list(known)
        self.by_text: dict[str, list[ResolvedTurn]] = defaultdict(list)
        """The turns of this text by what is written."""
        self.left = {turn.seat for turn in known if turn.line.leaves}
        """The seats that have left."""
        self.position = position
        """The position after the last turn, None where it is not known."""
        self.end = -1 if self.has_ended() else None
        """The order of the turn with which the game has ended by its rules, -1 for one above these lines."""

    @property
    def expected(self) -> int:
        """The ply that is expected."""
        return len(self.turns) + 1

    @property
    def last(self) -> ResolvedTurn | None:
        """The last turn, None before the first."""
        return self.turns[-1] if self.turns else None

    def to_move(self) -> str:
        """The seat that is to move: by its order where the position is not known."""
        return self.players.seat_at(self.expected) if self.position is None else str(self.position.to_move)

    def has_ended(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.position is not None and self.players.game.outcome(self.position) is not None

    def ply(self, line: ThreadLine) -> int:
        """The ply that a line claims: that of its number, else the next one."""
        return self.plies.get(line.order, self.expected)

    def filled(self, line: ThreadLine) -> ResolvedTurn | None:
        """The turn that stands where the number of a line belongs."""
        ply = self.plies.get(line.order, 0)
        return self.turns[ply - 1] if 0 < ply < self.expected else None

    def add(self, turn: ResolvedTurn) -> None:
        """Notes the next turn, and whether it ends the game."""
        self.turns.append(turn)
        self.by_text[plain(turn.line.written)].append(turn)
        if turn.line.leaves:
            self.left.add(turn.seat)
        self.position = turn.after
        if self.end is None and self.has_ended():
            self.end = turn.line.order


def _heads(candidates: Sequence[ThreadLine]) -> Sequence[int]:
    heads = [at for at, line in enumerate(candidates) if line.is_turn]
    turns = [at for at, line in enumerate(candidates) if line.kind is Kind.CANDIDATE]
    return turns if are_in_sentences([candidates[at] for at in turns]) else heads


def _answering(lines: Sequence[ThreadLine], players: Players) -> str | None:
    """The seat that answers the mails of one player: whose text it is above or below them, though nobody is named."""
    quoted = {players.seat_of(line.message.sender) for line in lines if line.message.depth == 1}
    return players.other(quoted.pop()) if len(quoted) == 1 else None


def _scribe(turns: Sequence[ThreadLine]) -> str | None:
    """Who writes down all turns, of more than a few; None if there are several hands."""
    hands = {line.author for line in turns}
    return hands.pop() if len(hands) == 1 and len(turns) > _FEW_TURNS else None


def _talk_of(lines: Sequence[ThreadLine]) -> Mapping[str, Sequence[int]]:
    """The orders of the lines with which each known author talks."""
    talk: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        if line.kind is Kind.TALK and line.author:
            talk[line.author].append(line.order)
    return talk


def _results(lines: Sequence[ThreadLine], players: Players) -> list[int]:
    """The orders of the lines in which it may be a player who says how the game ended."""
    said = (line for line in lines if line.kind is Kind.RESULT and not line.is_quoted)
    return [line.order for line in said if players.is_player(line.author) is not False]
