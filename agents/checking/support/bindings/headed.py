"""Rules that each begin with whom they are on: "For X, …; for Z, …", in one quote or in several.
Pure.

What is told of one head may not stand in a sentence under another head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import telling_words

_PART = re.compile(r";(?= )|\.(?= )|, (?=while|whereas|but)")
_HEAD = re.compile(
    r"^ ?(?:while |whereas |but |and )?(?P<head>(?:among|in|for|with|at|after|on|under|the)\b"
    r"[^,:]{3,90}?)(?:,|:| (?=label\b|mentions?\b|lists?\b))(?P<body>.{5,400})"
)
_BOTH = re.compile(r"\b(?:both|each|while|whereas|unlike|than|versus|compared|neither|not|no)\b")
MOST_PARTS = 12
"""Parts of all cited quotes that are held against each other. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Part:
    head: frozenset[str]
    body: frozenset[str]


def problem_with_heads(claim: CitedSentence) -> str:
    """Whether it tells under one head what the quotes tell under another."""
    if _BOTH.search(claim.sentence.words):
        return ""
    parts = [part for quote in claim.quotes() for part in _parts(quote)][:MOST_PARTS]
    said = telling_words(claim.sentence.words)
    for own, other in permutations(parts, 2):
        head, rival = own.head - other.head - other.body, other.head - own.head - own.body
        if not head or not head <= said or not rival or rival & said:
            continue
        strange = (other.body - own.body - own.head) & said
        if strange and not (own.body - other.body - other.head) & said:
            return f"“{min(strange)}” stands under another head in the cited quotes."
    return ""


def _parts(quote: CanonicalText) -> Iterator[_Part]:
    for part in _PART.split(quote.words):
        if found := _HEAD.match(part):
            yield _Part(telling_words(found["head"]), telling_words(found["body"]))
