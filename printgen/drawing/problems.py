"""What can go wrong while a face is read or drawn, before it is known which card and line to blame."""

from __future__ import annotations

from printgen.base.errors import PrintgenError


class PartError(ValueError):
    """A look or a part of a picture that cannot be drawn; the message names it."""


class TemplateProblem(PrintgenError):
    """Findings of a template that cannot be used."""
