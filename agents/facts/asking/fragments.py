"""What a message asks or chooses by and does not tell: a sentence that holds nothing but a finding
("… ER+. HER2-low? Which drug?"), which as the whole message supposes it for the case before it, and
a bound that a choice depends on ("if CrCl > 50 we'd give cisplatin")."""

from __future__ import annotations

import re

from agents.facts.asking.of_others import is_of_others
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    FoundValue,
    Marker,
    OrganFunction,
    Population,
    Toxicity,
)

_BEFORE = re.compile(
    r"(?i)[\s\W]{0,4}(?:(?:is|was|are) (?:it|she|he|this|the tumou?r|there)\s)?"
    r"(?:(?:any|known|prior|still|also|really|truly|maybe|perhaps|tumou?r|germline|somatic"
    r"|therefore|so|an?)\s){0,2}"
)
_BEHIND = re.compile(
    r"(?i)(?:\s(?:status|mutation|variant|disease|tumou?r|present|too|as well)){0,2}\s?"
)
_IN_LIST = re.compile(r"[,;(–-]\s?(?:(?:and|or)\s)?$")

_CHOICE = re.compile(
    r"(?i)(?<!what )\bif\b(?=[^?]*$)|\b(?:would|we['’]d|i['’]d|they['’]d|we['’]ll)\b[^?]*\bif\b"
)
_WOULD = re.compile(
    r"(?i)\b(?:would|(?:we|i|they)['’](?:d|ll)|(?:we|they|i) (?:will|give|go|use|continue|stop"
    r"|start|hold)"
    r"|else|otherwise)\b"
)


def _is_bound_of_choice(value: ClinicalValue, sentence: str) -> bool:
    """Whether a value is a bound in a sentence that says what would be done for it."""
    one_sided = isinstance(value, OrganFunction) and (value.low is None) != (value.high is None)
    return one_sided and bool(_CHOICE.search(sentence) and _WOULD.search(sentence))


def is_only_asked(text: str, found: FoundValue, start: int, end: int) -> bool:
    """Whether a sentence, from ``start`` to its question mark at ``end``, only asks about what was
    found in it; so does the last part of a list that ends in a question ("…, cis-ineligible?").
    Neither tells a value that is of others, or a bound for which something would be done."""
    if isinstance(found.value, Population) and found.value.pregnancy:
        return _TESTED_NEGATIVE.match(text, found.end) is not None
    if is_of_others(text, found, start, end) or _is_bound_of_choice(found.value, text[start:end]):
        return True
    if isinstance(found.value, OrganFunction) and _DENIED_NEXT.match(text, end):
        own = found.value.low is None and found.value.high is None and found.end <= end
        return own and bool(
            _LAST.search(text, start, found.start) and not text[found.end : end].strip()
        )
    if not _may_be_asked(found) or text[end : end + 1] != "?" or found.end > end:
        return False
    if not _BEHIND.fullmatch(text, found.end, end):
        return False
    if not (text[:start].strip() or text[end + 1 :].strip()):
        return _is_last_of_list(text, found, start)
    alone = _BEFORE.fullmatch(text, start, found.start) is not None
    return alone or _is_last_of_list(text, found, start)


_DENIED_NEXT = re.compile(r"(?i)\?{1,3}\s{1,2}(?:no|not|nothing|never|without)\b(?!,)")
"""Behind a class that is asked about, where the next words deny something: "Child A? no cirrhosis"
says of the class that nobody knows it."""
_LAST = re.compile(r"(?:^|[,;(–-])\s{0,2}$")
_TESTED_NEGATIVE = re.compile(
    r"(?i)\s?\?{1,3}\s{0,2}(?:(?:β|beta|b|serum|urine|the)[\s-]?){0,2}(?:hCG|pregnancy test|test"
    r"|UPT)\b"
    r"[^.;\n]{0,12}?(?:\bneg|\s-(?=\s|[.,;]|$))"
)
"""Behind a pregnancy that is asked about: "33yo pregnant? β-hCG negative"."""


def _is_last_of_list(text: str, found: FoundValue, start: int) -> bool:
    """Whether a condition stands behind the last comma of a question: of a marker there the
    question may be on those that have it ("NSCLC, EGFR L858R?")."""
    condition = isinstance(found.value, Condition)
    return condition and _IN_LIST.search(text, start, found.start) is not None


def _may_be_asked(found: FoundValue) -> bool:
    """Whether a value is a finding that is there or not; a number is told, and an adverse event is
    what a question is on."""
    match found.value:
        case Marker(value=number):
            return number is None
        case Toxicity():
            return False
        case Exposure(drugs=drugs):
            return not drugs
    return isinstance(found.value, Condition)
