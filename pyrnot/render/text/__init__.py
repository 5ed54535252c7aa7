"""Diagrams as text, for terminals, mail and plain files."""
