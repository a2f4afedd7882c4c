"""Army rosters, filled in and checked, or blank."""

from __future__ import annotations

from typing import Any

from printgen.kinds.kind import Command, Kind, Late


def _shapes() -> dict[str, Any]:
    return {"armies": Late(__name__, "reading", "ArmyFile").get()}


_ARMIES = "List every army that spends a budget exactly, and suggest balanced ones."

KIND = Kind(
    "roster",
    Late(__name__, "pieces", "compose_roster"),
    options=Late(__name__, "reading", "RosterOptions").get,
    load=Late(__name__, "reading", "load_roster"),
    check=Late(__name__, "rules", "check_armies"),
    shapes=_shapes,
    commands=(Command("armies", _ARMIES, Late(__name__, "commands", "armies_command").get),),
)
