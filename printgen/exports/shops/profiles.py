"""The file shops.yaml of the templates comes in; what each print shop wants goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from printgen.drawing.pieces import Role
from printgen.errors import Finding, PrintgenError, UsageError, Where
from printgen.faces.library import Library, built_in
from printgen.reading.fields import Length, Many, Size
from printgen.reading.part import Part

Makes = Literal["pictures", "order", "decks", "sizes", "press"]
"""What a shop is sent: pictures of products, an order of them, or PDFs: of decks, of sizes, of anything for a press."""

PAGED: frozenset[Makes] = frozenset({"decks", "sizes", "press"})
"""What comes as PDF, in inks."""

Cut = Literal["rectangle", "circle", "hex", "other"]
"""What is left of a piece once it is cut; a hex has two sides that lie level, or stand upright."""


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
    ordered: bool = Field(True, description="whether an order file can ask for it; without, only its pictures are made")
    cards: int = Field(0, ge=0, description="of a tuck box: how many cards it is for")


class Condition(Part):
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
    condition: Condition | None = Field(
        None, description="how it prints; its PDFs name that where nobody gives the profile of a press"
    )
    source: str = Field(description="where what stands here comes from")
    date: str = Field(description="when that was last looked up, by year and month")
    products: dict[str, ShopProduct] = Field(
        {}, description="its products, in the shop's own words; without any, it makes pieces of every size"
    )


def read_shops(library: Library) -> Mapping[str, Shop]:
    """The shops by name. TemplateProblem lists mistakes of the file."""
    shops: dict[str, Shop] = {}
    for path in library.files("shops.yaml"):
        shops |= library.parsed(path, dict[str, Shop])
    return shops


def shops() -> Mapping[str, Shop]:
    """The shops that there are, by name."""
    return built_in().once(read_shops)


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
