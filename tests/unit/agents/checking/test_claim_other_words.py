"""Honest sentences in the words of answers: what such words do not change must not be flagged."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

PHASE = "NCT03590054, a phase I trial of abexinostat with pembrolizumab, is completed."
CYCLES = "Docetaxel is given at 75 mg/m2 in 3-week cycles."
PREFERS = "For metastatic melanoma ASCO prefers nivolumab to a BRAF inhibitor with a MEK inhibitor."
BETTER = "Alectinib was better than crizotinib as first line of lung cancer in two phase 3 trials."
WITHIN = "Patients' breast cancer recurred within 12 months after adjuvant endocrine therapy."
TOLERATE = (
    "Capmatinib is reduced to 200 mg twice daily; it is discontinued if this is not tolerated."
)
NEITHER = "A patient with two such alleles should not receive fluorouracil or capecitabine."
NO_DIFFERENCE = "Patients with a dose reduction showed no significant difference in survival."
CURATIVE = "For cancer treated without curative intent a score of 4 stands for substantial benefit."
LEVEL_D = "CIViC evidence of level D supports a response of FLT3 D835V to gilteritinib."
LABEL = "Adagrasib is indicated for lung cancer after at least one prior systemic therapy."
LUNG = "In LAURA osimertinib was given in EGFR-mutated lung cancer after chemoradiotherapy."
PLURAL = (
    "Dabrafenib plus trametinib gave a response in 63.2% of BRAF-mutated non-small cell lung"
    " cancers."
)
LEADS = "Capmatinib is an option for lung cancer with a mutation that leads to MET skipping."
RANGE = "Gilbert syndrome is estimated to affect 3 to 7 percent of Americans."
YEARS = "At 2 years of follow-up there were 70 events with neratinib and 109 with placebo."
RATIO = "Men with 5 or more cells had a hazard ratio for death of 3.22."
PRESENT = "With a BRCA mutation median survival was 4.3 months with olaparib and 2.8 with placebo."
ABSENT = (
    "Without a BRCA mutation median survival was 5.3 months with olaparib and 2.8 with placebo."
)
PAIR = "Event-free survival was 68.4% with alectinib and 48.7% with crizotinib."
TOTAL = "The trial randomised 572 patients with breast cancer."
PART = "A PIK3CA mutation was confirmed in 341 of those patients with breast cancer."
NO_BENEFIT = "Pembrolizumab did not show a survival benefit over chemotherapy in the trial."
SENSITIVE = "Of tumours with a mutation 81% were platinum sensitive, against 60% of those without."
BASIS = "Sotorasib is approved for lung cancer under accelerated approval based on response rate."


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("The phase 1 study NCT03590054 of abexinostat and pembrolizumab is completed.", [PHASE]),
        ("Docetaxel 75 mg/m2 is given every 3 weeks.", [CYCLES]),
        ("ASCO prefers nivolumab rather than BRAF plus MEK inhibition in melanoma.", [PREFERS]),
        ("Alectinib was superior to crizotinib as first line in two phase III trials.", [BETTER]),
        ("A recurrence within 12 months after adjuvant endocrine therapy falls in the range.",
         [WITHIN]),
        ("Patients who cannot tolerate 200 mg twice daily should discontinue capmatinib.",
         [TOLERATE]),
        ("Patients with two such alleles should be given neither fluorouracil nor capecitabine.",
         [NEITHER]),
        ("A dose reduction was not associated with a significant difference in survival.",
         [NO_DIFFERENCE]),
        ("In the non-curative setting a score of 4 stands for substantial benefit.", [CURATIVE]),
        ("The evidence for gilteritinib in FLT3 D835V is preclinical (CIViC level D).", [LEVEL_D]),
        ("The indication of adagrasib in lung cancer requires a prior systemic therapy.", [LABEL]),
        ("Adagrasib is indicated for NSCLC after at least one prior systemic therapy.", [LABEL]),
        ("LAURA gave osimertinib in EGFR-mutant NSCLC after chemoradiotherapy.", [LUNG]),
        ("Capmatinib is an option for lung cancer with a mutation leading to MET skipping.",
         [LEADS]),
        ("63.2% of BRAF-mutated NSCLCs responded to dabrafenib plus trametinib.", [PLURAL]),
        ("Gilbert syndrome affects up to 7% of Americans.", [RANGE]),
        ("Over two years there were 70 events with neratinib and 109 with placebo.", [YEARS]),
        ("With 5 or more cells the hazard of death was about three times as high.", [RATIO]),
        ("Survival was longer with olaparib regardless of BRCA mutation status.",
         [PRESENT, ABSENT]),
        ("Event-free survival was 68.4% versus 48.7% with crizotinib.", [PAIR]),
        ("About 60% of the patients (341 of 572) had a PIK3CA mutation.", [TOTAL, PART]),
        ("The trial missed a survival benefit of pembrolizumab over chemotherapy.", [NO_BENEFIT]),
        ("Platinum sensitivity was more frequent with than without a mutation (81% vs 60%).",
         [SENSITIVE]),
        ("Sotorasib has accelerated approval for lung cancer.", [BASIS]),
    ],
)  # fmt: skip
def test_other_words_stay_verified(sentence: str, quotes: list[str]) -> None:
    assert not problem(sentence, *quotes)


def test_a_lower_dose_follows_from_the_share_and_the_dose_that_was_asked_about() -> None:
    quote = "In intermediate metabolizers capecitabine starts at a 50% reduction."
    said = "With the planned 1250 mg/m2 the patient starts at 625 mg/m2 of capecitabine."
    assert not problem(said, quote, asked="Capecitabine 1250 mg/m2 planned, intermediate?")
    turned = said.replace("625", "725")
    assert problem(turned, quote, asked="Capecitabine 1250 mg/m2 planned, intermediate?")


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("NSCLC trials enrolled patients who had received no endocrine therapy.",
         "NSCLC trials enrolled patients who had received endocrine therapy."),
        ("Pertuzumab may be offered to patients who have already had it.",
         "Pertuzumab may be offered later to patients who have not had it."),
        ("MSI status was associated with survival in colon cancer.",
         "MSI status did not affect survival in colon cancer."),
        ("Patients lived 16 months after the switch to camizestrant.",
         "Progression-free survival was 16 months after the switch to camizestrant."),
        ("Crizotinib has become the preferred drug in place of alectinib.",
         "Alectinib has become the preferred drug in place of crizotinib."),
        ("Pembrolizumab is labelled for localised colorectal cancer with MSI.",
         "Pembrolizumab is labelled for unresectable or metastatic colorectal cancer with MSI."),
        ("Adagrasib has regular FDA approval for colorectal cancer.",
         "Adagrasib is indicated (accelerated approval) for colorectal cancer."),
        ("ROS1 is rarely rearranged in human cancers.",
         "ROS1 is often rearranged in human cancers."),
        ("Tazemetostat is indicated after one systemic therapy.",
         "Tazemetostat is indicated after at least 2 systemic therapies."),
        ("Survival was better with androgen-receptor inhibitors than with taxanes.",
         "Men had a better survival with taxanes than with androgen-receptor inhibitors."),
        ("ASCO recommends mastectomy.", "For ASCO the risk calls for discussion of mastectomy."),
    ],
)  # fmt: skip
def test_what_such_words_do_change_is_not_verified(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)
