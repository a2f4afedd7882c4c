"""Other ways to write game.yaml: variants laid over it, options among a product's keys, and shared sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import Where, closest
from printgen.game.records import LANGUAGE, NAME, FindOptions, Line, Lines, ProductEntry, Section, WebAddress, section
from printgen.reading.files import Files
from printgen.reading.part import Part, adapter
from printgen.reading.positions import LocatedList, LocatedMap, OverlayMap, ViewMap, empty_map, overlay


class VariantEntry(Part):
    """A variant of a game: what it has otherwise; all else is as in the game."""

    title: Line = Field("", description="the title of the variant")
    version: Annotated[str, Field(max_length=40)] = Field("", description="its edition")
    author: Line = Field("", description="who made it")
    notice: Lines = Field("", description="the line that its PDFs and its manifest carry")
    description: Lines = Field("", description="what the game is, in its words")
    rules: WebAddress = Field("", description="the address of its rules")
    language: Annotated[str, Field(pattern=LANGUAGE)] = Field(
        "en", description="the language of its words, a code such as de"
    )
    theme: Annotated[str, Field(pattern=f"^({NAME})?$")] = Field("", description="its theme")
    fonts: Any = Field(None, description="its fonts, laid over those of the game")
    keywords: Any = Field(None, description="its keywords, laid over those of the game")
    signs: Any = Field(None, description="its signs, laid over those of the game")
    lists: Section = section("its lists by product: files in place of the game's")
    values: Section = section("its values by name, laid over those of the game")
    tables: Section = section("its tables by name: files in place of the game's")
    parameters: Section = section("parameters for the faces of all its products", "with")
    products: Section = section("what else its products have otherwise, by name")


_SAME = tuple(key for key in VariantEntry.model_fields if key not in ("lists", "tables", "parameters"))


def check_variant(files: Files, top: LocatedMap, name: str) -> bool:
    """Whether what a variant says is well formed; what is wrong with it is reported."""
    entry, where = top["variants"][name], top["variants"].where(name)
    if files.check(adapter(VariantEntry), entry, where, name) is None:
        return False
    good = True
    for key, part in (("lists", "products"), ("tables", "tables"), ("products", "products"), ("values", "values")):
        known: Any = top.get(part) or ()
        for strange in (name for name in entry.get(key, ()) if name not in known):
            good = False
            message, where = f"there is no {part.removesuffix('s')} '{strange}'", entry[key].key_where(strange)
            files.unknown(where, "unknown-value", message, strange, known, "Declare it in the game, too.")
    return good


def apply_variant(top: LocatedMap, name: str) -> LocatedMap:
    """What game.yaml says, with a variant laid over it, which must be well formed."""
    entry = top["variants"][name]
    varied = overlay(top, ViewMap(entry, {key: key for key in _SAME if key in entry}))
    for key, part, inner in (("lists", "products", "list"), ("tables", "tables", "file")):
        for target in entry.get(key, ()):
            varied = _overlay_at(varied, part, target, ViewMap(entry[key], {inner: target}))
    for product in varied.get("products", ()) if "with" in entry else ():
        varied = _overlay_at(varied, "products", product, ViewMap(entry, {"with": "with"}))
    return varied


def _overlay_at(top: LocatedMap, part: str, name: str, changes: LocatedMap) -> LocatedMap:
    entries: LocatedMap = top[part]
    # An entry that is no mapping is reported where it is read.
    entry = overlay(entries[name], changes) if isinstance(entries[name], LocatedMap) else entries[name]
    return OverlayMap(top, {part: OverlayMap(entries, {name: entry})})


SHARED = "shared-sheet"
"""The kind of the products that `sheets` of game.yaml names."""

Report = Callable[[Where, str, str, str], None]
_KEYS = tuple(field.alias or name for name, field in ProductEntry.model_fields.items())


def with_loose_options(entry: LocatedMap, find: FindOptions, report: Report) -> LocatedMap:
    """The entry of a product with its loose options under `options`; one that stands in both places is reported."""
    # The columns of a board are a number, those of a list a mapping.
    is_count = not isinstance(entry.get("columns"), LocatedMap)
    strangers = [key for key in entry if key not in _KEYS or (key == "columns" and is_count)]
    if not strangers:
        return entry
    known, given = find(str(entry.get("kind", ""))), entry.get("options", empty_map(entry))
    if known is None:
        # Nobody knows the options of an unknown kind: the kind alone is reported.
        known = strangers if "kind" in entry else ()
    # A misspelt option is reported as an option.
    loose = [key for key in strangers if key in known or closest(key, (*known, *_KEYS)) in known]
    if not loose or not isinstance(given, LocatedMap):
        return entry
    for key in (key for key in loose if key in given):
        report(entry.key_where(key), "bad-value", f"{key} stands under options, too", "Remove one of the two.")
    rest = ViewMap(entry, {key: key for key in entry if key not in loose})
    return OverlayMap(rest, {"options": OverlayMap(ViewMap(entry, dict(zip(loose, loose, strict=True))), given)})


def shared_sheet_entry(name: str, entry: Any) -> Any:
    """What `sheets` says under a name, as a product says it; a list is one of products."""
    if isinstance(entry, LocatedList):
        entry = OverlayMap(empty_map(entry), {"of": entry})
    if not isinstance(entry, LocatedMap):
        return entry
    title = name.replace("-", " ").replace("_", " ").capitalize()
    return OverlayMap(entry, {key: value for key, value in (("kind", SHARED), ("title", title)) if key not in entry})
