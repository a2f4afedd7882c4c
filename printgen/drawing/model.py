"""The picture type: frozen items in points, origin top left, y down; pictures compare with ==.

A `Drawing` is a size and a tuple of items. Repeated items are a `Group`, put down by `Place`: a writer stores each
distinct group once, however often it is placed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast

from printgen.base.units import IDENTITY, Matrix
from printgen.drawing.fonts import bind_shelf

Color = str
"""A colour as "#RRGGBB", or "#RRGGBBAA" where it shows through, upper case."""

Blend = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion",
]  # fmt: skip
"""How colours mix with what lies under them."""

_SOLID = len("#RRGGBB")

Segment = tuple[Any, ...]
"""One step of an outline: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)."""

Outline = tuple[Segment, ...]


class Gradient(NamedTuple):
    """A blend of colours, in the coordinates of the painted shape after `matrix` has moved it.

    `stops` are places from 0 to 1 with their colours, in order. `ends` are the two points (x1, y1, x2, y2) of a linear
    gradient, or the two circles (x1, y1, r1, x2, y2, r2) of a radial one, from the first to the second. Beyond its ends
    a gradient keeps its end colours.
    """

    stops: tuple[tuple[float, Color], ...]
    ends: tuple[float, ...]
    matrix: Matrix = IDENTITY


Paint = Color | Gradient
"""What a shape is painted with."""


class Stroke(NamedTuple):
    """A line: paint, width and dashes in points, ends and corners; corners are pointed up to `miter` widths."""

    color: Paint
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    dash_phase: float = 0.0
    miter: float = 10.0


class Rect(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    w: float
    h: float
    fill: Paint | None = None
    stroke: Stroke | None = None


class Path(NamedTuple):
    """An outline, filled (even-odd on request), stroked, or both."""

    outline: Outline
    fill: Paint | None = None
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
    """A raster picture in a box: an encoded PNG or JPEG, and a grey PNG `mask` with the opacity of each dot."""

    x: float
    y: float
    w: float
    h: float
    data: bytes
    pixels: tuple[int, int]
    mask: bytes = b""


class Group:
    """Items that belong together, with an optional clip outline, in coordinates of their own.

    `even_odd` is the fill rule of the clip, `opacity` applies to the group as a whole, from 0 to 1, and `blend` is its
    blend mode. The group is frozen like the other items; its hash is kept, since a writer asks every group for it. Art
    that cannot fail may be given as the function that paints it, which is called when somebody needs the items: a check
    never does.
    """

    __slots__ = ("_digest", "_hash", "_items", "_key", "_uses", "blend", "clip", "even_odd", "opacity")

    clip: Outline | None
    even_odd: bool
    opacity: float
    blend: Blend
    _items: tuple[Item, ...] | Callable[[], Iterable[Item]]
    _hash: int
    _key: Hashable
    _uses: frozenset[Use] | None
    _digest: bytes

    def __init__(
        self,
        items: tuple[Item, ...] | Callable[[], Iterable[Item]],
        clip: Outline | None = None,
        even_odd: bool = False,
        opacity: float = 1.0,
        blend: Blend = "normal",
    ) -> None:
        object.__setattr__(self, "_items", bind_shelf(items) if callable(items) else items)
        object.__setattr__(self, "clip", clip)
        object.__setattr__(self, "even_odd", even_odd)
        object.__setattr__(self, "opacity", opacity)
        object.__setattr__(self, "blend", blend)
        object.__setattr__(self, "_uses", None)
        object.__setattr__(self, "_hash", 0)
        object.__setattr__(self, "_key", None)
        object.__setattr__(self, "_digest", b"")

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of the group, which are painted now if they were not."""
        if callable(self._items):
            object.__setattr__(self, "_items", tuple(self._items()))
        return cast(tuple[Item, ...], self._items)

    @property
    def is_painted(self) -> bool:
        """Whether its items exist, or can be painted when somebody needs them."""
        return not callable(self._items)

    @property
    def key(self) -> Hashable:
        """An identifier, found without painting: its items, or the function that paints them.

        Groups with equal keys look alike. The key is kept, and stays the same after the items are painted.
        """
        if self._key is None:
            items = self._items if callable(self._items) else keys_of(self._items)
            key = _Key((items, self.clip, self.even_odd, self.opacity, self.blend))
            object.__setattr__(self, "_key", key)
        return self._key

    @property
    def plain(self) -> bool:
        """Whether it is drawn with full opacity and the normal blend mode."""
        return self.opacity == 1.0 and self.blend == "normal"

    @property
    def uses(self) -> frozenset[Use]:
        """The features in it that not every format supports."""
        if self._uses is None:
            own: frozenset[Use] = frozenset() if self.plain else frozenset({"transparency"})
            object.__setattr__(self, "_uses", own | uses_of(self.items))
        return cast("frozenset[Use]", self._uses)

    def digest(self, made: Callable[[Group], bytes]) -> bytes:
        """A digest of the group, made by `made` at the first call and kept."""
        if not self._digest:
            object.__setattr__(self, "_digest", made(self))
        return self._digest

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Group is frozen; cannot set {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Group) or hash(self) != hash(other):
            return False
        ours, theirs = ((one.clip, one.even_odd, one.opacity, one.blend) for one in (self, other))
        return ours == theirs and self.items == other.items

    def __hash__(self) -> int:
        if not self._hash:
            object.__setattr__(self, "_hash", hash((self.items, self.clip, self.opacity)) or 1)
        return self._hash


class Place(NamedTuple):
    """A group placed by a matrix."""

    group: Group
    matrix: Matrix = IDENTITY


Item = Rect | Path | Text | Image | Place


class _Key:
    """A key whose hash is kept."""

    __slots__ = ("_hash", "_of")

    def __init__(self, of: tuple[object, ...]) -> None:
        self._of, self._hash = of, hash(of)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Key) and self._hash == other._hash and self._of == other._of)

    def __hash__(self) -> int:
        return self._hash


def keys_of(items: Iterable[Item]) -> tuple[Hashable, ...]:
    """The keys of items, found without painting."""
    return tuple((item.group.key, item.matrix) if isinstance(item, Place) else item for item in items)


Use = Literal["transparency", "gradients"]
"""What a picture may hold that not every format can carry."""


class Drawing(NamedTuple):
    """A picture of a size in points; items may reach beyond it (bleed)."""

    width: float
    height: float
    items: tuple[Item, ...] = ()

    @property
    def key(self) -> Hashable:
        """An identifier of the picture, found without painting."""
        return _Key((self.width, self.height, keys_of(self.items)))

    @property
    def uses(self) -> frozenset[Use]:
        """The features in it that not every format supports."""
        return uses_of(self.items)


_Thing = TypeVar("_Thing")
_Known = TypeVar("_Known")
_MOST_COPIES = 1_000  # The most equal keys told apart: a search through more takes too long.


class Copies(Generic[_Thing, _Known]):
    """A mapping from items, groups or pictures to values that distinguishes equal keys by identity.

    Two faces may set the same words in the same place: a question where a text was typed concerns one of the two.
    Groups and pictures are looked up by their keys, so that nothing is painted.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Hashable, list[tuple[_Thing, _Known]]] = {}

    def __setitem__(self, thing: _Thing, value: _Known) -> None:
        same = self._known.setdefault(_key_of(thing), [])
        at = next((n for n, (one, _) in enumerate(same) if one is thing), len(same))
        if at < _MOST_COPIES:
            same[at : at + 1] = [(thing, value)]

    def __contains__(self, thing: _Thing) -> bool:
        return any(one is thing for one, _ in self._known.get(_key_of(thing), ()))

    def get(self, thing: _Thing, default: _Known) -> _Known:
        """The value of this very object, not of one that equals it."""
        for item, value in self._known.get(_key_of(thing), ()):
            if item is thing:
                return value
        return default


def _key_of(thing: object) -> Hashable:
    return thing.key if isinstance(thing, Group | Drawing) else thing


def uses_of(items: Iterable[Item]) -> frozenset[Use]:
    """The features of items that not every format supports; a group is examined once."""
    uses: set[Use] = set()
    for item in items:
        match item:
            case Place():
                uses |= item.group.uses
            case Image():
                uses |= {"transparency"} if item.mask else set()
            case Text():
                uses |= _used_by(item.color)
            case _:
                uses |= _used_by(item.fill) | (_used_by(item.stroke.color) if item.stroke else frozenset())
    return frozenset(uses)


_NOTHING: frozenset[Use] = frozenset()


def _used_by(paint: Paint | None) -> frozenset[Use]:
    if isinstance(paint, Gradient):
        return frozenset[Use]({"gradients"}).union(*(_used_by(color) for _, color in paint.stops))
    return frozenset({"transparency"}) if paint and len(paint) > _SOLID else _NOTHING
