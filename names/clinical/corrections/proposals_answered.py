"""What a message asks and answers with a "no" that has no comma: "DLBCL? no MCL" becomes "DLBCL:
no. MCL", which denies nothing of what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from names.clinical.expansion import Change
from names.recognise import recognise

_ANSWER = re.compile(r"(?i)\s?\?{1,3}\s{0,2}(?P<no>no(?:pe)?)\s")
_OF_THE_SAME = re.compile(
    r"(?i)[\s-](?:component|features?|transformation|differentiation|mets|metast\w+|history|elements?"
    r"|areas?|either|too|seen|found|detected|mutation|there)\b"
)
"""Behind what is denied of the same tumour."""


def answered_proposals(text: str) -> Iterator[Change]:
    """The "no" between two tumours, or two variants, as the answer that it is."""
    if not _ANSWER.search(text):
        return
    for kind in ("tumour", "variant"):
        for first, second in pairwise(recognise(text).of(kind)):
            answer = _ANSWER.fullmatch(text, first.end, second.start)
            if answer and not _OF_THE_SAME.match(text, second.end):
                yield (*answer.span(), ": no. ")
