"""Turns diagrams, diagnostics and records into text, pictures, pages and data.

`text`, `svg` and `html` draw diagrams and the records that contain them, `documents` writes records as Markdown and
for mail, and `raster` makes PNG and GIF of SVG. `report` words diagnostics and the verdicts of `check`, `data` makes
JSON values, `words` describes diagrams, and `palette` has the colours of pyramids. Nothing here prints: the command
line does.
"""
