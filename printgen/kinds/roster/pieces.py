"""Rosters: a file of armies comes in; a page for every army, and blank ones to fill in, go out.

The product's `front` is the page's face, "roster" without one, which is told of the army as `roster`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printgen.base.errors import Finding
from printgen.base.units import to_mm
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import Page, face_of, page_size, paged
from printgen.kinds.roster.reading import SIDES, ArmyList, Quality, needed

_FACE = "roster"
_MOST_SQUADS, _BLANK_SQUADS = 10, 6

Told = dict[str, Any]
"""What a face is told, by name."""


def compose_roster(order: Order) -> Composition:
    """A page for every army of the file, more for one of many squads, then the blank ones; findings at their lines."""
    read = order.loaded(ArmyList)
    findings: list[Finding] = []
    face = face_of(order, "front", order.product.front or _FACE, findings)
    size = page_size(order, read.options.size, face, findings) if face else None
    if face is None or size is None:
        return Composition((), tuple(findings))
    paper = {"width": to_mm(size[0]), "page_height": to_mm(size[1])}
    pages = (page._replace(told={"roster": {**page.told, **paper}}) for page in _pages(read))
    return paged(order, face, size, pages, findings)


def _pages(read: ArmyList) -> Iterator[Page]:
    """A page for each army, or as few as hold all its squads, spread evenly; then the blank ones."""
    qualities = {quality.name: _quality(quality, read) for quality in read.qualities.values()}
    shared = {"qualities": list(qualities.values())}
    for army in read.armies:
        squads = [
            {
                **qualities[squad.quality.text],
                "number": number,
                "points": read.points(squad),
                "soldiers": squad.soldiers,
                "leader": squad.leader.text,
                "boxes": _boxes(squad.soldiers),
            }
            for number, squad in enumerate(army.squads, 1)
        ]
        sums = {key: sum(squad[key] for squad in squads) for key in ("points", "soldiers")}
        sums |= {"count": len(squads), "leaders": sum(1 for squad in army.squads if squad.leader)}
        pages = -(-len(squads) // _MOST_SQUADS)
        share = -(-len(squads) // pages)
        told = {**shared, **sums, "name": army.name.text, "budget": army.budget, "blank": False, "pages": pages}
        for i in range(pages):
            here = squads[i * share : (i + 1) * share]
            yield Page(army.name.text, {**told, "squads": here, "page": i + 1}, army.where).one_of(i, pages)
    if read.options.blanks:
        boxes = _boxes(max(max(quality.points, default=1) for quality in read.qualities.values()))
        squads = [{"number": number, "boxes": boxes} for number in range(1, _BLANK_SQUADS + 1)]
        none = dict.fromkeys(("budget", "points", "soldiers", "leaders", "count"), 0)
        told = {**shared, **none, "name": "", "blank": True, "squads": squads, "page": 1, "pages": 1}
        yield Page("Blank roster", told, read.armies[0].where, read.options.blanks)


def _quality(quality: Quality, read: ArmyList) -> Told:
    """What a face sees of a quality: its place from the worst, 1, to the best, its prices, and its odds by reach."""
    rolls = [(reach.name.text, needed(quality, reach.harder)) for reach in read.options.reach]
    return {
        "quality": quality.name,
        "rank": list(read.qualities).index(quality.name) + 1,
        "needs": quality.needs,
        "odds": [{"reach": name, "needs": roll, "of": SIDES, "chances": SIDES + 1 - roll} for name, roll in rolls],
        "prices": [{"soldiers": size, "points": points} for size, points in sorted(quality.points.items())],
    }


def _boxes(soldiers: int) -> list[Told]:
    """A box for every soldier, by column and row; the first is the leader's. Ten stand in two rows of five."""
    across = max(5, -(-soldiers // 2))
    return [{"column": i % across, "row": i // across, "across": across, "leader": i == 0} for i in range(soldiers)]
