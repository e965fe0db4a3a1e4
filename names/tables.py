"""The name tables of this package, read once when first needed."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from names.entities import Kind


@dataclass(frozen=True, slots=True)
class Gene:
    """A row of the gene table."""

    symbol: str
    hgnc: str
    clinical: bool
    """Whether clinical records speak of it; decides between genes that share an alias."""
    name: str
    aliases: tuple[str, ...]
    ordinary: frozenset[str]
    """Those of its names, in lower case, that are ordinary English words."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say something: ``words`` are lower-case tokens."""

    kind: Kind
    names: tuple[str, ...]
    surface: str
    exact: bool
    """Counts only in exactly these letters."""


TOKEN = re.compile(r"[A-Za-z0-9α-ωΑ-Ω]+(?:['’]s)?")


def tokens(text: str) -> tuple[str, ...]:
    """The lower-case words of a text; hyphens and slashes separate."""
    return tuple(token.lower().replace("’", "'") for token in TOKEN.findall(text))


def rows(name: str) -> Iterator[tuple[str, ...]]:
    """The rows of a table, comments left out."""
    data = (files("names") / "data" / name).read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield tuple(line.split("\t"))


def split(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


@cache
def genes() -> dict[str, Gene]:
    """Every gene by its symbol."""
    return {
        symbol: Gene(symbol, hgnc, bool(clinical), name, split(aliases), frozenset(split(ordinary)))
        for symbol, hgnc, clinical, name, aliases, ordinary in rows("genes.tsv.gz")
    }


@cache
def not_genes() -> frozenset[str]:
    """Abbreviations in capitals that are also names of genes but mean something else."""
    return frozenset(word for (line,) in rows("not_genes.tsv") for word in line.split())


@cache
def drugs() -> dict[str, tuple[str, ...]]:
    """Generic name → its other names (brands and common wordings)."""
    found = {generic: split(brands) for generic, brands, _ in rows("drugs.tsv")}
    for kind, name, wordings in rows("wordings.tsv"):
        if kind == "drug":
            found[name] = (*found.get(name, ()), *split(wordings))
    for name, _, _ in rows("interactions.tsv"):
        found.setdefault(name, ())
    return found


@cache
def strategies() -> dict[str, tuple[str, ...]]:
    """Generic drug name → therapeutic strategies ("PARP inhibition")."""
    found = {drug: split(cell) for drug, cell in rows("drug_targets.tsv")}
    for kind, name, ending in rows("wordings.tsv"):
        if kind == "ending":
            found |= {drug: (name,) for drug in drugs() if drug.endswith(ending)}
    for drug, cell, _ in rows("interactions.tsv"):
        classes = (STRENGTH.sub("", name) for name in split(cell))
        found[drug] = (*found.get(drug, ()), *classes)
    return found


STRENGTH = re.compile(r"^(?:strong|moderate) ")


@cache
def effects_on_others() -> dict[str, tuple[str, ...]]:
    """Drug → how it changes the exposure to others ("strong CYP3A inhibition")."""
    return {drug: split(cell) for drug, cell, _ in rows("interactions.tsv")}


@cache
def tumour_parents() -> dict[str, str]:
    """Tumour type → the wider type it belongs to, empty for the widest."""
    return {name: parent for name, parent, _ in rows("tumours.tsv")}


@cache
def trial_numbers() -> dict[str, str]:
    """Trial acronym → registration number."""
    return {row[0]: row[1] for row in rows("trials.tsv")}


def exact_only(wording: str) -> bool:
    """Up to three capitals, or capitals inside a short word, are told from words by case."""
    letters = [letter for letter in wording if letter.isalpha()]
    if not any(letter.isupper() for letter in letters[1:]) or " " in wording:
        return False
    return (len(letters) <= 3 and wording.isalpha()) or wording in {"eGFR", "SCAR", "NETs", "PMs"}


@cache
def wordings() -> dict[tuple[str, ...], tuple[Wording, ...]]:
    """Every wording by its words, gene symbols excepted."""
    table: dict[tuple[str, ...], tuple[Wording, ...]] = {}
    for kind, name, wording in said():
        names = tuple(name.split("/")) if kind == "gene" else (name,)
        entry = Wording(kind, names, wording, exact_only(wording))
        words = tokens(wording)
        table[words] = (*table.get(words, ()), entry)
    return table


def said() -> Iterator[tuple[Kind, str, str]]:
    """Kind, name and wording of everything that is told by its wording."""
    for generic, others in drugs().items():
        yield from (("drug", generic, wording) for wording in (generic, *others))
    yield from (("drug", generic, word) for word, generic in antibodies_of_conjugates().items())
    for name, _, cell in rows("tumours.tsv"):
        yield from (("tumour", name, wording) for wording in (name, *split(cell)))
    for kind, name, cell in rows("wordings.tsv"):
        if kind not in {"drug", "ending"}:
            yield from ((kind_of(kind), name, wording) for wording in split(cell))
    for gene in genes().values():
        if gene.clinical and len(tokens(gene.name)) > 2:
            yield "gene", gene.symbol, gene.name


def antibodies_of_conjugates() -> dict[str, str]:
    """Antibody that is given only as a conjugate → the conjugate ("brentuximab")."""
    first = Counter(tokens(name)[0] for name in drugs())
    return {
        antibody: name
        for name in drugs()
        if (antibody := tokens(name)[0]) != name and antibody.endswith("mab")
        if first[antibody] == 1
    }


def kind_of(word: str) -> Kind:
    """The kind that a table names. Raises ValueError for a word that is none."""
    kinds: dict[str, Kind] = {
        "drug_class": "drug_class",
        "setting": "setting",
        "condition": "condition",
        "effect": "effect",
        "phenotype": "phenotype",
        "outcome": "outcome",
        "gene": "gene",
    }
    if word not in kinds:
        message = f"not a kind of name: {word}"
        raise ValueError(message)
    return kinds[word]


@cache
def longest_by_first_word() -> dict[str, int]:
    """First word of a wording → the number of words of the longest wording it begins."""
    longest: dict[str, int] = {}
    for words in wordings():
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return longest
