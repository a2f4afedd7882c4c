"""Reference sheets: documents in, pages and cards out, and what is said at which line when a document is wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from goldens import GOLDEN, differences
from outlined import outline_text

from printgen import kinds
from printgen.base.errors import Finding
from printgen.base.folders import templates_folder
from printgen.base.units import apply, mm
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Text
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.kinds.composition import Order
from printgen.kinds.reference_sheet import compose_reference_sheet

Made = tuple[tuple[Piece, ...], list[Finding]]
Make = Callable[..., Made]
GAME = """\
title: Kitchen
version: "1"
products:
  aid:
    kind: reference-sheet
    title: Aid
    options: {OPTIONS}
"""
HEAD = "title: Aid\nkicker: Kitchen\nsections:\n  - title: First\n    blocks:\n"


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Compose a document given as the lines under `blocks:`, or as a whole file."""
    monkeypatch.chdir(tmp_path)

    def composed(text: str, options: str = "", look: str = "", whole: bool = False) -> Made:
        (tmp_path / "aid.yaml").write_text(text if whole else HEAD + text, encoding="utf-8")
        given = "{file: aid.yaml" + (", " + options if options else "") + "}"
        (tmp_path / "game.yaml").write_text(GAME.replace("{OPTIONS}", given), encoding="utf-8")
        return composed_from(tmp_path, "aid", look)

    return composed


def composed_from(folder: Path, name: str, look: str = "") -> Made:
    game, findings = kinds.load(folder)
    assert game is not None
    if findings:
        return (), list(findings)
    library = Library((folder / "templates", templates_folder()))
    order = Order(game, game.products[name], (), library, Renderer(library), look)
    made = compose_reference_sheet(order)
    return made.pieces, list(made.findings)


def texts(piece: Piece) -> list[tuple[float, float, Text]]:
    """All runs with the places of their baselines, in points from the top left of the piece."""
    return [(*apply(matrix, text.x, text.y), text) for text, matrix in walk_kind(piece.front, Text)]


def words(piece: Piece) -> str:
    return " ".join(words_of(piece.front))


def told(made: Made) -> list[str]:
    return [f"{f.where.line}:{f.where.column} {f.message} | {f.hint}" for f in made[1]]


EVERYTHING = """\
      - heading: A heading
      - text: "Words, **bold** and *slanted*, with :tank: in them."
      - note: "A note."
      - list: [one, {icon: tank, text: two}]
      - list: {mark: number, items: [three, four]}
      - list: {mark: tick, items: [five]}
      - table:
          head: [Who, ":dice-1:", Badge]
          styles: [strong, value, badge]
          align: [left, center, right]
          widths: [1, 0, 0]
          rows:
            - [Somebody, 3, tank]
            - {cells: [Nobody, "−3", ""], alert: true}
      - steps:
          label: phase
          items: [{title: Draw, icon: cards, text: Two.}, {title: Move, text: Three.}]
      - rolls: [{dice: [1, 2], title: Low, text: nothing}, {dice: [3], title: High, icon: tank}]
      - strip: {across: 3, items: [{title: Sea, swatch: sea, icon: waves, text: wet}, {title: Tank, icon: tank}]}
      - box: {title: Boxed, icon: flag, blocks: [{text: "in a box"}, {list: [six]}]}
      - ticks: {across: 2, items: [seven, {text: eight, value: "+1", icon: tank}, nine]}
      - fields: [Name, {label: Age, width: 0.5}]
      - sum: [{value: 3, label: base}, {sign: "+", label: plus}, {sign: "=", label: all, result: true}]
      - frame: {label: draw here, ratio: 0.2}
      - lines: 2
"""
SHOWN = (
    "A heading|bold|A note.|one|two|three|four|five|WHO|Somebody|Nobody|−3|DRAW|Three.|LOW|SEA|wet|BOXED|in a box|six"
)
SHOWN += "|seven|eight|+1|nine|NAME|AGE|base|draw here"


@pytest.mark.parametrize("look", ["", "saver"])
@pytest.mark.parametrize("options", ["", "columns: 2", "form: cards", "form: cards, size: tarot"])
def test_every_kind_of_block_is_drawn_in_both_forms(make: Make, options: str, look: str, update_golden: bool) -> None:
    pieces, findings = make(EVERYTHING, options, look)
    assert findings == []
    if not look:
        path = GOLDEN / "blocks" / f"{re.sub('[^a-z0-9]+', '-', options) or 'sheet'}.txt"
        assert differences({path: outline_text((piece.name, piece.front) for piece in pieces)}, update_golden) == []
    shown = " ".join(map(words, pieces)).upper()
    assert [word for word in SHOWN.split("|") if word.upper() not in shown] == []


def test_a_sheet_fits_letter_and_a4_inside_their_margins(make: Make) -> None:
    piece = make(EVERYTHING)[0][0]
    assert piece.front.width <= mm(210 - 12.7) and piece.front.height <= mm(279.4 - 12.7)
    assert piece.bleed == 0 and piece.back is None


def test_text_stays_inside_the_page_and_above_the_smallest_size(make: Make) -> None:
    for options, least in (("columns: 2", 6.5), ("form: cards", 6.5)):
        for piece in make(EVERYTHING, options)[0]:
            for x, y, text in texts(piece):
                assert x >= 0 and x + text.width <= piece.front.width + 0.1, text
                assert 0 <= y <= piece.front.height and text.size >= least, text


def test_a_long_table_goes_on_with_its_head_and_the_pages_are_numbered(make: Make) -> None:
    rows = "".join(f"            - [row {i}, {i}]\n" for i in range(90))
    pieces, findings = make("      - table:\n          head: [Name, Count]\n          rows:\n" + rows)
    assert findings == [] and len(pieces) > 1
    shown = [words(piece) for piece in pieces]
    assert all("NAME" in text for text in shown)
    assert [piece.name for piece in pieces] == [f"Aid {i + 1}/{len(pieces)}" for i in range(len(pieces))]
    assert all(f"{i + 1}/{len(pieces)}" in text for i, text in enumerate(shown))
    assert [f"row {i}" in " ".join(shown) for i in range(90)] == [True] * 90


def test_a_long_text_flows_on_from_column_to_column_and_leaves_no_line_alone(make: Make) -> None:
    pieces, findings = make("      - text: " + "word " * 3000 + "\n", "columns: 2")
    assert findings == [] and len(pieces) > 1
    assert sum(words(piece).count("word") for piece in pieces) == 3000
    for piece in pieces:
        columns = [
            [y for x, y, t in texts(piece) if "word" in t.text and (x > 200) == right] for right in (False, True)
        ]
        assert all(len(lines) != 1 for lines in columns)


def test_letters_shrink_to_the_pages_that_are_allowed(make: Make) -> None:
    blocks = "".join(f"      - text: {'word ' * 60}\n" for _ in range(14))
    two, _ = make(blocks)
    (one,), findings = make(blocks, "pages: 1")
    assert findings == [] and len(two) == 2
    sizes = [{t.size for _, _, t in texts(p) if t.text.startswith("word")}.pop() for p in (two[0], one)]
    assert sizes[0] > sizes[1] >= 10


def test_breaks_start_columns_and_pages(make: Make) -> None:
    blocks = "      - text: left\n      - break: column\n      - text: right\n"
    blocks += "      - break: page\n      - text: next\n      - break: column\n      - text: last\n"
    pieces, findings = make(blocks, "columns: [1, 2]")
    assert findings == [] and len(pieces) == 2
    place = {t.text: (x, y) for x, y, t in texts(pieces[0])}
    assert place["left"][0] == pytest.approx(0, abs=0.1) and place["right"][0] > pieces[0].front.width / 3
    assert "next" in words(pieces[1]) and "last" in words(pieces[1])


def test_cards_have_a_card_for_each_section_and_its_number(make: Make) -> None:
    more = "  - {title: Second, only: sheet, blocks: [{text: b}]}\n"
    more += "  - {title: Third, aside: on cards too, blocks: [{text: c}]}\n"
    pieces, findings = make("      - text: a\n" + more, "form: cards")
    assert findings == [] and [piece.name for piece in pieces] == ["First", "Third"]
    assert (pieces[0].front.width, pieces[0].front.height) == pytest.approx((mm(63.5), mm(88.9)))
    assert "1/2" in words(pieces[0]) and "2/2" in words(pieces[1]) and "on cards too" in words(pieces[1])
    assert "SECOND" in words(make("      - text: a\n" + more)[0][0])


def test_a_face_of_the_templates_serves_as_a_picture(make: Make, tmp_path: Path) -> None:
    (tmp_path / "templates" / "faces").mkdir(parents=True)
    face = "size: [20, 10]\nunit: mm\nparams: {word: x}\npalettes: [dossier]\nitems:\n"
    face += '  - text: {x: 1, y: 5, text: "{{ word }}"}\n'
    (tmp_path / "templates" / "faces" / "plan.yaml").write_text(face)
    (piece,), findings = make("      - picture: {face: plan, with: {word: hello}}\n")
    assert findings == [] and "hello" in words(piece)
    assert "takes no 'wrd'" in told(make("      - picture: {face: plan, with: {wrd: hello}}\n"))[0]
    assert told(make("      - picture: {face: plam}\n"))[0].startswith(
        "6:25 there is no face 'plam' | Did you mean 'plan'"
    )


@pytest.mark.parametrize(
    ("widths", "scale", "thin"), [((1,), 1, False), ((0.2,), 1, True), ((1, 0.2), 1, True), ((1,), 0.2, True)]
)
def test_lines_that_a_document_shows_too_thin_are_told(
    make: Make, tmp_path: Path, widths: tuple[float, ...], scale: float, thin: bool
) -> None:
    (tmp_path / "templates" / "faces").mkdir(parents=True)
    head, image = "size: [100, 50]\nunit: mm\npalettes: [dossier]\nitems:\n", "image: {w: 50, h: 50, file: thin.svg}"
    (tmp_path / "templates" / "faces" / "badge.yaml").write_text(f"{head}  - {image}\n")
    used = f"  - use: {{face: badge}}\n  - group: {{scale: {scale}, items: [use: {{face: badge}}]}}\n"
    (tmp_path / "templates" / "faces" / "plan.yaml").write_text(head + used)
    line = '<path d="M0 9H50" stroke="#000" stroke-width="0.2"/>'
    (tmp_path / "templates" / "thin.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{line}</svg>'
    )
    _, findings = make("".join(f"      - picture: {{face: plan, width: {width}}}\n" for width in widths))
    assert [finding.code for finding in findings] == ["hairline"] * thin


def test_a_size_of_the_games_own_is_known(make: Make, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "sizes.yaml").write_text("leaflet: 90x120mm\n", encoding="utf-8")
    ((piece,), findings) = make("      - text: a\n", "size: leaflet")
    assert findings == [] and (piece.front.width, piece.front.height) == pytest.approx((mm(90), mm(120)))
