"""What the tables know of a gene, a variant or a drug by its name. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from names.entities import Entities
from names.recognise import recognise
from names.tables import drugs, genes
from names.tables.treatment.approvals import ended_approvals_of, ended_sentences
from names.tables.treatment.drug_classes import drug_classes
from names.tables.variant_classes import (
    canonical_variant,
    classes_of,
    genes_of_variant,
    other_names_of,
)
from names.variants.normal_form import forms_of
from names.variants.usual_forms import read_described

MOST_GENES = 4
"""Genes of one name that are told of. Chosen by hand: "NTRK" are three."""


def name_lines(name: str) -> tuple[str, ...]:
    """A line for each gene, variant and drug that the words name; none for what no table has."""
    found = recognise(name)
    lines = (*_gene_lines(found), *_variant_lines(found), *_drug_lines(found))
    return (*_form_lines(name), *lines)


def _form_lines(name: str) -> Iterator[str]:
    """The forms in which a variant is written, if the words are the name of one."""
    if (variant := read_described(name)) is not None:
        forms = "; ".join(f"{written} ({kind})" for kind, written in forms_of(variant))
        yield f"{variant.text}: written {forms}."


def _gene_lines(found: Entities) -> Iterator[str]:
    for mention in found.of("gene"):
        for symbol in mention.names[:MOST_GENES]:
            gene = genes().get(symbol)
            if gene is None:
                continue
            status = "approved symbol" if mention.text == symbol else "approved symbol of that name"
            others = ", ".join(gene.aliases) or "none"
            yield f"{symbol}: {status}, {gene.name} ({gene.hgnc}); other names: {others}."


def _variant_lines(found: Entities) -> Iterator[str]:
    stated = {symbol for mention in found.of("gene") for symbol in mention.names}
    for mention in found.of("variant"):
        for written in mention.names:
            variant = canonical_variant(written)
            others = [each for each in (written, *other_names_of(variant)) if each != variant]
            also = f" (also {', '.join(dict.fromkeys(others))})" if others else ""
            # A change of the same letters in another gene is another variant.
            of = sorted(stated) or sorted(genes_of_variant(variant))
            for gene in of:
                classes = ", ".join(sorted(classes_of(gene, variant)))
                told = f"of the classes: {classes}" if classes else "of no class that is known here"
                yield f"{gene} {variant}{also}: {told}."
            if not of:
                yield f"{variant}{also}: the gene is not stated and not known here."


def _drug_lines(found: Entities) -> Iterator[str]:
    for mention in found.of("drug"):
        guess = " (misspelled?)" if mention.guessed else ""
        for drug in mention.names:
            others = ", ".join(drugs().get(drug, ())) or "none"
            classes = ", ".join(sorted(drug_classes(drug))) or "not known here"
            ended = " ".join(ended_sentences(ended_approvals_of(drug)))
            line = f"{drug}{guess}: other names: {others}; classes: {classes}."
            yield f"{line} {ended}".rstrip()
