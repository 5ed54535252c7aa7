"""Which of two texts for one turn counts, by what the players said: corrections, take-backs, rulings (TR4.3)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Said, between, first_after
from pyrnot.foreign.thread.sameness import is_same_text
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import identity_of

_SPOKEN = ("mention", "sentence", "led", "open", "prose", "near")
"""Doubts that may speak of a turn."""


class Settled:
    """What players and organisers said about the turns of one game."""

    def __init__(self, book: SeatBook, items: Sequence[AnyItem]) -> None:
        self.book = book
        self.candidates = [item for item in items if isinstance(item, Candidate)]
        self.said = [item for item in items if isinstance(item, Said)]
        self.asked = {said.line.start for said in self.said if said.kind == "take-back"}
        """Where somebody asks to take a turn back, perhaps with the turn that is to take the other's place."""
        self.forbidden = next((said.order for said in self.said if said.kind == "no-take-backs"), sys.maxsize)
        """From which place in the order nothing is taken back."""
        doubts = [item for item in items if isinstance(item, Doubt)]
        self.spoken = [doubt for doubt in doubts if doubt.kind in _SPOKEN]
        self.retracted = [doubt for doubt in doubts if doubt.kind == "retraction" and doubt.name]

    def which(self, old: Candidate, new: Candidate) -> str:
        """Whether something said settles which of two texts counts: `first`, `second`, or "" (TR4.3)."""
        if self.book.is_organiser(new.speaker) or self.book.is_organiser(new.who):
            return "second"
        is_forbidden = self.forbidden < new.order
        is_own = self.is_by(new, old)
        is_asked = new.line.start in self.asked
        answer = self._answer_to(new) if is_own and (new.corrects or is_asked) else ""
        if is_asked and answer != "accept":
            return "first" if answer == "decline" else ""
        agreed = answer == "accept" or self._agreed_take_back(old, new)
        if is_forbidden:
            return "first" if is_own and (new.corrects or new.is_sorry or agreed) else ""
        if not is_own:
            return ""
        if self._is_refused(new) and not agreed:
            return "" if new.corrects or new.is_sorry else "first"
        says_so = new.corrects or new.is_sorry or self._is_retracted(old, new)
        is_list = new.corrects and new.number is not None and not (old.name or new.name) and old.mail == new.mail
        return "second" if agreed or is_list or (says_so and not self._is_answered(old, new)) else ""

    def _is_refused(self, new: Candidate) -> bool:
        """Whether the other player answers a changed turn with `no take-backs`."""
        following = first_after(self.candidates, new.order)
        end = following.order if following is not None else sys.maxsize
        return any(
            said.kind == "no-take-backs" and said.name and not self.is_by(said, new)
            for said in between(self.said, new.order, end)
        )

    def _is_retracted(self, old: Candidate, new: Candidate) -> bool:
        """Whether its player took a text back between the two: `wrong game, ignore that`."""
        return any(self.is_by(doubt, old) for doubt in between(self.retracted, old.order, new.order))

    def is_by(self, new: AnyItem, old: AnyItem) -> bool:
        mine, theirs = (identity_of(self.book, found) for found in (new, old))
        return not mine or not theirs or mine == theirs

    def _is_answered(self, old: Candidate, new: Candidate) -> bool:
        """Whether somebody else made a turn between the two."""
        return any(
            not is_same_text(found, old) and not found.depth and not self._is_same_player(found, old)
            for found in between(self.candidates, old.order, new.order)
        )

    def _is_same_player(self, one: Candidate, other: Candidate) -> bool:
        first, second = (identity_of(self.book, found) for found in (one, other))
        if first or second:
            return first == second
        return one.number is not None and one.number == other.number

    def is_disputed(self, old: Candidate, new: Candidate) -> bool:
        """Whether somebody else, before the next turn, still speaks of a turn that its player corrected."""
        text = "".join(old.ways[0].text.lower().split())
        following = first_after(self.candidates, new.order)
        end = following.order if following is not None else sys.maxsize
        return not self._agreed_take_back(old, new) and any(
            text in "".join(said.text.lower().split()) and not self.is_by(said, new)
            for said in between(self.spoken, new.order, end)
        )

    def _agreed_take_back(self, old: Candidate, new: Candidate) -> bool:
        """Whether the other player agreed between the two to a take-back."""
        asked = None
        for said in between(self.said, old.order, new.order):
            if said.kind == "take-back" and self._said_by(said, old):
                asked = said
            elif asked is not None and said.kind in ("accept", "decline") and not self._said_by(said, old):
                return said.kind == "accept"
        return False

    def _answer_to(self, new: Candidate) -> str:
        """How the other player answers a correction before anybody makes a turn: `accept`, `decline` or ""."""
        following = first_after(self.candidates, new.order)
        end = following.order if following is not None else sys.maxsize
        for said in between(self.said, new.order, end):
            if said.kind in ("accept", "decline") and said.name and not self._said_by(said, new):
                return said.kind
        return ""

    def _said_by(self, said: Said, candidate: Candidate) -> bool:
        first, second = (identity_of(self.book, item) for item in (said, candidate))
        return bool(first) and first == second
