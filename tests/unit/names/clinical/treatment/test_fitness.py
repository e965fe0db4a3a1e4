"""For which treatment somebody is said to be fit or unfit."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical, read_patient
from names.clinical.treatment.fitness import is_given_in, read_fitness, without_unfit_words
from names.clinical.values import Condition, Therapy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AML, unfit for intensive chemotherapy", "unfit for intensive chemotherapy"),
        ("FLT3-ITD AML, not a candidate for 7+3", "unfit for intensive chemotherapy"),
        ("not deemed fit for cytarabine + daunorubicin", "unfit for intensive chemotherapy"),
        ("comorbid, unable to have induction", "unfit for intensive chemotherapy"),
        ("78M, not for intensive treatment", "unfit for intensive chemotherapy"),
        ("comorbidities that preclude intensive induction", "unfit for intensive chemotherapy"),
        ("bladder ca, cisplatin-ineligible", "unfit for cisplatin"),
        ("cis-ineligible urothelial ca", "unfit for cisplatin"),
        ("can't have cisplatin (CrCl 35)", "unfit for cisplatin"),
        ("she cannot have platinum", "unfit for platinum-based chemotherapy"),
        ("too unwell for a platinum doublet", "unfit for platinum-based chemotherapy"),
        ("not eligible for chemotherapy", "unfit for chemotherapy"),
        ("not a chemo candidate", "unfit for chemotherapy"),
        ("too frail for chemo", "unfit for chemotherapy"),
        ("transplant-ineligible, 74 y", "unfit for transplant"),
        ("not suitable for ASCT", "unfit for transplant"),
        ("cisplatin is contraindicated in her", "unfit for cisplatin"),
        ("has an absolute contraindication to cisplatin", "unfit for cisplatin"),
        ("no candidates for a PD-1 or PD-L1 inhibitor", "unfit for PD-1/PD-L1 inhibition"),
        ("declines chemotherapy", "refusal of chemotherapy"),
        ("AML with FLT3 TKD, unfit", "frailty"),
    ],
)
def test_who_cannot_have_a_treatment(text: str, expected: str) -> None:
    assert [each.value for each in read_fitness(text)] == [Condition(name=expected)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("fit for intensive chemotherapy", "unfit for intensive chemotherapy"),
        ("transplant-eligible", "unfit for transplant"),
        ("fit 55 yo, AML", "frailty"),
        ("otherwise fit, AML", "frailty"),
    ],
)
def test_who_is_fit(text: str, name: str) -> None:
    assert [each.value for each in read_fitness(text)] == [Condition(name=name, polarity="absent")]


@pytest.mark.parametrize(
    "text",
    [
        "is she a candidate for olaparib?",
        "is cisplatin contraindicated in CrCl 40?",
        "abiraterone is contraindicated with rifampicin, right?",
        "capecitabine is contraindicated in DPD deficiency, what instead?",
        "what are the contraindications to olaparib?",
        "no contraindication to cisplatin",
        "does she fit the criteria?",
        "cannot tolerate letrozole",
        "candidate for intensive chemotherapy?",
        "the best fit for this tumour",
    ],
)
def test_what_tells_of_no_fitness(text: str) -> None:
    assert read_fitness(text) == ()


@pytest.mark.parametrize(
    "text", ["AML, unfit for intensive chemotherapy, FLT3-ITD. Options?", "cisplatin-ineligible"]
)
def test_what_somebody_cannot_have_was_not_had(text: str) -> None:
    found = (*read_clinical(text), *read_patient(text))
    assert not any(isinstance(each.value, Therapy) for each in found)


def test_a_question_does_not_ask_for_what_somebody_cannot_have() -> None:
    text = "She cannot have platinum. First line?"
    assert without_unfit_words(text).split() == ["She", ".", "First", "line?"]


@pytest.mark.parametrize(
    ("treatment", "drugs", "expected"),
    [
        ("intensive chemotherapy", ("midostaurin", "cytarabine", "daunorubicin"), True),
        ("intensive chemotherapy", ("venetoclax", "cytarabine"), False),
        ("chemotherapy", ("trastuzumab", "docetaxel"), True),
        ("cisplatin", ("pembrolizumab", "carboplatin"), False),
        ("platinum-based chemotherapy", ("pembrolizumab", "carboplatin"), True),
        ("cisplatin", ("olaparib",), False),
    ],
)
def test_what_a_regimen_holds(treatment: str, drugs: tuple[str, ...], expected: bool) -> None:
    assert is_given_in(treatment, drugs) is expected
