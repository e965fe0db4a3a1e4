"""The worst that an event was, which a better value of later does not undo: an ALT of 6 times the
limit that is 1.2 times now was a hepatitis of grade 3, and what the label says of grade 3 decides
whether and how the treatment goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.facts.relations import relation
from agents.facts.sheet import Fact
from agents.facts.value_words import describe
from agents.facts.values.updates import SUPPOSED
from names.clinical.grades import grade_of
from names.clinical.values import ClinicalValue, Toxicity

LEAST = 2
"""The lowest grade that is kept: at grade 1 no rule holds a treatment back."""
_UNDER_TREATMENT = re.compile(
    r"(?i)\b(?:hold|held|withh[eo]ld|stop(?:ped)?|paused?|interrupt\w{0,3}|re-?start\w{0,3}"
    r"|resum\w{1,3}|re-?challeng\w{1,3}|re-?introduc\w{1,3}|continu\w{1,3}|go on|carry on|again"
    r"|next (?:dose|cycle|course|infusion|\w{3,25})|(?:cycle|C|day|week) ?\d{1,2}"
    r"|give (?:it|the next)|what (?:now|next)|now what|what do (?:i|we) do|steroids?|pred\w{0,10}"
    r"|dose (?:now|reduc\w{1,4}|level)|on (?:it|treatment|therapy))\b"
)
"""Words by which an event is one under the treatment, and no state of before it."""
_BETTER = re.compile(
    r"(?i)\b(?:now|today|down|back|settled|resolv\w{1,3}|recover\w{0,3}|improv\w{1,3}|fell|fallen"
    r"|dropped|normali[sz]\w{1,3}|better|subsid\w{1,3}|after|went"
    r"|(?:days|weeks|wks|months) later|since)\b"
)
_WRONG = re.compile(
    r"(?i)^\W*(?:no|nope|sorry|correction|corrected|oops|apologies|wait|not)\b"
    r"|\b(?:correction|corrected|i meant|my mistake|typo|mistyped|should (?:be|read)|wrong|amended"
    r"|erratum|mix(?:ed)?[ -]up)\b|[,–—-]\s?(?:sorry|not)\b"
)
"""What was told was never so: nothing of it is kept."""


def peak_of(
    older: ClinicalValue, newer: ClinicalValue | None, text: str, thread: str
) -> Toxicity | None:
    """The event that *older* was and still counts as, where a message *text* tells that the value
    is better now; None where nothing is better, where the message puts a value right or only
    supposes one, or where nothing tells that it came under treatment. ``thread``: what was said
    before; ``newer``: None for a value that is only said to be normal."""
    before = _event(older)
    if before is None or before.grade_from is None or before.grade_from < LEAST:
        return None
    if _WRONG.search(text) or SUPPOSED.match(text) or not _is_better(before, newer, text):
        return None
    return before if _UNDER_TREATMENT.search(f"{thread}\n{text}") else None


def with_peaks(
    numbered: Sequence[tuple[int, Fact]], number: int, newer: Fact, text: str, said: str
) -> tuple[list[tuple[int, Fact]], list[Toxicity]]:
    """The facts before a message, each behind the number of its message, with the event that each
    value was of which the message tells a better one; and those events. ``said``: the messages
    before."""
    kept: list[tuple[int, Fact]] = []
    peaks: list[Toxicity] = []
    for place, older in numbered:
        of_same = place != number and relation(older.value, newer.value) == "newer"
        peak = peak_of(older.value, newer.value, text, said) if of_same else None
        if peak is None:
            kept.append((place, older))
        else:
            peaks.append(peak)
            kept.append((place, replace(older, value=peak)))
    return (without_repeated_events(kept) if peaks else kept), peaks


def without_repeated_events(numbered: Sequence[tuple[int, Fact]]) -> list[tuple[int, Fact]]:
    """The facts with each graded event once, at its worst: ALT is read as a measured value and as
    one of the liver."""
    kept: list[tuple[int, Fact]] = []
    for place, fact in numbered:
        known = [each.value for _, each in kept]
        if not any(_covers(each, fact.value) for each in known):
            kept.append((place, fact))
    return kept


def _covers(known: ClinicalValue, told: ClinicalValue) -> bool:
    """Whether an event is known to be as bad as told, or worse."""
    if not (isinstance(known, Toxicity) and isinstance(told, Toxicity)):
        return False
    grades = (known.grade_from or 0, told.grade_from or 0)
    return known.event == told.event and grades[0] >= grades[1] > 0


def peak_told(peak: Toxicity, newer: ClinicalValue) -> str:
    """How it is said that an event stays what it was at its worst."""
    return f"{describe(newer)} now; {describe(peak)} before still counts"


def _event(value: ClinicalValue) -> Toxicity | None:
    if isinstance(value, Toxicity):
        return value
    return grade_of(value)


def _is_better(before: Toxicity, newer: ClinicalValue | None, text: str) -> bool:
    if newer is None:
        return True
    now = _event(newer)
    if isinstance(newer, Toxicity):
        told = newer.event == before.event and newer.grade_to is not None
        return told and (newer.grade_to or 0) < (before.grade_from or 0) and _says_better(text)
    return now is None or (
        now.event == before.event and (now.grade_from or 0) < (before.grade_from or 0)
    )


def _says_better(text: str) -> bool:
    return _BETTER.search(text) is not None
