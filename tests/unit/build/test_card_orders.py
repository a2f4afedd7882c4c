"""An order of mpc-autofill becomes a game: copies by slots, backs, pictures by id or name, and no tricks of XML."""

from pathlib import Path

import pytest
import yaml
from kitchen import Run
from PIL import Image as Pictures

import printgen

FRONTS = """
<card><id>1OAw4l9RYbgYrmnyYeR1iVDoIS6_aus49</id><slots>4,0,2,3</slots><name>Island (Full Art).png</name></card>
<card><id>1wlrM7pNHQ5NqS9GY5LWH7Hd04TtNgHI4</id><slots>1</slots><name>Rite &amp; Flame.jpg</name><query>x</query></card>
"""
BACKS = "<card><id>two-sided.png</id><slots>1</slots><name>Other Side.png</name></card>"
COMMON = "<cardback>16g2UamJ2jzwNHovLesvsinvd6_qPkZfy</cardback>"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mpc/cards").mkdir(parents=True)
    for name in ("Island (Full Art) (1OAw4l9RYbgYrmnyYeR1iVDoIS6_aus49).png", "Rite & Flame.jpg", "Other Side.png",
                 "Back (16g2UamJ2jzwNHovLesvsinvd6_qPkZfy).png"):  # fmt: skip
        Pictures.new("RGB", (822, 1122), "teal").save(Path("mpc/cards", name))


def order(fronts: str = FRONTS, backs: str = BACKS, more: str = COMMON, head: str = "") -> None:
    details = "<details><quantity>5</quantity><stock>(S30) Standard Smooth</stock><foil>false</foil></details>"
    text = f"{head}<order>{details}<fronts>{fronts}</fronts><backs>{backs}</backs>{more}</order>"
    Path("mpc/cards.xml").write_text(text, encoding="utf-8")


def rows() -> list[tuple[str, int, str]]:
    lists = (
        yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(Path("cards-game").glob("cards*.yaml"))
    )
    return [(row["name"], row.get("copies", 1), Path(row.get("back", "")).stem) for rows in lists for row in rows]


@pytest.mark.parametrize("source", ["mpc/cards.xml", "mpc"])
def test_an_order_says_which_cards_there_are_how_many_and_their_backs(source: str, run: Run) -> None:
    order()
    told = run("import", "cards", source, "--json").json
    assert told["findings"] == []
    assert rows() == [
        ("Island (Full Art)", 4, "back-16g2uamj2jzwnhovlesvsinvd6-qpkzfy"),
        ("Rite & Flame", 1, "other-side-back"),
    ]
    (deck,) = told["decks"]
    assert (deck["size"], deck["bleed_mm"], deck["cards"]) == ("poker", 3.048, 5)
    assert run("check", "cards-game", "--json").json["findings"] == []
    (piece, *_) = printgen.load("cards-game")["cards"].compose()
    assert round(piece.bleed / 72 * 25.4, 3) == 3.048


def test_pictures_that_are_not_there_are_told_at_their_lines(run: Run) -> None:
    order(
        FRONTS + "<card><id>9zzzzzzzzzzzzzzzzz</id>\n<slots>5</slots><name>Gone.png</name></card>",
        more="<cardback>nobody</cardback>",
    )
    done = run("import", "cards", "mpc")
    assert done.code == 0 and 'cards.xml:4:1: warning: there is no picture of "Gone.png"' in done.err
    assert "there is no picture of the back of all cards" in done.err
    assert sorted(path.name for path in Path("cards-game").glob("cards*.yaml")) == [
        "cards-without-backs.yaml",
        "cards.yaml",
    ]
    assert [(name, back) for name, _, back in rows()] == [
        ("Island (Full Art)", ""),
        ("Rite & Flame", "other-side-back"),
    ]
    order("<card><id>9zzzzzzzzzzzzzzzzz</id><slots>5</slots><name>Gone.png</name></card>")
    none = run("import", "cards", "mpc", "--out", "none", "--json")
    assert none.code == 3 and {one["code"] for one in none.json["findings"]} == {"missing-file"}
    assert not Path("none").exists()


def test_more_than_999_copies_of_a_card_are_several_rows(run: Run) -> None:
    slots = ",".join(map(str, range(1001)))
    order(f"<card><id>x</id><slots>{slots}</slots><name>Rite &amp; Flame.jpg</name></card>", "")
    run("import", "cards", "mpc")
    assert [row[:2] for row in rows()] == [("Rite & Flame", 999), ("Rite & Flame 2", 2)]


BOMB = "<!DOCTYPE order [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>"
BAD = {
    "entities": (BOMB + "<order><fronts/><cardback>&b;</cardback></order>", ":1:1: error: it declares entities"),
    "a file from outside": ("<!DOCTYPE order SYSTEM 'file:///etc/passwd'><order/>", "it declares entities"),
    "no XML": ("<order><fronts></order>", ":1:1: error: this is no XML"),
    "another file": ("<svg/>", "this is no order of cards: it begins with <svg>"),
    "an unknown encoding": ("<?xml version='1.0' encoding='nope'?><order/>", "this is no XML"),
    "slots": ("<order><fronts>\n<card><slots>1,x</slots></card></fronts></order>", ":2:1: error: slots should be"),
    "too many slots": ("<order><fronts><card><slots>99999999999</slots></card></fronts></order>", "slots should be"),
    "nothing": ("<order/>", "no picture of this order lies beside it"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_order_is_told_at_its_line(what: str, run: Run) -> None:
    text, said = BAD[what]
    Path("mpc/cards.xml").write_text(text)
    done = run("import", "cards", "mpc/cards.xml", "--json")
    shown = run("import", "cards", "mpc/cards.xml")
    assert done.code == shown.code == 3 and said in shown.err
    assert done.json["findings"][0]["code"] == ("missing-file" if what == "nothing" else "bad-order")
    assert [path.name for path in Path().iterdir()] == ["mpc"]


def test_names_of_an_order_lead_nowhere_else(run: Run) -> None:
    Pictures.new("RGB", (750, 1050)).save("secret.png")
    Path("mpc/cards/linked.png").symlink_to(Path("secret.png").absolute())
    names = ("../secret.png", str(Path("secret.png").absolute()), "linked.png", "..\\secret.png")
    order("".join(f"<card><id>{name}</id><slots>{n}</slots><name/></card>" for n, name in enumerate(names)), "", "")
    done = run("import", "cards", "mpc", "--json")
    assert done.code == 3
    assert sorted(one["code"] for one in done.json["findings"] if one["severity"] == "warning") == [
        "missing-file", "missing-file", "missing-file", "outside-folder",
    ]  # fmt: skip
