"""What people do with random boards live: a game and a wish come in; boards, their spaces, scores and pictures go out.

The kinds that print boards have the desk `map`. They offer a `Drafter`, which knows how theirs are drawn; the actions
and what they answer are the same for all.
"""

from __future__ import annotations

import shlex
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import nsmallest
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field

from printgen.base.errors import UsageError
from printgen.base.file_access import display_path
from printgen.base.names import NAMED
from printgen.base.seeds import Score
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing
from printgen.editing.boards import BoardWish, entry_of, file_for, printed_by, random_plan, wished, with_entry
from printgen.faces.library import Library
from printgen.game.boards import MOST_TRIES, RandomPlan
from printgen.game.records import Product
from printgen.reading.requests import ActionRequest, OptionSpec, command_words
from printgen.studio.actions import Action, Answer, Live

B = TypeVar("B")
D = TypeVar("D")

_SAFE = 2**53 - 1
"""The largest seed: a page knows no larger whole number."""
_SEARCHING = 1.5
"""So many seconds one answer looks through seeds; whoever wants more asks again."""
_LISTED = 12
_LONGEST = 60

Seed = Annotated[int, Field(ge=0, le=_SAFE)]
Word = Annotated[str, Field(min_length=1, max_length=64)]
Space = Annotated[str, Field(max_length=8)]


class Laying(ActionRequest):
    """A board that is asked for: what is left out is as the product says it. `locks` come to those of the recipe, and
    of these the `unlocked` ones are let go.
    """

    seed: Annotated[Seed, OptionSpec("--seed")] = 1
    arrangement: Annotated[Annotated[str, Field(max_length=20)] | None, OptionSpec("--arrangement")] = None
    fair: Annotated[Annotated[int, Field(ge=1, le=MOST_TRIES)] | None, OptionSpec("--fair")] = None
    rows: Annotated[Annotated[int, Field(ge=1, le=_LONGEST)] | None, OptionSpec("--rows")] = None
    columns: Annotated[Annotated[int, Field(ge=1, le=_LONGEST)] | None, OptionSpec("--columns")] = None
    amounts: Annotated[
        dict[Word, Annotated[float, Field(ge=0, le=1000)]], Field(max_length=100), OptionSpec("--amount")
    ] = Field({})
    locks: Annotated[
        dict[Space, Annotated[str, Field(max_length=160)]], Field(max_length=_LONGEST * _LONGEST), OptionSpec("--lock")
    ] = Field({})
    unlocked: Annotated[tuple[Space, ...], Field(max_length=_LONGEST * _LONGEST), OptionSpec("--unlock")] = ()

    def wish(self) -> BoardWish:
        return BoardWish(self.arrangement, self.fair, self.rows, self.columns, self.amounts, self.locks, self.unlocked)


class Roll(Laying):
    """One board, as large as a screen."""


class Wall(Laying):
    """Boards of so many seeds from one up, as small pictures."""

    count: int = Field(12, ge=1, le=24)


Form = Literal["poster", "tiles", "maps"]


class PrintRequest(Laying):
    """One board to print, in a form and on a paper."""

    form: Form
    paper: Annotated[str, Field(max_length=60)]


class DataRequest(PrintRequest):
    """One board as data, under a name."""

    name: str = Field(min_length=1, max_length=60, pattern=NAMED)


class Fairest(Laying):
    """The fairest boards of so many seeds from one up, of which `looked` have been looked through."""

    tries: int = Field(MOST_TRIES + 1, ge=1, le=1_000_000)
    looked: int = Field(0, ge=0, le=1_000_000)


Sort = Literal["terrain", "ground", "power-up"]


class Paint(NamedTuple):
    """What a space can be locked to: its word, what people call it, what sort of thing it is, and a picture."""

    word: str
    title: str
    sort: Sort
    picture: Drawing


class Spot(NamedTuple):
    """A space of a board: its name, its outline in points of the picture, and what it holds, in words of locks.

    `marked` is what lies there whatever the seed, such as a base: it cannot be locked.
    """

    name: str
    points: Sequence[tuple[float, float]]
    held: str
    title: str
    marked: str = ""


class Drawn(dict[str, D]):
    """What draws the boards of the products of a library, by name; it stays as long as the library does.

    Each kind has its own: `library.once` keeps one of each class.
    """

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library


def look_of(live: Live) -> str:
    """The look that boards are drawn in, as templates name it: "" for colour."""
    return "" if live.settings.look == "color" else live.settings.look


class Drafter(ABC, Generic[B]):
    """What a kind knows of its boards: how they are drawn, and what people can say of them."""

    forms: ClassVar[tuple[str, ...]]
    """The forms that a board can be printed in."""

    @abstractmethod
    def picture(self, live: Live, plan: RandomPlan[B], board: B) -> Drawing:
        """A board as large as a screen."""

    @abstractmethod
    def small(self, live: Live, plan: RandomPlan[B], board: B) -> Drawing:
        """A board of which a dozen are seen at once."""

    @abstractmethod
    def spots(self, live: Live, plan: RandomPlan[B], board: B) -> Iterator[Spot]:
        """The spaces of a board, row by row."""

    @abstractmethod
    def paints(self, live: Live, plan: RandomPlan[B]) -> Iterator[Paint]:
        """What spaces can be locked to."""

    @abstractmethod
    def arrangements(self, plan: RandomPlan[B]) -> Iterable[str]:
        """How a board may be laid, each in a word of recipes."""

    @abstractmethod
    def size(self, plan: RandomPlan[B]) -> tuple[int, int]:
        """How many rows and columns there are."""

    @abstractmethod
    def said(self, plan: RandomPlan[B]) -> tuple[str, int]:
        """The arrangement of a plan, and of how many tries it keeps the fairest."""

    @abstractmethod
    def kept(self, plan: RandomPlan[B]) -> Collection[str]:
        """The spaces whose contents locks say: those that are locked, and on symmetric boards their opposites."""

    @abstractmethod
    def sides(self, plan: RandomPlan[B]) -> tuple[str, str] | None:
        """Whom a score compares: the first gains where a lead is above 0. None where there are no such two."""

    @abstractmethod
    def lines(self, plan: RandomPlan[B], board: B) -> Iterable[str]:
        """The lines of a board in an entry of a file of boards that are written by hand, below its name."""


def actions(of: Drafter[Any]) -> Mapping[str, Action]:
    """The actions of the desk `map` by name, for boards of a kind."""
    return {
        "roll": Action(Roll, partial(_roll, of)),
        "wall": Action(Wall, partial(_wall, of)),
        "print": Action(PrintRequest, partial(_print, of)),
        "data": Action(DataRequest, partial(_data, of)),
        "save": Action(DataRequest, partial(_save, of)),
        "fairest": Action(Fairest, partial(_fairest, of)),
    }


@dataclass(frozen=True)
class Laid:
    """A product as somebody wishes it, and the plan of its boards."""

    product: Product
    plan: RandomPlan[Any]
    wish: BoardWish


def laid(live: Live, asked: Laying) -> Laid:
    """What is asked for, laid over a product. UsageError for what cannot be."""
    wish = asked.wish()
    random_plan(live.product, "this room")
    product = wished(live.job.game, live.product, wish)
    return Laid(product, product.loaded, wish)


def _print(of: Drafter[Any], live: Live, asked: PrintRequest) -> Answer:
    """Begin the command that prints a board."""
    return Answer({}, command=("board", *_form_words(of, live, asked), *command_words(asked)))


def _form_words(of: Drafter[Any], live: Live, asked: PrintRequest) -> tuple[str, ...]:
    """The target that is printed in a form, and the words that say the form and the paper."""
    targets = {form["form"]: str(form["target"]) for form in _forms(of, live)}
    form = () if asked.form == "maps" else (f"--{asked.form}",)
    return (targets.get(asked.form, live.target), *form, f"--paper={asked.paper}")


def _roll(of: Drafter[Any], live: Live, asked: Roll) -> Answer:
    with on_shelf(live.job.library.fonts.shelf):
        return _rolled(of, live, asked)


def _rolled(of: Drafter[Any], live: Live, asked: Roll) -> Answer:
    found = laid(live, asked)
    plan = found.plan
    board = plan.of_seed(asked.seed)
    paints = [*of.paints(live, plan)]
    pictures = {"board": of.picture(live, plan, board)}
    pictures |= {f"paint {paint.word}": paint.picture for paint in paints}
    own, kept = {*live.product.loaded.locked} - {*asked.unlocked, *asked.locks}, of.kept(plan)
    spots, score = [*of.spots(live, plan, board)], plan.score(board)
    data = {
        "seed": asked.seed,
        "spaces": [
            {"name": spot.name, "points": [[round(x, 2), round(y, 2)] for x, y in spot.points], "held": spot.held,
             "title": spot.title, "marked": spot.marked or ("recipe" if spot.name in own else ""),
             "locked": spot.name in plan.locked, "follows": spot.name in kept and spot.name not in plan.locked}
            for spot in spots
        ],
        "paints": [{"word": paint.word, "title": paint.title, "sort": paint.sort} for paint in paints],
        "locks": {**asked.locks},
        "unlocked": [*asked.unlocked],
        "score": scored(score),
        "sides": [*(of.sides(plan) or ())],
        "counts": _counts(paints, spots),
        "knobs": _knobs(of, live, plan, bool(score.parts)),
        "forms": _forms(of, live),
    }  # fmt: skip
    return Answer(data, pictures)


def scored(score: Score) -> dict[str, Any]:
    """A score, with a sentence for each reason and how much it counts; no parts where nothing makes a board uneven."""
    return {"total": score.total, "parts": [{"said": said, "lead": lead} for said, lead in score.parts]}


def _counts(paints: Sequence[Paint], spots: Sequence[Spot]) -> dict[str, int]:
    """How many spaces each terrain or ground takes."""
    held = [spot.held.partition("+")[0] for spot in spots]
    return {paint.word: held.count(paint.word) for paint in paints if paint.sort != "power-up"}


def _knobs(of: Drafter[Any], live: Live, plan: RandomPlan[Any], uneven: bool) -> dict[str, Any]:
    """What of a recipe can be turned: what it is now, and what it may be. What it is unless asked for is `usual`."""
    usual: RandomPlan[Any] = live.product.loaded
    (arrangement, fair), (rows, columns) = of.said(plan), of.size(plan)
    (usually, tries), (high, wide) = of.said(usual), of.size(usual)
    return {
        "arrangement": {"value": arrangement, "usual": usually, "words": [*of.arrangements(plan)]},
        "fair": {"value": fair, "usual": tries, "most": MOST_TRIES if uneven else 1},
        "rows": {"value": rows, "usual": high, "most": _LONGEST},
        "columns": {"value": columns, "usual": wide, "most": _LONGEST},
        "amounts": [
            {"name": name, "title": name.replace("-", " "), "value": value, "usual": usual.amounts.get(name, value)}
            for name, value in plan.amounts.items()
        ],
    }


def _forms(of: Drafter[Any], live: Live) -> list[dict[str, Any]]:
    """The forms that a board can be printed in, each with what names the product that prints it so."""
    game, _, name = live.target.rpartition("/")
    recipe = live.product.options.get("board")
    found = []
    for form in of.forms:
        alike = [
            product.name
            for product in (live.product, *live.job.game.products.values())
            if product.kind == live.product.kind
            and product.options.get("board") == recipe
            and (product is live.product or recipe is not None)
            and product.loaded is not None
            and product.loaded.options.form == form
        ]
        found.append({"form": form, "target": f"{game}/{alike[0] if alike else name}"})
    return found


def _data(of: Drafter[Any], live: Live, asked: DataRequest) -> Answer:
    """A board as data, and as an entry of a file of boards; `file` is where it would be saved, "" for nowhere."""
    found = laid(live, asked)
    path = file_for(live.job.game, found.product, live.cards)
    data = {
        "entry": _entry(of, found, asked),
        "board": found.plan.data(found.plan.of_seed(asked.seed)),
        "file": display_path(path) if path else "",
    }
    return Answer(data)


def _save(of: Drafter[Any], live: Live, asked: DataRequest) -> Answer:
    """The file of boards of a game that is the user's own, or for a kit one of the user's, with a board in it.

    `lines` of a game.yaml print it. UsageError for a name that is taken, and where there is no such file.
    """
    found, game = laid(live, asked), live.job.game
    path = file_for(game, found.product, live.cards)
    if path is None:
        hint = "Start the studio outside of the game's folder, or name one with --cards."
        raise UsageError("there is no folder of your own here", hint)
    after, before = with_entry(path, asked.name, _entry(of, found, asked))
    words = ("board", *_form_words(of, live, asked), f"--by-hand={asked.name}", *live.cards_words)
    data = {
        "file": display_path(path),
        "lines": printed_by(game, found.product, path, asked.name),
        "command": shlex.join(["printgen", *words]),
    }
    return Answer(data, files={path: after}, before={path: before})


def _entry(of: Drafter[Any], found: Laid, asked: DataRequest) -> str:
    return entry_of(asked.name, tuple(of.lines(found.plan, found.plan.of_seed(asked.seed))))


def _wall(of: Drafter[Any], live: Live, asked: Wall) -> Answer:
    found = laid(live, asked)
    plan = found.plan
    boards = [(seed, plan.of_seed(seed)) for seed in range(asked.seed, min(asked.seed + asked.count, _SAFE + 1))]
    scores = {seed: plan.score(board) for seed, board in boards}
    best = min((score.total for score in scores.values() if score.parts), default=None)
    told = [
        {"seed": seed, "score": scored(scores[seed]), "best": best is not None and scores[seed].total == best}
        for seed, _ in boards
    ]
    pictures = {f"board {seed}": of.small(live, plan, board) for seed, board in boards}
    return Answer({"boards": told}, pictures)


def _fairest(of: Drafter[Any], live: Live, asked: Fairest) -> Answer:
    """The best of a part of the seeds: as many as there is time for."""
    found = laid(live, asked)
    plan = found.plan
    if not plan.score(plan.make(asked.seed)).parts:
        raise UsageError("nothing says what makes this board uneven", "Give it a score; printgen help score tells how.")
    end, seeds = time.monotonic() + _SEARCHING, range(asked.seed + asked.looked, asked.seed + asked.tries)
    known: list[tuple[float, int, Score]] = []
    done = asked.looked
    for seed in seeds[: _SAFE - asked.seed]:
        score = plan.score(plan.make(seed))
        known = nsmallest(_LISTED, [*known, (score.total, seed, score)], key=lambda one: one[:2])
        done += 1
        if time.monotonic() > end:
            break
    data = {
        "looked": done,
        "done": done >= asked.tries,
        "boards": [{"seed": seed, "score": scored(score)} for _, seed, score in known],
    }
    return Answer(data)
