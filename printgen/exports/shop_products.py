"""What each print shop wants, which product of it a component becomes, and what is printed on that."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.units import PT_PER_IN, Box, chain, mm, scale, translate
from printgen.drawing.extent import box_of, transform_box, walk
from printgen.drawing.model import Drawing, Gradient, Group, Item, Path, Place, Rect
from printgen.drawing.outlines import rectangle, transform_outline
from printgen.drawing.pieces import Role
from printgen.exports.bundle import Component, Side, shape_of
from printgen.faces.library import Library, default_library
from printgen.reading.part import Length, Many, Part, Size

Makes = Literal["pictures", "order", "decks", "sizes", "press"]
"""What a shop is sent: pictures of products, an order of them, or PDFs: of decks, of sizes, of anything for a press."""

PAGED: frozenset[Makes] = frozenset({"decks", "sizes", "press"})
"""What comes as PDF, in inks."""


class ShopProduct(Part):
    """Something that a shop makes pieces into."""

    size: Size = Field(description="how large it is once it is cut; a piece may lie on its side")
    pixels: Annotated[Many[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="how many dots wide and high its picture is, with the bleed"
    )
    shape: Literal["rectangle", "circle", "hex"] = Field("rectangle", description="what is left once it is cut")
    roles: Many[Role] = Field((), description="what pieces are at a table that rather take it than another of its size")
    figure: Annotated[Many[float], Field(min_length=4, max_length=4)] | None = Field(
        None, description="of a standee: where its figure goes, in dots of the picture: left, top, width and height"
    )
    net: Annotated[Many[float], Field(min_length=5, max_length=5)] | None = Field(
        None,
        description="of a tuck box, in dots of the picture: the left and the top of its first panel, and the width,"
        " height and depth of the box; size is that of a card in it",
    )
    cards: int = Field(0, ge=0, description="of a tuck box: how many cards it is for")
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
    resize: Annotated[Many[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="how small and how large, in hundredths, pieces of no size of its products may be printed"
    )
    most: int = Field(0, ge=0, description="how many cards go into one order; 0 for as many as there are")
    ink: int = Field(0, ge=0, le=400, description="the most ink anywhere, in hundredths of a full layer")
    rich: Annotated[Many[int], Field(min_length=4, max_length=4)] | None = Field(
        None, description="the inks of large black grounds, in hundredths; black alone where a shop says nothing"
    )
    outlined: bool = Field(False, description="letters are sent as outlines")
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
# So much more one side may grow than the other: nobody sees that circles are none.
_SKEW = 1.02
WHITE = "#FFFFFF"
_SHAPES = {"box": "rectangle", "round": "circle", "flat-hex": "hex", "pointy-hex": "hex"}
"""What products call the shapes of pieces."""


class ShopPiece(NamedTuple):
    """What a piece becomes: the name of the product, its trimmed size and its bleed on both axes in points.

    `turned` pieces lie on their side. What is not in the middle of its picture has `more` room on its right and below
    than on its left and above, which are its bleed then.
    """

    name: str
    width: float
    height: float
    bleeds: tuple[float, float]
    turned: bool = False
    more: tuple[float, float] = (0.0, 0.0)

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height with all that is around, in points."""
        return self.width + 2 * self.bleeds[0] + self.more[0], self.height + 2 * self.bleeds[1] + self.more[1]

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height with all that is around, in dots."""
        wide, high = (round(side / PT_PER_IN * DPI) for side in self.whole)
        return wide, high

    @property
    def reach(self) -> float:
        """How far the art of the piece must reach over its cut, in points."""
        return min(self.bleeds) if any(self.more) else max(self.bleeds)

    def box(self, side: Side) -> Box:
        """Where the piece is in the picture of a side, once it is cut. A back is seen from behind."""
        left, top = self.bleeds
        return Box(left + (self.more[0] if side == "back" else 0.0), top, self.width, self.height)

    def scales(self, component: Component) -> tuple[float, float]:
        """How many times as wide and as high as a component it is, as the component lies in it."""
        wide, high = (component.box.h, component.box.w) if self.turned else (component.box.w, component.box.h)
        return self.width / wide, self.height / high

    def lacks(self, component: Component) -> float:
        """How much of its bleed a component lacks, in points."""
        return max(0.0, self.reach - component.bleed * min(self.scales(component)))


def _shape(component: Component) -> str:
    """What a shop calls the shape of a component; corners may be as round as they like."""
    return _SHAPES.get(shape_of(component.outline, 0.1) if component.piece.cut else "box", "other")


def fit_product(component: Component, shop: Shop) -> ShopPiece | None:
    """What a component that is no net becomes in a shop; None where it has no product of its shape and about its size.

    Pages, and what is exact, are never made larger or smaller.
    """
    if not shop.products:
        size = "x".join(f"{side:.4g}" for side in component.size)
        return ShopPiece(f"{size}mm", component.box.w, component.box.h, (shop.bleed, shop.bleed))
    shape, within, rows = _shape(component), _EXACT if component.piece.exact else shop.within, []
    for number, (name, product) in enumerate(shop.products.items()):
        if product.shape == shape and "model" not in product.roles:
            off, turned = _misfit(component, product)
            if off <= within + 1e-6:
                rows.append((component.role not in product.roles, round(off, 3), number, name, turned))
    rows = rows or [*_resize_options(component, shop, shape)]
    if not rows:
        return None
    *_, name, turned = min(rows)
    (wide, high), pixels, bleeds = shop.products[name].size, shop.products[name].pixels, (shop.bleed, shop.bleed)
    if pixels:
        across, down = (dots / DPI * PT_PER_IN for dots in pixels)
        bleeds = (across - wide) / 2, (down - high) / 2
    return ShopPiece(name, wide, high, bleeds, turned)


def _resize_options(component: Component, shop: Shop, shape: str) -> Iterator[tuple[bool, float, int, str, bool]]:
    """The products for its role that a component can be printed as, larger or smaller, the nearest first."""
    if shop.resize is None or component.piece.exact or component.role == "page":
        return
    least, most = (part / 100 for part in shop.resize)
    for number, (name, product) in enumerate(shop.products.items()):
        for turned in (False, True) if product.shape == shape and component.role in product.roles else ():
            scales = ShopPiece(name, *product.size, (0.0, 0.0), turned).scales(component)
            if least <= min(scales) and max(scales) <= min(most, min(scales) * _SKEW):
                yield False, round(abs(math.log(scales[0])), 6), number, name, turned


def nearest(component: Component, shop: Shop) -> str:
    """The product that comes nearest to a component, with its size in millimetres."""
    shape = _shape(component)
    flat = [row for row in shop.products.items() if "model" not in row[1].roles]
    alike = [row for row in flat if row[1].shape == shape] or flat
    name, product = min(alike, key=lambda row: _misfit(component, row[1])[0])
    wide, high = (f"{side / mm(1):.4g}" for side in product.size)
    return f"{name}, {wide} x {high} mm"


def _misfit(component: Component, product: ShopProduct) -> tuple[float, bool]:
    """How far the sides of a component are from a product's, in points, and whether it lies on its side then."""
    (wide, high), box = product.size, component.box
    upright = max(abs(box.w - wide), abs(box.h - high))
    across = max(abs(box.h - wide), abs(box.w - high))
    return min((upright, False), (across, True))


def ground_of(faces: Iterable[Drawing]) -> str:
    """The colour that the first item which covers a whole face ends in at its edges; white where none does."""
    for face in faces:
        for item, at in walk(face.items):
            fill = item.fill if isinstance(item, Rect | Path) else None
            if fill and transform_box(box_of(item), at).holds(Box(0, 0, face.width, face.height)):
                return (fill.stops[-1][1] if isinstance(fill, Gradient) else fill)[:7]
    return WHITE


def product_face(component: Component, side: Side, made: ShopPiece) -> Drawing:
    """What is printed on a side: the whole picture of the product, in points."""
    sx, sy = made.scales(component)
    grow = min(component.bleed, (made.reach + mm(1)) / min(sx, sy))
    art = _opaque(component, side, grow)
    if made.turned:
        art = _turn(art, side)
    cut, (wide, high) = made.box(side), made.whole
    box = Box(cut.x - grow * sx, cut.y - grow * sy, art.width * sx, art.height * sy)
    lacks = tuple(max(0.0, lack) for lack in (box.x, box.y, wide - box.right, high - box.bottom))
    ground: tuple[Item, ...] = ()
    if any(made.more):
        # Around a figure its edges go on as far as a cut may be off, and beyond is its ground.
        lacks = tuple(min(lack, max(0.0, made.reach + mm(1) - grow * min(sx, sy))) for lack in lacks)
        ground = (Path(rectangle(Box(0, 0, wide, high)), ground_of([component.side(side)])),)
    steps = math.ceil(max(lacks) / _STEP - 0.01)
    group = Group(art.items)
    items = tuple(_stretch(group, art, box, lacks, n / steps if steps else 0.0) for n in range(steps, -1, -1))
    return Drawing(wide, high, (Place(Group((*ground, *items), rectangle(Box(0, 0, wide, high)))),))


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
    return drawing._replace(items=(Path(ground, WHITE), *drawing.items))


def _turn(drawing: Drawing, side: Side) -> Drawing:
    """A drawing on its side: fronts a quarter to the right and backs to the left, so that both keep their head."""
    wide, high = drawing.width, drawing.height
    matrix = (0, 1, -1, 0, high, 0) if side == "front" else (0, -1, 1, 0, 0, wide)
    return Drawing(high, wide, (Place(Group(drawing.items), matrix),))
