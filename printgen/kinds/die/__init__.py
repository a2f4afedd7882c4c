"""Dice to cut out, fold and glue, with a face on every side."""

from printgen.kinds import Kind
from printgen.kinds.die.model import DiceNets, DieOptions, load_die
from printgen.kinds.die.pieces import compose_dice

KIND = Kind(
    "die",
    compose_dice,
    options=DieOptions,
    load=load_die,
    takes=("list", "record", "front", "size"),
    small=True,
    shapes={"dice": DiceNets},
)
