"""What the core does not answer, and what it says is missing."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.language import foreign_language
from agents.turns import Abstention, Missing
from agents.wording.gaps import nearest_sources
from names.tables.treatment.drug_classes import class_in_sentence
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary

NO_SILO = [
    "who won the match?",
    "What is the capital of France?",
    "What is the weather in Madrid today?",
    "dose of amoxicillin",
    "dose of foobarnib",
    "What does the gene XYZ99 do?",
    "treatment of osteosarcoma",
    "sotorasib in KRAS G12C lung cancer",
    "What did NOSUCHTRIAL-7 show?",
    "NCT09999999 eligibility criteria",
    "BRAF V600R melanoma treatment",
    "write a poem about the sea",
    "Is palbociclib safe in pregnancy?",
    "EGFR exon 20 insertion treatment",
]
FACTS = ["what dose?", "What treatment should she get?", "any interactions?", "side effects?"]
LANGUAGES = [
    ("Was ist die empfohlene Dosis von Capecitabin bei Niereninsuffizienz?", "German"),
    ("Welche Therapie bei HER2-positivem Brustkrebs?", "German"),
    ("Quelle est la dose de capécitabine chez l'insuffisant rénal ?", "French"),
    ("¿Cuál es la dosis de capecitabina en la insuficiencia renal?", "Spanish"),
    ("Qual è la dose di capecitabina nella insufficienza renale?", "Italian"),
    ("Qual é a dose de capecitabina na insuficiência renal?", "Portuguese"),
    ("Wat is de dosis van capecitabine bij nierinsufficiëntie?", "Dutch"),
    ("Какова доза капецитабина?", "a language in Cyrillic script"),
    ("卡培他滨的剂量是多少", "Chinese or Japanese"),
    ("カペシタビンの用量は？", "Japanese"),
    ("ما هي جرعة كابيسيتابين", "a language in Arabic script"),
]
ENGLISH = [
    "What is the dose of capecitabine?",
    "abemaciclib dose",
    "PIK3CA H1047R",
    "Is de novo metastatic disease treated differently?",
    "in situ carcinoma, per os or i.v.?",
    "TGF-β signalling and α-fetoprotein",
    "La Leche",
    "HER2+ mBC 1L?",
    "Sjögren syndrome and pembrolizumab in Köhler's cohort",
    "DPYD *2A het, *13 het. capecitabine dose?",
]


@pytest.mark.parametrize("text", NO_SILO)
async def test_a_question_that_no_silo_covers_is_a_gap(thread: Conversation, text: str) -> None:
    ending = await thread.ask(text)
    assert isinstance(ending, Abstention), ending
    assert ending.gap.missing == "silo"
    assert len(ending.gap.detail) > 30


@pytest.mark.parametrize("text", FACTS)
async def test_a_question_without_its_subject_names_the_missing_fact(
    thread: Conversation, text: str
) -> None:
    await assert_gap_without_search(thread, text, "fact")


@pytest.mark.parametrize("text", ["", "  ", "?!", ":wave:"])
async def test_a_message_without_a_question_is_no_search(thread: Conversation, text: str) -> None:
    ending = await thread.ask(text)
    assert isinstance(ending, Abstention)


@pytest.mark.parametrize(("text", "language"), LANGUAGES)
async def test_another_language_is_a_missing_capability(
    thread: Conversation, text: str, language: str
) -> None:
    ending = await assert_gap_without_search(thread, text, "capability")
    assert ending.gap.name == "language"
    assert language in ending.gap.detail


@pytest.mark.parametrize("text", ENGLISH)
def test_english_with_foreign_words_and_letters_is_english(text: str) -> None:
    assert foreign_language(text) == ""


async def test_a_missing_subject_is_taken_from_the_thread(thread: Conversation) -> None:
    await thread.ask("What is abemaciclib indicated for, or its dose?")
    ending = await thread.ask("what dose?")
    assert not isinstance(ending, Abstention)


async def assert_gap_without_search(
    thread: Conversation, text: str, missing: Missing
) -> Abstention:
    ending = await thread.ask(text)
    assert isinstance(ending, Abstention), ending
    assert ending.gap.missing == missing
    assert thread.searched == []
    return ending


async def test_a_finding_without_a_drug_asks_for_the_drug(thread: Conversation) -> None:
    """The rule of some drug for such a finding is no answer."""
    ending = await thread.ask("CrCl is 22 mL/min. What dose?")
    assert isinstance(ending, Abstention)
    assert ending.gap.name == "which drug"


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        (
            [
                ("is on survival, not on relapse",),
                ("is on survival, not on relapse", "is on 3 years"),
            ],
            ["The nearest source is on survival, not on relapse.", "Another is on 3 years."],
        ),
        (
            [("withdrawn", "holds for metastatic disease; here: early")],
            ["The nearest source is withdrawn and holds for metastatic disease; here: early."],
        ),
        (
            [("did not tolerate trametinib",)],
            ["The nearest source is on trametinib, which the patient did not tolerate."],
        ),
        ([("is on 7 years",), ("is on 7 years",)], ["The nearest source is on 7 years."]),
    ],
)
def test_what_the_nearest_sources_are_on_is_said_once(
    reasons: list[tuple[str, ...]], told: list[str]
) -> None:
    assert nearest_sources(reasons) == told


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("NRAS Q61R melanoma, targeted options?", "treatment of melanoma with NRAS Q61R"),
        ("midostaurin dose in AML?", "the dose of midostaurin in acute myeloid leukaemia"),
        ("vincristine with itraconazole", "interactions of vincristine with itraconazole"),
        ("olaparib dose in renal impairment?", "the dose of olaparib (renal impairment)"),
        ("letrozole and breastfeeding?", "breastfeeding with letrozole"),
        ("pembrolizumab in breast cancer, TMB 3?", "pembrolizumab in breast cancer with TMB"),
    ],
)
async def test_a_gap_names_what_it_is_about_as_a_colleague_would(question: str, name: str) -> None:
    ending = await Conversation(FakeLibrary([])).ask(question)
    assert isinstance(ending, Abstention)
    assert ending.gap.name.endswith(f" on {name}") or ending.gap.name.endswith(f"with {name}")


def test_a_class_is_in_small_letters_inside_a_sentence() -> None:
    assert class_in_sentence("Endocrine therapy") == "endocrine therapy"
    assert class_in_sentence("PARP inhibition") == "PARP inhibition"
    assert class_in_sentence("B-RAF inhibition") == "B-RAF inhibition"
