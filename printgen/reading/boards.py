"""A product's options and the recipes of its game come in; the options over the recipe that they name go out."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from pydantic import ConfigDict, Field

from printgen.reading.located import suggestion
from printgen.reading.marked import Map, Overlaid
from printgen.reading.part import Options
from printgen.reading.records import Loading
from printgen.reading.scalars import shortened


def _or_a_recipe(schema: dict[str, Any]) -> None:
    # What a board needs stands in the options, or in the recipe that they name.
    schema["anyOf"] = [{"required": ["board"]}, {"required": schema.pop("required", [])}]


class BoardOptions(Options):
    """What every kind of board takes under `options`, besides its recipe and how it is printed."""

    model_config = ConfigDict(json_schema_extra=_or_a_recipe)

    board: str | None = Field(
        default=None,
        min_length=1,
        max_length=64,
        description="the recipe to follow, by its name under boards in game.yaml; what the options say goes over it",
    )


@runtime_checkable
class MakesBoards(Protocol):
    """What a kind of board loads from a product's options, so that its boards can be had as data too."""

    def told(self, seed: int) -> dict[str, Any]:
        """The board of a seed as plain data, with its score."""


def board_options(loading: Loading) -> Map | None:
    """The options, laid over the recipe of the game that their `board` names; as they are when they name none.

    Every value keeps its place, and what neither of the two gives is told of the recipe: mistakes of a recipe are told
    once, however many products follow it. None, with a finding, when the game has no such recipe.
    """
    options, boards = loading.product.options, loading.game.boards
    name = options.get("board")
    if not isinstance(name, str):
        return options
    if name in boards:
        return Overlaid(boards[name], options)
    # One that cannot be read has been reported.
    if not isinstance(loading.game.source.get("boards"), Map) or name not in loading.game.source["boards"]:
        hint = (
            suggestion(name, tuple(boards)) if boards else f"Write boards: in game.yaml, and the recipe under {name}:."
        )
        message = f'the game has no board named "{shortened(name)}"'
        loading.files.report(options.where("board"), "unknown-board", message, hint)
    return None
