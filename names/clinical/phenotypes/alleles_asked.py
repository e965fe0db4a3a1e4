"""What the table of alleles holds of an allele that a text asks about. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.phenotypes.metabolisers import read_phenotypes
from names.clinical.values import Phenotype
from names.recognise import recognise
from names.tables.alleles import Allele, allele_key, alleles

_ASKS_WHAT = re.compile(
    r"(?i)\bwhat(?:['’]s| is| are| does| do)\b|\b(?:what|which) (?:star )?(?:allele|variant)\b"
    r"|\bmean(?:s|ing)?\b|\bfunction\b"
)


def allele_sentences(text: str) -> tuple[str, ...]:
    """A sentence for each allele that a text asks about and the table knows: its other names, its
    function and its activity. Empty if it asks about a drug, which other sources answer."""
    if not _ASKS_WHAT.search(text) or recognise(text).of("drug", "unknown_drug", "drug_class"):
        return ()
    found = (each.value for each in read_phenotypes(text))
    told = [s for value in found if isinstance(value, Phenotype) for s in _sentences(value)]
    return tuple(dict.fromkeys(told))


def _sentences(value: Phenotype) -> Iterator[str]:
    for name in value.alleles:
        known = alleles().get((value.gene, allele_key(name)))
        if known is not None:
            yield _sentence(name, known)


def _as_written(key: str) -> str:
    """The name of an allele in the letters of the tables: ``*2A``, ``c.1236G>A``."""
    if key.startswith("c."):
        return f"c.{key[2:].upper().replace('DEL', 'del')}"
    return key.upper() if key.startswith("*") else key


def _sentence(name: str, known: Allele) -> str:
    same = {key for (gene, key), each in alleles().items() if gene == known.gene and each == known}
    others = sorted(same - {allele_key(name), allele_key(known.name)})
    names = [each for each in (known.name,) if allele_key(each) != allele_key(name)]
    names += map(_as_written, others)
    called = f" is {' or '.join(names)}:" if names else " is"
    active = "" if known.activity is None else f" (activity value {known.activity:g})"
    return (
        f"{known.gene} {name}{called} an allele of {known.function} function{active}, by the table"
        f" of alleles (functions of CPIC)."
    )
