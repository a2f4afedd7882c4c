"""What cannot be sent is refused in words: nothing to send, letters that nobody sees, folders that have no address."""

import sys
from pathlib import Path

import pytest
from kitchen import SAMPLE, Kitchen, Run

from printgen.base.errors import Exit, PrintgenError, UsageError
from printgen.exports import EXPORTS, export
from printgen.exports.tts_objects import save_file

HEROES = f"{SAMPLE}/heroes"
CHOSEN = {"shop": {"profile": "press"}, "cut": {"machine": "laser"}}
NOBODY = "- {name: Nobody, course: starter, taste: 1, rule: none, copies: 0}\n"


@pytest.mark.parametrize("name", [*EXPORTS])
def test_a_product_without_pieces_is_an_error_with_a_hint(name: str, kitchen: Kitchen, out: Path) -> None:
    kitchen.write("heroes.yaml", NOBODY)
    with pytest.raises(PrintgenError) as caught:
        export(name, f"{kitchen.folder}/heroes", out, options=CHOSEN.get(name, {}))
    (finding,) = caught.value.findings
    assert (finding.code, caught.value.exit) == ("nothing-fits", Exit.DOES_NOT_FIT)
    assert finding.message == "there is nothing in kitchen-heroes/heroes to send" and finding.hint
    assert not out.exists()


def test_a_product_without_pieces_among_others_is_told(kitchen: Kitchen, out: Path) -> None:
    kitchen.write("none.yaml", NOBODY)
    kitchen.add_product("none", "kind: cards\ntitle: None\nlist: none.yaml\nrecord: hero\nfront: hero\nsize: mini-euro")
    done = export("text", str(kitchen.folder), out)
    assert [(one.code, one.where.line) for one in done.findings] == [
        ("empty-list", kitchen.line("game.yaml", "list: none.yaml"))
    ]


@pytest.mark.parametrize(("name", "option"), [("vassal", "sides"), ("tts", "url-base")])
@pytest.mark.parametrize("letter", ["\x01", "\udcff"])
def test_letters_that_nobody_sees_stand_in_no_file(name: str, option: str, letter: str, out: Path) -> None:
    with pytest.raises(UsageError, match=rf"{option}: it holds the character U\+{ord(letter):04X}"):
        export(name, HEROES, out, options={option: f"https://example.org/{letter}"})
    assert not out.exists()


@pytest.mark.parametrize(("given", "told"), [
    ("https://", "is no address of the net"), ("https:///game", "is no address of the net"),
    ("https://[x", "is no address of the net"), ("file:///games", "is no address of the net"),
    ("https://example.org/my game", "is no address of the net"),
    # A browser asks no server for what stands behind a hash.
    ("https://example.org/game#part", "is no address of the net"),
    ("https://example.org/game?key=1", r"no name of a file can follow '\?key=1'"),
])  # fmt: skip
def test_addresses_that_no_name_can_follow_are_refused(given: str, told: str, out: Path) -> None:
    with pytest.raises(UsageError, match=f"url-base: .*{told}"):
        export("tts", HEROES, out, options={"url-base": given})
    assert not out.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all names of folders are Unicode")
def test_a_picture_of_too_many_dots_is_an_error(out: Path) -> None:
    with pytest.raises(PrintgenError, match=r"pixels of one picture"):
        export("images", HEROES, out, options={"width": 20_000})
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "told", "hint"),
    [
        ("images", "missing argument 'TARGET'", "Run printgen export images --help."),
        ("imgs HEROES", "there is no export 'imgs'", "Did you mean 'images'?"),
        ("images HEROES --dpi 0", "dpi: 0 is not from 20 to 1200", "Give a number from 20 to 1200."),
        ("images HEROES --dpi 1e9", "'1e9' is not a valid integer", "Run printgen export images --help."),
        ("images HEROES --profile press", "has no option '--profile'", "Leave it out: it is one of export shop."),
        ("text HEROES --dip 300", "no such option '--dip'", "Use one of: --progress"),
        ("shop HEROES --profile pres", "profile: there is no 'pres'", "Did you mean 'press'?"),
    ],
)
def test_a_slip_of_the_command_line_is_told_with_what_to_write(
    words: str, told: str, hint: str, run: Run, out: Path
) -> None:
    done = run("export", *words.replace("HEROES", HEROES).split(), "--out", out)
    assert done.code == Exit.USAGE and not out.exists()
    assert told in done.err and f"    {hint}" in done.err


def test_no_two_objects_of_tabletop_simulator_have_one_number() -> None:
    objects = [{"GUID": "the same"}, {"GUID": "the same"}, {"GUID": "the same"}]
    assert len({one["GUID"] for one in save_file("Game", objects)["ObjectStates"]}) == 3
