"""`pyrnot help` and `pyrnot version`: what people try where other programs have it. `--help` does not list them."""

from __future__ import annotations

import click

from pyrnot import __version__
from pyrnot.cli import COMMANDS, cli
from pyrnot.cli.output import say


@click.command("help", hidden=True)
@click.argument(
    "command", required=False, shell_complete=lambda _, __, begun: [name for name in COMMANDS if name.startswith(begun)]
)
@click.pass_context
def help_command(ctx: click.Context, command: str | None) -> None:
    """Show the help of pyrnot, or of one COMMAND."""
    top = ctx.find_root()
    if command is None:
        say(top.get_help())
        return
    name, found, _ = cli.resolve_command(top, [command])
    assert found is not None  # else it would have been an error
    say(found.get_help(click.Context(found, parent=top, info_name=name)))


@click.command("version", hidden=True)
def version_command() -> None:
    """Show the version."""
    say(f"pyrnot, version {__version__}")
