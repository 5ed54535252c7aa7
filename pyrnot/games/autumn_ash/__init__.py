"""Autumn Ash by Gregory Lattanzio: rules AA1 to AA22, with the optional rules `easy` (AA20) and `unsettled`
(AA21)."""

from __future__ import annotations

from pyrnot.games.autumn_ash.game import AutumnAsh

GAME = AutumnAsh()
