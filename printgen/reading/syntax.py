"""A complaint of the YAML parser comes in; a finding in plain words, with a way to mend it, goes out."""

from __future__ import annotations

from typing import Any

from printgen.base.errors import Finding
from printgen.reading.marked import Source

# What the parser says (its two implementations word some things differently), what we say, how to mend it.
_WORDINGS = (
    ("mapping values are not allowed", "a colon starts a value where none can stand",
     "Put quotes around text that holds a colon and a space, or check the indentation."),
    ("could not find expected ':'", "a key without its colon",
     "Write key: value, with a space after the colon."),
    ("unexpected end of stream", "a quoted text without its closing quote", "Close the quote."),
    ("unexpected document indicator", "a quoted text without its closing quote", "Close the quote."),
    ("or ']'", "a [ list without its comma or its ]", "Add the missing comma or ]."),
    ("or '}'", "a { mapping without its comma or its }", "Add the missing comma or }."),
    ("'-' indicator", "a line that does not fit into the list around it",
     "Line it up with the dashes of the list."),
    ("expected <block end>", "a line that does not fit into the lines around it",
     "Line it up with its neighbours."),
    ("did not find expected key", "a line that does not fit into the lines around it",
     "Line it up with its neighbours, and put quotes around text that starts with a quote or a bracket."),
    ("document start>", "text after the end of the value", "Remove it, or check the brackets before it."),
    ("cannot start any token", "a word may not start with this character", "Put quotes around the text."),
    ("escape", "an unknown escape after a backslash",
     "Write \\\\ for a backslash, or use single quotes."),
    ("expected alphabetic or numeric", "* and & have a special meaning in YAML",
     "Put quotes around the text."),
)  # fmt: skip


def syntax_finding(error: Exception, source: Source) -> Finding:
    """The finding for what the parser raised, at the place that the reader of the file should look at."""
    problem = str(getattr(error, "problem", None) or error)
    mark: Any = getattr(error, "problem_mark", None)
    begin: Any = getattr(error, "context_mark", None)
    offset = mark.index if mark is not None else 0
    if offset < len(source.text) and source.text[offset] == "\t":
        return Finding("error", source.where(offset), "a tab where only spaces can indent", "Use spaces.", "tab-indent")
    for part, message, hint in _WORDINGS:
        if part in problem:
            # A quote or bracket that is never closed is missed at the end; it is mended where it was opened.
            if begin is not None and message.endswith(("closing quote", "its ]", "its }")):
                offset = begin.index
            return Finding("error", source.where(offset), message, hint, "syntax")
    hint = "Check the indentation and the quotes around this place."
    return Finding("error", source.where(offset), problem, hint, "syntax")
