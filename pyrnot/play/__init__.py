"""Everything that asks what a record does: judging turns, replaying, hints, rewriting, comparing, counting."""
