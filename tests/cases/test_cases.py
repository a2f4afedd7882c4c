"""Each case of *.case: the findings, the pieces or the output of a command that its game gives, word by word.

`pytest tests/cases --update-golden -m ''` writes what is expected anew; look at each change before it is committed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import font_mistakes
import pytest
import workbook_mistakes
from case_files import HERE, TINY, Case, read_cases, write_expected
from goldens import as_lines
from kitchen import Run
from mistake import Mistake
from outlined import describe_cut, describe_piece, outline_text
from places import ROOT

from printgen.base.errors import Finding, PrintgenError
from printgen.build import stages
from printgen.build.jobs import load
from printgen.build.settings import Settings

MISTAKES: list[Mistake] = [*workbook_mistakes.MISTAKES, *font_mistakes.MISTAKES]
FEW = 16
"""Of the cases that change a sample, every so many runs in the quick suite."""
CASES = [
    pytest.param(
        path,
        case,
        id=f"{path.stem}: {case.name}",
        marks=[pytest.mark.slow] if path.parent.name == "samples" and number % FEW else [],
    )
    for path in sorted(HERE.rglob("*.case"))
    for number, case in enumerate(read_cases(path))
]


def findings_text() -> str:
    """What a check of the game in the working folder finds, one finding and its hint after the other."""
    try:
        return _findings_text(stages.check(["game"], Settings()))
    except PrintgenError as error:
        return _findings_text(error.findings)


def _findings_text(findings: Iterable[Finding]) -> str:
    return "\n".join(map(_finding_text, findings))


def _finding_text(finding: Finding) -> str:
    # What the checks of a game say is the game's own.
    if finding.severity == "error" and finding.code != "broken-check":
        assert re.match(r"[A-Z][a-z]+\b", finding.hint), f"no hint that starts with a verb: {finding}"
    hint = "".join(f"\n  {line}" for line in finding.hint.splitlines())
    return f"{finding.where}: {finding.severity}: {finding.message} [{finding.code}]{hint}".removeprefix("game/")


def pieces_text() -> str:
    """What composing the game finds, and what every piece is and draws."""
    (job,) = load(["game"])
    items, findings = stages.compose(job, Settings())
    lines = [_findings_text(findings)] if findings else []
    for piece in (piece for item in items for piece in item.pieces):
        sides = [("front", piece.front), *([("back", piece.back)] if piece.back else [])]
        lines += [*describe_piece(piece), *describe_cut(piece), outline_text(sides)]
    assert lines, "no pieces, since loading the game finds errors"
    return "\n".join(lines)


def sheets_text(words: str) -> str:
    """What is drawn on every sheet of the game, with settings such as "paper=a4 duplex=fold"."""
    pairs = (word.split("=") for word in words.split())
    settings = Settings(
        **{
            key: int(value) if value.isdigit() else {"True": True}.get(value, (value,) if key == "only" else value)
            for key, value in pairs
        }
    )
    (job,) = load(["game"])
    items, findings = stages.compose(job, settings)
    sheets = [sheet for item in items for sheet in item.sheets().sheets]
    return _findings_text(findings) + outline_text((f"{sheet.title} ({sheet.side})", sheet.drawing) for sheet in sheets)


def write_game(files: Mapping[str, bytes]) -> None:
    """Write the files of a game into the folder `game`."""
    for name, content in files.items():
        file = Path("game", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


@pytest.fixture
def outcome(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Case], dict[str, str]]:
    """What printgen makes of a case, by the names of what it expects."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRINTGEN_CONFIG", "config")
    monkeypatch.setattr("printgen.lab.report.PAIRS", 20)
    monkeypatch.setattr("printgen.lab.report.TEAMS", 10)

    def outcome_text(what: str) -> str:
        if what.startswith("$ printgen "):
            result = run(*shlex.split(what.removeprefix("$ printgen ")))
            output = as_lines(result.json) if " --json" in what and result.out else result.out
            return output + result.err + (f"exit code {result.code}" if result.code else "")
        kind, _, settings = what.partition(" ")
        if kind == "sheets":
            return sheets_text(settings)
        return {"findings": findings_text, "pieces": pieces_text}[what]()

    def outcome_of(case: Case) -> dict[str, str]:
        write_game(case.files)
        return {what: outcome_text(what).strip("\n").replace(f"{ROOT}/", "") for what in case.expected}

    return outcome_of


@pytest.mark.parametrize(("path", "case"), CASES)
def test_a_case_gives_what_it_expects(
    path: Path, case: Case, outcome: Callable[[Case], dict[str, str]], update_golden: bool
) -> None:
    outcomes = outcome(case)
    if update_golden:
        write_expected(path, case, outcomes)
    else:
        assert outcomes == case.expected


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_in_a_file_that_code_makes(mistake: Mistake, outcome: Callable[[Case], dict[str, str]]) -> None:
    case = mistake.case
    findings = re.sub(r" \[[a-z0-9-]+\]$", "", outcome(case)["findings"], flags=re.MULTILINE)
    expected = case.expected["findings"]
    assert findings == expected if mistake.only else findings.startswith(expected + "\n")


def test_the_tiny_game_has_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(TINY)
    assert findings_text() == ""
