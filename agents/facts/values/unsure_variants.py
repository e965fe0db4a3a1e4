"""A variant that a message calls one of uncertain significance some words away: "(reported VUS)",
"the lab calls it a VUS". No drug is chosen by it, so that these words must never be lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from agents.facts.marker_states import is_gene
from names.clinical.grammar.sentences import END_BEFORE_SPACE
from names.clinical.markers.vocabulary import FAMILIES
from names.clinical.values import FoundValue, Marker
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise_passage

REACH = 120
"""Characters between a variant and these words. Chosen by hand: a short sentence."""
UNSURE = filtered_pattern(
    r"(?i)\b(?:VUS(?:es|['’]?s)?|V\.?U\.?S\.|(?:variants? (?:of|with) )?(?:uncertain|unknown"
    r"|unclear|undetermined) (?:clinical )?significance|significance(?: is| was)?"
    r" (?:uncertain|unknown|unclear|undetermined)|unclassified variants?"
    r"|ACMG(?: class)? (?:3|III))(?!\w)"
)
_DENIED = re.compile(
    r"(?i)\b(?:no|not|never|without|isn['’]t|wasn['’]t|no longer|neither|nor)"
    r"(?: (?:an?|any|other|further|more|additional|known))*\s$"
)
_BESIDES = re.compile(
    r"(?i)(?:\b(?:and|plus|also|another|other|as well as|multiple|several|some|few|only)\b|[+&;])"
    r"(?:\s(?:an?|one|two|\d|other|further|germ-?line|somatic)){0,2}\s?$"
)
"""Before a variant that is told of besides: it is not the one named before."""
_ALL = re.compile(r"(?i)\b(?:both|all|each|either)\b")
_TOLD = re.compile(r"(?i)\bpathogenic\b|\bdeleterious\b|(?-i:\bP/LP\b|\bLP\b)")
_OF_REPORT = re.compile(
    r"(?i)\b(?:it|this|that|lab\w*|report\w*|classif\w+|called|calls|variant|invitae|myriad|clinvar)\b"
)
"""Between sentences: the second speaks of what the first has named."""
_GERMLINE = re.compile(r"(?i)\bgerm-?line\b")
_GENE_BEHIND = re.compile(r"(?i)(?:\s?only)?[\s:(,–-]{0,3}(?:(?:in|of|on|at)\s)?(?:the\s)?")
_VARIANT_BEHIND = re.compile(r"[\s:(,–-]{0,3}")


def with_unsure_variants(
    found: Sequence[FoundValue], text: str, is_of_relative: Callable[[str, FoundValue], bool]
) -> list[FoundValue]:
    """The values of a message, each variant that it calls one of uncertain significance as such;
    a gene of which nothing else is said stands as altered in an uncertain way."""
    read = list(found)
    for match in UNSURE.finditer(text):
        if _DENIED.search(text, max(0, match.start() - 40), match.start()):
            continue
        for marker in _meant_markers(read, text, match):
            if is_of_relative(text, marker):
                continue
            read = [each for each in read if each != marker]
            read.append(_unsure(marker, match))
    return sorted(dict.fromkeys(read), key=lambda each: (each.start, each.end))


def _unsure(found: FoundValue, match: re.Match[str]) -> FoundValue:
    assert isinstance(found.value, Marker)
    start, end = min(found.start, match.start()), max(found.end, match.end())
    return FoundValue(replace(found.value, polarity="uncertain"), start, end)


def _meant_markers(
    found: Sequence[FoundValue], text: str, match: re.Match[str]
) -> list[FoundValue]:
    """The markers that the words are on: one that they are part of, one right behind them, or the
    nearest before them."""
    own = [
        each
        for each in _genes(found)
        if each.start <= match.start() < each.end and _polarity(each) == "uncertain"
    ]
    if own:
        return list(_variants_behind(found, text, own))
    behind = _GENE_BEHIND.match(text, match.end())
    place = behind.end() if behind else match.end()
    named = [each for each in _named_genes(found, text) if each.start <= place < each.end]
    if named:
        return [*named, *_variants_behind(found, text, named)]
    return _before(found, text, match)


def _variants_behind(
    found: Sequence[FoundValue], text: str, own: Sequence[FoundValue]
) -> Iterator[FoundValue]:
    """The variant right behind its gene: "VUS in BRCA2: K2729N"."""
    for gene in own:
        behind = _VARIANT_BEHIND.match(text, gene.end)
        place = behind.end() if behind else gene.end
        for each in _genes(found):
            if _name(each) == _name(gene) and each.start == place and _is_present(each):
                yield each


def _before(found: Sequence[FoundValue], text: str, match: re.Match[str]) -> list[FoundValue]:
    named = [each for each in _named_genes(found, text) if each.end <= match.start()]
    named = [each for each in named if match.start() - each.end <= REACH]
    if not named:
        return []
    last = max(named, key=lambda each: each.end)
    between = text[last.end : match.start()]
    if _BESIDES.search(between) or (
        END_BEFORE_SPACE.search(between) and not _OF_REPORT.search(between)
    ):
        return []
    if _GERMLINE.search(between) and _name(last) not in FAMILIES["HRR"]:
        return []
    if _ALL.search(between):
        start = max((m.end() for m in END_BEFORE_SPACE.finditer(text, 0, last.start)), default=0)
        return [each for each in named if each.start >= start and _is_present(each)]
    whole = [each for each in named if each.end == last.end or _is_same(each, last, text)]
    return [each for each in whole if _is_present(each)]


def _is_same(one: FoundValue, last: FoundValue, text: str) -> bool:
    """Whether an alteration of the gene told before its variant is the same finding, and nothing
    says that it is pathogenic: "BRCA2 mutation, K2729N"."""
    assert isinstance(one.value, Marker)
    alike = _name(one) == _name(last) and one.value.state == "altered"
    return alike and not _TOLD.search(text, one.start, last.start)


def _named_genes(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The genes with what is said of them, and those of which nothing is."""
    genes = _genes(found)
    bare = [
        FoundValue(Marker(name=name, state="altered"), mention.start, mention.end)
        for mention in recognise_passage(text).of("gene")
        for name in mention.names
        if not any(each.start < mention.end and mention.start < each.end for each in genes)
    ]
    return [each for each in [*genes, *bare] if _is_gene_value(each)]


def _genes(found: Sequence[FoundValue]) -> list[FoundValue]:
    return [each for each in found if _is_gene_value(each)]


def _is_gene_value(found: FoundValue) -> bool:
    """Whether it is a marker that has variants: a gene, no receptor and no score."""
    return isinstance(found.value, Marker) and is_gene(found.value)


def _is_present(found: FoundValue) -> bool:
    return _polarity(found) == "present"


def _polarity(found: FoundValue) -> str:
    assert isinstance(found.value, Marker)
    return found.value.polarity


def _name(found: FoundValue) -> str:
    assert isinstance(found.value, Marker)
    return found.value.name
