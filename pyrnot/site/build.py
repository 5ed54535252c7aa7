"""Builds the folder of the web page, from the installed pyrnot and lark and from two files: the npm package of
Pyodide, and the wheel of msgspec for it. Nothing is downloaded.

`index.html`, `manifest.json` and `offline.js` have fixed names; all else is in a folder named after the content, so
that files of two versions never mix, whatever a browser keeps.
"""

from __future__ import annotations

import datetime
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import IO

from msgspec import Struct

from pyrnot.core.game import GameInfo
from pyrnot.core.mixins import UsesChance
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.version import __version__
from pyrnot.games import list_games, load_game
from pyrnot.library.reading import loads
from pyrnot.record.grammars import grammar_path
from pyrnot.render.html.document import common_style, page_script, policy_hash, style
from pyrnot.site.texts import in_page_words


class Download(Struct, frozen=True):
    """A file that is downloaded first: its name, its SHA-256, and the command that gets it."""

    file: str
    sha256: str
    command: str

    def read(self, file: IO[bytes]) -> bytes:
        """The content of a file. Raises ValueError if it is not this part."""
        content = file.read()
        if (found := hashlib.sha256(content).hexdigest()) != self.sha256:
            raise ValueError(f"{file.name} is not {self.file}: its SHA-256 is {found}, not {self.sha256}")
        return content


PYODIDE = Download(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    "npm pack pyodide@314.0.7",
)
MSGSPEC = Download(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    "pip download msgspec==0.22.0 --no-deps --only-binary :all: "
    "--python-version 3.14 --platform pyemscripten_2026_0_wasm32",
)
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_NOT_NEEDED = lazy_pattern(
    r"pyrnot/(cli|lsp|viewer|site/assets)/|lark/tools/|.*(__pycache__/|info/(?!licenses|METADATA))"
)
_BEGINNING = (1980, 1, 1, 0, 0, 0)  # the time of all files in the archive: the same content makes the same archive


def build(folder: str, pyodide: bytes, msgspec: bytes) -> str:
    """Writes the site into a new or empty folder, in one step; returns its version, a hash. Raises OSError."""
    own = {path.name: path.read_bytes() for path in (files("pyrnot.site") / "assets").iterdir()}
    examples = own.pop("examples.md").decode()
    texts = re.findall(r"^## ([^\n]*)\n+```\n(.*?)^```$", examples, re.MULTILINE | re.DOTALL)
    own["examples.json"] = json.dumps([_example(title, text) for title, text in texts]).encode()
    own["games.json"] = json.dumps([_game(info) for info in list_games()]).encode()
    own["page.css"] = common_style().encode() + own["page.css"]
    with tarfile.open(fileobj=io.BytesIO(pyodide)) as archive:
        held = {name: file.read() for name in _RUNTIME if (file := archive.extractfile(f"package/{name}"))}
    # The archive has all packages that the page uses.
    held["pyodide-lock.json"] = json.dumps({**json.loads(held["pyodide-lock.json"]), "packages": {}}).encode()
    held["pyrnot.zip"] = _archive(msgspec)
    version = hashlib.sha256(repr(sorted([*own.items(), *held.items()])).encode()).hexdigest()[:12]
    top = {name: own.pop(name).decode() for name in ("index.html", "manifest.json", "offline.js")}
    held = {f"{version}/{name}": content for name, content in {**held, **own}.items()}
    values = {
        "folder": version,
        "version": __version__,
        "date": f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}",
        "pyodide": PYODIDE.file.removeprefix("pyodide-").removesuffix(".tgz"),
        "games": "".join(f'<option value="{info.id}">{info.title}</option>' for info in list_games()),
        "script": policy_hash(page_script()),
        "style": policy_hash(style("page.css")),
        "files": json.dumps(["manifest.json", *sorted(held)]),
    }
    filled = {name: re.sub("@([a-z]+)@", lambda found: values[found[1]], text).encode() for name, text in top.items()}
    _write(folder, {**filled, **held})
    return version


def _example(title: str, text: str) -> dict[str, object]:
    """An example as the page shows it before Python runs."""
    game = loads(text)
    problem = next((diagnostic for diagnostic in game.diagnostics if diagnostic.severity == "error"), None)
    kind = "right"
    if problem is not None:
        kind = "question" if problem.answers else "error"
    draw = game.illegal_svg if kind == "error" else game.board().svg
    return {
        "title": title,
        "text": text,
        "kind": kind,
        "message": "" if problem is None else in_page_words(problem.message),
        "svg": draw(parts=["board"]),
    }


def _game(info: GameInfo) -> dict[str, object]:
    """What the page needs to know of a game before a new one begins."""
    most = len(info.seats) if "Seats" in info.tags else info.min_seats
    about = {"id": info.id, "title": info.title, "seats": info.seats, "variants": info.variants}
    return {**about, "most": most, "rolls": isinstance(load_game(info.id), UsesChance)}


def _archive(msgspec: bytes) -> bytes:
    """The archive of pyrnot, lark and msgspec, with their licences, which the worker unpacks."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compresslevel=9) as archive, zipfile.ZipFile(io.BytesIO(msgspec)) as wheel:
        unpacked = [(name, wheel.read(name)) for name in wheel.namelist()]
        for name, content in sorted([*_installed(), *unpacked]):
            if not _NOT_NEEDED.match(name):
                archive.writestr(zipfile.ZipInfo(name, _BEGINNING), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _installed() -> Iterator[tuple[str, bytes]]:
    package = Path(__file__).parents[1]
    lark = Path(str(files("lark")))
    paths = {path.relative_to(package.parent).as_posix(): path for path in package.rglob("*")}
    paths |= {f"pyrnot/grammars/{path.name}": path for path in Path(grammar_path("")).glob("*.lark")}
    of_lark = [*lark.rglob("*"), *lark.parent.glob("lark-*.dist-info/**/*")]
    paths |= {path.relative_to(lark.parent).as_posix(): path for path in of_lark}
    return ((name, path.read_bytes()) for name, path in paths.items() if path.is_file())


def _write(folder: str, content: Mapping[str, bytes]) -> None:
    """Writes files into a folder that is complete when it gets its name. Raises OSError."""
    target = Path(folder).absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".pyrnot-", dir=target.parent))
    try:
        for name, data in content.items():
            (draft / name).parent.mkdir(exist_ok=True)
            (draft / name).write_bytes(data)
        draft.chmod(0o755)
        if target.exists():
            target.rmdir()  # only if it is an empty folder
        os.rename(draft, target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
