"""The one thing that a look-up is on. Pure.

A name is known or it is not: what is misspelled, ambiguous or more than a name gets a sentence,
never its neighbour."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from names.entities import Entities, EntityKind, EntityMention
from names.patterns.enumeration import in_a_row
from names.recognise import recognise
from names.tables import trial_numbers
from names.tables.trials import acronym_key, trial_words
from names.tables.variant_classes import canonical_variant
from names.variants.fusions import without_junction
from names.variants.gene_lists import genes_in_short
from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_described
from retrieval.records.genes.table import genes_named, symbols_near

LookUpKind = Literal["gene", "drug", "trial", "variant"]
LONGEST_NAME = 80
"""Characters. Chosen by hand: twice the longest name of a trial."""
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_PAGE = re.compile(
    r"<?https?://(?:www\.|classic\.)?clinicaltrials\.gov/[\w/]{1,40}/(?P<number>NCT\d{8})[^\s]{0,40}"
)
_WHOLE = ("fusion", "rs", "genomic", "mitochondrial")
"""Kinds of variants that are named without a gene."""
_EXAMPLES: dict[LookUpKind, str] = {
    "gene": "BRAF",
    "drug": "olaparib",
    "trial": "KEYNOTE-522",
    "variant": "BRAF V600E",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LookUpSubject:
    """A gene, a drug, a trial, or a variant of a gene."""

    kind: LookUpKind
    name: str
    """As it is shown: the approved symbol, the generic name, the acronym, gene and variant."""
    keys: frozenset[str]
    """All forms under which statements name it, as :mod:`names.recognise` gives them."""
    gene: str = ""
    """Of a variant: the gene that it is in."""
    asked: str = ""
    """What was typed, where that is another name."""
    is_whole: bool = False
    """Of a variant: whether its name says by itself which it is, as a fusion or an rs number
    does."""

    @property
    def query(self) -> str:
        """The words that it is searched with."""
        return f"{self.name} {self.asked}".strip()


@dataclass(frozen=True, slots=True)
class NotKnown:
    """Why the words name nothing that can be looked up, and what to do."""

    sentence: str


def read_subject(kind: LookUpKind, text: str) -> LookUpSubject | NotKnown:
    """What the words name, if they name one thing of this kind and nothing else."""
    words = _name_alone(kind, " ".join(text.split()))
    if not words:
        return NotKnown(f"Name the {kind}, such as {_EXAMPLES[kind]}.")
    if len(words) > LONGEST_NAME:
        return NotKnown(f"That is more than the name of a {kind}. For example: {_EXAMPLES[kind]}.")
    match kind:
        case "gene":
            return _gene(words)
        case "drug":
            return _drug(words)
        case "trial":
            return _trial(words)
        case "variant":
            return _variant(words)


def _name_alone(kind: LookUpKind, words: str) -> str:
    """The name without what says of which kind it is ("the FLAURA trial"), or the address of a
    registered trial as its number."""
    kinds = "|".join(("trial", "study") if kind == "trial" else (kind,))
    bare = re.fullmatch(
        rf"(?i)(?:the )?(?:(?:{kinds}) )?(?P<name>\S.{{0,{LONGEST_NAME}}}?)(?: (?:{kinds}))?", words
    )
    page = _PAGE.fullmatch(words) if kind == "trial" else None
    return page["number"] if page else bare["name"] if bare else words


def _gene(words: str) -> LookUpSubject | NotKnown:
    found = genes_named(words)
    named = recognise(words)
    if not found and (other := _only(named, words, "gene")) and len(other.names) == 1:
        # A name that people use and no register has: HER1.
        found = genes_named(other.names[0])
    if several := genes_in_short(words.upper()):
        return NotKnown(_several_genes(words, several))
    if not found and named.of("variant"):
        return NotKnown("That names a variant. Look it up as a variant, or the gene alone.")
    if not found:
        return NotKnown(_no_gene(words))
    if len(found) > 1:
        return NotKnown(_several_genes(words, [gene.symbol for gene in found]))
    symbol = found[0].symbol
    return LookUpSubject(
        kind="gene", name=symbol, keys=frozenset({symbol}), asked="" if words == symbol else words
    )


def _several_genes(words: str, symbols: Sequence[str]) -> str:
    told = ", ".join(symbols)
    return f"“{words}” stands for several genes: {told}. Ask for one of them."


def _no_gene(words: str) -> str:
    told = f"The gene table holds no gene that is or was called “{words}”."
    near = symbols_near(words)
    if not near:
        return told
    return f"{told} Did you mean {in_a_row(near, 'or')}? Nothing was looked up."


def _drug(words: str) -> LookUpSubject | NotKnown:
    found = recognise(words).of("drug")
    mention = found[0] if len(found) == 1 else None
    if found and (mention is None or _left_over(words, found)):
        return NotKnown(f"Name one drug alone, such as {_EXAMPLES['drug']}.")
    if mention is None and recognise(words).of("drug_class"):
        return NotKnown(f"“{words}” is a class of drugs. Name one of them, such as olaparib.")
    if mention is None:
        return NotKnown(f"No table at hand knows a drug called “{words}”.")
    if mention.guessed:
        return NotKnown(
            f"No table at hand knows a drug called “{words}”. Did you mean {mention.name}?"
            " Nothing was looked up."
        )
    if len(mention.names) > 1:
        several = ", ".join(mention.names)
        return NotKnown(f"“{words}” stands for several drugs: {several}. Ask for one of them.")
    name = mention.names[0]
    asked = "" if words.casefold() == name.casefold() else words
    return LookUpSubject(kind="drug", name=name, keys=frozenset({name}), asked=asked)


def _trial(words: str) -> LookUpSubject | NotKnown:
    mention = _only(recognise(words), words, "trial", "registration")
    if mention is None or len(mention.names) > 1:
        return NotKnown(
            f"“{words}” is no trial that is known here. Give its acronym or its number:"
            " KEYNOTE-522, NCT03036488."
        )
    key = acronym_key(mention.names[0])
    keys = _same_trial(key)
    shown = next((trial_words(each) for each in sorted(keys) if not _is_number(each)), key)
    number = next((each for each in sorted(keys) if _is_number(each)), "")
    return LookUpSubject(
        kind="trial", name=shown, keys=keys, asked="" if number == shown else number
    )


def _same_trial(key: str) -> frozenset[str]:
    """The acronym and the registration number of a trial, where the tables join them."""
    pairs = [(acronym_key(acronym), number) for acronym, number in trial_numbers().items()]
    return frozenset({key, *(each for pair in pairs if key in pair for each in pair)})


def _is_number(key: str) -> bool:
    return key.startswith("NCT")


def _variant(words: str) -> LookUpSubject | NotKnown:
    found = recognise(words)
    genes, variants = found.of("gene"), found.of("variant")
    is_one = len(variants) == 1 and len(variants[0].names) == 1
    if is_one and len(genes) == 1 and len(genes[0].names) == 1:
        if _left_over(words, (*genes, *variants)):
            return NotKnown(f"Name the gene and the variant alone, as in {_EXAMPLES['variant']}.")
        gene, variant = genes[0].names[0], canonical_variant(variants[0].names[0])
        # An allele of HLA is named with its gene.
        name = variant if variant.startswith(f"{gene}*") else f"{gene} {variant}"
        asked = "" if words == name else words
        return LookUpSubject(
            kind="variant", name=name, keys=frozenset({variant}), gene=gene, asked=asked
        )
    normal = read_described(bare_name(words))
    if normal is not None and (normal.gene or normal.reference or normal.kind in _WHOLE):
        # What is held on a fusion is told of its genes, wherever they are joined.
        return _of_normal(without_junction(normal), words)
    several = _of_several_genes(words)
    return NotKnown(_no_variant(words, several or [n for v in variants for n in v.names], genes))


def _of_several_genes(words: str) -> list[str]:
    """The change in each gene of a list in short: "CDKN2A/B loss" is two."""
    parts = words.split()
    for place, part in enumerate(parts):
        told = [(*parts[:place], each, *parts[place + 1 :]) for each in genes_in_short(part)]
        if told and all(read_described(bare_name(" ".join(each))) for each in told):
            return [" ".join(each) for each in told]
    return []


def bare_name(words: str) -> str:
    """A name in plain letters, without signs that are not seen or that only mark it."""
    plain = unicodedata.normalize("NFKC", words)
    seen = "".join(each for each in plain if unicodedata.category(each) != "Cf")
    return _DASHES.sub("-", seen).strip(" `_?.,;“”\"'")


def _of_normal(normal: NormalVariant, words: str) -> LookUpSubject:
    """A variant that is named in a normal form: by itself, or beside its gene."""
    is_whole = not normal.gene or bool(normal.reference)
    name = normal.text if is_whole else f"{normal.gene} {_short(normal)}"
    if normal.kind == "allele":
        name = normal.text
    # A change on a sequence alone is the same letters as those of any gene.
    has_key = normal.gene or normal.kind in ("fusion", "rs")
    keys = {canonical_variant(_short(normal)) if has_key else normal.text}
    return LookUpSubject(
        kind="variant",
        name=name,
        keys=frozenset(keys),
        gene=normal.gene,
        asked="" if words == name else words,
        is_whole=is_whole,
    )


def _short(normal: NormalVariant) -> str:
    """The change as statements name it: ``V600E``, ``c.1799T>A``, ``amplification``."""
    return f"{normal.kind[0]}.{normal.change}" if normal.kind == "coding" else normal.change


def _no_variant(words: str, variants: Sequence[str], genes: Sequence[EntityMention]) -> str:
    """Why the words name no single variant, and what is missing."""
    if len(variants) > 1:
        several = in_a_row(list(dict.fromkeys(variants)))
        return f"“{words}” names no single variant but several: {several}. Ask for one of them."
    if variants and not genes:
        return f"Name the gene of the variant, too, as in {_EXAMPLES['variant']}."
    if variants:
        return f"Name the gene and the variant alone, as in {_EXAMPLES['variant']}."
    if len(genes) == 1 and not _left_over(words, tuple(genes)):
        return (
            f"“{words}” is a gene and names no single variant. Look it up as a gene, or say what is"
            f" changed in it, as in {_EXAMPLES['variant']}."
        )
    return (
        f"“{words}” names no single variant that can be read. What is read: a gene with its change"
        f" ({_EXAMPLES['variant']}, EGFR exon 19 deletion, MET amplification), a fusion"
        " (EML4::ALK), an rs number, a star allele (CYP2D6*4), or HGVS with its sequence."
    )


def _only(found: Entities, words: str, *kinds: EntityKind) -> EntityMention | None:
    """The one thing of these kinds that the words name, if they are its name and no more."""
    named = found.of(*kinds)
    return named[0] if len(named) == 1 and not _left_over(words, named) else None


def _left_over(words: str, named: tuple[EntityMention, ...]) -> bool:
    """Whether letters or digits stand outside the names."""
    inside = {place for each in named for place in range(each.start, each.end)}
    return any(letter.isalnum() for at, letter in enumerate(words) if at not in inside)
