"""Where words name a gene together with an alteration of it, by grammar: the gene, then what is
changed; or what is changed, then "in" and the gene."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_variant
from retrieval.reports.contract import Span
from retrieval.reports.variant_names import fusions_in, protein_first, symbol_of, variants_in

_NEAR = 40
"""Characters beside two genes in which a word for their fusion stands. Chosen by hand: two words
and it."""
REACH = 90
"""Characters from a gene to its change, and from there to its other name. Chosen by hand: "EGFR
exon 21 missense variant NM_005228.5:c.2573T>G" has half of them between."""
LONGEST_STATEMENT = 1_000
"""Characters of a sentence that is read. Chosen by hand."""
_GENE = re.compile(r"(?<![\w.>*-])[A-Z][A-Z0-9]{1,9}(?:-\d[A-Z])?(?!\w|-[a-z]|\.\d)")
_RESIDUE = re.compile(r"[ACDEFGHIKLMNQRSTVWY]\d{1,4}[A-Z]?")
_NO_GENES = frozenset(("MAF", "AF", "ALL", "MB", "BAM"))
"""Abbreviations of reports that are names of genes elsewhere."""
_JOINED = re.compile(
    r"(?i)\b(?:fusion|rearrangement|translocation) (?:of|between|involving|joining) (?:the )?"
    r"(?-i:(?P<five>[A-Z][A-Z0-9]{1,9}))(?: \([^()]{1,30}\)| exon \d{1,2})?"
    r" (?:and|with|to) (?:the )?(?-i:(?P<three>[A-Z][A-Z0-9]{1,9}))\b"
)
_FUSED = re.compile(r"(?i)^\W{0,3}(?:\w+ ){0,2}(?:fusion|rearrangement|translocation)|^\W{0,3}$")
_FUSION_BEFORE = re.compile(r"(?i)\b(?:fusions?|rearrangements?)(?: gene| detected)?\W{1,3}$")
_OF_GENE = re.compile(r"(?i)\b(?:in|of|within|affecting|involving)(?: the)? $")
_OF_NEXT = re.compile(r" (?:of|in|within|affecting|involving) (?:the )?[A-Z][A-Z0-9]{1,9}(?![\w-])")
_NO_COPIES = re.compile(
    r"(?i)\b(?:expression|heterozyg\w+|function|stain\w*|proteins?|immuno\w+|IHC)\b"
)
"""Beside a loss or gain that is none of copies of the gene."""
_AND = re.compile(r"(?: ?\([^()]{1,30}\))?(?:,| and|, and|/| &) ?")
"""Between two genes of which the same is told."""


@dataclass(frozen=True, slots=True)
class NamedAlteration:
    """A gene with an alteration of it, and where both stand in the words."""

    gene: str
    gene_at: Span
    normal: tuple[NormalVariant, ...]
    spans: tuple[Span, ...]

    @property
    def start(self) -> int:
        return min(self.gene_at[0], *(span[0] for span in self.spans))

    @property
    def end(self) -> int:
        return max(self.gene_at[1], *(span[1] for span in self.spans))


def alterations_in(words: str) -> tuple[NamedAlteration, ...]:
    """Every gene that the words name with an alteration, in their order."""
    if len(words) > LONGEST_STATEMENT:
        return ()
    fusions = list(_fusions(words))
    taken = [each.gene_at for each in fusions]
    genes = [
        (symbol, match.span())
        for match in _GENE.finditer(words)
        if (symbol := _symbol(match[0])) and not _lies_in(match.start(), taken)
    ]
    found = fusions
    begins = [at[0] for _, at in genes] + [at[0] for at in taken] + [len(words)]
    until = 0
    for symbol, at in genes:
        end = min(each for each in begins if each > at[0])
        own = list(_behind(symbol, at, words, min(end, at[1] + REACH)))
        own = own or list(_before(symbol, at, words, max(until, at[0] - REACH)))
        own = own or list(_of_same_change(symbol, at, words, found))
        until = max([at[1], *(each.end for each in own)])
        found += own
    if _NO_COPIES.search(words):
        found = [each for each in found if each.normal[0].kind != "copy number"]
    return tuple(sorted(found, key=lambda each: each.start))


def _symbol(word: str) -> str:
    is_other = word in _NO_GENES or _RESIDUE.fullmatch(word)
    return "" if is_other else symbol_of(word)


def _lies_in(place: int, spans: Sequence[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


def _fusions(words: str) -> Iterator[NamedAlteration]:
    for normal, span in fusions_in(words):
        is_joined = "::" in words[slice(*span)] or _FUSED.match(words[span[1] : span[1] + _NEAR])
        if normal and (
            is_joined or _FUSION_BEFORE.search(words[max(0, span[0] - _NEAR) : span[0]])
        ):
            yield NamedAlteration(normal.change, span, (normal,), (span,))
    for match in _JOINED.finditer(words):
        five, three = _symbol(match["five"]), _symbol(match["three"])
        if five and three and five != three and (named := read_variant(f"{five}::{three}")):
            span = match.span("five")[0], match.span("three")[1]
            yield NamedAlteration(named.change, span, (named,), (span,))


def _behind(gene: str, at: Span, words: str, end: int) -> Iterator[NamedAlteration]:
    """The alterations behind a gene, as long as nothing else begins: what stands before "of" and
    the next gene is that one's."""
    for each in _by_alteration(gene, at, at[1], words[at[1] : end]):
        if not (_OF_NEXT.match(words, each.end) and each.end < end):
            yield each


def _before(gene: str, at: Span, words: str, start: int) -> Iterator[NamedAlteration]:
    """The alteration before "in" and the gene: the nearest one."""
    before = words[start : at[0]]
    joint = _OF_GENE.search(before)
    if joint is None:
        return
    found = list(_by_alteration(gene, at, start, before[: joint.start()]))
    yield from found[-1:]


def _of_same_change(
    gene: str, at: Span, words: str, found: Sequence[NamedAlteration]
) -> Iterator[NamedAlteration]:
    """The change of copies before a list of genes: "amplification of CCND1 and FGF19"."""
    last = found[-1] if found else None
    if last is None or any(each.kind != "copy number" for each in last.normal):
        return
    is_before = last.spans[0][1] < last.gene_at[0]
    if is_before and _AND.fullmatch(words, last.gene_at[1], at[0]):
        normal = tuple(replace(each, gene=gene) for each in last.normal)
        yield NamedAlteration(gene, at, normal, last.spans)


def _by_alteration(gene: str, at: Span, start: int, words: str) -> Iterator[NamedAlteration]:
    """The names in these words, those of one alteration together: a second change of the same
    kind is another alteration."""
    named = sorted(
        ((span, normal) for normal, span in variants_in(gene, words) if normal is not None),
        key=lambda each: each[0],
    )
    group: dict[NormalVariant, Span] = {}
    for span, normal in named:
        if normal.kind == "fusion":
            continue
        if any(n.kind == normal.kind and n != normal for n in group):
            yield _as_mention(gene, at, group)
            group = {}
        group.setdefault(normal, (start + span[0], start + span[1]))
    if group:
        yield _as_mention(gene, at, group)


def _as_mention(gene: str, at: Span, group: dict[NormalVariant, Span]) -> NamedAlteration:
    ordered = protein_first(list(group))
    return NamedAlteration(gene, at, ordered, tuple(group[each] for each in ordered))
