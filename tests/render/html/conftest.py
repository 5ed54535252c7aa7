"""A fixture that writes replay pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pyrnot.play.course import Course
from pyrnot.render.html.page import Page
from pyrnot.render.svg.style import Theme


@pytest.fixture(scope="session")
def write_page() -> Callable[..., str]:
    """`write_page(course, ...)` returns a page with these records, titled after the first."""

    def write(
        *courses: Course,
        plies: Sequence[int] | None = None,
        flip: bool = False,
        theme: Theme = Theme.AUTO,
        variations: bool = True,
    ) -> str:
        page = Page(courses[0].title, flip=flip, theme=theme)
        pieces = [*page.head()]
        for course in courses:
            pieces += page.record(course, plies, variations=variations)
        return "".join([*pieces, *page.foot()])

    return write
