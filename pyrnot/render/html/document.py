"""What all pages share: the head of the document with its security policy, the style sheets, the scripts.

A page loads nothing: its policy allows only the style sheet and the script that are in it, each by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

from pyrnot.core.version import __version__
from pyrnot.render.palette import PAINTS
from pyrnot.render.svg.style import Theme, svg_page_style, svg_variables
from pyrnot.render.svg.text import html_text

_SCRIPTS = ("elements.js", "records.js", "spots.js", "motion.js", "copy.js", "page.js")
"""The parts of the script of replay pages, in order: they are one function, so each can use those before it."""


def document_head(title: str, *, theme: Theme, css: str, script: str) -> str:
    """Everything up to the body."""
    policy = (
        f"default-src 'none'; style-src {policy_hash(css)}; script-src {policy_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    chosen = "" if theme is Theme.AUTO else f' data-theme="{theme}"'
    return (
        f'<!doctype html>\n<html lang="en"{chosen}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="generator" content="pyrnot {__version__}">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html_text(title)}</title>\n<style>{css}</style>\n</head>\n"
    )


@cache
def style(name: str) -> str:
    """The style sheet of a page: what all have, and the page's own."""
    return common_style() + asset(name)


def common_style() -> str:
    """The style of all pages: the colours of both themes, and the rules for diagrams."""
    dark = svg_variables(Theme.DARK)
    marks = "".join(f".by.{colour}{{background:{paint.fill};color:{paint.ink}}}" for colour, paint in PAINTS.items())
    # Print on white, whatever the theme on screen.
    return (
        f":root{{{svg_variables(Theme.LIGHT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n{svg_page_style()}\n{asset('theme.css')}{marks}\n"
    )


@cache
def page_script() -> str:
    """The script of replay pages."""
    body = "".join(map(asset, _SCRIPTS))
    return f'"use strict";\n(() => {{\n{body}}})();\n'


@cache
def asset(name: str) -> str:
    """A file of `assets` without comments, empty lines and indentation, which only its authors need."""
    text = (files("pyrnot.render.html") / "assets" / name).read_text("utf-8")
    lines = (line.strip() for line in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split("\n"))
    kept = "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
    # A script must not contain its own end tag.
    return kept.replace("</script", r"<\/script")


def policy_hash(text: str) -> str:
    """A script or style sheet as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
