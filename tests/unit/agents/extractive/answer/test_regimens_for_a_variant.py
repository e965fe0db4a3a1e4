"""A regimen that was studied for just the patient's marker, where one of its drugs alone is ruled
out by it; and what is told of a resistance variant."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.answer.selection.other_options import is_refused_by_patient
from agents.extractive.answer.selection.statements import PartHits, select
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import parse_text
from retrieval.statements.model import EvidenceLevel
from tests.unit.agents.extractive.one_statement import cited, document, sorted_out

ALONE = "Panitumumab is indicated for KRAS wild-type metastatic colorectal cancer."
APPROVED = (
    "Adagrasib plus cetuximab is indicated for metastatic colorectal cancer with KRAS G12C after"
    " chemotherapy."
)
STUDIED = (
    "Sotorasib plus panitumumab gave a response rate of 26% in metastatic colorectal cancer with"
    " KRAS G12C."
)
RESISTS = "KRAS-mutated colorectal cancer is resistant to panitumumab."
PATIENT = "KRAS G12C metastatic colorectal cancer, progressed on FOLFOX and FOLFIRI."


def chosen(asked: str, *texts: str, level: str = "A") -> PartHits:
    """What the choice of a patient with KRAS G12C comes to, results being of an evidence level."""
    source = document("\n\n".join(texts))
    parsed = parse_text(f"{PATIENT} {asked}")
    found = [cited(each, source) for _, each in judgements(parsed, 0, [source], "label")]
    return select(parsed.parts[0], [_of_level(each, level) for each in found], frozenset())


def _of_level(found: CitedStatement, level: str) -> CitedStatement:
    statement = found.judgement.statement
    if statement.kind != "result":
        return found
    graded = replace(statement, evidence=EvidenceLevel(scale="CIViC evidence level", value=level))
    return replace(found, judgement=replace(found.judgement, statement=graded))


def test_a_proven_regimen_stands_beside_the_approved_one() -> None:
    told = [each.drugs for each in chosen("Options?", ALONE, APPROVED, STUDIED).answers]
    assert told == [("adagrasib", "cetuximab"), ("sotorasib", "panitumumab")]


def test_what_is_not_proven_does_not() -> None:
    told = [each.drugs for each in chosen("Options?", ALONE, APPROVED, STUDIED, level="C").answers]
    assert told == [("adagrasib", "cetuximab")]


def test_a_drug_alone_that_is_ruled_out_refuses_no_regimen_that_is_asked_for() -> None:
    found = chosen("Sotorasib + panitumumab?", ALONE, RESISTS, STUDIED)
    assert found.answers[0].drugs == ("sotorasib", "panitumumab")
    assert not is_refused_by_patient(found)


def test_the_drug_alone_stays_ruled_out() -> None:
    found = chosen("Panitumumab?", ALONE, RESISTS, STUDIED)
    assert found.answers[0].drugs == ("panitumumab",)
    assert found.answers[0].judgement.statement.kind == "resistance"


def test_a_treatment_after_the_inhibitor_comes_before_what_resists() -> None:
    text = (
        "Non-small cell lung cancer with ALK G1202R was resistant to ceritinib.\n\n"
        "Lorlatinib is indicated for ALK-positive metastatic non-small cell lung cancer that"
        " progressed on alectinib."
    )
    question = "ALK-positive NSCLC, progressed on alectinib, ALK G1202R found. Next treatment?"
    (selected,) = sorted_out(question, document(text))
    assert [each.drugs for each in selected.answers] == [("lorlatinib",), ("ceritinib",)]


def test_words_that_stand_within_others_are_told_once() -> None:
    claim = "In the trials, hyperglycaemia occurred in 36.6% with alpelisib."
    source = document(claim)
    parsed = parse_text("How often is hyperglycaemia under alpelisib?")
    short = [cited(each, source) for _, each in judgements(parsed, 0, [source], "label")]
    more = replace(short[0].citations[0], key="b", quote="Diarrhoea occurred in 6.7%.")
    long = replace(short[0], citations=(*short[0].citations, more))
    told = select(parsed.parts[0], [*short, long], frozenset()).answers
    assert [each.words for each in told] == [f"{claim} Diarrhoea occurred in 6.7%."]
