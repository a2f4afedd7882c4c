"""Commands that answers of the studio begin: made of requests, each a process that can be stopped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from places import SAMPLES
from starlette.testclient import TestClient
from studios import ended, opened, until

from printgen.build.requests import PrintRequest
from printgen.cli.commands import command_named
from printgen.reading.requests import ActionRequest, OptionSpec
from printgen.studio.actions.boards import BoardPrintRequest
from printgen.studio.running import CommandRuns, folder_options
from printgen.studio.workshop import Workshop

SAMPLE = SAMPLES / "kitchen-heroes"
HEROES = {"game": "kitchen", "product": "heroes"}


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
    told = page.post("/api/print/start", json={"ticked": [HEROES], "how": {"paper": "a4"}}).json()
    assert told["command"] == ["build", "kitchen/heroes", "--paper=a4"]
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


@pytest.mark.slow
def test_what_is_wrong_is_told_as_findings(page: TestClient, home: Path) -> None:
    page.get("/api/games/kitchen")
    (home / "kitchen" / "heroes.yaml").write_text("- name: [\n", encoding="utf-8")
    told = ended(page, page.post("/api/print/start", json={"ticked": [HEROES]}).json()["id"])
    assert told["state"] == "failed" and told["code"] == 3 and not told["files"]
    assert told["findings"][0]["file"].endswith("heroes.yaml") and told["findings"][0]["hint"]


def test_a_page_runs_one_command_at_a_time_and_stops_it(page: TestClient) -> None:
    address, asks = (
        "/api/print/start",
        {"ticked": [{"game": "go-joe", "product": "joe-deck"}], "how": {"format": "png"}},
    )
    told = page.post(address, json=asks, headers={"x-page": "one"}).json()
    refused = page.post(address, json=asks, headers={"x-page": "one"})
    assert refused.status_code == 422 and "still running" in refused.json()["findings"][0]["message"]
    until(lambda: "done" in page.get(f"/api/run/{told['id']}").json()["progress"])
    page.post(f"/api/run/{told['id']}/stop")
    told = ended(page, told["id"])
    assert told["state"] == "stopped" and told["progress"]["of"], told


@pytest.mark.slow
def test_a_command_that_tells_of_its_file_in_a_line_gives_it_too(page: TestClient) -> None:
    asks = {"seed": 3, "form": "maps", "paper": "letter"}
    told = page.post("/api/games/go-joe/desks/map/print?product=map-sheets", json=asks).json()["run"]
    told = ended(page, told["id"])
    assert told["state"] == "done" and [file["name"] for file in told["files"]] == ["boards-seed-3.pdf"], told


@pytest.mark.slow
def test_what_was_done_before_it_heard_of_a_stop_is_done(kitchen: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.studio.running._signal", lambda process, number: None)
    runs = CommandRuns(kitchen)
    run = runs.start("page", ["export", "text", "kitchen"])
    runs.stop(run.id)
    until(lambda: run.state != "running")
    assert run.state == "done" and [path.name for path in run.files] == ["kitchen.html"]


def test_what_takes_too_long_is_ended(kitchen: Workshop) -> None:
    runs = CommandRuns(kitchen, seconds=0.3)
    run = runs.start("page", ["build", "go-joe/joe-deck", "--format=png"])
    until(lambda: run.state != "running")
    assert run.state == "late" and run.process.poll() is not None


@pytest.mark.slow
def test_a_run_has_the_studios_own_folders_and_no_page_says_a_command(
    kitchen: Workshop, page: TestClient, home: Path
) -> None:
    (home / "mine").mkdir()
    own = Workshop.of(["go-joe"], Path("mine"), Path("prints"))
    assert folder_options(own) == ("--out", "prints", "--cards", "mine")
    assert folder_options(Workshop.of(["go-joe"], Path("my-cards"), Path("output"))) == ()
    assert page.post("/api/run", json={"words": ["build", "go-joe"]}).status_code == 404
    # A name is only ever a name, whatever it looks like.
    order = {"game": "kitchen", "product": "heroes", "cards": [{"name": "--out"}]}
    told = page.post("/api/print/start", json={"ticked": [order]}).json()
    assert "--only=--out" in told["command"]
    assert ended(page, told["id"])["state"] == "failed" and not (home / "output").exists()


BOARD = {
    "form": "maps", "paper": "letter", "fair": 3, "rows": 6, "amounts": {"sea": 2}, "locks": {"C4": "jungle"},
    "unlocked": ["A1"], "arrangement": "clumped",
}  # fmt: skip


@pytest.mark.parametrize(
    ("desk", "asks", "words"),
    [
        ("map/print", {"seed": 7, "form": "poster", "paper": "a4"},
         "board go-joe/board-poster --poster --paper=a4 --seed=7"),
        ("map/print", BOARD, "board go-joe/map-sheets --paper=letter --seed=1 --arrangement=clumped --fair=3 --rows=6"
                             " --amount=sea=2.0 --lock=C4=jungle --unlock=A1"),
    ],
)  # fmt: skip
def test_a_request_becomes_the_words_of_a_command(
    kitchen: Workshop, monkeypatch: pytest.MonkeyPatch, desk: str, asks: dict[str, object], words: str
) -> None:
    begun: list[list[str]] = []
    with opened(kitchen) as page:
        monkeypatch.setattr(kitchen, "start_run", lambda name, command: begun.append([*command]) or {"id": "x"})
        product = "board-poster" if desk.startswith("map") else "joe-deck"
        answer = page.post(f"/api/games/go-joe/desks/{desk}?product={product}", json=asks)
    assert answer.status_code == 200 and answer.json()["run"] == {"id": "x"}, answer.text
    assert begun == [words.split()]
    assert_options_are_known(begun[0])


@pytest.mark.parametrize(("shape", "command"), [(PrintRequest, "build"), (BoardPrintRequest, "board")])
def test_every_flag_of_a_request_is_an_option_of_its_command(shape: type[ActionRequest], command: str) -> None:
    flags = [
        part.flag for field in shape.model_fields.values() for part in field.metadata if isinstance(part, OptionSpec)
    ]
    assert len(flags) > 3
    assert_options_are_known([command, *flags])


def assert_options_are_known(words: list[str]) -> None:
    """Every option among some words is one of their command, and so are those that the studio gives to each."""
    command = command_named(words[0])
    assert command
    known = {
        name
        for param in command.get_params(click.Context(command, help_option_names=["-h", "--help"]))
        for name in param.opts
    }
    assert known >= {word.partition("=")[0] for word in words if word.startswith("--")}
    assert known >= {"--cards", "--out"}
    assert words[0] == "board" or known >= {"--json", "--progress"}


def test_no_request_reaches_another_file(page: TestClient) -> None:
    for path in ("/api/run/x", "/api/run/x/files/0", "/api/run/..%2f..%2fetc/files/0", "/api/run/x/files/-1"):
        assert page.get(path).status_code == 404
