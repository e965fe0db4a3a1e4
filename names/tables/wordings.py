"""How drugs, tumours, settings, conditions, effects and outcomes are worded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import get_args

from names.entities import EntityKind
from names.tables.drugs import drugs, further_names
from names.tables.genes import genes
from names.tables.rows import read_rows, split_cell

CASE_MARK = "="
"""Before a wording in a table: it counts only in exactly these letters ("=eGFR")."""
LEAST_WORDS_OF_A_GENE_NAME = 3
"""Words of a gene's full name that is looked for; shorter ones ("estrogen receptor") are used for
other things, too. Chosen by hand."""
TOKEN = re.compile(r"[A-Za-z0-9α-ωΑ-Ω]+(?:['’]s)?")


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say something."""

    kind: EntityKind
    names: tuple[str, ...]
    surface: str
    """The wording as its table spells it, without :data:`CASE_MARK`."""
    exact: bool
    """Whether it counts only in exactly these letters."""


def tokens(text: str) -> tuple[str, ...]:
    """The lower-case words of a text; hyphens and slashes separate."""
    return tuple(token.lower().replace("’", "'") for token in TOKEN.findall(text))


@dataclass(frozen=True, slots=True)
class TokenisedText:
    """The words of a text as the tables spell them, each with its place."""

    words: tuple[str, ...]
    """In lower case, with the straight apostrophe."""
    spans: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def words_of(text: str) -> TokenisedText:
    """The words of a text, told once for all tables that are looked up in it."""
    found = list(TOKEN.finditer(text))
    words = [match.group().lower() for match in found]
    if "’" in text:
        words = [word.replace("’", "'") for word in words]
    return TokenisedText(tuple(words), tuple(match.span() for match in found))


def is_short_capitals(wording: str) -> bool:
    """Up to three letters with a capital after the first ("ALL", "mCR") are told from words by
    case."""
    return wording.isalpha() and len(wording) <= 3 and any(map(str.isupper, wording[1:]))


@cache
def wordings() -> dict[tuple[str, ...], tuple[Wording, ...]]:
    """Every wording by its words in lower case, gene symbols excepted."""
    table: dict[tuple[str, ...], tuple[Wording, ...]] = {}
    for kind, name, cell in _all_wordings():
        names = tuple(name.split("/")) if kind == "gene" else (name,)
        surface = cell.removeprefix(CASE_MARK)
        exact = cell.startswith(CASE_MARK) or is_short_capitals(surface)
        words = tokens(surface)
        table[words] = (*table.get(words, ()), Wording(kind, names, surface, exact))
    return table


@cache
def longest_by_first_word() -> dict[str, int]:
    """First word of a wording → the number of words of the longest wording it begins."""
    longest: dict[str, int] = {}
    for words in wordings():
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return longest


def _all_wordings() -> Iterator[tuple[EntityKind, str, str]]:
    """Kind, name and wording, from all tables."""
    for generic, others in drugs().items():
        yield from (("drug", generic, wording) for wording in (generic, *others))
    for generic, others in further_names().items():
        yield from (("drug", generic, wording) for wording in others)
    yield from (("drug", generic, word) for word, generic in _antibodies_of_conjugates().items())
    for name, _, cell in read_rows("tumours.tsv"):
        yield from (("tumour", name, wording) for wording in (name, *split_cell(cell)))
    for kind, name, cell in read_rows("wordings.tsv"):
        if kind not in {"drug", "ending"}:
            yield from ((entity_kind(kind), name, wording) for wording in split_cell(cell))
    clinical = genes().clinical()
    for gene in (genes()[symbol] for symbol in genes() if symbol in clinical):
        if len(tokens(gene.name)) >= LEAST_WORDS_OF_A_GENE_NAME:
            yield "gene", gene.symbol, gene.name


def _antibodies_of_conjugates() -> dict[str, str]:
    """Antibody that is given only as a conjugate → the conjugate ("brentuximab")."""
    first = Counter(tokens(name)[0] for name in drugs())
    return {
        antibody: name
        for name in drugs()
        if (antibody := tokens(name)[0]) != name and antibody.endswith("mab")
        if first[antibody] == 1
    }


def entity_kind(word: str) -> EntityKind:
    """The kind that a table names. Raises ValueError for a word that is none."""
    kinds: dict[str, EntityKind] = {kind: kind for kind in get_args(EntityKind)}
    if word not in kinds:
        message = f"not a kind of name: {word}"
        raise ValueError(message)
    return kinds[word]
