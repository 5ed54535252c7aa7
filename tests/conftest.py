"""Options of the whole suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write expected texts anew; then read them in the diff")


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be written anew."""
    return bool(request.config.getoption("--renew"))
