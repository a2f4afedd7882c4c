"""templates/assembly.yaml and a plan of pages come in; what an assembly map says of them goes out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from printgen.base.places import templates_folder
from printgen.errors import PrintgenError
from printgen.reading.fields import Many
from printgen.reading.files import Files
from printgen.reading.part import Part, adapter
from printgen.sheets.tile_plan import Plan

Pair = Annotated[Many[str], Field(min_length=2, max_length=2)]


class AssemblyWords(Part):
    """The words of assembly maps; {names} in them are filled in, **stars** are bold."""

    headline: str = Field(description="the headline of the page")
    steps: Many[Pair] = Field(description="the steps, each a headline and a text")
    join: dict[str, str] = Field(description="how pages are joined, with tape or with glue")
    cuts: dict[str, str] = Field(description="on which sides of a page there is something to cut")
    order: dict[str, str] = Field(description="in which order pages are joined, by how they lie")
    finish: dict[str, str] = Field(description="what to do in the end, for a rectangle and for an outline")
    more: str = Field(description="what follows a list of pages that goes on")
    pages: dict[str, str] = Field(description="what stands on the pages themselves and in sketches of them")
    tape: dict[str, str] = Field(description="what stands on flaps that are taped")
    glue: dict[str, str] = Field(description="what stands on flaps that are glued")
    need: str = Field(description="the headline over what lies ready")
    needs: dict[str, Many[Pair]] = Field(description="what lies ready for tape or for glue, each an icon and a text")
    seam: str = Field(description="the headline of the sketch of a seam")
    seam_note: str = Field(alias="seam-note", description="what is told beside the sketch of a seam")
    icons: dict[str, str] = Field(description="icons as paths in a box of 24 units")

    def say(self, key: str, **names: object) -> str:
        """What stands on a page."""
        return self.pages[key].format(**names)

    def flap(self, key: str, join: str, **names: object) -> str:
        """What stands on a flap, by how pages are joined."""
        return (self.glue if join == "glue" else self.tape)[key].format(**names)

    def told(self, plan: Plan, join: str, rectangular: bool) -> Sequence[tuple[str, str]]:
        """The headlines and texts of the steps for a plan."""
        sides = {seam.side for seam in plan.seams if seam.length > 2 * plan.overlap}
        filled = {
            "cuts": self.cuts["both" if len(sides) == 2 else "left" if "right" in sides else "top"],
            "join": self.join[join],
            "order": _order(plan, self.order, self.more),
            "finish": self.finish["rectangle" if rectangular else "outline"],
        }
        return [(head, text.format(**filled)) for head, text in self.steps]


@lru_cache(maxsize=1)
def assembly_words() -> AssemblyWords:
    """The words of the built-in file, read once; PrintgenError lists its mistakes."""
    path = templates_folder() / "assembly.yaml"
    files = Files(path.parent)
    top = files.mapping(path)
    words: AssemblyWords | None = None
    if top is not None:
        words = files.check(adapter(AssemblyWords), top, top.start, path.name)
    if words is None:
        raise PrintgenError(files.findings)
    return words


def _order(plan: Plan, told: dict[str, str], and_so_on: str) -> str:
    """In which order pages are joined: within each band, then band to band."""
    groups = plan.groups
    longest = max(groups, key=len)
    first = " + ".join(tile.label for tile in longest)
    if len(groups) == 1:
        return told["one" if plan.bands == "rows" else "one-down"].format(first=first)
    if len(longest) == 1:
        labels = [group[0].label for group in groups]
        return told["line"].format(first=" + ".join(labels[:4]), more=and_so_on if len(labels) > 4 else "")
    names = [_band_name(plan, i) for i in range(len(groups))]
    more = f", {names[2]} on {names[1]}" if len(names) > 2 else ""
    more += and_so_on if len(names) > 3 else ""
    return told[plan.bands].format(first=first, second=names[1], top=names[0], more=more)


def _band_name(plan: Plan, index: int) -> str:
    tile = plan.groups[index][0]
    return tile.label.rstrip("0123456789") if plan.bands == "rows" else str(tile.column + 1)
