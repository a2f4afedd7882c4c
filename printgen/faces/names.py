"""The names that a face reads and gives, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from printgen.base.errors import Finding, Where
from printgen.faces.face import Face, Node
from printgen.faces.shape_words import LISTS
from printgen.reading.expressions import problem_of_word
from printgen.reading.positions import LocatedMap
from printgen.reading.texts import Value

Styles = Mapping[str, Mapping[str, Value]]

GIVEN: Mapping[str, str] = {
    "card": "the record", "auto": "what is counted", "tables": "the tables of the game", "game": "the game",
    "product": "the product", "w": "the width of the face", "h": "the height of the face",
}  # fmt: skip
"""What faces of records are told, beside the parameters of their product."""
_COUNTER_NAMES = {"index": "which entry an each is at", "outer": "the each around another one"}
_LOOP_NAMES = {**GIVEN, **_COUNTER_NAMES, "count": "how many entries an each has"}
_NAMES_OF_ALL = {"tables": GIVEN["tables"], **_COUNTER_NAMES}
"""Names that every face has, and so no parameter may take."""
_JOINTS = "joints"
"""`first` (the face word) also depends on where the pages of a piece are joined."""
_BRACES = ("{{", "{%", "{#")
_OTHER_NAME = "Choose another name."


def check_params_given(face: Face, given: Collection[str]) -> Iterator[Finding]:
    """An error for each parameter of a face that has a name which the face is given anyway where it is drawn."""
    yield from _clashes(face, "params", {name: GIVEN[name] for name in given}, "Remove it. Or choose another name.")


def check_names(face: Face) -> Iterator[Finding]:
    """An error for each name of a face that means something else already, and for each default with braces."""
    for name in (name for name, default in face.params.items() if _has_braces(default)):
        message = f"the default of {name} has braces, and defaults are not worked out"
        yield _error(face.place("params", name), message, "Write a plain value, or move it to lets:.")
    # Others than words of expressions are for the code that draws with the face, such as column-gap.
    for name in (name for name in face.params if name.isidentifier() and problem_of_word(name)):
        yield _error(_key_of(face, "params", name), problem_of_word(name), "Choose a name of letters, digits and _.")
    yield from _clashes(face, "params", _NAMES_OF_ALL)
    yield from _clashes(face, "lets", {**GIVEN, **_COUNTER_NAMES})
    for source in face.sources:
        # What is no mapping has an error already.
        lets, params = ({**part} if isinstance(part := source.get(key), Mapping) else {} for key in ("lets", "params"))
        both = [name for name in lets if name in params]
        for name in (name for name in both if name not in face.lets[name].names):
            message = f"lets cannot take the name {name}, which means what params is handed"
            yield _error(source["lets"].key_where(name), message)
    for node in (node for node in face.nodes() if node.kind in LISTS and entry_of(node) in _LOOP_NAMES):
        name = entry_of(node)
        yield _error(node.place("as"), f"as cannot take the name {name}, which means {_LOOP_NAMES[name]}")


def _clashes(face: Face, part: str, meanings: Mapping[str, str], hint: str = _OTHER_NAME) -> Iterator[Finding]:
    """An error for each name of a part of a face that has a meaning already."""
    for name in (name for name in (face.params if part == "params" else face.lets) if name in meanings):
        message = f"{part} cannot take the name {name}, which means {meanings[name]}"
        yield _error(_key_of(face, part, name), message, hint)


def _has_braces(default: Any) -> bool:
    if isinstance(default, Mapping):
        return any(map(_has_braces, default.values()))
    if isinstance(default, list | tuple):
        return any(map(_has_braces, default))
    return isinstance(default, str) and any(mark in default for mark in _BRACES)


def _key_of(face: Face, part: str, name: str) -> Where:
    """The place of a name itself."""
    part_map: Any = next((source[part] for source in face.sources if name in (source.get(part) or ())), None)
    return part_map.key_where(name) if isinstance(part_map, LocatedMap) else face.where


def _error(where: Where, message: str, hint: str = _OTHER_NAME) -> Finding:
    return Finding("error", where, message, hint, "name-taken")


def names_read(node: Node, styles: Styles, in_each: bool = False) -> frozenset[str]:
    """The names that a node of a face with styles reads from what is around it; `in_each` where it is in an each."""
    values = list(node.values())
    if "style" in node.props:
        name = node.props["style"]
        named = [styles.get(str(name.get({})), {})] if name.constant else styles.values()
        values += [value for style in named for value in style.values()]
    names = frozenset[str]().union(*(value.names for value in values))
    if node.kind == "first":
        names |= {_JOINTS}
    inside = in_each or node.kind == "each"
    inner = frozenset[str]().union(*(names_read(child, styles, inside) for child in node.children))
    return names | (inner - {entry_of(node), *counters_of(node, in_each)} if node.kind in LISTS else inner)


def entry_of(each: Node) -> str:
    """The name that an each gives its entry; "" where that depends on anything."""
    name = each.props.get("as")
    return "item" if name is None else str(name.get({})) if name.constant else ""


def counters_of(each: Node, in_each: bool) -> frozenset[str]:
    """The names of what an each counts, within another one where `in_each`; none of a first."""
    if each.kind == "first":
        return frozenset()
    names = {"index", "count", *(("row", "column") if "columns" in each.props else ())}
    return frozenset({*names, "outer"} if in_each else names)
