"""The pictures of a module, and slots from which VASSAL makes pieces with all that each can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from printgen.base.units import mm
from printgen.build.stages import Progress
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Path, Stroke
from printgen.drawing.outlines import circle
from printgen.drawing.words import middled
from printgen.exports.bundle import Bundle, Component, ProductExport, Side
from printgen.exports.images import stem_of
from printgen.exports.pixels import RasterJob, png_files, raster_at
from printgen.exports.vassal.escaping import BUILD, chat_name, element, label, nest_layers, plain, sequence
from printgen.exports.vassal.grouping import CardPile, Sides, crop, panel, visible_size
from printgen.reading.positions import LocatedMap

COUNT = 8
"""So many figures a side has."""
_WIDE = mm(50)
_RIM = Stroke("#FFFFFF", mm(1.5))
_COLORS = ("#4B5B22", "#A3121B", "#1B4F8F", "#B8860B", "#5F6A74", "#6A3D8A", "#1F7A72", "#7A4A21")


class SideFigure(NamedTuple):
    """A figure of a side, counted from 0: its name, and what it looks like from above."""

    side: int
    number: int
    name: str
    drawing: Drawing


def figures(bundle: Bundle, sides: Sides) -> Iterator[SideFigure]:
    """The figures of all sides."""
    game = bundle.products[0].pieces.game
    rows: Any = game.tables[sides.table].rows if sides.table else {}
    for side, (name, code) in enumerate(zip(sides.names, sides.codes, strict=True)):
        color = (rows.get(code) or {}).get("color")
        for number in range(1, COUNT + 1):
            shown = _disc(str(color or _COLORS[side % len(_COLORS)]), str(number))
            yield SideFigure(side, number, f"{name} {number}", shown)


def _disc(color: str, text: str) -> Drawing:
    half = _WIDE / 2
    ground, rim = Path(circle(half, half, half), color), Path(circle(half, half, 0.88 * half), None, _RIM)
    return Drawing(_WIDE, _WIDE, (ground, rim, middled(half, half, text, "stencil", 1.1 * half, "#FFFFFF")))


class ModuleImage(NamedTuple):
    """A file of the module's folder of pictures, and its size in pixels."""

    file: str
    wide: int
    high: int


class ModuleImages:
    """The pictures that a module needs, at so many dots per inch."""

    def __init__(self, dpi: float) -> None:
        self.dpi = dpi
        self._taken: dict[str, tuple[RasterJob, bool]] = {}
        self._backs: dict[tuple[str, str], ModuleImage] = {}

    def take(self, file: str, drawing: Drawing, dpi: float = 0.0, clear: bool = False) -> ModuleImage:
        """A drawing as a file; a `clear` one shows what lies below where nothing is drawn."""
        shot = raster_at(drawing, dpi or self.dpi)
        self._taken.setdefault(file, (shot, clear))
        return ModuleImage(file, shot.width, shot.height)

    def side(self, product: ProductExport, component: Component, side: Side = "front") -> ModuleImage:
        """A side of a thing as it is cut; of a paper figure its front. A back that several have is one picture."""
        name = f"{product.name}.{stem_of(component)}-{side}.png"
        if box := panel(product, component):
            return self.take(name, crop(component.piece.front, box), clear=True)
        shown = component.side(side, clip=True)
        if side == "front":
            return self.take(name, shown, clear=True)
        key = product.name, digest_of(shown)
        if key not in self._backs:
            self._backs[key] = self.take(name, shown, clear=True)
        return self._backs[key]

    @property
    def memory(self) -> int:
        """How many bytes all of them take where they are looked at."""
        return sum(4 * shot.width * shot.height for shot, _ in self._taken.values())

    def files(self, progress: Progress) -> Sequence[tuple[str, bytes]]:
        """The files by their names."""
        found = dict[str, bytes]()
        for clear in (True, False):
            some = [(file, shot) for file, (shot, kept) in self._taken.items() if kept == clear]
            drawn = png_files([shot for _, shot in some], self.dpi, progress, "drawing pictures", clear) if some else []
            found |= {file: data for (file, _), data in zip(some, drawn, strict=True)}
        return [(file, found[file]) for file in sorted(found)]


FLIP, DELETE, DISCARD = "70,130", "68,130", "82,130"
"""Ctrl-F, Ctrl-D and Ctrl-R: the code of the key, and 130 for Ctrl."""
_LEFT, _RIGHT = "91,130", "93,130"
"""Ctrl-[ and Ctrl-]."""

HIDES = "Hides the map"
"""The property of pieces that are too large to be shown at full size under the mouse."""


class Trait(NamedTuple):
    """A trait: what it is, which never changes, and its state as a game begins."""

    type: str
    state: str = ""


def _trait_type(word: str, *fields: object) -> str:
    return f"{word};{sequence(fields, ';')}"


def basic(image: str, name: str, number: int) -> Trait:
    """The piece itself, which every piece has innermost. `number` is its own in the module; the picture may be ""."""
    return Trait(_trait_type("piece", "", "", image, chat_name(name)), sequence(("null", 0, 0, number, 0), ";"))


def mask_trait(back: str) -> Trait:
    """Lies face down, with a picture of its back; its owner sees its face faintly on that."""
    return Trait(
        _trait_type("obs", FLIP, back, "Turn over", "2", "a card", "player:", "Peek", "", True, "", ""), "null;"
    )


def flip_trait(front: str, back: str, names: tuple[str, str] = ("", "")) -> Trait:
    """Has two sides, of which one is seen."""
    pictures, words = sequence((front, back), ","), sequence(names, ",")
    fields = (
        "", 2, "", "Turn over", 2, "", "", 2, "", "", "", 1, False, 0, 0, pictures, words, True, "Face", "", "", False,
        "", 1, 1, True, "", FLIP, "", "", "1.0", "", True,
    )  # fmt: skip
    return Trait(_trait_type("emb2", *fields), "1")


def rotate_trait(steps: int, begun: int = 0) -> Trait:
    """Can be turned, a whole turn in so many steps, of which some are done."""
    fields = (steps, _RIGHT, _LEFT, "Turn right", "Turn left", "", "", "Turn", "", "", "", "", True)
    return Trait(_trait_type("rotate", *fields), str(begun))


def marks(values: Mapping[str, str]) -> Trait:
    """Has properties that never change, by names."""
    keys = [plain(name) for name in values]
    return Trait(f"mark;{sequence(keys, ',')}", sequence(map(plain, values.values()), ","))


def discard_trait(pile: str) -> Trait:
    """Can be sent to a pile, by its name."""
    return Trait(_trait_type("return", "Discard", DISCARD, "", "", "", 2, False, label(pile)))


def delete_trait() -> Trait:
    """Can be removed from the game."""
    return Trait(_trait_type("delete", "Delete", DELETE, ""))


def report_trait(*keys: str) -> Trait:
    """Writes a line into the log as one of these keys does something, with the name that all players may know."""
    return Trait(_trait_type("report", sequence(keys, ","), "$newPieceName$: $menuCommand$ *", "", "", "", False), "-1")


def loose() -> Trait:
    """Lies where it is put, whatever grid there is, and never in a stack."""
    return Trait("immob;g;N;R;")


def definition(traits: Sequence[Trait]) -> str:
    """The piece with these traits, the outermost first, `basic` last."""
    types, states = nest_layers([one.type for one in traits]), nest_layers([one.state for one in traits])
    return f"+/{sequence(('null', types, states), '/')}"


_VIEWED = 1000
"""So many pixels a piece is long at most that is shown at full size under the mouse: more would hide the map."""
_LARGE, _LONG = 100.0, 45.0
"""What is larger lies apart from stacks and grids, and what is longer is turned to measure, in millimetres."""


class Slots:
    """Makes slots, numbered from 0."""

    def __init__(self, shots: ModuleImages) -> None:
        self.shots = shots
        self.count = 0

    def card(self, deck: CardPile, component: Component) -> Element:
        """A card of a deck: it is turned over for its owner alone, discarded, and removed."""
        face, back = self.shots.side(deck.product, component), self.shots.side(deck.product, component, "back")
        known = [marks(values)] if (values := dict(_values(deck.product, component))) else []
        can = [
            report_trait(DISCARD, DELETE, FLIP),
            discard_trait(deck.pile),
            delete_trait(),
            mask_trait(back.file),
            *known,
        ]
        return self._slot("CardSlot", component.name, face, can)

    def piece(
        self, product: ProductExport, component: Component, quarter: bool = False, sort: str = "PieceSlot"
    ) -> Element:
        """Anything else: it is turned over if it has a back, turned round if that matters, and removed.

        One that is to lie a `quarter` of a turn round must be one that is turned.
        """
        face = self.shots.side(product, component)
        can, image = [report_trait(DELETE, FLIP), delete_trait()], face.file
        if max(visible_size(product, component)) > _LARGE:
            can.append(loose())
        if steps := steps_of(product, component):
            can.append(rotate_trait(steps, steps // 4 if quarter else 0))
        if component.piece.back is not None:
            can.append(flip_trait(face.file, self.shots.side(product, component, "back").file))
            image = ""
        values = dict(_values(product, component))
        if max(face.wide, face.high) > _VIEWED:
            values[HIDES] = "yes"
        if values:
            can.append(marks(values))
        return self._slot(sort, component.name, face, can, image)

    def figure(self, name: str, face: ModuleImage) -> Element:
        """A plain piece."""
        return self._slot("PieceSlot", name, face, [report_trait(DELETE), delete_trait()])

    def _slot(self, sort: str, name: str, face: ModuleImage, can: list[Trait], image: str | None = None) -> Element:
        number, name = self.count, chat_name(name)
        self.count += 1
        text = definition([*can, basic(face.file if image is None else image, name, number)])
        tag = f"{BUILD}.widget.{sort}"
        return element(tag, {"entryName": name, "gpid": number, "width": face.wide, "height": face.high}, text=text)


def steps_of(product: ProductExport, component: Component) -> int:
    """In how many steps a thing is turned round; 0 for what is not turned."""
    if component.role == "tile":
        return 6 if component.piece.cut else 4
    return 24 if component.role == "token" and max(visible_size(product, component)) > _LONG else 0


def _values(product: ProductExport, component: Component) -> Iterator[tuple[str, str]]:
    """What a thing's record says in numbers and words of tables, by titles of its fields."""
    game, spec, record = product.pieces.game, product.pieces.product, component.of
    if record is None or not spec.record:
        return
    fields: Any = game.source["records"][spec.record]
    for name, declared in fields.items():
        if not product.says(name):
            continue
        value, said = record.values.get(name), declared if isinstance(declared, LocatedMap) else {}
        title = str(name).replace("_", " ").capitalize()
        if type(value) is int:
            yield title, str(value)
        elif "from" in said and isinstance(value, str | tuple) and value:
            rows = game.tables[said["from"]].rows if said["from"] in game.tables else {}
            yield title, ", ".join(_row_name(rows, code) for code in ((value,) if isinstance(value, str) else value))


def _row_name(rows: Mapping[str, Mapping[str, Any]], code: Any) -> str:
    return str((rows.get(code) or {}).get("name") or code)
