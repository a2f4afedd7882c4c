"""The desk `map`: boards of a recipe as somebody wishes them, with their spaces, scores and pictures.

What is done is the same for all grids; a `Drafter` of a kind knows how its boards are drawn, and what holds on spaces.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from pydantic import Field

from printgen.base.errors import UsageError
from printgen.base.file_access import display_path
from printgen.base.names import NAMED
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing
from printgen.editing.boards import BoardWish, apply_wish, entry_of, file_for, product_lines, random_plan, with_entry
from printgen.faces.library import Library
from printgen.game.records import Product
from printgen.kinds.board.plan import MOST, MOST_TRIES, RandomPlan, Score
from printgen.reading.requests import ActionRequest, OptionSpec, command_words
from printgen.studio.actions import Action, ActionAnswer, Live

A = TypeVar("A")

_SAFE = 2**53 - 1
"""The largest seed: a page knows no larger whole number."""

Seed = Annotated[int, Field(ge=0, le=_SAFE)]
Word = Annotated[str, Field(min_length=1, max_length=64)]
SpaceName = Annotated[str, Field(max_length=8)]


class BoardRequest(ActionRequest):
    """A board as large as a screen: what is left out is as the product says it. `locks` come to those of the recipe,
    and of these the `unlocked` ones are let go.
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
    """Boards of so many seeds from one up, as small pictures."""

    count: int = Field(12, ge=1, le=24)


class BoardPrintRequest(BoardRequest):
    """One board to print, in a form and on a paper."""

    form: Literal["poster", "tiles", "maps"]
    paper: Annotated[str, Field(max_length=60)]


class BoardDataRequest(BoardPrintRequest):
    """One board as data, under a name."""

    name: str = Field(min_length=1, max_length=60, pattern=NAMED)


class Paint(NamedTuple):
    """What a space can be locked to: its word, what people call it, what sort of thing it is, and a picture."""

    word: str
    title: str
    sort: Literal["terrain", "ground", "power-up"]
    picture: Drawing


class DeskSpace(NamedTuple):
    """A space of a board: its name, its outline in points of the picture, and what it holds, in words of locks.

    `marked` is what lies there whatever the seed, such as a base: it cannot be locked.
    """

    name: str
    points: Sequence[tuple[float, float]]
    held: str
    title: str
    marked: str = ""


class _Arts(dict[str, Any]):
    """What draws the boards of a library's products, by name and look; it stays as long as the library does."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library


def art_for(live: Live, make: Callable[[str], A]) -> A:
    """What draws the boards of a product in the look that somebody sees; `make` takes its name, "" for colour."""
    look = "" if live.settings.look == "color" else live.settings.look
    arts, key = live.job.library.once(_Arts), f"{live.target} {look}"
    if key not in arts:
        arts[key] = make(look)
    art: A = arts[key]
    return art


class Drafter(ABC):
    """What a kind knows of its boards: how they are drawn, and what people can say of them."""

    forms: ClassVar[tuple[str, ...]]
    """The forms that a board can be printed in."""

    @abstractmethod
    def picture(self, live: Live, plan: Any, board: Any) -> Drawing:
        """A board as large as a screen."""

    @abstractmethod
    def small(self, live: Live, plan: Any, board: Any) -> Drawing:
        """A board of which a dozen are seen at once."""

    @abstractmethod
    def spaces(self, live: Live, plan: Any, board: Any) -> Iterator[DeskSpace]:
        """The spaces of a board, row by row."""

    @abstractmethod
    def paints(self, live: Live, plan: Any) -> Iterator[Paint]:
        """What spaces can be locked to."""

    @abstractmethod
    def sides(self, plan: Any) -> Sequence[str]:
        """The two whom a score compares: the first gains where a lead is above 0. None where there are no such two."""

    @abstractmethod
    def lines(self, board: Any) -> Iterable[str]:
        """The lines of a board in an entry of a file of boards that are written by hand, below its name."""


def actions(drafter: Drafter) -> Mapping[str, Action]:
    """The actions of the desk `map` by name, for boards of a kind."""
    return {
        "roll": Action(BoardRequest, partial(_roll, drafter)),
        "wall": Action(WallRequest, partial(_wall, drafter)),
        "print": Action(BoardPrintRequest, partial(_print, drafter)),
        "data": Action(BoardDataRequest, partial(_data, drafter)),
        "save": Action(BoardDataRequest, partial(_save, drafter)),
    }


@dataclass(frozen=True)
class WishedPlan:
    """A product as somebody wishes it, and the plan of its boards."""

    product: Product
    plan: RandomPlan[Any]


def _plan_of(live: Live, request: BoardRequest) -> WishedPlan:
    """What is asked for, laid over a product. UsageError for what cannot be."""
    random_plan(live.product, "this room")
    product = apply_wish(live.job.game, live.product, request.wish())
    return WishedPlan(product, product.loaded)


def _roll(drafter: Drafter, live: Live, request: BoardRequest) -> ActionAnswer:
    with on_shelf(live.job.library.fonts.shelf):
        return _board_answer(drafter, live, request)


def _board_answer(drafter: Drafter, live: Live, request: BoardRequest) -> ActionAnswer:
    wish = _plan_of(live, request)
    plan, options = wish.plan, wish.plan.options
    board = plan.of_seed(request.seed)
    paints = [*drafter.paints(live, plan)]
    pictures = {"board": drafter.picture(live, plan, board)}
    pictures |= {f"paint {paint.word}": paint.picture for paint in paints}
    own = {*live.product.loaded.lock_words} - {*request.unlocked, *request.locks}
    # On a symmetric board what lies opposite a lock follows it.
    followers = {options.grid.name(space) for space in options.locks} - plan.lock_words.keys()
    spaces, score = [*drafter.spaces(live, plan, board)], plan.score(board)
    data = {
        "seed": request.seed,
        "spaces": [
            {"name": space.name, "points": [[round(x, 2), round(y, 2)] for x, y in space.points], "held": space.held,
             "title": space.title, "marked": space.marked or ("recipe" if space.name in own else ""),
             "locked": space.name in plan.lock_words, "follows": space.name in followers}
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
    """Begin the command that prints a board."""
    return ActionAnswer({}, command=("board", *_form_words(drafter, live, request), *command_words(request)))


def _form_words(drafter: Drafter, live: Live, request: BoardPrintRequest) -> tuple[str, ...]:
    """The target that is printed in a form, and the words that say the form and the paper."""
    targets = {form["form"]: str(form["target"]) for form in _forms(drafter, live)}
    form = () if request.form == "maps" else (f"--{request.form}",)
    return (targets.get(request.form, live.target), *form, f"--paper={request.paper}")


def _score_data(score: Score) -> dict[str, Any]:
    """A score, with a sentence for each reason and how much it counts; no parts where nothing makes a board uneven."""
    return {"total": score.total, "parts": [{"said": sentence, "lead": lead} for sentence, lead in score.parts]}


def _counts(paints: Sequence[Paint], spaces: Sequence[DeskSpace]) -> dict[str, int]:
    """How many spaces each terrain or ground takes."""
    words = [space.held.partition("+")[0] for space in spaces]
    return {paint.word: words.count(paint.word) for paint in paints if paint.sort != "power-up"}


def _knobs(plan: RandomPlan[Any], usual: RandomPlan[Any], uneven: bool) -> dict[str, Any]:
    """What of a recipe can be turned: what it is now, and what it may be. What it is unless asked for is `usual`."""
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
    """The forms that a board can be printed in, each with what names the product that prints it so."""
    game, _, name = live.target.rpartition("/")
    recipe = live.product.options.get("board")
    forms = []
    for form in drafter.forms:
        alike = [
            product.name
            for product in (live.product, *live.job.game.products.values())
            if product.kind == live.product.kind
            and product.options.get("board") == recipe
            and (product is live.product or recipe is not None)
            and product.loaded is not None
            and product.loaded.options.form == form
        ]
        forms.append({"form": form, "target": f"{game}/{alike[0] if alike else name}"})
    return forms


def _data(drafter: Drafter, live: Live, request: BoardDataRequest) -> ActionAnswer:
    """A board as data, and as an entry of a file of boards; `file` is where it would be saved, "" for nowhere."""
    wish = _plan_of(live, request)
    path = file_for(live.job.game, wish.product, live.cards)
    board = wish.plan.of_seed(request.seed)
    entry = entry_of(request.name, tuple(drafter.lines(board)))
    return ActionAnswer({"entry": entry, "board": wish.plan.data(board), "file": display_path(path) if path else ""})


def _save(drafter: Drafter, live: Live, request: BoardDataRequest) -> ActionAnswer:
    """The file of boards of a game that is the user's own, or for a kit one of the user's, with a board in it.

    `lines` of a game.yaml print it. UsageError for a name that is taken, and where there is no such file.
    """
    wish, game, name = _plan_of(live, request), live.job.game, request.name
    path = file_for(game, wish.product, live.cards)
    if path is None:
        hint = "Start the studio outside of the game's folder, or name one with --cards."
        raise UsageError("there is no folder of your own here", hint)
    entry = entry_of(name, tuple(drafter.lines(wish.plan.of_seed(request.seed))))
    after, before = with_entry(path, name, entry)
    words = ("board", *_form_words(drafter, live, request), f"--by-hand={name}", *live.cards_words)
    data = {
        "file": display_path(path),
        "lines": product_lines(game, wish.product, path, name),
        "command": shlex.join(["printgen", *words]),
    }
    return ActionAnswer(data, files={path: after}, before={path: before})


def _wall(drafter: Drafter, live: Live, request: WallRequest) -> ActionAnswer:
    plan = _plan_of(live, request).plan
    seeds = range(request.seed, min(request.seed + request.count, _SAFE + 1))
    boards = {seed: plan.of_seed(seed) for seed in seeds}
    scores = {seed: plan.score(board) for seed, board in boards.items()}
    best = min((score.total for score in scores.values() if score.parts), default=None)
    entries = [
        {"seed": seed, "score": _score_data(score), "best": best is not None and score.total == best}
        for seed, score in scores.items()
    ]
    pictures = {f"board {seed}": drafter.small(live, plan, board) for seed, board in boards.items()}
    return ActionAnswer({"boards": entries}, pictures)
