"""What earlier messages of the thread say of the patient and no reader has understood. A follow-up
is on the same patient, so its answer cannot weigh these words either."""

from __future__ import annotations

import re

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
    return tuple(in_plain_words(each, personal.blank(each)) for each in told if personal)


def in_plain_words(text: str, blank: str) -> str:
    """A message in the words that the fact sheet was read from, without what is personal. It is not
    written out a second time. ``blank``: the message with blanks in the place of what is personal.
    """
    plain = normalise_message(text)

    def shown(match: re.Match[str]) -> str:
        start, end = plain.original_span(*match.span())
        if blank[start:end] == text[start:end]:
            return match.group()
        same_length = end - start == len(match.group())
        return blank[start:end] if same_length else " " * len(match.group())

    return _WORD.sub(shown, plain.text)


_WORD = re.compile(r"\S+")
