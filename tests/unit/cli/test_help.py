"""Help for every word: each has a sentence and an example, and the examples are right."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from kitchen import Run
from places import DOCS

import printgen
from printgen.base.errors import UsageError
from printgen.base.units import mm
from printgen.build.schemas import schemas
from printgen.cli.commands import command_summaries
from printgen.drawing.patterns import PATTERNS
from printgen.editing import helping
from printgen.editing import reference_text as examples
from printgen.faces.shape_words import HEADER, KINDS, PARTS
from printgen.kinds import all_kinds
from printgen.reading.expressions import compile_expression
from printgen.reading.filters import FILTERS, TESTS
from printgen.reading.yaml_events import load_yaml


def told(group: str) -> dict[str, Any]:
    return {f"{one.of}.{one.word}".lstrip("."): one for one in helping.all_words() if one.group == group}


def test_every_word_has_a_sentence_and_an_example() -> None:
    known = helping.all_words()
    assert [f"{one.of}.{one.word}" for one in known if not one.meaning.endswith(".")] == []
    files = {*schemas()} - {"game", "face"}
    assert [f"{one.of}.{one.word}" for one in known if not one.example and one.word not in files] == []


@pytest.mark.slow
def test_no_word_is_left_out() -> None:
    assert set(told(helping.FACES)) == {*KINDS, "when"}
    parts = {f"{name.replace('paint', 'a gradient')}.{key}" for name, keys in PARTS.items() for key in keys}
    assert set(told(helping.SETTINGS)) == parts | {f"{word}.{key}" for word, keys in KINDS.items() for key in keys}
    assert set(told(helping.TOP)) == {f"face.{key}" for key in HEADER}
    assert set(told(helping.PICKS)) == {*FILTERS} and set(told(helping.ASKS)) == {*TESTS}
    assert set(told(helping.LOOKS)) == {*PATTERNS}
    products = told(helping.PRODUCTS)
    for kind in all_kinds():
        assert kind.name in products
        for name, field in kind.options.model_fields.items() if kind.options else ():
            assert f"{kind.name}.{field.alias or name}" in products
    for key in printgen.schema("game")["properties"]:
        assert f"game.yaml.{key}" in told(helping.GAME)
    for name in {*schemas()} - {"game", "face"}:
        assert name in told(helping.FILES)
        assert {f"{name}.{key}" for key in printgen.schema(name).get("properties", ())} <= {*told(helping.FILES)}


def test_what_is_left_out_of_a_setting_is_no_word_of_its_own() -> None:
    known = {key for keys in KINDS.values() for key in keys} | {f"{w}.{k}" for w, keys in KINDS.items() for k in keys}
    assert set(examples.USUAL) <= known
    assert {name for shown in examples.FACES for name in shown.get("shows", ())} <= known


@pytest.mark.slow
def test_the_examples_of_faces_are_drawn_without_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    names = importlib.import_module("example_game").write_game(tmp_path / "examples")
    assert [finding for finding in printgen.check([tmp_path / "examples"]) if finding.severity != "info"] == []
    game = printgen.load(tmp_path / "examples")
    for name in names:
        (piece,) = game[name].compose()
        assert piece.front.items and piece.front.width == pytest.approx(mm(44)), name


@pytest.mark.parametrize("example", examples.FACES, ids=lambda example: f"{example['word']}: {example.get('told')}")
def test_people_are_shown_the_example_that_is_drawn(example: Any) -> None:
    shown = load_yaml(examples.yaml_shapes(example["items"]), "shown")
    assert examples.yaml_line(shown) == examples.yaml_line(example["items"])


CONTEXT = {"card": {"name": "Moon", "art": None}, "cards": [{"land": "wood"}, {"land": "fire"}, {"land": "wood"}]}


@pytest.mark.parametrize("name", [*FILTERS, *TESTS])
def test_an_example_of_an_expression_gives_what_it_says(name: str) -> None:
    _, expression, wanted = {**examples.TESTS, **examples.FILTERS}[name]
    assert re.search(rf"\b{name}\b", expression)
    assert examples.yaml_line(evaluated(expression)) == examples.yaml_line(wanted)
    if name in TESTS:
        _, expression, wanted = examples.TESTS[name]
        assert evaluated(expression) is wanted


def evaluated(expression: str) -> Any:
    return compile_expression(expression).of("it", CONTEXT)


@pytest.mark.parametrize("kind", examples.KINDS)
def test_an_example_of_a_kind_follows_the_schema(kind: str) -> None:
    products = load_yaml(examples.KINDS[kind], "example")
    (product,) = products.values()
    game = {"title": "T", "version": "1", "products": products}
    assert product["kind"] == kind
    assert [error.message for error in Draft202012Validator(printgen.schema("game")).iter_errors(game)] == []


@pytest.mark.parametrize("kind", examples.FIELDS)
def test_an_example_of_a_field_is_one_of_its_kind(kind: str, tmp_path: Path) -> None:
    said = examples.FIELDS[kind]
    assert said["declared"] == kind or f"kind: {kind}" in said["declared"]
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "moon.png").write_bytes(b"")
    (tmp_path / "lands.yaml").write_text("wood: {}\n")
    (tmp_path / "things.yaml").write_text(f"- {{name: One, what: {said['value']}}}\n")
    (tmp_path / "game.yaml").write_text(
        f"title: T\nversion: '1'\ntables: {{lands: {{file: lands.yaml, fields: {{}}}}}}\n"
        f"records: {{thing: {{what: {said['declared']}}}}}\n"
        "products: {deck: {kind: cards, title: T, list: things.yaml, record: thing, front: front}}\n"
    )
    assert printgen.load(tmp_path)["deck"].records


def test_help_lists_all_groups(run: Run) -> None:
    out = run("help").out
    assert max(map(len, out.splitlines())) in range(90, 101)
    assert all(f"{group}:\n" in out for group in (*helping.GROUPS, "Commands"))
    assert {"rect", "halftone-corner", "area-template", "watch"} <= set(re.findall(r"[\w-]+", out))
    assert run("help", "--json").json["groups"]["Words of faces"][0] == "rect"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["radius"], ["radius of rect: settings of words of faces\n", "How round the corners are.", "- rect: {x: 2, "]),
        (["text"], ["text: words of faces\n", "text: kinds of fields\n", "Settings: x, y, w, h,"]),
        (["text.size"], ["size of text", "Without it: 9.", "size: 16"]),
        (["text", "size"], ["size of text"]),
        (["cards"], ["Cards with a face for every record of a list.", "kind: cards", "guidelines"]),
        (["upper"], ["Gives the text in capitals.", "gives MOON"]),
        (["build"], ["build: a command\n", "See printgen build --help."]),
        (["DOTS"], ["dots: patterns", "pattern: dots"]),
        (["products"], ["products of game.yaml", "Takes a mapping of product entry."]),
        (["size of face"], ["size: poker"]),
        (["blur"], ["blur of shadow", "shadow: {dy: 0.8, blur: 1.4}"]),
        (["angle"], ["angle of a gradient", "fill: {from: sea, to: sky, angle: 90}"]),
    ],
)
def test_a_word_is_told_of(words: list[str], said: list[str], run: Run) -> None:
    result = run("help", *words)
    assert result.code == 0
    for text in said:
        assert text in result.out


@pytest.mark.parametrize("name", sorted(command_summaries()))
def test_every_command_is_told_of(name: str, run: Run) -> None:
    assert f"See printgen {name} --help." in run("help", name).out


@pytest.mark.parametrize(("word", "near"), [("radus", "radius"), ("chevrn", "chevron"), ("wacth", "watch")])
def test_an_unknown_word_gets_the_nearest(word: str, near: str, run: Run) -> None:
    result = run("help", word)
    assert result.code == 2 and f"there is no word '{word}'" in result.err and f"Did you mean '{near}'?" in result.err


def test_a_word_that_others_speak_of_leads_to_them(run: Run) -> None:
    told = run("help", "gradient").out
    assert "from of a gradient" in told and "The colour where it begins." in told
    other = run("help", "stencil")
    assert (
        other.code == 2
        and "there is no word 'stencil'" in other.err
        and "See printgen help text.font, blocks.font." in other.err
    )


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"minimum": 1, "maximum": 9}, ", 1 to 9"), ({"minimum": 2, "maximum": 2}, ", 2 of them"),
        ({"minimum": 3}, ", from 3"), ({"maximum": 4}, ", up to 4"), ({}, ""), ({"above": 0}, ", above 0"),
        ({"above": 0, "maximum": 5.5}, ", above 0, up to 5.5"),
    ],
)  # fmt: skip
def test_a_range_in_words(schema: dict[str, float], words: str) -> None:
    assert examples.range_text(schema, "minimum", "maximum", "above") == words


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("a b", "a b"), ("12", '"12"'), ("1.5", '"1.5"'), ("No", '"No"'), ("", '""'), (" a", '" a"'),
        ("a: b", '"a: b"'), ([1, "a"], "[1, a]"), ({"a": [False]}, "{a: [false]}"), (True, "true"), (1.5, "1.5"),
        ('say "x"\n', '"say \\"x\\"\\n"'),
    ],
)  # fmt: skip
def test_a_value_as_a_line(value: object, line: str) -> None:
    assert examples.yaml_line(value) == line


def test_a_short_word_that_there_is_not_is_not_looked_for_in_meanings() -> None:
    with pytest.raises(UsageError) as caught:
        helping.explain_word("is")
    assert not caught.value.findings[0].hint.startswith("See")
