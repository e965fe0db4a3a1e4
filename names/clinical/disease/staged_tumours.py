"""The stage of a text, and to which of its tumours the stage and the type of tissue belong."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.disease.settings import NOT_OF
from names.clinical.grammar.polarity import is_denied_behind
from names.entities import EntityMention
from names.patterns.filtered import filtered_pattern

STAGE = filtered_pattern(
    rf"{NOT_OF}(?<!COPD )(?<!GOLD )"
    r"\b(?:[Ss]tage|[Ss]t\.?|[Ss]tg\.?|[Ss]tadium|STAGE|AJCC|FIGO)"
    r"(?: stage)?[\s-]{0,2}(?P<first>IV|I{1,3}|[0-4])(?P<letter>[ABCabc]?[1-3]?)(?![A-Za-z0-9])"
    r"(?![\s-](?i:CKD|chronic kidney|kidney|renal|AKI|hypertension|HTN|COPD|heart failure|HF\b"
    r"|pressure|NAFLD|fibrosis|ulcer))"
    r"(?:\s?(?:-|–|to|or|/|and)\s?(?P<last>IV|I{1,3}"
    r"|[1-4])(?P<last_letter>[ABCabc]?)(?![A-Za-z0-9]))?"
)
BCLC = filtered_pattern(r"\bBCLC[\s-]{0,2}(?:[Ss]tage |[Ss]t\.? |class )?(?P<letter>0|[A-Da-d])\b")
"""The Barcelona stages of hepatocellular carcinoma (https://pubmed.ncbi.nlm.nih.gov/34801630/)."""
ROMAN = {"1": "I", "2": "II", "3": "III", "4": "IV", "0": "0"}
TNM = filtered_pattern(
    r"(?<![A-Za-z0-9])[cpy]{0,2}(?P<t>T(?:is"
    r"|[0-4][a-d]?))(?:[\s,]{0,2}[cpy]{0,2}(?P<n>N[0-3x][a-c]?(?:mi)?))?"
    r"(?:[\s,]{0,2}[cp]?(?P<m>M[01x]))?"
    r"(?![A-Za-z0-9])|(?<![A-Za-z0-9])[cpy]{0,2}(?P<nodes>N[0-3][a-c]?(?:mi)?)(?![A-Za-z0-9])"
)
NODE_NEGATIVE = filtered_pattern(
    r"(?i)\b(?:(?:lymph[\s-])?nod(?:e|al)s?(?: status)?[\s:-]{1,2}(?:negative|neg\b)"
    r"|LN[\s-]?(?:neg(?:ative)?\b|[-−])"
    r"|(?:negative|uninvolved) (?:lymph )?nodes|no (?:positive |involved )?(?:lymph )?nod(?:es"
    r"|al involvement)"
    r"|without nodal involvement)"
)
NODE_POSITIVE = filtered_pattern(
    r"(?i)\b(?:(?:lymph[\s-])?nod(?:e|al)s?(?: status)?[\s:-]{1,2}(?:positive|pos\b)"
    r"|LN[\s-]?(?:pos(?:itive)?\b|\+)"
    r"|(?:positive|involved) (?:axillary )?(?:lymph )?nodes)"
)
STAGES = (BCLC, STAGE, TNM)
NODES = (NODE_NEGATIVE, NODE_POSITIVE)
_NO_STAGE = re.compile(r"(?i)\b(?:not|no|never|r/o|rule out)\s(?:a\s)?$")
_BESIDE = re.compile(
    r"(?i)[\s,:(]{1,3}(?:(?!(?:both|all|each|and|or|with|after|from"
    r"|than)\b)[a-z][\w+-]{0,13}\s){0,2}"
)
"""Between a tumour and the stage that is its own."""
_PARTED = re.compile(r"[.;\n]\s|,\s?(?:and|but|now|plus)\s|\sand\s|\s\+\s")


def staged_tumour(text: str, mentions: Sequence[EntityMention]) -> int | None:
    """The place of a later tumour that the first stage of the text stands right behind, in another
    sentence or part than the first tumour: "prostate 2010 cured. Now urothelial T2", "prostate on
    ADT and lung stage IV". None where the first may have it."""
    found = (match for pattern in STAGES for match in pattern.finditer(text))
    match = next(found, None)
    for place in range(1, len(mentions)) if match else ():
        parted = _PARTED.search(text, mentions[0].end, mentions[place].start)
        beside = match and _BESIDE.fullmatch(text, mentions[place].end, match.start())
        others = mentions[place].names != mentions[0].names
        if beside and parted and others and not _is_beside(text, mentions[0], match):
            return place
    return None


def _is_beside(text: str, mention: EntityMention, stage: re.Match[str] | None) -> bool:
    """Whether a stage stands right behind a tumour."""
    return stage is not None and bool(_BESIDE.fullmatch(text, mention.end, stage.start()))


_LISTED = re.compile(r"(?i)[\s,/()-]*(?:(?:and|or|and/or|&|as well as)[\s,/]*)?")
"""Between tumours of one list, of which one word may tell the tissue of all."""


def own_histology(text: str, histology: str, mentions: Sequence[EntityMention], first: int) -> str:
    """A type of tissue that is told of the first tumour; empty where only the words for another one
    name it: the "adeno" of "prostate on ADT and lung adeno" is the lung's. In "gastric or junction
    adenocarcinoma" it is of both."""
    root = histology[:5].lower()
    named = [place for place, each in enumerate(mentions) if root in each.text.lower()]
    if not named or first in named:
        return histology
    between = text[mentions[named[0] - 1].end : mentions[named[0]].start]
    return histology if _LISTED.fullmatch(between) else ""


def read_stage(text: str) -> str:
    """The first stage of a text ("IIIA", "III-IV", "BCLC B", "T2 N1"); else "N0" or "N+" where it
    tells the nodes alone; empty where it tells neither."""
    if match := BCLC.search(text):
        return f"BCLC {match['letter'].upper()}"
    if (match := STAGE.search(text)) and not _is_no_stage(text, match):
        first = ROMAN.get(match["first"], match["first"]) + match["letter"].upper()
        last = (
            match["last"] and ROMAN.get(match["last"], match["last"]) + match["last_letter"].upper()
        )
        return f"{first}-{last}" if last else first
    if match := TNM.search(text):
        return " ".join(filter(None, (match["t"], match["n"], match["m"], match["nodes"])))
    if NODE_NEGATIVE.search(text):
        return "N0"
    return "N+" if NODE_POSITIVE.search(text) else ""


def _is_no_stage(text: str, match: re.Match[str]) -> bool:
    before = _NO_STAGE.search(text, max(0, match.start() - 12), match.start())
    return bool(before) or is_denied_behind(text, match.end())
