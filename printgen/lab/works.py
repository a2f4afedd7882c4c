"""The works of the lab by name, whose results in files `printgen lab merge` adds up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.lab.decks import DECKS
from printgen.lab.exact import EXACT
from printgen.lab.fair_boards import FAIR_BOARDS
from printgen.lab.war.games import GAMES
from printgen.lab.war.house import RULES
from printgen.lab.work import Work
from printgen.lab.worth import CARD

WORKS: Mapping[str, Work[Any]] = {
    "card": CARD,
    "decks": DECKS,
    "decks-exact": EXACT,
    "fair-boards": FAIR_BOARDS,
    "games": GAMES,
    "rules": RULES,
}
