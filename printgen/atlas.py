"""Boards on demand: a kit, a seed and a wish come in; boards with their scores, as data or as printed maps, go out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printgen import build
from printgen.errors import UsageError, stop_on_errors
from printgen.kinds import find_load
from printgen.output import write_files
from printgen.reading.boards import MakesBoards
from printgen.reading.game import with_options
from printgen.reading.records import Product

Boards = list[dict[str, Any]]
"""Boards as plain data, each with its score."""


def boards_of(target: str, seed: int, count: int, wish: Mapping[str, Any]) -> Boards:
    """`count` boards for the seeds from `seed` up; `wish` is laid over the recipe of the kit."""
    job, product = _board_product(target)
    product, findings = with_options(job.game, product, wish, find_load(product.kind))
    stop_on_errors(findings)
    return [product.loaded.told(number) for number in range(seed, seed + count)]


def print_maps(target: str, count: int, wish: Mapping[str, Any], settings: build.Settings) -> tuple[Path, int, Boards]:
    """Print the kit's map sheets of `count` boards into one PDF named after the seed; its path, its pages, the boards.

    `wish` is laid over the recipe of the kit.
    """
    job, product = _board_product(target)
    job.products, laid = (product,), {**wish, "form": "maps", "count": count}
    composed = build.compose(job, build.with_overrides(settings, {product.kind: laid}))
    stop_on_errors(job.findings)
    sheets = build.impose(composed[0], settings)
    path = settings.out / job.game.name / f"boards-seed-{settings.seed}.pdf"
    write_files([(path, build.written(composed[0], sheets, settings)[0])])
    maker = composed[0].product.loaded
    return path, len(sheets), [maker.told(settings.seed + number) for number in range(count)]


def _board_product(target: str) -> tuple[build.Job, Product]:
    """The board product that a target names, or the first of the kit, map sheets before others."""
    (job,) = build.load([target])
    stop_on_errors(job.findings)
    boards = [product for product in job.products if isinstance(product.loaded, MakesBoards)]
    if not boards:
        raise UsageError(f"{target} has no board", "Name a kit that has one; printgen list shows what kits print.")
    return job, next((product for product in boards if product.options.get("form") == "maps"), boards[0])
