"""Whether words describe a variant that has a form in words, beside the name of its gene: "FLT3
internal tandem duplication", "loss of CDKN2A". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.lookups.subjects import LookUpSubject
from names.variants.normal_form import VariantKind
from names.variants.usual_forms import read_described

_WORD = re.compile(r"[^\s,;:]{1,40}")
MOST_BEFORE = 4
"""Words before the gene. Chosen by hand: "homozygous deletion of the"."""
MOST_BEHIND = 5
"""Words behind it. Chosen by hand: "internal tandem duplication (ITD)" and one more."""
_IN_WORDS: frozenset[VariantKind] = frozenset(("structure", "copy number", "exon"))
"""Kinds that readers of running text name by a word at most, or not at all."""


def describes(words: str, genes: Sequence[tuple[int, int]], subject: LookUpSubject) -> bool:
    """Whether the words around the gene's name, which stands at these places, describe it."""
    wanted = read_described(subject.name)
    if wanted is None or wanted.kind not in _IN_WORDS:
        return False
    told = (each for start, end in genes for each in _phrases(words, start, end))
    return any(read_described(each) == wanted for each in dict.fromkeys(told))


def _phrases(words: str, start: int, end: int) -> Iterator[str]:
    """The words from a few before the gene to a few behind it, each as a phrase of its own."""
    before = [each.start() for each in _WORD.finditer(words, max(0, start - 160), start)]
    behind = [each.end() for each in _WORD.finditer(words, end, end + 200)]
    for first in (start, *reversed(before[-MOST_BEFORE:])):
        for last in (end, *behind[:MOST_BEHIND]):
            yield words[first:last].rstrip(".)" if words.count("(", first, last) == 0 else ".")
