"""Makes a game of a file of 18xx-maker: the map as a board of hexes, track tiles, tokens, the market and trains.

In the lists of the game a hex is 100 units wide across its flats, and its middle is at 0, 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from printgen.base.errors import Finding, PrintgenError, Where, stop_on_errors
from printgen.base.file_access import display_path
from printgen.base.folders import starters_folder
from printgen.base.limits import metered
from printgen.base.units import canonical_color, count_noun, letters
from printgen.build.card_game import private_folder
from printgen.build.list_game import NewGame, finish_game, render, write_and_check
from printgen.build.list_source import icon_for
from printgen.build.rail_format import RailEntry, RailGame, RailHex, RailSpot, RailStock, RailTrack
from printgen.build.starting import Begun, file_and_home
from printgen.game.records import MOST_COPIES
from printgen.reading.part import Part
from printgen.reading.positions import LocatedMap
from printgen.reading.scalars import flow_text, shorten
from printgen.reading.validation import validate
from printgen.reading.yaml_events import examine_json_file, load_yaml_file

_FOLDER = starters_folder() / "18xx"
_FORMAT = 'Name a game of 18xx-maker: {"info": {"title": ...}, "map": {"hexes": [...]}, "tiles": {...}, ...}.'
_COORDINATE = re.compile(r"([A-Z]{1,2})([0-9]{1,3})")
_MOST_ACROSS = 60
"""The most rows and columns of hexes of a map."""
_WIDE = ("name", "company")
_LETTERS = "oabcdefghijklmnpqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""How the colours of hexes are written in the map, in the order in which they come."""


@dataclass(slots=True)
class _Reading:
    """A game that is read, its colours by name, and what is not taken over of it: where first, and how often."""

    game: RailGame
    words: Mapping[str, Any]
    colors: Mapping[str, str]
    left_out: dict[str, list[Where]] = field(default_factory=dict)

    def leave_out(self, what: str, where: Where) -> None:
        """Note something that is not taken over."""
        self.left_out.setdefault(what, []).append(where)

    def color(self, name: str) -> str:
        """A colour by its name, those of the game first; white without one."""
        return canonical_color(self.colors.get(name, name or "white")) or "#999999"

    def findings(self) -> list[Finding]:
        """A warning for each thing that is not taken over."""
        return [
            Finding("warning", places[0], f"not taken over: {what} ({count_noun(len(places), 'time')})",
                    "Add what you need of it to the new game by hand.", "not-imported")
            for what, places in self.left_out.items()
        ]  # fmt: skip


@metered()
def import_18xx(source: str | Path, folder: str | Path = "") -> NewGame:
    """Make a game of a file of 18xx-maker, in a folder that is new or empty; without one, it is named after the file.

    UsageError where there is no such file, or the folder cannot be used; PrintgenError where it holds no such game.
    """
    path, home, name = file_and_home(source, folder, "Name a game of 18xx-maker.", "rails")
    reading = _read(path)
    lists = _lists(reading)
    with private_folder(home) as private:
        files = _files(reading, lists)
        findings = write_and_check(private / name, files)
        stop_on_errors(findings)
        files = finish_game(private / name, home, files)
    records = [record for entries in lists.values() for record in entries]
    pieces = sum(record.get("copies", 1) for record in records)
    return NewGame(Begun(home, reading.game.info.title, tuple(files)), len(records), pieces, "hexes of 38 mm", (),
                   (*reading.findings(), *findings))  # fmt: skip


def _read(path: Path) -> _Reading:
    """The game of a file. PrintgenError where it is none."""
    shown = display_path(path)
    value, findings = examine_json_file(path, shown)
    stop_on_errors(findings)
    where = Where(shown, 1, 1)
    if not isinstance(value, LocatedMap) or not isinstance(value.get("info"), LocatedMap):
        raise PrintgenError([Finding("error", where, "the file holds no game of 18xx-maker", _FORMAT, "wrong-format")])
    game, findings = validate(TypeAdapter(RailGame), value, where, "the game")
    if game is None:
        raise PrintgenError(findings)
    if not (game.map or game.tiles):
        raise PrintgenError([Finding("error", where, "the game has neither a map nor tiles", _FORMAT, "wrong-format")])
    words: Any = load_yaml_file(_FOLDER / "words.yaml", "words.yaml")
    reading = _Reading(game, words, {**words["colors"], **game.colors})
    if further := [key for key in value if key not in _keys(RailGame) and key not in words["silent"]]:
        reading.leave_out(f"{', '.join(map(shorten, further[:20]))} of the game", value.key_where(further[0]))
    for one in game.map[1:]:
        reading.leave_out("further maps", one.where)
    return reading


def _keys(shape: type[Part]) -> set[str]:
    """The keys of a mapping that are read."""
    return {field.alias or name for name, field in shape.model_fields.items()}


def _lists(reading: _Reading) -> dict[str, list[dict[str, Any]]]:
    """The records of the game, by the name of their product."""
    game = reading.game
    lists = {
        "hexes": [*_map_hexes(reading)],
        "tiles": [*_tiles(reading)],
        "tokens": [
            {"name": str(one.abbrev or one.name)[:12], "title": str(one.name), "color": reading.color(one.color),
             "copies": _stations(game, one) + 1}
            for one in game.companies
        ],
        "market": [*_market(reading, game.stock)],
        "trains": [
            {"name": str(one.name), "price": str(one.price), "color": reading.color(one.color),
             "rusts": _rust(one.rust), "text": one.description, "copies": _copies(one.quantity, one.print)}
            for one in game.trains
        ],
    }  # fmt: skip
    return {name: [{key: value for key, value in record.items() if value not in ("", [])} for record in records]
            for name, records in lists.items() if records}  # fmt: skip


def _stations(game: RailGame, company: RailEntry) -> int:
    """How many station tokens a company has."""
    tokens = company.tokens
    return min(len(game.token_types.get(tokens, ()) if isinstance(tokens, str) else tokens), 20)


def _rust(value: Any) -> str:
    """What makes a train rust: a train, or the second or third of a kind, or several."""
    several = value if isinstance(value, list) else [value]
    return ", ".join(str(one.get("on", "")) if isinstance(one, Mapping) else str(one) for one in several)[:60]


def _copies(quantity: int | str, printed: int) -> int:
    """How many pieces are printed; of what there is without end, six."""
    amount = printed if printed >= 0 else quantity if isinstance(quantity, int) else 6
    return max(0, min(amount, MOST_COPIES))


# ---- the map


def _map_hexes(reading: _Reading) -> Iterator[dict[str, Any]]:
    """A record of each hex of the map, called as the board calls it: its column and row."""
    places: dict[tuple[int, int], tuple[str, RailHex]] = {}
    for one in reading.game.map[:1]:
        for hexes in one.hexes:
            for n, name in enumerate(hexes.hexes):
                found, where = _COORDINATE.fullmatch(name), hexes.where_of("hexes", n)
                if not found:
                    message, hint = f"{shorten(name)} is no hex", "Write a letter and a number, such as C4."
                    raise PrintgenError([Finding("error", where, message, hint, "bad-value")])
                letter = 0
                for sign in found[1]:
                    letter = letter * 26 + ord(sign) - ord("A") + 1
                if (letter, int(found[2])) in places:
                    reading.leave_out("what a hex says that is said again", where)
                places[letter, int(found[2])] = name, hexes
    if not places:
        return
    flat = reading.game.info.orientation == "horizontal"
    first = min(letter for letter, _ in places)
    least = min(number - (letter - first) % 2 for letter, number in places)
    for (letter, number), (name, hexes) in sorted(places.items()):
        along, (down, rest) = letter - first, divmod(number - least - (letter - first) % 2, 2)
        if rest or max(along, down) >= _MOST_ACROSS:
            message = f"the hex {name} lies between those of the map" if rest else f"the hex {name} lies too far out"
            hint = (
                f"In every line numbers are even or odd, as its neighbours are not, and {_MOST_ACROSS} hexes are most."
            )
            raise PrintgenError([Finding("error", hexes.where, message, hint, "bad-value")])
        column, row = (along, down) if flat else (down, along)
        ground = hexes.color if hexes.color not in ("", "none") else "plain"
        yield {"name": f"{letters(column)}{row + 1}", "number": name, "color": reading.color(ground), "ground": ground,
               **_drawing(reading, hexes, 0 if flat else 90, 0)}  # fmt: skip


def _map_text(records: Sequence[Mapping[str, Any]], signs: Mapping[str, str]) -> str:
    """The map in letters, a row a line; # where there is no hex."""
    by_name = {record["name"]: signs[record["ground"]] for record in records}
    lines = [[by_name.get(f"{letters(column)}{row + 1}", "#") for column in range(_MOST_ACROSS)]
             for row in range(_MOST_ACROSS)]  # fmt: skip
    columns = max(column + 1 for line in lines for column, sign in enumerate(line) if sign != "#")
    rows = max(row + 1 for row, line in enumerate(lines) if {*line} != {"#"})
    return "".join(f"{' '.join(line[:columns])}\n" for line in lines[:rows])


# ---- hexes and tiles


def _tiles(reading: _Reading) -> Iterator[dict[str, Any]]:
    """A record of each kind of tile; those that the game names alone come from the table of common tiles."""
    common: Any = load_yaml_file(_FOLDER / "tiles.yaml", "tiles.yaml")
    known, _ = validate(TypeAdapter(dict[str, RailHex]), common, Where("tiles.yaml"))
    turn = 0 if reading.game.info.orientation == "horizontal" else 30
    for number, tile in reading.game.tiles.items():
        where = reading.game.where_of("tiles", number)
        own = tile if isinstance(tile, RailHex) and tile.gives("color") else None
        drawn = own or (known or {}).get(str(tile.tile or number) if isinstance(tile, RailHex) else number)
        copies = _copies(tile.quantity, tile.print) if isinstance(tile, RailHex) else _copies(tile, -1)
        if drawn is None:
            reading.leave_out(f"the tile {shorten(number)}, which is no common one", where)
        elif copies:
            yield {"name": number, "color": reading.color(drawn.color), "copies": copies,
                   **_drawing(reading, drawn, turn, turn)}  # fmt: skip


def _drawing(reading: _Reading, hexes: RailHex, track_turn: int, turn: int) -> dict[str, Any]:
    """What is drawn in a hex, whose track and whose other things are turned so far, clockwise."""
    for key in hexes.source_map:
        if key not in _keys(RailHex) and key not in reading.words["silent"]:
            reading.leave_out(f"{key} of hexes", hexes.key_where_of(key))
    stops = [*_stops(reading, hexes, turn)]
    pays = [
        {**({"x": 0, "y": 22} if stops else _place(one, 0, most=max(0, 36 - 11 * len(one.revenues)))),
         "name": str(one.name.name),
         "steps": [{"color": reading.color(pay.color), "text": _first(pay.value, pay.cost)} for pay in one.revenues]}
        for one in hexes.off_board_revenue
    ]  # fmt: skip
    return {
        "track": [*_track(reading, hexes.track, track_turn)],
        "stops": stops,
        "marks": _apart([*_marks(reading, hexes, turn)], stops, pays),
        "borders": [
            {"turn": (one.side - 1) * 60 + track_turn, "color": reading.color(one.color)} for one in hexes.borders
        ],
        "pays": pays,
    }


def _place(spot: RailSpot, turn: float, usual: tuple[float, float] = (0, 0), most: float = 42) -> dict[str, Any]:
    """The place of a spot in a hex that is turned, at most so far from its middle that it does not reach out of it.

    A spot that says none stands at the usual angle and part of the way.
    """
    angle, percent = usual
    if spot.angle is not None or spot.percent is not None or spot.x or spot.y:
        angle, percent = spot.angle or 0, spot.percent or 0
    x = spot.x - 75 * percent * math.sin(math.radians(angle))
    y = spot.y + 75 * percent * math.cos(math.radians(angle))
    away, direction = min(math.hypot(x, y) / 1.5, most), math.atan2(y, x) + math.radians(turn)
    return {"x": round(away * math.cos(direction), 1), "y": round(away * math.sin(direction), 1)}


def _track(reading: _Reading, track: Sequence[RailTrack], turn: int) -> Iterator[dict[str, Any]]:
    """The pieces of track, each with the turn of its side and how it runs from there."""
    for one in track:
        side, run = one.side, reading.words["track"].get(one.type)
        if len(one.sides) == 2:
            side, away = min(one.sides), (max(one.sides) - min(one.sides))
            side, away = (side, away) if away <= 3 else (max(one.sides), 6 - away)
            run = ("city", "sharp", "gentle", "straight")[away]
        if run is None:
            reading.leave_out(f"track of the type {shorten(one.type)}", one.where)
            continue
        yield {"turn": (side - 1) * 60 + turn, "run": run, "start": one.start, "end": one.end,
               "gauge": one.gauge}  # fmt: skip


def _stops(reading: _Reading, hexes: RailHex, turn: int) -> Iterator[dict[str, Any]]:
    """Cities and towns, with the companies whose home they are."""
    for kind in ("cities", "towns", "center_towns", "boomtowns"):
        for one in getattr(hexes, kind):
            if one.hidden:
                continue
            colors = {str(company.abbrev or company.name): company.color for company in reading.game.companies}
            homes = [str(home.get("label", home.get("company", ""))) if isinstance(home, Mapping) else str(home)
                     for home in one.companies if home]  # fmt: skip
            size = int(re.sub(r"\D.*", "", str(one.size)) or 1)
            yield {"kind": reading.words["stops"][kind], **_place(one, turn),
                   "turn": (one.rotate or one.rotation) + turn, "size": max(1, min(size, 6)),
                   "homes": [{"name": home[:8], "color": reading.color(colors.get(home, "white"))} for home in homes],
                   "title": str(one.name.name), "under": one.name.reverse}  # fmt: skip


def _marks(reading: _Reading, hexes: RailHex, turn: int) -> Iterator[dict[str, Any]]:
    """Words and icons: revenues, labels, names, costs of terrain and what else stands in a hex."""
    central = bool(hexes.cities or hexes.center_towns)
    usual = {
        "values": [(210, 0.7)], "labels": [(150, 0.7), (270, 0.7)],
        "terrain": [(330 if hexes.icons else 0, 0.7)] if central else [],
        "icons": [(30 if hexes.terrain else 0, 0.6)] if central else [],
    }  # fmt: skip
    for key, kind in reading.words["marks"].items():
        for n, one in enumerate(getattr(hexes, key)):
            text = _first(one.value, one.label, one.cost, one.name.name, one.company)
            icon = icon_for(reading.words["icons"].get(one.type, one.type)).strip(":") if one.type else ""
            if one.type and not icon:
                reading.leave_out(f"the icon {shorten(one.type)}", one.where)
            at = usual[key][n] if n < len(usual.get(key, [])) else (0, 0)
            if (text or icon) and not one.hidden:
                # A long name is as wide as the hex, and lies across it.
                middle = {"x": 0} if kind in _WIDE and len(text) > 8 else {}
                yield {"kind": kind, **_place(one, turn, at), **middle, "text": text, "icon": icon,
                       "color": reading.color(one.color) if one.color else ""}  # fmt: skip


def _apart(
    marks: Sequence[dict[str, Any]], stops: Sequence[dict[str, Any]], pays: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The marks, those that would hide a home or another mark at one of the usual places that is free.

    A token upon a city is one of those that have their home there.
    """
    taken = [{"x": pay["x"] + aside, "y": pay["y"] + 8} for pay in pays for aside in (-18, 0, 18)]
    taken += [stop for stop in stops if stop["homes"]]
    placed: list[dict[str, Any]] = []
    for mark in marks:
        city = next((stop for stop in stops if stop["kind"] == "city" and _distance(mark, stop) < 1), None)
        if mark["kind"] == "token" and city and mark["text"]:
            city["homes"].append({"name": mark["text"][:8], "color": mark["color"] or "#FFFFFF"})
            continue
        if any(_distance(mark, other) < 19 for other in (*taken, *placed)):
            angles = (180, 0) if mark["kind"] in _WIDE else (210, 150, 270, 90, 30, 330, 0, 180)
            spots = [_place(RailSpot(angle=angle, percent=0.8), 0) for angle in angles]
            apart = [min(_distance(spot, other) for other in (*stops, *taken, *placed)) for spot in spots]
            mark = {**mark, **spots[apart.index(max(apart))]}
        placed.append(mark)
    return placed


def _first(*words: str | float) -> str:
    """The first of some words that says something."""
    return str(next((word for word in words if word != ""), ""))[:80]


def _distance(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return math.hypot(one["x"] - other["x"], one["y"] - other["y"])


# ---- the market


def _market(reading: _Reading, stock: RailStock) -> Iterator[dict[str, Any]]:
    """The market as one record of cells with their places, counted from 0; one of a single row goes on below."""
    rows = [row if isinstance(row, tuple) else (row,) for row in stock.market]
    if all(len(row) == 1 for row in rows):
        cells = [row[0] for row in rows]
        rows = [tuple(cells[n : n + 12]) for n in range(0, len(cells), 12)]
    placed = [(y, x, cell) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell]
    if not placed:
        return
    legend = [(reading.color(one.color), one.description) for one in stock.legend]
    yield {
        "name": "Stock market", "rows": len(rows), "columns": max(map(len, rows)),
        "cells": [{"row": y, "column": x, "text": _first(cell.label, cell.value), "par": cell.par,
                   "color": reading.color(cell.color) if cell.color else legend[cell.legend][0]
                   if 0 <= cell.legend < len(legend) else "#FFFFFF"} for y, x, cell in placed],
        "legend": [{"color": color, "text": text} for color, text in legend if text],
    }  # fmt: skip


# ---- the files


def _files(reading: _Reading, lists: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, bytes]:
    """The files of the game, by their paths."""
    grounds = list(dict.fromkeys(record["ground"] for record in lists.get("hexes", ())))
    if len(grounds) > len(_LETTERS):
        message, hint = f"hexes have {len(grounds)} colours", f"Give them at most {len(_LETTERS)}."
        raise PrintgenError([Finding("error", reading.game.map[0].where, message, hint, "over-limit")])
    signs = dict(zip(grounds, _LETTERS, strict=False))
    map_text = _map_text(lists["hexes"], signs) if "hexes" in lists else ""
    market = next(iter(lists.get("market", ())), {"rows": 1, "columns": 1, "legend": []})
    values = {
        "info": reading.game.info, "lists": lists, "signs": signs, "market": market,
        "grounds": {name: reading.color(name) for name in grounds}, "names": reading.words["grounds"],
        "title": " ".join(reading.game.info.title.split())[:60], "holes": "#" in map_text,
        "flat": reading.game.info.orientation == "horizontal",
    }  # fmt: skip
    faces = {
        f"templates/faces/{path.name.removesuffix('.txt')}": path for path in sorted(_FOLDER.glob("*-face.yaml.txt"))
    }
    files = {path.replace("-face", ""): render(template, values) for path, template in faces.items()}
    files["game.yaml"] = render(_FOLDER / "game.yaml.txt", values)
    if map_text:
        files["map.txt"] = map_text.encode()
    for name, records in lists.items():
        shown = ({key: value for key, value in record.items() if key != "ground"} for record in records)
        files[f"{name}.yaml"] = "".join(map(_entry, shown)).encode()
    return files


def _entry(record: Mapping[str, Any]) -> str:
    """A record in its list: a line for each field, and for each part of a list of maps."""
    text = ""
    for key, value in record.items():
        if isinstance(value, list):
            text += f"  {key}:\n" + "".join(f"    - {flow_text(_short(part))}\n" for part in value)
        else:
            text += f"  {key}: {flow_text(value)}\n"
    return f"-{text[1:]}"


def _short(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part without what says nothing."""
    return {key: value for key, value in part.items() if value not in ("", [])}
