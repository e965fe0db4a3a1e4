"""Statements on who was in a trial that the question names, on one group of its patients, or told
beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from agents.matching.patient.class_partners import failed_classes
from agents.matching.patient.tumours import ANY_SOLID
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Verdict, differs
from names.clinical.disease.features import OPPOSITES
from names.clinical.readers import read_clinical
from names.clinical.values import Condition, Marker, OrganFunction, Population, Therapy
from names.recognise import recognise_passage
from names.tables import lineage
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement, StatementKind

ENTRY = re.compile(
    r"(?i)\b(?:enrol\w{0,6}|admitted|recruited|random(?:is|iz)ed patients|(?:was|were) required"
    r"|(?:was|were) not studied)\b"
)
"""Words on who came into a trial."""
_STATUS = re.compile(r"(?i)\b(?:recruiting|accrual|status|(?:is|was) (?:completed|closed|open))\b")
"""Words by which a registry tells whether a trial takes patients."""
_NCT = re.compile(r"(?i)NCT\d{8}")
TOLD = Verdict("aspect", "ok")
OF_TRIALS: frozenset[StatementKind] = frozenset(("eligibility", "design"))
"""Kinds of statement that tell of a trial as such."""
FAILED = frozenset(("progressed", "intolerant", "given"))


def judge_entry(
    statement: Statement, context: StatementContext, asked: SubQuestion, had: Sequence[Therapy]
) -> list[Verdict]:
    """Verdicts ``aspect: ok`` for a statement on who was in the trial. There are more of them if it
    names the tumour, who entered, or just the group asked about, so that it comes first. A result
    of that group also shows that the group was in the trial. Against one that does not tell whether
    a named trial takes patients, where that is asked. For a question for some trial: the
    verdict against a trial of a class that failed (``had``)."""
    text = context.text
    if asked.asks_who_recruits and not _STATUS.search(text):
        return [Verdict("trial", "contradicts", reason="does not say whether it takes patients")]
    if not asked.asks_who_entered:
        return _judge_wanted(statement, context, had) if asked.asks_for_trial else []
    entered = bool(ENTRY.search(text))
    tells = statement.kind in asked.answered_by or entered
    if not tells and statement.kind != "result":
        return []
    same = bool(groups_told(asked.text) & groups_told(text)) and not _is_on_another(text, asked)
    if not tells:
        return [TOLD, TOLD] if same else []
    on_tumour = bool(recognise_passage(text).of("tumour"))
    return [TOLD] * (2 * same + on_tumour + (entered or _describes_patients(statement)))


def names_a_trial(statement: Statement, context: StatementContext) -> bool:
    """Whether a statement tells of a trial and names it in its own words. Criteria of a registry's
    entry need not: their page is the trial."""
    named = bool(recognise_passage(context.text).of("trial", "registration"))
    of_entry = statement.kind == "eligibility" and any(map(_NCT.fullmatch, context.identifiers))
    return statement.kind in OF_TRIALS and (named or of_entry)


def _judge_wanted(
    statement: Statement, context: StatementContext, had: Sequence[Therapy]
) -> list[Verdict]:
    """The verdict against a trial of a drug that failed in the patient, or of its class. What was
    given before a trial that is looked for counts as failed."""
    over = [replace(t, outcome="progressed") for t in had if t.outcome in FAILED and not t.setting]
    failed = {drug for each in over for drug in each.drugs}
    titled = recognise_passage(context.title).names("drug") & context.drugs
    for drug in sorted(titled | frozenset(statement.drugs[:1])):
        shut = sorted(failed_classes(over) & drug_classes(drug))
        if drug in failed or shut:
            told = f" ({shut[0]})" if shut else ""
            return [differs("trial", f"is on {drug}", f"that or its class{told} was had before")]
    return []


def _is_on_another(text: str, asked: SubQuestion) -> bool:
    """Whether the words are on another trial, which they compare with the one asked about."""
    first = min(recognise_passage(text).of("trial"), key=lambda each: each.start, default=None)
    return first is not None and not asked.trials & set(first.names)


def _describes_patients(statement: Statement) -> bool:
    applies = statement.applies
    prior = applies.prior_required or applies.prior_excluded
    return bool(applies.conditions or applies.population or applies.line or prior)


@lru_cache(maxsize=10_000)
def groups_told(text: str) -> frozenset[str]:
    """The names that tell a group of patients from the others: a condition, a marker, nodes, the
    menopause. Both sides have the same name: "node-negative" and "N1" are both on the nodes."""
    found = set(recognise_passage(text).names("condition"))
    for each in read_clinical(text):
        match each.value:
            case Condition(name=name):
                found |= {name, OPPOSITES.get(name, name)}
            case Marker(name=name):
                found.add(name)
            case Population(menopause=menopause) if menopause:
                found.add("menopause")
            case _:
                pass
    return frozenset(found)


def is_on_titled_tumour(statement: Statement, context: StatementContext) -> bool:
    """Whether a statement is on a tumour of the title of its document, if both name one. What is
    told beside a trial, such as a study in models of another tumour, is not on the trial."""
    titled = recognise_passage(context.title).names("tumour")
    own = [each for each in statement.applies.tumours if each != ANY_SOLID]
    above = {name for each in titled for name in lineage(each)}
    return not titled or not own or any(e in above or lineage(e) & titled for e in own)


_ROMAN = r"(?:IV|I{1,3})[ABC]?\d?"
_STAGES = re.compile(
    rf"(?i)\bstages? (?P<low>{_ROMAN})(?:\s?(?:-|–|to|through)\s?(?:stage )?(?P<high>{_ROMAN}))?\b"
)


def stages_named(text: str) -> frozenset[str]:
    """The stages and ranges of stages that a text names: ``stage IB``, ``stage II to IIIA``."""
    found = (filter(None, (m["low"], m["high"])) for m in _STAGES.finditer(text))
    return frozenset(f"stage {' to '.join(each).upper().replace(' TO ', ' to ')}" for each in found)


_OF_ORGAN = {
    "cardiac": r"\bLVEF\b|ejection|\bcardi|\bheart|\bQT",
    "hepatic": r"bilirubin|\bAL[AT]\b|\bAST\b|transaminase|hepat|\bliver|child-pugh",
    "marrow": r"platelet|neutrophil|\bANC\b|ha?emoglobin|marrow|ha?ematolog|blood count",
    "renal": r"creatinine|\bCrCl\b|\be?GFR\b|\brenal|\bkidney",
}
_ANY_ORGAN = r"|\borgans?\b"


def names_measure_asked(asked: str, told: str) -> bool:
    """Whether a text speaks of the organ of each limit by which it is asked who came into a trial
    ("LVEF below 50%"). True if the question names no such limit: a patient's value is none."""
    values = (each.value for each in read_clinical(asked))
    limits = [v for v in values if isinstance(v, OrganFunction) and (v.above or v.below)]
    organs = {each.organ for each in limits if each.measure and each.organ in _OF_ORGAN}
    return all(re.search(f"(?i){_OF_ORGAN[organ]}{_ANY_ORGAN}", told) for organ in organs)


def stages_not_told(asked: str, told: str) -> list[str]:
    """The stages of a question of which a text that names other stages tells nothing by itself: a
    result in stage II to IIIA is none in stage IB."""
    held = stages_named(told)
    return sorted(stages_named(asked) - held) if held else []
