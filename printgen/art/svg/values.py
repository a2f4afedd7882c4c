"""The bytes of an SVG file as a tree of elements with their lines, and the values that SVG is written in."""

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
_SMALLEST = 1e-9
"""What is smaller counts as nothing, so that nobody divides by what is next to nothing."""
_NUMBER = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")
_UNITS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 24 / 25.4,
    "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0,
}  # fmt: skip
_CALL = re.compile(r"(?<![a-zA-Z])([a-zA-Z]++)\s*+\(([^()]*+)\)")
# A colour by a profile stands behind the plain one.
_PROFILE = re.compile(r"(?<!\s)\s++icc-color\(.*")
_ARGUMENT = re.compile(r"([+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?)([a-zA-Z%]*+)")
_ANGLES = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}
_LONGEST = 10_000


def numbers(text: str) -> list[float]:
    """All numbers of a text; none where one is beyond all measure."""
    found = [_plain(float(number)) for number in _NUMBER.findall(text)]
    return found if all(abs(number) <= LARGEST for number in found) else []


@lru_cache(maxsize=1024)
def few_numbers(text: str) -> tuple[float, ...]:
    """The same of a text that may be asked for again and again."""
    return tuple(numbers(text))


def length(text: str, whole: float) -> float | None:
    """A length in user units; a percentage is of `whole`."""
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    unit = text.strip()[match.end() :].strip().lower()
    size = float(match[0]) * (whole / 100 if unit == "%" else _UNITS.get(unit, math.nan))
    return _plain(size) if abs(size) <= LARGEST else None


def _plain(number: float) -> float:
    return 0.0 if abs(number) < _SMALLEST else number


def share(text: str) -> float:
    """A number from 0 to 1, or a percentage; 1 for what is none."""
    value = length(text, 1.0)
    return 1.0 if value is None else max(0.0, min(1.0, value))


@lru_cache(maxsize=4096)
def color_of(text: str, current: str) -> str | None:
    """The colour of a text, in the form that is drawn; None for what is none. `current` is the current one."""
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
    opaque = share(parts[3]) if len(parts) == 4 else 1.0
    whole = 255.0 if name.startswith("rgb") else 1.0
    if whole == 1.0:
        # Lightness and saturation need no sign of percent any more.
        parts[1:3] = [part if part.endswith("%") else f"{part}%" for part in parts[1:3]]
    found = [length(part.removesuffix("deg"), whole) for part in parts[:3]]
    if None in found:
        return None
    a, b, c = (value or 0.0 for value in found)
    if whole == 1.0:
        light, rich = max(0.0, min(1.0, c)), max(0.0, min(1.0, b))
        a, b, c = (255 * part for part in colorsys.hls_to_rgb(a / 360 % 1.0, light, rich))
    return with_alpha("#" + "".join(f"{max(0, min(255, round(part))):02X}" for part in (a, b, c)), opaque)


def _matrix(n: list[float]) -> Matrix:
    return (n[0], n[1], n[2], n[3], n[4], n[5])


def _rotation(n: list[float]) -> Matrix:
    x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
    return chain(translate(x, y), rotate(n[0]), translate(-x, -y))


_MOVES: dict[str, tuple[tuple[int, ...], Callable[[list[float]], Matrix]]] = {
    "matrix": ((6,), _matrix),
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
    result, text = IDENTITY, text[:_LONGEST]
    if text.strip().lower() in ("", "none"):
        return result
    for name, inner in _CALL.findall(text):
        counts, move = _MOVES.get(name.lower(), ((), _matrix))
        found = _arguments(name.lower(), inner)
        if found is None or len(found) not in counts:
            return None
        result = compose(result, move(found))
    return None if _CALL.sub("", text).strip(" \t\r\n,") else result


def _arguments(name: str, text: str) -> list[float] | None:
    """The numbers of a call, angles in degrees and lengths in user units; None where one is not understood."""
    if _ARGUMENT.sub("", text).strip(" \t\r\n,"):
        return None
    found = []
    for n, (number, unit) in enumerate(_ARGUMENT.findall(text)):
        angle = name.startswith("skew") or (name == "rotate" and n == 0)
        units = _ANGLES if angle else _UNITS if name.startswith(("translate", "rotate")) else {"": 1.0}
        value = float(number) * units.get(unit.lower(), math.nan)
        if not abs(value) <= LARGEST:
            return None
        found.append(value)
    return found


def drawable(matrix: Matrix) -> bool:
    """Whether what a matrix moves can be seen: neither flat nor beyond all measure."""
    a, b, c, d, *_ = matrix
    return all(abs(value) <= LARGEST * LARGEST for value in matrix) and abs(a * d - b * c) > 1e-12


_ALIGN = {"min": 0.0, "mid": 0.5, "max": 1.0}


def alignment(text: str) -> tuple[str, float, float]:
    """How `preserveAspectRatio` fits a picture: contain, cover or stretch, and where it stands, from 0 to 1."""
    words = text.lower().split() or ["xmidymid"]
    match = re.fullmatch(r"x(min|mid|max)y(min|mid|max)", words[0])
    if words[0] == "none":
        return "stretch", 0.5, 0.5
    across, down = (_ALIGN[match[1]], _ALIGN[match[2]]) if match else (0.5, 0.5)
    return "cover" if words[-1] == "slice" else "contain", across, down


def view(box: Box, shown: Box, how: tuple[str, float, float]) -> Matrix:
    """What moves a box of a drawing to the place where it is shown."""
    fit, across, down = how
    kx, ky = shown.w / box.w, shown.h / box.h
    if fit != "stretch":
        kx = ky = min(kx, ky) if fit == "contain" else max(kx, ky)
    left, top = shown.x + (shown.w - box.w * kx) * across, shown.y + (shown.h - box.h * ky) * down
    return chain(translate(left, top), scale(kx, ky), translate(-box.x, -box.y))


_SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink"
_GAP = " "
_MOST_ELEMENTS, _DEEPEST, _MOST_ATTRIBUTES = 100_000, 100, 200
_LONGEST_FILE, _LONG = 10_000, frozenset({"d", "points", "href", "style"})
_SAVE = "Save it as a plain SVG, or as a PNG."


def refusal(message: str) -> AccessError:
    """Why a drawing is not drawn."""
    return AccessError("bad-drawing", message, _SAVE)


class Element:
    """An element of SVG: its word, its attributes without their namespaces, what is in it, its line, and its number.

    The elements of a file are numbered as they begin; 0 is the number of those that no file has.
    """

    __slots__ = ("attributes", "children", "classes", "line", "number", "parent", "tag", "text")

    def __init__(
        self, tag: str, attributes: dict[str, str], parent: Element | None, line: int, number: int = 0
    ) -> None:
        self.tag, self.attributes, self.parent, self.line, self.number = tag, attributes, parent, line, number
        self.children: list[Element] = []
        self.text = ""
        self.classes = frozenset(attributes.get("class", "").split())

    def get(self, name: str, usual: str = "") -> str:
        """An attribute, without gaps around it."""
        return self.attributes.get(name, usual).strip()

    def walk(self) -> Iterator[Element]:
        """The element and all that is in it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


class _Builder:
    """Takes what the parser tells; elements of other languages are left out with all that is in them."""

    def __init__(self, parser: Any) -> None:
        self.parser = parser
        self.root: Element | None = None
        self.open: list[Element | None] = []
        self.count = 0
        self.styled = False

    def start(self, name: str, attributes: list[str]) -> None:
        space, _, tag = name.rpartition(_GAP)
        self.count += 1
        if self.count > _MOST_ELEMENTS:
            raise refusal(f"it has more than {_MOST_ELEMENTS:,} elements")
        if len(self.open) >= _DEEPEST:
            raise refusal(f"its elements lie in each other more than {_DEEPEST} deep")
        if len(attributes) > 2 * _MOST_ATTRIBUTES:
            raise refusal(f"one of its elements has more than {_MOST_ATTRIBUTES} attributes")
        above = self.open[-1] if self.open else None
        if space not in ("", _SVG) or (self.open and above is None):
            if not self.open:
                raise refusal(f"it is no SVG: it begins with <{visible(tag)[:40]}>")
            self.open.append(None)
            return
        kept = {}
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            where, _, word = key.rpartition(_GAP)
            if where in ("", _LINK) and (where or word not in kept):
                if len(value) > _LONGEST_FILE and word not in _LONG:
                    line = self.parser.CurrentLineNumber
                    raise refusal(f"{visible(word)[:40]} of line {line} has more than {_LONGEST_FILE:,} letters")
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
        self.styled = self.styled or name == "xml-stylesheet"

    def text(self, text: str) -> None:
        element = self.open[-1] if self.open else None
        if element is not None and element.tag == "style":
            element.text += text


def _refuse(*_: object) -> int:
    raise refusal("it declares entities, which may hold anything")


def parse_svg(data: bytes) -> Element:
    """The `svg` element of a file. AccessError says why it is none."""
    parser = expat.ParserCreate(namespace_separator=_GAP)
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
    if builder.styled:
        # A style sheet that the file names is like one that it imports.
        imported = Element("style", {}, builder.root, 1, builder.count + 1)
        imported.text = "@import"
        builder.root.children.append(imported)
    return builder.root
