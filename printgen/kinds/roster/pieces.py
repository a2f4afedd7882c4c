"""Rosters: a file of armies comes in; a page for every army, and blank ones to fill in, go out.

The product's `front` is the page's face, "roster" without one, which is told of the army as `roster`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.units import to_mm
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, Where, did_you_mean
from printgen.faces.face import Face
from printgen.faces.render import Ink
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import own_size
from printgen.kinds.roster.reading import SIDES, Army, ArmyList, Quality, Squad
from printgen.kinds.roster.rules import needed, points_of

_FACE = "roster"
# Millimetres: how high the rows of squads may be, and what lies between them. The foot of the page, with what to
# remember, is left out where it would make rows too low.
_LOWEST, _HIGHEST, _GAP = 19.0, 32.0, 2.0
_FOOT = 50.0
_MOST_SQUADS, _BLANK_SQUADS = 10, 6


def compose_roster(order: Order) -> Composition:
    """A page for every army of the file, more for one of many squads, then the blank ones; findings at their lines."""
    read = order.loaded(ArmyList)
    findings: list[Finding] = []
    face = _face(order, findings)
    sheet = _sheet(order, read, face, findings) if face else None
    if face is None or sheet is None:
        return Composition((), tuple(findings))
    pages = [page for army in read.armies for page in _pages(army, read, sheet)]
    if read.options.blanks:
        pages.append(_blank(read, sheet))
    pieces: list[Piece] = []
    for page in pages:
        ink = Ink(Tints({}), page.name, lambda _, page=page: page.where)  # type: ignore[misc]
        context = {**_shared(order), "roster": page.told, **order.product.parameters}
        items = order.renderer.render(face, context, ink)
        findings += ink.findings
        pieces.append(Piece(page.name, Drawing(*sheet.size, items), copies=page.copies))
    wrong = any(finding.severity == "error" for finding in findings)
    return Composition(() if wrong else tuple(pieces), tuple(dict.fromkeys(findings)))


class _Sheet(NamedTuple):
    """A page: its size in points, and in millimetres where the rows of squads start and what stays free below them."""

    size: tuple[float, float]
    top: float
    below: float


def _sheet(order: Order, read: ArmyList, face: Face, findings: list[Finding]) -> _Sheet | None:
    """The page as its face lays it out, in the size that the product asks for."""
    size, product = read.options.size, order.product
    try:
        own, slot = own_size(face), face.slot("squads")
        asked = size.text or product.size
        return _Sheet(order.library.size(asked) if asked else own, to_mm(slot.y), to_mm(own[1] - slot.bottom))
    except TemplateProblem as error:
        findings.extend(error.findings)
    except ValueError as error:
        where = size.where if size else product.where_of("size")
        findings.append(Finding("error", where, str(error), "", "unknown-size"))
    return None


def _face(order: Order, findings: list[Finding]) -> Face | None:
    name, names = order.styled(order.product.front or _FACE), order.library.face_names()
    if name not in names:
        message, hint = f"there is no face '{name}'", did_you_mean(name, names)
        findings.append(Finding("error", order.product.where_of("front"), message, hint, "unknown-face"))
        return None
    try:
        face: Face = order.library.face(name)
        return face
    except TemplateProblem as error:
        findings.extend(error.findings)
        return None


def _shared(order: Order) -> dict[str, Any]:
    game, product = order.game, order.product
    return {
        "tables": {name: table.rows for name, table in game.tables.items()},
        "game": {"name": game.name, "title": game.title, "version": game.version, "notice": game.notice},
        "product": {"name": product.name, "title": product.title},
    }


class _Page(NamedTuple):
    """A page to draw: its name, what the face is told, where its army stands, and how often it is printed."""

    name: str
    told: Mapping[str, Any]
    where: Where
    copies: int = 1


def _pages(army: Army, read: ArmyList, sheet: _Sheet) -> list[_Page]:
    """One page, or as few as hold all squads of a large army, with the squads spread evenly."""
    qualities = read.qualities
    squads = [_squad(squad, i, read) for i, squad in enumerate(army.squads, 1)]
    count = -(-len(squads) // _MOST_SQUADS)
    share = -(-len(squads) // count)
    totals = {
        "name": army.name.text,
        "budget": army.budget,
        "points": sum(points_of(squad, qualities) for squad in army.squads),
        "soldiers": sum(squad.soldiers for squad in army.squads),
        "leaders": sum(1 for squad in army.squads if squad.leader),
        "count": len(squads),
        "blank": False,
        "qualities": [_quality(quality, read) for quality in qualities.values()],
        "pages": count,
    }
    out: list[_Page] = []
    for i in range(count):
        part = squads[i * share : (i + 1) * share]
        name = army.name.text + (f" {i + 1}/{count}" if count > 1 else "")
        told = {**totals, "squads": part, "page": i + 1, **_rows(len(part), sheet)}
        out.append(_Page(name, told, army.where))
    return out


def _blank(read: ArmyList, sheet: _Sheet) -> _Page:
    qualities = [_quality(quality, read) for quality in read.qualities.values()]
    largest = max(max(quality.points, default=1) for quality in read.qualities.values())
    squads = [{"number": i + 1, "boxes": _boxes(largest)} for i in range(_BLANK_SQUADS)]
    told = {
        "name": "", "budget": 0, "points": 0, "soldiers": 0, "leaders": 0, "count": 0, "blank": True,
        "qualities": qualities, "squads": squads, "page": 1, "pages": 1, **_rows(_BLANK_SQUADS, sheet),
    }  # fmt: skip
    first = read.armies[0].where
    return _Page("Blank roster", told, first, read.options.blanks)


def _rows(count: int, sheet: _Sheet) -> dict[str, float]:
    """How rows of squads lie on a page, in millimetres: `top`, `height`, `pitch`, and the `foot` below, 0 for none."""
    whole = to_mm(sheet.size[1]) - sheet.top - sheet.below
    height = (whole - _FOOT) / count - _GAP
    if height < _LOWEST:
        height = whole / count - _GAP
        foot = 0.0
    else:
        foot = _FOOT
    height = min(_HIGHEST, height)
    left = whole - count * (height + _GAP)
    return {
        "width": to_mm(sheet.size[0]), "page_height": to_mm(sheet.size[1]),
        "top": sheet.top, "height": height, "pitch": height + _GAP, "foot": max(foot and left, 0.0),
    }  # fmt: skip


def _squad(squad: Squad, number: int, read: ArmyList) -> dict[str, Any]:
    return {
        **_quality(read.qualities[squad.quality.text], read),
        "number": number,
        "points": points_of(squad, read.qualities),
        "soldiers": squad.soldiers,
        "leader": squad.leader.text,
        "boxes": _boxes(squad.soldiers),
    }


def _quality(quality: Quality, read: ArmyList) -> dict[str, Any]:
    """What a face sees of a quality: its place from the worst, 1, to the best, its prices, and its odds by reach."""
    odds = [
        {"reach": reach.name.text, "needs": roll, "of": SIDES, "chances": SIDES + 1 - roll}
        for reach in read.options.reach
        for roll in (needed(quality, reach.harder),)
    ]
    prices = [{"soldiers": size, "points": points} for size, points in sorted(quality.points.items())]
    rank = list(read.qualities).index(quality.name) + 1
    return {"quality": quality.name, "rank": rank, "needs": quality.needs, "odds": odds, "prices": prices}


def _boxes(soldiers: int) -> Sequence[Mapping[str, Any]]:
    """A box for every soldier, by column and row; the first is the leader's. Ten stand in two rows of five."""
    across = max(5, -(-soldiers // 2))
    return [{"column": i % across, "row": i // across, "across": across, "leader": i == 0} for i in range(soldiers)]
