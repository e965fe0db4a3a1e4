"""The patient's own result beside that of a relative: "mother BRCA2+, pt herself tested neg" tells
of the germline of the patient."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.patterns.relatives import RELATIVE
from names.recognise import recognise

_OWN = re.compile(
    r"(?i)[,;.–—-]\s?(?:but\s|and\s|the\s)?(?:(?:pt|patient|proband)(?:\s(?:herself|himself))?"
    r"|s?he\s(?:herself|himself))"
    r"(?P<link>\s(?:(?:has|was|is|been)\s){0,2}(?:tested\s|tests\s|came back\s)?)"
    r"(?P<result>neg(?:ative)?|pos(?:itive)?)"
    r"(?P<it>\sfor\s(?:it|that|the (?:mutation|variant|gene)))?(?=\s?(?:[.,;)\n]|$))"
)
"""The patient by name, or as herself: "she" may be the sister."""
_RELATIVE = re.compile(rf"(?i)\b{RELATIVE}\b")
_FAR = 60
"""Characters between a relative and the patient's own result. By hand: a clause."""


def relatives_results(text: str) -> Iterator[Change]:
    """The patient's result with the gene for which the relative was tested."""
    for match in _OWN.finditer(text):
        first = max(0, match.start() - _FAR)
        of_relative = _RELATIVE.search(text, first, match.start())
        genes = [
            each.name
            for each in recognise(text).of("gene")
            if of_relative and of_relative.start() <= each.start < match.start()
        ]
        if len(set(genes)) == 1:
            yield (
                match.start("link"),
                match.end(),
                f": germline {genes[0]} {match['result']}",
            )
