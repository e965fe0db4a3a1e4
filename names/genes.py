"""Gene symbols and aliases in running text, told from ordinary words by case and context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.entities import Mention
from names.tables import genes, not_genes

TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
CONTEXT_AFTER = re.compile(
    r"[\s-]*(?:gene|mutat|mutant|fusion|amplif|rearrang|exon|variant|inhibitor|positive|\+|loss"
    r"|alteration|expression|overexpress|deletion|wild|kinase|c\.|p\.|[A-Z]\d{2,4}[A-Z]?\b)",
    re.IGNORECASE,
)
GENE_AFTER = re.compile(r"\s+(?:gene|mutation|mutations|variant|variants)\b")
CONTEXT_BEFORE = re.compile(
    r"(?:gene|genes|mutated|mutant|mutation in|variants? in)\s+$", re.IGNORECASE
)


@cache
def by_name() -> dict[str, tuple[str, ...]]:
    """Every gene name as spelled → the symbols it may stand for, the likeliest only."""
    table: dict[str, tuple[str, ...]] = {symbol: (symbol,) for symbol in genes()}
    shared: dict[str, list[str]] = {}
    for gene in genes().values():
        for alias in gene.aliases:
            shared.setdefault(alias, []).append(gene.symbol)
    for alias, symbols in shared.items():
        clinical = [symbol for symbol in symbols if genes()[symbol].clinical]
        likely = clinical or symbols
        if alias not in table and len(likely) == 1:
            table[alias] = (likely[0],)
    return table


@cache
def by_capitals() -> dict[str, str]:
    """Names in capitals without hyphens → name as spelled, for the names safe in any case."""
    table: dict[str, str] = {}
    for name, symbols in by_name().items():
        gene = genes()[symbols[0]]
        bare = name.replace("-", "").upper()
        safe = gene.clinical or name == gene.symbol
        if safe and len(bare) >= 4 and name.lower() not in gene.ordinary:
            table.setdefault(bare, name)
    return table


def ordinary(name: str) -> bool:
    symbols = by_name().get(name) or by_name().get(name.upper()) or ()
    return any(name.lower() in genes()[symbol].ordinary for symbol in symbols)


def lookup(word: str, text: str, start: int, end: int) -> tuple[str, ...]:
    """The symbols that a word stands for here; empty when it is not a gene."""
    bare = word.replace("-", "").upper()
    context = bool(CONTEXT_AFTER.match(text, end) or CONTEXT_BEFORE.search(text[:start]))
    if bare in not_genes() and not (GENE_AFTER.match(text, end) and word in genes()):
        return ()
    exact = by_name().get(word)
    if exact:
        return exact if credible(word, exact[0], context) else ()
    spelled = by_capitals().get(bare)
    if spelled and not mixed_case_word(word):
        return by_name()[spelled]
    if context and word.islower() and len(word) >= 3:
        found = by_name().get(word.upper(), ())
        return found if found and not ordinary(word.upper()) and genes()[found[0]].clinical else ()
    return ()


def mixed_case_word(word: str) -> bool:
    """A name such as eGFR: its case is deliberate, so it is not the gene in capitals."""
    return len(word) > 1 and word[0].islower() and word[1:].isupper() and word.isalpha()


def credible(word: str, symbol: str, context: bool) -> bool:
    """Whether a name spelled exactly so means the gene, given what stands beside it."""
    gene = genes()[symbol]
    if word == symbol:
        return len(word) > 2 or gene.clinical or context
    if word.lower() in gene.ordinary:
        return False
    if gene.clinical:
        return len(word) > 3 or any(c.isdigit() for c in word) or context
    return context or (len(word) > 4 and any(c.isdigit() for c in word))


def find_genes(text: str) -> Iterator[Mention]:
    """The genes a text names. A compound such as HER2-low gives the part that is a gene."""
    shouting = text.isupper() and len(text) > 20
    for match in TOKEN.finditer(text):
        parts = match.group().split("-")
        first = 0
        while first < len(parts):
            taken = 1
            for last in range(len(parts), first, -1):
                word = "-".join(parts[first:last])
                start = match.start() + len("-".join(parts[:first])) + (first > 0)
                end = start + len(word)
                symbols = () if shouting and ordinary(word) else lookup(word, text, start, end)
                if symbols and not part_of_a_name(text, start, end):
                    yield Mention("gene", symbols, text[start:end], start, end)
                    taken = last - first
                    break
            first += taken


def part_of_a_name(text: str, start: int, end: int) -> bool:
    """An upper-case neighbour joined by a hyphen makes it another name (MSK-IMPACT, CAT scan)."""
    word = text[start:end]
    joined = start > 1 and text[start - 1] == "-" and text[start - 2].isupper()
    return (joined and ordinary(word)) or text[end : end + 5].lower() == " scan"
