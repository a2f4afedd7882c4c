"""The desk `map`, where people change the recipe of a board, lock its spaces, compare seeds, save and print boards.

The actions are the same for all grids; the `Drafter` of a grid draws its boards and describes their spaces.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from pydantic import Field

from printgen.base.errors import UsageError
from printgen.base.file_access import display_path
from printgen.base.names import NAMED
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing
from printgen.editing.boards import BoardWish, apply_wish, entry_of, file_for, product_lines, random_plan, with_entry
from printgen.game.records import Product
from printgen.kinds.board.plan import MOST, MOST_TRIES, RandomPlan, Score
from printgen.reading.requests import ActionRequest, OptionSpec, command_words
from printgen.studio.actions import Action, ActionAnswer, Live
from printgen.studio.workshop import cards_option

A = TypeVar("A")

_LARGEST_SEED = 2**53 - 1  # JavaScript knows no larger whole number.

Seed = Annotated[int, Field(ge=0, le=_LARGEST_SEED)]
Word = Annotated[str, Field(min_length=1, max_length=64)]
SpaceName = Annotated[str, Field(max_length=8)]


class BoardRequest(ActionRequest):
    """A board of a seed; what is left out is as in the product. `locks` are added to those of the recipe, of which the
    `unlocked` ones are removed.
    """

    seed: Annotated[Seed, OptionSpec("--seed")] = 1
    arrangement: Annotated[Annotated[str, Field(max_length=20)] | None, OptionSpec("--arrangement")] = None
    fair: Annotated[Annotated[int, Field(ge=1, le=MOST_TRIES)] | None, OptionSpec("--fair")] = None
    rows: Annotated[Annotated[int, Field(ge=1, le=MOST)] | None, OptionSpec("--rows")] = None
    columns: Annotated[Annotated[int, Field(ge=1, le=MOST)] | None, OptionSpec("--columns")] = None
    amounts: Annotated[
        dict[Word, Annotated[float, Field(ge=0, le=1000)]], Field(max_length=100), OptionSpec("--amount")
    ] = Field({})
    locks: Annotated[
        dict[SpaceName, Annotated[str, Field(max_length=160)]], Field(max_length=MOST * MOST), OptionSpec("--lock")
    ] = Field({})
    unlocked: Annotated[tuple[SpaceName, ...], Field(max_length=MOST * MOST), OptionSpec("--unlock")] = ()

    def wish(self) -> BoardWish:
        return BoardWish(self.arrangement, self.fair, self.rows, self.columns, self.amounts, self.locks, self.unlocked)


class WallRequest(BoardRequest):
    """Small pictures of the boards of `count` seeds, from `seed` up."""

    count: int = Field(12, ge=1, le=24)


class BoardPrintRequest(BoardRequest):
    """A board to print, in a form and on a paper."""

    form: Literal["poster", "tiles", "maps"]
    paper: Annotated[str, Field(max_length=60)]


class BoardDataRequest(BoardPrintRequest):
    """A board to save under a name."""

    name: str = Field(min_length=1, max_length=60, pattern=NAMED)


class Paint(NamedTuple):
    """What a space can be locked to: its word in recipes, its title, its sort, and a picture of it."""

    word: str
    title: str
    sort: Literal["terrain", "ground", "power-up"]
    picture: Drawing


class DeskSpace(NamedTuple):
    """A space of a board: name, corners in points, contents as locks say them; one that is `marked` has no lock."""

    name: str
    points: Sequence[tuple[float, float]]
    held: str
    title: str
    marked: str = ""


def art_for(live: Live, make: Callable[[str], A]) -> A:
    """The object that draws a product's boards in the look of a page; `make` makes it for a look, "" for colour."""
    look = "" if live.settings.look == "color" else live.settings.look
    return live.job.library.keep(("board", live.target, look), lambda: make(look))


class Drafter(ABC):
    """Draws the boards of a grid, and describes their spaces."""

    forms: ClassVar[tuple[str, ...]]
    """The forms that a board can be printed in."""

    @abstractmethod
    def picture(self, live: Live, plan: Any, board: Any) -> Drawing:
        """A board as large as a screen."""

    @abstractmethod
    def small(self, live: Live, plan: Any, board: Any) -> Drawing:
        """A small picture of a board, of which a page shows a dozen."""

    @abstractmethod
    def spaces(self, live: Live, plan: Any, board: Any) -> Iterator[DeskSpace]:
        """The spaces of a board, row by row."""

    @abstractmethod
    def paints(self, live: Live, plan: Any) -> Iterator[Paint]:
        """What spaces can be locked to."""

    @abstractmethod
    def sides(self, plan: Any) -> Sequence[str]:
        """The two sides that a score compares, in its order: a lead above 0 is the first one's. Empty without two."""

    @abstractmethod
    def lines(self, board: Any) -> Iterable[str]:
        """The lines of a board in a file of boards that are written by hand, below its name."""


def actions(drafter: Drafter) -> Mapping[str, Action]:
    """The actions of the desk `map` by name, for boards of a kind."""
    return {
        "roll": Action(BoardRequest, partial(_roll, drafter)),
        "wall": Action(WallRequest, partial(_wall, drafter)),
        "print": Action(BoardPrintRequest, partial(_print, drafter)),
        "data": Action(BoardDataRequest, partial(_data, drafter)),
        "save": Action(BoardDataRequest, partial(_save, drafter)),
    }


def _with_wish(live: Live, request: BoardRequest) -> Product:
    """The product with the changes of a request, and with the plan of its boards. UsageError for impossible ones."""
    random_plan(live.product, "this room")
    return apply_wish(live.job.game, live.product, request.wish())


def _roll(drafter: Drafter, live: Live, request: BoardRequest) -> ActionAnswer:
    """The board of a seed, with all that the desk shows of it."""
    with on_shelf(live.job.library.fonts.shelf):
        plan: RandomPlan[Any] = _with_wish(live, request).loaded
        board = plan.of_seed(request.seed)
        paints, spaces = [*drafter.paints(live, plan)], [*drafter.spaces(live, plan, board)]
        pictures, score = {"board": drafter.picture(live, plan, board)}, plan.score(board)
    pictures |= {f"paint {paint.word}": paint.picture for paint in paints}
    own = {*live.product.loaded.options.locked} - {*request.unlocked, *request.locks}
    # On a symmetric board the space opposite a lock follows it.
    followers = {plan.options.grid.name(space) for space in plan.options.locks} - plan.options.locked.keys()
    data = {
        "seed": request.seed,
        "spaces": [
            {"name": space.name, "points": [[round(x, 2), round(y, 2)] for x, y in space.points], "held": space.held,
             "title": space.title, "marked": space.marked or ("recipe" if space.name in own else ""),
             "locked": space.name in plan.options.locked, "follows": space.name in followers}
            for space in spaces
        ],
        "paints": [{"word": paint.word, "title": paint.title, "sort": paint.sort} for paint in paints],
        "locks": {**request.locks},
        "unlocked": [*request.unlocked],
        "score": _score_data(score),
        "sides": [*drafter.sides(plan)],
        "counts": _counts(paints, spaces),
        "knobs": _knobs(plan, live.product.loaded, bool(score.parts)),
        "forms": _forms(drafter, live),
    }  # fmt: skip
    return ActionAnswer(data, pictures)


def _print(drafter: Drafter, live: Live, request: BoardPrintRequest) -> ActionAnswer:
    return ActionAnswer({}, command=("board", *_form_words(drafter, live, request), *command_words(request)))


def _form_words(drafter: Drafter, live: Live, request: BoardPrintRequest) -> tuple[str, ...]:
    """The target that is printed in a form, and the words that say the form and the paper."""
    targets = {form["form"]: str(form["target"]) for form in _forms(drafter, live)}
    form = () if request.form == "maps" else (f"--{request.form}",)
    return (targets.get(request.form, live.target), *form, f"--paper={request.paper}")


def _score_data(score: Score) -> dict[str, Any]:
    """A score as JSON: its total, and a sentence for each part with the lead that it gives to a side."""
    return {"total": score.total, "parts": [{"said": sentence, "lead": lead} for sentence, lead in score.parts]}


def _counts(paints: Sequence[Paint], spaces: Sequence[DeskSpace]) -> dict[str, int]:
    words = [space.held.partition("+")[0] for space in spaces]
    return {paint.word: words.count(paint.word) for paint in paints if paint.sort != "power-up"}


def _knobs(plan: RandomPlan[Any], usual: RandomPlan[Any], uneven: bool) -> dict[str, Any]:
    """The values of a recipe that a page can change: those now, those of the product, and their limits."""
    most = {"fair": MOST_TRIES if uneven else 1, "rows": MOST, "columns": MOST}
    now, own = plan.options, usual.options
    return {
        "arrangement": {"value": now.arrangement, "usual": own.arrangement, "words": [*now.arrangements]},
        **{key: {"value": getattr(now, key), "usual": getattr(own, key), "most": most[key]} for key in most},
        "amounts": [
            {"name": name, "title": name.replace("-", " "), "value": value, "usual": usual.amounts.get(name, value)}
            for name, value in plan.amounts.items()
        ],
    }


def _forms(drafter: Drafter, live: Live) -> list[dict[str, Any]]:
    """The forms that a board can be printed in, each with the target of the product that has this form."""
    game, _, name = live.target.rpartition("/")
    recipe = live.product.options.get("board")
    forms = []
    for form in drafter.forms:
        names = [
            product.name
            for product in (live.product, *live.job.game.products.values())
            if product.kind == live.product.kind
            and product.options.get("board") == recipe
            and (product is live.product or recipe is not None)
            and product.loaded is not None
            and product.loaded.options.form == form
        ]
        forms.append({"form": form, "target": f"{game}/{names[0] if names else name}"})
    return forms


def _data(drafter: Drafter, live: Live, request: BoardDataRequest) -> ActionAnswer:
    """A board as JSON, and as an entry of a file of boards; `file` is the file that it can be saved in, "" for none."""
    product = _with_wish(live, request)
    path = file_for(live.job.game, product, live.cards)
    board = product.loaded.of_seed(request.seed)
    entry = entry_of(request.name, tuple(drafter.lines(board)))
    data = product.loaded.data(board)
    return ActionAnswer({"entry": entry, "board": data, "file": display_path(path) if path else ""})


def _save(drafter: Drafter, live: Live, request: BoardDataRequest) -> ActionAnswer:
    """Add a board to a game's file, or a user's file for a kit. UsageError for a taken name, or without a folder."""
    product, game, name = _with_wish(live, request), live.job.game, request.name
    path = file_for(game, product, live.cards)
    if path is None:
        hint = "Start the studio outside of the game's folder, or name one with --cards."
        raise UsageError("there is no folder of your own here", hint)
    entry = entry_of(name, tuple(drafter.lines(product.loaded.of_seed(request.seed))))
    after, before = with_entry(path, name, entry)
    words = ("board", *_form_words(drafter, live, request), f"--by-hand={name}", *cards_option(live.cards))
    data = {
        "file": display_path(path),
        "lines": product_lines(game, product, path, name),
        "command": shlex.join(["printgen", *words]),
    }
    return ActionAnswer(data, files={path: after}, before={path: before})


def _wall(drafter: Drafter, live: Live, request: WallRequest) -> ActionAnswer:
    """Small boards of several seeds with their scores, of which the best are marked."""
    plan: RandomPlan[Any] = _with_wish(live, request).loaded
    seeds = range(request.seed, min(request.seed + request.count, _LARGEST_SEED + 1))
    boards = {seed: plan.of_seed(seed) for seed in seeds}
    scores = {seed: plan.score(board) for seed, board in boards.items()}
    best = min((score.total for score in scores.values() if score.parts), default=None)
    entries = [
        {"seed": seed, "score": _score_data(score), "best": best is not None and score.total == best}
        for seed, score in scores.items()
    ]
    pictures = {f"board {seed}": drafter.small(live, plan, board) for seed, board in boards.items()}
    return ActionAnswer({"boards": entries}, pictures)
