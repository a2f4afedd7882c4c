"""Finds words and patterns in a text with RE2, whose time no pattern can stretch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from printgen.base import group_pairs

LONGEST_PATTERN = 200
"""The letters that a word or a pattern may have at most."""

_MEMORY = 32 * 1024 * 1024  # The most bytes that RE2 may take for a pattern.
_MOST_STEPS = 5_000
"""The most steps of all patterns together: at the worst each is looked at for each letter of a text."""
_LETTERS = r"\pL\pN_"
# RE2 knows ASCII alone by these.
_CLASSES = {r"\w": _LETTERS, r"\d": r"\p{Nd}"}
_TOKEN = re.compile(r"\\.?|\[\^?\]?|\(\?:?|.", re.DOTALL)


class WordMatch(NamedTuple):
    """A match: from `start` to before `end`, and the index of its word or pattern."""

    start: int
    end: int
    which: int


class _Alternative(NamedTuple):
    r"""One of the alternatives of a pattern; `at_start` and `at_end` are whether it had a \b there."""

    text: str
    at_start: bool
    at_end: bool


class Finder:
    r"""Finds whole words, and patterns anywhere, with their case; among matches at one place, the longest.

    With \b at its ends a pattern is a whole word, too. A word comes before a pattern of the same length. ValueError, in
    words for its author, explains a wrong pattern.
    """

    def __init__(self, words: Sequence[str] = (), patterns: Sequence[str] = ()) -> None:
        self._words = {word: n for n, word in reversed([*enumerate(words)])}
        by_pattern = [[*_alternatives(pattern)] for pattern in patterns]
        steps = sum(_compile(pattern).programsize for pattern in patterns)
        if steps > _MOST_STEPS:
            raise ValueError(f"it has {steps:,} steps, over {_MOST_STEPS:,}; write smaller numbers in {{ }}")
        self._patterns = [[(choice, _compile(choice.text)) for choice in choices] for choices in by_pattern]
        if any(compiled.fullmatch("") is not None for choices in self._patterns for _, compiled in choices):
            raise ValueError("it stands for nothing at all, too; write + in place of *")
        whole = [_Alternative(re.escape(word), _is_letter(word[0]), _is_letter(word[-1])) for word in sorted(words)]
        self._all = _compile(_pad([*whole, *(choice for choices in by_pattern for choice in choices)]))

    def find(self, text: str, parts: Sequence[tuple[int, int]] = ()) -> list[WordMatch]:
        """All matches, in order, without overlaps; each of the `parts` is searched by itself."""
        return [match for start, end in parts or [(0, len(text))] for match in self._find_in(text, start, end)]

    def _find_in(self, text: str, first: int, last: int) -> Iterator[WordMatch]:
        # A letter stands before each find and behind it: blanks at the ends.
        data = f" {text[first:last]} ".encode()
        at = counted = 0
        letters = first - 1
        while match := self._all.search(data, at):
            whole = match.group().decode()
            letters += len(data[counted : match.start()].decode())
            counted = match.start()
            yield WordMatch(letters + 1, letters + len(whole) - 1, self._which(whole))
            # The last letter of a find may stand before the next one.
            at = match.end() - len(whole[-2:].encode())

    def _which(self, whole: str) -> int:
        """The index of the matching word or pattern; `whole` includes the letters before and behind it."""
        body, before, behind = whole[1:-1], _is_letter(whole[0]), _is_letter(whole[-1])
        apart = not (before and _is_letter(body[0])) and not (behind and _is_letter(body[-1]))
        if apart and body in self._words:
            return self._words[body]
        return next(
            len(self._words) + n
            for n, choices in enumerate(self._patterns)
            for choice, compiled in choices
            if not (before and choice.at_start) and not (behind and choice.at_end) and compiled.fullmatch(body)
        )


def _pad(alternatives: Sequence[_Alternative]) -> str:
    """A pattern of all alternatives, each with the letter before and behind it, which are not part of the match."""
    by_edges = group_pairs(((choice.at_start, choice.at_end), choice.text) for choice in alternatives)
    letter = {True: f"[^{_LETTERS}]", False: "(?s:.)"}
    return "|".join(f"{letter[start]}(?:{'|'.join(texts)}){letter[end]}" for (start, end), texts in by_edges.items())


def _is_letter(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _compile(pattern: str) -> Any:
    import re2

    options = re2.Options()
    options.longest_match, options.log_errors, options.max_mem = True, False, _MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error.args[0])
        raise ValueError(f"{reason}; write \\ before a sign that stands for itself") from error


def _alternatives(pattern: str) -> Iterator[_Alternative]:
    r"""The alternatives of a pattern outside of groups, without the \b at their ends."""
    alternatives: list[list[str]] = [[]]
    depth, in_class = 0, False
    for token in _TOKEN.findall(pattern):
        if not depth and not in_class and token == "|":
            alternatives.append([])
            continue
        if in_class:
            token, in_class = _CLASSES.get(token, token), token != "]"
        elif token[0] == "[":
            in_class = True
        elif token in _CLASSES:
            token = f"[{_CLASSES[token]}]"
        elif token == "(?":
            raise ValueError("it looks around with (?; use plain groups in ( ) only")
        elif token in ("^", "$") or token in (r"\A", r"\z", r"\B"):
            raise ValueError(f"it has an anchor; remove the {token}, or write \\ before a sign that stands for itself")
        depth += {"(": 1, "(?:": 1, ")": -1}.get(token, 0) if not in_class else 0
        alternatives[-1].append(token)
    for tokens in alternatives:
        at_start, at_end = tokens[:1] == [r"\b"], tokens[1:][-1:] == [r"\b"]
        inner = tokens[at_start : len(tokens) - at_end]
        if r"\b" in inner:
            raise ValueError("it has \\b within; write it at the beginning or the end of the pattern")
        yield _Alternative("".join(inner), at_start, at_end)
