"""Whether the patient has had no treatment at all, or none of advanced disease."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts.sheet import FactSheet
from names.clinical.values import HAD, Line, Setting, Therapy

FIRST = Line(first=1, last=1)
UNTREATED = re.compile(
    r"(?i)\b(?:untreated|(?:treatment|therapy)[- ]na[iï]ve"
    r"|(?:not|never) (?:yet |been )*treated(?! with| by)"
    r"|(?:no|zero|0) (?:prior|previous|earlier) (?:systemic |lines? of )?"
    r"(?:treatment|therapy|therapies|lines?)|no treatment (?:yet|so far|given)"
    r"|not received (?:any )?(?:prior |previous )?(?:systemic )?(?:treatment|therapy))\b"
)
"""Words that say that no treatment was had, whatever was said before."""
_NOTHING_AT_ALL = re.compile(
    r"(?i)na[iï]ve|never"
    r"|(?:no|zero|0) (?:prior|previous|earlier) (?:systemic|therapy|therapies|lines?)"
)
"""Words that leave no treatment around surgery open, as "untreated metastatic disease" does."""
_ADVANCED = frozenset(("metastatic", "advanced"))
_EARLY = frozenset(("adjuvant", "neoadjuvant", "early"))


def therapies_of(sheet: FactSheet) -> Sequence[Therapy]:
    """The treatments of a sheet. If somebody said that there was none ("untreated"), this is one
    of them, with the outcome ``not given``: of all treatments, or of metastatic disease, where an
    earlier one may have been had around surgery. A line that is only counted ("first line") says
    nothing of treatments."""
    therapies = sheet.of(Therapy)
    said = [f.text for f in sheet.facts if f.value == FIRST and UNTREATED.search(f.text)]
    if not said or any(_is_of_advanced_disease(each) for each in therapies):
        return therapies
    extents = {each.name for each in sheet.of(Setting) if each.polarity == "present"}
    open_before = bool(extents & _ADVANCED) and not any(map(_NOTHING_AT_ALL.search, said))
    setting = "metastatic" if open_before else ""
    return (*therapies, Therapy(outcome="not given", setting=setting))


def _is_of_advanced_disease(had: Therapy) -> bool:
    return had.outcome in HAD and had.setting not in _EARLY
