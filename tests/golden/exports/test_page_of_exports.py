"""The page of the docs about exports: what of each kit goes where is what the exports themselves find."""

import importlib.util

import pytest
from places import DOCS

from printgen.exports import EXPORTS


@pytest.mark.nightly
def test_the_page_is_what_the_command_writes() -> None:
    spec = importlib.util.spec_from_file_location("make_exports", DOCS / "make_exports.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / "guide/exports/index.md").read_text(encoding="utf-8") == module.page(), "run make exports"


@pytest.mark.parametrize("name", [*EXPORTS])
def test_every_format_has_a_page_with_its_options(name: str) -> None:
    page = (DOCS / f"guide/exports/{name}.md").read_text(encoding="utf-8")
    assert f"printgen export {name} " in page
    for option in EXPORTS[name].module.OPTIONS:
        assert f"--{option.name}" in page, f"{name}.md tells nothing of --{option.name}"
