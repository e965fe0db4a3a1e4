"""A marker that is denied, doubted or gone is never read as present, however that is written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from names.clinical.markers import doubted_markers, read_markers
from names.clinical.markers.grouping import Grouper
from names.clinical.markers.lexing import lex
from names.clinical.markers.reader import _leave_out_blood
from names.clinical.values import Marker
from tests.cpu_growth import LINEAR, growth

SIGNS = {"present": "+", "absent": "-", "uncertain": "?"}


def told(text: str) -> set[str]:
    """Each marker with its state and a sign for its polarity."""
    doubted = doubted_markers(text)
    values = (found.value for found in read_markers(text) if found not in doubted)
    return {f"{m.name} {m.state}{SIGNS[m.polarity]}" for m in values if isinstance(m, Marker)}


@pytest.mark.parametrize(
    "head",
    [
        "Pertinent negatives:", "Not detected:", "Absent:", "Negative:", "Excluded:", "Wild type:",
        "Alterations not found:", "No mutation in:", "No alterations:", "Ruled out:", "NSCLC. WT:",
        "Metastatic NSCLC, not detected:", "Negative results:", "No evidence of:", "Negative -",
        "No pathogenic variants were found in:", "Genes without alterations:",
        "Negative findings\n",
        "Negatives:\n", "Not detected:\n- ", "Tested and negative:", "NGS negative:",
    ],
)  # fmt: skip
def test_a_heading_that_denies_holds_for_its_list(head: str) -> None:
    text = f"{head} EGFR L858R, ALK fusion, BRAF V600E. Detected: KRAS G12C"
    expected = {"EGFR L858R-", "ALK fusion-", "BRAF V600E-", "KRAS G12C+"}
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Negative: MSI-H, BRAF V600E, HER2 amplification",
         {"MSI high-", "BRAF V600E-"}),
        ("Not detected: ALK fusion, EGFR L858R.\nDetected: KRAS G12C",
         {"ALK fusion-", "EGFR L858R-", "KRAS G12C+"}),
        ("Negative:\nEGFR L858R\nALK fusion\n\nKRAS G12C",
         {"EGFR L858R-", "ALK fusion-", "KRAS G12C+"}),
        ("Negative: EGFR L858R; positive: KRAS G12C", {"EGFR L858R-", "KRAS G12C+"}),
        ("Negative: EGFR L858R, KRAS G12C positive", {"EGFR L858R-", "KRAS G12C+"}),
        ("Negative: EGFR L858R but KRAS G12C", {"EGFR L858R-", "KRAS G12C+"}),
        ("Negative: EGFR L858R; KRAS G12C", {"EGFR L858R-"}),
        ("Tested genes: EGFR, KRAS G12C, BRAF V600E. All negative.",
         {"EGFR altered-", "KRAS G12C-", "BRAF V600E-"}),
        ("Tested: KRAS G12C, BRAF V600E - nothing found", {"KRAS G12C-", "BRAF V600E-"}),
        ("Tested genes: KRAS G12C, BRAF V600E.", set()),
        ("panel (EGFR, KRAS G12C, BRAF V600E) negative",
         {"EGFR altered-", "KRAS G12C-", "BRAF V600E-"}),
        ("Pending: ALK fusion, ROS1 fusion", set()),
        ("ctDNA negative: tissue EGFR L858R", set()),
        ("Not tested: ALK fusion, BRCA1", set()),
        ("No actionable alterations: KRAS G12D", set()),
        ("EGFR L858R: 0", {"EGFR L858R-"}),
        ("EGFR L858R:0", {"EGFR L858R-"}),
        ("EGFR mutation: N", {"EGFR altered-"}),
        ("EGFR L858R 0%", {"EGFR L858R-"}),
    ],
)  # fmt: skip
def test_what_a_heading_or_a_result_says(text: str, expected: set[str]) -> None:
    assert told(text) >= expected
    assert not {each for each in told(text) if each.endswith("+")} - expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MRI brain negative: EGFR L858R", "EGFR L858R+"),
        ("NSCLC node negative: EGFR L858R", "EGFR L858R+"),
        ("HER2 negative: ESR1 mutation", "ESR1 altered+"),
        ("Never smoker, molecular: EGFR L858R", "EGFR L858R+"),
        ("No prior therapy. NGS: KRAS G12C", "KRAS G12C+"),
        ("Triple-negative breast cancer: PIK3CA H1047R", "PIK3CA H1047R+"),
        ("KRAS G12C. All nodes negative.", "KRAS G12C+"),
        ("EGFR L858R. Nothing else found.", "EGFR L858R+"),
        ("EGFR L858R, ALK/ROS1/RET all negative", "EGFR L858R+"),
        ("Negative predictive factors: BRAF V600E", "BRAF V600E+"),
        ("ALK fusion\nPositive\nEGFR L858R\nNegative", "ALK fusion+"),
        ("Tests not available: PD-L1\n\nDetected: BRAF V600E", "BRAF V600E+"),
    ],
)
def test_a_heading_of_something_else_denies_nothing(text: str, expected: str) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    "words",
    [
        "not detected", "was not found", "excluded", "ruled out by PCR", "not confirmed by IHC",
        "could not be confirmed", ": not detected", "was never confirmed", "is not present",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("MSI-H", "MSI high-"), ("dMMR", "MSI high-"), ("MMR deficiency", "MSI high-"),
        ("TMB-high", "TMB high-"), ("HER2-positive", "HER2 positive-"),
        ("BRAF V600E", "BRAF V600E-"),
        ("ALK fusion", "ALK fusion-"),
    ],
)  # fmt: skip
def test_a_word_that_tells_its_state_is_denied_from_behind(
    name: str, expected: str, words: str
) -> None:
    assert told(f"CRC, {name} {words}".replace(" :", ":")) == {expected}


@pytest.mark.parametrize(
    "text",
    [
        "EGFR L858R could not be detected", "EGFR L858R couldn't be found",
        "EGFR L858R nondetectable",
        "EGFR L858R can't be found", "EGFR L858R was never detected", "failed to detect EGFR L858R",
        "NGS failed to show EGFR L858R", "unable to detect EGFR L858R", "loss of EGFR L858R",
        "lost EGFR L858R",
    ],
)  # fmt: skip
def test_what_is_not_found_or_lost_is_absent(text: str) -> None:
    assert told(text) == {"EGFR L858R-"}


@pytest.mark.parametrize(
    "text",
    [
        "rule out ALK fusion, FISH sent", "ALK fusion suspected", "possible ALK fusion",
        "ALK fusion likely", "ALK fusion cannot be excluded", "ALK fusion not excluded",
        "ALK fusion testing planned", "hoping for an ALK fusion", "test for ALK fusion",
        "consider testing for ALK fusion", "screen for ALK fusion, ROS1 fusion or RET fusion",
        "EGFR L858R false positive", "EGFR L858R reported in error", "NSCLC, ALK+?",
    ],
)  # fmt: skip
def test_what_is_doubted_or_planned_is_not_told(text: str) -> None:
    assert told(text) == set()


def test_a_guideline_that_asks_for_a_test_names_its_patients() -> None:
    read = read_markers("ASCO recommends testing for mismatch repair deficiency.")
    assert [found.value.name for found in read if isinstance(found.value, Marker)] == ["MSI"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tested positive for EGFR L858R", "EGFR L858R+"),
        ("tested for ALK fusion: positive", "ALK fusion+"),
        ("rule out ALK fusion: negative", "ALK fusion-"),
        ("likely pathogenic BRCA2 variant", "BRCA2 altered+"),
        ("suspected NSCLC, EGFR L858R", "EGFR L858R+"),
        ("suspected progression, EGFR L858R", "EGFR L858R+"),
        ("biopsy pending, EGFR L858R", "EGFR L858R+"),
        ("EGFR L858R, possible ILD", "EGFR L858R+"),
        ("loss of PTEN, BRAF V600E", "BRAF V600E+"),
        ("loss of PTEN, BRAF V600E", "PTEN loss+"),
        ("BRAF V600E melanoma excluded from trial", "BRAF V600E+"),
        ("EGFR T790M and MET amplification not detected", "EGFR T790M-"),
    ],
)
def test_doubt_and_denial_of_something_else(text: str, expected: str) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EGFR T790M was positive, now negative", "EGFR T790M-"),
        ("T790M positive before osimertinib, negative now", "EGFR T790M-"),
        ("was ER positive, now negative", "ER positive-"),
        ("HER2 positive on core, negative on resection", "HER2 positive-"),
        ("HER2 negative on core, positive on resection", "HER2 positive+"),
        ("CML, had T315I, now gone", "ABL1 T315I-"),
        ("FLT3 pos at dx, neg at relapse", "FLT3 altered-"),
        ("FLT3-ITD at diagnosis, lost at relapse", "FLT3 ITD-"),
        ("previously KRAS mutated, now wild type", "KRAS altered-"),
        ("ER/PR positive, now negative", "PR positive-"),
        ("HER2 neg in 2019, pos in 2023", "HER2 positive+"),
        ("HER2 neg in 2023, pos in 2019", "HER2 positive-"),
        ("HER2 positive breast cancer, now node negative", "HER2 positive+"),
        ("EGFR L858R, COVID positive last week, now negative", "EGFR L858R+"),
        ("EGFR L858R with brain mets, now gone", "EGFR L858R+"),
        ("EGFR L858R on osimertinib, MRI brain now negative", "EGFR L858R+"),
    ],
)
def test_of_two_states_the_later_in_time_counts(text: str, expected: str) -> None:
    assert expected in told(text)
    assert expected[:-1] + {"+": "-", "-": "+"}[expected[-1]] not in told(text)


@pytest.mark.parametrize("minus", ["-", "−", "–"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BRCA1~, BRCA2+", {"BRCA1 altered-", "BRCA2 altered+"}),
        ("BRCA1+/BRCA2~", {"BRCA1 altered+", "BRCA2 altered-"}),
        ("KRAS~; NRAS+", {"KRAS altered-", "NRAS altered+"}),
        ("HER2~ER+", {"HER2 positive-", "ER positive+"}),
        ("ER~PR~HER2+", {"ER positive-", "PR positive-", "HER2 positive+"}),
        ("HR~HER2+", {"HR positive-", "HER2 positive+"}),
    ],
)
def test_each_marker_keeps_its_own_sign(text: str, expected: set[str], minus: str) -> None:
    assert told(text.replace("~", minus)) == expected


def test_genes_in_a_row_are_no_fusion() -> None:
    assert told("EGFR-ALK-ROS1-") == {"EGFR altered-", "ALK altered-", "ROS1 altered-"}
    assert told("EML4-ALK+") == {"ALK fusion+"}
    assert told("EML4-ALK-") == {"ALK fusion-"}
    numbered = told("BRCA 1 negative, BRCA 2 positive")
    assert numbered == {"BRCA1 altered-", "BRCA2 altered+"}


@pytest.mark.parametrize(
    ("text", "absent", "present"),
    [
        ("without EGFR, ALK, KRAS G12C", "KRAS G12C-", ""),
        ("without L858R, T790M, C797S", "EGFR T790M-", ""),
        ("no EGFR, ALK, ROS1, RET, KRAS G12C", "RET altered-", ""),
        ("no EGFR mutation, KRAS G12C", "EGFR altered-", ""),
        ("no EGFR, ALK, MSI-H", "ALK altered-", ""),
        ("no EGFR mutation, KRAS G12C positive", "EGFR altered-", "KRAS G12C+"),
        ("no EGFR mutation, ALK fusion present", "EGFR altered-", "ALK fusion+"),
        ("no EGFR or ALK, KRAS G12C", "ALK altered-", "KRAS G12C+"),
    ],
)
def test_a_denied_list_is_never_present(text: str, absent: str, present: str) -> None:
    assert absent in told(text)
    assert {each for each in told(text) if each.endswith("+")} == {present} - {""}


def test_a_marker_is_not_held_against_all_that_were_told_before() -> None:
    """40,000 characters of "HER2-low" took 6 s of the processor, half of it for this."""

    def leaving_out(count: int) -> Callable[[], object]:
        text = "HER2-low " * count
        items = Grouper().group(lex(text))
        assert len(items) == count
        return lambda: _leave_out_blood(text, items)

    assert growth(leaving_out, 600) < LINEAR
