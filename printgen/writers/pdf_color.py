"""Colours of a PDF: plain ones as operators, gradients and transparency as objects."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal, Protocol

from printgen.base.units import Box
from printgen.drawing.model import Blend, Gradient
from printgen.drawing.tints import DARK, alpha, grey_level, nearly_black, rgb
from printgen.writers.pdf_letters import add_grey_picture, add_picture
from printgen.writers.pdf_objects import PdfDocument

Use = Literal["rg", "RG", "text", "wide"]
"""What a colour is for: fills, lines, letters, or fills of large grounds where black of those is another."""

_INK = 0.1  # How light ink is.
_GREY = {"rg": "g", "RG": "G", "text": "g", "wide": "g"}


class Colors(Protocol):
    """The colours and pictures of a file: the `space` of transparency groups, and whether it has a `rich` black."""

    @property
    def space(self) -> str: ...

    @property
    def rich(self) -> tuple[float, ...]: ...

    def __hash__(self) -> int: ...

    def ink(self, color: str, use: Use) -> str:
        """The operator that chooses a plain colour."""

    def parts(self, color: str) -> list[float]:
        """The numbers of a colour in a gradient."""

    def picture(self, document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
        """Put an encoded picture into a document; its reference."""


@dataclass(frozen=True)
class Light:
    """Colours as screens show them; black is printed `alone`, or kept as it is."""

    alone: bool
    space: ClassVar[str] = "/DeviceRGB"
    rich: ClassVar[tuple[float, ...]] = ()

    def ink(self, color: str, use: Use) -> str:
        parts = rgb(color)
        if self.alone and nearly_black(color):
            return f"{_short(grey_of(color, use))} {_GREY[use]}"
        if parts[0] == parts[1] == parts[2]:
            return f"{_short(parts[0])} {_GREY[use]}"
        return f"{' '.join(map(_short, parts))} {'RG' if use == 'RG' else 'rg'}"

    def parts(self, color: str) -> list[float]:
        """Red, green and blue."""
        return list(rgb(color))

    def picture(self, document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
        return add_picture(document, data, mask)


@dataclass(frozen=True)
class Grey:
    """Every colour as a grey, for printing with black ink alone."""

    space: ClassVar[str] = "/DeviceGray"
    rich: ClassVar[tuple[float, ...]] = ()

    def ink(self, color: str, use: Use) -> str:
        level = grey_of(color, use) if nearly_black(color) else grey_level(color)
        return f"{_short(level)} {'G' if use == 'RG' else 'g'}"

    def parts(self, color: str) -> list[float]:
        """Its lightness."""
        return [grey_level(color)]

    def picture(self, document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
        return add_grey_picture(document, data, mask)


def grey_of(color: str, use: Use) -> float:
    """The lightness, from 0 to 1, of the grey printed for a nearly black colour."""
    return 0.0 if use in ("RG", "text") else max(0.0, sum(rgb(color)) / 3 - _INK) * DARK / (DARK - _INK)


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


_GREY_SPACE = {"S": "/Transparency", "CS": "/DeviceGray"}


def together(colors: Colors) -> dict[str, Any]:
    """The entries that make a form a transparency group."""
    return {"S": "/Transparency", "CS": colors.space, "I": "true"}


def see_through(gradient: Gradient) -> bool:
    """Whether any of its colours is transparent."""
    return any(len(color) > 7 for _, color in gradient.stops)


class Paints:
    """Puts paint into a document, each once."""

    def __init__(self, document: PdfDocument, colors: Colors) -> None:
        self._document, self._colors = document, colors
        self._states: dict[tuple[float, Blend], Any] = {}
        self._patterns: dict[tuple[Gradient, bool], Any] = {}

    def state(self, opacity: float, blend: Blend = "normal") -> Any:
        """The graphics state with this opacity and blend mode."""
        key = (opacity, blend)
        if key not in self._states:
            name = "".join(part.capitalize() for part in blend.split("-"))
            self._states[key] = self._document.add({"ca": opacity, "CA": opacity, "BM": f"/{name}"})
        return self._states[key]

    def flowing(self, gradient: Gradient, painted: str, box: Box) -> Any:
        """A form that paints with a gradient: `painted` are the operators that take the paint, in `box`.

        The matrix of a pattern counts from the form around it, so each pattern has a form of its own.
        """
        space, choice = ("CS", "SCN") if painted.endswith("S") else ("cs", "scn")
        resources: dict[str, Any] = {"Pattern": {"P": self._pattern(gradient, False)}}
        body = f"/Pattern {space} /P {choice} {painted}"
        if see_through(gradient):
            left, top, right, bottom = bbox(box)
            whole = f"{left:.3f} {top:.3f} {right - left:.3f} {bottom - top:.3f} re"
            shades = {"Pattern": {"P": self._pattern(gradient, True)}}
            mask = self._form(f"/Pattern cs /P scn {whole} f", box, shades, _GREY_SPACE)
            shown = self._document.add({"SMask": {"S": "/Luminosity", "G": mask}})
            resources["ExtGState"] = {"S": shown}
            body = f"/S gs {body}"
        return self._form(body, box, resources)

    def _form(self, body: str, box: Box, resources: dict[str, Any], group: dict[str, Any] | None = None) -> Any:
        kind = {"Type": "/XObject", "Subtype": "/Form", "BBox": bbox(box), "Resources": resources}
        return self._document.stream({**kind, **({"Group": group} if group else {})}, body.encode("latin-1"))

    def _pattern(self, gradient: Gradient, shown: bool) -> Any:
        """The colours of a gradient, or as a grey the opacity of each."""
        key = (gradient, shown)
        if key not in self._patterns:
            shading = {
                "ShadingType": 2 if len(gradient.ends) == 4 else 3,
                "ColorSpace": "/DeviceGray" if shown else self._colors.space,
                "Coords": list(gradient.ends),
                "Function": _function(gradient, None if shown else self._colors),
                "Extend": ["true", "true"],
            }
            pattern = {"PatternType": 2, "Shading": shading, "Matrix": list(gradient.matrix)}
            self._patterns[key] = self._document.add(pattern)
        return self._patterns[key]


def _function(gradient: Gradient, colors: Colors | None) -> dict[str, Any]:
    """The colour at each place from 0 to 1; without colours, the opacity there."""
    stops = [(at, colors.parts(color[:7]) if colors else [alpha(color)]) for at, color in gradient.stops]
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    parts = [
        (end, {"FunctionType": 2, "Domain": [0, 1], "C0": first, "C1": last, "N": 1})
        for (start, first), (end, last) in pairwise(stops)
        if end > start
    ]
    if len(parts) == 1:
        return parts[0][1]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": [function for _, function in parts],
        "Bounds": [end for end, _ in parts[:-1]],
        "Encode": [0, 1] * len(parts),
    }


def bbox(box: Box) -> list[float]:
    """A box as the edges of a form; one more point on each side, so that no edge is cut."""
    return [box.x - 1, box.y - 1, box.right + 1, box.bottom + 1]
