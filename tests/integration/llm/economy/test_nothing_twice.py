"""What a model is told is told once, and in few words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.documents.shown_documents import offer_document, offered_findings
from agents.checking.model_quotes import with_stored_statements
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.llm.conversation.evidence_text import (
    document_text,
    evidence_rows,
    observation_text,
)
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.llm.conversation.tool_schemas import wire_tools
from agents.llm.correction import repair_request
from agents.prompts import load_prompt
from agents.run.compaction import size_of_step
from agents.run.tools.cards import tool_cards
from agents.turns import Draft, Finding, Observation, OfferedDocument, Sentence, View
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document, DocumentRef
from tests.integration.llm.economy.libraries import corpus
from tests.integration.llm.scripted_core import citation, seen_step, view


def test_a_source_is_named_once_and_then_by_its_key() -> None:
    quotes = [replace(citation(f"c{n}"), quote=f"Sentence {n}.", start=n) for n in (1, 2, 3)]
    findings = tuple(Finding(text=each.quote, citations=(each,)) for each in quotes)
    step = seen_step()
    seen = replace(step.observations[0], findings=findings)
    rows = evidence_rows(view(replace(step, observations=(seen,))))
    told = [quote["source"] for row in rows for quote in row["quotes"]]
    assert told == ["A synthetic study, 2026", "as [c1]", "as [c1]"]


def test_statements_of_one_digest_with_other_sources_keep_them() -> None:
    label = replace(citation("c2"), organisation="FDA label", quote="Sentence 2.", start=2)
    quotes = (citation("c1"), label, replace(label, key="c3", quote="Sentence 3.", start=3))
    findings = tuple(Finding(text=each.quote, citations=(each,)) for each in quotes)
    seen = replace(seen_step().observations[0], findings=findings)
    rows = evidence_rows(view(replace(seen_step(), observations=(seen,))))
    told = [quote["source"] for row in rows for quote in row["quotes"]]
    assert told == ["A synthetic study, 2026", "A synthetic study, FDA label, 2026", "as [c2]"]


def offered_with_keys(name: str, sheet: FactSheet, first: int = 1) -> tuple[Document, Observation]:
    """A document of the corpus, and the observation that shows it whole."""
    stored = next(each for each in corpus() if each.id == name)
    document = with_stored_statements(stored, "landmark_trial")
    bare = offer_document(document)
    spans = tuple(replace(each, key=f"c{n}") for n, each in enumerate(bare.spans, first))
    shown = OfferedDocument(ref=document.ref, spans=spans)
    seen = replace(
        seen_step().observations[0],
        findings=offered_findings(shown, document, sheet),
        offered=(shown,),
    )
    return document, seen


def _run(*names: str, asked: str, sheet: FactSheet) -> View:
    """A run that was shown these documents whole, one by one."""
    documents: dict[DocumentRef, Document] = {}
    seen: list[Observation] = []
    for name in names:
        first = 1 + sum(len(shown.spans) for each in seen for shown in each.offered)
        document, observation = offered_with_keys(name, sheet, first)
        documents[document.ref] = document
        seen.append(observation)
    run = view(replace(seen_step(), observations=tuple(seen)))
    return replace(run, question=replace(run.question, text=asked), documents=documents)


def _shown(name: str) -> str:
    document, seen = offered_with_keys(name, FactSheet())
    return document_text(seen.offered[0], seen, ShownSoFar({document.ref: document}))


BREAST = "58-year-old woman, metastatic ER-positive breast cancer, germline BRCA2 mutation."


def _told(run: View) -> list[str]:
    told = ShownSoFar.of(run)
    return [observation_text(seen, told) for seen in run.steps[0].observations]


def test_statements_on_other_tumours_are_counted_unless_somebody_names_the_tumour() -> None:
    sheet = read_fact_sheet((Message(BREAST, "question"),))
    (told,) = _told(_run("olaparib", asked=BREAST, sheet=sheet))
    assert "HER2-negative metastatic breast cancer" in told
    assert "creatinine clearance 31-50 mL/min" in told
    assert "fallopian" not in told
    assert "statements on other tumours (" in told
    assert "ovarian cancer" in told.partition("Left out: ")[2]
    asked = f"{BREAST} And what of its label in ovarian cancer?"
    (told,) = _told(_run("olaparib", asked=asked, sheet=sheet))
    assert "fallopian" in told
    assert "pancreatic adenocarcinoma" not in told


@pytest.mark.parametrize(
    ("patient", "nursing", "contraception"),
    [
        ("61-year-old woman, metastatic breast cancer, germline BRCA2.", False, False),
        ("Postmenopausal woman, metastatic breast cancer, germline BRCA2.", False, False),
        ("41-year-old woman, metastatic breast cancer, germline BRCA2.", True, True),
        ("63-year-old premenopausal woman, metastatic breast cancer.", True, True),
        ("A 58-year-old man with metastatic breast cancer, germline BRCA2.", False, True),
        ("66-year-old woman, metastatic breast cancer; is contraception needed?", True, True),
        ("Metastatic breast cancer, germline BRCA2.", True, True),
    ],
)
def test_who_has_no_more_children_is_not_told_of_nursing(
    patient: str, nursing: bool, contraception: bool
) -> None:
    sheet = read_fact_sheet((Message(patient, "question"),))
    run = _run("olaparib", asked=patient, sheet=sheet)
    (told,) = _told(replace(run, said=(Message(patient, "question"),)))
    assert ("do not breastfeed" in told) is nursing
    assert ("contraception during" in told) is contraception
    assert ("contraception or breastfeeding, past" in told) is not (nursing and contraception)
    assert "creatinine clearance 31-50 mL/min" in told


def test_nothing_is_left_out_for_a_patient_whose_tumour_nobody_told() -> None:
    (told,) = _told(_run("olaparib", asked="olaparib dose?", sheet=FactSheet()))
    assert "Left out" not in told
    assert "fallopian" in told


def test_words_of_two_documents_are_told_once() -> None:
    sheet = read_fact_sheet((Message(BREAST, "question"),))
    run = _run("breast-cancer-brca1-and-brca2", "olaparib", asked=BREAST, sheet=sheet)
    first, second = _told(run)
    words = "after chemotherapy in the neoadjuvant, adjuvant or metastatic setting."
    assert words in first
    assert words not in second
    (line,) = (each for each in second.splitlines() if "the same words as [c2]" in each)
    assert line.startswith("[c")


def test_a_document_that_is_named_again_is_named_by_its_id() -> None:
    ref = DocumentRef("labels", "a", "1")
    mark = "2026, digest; not for this patient: holds for first line; here: second line or later"
    seen = replace(
        seen_step().observations[0],
        findings=(), documents=(ref,), titles=("Drug A",), marks=(mark,), unread=(ref,),
    )  # fmt: skip
    told = ShownSoFar({})
    first, second = observation_text(seen, told), observation_text(seen, told)
    assert first.endswith(": labels/a Drug A (not for this patient: holds for first line)")
    assert second.endswith("open_document reads one: labels/a")


def test_what_is_written_again_is_not_written_from_what_is_none_for_this_patient() -> None:
    sheet = read_fact_sheet((Message(BREAST, "question"),))
    run = _run("olaparib", asked=BREAST, sheet=sheet)
    known = {each.quote: key for key, each in run.citations.items()}
    cited = next(key for quote, key in known.items() if "HER2-negative metastatic" in quote)
    wrong = Sentence(
        text="Olaparib alone is indicated in the US for metastatic cancer with a BRCA2 mutation.",
        keys=(cited,), verified=False, problem="It is wider.",
    )  # fmt: skip
    request = repair_request(load_prompt("repair"), {0: wrong}, Draft(sentences=()), run)
    assert "HER2-negative metastatic breast cancer" in request
    assert "prostate" not in request.partition("Evidence\n")[2]
    assert "ovarian" not in request.partition("Evidence\n")[2]


def test_a_document_that_begins_with_its_title_has_it_once() -> None:
    stored = next(each for each in corpus() if each.silo == "landmark_trials")
    shown = _shown(stored.id)
    assert shown.count(stored.title) == 1
    assert f'id="landmark_trials/{stored.id}"' in shown


def test_a_document_that_is_only_named_is_named_without_its_sections() -> None:
    step = seen_step()
    titles = ("Ribociclib (Kisqali) — indications, dose", "MONALEESA-7: premenopausal")
    seen = replace(
        step.observations[0],
        findings=(),
        documents=(DocumentRef("labels", "a", "1"), DocumentRef("trials", "b", "1")),
        titles=titles,
    )
    told = observation_text(seen, ShownSoFar({}))
    assert "labels/a Ribociclib (Kisqali); trials/b MONALEESA-7: premenopausal" in told


def test_keys_that_follow_one_another_are_told_as_a_stretch() -> None:
    stored = next(each for each in corpus() if each.id == "breast-cancer-pik3ca")
    marks = [line for line in _shown(stored.id).splitlines() if line.startswith("CIViC")]
    assert any(" to c" in line for line in marks)
    assert not any("[c" in line for line in marks)


def test_what_all_silos_have_in_common_is_said_once() -> None:
    cards = tool_cards(read_cards())
    search, *others = wire_tools(cards)
    told = search["function"]["description"]
    assert told.count("The question ") <= 1
    for card in read_cards():
        assert card.name in told
        assert card.use_when.removeprefix("The question ") in told
        assert card.not_when.removeprefix("The question ").partition(": search ")[0] in told
        assert card.example in told
    names = search["function"]["parameters"]["properties"]["silos"]["items"]["enum"]
    assert names == [card.name for card in read_cards()]
    assert not any(names[1] in str(tool["function"]["parameters"]) for tool in others)


def test_a_stretch_shown_whole_is_measured_once() -> None:
    step = seen_step()
    quote = citation("c1").quote

    def size(text: str) -> int:
        finding = Finding(text=text, citations=(citation("c1"),))
        seen = replace(step.observations[0], findings=(finding,))
        return size_of_step(replace(step, observations=(seen,)))

    assert size("x" * len(quote)) - size(quote) == len(quote)
