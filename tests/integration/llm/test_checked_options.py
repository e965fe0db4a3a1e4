"""What a chat model offers is held against the patient: through the provider's real client, the
tools and the check."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from agents.checking.answers import check_draft, decide_ending
from agents.facts.read_sheet import Message
from agents.llm.calls.provider import Provider, open_model
from agents.llm.core import LlmCore
from agents.run.tools.calling import Tools, with_citation_keys
from agents.turns import Abstention, Action, Answer, Draft, Step, Thought, View
from retrieval.derivation.derive import derive_statements
from retrieval.documents import Document, DocumentRef
from retrieval.outcomes import Data, FoundDocument
from tests.fakes import Card
from tests.integration.llm.scripted_core import FILLER, messages_of
from tests.sample_documents import question
from tests.scripted_provider import Call, Reply, Say, scripted_provider

NEEDS_GERMLINE = (
    "Olaparib is indicated for adults with germline BRCA-mutated, HER2-negative metastatic breast"
    " cancer."
)
DOSE = "The recommended dosage of olaparib is 300 mg taken orally twice daily."
MODERATE = (
    "The dosage of olaparib in patients with moderate renal impairment (CLcr 31 to 50 mL/min) is"
    " 200 mg taken orally twice daily."
)
ENDOCRINE = (
    "Fulvestrant is indicated for HR-positive, HER2-negative metastatic breast cancer in"
    " postmenopausal women with progression after endocrine therapy."
)
CASE = "54-year-old woman, HR-positive HER2-negative metastatic breast cancer, "
NEGATIVE = f"{CASE}no germline BRCA1 or BRCA2 mutation. What are the options?"
POSITIVE = f"{CASE}germline BRCA2 mutation. What are the options?"


def label(name: str, *paragraphs: str) -> Document:
    return Document(
        silo="labels", id=name, version="1", title=name, text="\n\n".join(paragraphs) + "\n"
    )


@cache
def with_statements(document: Document) -> Document:
    """The document as it is stored. Not when this file is imported: that would take each test
    process most of a second."""
    if document.statements:
        return document
    return replace(document, statements=derive_statements(document, "label"))


WHOLE = ContextVar("WHOLE", default=False)
"""Whether the model is shown the documents whole, or reads them apart since they are long."""
OLAPARIB = label("Olaparib", NEEDS_GERMLINE, DOSE, MODERATE)
FULVESTRANT = label("Fulvestrant", ENDOCRINE)
AFTER = (
    "Olaparib is indicated for metastatic castration-resistant prostate cancer with a germline or"
    " somatic BRCA2 mutation that progressed after enzalutamide or abiraterone."
)
TOGETHER = (
    "Olaparib plus abiraterone is indicated for BRCA2-mutated metastatic castration-resistant"
    " prostate cancer."
)
PROSTATE = label("Olaparib", AFTER, TOGETHER)


@dataclass(frozen=True)
class Labels:
    """One silo that finds all its labels."""

    documents: tuple[Document, ...]
    cards: tuple[Card, ...] = (Card(name="labels", title="Labels", role="label"),)

    async def search(self, silo: str, query: str) -> Data:
        return Data(
            tuple(
                FoundDocument(document=each, score=1, lexical=1, dense=0) for each in self._stored
            )
        )

    async def open(self, ref: DocumentRef) -> Document:
        return next(each for each in self._stored if each.ref == ref)

    @property
    def _stored(self) -> tuple[Document, ...]:
        if WHOLE.get():
            return self.documents
        return tuple(replace(each, text=each.text + FILLER) for each in self.documents)


async def nothing_earlier() -> Sequence[View]:
    return ()


async def written(
    asked: str,
    quotes: Sequence[tuple[int, str]],
    answer: str,
    *,
    superseded: bool = False,
    stock: tuple[Document, Document] = (OLAPARIB, FULVESTRANT),
    query: str = "options",
) -> Answer:
    """The checked answer of a model that quotes these words of these documents (from 1) as c1, c2
    and so on, and then writes this."""
    view, draft = await drafted(
        asked, quotes, answer, superseded=superseded, stock=stock, query=query
    )
    return check_draft(draft, view)


async def drafted(
    asked: str,
    quotes: Sequence[tuple[int, str]],
    answer: str,
    *,
    superseded: bool = False,
    stock: tuple[Document, Document] = (OLAPARIB, FULVESTRANT),
    query: str = "options",
) -> tuple[View, Draft]:
    """The run so far, and the same answer before it is checked. A document on others than the
    patient is shown to the model only where the ``query`` names its drug."""
    labels = Labels(documents=tuple(map(with_statements, stock)))
    if superseded:
        old = tuple(
            replace(each, currency="superseded", superseded_by="the label of 2025")
            for each in with_statements(OLAPARIB).statements
        )
        labels = Labels(documents=(replace(OLAPARIB, statements=old), with_statements(FULVESTRANT)))
    said = (Message(text=asked),)
    view = View(run_id="run", question=question(asked), said=said, steps_left=5)
    async with scripted_provider() as scripted:
        scripted.brain = lambda request: report_of(request, quotes)
        model = open_model("openai:gpt-4o-mini", base_url=f"{scripted.url}/v1", seconds=5)
        core = LlmCore(Provider(model))
        tools = Tools(library=labels, core=core, earlier=nothing_earlier)
        action = Action(call_id="s1a1", tool="search_labels", arguments={"query": query})
        seen = with_citation_keys(await tools.act(action, view, 5), view)
        thought = Thought(text="Look it up.", actions=(action,))
        view = replace(view, steps=(Step(number=1, seq=1, thought=thought, observations=(seen,)),))
        view = await tools.shown.fill(view)
        scripted.brain = lambda _: Say(with_real_keys(answer, quotes, view))
        return view, await core.answer(view, tools.cards)


def report_of(request: dict[str, Any], quotes: Sequence[tuple[int, str]]) -> Reply:
    """What a model reports of the one document that it is given: those of the quotes in it."""
    words = str(messages_of(request))
    rows = [
        {"text": quote, "quotes": [{"document": 1, "quote": quote}]}
        for n, quote in quotes
        if f'title="{("Olaparib", "Fulvestrant")[n - 1]}"' in words
    ]
    return Call((("report", {"insights": rows}),))


def with_real_keys(answer: str, quotes: Sequence[tuple[int, str]], view: View) -> str:
    """The answer with the keys that the quotes have in this run in place of c1, c2 and so on."""
    keys = {each.quote.strip(): key for key, each in view.citations.items()}
    real = [keys[quote] for _, quote in quotes]
    return re.sub(r"\[c(\d+)\]", lambda found: f"[{real[int(found[1]) - 1]}]", answer)


@pytest.fixture(autouse=True, params=[False, True], ids=["read", "whole"])
def way(request: pytest.FixtureRequest) -> Iterator[None]:
    token = WHOLE.set(request.param)
    yield
    WHOLE.reset(token)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


BOTH = ((1, NEEDS_GERMLINE), (2, ENDOCRINE))


async def test_citations_of_a_model_name_the_statement_they_are_of() -> None:
    answer = await written(POSITIVE, BOTH, f"{NEEDS_GERMLINE} [c1]")
    first, *_ = with_statements(OLAPARIB).statements
    assert [citation.statement for citation in answer.citations] == [first.id]


@pytest.mark.parametrize(
    "sentence",
    [
        f"{NEEDS_GERMLINE} [c1]",
        "Olaparib is an option for this patient. [c1]",
        "Olaparib and fulvestrant are options in HER2-negative breast cancer. [c1][c2]",
        "Olaparib may be considered, although it is not approved first. [c1]",
    ],
)
async def test_an_option_that_facts_speak_against_is_marked_with_the_reason(sentence: str) -> None:
    (said,) = (await written(NEGATIVE, BOTH, sentence)).sentences
    assert not said.verified
    assert "germline BRCA1" in said.problem


@pytest.mark.parametrize(
    "sentence",
    [
        f"{NEEDS_GERMLINE} [c1]",
        "Olaparib is an option in germline BRCA-mutated breast cancer. [c1]",
        "Fulvestrant is an option in HR-positive, HER2-negative metastatic breast cancer of"
        " postmenopausal women after progression on endocrine therapy. [c2]",
    ],
)
async def test_an_option_that_fits_is_not_marked(sentence: str) -> None:
    (said,) = (await written(POSITIVE, BOTH, sentence)).sentences
    assert said.verified, said.problem


async def test_that_a_drug_is_none_is_borne_out_by_the_comparison() -> None:
    sentence = "Olaparib is not an option without a germline BRCA mutation. [c1]"
    (denied,) = (await written(NEGATIVE, BOTH, sentence)).sentences
    assert (denied.verified, denied.basis) == (True, "matching"), denied.problem
    (wrong,) = (await written(POSITIVE, BOTH, sentence)).sentences
    assert not wrong.verified


async def test_a_dose_does_not_offer_what_its_indication_shuts_out() -> None:
    quotes, sentence = ((1, DOSE),), "Give olaparib 300 mg twice daily. [c1]"
    (said,) = (await written(NEGATIVE, quotes, sentence)).sentences
    assert "germline BRCA1" in said.problem
    (said,) = (await written(POSITIVE, quotes, sentence)).sentences
    assert said.verified, said.problem


async def test_the_options_that_are_none_stand_beside_the_answer() -> None:
    answer = await written(NEGATIVE, BOTH, f"{ENDOCRINE} [c2]")
    (excluded,) = answer.excluded
    assert excluded.option == "olaparib"
    assert "germline BRCA1" in excluded.reason
    assert answer.facts
    assert (await written(POSITIVE, BOTH, f"{ENDOCRINE} [c2]")).excluded == ()


async def test_the_dose_of_another_class_of_organ_function_is_marked() -> None:
    sentence = "Reduce olaparib to 200 mg twice daily. [c1]"
    asked = "Dose of olaparib with a creatinine clearance of {} mL/min?"
    (said,) = (await written(asked.format(22), ((1, MODERATE),), sentence)).sentences
    assert "not for this patient" in said.problem
    (said,) = (await written(asked.format(44), ((1, MODERATE),), sentence)).sentences
    assert said.verified, said.problem


async def test_what_rests_on_a_superseded_statement_is_marked_unless_told_as_history() -> None:
    sentence = "The dose of olaparib is 300 mg twice daily. [c1]"
    quoted = ((1, DOSE),)
    said_now = await written("Olaparib dose?", quoted, sentence, superseded=True, query="olaparib")
    (said,) = said_now.sentences
    assert "superseded by the label of 2025" in said.problem
    past = "Until it was superseded, the dose of olaparib was 300 mg twice daily. [c1]"
    said_then = await written("Olaparib dose?", quoted, past, superseded=True, query="olaparib")
    (said,) = said_then.sentences
    assert said.verified, said.problem


async def test_where_nothing_written_holds_the_reasons_why_not_are_the_ending() -> None:
    view, draft = await drafted(NEGATIVE, BOTH, "Olaparib is an option for this patient. [c1]")
    ending = decide_ending(draft, view, tried=("Labels",))
    assert isinstance(ending, Abstention)
    assert [each.option for each in ending.excluded] == ["olaparib"]
    assert "germline BRCA1" in ending.excluded[0].reason
    assert "could be verified" in ending.gap.detail


ABIRATERONE = (
    "66-year-old man, metastatic castration-resistant prostate cancer, germline BRCA2 mutation,"
    " progression on abiraterone. What are the options?"
)


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        (
            "Olaparib is indicated for metastatic castration-resistant prostate cancer with a BRCA2"
            " mutation that progressed after enzalutamide or abiraterone. [c1]",
            True,
        ),
        ("It is indicated with BRCA2, as in his case on abiraterone. [c1]", True),
        ("Olaparib plus abiraterone is no option. [c2]", True),
        ("Olaparib plus abiraterone is an option for this patient. [c2]", False),
        ("Olaparib is no option. [c2]", False),
    ],
)
async def test_what_was_had_before_is_not_what_is_offered(sentence: str, holds: bool) -> None:
    quotes = ((1, AFTER), (1, TOGETHER))
    answer = await written(ABIRATERONE, quotes, sentence, stock=(PROSTATE, FULVESTRANT))
    (said,) = answer.sentences
    assert said.verified is holds, said.problem


async def test_under_its_label_whom_a_drug_is_for_may_say_why_it_is_none() -> None:
    sentence = "NOT FOR THIS PATIENT: Olaparib is indicated with a germline BRCA mutation. [c1]"
    lines = f"HEADLINE: {ENDOCRINE} [c2]\n{sentence}"
    none = next(s for s in (await written(NEGATIVE, BOTH, lines)).sentences if s.role == "not for")
    assert none.verified, none.problem
    offered = f"HEADLINE: Olaparib is indicated with a germline BRCA mutation. [c1]\n{sentence}"
    first = (await written(NEGATIVE, BOTH, offered)).sentences[0]
    assert not first.verified


@pytest.mark.parametrize(
    "refusal",
    [
        "Olaparib is no option, because she has had letrozole. [c1]",
        "Olaparib is not for this patient. [c1]",
        "Olaparib is indicated with a germline BRCA mutation. [c1]",
        NEEDS_GERMLINE + " [c1]",
    ],
)
async def test_a_drug_that_fits_is_not_refused_under_the_label_or_without_it(refusal: str) -> None:
    lines = f"HEADLINE: {ENDOCRINE} [c2]\nNOT FOR THIS PATIENT: {refusal}"
    none = next(s for s in (await written(POSITIVE, BOTH, lines)).sentences if s.role == "not for")
    assert not none.verified
    if "no option" in refusal:
        (said,) = (await written(POSITIVE, BOTH, refusal)).sentences
        assert not said.verified


async def test_a_reason_against_a_drug_stands_in_what_is_cited() -> None:
    refusal = "A creatinine clearance of 28 mL/min stands against olaparib. [c1]"
    asked = POSITIVE.replace("What are", "Creatinine clearance 28 mL/min. What are")
    (said,) = (await written(asked, BOTH, refusal)).sentences
    assert "does not speak against it" in said.problem


async def test_what_was_had_again_with_either_of_two_drugs_may_be_refused() -> None:
    either = (
        "Olaparib plus abiraterone and niraparib plus abiraterone are indicated for BRCA2-mutated"
        " metastatic castration-resistant prostate cancer."
    )
    stock = (label("Olaparib", AFTER, TOGETHER, either), FULVESTRANT)
    refusal = "Olaparib or niraparib with abiraterone is no option, since he progressed on it. [c2]"
    lines = f"HEADLINE: {AFTER} [c1]\nNOT FOR THIS PATIENT: {refusal}"
    answer = await written(ABIRATERONE, ((1, AFTER), (1, either)), lines, stock=stock)
    none = next(s for s in answer.sentences if s.role == "not for")
    assert none.verified, none.problem
    alone = lines.replace("Olaparib or niraparib with abiraterone", "Olaparib")
    answer = await written(ABIRATERONE, ((1, AFTER), (1, either)), alone, stock=stock)
    assert not next(s for s in answer.sentences if s.role == "not for").verified


TWO_PAIRS = (
    "Olaparib with fulvestrant and talazoparib with fulvestrant are indicated for adults with"
    " germline BRCA-mutated, HER2-negative metastatic breast cancer."
)


async def test_two_pairs_of_one_sentence_are_not_told_as_one_option() -> None:
    stock = (label("Olaparib", TWO_PAIRS), FULVESTRANT)
    quotes = ((1, TWO_PAIRS), (2, ENDOCRINE))
    answer = await written(
        NEGATIVE, quotes, f"{ENDOCRINE} [c2]", stock=stock, query="olaparib with fulvestrant"
    )
    assert not any("talazoparib" in each.option for each in answer.excluded)


async def test_an_option_that_another_statement_offers_beside_others_is_not_excluded() -> None:
    early = "Olaparib is indicated for adjuvant treatment of germline BRCA-mutated breast cancer."
    either = (
        "Olaparib or talazoparib is recommended for germline BRCA-mutated metastatic breast cancer."
    )
    stock = (label("Olaparib", early, either), FULVESTRANT)
    both, query = ((1, early), (1, either)), "olaparib"
    answer = await written(POSITIVE, both, f"{either} [c2]", stock=stock, query=query)
    assert "olaparib" not in [each.option for each in answer.excluded]
    alone = (label("Olaparib", early), FULVESTRANT)
    quotes, query = ((1, early), (2, ENDOCRINE)), "olaparib or fulvestrant"
    answer = await written(POSITIVE, quotes, f"{ENDOCRINE} [c2]", stock=alone, query=query)
    assert "olaparib" in [each.option for each in answer.excluded]
