"""Games of pieces that a test writes: one product of a shape, printed and read back from its PDF."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pdfplumber

from printgen.base.errors import Finding
from printgen.base.units import to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings

Point = tuple[float, float]

HEAD = """\
title: Shapes
version: "1.0"
records:
  tile:
    color: {kind: color, default: "#8FB0C8"}
    face: {kind: text, optional: true}
    span: {kind: text, optional: true}
    wide: {kind: length, optional: true}
products:
"""
FACE = """\
size: [{width}, {height}]
unit: mm
bleed: 3
palettes: [dossier]
items:
  - rect: {{x: -3, y: -3, w: {wide}, h: {high}, fill: "{{{{ card.color }}}}"}}
  - text: {{x: {left}, y: {base}, w: 10, text: "{{{{ card.name }}}}", size: 8, align: center, color: "#7A1E1E"}}
"""
LIST = "- {name: One}\n- {name: Two}\n- {name: Three}\n"


def face_of(width: float, height: float) -> str:
    """A face of a size in millimetres: a ground to the end of its bleed, and a name in the middle."""
    lies = {"left": width / 2 - 5, "base": height / 2 + 1}
    return FACE.format(width=width, height=height, wide=width + 6, high=height + 6, **lies)


@dataclass
class Shaped:
    """A game in a folder."""

    folder: Path

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Write something else in a file."""
        text = (self.folder / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def product(
        self, said: str, faces: dict[str, tuple[float, float]], records: str = LIST, name: str = "tiles"
    ) -> None:
        """Write a game of one product, which says this besides its list."""
        lines = "".join(f"    {line}\n" for line in said.strip().splitlines())
        self.write("game.yaml", f"{HEAD}  tiles:\n    title: Tiles\n    list: tiles.yaml\n    record: tile\n{lines}")
        self.write("tiles.yaml", records)
        for face, size in faces.items():
            self.write(f"templates/faces/{face}.yaml", face_of(*size))

    def composed(self, **settings: Any) -> tuple[Pieces | None, list[Finding]]:
        """The only product, and what is told of it."""
        (job,) = load([str(self.folder)])
        items, found = build.compose(job, Settings(**settings))
        return (items[0] if items else None), [*job.findings, *found]

    def printed(self, name: str = "tiles", **settings: Any) -> Path:
        """The PDF of a product."""
        build.build([str(self.folder)], Settings(out=self.folder.parent / "out", **settings))
        return self.folder.parent / "out" / self.folder.name / f"{name}.pdf"


def cut_lines(page: Any) -> list[list[Point]]:
    """The points of every line to cut along on a page, in millimetres from its top left."""
    thin = [s for s in (*page.curves, *page.rects, *page.lines) if s["stroke"] and abs(s["linewidth"] - 0.35) < 0.01]
    return [[(to_mm(x), to_mm(y)) for x, y in s["pts"]] for s in thin]


def boxes(lines: Sequence[Sequence[Point]]) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of lines."""
    out = []
    for line in lines:
        xs, ys = [x for x, _ in line], [y for _, y in line]
        out.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return out


def outlines(page: Any) -> list[list[Point]]:
    """The outlines to cut along that are closed."""
    return [line for line in cut_lines(page) if len(line) > 3]


def fills(page: Any) -> Iterator[dict[str, Any]]:
    """What is filled on a page."""
    return (s for s in (*page.rects, *page.curves) if s["fill"])


def opened(path: Path) -> Any:
    return pdfplumber.open(path)


def around(line: Sequence[Point]) -> float:
    """The length of a closed line."""
    return sum(math.dist(a, b) for a, b in zip(line, (*line[1:], line[0]), strict=True))
