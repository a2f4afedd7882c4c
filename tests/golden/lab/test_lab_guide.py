"""What docs/guide/lab.md and the README show is what the lab says, word by word."""

import re
import shlex

import pytest
from kitchen import Run
from places import DOCS, ROOT

SHOWN = [
    (command, told)
    for page in (DOCS / "guide" / "lab.md", ROOT / "README.md")
    for command, told in re.findall(
        r"```console\n\$ (printgen lab [^\n]+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "told"), SHOWN, ids=lambda value: value[:40])
def test_a_transcript_is_true(command: str, told: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(*shlex.split(command)[1:])
    # Dots in the last line stand for all that follows.
    shown, more = told.removesuffix("...\n"), told.endswith("...\n")
    assert done.code == 0 and (done.out.startswith(shown) if more else done.out == shown)


@pytest.mark.slow
def test_what_the_guide_says_of_go_joe_is_so(run: Run) -> None:
    found = run("lab", "decks", "go-joe", "--json").json
    text = (DOCS / "guide" / "lab.md").read_text(encoding="utf-8")
    for side, fight in zip(("Joe", "Cobra"), found["fights"], strict=True):
        by_type = [one["win"] for one in fight["types"].values()]
        shares = (*by_type, *(fight["all"][word] for word in ("win", "lose", "tie")))
        assert f"| {side} attacks | {' | '.join(f'{100 * share:.1f} %' for share in shares)} |" in text
        assert f"{side} {'wins ' * (side == 'Joe')}{100 * fight['sizes']['5']['4']:.1f} %" in text
