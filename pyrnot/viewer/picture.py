"""Saves the picture of a stop as an SVG file, the one that `export` writes; never over another file unasked."""

from __future__ import annotations

import re
from pathlib import Path

from pyrnot.play.course import Course, Stop
from pyrnot.play.plies import players
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.saving import replacing
from pyrnot.render.svg.diagram import draw_svg

_SUFFIX = ".svg"


def suggest_name(course: Course, turn: int) -> str:
    """The name that `export` would give the picture."""
    file = course.record.source.file
    stem = "record" if file == STANDARD_INPUT else Path(file).stem
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '_', stem)}-{course.stop(turn).ply}{_SUFFIX}"


def picture_path(name: str) -> Path:
    """The file that a user names, with the suffix if that is missing."""
    path = Path(name).expanduser()
    return path if path.suffix.lower() == _SUFFIX else path.with_name(path.name + _SUFFIX)


def save_picture(course: Course, stop: Stop, path: Path, *, flip: bool, overwrite: bool = False) -> None:
    """Saves the picture of a stop. Raises OSError: `FileExistsError` if the user must say that a file may go."""
    text = draw_svg(
        stop.diagram,
        title=f"{course.title}, {stop.caption}",
        flip=flip,
        caption=[line for line in (stop.caption, players(course.replay)) if line],
    )
    with replacing(path, overwrite=overwrite) as file:
        file.write(text.encode("utf-8", "replace"))
