"""Printers that are out of true: what a person read from a printed page comes in; pages that print true go out."""
