"""A cover sheet that tells what a game's other products are and how many sheets they take."""

from printgen.kinds.kind import Kind, Late

KIND = Kind(
    "cover",
    Late(__name__, "pieces", "compose_cover"),
    options=Late(__name__, "reading", "CoverOptions").get,
    load=Late(__name__, "reading", "load_cover"),
    telling=True,
)
