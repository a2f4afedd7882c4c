"""Makes a game from a file of 18xx-maker: a board of hexes, track tiles, tokens, the market and trains.

In the lists of the game a hex is 100 units wide across its flats, and its middle is at 0, 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from printgen.base import group_pairs
from printgen.base.errors import Finding, PrintgenError, Where, stop_on_errors
from printgen.base.file_access import display_path
from printgen.base.folders import starters_folder
from printgen.base.limits import metered
from printgen.base.units import canonical_color, column_of, coordinate, count_noun
from printgen.build.card_game import private_folder
from printgen.build.list_game import NewGame, finish_game, render, write_and_check
from printgen.build.list_source import icon_for
from printgen.build.rail_format import RailEntry, RailGame, RailHex, RailSpot, RailTrack, first_word
from printgen.build.starting import Begun, file_and_home, starter_words
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

Places = Mapping[tuple[int, int], tuple[str, RailHex]]
"""The hexes of a map by their columns and rows, each with what 18xx-maker calls it."""


@metered()
def import_18xx(source: str | Path, folder: str | Path = "") -> NewGame:
    """Make a game from a file of 18xx-maker, in a new or empty folder; by default it is named after the file.

    UsageError for a missing file, or an unusable folder; PrintgenError for a file without such a game.
    """
    path, home, name = file_and_home(source, folder, "Name a game of 18xx-maker.", "rails")
    game = _read(path)
    places, repeated = _map_places(game)
    lists = _lists(game, places)
    with private_folder(home) as private:
        files = _files(game, places, lists)
        findings = write_and_check(private / name, files)
        stop_on_errors(findings)
        files = finish_game(private / name, home, files)
    records = [record for entries in lists.values() for record in entries]
    pieces = sum(record.get("copies", 1) for record in records)
    return NewGame(Begun(home, game.info.title, tuple(files)), len(records), pieces, "hexes of 38 mm", (),
                   (*_omissions(game, repeated), *findings))  # fmt: skip


def _read(path: Path) -> RailGame:
    """The game in a file. PrintgenError if it has none."""
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
    return game


# ---- what is not taken over


def _omissions(game: RailGame, repeated: Sequence[Where]) -> list[Finding]:
    """A warning for each kind of omitted thing: its first place, and their number."""
    said_again = (("what a hex says that is said again", where) for where in repeated)
    places = group_pairs((*_left_out(game), *said_again))
    return [
        Finding("warning", wheres[0], f"not taken over: {what} ({count_noun(len(wheres), 'time')})",
                "Add what you need of it to the new game by hand.", "not-imported")
        for what, wheres in places.items()
    ]  # fmt: skip


def _left_out(game: RailGame) -> Iterator[tuple[str, Where]]:
    """The omitted parts of the game, each with its place."""
    if keys := _unread_keys(game):
        yield f"{', '.join(map(shorten, keys[:20]))} of the game", game.key_where_of(keys[0])
    yield from (("further maps", further.where) for further in game.map[1:])
    tiles = [tile for tile in game.tiles.values() if isinstance(tile, RailHex) and tile.gives("color")]
    for hexes in (*game.map_hexes, *tiles):
        yield from ((f"{key} of hexes", hexes.key_where_of(key)) for key in _unread_keys(hexes))
        yield from ((f"track of the type {shorten(one.type)}", one.where) for one in hexes.track if not _run(one)[1])
        spots = [spot for key in starter_words("18xx")["marks"] for spot in getattr(hexes, key)]
        yield from ((f"the icon {shorten(spot.type)}", spot.where) for spot in spots if spot.type and not _icon(spot))
    for number, drawn, _ in _drawn_tiles(game):
        if drawn is None:
            yield f"the tile {shorten(number)}, which is no common one", game.where_of("tiles", number)


def _unread_keys(part: Part) -> list[str]:
    """The keys of a mapping that matter in print and are not read."""
    read_keys = {field.alias or name for name, field in type(part).model_fields.items()}
    return [key for key in part.source_map if key not in read_keys and key not in starter_words("18xx")["silent"]]


# ---- the lists


def _lists(game: RailGame, places: Places) -> dict[str, list[dict[str, Any]]]:
    """The records of the game, by product."""
    flat = game.info.has_flat_tops
    hexes = [
        {"name": coordinate(row, column), "number": name, "color": _color(game, hexes.ground),
         **_drawing(game, hexes, 0 if flat else 90, 0)}
        for (column, row), (name, hexes) in places.items()
    ]  # fmt: skip
    turn = 0 if flat else 30
    tiles = [
        {"name": number, "color": _color(game, tile.color), "copies": copies, **_drawing(game, tile, turn, turn)}
        for number, tile, copies in _drawn_tiles(game) if tile and copies
    ]  # fmt: skip
    tokens = [
        {"name": str(one.abbrev or one.name)[:12], "title": str(one.name), "color": _color(game, one.color),
         "copies": _stations(game, one) + 1}
        for one in game.companies
    ]  # fmt: skip
    trains = [
        {"name": str(one.name), "price": str(one.price), "color": _color(game, one.color),
         "rusts": _rust(one.rust), "text": one.description, "copies": _copies(one.quantity, one.print)}
        for one in game.trains
    ]  # fmt: skip
    lists = {"hexes": hexes, "tiles": tiles, "tokens": tokens, "market": _market(game), "trains": trains}
    return {name: records for name, records in lists.items() if records}


def _color(game: RailGame, name: str) -> str:
    """A colour by its name, those of the game first; white without a name, grey for an unknown one."""
    built_in = starter_words("18xx")["colors"]
    return canonical_color(game.colors.get(name, built_in.get(name, name or "white"))) or "#999999"


def _stations(game: RailGame, company: RailEntry) -> int:
    """The number of station tokens of a company."""
    tokens = company.tokens
    return min(len(game.token_types.get(tokens, ()) if isinstance(tokens, str) else tokens), 20)


def _rust(value: Any) -> str:
    """The cause of a train's rusting: a train, or the second or third of a kind, or several."""
    several = value if isinstance(value, list) else [value]
    return ", ".join(str(one.get("on", "")) if isinstance(one, Mapping) else str(one) for one in several)[:60]


def _copies(quantity: int | str, printed: int) -> int:
    """The number of pieces to print; six of unlimited ones."""
    amount = printed if printed >= 0 else quantity if isinstance(quantity, int) else 6
    return max(0, min(amount, MOST_COPIES))


def _market(game: RailGame) -> list[dict[str, Any]]:
    """The market as one record of cells with their places, counted from 0; a single row is broken into several."""
    rows = [row if isinstance(row, tuple) else (row,) for row in game.stock.market]
    if all(len(row) == 1 for row in rows):
        cells = [row[0] for row in rows]
        rows = [tuple(cells[n : n + 12]) for n in range(0, len(cells), 12)]
    placed = [(y, x, cell) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell]
    legend = [(_color(game, one.color), one.description) for one in game.stock.legend]
    record = {
        "name": "Stock market", "rows": len(rows), "columns": max(map(len, rows), default=0),
        "cells": [{"row": y, "column": x, "text": first_word(cell.label, cell.value), "par": cell.par,
                   "color": _color(game, cell.color) if cell.color else legend[cell.legend][0]
                   if 0 <= cell.legend < len(legend) else "#FFFFFF"} for y, x, cell in placed],
        "legend": [{"color": color, "text": text} for color, text in legend if text],
    }  # fmt: skip
    return [record] if placed else []


# ---- the map and tiles


def _map_places(game: RailGame) -> tuple[Places, list[Where]]:
    """The hexes of the map, and the places of repeated ones. PrintgenError for a hex without coordinates."""
    numbered, repeated = dict[tuple[int, int], tuple[str, RailHex]](), list[Where]()
    for hexes in game.map_hexes:
        for n, name in enumerate(hexes.hexes):
            match, where = _COORDINATE.fullmatch(name), hexes.where_of("hexes", n)
            if not match:
                message, hint = f"{shorten(name)} is no hex", "Write a letter and a number, such as C4."
                raise PrintgenError([Finding("error", where, message, hint, "bad-value")])
            place = column_of(match[1]), int(match[2])
            repeated += [where] if place in numbered else []
            numbered[place] = name, hexes
    first = min((letter for letter, _ in numbered), default=0)
    least = min((number - (letter - first) % 2 for letter, number in numbered), default=0)
    places = dict[tuple[int, int], tuple[str, RailHex]]()
    for (letter, number), (name, hexes) in sorted(numbered.items()):
        along, (down, rest) = letter - first, divmod(number - least - (letter - first) % 2, 2)
        if rest or max(along, down) >= _MOST_ACROSS:
            message = f"the hex {name} lies between those of the map" if rest else f"the hex {name} lies too far out"
            hint = f"Give lines even and odd numbers in turn, and at most {_MOST_ACROSS} hexes."
            raise PrintgenError([Finding("error", hexes.where, message, hint, "bad-value")])
        places[(along, down) if game.info.has_flat_tops else (down, along)] = name, hexes
    return places, repeated


def _drawn_tiles(game: RailGame) -> Iterator[tuple[str, RailHex | None, int]]:
    """Each kind of tile: its number, its drawing, and its copies; None for an unknown number."""
    for number, tile in game.tiles.items():
        if isinstance(tile, RailHex):
            drawn = tile if tile.gives("color") else _common_tiles().get(str(tile.tile or number))
            yield number, drawn, _copies(tile.quantity, tile.print)
        else:
            yield number, _common_tiles().get(number), _copies(tile, -1)


@cache
def _common_tiles() -> Mapping[str, RailHex]:
    """The tiles that games name by number alone."""
    common: Any = load_yaml_file(_FOLDER / "tiles.yaml", "tiles.yaml")
    return validate(TypeAdapter(dict[str, RailHex]), common, Where("tiles.yaml"))[0] or {}


# ---- the contents of a hex


def _drawing(game: RailGame, hexes: RailHex, track_turn: int, turn: int) -> dict[str, Any]:
    """The contents of a hex; its track and its other contents are turned clockwise by these angles."""
    stops, marks = [*_stops(game, hexes, turn)], list[dict[str, Any]]()
    for mark in _marks(game, hexes, turn):
        city = next((stop for stop in stops if stop["kind"] == "city" and _distance(mark, stop) < 1), None)
        if mark["kind"] == "token" and mark["text"] and city:
            # A token upon a city is that of a company that has its home there.
            city["homes"].append({"name": mark["text"][:8], "color": mark["color"] or "#FFFFFF"})
        else:
            marks.append(mark)
    pays = [
        {**({"x": 0, "y": 22} if stops else _position(one, 0, limit=max(0, 36 - 11 * len(one.revenues)))),
         "name": str(one.name.name),
         "steps": [{"color": _color(game, pay.color), "text": first_word(pay.value, pay.cost)} for pay in one.revenues]}
        for one in hexes.off_board_revenue
    ]  # fmt: skip
    return {
        "track": [
            {"turn": (side - 1) * 60 + track_turn, "run": run, "start": one.start, "end": one.end, "gauge": one.gauge}
            for one in hexes.track for side, run in [_run(one)] if run
        ],
        "stops": stops,
        "marks": _spread(marks, stops, pays),
        "borders": [{"turn": (one.side - 1) * 60 + track_turn, "color": _color(game, one.color)}
                    for one in hexes.borders],
        "pays": pays,
    }  # fmt: skip


def _run(track: RailTrack) -> tuple[int, str]:
    """The side at which a piece of track begins, and its course from there; "" for an unknown type."""
    if len(track.sides) != 2:
        return track.side, starter_words("18xx")["track"].get(track.type, "")
    first, last = sorted(track.sides)
    side, away = (first, last - first) if last - first <= 3 else (last, 6 - last + first)
    return side, ("city", "sharp", "gentle", "straight")[away]


def _stops(game: RailGame, hexes: RailHex, turn: int) -> Iterator[dict[str, Any]]:
    """Cities and towns, with the home companies."""
    colors = {str(company.abbrev or company.name): company.color for company in game.companies}
    for key, kind in starter_words("18xx")["stops"].items():
        for stop in getattr(hexes, key):
            if stop.hidden:
                continue
            homes = [str(home.get("label", home.get("company", ""))) if isinstance(home, Mapping) else str(home)
                     for home in stop.companies if home]  # fmt: skip
            size = int(re.sub(r"\D.*", "", str(stop.size)) or 1)
            yield {"kind": kind, **_position(stop, turn),
                   "turn": (stop.rotate or stop.rotation) + turn, "size": max(1, min(size, 6)),
                   "homes": [{"name": home[:8], "color": _color(game, colors.get(home, "white"))} for home in homes],
                   "title": str(stop.name.name), "under": stop.name.reverse}  # fmt: skip


def _marks(game: RailGame, hexes: RailHex, turn: int) -> Iterator[dict[str, Any]]:
    """Words and icons: revenues, labels, names, costs of terrain and other signs in a hex."""
    usual = {("values", 0): (210, 0.7), ("labels", 0): (150, 0.7), ("labels", 1): (270, 0.7)}
    if hexes.cities or hexes.center_towns:
        usual |= {("terrain", 0): (330 if hexes.icons else 0, 0.7), ("icons", 0): (30 if hexes.terrain else 0, 0.6)}
    for key, kind in starter_words("18xx")["marks"].items():
        for n, spot in enumerate(getattr(hexes, key)):
            text, icon = first_word(spot.value, spot.label, spot.cost, spot.name.name, spot.company), _icon(spot)
            if (text or icon) and not spot.hidden:
                # A long name is as wide as the hex, and lies across it.
                middle = {"x": 0} if kind in _WIDE and len(text) > 8 else {}
                yield {"kind": kind, **_position(spot, turn, usual.get((key, n), (0, 0))), **middle, "text": text,
                       "icon": icon, "color": _color(game, spot.color) if spot.color else ""}  # fmt: skip


def _icon(spot: RailSpot) -> str:
    """The icon for the type of a mark; "" if it has none."""
    return icon_for(starter_words("18xx")["icons"].get(spot.type, spot.type)).strip(":") if spot.type else ""


def _position(spot: RailSpot, turn: float, usual: tuple[float, float] = (0, 0), limit: float = 42) -> dict[str, Any]:
    """The position of a spot in a turned hex, always inside it; a spot without one gets the usual angle."""
    angle, percent = usual
    if spot.angle is not None or spot.percent is not None or spot.x or spot.y:
        angle, percent = spot.angle or 0, spot.percent or 0
    x = spot.x - 75 * percent * math.sin(math.radians(angle))
    y = spot.y + 75 * percent * math.cos(math.radians(angle))
    away, direction = min(math.hypot(x, y) / 1.5, limit), math.atan2(y, x) + math.radians(turn)
    return {"x": round(away * math.cos(direction), 1), "y": round(away * math.sin(direction), 1)}


def _spread(
    marks: Sequence[dict[str, Any]], stops: Sequence[Mapping[str, Any]], pays: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The marks, with those that would cover a home or another mark moved to the place with the most room."""
    taken: list[Mapping[str, Any]] = [stop for stop in stops if stop["homes"]]
    taken += [{"x": pay["x"] + aside, "y": pay["y"] + 8} for pay in pays for aside in (-18, 0, 18)]
    placed: list[dict[str, Any]] = []
    for mark in marks:
        near = (*taken, *placed)
        if any(_distance(mark, other) < 19 for other in near):
            angles = (180, 0) if mark["kind"] in _WIDE else (210, 150, 270, 90, 30, 330, 0, 180)
            free = [_position(RailSpot(angle=angle, percent=0.8), 0) for angle in angles]
            rooms = [min(_distance(spot, other) for other in (*stops, *near)) for spot in free]
            mark = {**mark, **free[rooms.index(max(rooms))]}
        placed.append(mark)
    return placed


def _distance(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return math.hypot(one["x"] - other["x"], one["y"] - other["y"])


# ---- the files


def _files(game: RailGame, places: Places, lists: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, bytes]:
    """The files of the game, by their paths."""
    grounds = list(dict.fromkeys(hexes.ground for _, hexes in places.values()))
    if len(grounds) > len(_LETTERS):
        message, hint = f"hexes have {len(grounds)} colours", f"Give them at most {len(_LETTERS)}."
        raise PrintgenError([Finding("error", game.map[0].where, message, hint, "over-limit")])
    signs = dict(zip(grounds, _LETTERS, strict=False))
    map_text = _map_text(places, signs)
    values = {
        "info": game.info, "lists": lists, "signs": signs, "holes": "#" in map_text, "flat": game.info.has_flat_tops,
        "market": next(iter(lists.get("market", ())), {"rows": 1, "columns": 1}),
        "grounds": {name: _color(game, name) for name in grounds}, "names": starter_words("18xx")["grounds"],
        "title": " ".join(game.info.title.split())[:60],
    }  # fmt: skip
    files = {
        f"templates/faces/{path.name.removesuffix('-face.yaml.txt')}.yaml": render(path, values)
        for path in sorted(_FOLDER.glob("*-face.yaml.txt"))
    }
    files["game.yaml"] = render(_FOLDER / "game.yaml.txt", values)
    if places:
        files["map.txt"] = map_text.encode()
    return files | {f"{name}.yaml": "".join(map(_entry, records)).encode() for name, records in lists.items()}


def _map_text(places: Places, signs: Mapping[str, str]) -> str:
    """The map as text, a row a line; # for a gap."""
    across, down = (max((place[axis] for place in places), default=-1) + 1 for axis in (0, 1))
    spaces = {place: signs[hexes.ground] for place, (_, hexes) in places.items()}
    return "".join(" ".join(spaces.get((x, y), "#") for x in range(across)) + "\n" for y in range(down))


def _entry(record: Mapping[str, Any]) -> str:
    """The text of a record in its list, without empty values: a line for each field, and for each map in a list."""
    text = ""
    for key, value in _filled(record).items():
        if isinstance(value, list):
            text += f"  {key}:\n" + "".join(f"    - {flow_text(_filled(part))}\n" for part in value)
        else:
            text += f"  {key}: {flow_text(value)}\n"
    return f"-{text[1:]}"


def _filled(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if value not in ("", [])}
