"""Networks: nodes at places of a board, such as towns, and lanes between them with spaces along them."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.network import model, pieces

KIND = Kind(
    "network",
    lambda order: pieces.compose_network(order),
    options=lambda: model.NetworkOptions,
    load=lambda loading: model.load_network(loading),
    takes=("list", "record", "front", "size"),
    shapes=lambda: {"lanes": tuple[model.Lane, ...]},
)
