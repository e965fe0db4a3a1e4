"""A gene that a message names alone, as one item of a case: "olaparib, BRCA2, prostate". Who writes
so means that the gene is altered; nobody lists what was not found without saying so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.markers.reader import untold_markers
from names.clinical.values import FoundValue, Marker
from names.patterns.relatives import KIN
from names.recognise import recognise
from names.tables.variant_classes import FUSION_GENES, lung_drivers

ALONE = "a gene named alone in a case is altered"
"""The rule, as a reader sees it."""
_INHERITED = frozenset(("BRCA1", "BRCA2", "PALB2", "ATM", "RAD51C", "RAD51D", "BRIP1"))
_BEGINS = re.compile(r"(?:^|[,;.\n(]\s?)$")
_ENDS = re.compile(r"\s?(?:[,;.\n)](?!\d)|$)")
_TESTED = re.compile(
    r"(?i)\b(?:test\w*|panel|NGS|sequenc\w*|send|sent|check\w*|screen\w*|ask\w*|pending|await\w*|order\w*"
    rf"|result\w*|report\w*|which|list|genes?|family|relative\w*|{KIN})\b"
)
"""Words in a message that may name a gene for another reason."""


def lone_genes(text: str, found: Sequence[FoundValue]) -> Iterator[tuple[FoundValue, str]]:
    """The alteration of the one gene that stands alone in a message with a drug or a tumour, with
    the rule. Of several such genes, or beside words of testing, nothing is told."""
    named = recognise(text)
    if ("?" in text[-2:] and not named.of("drug")) or _TESTED.search(text):
        return
    if not named.of("drug", "tumour"):
        return
    drivers = {gene for gene, _ in lung_drivers()} | _INHERITED | FUSION_GENES
    untold = untold_markers(text)
    alone = [
        (names[0], start, end)
        for names, start, end in untold
        if len(untold) == 1 and len(names) == 1 and names[0] in drivers
        if _BEGINS.search(text, max(0, start - 2), start) and _ENDS.match(text, end)
    ]
    told = {each.value.name for each in found if isinstance(each.value, Marker)}
    if alone and alone[0][0] not in told:
        name, start, end = alone[0]
        state = "fusion" if name in FUSION_GENES else "altered"
        yield FoundValue(Marker(name=name, state=state), start, end), ALONE
