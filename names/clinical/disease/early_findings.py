"""What a pathologist and a genomic assay say of an early tumour: grade, Ki-67, recurrence score,
number of nodes. Approvals and criteria of adjuvant treatment depend on them."""

from __future__ import annotations

import re

from names.clinical.disease.features import BARE_NODES
from names.clinical.values import Condition, FoundValue
from names.patterns.filtered import filtered_pattern

_TNM = r"(?:[cpy]{0,2}T[0-4][a-d]?[ ,]{0,2})?[cpy]{0,2}N[0-3](?:mi|[abc])?(?:[ ,]{0,2}M0)?"
_EVENT = (
    "lysis|flare|pain|ha?emorrhage|toxicit|reaction|aspergill|candid|fungal|infection|oedema|edema"
)
"""Behind "grade 3 tumour": an adverse event, of which this is the grade."""
_HISTOLOGY = "IDC|ILC|NST|invasive|ductal|lobular"
PATTERNS = {
    "Ki-67 {}%": filtered_pattern(
        r"(?i)\bKi-?\s?67(?: (?:index|score|LI|labelling index|proliferation index))?"
        r"(?:\s?[:=]|,| (?:of|is|was|at))?\s?~?(?P<value>100|\d{1,2}(?:[.,]\d(?=\d? ?%))?)\d?"
        r"(?: ?%|(?= ?(?:[,;)\n](?!\d)|\.(?!\d)|$|G[1-3]\b)))"
    ),
    "recurrence score {}": filtered_pattern(
        r"\b(?:(?i:oncotype(?:[ -]?dx)?)(?: (?i:RS|recurrence score|score))?"
        r"|(?i:recurrence score)|RS)"
        r"(?:\s?[:=]|,| (?:of|is|was))?\s?(?P<value>\d{1,2}|100)(?![\d%]|\.\d|\s?[-–]\s?\d"
        r"| ?(?:mg|mm|cm|\d|days?\b|weeks?\b|months?\b|years?\b)| (?:to|and) \d"
        r"|,? or (?:greater|higher|more|above|lower|less|below)\b)"
    ),
    "tumour grade {}": filtered_pattern(
        rf"(?:(?<![\w-]){_TNM},?;? |(?<=Ki67 )|(?<=Ki-67 ))(?:G|(?i:grade) ?)(?P<value>[1-3])\b"
        rf"|\bG(?P<before>[1-3])(?=[,;]? (?i:Ki-?\s?67|ER|HR\+|T[1-4]|{_HISTOLOGY}))"
        rf"|\b(?i:grade) ?(?P<named>[1-3]) (?i:breast|carcinoma|tumou?r|{_HISTOLOGY})"
        rf"(?! (?i:{_EVENT}))"
        r"|(?:(?i:Ki-?\s?67|nodes?|LNs?)\b[^.;,\n]{0,12}|\bHER2[-−+]|\b[EP]R[+-]),"
        r" ?G(?P<listed>[1-3])(?= ?(?:[,.;)\n]|$))"
    ),
    "{} positive nodes": filtered_pattern(
        r"(?i)(?<![\d/.–-])(?<!\d [/–-] )(?<!\d to )(?<!\d of )(?<!\bno )(?<!than )(?<!least )\b"
        r"(?P<value>[1-9]\d?)(?:(?:/| of )\d{1,2})? (?:positive|pos|involved|\+)"
        r" (?:axillary |lymph )?(?:nodes?|LNs?)\b"
        rf"|{BARE_NODES}"
    ),
}
"""What the finding is called, with a place for its number, and how it is written."""
_SPREAD = re.compile(
    r"(?i)(?<!no )(?<!without )(?<!no distant )\bmetasta|\bmBC\b|\bstage (?:IV|4)\b|\bM1\b"
    r"|(?<!locally )(?<!locally-)\badvanced\b"
)
"""Words of disease for which these findings decide nothing."""


def read_early_findings(text: str) -> tuple[FoundValue, ...]:
    """The findings that a text on an early tumour tells, as conditions named with their number.
    Empty where it speaks of disease that has spread."""
    if _SPREAD.search(text):
        return ()
    return tuple(
        FoundValue(Condition(name=name.format(number.replace(",", "."))), *match.span())
        for name, pattern in PATTERNS.items()
        for match in pattern.finditer(text)
        for number in [next(value for value in match.groups() if value)]
    )
