"""Sentences that an honest reader wrote, beside what is near to them and wrong."""

from __future__ import annotations

import pytest

from agents.checking.comparisons import OFFERS
from agents.checking.support.negation.excluded_groups import excludes_group
from tests.unit.agents.checking.claim_problem import problem

NOT_STUDIED = (
    "The safety of inavolisib has not been studied in type 1 diabetes, or type 2 diabetes that"
    " needs ongoing antihyperglycaemic treatment."
)
GRADES = (
    "Fasting glucose rose in 85% of patients on inavolisib: 22% grade 2 (above 160 to 250 mg/dL),"
    " 12% grade 3 (above 250 to 500 mg/dL), 0.6% grade 4 (above 500 mg/dL)."
)
USUAL = "Capivasertib with fulvestrant is taken at 400 mg twice daily, 4 days on and 3 days off."
CHANGED = "The label has changed its dosage section since, in 06/2026; the new one is not held."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "The safety of inavolisib has not been studied in type 2 diabetes that needs ongoing"
            " antihyperglycaemic treatment.",
            NOT_STUDIED,
        ),
        (
            "Fasting glucose rose in 85% of patients on inavolisib: 22% grade 2, 12% grade 3"
            " (above 250 to 500 mg/dL), 0.6% grade 4.",
            GRADES,
        ),
        ("On inavolisib 12% had grade 3 and 0.6% grade 4 hyperglycaemia by glucose.", GRADES),
    ],
)
def test_what_a_quote_says_is_verified(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "The safety of inavolisib has been studied in type 2 diabetes that needs ongoing"
            " antihyperglycaemic treatment.",
            NOT_STUDIED,
        ),
        (
            "Fasting glucose rose in 85% of patients on inavolisib: 12% grade 2 (above 160 to 250"
            " mg/dL), 22% grade 3.",
            GRADES,
        ),
        ("On inavolisib 22% had grade 3 (above 250 to 500 mg/dL) hyperglycaemia.", GRADES),
    ],
)
def test_what_is_near_to_it_is_not(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


def test_a_quote_is_on_the_drug_that_its_title_names() -> None:
    said = (
        "The dosage section of the label of capivasertib changed in 06/2026, so that the 400 mg"
        " twice daily that is held here is older."
    )
    assert not problem(said, USUAL, CHANGED, title="Capivasertib (Truqap)")
    assert problem(said, USUAL, CHANGED, title="Inavolisib (Itovebi)")


THREE = "Inavolisib plus palbociclib plus fulvestrant is indicated in the US for breast cancer."
WITH_AND = "The FDA approved pertuzumab with trastuzumab and docetaxel for breast cancer."
TWICE = "Ribociclib with fulvestrant and abemaciclib with fulvestrant were NCCN category 1."
STEROID = "Niraparib plus abiraterone plus prednisone is indicated for prostate cancer."


@pytest.mark.parametrize(
    ("sentence", "quote", "holds"),
    [
        ("Inavolisib plus fulvestrant is indicated for breast cancer.", THREE, False),
        ("Inavolisib with palbociclib and fulvestrant is indicated.", THREE, True),
        (
            "For breast cancer inavolisib joins palbociclib plus fulvestrant.",
            THREE,
            True,
        ),
        ("The FDA approved pertuzumab with docetaxel for breast cancer.", WITH_AND, False),
        ("The FDA approved pertuzumab with trastuzumab and docetaxel.", WITH_AND, True),
        ("Ribociclib with fulvestrant was NCCN category 1.", TWICE, True),
        ("Niraparib plus abiraterone is indicated for prostate cancer.", STEROID, True),
    ],
)
def test_a_part_of_a_regimen_is_not_told_as_the_regimen(
    sentence: str, quote: str, holds: bool
) -> None:
    assert (not problem(sentence, quote)) is holds


HARM = "For most patients the risks of ribociclib may outweigh the benefits."
BENEFIT = "Everolimus is given only if the desired benefit outweighs the risk."


@pytest.mark.parametrize(
    ("sentence", "quote", "holds"),
    [
        ("With ribociclib the risks may outweigh the benefits for most patients.", HARM, True),
        ("For most patients the benefits of ribociclib may outweigh the risks.", HARM, False),
        ("For most patients the risks of ribociclib outweigh the benefits.", HARM, False),
        ("Everolimus is given only if the benefit outweighs the risk.", BENEFIT, True),
        ("The risk of everolimus outweighs the benefit.", BENEFIT, False),
        ("The benefit of capivasertib outweighs its risk.", USUAL, False),
    ],
)
def test_what_outweighs_the_other_is_told_as_in_the_quote(
    sentence: str, quote: str, holds: bool
) -> None:
    assert (not problem(sentence, quote)) is holds


def test_what_is_to_be_avoided_is_not_told_as_given_beside() -> None:
    avoided = "Strong CYP3A inhibitors should be avoided with capivasertib."
    assert problem(
        "Capivasertib is taken at 400 mg twice daily with strong CYP3A inhibitors.", USUAL, avoided
    )
    assert not problem(
        "Capivasertib is taken at 400 mg twice daily, and strong CYP3A inhibitors are avoided.",
        USUAL,
        avoided,
    )


def test_an_adjustment_that_no_source_denies_is_not_called_needless() -> None:
    usual = "Rucaparib is given at 600 mg twice daily, with or without food."
    assert problem("Rucaparib needs no dose change at a clearance of 34 mL/min.", usual)
    denied = "No dose adjustment of rucaparib is recommended in mild renal impairment."
    assert not problem("Rucaparib needs no dose adjustment in mild renal impairment.", denied)


def test_who_is_free_of_progression_has_not_progressed() -> None:
    free = "At 18 months 46.2% on the combination and 21.1% in the control group were free of"
    assert problem("At 18 months 46.2% on the combination had progressed.", f"{free} progression.")


def test_a_place_is_not_told_for_another() -> None:
    swiss = "In Switzerland inavolisib is authorised for PIK3CA-mutated breast cancer."
    assert problem("In the EU inavolisib is authorised for PIK3CA-mutated breast cancer.", swiss)


@pytest.mark.parametrize(
    ("text", "excludes"),
    [
        ("Node-negative breast cancer is outside this recommendation.", True),
        ("It is for node-positive cancer; node-negative cancer is excluded.", True),
        ("Node-negative breast cancer is not outside this recommendation.", False),
        ("It is recommended not only in node-positive but in node-negative disease.", False),
        ("Node-negative disease is outside, so that it should be offered.", False),
        ("It is recommended in node-positive disease.", False),
    ],
)
def test_a_sentence_may_leave_out_the_patients_own_group(text: str, excludes: bool) -> None:
    needs, here = "is for node-positive disease", "node-negative disease"
    assert excludes_group(text, here, needs, OFFERS) is excludes
