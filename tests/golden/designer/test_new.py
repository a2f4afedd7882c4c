"""Cards of one's own: designed from flags, added to a list, printed like the rest."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from kitchen import Run
from new_cards import DECK, OWN, OWN_TEXT, RIVET, own_list
from PIL import Image

from printgen.designer import design
from printgen.game.list_records import append_record
from printgen.reading.yaml_events import load_yaml

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.mark.slow
def test_into_a_folder_that_the_user_has_elsewhere(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "disk" / "go-joe").mkdir(parents=True)
    (tmp_path / "my-cards").symlink_to("disk")
    monkeypatch.chdir(tmp_path / "my-cards" / "go-joe")
    # Both files go into one folder, which has two names.
    made = run(*RIVET, "--cards", tmp_path / "my-cards", "--preview", "rivet.png")
    assert (made.code, made.err) == (0, "")
    assert sorted(path.name for path in (tmp_path / "disk" / "go-joe").iterdir()) == ["joe-deck.yaml", "rivet.png"]


@pytest.mark.slow
def test_from_flags_alone_to_a_printed_card(run: Run) -> None:
    made = run(*RIVET, "--preview", "rivet.png")
    assert (made.code, made.err) == (0, "")
    assert "FP    5   flame thrower 5" in made.out and "CC    4   base 3 +1 big muscles" in made.out
    assert Path(OWN).read_text().startswith("# Cards of my own")
    with Image.open("rivet.png") as picture:
        assert picture.width > 1400
    (card,) = [r for r in run("list", DECK, "--json").json["records"] if r["name"] == "Rivet"]
    derived = run("derive", *RIVET[9:], "--json").json
    assert {key: card[key] for key in ("fp", "cc", "tac")} == {key: derived[key]["value"] for key in derived}
    assert card["weapons"] == ["sub-machine gun", "flame thrower"] and "look" not in Path(OWN).read_text()
    assert run("build", DECK, "--only", "Rivet").code == 0
    with pdfplumber.open("output/go-joe/joe-deck-selection.pdf") as pdf:
        words = pdf.pages[0].extract_text().split()
    assert "Rivet" in words and "+1" in words and {"5", "4"} <= set(words)
    assert run("explain", DECK, "Rivet", "--json").json["cards"][0]["stats"]["fp"]["exact"]


@pytest.mark.slow
def test_the_picture_follows_the_dossier(run: Run) -> None:
    pictures = []
    for weapon in ("bow", "flame thrower"):
        run(*RIVET[:7], "--weapon", weapon, "--preview", f"{weapon}.png", "--cards", weapon)
        pictures.append(Path(f"{weapon}.png").read_bytes())
    assert pictures[0] != pictures[1]


@pytest.mark.slow
def test_the_whole_deck_counts_the_new_card_and_checks(run: Run) -> None:
    own_list()
    found = run("check", DECK, "--json").json
    assert (found["errors"], found["warnings"]) == (0, 0)
    assert len(run("list", DECK, "--json").json["records"]) == 109
    assert len(run("list", "go-joe/cobra-deck", "--json").json["records"]) == 82


@pytest.mark.slow
def test_a_list_may_say_none(run: Run) -> None:
    for none in ("none", "[none]"):
        own_list(OWN_TEXT.replace("[swamp]", none))
        assert run("check", DECK).code == 0
        assert run("list", DECK, "--json").json["records"][-1]["skills"] == []


@pytest.mark.slow
def test_cards_elsewhere_by_flag_or_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(*RIVET, "--cards", "shelf").code == 0
    assert Path("shelf/go-joe/joe-deck.yaml").is_file() and not Path("my-cards").exists()
    assert len(run("list", DECK, "--json").json["records"]) == 108
    assert len(run("list", DECK, "--json", "--cards", "shelf").json["records"]) == 109
    monkeypatch.setenv("PRINTGEN_CARDS", "shelf")
    assert len(run("list", DECK, "--json").json["records"]) == 109
    assert run("preview", DECK, "Rivet", "--dpi", "40", "-o", "r.png").code == 0
    missing = run("list", DECK, "--cards", "shelve")
    assert missing.code == 2 and "there is no folder 'shelve'" in missing.err


@pytest.mark.slow
def test_comments_order_and_line_ends_stay(run: Run) -> None:
    for text in (
        OWN_TEXT,
        OWN_TEXT.replace("\n", "\r\n"),
        OWN_TEXT.rstrip("\n"),
        "# nothing yet",
        OWN_TEXT + "\n# end\n",
    ):
        own_list(text)
        assert run(*RIVET).code == 0
        after = Path(OWN).read_bytes().decode()
        assert after.startswith(text) and ("\r\n" in text) == ("\r\n" in after)
        assert [r["name"] for r in run("list", DECK, "--json").json["records"]][-1] == "Rivet"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ['The "Boss"', "Nail: #1", "Señor Müller", "yes", "012", "- dash", "O'Neil", "{brace}", "a, b]", "null", "1e5"],
)
def test_names_that_yaml_would_misread(run: Run, name: str) -> None:
    own_list()
    made = run("new", DECK, "--service", "GJ", "--role", name, "--", name)
    assert made.code == 0, made.err
    last = run("list", DECK, "--json").json["records"][-1]
    assert (last["name"], last["role"]) == (name, name)


@pytest.mark.slow
def test_no_card_is_lost_when_two_are_added_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write = design.write_card

    def later(*card: Any) -> None:
        monkeypatch.setattr(design, "write_card", write)
        assert run(*RIVET).code == 0
        write(*card)

    monkeypatch.setattr(design, "write_card", later)
    late = run("new", DECK, "Nail", "--service", "GJ", "--role", "Guard")
    assert late.code == 6 and "the list was changed" in late.err
    assert "Rivet" in Path(OWN).read_text(encoding="utf-8") and "Nail" not in Path(OWN).read_text(encoding="utf-8")


@pytest.mark.parametrize("target", ["-", ""])
def test_a_target_of_no_letters_is_refused(run: Run, target: str) -> None:
    assert run("new", target, "Rivet").code == 2


@pytest.mark.slow
def test_numbers_set_by_hand_are_deviations(run: Run) -> None:
    record = run(*RIVET, "--fp", "8", "--tac", "4", "--json").json["record"]
    assert (record["fp"], record["tac"]) == (8, 4)
    assert record["deviations"] == [{"stat": "fp", "amount": 3, "reason": "set by hand"}]
    why = run(*RIVET, "--fp", "8", "--reason", "Two barrels: a lot", "--json", "--cards", "others").json["record"]
    assert why["deviations"] == [{"stat": "fp", "amount": 3, "reason": "Two barrels: a lot"}]
    assert "no number is set by hand" in run(*RIVET, "--reason", "Two barrels").err
    assert run("check", DECK).code == 0
    far = run(*RIVET, "--fp", "40")
    assert far.code == 2 and "Choose a number from 0 to 12." in far.err


@pytest.mark.slow
def test_less_than_nothing_is_shown_as_nothing(run: Run) -> None:
    traits = ("encumbered", "non-combat specialist", "green", "vehicle")
    made = run(
        "new", DECK, "Tin", "--service", "GJ", "--role", "Cart", *(w for t in traits for w in ("--trait", t)), "--json"
    )
    record = made.json["record"]
    assert record["cc"] == 0 and made.json["stats"]["cc"]["value"] == -1
    reason = "It comes to -1, and a card shows nothing below 0."
    assert record["deviations"] == [{"stat": "cc", "amount": 1, "reason": reason}]
    by_hand = ("--cc", "0", "--cards", "others", "--json", *(w for t in traits for w in ("--trait", t)))
    same = run("new", DECK, "Tin", "--service", "GJ", "--role", "Cart", *by_hand)
    assert same.json["record"]["deviations"] == record["deviations"]
    assert run("check", DECK).code == 0


def with_photo(run: Run, name: str, photo: Path, color: str) -> str:
    """What the record of a new card says of a photo that is made at a path."""
    photo.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (900, 900), color).save(photo)
    made = run("new", DECK, name, "--service", "GJ", "--role", "Guard", "--photo", photo, "--json")
    assert made.code == 0, made.err
    return str(made.json["record"]["art"])


@pytest.mark.slow
def test_a_photo_is_copied_beside_the_list(run: Run) -> None:
    assert with_photo(run, "Rivet", Path("photos/me.png"), "#806040") == "pictures/me.png"
    assert Path("my-cards/go-joe/pictures/me.png").read_bytes() == Path("photos/me.png").read_bytes()
    assert run("build", DECK, "--only", "Rivet").code == 0
    with pdfplumber.open("output/go-joe/joe-deck-selection.pdf") as pdf:
        assert pdf.pages[0].images


@pytest.mark.slow
def test_no_copy_takes_the_place_of_another_picture(run: Run) -> None:
    assert with_photo(run, "Rivet", Path("photos/me.png"), "#806040") == "pictures/me.png"
    assert with_photo(run, "Bolt", Path("others/me.png"), "#204060") == "pictures/me-2.png"
    assert with_photo(run, "Screw", Path("third/me.png"), "#806040") == "pictures/me.png"
    assert with_photo(run, "Nail", Path("my-cards/mine/nail.png"), "#806040") == "../mine/nail.png"
    pictures = Path("my-cards/go-joe/pictures")
    assert sorted(path.name for path in pictures.iterdir()) == ["me-2.png", "me.png"]
    assert (pictures / "me-2.png").read_bytes() == Path("others/me.png").read_bytes()
    assert run("check", DECK).code == 0


@pytest.mark.slow
def test_what_is_no_photo_leaves_nothing_behind(run: Run) -> None:
    Path("me.png").write_bytes(b"soup")
    assert run(*RIVET, "--photo", "me.png").code == 3 and not Path("my-cards").exists()
    os.mkfifo("pipe.png")
    assert run(*RIVET, "--photo", "pipe.png").code == 2 and not Path("my-cards").exists()


@pytest.mark.slow
def test_a_photo_elsewhere_is_told_of_in_a_list_of_ones_own(run: Run, tmp_path: Path) -> None:
    for art in (tmp_path / "me.png", "../../me.png"):
        Image.new("RGB", (900, 900)).save("me.png")
        own_list(OWN_TEXT + f"  art: {art}\n")
        (found,) = (f for f in run("check", DECK, "--json").json["findings"] if f["severity"] == "error")
        assert (found["file"], found["line"], found["code"]) == (OWN, 11, "outside-folder")
        assert found["message"].endswith("is outside the folder of your own cards")
        assert found["hint"].startswith("Put the file into the folder")


@pytest.mark.slow
def test_what_things_were_called_is_kept_and_drawn(run: Run) -> None:
    words = ("--weapon", "Micro Uzi (black)", "--weapon", "none", "--trait", "leader", "--skill", "none")
    flags = ("--service", "GJ", "--role", "Scout", *words)
    wolf = run("new", DECK, "Wolf Friend", *flags, "--trait", "Timber Wolf", "--preview", "wolf.png", "--json")
    assert (wolf.code, wolf.err) == (0, "")
    record = wolf.json["record"]
    assert record["figure"] == {"accessories": ["Micro Uzi (black)", "Timber Wolf"]}
    assert (record["weapons"], record["traits"]) == (["sub-machine gun"], ["animal companion", "leader"])
    assert run("check", DECK).code == 0 and "accessories: [Micro Uzi (black), Timber Wolf]" in Path(OWN).read_text()
    assert run("new", DECK, "Dog Friend", *flags, "--trait", "guard dog", "--preview", "dog.png").code == 0
    assert Path("wolf.png").read_bytes() != Path("dog.png").read_bytes()
    # The words of the guidelines are no things that somebody called so.
    plain = run("new", DECK, "Plain", "--service", "GJ", "--role", "Guard", "--trait", "one HTH weapon", "--json")
    assert "figure" not in plain.json["record"]


@pytest.mark.slow
def test_a_pilot_comes_with_the_vehicle_of_his_figure(run: Run) -> None:
    flags = ("--service", "GJ", "--role", "Glider Pilot", "--skill", "air", "--weapon", "none")
    told = run("new", DECK, "Lark", *flags, "--vehicle", "Falcon glider", "--mounted", "camera")
    assert "added vehicle: its role says pilot" in told.out and "-1 vehicle" in told.out
    assert run("check", DECK).code == 0
    for name, more in (("Jay", ()), ("Wren", ("--vehicle", "glider", "--trait", "none"))):
        assert "vehicle" not in run("new", DECK, name, *flags, *more).out


@pytest.mark.slow
def test_what_came_in_the_box_makes_the_card(run: Run) -> None:
    box = ("XM-76 grenade launcher", "Fighting Knife", "Katana", "canteen", "Zorblax Emitter", "Bazoka")
    flags = (*(word for name in box for word in ("--accessory", name)), "--figure", "Classified 2021")
    told = run("new", DECK, "Gung Ho", "--service", "GJ", "--role", "Marine", *flags, "--trait", "big muscles",
               "--trait", "one HTH weapon", "--skill", "air")  # fmt: skip
    assert (told.code, told.err) == (0, "")
    assert "added flying: an Air unit flies" in told.out and 'not counted: "Zorblax Emitter"' in told.out
    assert '"Zorblax Emitter" is not in words.yaml; add it there, or give --weapon or --trait' in told.out
    assert "not counted: \"Bazoka\" is not in words.yaml; did you mean 'bazooka'?" in told.out
    (made,) = (r for r in run("list", DECK, "--json").json["records"] if r["name"] == "Gung Ho")
    figure = {key: value for key, value in made["figure"].items() if value}
    assert figure == {"year": 2021, "version": "Classified", "accessories": [*box]}
    assert made["weapons"] == ["grenade launcher"] and made["inferred"] == ["big muscles"]
    assert made["traits"] == ["big muscles", "two HTH weapons", "flying"]
    found = run("check", DECK, "--json").json
    assert (found["errors"], found["warnings"]) == (0, 0)
    # Who says that there is nothing besides has it so.
    plain = run(
        "new", DECK, "Kite", "--service", "GJ", "--role", "Marine", "--skill", "air", "--trait", "none", "--json"
    )
    assert plain.json["record"]["traits"] == [] and plain.json["added"] == {}
    assert run("new", DECK, "Old", "--figure", "1877").code == 2


@pytest.mark.slow
def test_a_woman_comes_out_as_one(run: Run) -> None:
    def made(*said: str) -> dict[str, object]:
        flags = ("--service", "GJ", "--role", "Scout", "--headgear", "beret", *said, "--json")
        return dict(run("new", DECK, "Wren", *flags, "--cards", f"shelf {len(said)}").json["record"].get("look", {}))

    assert made() == {"headgear": "beret"}
    assert made("--sex", "lady", "--hair", "Long red") == {"sex": "lady", "hair": "long red", "headgear": "beret"}
    assert set(made("--surprise")) == {"sex", "headgear"}
    none = run("new", DECK, "Wren", "--service", "GJ", "--role", "Scout", "--sex", "man", "--hair", "xyz").err
    told = none.partition("one of: ")[2].rstrip(".\n").split(", ")
    assert len(told) > 5 and len(told) == len({*told})
    wrong = run("new", DECK, "Wren", "--service", "GJ", "--role", "Scout", "--hair", "poniteil")
    assert (
        wrong.code == 2
        and "--hair: 'poniteil' is none that can be drawn" in wrong.err
        and "Did you mean 'ponytail'?" in wrong.err
    )


@pytest.mark.slow
def test_the_hint_can_be_pasted(run: Run) -> None:
    made = run("new", DECK, "Wild 'Ace'", "--service", "GJ", "--role", "Scout", "--cards", "my other cards")
    command = shlex.split(made.out.rpartition("print it with: ")[2].strip())
    assert command[0] == "printgen" and run(*command[1:]).code == 0
    with pdfplumber.open("output/go-joe/joe-deck-selection.pdf") as pdf:
        assert "Wild" in pdf.pages[0].extract_text()


@pytest.mark.slow
def test_other_cards_of_ones_own_are_told_in_one_line(run: Run) -> None:
    own_list(OWN_TEXT.replace("fp: 2", "fp: 3") + OWN_TEXT.replace("Mossback", "Kite").replace("[swamp]", "[air]"))
    made = run(*RIVET)
    assert (made.code, made.err) == (0, "")
    built = run("build", DECK, "--only", "Rivet")
    told = f"{OWN}: warning: 1 error and 1 warning on cards of your own that are not printed now"
    assert built.code == 0 and built.err.splitlines()[0] == told and len(built.err.splitlines()) == 2
    assert run("build", DECK, "--only", "Mossback").code == 4
    assert run("check", DECK).code == 4


def test_what_is_missing_is_named_by_its_flag(run: Run) -> None:
    own = own_list()
    result = run("new", DECK, "Rivet", "--weapon", "pistol")
    assert result.code == 2 and "--service, --role are missing" in result.err
    assert own.read_text() == OWN_TEXT
    assert "Name a product" in run("new", "go-joe").err
    assert "no guidelines" in run("new", "micro-forces/character-cards", "X").err


@pytest.mark.parametrize("name", ["bell\x07", "two\nlines", "stray\udcff"])
def test_what_cannot_be_printed_is_refused(run: Run, name: str) -> None:
    result = run("new", DECK, name, "--service", "GJ", "--role", "Guard")
    assert result.code == 2 and "the name holds a character that cannot be printed" in result.err


@pytest.mark.slow
def test_a_card_that_would_not_fit_is_not_added(run: Run) -> None:
    result = run("new", DECK, "W" * 60, "--service", "GJ", "--role", "Guard")
    assert result.code == 5 and not Path(OWN).exists()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["[]\n", "a: 1\n", "- name: [\n", "- name: A\n..."])
def test_a_file_that_is_no_list_stays_as_it_is(run: Run, text: str) -> None:
    own = own_list(text)
    result = run(*RIVET)
    assert result.code == 3 and own.read_text() == text


@pytest.mark.slow
def test_mistakes_are_found_in_the_files_where_they_are(run: Run) -> None:
    own_list(OWN_TEXT.replace("fp: 2", "fp: two"))
    found = run("check", DECK, "--json").json["findings"]
    assert [(f["file"], f["line"], f["column"]) for f in found if f["severity"] == "error"] == [(OWN, 4, 7)]
    own_list().rename("my-cards/go-joe/joe-dek.yaml")
    (finding,) = run("check", DECK, "--json").json["findings"][:1]
    assert finding["file"].endswith("joe-dek.yaml") and finding["hint"] == "Did you mean 'joe-deck'?"


@pytest.mark.slow
def test_a_stat_that_nothing_explains_is_found(run: Run) -> None:
    own_list(OWN_TEXT.replace("fp: 2", "fp: 5"))
    found = run("check", DECK, "--json").json["findings"]
    assert [(f["file"], f["line"]) for f in found if f["severity"] == "error"] == [(OWN, 4)]


def test_every_text_is_written_so_that_it_reads_back() -> None:
    values = {
        "name": "n",
        "traits": ["a: b", "c, d", "#e", "ok word"] * 12,
        "deviations": [{"stat": "fp", "reason": "x, y: z"}],
    }
    (back,) = load_yaml(append_record("", values, "x.yaml"), "x.yaml")  # type: ignore[misc]
    assert back == values
