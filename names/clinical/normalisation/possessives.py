"""A finding that a message calls by whose it is, with its name: "the HRD was her sister's, our
patient's is negative" becomes "…, our patient's HRD is negative"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.clinical.markers.vocabulary import PROTEIN
from names.recognise import recognise

_OWN = re.compile(
    r"(?i)\b(?:(?:our|the|this|my)\s(?:pt|patient|case)['’]s|(?:her|his)\sown|hers)(?P<at>\s)"
    r"(?:(?:result|report|test|one|status)\s)?(?:is|was|were|came back|are)?\s?"
    r"(?=(?:also|still|just|only|in fact|actually)?\s?(?:neg(?:ative)?|pos(?:itive)?|wt"
    r"|wild[\s-]?type|mutated"
    r"|altered|normal|intact|unknown|pending|low|high|stable|not (?:mutated|amplified|detected"
    r"|tested)"
    r"|VUS|a VUS|[0-3]\+?(?!\w))\b)"
)
_FAR = 120
"""Characters between a finding and the words that point at it. Chosen by hand: two clauses."""


def possessives(text: str) -> Iterator[Change]:
    """The places behind "our patient's" and the like, each with the name of what was told last."""
    for match in _OWN.finditer(text):
        before = [
            (each.end(), each.group())
            for each in PROTEIN.finditer(text)
            if each.end() <= match.start()
        ]
        before += [
            (each.end, each.text)
            for each in recognise(text).of("gene")
            if each.end <= match.start()
        ]
        end, name = max(before, default=(0, ""))
        if name and match.start() - end <= _FAR:
            yield (*match.span("at"), f" {name} ")
