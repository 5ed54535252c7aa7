"""The version of pyrnot, from which the package takes it."""

from __future__ import annotations

__version__ = "1.0.0"
