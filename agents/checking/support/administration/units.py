"""Of what a dose is counted: of a kilogram, of a square metre, of the patient. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_SIZES = {
    "body weight": re.compile(
        r"/kg\b|\bper (?:kg|kilo\w*)\b|\b(?:body )?weight[ -](?:based|adjusted)\b"
        r"|\bby (?:body )?weight\b"
    ),
    "body surface": re.compile(
        r"/m2\b|/m\^2|\bper (?:m2|square met(?:re|er))\b|\b(?:body )?surface\b"
    ),
}
_DOSE = re.compile(r"\b(?:\d+(?:\.\d+)? ?(?:mg|g|mcg|µg|units|iu)\b|dos(?:e|es|ed|ing)\b|in mg\b)")
_FLAT = re.compile(r"\b(?:flat|fixed) dos\w+|\bwhatever (?:the|her|his) (?:weight|surface)\b")


def problem_with_size(claim: CitedSentence) -> str:
    """Whether it counts a dose by a size of the body that no source names, and a quote gives a
    dose."""
    text = claim.sentence.words
    told = " ".join(f"{s.quote.words} {s.about.words}" for s in claim.sources)
    if not any(_DOSE.search(quote.words) for quote in claim.quotes()):
        return ""
    for name, pattern in _SIZES.items():
        found = pattern.search(text)
        if found and not pattern.search(f"{told} {claim.asked.words}"):
            return f"The cited quotes count no dose by {name}."
    if _FLAT.search(text) and any(each.search(told) for each in _SIZES.values()):
        return "The cited quotes count the dose by the size of the body."
    return ""
