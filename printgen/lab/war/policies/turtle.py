"""Keeps one full team of its best cards in the base, and plays greedily with the others."""

from __future__ import annotations

from printgen.lab.war.model import View
from printgen.lab.war.policies.greedy import Greedy


class Turtle(Greedy):
    """The team in the base never leaves it; a new one comes there whenever it is empty."""

    name = "turtle"

    def recruit(self, view: View) -> bool:
        return True

    def fixed(self, view: View) -> frozenset[int]:
        return frozenset((view.arena.bases[view.me],))
