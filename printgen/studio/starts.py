"""What stands on no shelf yet: starters and samples that new games begin as, and folders that hold games already.

No path comes from a page: starters have their names, and folders the numbers of a list that the studio has made.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.api import LiveGame, kits, samples, starters
from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.names import problem_of_name
from printgen.base.places import samples_folder, starters_folder
from printgen.studio.actions.action import Ask
from printgen.studio.asking import Plain, looking, taking
from printgen.studio.covers import picture_of
from printgen.studio.shelf import workshop_in
from printgen.studio.workshop import Workshop

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


class NewAsk(Ask):
    """A new game: its name, which becomes that of its folder, and what it is like."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    like: Annotated[str, Field(max_length=60)]


class FolderAsk(Ask):
    """A folder of a list that was shown, by its number."""

    folder: Annotated[int, Field(ge=0, lt=_MOST_NUMBERS)]


class Starts:
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

    def listed(self, folder: Path) -> Plain:
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


def starts_in(request: Request) -> Starts:
    """The starts of a request's workshop."""
    state = request.app.state
    if not hasattr(state, "starts"):
        state.starts = Starts(workshop_in(request).home)
    starts: Starts = state.starts
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
                "about": _shortened(words),
                "sample": True,
            }
        )
    return {"starts": rows, "folder": str(workshop_in(request).home)}


def _shortened(words: str) -> str:
    """The first sentences of a text, as far as there is room for whole ones."""
    if len(words) <= _ABOUT:
        return words
    end = max(words.rfind(sign, 0, _ABOUT) for sign in (". ", ": ", ", "))
    return words[:end] + " …" if end > 0 else words[:_ABOUT]


def _picture_of_start(request: Request) -> Plain:
    return starts_in(request).picture(request.path_params["like"], workshop_in(request))


def _begun(request: Request, asks: NewAsk) -> Plain:
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
    return {**_opened(workshop, name), "command": [*command]}


def _folders(request: Request) -> Plain:
    return starts_in(request).listed(starts_in(request).home)


def _folders_of(request: Request, asks: FolderAsk) -> Plain:
    starts = starts_in(request)
    return starts.listed(starts.folder(asks.folder))


def _open(request: Request, asks: FolderAsk) -> Plain:
    """Put the game of a folder on the shelf."""
    folder, home = starts_in(request).folder(asks.folder), starts_in(request).home
    target = folder.relative_to(home).as_posix() if folder.is_relative_to(home) else str(folder)
    return _opened(workshop_in(request), target)


def _opened(workshop: Workshop, target: str) -> Plain:
    name = workshop.add(f"./{target}" if target in kits() else target)
    workshop.news.tell("shelf", game=name)
    return {"game": name, "command": ["studio", workshop.games[name].target]}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/starts", looking(_starts)),
    Route("/api/starts/{like}", looking(_picture_of_start, alone=False)),
    Route("/api/starts", taking(NewAsk, _begun), methods=["POST"]),
    Route("/api/folders", looking(_folders)),
    Route("/api/folders", taking(FolderAsk, _folders_of), methods=["POST"]),
    Route("/api/folders/open", taking(FolderAsk, _open), methods=["POST"]),
)
