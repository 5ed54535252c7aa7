"""Diagrams, diagnostics and records as text, pictures and pages: one renderer a file."""
