"""The settings of a terrain's layers: words of a file come in; checked values with their defaults go out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from printgen.drawing.tints import Tints
from printgen.errors import Finding, Where, did_you_mean
from printgen.faces.library import Library

SYMBOL = "map-"
"""What the art parts of map symbols are named with; `map-palm-1` and `map-palm-2` are variants of the symbol palm."""


class Symbols(NamedTuple):
    """Symbols to pick from: for each, its name, the art parts that are its variants, and its weight."""

    choices: tuple[tuple[str, tuple[str, ...], float], ...]


@dataclass
class Reader:
    """Reads the values of one file; gathers what is wrong with it."""

    library: Library
    tints: Tints
    findings: list[Finding]

    def report(self, where: Where, message: str, hint: str = "") -> None:
        self.findings.append(Finding("error", where, message, hint, "template"))

    def number(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"should be a number, not '{value}'")
        return float(value)

    def size(self, value: Any) -> float:
        number = self.number(value)
        if number <= 0:
            raise ValueError("should be above zero")
        return number

    def span(self, value: Any) -> tuple[float, float]:
        if not isinstance(value, list) or len(value) != 2:
            raise ValueError("should be two numbers, such as [9, 14]")
        low, high = self.size(value[0]), self.size(value[1])
        if low > high:
            raise ValueError(f"{value[0]} is above {value[1]}; write the smaller number first")
        return low, high

    def numbers(self, value: Any) -> tuple[float, ...]:
        if not isinstance(value, list) or not value:
            raise ValueError("should be a list of numbers")
        return tuple(self.number(v) for v in value)

    def flag(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError("should be true or false")
        return value

    def color(self, value: Any) -> str:
        return self.tints.resolve(str(value))

    def spans(self, value: Any) -> dict[str, tuple[float, float]]:
        if not isinstance(value, dict):
            raise ValueError("should give sizes by symbol, such as {cactus: [8, 11]}")
        return {str(name): self.span(v) for name, v in value.items()}

    def variants(self, name: str) -> tuple[str, ...]:
        parts = self.library.studio.parts.names("piece")
        stem = SYMBOL + name
        found = tuple(p for p in parts if p == stem or (p.startswith(stem + "-") and p[len(stem) + 1 :].isdigit()))
        if not found:
            known = {p.removeprefix(SYMBOL).rstrip("0123456789").rstrip("-") for p in parts if p.startswith(SYMBOL)}
            raise ValueError(f"there is no map symbol '{name}'. {did_you_mean(name, known)}")
        return found

    def symbols(self, value: Any) -> Symbols:
        if not isinstance(value, dict) or not value:
            raise ValueError("should give weights by symbol, such as {palm: 5, bush: 4}")
        return Symbols(tuple((str(name), self.variants(str(name)), self.size(w)) for name, w in value.items()))

    def by(self, value: Any) -> str:
        if value not in ("corner", "relief", "even"):
            raise ValueError("should be corner, relief or even")
        return str(value)

    def spots(self, value: Any) -> tuple[tuple[str, tuple[float, ...]], ...]:
        if not isinstance(value, list) or not all(isinstance(row, list) and len(row) in (4, 5) for row in value):
            raise ValueError("should be a list of [symbol, x, y, size] or [symbol, x, y, size, turn]")
        return tuple((self.variants(str(row[0]))[0], tuple(self.number(v) for v in row[1:])) for row in value)


# For each kind of layer its settings: how each is read, and what it is when left out (NEEDED: it may not be).
NEEDED = object()
_Setting = tuple[Callable[[Reader, Any], Any], Any]
_SCATTERED: dict[str, _Setting] = {
    "symbols": (Reader.symbols, NEEDED),
    "size": (Reader.span, NEEDED),
    "sizes": (Reader.spans, {}),
    "clear": (Reader.size, None),
    "lean": (Reader.number, 0.0),
    "stretch": (Reader.number, 0.07),
    "flip": (Reader.flag, False),
}
KINDS: dict[str, dict[str, _Setting]] = {
    "contours": {
        "color": (Reader.color, NEEDED),
        "width": (Reader.size, 0.3),
        "wave": (Reader.size, 62.0),
        "levels": (Reader.numbers, (-2.0, -1.2, -0.4, 0.4, 1.2, 2.0)),
    },
    "halftone": {
        "color": (Reader.color, NEEDED),
        "by": (Reader.by, "corner"),
        "pitch": (Reader.size, 1.9),
        "size": (Reader.size, 0.8),
        "reach": (Reader.size, 0.5),
        "wave": (Reader.size, 50.0),
    },
    "pools": {
        "fill": (Reader.color, NEEDED),
        "rim": (Reader.color, NEEDED),
        "shine": (Reader.color, NEEDED),
        "apart": (Reader.size, 26.0),
        "width": (Reader.span, (22.0, 34.0)),
        "flat": (Reader.span, (0.5, 0.7)),
        "lilies": (Reader.symbols, None),
        "lily-size": (Reader.span, (2.6, 3.8)),
    },
    "trail": {
        "color": (Reader.color, NEEDED),
        "edge": (Reader.color, NEEDED),
        "dash": (Reader.color, NEEDED),
        "width": (Reader.size, 3.6),
        "sway": (Reader.span, (6.0, 11.0)),
        "clear": (Reader.size, 4.2),
    },
    "roads": {
        "color": (Reader.color, NEEDED),
        "kerb": (Reader.color, NEEDED),
        "edge": (Reader.color, NEEDED),
        "dash": (Reader.color, NEEDED),
        "width": (Reader.size, 6.2),
        "every": (Reader.size, 45.0),
        "turn": (Reader.number, 9.0),
        "below": (Reader.number, 9.5),
        "above": (Reader.number, 0.8),
        "beside": (Reader.number, 5.4),
    },
    "soundings": {
        "color": (Reader.color, NEEDED),
        "numbers": (Reader.numbers, NEEDED),
        "count": (Reader.size, 5.0),
        "apart": (Reader.size, 17.0),
    },
    "feature": {**_SCATTERED, "chance": (Reader.number, 0.5)},
    "scatter": {**_SCATTERED, "apart": (Reader.size, NEEDED), "low": (Reader.flag, False)},
    "put": {"put": (Reader.spots, NEEDED)},
}
