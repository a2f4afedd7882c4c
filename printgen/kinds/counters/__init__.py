"""Counters, markers and tokens with faces, cut round, square or six-sided."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.counters import pieces, reading

KIND = Kind(
    "counters", lambda order: pieces.compose_counters(order), options=lambda: reading.CounterOptions, small=True
)
