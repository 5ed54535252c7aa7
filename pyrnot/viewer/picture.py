"""Saves the picture of a node as an SVG file, the one that `export` writes; never over another file unasked."""

from __future__ import annotations

import re
from pathlib import Path

from pyrnot.play.line_tree import LineTree, Node
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.saving import replacing
from pyrnot.render.captions import Style, caption_of
from pyrnot.render.svg.diagram import draw_svg
from pyrnot.render.svg.parts import POST_PARTS

_SUFFIX = ".svg"


def suggest_name(line_tree: LineTree, turn: int) -> str:
    """The name that `export` would give the picture."""
    file = line_tree.record.source.file
    stem = "record" if file == STANDARD_INPUT else Path(file).stem
    game = line_tree.record.game
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{game.info.id}-{stem}" if game else stem)
    return f"{name}-{line_tree.node(turn).ply}{_SUFFIX}"


def picture_path(name: str) -> Path:
    """The file that a user names, with the suffix if that is missing."""
    path = Path(name).expanduser()
    return path if path.suffix.lower() == _SUFFIX else path.with_name(path.name + _SUFFIX)


def save_picture(line_tree: LineTree, node: Node, path: Path, *, flip: bool, overwrite: bool = False) -> None:
    """Saves the picture of a node. Raises OSError: `FileExistsError` if the user must say that a file may go."""
    text = draw_svg(
        node.diagram,
        title=f"{line_tree.title}, {node.caption}",
        flip=flip,
        caption=caption_of(line_tree, node, Style.POST),
        parts=POST_PARTS,
    )
    with replacing(path, overwrite=overwrite) as file:
        file.write(text.encode("utf-8", "replace"))
