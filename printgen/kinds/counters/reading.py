"""What a product of counters says under `options` comes in; its typed options go out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from printgen.base.units import mm, parse_length, parse_size, printable, to_mm
from printgen.reading.fields import Length, parsed, told
from printgen.reading.part import Options

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


class CounterOptions(Options):
    """What a product of counters takes under `options`."""

    shape: Literal["round", "square", "hexagon"] = Field("round", description="how the counters are cut")
    size: Annotated[float, parsed(parse_across, "Write it like size: 25mm.", "bad-size"), told("string", "a size")] = (
        Field(
            0.0,
            description="the diameter, the side, or the distance across the flats; by default what the front is for",
        )
    )
    safe: Length = Field(0.0, description="how far all text stays inside the cut; by default what the face asks for")
