"""A side of somebody's own comes in, as it was said; rows for the tables beside their cards, proved, go out."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printgen.base.errors import Exit, Finding, UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.gate import shown_name
from printgen.base.names import dashed
from printgen.base.seeds import rng_for
from printgen.build import stages as build
from printgen.build.jobs import Job, load, sound
from printgen.build.settings import Settings
from printgen.build.targets import find_target
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import contrast, luminance, parse_color, rgb
from printgen.game.list_records import FIRST_LINE, with_record, with_row
from printgen.game.records import Table
from printgen.reading.marked import Map

COLORS: Mapping[str, str] = {
    "orange": "#C4500F", "teal": "#0F6E6E", "violet": "#6A3D9A", "magenta": "#A8246B", "brown": "#6B4423",
    "sky": "#2672A8", "green": "#2E7D32", "navy": "#22306B", "crimson": "#B0182B", "slate": "#4A5560",
    "gold": "#8C6900", "lime": "#5F7800",
}  # fmt: skip
"""Colours to choose from by a word, all of which can be read on white."""

_PAPER = "#F4EDDA"
_NEAR, _LIGHT = 0.07, 2.0
"""Two colours nearer than this look alike, as shares of white; letters on paper need so much contrast."""
_GREY = 0.06
"""Two colours whose lightness differs by less look alike in grey."""
_CODE = re.compile("[A-Z0-9]{1,4}")
_FIRST = "# Rows of my own: they join those of the game's table of this name.\n"


@dataclass(frozen=True, slots=True)
class SideWish:
    """What was said of a side so far; "" is what nobody has spoken of.

    `side` is the one that the service is of: one that there is, by its code or name, or the name of a new one.
    """

    code: str = ""
    name: str = ""
    side: str = ""
    color: str = ""
    pattern: str = ""
    emblem: str = ""


@dataclass(frozen=True)
class Yard:
    """Where sides are made: a game, the tables of its services and sides, and the product that stands for their decks.

    `column` is that of a service's side, and `field` the one of cards that holds a service.
    """

    target: str
    cards: Path
    job: Job
    services: Table
    sides: Table
    column: str
    field: str
    deck: str

    def file(self, name: str) -> Path:
        """The user's own file of this name beside the game."""
        return self.cards / self.job.game.name / f"{name}.yaml"

    def options(self, column: str) -> list[str]:
        """The words that a column of the services takes."""
        spec: Any = self.job.game.source["tables"][self.services.name]["fields"].get(column)
        return [*spec.get("options", ())] if isinstance(spec, Map) else []

    @property
    def room(self) -> int:
        """How many letters the name of a side may have."""
        spec: Any = self.job.game.source["tables"][self.sides.name]["fields"].get("name")
        return int(spec.get("max", 40)) if isinstance(spec, Map) else 40

    def side_of(self, text: str) -> str:
        """The code of a side that there is, by its code or name; "" for none."""
        told = text.strip().casefold()
        return next(
            (c for c, row in self.sides.rows.items() if told in (c.casefold(), str(row["name"]).casefold())), ""
        )

    def deck_of(self, side: str) -> str:
        """The product with the deck of a side: one of the user's own, or the kit's that has most of its services."""
        own = f"{side}-{self.deck.partition('-')[2] or self.deck}"
        codes = {code for code, row in self.services.rows.items() if row[self.column] == side}
        held = {
            name: sum(record.values.get(self.field) in codes for record in product.records)
            for name, product in self.job.game.products.items()
            if product.kind == "cards"
        }
        return max(held, key=lambda name: held[name]) if any(held.values()) and codes else own


@dataclass(frozen=True)
class NewSide:
    """Rows that may be added: `files` are the tables with them, `before` what these held; and a card that shows them.

    `side` is the new row of the sides, None where the service is of one that there is.
    """

    code: str
    service: Mapping[str, Any]
    side: Mapping[str, Any] | None
    deck: str
    files: Mapping[Path, bytes]
    before: Mapping[Path, bytes]
    piece: Piece
    findings: tuple[Finding, ...]

    def as_data(self) -> dict[str, Any]:
        """The rows as plain data, with the product that is their deck, and the files."""
        side = {"side": dict(self.side)} if self.side is not None else {}
        data = {"code": self.code, "service": dict(self.service), **side, "deck": self.deck}
        return {**data, "files": [*map(str, self.files)]}


def yard_for(target: str, cards: Path) -> Yard:
    """Make ready to add a side to a kit; UsageError when the kit has no place for one."""
    if product := find_target(target)[1]:
        raise UsageError("a side is for a whole kit", f"Name the kit alone, without {product}.")
    job = sound(target, cards)
    game = job.game
    products: Any = game.source.get("products") or {}
    for name, entry in products.items():
        table: Any = entry.get("each") if isinstance(entry, Map) else None
        shape: Any = (game.source.get("records") or {}).get(entry.get("record", "")) if table else None
        for field, spec in shape.items() if isinstance(shape, Map) else ():
            services = game.tables.get(spec.get("from", "")) if isinstance(spec, Map) else None
            fields: Any = game.source["tables"][services.name]["fields"] if services else {}
            for column, told in fields.items():
                if services and isinstance(told, Map) and told.get("from") == table and table in game.tables:
                    return Yard(target, cards, job, services, game.tables[table], column, field, name)
    message = f"{game.name} has no place for sides of your own"
    raise UsageError(message, "Name a kit such as go-joe, or add a product with each: to the game.")


def code_said(yard: Yard, text: str) -> str:
    """The code of a service. UsageError for one that is taken, or that no card has room for."""
    code = text.strip().upper()
    if not _CODE.fullmatch(code):
        raise UsageError(f"CODE: '{text}' is no code", "Use one to four letters or digits, such as SW.")
    if code in yard.services.rows:
        title = yard.services.rows[code].get("name", "")
        raise UsageError(f"CODE: {code} is {title} already", "Choose other letters.")
    return code


def color_said(yard: Yard, text: str) -> str:
    """The colour that is meant, by a word or as #RRGGBB."""
    if (told := text.strip().casefold()) in COLORS:
        return COLORS[told]
    try:
        return parse_color(text.strip())[:7].upper()
    except ValueError as error:
        hint = did_you_mean(told, COLORS)
        hint = hint if hint.startswith("Did you") else f"Write one such as #0F6E6E, or one of: {', '.join(COLORS)}."
        raise UsageError(f"--color: '{text}' is no colour", hint) from error


def option_said(yard: Yard, column: str, text: str) -> str:
    """The word of a column that is meant. UsageError names the one that is most likely meant."""
    known = yard.options(column)
    if (told := text.strip().casefold()) not in known:
        raise UsageError(f"--{column}: '{text}' is none that can be drawn", did_you_mean(told, known))
    return told


def name_said(yard: Yard, text: str) -> str:
    """The name of a service. UsageError for one that is taken."""
    name = " ".join(text.split())
    if not name.isprintable():
        raise UsageError("NAME: it holds a character that cannot be printed", "Leave it out.")
    taken = {str(row.get("name", "")).casefold(): code for code, row in yard.services.rows.items()}
    if code := taken.get(name.casefold()):
        raise UsageError(f"NAME: {code} is named {name} already", "Choose another name.")
    return name


def side_said(yard: Yard, text: str) -> str:
    """The side that is meant: the code of one that there is, or the name of a new one. UsageError for a long one."""
    name = " ".join(text.split())
    if found := yard.side_of(name):
        return found
    if len(name) > yard.room or not name.isprintable():
        raise UsageError(f"--side: '{name}' has no room on a card's back", f"Use at most {yard.room} letters.")
    if not slug(name):
        raise UsageError(f"--side: '{name}' has no letters", "Choose another name.")
    if f"{slug(name)}-{yard.deck.partition('-')[2]}" in yard.job.game.products:
        raise UsageError(f"--side: there is a product {slug(name)}-deck already", "Choose another name.")
    return name


def slug(name: str) -> str:
    """A name as a code: M.A.S.K. is mask."""
    return dashed(name, ".'")


def short_of(yard: Yard, name: str) -> str:
    """As many words of a name as a card's back has room for."""
    short = name
    while len(short) > yard.room and " " in short:
        short = short.rpartition(" ")[0]
    return short[: yard.room]


def chosen(yard: Yard, wish: SideWish) -> SideWish:
    """The wish with what nobody has said, so that it looks like no other service; the name settles the rest."""
    rng = rng_for(1, yard.job.game.name, wish.code, wish.name)
    rows = [*yard.services.rows.values()]

    worn = [str(row["color"]) for row in rows]
    color = wish.color or max(COLORS.values(), key=lambda told: min((_distance(told, one) for one in worn), default=0))

    def free(column: str, *, grey: bool = False) -> str:
        words = yard.options(column)
        used = {row.get(column) for row in rows}
        alike = {row.get(column) for row in rows if grey and _alike_in_grey(color, str(row["color"]))}
        left = [word for word in words if word not in used] or [word for word in words if word not in alike]
        return rng.pick(left or words)

    return SideWish(
        wish.code, wish.name, wish.side or side_said(yard, short_of(yard, wish.name)),
        color, wish.pattern or free("pattern", grey=True), wish.emblem or free("emblem"),
    )  # fmt: skip


def drafted(yard: Yard, wish: SideWish) -> NewSide:
    """The rows that a whole wish makes, held to every rule and drawn on a card, and not yet written."""
    code, made = yard.side_of(wish.side), None
    look = {"color": wish.color, "pattern": wish.pattern, "emblem": wish.emblem}
    rows = {}
    if not code:
        code, made = slug(wish.side), {"name": wish.side, **look}
        rows[yard.sides.name] = (code, made)
    row = {"name": wish.name, yard.column: code, **look}
    rows[yard.services.name] = (wish.code, row)
    before, texts = dict[Path, bytes](), dict[Path, bytes]()
    for table, (key, values) in rows.items():
        path = yard.file(table)
        before[path] = path.read_bytes() if path.is_file() else b""
        texts[path] = with_row(before[path].decode("utf-8"), key, values, shown_name(path), _FIRST).encode()
    deck = yard.deck_of(code)
    piece, findings = _tried(yard, wish.code, deck, texts)
    return NewSide(wish.code, row, made, deck, texts, before, piece, (*_clashes(yard, wish), *findings))


def _tried(yard: Yard, code: str, deck: str, texts: Mapping[Path, bytes]) -> tuple[Piece, tuple[Finding, ...]]:
    """A card of the new service, as it would be drawn; PrintgenError when its letters find no room."""
    records = (record for product in yard.job.game.products.values() for record in product.records)
    model = next(record for record in records if yard.field in record.source)
    named = ("figure", "inferred", "look", "art", "copies")
    values = {key: _plain(value) for key, value in model.source.items() if key not in named}
    values |= {"name": "New Recruit", yard.field: code}
    own = yard.file(deck)
    held = own.read_bytes().decode("utf-8") if own.is_file() else FIRST_LINE
    drafts = {**texts, own: with_record(held, values, shown_name(own)).encode()}
    (job,) = load([f"{yard.target}/{deck}"], yard.cards, drafts)
    shown = {shown_name(path) for path in drafts}
    stop_on_errors([finding for finding in job.findings if finding.where.file in shown])
    composed, findings = build.compose(job, Settings(only=("New Recruit",)))
    stop_on_errors((*job.findings, *findings))
    return composed[0].pieces[-1], ()


def _plain(value: Any) -> Any:
    if isinstance(value, Map):
        return {key: _plain(inner) for key, inner in value.items()}
    return [*map(_plain, value)] if isinstance(value, Sequence) and not isinstance(value, str) else value


def _distance(one: str, two: str) -> float:
    """How far two colours are apart: 0 for the same, 1 for black and white."""
    apart: float = sum((a - b) ** 2 for a, b in zip(rgb(one), rgb(two), strict=True))
    return math.sqrt(apart / 3)


def _alike_in_grey(one: str, two: str) -> bool:
    """Whether a grey printer makes much the same of two colours."""
    return abs(luminance(one) - luminance(two)) < _GREY


def _clashes(yard: Yard, wish: SideWish) -> Iterator[Finding]:
    """Warnings where a service would be taken for another one of the game."""

    where = Where(shown_name(yard.file(yard.services.name)))

    def warning(message: str, hint: str) -> Finding:
        return Finding("warning", where, message, hint, "clash", Exit.RULES_BROKEN)

    if contrast(wish.color, _PAPER) < _LIGHT:
        yield warning(f"the colour {wish.color} is too light for letters on paper", "Choose a darker one.")
    near = [row for row in yard.services.rows.values() if _distance(wish.color, str(row["color"])) < _NEAR]
    for code, row in yard.services.rows.items():
        color, title = str(row["color"]), f"{code} ({row.get('name', '')})"
        if near and row is near[0]:
            yield warning(f"the colour {wish.color} looks like {color}, that of {title}", "Choose another --color.")
        elif row["pattern"] == wish.pattern and _alike_in_grey(wish.color, color):
            message = f"in grey it looks like {title}: the same pattern {wish.pattern}, and about as dark"
            yield warning(message, "Choose another --pattern.")
        if row["emblem"] == wish.emblem:
            yield warning(f"the emblem {wish.emblem} is that of {title}", "Choose another --emblem.")
