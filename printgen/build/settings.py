"""The settings of a print, from the command line and from programs, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.names import problem_of_name
from printgen.base.seeds import MOST_SEED
from printgen.base.units import mm, parse_length, to_mm
from printgen.reading.part import Duplex
from printgen.sheets.sheet import Join, Stack
from printgen.writers import WRITERS

if TYPE_CHECKING:
    from printgen.game.records import Product

USUAL_PAPER = "letter"
"""The paper where neither settings nor product name one."""
DUPLEX: tuple[str, ...] = get_args(Duplex)
"""How backs may be printed: the first is the usual way."""
FORMATS: tuple[str, ...] = tuple(WRITERS)
"""The formats that a build can write."""
MANY_SHEETS = 100
"""Products that take more sheets are printed only with --yes."""
_WIDEST = mm(100)
"""The widest gutter."""
_DEEPEST = mm(25)
"""The deepest margin."""
GREY = "grey"
"""The look that is written without any colour."""
_TEXTS = ("paper", "duplex", "gutter", "look", "join", "format", "variant", "printer", "margin", "stack", "backs")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "duplex": ("", *DUPLEX), "join": get_args(Join), "stack": get_args(Stack), "format": FORMATS,
}  # fmt: skip


def _check_length(key: str, text: str, limit: float) -> None:
    """UsageError for a text that is no length, or one below zero or above the limit, in points."""
    try:
        length = parse_length(text)
        problem = "" if 0 <= length <= limit else f"{text} is not from 0 to {to_mm(limit):g} mm"
    except ValueError as error:
        problem = str(error)
    if problem:
        raise UsageError(f"{key}: {problem}", "Give a length such as 3mm.")


class ManySheets(UsageError):
    """A product takes so many sheets that the user must confirm it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to print: paper, duplex and look as on the command line. UsageError for what cannot be.

    `paper` is a name such as "a4" or a size such as "24x36in", or "" for what products ask for: usually letter.
    `duplex` is one of DUPLEX, or "" where every product says itself how its backs are printed; `look` is "color", or
    a name in templates/looks. `gutter` is the space between pieces, such as "3mm"; `margin` is how near to the edge of
    the paper the printer prints, from 0mm to 25mm: nothing but bleed lies nearer. `only` are names of records to print,
    all without. PDFs go into folders of `out`. `marks` are crop marks, ruler and label; `back_marks` puts crop marks on
    backs, too. `most_sheets` is how many sheets a product of vast pieces may take before it must be asked for; None is
    any number. `join` is how the pages of large pieces are joined. `format` is one of FORMATS. `overrides` are options
    by kind of product, laid over those in the game's file. `cards` is the folder of the user's own cards, if there is
    one. `variant` is what is printed of the games, or "" for what they are without. `printer` names a printer that was
    measured, whose faults the pages undo, or "" for one that is true. `stack` is how pieces fill sheets: "rows", sheet
    after sheet, or "piles", so that the piles of a stack that is cut, laid on each other, are in order. A `proof` shows
    cuts, bleed and safe zones, and is not for playing. `skip`, 0 to 999, is how many places of the first sheet of each
    product stay empty. `backs` is the look of backs, such as "color" or "light", or "" for what products ask for:
    usually "light".
    With `one`, a name, all products are in one PDF of that name in `out`; with `zip`, all files are in one, too.
    `changed` prints only pieces that are new or changed since the manifest in `out` was written. Where it is
    `strict`, warnings are errors, and nothing is printed.
    """

    paper: str = ""
    duplex: str = ""
    gutter: str = "0mm"
    look: str = "color"
    seed: int = 1
    only: tuple[str, ...] = ()
    out: Path = Path("output")
    marks: bool = True
    join: Join = "tape"
    most_sheets: int | None = None
    format: str = "pdf"
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    cards: Path | None = None
    strict: bool = False
    variant: str = ""
    printer: str = ""
    margin: str = "6.35mm"
    back_marks: bool = False
    stack: Stack = "rows"
    skip: int = 0
    proof: bool = False
    backs: str = ""
    changed: bool = False
    one: str = ""
    zip: str = ""

    def __post_init__(self) -> None:
        for key in _TEXTS:
            if not isinstance(value := getattr(self, key), str):
                raise UsageError(f"{key}: {value!r} is not a text", "Give a text.")
        if not isinstance(self.seed, int):
            raise UsageError(f"seed: {self.seed!r} is not a whole number", "Give a whole number.")
        if not isinstance(self.out, str | Path):
            raise UsageError(f"out: {self.out!r} is no path", "Give the path of a folder.")
        if "\0" in str(self.out):
            raise UsageError("out: a path cannot hold the character U+0000", "Give the path of a folder.")
        object.__setattr__(self, "out", Path(self.out))
        for key, choices in _CHOICES.items():
            if (value := getattr(self, key)) not in choices:
                raise UsageError(f"{key}: there is no '{value}'", did_you_mean(value, filter(None, choices)))
        if not (isinstance(self.skip, int) and 0 <= self.skip <= 999):
            raise UsageError(f"skip: {self.skip!r} is not from 0 to 999", "Give a whole number such as 3.")
        if self.skip and self.stack == "piles":
            message = "skip: piles have a card at every place of every sheet"
            raise UsageError(message, "Leave out --skip, or --stack piles.")
        _check_length("gutter", self.gutter, _WIDEST)
        _check_length("margin", self.margin, _DEEPEST)
        self._check_names()
        if not 0 <= self.seed <= MOST_SEED:
            raise UsageError(f"seed: {self.seed} is not from 0 to {MOST_SEED}", "Give a whole number such as 7.")

    def _check_names(self) -> None:
        """UsageError if one PDF, or a zip, cannot have its name, or holds another format."""
        for key, end in (("one", ".pdf"), ("zip", ".zip")):
            name = str(getattr(self, key))
            object.__setattr__(self, key, name.removesuffix(end))
            if name and (problem := problem_of_name(name.removesuffix(end))):
                raise UsageError(f"{key}: {problem}", "Give a plain name such as tonight; it lies in --out.")
        if self.one and self.format != "pdf":
            message = f"one: several products in one file are a PDF, and no {self.format}"
            raise UsageError(message, "Leave out --format.")

    def paper_for(self, product: Product) -> str:
        """The paper for a product, as a name or a size."""
        return self.paper or product.paper or USUAL_PAPER

    @property
    def grey(self) -> bool:
        """Whether everything is printed without colour."""
        return self.look == GREY

    @property
    def gap(self) -> float:
        """The gutter in points."""
        return parse_length(self.gutter)

    @property
    def edge(self) -> float:
        """The margin in points."""
        return parse_length(self.margin)


PLAIN = Settings()
"""In colour, on letter paper, into the folder output."""
