"""A kind of printable from another package: a set of dominoes, with a rule and a command of its own."""

from printgen.kinds import Kind
from printgen_dominoes.pieces import DominoOptions, check_sets, compose_dominoes

KIND = Kind("dominoes", compose_dominoes, options=DominoOptions, check=check_sets)
