"""Features of a disease or its treatment that are neither type nor extent: the side of a colorectal
tumour, whether two variants lie on one allele, whether a drug is being started."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.disease.number_ranges import (
    lie_apart,
    lies_within,
    number_range,
    read_number_ranges,
)
from names.clinical.disease.risk_groups import risk_groups
from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import Condition, FoundValue
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage
from names.tables.tumours import lineage

RIGHT, LEFT = "right-sided primary tumour", "left-sided primary tumour"
CIS, TRANS = "variants in cis", "variants in trans"
STARTING, STEADY = "start or ramp-up of the drug", "stable dose of the drug"
NODE_POSITIVE, NODE_NEGATIVE = "node-positive disease", "node-negative disease"
NODES = frozenset((NODE_POSITIVE, NODE_NEGATIVE))
"""What a rule for early disease asks for; where none does, it decides nothing."""
OPPOSITES = {
    NODE_POSITIVE: NODE_NEGATIVE, NODE_NEGATIVE: NODE_POSITIVE, RIGHT: LEFT, LEFT: RIGHT,
    CIS: TRANS, TRANS: CIS, STARTING: STEADY, STEADY: STARTING,
}  # fmt: skip
"""Features of which a patient has one."""


def is_feature(name: str) -> bool:
    """Whether a condition is a feature of the disease of which a patient has one."""
    return name in OPPOSITES or bool(risk_groups(name)) or number_range(name) is not None


def feature_covers(rule: str, here: str) -> bool:
    """Whether a rule on one feature is on the other: on "intermediate or poor risk" on "poor"."""
    held = risk_groups(here)
    if (within := lies_within(rule, here)) is not None:
        return within
    return rule == here or bool(held and held <= risk_groups(rule))


def feature_excludes(rule: str, here: str) -> bool:
    """Whether who has the one feature has not the other."""
    left, right = risk_groups(rule), risk_groups(here)
    if lie_apart(rule, here):
        return True
    return OPPOSITES.get(rule) == here or bool(left and right and not left & right)


OF_TREATMENT = frozenset((STARTING, STEADY))
"""Features that a rule on a drug's use may be bound to, whatever it states."""
_SIDED = "colorectal cancer"
"""Of other tumours the side decides nothing."""
_ELSEWHERE = (
    r"(?!\W{1,3}(?:heart|cardiac|pleur|effusion|weak|pain|hemi|neck|breast|lung|adnex|ovar|kidney"
    r"|nephr|renal|chest|axill|hip|leg|arm|shoulder|flank|stroke))"
)
PATTERNS = {
    RIGHT: rf"(?:right|R)[\s-]sided\b{_ELSEWHERE}|\bright (?:hemi)?colon|\b(?:ascending|proximal)"
    r" colon|\bca?ecum|\bca?ecal|\bhepatic flexure|\bsidedness: ?right",
    LEFT: rf"(?:left|L)[\s-]sided\b{_ELSEWHERE}|\bleft (?:hemi)?colon"
    r"|\b(?:descending|distal) colon|\bsigmoid\b|\bsplenic flexure|\bsidedness: ?left",
    CIS: r"in[\s-]cis\b|\bcis[\s-](?:config\w*|allele|position|C797S)|\b(?:on|in) the same allele",
    STARTING: r"(?:at|during|upon)(?: the)? (?:initiation|ramp[\s-]?up|dose escalation|titration)\b"
    r"|(?:start|starting|begin|beginning|in|on)(?: \w{1,15}){0,2} ramp[\s-]?up\b",
    STEADY: r"(?:stable|steady|established|maintenance|unchanged)(?: daily)? dos(?:e|ing)\b"
    r"|(?:stable|steady)(?: now| since \w{1,12}){0,2} (?:on|at) \d"
    r"|(?:after|past|beyond|completed|finished)(?: the)? (?:ramp[\s-]?up|dose escalation"
    r"|titration)\b",
    TRANS: r"in[\s-]trans\b|\btrans[\s-](?:config\w*|allele|position|C797S)"
    r"|\b(?:on|in) (?:different|separate|opposite) alleles",
}
_LYMPH = r"(?:(?:axillary|sentinel|regional|pelvic|lymph)[\s-]){0,2}(?:nodes?|LNs?)"
_N = r"(?-i:(?:(?<=T[0-4])|(?<=T[0-4][a-d])|(?<![\w.-])[cpy]{0,2})N"
"""The N of "pT2N1", "cN0", "T2 N1"."""
BARE_NODES = (
    r"(?<![\d/.–-])(?<!removed )(?<!sampled )(?<!resected )(?<!negative )(?<!of )(?<!no )"
    r"\b(?P<nodes>[1-9]\d?)(?:/\d{1,2})? (?:nodes?|LNs?)(?= ?(?:[,;)\n+]|\.(?!\d)|$))"
)
"""Nodes by their number alone, in a list of findings: "3 nodes, Ki-67 30%, G3"."""
PATTERNS |= {
    NODE_POSITIVE: r"(?:node|nodal(?:ly)?|LN)[\s-]?(?:positive\b|pos\b|\+)"
    rf"|\b(?:positive|involved) {_LYMPH}\b|\b{_LYMPH} (?:are |were )?(?:positive|pos|involved)\b"
    r"|\b[1-9]\d?/\d{1,2} (?:positive )?(?:nodes|LNs?|sentinel nodes)\b"
    rf"|{BARE_NODES}"
    rf"|{_N}[1-3](?:mi|[abc])?(?![A-LN-Za-z0-9])|(?<!\w)[cp]?N\+)",
    NODE_NEGATIVE: r"(?:node|nodal(?:ly)?|LN)[\s-]?(?:negative|neg)\b|\bnegative "
    rf"{_LYMPH}\b|\b{_LYMPH} (?:are |were )?(?:negative|neg)\b|\bno (?:positive|involved) {_LYMPH}"
    rf"|\b0/\d{{1,2}} (?:positive )?(?:nodes|LNs?|sentinel nodes)\b|{_N}0(?![A-LN-Za-z0-9]))",
}
"""What decides on adjuvant treatment beside the size."""
EITHER = re.compile(r"(?i)(?:\bor|/)\s$")
OR_ELSE = re.compile(r"(?i)(?:\s(?:disease|tumou?rs?|status))?,?\sor\b")
"""Around one of several conditions of which any is enough ("over 2 cm or node-positive")."""
_FEATURES = {
    name: filtered_pattern(rf"(?i)(?:{words})" if name in NODES else rf"(?i)\b(?:{words})")
    for name, words in PATTERNS.items()
}


def read_features(text: str) -> tuple[FoundValue, ...]:
    """The features of the disease that the text names, as conditions. The side is not read where
    another tumour than one of the bowel is named."""
    return (*_find_features(text), *read_number_ranges(text))


def _find_features(text: str) -> Iterator[FoundValue]:
    for name, pattern in _FEATURES.items():
        for match in pattern.finditer(text):
            if name in (RIGHT, LEFT) and _of_another_tumour(text):
                continue
            if name in NODES and _is_one_of_several(text, *match.span()):
                continue
            polarity = polarity_at(text, *match.span())
            yield FoundValue(Condition(name=name, polarity=polarity), *match.span())


def _is_one_of_several(text: str, start: int, end: int) -> bool:
    return bool(EITHER.search(text, max(0, start - 4), start) or OR_ELSE.match(text, end))


def _of_another_tumour(text: str) -> bool:
    named = recognise_passage(text).names("tumour")
    return bool(named) and not any(_SIDED in (name, *lineage(name)) for name in named)
