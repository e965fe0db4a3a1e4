"""A filtered pattern finds what the pattern itself finds, and says what a text must hold for it."""

from __future__ import annotations

import re
import string
import sys

import pytest

from names.patterns.filtered import filtered_pattern
from names.patterns.forms import one_of
from names.patterns.required import required_strings_of
from names.patterns.trigrams import fold_case, letters_of
from retrieval.text.sentences import split
from tests.unit.linear_time.patterns import all_patterns

TEXTS = (
    "EGFR-mutated NSCLC, progressed on osimertinib; bilirubin 2.4 mg/dL, CrCl 38 mL/min, ECOG 1.",
    "HER2-low (IHC 1+) mBC with liver mets after T-DXd, 62 yo woman, BRCA2 c.5946del, no germline.",
    "Is 1L pembrolizumab OK in PD-L1 TPS ≥50 % without driver mutations? KEYNOTE-024, TMB-H, MSS",
    "Strong CYP3A4 inhibitors: reduce to 100 mg q.d.; Child-Pugh B, QTc 510 ms, platelets <75",
    "Grade 3 diarrhœa on capecitabine (DPYD *1/*2A) – stopped. Pregnancy: contraindicated.",
    "ſtage IV meſothelioma, KRAS G12C, the NİVOLUMAB arm; 3rd-line, İPİLİMUMAB\nMET ex14",
    "NCCN category 2A, ESCAT IA; FDA approval in May 2024 (ASCENT-04/KEYNOTE-D19) rs9934438",
    "Which trial could she join, and what are the inclusion criteria? How common is diarrhoea?",
    "What is the dose in renal impairment - 1250 or 1500 mg? Any interaction with warfarin?",
    "Is it safe in pregnancy, when do I check LFTs, how does it work, and what does BRCA1 do?",
    "Median OS was 11.2 rather than 7.8 months (HR 0.64); one in four had died at 1-, 3- and 5-yr.",
    "Given orally q3w or every other week, half of the women stopped; grade 3+ in 12 per cent.",
)  # fmt: skip


def test_what_a_pattern_finds_it_also_finds_filtered() -> None:
    pieces = [text[span.start : span.end] for text in TEXTS for span in split(text)]
    for name, pattern in all_patterns().items():
        if not name.startswith(("names", "retrieval.derivation")) and not name.endswith(".regex"):
            continue
        needs = required_strings_of(pattern.pattern, pattern.flags)
        for piece in filter(pattern.search, (*TEXTS, *pieces)):
            assert all(need.is_met(letters_of(piece)) for need in needs), (name, piece)


def test_what_a_letter_of_a_pattern_takes_is_folded_to_that_letter() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    letters = "".join(set(re.findall(r"(?i)[a-z0-9_ .,:;()/+-]", everything)))
    for letter in string.printable:
        for character in re.findall(re.escape(letter), letters, re.IGNORECASE):
            assert fold_case(character) == fold_case(letter)
    for kind, as_written in ((r"\d", "0"), (r"\W", " "), (r"\s", " ")):
        assert set(fold_case("".join(re.findall(kind, everything)))) == {as_written}


@pytest.mark.parametrize(
    ("pattern", "strings"),
    [
        (r"(?i)\bbilirubin\b", [(" bilirubin ",)]),
        (r"(?i)\b(?:total )?bili(?:rubin)?\b", [(" bili ", " bilirubin ")]),
        (r"\b(?:AST|SGOT)\b", [(" ast ", " sgot ")]),
        (r"(?<![\w-])TNBC(?!\w)", [(" tnbc ",)]),
        (r"colou?r", [("color", "colour")]),
        (r"x\d{1,2} of [1-4]", [("x0 of 0", "x00 of 0")]),
        (r"\w+ therapy", [(" therapy",)]),
        (r"(?:mg|µg)\s?/\s?day", [(" day",)]),
        (r"alpha.{0,20}beta", [("beta",), ("alpha",)]),
        (r"(?:one|two)?", []),
        (r"\d", []),
        (r".*", []),
        (r"(?=.*trial)phase", [("phase",), ("trial",)]),
        (r"(?!not )phase", [("phase",)]),
        (r"(?P<a>ab|cd)(?P=a)", [("ab", "cd")]),
        (r"(?a:word)\b", []),
    ],
)
def test_what_a_text_must_hold(pattern: str, strings: list[tuple[str, ...]]) -> None:
    found = [need.strings for need in required_strings_of(pattern)]
    assert sorted(found) == sorted(strings)


def test_of_many_forms_the_longest_that_fits_is_taken() -> None:
    forms = ("pd", "pd on", "pt", "p", "AC-T", "AC")
    pattern = re.compile(rf"\b(?:{one_of(forms)})(?!\w)")
    assert pattern.findall("pd on pd pt AC-T AC p pdx") == ["pd on", "pd", "pt", "AC-T", "AC", "p"]
    assert re.fullmatch(one_of(forms), "pd o") is None
    assert re.fullmatch(one_of(["a+b"]), "a+b")


def test_a_text_that_cannot_match_is_told_without_the_pattern() -> None:
    pattern = filtered_pattern(r"\b(?P<measure>platelets?|plt)\s(?P<value>\d+)", re.IGNORECASE)
    assert not pattern.can_match("Haemoglobin 9.1 g/dL after the second cycle.")
    assert pattern.search("PLT 80") is not None
    assert pattern.search("PLT 80 today", 4) is None
    assert [each["value"] for each in pattern.finditer("platelets 80, then plt 60")] == ["80", "60"]
    assert pattern.sub("#", "Plt 80; Hb 9") == "#; Hb 9"
    assert pattern.sub("#", "Hb 9") == "Hb 9"
