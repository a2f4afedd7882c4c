"""The shelf of open games: their covers and pictures, new games, games of other folders, and uploads of photos."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from pydantic import Field
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.art.photos import clean_photo as clean_picture
from printgen.base.errors import PrintgenError, UsageError
from printgen.base.folders import samples_folder, starters_folder
from printgen.base.names import problem_of_name
from printgen.build.jobs import Job
from printgen.build.live import LiveGame, die_cut
from printgen.build.settings import Settings
from printgen.build.starting import begin, samples, starters
from printgen.build.targets import kits
from printgen.drawing.pieces import Piece
from printgen.game.records import Product
from printgen.reading.requests import ActionRequest
from printgen.studio.actions import desks_for
from printgen.studio.asking import Plain, findings_data, looking, number_in, taking, with_body
from printgen.studio.pictures import PictureStore, svg_answer
from printgen.studio.workshop import Workshop


def workshop_in(request: Request) -> Workshop:
    workshop: Workshop = request.app.state.workshop
    return workshop


def game_in(request: Request) -> tuple[str, LiveGame]:
    """The game that a request's path names. LookupError where there is none."""
    name = request.path_params["game"]
    return name, workshop_in(request).game(name)


def settings_in(request: Request) -> Settings:
    """The looks that a request asks for. UsageError for an invalid one."""
    query = request.query_params
    return Settings(look=query.get("look", "color"), backs=query.get("backs", ""))


def _about_product(product: Product) -> dict[str, Any]:
    return {"name": product.name, "title": product.title, "kind": product.kind}


def _shelf(request: Request) -> dict[str, Any]:
    rows = [
        {"name": name, "target": game.target, "title": game.title, "builtIn": game.built_in, "number": game.number}
        for name, game in workshop_in(request).games.items()
    ]
    return {"games": rows}


def _game(request: Request) -> dict[str, Any]:
    name, game = game_in(request)
    with game.lock:
        try:
            job = game.job
        except PrintgenError as error:
            return {"name": name, "number": game.number, "products": [], "findings": findings_data(error.findings)}
        products = [
            {**_about_product(product), "records": len(product.records), "desks": sorted(desks_for(game, product.name))}
            for product in job.game.products.values()
        ]
        about = {"name": name, "title": job.game.title, "target": game.target, "builtIn": game.built_in}
        return {**about, "number": game.number, "products": products, "findings": findings_data(game.findings)}


def _product(request: Request) -> dict[str, Any]:
    name, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        rows = [{"name": record.name, "copies": record.copies, "where": record.where.as_data()}
                for record in product.records]  # fmt: skip
        about = {**_about_product(product), "game": name, "number": game.number}
        return {**about, "records": rows, "desks": sorted(desks_for(game, product.name))}


def _picture_of_record(request: Request) -> Response:
    """One side of a record's piece, drawn when it is asked for."""
    _, game = game_in(request)
    pictures = workshop_in(request).pictures
    side = request.path_params["side"]
    with game.lock:
        piece = game.of_record(request.path_params["product"], number_in(request, "number"), settings_in(request))
        drawing = {"front": piece.front, "back": piece.back}[side]
        if drawing is None:
            raise LookupError(side)
        name = pictures.keep(drawing)
    return svg_answer(request, name, pictures)


def _picture(request: Request) -> Response:
    return svg_answer(request, request.path_params["name"], workshop_in(request).pictures)


_LEAST_RECORDS = 3  # A deck with fewer cards is shown on a cover only where there is no larger one.
_MOST_FINDINGS = 40


def _cover(request: Request) -> Plain:
    """The box of a game: its products, some cards, and its findings; of a game with errors, the findings alone."""
    name, game = game_in(request)
    with game.lock:
        about = {"name": name, "target": game.target, "builtIn": game.built_in, "number": game.number}
        try:
            job = game.job
        except PrintgenError as error:
            findings = findings_data(error.findings)[:_MOST_FINDINGS]
            return {**about, "title": name, "products": [], "fan": [], "findings": findings}
        findings = [finding for finding in findings_data(game.findings) if finding["severity"] != "info"]
        products = [
            {**_about_product(product), "records": len(product.records), "own": product.own_count}
            for product in job.game.products.values()
        ]
        box = {"title": job.game.title, "version": job.game.version, "author": job.game.author}
        fan = fan_of(game, workshop_in(request).pictures)
    about |= {**box, "number": game.number, "products": products}
    return {**about, "fan": fan, "findings": findings[:_MOST_FINDINGS]}


def fan_of(game: LiveGame, pictures: PictureStore) -> list[dict[str, Any]]:
    """Three cards of a game's first deck, or else of the first product with a piece for each record."""
    products = [product for product in game.job.game.products.values() if product.records]
    decks = [product for product in products if product.kind == "cards" and len(product.records) >= _LEAST_RECORDS]
    for product in (*decks, *products):
        if game.one_each(product.name):
            count = len(product.records)
            numbers = sorted({0, count // 3, 2 * count // 3})
            pieces = [card.piece for card in game.of_records(product.name, numbers) if card.piece]
            return [_card_data(piece, pictures) for piece in pieces]
    return []


def _card_data(piece: Piece, pictures: PictureStore) -> dict[str, Any]:
    return {**pictures.picture_data(die_cut(piece.front, piece)), "corner": piece.corner, "name": piece.name}


def _cover_picture(request: Request) -> Plain:
    """The picture on the lid of a game's box, drawn once for each reading of the game."""
    name, game = game_in(request)
    workshop = workshop_in(request)
    job = game.job
    number = game.number
    cover = workshop.covers.get(name)
    if cover and cover["number"] == number and (not cover["picture"] or workshop.pictures.has(cover["drawing"])):
        return cover
    workshop.covers[name] = {**_draw_cover(game, job, workshop.pictures), "number": number}
    return workshop.covers[name]


def _draw_cover(game: LiveGame, job: Job, pictures: PictureStore) -> dict[str, Any]:
    """The cover of a game that has one, or else the first piece of a product without records, as JSON."""
    products = job.game.products.values()
    covers = [product for product in products if job.tells(product)]
    for product in (*covers[:1], *(product for product in products if not product.records)):
        try:
            piece = game.pieces(product.name)[0]
        except (PrintgenError, LookupError):
            continue
        # For a cover the whole game is composed: only the picture is kept.
        drawing = pictures.keep(die_cut(piece.front, piece))
        pictures.svg(drawing)
        game.let_go()
        cover = {"picture": _card_data(piece, pictures), "drawing": drawing}
        return {**cover, "product": product.name, "cover": product in covers}
    return {"picture": None}


def picture_of(game: LiveGame, pictures: PictureStore) -> Plain:
    """A picture of a game: some cards, or the first piece of its first product; None where there is nothing."""
    if fan := fan_of(game, pictures):
        return {"picture": fan[0], "more": fan[1:]}
    for name in game.job.game.products:
        try:
            return {"picture": _card_data(game.pieces(name)[0], pictures), "more": []}
        except (PrintgenError, LookupError):
            continue
    return {"picture": None, "more": []}


MOST_BYTES = 24 * 1024 * 1024
"""The largest upload: a photo as a camera makes it."""
_LARGE_BODIES = [Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BYTES)]
_TYPES = {"jpg": "image/jpeg", "png": "image/png"}


def _take_upload(request: Request, body: bytes) -> dict[str, Any]:
    data, ending = clean_picture(body)
    name = f"{sha256(data).hexdigest()[:24]}{ending}"
    workshop_in(request).uploads[name] = data
    return {"name": name, "address": f"/uploads/{name}", "bytes": len(data)}


def _upload(request: Request) -> Response:
    name = request.path_params["name"]
    return Response(workshop_in(request).uploads[name], media_type=_TYPES[name.rpartition(".")[2]])


_BEGIN_SECONDS = 60.0  # The seconds of work to write a new game, which is checked before.
_MOST_FOLDERS, _MOST_NUMBERS = 300, 5000  # So many folders are shown at a time, and so many have numbers.
_LONGEST_ABOUT = 240  # The letters of what a page says about a sample.
_STARTERS = {
    "cards": ("Cards", "A deck of cards, with a face of its own"),
    "csv": ("CSV list", "A deck of cards from a spreadsheet"),
    "board": ("Board", "A board for a race, and its pawns"),
    "counters": ("Counters", "Round counters with backs"),
    "hexmap": ("Hex map", "A map of hexes, new from a seed, and counters"),
    "rules": ("Rules", "Rules on a sheet, and as cards for the pocket"),
}
"""The title of a starter, and what it is."""
_TITLE = re.compile(r"^title:(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"\A(?:#[^\n]*\n)+")


class NewGameRequest(ActionRequest):
    """A new game: its name, which becomes that of its folder, and the starter or sample that is copied."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    like: Annotated[str, Field(max_length=60)]


class FolderRequest(ActionRequest):
    """A folder of a list that was shown, by its number."""

    folder: Annotated[int, Field(ge=0, lt=_MOST_NUMBERS)]


class GameStarts:
    """The starters of new games with their pictures, and the folders that pages have been shown.

    A page names a folder by a number, so that it can open none but these.
    """

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        user = Path.home()
        # Nobody has games above their own folder; elsewhere people may look one folder up.
        self.top = user if self.home.is_relative_to(user) and user != self.home else self.home.parent
        self.folders: list[Path] = []
        self._numbers: dict[Path, int] = {}
        self._pictures: dict[str, Plain] = {}
        self._lock = Lock()

    def number(self, folder: Path) -> int:
        """The number of a folder, from now on. LookupError where too many have one."""
        with self._lock:
            if folder not in self._numbers:
                if len(self.folders) >= _MOST_NUMBERS:
                    raise LookupError(folder)
                self._numbers[folder] = len(self.folders)
                self.folders.append(folder)
            return self._numbers[folder]

    def folder_data(self, folder: Path) -> Plain:
        """A folder as JSON, with the folders in it, those of games first, and the folder above it."""
        rows = [
            {"folder": self.number(path), "name": path.name, "game": (path / "game.yaml").is_file()}
            for path, _ in zip(_folders_in(folder), range(_MOST_FOLDERS), strict=False)
        ]
        up = self.number(folder.parent) if folder != self.top and folder.is_relative_to(self.top) else None
        here = {"name": str(folder), "folder": self.number(folder), "game": (folder / "game.yaml").is_file(), "up": up}
        return {**here, "folders": sorted(rows, key=lambda row: not row["game"])}

    def picture(self, like: str, workshop: Workshop) -> Plain:
        """A picture of a starter or a sample. LookupError where there is none of the name."""
        folder = _folder_of(like)
        with self._lock:
            if like not in self._pictures:
                self._pictures[like] = picture_of(LiveGame(str(folder)), workshop.pictures)
            return self._pictures[like]


def _folder_of(like: str) -> Path:
    if like in starters():
        return starters_folder() / like
    if like in samples():
        return samples_folder() / like
    raise LookupError(like)


def _folders_in(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name.casefold())
    except OSError:
        return
    for entry in entries:
        if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
            yield Path(entry.path)


def starts_in(request: Request) -> GameStarts:
    state = request.app.state
    if not hasattr(state, "starts"):
        state.starts = GameStarts(workshop_in(request).home)
    starts: GameStarts = state.starts
    return starts


def _starts(request: Request) -> Plain:
    rows: list[dict[str, Any]] = []
    for name in starters():
        title, about = _STARTERS.get(name, (name.capitalize(), ""))
        rows.append({"like": name, "title": title, "about": about, "sample": False})
    for name in samples():
        text = (samples_folder() / name / "game.yaml").read_text(encoding="utf-8")
        title_line, comment = _TITLE.search(text), _COMMENT.search(text)
        title = title_line[1].strip(" \"'") if title_line else name
        about = " ".join(line.lstrip("# ") for line in comment[0].splitlines()) if comment else ""
        rows.append({"like": name, "title": title, "about": _shorten(about), "sample": True})
    return {"starts": rows, "folder": str(workshop_in(request).home)}


def _shorten(text: str) -> str:
    """A text that is not too long, cut off at a full stop, a colon or a comma."""
    if len(text) <= _LONGEST_ABOUT:
        return text
    end = max(text.rfind(sign, 0, _LONGEST_ABOUT) for sign in (". ", ": ", ", "))
    return text[:end] + " …" if end > 0 else text[:_LONGEST_ABOUT]


def _picture_of_start(request: Request) -> Plain:
    return starts_in(request).picture(request.path_params["like"], workshop_in(request))


def _begin(request: Request, asks: NewGameRequest) -> Plain:
    """Write a new game into the working folder, and put it on the shelf."""
    workshop = workshop_in(request)
    _folder_of(asks.like)
    name = asks.name.strip()
    if problem := problem_of_name(name):
        raise UsageError(f"a game cannot be named '{name}': {problem}", "Choose another name, such as my-game.")
    if name in kits() or os.path.lexists(workshop.home / name):
        raise UsageError(f"there is a '{name}' already", "Choose another name.")
    begin(workshop.home / name, asks.like)
    return _open_target(workshop, name)


def _folders(request: Request) -> Plain:
    return starts_in(request).folder_data(starts_in(request).home)


def _folders_of(request: Request, asks: FolderRequest) -> Plain:
    starts = starts_in(request)
    return starts.folder_data(starts.folders[asks.folder])


def _open(request: Request, asks: FolderRequest) -> Plain:
    """Put the game of a folder on the shelf."""
    folder, home = starts_in(request).folders[asks.folder], starts_in(request).home
    target = folder.relative_to(home).as_posix() if folder.is_relative_to(home) else str(folder)
    return _open_target(workshop_in(request), target)


def _open_target(workshop: Workshop, target: str) -> Plain:
    name = workshop.add(f"./{target}" if target in kits() else target)
    workshop.news.tell("shelf", game=name)
    return {"game": name}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/shelf", looking(_shelf)),
    Route("/api/games/{game}", looking(_game)),
    Route("/api/games/{game}/products/{product}", looking(_product)),
    Route("/api/games/{game}/products/{product}/records/{number}/{side}.svg", looking(_picture_of_record)),
    Route("/picture/{name}", looking(_picture, alone=False)),
    Route("/api/games/{game}/cover", looking(_cover, alone=False)),
    Route("/api/games/{game}/cover/picture", looking(_cover_picture, alone=False)),
    Route("/api/uploads", with_body(_take_upload), methods=["POST"], middleware=_LARGE_BODIES),
    Route("/uploads/{name}", looking(_upload)),
    Route("/api/starts", looking(_starts)),
    Route("/api/starts/{like}", looking(_picture_of_start, alone=False)),
    Route("/api/starts", taking(NewGameRequest, _begin, seconds=_BEGIN_SECONDS), methods=["POST"]),
    Route("/api/folders", looking(_folders)),
    Route("/api/folders", taking(FolderRequest, _folders_of), methods=["POST"]),
    Route("/api/folders/open", taking(FolderRequest, _open), methods=["POST"]),
)
