"""Rules for the grades of an adverse event, where nobody has told the grade or the value."""

from __future__ import annotations

from agents.matching.safety.limiting_facts import topic_named
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from names.clinical.values import Toxicity
from names.tables.treatment.event_groups import event_covers, is_group

TELLS_STEP = frozenset(("adjustment", "contraindication", "dose"))
GRADED = frozenset(("toxicity", "organ function"))
"""Dimensions that the grade of an event, or the value that it is told by, leaves open."""


def is_step_by_grade(judgement: Judgement, asked: SubQuestion) -> bool:
    """Whether a statement says what to do with a drug of a part at one grade or value of an event
    that the part is on, and only that grade or value is unknown. Who asks for the dose then needs
    the rules for all grades: the plain dose would be read as the dose under the event."""
    statement = judgement.statement
    if statement.kind not in TELLS_STEP or not judgement.answers:
        return False
    if asked.drugs.isdisjoint(statement.drugs):
        return False
    ungraded = [v for v in asked.about if isinstance(v, Toxicity) and v.grade_from is None]
    own = [rule for rule in statement.applies.toxicities if not is_group(rule.event)]
    on_event = any(event_covers(rule.event, v.event) for rule in own for v in ungraded)
    # "A QTc above 500 ms" names the value and not the event.
    on_event = on_event or any(topic_named(v.event) in statement.safety for v in ungraded)
    unknown = {v.dimension for v in judgement.verdicts if v.missing}
    return on_event and bool(unknown & GRADED) and not unknown - GRADED - {"setting"}
