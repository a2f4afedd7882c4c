"""Rosters: a page for every army with its points, odds and boxes, blank ones, and what is said of mistakes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printgen import kinds
from printgen.base.errors import Finding
from printgen.base.folders import kits_folder, templates_folder
from printgen.base.units import apply, mm
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Text
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.kinds.composition import Order
from printgen.kinds.reference_sheet import compose_reference_sheet
from printgen.kinds.roster import compose_roster

GAME = """\
title: Army Wars
version: "1"
tables:
  qualities: {file: qualities.yaml, fields: {name: text, needs: integer, chevrons: integer}}
products:
  rosters:
    kind: roster
    title: Rosters
    options: {file: armies.yaml, blanks: 2, qualities: qualities, reach: [near, {name: far, harder: 1}]}
  aid:
    kind: reference-sheet
    title: Aid
    options: {file: aid.yaml, style: sheet-large, columns: 2, size: 195.9x264mm, pages: 2}
odds: odds.yaml
"""
SQUAD = "      - {quality: Green, soldiers: 5, leader: flag}\n"


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kit's armies and aid in a game that prints nothing else."""
    monkeypatch.chdir(tmp_path)
    for name in ("armies", "qualities", "aid", "odds"):
        shutil.copy(kits_folder() / "army-wars" / f"{name}.yaml", tmp_path)
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text, old
    (folder / f"{name}.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")


def made(folder: Path, look: str = "", name: str = "rosters") -> tuple[tuple[Piece, ...], list[Finding]]:
    game, findings = kinds.load(folder)
    assert game is not None
    if findings:
        return (), list(findings)
    library = Library((folder / "templates", templates_folder()))
    order = Order(game, game.products[name], (), library, Renderer(library), look)
    kind = compose_roster if name == "rosters" else compose_reference_sheet
    composition = kind(order)
    return composition.pieces, list(composition.findings)


def texts(piece: Piece) -> list[tuple[float, float, float, Text]]:
    """All runs of letters: where they start, their size as printed, and the run."""
    return [
        (*apply(matrix, text.x, text.y), text.size * abs(matrix[3]), text)
        for text, matrix in walk_kind(piece.front, Text)
    ]


def words(piece: Piece) -> str:
    return " ".join(words_of(piece.front))


def army(squads: int) -> str:
    return f"armies:\n  - name: Many\n    budget: 500\n    squads:\n{SQUAD * squads}"


def only(folder: Path, squads: int) -> None:
    text = (folder / "armies.yaml").read_text(encoding="utf-8")
    (folder / "armies.yaml").write_text(text[: text.index("# Every squad")] + army(squads), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("look", ["", "saver"])
def test_every_army_has_a_page_that_fits_letter_and_a4(kit: Path, look: str) -> None:
    pieces, findings = made(kit, look)
    assert findings == []
    assert [(piece.name, piece.copies) for piece in pieces] == [
        ("First army", 1),
        ("Thirty strong", 1),
        ("Big battle", 1),
        ("Blank roster", 2),
    ]
    for piece in pieces:
        assert (piece.front.width, piece.front.height) == pytest.approx((mm(195.9), mm(264)))
        assert piece.back is None and piece.bleed == 0
        for x, y, size, text in texts(piece):
            assert x >= -0.1 and x + text.width <= piece.front.width + 0.1, text
            assert 0 <= y <= piece.front.height and size >= 6.9, text


@pytest.mark.slow
def test_a_page_tells_points_soldiers_leaders_and_odds(kit: Path) -> None:
    first = made(kit)[0][0]
    shown = words(first)
    for told in ("FIRST ARMY", "50/50", "20", "ELITE", "25 points", "VETERAN", "15 points", "GREEN", "10 points"):
        assert told in shown, told
    assert "binoculars" in shown and "pistol" in shown and "black base" in shown
    # Elite hits with 4 and 5, Veteran with 5 and 6, Green with 6 and 6: in the order of the page.
    odds = [text.text for *_, text in texts(first) if text.text.endswith("in 6")]
    assert odds == ["3 in 6", "2 in 6", "2 in 6", "1 in 6", "1 in 6", "1 in 6"]


@pytest.mark.slow
def test_a_blank_roster_names_every_quality_with_its_prices(kit: Path) -> None:
    blank = words(made(kit)[0][-1])
    for told in ("GREEN", "VETERAN", "ELITE", "5 points", "30 points", "50 points", "What squads cost".upper()):
        assert told in blank, told


@pytest.mark.slow
def test_blank_rosters_are_made_on_request_only(kit: Path) -> None:
    change(kit, "game", ", blanks: 2", "")
    assert [piece.name for piece in made(kit)[0]] == ["First army", "Thirty strong", "Big battle"]


@pytest.mark.slow
@pytest.mark.parametrize(("squads", "pages"), [(1, 1), (5, 1), (8, 1), (10, 1), (11, 2), (23, 3)])
def test_a_large_army_goes_on_over_pages_and_no_squad_is_left_out(kit: Path, squads: int, pages: int) -> None:
    only(kit, squads)
    pieces, findings = made(kit)
    assert findings == [] and len(pieces) == pages + 1
    assert sum(words(piece).count("SQUAD ") for piece in pieces[:pages]) == squads
    for piece in pieces[:pages]:
        assert max(y for _, y, _, _ in texts(piece)) <= piece.front.height
    assert (
        pages == 1 or [f"{i + 1}/{pages}" in words(piece) for i, piece in enumerate(pieces[:pages])] == [True] * pages
    )


def test_armies_that_break_the_rules_are_not_drawn(kit: Path) -> None:
    change(kit, "armies", "quality: Veteran, soldiers: 5", "quality: Veteren, soldiers: 7")
    pieces, findings = made(kit)
    assert pieces == ()
    assert [(finding.code, finding.where.line) for finding in findings] == [("unknown-quality", 13), ("squad-size", 13)]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("blanks: 2", "blank: 2", "unknown-key", 9),
        ("blanks: 2", "blanks: 101", "out-of-range", 9),
        ("blanks: 2", "size: huge", "unknown-size", 9),
        ("title: Rosters\n", "title: Rosters\n    front: rooster\n", "unknown-face", 9),
        ("title: Rosters\n", "title: Rosters\n    back: roster\n", "unused-key", 9),
    ],
)
def test_wrong_options_are_reported_at_their_lines(kit: Path, old: str, new: str, code: str, line: int) -> None:
    change(kit, "game", old, new)
    pieces, findings = made(kit)
    assert pieces == () and [(finding.code, finding.where.line) for finding in findings] == [(code, line)]


@pytest.mark.slow
def test_the_rows_follow_the_face_of_the_page(kit: Path) -> None:
    text = (templates_folder() / "faces" / "roster.yaml").read_text(encoding="utf-8")
    assert "  top: 52.5\n" in text
    first = {text.text: y for _, y, _, text in texts(made(kit)[0][0])}
    (kit / "templates" / "faces").mkdir(parents=True)
    own = kit / "templates" / "faces" / "roster.yaml"
    own.write_text(text.replace("  top: 52.5\n", "  top: 62.5\n"), encoding="utf-8")
    moved = {text.text: y for _, y, _, text in texts(made(kit)[0][0])}
    assert moved["ELITE"] > first["ELITE"] + mm(9) and moved["FIRST ARMY"] == first["FIRST ARMY"]


@pytest.mark.slow
@pytest.mark.parametrize("look", ["", "saver"])
def test_the_aid_is_two_pages_in_letters_that_a_child_can_read(kit: Path, look: str) -> None:
    pieces, findings = made(kit, look, "aid")
    assert findings == [] and len(pieces) == 2
    for piece in pieces:
        header, foot = mm(15), piece.front.height - mm(4)
        body = [(size, text.text) for _, y, size, text in texts(piece) if header < y < foot]
        assert min(body)[0] >= 12, min(body)
    shown = " ".join(map(words, pieces)).upper()
    for told in ("WALK", "RUN", "SHOOT", "FIGHT", "6 INCHES", "12 INCHES", "1 HIT", "2 HITS", "LOSES 2", "LOSES 1"):
        assert told in shown, told
    # Hits on average of 10 soldiers and of 50 points, near and far, and how likely 5 soldiers are left against 7.
    for told in ("GREEN 1.7 1.7 8.3 8.3", "VETERAN 3.3 1.7 5.6 2.8", "ELITE 5.0 3.3 5.0 3.3", "5 91% 50% 13% 1%"):
        assert told in shown, told


@pytest.mark.slow
def test_what_the_aid_says_of_odds_follows_from_the_files(kit: Path) -> None:
    change(kit, "qualities", "needs: 6", "needs: 5")
    change(kit, "armies", "Green: {5: 5, 10: 10}", "Green: {5: 5, 10: 20}")
    pieces, findings = made(kit, "", "aid")
    assert findings == [] and "GREEN 3.3 1.7 16.7 8.3" in " ".join(map(words, pieces)).upper()
