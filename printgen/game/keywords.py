"""The keywords of a game come in as game.yaml writes them; what finds them in texts, and how each looks, goes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.budget import OverLimit
from printgen.base.errors import Finding, Where, worded
from printgen.base.wordfinder import LONGEST_PATTERN, Finder
from printgen.reading.marked import Map
from printgen.reading.part import Part

_MOST = 2_000


class Keyword(Part):
    """How a keyword looks wherever it stands in a text; a colour alone may stand for all of it."""

    short = "color"

    color: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description='its colour, such as "#A63A1E", or a colour word of the faces'
    )
    font: Literal["bold", "italic", "bold italic"] | None = Field(
        default=None, description="how it is set apart from the letters around it"
    )
    small_caps: bool = Field(default=False, alias="small-caps", description="whether it is set in small capitals")
    icon: Annotated[str, Field(min_length=1)] | None = Field(
        default=None, description="the icon before it: one of templates/icons.yaml, an art piece, or a picture file"
    )


KeywordsShape = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=LONGEST_PATTERN)], Keyword], Field(max_length=_MOST)
]
"""Keywords as game.yaml writes them: by word, or by a pattern between two strokes."""


class Said(NamedTuple):
    """A keyword's word or pattern, its place, and how it looks."""

    name: str
    where: Where
    style: Keyword


@dataclass(frozen=True, eq=False)
class Keywords:
    """All keywords of a game: `finder` finds which of `said` stand in a text."""

    said: Sequence[Said]
    finder: Finder

    @property
    def colors(self) -> frozenset[str]:
        """The words that their colours are made of."""
        words = (one.style.color or "" for one in self.said)
        return frozenset(word for color in words for word in color.replace("/", " ").split())


def read_keywords(given: Mapping[str, Keyword], written: Map) -> tuple[Keywords | None, list[Finding]]:
    """The keywords of a game, None where it has none; and what is wrong with their patterns."""
    findings: list[Finding] = []
    words: list[Said] = []
    patterns: list[Said] = []
    for name, style in given.items():
        where = written.key_where(name)
        if len(name) < 3 or name[0] != "/" or name[-1] != "/":
            words.append(Said(name, where, style))
            continue
        try:
            Finder(patterns=[name[1:-1]])
        except OverLimit as over:
            raise over.at(where) from over
        except ValueError as error:
            message, hint = worded(str(error), "Mend the pattern.")
            findings.append(
                Finding("error", where, f"the pattern {name} cannot be used: {message}", hint, "bad-pattern")
            )
        else:
            patterns.append(Said(name, where, style))
    said = (*words, *patterns)
    if not said:
        return None, findings
    finder = Finder([one.name for one in words], [one.name[1:-1] for one in patterns])
    return Keywords(said, finder), findings
