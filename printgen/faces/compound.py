"""Settings that are mappings of their own (a gradient, a shadow, a clip): their tables, and how their parts are named.

The parts of such a setting are settings of the shape, too: "fill.from" beside "fill", "shadow.dx" beside "shadow".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PARTS: Mapping[str, Mapping[str, str]] = {
    "paint": {
        "from": "color", "to": "color", "stops": "colors", "angle": "number", "radial": "flag", "cx": "number",
        "cy": "number",
    },
    "shadow": {"dx": "length", "dy": "length", "blur": "length", "color": "color", "opacity": "number"},
    "arc": {"cx": "length", "cy": "length", "r": "length", "from": "number", "to": "number", "stand": "word"},
    "clip": {"circle": "lengths", "box": "lengths", "radius": "length", "path": "word", "rule": "word"},
}  # fmt: skip
"""What each such setting holds, as KINDS tells what a shape holds."""

LENGTHS: Mapping[str, tuple[int, str]] = {
    "clip": (4, "x, y, w, h"),
    "box": (4, "x, y, w, h"),
    "circle": (3, "cx, cy, r"),
}
"""How many lengths a list of them has, and which."""


class _Compound:
    """Stands for a setting that is said by its parts; it is no colour word and no number."""

    def __str__(self) -> str:
        return ""


COMPOUND: Final = _Compound()


def form_of(forms: Mapping[str, str], key: str) -> str:
    """What a setting, or a part of one such as "fill.from" or "fill.stops.0", takes; "" where there is none such."""
    word, *inner = key.split(".")
    form = forms.get(word, "")
    if inner:
        form = PARTS[form].get(inner[0], "") if form in PARTS else ""
    return "color" if form == "paint" or (len(inner) > 1 and form == "colors") else form
