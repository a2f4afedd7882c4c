"""Counters, markers and tokens with faces, cut round, square or six-sided."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import Finding
from printgen.base.units import mm, parse_length, parse_size, printable, to_mm
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cut_pieces import compose_pieces
from printgen.kinds.cutter import PieceDefaults
from printgen.kinds.shapes import Outlined, ShapeOptions
from printgen.reading.part import parse_with, schema_text

_LARGEST = mm(300)


def parse_across(raw: Any) -> float:
    """The size of a counter in points, from a length or from a size such as 25x25mm. ValueError says what is wrong."""
    both = isinstance(raw, str) and ("x" in raw or "×" in raw)
    width, size = parse_size(raw) if both else [parse_length(raw)] * 2
    if width != size:
        raise ValueError(f"a counter is as wide as it is high, not {raw}")
    if not 0 < size <= _LARGEST:
        raise ValueError(f"a counter needs a size above zero and up to {to_mm(_LARGEST):g} mm, not {raw}")
    return printable(size)


class CounterOptions(ShapeOptions):
    """What a product of counters takes under `options`."""

    shape: Outlined = Field(
        "round",
        description="how the counters are cut: a name, {path: M0,0 L30,0 ...}, {file: a drawing in SVG}, "
        "or {outline-of: art} for the outline of each picture",
    )
    size: Annotated[
        float, parse_with(parse_across, "Write it like size: 25mm.", "bad-size"), schema_text("string", "a size")
    ] = Field(
        0.0, description="the diameter, the side, or the distance across the flats; by default what the front is for"
    )


def compose_counters(order: Order) -> Composition:
    """A piece for every record of the order, in its order; counters with mistakes are left out and reported."""
    product, options = order.product, order.value_as(CounterOptions)
    size = options.size
    if size and product.size:
        message = "the size is given twice, in the options and in the product"
        finding = Finding("error", product.size_where, message, "Write it like size: 25mm.", "bad-size")
        return Composition((), (finding,))
    if size:
        order = replace(order, product=product.model_copy(update={"size": f"{to_mm(size)!r}mm"}))
    return compose_pieces(order, PieceDefaults(options, drawn=True, role="token"))


KIND = Kind("counters", compose_counters, options=CounterOptions, small=True)
