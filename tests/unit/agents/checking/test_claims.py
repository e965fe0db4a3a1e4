"""Sentences held against their quotes: what a fair wording may change, and what no wording may."""

from __future__ import annotations

import pytest

from agents.checking.claims import QuotedText, problem_with_claim, problem_with_document_quote

ARMS = (
    "Median progression-free survival in ALPHA was 12.4 months with olaparib plus bevacizumab and"
    " 7.0 months with placebo plus bevacizumab (hazard ratio 0.58, 95% CI 0.44 to 0.77)."
)
EVENTS = (
    "Olaparib caused more anaemia (31.5% versus 6.2%) and fatigue (22.0% versus 15.1%) than"
    " placebo."
)
DOSE = (
    "In severe renal impairment talazoparib is given at 0.5 mg once daily; no adjustment is needed"
    " in mild hepatic impairment."
)
ADVICE = "For stage IV melanoma ASCO lists nivolumab alone as an option in the first line."
CONDITION = "If a strong CYP3A4 inhibitor cannot be avoided, the neratinib dose is halved."
ASKED = "ALPHA asked whether olaparib delays progression of ovarian cancer."
UNSHOWN = (
    "Overall survival in BETA was 30.1 months with alpelisib and 28.0 months with placebo (hazard"
    " ratio 0.91, 95% CI 0.78 to 1.07)."
)
DENIED = "Niraparib is not recommended in moderate hepatic impairment."
CELLS = "Breast cancer cells with ESR1 D538G were resistant to tamoxifen (CIViC; level D)."


def problem(sentence: str, *quotes: str, asked: str = "") -> str:
    keyed = {
        f"c{n}": QuotedText(text=quote, title="", organisation="", date="2024")
        for n, quote in enumerate(quotes, 1)
    }
    return problem_with_claim(asked, sentence + "".join(f" [{key}]" for key in keyed), keyed)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("In ALPHA median PFS was 12.4 versus 7.0 months with olaparib (HR 0.58).", ARMS),
        ("Olaparib lengthened median PFS by 5.4 months in ALPHA.", ARMS),
        ("With olaparib plus bevacizumab PFS was about 12 months.", ARMS),
        ("In ALPHA the risk of progression fell by 42% with olaparib.", ARMS),
        ("Anaemia occurred in 31.5% on olaparib and 6.2% on placebo.", EVENTS),
        ("Nearly a third of patients had anaemia on olaparib.", EVENTS),
        ("Talazoparib is taken at 0.5 mg a day in severe renal impairment.", DOSE),
        ("ASCO allows nivolumab alone as first-line treatment of metastatic melanoma.", ADVICE),
        ("Neratinib is given at half the dose if a strong CYP3A4 inhibitor is needed.", CONDITION),
        ("ALPHA asked if olaparib delays progression in ovarian cancer.", ASKED),
        ("OS did not differ significantly in BETA (HR 0.91).", UNSHOWN),
        ("In moderate hepatic impairment niraparib is not advised.", DENIED),
        ("In cells, ESR1 D538G went with resistance to tamoxifen (level D).", CELLS),
    ],
)
def test_a_fair_wording_is_verified(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote", "about"),
    [
        ("Median PFS was 7.0 months with olaparib plus bevacizumab.", ARMS, "something else"),
        ("Median OS was 12.4 months with olaparib plus bevacizumab.", ARMS, "overall survival"),
        ("The hazard ratio in ALPHA was 0.77 (95% CI 0.44 to 0.58).", ARMS, "interval"),
        ("Olaparib lengthened median PFS by 6.4 months in ALPHA.", ARMS, "6.4"),
        ("Olaparib shortened median PFS in ALPHA.", ARMS, "opposite"),
        ("Fatigue occurred in 31.5% of patients on olaparib.", EVENTS, "something else"),
        ("Talazoparib is given at 0.5 mg twice daily in severe renal impairment.", DOSE, ""),
        ("In severe hepatic impairment talazoparib is given at 0.5 mg once daily.", DOSE, ""),
        ("In moderate renal impairment talazoparib is given at 0.5 mg once daily.", DOSE, ""),
        ("ASCO prefers nivolumab alone in the first line of stage IV melanoma.", ADVICE, "prefer"),
        ("NCCN lists nivolumab alone as an option in stage IV melanoma.", ADVICE, "NCCN"),
        ("ASCO lists nivolumab alone as an option in the second line.", ADVICE, ""),
        ("ASCO lists nivolumab alone as an option for every melanoma.", ADVICE, "every"),
        ("The neratinib dose is halved with every strong CYP3A4 inducer.", CONDITION, ""),
        ("The neratinib dose is doubled if a strong CYP3A4 inhibitor is given.", CONDITION, ""),
        ("Olaparib delays progression of ovarian cancer.", ASKED, "only ask"),
        ("The OS benefit of alpelisib in BETA was significant.", UNSHOWN, "significant"),
        ("Niraparib is recommended in moderate hepatic impairment.", DENIED, "deny"),
        ("Patients with ESR1 D538G are resistant to tamoxifen (level D).", CELLS, "cells"),
        ("ESR1 D538G cells are resistant to tamoxifen (level A).", CELLS, "level a"),
    ],
)
def test_a_changed_meaning_is_not(sentence: str, quote: str, about: str) -> None:
    found = problem(sentence, quote)
    assert found
    assert about in found


def test_a_number_of_one_quote_does_not_speak_for_the_drug_of_another() -> None:
    other = "Median progression-free survival in GAMMA was 9.1 months with rucaparib."
    assert problem("Rucaparib gave a median PFS of 12.4 months.", ARMS, other)
    assert problem("Rucaparib gave a median PFS of 9.1 months in GAMMA.", ARMS, other) == ""


def test_the_question_tells_the_patient_and_nothing_of_what_a_drug_is_for() -> None:
    asked = "Melanoma, BRAF K601E, 61-year-old man. Nivolumab?"
    assert problem("Nivolumab alone is an ASCO option for BRAF K601E.", ADVICE, asked=asked)
    kept = "For his stage IV melanoma with BRAF K601E ASCO lists nivolumab alone as an option."
    assert problem(kept, ADVICE, asked=asked) == ""


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (f"{UNSHOWN} [c1, c2]", "It cites c2, but no quote of that key is given."),
        (f"{UNSHOWN} [c9][c1]", "It cites c9, but no quote of that key is given."),
        (f"{UNSHOWN} [c1]", ""),
        (UNSHOWN, "It cites no source"),
        (f"{UNSHOWN} [1]", "It cites no source"),
        ("", "It cites no source"),
    ],
)
def test_a_sentence_needs_a_source_and_every_key_its_quote(sentence: str, told: str) -> None:
    found = problem_with_claim("", sentence, {"c1": QuotedText(text=UNSHOWN)})
    assert found.startswith(told)
    assert bool(found) == bool(told)


@pytest.mark.parametrize("nothing", ["s", "Yes.", "It is.", "... !!!", "Alpelisib", "This is good"])
def test_what_says_nothing_is_not_supported_by_a_quote(nothing: str) -> None:
    assert problem(nothing, UNSHOWN, asked="Alpelisib?").startswith("It says nothing")
    assert problem("Alpelisib gave 30.1 months.", UNSHOWN) == ""


PAGE = (
    "GAMMA asked whether rucaparib prolongs survival. With a QTc interval above 500 msec on two"
    " ECGs the drug is withheld until it is below 481 msec. In moderate renal impairment"
    " (creatinine clearance 30 to 50 mL/min) the dose is reduced to 75% of the first dose."
)


@pytest.mark.parametrize(
    "quote",
    [
        "rucaparib prolongs survival",
        "the drug is withheld until it is below 481 msec",
        "the dose is reduced to 75% of the first dose",
    ],
)
def test_a_quote_may_not_leave_its_condition_behind(quote: str) -> None:
    longer = f"{PAGE} The end of the page says nothing more than this."
    assert problem_with_document_quote(longer, quote)


def test_a_text_without_capitals_has_sentences_too() -> None:
    page = "drug a is not given in asthma. drug b is taken once a day with food in the morning."
    assert problem_with_document_quote(page, "drug b is taken once a day with food") == ""


@pytest.mark.parametrize("number", ["1.2.3 days", "10^5 copies", "0.0.1", "0^5", "1,2,3 mg"])
def test_what_is_no_plain_number_is_compared_as_it_is_written(number: str) -> None:
    quote = f"It was {number} with olaparib and 14 days with placebo (P = 0.02)."
    assert "10 week" in problem(f"Olaparib took {number} and P < 0.05, about 10 weeks.", quote)


def test_a_word_that_begins_like_a_month_is_no_date() -> None:
    quote = "The marker 2020 decreased in patients on olaparib."
    assert problem("On olaparib the marker 2020 decreased.", quote) == ""
    dated = "The label of 2025-12-15 lists olaparib."
    assert problem("The label of 15 December 2025 lists olaparib.", dated) == ""
    assert "2025-12-16" in problem("The label of 16 December 2025 lists olaparib.", dated)
