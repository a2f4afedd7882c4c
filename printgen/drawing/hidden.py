"""Pictures come in; texts on them go out that are covered by what is drawn later, overprinted, or cut off by a clip.

Each letter is looked at in nine points of the box around its ink: it is lost where a third of them is covered.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from printgen.base.geometry import IDENTITY, Box, Matrix, apply, compose, inverse
from printgen.drawing.covers import Covers, Dot
from printgen.drawing.extent import moved
from printgen.drawing.glyphs import letter_boxes, letters_outline
from printgen.drawing.grounds import Grounds
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Place, Text
from printgen.drawing.tints import alpha, contrast
from printgen.drawing.words import cap

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
# So large is a cell of a picture, in points; what reaches into many, or is one of a few, is looked at for each text.
_ACROSS, _DOWN, _MANY, _FEW = 48.0, 18.0, 64, 12
# No picture that somebody can read has more places where a text and something later meet.
_MOST = 50_000
_UPRIGHT, _SOLID = IDENTITY[:4], len("#RRGGBB")


class Hidden(NamedTuple):
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
    lost: Hidden | None = None

    def within(self, n: int, at: Matrix) -> _Shown:
        """The same as part of an item of a group around."""
        box = self.box.moved(at[4], at[5]) if at[:4] == _UPRIGHT else moved(self.box, at)
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


class Origins(Protocol):
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

    def __init__(self, grounds: Grounds, origins: Origins, paints: bool) -> None:
        self._covers, self._origins, self._paints = Covers(grounds, paints), origins, paints
        self._texts: dict[int, tuple[Group, tuple[_Shown, ...]]] = {}
        self._told: dict[int, Text] = {}
        self._left = 0

    def find(self, drawing: Drawing) -> Iterator[Hidden]:
        """What is hidden of the texts of a picture, each text once, and none that is drawn there once more."""
        self._left = _MOST
        texts = self._look(drawing.items)
        for one in (one for one in texts if one.lost and id(one.text) not in self._told):
            if one.lost and not any(_is_shadow(one, other) for other in texts if not other.lost):
                self._told[id(one.text)] = one.text
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
        boxes = ((n, self._covers.box(item), item) for n, item in enumerate(items[first:], first))
        covers = [_Later(n, box.x, box.y, box.right, box.bottom, item) for n, box, item in boxes if box]
        others = (_Later(one.n, one.box.x, one.box.y, one.box.right, one.box.bottom, one) for one in texts)
        near = _Grid([*covers, *(other for other, one in zip(others, texts, strict=True) if not one.lost)])
        return tuple(_judged(one, found) if (found := self._hidden(one, near)) else one for one in texts)

    def _inside(self, group: Group) -> tuple[_Shown, ...]:
        known = self._texts.get(id(group))
        if known is None:
            read = (group.painted or self._paints) and group.opacity >= _FAINT and not self._origins.is_art(group)
            texts = self._look(group.items) if read else ()
            if texts and group.clip is not None and self._origins.cuts(group):
                cut = ((one, self._clipped(one, group.clip, group.even_odd)) for one in texts)
                texts = tuple(_judged(one, found) if found else one for one, found in cut)
            known = self._texts[id(group)] = group, texts
        return known[1]

    def _clipped(self, one: _Shown, clip: Outline, even_odd: bool) -> Hidden | None:
        """What a clip cuts off of a text."""
        dots = one.dots()
        shown = self._covers.inside(clip, even_odd, dots) if dots else set()
        return _loss(one.text, {n for n, *_ in dots} - shown, len(dots), "the edge of its clip")

    def _hidden(self, one: _Shown, near: _Grid) -> Hidden | None:
        """What is hidden of a text by something later."""
        found = near.over(one) if self._left > 0 else []
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
            (Hidden(one.text, "", False, text) for text in met), None
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


class _Grid:
    """What may hide texts by the cells of a picture that it reaches into, or all of it where that is little."""

    def __init__(self, later: Sequence[_Later]) -> None:
        self._anywhere = list(later) if len(later) <= _FEW else []
        self._cells: dict[tuple[int, int], list[_Later]] = defaultdict(list)
        for one in later if len(later) > _FEW else ():
            if cells := _cells(one.left, one.top, one.right, one.bottom):
                for cell in cells:
                    self._cells[cell].append(one)
            else:
                self._anywhere.append(one)

    def over(self, text: _Shown) -> list[_Later]:
        """What is drawn after a text and overlaps its box."""
        n, (left, top, wide, tall) = text.n, text.box
        right, bottom = left + wide, top + tall
        cells = _cells(left, top, right, bottom) if self._cells else ()
        known = (self._cells.get(cell, ()) for cell in cells) if cells else self._cells.values()
        found = {
            id(it): it for some in (self._anywhere, *known) for it in some
            if it[0] > n and it[1] < right and it[3] > left and it[2] < bottom and it[4] > top
        }  # fmt: skip
        return list(found.values())


def _cells(left: float, top: float, right: float, bottom: float) -> Sequence[tuple[int, int]]:
    """The cells that a box reaches into; none for one that reaches into very many."""
    wide, tall, most = (right - left) / _ACROSS, (bottom - top) / _DOWN, _MANY
    if not (wide < most and tall < most and wide * tall < most):
        return ()
    across = range(int(left // _ACROSS), int(right // _ACROSS) + 1)
    return [(x, y) for x in across for y in range(int(top // _DOWN), int(bottom // _DOWN) + 1)]


def _judged(one: _Shown, found: Hidden) -> _Shown:
    """A text with what hides it, unless it is known to be hidden as much."""
    return one if one.lost and not found.whole else one._replace(lost=found)


def _loss(text: Text, covered: set[int], count: int, what: str) -> Hidden | None:
    """What is lost of a text that is looked at in so many points, some of which are covered."""
    letters = [len(covered.intersection(range(n, n + len(_AT)))) >= _LOST for n in range(0, count, len(_AT))]
    return Hidden(text, what, all(letters)) if any(letters) else None


def _has_words(text: Text) -> bool:
    return any(map(str.isalnum, text.text))


def _is_shadow(one: _Shown, other: _Shown) -> bool:
    """Whether a later text says the same at nearly the same place."""
    if one.text.text.strip().casefold() != other.text.text.strip().casefold():
        return False
    far = math.hypot(one.box.x + one.box.w / 2 - other.box.x - other.box.w / 2, one.box.y - other.box.y)
    return far < _SHADOW * max(one.size, other.size)
