"""A file that is there is found or named, however it is written: with backslashes, without its folder, in capitals."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.errors import UsageError
from printgen.base.file_access import AccessError, FileAccess
from printgen.build import stages as build
from printgen.build.settings import Settings

GEM = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
GAME = """\
title: Gems
version: "1"
tables: {kinds: {file: TABLE, fields: {title: text}}}
records: {gem: {pic: {kind: file, optional: true}}}
products: {deck: {kind: cards, title: Deck, list: LIST, record: gem, front: FRONT, size: 60x30mm}}
"""
FACE = (
    'size: [60, 30]\nunit: mm\nitems:\n  - rect: {w: 60, h: 30, fill: "#FFF"}\n  - image: {w: 9, h: 9, file: "IMAGE"}\n'
)
NAMES = {"LIST": "lists/gems.csv", "TABLE": "lists/kinds.yaml", "FRONT": "gem", "IMAGE": "art/gem.svg", "PIC": ""}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    for name in ("art", "lists", "templates/faces"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "art/gem.svg").write_text(GEM)
    (tmp_path / "lists/kinds.yaml").write_text("red: {title: Red}\n")
    return tmp_path


def told(game: Path, **names: str) -> list[tuple[str, str]]:
    """The codes and the hints of what is wrong with a game that names its files so."""
    game_text, face, said = GAME, FACE, {**NAMES, **names}
    for key, name in said.items():
        game_text, face = game_text.replace(key, f"'{name}'"), face.replace(f'"{key}"', f"'{name}'")
    (game / "game.yaml").write_text(game_text)
    (game / "templates/faces/gem.yaml").write_text(face)
    (game / "lists/gems.csv").write_text(f"name,pic\nOne,{said['PIC']}\n")
    return [(finding.code, finding.hint) for finding in build.check([str(game)], Settings())]


@pytest.mark.parametrize("name", ["Templates", "templates/Faces"])
def test_a_folder_in_capitals_is_told(game: Path, name: str) -> None:
    told(game)
    right = game / name.lower()
    right.rename(right.with_name(name.rpartition("/")[2]))
    if right.exists():
        pytest.skip("capitals do not count here")
    found = [(finding.code, finding.hint) for finding in build.check([str(game)], Settings())]
    assert found[0] == ("misnamed-folder", f"Rename the folder to {name.rpartition('/')[2].lower()}.")
    assert found[1][0] == "unknown-face"


@pytest.mark.parametrize(
    "path", ["faces/gem.yaml", "templates/gem.yaml", "templates/face/gem.yaml", "templates/faces/gem.yml"]
)
def test_a_face_beside_the_templates_is_moved(game: Path, path: str) -> None:
    told(game)
    (game / path).parent.mkdir(exist_ok=True)
    (game / "templates/faces/gem.yaml").rename(game / path)
    (found,) = build.check([str(game)], Settings())
    assert found.hint == f"Move {path} to templates/faces/gem.yaml."


@pytest.mark.parametrize("name", ["Game.yaml", "game.yml"])
def test_the_head_of_a_game_has_one_name(game: Path, name: str) -> None:
    (game / name).write_text("title: T\n")
    if (game / "game.yaml").exists():
        pytest.skip("capitals do not count here")
    with pytest.raises(UsageError) as caught:
        build.check([str(game)], Settings())
    assert f"Rename {name} to game.yaml." in str(caught.value.findings[0].hint)


def test_cards_of_ones_own_in_a_folder_in_capitals_are_told(game: Path, tmp_path: Path) -> None:
    told(game)
    own = tmp_path / "mine" / game.name.upper()
    own.mkdir(parents=True)
    if (tmp_path / "mine" / game.name).exists():
        pytest.skip("capitals do not count here")
    (found,) = build.check([str(game)], Settings(cards=tmp_path / "mine"))
    assert (found.code, found.hint) == ("misnamed-folder", f"Rename the folder to {game.name}.")


@pytest.mark.parametrize("name", [r"..\secret.svg", r"art\..\..\secret.svg", r"C:\secret.svg", r"\secret.svg"])
def test_backslashes_lead_nowhere_else(game: Path, name: str) -> None:
    (game.parent / "secret.svg").write_text(GEM)
    with pytest.raises(AccessError):
        FileAccess(game, game).find(name)
