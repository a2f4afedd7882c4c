"""The process around the command line: what ends it, whom it talks to, where it runs, and whose code it takes."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from kitchen import SAMPLE, Kitchen, Result, Run
from places import ROOT, SAMPLES

import printgen
from printgen.base.limits import LIMITS, consume
from printgen.cli import limits
from printgen.faces.render import Renderer

PROGRAM = [sys.executable, "-m", "printgen"]


def started(
    words: Sequence[object], cwd: Path, env: Mapping[str, str | None] | None = None, program: Sequence[str] = PROGRAM
) -> Result:
    """The program in a process of its own; a variable of the environment that is None is left out."""
    about = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    surroundings = {key: value for key, value in about.items() if value is not None}
    done = subprocess.run(
        [*program, *map(str, words)],
        cwd=cwd,
        env=surroundings,
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return Result(done.returncode, done.stdout.decode(errors="backslashreplace"), done.stderr.decode("utf-8"))


# ---- what nobody meant to raise


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def render(*_: object) -> None:
        raise error

    monkeypatch.setattr(Renderer, "render", render)


def test_a_defect_is_told_in_one_line_with_what_was_done(
    kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kitchen.folder.parent)
    failing(monkeypatch, KeyError("spoon"))
    told = run("check", "kitchen-heroes")
    assert (told.code, told.out) == (70, "")
    first, hint = told.err.splitlines()
    assert first.startswith("kitchen-heroes/heroes.yaml:1:3: error: printgen failed at this: KeyError: 'spoon'")
    assert first.endswith("(composing kitchen-heroes/heroes, drawing Crème Brûlée)") and "--debug" in hint
    (finding,) = run("build", "kitchen-heroes", "--json").json["findings"]
    assert (finding["code"], finding["line"]) == ("defect", 1)
    for words in (("--debug", "check"), ("check", "--debug")):
        assert "in render\n" in run(*words, "kitchen-heroes").err


def test_what_a_library_cannot_read_is_no_full_stream(
    kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, OSError("broken data stream when reading image file"))
    assert run("check", kitchen.folder).code == 70


def test_a_program_gets_the_error_itself(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyError("spoon"))
    with pytest.raises(KeyError, match="spoon"):
        printgen.check([kitchen.folder])


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("maximum recursion depth exceeded")])
def test_too_much_memory_or_depth_is_bad_input(
    kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    failing(monkeypatch, error)
    told = run("check", kitchen.folder, "--json")
    (finding,) = told.json["findings"]
    assert (told.code, finding["code"], finding["line"]) == (3, "over-limit", 1)
    assert "drawing Crème Brûlée" in finding["message"]


def test_limits_are_lifted_on_demand(kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Renderer.render

    def greedy(*given: object) -> object:
        consume("items", LIMITS["items"].most + 1)
        return drawn(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Renderer, "render", greedy)
    told = run("check", kitchen.folder)
    assert told.code == 3 and "shapes drawn are more than" in told.err and "--limits none" in told.err
    for words in (("--limits", "none", "check"), ("--limits=none", "check"), ("check", "--limits", "none")):
        assert run(*words, kitchen.folder).code == 0
    assert run("check", "--limits", "noen", kitchen.folder).code == 2
    with pytest.raises(printgen.PrintgenError, match="shapes drawn"):
        printgen.load(kitchen.folder)["heroes"].compose()
    with printgen.metered(False):
        assert printgen.load(kitchen.folder)["heroes"].compose().count


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("limit", "greed", "told"),
    [
        ("MEMORY = 2**30", "bytearray(2**31)", "takes more memory than a run may have"),
        ("MEMORY = 2**27", "[[0] for _ in iter(int, 1)]", "takes more memory than a run may have"),
        ("SECONDS = 0.5", "[0 for _ in iter(int, 1) if _]", "takes more than 0.5 seconds of computing"),
    ],
)
def test_the_process_is_held_to_memory_and_time(tmp_path: Path, limit: str, greed: str, told: str) -> None:
    code = f"""
from printgen.cli import limits, main
from printgen.faces.render import Renderer
limits.{limit}
Renderer.render = lambda *_: {greed}
main()
"""
    done = started(["check", SAMPLE], tmp_path, program=[sys.executable, "-c", code])
    assert (done.code, told in done.err, "drawing Crème" in done.err) == (3, True, True), done.err
    assert "ignored" not in done.err


@pytest.mark.parametrize(("before", "after"), [(-1, limits.MEMORY), (2**40, limits.MEMORY), (2**20, 2**20)])
def test_a_limit_of_memory_is_lowered_and_never_raised(
    before: int, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, seconds, held = 2, 0, {0: (10, 20), 2: (before, 2**50)}
    system = SimpleNamespace(
        RLIMIT_DATA=data, RLIMIT_CPU=seconds, RLIM_INFINITY=-1, getrlimit=held.get, setrlimit=held.__setitem__
    )
    monkeypatch.setitem(sys.modules, "resource", system)
    monkeypatch.setattr(limits, "_before", {})
    monkeypatch.setattr(limits, "signal", SimpleNamespace(SIGPROF=0, ITIMER_PROF=0, signal=print, setitimer=print))
    limits.hold()
    assert held == {seconds: (10, 20), data: (after, 2**50)}
    limits.lift_data_limit()
    assert held == {seconds: (10, 20), data: (before, 2**50)}


# ---- to whom it talks


def test_nothing_that_steers_a_terminal_is_printed(kitchen: Kitchen, run: Run) -> None:
    told = run("list", "a\x1b[2J\u202eb\nc\x9b")
    assert told.code == 2 and r"'a\x1b[2J\u202eb\nc\x9b'" in told.err
    assert not any(sign in told.err for sign in "\x1b\u202e\x9b")
    told = run("list", "a\x1b[2J\u202eb\nc\x9b", "--json")
    assert told.json["findings"][0]["message"] == "there is no kit or folder 'a\x1b[2J\u202eb\nc\x9b'"
    assert not any(sign in told.out for sign in "\x1b\u202e\x9b")


@pytest.mark.slow
def test_a_name_that_is_no_text_is_shown(tmp_path: Path) -> None:
    done = started([os.fsdecode(b"caf\xe9")], tmp_path, program=[*PROGRAM, "list"])
    assert (done.code, r"'caf\udce9'" in done.err) == (2, True)
    assert started(["list", os.fsdecode(b"caf\xe9"), "--json"], tmp_path).json["errors"] == 1


@pytest.mark.slow
def test_accents_are_readable_where_there_is_only_ascii(kitchen: Kitchen) -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    kitchen.edit("heroes.yaml", "Crème Brûlée", "Crème Brûlée " * 9)
    done = started(["check", kitchen.folder], kitchen.folder, env)
    assert done.code == 5 and r"Cr\xe8me Br\xfbl\xe9e" in done.err and done.err.isascii()
    told = started(["check", kitchen.folder, "--json"], kitchen.folder, env)
    assert told.out.isascii() and "Crème Brûlée" in told.json["findings"][0]["message"]


# What follows the command in a shell, and the code of two commands: one that goes well, and one that does not.
STREAMS = {
    "closed input": ("<&-", 0, 2),
    "closed output": (">&-", 0, 2),
    "all closed": ("<&- >&- 2>&-", 0, 2),
    "full output": (">/dev/full", 6, 2),
    "all full": (">/dev/full 2>&1", 6, 2),
    "a reader that goes": ("| true", 0, 2),
    "all to a reader that goes": ("2>&1 | true", 0, 2),
}


@pytest.mark.some(3)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("name", STREAMS)
def test_standard_streams_may_be_closed_or_full(tmp_path: Path, name: str) -> None:
    program = f"'{sys.executable}' -m printgen"
    streams, *codes = STREAMS[name]
    for words, code in zip(("--help", "nope --json"), codes, strict=True):
        # What the program itself says on standard error, if that is not led elsewhere, is all there may be.
        line = f"({program} {words}; echo $? >code) {streams}"
        done = started(["-c", line], tmp_path, {"PYTHONUNBUFFERED": None}, program=["bash"])
        said = "error: a standard stream takes no more" if (name, code) == ("full output", 6) else ""
        assert int((tmp_path / "code").read_text()) == code, (words, done.err)
        assert done.err.startswith(f"printgen: {said}") if said else not done.err, (words, done.err)


# ---- what ends it


@pytest.mark.some(3)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_one_line(tmp_path: Path, number: signal.Signals) -> None:
    for loaded in ("printgen.cli.program", "printgen.kinds.face_rendering"):
        ended = interrupted(tmp_path, number, loaded)
        assert ended.code == 128 + number, ended
        assert ended.err == "interrupted; the files of an earlier build are as they were\n"
        assert not list(tmp_path.rglob("*.*"))


@pytest.mark.slow
def test_a_signal_that_nobody_hears_ends_it_too(tmp_path: Path) -> None:
    code = f"""
import os
from printgen.cli import main
from printgen.faces.render import Renderer
class Deaf:
    def __del__(self):
        os.kill(os.getpid(), {int(signal.SIGTERM)})
        [0 for _ in range(999)]
def render(*_):
    Deaf()
    [0 for _ in iter(int, 1)]
Renderer.render = render
main()
"""
    done = started(["check", SAMPLE], tmp_path, program=[sys.executable, "-c", code])
    assert (done.code, done.err) == (143, "interrupted; the files of an earlier build are as they were\n")


def test_what_lacks_a_part_says_so(tmp_path: Path) -> None:
    code = "import sys; sys.modules['click'] = None; from printgen.cli import main; main()"
    done = started([], tmp_path, program=[sys.executable, "-c", code])
    assert (done.code, done.err.count("\n"), "Install it again." in done.err) == (70, 2, True), done.err


def interrupted(folder: Path, number: int, loaded: str) -> Result:
    """A build that gets a signal as soon as a module has been found."""
    code = f"""
import os, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == {loaded!r}:
            sys.meta_path.remove(self)
            import printgen.cli.process
            os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Finder())
from printgen.cli import main
main()
"""
    return started(["-c", code, "build", SAMPLE, "--out", "out"], folder, program=[sys.executable])


# ---- where it runs, and whose code it takes


def test_a_working_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    for words, code in (("list", 2), ("--version", 0)):
        line = f"mkdir gone; cd gone; rmdir ../gone; exec '{sys.executable}' -m printgen {words}"
        done = started([line], tmp_path, program=["bash", "-c"])
        assert (done.code, "the working folder is gone" in done.err) == (code, code == 2), done.err


TRAP = "import os; open(os.environ['TRAPPED'], 'a').write(__name__ + ' ')\n"


def test_nothing_of_a_pack_or_of_a_home_is_run(kitchen: Kitchen, tmp_path: Path) -> None:
    home, trapped = tmp_path / "home", tmp_path / "trapped"
    home.mkdir()
    for name in ("json", "typing", "click", "pydantic", "yaml", "PIL", "signal"):
        kitchen.write(f"{name}.py", TRAP)
    kitchen.write("evil.py", TRAP)
    kitchen.write("evil-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    kitchen.write("evil-1.0.dist-info/entry_points.txt", "[printgen.kinds]\nevil = evil:KIND\n")
    env = {"HOME": str(home), "TRAPPED": str(trapped), "SOURCE_DATE_EPOCH": "7"}
    built = started(["build", ".", "--out", tmp_path / "out", "--json"], kitchen.folder, env)
    assert (built.code, built.err) == (0, "")
    assert started(["evil"], kitchen.folder, env).code == 2
    assert not trapped.exists(), trapped.read_text()
    # Nor does it matter that there is no home, or where and under which name for accents it is built.
    env = {"HOME": str(tmp_path / "nowhere"), "LC_ALL": "C", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    again = started(["build", kitchen.folder, "--out", tmp_path / "out", "--json"], tmp_path, env)
    assert (again.code, again.out) == (0, built.out), again.err


@pytest.mark.slow
def test_processes_that_help_take_no_module_from_the_working_folder(tmp_path: Path) -> None:
    trapped = tmp_path / "trapped"
    for name in ("multiprocessing", "contextlib", "concurrent"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    command = str(Path(sys.executable).with_name("printgen"))
    words = ["lab", "decks", str(SAMPLES / "sky-couriers"), "--samples", "800", "--jobs", "2", "--json"]
    done = started(words, tmp_path, {"TRAPPED": str(trapped)}, program=[command])
    assert done.code == 0, done.err
    assert not trapped.exists(), trapped.read_text()


@pytest.mark.parametrize(("term", "columns"), [("dumb", 80), ("xterm", 0), ("xterm", 1), ("xterm", 30)])
def test_progress_fits_the_terminal(
    kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch, term: str, columns: int
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    told = run("check", kitchen.folder)
    assert told.code == 0
    if term == "dumb":
        assert told.err == ""
    else:
        first = told.err.split("\r\x1b[K")[1].rstrip("\r")
        assert first == "composing kitchen-heroes/heroes ..."[: columns - 1 if columns else None]


SIGNALLED = """
import os, signal, sys
import printgen.cli.process
from printgen.drawing.font_files import Font

class Pen:
    def __init__(self, pen):
        self.pen = pen

    def __getattr__(self, name):
        os.kill(os.getpid(), signal.SIGINT)
        return getattr(self.pen, name)

draw = Font.draw
Font.draw = lambda font, glyph, pen: draw(font, glyph, Pen(pen))
printgen.cli.process.run()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_an_interruption_while_glyphs_are_drawn_is_told_in_one_line(tmp_path: Path) -> None:
    words = ("preview", SAMPLES / "kitchen-heroes" / "heroes", "-o", "x.svg")
    told = started(words, tmp_path, program=[sys.executable, "-c", SIGNALLED])
    assert (told.code, told.err) == (130, "interrupted; the files of an earlier build are as they were\n")


@pytest.mark.parametrize("typed", [{}, {"COMP_WORDS": "printgen b", "COMP_CWORD": "x"}, {"COMP_WORDS": "printgen b"}])
def test_what_completes_words_is_quiet_about_what_no_shell_says(tmp_path: Path, typed: dict[str, str]) -> None:
    told = started((), tmp_path, {"_PRINTGEN_COMPLETE": "bash_complete", "COMP_CWORD": None, **typed})
    assert (told.code, told.out, told.err) == (2, "", "")
