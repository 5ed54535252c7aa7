"""Diagrams as SVG; `diagram` has the entry points."""
