"""Formats legal games as people send them: mail threads, chats, tables and lists, with chatter that mentions squares.

Each format gives a text whose one honest reading is the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct


def _read_phrases() -> dict[str, tuple[str, ...]]:
    """What people say and how programs write it, by what it is for."""
    text = (Path(__file__).parent / "foreign" / "thread" / "phrases.txt").read_text(encoding="utf-8")
    parts = (part.replace("(nothing)", "").split("\n") for part in text.removesuffix("\n").split("\n\n"))
    return {
        head.removeprefix("# "): tuple(line.replace("\\n", "\n").replace("\\t", "\t") for line in lines)
        for head, *lines in parts
    }


PHRASES = _read_phrases()
CHATTER, REMARKS = PHRASES["chatter"], PHRASES["remarks"]


class PlayedGame(Struct, frozen=True):
    """A game to format: its title, the tag lines after `Game`, seats with players' names, turns, and the seat of each
    turn."""

    title: str
    tags: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    turns: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def head(self) -> str:
        """Its tags as they are written."""
        names = [f'[{seat} "{name}"]' for seat, name in self.names]
        return "\n".join([f'[Game "{self.title}"]', *names, *self.tags]) + "\n\n"

    def player(self, index: int) -> str:
        """Who made a turn."""
        return dict(self.names)[self.seats[index]]


Format = Callable[[PlayedGame, random.Random], str]


def _numbered(game: PlayedGame, form: str) -> list[str]:
    return [form.format(number=index + 1, turn=turn) for index, turn in enumerate(game.turns)]


def numbered_list(game: PlayedGame, rng: random.Random) -> str:
    """One turn a line, numbered in some format, chatter between."""
    form = rng.choice(PHRASES["numbered"])
    lines = []
    for line in _numbered(game, form):
        if rng.random() < 0.2:
            lines.append(rng.choice(CHATTER))
        lines.append(line + (rng.choice(REMARKS) if rng.random() < 0.2 else ""))
    return game.head + "\n".join(lines) + "\n"


def names_before(game: PlayedGame, rng: random.Random) -> str:
    """Each turn after its player's name."""
    first = rng.random() < 0.5
    lines = [
        f"{game.player(index).split()[0] if first else game.player(index)}: {turn}"
        for index, turn in enumerate(game.turns)
    ]
    return game.head + "\n".join(lines) + "\n"


def mail_top_posted(game: PlayedGame, rng: random.Random) -> str:
    """A mail with all before it quoted, the newest first."""
    is_numbered = rng.random() < 0.5
    text = ""
    for index, turn in enumerate(game.turns):
        line = f"{index + 1}. {turn}" if is_numbered else turn
        talk = [rng.choice(CHATTER)] if rng.random() < 0.3 else []
        quoted = "".join(f">{'' if old.startswith('>') else ' '}{old}\n" for old in text.splitlines())
        head = (
            f"\nOn {index} Mar 2024 at 20:{index % 60:02}, {game.player(index - 1)} <x@example.org> wrote:\n"
            if index
            else ""
        )
        text = "\n".join([*talk, line]) + "\n" + head + quoted
    return game.head + text


def mail_bottom_posted(game: PlayedGame, rng: random.Random) -> str:
    """A mail with all before it quoted above."""
    text = ""
    for index, turn in enumerate(game.turns):
        quoted = "".join(f">{'' if old.startswith('>') else ' '}{old}\n" for old in text.splitlines())
        text = f"{quoted}\n{index + 1}. {turn}\n"
    return game.head + text


def chat(game: PlayedGame, rng: random.Random) -> str:
    """A chat of some program."""
    own_lines = PHRASES["chats of two lines"]
    form = rng.choice((*PHRASES["chats of one line"], *own_lines))
    own_line = form in own_lines
    lines = []
    for index, turn in enumerate(game.turns):
        name = game.player(index)
        if rng.random() < 0.25:
            talker = rng.choice([known for _, known in game.names])
            lines.append(
                form.format(minute=index % 60, nick=talker.split()[0].lower(), name=talker, turn=rng.choice(CHATTER))
            )
        line = form.format(minute=index % 60, nick=name.split()[0].lower(), name=name, turn=turn)
        lines.append(line + (rng.choice(REMARKS) if rng.random() < 0.15 and not own_line else ""))
        if rng.random() < 0.1:
            lines.append(line)
    return game.head + "\n".join(lines) + "\n"


def table(game: PlayedGame, rng: random.Random) -> str:
    """A table in Markdown, a row for a round or for a turn."""
    if len(game.names) == 2 and rng.random() < 0.5 and "|" not in "".join(game.turns):
        rows = [f"| # | {game.names[0][0]} | {game.names[1][0]} |", "|---|---|---|"]
        for index in range(0, len(game.turns), 2):
            second = game.turns[index + 1] if index + 1 < len(game.turns) else ""
            rows.append(f"| {index // 2 + 1} | {game.turns[index]} | {second} |")
    else:
        rows = ["| Turn | Player | Move |", "|---|---|---|"]
        rows += [f"| {index + 1} | {game.player(index)} | {turn} |" for index, turn in enumerate(game.turns)]
    return game.head + "\n".join(rows) + "\n"


def pairs(game: PlayedGame, rng: random.Random) -> str:
    """Numbered in pairs, with three dots before the second."""
    if len(game.names) != 2:
        return numbered_list(game, rng)
    lines = [f"{index // 2 + 1}{'...' if index % 2 else '.'} {turn}" for index, turn in enumerate(game.turns)]
    return game.head + "\n".join(lines) + "\n"


def bare(game: PlayedGame, rng: random.Random) -> str:
    """One turn a line, and nothing else."""
    return (
        game.head
        + "\n".join(
            rng.choice(("", "", "- ", "* ")) + turn if not turn.startswith(("+", "<")) else turn
            for turn in game.turns
        )
        + "\n"
    )


def html_residue(game: PlayedGame, rng: random.Random) -> str:
    """A text that went through a page."""
    text = game.head + "\n".join(_numbered(game, "{number}. {turn}"))
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("\n", "<br>\n")
        + "\n"
    )


def shuffled(game: PlayedGame, rng: random.Random) -> str:
    """Numbered turns out of order, some twice."""
    lines = _numbered(game, "{number}. {turn}")
    lines += rng.sample(lines, min(2, len(lines)))
    rng.shuffle(lines)
    return game.head + "\n".join(lines) + "\n"


def mail_messages(game: PlayedGame, rng: random.Random) -> str:
    """Mails one after another, each with its head, in some order."""
    mails = [
        f"From: {game.player(index)} <x@example.org>\nSent: Tue, {index // 24 + 1} Mar 2024 {index % 24:02}:15:00 "
        f"+0000\nTo: you\nSubject: Re: {game.title}\n\n{turn}\n"
        + (f"\n{rng.choice(CHATTER)}\n" if rng.random() < 0.3 else "")
        for index, turn in enumerate(game.turns)
    ]
    if rng.random() < 0.5:
        mails.reverse()
    return game.head + "\n".join(mails)


FORMATS: Sequence[Format] = (
    numbered_list, names_before, mail_top_posted, mail_bottom_posted, chat, table, pairs, bare, html_residue,
    shuffled, mail_messages,
)  # fmt: skip
