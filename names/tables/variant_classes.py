"""Which variants belong to which class of a gene: sensitising, activating, V600.

States are spelled as :class:`names.clinical.values.Marker` has them: ``altered`` for any
alteration, a class, an event (``exon 19 deletion``, ``fusion``) or an exact variant."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from names.tables.rows import read_rows, split_cell

EXCLUSIVE = frozenset({"HER2", "HR", "ER", "PR", "PD-L1", "MSI", "TMB", "HRD"})
"""Markers of which one state rules out the others: who is HER2-low is not HER2-positive."""
FUSION_GENES = frozenset({"ALK", "ROS1", "RET", "NTRK1", "NTRK2", "NTRK3", "NRG1", "ABL1"})
"""Genes whose fusion is what "positive" or "altered" asks for (labels of their inhibitors)."""
MORE_OF_IT = frozenset({"amplification", "overexpression", "positive"})
"""More of the gene or its protein: no mutation, so that "EGFR-mutated" is not told by it."""
LOSSES = frozenset({"loss", "biallelic loss", "loss of function"})
EVENT = re.compile(r"^(?:exon \d+ \w+|fusion|\w+::\w+|skipping)$")
OF_EXON = re.compile(r"^exon \d+ mutation$")
EXACT = re.compile(r"^[A-Z]\d+(?:[A-Z*]|fs\S*|del|dup)$")
RESIDUE = re.compile(r"^([A-Z]\d+)(?:[A-Z*]|fs\S*|del|dup)?$")
_REPEATED = re.compile(r"(?<=dup)[A-Z]+$|(?<=del)[A-Z]+$")
COMPLEX = re.compile(r"^[A-Z]\d+_[A-Z]\d+(?:del|ins|dup)")
NON = "non-"


@dataclass(slots=True)
class VariantClass:
    """A class of a gene's variants."""

    members: set[str] = field(default_factory=set)
    """Exact variants and events."""
    residues: set[str] = field(default_factory=set)
    """Residues of which any change belongs to it."""
    classes: set[str] = field(default_factory=set)
    """Other classes of the gene that belong to it."""
    closed: bool = False
    """No variant beside these belongs to it."""

    def has(self, state: str) -> bool:
        match = RESIDUE.match(state)
        return (
            plain_variant(state) in map(plain_variant, self.members)
            or state in self.classes
            or (match is not None and match[1] in self.residues)
        )


@cache
def variant_classes() -> dict[str, dict[str, VariantClass]]:
    """Gene → class → what belongs to it."""
    table: dict[str, dict[str, VariantClass]] = defaultdict(dict)
    for gene, name, member, closed, _ in read_rows("clinical/variant_classes.tsv"):
        found = table[gene].setdefault(name, VariantClass())
        found.closed = found.closed or bool(closed)
        if member.startswith("class:"):
            found.classes.add(member.removeprefix("class:"))
        elif member.endswith("*") and not name.startswith("loss"):
            found.residues.add(member.removesuffix("*"))
        else:
            found.members.add(member)
    return dict(table)


@cache
def _genes_by_variant() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for gene, classes in variant_classes().items():
        for each in classes.values():
            for member in (*each.members, *each.residues):
                if not EVENT.match(member):
                    found[member].add(gene)
    for gene, name, *_ in read_rows("clinical/variant_names.tsv"):
        found[name].add(gene)
    return {member: frozenset(genes) for member, genes in found.items()}


@cache
def _canonical_names() -> dict[str, str]:
    return {
        other: name
        for _, name, others, _ in read_rows("clinical/variant_names.tsv")
        for other in split_cell(others)
    }


def plain_variant(variant: str) -> str:
    """The name without the residues that HGVS leaves out: ``A767_V769dupASV`` is
    ``A767_V769dup``."""
    return _REPEATED.sub("", variant)


def canonical_variant(variant: str) -> str:
    """The name by HGVS of a variant that is also known by an older one: ``5382insC`` is
    ``c.5266dupC``. Any other stays as it is."""
    return _canonical_names().get(variant, variant)


def other_names_of(variant: str) -> tuple[str, ...]:
    """The older names of a variant that is named by HGVS."""
    return tuple(other for other, name in _canonical_names().items() if name == variant)


def genes_of_variant(variant: str) -> frozenset[str]:
    """The genes of the table in which an exact variant, or its residue, is known."""
    table = _genes_by_variant()
    match = RESIDUE.match(variant)
    return table.get(variant) or table.get(match[1] if match else "") or frozenset()


@lru_cache(maxsize=4_000)
def classes_of(gene: str, variant: str) -> frozenset[str]:
    """The classes of a gene to which a variant, event or class belongs, over all steps."""
    table = variant_classes().get(gene, {})
    found: set[str] = set()
    new = {variant}
    while new:
        new = {
            name
            for name, each in table.items()
            if name not in found and any(each.has(state) for state in new)
        }
        found |= new
    return frozenset(found - {variant})


def covers(gene: str, rule_state: str, fact_state: str) -> bool | None:
    """Whether a fact's state is what a rule asks for; None where the tables do not tell.

    H1047R satisfies ``altered`` and ``activating`` of PIK3CA; T790M does not satisfy
    ``sensitising`` of EGFR. A state of uncertain significance is no fact: do not ask for it."""
    if rule_state == fact_state:
        return True
    if gene in EXCLUSIVE:
        return False
    if rule_state == "altered":
        return _is_alteration(gene, fact_state)
    if fact_state == "altered":
        return None
    if rule_state in classes_of(gene, fact_state) or _is_loss(rule_state, fact_state):
        return True
    if rule_state.startswith(NON):
        return _is_other_than(gene, rule_state.removeprefix(NON), fact_state)
    if fact_state.startswith(NON):
        excluded = covers(gene, fact_state.removeprefix(NON), rule_state)
        return False if excluded else None
    return _differs(gene, rule_state, fact_state)


def rules_out(gene: str, rule_state: str, absent_state: str) -> bool | None:
    """Whether the absence of one state means that ``rule_state`` is not there either.

    EGFR wild type rules out L858R; the absence of T790M rules out T790M and nothing else. None
    where the absence tells nothing."""
    if rule_state == absent_state:
        return True
    if gene in EXCLUSIVE:
        return True if rule_state == "positive" and absent_state == "altered" else None
    if absent_state == "altered":
        return None if rule_state in MORE_OF_IT else True
    if rule_state == "altered":
        return True if absent_state == "fusion" and gene in FUSION_GENES else None
    return True if covers(gene, absent_state, rule_state) else None


def responds_apart(gene: str, variant: str) -> bool:
    """Whether a variant is known not to respond as the gene's usual alterations do, so that
    "EGFR-mutated" says nothing of it: a resistance variant, one of EGFR that is neither
    sensitising nor one of the uncommon ones that are (an exon 20 insertion), or one of BRAF
    beside V600, which the table sets apart as a class."""
    classes = classes_of(gene, variant) | {variant}
    if "resistance" in classes or any(covers(gene, name, variant) for name in _set_apart(gene)):
        return True
    known = "sensitising" in variant_classes().get(gene, {})
    return known and not classes & {"sensitising", "uncommon", "altered"}


def _set_apart(gene: str) -> Iterator[str]:
    """The classes of a gene for all variants beside those of another class: "non-V600"."""
    for name in variant_classes().get(gene, {}):
        if name.startswith(NON) and not EXACT.match(name.removeprefix(NON)):
            yield name


def _is_alteration(gene: str, state: str) -> bool | None:
    if state in MORE_OF_IT:
        return None if gene in FUSION_GENES or gene in ("FGFR1", "MET", "ERBB2") else False
    return True


def _is_loss(rule_state: str, fact_state: str) -> bool:
    return rule_state in LOSSES and fact_state in LOSSES


def _is_other_than(gene: str, excluded: str, state: str) -> bool | None:
    """Whether a state is one of "non-V600": it is known, and not of those."""
    if covers(gene, excluded, state):
        return False
    return True if EXACT.match(state) else None


def _differs(gene: str, rule_state: str, fact_state: str) -> bool | None:
    """False where fact and rule are known to differ; None where they may be the same."""
    if _is_of_other_exon(gene, rule_state, fact_state):
        return False
    rule_class = variant_classes().get(gene, {}).get(rule_state)
    if rule_class is not None and not EXACT.match(rule_state):
        return _is_no_member(gene, rule_class, rule_state, fact_state)
    if RESIDUE.match(rule_state) and not EXACT.match(rule_state):
        found = RESIDUE.match(fact_state)
        return found[1] == rule_state if found and EXACT.match(fact_state) else None
    if EXACT.match(rule_state):
        return _is_no_exact(gene, rule_state, fact_state)
    if EVENT.match(rule_state) or rule_state in MORE_OF_IT or rule_state in LOSSES:
        return _is_no_event(rule_state, fact_state)
    return None


def _is_no_member(
    gene: str, rule_class: VariantClass, rule_state: str, fact_state: str
) -> bool | None:
    if rule_state in classes_of(gene, fact_state):
        return True
    if fact_state in variant_classes().get(gene, {}) and rule_state in classes_of(gene, fact_state):
        return True
    exact = bool(EXACT.match(fact_state))
    if rule_class.closed and exact:
        return False
    if EVENT.match(rule_state) and (exact or EVENT.match(fact_state)):
        return _is_no_event(rule_state, fact_state)
    others = classes_of(gene, fact_state) | {fact_state}
    apart = {"resistance", "exon 20 insertion", "ectodomain"} - {rule_state}
    if others & apart or fact_state in MORE_OF_IT or fact_state in LOSSES or fact_state == "fusion":
        return False
    return None


def _is_of_other_exon(gene: str, rule_state: str, fact_state: str) -> bool:
    """Whether the tables know a variant to lie in another exon than the one a rule is on: KIT D816V
    is no mutation of exon 11."""
    if not OF_EXON.match(rule_state):
        return False
    own = {name for name in classes_of(gene, fact_state) if OF_EXON.match(name)}
    return bool(own) and rule_state not in own


def _is_no_exact(gene: str, rule_state: str, fact_state: str) -> bool | None:
    if "::" in fact_state or fact_state == "fusion":
        # Resistance arises inside the fused gene, so that the fusion tells nothing of it.
        return None if "resistance" in classes_of(gene, rule_state) else False
    if EXACT.match(fact_state) or COMPLEX.match(fact_state) or EVENT.match(fact_state):
        return False
    if fact_state in MORE_OF_IT or fact_state in LOSSES:
        return False
    match, residue = RESIDUE.match(fact_state), RESIDUE.match(rule_state)
    if match and residue:
        return None if match[1] == residue[1] else False
    known = variant_classes().get(gene, {}).get(fact_state)
    return False if known is not None and known.closed and not known.has(rule_state) else None


def _is_no_event(rule_state: str, fact_state: str) -> bool | None:
    if "::" in rule_state and fact_state == "fusion":
        return None  # the partner is not told
    if rule_state == "fusion":
        return True if "::" in fact_state else False if _is_settled(fact_state) else None
    if "mutation" in rule_state and EXACT.match(fact_state):
        return None
    if "skipping" in rule_state and (COMPLEX.match(fact_state) or fact_state.startswith("c.")):
        return None
    return False if _is_settled(fact_state) and not COMPLEX.match(fact_state) else None


def _is_settled(state: str) -> bool:
    """Whether a state says exactly what there is."""
    return bool(EXACT.match(state) or EVENT.match(state) or state in MORE_OF_IT or state in LOSSES)


@cache
def lung_drivers() -> tuple[tuple[str, str], ...]:
    """Genes and their states that guidelines of lung cancer call driver alterations."""
    return tuple((gene, state) for gene, state, _ in read_rows("clinical/lung_drivers.tsv"))
