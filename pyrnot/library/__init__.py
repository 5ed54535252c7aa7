"""The public library: what `import pyrnot` offers, and nothing that another room needs.

Each name of `pyrnot.__all__` is defined in a module here and imported when it is first used. The objects wrap what
record, play and render work with: a user sees boards, turns and texts, never spans or trees.
"""
