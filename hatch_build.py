"""Fills in what the metadata owes to the address of the repository: its URLs, and the README as the long description.

A package index shows the README without the repository around it, so links to files are written in full there. As
long as pyproject.toml names no address, only their words are left, and the pictures are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"\[([^]]+)\]\((?!https?:)([^)]+)\)")
_PICTURE = re.compile(r'(?<=<img src=")(?!https?:)')
_PICTURES = re.compile(r"\| \| \|\n\| --- \| --- \|\n(?:\| <img .*\n)+\n|^<img .*\n\n", re.MULTILINE)


def long_description(readme: str, address: str) -> str:
    """The README for another site: its links and pictures lead to the repository at `address` (as GitHub names its
    pages), or are left out if that is ""."""
    if not address:
        return _LINK.sub(r"\1", _PICTURES.sub("", readme))

    def absolute(link: re.Match[str]) -> str:
        words, target = link.groups()
        return f"[{words}]({address}{target if target.startswith('#') else f'/blob/HEAD/{target}'})"

    return _LINK.sub(absolute, _PICTURE.sub(f"{address}/raw/HEAD/", readme))


class Hook(MetadataHookInterface):
    """Reads `address` in pyproject.toml, `[tool.hatch.metadata.hooks.custom]`."""

    def update(self, metadata: dict[str, Any]) -> None:
        address = self.config["address"].rstrip("/")
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": long_description(readme, address)}
        metadata["urls"] = (
            {
                "Source": address,
                "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }
            if address
            else {}
        )
