"""The one event of a thread that a short message tells as over to the last ("resolved, grade 0").
Nothing has to be asked of it; how severe it was still counts, where the drug is given again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts.value_words import describe
from names.clinical.values import ClinicalValue, Toxicity

BRIEF = 12
"""Words of such a message. Chosen by hand."""
_OVER = re.compile(
    r"(?i)\b(?:(?:resolved|recovered|settled|subsided|cleared|gone|over)\b[^.;?!\n]{0,25}?"
    r"\b(?:(?:grade|gr\.?|G)\s?0|completely|fully|to (?:normal|baseline)|all normal)(?![\w.])"
    r"|(?:completely|fully)\s(?:resolved|recovered|settled|gone)\b"
    r"|(?:back to|is|now|at|down to)\s(?:grade|gr\.?|G)\s?0(?![\w.]))"
)
_NOT_YET = re.compile(
    r"(?i)\b(?:not|never|n['’]t|until|once|if|when|unless|partly|nearly|almost)\b|\?"
)


def event_over(text: str, known: Sequence[ClinicalValue]) -> tuple[str, ...]:
    """A sentence on the only event that is *known*, where the message says no more than that it is
    over; else none."""
    match = _OVER.search(text) if len(text.split()) <= BRIEF else None
    events = [each for each in known if isinstance(each, Toxicity)]
    if match is None or _NOT_YET.search(text) or len({each.event for each in events}) != 1:
        return ()
    event = describe(events[-1])
    return (f"{event} is told as over (“{match.group()}”); that it was there counts",)
