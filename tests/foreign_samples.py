"""What a stranger sends to drive a terminal, a log or an editor: control codes and forged lines wherever text is
free."""

from __future__ import annotations

from pyrnot.games import all_games

CODES = "\x1b]0;PWN\x07\x1b[5m\u202e\x9b31m\u2066\u200e\x7f\u2028\x85"
"""Escape sequences, overrides, isolates, marks of direction, C1, DEL, and separators of lines."""
FORGED = " ::error::forged" * 12
"""Words with which a line that is broken between words would become a command in the log of a workflow."""
FILE = f"a{CODES}\n::error::forged.pyr"
HOMEWORLDS = f"""\
[Game "Homeworlds"]
[Event "{CODES}{FORGED}"]
[North "{CODES}"]
[South "b{CODES}"]
[N{CODES} "x"]

{{ {CODES}{FORGED} }}
1. homeworld y2 b1 g3 !
2. homeworld g2 b1 y3 # {CODES}
3. build g1 "{CODES}"
(3. build y1 "{CODES}")
4. {CODES}: build y1 "{CODES}b"
5. {CODES}
"""
TRANSCRIPT = f"""\
Homeworlds Online (SDG# 99001)
Variants: "{CODES}"
Started: 2024.3.9, Ended: 2024.3.11
Participants: Bea (S), Al (N)
Winner: A{CODES}

1) Al: Homeworld G2 B1 Y3
\tAl: Hello {CODES}!

2) Bea: Homeworld B2 Y1 G3 {CODES}

3) Al: Build Y1 Al{CODES}
"""


def record_of(title: str, seats: tuple[str, ...]) -> str:
    """A record that says these characters wherever text is free."""
    names = "\n".join(f'[{seat} "{seat}{CODES}{FORGED}"]' for seat in seats)
    tags = f'[Game "{title}"]\n[Event "{CODES}"]\n{names}'
    return f"{tags}\n\n{{ {CODES}{FORGED} }}\n1. {CODES}a1 {{ {CODES} }}\n2. x {CODES}\n"


THREAD = f"thread{CODES}.txt"
FILES_OF_GAMES = {f"{game.info.id}.pyr": record_of(game.info.title, game.info.seats) for game in all_games()}
FILES: dict[str, str | None] = {
    FILE: HOMEWORLDS,
    "transcript.pyr": TRANSCRIPT,
    "unknown.pyr": f'[Game "{CODES}"]\n\n1. a\n',
    "tags.pyr": '[Game "Braces"]\n'
    + "".join(f'[{name} "{CODES}"]\n' for name in ("Variant", "First", "Date", "Setup"))
    + "\n1. a\n",
    "empty.pyr": "",
    "encoding.pyr": "\udcff" + CODES,
    "missing" + CODES: None,
    ".": None,
    THREAD: f"On Mon, Jan 1, 2024 at 10:00 AM {CODES} <a@b.c> wrote:\n> 1. Sd5=M\n{CODES}: 2. Sc6\n2. {CODES}\n",
    **FILES_OF_GAMES,
}
"""The files of a stranger, by name; None for one that is not there, and their folder."""

GOOD = {
    "good.pyr": f'[Game "Martian Life"]\n[Event "{CODES}"]\n[Red "{CODES}"]\n\n{{ {CODES} }}\n1. Sf3 {{ {CODES} }}\n',
    "homes.pyr": f'[Game "Homeworlds"]\n[North "{CODES}"]\n[South "S"]\n\n1. homeworld y2 b1 g3 "a{CODES}"\n',
}
"""Files without an error."""
