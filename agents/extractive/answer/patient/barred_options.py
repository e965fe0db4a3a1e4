"""Options that contain a drug which is contraindicated for the patient, and drugs asked about that
are none by a marker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.answer.patient.limits import with_unsuited
from agents.extractive.answer.selection.excluded_options import is_by_marker
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.facts.sheet import FactSheet
from agents.matching.safety.barred_drugs import barred_reason, drugs_barred
from agents.matching.verdicts import Verdict


def without_barred(
    selected: PartHits, pool: Sequence[CitedStatement], sheet: FactSheet
) -> PartHits:
    """The selection of a choice, with options excluded that are given with a contraindicated drug.
    ``pool``: all statements found for any part of the message."""
    barred = drugs_barred(((e.judgement, e.words) for e in pool), sheet)
    if not barred or not selected.asked.is_choice:
        return selected
    limits = [e for e in pool if drugs_barred([(e.judgement, e.words)], sheet)]
    shown = (*selected.answers, *selected.undecided, *selected.conditional)
    against = {
        id(each): reason
        for each in shown
        if (reason := barred_reason(each.judgement.statement, each.words, barred))
    }
    if not against:
        return selected
    refused = [_with_reason(e, against[id(e)], limits) for e in shown if id(e) in against]
    unique = {frozenset(each.drugs): each for each in reversed(refused)}
    out = {each.drugs for each in refused}
    return replace(
        selected,
        answers=tuple(e for e in selected.answers if not _is_out(e, against, barred)),
        undecided=tuple(e for e in selected.undecided if id(e) not in against),
        conditional=tuple(e for e in selected.conditional if id(e) not in against),
        offered=selected.offered - out,
        excluded=(*reversed(unique.values()), *selected.excluded),
    )


def _is_out(found: CitedStatement, against: dict[int, str], barred: dict[str, str]) -> bool:
    """Whether an answer is an option that is ruled out, or a result of one."""
    is_result = found.judgement.statement.kind == "result"
    return id(found) in against or (is_result and not barred.keys().isdisjoint(found.drugs))


def _with_reason(
    found: CitedStatement, reason: str, limits: Sequence[CitedStatement]
) -> CitedStatement:
    """The option with the reason against it, cited together with the contraindication."""
    verdict = Verdict("barred", "contradicts", reason=reason)
    judgement = replace(found.judgement, verdicts=(*found.judgement.verdicts, verdict))
    own = next(each for each in limits if each.drugs[0] in found.drugs)
    return replace(found, judgement=judgement, citations=(*found.citations, *own.citations))


def with_indication(
    selected: PartHits,
    looked_up: PartHits,
    held: Sequence[CitedStatement],
    sheet: FactSheet,
) -> PartHits:
    """The selection of a dose with what the drug is for (:func:`with_unsuited`). On drugs taken
    beside only the reason is told why the drug is none by a marker of the patient: how it is taken
    with them would read as if it were to be taken."""
    found = with_unsuited(selected, looked_up, held, sheet)
    if selected.asked.kind == "dose":
        return found
    refused = tuple(each for each in found.not_for_patient if is_by_marker(each))
    return replace(selected, not_for_patient=refused, other_tumours=found.other_tumours)
