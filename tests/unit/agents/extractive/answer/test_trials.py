"""A trial that is asked for by name: itself, its outcome and its time, or a gap that says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.trials import trial_aspects_not_found
from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.matching.judging import judge
from agents.matching.sub_question import SubQuestion
from agents.turns import Abstention, Answer
from agents.wording.not_found import trial_not_shown_on, trial_says_nothing_of
from names.clinical.values import Toxicity
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.matching.judged import PlainContext

BREAST09 = document(
    "landmark_trials",
    "destiny-breast09",
    "DESTINY-Breast09: trastuzumab deruxtecan with pertuzumab",
    "In DESTINY-Breast09, progression-free survival at 2 years was 70% with trastuzumab deruxtecan"
    " and 52% without, in HER2-positive breast cancer.",
)
COHORT = document(
    "landmark_trials",
    "other",
    "A cohort of colon cancer",
    "A cohort of 229 patients had colon cancer. In that cohort, median overall survival was 11"
    " months with a BRAF mutation.",
)
KN = document(
    "landmark_trials",
    "keynote-355",
    "KEYNOTE-355: pembrolizumab",
    "In KEYNOTE-355, median overall survival was 23.0 months with pembrolizumab.",
)
HELD = (BREAST09, COHORT, KN)


@pytest.mark.parametrize(
    "question", ["DB-09: 2-year PFS?", "db09 PFS at 24 months?", "Destiny Breast 9 PFS?"]
)
async def test_a_short_form_finds_the_trial(question: str) -> None:
    ending = await Conversation(FakeLibrary(list(HELD))).ask(question)
    assert isinstance(ending, Answer)
    assert "70%" in ending.sentences[0].text
    assert not ending.not_found


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("DB-04: median OS in the cohort w/ HR?", "The trial DESTINY-Breast04 is not in the"),
        ("KN-024 OS?", "The trial KEYNOTE-024 is not in the"),
        ("SWOG S1826 OS?", "The trial S1826 is not in the"),
        ("CM 9DW OS cohort?", "The trial CheckMate-9DW is not in the"),
        ("DB-09: 5-year PFS?", "Held for another time: “In DESTINY-Breast09"),
        ("KN-355 PFS?", "on overall survival, not on progression-free survival"),
        ("KN-355 PFS?", "hold KEYNOTE-355, but"),
    ],
)
async def test_what_is_not_held_of_a_trial_is_a_gap(question: str, missing: str) -> None:
    ending = await Conversation(FakeLibrary(list(HELD))).ask(question)
    assert isinstance(ending, Abstention)
    assert missing in ending.gap.detail


async def test_what_a_trial_question_names_and_no_statement_holds_is_said() -> None:
    ending = await Conversation(FakeLibrary([KN])).ask("KN-355 OS, HR+?")
    assert isinstance(ending, Answer)
    assert any("speaks of HR-positive" in line for line in ending.not_found)


async def test_a_result_of_all_patients_does_not_answer_for_a_cohort() -> None:
    ending = await Conversation(FakeLibrary([KN])).ask("KN-355 OS in HR+ cohort?")
    assert isinstance(ending, Abstention)
    assert "not on that cohort alone" in ending.gap.detail


async def test_a_further_question_on_it_stays_with_the_trial() -> None:
    trial = replace(BREAST09, title="DESTINY-Breast09")
    ending = await Conversation(FakeLibrary([trial, COHORT])).ask(
        "DB-09 PFS? And was it tested in colon cancer with BRAF mutation?"
    )
    assert isinstance(ending, Answer)
    assert not any("11" in sentence.text for sentence in ending.sentences)


async def test_a_patient_outside_a_trial_is_told_before_its_figures() -> None:
    olympiad = document(
        "landmark_trials",
        "olympiad",
        "OlympiAD: olaparib in metastatic breast cancer with a germline BRCA mutation",
        "In breast cancer with a BRCA1 or BRCA2 mutation, median progression-free survival in"
        " OlympiAD was 7.0 months with olaparib and 4.2 months with chemotherapy.",
    )
    library = FakeLibrary([olympiad])
    outside = await Conversation(library).ask(
        "CHEK2 germline, BRCA1/2 neg, metastatic breast cancer. olaparib as in OlympiAD?"
    )
    assert isinstance(outside, Answer)
    assert outside.sentences[0].text.startswith("This patient is none of those")
    assert any("7.0 months" in each.text for each in outside.sentences)
    of_nobody = await Conversation(library).ask("PFS in OlympiAD?")
    assert isinstance(of_nobody, Answer)
    assert "7.0 months" in of_nobody.sentences[0].text


CRPC = document(
    "landmark_trials",
    "profound",
    "PROfound: olaparib in prostate cancer",
    "In metastatic castration-resistant prostate cancer, median progression-free survival in"
    " PROfound was 7.4 months with olaparib and 3.6 months with enzalutamide.",
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("mCSPC. PFS in PROfound?", "This patient is none of those"),
        ("Prostate cancer, adjuvant. PROfound PFS?", "This patient is none of those"),
        ("mCRPC. PFS in PROfound?", "In metastatic castration-resistant"),
        ("PFS in PROfound?", "In metastatic castration-resistant"),
    ],
)
async def test_a_trial_in_another_disease_is_told_as_one_of_others(
    question: str, first: str
) -> None:
    ending = await Conversation(FakeLibrary([CRPC])).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith(first)
    assert all(each.verified for each in ending.sentences)
    assert any("7.4 months" in each.text for each in ending.sentences)


async def test_that_a_trial_is_on_others_holds_though_its_phase_is_told_by_nobody() -> None:
    katherine = document(
        "landmark_trials",
        "katherine",
        "KATHERINE: T-DM1 in HER2-positive breast cancer",
        "In HER2-positive breast cancer with residual disease, invasive disease-free survival at 3"
        " years in KATHERINE was 88% with trastuzumab emtansine and 77% with trastuzumab.",
    )
    for case in ("mTNBC, 2L.", "mCRPC, failed enza.", "melanoma stage IIIC resected."):
        ending = await Conversation(FakeLibrary([katherine])).ask(f"{case} KATHERINE results?")
        assert isinstance(ending, Answer)
        assert ending.sentences[0].text.startswith("This patient is none of those")
        assert all(each.verified for each in ending.sentences)


READ = Statement(
    id="read",
    kind="warning",
    spans=((0, 10),),
    drugs=("enzalutamide",),
    applies=Applicability(
        tumours=("castration-resistant prostate cancer",), settings=("metastatic",)
    ),
)
STATED = replace(READ, stated=frozenset({"applies.tumours", "applies.settings"}))


@pytest.mark.parametrize(("told", "noted"), [(READ, False), (STATED, True)])
def test_a_warning_on_other_patients_is_noted_if_it_states_them(
    told: Statement, noted: bool
) -> None:
    asked = SubQuestion(
        text="side effects of enzalutamide", kind="adverse", drugs=frozenset({"enzalutamide"})
    )
    sheet = read_fact_sheet([Message("Prostate cancer, mCSPC.")])
    context = PlainContext(text="In PREVAIL, fatal adverse events occurred.")
    judgement = judge(
        told, replace(context, names_inside=frozenset({"enzalutamide"})), asked, sheet
    )
    assert not any(each.dimension == "tumour" for each in judgement.contradictions)
    assert judgement.other_patients.startswith("holds for castration-resistant") is noted


OF_GENES = document(
    "landmark_trials",
    "of-genes",
    "PROfound: olaparib in prostate cancer with HRR gene alterations",
    "In prostate cancer with a BRCA1, BRCA2, ATM or PALB2 mutation, the hazard ratio for"
    " progression with olaparib in PROfound was 0.49.\n\n"
    "In prostate cancer with an ATM mutation, the hazard ratio for progression with olaparib in"
    " PROfound was 1.04, so no benefit was shown for ATM by itself.",
)


@pytest.mark.parametrize(
    "question", ["ATM in PROfound?", "PROfound HR for the ATM subgroup?", "PROfound, ATM mutated?"]
)
async def test_a_group_asked_for_is_told_and_not_all(question: str) -> None:
    ending = await Conversation(FakeLibrary([OF_GENES])).ask(question)
    assert isinstance(ending, Answer)
    assert [("1.04" in each.text, each.verified) for each in ending.sentences] == [(True, True)]


async def test_figures_of_all_are_marked_where_a_group_is_asked_for() -> None:
    ending = await Conversation(FakeLibrary([OF_GENES])).ask("PALB2 in PROfound?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("No statement found is on PALB2 by itself")
    assert all(each.verified for each in ending.sentences)
    assert not any("1.04" in each.text for each in ending.sentences)


KN_OF_ALL = document(
    "landmark_trials",
    "keynote-355",
    "KEYNOTE-355: pembrolizumab",
    "In KEYNOTE-355, median overall survival was 23.0 months with pembrolizumab.\n\n"
    "In patients with brain metastases, median overall survival in KEYNOTE-355 was 9.0 months with"
    " pembrolizumab.",
)


@pytest.mark.parametrize(
    ("question", "first", "told"),
    [
        ("KN-355 OS in node-negative patients?", "No statement found is on node-negative", True),
        ("KN-355 OS in patients over 65?", "No statement found is on older age", True),
        ("KN-355 OS with brain metastases?", "In patients with brain metastases", False),
        ("KN-355 OS?", "In KEYNOTE-355", True),
    ],
)
async def test_a_group_by_what_the_patients_are_is_told_or_missed(
    question: str, first: str, told: bool
) -> None:
    ending = await Conversation(FakeLibrary([KN_OF_ALL])).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith(first)
    assert all(each.verified for each in ending.sentences)
    assert any("23.0" in each.text for each in ending.sentences) is told


@pytest.mark.parametrize(
    ("question", "first"),
    [("mCRPC with ATM mutation. PROfound result?", "1.04"), ("mCRPC. PROfound result?", "0.49")],
)
async def test_the_group_of_the_patient_comes_first(question: str, first: str) -> None:
    ending = await Conversation(FakeLibrary([OF_GENES])).ask(question)
    assert isinstance(ending, Answer)
    assert first in ending.sentences[0].text


ENTERED = document(
    "landmark_trials",
    "sophia",
    "SOPHIA: margetuximab",
    "SOPHIA enrolled patients with HER2-positive breast cancer after two anti-HER2 regimens.\n\n"
    "In SOPHIA, median progression-free survival of breast cancer was 5.8 months with margetuximab"
    " and 4.9 months with trastuzumab.",
)


async def test_who_entered_a_trial_is_not_told_by_its_results() -> None:
    ending = await Conversation(FakeLibrary([ENTERED])).ask("eligibility criteria of SOPHIA?")
    assert isinstance(ending, Answer)
    assert "enrolled" in ending.sentences[0].text
    assert not any("5.8 months" in sentence.text for sentence in ending.sentences)


@pytest.mark.parametrize(
    "question", ["side effects of margetuximab in SOPHIA?", "adverse reactions of margetuximab?"]
)
async def test_harm_is_not_told_by_what_happened_to_the_tumour(question: str) -> None:
    ending = await Conversation(FakeLibrary([ENTERED])).ask(question)
    assert isinstance(ending, Abstention)


RESIDUAL = document(
    "landmark_trials",
    "create-x",
    "CREATE-X: adjuvant capecitabine for residual breast cancer",
    "In CREATE-X, overall survival at 5 years was 89.2% with capecitabine and 83.6% without, in"
    " HER2-negative breast cancer with residual disease after neoadjuvant chemotherapy.",
)


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("CREATE-X: adjuvant capecitabine after neoadj, OS?", True),
        ("CREATE-X post neoadj results", True),
        ("CREATE-X OS in residual disease?", True),
        ("CREATE-X OS in metastatic disease?", False),
    ],
)
async def test_a_trial_is_known_by_any_name_of_its_setting(
    question: str, is_answered: bool
) -> None:
    ending = await Conversation(FakeLibrary([*HELD, RESIDUAL])).ask(question)
    assert isinstance(ending, Answer) is is_answered
    if isinstance(ending, Answer):
        assert "89.2%" in ending.sentences[0].text


SOLO1 = document(
    "landmark_trials",
    "solo1",
    "SOLO1: olaparib maintenance in ovarian cancer",
    "SOLO1 was a phase 3 trial in newly diagnosed advanced ovarian cancer with a mutation in BRCA1"
    " or BRCA2.\n\nIn ovarian cancer with a BRCA1 or BRCA2 mutation, the hazard ratio for"
    " progression-free survival with olaparib in SOLO1 was 0.30.",
)


@pytest.mark.parametrize(
    "question",
    [
        "SOLO-1 showed a PFS benefit for olaparib in BRCA wildtype too, no?",
        "SOLO1 PFS in BRCA wt?",
        "hazard ratio for PFS in SOLO1, my pt is BRCA1/2 negative",
    ],
)
async def test_a_trial_of_other_patients_is_told_as_one(question: str) -> None:
    ending = await Conversation(FakeLibrary([SOLO1])).ask(question)
    assert isinstance(ending, Answer)
    assert "is on other patients: needs BRCA1 alteration" in ending.sentences[0].text
    assert all(each.verified for each in ending.sentences)


@pytest.mark.parametrize(
    "question", ["SOLO1 PFS?", "SOLO1 PFS in BRCA1 mutated?", "PFS in SOLO1, HRD positive?"]
)
async def test_a_trial_of_such_patients_is_not_told_as_one_of_others(question: str) -> None:
    ending = await Conversation(FakeLibrary([SOLO1])).ask(question)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert not any("other patients" in each for each in said)


FLAURA2 = document(
    "landmark_trials",
    "flaura2",
    "FLAURA2: osimertinib with chemotherapy",
    "In FLAURA2, median overall survival was 47.5 months with osimertinib plus chemotherapy.\n\n"
    "In FLAURA2, adverse events of grade 3 or higher were reported in 70% with osimertinib plus"
    " chemotherapy and in 34% with osimertinib alone.",
)


@pytest.mark.parametrize(
    "question",
    ["grade 3 tox in FLAURA2", "FLAURA2 OS, and g3 tox", "FLAURA2: grade >=3 adverse events?"],
)
async def test_a_grade_asked_of_a_trial_is_none_of_the_patient(question: str) -> None:
    ending = await Conversation(FakeLibrary([FLAURA2])).ask(question)
    assert isinstance(ending, Answer)
    assert any("in 70%" in each.text for each in ending.sentences)
    assert ending.facts == ()


def test_a_grade_after_the_treatment_of_a_trial_is_of_the_patient() -> None:
    told = "on osimertinib, grade 3 toxicity after KEYNOTE-522 regimen. hold?"
    assert [each.grade_from for each in read_fact_sheet((Message(told),)).of(Toxicity)] == [3]


SOLAR = document(
    "landmark_trials",
    "solar-1",
    "SOLAR-1: alpelisib in breast cancer",
    "In the PIK3CA-mutated cohort of SOLAR-1, median progression-free survival was 11.0 months with"
    " alpelisib.\n\nIn the cohort without a PIK3CA mutation of SOLAR-1, the hazard ratio for"
    " progression-free survival was 0.85.",
)


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("solar-1 pfs in the wt cohort", "0.85", "11.0"),
        ("SOLAR-1 PFS, wild type pts?", "0.85", "11.0"),
        ("solar-1 PFS in the PIK3CA mut cohort", "11.0", "0.85"),
    ],
)
async def test_a_cohort_without_its_gene_is_told_by_its_state(
    question: str, told: str, other: str
) -> None:
    ending = await Conversation(FakeLibrary([SOLAR])).ask(question)
    assert isinstance(ending, Answer)
    words = " ".join(each.text for each in ending.sentences)
    assert told in words
    assert other not in words


TWO_OUTCOMES = document(
    "landmark_trials",
    "keynote-355",
    "KEYNOTE-355: pembrolizumab",
    "In KEYNOTE-355, median progression-free survival was 9.7 months with pembrolizumab plus"
    " chemotherapy and 5.6 months with chemotherapy alone, with a hazard ratio of 0.65 (95% CI 0.49"
    " to 0.86).\n\n"
    "In KEYNOTE-355 patients with liver metastases, median progression-free survival was 5.1 months"
    " with pembrolizumab plus chemotherapy and 3.9 months with chemotherapy alone, with a hazard"
    " ratio of 0.71 (95% CI 0.52 to 0.96).\n\n"
    "In KEYNOTE-355 patients with brain metastases, median progression-free survival was 3.7 months"
    " with pembrolizumab plus chemotherapy and 3.1 months with chemotherapy alone, with a hazard"
    " ratio of 0.82 (95% CI 0.51 to 1.31).\n\n"
    "Survival of patients with an Asian origin or a high score was longer in KEYNOTE-355, with a"
    " hazard ratio of 0.73 (95% CI 0.55 to 0.95): median overall survival 23.0 months with"
    " pembrolizumab plus chemotherapy against 16.1 months with chemotherapy alone.",
)


@pytest.mark.parametrize(
    "question", ["KEYNOTE-355 PFS and was there an OS benefit?", "OS and PFS in KEYNOTE-355?"]
)
async def test_each_outcome_asked_of_a_trial_gets_a_result(question: str) -> None:
    ending = await Conversation(FakeLibrary([TWO_OUTCOMES])).ask(question)
    assert isinstance(ending, Answer)
    told = " ".join(each.text for each in ending.sentences)
    assert "9.7 months" in told
    assert "23.0 months" in told
    assert not ending.not_found


async def test_what_was_found_of_a_trial_is_not_called_missing() -> None:
    conversation = Conversation(FakeLibrary([TWO_OUTCOMES]))
    await conversation.ask("KEYNOTE-355 OS and PFS?")
    view = conversation.views[-1]
    asked = parse_text("KEYNOTE-355 OS and PFS?").parts[0]
    assert trial_aspects_not_found(asked, (), view) == [
        trial_not_shown_on("KEYNOTE-355", "overall survival"),
        trial_not_shown_on("KEYNOTE-355", "progression-free survival"),
    ]
    other = parse_text("KEYNOTE-355 quality of life?").parts[0]
    assert trial_aspects_not_found(other, (), view) == [
        trial_says_nothing_of("KEYNOTE-355", "quality of life")
    ]
