"""A cover sheet that tells what a game's other products are and how many sheets they take."""

from printgen.kinds.cover.pieces import compose_cover
from printgen.kinds.cover.reading import CoverOptions, load_cover
from printgen.kinds.kind import Kind

KIND = Kind(
    "cover",
    compose_cover,
    options=CoverOptions,
    load=load_cover,
    telling=True,
    takes=("front", "size"),
)
