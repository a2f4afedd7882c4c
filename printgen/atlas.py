"""Boards on demand: a kit, a seed and a wish come in; boards with their scores, as data or as printed maps, go out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from printgen import build
from printgen.base.score import Score
from printgen.errors import PrintgenError, UsageError
from printgen.kinds import find_load
from printgen.kinds.hex_board import fairness as hex_fairness
from printgen.kinds.hex_board import model as hex_board
from printgen.kinds.hex_board.maker import make_hex_board
from printgen.kinds.hex_board.recipe import read_hex_recipe
from printgen.kinds.hex_board.rules import HEX_BOARD_KIND
from printgen.kinds.terrain_board.fairness import score
from printgen.kinds.terrain_board.maker import make_board
from printgen.kinds.terrain_board.reading import read_recipe
from printgen.kinds.terrain_board.recipe import Board
from printgen.kinds.terrain_board.rules import BOARD_KIND, strengths_of
from printgen.output import write_files
from printgen.reading.game import with_options
from printgen.reading.marked import Map
from printgen.reading.records import Game, Product
from printgen.sheets.papers import paper


def boards_of(target: str, seed: int, count: int, wish: Mapping[str, Any]) -> list[dict[str, Any]]:
    """`count` boards as plain data, for the seeds from `seed` up; `wish` is laid over the recipe of the kit."""
    job, product = _board_product(target)
    product, findings = with_options(job.game, product, wish, find_load(product.kind))
    if findings:
        raise PrintgenError(findings)
    options = product.loaded if isinstance(product.loaded, Map) else product.options
    return _MAKERS[product.kind](job.game, options, range(seed, seed + count))


def _square_boards(game: Game, options: Map, seeds: range) -> list[dict[str, Any]]:
    recipe, findings = read_recipe(options)
    if recipe is None or findings:
        raise PrintgenError(findings)
    strengths = strengths_of(game)
    boards = (make_board(recipe, seed, strengths) for seed in seeds)
    return [_plain(board) | {"score": _score(score(board, strengths))} for board in boards]


def _hex_boards(game: Game, options: Map, seeds: range) -> list[dict[str, Any]]:
    recipe, findings = read_hex_recipe(options)
    if recipe is None or findings:
        raise PrintgenError(findings)
    boards = (make_hex_board(recipe, seed) for seed in seeds)
    return [hex_board.plain(board) | {"score": _score(hex_fairness.score(board))} for board in boards]


_MAKERS: Mapping[str, Callable[[Game, Map, range], list[dict[str, Any]]]] = {
    BOARD_KIND: _square_boards,
    HEX_BOARD_KIND: _hex_boards,
}


def _plain(board: Board) -> dict[str, Any]:
    return {
        "seed": board.seed,
        "rows": board.recipe.rows,
        "columns": board.recipe.columns,
        "cells": [list(row) for row in board.cells],
        "counts": board.counts,
    }


def _score(result: Score) -> dict[str, Any]:
    return {"total": result.total, "parts": [[sentence, value] for sentence, value in result.parts]}


def print_maps(target: str, count: int, wish: Mapping[str, Any], settings: build.Settings) -> tuple[Path, int]:
    """Print the kit's map sheets of `count` boards into one PDF named after the seed; its path and its pages."""
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
    return path, len(sheets)


def _board_product(target: str) -> tuple[build.Job, Product]:
    """The board product that a target names, or the first of the kit, map sheets before others."""
    (job,) = build.load([target])
    if job.findings:
        raise PrintgenError(job.findings)
    boards = [product for product in job.products if product.kind in _MAKERS]
    if not boards:
        kinds = " or ".join(_MAKERS)
        raise UsageError(f"{target} has no board", f"Name a kit with a product of the kind {kinds}.")
    return job, next((product for product in boards if product.options.get("form") == "maps"), boards[0])
