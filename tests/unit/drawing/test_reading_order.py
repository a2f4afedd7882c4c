"""Lines of runs that stand otherwise than they are read: bold words, icons, lists and justified lines to the left."""

import pytest
from places import FONTS

from printgen.drawing.font_files import load_font
from printgen.drawing.fonts import Shelf, face
from printgen.drawing.lines import fit, fit_plain
from printgen.drawing.paragraphs import Manner, Paragraph, align_markers, paragraphs_of
from printgen.drawing.shaping import LEFTWARD
from printgen.drawing.words import ICON, TextRun, in_order

HEBREW = FONTS / "hebrew.ttf"
MARKS = "\u200e\u200f"


@pytest.fixture(scope="module")
def own() -> str:
    """A font of Latin letters with one of Hebrew behind it."""
    return Shelf({"own": {"": face("body").font}}, [load_font(HEBREW.read_bytes())])["own"].name


def shown(runs: tuple[tuple[float, TextRun], ...]) -> list[str]:
    """The letters of runs from left to right."""
    return [run.text.strip(MARKS + " ") for _, run in sorted(runs, key=lambda one: one[0])]


def test_runs_stand_in_the_order_of_their_line(own: str) -> None:
    said = (
        TextRun("שלום ", own),
        TextRun("עולם", "body bold"),
        TextRun(" abc", own),
        TextRun("heart", ICON),
        TextRun(" 12", own),
    )
    fitted = fit(paragraphs_of(said), 500, 10, 10, 1, Manner(own))
    assert fitted and fitted.leftward
    (line,) = fitted.lines
    assert shown(line.runs) == ["abc", "heart", "12", "עולם", "שלום"]
    ends = [x + face(run.font).width(run.text) * 10 for x, run in line.runs if run.font != ICON]
    assert max(ends) == pytest.approx(line.width) and min(x for x, _ in line.runs) == pytest.approx(0)


def test_a_line_to_the_right_keeps_its_words_and_turns_the_others(own: str) -> None:
    runs = [
        (0.0, TextRun("Say", own)),
        (2.0, TextRun("שלום", own)),
        (4.5, TextRun("עולם", "body bold")),
        (7.0, TextRun("twice", own)),
    ]
    ordered = in_order(runs, False, 0.0)
    assert shown(tuple(ordered)) == ["Say", "עולם", "שלום", "twice"]
    assert (ordered[0], ordered[-1]) == (runs[0], runs[-1]), "what is around them stays where it is"


def test_a_run_of_both_directions_is_parted(own: str) -> None:
    runs = [(0.0, TextRun("abc שלום", own)), (9.0, TextRun("עולם 7", "body bold"))]
    ordered = in_order(runs, False, 0.0)
    assert shown(tuple(ordered)) == ["abc", "7", "עולם", "שלום"]


def test_signs_at_the_ends_of_a_part_run_as_their_line(own: str) -> None:
    ordered = in_order([(0.0, TextRun("שלום", own)), (4.0, TextRun("(12)!", "body bold"))], True, 0.0)
    assert shown(tuple(ordered)) == [")!", "12", "(", "שלום"]
    assert all(run.text.startswith(LEFTWARD) for _, run in ordered if not run.text.strip(MARKS).isalnum())


def test_a_single_run_is_left_whole(own: str) -> None:
    fitted = fit_plain("abc שלום עולם, שלום עולם", own, 60, 10, 10, 5)
    assert fitted and not fitted.leftward and len(fitted.lines) > 1
    assert all(len(line.runs) == 1 for line in fitted.lines)
    # Lines that begin with a letter of the other direction run as their text does.
    assert all(run.text[0] in "a\u200e" for line in fitted.lines for _, run in line.runs)


def test_an_entry_of_a_list_hangs_at_the_right(own: str) -> None:
    entry = Paragraph(((TextRun("שלום", own),), (TextRun("עולם", own),)), (TextRun("1.", own),))
    fitted = fit(align_markers([entry]), 32, 10, 10, 4, Manner(own))
    assert fitted and len(fitted.lines) == 2
    first, second = fitted.lines
    (_, word), (at, marker) = first.runs
    assert (word.text, marker.text) == ("שלום", LEFTWARD + "1.")
    assert at > face(own).width("שלום") * 10 and first.width == pytest.approx(at + face(own).width("1.") * 10)
    assert second.runs[0][0] == 0.0


def test_justified_lines_are_as_wide_as_their_box(own: str) -> None:
    words = paragraphs_of([TextRun("שלום עולם שלום עולם שלום", own)])
    fitted = fit(words, 70, 10, 10, 4, Manner(own, justify=True))
    assert fitted and len(fitted.lines) > 1
    assert fitted.lines[0].width == pytest.approx(70)
    assert shown(fitted.lines[0].runs)[-1] == "שלום", "the first word stands at the right"
