"""Doses and partners in a model's sentences, held against the patient of the thread: through the
provider's real client, the tools and the check."""

from __future__ import annotations

import pytest

from tests.integration.llm.test_checked_options import (
    DOSE,
    FULVESTRANT,
    MODERATE,
    label,
    written,
)

GASTRIC = (
    "In HER2-positive gastric cancer trastuzumab deruxtecan is given at 6.4 mg/kg every 3 weeks."
)
BREAST = "In HER2-low breast cancer trastuzumab deruxtecan is given at 5.4 mg/kg every 3 weeks."
DERUXTECAN = label("Olaparib", GASTRIC, BREAST)
INHIBITORS = (
    "Moderate CYP3A inhibitors should be avoided with olaparib; if one cannot be avoided, olaparib"
    " is reduced to 150 mg twice daily."
)
PARTNERS = label("Olaparib", INHIBITORS)
RENAL = "Olaparib for her BRCA2-mutated breast cancer, creatinine clearance 40 mL/min?"
NORMAL = "Olaparib for her BRCA2-mutated breast cancer?"
LOW = "Metastatic HER2-low breast cancer. Dose of trastuzumab deruxtecan?"
FLUCONAZOLE = "Dose of olaparib with fluconazole?"
ORDER = "Few studies tell the best order of targeted drugs in HR-positive breast cancer."
TARGETED = label("Olaparib", ORDER)
PROGRESSED = "ER-positive breast cancer, progressed on fulvestrant plus alpelisib. What next?"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


@pytest.mark.parametrize(
    ("sentence", "asked", "holds"),
    [
        ("Olaparib is given at 300 mg twice daily. [c1]", RENAL, False),
        ("The usual dose of olaparib is 300 mg twice daily. [c1]", RENAL, True),
        ("Olaparib is given at 200 mg twice daily, in place of 300 mg. [c2][c1]", RENAL, True),
        ("Olaparib is given at 300 mg twice daily. [c1]", NORMAL, True),
    ],
)
async def test_a_usual_dose_is_marked_where_the_patients_own_was_found(
    sentence: str, asked: str, holds: bool
) -> None:
    answer = await written(asked, ((1, DOSE), (1, MODERATE)), sentence, query="olaparib dose")
    (said,) = answer.sentences
    assert said.verified == holds, said.problem
    assert holds or "another dose was found for this patient" in said.problem


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("Trastuzumab deruxtecan is given at 6.4 mg/kg every 3 weeks. [c1]", False),
        ("She gets trastuzumab deruxtecan at 6.4 mg/kg every 3 weeks. [c1]", False),
        ("In gastric cancer trastuzumab deruxtecan is given at 6.4 mg/kg. [c1]", True),
        ("Trastuzumab deruxtecan is given at 5.4 mg/kg in HER2-low disease. [c2]", True),
    ],
)
async def test_the_dose_of_another_tumour_is_told_as_that_only(sentence: str, holds: bool) -> None:
    answer = await written(
        LOW,
        ((1, GASTRIC), (1, BREAST)),
        sentence,
        stock=(DERUXTECAN, FULVESTRANT),
        query="trastuzumab deruxtecan dose",
    )
    (said,) = answer.sentences
    assert said.verified == holds, said.problem


@pytest.mark.parametrize(
    ("sentence", "asked", "holds"),
    [
        (
            "If fluconazole cannot be avoided, olaparib is reduced to 150 mg twice daily. [c1]",
            FLUCONAZOLE,
            True,
        ),
        ("Fluconazole should be avoided with olaparib. [c1]", FLUCONAZOLE, True),
        ("Olaparib can be taken with fluconazole. [c1]", FLUCONAZOLE, False),
        ("Fluconazole does not change the dose of olaparib. [c1]", FLUCONAZOLE, False),
        ("Itraconazole should be avoided with olaparib. [c1]", FLUCONAZOLE, False),
    ],
)
async def test_what_the_patient_takes_may_be_named_under_the_rule_on_it(
    sentence: str, asked: str, holds: bool
) -> None:
    stock = (PARTNERS, FULVESTRANT)
    answer = await written(asked, ((1, INHIBITORS),), sentence, stock=stock, query="olaparib")
    (said,) = answer.sentences
    assert said.verified == holds, said.problem


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        (
            "She has progressed on fulvestrant plus alpelisib, and few studies tell the best order"
            " of targeted drugs. [c1]",
            True,
        ),
        (
            "After progression on fulvestrant plus alpelisib, few studies tell the best order of"
            " targeted drugs. [c1]",
            True,
        ),
        (
            "After progression on fulvestrant plus capivasertib, few studies tell the best order of"
            " targeted drugs. [c1]",
            False,
        ),
    ],
)
async def test_what_the_patient_progressed_on_may_be_told(sentence: str, holds: bool) -> None:
    stock = (TARGETED, FULVESTRANT)
    answer = await written(PROGRESSED, ((1, ORDER),), sentence, stock=stock, query="olaparib")
    (said,) = answer.sentences
    assert said.verified == holds, said.problem
