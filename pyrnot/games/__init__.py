"""The games, one package each. `pyrnot.game` finds them by folder: there is no list."""
