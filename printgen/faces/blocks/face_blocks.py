"""Blocks in a box of a face: read from the value of a record, and set in the letters of the face."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, ValueProblem, Where, blame, split_advice, unknown_word
from printgen.base.units import Box, Matrix, mm, scale, with_article
from printgen.drawing.extent import walk
from printgen.drawing.fonts import bold_of
from printgen.drawing.model import Group, Item, Place, Text
from printgen.drawing.tints import NONE, Tints
from printgen.faces.blocks.fitting import chunks_of
from printgen.faces.blocks.typeset import COLORS, LETTERS, TAKEN, Style, Typesetter, letters_of
from printgen.faces.face import Face, Node
from printgen.faces.inspection import judge_contrast, judge_size
from printgen.faces.library import Library
from printgen.faces.session import Session
from printgen.game import documents as doc
from printgen.layout.columns import Chunk, FlowColumn, draw_chunks, height_of, stack_chunks, take_chunks
from printgen.reading.part import Many, Part, Phrase, adapter
from printgen.reading.positions import LocatedList, LocatedMap, empty_map
from printgen.reading.texts import constant, display_text, number_of
from printgen.reading.validation import validate

Context = Mapping[str, Any]
Draw = Callable[[tuple[Node, ...], Any, Session, Matrix], tuple[Item, ...]]
"""Draws nodes of a face that lie in something which a matrix moves."""

_SIZE, _FLOOR = 9.0, 6.0  # The size of letters that say none, and the smallest, in points.
_BOLD = frozenset(("section", "title", "heading", "number", "value", "strong", "label"))
_RATIO = {"section": 1.25, "title": 1.15, "heading": 1.15, "number": 2.0, "label": 0.92, "note": 0.92}
"""How large some letters are, as parts of the size of paragraphs."""
_PER_SIZE = 5.0  # The size of letters has so many units of the furniture.
_GAP = 0.5  # The gap between blocks, as a part of the size of letters.
_ONLY_IN_DOCUMENTS: Mapping[type, str] = {
    doc.NamedTable: "dice-table", doc.NamedOdds: "odds", doc.ErrataNote: "errata", doc.Strip: "strip",
    doc.Break: "break",
}  # fmt: skip


class _Blocks(Part):
    """The blocks that a record lists."""

    short = "blocks"
    blocks: Many[doc.Block] = Field(description="the blocks, in order")


class SetBlocks(NamedTuple):
    """Blocks as they are set in a width, what is wrong with them, and the colour of their letters."""

    chunks: tuple[Chunk, ...]
    findings: tuple[Finding, ...]
    ink: str

    @property
    def height(self) -> float:
        """How high they are together, in points."""
        return height_of(self.chunks)

    def take(self, node: Node, session: Session, room: float, way: str) -> SetBlocks:
        """Those that stand on the part of the card that is drawn; what has no room is left to the next one."""
        part, box = session.part, (node, str(session.counted), len(self.chunks))
        if part is None:
            return self
        rest = list(self.chunks[part.begun.get(box, len(self.chunks) if part.begun else 0) :])
        taken = take_chunks(rest, room)
        if rest and taken:
            part.stop_at(box, len(self.chunks) - len(rest), way)
        return self._replace(chunks=tuple(taken or rest[:1]))

    def draw(self, node: Node, session: Session, place: Box, where: Where) -> tuple[Item, ...]:
        """Their items from the top of a place down; `where` is what they come from."""
        session.add(*self.findings)
        column = FlowColumn(place.x, place.w)
        items = draw_chunks(stack_chunks(column, self.chunks, place.y, self.height))
        texts = [(item, at) for item, at in walk(items, session.at) if isinstance(item, Text)]
        if texts:
            smallest = min((text for text, _ in texts), key=lambda text: text.size)
            judge_size(node, smallest.size, smallest.text, session)
            session.judge(where, node, items, session.at)
        for text, at in texts:
            # What is in another colour lies on a ground of its own, as heads of tables do.
            if text.color == self.ink:
                judge_contrast(node, (text,), NONE, session, at)
        return items


class _Prepared(NamedTuple):
    """Blocks that are read, and what sets them."""

    blocks: tuple[doc.Block, ...]
    findings: tuple[Finding, ...]
    setter: Typesetter


def set_blocks(node: Node, context: Context, session: Session, library: Library, width: float, draw: Draw) -> SetBlocks:
    """The blocks of a node on a card, in a width in points. ValueProblem for what is wrong with its settings."""
    value = node.props["from"].of("from", context) if "from" in node.props else None
    key = node, value.start if isinstance(value, LocatedList) else str(value), session.sizes, session.tints
    prepared = session.state.setters.get(key)
    if prepared is None:
        blocks, wrong = _read(node, value, session)
        picture = partial(_picture, draw, session, library)
        setter = Typesetter(_style_of(node, context, session, library), library, picture=picture)
        prepared = session.state.setters[key] = _Prepared(blocks, wrong, setter)
    setter = replace(prepared.setter, scale=session.letters, findings=[], stuck=[])
    chunks = chunks_of(prepared.blocks, width, setter)
    findings = (*prepared.findings, *setter.findings, *setter.stuck)
    return SetBlocks(tuple(chunks), findings, setter.style.color("ink"))


def _read(node: Node, value: Any, session: Session) -> tuple[tuple[doc.Block, ...], tuple[Finding, ...]]:
    """The blocks that a value says: a text, or a list of blocks as documents have them."""
    source, field = node.props.get("from"), node.props["from"].field if "from" in node.props else None
    spot = session.spot(field) if field else node.place("from")
    if isinstance(value, LocatedList):
        read, wrong = validate(adapter(_Blocks), value, spot, field or "from")
        blocks = read.blocks if read else ()
        strangers = _strangers(blocks)
        return (() if strangers else blocks), (*wrong, *strangers)
    if source is None or (value is not None and not isinstance(value, str | int | float)):
        kind = "a map" if isinstance(value, Mapping) else "a list of something else"
        message = f"blocks takes a text or a list of blocks, not {kind}" if source else "blocks needs from"
        raise ValueProblem(f"{message}; write from: and a field of the record", "from")
    lines = display_text(value).splitlines()
    places = session.line_spots(field, lines) if field and session.line_spots else [spot] * len(lines)
    return doc.blocks_of([Phrase(line, place) for line, place in zip(lines, places, strict=True)])


def _strangers(blocks: Sequence[doc.Block]) -> list[Finding]:
    """An error for each block that needs a document around it."""
    hint = "Show it in a document, such as a reference sheet."
    return [
        Finding("error", block.where, f"a face cannot show {with_article(word)} block", hint, "bad-block")
        for block in doc.walk_blocks(blocks)
        if (word := _ONLY_IN_DOCUMENTS.get(type(block)))
    ]


def _picture(
    draw: Draw, session: Session, library: Library, block: doc.PictureBlock, width: float
) -> tuple[float, tuple[Item, ...], Sequence[Finding]]:
    """A face of the library in a width, in points, as a block: its height, its items, and what is wrong with it."""
    name, values = block.face, block.given or {}
    try:
        face = library.face(name.text, session.look)
    except ValueError as error:
        return 0.0, (), [Finding("error", name.where, *split_advice(str(error)), "unknown-face")]
    if face.size is None or block.of:
        what = "shows a piece of the game" if block.of else f"is face '{name.text}', which has no size"
        message = f"this picture {what}; a face cannot show it"
        return 0.0, (), [Finding("error", name.where, message, "Choose another face.", "unknown-face")]
    if strangers := [key for key in values if key not in face.params]:
        message = f"face '{face.name}' takes no '{strangers[0]}'"
        return 0.0, (), [unknown_word(block.where, "bad-input", message, strangers[0], face.params)]
    source = LocatedMap(use=empty_map())
    inner = {key: constant(value) for key, value in values.items()}
    node, k = Node("use", {"face": constant(name.text)}, block.where, source, inner=inner), width / face.size[0]
    return face.size[1] * k, (Place(Group(draw((node,), {}, session, scale(k))), scale(k)),), ()


def _style_of(node: Node, context: Context, session: Session, library: Library) -> Style:
    """The letters and colours of blocks: those of the node, and of what the face says of headings and the like."""
    size, floor = session.sizes or (_SIZE, _FLOOR)
    own, language = _letters_in(node, "", context), library.style.language
    base = {"size": size, "floor": min(floor, _FLOOR if "size" in own else floor), **own}
    tints = _tints_of(str(base.get("color", "ink")), session.tints)
    base.pop("color", None)
    font = letters_of(base, tints, language).said.font
    size, floor = number_of(base["size"], "size"), number_of(base["floor"], "floor")
    letters = {}
    for kind in LETTERS:
        ratio = _RATIO.get(kind, 1.0)
        given = {**base, "size": size * ratio, "floor": floor * ratio}
        if kind in _BOLD:
            given["font"] = bold_of(font)
        given |= _letters_in(node, f"{kind}.", context)
        letters[kind] = letters_of(given, tints, language)
    body = letters["body"].size
    gap = node.props["gap"].of("gap", context) if "gap" in node.props else _GAP * body
    face = Face(node.kind, node.where)
    return Style(face, letters, tints, (0.0, 0.0, 0.0, 0.0), gap, mm(2), body / _PER_SIZE)


def _letters_in(node: Node, prefix: str, context: Context) -> dict[str, Any]:
    """What a node says of letters, or a style of its face whose settings have a prefix."""
    named = {key: node.props[f"{prefix}{key}"] for key in TAKEN if f"{prefix}{key}" in node.props}
    return {key: value.of(key, context) for key, value in named.items()}


def _tints_of(color: str, tints: Tints) -> Tints:
    """The colours of the face, and those of blocks that it lacks: their ink is that of letters, grounds let through."""
    with blame("color"):
        ink = tints.resolve(color)
    pale, line = f"{ink[:7]}14", f"{ink[:7]}66"
    names = {**dict.fromkeys(COLORS, ink), "white": "#FFFFFF", "paper": pale, "rule": line, "alert": "#A3271D"}
    names |= dict.fromkeys(("tint-1", "tint-2", "tint-3", "tint-4"), pale)
    names |= {name: tints.names[name] for name in COLORS if name in tints.roles}
    return tints.with_names({**names, "ink": ink})
