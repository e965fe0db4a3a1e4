"""Variants that a tumour acquires on treatment, beside the alteration that drives it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.matching.patient.therapies import OFFERING, OPTIONS, matches
from agents.matching.verdicts import Judgement, Verdict
from names.clinical.values import Marker, MarkerRule, Therapy
from names.tables.treatment.drug_classes import drug_classes
from names.tables.variant_classes import EVENT, EXACT, classes_of, responds_apart
from retrieval.statements.model import Statement

REVERSION = "reversion"
"""A second mutation that restores the function which a first one destroyed."""
FAILED = frozenset(("progressed", "given", "completed"))
"""Outcomes of a treatment on which a variant may have arisen."""


def acquired_variants(patient: Sequence[Marker], had: Sequence[Therapy] = ()) -> frozenset[Marker]:
    """The patient's variants that arose on a treatment. These are known resistance variants, and
    exact variants of no known class if the driver of the same gene is stated or an inhibitor of the
    gene was given. A variant of a known class (activating, sensitising) may itself be the
    driver."""
    exact = [f for f in patient if f.polarity == "present" and EXACT.match(f.state)]
    return frozenset(
        fact
        for fact in exact
        if is_resistance(fact)
        or (
            not classes_of(fact.name, fact.state)
            and (_has_driver(fact, patient) or _was_targeted(fact.name, had))
        )
    )


def is_resistance(marker: Marker) -> bool:
    """Whether the tables name a marker as a resistance variant."""
    return "resistance" in classes_of(marker.name, marker.state)


def _has_driver(fact: Marker, patient: Sequence[Marker]) -> bool:
    """Whether the patient has another event of the same gene: a fusion, an exon deletion or
    skipping."""
    return any(
        other.name == fact.name and other.polarity == "present" and EVENT.match(other.state)
        for other in patient
    )


def _was_targeted(gene: str, had: Sequence[Therapy]) -> bool:
    """Whether the patient was given an inhibitor of the gene or its family."""
    return any(each.outcome in FAILED and _targets(each, gene) for each in had)


def _targets(therapy: Therapy, gene: str) -> bool:
    family = gene.rstrip("0123456789")
    # KRAS and NRAS are RAS.
    names = {gene, family, family[1:] if family.endswith("RAS") else family}
    classes = (*therapy.classes, *(n for drug in therapy.drugs for n in drug_classes(drug)))
    return any(_target(name) in names for name in classes)


def _target(name: str) -> str:
    """The gene in the name of a class: ``BRAF`` for "B-RAF inhibition", ``KIT`` for "c-Kit
    inhibition"; empty for other classes."""
    target, _, kind = name.rpartition(" ")
    return (
        target.removeprefix("c-").replace("-", "").upper() if kind in ("inhibition", "TKI") else ""
    )


def reversion_words(rule: MarkerRule, patient: Sequence[Marker]) -> str:
    """The reversion of a gene, in words, if a rule needs the loss of the gene; empty otherwise.
    After the reversion the protein works again, so statements on the loss do not hold."""
    lost = {pattern.name for pattern in rule.any_of if pattern.polarity == "present"}
    if any(pattern.state == REVERSION for pattern in rule.any_of):
        return ""
    found = (f for f in patient if f.name in lost and f.state == REVERSION)
    return next((f"{f.name} {REVERSION}" for f in found if f.polarity == "present"), "")


def judge_acquired(
    statement: Statement, patient: Sequence[Marker], had: Sequence[Therapy]
) -> Verdict:
    """The missing source on a variant that arose beside the driver, for an option that is for the
    driver. An option for the time after an inhibitor of the gene needs no such source."""
    if statement.kind not in OFFERING or not statement.drugs:
        return Verdict("variant", "silent")
    arisen = acquired_variants(patient, had)
    for rule in statement.applies.requires:
        found = [f for f in arisen if _is_of(rule, f)]
        found = found or _beside_protein(rule, patient, Therapy(drugs=statement.drugs))
        covered = any(_speaks_of(pattern, fact) for pattern in rule.any_of for fact in found)
        if found and not covered and not _is_after_target(statement, found[0].name, had):
            names = sorted(f"{fact.name} {fact.state}" for fact in found)
            return Verdict("variant", "silent", missing=f"a source on {' and '.join(names)}")
    return Verdict("variant", "silent")


def _beside_protein(rule: MarkerRule, patient: Sequence[Marker], given: Therapy) -> list[Marker]:
    """The patient's exact variants in a gene, if a rule only needs the protein of the gene
    ("KIT-positive") and the drug acts on it. The protein says nothing about the variant."""
    names = {each.name for each in rule.any_of if each.state == "positive"}
    return [
        fact
        for fact in patient
        if fact.name in names
        and fact.polarity == "present"
        and EXACT.match(fact.state)
        and _targets(given, fact.name)
    ]


def judge_apart(statement: Statement, patient: Sequence[Marker]) -> Verdict:
    """A verdict against an inhibitor for "BRAF-mutated" disease, if the patient's only alterations
    of the gene are known to respond differently. Such statements are on the usual alterations."""
    offers = statement.kind in OFFERING and statement.drugs
    targets = Therapy(drugs=statement.drugs)
    for rule in statement.applies.requires if offers else ():
        genes = {each.name for each in rule.any_of}
        of_gene = [f for f in patient if f.name in genes and f.polarity == "present"]
        exact = [fact for fact in of_gene if fact.state != "altered"]
        whole = all(p.state == "altered" and p.polarity == "present" for p in rule.any_of)
        if (
            whole
            and len(genes) == 1
            and exact
            and all(responds_apart(fact.name, fact.state) for fact in exact)
            and not any(map(is_resistance, exact))
            and _targets(targets, exact[0].name)
        ):
            told = f"does not speak of {exact[0].name} {exact[0].state}"
            return Verdict("variant", "contradicts", reason=told)
    return Verdict("variant", "silent")


def _is_of(rule: MarkerRule, fact: Marker) -> bool:
    return any(p.name == fact.name and p.polarity == "present" for p in rule.any_of)


def _speaks_of(pattern: Marker, fact: Marker) -> bool:
    if pattern.name != fact.name:
        return False
    any_of_gene = pattern.state == "altered" and not responds_apart(fact.name, fact.state)
    own = {fact.state, *classes_of(fact.name, fact.state)}
    return any_of_gene or pattern.state in own


def _is_after_target(statement: Statement, gene: str, had: Sequence[Therapy]) -> bool:
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    targeted = [each for each in had if _targets(each, gene)]
    asked = [rule for rule in rules if rule.drugs or rule.classes]
    return any(matches(rule, each) for rule in asked for each in targeted)


def is_after_inhibitor(statement: Statement, genes: Iterable[str], had: Sequence[Therapy]) -> bool:
    """Whether an option is for the time after an inhibitor of one of the genes, and the patient has
    had such an inhibitor. Then it is for any variant that has arisen."""
    offers = statement.kind in OPTIONS
    return offers and any(_is_after_target(statement, gene, had) for gene in genes)


def genes_inhibited_before(statement: Statement, had: Sequence[Therapy]) -> frozenset[str]:
    """The genes of which an option is for the time after an inhibitor, where the patient has had
    one. What arises on it, arises in the tumours that the option is for."""
    needed = {each.name for rule in statement.applies.requires for each in rule.any_of}
    return frozenset(gene for gene in needed if is_after_inhibitor(statement, (gene,), had))


def comes_after_target(judgement: Judgement) -> bool:
    """Whether an option is for the time after an inhibitor of a gene that it needs altered, and the
    patient has had one. A variant that arose on the inhibitor speaks neither for nor against it."""
    applies = judgement.statement.applies
    needed = {each.name for rule in applies.requires for each in rule.any_of}
    rules = (*applies.prior_required, *applies.prior_any_of)
    had = any((v.dimension, v.outcome) == ("prior therapy", "ok") for v in judgement.verdicts)
    offers = judgement.statement.kind in OPTIONS
    return offers and had and any(_targets(rule, gene) for rule in rules for gene in needed)
