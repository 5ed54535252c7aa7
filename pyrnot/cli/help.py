"""`pyrnot help`: the help of a command, a section of `commands.md`; a topic, a Markdown file in `topics/`; or the
notation of a game.

`pyrnot --help` lists both, so what it does not need is imported by the command.
"""

from __future__ import annotations

import os
import shutil
import sys

import click

from pyrnot.cli.streams import has_colour


def _read(name: str) -> str:
    """A text beside this module, which every command reads: `pathlib` takes longer to import."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


_SECTIONS = _read("commands.md").split("\n## ")[1:]
COMMANDS = {name: text.strip() for name, _, text in (section.partition("\n") for section in _SECTIONS)}
"""The commands, each with its help, which begins with its line in `--help`."""
_TOPICS = os.path.join(os.path.dirname(__file__), "topics")


def topics() -> dict[str, str]:
    """The title of each topic, by its name."""
    names = sorted(name for name, suffix in map(os.path.splitext, os.listdir(_TOPICS)) if suffix == ".md")
    return {name: _topic(name).partition("\n")[0].removeprefix("# ") for name in names}


def _topic(name: str) -> str:
    """The text of a topic."""
    return _read(os.path.join(_TOPICS, f"{name}.md"))


def _complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in _names() if name.startswith(begun)]


def _names() -> list[str]:
    """What there is help on."""
    from pyrnot.games import game_ids  # which `--help` does not need

    return list(dict.fromkeys((*COMMANDS, *topics(), *game_ids())))


def find_help(word: str) -> str | None:
    """The topic or the game that a word names, as `help` takes it; None if it names none."""
    from pyrnot.games import load_game

    if word in topics():
        return word
    game = load_game(word)
    return None if game is None else str(game.info.id)


@click.command("help")
@click.argument("name", metavar="[NAME]", required=False, shell_complete=_complete)
@click.pass_context
def help_command(ctx: click.Context, name: str | None) -> None:
    """Runs `pyrnot help`."""
    from pyrnot.cli.printing import say

    topic = name if name in topics() else None
    if name is not None and topic is None and name not in COMMANDS:
        _say_game(name)
        return
    if topic is None or topic in COMMANDS:
        root = ctx.find_root()
        root.command.main([*filter(None, [name]), "--help"], root.info_name, standalone_mode=False)
    if topic in COMMANDS:
        say("")
    if topic is not None:
        say_topic(topic)


def say_topic(name: str) -> None:
    """Prints a topic."""
    from pyrnot.cli.printing import say_styled
    from pyrnot.render.text.terminal import ansi_codes, draw_markdown

    width = max(40, min(shutil.get_terminal_size().columns, 100))
    text = draw_markdown(_topic(name), width)
    say_styled(ansi_codes(text) if has_colour(sys.stdout) else text.plain)


def _say_game(name: str) -> None:
    """Prints the notation of a game, and where the rest is. Raises `click.UsageError` for another name."""
    from pyrnot.cli.printing import say
    from pyrnot.core.diagnostics import nearest
    from pyrnot.games import load_game
    from pyrnot.render.text.rules import notation_card

    game = load_game(name)
    if game is None:
        guess = nearest(name, _names())
        advice = (
            f"Did you mean {guess!r}?" if guess else "`pyrnot help` lists commands and topics, `pyrnot games` games."
        )
        raise click.UsageError(f"There is no help on {name!r}. {advice}")
    say("\n".join(notation_card(game, max(40, min(shutil.get_terminal_size().columns, 100)))))
    say(f"\nSee also `pyrnot rules {game.info.id}`, and `pyrnot help notation` on tags, comments and results.")
