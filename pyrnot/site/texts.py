"""What the page asks about a text, answered as JSON and HTML. It runs in the worker of the page, under Pyodide.

It calls the public library and nothing else, so the page says what the commands say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

import pyrnot

_INSTEAD = (
    (r"(try|use|read it with) `?--encoding [^:.]*", "save it as UTF-8"),
    (r", or (use|name the game with|with) --game", ", or choose the game"),
    (r"check --left-out lists the lines", "they are grey in the text"),
    (r"pyrnot games lists those it knows", "choose one of the games"),
    (r"answer with --answer LINE=ANSWER", "answer it first"),
    (r"that (pyrnot|`pyrnot export`) made", "that was made"),
    (r"`pyrnot show` prints all stashes", "The board shows all stashes"),
    (r"`pyrnot add` keeps", '"Paste the answer" keeps'),
    (r"given to `add` or `why`", "that you type"),
    (r"`fmt` adds", "this page adds"),
    (r"(?<!['`])\bpyrnot (does|reads)\b", r"this page \1"),
    (r"; (run |see )?`(pyrnot |--)[^`]*`[^;.]*| \(`pyrnot [^)]*\)", ""),
    (r": give one with `--answer [^.]*|: try --from \S+|, or let [^.]* add it", ""),
    (r", as `pyrnot show [^`]*` prints it| with `pyrnot (add|undo)\b[^`]*`", ""),
)
"""What the page says instead of words about the command line: a pattern, and the words. A message may quote what a
player wrote, which stays as it is."""
_COMMAND = r"`pyrnot |--[a-z]|command line|no option\b"
"""What only a sentence about the command line has."""
_SHOWN = ("board", "stashes")
"""The parts of a board that the page shows in itself; it says the rest in words."""


class Text:
    """A text, in the file `name`. `game` is that of records without a tag ("" if it is not known), `answers` are
    those to questions: a JSON object, line -> answer."""

    def __init__(self, name: str, game: str = "", answers: str = "{}") -> None:
        # As a path, since a string that begins with `[` would be a text.
        self._path = Path(name)
        self._game = game or None
        self._answers = msgspec.json.decode(answers, type=dict[int, str])
        self._games: dict[int, pyrnot.Game] = {}

    def verdicts(self) -> str:
        """The verdicts on the records, a JSON list of what `pyrnot check --format json` prints."""
        return _dump(pyrnot.check(self._path, game=self._game, answers=self._answers))

    def told(self) -> str:
        """The same, in the words of the page. What is about a turn of a variation has the name of its ply `at`, such
        as `4v1`."""
        verdicts = msgspec.json.decode(self.verdicts())
        for diagnostic in (each for verdict in verdicts for each in verdict["diagnostics"]):
            _place_in_variation(diagnostic)
            diagnostic |= {part: in_page_words(diagnostic[part] or "") for part in ("message", "hint")}
        return _dump(verdicts)

    def records(self) -> str:
        """The records, a JSON list: `number`, `title`, the canonical `text` ("" if the record has an error), the open
        `questions` in the order of the game, the legal `turns` with their seats, the `result` ("" if it has none, or
        an error), and whether the game `is_open`."""
        self._games = {game.number: game for game in self._read(self._answers)}
        return _dump(
            {
                "number": number,
                "title": game.title,
                "text": f"{game}\n" if game.ok else "",
                "questions": sorted(game.questions, key=lambda question: (question.ply, question.line)),
                "turns": [(turn.seat, str(turn)) for turn in game],
                "result": game.result if game.ok and game.result != "*" else "",
                "is_open": game.ok and not game.questions and game.result == "*",
            }
            for number, game in self._games.items()
        )

    def page(self, number: int) -> str:
        """The replay page of a record."""
        return self._games[number].html()

    def picture(self, number: int, ply: str) -> str:
        """The SVG file of a record's board after a ply, at most after the last legal turn."""
        game = self._games[number]
        return game.board(min(int(ply), len(game))).svg()

    def view(self, number: int, ply: int | str) -> str:
        """The pictures of a record's board after a ply, a JSON list: the board, and what is beside it. After the last
        legal turn comes the illegal one, if it was judged: the position in which it was refused. A ply of a variation
        is named as `4v1`."""
        game = self._games[number]
        try:
            return _dump(game.board(ply).svg(parts=[part]) for part in _SHOWN)
        except IndexError:  # it is not legal
            variation = int(str(ply).partition("v")[2] or 0)
        try:
            return _dump(game.illegal_svg(variation=variation, parts=[part]) for part in _SHOWN)
        except IndexError:  # nor was it judged
            return _dump(game.board().svg(parts=[part]) for part in _SHOWN)

    def touch(self, number: int, beginning: str) -> str:
        """What may follow a beginning of the next turn, a JSON object: the `steps`, each with its `text`, what is
        `added` and its `touches`; the `actions` that may be touched first where the next step is a verb, which is
        nowhere on the table; the `turn`, if it is complete; `pictures` with the actions so far; or the `error`."""
        board = self._games[number].board()
        about: dict[str, object] = {"steps": [], "actions": [], "turn": None, "error": "", "squares": board.squares()}
        about |= {"to_move": board.to_move, "player": board.tags.get(board.to_move, "")}
        try:
            ahead = board.continuations(beginning)
            has_verb = any(touch.kind == "word" for step in ahead for touch in step.touches)
            actions = board.continuations(beginning, by="action") if has_verb else ()
        except pyrnot.IllegalTurn as error:
            return _dump({**about, "error": in_page_words(str(error))})
        shown = ahead.turn if ahead.turn and not ahead else ahead.begun
        return _dump(
            {
                **about,
                "steps": [_step(step) for step in ahead],
                "actions": [_step(step) for step in actions],
                "turn": str(ahead.turn) if ahead.turn else None,
                "pictures": [(shown.board if shown else board).svg(parts=[part]) for part in _SHOWN],
            }
        )

    def add(self, number: int, added: str, secrets: str = "[]") -> str:
        """The record with a turn, a result or what a mail adds to it, a JSON object: its `text`, or the `error`. If
        the mail has another turn than the record, also the `boards` after the one and the other, and `theirs`: the
        record with the mail's turn. `secrets` are those of the player's fair dice, a JSON list."""
        record = self.edit(number, secrets)
        try:
            with suppress(pyrnot.IllegalStart):  # still to be drawn by fair dice, whose links are added
                record.add(added)
            return _dump({"text": f"{record}\n", "error": ""})
        except pyrnot.PyrnotError as error:
            first = error.diagnostics[0] if error.diagnostics else None
            dispute = _dispute(record, first, added) if first and first.code == "thread-conflict" else {}
            told = _told(first) if first else str(error)
            return _dump({"text": "", "error": in_page_words(told), **dispute})

    def mail(self, number: int, secrets: str = "[]") -> str:
        """The text to send to the other players."""
        return self.edit(number, secrets).mail()

    def roll(self, number: int, beginning: str, secrets: str) -> str:
        """What fair dice make of a beginning of the next turn, a JSON object: its `texts`; before, the `seats` with
        which the player may begin to use them; and what is `said` about either."""
        record = self.edit(number, secrets)
        if seats := record.seats_to_join:
            return _dump({"texts": [], "seats": seats, "said": "Fair dice, which no player can choose. You are:"})
        try:
            return _dump({"texts": record.roll(beginning), "seats": [], "said": "Which of these?"})
        except pyrnot.PyrnotError as error:
            return _dump({"texts": [], "seats": [], "said": in_page_words(str(error))})

    def join(self, number: int, seat: str, secrets: str) -> str:
        """The record with fair dice for a seat, a JSON object: its `text`, and all `secrets` of the player."""
        record = self.edit(number, secrets)
        record.join(seat)
        return _dump({"text": f"{record}\n", "secrets": record.secrets})

    def invitation(self) -> str:
        """The record that the text begins as a mail does; "" if it does not."""
        try:
            return f"{pyrnot.Record.from_mail(self._path.read_text(encoding='utf-8'))}\n"
        except (pyrnot.PyrnotError, UnicodeDecodeError):
            return ""

    def edit(self, number: int, secrets: str) -> pyrnot.Record:
        """A record, to be changed by a player with these secrets."""
        record = self._games[number].edit()
        record.secrets = msgspec.json.decode(secrets, type=list[str])
        return record

    def undo(self, number: int) -> str:
        """The record without its last turn."""
        record = self._games[number].edit()
        record.undo()
        return f"{record}\n"

    def boards(self, number: int, line: int) -> str:
        """The boards after each of the first answers to the question at a line, a JSON object, answer -> SVG."""
        (question,) = (question for question in self._games[number].questions if question.line == line)
        drawn: dict[str, str] = {}
        for answer in [*question.answers][:4]:  # for each, the text is read again
            others = [other for other in self._read({**self._answers, line: answer}) if other.number == number]
            for turn in (turn for other in others for turn in other[question.ply : question.ply + 1]):
                drawn[answer] = turn.board.svg(parts=["board"])
        return _dump(drawn)

    def repaired(self, number: int, ply: int, turn: str) -> str:
        """The board after another turn at a ply, as SVG; "" if it has none."""
        try:
            return self._games[number].board(ply - 1).play(turn).svg(parts=["board"])
        except (pyrnot.PyrnotError, IndexError):
            return ""

    def _read(self, answers: dict[int, str]) -> Iterator[pyrnot.Game]:
        return pyrnot.read(self._path, game=self._game, answers=answers, on_error=lambda diagnostic: None)


def begin(game: str, variant: str, names: str, is_fair: bool = False) -> str:
    """The record of a new game; `names` are the players in turn order, a JSON list ("" for one without a name). What
    chance decides at the start is drawn here, or later by fair dice; what players choose has its usual value."""
    players = msgspec.json.decode(names, type=list[str])
    seats: dict[str, Any] = {"seats": len(players)} if "Seats" in pyrnot.rules(game).info.tags else {}
    start = pyrnot.Board(game, variant=variant or None, **seats)
    tags = {**seats, "variant": variant, **({} if is_fair else start.tags)}
    tags |= dict(zip(start.seats, players, strict=False))
    known = ("Game", "Seed")  # what the seed gave is in the other tags
    given: dict[str, Any] = {name.lower(): value for name, value in tags.items() if name not in known and value}
    return f"{pyrnot.new(game, fair_dice=is_fair, **given)}\n"


def _told(diagnostic: pyrnot.Diagnostic) -> str:
    """What is wrong with a mail, and what to write instead. A question has no buttons here; two turns that contradict
    each other do."""
    if diagnostic.code == "thread-conflict":
        return diagnostic.message
    hint = "write the turn alone, or leave the line out" if diagnostic.answers else diagnostic.hint
    return f"{diagnostic.message}; {hint}" if hint else diagnostic.message


def _dispute(record: pyrnot.Record, conflict: pyrnot.Diagnostic, mail: str) -> dict[str, object]:
    """The boards after the turn of the record and that of a mail, and the record with the latter if it is legal."""
    ply = conflict.ply or 1
    game = record.game
    try:
        record.undo(len(game) - ply + 1)
        theirs = record.add(mail)
    except pyrnot.PyrnotError:
        return {}
    return {"boards": [board.svg(parts=["board"]) for board in (game.board(ply), theirs)], "theirs": f"{record}\n"}


def _place_in_variation(diagnostic: dict[str, Any]) -> None:
    """Adds the name of the ply to a diagnostic, and to the earlier turn that explains it, if it is in a variation."""
    found = re.match(r"variation (\d+) at ply (\d+): ", diagnostic["message"])
    for each in (diagnostic, diagnostic["related"]):
        if found and each and each["ply"] >= int(found[2]):
            each["at"] = f"{each['ply']}v{found[1]}"


def _step(step: Any) -> dict[str, object]:
    return {"text": step.text, "added": step.added, "touches": [(touch.kind, touch.name) for touch in step.touches]}


def explain(code: str, rule: str, game: str) -> str:
    """What a diagnostic means, a JSON object: the `rule` in words ("" for one that all games share), its `story`, and
    a `wrong` and a `right` record."""
    told = max(pyrnot.explain(code), key=lambda explanation: explanation.rule == rule)
    words = pyrnot.rules(game).get(rule) if game else None
    about = {"rule": words.text if words else "", "story": story_in_page_words(told.story)}
    return _dump({**about, "wrong": told.wrong.strip(), "right": told.right.strip()})


def in_page_words(text: str) -> str:
    """A message or a hint without words about the command line."""
    for pattern, words in _INSTEAD:
        text = re.sub(pattern, words, text)
    return text.strip()


def story_in_page_words(story: str) -> str:
    """An explanation's story without those words, and without sentences that are about the command line alone."""
    story = re.sub(r"(?<!`)\bpyrnot\b", "this page", re.sub(r"(^|\. )pyrnot\b", r"\1This page", story.strip()))
    return " ".join(part for part in re.split(r"(?<=\.) ", in_page_words(story)) if not re.search(_COMMAND, part))


def _dump(value: object) -> str:
    return msgspec.json.encode(list(value) if isinstance(value, Iterator) else value).decode()
