"""Endings and gaps as plain text: for conversational memory and wherever there are no blocks."""

from __future__ import annotations

from agents.turns import Abstention, Answer, Ending, Failed, Gap, Reply, Stopped

_MISSING = {
    "silo": "no silo holds it",
    "capability": "it is something this agent cannot do",
    "fact": "a fact is missing",
}


def plain_gap(gap: Gap) -> str:
    """Why it cannot be answered, in a sentence or two."""
    sentence = f"This cannot be answered from the sources: {gap.name} ({_MISSING[gap.missing]})."
    return f"{sentence} {gap.detail}".strip()


def plain_ending(ending: Ending) -> str:
    """How the run ended, as the next question's core will read it."""
    match ending:
        case Answer():
            lines = [sentence.text for sentence in ending.sentences if sentence.verified]
            missed = [f"Not found: {text}" for text in ending.not_found]
            return " ".join(lines + missed)
        case Reply(text=text):
            return text
        case Abstention(gap=gap):
            return plain_gap(gap)
        case Stopped():
            return "The run was stopped before it reached an answer."
        case Failed(reason=reason):
            return reason
