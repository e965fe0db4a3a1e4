"""What a model is told is told once, and in few words."""

from __future__ import annotations

from dataclasses import replace

from agents.checking.model_quotes import with_stored_statements
from agents.checking.shown_documents import offer_document, offered_findings
from agents.facts.sheet import FactSheet
from agents.llm.conversation.evidence_text import (
    ShownSoFar,
    document_text,
    evidence_rows,
    observation_text,
)
from agents.llm.conversation.tool_schemas import wire_tools
from agents.run.compaction import size_of_step
from agents.run.tools.cards import tool_cards
from agents.turns import Finding, OfferedDocument
from retrieval.declaration.cards import read_cards
from retrieval.documents import DocumentRef
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


def _shown(name: str) -> str:
    stored = next(each for each in corpus() if each.id == name)
    document = with_stored_statements(stored, "landmark_trial")
    bare = offer_document(document)
    spans = tuple(replace(each, key=f"c{n}") for n, each in enumerate(bare.spans, 1))
    shown = OfferedDocument(ref=document.ref, spans=spans)
    findings = offered_findings(shown, document, FactSheet())
    return document_text(shown, findings, ShownSoFar({document.ref: document}))


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
        assert card.not_when.removeprefix("The question ") in told
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
