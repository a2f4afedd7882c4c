"""Finds text that cannot be read because other items cover it, overprint it or clip it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from printgen.base.units import IDENTITY, Box, Matrix, apply, compose, inverse
from printgen.drawing.extent import transform_box
from printgen.drawing.grounds import Covers, Dot, Grounds
from printgen.drawing.model import Copies, Drawing, Group, Image, Item, Outline, Place, Text
from printgen.drawing.tints import alpha, contrast
from printgen.drawing.words import cap, letter_boxes, letters_outline

_FAINT = 0.6  # A text that shows less than this share of itself is faint on purpose.
_DOTS = tuple((across, down) for down in (0.2, 0.5, 0.8) for across in (0.2, 0.5, 0.8))
"""The points in which a letter is looked at, as shares of the width and the height of the box around it."""
_LOST_DOTS = 3  # A letter is lost once so many of its points are covered.
_MET_DOTS = 4
"""It is printed on another once so many lie in its box: boxes of two letters may share a row or a column of them."""
_LARGE = 2.5  # Letters so many times as large as others hide these with their ink alone, not with their boxes.
_ALIKE = 3.0  # Letters of less contrast than this cannot be told apart from those under them.
_SHADOW = 0.5  # The same words nearer to each other than this share of their size are a shadow or an outline.
_MOST_MEETINGS = 50_000
"""A picture that somebody can read has fewer places where a text and something later meet; no more are looked at."""
_UPRIGHT = IDENTITY[:4]


class HiddenText(NamedTuple):
    """A text that cannot be read: the cause, whether all of it is lost, and `by` which text if two collide."""

    text: Text
    what: str
    whole: bool
    by: Text | None = None


class _PlacedText(NamedTuple):
    """A text in a group or a picture: the number of its item, its matrix, its box, and its loss if any."""

    number: int
    text: Text
    matrix: Matrix
    box: Box
    loss: HiddenText | None = None

    def within(self, number: int, matrix: Matrix) -> _PlacedText:
        """The same text in the picture around its group: under that item's number, and moved by its matrix."""
        upright = matrix[:4] == _UPRIGHT
        box = self.box.moved(matrix[4], matrix[5]) if upright else transform_box(self.box, matrix)
        return _PlacedText(number, self.text, compose(matrix, self.matrix), box, self.loss)

    @property
    def size(self) -> float:
        """The size of its letters as placed, in points."""
        a, b, c, d, *_ = self.matrix
        return self.text.size * math.sqrt(abs(a * d - b * c))

    def dots(self) -> list[Dot]:
        """The points at which its letters are checked, nine for each."""
        boxes = letter_boxes(self.text)
        places = ((box.x + across * box.w, box.y + down * box.h) for box in boxes for across, down in _DOTS)
        return [(number, *apply(self.matrix, x, y)) for number, (x, y) in enumerate(places)]

    def add_loss(self, loss: HiddenText | None) -> _PlacedText:
        """The text with a loss, unless it has one as large."""
        return self if loss is None or (self.loss and not loss.whole) else self._replace(loss=loss)


class _Cover(NamedTuple):
    """An item that may hide texts: its number, the edges of its box, and the item itself."""

    number: int
    left: float
    top: float
    right: float
    bottom: float
    what: Item | _PlacedText

    @classmethod
    def of(cls, number: int, box: Box, what: Item | _PlacedText) -> _Cover:
        return cls(number, box.x, box.y, box.right, box.bottom, what)


class TextOrigins(Protocol):
    """Tells where texts and groups come from."""

    def together(self, one: Text, other: Text) -> bool:
        """Whether two texts are parts of one."""

    def cuts(self, group: Group) -> bool:
        """Whether the clip of a group may cut texts off by mistake."""

    def is_art(self, group: Group) -> bool:
        """Whether a group is a picture whose words nobody reads."""


class Overprints:
    """Finds hidden texts; checks a group once, however often it is placed, and unpainted art if it `paints`."""

    def __init__(self, grounds: Grounds, origins: TextOrigins, paints: bool) -> None:
        self._covers, self._origins, self._paints = Covers(grounds, paints), origins, paints
        self._texts_of = Copies[Group, tuple[_PlacedText, ...] | None]()
        self._reported = Copies[Text, None]()
        self._meetings_left = 0

    def find(self, drawing: Drawing) -> Iterator[HiddenText]:
        """The hidden texts of a picture, each once; a text that is drawn again in the same place is not hidden."""
        self._meetings_left = _MOST_MEETINGS
        texts = self._find_texts(drawing.items)
        readable = [text for text in texts if not text.loss]
        for text in texts:
            if text.loss and text.text not in self._reported and not any(_is_shadow(text, one) for one in readable):
                self._reported[text.text] = None
                yield text.loss

    def _find_texts(self, items: Sequence[Item]) -> tuple[_PlacedText, ...]:
        texts: list[_PlacedText] = []
        for number, item in enumerate(items):
            if isinstance(item, Text):
                if not item.text.isspace() and alpha(item.color) >= _FAINT:
                    height = cap(item.font, item.size)
                    text_box = Box(item.x, item.y - height, item.width, height)
                    texts.append(_PlacedText(number, item, IDENTITY, text_box))
            elif isinstance(item, Place):
                texts += (text.within(number, item.matrix) for text in self._texts_in(item.group))
        if not texts or texts[0].number == len(items) - 1:
            return tuple(texts)
        first = texts[0].number + 1
        covers = [
            _Cover.of(number, box, item)
            for number, item in enumerate(items[first:], first)
            if not isinstance(item, Text) and (box := self._covers.box(item))
        ]
        covers += (_Cover.of(text.number, text.box, text) for text in texts if not text.loss)
        return tuple(text.add_loss(self._find_loss(text, covers)) for text in texts)

    def _texts_in(self, group: Group) -> tuple[_PlacedText, ...]:
        texts = self._texts_of.get(group, None)
        if texts is None:
            is_read = (group.is_painted or self._paints) and group.opacity >= _FAINT and not self._origins.is_art(group)
            texts = self._find_texts(group.items) if is_read else ()
            if texts and group.clip is not None and self._origins.cuts(group):
                clip, even_odd = group.clip, group.even_odd
                texts = tuple(text.add_loss(self._find_clip_loss(text, clip, even_odd)) for text in texts)
            self._texts_of[group] = texts
        return texts

    def _find_clip_loss(self, text: _PlacedText, clip: Outline, even_odd: bool) -> HiddenText | None:
        """The part of a text that a clip cuts off."""
        dots = text.dots()
        shown = self._covers.inside(clip, even_odd, dots) if dots else set()
        return _loss(text.text, {number for number, *_ in dots} - shown, len(dots), "the edge of its clip")

    def _find_loss(self, text: _PlacedText, covers: Sequence[_Cover]) -> HiddenText | None:
        """The part of a text that later items hide."""
        overlapping = _overlapping(text, covers) if self._meetings_left > 0 else []
        if not overlapping:
            return None
        self._meetings_left -= len(overlapping)
        later_texts = [cover.what for cover in overlapping if isinstance(cover.what, _PlacedText)]
        others = [other for other in later_texts if not self._origins.together(text.text, other.text)]
        items = [cover.what for cover in overlapping if not isinstance(cover.what, _PlacedText)]
        if not (others or items) or any(_is_shadow(text, other) for other in later_texts):
            return None
        dots, covered, what = text.dots(), set[int](), "a shape"
        for item in items:
            if newly_covered := self._covers.covered(item, dots):
                covered |= newly_covered
                what = "a picture" if isinstance(item, Image) else what
        if loss := _loss(text.text, covered, len(dots), what):
            return loss
        met = (other.text for other in others if self._collide(text, other, dots))
        return next((HiddenText(text.text, "", False, other) for other in met), None)

    def _collide(self, text: _PlacedText, later: _PlacedText, dots: Sequence[Dot]) -> bool:
        """Whether a text and a later one are printed on each other."""
        if not (_has_words(text.text) and _has_words(later.text)):
            return False
        alike = contrast(text.text.color[:7], later.text.color[:7]) < _ALIKE
        return self._hits(later, text.size, dots) or (alike and self._hits(text, later.size, later.dots()))

    def _hits(self, ground: _PlacedText, size: float, dots: Sequence[Dot]) -> bool:
        """Whether letters of a size, checked at these points, meet those of another text."""
        (a, b, c, d, *_) = ground.matrix
        if a * d == b * c:
            return False
        to_ground = inverse(ground.matrix)
        dots = [(number, *apply(to_ground, x, y)) for number, x, y in dots]
        boxes = letter_boxes(ground.text)
        hit = {n for n, x, y in dots if any(box.x < x < box.right and box.y < y < box.bottom for box in boxes)}
        if ground.size > _LARGE * size and hit:
            hit = self._covers.inside(letters_outline(ground.text), False, [dot for dot in dots if dot[0] in hit])
        return any(count >= _MET_DOTS for count in _counts_by_letter(hit, len(dots)))


def _overlapping(text: _PlacedText, covers: Sequence[_Cover]) -> list[_Cover]:
    """The items drawn after a text that overlap its box."""
    after, (left, top, width, height) = text.number, text.box
    right, bottom = left + width, top + height
    # Unpacked, which is faster than names: all texts of a picture meet all its covers here.
    return [
        cover
        for cover in covers
        for number, cover_left, cover_top, cover_right, cover_bottom, _ in (cover,)
        if number > after and cover_left < right and cover_right > left and cover_top < bottom and cover_bottom > top
    ]


def _counts_by_letter(numbers: set[int], count: int) -> list[int]:
    """How many of the numbered points belong to each letter; `count` is the number of all points."""
    step = len(_DOTS)
    return [len(numbers.intersection(range(first, first + step))) for first in range(0, count, step)]


def _loss(text: Text, covered: set[int], count: int, what: str) -> HiddenText | None:
    """The loss of a text of which some of `count` checked points are covered, if it is enough to matter."""
    lost = [covered_dots >= _LOST_DOTS for covered_dots in _counts_by_letter(covered, count)]
    return HiddenText(text, what, all(lost)) if any(lost) else None


def _has_words(text: Text) -> bool:
    return any(map(str.isalnum, text.text))


def _is_shadow(text: _PlacedText, later: _PlacedText) -> bool:
    """Whether a later text has the same words at nearly the same place."""
    if text.text.text.strip().casefold() != later.text.text.strip().casefold():
        return False
    across = text.box.x + text.box.w / 2 - later.box.x - later.box.w / 2
    return math.hypot(across, text.box.y - later.box.y) < _SHADOW * max(text.size, later.size)
