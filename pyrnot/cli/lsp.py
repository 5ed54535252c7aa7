"""`pyrnot lsp`: the language server for editors."""

from __future__ import annotations

import sys

import click

from pyrnot.cli.output import say


@click.command("lsp")
@click.argument("stream", type=click.Choice(["-"]), required=False, metavar="[-]")
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, as it always does.")
@click.pass_context
def lsp_command(ctx: click.Context, stream: str | None, stdio: bool) -> None:
    """Run the language server, which an editor starts.

    It speaks the Language Server Protocol on standard input and output, and reads no file: the editor sends the text of
    each record, saved or not. Needs the extra `lsp`.
    """
    try:
        from pyrnot.lsp.stdio import serve
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        say("the language server needs pygls; install it with: pip install 'pyrnot[lsp]'", err=True)
        ctx.exit(2)
    if sys.stdin.isatty():
        say("waiting for an editor on standard input (press Ctrl-C to stop)", err=True)
    try:
        serve()
    except OSError as fault:
        say(f"cannot read standard input: {fault.strerror or fault}", err=True)
        ctx.exit(2)
