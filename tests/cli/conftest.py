"""Files that several tests of the command line read."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import CLUB


@pytest.fixture
def club(make) -> Path:
    return make("club.pyr", "\n".join(CLUB))


@pytest.fixture
def folder(make) -> None:
    """A folder `in` with a club's file in CRLF, one of that name in a folder below, and one in Latin-1."""
    make("in/club.pyr", "\r\n".join("\n".join(CLUB).replace("Sd3", "SD3").splitlines()))
    make("in/more/club.pyr", CLUB[4])
    make("in/latin.pyr", CLUB[1])
