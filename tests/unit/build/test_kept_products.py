"""Which products of an earlier manifest the next one keeps: files that are there, in fields that can be trusted."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from kitchen import Kitchen

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.manifest import manifest
from printgen.build.settings import Settings


@pytest.fixture
def kept(kitchen: Kitchen, out: Path) -> Callable[[], bool]:
    """Builds a game; whether the next build would keep what its manifest lists."""
    (job,) = load([str(kitchen.folder)])
    build.build([str(kitchen.folder)], Settings(out=out))
    return lambda: bool(manifest(job.game, [], {}, out).products)


def spoil(out: Path, **fields: object) -> Path:
    """The manifest with other fields of its product."""
    file = out / "kitchen-heroes" / "manifest.json"
    product = json.loads(file.read_text())["products"][0]
    file.write_text(json.dumps({"products": [product | fields]}))
    return file


def test_what_a_manifest_lists_is_kept(kept: Callable[[], bool], out: Path) -> None:
    assert kept()
    spoil(out)
    assert kept()
    spoil(out, files=["heroes.pdf"], other=1)
    assert kept()


@pytest.mark.parametrize("fields", [
    {"file": "../heroes.pdf"}, {"file": "/etc/passwd"}, {"file": ".."}, {"file": 1}, {"file": "a\0b"},
    {"file": "gone.pdf"}, {"files": ["heroes.pdf", "gone.pdf"]}, {"files": "heroes.pdf"}, {"files": [[]]},
    {"bytes": 1}, {"bytes": -1}, {"bytes": "many"}, {"bytes": 10**30}, {"pages": 1.5}, {"sheets": None},
    {"seed": "1"}, {"only": "heroes"}, {"name": ["heroes"]}, {"paper": "\x1b[2J"}, {"paper": "x" * 1000},
], ids=str)  # fmt: skip
def test_a_field_of_a_manifest_is_not_trusted(kept: Callable[[], bool], out: Path, fields: dict[str, object]) -> None:
    spoil(out, **fields)
    assert not kept()


def test_the_text_of_a_manifest_is_not_trusted(kept: Callable[[], bool], out: Path) -> None:
    file = spoil(out)
    for text in ("[" * 100_000, "", "null", "[]", '{"products": {}}', '{"products": [[]]}', "\ud800", "1" * 10_000):
        file.write_bytes(text.encode(errors="surrogatepass"))
        assert not kept(), text[:20]
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero"), os.mkdir):
        file.unlink()
        make(file)
        assert not kept(), make


def test_a_link_is_not_what_a_manifest_lists(kept: Callable[[], bool], out: Path) -> None:
    printed = out / "kitchen-heroes" / "heroes.pdf"
    printed.rename(out / "moved.pdf")
    printed.symlink_to(out / "moved.pdf")
    assert not kept()
