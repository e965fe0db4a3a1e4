"""What is affirmed and denied, compared and limited, in other words than the quote's."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

STOPPED = "For grade 3 or 4 interstitial lung disease abemaciclib is discontinued."
EXCLUDED = (
    "NCCN statements exclude colorectal cancer with a KRAS mutation from cetuximab and panitumumab."
)
WITHDRAWN = (
    "The accelerated approval of atezolizumab with paclitaxel for metastatic triple-negative breast"
    " cancer was withdrawn in 2021."
)
LIMITED = (
    "Afatinib was of limited benefit in EGFR exon 20 insertion lung cancer: only 2 of 23 patients"
    " had an objective response."
)
SEVERER = (
    "Complete loss of the enzyme generally leads to more severe signs than partial deficiency."
)
RESISTANT = (
    "In lung cancer with ALK G1269A, CIViC evidence of level C supports resistance to crizotinib."
)
TWO_LIMITS = (
    "A course of paclitaxel is not repeated until neutrophils are at least 1,500 cells/mm3 and"
    " platelets at least 100,000 cells/mm3."
)
AUC = "For carboplatin at AUC 4 or more, ASCO recommends a three-drug antiemetic combination."
NAMED = (
    "Olaparib plus abiraterone is indicated in the US for BRCA1- or BRCA2-mutated prostate cancer."
)
CASE = "A patient with a MET exon 14 change had a reduction of a lung cancer on capmatinib."
OTHERS = (
    "In solid tumours other than breast and gastric cancer, the median duration of response to"
    " trastuzumab deruxtecan was 11.3 months."
)
ANY_AGE = (
    "Larotrectinib was active in TRK fusion-positive tumours regardless of age or tumour type."
)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("For grade 3 or 4 interstitial lung disease abemaciclib is not discontinued.", STOPPED),
        ("NCCN statements do not exclude colorectal cancer with a KRAS mutation from cetuximab.",
         EXCLUDED),
        ("Atezolizumab with paclitaxel remains approved for metastatic triple-negative breast"
         " cancer.", WITHDRAWN),
        ("Afatinib was of benefit in EGFR exon 20 insertion lung cancer.", LIMITED),
        ("Partial deficiency leads to more severe signs than complete loss.", SEVERER),
        ("A course of paclitaxel may be repeated once neutrophils are at least 1,500 cells/mm3.",
         TWO_LIMITS),
        ("With MET exon 14 changes, patients have a reduction of lung cancer on capmatinib.", CASE),
        ("In breast and gastric cancer the median duration of response to trastuzumab deruxtecan"
         " was 11.3 months.", OTHERS),
        ("Larotrectinib was active regardless of a TRK fusion.", ANY_AGE),
        ("In ALK-negative lung cancer, CIViC evidence of level C supports resistance to"
         " crizotinib.", RESISTANT.replace("with ALK G1269A", "that is ALK-positive")),
    ],
)  # fmt: skip
def test_a_clause_turned_round_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Abemaciclib is stopped for interstitial lung disease of grade 3 or 4.", STOPPED),
        ("KRAS-mutated colorectal cancer is left out of cetuximab and panitumumab by the NCCN"
         " statements.", EXCLUDED),
        ("The accelerated approval of atezolizumab with paclitaxel for metastatic triple-negative"
         " breast cancer no longer stands.", WITHDRAWN),
        ("Fewer than one in ten patients with an EGFR exon 20 insertion responded to afatinib.",
         LIMITED),
        ("Signs are milder with partial deficiency than with complete loss.", SEVERER),
        ("The indication of olaparib plus abiraterone names BRCA1 and BRCA2 mutations but not"
         " ATM.", NAMED),
        ("One patient with a MET exon 14 change had a reduction on capmatinib.", CASE),
        ("Neither age nor tumour type mattered for larotrectinib in TRK fusion-positive tumours.",
         ANY_AGE),
    ],
)  # fmt: skip
def test_other_words_for_the_same_clause_may_stand(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


def test_a_rule_is_held_against_the_number_of_the_thread() -> None:
    sentence = "For carboplatin at AUC 3 ASCO recommends a three-drug antiemetic combination."
    assert "lies outside" in problem(sentence, AUC, asked="Carboplatin AUC 3: antiemetics?")
    met = "For carboplatin at AUC 5 ASCO recommends a three-drug antiemetic combination."
    assert problem(met, AUC, asked="Carboplatin AUC 5: antiemetics?") == ""


def test_enough_of_something_is_held_against_each_limit() -> None:
    asked = "Paclitaxel, neutrophils 1,200/mm3, platelets 140,000. Next course?"
    said = (
        "Her neutrophils suffice, so paclitaxel can be repeated with platelets that suffice, too."
    )
    assert "less than 1500" in problem(said, TWO_LIMITS, asked=asked)
    waits = "The next paclitaxel course has to wait: her neutrophils of 1,200 are below 1,500."
    assert problem(waits, TWO_LIMITS, asked=asked) == ""


def test_what_the_patient_takes_may_come_from_the_thread() -> None:
    quote = "If a strong CYP3A4 inhibitor cannot be avoided, the dose of encorafenib is reduced."
    asked = "61-year-old man on encorafenib; needs itraconazole."
    said = "With itraconazole, an unavoidable strong CYP3A4 inhibitor, he takes less encorafenib."
    assert "itraconazole" not in problem(said, quote, asked=asked)
    moderate = said.replace("itraconazole", "fluconazole").replace("he takes", "one takes")
    assert "fluconazole" in problem(moderate, quote)


def test_a_variant_of_the_title_is_no_variant_of_the_quote() -> None:
    title = "ALK resistance variants by name: G1202R, G1269A"
    said = RESISTANT.replace("G1269A", "G1202R")
    assert "G1202R" in problem(said, RESISTANT, title=title)


@pytest.mark.parametrize(
    ("ratio", "sentence", "is_denied"),
    [
        ("HR 0.58", "Olaparib does not prolong PFS [c1].", True),
        ("HR 0.58", "Olaparib did not improve progression-free survival [c1].", True),
        ("HR 0.58", "Median PFS was not longer with olaparib than with chemotherapy [c1].", True),
        ("HR 0.90, 95% CI 0.66 to 1.23", "Olaparib did not prolong PFS [c1].", False),
        ("HR 0.58", "Median PFS was 7.0 months with olaparib [c1].", False),
    ],
)
def test_a_gain_that_a_hazard_ratio_shows_is_not_denied(
    ratio: str, sentence: str, *, is_denied: bool
) -> None:
    quote = f"Median PFS was 7.0 months with olaparib versus 4.2 with chemotherapy ({ratio})."
    found = problem(sentence.replace(" [c1]", ""), quote)
    assert ("denies an effect" in found) is is_denied
