"""A variant that does not respond as the usual ones do, and classes of drugs that open labels."""

from __future__ import annotations

import pytest

from tests.unit.agents.extractive.one_statement import document, sorted_out

TRIAL = """COLUMBUS enrolled patients with melanoma and a BRAF V600E or V600K mutation.

Overall survival in COLUMBUS was 33 months with encorafenib plus binimetinib in
BRAF-mutated melanoma.
"""
LABEL = "Dabrafenib plus trametinib is indicated for metastatic melanoma with BRAF V600E mutations."
POOLED = "In BRAF-mutated melanoma, overall survival was 20 months with dabrafenib plus trametinib."


@pytest.mark.parametrize("variant", ["K601E", "L597Q", "G469A"])
@pytest.mark.parametrize(
    "question", ["Metastatic melanoma BRAF {}, {}?", "{1} in melanoma with BRAF {0}: options?"]
)
def test_a_result_told_for_the_gene_answers_for_no_variant_apart(
    variant: str, question: str
) -> None:
    source = document(TRIAL, title="COLUMBUS: encorafenib in BRAF V600-mutated melanoma")
    for drug in ("encorafenib and binimetinib", "BRAF/MEK inhibitors"):
        (chosen,) = sorted_out(question.format(variant, drug), source)
        assert not chosen.answers


@pytest.mark.parametrize("variant", ["V600E", "V600K"])
def test_it_answers_for_the_variants_of_its_patients(variant: str) -> None:
    source = document(TRIAL, title="COLUMBUS: encorafenib in BRAF V600-mutated melanoma")
    (chosen,) = sorted_out(
        f"Metastatic melanoma BRAF {variant}, encorafenib plus binimetinib?", source
    )
    assert any("33 months" in each.words for each in chosen.answers)


@pytest.mark.parametrize(
    "named", ["BRAF/MEK inhibitors", "BRAFi", "a MEK inhibitor", "BRAF and MEK inhibitors"]
)
def test_a_class_opens_the_label_of_its_drugs(named: str) -> None:
    (chosen,) = sorted_out(
        f"Metastatic melanoma with BRAF K601E: {named}?", document(LABEL, title="Dabrafenib")
    )
    assert [each.judgement.reason for each in chosen.excluded] == [
        "needs BRAF V600E; here: BRAF K601E"
    ]
    (chosen,) = sorted_out(
        f"Metastatic melanoma with BRAF V600E: {named}?", document(LABEL, title="Dabrafenib")
    )
    assert chosen.answers
    assert not chosen.excluded


def test_what_inhibitors_did_in_mutated_disease_is_not_of_a_variant_apart() -> None:
    source = document(POOLED, title="Dabrafenib")
    for variant, said in (("V600E", True), ("K601E", False)):
        (chosen,) = sorted_out(
            f"Melanoma, BRAF {variant}. Is dabrafenib with trametinib an option?", source
        )
        assert bool(chosen.answers) is said


AFTER_TKI = (
    "Amivantamab plus carboplatin plus pemetrexed is indicated for metastatic non-small cell lung"
    " cancer with EGFR exon 19 deletions or exon 21 L858R mutations that progressed on or after an"
    " EGFR tyrosine kinase inhibitor."
)
FIRST_LINE = (
    "Amivantamab plus lazertinib is indicated for first-line treatment of metastatic non-small"
    " cell lung cancer with EGFR exon 19 deletions or exon 21 L858R mutations."
)
DRIVER = "EGFR exon 19 deletion or EGFR L858R"


@pytest.mark.parametrize("variants", ["EGFR C797S", "EGFR T790M", "EGFR C797S and T790M"])
@pytest.mark.parametrize("asked", ["amivantamab + carboplatin + pemetrexed?", "options?"])
def test_what_arose_on_an_inhibitor_leaves_open_what_comes_after_it(
    variants: str, asked: str
) -> None:
    case = f"Metastatic NSCLC, {variants}, progressed on osimertinib, {asked}"
    (chosen,) = sorted_out(case, document(AFTER_TKI, title="Amivantamab"))
    assert [each.judgement.missing for each in chosen.answers] == [(DRIVER,)]
    assert not chosen.excluded


@pytest.mark.parametrize(
    "case",
    [
        "Metastatic NSCLC, EGFR C797S: amivantamab + carboplatin + pemetrexed?",
        "Metastatic NSCLC, EGFR exon 20 insertion and C797S, progressed on osimertinib:"
        " amivantamab + carboplatin + pemetrexed?",
    ],
)
def test_without_the_inhibitor_or_with_another_driver_it_is_no_option(case: str) -> None:
    (chosen,) = sorted_out(case, document(AFTER_TKI, title="Amivantamab"))
    assert not chosen.answers


def test_what_is_for_before_the_inhibitor_stays_refused() -> None:
    case = "Metastatic NSCLC, EGFR C797S, progressed on osimertinib: amivantamab + lazertinib?"
    (chosen,) = sorted_out(case, document(FIRST_LINE, title="Amivantamab"))
    assert not chosen.answers
