"""A copy of the sample game in which a test makes its own changes, and a way to run the command line on it."""

from __future__ import annotations

import gc
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from places import SAMPLES

from printgen.base.errors import Finding, merge_findings
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.marking import batch_of
from printgen.build.settings import Settings
from printgen.cli import main
from printgen.drawing.pieces import Piece

SAMPLE = SAMPLES / "kitchen-heroes"

PREFLIGHT = frozenset({"small-text", "low-contrast", "hairline", "heavy-ink", "lone-color"})
"""What is told of how well something would print: most faces of tests are drawn in any colours and sizes."""


@dataclass
class Kitchen:
    """The game's folder."""

    folder: Path

    @classmethod
    def copied(cls, to: Path, sample: Path = SAMPLE) -> Kitchen:
        return cls(Path(shutil.copytree(sample, to)))

    def edit(self, name: str, *pairs: str) -> None:
        """Replace texts of a file, each of which must be there once: edit(name, old, new, old, new, ...)."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def line(self, name: str, text: str) -> int:
        """The number of the only line of a file that holds a text."""
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        (found,) = (i for i, line in enumerate(lines, 1) if text in line)
        return found

    def add_product(self, name: str, keys: str) -> None:
        """Another product at the end of game.yaml; `keys` are lines such as "kind: cards"."""
        lines = "".join(f"    {key}\n" for key in keys.split("\n"))
        path = self.folder / "game.yaml"
        path.write_text(path.read_text(encoding="utf-8") + f"  {name}:\n{lines}", encoding="utf-8")

    def composed(self, **settings: Any) -> tuple[list[Piece], list[Finding]]:
        """The pieces of all products, and what was found but for how well it would print."""
        (job,) = load([str(self.folder)])
        composed, found = build.compose(job, Settings(**settings))
        found = [finding for finding in merge_findings([*job.findings, *found]) if finding.code not in PREFLIGHT]
        return [piece for item in composed for piece in item.pieces], found

    def findings(self) -> list[str]:
        """What a check finds but for how well it would print, as "file:line code"."""
        found = [one for one in build.check([str(self.folder)], Settings()) if one.code not in PREFLIGHT]
        return [f"{self.inside(f.where.file)}:{f.where.line} {f.code}" for f in found]

    def inside(self, file: str) -> str:
        """A file's name within the game's folder."""
        path = Path(file)
        return path.relative_to(self.folder).as_posix() if path.is_absolute() else path.name


def manifest(out: Path) -> dict[str, Any]:
    """What the last build of the sample game into a folder says of itself."""
    told: dict[str, Any] = json.loads((out / "kitchen-heroes" / "manifest.json").read_text(encoding="utf-8"))
    return told


def own_cards(folder: Path, game: str, product: str, text: str) -> Path:
    """A folder of cards of one's own."""
    file = folder / game / f"{product}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return folder


def digests(target: object, cards: Path | None) -> dict[str, list[tuple[str, str, int]]]:
    """What tells the pieces of each product from others."""
    (job,) = load([str(target)], cards)
    items, findings = build.compose(job, Settings(cards=cards))
    assert not [finding for finding in [*job.findings, *findings] if finding.severity == "error"]
    return {i.product.name: [(p.name, p.digest, p.copies) for p in batch_of(i).pieces] for i in items}


@dataclass(frozen=True)
class Result:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


def runner(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process."""

    def run(*arguments: object) -> Result:
        capsys.readouterr()
        try:
            main([str(argument) for argument in arguments])
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        finally:
            gc.enable()
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return run
