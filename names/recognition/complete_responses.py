"""A pathological complete response that a patient has reached, apart from its rate in a trial."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.patterns.filtered import filtered_pattern

NOTHING_LEFT = filtered_pattern(
    r"(?i)(?<!non-)(?<!non)\b(?P<had>(?:with|achieved|had|has|got|reached)(?: a)? )?"
    r"(?P<state>(?-i:p\.?CR|pcr)|path(?:ologic(?:al)?)?[\s-]complete[\s-]response|ypT0(?:/?is)?[\s,]{0,2}(?:yp)?N0"
    r"|RCB[\s-]?0)(?!\w)(?! (?:rates?|in(?! fact)|by|of|was|data)\b)"
    r"(?P<then> (?:after|following|post|at surgery|in fact)|[;.,!)\n]|$)?"
)
"""Nothing of the tumour was left at the operation; how many reached it is an outcome of a trial."""
NOT_REACHED = re.compile(
    r"(?i)\b(?:no|not|without|never|did ?n[o']t|achieve|aim(?:ing)?(?: is| for| at)?|goal(?: is)?"
    r"|hop(?:e|ing)(?: for)?|target|chances? of|likely|if|until|unless)(?: an?)?:? $"
)


def complete_responses(text: str) -> Iterator[tuple[int, int]]:
    """Where a text tells that nothing was left at the operation."""
    for match in NOTHING_LEFT.finditer(text):
        denied = NOT_REACHED.search(text, max(0, match.start() - 20), match.start())
        told = match["had"] or match["then"] is not None
        if told and not denied:
            yield match.span("state")
