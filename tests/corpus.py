"""A corpus of texts with several games: side by side in a thread, under headings, in a mailbox, or one after another.

Each `PairWriter` writes two conversations as one text; what an honest reader makes of it is both games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from itertools import zip_longest

from mail_formatting import CHATTER, FORMATS, PlayedGame
from thread_generator import Conversation, Post

PairWriter = Callable[[Conversation, Conversation, random.Random], tuple[str, str]]
"""A text and the name of its file."""

_ONE = tuple(
    format
    for format in FORMATS
    if format.__name__ in ("numbered_list", "names_before", "table", "pairs", "mail_messages")
)


def _moved(posts: Sequence[Post], talk: Conversation, rng: random.Random) -> list[Post]:
    """Posts at times about those of another conversation."""
    shift = talk.posts[0].when - posts[0].when + timedelta(minutes=rng.randrange(1, 90))
    return [Post(post.who, post.when + shift, post.lines) for post in posts]


def under_headings(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """One game after the other, each with a heading and its tags."""
    heading = rng.choice(
        ("Game {n}", "## Game {n}", "Game {n}: {title}", "Board {n}", "--- Game {n} ---", "Match #{n}")
    )
    parts = [
        f"{heading.format(n=number, title=talk.game.title)}\n\n{rng.choice(_ONE)(talk.game, rng)}"
        for number, talk in enumerate((one, other), 1)
    ]
    return "\n".join(parts), "games.txt"


def by_tags(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """One game after the other, with nothing between but the tags of the second."""
    talk = f"\n{rng.choice(CHATTER)}\n" if rng.random() < 0.3 else ""
    return f"{rng.choice(_ONE)(one.game, rng)}{talk}\n{rng.choice(_ONE)(other.game, rng)}", "games.txt"


def same_tags(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """As `by_tags`, for two games of the same players."""
    return by_tags(one, other, rng)


def marked_lines(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """Both games in one chat, each line marked with its game; the same game twice between the same players."""
    game = one.game
    mark = rng.choice(("Game {n}: ", "game {n} - ", "[Game {n}] ", "Board {n}: ", "Game {n}) "))
    form = rng.choice(("[12:{minute:02}] {who}: ", "{who}: ", "05.03.24, 12:{minute:02} - {who}: "))
    lines = []
    turns = zip_longest(game.turns, other.game.turns)
    for index, pair in enumerate(turns):
        for number, turn in enumerate(pair, 1):
            who = game.names[index % 2][1]
            prefix = form.format(minute=index, who=who)
            if turn is not None:
                lines.append(prefix + mark.format(n=number) + turn)
            if rng.random() < 0.1:
                lines.append(prefix + rng.choice(CHATTER))
    return game.head + "\n".join(lines) + "\n", "chat.txt"


def mailbox_of_both(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """A mailbox with the mails of both, told apart by their subjects."""
    mails = []
    for number, (talk, posts) in enumerate(((one, one.posts), (other, _moved(other.posts, one, rng))), 1):
        subject = (
            f"{talk.game.title}, game {number}" if rng.random() < 0.5 else f"{talk.game.title} {'AB'[number - 1]}"
        )
        quoted = ""
        for index, post in enumerate(posts):
            mail = EmailMessage()
            mail["From"] = f'"{post.who}" <x@example.org>'
            mail["Date"] = format_datetime(post.when)
            mail["Subject"] = rng.choice(("Re: ", "RE: ", "AW: ", "Re: Re: ")) * bool(index) + subject
            mail.set_content((talk.game.head if not index else "") + "\n".join(post.lines) + quoted + "\n")
            mails.append((post.when, f"From x@example.org Mon Mar  4 20:00:00 2024\n{mail.as_string()}\n"))
            said = f"On {post.when:%a, %d %b %Y at %H:%M}, {post.who} wrote:"
            quoted = f"\n\n{said}\n" + "\n".join(f"> {line}" for line in post.lines)
    order = rng.choice((lambda mail: mail[0], lambda mail: -mail[0].timestamp(), lambda mail: rng.random()))
    return "".join(text for _, text in sorted(mails, key=order)), "games.mbox"


def rematch(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """A chat in which the loser asks for another game, which the same two play."""
    (_, ana), (_, bruno) = one.game.names
    form = rng.choice(("[{d:%d.%m.%y}, {d:%H:%M:%S}] {who}: {line}", "{d:%Y-%m-%d %H:%M} <{who}> {line}"))
    end = one.posts[-1].when
    said = [
        *((post.who, post.when, line) for post in one.posts for line in post.lines),
        (ana, end + timedelta(minutes=1), rng.choice(("I resign", "I resign, well played", "I give up"))),
        (bruno, end + timedelta(minutes=2), rng.choice(("rematch?", "Another game?", "Rematch!", "new game?"))),
        (ana, end + timedelta(minutes=3), rng.choice(("sure", "ok", "yes please"))),
    ]
    start = end + timedelta(minutes=10)
    said += [
        (other.game.player(index), start + timedelta(minutes=index), f"{index + 1}. {turn}")
        for index, turn in enumerate(other.game.turns)
    ]
    lines = [form.format(d=when, who=who, line=line) for who, when, line in said if line.strip()]
    return one.game.head + "\n".join(lines) + "\n", "chat.txt"


def swapped_rematch(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """As `rematch`, with the seats the other way round in the second game."""
    text, file = rematch(one, other, rng)
    said = rng.choice(("rematch? you start this time", "Rematch, other seats?", "rematch with swapped seats!"))
    for word in ("rematch?", "Another game?", "Rematch!", "new game?"):
        text = text.replace(word, said, 1) if said not in text else text
    return text, file


def by_swapped_tags(one: Conversation, other: Conversation, rng: random.Random) -> tuple[str, str]:
    """One game after the other, each with its tags, for the same players in each other's seats."""
    return by_tags(one, other, rng)


PAIR_WRITERS: Sequence[PairWriter] = (under_headings, by_tags, same_tags, marked_lines, mailbox_of_both, rematch)


SWAPPED_WRITERS: Sequence[PairWriter] = (swapped_rematch, by_swapped_tags)
"""Those that need the same game twice, with the players in each other's seats."""


def needs_same_game(write: PairWriter) -> bool:
    """Whether both games must be the same, with the same tags and players."""
    return write in (same_tags, marked_lines, rematch)


def results_of(write: PairWriter, one: Conversation, other: Conversation) -> list[tuple[PlayedGame, str]]:
    """What a text of two games comes to: each game, and its result."""
    if write is mailbox_of_both:
        return [(one.game, one.result), (other.game, other.result)]
    return [
        (one.game, f"{one.game.names[0][0]} resigns" if write in (rematch, swapped_rematch) else ""),
        (other.game, ""),
    ]
