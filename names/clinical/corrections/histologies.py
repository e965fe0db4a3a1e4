"""A type of tumour that a later look at the same tissue put right: "biopsy said squamous, IHC says
adenocarcinoma" becomes "adenocarcinoma, IHC". A tumour that has changed ("rebiopsy: SCLC") is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change

_TYPES = {
    "squamous": r"squamous(?:[\s-]cell)?(?:\s(?:ca\b|carcinoma|cancer))?|E?SCC|sq(?:uam)?\b",
    "adeno": r"adenocarcinoma|adeno(?:ca)?\b",
    "small": r"small[\s-]cell(?:\s(?:ca\b|carcinoma|cancer))?|SCLC",
    "large": r"large[\s-]cell(?:\sneuroendocrine)?(?:\scarcinoma)?|LCNEC",
    "carcinoid": r"(?:(?:atypical|typical)\s)?carcinoid",
    "lobular": r"(?:invasive\s)?lobular|ILC",
    "ductal": r"(?:invasive\s)?ductal|IDC",
    "clear": r"clear[\s-]cell|ccRCC",
    "papillary": r"papillary|pRCC",
    "chromophobe": r"chromophobe",
    "serous": r"(?:(?:high|low)[\s-]grade\s)?serous",
    "endometrioid": r"endometrioid",
    "mucinous": r"mucinous",
    "sarcoma": r"(?:\w{3,12})?sarcoma",
    "melanoma": r"melanoma",
    "mesothelioma": r"mesothelioma",
    "GIST": r"GIST",
    "urothelial": r"urothelial|TCC",
    "lymphoma": r"lymphoma|DLBCL",
}


def _of_type(group: str) -> str:
    return "(?:" + "|".join(f"(?P<{group}_{k}>{v})" for k, v in _TYPES.items()) + r")(?!\w)"


_SAMPLE = (
    r"(?:biops(?:y|ies)|bx|core|cytology|FNA|frozen(?:\ssection)?|path(?:ology)?|report"
    r"|read(?:ing)?)"
)
_FIRST = r"(?:initial(?:ly)?|first(?:ly)?|original(?:ly)?|outside|local|referring|prelim\w{0,6})"
_READ = (
    r"(?:said|says|reads?(?:\sas)?|called(?:\sit)?|calls it|reported(?:\sas)?|labell?ed(?:\sas)?"
    r"|thought(?:\sto be)?|suggest(?:s|ed)|favou?r(?:s|ed)|show(?:s|ed)|was|as|signed out as"
    r"|diagnosed as|\?)"
)
_LATER = (
    r"(?:IHC|immuno\w{0,14}|(?:central\s|expert\s|path\w{0,5}\s)?re-?view\w{0,2}|second opinion"
    r"|final(?:\s(?:path\w{0,5}|report|dx|diagnosis))?|re-?section\w{0,1}|surgical\s\w{2,9}|excision"
    r"|TTF-?1|p40|p63|CK\s?\d{1,2}|S-?100|GATA-?3|PAX-?8|corrected|amended|revised)"
)
_EARLIER = rf"(?:(?:{_FIRST}\s)?{_SAMPLE}|{_FIRST})"
_TOLD_FIRST = re.compile(
    rf"(?i)\b(?P<lead>{_EARLIER}(?:\s(?:was|is|{_FIRST})){{0,2}}\s?(?::|\s{_READ})\s?"
    rf"(?:an?\s|likely\s|poorly diff\w*\s)?)(?P<old>{_of_type('a')})"
    r"(?P<organ>\s(?:lung|NSCLC|of the lung|ca(?:rcinoma)?|cancer|breast|kidney|RCC)\b)?"
    rf"(?P<link>\s?(?:[,;.(–—-]|->|→|\bbut\b|\band\b)\s?(?:(?:but|the|on|after|by|and|now"
    r"|then|core|biopsy|bx)\s){0,2}"
    rf"{_LATER}(?:[\s/:,=]{{1,2}}(?!or\b|could\b|may\b|might\b|\?)[\w+/-]{{1,14}}){{0,6}}?"
    r"(?:\s?(?:->|→|:|=)\s?|\s)(?:(?:an?|so|as|it is|says?|was|is)\s){0,2})"
    rf"(?P<new>{_of_type('b')})(?!\s?\?)"
)
_TOLD_BEHIND = re.compile(
    rf"(?i)(?P<lead>\b)(?P<old>{_of_type('a')})(?P<organ>\s(?:lung|breast|RCC|NSCLC)\b)?"
    rf"(?P<link>\s\(?(?:on|by|per|in)\s(?:the\s)?{_EARLIER}\)?\s?(?:[,;]|->|→|\bbut\b|\band\b)\s?"
    r"(?:but\s)?)"
    rf"(?P<new>{_of_type('b')})(?=\s\(?(?:on|by|per|after|in)\s(?:the\s)?{_LATER})"
)
_ANEW = re.compile(r"(?i)\bre-?(?:biops\w{1,3}|bx)|transform|progress|relapse|recurr|at PD\b|now\b")
"""Words of a tumour that has changed."""
_MAY_TELL = re.compile(rf"(?i)\b{_EARLIER}\b")


def histologies_put_right(text: str) -> Iterator[Change]:
    """The type that was told first, as the one that was found in the end; that is left out behind
    it."""
    if not _MAY_TELL.search(text):
        return
    end = 0
    for pattern in (_TOLD_FIRST, _TOLD_BEHIND):
        for match in pattern.finditer(text):
            if match.start() < end or _type(match, "a") == _type(match, "b"):
                continue
            if _ANEW.search(match.group()):
                continue
            end = match.end()
            yield match.start("lead"), match.end("old"), match["new"]
            yield (*match.span("new"), "")


def _type(match: re.Match[str], group: str) -> str:
    return next(name for name in _TYPES if match[f"{group}_{name}"])
