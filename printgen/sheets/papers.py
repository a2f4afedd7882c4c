"""Names such as "letter" or sizes such as "24x36in" come in; papers measured in points go out."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from printgen.base.units import parse_size
from printgen.errors import UsageError, did_you_mean
from printgen.reading.sizes import named_sizes


class Paper(NamedTuple):
    """A sheet of paper as it is named: width and height in points."""

    name: str
    width: float
    height: float


def papers(*folders: Path) -> dict[str, Paper]:
    """All papers that have a name, from the built-in papers.yaml and from those in folders of templates."""
    sizes = named_sizes("papers.yaml", *folders)
    return {name.lower(): Paper(name.lower(), *size) for name, size in sizes.items()}


def paper(name_or_size: str, *folders: Path) -> Paper:
    """The paper of that name (upper or lower case) or of that size; UsageError when it is neither.

    Tables of papers in `folders` are added to the built-in one.
    """
    text = name_or_size.strip().lower()
    known = papers(*folders)
    if text in known:
        return known[text]
    if text[:1].isdigit():
        try:
            return Paper(text, *parse_size(text))
        except ValueError as wrong:
            raise UsageError(f"no paper: {wrong}", "Give a size such as 24x36in.") from None
    hint = did_you_mean(text, known)
    raise UsageError(f"'{name_or_size}' is not a paper", f"{hint} A size such as 24x36in works too.")
