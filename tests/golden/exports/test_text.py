"""The whole game as words: the page has headings without gaps and tables with titles, and both files say all of it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from kitchen import SAMPLE, Kitchen
from whole import KITS, one_kit

from printgen.build.games import load
from printgen.exports import export
from printgen.exports.bundle import ExportRequest, pack
from printgen.exports.field_text import FieldText
from printgen.exports.text import OutlineHeading, OutlineList, OutlineParagraph, OutlineTable, as_html


class Read(HTMLParser):
    """What a screen reader finds: levels of headings, tables with their captions, cells, and what is loaded."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.open: list[str] = []
        self.captions = self.tables = 0
        self.foreign: list[str] = []
        self.words: list[str] = []
        self.language = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if re.fullmatch(r"h[1-6]", tag):
            self.levels.append(int(tag[1]))
        self.tables += tag == "table"
        self.captions += tag == "caption"
        self.language = said.get("lang") or self.language
        self.foreign += [
            value for key, value in said.items() if key in ("src", "href") and not str(value).startswith("#")
        ]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def told(target: str, out: Path) -> Read:
    (page,) = export("text", target, out).files
    read = Read(page.read_text(encoding="utf-8"))
    assert not read.open
    return read


def sound(read: Read) -> None:
    assert read.levels[0] == 1
    assert read.levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(read.levels, read.levels[1:], strict=False))
    assert not read.foreign
    assert read.language == "en"


def test_cards_are_a_table_with_the_words_of_their_tables(tmp_path: Path) -> None:
    read = told(str(SAMPLE), tmp_path)
    sound(read)
    words = " ".join(read.words)
    for said in ("Kitchen Heroes", "Crème Brûlée", "Dessert", "Torch: flip any card that is face up. Costs 1 [leaf]."):
        assert said in words
    assert "**" not in words
    assert read.tables == read.captions == 1


def test_marks_of_html_in_a_name_are_letters(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    kitchen.edit("heroes.yaml", "name: Pea Soup", 'name: "<script>x & y"')
    (page,) = export("text", str(kitchen.folder), tmp_path / "out").files
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;x &amp; y" in text


@pytest.mark.parametrize(("game", "head"), [("pirate-seas", "A"), ("reef-runners", "What lies there")])
def test_a_board_is_told_space_by_space(game: str, head: str, tmp_path: Path) -> None:
    read = told(str(SAMPLE.parent / game), tmp_path)
    sound(read)
    assert head in read.words


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
def test_a_kit_is_told_whole(kit: str, tmp_path: Path) -> None:
    read = told(kit, tmp_path)
    sound(read)
    words = " ".join(" ".join(read.words).split())
    game = load(kit)
    for product in game.products:
        for record in product.records if product.kind == "cards" else ():
            assert record.name in words
    for gone in ("**", "[/]", "\x00"):
        assert gone not in words


def test_large_numbers_are_told_whole(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    taste = "    taste: {kind: integer, min: 0, max: 9}\n"
    kitchen.edit("game.yaml", taste, f"{taste}    price: {{kind: number, optional: true}}\n")
    kitchen.edit("heroes.yaml", "  taste: 9\n", "  taste: 9\n  price: 1234567\n")
    kitchen.edit("heroes.yaml", "  taste: 4\n", "  taste: 4\n  price: 250000.75\n")
    read = told(str(kitchen.folder), tmp_path / "out")
    for said in ("1234567", "250000.75"):
        assert said in read.words


def test_words_of_a_table_are_told_with_their_meanings_where_they_have_some(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    kitchen.edit("game.yaml", "icon: text}", "icon: text, about: {kind: text, optional: true}}")
    kitchen.edit("game.yaml", "    taste: {", "    after: {kind: list, from: courses, optional: true}\n    taste: {")
    kitchen.edit("courses.yaml", "name: Dessert,", 'name: Dessert, about: "Eaten *last*.",')
    about = '  - text: {x: 6, y: 62, w: 32, text: "{{ course.about }}", size: 7}\n'
    kitchen.edit("templates/faces/hero.yaml", "items:\n", f"items:\n{about}")
    kitchen.edit("heroes.yaml", "  taste: 9\n", "  after: [sweet, main]\n  taste: 9\n")
    (product,) = pack(str(kitchen.folder), ExportRequest(), "", lambda what: None).products
    lines = {component.name: [*FieldText(product).lines(component)] for component in product.components}
    assert {name: said[:2] for name, said in lines.items() if name != "Sunday Roast"} == {
        "Crème Brûlée": ["Course: Dessert (Eaten last.)", "After: Dessert (Eaten last.); Main course"],
        "Pea Soup": ["Course: Starter", "Taste: 4"],
    }


def labels(page: str) -> list[str]:
    """What the regions of all tables are called; each table stands in one that can be reached by keyboard."""
    form = (
        r'<div role="region" aria-(label|labelledby)="([^"]+)" tabindex="0">\n<table>(?:<caption id="([^"]+)">([^<]*))?'
    )
    found = re.findall(form, page)
    assert len(found) == page.count("<table")
    assert all(name == at for how, name, at, _ in found if how == "labelledby")
    return [caption if how == "labelledby" else name for how, name, _, caption in found]


def test_each_table_scrolls_in_a_region_with_a_name_of_its_own() -> None:
    wide = OutlineTable("", ("a", "b"), (("1", "2"),))
    named = [OutlineTable(caption, wide.head, wide.rows) for caption in ("Cards", "Cards", "Cards (2)")]
    nodes = [OutlineHeading(1, "Game"), OutlineHeading(2, "Odds & ends"), wide, wide, *named]
    assert labels(as_html(nodes, "Game", "en")) == [
        "Odds &amp; ends", "Odds &amp; ends (2)", "Cards", "Cards (2)", "Cards (2) (2)",
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["kitchen-heroes", pytest.param("spell-deck", marks=pytest.mark.slow)])
def test_tables_of_a_game_have_regions(game: str, tmp_path: Path) -> None:
    page = export("text", str(SAMPLE.parent / game), tmp_path).files[0].read_text(encoding="utf-8")
    found = labels(page)
    assert found and len({*found}) == len(found)


def test_a_page_has_contents_where_there_are_several_parts() -> None:
    one = [
        OutlineHeading(1, "Game"),
        OutlineHeading(2, "Deck & more"),
        OutlineParagraph("Two\nlines"),
        OutlineHeading(3, "Inner"),
    ]
    assert "<nav" not in as_html(one, "Game", "") and '<html lang="en">' in as_html(one, "Game", "")
    page = as_html(
        [*one, OutlineHeading(2, "Board"), OutlineList(("a", "b"), True), OutlineList(("c",), False)], "Game", "de"
    )
    links = re.findall(r'<li><a href="#([\w-]+)">(.*?)</a></li>', page)
    assert [text for _, text in links] == ["Deck &amp; more", "Board"] and '<html lang="de">' in page
    assert re.findall(r'<h2 id="([\w-]+)">(.*?)</h2>', page) == links and "<h3>Inner</h3>" in page
    assert "<ol><li>a</li><li>b</li></ol>" in page and "<ul><li>c</li></ul>" in page
    assert page.index("<h1>Game</h1>\n</header>") < page.index("<nav") < page.index("<main>")
