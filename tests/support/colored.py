"""What of a PDF has a colour, as pikepdf reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

COLORED = {"rg", "RG", "k", "K", "sc", "SC"}


def colors_in(file: Any) -> Iterator[str]:
    """What of a PDF has, or may have, a colour: operators, spaces and output intents."""
    with pikepdf.open(file) as pdf:
        for holder in [*pdf.pages, *(one for one in pdf.objects if _is_form(one))]:
            for one in pikepdf.parse_content_stream(holder):
                space = str(one.operands[0]) if str(one.operator) in ("cs", "CS") else ""
                if str(one.operator) in COLORED or space not in ("", "/Pattern", "/DeviceGray"):
                    yield f"{one.operator} {space}"
        for one in pdf.objects:
            yield from (found for found in _spaces(one) if found != "/DeviceGray")
        yield from (
            f"intent {one.DestOutputProfile.N}" for one in pdf.Root.OutputIntents if one.DestOutputProfile.N != 1
        )


def _is_form(one: Any) -> bool:
    return isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"


def _spaces(one: Any) -> Iterator[str]:
    """The colour spaces that an object names, or those within it."""
    if isinstance(one, pikepdf.Dictionary | pikepdf.Stream):
        for key, value in one.items():
            if key in ("/CS", "/ColorSpace"):
                yield str(value)
            elif not getattr(value, "is_indirect", False):
                yield from _spaces(value)
    elif isinstance(one, pikepdf.Array):
        for value in one:
            yield from () if getattr(value, "is_indirect", False) else _spaces(value)
