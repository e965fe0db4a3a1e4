"""Failures that were none of the disease: "failed everolimus because of pneumonitis", "failing
abemaciclib due to LFTs, not PD". Who fails a drug for its harm did not bear it; the disease has not
got worse under it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from names.clinical.toxicities import TABLE
from names.clinical.treatment.outcomes.stopping import CLAUSE_END, HARM, OTHERWISE
from names.clinical.values import FoundValue, Therapy
from names.tables.phrases import find_phrases

_FAILED = re.compile(r"(?i)\b(?:fail(?:ed|s|ing|ures?)?|treatment[\s-]failure)\b[^.;:?!\n,]{0,30}$")
"""Before a treatment: a word that tells of the disease as well as of harm."""
_REASON = re.compile(
    r"(?i)\s?[^.;:?!\n(),]{0,40}?(?:\b(?:due(?:\sto)?(?!\s(?:to\sstart|in|on|next|soon|now)\b)|d/t"
    r"|because(?:\sof)?|owing to|secondary to|2/2|for|from|through|with)\s|\(\s?)"
)
"""From a treatment up to the reason for its failure."""
_BLOOD = re.compile(
    r"(?i)\b(?:LFTs?|liver (?:enzymes|tests|function)|transamin\w+|ALT|AST|bili(?:rubin)?|creat\w*"
    r"|counts?|platelets?|plts?|neutrophils?|ANC|cytopenias?|QTc?F?|LVEF|EF|glucose|sugars?)\b"
)
"""Values by which a drug is not borne."""
LONGEST_REASON = 60
"""Characters of a reason. Chosen by hand: "a grade 3 immune-mediated hepatitis"."""
_NOT_OF_DISEASE = re.compile(
    r"(?i)[^.;?!\n]{0,70}?(?:[,(:–-]\s?|\b(?:and|but|though)\s|\s)"
    r"(?:(?:(?:it\s)?(?:was|is)\s)?(?:not|no|without|rather than|never)\s"
    r"(?:(?:because of|due to|for|an?|any|evidence of|signs? of|disease"
    r"|radiographic|tumou?r|real|true|actual)\s){0,3}"
    r"(?:PD|POD|progress(?:ion|ive disease|ed|ing)?)\b(?![\s-]free)"
    r"|still (?:respond\w*|stable|in (?:an? )?(?:(?:ongoing|good|deep) )?(?:PR|CR|SD|VGPR|response"
    r"|remission)))"
)
"""Behind a treatment: the disease has not got worse."""
_NO_PROGRESS_BEHIND = re.compile(
    r"(?i)[\s,;:(–-]{1,4}(?:(?:stopped|discontinued|held|paused|off)[\s,;:(–-]{1,3})?"
    r"(?:PD|POD|progression)\s(?:(?:is|was)\s)?(?:not|never|excluded|ruled out)\b"
)
_GOT_WORSE = re.compile(
    r"(?i)\b(?:PD|POD|progress\w*|fail\w*|refractory|resistan\w+)\b[^.;\n]{0,30}$"
)


def failed_for_harm(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """The values, each treatment that failed for its harm as one that was not borne, and one of
    which only a denial of progress is told as one that was had."""
    return [_as_meant(text, each) for each in found]


def _as_meant(text: str, found: FoundValue) -> FoundValue:
    value = found.value
    if not isinstance(value, Therapy) or value.outcome != "progressed":
        return found
    denied = _NO_PROGRESS_BEHIND.match(text, found.end)
    if denied and not _GOT_WORSE.search(text, max(0, found.start - 45), found.start):
        return replace(found, value=replace(value, outcome="given"))
    if not _FAILED.search(text, max(0, found.start - 45), found.start):
        return found
    if _was_harmed(text, found.end):
        return replace(found, value=replace(value, outcome="intolerant"))
    if _NOT_OF_DISEASE.match(text, found.end):
        return replace(found, value=replace(value, outcome="given"))
    return found


def _was_harmed(text: str, end: int) -> bool:
    reason = _REASON.match(text, end)
    if reason is None:
        return False
    words = text[reason.end() : reason.end() + LONGEST_REASON]
    stop = CLAUSE_END.search(words)
    words = words[: stop.start()] if stop else words
    places = [each.start for each in find_phrases(words, TABLE)]
    places += [match.start() for pattern in (HARM, _BLOOD) if (match := pattern.search(words))]
    return bool(places) and not OTHERWISE.search(words, 0, min(places))
