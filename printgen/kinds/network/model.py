"""What a network is: a product's list of nodes and its options come in; nodes in their places and lanes go out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import Finding, unknown
from printgen.base.letters import an
from printgen.base.units import mm, to_mm
from printgen.game.boards import FixedPlan
from printgen.game.records import Loading, Record
from printgen.kinds.courses import Point
from printgen.kinds.lists_of import Listed, board_size, entries_of
from printgen.reading.fields import Many, length_within
from printgen.reading.part import Length, Options, Part, Size
from printgen.reading.scalars import shortened

MOST_NODES, MOST_LANES = 400, 2000

_COLUMNS = {
    "from": "text", "to": "text", "length": "integer", "color": "text", "bend": "number", "title": "text",
}  # fmt: skip
# How many millimetres a board without a size goes on beyond its last nodes.
_MARGIN = 20
_Tint = Annotated[str, Field(min_length=1, max_length=60)]
_Far = Annotated[float, Field(ge=-5000, le=5000)]
_Point = Annotated[Many[_Far], Field(min_length=2, max_length=2)]
_Name = Annotated[str, Field(min_length=1, max_length=200)]


class Lane(Part):
    """A lane from one node to another."""

    start: _Name = Field(alias="from", description="the name of the node where it starts")
    to: _Name = Field(description="the name of the node where it ends")
    length: Annotated[int, Field(ge=0, le=60)] = Field(0, description="how many spaces lie along it; 0 is a plain line")
    color: _Tint = Field("#8A8F94", description="its colour")
    bend: Annotated[float, Field(ge=-500, le=500)] | None = Field(
        None,
        description="how many millimetres its middle lies to the left of the straight way; "
        "as few as keep it off other nodes when left out",
    )
    through: Annotated[Many[_Point], Field(max_length=50)] = Field(
        (), description="points that it goes through on its way, each an x and a y in millimetres"
    )
    title: str = Field("", max_length=200, description="words that the face of its spaces is told")


class NetworkOptions(Options):
    """What a network takes: its lanes, and how nodes, lanes and names are drawn. Records have an x and a y."""

    lanes: Listed = Field((), description="the lanes: a list of mappings with from, to and length, or a file of it")
    node: str = Field(
        "network-node", max_length=200, description="the face of a node, or an expression such as town-{{ card.size }}"
    )
    lane: str = Field("network-slot", max_length=200, description="the face of a space of a lane, or an expression")
    node_size: Annotated[Length, length_within(2, 200)] = Field(
        default_factory=lambda: mm(9), alias="node-size", description="how large the face of a node is"
    )
    slot: Annotated[Size, length_within(1, 200)] = Field(
        (mm(18), mm(6)), description="how long and how wide a space of a lane is; shorter where it must"
    )
    line: Annotated[Length, length_within(0.1, 50)] = Field(
        default_factory=lambda: mm(2), description="how wide lanes without spaces are"
    )
    label: Annotated[Length, length_within(1, 100)] = Field(
        default_factory=lambda: 9.0, description="how high the names of nodes are, such as 9pt"
    )
    label_color: _Tint = Field("ink", alias="label-color", description="the colour of the names")
    label_ground: _Tint = Field("white", alias="label-ground", description="what lies behind names, or none")
    titled: bool = Field(
        False, description="whether it gets a title, a legend of its lanes and bleed where one sheet has room for them"
    )
    labels: bool = Field(True, description="whether names stand beside nodes, clear of the rest as far as they can")


@dataclass(frozen=True)
class Node:
    """A node in its place, in points."""

    record: Record
    x: float
    y: float

    @property
    def at(self) -> Point:
        """Where it lies."""
        return self.x, self.y


@dataclass(frozen=True)
class Network:
    """A network: its nodes by name, and its lanes."""

    nodes: Mapping[str, Node]
    lanes: tuple[Lane, ...]


@dataclass(frozen=True, kw_only=True)
class NetworkPlan(FixedPlan[Network]):
    """What a product prints: the one network that its lists say."""

    options: NetworkOptions
    size: tuple[float, float]

    def data(self, board: Network) -> dict[str, Any]:
        nodes = [
            {"name": name, "x": round(to_mm(node.x), 2), "y": round(to_mm(node.y), 2)}
            for name, node in board.nodes.items()
        ]
        lanes = [
            {"from": lane.start, "to": lane.to, "length": lane.length, "color": lane.color, "title": lane.title}
            for lane in board.lanes
        ]
        return {"seed": None, "nodes": nodes, "lanes": lanes}


def load_network(loading: Loading) -> NetworkPlan | None:
    """What a product prints; None, with findings, where anything is wrong."""
    product, files = loading.product, loading.files
    options: NetworkOptions | None = loading.options_of(NetworkOptions)
    size = board_size(loading) if product.size else (0.0, 0.0)
    lanes = entries_of(files, options, "lanes", Lane, _COLUMNS, MOST_LANES) if options else None
    if options is None or size is None or lanes is None or not product.complete:
        return None
    faults = [*_unlisted(loading)]
    nodes: dict[str, Node] = {}
    if not faults:
        nodes = {record.name: _placed(loading, record) for record in product.records}
        size = size if product.size else _around(nodes)
        faults = [*_misplaced(nodes, size), *_wrong_lanes(nodes, lanes)]
    files.add(faults)
    if faults:
        return None
    network = Network(nodes, lanes)
    return NetworkPlan(options=options, size=size, board=network)


def _around(nodes: Mapping[str, Node]) -> tuple[float, float]:
    """The size of a board that says none: as far as its nodes go, and a margin."""
    right = max((node.x for node in nodes.values()), default=0.0)
    return right + mm(_MARGIN), max((node.y for node in nodes.values()), default=0.0) + mm(_MARGIN)


def _unlisted(loading: Loading) -> Iterator[Finding]:
    """What is wrong with the list of nodes."""
    product, declared = loading.product, loading.game.source.get("records", {})
    if not product.gives("list"):
        message = "a network has a list of its nodes"
        yield Finding("error", product.where, message, "Add list: and record:.", "missing-key")
        return
    shape = declared.get(product.record, {})
    for field in ("x", "y"):
        if field not in shape:
            message = f"the records of a network need the field {field}"
            where = product.where_of("record")
            yield Finding("error", where, message, f"Add {field}: number to {product.record}.", "missing-key")
    if len(product.records) > MOST_NODES:
        message = f"the list has {len(product.records):,} nodes; a network has {MOST_NODES} at most"
        yield Finding("error", product.where_of("list"), message, "Shorten it.", "bad-length")


def _placed(loading: Loading, record: Record) -> Node:
    """A node where its record says, in millimetres, or with a unit where the field is a length."""
    shape = loading.game.source["records"][loading.product.record]
    places = []
    for field in ("x", "y"):
        kind = shape[field].get("kind") if isinstance(shape[field], dict) else shape[field]
        value = record.values.get(field)
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
        places.append(number if kind == "length" else mm(number))
    return Node(record, *places)


def _misplaced(nodes: Mapping[str, Node], size: tuple[float, float]) -> Iterator[Finding]:
    """Nodes that lie off the board, or on each other."""
    taken: dict[tuple[int, int], str] = {}
    for name, node in nodes.items():
        for field, value, most in (("x", node.x, size[0]), ("y", node.y, size[1])):
            if not 0 <= value <= most:
                where = node.record.where_of(field)
                told = f"{field} is {to_mm(value):g}" if value == value else f"{field} is no number"
                message = f"{shortened(name)} lies off the board: {told}, and the board goes to {to_mm(most):g} mm"
                yield Finding("error", where, message, f"Write {an(field)} of the board.", "off-board")
        spot = (round(to_mm(node.x)), round(to_mm(node.y))) if node.x == node.x and node.y == node.y else (0, 0)
        if spot in taken:
            message = f"{shortened(name)} lies where {shortened(taken[spot])} lies"
            yield Finding("error", node.record.where_of("x"), message, "Move one of them.", "same-place")
        taken[spot] = name


def _wrong_lanes(nodes: Mapping[str, Node], lanes: tuple[Lane, ...]) -> Iterator[Finding]:
    for lane in lanes:
        for key, name in (("from", lane.start), ("to", lane.to)):
            if name not in nodes:
                yield unknown(lane.where_of(key), "unknown-node", f'there is no node "{shortened(name)}"', name, nodes)
        if lane.start == lane.to:
            message = f"the lane leads from {shortened(lane.start)} to itself"
            yield Finding("error", lane.where_of("to"), message, "Write another node.", "unknown-node")
