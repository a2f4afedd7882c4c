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
