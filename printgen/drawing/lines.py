"""Breaks paragraphs into lines at the largest size at which they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from printgen.drawing.font_files import Kept
from printgen.drawing.fonts import face
from printgen.drawing.paragraphs import (
    MARKER_GAP,
    PLAIN,
    SOFT,
    Manner,
    Paragraph,
    goes_on,
    hyphen_places,
    new_tuple,
    parts_freely,
    pieces_of,
    remove_soft_hyphens,
    split_word,
    width_of_word,
)
from printgen.drawing.shaping import has_leftward, runs_left, with_direction
from printgen.drawing.words import ANY_HEIGHT, ICON, FittedText, Line, Tall, TextRun, Word, gaps, in_order, run_width

T = TypeVar("T")
Measured = tuple[Word, float, float, tuple[int, ...] | None]
"""A word with its width and that of the space before it, at size 1, and the places at which it may be hyphenated, None
where these are not known yet."""


class TextRow(NamedTuple):
    """One line of a paragraph: its words, their width at size 1, and the scale of the largest of them."""

    words: Sequence[Measured]
    used: float
    grown: float = 1.0


def whole_rows(words: Sequence[Measured], width: float) -> list[TextRow] | None:
    """The lines of a paragraph without hyphens, each as full as possible; None when a word is too wide."""
    out: list[TextRow] = []
    start, used = 0, 0.0
    for number, (_, wide, space, _) in enumerate(words):
        if number == start:
            used = wide
        elif used + space + wide > width:
            out.append(TextRow(words[start:number], used))
            start, used = number, wide
        else:
            used += space + wide
        if wide > width:
            return None
    out.append(TextRow(words[start:], used))
    return out


def fix_widow(rows: list[TextRow], width: float) -> None:
    """Move a word down to a last line of one short word, if both lines have room for that."""
    above, last = rows[-2:]
    moved, alone = above.words[-1], last.words[0]
    # Between pieces of a word without spaces nothing is moved.
    if len(last.words) == 1 and moved[2] and alone[2]:
        joined = moved[1] + alone[2] + alone[1]
        if alone[1] <= width * _SHORT and len(above.words) >= _FEWEST_ABOVE and joined <= width:
            rows[-2:] = [TextRow(above.words[:-1], above.used - moved[2] - moved[1]), TextRow([moved, alone], joined)]


_STEPS = 24  # In so many steps letters go from their size down to their floor.
# A last word that is shorter than this part of the width does not stand alone, if the line above it has so many words.
_SHORT, _FEWEST_ABOVE = 1 / 3, 3
_HAIR = 1e-9
_MOST_PARTED = 2  # So many lines in a row may end with a hyphen.
_WIDEST_GAP = 1.3  # So much wider the spaces of a justified line may be, in multiples of the size.

_NO_RUN = TextRun("", "")

_Placed = tuple[float, TextRun, float]
"""Where a run begins, the run, and its width without tracking, at size 1."""


def fit(
    paragraphs: Sequence[Paragraph],
    width: float,
    size: float,
    floor: float,
    lines: int,
    manner: Manner = PLAIN,
    tall: Tall = ANY_HEIGHT,
) -> FittedText | None:
    """Set paragraphs in at most `lines` lines of `width` points, at `size` or the largest size down to `floor`.

    `tall` is the height that they have. None where they do not fit even at the floor.
    """
    return MeasuredText(paragraphs, manner, tall).fit(width, size, floor, lines)


def fit_plain(
    text: str, font: str, width: float, size: float, floor: float, lines: int, tall: Tall = ANY_HEIGHT
) -> FittedText | None:
    """Set a text without marks as `fit` does, but faster: most of it is words side by side."""
    widths, space = face(font).widths, face(font).space.width
    # Only a space or a tab ends a word: a space that must not break, as in 5 m, counts as a letter.
    blocks = (text.replace("\t", " ") if "\t" in text else text).split("\n")
    measured: list[Any] = [[(word, widths[word], space, ()) for word in block.split(" ") if word] for block in blocks]

    def attempt(step: int) -> tuple[list[TextRow], float] | None:
        trial = size + (floor - size) * step / _STEPS
        room, most_lines, out = width / trial + _HAIR, min(lines, tall.lines(trial)), list[TextRow]()
        for words in measured:
            rows = whole_rows(words, room)
            if rows is None or len(out) + len(rows) > most_lines:
                return None
            if len(rows) > 1:
                fix_widow(rows, room)
            out += rows
        return out, trial

    rows_and_size: tuple[list[Any], float] | None
    if lines == 1 and len(blocks) == 1:
        # One line needs no trials.
        wide = sum([wide for _, wide, _, _ in measured[0]]) + space * max(0, len(measured[0]) - 1)
        best = min(size if wide * size <= width else width / wide, tall.height / tall.cap)
        rows_and_size = ([TextRow(measured[0], wide)], best) if best >= floor - _HAIR else None
    else:
        rows_and_size = _largest(attempt, 1 if size <= floor else _STEPS + 1)
    if rows_and_size is None:
        return None
    rows, best = rows_and_size
    mixed = has_leftward(text)
    leftward = mixed and runs_left(text)
    out = []
    for down, (words, wide, _) in enumerate(rows):
        line = " ".join([letters for letters, _, _, _ in words])
        run = TextRun(with_direction(line, leftward) if mixed else line, font)
        out.append(Line(((0.0, run),) if words else (), wide * best, down, (wide * best,)))
    return FittedText(best, tuple(out), 1.0, leftward)


def _largest(attempt: Callable[[int], T | None], count: int) -> T | None:
    """The first result among `count` steps, by binary search: all steps after a success succeed, too."""
    if (result := attempt(0)) is not None or count == 1 or (last := attempt(count - 1)) is None:
        return result
    low, high, result = 0, count - 1, last
    while high - low > 1:
        middle = (low + high) // 2
        if (better := attempt(middle)) is None:
            low = middle
        else:
            high, result = middle, better
    return result


def longest_word(paragraphs: Sequence[Paragraph], manner: Manner) -> tuple[str, float]:
    """The letters of the widest word, and its width at size 1."""
    return MeasuredText(paragraphs, manner, ANY_HEIGHT).longest_word()


class MeasuredText:
    """Paragraphs measured once, to be set at any size in any width."""

    def __init__(self, paragraphs: Sequence[Paragraph], manner: Manner, tall: Tall) -> None:
        self.paragraphs, self.manner, self.tall = paragraphs, manner, tall
        self.space = face(manner.font).space.width + manner.tracking
        self.is_even = True
        self.has_soft_hyphens = False
        self.has_leftward = False
        self._widths: dict[str, Kept[str, float]] = {}
        self.measured = [self._measure(paragraph.words) for paragraph in paragraphs]
        runs = (run for one in paragraphs for word in one.words for run in word)
        self.leftward = self.has_leftward and runs_left("".join([run.text for run in runs]))
        gap = manner.gap / tall.leading
        self.gaps = [gap / 2 if paragraph.closer else gap for paragraph in paragraphs]
        self.all_gaps = sum(self.gaps[1:])

    def fit(self, width: float, size: float, floor: float, lines: int) -> FittedText | None:
        """At most `lines` lines of `width` points, at `size` or the largest size down to `floor`; None if none fits."""
        manner, tall = self.manner, self.tall
        if lines == 1 and len(self.paragraphs) == 1 and not self.paragraphs[0].hang:
            # One line needs no trials.
            words = self.measured[0]
            first = words[0][2] + manner.tracking if words else 0.0
            wide = sum([width + space for _, width, space, _ in words]) - first
            best = size if wide * size <= width else width / wide
            rows = [[TextRow(words, wide + manner.tracking)]]
            best = min(best, tall.height / (tall.cap * rows[0][0].grown))
            return self.lines_at(rows, best, width) if best >= floor - _HAIR else None

        def attempt(step: int) -> tuple[list[list[TextRow]], float] | None:
            trial = size + (floor - size) * step / _STEPS
            rows = self.rows(width / trial + manner.tracking + _HAIR, min(lines, tall.lines(trial)))
            if rows is None or self.height(rows) * trial > tall.height + 1e-6:
                return None
            return rows, trial

        rows_and_size = _largest(attempt, 1 if size <= floor else _STEPS + 1)
        return self.lines_at(*rows_and_size, width) if rows_and_size else None

    def longest_word(self) -> tuple[str, float]:
        """The letters of the widest word, and its width at size 1."""
        word, wide, *_ = max((word for words in self.measured for word in words), key=lambda word: word[1])
        return "".join(run.text for run in word), wide - self.manner.tracking

    def _measure(self, words: tuple[Word, ...]) -> list[Measured]:
        tracking, out, widths = self.manner.tracking, list[Measured](), self._widths
        before = 1.0
        for word in words:
            places: tuple[int, ...] | None = None
            wide, free = 0.0, False
            for letters, font, grow, _, icon in word:
                if font == ICON:
                    wide += (0.05 + icon) * grow + tracking
                    continue
                if not letters.isascii():
                    if SOFT in letters:
                        self.has_soft_hyphens = True
                        word, places = remove_soft_hyphens(word)
                        wide = width_of_word(word, tracking)
                        break
                    self.has_leftward = self.has_leftward or has_leftward(letters)
                    free = free or parts_freely(letters)
                if font not in widths:
                    widths[font] = face(font).widths
                wide += widths[font][letters] * grow
                if tracking:
                    wide += face(font).gaps(letters) * tracking
                if grow != 1.0:
                    self.is_even = False
            # Spaces are as large as the letters beside them.
            grown = word[0][2]
            space = self.space * (grown if grown > before else before)
            before = word[-1][2]
            if free:
                out += self._measure_pieces(word, space)
            else:
                out.append((word, wide, space, places))
        return out

    def _measure_pieces(self, word: Word, space: float) -> Iterator[Measured]:
        """The pieces of a word between which a line may break without a space or a hyphen."""
        pieces: list[Word] = []
        for run in word:
            for text in [run.text] if run.font == ICON else pieces_of(run.text):
                piece = run._replace(text=text)
                if pieces and run.font != ICON and goes_on(text):
                    pieces[-1] += (piece,)
                else:
                    pieces.append((piece,))
        for number, part in enumerate(pieces):
            yield part, width_of_word(part, self.manner.tracking), 0.0 if number else space, ()

    def rows(self, width: float, most_rows: int) -> list[list[TextRow]] | None:
        """The lines of all paragraphs for a width at size 1; None for too wide a word, or too many lines."""
        out: list[list[TextRow]] = []
        count = 0
        broken = self._hyphenate_rows if self.manner.language or self.has_soft_hyphens else whole_rows
        for paragraph, words in zip(self.paragraphs, self.measured, strict=True):
            rows = broken(words, width - paragraph.hang)
            if rows is None or (count := count + len(rows)) > most_rows:
                return None
            if len(rows) > 1 and self.is_even and broken is whole_rows and not self.manner.justify:
                fix_widow(rows, width - paragraph.hang)
            if not self.is_even:
                rows = [
                    row._replace(grown=max([run[2] for one in row[0] for run in one[0]], default=1.0)) for row in rows
                ]
            out.append(rows)
        return out

    def _hyphenate_rows(self, words: Sequence[Measured], width: float) -> list[TextRow] | None:
        """The lines of a paragraph, each as full as possible; None for a word that is too wide even when hyphenated."""
        out: list[TextRow] = []
        line: list[Measured] = []
        used, parted = 0.0, 0
        waiting = list(reversed(words))
        while waiting:
            word = waiting.pop()
            _, wide, space, _ = word
            room = width - used - space if line else width
            if wide <= room:
                used = used + space + wide if line else wide
                line.append(word)
                continue
            # The last word of a paragraph is left whole, as is one after several lines that end with a hyphen.
            whole = line and (not waiting or parted >= _MOST_PARTED)
            halves = None if whole else self._hyphenate(word, room)
            if halves is not None:
                head, rest = halves
                out.append(TextRow([*line, head], used + space + head[1] if line else head[1]))
                waiting.append(rest)
                parted += 1
            elif line:
                out.append(TextRow(line, used))
                waiting.append(word)
                parted = 0
            else:
                return None
            line, used = [], 0.0
        out.append(TextRow(line, used))
        return out

    def _hyphenate(self, measured: Measured, room: float) -> tuple[Measured, Measured] | None:
        """The longest part of a word that fits the room, with its hyphen, and the rest; None if no part fits."""
        word, _, space, places = measured
        if places is None:
            places = hyphen_places(word, self.manner.language) if self.manner.language else ()
        tracking = self.manner.tracking
        for at in reversed(places):
            head, rest = split_word(word, at)
            wide = width_of_word(head, tracking)
            if wide <= room:
                after = tuple(place - at for place in places if place > at)
                return (head, wide, space, ()), (rest, width_of_word(rest, tracking), space, after)
        return None

    def downs(self, rows: Sequence[Sequence[TextRow]]) -> Iterator[float]:
        """The distance of each line below the first, in multiples of the leading."""
        down = -1.0
        for number, (gap, lines) in enumerate(zip(self.gaps, rows, strict=True)):
            down += gap if number else 0.0
            for row in lines:
                down += row.grown if down >= 0 and row.grown > 1.0 else 1.0
                yield down

    def height(self, rows: Sequence[Sequence[TextRow]]) -> float:
        """The height from the capitals of the first line to the baseline of the last."""
        if self.is_even:
            down = sum([len(lines) for lines in rows]) - 1 + self.all_gaps
        else:
            (*_, down) = self.downs(rows)
        return down * self.tall.leading + rows[0][0].grown * self.tall.cap

    def lines_at(self, rows: Sequence[Sequence[TextRow]], size: float, width: float) -> FittedText:
        """The text in lines at a size."""
        downs = self.downs(rows)
        lines: list[Line] = []
        for paragraph, broken in zip(self.paragraphs, rows, strict=True):
            last = len(broken) - 1
            for number, row in enumerate(broken):
                marker = paragraph.marker if not number else ()
                room = width / size - paragraph.hang if self.manner.justify and number < last else 0.0
                lines.append(self._line(row, size, paragraph.hang, marker, room, next(downs)))
        return FittedText(size, tuple(lines), rows[0][0].grown, self.leftward)

    def _line(self, row: TextRow, size: float, hang: float, marker: Word, room: float, down: float) -> Line:
        """A line, stretched to its room at size 1 if it is justified."""
        wide = row.used - self.manner.tracking if row.words else row.used
        spread = 0.0
        if room and len(row.words) > 1:
            spread = max(0.0, room - wide) / (len(row.words) - 1)
            # Wide gaps are worse than a ragged edge.
            spread = spread if spread <= _WIDEST_GAP else 0.0
            wide += spread * (len(row.words) - 1)
        # Where lines run to the left, they hang at the right, before their marker.
        runs = self._join(row.words, 0.0 if self.leftward else hang, spread)
        if self.has_leftward and runs:
            ordered = in_order([(x, run) for x, run, _ in runs], self.leftward, self.manner.tracking)
            runs = [(x, run, run_width(run)) for x, run in ordered]
        if marker and self.leftward:
            runs += [(wide + x, run, run_width(run)) for x, run in _marker_behind(marker)]
        elif marker:
            runs = [*_marker_before(marker, hang), *runs]
        widths = tuple([width * size for _, _, width in runs])
        return Line(tuple([(x * size, run) for x, run, _ in runs]), (hang + wide) * size, down, widths)

    def _join(self, words: Sequence[Measured], x: float, spread: float) -> list[_Placed]:
        """Words side by side; neighbours of the same look become one run, unless their spaces are stretched."""
        placed: list[_Placed] = []
        tracking, font, bare_width = self.manner.tracking, self.manner.font, self._bare
        last, texts = _NO_RUN, list[str]()
        begun = bare = 0.0
        for number, (word, wide, space, _) in enumerate(words):
            if number:
                x += space + spread
            first = word[0]
            if len(word) > 1:
                wide = bare_width(first) + (gaps(first) * tracking if tracking else 0.0)
            # Only the spaces of the text's own font are those of its words.
            if texts and not spread and first[1] == font and first[1:] == last[1:]:
                if space:
                    texts.append(first[0])
                else:
                    texts[-1] += first[0]
                bare += wide
            else:
                if texts:
                    placed.append(self._run(last, texts, begun, bare))
                last, texts, begun, bare = first, [first[0]], x, wide
            x += wide
            for run in word[1:]:
                is_single = len(texts) == 1 and texts[0] is last[0]
                placed.append((begun, last, bare) if is_single else self._run(last, texts, begun, bare))
                last, texts, begun, bare = run, [run[0]], x, bare_width(run)
                x += bare + (gaps(run) * tracking if tracking else 0.0)
        if texts:
            placed.append(self._run(last, texts, begun, bare))
        return placed if not tracking else [(x, run, run_width(run)) for x, run, _ in placed]

    def _bare(self, run: TextRun) -> float:
        """The advance of a run without spaces, at size 1."""
        letters, font, grow, _, icon = run
        if font == ICON:
            return (0.05 + icon) * grow
        widths = self._widths.get(font) or self._widths.setdefault(font, face(font).widths)
        return widths[letters] * grow

    def _run(self, first: TextRun, texts: Sequence[str], x: float, bare: float) -> _Placed:
        """Words that look like the first as one run; `bare` is their width without the spaces between them."""
        if (text := " ".join(texts)) == first[0]:
            return x, first, bare
        return x, new_tuple(TextRun, (text, *first[1:])), bare + (len(texts) - 1) * self.space * first[2]


def _marker_before(marker: Word, hang: float) -> Iterator[_Placed]:
    """The runs of a marker to the left of its paragraph."""
    x = hang - width_of_word(marker, 0.0) - MARKER_GAP
    for run in marker:
        yield x, run, run_width(run)
        x += run_width(run)


def _marker_behind(marker: Word) -> Iterator[tuple[float, TextRun]]:
    """The runs of a marker to the right of its line, where a leftward paragraph begins."""
    x = MARKER_GAP
    for run in reversed(marker):
        yield x, run if run.font == ICON else run._replace(text=with_direction(run.text, True))
        x += run_width(run)
