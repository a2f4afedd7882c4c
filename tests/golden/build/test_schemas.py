"""The JSON Schemas of what people write: those of the kits' own files hold, and slips are refused."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from kitchen import SAMPLE, Run

import printgen
from printgen.base.folders import templates_folder
from printgen.build.jobs import Job, load, sound
from printgen.build.schemas import schemas, schemas_for
from printgen.build.targets import kit_folders
from printgen.reading.yaml_events import load_yaml_file

GAMES = {**kit_folders(), **{path.parent.name: path.parent for path in SAMPLE.parent.glob("*/game.yaml")}}


def mistakes(schema: dict[str, Any], value: Any) -> list[str]:
    """What a schema says of a value, each with its place."""
    errors = Draft202012Validator(schema).iter_errors(value)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in errors]


def read(path: Path) -> Any:
    return load_yaml_file(path, path.name)


@pytest.mark.some(3)
@pytest.mark.parametrize("name", schemas())
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(printgen.schema(name))


@pytest.mark.some(3)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_follows_the_schema_of_games(name: str) -> None:
    assert mistakes(printgen.schema("game"), read(GAMES[name] / "game.yaml")) == []


@pytest.mark.some(8)
@pytest.mark.parametrize("name", GAMES)
def test_every_list_follows_the_schema_of_its_records(name: str) -> None:
    for product in printgen.load(GAMES[name]):
        if product.list_file and product.list_file.suffix in (".yaml", ".json"):
            assert mistakes(printgen.schema(GAMES[name] / product.name), read(product.list_file)) == [], product.name


@pytest.mark.some(8)
@pytest.mark.parametrize("name", GAMES)
def test_every_file_of_the_kits_and_samples_follows_the_schema_that_its_line_would_lead_to(name: str) -> None:
    texts, lines = schemas_for(sound(str(GAMES[name])).game)
    assert {"game.yaml"} <= set(lines)
    for path, line in lines.items():
        schema = os.path.normpath(f"{Path(path).parent}/{line.rpartition('=')[2]}")
        assert mistakes(json.loads(texts[schema]), load_yaml_file(GAMES[name] / path, path)) == [], path


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ({"titel": "X"}, "'titel' was unexpected"),
        ({"version": 1}, "version: 1 is not of type 'string'"),
        ({"records": {"hero": {"taste": {"kind": "integr"}}}}, "records/hero/taste: "),
        ({"records": {"hero": {"taste": {"kind": "integer", "mni": 1}}}}, "records/hero/taste: "),
        ({"records": {"hero": {"stops": {"kind": "list", "of": {"at": "nmuber"}}}}}, "records/hero/stops: "),
        ({"tables": {"courses": {"fields": {}}}}, "tables/courses: 'file' is a required property"),
        ({"products": {"a b": {"kind": "cards", "title": "T"}}}, "'a b' does not match"),
        ({"products": {"deck": {"kind": "crads", "title": "T"}}}, "products/deck/kind: 'crads' is not one of"),
        ({"products": {"deck": {"kind": "area-template", "title": "T", "options": {"scael": "1:18"}}}}, "'scael'"),
    ],
)
def test_a_slip_is_refused(slip: dict[str, Any], said: str) -> None:
    (told,) = mistakes(printgen.schema("game"), {"title": "T", "version": "1", **slip})
    assert said in told


def test_the_command_prints_them(run: Run) -> None:
    assert run("schema", "game").json == printgen.schema("game")
    assert run("schema", "go-joe/joe-deck").json["items"]["else"]["properties"]["fp"]["maximum"] == 12
    result = run("schema", "gaem")
    assert result.code == 2 and "Did you mean 'game'?" in result.err


def faces() -> list[Path]:
    folders = [templates_folder(), *(folder / "templates" for folder in GAMES.values())]
    return [path for folder in folders for path in sorted((folder / "faces").glob("*.yaml"))]


@pytest.mark.slow
def test_every_face_follows_the_schema_of_faces() -> None:
    schema = printgen.schema("face")
    assert {path.name: told for path in faces() if (told := mistakes(schema, read(path)))} == {}
    (slip,) = mistakes(schema, {"items": [{"rect": {"x": 1, "radus": 2}}]})
    assert slip == "items/0/rect: Additional properties are not allowed ('radus' was unexpected)"


@cache
def jobs() -> list[Job]:
    return load([str(folder) for folder in GAMES.values()])


def named(kind: str, key: str) -> list[Path]:
    """The files that products of a kind name under an option."""
    found: list[Path] = []
    for job in jobs():
        for product in job.game.products.values():
            files = product.options.get(key, []) if product.kind == kind else []
            found += (job.game.folder / file for file in (files if isinstance(files, list) else [files]))
    return found


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("name", "kind", "key"),
    [
        ("armies", "roster", "file"),
        ("document", "reference-sheet", "file"),
        ("tables", "reference-sheet", "tables"),
        ("guidelines", "cards", "guidelines"),
    ],
)
def test_every_file_of_a_kind_follows_its_schema(name: str, kind: str, key: str) -> None:
    files = named(kind, key)
    assert files and {path.name: told for path in files if (told := mistakes(printgen.schema(name), read(path)))} == {}


def test_the_words_of_kits_follow_their_schema() -> None:
    files, schema = sorted(templates_folder().parent.glob("*/*/words.yaml")), printgen.schema("words")
    assert len(files) == 2 and {path.name: told for path in files if (told := mistakes(schema, read(path)))} == {}


TEMPLATES = {
    "assembly": "assembly.yaml",
    "casting": "art/casting.yaml",
    "cutting": "cutting.yaml",
    "dice": "dice.yaml",
    "hexes": "hexes.yaml",
    "look": "looks/*.yaml",
    "palette": "palettes/*.yaml",
    "parts": "art/parts/*.yaml",
    "poses": "art/poses.yaml",
    "scenes": "art/scenes/*.yaml",
    "terrain": "terrain/*.yaml",
    "tones": "art/tones.yaml",
}


@pytest.mark.some(3)
@pytest.mark.parametrize("name", TEMPLATES)
def test_the_built_in_templates_follow_their_schema(name: str) -> None:
    files, schema = sorted(templates_folder().glob(TEMPLATES[name])), printgen.schema(name)
    assert files and {path.name: told for path in files if (told := mistakes(schema, read(path)))} == {}


def test_the_rules_of_hex_boards_follow_their_schema() -> None:
    files, schema = sorted(templates_folder().parent.glob("*/*/*hex*rules*.yaml")), printgen.schema("hex-rules")
    assert files and {path.name: told for path in files if (told := mistakes(schema, read(path)))} == {}
