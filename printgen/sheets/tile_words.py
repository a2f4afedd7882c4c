"""The words of tiled pages and of assembly maps: the file assembly.yaml of templates, filled in for a plan.

Targets, of which the words speak, are the marks on the cut edges of two pages that must meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from printgen.base.errors import did_you_mean
from printgen.base.names import in_print
from printgen.base.units import PT_PER_IN, letters, to_mm
from printgen.drawing.fonts import face
from printgen.drawing.words import BODY, BOLD, SEMI, STENCIL
from printgen.faces.library import Library
from printgen.reading.part import Color, Many, Part, Phrase, fillable, problem
from printgen.sheets.sheet import ASSEMBLY, Join
from printgen.sheets.tile_plan import TilePlan

# Names that texts may have filled in, some of them only in texts of one kind.
_NAMES = (
    "page", "pages", "row", "column", "size", "paper", "across", "down", "bands", "few", "many",
    "cuts", "join", "order", "finish", "first", "second", "top", "more",
)  # fmt: skip


def _printable(text: str) -> str:
    for font in (STENCIL, BODY, SEMI, BOLD):
        if missing := face(font).missing(text):
            raise problem("missing-glyph", f"the font {font} lacks {missing!r}", "Use plain letters.")
    return text


def _exactly(*names: str) -> AfterValidator:
    """Refuses texts by name that do not have exactly these names, none less and no other."""

    def check_names(texts: dict[str, str]) -> dict[str, str]:
        for name in (*(name for name in texts if name not in names), *(name for name in names if name not in texts)):
            complaint = "unknown words" if name in texts else "there are no words"
            raise problem("unknown-key", f"{complaint} '{name}'", did_you_mean(name, names))
        return texts

    return AfterValidator(check_names)


Template = Annotated[str, fillable(*_NAMES), AfterValidator(_printable)]
Texts = dict[str, Template]
Pair = Annotated[Many[Template], Field(min_length=2, max_length=2)]


class AssemblyFile(Part):
    """The words and colours of tiled pages and of assembly maps; {names} are filled in, **stars** are bold."""

    headline: Template = Field(description="the headline of the map")
    steps: Annotated[Many[Pair], Field(min_length=1)] = Field(description="the steps, each a headline and a text")
    join: Annotated[Texts, _exactly("tape", "glue")] = Field(description="how pages are joined, with tape or with glue")
    cuts: Annotated[Texts, _exactly("both", "left", "top")] = Field(description="where a page has something to cut")
    order: Annotated[Texts, _exactly("one", "one-down", "rows", "columns", "line")] = Field(
        description="in which order pages are joined, by how they lie"
    )
    finish: Annotated[Texts, _exactly("rectangle", "outline")] = Field(description="what to do in the end with a piece")
    more: Template = Field(description="what follows a list of pages that goes on")
    pages: Annotated[
        Texts,
        _exactly(
            *("name", "over", "which", "row", "column", "size", "red", "targets", "cut", "cut-short", "below", "seam"),
            *("grid", "rows", "columns"),
        ),
    ] = Field(description="what stands on the pages themselves, in sketches of them and over the map")
    tape: Annotated[Texts, _exactly("flap", "key", "overlap")] = Field(description="what stands on flaps to be taped")
    glue: Annotated[Texts, _exactly("flap", "key", "overlap")] = Field(description="what stands on flaps to be glued")
    need: Template = Field(description="the headline over what lies ready")
    needs: dict[Join, Many[Pair]] = Field(description="what lies ready for tape or for glue, each an icon and a text")
    seam: Template = Field(description="the headline of the sketch of a seam")
    seam_note: Template = Field(alias="seam-note", description="what is told beside the sketch of a seam")
    plate: Color = Field(description="the ground of the plates that name pages, which have white letters")
    accent: Color = Field(description="the small letters on such plates, and the arrows to other pages")


def load_assembly(library: Library) -> AssemblyFile:
    """The built-in words with a game's own over them; TemplateProblem lists the mistakes of both."""
    return library.overlay(ASSEMBLY, AssemblyFile)


@dataclass(frozen=True, slots=True)
class TileWords:
    """The words for pages that are joined with tape, or with glue."""

    file: AssemblyFile
    join: Join

    def say(self, key: str, **names: object) -> str:
        """A text for a page, or for a sketch of it, with names filled in."""
        flap = self.file.tape if self.join == "tape" else self.file.glue
        return _fill((self.file.pages | flap)[key], **names)

    def map_context(self, plan: TilePlan, name: str, paper: str) -> dict[str, str]:
        """The values of the map's face: what stands over the map of a piece, and beside the sketch of a seam."""
        seam, overlap = plan.seams[0], in_print(f"{round(to_mm(plan.overlap), 2):g}")
        return {
            "title": self.file.headline,
            "kicker": name,
            "line": self._size_line(plan, paper),
            "heading": self.file.seam,
            "note": self.file.seam_note,
            "seam": self.say("seam"),
            "overlap": self.say("overlap", size=overlap),
            "under": self.say("name", page=seam.under.label),
            "over": self.say("over", page=seam.over.label),
        }

    def _size_line(self, plan: TilePlan, paper: str) -> str:
        """How many pages there are, how they lie and how large the piece is."""
        lengths = [len(group) for group in plan.groups]
        count, few, many = len(lengths), min(lengths), max(lengths)
        across, down = (many, count) if plan.bands == "rows" else (count, many)
        size = " × ".join(in_print(f"{round(to_mm(length), 1):g}") for length in plan.box[2:])
        size += f" mm, {' × '.join(map(inches, plan.box[2:]))}"
        paper = paper.upper() if paper[:1] == "a" and paper[1:].isdigit() else paper
        facts = {"pages": sum(lengths), "across": across, "down": down, "bands": count, "few": few, "many": many}
        return self.say("grid" if few == many else plan.bands, paper=paper, size=size, **facts)

    def needs(self) -> Iterator[tuple[Phrase, ...]]:
        """What lies ready, each an icon and a text."""
        return self._phrases(self.file.needs[self.join], "needs", self.join)

    def steps(self, plan: TilePlan, rectangular: bool) -> Iterator[tuple[Phrase, ...]]:
        """The steps for a plan, each a headline and a text."""
        upright = {seam.upright for seam in plan.seams if seam.length > 2 * plan.overlap}
        names = {
            "cuts": self.file.cuts["both" if len(upright) == 2 else "left" if True in upright else "top"],
            "join": self.file.join[self.join],
            "order": self._order(plan),
            "finish": self.file.finish["rectangle" if rectangular else "outline"],
        }
        return self._phrases(self.file.steps, "steps", **names)

    def _phrases(self, rows: Iterable[Sequence[str]], *path: str, **names: str) -> Iterator[tuple[Phrase, ...]]:
        """Rows of texts with names filled in, each text with its place in the file, under a path of keys."""
        for i, row in enumerate(rows):
            yield tuple(Phrase(_fill(text, **names), self.file.where_of(*path, i, n)) for n, text in enumerate(row))

    def _order(self, plan: TilePlan) -> str:
        """In which order pages are joined: within each band, then band to band."""
        groups, texts, by_rows = plan.groups, self.file.order, plan.bands == "rows"
        longest = max(groups, key=len)
        first = " + ".join(tile.label for tile in longest)
        if len(groups) == 1:
            return _fill(texts["one" if by_rows else "one-down"], first=first)
        if len(longest) == 1:
            labels = [tile.label for (tile,) in groups]
            return _fill(texts["line"], first=" + ".join(labels[:4]), more=self.file.more if len(labels) > 4 else "")
        names = [letters(tile.row) if by_rows else str(tile.column + 1) for tile, *_ in groups]
        more = f", {names[2]} on {names[1]}" if len(names) > 2 else ""
        more += self.file.more if len(names) > 3 else ""
        return _fill(texts[plan.bands], first=first, second=names[1], top=names[0], more=more)


def inches(points: float) -> str:
    """A length in inches to a tenth."""
    return in_print(f"{round(points / PT_PER_IN, 1):g} in")


def _fill(text: str, **names: object) -> str:
    """A text with names filled in; names that are not given stay empty."""
    return text.format(**dict.fromkeys(_NAMES, "") | {name: str(value) for name, value in names.items()})
