"""What earlier messages of the thread say of the patient and no reader has understood. A follow-up
is on the same patient, so its answer cannot weigh these words either."""

from __future__ import annotations

from agents.facts.sheet import FactSheet
from agents.turns import View
from agents.turns.personal import personal_of
from names.clinical.spelling import normalise_message

EARLIER = "earlier question"


def earlier_cases(view: View, sheet: FactSheet) -> tuple[str, ...]:
    """The earlier questions of the thread from which facts of the patient were read that still
    hold, oldest first, without what is personal."""
    facts = [fact for fact in sheet.facts if fact.place == EARLIER and not fact.rule]
    told = [
        message.text
        for message in view.messages
        if message.place == EARLIER
        and any(each.said_at == message.said_at and each.text in message.text for each in facts)
    ]
    personal = personal_of(view) if told else None
    return tuple(normalise_message(personal.blank(each)).text for each in told if personal)
