"""Sheets come in; what their pages are called in viewers goes out: bookmarks by what is on them, and page labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from printgen.sheets.sheet import Sheet
from printgen.sheets.sheet_words import MarginWords


def bookmarks(sheets: Sequence[Sheet], words: MarginWords) -> list[str]:
    """What is on each page, such as "Ace to Breaker"; where that is so on several, which sheet it is, too."""
    fronts = {sheet.number: _shown(sheet, words) for sheet in sheets if sheet.side == "front"}
    said = []
    for sheet in sheets:
        what = _shown(sheet, words) or fronts.get(sheet.number, "")
        if sheet.side == "back":
            what = (words.backs if sheet.names else words.empty).format(what=what)
        said.append(what)
    many = Counter(said)
    which = (words.sheet.format(number=sheet.number, total=sheet.of) for sheet in sheets)
    return [f"{what}, {one}" if many[what] > 1 else what for what, one in zip(said, which, strict=True)]


def _shown(sheet: Sheet, words: MarginWords) -> str:
    """What a page says that it shows, or else its first and its last piece."""
    if sheet.shows or not sheet.names:
        return sheet.shows
    first, last = sheet.names[0], sheet.names[-1]
    return first if first == last else words.span.format(first=first, last=last)


def page_label(sheet: Sheet, words: MarginWords) -> str:
    """What viewers call a page where they name pages: the number of its sheet."""
    return str(sheet.number) if sheet.side == "front" else words.back.format(number=sheet.number)
