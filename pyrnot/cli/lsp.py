"""`pyrnot lsp`: serves an editor."""

from __future__ import annotations

import sys

import click

from pyrnot.cli.printing import say


@click.command("lsp")
@click.argument("stream", type=click.Choice(["-"]), required=False, metavar="[-]")
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, as it always does.")
def lsp_command(stream: str | None, stdio: bool) -> None:
    """Runs `pyrnot lsp`."""
    try:
        from pyrnot.lsp.stdio import serve
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        if package not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError(
            "the language server needs pygls; install it with: pip install 'pyrnot[lsp]'"
        ) from None
    if sys.stdin.isatty():
        say("waiting for an editor on standard input (press Ctrl-C to stop)", err=True)
    serve()
