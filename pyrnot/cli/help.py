"""`pyrnot help` and `pyrnot version`: what people try where other programs have it. `--help` does not list them."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from pyrnot import __version__
from pyrnot.cli.output import say


def _complete_command(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    return [CompletionItem(name) for name in group.list_commands(ctx) if name.startswith(incomplete)]


@click.command("help", hidden=True)
@click.argument("command", required=False, shell_complete=_complete_command)
@click.pass_context
def help_command(ctx: click.Context, command: str | None) -> None:
    """Show the help of pyrnot, or of one COMMAND."""
    top = ctx.find_root()
    if command is None:
        say(top.get_help())
        return
    assert isinstance(top.command, click.Group)
    name, found, _ = top.command.resolve_command(top, [command])
    assert found is not None  # else it would have been an error
    say(found.get_help(click.Context(found, parent=top, info_name=name)))


@click.command("version", hidden=True)
def version_command() -> None:
    """Show the version."""
    say(f"pyrnot, version {__version__}")
