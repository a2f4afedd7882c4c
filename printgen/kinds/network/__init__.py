"""Networks: nodes at places of a board, such as towns, and lanes between them with spaces along them."""

from printgen.kinds import Kind
from printgen.kinds.network.model import Lane, NetworkOptions, load_network
from printgen.kinds.network.pieces import compose_network

KIND = Kind(
    "network",
    compose_network,
    options=NetworkOptions,
    load=load_network,
    takes=("list", "record", "front", "size"),
    shapes={"lanes": tuple[Lane, ...]},
)
