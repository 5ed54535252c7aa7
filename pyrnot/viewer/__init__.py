"""What `pyrnot replay` is: stepping through records at a terminal."""
