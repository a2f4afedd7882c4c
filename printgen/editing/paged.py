"""The text of a file and the spans of its values come in; lines, columns and texts with other words in them go out."""

from __future__ import annotations

import re

from printgen.editing.spans import Span, Way, indent_of, line_start, next_line, spans_of

_HEADING = re.compile(r"#\s*(?:[-=#*~]{2,}|$)")


class Paged:
    """A text that is looked at, and never changed; `end` is what ends its lines."""

    def __init__(self, text: str, json: bool = False) -> None:
        self.text, self.json = text, json
        self.end = "\r\n" if "\r\n" in text else "\n"
        self.root = spans_of(text, json)

    def at(self, way: Way) -> Span:
        if self.root is None:
            raise LookupError(way)
        return self.root.at(way)

    def column(self, at: int) -> int:
        """The column of a character, from 0."""
        return at - line_start(self.text, at)

    def deepest(self, around: Span) -> int:
        """How far the last lines of what stands in brackets are indented."""
        last, first = indent_of(self.text, around.end), indent_of(self.text, around.start)
        return last if line_start(self.text, around.end) != line_start(self.text, around.start) else first + 2

    def spliced(self, start: int, end: int, words: str) -> str:
        """The text with other words in one place."""
        return self.text[:start] + words + self.text[end:]

    def cut(self, start: int, end: int) -> str:
        """The text without some of its lines; it ends as it did."""
        made = self.spliced(start, end, "")
        if end >= len(self.text) and not self.text.endswith(("\n", "\r")):
            made = made.removesuffix("\n").removesuffix("\r")
        return made

    def ended(self, chunk: str) -> str:
        """Lines of which the last has an end."""
        return chunk if chunk.endswith(("\n", "\r")) else chunk + self.end

    def filled(self, places: list[tuple[int, int]], parts: list[str]) -> str:
        """The text with other words in several places, which are in order."""
        made, at = list[str](), 0
        for (start, end), words in zip(places, parts, strict=True):
            made += (self.text[at:start], words)
            at = end
        return "".join((*made, self.text[at:]))

    def chunks(self, around: Span) -> list[tuple[int, int]]:
        """The lines of each item of a list of lines, with the comment that stands right above it."""
        text, column, found = self.text, self.column(around.start), list[tuple[int, int]]()
        at = line_start(text, around.start)
        for item in around.items:
            dash = self.dash(at, column)
            at = next_line(text, item.end)
            found.append((dash, at))
        return [(self.lead(dash, found[n - 1][1] if n else 0), end) for n, (dash, end) in enumerate(found)]

    def dash(self, at: int, column: int) -> int:
        """The start of the next line, from that of a character on, that has a dash at a column."""
        text = self.text
        while at < len(text):
            if text[at : at + column + 1].lstrip(" ").startswith("-") and text[at + column : at + column + 1] == "-":
                return at
            # The first dash of a list may stand behind another one.
            if text[at + column : at + column + 1] == "-" and text[at : at + column].strip("- ") == "":
                return at
            at = next_line(text, at)
        raise LookupError("-")

    def lead(self, dash: int, floor: int) -> int:
        """Where the comment begins that stands right above an item and is about it; else the item's own start."""
        at = dash
        while at > floor:
            before = line_start(self.text, at - 1 - (self.text[at - 2 : at] == "\r\n"))
            line = self.text[before:at].strip()
            if not line.startswith("#") or _HEADING.match(line):
                break
            at = before
        above = self.text[floor:at]
        # What begins a file is about all of it.
        blank = floor and (not above or not above.splitlines()[-1].strip())
        return at if blank or at == dash else dash

    def behind(self, around: Span) -> bool:
        """Whether a list of lines begins behind something else on its line."""
        return bool(self.text[line_start(self.text, around.start) : around.start].strip(" "))
