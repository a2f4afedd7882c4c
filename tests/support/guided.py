"""The guidelines of GO JOE and of a made-up kit, for the tests of what is derived from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from printgen.base.folders import kits_folder
from printgen.reading.files import Files
from printgen.rules.derive import Derivation, derive
from printgen.rules.guidelines import Guidelines, load_guidelines

# Both fields count in both kinds of stats; a group, a number, an exclusion between fields, two of a kind.
FARM = """\
fields: {weapons: {one: weapon}, traits: {one: trait}}
stats:
  pace:
    title: Pace
    none: 1
    best-of:
      - {value: 0, traits: [lame]}
      - {value: 3, traits: [horse, mule]}
      - {value: 4, to: 6, weapons: [tractor]}
  trade:
    title: Trade
    base: 2
    modifiers:
      - {amount: +1, weapons: [tractor, plough]}
      - {amount: +2, traits: [mule]}
      - {amount: -1, traits: [lame]}
  luck:
    title: Luck
    base: 0
    modifiers:
      - {amount: +1, traits: [clover]}
      - {amount: +3, traits: [clovers]}
exclusive:
  - [tractor, horse]
  - [clover, clovers]
twice: {clover: clovers}
words: words.yaml
"""
FARM_WORDS = """\
also: {horse: [mare, gelding]}
ends: {tractor: [tractor], mule: [mule, donkey], clover: [clover]}
nothing: [plough horn, bucket]
notes: [with, w/]
marks: [red]
"""


@cache
def go_joe() -> Guidelines:
    return _read(kits_folder() / "go-joe" / "guidelines.yaml")


@cache
def farm() -> Guidelines:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "guidelines.yaml"
        path.write_text(FARM)
        path.with_name("words.yaml").write_text(FARM_WORDS)
        return _read(path)


def _read(path: Path) -> Guidelines:
    files = Files(path.parent)
    guidelines = load_guidelines(files, path)
    assert guidelines is not None and not files.findings, files.findings
    return guidelines


def sums(guidelines: Guidelines, weapons: Sequence[str], traits: Sequence[str]) -> Derivation:
    """What the guidelines derive from weapons and traits."""
    return derive(guidelines, {"weapons": weapons, "traits": traits})
