"""Whether a text says that a cancer has not spread to a place, also in a list: "no evidence of
brain mets or liver mets"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.disease.sites import SITES
from names.clinical.values import Condition, FoundValue

REACH = 110
"""Characters before a place in which the denial of its list is looked for. By hand: six places."""
_ORGAN = rf"(?:{'|'.join(SITES.values())}|lungs|distant|extracranial)"
_SPREAD = r"(?:mets?|metasta(?:sis|ses|tic)|lesions?|disease|involvement|spread|recurrence|crisis)"
_FILLER = r"(?:(?:an?|any|the|known|clear|obvious|definite|overt|other|clinical)\s){0,3}"
_BARE = rf"{_ORGAN}(?:\s?[,/&]\s?(?:(?:or|nor|and)\s)?|\s(?:or|nor|and)\s)"
_NAMED = rf"(?:{_ORGAN}[\s-])?{_SPREAD},?\s"
_LIST = re.compile(
    rf"(?i)\b(?:no|neither|never had|w/o)\s{_FILLER}"
    rf"(?:{_BARE}{_FILLER}|{_NAMED}(?:or|nor)\s{_FILLER}){{1,6}}(?:{_ORGAN}[\s-])?$"
    r"|\b(?:no (?:evidence|signs?) (?:of|for)|without|absence of|free (?:of|from)|negative for"
    rf"|denie[sd]|not)\s{_FILLER}"
    rf"(?:{_BARE}{_FILLER}|{_NAMED}(?:or|nor|and)\s{_FILLER}){{1,6}}(?:{_ORGAN}[\s-])?$"
)
"""A denial with the places that stand between it and the one in question. "No brain mets, liver
mets" denies the first only; behind "no" alone, "and" may begin what is there."""


def is_denied_in_a_list(text: str, start: int) -> bool:
    """Whether the spread named at ``start`` is one of a list that is denied."""
    return _LIST.search(text, max(0, start - REACH), start) is not None


_NONE_HERE = re.compile(
    r"(?i)\b(?:no|not|none|without|never|nor|spar(?:es|ing)|excluding|except)\b"
)
_CLEAR = re.compile(
    r"(?i)\s(?:(?:is|are|was|now|still)\s){0,2}(?:clear|clean|neg(?:ative)?|normal|free|ok|spared"
    r"|uninvolved|unremarkable|resected|not involved)\b"
)


def is_left_out_of_places(places: str, start: int, end: int) -> bool:
    """Whether a list of places denies one of them: "lung and liver, no brain", "liver clear"."""
    return bool(_NONE_HERE.search(places, 0, start) or _CLEAR.match(places, end))


NO_SITE = re.compile(
    r"(?i)\b(?:no|without|absence of|free of|never had|denie[sd]|neg(?:ative)? for)"
    r"(?: \w+){0,2}\s*$"
)
"""Before a place: nothing has spread to it."""
_ASKED_ALONE = re.compile(r"(?:^|[.;!?\n]\s{0,2})(?:(?i:and|any|or|new)\s){0,2}$")


def is_asked_alone(text: str, start: int, end: int) -> bool:
    """Whether a sentence asks for nothing but the spread at a place: "PD on crizotinib. Brain
    mets?" """
    behind = text[end : end + 2].lstrip()[:1] == "?"
    return behind and _ASKED_ALONE.search(text, max(0, start - 12), start) is not None


_SEEN_BY = r"(?:(?:MRI|CT|PET(?:-CT)?|scan|imaging|USS?|bone scan|scintigraphy)\s(?:of the\s)?)?"
_SITE_NOW = (
    rf"(?P<site>{_ORGAN})(?:\s(?:MRI|CT|scan|imaging|mets?|metastases|lesions?|disease"
    r"|involvement|spread))?"
)
_FOUND_CLEAR = re.compile(
    rf"(?i)\b{_SEEN_BY}{_SITE_NOW}(?:\s(?:is|are|was|now|today|came back|all"
    rf"|on \w{{2,4}}))*[\s:]{{1,2}}"
    r"(?:clear|clean|neg(?:ative)?|normal|spared|uninvolved|unremarkable|ruled out|excluded"
    r"|not confirmed|absent|none|nil|no)"
    r"(?=\s?(?:[.,;)!\n]|$|\b(?:on|by|now|today|of|for)\b))"
    rf"|\b(?:no|not|never had"
    rf"|without)\s{_FILLER}(?P<none>{_ORGAN})[\s-]{_SPREAD}(?!\s(?:progression|PD))"
    rf"|\b(?:no|without)\s{_FILLER}(?:mets|metastases|lesions|spread)\s(?:in"
    rf"|to)\s(?:the\s)?(?P<there>{_ORGAN})\b"
)
"""A place in which nothing was found: "MRI brain clear", "no brain mets"."""
_SUPPOSED = re.compile(r"(?i)\b(?:if|once|when|until|till|unless|whether)\s(?:the\s|her\s|his\s)?$")


def sites_denied(text: str) -> frozenset[str]:
    """The places to which, as a message says, nothing has spread."""
    return frozenset(name for name, _ in _denials_of_sites(text))


def read_denied_sites(text: str) -> tuple[FoundValue, ...]:
    """The same, each as a fact: "no brain metastases"."""
    return tuple(
        FoundValue(Condition(name=spread_to(name), polarity="absent"), *match.span())
        for name, match in _denials_of_sites(text)
        if _OF_TUMOUR.search(match.group()) or name in _OF_SPREAD_ALONE
    )


_OF_TUMOUR = re.compile(
    r"(?i)mets?\b|metasta|lesion|involvement|spread|recurrence|\b(?:MRI|CT|PET|scans?|imaging|USS?"
    r"|scintigraphy)\b"
)
"""Words that tell a spread apart from an organ's own diseases or function: not "liver: normal"."""
_OF_SPREAD_ALONE = frozenset(("brain", "leptomeninges", "bone", "viscera", "peritoneum"))
_ADJECTIVES = {
    "leptomeninges": "leptomeningeal",
    "pleura": "pleural",
    "peritoneum": "peritoneal",
    "lymph nodes": "lymph node",
    "viscera": "visceral",
}


def spread_to(site: str) -> str:
    """The spread to a place, by the name of its condition: "visceral metastases"."""
    return f"{_ADJECTIVES.get(site, site)} metastases"


def _denials_of_sites(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for match in _FOUND_CLEAR.finditer(text):
        if _SUPPOSED.search(text, max(0, match.start() - 12), match.start()):
            continue
        words = match["site"] or match["none"] or match["there"]
        for name, pattern in SITES.items():
            own = "disease" in match.group() and name not in _OF_SPREAD_ALONE
            if re.fullmatch(rf"(?i){pattern}", words) and not own:
                yield name, match
