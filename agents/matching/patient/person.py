"""Who a rule is for: age, sex, menopause, pregnancy, performance status, and body weight ("77 kg or
more")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.verdicts import Verdict, differs
from names.clinical.values import Measurement, Population, Therapy
from names.tables.treatment.drug_classes import drug_classes
from retrieval.statements.model import Statement

BOUND = re.compile(
    r"(?i)\b(?:(?P<least>at least|from|≥|>=|over|above|more than)"
    r"|(?P<below>below|under|less than|lighter than|<))\s?"
    r"(?P<first>\d{2,3})\s?kg\b|\b(?P<second>\d{2,3})\s?kg (?:or|and) (?P<side>more|over|above"
    r"|heavier|less|under|below|lighter)\b"
)
_OTHERWISE = re.compile(r"(?i)\s{0,2},?\s?or\b|(?<=\bor )$")
"""Words beside a bound that make it one of several alternatives. The weight alone then decides
nothing."""


def judge_weight(text: str, sheet: FactSheet) -> Verdict:
    """The verdict on a rule for a body weight: for the patient's, or for another one; silent if it
    names none, or nobody has told the patient's."""
    weights = [m.value for m in sheet.of(Measurement) if m.name == "weight" and m.unit == "kg"]
    if not weights:
        return Verdict("organ function", "silent")
    named = False
    for match in BOUND.finditer(text):
        if _OTHERWISE.match(text, match.end()) or text[: match.start()].endswith("or "):
            continue
        number = float(match["first"] or match["second"])
        least = bool(match["least"]) or (match["side"] or "").lower() in HEAVIER
        if (weights[-1] >= number) != least:
            needs = f"is for a body weight of {match.group().lower()}"
            return differs("organ function", needs, f"{weights[-1]:g} kg")
        named = True
    return Verdict("organ function", "ok" if named else "silent")


HEAVIER = frozenset(("more", "over", "above", "heavier"))


def judge_population(rule: Population, stated: Sequence[Population]) -> Verdict:
    """The verdict on sex, menopause, pregnancy, age and performance status; silent on what is not
    stated."""
    missing = ""
    for here in stated:
        if differs := _person_differs(rule, here):
            return differs
    is_man = any(here.sex == "male" for here in stated)
    for name in ("sex",) if is_man else ("sex", "menopause", "pregnancy"):
        if getattr(rule, name) and not any(getattr(here, name) for here in stated):
            missing = missing or f"whether the patient is {getattr(rule, name)}"
    if _is_for_children(rule) and not any(_tells_age(here) for here in stated):
        missing = missing or "whether the patient is a child"
    agreed = any(
        getattr(rule, name) and getattr(rule, name) == getattr(here, name)
        for here in stated
        for name in ("sex", "menopause", "pregnancy")
    )
    agreed = agreed or _is_in_age(rule, stated)
    return Verdict("population", "ok" if agreed else "silent", missing=missing)


OVARIAN_SUPPRESSION = "ovarian suppression"
"""What an aromatase inhibitor before the menopause depends on."""
_OF_OVARIES, _OF_AROMATASE = "Ovarian function suppression", "Aromatase inhibition"


def judge_menopause(statement: Statement, rule: Population, sheet: FactSheet) -> Verdict:
    """As :func:`judge_population`. An aromatase inhibitor for postmenopausal patients is given
    before the menopause, too, with ovarian suppression (CPIC 2018, PMID 29385237; ASCO 2016): it
    depends on that, and is not ruled out. What a trial found after the menopause is."""
    stated = sheet.of(Population)
    before = any(here.menopause == "premenopausal" for here in stated)
    inhibits = any(_OF_AROMATASE in drug_classes(drug) for drug in statement.drugs)
    offers = statement.kind in ("indication", "recommendation")
    if not (offers and before and inhibits) or rule.menopause != "postmenopausal":
        return judge_population(rule, stated)
    verdict = judge_population(replace(rule, menopause=""), stated)
    if verdict.outcome == "contradicts" or any(map(suppresses_ovaries, sheet.of(Therapy))):
        return verdict
    return not_suppressed(OVARIAN_SUPPRESSION)


def not_suppressed(by: str) -> Verdict:
    """The verdict on an option for which ovaries or testes must not work, ``by`` what is given
    beside it: it stays an option, and that is said before it."""
    return Verdict("population", "silent", missing=by, missing_kind="hormone suppression")


def suppresses_ovaries(had: Therapy) -> bool:
    """Whether a treatment suppresses the ovaries, or the testes, now."""
    classes = {*had.classes, *(name for drug in had.drugs for name in drug_classes(drug))}
    return had.outcome in ("current", "planned") and _OF_OVARIES in classes


def _is_for_children(rule: Population) -> bool:
    return rule.age_to is not None and rule.age_to < ADULT


def _tells_age(here: Population) -> bool:
    return here.age_from is not None or here.age_to is not None


ADULT = 18
"""Years. A rule for all adults does not make a statement fit this patient better than others."""


def _is_in_age(rule: Population, stated: Sequence[Population]) -> bool:
    """Whether a rule is for a narrow range of age, and the patient's age is known."""
    narrow = (rule.age_from or 0) > ADULT or rule.age_to is not None
    return narrow and any(here.age_from is not None for here in stated)


def _person_differs(rule: Population, here: Population) -> Verdict | None:
    for name in ("sex", "menopause", "pregnancy"):
        wanted, stated = getattr(rule, name), getattr(here, name)
        if wanted and stated and wanted != stated:
            return differs("population", f"is for {wanted} patients", stated)
    if _outside(rule.age_from, rule.age_to, here.age_from, here.age_to):
        return Verdict("population", "contradicts", "is for another age", kind="other age")
    if _outside(rule.ecog_from, rule.ecog_to, here.ecog_from, here.ecog_to):
        return differs("population", f"is for {_performance(rule)}", _performance(here))
    return None


def _performance(value: Population) -> str:
    return describe(Population(ecog_from=value.ecog_from, ecog_to=value.ecog_to))


def _outside(
    low: float | None, high: float | None, here_low: float | None, here_high: float | None
) -> bool:
    below = low is not None and here_high is not None and here_high < low
    return below or (high is not None and here_low is not None and here_low > high)
