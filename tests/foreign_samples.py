"""What a stranger sends to drive a terminal, a log or an editor: signs and forged lines wherever text is free."""

from __future__ import annotations

from pyrnot.games import all_games

SIGNS = "\x1b]0;PWN\x07\x1b[5m\u202e\x9b31m\u2066\u200e\x7f\u2028\x85"
"""Escape sequences, overrides, isolates, marks of direction, C1, DEL, and separators of lines."""
FORGED = " ::error::forged" * 12
"""Words with which a line that is broken between words would become a command in the log of a workflow."""
FILE = f"a{SIGNS}\n::error::forged.pyr"
HOMEWORLDS = f"""\
[Game "Homeworlds"]
[Event "{SIGNS}{FORGED}"]
[North "{SIGNS}"]
[South "b{SIGNS}"]
[N{SIGNS} "x"]

{{ {SIGNS}{FORGED} }}
1. homeworld y2 b1 g3 !
2. homeworld g2 b1 y3 # {SIGNS}
3. build g1 "{SIGNS}"
(3. build y1 "{SIGNS}")
4. {SIGNS}: build y1 "{SIGNS}b"
5. {SIGNS}
"""
TRANSCRIPT = f"""\
Homeworlds Online (SDG# 99001)
Variants: "{SIGNS}"
Started: 2024.3.9, Ended: 2024.3.11
Participants: Bea (S), Al (N)
Winner: A{SIGNS}

1) Al: Homeworld G2 B1 Y3
\tAl: Hello {SIGNS}!

2) Bea: Homeworld B2 Y1 G3 {SIGNS}

3) Al: Build Y1 Al{SIGNS}
"""


def record_of(title: str, seats: tuple[str, ...]) -> str:
    """A record that says the signs wherever text is free."""
    names = "\n".join(f'[{seat} "{seat}{SIGNS}{FORGED}"]' for seat in seats)
    tags = f'[Game "{title}"]\n[Event "{SIGNS}"]\n{names}'
    return f"{tags}\n\n{{ {SIGNS}{FORGED} }}\n1. {SIGNS}a1 {{ {SIGNS} }}\n2. x {SIGNS}\n"


THREAD = f"thread{SIGNS}.txt"
FILES_OF_GAMES = {f"{game.info.id}.pyr": record_of(game.info.title, game.info.seats) for game in all_games()}
FILES: dict[str, str | None] = {
    FILE: HOMEWORLDS,
    "transcript.pyr": TRANSCRIPT,
    "unknown.pyr": f'[Game "{SIGNS}"]\n\n1. a\n',
    "tags.pyr": '[Game "Braces"]\n'
    + "".join(f'[{name} "{SIGNS}"]\n' for name in ("Variant", "First", "Date", "Setup"))
    + "\n1. a\n",
    "empty.pyr": "",
    "encoding.pyr": "\udcff" + SIGNS,
    "missing" + SIGNS: None,
    ".": None,
    THREAD: f"On Mon, Jan 1, 2024 at 10:00 AM {SIGNS} <a@b.c> wrote:\n> 1. Sd5=M\n{SIGNS}: 2. Sc6\n2. {SIGNS}\n",
    **FILES_OF_GAMES,
}
"""The files of a stranger, by name; None for one that is not there, and their folder."""

GOOD = {
    "good.pyr": f'[Game "Martian Life"]\n[Event "{SIGNS}"]\n[Red "{SIGNS}"]\n\n{{ {SIGNS} }}\n1. Sf3 {{ {SIGNS} }}\n',
    "homes.pyr": f'[Game "Homeworlds"]\n[North "{SIGNS}"]\n[South "S"]\n\n1. homeworld y2 b1 g3 "a{SIGNS}"\n',
}
"""Files without an error."""
