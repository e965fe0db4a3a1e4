"""What clinicians write, in the forms of the ward: value, polarity and unit, and nothing wrong."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe

READ = {
    "age 64": "64yo F|64 y.o. female|F64|64yF|64 yrs, F|woman, 64 yrs|She is 64|Mrs X, 64|♀64",
    "man": "71M|M71|71yo gent|71 ♂|Mr X, 71 yrs",
    "premenopausal": "premeno woman|pre-MP woman|still menstruating",
    "postmenopausal": "postmeno woman|PMP woman|s/p BSO, 45F|post-MP woman",
    "ECOG 2": "PS2|PS: 2|PS=2|KPS 60|perf status 2|WHO PS 2|ECOG-PS 2",
    "pregnant": "preg, 20/40|G1P0 20 wks|gravid 20 weeks|20wks gestation",
    "breastfeeding": "BF mother, currently lactating|breast feeding",
    "breast cancer": "mBC|Ca breast|mamma ca|breast Ca",
    "triple-negative breast cancer": "triple neg breast ca|3neg breast ca|TNBC",
    "squamous lung cancer": "sq NSCLC|SqCLC|NSCLC, squamous|squam lung ca",
    "lung adenocarcinoma": "adenoca lung|NSCLC adeno|non-sq NSCLC",
    "urothelial cancer": "UC of bladder|TCC bladder|mUC",
    "BCLC B": "BCLC B HCC|HCC, BCLC-B|HCC BCLC stage B",
    "stage IIIB": "st IIIB NSCLC|stadium IIIB NSCLC|Stage 3B NSCLC",
    "T2 N1": "breast ca pT2 pN1 M0|breast ca cT2 cN1|breast ca T2N1M0",
    "(liver)": "breast ca hep mets|breast ca mets liver|breast ca, liver mets",
    "ER-positive": "ER 8/8|ER Allred 8|ER H-score 270|ER +ve|ER pos.",
    "ER-positive (90%)": "ER 90|ER90%|ER: 90%|ER positive 90 percent",
    "ER-negative": "ER 0|ER 0/8|ER neg|ER -ve|ER <1%",
    "HER2-low": "her2lo|HER2 2+ FISH -ve|IHC1+ HER2|HER2 2+/ISH-",
    "MSI-high": "MSI-hi|d-MMR|MMR-D|dMMR",
    "EGFR exon 19 deletion: present": "EGFR E19del|EGFR del19|ex19del EGFR",
    "KRAS G12C: present": "KRASG12C|KRAS p.G12C",
    "EGFR alteration: absent": "EGFR wt|EGFR -ve|no EGFR mut|EGFR: not mutated",
    "progressed on letrozole": "prog. on letro|letro - PD|letro → PD|progd thru letro"
    "|letro stopped for PD|letro d/c for PD|letro until PD|POD on letro|letro, PD 3/24",
    "did not tolerate letrozole": "intol to letro|didnt tolerate letro|letro stopped due to rash",
    "on letrozole": "letro ongoing|letro since 3/24|cont letro|taking letro",
    "had letrozole": "prev letro|recd letro|rec'd letro|tx with letro"
    "|given letro in 2022|s/p letro",
    "never had letrozole": "no letro so far|letro-naive|no prior letro",
    "neoadjuvant": "pre-op chemo|NACT|neoadj",
    "residual disease": "ypT1|non-pCR|RCB-II",
    "locally advanced": "loc adv disease|LA disease|locally adv",
    "Child-Pugh B": "CP B7|CP-B|child b cirrhosis|Child's B|C-P B|CPS B7",
    "eGFR 30 to 45": "CKD3b|stage 3b CKD|CKD G3b",
    "dialysis": "HD 3x/wk|on RRT|on HD",
    "heart failure": "NYHA III|NYHA 3|CCF|HFrEF|h/o HF",
    "diabetes": "T1D|T2DM|DM2|NIDDM|insulin-dependent DM",
    "hypertension": "HTN, DM2|PMH: HTN|aHTN",
    "atrial fibrillation": "afib|A-fib|atrial fib|PAF",
    "autoimmune disease": "RA on MTX|PsA|coeliac|myasthenia|Graves",
    "interstitial lung disease": "h/o ILD|IPF|pulm fibrosis|prev pneumonitis",
    "allergy to penicillin": "allergic to penicillin|penicillin allergy|Allergies: penicillin",
    "on ramipril": "on metformin, ramipril|Meds: ramipril|DH: ramipril",
    "interstitial lung disease grade 2": "ILD g2|pneumonitis => G2|ILD II°|gd 2 ILD|ILD CTC 2",
    "diarrhoea grade 3": "diarr G3|diarrhea => G3|G1 -> G3 diarrhoea",
    "neuropathy grade 2": "CIPN G2|PNP grade 2|PN G2",
    "hepatotoxicity grade 3": "LFTs G3|raised LFTs G3|hepatotox G3",
    "febrile neutropenia": "FN|feb neut",
}  # fmt: skip
"""The fact, as it is described → forms."""
NOT_READ = {
    "diabetes": "on T-DM1|T-DM1 versus T-DXd",
    "age": "after 18 mths letrozole|60Gy RT|PFS 24 mo|F18-FDG PET",
    "metastatic": "stage 4 CKD|CKD stage 4",
    "or higher": "ILD => G3|diarrhoea -> G3",
    "calcium": "CA 19-9 450|Ca 15-3 40|breast Ca 2019",
    "potassium": "KRAS G12C|vit K 10 mg|plt 60 K",
    "eGFR": "EGFR ex19del",
    "alteration: present": "sister BRCA1+, pt untested|FHx: BRCA2+ aunt",
    "ovarian cancer": "fam hx pos for ovarian ca|MGM ovarian ca",
    "on penicillin": "allergic to penicillin",
}
COURSES = (
    "2022: HER2 0, 2024 rebiopsy: HER2 1+",
    "ER+ primary 2019, liver bx 2024 ER neg",
    "CrCl 80 in Jan, 28 now",
    "plts 150 -> 60",
)
CONTRADICTIONS = (
    "ER 0 in summary, ER 90% in body",
    "BRAF wt in letter, BRAF V600E on NGS",
    "report says ER neg, letter says ER pos",
)


def _sheet(text: str) -> FactSheet:
    return read_fact_sheet((Message(text),))


def _facts(text: str) -> str:
    return " | ".join(describe(fact.value) for fact in _sheet(text).facts)


def _rows(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(fact, form) for fact, cell in table.items() for form in cell.split("|")]


@pytest.mark.parametrize(("fact", "form"), _rows(READ))
def test_a_ward_form_is_read(fact: str, form: str) -> None:
    assert fact in _facts(form)


@pytest.mark.parametrize(("fact", "form"), _rows(NOT_READ))
def test_nothing_else_is_read_into_it(fact: str, form: str) -> None:
    assert fact not in _facts(form)


@pytest.mark.parametrize("text", COURSES)
def test_values_of_two_dates_are_a_course(text: str) -> None:
    assert not _sheet(text).contradictions


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_two_reports_without_a_date_contradict_each_other(text: str) -> None:
    assert _sheet(text).contradictions


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("capi + fulvestrant after AI, PIK3CA mut?", {"capivasertib", "fulvestrant"}),
        ("hand-foot G2 on capi, hold?", {"capecitabine"}),
        ("DPYD IM, capi start dose?", {"capecitabine"}),
        ("capi dose with GFR 45?", {"capecitabine", "capivasertib"}),
    ],
)
def test_a_short_form_of_two_drugs_goes_by_the_context(text: str, drugs: set[str]) -> None:
    assert set().union(*(part.drugs for part in parse_text(text).parts)) == drugs


@pytest.mark.parametrize(
    "text",
    [
        "TNBC, metformin + ramipril, penicillin allergy: next line?",
        "NSCLC EGFR ex19del after osi, on metformin, ramipril, allergic to penicillin. what next?",
        "NSCLC stage IV, takes carbamazepine for epilepsy. Which TKI?",
    ],
)
def test_what_is_taken_besides_is_not_asked_about(text: str) -> None:
    assert not any(part.drugs for part in parse_text(text).parts)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("interval T-DXd?", "dose"), ("q3w or q4w denosumab?", "dose"),
        ("rPFS in PROfound?", "trial_result"), ("MFS in SPARTAN?", "trial_result"),
        ("DoR of T-DXd in DESTINY-Breast03?", "trial_result"),
    ],
)  # fmt: skip
def test_requests_are_told_by_their_short_forms(text: str, kind: str) -> None:
    assert parse_text(text).parts[0].kind == kind


@pytest.mark.parametrize(
    "asked",
    [
        "HER2 IHC 0, HR+ breast cancer. Can I give T-DXd as HER2-low?",
        "HER2 IHC 0 breast cancer. Can I treat her as HER2-low with T-DXd?",
        "HER2 IHC 0 breast cancer. Can we call it HER2-low and give T-DXd?",
    ],
)
def test_a_class_that_is_proposed_takes_no_result_back(asked: str) -> None:
    said = _facts(asked)
    assert "HER2 0" in said
    assert "HER2-low" not in said.replace("not HER2-low", "")


def test_a_class_that_is_reported_is_a_fact() -> None:
    assert "HER2-low" in _facts("Her tumour was reported as HER2-low. T-DXd?")


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("2 prior lines incl bev. what now?", "had bevacizumab"),
        ("3 lines incl. FOLFOX and cetuximab. options?", "oxaliplatin + cetuximab"),
        ("progressed on cetuximab-FOLFIRI", "irinotecan"),
    ],
)
def test_what_was_had_is_read_from_short_forms(text: str, had: str) -> None:
    assert had in _facts(text)
