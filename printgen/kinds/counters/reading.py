"""What a product of counters says under `options` comes in; its typed options go out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.base.units import mm, parse_length, parse_size, to_mm
from printgen.reading.fields import problem
from printgen.reading.part import Length, Options

_LARGEST = mm(300)


def parse_across(raw: Any) -> float:
    """The size of a counter in points, from a length or from a size such as 25x25mm. ValueError says what is wrong."""
    try:
        width, size = (
            parse_size(raw) if isinstance(raw, str) and ("x" in raw or "×" in raw) else [parse_length(raw)] * 2
        )
        if width != size:
            raise ValueError(f"a counter is as wide as it is high, not {raw}")
        if not 0 < size <= _LARGEST:
            raise ValueError(f"a counter needs a size above zero and up to {to_mm(_LARGEST):g} mm, not {raw}")
    except ValueError as error:
        raise problem("bad-size", str(error), "Write it like size: 25mm.") from error
    return size


class CounterOptions(Options):
    """What a product of counters takes under `options`."""

    shape: Literal["round", "square", "hexagon"] = Field("round", description="how the counters are cut")
    size: Annotated[float, PlainValidator(parse_across), WithJsonSchema({"type": "string"})] = Field(
        0.0, description="the diameter, the side, or the distance across the flats; by default what the front is for"
    )
    safe: Length = Field(0.0, description="how far all text stays inside the cut; by default what the face asks for")
