"""Tracks of numbered spaces: in rows, round and round, about the edge or through points, with links such as ladders."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.track import model, pieces

KIND = Kind(
    "track",
    lambda order: pieces.compose_track(order),
    options=lambda: model.TrackOptions,
    load=lambda loading: model.load_track(loading),
    takes=("list", "record", "front", "size"),
    shapes=lambda: {"links": tuple[model.Link, ...]},
)
