"""Diagrams, records and counts as text, for terminals, mail and plain files."""
