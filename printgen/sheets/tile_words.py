"""The files assembly.yaml and a plan of pages come in; what pages and assembly maps say goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from printgen.base.errors import did_you_mean
from printgen.base.language import in_print
from printgen.base.letters import letters
from printgen.base.units import PT_PER_IN, to_mm
from printgen.drawing.fonts import face
from printgen.drawing.words import BODY, BOLD, SEMI, STENCIL
from printgen.faces.library import Library
from printgen.reading.fields import Color, Many, fillable, problem
from printgen.reading.part import Part, Phrase
from printgen.sheets.sheet import ASSEMBLY, Join
from printgen.sheets.tile_plan import Plan

_NAMES = (
    "page", "pages", "row", "column", "size", "paper", "across", "down", "bands", "few", "many",
    "cuts", "join", "order", "finish", "first", "second", "top", "more",
)  # fmt: skip


def _printable(text: str) -> str:
    for font in (STENCIL, BODY, SEMI, BOLD):
        if missing := face(font).missing(text):
            raise problem("missing-glyph", f"the font {font} lacks {missing!r}", "Use plain letters.")
    return text


def _only(*names: str) -> AfterValidator:
    """Refuses texts by name that have any other name: nothing would ever print them."""

    def known(texts: dict[str, str]) -> dict[str, str]:
        for name in (*(name for name in texts if name not in names), *(name for name in names if name not in texts)):
            said = "unknown words" if name in texts else "there are no words"
            raise problem("unknown-key", f"{said} '{name}'", did_you_mean(name, names))
        return texts

    return AfterValidator(known)


Told = Annotated[str, fillable(*_NAMES), AfterValidator(_printable)]
Texts = dict[str, Told]
Pair = Annotated[Many[Told], Field(min_length=2, max_length=2)]


class AssemblyFile(Part):
    """The words and colours of tiled pages and of assembly maps; {names} are filled in, **stars** are bold."""

    headline: Told = Field(description="the headline of the map")
    steps: Annotated[Many[Pair], Field(min_length=1)] = Field(description="the steps, each a headline and a text")
    join: Annotated[Texts, _only("tape", "glue")] = Field(description="how pages are joined, with tape or with glue")
    cuts: Annotated[Texts, _only("both", "left", "top")] = Field(description="where a page has something to cut")
    order: Annotated[Texts, _only("one", "one-down", "rows", "columns", "line")] = Field(
        description="in which order pages are joined, by how they lie"
    )
    finish: Annotated[Texts, _only("rectangle", "outline")] = Field(description="what to do in the end with a piece")
    more: Told = Field(description="what follows a list of pages that goes on")
    pages: Annotated[
        Texts,
        _only(
            *("name", "over", "which", "row", "column", "size", "red", "targets", "cut", "cut-short", "below", "seam"),
            *("grid", "rows", "columns"),
        ),
    ] = Field(description="what stands on the pages themselves, in sketches of them and over the map")
    tape: Annotated[Texts, _only("flap", "key", "overlap")] = Field(description="what stands on flaps to be taped")
    glue: Annotated[Texts, _only("flap", "key", "overlap")] = Field(description="what stands on flaps to be glued")
    need: Told = Field(description="the headline over what lies ready")
    needs: dict[Join, Many[Pair]] = Field(description="what lies ready for tape or for glue, each an icon and a text")
    seam: Told = Field(description="the headline of the sketch of a seam")
    seam_note: Told = Field(alias="seam-note", description="what is told beside the sketch of a seam")
    plate: Color = Field(description="the ground of the plates that name pages, which have white letters")
    accent: Color = Field(description="the small letters on such plates, and the arrows to other pages")


def read_assembly(library: Library) -> AssemblyFile:
    """The built-in words with a game's own over them; TemplateProblem lists the mistakes of both."""
    words: AssemblyFile = library.laid(ASSEMBLY, AssemblyFile)
    return words


@dataclass(frozen=True, slots=True)
class TileWords:
    """What is said where pages are joined in one way."""

    file: AssemblyFile
    join: Join

    def say(self, key: str, **names: object) -> str:
        """What stands on a page or in a sketch of it."""
        flap = self.file.tape if self.join == "tape" else self.file.glue
        return _filled((self.file.pages | flap)[key], **names)

    def around(self, plan: Plan, name: str, paper: str) -> dict[str, str]:
        """What stands over the map of a piece, and beside the sketch of a seam."""
        seam, overlap = plan.seams[0], in_print(f"{round(to_mm(plan.overlap), 2):g}")
        return {
            "title": self.file.headline,
            "kicker": name,
            "line": self._pages(plan, paper),
            "heading": self.file.seam,
            "note": self.file.seam_note,
            "seam": self.say("seam"),
            "overlap": self.say("overlap", size=overlap),
            "under": self.say("name", page=seam.under.label),
            "over": self.say("over", page=seam.over.label),
        }

    def _pages(self, plan: Plan, paper: str) -> str:
        """How many pages there are, how they lie and how large the piece is."""
        lengths = [len(group) for group in plan.groups]
        count, few, many = len(lengths), min(lengths), max(lengths)
        across, down = (many, count) if plan.bands == "rows" else (count, many)
        size = " × ".join(in_print(f"{round(to_mm(length), 1):g}") for length in plan.box[2:])
        size += f" mm, {' × '.join(map(inches, plan.box[2:]))}"
        paper = paper.upper() if paper[:1] == "a" and paper[1:].isdigit() else paper
        told = {"pages": sum(lengths), "across": across, "down": down, "bands": count, "few": few, "many": many}
        return self.say("grid" if few == many else plan.bands, paper=paper, size=size, **told)

    def needs(self) -> Iterator[tuple[Phrase, ...]]:
        """What lies ready, each an icon and a text."""
        return self._phrases(self.file.needs[self.join], "needs", self.join)

    def steps(self, plan: Plan, rectangular: bool) -> Iterator[tuple[Phrase, ...]]:
        """The steps for a plan, each a headline and a text."""
        upright = {seam.upright for seam in plan.seams if seam.length > 2 * plan.overlap}
        filled = {
            "cuts": self.file.cuts["both" if len(upright) == 2 else "left" if True in upright else "top"],
            "join": self.file.join[self.join],
            "order": self._order(plan),
            "finish": self.file.finish["rectangle" if rectangular else "outline"],
        }
        return self._phrases(self.file.steps, "steps", **filled)

    def _phrases(self, rows: Iterable[Sequence[str]], *path: str, **names: str) -> Iterator[tuple[Phrase, ...]]:
        """Rows of the file, filled in, with the places of their texts."""
        for i, row in enumerate(rows):
            yield tuple(Phrase(_filled(text, **names), self.file.where_of(*path, i, n)) for n, text in enumerate(row))

    def _order(self, plan: Plan) -> str:
        """In which order pages are joined: within each band, then band to band."""
        groups, told, by_rows = plan.groups, self.file.order, plan.bands == "rows"
        longest = max(groups, key=len)
        first = " + ".join(tile.label for tile in longest)
        if len(groups) == 1:
            return _filled(told["one" if by_rows else "one-down"], first=first)
        if len(longest) == 1:
            labels = [tile.label for (tile,) in groups]
            return _filled(told["line"], first=" + ".join(labels[:4]), more=self.file.more if len(labels) > 4 else "")
        names = [letters(tile.row) if by_rows else str(tile.column + 1) for tile, *_ in groups]
        more = f", {names[2]} on {names[1]}" if len(names) > 2 else ""
        more += self.file.more if len(names) > 3 else ""
        return _filled(told[plan.bands], first=first, second=names[1], top=names[0], more=more)


def inches(points: float) -> str:
    """A length in inches to a tenth."""
    return in_print(f"{round(points / PT_PER_IN, 1):g} in")


def _filled(text: str, **names: object) -> str:
    """A text with names filled in; those that only other texts are filled with stay empty."""
    return text.format(**dict.fromkeys(_NAMES, "") | {name: str(value) for name, value in names.items()})
