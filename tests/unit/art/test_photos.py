"""Photos of the user: turned upright, cropped to their window, and refused when they are none."""

import io
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drawn import Shelf, groups
from PIL import Image as Pictures
from PIL import ImageChops, ImageDraw

from printgen.art.photos import Photo, Window, clean_photo, encode_photo, open_picture
from printgen.base.errors import Exit, Finding, UsageError, Where
from printgen.base.file_access import AccessError
from printgen.base.units import apply, mm, translate
from printgen.drawing.model import Drawing, Group, Image, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import render_pages

IMAGE = 'image: {x: 5, y: 6, w: 25.4, h: 12.7, file: "{{ card.art }}", look: "{{ card.look }}"}'
RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def quarters(size: tuple[int, int]) -> Pictures.Image:
    """A picture whose upper left quarter is red, its upper right green, and its lower half blue."""
    picture = Pictures.new("RGB", size, BLUE)
    picture.paste(RED, (0, 0, size[0] // 2, size[1] // 2))
    picture.paste(GREEN, (size[0] // 2, 0, size[0], size[1] // 2))
    return picture


def place(shelf: Shelf, file: Path) -> tuple[list[Image], list[Finding]]:
    drawn = shelf.items(IMAGE, card={"name": "Soup", "art": file, "look": None})
    return drawn.all(Image), drawn.findings


def sample(image: Image) -> list[str]:
    """The colours at the middle of the four quarters, left to right, top to bottom."""
    picture = Pictures.open(io.BytesIO(image.data)).convert("RGB")
    assert picture.size == image.pixels
    names = []
    for y in (0.25, 0.75):
        for x in (0.25, 0.75):
            pixel = picture.getpixel((int(x * picture.width), int(y * picture.height)))
            assert isinstance(pixel, tuple)
            names.append("RGB"[max(range(3), key=lambda i: float(pixel[i]))])
    return names


MIRRORED = "image: {bleed: true, fit: mirror, file: '{{ card.art }}'}"


def test_a_finished_picture_fills_a_card_to_the_cut_and_its_edges_are_turned_over_beyond_it(shelf: Shelf) -> None:
    picture = quarters((400, 200))
    picture.paste("white", (0, 0, 10, 200))
    picture.save(shelf.root / "card.png")
    card = {"name": "Soup", "art": shelf.root / "card.png"}
    drawn = shelf.items(MIRRORED, card=card, head="unit: mm\nsize: [50.8, 25.4]\nbleed: 2.54\n")
    (image,) = drawn.all(Image)
    assert drawn.findings == [] and image[:4] == pytest.approx((-7.2, -7.2, 144 + 14.4, 72 + 14.4), abs=0.1)
    assert image.pixels == (440, 240)
    shown = Pictures.open(io.BytesIO(image.data)).convert("RGB")
    white = (255, 255, 255)
    # Ten white dots at the left edge are twenty beside the cut; the upper half is red and green in the bleed, too.
    assert [shown.getpixel((x, 30)) for x in (9, 10, 29, 30, 219, 220, 439)] == [
        RED,
        white,
        white,
        RED,
        RED,
        GREEN,
        GREEN,
    ]
    assert [shown.getpixel((100, y)) for y in (0, 119, 120, 239)] == [RED, RED, BLUE, BLUE]


def test_edges_are_turned_over_of_pictures_that_fill_a_face_alone(shelf: Shelf) -> None:
    quarters((400, 200)).save(shelf.root / "card.png")
    card = {"name": "Soup", "art": shelf.root / "card.png"}
    drawn = shelf.items(MIRRORED.replace("bleed: true", "x: 5, y: 0, w: 9, h: 9"), card=card)
    assert [(one.message, one.hint) for one in drawn.findings] == [
        ("fit: mirror fills a face up to the end of its bleed (drawing Soup)", "Write bleed: true.")
    ]


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_photo_fills_its_window(shelf: Shelf, form: str) -> None:
    quarters((400, 200)).save(shelf.root / "soup.img", form)
    (image,), findings = place(shelf, shelf.root / "soup.img")
    assert findings == []
    assert image[:4] == pytest.approx((mm(5), mm(6), 72, 36))
    assert sample(image) == ["R", "G", "B", "B"]
    assert Pictures.open(io.BytesIO(image.data)).format in ("JPEG", "PNG")


@pytest.mark.parametrize(
    ("turn", "stored"),
    [(3, "BBGR"), (6, "GBRB"), (8, "BRBG"), (2, "GRBB")],
)
def test_a_turned_photo_stands_upright(shelf: Shelf, turn: int, stored: str) -> None:
    upright = quarters((600, 300))
    undo = {
        3: Pictures.Transpose.ROTATE_180, 6: Pictures.Transpose.ROTATE_90,
        8: Pictures.Transpose.ROTATE_270, 2: Pictures.Transpose.FLIP_LEFT_RIGHT,
    }[turn]  # fmt: skip
    exif = Pictures.Exif()
    exif[0x0112] = turn
    turned = upright.transpose(undo)
    turned.save(shelf.root / "soup.jpg", exif=exif, quality=95)
    (image,), _ = place(shelf, shelf.root / "soup.jpg")
    assert "".join(sample(image)) == "RGBB"
    assert "".join(sample(Image(0, 0, 1, 1, (shelf.root / "soup.jpg").read_bytes(), turned.size))) == stored


def test_what_sticks_out_is_cropped_and_nothing_is_squeezed(shelf: Shelf) -> None:
    wide = Pictures.new("RGB", (1200, 300), BLUE)
    wide.paste(RED, (300, 0, 600, 300))
    wide.paste(GREEN, (600, 0, 900, 300))
    wide.save(shelf.root / "wide.png")
    (image,), _ = place(shelf, shelf.root / "wide.png")
    assert sample(image) == ["R", "G", "R", "G"]
    assert image.pixels[0] == 2 * image.pixels[1]


def test_a_tall_photo_loses_more_of_its_foot_than_of_its_head(shelf: Shelf) -> None:
    tall = Pictures.new("RGB", (400, 1000), BLUE)
    tall.paste(RED, (0, 0, 400, 420))
    tall.save(shelf.root / "tall.png")
    (image,), _ = place(shelf, shelf.root / "tall.png")
    assert sample(image)[:2] == ["R", "R"]


def test_large_photos_are_made_smaller(shelf: Shelf) -> None:
    quarters((2400, 1200)).save(shelf.root / "large.jpg")
    (image,), findings = place(shelf, shelf.root / "large.jpg")
    assert image.pixels == (300, 150) and findings == []


@pytest.mark.parametrize(("width", "warned"), [(200, False), (199, True), (50, True)])
def test_a_photo_under_200_dpi_is_warned_of(shelf: Shelf, width: int, warned: bool) -> None:
    quarters((width, width)).save(shelf.root / "small.png")
    (image,), findings = place(shelf, shelf.root / "small.png")
    assert image.pixels[0] == width
    assert [f.severity for f in findings] == ["warning"] * warned
    if warned:
        assert findings[0].where == ("cards.yaml", 2, 3) and findings[0].code == "soft-photo"
        assert f"small.png of Soup prints at {width} dpi" in findings[0].message


def test_a_window_in_the_middle_of_a_tall_photo_counts_its_own_dots(shelf: Shelf) -> None:
    quarters((1000, 50)).save(shelf.root / "flat.png")
    _, findings = place(shelf, shelf.root / "flat.png")
    assert "prints at 100 dpi" in findings[0].message


SECOND = quarters((600, 300)).rotate(180)


@pytest.mark.parametrize(
    ("name", "made", "given", "code"),
    [
        ("whole.png", lambda picture: picture.convert("RGBA"), {}, ""),
        ("press.jpg", lambda picture: picture.convert("CMYK"), {}, "turned-colors"),
        ("two.webp", lambda picture: picture, {"save_all": True, "append_images": [SECOND]}, "first-frame"),
        ("tall.png", lambda picture: picture.resize((600, 1300)), {}, "cropped-photo"),
        ("nearly.png", lambda picture: picture.resize((600, 500)), {}, ""),
    ],
)  # fmt: skip
def test_what_is_not_printed_as_it_is_is_told(
    shelf: Shelf, name: str, made: Callable[[Pictures.Image], Pictures.Image], given: dict[str, Any], code: str
) -> None:
    made(quarters((600, 300))).save(shelf.root / name, **given)
    for _ in range(2):
        _, findings = place(shelf, shelf.root / name)
        assert [(f.severity, f.code) for f in findings] == ([("warning", code)] if code else [])
        assert all(f.message.startswith(f"the photo {name} of Soup ") for f in findings)


EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\nshowpage\n%%EOF\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("soup.png", EPS),
        ("soup.png", b""),
        ("soup.jpg", b"\xff\xd8\xff\xe0 broken"),
        ("soup.txt", b"a recipe"),
    ],
)
def test_what_is_no_picture_is_refused(shelf: Shelf, name: str, data: bytes) -> None:
    (shelf.root / name).write_bytes(data)
    images, (finding,) = place(shelf, shelf.root / name)
    assert images == []
    assert (finding.severity, finding.code, finding.where) == ("error", "bad-photo", ("cards.yaml", 2, 3))
    assert finding.message == f"the photo {name} of Soup cannot be used: it is not a readable PNG, JPEG or WebP picture"
    assert finding.exit == Exit.BAD_INPUT


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "EPS"])
def test_other_kinds_of_pictures_are_not_even_tried(shelf: Shelf, form: str) -> None:
    # Some of them would start another program on the file's word.
    quarters((400, 200)).save(shelf.root / "soup.png", form)
    images, (finding,) = place(shelf, shelf.root / "soup.png")
    assert images == [] and finding.code == "bad-photo"


def test_a_broken_picture_is_refused(shelf: Shelf) -> None:
    buffer = io.BytesIO()
    quarters((400, 200)).save(buffer, "PNG")
    (shelf.root / "cut.png").write_bytes(buffer.getvalue()[:300])
    images, (finding,) = place(shelf, shelf.root / "cut.png")
    assert images == [] and finding.code == "bad-photo"


def test_a_picture_that_would_fill_the_memory_is_refused(shelf: Shelf) -> None:
    header = bytes.fromhex("89504e470d0a1a0a0000000d49484452") + (20_000).to_bytes(4) * 2 + bytes.fromhex("0802000000")
    header += zlib.crc32(header[12:]).to_bytes(4)
    (shelf.root / "bomb.png").write_bytes(header + bytes.fromhex("0000000049454e44ae426082"))
    images, (finding,) = place(shelf, shelf.root / "bomb.png")
    assert images == [] and finding.code == "bad-photo"


def printed(image: Image, ground: str = "#00FF00") -> Pictures.Image:
    """An image as a PDF reader shows it on a ground, a dot for each of its own."""
    turned = Place(Group((image,)), translate(-image.x, -image.y))
    page = Page(Drawing(image.w, image.h, (Rect(0, 0, image.w, image.h, ground), turned)))
    (shown,) = render_pages(write_pdf([page]), round(image.pixels[0] / image.w * 72))
    return shown


def noise(size: tuple[int, int], mode: str = "RGB") -> Pictures.Image:
    """A picture of so many colours that it must be a photo."""
    bands = [Pictures.effect_noise(size, 60 + 20 * n) for n in range(len(mode))]
    return Pictures.merge(mode, bands)


@pytest.mark.parametrize("photo", [True, False])
def test_what_shows_through_shows_the_ground(shelf: Shelf, photo: bool) -> None:
    clear = noise((400, 200)) if photo else Pictures.new("RGB", (400, 200), (255, 0, 0))
    alpha = Pictures.new("L", (400, 200), 0)
    alpha.paste(255, (0, 0, 200, 200))
    alpha.paste(128, (200, 0, 300, 200))
    clear.putalpha(alpha)
    clear.save(shelf.root / "clear.png")
    (image,), findings = place(shelf, shelf.root / "clear.png")
    assert findings == [] and image.mask and image.data.startswith(b"\x89PNG") != photo
    shown = printed(image)
    right = shown.getpixel((shown.width * 7 // 8, shown.height // 2))
    assert right == (0, 255, 0)
    if not photo:
        assert shown.getpixel((shown.width // 4, 50)) == (255, 0, 0)
        assert shown.getpixel((shown.width * 5 // 8, 50)) == pytest.approx((128, 127, 0), abs=2)


@pytest.mark.slow
def test_line_art_loses_nothing_and_photos_are_jpegs(shelf: Shelf) -> None:
    art = Pictures.new("RGB", (600, 300), "white")
    ImageDraw.Draw(art).ellipse((100, 50, 300, 250), "#C03030", "#101010", 7)
    art.save(shelf.root / "art.png")
    (image,), _ = place(shelf, shelf.root / "art.png")
    assert Pictures.open(io.BytesIO(image.data)).mode == "P" and len(image.data) < 3000
    shown = printed(image)
    assert ImageChops.difference(shown, art).getbbox() is None
    noise((600, 300)).save(shelf.root / "photo.png")
    (image,), _ = place(shelf, shelf.root / "photo.png")
    assert Pictures.open(io.BytesIO(image.data)).format == "JPEG"


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "LA"])
def test_every_kind_of_png_prints_in_its_colours(shelf: Shelf, mode: str) -> None:
    art = Pictures.new("L", (600, 300), 255)
    ImageDraw.Draw(art).rectangle((0, 0, 299, 299), 0)
    art.convert(mode).save(shelf.root / "art.png")
    (image,), findings = place(shelf, shelf.root / "art.png")
    assert findings == [] and not image.mask
    assert ImageChops.difference(printed(image), art.convert("RGB")).getbbox() is None


@pytest.mark.parametrize(
    ("settings", "box", "quarters_seen"),
    [
        ("fit: contain", (7.5, 5, 5, 10), "RGBB"),
        ("fit: contain, align: left", (5, 5, 5, 10), "RGBB"),
        ("fit: contain, align: bottom right", (10, 5, 5, 10), "RGBB"),
        ("fit: stretch", (5, 5, 10, 10), "RGBB"),
        ("align: top", (5, 5, 10, 10), "RGRG"),
        ("align: bottom", (5, 5, 10, 10), "BBBB"),
    ],
)
def test_a_picture_fits_its_box_as_it_is_told(
    shelf: Shelf, settings: str, box: tuple[float, ...], quarters_seen: str
) -> None:
    quarters((400, 800)).save(shelf.root / "tall.png")
    image = shelf.items(f"image: {{x: 5, y: 5, w: 10, h: 10, file: tall.png, {settings}}}").one(Image)
    assert image[:4] == pytest.approx(tuple(map(mm, box)))
    assert "".join(sample(image)) == quarters_seen


def test_a_picture_is_turned_and_clipped(shelf: Shelf) -> None:
    quarters((400, 400)).save(shelf.root / "square.png")
    for clip, bound in (
        ("circle", (5, 7, 10, 10)), ("{radius: 2}", (5, 5, 10, 14)), ("{path: M0 0 L4 0 L4 4 Z}", (5, 5, 4, 4)),
        ("[6, 6, 3, 3]", (6, 6, 3, 3)), ("{circle: [9, 9, 2]}", (7, 7, 4, 4)),
        ("{box: [6, 6, 5, 5], radius: 9}", (6, 6, 5, 5)),
    ):  # fmt: skip
        text = f"items:\n  - image: {{x: 5, y: 5, w: 10, h: 14, file: square.png, clip: {clip}}}\n"
        drawn = shelf.draw(text, name=f"clipped-{len(clip)}")
        (outline,) = (group.clip for group in groups(drawn.items) if group.clip)
        assert bounds(outline) == pytest.approx(tuple(map(mm, bound))), clip
    (_, matrix), *_ = shelf.items("image: {x: 5, y: 5, w: 10, h: 14, file: square.png, rotate: 90}").flat()
    assert apply(matrix, mm(10), mm(12)) == pytest.approx((mm(10), mm(12)))
    assert apply(matrix, mm(5), mm(5)) == pytest.approx((mm(17), mm(7)))


def test_a_photo_comes_before_the_look(shelf: Shelf) -> None:
    quarters((400, 200)).save(shelf.root / "soup.png")
    card = {"art": shelf.root / "soup.png", "look": {"head": "head", "scene": "field"}}
    drawn = shelf.items(IMAGE, card=card)
    assert len(drawn.flat()) == len(drawn.all(Image)) == 1


def test_a_photo_named_by_the_template_lies_beside_the_faces(shelf: Shelf) -> None:
    quarters((400, 200)).save(shelf.root / "logo.png")
    image = shelf.items("image: {w: 10, h: 10, file: logo.png}").one(Image)
    assert image.w == pytest.approx(mm(10))
    (finding,) = shelf.draw("items:\n  - image: {w: 10, h: 10, file: lgo.png}\n", name="other").told()
    assert finding.startswith("other.yaml:4:33 there is no file 'lgo.png'")


def png(width: int, height: int, depth: int, color: int, row: bytes, *chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG whose rows are all alike."""
    head = width.to_bytes(4) + height.to_bytes(4) + bytes([depth, color, 0, 0, 0])
    parts = ((b"IHDR", head), *chunks, (b"IDAT", zlib.compress((b"\0" + row) * height)), (b"IEND", b""))
    told = (len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(told)


SOUND = {
    "16 bits of grey": (png(400, 200, 16, 0, b"\x80\x00" * 400), (128, 128, 128)),
    "16 bits of grey with alpha": (png(400, 200, 16, 4, b"\x00\x00\x40\x00" * 400), (191, 191, 191)),
    "16 bits of colour": (png(400, 200, 16, 2, b"\x40\x00\x80\x00\xc0\x00" * 400), (64, 128, 192)),
    "16 bits of colour with alpha": (png(400, 200, 16, 6, b"\xff\xff\0\0\0\0\x80\x00" * 400), (255, 127, 127)),
    "a palette that shows through": (
        png(400, 200, 8, 3, b"\1" * 400, (b"PLTE", bytes(6)), (b"tRNS", b"\xff\x40")), (191, 191, 191)
    ),
    "spoiled EXIF": (
        png(400, 200, 8, 2, b"\x10\x80\xf0" * 400, (b"eXIf", b"II*\0\x08\0\0\0\xff\xff" + b"\x12" * 99)), (16, 128, 240)
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SOUND)
def test_what_cameras_and_programs_save_prints_in_its_colours(shelf: Shelf, what: str) -> None:
    data, color = SOUND[what]
    (shelf.root / "soup.png").write_bytes(data)
    (image,), findings = place(shelf, shelf.root / "soup.png")
    assert findings == []
    middle = printed(image, "#FFFFFF").getpixel((150, 75))
    assert middle == pytest.approx(color, abs=2)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (png(400, 200, 16, 0, b"\x80\x00" * 400, (b"tRNS", b"\x80\x00")), "16 bits a dot"),
        (png(400, 200, 16, 2, b"\x80\x00" * 1200, (b"tRNS", b"\x80\x00" * 3)), "16 bits a dot"),
        (png(60_000, 60_000, 8, 2, b""), "more than 80 million pixels"),
        (png(6_000, 6_000, 8, 6, b""), "30 million that may show through"),
        (png(400, 200, 8, 3, b"\0" * 400), "not a readable"),
    ],
)
def test_what_cannot_print_as_it_looks_is_told_of(shelf: Shelf, data: bytes, said: str) -> None:
    (shelf.root / "soup.png").write_bytes(data)
    images, (finding,) = place(shelf, shelf.root / "soup.png")
    assert images == [] and finding.code == "bad-photo" and said in finding.message


@pytest.mark.slow
def test_a_profile_that_swells_is_told_of(shelf: Shelf) -> None:
    swollen = zlib.compress(b"\0" * 80_000_000)
    (shelf.root / "soup.png").write_bytes(png(400, 200, 8, 2, b"\0" * 1200, (b"iCCP", b"x\0\0" + swollen)))
    images, (finding,) = place(shelf, shelf.root / "soup.png")
    assert images == [] and finding.code == "bad-photo" and "not a readable" in finding.message


def test_nothing_but_the_picture_is_printed(shelf: Shelf) -> None:
    quarters((400, 200)).save(shelf.root / "soup.jpg", comment=b"where I live")
    (image,), _ = place(shelf, shelf.root / "soup.jpg")
    assert b"where I live" not in image.data


def test_a_picture_is_read_once_however_often_it_is_printed(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    quarters((400, 200)).save(shelf.root / "soup.png")
    read, counted = shelf.library.load, list[Path]()
    monkeypatch.setattr(shelf.library, "load", lambda path, kind: (counted.append(path), read(path, kind))[1])
    first, second = (place(shelf, shelf.root / "soup.png")[0] for _ in range(2))
    assert first[0].data is second[0].data and counted.count(shelf.root / "soup.png") == 1


@pytest.mark.parametrize(("grown", "codes"), [(0.5, []), (1.0, []), (1.26, ["soft-photo"])])
def test_a_photo_that_is_printed_larger_is_softer(grown: float, codes: list[str]) -> None:
    assert [one.code for one in Photo(dpi=250).findings("the photo", Where("a.yaml", 1, 1), grown)] == codes


def test_a_picture_that_somebody_gives_is_kept_upright_without_what_the_camera_noted() -> None:
    exif = Pictures.Exif()
    exif[0x0112] = 6
    stored = io.BytesIO()
    quarters((2500, 1250)).save(stored, "JPEG", exif=exif, comment=b"where I live")
    kept, ending = clean_photo(stored.getvalue())
    picture = Pictures.open(io.BytesIO(kept))
    assert (ending, picture.format, picture.size) == (".jpg", "JPEG", (1200, 2400))
    assert not picture.getexif() and b"where I live" not in kept
    clear = io.BytesIO()
    quarters((2400, 9)).convert("RGBA").save(clear, "PNG")
    kept, ending = clean_photo(clear.getvalue())
    assert (ending, Pictures.open(io.BytesIO(kept)).size) == (".png", (2400, 9))
    with pytest.raises(UsageError, match="this picture cannot be used: it is not a readable PNG, JPEG or WebP picture"):
        clean_photo(EPS)


@pytest.mark.parametrize(("mode", "form", "plain"), [("RGB", "PNG", True), ("L", "JPEG", True), ("P", "PNG", False)])
def test_a_file_that_is_just_the_dots_of_its_picture_is_plain(mode: str, form: str, plain: bool) -> None:
    stored = io.BytesIO()
    quarters((40, 20)).convert(mode).save(stored, form)
    opened = open_picture(stored.getvalue())
    assert (opened.picture.size, opened.odd, opened.lossy, opened.plain) == ((40, 20), [], form == "JPEG", plain)
    with pytest.raises(AccessError, match="more than 80 million pixels"):
        open_picture(png(60_000, 60_000, 8, 2, b""))


@pytest.mark.parametrize(
    ("window", "shown", "box"),
    [
        (Window(100, 50), (0, 0, 200, 100), (0, 0, 100, 50)),
        (Window(50, 50), (50, 0, 100, 100), (0, 0, 50, 50)),
        (Window(50, 50, "cover", 0.0, 1.0), (0, 0, 100, 100), (0, 0, 50, 50)),
        (Window(100, 25), (0, 20, 200, 50), (0, 0, 100, 25)),
        (Window(100, 100, "contain", 0.5, 1.0), (0, 0, 200, 100), (0, 50, 100, 50)),
        (Window(50, 50, "stretch"), (0, 0, 200, 100), (0, 0, 50, 50)),
        (Window(120, 70, "cover", rim=10), (0, 0, 200, 100), (10, 10, 100, 50)),
    ],
)
def test_what_a_window_shows_of_a_picture_of_200_by_100_dots(
    window: Window, shown: tuple[float, ...], box: tuple[float, ...]
) -> None:
    assert [tuple(one) for one in window.places(200, 100)] == [pytest.approx(shown), pytest.approx(box)]


@pytest.mark.parametrize("mode", ["LA", "RGBA"])
@pytest.mark.parametrize(("alpha", "masked"), [((255, 255), False), ((0, 255), True), ((0, 0), True), ((9, 9), True)])
def test_a_photo_is_kept_with_a_mask_where_not_all_of_it_shows(mode: str, alpha: tuple[int, int], masked: bool) -> None:
    picture = Pictures.new(mode, (64, 32), 200 if mode == "LA" else (200, 200, 200))
    for side, level in enumerate(alpha):
        picture.paste((40, level) if mode == "LA" else (40, 40, 40, level), (32 * side, 0, 32 * side + 32, 32))
    data, mask_data = encode_photo(picture)
    photo = Pictures.open(io.BytesIO(data))
    assert (photo.format, photo.mode, bool(mask_data)) == ("JPEG", mode[:-1], masked)
    if masked:
        mask = Pictures.open(io.BytesIO(mask_data))
        assert (mask.format, mask.getpixel((0, 0)), mask.getpixel((63, 31))) == ("PNG", *alpha)
    assert encode_photo(picture, lines=True)[0].startswith(b"\x89PNG")


def test_dots_that_do_not_show_have_the_colour_of_those_beside_them() -> None:
    picture = Pictures.new("RGBA", (64, 32), (0, 255, 0, 0))
    picture.paste((255, 0, 0, 255), (32, 0, 64, 32))
    shown = Pictures.open(io.BytesIO(encode_photo(picture)[0])).convert("RGB")
    red, green, _ = shown.getpixel((28, 16))  # type: ignore[misc]
    assert red > 200 > 60 > green
