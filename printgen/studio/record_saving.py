"""Records that were changed on a page come in; their lists are written, and what a page needs to go on goes out.

What a page has seen of a list is told by a hash; where the disk holds something else by now, nothing is lost: see
`_settled`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from printgen.api import LiveGame, Settings
from printgen.base.errors import PrintgenError, UsageError
from printgen.editing.changes import Change, Drop, Insert, Move, differences, same
from printgen.editing.drafts import drafted
from printgen.editing.merging import Choices, merged_fields
from printgen.editing.retouching import ListText, lists_of, names_of, record_at
from printgen.studio.actions.action import Ask
from printgen.studio.asking import Conflict, Plain, taking
from printgen.studio.records import At, Hash, Name, Place, Values, at_of
from printgen.studio.shelf import settings_in, workshop_in
from printgen.studio.workshop import Workshop


class SaveAsk(Ask):
    """A record to save: where it stood, with what hash of the list and which values; None for a new one.

    `choices` settle what somebody else has changed meanwhile, by its field, or by "" for the whole record.
    """

    list: Place = 0
    index: Place | None = None
    hash: Hash = ""
    was: Values | None = None
    values: Values
    choices: dict[Name, Literal["mine", "theirs", "both"]] | None = None


class ChangeAsk(Ask):
    """A record to take away, or to put elsewhere in its list: `name` is what it is called, `to` its new place."""

    list: Place = 0
    index: Place
    hash: Hash
    name: Name = ""
    to: Place = 0


def roots_of(game: LiveGame) -> list[Path]:
    """The folders in which files of a game may be written."""
    own = [game.cards] if game.cards else []
    return own if game.built_in else [game.folder, *own]


def written(
    workshop: Workshop, at: str, game: LiveGame, path: Path, data: bytes, before: bytes | None, label: str
) -> None:
    """Write one file of a game, read the game anew, and tell all pages."""
    workshop.saver.save({path: data}, {path: before}, label, roots_of(game))
    workshop.refreshed(at)


def _save(request: Request, asks: SaveAsk) -> Plain:
    """Save a record; 409 tells what somebody else has made of it meanwhile."""
    at, workshop = at_of(request), workshop_in(request)
    with at.game.lock:
        one = at.writable(asks.list)
        copied = one is not at.list(asks.list)
        changes: list[Change]
        values = {key: held for key, held in asks.values.items() if held is not None}
        if asks.was is None or asks.index is None or copied:
            index = len(one.records)
            if copied and (known := one.number_of(str(values.get("name", "")))) >= 0:
                index = known  # It was copied before.
                changes = [*differences(one.records[known], values, (known,))]
            else:
                changes = [Insert((index,), values)]
            merged = False
        else:
            index, changes, merged = _settled(one, asks, values)
        _stop_on_mistakes(at, one, index, values, settings_in(request))
        if changes:
            data, name = one.changed(changes), str(values.get("name", ""))
            written(workshop, at.name, at.game, one.path, data, one.before, name)
        return {**_after(request, at, one.path), "index": index, "copied": copied, "merged": merged}


def _stop_on_mistakes(at: At, one: ListText, index: int, values: Mapping[str, Any], settings: Settings) -> None:
    """PrintgenError for a record that could not be read again."""
    old = record_at(at.product, one, index)
    made = drafted(at.game.job, at.product, old, values, settings, one.path)
    if made.record is None:
        raise PrintgenError([found for found in made.findings if found.severity == "error"])


def _settled(one: ListText, asks: SaveAsk, values: Mapping[str, Any]) -> tuple[int, list[Change], bool]:
    """Where a record stands now and what to change of it, and whether somebody else was at the list meanwhile.

    Conflict where they were at the same record, and nobody has chosen yet.
    """
    assert asks.was is not None and asks.index is not None
    name = str(asks.was.get("name", ""))
    if one.hash == asks.hash and asks.index < len(one.records):
        return asks.index, [*differences(one.records[asks.index], values, (asks.index,))], False
    index = one.number_of(name, asks.index)
    theirs = one.records[index] if index >= 0 else None
    if theirs is not None and same(theirs, asks.was):
        return index, [*differences(theirs, values, (index,))], True
    choices: Choices = {(name, field): side for field, side in (asks.choices or {}).items()}
    about = {"kind": "record", "list": asks.list, "hash": one.hash, "index": index, "file": one.shown, "name": name}
    if theirs is None:
        if choices.get((name, "")) == "mine":
            return len(one.records), [Insert((len(one.records),), dict(values))], True
        raise Conflict({**about, "base": asks.was, "mine": values, "theirs": None, "conflicts": []})
    made, conflicts = merged_fields(name, asks.was, values, theirs, choices)
    if asks.choices is None or conflicts:
        fields = [
            {"field": c.field, "base": c.base, "mine": c.mine, "theirs": c.theirs, "both": c.joined} for c in conflicts
        ]
        raise Conflict(
            {**about, "base": asks.was, "mine": values, "theirs": theirs, "merged": made, "conflicts": fields}
        )
    return index, [*differences(theirs, made, (index,))], True


def _after(request: Request, at: At, path: Path) -> dict[str, Any]:
    """What a page needs to go on after something was saved."""
    lists = lists_of(at.game.job, at.game.product(at.product.name), at.game.cards)
    which = next(n for n, one in enumerate(lists) if one.path == path)
    about = {"list": which, "hash": lists[which].hash, "number": at.game.number, "file": lists[which].shown}
    return {**about, "names": [*names_of(lists[which])], **undo_told(request)}


def undo_told(request: Request) -> dict[str, str]:
    """What can be undone and done again."""
    saver = workshop_in(request).saver
    return {"undo": saver.undoable, "redo": saver.redoable}


def _removed(request: Request, asks: ChangeAsk) -> Plain:
    return _changed(request, asks, Drop((asks.index,)), "{name} removed")


def _moved(request: Request, asks: ChangeAsk) -> Plain:
    return _changed(request, asks, Move((asks.index,), asks.to), "{name} moved")


def _changed(request: Request, asks: ChangeAsk, change: Change, label: str) -> Plain:
    at, workshop = at_of(request), workshop_in(request)
    with at.game.lock:
        one = at.list(asks.list)
        if at.game.built_in and not one.own:
            raise UsageError("this card came with printgen, and stays where it is", "Give it copies: 0 in a copy.")
        if one.hash != asks.hash or asks.index >= len(one.records) or asks.to >= max(len(one.records), 1):
            about = {"kind": "stale", "file": one.shown, "hash": one.hash}
            raise Conflict({**about, "names": [*names_of(one)]})
        data = one.changed([change])
        written(workshop, at.name, at.game, one.path, data, one.before, label.format(name=asks.name))
        return _after(request, at, one.path)


class Nothing(Ask):
    """Nothing more is to be said."""


def _undone(request: Request, asks: Nothing) -> Plain:
    return _turned(request, redo=False)


def _redone(request: Request, asks: Nothing) -> Plain:
    return _turned(request, redo=True)


def _turned(request: Request, redo: bool) -> Plain:
    workshop = workshop_in(request)
    games = [*workshop.games.items()]
    roots = list(dict.fromkeys(root for _, game in games for root in roots_of(game)))
    step = workshop.saver.redo(roots) if redo else workshop.saver.undo(roots)
    for name, game in games:
        homes = [root.resolve() for root in roots_of(game)]
        if game.number and any(path.is_relative_to(home) for path in step.after for home in homes):
            workshop.refreshed(name)
    return {"label": step.label, "files": step.names, **undo_told(request)}


_HOME = "/api/games/{game}/products/{product}"
ROUTES: tuple[BaseRoute, ...] = (
    Route(f"{_HOME}/save", taking(SaveAsk, _save), methods=["POST"]),
    Route(f"{_HOME}/remove", taking(ChangeAsk, _removed), methods=["POST"]),
    Route(f"{_HOME}/move", taking(ChangeAsk, _moved), methods=["POST"]),
    Route("/api/undo", taking(Nothing, _undone), methods=["POST"]),
    Route("/api/redo", taking(Nothing, _redone), methods=["POST"]),
)
