"""Commands that the studio runs for a page: only what stands in a closed set, and as a process that can be stopped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from places import SAMPLES
from starlette.testclient import TestClient
from studios import ended, opened, until

from printgen.base.errors import UsageError
from printgen.cli.commands import command_named
from printgen.exports import EXPORTS
from printgen.studio import running as orders
from printgen.studio.running import COMMANDS, Runs, ordered
from printgen.studio.workshop import Workshop

SAMPLE = SAMPLES / "kitchen-heroes"


@pytest.fixture
def kitchen(home: Path) -> Workshop:
    """A workshop with one small game of the user's own."""
    shutil.copytree(SAMPLE, home / "kitchen")
    return Workshop.of(["kitchen", "go-joe"], home / "my-cards", Path("output"))


@pytest.fixture
def page(kitchen: Workshop) -> Iterator[TestClient]:
    with opened(kitchen) as client:
        yield client


@pytest.mark.slow
def test_a_build_runs_as_it_is_shown_and_gives_its_files(page: TestClient, home: Path) -> None:
    told = page.post("/api/run", json={"words": ["build", "kitchen/heroes", "--paper", "a4"]}).json()
    assert told["command"] == ["build", "kitchen/heroes", "--paper", "a4"]
    told = ended(page, told["id"])
    assert told["state"] == "done", told
    (file,) = told["files"]
    assert file["name"] == "heroes.pdf" and file["bytes"] == (home / "output/kitchen/heroes.pdf").stat().st_size
    assert told["result"]["products"][0]["paper"] == "a4"
    assert told["progress"]["of"] >= 2
    answer = page.get(f"/api/run/{told['id']}/files/0?save")
    assert answer.content.startswith(b"%PDF") and "attachment" in answer.headers["content-disposition"]
    assert page.get(f"/api/run/{told['id']}/files/0").headers["content-type"] == "application/pdf"
    assert page.get(f"/api/run/{told['id']}/files/1").status_code == 404


def test_what_is_wrong_is_told_as_findings(page: TestClient, home: Path) -> None:
    (home / "kitchen" / "heroes.yaml").write_text("- name: [\n", encoding="utf-8")
    told = ended(page, page.post("/api/run", json={"words": ["build", "kitchen"]}).json()["id"])
    assert told["state"] == "failed" and told["code"] == 3 and not told["files"]
    assert told["findings"][0]["file"].endswith("heroes.yaml") and told["findings"][0]["hint"]


def test_a_page_runs_one_command_at_a_time_and_stops_it(page: TestClient) -> None:
    words = ["lab", "game", "go-joe", "--games", "100000"]
    told = page.post("/api/run", json={"words": words}, headers={"x-page": "one"}).json()
    refused = page.post("/api/run", json={"words": words}, headers={"x-page": "one"})
    assert refused.status_code == 422 and "still running" in refused.json()["findings"][0]["message"]
    until(lambda: "done" in page.get(f"/api/run/{told['id']}").json()["progress"])
    page.post(f"/api/run/{told['id']}/stop")
    told = ended(page, told["id"])
    assert told["state"] == "stopped" and told["progress"]["of"], told


@pytest.mark.slow
def test_a_command_that_tells_of_its_file_in_a_line_gives_it_too(page: TestClient) -> None:
    told = page.post("/api/run", json={"words": ["board", "go-joe", "--seed", "3"]}).json()
    told = ended(page, told["id"])
    assert told["state"] == "done" and [file["name"] for file in told["files"]] == ["boards-seed-3.pdf"], told


def test_what_was_done_before_it_heard_of_a_stop_is_done(kitchen: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.studio.running._signal", lambda process, number: None)
    runs = Runs(kitchen)
    run = runs.start("page", ["export", "text", "kitchen"])
    runs.stop(run.id)
    until(lambda: run.state != "running")
    assert run.state == "done" and [path.name for path in run.files] == ["kitchen.html", "kitchen.txt"]


def test_what_takes_too_long_is_ended(kitchen: Workshop) -> None:
    runs = Runs(kitchen, seconds=0.3)
    run = runs.start("page", ["lab", "game", "go-joe", "--games", "100000"])
    until(lambda: run.state != "running")
    assert run.state == "late" and run.process.poll() is not None


@pytest.mark.some(4)
@pytest.mark.parametrize(
    "words",
    [
        ["watch", "go-joe"],
        ["studio"],
        ["init", "x"],
        ["lab"],
        ["lab", "odds", "go-joe"],
        ["pull", "go-joe"],
        ["--debug", "build", "go-joe"],
        ["build"],
        ["build", "/etc"],
        ["build", "../kitchen"],
        ["build", "micro-forces"],
        ["build", "go-joe/../kitchen"],
        ["build", "go-joe/nothing"],
        ["build", "go-joe", "--out", "/tmp"],
        ["build", "go-joe", "--out=/tmp"],
        ["build", "go-joe", "--cards", "/etc"],
        ["build", "--list", "/etc/passwd"],
        ["build", "go-joe", "--limits", "none"],
        ["build", "go-joe", "--debug"],
        ["build", "go-joe", "--paper", "../x"],
        ["build", "go-joe", "--paper", "--grey"],
        ["build", "go-joe", "--one", "../all"],
        ["build", "go-joe", "--zip=/tmp/all"],
        ["build", "go-joe", "--printer", "../../x"],
        ["build", "go-joe", "--yes=1"],
        ["build", "go-joe", "--only", "a\nb"],
        ["build", "go-joe", "--", "/etc"],
        ["build", "go-joe", "-o", "x"],
        ["lab", "game", "go-joe", "--dask", "tcp://evil"],
        ["lab", "game", "go-joe", "--policy", "./mine.py"],
        ["lab", "game", "go-joe", "--rule", "x=/etc/passwd"],
        ["lab", "card", "Duke", "go-joe"],
    ],
)
def test_nothing_else_is_run(kitchen: Workshop, words: list[str]) -> None:
    with pytest.raises(UsageError):
        ordered(words, kitchen)


def test_what_a_card_is_called_is_only_a_name(kitchen: Workshop) -> None:
    words = ["build", "go-joe/joe-deck", "--only=--out", "--only", "; rm -rf /", "--copies", "2"]
    made = ordered(words, kitchen)
    assert "--only=--out" in made and made[made.index("--only") + 1] == "; rm -rf /"


def test_folders_of_its_own_are_said_once(home: Path) -> None:
    (home / "mine").mkdir()
    workshop = Workshop.of(["go-joe"], Path("mine"), Path("prints"))
    made = ordered(["build", "--list", f"prints/{orders.LIST}", "--out", "prints", "--json"], workshop)
    assert made == ("build", "--list", f"prints/{orders.LIST}", "--out", "prints", "--cards", "mine")


def test_no_request_reaches_another_file(page: TestClient) -> None:
    for path in ("/api/run/x", "/api/run/x/files/0", "/api/run/..%2f..%2fetc/files/0", "/api/run/x/files/-1"):
        assert page.get(path).status_code == 404
    assert page.post("/api/run", json={"words": ["build"], "out": "/tmp"}).status_code == 422
    assert page.post("/api/run", json={"words": []}).status_code == 422


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_option_that_may_be_run_is_one(command: tuple[str, ...]) -> None:
    found = command_named(command[0])
    assert found
    if command[1:]:
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), command[1]) or found
    options = {
        name: param
        for param in found.get_params(click.Context(found))
        for name in param.opts
        if isinstance(param, click.Option)
    }
    for name, form in COMMANDS[command].items():
        assert name in options, name
        assert bool(getattr(options[name], "is_flag", False)) == (form == ""), name
    assert {"--json", "--cards"} <= {*options} and ("--out" in options) == (command[0] != "lab")
    assert ("--progress" in options) == ("--progress" in orders.machine(command))


def test_every_option_of_a_format_takes_what_it_is_for_and_nothing_else(kitchen: Workshop) -> None:
    for name, form in EXPORTS.items():
        for option in (one for one in form.options() if one.metavar != "FILE"):
            good, bad = ["Some words", "a.b"], ["a/b", "x" * 201, "a\nb"]
            if isinstance(option.default, int | float) and not isinstance(option.default, bool):
                good, bad = ["0", "12", "1.25"], ["", "x", "1.", "-1", "1e9", "1234567890"]
            elif option.metavar == "LENGTH":
                good, bad = ["3mm", "0.5 in", ".5cm", "9pt"], ["3", "3 m", "1000mm", "x", "1.23456mm"]
            elif option.metavar in ("URL", "ADDRESS"):
                good, bad = ["https://a.org/x?y=1", "HTTP://a"], ["a.org", "ftp://a", "https://", "https://a b"]
            elif option.metavar == "DIR":
                good, bad = ["/media/x", "C:/pictures"], ["", "x" * 301]
            if isinstance(option.default, bool):
                assert f"--{option.name}" in ordered(["export", name, "kitchen", f"--{option.name}"], kitchen)
                good, bad = [], ["1"]
            for value in good:
                assert value in ordered(["export", name, "kitchen", f"--{option.name}", value], kitchen)
            for value in bad:
                with pytest.raises(UsageError):
                    ordered(["export", name, "kitchen", f"--{option.name}={value}"], kitchen)
