"""What landmark trials found in just the patient's place in the disease, beside the options: labels
say what may be given, not which of two options was better."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from agents.extractive.answer.selection.choice.better_first import with_better_first
from agents.extractive.answer.selection.place_of_use import OF_PLACE, drugs_shut
from agents.extractive.answer.selection.suitability import (
    advises_against,
    is_cautioned,
    is_held_back,
    offers,
)
from agents.extractive.answer.trials import trials_shown
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.matching.dimensions import Dimension
from agents.matching.ordering import place_by_setting
from agents.matching.patient.histology import is_on_own_spread
from agents.matching.sub_question import SubQuestion
from names.recognise import recognise_passage

MOST_TRIALS = 2
"""Trials that are shown beside options. Chosen by hand: each is a sentence with numbers."""
OF_PLACE_TOLD: frozenset[Dimension] = frozenset(
    ("line", "prior therapy", "population", "condition")
)
"""Dimensions that tell the place in advanced disease more closely than the setting."""
AGAINST = re.compile(
    r"(?i)\b(?:hazard ratio|HR \d|compared with|versus|vs|against|placebo"
    r"|and (?:at )?\d{1,3}(?:\.\d{1,2})?(?: ?%| months?| years?)(?: \([^()]{0,40}\))?"
    r" (?:with|for|without|on|when))\b"
)
"""Words of a result that holds one treatment against another. A result of one arm settles none."""
CLOSE: frozenset[str] = frozenset(
    ("adjuvant", "locally advanced", "maintenance", "neoadjuvant", "residual disease")
)
"""Settings that tell the place without a line of treatment."""


def with_settling_trials(
    points: Sequence[CitedStatement],
    found: Sequence[CitedStatement],
    excluded: Sequence[CitedStatement],
    asked: SubQuestion,
) -> tuple[CitedStatement, ...]:
    """The points of an answer to a choice, the better option before the other, with what landmark
    trials in the patient's place found: first of options that are compared, then of those shown,
    then of others."""
    points = with_better_first(points, found, asked)
    if not asked.is_choice or asked.publishers or asked.asks_for_trial or not points:
        return tuple(points)
    if not any(offers(e) and not advises_against(e) for e in points):
        return tuple(points)
    told = trials_shown([e for e in points if e.judgement.statement.kind == "result"])
    offered = frozenset(d for e in points if offers(e) for d in e.drugs) | asked.drugs
    fitting = [
        each
        for each in found
        if each not in points
        and _is_settling(each, offered)
        and not _is_shut(each, excluded, offered)
    ]
    best: dict[frozenset[str], CitedStatement] = {}
    leads = frozenset(d for e in points if offers(e) for d in e.drugs[:1]) | asked.drugs
    for each in sorted(fitting, key=lambda e: _place(e, leads)):
        trials = trials_shown([each])
        if not trials & told:
            best.setdefault(trials, each)
    return (*points, *list(best.values())[:MOST_TRIALS])


def _is_settling(found: CitedStatement, offered: AbstractSet[str]) -> bool:
    """Whether a statement is what a landmark trial found for survival, against another treatment,
    in just the tumour and the place of the patient; or for survival with metastases where the
    patient has them, with an option. It depends on nothing that is unknown, unless it is of an
    option and in the first line, and nobody has told the line."""
    judged = found.judgement
    fits = {v.dimension for v in judged.verdicts if v.outcome == "ok"}
    told = judged.statement.kind == "result" and found.role == "landmark_trial"
    own = bool(offered & frozenset(found.drugs))
    whole = judged.answers and bool(found.drugs) and (own or not judged.missing)
    whole = whole and all(v.dimension == "line" for v in judged.verdicts if v.missing)
    of_spread = own and is_on_own_spread(judged.verdicts)
    near = fits & OF_PLACE_TOLD or _is_close(found) or _is_of_first_line(found) or of_spread
    placed = bool(near) and {"tumour", "setting"} <= fits
    placed = placed and ("line" in fits or own or _is_close(found))
    compared = (bool(AGAINST.search(found.words)) or of_spread) and _is_on_survival(found)
    return told and whole and placed and compared and not is_cautioned(found)


def _is_of_first_line(found: CitedStatement) -> bool:
    line = found.judgement.statement.applies.line
    return line is not None and line.last == 1


def _is_close(found: CitedStatement) -> bool:
    settings = found.judgement.statement.applies.settings
    return bool(CLOSE.intersection(settings)) and "metastatic" not in settings


def _is_on_survival(found: CitedStatement) -> bool:
    outcomes = recognise_passage(found.words).names("outcome")
    return any("survival" in each for each in outcomes) or "survival" in found.words


def _is_shut(
    found: CitedStatement, excluded: Sequence[CitedStatement], offered: AbstractSet[str]
) -> bool:
    """Whether facts of the patient rule a drug of the trial out. An approval for another line or
    setting does not, as the trial was in that of the patient."""
    against = [e for e in excluded if not _is_only_of_place(e)]
    return bool(drugs_shut(found, against, offered))


def _is_only_of_place(found: CitedStatement) -> bool:
    against = {v.dimension for v in found.judgement.contradictions}
    return against <= OF_PLACE and not is_held_back(found)


def _place(found: CitedStatement, offered: AbstractSet[str]) -> tuple[int, ...]:
    """The place among trials: those that compare two options, those in just the setting of the
    patient or on a condition of theirs, those of an option, and those that report survival.
    ``offered``: the lead drugs of the options, as a partner alone makes no option."""
    result = found.judgement.statement.result
    own = frozenset(found.drugs)
    named = recognise_passage(found.words).names("drug") | (
        recognise_passage(result.comparator).names("drug") if result else frozenset()
    )
    compares = bool(own & offered) and bool((named - own) & offered)
    weighs = any((v.dimension, v.outcome) == ("condition", "ok") for v in found.judgement.verdicts)
    weighs = weighs or is_on_own_spread(found.judgement.verdicts)
    overall = "overall survival" in found.words
    exact = place_by_setting(found.judgement)
    return not compares, not weighs, exact, not own & offered, not overall
