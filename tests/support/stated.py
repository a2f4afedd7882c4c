"""The reason of a deviation and a card come in; the words of the guidelines that it states of the card go out.

What a clause denies ("the figure came without a gun") is not stated of the card, and neither is what it compares with
("rated like a rifle", "just below real missiles").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from printgen.rules.vocabulary import CountedWord, fold

_CLAUSE = re.compile(r"[.;:,]|\bbut\b|\band\b(?= (?:the|his|her|its|it|nothing)\b)")
_DENIES = re.compile(r"\b(?:no|not|none|nothing|never|neither|nor|without|lacks?|left out|instead of)\b|n't\b|n’t\b")
_COMPARES = frozenset({"like", "as", "than", "above", "below", "beyond", "among"})
_FAR, _LONG = 3, 5
"""How far before a word a comparison may stand, and how many words a name has at most."""


def stated(known: Mapping[str, CountedWord], reason: str) -> Iterator[str]:
    """The names of the words that a reason states; `known` are all by what they are called, folded."""
    for clause in _CLAUSE.split(reason):
        if _DENIES.search(clause.casefold()):
            continue
        words = re.findall(r"[\w’'-]+", clause)
        start = 0
        while start < len(words):
            sizes = range(min(_LONG, len(words) - start), 0, -1)
            size = next((n for n in sizes if _named(known, words[start : start + n])), 0)
            before = {word.casefold() for word in words[max(0, start - _FAR) : start]}
            if size and not before & _COMPARES:
                yield _named(known, words[start : start + size])
            start += size or 1


def _named(known: Mapping[str, CountedWord], words: list[str]) -> str:
    """The word that a run of words is, in the singular or the plural, or with an 's; "" for none."""
    text = " ".join(words)
    for spelling in (text, re.sub(r"['’]s?$", "", text), re.sub(r"s$", "", text)):
        if word := known.get(fold(spelling)):
            return word.name
    return ""
