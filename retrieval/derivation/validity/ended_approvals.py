"""Claims on approvals that were withdrawn after the claim was made. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.tables import lineage
from names.tables.treatment.approvals import EndedApproval, ended_approvals_of

LEAST_SHARE = 0.6
"""Of the words of the table's setting stand in the claim: a drug has other approvals in the same
tumour, which hold. Chosen by hand."""
_WORD = re.compile(r"[a-z0-9-]{5,}")
_DAY = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def ended_approval(
    text: str, drugs: Sequence[str], tumours: Sequence[str], as_of: str
) -> EndedApproval | None:
    """The withdrawn approval that a claim speaks of: of the drug, in the same or a narrower tumour,
    in the same setting by its words, and older than the withdrawal. None without."""
    if not as_of:
        return None
    words = set(_WORD.findall(text.lower()))
    for drug in drugs:
        for approval in ended_approvals_of(drug):
            if (
                approval.happened == "withdrawn"
                and any(approval.tumour in lineage(tumour) for tumour in tumours)
                and _is_older(as_of, approval.date)
                and _speaks_of(words, approval.setting)
            ):
                return approval
    return None


def _is_older(as_of: str, date: str) -> bool:
    day = _DAY.search(date)
    return day is not None and as_of[: len(day[0])] < day[0][: len(as_of)]


def _speaks_of(words: set[str], setting: str) -> bool:
    wanted = set(_WORD.findall(setting.lower()))
    return bool(wanted) and len(wanted & words) >= LEAST_SHARE * len(wanted)
