"""How a variant is written, as a source of records: grammar, not a look-up. It asks nobody."""

from __future__ import annotations

from names.variants.normal_form import NormalVariant, forms_of
from names.variants.usual_forms import read_described
from retrieval.declaration.record_cards import RecordCard
from retrieval.documents import Document
from retrieval.records.contract import (
    Lookup,
    NoRecord,
    NotAsked,
    RecordFact,
    RecordOutcome,
    RecordsFound,
)
from retrieval.records.record_documents import RecordHead, record_document

SOURCE = "variant_names"
HGVS = "https://doi.org/10.1002/humu.22981"
"""HGVS recommendations for the description of sequence variants, 2016 update."""


class VariantNames:
    """Variants in the forms in which people and records write them."""

    card = RecordCard(
        name=SOURCE,
        title="Variant names",
        use_when="How a variant is written by HGVS, in short, or in another form.",
        example="names of the variant BRAF V600E",
    )
    is_shipped = True

    async def look_up(self, lookup: Lookup) -> RecordOutcome:
        """The forms of the variant."""
        if SOURCE not in lookup.task.sources:
            return NotAsked("Variant names do not tell this.")
        variant = read_described(lookup.name)
        if variant is None:
            return NoRecord(f"{lookup.name} is no name of a variant that is understood.")
        return RecordsFound((variant_document(variant),))

    async def close(self) -> None:
        """Nothing is held open."""


def variant_document(variant: NormalVariant) -> Document:
    """A variant's forms as a document."""
    forms = "; ".join(f"{written} ({kind})" for kind, written in forms_of(variant))
    facts = [RecordFact("names", variant.text, f"Names of {variant.text}: {forms}.", HGVS, "HGVS")]
    if variant.kind == "genomic":
        told = variant.assembly or "an assembly that the name does not tell"
        words = f"The position of {variant.text} counts on {told}."
        facts.append(RecordFact("assembly", variant.assembly, words, HGVS, "HGVS"))
    head = RecordHead(
        source=SOURCE,
        id=variant.text,
        title=variant.text,
        url=HGVS,
        organisation="HGVS",
        date="",
        genes=(variant.gene,) if variant.gene else (),
    )
    return record_document(head, facts)
