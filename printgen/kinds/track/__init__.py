"""Tracks of numbered spaces: in rows, round and round, about the edge or through points, with links such as ladders."""

from printgen.kinds import Kind
from printgen.kinds.track.model import Link, TrackOptions, load_track
from printgen.kinds.track.pieces import compose_track

KIND = Kind(
    "track",
    compose_track,
    options=TrackOptions,
    load=load_track,
    takes=("list", "record", "front", "size"),
    shapes={"links": tuple[Link, ...]},
)
