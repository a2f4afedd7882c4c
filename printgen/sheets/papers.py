"""Names such as "letter" or sizes such as "24x36in" come in; papers measured in points go out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from printgen.base.places import templates_folder
from printgen.base.units import parse_size
from printgen.errors import UsageError, did_you_mean


class Paper(NamedTuple):
    """A sheet of paper as it is named: width and height in points."""

    name: str
    width: float
    height: float


@lru_cache(maxsize=1)
def papers() -> dict[str, Paper]:
    """All papers that have a name, in the order of the table in templates/papers.yaml."""
    import yaml

    table = yaml.safe_load((templates_folder() / "papers.yaml").read_text(encoding="utf-8"))
    return {name: Paper(name, *parse_size(size)) for name, size in table.items()}


def paper(name_or_size: str) -> Paper:
    """The paper of that name (upper or lower case) or of that size; UsageError when it is neither."""
    text = name_or_size.strip().lower()
    known = papers()
    if text in known:
        return known[text]
    if text[:1].isdigit():
        try:
            return Paper(text, *parse_size(text))
        except ValueError as wrong:
            raise UsageError(f"no paper: {wrong}", "Give a size such as 24x36in.") from None
    hint = did_you_mean(text, known)
    raise UsageError(f"'{name_or_size}' is not a paper", f"{hint} A size such as 24x36in works too.")
