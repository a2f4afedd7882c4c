"""A word comes in; the pieces go out between which a line may end although there is no space.

Chinese and Japanese are written without spaces: a line may end between any two of their letters, but not before what
closes or goes on, nor behind what opens. A sign without a width (U+200B) says the same in any other script, and so do
blanks of other widths than a space, but for those that never break (U+00A0, U+2007, U+202F).
"""

from __future__ import annotations

import re

_LETTER = (
    "\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_OPENING = "（「『【〈《〔［｛〖〘｟"
# Small letters and signs of length belong to what they follow.
_CLOSING = (
    "）」』】〉》〕］｝〗〙｠、。，．：；！？・…ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％,.!?;:)"
)
_HIDDEN = "\u200b"
_BLANK = "\u2000-\u2006\u2008-\u200a\u205f\u3000"
_FREE = re.compile(f"[{_LETTER}{_HIDDEN}{_BLANK}]")
_PARTS = re.compile(f"{_HIDDEN}|(?<=[{_BLANK}])(?![{_BLANK}])")
_PIECE = re.compile(f"[{_OPENING}]*(?:[{_LETTER}]|[^{_LETTER}{_OPENING}]+)?[{_CLOSING}]*")


def parts_freely(text: str) -> bool:
    """Whether a line may end in a text where there is no space."""
    return not text.isascii() and _FREE.search(text) is not None


def goes_on(text: str) -> bool:
    """Whether a line may not begin with a text, since it closes or goes on with what is before it."""
    return text[:1] in _CLOSING


def pieces_of(word: str) -> list[str]:
    """A word in the pieces that stay together."""
    return [piece for part in _PARTS.split(word) for piece in _PIECE.findall(part) if piece]
