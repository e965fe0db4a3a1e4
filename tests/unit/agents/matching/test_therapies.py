"""Treatments had: what failed is no option, and what a statement asks to have been had."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.sheet import Fact, FactSheet
from agents.matching.judging import patient_reasons
from agents.matching.ordering import place_by_prior
from agents.matching.patient.class_partners import judge_class_partner
from names.clinical.values import UNKNOWN_REGIMEN, Therapy, Toxicity
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import CHOICE, DOSE, OPTION, judged, outcome


class TestTreatmentsHad:
    """A drug that failed is no option, unless the statement speaks of the time after it."""

    def test_the_same_drug_after_progression(self) -> None:
        failed = Therapy(drugs=("olaparib",), outcome="progressed")
        judgement = judged(Applicability(), failed)
        assert judgement.is_excluded_option
        assert "progressed on olaparib" in judgement.contradictions[0].reason

    def test_what_to_do_about_an_event_of_a_failed_drug_offers_nothing(self) -> None:
        failed = Therapy(drugs=("nivolumab",), outcome="progressed")
        event = Toxicity(event="hepatotoxicity", grade_from=3, grade_to=3)
        advice = replace(OPTION, kind="recommendation", drugs=("pembrolizumab", "nivolumab"))
        asked = replace(CHOICE, kind="adverse", drugs=frozenset({"nivolumab"}), about=(event,))
        on_event = Applicability(toxicities=(event,))
        told = judged(on_event, failed, event, asked=asked, statement=advice)
        assert outcome("had before", told) == "silent"
        offers = judged(Applicability(), failed, event, asked=asked, statement=advice)
        assert outcome("had before", offers) == "contradicts"

    def test_a_targeted_partner_that_was_had(self) -> None:
        had = Therapy(drugs=("ribociclib", "letrozole"), outcome="given")
        with_ribociclib = replace(OPTION, drugs=("fulvestrant", "ribociclib"))
        again = judged(Applicability(), had, statement=with_ribociclib)
        assert again.contradictions[0].reason == "has had ribociclib"
        with_letrozole = replace(OPTION, drugs=("lapatinib", "letrozole"))
        assert not judged(Applicability(), had, statement=with_letrozole).contradictions

    def test_another_of_its_class_of_which_nothing_is_said(self) -> None:
        failed = Therapy(drugs=("talazoparib",), outcome="progressed")
        judgement = judged(Applicability(), failed)
        assert not judgement.contradictions
        assert "olaparib after talazoparib" in judgement.missing[0]

    def test_an_oral_degrader_after_another(self) -> None:
        applies = Applicability(
            prior_required=(Therapy(classes=("Endocrine therapy",), outcome="progressed"),)
        )
        failed = Therapy(drugs=("elacestrant",), outcome="progressed")
        imlunestrant = replace(OPTION, drugs=("imlunestrant",))
        again = judged(applies, failed, statement=imlunestrant)
        assert "imlunestrant after elacestrant" in again.missing[0]
        fulvestrant = replace(OPTION, drugs=("fulvestrant",))
        alone = judged(applies, failed, statement=fulvestrant)
        assert "fulvestrant after elacestrant" in alone.missing[0]
        # Beside a drug of another class, and oral ones after fulvestrant, they are given.
        capivasertib = replace(OPTION, drugs=("capivasertib", "fulvestrant"))
        assert not judged(applies, failed, statement=capivasertib).missing
        injected = Therapy(drugs=("fulvestrant",), outcome="progressed")
        assert not judged(applies, injected, statement=imlunestrant).missing

    def test_what_is_asked_of_adjuvant_treatment(self) -> None:
        rule = Therapy(classes=("Endocrine therapy",), outcome="progressed", setting="adjuvant")
        applies = Applicability(prior_required=(rule,))
        relapse = Therapy(drugs=("letrozole",), outcome="progressed", setting="adjuvant")
        exact = judged(applies, relapse)
        anywhere = Applicability(prior_required=(replace(rule, setting=""),))
        # What is for just this relapse comes first.
        assert place_by_prior(exact) < place_by_prior(judged(anywhere, relapse))
        first_line = Therapy(drugs=("letrozole",), outcome="progressed", line=1)
        assert "prior adjuvant endocrine therapy" in judged(applies, first_line).missing
        untold = replace(first_line, line=None)
        assert outcome("prior therapy", judged(applies, untold)) == "ok"

    def test_a_treatment_that_goes_on_is_not_before_its_own_drug(self) -> None:
        applies = Applicability(prior_excluded=(Therapy(classes=("B-RAF inhibition",)),))
        trametinib = replace(OPTION, drugs=("trametinib",))
        now = Therapy(drugs=("dabrafenib", "trametinib"), outcome="current")
        derived = Therapy(classes=("B-RAF inhibition",), outcome="current")
        assert not judged(applies, now, derived, statement=trametinib).contradictions
        over = replace(now, outcome="progressed")
        assert judged(applies, over, statement=trametinib).contradictions
        other = Therapy(drugs=("vemurafenib",), outcome="current")
        assert judged(applies, other, statement=trametinib).contradictions

    def test_what_tells_an_approval_of_the_class_that_failed(self) -> None:
        failed = Therapy(drugs=("talazoparib",), outcome="progressed")
        status = replace(OPTION, kind="status")
        assert (
            "olaparib after talazoparib"
            in judged(Applicability(), failed, statement=status).missing[0]
        )
        ended = replace(status, currency="withdrawn")
        assert not judged(Applicability(), failed, statement=ended).missing
        # What became of an approval may be told to who has had the drug.
        own = Therapy(drugs=("olaparib",), outcome="progressed")
        assert not judged(Applicability(), own, statement=status).contradictions

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
        assert judged(applies).missing == ("prior platinum-based chemotherapy",)
        had = Therapy(drugs=("carboplatin",), outcome="completed")
        assert outcome("prior therapy", judged(applies, had)) == "ok"


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


def test_a_class_that_failed_beside_a_drug_is_had_too() -> None:
    platinum = "Platinum-based chemotherapy"
    failed = Therapy(drugs=("alectinib",), classes=(platinum,), outcome="progressed")
    again = replace(OPTION, drugs=("ivonescimab", "cisplatin", "pemetrexed"))
    assert (
        f"cisplatin after {platinum}" in judged(Applicability(), failed, statement=again).missing[0]
    )
    other = replace(OPTION, drugs=("docetaxel",))
    assert not judged(Applicability(), failed, statement=other).missing
    asked = Applicability(prior_required=(Therapy(classes=(platinum,)),))
    assert not judged(asked, failed, statement=again).missing


def test_every_option_may_be_part_of_a_treatment_that_only_a_trial_names() -> None:
    failed = Therapy(classes=("BEACON" + UNKNOWN_REGIMEN,), outcome="progressed")
    assert "the drugs of the BEACON regimen" in judged(Applicability(), failed).missing
    never = replace(failed, outcome="not given")
    assert not judged(Applicability(), never).missing


class TestPartnersByClass:
    """A statement that names its partner by class offers any drug of it."""

    @pytest.mark.parametrize(
        ("text", "had", "against"),
        [
            ("Palbociclib plus an aromatase inhibitor is indicated.", "letrozole", True),
            ("Palbociclib with an aromatase inhibitor is indicated.", "anastrozole", True),
            ("Palbociclib plus an aromatase inhibitor is indicated.", "tamoxifen", False),
            ("Palbociclib with an aromatase inhibitor or fulvestrant.", "letrozole", False),
            ("Palbociclib after ribociclib plus an aromatase inhibitor.", "letrozole", False),
            ("Palbociclib plus endocrine therapy is indicated.", "letrozole", False),
        ],
    )
    def test_a_class_that_failed(self, text: str, had: str, against: bool) -> None:
        option = replace(OPTION, drugs=("palbociclib",))
        failed = Therapy(drugs=(had,), outcome="progressed")
        assert bool(judge_class_partner(option, text, [failed])) is against
        completed = replace(failed, outcome="completed")
        assert not judge_class_partner(option, text, [completed])

    def test_only_the_class_of_what_failed_is_told(self) -> None:
        option = replace(OPTION, drugs=("palbociclib",))
        failed = Therapy(classes=("Aromatase inhibition",), outcome="progressed")
        text = "Palbociclib plus an aromatase inhibitor is indicated."
        (verdict,) = judge_class_partner(option, text, [failed])
        judgement = replace(judged(Applicability(), failed), verdicts=(verdict,))
        sheet = FactSheet(facts=(Fact(value=failed, text="said"),))
        assert verdict.reason in patient_reasons(judgement, sheet)


def test_none_for_metastatic_disease_is_told_as_that() -> None:
    rule = Therapy(classes=("Chemotherapy",))
    none = Therapy(classes=("Chemotherapy",), outcome="not given", setting="metastatic")
    (verdict,) = judged(Applicability(prior_required=(rule,)), none).contradictions
    assert verdict.reason == "is for after chemotherapy; none for metastatic disease"
    never = replace(none, setting="")
    (verdict,) = judged(Applicability(prior_required=(rule,)), never).contradictions
    assert verdict.reason == "is for after chemotherapy; none was had"


def test_what_must_not_have_been_had_for_metastatic_disease_may_have_been_before() -> None:
    rule = Therapy(classes=("Chemotherapy",), setting="metastatic")
    adjuvant = Therapy(classes=("Chemotherapy",), outcome="completed", setting="adjuvant")
    assert not judged(Applicability(prior_excluded=(rule,)), adjuvant).contradictions
    assert judged(
        Applicability(prior_excluded=(rule,)), replace(adjuvant, setting="")
    ).contradictions


AFTER = Therapy(classes=("HER2 inhibition",), setting="metastatic")
ADJUVANT = Therapy(classes=("HER2 inhibition",), outcome="completed", setting="adjuvant")


@pytest.mark.parametrize(
    ("limit", "back", "told"),
    [
        (None, 24.0, "contradicts"),
        (None, 4.0, "silent"),
        (None, None, "silent"),
        (6.0, 24.0, "contradicts"),
        (6.0, 4.0, "ok"),
        (6.0, None, "silent"),
    ],
)
def test_adjuvant_treatment_is_none_of_metastatic_disease(
    limit: float | None, back: float | None, told: str
) -> None:
    rule = replace(AFTER, months_free=limit)
    judgement = judged(Applicability(prior_required=(rule,)), replace(ADJUVANT, months_free=back))
    found = [each.outcome for each in judgement.verdicts if each.dimension == "prior therapy"]
    assert found == [told]


@pytest.mark.parametrize(("back", "told"), [(24.0, "contradicts"), (4.0, "ok")])
def test_an_early_treatment_counts_only_with_a_relapse_within_its_months(
    back: float, told: str
) -> None:
    early = replace(AFTER, setting="adjuvant", months_free=6.0)
    had = replace(ADJUVANT, months_free=back)
    assert outcome("prior therapy", judged(Applicability(prior_required=(early,)), had)) == told


def test_a_treatment_of_metastatic_disease_meets_the_rule_on_it() -> None:
    had = replace(ADJUVANT, setting="", outcome="progressed")
    assert outcome("prior therapy", judged(Applicability(prior_required=(AFTER,)), had)) == "ok"


@pytest.mark.parametrize(
    ("text", "excluded"),
    [
        ("Nivolumab plus ipilimumab is preferred to a BRAF inhibitor with a MEK inhibitor.", False),
        ("Nivolumab rather than a BRAF inhibitor plus a MEK inhibitor is advised.", False),
        ("Nivolumab plus a MEK inhibitor is indicated.", True),
    ],
)
def test_what_a_drug_is_compared_with_is_none_of_its_partners(text: str, excluded: bool) -> None:
    failed = [Therapy(drugs=("dabrafenib", "trametinib"), outcome="progressed")]
    found = judge_class_partner(replace(OPTION, drugs=("nivolumab",)), text, failed)
    assert bool(found) is excluded


@pytest.mark.parametrize(
    ("drug", "setting", "months", "expected"),
    [
        ("pembrolizumab", "neoadjuvant", 3, "contradicts"),
        ("pembrolizumab", "neoadjuvant", 9, "ok"),
        ("trastuzumab", "adjuvant", 11, "contradicts"),
        ("trastuzumab", "adjuvant", 13, "ok"),
        ("letrozole", "adjuvant", 8, "contradicts"),
        ("capecitabine", "adjuvant", 5, "contradicts"),
        ("capecitabine", "adjuvant", 8, "ok"),
    ],
)
def test_a_drug_soon_after_which_the_disease_came_back_has_failed(
    drug: str, setting: str, months: float, expected: str
) -> None:
    had = Therapy(drugs=(drug,), setting=setting, months_free=months)
    option = replace(OPTION, drugs=(drug,))
    asked = replace(CHOICE, drugs=frozenset({drug}))
    assert outcome("had before", judged(Applicability(), had, asked=asked, statement=option)) == (
        expected
    )


def test_a_partner_of_the_class_needs_a_source_after_an_early_relapse() -> None:
    had = Therapy(drugs=("pembrolizumab",), setting="neoadjuvant", months_free=3)
    option = replace(OPTION, drugs=("atezolizumab",))
    asked = replace(CHOICE, drugs=frozenset({"atezolizumab"}))
    found = judged(Applicability(), had, asked=asked, statement=option)
    assert "atezolizumab after pembrolizumab" in " ".join(found.missing)


@pytest.mark.parametrize(
    ("text", "cautioned"),
    [
        ("ASCO allows an immune checkpoint inhibitor to be added to chemotherapy.", True),
        ("After an immune checkpoint inhibitor, ASCO allows chemotherapy.", False),
        ("Without an immune checkpoint inhibitor, ASCO allows it.", False),
    ],
)
def test_advice_on_a_class_that_failed_needs_a_source(text: str, cautioned: bool) -> None:
    had = [Therapy(drugs=("pembrolizumab",), setting="neoadjuvant", months_free=3)]
    advice = replace(OPTION, drugs=(), kind="recommendation")
    found = judge_class_partner(advice, text, had)
    assert bool([each for each in found if each.missing]) is cautioned


@pytest.mark.parametrize("before", ["alpelisib", "inavolisib", "everolimus"])
def test_a_drug_of_the_same_pathway_after_progression_needs_a_source(before: str) -> None:
    failed = Therapy(drugs=(before,), outcome="progressed")
    option = replace(OPTION, drugs=("capivasertib",))
    (missing,) = judged(Applicability(), failed, statement=option).missing
    assert missing.startswith(f"a source on capivasertib after {before}")
