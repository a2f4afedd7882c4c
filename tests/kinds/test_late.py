"""Modules that run when something of them is asked for: by many threads at once, by themselves, and after a failure."""

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from printgen.kinds.kind import late


def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> ModuleType:
    """A module that waits."""
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, name, raising=False)
    with late():
        return import_module(name)


def test_all_threads_find_it_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = waiting(tmp_path, monkeypatch, "late_slow", "import time\ntime.sleep(0.2)\nlast = [1]\n")
    assert module.__spec__ is not None
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda _: module.last, range(8))]
    assert found == [[1]] * 8 and len({id(one) for one in found}) == 1, "it ran once"
    assert type(module) is ModuleType


def test_it_may_ask_for_itself_and_is_asked_again_where_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import sys, late_own\nfirst = 1\nassert late_own.first == 1\nif not hasattr(sys, 'once'): raise OSError\n"
    module = waiting(tmp_path, monkeypatch, "late_own", text)
    with pytest.raises(OSError):
        _ = module.first
    monkeypatch.setattr(sys, "once", True, raising=False)
    assert module.first == 1
