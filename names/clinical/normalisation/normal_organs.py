"""Organs and values that a message calls normal behind their name, in the words that their readers
know: "LFTs fine" becomes "normal LFTs", "bili normal" becomes "bilirubin ≤1 x ULN"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.tables.ward.measures import measure_pattern

# Normal creatinine is not among them: it may hide a low clearance.
_ORGANS = (
    ("kidneys", r"(?:renal|kidney) (?:function|tests?)|kidneys?|renal parameters"),
    ("LFTs", r"LFTs?|liver (?:function(?: tests?)?|tests?|panel|parameters|enzymes and bilirubin)"
             r"|hepatic function"),
    ("LVEF", r"LVEF|EF|ejection fraction|cardiac function|LV function"),
)  # fmt: skip
"""The word that a reader knows behind "normal", and the words that are used."""
_VALUES = ("bilirubin", "AST", "ALT")
"""Measures whose rules count in upper limits of normal, so that a normal one has a number."""
_LINKS = r"(?:\s?[:=]\s?|\s(?:(?:is|are|was|were|all|both|currently|today|still|remains?)\s){0,3})"
_NORMAL = (
    r"(?:normal|fine|ok(?:ay)?|WNL|nl|unremarkable|within (?:the )?normal(?: limits?| range)?"
    r"|in (?:the )?normal range|preserved|good)"
)
_ENDS = (
    r"(?=\s?(?:$|[,.;:!?)\n]|[-–—]\s|(?:and|but|with|so|today|now|currently|can|which|what|on)\b))"
    r"(?!\s?[,;]?\s?(?:before|previously|at baseline|until|initially))"
)
_TOLD = tuple(
    (name, re.compile(rf"(?i)\b(?P<told>(?:{words}){_LINKS}{_NORMAL}){_ENDS}"))
    for name, words in _ORGANS
)
_MEASURED = tuple(
    (name, re.compile(rf"(?P<told>{measure_pattern(name)}{_LINKS}(?i:{_NORMAL})){_ENDS}"))
    for name in _VALUES
)
_WAITED_FOR = re.compile(
    r"(?i)\b(?:if|once|when|until|till|unless|as soon as|whether|is|are|only|assuming|need\w*"
    r"|require\w*|provided|not|no longer|previously|initially|before)\s(?:the |her |his )?$"
)
"""Before an organ that may be normal, or once was."""


def normal_organs(text: str) -> Iterator[Change]:
    """The organs that a message calls normal, each with the word before its name, and the values,
    each with the number that a normal one has at most."""
    told = [(f"normal {name}", pattern) for name, pattern in _TOLD]
    told += [(f"{name} ≤1 x ULN", pattern) for name, pattern in _MEASURED]
    for words, pattern in told:
        for match in pattern.finditer(text):
            if not _WAITED_FOR.search(text, max(0, match.start() - 30), match.start()):
                yield (*match.span("told"), words)
