"""Shapes come in, in the order in which they are painted; on which of those before it each lies goes out, roughly."""

from __future__ import annotations

from printgen.base.geometry import Box
from printgen.drawing.measures import Shape

_SOLID = 0.4
"""On a shape that fills more of the box around it than so much lies what lies in that box."""


class Bases:
    """The shapes that were painted, each in the box of the one before it: an arm, its sleeve, the light on that."""

    def __init__(self) -> None:
        self._painted: list[tuple[Box, complex | None]] = []

    def under(self, shape: Shape, ink: complex | None) -> complex | None:
        """The ink of the shape on which the next one lies, if it does; `ink` is its own, None where it is faint."""
        painted = self._painted
        while painted and not painted[-1][0].holds(shape.box):
            painted.pop()
        found = painted[-1][1] if painted else None
        painted.append((shape.box, ink if shape.share > _SOLID else None))
        return found

    def clear(self) -> None:
        """Something else than a shape is painted, and may lie under the next one."""
        self._painted.clear()
