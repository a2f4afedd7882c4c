"""Names that mean something in every face, and an error for each name of a face that takes one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from printgen.base.errors import Finding, Where
from printgen.faces import shape_words as words
from printgen.faces.box_names import name_of
from printgen.faces.face import Face, Node
from printgen.reading.expressions import problem_of_word
from printgen.reading.positions import LocatedMap

GIVEN: Mapping[str, str] = {
    "card": "the record", "auto": "what is counted", "tables": "the tables of the game", "game": "the game",
    "product": "the product", "w": "the width of the face", "h": "the height of the face",
}  # fmt: skip
"""What faces of records are told, beside the parameters of their product."""
OF_CARD = frozenset({"card", "auto"})
HIDEABLE = frozenset({"cards", "values"})
"""What faces know, too, where nothing else is called so."""
FACTS = HIDEABLE.union(GIVEN) - {"w", "h"}
"""What a face that is used knows as the face does that uses it."""
_COUNTER_NAMES = {"index": "which entry an each is at", "outer": "the each around another one"}
_LOOP_NAMES = {**GIVEN, **_COUNTER_NAMES, "count": "how many entries an each has"}
_NAMES_OF_ALL = {"tables": GIVEN["tables"], **_COUNTER_NAMES}
"""Names that every face has, and so no parameter may take."""
_BRACES = ("{{", "{%", "{#")
_OTHER_NAME = "Choose another name."


def check_params_given(face: Face, names_given: Collection[str]) -> Iterator[Finding]:
    """An error for each parameter of a face that has a name which the face is given anyway where it is drawn."""
    meanings = {name: GIVEN[name] for name in names_given}
    yield from _clashes(face, "params", meanings, "Remove it. Or choose another name.")


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
    known = {
        **dict.fromkeys(face.params, "what params is handed"),
        **dict.fromkeys(face.lets, "one of the face's lets"),
    }
    yield from _check_lists(face.items, known, frozenset())
    lists = [node for node in face.nodes() if node.kind in words.LISTS]
    taken = {node.entry_name(): "the entry of an each" for node in lists} | known | _LOOP_NAMES
    taken |= {"cards": "the records of the product", "values": "the values of the game"}
    taken |= dict.fromkeys((name for node in lists for name in node.inner), "one of the lets of an each")
    for node in (node for node in face.nodes() if (name := name_of(node)) in taken):
        yield _error(node.place("as"), f"as cannot take the name {name_of(node)}, which means {taken[name_of(node)]}")


def _check_lists(nodes: Iterable[Node], known: Mapping[str, str], entries: frozenset[str]) -> Iterator[Finding]:
    """The same of the names of lists; `known` are those around them, with meanings, `entries` those of lists alone."""
    for node in nodes:
        if node.kind not in words.LISTS:
            yield from _check_lists(node.children, known, entries)
            continue
        entry = node.entry_name()
        if entry in _LOOP_NAMES:
            yield _error(node.place("as"), f"as cannot take the name {entry}, which means {_LOOP_NAMES[entry]}")
        lets, counted = (node.inner, node.counter_names(True)) if node.kind == "each" else ({}, frozenset())
        meanings = {**known, **dict.fromkeys(counted, "what the each counts"), **_LOOP_NAMES, entry: "its entry"}
        for name in lets.keys() & meanings.keys():
            place = node.place(f"lets {name}")
            yield _error(place, f"lets cannot take the name {name}, which means {meanings[name]}")
        read = frozenset[str]().union(*(child.names_read(True) for child in node.children))
        for name in entries & counted & read:
            message = f"columns counts {name}, which hides the entry {name} of the each around this one"
            yield _error(node.place("columns"), message, "Choose another name under as: there.")
        inner = {**known, entry: "an entry of the each around it", **dict.fromkeys(lets, "one of lets around it")}
        yield from _check_lists(node.children, inner, entries | {entry})


def _clashes(face: Face, part: str, meanings: Mapping[str, str], hint: str = _OTHER_NAME) -> Iterator[Finding]:
    """An error for each name of a part of a face that has a meaning already."""
    for name in (name for name in (face.params if part == "params" else face.lets) if name in meanings):
        message = f"{part} cannot take the name {name}, which means {meanings[name]}"
        yield _error(_key_of(face, part, name), message, hint)


def _has_braces(default: Any) -> bool:
    """Whether a text in a value, however deep, has the braces of an expression."""
    if isinstance(default, Mapping | list | tuple):
        return any(map(_has_braces, default.values() if isinstance(default, Mapping) else default))
    return isinstance(default, str) and any(mark in default for mark in _BRACES)


def _key_of(face: Face, part: str, name: str) -> Where:
    """The place of a name itself."""
    part_map: Any = next((source[part] for source in face.sources if name in (source.get(part) or ())), None)
    return part_map.key_where(name) if isinstance(part_map, LocatedMap) else face.where


def _error(where: Where, message: str, hint: str = _OTHER_NAME) -> Finding:
    return Finding("error", where, message, hint, "name-taken")
