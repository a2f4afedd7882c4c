"""PDFs for print shops: boxes, the order of pages, inks and their limit, output intents, cut lines."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pytest
from exported import preview_findings
from pikepdf import Name, Pdf
from PIL import Image as Pictures
from places import ROOT
from press_profiles import profile
from test_shop import POKER, exported, game, told

from printgen.base.errors import PrintgenError, UsageError
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Image, Item, Rect
from printgen.exports import export
from printgen.exports.bundle import ExportRequest, pack
from printgen.writers import pdf_press
from printgen.writers.pdf import Page, write_pdf
from printgen.writers.pdf_press import Press

DRIVE, MBP, PRESS = {"profile": "drivethrucards"}, {"profile": "mbprint"}, {"profile": "press"}
GUESTS = ROOT / "samples/party-cards/guests"
BOXES = ("/MediaBox", "/BleedBox", "/TrimBox")
OTHER_COLORS = {"rg", "RG", "g", "G", "sc", "SC", "sh", "ri"}


def opened(data: bytes) -> Pdf:
    return pikepdf.open(io.BytesIO(data))


def streams(pdf: Pdf) -> Iterator[Any]:
    """Pages and forms."""
    yield from pdf.pages
    yield from (held for held in pdf.objects if isinstance(held, pikepdf.Stream) and held.get("/Subtype") == "/Form")


def inks(pdf: Pdf) -> Iterator[tuple[float, ...]]:
    """Every colour that is chosen, of gradients too; every other way to choose one is refused, but masks are grey."""
    for held in streams(pdf):
        for operands, operator in pikepdf.parse_content_stream(held):
            assert str(operator) not in OTHER_COLORS, operator
            if str(operator) in ("cs", "CS"):
                assert operands[0] == Name.Pattern
            if str(operator) in ("k", "K"):
                yield tuple(float(part) for part in operands)
    for held in pdf.objects:
        if isinstance(held, pikepdf.Dictionary) and "/ShadingType" in held:
            assert held.ColorSpace in (Name.DeviceCMYK, Name.DeviceGray)
            if held.ColorSpace == Name.DeviceCMYK:
                for function in held.Function.get("/Functions", [held.Function]):
                    yield from (tuple(map(float, end)) for end in (function.C0, function.C1))


def pictures(pdf: Pdf) -> list[Any]:
    return [held for held in pdf.objects if isinstance(held, pikepdf.Stream) and held.get("/Subtype") == "/Image"]


def most_ink(pdf: Pdf) -> float:
    """The most ink of all colours and dots of pictures, in hundredths."""
    sums = [sum(one) for one in inks(pdf)]
    for one in pictures(pdf):
        assert one.ColorSpace in (Name.DeviceCMYK, Name.DeviceGray)
        if one.ColorSpace == Name.DeviceCMYK:
            data = one.read_bytes()
            sums.append(max(map(sum, zip(*(data[n::4] for n in range(4)), strict=True))) / 255)
    return 100 * max(sums)


def boxes(page: Any) -> list[list[float]]:
    return [[round(float(part) / 72 * 25.4, 1) for part in page[name]] for name in BOXES]


def words(data: bytes) -> list[str]:
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        return [page.extract_text() for page in pdf.pages]


@pytest.fixture(scope="module")
def icc(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("icc") / "press.icc"
    path.write_bytes(profile())
    return str(path)


def test_a_deck_of_drivethru_is_back_and_front_of_each_card_by_turns(tmp_path: Path, icc: str) -> None:
    files = exported(game(tmp_path, *POKER), tmp_path, DRIVE | {"icc": icc})
    assert [*files] == ["heroes.pdf"]
    assert words(files["heroes.pdf"]) == [
        "Heroes", "Crème Brûlée", "Heroes", "Pea Soup", "Heroes", "Pea Soup", "Heroes", "Sunday Roast",
    ]  # fmt: skip
    pdf = opened(files["heroes.pdf"])
    page = [0, 0, 69.8, 95.2]
    assert all(boxes(one) == [page, page, [3.2, 3.2, 66.7, 92.1]] for one in pdf.pages)
    assert float(pdf.pages[0].MediaBox[2]) == pytest.approx(2.75 * 72)
    assert pdf.pdf_version == "1.4"
    assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    with pdf.open_metadata() as said:
        assert "pdfxid:GTS_PDFXVersion" not in said


@pytest.mark.slow
def test_nothing_shows_through_in_a_deck_of_drivethru(tmp_path: Path) -> None:
    files = exported(GUESTS, tmp_path, DRIVE, "Gerald")
    pdf = opened(files["guests.pdf"])
    for held in pdf.objects:
        if isinstance(held, pikepdf.Dictionary | pikepdf.Stream):
            assert not {"/SMask", "/Group"} & set(held.keys())
            assert held.get("/ca", 1) == held.get("/CA", 1) == 1
    assert most_ink(pdf) <= 240
    assert {(one.Width, one.Height) for one in pictures(pdf)} == {(825, 1125)}
    # Words on what shows through are still words.
    assert "everything you say until your" in words(files["guests.pdf"])[1]


def test_pieces_of_a_size_are_one_file_of_mbprint_with_letters_as_outlines(tmp_path: Path) -> None:
    files = exported(game(tmp_path, 70, 90), tmp_path, MBP)
    assert [*files] == ["70x90mm.pdf"]
    pdf = opened(files["70x90mm.pdf"])
    assert len(pdf.pages) == 8
    assert boxes(pdf.pages[0]) == [[0, 0, 76, 96], [0, 0, 76, 96], [3, 3, 73, 93]]
    operators = {str(operator) for held in streams(pdf) for _, operator in pikepdf.parse_content_stream(held)}
    assert not {"Tj", "TJ"} & operators
    assert not [held for held in pdf.objects if isinstance(held, pikepdf.Dictionary) and held.get("/FontFile2")]


def test_large_black_grounds_are_rich_where_a_shop_asks_for_that_and_letters_are_not(tmp_path: Path) -> None:
    heroes = game(tmp_path, 70, 90)
    path = heroes / "templates/faces/hero.yaml"
    text = path.read_text(encoding="utf-8").replace("#0000FF", "#000000").replace("color: white", "color: black")
    path.write_text(text + '  - rect: {x: 30, y: 60, w: 9, h: 9, fill: "#000000"}\n', encoding="utf-8")
    used = {name: set(inks(opened(exported(heroes, tmp_path / name, {"profile": name})[file]))) for name, file in (
        ("mbprint", "70x90mm.pdf"), ("press", "heroes.pdf"))}  # fmt: skip
    assert (0.3, 0.3, 0, 1) in used["mbprint"] and (0, 0, 0, 1) in used["mbprint"]
    assert (0.3, 0.3, 0, 1) not in used["press"] and (0, 0, 0, 1) in used["press"]
    little = exported(heroes, tmp_path / "little", MBP | {"ink": 150})["70x90mm.pdf"]
    assert (0.3, 0.3, 0, 1) not in set(inks(opened(little)))


def test_a_file_for_a_press_names_the_press_and_says_what_it_is_like(tmp_path: Path, icc: str) -> None:
    files = exported(game(tmp_path, *POKER), tmp_path, PRESS | {"icc": icc})
    assert [*files] == ["heroes.pdf", "heroes-cut.pdf"]
    pdf = opened(files["heroes.pdf"])
    (intent,) = pdf.Root.OutputIntents
    assert (intent.S, str(intent.OutputConditionIdentifier)) == (Name.GTS_PDFX, "FOGRA39")
    assert str(intent.Info) == "Test press (FOGRA39)"
    assert intent.DestOutputProfile.N == 4
    assert intent.DestOutputProfile.read_bytes() == profile()
    assert pdf.docinfo["/Trapped"] == Name("/False")
    assert pdf.trailer.ID
    with pdf.open_metadata() as said:
        assert said["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        assert said["pdf:Trapped"] == "False"
        assert said["xmpMM:DocumentID"].startswith("uuid:")
    assert pdf.pdf_version == "1.6"
    page = [0, 0, 69.5, 94.9]
    assert boxes(pdf.pages[0]) == [page, page, [3, 3, 66.5, 91.9]]


def test_without_a_profile_a_file_claims_nothing_and_that_is_told(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    assert told(heroes, PRESS)["no-profile"].severity == "warning"
    pdf = opened(exported(heroes, tmp_path, PRESS)["heroes.pdf"])
    assert "/OutputIntents" not in pdf.Root
    with pdf.open_metadata() as said:
        assert "pdfxid:GTS_PDFXVersion" not in said
    # Blue is cyan and magenta, red is magenta and yellow; white letters are no ink.
    assert set(inks(pdf)) == {(1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 0, 0)}


@pytest.mark.parametrize("ink", [0, 180])
def test_no_color_and_no_photo_takes_more_ink_than_may_be(ink: int, tmp_path: Path, icc: str) -> None:
    """The profile wants up to 400 %, and the photos and gradients of the sample have all sorts of colours."""
    files = exported(GUESTS, tmp_path, PRESS | {"icc": icc, "ink": ink}, "Gerald")
    pdf = opened(files["guests.pdf"])
    most = most_ink(pdf)
    assert (ink or 300) * 0.9 < most <= (ink or 300)
    assert any("/SMask" in one for one in pictures(pdf))
    assert {str(held.Group.CS) for held in streams(pdf) if "/Group" in held} == {"/DeviceCMYK"}


def test_too_much_ink_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_press, "limit_inks", lambda inks, most: (1.0, 1.0, 1.0, 1.0))
    pdf_press.conversion_for.cache_clear()
    with pytest.raises(PrintgenError, match=r"takes 400 % of ink somewhere, and 300 % is the most") as raised:
        exported(game(tmp_path, *POKER), tmp_path, PRESS)
    assert raised.value.findings[-1].code == "too-much-ink"
    pdf_press.conversion_for.cache_clear()


def test_colors_that_the_press_mixes_are_told(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    path = heroes / "templates/faces/hero.yaml"
    mixed = '  - group: {blend: multiply, items: [{rect: {x: 5, y: 40, w: 30, h: 9, fill: "#808000"}}]}\n'
    path.write_text(path.read_text(encoding="utf-8") + mixed, encoding="utf-8")
    done = export("shop", str(heroes), tmp_path / "out", options=PRESS)
    assert "mixed-ink" in [finding.code for finding in done.findings]


def test_cut_lines_are_a_spot_color_on_the_page_itself_in_a_file_of_their_own(tmp_path: Path) -> None:
    files = exported(SNAILS_TARGET, tmp_path, PRESS)
    pdf = opened(files["snails-cut.pdf"])
    assert len(pdf.pages) == 6
    page = pdf.pages[0]
    space = page.Resources.ColorSpace.CutContour
    assert [space[0], space[1], space[2]] == [Name.Separation, Name.CutContour, Name.DeviceCMYK]
    operators = [(str(operator), operands) for operands, operator in pikepdf.parse_content_stream(page)]
    names = [name for name, _ in operators]
    assert names[-1] == "S" and "Do" not in names
    points = [[float(part) for part in operands[-2:]] for name, operands in operators if name in "mlc"]
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    assert wide == pytest.approx(mm(27.71), abs=0.1)
    assert not [held for held in pdf.objects if isinstance(held, pikepdf.Stream) and held.get("/Subtype") == "/Form"]
    # The pages to be printed have no line.
    assert b"CutContour" not in files["snails.pdf"]


SNAILS_TARGET = f"{GUESTS.parent.parent}/snail-derby/snails"


@pytest.mark.slow
def test_nets_go_to_a_press(tmp_path: Path) -> None:
    files = exported(GUESTS.parent.parent / "spell-deck/box", tmp_path, PRESS)
    assert [*files] == ["box.pdf", "box-cut.pdf"]
    # Where to cut and to fold stands in the file of lines, and nowhere on the page that is printed.
    with pdfplumber.open(io.BytesIO(files["box.pdf"])) as printed:
        assert not [one for one in (*printed.pages[0].curves, *printed.pages[0].lines) if one["dash"]]
        assert not {"cut", "fold", "glue"} & {word["text"] for word in printed.pages[0].extract_words()}
    pdf = opened(files["box-cut.pdf"])
    page = pdf.pages[0]
    assert {*page.Resources.ColorSpace} == {"/CutContour", "/Crease"}
    drawn, plate = dict[str, int](), ""
    for operands, operator in pikepdf.parse_content_stream(page):
        plate = str(operands[0]) if str(operator) == "CS" else plate
        drawn[plate] = drawn.get(plate, 0) + (str(operator) == "m")
    # One line round about, and the folds of four panels, their flaps, and the lid with its own.
    assert drawn["/CutContour"] == 1
    (box,) = pack(f"{GUESTS.parent.parent}/spell-deck/box", ExportRequest(), "", lambda what: None).products
    assert drawn["/Crease"] == len(box.components[0].piece.folds) > 8


@pytest.mark.parametrize(("data", "said"), [
    (b"hello", "it is no ICC profile"), (profile()[:-4], "it is not whole"),
    (profile(sort=b"mntr"), "it is of a screen"), (profile(space=b"RGB "), "its colours are RGB"),
    (profile(tags={}), "it has no tables"),
    (profile(tags={b"A2B0": b"mft1", b"B2A0": b"mft1"}), "cannot be used"),
])  # fmt: skip
def test_a_profile_that_is_none_is_told(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.icc"
    path.write_bytes(data)
    with pytest.raises(PrintgenError, match=said) as raised:
        preview_findings("shop", str(GUESTS), options=PRESS | {"icc": str(path)})
    assert (raised.value.findings[0].code, raised.value.findings[0].where.file) == ("bad-profile", str(path))


@pytest.mark.parametrize(("options", "said"), [
    (PRESS | {"icc": "nowhere.icc"}, "--icc: there is no such file"),
    (PRESS | {"ink": 100}, "ink: 100 is not from 150"),
    ({"profile": "the-game-crafter", "icc": "press.icc"}, "--icc is for PDFs"),
])  # fmt: skip
def test_what_cannot_be_asked_for_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        preview_findings("shop", str(GUESTS), options=options)


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(tmp_path: Path, icc: str) -> None:
    heroes = game(tmp_path, *POKER)
    for options in (DRIVE, MBP, PRESS | {"icc": icc}):
        one, other = (exported(heroes, tmp_path / f"{options['profile']}-{name}", options) for name in ("a", "b"))
        assert one == other


def test_plain_inks_let_black_stand_for_what_all_colors_lack() -> None:
    assert pdf_press.plain_inks(1, 1, 1) == (0, 0, 0, 0)
    assert pdf_press.plain_inks(1, 0, 0) == (0, 1, 1, 0)
    assert pdf_press.plain_inks(0, 0, 0) == pytest.approx((0.2, 0.2, 0.2, 1))
    for color in ((0.3, 0.33, 0.13), (0.01, 0.01, 0.01), (0.25, 0, 0)):
        *colors, black = pdf_press.plain_inks(*color)
        # What black lets through, the colours take away from.
        assert [(1 - ink) * (1 - black) for ink in colors] == pytest.approx(color)
        assert 0.5 < black <= 1 - max(color[1:])
    assert pdf_press.limit_inks((1, 1, 1, 1), 2.4) == pytest.approx((1.4 / 3, 1.4 / 3, 1.4 / 3, 1))
    assert pdf_press.limit_inks((0.5, 0.1, 0, 0.2), 2.4) == pytest.approx((0.5, 0.1, 0, 0.2))


@pytest.mark.slow
@pytest.mark.parametrize(("target", "name", "pages", "limit"), [
    pytest.param("go-joe/joe-deck", "drivethrucards", 216, 240, marks=pytest.mark.nightly),
    ("micro-forces/strategy-cards", "mbprint", 16, 300),
    ("army-wars/red-markers", "press", 70, 300), ("go-joe/joe-box", "press", 1, 300),
])  # fmt: skip
def test_pdfs_of_kits_keep_within_their_ink(target: str, name: str, pages: int, limit: int, tmp_path: Path) -> None:
    files = exported(target, tmp_path, {"profile": name})
    pdf = opened(next(data for file, data in files.items() if not file.endswith("-cut.pdf")))
    assert len(pdf.pages) == pages
    assert most_ink(pdf) <= limit


def test_a_grey_photo_is_printed_with_black_alone_and_takes_one_layer_of_it() -> None:
    def printed(*items: Item) -> tuple[float, list[str]]:
        press = Press(pdf_press.conversion_for(3.0))
        pdf = opened(write_pdf([Page(Drawing(200, 200, items))], press=press))
        return press.heaviest_so_far, [str(picture.ColorSpace) for picture in pictures(pdf)]

    def photo(mode: str, color: Any) -> Image:
        buffer = io.BytesIO()
        Pictures.new(mode, (20, 20), color).save(buffer, "PNG")
        return Image(10, 10, 50, 50, buffer.getvalue(), (20, 20))

    assert printed(Rect(0, 0, 9, 9, "#FFFFFF")) == (0, [])
    assert printed(photo("L", 128), Rect(0, 0, 9, 9, "#808080")) == (1.0, ["/DeviceGray"])
    assert printed(photo("RGB", (255, 0, 0))) == (pytest.approx(2.0, abs=0.02), ["/DeviceCMYK"])
