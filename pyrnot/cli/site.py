"""`pyrnot site`: builds the web page that checks records."""

from __future__ import annotations

import shlex
from typing import IO

import click

from pyrnot.cli.printing import note


@click.command("site")
@click.option("-o", "--output", metavar="DIR", required=True, help="Folder to write; it must be new or empty.")
@click.option("--pyodide", type=click.File("rb"), metavar="FILE", help="Pyodide's npm package.")
@click.option("--wheel", type=click.File("rb"), metavar="FILE", help="The wheel of msgspec for Pyodide.")
def site_command(output: str, pyodide: IO[bytes] | None, wheel: IO[bytes] | None) -> None:
    """Runs `pyrnot site`."""
    from pyrnot.site.build import MSGSPEC, PYODIDE, build

    folder = shlex.quote(output)
    if pyodide is None or wheel is None:
        raise click.UsageError(
            f"the page needs two files; get them with\n\n  {PYODIDE.command}\n  {MSGSPEC.command}\n"
            f"  pyrnot site -o {folder} --pyodide {PYODIDE.file} --wheel {MSGSPEC.file}"
        )
    try:
        version = build(output, PYODIDE.read(pyodide), MSGSPEC.read(wheel))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, output) from error  # which may not name what is written
    note(f"{output}: version {version}; try it with `python -m http.server -d {folder}`")
