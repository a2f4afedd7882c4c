"""The docs: links lead somewhere, blocks are what they say, commands exist, and the tutorial can be followed."""

import importlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from jsonschema import Draft202012Validator
from kitchen import Run
from PIL import Image, ImageChops
from places import DOCS, ROOT, SAMPLES

import printgen
from printgen.cli.commands import command_named
from printgen.editing import reference_text as examples
from printgen.reading.yaml_events import load_yaml

PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *(SAMPLES).glob("*.md"), *(ROOT / "templates").rglob("*.md")])


class Block(NamedTuple):
    """A block of code on a page: what it is, the words behind that, and its text."""

    page: Path
    line: int
    kind: str
    words: str
    text: str

    @property
    def title(self) -> str:
        found = re.search(r'title="([^"]+)"', self.words)
        return found[1] if found else ""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^( *)```(\w+)([^\n]*)\n(.*?)^\1```$", text, re.DOTALL | re.MULTILINE):
        lines = [line.removeprefix(found[1]) for line in found[4].splitlines()]
        line = text.count("\n", 0, found.start()) + 1
        yield Block(page, line, found[2], found[3].strip(), "\n".join(lines) + "\n")


BLOCKS = [block for page in PAGES for block in blocks(page)]
YAML = [block for block in BLOCKS if block.kind in ("yaml", "yml")]


def anchors(page: Path) -> set[str]:
    """The places of a page that a link can lead to."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", head.casefold())).strip("-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", text):
        path, _, place = (link[0] or link[1]).partition("#")
        if path.startswith(("http://", "https://", "mailto:")):
            continue
        to = (page.parent / path) if path else page
        if not to.exists() or (place and to.suffix == ".md" and place not in anchors(to)):
            wrong.append("".join(link))
    assert wrong == []


def test_every_page_of_the_site_is_in_its_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))

    def pages(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        else:
            for inner in entry.values() if isinstance(entry, dict) else entry:
                yield from pages(inner)

    listed = list(pages(importlib.import_module("site_pages").navigation()))
    assert sorted(listed) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("block", YAML, ids=str)
def test_every_yaml_block_is_read_and_a_whole_file_follows_its_schema(block: Block) -> None:
    # Dots stand for what is left out, where they stand for a value.
    value = load_yaml(re.sub(r"(?<=[:,-] )\.\.\.(?=[\s\]},])", '"..."', block.text), str(block))
    name = Path(block.title).name
    schema = "game" if name == "game.yaml" else "face" if "faces/" in block.title else ""
    # What is shown of an only file, with a folder's name or without, is the whole of it.
    if schema and "lines" not in block.words and "part" not in block.words:
        told = Draft202012Validator(printgen.schema(schema)).iter_errors(value)
        missing = {"version", "title"} if block.title == "game.yaml" else set()
        assert [
            error.message for error in told if not missing & set(re.findall(r"'(\w+)' is a req", error.message))
        ] == []


def commands(block: Block) -> Iterator[list[str]]:
    """The commands of printgen in a block of the shell, as words."""
    text = block.text.replace("\\\n", " ")
    for line in text.splitlines():
        line = line.removeprefix("$ ").strip()
        if line.startswith("printgen "):
            yield shlex.split(line, comments=True)[1:]


def indented(page: Path) -> Iterator[Block]:
    """The commands of a page that are indented, each a block."""
    for line, text in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        # What is in capitals stands for words of one's own.
        if text.startswith("    printgen ") and not re.search(r" [A-Z]+$", text):
            yield Block(page, line, "sh", "", text.strip() + "\n")


SHELL = [block for block in BLOCKS if block.kind in ("sh", "console", "bash") and any(commands(block))]
SHELL += [block for page in PAGES for block in indented(page)]


@pytest.mark.parametrize("block", SHELL, ids=str)
def test_every_command_of_the_docs_exists_with_its_options(block: Block) -> None:
    for words in commands(block):
        if words[0].startswith("-"):
            assert words[0] in ("--version", "--help"), words
            continue
        command = command_named(words[0])
        assert command, words
        if isinstance(command, click.Group) and not (command.invoke_without_command and len(words) == 1):
            inner = command.get_command(click.Context(command, help_option_names=["-h", "--help"]), words.pop(1))
            assert inner, words
            command = inner
        flags = {
            flag
            for param in command.get_params(click.Context(command, help_option_names=["-h", "--help"]))
            for flag in (*param.opts, *param.secondary_opts)
        } | {
            "--limits",
            "--debug",
        }
        # A kit's own traits and weapons are options of the commands that derive.
        free = words[0] in ("derive", "solve", "suggest", "new")
        wrong = [word for word in words[1:] if re.match(r"--\w", word) and word.partition("=")[0] not in flags]
        assert free or not wrong, words


def test_what_a_page_says_is_told_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Follows the tutorial: writes its files, runs its commands, and sees what it says is seen."""
    monkeypatch.chdir(tmp_path)
    last = ""
    steps = [block for block in BLOCKS if block.page == DOCS / "tutorial.md" and block.kind != "console"]
    assert len(steps) > 15
    for block in steps:
        if block.kind == "yaml":
            path = Path(block.title)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.kind == "sh":
            for words in commands(block):
                if words[0] == "watch":
                    continue  # It lasts until somebody ends it.
                result = run(*words)
                assert (result.code != 0) == ("fails" in block.words), result.err
                last = result.out + result.err
        else:
            assert block.kind == "text" and block.text in last, str(block)
    assert Path("night-bread.png").is_file() and Path("output/moon-market/wares.pdf").is_file()
    assert printgen.check(["moon-market"]) == ()


def rows_of_features() -> list[list[str]]:
    text = (DOCS / "features.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line.startswith("| ")
    ]
    return rows[1:]


def test_every_feature_has_a_yes_with_a_link_or_a_no_with_its_reason() -> None:
    rows = rows_of_features()
    assert len(rows) == len({row[0] for row in rows}) >= 57
    for name, answer, told in rows:
        assert answer in ("yes", "no"), name
        # That links lead somewhere is tested for every page.
        assert re.search(r"\]\([^)]+\)", told) if answer == "yes" else len(told) > 5, name


def test_every_example_of_the_face_language_has_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    name_of = importlib.import_module("example_game").name_of
    wanted = {f"{name_of(number)}.png" for number in range(len(examples.FACES))}
    assert wanted == {path.name for path in (DOCS / "pictures" / "words").iterdir()}, "run make pictures"


@pytest.mark.slow
def test_the_pictures_of_examples_show_what_they_draw_now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    importlib.import_module("make_pictures").words(tmp_path)
    stale = []
    for fresh in tmp_path.iterdir():
        with Image.open(fresh) as one, Image.open(DOCS / "pictures" / "words" / fresh.name) as two:
            apart = ImageChops.difference(one.convert("RGB"), two.convert("RGB"))
        # Other libraries may make a palette a hair different.
        if max(high for _, high in apart.getextrema()) > 8:
            stale.append(fresh.name)
    assert stale == [], "run make pictures"


def test_the_pictures_stay_small() -> None:
    assert sum(path.stat().st_size for path in (DOCS / "pictures").rglob("*.png")) < 4e6


@pytest.mark.slow
def test_the_site_is_built_and_takes_nothing_from_the_network(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = r'<(?:script|img|iframe)[^>]*src="?(?:https?:)?//|<link[^>]*rel="?stylesheet"?[^>]*href="?(?:https?:)?//'
    for page in tmp_path.rglob("*.html"):
        assert not re.search(loaded, page.read_text(encoding="utf-8")), page
