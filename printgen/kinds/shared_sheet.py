"""Sheets with pieces of several products, such as a punchboard."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from printgen.base.errors import did_you_mean
from printgen.game.records import Loading, Product
from printgen.kinds import Kind, find_kind
from printgen.kinds.composition import Composition, Order
from printgen.reading.part import Many, Options, Phrase, Words
from printgen.reading.positions import LocatedMap


class SharedOptions(Options):
    """What shared sheets take under `options`."""

    of: Annotated[Many[Words], Field(min_length=1, max_length=100)] = Field(
        description="the products whose pieces lie on these sheets, and are printed on no others"
    )


def members_of(product: Product) -> tuple[str, ...]:
    """The names of the products whose pieces lie on shared sheets; none when the sheets have mistakes."""
    return tuple(name.text for name in product.loaded.of) if isinstance(product.loaded, SharedOptions) else ()


def load_sheet(loading: Loading) -> SharedOptions | None:
    """The options; None, with findings, when they have mistakes or name an unsuitable product."""
    options = loading.options_of(SharedOptions)
    if options is None:
        return None
    faults = [_fault(loading, name, options.of[:n]) for n, name in enumerate(options.of)]
    for name, fault in zip(options.of, faults, strict=True):
        if fault and fault[1]:
            loading.files.report(name.where, *fault)
    return None if any(faults) else options


def _fault(loading: Loading, name: Phrase, before: tuple[Phrase, ...]) -> tuple[str, str, str] | None:
    """The code, message and hint for an unsuitable product; an empty message if its own file has one."""
    game, own_name, word = loading.game, loading.product.name, name.text
    sheets = {
        p.name: [str(member) for member in p.options.get("of", ())]
        for p in game.products.values()
        if p.kind == loading.product.kind
    }
    small = [p.name for p in game.products.values() if (kind := find_kind(p.kind)) and kind.small]
    declared = game.source.get("products")
    if word in sheets:
        message = (
            f"the sheets {own_name} hold themselves" if word == own_name else f"{word} are shared sheets themselves"
        )
        return "shared-twice", message, "Name products of pieces, such as cards or counters."
    if word not in game.products:
        # One that is declared has mistakes of its own, which are reported already.
        if isinstance(declared, LocatedMap) and word in declared:
            return "unknown-product", "", ""
        return "unknown-product", f"the game has no product '{word}'", did_you_mean(word, small)
    if word not in small:
        message = f"{word} is of the kind {game.products[word].kind}, which shares no sheets"
        return "whole-pages", message, "Remove it; it is printed on sheets of its own."
    if word in (earlier.text for earlier in before):
        return "shared-twice", f"{word} is named twice", "Remove one of the two."
    earlier = next((sheet for sheet, names in sheets.items() if word in names), own_name)
    if earlier != own_name:
        return "shared-twice", f"{word} lies on the sheets {earlier}, too", "Remove it from one of the two."
    return None


def compose_sheet(order: Order) -> Composition:
    """The pieces of all products in the contents of the order, in their order; honeycombs stay honeycombs."""
    pieces = (piece for content in order.contents for piece in content.pieces)
    return Composition(
        tuple(piece if piece.layout == "honeycomb" else replace(piece, layout="packed") for piece in pieces)
    )


KIND = Kind("shared-sheet", compose_sheet, options=SharedOptions, load=load_sheet, takes=(), members=members_of)
