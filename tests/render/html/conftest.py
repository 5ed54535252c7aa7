"""A fixture that writes replay pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pyrnot.play.line_tree import LineTree
from pyrnot.render.html.page import Page
from pyrnot.render.svg.style import Theme


@pytest.fixture(scope="session")
def write_page() -> Callable[..., str]:
    """`write_page(line tree, ...)` returns a page with these records, titled after the first."""

    def write(
        *line_trees: LineTree,
        plies: Sequence[int] | None = None,
        flip: bool = False,
        theme: Theme = Theme.AUTO,
        variations: bool = True,
    ) -> str:
        page = Page(line_trees[0].title, flip=flip, theme=theme)
        pieces = [*page.head()]
        for line_tree in line_trees:
            pieces += page.record(line_tree, plies, variations=variations)
        return "".join([*pieces, *page.foot()])

    return write
