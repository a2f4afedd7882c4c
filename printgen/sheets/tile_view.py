"""What pages of a tiled piece say, and where flaps, cuts and free room lie on one.

Targets, of which the words speak, are the marks on the cut edges of two pages that must meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

from printgen.base.errors import did_you_mean
from printgen.base.names import in_print
from printgen.base.units import PT_PER_IN, Box, letters, mm, to_mm
from printgen.drawing.extent import Point
from printgen.drawing.fonts import face
from printgen.drawing.model import Item
from printgen.drawing.words import BODY, BOLD, SEMI, STENCIL, turn_items
from printgen.faces.library import Library
from printgen.reading.part import Color, Many, Part, Phrase, fillable, problem
from printgen.sheets.sheet import ASSEMBLY, Join
from printgen.sheets.tile_plan import EdgeShape, PlanTile, Seam, TilePlan

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
    """Refuses texts by name unless they have exactly these names: each is printed, and no other ever would be."""

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
    words: AssemblyFile = library.overlay(ASSEMBLY, AssemblyFile)
    return words


@dataclass(frozen=True, slots=True)
class TileWords:
    """What is said where pages are joined in one way."""

    file: AssemblyFile
    join: Join

    def say(self, key: str, **names: object) -> str:
        """What stands on a page or in a sketch of it."""
        flap = self.file.tape if self.join == "tape" else self.file.glue
        return _fill((self.file.pages | flap)[key], **names)

    def map_context(self, plan: TilePlan, name: str, paper: str) -> dict[str, str]:
        """What stands over the map of a piece, and beside the sketch of a seam."""
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
        filled = {
            "cuts": self.file.cuts["both" if len(upright) == 2 else "left" if True in upright else "top"],
            "join": self.file.join[self.join],
            "order": self._order(plan),
            "finish": self.file.finish["rectangle" if rectangular else "outline"],
        }
        return self._phrases(self.file.steps, "steps", **filled)

    def _phrases(self, rows: Iterable[Sequence[str]], *path: str, **names: str) -> Iterator[tuple[Phrase, ...]]:
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
    """A text with names filled in; those that only other texts are filled with stay empty."""
    return text.format(**dict.fromkeys(_NAMES, "") | {name: str(value) for name, value in names.items()})


class PageSide(NamedTuple):
    """A side of a page: upright or level, and whether it is the far one, at the right or at the bottom."""

    upright: bool
    far: bool


SIDES = tuple(PageSide(upright, far) for far in (False, True) for upright in (True, False))
"""Left, top, right and bottom."""

_APART = mm(2)
# Half as wide as the widest line around what is put down.
_OUTLINE = 0.6


class Tag(NamedTuple):
    """Something to put on a page: items about (0, 0), and how long and how high they are."""

    items: tuple[Item, ...]
    length: float
    height: float


@dataclass
class TileView:
    """One page of a plan with what has been put on it so far; every box and point is in points on that page.

    `words` are what it says, `margin` is what stays white around the page,
    `seams` those with other pages. `taken` is what is already filled.
    """

    plan: TilePlan
    tile: PlanTile
    words: TileWords
    margin: float
    window: Box
    seams: tuple[Seam, ...]
    shape: EdgeShape
    taken: list[Box] = field(default_factory=list)

    @classmethod
    def of(cls, plan: TilePlan, tile: PlanTile, words: TileWords, margin: float) -> TileView:
        """What lies where on a page of a plan."""
        dx, dy = tile.matrix[4:]
        joined = (seam for seam in plan.seams if tile in (seam.under, seam.over))
        seams = tuple(seam._replace(box=seam.box.moved(dx, dy)) for seam in joined)
        near = (e for e in plan.shape.edges if e[1] <= tile.window.bottom and e[3] >= tile.window.y)
        local = EdgeShape(tuple((x0 + dx, y0 + dy, x1 + dx, y1 + dy) for x0, y0, x1, y1 in near))
        return cls(plan, tile, words, margin, tile.window.moved(dx, dy), seams, local)

    @property
    def page_number_text(self) -> str:
        """Which page of how many it is, in words."""
        return self.words.say("which", page=self.plan.tiles.index(self.tile) + 1, pages=len(self.plan.tiles))

    @property
    def print_area(self) -> Box:
        """What lies within the margins of the page."""
        return Box(0, 0, self.tile.page_width, self.tile.page_height).grown(-self.margin)

    def room(self, side: PageSide) -> float:
        """How far it is from a side of the window to the margin."""
        inner, outer = self.window, self.print_area
        if side.upright:
            return outer.right - inner.right if side.far else inner.x - outer.x
        return outer.bottom - inner.bottom if side.far else inner.y - outer.y

    @property
    def flaps(self) -> list[Seam]:
        """What lies under other pages."""
        return [seam for seam in self.seams if seam.under == self.tile]

    @property
    def cuts(self) -> list[Seam]:
        """What is cut and lies over other pages."""
        return [seam for seam in self.seams if seam.over == self.tile]

    @property
    def sides_to_cut(self) -> list[PageSide]:
        """The sides to cut on the red line."""
        found = {cut.upright for cut in self.cuts}
        return [side for side in SIDES if not side.far and side.upright in found]

    @property
    def outer_sides(self) -> list[PageSide]:
        """The sides without a neighbour."""
        joined = {PageSide(flap.upright, True) for flap in self.flaps} | set(self.sides_to_cut)
        return [side for side in SIDES if side not in joined]

    def room_to_paper_edge(self, side: PageSide) -> float:
        """How far it is from a side of the window to the edge of the paper."""
        return self.room(side) + self.margin

    def clear(self, box: Box, apart: float = 0.0) -> bool:
        """Whether a box keeps this much from all that is already filled."""
        near = box.grown(apart)
        return not any(near.overlaps(other) for other in self.taken)

    def free(self, box: Box) -> bool:
        """Whether a box lies wholly on paper that shows nothing of the piece, and crosses no edge of the window."""
        near, window = box.grown(_APART), self.window
        if not self.print_area.holds(box.grown(_OUTLINE)) or not self.clear(near):
            return False
        if not near.overlaps(window):
            return True
        flap = any(near.overlaps(flap.box) for flap in self.flaps)
        return window.holds(near) and not flap and not self.shape.meets(near)

    def place(
        self, tag: Tag, spots: Iterable[Point], upright: bool = False, clear: Callable[[Box], bool] | None = None
    ) -> list[Item]:
        """The tag with its middle at the first of several spots that are clear; nothing when none is.

        One that is `upright` reads upward.
        """
        w, h = (tag.height, tag.length) if upright else (tag.length, tag.height)
        for x, y in spots:
            box = Box(x - w / 2, y - h / 2, w, h)
            if (clear or self.clear)(box):
                self.taken.append(box)
                return [turn_items(tag.items, x, y, 270 if upright else 0)]
        return []

    def spot(self, width: float, height: float) -> Box | None:
        """A free box of a size: in a corner of the window that the piece leaves blank, else in a wide margin."""
        # In a corner it stays 5 mm inside of the window, in a margin 3.5 mm outside of it.
        inner, outer, window = self.window.grown(-mm(5)), self.window.grown(mm(3.5)), self.window
        spots = [(x, y) for y in (inner.y, inner.bottom - height) for x in (inner.x, inner.right - width)]
        across = (window.x, window.right - width, window.x + (window.w - width) / 2)
        down = (window.y, window.bottom - height, window.y + (window.h - height) / 2)
        spots += [(x, outer.y - height) for x in across] + [(outer.x - width, y) for y in down]
        spots += [(x, outer.bottom) for x in across] + [(outer.right, y) for y in down]
        return next((box for x, y in spots if self.free(box := Box(x, y, width, height))), None)
