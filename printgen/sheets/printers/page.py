"""A printer's name, a paper and colours come in; both sides of the page of scales go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from printgen.base.errors import PrintgenError, Where, stop_on_errors
from printgen.base.units import Box, compose, mm, rotate, translate
from printgen.drawing.fonts import face, on_shelf
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import ellipse
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import BOLD, CENTER, STENCIL, cap, run, width_of
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.faces.setting import Session
from printgen.game.records import Game
from printgen.sheets.marks import INK
from printgen.sheets.pages import refuse_missing
from printgen.sheets.printers.readings import (
    EDGES,
    HOME,
    LINES,
    PITCH,
    RUNGS,
    SPAN,
    STAIR,
    STEP,
    Plan,
    Vernier,
    plan_for,
)
from printgen.sheets.sheet import Paper, sheet_words
from printgen.writers.page import Page

FINE = Stroke(INK, 0.3)
"""The lines that are read: a tenth of a millimetre."""
_BASE_LINE = Stroke(INK, 0.3)
_RUNG = Stroke(INK, 0.5)
_LEADER = Stroke(INK, 0.25)
FONT = "body semibold"
_SIZE = 6.5
_LONG, _SHORT = 5.0, 3.4
_GAP = 0.8
_RULER, _BEHIND, _HIT = "#D9DDDE", "#7C868B", "#B3301A"


def vernier(way: Vernier) -> Place:
    """A vernier on the front: lines 0 to 9 for tenths of a millimetre."""
    marks = [line * PITCH for line in range(LINES + 1)]
    heights = [_SHORT if line % 2 else _LONG for line in range(LINES + 1)]
    labels = [(marks[line], str(line)) for line in range(0, LINES + 1, 2)]
    return _standing(way, marks, heights, labels, behind=False)


def behind(way: Vernier) -> Place:
    """The scale of millimetres behind a vernier, as it is seen through the sheet from the front."""
    heights = [_SHORT if m % 5 else _LONG for m in range(SPAN + LINES + 1)]
    labels = [(float(m - HOME), str(m)) for m in range(0, SPAN + 1, 5)]
    return _standing(way, [float(m - HOME) for m in range(len(heights))], heights, labels, behind=True)


def _standing(
    way: Vernier, marks: list[float], heights: list[float], labels: list[tuple[float, str]], behind: bool
) -> Place:
    """Marks on the base line of a vernier, and their numbers; what is behind stands on the other side of that line."""
    # It is drawn across, and turned to the right where it goes down: there what stood up points to the right.
    stands = (way.up == (way.way == "across")) != behind
    sign = -1.0 if stands else 1.0
    lines: list[Segment] = []
    for x, height in zip(marks, heights, strict=True):
        lines += [("M", mm(x), 0.0), ("L", mm(x), sign * mm(height))]
    base: tuple[Segment, ...] = (("M", mm(marks[0]), 0.0), ("L", mm(marks[-1]), 0.0))
    tall = cap(FONT, _SIZE)
    text_y = sign * mm(_LONG + _GAP) + (0.0 if stands else tall)
    items: list[Item] = [Path(tuple(lines), None, FINE), Path(base, None, _BASE_LINE)]
    items += (run(mm(x), text_y, word, FONT, _SIZE, INK, CENTER) for x, word in labels)
    x, y = (mm(value) for value in way.point(way.zero))
    turn = compose(translate(x, y), rotate(0 if way.way == "across" else 90))
    return Place(Group(tuple(items)), turn)


def ladders(plan: Plan) -> Iterator[Item]:
    """The ladders at the four edges: rungs from 1 mm on, each a step aside of the one before, and their numbers."""
    rungs: list[Segment] = []
    leaders: list[Segment] = []
    for edge in EDGES:
        for number in range(1, RUNGS + 1):
            x, y = (mm(value) for value in plan.rung(edge, number))
            # The ways inward and along the edge; half the line lies inward of its outer side.
            inward = {"left": (1, 0), "top": (0, 1), "right": (-1, 0), "bottom": (0, -1)}[edge]
            along = mm(STAIR / 2) * abs(inward[1]), mm(STAIR / 2) * abs(inward[0])
            x, y = x + inward[0] * _RUNG.width / 2, y + inward[1] * _RUNG.width / 2
            rungs += [("M", x - along[0], y - along[1]), ("L", x + along[0], y + along[1])]
            end, word = (mm(RUNGS + far - number) for far in (1.2, 2.6))
            leaders += [("M", x, y), ("L", x + inward[0] * end, y + inward[1] * end)]
            at = x + inward[0] * word, y + inward[1] * word + cap(FONT, _SIZE) / 2
            yield run(*at, str(number), FONT, _SIZE, INK, CENTER)
    yield Path(tuple(rungs), None, _RUNG)
    yield Path(tuple(leaders), None, _LEADER)


def cross(x: float, y: float) -> Iterator[Item]:
    """A cross about a point (mm): its arms are 100 mm long on one side of their lines, and 4 inches on the other."""
    arms: list[Item] = []
    for sign, step, count, long_every in ((-1.0, 10.0, 10, 5), (1.0, 25.4, 4, 1)):
        half = step * count / 2
        lines: list[Segment] = [("M", mm(-half), 0.0), ("L", mm(half), 0.0)]
        for i in range(count + 1):
            end = 2.6 if i in (0, count) else 1.8 if i % long_every == 0 else 1.2
            lines += [("M", mm(i * step - half), 0.0), ("L", mm(i * step - half), sign * mm(end))]
        arms.append(Path(tuple(lines), None, FINE))
    tall = cap(FONT, _SIZE)
    arms.append(run(mm(49), -mm(1.9), "100 mm", FONT, _SIZE, INK, 1.0))
    arms.append(run(mm(49), mm(1.9) + tall, "4 in", FONT, _SIZE, INK, 1.0))
    group = Group(tuple(arms))
    yield Place(group, translate(mm(x), mm(y)))
    yield Place(group, compose(translate(mm(x), mm(y)), rotate(90)))


def disc(letter: str, x: float, y: float) -> Place:
    """The letter of a place about a point (mm)."""
    size = 9.0
    ring = Path(ellipse(0, 0, mm(2.6), mm(2.6)), INK)
    word = run(0, cap("stencil", size) / 2, letter, "stencil", size, "#FFFFFF", CENTER)
    return Place(Group((ring, word)), translate(mm(x), mm(y)))


def example(room: Box, reading: float, light: bool) -> Iterator[Item]:
    """How a vernier is read, drawn large in a room: one that stands at a reading of a ruler, or of a scale behind."""
    whole = int(reading)
    k, u, line = room.w / (LINES + 7), room.h / 14, room.y + 0.6 * room.h
    ink, first, last = _BEHIND if light else INK, whole - 4, whole + LINES + 3

    def at(value: float) -> float:
        return room.x + (value - first) * k

    if not light:
        yield Rect(room.x, line, room.w, 5.2 * u, _RULER, Stroke(INK, 0.5))
    below: list[Segment] = []
    for m in range(first, last + 1):
        below += [("M", at(m), line), ("L", at(m), line + u * (3.2 if m % 5 == 0 else 2.2))]
    yield Path(tuple(below), None, Stroke(ink, 0.7))
    shown = range(0, SPAN + 1, 5) if light else range(first - first % 10 + 10, last, 10)
    for m in shown:
        yield run(at(m), line + 4.6 * u, str(m if light else m // 10), "body bold", 8.5, ink, CENTER)
    above: list[Segment] = []
    for j in range(LINES + 1):
        x = at(reading + j * PITCH)
        above += [("M", x, line), ("L", x, line - u * (_SHORT if j % 2 else _LONG))]
        yield run(x, line - 5.5 * u, str(j), "body semibold", 9, INK, CENTER)
    yield Path(tuple(above), None, Stroke(INK, 0.7))
    met = at(whole + round((reading - whole) / STEP))
    yield Path((("M", met, line - u * _LONG), ("L", met, line + u * 3.2)), None, Stroke(_HIT, 1.5))
    yield from (_arrow(x, line - 7.2 * u, color) for x, color in ((at(reading), INK), (met, _HIT)))


def _arrow(x: float, y: float, color: str) -> Path:
    """An arrow that points down to (x, y)."""
    return Path((("M", x, y + 3), ("L", x - 3, y - 4), ("L", x + 3, y - 4), ("Z",)), color)


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
    items, findings, _ = Renderer(asked.library).render(shown, context, session)
    stop_on_errors(findings)
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
