"""How often an event is seen in everybody: "how frequent is diarrhoea on neratinib?", "how many
patients had to stop it for rash?". It tells no event, and no treatment, of the patient."""

from __future__ import annotations

import re
from typing import Literal

from names.clinical.values import FoundValue, Therapy, Toxicity
from names.patterns.filtered import filtered_pattern

_PEOPLE = r"(?:patients|pts|people|persons|participants|adults|women|men|those|cases)"
_SHARE = (
    r"(?:rates?|incidences?|frequenc(?:y|ies)|prevalence|likelihood|probability|chances?"
    r"|risks?)"
)
_PART = r"(?:%|percent(?:age)?s?|per cent|proportions?|fractions?|shares?)"
_WORD = (
    r"(?:(?!(?:s?he|his|her|hers|him|my|our|this|that|these|it|its|I|we|you|an?|patients?|pt"
    r"|should|must|in|on|with|for|after|despite|when|if|because|since|under|during"
    r"|recurr\w{1,8}|wors\w{1,7}|persist\w{1,7}|another|further|second|repeat\w{0,3})\b)"
    r"[\w≥>=<≤%/+-]{1,20},?\s)"
)
"""A word between what asks how often and the event: no person, no circumstance in which something
else is asked about, and nothing by which the event has been there before."""
_RATE = filtered_pattern(
    rf"(?i)(?:\bhow (?:often|frequent(?:ly)?|common(?:ly)?|likely|rare)\s"
    r"(?:do (?:we|you|they|I) (?:see|expect|encounter)\s)?"
    rf"|\b(?<!heart )(?<!at ){_SHARE} (?:and (?:severity|grades?) )?(?:of|for)\s)"
    rf"{_WORD}{{0,7}}$"
)
"""Right before an event."""
_OF_PEOPLE = filtered_pattern(
    rf"(?i)(?:\bhow (?:often|frequently|commonly) (?:do|did|does|are|were)|\bhow many(?: of)?"
    rf"|{_PART} of)"
    rf" (?:the |all )?{_PEOPLE}\b(?P<between>[^.;?!\n]{{0,90}})$"
)
"""Before what patients in general get, take or stop."""
_SHARE_BEHIND = re.compile(
    rf"(?i)\s(?:(?:with|on|under|of|from)\s[\w-]{{3,30}}\s)?{_SHARE}(?=\W*$|\s(?:with|on|in|under"
    r"|for|from|by|among)\b)"
)
_SEEN_BEHIND = re.compile(r"(?i)\s(?:very |that |so )?(?:common|frequent|rare|usual)\b")
_ASKS = re.compile(
    r"(?i)^\W*(?:(?:so|and|please|tell|show|give|me|us|the|any|what|whats|what['’]s|is)\s){0,5}"
    rf"{_WORD}{{0,5}}$"
)
_ASKS_WHETHER = re.compile(rf"(?i)^\W*(?:(?:so|and)\s)?(?:is|are)(?:n['’]t)?\s{_WORD}{{0,5}}$")
"""All that stands in a sentence before an event whose share it asks for, or which may be common."""
_TOLD = re.compile(r"(?i)\b(?:increas\w{1,4}|high\w{0,3}|low\w{0,2}|rising|more|stool|has|at)\s$")
"""Before the share where it is told, not asked for: "increasing frequency of diarrhoea"."""
_PERSON = re.compile(
    r"(?i)\b(?:s?he|his|hers?|him|my|our|this|(?:an?|the|one) (?:wo)?man|(?:an?|the|this|that|one"
    r"|each) (?:patient|pt))\b|\b\d{2} ?(?:[FMfm]\b|y/?o\b|years?\b)"
)


def how_often_asked(
    text: str, found: FoundValue, start: int, end: int
) -> Literal["asked", "of frequency", ""]:
    """How the sentence from ``start`` to ``end`` asks how often the event that was found in it is
    seen, or of how many patients a treatment is told; empty if it does not. The event counts for a
    question that leans on this one ("and how is it managed?"), and not for this one."""
    before = text[start : found.start]
    if isinstance(found.value, Toxicity):
        asked = _is_asked_before(text, before) or _is_asked_behind(text, found, before, end)
        return "of frequency" if asked else ""
    return "asked" if isinstance(found.value, Therapy) and _is_of_people(text, before) else ""


def _is_asked_before(text: str, before: str) -> bool:
    asked = _RATE.regex.search(before) if _RATE.can_match(text) else None
    if asked and not _TOLD.search(before[: asked.start()]):
        return True
    return _is_of_people(text, before)


def _is_of_people(text: str, before: str) -> bool:
    told = _OF_PEOPLE.regex.search(before) if _OF_PEOPLE.can_match(text) else None
    return told is not None and not _PERSON.search(told["between"])


def _is_asked_behind(text: str, found: FoundValue, before: str, end: int) -> bool:
    """Whether the share stands behind the event: "grade 3 rash rate?", "is rash common?"."""
    asked = _SHARE_BEHIND.match(text, found.end, end) and _ASKS.match(before)
    asked = asked or (_SEEN_BEHIND.match(text, found.end, end) and _ASKS_WHETHER.match(before))
    return bool(asked) and not _PERSON.search(text[found.end : end])
