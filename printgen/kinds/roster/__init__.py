"""Army rosters, filled in and checked, or blank."""

from printgen.kinds.kind import Kind
from printgen.kinds.roster.pieces import compose_roster
from printgen.kinds.roster.reading import ArmyFile, RosterOptions, load_roster
from printgen.kinds.roster.rules import check_armies

KIND = Kind(
    "roster",
    compose_roster,
    options=RosterOptions,
    load=load_roster,
    check=check_armies,
    takes=("front", "size"),
    shapes={"armies": ArmyFile},
    files={"file": "armies"},
)
