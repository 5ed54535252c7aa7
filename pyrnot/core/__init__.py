"""The vocabulary of all rooms: the interface of a game, pyramids, grids, positions, tags, diagrams, diagnostics."""
