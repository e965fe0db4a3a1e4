"""Lies that put the right words in the wrong place of a list, a comparison or a rule."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

BRANCHES = (
    "With a total bilirubin of 2.1 to 3.0 mg/dl vinorelbine is given at 50% of the starting dose,"
    " above 3.0 mg/dl at 25%."
)
ITEMS = (
    "The ASCO options are olaparib 300 mg every 12 hours for 2 years, niraparib 200 to 300 mg daily"
    " for 3 years, or rucaparib 600 mg twice a day for 2 years."
)
LEVEL = "ESMO gives ESR1 mutations of breast cancer ESCAT level IA, because elacestrant is active."
RATIO = "SOLO1 randomised patients in a 2:1 ratio to olaparib or placebo."
TRIALS = (
    "MonarchE, the adjuvant abemaciclib trial, required node-positive early breast cancer, whereas"
    " the NATALEE indication is defined by stage."
)
GREATEST = (
    "The gain from a PARP inhibitor was greatest in BRCA-mutated ovarian cancer and smaller in"
    " HRD-positive ovarian cancer."
)
OMITTED = (
    "Premenopausal women with stage I breast cancer should receive endocrine therapy without"
    " ovarian suppression by ASCO."
)
OFTEN = "With warfarin and capecitabine the INR is monitored more often."
RATHER = "For BRCA carriers, ASCO recommends platinum rather than a taxane."
NOT_THE_OTHER = "ASCO recommends an anti-VEGF antibody, not an anti-EGFR antibody, on the right."
ENTREC = (
    "Responses to entrectinib were seen in 13 of 22 tumours with NTRK1 fusions and 18 of 31 with"
    " NTRK3 fusions."
)
CLASSES = "For Child-Pugh class A liver cancer, ASCO allows atezolizumab with bevacizumab."
LOSS = "ASCO weighs a possible loss of overall survival before niraparib maintenance."
WILD = "Of patients with KRAS wild-type colorectal cancer 8 of 27 responded to lapatinib."
PERIODS = "Ribociclib is taken at 400 mg a day, 3 weeks on and 1 week off, for 3 years."
IMMATURE = "In ASCENT-04, overall survival was immature at the primary analysis."
SUBSET = "A subset of men with PD-L1-positive prostate cancer has a lasting response to it."
TESTED = "NCT05929768 is a phase III trial of shorter chemotherapy in early breast cancer."
THERAPIES = "After at least two therapies for breast cancer, ASCO advises sacituzumab govitecan."
PARTNERS = (
    "ASCO names pembrolizumab with chemotherapy and atezolizumab with nab-paclitaxel for breast"
    " cancer."
)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("With a bilirubin above 3.0 mg/dl vinorelbine is given at 50%.", BRANCHES),
        ("Niraparib is given for 2 years.", ITEMS),
        ("ESMO gives ESR1 mutations ESCAT level IIB.", LEVEL),
        ("SOLO1 randomised patients in a 1:1 ratio to olaparib or placebo.", RATIO),
        ("NATALEE required node-positive early breast cancer, monarchE did not.", TRIALS),
        ("The gain was greatest in HRD-positive ovarian cancer.", GREATEST),
        ("Premenopausal women with stage I cancer should receive ovarian suppression.", OMITTED),
        ("The INR is monitored less often with warfarin and capecitabine.", OFTEN),
        ("For BRCA carriers ASCO recommends a taxane rather than platinum.", RATHER),
        ("On the right ASCO recommends an anti-EGFR antibody, not an anti-VEGF antibody.",
         NOT_THE_OTHER),
        ("Responses to entrectinib were seen in 18 of 31 tumours with NTRK1 fusions.", ENTREC),
        ("ASCO allows atezolizumab with bevacizumab in Child-Pugh A and B.", CLASSES),
        ("Niraparib maintenance does not affect overall survival.", LOSS),
        ("8 of 27 patients with KRAS-mutated colorectal cancer responded to lapatinib.", WILD),
        ("Ribociclib is taken at 400 mg a week for 3 years.", PERIODS),
        ("ASCENT-04 lengthened overall survival.", IMMATURE),
        ("Men with PD-L1-positive prostate cancer have a lasting response to it.", SUBSET),
        ("Shorter chemotherapy is as good as the standard in early breast cancer.", TESTED),
        ("ASCO advises sacituzumab govitecan after one therapy for breast cancer.", THERAPIES),
        ("ASCO names atezolizumab with chemotherapy for breast cancer.", PARTNERS),
    ],
)  # fmt: skip
def test_what_is_put_elsewhere_is_seen(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)
