"""The bytes of an SVG file come in; a tree of its elements, with their lines, goes out: no entities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from printgen.base.gate import Refused
from printgen.base.names import visible

_SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_GAP = " "
_MOST_ELEMENTS, _DEEPEST, _MOST_ATTRIBUTES = 100_000, 100, 200
_LONGEST, _LONG = 10_000, frozenset({"d", "points", "href", "style"})
_SAVE = "Save it as a plain SVG, or as a PNG."


def spoiled(message: str) -> Refused:
    """Why a drawing is not drawn."""
    return Refused("bad-drawing", message, _SAVE)


class Element:
    """An element of SVG: its word, its attributes without their namespaces, what is in it, and its line."""

    __slots__ = ("attributes", "children", "classes", "line", "parent", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None, line: int) -> None:
        self.tag, self.attributes, self.parent, self.line = tag, attributes, parent, line
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
            raise spoiled(f"it has more than {_MOST_ELEMENTS:,} elements")
        if len(self.open) >= _DEEPEST:
            raise spoiled(f"its elements lie in each other more than {_DEEPEST} deep")
        if len(attributes) > 2 * _MOST_ATTRIBUTES:
            raise spoiled(f"one of its elements has more than {_MOST_ATTRIBUTES} attributes")
        above = self.open[-1] if self.open else None
        if space not in ("", _SVG) or (self.open and above is None):
            if not self.open:
                raise spoiled(f"it is no SVG: it begins with <{visible(tag)[:40]}>")
            self.open.append(None)
            return
        kept = {}
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            where, _, word = key.rpartition(_GAP)
            if where in ("", _LINK) and (where or word not in kept):
                if len(value) > _LONGEST and word not in _LONG:
                    line = self.parser.CurrentLineNumber
                    raise spoiled(f"{visible(word)[:40]} of line {line} has more than {_LONGEST:,} letters")
                kept[word] = value
        element = Element(tag, kept, above, self.parser.CurrentLineNumber)
        if above is None:
            self.root = element
        else:
            above.children.append(element)
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def instructed(self, name: str, text: str) -> None:
        self.styled = self.styled or name == "xml-stylesheet"

    def text(self, text: str) -> None:
        element = self.open[-1] if self.open else None
        if element is not None and element.tag == "style":
            element.text += text


def _refuse(*_: object) -> int:
    raise spoiled("it declares entities, which may hold anything")


def parsed(data: bytes) -> Element:
    """The `svg` element of a file. Refused says why it is none."""
    parser = expat.ParserCreate(namespace_separator=_GAP)
    parser.ordered_attributes = parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    builder = _Builder(parser)
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.CharacterDataHandler = builder.text
    parser.ProcessingInstructionHandler = builder.instructed
    parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise spoiled(f"line {error.lineno} is no XML: {expat.ErrorString(error.code)}") from None
    except ValueError as error:
        # An encoding that nobody knows.
        if isinstance(error, Refused):
            raise
        raise spoiled(f"it is no XML: {visible(str(error))[:80]}") from None
    except LookupError:
        raise spoiled("its encoding is unknown") from None
    if builder.root is None or builder.root.tag != "svg":
        raise spoiled("it is no SVG")
    if builder.styled:
        # A style sheet that the file names is like one that it imports.
        imported = Element("style", {}, builder.root, 1)
        imported.text = "@import"
        builder.root.children.append(imported)
    return builder.root
