"""Who decides in a whole game: policies by name, each of which sees what its side may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printgen.base.seeds import Stream
from printgen.lab.war.model import Policy, War
from printgen.lab.war.policies.greedy import GreedyPolicy
from printgen.lab.war.policies.plain import MarchPolicy, RandomPolicy
from printgen.lab.war.policies.search import SearchPolicy

POLICIES: Mapping[str, Callable[[War, int, Stream], Policy]] = {
    "random": RandomPolicy,
    "march": MarchPolicy,
    "greedy": GreedyPolicy,
    "search": SearchPolicy,
}
"""What makes the policy of a side for one game, by name; its stream is its own."""

SAYS: Mapping[str, str] = {
    "random": "makes any choice that the rules allow",
    "march": "walks to the nearest goal in full teams, and attacks where it has as many",
    "greedy": "takes the moves of most gain this turn, by the exact odds of fights",
    "search": "plays out what its plans lead to: the best, and a game takes it a second",
}
"""What each policy does, in a few words."""
