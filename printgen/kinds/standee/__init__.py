"""Standees: figures of paper that are folded over their heads and stand on a foot."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.standee import pieces, reading

KIND = Kind("standee", lambda order: pieces.compose_standees(order), options=lambda: reading.StandeeOptions, small=True)
