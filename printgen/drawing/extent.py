"""Walks pictures: their items with matrices, the boxes that these cover, and pictures as text and digests."""

from __future__ import annotations

import hashlib
import marshal
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from printgen.base.units import IDENTITY, Box, Matrix, apply, compose
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Paint, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import bounds

Leaf = Rect | Path | Text | Image
"""An item that paints something itself."""

Kind = TypeVar("Kind", Rect, Path, Text, Image)


def walk(items: Iterable[Item], matrix: Matrix = IDENTITY, clipped: bool = True) -> Iterator[tuple[Leaf, Matrix]]:
    """Every item that paints, in that order, with its combined matrix; `clipped` includes groups with a clip."""
    for item in items:
        if not isinstance(item, Place):
            yield item, matrix
        elif clipped or item.group.clip is None:
            yield from walk(item.group.items, compose(matrix, item.matrix), clipped)


def walk_kind(picture: Drawing | Iterable[Item], kind: type[Kind]) -> Iterator[tuple[Kind, Matrix]]:
    """Every item of one type, such as `Text`, in the order of `walk`, with its combined matrix."""
    for item, matrix in walk(picture.items if isinstance(picture, Drawing) else picture):
        if isinstance(item, kind):
            yield item, matrix


def words_of(picture: Drawing | Iterable[Item]) -> list[str]:
    """The texts of a picture, run by run."""
    return [text.text for text, _ in walk_kind(picture, Text)]


def find_repeats(pictures: Iterable[Drawing]) -> list[Group]:
    """Groups that are placed more than once; inner groups come before those around them."""
    counts: dict[Group, int] = {}
    order: list[Group] = []

    def visit(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Place):
                count = counts.get(item.group, 0)
                counts[item.group] = count + 1
                if not count:
                    visit(item.group.items)
                    order.append(item.group)

    for picture in pictures:
        visit(picture.items)
    return [group for group in order if counts[group] > 1]


def crosses(items: Iterable[Item], matrix: Matrix, boxes: Sequence[Box]) -> bool:
    """Whether letters or lines of the items cross any of the boxes."""
    parts = (part for item, at in walk(items, matrix) for part in _parts(item, at))
    return bool(boxes) and any(min(part.common(box)[2:]) > 0 for part in parts for box in boxes)


def _parts(item: Leaf, matrix: Matrix) -> Iterator[Box]:
    """Boxes around the parts of an item: around the letters of a text, and each step of an outline."""
    if isinstance(item, Text):
        yield transform_box(Box(item.x, item.y - _CAPITAL * item.size, item.width, _CAPITAL * item.size), matrix)
    elif isinstance(item, Path):
        for before, step in pairwise(item.outline):
            if step[0] in "LC" and len(before) > 1:
                # A horizontal or vertical line has a box, too.
                yield transform_box(bounds((("M", *before[-2:]), step)), matrix).grown(_THIN)
    else:
        yield transform_box(box_of(item), matrix)


_CAPITAL, _THIN = 0.75, 0.01
"""How high capitals are, as a part of the size of their letters; next to nothing, in points."""
_UP, _DOWN = 1.2, 0.4  # How far letters reach over and under their baseline, as parts of their size.


def transform_box(box: Box, matrix: Matrix) -> Box:
    """The upright box around a box moved by a matrix."""
    a, b, c, d, e, f = matrix
    if b == c == 0:  # Most are upright.
        left, right = sorted((a * box.x + e, a * box.right + e))
        top, bottom = sorted((d * box.y + f, d * box.bottom + f))
        return Box(left, top, right - left, bottom - top)
    corners = [apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def around(boxes: Iterable[Box]) -> Box:
    """The box around boxes; without any, an empty box."""
    all_boxes = list(boxes) or [Box(0, 0, 0, 0)]
    x, y = min(box.x for box in all_boxes), min(box.y for box in all_boxes)
    return Box(x, y, max(box.right for box in all_boxes) - x, max(box.bottom for box in all_boxes) - y)


def extent(items: Iterable[Item], matrix: Matrix = IDENTITY, box: Callable[[Leaf], Box] | None = None) -> Box:
    """The box around all that items paint; `box` gives the box of a single item."""
    return around(_boxes(items, matrix, box or box_of))


def _boxes(items: Iterable[Item], matrix: Matrix, box: Callable[[Leaf], Box]) -> Iterable[Box]:
    for item in items:
        if isinstance(item, Place):
            whole = compose(matrix, item.matrix)
            inner = extent(item.group.items, whole, box)
            if item.group.clip is not None:
                inner = inner.common(transform_box(bounds(item.group.clip), whole))
            if inner.w > 0 and inner.h > 0:
                yield inner
        else:
            yield transform_box(box(item), matrix)


def box_of(item: Leaf) -> Box:
    """The box around a single item that is no group; around letters it may be too large."""
    if isinstance(item, Text):
        length = item.width + max(0.0, item.tracking) * len(item.text)
        return Box(item.x, item.y - _UP * item.size, length, (_UP + _DOWN) * item.size).grown(item.size * _DOWN)
    if isinstance(item, Image):
        return Box(*item[:4])
    box = Box(*item[:4]) if isinstance(item, Rect) else bounds(item.outline)
    if item.stroke is None:
        return box
    # A pointed corner reaches further than half the line.
    reach = item.stroke.miter if item.stroke.join == "miter" and not isinstance(item, Rect) else 1.5
    return box.grown(item.stroke.width / 2 * max(1.5, reach))


_BYTES = 12
_FINE_DIGITS, _TURNS = 100, 100_000
"""Lengths count in hundredths of a point, the parts of matrices that turn and scale in hundred-thousandths."""
_ASIDE = 0.7357
"""Where a step ends lies aside of all lengths that people write, of which many are an exact half of a step."""


_PLAIN = 2  # In this version of marshal's format, equal values always give equal bytes.


def digest_of(*drawings: Drawing | None) -> str:
    """A digest of what drawings show, as 24 hexadecimal digits; it ignores lengths under a hundredth of a point."""
    rounded = [
        (step_number(d.width), step_number(d.height), _items_digest(d.items, ())) if d else None for d in drawings
    ]
    return hashlib.sha256(marshal.dumps(rounded, _PLAIN)).hexdigest()[: 2 * _BYTES]


def _group_digest(group: Group) -> bytes:
    clip = None if group.clip is None else _outline_steps(group.clip)
    return _items_digest(group.items, (clip, group.even_odd, step_number(group.opacity), group.blend))


def _items_digest(items: Iterable[Item], properties: tuple[Any, ...]) -> bytes:
    """A digest of items and of the properties of their group or drawing."""
    parts: list[object] = [properties]
    for item in items:
        if isinstance(item, Path):
            parts.append((_outline_steps(item.outline), _rounded(item.fill), _rounded(item.stroke), item.even_odd))
        elif isinstance(item, Place):
            turns = [(n * _TURNS + _ASIDE) // 1 for n in item.matrix[:4]]
            parts.append((item.group.digest(_group_digest), [*turns, *map(step_number, item.matrix[4:])]))
        else:
            parts.append((isinstance(item, Rect), _rounded(item)))
    return hashlib.sha256(marshal.dumps(parts, _PLAIN)).digest()[:_BYTES]


def step_number(length: float) -> float:
    """A length in whole steps, rounded down."""
    return (length * _FINE_DIGITS + _ASIDE) // 1


def _outline_steps(outline: Outline) -> tuple[str, list[float]]:
    """The letters of an outline's parts, and their lengths in steps; written in place, for speed."""
    lengths = [(n * _FINE_DIGITS + _ASIDE) // 1 for step in outline for n in step[1:]]
    return "".join(step[0] for step in outline), lengths


def _rounded(value: Any) -> Any:
    """A stroke, a gradient or another value as plain tuples, with its numbers rounded to steps."""
    if isinstance(value, tuple):
        return tuple([
            one if type(one) is str or one is None
            else (one * _FINE_DIGITS + _ASIDE) // 1 if type(one) is float
            else _rounded(one)
            for one in value
        ])  # fmt: skip
    return step_number(value) if isinstance(value, float | int) else value


def describe(pictures: Iterable[tuple[str, Drawing]]) -> str:
    """All items of pictures as nested text with titles; groups, named by what they hold, come at the end."""
    groups: dict[Group, tuple[str, list[str]]] = {}
    described = [(head(title, picture), [_line(item, groups) for item in picture.items]) for title, picture in pictures]
    lines: list[str] = []
    for name, inner in (*described, *groups.values()):
        lines += [name, *(f"  {line}" for line in inner), ""]
    return "\n".join(lines)


def head(title: str, picture: Drawing) -> str:
    return f"{title}: {format_number(picture.width)} x {format_number(picture.height)}"


def _line(item: Item, groups: dict[Group, tuple[str, list[str]]]) -> str:
    match item:
        case Place():
            return f"place {_group(item.group, groups)} at {row(item.matrix, 4)}"
        case Text():
            return run_of(item, IDENTITY)
        case Image():
            mask = f" through ~{digest(item.mask)}" if item.mask else ""
            return f"image {row(item[:4])} {item.pixels[0]} x {item.pixels[1]} ~{digest(item.data)}{mask}"
        case Rect():
            return f"rect {row(item[:4])}{paint(item.fill, item.stroke)}"
    box = bounds(item.outline)
    shape = f"{row((box.x, box.y, box.right, box.bottom))} {len(item.outline)} ~{digest(steps(item.outline).encode())}"
    return f"path {shape}{paint(item.fill, item.stroke, item.even_odd)}"


def _group(group: Group, groups: dict[Group, tuple[str, list[str]]]) -> str:
    """The name of a group; its contents are added to `groups`, inner groups first."""
    if group not in groups:
        lines = [_line(item, groups) for item in group.items]
        if group.clip is not None:
            lines.insert(0, f"clip {steps(group.clip)}{' even-odd' if group.even_odd else ''}")
        if not group.plain:
            blend = "" if group.blend == "normal" else f" blend {group.blend}"
            lines.insert(0, f"opacity {format_number(group.opacity, 3)}{blend}")
        name = digest("\n".join(lines).encode())
        groups[group] = f"group {name}", lines
    return groups[group][0]


def run_of(text: Text, matrix: Matrix) -> str:
    """A run of text: its start, its letters, its settings, and its rotation if it has one."""
    x, y = apply(matrix, text.x, text.y)
    k = math.hypot(matrix[0], matrix[1])
    turn = math.degrees(math.atan2(matrix[1], matrix[0]))
    mirrored = " mirrored" if matrix[0] * matrix[3] < matrix[1] * matrix[2] else ""
    turned = f" turned {format_number(turn, 1)}" if abs(turn) > 0.05 else ""
    tracking = f" tracking {format_number(text.tracking * k)}" if text.tracking else ""
    size, width = format_number(text.size * k), format_number(text.width * k)
    set_in = f"{text.font} {size} {text.color} width {width}{tracking}{turned}{mirrored}"
    return f'text {format_number(x)} {format_number(y)} "{text.text}" {set_in}'


def steps(outline: Outline) -> str:
    """An outline as text, in hundredths of a point."""
    return " ".join([part if isinstance(part, str) else str(round(part * 100)) for step in outline for part in step])


@lru_cache(maxsize=4096)
def paint(fill: Paint | None, stroke: Stroke | None, even_odd: bool = False) -> str:
    words = f" fill {_colors(fill)}" if fill else ""
    if stroke:
        dash = f" dash {row(stroke.dash)} from {format_number(stroke.dash_phase)}" if stroke.dash else ""
        miter = f" miter {format_number(stroke.miter)}" if stroke.miter != _MITER else ""
        line = f"{format_number(stroke.width)} {stroke.cap} {stroke.join}{miter}{dash}"
        words += f" stroke {_colors(stroke.color)} {line}"
    return words + (" even-odd" if even_odd else "")


_MITER = Stroke._field_defaults["miter"]


def _colors(paint: Paint) -> str:
    """A colour, or the colours of a gradient with their places, its direction, and its matrix."""
    if isinstance(paint, str):
        return paint
    stops = ", ".join(f"{color} {format_number(at, 3)}" for at, color in paint.stops)
    moved = "" if paint.matrix == IDENTITY else f" by {row(paint.matrix, 4)}"
    return f"({stops}) along {row(paint.ends)}{moved}"


def row(numbers: Iterable[float], digits: int = 2) -> str:
    return " ".join(format_number(number, digits) for number in numbers)


def format_number(number: float, digits: int = 2) -> str:
    """A number without trailing zeros; no "-0"."""
    return f"{round(number, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


def digest(data: bytes) -> str:
    """A digest of bytes as ten letters."""
    return hashlib.sha256(data).hexdigest()[:10]
