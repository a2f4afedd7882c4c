"""A whole game comes in by its name; what is composed of it, and its PDFs, go out: made once in a process.

Tests share what they get: all of it is frozen but the job, whose findings nobody may add to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from places import SAMPLES

from printgen.base.errors import Finding
from printgen.build import stages as build
from printgen.build.jobs import Job, load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings

OFTEN, LARGE = ("army-wars", "micro-forces"), ("go-joe", "sixth-scale")
"""Kits on which every change is tested, and those that are left to `make nightly` where one is like another."""
KITS = tuple(sorted(OFTEN + LARGE))
SAMPLES = tuple(sorted(path.parent for path in (SAMPLES).glob("*/game.yaml")))
_TWO = (("letter", "color"), ("a4", "saver"))
_ALL = (*_TWO, ("letter", "saver"), ("a4", "color"))


def _ways(*often: tuple[str, str], of: tuple[str, ...] = (), name: str = "") -> list[ParameterSet]:
    """Papers with looks, after a game: those for every change, and the others nightly."""
    return [
        pytest.param(*of, *way, id="-".join((*name.split(), *way)), marks=() if way in often else pytest.mark.nightly)
        for way in _ALL
    ]


def _often(kit: str) -> tuple[tuple[str, str], ...]:
    return (_TWO[OFTEN.index(kit)],) if kit in OFTEN else ()


WAYS = _ways(*_TWO)
"""The paper and the look of a kit: each once for every change."""
OTHER_WAYS = WAYS[1:]
KIT_WAYS = [case for kit in KITS for case in _ways(*_often(kit), of=(kit,), name=kit)]
"""A kit, the paper and the look: two kits, each on one of the papers, for every change."""
WHOLE = KIT_WAYS + [
    case for number, game in enumerate(SAMPLES) for case in _ways(_TWO[number % 2], of=(str(game),), name=game.name)
]
"""A game, the paper and the look: each but the largest on one of the papers for every change."""


def one_kit(now: str, *rows: tuple[Any, ...]) -> list[ParameterSet]:
    """Rows that begin with a kit: what one kit shows is tested for every change, and the others nightly."""
    assert now in {row[0] for row in rows}
    return [pytest.param(*row, marks=() if row[0] == now else pytest.mark.nightly) for row in rows]


_KEPT = 6
"""So many games stay in memory; tests of one game run one after the other."""


@dataclass(frozen=True)
class Whole:
    """All products of a game on a paper in a look."""

    job: Job
    items: tuple[Pieces, ...]
    findings: tuple[Finding, ...]

    @cached_property
    def pdfs(self) -> dict[str, bytes]:
        """The PDF of each product, by its name."""
        files = {}
        for item in self.items:
            ((_, files[item.product.name]),) = item.sheets().files(item.product.name, "pdf")
        return files

    def __getitem__(self, product: str) -> Pieces:
        return next(item for item in self.items if item.product.name == product)


def composed(game: str, paper: str = "letter", look: str = "color", backs: str = "") -> Whole:
    """A kit or a sample, about which there is no error."""
    return _composed(game, paper, look, backs)


@lru_cache(maxsize=_KEPT)
def _composed(game: str, paper: str, look: str, backs: str) -> Whole:
    (job,) = load([game])
    items, found = build.compose(job, Settings(paper=paper, look=look, backs=backs))
    assert [finding for finding in (*job.findings, *found) if finding.severity == "error"] == []
    return Whole(job, tuple(items), (*job.findings, *found))
