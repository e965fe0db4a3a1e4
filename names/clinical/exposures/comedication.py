"""What a patient takes beside the treatment of the tumour: "takes carbamazepine", "on warfarin"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import Found, Therapy, TherapyOutcome
from names.entities import Mention
from names.recognise import recognise_passage
from names.tables.other_drugs import other_drugs

TAKES = re.compile(
    r"(?i)\b(?:(?:takes|taking|on (?:chronic|long[\s-]term|concomitant|regular|stable|daily"
    r"|therapeutic)|on|receives|receiving|uses|using|under|treated (?:chronically )?with"
    r"|co-?medications?(?: is| are)?:?"
    r"|concomitant(?:ly)?(?: medications?)?:?|medications?(?: are| is| include)?:?|meds:?"
    r"|home meds:?|prescribed|needs|requires))\s(?:(?:also|both|daily|oral|chronic|low[\s-]dose"
    r"|long[\s-]term|his|her|a|the|stable dose of|therapy with|treatment with)\s){0,2}$"
)
"""What stands right before a drug that a patient takes."""
BEFORE = 60
"""Characters before a drug in which such words are looked for. Chosen by hand."""
JOINED = re.compile(
    r"(?i)\s?(?:\d{1,5}(?:[.,]\d{1,3})? ?(?:mg|g|µg|mcg|IU|units?)"
    r"(?: (?:daily|bd|bid|tid|od|/d))?)?\s?"
    r"(?:,\s?(?:and\s)?|\sand\s|\s?\+\s?|\s?/\s?|\splus\s)\s?(?:also\s|on\s)?"
)
"""Between two drugs of one list."""


def read_comedication(text: str) -> tuple[Found, ...]:
    """Drugs beside the treatment of the tumour that a patient takes or, denied, does not take.

    A drug that is only asked about ("olaparib with fluconazole?") is none."""
    drugs = sorted(recognise_passage(text).of("drug"), key=lambda each: each.start)
    found: list[Found] = []
    for index, drug in enumerate(drugs):
        if drug.name in other_drugs() and _is_taken(text, drugs, index, found):
            absent = polarity_at(text, drug.start, drug.end) == "absent"
            outcome: TherapyOutcome = "not given" if absent else "current"
            found.append(Found(Therapy(drugs=(drug.name,), outcome=outcome), drug.start, drug.end))
    return tuple(found)


def _is_taken(text: str, drugs: Sequence[Mention], index: int, found: Sequence[Found]) -> bool:
    drug = drugs[index]
    if TAKES.search(text, max(0, drug.start - BEFORE), drug.start):
        return True
    if not index or not found or found[-1].end != drugs[index - 1].end:
        return False
    return JOINED.fullmatch(text, drugs[index - 1].end, drug.start) is not None
