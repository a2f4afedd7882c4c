"""What tests of the whole road share: a copy of the sample game, and the command line."""

import gc
import os
import re
import signal
import sys
from collections.abc import Generator
from pathlib import Path

# What was compiled is kept, also where PYTHONDONTWRITEBYTECODE is set: to compile printgen and all tests anew takes
# longer than the rest of the start, in every worker, and again in every process that a test starts.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# All that thousands of tests keep would be looked through for garbage again and again, which took a quarter of their
# time; the command line alone never looks.
gc.set_threshold(1_000_000, 20, 100)

import pytest
from drawn import Shelf
from hypothesis import HealthCheck, settings
from kitchen import Kitchen, Run, runner
from places import ROOT

pytest_plugins = ["shared_fixtures"]

GAMES = "|".join(path.parent.name for path in (*ROOT.glob("cards/*/game.yaml"), *ROOT.glob("samples/*/game.yaml")))
NAMED = re.compile(rf"(?:^|\b(?:cards|samples)/)({GAMES})(?:/|$)")
# On a busy machine an example takes as long as it takes. Each change tries the same few; `--hypothesis-profile nightly`
# tries many new ones.
for profile, examples in (("ci", 25), ("nightly", 300)):
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        derandomize=profile == "ci",
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("ci")
# Whoever runs the tests in the background may have them ignore Ctrl-C or the end of the terminal, which the processes
# that they start would, too.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, object, object]:
    """Leave to the slow tests all but every n-th case of a test that is marked with some(n), and all nightly ones.

    Cases are counted as they are made, so that one which is asked for by its name is what it is among the others.
    """
    made = yield
    for number, item in enumerate(made if isinstance(made, list) else ()):
        some = item.get_closest_marker("some")
        if item.get_closest_marker("nightly") or (some and number % some.args[0]):
            item.add_marker(pytest.mark.slow)
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep together what shares what it loads: the tests of a kit or sample that a parameter names, else a file."""
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(game_of(item) or str(item.path)))


def game_of(item: pytest.Item) -> str:
    """The kit or sample that a parameter of a test names; "" for none."""
    given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    named = (NAMED.search(str(value)) for value in given if isinstance(value, str | Path))
    return next((found[1] for found in named if found), "")


def pytest_collection_finish() -> None:
    """Have Python not look for garbage among the tests themselves, 0.3 seconds each time: they stay to the end."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Have pytest not look through all that was kept for garbage, twice, before it ends."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the texts under tests/golden/texts anew")
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
