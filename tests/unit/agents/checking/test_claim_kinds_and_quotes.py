"""What excludes one another in closed vocabularies, one quote a clause, and other words."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

THIRD_LINE = (
    "For ALK-rearranged lung cancer after crizotinib and alectinib, ASCO allows lorlatinib in the"
    " third line."
)
OLDER = (
    "Median progression-free survival in PROFILE 1007 was 7.7 months with crizotinib and 3.0"
    " months with chemotherapy."
)
NEWER = (
    "Progression-free survival in PROFILE 1014 was 10.9 months with crizotinib and 7.0 months with"
    " chemotherapy."
)
ALPELISIB = "Alpelisib plus fulvestrant is indicated in the US (FDA label of 2024-01-18)."
CAPIVASERTIB = "Capivasertib plus fulvestrant is indicated in the US (FDA label of 2023-11-16)."
RESPONSES = (
    "Median progression-free survival was increased with cediranib plus olaparib (17.7 months"
    " versus 9.0 months); the response rate was increased (79.6% versus 47.8%)."
)
TRIAL = "The trial randomised 572 patients with breast cancer."
MUTATED = "A PIK3CA mutation was confirmed in 341 of those patients with breast cancer."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("ASCO allows lorlatinib as the second line after crizotinib.", THIRD_LINE),
        (
            "Dacomitinib was tested in an open-label phase 2 study.",
            "Dacomitinib was tested in a double-blind phase 2 study.",
        ),
        (
            "The variant is a missense change of TP53.",
            "The variant is a truncating change of TP53.",
        ),
        (
            "In the final analysis survival was longer with the drug.",
            "In the interim analysis survival was longer with the drug.",
        ),
        (
            "Survival was longer in univariate analysis.",
            "Survival was longer in the adjusted analysis of the cohort.",
        ),
    ],
)
def test_one_of_a_closed_vocabulary_is_not_another(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("After crizotinib and alectinib ASCO allows lorlatinib as the third line.", THIRD_LINE),
        (
            "Tamoxifen lowered mortality by 2.8 percentage points.",
            "Mortality was 12.2% with continued tamoxifen and 15.0% with stopping.",
        ),
        (
            "Ice chips are kept in the mouth during the infusion.",
            "Ice chips are held in the mouth during the infusion, against stomatitis.",
        ),
        (
            "Both interim and final analyses favoured the drug.",
            "The final analysis favoured the drug, as the interim analysis had done.",
        ),
    ],
)
def test_words_of_other_things_are_no_contrast(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("In PROFILE 1014 crizotinib held off progression for 7.7 months.", (OLDER, NEWER)),
        (
            "Alpelisib stands on the FDA label of 2023-11-16, capivasertib on that of 2024-01-18.",
            (ALPELISIB, CAPIVASERTIB),
        ),
    ],
)
def test_a_number_is_told_in_the_words_of_its_own_quote(
    sentence: str, quotes: tuple[str, ...]
) -> None:
    assert problem(sentence, *quotes)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("In PROFILE 1007 crizotinib held off progression for 7.7 months.", (OLDER, NEWER)),
        (
            "Crizotinib reached 7.7 months in PROFILE 1007 and 10.9 months in PROFILE 1014.",
            (OLDER, NEWER),
        ),
        (
            "Alpelisib stands on the FDA label of 2024-01-18, capivasertib on that of 2023-11-16.",
            (ALPELISIB, CAPIVASERTIB),
        ),
        ("A PIK3CA mutation was found in 341 of 572 patients.", (TRIAL, MUTATED)),
    ],
)
def test_a_clause_may_join_what_its_quotes_say(sentence: str, quotes: tuple[str, ...]) -> None:
    assert not problem(sentence, *quotes)


def test_a_check_of_places_only_doubts_a_sentence_in_other_words() -> None:
    told = "Cediranib with olaparib about doubled it, and some 80% responded instead of half."
    assert not problem(told, RESPONSES)
    literal = "The response rate was increased with cediranib plus olaparib (17.7% versus 9.0%)."
    assert problem(literal, RESPONSES)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "With an interval up to 1.015 a gain in overall survival is not shown.",
            "Overall survival was not significantly longer (hazard ratio 0.804, 95% CI 0.637 to"
            " 1.015).",
        ),
        (
            "The trial assigned some 4,800 patients to pertuzumab or placebo.",
            "The trial assigned patients to pertuzumab (2400) or placebo (2405).",
        ),
        (
            "ASCO allows radiotherapy for unresectable oligometastases in the liver.",
            "ASCO allows radiotherapy for oligometastases in the liver that cannot be resected.",
        ),
        (
            "For the trial the ejection fraction must not be below 50%.",
            "An ejection fraction of at least 50% is required for the trial.",
        ),
        (
            "Preservative-free eye drops are used four times a day or more.",
            "Preservative-free eye drops are used at least 4 times a day.",
        ),
        (
            "Larotrectinib rests on one patient with a partial response (CIViC level C).",
            "one patient had a partial response with larotrectinib. approval status: c - case"
            " study. source: civic.",
        ),
    ],
)
def test_other_words_for_the_same(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "The trial assigned some 5,800 patients to pertuzumab or placebo.",
            "The trial assigned patients to pertuzumab (2400) or placebo (2405).",
        ),
        (
            "For the trial the ejection fraction must not be above 50%.",
            "An ejection fraction of at least 50% is required for the trial.",
        ),
        (
            "Larotrectinib rests on one patient (CIViC level A).",
            "one patient responded to larotrectinib. approval status: c - case study.",
        ),
        (
            "Larotrectinib is approved for this cancer.",
            "one patient had a partial response with larotrectinib. approval status: c - case"
            " study.",
        ),
        (
            "The record holds no figures for node-negative disease.",
            "Survival was 92.0% in node-positive and 97.5% in node-negative disease.",
        ),
        (
            "Hyperprogression is brought about by the immunotherapy itself.",
            "It is not known whether hyperprogression is caused by the immunotherapy.",
        ),
    ],
)
def test_what_only_sounds_the_same_is_not(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)
