"""Regular expressions that are compiled when they are first used.

The package has several hundred, of which a command uses some. To compile all of them would take a fifth of the time
in which a short mail is checked.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import AnyStr, Generic, cast


class LazyPattern(Generic[AnyStr]):
    """Stands for a pattern, which is compiled when one of its methods is first looked up. The method is kept, so that
    each later call costs what one of `re.Pattern` costs."""

    def __init__(self, source: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = source
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[AnyStr]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> object:
        method = getattr(self._compiled, name)
        setattr(self, name, method)
        return method


def lazy_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives for a pattern and its flags. A pattern that is wrong raises `re.error` when it is first
    used."""
    return cast("re.Pattern[AnyStr]", LazyPattern(source, flags))
