"""Whom a sentence is about: the patient, a rule's conditions, words that exclude each other."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

RENAL = "In severe renal impairment (creatinine clearance 15 to 29 mL/min) the dose is halved."
SIDE = "For right-sided colon cancer ASCO recommends bevacizumab with chemotherapy."
FALLBACK = (
    "Strong CYP3A inhibitors should be avoided with lorlatinib; if one cannot be avoided, the"
    " lorlatinib dose is reduced to 75 mg."
)
RESPONSE = (
    "Niraparib is indicated for maintenance of recurrent ovarian cancer in complete or partial"
    " response to platinum."
)
EXCLUDES = "Nivolumab is indicated for metastatic lung cancer with no EGFR or ALK aberration."
LATER = "Erdafitinib is indicated for urothelial cancer that progressed on prior therapy."
LEFT = "Chemotherapy is recommended for patients who are not candidates for a checkpoint inhibitor."
NODES = "With 1-3 positive nodes ASCO allows MammaPrint as a guide to chemotherapy."
PRE = "Ribociclib in premenopausal breast cancer scores 5."
MARKER = (
    "Olaparib is indicated with bevacizumab for ovarian cancer in response to platinum that is"
    " HRD-positive."
)
SUPPOSED = "If voriconazole is still the most appropriate agent, CPIC advises a lower dose of it."
RISK = "ASCO advises goserelin for premenopausal women with higher-risk early breast cancer."
SOME = "ASCO allows niraparib in patients who have not had a PARP inhibitor."


@pytest.mark.parametrize(
    ("sentence", "asked", "quote"),
    [
        ("His creatinine clearance is below 30 mL/min, so the dose is halved.",
         "Creatinine clearance 48 mL/min.", RENAL),
        ("Because he is G6PD-deficient, rasburicase is contraindicated.",
         "Man with lymphoma, G6PD normal.",
         "Rasburicase is contraindicated in patients with G6PD deficiency."),
        ("With her MSI-high tumour ASCO recommends pembrolizumab.",
         "Woman with metastatic colorectal cancer, MSS.",
         "For MSI-high metastatic colorectal cancer ASCO recommends pembrolizumab."),
        ("She is 74 years old, so olaparib is an option.",
         "64-year-old woman.", "Olaparib is an option from 70 years of age."),
        ("Her neutrophils lie below 1500/mm3, so paclitaxel is withheld.",
         "Woman on paclitaxel, neutrophils 2,600/mm3.",
         "Paclitaxel is withheld below 1500 neutrophils/mm3."),
        ("Since she has had a deep vein thrombosis, tamoxifen is contraindicated.",
         "Woman with DCIS, healthy otherwise.",
         "Tamoxifen is contraindicated after a deep vein thrombosis."),
        ("After her three chemotherapy regimens eribulin is an option.",
         "Metastatic breast cancer, one chemotherapy so far.",
         "Eribulin is an option after chemotherapy regimens."),
        ("Her bilirubin above 5 mg/dL rules doxorubicin out.",
         "Woman, bilirubin 2.1 mg/dL, doxorubicin planned.",
         "Doxorubicin is contraindicated with bilirubin above 5 mg/dL."),
        ("Her grade 3 diarrhoea means that neratinib is stopped.",
         "Woman on neratinib, grade 1 diarrhoea.",
         "Neratinib is stopped for grade 3 diarrhoea."),
    ],
)  # fmt: skip
def test_what_the_thread_says_otherwise_is_not_the_patients(
    sentence: str, asked: str, quote: str
) -> None:
    assert problem(sentence, quote, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "asked", "quote"),
    [
        ("His creatinine clearance of 22 mL/min is severe impairment, so the dose is halved.",
         "Man, creatinine clearance 22 mL/min.", RENAL),
        ("Because he is G6PD-deficient, rasburicase is contraindicated.",
         "Man with lymphoma, G6PD deficient.",
         "Rasburicase is contraindicated in patients with G6PD deficiency."),
        ("With her MSI-high tumour ASCO recommends pembrolizumab.",
         "Woman with metastatic colorectal cancer, MSI-high.",
         "For MSI-high metastatic colorectal cancer ASCO recommends pembrolizumab."),
        ("Her neutrophils lie below 1500/mm3, so paclitaxel is withheld.",
         "Woman on paclitaxel, neutrophils 1,100/mm3.",
         "Paclitaxel is withheld below 1500 neutrophils/mm3."),
        ("Since she has had a deep vein thrombosis, tamoxifen is contraindicated.",
         "Woman with DCIS and a deep vein thrombosis in 2015.",
         "Tamoxifen is contraindicated after a deep vein thrombosis."),
        ("She is 64, below the 70 years of age from which olaparib is an option.",
         "64-year-old woman.", "Olaparib is an option from 70 years of age."),
    ],
)  # fmt: skip
def test_what_the_thread_says_is_the_patients(sentence: str, asked: str, quote: str) -> None:
    assert problem(sentence, quote, asked=asked) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("For left-sided colon cancer ASCO recommends bevacizumab with chemotherapy.", SIDE),
        ("With a strong CYP3A inhibitor the lorlatinib dose is reduced to 75 mg.", FALLBACK),
        ("Niraparib is indicated for maintenance of recurrent ovarian cancer.", RESPONSE),
        ("Nivolumab is indicated for metastatic lung cancer.", EXCLUDES),
        ("Erdafitinib is indicated for urothelial cancer.", LATER),
        ("Chemotherapy is recommended for patients.", LEFT),
        ("ASCO allows MammaPrint as a guide to chemotherapy.", NODES),
        ("Ribociclib in breast cancer scores 5.", PRE),
        ("ASCO allows niraparib in all patients.", SOME),
        ("Olaparib with bevacizumab is indicated for ovarian cancer after a response.", MARKER),
        ("CPIC advises a lower dose of voriconazole.", SUPPOSED),
        ("ASCO advises goserelin for premenopausal women with early breast cancer.", RISK),
    ],
)
def test_a_condition_must_not_be_left_out(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("In right-sided colon cancer bevacizumab with chemotherapy is recommended.", SIDE),
        ("If a strong CYP3A inhibitor is unavoidable, lorlatinib goes to 75 mg.", FALLBACK),
        ("Niraparib is indicated for maintenance after a response to platinum.", RESPONSE),
        ("Nivolumab is indicated for metastatic lung cancer without EGFR or ALK change.", EXCLUDES),
        ("Erdafitinib is indicated for pretreated urothelial cancer.", LATER),
        ("Those who cannot have a checkpoint inhibitor should get chemotherapy.", LEFT),
        ("Olaparib with bevacizumab is indicated after response if HRD is positive.", MARKER),
        ("Where voriconazole is still chosen, CPIC advises a lower dose.", SUPPOSED),
        ("MammaPrint may guide chemotherapy with one to three nodes.", NODES),
    ],
)
def test_a_condition_may_be_said_in_other_words(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


def test_a_condition_that_the_thread_meets_need_not_be_said() -> None:
    said = "Niraparib is indicated for maintenance of recurrent ovarian cancer."
    asked = "Recurrent ovarian cancer, partial response to platinum: niraparib?"
    assert problem(said, RESPONSE, asked=asked) == ""
