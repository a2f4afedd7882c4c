"""Army rosters, filled in and checked, or blank."""

from printgen.kinds.kind import Kind, commands_of, late

with late():
    from printgen.kinds.roster import commands, pieces, reading, rules

_COMMANDS = {"armies": "List every army that spends a budget exactly, and suggest balanced ones."}

KIND = Kind(
    "roster",
    lambda order: pieces.compose_roster(order),
    options=lambda: reading.RosterOptions,
    load=lambda loading: reading.load_roster(loading),
    check=lambda game: rules.check_armies(game),
    takes=("front", "size"),
    shapes=lambda: {"armies": reading.ArmyFile},
    files={"file": "armies"},
    commands=commands_of(_COMMANDS, lambda: commands.COMMANDS),
)
