"""What pyrnot reads at most (R1.4, R1.5). What is longer is one error that names the limit and the line."""

from __future__ import annotations

RECORD_CHARACTERS = 1_000_000
"""The longest record, in characters."""
RECORD_TURNS = 5_000
"""The most turns of a record, those of its variations included."""
NESTING = 50
"""How deep variations may nest."""
TURN_ACTIONS = 200
"""The most actions of a turn."""
ACTION_CHARACTERS = 1_000
"""The longest action, in characters."""
FOREIGN_BYTES = 5_000_000
"""The longest foreign text: a thread, a page, a table, a file of a site."""
MAILBOX_BYTES = 20_000_000
"""The most that the text parts of a mailbox hold together, and the longest export of a chat."""
FOREIGN_LINES = 20_000
"""The most lines of a thread, a page or a table, on each of which turns are looked for."""
MAILBOX_LINES = 200_000
"""The most lines of the text parts of a mailbox together, and of an export of a chat."""
LINE_CHARACTERS = 20_000
"""The longest line of a foreign text, in characters."""
REPAIRED_RECORDS = 20
"""The records with an error, the first of a run, in which the first error is traced to an earlier turn."""
HINTED_DIAGNOSTICS = 20
"""How many diagnostics of a record, from the first on, get a hint found by playing."""
MISSED_WIN_PLAYS = 10_000
"""The plays with which a turn that wins is looked for instead of one that was played: some second."""
LISTED_TURNS = 2_000
"""The turns of a position that are listed unless the user asks for all."""
LISTED_PLAYS = 20_000
"""The plays to find the turns that are listed: some two seconds."""
PERFT_PLAYS = 15_000_000
"""The plays within a turn that perft tries: what they lead to takes 3 to 5 GB."""
