"""What a patient cannot have, or refuses, is no option; what is for the unfit leads."""

from __future__ import annotations

import pytest

from agents.facts.sheet import FactSheet
from agents.matching.asked_classes import is_compared_option
from agents.matching.sub_question import SubQuestion
from agents.turns import Abstention, Answer
from names.clinical.values import Marker, MarkerRule
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

MIDOSTAURIN = (
    "Midostaurin plus cytarabine plus daunorubicin is indicated for newly diagnosed acute myeloid"
    " leukaemia with an FLT3 mutation."
)
RESULT = (
    "In acute myeloid leukaemia with FLT3 mutation, evidence of level A supports a response to"
    " midostaurin."
)
IVOSIDENIB = (
    "Ivosidenib with azacitidine is indicated for newly diagnosed acute myeloid leukaemia with an"
    " IDH1 mutation in adults of 75 years or older or with comorbidities that preclude intensive"
    " induction chemotherapy."
)
INTENSIVE = (
    "Quizartinib plus cytarabine plus an anthracycline is indicated for newly diagnosed acute"
    " myeloid leukaemia with an FLT3 internal tandem duplication (ITD)."
)
WITH_CHEMOTHERAPY = (
    "Pembrolizumab plus chemotherapy is indicated for metastatic triple-negative breast cancer"
    " that expresses PD-L1 with CPS of at least 10."
)
WITH_PEMETREXED = (
    "Osimertinib plus pemetrexed plus platinum-based chemotherapy is indicated for first-line"
    " treatment of metastatic non-small cell lung cancer with EGFR L858R."
)
ALONE = (
    "Osimertinib alone is indicated for first-line treatment of metastatic non-small cell lung"
    " cancer with EGFR L858R."
)
MAINTENANCE = (
    "Olaparib alone is indicated for maintenance treatment of metastatic pancreatic adenocarcinoma"
    " with a germline BRCA1 or BRCA2 mutation that has not progressed on first-line platinum-based"
    " chemotherapy."
)


async def ending_of(question: str, *sentences: str) -> Answer | Abstention:
    text = "## Indications\n\n" + "\n".join(sentences)
    page = document("drug_information", "p", "Indications", text)
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


async def said_to(question: str, *sentences: str) -> list[str]:
    ending = await ending_of(question, *sentences)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    "words",
    [
        "unfit for intensive chemotherapy",
        "not a candidate for 7+3",
        "unable to have induction",
        "frail",
        "refuses chemotherapy",
    ],
)
@pytest.mark.parametrize("asked", ["Midostaurin?", "What to give?"])
async def test_what_is_given_with_intensive_chemotherapy_is_not_for_the_unfit(
    words: str, asked: str
) -> None:
    case = f"Newly diagnosed AML with FLT3-ITD, {words}. {asked}"
    said = await said_to(case, MIDOSTAURIN, INTENSIVE, RESULT)
    assert not {MIDOSTAURIN, INTENSIVE, RESULT} & set(said)
    assert any("Midostaurin with cytarabine and daunorubicin is not indicated" in e for e in said)


async def test_of_those_who_are_fit_or_of_whom_nothing_is_said_it_is_told() -> None:
    assert MIDOSTAURIN in await said_to("Newly diagnosed AML, FLT3-ITD. Options?", MIDOSTAURIN)
    fit = "Newly diagnosed AML, FLT3-ITD, fit for intensive chemotherapy. Options?"
    assert MIDOSTAURIN in await said_to(fit, MIDOSTAURIN)


async def test_an_unknown_fitness_is_named_as_missing() -> None:
    ending = await ending_of("Newly diagnosed AML, FLT3-ITD. Options?", MIDOSTAURIN)
    assert isinstance(ending, Answer)
    missing = [each.name for each in ending.missing]
    assert "whether the patient is fit for intensive chemotherapy" in missing


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("68 y, chemo-ineligible", True),
        ("82 y", True),
        ("frail", True),
        ("60 y, fit for intensive chemotherapy", False),
    ],
)
async def test_what_is_for_the_unfit_or_the_old(words: str, told: bool) -> None:
    said = await said_to(f"Newly diagnosed AML, IDH1 R132H, {words}. Options?", IVOSIDENIB)
    assert (IVOSIDENIB in said) is told


async def test_the_drug_alone_stays_an_option_where_its_partner_is_none() -> None:
    case = "Metastatic NSCLC, EGFR L858R, not a candidate for chemotherapy. First line?"
    said = await said_to(case, WITH_PEMETREXED, ALONE)
    assert ALONE in said
    assert WITH_PEMETREXED not in said


async def test_a_partner_that_is_only_a_class_is_held_against_the_patient() -> None:
    case = "Metastatic TNBC, PD-L1 CPS 20, cannot have chemo. Pembrolizumab?"
    said = await said_to(case, WITH_CHEMOTHERAPY)
    assert said[0].startswith("Pembrolizumab with chemotherapy is not indicated here")
    assert WITH_CHEMOTHERAPY not in said


async def test_maintenance_follows_what_the_patient_can_have() -> None:
    case = "Metastatic pancreatic cancer, germline BRCA2 mutation, platinum-ineligible. Olaparib?"
    said = await said_to(case, MAINTENANCE)
    assert said[0].startswith("Olaparib is not indicated here: is for after platinum")
    open_case = "Metastatic pancreatic cancer, germline BRCA2 mutation. Olaparib?"
    assert any(MAINTENANCE in each for each in await said_to(open_case, MAINTENANCE))


async def test_cisplatin_ineligible_is_not_platinum_ineligible() -> None:
    carboplatin = (
        "Pembrolizumab plus carboplatin is indicated for metastatic triple-negative breast cancer."
    )
    case = "Metastatic TNBC, cisplatin-ineligible. Pembrolizumab?"
    assert carboplatin in await said_to(case, carboplatin)
    none = "Metastatic TNBC, cannot have platinum. Pembrolizumab?"
    assert carboplatin not in await said_to(none, carboplatin)


EV = (
    "Enfortumab vedotin plus pembrolizumab is indicated for first-line treatment of locally"
    " advanced or metastatic urothelial cancer."
)


@pytest.mark.parametrize(
    "unfit",
    [
        "cisplatin-ineligible (eGFR 38)",
        "unfit for cisplatin because of eGFR 38",
        "eGFR 38 (cisplatin-unfit)",
        "not a cisplatin candidate due to heart failure",
    ],
)
async def test_why_another_treatment_is_none_is_not_asked_of_this_one(unfit: str) -> None:
    ending = await ending_of(f"mUC, {unfit}, EV + pembro first line?", EV)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [EV]
    assert ending.unweighed


def trial_of(requires: tuple[MarkerRule, ...] = ()) -> Statement:
    return Statement(
        id="one",
        kind="result",
        spans=((0, 10),),
        drugs=("enfortumab vedotin", "pembrolizumab"),
        trials=("EV-302",),
        applies=Applicability(tumours=("urothelial cancer",), requires=requires),
        stated=frozenset({"drugs", "trials"}),
    )


def asked_with(*drugs: str) -> SubQuestion:
    return SubQuestion(
        text="?", kind="therapy", drugs=frozenset(drugs), compared=True, genes=frozenset({"FGFR3"})
    )


def test_the_trial_of_a_regimen_holds_whichever_gene_is_told() -> None:
    both = asked_with("enfortumab vedotin", "pembrolizumab")
    assert is_compared_option(trial_of(), both, FactSheet())
    other = asked_with("enfortumab vedotin", "pembrolizumab", "erdafitinib")
    assert not is_compared_option(trial_of(), other, FactSheet())
    needed = MarkerRule(any_of=(Marker(name="FGFR3", state="altered"),))
    assert not is_compared_option(trial_of((needed,)), both, FactSheet())


async def test_a_fact_that_is_no_such_reason_is_still_asked() -> None:
    assert isinstance(await ending_of("mUC, eGFR 38, EV + pembro?", EV), Abstention)
    ending = await ending_of("mUC, unfit for cisplatin, heart failure: EV + pembro ok?", EV)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("No statement found speaks of heart failure with ")
