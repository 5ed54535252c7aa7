"""The viewer of `pyrnot replay`: steps through records in a terminal."""
