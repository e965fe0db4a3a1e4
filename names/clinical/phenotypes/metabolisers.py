"""How a patient metabolises: "DPYD *1/*2A", "CYP2D6 poor metaboliser", "activity score 1.5"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from names.clinical.expansion import expand
from names.clinical.grammar.bounds import read_bounds
from names.clinical.grammar.polarity import polarity_at
from names.clinical.phenotypes.allele_counts import HETEROZYGOUS, LOWER, counted_alleles
from names.clinical.phenotypes.allele_pairs import with_pairs
from names.clinical.phenotypes.allele_patterns import ALLELES, DIPLOTYPE, ZYGOSITY, is_twice
from names.clinical.phenotypes.derivation import phenotype_of_alleles, phenotype_of_functions
from names.clinical.phenotypes.names_of_alleles import alleles_told, gene_of_allele, is_one_allele
from names.clinical.phenotypes.short_names import BARE, SHORT, SHORTS
from names.clinical.values import FoundValue, Phenotype
from names.patterns.filtered import filtered_pattern

GENE = filtered_pattern(
    r"\b(?:(?P<dpyd>DPYD|DPD|(?i:dihydropyrimidine dehydrogenase))"
    r"|(?P<gene>TPMT|NUDT15|UGT1A1|CYP2D6|CYP2C19|CYP2C9|CYP3A5|CYP2B6|G6PD)"
    r"|(?P<g6pd>(?i:glucose[\s-]6[\s-]phosphate dehydrogenase))"
    r"|(?P<tpmt>(?i:thiopurine (?:S-)?methyltransferase)))(?![A-Za-z0-9])"
)
_KIND = r"(?:poor|intermediate|normal|extensive|rapid|ultra-?rapid)"
METABOLISERS = re.compile(
    rf"(?i)\b(?P<kinds>{_KIND}(?:\s?(?:,\s?or|,\s?and|,|/|to|or|and)\s?{_KIND}){{0,4}})\s"
    r"metaboli[sz](?:ers?|ing|m|ation)\b"
)
REACH = 60  # Characters between a gene and "PM" or "deficient": a clause. Chosen by hand.
_ENZYME = (
    r"(?P<{0}>DPYD|DPD|TPMT|NUDT15|G6PD|dihydropyrimidine dehydrogenase"
    r"|glucose[\s-]6[\s-]phosphate dehydrogenase)"
)
_EXTENT = r"complete|total|severe|partial|mild|heterozygous|homozygous|het|hom"
DEFICIENT = re.compile(
    rf"(?i)\b(?:(?P<extent>{_EXTENT})\s)?{_ENZYME.format('gene')}(?:\s\((?:DPD|G6PD)\))?"
    r"(?:[\s-]|:\s)(?:enzyme\s)?"
    rf"(?:(?P<extent2>{_EXTENT})\s)?(?:is\s)?"
    r"(?P<what>deficien(?:t|cy)|def(?:ic)?\b(?!\w)|(?:activity\s)?(?:is\s)?(?:very\s)?"
    r"(?:low|absent|reduced)(?!\s(?:risk|dose))|normal(?!\s(?:metab|function|allele))"
    r"|non-deficient)\b"
    rf"|\b(?P<what2>deficien(?:t|cy)\s(?:in|of|for)|(?:low|absent|reduced)(?=\s\w{{3,5}}\s"
    rf"(?:enzyme\s)?activity))\s{_ENZYME.format('gene2')}\b"
    r"|\b(?P<favism>favism|favic)\b"
)
"""Favism is haemolysis after beans in people with G6PD deficiency
(https://www.ncbi.nlm.nih.gov/books/NBK470315/)."""
LISTED = re.compile(r"(?:\s(?:and|or|and/or)\s|/|,\s)")  # Between two genes of one list.
OF_GENE = re.compile(r"(?i)\s(?:of|for|in)\s(?:both\s|either\s|the\s)?")
"""Between a phenotype and the genes it is of."""
LINK = re.compile(
    r"(?i)\s?(?:carrier\s)?[(,:=]{0,2}\s?(?:with|and|having|i\.e\.,?|of)?\s?(?:an?\s)?(?:gene\s)?(?:the\s)?"
    r"(?:DPYD|CYP2D6|CYP2C9|CYP2C19|UGT1A1)?\s?"
)
"""Between two things told of one gene."""
ONE_MORE = re.compile(r"(?i)\s(?:and|or)\s(?:of\s)?(?P<score>[0-3](?:\.\d{1,2})?)(?![\d.%]*\d)")
"""A second score: "activity scores of 1 and 1.5"."""
LARGEST_SCORE = 6
"""Larger numbers are no activity score: three copies of two normal alleles count 6."""
WILD_TYPE = re.compile(
    r"\b(?P<gene>DPYD|TPMT|NUDT15|UGT1A1|CYP2D6|CYP2C19|CYP2C9)[\s:]{1,2}(?i:is\s|genotype\s)?"
    r"(?i:wild[\s-]?type|wt)\b"
)
SCORE = re.compile(
    r"(?i)\b(?:(?:gene |DPYD |DPD |CYP2D6 )?activity[\s-]scores?|AS)\b(?:\s\(AS\))?(?=[\s:=(]|$)"
)


@dataclass(frozen=True, slots=True)
class _Gene:
    symbol: str
    start: int
    end: int


def read_phenotypes(text: str) -> tuple[FoundValue, ...]:
    """Alleles, scores and phenotypes of the genes by which doses are chosen, ordered by place.

    A text with neither such a gene nor an allele of it has none: "PM" and "*2" mean other things
    there."""
    expanded = expand(text)
    return expanded.place_back(_read_phenotypes(expanded.text))


def _read_phenotypes(text: str) -> tuple[FoundValue, ...]:
    genes = [_Gene(_symbol(match), *match.span()) for match in GENE.finditer(text)]
    genes = genes or list(_genes_of_alleles(text))
    if not genes:
        return tuple(_deficiencies(text))
    found = [
        *_wild_types(text),
        *_heterozygotes(text),
        *_bare_kinds(text),
        *_diplotypes(text, genes),
        *_counted_alleles(text, genes),
        *_metabolisers(text, genes),
        *_deficiencies(text),
        *_scores(text, genes),
    ]
    return tuple(
        sorted(
            with_pairs(text, _join_neighbours(text, found)),
            key=lambda each: (each.start, each.end, repr(each.value)),
        )
    )


def _symbol(match: re.Match[str]) -> str:
    return match["gene"] or ("DPYD" if match["dpyd"] else "G6PD" if match["g6pd"] else "TPMT")


def _start(gene: _Gene) -> int:
    return gene.start


def _gene_at(genes: Sequence[_Gene], start: int) -> _Gene:
    """The last gene named before a place, else the first of the text."""
    index = bisect_right(genes, start, key=_start) - 1
    return genes[max(index, 0)]


def _diplotypes(text: str, genes: Sequence[_Gene]) -> Iterator[FoundValue]:
    taken: set[int] = set()
    aliases: dict[int, int] = {}
    for match in DIPLOTYPE.finditer(text):
        second = "*1" if match["two"][0] in "wW" else match["two"]
        both = (match["one"], second)
        if is_one_allele(*both):
            aliases[match.start("one")] = match.start("two")
            continue
        taken.update((match.start("one"), match.start("two")))
        if _is_present(text, *match.span()):
            yield _of_alleles(genes, match, both, more_of_one=bool(match["more"]))
    singles = {match.start("allele"): match for match in ALLELES.finditer(text)}
    for start, match in singles.items():
        if start in taken or start in aliases.values() or not _is_present(text, *match.span()):
            continue
        told = _of_alleles(genes, match, _zygosity(match))
        if (last := singles.get(aliases.get(start, -1))) is None:
            yield told
            continue
        also = _of_alleles(genes, last, _zygosity(last))
        yield FoundValue(max(told.value, also.value, key=alleles_told), told.start, also.end)


def _heterozygotes(text: str) -> Iterator[FoundValue]:
    """The phenotype of "DPYD het", where the tables give the same one whichever function the other
    allele has lost."""
    for match in HETEROZYGOUS.finditer(text):
        gene = match["gene"] or match["gene2"]
        told = {phenotype_of_functions(gene, (each, "normal")).phenotype for each in LOWER} - {""}
        if len(told) == 1 and _is_present(text, *match.span()):
            yield FoundValue(Phenotype(gene=gene, phenotype=told.pop()), *match.span())


def _counted_alleles(text: str, genes: Sequence[_Gene]) -> Iterator[FoundValue]:
    for match, functions in counted_alleles(text):
        gene = _gene_inside(genes, match) or _gene_at(genes, match.start())
        if _is_present(text, *match.span()):
            yield FoundValue(phenotype_of_functions(gene.symbol, functions), *match.span())


def _gene_inside(genes: Sequence[_Gene], match: re.Match[str]) -> _Gene | None:
    index = bisect_left(genes, match.start(), key=_start)
    inside = index < len(genes) and genes[index].start < match.end()
    return genes[index] if inside else None


def _of_alleles(
    genes: Sequence[_Gene], match: re.Match[str], names: Sequence[str], *, more_of_one: bool = False
) -> FoundValue:
    gene = gene_of_allele(names[0]) or _gene_at(genes, match.start()).symbol
    value = phenotype_of_alleles(gene, names, more_of_one=more_of_one)
    return FoundValue(value, *match.span())


def _genes_of_alleles(text: str) -> Iterator[_Gene]:
    """The genes whose own alleles a text names, without naming the genes: "c.1905+1G>A"."""
    for match in ALLELES.finditer(text):
        if gene := gene_of_allele(match["allele"]):
            yield _Gene(gene, *match.span("allele"))


def _zygosity(match: re.Match[str]) -> tuple[str, ...]:
    """Both alleles where the text tells how often one is there; else the one."""
    word = match["before"] or match["after"] or ""
    if is_twice(word):
        return (match["allele"], match["allele"])
    return ("*1", match["allele"]) if ZYGOSITY.search(word) else (match["allele"],)


def _wild_types(text: str) -> Iterator[FoundValue]:
    """A gene without a tested variant counts as two reference alleles."""
    for match in WILD_TYPE.finditer(text):
        gene = _symbol_of_enzyme(match["gene"])
        yield FoundValue(phenotype_of_alleles(gene, ("*1", "*1")), *match.span())


def _bare_kinds(text: str) -> Iterator[FoundValue]:
    for match in BARE.finditer(text):
        gene = "DPYD" if match["gene"] == "DPD" else match["gene"]
        yield FoundValue(
            Phenotype(gene=gene, phenotype=_kind(match["kind"].lower())), *match.span()
        )


def _metabolisers(text: str, genes: Sequence[_Gene]) -> Iterator[FoundValue]:
    for match in METABOLISERS.finditer(text):
        gene_before = _gene_at(genes, match.start())
        start = gene_before.start if match.start() - gene_before.end == 1 else match.start()
        if not _is_present(text, start, match.end()):
            continue
        behind = _genes_behind(text, genes, match.end())
        for gene in behind or _genes_of(text, genes, match.start()):
            for kind in re.findall(r"[a-z-]+", match["kinds"].lower()):
                if name := _kind(kind):
                    yield FoundValue(Phenotype(gene=gene, phenotype=name), *match.span())
    for match in SHORT.finditer(text):
        gene_before = _gene_at(genes, match.start())
        if (
            0 <= match.start() - gene_before.end <= REACH
            or 0 <= gene_before.start - match.end() < 3
        ):
            short = Phenotype(gene=gene_before.symbol, phenotype=SHORTS[match["short"].upper()])
            yield FoundValue(short, *match.span())


def _is_present(text: str, start: int, end: int) -> bool:
    return polarity_at(text, start, end) == "present"


def _kind(word: str) -> str:
    if word in {"extensive", "normal"}:
        return "normal"
    if word in {"ultrarapid", "ultra-rapid"}:
        return "ultrarapid"
    return word if word in {"poor", "intermediate", "rapid"} else ""


def _genes_of(text: str, genes: Sequence[_Gene], start: int) -> tuple[str, ...]:
    """The gene before a place, with the others of its list: "TPMT or NUDT15"."""
    index = max(bisect_right(genes, start, key=_start) - 1, 0)
    found = [genes[index].symbol]
    while index and LISTED.fullmatch(text, genes[index - 1].end, genes[index].start):
        index -= 1
        found.append(genes[index].symbol)
    return tuple(dict.fromkeys(found))


def _genes_behind(text: str, genes: Sequence[_Gene], end: int) -> tuple[str, ...]:
    """The genes that stand right behind a phenotype: "metabolisers of both TPMT and NUDT15"."""
    first = bisect_left(genes, end, key=_start)
    if first == len(genes) or not OF_GENE.fullmatch(text, end, genes[first].start):
        return ()
    found = [genes[first]]
    for index in range(first + 1, len(genes)):
        if not LISTED.fullmatch(text, found[-1].end, genes[index].start):
            break
        found.append(genes[index])
    return tuple(dict.fromkeys(gene.symbol for gene in found))


def _deficiencies(text: str) -> Iterator[FoundValue]:
    for match in DEFICIENT.finditer(text):
        written = match["gene"] or match["gene2"] or ("G6PD" if match["favism"] else "")
        extent = (match["extent"] or match["extent2"] or "").lower()
        what = (match["what"] or "").lower()
        if what in {"normal", "non-deficient"}:
            phenotype = "normal"
        elif extent in {"complete", "total"} or extent.startswith("hom"):
            phenotype = "poor"
        elif extent == "partial" or extent.startswith("het"):
            phenotype = "intermediate"
        else:
            phenotype = "deficient"
        if _is_present(text, *match.span()):
            value = Phenotype(gene=_symbol_of_enzyme(written), phenotype=phenotype)
            yield FoundValue(value, *match.span())


def _symbol_of_enzyme(written: str) -> str:
    match = GENE.regex.match(written) or GENE.regex.match(written.upper())
    return _symbol(match) if match else ""


def _scores(text: str, genes: Sequence[_Gene]) -> Iterator[FoundValue]:
    for match in SCORE.finditer(text):
        bounds = read_bounds(text, match.end())
        if bounds is None or (bounds.high or bounds.low or 0) > LARGEST_SCORE:
            continue
        gene = _gene_at(genes, match.start()).symbol
        phenotype = Phenotype(gene=gene, score_from=bounds.low, score_to=bounds.high)
        yield FoundValue(phenotype, match.start(), bounds.end)
        if more := ONE_MORE.match(text, bounds.end):
            score = float(more["score"])
            yield FoundValue(
                Phenotype(gene=gene, score_from=score, score_to=score), *more.span("score")
            )


def _join_neighbours(text: str, found: Sequence[FoundValue]) -> list[FoundValue]:
    """Values of one gene side by side are one: "poor metabolisers (activity score 0)"."""
    joined: list[FoundValue] = []
    for each in sorted(found, key=lambda each: (each.start, each.end)):
        last = joined[-1] if joined else None
        if (
            last
            and LINK.fullmatch(text, last.end, each.start)
            and (one := _merge_values(last, each, text[last.end : each.start]))
        ):
            joined[-1] = one
        else:
            joined.append(each)
    return joined


def _merge_values(first: FoundValue, second: FoundValue, between: str) -> FoundValue | None:
    """Both values in one; None where they are of two genes or tell two things of a kind."""
    one, other = first.value, second.value
    if not isinstance(one, Phenotype) or not isinstance(other, Phenotype):
        return None
    if one.alleles and other.alleles:  # Another name of it: "HapB3 (c.1129-5923C>G, one copy)".
        alias = between.endswith("(") and len(one.alleles) == 1
        return FoundValue(other, first.start, second.end) if alias else None
    if one.gene != other.gene:
        return None
    if one.phenotype and one.phenotype == other.phenotype:
        return _combine_values(first, second)
    stated_twice = one.phenotype and other.phenotype
    scored_twice = one.score_from is not None and other.score_from is not None
    return None if stated_twice or scored_twice else _combine_values(first, second)


def _combine_values(first: FoundValue, second: FoundValue) -> FoundValue:
    one, other = first.value, second.value
    assert isinstance(one, Phenotype)
    assert isinstance(other, Phenotype)
    scored = one if one.score_from is not None or one.score_to is not None else other
    value = Phenotype(
        gene=one.gene,
        alleles=one.alleles or other.alleles,
        phenotype=one.phenotype or other.phenotype,
        score_from=scored.score_from,
        score_to=scored.score_to,
    )
    return FoundValue(value, first.start, max(first.end, second.end))
