"""A reader of games of Card Game Simulator, by its published JSON Schemas and by where it looks for files.

`cgs_schema` holds the schemas of the program's docs/schema as they were in August 2026 (MPL-2.0).
"""

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

from jsonschema import Draft4Validator
from PIL import Image

SCHEMAS = Path(__file__).parent / "cgs_schema"
POINTER = re.compile(r"\$cgs\.json#?/properties/(\w+)")


def published(name: str, about: dict[str, Any]) -> dict[str, Any]:
    """A schema of the program for a game.

    Those of cards and sets name keys by where cgs.json says what they are called: here they have the names that the
    game, or the default there, gives them. A card has the fields that the game lists.
    """
    known = json.loads((SCHEMAS / "cgs.json").read_text(encoding="utf-8"))["properties"]
    text = (SCHEMAS / f"{name}.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(POINTER.sub(lambda at: about.get(at[1], known[at[1]].get("default")), text))
    if "additionalProperties" in schema.get("items", ()):
        fields = {one["name"]: {"type": "string"} for one in about["cardProperties"]}
        schema["items"] |= {"additionalProperties": False, "properties": {**schema["items"]["properties"], **fields}}
    return schema


class Game(NamedTuple):
    """What cgs.json says, cards by id, decks as lists of ids by name, and all files."""

    about: dict[str, Any]
    cards: dict[str, dict[str, Any]]
    decks: dict[str, list[str]]
    files: dict[str, bytes]

    def picture(self, path: str) -> Image.Image:
        return Image.open(io.BytesIO(self.files[path]), formats=("PNG",))

    def front(self, card: str) -> Image.Image:
        return self.picture(f"sets/{self.cards[card]['set']}/{card}.png")

    def back(self, card: str) -> Image.Image:
        name = self.cards[card]["backs"][0]
        return self.picture(f"backs/{name}.png" if name else "CardBack.png")


def read_game(file: str, data: bytes) -> Game:
    assert file.endswith(".cgs.zip")
    called = file.removesuffix(".cgs.zip")
    assert not set(called) & set('<>:"/\\|?*@#')
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert all(name.startswith(f"{called}/") for name in archive.namelist())
        files = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    parts = {}
    for name in ("cgs", "AllCards", "AllSets"):
        parts[name] = json.loads(files[f"{name}.json"])
        Draft4Validator(published(name, parts["cgs"])).validate(parts[name])
    about = parts["cgs"]
    # The program calls the folder of a game by its name, and would keep an older one of another name.
    assert about["name"] == called
    cards = {card["id"]: card for card in parts["AllCards"]}
    assert len(cards) == len(parts["AllCards"])
    game = Game(about, cards, {}, files)
    for path, held in files.items():
        if path.startswith("decks/"):
            game.decks[path.removeprefix("decks/").removesuffix(".txt")] = list(_deck(held.decode(), cards))
    _assert_whole(game, {one["code"] for one in parts["AllSets"]})
    return game


def _deck(text: str, cards: dict[str, Any]) -> list[str]:
    found = []
    for line in text.splitlines():
        if line and not line.startswith(("#", "//")):
            count, card = re.fullmatch(r"(\d+) \[([^ \]]+)\]", line).groups()  # type: ignore[union-attr]
            assert card in cards
            found += [card] * int(count)
    return found


def _assert_whole(game: Game, sets: set[str]) -> None:
    known = {one["name"] for one in game.about["cardProperties"]} | {"id", "name", "set", "backs"}
    shown = {"cgs.json", "AllCards.json", "AllSets.json", *(f"decks/{name}.txt" for name in game.decks)}
    size = {game.front(card).size for card in game.cards} | {game.back(card).size for card in game.cards}
    assert len(size) == 1
    ((wide, high),) = size
    inches = game.about["cardSize"]
    assert abs(wide / high - inches["x"] / inches["y"]) < 0.02
    for name, card in game.cards.items():
        assert set(card) <= known
        assert card["set"] in sets
        back = card["backs"][0]
        shown |= {f"sets/{card['set']}/{name}.png", f"backs/{back}.png" if back else "CardBack.png"}
    backs = {one["id"] for one in game.about["cardBackFaceImageUrls"]}
    assert backs == {card["backs"][0] for card in game.cards.values()} - {""}
    boards = {one["id"] for one in game.about.get("gameBoardUrls", ())}
    shown |= {f"boards/{name}.png" for name in boards}
    assert shown == set(game.files)
    for one in game.about.get("gameBoardCards", ()):
        assert one["card"] in game.decks[game.about["gameStartDecks"][0]["name"]]
        assert {board["id"] for board in one["boards"]} <= boards
    for one in (*game.about["deckUrls"], *game.about["gameStartDecks"]):
        assert one["name"] in game.decks
