"""Capitals, the order of words and numbers, as languages have them."""

import pytest

from printgen.base.names import (
    capitalize,
    decimal_sign,
    lower,
    parts_by_case,
    percentage,
    sort_key,
    title_case,
    upper,
    use_language,
)


@pytest.mark.parametrize(
    ("language", "small", "capitals"),
    [
        ("en", "nine istifa, straße", "NINE ISTIFA, STRASSE"),
        ("tr", "nine istifa, ışık", "NİNE İSTİFA, IŞIK"),
        ("tr-TR", "diz", "DİZ"),
        ("az", "ildırım", "İLDIRIM"),
        ("el", "άδεια μάχη, ο Μάιος ή όχι", "ΑΔΕΙΑ ΜΑΧΗ, Ο ΜΑΪΟΣ Ή ΟΧΙ"),
        ("el", "προϊόν, ύψος, ΐ, οδός, άυλος, ᾳ", "ΠΡΟΪΟΝ, ΥΨΟΣ, Ϊ, ΟΔΟΣ, ΑΫΛΟΣ, ΑΙ"),
        ("el", "café", "CAFÉ"),
        ("en", "άδεια", "ΆΔΕΙΑ"),
        ("de", "Fuß", "FUSS"),
        ("lt", "i̇́ j̇̃", "Í J̃"),
        ("nl", "ijs", "IJS"),
    ],
)
def test_capitals(language: str, small: str, capitals: str) -> None:
    assert upper(small, language) == capitals
    with use_language(language):
        assert upper(small) == capitals


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("tr", "ILIK İNCİ", "Ilık İnci"),
        ("az", "ILIK", "Ilık"),
        ("nl", "ijsland en het IJ", "IJsland En Het IJ"),
        ("el", "ΟΔΟΣ άγιος", "Οδος Άγιος"),
        ("de", "ßa straße", "Ssa Straße"),
        ("hr", "ǆep", "ǅep"),
        ("en", "ICE-cold (water)", "Ice-Cold (Water)"),
    ],
)
def test_titles(language: str, text: str, read: str) -> None:
    assert title_case(text, language) == read


def test_small_letters_and_a_first_capital() -> None:
    assert (lower("IĞDIR İL", "tr"), lower("ΟΔΟΣ"), lower("IL")) == ("ığdır il", "οδος", "il")
    assert (capitalize("istanbul", "tr"), capitalize("istanbul"), capitalize("")) == ("İstanbul", "Istanbul", "")


def test_marks_stay_with_their_small_letters() -> None:
    assert [*parts_by_case("Aq̂b 2C")] == [(False, "A"), (True, "q̂b"), (False, " 2C")]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "A Ångström b éclair eclipse Zebra zoo"),
        ("en", "cote coté côte côté"),
        ("de", "Apfel Äpfel Armut Straße Strauß Zug"),
        ("sv", "zon Ångström ära öl"),
        ("da", "zone æble øl år"),
        ("es", "nube ñandú oso"),
        ("tr", "cam çam dam halı ılık inci oda öda sal şal ulu ünlü"),
        ("pl", "lato łata mama zebra źdźbło żaba"),
        ("cs", "cena čas dům rak řeka zub žába"),
        ("el", "άλφα βήτα Έψιλον"),
        ("ru", "елка ёлка игра йод кот"),
        ("uk", "дім ера єва игра їжак йод"),
    ],
)
def test_words_stand_as_in_a_dictionary(language: str, words: str) -> None:
    told = words.split()
    assert sorted(set(told), key=lambda word: sort_key(word, language)) == told


@pytest.mark.parametrize(
    ("language", "sign", "share"),
    [("en", ".", "5%"), ("de", ",", "5\u00a0%"), ("de-CH", ".", "5\u00a0%"), ("fr", ",", "5\u202f%"), ("tr", ",", "%5"),
     ("es-MX", ".", "5\u00a0%"), ("el", ",", "5%"), ("ja", ".", "5%")],
)  # fmt: skip
def test_numbers(language: str, sign: str, share: str) -> None:
    assert (decimal_sign(language), percentage("5", language)) == (sign, share)


def test_a_first_letter_with_its_accent_becomes_a_capital() -> None:
    assert capitalize("e\u0301tat") == "E\u0301tat" and capitalize("") == "" and capitalize("ijs", "nl") == "IJs"
