"""Texts that are not in pyrnot's own format: `load` is the front door to them, and to records."""
