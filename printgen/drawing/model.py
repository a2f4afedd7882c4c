"""The picture type: frozen items in points, origin top left, y down; pictures compare with ==.

A `Drawing` is a size and a tuple of items. What repeats is a `Group`, put down by `Place`: a writer stores
each distinct group once, however often it is placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, cast

from printgen.base.geometry import IDENTITY, Matrix
from printgen.drawing.fonts import bound

Color = str
"""A colour as "#RRGGBB", upper case."""

Segment = tuple[Any, ...]
"""One step of an outline: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)."""

Outline = tuple[Segment, ...]


class Stroke(NamedTuple):
    """A line: colour, width in points, dash lengths in points, and how it ends and turns."""

    color: Color
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    dash_phase: float = 0.0


class Rect(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    w: float
    h: float
    fill: Color | None = None
    stroke: Stroke | None = None


class Path(NamedTuple):
    """An outline, filled (even-odd on request), stroked, or both."""

    outline: Outline
    fill: Color | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Text(NamedTuple):
    """One run of text on a baseline that starts at (x, y); `font` is a face's own name.

    `size` is in points, `tracking` in points between letters, `width` the advance of the whole run.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    color: Color
    tracking: float = 0.0
    width: float = 0.0


class Image(NamedTuple):
    """A raster picture in a box; `data` is an encoded PNG or JPEG, already cropped and turned.

    `mask` is a grey PNG that says how far each dot shows, from black to white, where some do not show.
    """

    x: float
    y: float
    w: float
    h: float
    data: bytes
    pixels: tuple[int, int]
    mask: bytes = b""


class Group:
    """Items that belong together, with an optional clip outline, in coordinates of their own.

    `even_odd` says how the clip is filled. Frozen like the other items; the hash is kept, since a writer asks every
    group for it. Art that cannot fail may be given as what paints it, which is called when somebody looks at the items:
    a check never does.
    """

    __slots__ = ("_hash", "_items", "clip", "even_odd")

    clip: Outline | None
    even_odd: bool
    _items: tuple[Item, ...] | Callable[[], Iterable[Item]]
    _hash: int

    def __init__(
        self,
        items: tuple[Item, ...] | Callable[[], Iterable[Item]],
        clip: Outline | None = None,
        even_odd: bool = False,
    ) -> None:
        object.__setattr__(self, "_items", bound(items) if callable(items) else items)
        object.__setattr__(self, "clip", clip)
        object.__setattr__(self, "even_odd", even_odd)
        object.__setattr__(self, "_hash", 0)

    @property
    def items(self) -> tuple[Item, ...]:
        """What belongs together, painted by now."""
        if callable(self._items):
            object.__setattr__(self, "_items", tuple(self._items()))
        return cast(tuple[Item, ...], self._items)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Group is frozen; cannot set {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Group) or hash(self) != hash(other):
            return False
        return (self.clip, self.even_odd) == (other.clip, other.even_odd) and self.items == other.items

    def __hash__(self) -> int:
        if not self._hash:
            object.__setattr__(self, "_hash", hash((self.items, self.clip)) or 1)
        return self._hash

    def __repr__(self) -> str:
        return f"Group({len(self.items)} items{', clipped' if self.clip else ''})"


class Place(NamedTuple):
    """A group put somewhere by a matrix."""

    group: Group
    matrix: Matrix = IDENTITY


Item = Rect | Path | Text | Image | Place


class Drawing(NamedTuple):
    """A picture of a size in points; items may reach beyond it (bleed)."""

    width: float
    height: float
    items: tuple[Item, ...] = ()
