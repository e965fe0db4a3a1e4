"""A genotype of drug metabolism beside a choice of drugs adds a part, and replaces no choice."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.independent.genotypes import without_genotype

CHOICES = [
    ("CML T315I, failed imatinib. Dasatinib or nilotinib, UGT1A1 *28/*28?", "dasatinib nilotinib"),
    ("CML F317L, UGT1A1 *28/*28, on imatinib failed. Bosutinib or nilotinib?",
     "bosutinib nilotinib"),
    ("NSCLC EGFR L858R, CYP2D6 poor metaboliser, gefitinib or osimertinib first line?",
     "gefitinib osimertinib"),
    ("DPYD *1/*2A, metastatic colorectal cancer BRAF V600E, options?", ""),
    ("HR+ breast cancer, PIK3CA mutated, CYP2D6 *4/*4, progressed on letrozole. Alpelisib?",
     "alpelisib"),
]  # fmt: skip
ONLY_GENOTYPE = [
    "UGT1A1 *28/*28 and FOLFIRI dose?",
    "Colorectal cancer, UGT1A1 *28/*28, irinotecan?",
    "DPYD *2A het, capecitabine dose?",
    "Metastatic colorectal cancer KRAS G12D, FOLFIRI planned, UGT1A1 *28/*28. Irinotecan dose?",
    "TPMT *3A/*3C, ALL, mercaptopurine. Start?",
    "Tamoxifen or an aromatase inhibitor in CYP2D6 *4/*4?",
]


@pytest.mark.parametrize(("question", "drugs"), CHOICES)
def test_a_genotype_beside_a_choice_is_asked_after_it(question: str, drugs: str) -> None:
    first, *_, last = parse_text(question).parts
    assert (first.kind, last.kind) == ("therapy", "pharmacogenomics")
    assert first.drugs == frozenset(drugs.split())


@pytest.mark.parametrize("question", ONLY_GENOTYPE)
def test_a_question_on_the_genotype_and_a_drug_stays_one(question: str) -> None:
    assert [part.kind for part in parse_text(question).parts] == ["pharmacogenomics"]


def test_the_part_on_the_genotype_is_on_no_variant_of_the_tumour() -> None:
    choice, genotype = parse_text("mCRC BRAF V600E, DPYD c.1679T>G het, options?").parts
    assert sorted(choice.genes | choice.variants) == ["BRAF", "V600E"]
    assert sorted(genotype.genes | genotype.variants) == ["DPYD"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("CML T315I, UGT1A1 *28/*28, dasatinib?", "CML T315I, dasatinib?"),
        ("Dasatinib or nilotinib? She is a UGT1A1 poor metaboliser.", "Dasatinib or nilotinib?."),
        ("DPYD *1/*2A carrier, mCRC, options?", "mCRC, options?"),
        ("CML, T315I", "CML, T315I"),
    ],
)
def test_a_text_is_left_without_its_genotype(text: str, left: str) -> None:
    assert without_genotype(text) == left
