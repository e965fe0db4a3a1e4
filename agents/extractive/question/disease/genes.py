"""The genes and variants that one question names as its subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.matching.sub_question import CHOICES, SubQuestion
from names.clinical.readers import read_clinical
from names.clinical.values import ClinicalValue, Marker, Phenotype, Tumour
from names.entities import Entities
from names.recognise import recognise
from names.tables import lineage
from names.tables.alleles import dosing_genes
from names.tables.variant_classes import lung_drivers

PD_L1, GENE_OF_PD_L1 = "PD-L1", "CD274"


def genes_of_states(found: Entities) -> frozenset[str]:
    """Genes that the text names only as part of a state ("HER2-negative")."""
    states = [s for s in found.of("status") if s.names[0] not in {"germline", "somatic"}]
    inside = [
        gene
        for gene in found.of("gene")
        if any(state.start <= gene.start and gene.end <= state.end for state in states)
    ]
    outside = [gene for gene in found.of("gene") if gene not in inside]
    return frozenset(n for g in inside for n in g.names) - frozenset(
        n for g in outside for n in g.names
    )


def open_markers(text: str, sheet: FactSheet) -> frozenset[str]:
    """Drivers of the patient's lung cancer that a message names and whose state could not be read.
    Reasons: unknown words ("RET fuzion"), a denial that may belong to something else, or no state
    ("EGFR pending")."""
    tumours = {name for each in sheet.of(Tumour) for name in lineage(each.name) | {each.name}}
    if "lung cancer" not in tumours or "small cell lung cancer" in tumours:
        return frozenset()
    read = [
        (each.start, each.end) for each in read_clinical(text) if not isinstance(each.value, Marker)
    ]
    named = (
        mention
        for mention in recognise(text).of("gene")
        if not any(start <= mention.start and mention.end <= end for start, end in read)
    )
    known = {each.name for each in sheet.of(Marker)}
    drivers = frozenset(gene for gene, _ in lung_drivers())
    return frozenset(name for mention in named for name in mention.names) & drivers - known


def altered_drivers(sheet: FactSheet) -> frozenset[str]:
    """Drivers of the patient's lung cancer that are altered."""
    tumours = {name for each in sheet.of(Tumour) for name in lineage(each.name) | {each.name}}
    drivers = frozenset(gene for gene, _ in lung_drivers()) if "lung cancer" in tumours else ()
    present = (each.name for each in sheet.of(Marker) if each.polarity == "present")
    return frozenset(name for name in present if name in drivers)


def wild_type_genes(values: Sequence[ClinicalValue]) -> frozenset[str]:
    """Genes that the words only report as not altered."""
    markers = [v for v in values if isinstance(v, Marker)]
    altered = {v.name for v in markers if v.polarity != "absent"}
    return frozenset(v.name for v in markers if v.polarity == "absent") - altered


def genes_asked(found: Entities, values: Sequence[ClinicalValue], kind: str) -> frozenset[str]:
    """The genes that the words are on, without those of a state, a wild type or a score."""
    told = genes_of_states(found) | wild_type_genes(values) | genes_of_scores(values, kind)
    return found.names("gene") - told


def genes_of_scores(values: Sequence[ClinicalValue], kind: str) -> frozenset[str]:
    """Genes whose protein the words only give a score of, where a treatment is chosen: PD-L1 of
    0% or 60% is a fact of the patient, and options that do not ask for it are on the subject."""
    scored = any(isinstance(v, Marker) and v.name == PD_L1 and v.value is not None for v in values)
    return frozenset((GENE_OF_PD_L1,)) if scored and kind in CHOICES else frozenset()


def variants_asked(found: Entities, values: Sequence[ClinicalValue]) -> frozenset[str]:
    """Variants that the question is on. Variants reported as absent are left out, and so are
    alleles that were read as a metaboliser phenotype."""
    absent = {v.state for v in values if isinstance(v, Marker) and v.polarity == "absent"}
    alleles = {name for v in values if isinstance(v, Phenotype) for name in v.alleles}
    stars = {name for name in found.names("variant") if name.startswith("*")}
    return found.names("variant") - absent - stars - alleles


def on_dosing_genes(asked: SubQuestion, sheet: FactSheet) -> SubQuestion:
    """A question on pharmacogenomics without the alterations of other genes, where it names a gene
    by which its drug is dosed: "DPYD het, BRAF V600E: capecitabine dose?" asks nothing of BRAF."""
    dosing = {gene for drug in asked.drugs for gene in dosing_genes(drug)}
    if asked.kind != "pharmacogenomics" or not asked.genes & dosing:
        return asked
    others = {each.state for each in sheet.of(Marker) if each.name not in dosing}
    return replace(asked, genes=asked.genes & dosing, variants=asked.variants - others)
