"""A condition of the quotes, told as if what does not meet it were let in, too. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import denied_stems
from agents.checking.support.reading.words import stems_of

_LETS_IN = re.compile(
    r"\b(?:also|even|as well|including|too|still|whether or not|options?|allow\w*|may|can|could)\b"
)
_KEEPS_OUT = re.compile(
    r"\b(?:only|unless|except\w*|contraindicat\w*|avoid\w*|no longer|nor|no option|not an option"
    r"|not (?:be )?(?:given|offered|allowed|listed))\b"
)
_CONDITION = re.compile(
    r"\b(?:where|when|if|provided(?: that)?|(?:those|patients|women|men|people) (?:who|whose))"
    r" (?P<what>[^,;.]{3,60})"
)

FEWEST_LETTERS = 5
"""Of a stem that says what is asked for: "toler", not "have". Chosen by hand."""


def problem_with_waived_condition(claim: CitedSentence) -> str:
    """Whether it lets in, in so many words, what does not meet a condition of a quote: "also for
    those who did not tolerate it" of "where it was tolerated"."""
    text = claim.sentence.words
    if not _LETS_IN.search(text) or _KEEPS_OUT.search(text):
        return ""
    denied = frozenset(stem for stem in denied_stems(text) if len(stem) >= FEWEST_LETTERS)
    for quote in claim.quotes():
        named = stems_of(" ".join(quote.drugs | quote.genes | quote.tumours))
        for found in _CONDITION.finditer(quote.words):
            asked = stems_of(found["what"]) - named
            if asked & denied - denied_stems(quote.words):
                return "The cited quotes ask for the contrary of this."
    return ""
