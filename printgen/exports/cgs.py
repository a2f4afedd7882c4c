"""Card Game Simulator: a parcel comes in; GAME.cgs.zip, which the program takes in, goes out.

GAME/cgs.json                      what the game is, and by what its cards are searched
GAME/AllCards.json, AllSets.json   its cards; a set for each product and size
GAME/sets/SET/ID.png               their fronts, all of one size: what is smaller stands in the middle, in its true size
GAME/CardBack.png, backs/ID.png    the back that most have, and all others
GAME/decks/NAME.txt                a deck for each product
GAME/boards/ID.png                 a board, which comes with the first deck
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from printgen.base.errors import Finding
from printgen.base.units import mm, translate
from printgen.build.stages import Progress
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Group, Place
from printgen.exports.format import Asked, Made, Option, pictures_among
from printgen.exports.parcel import Lot, Parcel, Side, Thing, address_of, as_json, zip_of
from printgen.exports.pixels import png_files, shot_at
from printgen.exports.rooms import left_out, misfits, nothing_fits, stacks_of
from printgen.exports.text import Wording

_PROGRAM = "Card Game Simulator"
_TAKEN = {"id", "name", "set", "backs", "properties", "backFaceId", "tags", "words"}
"""Words that a card has beside the fields of its game."""
_MOST_BOARD = 3000
_FEW = 10
"""Fewer cards than these are not what a game is played with."""
_LOOSE = 0.5
"""So many millimetres larger than a card a thing may be, and is still one."""

OPTIONS = (
    Option("dpi", "dots per inch of the cards", 150, least=50, most=400),
    Option("url-base", "where you will put the unpacked folder, such as https://example.org/game", metavar="URL"),
)


_MM_PER_IN = 25.4


class Sorted(NamedTuple):
    """What the program shows: stacks of cards of one size in millimetres, a board, and what is left out."""

    stacks: tuple[Lot, ...]
    size: tuple[float, float]
    board: tuple[Lot, Thing] | None
    findings: tuple[Finding, ...]


def _sorted(parcel: Parcel) -> Sorted:
    found = [*misfits(parcel, "card", "tile", "token", "board")]
    boards = [(lot, thing) for lot in parcel.of("board") for thing in lot.things]
    for lot, thing in boards[1:]:
        found.append(left_out(lot, [thing], "one board comes with the decks", "Export it with cards alone."))
    stacks = [*stacks_of(parcel, "card", "tile", "token")]
    size = _largest_size(stacks) if len(parcel.lots) == 1 else _usual_size(stacks)
    fits, wide = list[Lot](), f"{size[0]:.0f} x {size[1]:.0f} mm"
    for stack in stacks:
        if all(side <= most + _LOOSE for side, most in zip(stack.things[0].size, size, strict=True)):
            fits.append(stack)
        else:
            why = f"the cards of a game have one size, here {wide}"
            found.append(left_out(stack, stack.things, why, "Export it for itself."))
    if not fits:
        found.append(nothing_fits(parcel, _PROGRAM, "cards, tiles or tokens"))
    return Sorted(tuple(fits), size, boards[0] if boards else None, tuple(found))


def _largest_size(stacks: Sequence[Lot]) -> tuple[float, float]:
    """The size of a card on which everything has room."""
    sizes = [stack.things[0].size for stack in stacks]
    return max((wide for wide, _ in sizes), default=0.0), max((high for _, high in sizes), default=0.0)


def _usual_size(stacks: Sequence[Lot]) -> tuple[float, float]:
    """The size that most cards have; that of most other things where there are hardly any cards."""
    cards = [stack for stack in stacks if stack.things[0].role == "card"]
    counts = Counter[tuple[float, float]]()
    for stack in cards if sum(stack.count for stack in cards) >= _FEW else stacks:
        counts[stack.things[0].size] += stack.count
    return max(counts, key=lambda size: counts[size], default=(0.0, 0.0))


def check(parcel: Parcel, asked: Asked) -> Iterable[Finding]:
    """What has no place in the program."""
    _base(asked)
    return _sorted(parcel).findings


def _base(asked: Asked) -> str:
    """Where the files will be, without a slash at the end; "" for nowhere. UsageError where that is no address."""
    return address_of(asked["url-base"]).rstrip("/") if asked["url-base"] else ""


def make(parcel: Parcel, asked: Asked, progress: Progress) -> Made:
    """Draw all cards, and write what they are."""
    kept, name = _sorted(parcel), _safe(parcel.called) or parcel.stem
    behind, pictures = _backs(kept.stacks)
    files = _drawn(kept, pictures, asked["dpi"], progress)
    decks = _deck_names(kept.stacks)
    files |= {f"decks/{decks[stack.name]}.txt": _deck(name, decks[stack.name], stack) for stack in kept.stacks}
    cards, properties = _cards(kept.stacks, behind)
    files["AllCards.json"] = as_json(cards)
    files["AllSets.json"] = as_json([{"code": stack.name, "name": stack.title} for stack in kept.stacks])
    game = {"name": name, "copyright": parcel.game.author, **_look(kept), "cardProperties": properties}
    game["cardPrimaryProperty"] = properties[0]["name"]
    game |= _places(_base(asked), [*decks.values()], [back for back in pictures if back], kept.board)
    files["cgs.json"] = as_json({key: game[key] for key in sorted(game)})
    packed = zip_of({f"{name}/{path}": files[path] for path in sorted(files)})
    told = "In Card Game Simulator, import the file where the games are chosen."
    pieces = sum(stack.count for stack in kept.stacks) + bool(kept.board)
    return Made([(f"{name}.cgs.zip", packed)], told=(told,), pieces=pieces, pictures=pictures_among(files))


def _safe(name: str) -> str:
    """A name that a file may have on every system: the program calls folders by names of games and decks."""
    return re.sub(r'[<>:"/\\|?*@#\x00-\x1f]+', " ", name).strip(" .")


def _id(stack: Lot, thing: Thing) -> str:
    return f"{stack.name}-{thing.number:03}-{thing.key}"


def _backs(stacks: Sequence[Lot]) -> tuple[dict[str, str], dict[str, tuple[Thing, Side]]]:
    """The back that each card has by its id, and what each back shows. "" is that of most.

    What has no back has its front there: the back of other cards would tell lies.
    """
    alike: dict[str, list[tuple[Lot, Thing]]] = {}
    for stack in stacks:
        for thing in stack.things:
            back = thing.piece.back
            alike.setdefault(digest_of(back) if back else _id(stack, thing), []).append((stack, thing))
    groups = sorted(alike.values(), key=lambda group: -sum(thing.copies for _, thing in group))
    names, shown = dict[str, str](), dict[str, tuple[Thing, Side]]()
    for group in groups:
        first_in, first = group[0]
        name = _id(first_in, first) if shown else ""
        shown[name] = first, "back" if first.piece.back else "front"
        names |= {_id(stack, thing): name for stack, thing in group}
    return names, shown


def _drawn(
    kept: Sorted, backs: Mapping[str, tuple[Thing, Side]], dpi: int, progress: Progress
) -> dict[str, bytes]:  # fmt: skip
    """All pictures by their paths."""
    shown: dict[str, Drawing] = {}
    for stack in kept.stacks:
        for thing in stack.things:
            shown[f"sets/{stack.name}/{_id(stack, thing)}.png"] = _framed(thing, "front", kept.size)
    for name, (thing, side) in backs.items():
        shown[f"backs/{name}.png" if name else "CardBack.png"] = _framed(thing, side, kept.size)
    shots = [shot_at(drawing, dpi) for drawing in shown.values()]
    files = dict(zip(shown, png_files(shots, dpi, progress, "drawing cards", clear=True), strict=True))
    if kept.board:
        lot, board = kept.board
        drawing = board.side()
        least = min(dpi, _MOST_BOARD / max(drawing.width, drawing.height) * 72)
        (files[f"boards/{lot.name}.png"],) = png_files([shot_at(drawing, least)], least, progress, "drawing a board")
    return files


def _framed(thing: Thing, side: Side, size: tuple[float, float]) -> Drawing:
    """A side in the middle of a clear card, cut to its shape."""
    wide, high = mm(size[0]), mm(size[1])
    shown = thing.side(side, clip=True)
    at = translate((wide - shown.width) / 2, (high - shown.height) / 2)
    return Drawing(wide, high, (Place(Group(shown.items), at),))


def _deck_names(stacks: Sequence[Lot]) -> dict[str, str]:
    """What decks are called, by the names of their stacks; no two the same."""
    called = {stack.name: _safe(stack.title) for stack in stacks}
    # A title that is another's name would take its file.
    often = Counter(word for name, title in called.items() for word in {name.lower(), title.lower()})
    return {name: title if title and often[title.lower()] == 1 else name for name, title in called.items()}


def _deck(game: str, name: str, stack: Lot) -> bytes:
    """A list of cards by their ids, with how many there are of each."""
    lines = [f"### {game} Deck: {name}", *(f"{thing.copies} [{_id(stack, thing)}]" for thing in stack.things)]
    return ("\n".join(lines) + "\n").encode()


def _cards(
    stacks: Sequence[Lot], behind: Mapping[str, str]
) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:  # fmt: skip
    """What all cards are; and all by which they are found, as their game calls it, in its order."""
    cards, called = list[dict[str, Any]](), dict[str, str]()
    for stack in stacks:
        wording = Wording(stack)
        for thing in stack.things:
            name = _id(stack, thing)
            told = {_property(field): said for field, said in wording.told(thing).items() if field != "name"}
            called |= {field: title for field, (title, _) in told.items() if field not in called}
            card = {"id": name, "name": thing.name, "set": stack.name, "backs": [behind[name]]}
            card |= {field: words for field, (_, words) in told.items()}
            cards.append({**card, "tags": ", ".join(thing.tags), "words": " ".join(thing.words)})
    called |= {"tags": "Tags", "words": "Words"}
    return cards, [{"name": field, "display": title, "type": "string"} for field, title in called.items()]


def _property(name: str) -> str:
    """A field of a game as one of its cards there, which have some of their own."""
    return f"{name}-" if name in _TAKEN else name


def _look(kept: Sorted) -> dict[str, Any]:
    """How large things are, in inches, and where the board lies: in the middle, with room around it."""
    wide, high = (round(side / _MM_PER_IN, 3) for side in kept.size)
    said: dict[str, Any] = {"cardSize": {"x": wide, "y": high}, "cardNameIsUnique": False, "deckFileTxtId": "id"}
    if kept.board:
        lot, board = kept.board
        across, down = (round(side / _MM_PER_IN, 3) for side in board.size)
        said["playMatSize"] = {"x": max(36.0, across + 12), "y": max(36.0, down + 12)}
        corner = {"x": round(-across / 2, 3), "y": round(-down / 2, 3)}
        lies = {"id": lot.name, "offsetMin": corner, "size": {"x": across, "y": down}}
        # It comes when a deck with this card does, once for each copy.
        first = min(kept.stacks[0].things, key=lambda thing: thing.copies)
        said["gameBoardCards"] = [{"card": _id(kept.stacks[0], first), "boards": [lies]}]
    return said


def _places(base: str, decks: Sequence[str], backs: Sequence[str], board: tuple[Lot, Thing] | None) -> dict[str, Any]:
    """Where files are: those of the zip lie where the program looks, and on the web below `base`, if there is one."""

    def at(path: str, key: str = "url") -> dict[str, str]:
        return {key: f"{base}/{quote(path)}"} if base else {}

    listed = [{"name": deck, **at(f"decks/{deck}.txt")} for deck in decks]
    said: dict[str, Any] = {"deckUrls": listed, "gameStartDecks": listed, "autoUpdate": 30 if base else -1}
    said["cardBackFaceImageUrls"] = [{"id": back, **at(f"backs/{back}.png")} for back in backs]
    if board:
        said["gameBoardUrls"] = [{"id": board[0].name, **at(f"boards/{board[0].name}.png")}]
    said |= {**at("AllCards.json", "allCardsUrl"), **at("AllSets.json", "allSetsUrl")}
    said |= {**at("cgs.json", "autoUpdateUrl"), **at("CardBack.png", "cardBackImageUrl")}
    return {**said, "cardImageUrl": f"{base}/sets/{{cardSet}}/{{cardId}}.{{cardImageFileType}}"} if base else said
