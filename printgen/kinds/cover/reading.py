"""What a cover says under `options`, and the products that it names, come in; its typed options go out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from printgen.game.records import Loading
from printgen.reading.fields import Many
from printgen.reading.part import Options, Part, Words


class Fact(Part):
    """One thing to know before printing."""

    icon: str = Field(description="the icon beside it")
    head: str = Field(description="the fact in two or three words")
    text: str = Field(description="a few words more")


class Hero(Part):
    """The picture that a cover is known by."""

    face: str = Field(description="the face that draws it: heroes are what it shows, w and h its size")
    of: Annotated[Many[Words], Field(max_length=24)] = Field(
        (), description="products that it shows, or pieces of them: joe-deck/Ace"
    )


class CoverOptions(Options):
    """What a cover takes under `options`."""

    kicker: str = Field("", description="the line above the title; that of the game's language without")
    promise: str = Field(
        "", description="what the game is, in one line below its title, where the face has room for it"
    )
    behind: str = Field(
        "", description="the face of a second page on the back of the first one: what the first leaves out"
    )
    stock: Mapping[str, str] = Field({}, description="what each product is printed on, unless the product says so")
    hero: Hero | None = Field(None, description="the picture that fills the place hero of the face, if it has one")
    pictures: Many[Words] = Field((), description="products to show, or one piece of a product: joe-deck/Ace")
    fit: Literal["contain", "cover"] = Field(
        "contain", description="whether pictures are shown whole, or fill their places and are cropped at foot or sides"
    )
    steps: Many[str] = Field((), description="in which order to cut, step by step")
    scales: bool = Field(
        False, description="whether the sheet follows on which a printer is measured, where none is named"
    )
    facts: Annotated[Many[Fact], Field(max_length=12)] = Field((), description="what to know before printing")


def load_cover(loading: Loading) -> CoverOptions | None:
    """The options; None, with findings, when they have mistakes or name a product that the game does not have."""
    options, products = loading.options_of(CoverOptions), loading.game.products
    if options is None:
        return None
    named = [(name, options.key_where_of("stock", name)) for name in options.stock]
    shown = (*options.pictures, *(options.hero.of if options.hero else ()))
    named += [(picture.text.partition("/")[0], picture.where) for picture in shown]
    strangers = [(name, where) for name, where in named if name not in products]
    for name, where in strangers:
        loading.files.unknown(where, "unknown-product", f"the game has no product '{name}'", name, products)
    for product in (one for one in products.values() if one.group and one.need != "choice"):
        message, hint = f"{product.name} is no choice, and has a group", "Write need: choice, or remove the group."
        loading.files.report(product.key_where_of("group"), "unused-key", message, hint)
    return None if strangers else options
