"""Whether a sentence of a source answers a question: each constraint on one sentence.

The sentence goes the whole way: its statement is derived as at ingestion, the question is parsed,
and both are judged."""

from __future__ import annotations

import pytest

from agents.extractive.evidence.judged import judgements
from agents.extractive.question.parsing import parse_text
from retrieval.documents import Document, Status

SUPPORTED = [
    ("dose of olaparib", "Olaparib is given at 300 mg twice daily.", "", ""),
    ("olaparib dose in renal impairment", "The dose is 200 mg.", "Renal impairment", "Olaparib"),
    ("BRAF V600K melanoma therapy", "Treat BRAF V600E or V600K melanoma with both drugs.", "", ""),
    ("EML4-ALK NSCLC therapy", "Alectinib treats ALK fusion-positive lung cancer.", "", ""),
    ("HER2-positive breast cancer", "Pertuzumab treats HER2-positive breast cancer.", "", ""),
    ("TNBC therapy", "In triple-negative breast cancer, treatment may be offered.", "", ""),
    ("olaparib in PALB2 breast cancer", "No PARP inhibitor treated PALB2 breast cancer.", "", ""),
    ("What did EXAMPLE-9 show?", "Median survival was 12 months.", "", "EXAMPLE-9: a trial"),
    ("olaparib with ketoconazole", "Avoid strong CYP3A inhibitors with olaparib.", "", ""),
    ("neratinib and CYP3A inhibitors", "Avoid CYP3A4 or P-gp inhibitors with neratinib.", "", ""),
    ("MDS risk on olaparib", "Myelodysplastic syndrome occurred on olaparib in 1.5%.", "", ""),
    ("T-DXd in HER2 0 breast cancer", "T-DXd treats HER2-negative breast cancer.", "", ""),
    ("ESR1 D538G breast cancer", "Elacestrant treats ESR1-mutated breast cancer.", "", ""),
    ("DPYD *2A het and 5-FU", "In DPYD*2A heterozygotes reduce fluorouracil.", "", ""),
    ("DPYD *2A/*2A and 5-FU", "In DPYD*2A homozygotes avoid fluorouracil.", "", ""),
]
UNSUPPORTED = [
    ("DPYD *2A heterozygote and 5-FU", "In DPYD*2A homozygotes avoid fluorouracil.", "", ""),
    ("DPYD *1/*2A and 5-FU", "In DPYD *2A/*2A patients avoid fluorouracil.", "", ""),
    ("DPYD homozygous and 5-FU", "In DPYD heterozygotes reduce fluorouracil.", "", ""),
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
    ("BRAF V600K melanoma therapy", "Dabrafenib treats BRAF V600E melanoma.", "", ""),
    ("EGFR exon 20 insertion", "Osimertinib treats EGFR-mutated lung cancer.", "", ""),
    ("first-line BRAF V600E melanoma", "Adjuvant treatment of BRAF V600E melanoma.", "", ""),
    ("EGFR exon 20 insertion", "Erlotinib treats EGFR exon 19 deletion.", "", "EGFR"),
    ("HER2-low breast cancer therapy", "Pertuzumab treats HER2-positive breast cancer.", "", ""),
    ("HER2-low breast cancer therapy", "Neratinib treats HER2-mutated breast cancer.", "", ""),
    ("germline BRCA1 therapy", "Somatic BRCA1 mutations may be treated.", "", ""),
    ("MSI-high therapy", "Microsatellite-stable tumours are treated otherwise.", "", ""),
    ("KRAS G12C lung cancer therapy", "Sotorasib treats KRAS G12C colorectal cancer.", "", ""),
    ("small cell lung cancer therapy", "It treats non-small cell lung cancer.", "", ""),
    ("BRCA1 ovarian cancer therapy", "Without a BRCA1 mutation, treat ovarian cancer.", "", ""),
    (
        "PIK3CA breast cancer therapy",
        "An aromatase inhibitor treats breast cancer.",
        "",
        "Breast cancer guideline: CDK4/6 inhibitors, PIK3CA and ESR1",
    ),
    ("PALB2 olaparib therapy", "PALB2 carriers should be tested.", "", "PALB2 — olaparib"),
    (
        "resistance of MET to osimertinib",
        "MET drove resistance to dacomitinib.",
        "",
        "Osimertinib and more, MET",
    ),
    ("What did EXAMPLE-9 show?", "Median survival was 12 months.", "", "EXAMPLE-8: a trial"),
    ("adjuvant therapy of breast cancer", "Treat metastatic breast cancer with it.", "", ""),
    ("diarrhea on neratinib", "Rash occurred on neratinib.", "", ""),
    ("olaparib with ketoconazole", "The exposure to olaparib rises in renal disease.", "", ""),
    ("tamoxifen in CYP2D6 carriers", "CYP2D6 carriers have more gefitinib.", "", "CYP2D6 gene"),
    ("first line for glioblastoma", "EGFR amplification drives many cancers.", "", ""),
    ("first line for glioblastoma", "Nivolumab treats MSI-H solid tumours.", "", ""),
    ("olaparib in glioblastoma", "Avoid voriconazole, as olaparib labelling asks.", "", "CYP2C19"),
    ("T-DXd in HER2 0 breast cancer", "T-DXd treats HER2-low breast cancer.", "", ""),
    ("ALK G1202R therapy", "Alectinib treats ALK-positive lung cancer.", "", ""),
    ("EGFR T790M colorectal", "KRAS mutations resist EGFR antibodies in CRC.", "", ""),
    ("larotrectinib dose in a 5-year-old", "Larotrectinib is given to adults at 100 mg.", "", ""),
    ("CAR-T in breast cancer", "Trastuzumab treats breast cancer.", "", ""),
    ("uterine carcinosarcoma T-DXd therapy", "T-DXd treats breast cancer.", "", ""),
    ("is Ibrance covered by insurance", "Palbociclib (Ibrance) is a kinase inhibitor.", "", ""),
    ("side effects of olaparib", "Olaparib is given until the disease progresses.", "", "Olaparib"),
    ("talazoparib adjuvant therapy", "Talazoparib treats locally advanced cancer.", "", ""),
    ("capital of France", "The capital letter names the gene.", "", ""),
]


def score(
    question: str, text: str, heading: str, title: str, status: Status = "confirmed"
) -> float:
    """The best score of the sentence over the parts of the question; 0 when it answers none."""
    above = f"## {heading}\n\n" if heading else ""
    document = Document(
        silo="label", id="a", version="1", title=title, text=f"{above}{text}\n", status=status
    )
    parsed = parse_text(question)
    judged = [
        judgement
        for part, asked in enumerate(parsed.parts)
        for _, judgement in judgements(parsed, asked, part, [document], "label")
    ]
    return max((each.score for each in judged if each.answers), default=0.0)


@pytest.mark.parametrize(("question", "text", "heading", "title"), SUPPORTED)
def test_a_sentence_that_speaks_of_what_was_asked_supports_an_answer(
    question: str, text: str, heading: str, title: str
) -> None:
    assert score(question, text, heading, title) > 0


@pytest.mark.parametrize(("question", "text", "heading", "title"), UNSUPPORTED)
def test_a_sentence_on_something_near_does_not(
    question: str, text: str, heading: str, title: str
) -> None:
    assert score(question, text, heading, title) == 0.0


def test_patients_count_more_than_cells() -> None:
    question = "BRAF V600E melanoma therapy"
    patients = "Patients with BRAF V600E melanoma responded to treatment with dabrafenib."
    cells = "Melanoma cell lines with BRAF V600E responded to treatment with dabrafenib."
    assert score(question, patients, "", "") > score(question, cells, "", "")


def test_the_line_that_is_asked_for_counts_more_than_another() -> None:
    question = "first-line therapy of metastatic breast cancer"
    first = "First-line treatment of metastatic breast cancer is this."
    later = "Second-line treatment of metastatic breast cancer is this."
    assert score(question, first, "", "") > score(question, later, "", "")


def test_an_unconfirmed_document_counts_less() -> None:
    text = "In triple-negative breast cancer, treatment may be offered."
    confirmed = score("TNBC therapy", text, "", "")
    assert confirmed > score("TNBC therapy", text, "", "", "unconfirmed")


PREFERRED = [
    (
        "TNBC with CPS 12, therapy",
        "Treatment of TNBC with PD-L1 CPS of 10 or more is this.",
        "Treatment of TNBC with PD-L1 CPS below 10 is this.",
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
        "With a strong CYP3A inhibitor olaparib is reduced.",
        "With a moderate CYP3A inhibitor olaparib is reduced.",
    ),
    (
        "monitoring of palbociclib",
        "Blood counts are monitored on palbociclib.",
        "Adverse reactions occurred on palbociclib.",
    ),
    (
        "where is the ERBB2 gene located",
        "ERBB2 maps to chromosome 17.",
        "ERBB2 has the alias NEU.",
    ),
    (
        "BRAF V600E colorectal cancer after cetuximab",
        "Encorafenib treats BRAF V600E colorectal cancer.",
        "Cetuximab treats BRAF V600E colorectal cancer.",
    ),
    (
        "resistance to osimertinib",
        "C797S causes resistance to osimertinib.",
        "T790M, a resistance mutation, calls for osimertinib.",
    ),
    (
        "dose of olaparib",
        "Olaparib is given at 300 mg twice daily.",
        "Overall survival was 21 months with olaparib at 300 mg.",
    ),
    (
        "treatment of male breast cancer",
        "Tamoxifen treats male breast cancer.",
        "Tamoxifen treats breast cancer.",
    ),
]


@pytest.mark.parametrize(("question", "better", "worse"), PREFERRED)
def test_the_sentence_for_this_patient_and_this_side_of_the_question_counts_more(
    question: str, better: str, worse: str
) -> None:
    assert score(question, better, "", "") > score(question, worse, "", "")
