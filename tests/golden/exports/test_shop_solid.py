"""PDFs in which nothing shows through: what they say of the press, what becomes a picture, and what stays sharp."""

from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from exported import preview_findings
from kitchen import SAMPLE
from pikepdf import Name, Pdf
from PIL import ImageChops, ImageStat
from press_profiles import profile
from test_shop import POKER, exported, game, told
from test_shop_pdfs import inks, opened, pictures, streams, words

from printgen.base.errors import UsageError
from printgen.base.limits import LIMITS, Limit
from printgen.exports import shop_pages as pages
from printgen.exports import shop_products

SAMPLES = SAMPLE.parent
DRIVE, MBP, PRESS = ({"profile": name} for name in ("drivethrucards", "mbprint", "press"))
SWOP = ("CGATS TR 001", "U.S. Web Coated (SWOP) v2")
FOGRA = ("FOGRA39", "Coated FOGRA39 (ISO 12647-2:2004)")
# From the left to the right on the lower half of a card: words under a shadow, words beside it, words on it.
SHADED = """\
  - text: {x: 6, y: 40, w: 20, text: "under", size: 9, color: white}
  - text: {x: 40, y: 40, w: 20, text: "beside", size: 9, color: white}
  - group: {opacity: 0.5, items: [{rect: {x: 4, y: 35, w: 26, h: 40, fill: "#8080FF"}}]}
  - rect: {x: 12, y: 60, w: 4, h: 4, fill: "#FFFFFF80"}
  - text: {x: 6, y: 66, w: 20, text: "upon", size: 9, color: black}
"""


def shaded(tmp_path: Path) -> Path:
    heroes = game(tmp_path, *POKER)
    path = heroes / "templates/faces/hero.yaml"
    path.write_text(path.read_text(encoding="utf-8") + SHADED, encoding="utf-8")
    return heroes


def assert_solid(pdf: Pdf) -> None:
    for held in pdf.objects:
        if isinstance(held, pikepdf.Dictionary | pikepdf.Stream):
            assert not {"/SMask", "/Group", "/Mask"} & set(held.keys())
            assert held.get("/ca", 1) == held.get("/CA", 1) == 1
            assert held.get("/BM", Name.Normal) == Name.Normal
    for one in pictures(pdf):
        assert one.ColorSpace in (Name.DeviceCMYK, Name.DeviceGray)
        assert one.get("/Filter") != Name.JPXDecode
    assert all(len(chosen) == 4 for chosen in inks(pdf))


@pytest.mark.slow
@pytest.mark.parametrize(("options", "condition"), [(DRIVE, SWOP), (MBP, FOGRA)])
@pytest.mark.parametrize("target", [
    "heroes", pytest.param("spell-deck/spells", marks=pytest.mark.nightly), "party-cards/guests", "playing-cards",
])  # fmt: skip
def test_a_file_names_a_condition_of_printing_and_nothing_shows_through(
    target: str, options: dict[str, object], condition: tuple[str, str], tmp_path: Path
) -> None:
    whole = shaded(tmp_path) if target == "heroes" else SAMPLES / target
    for data in exported(whole, tmp_path, options).values():
        pdf = opened(data)
        assert_solid(pdf)
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.OutputConditionIdentifier), str(intent.Info)) == condition
        assert (intent.S, str(intent.RegistryName)) == (Name.GTS_PDFX, "http://www.color.org")
        assert "/DestOutputProfile" not in intent
        assert data.startswith(b"%PDF-1.4") and not pdf.is_encrypted and len(pdf.trailer.ID) == 2
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        assert pdf.docinfo["/Trapped"] == Name("/False")
        assert all(str(pdf.docinfo[key]) for key in ("/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"))
        for page in pdf.pages:
            media, bleed, trim = ([float(edge) for edge in page[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
            assert media[0] <= bleed[0] < trim[0] < trim[2] < bleed[2] <= media[2]
            assert media[1] <= bleed[1] < trim[1] < trim[3] < bleed[3] <= media[3]


@pytest.mark.slow
def test_a_profile_takes_the_place_of_the_name(tmp_path: Path) -> None:
    icc = tmp_path / "press.icc"
    icc.write_bytes(profile())
    pdf = opened(exported(shaded(tmp_path), tmp_path, DRIVE | {"icc": str(icc)})["heroes.pdf"])
    (intent,) = pdf.Root.OutputIntents
    assert (str(intent.OutputConditionIdentifier), intent.DestOutputProfile.N) == ("FOGRA39", 4)
    assert_solid(pdf)


@pytest.mark.slow
def test_only_what_a_shadow_touches_becomes_a_picture(tmp_path: Path) -> None:
    data = exported(shaded(tmp_path), tmp_path, DRIVE)["heroes.pdf"]
    front = words(data)[1]
    assert "beside" in front and "upon" in front and "under" not in front
    # The ground lies under the shadow: that picture is as large as the page, and three cards share it.
    pdf = opened(data)
    assert [(one.Width, one.Height) for one in pictures(pdf)] == [(825, 1125)] * 3


@pytest.mark.slow
@pytest.mark.parametrize("target", [
    "heroes", pytest.param("spell-deck/spells", marks=pytest.mark.nightly), "party-cards/guests",
])  # fmt: skip
def test_it_looks_as_it_does_where_things_show_through(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shaded(tmp_path) if target == "heroes" else SAMPLES / target
    (flat,) = exported(whole, tmp_path / "flat", MBP).values()
    monkeypatch.setattr(pages, "_flattened", lambda drawings, progress: {drawing: drawing for drawing in drawings})
    (clear,) = exported(whole, tmp_path / "clear", MBP).values()
    ours, theirs = pypdfium2.PdfDocument(flat), pypdfium2.PdfDocument(clear)
    assert len(ours) == len(theirs)
    for number in range(0, len(ours), 2):
        one, other = (pdf[number].render(scale=2).to_pil().convert("RGB") for pdf in (ours, theirs))
        assert one.size == other.size
        # The press of the one mixes inks where the other mixed light.
        assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 5


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a machine of its own keeps its profiles."""
    (tmp_path / "icc/deeper").mkdir(parents=True)
    monkeypatch.setattr(shop_products, "FOLDERS", (str(tmp_path / "icc"), str(tmp_path / "nowhere"), "here/icc"))
    (tmp_path / "here/icc").mkdir(parents=True)
    (tmp_path / "here/icc/near.icc").write_bytes(profile("Of the working folder (FOGRA39)"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "icc"


def test_profiles_of_the_machine_are_named(folder: Path, tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    assert told(heroes, MBP)["no-profile"].hint.startswith("Ask the printer")
    (folder / "screen.icc").write_bytes(profile("A screen", sort=b"mntr"))
    (folder / "broken.icc").write_bytes(b"no profile")
    (folder / "again.ICC").symlink_to(folder / "deeper/swop.icm")
    (folder / "deeper/swop.icm").write_bytes(profile("Web press (CGATS TR 001)"))
    found = told(heroes, MBP)["no-profile"]
    assert "the files name FOGRA39 by its name alone" in found.message
    assert f"This machine has {folder / 'deeper/swop.icm'} (Web press (CGATS TR 001))." in found.hint
    assert "--icc auto" in told(heroes, DRIVE)["no-profile"].hint
    assert told(heroes, DRIVE)["no-profile"].severity == "info"
    assert "the files name no press" in told(heroes, PRESS)["no-profile"].message


@pytest.mark.parametrize("name", ["Web press (CGATS TR 001)", "U.S. Web Coated (SWOP) v2"])
def test_the_profile_of_a_shop_is_found_on_the_machine(name: str, folder: Path, tmp_path: Path) -> None:
    heroes, auto = game(tmp_path, *POKER), {"icc": "auto"}
    (folder / "a-screen.icc").write_bytes(profile("FOGRA39", sort=b"mntr"))
    (folder / "deeper/swop.icm").write_bytes(profile(name))
    pdf = opened(exported(heroes, tmp_path, DRIVE | auto)["heroes.pdf"])
    assert str(pdf.Root.OutputIntents[0].Info) == name
    for options in (MBP, PRESS):
        with pytest.raises(UsageError, match="--icc auto: this machine has no profile") as raised:
            preview_findings("shop", str(heroes), options=options | auto)
        assert "Give one with --icc FILE" in str(raised.value)


def test_a_poster_has_as_many_dots_as_a_picture_may_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(200_000, "pixels of one picture", "Show less.")
    monkeypatch.setitem(LIMITS, "pixels", limit)
    pdf = opened(exported(shaded(tmp_path), tmp_path, MBP)["63.5x88.9mm.pdf"])
    assert_solid(pdf)
    (size,) = {(one.Width, one.Height) for one in pictures(pdf)}
    assert 190_000 < size[0] * size[1] <= 200_000


def kinds(pdf: Pdf) -> set[str]:
    return {str(operator) for held in streams(pdf) for _, operator in pikepdf.parse_content_stream(held)}


@pytest.mark.slow
def test_letters_are_outlines_also_where_something_shows_through(tmp_path: Path) -> None:
    pdf: Any = opened(exported(shaded(tmp_path), tmp_path, MBP)["63.5x88.9mm.pdf"])
    assert not {"Tj", "TJ"} & kinds(pdf)
    assert "c" in kinds(pdf)
