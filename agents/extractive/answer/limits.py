"""What limits a drug in this patient: a partner's effect, and facts of which the sources speak."""

from __future__ import annotations

from dataclasses import replace

from agents.extractive.answer.excluded import is_by_marker, is_what_is_asked
from agents.extractive.answer.selection import MOST_POINTS, Selected, speaks_against
from agents.extractive.answer.weighing import is_on_gene, offers
from agents.extractive.evidence.collected import Evidence
from agents.extractive.question.splitting.limits import told_facts
from agents.matching.premises import effects_named
from agents.matching.scoring import CIRCUMSTANCES
from agents.turns import DraftSentence

MOST_AGAINST = 2
"""Statements against a drug that are told before its dose. Chosen by hand: a guideline's and the
evidence."""


def met_limits(selected: Selected) -> Selected:
    """Only the answers whose condition the patient meets, or that are on both drugs of a pair."""
    met = tuple(each for each in selected.answers if _is_met(each, selected))
    return replace(selected, answers=met, excluded=(), also_excluded=(), undecided=())


def _is_met(found: Evidence, selected: Selected) -> bool:
    verdicts = found.judgement.verdicts
    agrees = any(v.dimension in CIRCUMSTANCES and v.outcome == "ok" for v in verdicts)
    own = bool(selected.asked.drugs & frozenset(found.drugs))
    return own and (agrees or bool(selected.asked.partners))


def with_unsuited(selected: Selected, looked_up: Selected) -> Selected:
    """The part on a dose, after what the sources say against the drug in this patient: the
    statements that do, or the indication that asks for other markers where none fits."""
    asked = looked_up.asked
    own = [each for each in looked_up.answers if asked.drugs & frozenset(each.drugs)]
    against = [each for each in own if speaks_against(each, asked)]
    if any(offers(each) and is_on_gene(each) and each not in against for each in own):
        return selected
    refused = (
        each
        for each in looked_up.excluded
        if is_what_is_asked(each, asked)
        and each.drugs[0] not in looked_up.fitting
        and is_by_marker(each)
    )
    answers = tuple(dict.fromkeys((*against[:MOST_AGAINST], *selected.answers)))[:MOST_POINTS]
    return replace(selected, answers=answers, unsuited=tuple(refused)[:1])


def lacks_dose(selected: Selected) -> bool:
    """Whether only what speaks against a drug is told where its dose was asked for."""
    asked = selected.asked
    told = any(each.judgement.statement.kind in asked.answered_by for each in selected.answers)
    return asked.kind == "dose" and not told and not selected.limits


def join_limits(selected: Selected, limited: Selected) -> Selected:
    """The part with the limits that are met; as it was when none is."""
    if not limited.answers:
        return selected
    new = tuple(each for each in limited.answers if each not in selected.answers)
    answers = (*selected.answers, *new)[:MOST_POINTS]
    return replace(selected, answers=answers, limits=(*selected.limits, told_facts(limited.asked)))


def limits_said(selected: Selected) -> str:
    """That the question itself is not answered, and what is said in its place. Its words are not
    repeated: they may hold a name."""
    told = " and ".join(dict.fromkeys(selected.limits))
    return f"No source found answers this as it was asked; what is said is on {told} with the drug."


def partner_effect(selected: Selected, part: int) -> tuple[DraftSentence, ...]:
    """How the partner acts on others, where the statements speak of its class and not of it."""
    words = " ".join(each.words for each in selected.answers).lower()
    unnamed = [drug for drug in sorted(selected.asked.partners) if drug.lower() not in words]
    told = effects_named(" ".join(unnamed)) if words else {}
    return tuple(
        DraftSentence(text=told[drug], role="headline", basis="matching", part=part)
        for drug in unnamed
        if drug in told
    )
