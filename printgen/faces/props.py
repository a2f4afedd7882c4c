"""A node's properties for one card, read by type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.errors import ValueProblem, blaming
from printgen.drawing.tints import NONE, Tints
from printgen.faces.compound import COMPOUND
from printgen.faces.face import Node
from printgen.faces.shape_words import SIZES
from printgen.reading.texts import number_of, text_of


class Props:
    """A node's properties for one card, read by type; each missing one has a default."""

    __slots__ = ("_context", "_props", "unit")

    def __init__(self, node: Node, context: Mapping[str, Any]) -> None:
        self._props, self._context, self.unit = node.props, context, node.unit

    def __contains__(self, key: str) -> bool:
        return key in self._props

    def any(self, key: str, default: Any = None) -> Any:
        value = self._props.get(key)
        return default if value is None else value.of(key, self._context)

    def number(self, key: str, default: float = 0.0) -> float:
        number = number_of(self.any(key, default), key)
        if number < 0 and key in SIZES:
            raise ValueProblem(f"{key} is below zero; give it a length from zero up", key)
        return number

    def at_least(self, key: str, least: float, default: float) -> float:
        """A number with a lower limit, below which a pattern would have endlessly many parts."""
        value = self.number(key, default)
        if value < least:
            raise ValueProblem(f"{key} is too small; write {least:g} or more", key)
        return value

    def word(self, key: str, default: str = "") -> str:
        value = self.any(key, default)
        return value if isinstance(value, str) else text_of(value)

    def color(self, key: str, tints: Tints) -> str | None:
        value = self.any(key)
        if value in (None, ""):
            return None
        with blaming(key):
            color = tints.resolve(str(value))
        return None if color == NONE else color

    def is_compound(self, key: str) -> bool:
        """Whether a value has settings of its own, such as a gradient."""
        value = self._props.get(key)
        return value is not None and value.of(key, self._context) is COMPOUND
