"""The tool cards of a run: its tools as they are shown to the core."""

from __future__ import annotations

import json
from collections.abc import Sequence

from agents.cores import DECLARE_GAP, OPEN_DOCUMENT, Parameter, ToolCard
from agents.run.tools.lookups import CARDS
from agents.run.tools.searching import NARROWING
from agents.turns import OPEN_STEP
from retrieval.declaration.record_cards import RECORD
from retrieval.records.tasks import queries_to
from retrieval.search.contract import SearchedCard


def tool_cards(silos: Sequence[SearchedCard]) -> tuple[ToolCard, ...]:
    """One card per silo, then the tools that every run has."""
    records = frozenset(silo.name for silo in silos if silo.role == RECORD)
    searches = tuple(_search_card(silo, records) for silo in silos)
    return (
        *searches,
        _document_card(tuple(silo.name for silo in silos)),
        _step_card(searches),
        *CARDS,
        _GAP,
    )


_OF_DOCUMENTS = "One topic, in the words a document would use."
_OF_RECORDS = "What is asked of one name, as in the example."


def _search_card(silo: SearchedCard, records: frozenset[str]) -> ToolCard:
    return ToolCard(
        name=f"search_{silo.name}",
        title=silo.title,
        use_when=_with_queries(silo) if silo.role == RECORD else silo.use_when,
        not_when=silo.not_when,
        parameters=(
            Parameter(
                name="query",
                type="string",
                description=_OF_RECORDS if silo.role == RECORD else _OF_DOCUMENTS,
            ),
            *(() if silo.role == RECORD else NARROWING),
        ),
        example=json.dumps({"query": silo.example or silo.title}, ensure_ascii=False),
        silo=silo.name,
        role=silo.role,
        publishers=silo.publishers,
        is_own=silo.is_own,
        records=records,
    )


def _with_queries(silo: SearchedCard) -> str:
    """What a source of records is for, with all that it is asked: one example tells one of them,
    and what a first record names is asked of a second."""
    queries = "; ".join(queries_to(silo.name))
    return f"{silo.use_when} In just these words: {queries}." if queries else silo.use_when


def _document_card(silos: tuple[str, ...]) -> ToolCard:
    return ToolCard(
        name=OPEN_DOCUMENT,
        title="Open a document",
        use_when="One that was named or shown in part is needed, or read for something else.",
        parameters=(
            Parameter(
                name="document_id",
                type="string",
                description="As observed: silo/id, or the key of a quote of it.",
            ),
            Parameter(name="query", type="string", description="What to read it for."),
        ),
        example=json.dumps(
            {"document_id": f"{silos[0] if silos else ''}/35665782", "query": "lung toxicity"}
        ),
    )


def _step_card(searches: Sequence[ToolCard]) -> ToolCard:
    # A model knows the silos, not our tool for each of them.
    searched = searches[0].silo if searches else ""
    return ToolCard(
        name=OPEN_STEP,
        title="Open an earlier step",
        use_when=(
            "Somebody asks what an earlier step asked or found, or a finding of an earlier "
            "question is needed again, to be cited."
        ),
        parameters=(
            Parameter(
                name="step",
                type="integer",
                description="Number of the step, from 1.",
                required=False,
            ),
            Parameter(
                name="about",
                type="string",
                description="Or what it did.",
                required=False,
            ),
            Parameter(
                name="tool",
                type="string",
                description="Only what this silo or tool returned.",
                required=False,
            ),
            Parameter(
                name="run",
                type="string",
                description="Number of an earlier question, or 'previous'.",
                required=False,
            ),
        ),
        example=json.dumps({"step": 2, "tool": searched, "run": "previous"}),
    )


_GAP = ToolCard(
    name=DECLARE_GAP,
    title="Say that it cannot be answered",
    use_when="Nothing in the silos that were searched supports an answer, or no silo fits.",
    not_when="A silo that fits has not been searched, or what was shown speaks of it.",
    parameters=(
        Parameter(name="purpose", type="string", description="What for."),
        Parameter(
            name="missing",
            type="string",
            description="A source, an ability, or a fact of the patient.",
            choices=("silo", "capability", "fact"),
        ),
        Parameter(name="name", type="string", description="What is missing."),
        Parameter(name="detail", type="string", description="What was tried.", required=False),
    ),
    example='{"purpose": "dosing", "missing": "fact", "name": "creatinine clearance"}',
)
