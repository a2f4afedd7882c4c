"""What is typed about a page of scales: asked for one by one, taken from a file or the command line, never trusted."""

import io
import re
from pathlib import Path

import pytest
import yaml
from kitchen import Run
from person import printed, readings
from places import DOCS
from press import Fault

import printgen
from printgen.base.errors import PrintgenError

FAULTS = Fault(1.002, 0.998, 0.7, -0.9, 0.2), Fault(1.001, 0.997, -1.1, 0.6, -0.1)


@pytest.fixture(scope="module")
def once_read(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    file = printgen.calibrate("office", tmp_path_factory.mktemp("pages"))
    return readings(printed(file, "long", *FAULTS), 4.2)


@pytest.fixture
def typed(once_read: dict[str, str]) -> dict[str, str]:
    """What a person reads of a letter page from a printer with faults."""
    return dict(once_read)


def file_of(typed: dict[str, str], **more: object) -> str:
    """The readings as a file."""
    told: dict[str, object] = dict(more)
    for key, text in typed.items():
        *path, last = key.split(".")
        at = told
        for step in path:
            at = at.setdefault(step, {})  # type: ignore[assignment]
        at[last] = yaml.safe_load(text)
    return yaml.safe_dump(told)


def set_of(typed: dict[str, str]) -> list[str]:
    return [word for key, text in typed.items() for word in ("--set", f"{key}={text}")]


def asked(run: Run, monkeypatch: pytest.MonkeyPatch, answers: list[str], *words: str) -> tuple[int, str, str]:
    """Run `printers read` at a terminal at which these lines are typed."""
    stream = io.StringIO("".join(f"{answer}\n" for answer in answers))
    monkeypatch.setattr("sys.stdin", stream)
    monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    result = run("printers", "read", *words)
    return result.code, result.out, result.err


def in_order(typed: dict[str, str]) -> list[str]:
    """The answers in the order of the questions."""
    plan = printgen.measuring("any")
    out = []
    while (question := plan.following) is not None and question.key in typed:
        out.append(typed[question.key])
        plan.answer(question, typed[question.key])
    return out


def test_what_is_typed_is_kept(typed: dict[str, str], run: Run, monkeypatch: pytest.MonkeyPatch, config: Path) -> None:
    answers = [*in_order(typed), "", "100", "by-printer"]
    assert len(answers) == 27
    code, out, err = asked(run, monkeypatch, answers, "attic")
    assert code == 0, err
    assert "measured on letter, sheets turned over the long edge by itself" in out
    profile = printgen.printer("attic").profile
    assert profile.front.scale.across == pytest.approx(1.002, abs=0.0005)
    assert profile.front.shift.right == pytest.approx(0.7, abs=0.06)
    assert profile.back.skew == pytest.approx(-0.1, abs=0.04)
    assert 4.2 <= profile.front.margin.left < 5.4
    assert (config / "printers" / "attic.yaml").is_file()


def test_nonsense_is_told_kindly_and_asked_for_again(
    typed: dict[str, str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *rest = in_order(typed)
    nonsense = ["about thirty", "", "330", "3e1"]
    # The first of those against the light is the ninth, and the first rung the seventeenth.
    answers = [*nonsense, f" {first.replace('.', ',')} mm", *rest[:7], "-1", "11", *rest[7:15], "4.5", "12", *rest[15:]]
    code, out, err = asked(run, monkeypatch, [*answers, "87", "", "99.8", "perhaps", "by-h", "u", "l", "down"], "attic")
    assert code == 0, err
    assert "'about thirty' is no number of millimetres; write one such as" in out
    assert "330 cannot be: it is from 24 to 44; lay the ruler's zero at the edge of the paper" in out
    assert "4.5 is no whole number" in out and "87 cannot be" in out and "'perhaps' is none of by-printer" in out
    assert printgen.printer("attic").profile.stack.model_dump() == {  # type: ignore
        "printed": "up", "head": "last", "out": "down",
    }  # fmt: skip


def test_what_does_not_agree_is_asked_for_again_and_little_else(typed: dict[str, str]) -> None:
    measuring, told, keys = printgen.measuring("attic"), list[str](), list[str]()

    def ask(question: str) -> str:
        """Somebody who reads well, but for one millimetre the first time."""
        key = measuring.following.key  # type: ignore[union-attr]
        keys.append(key)
        slip = key == "ruler.C.across" and keys.count(key) == 1
        return {**typed, "turned": "by-printer"}.get(key, "") if not slip else f"{float(typed[key]) + 1:.2f}"

    measuring.asked(ask, told.append)
    again = [key for key in keys if keys.count(key) > 1]
    assert "ruler.C.across" in again and len(set(again)) <= 3
    assert "What was read on the ruler does not agree" in told[-1] and "Read it again" in told[-1]
    assert measuring.done().profile.front.scale.across == pytest.approx(1.002, abs=0.0005)


def test_an_end_in_the_middle_keeps_nothing(
    typed: dict[str, str], run: Run, monkeypatch: pytest.MonkeyPatch, config: Path
) -> None:
    code, _, _ = asked(run, monkeypatch, in_order(typed)[:5], "attic")
    assert code != 0 and not config.exists()


def test_a_file_says_it_all_and_the_command_line_lays_over_it(typed: dict[str, str], run: Run, tmp_path: Path) -> None:
    file = tmp_path / "readings.yaml"
    file.write_text(file_of(typed, turned="by-hand", stack={"printed": "up", "head": "last"}))
    read = run("printers", "read", "office", "--from", file, "--json")
    assert read.code == 0, read.err
    assert read.json["stack"] == {"printed": "up", "head": "last"}
    plain = run("printers", "read", "other", *set_of(typed), "--set", "turned=by-printer", "--json").json
    assert plain["front"] == read.json["front"] and plain["back"] == read.json["back"] and "stack" not in plain
    wider = run("printers", "read", "office", "--from", file, "--set", "rungs.back.bottom=11", "--json").json
    assert wider["back"]["margin"]["bottom"] > 10


def test_what_is_missing_is_named(typed: dict[str, str], run: Run, config: Path) -> None:
    del typed["light.C.down"]
    read = run("printers", "read", "office", *set_of(typed), "--set", "turned=by-hand")
    assert read.code == 2 and "3 readings are missing: light.C.down, stack.printed, stack.head" in read.err
    assert not config.exists()


MISTAKES = {
    "ruler: {A: {across: 3.3}}": (
        ":1:21: error: ruler.A.across: 3.3 cannot be: it is from 24 to 44",
        "Lay the ruler's zero",
    ),
    "ruler: {A: {across: wide}}": (":1:21: error", "number"),
    "ruler: {E: {across: 30}}": ("error: ", "Use one of: A, B, C, D."),
    "light: {B: {down: 10.5}}": (":1:19: error: light.B.down: 10.5 cannot be", "straighten the paper"),
    "light: {B: {down: .nan}}": ("error", ""),
    "rungs: {front: {left: 4.5}}": (":1:23: error", "whole number"),
    "rungs: {front: {left: 0}}": (":1:23: error: left is 0; it must be from 1 to 11", ""),
    "turned: maybe": (":1:9: error", "by-hand"),
    "stack: {printed: sideways}": (":1:18: error", "up"),
    "duplex: fold": (":1:9: error", "long"),
    "rular: {}": (":1:1: error", "Did you mean 'ruler'?"),
    "- 3": ("error", "mapping"),
    "paper: [": ("error", ""),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_a_file_is_told_at_its_line(text: str, run: Run, tmp_path: Path, config: Path) -> None:
    file = tmp_path / "readings.yaml"
    file.write_text(f"{text}\n")
    read = run("printers", "read", "office", "--from", file)
    assert read.code == 3 and "readings.yaml" in read.err, read.err
    assert all(word in read.err for word in MISTAKES[text]), read.err
    assert not config.exists()


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("light.A.acros=5", "Did you mean 'light.A.across'?"),
        ("light.A.across", "nothing to read that is called"),
        ("light.A.across=5;rm", "is no number"),
        ("light.A.across=1e9", "is no number"),
        ("light.A.across=٥", "light.A.across"),
        ("ruler.C.down=999", "cannot be"),
        ("rungs.back.top=2.5", "no whole number"),
        ("turned=\x1b[2J", "is none of"),
        ("=", "nothing to read"),
    ],
)
def test_a_reading_on_the_command_line_is_not_trusted(word: str, told: str, run: Run, config: Path) -> None:
    read = run("printers", "read", "office", "--set", word)
    assert read.code == 2 and told in read.err and "\x1b" not in read.err, read.err
    assert not config.exists()


def said(typed: dict[str, str], **other: str) -> list[str]:
    """The readings as words, some of them others: ruler_A_across="33"."""
    laid = {**typed, "turned": "by-printer", **{key.replace("_", "."): text for key, text in other.items()}}
    return [f"{key}={text}" for key, text in laid.items()]


def test_a_reading_that_does_not_agree_with_the_others_is_found(typed: dict[str, str], config: Path) -> None:
    slipped = f"{float(typed['ruler.B.down']) + 1:.2f}"
    with pytest.raises(PrintgenError, match=r"read on the ruler does not agree: .*B down.* is (1|0\.9).* mm"):
        printgen.measuring("office", said=said(typed, ruler_B_down=slipped)).done()
    slipped = f"{float(typed['light.C.across']) - 2:.2f}"
    with pytest.raises(PrintgenError, match=r"read against the light does not agree: .*C across.* is (2|1\.)"):
        printgen.measuring("office", said=said(typed, light_C_across=slipped)).done()
    lower = {f"ruler_{place}_down": f"{float(typed[f'ruler.{place}.down']) + 3:.2f}" for place in "CD"}
    with pytest.raises(PrintgenError, match="the cross is 100 mm down, and by what was read on the ruler"):
        printgen.measuring("office", said=said(typed, **lower, cross_down="100")).done()
    assert not config.exists()


def test_a_page_that_was_fitted_to_the_paper_is_told(tmp_path: Path, config: Path) -> None:
    file = printgen.calibrate("office", tmp_path)
    fitted = Fault(0.965, 0.965), Fault(0.965, 0.965)
    with pytest.raises(PrintgenError, match=r"printed at 96\.. % across") as told:
        printgen.measuring("office", said=said(readings(printed(file, "long", *fitted), 4.2))).done()
    assert told.value.findings[0].hint.startswith("Print it again at 100 %") and not config.exists()


@pytest.mark.slow
def test_the_margin_is_where_the_smallest_whole_rung_came_out(tmp_path: Path) -> None:
    shifted = Fault(right=1.5, below=-1.0), Fault()
    typed = readings(printed(printgen.calibrate("office", tmp_path), "long", *shifted), 4.2)
    assert [typed[f"rungs.front.{edge}"] for edge in ("left", "right", "top", "bottom")] == ["3", "6", "6", "4"]
    margin = printgen.measuring("office", said=said(typed)).done().profile.front.margin
    assert (margin.left, margin.right, margin.top, margin.bottom) == pytest.approx((4.5, 4.5, 5.0, 5.0), abs=0.08)


def test_what_printers_usually_leave_white_is_not_taken_for_more(tmp_path: Path) -> None:
    sheet = printed(printgen.calibrate("office", tmp_path), "long", Fault(), Fault())
    for white, known in ((6.35, 6.35), (6.9, 6.35), (7.1, 8.0), (3.2, 4.0)):
        made = printgen.measuring("office", said=said(readings(sheet, white))).done()
        assert made.margin == pytest.approx(known, abs=0.01)


def test_a_slip_that_no_other_reading_shows_is_doubted(typed: dict[str, str], run: Run) -> None:
    for key in ("light.C.down", "light.D.down"):
        typed[key] = f"{float(typed[key]) + 1:.2f}"
    read = run("printers", "read", "office", *set_of(typed), "--set", "turned=by-printer")
    assert read.code == 0 and "warning: fronts come out at" in read.err and "Read all that goes down again" in read.err


def test_the_readings_of_the_guide_are_those_of_a_printer(run: Run, tmp_path: Path) -> None:
    guide = DOCS / "guide" / "printers.md"
    (text,) = re.findall(r"```yaml\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "readings.yaml").write_text(text, encoding="utf-8")
    read = run("printers", "read", "office", "--from", tmp_path / "readings.yaml", "--set", "light.C.down=3.45")
    assert (read.code, read.err) == (0, "")
    assert "measured on a4" in read.out and "printed side up" in read.out


def test_checked_through_what_is_known_the_page_reads_true(typed: dict[str, str], run: Run, tmp_path: Path) -> None:
    printgen.measuring("office", said=said(typed)).done()
    assert run("printers", "calibrate", "office", "--check", "--out", tmp_path / "again").code == 0
    again = readings(printed(tmp_path / "again" / "printers" / "office.pdf", "long", *FAULTS), 4.2)
    light = [float(text) for key, text in again.items() if key.startswith("light")]
    assert light == pytest.approx([5.0] * 8, abs=0.11)
    nobody = run("printers", "calibrate", "lodge", "--check", "--out", tmp_path / "never")
    assert nobody.code == 2 and not (tmp_path / "never").exists()
