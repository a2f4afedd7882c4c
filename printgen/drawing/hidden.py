"""Text that cannot be read for what is drawn over it, overprinted or clipped."""

from __future__ import annotations

import io
import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from printgen.base.units import IDENTITY, Box, Matrix, apply, compose, inverse
from printgen.drawing.extent import Point, around, edge_distance, flatten, transform_box
from printgen.drawing.glyphs import letter_boxes, letters_outline
from printgen.drawing.model import (
    Copies,
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
from printgen.drawing.outlines import bounds, parts_of, rectangle
from printgen.drawing.tints import Grounds, alpha, contrast
from printgen.drawing.words import cap

OPAQUE = 0.7
"""What shows more than this share of what lies under it hides nothing."""
# A narrower line, in points, crosses letters out; curves of lines are followed so closely.
_WIDE, _ROUGH = 1.5, 0.5

Dot = tuple[int, float, float]
"""A point with its number."""


class Covers:
    """Looks at items by their true shapes; keeps what it has found out. Art is painted for it only if it `paints`."""

    def __init__(self, grounds: Grounds, paints: bool) -> None:
        self._grounds, self._paints = grounds, paints
        self._boxes: dict[Hashable, Box | None] = {}
        self._masks: dict[bytes, Any] = {}

    def box(self, item: Item) -> Box | None:
        """The box of what an item may cover; None where it covers nothing."""
        if isinstance(item, Place):
            (a, b, c, d, *_), group = item.matrix, item.group
            if a * d == b * c or group.blend != "normal" or group.opacity < OPAQUE:
                return None
            if (picture := self._grounds.picture_box(group)) is not None:
                return picture
            inner = self._extent(group) if group.is_painted or self._paints else None
            return transform_box(inner, item.matrix) if inner else None
        if isinstance(item, Image):
            return Box(*item[:4])
        if not isinstance(item, Rect | Path):
            return None
        wide = item.stroke.width / 2 if item.stroke and _is_wide(item.stroke) else 0.0
        if not wide and not _is_solid(item.fill):
            return None
        return (Box(*item[:4]) if isinstance(item, Rect) else self._grounds.box(item.outline)).grown(wide)

    def _extent(self, group: Group) -> Box | None:
        if group.key not in self._boxes:
            boxes = [box for item in group.items if (box := self.box(item))]
            whole = around(boxes) if boxes else None
            if whole and group.clip is not None:
                whole = whole.common(bounds(group.clip))
            self._boxes[group.key] = whole if whole and min(whole.w, whole.h) > 0 else None
        return self._boxes[group.key]

    def dots(self, item: Item, dots: Sequence[Dot]) -> set[int]:
        """The numbers of the points that an item covers."""
        box = self.box(item)
        if box is None or not (dots := [dot for dot in dots if _within(box, dot)]):
            return set()
        if isinstance(item, Place):
            return self._in_group(item, dots)
        if isinstance(item, Image):
            return {n for n, x, y in dots if self._shows(item, x, y)}
        assert isinstance(item, Rect | Path)
        found: set[int] = set()
        if _is_solid(item.fill):
            found = {n for n, *_ in dots} if isinstance(item, Rect) else self.inside(item.outline, item.even_odd, dots)
        if item.stroke and _is_wide(item.stroke):
            edges = [*_edges(rectangle(Box(*item[:4])) if isinstance(item, Rect) else item.outline)]
            wide = item.stroke.width / 2
            found |= {n for n, x, y in dots if any(edge_distance(x, y, *edge) <= wide for edge in edges)}
        return found

    def inside(self, outline: Outline, even_odd: bool, dots: Sequence[Dot]) -> set[int]:
        """The numbers of the points inside an outline: all are or none is, where no edge comes between them."""
        around_dots = _around(dots)
        edges = (edge for part in self._grounds.shape(outline) for edge in pairwise((*part, part[0])))
        if not any(_crosses(around_dots, *edge) for edge in edges):
            _, x, y = dots[0]
            return {n for n, *_ in dots} if self._grounds.encloses(outline, even_odd, x, y) else set()
        return {n for n, x, y in dots if self._grounds.encloses(outline, even_odd, x, y)}

    def _in_group(self, item: Place, dots: Sequence[Dot]) -> set[int]:
        group, back = item.group, inverse(item.matrix)
        left = [(n, *apply(back, x, y)) for n, x, y in dots]
        if group.clip is not None:
            shown = self.inside(group.clip, group.even_odd, left)
            left = [dot for dot in left if dot[0] in shown]
        found: set[int] = set()
        for inner in reversed(group.items):
            if not left:
                break
            found |= (covered := self.dots(inner, left))
            left = [dot for dot in left if dot[0] not in covered] if covered else left
        return found

    def _shows(self, image: Image, x: float, y: float) -> bool:
        """Whether a picture hides what lies under a point of it."""
        if not image.mask or not image.w or not image.h:
            return True
        if image.mask not in self._masks:
            from PIL import Image as Pictures

            self._masks[image.mask] = Pictures.open(io.BytesIO(image.mask)).convert("L")
        mask = self._masks[image.mask]
        across, down = (x - image.x) / image.w * mask.width, (y - image.y) / image.h * mask.height
        shown: int = mask.getpixel((min(int(across), mask.width - 1), min(int(down), mask.height - 1)))
        return shown >= OPAQUE * 255


def _is_solid(paint: Paint | None) -> bool:
    colors = [color for _, color in paint.stops] if isinstance(paint, Gradient) else [paint] if paint else []
    return bool(colors) and min(map(alpha, colors)) >= OPAQUE


def _is_wide(line: Stroke) -> bool:
    return line.width >= _WIDE and not line.dash and _is_solid(line.color)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """The straight edges along an outline, in which curves are followed closely enough to know what a line hides."""
    for part in parts_of(outline):
        for points in flatten(part, _ROUGH, least=2):
            yield from pairwise((*points, points[0]) if part[-1][0] == "Z" else points)


def _within(box: Box, dot: Dot) -> bool:
    return box.x <= dot[1] <= box.right and box.y <= dot[2] <= box.bottom


def _around(dots: Iterable[Dot]) -> Box:
    _, xs, ys = zip(*dots, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether an edge comes near to a box."""
    (x0, y0), (x1, y1) = start, end
    return not (max(x0, x1) < box.x or min(x0, x1) > box.right or max(y0, y1) < box.y or min(y0, y1) > box.bottom)


# A text that shows less than this is faint on purpose.
_FAINT = 0.6
# Where a letter is looked at, as shares of the box around it, and in how many of these points it must be covered. Boxes
# of two letters may share a row or a column of them.
_AT = tuple((across, down) for down in (0.2, 0.5, 0.8) for across in (0.2, 0.5, 0.8))
_LOST, _MET = 3, 4
# Of letters so many times as large as others only the ink hides these.
_LARGE = 2.5
# Letters of less contrast than this cannot be told apart from those under them.
_ALIKE = 3.0
# The same words nearer to each other than this share of their size are a shadow or an outline.
_SHADOW = 0.5
# No picture that somebody can read has more places where a text and something later meet.
_MOST = 50_000
_UPRIGHT, _SOLID = IDENTITY[:4], len("#RRGGBB")


class HiddenText(NamedTuple):
    """A text that is not read as it was written: what hides it, and whether all of it is lost.

    `by` is the other text where two are printed on each other.
    """

    text: Text
    what: str
    whole: bool
    by: Text | None = None


class _Shown(NamedTuple):
    """A text in a group or a picture: as which item it is drawn there, its matrix, its box, and what hides it."""

    n: int
    text: Text
    at: Matrix
    box: Box
    lost: HiddenText | None = None

    def within(self, n: int, at: Matrix) -> _Shown:
        """The same as part of an item of a group around."""
        box = self.box.moved(at[4], at[5]) if at[:4] == _UPRIGHT else transform_box(self.box, at)
        return _Shown(n, self.text, compose(at, self.at), box, self.lost)

    @property
    def size(self) -> float:
        """The size of its letters where it is shown, in points."""
        return self.text.size * math.sqrt(abs(self.at[0] * self.at[3] - self.at[1] * self.at[2]))

    def dots(self) -> list[Dot]:
        """The points in which its letters are looked at, nine of each."""
        boxes = letter_boxes(self.text)
        places = ((box.x + across * box.w, box.y + down * box.h) for box in boxes for across, down in _AT)
        return [(n, *apply(self.at, x, y)) for n, (x, y) in enumerate(places)]


class _Later(NamedTuple):
    """What may hide texts: as which item it is drawn, the edges of its box, and itself."""

    n: int
    left: float
    top: float
    right: float
    bottom: float
    what: Item | _Shown


class TextOrigins(Protocol):
    """What is known of where texts and groups come from."""

    def together(self, one: Text, other: Text) -> bool:
        """Whether two texts are parts of one."""

    def cuts(self, group: Group) -> bool:
        """Whether the clip of a group may cut texts off by mistake."""

    def is_art(self, group: Group) -> bool:
        """Whether a group is a picture, of which no word is read."""


class Overprints:
    """Looks through pictures; what is in a group is looked at once, however often it is placed.

    Art that nobody has painted is looked at if it `paints`.
    """

    def __init__(self, grounds: Grounds, origins: TextOrigins, paints: bool) -> None:
        self._covers, self._origins, self._paints = Covers(grounds, paints), origins, paints
        self._texts = Copies[Group, tuple[_Shown, ...] | None]()
        self._told = Copies[Text, None]()
        self._left = 0

    def find(self, drawing: Drawing) -> Iterator[HiddenText]:
        """What is hidden of the texts of a picture, each text once, and none that is drawn there once more."""
        self._left = _MOST
        texts = self._look(drawing.items)
        for one in (one for one in texts if one.lost and one.text not in self._told):
            if one.lost and not any(_is_shadow(one, other) for other in texts if not other.lost):
                self._told[one.text] = None
                yield one.lost

    def _look(self, items: Sequence[Item]) -> tuple[_Shown, ...]:
        """The texts of items, with what hides them among the items."""
        texts: list[_Shown] = []
        for n, item in enumerate(items):
            if isinstance(item, Text):
                if not item.text.isspace() and (len(item.color) == _SOLID or alpha(item.color) >= _FAINT):
                    tall = cap(item.font, item.size)
                    texts.append(_Shown(n, item, IDENTITY, Box(item.x, item.y - tall, item.width, tall)))
            elif isinstance(item, Place) and (inner := self._inside(item.group)):
                texts += (one.within(n, item.matrix) for one in inner)
        if not texts or texts[0].n == len(items) - 1:
            return tuple(texts)
        first = texts[0].n + 1
        later = [
            _Later(n, x, y, x + w, y + h, item)
            for n, item in enumerate(items[first:], first)
            if not isinstance(item, Text) and (box := self._covers.box(item))
            for x, y, w, h in (box,)
        ]
        for one in texts:
            if not one.lost:
                x, y, w, h = one.box
                later.append(_Later(one.n, x, y, x + w, y + h, one))
        return tuple([_with_loss(one, found) if (found := self._hidden(one, later)) else one for one in texts])

    def _inside(self, group: Group) -> tuple[_Shown, ...]:
        known = self._texts.get(group, None)
        if known is None:
            read = (group.is_painted or self._paints) and group.opacity >= _FAINT and not self._origins.is_art(group)
            texts = self._look(group.items) if read else ()
            if texts and group.clip is not None and self._origins.cuts(group):
                cut = ((one, self._clip_loss(one, group.clip, group.even_odd)) for one in texts)
                texts = tuple(_with_loss(one, found) if found else one for one, found in cut)
            known = self._texts[group] = texts
        return known

    def _clip_loss(self, one: _Shown, clip: Outline, even_odd: bool) -> HiddenText | None:
        """What a clip cuts off of a text."""
        dots = one.dots()
        shown = self._covers.inside(clip, even_odd, dots) if dots else set()
        return _loss(one.text, {n for n, *_ in dots} - shown, len(dots), "the edge of its clip")

    def _hidden(self, one: _Shown, following: Sequence[_Later]) -> HiddenText | None:
        """What is hidden of a text by something later."""
        found = _over(one, following) if self._left > 0 else []
        if not found:
            return None
        self._left -= len(found)
        later = [it.what for it in found if isinstance(it.what, _Shown)]
        texts = [other for other in later if not self._origins.together(one.text, other.text)]
        covers = [it.what for it in found if not isinstance(it.what, _Shown)]
        if not (texts or covers) or any(_is_shadow(one, other) for other in later):
            return None
        dots, covered, what = one.dots(), set[int](), "a shape"
        for item in covers:
            if more := self._covers.dots(item, dots):
                covered |= more
                what = "a picture" if isinstance(item, Image) else what
        met = (other.text for other in texts if self._meets(one, other, dots))
        return _loss(one.text, covered, len(dots), what) or next(
            (HiddenText(one.text, "", False, text) for text in met), None
        )

    def _meets(self, one: _Shown, other: _Shown, dots: Sequence[Dot]) -> bool:
        """Whether a text and a later one are printed on each other."""
        a, b = one.text, other.text
        if not (_has_words(a) and _has_words(b)):
            return False
        alike = contrast(a.color[:7], b.color[:7]) < _ALIKE
        return self._hits(other, one.size, dots) or (alike and self._hits(one, other.size, other.dots()))

    def _hits(self, ground: _Shown, size: float, dots: Sequence[Dot]) -> bool:
        """Whether letters of a size, looked at in these points, meet those of another text."""
        (a, b, c, d, *_) = ground.at
        if a * d == b * c:
            return False
        back = inverse(ground.at)
        moved_dots = [(n, *apply(back, x, y)) for n, x, y in dots]
        boxes = letter_boxes(ground.text)
        hit = {n for n, x, y in moved_dots if any(box.x < x < box.right and box.y < y < box.bottom for box in boxes)}
        if ground.size > _LARGE * size and hit:
            hit = self._covers.inside(letters_outline(ground.text), False, [dot for dot in moved_dots if dot[0] in hit])
        return any(len(hit.intersection(range(n, n + len(_AT)))) >= _MET for n in range(0, len(dots), len(_AT)))


def _over(text: _Shown, later: Sequence[_Later]) -> list[_Later]:
    """What is drawn after a text and overlaps its box."""
    n, (left, top, wide, tall) = text.n, text.box
    right, bottom = left + wide, top + tall
    return [
        one for one in later if one[0] > n and one[1] < right and one[3] > left and one[2] < bottom and one[4] > top
    ]


def _with_loss(one: _Shown, found: HiddenText) -> _Shown:
    """A text with what hides it, unless it is known to be hidden as much."""
    return one if one.lost and not found.whole else one._replace(lost=found)


def _loss(text: Text, covered: set[int], count: int, what: str) -> HiddenText | None:
    """What is lost of a text that is looked at in so many points, some of which are covered."""
    letters = [len(covered.intersection(range(n, n + len(_AT)))) >= _LOST for n in range(0, count, len(_AT))]
    return HiddenText(text, what, all(letters)) if any(letters) else None


def _has_words(text: Text) -> bool:
    return any(map(str.isalnum, text.text))


def _is_shadow(one: _Shown, other: _Shown) -> bool:
    """Whether a later text says the same at nearly the same place."""
    if one.text.text.strip().casefold() != other.text.text.strip().casefold():
        return False
    far = math.hypot(one.box.x + one.box.w / 2 - other.box.x - other.box.w / 2, one.box.y - other.box.y)
    return far < _SHADOW * max(one.size, other.size)
