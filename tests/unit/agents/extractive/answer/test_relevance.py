"""Whether a sentence of a source is said as an answer: each constraint on one sentence."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import line_of_statement
from tests.unit.agents.extractive.one_statement import document, fit, score, sorted_out


def wrong(reason: str) -> pytest.MarkDecorator:
    """What the core still gets wrong, and why."""
    return pytest.mark.xfail(strict=True, reason=reason)


SUPPORTED = [
    ("where is the ERBB2 gene located", "ERBB2 maps to chromosome 17.", "", ""),
    ("dose of olaparib", "Olaparib is given at 300 mg twice daily.", "", ""),
    ("olaparib dose in renal impairment", "The dose is 200 mg.", "Renal impairment", "Olaparib"),
    (
        "BRAF V600K melanoma therapy",
        "Both drugs are indicated for BRAF V600E or V600K melanoma.",
        "",
        "",
    ),
    (
        "EML4-ALK NSCLC therapy",
        "Alectinib is indicated for ALK fusion-positive lung cancer.",
        "",
        "",
    ),
    (
        "HER2-positive breast cancer",
        "Pertuzumab is indicated for HER2-positive breast cancer.",
        "",
        "",
    ),
    ("TNBC therapy", "In triple-negative breast cancer, treatment may be offered.", "", ""),
    (
        "olaparib in PALB2 breast cancer",
        "A PARP inhibitor may be offered in PALB2 breast cancer.",
        "",
        "",
    ),
    ("What did EXAMPLE-9 show?", "Median survival was 12 months.", "", "EXAMPLE-9: a trial"),
    ("olaparib with ketoconazole", "Avoid strong CYP3A inhibitors with olaparib.", "", ""),
    ("neratinib and CYP3A inhibitors", "Avoid CYP3A4 or P-gp inhibitors with neratinib.", "", ""),
    ("MDS risk on olaparib", "Myelodysplastic syndrome was reported on olaparib in 1.5%.", "", ""),
    (
        "T-DXd in HER2 0 breast cancer",
        "T-DXd is indicated for HER2-negative breast cancer.",
        "",
        "",
    ),
    (
        "ESR1 D538G breast cancer",
        "Elacestrant is indicated for ESR1-mutated breast cancer.",
        "",
        "",
    ),
    ("DPYD *2A het and 5-FU", "In DPYD*2A heterozygotes reduce fluorouracil.", "", ""),
    ("DPYD *2A/*2A and 5-FU", "In DPYD*2A homozygotes avoid fluorouracil.", "", ""),
]
UNSUPPORTED = [
    ("DPYD *2A heterozygote and 5-FU", "In DPYD*2A homozygotes avoid fluorouracil.", "", ""),
    ("DPYD *1/*2A and 5-FU", "In DPYD *2A/*2A patients avoid fluorouracil.", "", ""),
    (
        "DPYD homozygous and 5-FU",
        "In DPYD heterozygotes reduce the dose of fluorouracil.",
        "",
        "",
    ),
    ("dose of olaparib", "Olaparib is a PARP inhibitor of the first hour.", "", ""),
    ("dose of olaparib", "Niraparib is given at 200 mg with olaparib.", "", "Niraparib (Zejula)"),
    ("dose of trastuzumab", "Trastuzumab deruxtecan is given at 5.4 mg/kg.", "", ""),
    (
        "olaparib dose in renal impairment",
        "In hepatic impairment the dose is 300 mg.",
        "",
        "Olaparib",
    ),
    (
        "olaparib dose in renal impairment",
        "In hepatic impairment the dose is 300 mg.",
        "Renal and hepatic impairment",
        "Olaparib",
    ),
    ("BRAF V600K melanoma therapy", "Dabrafenib is indicated for BRAF V600E melanoma.", "", ""),
    ("EGFR exon 20 insertion", "Osimertinib is indicated for EGFR-mutated lung cancer.", "", ""),
    (
        "first-line BRAF V600E melanoma",
        "It is indicated as adjuvant treatment of BRAF V600E melanoma.",
        "",
        "",
    ),
    ("EGFR exon 20 insertion", "Erlotinib is indicated for EGFR exon 19 deletion.", "", "EGFR"),
    (
        "HER2-low breast cancer therapy",
        "Pertuzumab is indicated for HER2-positive breast cancer.",
        "",
        "",
    ),
    ("MSI-high therapy", "It is indicated for microsatellite-stable tumours.", "", ""),
    (
        "KRAS G12C lung cancer therapy",
        "Sotorasib is indicated for KRAS G12C colorectal cancer.",
        "",
        "",
    ),
    ("small cell lung cancer therapy", "It is indicated for non-small cell lung cancer.", "", ""),
    (
        "PIK3CA breast cancer therapy",
        "An aromatase inhibitor is indicated for breast cancer.",
        "",
        "Breast cancer guideline: CDK4/6 inhibitors, PIK3CA and ESR1",
    ),
    (
        "PALB2 olaparib therapy",
        "PALB2 carriers should be tested.",
        "",
        "PALB2 — olaparib",
    ),
    (
        "resistance of MET to osimertinib",
        "MET drove resistance to dacomitinib.",
        "",
        "Osimertinib and more, MET",
    ),
    ("What did EXAMPLE-9 show?", "Median survival was 12 months.", "", "EXAMPLE-8: a trial"),
    ("adjuvant therapy of breast cancer", "It is indicated for metastatic breast cancer.", "", ""),
    ("diarrhea on neratinib", "Rash occurred on neratinib.", "", ""),
    ("olaparib with ketoconazole", "The exposure to olaparib rises in renal disease.", "", ""),
    ("tamoxifen in CYP2D6 carriers", "CYP2D6 carriers have more gefitinib.", "", "CYP2D6 gene"),
    ("first line for glioblastoma", "EGFR amplification drives many cancers.", "", ""),
    ("first line for glioblastoma", "Nivolumab is indicated for MSI-H solid tumours.", "", ""),
    ("olaparib in glioblastoma", "Avoid voriconazole, as olaparib labelling asks.", "", "CYP2C19"),
    ("T-DXd in HER2 0 breast cancer", "T-DXd is indicated for HER2-low breast cancer.", "", ""),
    ("ALK G1202R therapy", "Alectinib is indicated for ALK-positive lung cancer.", "", ""),
    ("EGFR T790M colorectal", "KRAS mutations resist EGFR antibodies in CRC.", "", ""),
    ("larotrectinib dose in a 5-year-old", "Larotrectinib is given to adults at 100 mg.", "", ""),
    (
        "CAR-T in breast cancer",
        "Trastuzumab is indicated for breast cancer.",
        "",
        "",
    ),
    ("uterine carcinosarcoma T-DXd therapy", "T-DXd is indicated for breast cancer.", "", ""),
    ("is Ibrance covered by insurance", "Palbociclib (Ibrance) is a kinase inhibitor.", "", ""),
    ("side effects of olaparib", "Olaparib is given until the disease progresses.", "", "Olaparib"),
    (
        "talazoparib adjuvant therapy",
        "Talazoparib is indicated for locally advanced cancer.",
        "",
        "",
    ),
    (
        "capital of France",
        "The capital letter names the gene.",
        "",
        "",
    ),
]


@pytest.mark.parametrize(("question", "text", "heading", "title"), SUPPORTED)
def test_a_sentence_that_speaks_of_what_was_asked_supports_an_answer(
    question: str, text: str, heading: str, title: str
) -> None:
    assert fit(question, document(text, heading, title)) > 0


@pytest.mark.parametrize(("question", "text", "heading", "title"), UNSUPPORTED)
def test_a_sentence_on_something_near_does_not(
    question: str, text: str, heading: str, title: str
) -> None:
    assert score(question, document(text, heading, title)) == 0.0


CONDITIONAL = [
    (
        "HER2-low breast cancer therapy",
        "Neratinib is indicated for HER2-mutated breast cancer.",
        "Only with ERBB2 alteration: ",
    ),
    (
        "germline BRCA1 therapy",
        "Olaparib is indicated for cancer with a somatic BRCA1 mutation.",
        "Only with tumour BRCA1 alteration: ",
    ),
    (
        "BRCA1 ovarian cancer therapy",
        "Cisplatin is indicated for ovarian cancer without a BRCA1 mutation.",
        "Only with no BRCA1 alteration: ",
    ),
]


@pytest.mark.parametrize(("question", "text", "condition"), CONDITIONAL)
def test_an_option_that_hangs_on_an_unstated_marker_is_never_told_without_it(
    question: str, text: str, condition: str
) -> None:
    (selected,) = sorted_out(question, document(text))
    assert {line_of_statement(each, selected) for each in selected.answers} <= {
        f"{condition}{text}"
    }


def test_patients_count_more_than_cells() -> None:
    question = "BRAF V600E melanoma therapy"
    patients = "Patients with BRAF V600E melanoma responded to treatment with dabrafenib."
    cells = "Melanoma cell lines with BRAF V600E responded to treatment with dabrafenib."
    assert fit(question, document(patients)) > fit(question, document(cells))


def test_the_line_that_is_asked_for_counts_more_than_another() -> None:
    question = "first-line therapy of metastatic breast cancer"
    first = "This is recommended as first-line treatment of metastatic breast cancer."
    later = "This is recommended as second-line treatment of metastatic breast cancer."
    assert fit(question, document(first)) > fit(question, document(later))


@wrong("the fitted weights have no feature for trust in a source")
def test_an_unconfirmed_document_counts_less() -> None:
    text = "In triple-negative breast cancer, treatment may be offered."
    doubtful = document(text, status="unconfirmed")
    assert fit("TNBC therapy", document(text)) > fit("TNBC therapy", doubtful)


PREFERRED = [
    (
        "TNBC with CPS 12, therapy",
        "This is indicated for TNBC with PD-L1 CPS of 10 or more.",
        "This is indicated for TNBC with PD-L1 CPS below 10.",
    ),
    (
        "olaparib dose, CrCl 35",
        "At a creatinine clearance of 31-50 mL/min the olaparib dose is 200 mg.",
        "At a creatinine clearance of 51-80 mL/min the olaparib dose is 300 mg.",
    ),
    (
        "everolimus dose in moderate hepatic impairment",
        "With Child-Pugh B cirrhosis the everolimus dose is 5 mg.",
        "With Child-Pugh A cirrhosis the everolimus dose is 7.5 mg.",
    ),
    (
        "olaparib with ketoconazole",
        "Reduce olaparib with a strong CYP3A inhibitor.",
        "Reduce olaparib with a moderate CYP3A inhibitor.",
    ),
    (
        "monitoring of palbociclib",
        "Blood counts are monitored on palbociclib.",
        "Adverse reactions occurred on palbociclib.",
    ),
    pytest.param(
        "where is the ERBB2 gene located",
        "ERBB2 maps to chromosome 17.",
        "ERBB2 has the alias NEU.",
        marks=wrong("place and alias of a gene are one kind of statement"),
    ),
    (
        "BRAF V600E colorectal cancer after cetuximab",
        "Encorafenib is indicated for BRAF V600E colorectal cancer.",
        "Cetuximab is indicated for BRAF V600E colorectal cancer.",
    ),
    pytest.param(
        "resistance to osimertinib",
        "C797S causes resistance to osimertinib.",
        "T790M, a resistance mutation, calls for osimertinib.",
        marks=wrong("against which drug a variant is resistant is not read"),
    ),
    (
        "dose of olaparib",
        "Olaparib is given at 300 mg twice daily.",
        "Overall survival was 21 months with olaparib at 300 mg.",
    ),
    (
        "treatment of male breast cancer",
        "Tamoxifen is indicated for male breast cancer.",
        "Tamoxifen is indicated for breast cancer.",
    ),
]


@pytest.mark.parametrize(("question", "better", "worse"), PREFERRED)
def test_the_sentence_for_this_patient_and_this_side_of_the_question_counts_more(
    question: str, better: str, worse: str
) -> None:
    assert fit(question, document(better)) > fit(question, document(worse))
