"""The command line: options, exit codes and printing. No rules, no layout.

Each command lives in a module of its own, which is imported only when that command runs: `--help`
and `--version` load click and nothing else.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from pyrnot import __version__

COMMANDS = {
    "check": ("check", "Judge records: what is wrong, where, and by which rule."),
    "show": ("show", "Draw the position at any ply."),
    "replay": ("replay", "Step through a game at the terminal."),
    "export": ("export", "Write diagrams and stand-alone replay pages."),
    "fmt": ("fmt", "Write records in their canonical form."),
    "add": ("add", "Judge one turn and append it to a record."),
    "why": ("why", "Say why a turn would be legal or not at a ply."),
    "explain": ("explain", "Tell the long story of a diagnostic, with a wrong and a right record."),
    "diff": ("diff", "Find where two records of one game first part."),
    "stats": ("stats", "Count games, results, lengths, faults and dice."),
    "moves": ("moves", "List the legal turns at a ply."),
    "random": ("moves", "Make up a legal record."),
    "perft": ("moves", "Count the positions that so many turns lead to."),
    "games": ("games", "List the games known."),
    "rules": ("games", "Print a game's rules, rulings and notation."),
}
"""Command -> the module that has it, and its line in `--help`."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"pyrnot.cli.{COMMANDS[name][0]}"), f"{name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from pyrnot.diagnostics import nearest

            guess = nearest(args[0], COMMANDS) if args else None
            if guess is None or args[0].startswith("-"):
                raise
            raise click.UsageError(f"No such command {args[0]!r}. Did you mean {guess!r}?", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pyrnot")
def cli() -> None:
    """Checks, replays and draws game records of Looney-pyramid games."""


def main(args: list[str] | None = None) -> Any:
    """Runs the command line and leaves with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # Diagrams and players' names must come out whatever the terminal's encoding is.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        return cli.main(args, prog_name="pyrnot")
    except BrokenPipeError:
        # The reader of our output (`head`) has gone: that is no fault, and no traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
