"""Tables of cases in text files: a case a line, its cells apart by ` | `, under headings such as `## refused`."""

from __future__ import annotations

import re
from pathlib import Path


def read_table(path: Path, heading: str = "") -> list[list[str]]:
    r"""The cells of each case below a heading, or before the first; comments (`# `) are left out, `\n` and `\x20` as
    in Python."""
    text = path.read_text(encoding="utf-8")
    parts = {head.strip(): body for head, _, body in (part.partition("\n") for part in f"\n{text}".split("\n## "))}
    lines = [line for line in parts[heading].splitlines() if line and not line.startswith("# ")]
    return [[unescape(cell.strip(" ")) for cell in f"{line} ".split(" |")] for line in lines]


def unescape(text: str) -> str:
    """The text with each escape sequence replaced by its character."""
    return re.sub(r"\\(?:[nrt\\]|x..|u....|U.{8})", lambda found: found[0].encode().decode("unicode_escape"), text)
