"""What is told of what would not print well: once for all cards, only where it is so, and with --strict as an error."""

from __future__ import annotations

from pathlib import Path

from kitchen import PREFLIGHT, Kitchen, Run

from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.tints import ink_of, merging

HERO = "templates/faces/hero.yaml"


def told(folder: Path) -> list[str]:
    found = [one for one in build.check([str(folder)], Settings()) if one.code in PREFLIGHT]
    return [f"{Path(one.where.file).name}:{one.where.line} {one.code}" for one in found]


def test_many_cards_with_one_fault_are_one_finding(kitchen: Kitchen) -> None:
    one = "- {name: Soup, course: starter, taste: 4, rule: Stir.}\n"
    kitchen.write("heroes.yaml", "".join(one.replace("Soup", f"Soup {n}") for n in range(40)))
    pale = '  - text: {x: 5, y: 20, text: "{{ card.name }}", color: "#CCCCCC", size: 5}'
    kitchen.edit(HERO, "  - use:", f"{pale}\n  - use:")
    line = (kitchen.folder / HERO).read_text().splitlines().index(pale) + 1
    assert f"hero.yaml:{line} small-text" in (found := told(kitchen.folder)) and len(found) <= 2


def test_strict_prints_nothing_and_says_why(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    kitchen.edit(HERO, "  - use:", "  - text: {x: 5, y: 20, text: tiny, size: 4}\n  - use:")
    mild = run("build", kitchen.folder, "--out", out)
    assert mild.code == 0 and 'warning: "tiny" of' in mild.err and any(out.iterdir())
    other = out.parent / "strict"
    result = run("build", kitchen.folder, "--out", other, "--strict")
    assert result.code == 4 and 'error: "tiny" of' in result.err and not other.exists()
    checked = run("check", kitchen.folder, "--strict", "--json")
    assert checked.code == 4 and (checked.json["errors"], checked.json["warnings"]) == (1, 0)


def test_a_shadow_behind_the_same_words_is_no_fault(kitchen: Kitchen) -> None:
    dark = "{x: 5.3, y: 20.3, text: Twice, color: '#555555', size: 12}"
    ground = "  - rect: {x: 4, y: 14, w: 30, h: 9, fill: '#4B5B22'}\n"
    light = "  - text: {x: 5, y: 20, text: Twice, color: white, size: 12}\n"
    kitchen.edit(HERO, "  - use:", f"{ground}  - text: {dark}\n{light}  - use:")
    assert told(kitchen.folder) == []
    kitchen.edit(HERO, light, "")
    assert [line.partition(" ")[2] for line in told(kitchen.folder)] == ["low-contrast"]


def test_eyes_and_inks() -> None:
    assert merging("#7DB45C", "#B98453") == "to colour-blind eyes" and merging("#C8473B", "#3F6FA8") == "in grey"
    assert merging("#15171A", "#FFFFFF") == ""
    # Shades of one colour are nothing to be told apart.
    assert merging("#C8473B", "#C04A40") == ""
    assert [round(ink_of(color), -1) for color in ("#FFFFFF", "#FF0000", "#000080", "#15171A")] == [0, 200, 230, 290]
