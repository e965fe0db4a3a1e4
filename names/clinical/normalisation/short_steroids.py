"""Corticosteroids written short, where an amount or a word beside them tells that a drug is meant:
"on pred 40" becomes "on prednisone 40", "dexa 12 mg" "dexamethasone 12 mg"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change

_FORMS = {
    "methylpred": "methylprednisolone",
    "methylpredn": "methylprednisolone",
    "pred": "prednisone",
    "predn": "prednisone",
    "prednisol": "prednisolone",
    "dexa": "dexamethasone",
    "dexameth": "dexamethasone",
}
_SHORT = re.compile(
    r"(?<![\w/%-])(?<!%\s)(?P<form>(?i:methylpredn?|prednisol|predn?|dexameth|dexa))"
    r"(?![\w-])(?!\s(?i:OS|PFS|FEV|DLCO|FVC)\b)"
)
_AMOUNT = re.compile(
    r"(?i)\s?(?:PO\s|IV\s|at\s)?\d{1,4}(?:\.\d{1,2})?\s?(?:mg|g|bd|bid|od|qd|qid|tds|daily|x|/d)?"
    r"(?![\d.]|\s?(?:%|years|mo))"
)
_STATE = re.compile(
    r"(?i)\s(?:is\s|was\s)?(?:now\s)?(?:taper\w{0,4}|wean\w{0,4}|stopped|held|started|down to|up to"
    r"|cover|maintenance|weaned|mg\b|daily|bd\b|bid\b|off\b|restarted|increased|reduced)"
)
"""Behind the name of a drug that is taken."""
_BEFORE = re.compile(
    r"(?i)(?:\b(?:on|off|takes|taking|oral|po|iv|started|stopped|still|high[\s-]dose|low[\s-]dose"
    r"|chronic|steroids?:?|tapering|weaning|receiving|given|with|plus|and)|[+&(])\s?"
    r"(?:(?:oral|po|high[\s-]dose|low[\s-]dose|chronic|stable)\s)?$"
)
_SCAN = re.compile(r"(?i)\s?(?:scan|T[\s-]?score|bone|hip|spine|shows?|showed)")
"""Behind the scan of bones that has the same letters."""


def short_steroids(text: str) -> Iterator[Change]:
    """The short names of corticosteroids that are taken, each by the name of the drug."""
    for match in _SHORT.finditer(text):
        if _SCAN.match(text, match.end()):
            continue
        before = _BEFORE.search(text, max(0, match.start() - 30), match.start())
        told = _AMOUNT.match(text, match.end()) or _STATE.match(text, match.end())
        if before or told:
            yield (*match.span(), _FORMS[match["form"].lower()])
