"""The order of statements that answer equally well. Pure."""

from __future__ import annotations

from agents.matching.dimensions import ABSENT
from agents.matching.patient.single_gene import genes_of_classes
from agents.matching.verdicts import Judgement
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement


def place_of(judgement: Judgement) -> tuple[float, bool, bool, int]:
    """The key by which judgements are sorted: the better score first. At equal scores
    contraindications come first, then statements on several genes together, then statements for the
    fewest phenotypes. "Poor metabolisers" comes before "intermediate or poor metabolisers", because
    it is more exact."""
    statement = judgement.statement
    return (
        -round(judgement.score, 6),
        statement.kind != "contraindication",
        not statement.applies.phenotypes_together,
        len(statement.applies.phenotypes),
    )


def place_by_prior(judgement: Judgement) -> int:
    """The place of an option by the earlier treatments that it needs. 0: the patient had them in
    just the setting it names. 1: the patient had them. 2: it needs none. 3: nobody has told of one
    that it needs.

    An option for the time after a treatment that was had fits this patient more exactly."""
    told = [each for each in judgement.verdicts if each.dimension == "prior therapy"]
    if any(each.missing for each in told):
        return OPEN_PRIOR
    if not any(each.outcome == "ok" for each in told):
        return 2
    return 0 if any(each.reason for each in told if each.outcome == "ok") else 1


def place_by_setting(judgement: Judgement) -> int:
    """The place of an option by its setting. 0: it is for just the patient's setting, and for no
    wider one, and no earlier treatment that it needs is open. 1: it is not."""
    exact = any(
        each.dimension == "setting" and each.outcome == "ok" and each.reason
        for each in judgement.verdicts
    )
    return 0 if exact and place_by_prior(judgement) < OPEN_PRIOR else 1


OPEN_PRIOR = 3
"""Place of an option that needs an earlier treatment which nobody has told."""


def awaited_treatment(judgement: Judgement, *, first: bool) -> str:
    """The earlier treatment that holds an option back; empty when there is none. If the question
    asks for the first line, it is any earlier treatment that the option needs. Otherwise it is one
    that is missing while others were had, or a named drug or one against the target of the option
    while the treatments are known: a case that tells of FOLFOX has not had irinotecan, and one that
    tells of palbociclib alone nothing against HER2."""
    told = [each for each in judgement.verdicts if each.dimension == "prior therapy"]
    missing = next((each.missing for each in told if each.missing), "")
    others = any(each.outcome == "ok" for each in told)
    known = any((v.dimension, v.outcome) == ("had before", "ok") for v in judgement.verdicts)
    named = bool(recognise_passage(missing).names("drug")) or _awaits_target(judgement.statement)
    return missing if first or others or (known and named) else ""


def _awaits_target(statement: Statement) -> bool:
    """Whether an option needs an earlier drug against the target that it needs itself."""
    applies = statement.applies
    rules = (*applies.prior_required, *applies.prior_any_of)
    classes = {name for rule in rules for name in rule.classes}
    classes |= {name for rule in rules for drug in rule.drugs for name in drug_classes(drug)}
    targets = {each.name for rule in applies.requires for each in rule.any_of}
    return not targets.isdisjoint(genes_of_classes(classes))


def hangs_on_absence(judgement: Judgement) -> bool:
    """Whether advice weighs a condition of the patient, such as the side of the tumour, and all
    that it still depends on is that a marker is absent. Labels do not weigh the condition, so that
    the advice is shown with what is open."""
    weighed = any(v.dimension == "condition" and v.outcome == "ok" for v in judgement.verdicts)
    absent = all(each.missing_kind in ABSENT for each in judgement.verdicts if each.missing)
    return judgement.statement.kind == "recommendation" and weighed and absent
