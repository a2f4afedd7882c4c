"""The name of something that people write comes in; its JSON Schema, made from the declared shapes, goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from printgen.base.errors import UsageError, did_you_mean
from printgen.faces import vocabulary
from printgen.faces.compound import PARTS
from printgen.faces.shape_words import FIT, HEADER, KINDS, STYLE
from printgen.game.checks import Check
from printgen.game.house_fonts import FALLBACK, FontFamily
from printgen.game.records import NAME, Head, ProductEntry, TableEntry
from printgen.game.shapes import AnyField
from printgen.kinds import all_kinds, kind_names
from printgen.reading.part import adapter
from printgen.rules.fights.shapes import FightFile
from printgen.rules.odds import OddsFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of what people call `name`: "game", "face", or a file of templates or of a kind of printable.

    UsageError when there is no such thing.
    """
    known = schemas()
    if name not in known:
        raise UsageError(f"there is no schema of '{name}'", did_you_mean(name, known))
    # The title of a declared shape is that of its class.
    title = {} if name in ("game", "face") else {"title": name}
    return {"$schema": DIALECT, **known[name](), **title}


def schemas() -> dict[str, Callable[[], dict[str, Any]]]:
    """What makes each schema, by name."""
    shapes = _templates() | {name: shape for kind in all_kinds() for name, shape in kind.shapes.items()}
    shapes |= {"fight": FightFile, "odds": OddsFile}
    files = {name: adapter(shape).json_schema for name, shape in shapes.items()}
    return {"game": game_schema, "face": face_schema, **files}


def _templates() -> dict[str, Any]:
    """The shapes of the files of a templates folder, by what people call them."""
    from printgen.art.casting import Casting
    from printgen.art.parts import PartsFile, Tones
    from printgen.art.poses import PosesFile
    from printgen.art.scenes import ScenesFile
    from printgen.faces.template_files import LookShape, Palette
    from printgen.sheets.cut_layouts import CuttingFile
    from printgen.sheets.printers.profiles import Profile
    from printgen.sheets.printers.readings import ReadingsFile
    from printgen.sheets.tile_words import AssemblyFile

    art = {"parts": PartsFile, "scenes": ScenesFile, "poses": PosesFile, "tones": Tones, "casting": Casting}
    printers = {"printer": Profile, "readings": ReadingsFile}
    from printgen.game.print_lists import Rows

    sheets = {"assembly": AssemblyFile, "cutting": CuttingFile}
    return {"look": LookShape, "palette": Palette, **art, **sheets, **printers, "print-list": Rows}


def game_schema() -> dict[str, Any]:
    """The JSON Schema of game.yaml, with the options of every kind of product."""
    return _game_schema(tuple(kind_names()))


@lru_cache(maxsize=1)
def _game_schema(names: tuple[str, ...]) -> dict[str, Any]:
    """It takes a while to make, and is the same while there are the same kinds."""
    kinds = {kind.name: kind.options for kind in all_kinds() if kind.options}
    parts = {"game": Head, "font": FontFamily, "table": TableEntry, "check": Check, "field": AnyField}
    parts |= {"product": ProductEntry, **kinds}
    refs, defs = _together(parts)
    head, product = (_resolved(refs[name], defs) for name in ("game", "product"))
    told = "What a field of a record or a row takes: a kind of field, or one with more settings."
    defs["Field"] = {"description": told, **refs["field"]}
    fields = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Field"}}
    # What stands under `of` of a field are fields again.
    for one in defs["WordsField"]["anyOf"][0]["properties"]["of"]["anyOf"]:
        one |= fields if one.get("type") == "object" else {}
    _resolved(refs["table"], defs)["properties"]["fields"] |= fields
    named = (("fonts", refs["font"]), ("tables", refs["table"]), ("records", fields), ("products", refs["product"]))
    for key, entry in named:
        head["properties"][key] |= {"additionalProperties": entry, "propertyNames": {"pattern": f"^({NAME})$"}}
    told = "fonts for letters that the others lack: names or files, the first before the others"
    stand_in = {"type": ["string", "array"], "items": {"type": "string"}, "description": told}
    head["properties"]["fonts"]["properties"] = {FALLBACK: stand_in}
    sheets = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "object"}]}
    head["properties"]["sheets"] |= {"additionalProperties": sheets, "propertyNames": {"pattern": f"^({NAME})$"}}
    head["properties"]["checks"] |= {"type": "array", "items": refs["check"]}
    product["properties"]["kind"]["enum"] = list(names)
    # An option may stand among the other keys of a product; what it takes there depends on the kind.
    known = product["properties"]
    loose = {
        name: {key: said for key, said in _resolved(refs[name], defs)["properties"].items() if key not in known}
        for name in kinds
    }
    product["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": name}}},
            "then": {"properties": {"options": refs[name], **loose[name]}},
        }
        for name in kinds
    ]
    product["patternProperties"] = {
        f"^({'|'.join(sorted({key for options in loose.values() for key in options}))})$": {}
    }
    return {**head, "title": "game.yaml", "$defs": defs}


# What the keys of faces take; any of them may be an {{ expression }}, which is a text.
_NUMBER = {"type": ["number", "string"]}
_FORMS: Mapping[str, dict[str, Any]] = {
    "any": {},
    "paint": {"type": ["string", "null", "object"]},
    "shadow": {"type": ["boolean", "string", "object"]},
    "colors": {"type": "array", "items": {"type": "string"}},
    "arc": {"type": "object"},
    "clip": {"type": ["array", "object", "string"], "items": _NUMBER},
    "color": {"type": ["string", "null"]},
    "fits": {"type": "array", "items": {"$ref": "#/$defs/fit"}},
    "flag": {"type": ["boolean", "string"]},
    "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
    "length": _NUMBER,
    "lengths": {"type": "array", "items": _NUMBER},
    "map": {"type": "object"},
    "number": _NUMBER,
    "points": _NUMBER,
    "word": {"type": ["string", "number"]},
}
_HEADER: Mapping[str, dict[str, Any]] = {
    "size": {"type": ["string", "array"], "items": _NUMBER},
    "unit": {"type": "string"},
    "bleed": _NUMBER,
    "safe": _NUMBER,
    "palettes": {"type": "array", "items": {"type": "string"}},
    "styles": {"type": "object", "additionalProperties": {"$ref": "#/$defs/style"}},
    "items": _FORMS["items"],
    "extends": {"type": "string"},
    "looks": {"type": "object", "additionalProperties": {"type": "object"}},
    "override": {"type": "object", "additionalProperties": _FORMS["items"]},
}


def face_schema() -> dict[str, Any]:
    """The JSON Schema of a face."""
    words = {word: _settings(word, keys) for word, keys in KINDS.items()}
    item = {word: {**settings, "description": vocabulary.WORDS.get(word, "")} for word, settings in words.items()}
    item["when"] = {"type": ["string", "boolean"], "description": vocabulary.meaning("", "when")}
    one = {"oneOf": [{"required": [word]} for word in words]}
    header = {
        key: {**_HEADER.get(key, _FORMS["map"]), "description": vocabulary.HEADER.get(key, "")}
        for key in sorted(HEADER)
    }
    return {
        "title": "A face",
        **_closed(header),
        "$defs": {"item": {**_closed(item), **one}, "style": _settings("text", STYLE), "fit": _settings("text", FIT)},
    }


def _settings(word: str, keys: Mapping[str, str]) -> dict[str, Any]:
    return _closed({key: {**_form(form), "description": vocabulary.meaning(word, key)} for key, form in keys.items()})


def _form(form: str) -> dict[str, Any]:
    """What a key takes; one that may be said by parts lists them."""
    if form not in PARTS:
        return _FORMS[form]
    return {**_FORMS[form], **_settings(form, PARTS[form]), "type": _FORMS[form]["type"]}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _together(shapes: Mapping[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The schema of each shape by its name, and the definitions that they share."""
    adapters = [(name, "validation", adapter(shape)) for name, shape in shapes.items()]
    found, defs = TypeAdapter.json_schemas(adapters)  # type: ignore[arg-type]
    return {name: schema for (name, _), schema in found.items()}, defs.get("$defs", {})


def _resolved(schema: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    return defs[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
