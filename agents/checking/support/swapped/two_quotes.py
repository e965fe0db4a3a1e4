"""What two quotes say of two things, told the other way round: "A is approved, B is on trial" of B
approved and A on trial. Pure.

Words that only one of both quotes has tell whose a part of the sentence is. A part that mixes both,
beside another that does so, has exchanged them.
"""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.words import endpoints_as_one, is_neutral, stems_of
from names.recognise import recognise_passage

_PART = re.compile(r"[;,](?!\d\d\d)|\.(?= |$)|\b(?:and|but|while|whereas)\b")
_CONTRASTS = stems_of(
    "response resistance sensitive resistant initial first second later progression recurrence"
    " regular accelerated high low higher lower with without before after"
)
_COMPARES = re.compile(r"\b(?:than|versus|vs|against|both|respectively|either|neither|unlike)\b")


def problem_with_exchanged_quotes(claim: CitedSentence) -> str:
    """Whether two parts of it each mix what its two quotes tell apart."""
    if len(claim.sources) != 2 or _COMPARES.search(claim.sentence.words):
        return ""
    first, second = (_telling_stems(quote.words) for quote in claim.quotes())
    mine, others = first - second, second - first
    parts = [_telling_stems(part) for part in _PART.split(claim.sentence.words) if part.strip()]
    told = [(part & mine, part & others) for part in parts]
    told = [each for each in told if each[0] or each[1]]
    if len(told) != 2 or not all(one and other for one, other in told):
        return ""
    drugs = [stems_of(" ".join(quote.drugs)) for quote in claim.quotes()]
    named = [(one & (drugs[0] - drugs[1]), other & (drugs[1] - drugs[0])) for one, other in told]
    # Each part has a drug of one quote, or one has, and the rest of the other.
    sides = [bool(one) - bool(other) for one, other in named]
    if sorted(sides) in ([-1, 1], [-1, 0], [0, 1]):
        return "It exchanges what its quotes say of two things."
    return ""


def _telling_stems(text: str) -> frozenset[str]:
    read = recognise_passage(text).names("drug")
    stems = stems_of(endpoints_as_one(text)) | stems_of(" ".join(read))
    return frozenset(
        s for s in stems if not s[0].isdigit() and (s in _CONTRASTS or not is_neutral(s))
    )
