"""The bytes of a text file from anywhere come in; its text goes out, with what there is to say of its encoding."""

from __future__ import annotations

import codecs

from printgen.base.errors import Finding, Where
from printgen.reading.scalars import controls, shortened

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAVE = 'Save it as UTF-8; Excel calls that "CSV UTF-8".'
_MOST = 20


def decoded(data: bytes, shown: str) -> tuple[str | None, list[Finding]]:
    """The text of a file, without its byte order mark; None when it is none.

    UTF-8 and UTF-16 are read as they are. What is neither is read as Windows-1252, as spreadsheets of the west write
    it, with a warning that shows what came of it; `shown` is the file's name in findings.
    """
    encoding, data = _encoding(data)
    try:
        return _plain(data.decode(encoding), shown)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        wrong = Finding("error", _at(before, shown), "the file is not UTF-8 text", _SAVE, "not-utf8")
        if encoding != "utf-8" or _is_mostly_utf8(data):
            return None, [wrong]
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            return None, [wrong]
        plain, findings = _plain(text, shown)
        line = data[data.rfind(b"\n", 0, error.start) + 1 :].split(b"\n", 1)[0].decode("cp1252")
        message = f'the file is not UTF-8; it was read as Windows-1252, such as "{shortened(line)}"'
        return plain, [Finding("warning", wrong.where, message, _SAVE, "not-utf8"), *findings]


def _encoding(data: bytes) -> tuple[str, bytes]:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name, data[len(mark) :]
    # Every other byte of western text in UTF-16 is nothing.
    for name, start in (("utf-16-le", 1), ("utf-16-be", 0)):
        half = data[start:400:2]
        if len(data) % 2 == 0 and half and half.count(0) > len(half) * 0.6:
            return name, data
    return "utf-8", data


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether other letters than ASCII are right, so that only some bytes are spoiled."""
    text = data.decode("utf-8", "replace")
    bad = text.count("�")
    return sum(letter > "\x7f" for letter in text) - bad > bad


def _plain(text: str, shown: str) -> tuple[str | None, list[Finding]]:
    """The text, which must hold no control characters."""
    found = [
        Finding(
            "error",
            _at(text[: match.start()], shown),
            f"the control character U+{ord(match[0]):04X} may not stand in a file",
            "Remove it.",
            "control-character",
        )
        for match, _ in zip(controls(text).finditer(text), range(_MOST), strict=False)
    ]
    return (None if found else text), found


def _at(before: str, shown: str) -> Where:
    before = before.replace("\r\n", "\n").replace("\r", "\n")
    return Where(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))
