"""The texts of a game on a page: which there are, what each holds, what is wrong with it, and what is saved.

A text is asked for by its name among those that there are; no name of a page becomes a path.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.api import LiveGame
from printgen.base.errors import Finding, PrintgenError
from printgen.editing.mending import GameText, as_data, findings_in, mends_of, texts_of
from printgen.editing.retouching import digest
from printgen.studio.actions.action import Ask
from printgen.studio.asking import Conflict, Plain, looking, taking, told
from printgen.studio.record_saving import undo_told, written
from printgen.studio.saving import held_by
from printgen.studio.shelf import game_in, workshop_in

_BOM = "\ufeff"
Name = Annotated[str, Field(max_length=500)]
Text = Annotated[str, Field(max_length=2_000_000)]


class TextAsk(Ask):
    """A text as somebody has it on the page: its name, and the hash of what the page was given."""

    as_written: ClassVar[bool] = True

    file: Name
    text: Text
    hash: Annotated[str, Field(max_length=64)] = ""


def _text_in(game: LiveGame, name: str) -> GameText:
    """A text by its name. LookupError where there is none."""
    return texts_of(game.folder, game.cards)[name]


def _listed(request: Request) -> Plain:
    _, game = game_in(request)
    with game.lock:
        counts: dict[str, int] = {}
        for finding in game.findings:
            counts[finding.where.file] = counts.get(finding.where.file, 0) + 1
        rows = [
            {"name": one.name, "file": str(one.path), "own": one.own, "findings": counts.get(_shown(one), 0)}
            for one in texts_of(game.folder, game.cards).values()
        ]
    return {"files": rows, "builtIn": game.built_in}


def _shown(one: GameText) -> str:
    from printgen.base.gate import shown_name

    return shown_name(one.path)


def _read(request: Request) -> Plain:
    _, game = game_in(request)
    query = request.query_params
    with game.lock:
        name, every = query.get("file", ""), texts_of(game.folder, game.cards)
        if name not in every and (shown := query.get("shown", "")):
            # A finding names it as the command line would.
            name = next((one.name for one in every.values() if _shown(one) == shown), name)
        one = every[name]
        data = held_by(one.path) or b""
        locked = game.built_in and not one.own
        text = data.decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
        about = {"name": one.name, "file": _shown(one), "own": one.own, "locked": locked, "text": text}
        return {**about, "hash": digest(data), **_judged(game, one, data, text), **undo_told(request)}


def _judged(game: LiveGame, one: GameText, data: bytes, text: str) -> Plain:
    """What is wrong with a text, and what would mend it."""
    found: tuple[Finding, ...] = findings_in(game.target, game.cards, one.path, data)
    mends = mends_of(one.path, text, found)
    rows = [{**row, "mend": as_data(mend)} for row, mend in zip(told(found), mends, strict=True)]
    return {"findings": rows}


def _bytes_of(text: str, before: bytes) -> bytes:
    """A text of a page as its file has it: with its line ends, and its byte order mark."""
    end = "\r\n" if b"\r\n" in before else "\n"
    start = _BOM if before.startswith(_BOM.encode()) else ""
    return (start + text.replace("\r\n", "\n").replace("\n", end)).encode()


def _checked(request: Request, asks: TextAsk) -> Plain:
    _, game = game_in(request)
    with game.lock:
        one = _text_in(game, asks.file)
        return _judged(game, one, _bytes_of(asks.text, held_by(one.path) or b""), asks.text)


def _saved(request: Request, asks: TextAsk) -> Plain:
    at, game = game_in(request)
    with game.lock:
        one = _text_in(game, asks.file)
        before = held_by(one.path)
        if digest(before or b"") != asks.hash:
            theirs = (before or b"").decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n")
            about = {"kind": "text", "file": _shown(one), "hash": digest(before or b"")}
            raise Conflict({**about, "mine": asks.text, "theirs": theirs})
        data = _bytes_of(asks.text, before or b"")
        if b"\0" in data:
            raise PrintgenError([])
        if data != before:
            written(workshop_in(request), at, game, one.path, data, before, one.name)
        return {"hash": digest(data), **_judged(game, one, data, asks.text), **undo_told(request)}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/games/{game}/texts", looking(_listed)),
    Route("/api/games/{game}/text", looking(_read)),
    Route("/api/games/{game}/text/check", taking(TextAsk, _checked, "check"), methods=["POST"]),
    Route("/api/games/{game}/text/save", taking(TextAsk, _saved), methods=["POST"]),
)
