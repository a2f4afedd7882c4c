"""A product whose cards others are made for comes in; how many cards it has, and how large they are, goes out."""

from __future__ import annotations

from dataclasses import replace

from printgen.base.errors import Finding, Where, worded
from printgen.base.units import to_mm
from printgen.game.records import Product
from printgen.kinds.chosen import choices
from printgen.kinds.composition import Order
from printgen.kinds.cutter import cut_size
from printgen.kinds.shapes import OwnOutline, ShapeOptions


def count_of(deck: Product) -> int:
    """How many cards a deck has, copies counted."""
    return sum(record.copies for record in deck.records)


def card_size(order: Order, deck: Product, where: Where, findings: list[Finding]) -> tuple[float, float] | None:
    """The width and height, in points, of the largest cards of a product: as it says, or as their faces have it.

    None, with a finding at `where`, when that is not known. What is wrong with its own expressions is told with it.
    """
    chosen = choices(replace(order, product=deck, records=deck.records), [])
    said = {(one.size, one.front) for one in chosen if one} if deck.records else {(deck.size, deck.front)}
    sizes = []
    for size, front in said:
        try:
            found = cut_size(order, _shape(order, deck), front, size or _option(deck))
        except ValueError as error:
            message, hint = worded(str(error), "Say size: there.")
            findings.append(Finding("error", where, f"{deck.name}: {message}", hint, "unknown-size"))
            return None
        sizes.append(found)
    if not sizes:
        message = f"the size of the cards of {deck.name} is not known"
        findings.append(Finding("error", where, message, "Mend the product, or say it here.", "unknown-size"))
        return None
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _shape(order: Order, deck: Product) -> str | OwnOutline:
    """How a product's pieces are cut."""
    loaded = getattr(deck.loaded, "options", deck.loaded)
    shape = loaded.shape if isinstance(loaded, ShapeOptions) else "rectangle"
    return shape if isinstance(shape, str) else shape.read(order.game.files.read)


def _option(deck: Product) -> str:
    """The size that a product of counters may say among its options."""
    size = getattr(deck.loaded, "size", 0.0)
    return f"{to_mm(size)!r}mm" if size else ""
