"""A mistake that somebody makes in a file: what they wrote, and what they are told, word by word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

GAME = """\
title: Mistakes
version: "1.0"
records: {thing: {note: {kind: text, optional: true}}}
products:
  deck: {kind: cards, title: Deck, list: things.yaml, record: thing, front: front, size: 63x88mm}
"""
FRONT = """\
size: [63, 88]
unit: mm
palettes: [dossier]
items:
  - text: {x: 5, y: 20, w: 53, text: "{{ card.name }}", size: 12}
"""
TINY: Mapping[str, str | bytes] = {
    "game.yaml": GAME,
    "things.yaml": "- name: One\n",
    "templates/faces/front.yaml": FRONT,
}
"""A game of one card, which has no mistake."""


@dataclass(frozen=True)
class Mistake:
    """Files laid over those of the tiny game, or in place of all of them where they hold a game.yaml of their own.

    `told` is the first finding as it is shown, such as "things.yaml:1:3: error: ..."; `hint` is what it says to do.
    `only` says that nothing else is told.
    """

    name: str
    files: Mapping[str, str | bytes]
    told: str
    hint: str
    only: bool = True

    @property
    def whole(self) -> Mapping[str, str | bytes]:
        """All files of the game."""
        return {**TINY, **self.files}
