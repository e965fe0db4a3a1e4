"""What is asked of a trial by name: a cohort, a time, who could enter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.sheet import FactSheet
from agents.matching.safety.safety_facts import judge_reproduction
from agents.matching.scoring import features_of
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.entities import judge_subject
from agents.matching.subject.trials import (
    HARM,
    groups_named,
    judge_harm,
    judge_trial,
    marker_names,
    on_cohort,
)
from agents.matching.verdicts import Judgement
from names.clinical.values import Population
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.matching.judged import PlainContext

RESULT = Statement(id="one", kind="result", spans=((0, 10),))
LOW = "With low CCNE1 mRNA, median progression-free survival was 14.1 months."


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("PROfound cohort A result", {"cohort A"}),
        ("eligible (cohort 1 vs 2)", {"cohort 1", "cohort 2"}),
        ("cohorts A+B of PROfound", {"cohort A", "cohort B"}),
        ("arm b against arm C", {"arm B", "arm C"}),
        ("A cohort of 229 patients", set()),
        ("the cohort with HR-positive disease", set()),
    ],
)
def test_groups_of_a_trial_are_read(text: str, groups: set[str]) -> None:
    assert groups_named(text) == groups


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("at what cost in gr3+ AE", True),
        ("HER2CLIMB safety", True),
        ("how many discontinued for toxicity", True),
        ("PFS gain in grade I tumours", False),
    ],
)
def test_what_a_treatment_did_is_asked(text: str, asks: bool) -> None:
    assert bool(HARM.search(text)) == asks


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SOLAR-1 in PIK3CA wild type cohort, PFS?", {"PIK3CA"}),
        ("did it enroll IHC 0", {"HER2"}),
        ("KEYNOTE-522 OS in ER+?", {"ER", "HR"}),
        ("monarchE OS at 7 years?", set()),
    ],
)
def test_the_markers_of_a_cohort_are_read(text: str, names: set[str]) -> None:
    assert marker_names(text) == names


@pytest.mark.parametrize(
    ("asked", "words", "against"),
    [
        ("PALOMA-3 median PFS", LOW, True),
        ("PALOMA-3 PFS with low CCNE1", LOW, False),
        ("PALOMA-3 PFS by subgroup", LOW, False),
        ("PALOMA-3 PFS", "In the visceral subgroup progression-free survival was 9 months.", True),
        ("PALOMA-3 PFS", "Progression-free survival was longer in all subgroups.", False),
        ("SOLAR-1 PFS", "In the PIK3CA cohort progression-free survival was 11 months.", False),
    ],
)
def test_a_part_of_the_patients_is_not_the_trial(asked: str, words: str, against: bool) -> None:
    part = SubQuestion(text=asked, kind="trial_result", trials=frozenset({"paloma3"}))
    verdicts = judge_trial(RESULT, words, part)
    assert any(each.outcome == "contradicts" for each in verdicts) is against


@pytest.mark.parametrize(
    ("asked", "words", "against"),
    [
        ("DESTINY-Breast04 HR-negative cohort PFS", "PFS was longer in HER2-low disease.", True),
        ("DESTINY-Breast04 HR-negative cohort PFS", "PFS of HR-negative disease was 8 m.", False),
        ("DESTINY-Breast04 PFS, HR-negative", "PFS was longer in HER2-low disease.", False),
        ("DESTINY-Breast04 cohort PFS", "PFS was longer in HER2-low disease.", False),
    ],
)
def test_a_result_of_all_is_none_of_a_cohort(asked: str, words: str, against: bool) -> None:
    part = SubQuestion(text=asked, kind="trial_result", trials=frozenset({"destinybreast04"}))
    verdicts = on_cohort((), RESULT, PlainContext(text=words), part, FactSheet())
    assert any(each.outcome == "contradicts" for each in verdicts) is against


LONGER = "Trastuzumab deruxtecan lengthened overall survival against chemotherapy."
FIGURES = "Median overall survival was 29.9 months against 25.9 months."


@pytest.mark.parametrize(
    ("asked", "words", "against"),
    [
        ("OS hazard ratio in PALOMA-3?", LONGER, True),
        ("median OS in PALOMA-3", LONGER, True),
        ("PALOMA-3: OS HR?", LONGER, True),
        ("median OS in PALOMA-3", FIGURES, False),
        ("overall survival in PALOMA-3?", LONGER, False),
        ("PALOMA-3 OS HR+ patients", LONGER, False),
    ],
)
def test_words_alone_do_not_answer_who_asks_for_a_figure(
    asked: str, words: str, against: bool
) -> None:
    part = SubQuestion(text=asked, kind="trial_result", trials=frozenset({"paloma3"}))
    verdicts = judge_trial(RESULT, words, part)
    assert any("figures" in each.reason for each in verdicts) is against


@pytest.mark.parametrize(
    ("asked", "words", "against"),
    [
        ("SOLAR-1 OS", "The hazard ratio for adding alpelisib was 0.85.", True),
        ("SOLAR-1 OS", "The hazard ratio for death was 0.85.", False),
        ("SOLAR-1 result", "The hazard ratio for adding alpelisib was 0.85.", False),
    ],
)
def test_a_hazard_ratio_without_its_end_point_is_none_of_an_outcome(
    asked: str, words: str, against: bool
) -> None:
    part = SubQuestion(text=asked, kind="trial_result", trials=frozenset({"solar1"}))
    assert any("end point" in each.reason for each in judge_trial(RESULT, words, part)) is against


def test_a_title_does_not_name_the_trial_of_another_number() -> None:
    part = SubQuestion(text="PALOMA-2 PFS", kind="trial_result", trials=frozenset({"paloma2"}))
    two = frozenset({"NCT01740427", "NCT00721409"})
    own = frozenset({"NCT00721409"})
    context = PlainContext(title="PALOMA-2", identifiers=two, names_inside=own, names=own)
    of_other = judge_subject(RESULT, context, part, FactSheet())
    assert not all(each.outcome == "ok" for each in of_other)
    alone = PlainContext(title="PALOMA-2", identifiers=own, names_inside=own, names=own)
    assert judge_subject(RESULT, alone, part, FactSheet())[0].outcome == "ok"


def test_what_is_told_of_another_tumour_beside_a_trial_is_not_on_it() -> None:
    part = SubQuestion(text="PROfound?", kind="trial_result", trials=frozenset({"profound"}))
    context = PlainContext(title="Gene mutations in prostate cancer (PROfound)")
    models = replace(RESULT, applies=Applicability(tumours=("ovarian cancer",)))
    own = replace(RESULT, applies=Applicability(tumours=("castration-resistant prostate cancer",)))
    of_models = judge_subject(models, context, part, FactSheet())
    assert not all(each.outcome == "ok" for each in of_models)
    for each in (own, RESULT):
        verdicts = judge_subject(each, context, part, FactSheet())
        assert all(verdict.outcome == "ok" for verdict in verdicts)


@pytest.mark.parametrize(
    ("words", "against"),
    [
        ("Neutropenia occurred in 54% of patients on palbociclib.", True),
        ("Median progression-free survival was 24.8 months.", False),
        ("Palbociclib reduced the risk of progression.", False),
    ],
)
def test_harm_does_not_answer_who_asks_for_an_outcome(words: str, against: bool) -> None:
    part = SubQuestion(text="PALOMA-2 PFS", kind="trial_result", trials=frozenset({"paloma2"}))
    verdicts = judge_trial(RESULT, words, part)
    assert any("adverse events" in each.reason for each in verdicts) is against


def test_survival_is_no_adverse_event() -> None:
    part = SubQuestion(text="side effects of enzalutamide", kind="adverse")
    assert judge_harm(RESULT, "An early fall of the antigen went with longer survival.", part)
    assert not judge_harm(RESULT, "Fatal adverse events were more frequent.", part)


def test_a_result_of_all_patients_is_not_on_the_group_that_it_counts() -> None:
    of_all = "In all patients, of whom 47.8% had an ESR1 mutation, the hazard ratio was 0.70."
    of_group = "In patients with an ESR1 mutation, the hazard ratio was 0.55."
    part = SubQuestion(
        text="EMERALD in ESR1?",
        kind="trial_result",
        trials=frozenset({"emerald"}),
        genes=frozenset({"ESR1"}),
    )
    for words, told in ((of_all, False), (of_group, True)):
        verdicts = on_cohort((), RESULT, PlainContext(text=words), part, FactSheet())
        assert any(each.kind == "trial group" for each in verdicts) is told


@pytest.mark.parametrize(
    ("text", "against"),
    [("olaparib in pregnancy", True), ("olaparib, his partner wants a pregnancy", False)],
)
def test_what_men_are_told_is_no_answer_for_a_pregnant_patient(text: str, against: bool) -> None:
    about = (Population(pregnancy="pregnant"),)
    part = SubQuestion(text=text, kind="adverse", about=about)
    of_men = replace(RESULT, applies=Applicability(population=Population(sex="male")))
    verdicts = list(judge_reproduction(of_men, part, FactSheet()))
    assert any(each.outcome == "contradicts" for each in verdicts) is against
    assert not list(judge_reproduction(RESULT, part, FactSheet()))


def test_a_statement_covers_the_trial_that_it_says_it_is_on() -> None:
    asked = SubQuestion(
        text="CodeBreaK 300?", kind="trial_result", trials=frozenset({"codebreak300"})
    )
    result = Statement(id="one", kind="result", spans=((0, 10),), trials=("CodeBreaK 300",))
    other = replace(result, trials=("CodeBreaK 100",))
    covered = [
        features_of(Judgement(each, 0, ()), PlainContext(), asked, FactSheet())["names covered"]
        for each in (result, other)
    ]
    assert covered == [1.0, 0.0]
