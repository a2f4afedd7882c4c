"""Cards: a list of records and the faces of their product come in; a piece with front and back per card comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from printgen.base.geometry import scale
from printgen.base.units import to_mm
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.pieces import Piece
from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.faces.face import Face
from printgen.faces.problems import PartError, TemplateProblem
from printgen.faces.render import Ink
from printgen.faces.tints import Tints
from printgen.products.composition import Composition, Order, named_size
from printgen.reading.records import Record

# A face serves another size of nearly its own shape (poker in inches and in millimetres) by a hair of stretching.
_STRETCH = 0.03


def compose_cards(order: Order) -> Composition:
    """A piece for every record of the order, in its order; cards with mistakes are left out and reported."""
    product = order.product
    findings: list[Finding] = []
    front = _face(order, "front", product.front, findings)
    back = _face(order, "back", product.back, findings) if product.back else None
    if front is None or (product.back and back is None):
        return Composition((), tuple(findings))
    try:
        size = named_size(product.size) if product.size else _own_size(front)
    except ValueError as error:
        findings.append(Finding("error", product.where_of("size"), str(error), code="unknown-size"))
        return Composition((), tuple(findings))
    fitted = _Sized(front, size), _Sized(back, size) if back else None
    for face in (front, back):
        if face is not None and not _serves(face, size):
            findings.append(_wrong_shape(order, face, size))
            return Composition((), tuple(findings))
    return _composed(order, fitted, findings)


class _Sized:
    """A face that fills a size: wraps items drawn for the face's own size."""

    def __init__(self, face: Face, size: tuple[float, float]) -> None:
        own = _own_size(face)
        self.face, self.size = face, size
        self._matrix = None if own == size else scale(size[0] / own[0], size[1] / own[1])

    def drawing(self, items: tuple[Item, ...]) -> Drawing:
        if self._matrix is not None:
            items = (Place(Group(items), self._matrix),)
        return Drawing(*self.size, items)


def _composed(order: Order, faces: tuple[_Sized, _Sized | None], findings: list[Finding]) -> Composition:
    front, back = faces
    shared = _shared_context(order)
    looks = _needs_look(order, front.face)
    glossary = _glossary(order)
    backs: Drawing | None = None
    varied_back = back is not None and _reads_card(back.face)
    pieces: list[Piece] = []
    numbers = {id(record): i for i, record in enumerate(order.product.records, 1)}
    for record in order.records:
        number = numbers[id(record)]
        ink = Ink(Tints({}), record.name, record.where_of)
        card: dict[str, Any] = {
            **record.values,
            "number": number,
            "total": len(order.product.records),
            "seed": sum(map(ord, record.name)) + number,
            "long": glossary(record),
        }
        if looks and not card.get("art"):
            card["look"] = _look(order, record, card, ink)
        context = {**shared, "card": card}
        if card.get("look") is None and looks and not card.get("art"):
            findings.extend(ink.findings)
            continue
        face = front.drawing(order.renderer.render(front.face, context, ink))
        behind = backs
        if back is not None and (backs is None or varied_back):
            behind = backs = back.drawing(order.renderer.render(back.face, context, ink))
        findings.extend(ink.findings)
        if not any(f.severity == "error" for f in ink.findings):
            pieces.append(Piece(record.name, face, behind, record.copies, front.face.bleed))
    return Composition(tuple(pieces), tuple(_told_once(findings)))


def _told_once(findings: list[Finding]) -> list[Finding]:
    """Findings with a template's mistake told for its first card only: the others would say the same again."""
    out: list[Finding] = []
    seen: set[Where] = set()
    for finding in findings:
        if finding.code == "template":
            if finding.where in seen:
                continue
            seen.add(finding.where)
        out.append(finding)
    return list(dict.fromkeys(out))


def _face(order: Order, key: str, name: str, findings: list[Finding]) -> Face | None:
    try:
        if order.look and (styled := f"{name}-{order.look}") in order.library.face_names():
            name = styled
        return order.library.face(name)
    except TemplateProblem as error:
        findings.extend(error.findings)
    except ValueError as error:
        hint = did_you_mean(name, order.library.face_names())
        message = str(error).split(". ")[0] if name else f"a product of cards needs a {key} face"
        findings.append(Finding("error", order.product.where_of(key), message, hint, "unknown-face"))
    return None


def _own_size(face: Face) -> tuple[float, float]:
    if face.size is None:
        raise ValueError(f"face '{face.name}' has no size; give one in it or in the product")
    return named_size(face.size) if isinstance(face.size, str) else face.size


def _serves(face: Face, size: tuple[float, float]) -> bool:
    width, height = _own_size(face)
    return abs(size[0] / width - size[1] / height) <= _STRETCH


def _wrong_shape(order: Order, face: Face, size: tuple[float, float]) -> Finding:
    width, height = (to_mm(v) for v in _own_size(face))
    message = (
        f"face '{face.name}' is drawn for {width:g} x {height:g} mm;"
        f" {to_mm(size[0]):g} x {to_mm(size[1]):g} mm has another shape"
    )
    return Finding(
        "error", order.product.where_of("size"), message, "Choose a face made for this size.", "wrong-shape",
        Exit.DOES_NOT_FIT,
    )  # fmt: skip


def _shared_context(order: Order) -> dict[str, Any]:
    game, product = order.game, order.product
    return {
        "tables": {name: table.rows for name, table in game.tables.items()},
        "game": {"name": game.name, "title": game.title, "version": game.version, "notice": game.notice},
        "product": {"name": product.name, "title": product.title},
        **product.parameters,
    }


def _needs_look(order: Order, face: Face, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a face, or one that it uses, draws a composed picture: looks are cast only for such."""
    for node in face.nodes():
        if node.kind == "image" and "look" in node.props:
            return True
        if node.kind == "use" and "face" in node.props and node.props["face"].constant:
            name = str(node.props["face"].get({}))
            if name not in seen and name in order.library.face_names():
                try:
                    inner = order.library.face(name)
                except TemplateProblem:
                    continue
                if _needs_look(order, inner, seen | {name}):
                    return True
    return False


def _reads_card(face: Face) -> bool:
    values = [v for node in face.nodes() for v in (*node.props.values(), *node.inner.values())]
    values += [node.when for node in face.nodes() if node.when]
    values += [*face.lets.values(), *face.colors.values()]
    return any("card" in value.names for value in values)


def _look(order: Order, record: Record, card: Mapping[str, Any], ink: Ink) -> dict[str, Any] | None:
    from printgen.faces.casting import cast

    try:
        return cast(order.library.casting, card, card.get("look") or {}, card["seed"])
    except PartError as error:
        where = record.where_of("look")
        ink.findings.append(Finding("error", where, f"the picture of {record.name}: {error}", code="art"))
        return None


def _glossary(order: Order) -> Callable[[Record], str]:
    """Long forms of the abbreviations that a card's name or texts use, as one line; from the table `glossary`."""
    table = order.game.tables.get("glossary")
    if table is None or not table.rows:
        return lambda record: ""
    terms = sorted(table.rows, key=len, reverse=True)
    pattern = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, terms)) + r")(?!\w)")
    order_of = {term: i for i, term in enumerate(table.rows)}

    def long(record: Record) -> str:
        texts = " \n".join(v for v in record.values.values() if isinstance(v, str))
        found = sorted(set(pattern.findall(texts)), key=order_of.__getitem__)
        return "; ".join(str(table.rows[term]["long"]) for term in found)

    return long
