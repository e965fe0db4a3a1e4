"""What describes the patient is not asked about: for which drug somebody is fit, and alterations of
the tumour where a gene doses the drug. "Met" behind an organ is short for a metastatic tumour."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.values import Tumour


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("Metastatic urothelial cancer, cisplatin fit, first line?", set()),
        ("mUC 1L, fit for cisplatin", set()),
        ("Advanced bladder cancer, suitable for cisplatin. First line?", set()),
        ("Metastatic urothelial cancer, cisplatin-eligible. Options?", set()),
        ("Metastatic urothelial cancer, fit for cisplatin?", {"cisplatin"}),
        ("Is he fit for cisplatin? Metastatic urothelial cancer", {"cisplatin"}),
        ("gBRCA1 TNBC, is she a candidate for olaparib", {"olaparib"}),
        ("gBRCA1 TNBC, olaparib suitable?", {"olaparib"}),
    ],
)
def test_a_drug_that_somebody_is_fit_for_is_not_asked_about(text: str, drugs: set[str]) -> None:
    assert parse_text(text).parts[0].drugs == drugs


@pytest.mark.parametrize(
    ("text", "tumours"),
    [
        ("KRAS G12D in pancreatic met, which targeted drug?", {"pancreatic cancer"}),
        ("BRCA2 in prostate met. Options?", {"prostate cancer"}),
        ("CRC, lung met, BRAF V600E. Options?", {"colorectal cancer"}),
        ("Melanoma, lung met resected, BRAF V600E. Adjuvant?", {"melanoma"}),
        ("Lung met of colon cancer, KRAS G12C. Options?", {"colon cancer"}),
        ("Colon cancer: KRAS G12C found in lung met. Options?", {"colon cancer"}),
        ("Lung met resected last week. Options?", set()),
        ("Colon cancer with a lung met, BRAF V600E. Options?", {"colon cancer"}),
        ("Colon cancer, lung mets, BRAF V600E. Options?", {"colon cancer"}),
        ("colorectal metastatic, MSS, untreated. Options?", {"colorectal cancer"}),
        ("gastric metastatic, HER2+. Options?", {"gastric cancer"}),
        ("melanoma, pancreatic metastatic. Options?", {"melanoma"}),
        ("ovarian metastatic disease, CRC. Options?", {"colorectal cancer"}),
        ("lung metastatic, BRAF V600E. Options?", set()),
    ],
)
def test_one_letter_tells_a_metastatic_tumour_from_metastases(text: str, tumours: set[str]) -> None:
    found = {each.name for each in parse_text(text).sheet.of(Tumour)}
    assert found - {""} == tumours


def test_alterations_of_the_tumour_are_not_asked_about_where_a_gene_doses_the_drug() -> None:
    (asked,) = parse_text("DPYD het, colon BRAF V600E: capecitabine dose?").parts
    assert (asked.kind, asked.genes, asked.variants) == (
        "pharmacogenomics",
        frozenset({"DPYD"}),
        frozenset(),
    )
    (other,) = parse_text("Colon BRAF V600E: capecitabine?").parts
    assert "BRAF" in other.genes
