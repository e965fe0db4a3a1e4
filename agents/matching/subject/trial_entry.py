"""Who was in a trial that is asked for by name: what tells it, and of just which group."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from names.clinical.disease.features import OPPOSITES
from names.clinical.reading import read_clinical
from names.clinical.values import Condition, Marker, Population
from names.recognise import recognise_passage
from retrieval.statements.model import Statement

ENTRY = re.compile(
    r"(?i)\b(?:enrol\w{0,6}|admitted|recruited|random(?:is|iz)ed patients|(?:was|were) required"
    r"|(?:was|were) not studied)\b"
)
"""Words of who came into a trial."""
TOLD = Verdict("aspect", "ok")


def judge_entry(statement: Statement, text: str, asked: SubQuestion) -> list[Verdict]:
    """Whether a statement tells who was in the trial; more than once where it names their tumour,
    who entered, or just the group that is asked about, so that it comes first. A result of that
    group tells that it was in."""
    if not asked.asks_who_entered:
        return []
    entered = bool(ENTRY.search(text))
    tells = statement.kind in asked.answered_by or entered
    if not tells and statement.kind != "result":
        return []
    same = bool(groups_told(asked.text) & groups_told(text)) and not _is_on_another(text, asked)
    if not tells:
        return [TOLD, TOLD] if same else []
    on_tumour = bool(recognise_passage(text).of("tumour"))
    return [TOLD] * (2 * same + on_tumour + (entered or _describes_patients(statement)))


def _is_on_another(text: str, asked: SubQuestion) -> bool:
    """Whether its words are on another trial, which they hold the one asked about against."""
    first = min(recognise_passage(text).of("trial"), key=lambda each: each.start, default=None)
    return first is not None and not asked.trials & set(first.names)


def _describes_patients(statement: Statement) -> bool:
    applies = statement.applies
    prior = applies.prior_required or applies.prior_excluded
    return bool(applies.conditions or applies.population or applies.line or prior)


@lru_cache(maxsize=10_000)
def groups_told(text: str) -> frozenset[str]:
    """What tells a group of patients from the others, in words of either side of it: a condition, a
    marker, nodes, the menopause. "Node-negative" and "N1" are both on the nodes."""
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
