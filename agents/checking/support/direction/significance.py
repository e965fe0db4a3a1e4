"""Whether a quote shows an effect to be significant. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL

SIGNIFICANT = re.compile(r"(?<!not )(?<!no )(?<!not statistically )\bsignifican(?:t|tly)\b")
NOT_SIGNIFICANT = re.compile(
    r"\b(?:neither (?:[^.;]|\.(?=\d)){0,160}significan\w+"
    r"|(?:did|was|were|does|is|has|had) not [^.;,]{0,40}significan\w+"
    r"|fail(?:s|ed)? to (?:\w+ ){1,4}significan\w+"
    r"|not (?:\w+ ){0,2}significan\w+|insignifican\w+|non significan\w+"
    r"|no (?:\w+ )?significant|without a (?:statistically )?significant"
    r"|not (?:cross|reach|meet)\w*(?= (?:\w+ ){0,3}(?:significan|boundar|threshold|endpoint|limit))"
    r"|miss\w* (?:statistical )?significance|(?:short"
    r"|shy) of (?:statistical )?significance|(?:could|may|might) (?:well )?(?:have been"
    r"|be) (?:due to |by )?chance|compatible with chance"
    r"|n\.s\.|similar|no difference)\b"
)
_VALUE_NOT_SIGNIFICANT = re.compile(
    r"\b(?:non significant|insignificant|not significant) (?P<value>\d+(?:\.\d+)?)"
)
_P_VALUE = re.compile(r"\bp ?(?P<sign>[=<>]) ?(?P<value>0?\.\d+)")


_GAINS = re.compile(
    r"\b(?:improv\w*|lengthen\w*|prolong\w*|benefit\w*|help\w*|better|longer|reduc\w*|lower\w*"
    r"|rais\w*|works?|effective)\b"
)
_OF_BOTH = re.compile(
    r"\b(?:alike|in both|both in|equally|as well as in|irrespective|regardless|whether or not)\b"
)


def problem_with_gain_of_both(claim: CitedSentence) -> str:
    """Whether it tells a gain in both of two groups, where a quote has two ratios and the interval
    of one of them includes 1."""
    text = claim.sentence.words
    if not _GAINS.search(text) or not _OF_BOTH.search(text) or DENIAL.search(text):
        return ""
    for quote in claim.quotes():
        if (
            len(quote.intervals) == 2
            and "ratio" in quote.words
            and not _OF_BOTH.search(quote.words)
        ):
            shown = [not float(low) <= 1 <= float(high) for low, high in quote.intervals]
            if sum(shown) == 1:
                return "The cited quote shows this in one of the groups only."
    return ""


_DENIED_GAIN = re.compile(
    r"\b(?:not|no|never|without|cannot|fail(?:s|ed)? to|neither)\b(?: [a-z]{1,12}){0,2}?"
    r" (?:prolong|lengthen|improv|extend|longer|better|superior|benefit|gain|advantage|delay)[a-z]*"
    r"(?! than \d)"
)
_RATIO = re.compile(r"\bhazard ratio[^0-9;]{0,60}(?P<ratio>\d\.\d{1,3})")
CLEAR_RATIO = 0.8
"""Hazard ratio without an interval up to which a gain is shown. Chosen by hand: nearer to 1 the
interval, which nobody quoted, may decide."""


def denies_shown_gain(claim: CitedSentence) -> bool:
    """Whether it denies a gain that every quote shows by its hazard ratio. That a gain is not
    significant is another claim."""
    text = claim.sentence.words
    if not _DENIED_GAIN.search(text) or NOT_SIGNIFICANT.search(text):
        return False
    quotes = list(claim.quotes())
    return bool(quotes) and all(map(_shows_gain, quotes))


def _shows_gain(quote: CanonicalText) -> bool:
    ratio, shown = _RATIO.search(quote.words), significance(quote)
    if ratio is None or shown is False or DENIAL.search(quote.words):
        return False
    return float(ratio["ratio"]) <= (1 if shown else CLEAR_RATIO)


def values_of_chance(claim: CitedSentence) -> frozenset[str]:
    """The values of a sentence that a quote calls not significant: "a non-significant 16%"."""
    told = (m["value"] for q in claim.quotes() for m in _VALUE_NOT_SIGNIFICANT.finditer(q.words))
    return frozenset(told) & {figure.value for figure in claim.sentence.figures}


def significance(quote: CanonicalText) -> bool | None:
    """What a quote says or its interval or P value shows; None when nothing."""
    text = quote.words
    if NOT_SIGNIFICANT.search(text):
        return False
    if SIGNIFICANT.search(text):
        return True
    if found := _P_VALUE.search(text):
        return _is_below(found)
    ratio = "hazard ratio" in text or "odds ratio" in text
    if ratio and quote.intervals:
        low, high = (float(end) for end in quote.intervals[-1])
        return not low <= 1 <= high
    return None


def of_p_values(quote: CanonicalText) -> frozenset[bool]:
    """Whether each P value of a quote shows significance: one may tell of two results."""
    return frozenset(map(_is_below, _P_VALUE.finditer(quote.words)))


def _is_below(found: re.Match[str]) -> bool:
    return float(found["value"]) < 0.05 and found["sign"] != ">"
