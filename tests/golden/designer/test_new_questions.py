"""Cards of one's own, designed in answer to questions at a terminal: what is typed, and what ends it early."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time

import pdfplumber
import pytest
from kitchen import Run
from new_cards import DECK, OWN_TEXT, RIVET, own_list
from places import ROOT

pytestmark = pytest.mark.usefixtures("at_home")


class Terminal:
    """The command in a pseudo-terminal, to be read and typed to."""

    def __init__(self, *words: str) -> None:
        pty = pytest.importorskip("pty")
        self.master, slave = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "printgen", *words],
            stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True,
            # A shell that runs tests in the background has its children ignore interruption.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        self.at = 0

    def until(self, text: str) -> None:
        """Read on until a text has come, and go on from behind it."""
        end = time.monotonic() + 20
        while text not in self.seen[self.at :]:
            assert time.monotonic() < end, self.seen
            if select.select([self.master], [], [], 0.5)[0]:
                self.seen += os.read(self.master, 4096).decode(errors="replace").replace("\r\n", "\n")
        self.at = self.seen.index(text, self.at) + len(text)

    def answer(self, question: str, text: str) -> None:
        self.until(question)
        os.write(self.master, (text + "\n").encode())

    def code(self) -> int:
        try:
            while select.select([self.master], [], [], 20)[0]:
                data = os.read(self.master, 4096)
                if not data:
                    break
                self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            pass  # On Linux a terminal that nobody holds any more ends with an error.
        code = self.process.wait(20)
        os.close(self.master)
        return code


@pytest.mark.slow
def test_through_the_questions_to_a_printed_card(run: Run) -> None:
    own = own_list()
    asked = Terminal("new", DECK)
    asked.answer("Name: ", "Bär")
    asked.answer("Service: ", "nite force")
    asked.until("Did you mean 'Night Force'?")
    asked.answer("Service: ", "night force")
    asked.answer("Role, as it stands on the card: ", "Bear Tamer")
    asked.answer("Skills (", "forest, recon")
    asked.answer("Figure, its year", "1889 v1")
    asked.until("1889 is no year of a figure. Choose one from 1964 to 2100.")
    asked.answer("Figure, its year", "1989 v1")
    asked.answer("What came with it", "Brown Bear, sunglasses, zorblax")
    asked.until("That counts as: animal companion.")
    asked.until('not counted: "zorblax" is not in words.yaml')
    asked.answer("Ranged weapons (", "lazer rifle, uzi")
    asked.until("Did you mean 'laser rifle' (laser)?")
    asked.answer("Ranged weapons (", "uzi")
    asked.answer("Traits (", "1, dog")
    asked.answer("Sex (Enter: surprise me): ", "1")
    asked.answer("Hair (Enter: surprise me): ", "lnog")
    asked.until("none that can be drawn. Did you mean 'long'?")
    asked.answer("Hair (Enter: surprise me): ", "long red")
    asked.answer("Face (Enter: surprise me): ", "")
    asked.answer("Headgear (Enter: as it is in service): ", "fur hat")
    asked.until("CC    5   base 3 +1 ninja +1 animal companion")
    asked.answer("[Y/n]: ", "")
    assert asked.code() == 0, asked.seen
    assert own.read_text().startswith(OWN_TEXT)
    card = run("list", DECK, "--json").json["records"][-1]
    assert (card["name"], card["service"], card["fp"], card["cc"], card["tac"]) == ("Bär", "NF", 3, 5, 6)
    assert run("build", DECK, "--only", "Bär").code == 0
    with pdfplumber.open("output/go-joe/joe-deck-selection.pdf") as pdf:
        assert "+2" in pdf.pages[0].extract_text()


@pytest.mark.slow
def test_interrupting_leaves_the_list_as_it_was() -> None:
    own = own_list()
    asked = Terminal(*RIVET[:4], "GJ", "--role", "Guard")
    asked.answer("Skills (", "")
    asked.answer("Figure, its year", "")
    asked.answer("What came with it", "")
    asked.until("Ranged weapons (")
    # Between its prompt and its reading, the interpreter would only note the signal and then wait for a line:
    # then it is interrupted once more.
    asked.until("for none): ")
    asked.process.send_signal(signal.SIGINT)
    while not select.select([asked.master], [], [], 5)[0]:
        asked.process.send_signal(signal.SIGINT)
    assert asked.code() == 130 and "interrupted" in asked.seen
    assert own.read_text() == OWN_TEXT and sorted(p.name for p in own.parent.iterdir()) == [own.name]


@pytest.mark.slow
def test_declining_at_the_end_leaves_the_list_as_it_was() -> None:
    own = own_list()
    asked = Terminal("new", DECK, "Rivet", "--service", "GJ", "--role", "Guard", "--skill", "none", "--weapon", "none")
    asked.answer("Figure, its year", "")
    asked.answer("What came with it", "")
    asked.answer("Traits (", "")
    asked.answer("Sex (Enter: surprise me): ", "")
    asked.answer("[Y/n]: ", "n")
    assert asked.code() == 130 and own.read_text() == OWN_TEXT
