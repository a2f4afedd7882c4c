"""A picture as it is worth drawing: what is seen in a window, at a small scale, and with little ink."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from printgen.base.units import Box, Matrix, inverse, mm
from printgen.drawing.extent import Leaf, around, box_of, extent, transform_box
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
from printgen.drawing.outlines import bounds, parts_of, rectangle, round_rect
from printgen.drawing.tints import NEAR_BLACK, contrast, lightest, luminance, mix, rgb

# Outlines of fewer steps, and groups that are no larger than this share of a window, are not looked through.
_LONG_OUTLINE, _SMALL = 24, 0.25


class Windows:
    """Looks through windows at the same pictures again and again; keeps the box of each item and group."""

    def __init__(self) -> None:
        self._groups: dict[Group, Box] = {}
        self._leaves: dict[Leaf, Box] = {}
        self._parts: dict[Outline, list[tuple[Outline, Box]]] = {}

    def crop(self, items: Iterable[Item], window: Box) -> tuple[Item, ...]:
        """The items that show in a window, which is in their coordinates."""
        return tuple(self._crop(items, window))

    def _crop(self, items: Iterable[Item], window: Box) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Place):
                placed = self._through(item, window)
                if placed is not None:
                    yield placed
                continue
            box = self._leaf(item)
            if not _meet(box, window):
                continue
            if isinstance(item, Path) and len(item.outline) >= _LONG_OUTLINE and not window.holds(box):
                reach = max(0.0, bounds(item.outline).x - box.x)
                item = item._replace(outline=self._nearby(item.outline, window.grown(reach)))
            yield item

    def _through(self, item: Place, window: Box) -> Place | None:
        """A group as it is seen through a window; None where nothing of it is."""
        group, (a, b, c, d, *_) = item.group, item.matrix
        if a * d == b * c:
            return None  # It is flat.
        near, box = transform_box(window, inverse(item.matrix)), self._group(group)
        if not _meet(box, near):
            return None
        if near.holds(box) or box.w * box.h <= _SMALL * near.w * near.h:
            return item
        if group.clip is not None:
            near = near.common(bounds(group.clip))
        items = self.crop(group.items, near)
        if not items:
            return None
        if len(items) == len(group.items) and all(map(_same, items, group.items)):
            return item
        return Place(type(group)(items, group.clip, group.even_odd, group.opacity, group.blend), item.matrix)

    def _leaf(self, item: Leaf) -> Box:
        known = self._leaves.get(item)
        if known is None:
            known = self._leaves[item] = box_of(item)
        return known

    def _group(self, group: Group) -> Box:
        """The box of all that a group shows, in its own coordinates."""
        known = self._groups.get(group)
        if known is None:
            # No more than its clip is seen of a group, whatever is in it.
            known = around(self._boxes(group.items)) if group.clip is None else bounds(group.clip)
            self._groups[group] = known
        return known

    def _boxes(self, items: Iterable[Item]) -> Iterator[Box]:
        for item in items:
            box = transform_box(self._group(item.group), item.matrix) if isinstance(item, Place) else self._leaf(item)
            if box.w >= 0 and box.h >= 0:
                yield box

    def _nearby(self, outline: Outline, window: Box) -> Outline:
        """The parts of an outline that lie near a window.

        How an outline is filled somewhere depends on no part of it that lies wholly elsewhere.
        """
        known = self._parts.get(outline)
        if known is None:
            known = self._parts[outline] = [(part, bounds(part)) for part in parts_of(outline)]
        return tuple(step for part, box in known if _meet(box, window) for step in part)


def _meet(box: Box, window: Box) -> bool:
    """Whether anything of a box, which may be a line or a point, lies in a window."""
    across = box.x <= window.right and window.x <= box.right
    return across and box.y <= window.bottom and window.y <= box.bottom


def _same(one: Item, other: Item) -> bool:
    return one is other


def window_of(box: Box, matrix: Matrix) -> Box:
    """A window on a page as it lies on what a matrix puts there."""
    return transform_box(box, inverse(matrix))


HAIRLINE = 0.25
"""The width, in points, under which lines break up or vanish in print."""
OUTLINE = 0.35
"""The least width of the outlines of small pictures that people play on."""
_SPECK, _MOTE = mm(0.35), mm(0.75)
_LEGIBLE = 2.0
# Scales that are so near to each other, as a factor, count as one.
_STEP = 1.2
# Outlines of more steps are looked through for parts that are specks; of more parts, one after the other is not.
_LONG, _MANY = 24, 200
# Things of more parts than this are never too small.
_FEW = 40
# Fine lines in so many parts, or more, are a texture, which would run into one tone.
_TEXTURE = 4
# Lines around a colour that would have to be so many times as wide would hide it.
_SWAMPED = 2.0
# What is lighter than this, as a share of white, is known by the lines around it alone.
_PALE = 0.9


class Reducer:
    """Draws pictures small; keeps what it has made of each group at each scale.

    `outlines` is the least width of lines around what is filled, in points. What is `whole` loses nothing; where it is
    `bare`, colours go without lines around them that would hide them. Two that draw alike are equal.
    """

    def __init__(self, outlines: float = HAIRLINE, whole: bool = False, bare: bool = False) -> None:
        self._outlines, self._whole, self._bare = outlines, whole, bare
        self._known: dict[tuple[Group, int], Group] = {}
        self._sizes: dict[Group, float] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reducer) and self._way == other._way

    def __hash__(self) -> int:
        return hash(self._way)

    @property
    def _way(self) -> tuple[float, bool, bool]:
        return self._outlines, self._whole, self._bare

    def reduce(self, group: Group, share: float) -> Group:
        """A group that is drawn at a share of its size."""
        return self._group(group, share)

    def later(self, group: Group, share: float = 1.0) -> Group:
        """The same, made when somebody looks at it."""
        return Group(_Reduction(self, group, group.key, share))

    def _group(self, group: Group, share: float) -> Group:
        step = math.floor(math.log(share, _STEP))
        known = self._known.get((group, step))
        if known is None:
            items = tuple(self._items(group.items, share, _STEP**step))
            # A code that is made from what is drawn stays one, as it tells nothing of the picture.
            known = type(group)(items, group.clip, group.even_odd, group.opacity, group.blend)
            self._known[group, step] = known
        return known

    def _items(self, items: Iterable[Item], share: float, scale: float) -> Iterator[Item]:
        """Items at a share of their size; `scale` is the least at which they stand for others of their kind."""
        for item in items:
            if isinstance(item, Place):
                grown = _grown(item.matrix)
                if grown == 0 or (not self._whole and grown * scale * self._size(item.group) < _MOTE):
                    continue
                made = self._group(item.group, share * grown)
                if made.items:
                    yield Place(made, item.matrix)
            elif self._whole:
                yield self._widen(item, scale)
            elif isinstance(item, Text):
                if item.size * scale * _STEP >= _LEGIBLE:
                    yield item
            elif max(box_of(item)[2:]) * scale * _STEP >= _SPECK:
                if isinstance(item, Path) and (item.fill is None or len(item.outline) > _LONG):
                    yield from self._reduce_outline(item, scale)
                else:
                    yield self._widen(item, scale)

    def _size(self, group: Group) -> float:
        """How wide or high a group of a few items is; of one with more, or with groups in it, that is not asked."""
        known = self._sizes.get(group)
        if known is None:
            few = len(group.items) <= _FEW and not any(isinstance(item, Place) for item in group.items)
            known = self._sizes[group] = max(extent(group.items)[2:]) if few else math.inf
        return known

    def _reduce_outline(self, item: Path, scale: float) -> Iterator[Item]:
        """A shape of many parts, or of lines only: without specks, and nothing where it is a fine texture."""
        line, least = item.stroke, _SPECK / scale / _STEP
        wide, dash = (line.width, line.dash) if line else (0.0, ())
        count = sum(step[0] == "M" for step in item.outline)
        if line and item.fill is None and wide * scale < HAIRLINE and (count >= _TEXTURE or dash):
            return
        if dash and max(dash) + wide < least:
            return
        # The first parts of a screen of dots are as all of them.
        if count > _MANY and all(_across(part) + wide < least for part in parts_of(item.outline[:_LONG])):
            return
        shown = [part for part in parts_of(item.outline) if _across(part) + wide >= least] if count > 1 else []
        if count <= 1 or len(shown) == count:
            yield self._widen(item, scale)
        elif shown:
            yield self._widen(item._replace(outline=tuple(step for part in shown for step in part)), scale)

    def _widen(self, item: Item, scale: float) -> Item:
        """An item whose line is no thinner than can be printed."""
        if not isinstance(item, Path | Rect) or item.stroke is None:
            return item
        line, least = item.stroke, self._outlines if item.fill else HAIRLINE
        # Wider dots would be another tone.
        if line.width * scale >= least or is_dotted(item):
            return item
        hidden = self._bare and line.width * scale * _SWAMPED < least
        if hidden and item.fill and luminance(lightest(item.fill)) < _PALE:
            return item._replace(stroke=None)
        return item._replace(stroke=line._replace(width=least / scale))


@dataclass(frozen=True, slots=True)
class _Reduction:
    """Paints a group at a share of its size."""

    reducer: Reducer
    group: Group = field(compare=False)
    key: Hashable
    """That of the group: comparing paints nothing."""
    share: float

    def __call__(self) -> tuple[Item, ...]:
        return self.reducer.reduce(self.group, self.share).items


def is_dotted(item: Path | Rect) -> bool:
    """Whether an item is a screen of dots: lines of no length with round ends."""
    line = item.stroke
    if line is None or line.cap != "round" or item.fill is not None or not isinstance(item, Path):
        return False
    return bool(line.dash) or (len(item.outline) > _LONG and item.outline[1][0] != "C")


def _across(outline: Outline) -> float:
    """How wide or high an outline is."""
    return max(bounds(outline)[2:])


def _grown(matrix: Matrix) -> float:
    """How many times as large a matrix draws what it places."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


_WHITE = "#FFFFFF"
_READABLE = 4.5
_LEAST = 0.25
"""How bright black is before it is made light, from 0 to 1."""


def lighten(drawing: Drawing, share: float, rim: float, cut: Outline | None = None, corner: float = 0.0) -> Drawing:
    """A picture in a share (0 to 1) of its colours, white along its cut as far as the rim, in points.

    It is cut along an outline, or its box with corners of a radius.
    """
    inner = Box(0, 0, drawing.width, drawing.height).grown(-rim)
    light = _Light(share).group(Group(drawing.items))
    shown = Place(Group(light.items, cut or round_rect(inner, max(0.0, corner - rim))))
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


# Tones of a figure by how bright they were: (luminance above which, grey).
_GREYS = ((0.16, "#FFFFFF"), (0.055, "#EFEFEF"), (0.022, "#DEDEDE"), (0.0125, "#ACACAC"), (-1.0, "#3C3C3C"))
_LINES = ((0.5, "#FFFFFF"), (0.05, "#9A9A9A"), (-1.0, "#000000"))
_FAINT = "#B4B4B4"
# Greys of what a map shows: of its fills, and of its lines. What differs less between red, green and blue is grey.
_LIGHT = ((0.3, "#FFFFFF"), (0.08, "#EEEEEE"), (-1.0, "#D0D0D0"))
_DRAWN = ((0.4, "#C4C4C4"), (-1.0, "#8E8E8E"))
_NEUTRAL = 0.03
BLACK = "#000000"
"""What line art is drawn in."""


def _redraw(group: Group, width: float, drawn: Callable[[Item, float], Item | None], clipped: bool = True) -> Group:
    """A group with every item drawn in another way, or left out where that is None.

    Lines of `width` keep it where a place scales them. `clipped` says whether to keep groups that are clipped.
    """
    items: list[Item | None] = []
    for item in group.items:
        if not isinstance(item, Place):
            items.append(drawn(item, width))
        elif clipped or item.group.clip is None:
            grown = max(abs(item.matrix[0]), abs(item.matrix[1]), 1e-6)
            items.append(Place(_redraw(item.group, width / grown, drawn, clipped), item.matrix))
    kept = tuple(item for item in items if item is not None)
    return Group(kept, group.clip, group.even_odd, group.opacity, group.blend)


def faint(group: Group) -> Group:
    """A backdrop in thin grey outlines on white; halftones vanish."""

    def thin(item: Item, width: float) -> Item | None:
        if isinstance(item, Rect):
            item = Path(rectangle(Box(*item[:4])), "#FFFFFF")
        if isinstance(item, Path):
            if item.stroke and item.stroke.dash and not item.fill:
                return None
            return item._replace(fill="#FFFFFF" if item.fill else None, stroke=Stroke(_FAINT, width))
        return item

    return _redraw(group, mm(0.14), thin)


def whiten(group: Group) -> Group:
    """A silhouette in white, which covers what lies behind it."""

    def white(item: Item, width: float) -> Item:
        if isinstance(item, Path) and item.stroke:
            return item._replace(fill="#FFFFFF" if item.fill else None, stroke=item.stroke._replace(color="#FFFFFF"))
        return item

    return _redraw(group, 1.0, white)


def silhouette(group: Group, color: str) -> Group:
    """A group all in one colour, as far as it shows; pictures, too."""

    def paint(old: Paint | None) -> Paint | None:
        if isinstance(old, Gradient):
            return old._replace(stops=tuple((at, f"{color}{stop[7:]}") for at, stop in old.stops))
        return f"{color}{old[7:]}" if old else None

    def dark(item: Item, width: float) -> Item:
        if isinstance(item, Image):
            return item._replace(data=_dot(color)) if item.mask else Rect(*item[:4], color)
        if isinstance(item, Text):
            return item._replace(color=f"{color}{item.color[7:]}")
        if isinstance(item, Place):
            return item
        line = item.stroke
        return item._replace(fill=paint(item.fill), stroke=line and line._replace(color=paint(line.color) or color))

    return _redraw(group, 1.0, dark)


def _dot(color: str) -> bytes:
    """A PNG of one dot."""
    from PIL import Image as Pictures

    buffer = io.BytesIO()
    Pictures.new("RGB", (1, 1), color).save(buffer, "PNG")
    return buffer.getvalue()


def to_greys(group: Group) -> Group:
    """A drawing whose colours are light greys, and grey lines; what is black, white or grey stays as it is."""

    def grey(item: Item, width: float) -> Item:
        if not isinstance(item, Path):
            return item
        fill, line = item.fill and lightest(item.fill), item.stroke and lightest(item.stroke.color)
        if fill and _is_colored(fill):
            item = item._replace(fill=_tone(fill, _LIGHT))
        if item.stroke and line and _is_colored(line):
            item = item._replace(stroke=item.stroke._replace(color=_tone(line, _DRAWN)))
        return item

    return _redraw(group, 1.0, grey)


def _is_colored(color: str) -> bool:
    return max(rgb(color)) - min(rgb(color)) > _NEUTRAL


def _tone(color: str, tones: tuple[tuple[float, str], ...]) -> str:
    bright = luminance(color)
    return next(grey for above, grey in tones if bright > above)


def tone_of(color: str) -> str:
    """The grey of line art that stands for the colour of a thing."""
    return _tone(color, _GREYS)


def tone_of_line(color: str) -> str:
    """The grey of line art that stands for the colour of a line."""
    return _tone(color, _LINES)
