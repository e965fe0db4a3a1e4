"""How bad an event was: fatal, or of which grade. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words

_HARMLESS = re.compile(
    r"\b(?:no (?:\w+ ){0,2}(?:fatal\w*|deaths?|died)|none (?:of \w+ )?(?:was |were )?(?:fatal"
    r"|died)|nobody died"
    r"|not fatal|never fatal|without (?:a |any )?(?:fatal\w*|deaths?)|non ?fatal"
    r"|(?:always|all|only|throughout|entirely|exclusively) (?:\w+ )?mild|mild (?:throughout"
    r"|in all|only)"
    r"|mild in (?:every|each)|low grade only|harmless)\b"
)
_SAFE = re.compile(
    r"\b(?:is|are|was|were|be|remains?|stays?) (?:\w+ly )?(?:considered )?(?:safe|harmless)\b"
)
_RISK = re.compile(
    r"\b(?:risks?|toxic\w*|harm\w*|fatal\w*|life threatening|contraindicat\w*|avoid\w*)\b"
)
_TELLS_SAFETY = re.compile(
    r"\b(?:safe\w*|tolera\w+|without (?:\w+ ){0,2}(?:risk|harm)|low(?:er)? risk"
    r"|reduc\w+ (?:\w+ ){0,2}risk|no (?:\w+ ){0,2}(?:risk|harm|toxicity))\b"
)
_FATAL = re.compile(r"\b(?:fatal\w*|died|deaths?|killed|grade 5|life threatening|lethal)\b")
_NO_DEATH = re.compile(
    r"\b(?:no|none|without|not|never|zero|0|nobody)\b[^;.]{0,60}\b(?:fatal\w*|died|deaths?|killed"
    r"|grade 5|lethal)\b|\bprogression or death\b|\bor death\b"
)
_GRADE = re.compile(
    r"\bgrades? (?:[1-5])(?: ?(?:-|to|or|and|/) ?(?:grade )?[1-5])?(?: or (?:higher|worse|more))?"
)
_ANY_GRADE = re.compile(r"\b(?:any|all|whatever) grades?\b|\bgrades? 1 ?(?:-|to) ?[45]\b")
_REFERS = re.compile(r"\b(?:it|they|them|which|these|those|this|such)\b")
_PARTS = re.compile(r"; |\.(?= |$)")
FIRST = 4
"""Words of a part of a quote that say what it is on. Chosen by hand."""
_GENERIC = telling_words(
    "adverse event events reaction reactions toxicity toxicities side effect effects treatment"
    " related emergent patients trial arm group occurred reported seen more than third quarter half"
    " higher worse higher grade on with suffered had developed"
)


def problem_with_severity(claim: CitedSentence) -> str:
    """Whether it calls harmless what killed, or gives to an event the grade of others."""
    text = claim.sentence.words
    quotes = [quote.words for quote in claim.quotes()]
    if _HARMLESS.search(text) and any(_FATAL.search(_NO_DEATH.sub(" ", quote)) for quote in quotes):
        return "The cited quotes tell of deaths."
    safe = _SAFE.search(text)
    if (
        safe
        and not DENIAL.search(text[: safe.start()])
        and all(map(_RISK.search, quotes))
        and not any(map(_TELLS_SAFETY.search, quotes))
    ):
        return f"“{safe.group()}” does not stand in the cited quotes."
    some = all(map(_GRADE.search, quotes)) and len(_PARTS.split(" ".join(quotes))) == 1
    if some and _ANY_GRADE.search(text) and not any(map(_ANY_GRADE.search, quotes)):
        return "The cited quotes tell this of some grades only."
    return _problem_with_grade_of_event(claim, quotes)


_ROW = re.compile(r"(?i)\|\s{0,2}(?:CTCAE )?(?:grade|G)\s?[1-5]\s{0,2}\|")
"""A cell that holds a grade: the sentence is the row of a table with its head."""


def _problem_with_grade_of_event(claim: CitedSentence, quotes: list[str]) -> str:
    """Whether it gives a grade to what begins a part of a quote that names none."""
    found = _GRADE.search(claim.sentence.words)
    if found is None or _ANY_GRADE.search(claim.sentence.words):
        return ""
    own = " ".join(filter(_GRADE.search, _PARTS.split(claim.sentence.words)))
    said = telling_words(own) - _GENERIC - telling_words(found.group())
    said -= frozenset(word for drug in claim.sentence.drugs for word in telling_words(drug))
    parts = [part for quote in quotes for part in _PARTS.split(quote)]
    graded = [part for part in parts if _GRADE.search(part)]
    if not graded or any(map(_REFERS.search, graded)):
        return ""  # "in 12% it reached grade 3"
    if _ROW.search(claim.sentence.words) and said & _heads_of_grade(" ".join(quotes)):
        return ""
    plain = [part for part in parts if part not in graded]
    of_graded = telling_words(" ".join(graded))
    begun = telling_words(" ".join(" ".join(part.split()[:FIRST]) for part in plain))
    beside_grade = of_graded - _GENERIC - telling_words(" ".join(plain))
    if said & begun - of_graded and not said & beside_grade:
        return "The cited quotes give this grade of other events."
    return ""


def _heads_of_grade(quoted: str) -> frozenset[str]:
    """The words above and before a grade in a quoted row: "Hand-foot syndrome | Grade | What to do
    | | Grade 1 | continue |" gives the grade of what its head names."""
    found = _ROW.search(quoted)
    return telling_words(quoted[: found.start()]) - _GENERIC if found else frozenset()
