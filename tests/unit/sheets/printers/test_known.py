"""What is known of printers: kept in the user's folder, asked for by name, told when it is spoiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.base.errors import PrintgenError, UsageError
from printgen.base.folders import config_folder
from printgen.sheets import printers as known
from printgen.sheets.printers import (
    PageShift,
    PrinterProfile,
    ScaleFactors,
    SideProfile,
    StackOrder,
    WhiteMargin,
)

OFFICE = PrinterProfile(
    paper="a4",
    duplex="short",
    stack=StackOrder(printed="up", head="last"),
    front=SideProfile(
        scale=ScaleFactors(across=1.0021, down=0.9987), shift=PageShift(right=0.42, down=-1.3), skew=0.125
    ),
    back=SideProfile(margin=WhiteMargin(left=4.2, top=4.2, right=4.2, bottom=12.7)),
)


def test_what_is_kept_is_found_again_by_its_name_however_it_is_written(config: Path) -> None:
    known.save("Büro Laser", OFFICE)
    known.save("attic", PrinterProfile(paper="letter"))
    assert printgen.printers() == ("attic", "Büro Laser")
    found = printgen.printer("büro laser")
    assert (found.name, found.profile.model_dump(), found.margin) == ("Büro Laser", OFFICE.model_dump(), 12.7)
    assert found.file == config / "printers" / "Büro Laser.yaml"
    # What is measured anew is the same printer.
    known.save("BÜRO LASER", PrinterProfile(paper="letter"))
    assert printgen.printers() == ("attic", "Büro Laser")
    assert printgen.printer("Büro Laser").profile.paper == "letter"


def test_hairs_of_numbers_are_written_so_that_they_are_read(config: Path) -> None:
    hairs = SideProfile(
        scale=ScaleFactors(across=1.000001, down=0.999999),
        shift=PageShift(right=0.00001, down=-0.0000001),
        skew=-0.00001,
    )
    known.save("office", PrinterProfile(paper='11.5x8.25"in', front=hairs))
    found = printgen.printer("office").profile
    assert (found.paper, found.front.skew, found.front.scale.across) == ('11.5x8.25"in', -0.00001, 1.000001)
    assert (found.front.shift.right, found.front.shift.down) == (0.00001, -0.0000001)


def test_an_unknown_printer_is_told_with_the_one_that_was_meant(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    where = ("build", kitchen.folder, "--out", tmp_path / "out", "--printer")
    none = run(*where, "office")
    assert none.code == 2 and "there is no printer 'office'" in none.err
    assert "Print its page with printgen printers calibrate" in none.err
    known.save("office", OFFICE)
    assert "Did you mean 'office'?" in run(*where, "ofice").err
    assert run("printers", "show", "offic").code == 2
    assert "Did you mean 'list'?" in run("printers", "lst").err
    with pytest.raises(UsageError, match="no printer"):
        printgen.load(kitchen.folder)["heroes"].compose().impose(printer="lodge").write(tmp_path / "a.pdf")


def test_the_command_line_tells_what_is_known(run: Run, config: Path) -> None:
    assert "none yet" in run("printers", "list").out
    known.save("office", OFFICE)
    assert run("printers", "list").out == "office\n"
    assert run("printers", "list", "--json").json == {"printers": ["office"]}
    shown = run("printers", "show", "office").out
    assert f"office: {config / 'printers' / 'office.yaml'}" in shown
    assert "scale: {across: 1.0021, down: 0.9987}" in shown and "shift: {right: 0.42, down: -1.3}" in shown
    assert "paper: a4" in shown and "head: last" in shown
    data = run("printers", "show", "OFFICE", "--json").json
    assert (data["front"]["skew"], data["back"]["margin"]["bottom"]) == (0.125, 12.7)


SPOILED = {
    "no YAML": (b"paper: [", "office.yaml:"),
    "not text": (b"\xff\xfe\x00", "error"),
    "a list": (b"- a4\n", ":1:1: error: the file should hold a mapping of keys and values"),
    "no paper": (b"duplex: long\n", "paper"),
    "nothing": (b"", "error"),
    "a scale of nothing": (
        b"paper: a4\nfront:\n  scale: {across: 0}\n",
        ":3:19: error: across is 0; it must be from 0.95 to 1.05",
    ),
    "no number": (b"paper: a4\nfront: {skew: .nan}\n", ":2:15: error"),
    "without end": (b"paper: a4\nback: {shift: {right: .inf}}\n", ":2:23: error"),
    "a word for a number": (b"paper: a4\nback: {skew: wide}\n", ":2:14: error"),
    "an unknown key": (b"paper: a4\nfrnt: {}\n", "Did you mean 'front'?"),
    "a stack of no sense": (b"paper: a4\nstack: {printed: left, head: first}\n", ":2:18: error"),
    "a key twice": (b"paper: a4\npaper: a4\n", ":2:1: error"),
    "aliases": (b"paper: &a a4\nduplex: *a\n", "error"),
}


@pytest.mark.some(2)
@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_file_is_told_at_its_line(
    name: str, kitchen: Kitchen, run: Run, config: Path, tmp_path: Path
) -> None:
    data, told = SPOILED[name]
    file = config / "printers" / "office.yaml"
    file.parent.mkdir(parents=True)
    file.write_bytes(data)
    found = run("build", kitchen.folder, "--out", tmp_path / "out", "--printer", "office")
    assert found.code == 3 and "office.yaml" in found.err and told in found.err, found.err
    assert not (tmp_path / "out").exists()
    assert run("printers", "show", "office").code == 3
    assert run("printers", "list").out == "office\n"


def test_what_is_no_plain_file_is_told(run: Run, config: Path) -> None:
    folder = config / "printers"
    (folder / "hall.yaml").mkdir(parents=True)
    (folder / "round.yaml").symlink_to("round.yaml")
    (folder / "far.yaml").symlink_to("/dev/zero")
    (folder / "-x.yaml").write_text("paper: a4")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.yaml")
    names = run("printers", "list").out.split()
    assert "-x" not in names and len(names) >= 3
    for name in names:
        shown = run("printers", "show", name)
        assert shown.code == 3 and ": error: " in shown.err, shown.err


def test_a_link_of_the_users_own_is_followed(config: Path, tmp_path: Path) -> None:
    (tmp_path / "dots.yaml").write_text("paper: a4\n")
    (config / "printers").mkdir(parents=True)
    (config / "printers" / "office.yaml").symlink_to(tmp_path / "dots.yaml")
    assert printgen.printer("office").profile.paper == "a4"


def test_names_that_cannot_be_files_are_refused() -> None:
    for name in ("", "../up", "a/b", ".", "CON", "a\nb", "x" * 41, "\ud800"):
        with pytest.raises(UsageError, match="cannot be the name of a printer"):
            known.save(name, OFFICE)
        with pytest.raises(UsageError):
            printgen.printer(name)


def test_the_folder_is_where_the_system_has_such(tmp_path: Path) -> None:
    home = {"HOME": "/home/ann"}
    assert config_folder(home, "linux") == Path("/home/ann/.config/printgen")
    assert config_folder({**home, "XDG_CONFIG_HOME": "/etc/ann"}, "linux") == Path("/etc/ann/printgen")
    assert config_folder({**home, "XDG_CONFIG_HOME": "not/absolute"}, "linux") == Path("/home/ann/.config/printgen")
    assert config_folder(home, "darwin") == Path("/home/ann/Library/Application Support/printgen")
    assert config_folder({**home, "PRINTGEN_CONFIG": "here"}, "linux") == Path("here")
    if sys.platform == "win32":
        assert config_folder({"APPDATA": "C:\\ann"}, "win32") == Path("C:\\ann\\printgen")


@pytest.mark.skipif(sys.platform == "win32", reason="homes are found otherwise there")
def test_a_home_that_is_missing_or_a_file_ends_in_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PRINTGEN_CONFIG", "HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="no folder of yours"):
        printgen.printers()
    monkeypatch.setenv("PRINTGEN_CONFIG", str(tmp_path / ("long" * 99)))
    with pytest.raises(PrintgenError, match="cannot read this folder"):
        printgen.printers()
    monkeypatch.delenv("PRINTGEN_CONFIG")
    file = tmp_path / "file"
    file.write_text("no folder")
    monkeypatch.setenv("HOME", str(file))
    assert printgen.printers() == ()
    with pytest.raises(PrintgenError) as told:
        known.save("office", OFFICE)
    assert told.value.exit == 6 and told.value.findings[0].hint.endswith("set PRINTGEN_CONFIG to another one.")
    done = subprocess.run(
        [sys.executable, "-m", "printgen", "printers", "show", "office"], capture_output=True, text=True, check=False,
        env={"HOME": str(file), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert done.returncode == 2 and "there is no printer 'office'" in done.stderr and "Traceback" not in done.stderr
