"""Autumn Ash by Gregory Lattanzio: rules AA1 to AA22, the optional `easy` (AA20) and `unsettled` (AA21) among them."""

from __future__ import annotations

from pyrnot.games.autumn_ash.game import AutumnAsh

GAME = AutumnAsh()
