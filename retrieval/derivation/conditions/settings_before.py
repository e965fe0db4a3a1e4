"""In which disease an earlier treatment must have been given: "a regimen for metastatic disease".

Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from names.clinical.values import FoundValue, Therapy
from retrieval.derivation.scope import ReadWords
from retrieval.statements.model import Applicability

FOR_ADVANCED = re.compile(
    r"(?P<before>\b(?:not (?:been )?)?(?:after|following|without|before|prior|previous|earlier"
    r"|received|treated|progress\w{0,4})\b"
    r"[^.;:]{0,110}?)\b(?:(?:for|of)(?: the treatment of)?(?: their)? (?:metastatic|advanced)"
    r" disease|in the (?:metastatic|advanced) setting)\b",
    re.IGNORECASE,
)
"""Earlier treatments, all of them joined, and the disease that they were given for."""
BY_LINE = re.compile(
    r"(?P<before>\b(?:after|following|during|on)\b[^.;:,]{0,25}?"
    r"\b(?:first|second|third)[- ]line )[^.;:,]{0,60}",
    re.IGNORECASE,
)
"""Earlier treatments told by their line, which is one of advanced disease."""
SOON = re.compile(
    r"\bor\b[^.;:]{0,90}\b(?:recur\w{0,6}|relaps\w{0,5}|progress\w{0,6})\b[^.;:]{0,30}"
    r"\bwithin (?P<months>six|6|twelve|12) months\b",
    re.IGNORECASE,
)
"""The other patients of such a statement: those whose disease came back soon after treatment of
early disease."""
_MONTHS = {"six": 6.0, "twelve": 12.0}
_EARLY = frozenset(("adjuvant", "neoadjuvant"))
METASTATIC, MAINTENANCE = "metastatic", "maintenance"
_WITHOUT = re.compile(r"\bwithout\b|\bnot\b", re.IGNORECASE)


def with_settings_before(applies: Applicability, words: ReadWords) -> Applicability:
    """With the disease for which the earlier treatments that a claim asks for, or excludes, were
    given, where its words tell that: adjuvant trastuzumab is no regimen for metastatic disease. If
    the claim is also for a relapse soon after early disease, the rule has the months."""
    placed = [*FOR_ADVANCED.finditer(words.text)]
    if MAINTENANCE not in applies.settings:
        # The first line of a disease that maintenance follows may be the one around surgery.
        placed += BY_LINE.finditer(words.text)
    for told in placed:
        soon = SOON.search(words.text, told.end())
        months = _months(soon["months"]) if soon else None
        inside = [
            each for _, each in words.values(Therapy) if told.start() <= each.start <= told.end()
        ]
        if _WITHOUT.search(told["before"]):
            excluded = _with_setting(applies.prior_excluded, inside, None)
            applies = replace(applies, prior_excluded=excluded)
        else:
            applies = replace(
                applies,
                prior_required=_with_setting(applies.prior_required, inside, months),
                prior_any_of=_with_setting(applies.prior_any_of, inside, months),
            )
    return applies


def _months(word: str) -> float:
    return _MONTHS.get(word.lower()) or float(word)


def _with_setting(
    rules: Sequence[Therapy], inside: Sequence[FoundValue], months: float | None
) -> tuple[Therapy, ...]:
    """The rules, with the setting where the treatments told ``inside`` name theirs, or where they
    name none ("two regimens, one of them for metastatic disease")."""
    told = [each.value for each in inside if isinstance(each.value, Therapy)]
    named = {name for each in told for name in (*each.drugs, *each.classes)}

    def in_setting(rule: Therapy) -> Therapy:
        if rule.setting:
            return replace(rule, months_free=months) if rule.setting in _EARLY else rule
        meant = not named or named.intersection((*rule.drugs, *rule.classes))
        return replace(rule, setting=METASTATIC, months_free=months) if meant else rule

    return tuple(map(in_setting, rules))
