"""Names such as "letter" or sizes such as "24x36in" come in; papers measured in points go out."""

from __future__ import annotations

from typing import NamedTuple

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.units import parse_size
from printgen.faces.library import Library, built_in


class Paper(NamedTuple):
    """A sheet of paper as it is named: width and height in points."""

    name: str
    width: float
    height: float


def paper(name_or_size: str, library: Library | None = None) -> Paper:
    """The paper of that name (upper or lower case) or of that size; UsageError when it is neither.

    Names are those that the library knows, or the built-in ones.
    """
    text = name_or_size.strip().lower()
    known = (library or built_in()).papers
    if text in known:
        return Paper(text, *known[text])
    if text[:1].isdigit():
        try:
            return Paper(text, *parse_size(text))
        except ValueError as wrong:
            raise UsageError(f"no paper: {wrong}", "Give a size such as 24x36in.") from None
    hint = did_you_mean(text, known)
    raise UsageError(f"'{name_or_size}' is not a paper", f"{hint} A size such as 24x36in works too.")
