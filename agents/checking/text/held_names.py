"""Whether a text has a name with digits in another form: a stage, a grade, joined drugs. Pure."""

from __future__ import annotations

import re

from agents.checking.text.name_index import NameIndex

_STAGED = re.compile(r"^[cpy]{1,2}(?=[tnm]\d)")
_GRADE = re.compile(r"g[1-5](?:[-/]g?[1-5])?")
_NODES = {"n0": re.compile(r"\bnode-negative\b|\bnegative (?:lymph )?nodes\b")}
"""How a text says a stage in words."""
_STAGE_RANGE = re.compile(r"[tn]\d[a-d]?(?:[-/][tn]\d[a-d]?)+")
_JOINED = re.compile(r"[-/+]")
LEAST_LETTERS = 5
"""Of a part of a joined name, so that "del-19" is none. Chosen by hand."""


def holds_name(name: str, index: NameIndex, text: str) -> bool:
    """Whether a text (plain, with its index) has a name, or both ends of a range of stages."""
    if index.holds(name) or index.holds(_STAGED.sub("", name)):
        return True
    grades = re.findall(r"\d", name) if _GRADE.fullmatch(name) else []
    if grades and f"grade {grades[0]}" in text:
        return True
    if name in _NODES and _NODES[name].search(text):
        return True
    ends = re.split("[-/]", name) if _STAGE_RANGE.fullmatch(name) else []
    if ends and all(map(index.holds, ends)):
        return True
    parts = _JOINED.split(name)  # "cetuximab-mFOLFOX6"
    return len(parts) > 1 and all(
        len(part) >= LEAST_LETTERS and index.holds(part) for part in parts
    )
