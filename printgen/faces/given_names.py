"""The names in a face: those given to every face, those of boxes, and mistakes in its own names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from printgen.base.errors import Finding, Where, did_you_mean
from printgen.faces.face import Face, Node, NodeBoxes
from printgen.faces.shape_words import BESIDE, FLOWS, LISTS
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
    """An error for each parameter of a face whose name the face is given anyway when it is drawn."""
    meanings = {name: GIVEN[name] for name in names_given}
    yield from _clashes(face, "params", meanings, "Remove it. Or choose another name.")


def check_names(face: Face) -> Iterator[Finding]:
    """An error for each name of a face that already has another meaning, and for each default with braces."""
    for name in (name for name, default in face.params.items() if _has_braces(default)):
        message = f"the default of {name} has braces, and defaults are not worked out"
        yield _error(face.place("params", name), message, "Write a plain value, or move it to lets:.")
    # Names that no expression can read, such as column-gap, are for the code that draws with the face.
    for name in (name for name in face.params if name.isidentifier() and problem_of_word(name)):
        yield _error(_key_of(face, "params", name), problem_of_word(name), "Choose a name of letters, digits and _.")
    yield from _clashes(face, "params", _NAMES_OF_ALL)
    yield from _clashes(face, "lets", {**GIVEN, **_COUNTER_NAMES})
    for source in face.sources:
        # A part that is no mapping has an error already.
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
    lists = [node for node in face.nodes() if node.kind in LISTS]
    taken = {node.entry_name(): "the entry of an each" for node in lists} | known | _LOOP_NAMES
    taken |= {"cards": "the records of the product", "values": "the values of the game"}
    taken |= dict.fromkeys((name for node in lists for name in node.inner), "one of the lets of an each")
    for node in (node for node in face.nodes() if (name := name_of(node)) in taken):
        yield _error(node.place("as"), f"as cannot take the name {name_of(node)}, which means {taken[name_of(node)]}")


def _check_lists(nodes: Iterable[Node], names: Mapping[str, str], entries: frozenset[str]) -> Iterator[Finding]:
    """The same errors for names of lists; `names` are those around them, `entries` those of lists alone."""
    for node in nodes:
        if node.kind not in LISTS:
            yield from _check_lists(node.children, names, entries)
            continue
        entry = node.entry_name()
        if entry in _LOOP_NAMES:
            yield _error(node.place("as"), f"as cannot take the name {entry}, which means {_LOOP_NAMES[entry]}")
        lets, counted = (node.inner, node.counter_names(True)) if node.kind == "each" else ({}, frozenset())
        meanings = {**names, **dict.fromkeys(counted, "what the each counts"), **_LOOP_NAMES, entry: "its entry"}
        for name in lets.keys() & meanings.keys():
            place = node.place(f"lets {name}")
            yield _error(place, f"lets cannot take the name {name}, which means {meanings[name]}")
        read = frozenset[str]().union(*(child.names_read(True) for child in node.children))
        for name in entries & counted & read:
            message = f"columns counts {name}, which hides the entry {name} of the each around this one"
            yield _error(node.place("columns"), message, "Choose another name under as: there.")
        inner = {**names, entry: "an entry of the each around it", **dict.fromkeys(lets, "one of lets around it")}
        yield from _check_lists(node.children, inner, entries | {entry})


def _clashes(face: Face, part: str, meanings: Mapping[str, str], hint: str = _OTHER_NAME) -> Iterator[Finding]:
    """An error for each name in a part of a face that has a meaning already."""
    for name in (name for name in (face.params if part == "params" else face.lets) if name in meanings):
        message = f"{part} cannot take the name {name}, which means {meanings[name]}"
        yield _error(_key_of(face, part, name), message, hint)


def _has_braces(default: Any) -> bool:
    """Whether any text in a value, at any depth, has the braces of an expression."""
    if isinstance(default, Mapping | list | tuple):
        return any(map(_has_braces, default.values() if isinstance(default, Mapping) else default))
    return isinstance(default, str) and any(mark in default for mark in _BRACES)


def _key_of(face: Face, part: str, name: str) -> Where:
    part_map: Any = next((source[part] for source in face.sources if name in (source.get(part) or ())), None)
    return part_map.key_where(name) if isinstance(part_map, LocatedMap) else face.where


def _error(where: Where, message: str, hint: str = _OTHER_NAME) -> Finding:
    return Finding("error", where, message, hint, "name-taken")


_TURNS = ("rotate", "scale", "ring.turn")
"""What gives the shapes in a group, or in an each, a frame of their own."""
_ITSELF = "'{}' is the box itself, which is not placed yet", "Name another box, or write x: and y:."
_LATER = "'{}' comes later, and boxes are placed in their order", "Move it before this one."
_TOGETHER = "'{}' is in the same stack or row, which places its boxes together", "Move this one out, and behind it."
_TURNED_APART = "'{}' is parted from this by rotate, scale or turn, which make a frame of its own"
_TURNED = _TURNED_APART, "Name a box in the same group, or write x: and y:."
_REPEATED = "'{}' is inside of a list, which may draw it more than once", "Read it in there, or name a box around it."


def link_boxes(face: Face) -> tuple[Face, list[Finding]]:
    """A face whose shapes know which boxes they name and read, and findings about these names."""
    nodes = {name: node for node in face.nodes() if (name := name_of(node))}
    if not nodes and not any(key in node.props for node in face.nodes() for key in BESIDE):
        return face, []
    linker = _Linker(nodes)
    items, _ = linker.link(face.items, set())
    for part, values in (("lets", face.lets), ("colors", face.colors)):
        for name, value in values.items():
            for read in sorted(value.names & nodes.keys()):
                message = f"{part} are worked out before '{read}' is placed"
                linker.report(face.place(part, name), message, "Write the expression where it is used.")
    return replace(face, items=items), linker.findings


def name_of(node: Node) -> str:
    """The name that a shape gives its box, "" for none; that of an each is the name of its entry."""
    value = node.props.get("as") if node.kind not in LISTS else None
    return str(value.get({})) if value is not None and value.constant else ""


class _Linker:
    """Walks the shapes of a face in the order in which they are placed."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.nodes = nodes
        self.findings: list[Finding] = []
        self._taken: set[str] = set()
        self._out_of_reach: dict[str, tuple[str, str]] = {}

    def report(self, where: Where, message: str, hint: str) -> None:
        self.findings.append(Finding("error", where, message, hint, "template"))

    def link(
        self, nodes: Sequence[Node], readable: set[str], together: bool = False
    ) -> tuple[tuple[Node, ...], tuple[str, ...]]:
        """Nodes with the boxes that they name and read, and the names that later shapes may read.

        `readable` are the names that may be read already; those of the nodes are added unless all are placed
        `together`.
        """
        linked: list[Node] = []
        placed: list[str] = []
        for node in nodes:
            name, before = name_of(node), readable.copy()
            self._check_name(node, name)
            own_reads = self._check_reads(node, name, readable)
            children, inner = self._link_children(node, readable, together)
            reads = own_reads.union(*(child.boxes.reads for child in children if child.boxes)) & before
            names = (*inner, *([name] if name else []))
            boxes = NodeBoxes(name, names, frozenset(reads)) if names or reads else None
            variants = node.variants and {
                style: replace(variant, children=children, boxes=boxes) for style, variant in node.variants.items()
            }
            linked.append(replace(node, children=children, boxes=boxes, variants=variants))
            placed += names
            if together:
                self._out_of_reach |= dict.fromkeys(names, _TOGETHER)
            else:
                readable |= {*names}
        return tuple(linked), tuple(placed)

    def _link_children(
        self, node: Node, readable: set[str], together: bool
    ) -> tuple[tuple[Node, ...], tuple[str, ...]]:
        """The shapes in a shape, and the names of their boxes that later shapes may read."""
        styled = (node, *(node.variants or {}).values())
        if any({*_TURNS} & one.props.keys() for one in styled if one.kind in ("group", *LISTS)):
            outside, self._out_of_reach = self._out_of_reach, {**self._out_of_reach, **dict.fromkeys(readable, _TURNED)}
            children, inner = self.link(node.children, set())
            self._out_of_reach = {**outside, **dict.fromkeys(inner, _TURNED)}
            return children, ()
        if node.kind in LISTS:
            children, inner = self.link(node.children, {*readable}, together)
            self._out_of_reach |= dict.fromkeys(inner, _REPEATED)
            return children, ()
        return self.link(node.children, {*readable}, node.kind in FLOWS)

    def _check_name(self, node: Node, name: str) -> None:
        """Report a name that no expression could read, or that another box has."""
        if node.kind in LISTS or "as" not in node.props:
            return
        problem = problem_of_word(name) if name else "as gives a box one name on all cards"
        if problem:
            self.report(node.place("as"), problem, "Choose a name of letters, digits and _.")
        elif name in self._taken:
            self.report(node.place("as"), f"there is a box '{name}' already", "Choose another name.")
        self._taken.add(name)

    def _check_reads(self, node: Node, own_name: str, readable: set[str]) -> set[str]:
        """The boxes that a shape itself reads; boxes out of its reach are reported."""
        read: dict[str, str] = {}
        for key, value in node.settings():
            if key in BESIDE and node.flow:
                continue  # The missing value is reported already.
            if key not in BESIDE:
                read |= dict.fromkeys(value.names & self.nodes.keys(), key)
            elif not value.constant:
                self.report(node.place(key), f"{key} is the name of a box, without {{{{ }}}}", "Write the name.")
            else:
                read[str(value.get({}))] = key
        for name, key in read.items():
            if name in readable:
                continue
            message, hint = _ITSELF if name == own_name else self._out_of_reach.get(name, _LATER)
            if name not in self.nodes:
                message = "there is no box '{}' in this face"
                hint = did_you_mean(name, self.nodes) or f"Write as: {name} at the one that is meant."
            self.report(node.place(key), message.format(name), hint)
        return {*read}
