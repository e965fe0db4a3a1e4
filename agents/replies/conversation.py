"""Whether a message in direct messages goes on with what was said before. There each message begins
a thread of its own, while people take them for one conversation. Pure."""

from __future__ import annotations

import re

from agents.replies.addressee import is_on_answer
from agents.replies.fact_replies import LONGEST_REPLY
from names.recognise import recognise

_LEANS = re.compile(
    r"(?:ok(?:ay)?[, ]+)?(?:and|or|but|also|same|then|so|instead)\b"
    r"|(?:what|how) about\b|why not\b",
    re.I,
)
_POINTS = re.compile(
    r"\b(?:it|its|this|that|these|those|they|them|she|he|her|him|his|the (?:same|first|second|other"
    r"|latter|former|answer|patient))\b",
    re.I,
)


def goes_on(text: str) -> bool:
    """Whether it says too little by itself: it leans on the message before, speaks of the answer,
    or points at something and names neither drug, gene nor trial."""
    if len(text.split()) > LONGEST_REPLY:
        return False
    if _LEANS.match(text.strip()) or is_on_answer(text):
        return True
    if not _POINTS.search(text):
        return False
    return not recognise(text).of("drug", "drug_class", "gene", "variant", "trial", "registration")
