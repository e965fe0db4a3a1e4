"""What is compared and quoted is what a reader sees."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from retrieval.text.invisible import readable

UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2063\u2066\u2069"
    "\u206a\ufe00\ufe0f\ufeff\U000e0034\U000e0100"
)


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_a_sign_that_nobody_sees_parts_no_number_and_no_name(sign: str) -> None:
    assert readable(f"4{sign}0{sign}{sign} mg of ola{sign}parib") == "40 mg of olaparib"


def test_no_format_character_is_left_in_words_and_numbers() -> None:
    signs = [chr(code) for code in range(sys.maxunicode + 1)]
    formats = [each for each in signs if unicodedata.category(each) == "Cf"]
    left = [each for each in formats if readable(f"4{each}0") != "40"]
    assert not [each for each in left if readable(f"4{each}0") != "4\ufffd0" and not _drawn(each)]


def _drawn(sign: str) -> bool:
    """Signs of numbers and verses in Arabic, Syriac, Kaithi and hieroglyphs, which are drawn."""
    return unicodedata.name(sign).startswith(
        ("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN")
    ) and unicodedata.name(sign) not in ("ARABIC LETTER MARK",)


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ("4\u31640 mg", "4 0 mg"),
        ("5 mg\u20286 mg\u00857 mg", "5 mg\n6 mg\n7 mg"),
        ("1\x1b[31m00 mg\x7f", "1\ufffd[31m00 mg\ufffd"),
        ("2\ufff94\ufffb0 mg", "2\ufffd4\ufffd0 mg"),
        ("a\tb\r\nc\x0cd", "a\tb\r\nc\x0cd"),
    ],
)
def test_what_each_program_draws_otherwise_is_made_plain(given: str, seen: str) -> None:
    assert readable(given) == seen


def test_joiners_of_emoji_and_other_scripts_stay() -> None:
    doctor, persian = "\U0001f469\u200d\u2695\ufe0f", "\u0645\u06cc\u200c\u062e\u0648\u0631\u062f"
    assert readable(f"{doctor}, {persian}") == f"{doctor}, {persian}"
