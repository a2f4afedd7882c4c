"""What every product of every kit draws, as text: a picture changes only when somebody means it to.

`pytest --update-golden` writes the texts anew; look at each change on paper before it is committed.
"""

import hashlib

import pytest
from goldens import GOLDEN, differences
from outlined import outline_text
from pictured import pictures_of, unlike
from whole import KITS, OTHER_WAYS, composed

from printgen.sheets.sheet import Sheet


def sheets_of(kit: str, paper: str = "letter", look: str = "color") -> dict[str, tuple[Sheet, ...]]:
    """The imposed sheets of every product of a kit."""
    whole = composed(kit, paper, look)
    sheets = {item.product.name: item.sheets().sheets for item in whole.items}
    assert whole.findings == ()
    return sheets


def told(sheets: tuple[Sheet, ...]) -> str:
    return outline_text([(f"{sheet.title} ({sheet.side})", sheet.drawing) for sheet in sheets])


# The smallest kit stands for the others where time is short.
@pytest.mark.parametrize(
    "kit", [pytest.param(kit, marks=pytest.mark.slow) if kit != "army-wars" else kit for kit in KITS]
)
def test_every_product_draws_what_it_did(kit: str, update_golden: bool) -> None:
    drawn = sheets_of(kit)
    texts = {GOLDEN / kit / f"{name}.txt": told(sheets) for name, sheets in drawn.items()}
    assert differences(texts, update_golden) == []
    assert {path.name for path in (GOLDEN / kit).iterdir()} == {path.name for path in texts}
    pictures = pictures_of(kit, drawn).items()
    changed = [unlike(GOLDEN / "pictures" / f"{kit}-{name}.txt", text, update_golden) for name, text in pictures]
    assert not any(changed), "\n\n".join(filter(None, changed))


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "look"), OTHER_WAYS)
@pytest.mark.parametrize("kit", KITS)
def test_every_sheet_draws_what_it_did_on_other_paper_and_in_other_looks(
    kit: str, paper: str, look: str, update_golden: bool
) -> None:
    lines = [
        f"{name} {sheet.number} {sheet.side} {hashlib.sha256(told((sheet,)).encode()).hexdigest()[:12]}\n"
        for name, sheets in sheets_of(kit, paper, look).items()
        for sheet in sheets
    ]
    path = GOLDEN / "sheets" / f"{kit}-{paper}{'' if look == 'color' else '-saver'}.txt"
    assert differences({path: "".join(lines)}, update_golden) == []
