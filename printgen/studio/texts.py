"""The texts of a game in the studio: they are listed, checked while somebody writes, and saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import Field
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.file_access import display_path
from printgen.build.jobs import load
from printgen.build.live import LiveGame
from printgen.editing.list_files import digest
from printgen.game.list_records import own_card_access
from printgen.reading.requests import ActionRequest
from printgen.reading.yaml_events import examine_json, examine_yaml
from printgen.studio.asking import Conflict, Plain, findings_data, looking, taking
from printgen.studio.records import save_file, undo_data
from printgen.studio.saving import contents_of
from printgen.studio.shelf import game_in, workshop_in
from printgen.studio.workshop import file_times

_TEXT_ENDINGS = (".yaml", ".yml", ".json", ".csv", ".tsv", ".tab", ".txt", ".md")


@dataclass(frozen=True)
class GameText:
    """A text of a game: its name in the game's folder, or with "my cards/" before it, and where it lies."""

    name: str
    path: Path
    own: bool


def texts_of(folder: Path, cards: Path | None) -> dict[str, GameText]:
    """The texts of a game, and those of the user's own cards for it, by their names."""
    texts = {name: GameText(name, path, False) for name, path in _below(folder)}
    if cards is not None:
        own_folder = own_card_access(cards, folder.resolve().name).folder
        texts |= {f"my cards/{name}": GameText(f"my cards/{name}", path, True) for name, path in _below(own_folder)}
    return dict(sorted(texts.items(), key=lambda item: (item[1].own, item[0] != "game.yaml", "/" in item[0], item[0])))


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    """The text files in a folder, by their names there; links that lead out of it are left out."""
    for name in file_times(folder):
        path = folder / name
        with suppress(OSError):
            is_text = path.suffix.lower() in _TEXT_ENDINGS and path.is_file()
            if is_text and path.resolve().is_relative_to(folder.resolve()):
                yield name, path


def findings_in(target: str, cards: Path | None, path: Path, data: bytes) -> tuple[Finding, ...]:
    """What is wrong with a file of a game if it held other bytes, as loading and checking the game would tell."""
    shown = display_path(path)
    if syntax_findings := syntax_in(path, data):
        return tuple(syntax_findings)
    try:
        (job,) = load([target], cards, {path: data})
        findings = [*job.findings, *job.check()]
    except PrintgenError as error:
        findings = [*error.findings]
    return tuple(dict.fromkeys(finding for finding in findings if finding.where.file == shown))


def syntax_in(path: Path, data: bytes) -> list[Finding]:
    """What is wrong with a YAML or JSON file by itself."""
    shown = display_path(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [Finding("error", Where(shown), "the file is not UTF-8 text", "Save it as UTF-8.", "not-utf8")]
    if path.suffix.lower() in (".yaml", ".yml"):
        return examine_yaml(text, shown)[1]
    return examine_json(text, shown)[1] if path.suffix.lower() == ".json" else []


_BOM = "\ufeff"
Name = Annotated[str, Field(max_length=500)]
Text = Annotated[str, Field(max_length=2_000_000)]


class TextRequest(ActionRequest):
    """A text as somebody has it on the page: its name, and the hash of what the page was given."""

    as_written: ClassVar[bool] = True

    file: Name
    text: Text
    hash: Annotated[str, Field(max_length=64)] = ""


def _list_texts(request: Request) -> Plain:
    _, game = game_in(request)
    with game.lock:
        counts = Counter(finding.where.file for finding in game.findings)
        rows = [
            {"name": text.name, "file": str(text.path), "own": text.own, "findings": counts[display_path(text.path)]}
            for text in texts_of(game.folder, game.cards).values()
        ]
    return {"files": rows, "builtIn": game.built_in}


def _text_data(request: Request) -> Plain:
    """One text of a game as the page edits it, with its hash and its findings."""
    _, game = game_in(request)
    query = request.query_params
    with game.lock:
        name, texts = query.get("file", ""), texts_of(game.folder, game.cards)
        if name not in texts and (shown := query.get("shown", "")):
            # A finding names it as the command line would.
            name = next((text.name for text in texts.values() if display_path(text.path) == shown), name)
        text = texts[name]
        data = contents_of(text.path) or b""
        locked = game.built_in and not text.own
        content = data.decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
        about = {"name": text.name, "file": display_path(text.path), "own": text.own, "locked": locked, "text": content}
        return {**about, "hash": digest(data), **_findings_of(game, text, data), **undo_data(request)}


def _findings_of(game: LiveGame, text: GameText, data: bytes) -> Plain:
    """What would be wrong with a text that holds some bytes."""
    return {"findings": findings_data(findings_in(game.target, game.cards, text.path, data))}


def _bytes_of(text: str, before: bytes) -> bytes:
    """A text of a page as its file has it: with its line ends, and its byte order mark."""
    end = "\r\n" if b"\r\n" in before else "\n"
    start = _BOM if before.startswith(_BOM.encode()) else ""
    return (start + text.replace("\r\n", "\n").replace("\n", end)).encode()


def _check_text(request: Request, asks: TextRequest) -> Plain:
    """The findings of a text as it stands on the page; nothing is saved."""
    _, game = game_in(request)
    with game.lock:
        text = texts_of(game.folder, game.cards)[asks.file]
        return _findings_of(game, text, _bytes_of(asks.text, contents_of(text.path) or b""))


def _save_text(request: Request, asks: TextRequest) -> Plain:
    """Save a text. Conflict where its file was changed since the page was given it."""
    at, game = game_in(request)
    with game.lock:
        text = texts_of(game.folder, game.cards)[asks.file]
        before = contents_of(text.path)
        if digest(before or b"") != asks.hash:
            theirs = (before or b"").decode("utf-8", "replace").removeprefix(_BOM).replace("\r\n", "\n")
            about = {"kind": "text", "file": display_path(text.path), "hash": digest(before or b"")}
            raise Conflict({**about, "mine": asks.text, "theirs": theirs})
        data = _bytes_of(asks.text, before or b"")
        if b"\0" in data:
            where, message = Where(display_path(text.path)), "the text holds the character U+0000"
            raise PrintgenError([Finding("error", where, message, "Remove it.", "control-character")])
        if data != before:
            save_file(workshop_in(request), at, game, text.path, data, before, text.name)
        return {"hash": digest(data), **_findings_of(game, text, data), **undo_data(request)}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/games/{game}/texts", looking(_list_texts)),
    Route("/api/games/{game}/text", looking(_text_data)),
    Route("/api/games/{game}/text/check", taking(TextRequest, _check_text, "check"), methods=["POST"]),
    Route("/api/games/{game}/text/save", taking(TextRequest, _save_text), methods=["POST"]),
)
