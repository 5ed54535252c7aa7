"""Writes legal games as whole conversations: who wrote what when, with corrections, draws declined, turns sent again
and talk about squares, and then the mail, chat, forum or file in which it was kept.

`converse` invents what was said; a `Writer` writes it as some program keeps it. What an honest reader makes of it is
the game: its turns and its result.
"""

from __future__ import annotations

import csv
import html
import io
import json
import random
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage
from email.utils import format_datetime

from mail_formatting import CHATTER, PHRASES, REMARKS, PlayedGame
from msgspec import Struct
from msgspec.structs import replace


class Post(Struct, frozen=True):
    """What one person wrote at one time."""

    who: str
    when: datetime
    lines: tuple[str, ...]


class Conversation(Struct, frozen=True):
    """A game as it was talked about, and what it comes to."""

    game: PlayedGame
    posts: tuple[Post, ...]
    result: str = ""
    has_tags: bool = True
    is_open: bool = False
    """Whether no honest reader can know what was played."""


def converse(
    game: PlayedGame, rng: random.Random, *, only_players: bool = False, ends: bool = True, is_mean: bool = False
) -> Conversation:
    """How a game came about: a post or more for each turn, and with `ends` perhaps how it ended; with `is_mean` much
    is said that looks like a turn, dice or a result."""
    return _Talk(game, rng, only_players=only_players, is_mean=is_mean).run(ends=ends)


class _Talk:
    def __init__(self, game: PlayedGame, rng: random.Random, *, only_players: bool, is_mean: bool) -> None:
        self.game = game
        self.is_mean = is_mean
        self.rng = rng
        self.only_players = only_players
        self.now = datetime(2024, rng.randrange(1, 13), rng.randrange(1, 28), rng.randrange(24), 5, tzinfo=UTC)
        self.posts: list[Post] = []
        self.head = rng.choice(("", "", "{n}. ", "{n}) ", "{n}: ", "#{n} ", "Turn {n}: ", "T{n}: ", "({n}) "))
        self.forgets = rng.choice((0, 0, 0.2))
        self.chats = rng.choice((0, 0.2, 0.5))
        self.errs = rng.choice((0, 0.1, 0.25))

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def say(self, who: str, *lines: str) -> None:
        self.now += timedelta(minutes=self.rng.choice((1, 3, 17, 240, 1500)), seconds=self.rng.randrange(60))
        self.posts.append(Post(who, self.now, tuple(line for text in lines for line in text.split("\n"))))

    def chatter(self) -> str:
        if not self.is_mean or self.chance(0.3):
            return self.rng.choice((*CHATTER, *PHRASES["more chatter"]))
        return self.rng.choice(PHRASES["mean chatter"]) if self.chance(0.7) else self.supposed()

    def supposed(self) -> str:
        return self.rng.choice(PHRASES["supposed"]).format(turn=self.rng.choice(self.game.turns))

    def run(self, *, ends: bool) -> Conversation:
        names = [name for _, name in self.game.names]
        for index, turn in enumerate(self.game.turns):
            me = self.game.player(index)
            other = next(name for name in names if name != me)
            if self.chance(self.chats / 2):
                self.say(self.rng.choice(names), self.chatter())
            if not self.only_players and self.chance(self.chats / 6):
                self.say("Carl Third", self.rng.choice((self.chatter(), "nice game, you two")))
            self.turn(index, turn, me, other)
        result = self.end(names) if ends else ""
        return Conversation(self.game, tuple(self.posts), result=result)

    def turn(self, index: int, turn: str, me: str, other: str) -> None:
        number = "" if self.chance(self.forgets) else self.head.format(n=index + 1)
        wrong = self.rng.choice(self.game.turns)
        if self.chance(self.errs) and wrong != turn and not wrong.startswith("homeworld"):
            self.say(me, *self.body(number + wrong, me, other))
            if self.chance(0.3):
                self.say(other, self.rng.choice(PHRASES["complaints"]))
            elif self.chance(0.3):
                self.say(me, "can I take that back?")
                self.say(other, self.rng.choice(("sure", "ok", "Yes, of course")))
                self.say(me, *self.body(number + turn, me, other))
                return
            worse = self.rng.choice(self.game.turns)
            if self.is_mean and self.chance(0.4) and worse not in (wrong, turn) and not worse.startswith("homeworld"):
                self.say(me, self.rng.choice(PHRASES["wrong"]).format(turn=worse))
            self.say(me, self.rng.choice(PHRASES["wrong"]).format(turn=turn))
        else:
            self.say(me, *self.body(number + turn, me, other))
        if self.chance(self.errs / 2):
            self.say(me, "did it arrive? here it is again:", number + turn)
        if self.chance(self.errs / 3):
            self.say(me, "draw?")
            self.say(other, self.rng.choice(("no, let's play on", "nope", "not yet")))

    def body(self, line: str, me: str, other: str) -> Iterable[str]:
        if self.chance(0.5):
            return [line + (self.rng.choice(REMARKS) if self.chance(0.2) else "")]
        lines = [self.rng.choice(PHRASES["greetings"]).format(other=other.split()[0]), ""]
        if self.chance(0.3):
            lines += [self.chatter(), ""]
        lead = self.rng.choice(PHRASES["leads"]) if self.chance(0.3) and line[:1].isalpha() else ""
        lines += [lead, line] if lead.endswith(":") and self.chance(0.5) else [f"{lead} {line}".strip()]
        if self.chance(0.3):
            lines += ["", self.chatter()]
        return [*lines, "", self.rng.choice(PHRASES["closings"]).format(me=me, first=me.split()[0])]

    def end(self, names: Sequence[str]) -> str:
        if not self.chance(0.3):
            return ""
        seat, name = self.rng.choice(self.game.names)
        if self.chance(0.3) and len(names) == 2:
            self.say(names[0], "I offer a draw")
            self.say(names[1], self.rng.choice(("accepted", "ok, draw agreed", "agreed")))
            return "draw"
        self.say(name, self.rng.choice(PHRASES["resigns"]))
        return f"{seat} resigns"


# How it was kept


Writer = Callable[[Conversation, random.Random], tuple[str, str]]
"""A text and the name of its file."""


def _head(talk: Conversation, rng: random.Random) -> str:
    """What stands above everything: the tags, some of them in words."""
    game = talk.game
    if rng.random() < 0.6:
        return game.head
    first, second = game.names
    said = rng.choice(
        (
            f"{game.title}\n{first[0]}: {first[1]}\n{second[0]}: {second[1]}",
            f"{game.title}, {first[1]} ({first[0]}) vs {second[1]} ({second[0]})",
            f"{game.title}\n\n{first[1]} is {first[0]}\n{second[1]} is {second[0]}",
        )
    )
    return "\n".join([said, *game.tags]) + "\n\n"


def _quoted(text: str, rng: random.Random) -> str:
    mark = rng.choice(("> ", ">", "> "))
    return "\n".join((mark if not line.startswith(">") else ">") + line for line in text.split("\n"))


def mail_chain(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """The last mail, with all before it quoted below or above, or partly both."""
    wrote = rng.choice(PHRASES["wrote"])
    above = rng.random() < 0.3
    text, last = "", None
    for post in _merged(talk.posts):
        own = "\n".join(post.lines)
        if last is None:
            text = own
        else:
            said = wrote.format(d=last.when, who=last.who)
            quoted = _quoted(text, rng)
            text = f"{said}\n{quoted}\n\n{own}" if above else f"{own}\n\n{said}\n{quoted}"
        last = post
    return _head(talk, rng) + text + "\n", "thread.txt"


def mixed_chain(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """The last mail of people of whom one answers above and the other below, or between the lines."""
    wrote = rng.choice(PHRASES["wrote"])
    ways = {name: rng.choice(("above", "below", "between")) for _, name in talk.game.names}
    text, last = "", None
    for post in _merged(talk.posts):
        own = "\n".join(post.lines)
        if last is None:
            text, last = own, post
            continue
        said = wrote.format(d=last.when, who=last.who)
        way = ways.get(post.who, "above")
        if way == "between":
            quoted = "\n".join(
                f"{line}\n\n{rng.choice(CHATTER)}\n" if line.strip("> ") and rng.random() < 0.2 else line
                for line in _quoted("\n".join(last.lines), rng).split("\n")
            )
            text = f"{said}\n{quoted}\n\n{own}\n\n{said}\n{_quoted(text, rng)}"
        else:
            quoted = _quoted(text, rng)
            text = f"{said}\n{quoted}\n\n{own}" if way == "above" else f"{own}\n\n{said}\n{quoted}"
        last = post
    return _head(talk, rng) + text + "\n", "thread.txt"


def zoned_mailbox(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """A mailbox of people in several time zones, one of whom changes to summer time, and who forward mails."""
    zones = {
        name: timezone(timedelta(hours=rng.choice((-8, -5, 0, 1, 5.5, 9))))
        for name in dict.fromkeys(post.who for post in talk.posts)
    }
    changes = len(talk.posts) // 2
    mails = []
    for index, post in enumerate(talk.posts):
        mail = _mail(talk, rng, index, _forwarded(talk, rng, index))
        zone = zones[post.who]
        when = post.when.astimezone(timezone(zone.utcoffset(None) + timedelta(hours=index > changes)))
        del mail["Date"]
        mail["Date"] = format_datetime(when)
        mails.append(f"From x@example.org Mon Mar  4 20:00:00 2024\n{mail.as_string()}\n")
    rng.shuffle(mails)
    return "".join(mails), "box.mbox"


def _forwarded(talk: Conversation, rng: random.Random, index: int) -> str:
    """An earlier mail, forwarded below a mail."""
    if not index or rng.random() < 0.6:
        return ""
    old = rng.choice(talk.posts[:index])
    head = rng.choice(PHRASES["forwarded"])
    return "\n\n" + head.format(who=old.who, d=old.when, title=talk.game.title) + "\n".join(old.lines)


def _merged(said: Sequence[Post]) -> list[Post]:
    """Posts of one person in a row as one: nobody answers their own mail."""
    merged = [said[0]]
    for post in said[1:]:
        if post.who == merged[-1].who:
            merged[-1] = replace(post, lines=(*merged[-1].lines, "", *post.lines))
        else:
            merged.append(post)
    return merged


def mail_heads(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """Mails one after another with heads of fields, the newest first as one mail or in order."""
    form = rng.choice(PHRASES["fields"])
    mails = [form.format(who=post.who, d=post.when, title=talk.game.title) + "\n\n" + "\n".join(post.lines)
             for post in talk.posts]  # fmt: skip
    if rng.random() < 0.5:
        mails.reverse()
    return _head(talk, rng) + "\n\n".join(mails) + "\n", "thread.txt"


def chat_lines(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """A chat with who speaks before each line."""
    form = rng.choice(PHRASES["chats"])
    lines = [form.format(d=post.when, who=post.who, nick=post.who.split()[0].lower(), line=line)
             for post in talk.posts for line in post.lines if line.strip()]  # fmt: skip
    return _head(talk, rng) + "\n".join(lines) + "\n", "chat.txt"


def posts(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """A chat or a forum with who speaks on a line of its own."""
    form = rng.choice(PHRASES["posts"])
    made = [
        form.format(d=post.when, who=post.who, nick=post.who.split()[0].lower(), text="\n".join(post.lines), n=index,
                    ago=len(talk.posts) - index + 2)
        for index, post in enumerate(talk.posts, 1)
    ]  # fmt: skip
    return _head(talk, rng) + "\n".join(made) + "\n", "chat.txt"


def _mail(talk: Conversation, rng: random.Random, index: int, quoted: str) -> EmailMessage:
    post = talk.posts[index]
    mail = EmailMessage()
    mail["From"] = f'"{post.who}" <x@example.org>'
    mail["To"] = "club@example.org"
    mail["Date"] = format_datetime(post.when)
    mail["Subject"] = ("Re: " if index else "") + talk.game.title
    mail["Message-ID"] = f"<{index}@example.org>"
    if index:
        mail["In-Reply-To"] = f"<{index - 1}@example.org>"
    text = (talk.game.head if index == 0 else "") + "\n".join(post.lines) + quoted + "\n"
    kind = rng.random()
    if kind < 0.4:
        mail.set_content(text, cte=rng.choice(("quoted-printable", "base64", "8bit")))
    elif kind < 0.7:
        mail.set_content(text)
        mail.add_alternative("<p>" + html.escape(text).replace("\n", "<br>\n") + "</p>", subtype="html")
    else:
        body = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.split("\n"))
        mail.set_content(f"<html><body>{body}</body></html>", subtype="html", cte="quoted-printable")
    return mail


def mailbox(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """A mailbox, in any order, with or without quotations."""
    quotes = rng.random() < 0.5
    mails = []
    quoted = ""
    for index, post in enumerate(talk.posts):
        mails.append(f"From x@example.org Mon Mar  4 20:00:00 2024\n{_mail(talk, rng, index, quoted).as_string()}\n")
        if quotes:
            said = f"On {post.when:%a, %d %b %Y at %H:%M}, {post.who} wrote:"
            quoted = f"\n\n{said}\n" + _quoted("\n".join(post.lines) + quoted, rng)
    if rng.random() < 0.3:
        rng.shuffle(mails)
    return "".join(mails), "box.mbox"


def chat_export(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """An export of a chat in JSON."""
    head = {"text": talk.game.head, "when": talk.posts[0].when - timedelta(minutes=1), "who": talk.posts[0].who}
    said = [head, *({"text": "\n".join(post.lines), "when": post.when, "who": post.who} for post in talk.posts)]
    kind = rng.choice(("discord", "telegram", "slack"))
    if kind == "discord":
        entries = [
            {
                "type": "Default",
                "timestamp": one["when"].isoformat(),
                "content": one["text"],
                "author": {"name": one["who"].split()[0].lower(), "nickname": one["who"]},
            }
            for one in said
        ]
        return json.dumps({"guild": {}, "messages": entries}, indent=1), "chat.json"
    if kind == "telegram":
        entries = [{"id": number, "type": "message", "date": one["when"].strftime("%Y-%m-%dT%H:%M:%S"),
                    "from": one["who"], "text": one["text"]} for number, one in enumerate(said)]  # fmt: skip
        return json.dumps({"name": talk.game.title, "messages": entries}, ensure_ascii=False), "chat.json"
    entries = [{"type": "message", "user": one["who"], "ts": f"{one['when'].timestamp():.6f}", "text": one["text"]}
               for one in said]  # fmt: skip
    if rng.random() < 0.4:
        entries.reverse()
    return json.dumps(entries), "chat.json"


def page(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """A forum's page as saved."""
    parts = []
    for number, post in enumerate(talk.posts, 1):
        body = "<br>".join(map(html.escape, post.lines))
        parts.append(
            f"<div class=post><b>{html.escape(post.who)}</b> &mdash; {post.when:%d.%m.%Y %H:%M} "
            f"<a href='#{number}'></a><p>{body}</p></div>"
        )
    head = html.escape(talk.game.head, quote=False).replace("\n", "<br>")
    return f"<!DOCTYPE html><html><head><title>{talk.game.title}</title></head><body><p>{head}</p>" + "\n".join(
        parts
    ) + "</body></html>\n", "page.html"


def spreadsheet(talk: Conversation, rng: random.Random) -> tuple[str, str]:
    """A table of turns, a row a turn."""
    game = talk.game
    separator = rng.choice(",;\t")
    rows = [["Game", game.title], *map(list, game.names), [], ["Turn", "Date", "Player", "Move", "Notes"]]
    rows += [tag[1:-1].replace('"', "").split(" ", 1) for tag in game.tags]
    for index, turn in enumerate(game.turns):
        date = talk.posts[0].when + timedelta(days=index)
        note = rng.choice(CHATTER) if rng.random() < 0.3 else ""
        rows.append([str(index + 1), f"{date:%d.%m.%Y}", game.player(index), turn, note])

    text = io.StringIO()
    quoting = csv.QUOTE_ALL if rng.random() < 0.2 else csv.QUOTE_MINIMAL
    csv.writer(text, delimiter=separator, quoting=quoting, lineterminator="\n").writerows(rows)
    return text.getvalue(), "game.csv"


WRITERS: Sequence[Writer] = (
    mail_chain, mail_chain, mail_heads, chat_lines, chat_lines, posts, posts, mailbox, chat_export, page, spreadsheet,
)  # fmt: skip
MEAN_WRITERS: Sequence[Writer] = (
    mail_chain, mail_heads, mixed_chain, mixed_chain, zoned_mailbox, zoned_mailbox, mailbox, chat_lines, posts,
    chat_export, page,
)  # fmt: skip
"""As `WRITERS`, for conversations that are mean: several zones, forwarded mails, answers above, below and between."""
