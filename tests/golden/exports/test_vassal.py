"""Modules of VASSAL, read by VASSAL's own rules: pictures, numbers, pieces, decks, grids and odd names."""

import io
import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from kitchen import SAMPLE, Kitchen
from PIL import Image
from vassal_reading import Module, replay, split, told, traits
from whole import one_kit

from printgen.base.errors import UsageError
from printgen.build.games import load
from printgen.drawing.pieces import Cell
from printgen.exports import export
from printgen.exports.vassal.content import map_of, picker, stacking, tabs
from printgen.exports.vassal.escaping import chat_name, distinct, element, label, plain, sequence
from printgen.exports.vassal.grouping import SideItem, lay_beside

SAMPLES = SAMPLE.parent


def module(target: str, out: Path, **options: object) -> Module:
    done = export("vassal", target, out, options={"scale": 20, **options})
    (path,) = done.files
    assert path.suffix == ".vmod"
    return Module.read(path)


@pytest.mark.parametrize(("count", "widget"), [(1, "TabWidget"), (6, "TabWidget"), (7, "BoxWidget")])
def test_many_lists_of_pieces_are_chosen_from_a_list(count: int, widget: str) -> None:
    made = tabs("Pieces", [Element("VASSAL.build.widget.ListWidget") for _ in range(count)])
    assert (made.tag, len(made)) == (f"VASSAL.build.widget.{widget}", count)


def sound(made: Module) -> None:
    """What holds for every module."""
    replay(made.root)
    assert not [name for name in made.names_in_log if name[:1] in "|!?~`"]
    held = {name.removeprefix("images/") for name in made.files if name.startswith("images/")}
    assert made.pictures == held
    numbers = [int(slot.get("gpid", "")) for slot in made.slots]
    assert sorted(numbers) == [*range(len(numbers))]
    assert made.root.get("nextPieceSlotId") == str(len(numbers))
    for slot in made.slots:
        *_, (word, fields, state) = traits(slot.text or "")
        assert (word, fields[3], state) == ("piece", slot.get("entryName"), f"null;0;0;{slot.get('gpid')};0")
    apart(made)
    for one in (*made.all("Map"), *made.all("PlayerHand")):
        begins_on_its_first_board(one)
        (viewer,) = (part for part in one if part.tag.endswith("CounterDetailViewer"))
        assert (viewer.get("minDisplayPieces"), viewer.get("showNoStack"), viewer.get("version")) == ("1", "true", "4")
        assert "[$previousMap$]" in one.get("moveToFormat", "") and "[$mapName$]" in one.get("moveToFormat", "")
    for sort in ("Board", "DrawPile", "SetupStack"):
        assert max(Counter(one.get("name") for one in made.all(sort)).values(), default=1) == 1
    piles = {pile.get("name") for pile in made.all("DrawPile")}
    assert {pile.get("reshuffleTarget") for pile in made.all("DrawPile")} - {None} <= piles
    assert all(one.get("fileName") in made.files for one in made.all("HelpFile"))
    data = fromstring(made.files["moduledata"])
    assert [one.tag for one in data] == [
        "version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name",
    ]  # fmt: skip
    assert data.findtext("name") == made.root.get("name")


def apart(made: Module) -> None:
    """What lies beside the boards covers nothing, however high it is stacked, and lies on the map."""
    main = made.all("Map")[0]
    edge, below = int(main.get("edgeWidth", "")), int(main.get("edgeHeight", ""))
    wide, high = made.size
    # All of it is in sight on a usual screen, at the zoom that VASSAL counts from the largest.
    (zoomer,) = (one for one in main if one.tag.endswith("Zoomer"))
    zooms = sorted(map(float, zoomer.get("zoomLevels", "").split(",")), reverse=True)
    zoom = zooms[int(zoomer.get("zoomStart", "")) - 1]
    assert (wide + 2 * edge) * zoom <= 1880 and (high + 2 * below) * zoom <= 800
    boxes = [
        (left, top, right, bottom)
        for left, top, right, bottom in made.heaps().values()
        if not (0 < (left + right) / 2 < wide and 0 < (top + bottom) / 2 < high)
    ]
    for left, top, right, bottom in boxes:
        assert -edge <= left and right <= wide + edge and -below <= top and bottom <= high + below
    for n, (left, top, right, bottom) in enumerate(boxes):
        for one in [(0, 0, wide, high), *boxes[:n]]:
            assert right <= one[0] or one[2] <= left or bottom <= one[1] or one[3] <= top


def begins_on_its_first_board(one: Element) -> None:
    """The setup of a map puts its first board on it, as VASSAL reads that."""
    first, *_ = (board.get("name") for board in one.iter() if board.tag.endswith(".Board"))
    (setup,) = (held.text or "" for held in one.iter("setup"))
    picker, board, column, row = split(setup, "\t")
    assert (picker, split(board, "/"), column, row) == (f"{one.get('mapName')}BoardPicker", [first], "0", "0")


@pytest.mark.parametrize("sample", [
    "go-board", "harbours", "snail-derby", "spell-areas", *(
        pytest.param(name, marks=pytest.mark.slow) for name in (
            "chutes", "dominoes", "garden", "lantern-cave", "orc-hosts", "paper-dungeon", "party-cards", "pirate-seas",
            "playing-cards", "rail-barons", "reef-runners", "roll-and-write", "sky-couriers", "spell-deck",
        )
    ),
])  # fmt: skip
def test_samples_are_built_by_vassal_in_its_order(sample: str, tmp_path: Path) -> None:
    sound(module(str(SAMPLES / sample), tmp_path))


FIRST = "VASSAL.build.module.BasicCommandEncoder"


@pytest.mark.parametrize(("moved", "reason"), [
    (FIRST, "this piece is lost"), ("VASSAL.build.module.GlobalOptions", "this map is never shown"),
])  # fmt: skip
def test_a_module_in_another_order_is_refused(moved: str, reason: str, tmp_path: Path) -> None:
    root = module(f"{SAMPLES / 'snail-derby'}/snails", tmp_path).root
    assert root[0].tag == FIRST
    (late,) = root.findall(moved)
    root.remove(late)
    root.append(late)
    with pytest.raises(AssertionError, match=reason):
        replay(root)


def spots(grid: Element) -> dict[str, object]:
    """The points of a board by their names."""
    return {one.get("name", ""): (int(one.get("originx", "")), int(one.get("originy", ""))) for one in grid}


def near(cell: Cell) -> object:
    """The middle of a space at 20 pixels an inch, as a whole one."""
    return pytest.approx((cell.x * 20 / 72, cell.y * 20 / 72), abs=0.8)


def test_a_hex_wargame_has_its_map_its_counters_and_both_sides(tmp_path: Path) -> None:
    made = module(str(SAMPLES / "wargame"), tmp_path)
    sound(made)
    assert [one.text for one in made.all("entry")] == ["North", "South"]
    board, track = made.all("Board")
    (grid,) = board
    size = Image.open(io.BytesIO(made.files[f"images/{board.get('image')}"])).size
    (piece,) = load(str(SAMPLES / "wargame"))["map"].compose().pieces
    assert piece.spaces
    assert spots(grid) == {cell.name: near(cell) for cell in piece.spaces.cells}
    assert grid.get("snapto") == "true" and told(grid, 0, 0, size) == piece.spaces.cells[0].name
    assert [region.get("name") for region in track[0]][:3] == ["1", "2", "3"]
    beside = made.all("Map")[1]
    assert int(beside.get("edgeHeight", "")) >= 48, "the toolbar and a scroll bar take 48 pixels of a new window"
    foot = next(slot for slot in made.slots if slot.get("entryName") == "1st Foot")
    report, delete, layer, basic = traits(foot.text or "")
    # The log tells what is turned over or removed.
    assert (split(report[1][0], ","), report[1][1]) == (["68,130", "70,130"], "$newPieceName$: $menuCommand$ *")
    assert delete[:2] == ("delete", ["Delete", "68,130", ""])
    assert len(layer[1]) == 33 and layer[2] == "1"
    front, back = split(layer[1][15], ",")
    assert front != back and basic[1] == ["", "", "", "1st Foot"]
    # North's stacks lie left of the map, South's right of it.
    lying = {stack.get("name", ""): int(stack.get("x", "")) for stack in made.all("SetupStack")}
    assert lying["Countersheet: 1st Foot"] < 0 and lying["Countersheet: 7th Line"] > size[0]
    edge = int(next(one for one in made.all("Map")).get("edgeWidth", ""))
    assert all(-edge < x < size[0] + edge for x in lying.values())


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
    report, sent, gone, mask, _ = traits(deck[0].text or "")
    assert split(report[1][0], ",") == ["82,130", "68,130", "70,130"]
    assert (sent[0], sent[1][-1]) == ("return", discards.get("name"))
    assert gone[0] == "delete"
    assert (mask[0], mask[1][3], mask[1][5], mask[2]) == ("obs", "2", "player:", "null;")
    hands = made.all("PlayerHand")
    assert [hand.get("side") for hand in hands] == ["Tom & Ann", "אבג"]
    # One board, which is chosen already: no game begins with a question for the board of a hand.
    for hand in hands:
        (board,) = (one for one in hand.iter() if one.tag.endswith(".Board"))
        assert told(board[0], 3, 4, (9, 9)) == "hand"
    assert mask[1][4] == "a card"


def test_no_name_colors_a_line_of_the_log(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    kitchen.edit("heroes.yaml", "name: Pea Soup", "name: '!Boom'", "name: Sunday Roast", "name: '?'")
    kitchen.edit("game.yaml", "title: Heroes", "title: '~Heroes'")
    made = module(str(kitchen.folder), tmp_path / "out", sides="`Red,|Blue")
    sound(made)
    deck = made.all("DrawPile")[0]
    assert deck.get("name") == '"~Heroes"'
    assert {slot.get("entryName") for slot in deck} == {"Crème Brûlée", '"!Boom"', '"?"'}
    assert [one.text for one in made.all("entry")] == ['"`Red"', '"|Blue"']
    assert [hand.get("mapName") for hand in made.all("PlayerHand")] == ['Hand of "`Red"', 'Hand of "|Blue"']
    assert [chat_name(words) for words in ("!", " ?a", "a?", "", "\t")] == ['"!"', '"?a"', "a?", "piece", "piece"]


def test_a_map_begins_on_its_only_board_with_any_name() -> None:
    for name in ("Sea/Land", "'quoted'", "a;b/c,d", "'/'"):
        boards = [element("x.Board", {"name": one}) for one in (name, "Other")]
        begins_on_its_first_board(map_of("Main Map", picker("Main Map", boards[:1]), [], stacking(), 100))
        # Of several, players choose one.
        assert not [*map_of("Main Map", picker("Main Map", boards), [], stacking(), 100).iter("setup")]


@pytest.mark.slow
def test_many_copies_are_drawn_one_by_one_and_few_are_a_stack_with_room_to_open(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game", SAMPLES / "harbours")
    found = []
    for copies in (3, 6, 60):
        lines = (kitchen.folder / "ships.yaml").read_text("utf-8")
        kitchen.write("ships.yaml", re.sub(r"copies: \d+", f"copies: {copies}", lines))
        made = module(f"{kitchen.folder}/ships", tmp_path / str(copies), table="4x6in")
        sound(made)
        (metrics,) = made.all("StackMetrics")
        found.append((metrics.get("unexSepX"), metrics.get("unexSepY")))
        heaps = made.all("SetupStack" if copies == 3 else "DrawPile")
        assert [len(heap) for heap in heaps] == [copies] * 4
        if copies > 3:
            assert {(heap.get("faceDown"), heap.get("allowMultiple")) for heap in heaps} == {("Never", "false")}
    assert found == [("2", "4")] * 3


@pytest.mark.parametrize("name", NAMES)
def test_words_of_people_come_back_as_they_went(name: str) -> None:
    words = [plain(name), "", "'", plain(name)]
    for letter in ";,/\t":
        assert split(sequence(words, letter), letter) == words
    assert plain("tab\there\nand\x00there\\") == "tab here and there/"
    assert label("$a$ {b}") == "a b" and label("$") == "piece"
    assert distinct(["a", "a", "b", "a"], {"b"}) == ["a", "a 2", "b 2", "a 3"]


def test_a_game_without_a_board_is_played_on_a_table_in_inches(tmp_path: Path) -> None:
    made = module(f"{SAMPLES / 'go-board'}/stones", tmp_path, table="30x20in")
    sound(made)
    (board,) = made.all("Board")
    assert (board.get("width"), board.get("height"), board.get("image")) == ("600", "400", None)
    (grid,) = board
    assert (grid.get("dx"), grid.get("visible"), grid.get("snapTo")) == ("20.0", "true", "false")
    assert told(grid, 45, 205, (600, 400)) == "inch 3/11"
    assert [one.text for one in made.all("entry")] == ["Player 1", "Player 2"]


@pytest.mark.slow
def test_large_pieces_have_a_scale_that_shows_them(tmp_path: Path) -> None:
    made = module(f"{SAMPLES / 'spell-areas'}", tmp_path, scale=0)
    sound(made)
    large = max(int(slot.get("width", "")) for slot in made.slots)
    assert 0 < large <= 5000
    tall = [slot for slot in made.slots if int(slot.get("height", "")) == large or int(slot.get("width", "")) == large]
    words = [word for word, _, _ in traits(tall[0].text or "")]
    assert "immob" in words and "rotate" in words


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "sides", "decks", "stacks"), one_kit(
    "micro-forces",
    ("go-joe", ["Joe", "Cobra"], {"Joe deck": 108, "Cobra deck": 82}, 35),
    ("micro-forces", ["G.I. Joe", "Cobra"], {"Strategy cards": 8}, 46),
    ("army-wars", ["Red", "Blue", "Yellow", "Steel"], {}, 101),
    ("sixth-scale", ["Player 1", "Player 2"], {}, 0),
))  # fmt: skip
def test_every_kit_is_a_sound_module(
    kit: str, sides: list[str], decks: dict[str, int], stacks: int, tmp_path: Path
) -> None:  # fmt: skip
    made = module(kit, tmp_path)
    sound(made)
    assert [one.text for one in made.all("entry")] == sides
    piles = {pile.get("name"): pile for pile in made.all("DrawPile") if len(pile)}
    assert {name: len(pile) for name, pile in piles.items() if pile.get("faceDown") == "Always"} == decks
    assert len(made.all("SetupStack")) + len(piles) - len(decks) == stacks
    if kit in ("go-joe", "micro-forces"):
        (piece,) = load(kit)["board-poster"].compose().pieces
        assert piece.spaces
        (main,) = (one for one in made.all("Map") if one.get("mapName") == "Main Map")
        (board,) = (one for one in main.iter() if one.tag.endswith(".Board"))
        assert spots(board[0]) == {cell.name: near(cell) for cell in piece.spaces.cells}


def test_what_lies_beside_a_board_has_room_there() -> None:
    wanted = [SideItem(n, 50, 70, n % 2 if n < 20 else None) for n in range(31)]
    room = lay_beside(wanted, (400, 300))
    spots = [(x, y) for x, y in room.middles.values()]
    assert all((x < -25 or x > 425) and 35 <= y <= 265 for x, y in spots)
    assert all(25 - room.edge <= x <= 375 + room.edge + 25 for x, _ in spots)
    apart = [(a, b) for n, a in enumerate(spots) for b in spots[:n]]
    assert all(abs(a[0] - b[0]) >= 50 or abs(a[1] - b[1]) >= 70 for a, b in apart)
    assert all((room.middles[n][0] < 0) == (n % 2 == 0) for n in range(20))
    assert lay_beside([SideItem("deck", 200, 350)], (900, 100)).below > 250


@pytest.mark.slow
def test_rulers_lie_level_and_apart(tmp_path: Path) -> None:
    made = module("army-wars", tmp_path)
    sizes = {one.get("entryName"): (int(one.get("width", "")), int(one.get("height", ""))) for one in made.slots}
    # The last products with these names are the zones: a strip of 12 inches, and a string.
    for name in ("Red", "Blue 2"):
        wide, high = sizes[name]
        assert wide > 5 * high


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


def test_the_reader_of_these_tests_reads_what_vassal_writes() -> None:
    """As VASSAL 3.7 saves a card and a counter with two sides."""
    card = (
        "+/null/mark;Suit\tobs;70,130;card-back.png;Flip;2;?;player:;Peek;;true;;\\\tpiece;;;card-01.png;Order 1\\/A"
        "/Joe\tnull;\\\tnull;0;0;0;0"
    )
    mark, mask, basic = traits(card)
    assert (mark, mask[0], mask[1][1]) == (("mark", ["Suit"], "Joe"), "obs", "card-back.png")
    assert basic == ("piece", ["", "", "card-01.png", "Order 1/A"], "null;0;0;0;0")


@pytest.mark.parametrize("options", [{"table": "large"}, {"scale": 3}, {"scale": 301}])
def test_options_that_cannot_be_are_told(options: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        export("vassal", f"{SAMPLES / 'go-board'}/stones", tmp_path, options=options)
