"""A drug told for the first line that its quotes name after other treatment only. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence

_FIRST = re.compile(r"\b(?:(?:in|as|for) (?:the )?first line|first line|upfront|untreated)\b")
_LATER = re.compile(
    r"\b(?:after|then|follow\w*|later|second|third|next|subsequent\w*|further|progress\w*|once"
    r"|failure|pretreated|previous\w*|prior|earlier|beyond|not?|before|switch\w*|while|whereas"
    r"|but)\b|;"
)
_AFTER_DRUG = re.compile(
    r"\b(?:after|following|pretreated with|progress\w+ (?:on|after|during)|previously treated"
    r"|second line|later lines?|subsequent lines?|refractory)\b"
)
_TELLS_FIRST = re.compile(r"\b(?:first line|untreated|upfront|first|initial\w*|newly)\b")


def problem_with_line_of_drug(claim: CitedSentence) -> str:
    """The first drug that it tells for the first line, and every quote with it for later."""
    text = claim.sentence.words
    if not _FIRST.search(text) or _LATER.search(text):
        return ""
    for drug in sorted(claim.sentence.drugs):
        own = [quote for quote in claim.quotes() if drug in quote.drugs]
        if own and all(_is_for_later(quote, drug) for quote in own):
            return f"The cited quotes name {drug} after other treatment only."
    return ""


def _is_for_later(quote: CanonicalText, drug: str) -> bool:
    """Whether a quote has a drug after other treatment, and says nothing of a first one."""
    found = _AFTER_DRUG.search(quote.words)
    if found is None or _TELLS_FIRST.search(quote.words):
        return False
    # What stands right behind "after" is what was had: "after sorafenib, ASCO lists …".
    had = quote.words[found.end() :].partition(",")[0]
    return drug not in had
