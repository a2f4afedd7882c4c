"""The wall of a product's cards, and the texts of its game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.base.errors import PrintgenError
from printgen.base.file_access import display_path
from printgen.build.live import SAFE, LiveGame, die_cut, path_of, with_bleed
from printgen.build.settings import Settings
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.editing.forms import GameText, findings_in, texts_of
from printgen.editing.list_files import digest
from printgen.game.records import Record
from printgen.game.tables import columns_of, own_lists, rows_of
from printgen.reading.requests import ActionRequest
from printgen.studio.actions import desks_for
from printgen.studio.asking import Conflict, Plain, findings_data, looking, taking
from printgen.studio.pictures import PictureStore
from printgen.studio.records import save_file, undo_data
from printgen.studio.saving import contents_of
from printgen.studio.shelf import game_in, workshop_in

_AT_ONCE = 24
"""So many pictures may be asked for at a time; a page asks for what is seen first."""
_MOST = 2000
_COLOR = "color"

Look = Annotated[str, Field(max_length=64, pattern=r"^[\w-]*$")]


class PicturesRequest(ActionRequest):
    """Pictures of some cards of a product: their places in the list, the look, and what of them is shown."""

    numbers: Annotated[tuple[Annotated[int, Field(ge=0, lt=100_000)], ...], Field(min_length=1, max_length=_AT_ONCE)]
    look: Look = _COLOR
    backs: bool = False
    bleed: bool = False


class PiecesRequest(ActionRequest):
    """What a product without cards of its own consists of, in a look."""

    look: Look = _COLOR


def _wall(request: Request) -> Plain:
    _, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        job = game.job
        columns = columns_of(job.game, product) if game.one_each(product.name) else ()
        own = own_lists(product)
        cards = [
            {"n": n, "name": one.name, "copies": one.copies, "where": one.where.as_data(),
             "own": one.where.file in own, "values": rows_of(columns, one)}
            for n, one in enumerate(product.records if columns else ())
        ]  # fmt: skip
        looks = [_COLOR, *(name for name in job.library.look_names() if not job.library.for_backs(name))]
        about = {"name": product.name, "title": product.title, "kind": product.kind, "gameTitle": job.game.title}
        more = {"target": game.target, "builtIn": game.built_in, "desks": sorted(desks_for(game, product.name))}
        wall = {**about, **more, "number": game.number, "looks": looks, "cards": cards, "pieces": not columns}
        findings = _with_cards(findings_data(game.findings), product.records if columns else ())
        return {**wall, "columns": [column.as_data() for column in columns], "findings": findings}


def _check(request: Request) -> Plain:
    """What a check of the whole game has found; those of a product's cards say which these are."""
    name, game = game_in(request)
    workshop = workshop_in(request)
    checked = workshop.checks.of(name, game, workshop.news)
    records: Sequence[Record] = ()
    with game.lock:
        if product := request.query_params.get("product", ""):
            records = game.product(product).records
        findings = _with_cards(checked.findings, records)
    return {"number": checked.number, "state": checked.state, "findings": findings}


def _with_cards(findings: Iterable[Mapping[str, Any]], records: Sequence[Record]) -> list[Plain]:
    """Findings with the cards, by their numbers, in whose lines they are."""
    lines: dict[str, list[tuple[int, int]]] = {}
    for n, record in enumerate(records):
        lines.setdefault(record.where.file, []).append((record.where.line, n))
    for spots in lines.values():
        spots.sort()

    def card(place: Mapping[str, Any]) -> int | None:
        spots = lines.get(place["file"], [])
        at = bisect_right(spots, (place["line"], _MOST * _MOST)) - 1 if place["line"] else -1
        return spots[at][1] if at >= 0 else None

    def cards(finding: Mapping[str, Any]) -> list[int]:
        found = [card(place) for place in (finding, *finding.get("also", ()))]
        return [*dict.fromkeys(n for n in found if n is not None)]

    return [{**finding, "cards": cards(finding)} for finding in findings]


def _pictures(request: Request, asks: PicturesRequest) -> Plain:
    _, game = game_in(request)
    name, settings = request.path_params["product"], Settings(look=asks.look)
    pictures = workshop_in(request).pictures
    number = game.number
    if game.one_each(name):
        shown = game.of_records(name, asks.numbers, settings)
        rows = [
            {"n": n, **_piece_data(one.piece, asks, pictures)}
            if one.piece
            else {"n": n, "findings": findings_data(one.findings)}
            for n, one in zip(asks.numbers, shown, strict=True)
        ]
    else:
        pieces = game.pieces(name, settings)
        rows = [{"n": n, **_piece_data(pieces[n], asks, pictures)} for n in asks.numbers if n < len(pieces)]
    return {"number": number, "pictures": rows}


def _pieces(request: Request, asks: PiecesRequest) -> Plain:
    _, game = game_in(request)
    number = game.number
    pieces = game.pieces(request.path_params["product"], Settings(look=asks.look))
    rows = [
        {"n": n, "name": one.name, "copies": one.copies, "width": one.front.width, "height": one.front.height}
        for n, one in enumerate(pieces[:_MOST])
    ]
    return {"number": number, "cards": rows}


def _piece_data(piece: Piece, asks: PicturesRequest, pictures: PictureStore) -> dict[str, Any]:
    """What a page needs to show a piece: its sides, and how it is cut."""
    front = pictures.picture_data(_face(piece.front, piece, asks.bleed))
    # The box of a card keeps its shape while it is turned.
    back = pictures.picture_data(_face(piece.back, piece, asks.bleed)) if piece.back and asks.backs else None
    told = {"front": front, "back": back, "backed": piece.back is not None, "corner": piece.corner}
    if not asks.bleed:
        return told
    edge = path_of(piece.edge)
    return {**told, "bleed": piece.bleed, "safe": SAFE, "edge": edge, "plain": piece.cut is None}


def _face(side: Drawing, piece: Piece, bleed: bool) -> Drawing:
    return with_bleed(side, piece) if bleed else die_cut(side, piece)


_HERE = "/api/games/{game}/products/{product}/wall"
ROUTES: tuple[BaseRoute, ...] = (
    Route(_HERE, looking(_wall)),
    Route(f"{_HERE}/pictures", taking(PicturesRequest, _pictures, alone=False), methods=["POST"]),
    Route(f"{_HERE}/pieces", taking(PiecesRequest, _pieces, alone=False), methods=["POST"]),
    Route("/api/games/{game}/check", looking(_check, alone=False)),
)


_BOM = "\ufeff"
Name = Annotated[str, Field(max_length=500)]
Text = Annotated[str, Field(max_length=2_000_000)]


class TextRequest(ActionRequest):
    """A text as somebody has it on the page: its name, and the hash of what the page was given."""

    as_written: ClassVar[bool] = True

    file: Name
    text: Text
    hash: Annotated[str, Field(max_length=64)] = ""


def _text_in(game: LiveGame, name: str) -> GameText:
    """A text by its name. LookupError where there is none."""
    return texts_of(game.folder, game.cards)[name]


def _list_texts(request: Request) -> Plain:
    _, game = game_in(request)
    with game.lock:
        counts: dict[str, int] = {}
        for finding in game.findings:
            counts[finding.where.file] = counts.get(finding.where.file, 0) + 1
        rows = [
            {"name": one.name, "file": str(one.path), "own": one.own, "findings": counts.get(display_path(one.path), 0)}
            for one in texts_of(game.folder, game.cards).values()
        ]
    return {"files": rows, "builtIn": game.built_in}


def _text_data(request: Request) -> Plain:
    _, game = game_in(request)
    query = request.query_params
    with game.lock:
        name, every = query.get("file", ""), texts_of(game.folder, game.cards)
        if name not in every and (shown := query.get("shown", "")):
            # A finding names it as the command line would.
            name = next((one.name for one in every.values() if display_path(one.path) == shown), name)
        one = every[name]
        data = contents_of(one.path) or b""
        locked = game.built_in and not one.own
        text = data.decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
        about = {"name": one.name, "file": display_path(one.path), "own": one.own, "locked": locked, "text": text}
        return {**about, "hash": digest(data), **_findings(game, one, data), **undo_data(request)}


def _findings(game: LiveGame, one: GameText, data: bytes) -> Plain:
    """What would be wrong with a text that holds some bytes."""
    return {"findings": findings_data(findings_in(game.target, game.cards, one.path, data))}


def _bytes_of(text: str, before: bytes) -> bytes:
    """A text of a page as its file has it: with its line ends, and its byte order mark."""
    end = "\r\n" if b"\r\n" in before else "\n"
    start = _BOM if before.startswith(_BOM.encode()) else ""
    return (start + text.replace("\r\n", "\n").replace("\n", end)).encode()


def _check_text(request: Request, asks: TextRequest) -> Plain:
    _, game = game_in(request)
    with game.lock:
        one = _text_in(game, asks.file)
        return _findings(game, one, _bytes_of(asks.text, contents_of(one.path) or b""))


def _save_text(request: Request, asks: TextRequest) -> Plain:
    at, game = game_in(request)
    with game.lock:
        one = _text_in(game, asks.file)
        before = contents_of(one.path)
        if digest(before or b"") != asks.hash:
            theirs = (before or b"").decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n")
            about = {"kind": "text", "file": display_path(one.path), "hash": digest(before or b"")}
            raise Conflict({**about, "mine": asks.text, "theirs": theirs})
        data = _bytes_of(asks.text, before or b"")
        if b"\0" in data:
            raise PrintgenError([])
        if data != before:
            save_file(workshop_in(request), at, game, one.path, data, before, one.name)
        return {"hash": digest(data), **_findings(game, one, data), **undo_data(request)}


TEXT_ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/games/{game}/texts", looking(_list_texts)),
    Route("/api/games/{game}/text", looking(_text_data)),
    Route("/api/games/{game}/text/check", taking(TextRequest, _check_text, "check"), methods=["POST"]),
    Route("/api/games/{game}/text/save", taking(TextRequest, _save_text), methods=["POST"]),
)
