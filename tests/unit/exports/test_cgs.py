"""Games of Card Game Simulator, read by its published shapes and by where it looks for files."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from cgs_read import Game, read_game
from kitchen import Kitchen
from whole import one_kit

from printgen.base.errors import Exit, PrintgenError, UsageError
from printgen.exports import export, look_over
from printgen.exports.cgs import _usual_size
from printgen.exports.parcel import Lot, Wish


def opened(target: str, out: Path, wish: Wish = Wish(), **options: object) -> Game:  # noqa: B008
    done = export("cgs", target, out, wish, {name.replace("_", "-"): value for name, value in options.items()})
    (path,) = done.files
    return read_game(path.name, path.read_bytes())


@pytest.fixture(scope="module")
def heroes(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return opened("samples/kitchen-heroes/heroes", tmp_path_factory.mktemp("cgs"), dpi=60)


@pytest.fixture(scope="module")
def wargame(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return opened("samples/wargame", tmp_path_factory.mktemp("cgs"), dpi=60)


def test_a_deck_has_all_its_cards_with_copies_and_their_back(heroes: Game) -> None:
    assert heroes.decks == {
        "Heroes": ["heroes-001-creme-brulee", *["heroes-002-pea-soup"] * 2, "heroes-003-sunday-roast"]
    }
    assert {tuple(card["backs"]) for card in heroes.cards.values()} == {("",)}
    assert heroes.about["cardSize"] == {
        "x": pytest.approx(44 / 25.4, abs=0.001),
        "y": pytest.approx(67 / 25.4, abs=0.001),
    }
    assert heroes.front("heroes-002-pea-soup").tobytes() != heroes.back("heroes-002-pea-soup").tobytes()


@pytest.mark.slow
def test_a_part_has_a_name_of_its_own_and_takes_no_other_games_place(heroes: Game, wargame: Game) -> None:
    assert (heroes.about["name"], wargame.about["name"]) == ("Kitchen Heroes Heroes", "The Tarn Crossing")


@pytest.mark.slow
def test_cards_are_found_by_their_fields_tags_and_words(heroes: Game, wargame: Game) -> None:
    soup = heroes.cards["heroes-002-pea-soup"]
    assert soup["name"] == "Pea Soup"
    assert "Draw a card" in soup["words"]
    foot = wargame.cards["counters-001-1st-foot"]
    assert (foot["side"], foot["moves"], foot["tags"]) == ("North", "4", "north, foot")
    assert {"name": "moves", "display": "Moves", "type": "string"} in wargame.about["cardProperties"]
    assert wargame.about["cardPrimaryProperty"] == wargame.about["cardProperties"][0]["name"] == "side"


def test_a_board_comes_with_the_first_deck_in_its_true_size(wargame: Game) -> None:
    (one,) = wargame.about["gameBoardCards"]
    (board,) = one["boards"]
    picture = wargame.picture("boards/map.png")
    assert board["size"]["x"] / board["size"]["y"] == pytest.approx(picture.width / picture.height, abs=0.01)
    assert board["offsetMin"]["x"] == pytest.approx(-board["size"]["x"] / 2, abs=0.001)
    assert wargame.decks[wargame.about["gameStartDecks"][0]["name"]].count(one["card"]) == 1


def test_a_play_mat_is_a_foot_longer_than_its_board_on_each_side_and_a_yard_at_least(
    kitchen: Kitchen, tmp_path: Path
) -> None:
    kitchen.add_product(
        "map",
        "kind: terrain-board\ntitle: Map\noptions: {rows: 5, columns: 3, space: 10x10in, terrains: {lawn: 1, pond: 1}}",
    )
    game = opened(str(kitchen.folder), tmp_path / "out", dpi=50)
    assert game.about["playMatSize"] == {"x": pytest.approx(42, abs=1), "y": pytest.approx(62, abs=1)}


def test_what_is_smaller_than_the_cards_stands_in_the_middle_in_its_true_size(tmp_path: Path) -> None:
    game = opened("micro-forces", tmp_path, Wish(only=("Standard", "Blank strategy", "Joe 1")), dpi=50)
    assert game.about["cardSize"] == {"x": 2.5, "y": 3.5}
    token = game.front("tokens-001-joe-1")
    left, top, right, bottom = token.getchannel("A").getbbox() or (0, 0, 0, 0)
    assert (right - left) / 50 * 25.4 == pytest.approx(25.4, abs=1.1)
    assert left + right == pytest.approx(token.width, abs=2)
    assert top + bottom == pytest.approx(token.height, abs=2)


def test_with_an_address_all_files_are_found_below_it(tmp_path: Path) -> None:
    game = opened(
        "samples/kitchen-heroes/heroes", tmp_path, Wish(only=("Pea Soup",)), dpi=50, url_base="https://example.org/g/"
    )
    assert game.about["autoUpdateUrl"] == "https://example.org/g/cgs.json"
    assert game.about["cardImageUrl"] == "https://example.org/g/sets/{cardSet}/{cardId}.{cardImageFileType}"
    assert game.about["deckUrls"] == [{"name": "Heroes", "url": "https://example.org/g/decks/Heroes.txt"}]
    with pytest.raises(UsageError, match="is no address"):
        look_over("cgs", "samples/kitchen-heroes/heroes", options={"url-base": "my folder"})


def test_other_sizes_and_further_boards_are_told(tmp_path: Path) -> None:
    told = [finding.message for finding in look_over("cgs", "samples/wargame")]
    assert "turns is left out: one board comes with the decks" in told
    told = [finding.message for finding in look_over("cgs", "go-joe", Wish(only=("Muskrat", "Joe mat")))]
    assert told == ["player-mats is left out: the cards of a game have one size, here 64 x 89 mm"]


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    wish, options = Wish(only=("Pea Soup",)), {"dpi": 50}
    one, two = (export("cgs", "samples/kitchen-heroes/heroes", tmp_path / n, wish, options).files[0] for n in "ab")
    assert one.read_bytes() == two.read_bytes()


def test_a_game_without_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PrintgenError) as caught:
        export("cgs", "samples/wargame/map", tmp_path)
    assert caught.value.findings[-1].code == "nothing-fits"
    assert "cards, tiles or tokens" in caught.value.findings[-1].hint
    assert caught.value.exit == Exit.DOES_NOT_FIT


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "cards", "size"), one_kit(
    "go-joe",
    ("go-joe", 108 + 82 + 16 + 18 + 1 + 9 + 2, 63.5), ("micro-forces", 30 + 4 + 4 + 12 + 30 + 288 + 1, 70),
    ("army-wars", 4 * 35 + 4 + 18 + 1, 25.4), ("sixth-scale", 3, 265),
))  # fmt: skip
def test_all_kits_are_whole(kit: str, cards: int, size: float, tmp_path: Path) -> None:
    game = opened(kit, tmp_path)
    assert (len(game.cards), round(game.about["cardSize"]["x"] * 25.4, 1)) == (cards, size)


def test_no_deck_takes_the_file_of_another(kitchen: Kitchen, tmp_path: Path) -> None:
    keys = "kind: cards\nlist: heroes.yaml\nrecord: hero\nfront: hero\nsize: mini-euro\ntitle: "
    for name, title in (("first", "Second"), ("second", "Same"), ("third", "same")):
        kitchen.add_product(name, keys + title)
    assert opened(str(kitchen.folder), tmp_path, dpi=50).decks.keys() == {"Heroes", "first", "second", "third"}


@pytest.mark.parametrize(
    ("stacks", "size"),
    [
        (["card 63 10", "token 25 40"], 63), (["card 63 9", "token 25 40"], 25),
        (["card 63 9", "card 44 12", "token 25 40"], 44),
        (["card 63 2", "token 25 40", "tile 50 41"], 50), (["token 25 40", "tile 50 30"], 25), ([], 0),
    ],
)  # fmt: skip
def test_the_size_of_most_cards_is_that_of_the_game(stacks: list[str], size: float) -> None:
    lots = [
        cast("Lot", SimpleNamespace(things=[SimpleNamespace(role=role, size=(float(wide), 88.0))], count=int(count)))
        for role, wide, count in map(str.split, stacks)
    ]
    assert _usual_size(lots)[0] == size
