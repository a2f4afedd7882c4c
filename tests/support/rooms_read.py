"""Readers of rooms, by the rules of virtualtabletop.io's own: a .pcio or .vtt comes in; widgets and assets go out.

What its importer would throw at, draw as a red striped box or quietly drop is an AssertionError here.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from PIL import Image

Widget = dict[str, Any]
NEWEST = 22
"""The version of the format that servers know."""


class Room(NamedTuple):
    """Widgets by id, as a server keeps them, assets by the names by which it serves them, and what the shelf shows."""

    widgets: dict[str, Widget]
    assets: dict[str, bytes]
    info: Widget = {}  # noqa: RUF012

    def of(self, kind: str | None) -> list[Widget]:
        return [widget for widget in self.widgets.values() if widget.get("type") == kind]

    def corner(self, widget: Widget) -> tuple[float, float]:
        """The top left of a widget in the room: positions count from that of the parent."""
        x, y = widget.get("x", 0), widget.get("y", 0)
        if widget.get("parent"):
            left, top = self.corner(self.widgets[widget["parent"]])
            return left + x, top + y
        return x, y


def server_name(data: bytes) -> str:
    crc = zlib.crc32(data)
    return f"/assets/{crc if crc < 1 << 31 else crc - (1 << 32)}_{len(data)}"


def read_vtt(data: bytes) -> Room:
    entries = _entries(data)
    pages = [name for name in entries if re.match(r"^[^/]+\.json$", name)]
    assert pages == ["0.json"]
    assert len(entries["0.json"]) < 20 * 1024 * 1024
    state = json.loads(entries["0.json"])
    about = state.pop("_meta")
    assert type(about["version"]) is int
    assert 0 <= about["version"] <= NEWEST
    assert all(widget["id"] == name for name, widget in state.items())
    assets = {name: held for name, held in entries.items() if re.match(r"^/?assets", name)}
    assert len(assets) + 1 == len(entries)
    for name, held in assets.items():
        assert len(held) < 10 * 1024 * 1024
        assert "/" + name == server_name(held)
    room = Room(state, {"/" + name: held for name, held in assets.items()}, about["info"])
    assert_plays(room)
    return room


def read_pcio(data: bytes) -> Room:
    """The room that the importer makes of a list of widgets, whose positions all count from the room's corner."""
    entries = _entries(data)
    widgets: list[Widget] = json.loads(entries["widgets.json"])
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets) <= 1200
    names = {}
    for name, held in entries.items():
        if name != "widgets.json":
            assert re.match(r"^userassets/[^/]+$", name)
            assert len(held) < 2097152
            names[f"package://{name}"] = server_name(held)

    def asset(value: str) -> str:
        assert not value.startswith("package://") or value in names
        return names.get(value, value)

    made: dict[str, Widget] = {}
    for widget in widgets:
        one = {"id": widget["id"], "x": widget["x"], "y": widget["y"], "z": widget["z"]}
        if "parent" in widget:
            above = by_id[widget["parent"]]
            one |= {"parent": above["id"], "x": widget["x"] - above["x"], "y": widget["y"] - above["y"]}
        if widget.get("label"):
            label = {"type": "label", "x": widget["x"], "y": widget["y"] - 20, "width": widget["width"]}
            made[f"{widget['id']}_label"] = {"id": f"{widget['id']}_label", **label, "text": widget["label"]}
        match widget["type"]:
            case "hand":
                one |= {"type": "holder", "width": widget["width"], "height": widget["height"]}
            case "cardPile":
                one |= {"type": "holder", "width": widget["width"], "height": widget["height"]}
                if widget["hasShuffleButton"]:
                    button = {"id": f"{widget['id']}_shuffleButton", "type": "button", "text": "Recall & Shuffle"}
                    button |= {"x": widget["x"], "y": widget["y"] + 1.02 * widget["height"], "width": widget["width"]}
                    made[button["id"]] = {**button, "height": 32}
            case "counter":
                one |= {"type": "label", "width": widget["width"], "height": widget["height"], "text": "0"}
            case "board":
                one |= {"image": asset(widget["boardImage"]), "width": widget["width"], "height": widget["height"]}
            case "cardDeck":
                one |= {"type": "deck", "faceTemplates": [], "cardTypes": {}}
                one["cardDefaults"] = {"width": widget["cardWidth"], "height": widget["cardHeight"]}
                for side in ("backTemplate", "faceTemplate"):
                    (shown,) = widget[side]["objects"]
                    assert shown["valueType"] == "dynamic"
                    part = {"x": shown["x"], "y": shown["y"], "width": shown["w"], "height": shown["h"]}
                    one["faceTemplates"].append({"objects": [{**part, "dynamicProperties": {"value": shown["value"]}}]})
                for key, held in widget["cardTypes"].items():
                    assert all(type(value) is str for value in held.values())
                    one["cardTypes"][key] = {name: asset(value) for name, value in held.items()}
            case "card":
                one |= {"type": "card", "deck": widget["deck"], "cardType": widget["cardType"]}
                one["activeFace"] = int(widget["faceup"])
            case other:
                raise AssertionError(f"a widget of type {other} is a red striped box")
        made[one["id"]] = one
    room = Room(made, {server_name(held): held for name, held in entries.items() if name != "widgets.json"})
    assert_plays(room)
    return room


def _entries(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(set(names)) == len(names)
        assert all(entry.date_time == (1980, 1, 1, 0, 0, 0) for entry in archive.infolist())
        return {name: archive.read(name) for name in names}


def assert_plays(room: Room) -> None:
    """All that cards and places name is there, every asset is shown, and all lies in the room, whole and apart."""
    shown = {widget["image"] for widget in room.of(None)} | {image for image in [room.info.get("image")] if image}
    for widget in room.widgets.values():
        assert widget.get("parent", "hand") in room.widgets
    for deck in room.of("deck"):
        assert len(deck["faceTemplates"]) == 2
        for face in deck["faceTemplates"]:
            for part in face["objects"]:
                values = [held[part["dynamicProperties"]["value"]] for held in deck["cardTypes"].values()]
                shown.update(values)
    for card in room.of("card"):
        deck = room.widgets[card["deck"]]
        assert deck["type"] == "deck"
        assert card["cardType"] in deck["cardTypes"]
    assert shown == set(room.assets)
    for name, x, y, wide, high in boxes(room):
        assert x >= 0 and y >= 0 and x + wide <= 1600 and y + high <= 1000, name
    for held in room.assets.values():
        with Image.open(io.BytesIO(held), formats=("PNG", "JPEG")) as picture:
            assert max(picture.size) <= 2000
    for widget in (*room.of("label"), *room.of("button")):
        border = 12 if widget["type"] == "button" else 0
        assert wide_at_least(str(widget["text"])) <= widget["width"] - border, widget
    held = {name: box for name, *box in boxes(room)}
    places = {}
    for name, (x, y, wide, high) in held.items():
        if name.startswith(("pile-", "board-", "hand", "counter-")):
            if name.endswith(("-label", "-button", "_label", "_shuffleButton")):
                x, y, wide, high = x + 0.5, y + 0.5, wide - 1, high - 1
            places[name] = (x, y, x + wide, y + high)
    for name, (left, top, right, bottom) in places.items():
        for other, (left2, top2, right2, bottom2) in places.items():
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            inside = name.startswith(other) or other.startswith(name)
            assert name == other or inside or apart, (name, other)


def wide_at_least(text: str) -> float:
    """How wide a line is at least in letters of 16 pixels."""
    return sum(3.5 if letter in "ijlt.,' " else 7.5 for letter in text)


def boxes(room: Room) -> Iterator[tuple[str, float, float, float, float]]:
    """What has a size of its own, or as a card of its deck, by its place in the room."""
    for widget in room.widgets.values():
        usual = room.widgets[widget["deck"]]["cardDefaults"] if widget.get("type") == "card" else {}
        usual = usual or ({"height": 20} if widget.get("type") == "label" else {})
        wide, high = widget.get("width", usual.get("width", 0)), widget.get("height", usual.get("height", 0))
        yield (widget["id"], *room.corner(widget), wide, high)
