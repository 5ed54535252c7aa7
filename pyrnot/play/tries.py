"""Tries many turns from one position. What they begin with alike is played once: most are refused soon after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, ParsedAction, PlayedAction
from pyrnot.play.turns import TurnPlayed, play_action, play_turn
from pyrnot.record.grammars import parse_action

Step = PlayedAction[Any, Any, Any]


class Tries:
    """Turns from a position, each the texts of its actions. Without `check_claims` false claims are ignored."""

    def __init__(self, game: AnyGame, start: Any, *, check_claims: bool = True) -> None:
        self.game = game
        self.start = start
        self.check_claims = check_claims
        self._known: dict[tuple[str, ...], Step | Illegal | None] = {}

    def play(self, texts: Sequence[str]) -> TurnPlayed[Any, Any, Any]:
        """A turn, judged as by `play_turn`. Raises `Illegal`, and `NotNotation`."""
        parsed_actions = [parse_action(self.game, text) for text in texts]
        self.game.check_parts(parsed_actions)
        begun: list[Step] = []
        for number, parsed in enumerate(parsed_actions, 1):
            step = self._step(tuple(texts[:number]), begun, parsed)
            if step is None:
                break
            begun.append(step)
        return play_turn(self.game, self.start, parsed_actions, check_claims=self.check_claims, begun=begun)

    def _step(self, texts: tuple[str, ...], begun: Sequence[Step], parsed: ParsedAction) -> Step | None:
        """The last action of these texts, played after the others; None if only the rest of its turn says what it
        means. Raises `Illegal`."""
        if texts not in self._known:
            position = begun[-1].transition.position if begun else self.start
            try:
                self._known[texts] = play_action(self.game, position, parsed, check_claims=self.check_claims)
            except Illegal as illegal:
                self._known[texts] = illegal.with_traceback(None)
        known = self._known[texts]
        if isinstance(known, Illegal):
            raise known.with_traceback(None)
        return known
