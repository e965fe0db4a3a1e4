"""Markers and variants: what a statement requires or excludes, and what the patient has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from names.clinical.values import Marker, MarkerRule, Therapy, Tumour
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import judged, needs, outcome, rule

HRD = Marker(name="HRD", state="positive")


T790M = Marker(name="EGFR", state="T790M")


BRCA = rule(Marker(name="BRCA1", origin="germline"), Marker(name="BRCA2", origin="germline"))


MARKERS = [
    (needs(rule(HRD)), [HRD], "ok"),
    (needs(rule(HRD)), [replace(HRD, polarity="absent")], "contradicts"),
    (needs(rule(HRD)), [], "silent"),
    (needs(rule(T790M)), [replace(T790M, polarity="absent")], "contradicts"),
    (needs(BRCA), [Marker(name="BRCA2", polarity="uncertain")], "contradicts"),
    (
        needs(BRCA),
        [
            Marker(name="BRCA1", polarity="absent", origin="germline"),
            Marker(name="BRCA2", polarity="absent", origin="germline"),
        ],
        "contradicts",
    ),
    (needs(BRCA), [Marker(name="BRCA1", polarity="absent", origin="germline")], "silent"),
    (needs(BRCA), [Marker(name="BRCA2", origin="germline")], "ok"),
    (needs(rule(Marker(name="PIK3CA"))), [Marker(name="PIK3CA", state="H1047R")], "ok"),
    (needs(rule(Marker(name="PIK3CA"))), [Marker(name="PIK3CA", polarity="absent")], "contradicts"),
    (
        needs(rule(Marker(name="KRAS", state="G12C"))),
        [Marker(name="KRAS", state="G12D")],
        "contradicts",
    ),
    (
        needs(rule(Marker(name="HER2", state="positive"))),
        [Marker(name="HER2", state="low")],
        "contradicts",
    ),
    (
        needs(rule(Marker(name="HER2", state="positive", polarity="absent"))),
        [Marker(name="HER2", state="positive")],
        "contradicts",
    ),
    (
        needs(rule(Marker(name="HR", state="positive"))),
        [Marker(name="ER", state="positive")],
        "ok",
    ),
    (
        needs(rule(Marker(name="PD-L1", state="positive"), at_least=10, unit="CPS")),
        [Marker(name="PD-L1", state="positive", value=5, unit="CPS")],
        "contradicts",
    ),
    (
        needs(rule(Marker(name="PD-L1", state="positive"), at_least=10, unit="CPS")),
        [Marker(name="PD-L1", state="positive", value=12, unit="CPS")],
        "ok",
    ),
    (
        needs(rule(Marker(name="PD-L1", state="positive"), at_least=10, unit="CPS")),
        [Marker(name="PD-L1", state="positive", polarity="absent")],
        "contradicts",
    ),
]


@pytest.mark.parametrize(("applies", "values", "expected"), MARKERS)
def test_markers(applies: Applicability, values: list[Marker], expected: str) -> None:
    assert outcome("marker", judged(applies, *values)) == expected


RESISTANT = [
    ("ALK", "fusion", "G1202R"),
    ("ROS1", "fusion", "G2032R"),
    ("EGFR", "sensitising", "C797S"),
    ("EGFR", "exon 19 deletion", "T790M"),
]


@pytest.mark.parametrize(("gene", "driver", "variant"), RESISTANT)
def test_a_resistance_variant_does_not_deny_its_driver(
    gene: str, driver: str, variant: str
) -> None:
    applies = needs(rule(Marker(name=gene, state=driver)))
    arisen = Marker(name=gene, state=variant)
    judgement = judged(applies, arisen)
    assert not judgement.answers
    assert not judgement.is_excluded_option
    assert f"does not speak of {gene} {variant}" in judgement.reason
    denied = Marker(name=gene, state=driver, polarity="absent")
    assert judged(applies, arisen, denied).is_excluded_option
    assert outcome("marker", judged(applies, arisen, Marker(name=gene, state=driver))) == "ok"


def test_a_variant_that_shuts_out_the_driver_contradicts() -> None:
    applies = needs(rule(Marker(name="EGFR", state="L858R")))
    insertion = Marker(name="EGFR", state="exon 20 insertion")
    assert judged(applies, insertion).is_excluded_option


def test_a_variant_of_uncertain_significance_meets_no_requirement() -> None:
    uncertain = [Marker(name=gene, polarity="uncertain") for gene in ("BRCA1", "BRCA2")]
    judgement = judged(needs(BRCA), *uncertain)
    assert judgement.is_excluded_option
    assert "uncertain significance" in judgement.contradictions[0].reason


def test_what_is_excluded_contradicts_when_the_patient_has_it() -> None:
    braf = MarkerRule(any_of=(Marker(name="BRAF", state="V600E"),), tumour="colorectal cancer")
    applies = Applicability(excludes=(braf,))
    has = Marker(name="BRAF", state="V600E")
    assert (
        outcome("marker", judged(applies, has, Tumour(name="colorectal cancer"))) == "contradicts"
    )
    assert outcome("marker", judged(applies, has, Tumour(name="melanoma"))) == "ok"


def test_who_is_negative_is_below_every_bound() -> None:
    below = needs(rule(Marker(name="PD-L1", state="positive"), below=10, unit="CPS"))
    negative = Marker(name="PD-L1", state="positive", polarity="absent")
    assert outcome("marker", judged(below, negative)) == "ok"
    above = needs(rule(Marker(name="PD-L1", state="positive"), at_least=10, unit="CPS"))
    assert outcome("marker", judged(above, negative)) == "contradicts"


def test_an_exclusion_of_a_gene_of_which_one_alteration_is_required_means_the_others() -> None:
    deletion = Marker(name="EGFR", state="exon 19 deletion")
    applies = Applicability(
        requires=(rule(deletion),), excludes=(rule(Marker(name="EGFR", state="altered")),)
    )
    assert not judged(applies, deletion).contradictions
    assert judged(applies, replace(deletion, polarity="absent")).contradictions


def test_taking_a_fact_away_names_what_is_missing() -> None:
    applies = needs(rule(HRD))
    assert judged(applies, replace(HRD, polarity="absent")).contradictions
    without = judged(applies)
    assert without.answers
    assert without.missing == ("HRD-positive",)


def test_an_unrelated_fact_changes_nothing() -> None:
    applies = needs(rule(HRD))
    alone = judged(applies, HRD)
    beside = judged(applies, HRD, Marker(name="KRAS", state="G12C"))
    assert alone.verdicts == beside.verdicts
    assert alone.score == beside.score


ARISEN = [
    ("KRAS", "G12C", "Y96D", "adagrasib"),
    ("FGFR2", "fusion", "V565F", "pemigatinib"),
    ("MET", "exon 14 skipping", "D1228N", "capmatinib"),
]


@pytest.mark.parametrize(("gene", "driver", "variant", "drug"), ARISEN)
def test_a_variant_that_arose_on_an_inhibitor_is_not_what_denies_the_driver(
    gene: str, driver: str, variant: str, drug: str
) -> None:
    applies = needs(rule(Marker(name=gene, state=driver)))
    arisen = Marker(name=gene, state=variant)
    failed = Therapy(drugs=(drug,), outcome="progressed")
    judgement = judged(applies, arisen, failed)
    assert not judgement.is_excluded_option
    assert f"does not speak of {gene} {variant}" in judgement.reason


def test_an_option_for_the_driver_names_the_variant_that_arose_as_missing() -> None:
    applies = needs(rule(Marker(name="FGFR2", state="fusion")))
    told = [Marker(name="FGFR2", state="fusion"), Marker(name="FGFR2", state="V565F")]
    assert "a source on FGFR2 V565F" in judged(applies, *told).missing
    after = (Therapy(classes=("FGFR inhibition",), outcome="progressed"),)
    failed = Therapy(drugs=("pemigatinib",), outcome="progressed")
    stands = judged(Applicability(requires=applies.requires, prior_required=after), *told, failed)
    assert "a source on FGFR2 V565F" not in stands.missing


def test_a_variant_of_a_known_class_is_not_taken_for_one_that_arose() -> None:
    applies = needs(rule(Marker(name="KRAS", state="G12C")))
    failed = Therapy(drugs=("adagrasib",), outcome="progressed")
    assert judged(applies, Marker(name="KRAS", state="G12V"), failed).is_excluded_option


def test_a_reversion_shuts_out_what_is_said_for_the_loss() -> None:
    reverted = Marker(name="BRCA2", state="reversion")
    judgement = judged(needs(BRCA), Marker(name="BRCA2", origin="germline"), reverted)
    assert not judgement.answers
    assert "does not speak of a BRCA2 reversion" in judgement.reason


def test_a_variant_that_resists_some_drugs_is_not_called_insensitive() -> None:
    """G724S resists osimertinib. Whether it is sensitive to afatinib the statement does not say."""
    sensitising = needs(rule(Marker(name="EGFR", state="sensitising")))
    told = [
        Marker(name="EGFR", state="G724S"),
        Marker(name="EGFR", state="L858R", polarity="absent"),
    ]
    found = judged(sensitising, *told)
    assert [v.reason for v in found.contradictions] == ["does not speak of EGFR G724S"]
    exact = needs(rule(Marker(name="EGFR", state="L858R")))
    assert [v.dimension for v in judged(exact, *told).contradictions] == ["marker"]


def test_a_named_variant_is_not_pathogenic_by_being_named() -> None:
    rules = needs(rule(Marker(name="BRCA1"), Marker(name="BRCA2")))
    named = Marker(name="BRCA2", state="K3326*")
    found = judged(rules, named)
    assert found.missing == ("BRCA2 K3326* classified as pathogenic or likely pathogenic",)
    called = Marker(name="BRCA2", state="pathogenic variant")
    assert outcome("marker", judged(rules, named, called)) == "ok"
    assert outcome("marker", judged(rules, named, Marker(name="BRCA1"))) == "ok"
    assert outcome("marker", judged(rules, named, Marker(name="BRCA2"))) == "silent"
    own = needs(rule(Marker(name="BRCA2", state="K3326*")))
    assert outcome("marker", judged(own, named)) == "ok"
