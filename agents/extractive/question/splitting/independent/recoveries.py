"""A value that has become better since the question before it, under a drug that was held for it.

"LVEF 45 % on trametinib: what now?", then "after 4 weeks LVEF 58 %": the rule for the event says
what follows, with its half on resuming. Read by the new value alone, the event would not have
been."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts.patients import is_correction
from agents.facts.read_sheet import Message
from names.clinical.grades import is_unremarkable
from names.clinical.readers import read_patient
from names.clinical.values import OrganFunction, Therapy, Toxicity
from names.recognise import recognise

MOST_WORDS = 16
"""Most words of such a message. Chosen by hand: longer ones say what they ask."""
_UNDER_DRUG = frozenset(("cardiac", "marrow", "hepatic"))
"""Organs whose values a drug changes and recovers when it is held."""
_LESS_IS_BETTER = frozenset(("QTc", "ALT", "AST", "ALT or AST", "bilirubin"))
_START = re.compile(
    r"(?i)\b(?:baseline|(?:before|prior to) (?:start\w{0,4}|treatment|the (?:start|first dose))"
    r"|(?:start\w{0,3}|initial) dose|can (?:i|we|she|he) start|how (?:long|often|soon))\b"
)
"""A value from before the drug was held for nothing."""
_NOT_YET = re.compile(
    r"(?i)\b(?:before|prior to|pre-?|start\w{0,4}|begin\w{0,4}|initiat\w{0,4}|plan\w{0,4}|ok|okay"
    r"|safe|suitable|candidate|eligible|indicated|dos\w{1,4}|may"
    r"|can (?:i|we|she|he) (?:give|have|use))\b"
)
"""Words by which a drug that is only named may not be taken yet: "osimertinib ok with QTc 512?"."""


def question_of_recovery(text: str, messages: Sequence[Message]) -> str:
    """The question before a message that only tells, or asks with, a better value of the measure
    that the drug was to be held for; empty for any other message. ``messages``: those of the
    thread, oldest first."""
    earlier = [each.text for each in messages if each.place == "earlier question"]
    before = earlier[-1] if earlier else ""
    if not before or len(text.split()) > MOST_WORDS or is_correction(text):
        return ""
    if _START.search(text) or any(map(_START.search, earlier)):
        return ""
    named = recognise(text).of("drug", "unknown_drug", "drug_class", "gene", "tumour", "trial")
    treated = any(_tells_treatment(each) for each in earlier)
    new = _values(text)
    other = any(isinstance(each.value, Toxicity) for each in read_patient(text))
    if named or other or not treated or len(new) != 1:
        return ""
    return before if any(_is_better(new[0], value) for value in _values(before)) else ""


def _tells_treatment(text: str) -> bool:
    """Whether a message tells a treatment that goes on, or names a drug with a value and no word
    of what is yet to come: "osimertinib, QTc 512 ms twice. What now?"."""
    told = (each.value for each in read_patient(text))
    if any(isinstance(v, Therapy) and v.outcome == "current" for v in told):
        return True
    return bool(recognise(text).of("drug")) and bool(_values(text)) and not _NOT_YET.search(text)


def _values(text: str) -> list[OrganFunction]:
    told = (each.value for each in read_patient(text))
    values = [v for v in told if isinstance(v, OrganFunction) and v.low is not None]
    return [v for v in values if v.organ in _UNDER_DRUG and v.low == v.high]


def _is_better(new: OrganFunction, old: OrganFunction) -> bool:
    same = (new.organ, new.measure, new.unit) == (old.organ, old.measure, old.unit)
    if not same or is_unremarkable(old) or new.low is None or old.low is None:
        return False
    return new.low < old.low if new.measure in _LESS_IS_BETTER else new.low > old.low
