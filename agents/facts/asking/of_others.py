"""What a message tells of others than its patient, or plans for a case that may come: "patients
with T790M get osimertinib", "my last patient had BRAF V600E", "if HER2 turns out 3+, T-DXd"."""

from __future__ import annotations

import re

from names.clinical.values import FoundValue
from names.patterns.filtered import filtered_pattern

_PEOPLE = filtered_pattern(
    r"(?i)\b(?:patients|pts|people|those|women|men|tumou?rs|cancers|carriers|cases)\s"
    r"(?:with|who (?:have|had|are)|that (?:have|are)|harbou?ring|carrying|having"
    r"|without)\s[^,;.?]{0,40}$"
)
_HOLDS = re.compile(
    r"(?i)[^,;.?]{0,30}?\b(?:get|gets|do|does|did|respond\w{0,2}|benefit\w{0,3}|have|had|are"
    r"|were|should|can"
    r"|may|might|receive\w?|live|lived|need)\b"
)
"""Around a finding of patients of a kind, of whom a sentence says something."""
_LAST_PATIENT = filtered_pattern(
    r"(?i)\b(?:(?:my|our|the)\s(?:last|other|previous|earlier)|similar)\s(?:patient|pt|case|lady"
    r"|man"
    r"|woman)\b(?![^.;?!\n]*\b(?:this one|ours|our patient|this (?:patient|pt|case))\b)"
)
_WRONG_ONE = filtered_pattern(
    r"(?i)[^\n]{0,60}\b(?:sorry|oops|wait|no)\b[^\n]{0,15}\b(?:wrong|other|different) (?:pt"
    r"|patient|case"
    r"|chart)\b"
)
"""Behind what was told of somebody else by mistake."""
_IF = filtered_pattern(
    r"(?i)(?:(?<!what )(?<!and )(?<!even )(?<!as )(?<!see )(?<!but )\bif|^\W*should)\b"
)
_ASKS = re.compile(r"(?i)\b(?:ask|check|know|unclear|unsure|tell|wonder\w*|test|tested|see)\sif\b")
_THEN = re.compile(
    r"(?i)[^?]{0,40}?(?:,\s?(?!and\b|or\b)\w|\b(?:hold|stop|restart|resume|give|use|start|switch"
    r"|then|we"
    r"|go|reduce|continue)\b)"
)
"""Behind what may come: what is done then."""


def is_of_others(text: str, found: FoundValue, start: int, end: int) -> bool:
    """Whether the sentence from ``start`` to ``end`` tells what was found in it of other patients,
    or plans for it in a message that goes on.

    The whole text is asked first, once for all that was found in it: without it this took a fifth
    of what reading a long message took (measured)."""
    before = text[start : found.start]
    if text[end : end + 1] == "?":
        return False
    if _WRONG_ONE.can_match(text) and _WRONG_ONE.regex.match(text, found.end):
        return True
    if _PEOPLE.can_match(text) and _HOLDS.match(text, found.end) and _PEOPLE.regex.search(before):
        return True
    if _LAST_PATIENT.can_match(text) and _LAST_PATIENT.regex.search(before):
        return True
    supposed = _IF.can_match(text) and _IF.regex.search(text[start : found.end])
    planned = supposed and not _ASKS.search(before)
    return bool(planned and text[end + 1 :].strip() and _THEN.match(text, found.end, end))
