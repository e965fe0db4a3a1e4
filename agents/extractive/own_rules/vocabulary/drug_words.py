"""Words for drugs in protocols: short forms, endings, and what joins a combination. Pure."""

from __future__ import annotations

import re

LIKE_A_DRUG = re.compile(
    r"(?i)[a-z]{2,20}(?:mab|nib|fosfamide|platin|rubicin|taxel|ciclib|parib|limus|citabine|trexed"
    r"|tecan|statin|azole|cillin|mycin|floxacin|setron|prazole|dronate|vudine|virine|idine|adone"
    r"|caine|olol|sartan|gliptin|gliflozin|zepam|zolam|oxetine|parin|xaban|fentanil|morphone|phine"
    r"|codone|triptan|lukast)"
)
"""How words end that name a drug."""
_DRUGS = {
    "dex": "dexamethasone",
    "dexa": "dexamethasone",
    "methylpred": "methylprednisolone",
    "tmp-smx": "co-trimoxazole",
}
"""Short forms of drugs that clinicians write and no table of names has."""
JOINED = re.compile(r"(?i)\s?(?:AUC ?\d|\d{1,4} ?(?:mg(?:/m2)?)?)?\s?[/+]\s?")
"""Between two drugs of a combination."""
_SHORT_DRUG = re.compile(rf"(?i)\b(?:{'|'.join(_DRUGS)})\b")


def in_full(text: str) -> str:
    """The text with short forms of drugs written out."""
    return _SHORT_DRUG.sub(lambda match: _DRUGS[match.group().lower()], text)
