"""The text of a YAML or JSON file and changes come in; the text goes out with nothing but these places changed.

Comments, order, quotes, line ends, indentation and the way in which lines are folded stay. What comes out is read
back, and holds exactly what was wanted; where it would not, nothing comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.editing.changes import Change, Drop, Insert, Move, Put, Rename, applied, plain, same
from printgen.editing.splicing import Splicer
from printgen.reading.json_files import examine_json
from printgen.reading.yaml_events import examine_yaml

_BOM = "\ufeff"


def patched(text: str, changes: Iterable[Change], shown: str, json: bool = False) -> str:
    """A text with changes, made one after the other.

    `shown` is the file's name in findings, and `json` whether it is JSON. Raises PrintgenError when the text has
    mistakes, or when a change cannot be made without touching more than its place.
    """
    start = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    held = plain(read(text, shown, json))
    for change in changes:
        try:
            wanted = applied(held, change)
        except (LookupError, TypeError, AttributeError) as error:
            raise _refused(shown, "this file does not hold what is to be changed") from error
        if not same(held, wanted):
            text = _first_right(text, change, wanted, shown, json)
        held = wanted
    return start + text


def read(text: str, shown: str, json: bool = False) -> Any:
    """What a text holds. PrintgenError with what is wrong with it."""
    value, findings = (examine_json if json else examine_yaml)(text, shown)
    if findings:
        raise PrintgenError(findings)
    return value


def _first_right(text: str, change: Change, wanted: Any, shown: str, json: bool) -> str:
    """The first of the texts that a change may lead to that holds what is wanted."""
    for made in _ways(Splicer(text, json), change):
        value, findings = (examine_json if json else examine_yaml)(made, shown)
        if not findings and same(plain(value), wanted):
            return made
    raise _refused(shown, "this change cannot be written into the file without touching more of it")


def _ways(splicer: Splicer, change: Change) -> Iterator[str]:
    try:
        if isinstance(change, Put):
            yield from splicer.put(change.way, change.value, change.after)
        elif isinstance(change, Drop):
            yield from splicer.drop(change.way)
        elif isinstance(change, Insert):
            yield from splicer.insert(change.way, change.value)
        elif isinstance(change, Move):
            yield from splicer.move(change.way, change.to)
        elif isinstance(change, Rename):
            yield from splicer.rename(change.way, change.name)
    except LookupError:
        return


def _refused(shown: str, message: str) -> PrintgenError:
    hint = "Change it in the file itself, in an editor or in the studio's room for files."
    return PrintgenError([Finding("error", Where(shown), message, hint, "cannot-patch")])
