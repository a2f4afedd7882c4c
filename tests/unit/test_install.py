"""What is installed to print is enough to print; what else there is says how to get it; an old Python is told first."""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from places import ROOT
from test_architecture import MODULES, name_of, seen

import printgen

EXTRAS = {"studio": "printgen.studio.", "cluster": "printgen.lab.work"}
"""The extras that a part of printgen needs, and the room of this part, which alone imports them."""


@cache
def packages_of(*wanted: str) -> frozenset[str]:
    """The names of the packages that these requirements bring, themselves included."""
    found, left = set[tuple[str, str]](), [Requirement(text) for text in wanted]
    while left:
        requirement = left.pop()
        for extra in {"", *requirement.extras}:
            if (name := (plain(requirement.name), extra)) not in found:
                found.add(name)
                needs = map(Requirement, requires(requirement.name) or ())
                left += [need for need in needs if not need.marker or need.marker.evaluate({"extra": extra})]
    return frozenset(name for name, _ in found)


def plain(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


@cache
def modules() -> dict[str, set[str]]:
    """The modules that are installed here, each with the packages that hold it."""
    return {module: set(map(plain, packages)) for module, packages in packages_distributions().items()}


def others(*wanted: str) -> list[str]:
    """The modules of packages that these requirements do not bring."""
    return [module for module, packages in modules().items() if not packages & packages_of(*wanted)]


def run_alone(*words: str, without: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line as if these modules were not installed."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({without!r}))
from printgen.cli.process import run
sys.argv[0] = "printgen"
run()
"""
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_printgen_imports_what_it_needs_and_each_extra_in_its_room() -> None:
    base = packages_of("printgen")
    brought = {extra: packages_of(f"printgen[{extra}]") - base for extra in EXTRAS}
    assert all(brought.values()) and len(base) <= 30
    for path in MODULES:
        for module in {name.partition(".")[0] for name in seen(path).imported} - sys.stdlib_module_names:
            packages = modules().get(module, {module})
            extra = next((extra for extra, more in brought.items() if packages & more), "")
            room = name_of(path).startswith(EXTRAS[extra]) if extra else bool(packages & base)
            assert room, f"{path} imports {module}"


CODES = """
  - qr: {x: 40, y: 4, size: 18, text: https://example.org/rules}
  - barcode: {x: 16, y: 40, w: 36, h: 10, kind: ean13, text: "5901234123457"}
  - text: {x: 18, y: 4, w: 20, h: 20, size: 8, hyphens: en, text: Everybody with a lantern follows}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game that has codes, and parts words."""
    folder = tmp_path_factory.mktemp("games")
    printgen.begin(str(folder / "game"), "cards")
    with (folder / "game" / "templates" / "faces" / "front.yaml").open("a", encoding="utf-8") as face:
        face.write(CODES)
    return folder


@pytest.mark.slow
def test_what_printing_needs_prints(game: Path) -> None:
    for words in (["build", "game"], ["preview", "game/deck", "-o", "x.png"]):
        done = run_alone(*words, without=others("printgen"), folder=game)
        assert done.returncode == 0, done.stderr
    assert (game / "output" / "game" / "deck.pdf").is_file() and (game / "x.png").is_file()


def test_a_package_that_is_gone_is_named_where_it_is_needed(game: Path) -> None:
    done = run_alone("build", "game", "--json", "--out", "none", without=["segno"], folder=game)
    (finding,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, finding["code"]) == (70, "not-installed")
    assert "needs the package segno" in finding["message"] and "Install printgen again" in finding["hint"]


@pytest.mark.parametrize(
    ("words", "said", "line"),
    [
        (
            ["studio", "--no-open"],
            "the studio needs the package (starlette|uvicorn)",
            "{} -m pip install 'printgen[studio]'",
        ),
        (
            ["lab", "decks", "go-joe", "--dask", "tcp://x:1"],
            "--dask needs the package distributed",
            "uv pip install --python {} 'printgen[cluster]'",
        ),
    ],
)
def test_what_needs_an_extra_says_how_to_install_it(words: list[str], said: str, line: str, tmp_path: Path) -> None:
    without = [name for name in others("printgen") if name != "pip"] + ["pip"] * ("uv" in line)
    done = run_alone(*words, without=without, folder=tmp_path)
    assert done.returncode == 2 and re.search(said, done.stderr) and "Traceback" not in done.stderr
    assert f"    Install it: {line.format(sys.executable)}\n" in done.stderr


def python(folder: Path, name: str, version: str, venv: bool = True) -> Path:
    """A program that answers as the Python of this version does, and makes a folder for an environment."""
    path = folder / name
    old = tuple(map(int, version.split("."))) < (3, 11)
    path.write_text(
        f"""#!/bin/sh
case "$*" in
    *print*) echo {version} ;;
    *ensurepip*) exit {int(not venv)} ;;
    *sys.exit*) exit {int(old)} ;;
    "-m venv --clear "*) mkdir "$4" ;;
esac
""",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    ("pythons", "makes", "said"),
    [
        ([("python3", "3.12.1")], True, "python3, which is Python 3.12.1"),
        ([("python3", "3.10.13"), ("python3.13", "3.13.0"), ("python3.11", "3.11.7")], True, "python3.13, which"),
        ([("python3", "3.13.0", False), ("python3.11", "3.11.7")], True, "python3.11, which is Python 3.11.7"),
        ([("python3", "3.9.18")], False, "needs Python 3.11 or newer; [^;]*python3 is Python 3.9.18.\n    Install one"),
        ([("python3", "3.12.1", False)], False, "python3 is Python 3.12.1 without venv .*apt install python3-venv"),
        ([], False, "needs Python 3.11 or newer; none of these runs: [^;]*nothing"),
    ],
)
def test_the_first_python_that_is_new_enough_makes_the_environment(
    pythons: list[tuple[str, str, bool]], makes: bool, said: str, tmp_path: Path
) -> None:
    paths = [tmp_path / "nothing", *(python(tmp_path, *fake) for fake in pythons)]
    command = ["sh", str(ROOT / "make_environment.sh"), str(tmp_path / "made"), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0, (tmp_path / "made").is_dir()) == (makes, makes)
    assert re.search(said, done.stdout if makes else done.stderr)


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_installs_for_each_target_what_it_needs_and_the_readme_says_where(tmp_path: Path) -> None:
    def installs(target: str) -> set[str]:
        command = ["make", "--dry-run", "--directory", str(ROOT), f"VENV={tmp_path}", target]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert said.index("make_environment.sh") < said.index("pip install")
        return set(re.findall(r"--editable (\S+)", said))

    assert [installs(target) for target in ("pdfs", "studio", "test")] == [{"."}, {"'.[studio]'"}, {"'.[dev]'"}]
    block = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1]
    lines = [line.partition("#")[0].strip() for line in block.splitlines()[1:]]
    assert lines == ["make pdfs", "make test", ". .venv/bin/activate", "printgen build go-joe --paper a4"]
