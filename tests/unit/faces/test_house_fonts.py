"""Fonts of a game: every word of it is set in them, whatever draws it, and other games know none of them."""

import io
from importlib.util import find_spec
from pathlib import Path

import pikepdf
import pytest
from fontmaking import otf
from kitchen import Kitchen
from places import FONTS, SAMPLES

import printgen
from printgen.base.errors import PrintgenError
from printgen.drawing.extent import walk_kind
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Text


def black_ops() -> Path:
    spec = find_spec("fontpkg_black_ops_one")
    assert spec and spec.origin
    return Path(spec.origin).parent / "files" / "BlackOpsOne-Regular.ttf"


def with_fonts(game: Kitchen, said: str) -> Kitchen:
    """The game with these lines under fonts; its folder has own.ttf, own.otf and hebrew.ttf."""
    (game.folder / "own.ttf").write_bytes(black_ops().read_bytes())
    (game.folder / "own.otf").write_bytes(otf())
    (game.folder / "hebrew.ttf").write_bytes((FONTS / "hebrew.ttf").read_bytes())
    path = game.folder / "game.yaml"
    path.write_text(f"fonts: {said}\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    return game


def fonts_in(*drawings: Drawing) -> set[str]:
    """The names of the fonts of all texts."""
    return {text.font for drawing in drawings for text, _ in walk_kind(drawing, Text)}


def test_a_family_stands_for_the_built_in_one_in_cards_and_on_sheets(kitchen: Kitchen) -> None:
    game = printgen.load(with_fonts(kitchen, "{body: own.ttf, stencil: own.ttf}").folder)
    pieces = game["heroes"].compose()
    cards = fonts_in(*(piece.front for piece in pieces))
    sheets = fonts_in(*(sheet.drawing for sheet in pieces.impose()))
    assert cards and cards < sheets
    assert {face(name).font.postscript_name for name in sheets} == {"BlackOpsOne-Regular"}
    assert all("@" in name and "/" not in name for name in sheets)


@pytest.mark.slow
@pytest.mark.parametrize("sample", ["lantern-cave", "snail-derby", "reef-runners", "spell-areas", "orc-hosts"])
def test_all_kinds_of_printables_are_set_in_the_fonts_of_the_game(sample: str, tmp_path: Path) -> None:
    game = with_fonts(Kitchen.copied(tmp_path / sample, SAMPLES / sample), "{body: own.ttf, stencil: own.ttf}")
    loaded = printgen.load(game.folder)
    for product in loaded:
        try:
            pieces = product.compose()
        except PrintgenError as error:
            # The wide letters may not have room; there is no other fault.
            assert {finding.code for finding in error.findings} <= {"does-not-fit", "lacking-style"}, error.findings
            continue
        drawn = [piece.front for piece in pieces]
        sheets = [sheet.drawing for sheet in pieces.impose()]
        assert {face(name).font.postscript_name for name in fonts_in(*drawn, *sheets)} == {"BlackOpsOne-Regular"}


def test_games_know_nothing_of_each_others_fonts(tmp_path: Path) -> None:
    plain = Kitchen.copied(tmp_path / "plain")
    own = with_fonts(Kitchen.copied(tmp_path / "own"), "{body: own.ttf}")
    before = [piece.front for piece in printgen.load(plain.folder)["heroes"].compose()]
    changed = [piece.front for piece in printgen.load(own.folder)["heroes"].compose()]
    after = [piece.front for piece in printgen.load(plain.folder)["heroes"].compose()]
    assert before == after != changed
    assert not any("@" in name for name in fonts_in(*before))


def test_the_same_fonts_are_the_same_wherever_the_game_lies(tmp_path: Path) -> None:
    fronts = []
    for name in ("here", "there"):
        game = with_fonts(Kitchen.copied(tmp_path / name / "kitchen-heroes"), "{body: own.ttf}")
        fronts.append([piece.front for piece in printgen.load(game.folder)["heroes"].compose()])
    assert fronts[0] == fronts[1]


def test_the_fonts_are_in_the_pdf_and_nothing_else_is(kitchen: Kitchen, tmp_path: Path) -> None:
    game = printgen.load(with_fonts(kitchen, "{body: own.ttf, stencil: own.ttf}").folder)
    game["heroes"].compose().impose().write(tmp_path / "heroes.pdf")
    pdf = pikepdf.open(io.BytesIO((tmp_path / "heroes.pdf").read_bytes()))
    names = {str(one.FontName)[8:] for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/FontName" in one}
    assert names == {"BlackOpsOne-Regular"}


def test_bold_words_are_told_of_where_there_are_none(kitchen: Kitchen) -> None:
    with_fonts(kitchen, "{body: own.ttf}")
    told = [finding for finding in printgen.check([kitchen.folder]) if finding.code == "lacking-style"]
    assert all(finding.where.line == 1 and finding.severity == "warning" for finding in told)
    kitchen.edit(
        "game.yaml", "fonts: {body: own.ttf}", "fonts: {body: {regular: own.ttf, bold: own.ttf, italic: own.ttf}}"
    )
    assert not [finding for finding in printgen.check([kitchen.folder]) if finding.code == "lacking-style"]


def test_words_to_the_left_stand_at_the_right_of_their_box(kitchen: Kitchen) -> None:
    with_fonts(kitchen, "{body: hebrew.ttf, stencil: own.ttf, fallback: [stencil]}")
    face_file = "templates/faces/hero.yaml"
    (kitchen.folder / face_file).write_text(
        "size: mini-euro\nunit: mm\npalettes: [dossier]\nitems:\n"
        + "".join(
            f"  - text: {{x: 2, y: {9 * n}, w: 40, text: {words}, size: 9{more}}}\n"
            for n, (words, more) in enumerate(
                (
                    ("שלום", ""),
                    ("שלום", ", align: left"),
                    ("שלום", ", align: end"),
                    ("abc", ""),
                    ("abc", ", align: end"),
                ),
                1,
            )
        ),
        encoding="utf-8",
    )
    piece = next(iter(printgen.load(kitchen.folder)["heroes"].compose()))
    mm = 72 / 25.4
    sides = [
        "left" if abs(text.x - 2 * mm) < 0.01 else "right" if abs(text.x + text.width - 42 * mm) < 0.01 else "between"
        for text, _ in walk_kind(piece.front, Text)
    ]
    assert sides == ["right", "left", "left", "left", "right"]


def test_titles_and_lists_of_a_document_begin_at_the_right(tmp_path: Path) -> None:
    cave = Kitchen.copied(tmp_path / "cave", SAMPLES / "lantern-cave")
    game = with_fonts(cave, "{body: hebrew.ttf, fallback: [hebrew.ttf, stencil]}")
    game.write(
        "rules.yaml",
        "title: One\nkicker: two\nsections:\n  - title: שלום\n    icon: fire\n    blocks:\n"
        "      - list: {mark: number, items: [שלום עולם]}\n",
    )
    (sheet,) = printgen.load(game.folder)["rules"].compose()
    texts = {text.text: (matrix[4] + text.x, text.width) for text, matrix in walk_kind(sheet.front, Text)}
    first, number = texts["שלום עולם"], texts["1"]
    assert first[0] + first[1] < number[0] < sheet.front.width / 2, "in the first of two columns"


def test_a_font_of_another_script_alone_leaves_latin_words_to_the_built_in_one(kitchen: Kitchen) -> None:
    with_fonts(kitchen, "{body: hebrew.ttf}")
    findings = printgen.check([kitchen.folder])
    assert [finding.message for finding in findings if finding.code == "missing-glyph"] == []
    with_fonts(kitchen, "{body: own.otf}")
    assert "missing-glyph" in {finding.code for finding in printgen.check([kitchen.folder])}


def test_a_game_has_so_many_fonts_and_no_more(kitchen: Kitchen) -> None:
    def found(count: int) -> list[str]:
        game = Kitchen.copied(kitchen.folder.parent / f"{count}", kitchen.folder)
        with_fonts(game, "{" + ", ".join(f"f{n}: own.ttf" for n in range(count)) + "}")
        return game.findings()

    assert found(20) == [] and found(21) == ["game.yaml:1 bad-length"]
