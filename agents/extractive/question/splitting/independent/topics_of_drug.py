"""Topics listed behind a drug: "abemaciclib: diarrhoea, VTE, food, crushing" asks four things.

Asked as one, an item without words that say what kind of question it is would be lost."""

from __future__ import annotations

import re

from agents.extractive.question.splitting.segments import MOST_PARTS
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Toxicity
from names.recognise import recognise

_LIST = re.compile(
    r"\A\W{0,2}(?:(?i:for|re|on|about) )?(?P<lead>[^:?.;,\n]{3,60}?)(?::| [-–—]) ?"
    r"(?P<items>[^:?\n]{5,200})\W{0,3}\Z"
)
_BETWEEN = re.compile(r"[,;] (?:(?:and|or) )?")
_JOINING = re.compile(r"(?i)[\s+/&-]|\band\b|\bwith\b|\bplus\b")
FEWEST, MOST_WORDS = 2, 5
"""Items of such a list, and words of one. Chosen by hand: a longer one tells of a patient."""


def topics_of_drug(text: str) -> tuple[str, ...]:
    """Each topic as a question on the drugs before the list; empty for any other message. A list
    that tells something of a patient is none: what one item tells may bind the others."""
    listed = _LIST.match(" ".join(text.split()))
    if listed is None or not _is_only_drugs(listed["lead"]):
        return ()
    items = [each.strip() for each in _BETWEEN.split(listed["items"])]
    short = all(each and len(each.split()) <= MOST_WORDS for each in items)
    if not short or not FEWEST <= len(items) <= MOST_PARTS or _tells_of_patient(text):
        return ()
    if any(recognise(each).of("drug", "unknown_drug", "gene", "tumour", "trial") for each in items):
        return ()
    return tuple(f"{listed['lead']} {each}?" for each in items)


def _is_only_drugs(lead: str) -> bool:
    rest = lead
    for each in reversed(recognise(lead).of("drug")):
        rest = rest[: each.start] + rest[each.end :]
    return rest != lead and not _JOINING.sub("", rest)


def _tells_of_patient(text: str) -> bool:
    """Whether a message tells more of a patient than the name of an event."""
    told = (fact.value for fact in read_fact_sheet((Message(text),)).facts)
    return any(not isinstance(v, Toxicity) or v.grade_from is not None for v in told)
