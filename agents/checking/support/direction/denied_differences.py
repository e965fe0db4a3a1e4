"""A difference that the quotes tell, denied; a gain where they tell the same of both. Pure."""

from __future__ import annotations

import re

from agents.checking.support.direction.no_gain import lie_apart
from agents.checking.support.direction.significance import (
    NOT_SIGNIFICANT,
    significance,
)
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL

_NO_MORE = re.compile(
    r"\b(?:no|not|never) (?:more|less|longer|shorter|higher|lower|better|worse|greater|fewer"
    r"|rarer|commoner)(?! than (?:\d|an?\b|one\b|two\b|three\b|once\b"
    r"|twice\b))\b[^,;.]{0,80}\bthan\b"
    r"|(?<!twice )(?<!times )(?<!half )(?<!third )(?<!not )(?<!nearly )(?<!almost )"
    r"\bas (?:often|common|frequent|long|high|low|good|bad) [^,;.]{0,60}\bas\b"
    r"|\b(?:did not influence|made no difference|no difference|did not (?:differ|matter)"
    r"|(?:was|were|is|are) (?:no|not) different"
    r"|makes no difference|irrelevant|the same (?:with|in|for))\b"
)
_COMPARED = re.compile(
    r"\b(?:higher|lower|longer|shorter|better|worse|poorer|more|fewer|greater|increased|reduced"
    r"|superior|inferior|rarer|commoner)\b"
)
_NUMBER_BEHIND = re.compile(
    r"\b(?:more|less|fewer|higher|lower|longer|shorter|greater) than (?:about )?[\d<>]"
    r"|\b(?:or|and) (?:higher|lower|more|less|worse|better|greater)\b|\b(?:higher"
    r"|lower) (?:risk|dose)\b"
)
_THOSE_WITHOUT = re.compile(
    r"\b(?:than|versus|vs|from|and|against|in|for|among|with) (?:those |patients |women |men "
    r"|the group )?"
    r"(?:without|not [a-z]+ing)\b"
)
_BOTH = re.compile(
    r"\b(?:for|in|with) (?:both|either|the two) (?:groups?|arms?|cohorts?|treatments?|regimens?)\b"
    r"|\b(?:was|were) (?:identical|equal|similar|comparable|the same)\b"
)
_GAIN = re.compile(
    r"\b(?:lengthened|prolonged|improved|extended|shortened|worsened|raised|lowered|doubled"
    r"|outlived|beat|was longer|were longer|lived longer|was better|was superior|was shorter)\b"
)
_HEDGED = re.compile(
    r"\b(?:numerically|slightly|trend|tended|not|no|may|might|perhaps|possibly|interval|chance"
    r"|significan\w*|uncertain|unclear|neither|without|fail\w*|by (?:about |only |just )?\d)\b"
)
_NONE_RESPONDED = re.compile(
    r"\b(?:no (?:(?:single )?patients?|one|tumou?rs?|responses?|[a-z0-9 -]{3,60}?"
    r"(?:cancers?|tumou?rs?|disease|patients?))|none|nobody)\b[^,;.]{0,80}?"
    r"\b(?:respond(?:s|ed)?|responses?|benefit(?:ed|ted)?)\b"
    r"|\b(?:produced|brought|gave|yielded|saw) no (?:objective )?responses?\b"
)
_ZERO = re.compile(
    r"(?<![\d.])0(?:\.0+)?(?:%| (?:of|patients?|responses?))|\b(?:no|none|without|nobody)\b"
)


def problem_with_denied_difference(claim: CitedSentence) -> str:
    """Whether it denies a difference or all responses, or tells a gain, against its quotes."""
    text, quotes = claim.sentence.words, list(claim.quotes())
    if _NONE_RESPONDED.search(text) and _tell_responses(quotes):
        return "The cited quotes tell of responses."
    if _NO_MORE.search(text) and not NOT_SIGNIFICANT.search(text) and all(map(_differs, quotes)):
        return "It denies a difference that the cited quotes tell."
    alike = [q for q in quotes if _BOTH.search(q.words)]
    chance = [q for q in quotes if significance(q) is False or q in alike]
    gains = _GAIN.search(text)
    if gains and not _HEDGED.search(text) and chance == quotes and not _claims(quotes):
        return "It tells a difference where the cited quotes tell none."
    return ""


def _claims(quotes: list[CanonicalText]) -> bool:
    return any(_GAIN.search(quote.words) for quote in quotes)


def _tell_responses(quotes: list[CanonicalText]) -> bool:
    """Whether each quote gives a rate of responses, and none of them is nought."""
    return all(
        "respon" in quote.words
        and any(f.unit == "%" and f.number for f in quote.figures)
        and not _ZERO.search(quote.words)
        for quote in quotes
    )


def _differs(quote: CanonicalText) -> bool:
    """Whether it says that one is more than another, or gives two values that lie well apart, and
    denies nothing."""
    text = _THOSE_WITHOUT.sub(" ", quote.words)
    shown = significance(quote)
    if any(lie_apart(quote, unit) for unit in ("month", "%")) and not DENIAL.search(text):
        return True
    return (
        bool(_COMPARED.search(_NUMBER_BEHIND.sub(" ", text)))
        and shown is not False
        and not DENIAL.search(text)
    )
