"""The YAML reader: values and their places, and the refusal of everything loose or hostile."""

from pathlib import Path

import pytest
import yaml

from printgen.base.errors import PrintgenError, Where
from printgen.reading import yaml_events
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.yaml_events import examine_yaml, load_yaml, load_yaml_file


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def parser(request, monkeypatch):
    """Every behaviour holds with libyaml and without it."""
    monkeypatch.setattr(yaml_events, "Parser", getattr(yaml, request.param))
    # What the other parser made of a text must not be taken for what this one makes of it.
    yaml_events._load_cached.cache_clear()
    return request.param


def refusals(text):
    """(line, column, code) of everything that is refused in a text."""
    with pytest.raises(PrintgenError) as caught:
        load_yaml(text, "f.yaml")
    for finding in caught.value.findings:
        assert finding.where.file == "f.yaml"
        assert finding.hint[:1].isupper() and finding.hint.endswith((".", "?"))
    return [(f.where.line, f.where.column, f.code) for f in caught.value.findings]


def test_plain_words_are_what_they_look_like():
    words = ["5", "-3", "+4", "0", "0.5", ".5", "-1.25", "true", "false", "null", "Ace", "1.2.3", "9x9", "n", "Y"]
    values = load_yaml("".join(f"- {word}\n" for word in words) + "-\n- No way\n", "f")
    assert values == [5, -3, 4, 0, 0.5, 0.5, -1.25, True, False, None, "Ace", "1.2.3", "9x9", "n", "Y", None, "No way"]
    assert [type(v) for v in values[:9]] == [int] * 4 + [float] * 3 + [bool] * 2


def test_quoted_and_block_words_are_text():
    assert load_yaml("- '5'\n- \"yes\"\n- |\n  012\n- >-\n  no\n- ''\n", "f") == [
        "5",
        "yes",
        "012\n",
        "no",
        "",
    ]


def test_keys_are_text_as_written():
    assert load_yaml("y: 1\n12: 2\n'<<': 3\nno: 4\n", "f") == {"y": 1, "12": 2, "<<": 3, "no": 4}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_nothing_is_none(text):
    assert load_yaml(text, "f") is None


def test_a_text_that_was_read_before_is_read_as_that_of_its_own_file():
    text = "a: {b: 1}\nc: [x, {d: 2}]\n"
    first, second = load_yaml(text, "one.yaml"), load_yaml(text, "two.yaml")
    assert first == second
    assert {type(second), type(second["a"]), type(second["c"][1])} == {LocatedMap} and type(second["c"]) is LocatedList
    assert (first["c"][1].where("d"), second["c"][1].where("d")) == (Where("one.yaml", 2, 12), Where("two.yaml", 2, 12))
    assert second["a"].key_where("b") == Where("two.yaml", 1, 5) and second["c"].where(1) == Where("two.yaml", 2, 8)


def test_what_becomes_of_a_value_is_nothing_to_who_reads_the_text_next():
    text = "a: {b: 1}\nc: [x, {d: 2}]\n"
    first = load_yaml(text, "f.yaml")
    offsets = len(first.source.offsets)
    first["c"][1]["d"] = first["a"]["e"] = 3
    first["c"].append(4)
    first.source.offsets.extend([0, 0])
    again = load_yaml(text, "f.yaml")
    assert again == {"a": {"b": 1}, "c": ["x", {"d": 2}]} and len(again.source.offsets) == offsets


def test_what_is_wrong_with_a_text_is_told_of_each_file_that_holds_it():
    text = "a: yes\nb: 1\nb: 2\n"
    told = [[finding.where for finding in examine_yaml(text, file)[1]] for file in ("one.yaml", "two.yaml")]
    assert told == [[Where(file, 1, 4), Where(file, 3, 1)] for file in ("one.yaml", "two.yaml")]


def test_places_of_keys_values_and_items():
    value = load_yaml("# deck\na: 1\nbc:\n  - x\n  - {d: 2, e: [3, 4]}\n", "f.yaml")
    inner = value["bc"][1]
    assert isinstance(value, LocatedMap) and isinstance(value["bc"], LocatedList) and isinstance(inner, LocatedMap)
    assert value.start == Where("f.yaml", 2, 1)
    assert value.key_where("bc") == Where("f.yaml", 3, 1)
    assert value.where("a") == Where("f.yaml", 2, 4)
    assert value["bc"].start == value.where("bc") == Where("f.yaml", 4, 3)
    assert value["bc"].where(0) == Where("f.yaml", 4, 5)
    assert inner.start == value["bc"].where(1) == Where("f.yaml", 5, 5)
    assert inner.key_where("e") == Where("f.yaml", 5, 12)
    assert inner["e"].where(1) == Where("f.yaml", 5, 19)
    with pytest.raises(KeyError):
        value.where("zz")
    with pytest.raises(IndexError):
        inner["e"].where(2)
    with pytest.raises(IndexError):
        inner["e"].where(-1)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_with_any_line_end_a_byte_order_mark_and_wide_letters(end):
    value = load_yaml(f"\ufeffä: 'é'{end}日本: [☠, b]{end}{end}c: 1", "f")
    assert value.where("ä") == Where("f", 1, 4)
    assert value["日本"].where(1) == Where("f", 2, 9)
    assert value.where("c") == Where("f", 4, 4)


LOOSE = """
yes, NO, On, off, True, FALSE, ~, NULL, Null, 012, -012, 00.5, 0x1F, 0o17, 0b11, 1_000, 1:30, 1:30:22.5,
2020-01-01, 2020-01-01 10:00:00, .inf, -.INF, .NaN, 1e5, 1.5E-3, 5., 1234567890123456
"""


@pytest.mark.parametrize("word", [word.strip() for word in LOOSE.split(",")])
def test_loose_words_are_refused_unless_quoted(word):
    assert refusals(f"a: 1\nb: {word}\n") == [(2, 4, "loose-scalar")]
    assert load_yaml(f"b: '{word}'", "f") == {"b": word}


def test_a_loose_word_is_refused_each_time_and_its_hint_names_the_cure():
    with pytest.raises(PrintgenError) as caught:
        load_yaml("- yes\n- yes\n- {a: 1:30}\n", "f.yaml")
    assert [str(f.where) for f in caught.value.findings] == ["f.yaml:1:3", "f.yaml:2:3", "f.yaml:3:7"]
    assert caught.value.findings[0].hint == "Write true or false, or put quotes around it."
    assert caught.value.exit == 3


def test_duplicate_keys_name_both_lines():
    with pytest.raises(PrintgenError) as caught:
        load_yaml("fp: 1\ncc: 2\n'fp': 3\n", "f.yaml")
    (finding,) = caught.value.findings
    assert finding.where == Where("f.yaml", 3, 1) and finding.code == "duplicate-key"
    assert "on line 1 and again on line 3" in finding.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: !!python/object/apply:os.system [ls]\n", [(1, 4, "tag")]),
        ("a: !!str 5\n!x b: !y c\n", [(1, 4, "tag"), (2, 1, "tag"), (2, 7, "tag")]),
        ("a: &x [1]\nb: *x\n", [(1, 4, "anchor"), (2, 4, "alias")]),
        ("- !!str true\n- &a 2\n- 1\n- !x 1\n", [(1, 3, "tag"), (2, 3, "anchor"), (4, 3, "tag")]),
        ("a: !!str true\nb: &a 1\n", [(1, 4, "tag"), (2, 4, "anchor")]),
        ("- k: 1\n- {&a k: 1, !x k2: 2}\n", [(2, 4, "anchor"), (2, 13, "tag")]),
        ("a: 1\n<<: {b: 2}\n", [(2, 1, "merge-key")]),
        ("a: 1\n---\nb: 2\n", [(2, 1, "many-documents")]),
        ("[a]: 1\n? {b: c}\n: 2\n", [(1, 1, "complex-key"), (2, 3, "complex-key")]),
        ("a: x\x07y\nb: \x00\n", [(1, 5, "control-character"), (2, 4, "control-character")]),
        ('a: "\\x07"\nb: "\\n\\t"\n', [(1, 4, "control-character")]),
        ("a: \u2028\n", [(1, 4, "control-character")]),
        ("a: \x85\n", [(1, 4, "control-character")]),
        ("a: \ud800\n", [(1, 4, "control-character")]),
        ("a:\n\tb: 1\n", [(2, 1, "tab-indent")]),
        ("- a\n\t- b\n", [(2, 1, "tab-indent")]),
        ("name: Ace: the pilot\n", [(1, 10, "syntax")]),
        ("a: 1\nb: 'abc\nc: 2\n", [(2, 4, "syntax")]),
        ("a: [1, 2\nb: 3\n", [(1, 4, "syntax")]),
        ("a: @b\n", [(1, 4, "syntax")]),
        ("a:\n  - 1\n b: 3\n", [(3, 2, "syntax")]),
        ("a: 1\nfoo\nb: 2\n", [(3, 1, "syntax")]),
        ("'': 1\n", [(1, 1, "bad-key")]),
    ],
)  # fmt: skip
def test_refused_at_the_exact_place(text, expected):
    assert refusals(text) == expected


def test_all_mistakes_of_a_file_come_together_even_before_a_syntax_error():
    text = "a: yes\nb: &x 1\na: 2\nc: 012\nd: [\n"
    assert [code for _, _, code in refusals(text)] == [
        "loose-scalar", "anchor", "duplicate-key", "loose-scalar", "syntax"
    ]  # fmt: skip


def test_a_flood_of_mistakes_is_cut_off():
    _, findings = yaml_events.examine_yaml("- yes\n" * 5000, "f.yaml")
    assert len(findings) == yaml_events.MAX_FINDINGS
    assert refusals("- yes\n" * 5000) == [(1, 3, "loose-scalar")]


def test_a_place_after_a_byte_order_mark_and_carriage_returns():
    assert refusals("\ufeffa: 1\r\nb: no\r\n") == [(2, 4, "loose-scalar")]


@pytest.mark.parametrize("opener", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused_without_a_crash(opener):
    ((line, column, code),) = refusals(opener * 100_000)
    assert (line, column, code) == (1, 40 * len(opener) + 1, "too-deep")


def test_too_deep_a_list_after_other_slips_is_told_beside_them_once():
    assert refusals("a: yes\nb: \x07\nc: " + "[" * 5000) == [
        (1, 4, "loose-scalar"),
        (2, 4, "control-character"),
        (3, 43, "too-deep"),
    ]


def test_forty_levels_are_allowed():
    value = load_yaml("[" * 40 + "]" * 40, "f")
    for _ in range(39):
        (value,) = value
    assert value == []


def test_billion_laughs_are_refused_at_the_first_laugh():
    lines = ["a0: &a0 [lol, lol]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]
    found = refusals("\n".join(lines))
    assert found[0] == (1, 5, "anchor") and found[2] == (2, 10, "alias")
    assert {code for _, _, code in found} == {"anchor", "alias"}


def test_long_scalars_are_refused_and_the_limit_itself_is_not():
    assert load_yaml("a: " + "x" * 100_000, "f") == {"a": "x" * 100_000}
    assert refusals("a: " + "x" * 100_001) == [(1, 4, "scalar-too-long")]
    assert refusals(f"- b\n- '{'x ' * 60_000}'") == [(2, 3, "scalar-too-long")]


def test_too_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(yaml_events, "MAX_VALUES", 100)
    assert refusals("[" + "[a, b],\n" * 100 + "]")[0][2] == "too-many-values"


def test_a_file_is_read_and_named_as_it_is_shown(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("- é\n- [a]\n", "utf-8")
    value = load_yaml_file(path, "cards/list.yaml")
    assert value == ["é", ["a"]]
    assert str(value.where(1)) == "cards/list.yaml:2:3"


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (b"a: 1\nb: \xc3\xa9\xff\n", (2, 5), "not-utf8"),
        ("a: 1".encode("utf-16"), (1, 1), "not-utf8"),
        (b"#" * (16 * 1024 * 1024 + 1), (0, 0), "file-too-big"),
        (None, (0, 0), "missing-file"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, data, place, code):
    path = tmp_path / "f.yaml"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(PrintgenError) as caught:
        load_yaml_file(path, "f.yaml")
    (finding,) = caught.value.findings
    assert (finding.where, finding.code) == (Where("f.yaml", *place), code)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(PrintgenError, match="no such file"):
        load_yaml_file(tmp_path, "f.yaml")


def test_what_is_refused_in_a_text_is_not_told_again_where_it_is_set() -> None:
    value, findings = examine_yaml('title: "Red \\x1b[31mbox"\n', "game.yaml")
    assert [finding.code for finding in findings] == ["control-character"]
    assert value == {"title": "Red [31mbox"}
