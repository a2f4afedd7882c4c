"""What a shape says of the edges of its face comes in; its x, y, w and h go out, for a size that may be told later."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from printgen.base.errors import ValueProblem
from printgen.base.units import mm
from printgen.reading.values import Context, Value

_AXES = (("x", "w", "right"), ("y", "h", "bottom"))


def edges_of(given: Mapping[str, float], text: bool, size: tuple[float, float], bleed: float) -> dict[str, float]:
    """The x, y, w and h, in points, that follow from edges of a face of a size, and its bleed; and those given.

    A text without a height keeps its baseline: only its left and right edges follow those of the face.
    """
    usual = given.get("inset", -bleed if given.get("bleed") else None)
    made: dict[str, float] = {}
    for (start, length, end), whole in zip(_AXES, size, strict=True):
        if text and start == "y" and "h" not in given and "bottom" not in given:
            continue
        far, near = given.get(end, usual), given.get(start, usual)
        if end in given and length in given and start not in given:
            near = whole - given[end] - given[length]
        if near is not None:
            made[start] = near
        if length not in given and far is not None:
            made[length] = whole - far - (near or 0.0)
    return made


def told_edges(key: str, given: Mapping[str, float], text: bool, bleed: float) -> dict[str, Value]:
    """The same as values, for a face without a size: it is told its width and height when it is drawn, in millimetres.

    It may be told a bleed, too, which is that of its panel where its own is less. `key` is the setting that asked for
    the edges.
    """

    def found(name: str, context: Context) -> float:
        if "w" not in context or "h" not in context:
            raise ValueProblem(f"{key} counts from the edge of the face, which has no size. {_HINT}", key)
        size = mm(context["w"]), mm(context["h"])
        length = edges_of(given, text, size, max(bleed, mm(context.get("bleed", 0))))[name]
        if name in ("w", "h") and length <= 0:
            raise ValueProblem(f"{key} leaves no room between the edges of the face. Choose a smaller one.", key)
        return length

    names = edges_of(given, text, (0.0, 0.0), bleed)
    return {name: Value(partial(found, name), frozenset(("w", "h", "bleed"))) for name in names}


_HINT = "Add size: to the face, or write x, y, w and h."
