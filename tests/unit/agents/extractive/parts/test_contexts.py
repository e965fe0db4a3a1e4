"""The names of statements are read at ingestion, and a question takes what is stored."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.evidence.contexts import context_of, with_contexts
from retrieval.derivation.derive import with_statements
from retrieval.documents import Document
from retrieval.statements.model import StatementNames

PLAIN = Document(
    silo="drug_information",
    id="olaparib",
    version="1",
    title="Olaparib",
    text="# Dose\n\nLynparza 300 mg is taken twice daily. Avoid itraconazole.\n\n"
    "# Indications\n\nIt is indicated for BRCA1-mutated ovarian cancer.",
)
DERIVED = with_statements(PLAIN, "label")


def test_stored_names_are_those_that_would_be_read_for_a_question() -> None:
    assert len(DERIVED.names) == len(DERIVED.statements) > 1
    for statement, stored in with_contexts(DERIVED, "label"):
        fresh = context_of(DERIVED, statement, "label")
        assert (stored.names, stored.names_inside) == (fresh.names, fresh.names_inside)
        assert "olaparib" in stored.names
    inside = [context.names_inside for _, context in with_contexts(DERIVED, "label")]
    assert "itraconazole" in frozenset().union(*inside)


def test_a_question_recognises_no_names_in_what_was_ingested() -> None:
    told = tuple(StatementNames(inside=("inside",), above=("above",)) for _ in DERIVED.names)
    for _, context in with_contexts(replace(DERIVED, names=told), "label"):
        assert context.names_inside == {"inside"}
        assert context.names == {"inside", "above"}


def test_a_document_stored_without_names_has_them_read() -> None:
    for older in (PLAIN, replace(DERIVED, names=()), replace(DERIVED, names=DERIVED.names[:1])):
        read = [context.names for _, context in with_contexts(older, "label")]
        assert read == [context.names for _, context in with_contexts(DERIVED, "label")]
