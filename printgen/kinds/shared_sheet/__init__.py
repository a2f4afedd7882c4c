"""Sheets on which pieces of several products lie, such as a punchboard."""

from printgen.kinds.kind import Kind
from printgen.kinds.shared_sheet.pieces import compose_sheet
from printgen.kinds.shared_sheet.reading import SharedOptions, load_sheet, members_of

KIND = Kind(
    "shared-sheet",
    compose_sheet,
    options=SharedOptions,
    load=load_sheet,
    takes=(),
    members=members_of,
)
