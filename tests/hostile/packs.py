"""Hostile and clumsy packs: a folder that is spoiled by code, and what is told of it.

A table of packs is a list `PACKS` in a file `*_packs.py` beside this one. `make` of a pack gets the game's folder,
which is not there yet, and makes it; the helpers below return such functions. `told` is a finding that must be among
those of the run, or `BUILDS` for what is only odd. Whatever is told, every run is held to the manners of the command
line: a documented exit code, findings with their places and hints, little time and memory, and nothing but the output
folder touched.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from warden import MEMORY, REPOSITORY, SECONDS, Ended, Warden

SAMPLES = REPOSITORY / "samples"
KITS = REPOSITORY / "cards"
TEMPLATES = REPOSITORY / "templates"

Make = Callable[[Path], object]


class Told(NamedTuple):
    """A finding that a run must tell: its code; where `file` is given, it stands in that file of the game, on a line
    that holds `text`, or in the file as a whole where that is empty."""

    code: str
    file: str = ""
    text: str = ""
    severity: str = "error"


BUILDS = Told("")
"""It is only odd: there are no errors."""

CHECK = ("check", "{game}", "--json")
BUILD = ("build", "{game}", "--out", "{out}", "--json")


@dataclass(frozen=True)
class Pack:
    """A spoiled folder, the command that is run on it, and what is told.

    In `args` {game}, {out}, {home} and {cwd} stand for folders; `args` without --json are for what is not told as JSON.
    `env` changes the environment. `slow` ones take seconds.
    """

    name: str
    make: Make
    told: Told
    args: Sequence[str] = CHECK
    env: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False


# ---- making folders

TINY = {
    "game.yaml": """\
title: Tiny
version: "1"
records:
  thing:
    note: {kind: text, optional: true}
    number: {kind: integer, optional: true}
products:
  cards:
    kind: cards
    title: Cards
    list: things.yaml
    record: thing
    front: front
    size: 44x67mm
""",
    "things.yaml": '- {name: One, note: "a *plain* note", number: 3}\n- {name: Two}\n',
    "templates/faces/front.yaml": """\
size: [44, 67]
unit: mm
palettes: [dossier]
items:
  - rect: {w: 44, h: 67, fill: paper}
  - text: {x: 3, y: 9, w: 38, text: "{{ card.name }}", font: stencil, size: 12, color: ink}
""",
}
"""A game of two cards and one face."""


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files into a folder; the folders that they need are made."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)


def tiny(files: Mapping[str, str | bytes] | None = None) -> Make:
    """The tiny game with other files in place of its own, or beside them."""

    def make(folder: Path) -> None:
        write(folder, {**TINY, **(files or {})})

    return make


def face(items: str, head: str = "size: [44, 67]\nunit: mm\npalettes: [dossier]\n") -> Make:
    """The tiny game with these items on its face, a line each."""
    return tiny({"templates/faces/front.yaml": f"{head}items:\n{_indented(items, 2)}"})


def product(keys: str, files: Mapping[str, str | bytes] | None = None) -> Make:
    """The tiny game with one more product, called `more`; `keys` are its lines."""
    return tiny({"game.yaml": TINY["game.yaml"] + f"  more:\n{_indented(keys, 4)}", **(files or {})})


def _indented(lines: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in lines.rstrip("\n").split("\n"))


def edited(game: str, file: str, *pairs: str) -> Make:
    """A sample or kit in a file of which texts are replaced, as `then` does it."""
    return both(copied(game), then(file, *pairs))


def then(file: str, *pairs: str) -> Make:
    """Replaces texts of a file (old, new, ...); "" as `old` puts `new` at the end.

    A file that the game does not have is copied from the built-in templates first, or else is new.
    """

    def make(folder: Path) -> None:
        path, built_in = folder / file, TEMPLATES / file.removeprefix("templates/")
        source = path if path.exists() else built_in
        text = source.read_text(encoding="utf-8") if source.is_file() else ""
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            assert old in text, old
            text = text.replace(old, new, 1) if old else text + new
        write(folder, {file: text})

    return make


def slip(name: str, game: str, file: str, old: str, new: str, text: str, code: str) -> Pack:
    """A pack as `edited` makes it, in which a line of the file that holds a text is told of."""
    return Pack(f"{game}: {name}", edited(game, file, old, new), Told(code, file, text))


def copied(game: str, files: Mapping[str, str | bytes] | None = None) -> Make:
    """A sample or kit with other files in place of its own, or beside them."""

    def make(folder: Path) -> None:
        shutil.copytree(source_of(game), folder)
        write(folder, files or {})

    return make


def source_of(game: str) -> Path:
    """The folder of a sample or a kit."""
    return SAMPLES / game if (SAMPLES / game).is_dir() else KITS / game


def both(*makes: Make) -> Make:
    """One after the other."""

    def make(folder: Path) -> None:
        for one in makes:
            one(folder)

    return make


# ---- running


@dataclass
class Case:
    """The folders of one run: the game, where it prints, HOME, the working folder, and what nobody may touch."""

    root: Path
    game: Path
    out: Path
    home: Path
    cwd: Path
    beside: Path

    def arguments(self, args: Sequence[str]) -> list[str]:
        places = {"game": self.game, "out": self.out, "home": self.home, "cwd": self.cwd, "beside": self.beside}
        return [re.sub(r"\{(\w+)\}", lambda m: str(places.get(m[1], m[0])), one) for one in args]

    def outside(self) -> dict[str, tuple[int, int]]:
        """All that is not output, with its size and time."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            if self.out not in (path, *path.parents):
                stat = path.lstat()
                found[str(path.relative_to(self.root))] = (stat.st_size, 0 if path.is_dir() else stat.st_mtime_ns)
        return found


@contextmanager
def case_of(make: Make) -> Iterator[Case]:
    """Folders with the game in them, which are gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        case = Case(root, *(root / name for name in ("game", "out", "home", "cwd", "beside")))
        for path in (case.home, case.cwd, case.beside):
            path.mkdir()
        (case.beside / "canary.txt").write_text(CANARY)
        make(case.game)
        yield case


CANARY = "nobody reads the canary 7f3a"


@dataclass
class Outcome:
    """A run that has ended, what it told, and what there is to complain about."""

    ended: Ended
    told: list[dict[str, Any]]
    complaints: list[str]

    def __str__(self) -> str:
        return "\n".join((*self.complaints, f"exit {self.ended.code}", self.ended.out[-3000:], self.ended.err[-6000:]))


def run(
    warden: Warden, case: Case, args: Sequence[str], env: Mapping[str, str] | None = None, seconds: int = SECONDS
) -> Outcome:
    """Run the command line on a case, and look at its manners."""
    before = case.outside()
    out_before = {path for path in case.out.rglob("*") if not path.is_dir()}
    ended = warden.run(case.arguments(args), case.cwd, {"HOME": str(case.home), **(env or {})}, seconds)
    told = list(findings_of(ended))
    complaints = list(_manners(ended, told, seconds))
    after = case.outside()
    meant = _meant(case, case.arguments(args))
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    if touched := {name for name in changed if not (meant and f"{name}/".startswith(f"{meant}/"))}:
        complaints.append(f"touched {sorted(touched)}")
    left = {path for path in case.out.rglob("*") if not path.is_dir()} - out_before
    spare = [path.name for path in left if ended.code or path.name.endswith(".part")]
    if spare:
        complaints.append(f"left {spare} behind")
    return Outcome(ended, told, complaints)


def _meant(case: Case, words: Sequence[str]) -> str:
    """What a command line asks to be written, as it is called from the root: a new game, schemas, or a print list."""
    if words[0] == "later":
        named = next((Path(cards) for flag, cards in pairwise(words) if flag == "--cards"), Path("my-cards"))
        folder = case.cwd / named
        return folder.relative_to(case.root).as_posix() if folder.is_relative_to(case.root) else ""
    named = next((Path(word) for word in words[1:] if Path(word).is_relative_to(case.root)), None)
    if named is None or (words[0] != "init" and not (words[0] == "schema" and "--write" in words)):
        return ""
    return (named / ".printgen" if words[0] == "schema" else named).relative_to(case.root).as_posix()


_LINE = re.compile(r"(?P<place>[^\n]*?(?::\d+:\d+)?): (?P<severity>error|warning|info): (?P<message>[^\n]+)")
_HINT = re.compile(r"[A-Z][a-z]+\b")
_ROUGH = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def findings_of(ended: Ended) -> Iterator[dict[str, Any]]:
    """What a run told, as JSON has it, or as it stands on lines, which have no codes."""
    if ended.out.lstrip().startswith("{"):
        try:
            document = json.loads(ended.out)
        except ValueError:
            document = {}
        yield from document.get("findings", ()) if isinstance(document, dict) else ()
    lines = ended.err.splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=False):
        if match := _LINE.fullmatch(line):
            file, number, _ = (*match["place"].rsplit(":", 2), "", "")[:3]
            placed = number.isdigit()
            hint = after.strip() if after.startswith("    ") else ""
            found = {"file": file if placed else match["place"], "line": int(number) if placed else 0, "hint": hint}
            yield {**found, "severity": match["severity"], "message": match["message"], "code": ""}


def _manners(ended: Ended, told: Sequence[Mapping[str, Any]], seconds: int) -> Iterator[str]:
    """What is wrong with how a run went, whatever it was asked."""
    if ended.code not in (0, 2, 3, 4, 5, 6):
        yield f"ended with {ended.code}"
    if "Traceback" in ended.err:
        yield "a traceback"
    if ended.seconds > seconds:
        yield f"took {ended.seconds:.1f} s"
    if ended.memory > MEMORY:
        yield f"took {ended.memory / 2**20:.0f} MiB"
    if len(ended.out) + len(ended.err) > 200_000:
        yield f"told {len(ended.out) + len(ended.err):,} letters"
    if CANARY in ended.out + ended.err:
        yield "read the canary"
    if rough := _ROUGH.search(ended.out + ended.err):
        yield f"told a control character {rough[0]!r}"
    errors = [finding for finding in told if finding["severity"] == "error"]
    if bool(errors) != (ended.code != 0) and ended.code in (0, 3, 4, 5, 6):
        yield f"{len(errors)} errors and exit {ended.code}"
    for finding in errors:
        if not finding["message"].strip() or not finding["file"]:
            yield f"an error without a message or a place: {finding}"
        # What the checks of a game say is the game's own.
        if finding["code"] != "broken-check" and not _HINT.match(finding["hint"]):
            yield f"an error without a hint that starts with a verb: {finding}"


def is_told(told: Told, case: Case, outcome: Outcome) -> bool:
    """Whether a run told what it must."""
    if told == BUILDS:
        return outcome.ended.code == 0
    return any(
        finding["code"] == told.code and finding["severity"] == told.severity and _placed(told, case, finding)
        for finding in outcome.told
    )


def _placed(told: Told, case: Case, finding: Mapping[str, Any]) -> bool:
    path = case.game / told.file
    if not told.file:
        return True
    if os.path.realpath(finding["file"]) != os.path.realpath(path):
        return False
    if not told.text:
        return True
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    return 0 < finding["line"] <= len(lines) and told.text in lines[finding["line"] - 1]
