"""What tests of the whole road share: a copy of the sample game, and the command line."""

import gc
import os
import signal
import sys
from collections import Counter
from pathlib import Path

# What was compiled is kept, also where PYTHONDONTWRITEBYTECODE is set: to compile printgen and all tests anew takes
# longer than the rest of the start, in every worker, and again in every process that a test starts.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# All that thousands of tests keep would be looked through for garbage again and again, which took a quarter of their
# time; the command line alone never looks.
gc.set_threshold(50_000, 20, 20)

import pytest
from drawn import Shelf
from hypothesis import HealthCheck, settings
from kitchen import Kitchen, Run, runner

# On a busy machine an example takes as long as it takes.
settings.register_profile("printgen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("printgen")
# Whoever runs the tests in the background may have them ignore Ctrl-C or the end of the terminal, which the processes
# that they start would, too.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the slow tests all but every n-th case of a test that is marked with some(n); keep files together.

    One worker runs a file, which shares what it loads, unless the file says which of its tests belong together.
    """
    seen = Counter[str]()
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
        if some := item.get_closest_marker("some"):
            name = item.nodeid.partition("[")[0]
            if seen[name] % some.args[0]:
                item.add_marker(pytest.mark.slow)
            seen[name] += 1


def pytest_collection_finish() -> None:
    """Have Python not look for garbage among the tests themselves, 0.3 seconds each time: they stay to the end."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Have pytest not look through all that was kept for garbage, twice, before it ends."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the texts under tests/golden anew")
    parser.addoption("--trials", type=int, default=200, help="how many new trials the fuzzers run")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    return Kitchen.copied(tmp_path / "kitchen-heroes")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder for what is built, not there yet."""
    return tmp_path / "out"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(capsys)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A shelf of templates for one test."""
    return Shelf(tmp_path)
