"""Reads an SVG file into a tree of elements that know their lines, and the values of their attributes."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from printgen.base.file_access import AccessError
from printgen.base.names import visible
from printgen.base.units import IDENTITY, Box, Matrix, canonical_color, chain, compose, rotate, scale, translate
from printgen.drawing.tints import with_alpha

LARGEST = 1e6
"""A number beyond this, in user units, is no number of a drawing."""
_SMALLEST = 1e-9  # A smaller number counts as 0, so that nobody divides by next to nothing.
_NUMBER = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")
_UNITS = {  # In user units: 96 to an inch.
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 24 / 25.4,
    "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0,
}  # fmt: skip
_CALL = re.compile(r"(?<![a-zA-Z])([a-zA-Z]++)\s*+\(([^()]*+)\)")
_PROFILE = re.compile(r"(?<!\s)\s++icc-color\(.*")  # A colour by a profile follows the plain one.
_ARGUMENT = re.compile(r"([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)([a-zA-Z%]*+)")
_ANGLES = {  # In degrees.
    "": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0,
}  # fmt: skip
_LONGEST_TRANSFORM = 10_000  # So many letters of a transform are read.


def numbers(text: str) -> list[float]:
    """All numbers of a text; none where one of them is beyond LARGEST."""
    values = [_without_dust(float(number)) for number in _NUMBER.findall(text)]
    return values if all(abs(value) <= LARGEST for value in values) else []


@lru_cache(maxsize=1024)
def few_numbers(text: str) -> tuple[float, ...]:
    """The numbers of a text that comes again and again, such as a view box."""
    return tuple(numbers(text))


def length(text: str, whole: float) -> float | None:
    """A length in user units, or None where it is none; a percentage is of `whole`."""
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    unit = text.strip()[match.end() :].strip().lower()
    size = float(match[0]) * (whole / 100 if unit == "%" else _UNITS.get(unit, math.nan))
    return _without_dust(size) if abs(size) <= LARGEST else None


def _without_dust(number: float) -> float:
    """A number, 0 where it is next to nothing."""
    return 0.0 if abs(number) < _SMALLEST else number


def share(text: str) -> float:
    """A number from 0 to 1, or a percentage; 1 for a text that is neither."""
    value = length(text, 1.0)
    return 1.0 if value is None else max(0.0, min(1.0, value))


@lru_cache(maxsize=4096)
def color_of(text: str, current: str) -> str | None:
    """The colour that a text means, as "#RRGGBB" or "#RRGGBBAA", or None. `current` is the current colour."""
    word = _PROFILE.sub("", text.strip())
    if word.lower() == "currentcolor":
        return current
    if word.lower() == "transparent":
        return "#00000000"
    call = _CALL.fullmatch(word)
    if call is None:
        return canonical_color(word)
    name, parts = call[1].lower(), re.split(r"[\s,/]+", call[2].strip())
    if name not in ("rgb", "rgba", "hsl", "hsla") or len(parts) not in (3, 4):
        return None
    opacity = share(parts[3]) if len(parts) == 4 else 1.0
    rgb = _from_rgb(parts[:3]) if name.startswith("rgb") else _from_hsl(parts[:3])
    if rgb is None:
        return None
    return with_alpha("#" + "".join(f"{max(0, min(255, round(level))):02X}" for level in rgb), opacity)


def _from_rgb(parts: list[str]) -> list[float] | None:
    """Red, green and blue from 0 to 255, written as numbers or percentages."""
    levels = [length(part, 255.0) for part in parts]
    return None if None in levels else [level or 0.0 for level in levels]


def _from_hsl(parts: list[str]) -> list[float] | None:
    """Red, green and blue from 0 to 255, written as a hue in degrees, saturation and lightness."""
    degrees = length(parts[0].removesuffix("deg"), 1.0)
    # Percentages may be written without their sign.
    shares = [length(part if part.endswith("%") else f"{part}%", 1.0) for part in parts[1:]]
    if degrees is None or None in shares:
        return None
    saturation, lightness = (max(0.0, min(1.0, share or 0.0)) for share in shares)
    return [255 * level for level in colorsys.hls_to_rgb(degrees / 360 % 1.0, lightness, saturation)]


def _rotation(n: list[float]) -> Matrix:
    x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
    return chain(translate(x, y), rotate(n[0]), translate(-x, -y))


_TRANSFORMS: dict[str, tuple[tuple[int, ...], Callable[[list[float]], Matrix]]] = {
    "matrix": ((6,), lambda n: (n[0], n[1], n[2], n[3], n[4], n[5])),
    "translate": ((1, 2), lambda n: translate(n[0], n[1] if len(n) == 2 else 0.0)),
    "translatex": ((1,), lambda n: translate(n[0], 0.0)),
    "translatey": ((1,), lambda n: translate(0.0, n[0])),
    "scale": ((1, 2), lambda n: scale(n[0], n[-1])),
    "scalex": ((1,), lambda n: scale(n[0], 1.0)),
    "scaley": ((1,), lambda n: scale(1.0, n[0])),
    "rotate": ((1, 3), _rotation),
    "skewx": ((1,), lambda n: (1.0, 0.0, math.tan(math.radians(n[0])), 1.0, 0.0, 0.0)),
    "skewy": ((1,), lambda n: (1.0, math.tan(math.radians(n[0])), 0.0, 1.0, 0.0, 0.0)),
    "skew": (
        (1, 2),
        lambda n: (1.0, math.tan(math.radians(n[-1])) if n[1:] else 0.0, math.tan(math.radians(n[0])), 1.0, 0.0, 0.0),
    ),
}


@lru_cache(maxsize=1024)
def transform(text: str) -> Matrix | None:
    """The matrix of a `transform`; None for one that is not understood."""
    result, text = IDENTITY, text[:_LONGEST_TRANSFORM]
    if text.strip().lower() in ("", "none"):
        return result
    for name, inner in _CALL.findall(text):
        counts, matrix_of = _TRANSFORMS.get(name.lower(), ((), _rotation))
        arguments = _arguments(name.lower(), inner)
        if arguments is None or len(arguments) not in counts:
            return None
        result = compose(result, matrix_of(arguments))
    return None if _CALL.sub("", text).strip(" \t\r\n,") else result


def _arguments(name: str, text: str) -> list[float] | None:
    """The numbers of a call, angles in degrees and lengths in user units; None where one is not understood."""
    if _ARGUMENT.sub("", text).strip(" \t\r\n,"):
        return None
    values = []
    for position, (number, unit) in enumerate(_ARGUMENT.findall(text)):
        is_angle = name.startswith("skew") or (name == "rotate" and position == 0)
        units = _ANGLES if is_angle else _UNITS if name.startswith(("translate", "rotate")) else {"": 1.0}
        value = float(number) * units.get(unit.lower(), math.nan)
        if not abs(value) <= LARGEST:
            return None
        values.append(value)
    return values


def is_drawable(matrix: Matrix) -> bool:
    """Whether what a matrix moves can be seen: neither flat nor beyond what can be drawn."""
    a, b, c, d, *_ = matrix
    return all(abs(value) <= LARGEST * LARGEST for value in matrix) and abs(a * d - b * c) > 1e-12


_ALIGN = {"min": 0.0, "mid": 0.5, "max": 1.0}


def alignment(text: str) -> tuple[str, float, float]:
    """What a `preserveAspectRatio` means: contain, cover or stretch, and the place across and down, from 0 to 1."""
    words = text.lower().split() or ["xmidymid"]
    match = re.fullmatch(r"x(min|mid|max)y(min|mid|max)", words[0])
    if words[0] == "none":
        return "stretch", 0.5, 0.5
    across, down = (_ALIGN[match[1]], _ALIGN[match[2]]) if match else (0.5, 0.5)
    return "cover" if words[-1] == "slice" else "contain", across, down


def fit_matrix(box: Box, place: Box, alignment: tuple[str, float, float]) -> Matrix:
    """The matrix that fits a box of a drawing into a place, as its `alignment` says."""
    fit, across, down = alignment
    kx, ky = place.w / box.w, place.h / box.h
    if fit != "stretch":
        kx = ky = min(kx, ky) if fit == "contain" else max(kx, ky)
    left, top = place.x + (place.w - box.w * kx) * across, place.y + (place.h - box.h * ky) * down
    return chain(translate(left, top), scale(kx, ky), translate(-box.x, -box.y))


_SVG_SPACE = "http://www.w3.org/2000/svg"
_LINK_SPACE = "http://www.w3.org/1999/xlink"
_SEPARATOR = " "  # What the parser puts between a namespace and a name.
_MOST_ELEMENTS, _DEEPEST, _MOST_ATTRIBUTES = 100_000, 100, 200
_LONGEST_VALUE = 10_000  # So many letters the value of an attribute may have, but for the LONG_VALUES.
_LONG_VALUES = frozenset({"d", "points", "href", "style"})
_HINT = "Save it as a plain SVG, or as a PNG."


def refusal(message: str) -> AccessError:
    """The error that says why a drawing is not drawn."""
    return AccessError("bad-drawing", message, _HINT)


class Element:
    """An element of SVG: tag, attributes without namespaces, children, line, and number in the order of beginnings."""

    __slots__ = ("attributes", "children", "classes", "line", "number", "parent", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None, line: int, number: int) -> None:
        self.tag, self.attributes, self.parent, self.line, self.number = tag, attributes, parent, line, number
        self.children: list[Element] = []
        self.text = ""
        self.classes = frozenset(attributes.get("class", "").split())

    def get(self, name: str, default: str = "") -> str:
        """An attribute, without blanks around it."""
        return self.attributes.get(name, default).strip()

    def walk(self) -> Iterator[Element]:
        """The element and all that is in it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


class _Builder:
    """Builds the tree from what the parser reads, without elements of other languages and all that is in them."""

    def __init__(self, parser: Any) -> None:
        self.parser = parser
        self.root: Element | None = None
        self.open: list[Element | None] = []
        self.count = 0
        self.has_outer_sheet = False

    def start(self, name: str, attributes: list[str]) -> None:
        space, _, tag = name.rpartition(_SEPARATOR)
        self.count += 1
        if self.count > _MOST_ELEMENTS:
            raise refusal(f"it has more than {_MOST_ELEMENTS:,} elements")
        if len(self.open) >= _DEEPEST:
            raise refusal(f"its elements lie in each other more than {_DEEPEST} deep")
        if len(attributes) > 2 * _MOST_ATTRIBUTES:
            raise refusal(f"one of its elements has more than {_MOST_ATTRIBUTES} attributes")
        above = self.open[-1] if self.open else None
        if space not in ("", _SVG_SPACE) or (self.open and above is None):
            if not self.open:
                raise refusal(f"it is no SVG: it begins with <{visible(tag)[:40]}>")
            self.open.append(None)
            return
        kept = {}
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            namespace, _, word = key.rpartition(_SEPARATOR)
            if namespace in ("", _LINK_SPACE) and (namespace or word not in kept):
                if len(value) > _LONGEST_VALUE and word not in _LONG_VALUES:
                    line = self.parser.CurrentLineNumber
                    raise refusal(f"{visible(word)[:40]} of line {line} has more than {_LONGEST_VALUE:,} letters")
                kept[word] = value
        element = Element(tag, kept, above, self.parser.CurrentLineNumber, self.count)
        if above is None:
            self.root = element
        else:
            above.children.append(element)
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def instruction(self, name: str, text: str) -> None:
        self.has_outer_sheet = self.has_outer_sheet or name == "xml-stylesheet"

    def text(self, text: str) -> None:
        element = self.open[-1] if self.open else None
        if element is not None and element.tag == "style":
            element.text += text


def _refuse(*_: object) -> int:
    raise refusal("it declares entities, which may hold anything")


def parse_svg(data: bytes) -> Element:
    """The `svg` element of a file. AccessError says why it is none."""
    parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
    parser.ordered_attributes = parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    builder = _Builder(parser)
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.CharacterDataHandler = builder.text
    parser.ProcessingInstructionHandler = builder.instruction
    parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise refusal(f"line {error.lineno} is no XML: {expat.ErrorString(error.code)}") from None
    except ValueError as error:
        # An encoding that nobody knows.
        if isinstance(error, AccessError):
            raise
        raise refusal(f"it is no XML: {visible(str(error))[:80]}") from None
    except LookupError:
        raise refusal("its encoding is unknown") from None
    if builder.root is None or builder.root.tag != "svg":
        raise refusal("it is no SVG")
    if builder.has_outer_sheet:
        # A style sheet beside the file is left out and reported as one that it imports.
        imported = Element("style", {}, builder.root, 1, builder.count + 1)
        imported.text = "@import"
        builder.root.children.append(imported)
    return builder.root
