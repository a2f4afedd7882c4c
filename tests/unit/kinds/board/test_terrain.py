"""Map spaces: every terrain can be told by name, icon and pattern, no two are stamped, and mistakes name their line."""

import io
from itertools import pairwise
from pathlib import Path as File

import pytest
from drawn import groups, told
from go_joe import SPACE
from PIL import Image as Pictures

from printgen.base.folders import templates_folder
from printgen.base.units import IDENTITY, Box, Matrix, apply, mm, to_mm, translate
from printgen.drawing.extent import walk, walk_kind
from printgen.drawing.model import Drawing, Group, Path, Place, Text
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import contrast, luminance
from printgen.faces.library import Library
from printgen.kinds.board.square_art import BLEED, space
from printgen.kinds.board.terrain import Terrains
from printgen.writers import WRITERS
from printgen.writers.page import Info, Page

TERRAINS = ["jungle", "swamp", "sea", "desert", "mountain", "forest", "urban", "arctic"]
BASES = ["joe-base", "cobra-base"]
MINI = (mm(21), mm(27.8))


@pytest.fixture(scope="module")
def art() -> Terrains:
    return Terrains(Library((templates_folder(),)))


def texts(drawing: Drawing) -> dict[str, float]:
    """What is written, with its size in points on paper."""
    return {text.text: text.size * matrix[3] for text, matrix in walk_kind(drawing, Text)}


@pytest.mark.parametrize("terrain", TERRAINS + BASES)
def test_a_space_has_its_size_name_and_coordinate(art: Terrains, terrain: str) -> None:
    drawn = space(art[terrain], SPACE, 1, "G5")
    assert (to_mm(drawn.width), to_mm(drawn.height)) == pytest.approx((74, 98))
    written = texts(drawn)
    assert art[terrain].title in written and "G5" in written
    assert min(written.values()) >= 6


@pytest.mark.parametrize("terrain", TERRAINS + BASES)
def test_a_small_space_has_its_name_and_coordinate(art: Terrains, terrain: str) -> None:
    written = texts(space(art[terrain], MINI, 1, "H8", mini=True))
    assert set(written) == {art[terrain].file.brief or art[terrain].title, "H8"}
    assert min(written.values()) >= 6


@pytest.mark.parametrize("terrain", TERRAINS + BASES)
def test_nothing_is_drawn_beyond_the_space(art: Terrains, terrain: str) -> None:
    (item,) = space(art[terrain], SPACE, 1, "A1").items
    assert isinstance(item, Place) and item.group.clip is not None
    corners = {tuple(round(to_mm(v), 3) for v in apply(item.matrix, *s[1:])) for s in item.group.clip if len(s) > 1}
    assert corners == {(0, 0), (74, 0), (74, 98), (0, 98)}


@pytest.mark.parametrize("terrain", TERRAINS)
def test_seeds_vary_a_space_and_repeat_it(art: Terrains, terrain: str) -> None:
    spaces = [space(art[terrain], SPACE, seed, "A1") for seed in range(8)]
    assert len({hash(space) for space in spaces}) == 8
    fresh = Terrains(Library((templates_folder(),)))
    assert space(fresh[terrain], SPACE, 3, "A1") == spaces[3]


def test_spaces_share_their_symbols(art: Terrains) -> None:
    one, two = (set(map(id, groups(space(art["jungle"], SPACE, seed, "A1").items))) for seed in (1, 2))
    # Palms, bushes and ferns in their variants, the band, the dots.
    assert len(one & two) >= 10


def test_terrains_are_told_apart_without_colour(art: Terrains) -> None:
    looks = [art[name] for name in TERRAINS]
    assert len({look.file.icon for look in looks}) == len({look.file.pattern for look in looks}) == len(TERRAINS)


@pytest.mark.parametrize("terrain", TERRAINS + BASES)
def test_words_read_on_their_ground(art: Terrains, terrain: str) -> None:
    look = art[terrain]
    assert contrast(look.white, look.color("deep")) >= 4.5
    assert contrast(look.color("lit"), look.color("deep")) >= 4.5


def test_grounds_spend_little_ink(art: Terrains) -> None:
    assert min(luminance(art[name].color("ground")) for name in TERRAINS) > 0.45


def test_dots_show_where_a_card_lies(art: Terrains) -> None:
    def dots(space: Drawing) -> list[tuple[float, float]]:
        return [
            (round(to_mm(x), 2), round(to_mm(y), 2))
            for item, matrix in walk(space.items)
            if isinstance(item, Path) and item.stroke and item.stroke.color == "#FFFFFF" and item.stroke.width == 0.6
            for x, y in (apply(matrix, *segment[1:]) for segment in item.outline)
        ]

    found = dots(space(art["sea"], SPACE, 1, "A1", card=(mm(63.5), mm(88.9))))
    across, down = [x for x, _ in found], [y for _, y in found]
    assert max(across) - min(across) == pytest.approx(63.5, abs=0.05)
    assert max(down) - min(down) == pytest.approx(88.9, abs=0.05)
    assert dots(space(art["sea"], SPACE, 1, "A1")) == []
    assert dots(space(art["sea"], (mm(50), mm(60)), 1, "A1", card=(mm(63.5), mm(88.9)))) == []


def test_what_stands_is_drawn_from_far_to_near(art: Terrains) -> None:
    (whole,) = space(art["mountain"], SPACE, 4, "A1").items
    assert isinstance(whole, Place)
    motif = next(item for item in whole.group.items if isinstance(item, Place))
    (drawn,) = motif.group.items
    assert isinstance(drawn, Place)
    feet = [foot(item.matrix) for item in drawn.group.items if isinstance(item, Place) and item.matrix != IDENTITY]
    peaks = feet[-20:]
    assert all(upper <= lower + 0.01 for upper, lower in pairwise(peaks))


def foot(matrix: Matrix) -> float:
    return apply(matrix, 50, 100)[1]


GOOD = """\
title: MEADOW
icon: leaf
pattern: {d: "M-.5,0 L.5,0", width: 0.3}
colors: {ground: "#D0E0B0", line: "#B0C090", mid: "#80A060", lit: "#A0C080", deep: "#203010"}
layers:
  - contours: {color: line}
  - scatter: {symbols: {daisy: 1}, size: [4, 6], apart: 9}
"""


def meadow(folder: File, text: str) -> Terrains:
    """A shelf with one terrain of a test, one icon and one symbol."""
    for name, content in {
        "terrain/meadow.yaml": text,
        "palettes/dossier.yaml": 'ink: "#15171A"\nolive: "#5A6338"\nwhite: "#FFFFFF"\n',
        "icons.yaml": 'leaf: "M0 0 L24 0 L24 24 Z"\n',
        "art/parts/field.yaml": "map-daisy: {slot: piece, layers: [{circle: [50, 50, 50], fill: lit}]}\n",
        "art/tones.yaml": 'skins: {light: ["#E0B080", "#A07040"]}\nhairs: {brown: "#3A2A1C"}\n',
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return Terrains(Library((folder,)))


def test_a_layer_may_keep_off_small_spaces(tmp_path: File) -> None:
    hidden = (
        GOOD.replace("apart: 9}", "apart: 9, mini: false}") + "  - put: {plan: [[daisy, 37, 50, 9]], mini: false}\n"
    )
    terrain = meadow(tmp_path, hidden)["meadow"]
    painted = terrain.symbols["daisy"][0]
    assert painted in set(groups(space(terrain, SPACE, 1, "A1").items))
    assert painted not in set(groups(space(terrain, MINI, 1, "A1", mini=True).items))


def test_a_game_brings_its_own_terrain(tmp_path: File) -> None:
    assert "MEADOW" in texts(space(meadow(tmp_path, GOOD)["meadow"], SPACE, 1, "B2"))


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("icon: leaf", "icon: laef", "meadow.yaml:2:7 there is no icon 'laef' | Did you mean 'leaf'?"),
        ("title", "tittle", "meadow.yaml:1:1 unknown key \"tittle\" | Did you mean 'title'?"),
        (
            "contours:",
            "contour:",
            "meadow.yaml:6:5 item 1 of layers: there is no kind of layer \"contour\" | Did you mean 'contours'?",
        ),
        (
            "{color: line}",
            "{color: line, colour: line}",
            'meadow.yaml:6:29 unknown key "colour" | Did you mean',
        ),
        ("{color: line}", "{color: pinkk}", "meadow.yaml:6:23 color: 'pinkk' is not a colour here"),
        ("daisy", "dasy", "meadow.yaml:7:14 there is no map symbol 'dasy' | Did you mean 'daisy'?"),
        ("size: [4, 6]", "size: [6, 4]", "meadow.yaml:7:42 size: 6 is above 4 | Write the smaller number first."),
        (
            "size: [4, 6]",
            "size: [4]",
            "meadow.yaml:7:42 size: should be two numbers, such as [9, 14] | Write the smaller",
        ),
        ("size: [4, 6], ", "", 'meadow.yaml:7:14 the key "size" is missing'),
        ("apart: 9", "apart: -9", "meadow.yaml:7:57 apart is -9; it must be at most 1000 and above 0"),
        (', deep: "#203010"', "", "meadow.yaml:4:1 the colour 'deep' is missing"),
        ('"#A0C080"', '"A0C080"', "meadow.yaml:4:67 "),
        ('d: "M-.5,0', 'd: "Q-.5,0', "meadow.yaml:3:14 d: "),
        ("title: MEADOW", "title: 草地", "meadow.yaml:1:8 the font of the title lacks '草地'"),
        (
            "  - contours: {color: line}",
            "  - {}",
            "meadow.yaml:6:5 item 1 of layers: a layer is one kind with its value",
        ),
    ],
)
def test_a_mistake_is_told_at_its_place(tmp_path: File, old: str, new: str, finding: str) -> None:
    with pytest.raises(TemplateProblem) as caught:
        meadow(tmp_path, GOOD.replace(old, new))["meadow"]
    assert any(line.startswith(finding) for line in told(caught.value.findings)), told(caught.value.findings)


def test_a_terrain_without_a_file_is_named(art: Terrains) -> None:
    with pytest.raises(ValueError, match=r"no terrain 'jungel'.*'jungle'"):
        art["jungel"]


@pytest.mark.parametrize("terrain", [*TERRAINS, *BASES])
def test_a_tile_goes_on_beyond_its_edges_as_it_is_inside(art: Terrains, terrain: str) -> None:
    plain, bleeding = (space(art[terrain], SPACE, 1, "G5", bleed=bleed) for bleed in (0.0, mm(BLEED)))
    around = Box(0, 0, *SPACE).grown(mm(BLEED))
    page = Drawing(around.w, around.h, (Place(Group(bleeding.items), translate(mm(BLEED), mm(BLEED))),))
    (picture,) = WRITERS["png"]([Page(page)], Info(), 100, False)
    (inside,) = WRITERS["png"]([Page(plain)], Info(), 100, False)
    image, inner = (Pictures.open(io.BytesIO(data)).convert("RGB") for data in (picture, inside))
    # Paper shows nowhere: neither in the corners nor along the edges.
    edge = [(x, y) for x in range(2, image.width - 2, 7) for y in (2, image.height - 3)]
    edge += [(x, y) for y in range(2, image.height - 2, 7) for x in (2, image.width - 3)]
    bare = [spot for spot in edge if image.getpixel(spot) == (255, 255, 255)]
    assert len(bare) < len(edge) / 4
    assert image.getpixel((2, 2)) == image.getpixel((6, 6))
    # What is cut out is the space as the poster shows it, but for the line around it.
    at = round(BLEED * 100 / 25.4)
    cut = image.crop((at, at, at + inner.width, at + inner.height)).resize((60, 80))
    pairs = zip(cut.crop((2, 2, 58, 78)).tobytes(), inner.resize((60, 80)).crop((2, 2, 58, 78)).tobytes(), strict=True)
    assert sum(abs(a - b) for a, b in pairs) / (56 * 76 * 3) < 12
