"""Counters, markers and tokens with faces, cut round, square or six-sided."""

from printgen.kinds.counters.pieces import compose_counters
from printgen.kinds.counters.reading import CounterOptions
from printgen.kinds.kind import Kind

KIND = Kind("counters", compose_counters, options=CounterOptions, small=True)
