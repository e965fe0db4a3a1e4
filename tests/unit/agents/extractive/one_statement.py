"""A sentence of a source that goes the whole way: derived as at ingestion, judged, sorted out."""

from __future__ import annotations

from agents.extractive.answer.selection.statements import PartHits, select
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import parse_text
from agents.matching.verdicts import Judgement
from agents.turns import Citation, Finding
from retrieval.documents import Document, Status


def document(
    text: str, heading: str = "", title: str = "", status: Status = "confirmed"
) -> Document:
    above = f"## {heading}\n\n" if heading else ""
    return Document(
        silo="label", id="a", version="1", title=title, text=f"{above}{text}\n", status=status
    )


def sorted_out(question: str, source: Document) -> list[PartHits]:
    """What the document comes to for each part of the question: said, excluded, or beside it."""
    parsed = parse_text(question)
    return [
        select(
            asked,
            [
                cited(judgement, source)
                for _, judgement in judgements(parsed, part, [source], "label")
            ],
            frozenset(),
        )
        for part, asked in enumerate(parsed.parts)
    ]


def score(question: str, source: Document) -> float:
    """The best score of what is said of the document as an answer; 0 when nothing is."""
    said = [each for chosen in sorted_out(question, source) for each in chosen.answers]
    return max((each.judgement.score for each in said), default=0.0)


def fit(question: str, source: Document) -> float:
    """The best score of what no constraint speaks against, whether or not it is enough to be said;
    0 when every statement is on something else or for somebody else."""
    return max((each.score for each in judged(question, source) if each.answers), default=0.0)


def judged(question: str, source: Document) -> list[Judgement]:
    """The judgements of all statements of a document, part by part of the question."""
    parsed = parse_text(question)
    return [
        judgement
        for part, _ in enumerate(parsed.parts)
        for _, judgement in judgements(parsed, part, [source], "label")
    ]


def cited(judgement: Judgement, source: Document, role: str = "label") -> CitedStatement:
    """A judged statement with its citation, as of a silo of the role."""
    start, end = judgement.statement.spans[0][0], judgement.statement.spans[-1][1]
    citation = Citation(
        key=judgement.statement.id,
        ref=source.ref,
        title=source.title,
        organisation="",
        url="",
        date="",
        quote=source.text[start:end],
        start=start,
        end=end,
        match="exact",
        status=source.status,
    )
    finding = Finding(text=citation.quote, citations=(citation,), judgements=(judgement,))
    return CitedStatement(judgement, finding, (citation,), role)
