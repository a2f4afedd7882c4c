"""Standees: figures of paper that are folded over their heads and stand on a foot."""

from printgen.kinds.kind import Kind
from printgen.kinds.standee.pieces import compose_standees
from printgen.kinds.standee.reading import StandeeOptions

KIND = Kind("standee", compose_standees, options=StandeeOptions, small=True)
