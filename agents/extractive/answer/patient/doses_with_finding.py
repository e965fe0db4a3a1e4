"""What an answer says of a dose when the patient has a limiting finding, such as a low LVEF.

The plain dose is not told as the dose of this patient. The steps of a reduction for any adverse
reaction are not told as the rule for this patient's event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.extractive.answer.selection.doses import (
    is_for_any_event,
    is_met_exactly,
    is_plain_dose,
    says_to_stop,
)
from agents.extractive.answer.selection.statements import PartHits
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.question.requests.aspects import DOSE
from agents.extractive.question.splitting.findings import has_class_or_number
from agents.facts.value_words import describe
from agents.matching.dimensions import CIRCUMSTANCES
from agents.matching.patient.tumours import join_with_or
from agents.matching.safety.limiting_facts import LimitingFact
from agents.matching.subject.aspects import AMOUNT
from agents.turns import DraftSentence
from agents.wording.not_found import (
    dose_not_shown,
    dose_of_one_not_shown,
    no_rule_for_event,
    nothing_after_error,
    plain_dose_not_shown,
    said_nothing,
)
from names.clinical.grades import grade_of
from names.clinical.values import ClinicalValue, Population, Toxicity
from retrieval.statements.model import StatementKind

_UNCHANGED = re.compile(
    r"(?i)\bno (?:dos(?:e|age) )?(?:adjustments?|changes?|reductions?)\b"
    r"|\bnot (?:be )?(?:adjusted|reduced|changed)\b|\bwithout (?:a )?(?:dose|dosage|lower)"
)
"""Words by which a rule says that the dose stays as it is."""
_ACTS: frozenset[StatementKind] = frozenset(("adjustment", "contraindication"))
_SEEN: frozenset[StatementKind] = frozenset(("result", "design"))
"""Kinds of statement that tell how often a finding was seen. They give no dose."""
_OF_RULES: frozenset[StatementKind] = frozenset(
    ("adjustment", "contraindication", "dose", "recommendation")
)
"""Kinds of statement that say what to do with a drug under an event."""
_DOSED: frozenset[StatementKind] = frozenset(("adjustment", "dose", "recommendation"))
_IN_ERROR = re.compile(
    r"(?i)\b(?:by (?:mistake|accident|error)|in error|mistakenly|accidental(?:ly)?|erroneous(?:ly)?"
    r"|inadvertent(?:ly)?|wrongly|overdos\w{1,5})\b"
)
"""Words by which a drug was given that should not have been, or too much of it."""
_ASKS_WHAT_TO_DO = re.compile(
    r"(?i)\b(?:now what|what (?:now|next|to do)|what (?:should|shall|do|can|must) (?:we|i|you)"
    r"|manag\w{1,5}|how (?:to|do (?:we|i)) treat|antidotes?)\b"
)
_TELLS_WHAT_TO_DO = re.compile(
    r"(?i)\b(?:overdos\w{1,5}|antidotes?|accidental(?:ly)?|inadvertent(?:ly)?|by mistake"
    r"|(?:after|early|late) exposure|rescue)\b"
)
"""Words of a statement on what to do once a drug has been given."""


def is_no_dose_with(
    found: CitedStatement, told: Sequence[CitedStatement], facts: Sequence[LimitingFact]
) -> bool:
    """Whether a statement must not be told as the dose of a patient with a limiting finding
    (``facts``). This is so for statements on how often the finding was seen. It is also so for the
    plain dose, if the finding is an adverse event or a pregnancy, or if a statement in ``told``
    says to stop the drug or to give less. If a statement in ``told`` says that the dose stays, the
    plain dose may be told."""
    if found.judgement.statement.kind in _SEEN:
        return True
    if not is_plain_dose(found) or any(_UNCHANGED.search(each.words) for each in told):
        return False
    acts = any(each.judgement.statement.kind in _ACTS or says_to_stop(each.words) for each in told)
    return acts or any(_is_harm(value) for fact in facts for value in fact.values)


def _is_harm(value: ClinicalValue) -> bool:
    """Whether a value is a pregnancy, or an adverse event of grade 2 or worse or unknown grade."""
    event = value if isinstance(value, Toxicity) else grade_of(value)
    if event is None:
        return isinstance(value, Population)
    return event.grade_from is None or event.grade_from > 1


def untold_sentences(selected: PartHits, part: int) -> list[DraftSentence]:
    """Headlines that no source says what a fact of the patient means for a drug, while the answer
    says something else about the drug. If the answer to a dose with a graded event has only the
    steps of a reduction for any event, a headline says that there is no rule for this event. Empty
    if the part tells no statement."""
    if not (selected.answers or selected.conditional):
        return []
    drugs: dict[str, list[str]] = {}
    for fact, drug in selected.unconnected_facts:
        drugs.setdefault(fact, []).append(drug)
    told = [said_nothing(fact, join_with_or(names)) for fact, names in drugs.items()]
    event = event_without_rule(selected)
    if not told and event is not None:
        told = [no_rule_for_event(describe(event), each) for each in sorted(selected.asked.drugs)]
    return [DraftSentence(text=each, role="headline", basis="matching", part=part) for each in told]


def event_without_rule(selected: PartHits) -> Toxicity | None:
    """The graded event that a part asks about where the rules shown are for events of any kind;
    None if one is on the event, or none is shown."""
    events = (v for v in selected.asked.about if isinstance(v, Toxicity) and v.event)
    graded = [v for v in events if has_class_or_number(v)]
    rules = [e for e in selected.answers if e.judgement.statement.kind in _OF_RULES]
    return graded[0] if graded and _are_for_any_event(rules, selected) else None


def _are_for_any_event(rules: Sequence[CitedStatement], selected: PartHits) -> bool:
    """Whether the rules shown are for events of any kind, and no warning shown tells the value at
    which the drug is withheld. What holds for carriers of a variant is on the variant."""
    warned = (e for e in selected.answers if e.judgement.statement.kind == "warning")
    on_event = [e for e in rules if not e.judgement.statement.applies.phenotypes]
    bounded = any(map(is_met_exactly, warned))
    return bool(on_event) and not bounded and all(map(is_for_any_event, on_event))


def requests_not_told(
    parts: Sequence[PartHits], follow_ups: Sequence[PartHits] = ()
) -> Iterator[str]:
    """Lines on what a question asks for while the statements shown only say what speaks against its
    drug: the dose beside another drug, what to do after it was given by mistake, and the dose
    of an option without what the dose shown is for (``follow_ups``)."""
    yield from _doses_only_under_condition(follow_ups)
    for selected in parts:
        if not selected.answers or not selected.asked.drugs:
            continue
        drugs = join_with_or(sorted(selected.asked.drugs))
        if _lacks_dose_beside(selected, parts):
            yield dose_not_shown(drugs, join_with_or(sorted(selected.asked.partners)))
        yield from map(dose_of_one_not_shown, _drugs_without_dose(selected))
        text = selected.asked.text
        shown = (each for part in parts for each in part.answers)
        told = any(_TELLS_WHAT_TO_DO.search(each.words) for each in shown)
        if _IN_ERROR.search(text) and _ASKS_WHAT_TO_DO.search(text) and not told:
            yield nothing_after_error(drugs)


def _drugs_without_dose(selected: PartHits) -> list[str]:
    """The drugs of a question on the doses of several of which no rule shown tells an amount: the
    dose of dabrafenib with trametinib is not that of trametinib."""
    asked = selected.asked
    if asked.kind != "dose" or AMOUNT not in asked.aspects or len(asked.drugs) < 2:
        return []
    rules = [e for e in selected.answers if e.judgement.statement.kind in _DOSED]
    leads = {drug for each in rules for drug in each.drugs[:1]}
    told = {d for d in asked.drugs for e in rules if re.search(_AMOUNT_OF.format(d), e.words)}
    return sorted(asked.drugs - leads - told) if rules else []


_AMOUNT_OF = r"(?i)\b{} (?:at |is given at )?\d[\d,.]* ?(?:m?g|mcg|µg)\b"
"""The amount of a drug, right behind its name."""


def _doses_only_under_condition(parts: Sequence[PartHits]) -> Iterator[str]:
    """Lines on the options of which a dose is asked for and only doses are shown that hold under a
    circumstance which nobody has told: half the dose reads as if it were the patient's."""
    for selected in (each for each in parts if each.asked.kind == "dose"):
        if selected.answers and all(map(_is_dose_under_condition, selected.answers)):
            leads = sorted({each.drugs[0] for each in selected.answers if each.drugs})
            yield from map(plain_dose_not_shown, leads)


def _is_dose_under_condition(found: CitedStatement) -> bool:
    """Whether a statement tells a dose for an impaired organ or another circumstance that nobody
    has told."""
    judgement = found.judgement
    is_dose = judgement.statement.kind in ("dose", "adjustment")
    return is_dose and any(v.missing for v in judgement.verdicts if v.dimension in CIRCUMSTANCES)


def _lacks_dose_beside(selected: PartHits, parts: Sequence[PartHits]) -> bool:
    """Whether a dose beside another drug is asked for, and all that is shown bars the drug under a
    condition that nobody has told, such as the start of treatment."""
    asked = selected.asked
    if asked.kind != "interaction" or not asked.partners or not DOSE.search(asked.text):
        return False
    shown = [e for part in parts for e in part.answers if asked.drugs & frozenset(e.drugs)]
    return not any(map(_settles_dose, shown))


def _settles_dose(found: CitedStatement) -> bool:
    """Whether a statement tells a dose, or that the drug is not given whatever else holds."""
    kind = found.judgement.statement.kind
    if kind in _DOSED or DOSE.search(found.words):
        return True
    barred = kind == "contraindication" or says_to_stop(found.words)
    return barred and not found.judgement.missing


def without_doses_alone(
    held: Sequence[CitedStatement], offered: Sequence[CitedStatement]
) -> tuple[CitedStatement, ...]:
    """The statements without those on a drug given alone that is offered with a partner only: with
    enzalutamide talazoparib has another dose than alone."""
    alone = {each.drugs[0] for each in offered if len(each.drugs) == 1}
    joined = {drug for each in offered if len(each.drugs) > 1 for drug in each.drugs} - alone
    return tuple(
        each
        for each in held
        if not any(
            re.search(rf"(?i)\b{re.escape(drug)} (?:alone|monotherapy)\b", each.words)
            for drug in joined & set(each.drugs)
        )
    )
