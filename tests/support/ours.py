"""Some products of a kit come in by their names; what is composed of them, or the folder of their PDFs, goes out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings


def composed(kit: str, names: Iterable[str]) -> dict[str, Pieces]:
    """The products by their names, of which nothing is found."""
    (job,) = load([f"{kit}/{name}" for name in names])
    items, found = build.compose(job, Settings())
    assert [*job.findings, *found] == []
    return {item.product.name: item for item in items}


def printed(kit: str, names: Iterable[str], settings: Settings) -> Path:
    """Where the products are once they are built."""
    assert settings.out
    build.build([f"{kit}/{name}" for name in names], settings)
    return settings.out / kit
