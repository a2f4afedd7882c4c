"""Pictures come in; text that says what they draw goes out: the same for the same picture, on every machine.

`describe` tells all of a picture as it is built, group by group. `outline_text` tells what is painted, however it is
grouped: every run of words where it stands, and between them how much is drawn, in which box, with a digest of it.
Numbers are points, to a hundredth.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from printgen.base.geometry import IDENTITY, Box, Matrix, apply, compose
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import bounds

Titled = Iterable[tuple[str, Drawing]]
"""Pictures, each with its title."""


def describe(pictures: Titled) -> str:
    """All items of pictures as they are nested; what they share is told once, at the end.

    A group stands under a name made from what it holds, so that a change shows where it is and nowhere else.
    """
    known: dict[Group, tuple[str, list[str]]] = {}
    lines: list[str] = []
    for title, picture in pictures:
        lines += [_head(title, picture), *_indented(_lines(picture.items, known)), ""]
    for name, inner in known.values():
        lines += [name, *_indented(inner), ""]
    return "\n".join(lines)


def outline_text(pictures: Titled) -> str:
    """What pictures paint, in the order of painting, however their items are grouped."""
    return "\n".join(line for title, picture in pictures for line in (_head(title, picture), *_told(picture), ""))


def _told(picture: Drawing) -> Iterator[str]:
    run = _Run()
    for item, matrix, clips in _painted(picture.items):
        if isinstance(item, Text):
            yield from _indented(run.lines())
            yield f"  {_words(item, matrix)}"
            run = _Run()
        else:
            run.add(item, matrix, clips)
    yield from _indented(run.lines())


def _head(title: str, picture: Drawing) -> str:
    return f"{title}: {_n(picture.width)} x {_n(picture.height)}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _lines(items: Iterable[Item], known: dict[Group, tuple[str, list[str]]]) -> list[str]:
    return [_line(item, known) for item in items]


def _line(item: Item, known: dict[Group, tuple[str, list[str]]]) -> str:
    if isinstance(item, Place):
        return f"place {_group(item.group, known)} at {_row(item.matrix, 4)}"
    if isinstance(item, Text):
        return _words(item, IDENTITY)
    if isinstance(item, Image):
        where = _row((item.x, item.y, item.w, item.h))
        return f"image {where} {item.pixels[0]} x {item.pixels[1]} ~{_digest(item.data)}"
    if isinstance(item, Rect):
        return f"rect {_row((item.x, item.y, item.w, item.h))}{_paint(item.fill, item.stroke)}"
    odd = " even-odd" if item.even_odd else ""
    box = bounds(item.outline)
    told = (
        f"{_row((box.x, box.y, box.right, box.bottom))} {len(item.outline)} ~{_digest(_steps(item.outline).encode())}"
    )
    return f"path {told}{_paint(item.fill, item.stroke)}{odd}"


def _group(group: Group, known: dict[Group, tuple[str, list[str]]]) -> str:
    """The name of a group; what it holds is put into `known`, inner groups first."""
    if group not in known:
        lines = _lines(group.items, known)
        if group.clip is not None:
            lines.insert(0, f"clip {_steps(group.clip)}")
        name = _digest("\n".join(lines).encode())
        known[group] = f"group {name}", lines
    return known[group][0]


def _painted(
    items: Iterable[Item], matrix: Matrix = IDENTITY, clips: str = ""
) -> Iterator[tuple[Rect | Path | Text | Image, Matrix, str]]:
    """Every item that paints, with its matrix and the outlines that clip it."""
    for item in items:
        if isinstance(item, Place):
            inner = compose(matrix, item.matrix)
            clip = item.group.clip
            cut = clips if clip is None else f"{clips} clip {_shape(clip)[0]} at {_at(inner)}"
            yield from _painted(item.group.items, inner, cut)
        else:
            yield item, matrix, clips


class _Run:
    """What is painted between two runs of words: how many items, in which box, and a digest of all of them."""

    def __init__(self) -> None:
        self.count = 0
        self.digest = hashlib.sha256()
        self.box = (math.inf, math.inf, -math.inf, -math.inf)

    def add(self, item: Rect | Path | Image, matrix: Matrix, clips: str) -> None:
        shape, box = _shape(item.outline) if isinstance(item, Path) else _box(Box(item.x, item.y, item.w, item.h))
        corners = [apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        left, top, right, bottom = self.box
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.box = min(left, *xs), min(top, *ys), max(right, *xs), max(bottom, *ys)
        self.count += 1
        if isinstance(item, Image):
            said = _digest(item.data)
        else:
            said = _paint(item.fill, item.stroke) + (" even-odd" if isinstance(item, Path) and item.even_odd else "")
        self.digest.update(f"{shape} at {_at(matrix)}{said}{clips}\n".encode())

    def lines(self) -> list[str]:
        if not self.count:
            return []
        items = "item" if self.count == 1 else "items"
        return [f"{self.count} {items} in {_row(self.box)} ~{self.digest.hexdigest()[:10]}"]


def _words(text: Text, matrix: Matrix) -> str:
    """A run of words: where it starts, what it says, and how it is set; its turn where it has one."""
    x, y = apply(matrix, text.x, text.y)
    k = math.hypot(matrix[0], matrix[1])
    turn = math.degrees(math.atan2(matrix[1], matrix[0]))
    mirrored = " mirrored" if matrix[0] * matrix[3] < matrix[1] * matrix[2] else ""
    turned = f" turned {_n(turn, 1)}" if abs(turn) > 0.05 else ""
    tracking = f" tracking {_n(text.tracking * k)}" if text.tracking else ""
    set_in = f"{text.font} {_n(text.size * k)} {text.color} width {_n(text.width * k)}{tracking}{turned}{mirrored}"
    return f'text {_n(x)} {_n(y)} "{text.text}" {set_in}'


def _steps(outline: Outline) -> str:
    """An outline as text, in hundredths of a point."""
    return " ".join([part if isinstance(part, str) else str(round(part * 100)) for step in outline for part in step])


@lru_cache(maxsize=65536)
def _at(matrix: Matrix) -> str:
    """A matrix, written once for the many items that share it."""
    return _row(matrix, 3)


@lru_cache(maxsize=65536)
def _shape(outline: Outline) -> tuple[str, Box]:
    """A digest of an outline and the box around it."""
    return _digest(_steps(outline).encode()), bounds(outline)


@lru_cache(maxsize=65536)
def _box(box: Box) -> tuple[str, Box]:
    return f"rect {_row(box)}", box


@lru_cache(maxsize=4096)
def _paint(fill: str | None, stroke: Stroke | None) -> str:
    words = f" fill {fill}" if fill else ""
    if stroke:
        dash = f" dash {_row(stroke.dash)} from {_n(stroke.dash_phase)}" if stroke.dash else ""
        words += f" stroke {stroke.color} {_n(stroke.width)} {stroke.cap} {stroke.join}{dash}"
    return words


def _row(numbers: Iterable[float], digits: int = 2) -> str:
    return " ".join(_n(number, digits) for number in numbers)


def _n(number: float, digits: int = 2) -> str:
    """A number without trailing zeros; no "-0"."""
    return f"{round(number, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]
