"""What a shape draws comes in; the same with its shadow, showing so far, mixed with what lies under it, goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from printgen.base.errors import ValueProblem, Where, did_you_mean
from printgen.base.units import mm
from printgen.drawing.model import Blend, Group, Item, Place
from printgen.drawing.tints import Tints
from printgen.faces.props import Props
from printgen.faces.shadows import shadow
from printgen.reading.texts import number_of

_BLENDS: Mapping[str, Blend] = {way: way for way in get_args(Blend)}
_DOWN, _SOFT, _DARK = mm(0.5), mm(1.0), 0.4
_WIDEST = mm(50)


def with_effects(p: Props, items: tuple[Item, ...], tints: Tints, where: Where) -> tuple[Item, ...]:
    """Items of a shape, which stands at `where`, with what its settings make of them together."""
    opacity, blend = share(p, "opacity", 1.0), p.word("blend", "normal")
    if blend not in _BLENDS:
        raise ValueProblem(f"there is no blend '{blend}'. {did_you_mean(blend, _BLENDS)}", "blend")
    if not items or opacity == 0:
        return ()
    if p.any("shadow") and not tints.saving and (thrown := _thrown(p, items, tints, where)):
        items = (thrown, *items)
    if opacity == 1 and blend == "normal":
        return items
    return (Place(Group(items, None, False, opacity, _BLENDS[blend])),)


def share(p: Props, key: str, usual: float) -> float:
    """A number from 0 to 1."""
    value = number_of(p.any(key, usual), key, "0.5")
    if not 0 <= value <= 1:
        raise ValueProblem(f"{key} is {value:g}, which is not from 0 to 1; write one such as 0.5", key)
    return value


def _thrown(p: Props, items: tuple[Item, ...], tints: Tints, where: Where) -> Item | None:
    color = p.color("shadow.color", tints) if "shadow.color" in p else "#000000"
    opacity, blur = share(p, "shadow.opacity", _DARK), p.number("shadow.blur", _SOFT)
    if not 0 <= blur <= _WIDEST:
        raise ValueProblem("the blur of a shadow is too large; write 50 mm or less", "shadow.blur")
    if color is None or opacity == 0:
        return None
    return shadow(items, p.number("shadow.dx"), p.number("shadow.dy", _DOWN), blur, color, opacity, where)
