"""`pyrnot help`: the help of a command, or a topic: a Markdown file in `topics/`, found by its name."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from pyrnot.cli.output import say, say_styled
from pyrnot.cli.streams import has_colour
from pyrnot.core.diagnostics import nearest

_TOPICS = Path(__file__).with_name("topics")


def topics() -> dict[str, str]:
    """The title of each topic, by its name."""
    titles = {}
    for path in sorted(_TOPICS.glob("*.md")):
        with path.open(encoding="utf-8") as file:
            titles[path.stem] = file.readline().removeprefix("# ").rstrip()
    return titles


def _complete(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    return [name for name in [*group.list_commands(ctx), *topics()] if name.startswith(begun)]


@click.command("help")
@click.argument("name", metavar="[COMMAND|TOPIC]", required=False, shell_complete=_complete)
@click.pass_context
def help_command(ctx: click.Context, name: str | None) -> None:
    """Show the options of a command, or a topic; without a name, list them."""
    root = ctx.find_root()
    group = root.command
    assert isinstance(group, click.Group)
    if name is None:
        say(group.get_help(root))
    elif name in topics():
        from pyrnot.render.text.terminal import ansi_codes, draw_markdown

        width = max(40, min(shutil.get_terminal_size().columns, 100))
        text = draw_markdown((_TOPICS / f"{name}.md").read_text(encoding="utf-8"), width)
        say_styled(ansi_codes(text) if has_colour(sys.stdout) else text.plain)
    elif (command := group.get_command(ctx, name)) is not None:
        say(command.get_help(click.Context(command, root, name)))
    else:
        guess = nearest(name, _complete(ctx, ctx.command.params[0], ""))
        raise click.UsageError(f"no command or topic {name!r}" + (f"; did you mean {guess!r}?" if guess else ""))
