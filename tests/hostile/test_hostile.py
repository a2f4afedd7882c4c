"""Every hostile or clumsy pack is told of at its line, or built when it is only odd."""

import importlib
from collections import Counter
from pathlib import Path

import pytest
from fuzz import failures
from packs import Pack, case_of, is_told, run
from warden import Warden

KITS = ("army-wars", "go-joe", "micro-forces", "sixth-scale")
TABLES = [importlib.import_module(path.stem) for path in sorted(Path(__file__).parent.glob("*_packs.py"))]
PACKS: list[Pack] = [pack for table in TABLES for pack in table.PACKS]
# Of each table one pack is run in the ordinary suite, and none that takes a whole kit to the check.
FEW = 1
SLOW = {
    id(pack)
    for table in TABLES
    for n, pack in enumerate(table.PACKS)
    if pack.slow or pack.name.partition(":")[0] in KITS or n % max(1, len(table.PACKS) // FEW)
}


def nightly(packs: list[Pack]) -> set[int]:
    """Of the packs of a table of which the same is told, every second: its neighbours stand for it."""
    seen: Counter[str] = Counter()
    alike = []
    for pack in packs:
        alike += [id(pack)] * (seen[pack.told.code] % 2)
        seen[pack.told.code] += 1
    return {*alike} & SLOW


NIGHTLY = set().union(*(nightly(table.PACKS) for table in TABLES))


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(
            pack,
            id=pack.name,
            marks=[
                pytest.mark.xdist_group(table.__name__),
                *([pytest.mark.slow] if id(pack) in SLOW else []),
                *([pytest.mark.nightly] if id(pack) in NIGHTLY else []),
            ],
        )
        for table in TABLES
        for pack in table.PACKS
    ],
)
def test_a_pack_is_refused_or_built(pack: Pack, warden: Warden) -> None:
    with case_of(pack.make) as case:
        outcome = run(warden, case, pack.args, pack.env)
        assert not outcome.complaints, outcome
        assert is_told(pack.told, case, outcome), f"{pack.told} is not told\n{outcome}"


def test_what_the_fuzzers_make_is_refused_or_built(warden: Warden) -> None:
    """A few of what test_fuzz.py makes many of, by the warden that is here."""
    failed = failures(range(1, 9), warden)
    assert not failed, failed


def test_every_pack_has_a_name_of_its_own() -> None:
    names = [pack.name for pack in PACKS]
    assert len(set(names)) == len(names)
