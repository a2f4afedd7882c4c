"""Light backs: pictures in colour come in; the same pictures in a share of their ink go out, with a white rim.

Everything is mixed with the white of the paper, and so keeps its place, its shape and how it stands out from what lies
around it. Words are dark afterwards, as light grounds need them.
"""

from __future__ import annotations

from printgen.base.geometry import Box
from printgen.drawing.model import (
    Drawing,
    Gradient,
    Group,
    Image,
    Item,
    Outline,
    Paint,
    Path,
    Place,
    Rect,
    Stroke,
    Text,
)
from printgen.drawing.outlines import rounded
from printgen.drawing.tints import NEAR_BLACK, contrast, mix, rgb

_WHITE = "#FFFFFF"
_READABLE = 4.5
_LEAST = 0.25
"""How bright black is before it is made light, from 0 to 1."""


def lightened(drawing: Drawing, share: float, rim: float, cut: Outline | None = None, corner: float = 0.0) -> Drawing:
    """A picture in a share (0 to 1) of its colours, white along its cut as far as the rim, in points.

    It is cut along an outline, or its box with corners of a radius.
    """
    inner = Box(0, 0, drawing.width, drawing.height).grown(-rim)
    light = _Light(share).group(Group(drawing.items))
    shown = Place(Group(light.items, cut or rounded(inner, max(0.0, corner - rim))))
    edge = (Path(cut, None, Stroke(_WHITE, 2 * rim, join="round")),) if cut and rim else ()
    return drawing._replace(items=(shown, *edge))


class _Light:
    """Makes items light; a group that is placed often is made light once."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.darkest = mix(_WHITE, "#000000", share)
        self.known: dict[Group, Group] = {}

    def group(self, group: Group) -> Group:
        if group not in self.known:
            items = tuple(map(self._item, group.items))
            self.known[group] = Group(items, group.clip, group.even_odd, group.opacity, group.blend)
        return self.known[group]

    def _item(self, item: Item) -> Item:
        if isinstance(item, Place):
            return item._replace(group=self.group(item.group))
        if isinstance(item, Text):
            readable = contrast(item.color[:7], self.darkest) >= _READABLE
            return item if readable else item._replace(color=NEAR_BLACK)
        if isinstance(item, Image):
            paper = () if item.mask else (Rect(*item[:4], _WHITE),)
            return Place(Group((*paper, Place(Group((item,), opacity=self.share)))))
        line = item.stroke and item.stroke._replace(color=self._paint(item.stroke.color))
        return item._replace(fill=item.fill and self._paint(item.fill), stroke=line)

    def _paint(self, paint: Paint) -> Paint:
        """What shows through still does."""
        if isinstance(paint, Gradient):
            return paint._replace(stops=tuple((at, self._color(color)) for at, color in paint.stops))
        return self._color(paint)

    def _color(self, color: str) -> str:
        return mix(_WHITE, _bright(color[:7]), self.share) + color[7:]


def _bright(color: str) -> str:
    """A colour that is brighter, the more so the darker it was, and of the same hue: a tint of it shows what it is."""
    brightest = max(rgb(color))
    grown = [_LEAST if not brightest else v / brightest * (_LEAST + (1 - _LEAST) * brightest) for v in rgb(color)]
    return "#" + "".join(f"{round(v * 255):02X}" for v in grown)
