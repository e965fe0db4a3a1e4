"""Options for those who cannot have a treatment, and what that says of other options."""

from __future__ import annotations

import re

from agents.extractive.answer.selection.suitability import is_held_back
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.patient.class_partners import classes_offered
from agents.matching.patient.fitness import is_of_fitness
from agents.matching.patient.therapies import OPTIONS
from agents.matching.verdicts import Verdict
from names.clinical.treatment.fitness import treatment_of
from names.tables.treatment.safety import facts_to_check

_ALONE = re.compile(r"(?i)\b(?:alone|monotherapy|single[- ]agent)\b")


def is_for_the_unfit(found: CitedStatement) -> bool:
    """Whether a statement is for those who are unfit for a treatment, and the patient is."""
    rules = filter(is_of_fitness, found.judgement.statement.applies.conditions)
    met = any((v.dimension, v.outcome) == ("fitness", "ok") for v in found.judgement.verdicts)
    return met and any(rule.polarity == "present" for rule in rules)


def is_for_other_partner(verdict: Verdict, found: CitedStatement, label: CitedStatement) -> bool:
    """Whether a reason against one regimen, that the patient cannot have its partner, says nothing
    of another option with the drug. A result of the drug does not tell what it was given with: it
    stands only if it says that the drug was given alone."""
    if verdict.dimension != "fitness" or verdict.kind == "after barred treatment":
        return False
    same = found.drugs[:1] == label.drugs[:1]
    is_option = found.judgement.statement.kind in OPTIONS
    return is_option or not same or bool(_ALONE.search(found.words))


def is_by_fitness(found: CitedStatement) -> bool:
    """Whether an option in the patient's tumour is not for this patient by their fitness alone."""
    verdicts = found.judgement.verdicts
    on_tumour = any((v.dimension, v.outcome) == ("tumour", "ok") for v in verdicts)
    return on_tumour and all(v.dimension == "fitness" for v in found.judgement.contradictions)


def class_partners(found: CitedStatement) -> str:
    """`` with platinum-based chemotherapy``: the partners by which a drug alone among the drugs of
    its statement is not for this patient. Empty for other options."""
    if len(found.drugs) != 1 or not is_by_fitness(found):
        return ""
    rules = filter(is_of_fitness, found.judgement.statement.applies.conditions)
    named = [treatment_of(rule) for rule in rules if rule.polarity == "absent"]
    return f" with {' and '.join(named)}" if named else ""


def is_unfit_beside(found: CitedStatement) -> bool:
    """Whether an option is not for this patient by their fitness alone, and needs a marker that
    nobody has stated: it would be none anyway."""
    judgement = found.judgement
    by_fitness = all(v.dimension == "fitness" for v in judgement.contradictions)
    return by_fitness and any(v.dimension == "marker" and v.missing for v in judgement.verdicts)


def is_to_be_checked(found: CitedStatement) -> bool:
    """Whether all that speaks against an option are facts of which its source is silent, and that
    are to be checked before the drug and do not bar it."""
    names = [name for each in found.judgement.contradictions for name in each.names]
    return is_held_back(found) and facts_to_check().issuperset(names)


def is_class_held_back(found: CitedStatement) -> bool:
    """Whether a guideline advises a class, no drug, for just this patient's tumour and setting, and
    the only reason against it is that it does not weigh a fact of the patient."""
    judged = found.judgement
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"} >= {"tumour", "setting"}
    of_class = not found.drugs and bool(classes_offered(found.words)) and found.role == "guideline"
    held = bool(judged.contradictions) and is_held_back(found) and not judged.missing
    return fits and of_class and held and judged.statement.kind == "recommendation"


def is_of_other_tissue(found: CitedStatement) -> bool:
    """Whether a statement is for another type of tissue than the patient's tumour: what it asks for
    is asked in that type alone."""
    return any(each.kind == "other tissue" for each in found.judgement.contradictions)
