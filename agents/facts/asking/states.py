"""What a question asks whether somebody may have or take: "could she be pregnant?", "can he have
rifampicin?". Nobody says that it is so."""

from __future__ import annotations

import re
from typing import Literal

from names.clinical.values import ClinicalValue, Exposure, Marker, Therapy

_SUBJECT = (
    r"(?:she|he|it|they|this|that|(?:the|this|her|his|my|our) "
    r"(?:patient|pt|tumou?r|cancer|woman|man|lady|lesion|biopsy))"
)
_ASKED = re.compile(
    r"(?:\b(?:is|was|are|were) " + _SUBJECT + r"(?: (?:really|still|now|considered|then|an?))?"
    r"|\b(?:do|does|did) " + _SUBJECT + r" (?:also )?(?:have|carry|harbou?r|express)\b[^,;?]{0,25}"
    r"|\b(?:has|have|had) " + _SUBJECT + r" (?:had|received|got|been (?:given|on))\b[^,;?]{0,25}"
    r"|\b(?:is|are) there (?:an?|any)\b[^,;?]{0,25}"
    r"|\b(?:test|tests|tested|testing|check|screen|screening|look|looking) for\b[^,;?]{0,30}"
    r")\s*$",
    re.I,
)
_PROPOSED_CLASS = re.compile(
    r"(?<!reported)(?<!classified)(?<!scored)(?<!read)(?<!described)(?<!signed out)(?<!called)"
    r"(?<!confirmed)(?<!graded)(?<!diagnosed)(?<!presented) (?:as|like|qualif(?:y|ies) for"
    r"|counts? for|(?:call|consider|label) (?:it|this|that|her|him|them"
    r"|the (?:patient|tumou?r|disease))) (?:if |an? |being |still )?$",
    re.I,
)
"""Before a class that somebody would like to treat a patient by: "T-DXd as HER2-low?"."""
_MAY_BE = re.compile(
    rf"(?i)\b(?:can|could|might|may) {_SUBJECT} (?:(?:still|already|also|now|even) ){{0,2}}"
    r"(?:be(?: (?:an?|already|still|now))?|have(?: (?:an?|had|got|developed))?|carry|harbou?r) $"
)
_MAY_TAKE = re.compile(
    r"(?i)\b(?:(?:can|could|may|should|shall|might|would|must) (?:I|we|you|one|somebody)"
    r" (?:(?:still|also|safely|now|just) ){0,2}(?:give|add|use|start|prescribe|co-?prescribe"
    r"|combine|put (?:her|him|them) on)"
    rf"|(?:can|could|may|should|shall|might|would|must) {_SUBJECT}"
    r" (?:(?:still|also|safely|now|just) ){0,2}(?:have|take|use|get|receive|start|go on|be given"
    r"|be put on|be started on|be on)"
    r"|is it (?:ok|okay|safe|fine|possible) to (?:give|add|use|start|take|prescribe|combine))"
    r"(?: (?!on\b|while\b|after\b|with\b|if\b|because\b|since\b)[\w/+-]{1,20},?){0,3} $"
)
"""Right before a drug that somebody thinks of: "can he have some rifampicin"."""


def how_asked(before: str, value: ClinicalValue) -> Literal["asked", "supposed", ""]:
    """How the words of a question before a value ask about it; empty if they do not.

    A drug that changes the exposure to others, of which they ask whether it may be taken, counts
    for its own question, and for no later one."""
    if _ASKED.search(before):
        return "asked"
    if isinstance(value, Marker) and _PROPOSED_CLASS.search(before):
        return "asked"
    if isinstance(value, Exposure):
        return "supposed" if _MAY_TAKE.search(before) else ""
    return "asked" if not isinstance(value, Therapy) and _MAY_BE.search(before) else ""
