"""The worksheet and the player aid of GO JOE have the numbers of its rules."""

from __future__ import annotations

from printgen.base.folders import kits_folder
from printgen.game import documents as doc
from printgen.game.documents import Document, walk_blocks
from printgen.reading.files import Files

# Firepower by ranged weapon, Close Combat and Tactics from 3 up and down: the guidelines of the rules' notes.
GUIDELINES = {
    "Firepower": {
        "0": "None", "1": "Pistol|Crossbow pistol", "2": "Shotgun|Machine pistol|Bow|Crossbow",
        "3": "Automatic rifle|Sub-machine gun", "4": "Light machine gun|Sniper rifle|Laser",
        "5": "Heavy machine gun|Flame thrower", "6": "Bazooka|Missiles|Rockets|Mini-gun|Grenade launcher",
        "7+": "Vehicle weapons",
    },
    "Close combat": {
        "+1": "Ninja|Big muscles|Holds 1|Animal companion", "+2": "Holds 2", "+1/+2": "Armored vehicle",
        "−1": "Encumbered|Non-combat specialist|Green|Vehicle",
    },
    "Tactics": {
        "+1": "Ninja|Survival training|SWAT training|Leader|General|Demolitions|Animal companion|Flying",
        "−1": "Non-combat specialist|Does not look too smart|Green",
    },
}  # fmt: skip


def kit_document(name: str) -> Document:
    files = Files(kits_folder() / "go-joe")
    document = files.part(kits_folder() / "go-joe" / name, Document)
    assert document is not None and files.findings == []
    return document


def test_the_worksheet_has_the_values_of_the_guidelines() -> None:
    found: dict[str, dict[str, list[str]]] = {}
    for section in kit_document("worksheet.yaml").sections:
        if section.title.text in GUIDELINES:
            values = found.setdefault(section.title.text, {})
            for block in section.blocks:
                for tick in block.items if isinstance(block, doc.Ticks) else ():
                    values.setdefault(tick.value.text, []).append(tick.text.text)
    assert found.keys() == GUIDELINES.keys()
    for title, guideline in GUIDELINES.items():
        assert found[title].keys() == guideline.keys()
        for value, names in guideline.items():
            starts = names.split("|")
            assert len(found[title][value]) == len(starts)
            assert all(text.startswith(name) for text, name in zip(found[title][value], starts, strict=True))


def test_the_aid_tells_the_losses_of_the_winner_as_the_rules_do() -> None:
    (section,) = (s for s in kit_document("aid.yaml").sections if s.title.text == "After the fight")
    (table,) = (block for block in walk_blocks(section.blocks) if isinstance(block, doc.TableBlock))
    losses = [[int(cell.text) for cell in row.cells[1:]] for row in table.rows]
    assert losses == [[max(0, roll - less) for roll in range(1, 7)] for less in (3, 5)]
