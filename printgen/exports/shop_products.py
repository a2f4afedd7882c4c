"""The products of print shops, the product for a component, and the ICC profiles of their presses."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path as FilePath
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import AccessError, load_file
from printgen.base.units import PT_PER_IN, Box, mm, translate
from printgen.drawing.edges import EdgeLengths, stretches
from printgen.drawing.extent import box_of, transform_box, walk
from printgen.drawing.model import Drawing, Gradient, Group, Item, Path, Place, Rect
from printgen.drawing.outlines import rectangle, transform_outline
from printgen.drawing.pieces import Role
from printgen.exports.bundle import Component, Side, shape_of, turn
from printgen.faces.library import Library, default_library
from printgen.reading.part import Length, Many, Part, Size
from printgen.writers.pdf_press import Profile, parse_profile

Makes = Literal["pictures", "order", "decks", "sizes", "press"]
"""What is made for a shop: pictures, orders of cards, or PDFs, one for each deck, for each size, or for a press."""

IN_INKS: frozenset[Makes] = frozenset({"decks", "sizes", "press"})
"""Those that are PDFs, in inks."""


class ShopProduct(Part):
    """A product that a shop makes."""

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
    """A print shop's requirements: files, bleed and safe zone, and its products."""

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
    """The shops of the built-in templates, by name."""
    return default_library().once(load_shops)


def shop_of(name: str) -> Shop:
    """A shop by its name. PrintgenError, with a line on each shop, without a name."""
    by_name = shops()
    if not name:
        error = UsageError("export shop makes nothing without --profile", f"Name one: {', '.join(by_name)}.")
        lines = (
            Finding("info", Where("printgen"), f"{word}: {shop.line}", f"{shop.date}: {shop.source}.")
            for word, shop in by_name.items()
        )
        raise PrintgenError([*error.findings, *lines])
    return by_name[name]


DPI = 300
_EXACT = mm(0.05)
"""How far the sides of exact pieces may differ from those of a product."""
_MOST_SKEW = 1.02
"""How much more one side may grow than the other: nobody sees that circles become ellipses."""
WHITE = "#FFFFFF"
_SHAPES = {"box": "rectangle", "round": "circle", "flat-hex": "hex", "pointy-hex": "hex"}
"""The words of products for the shapes of pieces."""


class ShopPiece(NamedTuple):
    """A piece as a shop makes it: the name of the product, its trimmed size and its bleed on both axes, in points.

    The art of `turned` pieces is on its side. A piece that is off the middle of its picture has `more` room on its
    right and below than on its left and above, which are its bleeds.
    """

    name: str
    width: float
    height: float
    bleeds: tuple[float, float]
    turned: bool = False
    more: tuple[float, float] = (0.0, 0.0)

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height of the whole picture, in points."""
        return self.width + 2 * self.bleeds[0] + self.more[0], self.height + 2 * self.bleeds[1] + self.more[1]

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the whole picture, in dots."""
        wide, high = (round(side / PT_PER_IN * DPI) for side in self.whole)
        return wide, high

    @property
    def reach(self) -> float:
        """How far the art of the piece must reach over its cut, in points."""
        return min(self.bleeds) if any(self.more) else max(self.bleeds)

    def box(self, side: Side) -> Box:
        """The box of the cut in the picture of a side, in points. A back is seen from behind."""
        left, top = self.bleeds
        return Box(left + (self.more[0] if side == "back" else 0.0), top, self.width, self.height)

    def scales(self, component: Component) -> tuple[float, float]:
        """The horizontal and vertical scale of a component, turned as the component is."""
        wide, high = (component.box.h, component.box.w) if self.turned else (component.box.w, component.box.h)
        return self.width / wide, self.height / high

    def lacks(self, component: Component) -> float:
        """The part of the bleed that a component lacks, in points."""
        return max(0.0, self.reach - component.bleed * min(self.scales(component)))


def _shape(component: Component) -> str:
    """The shape of a component in the words of shops; a tenth of a box may be missing at its corners."""
    return _SHAPES.get(shape_of(component.outline, 0.1) if component.piece.cut else "box", "other")


class _Candidate(NamedTuple):
    """A product that a component may be printed as; the least one of several is taken."""

    is_for_another_role: bool
    misfit: float
    """How far it is from the size of the component."""
    number: int
    """Its place in the shop's list."""
    name: str
    turned: bool


def fit_product(component: Component, shop: Shop) -> ShopPiece | None:
    """The piece that a shop makes of a component, unless it is a net; None without a product of its shape and size.

    A product for its role goes before the nearest in size. Without one, it is resized, unless it is exact, or a page.
    """
    if not shop.products:
        size = "x".join(f"{side:.4g}" for side in component.size)
        return ShopPiece(f"{size}mm", component.box.w, component.box.h, (shop.bleed, shop.bleed))
    shape = _shape(component)
    candidates = [*_candidates_of_size(component, shop, shape)] or [*_resizing_candidates(component, shop, shape)]
    if not candidates:
        return None
    best = min(candidates)
    (wide, high), pixels, bleeds = shop.products[best.name].size, shop.products[best.name].pixels, (shop.bleed,) * 2
    if pixels:
        across, down = (dots / DPI * PT_PER_IN for dots in pixels)
        bleeds = (across - wide) / 2, (down - high) / 2
    return ShopPiece(best.name, wide, high, bleeds, best.turned)


def _candidates_of_size(component: Component, shop: Shop, shape: str) -> Iterator[_Candidate]:
    """The products that are about as large as a component."""
    limit = _EXACT if component.piece.exact else shop.within
    for number, (name, product) in enumerate(shop.products.items()):
        if product.shape == shape and "model" not in product.roles:
            misfit, turned = _misfit(component, product)
            if misfit <= limit + 1e-6:
                yield _Candidate(component.role not in product.roles, round(misfit, 3), number, name, turned)


def _resizing_candidates(component: Component, shop: Shop, shape: str) -> Iterator[_Candidate]:
    """The products for its role that a component can be printed as, larger or smaller."""
    if shop.resize is None or component.piece.exact or component.role == "page":
        return
    smallest, largest = (part / 100 for part in shop.resize)
    for number, (name, product) in enumerate(shop.products.items()):
        for turned in (False, True) if product.shape == shape and component.role in product.roles else ():
            scales = ShopPiece(name, *product.size, (0.0, 0.0), turned).scales(component)
            if smallest <= min(scales) and max(scales) <= min(largest, min(scales) * _MOST_SKEW):
                yield _Candidate(False, round(abs(math.log(scales[0])), 6), number, name, turned)


def nearest(component: Component, shop: Shop) -> str:
    """The product nearest to a component, with its size in millimetres."""
    shape = _shape(component)
    flat = [(name, product) for name, product in shop.products.items() if "model" not in product.roles]
    same_shape = [(name, product) for name, product in flat if product.shape == shape] or flat
    name, product = min(same_shape, key=lambda pair: _misfit(component, pair[1])[0])
    wide, high = (f"{side / mm(1):.4g}" for side in product.size)
    return f"{name}, {wide} x {high} mm"


def _misfit(component: Component, product: ShopProduct) -> tuple[float, bool]:
    """The largest difference between the sides of a component and a product, in points, and whether it is turned."""
    (wide, high), box = product.size, component.box
    upright = max(abs(box.w - wide), abs(box.h - high))
    turned = max(abs(box.h - wide), abs(box.w - high))
    return min((upright, False), (turned, True))


def ground_of(faces: Iterable[Drawing]) -> str:
    """The colour at the edges of the first item that covers a whole face; white if none does."""
    for face in faces:
        for item, at in walk(face.items):
            fill = item.fill if isinstance(item, Rect | Path) else None
            if fill and transform_box(box_of(item), at).holds(Box(0, 0, face.width, face.height)):
                return (fill.stops[-1][1] if isinstance(fill, Gradient) else fill)[:7]
    return WHITE


def product_face(component: Component, side: Side, shop_piece: ShopPiece) -> Drawing:
    """The whole picture of a side, in points; larger copies under art that lacks bleed extend it."""
    sx, sy = shop_piece.scales(component)
    grow = min(component.bleed, (shop_piece.reach + mm(1)) / min(sx, sy))
    art = _opaque(component, side, grow)
    if shop_piece.turned:
        art = turn(art, side)
    cut, (wide, high) = shop_piece.box(side), shop_piece.whole
    box = Box(cut.x - grow * sx, cut.y - grow * sy, art.width * sx, art.height * sy)
    missing = EdgeLengths(*(max(0.0, width) for width in (box.x, box.y, wide - box.right, high - box.bottom)))
    ground: tuple[Item, ...] = ()
    if any(shop_piece.more):
        # The edges of a figure go on as far as a cut may be off, and beyond is its ground.
        reach = max(0.0, shop_piece.reach + mm(1) - grow * min(sx, sy))
        missing = EdgeLengths(*(min(width, reach) for width in missing))
        ground = (Path(rectangle(Box(0, 0, wide, high)), ground_of([component.side(side)])),)
    group = Group(art.items)
    items = tuple(Place(group, matrix) for matrix in stretches(Box(0, 0, art.width, art.height), box, missing))
    return Drawing(wide, high, (Place(Group((*ground, *items), rectangle(Box(0, 0, wide, high)))),))


def _opaque(component: Component, side: Side, grow: float) -> Drawing:
    """A side with its bleed on white, so that nothing shows through."""
    drawing, box = component.side(side, grow), component.box
    ground = rectangle(Box(0, 0, box.w + 2 * grow, box.h + 2 * grow))
    if component.piece.cut is not None:
        ground = transform_outline(component.edge(side), translate(grow, grow))
    return drawing._replace(items=(Path(ground, WHITE), *drawing.items))


_MOST_FILES = 500
"""So many profiles are read at most."""

FOLDERS = (
    "/usr/share/color/icc", "/usr/local/share/color/icc", "/var/lib/colord/icc", "/usr/share/ghostscript",
    "~/.local/share/icc", "~/.color/icc", "/Library/ColorSync/Profiles", "~/Library/ColorSync/Profiles",
    "/System/Library/ColorSync/Profiles", "/Library/Application Support/Adobe/Color/Profiles",
    "C:/Windows/System32/spool/drivers/color", "C:/Program Files/Common Files/Adobe/Color/Profiles",
)  # fmt: skip
"""The folders of ICC profiles: those of colord, of Ghostscript, of macOS and of Windows."""


def machine_profiles() -> dict[str, Profile]:
    """The press profiles on this machine, by their paths; unreadable files are skipped."""
    profiles = dict[str, Profile]()
    # The path of another system, or ~ without a home, would be relative to the working folder.
    folders = filter(os.path.isabs, map(os.path.expanduser, FOLDERS))
    paths = (path for folder in folders for path in sorted(FilePath(folder).rglob("*.[iI][cC][cCmM]")))
    for path in islice(dict.fromkeys(map(os.path.realpath, paths)), _MOST_FILES):
        with suppress(AccessError, ValueError, OSError):
            profiles[path] = parse_profile(load_file(path, "profile"))
    return profiles


def profile_like(shop: Shop, profiles: Mapping[str, Profile]) -> str:
    """The path of a profile that states the condition of a shop, or has a similar name; "" for none."""
    wanted = set(map(_bare_name, (shop.condition.name, shop.condition.info))) if shop.condition else set()
    matches = (path for path, profile in profiles.items()
               if wanted & {_bare_name(profile.condition), _bare_name(profile.name)})  # fmt: skip
    return next(matches, "")


def _bare_name(name: str) -> str:
    """A name reduced to lower-case letters and digits."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def find_profile(shop: Shop, name: str) -> str:
    """The file of the profile that `--icc` names. UsageError when `auto` finds none."""
    if name != "auto":
        return name
    if path := profile_like(shop, machine_profiles()):
        return path
    which = f"of {shop.condition.name}" if shop.condition else f"that {shop.title} names"
    hint = "Give one with --icc FILE, or leave out --icc."
    raise UsageError(f"--icc auto: this machine has no profile {which}", hint)
