"""Which fields of a game are words that its faces print, and which only control the drawing.

A field from which a face takes an outline, a colour, a picture, an icon or a size controls the drawing; a field in a
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
from printgen.faces.face import Node
from printgen.faces.given_names import FACTS
from printgen.faces.library import Library
from printgen.faces.shape_words import KINDS, LISTS, form_of
from printgen.game.records import Game, Product
from printgen.reading.expressions import parse_value, partition_expressions
from printgen.reading.texts import MARK, Source, Value

Sources = frozenset[Source]
SourcesByName = Mapping[str, Sources]
"""The fields that the names of a face stand for."""

_NONE: Sources = frozenset()
# Settings of these forms, of a kind, and of any kind control the drawing; a text is printed.
_DRAWN_FORMS = frozenset({"paint", "color", "colors", "length", "lengths", "points", "number"})
_DRAWN_SETTINGS = {("path", "d"), ("icon", "name"), ("image", "file"), ("image", "scene"), ("image", "tone"),
          ("image", "picture")}  # fmt: skip
_DRAWN_KEYS = frozenset({"pattern", "clip.path"})
_DEEPEST = 20  # Faces that use each other are followed so deep.
_OUTLINE = re.compile(r"[Mm][-+.,\d\sMmZzLlHhVvCcSsQqTtAaEe]*")
_WORD = re.compile("[A-DF-Ya-df-y]{2}")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_FILE = re.compile(r"\S+\.(?:png|jpe?g|webp|svg|gif|bmp|tiff?|avif|pdf)", re.IGNORECASE)
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")


def is_drawing(text: str) -> bool:
    """Whether a text is an SVG outline, a colour as #RRGGBB, or the name of a picture's file, and not words."""
    text = text.strip()
    if _OUTLINE.fullmatch(text) and not _WORD.search(text) and len(_NUMBERS.findall(text)) > 1:
        return True
    return _HEX.fullmatch(text) is not None or _FILE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Usage:
    """How faces use the fields of a game: ("trooper", "role") is one of records, ("tables", "sorts", "d") one of rows.

    Parts of lists and maps follow.
    """

    printed: Sources = _NONE
    drawn: Sources = _NONE

    def draws(self, *source: str) -> bool:
        """Whether faces draw with a field, and print it nowhere."""
        return _among(source, self.drawn) and not _among(source, self.printed)

    def says(self, text: str, *source: str) -> bool:
        """Whether the text in a field is words: it is printed, or at least does not control the drawing."""
        if _among(source, self.printed):
            return True
        return not _among(source, self.drawn) and not is_drawing(text)


def _among(source: Source, sources: Sources) -> bool:
    """Whether a field is one of these; a table's row may be named: tables.sorts.foot.d is tables.sorts[x].d."""
    if source in sources:
        return True
    if source[:1] != ("tables",):
        return False
    table, rest = source[:2], source[2:]
    return any(other[:2] == table and len(other) == len(source) + 1 and other[3:] == rest for other in sources)


@dataclass
class _Reader:
    """Follows the settings of faces back to fields."""

    library: Library
    printed: set[Source] = field(default_factory=set)
    drawn: set[Source] = field(default_factory=set)
    _seen: set[tuple[str, frozenset[tuple[str, Sources]]]] = field(default_factory=set)

    def follow(self, name: str, sources_by_name: SourcesByName, depth: int = 0) -> None:
        """Follow a face by its name; `sources_by_name` maps its names to their fields."""
        key = name, frozenset(sources_by_name.items())
        if key in self._seen or depth > _DEEPEST:
            return
        self._seen.add(key)
        with suppress(TemplateProblem, ValueError):  # The drawing of the face reports it.
            face = self.library.face(name)
            inner_sources = dict(sources_by_name)
            for let, value in face.lets.items():
                inner_sources[let] = _fields_of(value, inner_sources)
            for value in face.colors.values():
                self.note_drawn(_fields_of(value, inner_sources))
            self._follow_nodes(face.items, inner_sources, depth)

    def note_drawn(self, sources: Iterable[Source]) -> None:
        self.drawn |= {source[1:] if source[:1] == (MARK,) else source for source in sources}

    def _follow_nodes(self, nodes: Iterable[Node], sources_by_name: SourcesByName, depth: int) -> None:
        for node in nodes:
            variants = (node.variants or {}).values()
            for key, value in (pair for styled in (node, *variants) for pair in styled.props.items()):
                self._note(node.kind, key, _fields_of(value, sources_by_name))
            for settings in node.fits:
                for key, value in settings.items():
                    self._note("text", key, _fields_of(value, sources_by_name))
            inner_sources = dict(sources_by_name)
            if node.kind in LISTS and "in" in node.props:
                inner_sources[node.entry_name()] = _fields_of(node.props["in"], sources_by_name)
            for let, value in node.inner.items() if node.kind == "each" else ():
                inner_sources[let] = _fields_of(value, inner_sources)
            if node.kind == "use" and "face" in node.props:
                parameters = {name: _fields_of(value, sources_by_name) for name, value in node.inner.items()}
                for name in _face_names(node.props["face"], node.source["use"].get("face"), self.library):
                    facts = {fact: sources_by_name[fact] for fact in FACTS & sources_by_name.keys()}
                    self.follow(name, {**facts, **parameters}, depth + 1)
            self._follow_nodes(node.children, inner_sources, depth)

    def _note(self, kind: str, key: str, sources: Sources) -> None:
        """Remember how a setting of a kind of shape uses fields."""
        if kind == "text" and key == "text":
            self.printed |= {source for source in sources if source[:1] != (MARK,)}
            self.note_drawn(source for source in sources if source[:1] == (MARK,))
        elif (kind, key) in _DRAWN_SETTINGS or key in _DRAWN_KEYS or form_of(KINDS[kind], key) in _DRAWN_FORMS:
            self.note_drawn(sources)


def _fields_of(value: Value, sources_by_name: SourcesByName) -> Sources:
    """The fields that a value comes from, with names resolved."""
    sources = set[Source]()
    for source in value.sources:
        mark, names = (source[:1], source[1:]) if source[0] == MARK else ((), source)
        sources |= {(*mark, *(fields[1:] if fields[0] == MARK and mark else fields), *names[1:])
                  for fields in sources_by_name.get(names[0], ())}  # fmt: skip
    return frozenset(sources)


def _face_names(value: Value | None, raw: Any, library: Library) -> Iterator[str]:
    """The face names that a text with expressions may give, by its constant parts and words."""
    if not isinstance(raw, str):
        return
    if value is not None and value.constant:
        yield raw
        return
    parts = partition_expressions(raw)
    plain, words = parts[::2], " ".join(parts[1::2])
    own_faces = {path.stem for gate in library.own for path in gate.list("faces/*.yaml")}
    for name in library.face_names():
        fits = name.startswith(plain[0]) and name.endswith(plain[-1]) and all(part in name for part in plain)
        if fits and (any(plain) or name in own_faces or f"'{name}'" in words or f'"{name}"' in words):
            yield name


def _faces_named(product: Product, library: Library) -> Iterator[str]:
    """The faces that a product names in any of its settings."""
    face_names = set(library.face_names())
    for text in _texts_in([product.front, product.back, product.parameters, product.options]):
        if text in face_names:
            yield text
        elif "{{" in text:
            yield from _face_names(None, text, library)


def _texts_in(value: Any) -> Iterator[str]:
    """The texts in a value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(inner)


def usage_of(game: Game, library: Library) -> Usage:
    """What the faces of all products of a game do with its fields."""
    reader = _Reader(library)
    for product in game.products.values():
        record = frozenset({(product.record,)})
        sources_by_name = {"card": record, "cards": record, "tables": frozenset({("tables",)})}
        for name in _faces_named(product, library):
            reader.follow(name, sources_by_name)
        with suppress(ValueProblem):  # The pieces report it.
            reader.note_drawn(_fields_of(parse_value(product.size), sources_by_name))
    return Usage(frozenset(reader.printed), frozenset(reader.drawn))
