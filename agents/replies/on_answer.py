"""What people ask about the last answer itself: one of its citations, how new its sources are, how
strong their support is, all of it as a table or in short. Pure.

It is told from what was recorded; searched as a question, it would be answered with something that
was not asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agents.replies.fact_replies import states_facts
from agents.replies.requests.loose_requests import request_loosely
from agents.replies.requests.request_words import RequestKind
from names.recognise import recognise

AskedKind = Literal[
    "citation", "doubt", "dates", "support", "table", "short", "changes", "took", "export", "fault",
    "undo", "marks", "voices",
]  # fmt: skip
LONGEST = 90
"""Characters of such a message. Chosen by hand: one line; what is longer asks something else."""
_BEGIN = (
    r"\W{0,3}(?:(?:please|pls|and|now|ok|okay|so|but|then|hm+|can you|could you|would you|just)"
    r"[\s,]{1,2}){0,3}"
)
_END = r"(?:[\s,]{1,2}(?:please|pls|now|then|exactly|precisely|literally|really)){0,2}\W{0,3}"
_CITATION = (
    r"(?:the\s)?(?:\[(?P<bare>\d{1,3})\]|(?:citation|source|quote|reference|ref|footnote)\s?"
    r"(?:no\.?\s?|number\s|#)?\[?(?P<named>\d{1,3})\]?)"
)
_LEVEL = r"(?:evidence|support|recommendation)"
_SOURCES = (
    r"(?:(?:the|your|these|those|its|that|this)\s)?(?:(?:last|latest)\s)?(?:answer|sources?"
    r"|citations?|quotes?|labels?|guidelines?|data|information|statements?)"
)
_IT = rf"(?:it|that|this|these|those|they|all (?:of )?(?:that|this|it)|{_SOURCES})"
_CURRENT = (
    r"(?:up[- ]to[- ]date|current|valid|recent|new|old|outdated|out of date|superseded|overtaken"
    r"|in force|(?:the )?(?:newest|latest|most recent|current|last)"
    r"(?: (?:version|label|guideline|data|information|evidence|one))?)"
)
_EXACTLY = r"(?:\s(?:exactly|precisely|literally|in full|word for word))?"
_DISTANT = r"(?:newest|latest|oldest|most recent|newer|older|most current)"
_OF_CITATION = (
    _CITATION,
    rf"(?:open|show|explain|quote|read|see|view|cite|give|display)(?:\s(?:me|us))?\s{_CITATION}"
    rf"{_EXACTLY}",
    rf"what(?:['’]s|\sis|\sdoes|\sdid)\s{_CITATION}(?:\s(?:say|state|mean|show|quote))?{_EXACTLY}",
    rf"(?:who|where)\s(?:(?:says|said|wrote|published|is)\s)?(?:does\s)?{_CITATION}"
    r"(?:\s(?:come\s)?from)?",
    rf"how (?:old|new|recent|strong|current) (?:is|was)\s{_CITATION}",
    rf"(?:from when|when) (?:is|was)\s{_CITATION}(?:\sfrom)?",
    rf"is\s{_CITATION}\s(?:still |really )?{_CURRENT}",
)
_OF_DATES = (
    rf"(?:is|are|was|were) {_IT} (?:still |really |even |also )?{_CURRENT}",
    rf"how (?:old|new|recent|current|up[- ]to[- ]date|outdated) (?:is|are|was|were) {_IT}",
    rf"(?:from )?when (?:is|are|was|were) {_IT}(?: from| published| written)?",
    rf"(?:which|what) (?:(?:one|source|citation|label|guideline)s? )?"
    rf"(?:of (?:these|those|them|the \w{{3,12}}) )?(?:is|are) (?:the )?{_DISTANT}(?: one)?",
    r"(?:is|are) there (?:an? |any )?(?:newer|later|more recent|updated|more current)"
    r" (?:labels?|versions?|guidelines?|editions?|sources?|statements?)",
    r"(?:show|list|tell|give)(?: me| us)? (?:the |all )?(?:dates?|ages?)"
    rf"(?: of {_SOURCES})?",
    rf"who (?:says|said|claims|wrote) {_IT}",
    r"(?:according to|says) who(?:m)?",
)
_OF_SUPPORT = (
    r"(?:how|what) (?:strong|good|robust|solid|reliable) (?:is|are|was)"
    rf" (?:the |this |that |your )?(?:{_LEVEL}|sources?|data|it|that|this)"
    rf"(?: (?:for|behind|of) {_IT})?",
    rf"(?:what|which)(?:['’]s| is| are)? (?:the )?(?:levels?|grades?|strength|category|quality)"
    rf" of (?:the )?{_LEVEL}(?: (?:is|for|behind|of) {_IT})?",
    rf"(?:what|which)(?:['’]s| is| are)? (?:the )?{_LEVEL} (?:level|grade|strength|class)"
    rf"(?: (?:is|for|of|behind) {_IT})?",
    rf"(?:show|give|tell|list)(?: me| us)? (?:the )?(?:{_LEVEL} levels?|levels? of {_LEVEL})",
)
_OF_TABLE = (
    r"(?:(?:can (?:you|i|we) (?:have|get|put|show|make) |put|show|give|make|format|write|present"
    rf"|i want|i need|i would like)(?: me| us)?(?: {_IT})? )?"
    r"(?:(?:as|in|into|in the form of) )?an? table(?: of (?:it|that|this|the options|them))?",
    r"(?:tabulate|table)(?: (?:it|that|this|these|the answer|the options))?",
)
_BEFORE = (
    r"(?:(?:the|your) )?(?:(?:previous|last|first|earlier|old) (?:answer|one|time)|one before"
    r"|answer before|before)"
)
_OF_CHANGES = (
    rf"what(?:['’]s| is| has| was)? (?:different|new|changed|the difference)(?: (?:now|here))?"
    r"(?: (?:from|to|since|than|between|compared (?:to|with)|in comparison (?:to|with))"
    rf" {_BEFORE})?",
    rf"(?:what|how) (?:did|does|has) (?:that|this|it|the answer|your answer) (?:change[sd]?|differ)"
    rf"(?: (?:from|since) {_BEFORE})?",
    rf"compare (?:it|that|this|the answers?|both answers)(?: (?:to|with) {_BEFORE})?",
)
_OF_TIME = (
    r"how (?:long|much time) did (?:it|that|this|you|the answer|the search)(?: answer)?"
    r"(?: take| need| last)(?: you)?",
    r"why (?:did|does|is) (?:it|that|this|you|the answer|the search)(?: answer)?(?: taking| take)?"
    r"(?: you)? (?:so|this|that) (?:long|slow|much time)",
    r"what (?:took|takes) (?:(?:you|it|that|this) )?(?:so|this|that) (?:long|much time)",
    r"(?:what|how much) (?:did|does|has) (?:it|that|this|the answer|your answer) costs?",
)
_FORM = (
    r"(?: (?:as|to|in|into) (?:an? )?(?:pdf|word|docx|word file|document|markdown|json|file|text))?"
)
_OF_EXPORT = (
    r"(?:export|download|save|print)(?: (?:it|that|this|the answer|the thread|the case|all))?"
    + _FORM,
    r"(?:can (?:i|we) |how (?:do|can) (?:i|we) )(?:export|download|save|print) (?:it|that|this"
    r"|the answer|the thread|the case)" + _FORM,
    r"as (?:an? )?(?:pdf|word file|docx|markdown)",
)
_OF_FAULT = (
    r"(?:no[\s,]{1,2})?(?:(?:that|this|your|the)(?: (?:answer|one))?|you)(?:['’]s|['’]re| is| are"
    r"| seems| looks) (?:simply |clearly |just |completely |quite |very )?(?:wrong|incorrect"
    r"|not (?:right|correct|true)|false|nonsense|mistaken|outdated)(?:\W{1,3}[^?]{1,60})?",
    r"(?:no[\s,]{1,2})?(?:that|this|it|your answer) (?:simply |surely )?can(?:not|['’]t) be"
    r"(?: (?:right|true|correct|the case|the [\w ]{3,30}))?",
)
_WORDS: Mapping[AskedKind, tuple[str, ...]] = {
    "citation": _OF_CITATION,
    "dates": _OF_DATES,
    "support": _OF_SUPPORT,
    "table": _OF_TABLE,
    "changes": _OF_CHANGES,
    "took": _OF_TIME,
    "export": _OF_EXPORT,
    "fault": _OF_FAULT,
}
_REQUESTED: Mapping[RequestKind, AskedKind] = {
    "faulty": "doubt",
    "table": "table",
    "shorter": "short",
    "export": "export",
    "dates": "dates",
    "citation": "citation",
    "support": "support",
    "changes": "changes",
    "undo": "undo",
    "marks": "marks",
    "voices": "voices",
}
"""What is told on requests that are read by all of their words."""
_PATTERNS = tuple(
    (kind, re.compile(rf"(?i){_BEGIN}{words}{_END}"))
    for kind, several in _WORDS.items()
    for words in several
)

_ASKS_OF_CITATION = re.compile(
    rf"(?i){_BEGIN}(?:is|was|does|did|what|why|who|how|where|when)\b[^?\[]{{0,60}}"
    r"\[(?P<number>\d{1,3})\][^?\[]{0,60}\?{1,3}\s{0,3}"
)
"""A question on one citation: it is shown, as it says what it says."""


@dataclass(frozen=True, slots=True)
class AskedOfAnswer:
    """What is asked of the last answer."""

    kind: AskedKind
    number: int = 0
    """Of the citation that is asked for."""
    place: int = 0
    """Where it stands among the sources, if its number is not told."""
    year: int = 0
    """Since which the sources are asked for that hold."""


def asked_of_answer(text: str) -> AskedOfAnswer | None:
    """What a message asks of the answer before it, and of nothing else; None for any other."""
    return _read(text.strip()) if len(text) <= LONGEST else None


@lru_cache(maxsize=500)
def _read(text: str) -> AskedOfAnswer | None:
    for kind, pattern in _PATTERNS:
        if found := pattern.fullmatch(text):
            if kind == "fault" and states_facts(text):
                return None  # "that is wrong, she is HER2-negative" puts a fact right
            named = found.groupdict()
            return AskedOfAnswer(kind, int(named.get("bare") or named.get("named") or 0))
    if (found := _ASKS_OF_CITATION.fullmatch(text)) and not recognise(text).of("drug"):
        return AskedOfAnswer("citation", int(found["number"]))
    request = request_loosely(text)
    kind_told = _REQUESTED.get(request.kind) if request else None
    if request is None or kind_told is None:
        return None
    return AskedOfAnswer(kind_told, request.cited, request.place, request.year)
