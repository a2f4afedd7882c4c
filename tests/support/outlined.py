"""What pictures paint, as text, however it is grouped: the same for the same picture, on every machine.

Every run of words stands where it is read, and between them how much is drawn, in which box, with a digest of it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from printgen.base.units import IDENTITY, Box, Matrix, apply, compose
from printgen.drawing.extent import digest, head, paint, row, run_of, steps
from printgen.drawing.model import Drawing, Image, Item, Outline, Path, Place, Rect, Text
from printgen.drawing.outlines import bounds
from printgen.drawing.pieces import Piece


def describe_piece(piece: Piece) -> Iterator[str]:
    """What a piece is besides its pictures."""
    size = f"{piece.front.width:.2f} x {piece.front.height:.2f} bleed {piece.bleed:.2f}"
    yield f"{piece.name} x {piece.copies}: {piece.role or 'piece'}, {size}, cut {len(piece.cut or ())}"
    if piece.spaces is not None:
        yield f"  {piece.spaces}"
    yield from (f"  fold {fold}" for fold in piece.folds)


def describe_cut(piece: Piece) -> Iterator[str]:
    """How a piece is cut, where it lies on sheets, and what it falls into, as far as that is not the usual."""
    words = [word for word in ("whole", "leaf", "page", "exact", "from_face") if getattr(piece, word)]
    words += [piece.layout] if piece.layout != "grid" else []
    words += [f"corner {piece.corner:.2f}"] if piece.corner else []
    words += [f"cut {_shape(piece.cut)[0][:10]}"] if piece.cut else []
    words += [f"figure {row(box)}" for box in piece.figure or ()]
    words += [f"net of {piece.net.cards} cards {row(piece.net.card)}"] if piece.net else []
    if words:
        yield f"  {', '.join(words)}"
    faces, findings = piece.net.draw(200, 300, 90) if piece.net else ({}, ())
    yield from (f"  net face {name} {digest(outline_text([(name, face)]).encode())}" for name, face in faces.items())
    yield from map(str, findings)
    for part in piece.parts:
        yield f"  part {part.name} x {part.copies}"
        yield from describe_cut(part)
        yield outline_text([("part", part.front)])


def outline_text(pictures: Iterable[tuple[str, Drawing]]) -> str:
    """What pictures paint, each with its title, in the order of painting."""
    return "\n".join(line for title, picture in pictures for line in (head(title, picture), *_told(picture), ""))


def _told(picture: Drawing) -> Iterator[str]:
    run = _Run()
    for item, matrix, clips in _painted(picture.items):
        if isinstance(item, Text):
            yield from run.lines()
            yield f"  {run_of(item, matrix)}"
            run = _Run()
        else:
            run.add(item, matrix, clips)
    yield from run.lines()


def _painted(
    items: Iterable[Item], matrix: Matrix = IDENTITY, clips: str = ""
) -> Iterator[tuple[Rect | Path | Text | Image, Matrix, str]]:
    """Every item that paints, with its matrix and the outlines that clip it."""
    for item in items:
        if isinstance(item, Place):
            inner = compose(matrix, item.matrix)
            clip, rule = item.group.clip, " even-odd" if item.group.even_odd else ""
            cut = clips if clip is None else f"{clips} clip {_shape(clip)[0]}{rule} at {_at(inner)}"
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
        shape, box = _shape(item.outline) if isinstance(item, Path) else _box(Box(*item[:4]))
        corners = [apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        left, top, right, bottom = self.box
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.box = min(left, *xs), min(top, *ys), max(right, *xs), max(bottom, *ys)
        self.count += 1
        if isinstance(item, Image):
            said = digest(item.data)
        else:
            said = paint(item.fill, item.stroke, isinstance(item, Path) and item.even_odd)
        self.digest.update(f"{shape} at {_at(matrix)}{said}{clips}\n".encode())

    def lines(self) -> list[str]:
        items = "item" if self.count == 1 else "items"
        return [f"  {self.count} {items} in {row(self.box)} ~{self.digest.hexdigest()[:10]}"] if self.count else []


@lru_cache(maxsize=65536)
def _at(matrix: Matrix) -> str:
    """A matrix, written once for the many items that share it."""
    return row(matrix, 3)


@lru_cache(maxsize=65536)
def _shape(outline: Outline) -> tuple[str, Box]:
    """A digest of an outline and the box around it."""
    return digest(steps(outline).encode()), bounds(outline)


@lru_cache(maxsize=65536)
def _box(box: Box) -> tuple[str, Box]:
    return f"rect {row(box)}", box
