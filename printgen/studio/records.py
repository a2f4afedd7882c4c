"""Cards of any game, edited on a page: forms, drafts, and changes of lists; and actions of desks, which save alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.base.errors import PrintgenError, UsageError
from printgen.build.live import LiveGame
from printgen.build.settings import Settings
from printgen.editing.drafts import RecordPreview, preview_record
from printgen.editing.forms import form_of
from printgen.editing.list_files import ListText, lists_of, names_of, paths_of, place_of, record_at, record_named
from printgen.editing.patching import Change, Drop, Insert, differences, same
from printgen.game.records import Product
from printgen.reading.requests import ActionRequest
from printgen.studio.actions import Action, Live, desks_for
from printgen.studio.asking import (
    Conflict,
    Plain,
    findings_data,
    looking,
    number_in,
    parse_body,
    parse_number,
    taking,
    with_body,
)
from printgen.studio.running import page_of
from printgen.studio.shelf import game_in, settings_in, workshop_in
from printgen.studio.workshop import Workshop

_MOST_NAMES = 10_000  # So many numbers are tried behind the name of a copy.

Place = Annotated[int, Field(ge=0, le=1_000_000)]
Hash = Annotated[str, Field(max_length=64)]
Values = Annotated[dict[str, Any], Field(max_length=500)]
Name = Annotated[str, Field(max_length=300)]


class DraftRequest(ActionRequest):
    """A record that is being edited: its list, its place there and its name (None for a new one), and its values."""

    list: Place = 0
    index: Place | None = None
    name: Name | None = None
    values: Values


class ProductLists(NamedTuple):
    """A product of an open game, with its lists as their files are now."""

    name: str
    game: LiveGame
    product: Product
    lists: tuple[ListText, ...]

    def writable(self, number: int) -> ListText:
        """The list that a change is saved in: for a list of a kit, the user's own. UsageError where there is none."""
        listing = self.lists[number]
        if not self.game.built_in or listing.own:
            return listing
        own = next((other for other in self.lists if other.own), None)
        if own is None:
            hint = "Start the studio with --cards and a folder."
            raise UsageError("the cards of a kit are changed as copies among your own, and you have no folder", hint)
        return own


def lists_in(request: Request) -> ProductLists:
    """The product that a request's path names. LookupError where there is none."""
    name, game = game_in(request)
    product = game.product(request.path_params["product"])
    return ProductLists(name, game, product, lists_of(game.job, product, game.cards))


def _list_data(at: ProductLists, listing: ListText) -> Plain:
    why = "Change it in the program that made it; what is shown here follows." if listing.form == "other" else ""
    if at.game.built_in and not listing.own:
        why = "This came with printgen, and stays as it is. What you change is saved as a card of your own."
    about = {"file": listing.display_name, "own": listing.own, "written": listing.form, "hash": listing.hash}
    about["there"] = listing.before is not None
    return {**about, "names": [*names_of(listing)], "why": why, "findings": findings_data(listing.findings)}


def _form(request: Request) -> Plain:
    """The form of a record, by its number in the product, or with ?list=N by its place in a list."""
    at = lists_in(request)
    number = number_in(request, "number")
    listed = request.query_params.get("list", "")
    with at.game.lock:
        if listed:
            which, index = parse_number(listed), number
        else:
            record = at.product.records[number]
            try:
                which, index = place_of(at.game.job, at.lists, record)
            except UsageError as missing:
                # A list that cannot be read has no records.
                unreadable = (PrintgenError(listing.findings) for listing in at.lists if listing.findings)
                raise next(unreadable, missing) from missing
        listing = at.lists[which]
        if listing.findings:
            raise PrintgenError(listing.findings)
        values = _values_of(listing, index)
        old = record_at(at.product, listing, index)
        preview = preview_record(at.game.job, at.product, old, values, settings_in(request), listing.path)
        return {**_common(at, which), "index": index, "values": values, **_draft_data(request, preview)}


def _blank(request: Request) -> Plain:
    """The form of a new record; with ?like=N that of a copy of a record of the list ?list=N."""
    at = lists_in(request)
    query = request.query_params
    which = parse_number(query.get("list", "") or "0")
    with at.game.lock:
        listing = at.lists[which]
        values: dict[str, Any] = {}
        if like := query.get("like", ""):
            values = dict(_values_of(listing, parse_number(like)))
            values["name"] = _copy_name(str(values.get("name", "")), set(names_of(listing)))
        preview = preview_record(at.game.job, at.product, None, values, settings_in(request), listing.path)
        return {**_common(at, which), "index": None, "values": values, **_draft_data(request, preview)}


def _values_of(listing: ListText, index: int) -> dict[str, Any]:
    """The values of a record of a list. LookupError where there is none, UsageError where it is no record."""
    values = listing.records[index]
    if not isinstance(values, dict):
        raise UsageError(f"entry {index + 1} of {listing.display_name} is no record", "Mend it in the file.")
    return values


def _copy_name(name: str, taken: set[str]) -> str:
    """A name for a copy: "Ace 2" ..."""
    names = (f"{name} {n}" for n in range(2, _MOST_NAMES))
    return next(copy for copy in names if copy not in taken)


def _common(at: ProductLists, which: int) -> dict[str, Any]:
    """The part of a form that all records of a list have in common."""
    listing = at.lists[which]
    return {
        "game": at.name, "product": at.product.name, "title": at.product.title,
        "form": form_of(at.game.job.game, at.product, at.game.job.usage),
        "lists": [{"own": listing.own, "count": len(listing.records)} for listing in at.lists],
        "list": which, **_list_data(at, listing), "number": at.game.number, "records": len(listing.records),
    }  # fmt: skip


def _draft(request: Request, asks: DraftRequest) -> Plain:
    _, game = game_in(request)
    with game.lock:
        product = game.product(request.path_params["product"])
        path, _ = paths_of(game.job, product, game.cards)[asks.list]
        # Nobody who types waits for files: the record is that of the game as it was read.
        old = None if asks.name is None else record_named(product, path, asks.name, asks.index or 0)
        preview = preview_record(game.job, product, old, asks.values, settings_in(request), path)
    return _draft_data(request, preview, live=True)


def _draft_data(request: Request, preview: RecordPreview, live: bool = False) -> dict[str, Any]:
    """A draft as a page shows it: its pictures, and its findings with the paths of their fields."""
    piece, sides = preview.piece, {}
    if piece is not None:
        sides = {"front": piece.front} | ({"back": piece.back} if piece.back else {})
    paths = zip(findings_data(preview.findings), preview.fields, strict=True)
    findings = [{**finding, "way": [*path]} for finding, path in paths]
    pictures = workshop_in(request).pictures.as_data(sides, live)
    return {"pictures": pictures, "findings": findings, "whole": preview.whole, "short": preview.short}


class SaveRecordRequest(ActionRequest):
    """A record to save: its place, the hash of its list and its values as they were read; None for a new one."""

    list: Place = 0
    index: Place | None = None
    hash: Hash = ""
    was: Values | None = None
    values: Values


class RemoveRequest(ActionRequest):
    """A record to remove, by its place; `name` is for the label of the step."""

    list: Place = 0
    index: Place
    hash: Hash
    name: Name = ""


def roots_of(game: LiveGame) -> list[Path]:
    """The folders in which files of a game may be written."""
    own = [game.cards] if game.cards else []
    return own if game.built_in else [game.folder, *own]


def save_file(
    workshop: Workshop, at: str, game: LiveGame, path: Path, data: bytes, before: bytes | None, label: str
) -> None:
    """Write one file of a game, read the game anew, and tell all pages."""
    workshop.saver.save({path: data}, {path: before}, label, roots_of(game))
    workshop.refresh(at)


def _save(request: Request, asks: SaveRecordRequest) -> Plain:
    """Save a record. Conflict where somebody else has changed it meanwhile."""
    at, workshop = lists_in(request), workshop_in(request)
    with at.game.lock:
        listing = at.writable(asks.list)
        copied = listing is not at.lists[asks.list]
        changes: list[Change]
        values = {key: value for key, value in asks.values.items() if value is not None}
        if asks.was is None or asks.index is None or copied:
            index = len(listing.records)
            if copied and (copy := listing.number_of(str(values.get("name", "")))) >= 0:
                index = copy  # It was copied before.
                changes = [*differences(listing.records[copy], values, (copy,))]
            else:
                changes = [Insert((index,), values)]
            list_changed = False
        else:
            index, changes, list_changed = _place_and_changes(listing, asks, values)
        _stop_on_mistakes(at, listing, index, values, settings_in(request))
        if changes:
            data, name = listing.with_changes(changes), str(values.get("name", ""))
            save_file(workshop, at.name, at.game, listing.path, data, listing.before, name)
        return {**_after(request, at, listing.path), "index": index, "copied": copied, "others": list_changed}


def _stop_on_mistakes(
    at: ProductLists, listing: ListText, index: int, values: Mapping[str, Any], settings: Settings
) -> None:
    """PrintgenError for a record that could not be read again."""
    old = record_at(at.product, listing, index)
    preview = preview_record(at.game.job, at.product, old, values, settings, listing.path)
    if preview.record is None:
        raise PrintgenError([finding for finding in preview.findings if finding.severity == "error"])


def _place_and_changes(
    listing: ListText, asks: SaveRecordRequest, values: Mapping[str, Any]
) -> tuple[int, list[Change], bool]:
    """The place and changes of a record, and whether its list was changed. Conflict where the record was, too."""
    assert asks.was is not None and asks.index is not None
    name = str(asks.was.get("name", ""))
    if listing.hash == asks.hash and asks.index < len(listing.records):
        return asks.index, [*differences(listing.records[asks.index], values, (asks.index,))], False
    index = listing.number_of(name, asks.index)
    theirs = listing.records[index] if index >= 0 else None
    if theirs is not None and (same(theirs, asks.was) or same(theirs, values)):
        return index, [*differences(theirs, values, (index,))], True
    about = {"kind": "record", "list": asks.list, "hash": listing.hash, "index": index, "file": listing.display_name}
    raise Conflict({**about, "name": name, "mine": values, "theirs": theirs})


def _after(request: Request, at: ProductLists, path: Path) -> dict[str, Any]:
    """The state of a list after a change, with which a page goes on."""
    lists = lists_of(at.game.job, at.game.product(at.product.name), at.game.cards)
    which = next(n for n, listing in enumerate(lists) if listing.path == path)
    about = {"list": which, "hash": lists[which].hash, "number": at.game.number, "file": lists[which].display_name}
    return {**about, "names": [*names_of(lists[which])], **undo_data(request)}


def undo_data(request: Request) -> dict[str, str]:
    """The labels of the steps that can be undone and done again, as JSON for pages."""
    saver = workshop_in(request).saver
    return {"undo": saver.undoable, "redo": saver.redoable}


def _remove(request: Request, asks: RemoveRequest) -> Plain:
    at, workshop = lists_in(request), workshop_in(request)
    with at.game.lock:
        listing = at.lists[asks.list]
        if at.game.built_in and not listing.own:
            raise UsageError("this card came with printgen, and stays where it is", "Give it copies: 0 in a copy.")
        if listing.hash != asks.hash or asks.index >= len(listing.records):
            about = {"kind": "stale", "file": listing.display_name, "hash": listing.hash}
            raise Conflict({**about, "names": [*names_of(listing)]})
        data = listing.with_changes([Drop((asks.index,))])
        save_file(workshop, at.name, at.game, listing.path, data, listing.before, f"{asks.name} removed")
        return _after(request, at, listing.path)


def _step(request: Request, asks: ActionRequest, redo: bool) -> Plain:
    """Undo or redo a step, and read the games anew whose files it has changed."""
    workshop = workshop_in(request)
    games = [*workshop.games.items()]
    roots = list(dict.fromkeys(root for _, game in games for root in roots_of(game)))
    step = workshop.saver.redo(roots) if redo else workshop.saver.undo(roots)
    for name, game in games:
        homes = [root.resolve() for root in roots_of(game)]
        if game.number and any(path.is_relative_to(home) for path in step.after for home in homes):
            workshop.refresh(name)
    return {"label": step.label, "files": step.names, **undo_data(request)}


def _act(request: Request, body: bytes) -> Plain | Response:
    """Run the action of a desk, save the files that it has made, and begin the command that it names."""
    name, game = game_in(request)
    workshop = workshop_in(request)
    product = request.query_params.get("product", "")
    with game.lock:
        desk = desks_for(game, product)[request.path_params["desk"]]
        action: Action = desk.load()[request.path_params["action"]]
        asks = parse_body(action.asks, body)
        answer = action.run(Live.of(game, product, settings_in(request), workshop.uploads), asks)
        if answer.files:
            label = " ".join(request.path_params[part] for part in ("desk", "action"))
            workshop.saver.save(answer.files, answer.before, label, roots_of(game))
            workshop.refresh(name)
    data = {**answer.data, "pictures": workshop.pictures.as_data(answer.pictures, action.live)}
    if answer.command:
        assert workshop.start_run is not None
        data["run"] = workshop.start_run(page_of(request), answer.command)
    return {**data, "findings": findings_data(answer.findings)}


_HOME = "/api/games/{game}/products/{product}"
ROUTES: tuple[BaseRoute, ...] = (
    Route(f"{_HOME}/forms/new", looking(_blank)),
    Route(f"{_HOME}/forms/{{number}}", looking(_form)),
    Route(f"{_HOME}/draft", taking(DraftRequest, _draft, "draft"), methods=["POST"]),
    Route(f"{_HOME}/save", taking(SaveRecordRequest, _save), methods=["POST"]),
    Route(f"{_HOME}/remove", taking(RemoveRequest, _remove), methods=["POST"]),
    Route("/api/undo", taking(ActionRequest, partial(_step, redo=False)), methods=["POST"]),
    Route("/api/redo", taking(ActionRequest, partial(_step, redo=True)), methods=["POST"]),
    Route("/api/games/{game}/desks/{desk}/{action}", with_body(_act, "act"), methods=["POST"]),
)
