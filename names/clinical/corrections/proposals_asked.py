"""Whether a question of a message proposes something: a "no" to it tells nothing of what was."""

from __future__ import annotations

import re

from names.recognise import recognise
from names.tables.phrases import find_phrases

_CLAUSE = re.compile(r"[.,;:!?\n(]\s|[\n(]")
_OFFERS = re.compile(
    r"(?i)\W{0,4}(?:so |and |then )?(?:can|could|should|would|shall|may|might|will|what|which|how"
    r"|when|why|where|who|ok|okay|safe|any (?:role|place|need|option)|give|start|restart|switch"
    r"|continue|stop|add|use|try|consider|rechallenge)\b"
)
"""How a question begins that asks what to do, and of no fact."""
_HAD = re.compile(
    r"(?i)\b(?:prior|previous(?:ly)?|earlier|past|ever|had|has|have|gets?|on|takes?|taking|received|given|got"
    r"|after|progress\w*|failed|refractory|resistan\w+|intoleran\w+|allerg\w+|exposed|na[iï]ve"
    r"|eligible|fit|candidate|tolerat\w+|before)\b"
)
"""Beside a drug in a question of what was: "prior osimertinib? no"."""
_BY = re.compile(r"(?i)\s(?:with|to|from|under|during|due to|because of)\s(?:the\s)?$")
"""Between an event and the drug that it came with: "anaphylaxis with cetuximab? no"."""
_FAR = 20
"""Characters of such words; by hand: the longest with an article."""


def asks_what_to_do(text: str, end: int) -> bool:
    """Whether the question that ends here proposes something ("olaparib?"): a "no" to it tells
    nothing of what the patient had."""
    begins = [each.end() for each in _CLAUSE.finditer(text, 0, end)]
    asked = text[begins[-1] if begins else 0 : end]
    drugs = recognise(asked).of("drug", "drug_class")
    told = _HAD.search(asked) or any(_is_of_event(asked, each.start) for each in drugs)
    return bool(_OFFERS.match(asked) or (drugs and not told))


def _is_of_event(text: str, start: int) -> bool:
    """Whether an event stands before the drug that begins here, which may have caused it."""
    by = _BY.search(text, max(0, start - _FAR), start)
    ends = (each.end for each in find_phrases(text[:start], "clinical/toxicities.tsv"))
    return by is not None and any(end == by.start() for end in ends)
