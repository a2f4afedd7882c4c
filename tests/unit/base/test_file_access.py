"""File access: a pack's files lie in the pack, are plain files of a modest size, and are told of where they are not."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from kitchen import SAMPLE, Kitchen, Run
from PIL import Image

from printgen.base import file_access
from printgen.base.file_access import (
    MOST_BYTES,
    AccessError,
    FileAccess,
    access_for,
    display_path,
    find_misnamed,
    find_spelling,
    load_file,
)
from printgen.build.jobs import load
from printgen.drawing.extent import walk
from printgen.drawing.model import Image as Picture
from printgen.drawing.model import Text


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A folder with a file, and another file outside of it."""
    folder = tmp_path / "pack"
    (folder / "art").mkdir(parents=True)
    (folder / "art" / "ace.png").write_bytes(b"ace")
    (tmp_path / "secret.png").write_bytes(b"secret")
    return folder


def code(gate: FileAccess, name: str) -> str:
    with pytest.raises(AccessError) as caught:
        gate.find(name)
    assert caught.value.hint.endswith(".") and "\n" not in caught.value.message
    return caught.value.code


def test_what_lies_in_the_folder_is_read_whatever_way_it_is_named(pack: Path) -> None:
    gate = FileAccess(pack, pack)
    (pack / "link.png").symlink_to("art/ace.png")
    (pack / "linked").symlink_to(pack / "art")
    for name in ("art/ace.png", "./art/../art/ace.png", "link.png", "linked/ace.png"):
        assert gate.load(gate.find(name), "picture") == b"ace"


def test_the_folder_itself_may_be_a_link(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack.parent / "mine").symlink_to(pack)
    monkeypatch.chdir(pack.parent)
    for folder in (pack.parent / "mine", Path("mine"), Path("mine/../pack")):
        gate = FileAccess(folder, folder)
        assert gate.load(gate.find("art/ace.png"), "picture") == b"ace"


def test_nothing_outside_the_folder_is_found(pack: Path) -> None:
    (pack / "link.png").symlink_to("../secret.png")
    (pack / "up").symlink_to("..")
    (pack / "zero.png").symlink_to("/dev/zero")
    (pack / "gone.png").symlink_to("/nowhere/at/all.png")
    (pack.parent / "pack-2").mkdir()
    (pack.parent / "pack-2" / "x.png").write_bytes(b"x")
    names = ("../secret.png", str(pack.parent / "secret.png"), "link.png", "up/secret.png", "zero.png", "gone.png",
             "../pack-2/x.png", "../missing.png", str(pack / "art" / "ace.png"))  # fmt: skip
    assert {name: code(FileAccess(pack, pack), name) for name in names} == dict.fromkeys(names, "outside-folder")
    with pytest.raises(AccessError, match="outside"):
        FileAccess(pack, pack).load(pack / "link.png", "picture")


def test_a_folder_in_a_pack_may_name_what_lies_in_the_pack(pack: Path) -> None:
    templates = pack / "templates"
    templates.mkdir()
    (templates / "ace.png").symlink_to("../art/ace.png")
    gate = FileAccess(templates, pack)
    assert gate.load(gate.find("ace.png"), "picture") == b"ace"
    assert gate.load(gate.find("../art/ace.png"), "picture") == b"ace"
    assert code(gate, "../../secret.png") == "outside-folder"


def test_what_an_installer_has_linked_is_read(pack: Path) -> None:
    (pack / "link.png").symlink_to("../secret.png")
    gate = FileAccess(pack, None)
    assert gate.load(gate.find("link.png"), "picture") == b"secret"
    assert code(gate, "../secret.png") == "outside-folder"


def test_what_is_no_plain_file_is_refused_at_once(pack: Path) -> None:
    os.mkfifo(pack / "pipe.png")
    (pack / "loop.png").symlink_to("loop.png")
    (pack / "in").symlink_to("out")
    (pack / "out").symlink_to("in")
    gate = FileAccess(pack, pack)
    assert code(gate, "pipe.png") == "irregular-file"
    assert code(gate, "loop.png") == "irregular-file"
    assert code(gate, "in/x.png") in ("missing-file", "unreadable-file")
    assert code(gate, "art") == "missing-file"
    for name in ("pipe.png", "loop.png", "art"):
        with pytest.raises(AccessError):
            gate.load(pack / name, "picture")


@pytest.mark.parametrize("name", ["a" * 300, "a/" * 3000, "nul\0.png", "stray\udcff.png", "", ".", "art/ace.png/x"])
def test_odd_names_are_refused_and_break_nothing(pack: Path, name: str) -> None:
    assert code(FileAccess(pack, pack), name) in ("missing-file", "unreadable-file")


@pytest.mark.parametrize("kind", MOST_BYTES)
def test_a_file_that_is_too_large_is_not_read(pack: Path, kind: str) -> None:
    path, most = pack / "huge", MOST_BYTES[kind]
    with path.open("wb") as stream:
        stream.truncate(most + 1)
    with pytest.raises(AccessError, match=f"larger than {most // 1024**2} MB") as caught:
        load_file(path, kind)
    assert caught.value.code == "file-too-big"
    os.truncate(path, 1 << 40)
    with pytest.raises(AccessError, match="larger than"):
        load_file(path, kind)


def test_a_link_that_takes_the_place_of_a_file_is_not_followed(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / "link.png").symlink_to("../secret.png")
    monkeypatch.setattr(os.path, "islink", lambda path: False)  # It was none when it was looked at.
    with pytest.raises(AccessError) as caught:
        FileAccess(pack, pack).load(pack / "link.png", "picture")
    assert caught.value.code == "irregular-file"


def test_what_may_not_be_read_is_told(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    gate = FileAccess(pack, pack)
    monkeypatch.setattr(os, "lstat", denied)
    assert code(gate, "art/ace.png") == "unreadable-file"
    monkeypatch.undo()
    monkeypatch.setattr(os, "listdir", denied)
    assert gate.list("art/*.png") == []
    assert [refused.message for refused in gate.refused.values()] == ["cannot read the file: permission denied"]


def test_a_listing_leaves_out_what_it_says_it_leaves_out(pack: Path) -> None:
    for name in ("b.yaml", "a.yaml", ".hidden.yaml", "x.txt", "nul.yaml", "tab\t.yaml", "-dash.yaml"):
        (pack / "art" / name).write_text("")
    (Path(os.fsdecode(bytes(pack / "art") + b"/\xff.yaml"))).write_text("")
    gate = FileAccess(pack, pack)
    assert [path.name for path in gate.list("art/*.yaml")] == ["a.yaml", "b.yaml"]
    assert {refused.code for refused in gate.refused.values()} == {"bad-name"}
    assert len(gate.refused) == 4 and all(r.message.isprintable() for r in gate.refused.values())
    assert gate.list("faces/*.yaml") == [] and gate.list("papers.yaml") == [] and len(gate.refused) == 4


def test_a_listed_folder_that_leads_out_is_told_once(pack: Path) -> None:
    (pack / "faces").symlink_to("/etc")
    gate = FileAccess(pack, pack)
    assert gate.list("faces/*.conf") == gate.list("faces/*.conf") == []
    assert [(path.name, r.code) for path, r in gate.refused.items()] == [("faces", "outside-folder")]


def test_files_are_found_by_their_names(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / "Cafe\u0301.png").write_bytes(b"")
    (pack / "art" / ".hidden.png").write_bytes(b"")
    (pack / "art" / "nul.png").write_bytes(b"")
    gate = FileAccess(pack, pack)
    assert gate.find("Caf\u00e9.png").name == "Cafe\u0301.png" and gate.find_or_none("no.png") is None
    assert gate.find_by_name("ACE") == gate.find_by_name("ace.png") == ["art/ace.png"]
    assert gate.find_by_name("nul") == gate.find_by_name(".hidden.png") == []
    assert gate.advice("Art/Ace.png") == "Write art/ace.png: capitals and small letters differ."
    assert gate.advice("ace") == "Write art/ace.png: that is where the file is."
    assert gate.advice("art\\aec.png") == "Did you mean 'art/ace.png'?" and gate.advice("other.svg") == ""
    assert gate.find("art\\ace.png") == pack / "art/ace.png"
    (pack / "aa").mkdir()
    (pack / "aa" / "ace.png").write_bytes(b"")
    assert FileAccess(pack, pack).advice("ace").startswith("Write art/ace.png: ")
    assert find_spelling(pack / "gone" / "\u00e9.png") == pack / "gone" / "\u00e9.png"
    with pytest.raises(AccessError, match=r'there is no file "no\.png"'):
        gate.find("no.png")
    with pytest.raises(AccessError, match=r'the file "\.\./x" is outside the game.s folder'):
        gate.find("../x")
    monkeypatch.setattr(file_access, "_MOST_ENTRIES", 0)
    assert FileAccess(pack, pack).find_by_name("ace") == [], "folders inside are left out of a large one"


def test_a_listing_has_an_end(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        (pack / "art" / f"{name}.yaml").write_text("")
    monkeypatch.setattr(file_access, "_MOST_ENTRIES", 2)
    gate = FileAccess(pack, pack)
    assert [path.name for path in gate.list("art/*.yaml")] == ["a.yaml", "b.yaml"]
    assert [refusal.message for refusal in gate.refused.values()] == ["the folder has more than 2 files"]
    assert gate.list("art/c.yaml") == [pack / "art/c.yaml"] and gate.list("art/ace.png/*") == []
    assert gate.refused[pack / "art/ace.png"].code == "irregular-file"
    os.mkfifo(pack / "pipe.yaml")
    gate.survey("*.yaml")
    assert gate.refused[pack / "pipe.yaml"].code == "irregular-file"


def test_drafts_are_read_in_place_of_files(pack: Path) -> None:
    gate = FileAccess(pack, pack)
    drafted = gate.beside({pack / "new.yaml": b"x"})
    assert gate.beside({}) is gate and drafted.load(drafted.find("new.yaml"), "yaml") == b"x"
    assert drafted.list("*.yaml") == [pack / "new.yaml"] and gate.list("*.yaml") == []


def test_a_file_is_read_through_the_first_folder_that_holds_it(pack: Path) -> None:
    gate, again, cards = (FileAccess(folder, folder) for folder in (pack, pack, pack.parent / "cards"))
    assert access_for([gate, again, cards], pack / "x") is gate
    assert access_for([gate, again, cards], cards.folder / "x") is cards
    with pytest.raises(AccessError, match="outside"):
        access_for([gate, cards], pack.parent / "x")


def test_where_a_file_would_be_written(pack: Path) -> None:
    gate = FileAccess(pack, pack)
    assert gate.place("art\\new.png") == pack / "art/new.png"
    for name in ("../x.png", "/x.png", "art/nul.png", "art/../../x.png"):
        with pytest.raises(AccessError, match="outside"):
            gate.place(name)
    (pack / "Notes.yaml").write_text("")
    assert find_misnamed(pack, ["notes.yaml", "art", "other"]) == [("Notes.yaml", "notes.yaml")]
    (pack / "notes.yaml").write_text("")
    assert find_misnamed(pack, ["notes.yaml"]) == [] and find_misnamed(pack / "gone", ["x"]) == []


def test_what_is_shown_of_a_path_can_be_shown(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pack)
    (pack / "loop").symlink_to("loop")
    assert display_path(Path("loop")) == "loop"
    assert display_path(pack / "art" / ".." / "x.yaml") == "x.yaml"
    assert display_path(Path("a\x1b[2J\u202e\udcff.yaml")) == "a\\x1b[2J\\u202e\\udcff.yaml"
    assert display_path(Path("nul\0")).isprintable()
    (pack.parent / "gone").mkdir()
    monkeypatch.chdir(pack.parent / "gone")
    (pack.parent / "gone").rmdir()
    assert display_path(pack / "x.yaml") == str(pack / "x.yaml")


# The whole road: each way out of the sample game, and the line of its one finding.
FACE = "templates/faces/hero.yaml"


def hero(kitchen: Kitchen) -> Path:
    return kitchen.folder / FACE


def named(kitchen: Kitchen, run: Run) -> list[str]:
    """What a check finds, as "file:line code", without warnings; it ends with 3."""
    result = run("check", kitchen.folder, "--json")
    assert result.code == 3, result.out
    found = [f for f in result.json["findings"] if f["severity"] == "error"]
    return [f"{kitchen.inside(f['file'])}:{f['line']} {f['code']}" for f in found]


def out(path: Path, kitchen: Kitchen) -> None:
    """Have a file or folder of the game be a link to a copy of it outside."""
    beside = kitchen.folder.parent / f"outside-{path.name}"
    path.rename(beside)
    path.symlink_to(beside)


@pytest.mark.parametrize("name", ["game.yaml", "templates", "templates/faces", "templates/art"])
def test_a_fixed_file_or_folder_that_leads_out_is_told_by_its_name(kitchen: Kitchen, run: Run, name: str) -> None:
    path = kitchen.folder / name
    path.mkdir(exist_ok=True, parents=True) if name == "templates/art" else None
    out(path, kitchen)
    found = named(kitchen, run)
    assert f"{name}:0 outside-folder" in found
    assert len(found) == 1 or name != "game.yaml"


def test_a_face_that_is_no_file_is_told_where_it_is_named(kitchen: Kitchen, run: Run) -> None:
    for make in (os.mkfifo, lambda path: path.symlink_to("/etc/hostname")):
        hero(kitchen).unlink()
        make(hero(kitchen))
        code = "irregular-file" if make is os.mkfifo else "outside-folder"
        assert named(kitchen, run) == [f"game.yaml:{kitchen.line('game.yaml', 'front: hero')} {code}"]


def test_lists_and_tables_that_lead_out_are_told_where_they_are_named(kitchen: Kitchen, run: Run) -> None:
    for path in sorted(kitchen.folder.glob("*.yaml")):
        if path.name != "game.yaml":
            out(path, kitchen)
    found = named(kitchen, run)
    assert found and all(line.startswith("game.yaml:") and line.endswith(" outside-folder") for line in found)


def test_a_face_that_leads_out_is_told_where_a_product_names_it(kitchen: Kitchen, run: Run) -> None:
    face = hero(kitchen)
    out(face, kitchen)
    found = named(kitchen, run)
    assert found and all(line.endswith(("outside-folder", "template")) for line in found)
    assert any(line.startswith(("game.yaml:", "templates/faces/")) and not line.endswith(":0") for line in found)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("game", "face"), [("lantern-cave", "sheet-dossier"), ("pirate-seas", "map-sheet"), ("orc-hosts", "roster-foot")]
)
def test_a_face_that_no_product_names_may_lead_out(tmp_path: Path, run: Run, game: str, face: str) -> None:
    copy = Path(shutil.copytree(SAMPLE.parent / game, tmp_path / game))
    (copy / "templates" / "faces").mkdir(parents=True, exist_ok=True)
    (copy / "templates" / "faces" / f"{face}.yaml").symlink_to("/etc/passwd")
    result = run("check", copy, "--json")
    assert result.code == 3, result.out
    assert "outside-folder" in {found["code"] for found in result.json["findings"]}


def test_a_picture_that_a_face_names_lies_among_the_templates(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    Image.new("RGB", (400, 400)).save(tmp_path / "logo.png")
    (kitchen.folder / "templates" / "logo.png").symlink_to(tmp_path / "logo.png")
    kitchen.write("templates/faces/logo.yaml", "unit: mm\nitems:\n  - image: {w: 9, h: 9, file: logo.png}\n")
    kitchen.add_product("logo", "kind: cards\ntitle: Logo\nlist: heroes.yaml\nrecord: hero\nfront: logo\nsize: poker")
    assert set(named(kitchen, run)) == {"templates/faces/logo.yaml:3 template"}
    (kitchen.folder / "templates" / "logo.png").unlink()
    (tmp_path / "logo.png").rename(kitchen.folder / "templates" / "logo.png")
    assert run("check", kitchen.folder).code == 0


def test_no_face_tells_where_the_game_lies(kitchen: Kitchen) -> None:
    (kitchen.folder / "art").mkdir()
    Image.new("RGB", (900, 900)).save(kitchen.folder / "art" / "soup.png")
    kitchen.edit("heroes.yaml", "- name: Pea Soup", "- name: Pea Soup\n  art: art/soup.png")
    kitchen.edit("game.yaml", "icon: text}", "icon: text, plate: {kind: file, default: art/soup.png}}")
    items = """\
  - image: {w: 20, h: 20, file: "{{ card.art }}"}
  - image: {y: 20, w: 20, h: 20, file: "{{ tables.courses[card.course].plate }}"}
  - text: {y: 50, w: 40, size: 6, text: "{{ card.art }} {{ tables.courses[card.course].plate | upper }}"}
"""
    kitchen.write("templates/faces/plain.yaml", f"unit: mm\nsize: [44, 67]\npalettes: [dossier]\nitems:\n{items}")
    kitchen.edit("game.yaml", "front: hero\n", "front: plain\n")
    pieces, findings = kitchen.composed(only=("Pea Soup",))
    assert [f.message for f in findings if f.severity == "error"] == []
    drawn = [item for item, _ in walk(pieces[0].front.items)]
    assert " ".join(item.text for item in drawn if isinstance(item, Text)) == "art/soup.png SOUP.PNG"
    assert len([item for item in drawn if isinstance(item, Picture)]) == 2


def test_a_pipe_for_a_game_hangs_nothing(kitchen: Kitchen, run: Run) -> None:
    (kitchen.folder / "game.yaml").unlink()
    os.mkfifo(kitchen.folder / "game.yaml")
    assert named(kitchen, run) == ["game.yaml:0 irregular-file"]


def test_cards_of_ones_own_lie_in_the_folder_for_them(kitchen: Kitchen, tmp_path: Path) -> None:
    own = tmp_path / "my-cards" / kitchen.folder.name
    own.mkdir(parents=True)
    (tmp_path / "list.yaml").write_text("- name: X\n")
    (own / "heroes.yaml").symlink_to(tmp_path / "list.yaml")
    (job,) = load([str(kitchen.folder)], tmp_path / "my-cards")
    assert [(Path(f.where.file).name, f.code) for f in job.findings] == [("heroes.yaml", "outside-folder")]


def test_a_packs_own_my_cards_are_not_the_users(
    kitchen: Kitchen, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    kitchen.write("my-cards/kitchen-heroes/heroes.yaml", "- {name: Stranger, course: none}\n")
    (kitchen.folder / "deep").mkdir()
    for here, hers in ((kitchen.folder, True), (kitchen.folder / "deep", False), (tmp_path, False)):
        monkeypatch.chdir(here)
        looked = run("check", kitchen.folder)
        assert looked.code == 0 and ("are not taken for your own" in looked.err) == hers
    monkeypatch.chdir(kitchen.folder)
    assert run("check", ".", "--json").json["findings"] == []
    assert run("check", ".", "--cards", "my-cards").code == 3
    monkeypatch.setenv("PRINTGEN_CARDS", "my-cards")
    assert run("check", ".").code == 3


@pytest.mark.some(2)
@pytest.mark.parametrize("form", ["png", "svg"])
def test_no_two_products_are_written_into_one_file(kitchen: Kitchen, run: Run, tmp_path: Path, form: str) -> None:
    cards = "kind: cards\ntitle: Heroes\nlist: heroes.yaml\nrecord: hero\nfront: hero\nsize: mini-euro"
    kitchen.add_product("Heroes-01", cards)
    made = run("build", kitchen.folder, "--out", tmp_path / "out", "--format", form)
    assert made.code == 3 and "Heroes-01 would be written into Heroes-01" in made.err
    assert not (tmp_path / "out").exists()
    assert run("build", kitchen.folder, "--out", tmp_path / "out").code == 0


def test_two_games_of_one_name_are_not_printed_together(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    Kitchen.copied(tmp_path / "other" / "Kitchen-Heroes")
    result = run("check", kitchen.folder, tmp_path / "other" / "Kitchen-Heroes")
    assert result.code == 2 and "would print into one folder" in result.err


@pytest.mark.parametrize("name", ["con", "-x", ".hidden", "a\u202eb", "stray\udcff", "dot.", "x" * 120])
def test_a_folder_with_an_odd_name_is_told_of(tmp_path: Path, run: Run, name: str) -> None:
    copy = Kitchen.copied(tmp_path / name)
    result = run("check", copy.folder, "--json")
    assert [f["code"] for f in result.json["findings"] if f["severity"] == "error"] == ["bad-name"]
    assert run("list", copy.folder / "nobody").code in (2, 3)


@pytest.mark.parametrize("target", ["a" * 300, "nul\0", "/dev/null", "a/" * 3000])
def test_an_odd_target_is_no_game(run: Run, target: str) -> None:
    result = run("check", target)
    assert result.code == 2 and "there is no kit or folder" in result.err


def test_every_file_of_a_pack_is_opened_without_following_links(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, int] = {}
    opened = os.open

    def noted(path: str, flags: int, *more: int) -> int:
        seen[str(path)] = flags
        return opened(path, flags, *more)

    monkeypatch.setattr(os, "open", noted)
    assert kitchen.findings() == []
    own = {path: flags for path, flags in seen.items() if path.startswith(str(kitchen.folder.resolve()))}
    kept = [p for p in kitchen.folder.rglob("*.yaml") if stat.S_ISREG(p.stat().st_mode)]
    assert len(own) >= len(kept) // 2
    assert all(flags & os.O_NOFOLLOW and flags & os.O_NONBLOCK for flags in own.values())
