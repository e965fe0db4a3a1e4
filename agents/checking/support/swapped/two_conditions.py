"""The rule of one quote under the condition of another. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import telling_words

_FRONTED = re.compile(
    r"^(?:for|in|with|after|at) (?!version|the us\b|addition|contrast|her\b|him\b|this)"
    r"(?P<condition>[^;.()]{6,160}?), (?!her2|akt1|or\b|and\b|hr\b|with\b|in\b)"
    r"(?P<rest>[^;]{12,400})"
)
_SEVERAL = re.compile(r";|\b(?:while|whereas|but|and in|and for|and with|respectively|both)\b")
MOST = 0.8
"""Share of the words of a rule that its quote has. Chosen by hand: the others are only its."""
FEW = 0.5
"""Share of them that the quote of the condition may have: it is on something else."""
LEAST_WORDS = 4
"""Words of a rule, so that it is told from another. Chosen by hand."""


def problem_with_mixed_condition(claim: CitedSentence) -> str:
    """Whether its condition stands before the rule of one quote, and its rule stands in another
    under a condition of its own."""
    found = _FRONTED.match(claim.sentence.words)
    if found is None or len(claim.sources) < 2 or _SEVERAL.search(found["rest"]):
        return ""
    condition, rest = telling_words(found["condition"]), telling_words(found["rest"])
    own = condition - rest
    told = [(_FRONTED.match(quote.words), quote.stems) for quote in claim.quotes()]
    if not own or len(rest) < LEAST_WORDS:
        return ""
    for rule, stems in told:
        if rule is None or len(rest & stems) < MOST * len(rest) or own & stems:
            continue
        if telling_words(rule["condition"]) - rest & condition:
            continue
        for other, others in told:
            if other is None or other is rule:
                continue
            of_other = own <= telling_words(other["condition"])
            if of_other and len(rest & others) <= FEW * len(rest):
                return f"The cited quotes do not tell this of “{found['condition']}”."
    return ""
