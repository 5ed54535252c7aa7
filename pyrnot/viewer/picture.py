"""Saves the picture of a stop as an SVG file, the one that `export` writes; never over another file unasked."""

from __future__ import annotations

import re
from pathlib import Path

from pyrnot.play.course import Course
from pyrnot.play.plies import players
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.saving import replacing

_SUFFIX = ".svg"


class NotSaved(Exception):
    """Why the picture was not saved, for the user."""


class AlreadyThere(NotSaved):
    """A file has that name: the user must say that it may be overwritten."""


def suggest_name(course: Course, turn: int) -> str:
    """The name that `export` would give the picture."""
    file = course.record.source.file
    stem = "record" if file == STANDARD_INPUT else Path(file).stem
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '_', stem)}-{course.stop(turn).ply}{_SUFFIX}"


def save_picture(course: Course, turn: int, name: str, *, flip: bool, overwrite: bool = False) -> str:
    """Saves the picture of a stop; returns the name of the file, to which the suffix may have been added.

    Raises `AlreadyThere` and `NotSaved`.
    """
    view = course.view(turn)
    if view is None:
        raise NotSaved("there is no picture to save")
    path = Path(name).expanduser()
    if path.suffix.lower() != _SUFFIX:
        path = path.with_name(path.name + _SUFFIX)
    from pyrnot.render.svg.diagram import draw_svg
    from pyrnot.render.text.diagram import draw_text

    text = draw_svg(
        view.diagram,
        title=f"{course.title}, {view.caption}",
        description=draw_text(view.diagram, flip=flip),
        flip=flip,
        caption=[line for line in (view.caption, players(course.replay)) if line],
    )
    try:
        with replacing(path, overwrite=overwrite) as file:
            file.write(text.encode("utf-8", "replace"))
    except FileExistsError:
        raise AlreadyThere(f"{path} already exists") from None
    except OSError as fault:
        raise NotSaved(f"cannot write {path}: {fault.strerror or fault}") from None
    return str(path)
