"""What the patient's facts say to the statements that a model has quoted. Pure.

A core that compares statements itself hands its judgements on; a model only quotes. So that both
are checked alike, the statements under a model's quotes are compared with the facts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from agents.checking.citations import finding_of
from agents.checking.sentences import problem_with_sentence
from agents.facts.sheet import FactSheet
from agents.matching.judging import judge_for_patient
from agents.matching.patient.therapies import OPTIONS, options_of
from agents.matching.verdicts import Judgement
from agents.turns import Finding, Insight, Pointer, View
from names.recognise import recognise_passage
from retrieval.documents import Document

MOST_AGAINST = 3
"""Drugs of one search of which it is added that they are none for the patient. Chosen by hand: a
search is on one or two."""
DERIVED_KEPT = 16
"""Documents that the process remembers with the statements it has made of them: one that is quoted
in several steps is read once. Chosen by hand: what a run quotes, and a few MB at most."""


def with_judgements(
    findings: Sequence[Finding], documents: Sequence[Document], sheet: FactSheet, role: str = ""
) -> tuple[Finding, ...]:
    """The findings with the statements that they quote compared with the facts.

    Behind them stands, for each drug they are on, its indication, when these documents hold
    indications of it and none is for this patient: a model may quote a dose and leave out whom it
    is for. Findings that a core has judged already stay as they are."""
    if all(finding.judgements or finding.criterion for finding in findings):
        return tuple(findings)
    cited = {citation.ref for finding in findings for citation in finding.citations}
    own = [with_stored_statements(each, role) for each in documents if each.ref in cited]
    judged = [_with_judgements(finding, own, sheet) for finding in findings]
    told = {each.statement for finding in judged for each in finding.judgements}
    against = [
        _finding_against(document, judgement)
        for document, judgement in _indications_against(judged, own, sheet)
        if judgement.statement not in told
    ]
    return (*judged, *(finding for finding in against if finding is not None))


def with_stored_statements(document: Document, role: str) -> Document:
    """The document as it is stored now; one that was stored before there were any has them made."""
    return document if document.statements else _with_statements(document, role)


@lru_cache(maxsize=DERIVED_KEPT)
def _with_statements(document: Document, role: str) -> Document:
    # Half of what deriving needs is needed by nothing else that answers.
    from retrieval.derivation.derive import with_statements

    return with_statements(document, role)


def with_checked_words(findings: Sequence[Finding], view: View) -> tuple[tuple[Finding, ...], int]:
    """The findings, and in how many the words said something else than their quotes: these show
    their quotes instead, so that nothing unverified is a finding or evidence for the answer.

    A finding that a core has judged, and a criterion of a trial, is in the words of its source
    already."""
    checked: list[Finding] = []
    for finding in findings:
        if (
            finding.judgements
            or finding.criterion
            or not problem_with_sentence(finding.text, finding.citations, view)
        ):
            checked.append(finding)
        else:
            words = " ".join(citation.quote.strip() for citation in finding.citations)
            checked.append(replace(finding, text=words))
    replaced = sum(a.text != b.text for a, b in zip(findings, checked, strict=True))
    return tuple(checked), replaced


def _with_judgements(finding: Finding, documents: Sequence[Document], sheet: FactSheet) -> Finding:
    if finding.judgements:
        return finding
    quoted = (
        statement
        for citation in finding.citations
        for document in documents
        if document.ref == citation.ref
        for statement in document.statements
        if any(start < citation.end and citation.start < end for start, end in statement.spans)
    )
    judgements = tuple(judge_for_patient(each, sheet) for each in dict.fromkeys(quoted))
    return replace(finding, judgements=judgements)


def _indications_against(
    findings: Sequence[Finding], documents: Sequence[Document], sheet: FactSheet
) -> Iterator[tuple[Document, Judgement]]:
    """For each drug of the findings of which no indication fits, the one least is against."""
    quoted = [drug for f in findings for j in f.judgements for drug in j.statement.drugs]
    named = [d for f in findings for d in recognise_passage(f.text).names("drug")]
    for drug in list(dict.fromkeys((*quoted, *sorted(named))))[:MOST_AGAINST]:
        judged = [
            (document, judge_for_patient(statement, sheet))
            for document in documents
            for statement in document.statements
            if statement.kind in OPTIONS and any(drug == o[0] for o in options_of(statement) if o)
        ]
        personal = [pair for pair in judged if pair[1].is_excluded_option]
        if personal and all(judgement.contradictions for _, judgement in judged):
            yield min(personal, key=lambda pair: len(pair[1].contradictions))


def _finding_against(document: Document, judgement: Judgement) -> Finding | None:
    spans = judgement.statement.spans
    pointers = tuple(
        Pointer(ref=document.ref, text=document.text[start:end], start=start, end=end)
        for start, end in spans
    )
    words = " ".join(pointer.text.strip() for pointer in pointers)
    return finding_of(Insight(text=words, pointers=pointers, judgements=(judgement,)), (document,))
