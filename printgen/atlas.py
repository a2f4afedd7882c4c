"""Boards on demand: a kit, a seed and a wish come in; boards with their scores, as data or as printed maps, go out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printgen import build
from printgen.errors import PrintgenError, UsageError
from printgen.kinds import find_load
from printgen.output import write_files
from printgen.reading.boards import MakesBoards
from printgen.reading.game import with_options
from printgen.reading.records import Product
from printgen.sheets.papers import paper

Boards = list[dict[str, Any]]
"""Boards as plain data, each with its score."""


def boards_of(target: str, seed: int, count: int, wish: Mapping[str, Any]) -> Boards:
    """`count` boards for the seeds from `seed` up; `wish` is laid over the recipe of the kit."""
    job, product = _board_product(target)
    product, findings = with_options(job.game, product, wish, find_load(product.kind))
    if findings:
        raise PrintgenError(findings)
    return _told(product, range(seed, seed + count))


def _told(product: Product, seeds: range) -> Boards:
    maker = product.loaded
    return [maker.told(seed) for seed in seeds] if isinstance(maker, MakesBoards) else []


def print_maps(target: str, count: int, wish: Mapping[str, Any], settings: build.Settings) -> tuple[Path, int, Boards]:
    """Print the kit's map sheets of `count` boards into one PDF named after the seed; its path, its pages, the boards.

    `wish` is laid over the recipe of the kit.
    """
    job, product = _board_product(target)
    job.products = (product,)
    laid = {**wish, "form": "maps", "count": count}
    settings = build.with_overrides(settings, {product.kind: laid})
    composed = build.compose(job, settings)
    if any(finding.severity == "error" for finding in job.findings):
        raise PrintgenError(job.findings)
    sheets = build.impose(composed[0], paper(settings.paper), settings)
    path = settings.out / job.game.name / f"boards-seed-{settings.seed}.pdf"
    write_files([(path, build.written(composed[0], sheets, settings)[0])])
    boards = _told(composed[0].product, range(settings.seed, settings.seed + count))
    return path, len(sheets), boards


def _board_product(target: str) -> tuple[build.Job, Product]:
    """The board product that a target names, or the first of the kit, map sheets before others."""
    (job,) = build.load([target])
    if job.findings:
        raise PrintgenError(job.findings)
    boards = [product for product in job.products if isinstance(product.loaded, MakesBoards)]
    if not boards:
        raise UsageError(f"{target} has no board", "Name a kit that has one; printgen list shows what kits print.")
    return job, next((product for product in boards if product.options.get("form") == "maps"), boards[0])
