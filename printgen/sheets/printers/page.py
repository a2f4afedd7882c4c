"""A printer's name, a paper and a game's colours come in; both sides of the page of scales go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from printgen.base.errors import PrintgenError, Where, stop_on_errors
from printgen.base.geometry import Box, rotate
from printgen.base.units import mm
from printgen.drawing.fonts import face, on_shelf
from printgen.drawing.model import Drawing, Group, Item, Place
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import BOLD, STENCIL, width_of
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.faces.session import Session
from printgen.game.records import Game
from printgen.sheets.pages import refuse_missing
from printgen.sheets.papers import Paper
from printgen.sheets.printers.places import Plan, plan_for
from printgen.sheets.printers.scales import behind, cross, disc, example, ladders, vernier
from printgen.sheets.sheet_words import sheet_words
from printgen.writers.page import Page

_COLOR = re.compile("#[0-9A-F]{6}")
_MOST_COLORS = 18
_FONT = "body semibold"
_HOUSE = ("ink", "olive", "gold", "red", "leather", "steel", "glass", "flame", "sand")
# How long a word the face has room for below a colour, in its smallest letters.
_NAMED, _LETTERS = mm(8.8), 6.0
# What the words of the face say that its examples show.
_ON_RULER, _AGAINST_LIGHT = 34.4, 4.7


class Asked(NamedTuple):
    """What a page of scales is for: a printer's name, how it turns the paper ("long" or "short"), and on which paper.

    `kit` is the game whose colours it shows, None for those of the house.
    """

    name: str
    paper: Paper
    duplex: str
    library: Library
    kit: Game | None = None


def scale_pages(asked: Asked) -> tuple[Page, Page]:
    """The front and the back. PrintgenError where the paper is too small, or the name has letters that no font has."""
    plan = plan_for(asked.paper)
    with on_shelf(asked.library.fonts.shelf):
        return Page(_front(asked, plan), bookmark="Front"), Page(_back(asked, plan), bookmark="Back")


def _front(asked: Asked, plan: Plan) -> Drawing:
    told = {
        "command": " ".join(("printgen printers read", *_shell(asked))),
        "greys": [{"percent": grey, "color": _grey(grey)} for grey in range(0, 101, 10)],
        **_colors(asked),
        "readings": [*_true(plan)],
    }
    words = sheet_words(asked.library).printers
    ground = _drawn(asked, plan, "printer-front", {**told, "duplex": words.get(asked.duplex, "")})
    items = (*ground, *_examples(plan), *_of_both(plan), *map(vernier, plan.verniers), *_letters(plan))
    return Drawing(mm(plan.width), mm(plan.height), items)


def _back(asked: Asked, plan: Plan) -> Drawing:
    """The back, as the sheet is turned like the page of a book: over the short edge it lies on its head."""
    command = f"printgen build {asked.kit.name if asked.kit else 'GAME'} --printer {_quoted(asked.name)}"
    ground = _drawn(asked, plan, "printer-back", {"command": command})
    # As one sees it from the front, it is the other way round.
    seen = Place(Group(tuple(map(behind, plan.verniers))), (-1, 0, 0, 1, mm(plan.width), 0))
    items: tuple[Item, ...] = (*ground, *_of_both(plan), seen)
    if asked.duplex == "short":
        turned = rotate(180)[:4]
        items = (Place(Group(items), (*turned, mm(plan.width), mm(plan.height))),)
    return Drawing(mm(plan.width), mm(plan.height), items)


def _of_both(plan: Plan) -> Iterator[Item]:
    yield from ladders(plan)
    yield from cross(plan.frame[0] / 2, plan.frame[1] / 2 - 2)


def _examples(plan: Plan) -> Iterator[Item]:
    """How both scales are read, in the room that the face leaves for that."""
    middle, foot = plan.frame[0] / 2, plan.frame[1] / 2
    rooms = Box(middle + 6, 64, middle - 22, 31), Box(16, foot + 34, middle - 22, 31)
    for room, reading, light in zip(rooms, (_ON_RULER, _AGAINST_LIGHT), (False, True), strict=True):
        yield from example(Box(*map(mm, room)), reading, light)


def _true(plan: Plan) -> Iterator[dict[str, str]]:
    """What a true printer gives at each place."""
    for place in dict.fromkeys(one.place for one in plan.verniers):
        yield {"place": place, **{one.way: f"{one.zero:.2f}" for one in plan.verniers if one.place == place}}


def _letters(plan: Plan) -> Iterator[Item]:
    """The letter of each place, where the lines meet on which its verniers stand."""
    lines: dict[str, dict[str, float]] = {}
    for one in plan.verniers:
        lines.setdefault(one.place, {})[one.way] = one.base
    for place, at in lines.items():
        yield disc(place, at["down"], at["across"])


def _drawn(asked: Asked, plan: Plan, name: str, told: Mapping[str, Any]) -> tuple[Item, ...]:
    words = sheet_words(asked.library).printers
    for font in (STENCIL, BOLD):
        named = f"the page has the name of the printer, '{asked.name}', on it"
        refuse_missing(asked.name, font, Where("printgen"), named, "Give the printer a name of plain letters.")
    try:
        shown = asked.library.face(name)
    except TemplateProblem as error:  # A game may have a face of this name.
        raise PrintgenError(error.findings) from error
    facts = (asked.paper.name, words.get(f"{asked.duplex}_edge", ""), "100 %")
    context = {
        "w": plan.frame[0], "h": plan.frame[1], "words": words, "name": asked.name,
        "facts": "  \u00b7  ".join(filter(None, facts)), **told,
    }  # fmt: skip
    session = Session(Tints({}), asked.name, lambda _: shown.where)
    items = Renderer(asked.library).render(shown, context, session)
    stop_on_errors(session.findings)
    return items


def _colors(asked: Asked) -> dict[str, Any]:
    """The colours of a game's tables by their codes, and the game's title; or those of the house."""
    found: dict[str, str] = {}
    for table in asked.kit.tables.values() if asked.kit else ():
        for code, row in table.rows.items():
            color = next((value for value in row.values() if isinstance(value, str) and _COLOR.fullmatch(value)), None)
            if color and color not in found.values():
                found.setdefault(str(code), color)
    palette = asked.library.palette("dossier")
    shown = found or {name: palette[name] for name in _HOUSE if name in palette}
    swatches = [{"name": _brief(name), "color": color} for name, color in [*shown.items()][:_MOST_COLORS]]
    return {"swatches": swatches, "of": asked.kit.title if asked.kit and found else ""}


def _brief(name: str) -> str:
    """A name as far as there is room for it below a colour; none that the font cannot print."""
    if face(_FONT).missing(name):
        return ""
    kept, shown = name, name
    while width_of(shown, _FONT, _LETTERS) > _NAMED:
        kept = kept[:-1]
        shown = f"{kept}\u2026"
    return shown


def _grey(percent: int) -> str:
    return "#" + f"{round(255 * (1 - percent / 100)):02X}" * 3


def _shell(asked: Asked) -> Iterator[str]:
    """What the command line is told: the name, and what is not usual."""
    yield _quoted(asked.name)
    if asked.paper.name != "letter":
        yield f"--paper {asked.paper.name}"
    if asked.duplex != "long":
        yield f"--duplex {asked.duplex}"


def _quoted(name: str) -> str:
    from shlex import quote

    return quote(name)
