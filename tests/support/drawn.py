"""Draws faces that a test writes as text, and reads back what was drawn and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kitchen import PREFLIGHT

from printgen.base.errors import Finding, Where
from printgen.base.units import Matrix, apply, mm
from printgen.drawing import model
from printgen.drawing.extent import walk
from printgen.drawing.model import Group, Item, Place, Text
from printgen.drawing.outlines import transform_outline
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.faces.session import FaceState, Session

HEAD = "unit: mm\npalettes: [plain]\n"
PALETTE = 'ink: "#101010"\nsand: "#F0E0C0"\npaper: "#FFF8E8"\nred: "#C03030"\nbrass: "#E3BE4E"\n'
ICONS = 'leaf: "M0 0 L24 0 L24 24 Z"\npot: "M0 0 L24 24 Z"\n'
TONES = 'skins: {light: ["#E0B080", "#A07040"], dark: ["#604020", "#402010"]}\nhairs: {brown: "#3A2A1C"}\n'
PARTS = """\
head: {slot: head, layers: [{circle: [50, 50, 20], fill: skin, edge: true}]}
square: {slot: head, layers: [{rect: [30, 30, 40, 40], fill: skin, edge: true}]}
helmet: {slot: headgear, hides: [hair], layers: [{rect: [28, 25, 44, 20], fill: main, edge: true}]}
curls: {slot: hair, layers: [{ellipse: [50, 30, 22, 10], fill: hair}]}
vest: {slot: torso, layers: [{d: "M20 80 L80 80 L90 120 L10 120 Z", fill: cloth, edge: true}]}
rifle: {slot: front, layers: [{poly: [10, 90, 90, 70, 90, 74, 10, 96], fill: "#222222", edge: true}]}
radio: {slot: back, layers: [{rect: [70, 60, 20, 30], fill: trim, edge: true}]}
jeep: {slot: craft, layers: [{rect: [0, 20, 100, 30], fill: main, edge: true}], place: {ground: true}}
anchor: {slot: piece, layers: [{rect: [0, 0, 100, 100], fill: main}]}
"""
SCENES = """\
field:
  colors: {sky: "#8FB0C8", near: "#304020"}
  back: [{fill: sky}, {ridge: 0.7, fill: near}]
  front: [{scatter: anchor, count: 2, fill: near}]
"""

T = TypeVar("T", bound=Item)


@dataclass
class Drawn:
    """The items of a face as they were drawn, and the findings."""

    items: tuple[Item, ...]
    findings: list[Finding]

    def flat(self) -> list[tuple[Item, Matrix]]:
        """Every item that shows, with the matrix that puts it on the page."""
        return list(walk(self.items))

    def all(self, kind: type[T]) -> list[T]:
        """The items of one kind, as they stand in their own groups."""
        return [item for item, _ in self.flat() if isinstance(item, kind)]

    def one(self, kind: type[T]) -> T:
        """The only item there is, which must be of this kind."""
        (item,) = (item for item, _ in self.flat())
        assert isinstance(item, kind)
        return item

    def fills(self) -> list[str | None]:
        """The fills of rectangles and paths, in their order."""
        return [item.fill for item, _ in self.flat() if isinstance(item, model.Rect | model.Path)]

    def texts(self) -> list[str]:
        """What is written, run by run."""
        return [item.text for item in self.all(Text)]

    def told(self) -> list[str]:
        """The findings as "file:line:column message | hint"."""
        return told(self.findings)


def told(findings: Iterable[Finding]) -> list[str]:
    return [
        f"{Path(f.where.file).name}:{f.where.line}:{f.where.column} {f.message}" + (f" | {f.hint}" if f.hint else "")
        for f in findings
    ]


def corners(item: Item, matrix: Matrix) -> list[tuple[float, float]]:
    """The points of a rectangle or an outline on the page, in millimetres."""
    if isinstance(item, model.Rect):
        points = [(item.x, item.y), (item.x + item.w, item.y + item.h)]
        return [in_mm(apply(matrix, *p)) for p in points]
    assert isinstance(item, model.Path)
    return [in_mm((s[-2], s[-1])) for s in transform_outline(item.outline, matrix) if len(s) > 1]


def in_mm(point: tuple[float, float]) -> tuple[float, float]:
    return (round(point[0] / mm(1), 4) + 0.0, round(point[1] / mm(1), 4) + 0.0)


def groups(items: Iterable[Item]) -> Iterator[Group]:
    """Every group, outer ones first."""
    for item in items:
        if isinstance(item, Place):
            yield item.group
            yield from groups(item.group.items)


@dataclass
class Shelf:
    """A folder of templates that a test fills; faces are drawn with one renderer, as a deck is."""

    root: Path

    def __post_init__(self) -> None:
        for name, text in (
            ("palettes/plain", PALETTE), ("icons", ICONS), ("art/tones", TONES), ("art/parts/all", PARTS),
            ("art/scenes/all", SCENES), ("art/casting", "defaults: {}\nrules: []\n"),
        ):  # fmt: skip
            self.write(f"{name}.yaml", text)
        self.library = Library((self.root,))
        self.renderer = Renderer(self.library)

    def write(self, name: str, text: str) -> None:
        """Put a file of this name into the folder."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def face(self, text: str, name: str = "card", head: str = HEAD) -> None:
        """Write a face; what stands before the text are its unit (mm) and its palette (two lines)."""
        self.write(f"faces/{name}.yaml", head + text)

    def draw(self, text: str = "", name: str = "card", head: str = HEAD, look: str = "", **context: Any) -> Drawn:
        """Write a face, where a text is given, and draw it in a look; the record's fields stand on lines 1, 2, ..."""
        if text:
            self.face(text, name, head)
        card = context.get("card", {})

        def spot(field: str) -> Where:
            return Where("cards.yaml", list(card).index(field) + 1 if field in card else 99, 3)

        ink = Session(Tints({}), str(card.get("name", "Soup")), spot, FaceState())
        try:
            items, findings, _ = self.renderer.render(self.library.face(name, look), context, ink)
        except TemplateProblem as problem:
            return Drawn((), list(problem.findings))
        return Drawn(items, [finding for finding in findings if finding.code not in PREFLIGHT])

    def items(self, lines: str, **context: Any) -> Drawn:
        """Draw a face that has just these items, one a line."""
        text = "items:\n" + "".join(
            f"  {'- ' if line[:1] != ' ' else '  '}{line.strip()}\n" for line in lines.split("\n")
        )
        return self.draw(text, **context)
