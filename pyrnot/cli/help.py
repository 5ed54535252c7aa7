"""`pyrnot help`: the help of a command, a section of `commands.md`; or a topic, a Markdown file in `topics/`.

`pyrnot --help` lists both, so what it does not need is imported by the command.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from pyrnot.cli.streams import has_colour

_SECTIONS = Path(__file__).with_name("commands.md").read_text(encoding="utf-8").split("\n## ")[1:]
COMMANDS = {name: text.strip() for name, _, text in (section.partition("\n") for section in _SECTIONS)}
"""The commands, each with its help, which begins with its line in `--help`."""
_TOPICS = Path(__file__).with_name("topics")


def topics() -> dict[str, str]:
    """The title of each topic, by its name."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(_TOPICS.glob("*.md"))}
    return {name: text.partition("\n")[0].removeprefix("# ") for name, text in texts.items()}


def _complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [name for name in dict.fromkeys((*COMMANDS, *topics())) if name.startswith(begun)]


@click.command("help")
@click.argument("name", metavar="[COMMAND|TOPIC]", required=False, shell_complete=_complete)
@click.pass_context
def help_command(ctx: click.Context, name: str | None) -> None:
    """Runs `pyrnot help`."""
    from pyrnot.cli.printing import say, say_styled

    is_topic = name in topics()
    if not is_topic or name in COMMANDS:
        root = ctx.find_root()
        root.command.main([*filter(None, [name]), "--help"], root.info_name, standalone_mode=False)
        say("", nl=is_topic)
    if is_topic:
        from pyrnot.render.text.terminal import ansi_codes, draw_markdown

        width = max(40, min(shutil.get_terminal_size().columns, 100))
        text = draw_markdown((_TOPICS / f"{name}.md").read_text(encoding="utf-8"), width)
        say_styled(ansi_codes(text) if has_colour(sys.stdout) else text.plain)
