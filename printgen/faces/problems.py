"""What can go wrong while a face is drawn, before it is known which card and line to blame."""

from __future__ import annotations


class PartError(ValueError):
    """A look or a part of a picture that cannot be drawn; the message names it."""


class ValueProblem(ValueError):
    """An expression that cannot be read or evaluated, worded for the template's author."""
