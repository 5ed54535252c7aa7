"""The turns of a record as a tree of variations, with the current one marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pyrnot.viewer.texts import draw_row, fold_column
from pyrnot.viewer.turns import Row, list_rows
from pyrnot.viewer.widgets.rows import Rows

if TYPE_CHECKING:
    from pyrnot.play.course import Course


class TurnList(Rows):
    """The tree of turns."""

    course: Course | None = None
    folded: frozenset[int] = frozenset()
    rows: tuple[Row, ...] = ()

    def show_turn(self, course: Course, turn: int, folded: frozenset[int]) -> None:
        """Shows the tree of a course around a turn."""
        if course is not self.course or folded != self.folded:
            self.course, self.folded = course, folded
            self.rows = list_rows(course, folded)
            self.places = {row.turn: place for place, row in enumerate(self.rows)}
        self.show_rows(len(self.rows), self.places.get(turn, -1))

    def draw(self, index: int, width: int) -> Text:
        """A row of the tree."""
        assert self.course is not None
        return draw_row(self.course, self.rows[index], is_here=index == self.here, width=width)

    def fold_at(self, index: int, column: int) -> int:
        """The variation that a click on a row folds or unfolds, 0 if it does not."""
        row = self.rows[index]
        start = fold_column(row)
        return row.opens if start <= column < start + 2 else 0
