"""The shelf of open games with their covers, and what stands on it only when it is begun or found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
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
from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.folders import samples_folder, starters_folder
from printgen.base.names import problem_of_name
from printgen.build.jobs import Job
from printgen.build.live import LiveGame, die_cut
from printgen.build.settings import Settings
from printgen.build.starting import samples, starters
from printgen.build.targets import kits
from printgen.drawing.pieces import Piece
from printgen.reading.requests import ActionRequest
from printgen.studio.actions import desks_for
from printgen.studio.asking import Plain, findings_data, looking, number_in, taking, with_body
from printgen.studio.pictures import PictureStore, svg_answer
from printgen.studio.workshop import Workshop


def workshop_in(request: Request) -> Workshop:
    """The workshop that a request is for."""
    workshop: Workshop = request.app.state.workshop
    return workshop


def game_in(request: Request) -> tuple[str, LiveGame]:
    """The game that a request's path names. LookupError where there is none."""
    name = request.path_params["game"]
    return name, workshop_in(request).game(name)


def settings_in(request: Request) -> Settings:
    """How the page wants things drawn: its look and variant. UsageError for what cannot be."""
    query = request.query_params
    return Settings(look=query.get("look", "color"), backs=query.get("backs", ""))


def _shelf(request: Request) -> dict[str, Any]:
    games = workshop_in(request).games
    rows = [
        {"name": name, "target": game.target, "title": game.title, "builtIn": game.built_in, "number": game.number}
        for name, game in games.items()
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
            {"name": one.name, "title": one.title, "kind": one.kind, "records": len(one.records),
             "desks": sorted(desks_for(game, one.name))}
            for one in job.game.products.values()
        ]  # fmt: skip
        about = {"name": name, "title": job.game.title, "target": game.target, "builtIn": game.built_in}
        return {**about, "number": game.number, "products": products, "findings": findings_data(game.findings)}


def _product(request: Request) -> dict[str, Any]:
    name, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        rows = [{"name": one.name, "copies": one.copies, "where": one.where.as_data()} for one in product.records]
        about = {"name": product.name, "title": product.title, "kind": product.kind, "game": name}
        return {**about, "number": game.number, "records": rows, "desks": sorted(desks_for(game, product.name))}


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


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/shelf", looking(_shelf)),
    Route("/api/games/{game}", looking(_game)),
    Route("/api/games/{game}/products/{product}", looking(_product)),
    Route("/api/games/{game}/products/{product}/records/{number}/{side}.svg", looking(_picture_of_record)),
    Route("/picture/{name}", looking(_picture, alone=False)),
)


_FAN = 3
_MOST = 40


def _cover(request: Request) -> Plain:
    name, game = game_in(request)
    with game.lock:
        findings = [one for one in findings_data(game.findings) if one["severity"] != "info"]
        about = {"name": name, "target": game.target, "builtIn": game.built_in, "number": game.number}
        try:
            job = game.job
        except PrintgenError as error:
            return {
                **about,
                "title": name,
                "products": [],
                "fan": [],
                "findings": findings_data(error.findings)[:_MOST],
            }
        findings = [one for one in findings_data(game.findings) if one["severity"] != "info"]
        products = [
            {
                "name": one.name,
                "title": one.title,
                "kind": one.kind,
                "records": len(one.records),
                "own": one.own_count,
            }
            for one in job.game.products.values()
        ]
        box = {"title": job.game.title, "version": job.game.version, "author": job.game.author}
        fan = fan_of(game, workshop_in(request).pictures)
    return {**about, **box, "number": game.number, "products": products, "fan": fan, "findings": findings[:_MOST]}


def fan_of(game: LiveGame, pictures: PictureStore) -> list[dict[str, Any]]:
    """Some cards of a game, of its first deck, or else of what has a piece for each record."""
    products = [*game.job.game.products.values()]
    decks = [one for one in products if one.records and one.kind == "cards" and len(one.records) >= _FAN]
    for product in (*decks, *(one for one in products if one.records)):
        if game.one_each(product.name):
            count = len(product.records)
            numbers = sorted({0, count // 3, 2 * count // 3})
            pieces = [one.piece for one in game.of_records(product.name, numbers) if one.piece]
            return [_card_data(piece, pictures) for piece in pieces]
    return []


def _card_data(piece: Piece, pictures: PictureStore) -> dict[str, Any]:
    return {**pictures.picture_data(die_cut(piece.front, piece)), "corner": piece.corner, "name": piece.name}


def _page(request: Request) -> Plain:
    """The cover of a box, drawn beside everything else; once for each reading of the game."""
    name, game = game_in(request)
    workshop = workshop_in(request)
    job = game.job
    number = game.number
    known = workshop.covers.get(name)
    if known and known["number"] == number and (not known["picture"] or workshop.pictures.has(known["drawing"])):
        return known
    workshop.covers[name] = {**_draw_cover(game, job, workshop.pictures), "number": number}
    return workshop.covers[name]


def _draw_cover(game: LiveGame, job: Job, pictures: PictureStore) -> dict[str, Any]:
    products = job.game.products.values()
    telling = [one for one in products if job.tells(one)]
    for product in (*telling[:1], *(one for one in products if not one.records)):
        try:
            piece = game.pieces(product.name)[0]
        except (PrintgenError, LookupError):
            continue
        # A cover tells of everything, and all of that was composed for it: only the picture is kept.
        drawing = pictures.keep(die_cut(piece.front, piece))
        pictures.svg(drawing)
        game.let_go()
        cover = {"picture": _card_data(piece, pictures), "drawing": drawing}
        return {**cover, "product": product.name, "cover": product in telling}
    return {"picture": None}


def picture_of(game: LiveGame, pictures: PictureStore) -> Plain:
    """Something to see of a game: its first card, or the first piece of what it prints first.

    None where there is nothing.
    """
    if fan := fan_of(game, pictures):
        return {"picture": fan[0], "more": fan[1:]}
    for name in game.job.game.products:
        try:
            return {"picture": _card_data(game.pieces(name)[0], pictures), "more": []}
        except (PrintgenError, LookupError):
            continue
    return {"picture": None, "more": []}


COVER_ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/games/{game}/cover", looking(_cover, alone=False)),
    Route("/api/games/{game}/cover/picture", looking(_page, alone=False)),
)


MOST_BYTES = 24 * 1024 * 1024
"""So large may a photo be, as it comes from a camera."""
_TYPES = {"jpg": "image/jpeg", "png": "image/png"}


def _take_upload(request: Request, body: bytes) -> dict[str, Any]:
    data, ending = clean_picture(body)
    name = f"{sha256(data).hexdigest()[:24]}{ending}"
    workshop_in(request).keep_upload(name, data)
    return {"name": name, "address": f"/uploads/{name}", "bytes": len(data)}


def _upload(request: Request) -> Response:
    name = request.path_params["name"]
    return Response(workshop_in(request).uploads[name], media_type=_TYPES[name.rpartition(".")[2]])


UPLOAD_ROUTES: tuple[BaseRoute, ...] = (
    Route(
        "/api/uploads",
        with_body(_take_upload),
        methods=["POST"],
        middleware=[Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BYTES)],
    ),
    Route("/uploads/{name}", looking(_upload)),
)


_SECONDS = 60
_MOST_FOLDERS, _MOST_NUMBERS = 300, 5000
_ABOUT = 240
_STARTERS = {
    "cards": ("Cards", "A deck of cards, with a face of its own"),
    "csv": ("CSV list", "A deck of cards from a spreadsheet"),
    "board": ("Board", "A board for a race, and its pawns"),
    "counters": ("Counters", "Round counters with backs"),
    "hexmap": ("Hex map", "A map of hexes, new from a seed, and counters"),
    "rules": ("Rules", "Rules on a sheet, and as cards for the pocket"),
}
"""What a starter is called, and what it is."""
_TITLE = re.compile(r"^title:(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"\A(?:#[^\n]*\n)+")


class NewGameRequest(ActionRequest):
    """A new game: its name, which becomes that of its folder, and what it is like."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    like: Annotated[str, Field(max_length=60)]


class FolderRequest(ActionRequest):
    """A folder of a list that was shown, by its number."""

    folder: Annotated[int, Field(ge=0, lt=_MOST_NUMBERS)]


class GameStarts:
    """What a workshop's games can begin as, and the folders that were shown to a page."""

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        user = Path.home()
        # Games lie near each other; what is above a user's own folder is nobody's game.
        self.top = user if self.home.is_relative_to(user) and user != self.home else self.home.parent
        self._folders: list[Path] = []
        self._numbers: dict[Path, int] = {}
        self._pictures: dict[str, Plain] = {}
        self._lock = Lock()

    def folder(self, number: int) -> Path:
        """A folder by its number. LookupError where none was shown with it."""
        return self._folders[number]

    def number(self, folder: Path) -> int:
        """The number of a folder that is shown. LookupError where too many were."""
        with self._lock:
            if folder not in self._numbers:
                if len(self._folders) >= _MOST_NUMBERS:
                    raise LookupError(folder)
                self._numbers[folder] = len(self._folders)
                self._folders.append(folder)
            return self._numbers[folder]

    def folder_data(self, folder: Path) -> Plain:
        """The folders in one, with those that hold a game first, and the way up."""
        found = [
            {"folder": self.number(path), "name": path.name, "game": (path / "game.yaml").is_file()}
            for path, _ in zip(_folders_in(folder), range(_MOST_FOLDERS), strict=False)
        ]
        up = self.number(folder.parent) if folder != self.top and folder.is_relative_to(self.top) else None
        here = {"name": str(folder), "folder": self.number(folder), "game": (folder / "game.yaml").is_file(), "up": up}
        return {**here, "folders": sorted(found, key=lambda one: not one["game"])}

    def picture(self, like: str, workshop: Workshop) -> Plain:
        """A picture of what a game begins as. LookupError for no such thing."""
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
    """The starts of a request's workshop."""
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
        titled, told = _TITLE.search(text), _COMMENT.search(text)
        words = " ".join(line.lstrip("# ") for line in told[0].splitlines()) if told else ""
        rows.append(
            {
                "like": name,
                "title": titled[1].strip(" \"'") if titled else name,
                "about": _shorten(words),
                "sample": True,
            }
        )
    return {"starts": rows, "folder": str(workshop_in(request).home)}


def _shorten(words: str) -> str:
    """The first sentences of a text, as far as there is room for whole ones."""
    if len(words) <= _ABOUT:
        return words
    end = max(words.rfind(sign, 0, _ABOUT) for sign in (". ", ": ", ", "))
    return words[:end] + " …" if end > 0 else words[:_ABOUT]


def _picture_of_start(request: Request) -> Plain:
    return starts_in(request).picture(request.path_params["like"], workshop_in(request))


def _begin(request: Request, asks: NewGameRequest) -> Plain:
    """Begin a game in the working folder, by the command that does it."""
    workshop = workshop_in(request)
    _folder_of(asks.like)
    name = asks.name.strip()
    if problem := problem_of_name(name):
        raise UsageError(f"a game cannot be named '{name}': {problem}", "Choose another name, such as my-game.")
    if name in kits() or os.path.lexists(workshop.home / name):
        raise UsageError(f"there is a '{name}' already", "Choose another name.")
    command = ("init", name, "--like", asks.like)
    # Python must not look for modules in a folder of games.
    words = [sys.executable, "-P", "-m", "printgen", *command]
    try:
        done = subprocess.run(
            words, cwd=workshop.home, capture_output=True, text=True, timeout=_SECONDS, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise UsageError("this takes too long", f"Run printgen {' '.join(command)} in a terminal.") from late
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["the game cannot be written"]
        raise PrintgenError(
            [Finding("error", Where(name), said[0].strip(), " ".join(said[1:]).strip(), "cannot-begin")]
        )
    return _open_target(workshop, name)


def _folders(request: Request) -> Plain:
    return starts_in(request).folder_data(starts_in(request).home)


def _folders_of(request: Request, asks: FolderRequest) -> Plain:
    starts = starts_in(request)
    return starts.folder_data(starts.folder(asks.folder))


def _open(request: Request, asks: FolderRequest) -> Plain:
    """Put the game of a folder on the shelf."""
    folder, home = starts_in(request).folder(asks.folder), starts_in(request).home
    target = folder.relative_to(home).as_posix() if folder.is_relative_to(home) else str(folder)
    return _open_target(workshop_in(request), target)


def _open_target(workshop: Workshop, target: str) -> Plain:
    name = workshop.add(f"./{target}" if target in kits() else target)
    workshop.news.tell("shelf", game=name)
    return {"game": name}


START_ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/starts", looking(_starts)),
    Route("/api/starts/{like}", looking(_picture_of_start, alone=False)),
    Route("/api/starts", taking(NewGameRequest, _begin), methods=["POST"]),
    Route("/api/folders", looking(_folders)),
    Route("/api/folders", taking(FolderRequest, _folders_of), methods=["POST"]),
    Route("/api/folders/open", taking(FolderRequest, _open), methods=["POST"]),
)
