"""A reader of saved objects of Tabletop Simulator, by the rules of the program: files come in, objects go out.

What it would not show, or show otherwise than it is meant, is an AssertionError here.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from printgen.exports import ExportResult

Object = dict[str, Any]


_KEPT: dict[str, Path] = {}
"""What the program keeps of pictures in Mods: of the export that was looked at last."""


def states(done: ExportResult, name: str) -> list[Object]:
    _KEPT.clear()
    _KEPT.update({path.stem: path for path in done.files if path.parent.name == "Images"})
    found: list[Object] = json.loads((done.folder / f"{name}.json").read_text(encoding="utf-8"))["ObjectStates"]
    return found


def every(objects: list[Object]) -> Iterator[Object]:
    for one in objects:
        yield one
        yield from every(one.get("ContainedObjects", []))
        yield from every(list(one.get("States", {}).values()))


def kept(address: str) -> Path:
    """The file that the program takes for an address: named by its letters and digits."""
    return _KEPT[re.sub("[^A-Za-z0-9]", "", address)]


def opened(address: str) -> Image.Image:
    return Image.open(kept(address))


def cell(card: Object, side: str = "FaceURL") -> Image.Image:
    number, index = divmod(card["CardID"], 100)
    sheet = card["CustomDeck"][str(number)]
    picture = opened(sheet[side])
    if side == "BackURL" and not sheet["UniqueBack"]:
        return picture
    across, down = sheet["NumWidth"], sheet["NumHeight"]
    assert picture.width % across == 0 and picture.height % down == 0
    wide, high = picture.width // across, picture.height // down
    left, top = index % across * wide, index // across * high
    return picture.crop((left, top, left + wide, top + high))


def inches(one: Object) -> tuple[float, float]:
    """How wide and high an object lies on the table."""
    scale = one["Transform"]["scaleX"]
    assert one["Transform"]["scaleZ"] == scale
    if "CustomDeck" in one:
        wide, high = cell(one.get("ContainedObjects", [one])[0]).size
        assert one["SidewaysCard"] == (wide > high)
        return wide / max(wide, high) * 3.04 * scale, high / max(wide, high) * 3.04 * scale
    wide, high = opened(one["CustomImage"]["ImageURL"]).size
    unit = 3.7 / max(wide, high) if one["Name"] == "Custom_Token" else 2 / min(wide, high)
    turned = (one["Transform"]["rotY"] - 180) % 180 == 90
    sides = wide * unit * scale, high * unit * scale
    return sides[::-1] if turned else sides


def away(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ on average, of 255."""
    found = ImageChops.difference(one, other).convert("L").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(found, int | float)
    return found


def hold(done: ExportResult) -> None:
    """What must be so in any file, or the program shows nothing, or something else."""
    for path in done.folder.glob("*.json"):
        objects = states(done, path.stem)
        found = [*every(objects)]
        guids = [one["GUID"] for one in found]
        assert len(set(guids)) == len(guids)
        assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)
        for one in found:
            # With tags, it would take in nothing that has others.
            assert not (one["Tags"] and "ContainedObjects" in one)
            if one["Name"] == "DeckCustom":
                held = one["ContainedObjects"]
                assert len(held) >= 2
                assert one["DeckIDs"] == [card["CardID"] for card in held]
                assert all(card["CustomDeck"].items() <= one["CustomDeck"].items() for card in held)
            for sheet in one.get("CustomDeck", {}).values():
                assert sheet["BackIsHidden"] is True
                assert sheet["NumWidth"] <= 10 and sheet["NumHeight"] <= 7
                sizes = [opened(sheet[side]).size for side in ("FaceURL", "BackURL")]
                assert sizes[0] == sizes[1] or not sheet["UniqueBack"]
            if "CardID" in one:
                number, index = divmod(one["CardID"], 100)
                sheet = one["CustomDeck"][str(number)]
                assert number >= 1 and index < sheet["NumWidth"] * sheet["NumHeight"]
            for side in ("ImageURL", "ImageSecondaryURL"):
                address = one.get("CustomImage", {}).get(side)
                assert not address or opened(address)
        assert Image.open(path.with_suffix(".png")).size == (256, 256)
    for path in _KEPT.values():
        with Image.open(path) as picture:
            assert max(picture.size) <= 4096
            assert picture.mode in ("RGB", "RGBA")
            assert picture.format == {".jpg": "JPEG", ".png": "PNG"}[path.suffix]


def copies(done: ExportResult, name: str) -> int:
    """How many pieces of a product there are."""
    return sum(one["Name"] not in ("DeckCustom", "Bag") for one in every(states(done, name)))
