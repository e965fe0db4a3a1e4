"""Denials, causes and short forms in other words than the quote's."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

ROUTINE = (
    "ESMO advises that a PARP inhibitor not be given routinely as treatment of recurrent"
    " platinum-sensitive ovarian cancer."
)
AGAINST = "In premenopausal patients ASCO advises against the test as a guide to chemotherapy."
NO_EFFECT = "Radiotherapy had no significant effect on mortality after 10 years."
NEITHER = "Neither mortality nor recurrence was significantly changed by radiotherapy at 10 years."
NO_CHANGE = "Alpelisib needs no dose adjustment in mild or moderate renal impairment."
WORKED = "Alectinib and ceritinib were ineffective against G2032R, while cabozantinib was active."
RISK = "Codeine carries a risk of life-threatening respiratory depression and death."
RATHER = "ASCO recommends an anti-VEGF antibody, not an anti-EGFR antibody, in the first line."
LONG = "ASCO does not recommend hyperthermic intraperitoneal chemotherapy for colorectal cancer."
CELLS = "In a mouse model of breast cancer, tumours with mutant TP53 responded to doxorubicin."
LUNG = "Adagrasib is indicated for non-small cell lung cancer after at least one systemic therapy."
WITHOUT = "Niraparib is given without food in the evening."
MINOR = (
    "Posaconazole had only minor effects on the exposure to alectinib, so the dose may not need"
    " adjustment."
)
UNKNOWN = "There are no data on the drug in dialysis patients."
IMMATURE = "Overall survival was immature when 26% of patients had died."
BETTER = "Vemurafenib lengthened overall survival of melanoma over dacarbazine."
NO_NEED = "With a clearance above 60 mL/min ASCO sees no need to change the infusion time."
STUDY = "Systemic treatment at a local recurrence deserves study."
TAKEN = "Women use contraception during palbociclib and for at least 3 weeks after the last dose."
RATES = (
    "Diarrhoea occurred in 9.3% with capivasertib and 6.7% with alpelisib, and rash in 12.1% and"
    " 9.9%."
)
SIMILAR = "Distant disease-free survival was similar in the neratinib and placebo groups."
NO_ADVICE = "CPIC has no recommendation on ondansetron, because the evidence is insufficient."
TURNED = "After progression on nivolumab, 47.8% of patients responded to dabrafenib in ALPHA."
COMPARED = "ALPHA randomised patients to trastuzumab for 1 year or for 2 years."
NOT_WORN = "On the drug contact lenses are not worn unless an eye specialist allows them."
NOT_SHOWN = "The hazard ratio was 1.10 (95% CI 0.90 to 1.34)."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("ESMO does not want PARP inhibitors used routinely to treat such recurrent"
         " platinum-sensitive ovarian cancer.", ROUTINE),
        ("The test should not guide chemotherapy in premenopausal patients, says ASCO.", AGAINST),
        ("Neither at 10 years nor later was mortality significantly affected by radiotherapy.",
         NO_EFFECT),
        ("Alpelisib keeps its dose in mild or moderate renal impairment.", NO_CHANGE),
        ("Cabozantinib was active against G2032R, whereas ceritinib and alectinib did not work.",
         WORKED),
        ("Codeine can cause life-threatening respiratory depression and death.", RISK),
        ("In the first line ASCO prefers an anti-VEGF to an anti-EGFR antibody.", RATHER),
        ("ASCO advises against HIPEC for colorectal cancer.", LONG),
        ("In mice TP53-mutated tumours responded to doxorubicin.", CELLS),
        ("Patients with lung cancer need one systemic therapy before adagrasib.", LUNG),
        ("Posaconazole hardly changed the exposure to alectinib.", MINOR),
        ("Nothing is known on the drug in dialysis patients.", UNKNOWN),
        ("Mature overall survival is not available yet.", IMMATURE),
        ("OS of melanoma was longer with vemurafenib than with dacarbazine.", BETTER),
        ("Contraception is continued for no less than 3 weeks after palbociclib.", TAKEN),
        ("Diarrhoea was commoner on capivasertib than on alpelisib.", RATES),
        ("CPIC makes no recommendation on ondansetron for lack of evidence.", NO_ADVICE),
        ("In ALPHA 47.8% responded to dabrafenib after progression on nivolumab.", TURNED),
        ("Contact lenses should not be worn unless an eye specialist allows it.", NOT_WORN),
        ("The interval includes 1, so an effect is not proven.", NOT_SHOWN),
    ],
)  # fmt: skip
def test_other_words_may_say_the_same(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("ESMO advises that a PARP inhibitor be given routinely for recurrent ovarian cancer.",
         ROUTINE),
        ("In premenopausal patients ASCO advises the test as a guide to chemotherapy.", AGAINST),
        ("Radiotherapy lowered mortality at 10 years.", NO_EFFECT),
        ("Radiotherapy significantly changed mortality at 10 years.", NEITHER),
        ("Alpelisib needs a dose adjustment in moderate renal impairment.", NO_CHANGE),
        ("Ceritinib was active against G2032R.", WORKED),
        ("Codeine causes death.", RISK),
        ("In the first line ASCO prefers an anti-EGFR antibody.", RATHER),
        ("Patients with TP53-mutated breast cancer respond to doxorubicin.", CELLS),
        ("Overall survival was mature.", IMMATURE),
        ("Dacarbazine lengthened overall survival of melanoma over vemurafenib.", BETTER),
        ("Above a clearance of 60 mL/min ASCO asks for a longer infusion time.", NO_NEED),
        ("Systemic treatment at a local recurrence improves survival.", STUDY),
        ("Diarrhoea was rarer on capivasertib than on alpelisib.", RATES),
        ("Distant disease-free survival differed between neratinib and placebo.", SIMILAR),
        ("CPIC recommends a lower dose of ondansetron.", NO_ADVICE),
        ("In ALPHA 47.8% responded to nivolumab after progression on dabrafenib.", TURNED),
        ("In ALPHA 2 years of trastuzumab were better than 1 year.", COMPARED),
        ("Niraparib is given with food in the evening.", WITHOUT),
    ],
)  # fmt: skip
def test_other_words_may_not_say_something_else(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)
