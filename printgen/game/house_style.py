"""What a game says once for all its faces and documents, frozen: its language, and what joins it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printgen.game.house_fonts import NO_FONTS, HouseFonts

if TYPE_CHECKING:
    from printgen.game.keywords import Keywords


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """The house style of a game; what it leaves out is as the built-in templates have it.

    `language` is a code such as "en" or "de-AT", in which its words are written. `fonts` are those of its own. `theme`
    names a folder of templates that come before the built-in ones. `keywords` are words that look the same in all of
    its texts.
    """

    language: str = "en"
    fonts: HouseFonts = NO_FONTS
    theme: str = ""
    keywords: Keywords | None = None


PLAIN = HouseStyle()
"""That of a game that says nothing of it."""
