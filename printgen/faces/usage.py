"""Which fields of a game are words: what its faces print, and what they only draw with.

A field from which a face takes an outline, a colour, a picture, an icon or a size is drawn with; one that stands in a
text is printed. Expressions are followed through `lets`, `use` and `each`, from the settings back to the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from printgen.base.errors import ValueProblem
from printgen.drawing.pieces import TemplateProblem
from printgen.faces.face import Face, Node
from printgen.faces.library import Library
from printgen.faces.shape_words import KINDS, LISTS, form_of
from printgen.game.records import Game, Product
from printgen.reading.expressions import parse_value, partition_expressions
from printgen.reading.texts import MARK, Source, Value

Sources = frozenset[Source]
Known = Mapping[str, Sources]
"""What names of a face stand for."""

_NONE: Sources = frozenset()
_DRAWN_FORMS = frozenset({"paint", "color", "colors", "length", "lengths", "points", "number"})
_DRAWN = {("path", "d"), ("icon", "name"), ("image", "file"), ("image", "scene"), ("image", "tone"),
          ("image", "picture")}  # fmt: skip
_DRAWN_PARTS = frozenset({"pattern", "clip.path"})
_DEEPEST = 20
_OUTLINE = re.compile(r"[Mm][-+.,\d\sMmZzLlHhVvCcSsQqTtAaEe]*")
_WORD = re.compile("[A-DF-Ya-df-y]{2}")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_FILE = re.compile(r"\S+\.(?:png|jpe?g|webp|svg|gif|bmp|tiff?|avif|pdf)", re.IGNORECASE)
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")


def is_drawing(text: str) -> bool:
    """Whether a text is an outline of SVG, a colour as #RRGGBB, or the name of a picture's file, and no words."""
    text = text.strip()
    if _OUTLINE.fullmatch(text) and not _WORD.search(text) and len(_NUMBERS.findall(text)) > 1:
        return True
    return _HEX.fullmatch(text) is not None or _FILE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Usage:
    """What the faces of a game do with fields: ("trooper", "role") is a field of records, ("tables", "sorts", "d") one
    of rows; parts of lists and maps follow."""

    printed: Sources = _NONE
    drawn: Sources = _NONE

    def draws(self, *source: str) -> bool:
        """Whether faces draw with a field, and print it nowhere."""
        return _among(source, self.drawn) and not _among(source, self.printed)

    def says(self, text: str, *source: str) -> bool:
        """Whether what a field holds is words: it is printed, or at least nothing draws with it."""
        if _among(source, self.printed):
            return True
        return not _among(source, self.drawn) and not is_drawing(text)


def _among(source: Source, sources: Sources) -> bool:
    """Whether a field is one of these; of a table, a row may be named: tables.sorts.foot.d is tables.sorts[x].d."""
    if source in sources:
        return True
    if source[:1] != ("tables",):
        return False
    return any(one[:2] == source[:2] and len(one) == len(source) + 1 and one[3:] == source[2:] for one in sources)


@dataclass
class _Reader:
    """Follows the settings of faces back to fields."""

    library: Library
    printed: set[Source] = field(default_factory=set)
    drawn: set[Source] = field(default_factory=set)
    _seen: set[tuple[str, frozenset[tuple[str, Sources]]]] = field(default_factory=set)

    def follow(self, name: str, known: Known, depth: int = 0) -> None:
        """A face by its name, whose own names stand for these sources."""
        key = name, frozenset(known.items())
        if key in self._seen or depth > _DEEPEST:
            return
        self._seen.add(key)
        with suppress(TemplateProblem, ValueError):  # It is told where the face is drawn.
            face = self.library.face(name)
            inside = dict(known)
            for let, value in face.lets.items():
                inside[let] = _from(value, inside)
            for value in face.colors.values():
                self._draw(_from(value, inside))
            for style in face.styles.values():
                for value in style.values():
                    self._draw(_from(value, inside))
            self._nodes(face, face.items, inside, depth)

    def _draw(self, sources: Iterable[Source]) -> None:
        self.drawn |= {source[1:] if source[:1] == (MARK,) else source for source in sources}

    def _nodes(self, face: Face, nodes: Iterable[Node], known: Known, depth: int) -> None:
        for node in nodes:
            for key, value in node.props.items():
                self._setting(node.kind, key, _from(value, known))
            for way in node.fits:
                for key, value in way.items():
                    self._setting("text", key, _from(value, known))
            inside = dict(known)
            if node.kind in LISTS and "in" in node.props:
                inside[node.entry_name()] = _from(node.props["in"], known)
            if node.kind == "use" and "face" in node.props:
                given = {name: _from(value, known) for name, value in node.inner.items()}
                for name in _face_names(node.props["face"], node.source["use"].get("face"), self.library):
                    self.follow(name, {**given, "tables": known.get("tables", _NONE)}, depth + 1)
            self._nodes(face, node.children, inside, depth)

    def _setting(self, kind: str, key: str, sources: Sources) -> None:
        if kind == "text" and key == "text":
            self.printed |= {source for source in sources if source[:1] != (MARK,)}
            self._draw(source for source in sources if source[:1] == (MARK,))
        elif (kind, key) in _DRAWN or key in _DRAWN_PARTS or form_of(KINDS[kind], key) in _DRAWN_FORMS:
            self._draw(sources)


def _from(value: Value, known: Known) -> Sources:
    """The fields that a value comes from, where names stand for others."""
    found = set[Source]()
    for source in value.sources:
        mark, path = (source[:1], source[1:]) if source[0] == MARK else ((), source)
        found |= {(*mark, *(above[1:] if above[0] == MARK and mark else above), *path[1:])
                  for above in known.get(path[0], ())}  # fmt: skip
    return frozenset(found)


def _face_names(value: Value | None, raw: Any, library: Library) -> Iterator[str]:
    """The faces that a text with expressions may name: those that its plain parts and the words in it allow."""
    if not isinstance(raw, str):
        return
    if value is not None and value.constant:
        yield raw
        return
    parts = partition_expressions(raw)
    plain, words = parts[::2], " ".join(parts[1::2])
    own = {path.stem for gate in library.own for path in gate.list("faces/*.yaml")}
    for name in library.face_names():
        fits = name.startswith(plain[0]) and name.endswith(plain[-1]) and all(part in name for part in plain)
        if fits and (any(plain) or name in own or f"'{name}'" in words or f'"{name}"' in words):
            yield name


def _roots(product: Product, library: Library) -> Iterator[str]:
    """The faces that a product names, in whatever it says."""
    known = set(library.face_names())
    for said in _texts([product.front, product.back, product.parameters, product.options]):
        if said in known:
            yield said
        elif "{{" in said:
            yield from _face_names(None, said, library)


def _texts(held: Any) -> Iterator[str]:
    if isinstance(held, str):
        yield held
    elif isinstance(held, Mapping | list | tuple):
        for one in held.values() if isinstance(held, Mapping) else held:
            yield from _texts(one)


def usage_of(game: Game, library: Library) -> Usage:
    """What the faces of all products of a game do with its fields."""
    reader = _Reader(library)
    for product in game.products.values():
        known = {"card": frozenset({(product.record,)}), "tables": frozenset({("tables",)})}
        for name in _roots(product, library):
            reader.follow(name, known)
        with suppress(ValueProblem):  # It is told where the pieces are made.
            reader._draw(_from(parse_value(product.size), known))
    return Usage(frozenset(reader.printed), frozenset(reader.drawn))
