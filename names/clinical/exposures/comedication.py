"""What a patient takes beside the treatment of the tumour: "takes carbamazepine", "on warfarin"."""

from __future__ import annotations

import re

from names.clinical.values import FoundValue, Therapy, TherapyOutcome
from names.entities import EntityMention
from names.recognise import recognise_passage
from names.tables.other_drugs import ordinary_drugs, other_drugs
from names.tables.wordings import words_of

TAKES = re.compile(
    r"(?i)\b(?:(?:takes|taking|on (?:chronic|long[\s-]term|concomitant|regular|stable|daily"
    r"|therapeutic)|on|receives|receiving|uses|using|under|treated (?:chronically )?with"
    r"|co-?medications?(?: is| are)?:?"
    r"|concomitant(?:ly)?(?: medications?)?:?|medications?(?: are| is| include)?:?"
    r"|(?:home |current |regular |other |co-?)?meds:?"
    r"|(?:current |regular |home )?med(?:ication)? list:?|(?-i:DHx?:?|Rx:|PTA:)|also on"
    r"|prescribed|needs|requires)):?\s(?:(?:also|both|daily|oral|chronic|low[\s-]dose"
    r"|long[\s-]term|his|her|a|the|stable dose of|therapy with|treatment with)\s){0,2}$"
)
"""What stands right before a drug that a patient takes."""
BEFORE = 60
"""Characters before a drug in which such words are looked for. Chosen by hand."""
JOINED = re.compile(
    r"(?i)\s?(?:\d{1,5}(?:[.,]\d{1,3})? ?(?:mg|g|µg|mcg|IU|units?)"
    r"(?: ?(?:once )?(?:daily|bd|bid|tid|od|qd|qid|tds|/d|weekly|/wk|/week|a week|nocte|prn))?"
    r"(?: premed(?:ication)?)?)?\s?"
    r"(?:,\s?(?:and\s)?|\sand\s|\s?\+\s?|\s?/\s?|\splus\s)\s?(?:also\s|on\s)?"
)
"""Between two drugs of one list."""


NO_LONGER = re.compile(
    r"(?i)\b(?:was|were|been|previously|formerly|stopped|discontinued|until|before)\b[^.;,]{0,20}$"
)
"""Before "on": the drug was taken once."""
ABOUT = re.compile(
    r"(?i)\b(?:recommendations?|data|effects?|information|evidence|study|studies|based|depends?"
    r"|guidelines?|advice|warnings?|words?|page|section|question|inhibitors? like)\s$"
)
"""Before "on": the text speaks about the drug."""
WITHOUT = re.compile(r"(?i)\b(?:no|without|not (?:on|taking)|does not take|denies)\s$")


def read_comedication(text: str) -> tuple[FoundValue, ...]:
    """Drugs beside the treatment of the tumour that a patient takes or, denied, does not take.

    A drug that is only asked about ("olaparib with fluconazole?") is none."""
    found: list[FoundValue] = []
    last, taken = 0, False
    for drug in drugs_named(text):
        listed = taken and JOINED.fullmatch(text, last, drug.start) is not None
        outcome = _outcome(text, drug, listed)
        last, taken = drug.end, outcome == "current"
        if outcome and drug.name in other_drugs():
            found.append(
                FoundValue(Therapy(drugs=(drug.name,), outcome=outcome), drug.start, drug.end)
            )
    return tuple(found)


def drugs_named(text: str) -> list[EntityMention]:
    """The drugs that the text names, those of ordinary practice included, in order."""
    found = list(recognise_passage(text).of("drug"))
    read = words_of(text)
    for word, (start, end) in zip(read.words, read.spans, strict=True):
        if word in ordinary_drugs():
            found.append(EntityMention("drug", (word,), text[start:end], start, end))
    return sorted(found, key=lambda each: each.start)


def _outcome(text: str, drug: EntityMention, listed: bool) -> TherapyOutcome | None:
    """How the patient stands to a drug; None when the text does not tell."""
    lowest = max(0, drug.start - BEFORE)
    if WITHOUT.search(text, lowest, drug.start):
        return "not given"
    takes = TAKES.search(text, lowest, drug.start)
    if takes and ABOUT.search(text, lowest, takes.start()):
        return None
    if takes and NO_LONGER.search(text, lowest, takes.start()):
        return None
    return "current" if takes or listed else None
