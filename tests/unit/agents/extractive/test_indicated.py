"""Who asks for a dose is told first when the drug is not for this patient."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

OLAPARIB = """## Indication

Olaparib is indicated for metastatic breast cancer with a germline BRCA1 or BRCA2 mutation.

## Dose

Olaparib is given at 300 mg twice daily.
"""
SOTORASIB = """## Indication

Sotorasib is indicated for metastatic non-small cell lung cancer with KRAS G12C.

## Dose

Sotorasib is given at 960 mg once daily.
"""
CETUXIMAB = """## Resistance

Colorectal cancer with a KRAS mutation is resistant to cetuximab.
"""


def on_drug(drug: str, text: str, silo: str = "drug_information") -> FakeLibrary:
    return FakeLibrary([document(silo, drug, drug.capitalize(), text, drugs=[drug])])


async def said(question: str, library: FakeLibrary) -> tuple[list[str], Ending]:
    ending = await Conversation(library).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else [], ending


@pytest.mark.parametrize(
    ("question", "drug", "text", "dose"),
    [
        ("olaparib dose, mBC, gBRCA negative", "olaparib", OLAPARIB, "300 mg"),
        ("sotorasib dose in metastatic NSCLC with KRAS G12D?", "sotorasib", SOTORASIB, "960 mg"),
    ],
)
async def test_the_dose_of_a_drug_that_needs_another_marker(
    question: str, drug: str, text: str, dose: str
) -> None:
    sentences, ending = await said(question, on_drug(drug, text))
    assert isinstance(ending, Answer)
    assert sentences[0].startswith(f"{drug.capitalize()} is not indicated here: needs")
    assert any(dose in each for each in sentences[1:])
    assert [each.option for each in ending.excluded] == [drug]


@pytest.mark.parametrize(
    ("question", "drug", "text"),
    [
        ("olaparib dose, mBC, germline BRCA1 pathogenic variant", "olaparib", OLAPARIB),
        ("olaparib dose in breast cancer?", "olaparib", OLAPARIB),
        ("sotorasib dose in metastatic NSCLC with KRAS G12C?", "sotorasib", SOTORASIB),
        ("on sotorasib for NSCLC, KRAS G12D. dose of sotorasib?", "sotorasib", SOTORASIB),
    ],
)
async def test_the_dose_of_a_drug_that_nothing_speaks_against(
    question: str, drug: str, text: str
) -> None:
    sentences, ending = await said(question, on_drug(drug, text))
    assert isinstance(ending, Answer)
    assert not any("not indicated" in each for each in sentences)


async def test_resistance_is_told_where_a_dose_is_asked_for_and_that_the_dose_is_missing() -> None:
    library = on_drug("cetuximab", CETUXIMAB, "variant_evidence")
    sentences, ending = await said("Cetuximab for KRAS G13D colorectal cancer, dose?", library)
    assert isinstance(ending, Answer)
    assert "resistant to cetuximab" in sentences[0]
    assert any("Missing" in line and "dose" in line for line in ending.not_found)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("first-line metastatic urothelial cancer, cis-eligible, what regimen?", "therapy"),
        ("transplant-eligible myeloma, what therapy?", "therapy"),
        ("Who is eligible for OlympiA?", "eligibility"),
        ("anything to test before rasburicase?", "monitoring"),
        ("which screening prior to capecitabine?", "monitoring"),
    ],
)
def test_what_a_patient_is_fit_for_asks_for_no_trial(question: str, kind: str) -> None:
    assert parse_text(question).parts[0].kind == kind


@pytest.mark.parametrize("fit", ["cisplatin-ineligible", "cisplatin eligible", "cisplatin-unfit"])
def test_a_drug_that_a_patient_is_fit_for_is_not_the_one_asked_about(fit: str) -> None:
    assert not parse_text(f"{fit} metastatic urothelial cancer, first line?").parts[0].drugs
