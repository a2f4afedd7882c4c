"""Tracks of numbered spaces: in rows, round and round, about the edge or through points, with links such as ladders."""

from printgen.kinds.kind import Kind
from printgen.kinds.track.model import load_track
from printgen.kinds.track.options import Link, TrackOptions
from printgen.kinds.track.pieces import compose_track

KIND = Kind(
    "track",
    compose_track,
    options=TrackOptions,
    load=load_track,
    takes=("list", "record", "front", "size"),
    shapes={"links": tuple[Link, ...]},
)
