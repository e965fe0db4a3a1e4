"""Items of a long quote, each for a tumour: a label's indications. Pure.

What one item says of a variant, gene or drug is not said for the tumour of another.
"""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence, singular
from names.entities import EntityKind
from names.recognise import recognise_passage

_ITEM = re.compile(r"[•\uf0b7]|\(\d[\d., ]{0,30}\)|[;] |\.(?= |$)| {2,20}|\n")
_KINDS: tuple[EntityKind, ...] = ("variant", "gene", "drug")
MOST_ITEMS = 40
"""Items of a quote that are read. Chosen by hand: a label has twelve indications."""


def problem_with_items(claim: CitedSentence) -> str:
    """Whether it names for one tumour what its only quote names for another one only."""
    if len(claim.sources) != 1 or len(claim.sentence.tumours) != 1:
        return ""
    parts = [part for part in _ITEM.split(claim.sources[0].quote.text) if part and part.strip()]
    read = [recognise_passage(singular(part)) for part in parts[:MOST_ITEMS]]
    items = [each for each in read if each.names("tumour")]
    own = [each for each in items if each.names("tumour") & claim.sentence.tumours]
    if not own or len(own) == len(items):
        return ""
    said = recognise_passage(claim.sentence.text)
    about = recognise_passage(claim.sources[0].about.text)
    for kind in _KINDS:
        here = frozenset().union(*(each.names(kind) for each in own))
        elsewhere = frozenset().union(*(each.names(kind) for each in items if each not in own))
        unbound = frozenset().union(*(each.names(kind) for each in read if each not in items))
        strange = said.names(kind) & elsewhere - here - unbound - about.names(kind)
        if strange:
            return f"“{min(strange)}” stands beside another tumour in the cited quote."
    return ""
