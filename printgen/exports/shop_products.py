"""What each print shop wants, which product of it a component becomes, and what would come out badly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, chain, compose, mm, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Image, Item, Path, Place, Text
from printgen.drawing.outlines import rectangle, transform_outline
from printgen.drawing.pieces import Role
from printgen.exports.bundle import Bundle, Component, ProductExport, Side, shape_of
from printgen.faces.inspection import CutEdge, grown_by
from printgen.faces.library import Library, default_library
from printgen.reading.part import Length, Many, Part, Size
from printgen.reading.scalars import shorten

Makes = Literal["pictures", "order", "decks", "press"]
"""What a shop is sent: pictures of products, an order of them, or PDFs: of decks, of anything for a press."""

PAGED: frozenset[Makes] = frozenset({"decks", "press"})
"""What comes as PDF, in inks."""


class ShopProduct(Part):
    """Something that a shop makes pieces into."""

    size: Size = Field(description="how large it is once it is cut; a piece may lie on its side")
    pixels: Annotated[Many[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="how many dots wide and high its picture is, with the bleed"
    )
    shape: Literal["rectangle", "circle", "hex"] = Field("rectangle", description="what is left once it is cut")
    roles: Many[Role] = Field((), description="what pieces are at a table that rather take it than another of its size")
    ordered: bool = Field(True, description="whether an order file can ask for it; without, only its pictures are made")


class PrintCondition(Part):
    """A condition of printing that is registered with the International Color Consortium."""

    name: str = Field(description="what the registry calls it, such as FOGRA39")
    info: str = Field(description="what people call it")


class Shop(Part):
    """What a print shop wants: what it is sent, bleed and safe zone, and its products."""

    title: str = Field(description="what the shop calls itself")
    line: str = Field(description="what it is sent, in a line")
    makes: Makes = Field(description="what is made for it")
    bleed: Length = Field(description="how far a picture reaches beyond the cut")
    safe: Length = Field(description="how far inside the cut text stays")
    within: Length = Field(0.0, description="how far the sides of a piece may differ from those of a product")
    most: int = Field(0, ge=0, description="how many cards go into one order; 0 for as many as there are")
    ink: int = Field(0, ge=0, le=400, description="the most ink anywhere, in hundredths of a full layer")
    rich: Annotated[Many[int], Field(min_length=4, max_length=4)] | None = Field(
        None, description="the inks of large black grounds, in hundredths; black alone where a shop says nothing"
    )
    solid: bool = Field(
        False, description="nothing may show through: its PDFs are in the manner of PDF/X-1a:2003, not PDF/X-4"
    )
    condition: PrintCondition | None = Field(
        None, description="how it prints; its PDFs name that where nobody gives the profile of a press"
    )
    source: str = Field(description="where what stands here comes from")
    date: str = Field(description="when that was last looked up, by year and month")
    products: dict[str, ShopProduct] = Field(
        {}, description="its products, in the shop's own words; without any, it makes pieces of every size"
    )


def load_shops(library: Library) -> Mapping[str, Shop]:
    """The shops by name. TemplateProblem lists mistakes of the file."""
    shops: dict[str, Shop] = {}
    for path in library.files("shops.yaml"):
        shops |= library.parse(path, dict[str, Shop])
    return shops


def shops() -> Mapping[str, Shop]:
    """The shops that there are, by name."""
    return default_library().once(load_shops)


def shop_of(name: str) -> Shop:
    """A shop by its name. PrintgenError tells of all where none is named."""
    known = shops()
    if not name:
        wanting = UsageError("export shop makes nothing without --profile", f"Name one: {', '.join(known)}.")
        lines = (
            Finding("info", Where("printgen"), f"{word}: {shop.line}", f"{shop.date}: {shop.source}.")
            for word, shop in known.items()
        )
        raise PrintgenError([*wanting.findings, *lines])
    return known[name]


DPI = 300
_STEP = mm(0.5)
_EXACT = mm(0.05)
_WHITE = "#FFFFFF"
_SHAPES = {"box": "rectangle", "round": "circle", "flat-hex": "hex", "pointy-hex": "hex"}
"""What products call the shapes of pieces."""


class ShopPiece(NamedTuple):
    """What a piece becomes: the name of the product, its trimmed size and its bleed on both axes in points.

    `turned` pieces lie on their side.
    """

    name: str
    width: float
    height: float
    bleeds: tuple[float, float]
    turned: bool = False

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height with the bleed, in points."""
        return self.width + 2 * self.bleeds[0], self.height + 2 * self.bleeds[1]

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height with the bleed, in dots."""
        wide, high = (round(side / PT_PER_IN * DPI) for side in self.whole)
        return wide, high

    def scales(self, component: Component) -> tuple[float, float]:
        """How many times as wide and as high as a component it is, as the component lies in it."""
        wide, high = (component.box.h, component.box.w) if self.turned else (component.box.w, component.box.h)
        return self.width / wide, self.height / high

    def lacks(self, component: Component) -> float:
        """How much of its bleed a component lacks, in points."""
        return max(0.0, max(self.bleeds) - component.bleed * min(self.scales(component)))


def _shape(component: Component) -> str:
    """What a shop calls the shape of a component; corners may be as round as they like."""
    return _SHAPES.get(shape_of(component.outline, 0.1) if component.piece.cut else "box", "other")


def fit_product(component: Component, shop: Shop) -> ShopPiece | None:
    """What a component becomes in a shop; None where there is no product of its shape and about its size, and for nets,
    which a press alone prints."""
    if component.role == "model" and shop.makes != "press":
        return None
    if not shop.products:
        size = "x".join(f"{side:.4g}" for side in component.size)
        return ShopPiece(f"{size}mm", component.box.w, component.box.h, (shop.bleed, shop.bleed))
    shape, within, rows = _shape(component), _EXACT if component.piece.exact else shop.within, []
    for number, (name, product) in enumerate(shop.products.items()):
        off, turned = _misfit(component, product)
        if product.shape == shape and off <= within + 1e-6:
            rows.append((component.role not in product.roles, round(off, 3), number, name, turned))
    if not rows:
        return None
    *_, name, turned = min(rows)
    (wide, high), pixels, bleeds = shop.products[name].size, shop.products[name].pixels, (shop.bleed, shop.bleed)
    if pixels:
        across, down = (dots / DPI * PT_PER_IN for dots in pixels)
        bleeds = (across - wide) / 2, (down - high) / 2
    return ShopPiece(name, wide, high, bleeds, turned)


def nearest(component: Component, shop: Shop) -> str:
    """The product that comes nearest to a component, with its size in millimetres."""
    shape = _shape(component)
    alike = [row for row in shop.products.items() if row[1].shape == shape] or [*shop.products.items()]
    name, product = min(alike, key=lambda row: _misfit(component, row[1])[0])
    wide, high = (f"{side / mm(1):.4g}" for side in product.size)
    return f"{name}, {wide} x {high} mm"


def _misfit(component: Component, product: ShopProduct) -> tuple[float, bool]:
    """How far the sides of a component are from a product's, in points, and whether it lies on its side then."""
    (wide, high), box = product.size, component.box
    upright = max(abs(box.w - wide), abs(box.h - high))
    across = max(abs(box.h - wide), abs(box.w - high))
    return min((upright, False), (across, True))


def product_face(component: Component, side: Side, made: ShopPiece) -> Drawing:
    """What is printed on a side: the whole picture of the product, in points."""
    sx, sy = made.scales(component)
    grow = min(component.bleed, (max(made.bleeds) + mm(1)) / min(sx, sy))
    art = _opaque(component, side, grow)
    if made.turned:
        art = _turn(art, side)
    (left, top), (wide, high) = made.bleeds, made.whole
    box = Box(left - grow * sx, top - grow * sy, art.width * sx, art.height * sy)
    lacks = tuple(max(0.0, lack) for lack in (box.x, box.y, wide - box.right, high - box.bottom))
    steps = math.ceil(max(lacks) / _STEP - 0.01)
    group = Group(art.items)
    items = tuple(_stretch(group, art, box, lacks, n / steps if steps else 0.0) for n in range(steps, -1, -1))
    return Drawing(wide, high, (Place(Group(items, rectangle(Box(0, 0, wide, high)))),))


def _stretch(group: Group, art: Drawing, box: Box, lacks: tuple[float, ...], share: float) -> Place:
    """The art in its box, grown by a share of what it lacks on each side."""
    left, top, right, bottom = (lack * share for lack in lacks)
    by = scale((box.w + left + right) / art.width, (box.h + top + bottom) / art.height)
    return Place(group, chain(translate(box.x - left, box.y - top), by))


def _opaque(component: Component, side: Side, grow: float) -> Drawing:
    """A side with its bleed on white, so that nothing shows through from what lies under it."""
    drawing, box = component.side(side, grow), component.box
    ground = rectangle(Box(0, 0, box.w + 2 * grow, box.h + 2 * grow))
    if component.piece.cut is not None:
        ground = transform_outline(component.edge(side), translate(grow, grow))
    return drawing._replace(items=(Path(ground, _WHITE), *drawing.items))


def _turn(drawing: Drawing, side: Side) -> Drawing:
    """A drawing on its side: fronts a quarter to the right and backs to the left, so that both keep their head."""
    wide, high = drawing.width, drawing.height
    matrix = (0, 1, -1, 0, high, 0) if side == "front" else (0, -1, 1, 0, 0, wide)
    return Drawing(high, wide, (Place(Group(drawing.items), matrix),))


@dataclass(frozen=True)
class ShopBatch:
    """The components that become one product of a shop; `name` is that of their own product, with the shop's where it
    becomes more than one."""

    product: ProductExport = field(repr=False)
    made: ShopPiece
    name: str

    @property
    def components(self) -> tuple[Component, ...]:
        """What is made."""
        return self.product.components


def batches(bundle: Bundle, shop: Shop) -> tuple[list[ShopBatch], list[tuple[ProductExport, Component]]]:
    """What components become, in their order; and the first component of each size that fits nothing."""
    found, strange = list[ShopBatch](), list[tuple[ProductExport, Component]]()
    for product in bundle.products:
        groups: dict[ShopPiece, list[Component]] = {}
        sizes, names = set[tuple[float, ...]](), Counter[str]()
        for component in product.components:
            if component.piece.bare:
                # A net as a press prints it: its lines are in a file of their own.
                component = replace(component, piece=replace(component.piece, front=component.piece.bare))
            if made := fit_product(component, shop):
                groups.setdefault(made, []).append(component)
            elif (size := tuple(round(side, 2) for side in component.size)) not in sizes:
                sizes.add(size)
                strange.append((product, component))
        for made, components in groups.items():
            name = product.name
            if len(groups) > 1:
                name += f"-{made.name}{'-turned' if made.turned else ''}"
            names[name] += 1
            name += f"-{names[name]}" if names[name] > 1 else ""
            found.append(ShopBatch(replace(product, components=tuple(components)), made, name))
    return found, strange


_LEAST, _SLACK = 0.97 * DPI, mm(0.05)
# A shadow is one dot of colour that shows through its mask.
_DOT_SIZE = 200

_Leaf = tuple[Text | Image, Matrix]


class _Finder:
    """Finds texts and pictures; what is in a group is looked at once. Art that nobody has painted has neither."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[_Leaf, ...]] = {}

    def leaves(self, items: Iterable[Item]) -> Iterator[_Leaf]:
        for item in items:
            if isinstance(item, Text | Image):
                yield item, IDENTITY
            elif isinstance(item, Place) and item.group.is_painted:
                yield from ((leaf, compose(item.matrix, at)) for leaf, at in self._inside(item.group))

    def _inside(self, group: Group) -> tuple[_Leaf, ...]:
        if group.key not in self._known:
            self._known[group.key] = tuple(self.leaves(group.items))
        return self._known[group.key]


class _Fault(NamedTuple):
    room: float
    words: str
    component: Component


def faults(bundle: Bundle, shop: Shop) -> Iterator[Finding]:
    """All that there is to say of a bundle for a shop; an error where it makes nothing of it."""
    found, strange = batches(bundle, shop)
    for product, component in strange:
        wide, high = component.size
        size = f"{wide:.4g} x {high:.4g} mm ({component.name})"
        message = f"{product.name} is left out: {shop.title} makes nothing of {size}"
        net = component.role == "model" or not shop.products
        hint = "Send nets with --profile press." if net else f"The nearest is {nearest(component, shop)}."
        yield product.finding("info" if found else "warning", message, hint, "no-shop-product")
    if not found and bundle.products:
        message = f"{shop.title} has no product for anything here"
        hint = "Make the pieces as large as one of its products, or choose another --profile."
        where = bundle.products[0].pieces.product.where
        yield Finding("error", where, message, hint, "no-shop-product", Exit.DOES_NOT_FIT)
    finder = _Finder()
    for batch in found:
        yield from _bleeds(batch, shop)
        yield from _sizes(batch)
        yield from _texts(batch, shop, finder)
        yield from _photos(batch, finder)
        if shop.most and batch.product.count > shop.most:
            message = f"{batch.name} has {batch.product.count} cards, and {shop.title} takes {shop.most} in one order"
            yield batch.product.finding("warning", message, "Order it in parts: --only names cards.", "too-many-cards")


def _bleeds(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    short = max(batch.made.lacks(component) for component in batch.components)
    if short > _SLACK:
        least = min(component.bleed for component in batch.components)
        message = f"{batch.name} has {to_mm(least):.3g} mm of bleed, and {shop.title} wants {to_mm(shop.bleed):.3g} mm"
        hint = "Its edges go on as they end; let its face bleed further to draw them yourself."
        yield batch.product.finding("warning", message, hint, "short-bleed")


def _sizes(batch: ShopBatch) -> Iterator[Finding]:
    """A note of what is stretched, for each size."""
    made, sizes = batch.made, set[tuple[float, float]]()
    for component in batch.components:
        across, down = made.scales(component)
        sizes.add((round(made.width / across, 3), round(made.height / down, 3)))
    for wide, high in sorted(sizes):
        off = max(abs(wide - made.width), abs(high - made.height))
        if off > _SLACK:
            own = f"{batch.name} is {to_mm(wide):.4g} x {to_mm(high):.4g} mm"
            its = f"{made.name} is {to_mm(made.width):.4g} x {to_mm(made.height):.4g} mm"
            yield batch.product.finding(
                "info", f"{own}, and {its}: it is stretched by {to_mm(off):.2g} mm", "", "stretched"
            )


def _texts(batch: ShopBatch, shop: Shop, finder: _Finder) -> Iterator[Finding]:
    """A warning for texts that lie nearer to the cut than the shop wants."""
    near: list[_Fault] = []
    for component in batch.components:
        scale = min(batch.made.scales(component))
        cut = CutEdge(component.piece, shop.safe / scale)
        for side in filter(None, (component.piece.front, component.piece.back)):
            texts = ((leaf, at) for leaf, at in finder.leaves(side.items) if isinstance(leaf, Text))
            rooms = ((cut.room(text, at) * scale, text.text) for text, at in texts if text.text.strip())
            room, words = min(rooms, default=(shop.safe, ""))
            if room < shop.safe - _SLACK:
                near.append(_Fault(room, words, component))
    if near:
        worst = min(near, key=lambda fault: fault.room)
        count = len({fault.component.number for fault in near})
        away = f"{to_mm(max(0.0, worst.room)):.2g} mm from the cut, and {shop.title} wants {to_mm(shop.safe):.3g} mm"
        message = f'"{shorten(worst.words)}" of {worst.component.name} lies {away}'
        message += f" ({count} of {len(batch.components)} pieces)"
        yield _warning(worst.component, batch, message, "Move texts inward in the face.", "near-cut")


def _photos(batch: ShopBatch, finder: _Finder) -> Iterator[Finding]:
    """A warning for each picture that has too few dots at its size, where it is worst."""
    poor: dict[bytes, list[tuple[float, int, Component]]] = {}
    for component in batch.components:
        scale = min(batch.made.scales(component))
        for side in filter(None, (component.piece.front, component.piece.back)):
            for leaf, at in finder.leaves(side.items):
                if isinstance(leaf, Image) and (dpi := _dpi(leaf, at) / scale) < _LEAST:
                    poor.setdefault(leaf.data, []).append((dpi, component.number, component))
    for rows in poor.values():
        dpi, _, component = min(rows)
        count = len({number for _, number, _ in rows})
        message = f"a picture on {component.name} prints at {dpi:.0f} dpi, and shops want {DPI}"
        message += f" ({count} of {len(batch.components)} pieces)" if count > 1 else ""
        yield _warning(component, batch, message, "Use a larger picture.", "soft-photo")


def _warning(component: Component, batch: ShopBatch, message: str, hint: str, code: str) -> Finding:
    """A warning of a component, at its record where it has one."""
    finding = batch.product.finding("warning", message, hint, code)
    return replace(finding, where=component.of.where) if component.of else finding


def _dpi(leaf: Image, at: Matrix) -> float:
    if not leaf.w * leaf.h or (leaf.mask and len(leaf.data) < _DOT_SIZE):
        return DPI
    return min(leaf.pixels[0] / leaf.w, leaf.pixels[1] / leaf.h) / (grown_by(at) or 1.0) * PT_PER_IN
