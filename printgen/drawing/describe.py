"""Pictures come in; text that says what they draw goes out: the same for the same picture, on every machine.

Numbers are points, to a hundredth.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from functools import lru_cache

from printgen.base.geometry import IDENTITY, Matrix, apply
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Paint, Place, Rect, Stroke, Text
from printgen.drawing.outlines import bounds


def describe(pictures: Iterable[tuple[str, Drawing]]) -> str:
    """All items of pictures, each with its title, as they are nested; what they share is told once, at the end.

    A group stands under a name made from what it holds, so that a change shows where it is and nowhere else.
    """
    known: dict[Group, tuple[str, list[str]]] = {}
    told = [(head(title, picture), _lines(picture.items, known)) for title, picture in pictures]
    lines: list[str] = []
    for name, inner in (*told, *known.values()):
        lines += [name, *(f"  {line}" for line in inner), ""]
    return "\n".join(lines)


def head(title: str, picture: Drawing) -> str:
    """The title of a picture and its size."""
    return f"{title}: {written(picture.width)} x {written(picture.height)}"


def _lines(items: Iterable[Item], known: dict[Group, tuple[str, list[str]]]) -> list[str]:
    return [_line(item, known) for item in items]


def _line(item: Item, known: dict[Group, tuple[str, list[str]]]) -> str:
    match item:
        case Place():
            return f"place {_group(item.group, known)} at {row(item.matrix, 4)}"
        case Text():
            return run_of(item, IDENTITY)
        case Image():
            seen = f" through ~{digest(item.mask)}" if item.mask else ""
            return f"image {row(item[:4])} {item.pixels[0]} x {item.pixels[1]} ~{digest(item.data)}{seen}"
        case Rect():
            return f"rect {row(item[:4])}{paint(item.fill, item.stroke)}"
    box = bounds(item.outline)
    shape = f"{row((box.x, box.y, box.right, box.bottom))} {len(item.outline)} ~{digest(steps(item.outline).encode())}"
    return f"path {shape}{paint(item.fill, item.stroke, item.even_odd)}"


def _group(group: Group, known: dict[Group, tuple[str, list[str]]]) -> str:
    """The name of a group; what it holds is put into `known`, inner groups first."""
    if group not in known:
        lines = _lines(group.items, known)
        if group.clip is not None:
            lines.insert(0, f"clip {steps(group.clip)}{' even-odd' if group.even_odd else ''}")
        if not group.plain:
            blend = "" if group.blend == "normal" else f" blend {group.blend}"
            lines.insert(0, f"opacity {written(group.opacity, 3)}{blend}")
        name = digest("\n".join(lines).encode())
        known[group] = f"group {name}", lines
    return known[group][0]


def run_of(text: Text, matrix: Matrix) -> str:
    """A run of words: where it starts, what it says, and how it is set; its turn where it has one."""
    x, y = apply(matrix, text.x, text.y)
    k = math.hypot(matrix[0], matrix[1])
    turn = math.degrees(math.atan2(matrix[1], matrix[0]))
    mirrored = " mirrored" if matrix[0] * matrix[3] < matrix[1] * matrix[2] else ""
    turned = f" turned {written(turn, 1)}" if abs(turn) > 0.05 else ""
    tracking = f" tracking {written(text.tracking * k)}" if text.tracking else ""
    size, width = written(text.size * k), written(text.width * k)
    set_in = f"{text.font} {size} {text.color} width {width}{tracking}{turned}{mirrored}"
    return f'text {written(x)} {written(y)} "{text.text}" {set_in}'


def steps(outline: Outline) -> str:
    """An outline as text, in hundredths of a point."""
    return " ".join([part if isinstance(part, str) else str(round(part * 100)) for step in outline for part in step])


@lru_cache(maxsize=4096)
def paint(fill: Paint | None, stroke: Stroke | None, even_odd: bool = False) -> str:
    """What an outline is painted with."""
    words = f" fill {_colors(fill)}" if fill else ""
    if stroke:
        dash = f" dash {row(stroke.dash)} from {written(stroke.dash_phase)}" if stroke.dash else ""
        miter = f" miter {written(stroke.miter)}" if stroke.miter != _MITER else ""
        line = f"{written(stroke.width)} {stroke.cap} {stroke.join}{miter}{dash}"
        words += f" stroke {_colors(stroke.color)} {line}"
    return words + (" even-odd" if even_odd else "")


_MITER = Stroke._field_defaults["miter"]


def _colors(paint: Paint) -> str:
    """A colour; or those of a gradient with their places, how it flows, and how it is moved."""
    if isinstance(paint, str):
        return paint
    stops = ", ".join(f"{color} {written(at, 3)}" for at, color in paint.stops)
    moved = "" if paint.matrix == IDENTITY else f" by {row(paint.matrix, 4)}"
    return f"({stops}) along {row(paint.ends)}{moved}"


def row(numbers: Iterable[float], digits: int = 2) -> str:
    """Numbers with a space between."""
    return " ".join(written(number, digits) for number in numbers)


def written(number: float, digits: int = 2) -> str:
    """A number without trailing zeros; no "-0"."""
    return f"{round(number, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


def digest(data: bytes) -> str:
    """Ten letters that stand for any bytes."""
    return hashlib.sha256(data).hexdigest()[:10]
