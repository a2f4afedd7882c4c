"""What a word of files or of the command line means, which values it takes, and an example.

All of it comes from the declared shapes and sentences that the pages of docs/reference are made of.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from printgen.base.errors import UsageError, did_you_mean
from printgen.build.schemas import game_schema, schema_of, schemas
from printgen.drawing.patterns import PATTERNS
from printgen.editing import reference_text as examples
from printgen.editing.reference_text import (
    Schema,
    default_text,
    describe_type,
    sentence,
    shape_of,
    without_page_marks,
    words_of_name,
)
from printgen.faces.shape_words import HEADER, KINDS, PARTS, key_sentence, sentences
from printgen.game import shapes
from printgen.game.records import Head
from printgen.kinds import Kind, all_kinds, description
from printgen.reading.texts import FILTERS, TESTS

FACES, SETTINGS, TOP, NAMES, PICKS, ASKS, LOOKS, FIELDS, GAME, PRODUCTS, FILES = GROUPS = (
    "Words of faces", "Settings of words of faces", "Keys of a face", "Names in expressions", "Filters of expressions",
    "Tests of expressions", "Patterns", "Kinds of fields", "Keys of game.yaml", "Kinds of products and their options",
    "Keys of other files",
)  # fmt: skip
"""The groups of words, in the order in which they are listed; commands come after them."""

_MOST_SEEN = 6
"""So many words that speak of another are named."""


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to know of a word: its group, what it belongs to ("" for a word of its own), and what it means.

    `takes` says which values it has, `usual` what stands for it where it is left out, `settings` are the words that it
    may be said with, `example` is YAML or an expression.
    """

    word: str
    group: str
    of: str
    meaning: str
    takes: str = ""
    usual: str = ""
    needed: bool = False
    settings: tuple[str, ...] = ()
    example: str = ""


def tell(word: str) -> tuple[Told, ...]:
    """All that a name may mean: a word, or one and what it belongs to, as in text.size. UsageError for no such word."""
    known = everything()
    wanted = word.strip().casefold()
    found = tuple(
        told for told in known if wanted in (told.word.casefold(), *(name.casefold() for name in _full(told)))
    )
    # What has no name of its own, as a gradient, is told by its parts.
    found = found or tuple(told for told in known if told.of == f"a {wanted}")
    if not found:
        raise UsageError(f"there is no word '{word}'", _near(wanted, known))
    return found


def _near(wanted: str, known: Sequence[Told]) -> str:
    """What to ask in place of a word that there is not: those whose meaning speaks of it, or the one most like it."""
    spoken = re.compile(rf"\b{re.escape(wanted)}s?\b")
    names = dict.fromkeys(
        f"{told.of}.{told.word}" if told.of and " " not in told.of else told.word
        for told in known
        if len(wanted) > 2 and spoken.search(f"{told.meaning} {told.takes}".casefold())
    )
    if names:
        return f"See printgen help {', '.join([*names][:_MOST_SEEN])}."
    return did_you_mean(wanted, {told.word for told in known})


def _full(told: Told) -> tuple[str, str]:
    """A word with what it belongs to, as people may ask for it."""
    return f"{told.of}.{told.word}", f"{told.word} of {told.of}"


def groups() -> dict[str, tuple[str, ...]]:
    """The words of each group, each once, in the order in which they are told of."""
    return {name: tuple(dict.fromkeys(told.word for told in everything() if told.group == name)) for name in GROUPS}


@lru_cache(maxsize=1)
def everything() -> tuple[Told, ...]:
    """All words."""
    return (*_of_faces(), *_of_expressions(), *_patterns(), *_fields(), *_of_game(), *_of_files())


def _of_faces() -> Iterator[Told]:
    for word, keys in KINDS.items():
        yield Told(
            word,
            FACES,
            "",
            sentence(sentences("words").get(word, "")),
            settings=tuple(keys),
            example=_shape_example(word),
        )
    when = "Beside any word: " + key_sentence("", "when")
    yield Told("when", FACES, "", sentence(when), "an expression", example=_shape_example("when"))
    shown = schema_of("face")["$defs"]["item"]["properties"]
    for word, keys in KINDS.items():
        for key, form in keys.items():
            usual = examples.USUAL.get(f"{word}.{key}", examples.USUAL.get(key, ""))
            told = sentence(key_sentence(word, key))
            takes = examples.FORMS.get(form) or without_page_marks(describe_type(shown[word]["properties"][key]))
            yield Told(key, SETTINGS, word, told, takes, usual, example=_shape_example(word, key))
    for setting, parts in PARTS.items():
        holders = {"paint": "a gradient"}.get(setting, setting)
        for key, form in parts.items():
            told = sentence(key_sentence(setting, key))
            yield Told(
                key, SETTINGS, holders, told, examples.FORMS.get(form, form), example=_part_example(setting, key)
            )
    keys = schema_of("face")["properties"]
    for key in sorted(HEADER):
        told = sentence(sentences("header").get(key, ""))
        yield Told(
            key,
            TOP,
            "face",
            told,
            without_page_marks(describe_type(keys[key])),
            example=examples.HEADER.get(key, f"{key}: ..."),
        )


def _shape_example(word: str, key: str = "") -> str:
    """An example of a word; of one of its settings where that is asked for."""
    for example in examples.FACES:
        if example["word"] == word and (not key or key in example.get("shows", ())):
            items = [item for item in example["items"] if not key or key in item.get(word, {})]
            return examples.yaml_shapes(items or example["items"])
    if not key:
        return ""
    # Other words are said with it in the same way.
    shown = (held for example in examples.FACES for item in example["items"] for held in item.values())
    value = next((held[key] for held in shown if isinstance(held, Mapping) and key in held), "...")
    return f"- {word}: {{{key}: {examples.yaml_line(value)}}}"


def _part_example(setting: str, key: str) -> str:
    """An example of a part of a setting that is a mapping."""
    for example in examples.FACES:
        for item in example["items"]:
            for word, held in item.items():
                for name, inner in held.items() if isinstance(held, Mapping) else ():
                    if isinstance(inner, Mapping) and key in inner and KINDS.get(word, {}).get(name) == setting:
                        return f"- {word}: {{{name}: {examples.yaml_line(inner)}}}"
    form = PARTS[setting][key]
    return f"{setting.replace('paint', 'fill')}: {{{key}: {_PART_EXAMPLES.get(form, 2)}}}"


_PART_EXAMPLES = {
    "color": "ink",
    "colors": "[sea, sky, white]",
    "flag": "true",
    "lengths": "[2, 2, 40, 22]",
    "word": "...",
}
"""What parts of settings may be, by their forms."""


def _of_expressions() -> Iterator[Told]:
    for name, said in examples.NAMES.items():
        yield Told(name, NAMES, "", sentence(said["told"]), example=said["example"])
    for group, known, shown in ((PICKS, FILTERS, examples.FILTERS), (ASKS, TESTS, examples.TESTS)):
        for name, told in known.items():
            about = f"{'Gives' if group == PICKS else 'Asks whether'} {told[:1].lower()}{told[1:]}"
            expression, comes = shown.get(name, (f"card.name | {name}", ""))
            yield Told(
                name, group, "", sentence(about), example=f"{{{{ {expression} }}}}   gives {examples.yaml_line(comes)}"
            )


def _patterns() -> Iterator[Told]:
    for name in PATTERNS:
        told = sentence("A pattern: " + examples.PATTERNS.get(name, name))
        yield Told(name, LOOKS, "", told, example=f"- rect: {{w: 20, h: 20, fill: main, pattern: {name}}}")


def _fields() -> Iterator[Told]:
    for name, shape in shapes.field_shapes().items():
        said = examples.FIELDS.get(name, {})
        about = " ".join(inspect.cleandoc(shape.__doc__ or "").split("\n\n")[0].split())
        example = (
            f"records: {{card: {{what: {said['declared']}}}}}   and in the list   what: {said['value']}" if said else ""
        )
        settings = tuple(field.alias or key for key, field in shape.model_fields.items() if key != "kind")
        yield Told(name, FIELDS, "", said.get("told", sentence(about)), settings=settings, example=example)


def _of_game() -> Iterator[Told]:
    schema = game_schema()
    defs = schema["$defs"]
    kinds = {kind.options.__name__: kind for kind in all_kinds() if kind.options}
    yield from _keys(schema, GAME, "game.yaml")
    inner = _reachable({name: kind.name for name, kind in kinds.items()}, defs)
    for name, shape in defs.items():
        # What stands at the top of the file has been told.
        if name not in inner and name != Head.__name__:
            yield from _keys(_whole(shape), GAME, words_of_name(name).removesuffix(" entry"))
    for kind in all_kinds():
        yield _of_kind(kind)
    for name, of in inner.items():
        yield from _keys(_whole(defs[name]), PRODUCTS, of if name in kinds else f"{words_of_name(name)} of {of}")


def _of_kind(kind: Kind) -> Told:
    """A kind of product, by the sentence that its folder begins with."""
    options = tuple(field.alias or name for name, field in kind.options.model_fields.items()) if kind.options else ()
    told = sentence(description(kind).split("\n\n")[0])
    plainest = f"{kind.name}: {{kind: {kind.name}, title: ...}}"
    return Told(kind.name, PRODUCTS, "", told, settings=options, example=examples.KINDS.get(kind.name, plainest))


def _of_files() -> Iterator[Told]:
    """The other files and their keys."""
    for name in schemas():
        if name in ("game", "face"):
            continue
        schema = schema_of(name)
        about = " ".join(schema.get("description", f"A file of {name}.").split("\n\n")[0].split())
        yield Told(name, FILES, "", sentence(about), settings=tuple(schema.get("properties", ())))
        yield from _keys(schema, FILES, name)
        for shape, inner in schema.get("$defs", {}).items():
            yield from _keys(_whole(inner), FILES, f"{words_of_name(shape)} of {name}")
    for key, about, takes, example in _OF_LISTS:
        yield Told(key, FILES, "list", about, takes, example=f"{key}: {example}")


_OF_LISTS = (
    ("name", "What a record is called; every record of a list has a name.", "text", "Ember Cone"),
    ("copies", "How many of it are printed; 0 leaves it out.", "a whole number, 0 to 999", "3"),
    ("for", "Makes a record for each combination of values: of lists, ranges, or a table's rows. Its other fields may"
     " be expressions of these names.", "a mapping of names", "{suit: {from: suits}, rank: [A, 2..10, J, Q, K]}"),
    ("when", "Beside for: which of the combinations are taken.", "an expression", "low <= high"),
)  # fmt: skip
"""What entries of lists may say, whatever fields a game declares."""


def _keys(schema: Schema, group: str, of: str) -> Iterator[Told]:
    """The keys of a mapping."""
    needed = schema.get("required", ())
    for key, inner in schema.get("properties", {}).items():
        shape = {name: held for name, held in inner.items() if name != "description"}
        takes = without_page_marks(describe_type(shape))
        shown = default_text(inner)
        about = inner.get("description") or (shape_of(inner) if "$ref" in inner else "")
        example = f"{key}: {_value(inner)}"
        yield Told(key, group, of, sentence(about), takes, shown, key in needed, (), example)


def _value(schema: Schema) -> str:
    """A value that a key may have."""
    several: Sequence[Schema] = schema.get("anyOf", schema.get("oneOf", ()))
    if several:
        return _value(several[0])
    if words := schema.get("enum"):
        usual = [word for word in words if word != schema.get("default")]
        return examples.yaml_line((usual or words)[0])
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind in ("integer", "number"):
        least, most = schema.get("minimum", 1), schema.get("maximum", 10)
        return examples.yaml_line(min(max(least + 1, 2), most))
    if kind == "array":
        return f"[{_value(schema.get('items') or {})}]"
    if kind == "boolean":
        return examples.yaml_line(not schema.get("default", False))
    if kind == "string":
        return examples.yaml_line(schema.get("default") or "...")
    return "{...}" if kind == "object" or "$ref" in schema else examples.yaml_line(schema.get("const", "..."))


def _whole(schema: Schema) -> Schema:
    """A shape in full, where a value may stand for it in short."""
    first: Schema = schema.get("anyOf", [schema])[0]
    return first if "properties" in first else schema


def _reachable(start: Mapping[str, str], defs: Mapping[str, Schema]) -> dict[str, str]:
    """The shapes that can be reached from some, each with what it belongs to."""
    found = dict(start)
    waiting = list(start)
    for name in waiting:
        for other in _refs(defs[name]):
            if other not in found:
                found[other] = found[name]
                waiting.append(other)
    return found


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        schema = list(schema.values())
    if isinstance(schema, list):
        for inner in schema:
            yield from _refs(inner)
