"""Modules of VASSAL, read by VASSAL's own rules: pictures, numbers, pieces, decks, grids and odd names."""

import io
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from kitchen import SAMPLE, Kitchen
from PIL import Image
from vassal_reading import KNOWN, Module, middle, split, told, traits
from whole import one_kit

from printgen.drawing.pieces import Cell, Spaces
from printgen.errors import Exit, PrintgenError, UsageError
from printgen.exports import export, look_over
from printgen.exports.vassal.coding import distinct, label, plain, sequence
from printgen.exports.vassal.grids import grid_of, in_pixels
from printgen.exports.vassal.places import Wanted, laid
from printgen.library import load

SAMPLES = SAMPLE.parent


def module(target: str, out: Path, **options: object) -> Module:
    done = export("vassal", target, out, options={"scale": 20, "boards": 1, **options})
    (path,) = done.files
    assert path.suffix == ".vmod"
    return Module.read(path)


def sound(made: Module) -> None:
    """What holds for every module."""
    for one in made.root.iter():
        assert {*one.attrib} <= {*KNOWN[one.tag].split()}, one.tag
        assert "Slot" in one.tag or one.tag in ("setup", "entry") or not one.text, one.tag
    held = {name.removeprefix("images/") for name in made.files if name.startswith("images/")}
    assert made.pictures == held
    numbers = [int(slot.get("gpid", "")) for slot in made.slots]
    assert sorted(numbers) == [*range(len(numbers))]
    assert made.root.get("nextPieceSlotId") == str(len(numbers))
    for slot in made.slots:
        *_, (word, fields, state) = traits(slot.text or "")
        assert (word, fields[3], state) == ("piece", slot.get("entryName"), f"null;0;0;{slot.get('gpid')};0")
    for sort in ("Board", "DrawPile", "SetupStack"):
        assert max(Counter(one.get("name") for one in made.all(sort)).values(), default=1) == 1
    piles = {pile.get("name") for pile in made.all("DrawPile")}
    assert {pile.get("reshuffleTarget") for pile in made.all("DrawPile")} - {None} <= piles
    assert all(name in made.files for one in made.all("HelpFile") if (name := one.get("fileName", "")))
    data = fromstring(made.files["moduledata"])
    assert [one.tag for one in data] == [
        "version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name",
    ]  # fmt: skip
    assert data.findtext("name") == made.root.get("name")


def test_a_hex_wargame_has_its_map_its_counters_and_both_sides(tmp_path: Path) -> None:
    made = module(str(SAMPLES / "wargame"), tmp_path)
    sound(made)
    assert [one.text for one in made.all("entry")] == ["North", "South"]
    board, track = made.all("Board")
    (grid,) = board
    size = Image.open(io.BytesIO(made.files[f"images/{board.get('image')}"])).size
    (piece,) = load(str(SAMPLES / "wargame"))["map"].compose().pieces
    assert piece.spaces
    for cell in piece.spaces.cells:
        x, y = cell.x * 20 / 72, cell.y * 20 / 72
        # Pointy hexes lie sideways: what VASSAL calls columns are the rows.
        near = middle(grid, cell.row, cell.column)
        assert near == pytest.approx((x, y), abs=2)
        assert told(grid, round(x), round(y), size) == cell.name
    assert [region.get("name") for region in track[0]][:3] == ["1", "2", "3"]
    foot = next(slot for slot in made.slots if slot.get("entryName") == "1st Foot")
    delete, layer, mark, basic = traits(foot.text or "")
    assert delete[:2] == ("delete", ["Delete", "68,130", ""])
    assert len(layer[1]) == 33 and layer[2] == "1"
    front, back = split(layer[1][15], ",")
    assert front != back and basic[1] == ["", "", "", "1st Foot"]
    assert dict(zip(mark[1], split(mark[2], ","), strict=True))["Side"] == "North"
    # North's stacks lie left of the map, South's right of it.
    lying = {stack.get("name", ""): int(stack.get("x", "")) for stack in made.all("SetupStack")}
    assert lying["Countersheet: 1st Foot"] < 0 and lying["Countersheet: 7th Line"] > size[0]
    edge = int(next(one for one in made.all("Map")).get("edgeWidth", ""))
    assert all(-edge < x < size[0] + edge for x in lying.values())


def begun(made: Module) -> dict[str, tuple[float, float]]:
    """Where things lie as a game begins, by their names."""
    return {one.get("name", ""): (int(one.get("x", "")), int(one.get("y", ""))) for one in made.all("SetupStack")}


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["Cobra,Joe", pytest.param("", marks=pytest.mark.nightly)])
def test_teams_begin_in_their_base_and_next_to_it(sides: str, tmp_path: Path) -> None:
    made = module("go-joe", tmp_path, boards=2, sides=sides)
    (grid,) = made.all("Board")[0]
    lying = begun(made)
    first = [lying[f"Team counters: Joe team {n}"] for n in range(1, 6)]
    other = [lying[f"Team counters: Cobra team {n}"] for n in range(1, 5)]
    assert first[:4] == [pytest.approx(middle(grid, *at), abs=1) for at in ((0, 0), (1, 0), (0, 1), (1, 1))]
    assert other == [pytest.approx(middle(grid, *at), abs=1) for at in ((7, 7), (7, 6), (6, 7), (6, 6))]
    # Spare teams lie beside the board.
    assert not 0 <= first[4][0] <= middle(grid, 7, 0)[0]


@pytest.mark.slow
def test_figures_begin_in_their_start_zones(tmp_path: Path) -> None:
    made = module("micro-forces", tmp_path)
    (grid,) = made.all("Board")[0]
    (piece,) = load("micro-forces")["board-poster"].compose().pieces
    assert piece.spaces and [len(zone) for zone in piece.spaces.starts] == [5, 5]
    cells = {cell.name: middle(grid, cell.column, cell.row) for cell in piece.spaces.cells}
    lying = begun(made)
    for side, zone in zip(("Joe", "Cobra"), piece.spaces.starts, strict=True):
        found = [lying[f"Faction tokens: {side} {n}"] for n in range(1, 6)]
        assert found == [pytest.approx(cells[name], abs=1) for name in zone]


def test_without_a_board_each_side_begins_at_its_edge_of_the_table(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game", SAMPLES / "wargame")
    kitchen.edit("game.yaml", "title: Countersheet", "title: Countersheet\n    begins: 1")
    made = module(f"{kitchen.folder}/counters", tmp_path / "out", table="30x20in")
    sound(made)
    lying = {name: at for name, at in begun(made).items() if 0 <= at[0] <= 600}
    # Counters are 16 mm wide: 13 pixels at 20 an inch.
    assert lying == {"Countersheet: 1st Foot": (6, 200), "Countersheet: 7th Line": (594, 200)}


ODD = 'Tom & "Jerry" <b>\\'
OTHER = "a;b/c,d $5 Ünïcödé"
NAMES = [ODD, "'quoted'", "a;b/c,d", "Ünïcödé אבג", "x" * 60, "{now} $pay$"]


def test_cards_with_odd_names_are_a_shuffled_deck_with_hands_and_discards(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    kitchen.edit("game.yaml", "title: Kitchen Heroes", "title: 'Tom & <b> é \\'")
    kitchen.edit("heroes.yaml", "name: Pea Soup", f"name: '{ODD}'", "name: Sunday Roast", f"name: {OTHER}")
    made = module(str(kitchen.folder), tmp_path / "out", sides="Tom & Ann,{אבג}")
    sound(made)
    assert [one.text for one in made.all("entry")] == ["Tom & Ann", "אבג"]
    assert made.root.get("name") == "Tom & <b> é /"
    assert "<h1>Tom &amp; &lt;b&gt; é /</h1>" in made.files["help/begin.html"].decode()
    deck, discards = made.all("DrawPile")
    assert (deck.get("faceDown"), deck.get("shuffle")) == ("Always", "Always")
    assert (discards.get("reshuffleTarget"), discards.get("faceDown")) == (deck.get("name"), "Never")
    assert [slot.get("entryName") for slot in deck] == [
        "Crème Brûlée", 'Tom & "Jerry" <b>/', 'Tom & "Jerry" <b>/', OTHER,
    ]  # fmt: skip
    sent, gone, mask, mark, _ = traits(deck[0].text or "")
    assert (sent[0], sent[1][-1]) == ("return", discards.get("name"))
    assert gone[0] == "delete" and mark[0] == "mark"
    assert (mask[0], mask[1][3], mask[1][5], mask[2]) == ("obs", "2", "player:", "null;")
    hands = made.all("PlayerHand")
    assert [hand.get("side") for hand in hands] == ["Tom & Ann", "אבג"]
    # One board, which is chosen already: no game begins with a question for the board of a hand.
    for hand in hands:
        (board,) = (one for one in hand.iter() if one.tag.endswith(".Board"))
        (setup,) = (one.text for one in hand.iter("setup"))
        assert split(setup or "", "\t") == [f"{hand.get('mapName')}BoardPicker", board.get("name"), "0", "0"]


@pytest.mark.parametrize("name", NAMES)
def test_words_of_people_come_back_as_they_went(name: str) -> None:
    words = [plain(name), "", "'", plain(name)]
    for letter in ";,/\t":
        assert split(sequence(words, letter), letter) == words
    assert plain("tab\there\nand\x00there\\") == "tab here and there/"
    assert label("$a$ {b}") == "a b" and label("$") == "?"
    assert distinct(["a", "a", "b", "a"], {"b"}) == ["a", "a 2", "b 2", "a 3"]


def _cells(rows: int, columns: int, shape: str, name: str) -> Spaces:
    """A board of spaces of 40 points, three rows of which are missing their first space."""
    across, down = {"square": (40.0, 30.0), "flat": (40.0, 34.6), "pointy": (34.6, 40.0)}[shape]
    cells = []
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * across, (row + 0.5) * down
            if shape == "flat":
                x, y = column * 30 + 20, y + (17.3 if column % 2 else 0)
            elif shape == "pointy":
                x, y = x + (17.3 if row % 2 else 0), row * 30 + 20
            letter = chr(65 + column % 26) * (column // 26 + 1)
            said = name.format(letter=letter, row=row + 1, column=column + 1, up=rows - row, wrong=7 * row + column)
            cells.append(Cell(said, row, column, x, y))
    return Spaces(shape, across, down, tuple(cells[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", ["square", "flat", "pointy"])
@pytest.mark.parametrize("name", ["{letter}{row}", "{column:02}{row:02}", "{row}-{column}", "{row}{letter}"])
def test_grids_have_every_space_where_it_is_and_call_it_what_it_is_called(shape: str, name: str) -> None:
    spaces = in_pixels(_cells(9, 30, shape, name), -5, 3, 1.39)
    size = round(30 * spaces.across), round(9 * spaces.down)
    grid = grid_of(spaces, size)
    assert grid.tag.endswith("SquareGrid" if shape == "square" else "HexGrid")
    for cell in spaces.cells:
        at = (cell.row, cell.column) if shape == "pointy" else (cell.column, cell.row)
        assert middle(grid, *at) == pytest.approx((cell.x, cell.y), abs=2)
        assert told(grid, round(cell.x), round(cell.y), size) == cell.name


def test_a_board_of_chess_counts_from_below() -> None:
    spaces = _cells(8, 8, "square", "{letter}{up}")
    grid = grid_of(spaces, (320, 240))
    (numbers,) = grid
    assert numbers.get("vDescend") == "true"
    assert [told(grid, x, y, (320, 240)) for x, y in ((60, 15), (300, 225))] == ["B8", "H1"]


@pytest.mark.parametrize(("shape", "name"), [("flat", "{letter}{up}"), ("square", "No. {wrong}"), ("free", "{row}")])
def test_names_that_no_numbering_gives_are_points(shape: str, name: str) -> None:
    spaces = _cells(5, 5, "square" if shape == "free" else shape, name)
    spaces = spaces if shape != "free" else Spaces("free", 40, 30, spaces.cells)
    grid = grid_of(spaces, (200, 200))
    assert grid.tag.endswith("RegionGrid")
    for cell in spaces.cells:
        assert told(grid, round(cell.x), round(cell.y), (200, 200)) == cell.name


def test_a_game_without_a_board_is_played_on_a_table_in_inches(tmp_path: Path) -> None:
    made = module(f"{SAMPLES / 'go-board'}/stones", tmp_path, table="30x20in")
    sound(made)
    (board,) = made.all("Board")
    assert (board.get("width"), board.get("height"), board.get("image")) == ("600", "400", None)
    (grid,) = board
    assert (grid.get("dx"), grid.get("visible"), grid.get("snapTo")) == ("20.0", "true", "false")
    assert [one.text for one in made.all("entry")] == ["Player 1", "Player 2"]


@pytest.mark.slow
def test_toys_get_figures_and_large_pieces_a_scale_that_shows_them(tmp_path: Path) -> None:
    made = module(f"{SAMPLES / 'spell-areas'}", tmp_path, scale=0)
    sound(made)
    large = max(int(slot.get("width", "")) for slot in made.slots)
    assert 0 < large <= 5000
    figures = [one for one in made.all("SetupStack") if "Player 2" in one.get("name", "")]
    assert len(figures) == 8 and all(int(one.get("x", "")) > 0 for one in figures)
    tall = [slot for slot in made.slots if int(slot.get("height", "")) == large or int(slot.get("width", "")) == large]
    words = [word for word, _, _ in traits(tall[0].text or "")]
    assert "immob" in words and "rotate" in words


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "sides", "decks", "boards", "stacks"), one_kit(
    "micro-forces",
    ("go-joe", ["Joe", "Cobra"], {"Joe deck": 108, "Cobra deck": 82}, 2, 35),
    ("micro-forces", ["G.I. Joe", "Cobra"], {"Strategy cards": 8}, 2, 46),
    ("army-wars", ["Red", "Blue", "Yellow", "Steel"], {}, 1, 105),
    ("sixth-scale", ["Player 1", "Player 2"], {}, 1, 16),
))  # fmt: skip
def test_every_kit_is_a_sound_module(
    kit: str, sides: list[str], decks: dict[str, int], boards: int, stacks: int, tmp_path: Path
) -> None:  # fmt: skip
    made = module(kit, tmp_path, boards=2)
    sound(made)
    assert [one.text for one in made.all("entry")] == sides
    held = {pile.get("name"): len(pile) for pile in made.all("DrawPile") if len(pile)}
    assert held == decks
    (main,) = (one for one in made.all("Map") if one.get("mapName") == "Main Map")
    shown = [one for one in main.iter() if one.tag.endswith(".Board")]
    assert len(shown) == boards
    assert len(made.all("SetupStack")) == stacks
    if kit in ("go-joe", "micro-forces"):
        (piece,) = load(kit)["board-poster"].compose().pieces
        assert piece.spaces
        size = Image.open(io.BytesIO(made.files[f"images/{shown[0].get('image')}"])).size
        for cell in piece.spaces.cells:
            x, y = cell.x * 20 / 72, cell.y * 20 / 72
            assert middle(shown[0][0], cell.column, cell.row) == pytest.approx((x, y), abs=2)
            assert told(shown[0][0], round(x), round(y), size) == cell.name
        # At the usual scale, everything lies within a pixel.
        pixels = in_pixels(piece.spaces, 0, 0, 100 / 72)
        grid = grid_of(pixels, (5000, 5000))
        for cell in pixels.cells:
            assert middle(grid, cell.column, cell.row) == pytest.approx((cell.x, cell.y), abs=1)


def test_what_lies_beside_a_board_has_room_there() -> None:
    wanted = [Wanted(n, 50, 70, n % 2 if n < 20 else None) for n in range(31)]
    room = laid(wanted, (400, 300))
    spots = [(x, y) for x, y in room.middles.values()]
    assert all((x < -25 or x > 425) and 35 <= y <= 265 for x, y in spots)
    assert all(25 - room.edge <= x <= 375 + room.edge + 25 for x, _ in spots)
    apart = [(a, b) for n, a in enumerate(spots) for b in spots[:n]]
    assert all(abs(a[0] - b[0]) >= 50 or abs(a[1] - b[1]) >= 70 for a, b in apart)
    assert all((room.middles[n][0] < 0) == (n % 2 == 0) for n in range(20))
    assert laid([Wanted("deck", 200, 350)], (900, 100)).below > 250


@pytest.mark.slow
def test_rulers_lie_level_and_apart_and_zones_at_their_edges(tmp_path: Path) -> None:
    made = module("army-wars", tmp_path)
    sizes = {one.get("entryName"): (int(one.get("width", "")), int(one.get("height", ""))) for one in made.slots}
    # The last products with these names are the zones: a strip of 12 inches, and a string.
    for name in ("Red", "Blue 2"):
        wide, high = sizes[name]
        assert wide > 5 * high
    lying = begun(made)
    (x, y), (right, _), (middle_x, top) = (lying[f"Deployment zones: {name}"] for name in ("Red", "Blue", "Yellow"))
    assert 0 < x < 30 and abs(y - 480) < 2 and 0 < 1440 - right < 30
    assert abs(middle_x - 720) < 2 and 0 < top < 30
    zone = next(one for one in made.all("SetupStack") if one.get("name") == "Deployment zones: Red")
    states = {word: state for word, _, state in traits(zone[0].text or "")}
    assert states["rotate"] == "6"


def test_a_part_is_a_module_of_its_own(tmp_path: Path) -> None:
    done = export("vassal", f"{SAMPLE}/heroes", tmp_path, options={"scale": 20})
    assert [path.name for path in done.files] == ["kitchen-heroes-heroes.vmod"]
    assert Module.read(done.files[0]).root.get("name") == "Kitchen Heroes Heroes"


def test_the_same_game_is_the_same_file(tmp_path: Path) -> None:
    target = f"{SAMPLES / 'snail-derby'}/snails"
    one, other = (export("vassal", target, tmp_path / name, options={"scale": 20}).files for name in ("one", "other"))
    assert one[0].read_bytes() == other[0].read_bytes()


def test_paper_figures_show_their_fronts_upright(tmp_path: Path) -> None:
    made = module(f"{SAMPLES / 'paper-dungeon'}/heroes", tmp_path, scale=72)
    sound(made)
    (first, *_) = load(str(SAMPLES / "paper-dungeon"))["heroes"].compose().pieces
    slot = made.slots[0]
    # A net of flaps: the foot, the back upside down, the front, the foot.
    lines = sorted({round(start[1], 2) for start, _ in first.folds})
    high = lines[2] - lines[1]
    assert int(slot.get("height", "")) == pytest.approx(high, abs=3)
    assert [word for word, _, _ in traits(slot.text or "")][-1] == "piece"


@pytest.mark.slow
def test_what_has_no_place_on_a_table_is_told(tmp_path: Path) -> None:
    found = look_over("vassal", str(SAMPLES / "paper-dungeon"))
    left = {finding.message.split()[0] for finding in found if finding.code == "left-out"}
    assert "box" in left
    with pytest.raises(PrintgenError) as caught:
        export("vassal", f"{SAMPLES / 'paper-dungeon'}/box", tmp_path)
    assert caught.value.findings[0].code == "nothing-fits"
    assert caught.value.exit is Exit.DOES_NOT_FIT
    assert not [*tmp_path.iterdir()]


def test_pictures_that_take_much_memory_are_told() -> None:
    target = f"{SAMPLES / 'garden'}/board"
    (found,) = look_over("vassal", target, options={"scale": 300, "boards": 20})
    # 180 x 252 mm, twenty times, at four bytes a pixel
    told_of = 180 / 25.4 * 300 * 252 / 25.4 * 300 * 20 * 4 / 1e6
    assert (found.severity, found.code) == ("warning", "much-memory")
    assert f"take {told_of:.0f} MB" in found.message
    assert not look_over("vassal", target)


@pytest.mark.slow
def test_random_boards_are_one_for_each_seed_and_a_fixed_one_is_one(tmp_path: Path) -> None:
    made = module(f"{SAMPLES / 'pirate-seas'}/sea-poster", tmp_path, boards=2)
    sound(made)
    names = [one.get("name") for one in made.all("Board")]
    assert names == ["The seas, seed 1", "The seas, seed 2"]
    pictures = {made.files[f"images/{one.get('image')}"] for one in made.all("Board")}
    assert len(pictures) == 2
    # Several boards are a choice as a game begins; one is there.
    assert not [*made.root.iter("setup")]
    fixed = module(f"{SAMPLES / 'wargame'}/turns", tmp_path / "fixed", boards=3)
    assert [one.get("name") for one in fixed.all("Board")] == ["Turn track"]
    assert len([*fixed.root.iter("setup")]) == 1


def test_the_reader_of_these_tests_reads_what_vassal_writes() -> None:
    """As VASSAL 3.7 saves a card and a counter with two sides."""
    card = (
        "+/null/mark;Suit\tobs;70,130;card-back.png;Flip;2;?;player:;Peek;;true;;\\\tpiece;;;card-01.png;Order 1\\/A"
        "/Joe\tnull;\\\tnull;0;0;0;0"
    )
    mark, mask, basic = traits(card)
    assert (mark, mask[0], mask[1][1]) == (("mark", ["Suit"], "Joe"), "obs", "card-back.png")
    assert basic == ("piece", ["", "", "card-01.png", "Order 1/A"], "null;0;0;0;0")


@pytest.mark.parametrize("options", [{"table": "large"}, {"scale": 3}, {"boards": 99}])
def test_options_that_cannot_be_are_told(options: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        export("vassal", f"{SAMPLES / 'go-board'}/stones", tmp_path, options=options)
