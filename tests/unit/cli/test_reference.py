"""The reference pages: what the command would write is what is there, and every key has its sentence."""

import importlib
import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest
from places import DOCS

import printgen
from printgen.build.schemas import schemas
from printgen.editing import reference_text as examples
from printgen.reading.filters import FILTERS, TESTS


def made() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make_reference", DOCS / "make_reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages: dict[str, str] = module.pages()
    return pages


def test_the_pages_are_what_the_command_writes() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md")}
    assert there == made(), "run make reference"


def test_the_pictures_of_icons_show_what_is_drawn_now() -> None:
    made()  # It also finds the modules beside it.
    there = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pictures" / "icons").iterdir()}
    assert there == importlib.import_module("make_icons").pictures(), "run make reference"


def silent(schema: Any, name: str = "", told: frozenset[str] = frozenset()) -> Iterator[str]:
    """The keys of a schema that have no sentence; a shape of its own, of those that are told of, says it itself."""
    if isinstance(schema, dict):
        for key, inner in schema.get("properties", {}).items() if name != "properties" else ():
            shape = inner.get("$ref", "").rpartition("/")[2] if isinstance(inner, dict) else ""
            if isinstance(inner, dict) and not inner.get("description") and shape not in told:
                yield f"{name} {key}"
        for key, inner in schema.items():
            if key not in ("if", "then"):
                yield from silent(inner, key, told)
    elif isinstance(schema, list):
        for inner in schema:
            yield from silent(inner, name, told)


@pytest.mark.parametrize("name", schemas())
def test_every_key_has_a_sentence(name: str) -> None:
    schema = printgen.schema(name)
    shapes = {key: shape.get("anyOf", [shape])[0] for key, shape in schema.get("$defs", {}).items()}
    told = frozenset(key for key, shape in shapes.items() if shape.get("description"))
    assert list(silent(schema, name, told)) == []


def test_every_filter_and_test_has_a_sentence() -> None:
    assert {*FILTERS} == {*examples.FILTERS} and {*TESTS} == {*examples.TESTS}


@pytest.mark.slow
def test_the_pages_tell_of_every_word_and_option() -> None:
    pages = made()
    assert all(f"## {word}" in pages["faces.md"] for word in printgen.schema("face")["$defs"]["item"]["properties"])
    assert all(f"## {kind}" in pages["kinds.md"] for kind in ("cards", "ruler", "area-template"))
