"""Each dimension alone: what a statement asks, what the patient has, and the verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.sheet import Fact, FactSheet
from agents.matching.asked import Asked, Scope
from agents.matching.judging import judge
from agents.matching.verdicts import Judgement
from names.clinical.values import (
    ClinicalValue,
    Exposure,
    Line,
    Marker,
    MarkerRule,
    OrganFunction,
    Phenotype,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from retrieval.statements.model import Applicability, Statement

OPTION = Statement(id="one", kind="indication", spans=((0, 10),), drugs=("olaparib",))
CHOICE = Asked(text="olaparib?", kind="therapy", drugs=frozenset({"olaparib"}))
DOSE = Asked(text="dose of olaparib?", kind="dose", drugs=frozenset({"olaparib"}))


def rule(*patterns: Marker, **bounds: float | str) -> MarkerRule:
    return MarkerRule(any_of=patterns, **bounds)  # type: ignore[arg-type]


def needs(*rules: MarkerRule) -> Applicability:
    return Applicability(requires=rules)


def judged(
    applies: Applicability,
    *values: ClinicalValue,
    asked: Asked = CHOICE,
    statement: Statement = OPTION,
) -> Judgement:
    sheet = FactSheet(facts=tuple(Fact(value=value, text="said") for value in values))
    scope = Scope(names=frozenset({"olaparib"}))
    return judge(replace(statement, applies=applies), scope, asked, sheet)


def outcome(dimension: str, judgement: Judgement) -> str:
    found = [each.outcome for each in judgement.verdicts if each.dimension == dimension]
    return found[0] if found else "silent"


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


TUMOURS = [
    (("ovarian cancer",), (), "breast cancer", "contradicts"),
    (("breast cancer",), (), "triple-negative breast cancer", "ok"),
    (("solid tumour",), ("colorectal cancer",), "colorectal cancer", "contradicts"),
    (("solid tumour",), ("colorectal cancer",), "melanoma", "ok"),
    (("triple-negative breast cancer",), (), "breast cancer", "silent"),
]


@pytest.mark.parametrize(("on", "shut", "tumour", "expected"), TUMOURS)
def test_tumours(on: tuple[str, ...], shut: tuple[str, ...], tumour: str, expected: str) -> None:
    applies = Applicability(tumours=on, excluded_tumours=shut)
    dimension = "limitation" if shut and expected == "contradicts" else "tumour"
    assert outcome(dimension, judged(applies, Tumour(name=tumour))) == expected


def test_early_is_not_metastatic_and_first_line_is_not_second() -> None:
    adjuvant = Applicability(settings=("adjuvant",))
    assert outcome("setting", judged(adjuvant, Setting(name="metastatic"))) == "contradicts"
    first = Applicability(line=Line(first=1, last=1))
    assert outcome("line", judged(first, Line(first=3, last=None))) == "contradicts"
    progressed = Therapy(drugs=("letrozole",), outcome="progressed")
    assert outcome("line", judged(first, progressed)) == "contradicts"
    assert outcome("line", judged(first)) == "silent"


class TestTreatmentsHad:
    """A drug that failed is no option, unless the statement speaks of the time after it."""

    def test_the_same_drug_after_progression(self) -> None:
        failed = Therapy(drugs=("olaparib",), outcome="progressed")
        judgement = judged(Applicability(), failed)
        assert judgement.is_excluded_option
        assert "progressed on olaparib" in judgement.contradictions[0].reason

    def test_another_of_its_class_of_which_nothing_is_said(self) -> None:
        failed = Therapy(drugs=("talazoparib",), outcome="progressed")
        judgement = judged(Applicability(), failed)
        assert not judgement.contradictions
        assert "olaparib after talazoparib" in judgement.missing[0]

    def test_a_treatment_that_is_asked_for_speaks_for_all_its_classes(self) -> None:
        applies = Applicability(
            prior_required=(Therapy(classes=("EGFR TKI",), outcome="progressed"),)
        )
        amivantamab = replace(OPTION, drugs=("amivantamab", "carboplatin", "pemetrexed"))
        failed = Therapy(drugs=("osimertinib",), outcome="progressed")
        derived = Therapy(classes=("EGFR inhibition",), outcome="progressed")
        asked = replace(CHOICE, drugs=frozenset())
        judgement = judged(applies, failed, derived, asked=asked, statement=amivantamab)
        assert not judgement.contradictions
        assert not judgement.missing

    def test_a_statement_that_asks_for_the_failed_drug_stands(self) -> None:
        applies = Applicability(prior_required=(Therapy(classes=("PARP inhibition",)),))
        failed = Therapy(drugs=("talazoparib",), outcome="progressed")
        assert judged(applies, failed).answers

    def test_the_dose_of_a_drug_that_is_taken(self) -> None:
        taken = Therapy(drugs=("olaparib",), outcome="current")
        dose = replace(OPTION, kind="dose")
        assert judged(Applicability(), taken, asked=DOSE, statement=dose).answers

    def test_what_must_have_been_had(self) -> None:
        applies = Applicability(prior_required=(Therapy(classes=("Platinum-based chemotherapy",)),))
        untreated = Therapy(outcome="not given")
        assert outcome("prior therapy", judged(applies, untreated)) == "contradicts"
        assert judged(applies).missing == ("prior Platinum-based chemotherapy",)
        had = Therapy(drugs=("carboplatin",), outcome="completed")
        assert outcome("prior therapy", judged(applies, had)) == "ok"


GRADED: list[tuple[Applicability, ClinicalValue, str]] = [
    (
        Applicability(organ=(OrganFunction(organ="renal", low=31, high=50, unit="mL/min"),)),
        OrganFunction(organ="renal", low=44, high=44, unit="mL/min"),
        "ok",
    ),
    (
        Applicability(organ=(OrganFunction(organ="renal", low=51, high=80, unit="mL/min"),)),
        OrganFunction(organ="renal", low=44, high=44, unit="mL/min"),
        "contradicts",
    ),
    (
        Applicability(organ=(OrganFunction(organ="hepatic", grade="Child-Pugh B"),)),
        OrganFunction(organ="hepatic", grade="Child-Pugh C"),
        "contradicts",
    ),
    (
        Applicability(exposures=(Exposure(mechanism="CYP3A induction", strength="moderate"),)),
        Exposure(mechanism="CYP3A induction", strength="strong", drugs=("rifampicin",)),
        "contradicts",
    ),
    (
        Applicability(exposures=(Exposure(mechanism="CYP3A induction", strength="strong"),)),
        Exposure(mechanism="CYP3A induction", strength="strong", drugs=("rifampicin",)),
        "ok",
    ),
    (
        Applicability(phenotypes=(Phenotype(gene="DPYD", score_from=1, score_to=1),)),
        Phenotype(gene="DPYD", score_from=1.5, score_to=1.5),
        "contradicts",
    ),
    (
        Applicability(
            toxicities=(Toxicity(event="interstitial lung disease", grade_from=1, grade_to=1),)
        ),
        Toxicity(event="interstitial lung disease", grade_from=2, grade_to=2),
        "contradicts",
    ),
    (
        Applicability(population=Population(menopause="postmenopausal")),
        Population(menopause="premenopausal"),
        "contradicts",
    ),
]


@pytest.mark.parametrize(("applies", "value", "expected"), GRADED)
def test_graded_things_are_exact(
    applies: Applicability, value: ClinicalValue, expected: str
) -> None:
    judgement = judged(applies, value, asked=DOSE, statement=replace(OPTION, kind="adjustment"))
    told = {each.outcome for each in judgement.verdicts if each.dimension != "subject"}
    assert expected in told
    assert expected == "contradicts" or "contradicts" not in told


def test_a_superseded_statement_is_never_an_option() -> None:
    old = replace(OPTION, currency="superseded", superseded_by="the guideline of 2024")
    judgement = judged(Applicability(), statement=old)
    assert not judgement.answers
    assert not judgement.is_excluded_option


def test_another_drug_or_trial_is_beside_the_subject() -> None:
    other = Asked(text="x", kind="therapy", drugs=frozenset({"niraparib"}))
    assert not judged(Applicability(), asked=other).is_on_subject
    trial = Asked(text="OlympiA?", kind="trial_result", trials=frozenset({"OlympiA"}))
    result = Statement(id="r", kind="result", spans=((0, 1),), trials=("OlympiAD",))
    assert not judged(Applicability(), asked=trial, statement=result).is_on_subject


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


@pytest.mark.parametrize(
    ("stated", "here", "expected"),
    [
        (("neoadjuvant", "early"), ("adjuvant", "early"), "contradicts"),
        (("neoadjuvant",), ("residual disease",), "contradicts"),
        (("adjuvant",), ("residual disease", "early"), "ok"),
        (("neoadjuvant", "adjuvant"), ("adjuvant",), "ok"),
        (("early",), ("adjuvant",), "ok"),
    ],
)
def test_before_the_operation_is_not_after_it(
    stated: tuple[str, ...], here: tuple[str, ...], expected: str
) -> None:
    values = [Setting(name=name) for name in here]
    told = outcome("setting", judged(Applicability(settings=stated), *values))
    assert told == expected


@pytest.mark.parametrize(
    ("stated", "here", "expected"),
    [
        (("advanced", "metastatic"), ("locally advanced", "early", "adjuvant"), "contradicts"),
        (("locally advanced", "metastatic"), ("locally advanced", "neoadjuvant"), "contradicts"),
        (("locally advanced",), ("locally advanced", "adjuvant"), "contradicts"),
        (("locally advanced",), ("locally advanced", "neoadjuvant"), "ok"),
        (("adjuvant", "early"), ("locally advanced", "early"), "ok"),
        (("neoadjuvant", "locally advanced"), ("locally advanced", "advanced"), "contradicts"),
        (("advanced", "metastatic"), ("locally advanced",), "ok"),
        (("neoadjuvant", "locally advanced"), ("locally advanced",), "ok"),
    ],
)
def test_locally_advanced_is_operated_on_or_inoperable(
    stated: tuple[str, ...], here: tuple[str, ...], expected: str
) -> None:
    values = [Setting(name=name) for name in here]
    assert outcome("setting", judged(Applicability(settings=stated), *values)) == expected


def test_who_is_negative_is_below_every_bound() -> None:
    below = needs(rule(Marker(name="PD-L1", state="positive"), below=10, unit="CPS"))
    negative = Marker(name="PD-L1", state="positive", polarity="absent")
    assert outcome("marker", judged(below, negative)) == "ok"
    above = needs(rule(Marker(name="PD-L1", state="positive"), at_least=10, unit="CPS"))
    assert outcome("marker", judged(above, negative)) == "contradicts"


def test_an_endocrine_partner_says_nothing_of_the_class_that_failed_with_it() -> None:
    palbociclib = replace(OPTION, drugs=("palbociclib", "fulvestrant"))
    asked = replace(CHOICE, drugs=frozenset())
    after_endocrine = Applicability(prior_required=(Therapy(classes=("Endocrine therapy",)),))
    alone = Therapy(drugs=("letrozole",), outcome="progressed")
    assert not judged(after_endocrine, alone, asked=asked, statement=palbociclib).missing
    with_ribociclib = Therapy(drugs=("letrozole", "ribociclib"), outcome="progressed")
    told = judged(after_endocrine, with_ribociclib, asked=asked, statement=palbociclib)
    assert any("palbociclib after ribociclib" in each for each in told.missing)


def test_a_partner_that_failed_is_not_given_again_for_the_drug_beside_it() -> None:
    asked = replace(CHOICE, drugs=frozenset())
    after_endocrine = Applicability(prior_required=(Therapy(classes=("Endocrine therapy",)),))
    failed = Therapy(drugs=("letrozole", "ribociclib"), outcome="progressed")
    again = replace(OPTION, drugs=("fulvestrant", "ribociclib"))
    assert judged(after_endocrine, failed, asked=asked, statement=again).is_excluded_option
    other = replace(OPTION, drugs=("fulvestrant", "alpelisib"))
    assert judged(after_endocrine, failed, asked=asked, statement=other).answers
    after_her2 = Applicability(prior_required=(Therapy(classes=("HER2 inhibition",)),))
    tucatinib = replace(OPTION, drugs=("tucatinib", "trastuzumab", "capecitabine"))
    had = Therapy(drugs=("trastuzumab", "pertuzumab"), outcome="progressed")
    assert not judged(after_her2, had, asked=asked, statement=tucatinib).contradictions


def test_a_later_line_than_is_known_stays_open() -> None:
    third = Applicability(line=Line(first=3, last=None))
    judgement = judged(third, Line(first=2, last=None))
    assert outcome("line", judgement) == "silent"
    assert "third line or later" in " ".join(judgement.missing)


def test_an_exclusion_of_a_gene_of_which_one_alteration_is_required_means_the_others() -> None:
    deletion = Marker(name="EGFR", state="exon 19 deletion")
    applies = Applicability(
        requires=(rule(deletion),), excludes=(rule(Marker(name="EGFR", state="altered")),)
    )
    assert not judged(applies, deletion).contradictions
    assert judged(applies, replace(deletion, polarity="absent")).contradictions


def test_a_limit_of_the_wider_disease_leaves_the_kind_that_is_meant() -> None:
    applies = Applicability(
        tumours=("ductal carcinoma in situ",), excluded_tumours=("breast cancer",)
    )
    own = Tumour(name="ductal carcinoma in situ")
    assert outcome("tumour", judged(applies, own)) == "ok"
    assert outcome("tumour", judged(applies, Tumour(name="melanoma"))) == "contradicts"
