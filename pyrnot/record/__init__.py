"""Text in, `Record` out: the only package, with each game's `notation.py`, that knows lark."""
