"""Whether a statement only counts how often an event was seen, and does not say what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable

from names.clinical.values import ClinicalValue, Toxicity
from names.tables.treatment.event_groups import event_covers
from retrieval.statements.model import Statement

_COUNTED = re.compile(r"\d\s?%|\b\d+ (?:of|in) \d+\b|\b\d+ patients\b")
_ACTS = re.compile(
    r"(?i)\b(?:is|are|be|should|must|may|can|do not|"
    r"withhold|interrupt|discontinue|reduce|monitor|avoid|stop|hold|measure|assess|evaluate)\b"
)
"""Words of a rule, or of what may happen. Counts of a trial are in the past tense."""


def only_tells_frequency(words: str) -> bool:
    """Whether a text only tells in how many patients an event was seen, and no rule."""
    return bool(_COUNTED.search(words)) and not _ACTS.search(words)


def is_frequency(statement: Statement, words: str) -> bool:
    """Whether a statement only says in how many patients an event was seen. ``words``: its
    words."""
    return statement.kind == "warning" and only_tells_frequency(words)


COUNTS = "myelosuppression"
"""The group of events that are blood counts."""


def grades_a_count(values: Iterable[ClinicalValue]) -> bool:
    """Whether one of these is the grade of a blood count: it stands for a number that was measured,
    and that the event may come under a drug says nothing of the number."""
    events = (value for value in values if isinstance(value, Toxicity))
    return any(e.grade_from is not None and event_covers(COUNTS, e.event) for e in events)
