"""Dice to cut out, fold and glue, with a face on every side."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.die import pieces, reading

KIND = Kind(
    "die",
    lambda order: pieces.compose_dice(order),
    options=lambda: reading.DieOptions,
    load=lambda loading: reading.load_die(loading),
    takes=("list", "record", "front", "size"),
    small=True,
)
