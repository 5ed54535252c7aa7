"""`pyrnot site` and `pyrnot lsp`: pyrnot in a web page, and in an editor."""

from __future__ import annotations

import sys
from typing import IO

import click

from pyrnot.cli.output import note, say


@click.command("site")
@click.option("-o", "--output", metavar="DIR", required=True, help="Folder to write; it must be new or empty.")
@click.option("--pyodide", type=click.File("rb"), metavar="FILE", help="Pyodide's npm package.")
@click.option("--wheel", type=click.File("rb"), metavar="FILE", help="The wheel of msgspec for Pyodide.")
def site_command(output: str, pyodide: IO[bytes] | None, wheel: IO[bytes] | None) -> None:
    """Runs `pyrnot site`."""
    from pyrnot.site.build import MSGSPEC, PYODIDE, build

    if pyodide is None or wheel is None:
        raise click.UsageError(
            f"the page needs two files; get them with\n\n  {PYODIDE.command}\n  {MSGSPEC.command}\n"
            f"  pyrnot site -o {output} --pyodide {PYODIDE.file} --wheel {MSGSPEC.file}"
        )
    try:
        version = build(output, PYODIDE.read(pyodide), MSGSPEC.read(wheel))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    note(f"{output}: version {version}; try it with `python -m http.server -d {output}`")


@click.command("lsp")
@click.argument("stream", type=click.Choice(["-"]), required=False, metavar="[-]")
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, as it always does.")
def lsp_command(stream: str | None, stdio: bool) -> None:
    """Runs `pyrnot lsp`."""
    try:
        from pyrnot.lsp.stdio import serve
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError(
            "the language server needs pygls; install it with: pip install 'pyrnot[lsp]'"
        ) from None
    if sys.stdin.isatty():
        say("waiting for an editor on standard input (press Ctrl-C to stop)", err=True)
    serve()
