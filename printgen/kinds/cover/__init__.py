"""A cover sheet that tells what a game's other products are and how many sheets they take."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.cover import pieces, reading

KIND = Kind(
    "cover",
    lambda order: pieces.compose_cover(order),
    options=lambda: reading.CoverOptions,
    load=lambda loading: reading.load_cover(loading),
    telling=True,
    takes=("front", "size"),
)
