"""Redraws pictures in other colours: light, faint, white, in a single colour, or in greys."""

from __future__ import annotations

import io
from collections.abc import Callable

from printgen.base.units import Box, mm
from printgen.drawing.extent import Leaf
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
from printgen.drawing.outlines import rectangle, round_rect
from printgen.drawing.tints import NEAR_BLACK, READABLE, contrast, lightest, luminance, mix, rgb

BLACK, WHITE = "#000000", "#FFFFFF"
FAINT_LINE, FAINT_WIDTH = "#B4B4B4", mm(0.14)
"""The colour of the lines of a faint backdrop, and their width in points."""

Tones = tuple[tuple[float, str], ...]
"""Greys from light to dark, each with the luminance (0 to 1) above which a colour becomes it."""

FILL_TONES: Tones = (
    (0.16, "#FFFFFF"), (0.055, "#EFEFEF"), (0.022, "#DEDEDE"), (0.0125, "#ACACAC"), (-1.0, "#3C3C3C"),
)  # fmt: skip
"""Tones of what is filled in line art."""
LINE_TONES: Tones = ((0.5, "#FFFFFF"), (0.05, "#9A9A9A"), (-1.0, "#000000"))
"""Tones of the lines of line art that surround nothing."""
_MAP_FILLS: Tones = ((0.3, "#FFFFFF"), (0.08, "#EEEEEE"), (-1.0, "#D0D0D0"))
_MAP_LINES: Tones = ((0.4, "#C4C4C4"), (-1.0, "#8E8E8E"))
_NEUTRAL = 0.03  # A colour whose red, green and blue (0 to 1) differ by no more than this is a grey.
_LIFTED_BLACK = 0.25  # How bright black is before `lighten` tints it, from 0 to 1.


def tone(color: str, tones: Tones) -> str:
    """The grey that replaces a colour."""
    brightness = luminance(color)
    return next(grey for above, grey in tones if brightness > above)


def lighten(drawing: Drawing, share: float, rim: float, cut: Outline | None = None, corner: float = 0.0) -> Drawing:
    """A picture with its colours reduced to a share (0 to 1), white within `rim` points of its edge.

    The edge is an outline to cut along, or the box of the picture with corners of a radius.
    """
    inner = Box(0, 0, drawing.width, drawing.height).grown(-rim)
    light = _Lightener(share).group(Group(drawing.items))
    clipped = Place(Group(light.items, cut or round_rect(inner, max(0.0, corner - rim))))
    edge = (Path(cut, None, Stroke(WHITE, 2 * rim, join="round")),) if cut and rim else ()
    return drawing._replace(items=(clipped, *edge))


class _Lightener:
    """Lightens items; a group that is placed repeatedly is lightened once."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._darkest = mix(WHITE, BLACK, share)
        self._light_groups: dict[Group, Group] = {}

    def group(self, group: Group) -> Group:
        if group not in self._light_groups:
            items = tuple(map(self._item, group.items))
            self._light_groups[group] = Group(items, group.clip, group.even_odd, group.opacity, group.blend)
        return self._light_groups[group]

    def _item(self, item: Item) -> Item:
        if isinstance(item, Place):
            return item._replace(group=self.group(item.group))
        if isinstance(item, Text):
            is_readable = contrast(item.color[:7], self._darkest) >= READABLE
            return item if is_readable else item._replace(color=NEAR_BLACK)
        if isinstance(item, Image):
            paper = () if item.mask else (Rect(*item[:4], WHITE),)
            return Place(Group((*paper, Place(Group((item,), opacity=self._share)))))
        return _repaint(item, lambda color: mix(WHITE, _brighten(color[:7]), self._share) + color[7:])


def _repaint(item: Rect | Path, change: Callable[[str], str]) -> Rect | Path:
    """An item with each of its colours changed, those of gradients as well."""

    def changed(paint: Paint) -> Paint:
        if isinstance(paint, Gradient):
            return paint._replace(stops=tuple((at, change(color)) for at, color in paint.stops))
        return change(paint)

    line = item.stroke and item.stroke._replace(color=changed(item.stroke.color))
    return item._replace(fill=item.fill and changed(item.fill), stroke=line)


def _brighten(color: str) -> str:
    """A brighter colour of the same hue; darker colours gain more, so that their tints can be seen."""
    brightest = max(rgb(color))
    level = _LIFTED_BLACK + (1 - _LIFTED_BLACK) * brightest
    parts = [part / brightest * level if brightest else _LIFTED_BLACK for part in rgb(color)]
    return "#" + "".join(f"{round(part * 255):02X}" for part in parts)


def _redraw(group: Group, redraw_item: Callable[[Leaf, float], Leaf | None], width: float = 1.0) -> Group:
    """A group with every item redrawn, without those for which the result is None.

    `redraw_item` also takes the line width in the coordinates of its item that prints `width` points wide.
    """
    items: list[Item | None] = []
    for item in group.items:
        if isinstance(item, Place):
            scale = max(abs(item.matrix[0]), abs(item.matrix[1]), 1e-6)
            items.append(item._replace(group=_redraw(item.group, redraw_item, width / scale)))
        else:
            items.append(redraw_item(item, width))
    redrawn = tuple(item for item in items if item is not None)
    return Group(redrawn, group.clip, group.even_odd, group.opacity, group.blend)


def faint(group: Group) -> Group:
    """A backdrop in thin grey outlines on white; halftones vanish."""

    def outlined(item: Leaf, width: float) -> Leaf | None:
        if isinstance(item, Rect):
            item = Path(rectangle(Box(*item[:4])), WHITE)
        if not isinstance(item, Path):
            return item
        if item.stroke and item.stroke.dash and not item.fill:
            return None
        return item._replace(fill=WHITE if item.fill else None, stroke=Stroke(FAINT_LINE, width))

    return _redraw(group, outlined, FAINT_WIDTH)


def whiten(group: Group) -> Group:
    """A silhouette in white, which hides the items behind it."""

    def white(item: Leaf, width: float) -> Leaf:
        if isinstance(item, Path) and item.stroke:
            return item._replace(fill=WHITE if item.fill else None, stroke=item.stroke._replace(color=WHITE))
        return item

    return _redraw(group, white)


def silhouette(group: Group, color: str) -> Group:
    """A group, with its pictures, in one colour "#RRGGBB"; transparent parts stay transparent."""

    def dark(item: Leaf, width: float) -> Leaf:
        if isinstance(item, Image):
            return item._replace(data=one_dot_png(color)) if item.mask else Rect(*item[:4], color)
        if isinstance(item, Text):
            return item._replace(color=f"{color}{item.color[7:]}")
        return _repaint(item, lambda before: f"{color}{before[7:]}")

    return _redraw(group, dark)


def one_dot_png(color: str) -> bytes:
    """A picture of a single dot in a colour "#RRGGBB"."""
    from PIL import Image as Pictures

    buffer = io.BytesIO()
    Pictures.new("RGB", (1, 1), color).save(buffer, "PNG")
    return buffer.getvalue()


def to_greys(group: Group) -> Group:
    """A map in light greys with darker grey lines; black, white and greys stay unchanged."""

    def grey(item: Leaf, width: float) -> Leaf:
        if not isinstance(item, Path):
            return item
        if item.fill and _is_colored(fill := lightest(item.fill)):
            item = item._replace(fill=tone(fill, _MAP_FILLS))
        if item.stroke and _is_colored(line := lightest(item.stroke.color)):
            item = item._replace(stroke=item.stroke._replace(color=tone(line, _MAP_LINES)))
        return item

    return _redraw(group, grey)


def _is_colored(color: str) -> bool:
    return max(rgb(color)) - min(rgb(color)) > _NEUTRAL
