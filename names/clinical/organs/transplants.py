"""Organs and blood stem cells that were transplanted, in the words of a ward: "liver tx pt"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import Condition, FoundValue
from names.patterns.filtered import filtered_pattern

_OF_A_GRAFT = filtered_pattern(
    r"(?i)tacro|ciclosporin|cyclosporin|mycophenolate|\bMMF\b|everolimus|sirolimus|azathioprin"
    r"|graft|recipient|reject|immunosuppress|kidney|renal|creatinine|eGFR|\bCrCl\b"
)
"""Words beside "RTx" that tell a transplanted kidney; without one it is radiotherapy."""
_ORGANS = r"(?:kidney|renal|liver|heart|cardiac)"
_ORGANS_TREATED = (
    r"(?:(?:double |bilateral )?lung|pulmonary|hepatic|pancrea\w{1,4}|bowel|intestinal)"
)
_RECIPIENT = (
    r"(?:pts?\b|patients?|recipients?|recip\b|in (?:19|20)\d\d|(?:19|20)\d\d\b|\d{1,2}\s?y)"
)
TRANSPLANTS = frozenset(("transplant", "stem cell transplant"))
_TRANSPLANT = filtered_pattern(
    rf"(?i)\b(?:{_ORGANS}[\s-](?:tx|txp|txpl)\b|(?:{_ORGANS}|{_ORGANS_TREATED})[\s-]"
    rf"(?:transpl\w{{0,7}}|(?:allo)?graft\b|(?:tx|txp|txpl)\b(?=\s{_RECIPIENT}))"
    rf"|\btransplant(?:ed)? (?:pts?\b|recip\b)|\btx recipients?"
    r"|(?:s/p|after|post|had|prior|previous|h/o|hx of|history of)[\s-]"
    rf"(?:an? )?{_ORGANS_TREATED}[\s-](?:tx|txp|txpl)\b)"
)
"""An organ and "tx": where its disease is treated too, only what stands beside tells which."""
_NOT_TRANSPLANTED = re.compile(
    r"(?i)\b(?:wait(?:ing)?|await(?:ing)?|list(?:ed)?|bridg(?:e|ing)|candidate|eligible|planned"
    r"|evaluat\w{2,5}|considered|prior(?=\sto)|unfit)\s(?:list\s)?(?:for|to)?\s?(?:an?\s|the\s)?$"
    r"|\b(?:before|awaiting|pre)[\s-](?:an?\s|the\s)?$"
)
_TO_COME = re.compile(
    r"(?i)[\s-](?:candidate|list\w{0,3}|eligib|ineligib|eval|work-?up|criteria|referral"
    r"|oncology|unit|team|cent(?:er|re)|option)"
)
BEFORE = 50
"""Characters before a transplant in which it is said to come. Chosen by hand."""


def read_transplants(text: str, read: Sequence[FoundValue]) -> Iterator[FoundValue]:
    """Organs that were transplanted, in words that no phrase has: "liver tx pt"."""
    for match in _TRANSPLANT.finditer(text):
        known = any(each.start < match.end() and match.start() < each.end for each in read)
        if not known and not is_to_come(text, *match.span()):
            polarity = polarity_at(text, *match.span())
            yield FoundValue(Condition(name="transplant", polarity=polarity), *match.span())


def is_to_come(text: str, start: int, end: int) -> bool:
    """Whether a transplant is waited for: nothing can be rejected yet."""
    before = text[max(0, start - BEFORE) : start]
    return bool(_TO_COME.match(text, end) or _NOT_TRANSPLANTED.search(before))


def is_radiotherapy(text: str) -> bool:
    """Whether "RTx" means radiotherapy: nothing in the text speaks of a transplanted kidney."""
    return not _OF_A_GRAFT.search(text)
