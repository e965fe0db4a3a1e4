"""Questions that ask for an amount, or whether one is right: "1250 or 1500?", "its 450 right?"."""

from __future__ import annotations

import re

from names.entities import Entities

_TWO_AMOUNTS = re.compile(
    r"(?i)(?<!CPS )(?<!TPS )(?<!TMB )(?<!score )(?<!grade )(?<![\w./-])"
    r"(?:\d{2,4}|\d{1,4}[.,]\d{1,3})(?: ?(?:mg|od|qd|bd|bid|daily)){0,2} ?(?:or|vs\.?|versus) ?"
    r"(?:\d{2,4}|\d{1,4}[.,]\d{1,3})"
    r"(?: ?(?:mg|mg/kg|g))?(?: ?(?:od|qd|bd|bid|daily))?\W{0,3}$"
)
"""Two amounts at the end of a question, one of which is asked for: "lapatinib - 1250 or 1500?"."""
_TO_CONFIRM = re.compile(
    r"(?i)(?:(?:^|[.;,:?–-])\s{0,3}|\b(?:it.?s|is it|that.?s|is that|dose(?: is)?|so|at|given)\s)"
    r"\d{1,4}(?:[.,]\d{1,3})? ?(?:mg(?: ?/ ?(?:kg|m2|m²))?)? ?(?:od|qd|bd|bid|daily|twice daily"
    r"|q\d{1,2} ?w\w{0,6})?"
    r",? ?(?:right|correct|yes|true|no|isn.?t it|is that (?:right|correct))\W{0,3}$"
    r"|\bis it \d{2,4}(?:[.,]\d)?(?: ?mg)?\W{0,3}$"
)
"""An amount at the end of a question that is to be confirmed: "its 450 right?". Behind the name of
a measure ("creatinine 120, right?") it is no dose."""
_AMOUNT_BEHIND = re.compile(
    r"(?i) ?\d{2,4}(?:[.,]\d)?(?: ?mg)?(?: (?:od|qd|bd|bid|daily))?"
    r"(?: (?:in|for|as|with) [^\d?]{3,60})?"
    r",? ?(?:right|correct|is that (?:right|correct)|isn.?t it)\W{0,3}$"
)


def _confirms_amount_of(text: str, found: Entities) -> bool:
    """Whether a bare number right behind the name of a drug is to be confirmed: "ribociclib 600 in
    early disease, right?"."""
    return any(_AMOUNT_BEHIND.fullmatch(text, drug.end) for drug in found.of("drug"))


def asks_for_amount(text: str, found: Entities) -> bool:
    """Whether a question on a drug asks which of two amounts is right, or whether one is."""
    if not found.of("drug"):
        return False
    chosen = _TWO_AMOUNTS.search(text) and not found.of("gene", "variant")
    return bool(chosen or _TO_CONFIRM.search(text)) or _confirms_amount_of(text, found)
