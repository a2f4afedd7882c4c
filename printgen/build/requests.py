"""The requests of users who print, from a page or the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED
from printgen.build.settings import DUPLEX, FORMATS, GREY, MANY_SHEETS, Settings
from printgen.build.targets import PrintTarget, print_list
from printgen.game.records import MOST_COPIES
from printgen.kinds.composition import COLOR
from printgen.reading.requests import ActionRequest, OptionSpec

_Word = Annotated[str, Field(max_length=60)]
_Name = Annotated[str, Field(max_length=200)]
_Names = tuple[str, ...]
_PAPERS = "letter, legal, tabloid, a5 to a0, b4 to b0, arch-a to arch-e, ansi-c to ansi-e, or a size such as 24x36in"
_SAID = Field(description=f"{_PAPERS}; without it letter, or what a product asks for")
_Paper = Annotated[_Word, OptionSpec("--paper", "NAME"), _SAID]


class LayoutRequest(ActionRequest):
    """How pieces are put on sheets; "" for the default."""

    paper: _Paper = ""
    duplex: Annotated[_Word, OptionSpec("--duplex", "WAY")] = Field(
        "",
        description=f"how backs are printed ({', '.join(DUPLEX)}): flipped on the long or short edge, not at all, after"
        " all fronts, folded over, or by hand: all fronts, then all backs, with a sheet that tells how the stack goes"
        " back; without it long, or what a product asks for",
    )
    backs: Annotated[_Word, OptionSpec("--backs", "LOOK")] = Field(
        "",
        description="how backs look: light (a third of the ink, a white rim), color, saver, or another look; without it"
        " light, or what a product asks for",
    )
    join: Annotated[_Word, OptionSpec("--join", "WAY")] = Field(
        "", description="how large pieces go together: tape, or glue; tape without it"
    )
    gutter: Annotated[_Word, OptionSpec("--gutter", "LENGTH")] = Field(
        "", description="space between pieces, such as 3mm; none without it"
    )
    margin: Annotated[_Word, OptionSpec("--margin", "LENGTH")] = Field(
        "",
        description="how near to the edge of the paper the printer prints, from 0mm to 25mm; nothing but bleed lies"
        " nearer; 6.35mm without it",
    )
    proof: Annotated[bool, OptionSpec("--proof")] = Field(
        False, description="show cuts, bleed and safe zones over the pieces; not for playing"
    )
    back_marks: Annotated[bool, OptionSpec("--back-marks")] = Field(False, description="crop marks on backs, too")
    stack: Annotated[_Word, OptionSpec("--stack", "WAY")] = Field(
        "",
        description="how pieces fill sheets: rows, one after the other, or piles, so that the piles of a stack that is"
        " cut are in order; rows without it",
    )
    skip: Annotated[int | None, Field(ge=0, le=999), OptionSpec("--skip", "N")] = Field(
        None,
        description="leave so many places of the first sheet of each product empty, such as labels that are used up",
    )
    printer: Annotated[_Name, OptionSpec("--printer", "NAME")] = Field(
        "", description="one that you have measured (printgen printers): sheets come out true"
    )
    look: Annotated[_Word, OptionSpec("--look", "LOOK")] = Field(
        "", description="color, saver (little ink), or a look of the game's templates; color without it"
    )
    variant: Annotated[_Word, OptionSpec("--variant", "NAME")] = Field(
        "", description="a variant of the game, such as one in another language"
    )
    seed: Annotated[int | None, Field(ge=0, le=MOST_SEED), OptionSpec("--seed", "N")] = Field(
        None, description="for whatever is random; 1 without it"
    )

    def settings(self, out: Path, cards: Path | None, **more: Any) -> Settings:
        """The settings that this asks for. UsageError for what cannot be."""
        values = {name: getattr(self, name) for name in LayoutRequest.model_fields}
        given = {name: value for name, value in values.items() if value not in ("", None)}
        return Settings(out=out, cards=cards, **given | more)


class PrintRequest(LayoutRequest):
    """How products are printed into files."""

    grey: Annotated[bool, OptionSpec("--grey")] = Field(
        False, description="for a grey printer: no colour is written, and patterns stand out more; --look grey"
    )
    format: Annotated[_Word, OptionSpec("--format", "FORMAT")] = Field(
        "",
        description=f"what is written ({', '.join(FORMATS)}): one PDF, a picture for every page, or a text that tells"
        " what is drawn; pdf without it",
    )
    one: Annotated[_Word, OptionSpec("--one", "NAME")] = Field(
        "", description="all products in one PDF, DIR/NAME.pdf, with bookmarks"
    )
    zip: Annotated[_Word, OptionSpec("--zip", "NAME")] = Field(
        "", description="all files in a zip besides, DIR/NAME.zip"
    )
    changed: Annotated[bool, OptionSpec("--changed")] = Field(
        False,
        description="print only what is new or changed since you printed it (see printgen printed), or else since the"
        " last build",
    )
    yes: Annotated[bool, OptionSpec("--yes")] = Field(False, description="print even what takes very many sheets")

    def settings(self, out: Path, cards: Path | None, **more: Any) -> Settings:
        if self.grey and self.look not in ("", COLOR, GREY):
            raise UsageError(f"--grey is a look, and --look {self.look} another", "Leave out one of them.")
        more |= {"look": GREY} if self.grey else {}
        more |= {"format": self.format} if self.format else {}
        most = None if self.yes else MANY_SHEETS
        return super().settings(out, cards, changed=self.changed, one=self.one, zip=self.zip, most_sheets=most, **more)


class TargetsRequest(ActionRequest):
    """What to print: targets, or the rows of a print list."""

    targets: Annotated[_Names, OptionSpec(metavar="[KIT | KIT/PRODUCT | PATH]...")] = ()
    only: Annotated[_Names, OptionSpec("--only", "NAME")] = Field(
        (), description="print just the cards of this name (repeatable)"
    )
    list: Annotated[str, OptionSpec("--list", "FILE")] = Field(
        "", description="print what a print list says: targets, cards of them, and copies"
    )

    def rows(self, copies: int | None = None) -> tuple[str | PrintTarget, ...]:
        """The targets to print. UsageError for a list beside other targets, and for an empty list."""
        if not self.list:
            return tuple(PrintTarget(target, self.only, copies) for target in self.targets) if copies else self.targets
        others = {"a target": self.targets, "--only": self.only, "--copies": copies}
        if other := next((name for name, value in others.items() if value), None):
            raise UsageError(f"--list and {other} do not go together", "Write what is to be printed into the list.")
        rows = print_list(self.list)
        if not rows:
            raise UsageError(f"there is nothing on the list {self.list}", "Write a row, such as - go-joe/joe-deck.")
        return rows


class BuildRequest(PrintRequest, TargetsRequest):
    """The arguments of `printgen build`."""

    copies: Annotated[int | None, Field(ge=1, le=MOST_COPIES), OptionSpec("--copies", "N")] = Field(
        None, description="how often each card is printed, whatever its record says"
    )
    dry_run: Annotated[bool, OptionSpec("--dry-run")] = Field(
        False, description="tell what it takes, paper, ink and cuts, and what is new; write nothing"
    )
    strict: Annotated[bool, OptionSpec("--strict")] = Field(False, description="take warnings for errors (exit code 4)")


class PrintedRequest(TargetsRequest):
    """The arguments of `printgen printed`."""

    variant: Annotated[_Word, OptionSpec("--variant", "NAME")] = Field("", description="a variant of the game")


class CheckRequest(ActionRequest):
    """The arguments of `printgen check`."""

    targets: Annotated[_Names, OptionSpec(metavar="[KIT | KIT/PRODUCT | PATH]...")] = ()
    strict: Annotated[bool, OptionSpec("--strict")] = Field(False, description="take warnings for errors (exit code 4)")
    notes: Annotated[bool, OptionSpec("--notes")] = Field(
        False, description="show every note, not just how many there are"
    )
    paper: _Paper = ""
    variant: Annotated[_Word, OptionSpec("--variant", "NAME")] = Field("", description="a variant of the game")


class ListRequest(ActionRequest):
    """The arguments of `printgen list`."""

    target: Annotated[str, OptionSpec(metavar="[KIT | KIT/PRODUCT | PATH]")] = ""
    variant: Annotated[_Word, OptionSpec("--variant", "NAME")] = Field("", description="a variant of the game")


class PictureRequest(LayoutRequest):
    """The arguments of `printgen preview`."""

    target: Annotated[str, OptionSpec()]
    name: Annotated[str, OptionSpec()] = ""
    output: Annotated[str, OptionSpec("--output", "FILE", short="-o")] = Field(
        "",
        description="the .png, .svg, .pdf or .txt to write; without it PRODUCT.png, PRODUCT-NAME.png or"
        " PRODUCT-sheet-N.png",
    )
    dpi: Annotated[int, Field(ge=20, le=1200), OptionSpec("--dpi", "N")] = Field(300, description="dots per inch")
    sheet: Annotated[int | None, Field(ge=1), OptionSpec("--sheet", "N")] = Field(
        None, description="show this page of the imposed PDF instead of cards"
    )
    columns: Annotated[int, Field(ge=1, le=20), OptionSpec("--columns", "N")] = Field(
        6, description="how many cards stand side by side"
    )
    grey: Annotated[bool, OptionSpec("--grey")] = Field(False, description="as a grey printer would show it")
