"""A route by which something is given, where no source tells one like it. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_ROUTES = {
    "intravenous": (
        re.compile(
            r"\b(?:intravenous(?:ly)?|infused|as an? (?:[\w-]+ ){0,2}infusion|by infusion)\b"
        ),
        re.compile(r"\b(?:intravenous\w*|iv|i\.v|infus\w+|drip|bolus|inject\w*|vein|auc)\b"),
    ),
    "oral": (
        re.compile(r"\b(?:orally|by mouth|swallowed|oral (?=tablets?|capsules?|dose|drug))\b"),
        re.compile(
            r"\b(?:oral(?:ly)?|mouth|po|p\.o|swallow\w*|tablets?|capsules?|pills?|taken?|takes"
            r"|food|meals?|fast\w*|stomach|drink|water|daily|day)\b"
        ),
    ),
    "subcutaneous": (
        re.compile(r"\b(?:subcutaneous(?:ly)?|under the skin)\b"),
        re.compile(r"\b(?:subcutaneous\w*|sc|s\.c|under the skin|inject\w*)\b"),
    ),
    "intramuscular": (
        re.compile(r"\b(?:intramuscular(?:ly)?|into (?:the|a) muscle)\b"),
        re.compile(r"\b(?:intramuscular\w*|im|i\.m|muscles?|inject\w*|buttocks?|gluteal)\b"),
    ),
    "intrathecal": (
        re.compile(r"\bintrathecal(?:ly)?\b"),
        re.compile(r"\b(?:intrathecal\w*|lumbar|spinal)\b"),
    ),
}
"""How a sentence says a route, and words of a source that may mean it."""


def problem_with_added_route(claim: CitedSentence) -> str:
    """The first route of the sentence of which no source has a word."""
    told = f"{claim.asked.words} " + " ".join(
        f"{source.quote.words} {source.about.words}" for source in claim.sources
    )
    for name, (said, known) in _ROUTES.items():
        found = said.search(claim.sentence.words)
        if found is None or known.search(told):
            continue
        if not DENIAL.search(claim.sentence.words[: found.start()]):
            return f"The cited quotes do not say that it is {name}."
    return ""
