"""`pyrnot help`: the help of a command, a section of `commands.md`; or a topic, a Markdown file in `topics/`.

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
    return [name for name in dict.fromkeys((*COMMANDS, *topics())) if name.startswith(begun)]


@click.command("help")
@click.argument("name", metavar="[COMMAND|TOPIC]", required=False, shell_complete=_complete)
@click.pass_context
def help_command(ctx: click.Context, name: str | None) -> None:
    """Runs `pyrnot help`."""
    from pyrnot.cli.printing import say, say_styled

    topic = name if name in topics() else None
    if topic is None or topic in COMMANDS:
        root = ctx.find_root()
        root.command.main([*filter(None, [name]), "--help"], root.info_name, standalone_mode=False)
        say("", nl=topic is not None)
    if topic is not None:
        from pyrnot.render.text.terminal import ansi_codes, draw_markdown

        width = max(40, min(shutil.get_terminal_size().columns, 100))
        text = draw_markdown(_topic(topic), width)
        say_styled(ansi_codes(text) if has_colour(sys.stdout) else text.plain)
