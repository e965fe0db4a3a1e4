"""Whether the sources of a record agree or differ. Nothing is averaged or preferred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.extractive.evidence.cited_statements import CitedStatement
from retrieval.records.contract import Lookup


@dataclass(frozen=True, slots=True)
class Consensus:
    """What several sources say of one thing."""

    leading: tuple[CitedStatement, ...]
    """What is said, in the order of the sources."""
    agreeing: tuple[CitedStatement, ...] = ()
    """Statements of other sources with the same value as the first."""
    differing: tuple[CitedStatement, ...] = ()
    """Statements of other sources with another value."""


def consensus_of(found: Sequence[CitedStatement], lookup: Lookup) -> Consensus:
    """The statements of one part, which stand in the order of the task's sources.

    They are compared if the task says by which field, and if each source has one record: several
    are the candidates of an ambiguous name."""
    first = found[0].silo if found else ""
    compared = [each for each in found if _field(each) == lookup.task.compared]
    records = {each.silo: {e.citations[0].ref.id for e in found if e.silo == each.silo}
               for each in found}  # fmt: skip
    if not compared or any(len(ids) > 1 for ids in records.values()):
        return Consensus(tuple(found))
    value = _value(compared[0])
    leading = [each for each in found if each.silo == first]
    others = [each for each in compared if each.silo != first]
    return Consensus(
        leading=tuple(leading),
        agreeing=tuple(each for each in others if _value(each) == value),
        differing=tuple(each for each in others if _value(each) != value),
    )


def _field(found: CitedStatement) -> str:
    result = found.judgement.statement.result
    return result.endpoint if result else ""


def _value(found: CitedStatement) -> str:
    result = found.judgement.statement.result
    return result.value.casefold() if result else ""
