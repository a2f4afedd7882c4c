"""What other programs use: a game is loaded, checked, composed, imposed and written without the command line."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from kitchen import Kitchen
from places import ROOT

import printgen
from printgen.base.units import mm


def test_a_game_says_what_is_in_it(kitchen: Kitchen) -> None:
    game = printgen.load(kitchen.folder)
    assert (game.name, game.title, game.version, game.author) == ("kitchen-heroes", "Kitchen Heroes", "0.3", "A. Cook")
    assert (game.named, game.findings, len(game)) == ("", (), 1)
    (heroes,) = game
    assert heroes == game["heroes"]
    assert (heroes.name, heroes.title, heroes.kind) == ("heroes", "Heroes", "cards")
    assert [record.name for record in heroes.records] == ["Crème Brûlée", "Pea Soup", "Sunday Roast"]
    assert heroes.as_data()[1]["taste"] == 4
    assert printgen.load(kitchen.folder / "heroes").named == "heroes"
    assert "go-joe" in printgen.kits()


def test_the_road_from_a_game_to_a_pdf(kitchen: Kitchen, tmp_path: Path) -> None:
    pieces = printgen.load(kitchen.folder)["heroes"].compose(only=["Pea Soup"], look="saver", seed=3)
    assert ([piece.name for piece in pieces], pieces.count, pieces.findings) == (["Pea Soup"], 2, ())
    assert pieces.pieces[0].front.width == pytest.approx(mm(44))
    sheets = pieces.impose("a4", duplex="long", gutter="3mm")
    assert ([sheet.side for sheet in sheets], sheets.count, len(sheets)) == (["front", "back"], 1, 2)
    path = tmp_path / "new" / "soup.pdf"
    entry = sheets.write(path)
    assert (entry.file, entry.pieces, entry.pages, entry.paper, entry.look) == ("soup.pdf", 2, 2, "a4", "saver")
    assert (entry.seed, entry.only, entry.bytes) == (3, ("Pea Soup",), path.stat().st_size)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2


def test_one_product_alone_is_what_a_build_makes_of_it(kitchen: Kitchen, tmp_path: Path) -> None:
    built = printgen.write([kitchen.folder], printgen.Settings(out=tmp_path))
    (entry,) = built.manifests[0].products
    alone = printgen.load(kitchen.folder)["heroes"].compose().impose().write(tmp_path / entry.file)
    assert alone == entry


@pytest.mark.slow
def test_options_are_laid_over_those_of_the_file() -> None:
    maps = printgen.load("go-joe")["map-sheets"]
    assert len(maps.compose()) - len(maps.compose(options={"count": 2})) == 4


def test_stats_are_derived_from_what_a_card_carries() -> None:
    deck = printgen.load("go-joe")["joe-deck"]
    assert deck.derive({"weapons": ["uzi"], "traits": ["ninja", "leader"]}) == {"fp": 3, "cc": 4, "tac": 5}
    with pytest.raises(printgen.PrintgenError, match="Did you mean 'ninja'"):
        deck.derive({"traits": ["ninjja"]})
    with pytest.raises(printgen.UsageError, match="no guidelines"):
        printgen.load("go-joe")["team-counters"].derive({})


def test_mistakes_in_files_are_raised_with_all_their_findings(kitchen: Kitchen) -> None:
    kitchen.edit("heroes.yaml", "taste: 4", "taste: x", "taste: 7", "taste: 12")
    with pytest.raises(printgen.PrintgenError) as raised:
        printgen.load(kitchen.folder)
    assert [finding.where.line for finding in raised.value.findings] == [7, 12]
    assert [finding.code for finding in printgen.check([kitchen.folder])] == ["wrong-type", "out-of-range"]


def test_what_does_not_fit_is_raised_when_it_is_composed(kitchen: Kitchen) -> None:
    kitchen.edit("heroes.yaml", "Pea Soup", "Pea Soup " * 9)
    with pytest.raises(printgen.PrintgenError) as raised:
        printgen.load(kitchen.folder)["heroes"].compose()
    assert raised.value.exit == printgen.Exit.DOES_NOT_FIT


def test_a_rule_that_is_broken_is_a_finding(kitchen: Kitchen) -> None:
    assert printgen.load(kitchen.folder).check() == ()
    kitchen.edit("heroes.yaml", "  copies: 2", "  errata: [{field: tste, printed: old, reason: a slip}]")
    assert [finding.exit for finding in printgen.load(kitchen.folder).check()] == [printgen.Exit.RULES_BROKEN]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (lambda game: game["heros"], "Did you mean 'heroes'?"),
        (lambda game: game["heroes"].compose(only=["Pea Soop"]), "Did you mean 'Pea Soup'?"),
        (lambda game: game["heroes"].compose().impose("a44"), "'a44' is not a paper"),
        (lambda game: game["heroes"].compose().impose(gutter="3"), "'3' is not a length"),
        (lambda game: game["heroes"].compose().impose(gutter="-3mm"), "-3mm is not from 0 to 100 mm"),
        (lambda game: game["heroes"].compose().impose(duplex="fould"), "Did you mean 'fold'?"),
        (lambda game: game["heroes"].compose().impose(join="glu"), "Did you mean 'glue'?"),
        (lambda game: printgen.write([game.folder], printgen.Settings(format="pfd")), "Did you mean 'pdf'?"),
        (lambda game: game[0], "has no product '0'"),
        (lambda game: game["heroes"].compose(options=["x"]), "is no mapping"),
        (lambda game: game["heroes"].compose(seed="7"), "seed: '7' is not a whole number"),
        (lambda game: game["heroes"].compose(look=None), "look: None is not a text"),
        (lambda game: game["heroes"].compose(only=3), "3 is neither a text nor a list of texts"),
        (lambda game: game["heroes"].compose().impose(None), "paper: None is not a text"),
        (lambda game: game["heroes"].compose().impose(gutter=3), "gutter: 3 is not a text"),
        (lambda game: game["heroes"].compose().impose().write(None), "None is no path"),
        (lambda game: printgen.write([game.folder], printgen.Settings(out=5)), "out: 5 is no path"),
        (lambda game: printgen.load("go-joe")["joe-deck"].derive({"weapons": "uzi"}), "is no list of words"),
        (lambda game: printgen.load("go-joe")["joe-deck"].derive(["uzi"]), "is no mapping"),
        (lambda game: printgen.check("no-kit"), "there is no kit or folder 'no-kit'"),
        (lambda game: printgen.load("go-joe")["joe-deck"].derive({"wepons": ["uzi"]}), "Did you mean 'weapons'?"),
    ],
)
def test_what_does_not_exist_is_said_so(kitchen: Kitchen, what, said: str) -> None:
    with pytest.raises(printgen.UsageError, match="printgen: error: ") as raised:
        what(printgen.load(kitchen.folder))
    assert said in str(raised.value)


def test_everything_that_is_offered_is_there() -> None:
    for name in dir(printgen):
        assert getattr(printgen, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'laod'"):
        printgen.laod  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_imports_nothing_else() -> None:
    code = "import sys, printgen; print(*(name for name in sys.modules if name.startswith('printgen')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["printgen"]


@pytest.mark.slow
def test_the_programs_in_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    programs = "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(programs, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 4
    assert doctest.DocTestRunner().run(test).failed == 0
