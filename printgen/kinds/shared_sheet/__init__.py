"""Sheets on which pieces of several products lie, such as a punchboard."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.shared_sheet import pieces, reading

KIND = Kind(
    "shared-sheet",
    lambda order: pieces.compose_sheet(order),
    options=lambda: reading.SharedOptions,
    load=lambda loading: reading.load_sheet(loading),
    takes=(),
    members=lambda product: reading.members_of(product),
)
