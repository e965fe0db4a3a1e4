"""Which gene was meant for the one that was told, where nothing more is said of either: "sorry
ROS1, not ALK"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from agents.facts.marker_states import is_gene
from names.clinical.grammar.sentences import is_asked_from
from names.clinical.values import ClinicalValue, FoundValue, Marker
from names.entities import EntityMention
from names.recognise import recognise

_NOT = re.compile(r"(?i)\s?[,;(–—-]{0,2}\s?(?:(?:and|but)\s)?not\s")
_BUT = re.compile(
    r"(?i)\s?[,;.–—-]?\s?(?:(?:but|it is|it['’]s|it was|rather|actually|is|was)\s){1,3}"
)
_DENIED = re.compile(r"(?i)\b(?:not|isn['’]?t|wasn['’]?t)\s$")
_GENERAL = frozenset(("altered", "fusion", "amplification"))
"""States that another gene may have as well."""


def genes_meant(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """The alteration that the thread *knows*, as one of the gene that was meant."""
    told = {each.name: each for each in known if isinstance(each, Marker) and _is_there(each)}
    for first, second in pairwise(recognise(text).of("gene")):
        wrong, right = _told_apart(text, first, second)
        if wrong is None or right is None or is_asked_from(text, second.end):
            continue
        marker = next((told[name] for name in wrong.names if name in told), None)
        taken = any(each.start < right.end and right.start < each.end for each in found)
        if marker and not taken and len(right.names) == 1 and right.names[0] not in told:
            state = marker.state if marker.state in _GENERAL else "altered"
            meant = replace(marker, name=right.names[0], state=state, value=None, unit="")
            yield FoundValue(meant, right.start, right.end)
    yield from _gene_supposed(text, found, known)


_IF_IT_WERE = re.compile(
    r"(?i)(?:\b(?:if|suppos\w{1,4}|imagine|assum\w{1,3}|say)\s(?:(?:it|this|that|the\s(?:gene|mutation"
    r"|variant|finding|result))\s)(?:was|were|is|had been)\s|^\W*(?:and|or|what about|how about)\s"
    r"(?:for\s|with\s)?)(?:(?:in|an?|germline|somatic)\s)?g?$"
)
"""Before a gene that a question puts in the place of the one that was found."""
_PUT_INSTEAD = re.compile(r"(?i)\s(?:(?:mutated|mutation|variant|altered)\s)?(?:instead|rather)\b")


def _gene_supposed(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """ "And if it was BRCA2 instead?": the gene that is supposed, altered as the only one that the
    thread *knows* to be."""
    there = [each for each in known if isinstance(each, Marker) and _is_there(each)]
    there = [each for each in there if is_gene(each)]
    genes = recognise(text).of("gene")
    if len({each.name for each in there}) != 1 or len(genes) != 1 or len(genes[0].names) != 1:
        return
    gene, old = genes[0], there[-1]
    before = _IF_IT_WERE.search(text, 0, gene.start)
    if before is None or not _PUT_INSTEAD.match(text, gene.end) or gene.names[0] == old.name:
        return
    if not any(each.start < gene.end and gene.start < each.end for each in found):
        state = old.state if old.state in _GENERAL else "altered"
        new = replace(old, name=gene.names[0], state=state, value=None, unit="")
        yield FoundValue(new, gene.start, gene.end)


def _is_there(marker: Marker) -> bool:
    return marker.polarity == "present"


def _told_apart(
    text: str, first: EntityMention, second: EntityMention
) -> tuple[EntityMention | None, EntityMention | None]:
    """The gene that was told and the one that was meant; None for both where no words say so."""
    if _NOT.fullmatch(text, first.end, second.start):
        return second, first
    if _DENIED.search(text, max(0, first.start - 10), first.start) and _BUT.fullmatch(
        text, first.end, second.start
    ):
        return first, second
    return None, None
