"""Statements for one gene alone, and options for a line whichever genes are altered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from agents.facts.marker_states import is_gene
from agents.facts.sheet import FactSheet
from agents.matching.patient.therapies import OPTIONS, judge_prior
from agents.matching.patient.tumours import EARLY, LATE, setting_names
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement, Verdict
from names.clinical.values import Line, Marker, Setting, Therapy
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement

MAINTENANCE = "maintenance"
AROUND_SURGERY = EARLY - {"early"}


def is_on_gene_alone(judgement: Judgement, asked: SubQuestion, words: str = "") -> bool:
    """Whether a statement tells what a drug asked about did when just one gene is altered that is
    asked about or that the patient has altered. It is an exception to the result for a panel of
    genes ("and ATM?"). ``words``: its own, if they must name the gene."""
    statement = judgement.statement
    if statement.kind not in {"result", "resistance", "other"}:
        return False
    if asked.drugs.isdisjoint(statement.drugs):
        return False
    met = (v for v in judgement.verdicts if (v.dimension, v.outcome) == ("marker", "ok"))
    own = {name for each in met for name in each.markers}
    rules = (each.any_of for each in statement.applies.requires)
    alone = {genes[0].name for genes in rules if len(genes) == 1}
    told = recognise_passage(words).names("gene") if words else alone
    return bool(alone & told & (asked.genes | own))


def is_on_one_of_genes(
    judgement: Judgement, words: str, others: Iterable[Statement], asked: SubQuestion
) -> bool:
    """Whether a statement is on one gene alone (:func:`is_on_gene_alone`), while one of the
    ``others`` is for several genes of which it is one."""
    if not is_on_gene_alone(judgement, asked, words):
        return False
    own = {name for each in judgement.statement.applies.requires for name in _genes(each.any_of)}
    told = (_genes(rule.any_of) for each in others for rule in each.applies.requires)
    return any(len(genes) > 1 and not own.isdisjoint(genes) for genes in told)


def _genes(patterns: Sequence[Marker]) -> frozenset[str]:
    return frozenset(each.name for each in patterns)


def is_for_any_gene_in_line(
    statement: Statement, asked: SubQuestion, wanted: Line | None, settings: Set[str]
) -> bool:
    """Whether a statement offers an option for just the tumour of a choice, and for the ``wanted``
    line or an early one of its ``settings``, whichever genes are altered: what is given when no
    option for the gene asked about fits. An approval, or advice on drugs for advanced disease,
    without a line also holds for the first."""
    applies = statement.applies
    if not asked.is_choice or asked.drugs or statement.kind not in OPTIONS:
        return False
    if asked.classes and not any(asked.classes & drug_classes(each) for each in statement.drugs):
        return False
    if not applies.tumours or _needs_a_gene(statement) or asked.genes & _genes_ruled_on(statement):
        return False
    if early := settings & AROUND_SURGERY or settings & EARLY:
        return not early.isdisjoint(applies.settings)
    if wanted is None or applies.line is None:
        untreated = wanted is not None and wanted.last == 1 and not applies.prior_required
        return untreated and _is_for_late_disease(statement)
    return applies.line.first == wanted.first


def _is_for_late_disease(statement: Statement) -> bool:
    """Whether an approval is for no earlier disease, or advice for advanced disease alone."""
    settings = set(statement.applies.settings)
    advised = bool(settings) and "drugs" in statement.stated
    return settings <= LATE and (statement.kind == "indication" or advised)


def _needs_a_gene(statement: Statement) -> bool:
    """Whether a statement is only for patients with an altered gene. That none of some genes may be
    altered is no such need."""
    needed = (pattern for rule in statement.applies.requires for pattern in rule.any_of)
    return any(is_gene(each) for each in needed if each.polarity == "present")


def _genes_ruled_on(statement: Statement) -> frozenset[str]:
    rules = (*statement.applies.requires, *statement.applies.excludes)
    return frozenset(pattern.name for rule in rules for pattern in rule.any_of)


def fits_whichever_gene(judgement: Judgement, asked: SubQuestion) -> bool:
    """Whether a statement that was judged is an option for just the line or the setting of the
    patient, whichever genes are altered (:func:`is_for_any_gene_in_line`)."""
    applies = judgement.statement.applies
    met = {each.dimension for each in judgement.verdicts if each.outcome == "ok"}
    line = applies.line if "line" in met else None if applies.line else _FIRST
    settings = frozenset(applies.settings if "setting" in met else ())
    return is_for_any_gene_in_line(judgement.statement, asked, line, settings)


_FIRST = Line(first=1, last=1)


STATUSES = frozenset(("MSI", "TMB", "HRD"))
"""Markers of the whole genome. What is for them stands beside what is for one gene."""


def is_for_status(statement: Statement, markers: Sequence[Marker]) -> bool:
    """Whether an option needs a status of the whole genome that the patient has, and no gene:
    pembrolizumab for MSI-high disease, also where BRAF is altered."""
    needed = {p.name for rule in statement.applies.requires for p in rule.any_of} & STATUSES
    told = {each.name for each in markers if each.polarity == "present"}
    return statement.kind in OPTIONS and bool(needed & told) and not _needs_a_gene(statement)


def is_on_status(judgement: Judgement) -> bool:
    """Whether a statement that was judged needs a status of the whole genome that the patient
    has."""
    met = (v for v in judgement.verdicts if v.dimension == "marker" and v.outcome == "ok")
    return any(not STATUSES.isdisjoint(each.markers) for each in met)


def is_for_any_gene(statement: Statement, asked: SubQuestion, sheet: FactSheet) -> bool:
    """Whether a statement offers an option for the tumour and the line of a choice, whichever genes
    are altered. The line may be told by the treatments that an option comes after: docetaxel after
    platinum."""
    lines = sheet.of(Line)
    wanted = asked.line or (lines[-1] if lines else None)
    settings = asked.settings or setting_names(sheet.of(Setting))
    if MAINTENANCE in settings and MAINTENANCE not in statement.applies.settings:
        return False
    if is_for_any_gene_in_line(statement, asked, wanted, frozenset(settings)):
        return True
    if not asked.is_choice or asked.drugs or asked.classes:
        return False
    if is_for_status(statement, sheet.of(Marker)):
        return True
    if not statement.applies.prior_required:
        return False
    return is_after_treatment_had(statement, judge_prior(statement, sheet.of(Therapy)))


def is_after_treatment_had(statement: Statement, verdicts: Iterable[Verdict]) -> bool:
    """Whether an option for any gene comes after treatments, all of which the patient has had."""
    told = [v for v in verdicts if v.dimension == "prior therapy"]
    return (
        statement.kind == "indication"
        and bool(statement.applies.tumours and told)
        and all(v.outcome == "ok" for v in told)
        and not _needs_a_gene(statement)
    )


def weighs_drugs_of_gene(statement: Statement, named: Set[str], asked: SubQuestion) -> bool:
    """Whether advice for all patients with the tumour of a choice weighs its drugs against those
    for a gene asked about: "nivolumab plus ipilimumab is preferred to a BRAF inhibitor",
    "regardless of BRAF status". ``named``: what its words name."""
    if not asked.is_choice or asked.drugs or asked.classes or not asked.genes:
        return False
    if statement.kind != "recommendation" or not statement.drugs:
        return False
    applies = statement.applies
    whole = bool(applies.tumours and applies.settings) and not applies.requires
    return whole and not applies.excludes and bool(asked.genes & genes_of_classes(named))


def genes_of_classes(named: Set[str]) -> frozenset[str]:
    """The genes that names of genes and of classes of drugs speak of: "B-RAF inhibition" of
    BRAF."""
    return frozenset(name.split(" ")[0].replace("-", "") for name in named)
