"""`pyrnot help`: the help of a command, or a topic: a Markdown file in `topics/`, found by its name.

`pyrnot --help` lists the topics, so what it does not need is imported by the command.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import cast

import click

from pyrnot.cli.streams import has_colour

_TOPICS = Path(__file__).with_name("topics")


def topics() -> dict[str, str]:
    """The title of each topic, by its name."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(_TOPICS.glob("*.md"))}
    return {name: text.partition("\n")[0].removeprefix("# ") for name, text in texts.items()}


def _commands(ctx: click.Context) -> list[str]:
    return cast(click.Group, ctx.find_root().command).list_commands(ctx)


def _complete(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in dict.fromkeys((*_commands(ctx), *topics())) if name.startswith(begun)]


@click.command("help")
@click.argument("name", metavar="[COMMAND|TOPIC]", required=False, shell_complete=_complete)
@click.pass_context
def help_command(ctx: click.Context, name: str | None) -> None:
    """Runs `pyrnot help`."""
    from pyrnot.cli.output import say, say_styled

    is_topic = name in topics()
    if not is_topic or name in _commands(ctx):
        root = ctx.find_root()
        root.command.main([*filter(None, [name]), "--help"], root.info_name, standalone_mode=False)
        say("", nl=is_topic)
    if is_topic:
        from pyrnot.render.text.terminal import ansi_codes, draw_markdown

        width = max(40, min(shutil.get_terminal_size().columns, 100))
        text = draw_markdown((_TOPICS / f"{name}.md").read_text(encoding="utf-8"), width)
        say_styled(ansi_codes(text) if has_colour(sys.stdout) else text.plain)
