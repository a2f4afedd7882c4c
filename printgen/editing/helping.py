"""Help for the words of files: what each means, which values it takes, and an example.

It is made of the declared shapes and the sentences from which the pages of docs/reference are made.
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
from printgen.kinds import all_kinds, description
from printgen.reading.filters import FILTERS, TESTS

FACES, SETTINGS, TOP, NAMES, PICKS, ASKS, LOOKS, FIELDS, GAME, PRODUCTS, FILES = GROUPS = (
    "Words of faces", "Settings of words of faces", "Keys of a face", "Names in expressions", "Filters of expressions",
    "Tests of expressions", "Patterns", "Kinds of fields", "Keys of game.yaml", "Kinds of products and their options",
    "Keys of other files",
)  # fmt: skip
"""The groups of words, in the order in which they are listed; commands come after them."""

_MOST_NAMED = 6
"""The most words that are named in place of one that does not exist."""


@dataclass(frozen=True, slots=True)
class WordHelp:
    """The help for a word: its group, what it belongs to ("" for a word of its own), and what it means.

    `takes` says which values it has, `usual` what it is where it is left out, `settings` are the keys that it may
    have, `example` is YAML or an expression.
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


def explain_word(word: str) -> tuple[WordHelp, ...]:
    """All that a name may mean: a word, or one and what it belongs to, as in text.size. UsageError for no such word."""
    wanted = word.strip().casefold()
    meanings = tuple(
        entry for entry in all_words()
        for names in [(entry.word, f"{entry.of}.{entry.word}", f"{entry.word} of {entry.of}")]
        if wanted in map(str.casefold, names)
    )  # fmt: skip
    # A setting without a word of its own, such as a gradient, is explained by its parts.
    meanings = meanings or tuple(entry for entry in all_words() if entry.of == f"a {wanted}")
    if not meanings:
        raise UsageError(f"there is no word '{word}'", _hint_for(wanted))
    return meanings


def _hint_for(wanted: str) -> str:
    """The words to ask for in place of an unknown one: those whose meaning mentions it, else the one most like it."""
    mention = re.compile(rf"\b{re.escape(wanted)}s?\b")
    names = dict.fromkeys(
        f"{entry.of}.{entry.word}" if entry.of and " " not in entry.of else entry.word
        for entry in all_words()
        if len(wanted) > 2 and mention.search(f"{entry.meaning} {entry.takes}".casefold())
    )
    if names:
        return f"See printgen help {', '.join([*names][:_MOST_NAMED])}."
    return did_you_mean(wanted, {entry.word for entry in all_words()})


def groups() -> dict[str, tuple[str, ...]]:
    """The words of each group, each once, in the order of their help."""
    return {name: tuple(dict.fromkeys(entry.word for entry in all_words() if entry.group == name)) for name in GROUPS}


@lru_cache(maxsize=1)
def all_words() -> tuple[WordHelp, ...]:
    """The help for all words."""
    return (*_face_words(), *_expression_words(), *_patterns(), *_fields(), *_game_words(), *_file_words())


def _face_words() -> Iterator[WordHelp]:
    for word, keys in KINDS.items():
        meaning = sentence(sentences("words").get(word, ""))
        yield WordHelp(word, FACES, "", meaning, settings=tuple(keys), example=_shape_example(word))
    when = "Beside any word: " + key_sentence("", "when")
    yield WordHelp("when", FACES, "", sentence(when), "an expression", example=_shape_example("when"))
    word_schemas = schema_of("face")["$defs"]["item"]["properties"]
    for word, keys in KINDS.items():
        for key, form in keys.items():
            usual = examples.USUAL.get(f"{word}.{key}", examples.USUAL.get(key, ""))
            meaning = sentence(key_sentence(word, key))
            takes = examples.FORMS.get(form) or without_page_marks(describe_type(word_schemas[word]["properties"][key]))
            yield WordHelp(key, SETTINGS, word, meaning, takes, usual, example=_shape_example(word, key))
    for setting, parts in PARTS.items():
        holder = {"paint": "a gradient"}.get(setting, setting)
        for key, form in parts.items():
            meaning, takes = sentence(key_sentence(setting, key)), examples.FORMS.get(form, form)
            yield WordHelp(key, SETTINGS, holder, meaning, takes, example=_part_example(setting, key))
    keys = schema_of("face")["properties"]
    for key in sorted(HEADER):
        meaning, takes = sentence(sentences("header").get(key, "")), without_page_marks(describe_type(keys[key]))
        yield WordHelp(key, TOP, "face", meaning, takes, example=examples.HEADER.get(key, f"{key}: ..."))


def _shape_example(word: str, key: str = "") -> str:
    """An example of a word; of one of its settings where that is asked for."""
    for example in examples.FACES:
        if example["word"] == word and (not key or key in example.get("shows", ())):
            items = [item for item in example["items"] if not key or key in item.get(word, {})]
            return examples.yaml_shapes(items or example["items"])
    if not key:
        return ""
    # Another word has the same setting.
    contents = (content for example in examples.FACES for item in example["items"] for content in item.values())
    value = next((content[key] for content in contents if isinstance(content, Mapping) and key in content), "...")
    return f"- {word}: {{{key}: {examples.yaml_line(value)}}}"


def _part_example(setting: str, key: str) -> str:
    """An example of a part of a setting that is a mapping."""
    for example in examples.FACES:
        for item in example["items"]:
            for word, content in item.items():
                for name, inner in content.items() if isinstance(content, Mapping) else ():
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


def _expression_words() -> Iterator[WordHelp]:
    for name, entry in examples.NAMES.items():
        yield WordHelp(name, NAMES, "", sentence(entry["told"]), example=entry["example"])
    for group, words, shown in ((PICKS, FILTERS, examples.FILTERS), (ASKS, TESTS, examples.TESTS)):
        for name in words:
            about, expression, result = shown[name]
            meaning = sentence(f"{'Gives' if group == PICKS else 'Asks whether'} {about[:1].lower()}{about[1:]}")
            example = f"{{{{ {expression} }}}}   gives {examples.yaml_line(result)}"
            yield WordHelp(name, group, "", meaning, example=example)


def _patterns() -> Iterator[WordHelp]:
    for name in PATTERNS:
        meaning = sentence("A pattern: " + examples.PATTERNS.get(name, name))
        yield WordHelp(name, LOOKS, "", meaning, example=f"- rect: {{w: 20, h: 20, fill: main, pattern: {name}}}")


def _fields() -> Iterator[WordHelp]:
    for name, shape in shapes.FIELD_SHAPES.items():
        entry = examples.FIELDS.get(name, {})
        about = " ".join(inspect.cleandoc(shape.__doc__ or "").split("\n\n")[0].split())
        example = ""
        if entry:
            example = f"records: {{card: {{what: {entry['declared']}}}}}   and in the list   what: {entry['value']}"
        settings = tuple(field.alias or key for key, field in shape.model_fields.items() if key != "kind")
        yield WordHelp(name, FIELDS, "", entry.get("told", sentence(about)), settings=settings, example=example)


def _game_words() -> Iterator[WordHelp]:
    schema = game_schema()
    defs = schema["$defs"]
    kinds = {kind.options.__name__: kind for kind in all_kinds() if kind.options}
    yield from _keys(schema, GAME, "game.yaml")
    inner = _reachable({name: kind.name for name, kind in kinds.items()}, defs)
    for name, shape in defs.items():
        # The keys at the top of the file come first.
        if name not in inner and name != Head.__name__:
            yield from _keys(_whole(shape), GAME, words_of_name(name).removesuffix(" entry"))
    for kind in all_kinds():
        options = tuple(kind.options.model_fields.items()) if kind.options else ()
        example = examples.KINDS.get(kind.name, f"{kind.name}: {{kind: {kind.name}, title: ...}}")
        # A kind is explained by the sentence that its folder begins with.
        yield WordHelp(kind.name, PRODUCTS, "", sentence(description(kind).split("\n\n")[0]),
                       settings=tuple(field.alias or name for name, field in options), example=example)  # fmt: skip
    for name, of in inner.items():
        yield from _keys(_whole(defs[name]), PRODUCTS, of if name in kinds else f"{words_of_name(name)} of {of}")


def _file_words() -> Iterator[WordHelp]:
    """The other files and their keys."""
    for name in schemas():
        if name in ("game", "face"):
            continue
        schema = schema_of(name)
        about = " ".join(schema.get("description", f"A file of {name}.").split("\n\n")[0].split())
        yield WordHelp(name, FILES, "", sentence(about), settings=tuple(schema.get("properties", ())))
        yield from _keys(schema, FILES, name)
        for shape, inner in schema.get("$defs", {}).items():
            yield from _keys(_whole(inner), FILES, f"{words_of_name(shape)} of {name}")
    for key, about, takes, example in _LIST_KEYS:
        yield WordHelp(key, FILES, "list", about, takes, example=f"{key}: {example}")


_LIST_KEYS = (
    ("name", "What a record is called; every record of a list has a name.", "text", "Ember Cone"),
    ("copies", "How many of it are printed; 0 leaves it out.", "a whole number, 0 to 999", "3"),
    ("for", "Makes a record for each combination of values: of lists, ranges, or a table's rows. Its other fields may"
     " be expressions of these names.", "a mapping of names", "{suit: {from: suits}, rank: [A, 2..10, J, Q, K]}"),
    ("when", "Beside for: which of the combinations are taken.", "an expression", "low <= high"),
)  # fmt: skip
"""What entries of lists may say, whatever fields a game declares."""


def _keys(schema: Schema, group: str, of: str) -> Iterator[WordHelp]:
    """The keys of a mapping."""
    needed = schema.get("required", ())
    for key, inner in schema.get("properties", {}).items():
        undescribed = {name: value for name, value in inner.items() if name != "description"}
        takes = without_page_marks(describe_type(undescribed))
        about = inner.get("description") or (shape_of(inner) if "$ref" in inner else "")
        example = f"{key}: {_example_value(inner)}"
        yield WordHelp(key, group, of, sentence(about), takes, default_text(inner), key in needed, (), example)


def _example_value(schema: Schema) -> str:
    """A value that a key may have, as YAML."""
    several: Sequence[Schema] = schema.get("anyOf", schema.get("oneOf", ()))
    if several:
        return _example_value(several[0])
    if words := schema.get("enum"):
        usual = [word for word in words if word != schema.get("default")]
        return examples.yaml_line((usual or words)[0])
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind in ("integer", "number"):
        least, most = schema.get("minimum", 1), schema.get("maximum", 10)
        return examples.yaml_line(min(max(least + 1, 2), most))
    if kind == "array":
        return f"[{_example_value(schema.get('items') or {})}]"
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
    owners = dict(start)
    names = list(start)
    for name in names:  # It grows by the shapes that each refers to.
        for other in _refs(defs[name]):
            if other not in owners:
                owners[other] = owners[name]
                names.append(other)
    return owners


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        schema = list(schema.values())
    if isinstance(schema, list):
        for inner in schema:
            yield from _refs(inner)
