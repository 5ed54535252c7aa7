"""The text around a diagnostic, as `suggestions` asks about it: its line, its turn, what reads as an action there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic, Fix, Illegal, Span
from pyrnot.core.game import AnyGame, ParsedAction
from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.model import Turn
from pyrnot.record.outline import BRACKET
from pyrnot.record.tokens import LOOSER_NUMBER
from pyrnot.record.typed import body_start

_LONGEST_LINE = 500
_COMMENT = lazy_pattern(r"\{[^}\n]*\}?|#(?!\s*[0-9]).*")
_END_OF_ACTION = lazy_pattern(r"[;{}()\[\]\n!?$*]|\.(?=\s|\Z)|(?<!\S)[0-9]+\s*[.)]")
_NEXT_NUMBER = lazy_pattern(rf"\s{LOOSER_NUMBER}")
_OTHER_SEPARATOR = lazy_pattern(r"[,:/|+&;.\n]|\s(?:and|then|und)\s")


class DiagnosticContext(Struct, dict=True):
    """The text around a diagnostic that begins at `start`, in the turn that it belongs to."""

    diagnostic: Diagnostic
    text: str
    start: int
    game: AnyGame | None
    tags: Tags
    turn: Turn | None = None

    @cached_property
    def line_start(self) -> int:
        """Where the line of the diagnostic begins, as far as it is looked at."""
        return max(self.text.rfind("\n", 0, self.start) + 1, self.start - _LONGEST_LINE)

    @cached_property
    def line_end(self) -> int:
        """Where it ends."""
        end = self.text.find("\n", self.start)
        return min(len(self.text) if end < 0 else end, self.start + _LONGEST_LINE)

    @cached_property
    def line(self) -> str:
        """The line of the diagnostic, without comments."""
        return _COMMENT.sub("", self.text[self.line_start : self.line_end]).strip()

    @cached_property
    def rest(self) -> str:
        """The line from the diagnostic on, without comments, up to the next turn's number."""
        line = _COMMENT.sub("", self.text[self.start : self.line_end])
        return _NEXT_NUMBER.split(line, maxsplit=1)[0].strip()

    @property
    def begins_line(self) -> bool:
        """Whether the diagnostic is the first of its line."""
        return not self.text[self.line_start : self.start].strip()

    @cached_property
    def head(self) -> str:
        """The text of the action before the diagnostic: after the last `;`, and without the turn's number and
        seat."""
        if self.turn is None:
            return ""
        head = self.text[max(self.turn.start, self.start - _LONGEST_LINE) : self.start]
        if ";" in head:
            return head.rpartition(";")[2].strip()
        return head[body_start(head) :].strip()

    def action(self, text: str) -> ParsedAction | None:
        """The action with which a text begins, None if it begins with none."""
        assert self.game is not None
        return first_action(self.game, text)

    def may_be_turn(self, parsed_actions: Sequence[ParsedAction]) -> bool:
        """Whether these actions may be those of one turn, as far as their kinds and order tell."""
        assert self.game is not None
        if len(parsed_actions) > 1 and isinstance(self.game, SingleActionTurns):
            return False
        try:
            self.game.check_parts(parsed_actions)
        except Illegal:
            return False
        return True

    def suggest(self, hint: str, fix: Fix | None = None) -> Diagnostic:
        """The diagnostic with this hint, and the fix that it proposes if it is certain."""
        return replace(self.diagnostic, hint=hint, fix=fix)

    def rewrite(self, old: str, new: str, start: int | None = None) -> Fix | None:
        """The fix that writes `new` in place of `old`, from `start` on or else from the diagnostic on.

        None if the text has something else there: a comment that was left out, or more than was looked at.
        """
        if start is None:
            start = self.start
        end = start + len(old)
        is_cut = end == self.line_end and self.text[end : end + 1] not in ("", "\n")
        if is_cut or not self.text.startswith(old, start):
            return None
        return Fix(Span(start, end), new)

    def rewrite_line(self, new: str) -> Fix | None:
        """The fix that writes `new` in place of the line of the diagnostic; None if that has a comment, or is very
        long."""
        line = self.text[self.line_start : self.line_end]
        if self.line_start and self.text[self.line_start - 1] != "\n":
            return None
        return self.rewrite(self.line, new, self.line_start + len(line) - len(line.lstrip()))

    def separate(self, separator: str) -> Fix:
        """The fix that writes `; ` in place of the separator at the diagnostic and of the blanks before it."""
        start = len(self.text[: self.start].rstrip())
        return Fix(Span(start, self.start + len(separator)), "; ")


def first_action(game: AnyGame, text: str) -> ParsedAction | None:
    """The action with which a text begins, up to what ends an action or else to a separator that is none; None if it
    begins with none."""
    plain = BRACKET.sub(lambda bracket: "_" * len(bracket.group()), text[:_LONGEST_LINE])
    for end in (_END_OF_ACTION.search(plain), _OTHER_SEPARATOR.search(plain)):
        length = _LONGEST_LINE if end is None else end.start()
        try:
            return parse_action(game, text[:length].strip())
        except NotNotation:
            continue
    return None
