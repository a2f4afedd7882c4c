"""Counters, markers and tokens with faces, cut round, square or six-sided."""

from printgen.kinds.kind import Kind, Late

KIND = Kind(
    "counters",
    Late(__name__, "pieces", "compose_counters"),
    options=Late(__name__, "reading", "CounterOptions").get,
)
