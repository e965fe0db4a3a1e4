"""Gene symbols and aliases in running text, told from ordinary words by case and context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate

from names.entities import EntityMention
from names.tables.genes import (
    genes,
    in_capitals,
    names_in_capitals,
    not_genes,
    symbols_by_name,
    ward_words,
)

TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
CONTEXT_AFTER = re.compile(
    r"[\s-]*(?:gene|mutat|mutant|fusion|amplif|rearrang|exon|variant|inhibitor|positive|\+|loss"
    r"|alteration|expression|overexpress|deletion|wild|kinase|c\.|p\.|[A-Z]\d{2,4}[A-Z]?\b"
    r"|(?:likely )?(?:pathogenic|oncogenic)|(?:somatic|germline|deleterious|nonsense|missense"
    r"|frameshift|truncating|splice[ -]site|activating) (?:variant|mutat|alteration))|::",
    re.IGNORECASE,
)
GENE_AFTER = re.compile(r"\s+(?:gene|mutation|mutations|variant|variants)\b")
MEANT_AFTER = re.compile(
    r"[\s-]{0,2}(?:genes?\b|mutat|mutant|fusion|amplif|rearrang|exon|variants?\b|alteration"
    r"|methylat|promoter|hypermethyl|silenc|germline|loss\b|c\.\d|p\.[A-Z]|[A-Z]\d{2,4}[A-Z]\b)",
    re.IGNORECASE,
)
"""Behind a word of the ward that is also a gene ("MAX variant", "MGMT promoter")."""
CLASS_OF_TWO = re.compile(r"(?i)\s?/\s?6(?!\d)")
"""Behind CDK4: the class of CDK4/6 inhibitors is named, not the gene."""
STAINED = re.compile(r"(?i)\s?(?:\+|-(?=\s|$|[,.;)])|pos(?:itive)?\b|neg(?:ative)?\b|IHC\b)")
"""Behind p16: the stain that stands for HPV, and no alteration of CDKN2A."""
CONTEXT_BEFORE = re.compile(
    r"(?:(?:gene|genes|mutated|mutant|mutation in|variants? in|wild[ -]type)\s+|::|t\()$",
    re.IGNORECASE,
)
RESIDUE = re.compile(r"[ACDEFGHIKLMNQRSTVWY]\d{1,4}")
"""Names of genes that look like a place in a protein: G13 is an old name of GNA13. Names with P,
such as P53 and P16, are far more often the protein."""
RESIDUE_AFTER = re.compile(r"(?:\s?[/,]\s?|,? (?:and|or) )(?:codon )?[A-Z]\d{1,4}[A-Z]?\b")
RESIDUE_BEFORE = re.compile(
    r"(?:\b(?:codons?|residues?|positions?|exons?) "
    r"|\b[A-Z]\d{1,4}[A-Z]?(?:\s?[/,]\s?|,? (?:and|or) )(?:codon )?"
    r"|\b[A-Z][A-Z0-9]{2,6}[ -])$"
)
"""Before a place in a protein: the word for it, another place, or the gene itself ("KRAS G13")."""
BEFORE = 40
"""Characters before a word that are looked at: the longest context has 11 and then blanks."""
SHOUTED = 20
"""Characters from which on a text all in capitals is shouting, not a list of symbols. Chosen by
hand."""


def find_genes(text: str) -> Iterator[EntityMention]:
    """The genes a text names. A compound such as HER2-low gives the part that is a gene."""
    shouting, longest = text.isupper() and len(text) > SHOUTED, longest_name()
    for match in TOKEN.finditer(text):
        word, (start, end) = match.group(), match.span()
        if "-" in word:
            yield from _find_in_compound(text, word, start, shouting=shouting)
        elif len(word) > longest or not _is_known(word):
            continue
        elif symbols := _symbols_at(text, start, end, shouting=shouting):
            yield EntityMention("gene", symbols, word, start, end)


def _find_in_compound(text: str, word: str, at: int, *, shouting: bool) -> Iterator[EntityMention]:
    """The genes among the runs of parts of a word that begins at ``at``, the longest run first."""
    parts = word.split("-")
    starts = list(accumulate((len(part) + 1 for part in parts), initial=at))
    first = 0
    while first < len(parts):
        first += 1
        for last in _possible_ends(parts, first - 1):
            start, end = starts[first - 1], starts[last] - 1
            symbols = _symbols_at(text, start, end, shouting=shouting)
            if symbols:
                yield EntityMention("gene", symbols, text[start:end], start, end)
                first = last
                break


def _possible_ends(parts: list[str], first: int) -> list[int]:
    """The parts before which a gene that begins at the part ``first`` may end, the last first.

    A longer run of parts than the longest name of a gene has characters names none."""
    length, last = 0, first
    while last < len(parts) and (length := length + len(parts[last])) <= longest_name():
        last += 1
    return list(range(last, first, -1))


@cache
def longest_name() -> int:
    """Characters of the longest name of a gene, hyphens left out."""
    return max(map(len, in_capitals(symbols_by_name())))


def _symbols_at(text: str, start: int, end: int, *, shouting: bool) -> tuple[str, ...]:
    word = text[start:end]
    if not _is_known(word) or (shouting and is_ordinary_word(word)):
        return ()
    symbols = symbols_of(word, text, start, end)
    return symbols if symbols and not _is_part_of_a_name(text, start, end) else ()


@lru_cache(maxsize=20_000)
def _is_known(word: str) -> bool:
    """Whether any table has the word, in its own letters or in capitals."""
    upper = word.upper()
    names = symbols_by_name()
    return word in names or upper in names or upper.replace("-", "") in names_in_capitals()


def is_ordinary_word(name: str) -> bool:
    """Whether a name of a gene is an English word as well."""
    symbols = symbols_by_name().get(name) or symbols_by_name().get(name.upper()) or ()
    return any(name.lower() in genes()[symbol].ordinary for symbol in symbols)


def symbols_of(word: str, text: str, start: int, end: int) -> tuple[str, ...]:
    """The symbols that the word at ``start:end`` stands for there; empty when it is no gene."""
    bare = word.replace("-", "").upper()
    context = _has_context(text, start, end)
    if word.lower() in ward_words() and not _is_meant_in_ward(word, text, start, end):
        return ()
    if bare == "CDK4" and CLASS_OF_TWO.match(text, end):
        return ()
    if bare == "P16" and STAINED.match(text, end):
        return ()
    if bare in not_genes() and not (GENE_AFTER.match(text, end) and word in genes()):
        return ()
    if RESIDUE.fullmatch(word) and word not in genes() and _is_residue(text, start, end):
        return ()
    exact = symbols_by_name().get(word)
    if exact:
        return exact if _is_meant(word, exact[0], context) else ()
    spelled = names_in_capitals().get(bare)
    if spelled and not _is_mixed_case(word):
        return symbols_by_name()[spelled]
    if context and word.islower() and len(word) >= 3:
        found = symbols_by_name().get(word.upper(), ())
        ordinary = is_ordinary_word(word.upper())
        return found if found and not ordinary and genes()[found[0]].clinical else ()
    return ()


def _is_meant_in_ward(word: str, text: str, start: int, end: int) -> bool:
    """Whether a word of the ward stands for the gene: in capitals, and a word tells it."""
    before = CONTEXT_BEFORE.search(text, max(0, start - BEFORE), start)
    return word.isupper() and bool(MEANT_AFTER.match(text, end) or before)


def _has_context(text: str, start: int, end: int) -> bool:
    """Whether a neighbour says that a gene is meant ("KIT exon 11", "mutation in MET")."""
    before = CONTEXT_BEFORE.search(text, max(0, start - BEFORE), start)
    return bool(CONTEXT_AFTER.match(text, end) or before)


def _is_residue(text: str, start: int, end: int) -> bool:
    """Whether a name such as G13 is a place in the protein of another gene ("codons G12, G13")."""
    before = RESIDUE_BEFORE.search(text, max(0, start - BEFORE), start)
    return bool(before or RESIDUE_AFTER.match(text, end))


def _is_mixed_case(word: str) -> bool:
    """A name such as eGFR: its case is deliberate, so it is not the gene in capitals."""
    return len(word) > 1 and word[0].islower() and word[1:].isupper() and word.isalpha()


def _is_meant(word: str, symbol: str, context: bool) -> bool:
    """Whether a name spelled exactly so means the gene, given what stands beside it."""
    gene = genes()[symbol]
    if word == symbol:
        return len(word) > 2 or gene.clinical or context
    if word.lower() in gene.ordinary:
        return False
    if gene.clinical:
        return len(word) > 3 or any(c.isdigit() for c in word) or context
    return context or (len(word) > 4 and any(c.isdigit() for c in word))


def _is_part_of_a_name(text: str, start: int, end: int) -> bool:
    """An upper-case neighbour joined by a hyphen makes it another name (MSK-IMPACT, CAT scan)."""
    word = text[start:end]
    joined = start > 1 and text[start - 1] == "-" and text[start - 2].isupper()
    return (joined and is_ordinary_word(word)) or text[end : end + 5].lower() == " scan"
